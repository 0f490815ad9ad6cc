"""Scenes of solitaire play: one player, a map of fixed planets, fleets of the Resistance, the end of a turn."""

from __future__ import annotations

from typing import Any

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, turn
from exodus_env.kit.batch import RESET
from tests.position import FIXED_VALUES, Position
from tests.rules.eoe_scenes import change_tables
from tests.rules.scenes import from_stage

BORDERS, VOID = "secure_the_borders", "edge_of_the_void"
SCENARIOS = (BORDERS, VOID)
HYPERSONIC, BIOCHEMICAL, GRAVITON = range(3)
WON, LOST, IN_PART = 1, 2, 3
GUN, SIX = "laser_cannon", "antimatter_cannon"  # one die, six dice
SHIELD, ARMOUR = "electromagnetic_shield", "singularity_shield"  # absorbs one damage, three
HIT, MISS, UNUSED = 5, 1, 3
LAWS = ("open_academies", "common_parts", "border_patrols")

# What tests count with in the scenario that is ours, whatever its values are tuned to: levels of ships that enter and
# rockets by turn; victories as turn, empty planets, CP, Axinium, Phasium, Resistance ships.
ENTERING = {1: (1,), 2: (2, 1), 3: (2, 1), 4: (3, 2), 5: ()}
ROCKETS = {1: None, 2: HYPERSONIC, 3: BIOCHEMICAL, 4: BIOCHEMICAL, 5: GRAVITON}
MOST = 4  # ships of the Resistance in a hex
VICTORIES = {BORDERS: ((4, 0, 30, 9, 9, 0), (5, 1, 0, 8, 7, 2)), VOID: ((5, 3, 20, 5, 5, 0), (5, 5, 0, 3, 3, 3))}

_set_up: dict[Any, tuple[Any, Any]] = {}


def settle_values(t: Any) -> None:
    """The values above."""
    t.office_price, t.npc_radar, t.npc_raid, t.npc_moves, t.foes = 10, 1, 1, 1, MOST
    t.npc_distance = 1
    for number, levels in ENTERING.items():
        t.npc_ships[number] = [levels.count(level) for level in (1, 2, 3)]
        rocket = ROCKETS[number]
        t.npc_rocket[number] = 0 if rocket is None else rocket + 1
    t.victory[:] = VICTORIES[VOID]


# Games ----------------------------------------------------------------------------------------------------------------


def solitaire(scenario: str, seed: int = 1, faction: str = "titan", **config: Any) -> Position:
    """A scenario with setup and the first income over; with Edge of Extinction for a faction that changes no rule."""
    if scenario == VOID:
        config.setdefault("factions", (faction,))
    p = Position(seed, players=1, scenario=scenario, **config)
    key = (p.rules.config, seed)
    if key not in _set_up:
        while p.g.stage == frames.SETUP:
            p.default()
        if p.decision == "mineral":
            p.do("take_all")
        _set_up[key] = (p.games.copy(), p.masks.copy())
    p.games[:], p.masks[:] = _set_up[key]
    return change_tables(p, settle_values) if scenario == VOID else p


def empty(scenario: str = VOID, seed: int = 1, **config: Any) -> Position:
    """A scenario with an empty map: no ships, no Population, no technologies, nothing in stock, nothing on planets."""
    p = solitaire(scenario, seed, **{"content": FIXED_VALUES, **config})
    p.remove_ships()
    p.g.resistance[:] = 0
    p.g.resistance_ships[:] = 0
    p.g.technology[:] = 0
    p.g.population[:] = 0
    p.g.supply[0] = p.t.cubes - p.t.marker_cubes
    p.g.resource[0, :3] = 0
    p.g.counter[:] = 0
    p.g.combat_hand[:] = 0
    p.g.combat_held[:] = 0
    return p


def as_placed(scenario: str, seed: int = 1, **config: Any) -> Position:
    """The game as it is set up: nobody grows and nothing is produced in the Upkeep of turn 1."""
    p = Position(seed, players=1, scenario=scenario, **config)

    def stop(t: Any) -> None:
        for name in ("growth", "cp_extraction", "axinium_extraction", "phasium_extraction"):
            t.modifier_base[v.MODIFIER_NAMES.index(name)] = 0

    change_tables(p, stop)._play(RESET, seed)
    return p


# Places ---------------------------------------------------------------------------------------------------------------


def home(p: Position) -> int:
    """The home hex."""
    return int(p.t.home_hex[0])


def planet_at(p: Position, name: str) -> int:
    """The hex of a planet."""
    return next(h for h in range(p.t.hexes) if p.g.planet[h] == p.index("planets", name))


def planet_hexes(p: Position) -> list[int]:
    """All hexes with a planet, the home planet among them."""
    return [h for h in range(p.t.hexes) if p.g.planet[h] >= 0]


def base_hex(p: Position) -> int:
    """Where the NPC's rockets are fired from."""
    return int(p.t.npc_base)


def entry_hexes(p: Position) -> list[int]:
    """Where the NPC's ships enter."""
    return [int(h) for h in p.t.npc_entry if h >= 0]


# The Resistance -------------------------------------------------------------------------------------------------------


def guard(p: Position, hexagon: int, *levels: int) -> Position:
    """Exactly these Resistance ships in a hex."""
    p.g.resistance_ships[hexagon] = [levels.count(level) for level in (1, 2, 3)]
    p.g.resistance[hexagon] = max(levels, default=0)
    return p


def guards(p: Position, hexagon: int) -> list[int]:
    """The levels of the Resistance ships in a hex; the record's highest level must agree with them."""
    found = [level for level in (1, 2, 3) for _ in range(int(p.g.resistance_ships[hexagon, level - 1]))]
    assert p.g.resistance[hexagon] == max(found, default=0)
    return found


def fleets(p: Position) -> dict[int, list[int]]:
    """All Resistance ships on the map, by hex."""
    found = {h: guards(p, h) for h in range(p.t.hexes)}
    return {h: levels for h, levels in found.items() if levels}


def deck_of(p: Position, level: int) -> list[int]:
    """A Resistance deck, from the bottom up."""
    return [int(card) for card in p.g.resistance_deck[level - 1, : p.g.resistance_left[level - 1]]]


def top_cards(p: Position, *values: tuple[int, int, int]) -> list[int]:
    """Bring cards with (level, dice, shield) to the tops of their decks; of one level the first is revealed first."""
    chosen: list[int] = []
    for level, dice, shield in values:
        chosen.append(
            next(
                card
                for card in deck_of(p, level)
                if (p.t.resistance_dice[card], p.t.resistance_shield[card]) == (dice, shield) and card not in chosen
            )
        )
    for level in (1, 2, 3):
        mine = [card for card in chosen if p.t.resistance_level[card] == level]
        rest = [card for card in deck_of(p, level) if card not in mine]
        p.g.resistance_deck[level - 1, : len(rest) + len(mine)] = [*rest, *mine[::-1]]
    return chosen


# Running --------------------------------------------------------------------------------------------------------------


def end_turn(p: Position, number: int) -> Position:
    """The end of a turn, after its Conquest Stage: the NPC acts, the mission is judged, the next turn may begin."""
    p.g.turn = number
    p.g.conquest = p.g.conquests = p.t.conquests
    return from_stage(p, turn.NEXT_TURN)


def npc_acts(p: Position, number: int = 1) -> Position:
    """The NPC's part of a turn, and nothing after it: this turn is the last one."""

    def shorten(t: Any) -> None:
        t.turns = number

    change_tables(p, shorten)
    end_turn(p, number)
    assert p.g.over == 1
    return p


def stand_still(p: Position) -> Position:
    """A Conquest Stage in which nothing is mounted and no ship moves, up to the next decision or its end."""
    p.jump(frames.CONQUEST)
    while not p.finished and p.decision in ("mount", "move", "hyperspace"):
        p.decline()
    return p


def decisions(p: Position) -> list[str]:
    """Default choices until the frame jumped to has ended; tells what was asked."""
    asked = []
    while not p.finished:
        asked.append(p.decision)
        p.default()
    return asked
