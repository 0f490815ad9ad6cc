"""Networks that play: from observation and mask to a logit for every action, and a value.

A network is made from its description (a plain table) and the layouts of a game. `mlp` reads the flat row;
`attention` makes a token of every hex, ship and player and lets them look at each other. Both score actions by the
factored action table: actions that share a family or a factor (the same hex, the same ship) share weights.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from exodus_env.kit.layout import ActionLayout, ObservationLayout

KINDS: Final = ("mlp", "attention")
HEADS: Final = ("factored", "linear")
DEFAULTS: Final[dict[str, Any]] = {
    "kind": "mlp",
    "width": 256,
    "layers": 2,
    "head": "factored",
    "mask_input": True,
    "tokens": 64,
    "attention_heads": 4,
}
IMPOSSIBLE: Final = -1e9  # a logit that is never drawn, and still a number: 0 * log p stays 0

# Blocks with a row for every hex; those with a row for every player whose columns are hexes; rows for every player.
HEX_BLOCKS: Final = (
    *("hexes", "hex_players", "dormant", "solar_wind", "outposts", "exploration"),
    *("new_planets", "jump_target", "barriers", "squadrons", "heat"),
)
PLAYER_HEX_BLOCKS: Final = ("own_ship_hex", "own_order_hex", "looks", "gates", "satellites")
PLAYER_BLOCKS: Final = (
    *("players", "place", "new_place", "technologies", "blueprints", "fleet", "action_cards", "shown_card"),
    *("resistance_cards", "outpost_cards", "leaders", "ships"),
)


def build_network(description: dict[str, Any], observations: ObservationLayout, actions: ActionLayout) -> nn.Module:
    """The network of a description, with fresh weights; raises ValueError where the description makes no sense."""
    chosen = checked_description(description)
    return (Mlp if chosen["kind"] == "mlp" else Attention)(chosen, observations, actions)


def checked_description(description: dict[str, Any]) -> dict[str, Any]:
    """A description with nothing left open."""
    unknown = sorted(set(description) - set(DEFAULTS))
    if unknown:
        raise ValueError(f"network: unknown {', '.join(unknown)}; there are {', '.join(DEFAULTS)}")
    chosen = {**DEFAULTS, **description}
    if chosen["kind"] not in KINDS:
        raise ValueError(f"network: kind must be one of {', '.join(KINDS)}, not {chosen['kind']!r}")
    if chosen["head"] not in HEADS:
        raise ValueError(f"network: head must be one of {', '.join(HEADS)}, not {chosen['head']!r}")
    for name in ("width", "layers", "tokens", "attention_heads"):
        if isinstance(chosen[name], bool) or not isinstance(chosen[name], int) or not 1 <= chosen[name] <= 4096:
            raise ValueError(f"network: {name} must be a whole number from 1 to 4096, not {chosen[name]!r}")
    if not isinstance(chosen["mask_input"], bool):
        raise ValueError(f"network: mask_input must be true or false, not {chosen['mask_input']!r}")
    return chosen


# ---- masked choice ---------------------------------------------------------------------------------------------------


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits in which only what is legal can be chosen."""
    return torch.where(masks.bool(), logits, IMPOSSIBLE)


def log_probabilities(logits: Tensor, masks: Tensor) -> Tensor:
    """Of every action, in float32 whatever the network computes in; illegal ones are about -1e9, never NaN."""
    return torch.log_softmax(masked(logits.float(), masks), dim=-1)


def entropy(log_p: Tensor) -> Tensor:
    """Of each row, in nats; an illegal action adds exactly 0."""
    return -(log_p.exp() * log_p).sum(-1)


# ---- parts -----------------------------------------------------------------------------------------------------------


def linear(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """An orthogonal layer without bias at the start."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class Trunk(nn.Module):
    """One wide layer over the row, then residual ones."""

    def __init__(self, inputs: int, width: int, layers: int) -> None:
        super().__init__()
        self.first = linear(inputs, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), linear(width, width), nn.ReLU()) for _ in range(layers - 1)
        )
        self.last = nn.LayerNorm(width)

    def forward(self, rows: Tensor) -> Tensor:
        """Features (B, width)."""
        features = torch.relu(self.first(rows))
        for block in self.blocks:
            features = features + block(features)
        normal: Tensor = self.last(features)
        return normal


class FactoredHead(nn.Module):
    """A weight row for each action: the sum of one for its family, one for each factor's value, and one of its own."""

    def __init__(self, width: int, actions: ActionLayout) -> None:
        super().__init__()
        parts, size = factor_table(actions)
        self.register_buffer("parts", torch.from_numpy(parts), persistent=False)
        self.shared = nn.Parameter(torch.randn(size + 1, width) * 0.01 / width**0.5)
        self.own = nn.Parameter(torch.zeros(actions.size, width))
        self.bias = nn.Parameter(torch.zeros(actions.size))

    def forward(self, features: Tensor) -> Tensor:
        """Logits (B, A)."""
        parts: Any = self.parts
        weight = self.own + self.shared[parts].sum(1)
        return torch.nn.functional.linear(features, weight, self.bias)


def factor_table(actions: ActionLayout) -> tuple[np.ndarray[Any, Any], int]:
    """For each action the numbers of its parts (family, then factor values), and how many parts there are.

    A factor is the same part in every family: hex 3 is one part, wherever it is named. The last number is no part.
    """
    starts: dict[str, int] = {}
    size = len(actions.families)
    for family in actions.families:
        for factor, count in zip(family.factors, family.sizes, strict=True):
            kind = next((whole for whole in ("hex", "ship_m7") if factor.startswith(whole)), factor)
            kind = "ship" if kind == "ship_m7" else kind
            if count == 0:  # a module that is not in the game
                continue
            if kind not in starts:
                starts[kind] = size
                size += count
            starts[factor] = starts[kind]
    parts = np.full(actions.decode.shape, size, dtype=np.int64)
    parts[:, 0] = actions.decode[:, 0]
    for family in actions.families:
        rows = slice(family.start, family.start + family.size)
        for place, factor in enumerate(family.factors, start=1):
            if family.size:
                parts[rows, place] = starts[factor] + actions.decode[rows, place]
    return parts, size


def action_head(kind: str, width: int, actions: ActionLayout) -> nn.Module:
    """What turns features into logits; small at first, so that the first policy is nearly uniform."""
    return FactoredHead(width, actions) if kind == "factored" else linear(width, actions.size, 0.01)


# ---- networks --------------------------------------------------------------------------------------------------------


class Mlp(nn.Module):
    """Layers over the flat observation (and the mask, which tells what can be afforded)."""

    def __init__(self, description: dict[str, Any], observations: ObservationLayout, actions: ActionLayout) -> None:
        super().__init__()
        self.mask_input = bool(description["mask_input"])
        width = description["width"]
        self.trunk = Trunk(observations.size + actions.size * self.mask_input, width, description["layers"])
        self.head = action_head(description["head"], width, actions)
        self.value = linear(width, 1, 0.01)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) of all actions, legal or not, and values (B,)."""
        if self.mask_input:
            rows = torch.cat([rows, masks.to(rows.dtype)], dim=1)
        features = self.trunk(rows)
        return self.head(features), self.value(features).squeeze(-1)


class Attention(nn.Module):
    """Tokens for hexes, ships and players that look at each other, beside layers over the flat row.

    An action that names a hex or an own ship is scored by that token, too.
    """

    def __init__(self, description: dict[str, Any], observations: ObservationLayout, actions: ActionLayout) -> None:
        super().__init__()
        width, tokens = description["width"], description["tokens"]
        self.mask_input = bool(description["mask_input"])
        self.reader = TokenReader(observations)
        self.embed = nn.ModuleList(linear(size, tokens) for size in self.reader.sizes)
        self.place = nn.Parameter(torch.randn(self.reader.count, tokens) * 0.02)
        layer = nn.TransformerEncoderLayer(
            tokens, description["attention_heads"], 2 * tokens, dropout=0.0, batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, description["layers"], enable_nested_tensor=False)
        self.trunk = Trunk(observations.size + actions.size * self.mask_input + 3 * tokens, width, 2)
        self.head = action_head(description["head"], width, actions)
        self.value = linear(width, 1, 0.01)
        self.pointed = PointerHead(tokens, actions, self.reader)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) of all actions, legal or not, and values (B,)."""
        groups = self.reader(rows)
        embedded = torch.cat([layer(group) for layer, group in zip(self.embed, groups, strict=True)], dim=1)
        tokens = self.encoder(embedded + self.place)
        means = [part.mean(1) for part in tokens.split(self.reader.counts, dim=1)]
        parts = [rows, *means, *([masks.to(rows.dtype)] if self.mask_input else [])]
        features = self.trunk(torch.cat(parts, dim=1))
        return self.head(features) + self.pointed(tokens), self.value(features).squeeze(-1)


class TokenReader(nn.Module):
    """Takes a flat row apart into rows for hexes, ships and players, each with the pending decision."""

    def __init__(self, observations: ObservationLayout) -> None:
        super().__init__()
        blocks = {block.name: block for block in observations.blocks}
        self.hexes = blocks["hexes"].shape[0]
        self.players, self.ships = blocks["ships"].shape[:2]
        decision = blocks["decision"]
        about = list(range(decision.start, decision.start + decision.size))
        groups = [[list(about) for _ in range(n)] for n in (self.hexes, self.players * self.ships, self.players)]
        for block in observations.blocks:
            places = np.arange(block.start, block.start + block.size).reshape(block.shape)
            if block.name in HEX_BLOCKS:
                _add_rows(groups[0], places.reshape(self.hexes, -1))
            elif block.name in PLAYER_HEX_BLOCKS:
                _add_rows(groups[0], places.T)
            elif block.name in PLAYER_BLOCKS:
                _add_rows(groups[2], places.reshape(self.players, -1))
        _add_rows(groups[1], self._ship_rows(blocks))
        self.counts = [len(group) for group in groups]
        self.count = sum(self.counts)
        self.sizes = [len(group[0]) for group in groups]
        for name, group in zip(("hex", "ship", "player"), groups, strict=True):
            self.register_buffer(f"{name}_places", torch.tensor(group), persistent=False)

    def _ship_rows(self, blocks: dict[str, Any]) -> np.ndarray[Any, Any]:
        """Places of each ship's features, and of the strength of its owner's classes."""
        ships, fleet = blocks["ships"], blocks["fleet"]
        features = np.arange(ships.start, ships.start + ships.size).reshape(self.players * self.ships, -1)
        strength = np.arange(fleet.start, fleet.start + fleet.size).reshape(self.players, -1)
        rows: np.ndarray[Any, Any] = np.concatenate([features, np.repeat(strength, self.ships, axis=0)], axis=1)
        return rows

    def forward(self, rows: Tensor) -> list[Tensor]:
        """(B, tokens, features) for hexes, ships and players."""
        return [rows[:, places] for places in (self.hex_places, self.ship_places, self.player_places)]  # type: ignore


def _add_rows(group: list[list[int]], places: np.ndarray[Any, Any]) -> None:
    for token, row in zip(group, places.tolist(), strict=True):
        token.extend(row)


class PointerHead(nn.Module):
    """Adds to an action what the token of the hex or own ship it names says about its family."""

    def __init__(self, tokens: int, actions: ActionLayout, reader: TokenReader) -> None:
        super().__init__()
        families = len(actions.families)
        self.families = families
        self.say = linear(tokens, families, 0.01)
        named = np.full(actions.size, reader.count * families, dtype=np.int64)  # the last place always says 0
        for number, family in enumerate(actions.families):
            ids = slice(family.start, family.start + family.size)
            for place, factor in enumerate(family.factors, start=1):
                value = actions.decode[ids, place].astype(np.int64)
                if factor.startswith("hex"):
                    named[ids] = value * families + number
                elif factor in ("ship", "ship_m7") and "player" not in family.factors:
                    named[ids] = (reader.hexes + value) * families + number
        self.register_buffer("named", torch.from_numpy(named), persistent=False)

    def forward(self, tokens: Tensor) -> Tensor:
        """(B, A) to add to the logits."""
        said = self.say(tokens).flatten(1)
        said = torch.cat([said, said.new_zeros(len(said), 1)], dim=1)
        named: Any = self.named
        return said[:, named]
