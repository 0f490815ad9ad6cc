"""The state checker in solitaire play: it accepts sound positions, and names what is wrong with corrupted ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exodus_env.exodus.check import INVARIANTS, broken, check, failures
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import choices, frames, scoring
from exodus_env.exodus.rules.stages import council
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.check import BrokenInvariant
from exodus_env.kit.flow import STEP
from tests.edge_scenes import deal, outfit, reveal, take_back
from tests.position import Position
from tests.rules.early import CARRIER, CRUISER
from tests.test_check import (
    FUZZ,
    OF_SOLITAIRE,
    Corruption,
    both,
    change,
    column,
    one_change,
    put,
    show_for,
    top,
    unable,
)

ALONE, CENTAURIANS = 0, 6
SECURE: dict[str, Any] = {"players": 1, "scenario": "secure_the_borders", "ask_forced": True}
VOID: dict[str, Any] = {"players": 1, "scenario": "edge_of_the_void", "ask_forced": True, "factions": ("sirius",)}
OTHER: dict[str, Any] = {"players": 2, "map": "minimal", "turns": 2}  # a game without solitaire play
ENOUGH = (60, 10, 10)  # CP, Axinium and Phasium for any victory


@cache
def scenes() -> dict[str, tuple[Any, GameConfig]]:
    """The records of all scenes, and the configurations they are of."""
    return {name: (p.games.copy(), p.rules.config) for part in PARTS for name, p in part()}


# What happened before -------------------------------------------------------------------------------------------------


def begun(settings: dict[str, Any], turn: int = 1, **more: Any) -> Position:
    """A game in the Council of a turn, before anything was decided in it."""
    p = Position(1, **{**settings, **more})
    while p.g.turn < turn or p.g.stage < frames.COUNCIL_STAGE:
        p.default()
    return p


def home(p: Position) -> int:
    """The hex of the home planet."""
    return int(p.t.home_hex[ALONE])


def hex_of(p: Position, level: int) -> int:
    """A hex where a Resistance ship of a level is."""
    return int(np.flatnonzero(p.g.resistance == level)[0])


def beat(p: Position, hexagon: int) -> None:
    """The Resistance ships of a hex were beaten, by who was beaten too."""
    p.g.resistance[hexagon] = 0
    p.g.resistance_ships[hexagon] = 0


def gather(p: Position, hexagon: int) -> None:
    """The Resistance ships of the start are in a hex together, but for the strongest, and no others are there."""
    p.g.resistance_ships[:] = 0
    p.g.resistance[:] = 0
    for level in p.t.garrison[p.t.garrison > 0].tolist():
        where = int(np.flatnonzero(p.t.garrison == level)[0]) if level == 3 else hexagon
        p.g.resistance_ships[where, level - 1] += 1
        p.g.resistance[where] = max(int(p.g.resistance[where]), level)


def settle_everything(p: Position) -> None:
    """A cube on every planet that has none, as far as cubes go."""
    for hexagon in np.flatnonzero(p.g.planet >= 0):
        if p.g.population[hexagon].max() == 0 < p.g.supply[ALONE]:
            p.settle(int(hexagon), ALONE, 1)


def accomplish(p: Position) -> None:
    """All that can be asked for."""
    settle_everything(p)
    for hexagon in np.flatnonzero(p.g.resistance):
        beat(p, int(hexagon))
    p.g.resource[ALONE, : v.VP] = ENOUGH


def enact(p: Position, name: str) -> Position:
    """The card lies open in the first place, and passes."""
    reveal(p, 0, p.index("political_cards", name))
    return p.refresh().do("political_card", 0)


def poor_income(p: Position) -> Position:
    """The next Upkeep, in which the player can pay the tax for some minerals only."""
    settle_everything(p)
    p.g.resource[ALONE, : v.VP] = 1, 0, 0
    p.g.counter[p.t.planet_resource[p.g.planet] == v.CP_PRODUCED] = 0
    return p.refresh().until("mineral")


def to_the_end(p: Position) -> Position:
    """The default choice until the game is over."""
    while not p.g.over:
        p.default()
    return p


# Scenes ---------------------------------------------------------------------------------------------------------------


def at_the_border() -> Iterator[tuple[str, Position]]:
    """A turn of the first scenario, and an Upkeep of either."""
    p = begun(SECURE)
    yield "choice", p
    yield "option", enact(p, "mineral_grant")
    p.until("mount")
    p.g.ship_hex[ALONE] = -1
    p.place_ship(ALONE, CARRIER, hex_of(p, 2), cargo=1)
    outfit(p, ALONE, CARRIER, "antimatter_cannon", "singularity_shield", "singularity_shield")
    yield "border hit", p.dice(*[6] * 12).refresh().until("hit")
    p.g.scripted_count = 0
    p.until("deploy")
    spare = int(p.g.population[home(p), ALONE]) - 3
    p.g.population[home(p), ALONE] -= spare
    p.g.supply[ALONE] += spare
    p.g.market[:2] = ALONE
    p.g.traders = 2
    p.g.supply[ALONE] -= 2
    yield "income", poor_income(p)
    yield "void income", poor_income(begun(VOID).until("mount"))


def in_ruins() -> Iterator[tuple[str, Position]]:
    """Rockets at the own home planet."""
    for name, settings in (("border", SECURE), ("void", VOID)):
        p = begun(settings).learn(ALONE, "graviton_rockets").until("mount")
        hexagon = next(int(h) for h in p.t.neighbour[home(p)] if h >= 0 and p.g.planet[h] >= 0)
        p.settle(hexagon, ALONE, 2)
        p.g.rocket[hexagon, 0] = 1 + int(np.flatnonzero(p.t.rocket_damage == v.HITS_PLANET)[0])
        p.g.rocket[hexagon, 1] = 1
        p.refresh().until("fire")
        yield f"{name} fired", p.do("hex", home(p))
        p.dice(*[6] * 6).decline()
        p.g.scripted_count = 0
        yield f"{name} ruins", p.until("move")
    yield "void lost", to_the_end(p)


def accomplished() -> Iterator[tuple[str, Position]]:
    """Every outcome."""
    p = begun(SECURE).until("mount")
    accomplish(p)
    yield "border won", to_the_end(p.refresh())
    p = begun(SECURE, turn=4).until("mount")
    accomplish(p)
    p.g.resource[ALONE, v.CP] = 0
    yield "border won in part", to_the_end(p.refresh())
    yield "border lost", to_the_end(begun(SECURE))


def setting_up() -> Iterator[tuple[str, Position]]:
    """What is decided before turn 1."""
    p = Position(1, **{**VOID, "factions": "chosen"})
    yield "faction", p
    yield "start", p.until("start_hex")


def in_council() -> Iterator[tuple[str, Position]]:
    """A Council with turn-order cards, and what offices are good for."""
    p = begun(VOID).learn(ALONE, "visionary_politics")
    p.g.resource[ALONE, v.CP] = 60
    enact(p.refresh(), "rotation_of_office")
    yield "vision", p
    yield "buy", p.until("buy_office")
    take_back(p)
    deal(p, ALONE, *(card.id for card in p.rules.content.combat_cards[: p.t.combat_limit]))
    yield "bought", p.refresh().do("office", 0)


def in_combat() -> Iterator[tuple[str, Position]]:
    """A combat with several Resistance ships that have come to the home planet, in sight of the NPC's Radar."""
    p = begun(VOID, turn=4).learn(ALONE, "cloaking").until("action_card").remove_ships()
    gather(p, home(p))
    for _ in range(3):
        p.place_ship(ALONE, CRUISER, home(p))
    outfit(p, ALONE, CRUISER, "laser_cannon", "electromagnetic_shield")
    take_back(p)
    deal(p, ALONE, "lucky_shot", "shield_surge")
    yield "in sight", p.refresh().until("combat_card")
    before = p.games.copy()
    yield "second round", p.dice(*[1] * 30).decline().until("combat_card")
    p.games[:] = before
    yield "void hit", p.refresh().dice(*[6] * 30).do("combat_card", p.index("combat_cards", "lucky_shot")).until("hit")


PARTS = (at_the_border, in_ruins, accomplished, setting_up, in_council, in_combat)


def test_every_scene_is_sound() -> None:
    for name, (games, config) in scenes().items():
        assert broken(games, config) == [], name


# One corruption at a time ---------------------------------------------------------------------------------------------


def empty_planets(g: Any, t: Any) -> Any:
    """Hexes of planets where nobody lives."""
    return np.flatnonzero((g.planet >= 0) & (g.population[:, ALONE] == 0))


def standing(g: Any, t: Any) -> int:
    """A hex with Resistance ships."""
    return int(np.flatnonzero(g.resistance)[0])


def another_level(g: Any, t: Any) -> None:
    """The level told of a hex is not that of its strongest ship."""
    g.resistance[standing(g, t)] = g.resistance[standing(g, t)] % 3 + 1


def untold(g: Any, t: Any) -> None:
    """A Resistance ship of which nothing is told."""
    g.resistance_ships[int(np.flatnonzero((g.planet >= 0) & (g.resistance == 0))[0]), 0] = 1


def strongest(g: Any, t: Any) -> int:
    """The hex where the strongest Resistance ship began."""
    return int(np.flatnonzero(t.garrison == 3)[0])


def weakest(g: Any, t: Any) -> int:
    """A hex where a weak Resistance ship began."""
    return int(np.flatnonzero(t.garrison == 1)[0])


def centre(g: Any, t: Any) -> int:
    """The centre of the map."""
    return int(t.centre_hex)


def at_home(g: Any, t: Any) -> int:
    """The hex of the home planet."""
    return int(t.home_hex[ALONE])


def ship_in(where: Callable[[Any, Any], int], level: int, ships: int = 1) -> Corruption:
    """Resistance ships more in a hex, and told."""

    def corrupt(g: Any, t: Any) -> None:
        hexagon = where(g, t)
        g.resistance_ships[hexagon, level] += ships
        g.resistance[hexagon] = max(int(g.resistance[hexagon]), level + 1)

    return corrupt


def far_away(g: Any, t: Any) -> None:
    """The strongest ship has come further than ships move."""
    g.resistance_ships[strongest(g, t), 2] -= 1
    g.resistance[strongest(g, t)] = 0
    ship_in(at_home, 2)(g, t)


def win_all(g: Any, t: Any) -> None:
    """All cards of a deck are won, and the ships still there."""
    for i in range(g.resistance_left[2]):
        g.resistance_owner[g.resistance_deck[2, i]] = ALONE
    g.resistance_deck[2] = -1
    g.resistance_left[2] = g.resistance_known[2] = 0


def one_foe_less(g: Any, t: Any) -> None:
    """A ship that fights is not in the hex of the combat."""
    g.resistance_ships[int(g.focus_hex), 0] -= 1


def swap_planets(g: Any, t: Any) -> None:
    """Two planets of the same kind have changed places."""
    wild = [h for h in range(t.hexes) if g.planet[h] >= 0 and t.home_of[h] < 0]
    pools = t.planet_pool[g.planet[wild]].tolist()
    one = next(i for i, pool in enumerate(pools) if pool in pools[i + 1 :])
    other = one + 1 + pools[one + 1 :].index(pools[one])
    g.planet[wild[one]], g.planet[wild[other]] = int(g.planet[wild[other]]), int(g.planet[wild[one]])


def forget(g: Any, t: Any) -> None:
    """A technology of the start is not known."""
    g.technology[ALONE, np.flatnonzero(t.start_technology)[0]] = 0
    g.supply[ALONE] += 1


def desert(g: Any, t: Any) -> None:
    """Nobody lives on a planet any longer."""
    hexagon = int(np.flatnonzero(g.population[:, ALONE])[-1])
    g.supply[ALONE] += g.population[hexagon, ALONE]
    g.population[hexagon, ALONE] = 0


def move_home(g: Any, t: Any) -> None:
    """The Population of the home planet lives elsewhere."""
    cubes = int(g.population[t.home_hex[ALONE], ALONE])
    g.population[t.home_hex[ALONE], ALONE] = 0
    g.population[int(np.flatnonzero((g.planet >= 0) & (t.home_of < 0))[0]), ALONE] += cubes


def full_market(g: Any, t: Any) -> None:
    """All spaces are taken as a turn begins."""
    g.supply[ALONE] -= t.market_spaces - g.traders
    g.market[: t.market_spaces] = ALONE
    g.traders = t.market_spaces


def cube_off_market(g: Any, t: Any) -> None:
    """A cube that stays on the market is nowhere."""
    g.traders -= 1
    g.market[int(g.traders)] = -1


def aim_far(g: Any, t: Any) -> None:
    """The rocket flies a hex too far."""
    source = int(np.argwhere(g.rocket_target >= 0)[0][0])
    g.rocket_target[source, 0] = int(np.argmax(np.where(g.planet[: t.hexes] >= 0, t.distance[source, : t.hexes], 0)))
    g.modifier[ALONE, v.MODIFIER_NAMES.index("rocket_range")] = 1


def ruin(g: Any, t: Any) -> None:
    """The home planet is destroyed with all that is there."""
    home = int(t.home_hex[ALONE])
    g.supply[ALONE] += g.population[home, ALONE]
    g.destroyed[home] = 1
    g.population[home] = g.counter[home] = g.rocket[home] = 0


def doom(g: Any, t: Any) -> None:
    """The home planet is said to fall when rockets have landed, and none are fired."""
    g.destroyed[t.home_hex[ALONE]] = 2


def live_in_ruins(g: Any, t: Any) -> None:
    """Population on a planet that is destroyed."""
    g.supply[ALONE] -= 1
    g.population[t.home_hex[ALONE], ALONE] += 1


def hide_foe_card(g: Any, t: Any) -> None:
    """The card of the Resistance lies face down."""
    g.foe_chosen = g.combat_shown[CENTAURIANS]
    g.combat_shown[CENTAURIANS] = -1


def back_to_deck(g: Any, t: Any) -> None:
    """The card of the Resistance was not played."""
    g.foe_deck[int(g.foe_left)] = g.combat_shown[CENTAURIANS]
    g.foe_left += 1
    g.combat_shown[CENTAURIANS] = -1


def show_foe_card(g: Any, t: Any) -> None:
    """The Resistance has played the next card of its deck."""
    g.foe_left -= 1
    g.combat_shown[CENTAURIANS] = g.foe_deck[int(g.foe_left)]
    g.foe_deck[int(g.foe_left)] = -1


def bar(g: Any, t: Any) -> None:
    """Nothing can be bought."""
    g.modifier[ALONE, v.MODIFIER_NAMES.index("elections_barred")] = 1


def poor(resource: int) -> Corruption:
    """Nothing is left of a resource."""
    return put("resource", (ALONE, resource), 0)


COUNCIL = frames.COUNCIL
CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "a turn-order card where there are none", "choice", put("office", None, 0)),
    (2, "a seventh turn-order card", "buy", put("office", None, 6)),
    (2, "too many ships of a level in a hex", "in sight", ship_in(at_home, 0, 4)),
    (2, "two ships of a level where one may be", "choice", ship_in(weakest, 0)),
    (2, "Resistance ships off the map", "choice", put("resistance_ships", (60, 0), 1)),
    (2, "an unknown outcome", "border won", put("outcome", None, 4)),
    (2, "a bonus action", "choice", put("bonus", None, 0)),
    (3, "a cube off the market", "income", cube_off_market),
    (4, "a ship far away before turn 1", "start", put("ship_hex", (ALONE, 0), 0)),
    (7, "the first card is not open", "choice", put("revealed", 0, -1)),
    (7, "a card open too long", "buy", put("revealed", 0, 0)),
    (7, "a card of another Council", "choice", change("political_left", None, 1)),
    (8, "a card of a combat in the deck", "void hit", put("foe_card", 2, -1)),
    (9, "a law that holds for another office", "bought", put("office", None, 5)),
    (9, "a law that holds for the Vice-Chancellor", "bought", put("office", None, 1)),
    (13, "a rocket too far", "border fired", aim_far),
    (14, "a full market as a turn begins", "income", full_market),
    (14, "a market taken before turn 1", "income", put("turn", None, 1)),
    (16, "effects of a card when bonus actions are laid out", "option", column(COUNCIL, STEP, council.LAY_OUT)),
    (16, "a combat elsewhere", "border hit", top(frames.COMBAT_HEX, 0)),
    (16, "a combat of nobody", "void hit", top(frames.COMBAT_LONE, -1)),
    (16, "a combat before its turn", "void hit", column(frames.CONQUEST, frames.CONQUEST_PLACE, 0)),
    (19, "more cards than ships", "void hit", one_foe_less),
    (19, "fewer cards than ships", "void hit", lambda g, t: change("resistance_ships", (int(g.focus_hex), 2), 1)(g, t)),
    (21, "a vote", "choice", column(COUNCIL, STEP, council.VOTE)),
    (21, "bonus actions", "buy", column(COUNCIL, STEP, council.PROPOSE)),
    (21, "an election", "buy", column(COUNCIL, STEP, council.BID)),
    (21, "a bid to come", "choice", top(frames.COUNCIL_PART, 1)),
    (21, "a place to choose", "buy", top(frames.COUNCIL_CHOOSER, 1)),
    (21, "more to be dealt cards than one", "bought", column(COUNCIL, frames.COUNCIL_PLACE, 2)),
    (21, "a second Conquest Stage", "border hit", put("conquest", None, 2)),
    (24, "cloaked in sight of Radar", "in sight", put("cloaked", (ALONE, 0), 1)),
    (24, "cloaked at the end in sight of Radar", "void lost", put("cloaked", (ALONE, 0), 1)),
    (25, "a choice in mid Council", "choice", top(frames.COUNCIL_PLACE, 1)),
    (25, "a choice when one is made", "choice", top(frames.COUNCIL_SLOT, 1)),
    (25, "a choice by nobody", "choice", put("actor", None, -1)),
    (25, "a choice in an election", "buy", put("decision", None, choices.D_POLITICAL_CHOICE)),
    (25, "a turn-order card instead of the best", "buy", put("office", None, 0)),
    (25, "a turn-order card where elections are barred", "buy", bar),
    (25, "a turn-order card when all are settled", "buy", top(frames.COUNCIL_PLACE, 1)),
    (25, "hits of the Centaurians", "void hit", top(frames.COMBAT_PLACE, -1)),
    (25, "a card chosen for the Resistance", "in sight", put("decision", None, choices.D_FOE_CARD)),
    (28, "a home to fall in peace", "choice", doom),
    (28, "Population in ruins", "border ruins", live_in_ruins),
    (12, "a planet more in the centre", "faction", put("planet", 0, 3)),
    (58, "a card alone for who cannot", "bought", both(unable("visionary_politics"), put("vision", ALONE, 1))),
    (61, "a card of the Resistance face down", "in sight", hide_foe_card),
    (61, "no card of the Resistance", "in sight", back_to_deck),
    (61, "no card of the Resistance at work", "void hit", back_to_deck),
    (25, "somebody named instead of an option", "option", put("decision", None, choices.D_NAME_PLAYER)),
    (61, "a card of the Resistance in round 2", "second round", show_foe_card),
    (61, "a card of the player's shown too early", "in sight", show_for(ALONE)),
    (62, "another level than that of the ship", "choice", another_level),
    (62, "a level without a ship", "choice", put("resistance_ships", slice(None), 0)),
    (62, "a ship of which nothing is told", "choice", untold),
    (62, "a ship where none began", "choice", ship_in(centre, 0)),
    (62, "a second ship where one began", "buy", ship_in(weakest, 0)),
    (62, "too many ships together", "in sight", ship_in(at_home, 0, 2)),
    (62, "a ship more than entered", "in sight", ship_in(strongest, 2, 3)),
    (62, "a ship that came too far", "buy", far_away),
    (62, "cards won from ships that stand", "choice", win_all),
    (63, "no turn-order card", "buy", put("office", None, -1)),
    (63, "a turn-order card before one is bought", "vision", put("office", None, 4)),
    (63, "a bid", "buy", put("bid", ALONE, 1)),
    (63, "a bid shown", "buy", put("bid_shown", ALONE, 1)),
    (63, "a vote", "choice", put("vote", ALONE, 1)),
    (63, "a place won", "buy", put("new_place", ALONE, 0)),
    (64, "an outcome too early", "choice", put("outcome", None, scoring.WON)),
    (64, "a victory in part too early", "choice", put("outcome", None, scoring.WON_IN_PART)),
    (64, "no outcome", "border lost", put("outcome", None, scoring.UNDECIDED)),
    (64, "won in part, not in full", "border won", put("outcome", None, scoring.WON_IN_PART)),
    (64, "won in full, not in part", "border won in part", put("outcome", None, scoring.WON)),
    (64, "won and lost", "border won", put("outcome", None, scoring.LOST)),
    (64, "won in part and lost", "border won in part", put("outcome", None, scoring.LOST)),
    (64, "lost and won", "border lost", put("outcome", None, scoring.WON)),
    (64, "lost and won in part", "border lost", put("outcome", None, scoring.WON_IN_PART)),
    (64, "won without CP", "border won", poor(v.CP)),
    (64, "won without Axinium", "border won", poor(v.AXINIUM)),
    (64, "won without Phasium", "border won in part", poor(v.PHASIUM)),
    (64, "won with an empty planet", "border won", desert),
    (64, "won with a Resistance ship left", "border won", ship_in(weakest, 0)),
    (64, "won too late", "border won", put("turn", None, 5)),
    (64, "won in part too early", "border won in part", put("turn", None, 3)),
    (64, "lost too early", "border lost", put("turn", None, 4)),
    (64, "lost with a home that is held", "void lost", live_in_ruins),
    (64, "a turn when all is over", "income", put("turn", None, 6)),
    (64, "a home in ruins in the next Council", "buy", ruin),
    (64, "nobody at home as a turn begins", "void income", move_home),
    (65, "planets exchanged", "choice", swap_planets),
    (65, "a planet gone", "faction", lambda g, t: put("planet", weakest(g, t), -1)(g, t)),
    (65, "a technology of the start forgotten", "choice", forget),
    (65, "Population elsewhere before turn 1", "start", move_home),
)


@pytest.mark.parametrize(
    ("number", "what", "scene", "corrupt"), CORRUPTIONS, ids=[f"{row[0]}-{row[1]}" for row in CORRUPTIONS]
)
def test_a_corruption_in_solitaire_play_is_named(number: int, what: str, scene: str, corrupt: Corruption) -> None:
    found, config = scenes()[scene]
    games = found.copy()
    corrupt(games[0], ruleset(config).t)
    assert games.tobytes() != found.tobytes(), "nothing was corrupted"
    assert number in [failure.number for failure in failures(games, config)]
    with pytest.raises(BrokenInvariant, match="invariant"):
        check(games, config)


# What is told of corruptions that break one of several rules of an invariant.
TOLD = {
    "another level than that of the ship": "with ships",
    "a level without a ship": "with ships",
    "a ship of which nothing is told": "with ships",
    "a ship where none began": "fewer began",
    "a second ship where one began": "fewer began",
    "too many ships together": "are together",
    "a ship more than entered": "cards won",
    "a ship that came too far": "none could come",
    "cards won from ships that stand": "cards won",
    "no turn-order card": "are bought",
    "a turn-order card before one is bought": "before a card",
    "an outcome too early": "over 0",
    "no outcome": "over 1",
    "won too late": "should be 3",
    "won in part too early": "should be 0",
    "lost with a home that is held": "should be 0",
    "a turn when all is over": "when the mission has failed",
    "a home in ruins in the next Council": "is destroyed",
    "nobody at home as a turn begins": "nobody lives",
    "planets exchanged": "planet[",
    "a technology of the start forgotten": "at the start",
    "Population elsewhere before turn 1": "Population in hex",
}


@pytest.mark.parametrize("what", TOLD)
def test_the_rule_that_is_broken_is_told(what: str) -> None:
    number, _, scene, corrupt = next(row for row in CORRUPTIONS if row[1] == what)
    found, config = scenes()[scene]
    games = found.copy()
    corrupt(games[0], ruleset(config).t)
    assert any(line.startswith(f"invariant {number} ") and TOLD[what] in line for line in broken(games, config))


def test_every_invariant_of_solitaire_play_has_a_corruption() -> None:
    assert {number for number, _, _ in INVARIANTS if number >= OF_SOLITAIRE} <= {row[0] for row in CORRUPTIONS}


@pytest.mark.parametrize(
    ("number", "corrupt"),
    [
        (2, put("office", None, 0)),
        (2, put("resistance_ships", (3, 0), 1)),
        (2, put("outcome", None, scoring.WON_IN_PART)),
        (21, column(COUNCIL, STEP, council.CHOICE)),
        (21, column(COUNCIL, STEP, council.OFFICE)),
        (25, put("decision", None, choices.D_POLITICAL_CHOICE)),
        (25, put("decision", None, choices.D_BUY_OFFICE)),
        (51, put("outcome", None, scoring.WON)),
    ],
)
def test_what_solitaire_play_brings_is_not_in_other_games(number: int, corrupt: Corruption) -> None:
    p = Position(1, **OTHER).until("election_bid")
    corrupt(p.g, p.t)
    assert number in [failure.number for failure in failures(p.games, p.rules.config)]


def test_the_market_is_free_as_a_turn_begins_in_other_games() -> None:
    p = Position(1, **OTHER).until("mount")
    poor_income(p)
    assert broken(p.games, p.rules.config) == []
    p.g.market[0] = ALONE
    p.g.traders = 1
    p.g.supply[ALONE] -= 1
    assert [failure.number for failure in failures(p.games, p.rules.config)] == [14]


# Any change at all ----------------------------------------------------------------------------------------------------

# Fields where every change of a value in use breaks an invariant, in every scene.
# Not `moved`: a ship may have moved while others move, or not.
RIGID = """
supply modifier depth decision over stage political_left laws resolutions order traders market chosen shown vote bid
bid_shown new_place path outcome planet bonus bonus_open bonus_used proposal resistance_left
resistance_deck population technology score rank foe_card squadron
"""


@FUZZ
@given(st.data())
def test_any_change_of_a_rigid_field_of_solitaire_play_is_caught(data: st.DataObject) -> None:
    found, config = scenes()[data.draw(st.sampled_from(sorted(scenes())))]
    games = found.copy()
    one_change(data.draw, games, data.draw(st.sampled_from(RIGID.split())))
    with pytest.raises(BrokenInvariant):
        check(games, config)


@FUZZ
@given(st.data())
def test_any_changes_anywhere_never_crash_the_checker_of_solitaire_play(data: st.DataObject) -> None:
    found, config = scenes()[data.draw(st.sampled_from(sorted(scenes())))]
    games = found.copy()
    for field in data.draw(st.lists(st.sampled_from([field[0] for field in FIELDS]), min_size=1, max_size=4)):
        one_change(data.draw, games, field)
    assert all(line.startswith("invariant ") for line in broken(games, config))
