"""How a network is described: a plain table, in `policy.json` and in the settings of a training run."""

from __future__ import annotations

from typing import Any, Final

from exodus_env.kit.plain import shown

KINDS: Final = ("mlp", "board", "attention")
HEADS: Final = ("factored", "linear")
DEFAULTS: Final[dict[str, Any]] = {
    "kind": "mlp",
    "width": 256,
    "layers": 2,
    "head": "factored",
    "mask_input": True,
    "card_identity": True,
    "tokens": 64,
    "attention_heads": 4,
}
MOST: Final = {"width": 4096, "layers": 64, "tokens": 1024, "attention_heads": 64}


def checked_description(description: dict[str, Any]) -> dict[str, Any]:
    """A description with every field filled in; raises ValueError if there is no such network."""
    unknown = sorted(set(description) - set(DEFAULTS))
    if unknown:
        raise ValueError(f"network: unknown {', '.join(map(shown, unknown[:5]))}; there are {', '.join(DEFAULTS)}")
    chosen = {**DEFAULTS, **description}
    for name, allowed in (("kind", KINDS), ("head", HEADS)):
        if chosen[name] not in allowed:
            raise ValueError(f"network: {name} must be one of {', '.join(allowed)}, not {shown(chosen[name])}")
    for name, most in MOST.items():
        if type(chosen[name]) is not int or not 1 <= chosen[name] <= most:
            raise ValueError(f"network: {name} must be a whole number from 1 to {most}, not {shown(chosen[name])}")
    for name in ("mask_input", "card_identity"):
        if type(chosen[name]) is not bool:
            raise ValueError(f"network: {name} must be true or false, not {shown(chosen[name])}")
    if not chosen["card_identity"] and chosen["head"] != "factored":
        raise ValueError("network: without card_identity the head must be factored, which knows cards by what they do")
    tokens, heads = chosen["tokens"], chosen["attention_heads"]
    if chosen["kind"] == "attention" and tokens % heads:
        raise ValueError(f"network: tokens must be a multiple of attention_heads; {tokens} is not one of {heads}")
    return chosen
