"""Observations are complete: whatever a player may know shows, whichever field of the record it stands in.

Every field that is public or a player's own is changed in positions that play reaches, to values that play reaches as
well, and two values of it change places. Everybody who may know it must see a difference. What is not seen is listed:
EXCEPTIONS need not be seen, KNOWN_GAPS should be and are not yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.bounds import BOUNDS
from exodus_env.exodus.check.facts import IN_COMBAT, wide_tables
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.choices import DECISIONS
from exodus_env.exodus.rules.frame_declarations import FRAMES
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.batch import DERIVE
from exodus_env.kit.flow import FIRST_COLUMN, KIND
from exodus_env.kit.kernel import COMPILED
from tests.position import Position
from tests.spread import GAMES, by_decision, scenes
from tests.test_hidden_information import OWN, known_planets

PUBLIC = [name for name, _, _, who, _ in FIELDS if who == "public"]
TESTED = (*PUBLIC, *OWN)
SHAPES = {name: shape for name, _, shape, _, _ in FIELDS}
EXCHANGED = " exchanged"  # after the name of a field: two values of it change places
OF_SHIPS = tuple(name for name, _, shape, _, _ in FIELDS if shape[:2] == SHAPES["ship_hex"] and name != "path")

# What need not be seen, and why.
EXCEPTIONS: dict[str, str] = {
    "over": "nobody decides any more",
    "rank": "nobody decides any more",
    "outcome": "nobody decides any more",
    "score": "how the VP came about that `resource` holds",
    "laws": "how long a list is that is seen",
    "resolutions": "how long a list is that is seen",
    "lastings": "how long a list is that is seen",
    "traders": "how long a list is that is seen",
    "emp_dice": "follows from blueprints",
    "hyperspace": "follows from blueprints",
    "room": "follows from blueprints",
    "wreck_vp": "scratch of a combat: what the winner gets for ships that are gone",
    "wrecks": "scratch of a combat: ships that are gone",
    "defender": "scratch while rockets land: who controlled a planet when the first did",
    "proposal exchanged": "order without meaning",
    "wormhole exchanged": "order without meaning",
    "leader_offer exchanged": "order without meaning",
    "satellite exchanged": "order without meaning",
    "market exchanged": "order without meaning",
    "planetary exchanged": "who bought how many of a kind is seen; which ones does not matter",
    "barrier exchanged": "whose barrier it is does not matter once it is placed",
    "lasting exchanged": "what effects of the turn add up to for each player is seen",
    "second_start exchanged": "counts while ships are set up, and is seen by their place then",
}
# What should be seen and is not yet.
KNOWN_GAPS: dict[str, str] = {}

KNOWN_OF_DECKS = ("resistance_deck", "political_deck", "outpost_deck")  # hidden, and yet partly known

# What a pending decision is about, as far as a column of the frame that asks it holds that and no field does. The actor
# must see it.
OF_DECISIONS: dict[str, str] = {
    "build perform.structures": "structures built by this action",
    "copy_technology learn_free.cost": "the highest cost",
    "debris movement.damage": "damage to assign",
    "deflect_to combat.deflected": "the ship the hit comes from",
    "exchange_upgrade rearrange.source": "the class the upgrade leaves",
    "exchange_upgrade rearrange.target": "the class it goes to",
    "free_technology learn_free.cost": "the highest cost",
    "gain_vp conversion.vp": "VP left",
    "hit combat.round": "the round",
    "ignore_event exploration.visitors": "who came to the hex",
    "jump_ship jumps.jumped": "ships that jumped",
    "mine perform.left": "resources left",
    "mineral upkeep.tax": "tax paid",
    "move movement.step": "the step",
    "outpost outposts.attackers": "who has attacked",
    "pay_aboard combat.cubes": "cubes left to pay",
    "pay_from action_stage.cubes": "cubes left to pay",
    "pay_vp conversion.vp": "VP left",
    "upgrade_from rearrange.target": "the class the upgrade goes to",
    "replace perform.upgrade": "the upgrade to be placed",
    "reward combat.card": "the card that is given",
    "sacrifice_target combat.damage": "the damage",
    "settle settle.cubes": "cubes left",
    "start_technology setting_up.technologies": "technologies chosen",
    "start_technology setting_up.spent": "CP spent",
    "strike wmd.hits": "hits left",
    "take_part perform.action": "the action",
    "third_card action_stage.round": "whether it is everybody's extra action",
    "trade perform.left": "exchanges left",
    "trade perform.traded": "whether the player buys or sells",
}
# Where that is not the same everywhere: the configurations it belongs to.
ONLY_WITH: dict[str, Callable[[GameConfig], bool]] = {
    "build perform.structures": lambda config: not config.modules.isdisjoint(("M7", "M8")),
    "move movement.step": lambda config: config.movement == "drive_power",
    "third_card action_stage.round": lambda config: "M1" in config.modules,
}
NO_LIMIT = 100  # of a cost
OPTIONS = "option effects.row"  # the rows of the options

# Which items of a field mean something -------------------------------------------------------------------------------


def in_combat(g: Any) -> bool:
    """Whether a combat is under way."""
    return bool((g.stack[: g.depth, KIND] == frames.COMBAT).any())


def planets(g: Any) -> Any:
    """Hexes with a planet that everybody sees."""
    return (g.planet >= 0) & (g.destroyed == 0) & (g.face_down == 0)


def ships(g: Any) -> Any:
    """Ships on the board."""
    return g.ship_hex >= 0


def fired(g: Any) -> Any:
    """Rockets that are fired, as many as the observation has room for."""
    flying = (g.rocket > 0) & (g.rocket_target >= 0)
    return flying & (np.cumsum(flying).reshape(flying.shape) <= c.FIRED)


def fleets(g: Any) -> Any:
    """By player, hexes where the player has ships."""
    found = np.zeros(g.cloaked.shape, bool)
    for player, ship in np.argwhere(g.ship_hex >= 0):
        found[player, g.ship_hex[player, ship]] = True
    return found


def income(g: Any) -> Any:
    """Planets the actor takes minerals from."""
    return planets(g) & (g.population[:, g.actor] > 0) & (g.decision == choices.D_MINERAL)


def ordered(g: Any) -> Any:
    """Steps of movement orders."""
    return g.path > 0


def sides(g: Any) -> Any:
    """Players, and the Centaurians as the last side, in a combat."""
    return np.array([*(g.order >= 0), True]) & in_combat(g)


def fought(g: Any) -> int:
    """Who is fought in the combat under way, -1 where there is none."""
    found = g.stack[: g.depth][g.stack[: g.depth, KIND] == frames.COMBAT]
    return int(found[-1, frames.COMBAT_KIND]) if len(found) else -1


def under_decks(g: Any) -> Any:
    """Resistance cards that everybody saw go under a deck."""
    found = np.zeros(len(g.resistance_owner), bool)
    for deck, known in zip(g.resistance_deck, g.resistance_known):
        found[deck[:known]] = True
    return found


def listed(count: str) -> Callable[[Any], Any]:
    """The first entries of a list, as many as another field says."""
    return lambda g: int(g[count])


PRICES = [
    v.MODIFIER_NAMES.index(name)
    for name in (
        *("research_discount", "military_discount", "civilian_discount", "transport_discount"),
        *("ship_cp", "ship_axinium", "upgrade_cp", "upgrade_phasium", "market_bonus"),
    )
]
MEANT: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(OF_SHIPS, ships),
    **dict.fromkeys(("counter", "second_counter"), planets),
    **dict.fromkeys(("population", "rocket", "planetary"), lambda g: planets(g)[:, None]),
    **dict.fromkeys(("rocket_target", "rocket_owner"), fired),
    "taken": income,
    "second_taken": lambda g: income(g) & (g.second_counter > 0),
    **dict.fromkeys(("rolled", "combat_shown"), sides),
    **dict.fromkeys(("edge",), lambda g: sides(g)[:, None]),
    **dict.fromkeys(("combat_chosen", "decoy"), lambda g: sides(g)[:-1]),
    "held": lambda g: ships(g) & (g.decision == choices.D_MOVE),
    "staying": lambda g: fleets(g) & (g.decision == choices.D_MOVE),
    "dealt": lambda g: sides(g)[:-1] & (fought(g) == frames.AGAINST_SQUADRONS),
    **dict.fromkeys(("foe_damage", "foe_hits", "foe_card"), lambda g: g.foe_card >= 0),
    **{name: lambda g, name=name: g[name] >= 0 for name in ("focus_hex", "focus_player", "focus_card")},
    **{name: lambda g, name=name: g[name] >= 0 for name in ("leader_offer", "leader_refused", "given_planet")},
    "cloaked": fleets,
    "planet": lambda g: (g.planet >= 0) & (g.destroyed == 0),
    "destroyed": lambda g: (g.planet >= 0) & (g.face_down == 0),
    "outpost_up": lambda g: (g.outpost_there == 1) & (g.outpost > 1),
    "law": listed("laws"),
    "resolution": listed("resolutions"),
    "market": listed("traders"),
    "lasting": listed("lastings"),
    "path": ordered,
    "removed": lambda g: (g.faction >= 0)[:, None],
    "resistance_owner": lambda g: (g.resistance_owner != IN_COMBAT) & ~under_decks(g),
    "modifier": lambda g: np.isin(np.arange(len(g.modifier[0])), PRICES),
}
# Fields with at most one of a value; of each player in those that come second.
UNIQUE = (
    *("order", "planet", "given_planet", "faction", "leader", "leader_offer", "leader_refused", "revealed", "law"),
    *("resolution", "vision", "proposal", "wormhole", "barrier", "second_start", "foe_card"),
)
UNIQUE_OF_A_PLAYER = ("gate", "satellite")
# Lists that are filled from one end: nothing changes places with an entry.
FILLED = ("proposal", "revealed", "wormhole", "gate", "satellite", "leader_offer", "barrier", "rocket")
# Fields whose columns have a meaning each.
BY_COLUMN = ("resource", "lasting", "modifier", "edge")
# What other fields are derived from.
SOURCES = ("technology", "blueprint", "law", "resolution", "lasting", "vision", "leader", "faction", "order", "office")
# Numbers that stand for an entry of content.
ENTRIES = {
    **dict.fromkeys(("planet", "given_planet"), "planets"),
    **dict.fromkeys(("law", "resolution", "revealed", "vision"), "political_cards"),
    **dict.fromkeys(("leader", "leader_offer", "leader_refused"), "leaders"),
    "foe_card": "resistance_cards",
    "event": "events",
}
# Amounts that play seldom leaves at more than 0 between two decisions, and the configurations that have them.
SELDOM: dict[str, Callable[[GameConfig], bool]] = {
    "second_taken": lambda config: "M5" in config.modules,
    "extra_actions": lambda config: "M1" in config.modules,
    "dealt": lambda config: config.mode == "semi_coop",
    "held": lambda config: config.ship_blocking,
    "staying": lambda config: config.ship_blocking,
    "stranded": lambda config: True,
}
# CP beyond which observations show no difference: numbers are cut off at four units (`blocks.MOST`).
TOLD_UP_TO = {"bid": 64, "bid_shown": 64, "vote_bid": 256}
WHAT_IT_DOES = [m.OPCODE, m.ARG_A, m.ARG_B, m.ARG_C]
SMALL = 2
TRIED = 8  # items of a field, until one can be changed
RESEMBLING = 3  # cards much like another
NO_RULES = {"id", "name", "text", "provenance", "reconstructed", "tags", "module", "home", "copies"}


@cache
def used(rules: Ruleset, name: str) -> Any:
    """Which items of a field a configuration has room for."""
    found = np.zeros(SHAPES[name], bool)
    t = wide_tables(rules)
    if name == "bonus_open" and not (t.bonus_draw or t.bonus_once.any()):
        return found  # all of them are open all the time
    found[tuple(slice(getattr(t, axis) if axis else None) for axis in BOUNDS[name][0])] = True
    if name in ("foe_card", "foe_damage", "foe_hits"):
        found[t.foes :] = False
    return found


def meant(rules: Ruleset, g: Any, name: str) -> Any:
    """The items of a field that mean something in a position, by number."""
    found = used(rules, name)
    if name in MEANT:
        where = MEANT[name](g)
        if isinstance(where, int):
            where = (np.arange(len(found)) < where).reshape(-1, *[1] * (found.ndim - 1))
        found = found & where
    return np.flatnonzero(found)


def compared(rules: Ruleset, name: str, one: int, other: int, began: bool) -> int:
    """In how many respects two entries of content differ, apart from their names."""
    deck = getattr(rules.content, ENTRIES[name])
    first, second = vars(deck[one]), vars(deck[other])
    hidden = NO_RULES | ({"amount", "second_amount"} if began else set())
    return sum(first[key] != second[key] for key in first if key not in hidden)


@cache
def resembling(rules: Ruleset, name: str, one: int, began: bool) -> list[int]:
    """Other entries, those first that differ least; not those that differ in nothing but a name."""
    found = [(compared(rules, name, one, other, began), other) for other in range(entries(rules, name))]
    return [other for different, other in sorted(found) if different > 0]


def entries(rules: Ruleset, name: str) -> int:
    """How many entries a field chooses from."""
    highest = BOUNDS[name][3]
    return int(getattr(rules.t, highest)) if isinstance(highest, str) else len(getattr(rules.content, ENTRIES[name]))


def has_begun(g: Any, name: str, item: int) -> bool:
    """Whether the counters of a planet have begun, so that it does not matter any more with how much."""
    return bool(name == "planet" and g.face_down[item] == 0)


def are_alike(rules: Ruleset, g: Any, name: str, item: int, one: int, other: int) -> bool:
    """Whether two values differ in nothing but a name, or in nothing that is still told."""
    if name in TOLD_UP_TO and min(one, other) >= TOLD_UP_TO[name]:
        return True
    if name == "lasting" and item % 2 == 0:
        return bool((rules.t.effect[one, WHAT_IT_DOES] == rules.t.effect[other, WHAT_IT_DOES]).all())
    if name not in ENTRIES or min(one, other) < 0:
        return False
    return other not in resembling(rules, name, one, has_begun(g, name, item))


# Changes -------------------------------------------------------------------------------------------------------------


class Change(NamedTuple):
    """Items of a field that get other values, and who may know."""

    what: str
    field: str
    items: list[int]
    values: list[int]
    viewers: list[int]


class Table:
    """Positions of a configuration, and the values that fields have in them."""

    def __init__(self, rules: Ruleset, positions: list[Any], seed: int = 0) -> None:
        self.rules = rules
        self.positions = positions
        self.rng = np.random.default_rng(seed)
        self.games = rules.new_games(1)
        self.row = np.zeros((1, rules.observations.size), np.float32)
        self.deriving = Position(1, **rules.config.to_dict())
        self.shown: set[str] = set()
        self.met: dict[tuple[str, int, int], set[int]] = {}
        for games in positions:
            for name in TESTED:
                flat = games[name].reshape(-1)
                items = meant(rules, games[0], name)
                for column in self.columns(name):
                    those = items if column < 0 else items[items % SHAPES[name][-1] == column]
                    self.met.setdefault((name, column, going_on(games[0], name)), set()).update(flat[those].tolist())

    def columns(self, name: str) -> range:
        """The columns of a field that have a meaning of their own, or -1."""
        return range(SHAPES[name][-1]) if name in BY_COLUMN else range(-1, 0)

    def possible(self, g: Any, name: str, item: int) -> set[int]:
        """Values that an item could have: all of a small range, else those that were met."""
        _, _, low, high = BOUNDS[name]
        if name in SELDOM or (isinstance(high, int) and high <= SMALL and name != "destroyed"):
            return set(range(low, SMALL + 1 if isinstance(high, str) or high > SMALL else high + 1))
        column = item % SHAPES[name][-1] if name in BY_COLUMN else -1
        return self.met.get((name, column, going_on(g, name)), set())

    def is_alive(self, name: str) -> bool:
        """Whether a field has more than one value in this configuration."""
        found = set[int]().union(*(values for (field, _, _), values in self.met.items() if field == name))
        return len(found) > 1 or (name in SELDOM and SELDOM[name](self.rules.config))

    def seen(self, viewer: int) -> bytes:
        """What a player sees of the position at hand."""
        self.rules.observe_as(self.games, 0, self.rules.tables, viewer, self.row)
        return self.row.tobytes()

    def look_at(self, games: Any) -> None:
        """Take a position to hand."""
        self.games.view(np.uint8)[:] = games.view(np.uint8)

    def blind(self, games: Any, change: Change, before: list[bytes]) -> list[int]:
        """Who of those who may know a change does not see it."""
        self.look_at(games)
        self.games[change.field].reshape(-1)[change.items] = change.values
        if change.field in SOURCES:
            self.deriving.games.view(np.uint8)[:] = self.games.view(np.uint8)
            self.deriving._play(DERIVE)
            self.look_at(self.deriving.games)
        return [viewer for viewer in change.viewers if self.seen(viewer) == before[viewer]]


def going_on(g: Any, name: str) -> int:
    """What a value must have been met with: a focus with its decision, a decision with the frame that asks it."""
    if name.startswith("focus_"):
        return int(g.decision)
    if name == "decision":
        return int(g.stack[g.depth - 1, KIND])
    return int(g.stage) if name == "destroyed" else -1


def may_know(g: Any, name: str, item: int, players: int) -> list[int]:
    """The players who may know an item of a field; prices are those of their player."""
    if name in OWN or name == "modifier":
        return [int(np.unravel_index(item, SHAPES[name])[0])]
    if name == "planet":
        return [player for player in range(players) if known_planets(g, player)[item]]
    return list(range(players))


def is_possible(table: Table, games: Any, name: str, item: int, value: int) -> bool:
    """Whether an item could have another value as things are, and whether it would mean something else."""
    g, flat = games[0], games[name].reshape(-1)
    if are_alike(table.rules, g, name, item, int(flat[item]), value):
        return False
    if name in ("planet", "given_planet") and table.rules.t.planet_pool[flat[item]] != table.rules.t.planet_pool[value]:
        return False
    if name in UNIQUE and value >= 0 and value in flat:
        return False
    if name.startswith("leader"):
        return value >= 0 and not any(value in games[other] for other in ("leader", "leader_offer", "leader_refused"))
    if name in UNIQUE_OF_A_PLAYER and value >= 0:
        return value not in games[name].reshape(SHAPES[name])[np.unravel_index(item, SHAPES[name])[0]]
    if name == "path":
        return value > 0 and leads_somewhere(table.rules, g, [item], [value])
    if name == "resistance_owner":
        return value != IN_COMBAT
    if name in ("focus_hex", "focus_player", "focus_card", "foe_card"):
        return value >= 0
    return True


def leads_somewhere(rules: Ruleset, g: Any, items: list[int], values: list[int]) -> bool:
    """Whether an order stays on the map with other steps."""
    player, ship, _ = np.unravel_index(items[0], SHAPES["path"])
    paths = g.path.copy()
    paths.reshape(-1)[items] = values
    steps = paths[player, ship]
    hexagon = int(g.ship_hex[player, ship])
    for step in steps[steps > 0].tolist():
        hexagon = int(rules.t.neighbour[hexagon, step - 1]) if step <= rules.t.neighbour.shape[1] else -1
        if hexagon < 0:
            return False
    return True


def matters(rules: Ruleset, g: Any, name: str, one: int, other: int) -> tuple[bool, bool]:
    """Whether it matters to others, and to the owner, that two items change places."""
    first, second = np.unravel_index(one, SHAPES[name]), np.unravel_index(other, SHAPES[name])
    if name in OF_SHIPS:
        if first[0] != second[0] or rules.t.ship_class[first[1]] != rules.t.ship_class[second[1]]:
            return False, False  # another ship altogether
        same = all(g[field][first] == g[field][second] for field in OF_SHIPS if field != name)
        return not same or bool(g.fighting[first] or g.fighting[second]), True
    if name in ("rocket", "rocket_target", "rocket_owner"):
        apart = first[0] != second[0] or (name != "rocket" and g.rocket[first] != g.rocket[second])
        return bool(apart), bool(apart)
    if name == "path":
        values = [int(g.path[second]), int(g.path[first])]
        way = first[:2] == second[:2] and leads_somewhere(rules, g, [one, other], values)
        return way, way
    if name == "combat_shown":
        return False, False
    return True, True


def single_changes(table: Table, games: Any, name: str) -> Iterator[Change]:
    """An item of a field gets another value: where it stands for a card or a planet, one much like it."""
    g, flat = games[0], games[name].reshape(-1)
    for item in table.rng.permutation(meant(table.rules, g, name))[:TRIED].tolist():
        viewers = may_know(g, name, item, table.rules.config.players)
        others = table.possible(g, name, item) - {int(flat[item])}
        if name in ENTRIES and flat[item] >= 0:
            others = resembling(table.rules, name, int(flat[item]), has_begun(g, name, item))[:RESEMBLING]
        values = [value for value in sorted(others) if is_possible(table, games, name, item, value)]
        if values and viewers:
            yield Change(name, name, [item], [int(table.rng.choice(values))], viewers)
            return


def exchanges(table: Table, games: Any, name: str) -> Iterator[Change]:
    """Two values of a field change places."""
    g, flat = games[0], games[name].reshape(-1)
    players = table.rules.config.players
    items = meant(table.rules, g, name)
    if name in FILLED:
        items = items[flat[items] >= (1 if name == "rocket" else 0)]
    for item in table.rng.permutation(items).tolist():
        others = items[flat[items] != flat[item]]
        if name in BY_COLUMN:
            others = others[others % SHAPES[name][-1] == item % SHAPES[name][-1]]
        for other in table.rng.permutation(others).tolist()[:TRIED]:
            to_others, to_owner = matters(table.rules, g, name, item, other)
            if are_alike(table.rules, g, name, item, int(flat[item]), int(flat[other])) or not to_owner:
                continue
            viewers = set(may_know(g, name, item, players)) & set(may_know(g, name, other, players))
            if not to_others:
                viewers &= {int(np.unravel_index(item, SHAPES[name])[0])}
            if viewers:
                values = [int(flat[other]), int(flat[item])]
                yield Change(name + EXCHANGED, name, [item, other], values, sorted(viewers))
                return


def deck_changes(table: Table, games: Any) -> Iterator[Change]:
    """What everybody knows of decks that lie face down: cards at the bottom, and cards that are gone."""
    g, t, everybody = games[0], table.rules.t, list(range(table.rules.config.players))
    width = SHAPES["resistance_deck"][1]
    for level, known in enumerate(g.resistance_known.tolist()):
        if 0 < known < g.resistance_left[level]:
            cards = g.resistance_deck[level, [known - 1, known]].tolist()
            if not are_alike(table.rules, g, "foe_card", 0, *cards):
                items = [level * width + known - 1, level * width + known]
                yield Change("resistance_deck", "resistance_deck", items, cards[::-1], everybody)
    left = int(g.political_left)
    there = {
        card for name in ("political_deck", "revealed", "law", "resolution", "vision") for card in g[name].tolist()
    }
    gone = [card for card in range(t.political_cards) if card not in there]
    if left and gone and not are_alike(table.rules, g, "law", 0, gone[0], int(g.political_deck[0])):
        yield Change("political_deck", "political_deck", [0], [gone[0]], everybody)
    for level, number in enumerate(g.outpost_left.tolist()):
        deck = g.outpost_deck[level, :number]
        entries = table.rules.content.outpost_cards
        for kind in range(t.outpost_cards):
            lost = entries[kind].copies - (deck == kind).sum() - g.outpost_held[:, kind].sum()
            if entries[kind].level == level + 1 and number and lost > 0 and deck[0] != kind:
                items = [level * SHAPES["outpost_deck"][1]]
                yield Change("outpost_deck", "outpost_deck", items, [kind], everybody)


def frame_changes(config: GameConfig, games: Any) -> Iterator[tuple[str, int, int]]:
    """What the pending decision is about, otherwise: name, column of the top frame and its new value."""
    g = games[0]
    frame = g.stack[g.depth - 1]
    declared = FRAMES[frame[KIND]]
    for column, name in enumerate((column.name for column in declared.columns), FIRST_COLUMN):
        what = f"{DECISIONS[int(g.decision)][0]} {declared.name.replace(' ', '_')}.{name}"
        value = int(frame[column])
        belongs = what in OF_DECISIONS and (what not in ONLY_WITH or ONLY_WITH[what](config))
        if belongs and value < NO_LIMIT:
            yield what, column, value - 1 if value > 1 else value + 1


def options_of(rules: Ruleset) -> dict[tuple[Any, ...], tuple[int, int]]:
    """Choices that cards offer, by all that their rows say: the row of the choice, and how many rows there are."""
    effect = rules.t.effect[: rules.t.effects]
    found = {}
    for row in np.flatnonzero(effect[:, m.OPCODE] == v.OPCODE_NAMES.index("choose")).tolist():
        end = row + 1
        while end < len(effect) and effect[end, m.IN_OPTION] > 0:
            end += 1
        found[tuple(effect[row + 1 : end].reshape(-1).tolist())] = (row, end - row)
    return found


# What is seen ---------------------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """How many changes were tried, and those that somebody does not see, in words."""

    tried: Counter[str]
    missed: dict[str, list[str]]


def watch(table: Table, seen: Seen, often: int) -> None:
    """Change everything in the positions of a configuration, each thing at most so often."""
    players = range(table.rules.config.players)
    left: Counter[str] = Counter(dict.fromkeys(KNOWN_OF_DECKS, often))
    for name in TESTED:
        if name not in EXCEPTIONS and table.is_alive(name):
            left[name] = often
            left[name + EXCHANGED] = 0 if name + EXCHANGED in EXCEPTIONS else often
    for i in table.rng.permutation(len(table.positions)):
        games = table.positions[i]
        table.look_at(games)
        before = [table.seen(viewer) for viewer in players]
        for change in some_changes(table, games, left):
            left[change.what] -= 1
            judge(table, games, change, before, seen)
        watch_decision(table, games, before, seen)


def watch_decision(table: Table, games: Any, before: list[bytes], seen: Seen) -> None:
    """Change what the pending decision is about; options are all shown in turn, and must all look different."""
    g = games[0]
    actor, top = int(g.actor), int(g.depth) - 1
    for what, column, value in frame_changes(table.rules.config, games):
        table.look_at(games)
        table.games["stack"][0, top, column] = value
        seen.tried[what] += 1
        if table.seen(actor) == before[actor]:
            seen.missed.setdefault(what, []).append(f"{what} {value} is not seen ({table.rules.config.to_dict()})")
    if g.decision == choices.D_OPTION and OPTIONS not in table.shown:
        table.shown.add(OPTIONS)
        looks: dict[bytes, int] = {}
        for row, rows in options_of(table.rules).values():
            table.look_at(games)
            table.games["stack"][0, top, [frames.EFFECTS_ROW, frames.EFFECTS_ROWS]] = row, rows
            seen.tried[OPTIONS] += 1
            other = looks.setdefault(table.seen(actor), row)
            if other != row:
                found = f"options of rows {other} and {row} look the same ({table.rules.config.to_dict()})"
                seen.missed.setdefault(OPTIONS, []).append(found)


def some_changes(table: Table, games: Any, left: Counter[str]) -> Iterator[Change]:
    """Changes of what was not yet changed often enough."""
    for name in TESTED:
        if left[name] > 0:
            yield from single_changes(table, games, name)
        if left[name + EXCHANGED] > 0:
            yield from exchanges(table, games, name)
    yield from (change for change in deck_changes(table, games) if left[change.what] > 0)


def judge(table: Table, games: Any, change: Change, before: list[bytes], seen: Seen) -> None:
    """Try a change."""
    seen.tried[change.what] += 1
    blind = table.blind(games, change, before)
    if blind:
        g = games[0]
        where = [tuple(int(x) for x in np.unravel_index(item, SHAPES[change.field])) for item in change.items]
        was = g[change.field].reshape(-1)[change.items].tolist() if SHAPES[change.field] else [int(g[change.field])]
        seen.missed.setdefault(change.what, []).append(
            f"{change.what} {where} from {was} to {change.values} in {DECISIONS[int(g.decision)][0]} of player "
            f"{int(g.actor)} is not seen by {blind} ({table.rules.config.to_dict()})"
        )


def positions(games: int, each: int) -> dict[GameConfig, list[Any]]:
    """Positions of every kind by their configuration, met in so many games; and all scenes."""
    found: dict[GameConfig, list[Any]] = {}
    for name, (settings, _) in GAMES.items():
        for kept in by_decision(name, games, each).values():
            found.setdefault(GameConfig(**settings), []).extend(kept)
    for record, config in scenes().values():
        found.setdefault(config, []).append(record)
    return found


@cache
def all_seen(games: int, each: int, often: int) -> Seen:
    """Everything that was tried over all configurations."""
    seen = Seen(Counter(), {})
    for config, found in positions(games, each).items():
        watch(Table(ruleset(config), found), seen, often)
    return seen


# Tests ----------------------------------------------------------------------------------------------------------------

QUICK = {"games": 4, "each": 2, "often": 3}
THOROUGH = {"games": 12, "each": 4, "often": 60}
COMPILED_ALONE = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


def unlisted(seen: Seen) -> list[str]:
    """What is not seen and not listed, an example of each."""
    return [found[0] for what, found in seen.missed.items() if what not in KNOWN_GAPS]


def test_exceptions_and_gaps_name_fields() -> None:
    names = {*TESTED, *(name + EXCHANGED for name in TESTED)}
    assert set(EXCEPTIONS) <= names
    assert set(KNOWN_GAPS) <= names | {*KNOWN_OF_DECKS, *OF_DECISIONS, OPTIONS}
    assert not set(EXCEPTIONS) & set(KNOWN_GAPS)


# Takes over ten seconds: every field of many positions is changed in turn.
@COMPILED_ALONE
def test_whatever_a_player_may_know_is_seen() -> None:
    assert unlisted(all_seen(**QUICK)) == []


@COMPILED_ALONE
def test_every_field_is_changed() -> None:
    tried = all_seen(**QUICK).tried
    assert [name for name in TESTED if name not in EXCEPTIONS and not tried[name] + tried[name + EXCHANGED]] == []
    assert [what for what in (*OF_DECISIONS, OPTIONS) if not tried[what]] == []


@pytest.mark.slow
@COMPILED_ALONE
def test_whatever_a_player_may_know_is_seen_in_many_more_games() -> None:
    assert unlisted(all_seen(**THOROUGH)) == []


@pytest.mark.slow
@COMPILED_ALONE
def test_a_gap_that_is_closed_leaves_the_list() -> None:
    assert set(KNOWN_GAPS) - set(all_seen(**THOROUGH).missed) == set()
