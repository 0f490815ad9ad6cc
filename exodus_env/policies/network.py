"""Networks that play: from observation and mask to a logit for every action, and a value.

A network is made from its description (a plain table) and the rules of a game. `mlp` reads the flat row; `board` and
`attention` (hex_network.py) also see a map of hexes as a map. All score actions by the factored action table: actions
that share a family or a factor (the same hex, the same ship) share weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import numpy as np
import torch
from torch import Tensor, nn

from exodus_env.kit.definition import Definition
from exodus_env.policies.cards import deeds_of_actions, read_masks, read_rows
from exodus_env.policies.description import checked_description

IMPOSSIBLE: Final = -1e9  # a logit that is never drawn, and still a number: 0 * log p stays 0


def build_network(description: dict[str, Any], rules: Definition) -> nn.Module:
    """The network of a description, with fresh weights; raises ValueError where the description makes no sense."""
    from exodus_env.policies.hex_network import Attention, Board

    chosen = checked_description(description)
    kinds: dict[str, Any] = {"mlp": Mlp, "board": Board, "attention": Attention}
    network: nn.Module = kinds[chosen["kind"]](chosen, rules)
    return network


def blank_network(description: dict[str, Any], rules: Definition) -> nn.Module:
    """The same without memory for its weights, which must be assigned; even a huge network costs next to nothing."""
    with torch.device("meta"):
        return build_network(description, rules)


# ---- masked choice ---------------------------------------------------------------------------------------------------


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits in which only what is legal can be chosen."""
    return torch.where(masks.bool(), logits, IMPOSSIBLE)


def log_probabilities(logits: Tensor, masks: Tensor) -> Tensor:
    """Of every action, in float32 whatever precision the network has; illegal ones are about -1e9, never NaN."""
    return torch.log_softmax(masked(logits.float(), masks), dim=-1)


def probabilities(log_p: Tensor) -> Tensor:
    """From log-probabilities. As a softmax, since `exp` is many times slower where a result vanishes."""
    return torch.softmax(log_p, dim=-1)


def entropy(log_p: Tensor) -> Tensor:
    """Of each row, in nats; an illegal action adds exactly 0."""
    return -(probabilities(log_p) * log_p).sum(-1)


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
    """A weight row for each action: the sum of one for its family, one for each factor's value, and one of its own.

    The row of a card is made of what it does. Where cards have no identity, that is all there is to it.
    """

    def __init__(self, width: int, rules: Definition, identity: bool) -> None:
        super().__init__()
        actions = rules.actions
        parts, size = factor_table(rules, () if identity else tuple(rules.cards))
        deeds, has_card = deeds_of_actions(actions, rules.cards)
        self.register_buffer("parts", torch.from_numpy(parts), persistent=False)
        self.register_buffer("deeds", torch.from_numpy(deeds), persistent=False)
        told_apart = np.ones(actions.size, np.float32) if identity else 1 - has_card.astype(np.float32)
        self.register_buffer("told_apart", torch.from_numpy(told_apart), persistent=False)
        self.shared = nn.Parameter(torch.randn(size + 1, width) * 0.01 / width**0.5)
        self.own = nn.Parameter(torch.zeros(actions.size, width))
        self.of_deeds = nn.Parameter(torch.zeros(deeds.shape[1], width))
        self.bias = nn.Parameter(torch.zeros(actions.size))

    def forward(self, features: Tensor) -> Tensor:
        """Logits (B, A)."""
        parts, deeds, told_apart = (cast(Any, buffer) for buffer in (self.parts, self.deeds, self.told_apart))
        # Summed as bags: gathering all rows first would cost as much as the layer itself, in every call.
        weight = self.own * told_apart[:, None] + torch.nn.functional.embedding_bag(parts, self.shared, mode="sum")
        return torch.nn.functional.linear(features, weight + deeds @ self.of_deeds, self.bias * told_apart)


def factor_table(rules: Definition, without: Sequence[str] = ()) -> tuple[np.ndarray[Any, Any], int]:
    """For each action the numbers of its parts (family, then factor values), and how many parts there are.

    A factor is the same part in every family: hex 3 is one part, wherever it is named. The last number is no part, and
    stands for all values of the factors `without`.
    """
    actions = rules.actions
    starts: dict[str, int] = {}
    families = [family for family in actions.families if family.size]  # others belong to modules not in the game
    size = len(families)
    for family in families:
        for factor, count in zip(family.factors, family.sizes, strict=True):
            kind = rules.factor_kinds.get(factor, factor)
            if kind not in starts:
                starts[kind] = size
                size += count
            starts[factor] = starts[kind]
    parts = np.full(actions.decode.shape, size, dtype=np.int64)
    for number, family in enumerate(families):
        rows = slice(family.start, family.start + family.size)
        parts[rows, 0] = number
        for place, factor in enumerate(family.factors, start=1):
            if factor not in without:
                parts[rows, place] = starts[factor] + actions.decode[rows, place]
    return parts, size


def action_head(description: dict[str, Any], rules: Definition) -> nn.Module:
    """What turns features into logits; small at first, so that the first policy is nearly uniform."""
    width = description["width"]
    if description["head"] == "factored":
        return FactoredHead(width, rules, description["card_identity"])
    return linear(width, rules.actions.size, 0.01)


# ---- networks --------------------------------------------------------------------------------------------------------


class Mlp(nn.Module):
    """Layers over the flat observation (and the mask, which tells what can be afforded)."""

    def __init__(self, description: dict[str, Any], rules: Definition) -> None:
        super().__init__()
        self.mask_input = bool(description["mask_input"])
        width, identity = description["width"], description["card_identity"]
        self.cards = read_rows(rules, identity)
        self.allowed = read_masks(rules, identity)
        self.trunk = Trunk(self.cards.size + self.allowed.size * self.mask_input, width, description["layers"])
        self.head = action_head(description, rules)
        self.value = linear(width, 1, 0.01)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) of all actions, legal or not, and values (B,)."""
        features = self.features(rows, masks)
        return self.head(features), self.value(features).squeeze(-1)

    def features(self, rows: Tensor, masks: Tensor) -> Tensor:
        """What the layers make of the row."""
        seen = self.cards(rows)
        if self.mask_input:
            seen = torch.cat([seen, self.allowed(masks.to(rows.dtype))], dim=1)
        found: Tensor = self.trunk(seen)
        return found
