"""Networks that play: from observation and mask to a logit for every action, and a value.

A network is built from its description (a plain table) and the rules of a game. `mlp` reads the flat row; `board` and
`attention` (hex_network.py) also see a map of hexes as a map. All score actions by the factored action table: actions
with a family or a factor in common (the same hex, the same ship) share weights.
"""

from __future__ import annotations

from typing import Any, Final, cast

import numpy as np
import torch
from torch import Tensor, nn

from exodus_env.kit.definition import Array, Definition
from exodus_env.policies.cards import CardPlaces, deeds_of_actions, mask_places, row_places
from exodus_env.policies.compiled import CompiledNetwork, Evaluator, is_compiled
from exodus_env.policies.description import checked_description
from exodus_env.policies.factors import factor_table

IMPOSSIBLE: Final = -1e9  # a logit that is never drawn, but is still a number: 0 * log p stays 0
ROWS: Final = 4096  # most decisions in one call of a network


def build_network(description: dict[str, Any], rules: Definition) -> nn.Module:
    """The network of a description, with fresh weights; raises ValueError if the description makes no sense."""
    from exodus_env.policies.hex_network import Attention, Board

    chosen = checked_description(description)
    kinds: dict[str, Any] = {"mlp": Mlp, "board": Board, "attention": Attention}
    network: nn.Module = kinds[chosen["kind"]](chosen, rules)
    return network


def blank_network(description: dict[str, Any], rules: Definition) -> nn.Module:
    """The same without memory for its weights, which must be assigned; even a huge network then costs next to
    nothing."""
    with torch.device("meta"):
        return build_network(description, rules)


# ---- masked choice ---------------------------------------------------------------------------------------------------


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Logits with which only legal actions can be chosen."""
    return torch.where(masks.bool(), logits, IMPOSSIBLE)


# ---- parts -----------------------------------------------------------------------------------------------------------


def linear(inputs: int, outputs: int, gain: float = 2**0.5) -> nn.Linear:
    """A linear layer with orthogonal weights, and biases of 0 at the start."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class CardReader(nn.Module):
    """What a network reads of a row or a mask: everything, or everything that does not identify cards, and what the
    cards do."""

    def __init__(self, places: CardPlaces) -> None:
        super().__init__()
        self.places = places.places
        self.whole = len(places.kept) == places.numbers
        self.size = places.size
        self.register_buffer("kept", torch.from_numpy(places.kept), persistent=False)
        for axis, table in places.tables.items():
            self.register_buffer(f"of_{axis}", torch.from_numpy(table), persistent=False)

    def forward(self, rows: Tensor) -> Tensor:
        """(B, size)."""
        kept: Any = self.kept
        parts = [rows if self.whole else rows.index_select(1, kept)]
        for axis, start, count in self.places:
            table = getattr(self, f"of_{axis}")
            cards = rows[:, start : start + count].reshape(len(rows), -1, len(table))
            parts.append((cards @ table.to(rows.dtype)).flatten(1))
        return torch.cat(parts, dim=1)


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
        return self.further(self.first(rows))

    def further(self, sums: Tensor) -> Tensor:
        """Features from what the first layer adds up."""
        features = torch.relu(sums)
        for block in self.blocks:
            features = features + block(features)
        normal: Tensor = self.last(features)
        return normal


class FactoredHead(nn.Module):
    """A weight row for each action: the sum of one for its family, one for each factor value, and one of its own.

    The row of a card is computed from what it does. If cards have no identity, it consists of nothing else.
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
        return torch.nn.functional.linear(features, *self.of_actions())

    def of_actions(self) -> tuple[Tensor, Tensor]:
        """The row of weights of each action, and what is added to its score."""
        parts, deeds, told_apart = (cast(Any, buffer) for buffer in (self.parts, self.deeds, self.told_apart))
        # Summed as bags: gathering all rows first would cost as much as the layer itself, in every call.
        weight = self.own * told_apart[:, None] + torch.nn.functional.embedding_bag(parts, self.shared, mode="sum")
        return weight + deeds @ self.of_deeds, self.bias * told_apart


def action_head(description: dict[str, Any], rules: Definition) -> nn.Module:
    """Turns features into logits; small at first, so that the first policy is nearly uniform."""
    width = description["width"]
    if description["head"] == "factored":
        return FactoredHead(width, rules, description["card_identity"])
    return linear(width, rules.actions.size, 0.01)


# ---- networks --------------------------------------------------------------------------------------------------------


class Mlp(nn.Module):
    """Layers over the flat observation (and the mask, which shows what can be afforded)."""

    def __init__(self, description: dict[str, Any], rules: Definition) -> None:
        super().__init__()
        self.description = description
        self.mask_input = bool(description["mask_input"])
        width, identity = description["width"], description["card_identity"]
        self.cards = CardReader(row_places(rules, identity))
        self.allowed = CardReader(mask_places(rules, identity))
        self.trunk = Trunk(self.cards.size + self.allowed.size * self.mask_input, width, description["layers"])
        self.head = action_head(description, rules)
        self.value = linear(width, 1, 0.01)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) of all actions, legal or not, and values (B,)."""
        features = self.features(rows, masks)
        return self.head(features), self.value(features).squeeze(-1)

    def of_actions(self) -> tuple[Tensor, Tensor]:
        """The row of weights of each action, and what is added to its score."""
        head: Any = self.head
        return head.of_actions() if isinstance(head, FactoredHead) else (head.weight, head.bias)

    def features(self, rows: Tensor, masks: Tensor) -> Tensor:
        """The output of the layers for a row."""
        seen = self.cards(rows)
        if self.mask_input:
            seen = torch.cat([seen, self.allowed(masks.to(rows.dtype))], dim=1)
        found: Tensor = self.trunk(seen)
        return found


# ---- playing ---------------------------------------------------------------------------------------------------------


class TorchNetwork:
    """A network as players use it, in PyTorch."""

    def __init__(self, network: nn.Module) -> None:
        self.network = network

    def evaluate(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        """Scores (N, A), in which illegal actions are far below the rest, and values (N,)."""
        scores = np.empty(masks.shape, dtype=np.float32)
        values = np.empty(len(masks), dtype=np.float32)
        device = next(self.network.parameters()).device
        with torch.inference_mode():
            for start in range(0, len(masks), ROWS):
                part = slice(start, start + ROWS)
                rows = torch.from_numpy(np.ascontiguousarray(observations[part])).to(device)
                legal = torch.from_numpy(np.ascontiguousarray(masks[part])).to(device)
                logits, worth = self.network(rows, legal)
                scores[part] = masked(logits, legal).cpu().numpy()
                values[part] = worth.cpu().numpy().reshape(-1)
        return scores, values


def evaluator_of(network: nn.Module, rules: Definition) -> Evaluator:
    """A network with its present weights, ready to play; in compiled code if there is any for its kind."""
    description = cast(dict[str, Any], network.description)
    if not is_compiled(description):
        return TorchNetwork(network)
    return CompiledNetwork(description, {name: w.cpu().numpy() for name, w in network.state_dict().items()}, rules)
