"""The state checker itself: it accepts sound positions, and names what is wrong with corrupted ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env.exodus.check import INVARIANTS, board, broken, check, failures
from exodus_env.exodus.check.bounds import facts_of
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import FIELDS, GAME_DTYPE, new_games
from exodus_env.exodus.rules import assets, choices, frames
from exodus_env.exodus.rules.cards import effects
from exodus_env.exodus.rules.combat import rounds
from exodus_env.exodus.rules.stages import action_stage, conquest, council
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.batch import LOOK
from exodus_env.kit.check import BrokenInvariant
from exodus_env.kit.flow import KIND, STEP
from tests.edge_scenes import scenes as edge_scenes
from tests.effort import ALL
from tests.module_scenes import config_of, explore, scenes
from tests.position import Position, write_frame
from tests.test_random_play import MODULE_POLICIES, POLICIES, SCENARIO_POLICIES, prepare, quick, weights

CONFIG: dict[str, Any] = {"players": 3, "map": "minimal", "turns": 2, "ask_forced": True}
NEEDED: tuple[str, ...] = (
    "action_card",
    "third_card",
    "vote_bid",
    "take_bonus",
    "election_bid",
    "react",
    "window",
)
NEEDED += (
    "upgrade_from",
    "trade",
    "strike",
    "fire",
    "move",
    "civilian_to",
    "hit",
    "deploy",
    "mine",
    "election_tie",
    "take_part",
    "over",
)
EXAMPLES = 1500 if ALL else 100
OF_SOLITAIRE = 62  # the first invariant of solitaire play: test_solitaire_check.py


@cache
def positions(movement: str = "drive_power", needed: tuple[str, ...] = NEEDED) -> dict[str, Any]:
    """Sound positions of random games, by pending decision: for each the last one met in the first game that has it."""
    found: dict[str, Any] = {}
    for seed in range(60):
        policy = POLICIES[3 + seed % (len(POLICIES) - 3)]
        p = Position(seed, movement=movement, **CONFIG)
        rng = np.random.default_rng(seed)
        prepare(p, policy, rng)
        met: dict[str, Any] = {}
        while not p.g.over:
            met[p.decision] = p.games.copy()
            legal = np.flatnonzero(p.masks[0])
            p._play(int(rng.choice(legal, p=weights(p, policy, legal))))
        found = {"over": p.games.copy(), **met, **found}
        if set(needed) <= set(found):
            return found
    raise AssertionError(f"not met: {set(needed) - set(found)}")


def rules_of(movement: str = "drive_power") -> GameConfig:
    """The configuration of the positions."""
    return GameConfig(movement=movement, **CONFIG)


def tables() -> Any:
    """The tables of the positions."""
    return Position(1, movement="drive_power", **CONFIG).t


def test_every_position_met_is_sound() -> None:
    for name, games in positions().items():
        assert broken(games, rules_of()) == [], name
        check(games[0], rules_of())


# One corruption at a time ---------------------------------------------------------------------------------------------

Corruption = Callable[[Any, Any], None]


def put(field: str, index: Any, value: Any) -> Corruption:
    """Set one entry."""

    def corrupt(g: Any, t: Any) -> None:
        if index is None:
            g[field] = value
        else:
            g[field][index] = value

    return corrupt


def source_of_top(source: int) -> Corruption:
    """The action under way says that something else caused it."""

    def corrupt(g: Any, t: Any) -> None:
        g.stack[int(g.depth) - 1, frames.PERFORM_SOURCE] = source

    return corrupt


def change(field: str, index: Any, by: int) -> Corruption:
    """Add to one entry."""

    def corrupt(g: Any, t: Any) -> None:
        if index is None:
            g[field] = g[field] + by
        else:
            g[field][index] += by

    return corrupt


def swap_planets(g: Any, t: Any) -> None:
    """Exchange a home planet with another."""
    home, other = int(t.home_hex[0]), int(t.home_hex[1])
    g.planet[home], g.planet[other] = int(g.planet[other]), int(g.planet[home])


def double_planet(g: Any, t: Any) -> None:
    """The same planet twice."""
    wild = [h for h in range(t.hexes) if g.planet[h] >= 0 and t.home_of[h] < 0]
    g.planet[wild[0]] = g.planet[wild[1]]


def overflowing_counter(g: Any, t: Any) -> None:
    """More on a planet than its counter holds."""
    g.counter[t.home_hex[0]] = t.planet_maximum[g.planet[t.home_hex[0]]] + 1


def destroy_home(g: Any, t: Any) -> None:
    """A home planet is gone."""
    g.destroyed[t.home_hex[1]] = 1


def stray_rocket(g: Any, t: Any) -> None:
    """A rocket where there is no planet."""
    g.rocket[t.council_hex, 0] = 1


def aim_at_home(g: Any, t: Any) -> None:
    """A rocket fired at a home planet."""
    g.rocket[t.home_hex[0], 0] = 1
    g.rocket_target[t.home_hex[0], 0] = t.home_hex[1]
    g.rocket_owner[t.home_hex[0], 0] = 0


def double_law(g: Any, t: Any) -> None:
    """A card of the deck is also in force."""
    g.law[int(g.laws)] = g.political_deck[0]
    g.laws += 1


def double_political(g: Any, t: Any) -> None:
    """The same card twice in the deck."""
    g.political_deck[0] = g.political_deck[1]


def lost_resistance_card(g: Any, t: Any) -> None:
    """A card of a deck is said to be with a player."""
    g.resistance_owner[g.resistance_deck[0, 0]] = 1


def won_without_ship(g: Any, t: Any) -> None:
    """All cards of a deck are won, and the ships still there."""
    for i in range(g.resistance_left[2]):
        g.resistance_owner[g.resistance_deck[2, i]] = 0
    g.resistance_deck[2] = -1
    g.resistance_left[2] = g.resistance_known[2] = 0


def strange_resistance_ship(g: Any, t: Any) -> None:
    """A Resistance ship at a home."""
    g.resistance[t.home_hex[0]] = 1


def market_gap(g: Any, t: Any) -> None:
    """A cube on the second space of the market and none on the first."""
    g.market[:] = -1
    g.market[1] = 0


def too_many_upgrades(g: Any, t: Any) -> None:
    """More upgrades than slots, and what follows from them is right."""
    g.blueprint[0, 0, 0] += 5
    g.dice[0, 0] += 5 * t.upgrade_strength[0]


def unknown_upgrade(g: Any, t: Any) -> None:
    """An upgrade on an empty blueprint without its technology, and what follows from it is right."""
    ship_class = int(np.argmax(t.class_slots))
    cannon = max(u for u in range(t.upgrades) if t.upgrade_sort[u] == 0)
    g.technology[1, t.upgrade_technology[cannon]] = 0
    g.blueprint[1, ship_class] = 0
    g.blueprint[1, ship_class, cannon] = 1


def two_drives(g: Any, t: Any) -> None:
    """Two drives on a blueprint."""
    g.blueprint[0, 3] = 0
    g.blueprint[0, 3, [u for u in range(t.upgrades) if t.upgrade_sort[u] == 2][:2]] = 1


def damaged_ship(g: Any, t: Any) -> None:
    """More damage than shield."""
    player, ship = np.argwhere(g.ship_hex >= 0)[0]
    g.ship_damage[player, ship] = g.shield[player, t.ship_class[ship]] + 1


def overloaded_ship(g: Any, t: Any) -> None:
    """A cube on a ship that carries none."""
    player, ship = np.argwhere(g.ship_hex >= 0)[0]
    g.ship_cargo[player, ship] = t.class_capacity[t.ship_class[ship]] + 1


def ship_without_hex(g: Any, t: Any) -> None:
    """A damaged ship in the supply."""
    g.ship_hex[0, 0] = -1
    g.ship_damage[0, 0] = 1


def stray_population(g: Any, t: Any) -> None:
    """A cube in the High Council hex."""
    g.population[t.council_hex, 0] += 1
    g.supply[0] -= 1


def wrong_actor(g: Any, t: Any) -> None:
    """Somebody else must act."""
    g.actor = (g.actor + 1) % t.players


def vote_for_nothing(g: Any, t: Any) -> None:
    """The voting token is on a place without a card."""
    g.vote[g.actor], g.revealed[2] = 2, -1


def bid_of_others(g: Any, t: Any) -> None:
    """The last player has bid before being asked."""
    g.bid[g.order[t.players - 1]] = 1


def bid_too_much(g: Any, t: Any) -> None:
    """A bid of more than the player has."""
    g.bid[g.actor] = 10 * (g.resource[g.actor, 0] // 10 + 1)


def fighter_elsewhere(g: Any, t: Any) -> None:
    """A ship in another hex fights."""
    player, ship = np.argwhere(g.fighting == 1)[0]
    g.ship_hex[player, ship] = (g.ship_hex[player, ship] + 1) % t.hexes


def cloak(g: Any, t: Any) -> None:
    """A player without Cloaking is cloaked in the last battles."""
    g.cloaked[0, 0] = 1


def spend_chosen(g: Any, t: Any) -> None:
    """The card somebody has chosen is spent."""
    player = int(np.flatnonzero(g.chosen >= 0)[0])
    g.spent[player, g.chosen[player]] = 1


def loud_event(g: Any, t: Any) -> None:
    """An event of no kind."""
    g.log_count = 1
    g.log[0, 0] = 999


CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "actor out of range", "window", put("actor", None, 17)),
    (2, "ship off the map", "window", put("ship_hex", (0, 0), 60)),
    (2, "unused player owns something", "window", put("supply", 5, 1)),
    (2, "unused hex holds something", "window", put("counter", 60, 1)),
    (2, "unused ship is somewhere", "window", put("ship_hex", (0, 14), 3)),
    (2, "ships cloaked off the map", "move", put("cloaked", (0, 60), 1)),
    (2, "upgrades moved too often", "window", put("rearranged", 0, 5)),
    (2, "negative resource", "window", put("resource", (0, 0), -1)),
    (2, "card beyond the deck", "window", put("political_deck", 0, 95)),
    (3, "a cube too many", "window", change("supply", 0, 1)),
    (3, "a cube too few", "mine", change("population", (0, 0), 1)),
    (3, "a cube on the market", "hit", change("ship_cargo", (1, 7), 1)),
    (4, "damage over the shield", "window", damaged_ship),
    (4, "too much cargo", "window", overloaded_ship),
    (4, "damaged ship in the supply", "window", ship_without_hex),
    (5, "too much Axinium", "window", put("resource", (0, 1), 11)),
    (6, "a player twice in turn order", "window", lambda g, t: put("order", 0, int(g.order[1]))(g, t)),
    (7, "a card twice", "window", double_political),
    (7, "a card in two places", "window", double_law),
    (7, "fewer cards than left", "window", change("political_left", None, 1)),
    (7, "cards revealed outside the vote", "window", put("revealed", 0, 1)),
    (8, "a card in deck and hand", "window", lost_resistance_card),
    (8, "more known than there are", "window", put("resistance_known", 0, 60)),
    (8, "deck and count differ", "window", change("resistance_left", 1, -1)),
    (9, "a modifier changed", "window", change("modifier", (0, 3), 1)),
    (
        9,
        "a technology forgotten",
        "window",
        lambda g, t: put("technology", (0, 18), 1 - int(g.technology[0, 18]))(g, t),
    ),
    (10, "dice changed", "window", change("dice", (0, 1), 1)),
    (10, "shield changed", "window", change("shield", (1, 2), 1)),
    (10, "drive changed", "window", change("drive", (2, 3), 1)),
    (11, "too many upgrades", "window", too_many_upgrades),
    (11, "an upgrade without technology", "window", unknown_upgrade),
    (11, "two drives", "window", two_drives),
    (12, "homes exchanged", "window", swap_planets),
    (12, "a planet twice", "window", double_planet),
    (12, "a counter too high", "window", overflowing_counter),
    (13, "a rocket in space", "window", stray_rocket),
    (13, "a rocket at a home", "fire", aim_at_home),
    (13, "a rocket aimed in peace", "window", aim_at_home),
    (14, "a gap in the market", "window", market_gap),
    (14, "traders miscounted", "window", change("traders", None, 1)),
    (15, "a proposal too many", "window", put("proposal", 0, 1)),
    (15, "a bonus at the wrong time", "move", put("bonus", None, 0)),
    (15, "proposals gone", "take_bonus", put("proposal", slice(None), -1)),
    (16, "the stack cut", "hit", change("depth", None, -1)),
    (16, "something above the stack", "hit", put("stack", (20, 3), 1)),
    (16, "a frame of no kind", "hit", put("stack", (1, 0), 40)),
    (16, "a step too far", "hit", put("stack", (1, 1), 40)),
    (16, "a bonus action of no bonus", "take_part", put("bonus", None, -1)),
    (16, "a bonus action caused by a card", "take_part", source_of_top(effects.SOURCE_CARD)),
    (
        16,
        "a bonus action elsewhere",
        "hit",
        put("stack", (1, slice(0, 2)), (frames.EFFECTS, effects.BONUS)),
    ),
    (16, "over too early", "hit", put("over", None, 1)),
    (16, "nothing to decide", "hit", put("decision", None, 0)),
    (16, "somebody acts after the end", "over", put("actor", None, 0)),
    (17, "a chosen card spent", "action_card", spend_chosen),
    (17, "a card chosen at the wrong time", "hit", put("chosen", 0, 1)),
    (17, "a card shown at the wrong time", "hit", put("shown", 0, 1)),
    (17, "cubes on a card", "hit", put("card_cubes", 0, 1)),
    (17, "a shown card not spent", "react", put("spent", slice(None), 0)),
    (18, "a vote at the wrong time", "hit", put("vote", 0, 1)),
    (18, "a bid at the wrong time", "hit", put("bid", 0, 1)),
    (18, "a vote for no card", "vote_bid", vote_for_nothing),
    (18, "a bid before the turn", "vote_bid", bid_of_others),
    (18, "a bid above the CP", "vote_bid", bid_too_much),
    (18, "part of a bid where none has begun", "election_bid", lambda g, t: put("bid", int(g.actor), 1)(g, t)),
    (19, "hits outside combat", "window", put("hits", (0, 0), 1)),
    (19, "a fighter outside combat", "move", put("fighting", (0, 0), 1)),
    (19, "a fighter elsewhere", "hit", fighter_elsewhere),
    (19, "more hits than dice", "hit", put("rolled", slice(None), 30)),
    (19, "wrecks from nowhere", "hit", put("wreck_vp", 0, 9)),
    (20, "VP from nowhere", "window", change("resource", (0, 3), 1)),
    (20, "scored too early", "window", put("score", (0, 3), 2)),
    (20, "ranked too early", "window", put("rank", 0, 1)),
    (20, "the wrong rank", "over", put("rank", slice(0, 3), 3)),
    (20, "the wrong score", "over", change("score", (0, 4), 1)),
    (21, "a turn too many", "window", put("turn", None, 3)),
    (21, "the wrong stage", "hit", put("stage", None, 2)),
    (21, "a Conquest too many", "hit", put("conquest", None, 9)),
    (21, "no such round", "react", put("action_round", None, 9)),
    (22, "too many laws", "window", lambda g, t: put("laws", None, 9)(g, t)),
    (23, "a seat nobody gave", "election_tie", lambda g, t: change("focus_card", None, 1)(g, t)),
    (23, "a place at the wrong time", "window", put("new_place", 0, 1)),
    (24, "cloaked at the end", "over", cloak),
    (25, "the wrong player", "action_card", wrong_actor),
    (25, "another decision", "action_card", put("decision", None, 40)),
    (25, "part offered in an action of a card", "take_part", source_of_top(effects.SOURCE_EFFECT)),
    (
        25,
        "part offered in Build",
        "take_part",
        lambda g, t: put("stack", (int(g.depth) - 1, frames.PERFORM_ACTION), v.BUILD)(g, t),
    ),
    (25, "a focus on nothing", "action_card", put("focus_hex", None, 3)),
    (21, "the step of another stage", "fire", put("stack", (0, STEP), 3)),
    (25, "a rocket elsewhere", "fire", lambda g, t: put("stack", (int(g.depth) - 1, frames.WMD_ROCKET), 0)(g, t)),
    (25, "no rocket", "fire", put("rocket", slice(None), 0)),
    (
        25,
        "a rocket of another player",
        "fire",
        lambda g, t: put("population", (int(g.focus_hex), int(g.actor)), 0)(g, t),
    ),
    (25, "a strike elsewhere", "strike", lambda g, t: put("focus_hex", None, int(t.council_hex))(g, t)),
    (25, "a strike without a hit", "strike", lambda g, t: put("stack", (int(g.depth) - 1, frames.WMD_HITS), 0)(g, t)),
    (25, "an upgrade that is not there", "upgrade_from", put("blueprint", slice(None), 0)),
    (25, "another upgrade in hand", "upgrade_from", change("focus_card", None, 1)),
    (25, "a Trade in the space of another", "trade", put("market", slice(None), -1)),
    (
        25,
        "a Trade without exchanges",
        "trade",
        lambda g, t: put("stack", (int(g.depth) - 1, frames.PERFORM_LEFT), 0)(g, t),
    ),
    (26, "a closed technology", "long", lambda g, t: put("technology", (0, 1), 1)(g, t)),
    (27, "a Resistance ship at a home", "window", strange_resistance_ship),
    (27, "cards won from nobody", "window", won_without_ship),
    (25, "a cube shipped from elsewhere", "civilian_to", change("focus_hex", None, -1)),
    (25, "a cube shipped from where none is", "civilian_to", put("population", slice(None), 0)),
    (28, "a home destroyed", "window", destroy_home),
    (28, "a cube in space", "window", stray_population),
    (29, "orders at the wrong time", "move", put("path", (0, 0, 0), 1)),
    (30, "units taken at the wrong time", "move", put("taken", 3, 1)),
    (31, "moved too far", "move", put("moved", (0, 0), 9)),
    (31, "ships held without blocking", "move", put("held", (0, 3), 1)),
    (32, "cubes arrived at the wrong time", "move", put("arrived", 3, 1)),
    (31, "ships that must stay without blocking", "move", put("staying", (0, 3), 1)),
    (32, "cubes stranded at the wrong time", "move", put("stranded", (0, 0), 1)),
    (32, "fought at the wrong time", "move", put("fought", 3, 1)),
    (32, "more arrived than live there", "civilian_to", put("arrived", 3, 30)),
    (33, "a die without a number", "window", put("scripted_count", None, 1)),
    (34, "an event of no kind", "window", loud_event),
    (35, "an effect of the turn that is none", "window", put("lastings", None, 1)),
)


@pytest.mark.parametrize(
    ("number", "what", "decision", "corrupt"), CORRUPTIONS, ids=[f"{row[0]}-{row[1]}" for row in CORRUPTIONS]
)
def test_a_corruption_is_named(number: int, what: str, decision: str, corrupt: Corruption) -> None:
    config = rules_of()
    if decision == "long":
        config = GameConfig(players=3, variant="long")
        games = Position(1, players=3, variant="long").games.copy()
    else:
        games = positions()[decision].copy()
    before = games.tobytes()
    corrupt(games[0], tables())
    assert games.tobytes() != before, "nothing was corrupted"
    named = [failure.number for failure in failures(games, config)]
    assert number in named
    with pytest.raises(BrokenInvariant, match="invariant"):
        check(games, config)


def test_every_invariant_has_a_corruption() -> None:
    rows = (*CORRUPTIONS, *MODULE_CORRUPTIONS, *SCENE_CORRUPTIONS, *SCENARIO_CORRUPTIONS, *EXPANSION_CORRUPTIONS)
    assert {number for number, _, _ in INVARIANTS if number < OF_SOLITAIRE} == {row[0] for row in rows}
    assert [number for number, _, _ in INVARIANTS] == list(range(2, len(INVARIANTS) + 2))


def test_a_decision_without_a_legal_choice_is_no_sound_position() -> None:
    """Alone, the Bounty asked instead of the wormhole: everything is as it should be, and nobody can be named."""
    p = Position(1, players=1, scenario="stronghold", mode="solo", modules=("M4",), ask_forced=True)
    g, t = p.g, p.t
    wormhole, bounty = p.index("events", "space_and_time"), p.index("events", "bounty")
    p.until("move")
    g.event_deck[g.event_deck.tolist().index(wormhole)] = g.event_deck[g.event_left - 1]
    g.event_deck[g.event_left - 1] = wormhole
    g.ship_hex[0, g.ship_hex[0].argmax()] = g.face_down.argmax()
    p.until("wormhole")
    assert broken(p.games, p.rules.config) == []
    g.event_deck[g.event_deck.tolist().index(bounty)] = wormhole
    g.event_seen[wormhole], g.event_seen[bounty], g.event = 0, 1, bounty
    g.stack[g.depth - 1, frames.EFFECTS_ROW] = t.event_effect[bounty, 0]
    g.decision = choices.D_BOUNTY
    (problem,) = broken(p.games, p.rules.config)
    assert problem.startswith(
        "invariant 66 (legal choices): player 0 must name the player with the Bounty, and nothing"
    )


# Modules of Event Horizon ---------------------------------------------------------------------------------------------

# Fleets of several ships from the first turn on, and a bonus action that asks something at once.
STRONG = """
[[number]]
id = "fleet_level"
value = [6, 7, 8, 9, 9, 9, 9, 9, 9]
"""
AT_ONCE = """
[[card]]
id = "accelerated_cloning"
effects = [{ do = "equip", target = "each" }]
"""
SITUATIONS = frozenset(
    (
        *("propose", "take", "taken", "cards", "third", "extra", "extra_shown", "at_once", "bonus", "enacted"),
        *("fleet", "beaten", "solar", "battle", "dormant", "asleep", "window", "spent", "over"),
    )
)


FOLDER = TemporaryDirectory()  # gone with the process


@cache
def module_settings() -> dict[str, Any]:
    """A game with modules, and with content that lets everything they bring come up soon."""
    (Path(FOLDER.name) / "rules.toml").write_text(STRONG)
    (Path(FOLDER.name) / "bonus_actions.toml").write_text(AT_ONCE)
    return {**CONFIG, "movement": "drive_power", "modules": frozenset(("M1", "M2", "M6")), "content": FOLDER.name}


def module_config() -> GameConfig:
    """The configuration of the situations."""
    return GameConfig(**module_settings())


def situations_of(p: Position) -> Iterator[str]:
    """What a position is an example of."""
    g, name = p.g, p.decision
    below = [int(x) for x in g.stack[1]]
    stage = below if below[KIND] == frames.ACTION_STAGE else None
    named = {"propose_bonus": "propose", "take_bonus": "take", "action_card": "cards", "window": "window"}
    if name in named and not g.bonus_used.any():
        yield named[name]
    if g.reactions_off and name == "election_bid":
        yield "taken"
    if stage and stage[frames.ACTION_STAGE_ROUND] > 0 and name == "third_card":
        yield "third" if stage[frames.ACTION_STAGE_ROUND] == 1 else "extra"
    if stage and stage[frames.ACTION_STAGE_ROUND] == 2 and stage[STEP] == action_stage.PERFORM:
        yield "extra_shown"
    if below[KIND] == frames.COUNCIL and g.depth > 2 and g.stack[2, KIND] == frames.EFFECTS:
        yield "at_once" if below[STEP] == council.BID else "enacted"
    if g.bonus >= 0 and not g.bonus_used.any() and name == "election_bid":
        yield "bonus"
    if g.bonus_used.any() and name == "move":
        yield "spent"
    yield from combats_of(p)
    if g.dormant.any():
        yield "asleep" if stage or below[KIND] == frames.COUNCIL else "dormant"


def combats_of(p: Position) -> Iterator[str]:
    """What combat a position is an example of."""
    g, t, top = p.g, p.t, p.g.stack[int(p.g.depth) - 1]
    if p.decision != "hit":
        return
    yield "fleet" if top[frames.COMBAT_LONE] >= 0 else "battle"
    if (g.foe_damage > np.where(g.foe_card >= 0, t.resistance_shield[g.foe_card], 0)).any():
        yield "beaten"
    classes = t.ship_class[: t.ships]
    if (g.ship_damage[:, : t.ships] > g.shield[:, classes]).any():
        yield "solar"


def arm(p: Position) -> None:
    """Everybody who knows about shields has some, and cannons besides."""
    shield = p.index("upgrades", "deflector_shield")
    known = p.g.technology[:, p.t.upgrade_technology[shield]] == 1
    for player, number in np.argwhere(known[:, None] & (p.t.class_slots > 1)):
        p.g.blueprint[player, number] = 0
        p.g.blueprint[player, number, [0, shield]] = (1, p.t.class_slots[number] - 1)
    p.refresh()


@cache
def situations() -> dict[str, Any]:
    """Sound positions of random games with modules, by what they are examples of."""
    found: dict[str, Any] = {}
    for seed in range(200):
        policy = MODULE_POLICIES[seed % len(MODULE_POLICIES)]
        p = Position(seed, **module_settings())
        rng = np.random.default_rng(seed)
        prepare(p, policy, rng)
        arm(p)
        while not p.g.over:
            for name in situations_of(p):
                found.setdefault(name, p.games.copy())
            legal = np.flatnonzero(p.masks[0])
            p._play(int(rng.choice(legal, p=weights(p, policy, legal))))
        found.setdefault("over", p.games.copy())
        if set(found) >= SITUATIONS:
            return found
    raise AssertionError(f"not met: {SITUATIONS - set(found)}")


def test_every_situation_with_modules_is_sound() -> None:
    for name, games in situations().items():
        assert broken(games, module_config()) == [], name


def used_and_open(g: Any, t: Any) -> None:
    """A bonus action that is used up lies open."""
    g.bonus_used[t.bonus_once == 1] = 1


def used_though_not_once(g: Any, t: Any) -> None:
    """A bonus action that comes every turn is said to be used up."""
    g.bonus_used[np.flatnonzero(t.bonus_once[: t.bonus_cards] == 0)[0]] = 1


def propose_closed(g: Any, t: Any) -> None:
    """A bonus action is proposed that does not lie open, and another does in its place."""
    g.bonus_open[g.proposal[0]] = 0


def take_immediate(g: Any, t: Any) -> None:
    """A bonus action that takes effect at once is kept for later."""
    g.bonus = g.proposal[0] = np.flatnonzero(t.bonus_immediate == 1)[0]


def used_but_not_taken(g: Any, t: Any) -> None:
    """A bonus action that was proposed is used up though another was taken."""
    used_and_open(g, t)
    other = 1 if g.proposal[0] == g.bonus else 0
    g.proposal[other] = np.flatnonzero(t.bonus_once)[0]


def used_but_not_proposed(g: Any, t: Any) -> None:
    """A bonus action is used up that nobody proposed."""
    used_and_open(g, t)
    g.bonus = -1
    g.proposal[: t.bonus_proposals] = np.flatnonzero(t.bonus_once[: t.bonus_cards] == 0)[: t.bonus_proposals]


def of_no_card(g: Any, t: Any) -> None:
    """Effects in the Council of a bonus action nobody proposed."""
    g.proposal[: t.bonus_proposals] = np.flatnonzero(t.bonus_immediate[: t.bonus_cards] == 0)[: t.bonus_proposals]


def other_owner(g: Any, t: Any) -> None:
    """Effects in the Council that are not the Chancellor's."""
    g.stack[2, frames.EFFECTS_OWNER] = g.order[1]


def react_off(g: Any, t: Any) -> None:
    """Reactions in a turn without them."""
    g.stack[1, STEP] = action_stage.REACT


def pay_cube(g: Any, t: Any) -> None:
    """A cube paid for a reaction."""
    g.supply[0] -= 1
    g.reaction_cubes[0] = 1


def dormant_nowhere(g: Any, t: Any) -> None:
    """A fleet beaten where there is none."""
    g.dormant[t.home_hex[0]] = 1


def dormant_alone(g: Any, t: Any) -> None:
    """A beaten fleet with no ship about, long after the repairs."""
    g.ship_hex[g.ship_hex == np.flatnonzero(g.dormant)[0]] = t.home_hex[0]


def dormant_early(g: Any, t: Any) -> None:
    """A fleet beaten before there was a Conquest, with a ship where it is."""
    hexagon = np.flatnonzero(t.garrison)[0]
    g.dormant[hexagon] = 1
    g.ship_hex[0, np.flatnonzero(g.ship_hex[0] >= 0)[0]] = hexagon


def dormant_foe(g: Any, t: Any) -> None:
    """A combat against a beaten fleet."""
    g.dormant[g.stack[int(g.depth) - 1, frames.COMBAT_HEX]] = 1


def fleet_gone(g: Any, t: Any) -> None:
    """A fleet leaves the map."""
    g.resistance[np.flatnonzero(t.garrison)[0]] = 0


def foe_gap(g: Any, t: Any) -> None:
    """Foes that are not filled from the left."""
    g.foe_card[3], g.foe_card[0] = int(g.foe_card[0]), -1


def foe_missing(g: Any, t: Any) -> None:
    """A Centaurian ship too few, whose card is in its deck."""
    last = int((g.foe_card >= 0).sum()) - 1
    card = int(g.foe_card[last])
    deck = int(t.resistance_level[card]) - 1
    g.foe_card[last], g.foe_damage[last], g.foe_hits[last] = -1, 0, 0
    g.resistance_deck[deck, g.resistance_left[deck]] = card
    g.resistance_left[deck] += 1
    g.resistance_owner[card] = -1


def foes_out_of_order(g: Any, t: Any) -> None:
    """Foes that are not in the order of their levels."""
    last = int((g.foe_card >= 0).sum()) - 1
    for field in ("foe_card", "foe_damage", "foe_hits"):
        g[field][0], g[field][last] = int(g[field][last]), int(g[field][0])


def all_beaten(g: Any, t: Any) -> None:
    """All foes are beaten and the combat goes on."""
    there = g.foe_card >= 0
    g.foe_hits[:] = 0
    g.foe_damage[there] = t.resistance_shield[g.foe_card[there]] + 1


def foe_overkill(g: Any, t: Any) -> None:
    """A hit on a foe that is beaten."""
    g.foe_hits[np.flatnonzero(g.foe_damage > np.where(g.foe_card >= 0, t.resistance_shield[g.foe_card], 99))[0]] += 1


def hits_of_beaten(g: Any, t: Any) -> None:
    """Centaurians hit more often than those that are left have dice."""
    left = (g.foe_card >= 0) & (g.foe_damage <= t.resistance_shield[g.foe_card])
    g.stack[int(g.depth) - 1, frames.COMBAT_PLACE] = -1
    g.rolled[:] = 0
    g.rolled[-1] = t.resistance_dice[g.foe_card[left]].sum() + 1


def weak_shield(g: Any, t: Any) -> None:
    """The combat in Solar Wind is elsewhere, and the ships with it: damage only Solar Wind lets a ship bear."""
    hexagon = t.home_hex[0]
    g.ship_hex[g.fighting == 1] = hexagon
    g.stack[int(g.depth) - 1, frames.COMBAT_HEX] = hexagon
    g.fought[hexagon] = 1


def beyond_solar(g: Any, t: Any) -> None:
    """More damage than even Solar Wind lets a ship bear."""
    player, ship = np.argwhere(g.fighting == 1)[0]
    g.ship_damage[player, ship] = 99


def too_many_hits(g: Any, t: Any) -> None:
    """More hits on a ship than doom it in Solar Wind."""
    player, ship = np.argwhere(g.fighting == 1)[0]
    g.hits[player, ship] = 99


def ship_in_star(g: Any, t: Any) -> None:
    """A ship in Proxima Centauri."""
    player, ship = np.argwhere(g.ship_hex >= 0)[0]
    g.ship_hex[player, ship] = t.centre_hex


def planet_in_star(g: Any, t: Any) -> None:
    """A planet in the centre."""
    g.planet[t.centre_hex] = np.flatnonzero(t.planet_pool[: t.planets])[0]


MODULE_CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "a bonus action beyond the cards", "propose", put("bonus_open", 15, 1)),
    (2, "foes beyond the cards", "fleet", put("foe_card", 0, 63)),
    (4, "damage only Solar Wind lets a ship bear", "solar", weak_shield),
    (4, "more damage than in Solar Wind", "solar", beyond_solar),
    (8, "a foe whose card is in the deck", "fleet", lambda g, t: put("resistance_owner", int(g.foe_card[1]), -1)(g, t)),
    (12, "a planet in the centre", "window", planet_in_star),
    (15, "bonus actions open at the wrong time", "cards", put("bonus_open", 0, 1)),
    (15, "bonus actions open before they are laid out", "enacted", put("bonus_open", 0, 1)),
    (15, "a bonus action missing", "propose", put("bonus_open", 0, 0)),
    (15, "a bonus action used up lies open", "propose", used_and_open),
    (15, "a bonus action used up and not proposed", "bonus", used_but_not_proposed),
    (15, "a bonus action used up and another taken", "bonus", used_but_not_taken),
    (15, "a bonus action used up that comes again", "window", used_though_not_once),
    (15, "a proposal of what is not open", "take", propose_closed),
    (15, "a bonus action to keep that takes effect at once", "bonus", take_immediate),
    (15, "proposals gone when a bonus action takes effect", "at_once", put("proposal", slice(None), -1)),
    (16, "effects of a bonus action nobody proposed", "at_once", of_no_card),
    (16, "effects of a bonus action and another to come", "at_once", put("bonus", None, 0)),
    (16, "effects of a bonus action at its choice", "at_once", put("stack", (1, STEP), council.TAKE)),
    (16, "effects of a political card after it", "enacted", put("stack", (1, STEP), council.BID)),
    (16, "effects of the Council owned by another", "at_once", other_owner),
    (16, "effects of the Council as a bonus step", "at_once", put("stack", (2, STEP), effects.BONUS)),
    (16, "a round of no kind", "extra", put("stack", (1, frames.ACTION_STAGE_ROUND), 3)),
    (17, "a card too few spent", "extra", put("spent", slice(None), 0)),
    (17, "a card too many spent", "extra", put("spent", (0, slice(0, 5)), 1)),
    (17, "a shown card not spent in an extra round", "extra_shown", put("spent", slice(None), 0)),
    (19, "a combat against a beaten fleet", "fleet", dormant_foe),
    (19, "a gap among the foes", "fleet", foe_gap),
    (19, "a foe missing", "fleet", foe_missing),
    (19, "foes out of order", "fleet", foes_out_of_order),
    (19, "all foes beaten", "fleet", all_beaten),
    (19, "a hit on a beaten foe", "beaten", foe_overkill),
    (19, "damage on no foe", "fleet", put("foe_damage", 3, 1)),
    (19, "hits on no foe", "fleet", put("foe_hits", 3, 1)),
    (19, "hits of beaten foes", "beaten", hits_of_beaten),
    (19, "a foe in Player Combat", "battle", put("foe_card", 0, 1)),
    (19, "too many hits in Solar Wind", "solar", too_many_hits),
    (20, "VP for the High Council in a game without", "over", change("score", (0, assets.SCORE_COUNCIL), 2)),
    (21, "an extra round too early", "cards", put("stack", (1, frames.ACTION_STAGE_ROUND), 2)),
    (21, "an extra round miscounted", "extra", change("action_round", None, -1)),
    (21, "a round too many", "extra", change("action_round", None, 1)),
    (21, "rounds too many after the stage", "spent", change("action_round", None, 2)),
    (25, "a first card asked in an extra round", "extra", put("decision", None, choices.D_ACTION_CARD)),
    (25, "an extra card asked in the first round", "cards", put("decision", None, choices.D_THIRD_CARD)),
    (27, "a fleet gone", "window", fleet_gone),
    (36, "a fleet beaten where there is none", "dormant", dormant_nowhere),
    (36, "a fleet beaten before the first Conquest", "window", dormant_early),
    (36, "a fleet asleep alone", "asleep", dormant_alone),
    (37, "a ship in Proxima Centauri", "window", ship_in_star),
    (37, "Solar Wind at a home", "window", lambda g, t: put("solar_wind", int(t.home_hex[0]), 1)(g, t)),
    (37, "no Solar Wind", "window", put("solar_wind", slice(None), 0)),
    (38, "reactions off in Upkeep", "window", put("reactions_off", None, 1)),
    (38, "reactions off before a bonus action is taken", "take", put("reactions_off", None, 1)),
    (38, "reactions off before a card is enacted", "enacted", put("stack", (1, STEP), council.VOTE)),
    (38, "reactions off and no extra action", "taken", put("extra_actions", None, 0)),
    (38, "reactions off and no extra round to come", "cards", put("reactions_off", None, 1)),
    (38, "reactions off after the cards", "spent", put("reactions_off", None, 1)),
    (38, "reactions off by no bonus action", "taken", put("bonus_used", slice(None), 0)),
    (38, "reactions off and a bonus action", "taken", put("bonus", None, 0)),
    (38, "an extra action with reactions", "taken", put("reactions_off", None, 0)),
    (38, "an extra round with reactions", "extra", put("reactions_off", None, 0)),
    (38, "more extra actions than there are", "taken", put("extra_actions", None, 2)),
    (38, "more extra actions in an extra round", "extra", put("extra_actions", None, 1)),
    (38, "reactions where there are none", "extra_shown", react_off),
    (38, "cubes for reactions where there are none", "extra", pay_cube),
)


@pytest.mark.parametrize(
    ("number", "what", "situation", "corrupt"),
    MODULE_CORRUPTIONS,
    ids=[f"{row[0]}-{row[1]}" for row in MODULE_CORRUPTIONS],
)
def test_a_corruption_with_modules_is_named(number: int, what: str, situation: str, corrupt: Corruption) -> None:
    config = module_config()
    games = situations()[situation].copy()
    if what == "reactions off before a card is enacted":
        games[0].reactions_off = games[0].extra_actions = 1
    before = games.tobytes()
    corrupt(games[0], ruleset(config).t)
    assert games.tobytes() != before, "nothing was corrupted"
    assert number in [failure.number for failure in failures(games, config)]
    with pytest.raises(BrokenInvariant, match="invariant"):
        check(games, config)


# All ten modules ------------------------------------------------------------------------------------------------------


def test_every_scene_with_all_modules_is_sound() -> None:
    for name, games in scenes().items():
        assert broken(games, config_of(name)) == [], name


def top(column: int, value: int) -> Corruption:
    """Set a column of the top frame."""

    def corrupt(g: Any, t: Any) -> None:
        g.stack[int(g.depth) - 1, column] = value

    return corrupt


def at(field: str, where: Callable[[Any, Any], Any], value: Any) -> Corruption:
    """Set the entry that a position names."""

    def corrupt(g: Any, t: Any) -> None:
        g[field][where(g, t)] = value(g, t) if callable(value) else value

    return corrupt


def home(player: int) -> Callable[[Any, Any], int]:
    """A player's home."""
    return lambda g, t: int(t.home_hex[player])


def hidden(g: Any, t: Any) -> int:
    """A hex that is face down, with no ship in it."""
    return next(int(h) for h in np.flatnonzero(g.face_down) if h not in g.ship_hex)


def far_off(g: Any, t: Any) -> int:
    """A hex that is face down, where nobody could have chosen a planet."""
    return next(int(h) for h in np.flatnonzero(g.face_down) if h not in t.start_space)


def deserted(g: Any, t: Any) -> int:
    """A hex where nobody lives."""
    return int(np.flatnonzero(g.population[: t.hexes].sum(axis=1) == 0)[1])


def debris(g: Any, t: Any) -> int:
    """A hex with debris."""
    return int(np.flatnonzero(g.destroyed)[0])


def token(kind: int) -> Callable[[Any, Any], int]:
    """A face-down token of a kind, whatever it was."""

    def found(g: Any, t: Any) -> int:
        return int(np.flatnonzero((g.outpost == kind) & (g.outpost_up == 0))[0])

    return found


def explored(g: Any, t: Any) -> int:
    """The hex that is being explored."""
    return int(g.exploring)


def acting(g: Any, t: Any) -> int:
    """Who must act."""
    return int(g.actor)


def last(g: Any, t: Any) -> int:
    """The last player in turn order."""
    return int(g.order[t.players - 1])


def focused(g: Any, t: Any) -> int:
    """The hex the decision is about."""
    return int(g.focus_hex)


def target(g: Any, t: Any) -> int:
    """The hex a rocket is fired at."""
    return int(g.rocket_target.max())


def new_planet(g: Any, t: Any, badge: str = "planet_peaceful") -> int:
    """A new planet with a badge."""
    return int(np.flatnonzero(t[badge][: t.planets])[0])


def other_pool(g: Any, t: Any) -> None:
    """A CP planet in place of an Axinium planet."""
    pools = np.where(g.planet >= 0, t.planet_pool[g.planet], 0)
    left = [x for x in np.flatnonzero(t.planet_pool == 1) if x not in g.planet]
    g.planet[np.flatnonzero(pools == 2)[0]] = left[0]


def weak_rockets(g: Any, t: Any) -> None:
    """Rockets reach only the next hex, one hex less than the target is away."""
    source, _ = np.argwhere(g.rocket_target >= 0)[0]
    owner = int(g.rocket_owner.max())
    g.satellite[owner] = -1
    g.modifier[owner, v.MODIFIER_NAMES.index("rocket_range")] = t.distance[source, g.rocket_target.max()] - 1


def unseen_boon(g: Any, t: Any) -> None:
    """The Event that may be ignored is none that can be."""
    g.event = int(np.flatnonzero(t.event_sort[: t.events] == v.BOON)[0])


def move_token(g: Any, t: Any) -> None:
    """An Outpost token is gone, and nobody took it."""
    hexagon = token(int(g.outpost.max()))(g, t)
    g.outpost[hexagon] = g.outpost_there[hexagon] = 0


def win_early(g: Any, t: Any) -> None:
    """A card of an Outpost that is not beaten."""
    g.outpost_left[0] -= 1
    kind = int(g.outpost_deck[0, g.outpost_left[0]])
    g.outpost_deck[0, g.outpost_left[0]] = -1
    g.outpost_held[0, kind] += 1


def swap_decks(g: Any, t: Any) -> None:
    """Cards of the two levels change places."""
    g.outpost_deck[0, 0], g.outpost_deck[1, 0] = int(g.outpost_deck[1, 0]), int(g.outpost_deck[0, 0])


def hide_planet(g: Any, t: Any) -> None:
    """A planet with Population is face down."""
    g.face_down[np.flatnonzero(g.population[:, 0] + 0 * g.planet)[-1]] = 1


def cube_in_the_dark(g: Any, t: Any) -> None:
    """A cube where nobody has been."""
    g.population[hidden(g, t), 0] += 1
    g.supply[0] -= 1


def ship_in_the_dark(g: Any, t: Any) -> None:
    """A ship where nobody has been."""
    g.ship_hex[0, np.flatnonzero(g.ship_hex[0] >= 0)[0]] = hidden(g, t)


def unexplored_ship(g: Any, t: Any) -> None:
    """A ship waits in a hex that is face down, and ships in a later hex explore already."""
    assert hidden(g, t) < g.exploring
    ship_in_the_dark(g, t)


def flood_of_light(g: Any, t: Any) -> None:
    """Many hexes are face up, and no Event was drawn."""
    g.face_down[:] = 0


def other_events(g: Any, t: Any) -> None:
    """An Event twice in the deck, and another one not at all."""
    g.event_deck[0] = next(x for x in g.event_deck if x != g.event_deck[0])


def left_early(g: Any, t: Any) -> None:
    """Ships have left the hex before the Event has met them."""
    player = int(g.order[t.players - 1])
    g.ship_hex[player, g.ship_hex[player] == g.exploring] = t.home_hex[player]


def half_wormhole(g: Any, t: Any) -> None:
    """A wormhole with one end."""
    g.wormhole[1] = -1


def second_wormhole(g: Any, t: Any) -> None:
    """A wormhole is there already when another is asked for."""
    g.wormhole[:] = g.exploring, t.centre_hex


def scanned(g: Any, t: Any) -> None:
    """A player with Sector Scan passes debris."""
    g.modifier[g.actor, v.MODIFIER_NAMES.index("sector_scan")] = 1


def enter_from_supply(g: Any, t: Any) -> None:
    """A ship in the supply has entered debris."""
    g.entered[g.actor, int(np.flatnonzero(g.ship_hex[g.actor] < 0)[0])] = 1


def enter_without_moving(g: Any, t: Any) -> None:
    """A ship that has not moved has entered debris."""
    idle = (g.ship_hex[g.actor] >= 0) & (g.moved[g.actor] == 0)
    ship = int(np.flatnonzero(idle)[0])
    g.ship_hex[g.actor, ship] = debris(g, t)
    g.entered[g.actor, ship] = 1


def look_far(g: Any, t: Any) -> None:
    """Somebody has looked at a hex that is not beside home."""
    player = int(np.flatnonzero(g.look >= 0)[0])
    near = {int(h) for h in t.neighbour[t.home_hex[player]]}
    g.look[player] = next(int(h) for h in np.flatnonzero(g.face_down) if h not in near)


def look_up(g: Any, t: Any) -> None:
    """Somebody has looked at a hex that is face up."""
    g.face_down[g.look.max()] = 0


def planet_too_early(g: Any, t: Any) -> None:
    """The last player has a planet before their turn."""
    left = [x for x in np.flatnonzero(t.planet_pool == 2) if x not in g.planet]
    g.planet[t.start_space[last(g, t), 0]] = left[0]


def planet_on_space(g: Any, t: Any) -> None:
    """There is a planet where somebody is to choose."""
    left = [x for x in np.flatnonzero(t.planet_pool == 4) if x not in g.planet]
    g.planet[t.start_space[g.actor, 0]] = left[0]


def chosen(g: Any, t: Any) -> int:
    """A planet on the map."""
    return next(int(h) for h in range(t.hexes) if g.planet[h] >= 0 and t.home_of[h] < 0)


def second_start(g: Any, t: Any) -> int:
    """A second starting hex."""
    return int(g.second_start.max())


def dual(g: Any, t: Any) -> int:
    """A dual planet."""
    return next(int(h) for h in range(t.hexes) if t.planet_second[g.planet[h]] and g.planet[h] >= 0)


def barren(g: Any, t: Any) -> int:
    """A barren planet."""
    return next(int(h) for h in range(t.hexes) if t.planet_barren[g.planet[h]] and g.planet[h] >= 0)


def edges_of(t: Any, hexagon: int) -> list[int]:
    """The borders of a hex with others."""
    near = [(d, int(h)) for d, h in enumerate(t.flight[hexagon]) if h >= 0]
    return [hexagon * 3 + d if d < 3 else h * 3 + d - 3 for d, h in near]


def barrier_at_home(g: Any, t: Any) -> None:
    """A barrier beside a home."""
    g.barrier[0] = edges_of(t, int(t.home_hex[0]))[0]


def two_barriers(g: Any, t: Any) -> None:
    """Two barriers at the same hex."""
    edge = int(g.barrier[0])
    g.barrier[1] = next(e for e in edges_of(t, edge // 3) if e != edge)


def barrier_outside(g: Any, t: Any) -> None:
    """A barrier along the outer edge of the board."""
    hexagon = next(h for h in range(t.hexes) if t.flight[h, 0] < 0 and t.home_of[h] < 0)
    g.barrier[0] = hexagon * 3


def barrier_too_early(g: Any, t: Any) -> None:
    """The Chancellor has a barrier before the last player."""
    g.barrier[g.order[0]] = g.barrier.max()
    g.barrier[last(g, t)] = -1


def same_leader(g: Any, t: Any) -> None:
    """Two players have the same Leader."""
    g.leader[1] = g.leader[0]


def offered_leader(g: Any, t: Any) -> None:
    """A Leader that somebody has is offered to another."""
    g.leader_offer[g.actor, 1] = g.leader.max()


def satellite_in_star(g: Any, t: Any) -> None:
    """A Satellite in Proxima Centauri, beside another one."""
    near = int(t.start_space[0, 0])
    g.satellite[0, :3] = t.home_hex[0], near, t.centre_hex


SCENE_CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "a gate off the map", "early", put("gate", (0, 0), 13)),
    (2, "a barrier off the map", "early", put("barrier", 0, 39)),
    (2, "a Leader that is none", "early", lambda g, t: put("leader", 0, int(t.leaders))(g, t)),
    (2, "a Satellite of nobody", "early", put("satellite", (3, 0), 3)),
    (2, "an Outpost card that is none", "early", lambda g, t: put("outpost_deck", (0, 0), int(t.outpost_cards))(g, t)),
    (2, "debris off every map", "entered", put("entered", (0, 0), 2)),
    (9, "another Leader", "early", put("leader", slice(0, 3), (0, 1, 2))),
    (12, "a planet of another pool", "early", other_pool),
    (12, "an unknown planet gone", "early", at("planet", hidden, -1)),
    (13, "a rocket at a face-down hex", "fired", at("face_down", target, 1)),
    (13, "a rocket at a peaceful planet", "fired", at("planet", target, new_planet)),
    (13, "a rocket at debris", "fired", at("destroyed", target, 1)),
    (13, "a rocket too far", "fired", weak_rockets),
    (16, "an Event of another player", "option", top(frames.EFFECTS_OWNER, 5)),
    (16, "effects of another Event", "option", lambda g, t: put("event", None, 1 if g.event == 0 else 0)(g, t)),
    (16, "effects of another Leader", "visionary", put("stack", (2, frames.EFFECTS_ROW), 0)),
    (16, "effects of a Leader too early", "visionary", put("stack", (1, STEP), 4)),
    (16, "Exploration in the middle of movement", "ignore", put("stack", (1, STEP), conquest.MOVE)),
    (16, "jumps before Outposts", "jump", put("stack", (1, STEP), conquest.OUTPOSTS)),
    (19, "more hits than dice and Satellites", "combat", lambda g, t: change("rolled", int(g.order[2]), 9)(g, t)),
    (20, "VP from the start that were none", "early", change("score", (0, assets.SCORE_START), 1)),
    (20, "VP for no Outpost card", "over", change("score", (0, assets.SCORE_OUTPOSTS), 1)),
    (20, "an Outpost card without VP", "over", put("outpost_held", (0, 0), 1)),
    (25, "a law to cancel instead of an option", "option", put("decision", None, choices.D_CANCEL_LAW)),
    (25, "another attacks the Outpost", "outpost", wrong_actor),
    (25, "another ignores the Event", "ignore", wrong_actor),
    (25, "debris elsewhere", "debris", change("focus_hex", None, -1)),
    (25, "no planet to place", "space", lambda g, t: put("given_planet", int(g.actor), -1)(g, t)),
    (25, "a planet of a type twice", "types", top(frames.SETTING_UP_TECHNOLOGIES, 1)),
    (28, "resources in debris", "debris", at("second_counter", debris, 1)),
    (29, "as many orders left as there were", "revealed", lambda g, t: put("path", (int(g.actor), 0, 0), 1)(g, t)),
    (29, "orders after movement", "outpost", put("path", (0, 0, 0), 7)),
    (30, "units taken at the wrong time", "early", put("second_taken", 3, 1)),
    (30, "too many units taken", "income", at("taken", dual, 4)),
    (30, "too many units taken from a second counter", "income", at("second_taken", dual, 4)),
    (30, "units taken from no second counter", "income", at("second_taken", barren, 1)),
    (30, "units taken where nobody lives", "income", at("second_taken", deserted, 1)),
    (31, "moved too far before debris", "debris", put("moved", (0, 0), 9)),
    (37, "no Solar Wind through the wormhole", "windy", lambda g, t: put("solar_wind", int(g.wormhole[0]), 0)(g, t)),
    (37, "Solar Wind without a wormhole", "windy", put("wormhole", slice(None), -1)),
    (39, "an Outpost at a home", "early", at("outpost_there", home(0), 1)),
    (39, "a token that is not there", "outpost", put("outpost_there", slice(None), 0)),
    (39, "a blank token face up", "fired", at("outpost_up", token(1), 1)),
    (39, "nothing face up", "early", at("outpost_up", home(0), 1)),
    (39, "a token where nobody was", "outpost", lambda g, t: at("outpost", hidden, 1)(g, t)),
    (39, "a token on a peaceful planet", "outpost", at("planet", focused, new_planet)),
    (39, "a token before the Event is over", "ignore", at("outpost", explored, 2)),
    (
        39,
        "another token in the pile",
        "early",
        lambda g, t: put("outpost_pile", 0, int(g.outpost_pile[0]) % 3 + 1)(g, t),
    ),
    (39, "a gap in the pile", "early", put("outpost_pile", 0, 0)),
    (39, "tokens miscounted", "early", change("outpost_pile_left", None, -1)),
    (39, "a token gone too early", "early", move_token),
    (39, "an Outpost attacked that is face down", "outpost", put("outpost_up", slice(None), 0)),
    (39, "an attack before it was asked", "outpost", top(frames.OUTPOSTS_ATTACKERS, 7)),
    (
        39,
        "an attack without Population",
        "outpost",
        lambda g, t: put("population", (slice(None), int(g.actor)), 0)(g, t),
    ),
    (40, "a card too many", "early", change("outpost_held", (0, 0), 1)),
    (40, "cards of the wrong level", "early", swap_decks),
    (40, "deck and count differ", "early", change("outpost_left", 1, -1)),
    (40, "a card won of nobody", "early", win_early),
    (41, "a home face down", "early", at("face_down", home(1), 1)),
    (41, "the centre face down", "early", lambda g, t: put("face_down", int(t.centre_hex), 1)(g, t)),
    (41, "a planet with Population face down", "outpost", hide_planet),
    (41, "a cube where nobody was", "early", cube_in_the_dark),
    (41, "resources where nobody was", "early", at("counter", hidden, 1)),
    (41, "debris where nobody was", "early", at("destroyed", hidden, 1)),
    (41, "a rocket where nobody was", "early", lambda g, t: put("rocket", (hidden(g, t), 0), 1)(g, t)),
    (41, "a ship where nobody was", "early", ship_in_the_dark),
    (41, "a ship that was not explored", "ignore", unexplored_ship),
    (41, "face up before turn 1", "look", at("face_down", far_off, 0)),
    (41, "face down before the map is dealt", "types", put("face_down", 3, 1)),
    (42, "an Event twice", "early", other_events),
    (42, "an Event seen too often", "early", change("event_seen", 0, 1)),
    (42, "deck and count differ", "early", change("event_left", None, -1)),
    (42, "hexes face up without Events", "early", flood_of_light),
    (42, "a hex explored in peace", "early", put("exploring", None, 3)),
    (42, "an Event in peace", "early", put("event", None, 3)),
    (42, "nothing is explored", "ignore", put("exploring", None, -1)),
    (42, "no Event is resolved", "ignore", put("event", None, -1)),
    (42, "another hex is explored", "ignore", lambda g, t: put("exploring", None, hidden(g, t))(g, t)),
    (42, "an Event of another kind", "ignore", unseen_boon),
    (42, "resources before the Event is over", "option", at("counter", explored, 1)),
    (42, "an Event for nobody", "ignore", top(frames.EXPLORATION_VISITORS, 0)),
    (42, "an Event for who is not there", "ignore", top(frames.EXPLORATION_VISITORS, 63)),
    (42, "ships gone before the Event", "ignore", left_early),
    (43, "a wormhole with one end", "windy", half_wormhole),
    (43, "a wormhole to a home", "windy", lambda g, t: put("wormhole", 1, int(t.home_hex[0]))(g, t)),
    (43, "a wormhole to itself", "windy", lambda g, t: put("wormhole", 1, int(g.wormhole[0]))(g, t)),
    (43, "a wormhole from the unknown", "windy", lambda g, t: put("wormhole", 0, hidden(g, t))(g, t)),
    (43, "a wormhole of no Event", "early", put("wormhole", slice(None), (0, 3))),
    (43, "a second wormhole", "wormhole", second_wormhole),
    (43, "a wormhole from elsewhere", "wormhole", lambda g, t: put("focus_hex", None, hidden(g, t))(g, t)),
    (43, "a Bounty of no Event", "early", put("bounty", None, 0)),
    (43, "a second Bounty", "bounty", put("bounty", None, 0)),
    (43, "peace in the unknown", "combat", lambda g, t: put("no_combat", None, hidden(g, t))(g, t)),
    (43, "a combat where there is none", "combat", lambda g, t: put("no_combat", None, focused(g, t))(g, t)),
    (43, "peace of no Event", "hunted", put("no_combat", None, 3)),
    (43, "interest in debris", "debris", lambda g, t: put("interest", None, debris(g, t))(g, t)),
    (43, "interest in a home", "early", lambda g, t: put("interest", None, int(t.home_hex[0]))(g, t)),
    (44, "debris at the wrong time", "early", put("entered", (0, 0), 1)),
    (44, "debris where there is none", "entered", lambda g, t: put("destroyed", debris(g, t), 0)(g, t)),
    (44, "debris for a ship in the supply", "entered", enter_from_supply),
    (44, "debris for a ship that stays", "entered", enter_without_moving),
    (44, "debris in spite of Sector Scan", "entered", scanned),
    (44, "damage while ships move", "entered", top(frames.MOVEMENT_DAMAGE, 1)),
    (44, "damage without dice", "debris", top(frames.MOVEMENT_ROLLED, 0)),
    (44, "no damage to assign", "debris", top(frames.MOVEMENT_DAMAGE, 0)),
    (44, "damage in another hex", "debris", top(frames.MOVEMENT_DEBRIS, 12)),
    (44, "damage to nobody", "debris", put("entered", slice(None), 0)),
    (45, "a look too far", "look", look_far),
    (45, "a look at a home", "early", at("look", acting, lambda g, t: int(t.home_hex[g.actor]))),
    (45, "a look before the turn", "look", at("look", last, lambda g, t: int(t.start_space[last(g, t), 0]))),
    (45, "a look too early", "types", put("look", 0, 3)),
    (45, "a look at a hex that is face up", "barrier", look_up),
    (46, "a second counter on a single planet", "early", at("second_counter", home(0), 1)),
    (46, "a second counter too high", "income", at("second_counter", dual, 9)),
    (46, "a barren planet too rich", "income", at("counter", barren, 9)),
    (46, "a barren planet with units for ever", "over", at("counter", barren, 1)),
    (46, "a planet on a space that is kept free", "space", planet_on_space),
    (46, "a planet on an empty map", "types", planet_too_early),
    (46, "a planet given too early", "types", lambda g, t: put("given_planet", last(g, t), int(t.planets) - 1)(g, t)),
    (46, "a new planet given", "space", lambda g, t: put("given_planet", int(g.actor), new_planet(g, t))(g, t)),
    (46, "resources before the map is dealt", "space", at("counter", chosen, 1)),
    (47, "a gate twice", "jump", put("gate", (0, slice(None)), 5)),
    (47, "a gap among the gates", "jump", put("gate", (0, slice(None)), (-1, 5))),
    (47, "a gate in the unknown", "jump", lambda g, t: put("gate", (0, 0), hidden(g, t))(g, t)),
    (47, "a gate in Proxima Centauri", "jump", lambda g, t: put("gate", (0, 0), int(t.centre_hex))(g, t)),
    (47, "a jump without a gate", "jump", put("gate", slice(None), -1)),
    (47, "a jump from nowhere", "jumped", top(frames.JUMPS_SOURCE, 12)),
    (47, "a jump from the gate", "jumped", lambda g, t: top(frames.JUMPS_SOURCE, int(t.home_hex[g.actor]))(g, t)),
    (47, "a jump to no gate", "jumped", lambda g, t: put("gate", (int(g.actor), slice(None)), (12, -1))(g, t)),
    (47, "more ships jumped than there are", "jumped", top(frames.JUMPS_JUMPED, 8)),
    (47, "ships jumped through no gate", "jump", top(frames.JUMPS_JUMPED, 1)),
    (47, "a gate built that is not there", "built", put("gate", slice(None), -1)),
    (48, "a gap among the Satellites", "combat", lambda g, t: put("satellite", (0, 2), int(t.home_hex[0]))(g, t)),
    (48, "a first Satellite away from home", "combat", put("satellite", (0, 0), 0)),
    (48, "a Satellite apart", "combat", lambda g, t: put("satellite", (0, 1), int(t.home_hex[1]))(g, t)),
    (48, "a Satellite twice", "combat", lambda g, t: put("satellite", (0, 1), int(t.home_hex[0]))(g, t)),
    (48, "a Satellite in Proxima Centauri", "early", satellite_in_star),
    (49, "a barrier at a home", "early", barrier_at_home),
    (49, "two barriers at a hex", "early", two_barriers),
    (49, "a barrier at the edge of the board", "early", barrier_outside),
    (49, "a barrier left out", "early", put("barrier", 1, -1)),
    (49, "a barrier before the turn", "barrier", barrier_too_early),
    (49, "a barrier too early", "look", put("barrier", 0, 3)),
    (50, "the same Leader twice", "early", same_leader),
    (50, "no Leader", "early", put("leader", 0, -1)),
    (50, "a Leader before the turn", "leader", lambda g, t: put("leader", int(g.actor), 0)(g, t)),
    (50, "nothing to choose from", "leader", lambda g, t: put("leader_offer", int(g.actor), -1)(g, t)),
    (50, "a Leader to choose too few", "types", put("leader_offer", (0, 1), -1)),
    (50, "a Leader offered that somebody has", "leader", offered_leader),
    (50, "a Leader offered too late", "early", put("leader_offer", (0, 0), 3)),
    (50, "a Leader refused too early", "leader", lambda g, t: put("leader_refused", int(g.actor), 0)(g, t)),
    (50, "no Leader refused", "early", put("leader_refused", 1, -1)),
    (50, "a Leader refused that somebody has", "early", lambda g, t: put("leader_refused", 1, int(g.leader[0]))(g, t)),
    (50, "a Leader refused and not remembered", "early", put("leader_refused", 0, -1)),
)


@pytest.mark.parametrize(
    ("number", "what", "scene", "corrupt"),
    SCENE_CORRUPTIONS,
    ids=[f"{row[0]}-{row[1]}" for row in SCENE_CORRUPTIONS],
)
def test_a_corruption_with_all_modules_is_named(number: int, what: str, scene: str, corrupt: Corruption) -> None:
    config = config_of(scene)
    games = scenes()[scene].copy()
    before = games.tobytes()
    corrupt(games[0], ruleset(config).t)
    assert games.tobytes() != before, "nothing was corrupted"
    assert number in [failure.number for failure in failures(games, config)]
    with pytest.raises(BrokenInvariant, match="invariant"):
        check(games, config)


@pytest.mark.parametrize(
    ("number", "corrupt"),
    [
        (36, lambda g, t: put("dormant", int(np.flatnonzero(t.garrison)[0]), 1)(g, t)),
        (37, lambda g, t: put("solar_wind", int(t.home_hex[0]), 1)(g, t)),
        (38, put("reactions_off", None, 1)),
        (38, put("extra_actions", None, 1)),
        (15, put("bonus_used", 0, 1)),
        (21, put("action_round", None, 4)),
        (2, put("leader", 0, 0)),
        (2, put("barrier", 0, 3)),
        (2, put("gate", (0, 0), 3)),
        (2, put("satellite", (0, 0), 3)),
        (2, put("event_seen", 0, 1)),
        (2, put("outpost_held", (0, 0), 1)),
        (25, lambda g, t: (put("decision", None, choices.D_LOOK)(g, t), put("stack", (1, slice(0, 2)), (1, 2))(g, t))),
        (39, put("outpost", 3, 1)),
        (39, put("outpost_pile_left", None, 1)),
        (40, put("outpost_left", 0, 1)),
        (41, put("face_down", 3, 1)),
        (42, put("event_left", None, 1)),
        (43, put("wormhole", slice(None), (1, 2))),
        (43, put("bounty", None, 0)),
        (44, put("entered", (0, 0), 1)),
        (45, lambda g, t: put("look", 0, int(t.neighbour[t.home_hex[0]].max()))(g, t)),
        (46, put("second_counter", 3, 1)),
        (46, put("second_taken", 3, 1)),
        (51, put("squadron", 3, 1)),
        (51, put("squadron_supply", None, 1)),
        (51, put("activations", None, 1)),
        (51, put("outcome", None, 1)),
        (52, put("marching", 3, 1)),
        (53, put("evolutions", None, 1)),
        (53, put("heat", 3, 1)),
    ],
    ids=[
        *("dormant", "solar wind", "reactions off", "extra actions", "bonus used", "action round", "leader", "barrier"),
        *("gate", "satellite", "event seen", "outpost card", "decision", "outpost", "outpost pile", "outpost deck"),
        *("face down", "event deck", "wormhole", "bounty", "debris", "look", "second counter", "second taken"),
        *("squadron", "squadron supply", "activations", "outcome", "marching", "evolutions", "heat"),
    ],
)
def test_what_modules_bring_is_not_in_other_games(number: int, corrupt: Corruption) -> None:
    games = positions()["fire"].copy()
    corrupt(games[0], tables())
    assert number in [failure.number for failure in failures(games, rules_of())]


# Scenarios ------------------------------------------------------------------------------------------------------------

COOP: dict[str, Any] = {"players": 3, "scenario": "stronghold", "turns": 2, "ask_forced": True}
SCENARIOS: dict[str, dict[str, Any]] = {
    "coop": COOP,
    "semi": {**COOP, "mode": "semi_coop"},
    "solo": {**COOP, "mode": "solo", "players": 1},
    "star": {"players": 2, "scenario": "event_horizon", "turns": 4, "ask_forced": True},
}
MET = frozenset(
    (
        *(
            "coop vote",
            "coop action_card",
            "coop march",
            "coop join",
            "coop squadrons",
            "coop assault",
            "coop together",
        ),
        *(
            "coop reward",
            "coop won",
            "coop lost",
            "coop move",
            "semi squadrons",
            "semi assault",
            "semi won",
        ),
        *("solo propose_bonus", "solo assault", "star evolved", "star young", "star over", "star move"),
    )
)
FOUGHT = ("battle", "squadrons", "assault", "together")


def scenario_config(name: str) -> GameConfig:
    """The configuration of a position of a scenario."""
    return GameConfig(content=quick(), **SCENARIOS[name.split()[0]])


def scenario_words(p: Position) -> str:
    """What a position of a scenario is an example of."""
    g, top = p.g, p.g.stack[max(0, int(p.g.depth) - 1)]
    if g.over:
        return ("over", "won", "lost")[g.outcome]
    if p.decision == "hit":
        return FOUGHT[top[frames.COMBAT_KIND]]
    if p.t.stronghold_levels == 0 and g.turn > 1 and p.decision == "mount":
        return "evolved" if g.evolutions else "young"
    return p.decision


@cache
def met() -> dict[str, Any]:
    """Sound positions of games of the scenarios, by the scenario and what they are examples of."""
    found: dict[str, Any] = {}
    for seed in range(120):
        name = tuple(SCENARIOS)[seed % len(SCENARIOS)]
        policy = SCENARIO_POLICIES[seed // len(SCENARIOS) % 2]
        p = Position(seed, content=quick(), **SCENARIOS[name])
        rng = np.random.default_rng(seed)
        prepare(p, policy, rng)
        while True:
            found.setdefault(f"{name} {scenario_words(p)}", p.games.copy())
            if p.g.over:
                break
            legal = np.flatnonzero(p.masks[0])
            p._play(int(rng.choice(legal, p=weights(p, policy, legal))))
        if set(found) >= MET:
            return {**found, "coop pay_vp": converting(found, 1), "coop gain_vp": converting(found, 0)}
    raise AssertionError(f"not met: {MET - set(found)}")


def converting(found: dict[str, Any], losing: int) -> Any:
    """An executive card is carried out and takes VP of a player, or gives some."""
    games = found["coop vote"].copy()
    g, t = games[0], ruleset(scenario_config("coop")).t
    card = next(i for i in range(t.political_cards) if t.political_kind[i] == v.EXECUTIVE)
    chancellor, (first, count) = int(g.order[0]), t.political_effect[card].tolist()
    g.vote[:] = g.revealed[:] = -1
    write_frame(g.stack[1], frames.COUNCIL, council.LAY_OUT)
    write_frame(g.stack[2], frames.EFFECTS, 0, row=first, rows=count, owner=chancellor)
    write_frame(g.stack[3], frames.CONVERSION, 0, player=chancellor, vp=2, change=losing)
    g.depth, g.actor = 4, chancellor
    g.decision = choices.D_PAY_VP if losing else choices.D_GAIN_VP
    g.resource[:3, 0] = 20
    return games


def test_every_position_of_a_scenario_is_sound() -> None:
    for name, games in met().items():
        assert broken(games, scenario_config(name)) == [], name


def fighters(g: Any, t: Any) -> Any:
    """The ships that fight."""
    return np.nonzero(g.fighting)


def squadron_home(g: Any, t: Any) -> None:
    """A squadron in a home."""
    g.squadron[t.home_hex[0]] += 1
    g.squadron[np.flatnonzero(g.squadron)[0]] -= 1


def squadrons_too_many(g: Any, t: Any) -> None:
    """All but one squadron on the map after the first activation."""
    g.squadron[3] += g.squadron_supply - 1
    g.squadron_supply = 1


def squadrons_all(g: Any, t: Any) -> None:
    """The last squadron on the map, and the game goes on."""
    g.squadron[3] += g.squadron_supply
    g.squadron_supply = 0


def fallen(g: Any, t: Any) -> None:
    """A squadron that was fought is gone."""
    hexagon = int(g.stack[g.depth - 1, frames.COMBAT_HEX])
    g.squadron_supply += g.squadron[hexagon]
    g.squadron[hexagon] = 0


def bystander(g: Any, t: Any) -> None:
    """A ship where squadrons are fought does not fight."""
    player, ship = (int(x[0]) for x in fighters(g, t))
    g.fighting[player, ship] = g.hits[player, ship] = 0


def attack_from_afar(g: Any, t: Any) -> None:
    """A ship attacks the Stronghold from home."""
    player, ship = (int(x[0]) for x in fighters(g, t))
    g.ship_hex[player, ship] = t.home_hex[player]


def join_early(g: Any, t: Any) -> None:
    """The last in turn order joins before their turn."""
    g.stack[g.depth - 1, frames.ASSAULT_PLACE] = 0
    player = int(g.order[t.players - 1])
    ship = int(np.flatnonzero(g.ship_hex[player] >= 0)[0])
    g.fighting[player, g.ship_hex[player] == g.ship_hex[player, ship]] = 1


def leave_hex(g: Any, t: Any) -> None:
    """The ships that may join are at home."""
    g.ship_hex[g.actor, g.ship_hex[g.actor] >= 0] = t.home_hex[g.actor]


def beyond_shield(g: Any, t: Any) -> None:
    """More hits on a squadron than it can bear."""
    g.foe_hits[0] += 60
    g.dealt[g.actor] += 60


def cloaked_fighter(g: Any, t: Any) -> None:
    """A ship fights a squadron cloaked."""
    g.cloaked[fighters(g, t)[0][0], g.stack[g.depth - 1, frames.COMBAT_HEX]] = 1


def foe_of_level(g: Any, t: Any) -> None:
    """A card of the squadron is back in its deck."""
    last = int((g.foe_card >= 0).sum()) - 1
    card = int(g.foe_card[last])
    deck = int(t.resistance_level[card]) - 1
    g.foe_card[last] = -1
    g.resistance_owner[card] = -1
    g.resistance_deck[deck, g.resistance_left[deck]] = card
    g.resistance_left[deck] += 1


def give_to_loser(g: Any, t: Any) -> None:
    """A card went to who did not fight."""
    g.stack[g.depth - 1, frames.COMBAT_CARD] = 1
    player = int(g.actor)
    g.resistance_owner[g.foe_card[0]] = player
    g.fighting[player] = 0


def closed_technology(g: Any, t: Any) -> None:
    """A technology that only helps against other players."""
    number = int(np.flatnonzero(t.technology_open[: t.technologies] == 0)[0])
    g.technology[0, number] = 1
    g.supply[0] -= 1


def swap_order(g: Any, t: Any) -> None:
    """Turn order goes anticlockwise."""
    g.order[1:3] = g.order[2:0:-1].copy()


def late_star(g: Any, t: Any) -> None:
    """The star has evolved for the last time, and the game goes on."""
    g.evolutions = t.star_evolutions


def wind_still(g: Any, t: Any) -> None:
    """No further wind after an evolution."""
    g.solar_wind[:] = t.solar_wind


def both(first: Corruption, second: Corruption) -> Corruption:
    """Two changes."""

    def corrupt(g: Any, t: Any) -> None:
        first(g, t)
        second(g, t)

    return corrupt


def away(column: int) -> Corruption:
    """Another player, hex or kind in the top frame."""

    def corrupt(g: Any, t: Any) -> None:
        g.stack[g.depth - 1, column] += 1

    return corrupt


SCENARIO_CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "an unknown outcome", "coop won", put("outcome", None, 3)),
    (2, "an unknown stage", "coop march", put("stage", None, 8)),
    (2, "heat twice", "star evolved", put("heat", 1, 2)),
    (4, "damage beyond the shield", "coop squadrons", lambda g, t: put("ship_damage", fighters(g, t), 30)(g, t)),
    (6, "turn order against the clock", "coop vote", swap_order),
    (8, "a card given and still in combat", "coop reward", top(frames.COMBAT_CARD, 1)),
    (13, "a rocket", "coop move", lambda g, t: put("rocket", (int(t.home_hex[0]), 0), 1)(g, t)),
    (16, "a combat of another kind", "coop squadrons", top(frames.COMBAT_KIND, frames.ORDINARY)),
    (16, "the Stronghold elsewhere", "coop assault", top(frames.COMBAT_HEX, 3)),
    (16, "squadrons elsewhere", "coop squadrons", away(frames.COMBAT_HEX)),
    (16, "a fight for one", "coop together", top(frames.COMBAT_LONE, 0)),
    (16, "players against each other", "coop together", top(frames.COMBAT_KIND, frames.ORDINARY)),
    (16, "the Resistance together", "semi squadrons", top(frames.COMBAT_KIND, frames.TOGETHER)),
    (16, "a fifth kind of combat", "coop assault", top(frames.COMBAT_KIND, 4)),
    (16, "a conversion of neither kind", "coop pay_vp", top(frames.CONVERSION_CHANGE, 2)),
    (16, "a way out of the centre", "coop join", top(frames.CONQUEST_HEX, 9)),
    (16, "an attack too early", "coop join", lambda g, t: put("stack", (int(g.depth) - 2, STEP), 0)(g, t)),
    (18, "a bid", "coop vote", lambda g, t: put("bid", int(g.actor), 1)(g, t)),
    (18, "a bid shown", "coop vote", put("bid_shown", 0, 1)),
    (18, "a bid to come", "coop vote", top(frames.COUNCIL_PART, 1)),
    (19, "a ship that stays out", "coop squadrons", bystander),
    (19, "an attack from afar", "coop assault", attack_from_afar),
    (19, "an attack without a hit", "coop assault", put("hits", slice(None), 0)),
    (19, "joined before the turn", "coop join", join_early),
    (19, "more hits than shield", "coop squadrons", beyond_shield),
    (19, "more hits than shield on a level", "semi assault", beyond_shield),
    (19, "hits of nobody", "coop squadrons", put("foe_hits", 0, 1)),
    (19, "hits on nothing", "semi squadrons", put("dealt", 0, 40)),
    (19, "hits on a second squadron", "coop squadrons", put("foe_hits", 1, 1)),
    (19, "hits outside combat", "coop march", put("dealt", 0, 1)),
    (19, "hits on no squadron", "coop together", put("dealt", 0, 1)),
    (19, "a squadron that has fallen", "coop squadrons", fallen),
    (19, "a weak squadron", "coop squadrons", foe_of_level),
    (19, "cards of the Stronghold", "solo assault", put("foe_card", 0, 3)),
    (19, "too many hits of the Stronghold", "coop assault", put("rolled", 6, 60)),
    (19, "too many hits of squadrons", "semi squadrons", put("rolled", 6, 90)),
    (19, "a reward for a fleet that stands", "coop reward", put("foe_damage", slice(None), 0)),
    (19, "a reward for who did not fight", "coop reward", give_to_loser),
    (21, "a Fire WMD Stage", "coop action_card", put("stage", None, frames.WMD_STAGE)),
    (21, "another stage", "coop march", put("stage", None, frames.CONQUEST_STAGE)),
    (21, "an activation without a Stronghold", "star move", put("stage", None, frames.ACTIVATION_STAGE)),
    (21, "an election", "coop vote", top(STEP, council.BID)),
    (21, "Player Combat", "coop move", lambda g, t: put("stack", (1, STEP), conquest.BATTLES)(g, t)),
    (
        21,
        "an early end",
        "star over",
        both(put("turn", None, 1), put("evolutions", None, 0)),
    ),
    (24, "a cloaked fighter", "coop squadrons", cloaked_fighter),
    (25, "a march of somebody else", "coop march", wrong_actor),
    (25, "a march elsewhere", "coop march", change("focus_hex", None, 1)),
    (25, "a march without a hex", "coop march", put("focus_hex", None, -1)),
    (25, "joining in a hex", "coop join", put("focus_hex", None, 1)),
    (25, "joining without ships", "coop join", leave_hex),
    (25, "a reward by somebody else", "coop reward", wrong_actor),
    (25, "a reward of no card", "coop reward", top(frames.COMBAT_CARD, 4)),
    (25, "a reward elsewhere", "coop reward", change("focus_hex", None, 1)),
    (25, "nothing to pay for", "coop pay_vp", top(frames.CONVERSION_VP, 0)),
    (25, "gaining where one pays", "coop pay_vp", top(frames.CONVERSION_CHANGE, 0)),
    (25, "paying where one gains", "coop gain_vp", top(frames.CONVERSION_CHANGE, 1)),
    (25, "paying without anything", "coop pay_vp", put("resource", (slice(None), slice(0, 3)), 0)),
    (25, "hits of the Centaurians", "coop squadrons", top(frames.COMBAT_PLACE, -1)),
    (25, "a Vice-Chancellor who is not there", "solo propose_bonus", put("actor", None, -1)),
    (26, "a technology against players", "coop vote", closed_technology),
    (37, "a ship in the Stronghold", "coop move", lambda g, t: put("ship_hex", (0, 0), int(t.centre_hex))(g, t)),
    (37, "Solar Wind without a star", "coop move", put("solar_wind", 3, 1)),
    (37, "no further wind", "star evolved", wind_still),
    (37, "wind too far", "star young", put("solar_wind", 10, 1)),
    (51, "a squadron too many", "coop squadrons", change("squadron", 3, 1)),
    (51, "a squadron in the supply too many", "coop march", change("squadron_supply", None, 1)),
    (51, "a squadron in a home", "coop march", squadron_home),
    (51, "more squadrons than were deployed", "coop march", squadrons_too_many),
    (51, "all squadrons on the map", "coop march", squadrons_all),
    (51, "an activation too many", "coop march", change("activations", None, 1)),
    (51, "no activation", "coop march", put("activations", None, 0)),
    (51, "a level too many", "coop assault", change("stronghold", None, 5)),
    (51, "a level lost too early", "coop vote", change("stronghold", None, -1)),
    (51, "no level left", "coop assault", put("stronghold", None, 0)),
    (51, "an outcome too early", "coop move", put("outcome", None, 2)),
    (51, "no outcome", "coop won", put("outcome", None, 0)),
    (51, "won and lost", "coop won", put("outcome", None, 2)),
    (51, "lost and won", "coop lost", put("outcome", None, 1)),
    (
        51,
        "squadrons in the attack",
        "coop join",
        both(change("squadron", 3, 1), change("squadron_supply", None, -1)),
    ),
    (51, "squadrons elsewhere", "star move", put("squadron", 3, 1)),
    (51, "a Stronghold elsewhere", "star move", put("stronghold", None, 1)),
    (52, "a march outside the activation", "coop move", put("marching", 3, 1)),
    (52, "nobody to march", "coop march", put("marching", slice(None), 0)),
    (52, "more march than there are", "coop march", lambda g, t: change("marching", int(g.focus_hex), 9)(g, t)),
    (52, "marched already", "coop march", lambda g, t: away(frames.ACTIVATION_HEX)(g, t)),
    (53, "a token too many", "star young", change("star_tokens", None, 1)),
    (53, "an evolution that did nothing", "star young", change("evolutions", None, 1)),
    (53, "heat elsewhere", "star evolved", lambda g, t: put("heat", int(t.home_hex[0]), 1)(g, t)),
    (53, "no heat", "star evolved", put("heat", slice(None), 0)),
    (53, "heat too early", "star young", put("heat", 1, 1)),
    (53, "the last evolution", "star evolved", late_star),
    (53, "a star elsewhere", "coop move", put("star_tokens", None, 1)),
)


@pytest.mark.parametrize(
    ("number", "what", "name", "corrupt"),
    SCENARIO_CORRUPTIONS,
    ids=[f"{row[0]}-{row[1]}" for row in SCENARIO_CORRUPTIONS],
)
def test_a_corruption_of_a_scenario_is_named(number: int, what: str, name: str, corrupt: Corruption) -> None:
    config = scenario_config(name)
    games = met()[name].copy()
    before = games.tobytes()
    corrupt(games[0], ruleset(config).t)
    assert games.tobytes() != before, "nothing was corrupted"
    assert number in [failure.number for failure in failures(games, config)]
    with pytest.raises(BrokenInvariant, match="invariant"):
        check(games, config)


# Edge of Extinction ---------------------------------------------------------------------------------------------------


def test_every_scene_of_the_expansion_is_sound() -> None:
    for name, (games, config) in edge_scenes().items():
        assert broken(games, config) == [], name


def same_faction(g: Any, t: Any) -> None:
    """Two players have the same faction, and its home planet is at home."""
    g.faction[1] = g.faction[0]


def faction_too_early(g: Any, t: Any) -> None:
    """The last player has a faction before their turn."""
    g.faction[last(g, t)] = t.factions - 1


def foreign_technology(g: Any, t: Any) -> None:
    """A technology of another faction's board."""
    number = int(np.flatnonzero(t.faction_technology[g.faction[0], : t.technologies] == 0)[0])
    g.technology[0, number] = 1
    g.supply[0] -= 1


def wrong_start(g: Any, t: Any) -> None:
    """Somebody began on a hex that is not beside home."""
    g.second_start[0] = t.centre_hex


def start_at_home(g: Any, t: Any) -> None:
    """Somebody began at the home of another."""
    g.second_start[0] = t.home_hex[1]


def unseen_start(g: Any, t: Any) -> None:
    """The player who looked first began on a hex, and looked at another one."""
    player = int(g.order[0])
    looks = {int(g.look[player]), int(g.look_second[player])}
    g.look[player] = (looks - {int(g.second_start[player])}).pop()
    g.look_second[player] = -1


def planetary_on(kind: int, where: Callable[[Any, Any], int], buyer: int) -> Corruption:
    """A planetary upgrade somewhere."""

    def corrupt(g: Any, t: Any) -> None:
        g.planetary[where(g, t), kind] = buyer + 1

    return corrupt


def port(g: Any, t: Any) -> int:
    """The hex of a Space Port."""
    return int(np.flatnonzero(g.planetary[:, v.SPACE_PORT])[0])


def too_many_ports(g: Any, t: Any) -> None:
    """More Space Ports than tokens."""
    land = [h for h in range(t.hexes) if g.planet[h] >= 0 and t.home_of[h] < 0]
    g.planetary[land[: t.planetary_limit[v.SPACE_PORT] + 1], v.SPACE_PORT] = 2


def both_defences(g: Any, t: Any) -> None:
    """An SDS and an ASDS on one planet."""
    g.planetary[t.home_hex[0], [v.SDS, v.ASDS]] = 1


def port_in_debris(g: Any, t: Any) -> None:
    """The planet with a Space Port is destroyed."""
    hexagon = port(g, t)
    g.destroyed[hexagon] = 1


def forget_port(g: Any, t: Any) -> None:
    """Who bought a Space Port does not know how."""
    g.technology[1, t.planetary_technology[v.SPACE_PORT]] = 0
    g.supply[1] += 1


def two_modules(g: Any, t: Any) -> None:
    """Two modules on a blueprint."""
    module = int(np.flatnonzero(t.upgrade_sort[: t.upgrades] == v.MODULE)[0])
    g.blueprint[1, 3] = 0
    g.blueprint[1, 3, module] = 2
    g.room[1, 3] = t.class_capacity[3] + 2 * t.upgrade_strength[module]


def two_sorts_of_drive(g: Any, t: Any) -> None:
    """A drive beside a Hyperspace Drive."""
    g.blueprint[1, 3, np.flatnonzero(t.upgrade_sort[: t.upgrades] == v.DRIVE)[0]] = 1


def too_many_tokens(g: Any, t: Any) -> None:
    """More tokens of a limited upgrade than a player has, one on each class and more on the last."""
    upgrade = int(np.flatnonzero(t.upgrade_limit)[0])
    g.blueprint[0, :, upgrade] = t.upgrade_limit[upgrade]


def over_room(g: Any, t: Any) -> None:
    """A ship carries more than its class and module have room for."""
    ship = int(np.flatnonzero((g.ship_hex[1] >= 0) & (t.ship_class == 3))[0])
    g.ship_cargo[1, ship] = g.room[1, 3] + 1
    g.supply[1] -= g.room[1, 3] + 1


def second_place(g: Any, t: Any) -> None:
    """Who has a place chooses another one."""
    g.actor = int(np.flatnonzero(g.new_place >= 0)[0])
    g.stack[int(g.depth) - 1, frames.COUNCIL_CHOOSER] = g.actor + 1


def swap_kinds(g: Any, t: Any) -> None:
    """A card of the deck is one of another kind."""
    g.combat_deck[0] = (g.combat_deck[0] + 1) % t.combat_cards


def swap_foe_kinds(g: Any, t: Any) -> None:
    """A Resistance card of the deck is one of another kind."""
    g.foe_deck[0] = (g.foe_deck[0] + 1) % t.foe_cards


def remove_ordinary(g: Any, t: Any) -> None:
    """A card that comes again is out of the game."""
    g.combat_left -= 1
    kind = int(g.combat_deck[g.combat_left])
    assert not t.combat_once[kind]
    g.combat_deck[g.combat_left] = -1
    g.combat_removed[kind] += 1


def large_hand(g: Any, t: Any) -> None:
    """More cards in a hand than it may hold."""
    for _ in range(t.combat_limit + 1):
        g.combat_left -= 1
        g.combat_hand[0, g.combat_deck[g.combat_left]] += 1
        g.combat_held[0] += 1
        g.combat_deck[g.combat_left] = -1


def held_card(g: Any, t: Any) -> tuple[int, int]:
    """A card that somebody holds: whose and which."""
    player, kind = np.argwhere(g.combat_hand)[0]
    return int(player), int(kind)


def choose_for(player: Callable[[Any, Any], int]) -> Corruption:
    """Somebody has chosen a card already."""

    def corrupt(g: Any, t: Any) -> None:
        g.combat_left -= 1
        g.combat_chosen[player(g, t)] = g.combat_deck[g.combat_left]
        g.combat_held[player(g, t)] += 1
        g.combat_deck[g.combat_left] = -1

    return corrupt


def show_for(side: int) -> Corruption:
    """A card of a side is shown."""

    def corrupt(g: Any, t: Any) -> None:
        deck, left = ("foe_deck", "foe_left") if side == t.players + 3 else ("combat_deck", "combat_left")
        g[left] -= 1
        g.combat_shown[side] = g[deck][g[left]]
        g[deck][g[left]] = -1

    return corrupt


def lost_decoy(g: Any, t: Any) -> None:
    """The decoy does not fight."""
    g.decoy[0] = int(np.flatnonzero(g.fighting[0, : t.ships] == 0)[0])


def stray_fighter(g: Any, t: Any) -> None:
    """A player fights who does not take part."""
    g.stack[int(g.depth) - 1, frames.COMBAT_PLAYERS] = 1 << int(np.flatnonzero(g.fighting.any(axis=1))[0])


def weak_edge(g: Any, t: Any) -> None:
    """A card that no one played adds dice."""
    g.edge[0, v.COMBAT_EFFECT_NAMES.index("dice")] = 9


def vision_of(kind: int) -> Corruption:
    """Somebody has a card of a kind alone."""

    def corrupt(g: Any, t: Any) -> None:
        g.vision[1] = np.flatnonzero(t.political_kind[: t.political_cards] == kind)[0]

    return corrupt


def vision_in_deck(g: Any, t: Any) -> None:
    """A card that somebody has alone is in the deck."""
    g.vision[0] = next(x for x in g.political_deck if t.political_kind[x] != v.EXECUTIVE)


def passed_and_open(g: Any, t: Any) -> None:
    """The card that passed still lies open, and is out of force."""
    g.revealed[g.stack[int(g.depth) - 1, frames.COUNCIL_SLOT]] = g.resolution[0] if g.resolutions else g.law[0]
    g.law[:] = g.resolution[:] = -1
    g.laws = g.resolutions = 0


def ordinary_card(g: Any, t: Any) -> tuple[int, int]:
    """An action card of a player that is not for once."""
    return 0, int(np.flatnonzero(t.faction_card_once[g.faction[0], : t.action_cards] == 0)[0])


def show_removed(g: Any, t: Any) -> None:
    """A card that left the game was chosen again."""
    player, card = np.argwhere(g.removed)[0]
    g.chosen[player] = card


def crowd_on_card(g: Any, t: Any) -> None:
    """Nobody has so many cubes to pay."""
    g.stack[int(g.depth) - 1, frames.ACTION_STAGE_CUBES] = 30


def no_ship_left(g: Any, t: Any) -> None:
    """All ships of the class that is built are on the map."""
    ships = np.flatnonzero(t.ship_class[: t.ships] == g.focus_card)
    g.ship_hex[g.actor, ships] = t.home_hex[g.actor]


def hit_home(g: Any, t: Any) -> None:
    """A rocket that destroys planets is fired at a home."""
    hexagon, space = np.argwhere(g.rocket_target >= 0)[0]
    g.rocket[hexagon, space] = 1 + int(np.flatnonzero(t.rocket_damage == v.HITS_PLANET)[0])


def used_hyperspace(g: Any, t: Any) -> None:
    """The ship that leaves has done so already."""
    g.moved[g.actor, g.focus_card] = 1


def moved_without(g: Any, t: Any) -> None:
    """A ship without a Hyperspace Drive has gone through hyperspace."""
    classes = t.ship_class[: t.ships]
    idle = (g.ship_hex[g.actor, : t.ships] >= 0) & (g.hyperspace[g.actor, classes] == 0)
    g.moved[g.actor, np.flatnonzero(idle)[0]] = 1


def other_rows(g: Any, t: Any) -> None:
    """Effects under way that are none of the card."""
    frame = next(i for i in range(int(g.depth)) if g.stack[i, KIND] == frames.EFFECTS)
    g.stack[frame, frames.EFFECTS_ROW] = 0


def column(kind: int, which: int, value: int) -> Corruption:
    """Set a column of the frame of a kind."""

    def corrupt(g: Any, t: Any) -> None:
        frame = next(i for i in range(int(g.depth)) if g.stack[i, KIND] == kind)
        g.stack[frame, which] = value

    return corrupt


def unable(name: str) -> Corruption:
    """The player who is asked does not know how."""

    def corrupt(g: Any, t: Any) -> None:
        g.modifier[g.actor, v.MODIFIER_NAMES.index(name)] = 0

    return corrupt


def foe_beyond(g: Any, t: Any) -> None:
    """More hits on a Centaurian ship than doom it, with its card."""
    g.foe_hits[0] = t.resistance_shield[g.foe_card[0]] + 9


def hits_beyond(g: Any, t: Any) -> None:
    """More hits on a ship than doom it, with the card of its side."""
    player, ship = np.argwhere(g.fighting)[0]
    g.hits[player, ship] = g.shield[player, t.ship_class[ship]] + g.edge[player, 10] - g.ship_damage[player, ship] + 2


def hit_ship(g: Any) -> list[int]:
    """A ship of the second player that was hit."""
    return [int(np.flatnonzero(g.hits[1])[0])]


def on_the_map(g: Any, t: Any) -> None:
    """All Dark Raiders are on the map before the last second starting hex is chosen."""
    player = int(g.order[0])
    g.ship_hex[player, np.flatnonzero(t.ship_class[: t.ships] == 0)] = t.home_hex[player]


EXPANSION_CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "an unknown faction", "window", lambda g, t: put("faction", 0, int(t.factions))(g, t)),
    (2, "a second starting hex off the map", "window", put("second_start", 0, 60)),
    (2, "a buyer who does not play", "window", put("planetary", (3, 0), 5)),
    (2, "a planetary upgrade off the map", "window", put("planetary", (60, 0), 1)),
    (2, "an unknown card in the deck", "window", lambda g, t: put("combat_deck", 0, int(t.combat_cards))(g, t)),
    (2, "an unknown card in a hand", "window", lambda g, t: put("combat_hand", (0, int(t.combat_cards)), 1)(g, t)),
    (2, "an unknown card chosen", "combat_card", lambda g, t: put("combat_chosen", 0, int(t.combat_cards))(g, t)),
    (2, "an unknown card shown", "hit", lambda g, t: put("combat_shown", 0, int(t.combat_cards))(g, t)),
    (2, "a card of nobody shown", "hit", put("combat_shown", 4, 1)),
    (2, "a Resistance card that is none shown", "hit", lambda g, t: put("combat_shown", 6, int(t.foe_cards))(g, t)),
    (2, "a Resistance card that is none drawn", "foe_card", lambda g, t: put("foe_offer", 0, int(t.foe_cards))(g, t)),
    (2, "a decoy that is no ship", "hit", put("decoy", 0, 15)),
    (2, "a vision that is no card", "seen", put("vision", 0, 95)),
    (2, "an effect of the turn of nobody", "window", both(put("lasting", (0, 1), 3), put("lastings", None, 1))),
    (2, "an effect of the turn of another kind", "window", both(put("lasting", 0, 0), put("lastings", None, 1))),
    (3, "a cube too many of 36", "window", change("supply", 0, 1)),
    (4, "more cargo than room", "hyperspace", over_room),
    (4, "a ship far away before turn 1", "start", at("ship_hex", lambda g, t: (0, 0), lambda g, t: int(t.centre_hex))),
    (7, "a card alone and in the deck", "seen", vision_in_deck),
    (7, "cards open too long", "seen", put("revealed", 0, 0)),
    (7, "the card that passed is open", "vision", passed_and_open),
    (7, "the second card is not open", "corrupt", put("revealed", 1, -1)),
    (9, "another faction", "window", lambda g, t: put("faction", slice(0, 3), (3, 4, 5))(g, t)),
    (9, "a card alone that does nothing", "seen", put("vision", 0, -1)),
    (10, "EMP dice changed", "window", change("emp_dice", (0, 1), 1)),
    (10, "a Hyperspace Drive that is none", "window", change("hyperspace", (0, 1), 1)),
    (10, "room that is none", "window", change("room", (0, 1), 1)),
    (10, "a Hyperspace Drive that is slow", "hyperspace", put("drive", (1, 3), 3)),
    (11, "two modules", "hyperspace", two_modules),
    (11, "a drive beside a Hyperspace Drive", "hyperspace", two_sorts_of_drive),
    (11, "too many tokens", "window", too_many_tokens),
    (12, "the home of another faction", "window", swap_planets),
    (13, "a rocket that destroys a home", "fired", hit_home),
    (16, "a discard in the vote", "discard", column(frames.COUNCIL, STEP, council.VOTE)),
    (16, "a discard in the choice of cards", "too_many", column(frames.COMBAT, STEP, rounds.CARDS)),
    (16, "effects for another alone", "alone", column(frames.EFFECTS, frames.EFFECTS_ONLY, 3)),
    (16, "effects for nobody alone", "alone", column(frames.EFFECTS, frames.EFFECTS_ONLY, 0)),
    (16, "effects of a card that did not lie open", "alone", put("revealed", slice(None), -1)),
    (16, "effects of another card of the round", "arm", other_rows),
    (16, "the card of a round as a reaction", "arm", column(frames.EFFECTS, STEP, effects.REACTION)),
    (16, "the card of a round for another", "arm", column(frames.EFFECTS, frames.EFFECTS_OWNER, 0)),
    (16, "a won card with other effects", "fortify", other_rows),
    (16, "a won card of another", "fortify", column(frames.EFFECTS, frames.EFFECTS_OWNER, 0)),
    (16, "a won card of who was not asked", "fortify", column(frames.INTERRUPTED, frames.INTERRUPTED_PLAYER, 0)),
    (16, "a won card in Conquest", "fortify", put("stage", None, frames.CONQUEST_STAGE)),
    (25, "a window put off that was not asked", "fortify", column(frames.WINDOW, STEP, 0)),
    (
        25,
        "a decision put off that cannot be",
        "fortify",
        column(frames.INTERRUPTED, frames.INTERRUPTED_DECISION, choices.D_REPLACE),
    ),
    (
        25,
        "a decision put off that is not asked there",
        "fortify",
        column(frames.INTERRUPTED, frames.INTERRUPTED_DECISION, choices.D_VOTE),
    ),
    (16, "an action by no card", "trade", source_of_top(effects.SOURCE_REACTION)),
    (16, "VP bought in a Build", "build_at", top(frames.PERFORM_VP_BOUGHT, 1)),
    (16, "a technology copied after nothing", "copy", top(frames.LEARN_FREE_SOURCE, 0)),
    (16, "a technology copied by a bystander", "copy", column(frames.COMBAT, frames.COMBAT_PLAYERS, 1)),
    (16, "a technology copied at another cost", "copy", top(frames.LEARN_FREE_COST, 20)),
    (16, "a technology copied too early", "copy", column(frames.COMBAT, STEP, rounds.ASSIGN)),
    (16, "a technology copied off the map", "landing", top(frames.LEARN_FREE_HEX, 60)),
    (17, "cubes to be paid in the choice of cards", "removed", top(frames.ACTION_STAGE_CUBES, 1)),
    (17, "a card chosen that left the game", "removed", show_removed),
    (18, "a vote moved that was not cast", "corrupt", put("vote", slice(None), -1)),
    (18, "a bid gone before it is counted", "corrupt", put("bid_shown", 0, 1)),
    (19, "a side that does not take part", "hit", stray_fighter),
    (19, "players take part in no combat with cards", "window", put("fighting", (0, 0), 1)),
    (19, "more hits than dice and cards", "hit", lambda g, t: change("rolled", int(g.actor), 20)(g, t)),
    (19, "hits when all are assigned", "deflect", put("rolled", 0, 1)),
    (19, "more hits than a card lets a ship bear", "hit", hits_beyond),
    (19, "more hits than a card can cancel", "cancel_hit", lambda g, t: change("hits", (1, *hit_ship(g)), 9)(g, t)),
    (19, "more hits than a Centaurian ship bears", "foe_shown", foe_beyond),
    (19, "ships fight after the combat", "copy", put("fighting", (0, 0), 1)),
    (19, "a round before tactics are over", "decoy", top(frames.COMBAT_ROUND, 1)),
    (19, "cards in no round", "combat_card", top(frames.COMBAT_ROUND, 0)),
    (19, "hits when cards are chosen", "combat_card", hits_beyond),
    (19, "hits on the Resistance when cards are chosen", "foe_chosen", put("foe_hits", 0, 1)),
    (21, "more to be dealt cards than play", "discard", column(frames.COUNCIL, frames.COUNCIL_PLACE, 5)),
    (20, "VP for no technology", "over", change("score", (0, assets.SCORE_TECHNOLOGIES), 1)),
    (20, "an office worth more", "over", change("score", (0, assets.SCORE_OFFICE), 1)),
    (23, "a place twice", "office", lambda g, t: put("new_place", int(g.actor), 1)(g, t)),
    (23, "a place too few", "office", put("new_place", slice(None), -1)),
    (23, "somebody is to choose a place too early", "corrupt", column(frames.COUNCIL, frames.COUNCIL_CHOOSER, 1)),
    (25, "a place for another", "office", top(frames.COUNCIL_CHOOSER, 1)),
    (25, "a place for who has one", "office", second_place),
    (25, "a vote moved by who cannot", "corrupt", unable("corrupt_politics")),
    (25, "a vision of who has none", "vision", unable("visionary_politics")),
    (25, "a discard of who holds few", "discard", put("combat_hand", slice(None), 0)),
    (25, "nothing to pay", "pay", top(frames.ACTION_STAGE_CUBES, 0)),
    (25, "more to pay than there is", "pay", crowd_on_card),
    (25, "cubes onto the card of another", "pay", put("focus_player", None, 2)),
    (25, "a second look before the first", "second_look", top(frames.SETTING_UP_SECOND_LOOK, 0)),
    (25, "a ship of another class", "build_at", change("focus_card", None, 1)),
    (25, "no ship to build", "build_at", no_ship_left),
    (25, "a place for a ship in a Trade", "build_at", top(frames.PERFORM_ACTION, v.TRADE)),
    (25, "nothing to settle", "settle", top(frames.SETTLE_CUBES, 0)),
    (25, "nobody to settle", "settle", lambda g, t: put("supply", int(g.actor), 0)(g, t)),
    (25, "hyperspace before the others have moved", "hyperspace", top(frames.MOVEMENT_LAST, 0)),
    (25, "no ship for hyperspace", "hyperspace", put("hyperspace", slice(None), 0)),
    (25, "a ship chosen twice", "hyperspace", top(frames.MOVEMENT_SHIP, 1)),
    (25, "hyperspace for no ship", "hyperspace_to", top(frames.MOVEMENT_SHIP, 0)),
    (25, "hyperspace from elsewhere", "hyperspace_to", change("focus_hex", None, 1)),
    (25, "hyperspace for another ship", "hyperspace_to", change("focus_card", None, 1)),
    (25, "hyperspace twice", "hyperspace_to", used_hyperspace),
    (25, "a decoy of who knows no tactics", "decoy", unable("basic_tactics")),
    (25, "a decoy elsewhere", "decoy", change("focus_hex", None, 1)),
    (25, "a sacrifice of another", "sacrifice", wrong_actor),
    (25, "a sacrifice made twice", "sacrifice", top(frames.COMBAT_DAMAGE, 2)),
    (25, "a sacrifice for no damage", "sacrifice_target", top(frames.COMBAT_DAMAGE, 0)),
    (25, "a card of who has none", "combat_card", put("combat_hand", slice(None), 0)),
    (25, "a card of another", "combat_card", wrong_actor),
    (25, "a card of the Resistance in round 2", "foe_card", top(frames.COMBAT_ROUND, 2)),
    (25, "a card of the Resistance chosen by another", "foe_card", wrong_actor),
    (25, "no card of the Resistance to choose", "foe_card", put("foe_offer", 1, -1)),
    (25, "no hit to deflect", "deflect", lambda g, t: put("hits", slice(None), 0)(g, t)),
    (25, "a hit deflected from no ship", "deflect_to", top(frames.COMBAT_DEFLECTED, 0)),
    (25, "a hit deflected from a ship without", "deflect_to", top(frames.COMBAT_DEFLECTED, 15)),
    (25, "nothing to cancel", "cancel_hit", put("hits", slice(None), 0)),
    (25, "no card that cancels", "cancel_hit", put("edge", slice(None), 0)),
    (25, "hits cancelled by another", "cancel_hit", wrong_actor),
    (25, "nothing to pay for a card", "pay_aboard", top(frames.COMBAT_CUBES, 0)),
    (25, "more to pay for a card than it costs", "pay_aboard", top(frames.COMBAT_CUBES, 2)),
    (25, "nobody on board to pay for a card", "pay_aboard", put("ship_cargo", slice(None), 0)),
    (25, "a card paid for by another", "pay_aboard", wrong_actor),
    (25, "a copy in no place", "landing", put("focus_hex", None, -1)),
    (25, "Commandos who kill nobody", "commando_target", put("population", slice(None), 0)),
    (25, "Commandos elsewhere", "commando_target", change("focus_hex", None, 1)),
    (25, "Commandos of who has none", "commando_target", unable("commandos")),
    (25, "landing while Commandos kill", "landed", top(frames.CONQUEST_RAIDED, 1)),
    (
        25,
        "a Trade on the second space without a cube",
        "trade",
        both(top(frames.PERFORM_SPACE, 1), put("focus_card", None, 1)),
    ),
    (25, "a start for another", "start", wrong_actor),
    (26, "a technology of another faction", "window", foreign_technology),
    (28, "a planet destroyed before turn 1", "start", put("destroyed", 3, 1)),
    (31, "a ship through hyperspace without the drive", "hyperspace", moved_without),
    (31, "a ship held in hyperspace", "hyperspace", put("held", (0, 3), 1)),
    (32, "a cube on its way too early", "hyperspace", column(frames.CONQUEST, frames.CONQUEST_SOURCE, 1)),
    (32, "Commandos kill while somebody learns", "landing", column(frames.CONQUEST, frames.CONQUEST_RAIDED, 1)),
    (32, "landed at the wrong time", "window", put("landed", 3, 1)),
    (32, "landed where nobody lives", "landed", put("population", slice(None), 0)),
    (32, "landed and nothing to learn", "landed", unable("copy_landing")),
    (32, "technologies known before miscounted", "landing", column(frames.CONQUEST, frames.CONQUEST_KNOWN, 9)),
    (32, "technologies noted too early", "landed", top(frames.CONQUEST_KNOWN, 1)),
    (32, "done too early", "landed", top(frames.CONQUEST_DEPLOYED, 1)),
    (32, "learning while others land", "landing", column(frames.CONQUEST, frames.CONQUEST_DEPLOYED, 0)),
    (39, "an Outpost before players have begun", "start_hex", put("outpost_there", 3, 1)),
    (41, "a hex face up that nobody begins on", "start_hex", at("face_down", far_off, 0)),
    (42, "a start that was an Event", "start_hex", put("second_start", slice(None), -1)),
    (45, "a second look at the same hex", "start_hex", lambda g, t: put("look_second", slice(0, 3), g.look[:3])(g, t)),
    (45, "a second look without a first", "start_hex", put("look", slice(None), -1)),
    (45, "a second look too early", "second_look", at("look_second", acting, lambda g, t: int(g.face_down.argmax()))),
    (45, "a second look where none is flipped", "planet", put("look_second", 0, 3)),
    (46, "a planet before the map is dealt", "faction", put("planet", 3, 1)),
    (54, "a faction twice", "window", same_faction),
    (54, "no faction", "window", put("faction", 0, -1)),
    (54, "a faction before the turn", "faction", faction_too_early),
    (54, "a faction chosen that is none", "faction", put("faction", slice(None), -1)),
    (54, "other factions than configured", "window", lambda g, t: put("faction", slice(0, 2), (1, 0))(g, t)),
    (55, "a card out of the game that comes again", "removed", at("removed", ordinary_card, 1)),
    (55, "a card out of the game before it was played", "window", put("removed", (0, 5), 1)),
    (56, "no second starting hex", "window", put("second_start", 0, -1)),
    (56, "a second starting hex too far", "window", wrong_start),
    (56, "a second starting hex at a home", "window", start_at_home),
    (56, "a second starting hex before the turn", "start", at("second_start", acting, 3)),
    (56, "a second starting hex that nobody saw", "start_hex", unseen_start),
    (56, "a second starting hex face down", "start_hex", at("face_down", second_start, 1)),
    (56, "a second starting hex without a planet", "planet", at("planet", second_start, -1)),
    (56, "nothing to begin with", "start", on_the_map),
    (57, "a planetary upgrade in space", "window", planetary_on(v.SDS, lambda g, t: int(t.centre_hex), 1)),
    (57, "two defences on a planet", "window", both_defences),
    (57, "more Space Ports than tokens", "fortify", too_many_ports),
    (57, "a Space Port at home", "fortify", planetary_on(v.SPACE_PORT, home(1), 1)),
    (57, "a Space Port in debris", "fortify", port_in_debris),
    (57, "a Space Port of who cannot build it", "fortify", forget_port),
    (58, "a card alone for who cannot", "seen", vision_of(v.LAW)),
    (58, "an executive decision that lasts", "seen", vision_of(v.EXECUTIVE)),
    (58, "a card alone before the turn", "vision", lambda g, t: put("vision", 0, int(g.revealed.max()))(g, t)),
    (58, "a card alone before the vote", "corrupt", lambda g, t: put("vision", 0, int(g.revealed[1]))(g, t)),
    (58, "a card alone before the first Council", "window", vision_of(v.LAW)),
    (59, "a card of another kind", "window", swap_kinds),
    (59, "a card too many", "window", change("combat_discard", 0, 1)),
    (59, "a card too few", "discard", lambda g, t: change("combat_hand", held_card(g, t), -1)(g, t)),
    (59, "deck and count differ", "window", change("combat_left", None, -1)),
    (30, "a planet defended when no rocket lands", "window", put("defender", 3, 0)),
    (59, "cards held miscounted", "discard", change("combat_held", 0, 1)),
    (59, "a chosen card not held", "combat_card", lambda g, t: change("combat_held", last(g, t), -1)(g, t)),
    (59, "a card out of the game that comes again", "window", remove_ordinary),
    (59, "a hand too large", "window", large_hand),
    (60, "a Resistance card of another kind", "window", swap_foe_kinds),
    (60, "a Resistance card too many", "window", change("foe_discard", 0, 1)),
    (60, "a Resistance card lost", "foe_chosen", put("foe_chosen", None, -1)),
    (60, "deck and count of the Resistance differ", "window", change("foe_left", None, -1)),
    (61, "a card chosen in peace", "window", choose_for(acting)),
    (61, "a card shown in peace", "window", show_for(0)),
    (61, "a card chosen before the turn", "combat_card", choose_for(lambda g, t: int(g.order[0]))),
    (61, "a card shown too early", "combat_card", show_for(0)),
    (61, "a card of the Resistance shown too early", "foe_chosen", show_for(6)),
    (61, "a card of the Resistance in Player Combat", "hit", show_for(6)),
    (61, "a card of who does not take part", "foe_shown", show_for(1)),
    (61, "a decoy in peace", "window", put("decoy", 0, 0)),
    (61, "a decoy that does not fight", "hit", lost_decoy),
    (61, "a decoy of who cannot name one", "hit", put("modifier", (0, v.MODIFIER_NAMES.index("basic_tactics")), 0)),
    (61, "a card at work in peace", "window", put("edge", (0, 0), 1)),
    (61, "a card at work that nobody played", "hit", weak_edge),
    (61, "a card at work before it is shown", "combat_card", put("edge", (0, 5), 1)),
    (61, "a sacrifice noted in the choice of cards", "combat_card", top(frames.COMBAT_DAMAGE, 1)),
    (61, "a card resolved that was not shown", "too_many", column(frames.COMBAT, frames.COMBAT_RESOLVED, 127)),
    (61, "a card at work before it is resolved", "too_many", put("edge", (2, v.COMBAT_EFFECT_NAMES.index("dice")), 2)),
)


@pytest.mark.parametrize(
    ("number", "what", "scene", "corrupt"),
    EXPANSION_CORRUPTIONS,
    ids=[f"{row[0]}-{row[1]}" for row in EXPANSION_CORRUPTIONS],
)
def test_a_corruption_of_the_expansion_is_named(number: int, what: str, scene: str, corrupt: Corruption) -> None:
    found, config = edge_scenes()[scene]
    games = found.copy()
    corrupt(games[0], ruleset(config).t)
    assert games.tobytes() != found.tobytes(), "nothing was corrupted"
    assert number in [failure.number for failure in failures(games, config)]
    with pytest.raises(BrokenInvariant, match="invariant"):
        check(games, config)


@pytest.mark.parametrize(
    ("number", "corrupt"),
    [
        (2, put("faction", 0, 0)),
        (2, put("planetary", (3, 0), 1)),
        (2, put("combat_deck", 0, 0)),
        (2, put("combat_hand", (0, 0), 1)),
        (2, put("combat_discard", 0, 1)),
        (2, put("combat_removed", 0, 1)),
        (2, put("combat_chosen", 0, 0)),
        (2, put("combat_shown", 0, 0)),
        (2, put("foe_deck", 0, 0)),
        (2, put("foe_discard", 0, 1)),
        (2, put("foe_offer", 0, 0)),
        (2, put("foe_chosen", None, 0)),
        (10, put("emp_dice", (0, 0), 1)),
        (10, put("hyperspace", (0, 0), 1)),
        (25, put("decision", None, choices.D_DISCARD)),
        (32, put("landed", 3, 1)),
        (45, put("look_second", 0, 3)),
        (55, put("removed", (0, 0), 1)),
        (56, put("second_start", 0, 3)),
        (58, put("vision", 0, 1)),
        (59, put("combat_left", None, 1)),
        (59, put("combat_held", 0, 1)),
        (60, put("foe_left", None, 1)),
        (61, put("edge", (0, 0), 1)),
        (61, put("decoy", 0, 0)),
    ],
)
def test_what_the_expansion_brings_is_not_in_other_games(number: int, corrupt: Corruption) -> None:
    games = positions()["fire"].copy()
    corrupt(games[0], tables())
    assert number in [failure.number for failure in failures(games, rules_of())]


def test_cards_won_are_used_only_where_the_stack_has_room() -> None:
    """A record with more frames than rules ever push must not make them push further."""
    found, config = edge_scenes()["fortify"]
    games = found.copy()
    g = games[0]
    used = g.stack[int(g.depth) - 2].copy()
    window = g.stack[int(g.depth) - 3].copy()
    while g.depth < len(g.stack) - 1:
        g.stack[int(g.depth) - 1], g.stack[int(g.depth)] = window, used
        g.stack[int(g.depth) + 1] = found[0].stack[int(found[0].depth) - 1]
        g.depth += 1
    assert 16 in [failure.number for failure in failures(games, config)]


def test_rockets_fly_as_far_as_the_rules_say() -> None:
    """Around barriers or over them, through wormholes, and further from a Satellite."""
    p = Position(3, players=4, modules=("M4", "M6", "M8", "M9"), turns=2, random_barriers=True)
    p.until("vote").before_council()
    for hexagon in np.flatnonzero(p.g.face_down):
        explore(p, int(hexagon))
    p.g.rocket[p.t.home_hex[:4], 0] = 1
    p.g.satellite[0, 0] = p.t.home_hex[0]
    reach = v.MODIFIER_NAMES.index("rocket_range")
    rng = np.random.default_rng(1)
    wild = [h for h in range(p.t.hexes) if p.t.home_of[h] < 0]
    different = 0
    while p.until("fire").g.decision == choices.D_FIRE:
        player, source = p.actor, int(p.g.focus_hex)
        for _ in range(6):
            p.g.wormhole[:] = rng.choice(wild, 2, replace=False) if rng.random() < 0.8 else (-1, -1)
            p.g.modifier[player, reach] = rng.integers(1, 5)
            p._play(LOOK)
            allowed = {target for (target,) in p.legal("hex")}
            far = board.flight(facts_of(p.games, p.rules), source)
            most = int(p.g.modifier[player, reach]) + (player == 0)
            assert allowed == {h for h in wild if p.g.planet[h] >= 0 and h != source and far[h] <= most}
            different += far != p.t.distance[source, : p.t.hexes].tolist()
        if player == p.g.order[0]:
            break
        p.decline()
    assert different > 10


def test_as_many_bonus_actions_lie_open_as_are_drawn() -> None:
    config = GameConfig(modules=frozenset(("M1",)), bonus_draw=True, movement="drive_power", **CONFIG)
    p = Position(3, modules=config.modules, bonus_draw=True, movement="drive_power", **CONFIG).until("propose_bonus")
    assert broken(p.games, config) == []
    assert p.g.bonus_open.sum() == p.t.bonus_draw < p.t.bonus_cards
    closed = int(np.flatnonzero(p.g.bonus_open[: p.t.bonus_cards] == 0)[0])
    p.g.bonus_open[closed] = 1
    assert any("invariant 15" in line for line in broken(p.games, config))
    p.g.bonus_open[np.flatnonzero(p.g.bonus_open)[:2]] = 0
    assert any("invariant 15" in line for line in broken(p.games, config))


def test_a_bonus_action_at_once_can_end_the_council() -> None:
    games = situations()["at_once"].copy()
    games[0].stack[1, STEP] = council.DONE  # where no election is held
    assert broken(games, module_config()) == []


def test_secret_orders_are_checked() -> None:
    games = positions("simultaneous", ("order",))["order"].copy()
    config = rules_of("simultaneous")
    assert broken(games, config) == []
    games[0].path[games[0].actor, 0] = (1, 0, 2, 0, 0, 0, 0, 0)
    assert any("invariant 29" in line for line in broken(games, config))


# Any change at all ----------------------------------------------------------------------------------------------------

# Fields where every change of a value in use breaks an invariant: conserved, derived, or fixed by the rest.
RIGID = """
supply dice shield drive modifier depth decision over stage political_left laws resolutions order traders market
chosen shown card_cubes vote bid taken moved stranded new_place staying path arrived fought hits foe_card
foe_damage foe_hits rolled wreck_vp
wrecks score rank resistance_left resistance_deck revealed proposal population ship_cargo technology blueprint held
fighting actor resolution rocket_target rocket_owner reaction_cubes spent conquest
bonus_open bonus_used extra_actions reactions_off dormant solar_wind
second_counter outpost outpost_there outpost_up face_down wormhole no_combat interest barrier gate satellite leader
leader_offer leader_refused look bounty outpost_pile
outpost_pile_left outpost_deck outpost_left outpost_held event_deck event_left
event_seen second_taken entered exploring event
squadron squadron_supply stronghold activations outcome marching dealt star_tokens evolutions heat
given_planet
emp_dice hyperspace room planetary look_second faction second_start removed combat_deck combat_left combat_discard
combat_removed combat_hand combat_held foe_deck foe_left foe_discard vision combat_chosen combat_shown foe_offer
foe_chosen edge decoy landed office resistance_ships measured
"""


def one_change(draw: Any, games: Any, name: str) -> None:
    """Put another value somewhere into a field."""
    flat = games[name].reshape(-1)
    index = draw(st.integers(0, flat.size - 1))
    limits = np.iinfo(flat.dtype)
    any_value = st.integers(max(limits.min, -32768), min(limits.max, 32767))
    value = draw(st.one_of(st.integers(-4, 64), any_value).filter(lambda x: x != flat[index]))
    flat[index] = value


FUZZ = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))


@FUZZ
@given(st.data())
def test_any_change_of_a_rigid_field_is_caught(data: st.DataObject) -> None:
    games = positions()["window"].copy()
    name = data.draw(st.sampled_from(RIGID.split()))
    one_change(data.draw, games, name)
    with pytest.raises(BrokenInvariant):
        check(games, rules_of())


@pytest.mark.parametrize("row", [-1, 1024, 32767])
def test_a_row_of_effects_that_is_none_never_crashes_the_checker(row: int) -> None:
    games = scenes()["option"].copy()
    games[0].stack[games[0].depth - 1, frames.EFFECTS_ROW] = row
    assert any(line.startswith("invariant 25 ") and f"row {row}" in line for line in broken(games, config_of("option")))


@FUZZ
@given(st.data())
def test_any_changes_anywhere_never_crash_the_checker(data: st.DataObject) -> None:
    found = positions()
    games = found[data.draw(st.sampled_from(sorted(found)))].copy()
    for name in data.draw(st.lists(st.sampled_from([field[0] for field in FIELDS]), min_size=1, max_size=4)):
        one_change(data.draw, games, name)
    assert all(line.startswith("invariant ") for line in broken(games, rules_of()))


@FUZZ
@given(st.data())
def test_any_changes_anywhere_never_crash_the_checker_with_modules(data: st.DataObject) -> None:
    found = situations()
    games = found[data.draw(st.sampled_from(sorted(found)))].copy()
    for name in data.draw(st.lists(st.sampled_from([field[0] for field in FIELDS]), min_size=1, max_size=4)):
        one_change(data.draw, games, name)
    assert all(line.startswith("invariant ") for line in broken(games, module_config()))


@FUZZ
@given(st.data())
def test_any_changes_anywhere_never_crash_the_checker_with_all_modules(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(scenes())))
    games = scenes()[name].copy()
    for field in data.draw(st.lists(st.sampled_from([field[0] for field in FIELDS]), min_size=1, max_size=4)):
        one_change(data.draw, games, field)
    assert all(line.startswith("invariant ") for line in broken(games, config_of(name)))


@FUZZ
@given(st.data())
def test_any_changes_anywhere_never_crash_the_checker_of_scenarios(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(met())))
    games = met()[name].copy()
    for field in data.draw(st.lists(st.sampled_from([field[0] for field in FIELDS]), min_size=1, max_size=4)):
        one_change(data.draw, games, field)
    assert all(line.startswith("invariant ") for line in broken(games, scenario_config(name)))


@FUZZ
@given(st.data())
def test_any_changes_anywhere_never_crash_the_checker_of_the_expansion(data: st.DataObject) -> None:
    found, config = edge_scenes()[data.draw(st.sampled_from(sorted(edge_scenes())))]
    games = found.copy()
    for field in data.draw(st.lists(st.sampled_from([field[0] for field in FIELDS]), min_size=1, max_size=4)):
        one_change(data.draw, games, field)
    assert all(line.startswith("invariant ") for line in broken(games, config))


# Fields of the expansion where every change of a value breaks an invariant, in every scene.
RIGID_IN_THE_EXPANSION = """
emp_dice hyperspace room faction combat_deck combat_left combat_discard combat_removed combat_hand combat_held foe_deck
foe_left foe_discard combat_chosen combat_shown foe_offer foe_chosen defender
"""


@FUZZ
@given(st.data())
def test_any_change_of_a_rigid_field_of_the_expansion_is_caught(data: st.DataObject) -> None:
    found, config = edge_scenes()[data.draw(st.sampled_from(sorted(edge_scenes())))]
    games = found.copy()
    one_change(data.draw, games, data.draw(st.sampled_from(RIGID_IN_THE_EXPANSION.split())))
    with pytest.raises(BrokenInvariant):
        check(games, config)


# Fields of the scenarios where every change of a value breaks an invariant, in every position.
# Not `evolutions`: a star may have evolved for the last time when the last turn ended, or not.
RIGID_IN_SCENARIOS = """
squadron squadron_supply activations outcome marching dealt star_tokens heat solar_wind order foe_card
"""


@FUZZ
@given(st.data())
def test_any_change_of_a_rigid_field_of_scenarios_is_caught(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(met())))
    games = met()[name].copy()
    one_change(data.draw, games, data.draw(st.sampled_from(RIGID_IN_SCENARIOS.split())))
    with pytest.raises(BrokenInvariant):
        check(games, scenario_config(name))


# Fields where every change of a value breaks an invariant, in every scene with all modules.
RIGID_IN_SCENES = """
outpost_there outpost_pile_left outpost_deck outpost_left event_deck event_left event_seen exploring solar_wind
"""


@FUZZ
@given(st.data())
def test_any_change_of_a_rigid_field_of_all_modules_is_caught(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(scenes())))
    games = scenes()[name].copy()
    one_change(data.draw, games, data.draw(st.sampled_from(RIGID_IN_SCENES.split())))
    with pytest.raises(BrokenInvariant):
        check(games, config_of(name))


# Fields of the modules where every change of a value breaks an invariant, in every situation.
RIGID_IN_MODULES = ("solar_wind", "reactions_off", "extra_actions", "bonus_open", "foe_card", "resistance")


@FUZZ
@given(st.data())
def test_any_change_of_a_rigid_field_of_modules_is_caught(data: st.DataObject) -> None:
    found = situations()
    games = found[data.draw(st.sampled_from(sorted(found)))].copy()
    one_change(data.draw, games, data.draw(st.sampled_from(RIGID_IN_MODULES)))
    with pytest.raises(BrokenInvariant):
        check(games, module_config())


@settings(max_examples=EXAMPLES // 10, deadline=None)
@given(st.integers(0, 2**32))
def test_random_bytes_are_refused(seed: int) -> None:
    noise = np.random.default_rng(seed).bytes(GAME_DTYPE.itemsize)
    with pytest.raises(BrokenInvariant):
        check(np.frombuffer(noise, dtype=GAME_DTYPE), rules_of())


@pytest.mark.parametrize(
    "record",
    [None, 7, "a game", {}, np.zeros(3), np.zeros(1, dtype=[("depth", "i2")]), new_games(2), new_games(0), np.int64(3)],
    ids=lambda record: type(record).__name__,
)
def test_what_is_no_record_is_refused(record: Any) -> None:
    with pytest.raises(BrokenInvariant, match="invariant 1 "):
        check(record, rules_of())


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(BrokenInvariant):
        check(new_games(1), rules_of())
