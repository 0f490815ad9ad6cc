"""The state checker: what must hold in every position between two decisions.

Plain numpy Python, independent of the compiled rules: what they derive is derived here a second time, from content.
INVARIANTS declares everything; `check` raises at the first failure, `broken` lists them all. The first two invariants
guard the others: where shapes or bounds are wrong nothing else is looked at, so no wrong number is ever an index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import FIELDS, GAME_DTYPE
from exodus_env.exodus.rules import (
    action_stage,
    actions,
    assets,
    choices,
    combat,
    conquest,
    council,
    events,
    frames,
    movement,
    turn,
    upkeep,
    window,
    wmd,
)
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.flow import KIND, STEP, A, B, D

Array = np.ndarray[Any, Any]
Problems = Iterator[str]

IN_DECK, DISCARDED, IN_COMBAT = -1, -2, -3
DOOMED: Final = 2
MOST: Final = 32767
WORD: Final = 0xFFFFFFFF
CENTAURIANS: Final = c.PLAYERS
SCORED_LATER: Final = assets.SCORE_PLANETS  # the first line of the score that is empty until the end


class BrokenInvariant(ValueError):
    """A position that no game can reach."""

    def __init__(self, number: int, name: str, problem: str) -> None:
        super().__init__(f"invariant {number} ({name}): {problem}")
        self.number = number
        self.name = name


@dataclass(frozen=True)
class Facts:
    """A position as wide integers, with the content and tables it is played with."""

    g: Any
    t: Any
    rules: Ruleset

    @property
    def players(self) -> range:
        """The seats in play."""
        return range(self.t.players)

    @property
    def top(self) -> list[int]:
        """The top frame; zeros when there is none."""
        return [int(x) for x in self.g.stack[self.g.depth - 1]] if self.g.depth > 0 else [0] * c.FRAME_WIDTH

    def frame(self, kind: int) -> list[int] | None:
        """The lowest frame of a kind."""
        for row in self.g.stack[: self.g.depth]:
            if row[KIND] == kind:
                return [int(x) for x in row]
        return None

    def step_of(self, kind: int) -> int:
        """The step of the lowest frame of a kind, or -1."""
        frame = self.frame(kind)
        return -1 if frame is None else frame[STEP]


def _pick(array: Array, *index: int) -> int:
    """An entry, or -1 where the index is out of range."""
    for i, size in zip(index, array.shape):
        if not 0 <= i < size:
            return -1
    return int(array[index])


def _wide(record: Any) -> SimpleNamespace:
    """The fields of a record as Python integers and 64-bit arrays."""
    wide: dict[str, Any] = {}
    for name in record.dtype.names:
        value = np.asarray(record[name])
        wide[name] = int(value) if value.ndim == 0 else value.astype(np.int64)
    return SimpleNamespace(**wide)


@lru_cache(maxsize=64)
def _wide_tables(rules: Ruleset) -> SimpleNamespace:
    return _wide(rules.t)


def _unequal(name: str, found: Array, wanted: Array) -> Problems:
    """Where an array is not what it should be."""
    if not np.array_equal(found, wanted):
        where = tuple(int(i) for i in np.argwhere(found != wanted)[0])
        yield f"{name}{list(where)} is {int(found[where])}, should be {int(wanted[where])}"


def _empty(name: str, array: Array, value: int, when: str) -> Problems:
    """Where an array that should be empty is not."""
    if (array != value).any():
        where = tuple(int(i) for i in np.argwhere(array != value)[0])
        yield f"{name}{list(where)} is {int(array[where])} {when}, should be {value}"


# 1, 2: the record itself ----------------------------------------------------------------------------------------------


def _schema(record: Any) -> str | None:
    """What is wrong with the form of a record."""
    if not isinstance(record, np.ndarray | np.void):
        return f"{type(record).__name__} is not a numpy record"
    if record.dtype != GAME_DTYPE:
        return f"its type has {len(record.dtype.names or ())} fields that are not those of GAME_DTYPE"
    if isinstance(record, np.ndarray) and record.size != 1:
        return f"{record.size} records where one is expected"
    return None


# Field: which part of each axis is in use (a number of the tables, "" all of it), what the rest holds, and the lowest
# and highest value. A word for the highest stands for an index into that many things.
_BOUNDS: Final[dict[str, tuple[tuple[str, ...], int, int, int | str]]] = {
    "rng_key": (("", ""), 0, 0, WORD),
    "rng_counter": (("",), 0, 0, 2**62),
    "scripted": (("",), 0, 0, 6),
    "scripted_count": ((), 0, 0, c.SCRIPTED),
    "depth": ((), 0, 0, c.FRAMES),
    "stack": (("", ""), 0, -1, MOST),
    "actor": ((), 0, -1, "players"),
    "decision": ((), 0, 0, len(choices.DECISIONS) - 1),
    "focus_hex": ((), 0, -1, "hexes"),
    "focus_player": ((), 0, -1, "players"),
    "focus_card": ((), 0, -1, c.PLANETS),
    "decisions": ((), 0, 0, 2**31 - 1),
    "over": ((), 0, 0, 1),
    "turn": ((), 0, 1, MOST),
    "stage": ((), 0, frames.SETUP, frames.SCORING),
    "conquest": ((), 0, 0, MOST),
    "conquests": ((), 0, 0, MOST),
    "action_round": ((), 0, 0, MOST),
    "order": (("players",), -1, 0, "players"),
    "resource": (("players", ""), 0, 0, MOST),
    "supply": (("players",), 0, 0, MOST),
    "technology": (("players", "technologies"), 0, 0, 1),
    "blueprint": (("players", "", "upgrades"), 0, 0, MOST),
    "dice": (("players", ""), 0, 0, MOST),
    "shield": (("players", ""), 0, 0, MOST),
    "drive": (("players", ""), 0, -MOST, MOST),
    "modifier": (("players", ""), 0, -MOST, MOST),
    "ship_hex": (("players", "ships"), -1, -1, "hexes"),
    "ship_damage": (("players", "ships"), 0, 0, MOST),
    "ship_cargo": (("players", "ships"), 0, 0, MOST),
    "cloaked": (("players", ""), 0, 0, 1),
    "planet": (("hexes",), -1, -1, "planets"),
    "destroyed": (("hexes",), 0, 0, DOOMED),
    "counter": (("hexes",), 0, 0, MOST),
    "population": (("hexes", "players"), 0, 0, MOST),
    "rocket": (("hexes", "rocket_limit"), 0, 0, c.ROCKETS),
    "rocket_target": (("hexes", "rocket_limit"), -1, -1, "hexes"),
    "rocket_owner": (("hexes", "rocket_limit"), -1, -1, "players"),
    "resistance": (("hexes",), 0, 0, c.RESISTANCE_LEVELS),
    "political_deck": (("political_cards",), -1, -1, "political_cards"),
    "political_left": ((), 0, 0, c.POLITICAL_CARDS),
    "revealed": (("revealed_cards",), -1, -1, "political_cards"),
    "law": (("",), -1, -1, "political_cards"),
    "laws": ((), 0, 0, c.LAWS),
    "resolution": (("",), -1, -1, "political_cards"),
    "resolutions": ((), 0, 0, c.REVEALED),
    "vote": (("players",), -1, -1, "revealed_cards"),
    "bid": (("players",), 0, 0, MOST),
    "bid_shown": (("players",), 0, 0, MOST),
    "proposal": (("bonus_proposals",), -1, -1, "bonus_cards"),
    "bonus": ((), 0, -1, "bonus_cards"),
    "spent": (("players", "action_cards"), 0, 0, 1),
    "chosen": (("players",), -1, -1, "action_cards"),
    "shown": (("players",), -1, -1, "action_cards"),
    "card_cubes": (("players",), 0, 0, MOST),
    "reaction_cubes": (("players",), 0, 0, MOST),
    "market": (("market_spaces",), -1, -1, "players"),
    "traders": ((), 0, 0, c.MARKET_SPACES),
    "resistance_deck": (("", "resistance_cards"), -1, -1, "resistance_cards"),
    "resistance_left": (("",), 0, 0, c.RESISTANCE_CARDS),
    "resistance_known": (("",), 0, 0, c.RESISTANCE_CARDS),
    "resistance_owner": (("resistance_cards",), IN_DECK, IN_COMBAT, "players"),
    "taken": (("hexes",), 0, 0, MOST),
    "new_place": (("players",), -1, -1, "players"),
    "moved": (("players", "ships"), 0, 0, MOST),
    "held": (("players", "hexes"), 0, 0, MOST),
    "free_drive": (("hexes",), 0, 0, MOST),
    "path": (("players", "ships", ""), 0, 0, c.DIRECTIONS),
    "stranded": (("players", "ships"), 0, 0, MOST),
    "arrived": (("hexes",), 0, 0, MOST),
    "fought": (("hexes",), 0, 0, 1),
    "fighting": (("players", "ships"), 0, 0, 1),
    "hits": (("players", "ships"), 0, 0, MOST),
    "foe_card": (("",), -1, -1, "resistance_cards"),
    "foe_damage": (("",), 0, 0, MOST),
    "foe_hits": (("",), 0, 0, MOST),
    "rolled": (("",), 0, 0, MOST),
    "wreck_vp": (("players",), 0, 0, MOST),
    "wrecks": (("players",), 0, 0, MOST),
    "score": (("players", ""), 0, -MOST, MOST),
    "rank": (("players",), 0, 0, c.PLAYERS),
    "events": (("", ""), 0, -MOST, MOST),
    "event_count": ((), 0, 0, c.EVENTS),
}
if set(_BOUNDS) != {field[0] for field in FIELDS}:
    raise AssertionError("every field of the record needs bounds")


def _bounds(s: Facts) -> Problems:
    """Every value lies in its range, and what is not in use is empty."""
    for name, (axes, empty, low, high) in _BOUNDS.items():
        array = np.asarray(getattr(s.g, name))
        used = array[tuple(slice(getattr(s.t, axis) if axis else None) for axis in axes)]
        highest = getattr(s.t, high) - 1 if isinstance(high, str) else high
        if used.size and (used.min() < low or used.max() > highest):
            value = used.min() if used.min() < low else used.max()
            yield f"{name} holds {int(value)}, allowed are {low} to {highest}"
        elif used.size < array.size and (array != empty).sum() != (used != empty).sum():
            yield f"{name} is not {empty} where nothing is in use"


# 3 to 6: what players own ---------------------------------------------------------------------------------------------


def _cubes(s: Facts) -> Problems:
    """Each player's cubes are all somewhere."""
    g = s.g
    for player in s.players:
        placed = int(g.population[:, player].sum() + g.ship_cargo[player].sum() + g.technology[player].sum())
        held = int(g.supply[player] + g.reaction_cubes[player] + (g.market == player).sum())
        found = placed + held + s.t.marker_cubes
        if found != s.t.cubes:
            yield f"player {player} has {found} cubes of {s.t.cubes}"


def _ships(s: Facts) -> Problems:
    """Ships carry and endure what their class allows; ships in the supply are as new."""
    g, classes = s.g, s.t.ship_class[: s.t.ships]
    for player in s.players:
        for ship in range(s.t.ships):
            hexagon, damage, cargo = (int(x[player, ship]) for x in (g.ship_hex, g.ship_damage, g.ship_cargo))
            where = f"ship {ship} of player {player}"
            if hexagon < 0 and (damage or cargo):
                yield f"{where} is in the supply with damage {damage} and cargo {cargo}"
            if cargo > s.t.class_capacity[classes[ship]]:
                yield f"{where} carries {cargo}"
            if hexagon >= 0 and damage > g.shield[player, classes[ship]]:
                yield f"{where} has damage {damage} over its shield {int(g.shield[player, classes[ship]])}"


def _resources(s: Facts) -> Problems:
    """Nobody stocks more than the tracks hold."""
    for player, resource in np.argwhere(s.g.resource > s.t.resource_cap):
        yield f"player {player} has {int(s.g.resource[player, resource])} {v.RESOURCES[resource]}"


def _order(s: Facts) -> Problems:
    """Turn order names every player once."""
    order = [int(x) for x in s.g.order[: s.t.players]]
    if sorted(order) != list(s.players):
        yield f"order is {order}"


# 7, 8, 22: cards ------------------------------------------------------------------------------------------------------


def _councils(s: Facts) -> int:
    """How many Councils have revealed their cards."""
    return int(s.g.turn) - (1 if s.g.stage < frames.COUNCIL_STAGE else 0)


def _political(s: Facts) -> Problems:
    """Each political card is at most in one place, each place holds its kind, and as many are left as must be."""
    g, t = s.g, s.t
    piles = {"law": (g.law, g.laws, v.LAW), "resolution": (g.resolution, g.resolutions, v.RESOLUTION)}
    for name, (pile, count, kind) in piles.items():
        yield from _pile(name, pile, count)
        for card in pile[:count]:
            if card >= 0 and t.political_kind[card] != kind:
                yield f"card {int(card)} among the {name}s is none"
    yield from _pile("political_deck", g.political_deck, g.political_left)
    cards = np.concatenate([g.political_deck, g.revealed, g.law, g.resolution])
    found, counts = np.unique(cards[cards >= 0], return_counts=True)
    for card in found[counts > 1]:
        yield f"card {int(card)} is in several places"
    left = max(0, t.political_cards - t.revealed_cards * _councils(s))
    if g.political_left != left:
        yield f"political_left is {g.political_left}, should be {left}"
    yield from _revealed(s)


def _pile(name: str, pile: Array, count: int) -> Problems:
    """A pile is filled from the left, and as high as its count says."""
    if (pile[:count] < 0).any() or (pile[count:] >= 0).any():
        yield f"{name} does not hold {count} cards"


def _revealed(s: Facts) -> Problems:
    """Cards are revealed from the vote until one is enacted."""
    voting = s.g.decision in (choices.D_VOTE, choices.D_VOTE_TENS, choices.D_VOTE_ONES, choices.D_VOTE_TIE)
    if not voting:
        yield from _empty("revealed", s.g.revealed, -1, "outside the vote")
    elif s.g.revealed[0] < 0 or (np.diff((s.g.revealed >= 0).astype(int)) > 0).any():
        yield "revealed is not filled from the left"


def _laws(s: Facts) -> Problems:
    """A Council enacts one card; resolutions hold for a turn."""
    if s.g.laws + s.g.resolutions > _councils(s):
        yield f"{s.g.laws} laws and {s.g.resolutions} resolutions after {_councils(s)} Councils"
    if s.g.resolutions > 1:
        yield f"{s.g.resolutions} resolutions in force"


def _resistance_cards(s: Facts) -> Problems:
    """Each Resistance card is in the deck of its level, with a player, discarded or in combat."""
    g, t = s.g, s.t
    owner, level = g.resistance_owner[: t.resistance_cards], t.resistance_level[: t.resistance_cards]
    for deck in range(c.RESISTANCE_LEVELS):
        count = int(g.resistance_left[deck])
        yield from _pile(f"resistance_deck[{deck}]", g.resistance_deck[deck], count)
        found = sorted(int(card) for card in g.resistance_deck[deck, :count])
        wanted = [int(card) for card in np.flatnonzero((owner == IN_DECK) & (level == deck + 1))]
        if found != wanted:
            yield f"resistance_deck[{deck}] holds {found}, should be {wanted}"
        if g.resistance_known[deck] > count:
            yield f"{int(g.resistance_known[deck])} cards known of {count} in resistance_deck[{deck}]"
    if sorted(np.flatnonzero(owner == IN_COMBAT)) != sorted(g.foe_card[g.foe_card >= 0]):
        yield "resistance_owner does not say which cards are in combat"


def _resistance_ships(s: Facts) -> Problems:
    """A Resistance ship stays where it was put until it is beaten; no more cards are won than ships beaten."""
    g, t = s.g, s.t
    stands = g.resistance[: t.hexes]
    garrison = t.garrison[: t.hexes]
    for hexagon in np.flatnonzero((stands != 0) & (stands != garrison)):
        yield f"resistance[{hexagon}] is {int(stands[hexagon])}, should be 0 or {int(garrison[hexagon])}"
    owner, level = g.resistance_owner[: t.resistance_cards], t.resistance_level[: t.resistance_cards]
    for deck in range(1, c.RESISTANCE_LEVELS + 1):
        won = int(((level == deck) & ((owner >= 0) | (owner == DISCARDED))).sum())
        beaten = int(((garrison == deck) & (stands == 0)).sum())
        if won > beaten:
            yield f"{won} cards of level {deck} won from {beaten} Resistance ships"


# 9 to 11: what follows from technologies, laws and upgrades -----------------------------------------------------------


def _modifiers(s: Facts) -> Problems:
    """The lasting values are those of the base, the best technology, and the cards in force, oldest first."""
    wanted = np.zeros_like(s.g.modifier)
    for player in s.players:
        for number, value in enumerate(_lasting_values(s, player)):
            wanted[player, number] = value
    yield from _unequal("modifier", s.g.modifier, wanted)


def _lasting_values(s: Facts, player: int, learned: bool = True) -> list[int]:
    """A player's lasting values, from content; without technologies where `learned` is false."""
    content = s.rules.content
    values = {name: [modifier.value] for (name, _, _), modifier in zip(v.MODIFIERS, content.modifiers)}
    for known, technology in zip(s.g.technology[player], content.technologies):
        for name, value in technology.effects if known and learned else ():
            values[name].append(value)
    best = [min(values[name]) if better == "low" else max(values[name]) for name, better, _ in v.MODIFIERS]
    for card in (*s.g.law[: s.g.laws], *s.g.resolution[: s.g.resolutions]):
        for effect in content.political_cards[card].effects:
            if effect.do == "modify" and _is_concerned(s, player, effect.target):
                best[effect.a] = effect.c + (0 if effect.b == 1 else best[effect.a])
    return best


def _is_concerned(s: Facts, player: int, target: str) -> bool:
    """Whether a lasting effect on an office, or on everybody, holds for a player."""
    place = list(s.g.order[: s.t.players]).index(player) if player in s.g.order else -1
    return {"chancellor": place == 0, "vice_chancellor": place == 1, "others": place != 0}.get(target, True)


def _blueprints(s: Facts) -> Problems:
    """Blueprints have room for what lies on them, one drive at most, and nothing the player could not have."""
    content, start = s.rules.content, s.t.start_upgrades.sum(axis=0)
    drives = np.array([upgrade.sort == "drive" for upgrade in content.upgrades])
    for player in s.players:
        for number, ship in enumerate(content.ships):
            laid = s.g.blueprint[player, number, : s.t.upgrades]
            where = f"the {ship.id} of player {player}"
            if laid.sum() > ship.slots:
                yield f"{int(laid.sum())} upgrades on {where}, which has {ship.slots} slots"
            if laid[drives].sum() > 1:
                yield f"{int(laid[drives].sum())} drives on {where}"
        for number, laid in enumerate(s.g.blueprint[player].sum(axis=0)[: s.t.upgrades]):
            technology = s.t.upgrade_technology[number]
            if laid > start[number] and technology >= 0 and not s.g.technology[player, technology]:
                yield f"player {player} has {content.upgrades[number].id} without its technology"


def _derived(s: Facts) -> Problems:
    """Dice, shield and drive follow from the upgrades and the lasting values."""
    wanted = {name: np.zeros_like(getattr(s.g, name)) for name in ("dice", "shield", "drive")}
    for player in s.players:
        for number in range(len(s.rules.content.ships)):
            values = _fittings(s, player, number)
            for name, value in zip(wanted, values):
                wanted[name][player, number] = value
    for name, array in wanted.items():
        yield from _unequal(name, getattr(s.g, name), array)


def _fittings(s: Facts, player: int, ship_class: int) -> tuple[int, int, int]:
    """Dice, shield and drive of a ship class."""
    power = {"cannon": 0, "shield": 0, "drive": s.t.basic_drive}
    for upgrade, count in zip(s.rules.content.upgrades, s.g.blueprint[player, ship_class]):
        if upgrade.sort == "drive":
            power["drive"] = max(power["drive"], upgrade.strength if count else 0)
        else:
            power[upgrade.sort] += int(count) * upgrade.strength
    bonus = s.g.modifier[player, v.MODIFIER_NAMES.index("shield_bonus")]
    faster = s.g.modifier[player, v.MODIFIER_NAMES.index("movement")]
    return power["cannon"], max(0, power["shield"] + int(bonus)), power["drive"] + int(faster)


def _technologies(s: Facts) -> Problems:
    """Nobody knows a technology that is not in this game."""
    for player, technology in np.argwhere(s.g.technology > s.t.technology_open):
        yield f"player {player} knows technology {technology}, which is not in this game"


# 12 to 14: the map and the market -------------------------------------------------------------------------------------


def _planets(s: Facts) -> Problems:
    """The layout's planets are on the map once each, home planets at home, counters within their range."""
    g, t = s.g, s.t
    planet = g.planet[: t.hexes]
    for player in s.players:
        if planet[t.home_hex[player]] != t.home_planet[player]:
            yield f"planet {int(planet[t.home_hex[player]])} at the home of player {player}"
    wild = planet[(planet >= 0) & (t.home_of[: t.hexes] < 0)]
    if len(set(wild)) < len(wild) or t.planet_home[wild].any():
        yield f"the planets {sorted(int(x) for x in wild)} are not distinct, or a home planet is among them"
    yield from _unequal("planets of each resource", np.bincount(t.planet_resource[wild], minlength=4), t.map_planets)
    if t.council_hex >= 0 and planet[t.council_hex] >= 0:
        yield "a planet in the High Council hex"
    for hexagon in np.flatnonzero(g.counter[: t.hexes] > np.where(planet >= 0, t.planet_maximum[planet], 0)):
        yield f"counter[{hexagon}] is {int(g.counter[hexagon])}"


def _lost_planets(s: Facts) -> Problems:
    """Home planets last; a destroyed planet is empty; planets fall together, at the end of the Fire WMD Stage."""
    g, t = s.g, s.t
    for hexagon in range(t.hexes):
        gone = g.destroyed[hexagon]
        if gone and (t.home_of[hexagon] >= 0 or g.planet[hexagon] < 0):
            yield f"destroyed[{hexagon}] is {int(gone)} at a home or without a planet"
        if gone == DOOMED and s.step_of(frames.WMD) != wmd.STRIKE:
            yield f"the planet in hex {hexagon} is doomed outside the landing of rockets"
        if (gone == 1 or g.planet[hexagon] < 0) and (g.counter[hexagon] or g.population[hexagon].any()):
            yield f"Population or resources in hex {hexagon}, which has no planet"


def _rockets(s: Facts) -> Problems:
    """Rockets stand on planets, and are aimed only while they are fired, never at homes."""
    g, t = s.g, s.t
    reach = g.modifier[:, v.MODIFIER_NAMES.index("rocket_range")]
    for hexagon, space in np.argwhere((g.rocket > 0) | (g.rocket_target >= 0) | (g.rocket_owner >= 0)):
        target, owner = int(g.rocket_target[hexagon, space]), int(g.rocket_owner[hexagon, space])
        where = f"the rocket in hex {hexagon}, space {space}"
        if g.planet[hexagon] < 0 or g.destroyed[hexagon] == 1 or g.rocket[hexagon, space] == 0:
            yield f"{where} has no planet, or is aimed without being there"
        if (target < 0) != (owner < 0):
            yield f"{where} is fired at {target} by {owner}"
        elif target >= 0 and s.frame(frames.WMD) is None:
            yield f"{where} is aimed outside the Fire WMD Stage"
        elif target >= 0 and (t.home_of[target] >= 0 or g.planet[target] < 0 or target == hexagon):
            yield f"{where} is aimed at hex {target}"
        elif target >= 0 and t.distance[hexagon, target] > reach[owner]:
            yield f"{where} is aimed too far, at hex {target}"


def _market(s: Facts) -> Problems:
    """Market spaces are taken from the left."""
    if s.g.traders > s.t.market_spaces:
        yield f"{s.g.traders} traders on {s.t.market_spaces} spaces"
    yield from _pile("market", s.g.market, s.g.traders)


# 15, 17, 18: bonus actions, action cards, secrets ---------------------------------------------------------------------


def _bonus(s: Facts) -> Problems:
    """Proposals are distinct and stand until the Council ends; the bonus action is one of them and held until done."""
    g, frame = s.g, s.frame(frames.COUNCIL)
    wanted = 0
    if frame is not None and frame[STEP] >= council.PROPOSE:
        wanted = frame[A] if frame[STEP] == council.PROPOSE else min(s.t.bonus_proposals, s.t.bonus_cards)
        if s.top[KIND] == frames.EFFECTS or g.depth > 2:
            wanted = 0  # the political card is still being carried out
    yield from _pile("proposal", g.proposal, wanted)
    made = g.proposal[g.proposal >= 0]
    if len(set(made)) < len(made):
        yield f"proposal holds {[int(x) for x in made]}"
    if g.bonus >= 0 and not (s.frame(frames.ACTION_STAGE) or (s.step_of(frames.COUNCIL) >= council.BID)):
        yield f"bonus is {g.bonus} when none is to be had"
    if g.bonus >= 0 and frame is not None and g.bonus not in made:
        yield f"bonus {g.bonus} was not proposed"


def _action_cards(s: Facts) -> Problems:
    """Cards are chosen in turn order, shown together, spent when shown, and back in hand after the stage."""
    g, frame = s.g, s.frame(frames.ACTION_STAGE)
    step = -1 if frame is None else frame[STEP]
    if step not in (action_stage.PERFORM, action_stage.REACT):
        yield from _empty("shown", g.shown, -1, "when no card is shown")
    if step != action_stage.REACT:
        yield from _empty("card_cubes", g.card_cubes, 0, "outside reactions")
    if frame is None or step == action_stage.WINDOWS:
        yield from _empty("spent", g.spent, 0, "outside the choice and play of cards")
        yield from _empty("reaction_cubes", g.reaction_cubes, 0, "outside the choice and play of cards")
    if frame is None or step != action_stage.CHOOSE:
        yield from _empty("chosen", g.chosen, -1, "when no card is being chosen")
    if frame is not None and step in (action_stage.CHOOSE, action_stage.PERFORM, action_stage.REACT):
        for place in s.players:
            yield from _hand(s, frame, place, int(g.order[place]))
        yield from _reaction_cubes(s)


def _hand(s: Facts, frame: list[int], place: int, player: int) -> Problems:
    """One player's cards in a round."""
    g, third = s.g, frame[B] == 1
    chosen, shown, spent = int(g.chosen[player]), int(g.shown[player]), int(g.spent[player].sum())
    if frame[STEP] == action_stage.CHOOSE:
        if (chosen >= 0) != (place < frame[A]) and not (third and chosen < 0):
            yield f"player {player} at place {place} has chosen {chosen} when place {frame[A]} chooses"
        if chosen >= 0 and g.spent[player, chosen]:
            yield f"player {player} has chosen card {chosen}, which is spent"
        played = g.action_round - 1
    else:
        if shown < 0 and not third:
            yield f"player {player} shows no card"
        elif shown >= 0 and not g.spent[player, shown]:
            yield f"player {player} shows card {shown}, which is not spent"
        played = g.action_round - (1 if shown < 0 else 0)
    returned = 1 if g.action_round > 1 else 0
    if not played - returned <= spent <= played:
        yield f"player {player} has spent {spent} cards in round {g.action_round}"


def _reaction_cubes(s: Facts) -> Problems:
    """Cubes on cards were paid by somebody, a reaction's worth on each."""
    on_cards, paid = int(s.g.card_cubes.sum()), int(s.g.reaction_cubes.sum())
    if on_cards > paid or (s.g.action_round == 1 and on_cards < paid):
        yield f"{on_cards} cubes on cards, {paid} paid"
    if paid and s.t.reactions == 0:
        yield f"{paid} cubes paid in a game without reactions"
    if on_cards == 0:
        return
    discount = v.MODIFIER_NAMES.index("reaction_discount")
    dearest = max(s.t.reaction_cost_own, s.t.reaction_cost_other)
    dearest -= min(_lasting_values(s, player, learned=False)[discount] for player in s.players)
    if (s.g.card_cubes > dearest).any():
        yield f"card_cubes {[int(x) for x in s.g.card_cubes]}, a reaction costs at most {dearest}"


def _secrets(s: Facts) -> Problems:
    """Votes and bids are there only while they are committed and counted, and everybody can pay the own bid."""
    frame = s.frame(frames.COUNCIL)
    step = -1 if frame is None else frame[STEP]
    if frame is not None and step in (council.VOTE, council.BID):
        for place in s.players:
            yield from _commitment(s, frame, place, int(s.g.order[place]))
        return
    if s.g.decision == choices.D_VOTE_TIE:
        for player in s.players:
            if _pick(s.g.revealed, int(s.g.vote[player])) < 0:
                yield f"vote[{player}] is {int(s.g.vote[player])}"
    else:
        yield from _empty("vote", s.g.vote, -1, "outside the vote")
    if s.g.decision == choices.D_VOTE_TIE or step == council.SEAT:
        yield from _unequal("bid", s.g.bid, s.g.bid_shown)
    else:
        yield from _empty("bid", s.g.bid, 0, "outside vote and election")
    if (s.g.bid_shown > s.t.bid_limit).any():
        yield f"bid_shown is {[int(x) for x in s.g.bid_shown]}"


def _commitment(s: Facts, frame: list[int], place: int, player: int) -> Problems:
    """What one player has committed, when the player at frame A is committing."""
    vote, bid = int(s.g.vote[player]), int(s.g.bid[player])
    part = 3 if place < frame[A] else (frame[B] if place == frame[A] else 0)
    if frame[STEP] == council.BID or part == 0:
        if vote >= 0:
            yield f"vote[{player}] is {vote} before it is cast, or in the election"
    elif _pick(s.g.revealed, vote) < 0:
        yield f"vote[{player}] is {vote}, which is no card"
    most = min(int(s.g.resource[player, v.CP]), s.t.bid_limit)
    if bid > (most if part >= 2 else 0) or (part == 2 and bid % 10):
        yield f"bid[{player}] is {bid} with {int(s.g.resource[player, v.CP])} CP"


def _orders(s: Facts) -> Problems:
    """Secret movement orders lead along the map, as far as drives reach, for those who have had their turn."""
    g, frame = s.g, s.frame(frames.MOVEMENT)
    if frame is None or frame[STEP] != movement.ORDER:
        yield from _empty("path", g.path, 0, "outside secret orders")
        return
    for place in s.players:
        player = int(g.order[place])
        for ship in np.flatnonzero(g.path[player].any(axis=1)):
            directions = [int(x) for x in g.path[player, ship]]
            length = sum(1 for x in directions if x)
            if place > frame[A] or length > g.drive[player, s.t.ship_class[ship]] or not all(directions[:length]):
                yield f"ship {ship} of player {player} has orders {directions}"
            elif not _stays_on_map(s, int(g.ship_hex[player, ship]), directions[:length]):
                yield f"orders {directions} lead ship {ship} of player {player} off the map"


def _stays_on_map(s: Facts, hexagon: int, directions: list[int]) -> bool:
    """Whether a path from a hex never leaves the map."""
    for direction in directions:
        hexagon = _pick(s.t.neighbour, hexagon, direction - 1)
    return hexagon >= 0


# 16, 21: flow ---------------------------------------------------------------------------------------------------------

# Frame: the highest step, frames that may lie on it, and the highest value of A, B, C, D, E, F, G (absent: always 0).
# A number of the tables stands for itself, a player, hex or class for its index; values may be -1 where LOWER says so.
_CHILDREN: Final[dict[int, tuple[int, ...]]] = {
    frames.GAME: (frames.UPKEEP, frames.COUNCIL, frames.ACTION_STAGE, frames.WMD, frames.CONQUEST),
    frames.UPKEEP: (frames.WINDOW,),
    frames.COUNCIL: (frames.EFFECTS,),
    frames.EFFECTS: (frames.EFFECTS, frames.PERFORM, frames.LEARN_FREE, frames.BUILD_FREE, frames.EQUIP_FREE),
    frames.ACTION_STAGE: (frames.PERFORM, frames.EFFECTS, frames.WINDOW),
    frames.PERFORM: (frames.EFFECTS,),
    frames.WINDOW: (frames.EFFECTS,),
    frames.CONQUEST: (frames.MOVEMENT, frames.COMBAT),
}
_STEPS: Final[dict[int, int]] = {
    frames.GAME: turn.NEXT_TURN,
    frames.UPKEEP: upkeep.DONE,
    frames.COUNCIL: council.DONE,
    frames.EFFECTS: 0,
    frames.ACTION_STAGE: action_stage.DONE,
    frames.PERFORM: actions.DONE,
    frames.LEARN_FREE: actions.DONE,
    frames.BUILD_FREE: actions.DONE,
    frames.EQUIP_FREE: actions.DONE,
    frames.WINDOW: window.EXCHANGE,
    frames.WMD: wmd.DONE,
    frames.CONQUEST: conquest.DONE,
    frames.MOVEMENT: movement.DONE,
    frames.COMBAT: combat.END,
}
_CLASS: Final = c.CLASSES - 1
_ARGUMENTS: Final[dict[int, tuple[int | str, ...]]] = {
    frames.GAME: ("players", "start_technologies", "start_technology_budget"),
    frames.UPKEEP: ("players", 1, MOST),
    frames.COUNCIL: (max(c.PLAYERS, c.REVEALED), 2, c.REVEALED - 1),
    frames.EFFECTS: ("effects", "effects", c.PLAYERS - 1, "players", "players", 4, 255),
    frames.ACTION_STAGE: ("players", 1),
    frames.PERFORM: (c.PLAYERS - 1, len(v.ACTIONS) - 1, 2, MOST, "upgrades", max(c.CLASSES, c.MARKET_SPACES)),
    frames.LEARN_FREE: (c.PLAYERS - 1, MOST),
    frames.BUILD_FREE: (c.PLAYERS - 1, _CLASS),
    frames.EQUIP_FREE: (c.PLAYERS - 1, 0, 0, 0, "upgrades", _CLASS),
    frames.WINDOW: (c.PLAYERS - 1, "rearrangements", "upgrades", _CLASS, _CLASS),
    frames.WMD: (c.PLAYERS - 1, c.HEXES * c.ROCKET_SPACES, MOST),
    frames.CONQUEST: ("players", "hexes", max(c.HEXES, c.PLAYERS)),
    frames.MOVEMENT: ("players", MOST),
    frames.COMBAT: (c.HEXES - 1, c.PLAYERS - 1, MOST, c.PLAYERS - 1),
}
_BELOW_ZERO: Final = {
    (frames.BUILD_FREE, B),
    (frames.WMD, A),
    (frames.MOVEMENT, A),
    (frames.COMBAT, B),
    (frames.COMBAT, D),
}
_STAGE_FRAMES: Final = {
    frames.UPKEEP_STAGE: frames.UPKEEP,
    frames.COUNCIL_STAGE: frames.COUNCIL,
    frames.ACTIONS_STAGE: frames.ACTION_STAGE,
    frames.WMD_STAGE: frames.WMD,
    frames.CONQUEST_STAGE: frames.CONQUEST,
}

# Decision: the frame and step that ask it, and who decides: the player in frame A, the one at that place in turn order,
# the place before, the Chancellor, the Vice-Chancellor, or by a rule of its own.
_OWN, _PLACE, _LAST_PLACE, _CHANCELLOR, _VICE, _SPECIAL = range(6)
_ASKED: Final[dict[int, tuple[int, int, int]]] = {
    choices.D_START_TECHNOLOGY: (frames.GAME, turn.START, _PLACE),
    choices.D_MINERAL: (frames.UPKEEP, upkeep.INCOME, _PLACE),
    choices.D_WINDOW: (frames.WINDOW, window.OFFER, _OWN),
    choices.D_PLACE_UPGRADE: (frames.WINDOW, window.PLACE, _OWN),
    choices.D_EXCHANGE_UPGRADE: (frames.WINDOW, window.EXCHANGE, _OWN),
    choices.D_VOTE: (frames.COUNCIL, council.VOTE, _PLACE),
    choices.D_VOTE_TENS: (frames.COUNCIL, council.VOTE, _PLACE),
    choices.D_VOTE_ONES: (frames.COUNCIL, council.VOTE, _PLACE),
    choices.D_VOTE_TIE: (frames.COUNCIL, council.ENACT, _CHANCELLOR),
    choices.D_PROPOSE_BONUS: (frames.COUNCIL, council.PROPOSE, _VICE),
    choices.D_TAKE_BONUS: (frames.COUNCIL, council.TAKE, _CHANCELLOR),
    choices.D_ELECTION_TENS: (frames.COUNCIL, council.BID, _PLACE),
    choices.D_ELECTION_ONES: (frames.COUNCIL, council.BID, _PLACE),
    choices.D_ELECTION_TIE: (frames.COUNCIL, council.SEAT, _CHANCELLOR),
    choices.D_NAME_PLAYER: (frames.EFFECTS, 0, _CHANCELLOR),
    choices.D_OPTION: (frames.EFFECTS, 0, _SPECIAL),
    choices.D_CANCEL_LAW: (frames.EFFECTS, 0, _SPECIAL),
    choices.D_FREE_TECHNOLOGY: (frames.LEARN_FREE, actions.DONE, _OWN),
    choices.D_FREE_SHIP: (frames.BUILD_FREE, actions.DONE, _OWN),
    choices.D_FREE_UPGRADE: (frames.EQUIP_FREE, actions.CHOICE, _OWN),
    choices.D_ACTION_CARD: (frames.ACTION_STAGE, action_stage.CHOOSE, _PLACE),
    choices.D_THIRD_CARD: (frames.ACTION_STAGE, action_stage.CHOOSE, _PLACE),
    choices.D_REACT: (frames.ACTION_STAGE, action_stage.REACT, _LAST_PLACE),
    choices.D_RESEARCH: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_BANK_DICE: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_BUILD: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_UPGRADE: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_REPLACE: (frames.PERFORM, actions.REPLACING, _OWN),
    choices.D_MINING_DICE: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_MINE: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_TRADE: (frames.PERFORM, actions.CHOICE, _OWN),
    choices.D_FIRE: (frames.WMD, wmd.ASSIGN, _PLACE),
    choices.D_STRIKE: (frames.WMD, wmd.STRIKE, _SPECIAL),
    choices.D_MOUNT: (frames.CONQUEST, conquest.MOUNT, _PLACE),
    choices.D_MOVE: (frames.MOVEMENT, movement.MOVE, _PLACE),
    choices.D_ORDER: (frames.MOVEMENT, movement.ORDER, _PLACE),
    choices.D_CIVILIAN_FROM: (frames.CONQUEST, conquest.CIVILIAN, _PLACE),
    choices.D_CIVILIAN_TO: (frames.CONQUEST, conquest.CIVILIAN, _PLACE),
    choices.D_UNCLOAK: (frames.CONQUEST, conquest.UNCLOAK, _PLACE),
    choices.D_FORCE_UNCLOAK: (frames.CONQUEST, conquest.RADAR, _PLACE),
    choices.D_BATTLE: (frames.CONQUEST, conquest.BATTLES, _CHANCELLOR),
    choices.D_HIT: (frames.COMBAT, combat.ASSIGN, _SPECIAL),
    choices.D_DEPLOY: (frames.CONQUEST, conquest.DEPLOY, _PLACE),
}
_FOCUSED: Final = {
    "focus_hex": {choices.D_FIRE, choices.D_STRIKE, choices.D_CIVILIAN_TO, choices.D_UNCLOAK}
    | {choices.D_FORCE_UNCLOAK, choices.D_HIT},
    "focus_player": {choices.D_FORCE_UNCLOAK},
    "focus_card": {choices.D_PLACE_UPGRADE, choices.D_EXCHANGE_UPGRADE, choices.D_REPLACE, choices.D_TRADE}
    | {choices.D_FIRE, choices.D_ELECTION_TIE},
}
_PERFORMED: Final = {
    choices.D_RESEARCH: v.RESEARCH,
    choices.D_BANK_DICE: v.BANK,
    choices.D_BUILD: v.BUILD,
    choices.D_UPGRADE: v.UPGRADE,
    choices.D_MINING_DICE: v.MINING,
    choices.D_MINE: v.MINING,
    choices.D_TRADE: v.TRADE,
}


def _flow(s: Facts) -> Problems:
    """Frames lie on frames that push them; somebody must decide until the stack is empty and the game over."""
    g = s.g
    yield from _empty("stack", g.stack[g.depth :], 0, "above the top frame")
    below = -1
    for level in range(g.depth):
        frame = [int(x) for x in g.stack[level]]
        if frame[KIND] not in (_CHILDREN.get(below, ()) if level else (frames.GAME,)):
            yield f"frame {frame[KIND]} on frame {below} at level {level}"
        yield from _frame(s, frame)
        below = frame[KIND]
    if (g.depth == 0) != (g.over == 1) or (g.decision == choices.D_NONE) != (g.over == 1):
        yield f"depth {g.depth}, decision {g.decision}, over {g.over}"
    if g.over == 1 and g.actor != -1:
        yield f"player {g.actor} must act when the game is over"


def _frame(s: Facts, frame: list[int]) -> Problems:
    """Step and arguments of one frame."""
    kind = frame[KIND]
    if kind not in _STEPS:
        yield f"frame {kind} is unknown"
        return
    if not 0 <= frame[STEP] <= _STEPS[kind]:
        yield f"step {frame[STEP]} of frame {frames.NAMES[kind]}"
    highest = _ARGUMENTS[kind]
    for column in range(A, c.FRAME_WIDTH):
        word = highest[column - A] if column - A < len(highest) else 0
        high = getattr(s.t, word) if isinstance(word, str) else word
        low = -1 if (kind, column) in _BELOW_ZERO else 0
        if not low <= frame[column] <= high:
            yield f"{frame[column]} in column {column} of frame {frames.NAMES[kind]}"


def _decision(s: Facts) -> Problems:
    """The pending decision is one that the top frame asks at its step, of the player whose turn it is."""
    g, top = s.g, s.top
    if g.decision == choices.D_NONE:
        return
    name = choices.DECISIONS[g.decision][0]
    kind, step, who = _ASKED[g.decision]
    free = g.decision == choices.D_REPLACE and top[KIND] == frames.EQUIP_FREE
    if (top[KIND] != kind and not free) or top[STEP] != step:
        yield f"{name} asked by frame {top[KIND]} at step {top[STEP]}"
        return
    if top[B] != _PERFORMED.get(g.decision, top[B]):
        yield f"{name} asked in action {top[B]}"
    if g.actor < 0 or g.actor != _decider(s, who):
        yield f"player {g.actor} must decide {name}, should be {_decider(s, who)}"
    for field, decisions in _FOCUSED.items():
        free = field == "focus_player" and g.decision == choices.D_HIT  # the Centaurians are no player
        if (getattr(g, field) >= 0) != (g.decision in decisions) and not free:
            yield f"{field} is {getattr(g, field)} in {name}"


def _decider(s: Facts, who: int) -> int:
    """Who must take the pending decision."""
    g, top = s.g, s.top
    if who == _SPECIAL:
        if g.decision == choices.D_STRIKE:
            return _pick(g.rocket_owner, top[B] // c.ROCKET_SPACES, top[B] % c.ROCKET_SPACES)
        if g.decision == choices.D_HIT and top[D] < 0:
            return (top[B] + 1) % int(s.t.players)
        return _pick(g.order, top[D])
    places = {_PLACE: top[A], _LAST_PLACE: top[A] - 1, _CHANCELLOR: 0, _VICE: 1}
    return _pick(g.order, places[who]) if who in places else top[A]


def _course(s: Facts) -> Problems:
    """Turn, stage, round and Conquest fit each other and the frames."""
    g, t = s.g, s.t
    if g.turn > t.turns or (g.over and g.turn < t.turns) or (g.stage == frames.SETUP and g.turn > 1):
        yield f"turn {g.turn} of {t.turns} in stage {g.stage}"
    kind = int(g.stack[1, KIND]) if g.depth > 1 else -1
    if kind != _STAGE_FRAMES.get(g.stage, -1) or (g.stage == frames.SCORING) != (g.over == 1):
        yield f"stage {g.stage} with frame {kind}, over {g.over}"
    cards = (card for deck in s.rules.content.effect_decks() for card in deck)
    extra = sum(effect.do == "extra_conquest" for card in cards for effect in card.effects)
    if not t.conquests <= g.conquests <= t.conquests + extra:
        yield f"{g.conquests} Conquest Stages"
    low, high = (1, g.conquests) if g.stage == frames.CONQUEST_STAGE else (0, 0)
    if not low <= g.conquest <= high:
        yield f"Conquest {g.conquest} of {g.conquests} in stage {g.stage}"
    yield from _round(s)


def _round(s: Facts) -> Problems:
    """The action round."""
    last, frame = s.t.action_rounds + 1, s.frame(frames.ACTION_STAGE)
    if frame is None:
        if s.g.action_round not in (0, last):
            yield f"action round {s.g.action_round} outside the Action Stage"
    elif not 1 <= s.g.action_round <= last or (frame[B] == 1) != (s.g.action_round == last):
        yield f"action round {s.g.action_round} of {last}"


# 19: scratch ----------------------------------------------------------------------------------------------------------


def _upkeep_scratch(s: Facts) -> Problems:
    """Units taken are noted while a player chooses minerals, on planets with the player's Population."""
    if s.g.decision != choices.D_MINERAL:
        yield from _empty("taken", s.g.taken, 0, "outside the choice of minerals")
    elif s.g.actor >= 0 and (s.g.taken[s.g.population[:, s.g.actor] == 0]).any():
        yield f"units taken where player {s.g.actor} has no Population"


def _movement_scratch(s: Facts) -> Problems:
    """What moved or is held is noted in the movement step."""
    g, frame, ships = s.g, s.frame(frames.MOVEMENT), s.t.ships
    limit = np.zeros_like(g.moved[:, :ships])
    moving = frame is not None and frame[STEP] == movement.MOVE
    if moving and frame is not None:
        limit = np.maximum(0, g.drive[:, s.t.ship_class[:ships]]) * (g.ship_hex[:, :ships] >= 0)
        if s.t.movement == movement.DRIVE_POWER:
            limit = np.minimum(limit, 1)
        for place in range(min(frame[A], s.t.players)):
            limit[g.order[place]] = 0
    for player, ship in np.argwhere(g.moved[:, :ships] > limit):
        yield f"moved[{player}, {ship}] is {int(g.moved[player, ship])}, at most {int(limit[player, ship])}"
    if not (moving and s.t.ship_blocking):
        yield from _empty("held", g.held, 0, "without blocked ships")
        yield from _empty("free_drive", g.free_drive, 0, "without blocked ships")
    elif (g.held > ships * (s.t.players - 1)).any() or (g.free_drive > g.drive.max()).any():
        yield "held or free_drive is more than there can be"


def _conquest_scratch(s: Facts) -> Problems:
    """Cubes that arrived or failed to land and battles fought are noted in their own steps."""
    g, step = s.g, s.step_of(frames.CONQUEST)
    if step != conquest.DEPLOY:
        yield from _empty("stranded", g.stranded, 0, "outside the landing of Population")
    elif (g.stranded > g.ship_cargo).any():
        yield "more cubes stranded than are on board"
    if g.decision not in (choices.D_CIVILIAN_FROM, choices.D_CIVILIAN_TO):
        yield from _empty("arrived", g.arrived, 0, "outside the step of Civilian Ships")
    elif g.actor >= 0 and (g.arrived > g.population[:, g.actor]).any():
        yield f"more cubes arrived than player {g.actor} has there"
    if step != conquest.BATTLES:
        yield from _empty("fought", g.fought, 0, "outside Player Combat")


def _combat_scratch(s: Facts) -> Problems:
    """Who fights, hits and wrecks are noted in combat only, in the hex of the combat."""
    g, frame = s.g, s.frame(frames.COMBAT)
    if frame is None:
        for name in ("fighting", "hits", "foe_damage", "foe_hits", "rolled", "wreck_vp", "wrecks"):
            yield from _empty(name, getattr(g, name), 0, "outside combat")
        yield from _empty("foe_card", g.foe_card, -1, "outside combat")
        return
    yield from _fighters(s, frame)
    yield from _foe(s, frame)
    yield from _rolled(s, frame)
    for player in s.players:
        lost = int((g.ship_hex[player, : s.t.ships] < 0).sum())
        vp = int(g.wreck_vp[player])
        worth = [int(g.wrecks[player]) * int(x(s.t.class_vp)) for x in (np.min, np.max)]
        if g.wrecks[player] > lost or not worth[0] <= vp <= worth[1]:
            yield f"{int(g.wrecks[player])} wrecks of player {player}, worth {vp} VP"


def _fighters(s: Facts, frame: list[int]) -> Problems:
    """Ships that fight are in the hex, on several sides, and no hit is wasted on a doomed ship."""
    g, ships = s.g, s.t.ships
    fighting = g.fighting[:, :ships] == 1
    for player, ship in np.argwhere(fighting & (g.ship_hex[:, :ships] != frame[A])):
        yield f"ship {ship} of player {player} fights in hex {frame[A]}, where it is not"
    room = g.shield[:, s.t.ship_class[:ships]] + 1 - g.ship_damage[:, :ships]
    for player, ship in np.argwhere(g.hits[:, :ships] > np.where(fighting, room, 0)):
        yield f"{int(g.hits[player, ship])} hits on ship {ship} of player {player}"
    sides = {int(player) for player in np.flatnonzero(fighting.any(axis=1))}
    if sides != {frame[B]} if frame[B] >= 0 else len(sides) < 2:
        yield f"players {sorted(sides)} fight in frame {frame}"
    if frame[B] < 0 and _pick(g.fought, frame[A]) != 1:
        yield f"Player Combat in hex {frame[A]}, which is not noted as fought"


def _foe(s: Facts, frame: list[int]) -> Problems:
    """The Centaurian ship in the combat has a card of its level and is not beaten."""
    g, card = s.g, int(s.g.foe_card[0])
    yield from _empty("foe_card", g.foe_card[1:], -1, "after the first")
    if frame[B] < 0:
        yield from _empty("foe_card", g.foe_card, -1, "in Player Combat")
    elif card < 0 or s.t.resistance_level[card] != _pick(g.resistance, frame[A]):
        yield f"Resistance card {card} against a ship of level {_pick(g.resistance, frame[A])}"
    shield = int(s.t.resistance_shield[card]) if card >= 0 else -1
    if g.foe_damage[1:].any() or g.foe_hits[1:].any() or g.foe_damage[0] > max(0, shield):
        yield f"damage {[int(x) for x in g.foe_damage]}, hits {[int(x) for x in g.foe_hits]} on Centaurians"
    if g.foe_damage[0] + g.foe_hits[0] > shield + 1:
        yield f"{int(g.foe_hits[0])} hits on the Centaurian ship"


def _rolled(s: Facts, frame: list[int]) -> Problems:
    """A side has no more hits to assign than its dice, and none once its turn is over."""
    g, ships = s.g, s.t.ships
    most = np.zeros_like(g.rolled)
    most[:CENTAURIANS] = (g.fighting[:, :ships] * g.dice[:, s.t.ship_class[:ships]]).sum(axis=1)
    if g.foe_card[0] >= 0:
        most[CENTAURIANS] = s.t.resistance_dice[g.foe_card[0]]
    for place in s.players:
        if place > frame[D]:
            most[g.order[place]] = 0
    for side in np.flatnonzero(g.rolled > most):
        yield f"rolled[{side}] is {int(g.rolled[side])}, at most {int(most[side])}"


# 20, 23 to 25: score, seats, cloaking, chance and events --------------------------------------------------------------


def _score(s: Facts) -> Problems:
    """The VP track is what combat and cards brought; the rest of the score is there at the end, and ranks with it."""
    g = s.g
    track = g.score[:, assets.SCORE_COMBAT] + g.score[:, assets.SCORE_CARDS]
    yield from _unequal("VP", g.resource[:, v.VP], track)
    if (g.score[:, assets.SCORE_COMBAT] < 0).any():
        yield "VP lost in combat"
    later = np.zeros_like(g.score[:, SCORED_LATER:])
    rank = np.zeros_like(g.rank)
    if g.over:
        for player in s.players:
            lines = _final_lines(s, player)
            later[player, : len(lines)] = lines
        totals = track + later.sum(axis=1)
        for player in s.players:
            rank[player] = 1 + sum(totals[other] > totals[player] for other in s.players)
    yield from _unequal("score after the VP track", g.score[:, SCORED_LATER:], later)
    yield from _unequal("rank", g.rank, rank)


def _final_lines(s: Facts, player: int) -> tuple[int, ...]:
    """VP for planets, hexes, the High Council, Resistance cards and the office, as lines of the score."""
    g, t = s.g, s.t
    planets = 0
    for hexagon in np.flatnonzero(g.population[:, player]):
        cubes = g.population[hexagon]
        if cubes[player] == cubes.max() and not g.destroyed[hexagon]:
            planets += int(t.planet_vp[g.planet[hexagon]]) // int((cubes == cubes.max()).sum())
    hexes = {int(x) for x in g.ship_hex[player] if x >= 0}
    each, council_hex = (int(g.modifier[player, v.MODIFIER_NAMES.index(name)]) for name in ("hex_vp", "council_vp"))
    cards = int(t.resistance_vp[: t.resistance_cards][g.resistance_owner[: t.resistance_cards] == player].sum())
    place = [int(x) for x in g.order].index(player) if player in g.order else 0
    seat = max(0, council_hex) if t.council_hex in hexes else 0
    return planets, len(hexes) * max(0, each), seat, cards, int(t.office_vp[place])


def _seats(s: Facts) -> Problems:
    """In an election the first places are given, one to a player."""
    frame = s.frame(frames.COUNCIL)
    if frame is None or frame[STEP] != council.SEAT:
        yield from _empty("new_place", s.g.new_place, -1, "outside an election")
        return
    given = sorted(int(x) for x in s.g.new_place if x >= 0)
    if given != list(range(frame[A])) or s.g.focus_card != frame[A]:
        yield f"places {given} given and {s.g.focus_card} asked when place {frame[A]} is next"


def _cloaking(s: Facts) -> Problems:
    """Ships are cloaked by Cloaking, from the first Conquest on, and never at the end."""
    g = s.g
    if g.over or (g.turn == 1 and g.stage < frames.CONQUEST_STAGE):
        yield from _empty("cloaked", g.cloaked, 0, "before the first Conquest or at the end")
    if g.stage != frames.CONQUEST_STAGE:
        return
    able = g.modifier[:, v.MODIFIER_NAMES.index("cloaking")] > 0
    for player in np.flatnonzero(g.cloaked.any(axis=1) & ~able):
        yield f"ships of player {player} are cloaked without Cloaking"
    last = g.turn == s.t.turns and g.conquest == g.conquests
    if last and s.step_of(frames.CONQUEST) > conquest.LAST_STAND:
        yield from _empty("cloaked", g.cloaked, 0, "in the last battles")


def _chance(s: Facts) -> Problems:
    """Dice fixed in advance are dice."""
    if (s.g.scripted[: s.g.scripted_count] < 1).any():
        yield f"scripted dice {[int(x) for x in s.g.scripted[: s.g.scripted_count]]}"


def _events(s: Facts) -> Problems:
    """Events are of a known kind."""
    kinds = s.g.events[: s.g.event_count, 0]
    if ((kinds < 1) | (kinds >= len(events.EVENT_KINDS))).any() or s.g.events[:, 5:].any():
        yield f"events of kinds {[int(x) for x in kinds]}"


# All of it ------------------------------------------------------------------------------------------------------------

INVARIANTS: Final[tuple[tuple[int, str, Callable[[Facts], Problems]], ...]] = (
    (2, "bounds", _bounds),
    (3, "cubes", _cubes),
    (4, "ships", _ships),
    (5, "resources", _resources),
    (6, "turn order", _order),
    (7, "political cards", _political),
    (8, "Resistance cards", _resistance_cards),
    (9, "modifiers", _modifiers),
    (10, "dice, shield, drive", _derived),
    (11, "blueprints", _blueprints),
    (12, "planets", _planets),
    (13, "rockets", _rockets),
    (14, "market", _market),
    (15, "bonus action", _bonus),
    (16, "flow", _flow),
    (17, "action cards", _action_cards),
    (18, "secrets", _secrets),
    (19, "combat scratch", _combat_scratch),
    (20, "score", _score),
    (21, "course", _course),
    (22, "laws", _laws),
    (23, "seats", _seats),
    (24, "cloaking", _cloaking),
    (25, "decision", _decision),
    (26, "technologies", _technologies),
    (27, "Resistance ships", _resistance_ships),
    (28, "lost planets", _lost_planets),
    (29, "movement orders", _orders),
    (30, "upkeep scratch", _upkeep_scratch),
    (31, "movement scratch", _movement_scratch),
    (32, "conquest scratch", _conquest_scratch),
    (33, "chance", _chance),
    (34, "events", _events),
)
SCHEMA: Final = (1, "schema")
GUARD: Final = 2  # what fails here makes numbers useless as indices


def failures(record: Any, config: GameConfig) -> Iterator[BrokenInvariant]:
    """Everything that is wrong with a position, one at a time."""
    problem = _schema(record)
    if problem is not None:
        yield BrokenInvariant(*SCHEMA, problem)
        return
    rules = ruleset(config)
    facts = Facts(_wide(np.asarray(record).reshape(-1)[0]), _wide_tables(rules), rules)
    for number, name, invariant in INVARIANTS:
        wrong = False
        for what in invariant(facts):
            wrong = True
            yield BrokenInvariant(number, name, what)
        if wrong and number == GUARD:
            return


def broken(record: Any, config: GameConfig) -> list[str]:
    """Everything that is wrong with a position."""
    return [str(failure) for failure in failures(record, config)]


def check(record: Any, config: GameConfig) -> None:
    """Raise BrokenInvariant where a position is not one that a game can reach."""
    for failure in failures(record, config):
        raise failure
