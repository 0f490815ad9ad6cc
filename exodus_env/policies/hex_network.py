"""Networks for games on a map of hexes: a token for every hex, and actions scored by the hexes they are about.

Which numbers of the observation belong to which hex, ship or player follows from the axes of its blocks.
`board` passes messages between neighbouring hexes; `attention` lets hexes, ships and players look at each other. An
action that names a hex is also scored by the token of that hex; one that names a ship of the player by the token of
the hex it is in; a move by the token of the hex it leads to.

The map of most games is the same from the first decision to the last (`Definition.coordinates`). Where it grows, the
observation says what lies beside each hex, and `board` takes its neighbours from there in every position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import torch
from torch import Tensor, nn

from exodus_env.kit.definition import Definition
from exodus_env.kit.layout import ActionLayout, Block, Family, ObservationLayout
from exodus_env.policies.network import Mlp, linear

EDGES: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # steps in axial coordinates, by direction

# Blocks by what their axes count; "" lists features
HEXES_OF_OWN_SHIPS: Final = ("ship", "hex")
NEIGHBOURS: Final = ("hex", "neighbour")  # the number + 1 of the hex in each direction, in units; 0 where there is none
SHIPS: Final = ("player", "ship")
CLASSES: Final = ("player", "class", "")  # how strong the classes of a player's ships are


class Board(Mlp):
    """The layers of `mlp`, whose output goes to every hex; hexes then receive messages from their neighbours."""

    def __init__(self, description: dict[str, Any], rules: Definition) -> None:
        super().__init__(description, rules)
        tokens = description["tokens"]
        near, self.growing = None, growing_map(rules)
        if self.growing is None:
            near = neighbours(map_of(rules))
            self.register_buffer("near", torch.from_numpy(adjacency(near)), persistent=False)
        self.reader = HexReader(rules.observations)
        self.place = nn.Parameter(torch.randn(self.reader.rows.count, tokens) * 0.02)
        self.embed = linear(self.reader.size, tokens)
        self.context = linear(description["width"], tokens, 1.0)
        self.stay, self.hear = linear(tokens, tokens), linear(tokens, tokens)
        self.value = linear(description["width"] + 2 * tokens, 1, 0.01)
        self.pointer = Pointer(tokens, rules.actions, near, self.reader.ships)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) of all actions, legal or not, and values (B,)."""
        near: Any = self.near if self.growing is None else self.growing(rows)
        features = self.features(rows, masks)
        hexes, at = self.reader(rows)
        tokens = torch.relu(self.embed(hexes) + self.context(features)[:, None] + self.place)
        tokens = tokens + torch.relu(self.stay(tokens) + self.hear(near @ tokens))
        pooled = torch.cat([features, tokens.mean(1), tokens.amax(1)], dim=1)
        return self.head(features) + self.pointer(tokens, at), self.value(pooled).squeeze(-1)


class Attention(Mlp):
    """Hexes, ships and players as tokens that attend to each other, together with the output of the layers of `mlp`."""

    def __init__(self, description: dict[str, Any], rules: Definition) -> None:
        super().__init__({**description, "layers": 2}, rules)
        tokens = description["tokens"]
        near = neighbours(map_of(rules))
        self.reader = HexReader(rules.observations)
        hidden = () if description["card_identity"] else tuple(rules.cards)
        others = ship_and_player_rows(rules.observations, hidden)
        self.others = nn.ModuleList(RowReader(places) for places in others)
        self.embed = nn.ModuleList(linear(size, tokens) for size in (self.reader.size, *(p.shape[1] for p in others)))
        self.place = nn.Parameter(torch.randn(len(near) + sum(map(len, others)), tokens) * 0.02)
        self.context = linear(description["width"], tokens, 1.0)
        layer = nn.TransformerEncoderLayer(
            tokens, description["attention_heads"], 2 * tokens, dropout=0.0, batch_first=True, norm_first=True
        )
        self.encoder = nn.TransformerEncoder(layer, description["layers"], enable_nested_tensor=False)
        self.gather = linear(tokens, description["width"], 0.5)
        self.pointer = Pointer(tokens, rules.actions, near, self.reader.ships)

    def forward(self, rows: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (B, A) of all actions, legal or not, and values (B,)."""
        features = self.features(rows, masks)
        hexes, at = self.reader(rows)
        groups = [hexes, *(reader(rows) for reader in self.others)]
        embedded = torch.cat([layer(group) for layer, group in zip(self.embed, groups, strict=True)], dim=1)
        tokens = self.encoder(embedded + self.place + self.context(features)[:, None])
        features = features + self.gather(tokens.mean(1))
        logits = self.head(features) + self.pointer(tokens[:, : hexes.shape[1]], at)
        return logits, self.value(features).squeeze(-1)


# ---- the map ---------------------------------------------------------------------------------------------------------


def map_of(rules: Definition) -> Sequence[tuple[int, int]]:
    """The hexes of a game's map; raises ValueError where it has none, or one that grows."""
    if growing_map(rules) is not None:
        raise ValueError(f"network: attention needs a map that stays as it is; that of {rules.game} grows; use board")
    if not rules.coordinates:
        raise ValueError(f"network: board and attention need a map of hexes, which {rules.game} does not have; use mlp")
    return rules.coordinates


def growing_map(rules: Definition) -> GrowingMap | None:
    """What reads the map out of the observation, where it grows."""
    found = [block for block in rules.observations.blocks if block.axes == NEIGHBOURS]
    return GrowingMap(found[0]) if found else None


class GrowingMap(nn.Module):
    """The neighbours of every hex as an observation names them."""

    def __init__(self, block: Block) -> None:
        super().__init__()
        self.block = block

    def forward(self, rows: Tensor) -> Tensor:
        """(B, hexes, hexes): the mean over the neighbours, as a matrix for each row."""
        block = self.block
        named = rows[:, block.start : block.start + block.size].reshape(len(rows), *block.shape)
        numbers = torch.round(named.float() * block.unit).long()  # 0 is nobody
        matrix = named.new_zeros(len(rows), block.shape[0], block.shape[0] + 1)
        matrix = matrix.scatter(2, numbers, 1.0)[:, :, 1:]
        return matrix / matrix.sum(dim=2, keepdim=True).clamp(min=1.0)


def neighbours(coordinates: Sequence[tuple[int, int]]) -> np.ndarray[Any, Any]:
    """(hexes, 6): the neighbour in each direction; the number of hexes if there is none."""
    number = {tuple(place): i for i, place in enumerate(coordinates)}
    return np.array([[number.get((q + step[0], r + step[1]), len(number)) for step in EDGES] for q, r in coordinates])


def adjacency(near: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """(hexes, hexes): the mean over the neighbours, as a matrix."""
    matrix = np.zeros((len(near), len(near) + 1), dtype=np.float32)
    for row, others in zip(matrix, near, strict=True):
        row[others] = 1.0
    matrix = matrix[:, :-1]
    mean: np.ndarray[Any, Any] = matrix / np.maximum(1.0, matrix.sum(axis=1, keepdims=True))
    return mean


class RowReader(nn.Module):
    """Takes rows of features out of the flat observation."""

    def __init__(self, places: np.ndarray[Any, Any]) -> None:
        super().__init__()
        self.count, self.size = places.shape
        self.register_buffer("places", torch.from_numpy(places.reshape(-1)), persistent=False)

    def forward(self, rows: Tensor) -> Tensor:
        """(B, count, size)."""
        places: Any = self.places
        return rows.index_select(1, places).view(len(rows), self.count, self.size)


class HexReader(nn.Module):
    """The features of every hex, and where the viewer's ships are."""

    def __init__(self, observations: ObservationLayout) -> None:
        super().__init__()
        self.at = own_ships(observations)
        self.ships, hexes = self.at.shape
        about_hexes = [b for b in observations.blocks if b.axes[:1] in (("hex",), ("edge",)) and b.axes != NEIGHBOURS]
        parts = [_places(block).reshape(hexes, -1) for block in about_hexes]
        parts += [_places(b).T for b in observations.blocks if b.axes[1:] == ("hex",)]
        self.rows = RowReader(np.concatenate(parts, axis=1))
        self.size = self.rows.size

    def forward(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Features (B, hexes, size), and (B, ships, hexes): 1 where a ship is."""
        at = rows[:, self.at.start : self.at.start + self.at.size]
        return self.rows(rows), at.reshape(len(rows), *self.at.shape)


def own_ships(observations: ObservationLayout) -> Block:
    """The block that says in which hex each of the viewer's ships is."""
    found = [block for block in observations.blocks if block.axes == HEXES_OF_OWN_SHIPS]
    if len(found) != 1:
        need = f"one block with the axes {' and '.join(HEXES_OF_OWN_SHIPS)}"
        raise ValueError(f"network: board and attention need {need}; this game has {len(found)}; use mlp")
    return found[0]


def ship_and_player_rows(observations: ObservationLayout, hidden: Sequence[str]) -> list[np.ndarray[Any, Any]]:
    """Places of the features of each ship (with the strength of its owner's classes), and of each player.

    Blocks of players that have a `hidden` axis are left out.
    """
    about_ships = [block for block in observations.blocks if block.axes[:2] == SHIPS]
    players, ships = about_ships[0].shape[:2]
    each_ship = [_places(block).reshape(players * ships, -1) for block in about_ships]
    fleets = [_places(block).reshape(players, -1) for block in observations.blocks if block.axes == CLASSES]
    strength = [np.repeat(fleet, ships, axis=0) for fleet in fleets]
    each_player = [
        _places(b).reshape(players, -1)
        for b in observations.blocks
        if b.axes[:1] == ("player",) and b.axes[1:2] != ("hex",) and b.axes[-1] not in hidden
    ]
    return [np.concatenate([*each_ship, *strength], axis=1), np.concatenate(each_player, axis=1)]


def _places(block: Block) -> np.ndarray[Any, Any]:
    """The places of a block in the flat row, in the block's shape."""
    places: np.ndarray[Any, Any] = np.arange(block.start, block.start + block.size).reshape(block.shape)
    return places


# ---- actions by hexes ------------------------------------------------------------------------------------------------


class Pointer(nn.Module):
    """What the tokens of hexes add to the logits of actions."""

    def __init__(self, tokens: int, actions: ActionLayout, near: np.ndarray[Any, Any] | None, ships: int) -> None:
        """`near`: the neighbours of each hex; None where the map grows, and no move of a ship is told by direction."""
        super().__init__()
        self.families = [family for family in actions.families if family.size]
        self.hex_families = [f.name for f in self.families if _about(f, "hex")]
        self.ship_families = [f.name for f in self.families if _about(f, "ship") and "player" not in f.factors]
        self.say_hex = linear(tokens, len(self.hex_families), 0.01)
        self.say_ship = linear(tokens, len(self.ship_families), 0.01)
        self.moves = near is not None
        if near is not None:
            self.enter = linear(tokens, ships, 0.01)  # how much each ship likes to go to a hex
            self.register_buffer("near", torch.from_numpy(near), persistent=False)
        else:
            self.ways = [f.name for f in self.families if f.factors == ("direction",)]
            self.say_way = linear(tokens, sum(f.size for f in self.families if f.name in self.ways), 0.01)

    def forward(self, tokens: Tensor, at: Tensor) -> Tensor:
        """(B, A) from tokens (B, hexes, K) and the places of ships (B, ships, hexes)."""
        by_hex, by_ship = self.say_hex(tokens), self.say_ship(at @ tokens)
        pieces = []
        ways = None if self.moves else self.say_way(at[:, 0, None] @ tokens).squeeze(1)  # from where the first ship is
        for family in self.families:
            piece = tokens.new_zeros(len(tokens), 1).expand(-1, family.size)
            if family.name in self.hex_families:
                said = by_hex[:, :, self.hex_families.index(family.name)]
                piece = _spread(said, family, "hex")
            elif family.name in self.ship_families:
                said = by_ship[:, :, self.ship_families.index(family.name)]
                piece = _spread(said, family, "ship")
                if self.moves and "direction" in family.factors:
                    piece = piece + self._moves(tokens, at, family)
            elif ways is not None and family.name in self.ways:
                piece, ways = ways[:, : family.size], ways[:, family.size :]
            pieces.append(piece)
        return torch.cat(pieces, dim=1)

    def _moves(self, tokens: Tensor, at: Tensor, family: Family) -> Tensor:
        """(B, ships * directions): how much a ship wants to go to the hex in each direction."""
        near: Any = self.near
        enter = self.enter(tokens)
        enter = torch.cat([enter, enter.new_zeros(len(enter), 1, enter.shape[2])], dim=1)
        there = enter.index_select(1, near.reshape(-1)).view(len(enter), *near.shape, -1)  # (B, hexes, 6, ships)
        liked = torch.einsum("bsh,bhds->bsd", at, there)
        more = family.sizes[1] - liked.shape[2]  # through the wormhole: its other end is not known here
        return torch.nn.functional.pad(liked, (0, more)).flatten(1)


def _about(family: Family, what: str) -> bool:
    return any(factor == what or factor.startswith(f"{what}_") for factor in family.factors)


def _spread(said: Tensor, family: Family, what: str) -> Tensor:
    """(B, values of a factor) repeated for the other factors of a family."""
    place = next(i for i, f in enumerate(family.factors) if f == what or f.startswith(f"{what}_"))
    before = int(np.prod(family.sizes[:place], dtype=np.int64))
    after = int(np.prod(family.sizes[place + 1 :], dtype=np.int64))
    return said[:, None, :, None].expand(-1, before, -1, after).reshape(len(said), family.size)
