"""Scenes of Edge of Extinction: an empty map, cards that are not in the box, hands to play them from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import FIXED_VALUES, Position
from tests.rules.early import seat
from tests.rules.scenes import CENTRE

FACTIONS = ("sirius", "titan", "arctic", "solaris", "blackwater", "han_xia")  # the first three fight like any other
GUN = "laser_cannon"  # one die
SHIELD = "electromagnetic_shield"  # absorbs one damage
HIT, MISS = 5, 1

_set_up: dict[Any, tuple[Any, Any]] = {}


def edge_of_space(players: int = 2, seed: int = 1, **config: Any) -> Position:
    """Edge of Extinction after setup, without ships, Resistance and cards in hand; seats 0, 1, ... in turn order."""
    factions = config.pop("factions", FACTIONS[:players])
    settings = {"edge_of_extinction": True, "factions": factions, "content": FIXED_VALUES, **config}
    p = Position(seed, players=players, **settings)
    key = (p.rules.config, seed)
    if key not in _set_up:
        while p.g.stage == frames.SETUP:
            p.default()
        _set_up[key] = (p.games.copy(), p.masks.copy())
    p.games[:], p.masks[:] = _set_up[key]
    p.remove_ships()
    p.g.resistance[:] = 0
    p.g.technology[:] = 0
    p.g.supply[:players] = p.t.cubes - p.t.marker_cubes - p.g.population[:, :players].sum(axis=0)
    p.g.combat_hand[:] = 0
    p.g.combat_held[:] = 0
    return seat(p, *range(players))


def change_tables(p: Position, change: Callable[[Any], None]) -> Position:
    """Content that is not in the box, for this position alone."""
    tables = p.rules.tables.copy()
    tables.flags.writeable = True
    change(tables[0])
    tables.flags.writeable = p.rules.tables.flags.writeable
    p.rules = replace(p.rules, tables=tables)
    p.t = p.rules.t
    return p


def effects(*rows: tuple[str, str, int]) -> list[tuple[int, int, int]]:
    """Rows of a card: effect, own or enemies, amount; the rest is empty."""
    written = [(v.COMBAT_EFFECT_NAMES.index(effect), v.WHOM.index(whom), amount) for effect, whom, amount in rows]
    return [*written, *[(-1, 0, 0)] * (3 - len(rows))]


def write_card(
    p: Position,
    kind: int,
    *rows: tuple[str, str, int],
    order: int = 50,
    need: str = "none",
    amount: int = 0,
    cost: int = 0,
    once: int = 0,
) -> Position:
    """Write another text on the combat cards of a kind."""

    def write(t: Any) -> None:
        t.combat_row[kind] = effects(*rows)
        t.combat_order[kind] = order
        t.combat_need[kind] = v.REQUIREMENTS.index(need)
        t.combat_need_amount[kind] = amount
        t.combat_cost[kind] = cost
        t.combat_once[kind] = once

    return change_tables(p, write)


def write_foe_card(
    p: Position, kind: int, *rows: tuple[str, str, int], order: int = 50, need: str = "none", amount: int = 0
) -> Position:
    """Write another text on the Resistance combat cards of a kind."""

    def write(t: Any) -> None:
        t.foe_row[kind] = effects(*rows)
        t.foe_order[kind] = order
        t.foe_need[kind] = v.REQUIREMENTS.index(need)
        t.foe_need_amount[kind] = amount

    return change_tables(p, write)


def hold(p: Position, player: int, *kinds: int) -> Position:
    """Combat cards in a player's hand, from the deck as far as they are there."""
    for kind in kinds:
        p.g.combat_hand[player, kind] += 1
        p.g.combat_held[player] += 1
    return p


def stack_foe_cards(p: Position, *kinds: int) -> Position:
    """The deck of Resistance combat cards, the first to be drawn first."""
    p.g.foe_deck[:] = -1
    p.g.foe_discard[:] = 0
    p.g.foe_left = len(kinds)
    p.g.foe_deck[: len(kinds)] = kinds[::-1]
    return p


def no_foe_cards(p: Position) -> Position:
    """The Resistance has no combat cards."""
    return stack_foe_cards(p)


def fight(p: Position, *dice: int) -> Position:
    """Begin the Player Combat in the centre with these dice; sides roll in turn order."""
    return p.dice(*dice).jump(frames.COMBAT, hex=CENTRE, lone=-1)


def frontier(p: Position, level: int = 1) -> int:
    """A Resistance ship in a hex next to the centre."""
    hexagon = int(p.t.flight[CENTRE, 0])
    p.g.resistance[hexagon] = level
    return hexagon


def put_on_top(p: Position, level: int, dice: int, shield: int) -> int:
    """Write these values on the Resistance card on top of its deck."""
    card = int(p.g.resistance_deck[level - 1, int(p.g.resistance_left[level - 1]) - 1])

    def write(t: Any) -> None:
        t.resistance_dice[card], t.resistance_shield[card], t.resistance_aim[card] = dice, shield, 0

    change_tables(p, write)
    return card


def told(p: Position, kind: int) -> list[tuple[int, ...]]:
    """The arguments of the events of a kind since the last decision."""
    return [tuple(int(x) for x in row[1:5]) for row in p.g.log[: p.g.log_count] if row[0] == kind]
