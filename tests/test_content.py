"""Content: what the texts fix, what a good game needs, and what the loader refuses."""

import re
import tomllib
from collections import Counter
from dataclasses import fields, replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env.exodus import capacity, core
from exodus_env.exodus.check import check
from exodus_env.exodus.config import MODULES, SOLITAIRE, VARIANTS, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.build import (
    EFFECT_FIELDS,
    INDEX_FIELDS,
    build_tables,
    hex_coordinates,
    in_play,
    load_for,
)
from exodus_env.exodus.content.decks import DECKS
from exodus_env.exodus.content.entries import Content, Effect, Hex, Layout, Planet
from exodus_env.exodus.content.limits import MODIFIER_RANGES
from exodus_env.exodus.content.load import OURS, ContentError, load_content
from exodus_env.exodus.content.making import EOE
from exodus_env.exodus.content.show import content_tables
from exodus_env.exodus.rules import frames
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.content.making import Deck
from exodus_env.kit.content.reader import Reader
from exodus_env.kit.hexes import CENTRE, DIRECTIONS, clockwise, in_order, ring, spacing, steps_from
from exodus_env.kit.kernel import COMPILED
from tests.effort import ALL
from tests.position import Position
from tests.rules.scenes import assert_cubes_kept

LADDER = (2, 3, 5, 8, 12, 17, 23)
CONTENT = load_content()
LAYOUTS = {layout.id: layout for layout in CONTENT.layouts}
DEALT = {id: layout for id, layout in LAYOUTS.items() if not layout.fixed}  # all but those of solitaire play


@pytest.fixture(name="content")
def fixture_content() -> Content:
    return CONTENT


def by_id(entries: tuple, id: str):  # type: ignore[no-untyped-def, type-arg]
    return next(entry for entry in entries if entry.id == id)


# -- what the texts fix --------------------------------------------------------------------------------------------


def test_every_entry_says_where_it_comes_from(content: Content) -> None:
    for deck in DECKS:
        for entry in getattr(content, deck.attribute):
            assert entry.provenance in ("rulebook", "public", "reconstructed"), entry.id
            assert entry.name and entry.text


def test_technologies_follow_the_price_ladder(content: Content) -> None:
    base = [entry for entry in content.technologies if not entry.module]
    assert len(base) == 30
    for colour in v.COLOURS:
        costs = sorted(entry.cost for entry in base if entry.colour == colour)
        assert 7 <= len(costs) <= 8
        for step in LADDER:
            assert any(abs(cost - step) <= 1 for cost in costs), (colour, step)
        assert all(any(abs(cost - step) <= 1 for step in LADDER) for cost in costs)
    assert {entry.type for entry in content.technologies} == set(v.TYPES)


def test_what_the_modules_bring(content: Content) -> None:
    brought = {
        (deck.attribute, entry.id): entry.module
        for deck in DECKS
        for entry in getattr(content, deck.attribute)
        if entry.module not in ("", EOE) and deck.attribute in ("technologies", "bonus_cards", "political_cards")
    }
    assert brought == {
        ("technologies", "solar_cannon_booster"): "M6",
        ("technologies", "solar_shield_booster"): "M6",
        ("technologies", "surface_cloaking"): "M3",
        ("technologies", "infrastructure"): "M3",
        ("technologies", "perimeter_defense_system"): "M3",
        ("technologies", "quantum_targeting"): "M3",
        ("technologies", "sector_scan"): "M4",
        ("bonus_cards", "accelerated_cloning"): "M1",
        ("bonus_cards", "supplies"): "M1",
        ("bonus_cards", "nanobots"): "M1",
        ("bonus_cards", "executive_action"): "M1",
    }
    new = {entry.id: (entry.type, entry.cost) for entry in content.technologies if entry.module not in ("", EOE)}
    assert new == {
        "solar_cannon_booster": ("military", 17),
        "solar_shield_booster": ("military", 23),
        "surface_cloaking": ("transport", 12),
        "infrastructure": ("civilian", 8),
        "perimeter_defense_system": ("civilian", 5),
        "quantum_targeting": ("transport", 3),
        "sector_scan": ("military", 2),
    }
    bonus = {entry.id: (entry.immediate, entry.once) for entry in content.bonus_cards if entry.immediate or entry.once}
    assert bonus == {"accelerated_cloning": (True, False), "executive_action": (True, True)}
    assert content.row("fleet_level") == (1, 1, 2, 3, 4, 5, 6, 7, 8)
    assert (content.number("fleet_strong"), content.number("bonus_draw"), len(content.fleets)) == (1, 6, 9)


def test_three_technologies_fit_the_combat_variants_budget(content: Content) -> None:
    allowed = sorted(entry.cost for entry in content.technologies if entry.start)
    assert sum(allowed[:3]) <= content.variant("combat").technology_budget == 20
    assert [entry.id for entry in content.technologies if not entry.start] == ["basic_research"]
    assert content.variant("long").closed == ("basic_research",)


@pytest.mark.parametrize(
    ("technology", "modifier", "value"),
    [
        ("basic_politics", "first_card_returns", 1),
        ("advanced_politics", "tax", 0),
        ("expert_politics", "reaction_discount", 1),
        ("master_politics", "third_action", 1),
        ("expert_cloning", "growth", 3),
        ("basic_repairs", "repair", 1),
        ("cp_mining", "cp_extraction", 2),
        ("axinium_refinery", "axinium_extraction", 2),
        ("phasium_refinery", "phasium_extraction", 2),
        ("advanced_banking", "bank", 8),
        ("advanced_mining", "mining", 8),
        ("advanced_trading", "trade_both_ways", 1),
        ("radar", "rocket_distance", 1),
        ("radar", "radar", 1),
        ("cloaking", "cloaking", 1),
        ("civilian_ships", "civilian_ships", 1),
        ("landing_maneuvers", "descend", 1),
        ("quantum_scanner", "first_round_hit", 4),
        ("basic_research", "research_discount", 1),
        ("infrastructure", "outpost_dice", 2),
        ("quantum_targeting", "outpost_hit", 4),
        ("perimeter_defense_system", "outpost_shield", 1),
        ("surface_cloaking", "surface_cloaking", 1),
        ("sector_scan", "sector_scan", 1),
    ],
)
def test_technology_effects(content: Content, technology: str, modifier: str, value: int) -> None:
    assert (modifier, value) in by_id(content.technologies, technology).effects


def test_a_technology_is_never_worse_than_none(content: Content) -> None:
    better = {name: sense for name, sense, _ in v.MODIFIERS}
    base = {entry.id: entry.value for entry in content.modifiers}
    for technology in content.technologies:
        for modifier, value in technology.effects:
            gain = value - base[modifier]
            assert gain > 0 if better[modifier] == "high" else gain < 0, technology.id


def test_every_technology_does_something(content: Content) -> None:
    unlocks = {entry.technology for entry in (*content.upgrades, *content.rockets, *content.planetary)}
    for technology in content.technologies:
        assert technology.effects or technology.id in unlocks, technology.id


def test_strength_of_upgrades(content: Content) -> None:
    base = [upgrade for upgrade in content.upgrades if not upgrade.module]
    strength = {sort: [upgrade.strength for upgrade in base if upgrade.sort == sort] for sort in v.UPGRADE_SORTS[:3]}
    assert strength == {"cannon": [1, 2, 3, 4, 6], "shield": [1, 2, 3], "drive": [2, 3]}
    cannons, shields = strength["cannon"], strength["shield"]
    assert 2 * cannons[-1] == 3 * cannons[-2]
    assert shields[-1] == shields[-2] + 1
    assert [upgrade.id for upgrade in content.upgrades if not upgrade.technology] == ["laser_cannon"]
    assert content.number("basic_drive") == 1


def test_upgrades_take_phasium_but_for_the_one_everybody_knows(content: Content) -> None:
    assert [upgrade.id for upgrade in content.upgrades if upgrade.phasium == 0] == ["laser_cannon"]
    assert all(upgrade.cp > 0 for upgrade in content.upgrades)


def test_stronger_upgrades_and_their_technologies_cost_more(content: Content) -> None:
    costs = {technology.id: technology.cost for technology in content.technologies}
    for sort in v.UPGRADE_SORTS:
        upgrades = [upgrade for upgrade in content.upgrades if upgrade.sort == sort and not upgrade.module]
        for weak, strong in pairwise(upgrades):
            assert weak.cp <= strong.cp and weak.phasium <= strong.phasium and weak.strength < strong.strength
            assert (weak.cp, weak.phasium) != (strong.cp, strong.phasium)
            assert costs.get(weak.technology, 0) < costs[strong.technology]


def test_rockets(content: Content) -> None:
    assert [(rocket.dice, rocket.damage) for rocket in content.rockets] == [
        (5, "resource"),
        (3, "population"),
        (2, "planet"),
    ]
    assert content.number("rocket_hit") == 5 and content.number("rocket_limit") == 2


def test_ships(content: Content) -> None:
    assert [ship.count for ship in content.ships] == [2, 2, 2, 2]
    assert [ship.capacity for ship in content.ships] == [0, 0, 1, 3]
    assert [ship.start for ship in content.ships] == [1, 0, 0, 1]
    assert by_id(content.ships, "battle_carrier").start_upgrades == ("electromagnetic_shield",)
    for ship in content.ships:
        assert 2 <= ship.slots <= 6 and 1 <= ship.vp <= 4 and ship.axinium >= 1
    worth = sorted((ship.cp, ship.axinium, ship.slots, ship.vp) for ship in content.ships)
    for column in range(4):
        values = [row[column] for row in worth]
        assert values == sorted(values), "a dearer ship is at least as good"


def test_general_numbers(content: Content) -> None:
    expected = {
        "cubes": 30,
        "marker_cubes": 4,
        "start_axinium": 1,
        "start_phasium": 0,
        "start_population": 3,
        "axinium_cap": 10,
        "phasium_cap": 10,
        "revealed_cards": 3,
        "revealed_cards_two_players": 2,
        "bonus_proposals": 2,
        "bonus_proposals_two_players": 3,
        "reaction_cost_own": 1,
        "reaction_cost_other": 2,
        "conquests": 2,
        "start_vp": 5,
        "outpost_growth": 1,
        "outpost_base_dice": 1,
        "outpost_fighter_dice": 1,
        "debris_hit": 5,
        "bounty_vp": 2,
        "interest_vp": 2,
        "barren_roll": 4,
        "advanced_discount": 1,
        "gates": 2,
        "satellites": 6,
        "satellite_damage": 1,
        "satellite_range": 1,
        "barrier_damage": 1,
        "barrier_distance": 1,
    }
    assert {id: content.number(id) for id in expected} == expected
    assert content.row("office_vp") == (5, 3, 1, 0, 0, 0)
    assert content.row("unit_value") == (5, 1, 1)
    assert content.row("bank_variant") == content.row("mining_variant") == (3, 7, 3)


def test_variants(content: Content) -> None:
    assert [content.variant(id).start_cp for id in VARIANTS] == [5, 2, 10, 5]
    short, combat = content.variant("short"), content.variant("combat")
    assert (short.taxed, short.action_rounds, short.reactions) == (False, 3, False)
    assert (combat.start_technologies, combat.technology_budget) == (3, 20)
    assert combat.extra_ships == (0, 0, 0, 1)


def test_each_action_stands_once_above_and_once_below(content: Content) -> None:
    assert [card.action for card in content.action_cards] == list(v.ACTIONS)
    assert sorted(card.reaction for card in content.action_cards) == sorted(v.ACTIONS)
    assert all(card.action != card.reaction for card in content.action_cards)


# -- components of Event Horizon -----------------------------------------------------------------------------------

KNOWN_LEADERS = {
    "Admiral",
    "Commander",
    "Governor",
    "Scientist",
    "Engineer",
    "Visionary",
    "Merchant",
    "Politician",
    "Celebrities",
    "Diplomat",
    "Strategist",
}
# M5: CP, Axinium, Phasium and new planets by number of players.
DISTRIBUTION = {2: (4, 2, 2, 2), 3: (5, 4, 3, 3), 4: (6, 5, 4, 5), 5: (8, 6, 5, 6), 6: (9, 8, 6, 7)}
REGULAR_FLEETS, STRONG_FLEETS = 12, 6


def test_entries_of_modules_stand_in_their_decks(content: Content) -> None:
    for deck, module in (("outpost_cards", "M3"), ("events", "M4"), ("leaders", "M10")):
        assert {entry.module for entry in getattr(content, deck)} == {module}
    assert {planet.module for planet in content.planets} == {"", "M5", EOE}


def test_outpost_tokens_and_cards(content: Content) -> None:
    assert content.row("outpost_tokens") == (10, 14, 12) and sum(content.row("outpost_tokens")) == 36
    copies = Counter({level: 0 for level in (1, 2)})
    for card in content.outpost_cards:
        copies[card.level] += card.copies
    assert copies == {1: 28, 2: 24}
    assert min(card.vp for card in content.outpost_cards) >= 1
    worth = [np.mean([card.vp for card in content.outpost_cards if card.level == level]) for level in (1, 2)]
    assert worth[0] < worth[1], "a stronger Outpost is worth more"


def test_events(content: Content) -> None:
    assert sum(event.copies for event in content.events) == 33
    kinds = Counter(event.kind for event in content.events for _ in range(event.copies))
    assert set(kinds) == set(v.EVENT_KINDS)
    assert min(kinds.values()) >= 6, "none of the three is rare"
    tokens = {"Space and Time": "wormhole", "Bounty": "bounty", "Electromagnetic Field": "no_combat"}
    for name, token in {**tokens, "Planet of Interest": "interest"}.items():
        (event,) = (event for event in content.events if event.name == name)
        assert event.copies == 1
        assert [(effect.do, v.TOKENS[effect.a]) for effect in event.effects] == [("token", token)]
    assert sum(effect.do == "token" for event in content.events for effect in event.effects) == len(v.TOKENS)


def test_leaders(content: Content) -> None:
    names = [leader.name for leader in content.leaders]
    assert len(names) == len(set(names)) == 18
    assert set(names) >= KNOWN_LEADERS
    assert all(leader.effects or leader.start for leader in content.leaders)
    ours = [leader for leader in content.leaders if leader.name not in KNOWN_LEADERS]
    assert all(leader.provenance == "reconstructed" for leader in ours)
    assert all(leader.provenance != "reconstructed" for leader in content.leaders if leader.name in KNOWN_LEADERS)


def test_leaders_whose_effect_is_known(content: Content) -> None:
    def lasting(id: str) -> set[tuple[str, int]]:
        return {(v.MODIFIER_NAMES[effect.a], effect.c) for effect in by_id(content.leaders, id).effects}

    discounts = [lasting(id) for id in ("admiral", "commander", "governor")]
    assert set().union(*discounts) == {(f"{kind}_discount", 2) for kind in v.TYPES}
    assert lasting("politician") == {("bid_double", 5)}
    at_start = {id: [e.do for e in by_id(content.leaders, id).start] for id in ("scientist", "engineer", "visionary")}
    assert at_start["engineer"] == ["build", "build"]
    assert at_start["scientist"][:2] == ["learn", "choose"]
    acts = [v.ACTIONS[effect.a] for effect in by_id(content.leaders, "visionary").start if effect.do == "act"]
    assert sorted(acts) == sorted(v.ACTIONS), "any standard action"


def test_new_planets(content: Content) -> None:
    new = [planet for planet in content.planets if planet.module == "M5"]
    assert len(new) == 23 and not any(planet.home for planet in new)
    assert {planet.pool() for planet in new} == {"new"}
    every = {"finite", "barren", "peaceful", "dual", "no production", *(f"advanced {kind}" for kind in v.TYPES)}
    assert set().union(*(badges(planet) for planet in new)) == every
    assert all(badges(planet) for planet in new), "something is new about each"
    pairs = {frozenset((planet.resource, planet.second)) for planet in new if planet.second != "none"}
    assert pairs == {frozenset(pair) for pair in combinations(v.PLANET_RESOURCES[1:], 2)}
    for planet in new:
        assert planet.vp == 0 or planet.second == "none", "no VP are printed on dual planets"
        assert planet.maximum > 0 or planet.barren or planet.resource == "none"
    for badge in ("finite", "barren"):
        assert {planet.resource for planet in new if getattr(planet, badge)} == set(v.PLANET_RESOURCES[1:])


@pytest.mark.parametrize("players", DISTRIBUTION)
def test_planet_distribution_with_new_planets(content: Content, players: int) -> None:
    layout = LAYOUTS[f"standard_{players}"]
    assert layout.new_planets == DISTRIBUTION[players]
    assert sum(layout.new_planets) == layout.cp + layout.axinium + layout.phasium
    tables = build_tables(GameConfig(players=players, modules=frozenset({"M5"})), content)[0]
    assert tuple(tables.map_planets) == (0, *DISTRIBUTION[players])


@pytest.mark.parametrize("layout", DEALT.values(), ids=DEALT)
def test_there_is_something_new_on_every_map(layout: Layout) -> None:
    assert layout.new_planets[-1] >= 1
    basic = (layout.cp, layout.axinium, layout.phasium)
    for new, old in zip(layout.new_planets, basic, strict=False):
        assert 1 <= new <= old, "new planets stand for basic ones"


@pytest.mark.parametrize("players", range(2, 7))
def test_fleet_tokens_are_enough_for_the_standard_maps(players: int) -> None:
    layout = LAYOUTS[f"standard_{players}"]
    assert len(layout.resistance_1) + len(layout.resistance_2) <= REGULAR_FLEETS
    assert len(layout.resistance_3) <= STRONG_FLEETS


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_starting_spaces_lie_beside_their_home(layout: Layout) -> None:
    spaces = start_spaces(layout)
    assert len(set(spaces)) == 2 * layout.players, "no hex serves two players"
    assert not set(spaces) & {CENTRE, *layout.homes}
    for home, pair in zip(layout.homes, layout.starts, strict=True):
        assert all(spacing(home, space) == 1 for space in pair)


# -- what a good game needs ----------------------------------------------------------------------------------------


def test_bonus_deck(content: Content) -> None:
    rows = [effect for card in content.bonus_cards for effect in card.effects]
    assert sum(effect.do == "extra_conquest" for effect in rows) == 1
    assert {v.ACTIONS[effect.a] for effect in rows if effect.do == "act"} == set(v.ACTIONS)
    for card in content.bonus_cards:
        if card.module:
            assert {effect.target for effect in card.effects} == {"each"}, "those of Event Horizon are for everybody"


def test_bonus_actions_are_of_many_kinds(content: Content) -> None:
    """What a bonus action is, whatever action or resource it is about."""
    base = [card for card in content.bonus_cards if not card.module]
    kinds = Counter(tuple(sorted({(row.do, row.target) for row in card.effects})) for card in base)
    assert len(kinds) >= 8 and max(kinds.values()) <= 2
    plain = [card for card in base if {(row.do, row.target) for row in card.effects} == {("act", "each")}]
    assert len(plain) <= 1, "everybody performs the same"
    assert sum(any(row.do == "choose" for row in card.effects) for card in base) >= 3
    targets = {row.target for card in base for row in card.effects}
    assert targets >= {"each", "chancellor", "vice_chancellor", "others", "trailing"}
    rows = [card.effects for card in content.bonus_cards]
    assert len(set(rows)) == len(rows)


def test_political_deck_mix(content: Content) -> None:
    deck = content.political_cards
    kinds = Counter(card.kind for card in deck)
    assert len(deck) >= 45
    for kind, share in (("law", 0.4), ("resolution", 0.3), ("executive", 0.3)):
        assert abs(kinds[kind] / len(deck) - share) < 0.06
    names = {"Council Defense Law", "Martial Law", "Tyranny", "Tax Exemption", "Peacekeeping", "Dictatorship"}
    assert names <= {card.name for card in deck}


def test_political_deck_uses_the_whole_vocabulary(content: Content) -> None:
    rows = [effect for card in content.political_cards for effect in card.effects]
    basic = [effect for card in content.political_cards if not card.module for effect in card.effects]
    assert {effect.do for effect in rows} == set(v.OPCODE_NAMES) - {"extra_action", *v.HERE_OPCODES}
    assert {effect.condition for effect in rows} == set(v.CONDITIONS)
    assert {effect.target for effect in rows} == set(v.TARGETS)
    changed = {v.MODIFIER_NAMES[effect.a] for effect in basic if effect.do == "modify"}
    of_modules = {entry.id for entry in content.modifiers if entry.module}
    assert set(v.MODIFIER_NAMES) - changed == {"bank_dice", "mining_dice", *of_modules}


def test_no_two_political_cards_do_the_same(content: Content) -> None:
    """A change until the next Council is as good as one until the end of the turn."""
    seen = [
        frozenset(replace(row, do="modify") if row.do == "modify_turn" else row for row in card.effects)
        for card in content.political_cards
    ]
    assert len(set(seen)) == len(seen)


def test_somebody_gains_by_every_law_and_resolution(content: Content) -> None:
    """A value becomes better, an office is favoured, or something is forbidden that not everybody wants to do."""
    better = {name: sense for name, sense, _ in v.MODIFIERS}
    base = {entry.id: entry.value for entry in content.modifiers}

    def is_wanted(row: Effect) -> bool:
        name = v.MODIFIER_NAMES[row.a]
        change = row.c - base[name] if row.b else row.c
        improved = change > 0 if better[name] == "high" else change < 0
        return improved or row.target != "each" or name.endswith("_barred") or name == "rocket_range"

    for card in content.political_cards:
        assert card.kind == "executive" or any(is_wanted(row) for row in card.effects), card.id


def test_all_decks_use_the_whole_vocabulary(content: Content) -> None:
    rows = [effect for deck in content.effect_decks() for card in deck for effect in card.effects]
    rows += [effect for faction in content.factions for effect in faction.effects]
    assert {effect.do for effect in rows} == set(v.OPCODE_NAMES)
    changed = {v.MODIFIER_NAMES[effect.a] for effect in rows if effect.do in ("modify", "modify_turn")}
    changed |= {modifier for entry in content.technologies for modifier, _ in entry.effects}
    assert changed == set(v.MODIFIER_NAMES)
    places = {v.PLACES[effect.b] for effect in rows if effect.do == "damage"}
    tokens = {v.TOKENS[effect.a] for effect in rows if effect.do == "token"}
    assert (places, tokens) == (set(v.PLACES), set(v.TOKENS))


def test_only_laws_resolutions_and_leaders_change_modifiers(content: Content) -> None:
    for deck in content.effect_decks():
        for card in deck:
            lasting = deck is content.leaders or getattr(card, "kind", "") in ("law", "resolution")
            assert all((effect.do == "modify") == lasting for effect in card.effects), card.id
    assert all(effect.do != "modify" for leader in content.leaders for effect in leader.start)


def test_only_events_know_the_explored_hex(content: Content) -> None:
    for deck in content.effect_decks():
        for card in deck:
            here = [e.do for e in card.effects if e.do in v.HERE_OPCODES or (e.do == "damage" and e.b == v.HERE)]
            assert not here or deck is content.events, card.id


def test_tags_of_cards_about_the_council_hex_and_rockets(content: Content) -> None:
    for card in content.political_cards:
        rows = card.effects
        names = {v.MODIFIER_NAMES[effect.a] for effect in rows if effect.do == "modify"}
        council = bool(names & {"council_vp", "council_combat_barred"})
        council |= any(effect.do == "damage" and effect.b == 0 for effect in rows)
        council |= any(effect.quantity == "council_ships" for effect in rows)
        rockets = any(name.startswith("rocket") or name in ("bomber_dice", "interceptor_dice") for name in names)
        rockets |= any(effect.do in ("disarm", "arm") for effect in rows)
        assert ("high_council" in card.tags) == council, card.id
        assert ("wmd" in card.tags) == rockets, card.id


@pytest.mark.parametrize(
    ("level", "least", "dice", "shield", "vp"),
    [(1, 14, (2, 4), (0, 3), (1, 2)), (2, 12, (2, 5), (2, 6), (2, 4)), (3, 10, (4, 8), (4, 6), (4, 6))],
)
def test_resistance_decks(
    content: Content, level: int, least: int, dice: tuple[int, int], shield: tuple[int, int], vp: tuple[int, int]
) -> None:
    deck = [card for card in content.resistance_cards if card.level == level]
    assert len(deck) >= least
    for values, bounds in (
        ([card.dice for card in deck], dice),
        ([card.shield for card in deck], shield),
        ([card.vp for card in deck], vp),
    ):
        assert (min(values), max(values)) == bounds
    assert all(effect.target == "owner" for card in deck for effect in card.effects)


def test_planets(content: Content) -> None:
    homes = [planet for planet in content.planets if planet.home and not planet.module]
    assert len(homes) == 6
    assert {(home.resource, home.amount, home.maximum, home.vp, home.moons) for home in homes} == {("cp", 3, 6, 2, 0)}
    ordinary = [planet for planet in content.planets if not planet.home and not planet.module]
    for planet in ordinary:
        assert 1 <= planet.amount <= planet.maximum and 2 <= planet.maximum <= 6 and 1 <= planet.vp <= 5
        assert not badges(planet), planet.id
    apart = [planet.name for planet in content.planets if planet.module != EOE]
    assert len(set(apart)) == len(apart), "only homes of the expansion share theirs"
    assert {"Lyra", "Getica"} <= {planet.name for planet in ordinary}


def basic_planets(content: Content, *colours: str) -> list[Planet]:
    """Planets dealt in every game, of these colours or of all."""
    pools = colours or v.PLANET_RESOURCES[1:]
    return [planet for planet in content.planets if planet.pool() in pools]


def test_no_two_basic_planets_are_alike(content: Content) -> None:
    """Neither within a colour nor beyond it."""
    profiles = Counter((planet.amount, planet.maximum, planet.vp, planet.moons) for planet in basic_planets(content))
    assert max(profiles.values()) == 1


def test_each_colour_is_good_for_different_things(content: Content) -> None:
    for colour in v.PLANET_RESOURCES[1:]:
        planets = basic_planets(content, colour)
        assert any(planet.amount == planet.maximum for planet in planets), "full from the start"
        assert any(planet.amount <= planet.maximum / 3 for planet in planets), "to be mined first"
        small = [planet.vp for planet in planets if planet.maximum <= 3 and not planet.moons]
        large = [planet.vp for planet in planets if planet.maximum >= 5 and not planet.moons]
        assert max(small) > min(large), "some are poor and worth a lot, some rich and worth little"


def test_no_colour_is_better_than_another(content: Content) -> None:
    for field, apart in (("amount", 0.25), ("maximum", 0.25), ("vp", 0.15), ("moons", 0.05)):
        means = [
            np.mean([getattr(planet, field) for planet in basic_planets(content, colour)])
            for colour in v.PLANET_RESOURCES[1:]
        ]
        assert max(means) - min(means) <= apart, field


def badges(planet: Planet) -> set[str]:
    """What a new planet has that no other planet has."""
    found = {name for name in ("finite", "barren", "peaceful") if getattr(planet, name)}
    found |= {f"advanced {planet.advanced}"} if planet.advanced else set()
    found |= {"dual"} if planet.second != "none" else set()
    return found | ({"no production"} if planet.resource == "none" else set())


def test_market_prices(content: Content) -> None:
    for mineral in ("axinium", "phasium"):
        buy = [getattr(space, f"buy_{mineral}") for space in content.market]
        sell = [getattr(space, f"sell_{mineral}") for space in content.market]
        assert all(red < white for white, red in buy) and all(red > white for white, red in sell)
        for rate in range(2):
            costs, prices = [space[rate] for space in buy], [space[rate] for space in sell]
            assert costs == sorted(costs) and costs[0] < costs[-1]
            assert prices == sorted(prices, reverse=True) and prices[0] > prices[-1]


def test_no_profit_from_buying_and_selling(content: Content) -> None:
    """Even with the best market law, what is bought is never sold for more."""
    market_bonus = v.MODIFIER_NAMES.index("market_bonus")
    rows = [effect for card in content.political_cards for effect in card.effects if effect.do == "modify"]
    bonus = sum(effect.c for effect in rows if effect.a == market_bonus and effect.c > 0)
    for space in content.market:
        for mineral in ("axinium", "phasium"):
            for rate in range(2):
                assert getattr(space, f"buy_{mineral}")[rate] - bonus >= getattr(space, f"sell_{mineral}")[rate] + bonus


# -- maps ----------------------------------------------------------------------------------------------------------


def neighbours(layout: Layout, hex: Hex) -> list[Hex]:
    return [other for other in layout.hexes if spacing(hex, other) == 1]


def turned(hex: Hex) -> Hex:
    return -hex[1], hex[0] + hex[1]


def mirrored(hex: Hex) -> Hex:
    return hex[0] + hex[1], -hex[1]


def start_spaces(layout: Layout) -> list[Hex]:
    """Where planets that were chosen may go."""
    return [space for pair in layout.starts for space in pair]


def test_sizes_of_the_standard_maps() -> None:
    assert [len(LAYOUTS[f"standard_{players}"].hexes) for players in range(2, 7)] == [13, 19, 25, 31, 37]
    for players in range(2, 7):
        layout = LAYOUTS[f"standard_{players}"]
        full = {2: 1, 3: 2, 4: 2, 5: 2, 6: 3}[players]
        assert all(set(ring(radius)) <= set(layout.hexes) for radius in range(full + 1))
        assert all(spacing(CENTRE, hex) <= full + 1 for hex in layout.hexes)


def test_planet_counts_hold_what_the_expansion_prints() -> None:
    least = {2: (4, 2, 2), 3: (5, 4, 3), 4: (6, 5, 4), 5: (8, 6, 5), 6: (9, 8, 6)}
    for players, counts in least.items():
        layout = LAYOUTS[f"standard_{players}"]
        assert all(have >= need for have, need in zip((layout.cp, layout.axinium, layout.phasium), counts, strict=True))


def test_map_sizes_are_ordered() -> None:
    for players in range(2, 7):
        small, middle, large = (len(LAYOUTS[f"{size}_{players}"].hexes) for size in ("minimal", "standard", "large"))
        assert small < middle < large
    assert len(LAYOUTS["large_6"].hexes) == capacity.HEXES


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_homes_are_apart_and_have_room(layout: Layout) -> None:
    assert len(steps_from(CENTRE, layout.hexes)) == len(layout.hexes)
    assert set(ring(1)) <= set(layout.hexes)
    assert clockwise(layout.homes) == list(layout.homes)
    for home in layout.homes:
        assert len(neighbours(layout, home)) >= 2
        assert all(spacing(home, other) >= 2 for other in (CENTRE, *layout.homes) if other != home)
    assert len({spacing(CENTRE, home) for home in layout.homes}) == 1, "equally far from the High Council"
    assert len({len(neighbours(layout, home)) for home in layout.homes}) == 1, "equally many neighbours"


@pytest.mark.parametrize("layout", DEALT.values(), ids=DEALT)
def test_resistance_grows_towards_the_centre(layout: Layout) -> None:
    garrisons = [garrison for garrison in layout.garrisons() if garrison]
    for hex in layout.resistance_3:
        between = sum(spacing(hex, home) == 1 for home in layout.homes) > 1
        assert spacing(CENTRE, hex) == 1 or between, "the strongest guard the centre, or the pass between two homes"
    to_home = [np.mean([min(spacing(hex, home) for home in layout.homes) for hex in level]) for level in garrisons]
    assert to_home[0] == min(to_home), "the weakest are met first"
    taken = {hex for level in garrisons for hex in level}
    free = [len(set(neighbours(layout, home)) - taken) for home in layout.homes]
    assert min(free) >= (1 if layout.layout == "minimal" else 2)
    assert len(set(free)) == 1


@pytest.mark.parametrize(
    ("id", "turns"),
    [
        ("standard_2", 3),
        ("standard_3", 2),
        ("standard_4", 3),
        ("standard_6", 1),
        ("minimal_2", 3),
        ("minimal_3", 2),
        ("minimal_4", 3),
        ("minimal_6", 2),
        ("large_2", 3),
        ("large_3", 2),
        ("large_4", 3),
        ("large_6", 1),
    ],
)
def test_turning_the_map_changes_nothing(id: str, turns: int) -> None:
    layout = LAYOUTS[id]

    def turn(hex: Hex) -> Hex:
        for _ in range(turns):
            hex = turned(hex)
        return hex

    for hexes in (layout.hexes, layout.homes, start_spaces(layout), *layout.garrisons()):
        assert {turn(hex) for hex in hexes} == set(hexes)


@pytest.mark.parametrize("id", ["standard_4", "standard_5", "minimal_4", "large_4", "large_5"])
def test_mirroring_the_map_changes_nothing(id: str) -> None:
    layout = LAYOUTS[id]
    for hexes in (layout.hexes, layout.homes, start_spaces(layout), *layout.garrisons()):
        assert {mirrored(hex) for hex in hexes} == set(hexes)


# -- tables --------------------------------------------------------------------------------------------------------

SIZES = ("standard", "minimal", "large")
CONFIGS = [GameConfig(players=players, map=size) for players in range(2, 7) for size in SIZES]


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.map}_{config.players}")
def test_map_tables(content: Content, config: GameConfig) -> None:
    tables = build_tables(config, content)[0]
    hexes = int(tables.hexes)
    assert tables.council_hex == 0
    for hex in range(hexes):
        for direction in range(6):
            near = tables.neighbour[hex, direction]
            if near >= 0:
                assert tables.neighbour[near, (direction + 3) % 6] == hex
    distance = tables.distance[:hexes, :hexes]
    assert (distance == distance.T).all() and (np.diag(distance) == 0).all()
    for hex in range(hexes):
        assert (distance[hex] == breadth_first(tables, hex)).all()
    assert (tables.neighbour[hexes:] == -1).all() and (tables.home_of[hexes:] == -1).all()
    assert [tables.home_of[tables.home_hex[player]] for player in range(config.players)] == list(range(config.players))
    assert (tables.home_of >= 0).sum() == config.players
    assert tables.map_planets.sum() == hexes - 1 - config.players
    assert (tables.garrison[tables.home_hex[: config.players]] == 0).all() and tables.garrison[0] == 0


def breadth_first(tables: np.record, start: int) -> np.ndarray:
    steps = np.full(int(tables.hexes), -1)
    steps[start], queue = 0, [start]
    for hex in queue:
        for near in tables.neighbour[hex]:
            if near >= 0 and steps[near] < 0:
                steps[near] = steps[hex] + 1
                queue.append(int(near))
    return steps


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.map}_{config.players}")
def test_hex_order(content: Content, config: GameConfig) -> None:
    tables, hexes = build_tables(config, content)[0], hex_coordinates(content, config)
    assert hexes[0] == CENTRE and len(hexes) == tables.hexes
    radii = [spacing(CENTRE, hex) for hex in hexes]
    assert radii == sorted(radii)
    for number, hex in enumerate(hexes):
        for direction, (q, r) in enumerate(DIRECTIONS):
            near = tables.neighbour[number, direction]
            assert (near >= 0) == ((hex[0] + q, hex[1] + r) in hexes)
            assert near < 0 or hexes[near] == (hex[0] + q, hex[1] + r)


def test_opposite_directions() -> None:
    for direction, (q, r) in enumerate(DIRECTIONS):
        assert DIRECTIONS[(direction + 3) % 6] == (-q, -r)
    assert in_order(ring(2) + ring(1) + [CENTRE]) == [CENTRE, *ring(1), *ring(2)]


def test_tables_repeat_the_content(content: Content) -> None:
    tables = build_tables(GameConfig(), content)[0]
    assert list(tables.technology_cost[: tables.technologies]) == [entry.cost for entry in content.technologies]
    assert list(tables.planet_vp[: tables.planets]) == [planet.vp for planet in content.planets]
    assert list(tables.ship_class[: tables.ships]) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert list(tables.start_resource) == [5, 1, 0, 0] and list(tables.start_ships) == [1, 0, 0, 1]
    shield = [upgrade.id for upgrade in content.upgrades].index("electromagnetic_shield")
    assert tables.start_upgrades[3, shield] == 1 == tables.start_upgrades.sum()
    assert all(tables.planet_pool[planet] == 0 for planet in tables.home_planet[: tables.players])
    for number, upgrade in enumerate(content.upgrades):
        technology = tables.upgrade_technology[number]
        assert (content.technologies[technology].id if technology >= 0 else "") == upgrade.technology


def test_effect_rows_are_consecutive(content: Content) -> None:
    tables = build_tables(GameConfig(), content)[0]
    row = 0
    cards = [
        (field, number, card.effects)
        for field, deck in zip(EFFECT_FIELDS, content.effect_decks(), strict=True)
        for number, card in enumerate(deck)
    ]
    cards += [("leader_start", number, leader.start) for number, leader in enumerate(content.leaders)]
    for field, number, effects in cards:
        first, count = tables[field][number]
        assert (first, count) == (row, len(effects)), (field, number)
        assert (tables.effect[first : first + count, v.EFFECT_COLUMNS.index("card")] == number).all()
        row += count
    assert row == tables.effects and not tables.effect[row:].any()


def test_unused_entries_are_zero_or_nowhere(content: Content) -> None:
    tables = build_tables(GameConfig(players=2), content)
    for field in INDEX_FIELDS:
        assert (tables[field] >= -1).all()
    record = tables[0]
    assert (record.technology_modifier[record.technologies :] == -1).all()
    assert (record.upgrade_technology[record.upgrades :] == -1).all()
    assert (record.home_hex[2:] == -1).all() and (record.home_planet[2:] == -1).all()
    assert not record.technology_cost[record.technologies :].any()
    assert not record.planet_vp[record.planets :].any()


def test_tables_of_variants(content: Content) -> None:
    basic = [entry.id for entry in content.technologies].index("basic_research")
    long, combat, short = (build_tables(GameConfig(variant=id), content)[0] for id in ("long", "combat", "short"))
    assert (long.turns, long.start_resource[0], long.technology_open[basic]) == (9, 2, 0)
    assert (combat.start_technologies, combat.start_technology_budget, combat.start_ships[3]) == (3, 20, 2)
    assert combat.technology_open[basic] == 1 and combat.technology_start[basic] == 0
    assert (short.taxed, short.action_rounds, short.reactions, short.movement) == (0, 3, 0, 1)
    two = build_tables(GameConfig(players=2), content)[0]
    assert (two.revealed_cards, two.bonus_proposals, two.market_spaces) == (2, 3, 2)


def module_tables(*modules: str, **settings: Any) -> Any:
    """The tables of a game with modules, with what is in play in it."""
    config = GameConfig(modules=frozenset(modules), **settings)
    return build_tables(config, in_play(CONTENT, config))[0]


def test_tables_of_modules() -> None:
    base, every = module_tables(), module_tables(*MODULES)
    for field, module, value in (
        ("outposts", "M3", 1),
        ("outpost_growth", "M3", 1),
        ("outpost_cards", "M3", len(CONTENT.outpost_cards)),
        ("exploration", "M4", 1),
        ("events", "M4", len(CONTENT.events)),
        ("new_planets", "M5", 1),
        ("gates", "M7", 2),
        ("satellites", "M8", 6),
        ("barriers", "M9", 1),
        ("leaders", "M10", 18),
    ):
        others = [name for name in MODULES if name != module]
        found = [int(t[field]) for t in (base, module_tables(*others), module_tables(module), every)]
        assert found == [0, 0, value, value], field
    assert [int(t.directions) for t in (base, module_tables("M4"))] == [6, 7]
    assert module_tables("M9", random_barriers=True).barriers == 2
    assert module_tables("M10", free_leaders=True).free_leaders == 1 and every.free_leaders == 0
    for modules in ((), ("M1", "M2", "M5", "M6", "M7", "M8", "M9", "M10")):
        assert module_tables(*modules).start_resource[v.VP] == 0
    for module in (("M3",), ("M4",), ("M3", "M4")):
        assert module_tables(*module).start_resource[v.VP] == 5, "once, however many of them there are"


@pytest.mark.parametrize("config", CONFIGS, ids=lambda config: f"{config.map}_{config.players}")
def test_map_tables_with_modules(config: GameConfig) -> None:
    closed = module_tables("M5", "M6", players=config.players, map=config.map)
    opened = module_tables("M5", players=config.players, map=config.map)
    assert (closed.flight == opened.neighbour).all() and (opened.flight == opened.neighbour).all()
    assert (closed.neighbour[closed.centre_hex] == -1).all()
    spaces = opened.start_space[: config.players]
    assert len(set(spaces.ravel())) == 2 * config.players
    for player, pair in enumerate(spaces):
        assert all(opened.distance[opened.home_hex[player], space] == 1 for space in pair)
    assert opened.map_planets.sum() == opened.hexes - 1 - config.players
    planets = [planet for planet in CONTENT.planets if planet.module != EOE]
    assert opened.planets == len(planets) and opened.planet_pool.max() == 4
    for number, planet in enumerate(planets):
        for field in ("finite", "barren", "peaceful", "second_amount", "second_maximum"):
            assert opened[f"planet_{field}"][number] == getattr(planet, field)


# -- the user's own folder -----------------------------------------------------------------------------------------


def test_loading_twice_gives_the_same(content: Content) -> None:
    assert load_content() == content and len(content.hash) == 64


def test_a_folder_overrides_a_field(content: Content, tmp_path: Path) -> None:
    (tmp_path / "technologies.toml").write_text('[[technology]]\nid = "radar"\ncost = 4\n')
    own = load_content(tmp_path)
    radar = by_id(own.technologies, "radar")
    assert radar.cost == 4 and radar.effects == by_id(content.technologies, "radar").effects
    assert radar.provenance == "user" and radar.reconstructed == ("colour", "type")
    assert own.hash != content.hash
    assert own.political_cards == content.political_cards
    assert [entry.id for entry in own.technologies] == [entry.id for entry in content.technologies]


def test_a_folder_appends_an_entry(content: Content, tmp_path: Path) -> None:
    card = 'id = "jubilee"\nname = "Jubilee"\ntext = "a gift"\nkind = "executive"\n'
    effects = 'effects = [{ do = "gain", target = "each", resource = "cp", amount = 1 }]\n'
    (tmp_path / "political.toml").write_text(f"[[card]]\n{card}{effects}")
    own = load_content(tmp_path)
    assert own.political_cards[-1].id == "jubilee" and own.political_cards[:-1] == content.political_cards


def test_a_folder_replaces_a_whole_deck(tmp_path: Path) -> None:
    ours = (OURS / "bonus_actions.toml").read_text().split("[[card]]")
    (tmp_path / "bonus_actions.toml").write_text("replace_all = true\n[[card]]" + "[[card]]".join(ours[2:6]))
    assert len(load_content(tmp_path).bonus_cards) == 4


def test_a_folder_changes_the_decks_of_modules(content: Content, tmp_path: Path) -> None:
    card = 'name = "Own"\ntext = "ours"\neffects = [{ do = "gain", resource = "cp", amount = 1 }]\n'
    leader = 'name = "Own"\ntext = "ours"\neffects = [{ do = "modify", modifier = "growth", add = 1 }]\n'
    (tmp_path / "outposts.toml").write_text(
        '[[card]]\nid = "buried_cache"\ncopies = 2\nvp = 3\n'
        f'[[card]]\nid = "own"\nmodule = "M3"\nlevel = 1\ncopies = 1\nvp = 2\n{card}'
    )
    (tmp_path / "events.toml").write_text(
        '[[event]]\nid = "bounty"\nkind = "bane"\ncopies = 0\n'
        f'[[event]]\nid = "own"\nmodule = "M4"\nkind = "boon"\ncopies = 1\n{card}'
    )
    (tmp_path / "leaders.toml").write_text(
        '[[leader]]\nid = "admiral"\nstart = [{ do = "grow", amount = 1 }]\n'
        f'[[leader]]\nid = "own"\nmodule = "M10"\n{leader}'
    )
    (tmp_path / "planets.toml").write_text('[[planet]]\nid = "gemini"\nsecond_maximum = 6\npeaceful = true\n')
    own = load_content(tmp_path)
    assert own.hash != content.hash
    cache, bounty, admiral = own.outpost_cards[0], by_id(own.events, "bounty"), by_id(own.leaders, "admiral")
    assert (cache.copies, cache.vp, cache.effects) == (2, 3, content.outpost_cards[0].effects)
    assert (bounty.kind, bounty.copies, bounty.effects) == ("bane", 0, by_id(content.events, "bounty").effects)
    assert [effect.do for effect in admiral.start] == ["grow"] and admiral.effects
    gemini = by_id(own.planets, "gemini")
    assert (gemini.second_maximum, gemini.peaceful, gemini.provenance) == (6, True, "user")
    for deck in ("outpost_cards", "events", "leaders"):
        assert getattr(own, deck)[-1].id == "own" and getattr(own, deck)[-1].provenance == "user"
        assert len(getattr(own, deck)) == len(getattr(content, deck)) + 1
    game = GameConfig(players=2, modules=frozenset({"M3", "M4", "M10"}), content=str(tmp_path))
    t = ruleset(game).t
    assert (t.outpost_cards, t.events, t.leaders) == tuple(
        len(getattr(own, deck)) for deck in ("outpost_cards", "events", "leaders")
    )
    assert (t.outpost_copies[0], t.outpost_vp[0]) == (2, 3) and t.leader_start[0, 1] == 1
    play_watched(tmp_path, modules=game.modules)


def test_a_folder_replaces_the_decks_of_modules(tmp_path: Path) -> None:
    row = 'text = "ours"\neffects = [{ do = "gain", resource = "cp", amount = 2 }]\n'
    level = 'level = {0}\nmodule = "M3"\ncopies = 14\nvp = 1\n'
    cards = (f'[[card]]\nid = "own_{n}"\nname = "O{n}"\n{level.format(n)}{row}' for n in (1, 2))
    (tmp_path / "outposts.toml").write_text("replace_all = true\n" + "".join(cards))
    event = f'[[event]]\nid = "own"\nname = "Own"\nmodule = "M4"\nkind = "boon"\ncopies = 5\n{row}'
    (tmp_path / "events.toml").write_text("replace_all = true\n" + event)
    start = f'module = "M10"\n{row.replace("effects", "start")}'
    leaders = (f'[[leader]]\nid = "own_{n}"\nname = "L{n}"\n{start}' for n in range(12))
    (tmp_path / "leaders.toml").write_text("replace_all = true\n" + "".join(leaders))
    own = load_content(tmp_path)
    assert (len(own.outpost_cards), len(own.events), len(own.leaders)) == (2, 1, 12)
    play_watched(tmp_path, modules=frozenset({"M3", "M4", "M10"}))


@pytest.mark.parametrize("file", sorted({deck.file for deck in DECKS}))
def test_every_file_can_be_overridden_by_itself(content: Content, tmp_path: Path, file: str) -> None:
    """Our own entries given again change values nowhere."""
    (tmp_path / file).write_bytes((OURS / file).read_bytes())
    own = load_content(tmp_path)
    for deck in DECKS:
        for one, other in zip(getattr(own, deck.attribute), getattr(content, deck.attribute), strict=True):
            assert one == other


def test_one_field_of_every_reconstructed_deck_can_be_overridden(content: Content, tmp_path: Path) -> None:
    for deck in DECKS:
        entry = getattr(content, deck.attribute)[0]
        (tmp_path / deck.file).write_text(f'[[{deck.table}]]\nid = "{entry.id}"\nname = "Printed"\n')
        own = getattr(load_content(tmp_path), deck.attribute)[0]
        assert own.name == "Printed" and "name" not in own.reconstructed
        (tmp_path / deck.file).unlink()


RADAR = '[[technology]]\nid = "radar"\n'
MAP = '[[map]]\nid = "standard_2"\n'
FIGHTER = '[[ship]]\nid = "fighter"\n'
TYRANNY = '[[card]]\nid = "tyranny"\n'
POLITICAL = '[[card]]\nid = "repeal"\n'
CHOICE = '{ do = "choose", target = "each", options = [[{ do = "equip" }], [{ do = "grow", amount = 1 }]] }'

HYPERSONIC = "[[rocket]]" + (OURS / "rockets.toml").read_text().split("[[rocket]]")[1]
ACTION_CARDS = "".join("[[card]]" + card for card in (OURS / "actions.toml").read_text().split("[[card]]")[1:3])
DOUBLE_BONUS = f'[[card]]\nid = "{CONTENT.bonus_cards[0].id}"\nname = "{CONTENT.bonus_cards[1].name}"\n'
MANY_SCOUTS = "".join(
    f'[[card]]\nid = "new_{number}"\nname = "Scout"\ntext = "one more"\nlevel = 1\ndice = 1\nshield = 0\nvp = 1\n'
    'effects = [{ do = "gain", resource = "cp", amount = 1 }]\n'
    for number in range(33 - sum(card.level == 1 for card in CONTENT.resistance_cards))
).replace('id = "new_0"', 'id = "hive"')

CACHE = '[[card]]\nid = "buried_cache"\n'
BOUNTY = '[[event]]\nid = "bounty"\n'
ADMIRAL = '[[leader]]\nid = "admiral"\n'
SCIENTIST = '[[leader]]\nid = "scientist"\n'
GEMINI = '[[planet]]\nid = "gemini"\n'
MANY_OPTIONS = ", ".join(['[{ do = "equip" }]'] * 7)
MANY_KINDS = "".join(
    f'[[card]]\nid = "new_{number}"\nname = "New {number}"\ntext = "one more"\nlevel = 1\ncopies = 0\nvp = 1\n'
    'effects = [{ do = "equip" }]\nmodule = "M3"\n'
    for number in range(capacity.OUTPOST_KINDS - len(CONTENT.outpost_cards) + 1)
)
FEW_LEADERS = "[[leader]]".join((OURS / "leaders.toml").read_text().split("[[leader]]")[:12])

# Content of Event Horizon.
REFUSED_OF_MODULES = [
    *(
        ("outposts.toml", CACHE + text + "\n", ("buried_cache", *words))
        for text, *words in (
            ("level = 3", "level", "1 to 2"),
            ("copies = 29", "copies", "0 to 28"),
            ('copies = "three"', "copies", "whole number"),
            ("vp = -1", "vp", "0 to 20"),
            ("effects = []", "effects", "at least one"),
            ('effects = [{ do = "equip", target = "each" }]', "effects[0].target", "owner"),
            ('effects = [{ do = "modify", modifier = "tax", add = 1 }]', "effects[0].do", "gain"),
            ('effects = [{ do = "shatter" }]', "effects[0].do", "gain"),
            ('effects = [{ do = "token", token = "bounty" }]', "effects[0].do"),
            ('effects = [{ do = "damage", amount = 1, where = "here" }]', "effects[0].where", "Events"),
            ('effects = [{ do = "damage", amount = 1, where = "there" }]', "effects[0].where", "council"),
            ("reward = 3", "reward", "unknown field"),
            ('module = "M11"', "module", "M10"),
        )
    ),
    ("outposts.toml", '[[card]]\nid = "ore_heap"\nname = "Buried Cache"\n', ("ore_heap", "name", "buried_cache")),
    ("outposts.toml", CACHE + "copies = 28\n", ("copies", "53 cards of level 1", "14 to 28")),
    ("outposts.toml", "replace_all = true\n" + '[[card]]\nid = "x"\n', ("'x'", "missing")),
    ("outposts.toml", "replace_all = true\n", ("card", "at least 1")),
    ("outposts.toml", MANY_KINDS, ("card", f"at most {capacity.OUTPOST_KINDS}")),
    *(
        ("events.toml", BOUNTY + text + "\n", ("bounty", *words))
        for text, *words in (
            ('kind = "curse"', "kind", "neutral, bane, boon"),
            ("copies = 34", "copies", "0 to 33"),
            ("copies = -1", "copies", "0 to 33"),
            ("effects = []", "effects", "at least one"),
            ('effects = [{ do = "token", token = "crown" }]', "effects[0].token", "wormhole"),
            ('effects = [{ do = "token" }]', "effects[0].token", "missing"),
            ('effects = [{ do = "jettison", amount = 0 }]', "effects[0].amount"),
            ('effects = [{ do = "colonise" }]', "effects[0].amount", "missing"),
            ('effects = [{ do = "recall", amount = 1 }]', "effects[0].amount", "unknown field"),
            ('effects = [{ do = "shatter", target = "each" }]', "effects[0].target", "owner"),
            ('effects = [{ do = "modify", modifier = "tax", add = 1 }]', "effects[0].do"),
        )
    ),
    ("events.toml", BOUNTY + "copies = 2\n", ("copies", "34 cards", "at most 33")),
    ("events.toml", BOUNTY + 'name = "Loose Ore"\n', ("name", "differ")),
    ("events.toml", "replace_all = true\n", ("event", "at least 1")),
    *(
        ("leaders.toml", ADMIRAL + text + "\n", ("admiral", *words))
        for text, *words in (
            ('effects = [{ do = "gain", resource = "cp", amount = 1 }]', "effects[0].do", "allowed: modify"),
            ('effects = [{ do = "modify", modifier = "charm", add = 1 }]', "effects[0].modifier", "tax"),
            ('effects = [{ do = "modify", modifier = "tax" }]', "effects[0]", "exactly one"),
            ('effects = [{ do = "modify", modifier = "tax", set = 0, target = "each" }]', "effects[0].target"),
            ('start = [{ do = "modify", modifier = "tax", set = 0 }]', "start[0].do"),
            ('start = [{ do = "colonise", amount = 1 }]', "start[0].do"),
            ('start = [{ do = "build", ship = "tug" }]', "start[0].ship", "fighter"),
            ('start = [{ do = "equip", target = "others" }]', "start[0].target"),
            ("start = 3", "start", "list"),
            ("strength = 1", "strength", "unknown field"),
        )
    ),
    ("leaders.toml", SCIENTIST + f'start = [{{ do = "choose", options = [{MANY_OPTIONS}] }}]\n', ("options", "most 6")),
    ("leaders.toml", SCIENTIST + 'name = "Admiral"\n', ("scientist", "name", "admiral")),
    ("leaders.toml", f"replace_all = true\n{FEW_LEADERS}", ("leader", "11 leaders", "12 are needed")),
    *(
        ("planets.toml", GEMINI + text + "\n", ("planets.toml", "gemini", *words))
        for text, *words in (
            ('second = "cp"', "second", "two different"),
            ('second = "gold"', "second", "axinium"),
            ('second = "none"', "second_maximum", "only 0"),
            ("second_amount = 5", "second_amount", "0 to 4"),
            ("second_maximum = 7", "second_maximum", "0 to 6"),
            ('resource = "none"', "maximum", "only 0"),
            ("barren = true", "barren", "no counter"),
            ("finite = 1", "finite", "true or false"),
            ('peaceful = "yes"', "peaceful", "true or false"),
            ('advanced = "political"', "advanced", "military"),
        )
    ),
    ("planets.toml", '[[planet]]\nid = "palewaste"\nmaximum = 3\n', ("palewaste", "barren", "maximum is 0")),
    ("planets.toml", '[[planet]]\nid = "palewaste"\nresource = "none"\n', ("palewaste", "barren", "one resource")),
    ("planets.toml", '[[planet]]\nid = "monument"\nmaximum = 1\n', ("monument", "maximum", "only 0")),
    *(
        ("maps.toml", MAP + text + "\n", ("standard_2", *words))
        for text, *words in (
            ("new_planets = { cp = 4, axinium = 2, phasium = 2, new = 3 }", "new_planets", "add up to 10"),
            ("new_planets = { cp = 4, axinium = 3, phasium = 3 }", "new_planets.new", "missing"),
            ("new_planets = { cp = 4, axinium = 2, phasium = 2, new = 2, old = 0 }", "new_planets.old", "unknown"),
            ("new_planets = 10", "new_planets", "table"),
            ("starts = [[[2, -2], [1, 0]]]", "starts", "2 pairs"),
            ("starts = [[[2, -2]], [[-1, 0], [-2, 2]]]", "starts[0]", "two hexes"),
            ("starts = [[[2, -2], [1]], [[-1, 0], [-2, 2]]]", "starts[0][1]", "[q, r]"),
            ("starts = [[[2, -2], [0, 0]], [[-1, 0], [-2, 2]]]", "starts[0][1]", "beside"),
            ("starts = [[[2, -2], [2, -2]], [[-1, 0], [-2, 2]]]", "starts[0][1]", "twice"),
            ("starts = [[[2, -2], [3, -2]], [[-1, 0], [-2, 2]]]", "starts[0][1]", "not a planet hex"),
            ("starts = [[[-1, 0], [-2, 2]], [[2, -2], [1, 0]]]", "starts[0][0]", "beside"),
        )
    ),
    *(
        ("rules.toml", f'[[number]]\nid = "{id}"\nvalue = {value}\n', (id, "value", *words))
        for id, value, *words in (
            ("start_vp", 51, "0 to 50"),
            ("outpost_tokens", "[10, 14]", "list of 3"),
            ("outpost_tokens", "[11, 14, 12]", "37 tokens", "at most 36"),
            ("outpost_tokens", "[37, 0, 0]", "value[0]", "0 to 36"),
            ("outpost_growth", 21, "0 to 20"),
            ("debris_hit", 8, "1 to 7"),
            ("barren_roll", 0, "1 to 7"),
            ("interest_vp", 21, "0 to 20"),
            ("gates", 3, "0 to 2"),
            ("gate_cp", 0, "1 to 99"),
            ("satellites", 7, "0 to 6"),
            ("satellite_cp", 0, "1 to 99"),
            ("barrier_damage", -1, "0 to 6"),
            ("barrier_distance", 7, "0 to 6"),
        )
    ),
    *(
        ("rules.toml", f'[[modifier]]\nid = "{id}"\nvalue = {value}\n', (id, "value", words))
        for id, value, words in (
            ("outpost_hit", 1, "2 to 6"),
            ("outpost_dice", 13, "0 to 12"),
            ("outpost_shield", -1, "0 to 12"),
            ("sector_scan", 2, "0 to 1"),
            ("surface_cloaking", 2, "0 to 1"),
            ("bid_double", 100, "0 to 99"),
            ("controlled_vp", 21, "0 to 20"),
        )
    ),
    *(
        (file, f'[[{table}]]\nid = "{id}"\nmodule = "{module}"\n', (file, id, "module", word))
        for file, table, id, module, word in (
            ("outposts.toml", "card", "ore_heap", "M1", "M3"),
            ("events.toml", "event", "bounty", "M3", "M4"),
            ("leaders.toml", "leader", "admiral", "M1", "M10"),
            ("planets.toml", "planet", "gemini", "M1", "M5"),
            ("planets.toml", "planet", "gaia", "M5", "for a home planet"),
            ("technologies.toml", "technology", "graviton_rockets", "M6", "in every game"),
        )
    ),
    (
        "technologies.toml",
        '[[technology]]\nid = "quantum_targeting"\neffects = [{ modifier = "outpost_hit", value = 7 }]\n',
        ("quantum_targeting", "effects[0].value", "2 to 6"),
    ),
]

BORDERS = '[[scenario]]\nid = "secure_the_borders"\n'
VOID = '[[scenario]]\nid = "edge_of_the_void"\n'
FIXED_MAP = '[[map]]\nid = "secure_the_borders_1"\n'
GOAL = "turn = 4\nempty_planets = 0\ncp = 30\naxinium = 9\nphasium = 9\nships = 0\n"


def fixed_planets(**moved: str) -> str:
    """The planets of the first map of solitaire play, some on other hexes or under another name."""
    rows = []
    for planet, hex in LAYOUTS["secure_the_borders_1"].fixed:
        text = moved.get(planet, str(list(hex)))
        name, place = (planet, text) if text.startswith("[") else (text, str(list(hex)))
        rows.append(f'{{ planet = "{name}", hex = {place} }}')
    return f"fixed = [{', '.join(rows)}]"


# Content of solitaire play.
REFUSED_OF_SOLITAIRE = [
    *(
        ("solitaire.toml", BORDERS + text + "\n", ("secure_the_borders", *words))
        for text, *words in (
            ('technologies = ["steam"]', "technologies", "'steam'", "radar"),
            ("technologies = [3]", "technologies", "use ids"),
            ('technologies = "radar"', "technologies", "list"),
            ('closed = ["steam"]', "closed", "'steam'"),
            ('removed = ["anarchy"]', "removed", "'anarchy'", "tyranny"),
            ("cp = -1", "cp", "0 to 1000"),
            ("cp = 201", "cp", "at most 200"),
            ("axinium = 11", "axinium", "at most 10"),
            ("phasium = 11", "phasium", "at most 10"),
            ('phasium = "two"', "phasium", "whole number"),
            ("posts = 3", "posts"),
            ('posts = [{ planet = "home", ships = [] }]', "posts[0].population", "missing"),
            ('posts = [{ planet = "home", population = 41, ships = [] }]', "posts[0].population", "0 to 40"),
            ('posts = [{ planet = "home", population = 1, ships = ["tug"] }]', "posts[0].ships", "fighter"),
            ('posts = [{ planet = "home", population = 1, ships = [], cp = 3 }]', "posts[0].cp", "unknown field"),
            ('posts = [{ planet = "nu_kua", population = 1, ships = [] }]', "posts", "'nu_kua'", "home, lyra"),
            ('posts = [{ planet = "home", population = 25, ships = [] }]', "posts", "more cubes"),
            (
                f'posts = [{{ planet = "home", population = 1, ships = {["fighter"] * 9} }}]',
                "posts",
                "ships of fighter",
            ),
            ("office_price = -1", "office_price", "0 to"),
            ("hold_home = 1", "hold_home", "true or false"),
            ('radar = "yes"', "radar", "true or false"),
            ("together = 0", "together", "1 to 4"),
            ("together = 5", "together", "1 to 4"),
            ("raid = 7", "raid", "0 to 6"),
            ("moves = 5", "moves", "0 to 4"),
            ("entries = [[9, 9]]", "entries[0]", "[q, r]"),
            ("entries = [[1, 0], [1, 0]]", "entries[1]", "twice"),
            ("entries = [[-2, 0]]", "entries", "[-2, 0]", "its map"),
            ("entries = [[1, 0], [0, 1], [1, -1], [-1, 1], [-1, 0]]", "entries", "at most", "4"),
            ("enter_1 = [1, 2]", "enter_1", "list of 9"),
            ("enter_2 = [5, 0, 0, 0, 0, 0, 0, 0, 0]", "enter_2[0]", "0 to 4"),
            ("enter_3 = [0, 0, 0, 0, 0, 0, 0, 0, -1]", "enter_3[8]", "0 to 4"),
            ("base = [[1, 0], [0, 1]]", "base", "at most 1"),
            ("base = [[-2, 1]]", "base", "[-2, 1]", "its map"),
            ('rockets = ["graviton"]', "rockets", "base"),
            (f"base = [[1, 0]]\nrockets = {[''] * 10}", "rockets", "at most 9"),
            ("[scenario.upgrades]\nfighter = 3", "upgrades.fighter", "list"),
            ('[scenario.upgrades]\nfighter = ["sail"]', "upgrades", "'sail'", "laser_cannon"),
            ('[scenario.upgrades]\nfighter = ["emp_cannon"]', "upgrades", "'emp_cannon'"),
            ('[scenario.upgrades]\ntug = ["laser_cannon"]', "upgrades.tug", "unknown field"),
            ('[scenario.upgrades]\nfighter = ["fusion_drive", "fusion_drive"]', "upgrades", "at most one drive"),
            (f"[scenario.upgrades]\ndark_raider = {['laser_cannon'] * 9}", "upgrades", "fit its slots"),
            ("[scenario.absolute]\nturn = 4", "absolute.empty_planets", "missing"),
            ("[scenario.absolute]\n" + GOAL.replace("turn = 4", "turn = 10"), "absolute.turn", "1 to 9"),
            ("[scenario.absolute]\n" + GOAL.replace("turn = 4", "turn = 0"), "absolute.turn", "1 to 9"),
            ("[scenario.absolute]\n" + GOAL.replace("cp = 30", "cp = 201"), "absolute.cp", "at most 200"),
            ("[scenario.tactical]\n" + GOAL.replace("phasium = 9", "phasium = 11"), "tactical.phasium", "at most 10"),
            ("[scenario.tactical]\n" + GOAL.replace("ships = 0", "ships = 62"), "tactical.ships", "0 to 61"),
            ("[scenario.tactical]\n" + GOAL + "vp = 3", "tactical.vp", "unknown field"),
            ("absolute = 4", "absolute", "table"),
            ('faction = "titan"', "faction", "unknown field"),
            ('provenance = "hearsay"', "provenance", "rulebook"),
        )
    ),
    ("solitaire.toml", VOID + 'rockets = ["nuclear"]\n', ("edge_of_the_void", "rockets", "'nuclear'", "hypersonic")),
    ("solitaire.toml", VOID + "base = [[5, 0]]\n", ("edge_of_the_void", "base", "[5, 0]")),
    ("solitaire.toml", '[[scenario]]\nid = "third"\n', ("third", "unknown", "secure_the_borders, edge_of_the_void")),
    ("solitaire.toml", "replace_all = true\n", ("secure_the_borders", "missing")),
    ("solitaire.toml", '[[mission]]\nid = "secure_the_borders"\n', ("mission", "allowed: scenario")),
    *(
        ("maps.toml", FIXED_MAP + text + "\n", ("secure_the_borders_1", *words))
        for text, *words in (
            ("fixed = []", "fixed", "every hex"),
            ("fixed = 3", "fixed"),
            ('fixed = [{ planet = "lyra" }]', "fixed[0].hex", "missing"),
            ('fixed = [{ planet = "lyra", hex = [2] }]', "fixed[0].hex", "[q, r]"),
            ('fixed = [{ planet = "lyra", hex = [2, -2], moons = 1 }]', "fixed[0].moons", "unknown field"),
            (fixed_planets(lyra="[2, 0]"), "fixed[1]", "twice"),
            (fixed_planets(lyra="[3, 0]"), "fixed[0]", "not a planet hex"),
            (fixed_planets(lyra="[0, 0]"), "fixed[0]", "not a planet hex"),
            (fixed_planets(lyra="[2, -1]"), "fixed[0]", "not a planet hex"),
            (fixed_planets(getica="lyra"), "fixed[1]", "twice"),
            (fixed_planets(getica="atlantis"), "fixed", "'atlantis'"),
            (fixed_planets(getica="gaia"), "fixed", "'gaia'"),
            (fixed_planets(getica="gemini"), "fixed", "'gemini'"),
            ("planets = { cp = 4, axinium = 1, phasium = 3 }", "planets"),
            ("planets = { cp = 4, axinium = 2, phasium = 3 }", "planets", "add up to 8"),
            (fixed_planets(bastion="oberyn"), "planets"),
            ("homes = [[2, -1], [-2, 0]]", "homes", "1 homes"),
            ("players = 2", "id", "must be"),
            ('layout = "standard"', "id", "must be"),
        )
    ),
    *(
        ("rules.toml", f'[[number]]\nid = "{id}"\nvalue = {value}\n', (id, "value", *words))
        for id, value, *words in (
            ("market_spaces_solitaire", 7, "1 to 6"),
            ("revealed_cards_solitaire", 4, "1 to 3"),
            ("choice_price", "[0, 2]", "list of 3"),
            ("choice_price", "[0, 2, -1]", "value[2]"),
            ("corrupt_discount", -1, "0 to"),
            ("conquests_solitaire", 5, "1 to 4"),
        )
    ),
]

REFUSED = [
    *REFUSED_OF_MODULES,
    *REFUSED_OF_SOLITAIRE,
    ("technologies.toml", RADAR + 'cost = "four"\n', ("radar", "cost", "whole number")),
    ("technologies.toml", RADAR + "cost = 4.5\n", ("radar", "cost")),
    ("technologies.toml", RADAR + "cost = true\n", ("radar", "cost")),
    ("technologies.toml", RADAR + "cost = 123456789012345678901234567890\n", ("radar", "cost")),
    ("technologies.toml", RADAR + 'colour = "pink"\n', ("radar", "colour", "blue")),
    ("technologies.toml", RADAR + "price = 4\n", ("radar", "price", "unknown field")),
    ("technologies.toml", '[[technology]]\nid = "new"\ncost = 4\n', ("new", "missing")),
    ("technologies.toml", RADAR + RADAR, ("radar", "twice")),
    ("technologies.toml", RADAR + 'provenance = "rumour"\n', ("radar", "provenance", "public")),
    ("technologies.toml", RADAR + "reconstructed = 3\n", ("radar", "reconstructed")),
    ("technologies.toml", RADAR + 'reconstructed = ["x"]\n', ("radar", "reconstructed", "cost")),
    ("technologies.toml", RADAR + 'effects = [{ modifier = "luck", value = 1 }]\n', ("luck", "tax")),
    ("technologies.toml", RADAR + "effects = [{}, {}, {}]\n", ("radar", "effects")),
    ("technologies.toml", '[[technology]]\nname = "x"\n', ("technology 1", "id")),
    ("technologies.toml", '[technology]\nid = "radar"\n', ("technology",)),
    ("technologies.toml", "[[technologies]]\n", ("technologies", "allowed: technology")),
    ("technologies.toml", "[[technology\n", ("not valid TOML",)),
    ("technologies.toml", "x = " + "[" * 5000 + "]" * 5000, ("nested too deeply",)),
    ("technologies.toml", "x = " + "9" * 10000, ("not valid TOML",)),
    ("technologies.toml", ".".join("a" * 400) + " = 1", ("dots",)),
    ("political.toml", POLITICAL + "effects = []\n", ("repeal", "effects", "at least one")),
    ("political.toml", POLITICAL + 'effects = [{ do = "explode", target = "each" }]\n', ("effects[0].do", "gain")),
    ("political.toml", POLITICAL + 'effects = [{ do = "equip", target = "all" }]\n', ("effects[0].target", "each")),
    (
        "political.toml",
        POLITICAL + 'effects = [{ do = "gain", target = "each", resource = "gold", amount = 1 }]\n',
        ("effects[0].resource", "axinium"),
    ),
    (
        "political.toml",
        POLITICAL + 'effects = [{ do = "gain", target = "each", resource = "cp", amount = 1, per = "hats" }]\n',
        ("effects[0].per", "technologies"),
    ),
    (
        "political.toml",
        POLITICAL + 'effects = [{ do = "equip", target = "each", when = { quantity = "cp" } }]\n',
        ("effects[0].when", "at_least"),
    ),
    ("political.toml", POLITICAL + 'effects = [{ do = "build", target = "each", ship = "x" }]\n', ("fighter", "ship")),
    (
        "political.toml",
        POLITICAL + 'effects = [{ do = "modify", target = "each", modifier = "tax", add = 1 }]\n',
        ("repeal", "effects[0].do"),
    ),
    (
        "political.toml",
        TYRANNY + 'effects = [{ do = "gain", target = "each", resource = "cp", amount = 1 }]\n',
        ("tyranny", "effects[0].do", "allowed: modify"),
    ),
    (
        "political.toml",
        TYRANNY + 'effects = [{ do = "modify", target = "richest", modifier = "tax", add = 1 }]\n',
        ("tyranny", "effects[0].target"),
    ),
    (
        "political.toml",
        TYRANNY + 'effects = [{ do = "modify", target = "each", modifier = "tax", add = 1, set = 1 }]\n',
        ("tyranny", "exactly one"),
    ),
    ("political.toml", POLITICAL + 'effects = [{ do = "choose", target = "each", options = [[]] }]\n', ("options",)),
    (
        "political.toml",
        POLITICAL + 'effects = [{ do = "choose", target = "each", options = [[{ do = "equip" }], []] }]\n',
        ("options[1]",),
    ),
    ("political.toml", POLITICAL + f"effects = [{CHOICE}, {CHOICE}]\n", ("repeal", "at most one choice")),
    (
        "resistance.toml",
        '[[card]]\nid = "scout"\neffects = [{ do = "equip", target = "each" }]\n',
        ("scout", "effects[0].target", "owner"),
    ),
    ("resistance.toml", '[[card]]\nid = "scout"\nlevel = 4\n', ("scout", "level", "1 to 3")),
    ("planets.toml", '[[planet]]\nid = "lyra"\namount = 6\n', ("lyra", "amount")),
    ("planets.toml", '[[planet]]\nid = "lyra"\nmaximum = 7\n', ("lyra", "maximum", "0 to 6")),
    ("planets.toml", '[[planet]]\nid = "gaia"\nhome = false\n', ("home",)),
    ("ships.toml", '[[ship]]\nid = "tug"\n', ("tug", "dark_raider")),
    ("ships.toml", FIGHTER + "count = 15\n", ("count", "15")),
    ("ships.toml", FIGHTER + "start = 3\n", ("fighter", "start")),
    ("ships.toml", FIGHTER + 'start_upgrades = ["sail"]\n', ("fighter", "start_upgrades", "laser_cannon")),
    ("upgrades.toml", '[[upgrade]]\nid = "ion_cannon"\ntechnology = "steam"\n', ("ion_cannon", "technology", "radar")),
    ("rules.toml", '[[number]]\nid = "office_vp"\nvalue = [1]\n', ("office_vp", "value", "list of 6")),
    *(
        ("rules.toml", f'[[number]]\nid = "{id}"\nvalue = {value}\n', (id, "value", *words))
        for id, value, *words in (
            ("bonus_proposals", 4, "1 to 3"),
            ("bonus_proposals_two_players", 4, "1 to 3"),
            ("start_luck", 0, "unknown"),
            ("start_axinium", 11, "at most 10"),
            ("start_phasium", 11, "at most 10"),
            ("unit_value", "[5, 2, 1]", "value[1]"),
            ("unit_value", "[5, 1, 0]", "value[2]"),
            ("unit_value", "[51, 1, 1]", "value[0]", "1 to 50"),
            ("bank_variant", "[3, 7, 3, 0]", "list of"),
            ("mining_variant", "[3, 8, 3]", "0 to 7"),
            ("axinium_cap", 51, "1 to 50"),
            ("phasium_cap", 51, "1 to 50"),
            ("cp_cap", 1001, "1 to 1000"),
            ("cubes", 41, "8 to 40"),
            ("reaction_cost_other", 6, "0 to 5"),
        )
    ),
    *(
        ("rules.toml", f'[[modifier]]\nid = "{id}"\nvalue = {value}\n', (id, "value", words))
        for id, value, words in (
            ("hit", 1, "2 to 6"),
            ("hit", 7, "2 to 6"),
            ("first_round_hit", 1, "2 to 6"),
            ("movement", 5, "0 to 4"),
            ("movement", -1, "0 to 4"),
            ("descend", 7, "1 to 6"),
            ("growth", 21, "0 to 20"),
            ("exchanges", 17, "0 to 16"),
            ("votes", 11, "0 to 10"),
            ("rocket_range", 17, "0 to 16"),
        )
    ),
    ("rules.toml", '[[variant]]\nid = "long"\nstart_cp = 201\n', ("long", "start_cp", "at most 200")),
    ("rules.toml", '[[variant]]\nid = "combat"\ntechnology_budget = 41\n', ("combat", "technology_budget")),
    ("technologies.toml", RADAR + 'effects = [{ modifier = "hit", value = 1 }]\n', ("effects[0].value", "2 to 6")),
    ("technologies.toml", RADAR + 'effects = [{ modifier = "descend", value = 7 }]\n', ("effects[0].value", "1 to 6")),
    ("technologies.toml", RADAR + 'name = "Cloaking"\n', ("radar", "name", "cloaking")),
    ("ships.toml", FIGHTER + 'name = "War Cruiser"\n', ("war_cruiser", "name", "fighter")),
    ("ships.toml", FIGHTER + "slots = 9\n", ("fighter", "slots", "0 to 8")),
    ("ships.toml", FIGHTER + "slots = 8\n", ("fighter", "slots", "more than 23")),
    ("ships.toml", FIGHTER + "capacity = 4\n", ("fighter", "capacity", "0 to 3")),
    ("upgrades.toml", '[[upgrade]]\nid = "ion_cannon"\nstrength = 7\n', ("ion_cannon", "strength", "1 to 6")),
    ("upgrades.toml", '[[upgrade]]\nid = "deflector_shield"\nstrength = 5\n', ("strength", "1 to 4")),
    ("upgrades.toml", '[[upgrade]]\nid = "fusion_drive"\nstrength = 9\n', ("fusion_drive", "strength", "1 to 8")),
    ("upgrades.toml", '[[upgrade]]\nid = "ion_cannon"\nname = "Fusion Drive"\n', ("fusion_drive", "name")),
    ("rockets.toml", "replace_all = true\n" + HYPERSONIC, ("rocket", "at least 3")),
    ("rockets.toml", f'[[rocket]]\nid = "graviton"\nname = "{CONTENT.rockets[0].name}"\n', ("graviton", "name")),
    ("actions.toml", "replace_all = true\n" + ACTION_CARDS, ("card", "at least 3")),
    ("actions.toml", '[[card]]\nid = "bank"\nname = "Research"\n', ("bank", "name")),
    ("bonus_actions.toml", DOUBLE_BONUS, ("name", "differ")),
    ("resistance.toml", '[[card]]\nid = "scout"\ndice = 13\n', ("scout", "dice", "1 to 12")),
    ("resistance.toml", '[[card]]\nid = "scout"\nshield = 13\n', ("scout", "shield", "0 to 12")),
    ("resistance.toml", MANY_SCOUTS, ("level", "at most 32")),
    ("planets.toml", '[[planet]]\nid = "lyra"\nvp = 13\n', ("lyra", "vp", "0 to 12")),
    ("rules.toml", '[[number]]\nid = "luck"\nvalue = 1\n', ("luck", "cubes")),
    ("rules.toml", '[[variant]]\nid = "long"\nclosed = ["steam"]\n', ("long", "closed")),
    ("rules.toml", "replace_all = true\n", ("missing",)),
    ("market.toml", '[[space]]\nid = "space_1"\nsell_axinium = [9, 9]\n', ("space_1", "sell_axinium")),
    ("maps.toml", MAP + "homes = [[1, 0], [-2, 1]]\n", ("standard_2", "homes[0]", "centre")),
    ("maps.toml", MAP + "homes = [[9, 9], [-2, 1]]\n", ("standard_2", "homes[0]")),
    ("maps.toml", MAP + "hexes = [[0, 0], [2, 0]]\n", ("standard_2", "reached")),
    ("maps.toml", MAP + "planets = { cp = 1, axinium = 1, phasium = 1 }\n", ("planets", "add up")),
    ("maps.toml", MAP + "resistance_1 = [[0, 0]]\n", ("standard_2", "resistance_1[0]")),
    ("bonus_actions.toml", "replace_all = true\n", ("bonus_actions.toml", "at least 1")),
    ("spells.toml", "", ("spells.toml", "unknown file")),
]


@pytest.mark.parametrize(("file", "text", "words"), REFUSED)
def test_refusals_name_file_entry_and_field(tmp_path: Path, file: str, text: str, words: tuple[str, ...]) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(ContentError) as refusal:
        load_content(tmp_path)
    message = str(refusal.value)
    assert file in message or file == "planets.toml"
    for word in words:
        assert word in message
    assert len(message) < 2500 and "\n" not in message


def test_files_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="no such folder"):
        load_content(tmp_path / "nowhere")
    (tmp_path / "rules.toml").mkdir()
    with pytest.raises(ContentError, match="not a file"):
        load_content(tmp_path)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ContentError, match=r"rules.toml.*not UTF-8"):
        load_content(tmp_path)
    path.write_bytes(b"#" * 1_000_001)
    with pytest.raises(ContentError, match=r"rules.toml.*larger than"):
        load_content(tmp_path)


def test_too_many_entries(tmp_path: Path) -> None:
    entry = '[[technology]]\nid = "t{}"\nname = "T"\ntext = "t"\ncolour = "blue"\ntype = "civilian"\ncost = 2\n'
    (tmp_path / "technologies.toml").write_text("".join(entry.format(number) for number in range(64)))
    with pytest.raises(ContentError, match=rf"technologies.toml.*at most {capacity.TECHNOLOGIES}"):
        load_content(tmp_path)


FILES = sorted({deck.file for deck in DECKS})
FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(data=st.data())
def test_damaged_files_never_crash(tmp_path: Path, data: st.DataObject) -> None:
    """Bytes of our own files overwritten, cut or doubled: content or a refusal, nothing else."""
    file = data.draw(st.sampled_from(FILES))
    raw = bytearray((OURS / file).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw)))
        raw[place : place + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=8))
    for old in tmp_path.iterdir():
        old.unlink()
    (tmp_path / file).write_bytes(bytes(raw))
    try:
        build_tables(GameConfig(), load_content(tmp_path))
    except ContentError as error:
        assert file in str(error) or error.file in FILES


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
PLACES = [
    (deck, field.name)
    for deck in DECKS
    for field in fields(deck.made)
    if field.name != "id" and not (deck.attribute == "layouts" and field.name in v.RESOURCES)
]


@FUZZ
@given(place=st.sampled_from(PLACES), junk=JUNK)
def test_junk_in_any_field_never_crashes(place: tuple[Deck, str], junk: object) -> None:
    """Any value in any field of an entry is either content or refused by name."""
    deck, field = place
    raw = tomllib.loads((OURS / deck.file).read_text())[deck.table][0]
    raw[field] = junk
    reader = Reader(raw, deck.file, raw["id"])
    try:
        deck.read(reader, raw)
        reader.finish()
    except ContentError as error:
        assert field in str(error) or error.entry == raw["id"]


def test_hash_changes_with_every_kind_of_value(content: Content, tmp_path: Path) -> None:
    changes = {
        "rules.toml": '[[modifier]]\nid = "bank"\nvalue = 5\n',
        "planets.toml": '[[planet]]\nid = "lyra"\nvp = 3\n',
        "market.toml": '[[space]]\nid = "space_6"\nbuy_axinium = [9, 8]\n',
        "outposts.toml": '[[card]]\nid = "buried_cache"\nvp = 2\n',
        "events.toml": '[[event]]\nid = "bounty"\nkind = "boon"\n',
        "leaders.toml": '[[leader]]\nid = "admiral"\nstart = [{ do = "equip" }]\n',
        "maps.toml": MAP + "new_planets = { cp = 3, axinium = 3, phasium = 2, new = 2 }\n",
    }
    hashes = {content.hash}
    for file, text in changes.items():
        (tmp_path / file).write_text(text)
        hashes.add(load_content(tmp_path).hash)
    assert len(hashes) == len(changes) + 1


def test_resistance_cards_may_share_a_name(tmp_path: Path) -> None:
    names = [card.name for card in CONTENT.resistance_cards]
    ids = [card.id for card in CONTENT.resistance_cards]
    (tmp_path / "resistance.toml").write_text(f'[[card]]\nid = "{ids[0]}"\nname = "{names[1]}"\n')
    assert load_content(tmp_path).resistance_cards[0].name == names[1]


def test_a_unit_of_cp_may_be_worth_anything_up_to_fifty(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('[[number]]\nid = "unit_value"\nvalue = [50, 1, 1]\n')
    assert list(build_tables(GameConfig(), load_content(tmp_path))[0].unit_value) == [0, 50, 1, 1]


# -- the least and the greatest value of every number --------------------------------------------------------------

Case = tuple[Deck, dict[str, Any], str]  # deck, entry and field
EACH_ENTRY = ("numbers", "modifiers", "variants", "ships", "upgrades", "rockets")  # of other decks the first
DUAL_PLANET = "gemini"  # the one with the most numbers
NOW_AND_THEN = 1 if COMPILED else 10  # observations are looked at after so many decisions
EXTREMES = (-(10**6), 10**6)
NO_AMOUNTS = ("effects", "planets", "hexes", "homes", "closed", "resistance_1", "resistance_2", "resistance_3")


def number_fields() -> list[Case]:
    """Every field of our entries that holds whole numbers; of long decks those of the first entry."""
    cases = []
    for deck in DECKS:
        entries = tomllib.loads((OURS / deck.file).read_text())[deck.table]
        some = [entry for i, entry in enumerate(entries) if i == 0 or entry["id"] == DUAL_PLANET]
        for entry in entries if deck.attribute in EACH_ENTRY else some:
            for field, value in entry.items():
                first = value[0] if isinstance(value, list) and value and field not in NO_AMOUNTS else value
                if isinstance(first, int) and not isinstance(first, bool) and deck.attribute != "layouts":
                    cases.append((deck, entry, field))
    return cases


def name_of(case: Case) -> str:
    return f"{case[0].attribute}-{case[1]['id']}-{case[2]}"


def entry_with(case: Case, number: int) -> str:
    """TOML of an entry with another number, everywhere in a list of numbers."""
    deck, entry, field = case
    value = [number] * len(entry[field]) if isinstance(entry[field], list) else number
    if entry["id"] == "unit_value":
        value = [number, 1, 1]
    return f'[[{deck.table}]]\nid = "{entry["id"]}"\n{field} = {value}\n'


def accepts(folder: Path, case: Case, number: int) -> bool:
    (folder / case[0].file).write_text(entry_with(case, number))
    try:
        load_content(folder)
    except ContentError:
        return False
    return True


def extreme(folder: Path, case: Case, side: int) -> int:
    """The least (0) or greatest (1) number a field accepts: the bound the refusal names, or what others leave of it."""
    deck, entry, field = case
    raw = {**entry, field: tomllib.loads(entry_with(case, EXTREMES[side]))[deck.table][0][field]}
    with pytest.raises(ContentError) as refusal:
        deck.read(Reader(raw, deck.file, entry["id"]), raw)
    named = re.search(r"from (-?\d+) to (-?\d+)", str(refusal.value))
    assert named is not None, refusal.value
    refused = int(named[side + 1])
    if accepts(folder, case, refused):
        return refused
    value = entry[field]
    accepted = int(value[0] if isinstance(value, list) else value)
    while abs(refused - accepted) > 1:
        middle = (refused + accepted) // 2
        accepted, refused = (middle, refused) if accepts(folder, case, middle) else (accepted, middle)
    assert isinstance(value, int) or accepts(folder, case, accepted) or accepted == value[0]
    return accepted


def play_watched(folder: Path, seed: int = 1, **config: Any) -> set[str]:
    """A short random game: every position possible, every observation within its bounds; returns what was decided."""
    p = Position(seed, content=str(folder), **{"players": 2, "turns": 1, **config})
    rng = np.random.default_rng(seed)
    low, high = p.rules.observations.bounds()
    seen = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    decided: set[str] = set()
    while True:
        check(p.games, p.rules.config)
        for viewer in range(p.t.players) if p.g.decisions % NOW_AND_THEN == 0 else ():
            core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, seen)
            outside = np.flatnonzero((seen[0] < low) | (seen[0] > high))
            assert not len(outside), (p.decision, outside[0], seen[0, outside[0]])
        if p.g.over:
            return decided
        decided.add(p.decision)
        assert p.g.decisions < capacity.MAX_DECISIONS // 4
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))


# More action cards for everybody: only what takes effect in the Council can give them, for loader and checker alike.

TO_EACH = ', target = "each"'


def extra_row(to: str, choice: bool) -> str:
    """An effect row with one more action card, at once or as an option."""
    if not choice:
        return f'{{ do = "extra_action"{to} }}'
    return f'{{ do = "choose"{to}, options = [[{{ do = "extra_action" }}], [{{ do = "grow", amount = 1 }}]] }}'


@pytest.mark.parametrize("choice", [False, True], ids=["plain", "in an option"])
@pytest.mark.parametrize(
    ("deck", "field", "to"),
    [
        ("resistance_cards", "effects", ""),
        ("outpost_cards", "effects", ""),
        ("events", "effects", ""),
        ("leaders", "start", ""),
        ("leaders", "effects", ""),
        ("factions", "effects", ""),
        ("faction_cards", "effects", ""),
        ("faction_cards", "reaction", ""),
        ("bonus_cards", "effects", TO_EACH),  # the first takes effect after the action cards
        ("political_cards", "effects", TO_EACH),  # the first is a law
    ],
)
def test_an_extra_action_that_would_come_too_late_is_refused(
    tmp_path: Path, deck: str, field: str, to: str, choice: bool
) -> None:
    stands = next(known for known in DECKS if known.attribute == deck)
    entry = getattr(CONTENT, deck)[0]
    row = extra_row(to, choice)
    (tmp_path / stands.file).write_text(f'[[{stands.table}]]\nid = "{entry.id}"\n{field} = [{row}]\n')
    with pytest.raises(ContentError) as refused:
        load_content(tmp_path)
    said = str(refused.value)
    assert entry.id in said and f"{field}[0]" in said
    assert "only on executive decisions among the political cards, and immediate bonus actions" in said or (
        choice and "allowed: modify" in said
    )


def test_a_card_gives_one_extra_action(tmp_path: Path) -> None:
    row = extra_row(TO_EACH, False)
    (tmp_path / "political.toml").write_text(f'[[card]]\nid = "repeal"\neffects = [{row}, {row}]\n')
    with pytest.raises(ContentError, match=r"'repeal'.*at most one extra_action"):
        load_content(tmp_path)


def test_an_option_with_an_extra_action_is_one_players_choice(tmp_path: Path) -> None:
    """Otherwise each player who takes it would add one."""
    (tmp_path / "political.toml").write_text(f'[[card]]\nid = "repeal"\neffects = [{extra_row(TO_EACH, True)}]\n')
    with pytest.raises(ContentError, match=r"'repeal'.*choice of one player.*chancellor"):
        load_content(tmp_path)


def test_one_turn_has_one_extra_action(tmp_path: Path) -> None:
    """Observations show one: where a bonus action gives it, no political card does."""
    (tmp_path / "political.toml").write_text(f'[[card]]\nid = "repeal"\neffects = [{extra_row(TO_EACH, False)}]\n')
    given = {"players": 2, "content": str(tmp_path)}
    with_bonus, without = frozenset({"executive_action"}), frozenset({"nanobots"})
    with pytest.raises(ContentError, match=r"'repeal'.*bonus action 'executive_action' of this game"):
        load_for(GameConfig(**given, modules=frozenset({"M1"}), bonus_cards=with_bonus))
    load_for(GameConfig(**given, modules=frozenset({"M1"}), bonus_cards=without))
    load_for(GameConfig(**given))


EXTRA_GAMES: list[dict[str, Any]] = [
    {},
    {"variant": "short"},
    {"dice_variant": True, "ask_forced": True, "movement": "simultaneous"},
    {"modules": frozenset(MODULES), "bonus_draw": True},
    {"edge_of_extinction": True, "modules": frozenset({"M1", "M3"})},
    {"scenario": "stronghold"},
    {"scenario": "event_horizon", "modules": frozenset({"M1"})},
    {"scenario": "secure_the_borders", "players": 1, "turns": None},
    {"scenario": "edge_of_the_void", "players": 1, "turns": None},
]


@pytest.mark.parametrize("config", EXTRA_GAMES, ids=range(len(EXTRA_GAMES)))
@pytest.mark.parametrize("card", ["plain", "choice", "bonus"])
def test_extra_actions_of_the_council_are_played_and_possible(
    tmp_path: Path, card: str, config: dict[str, Any]
) -> None:
    """Every political card of the game gives one, or offers one, or every bonus action does."""
    row = extra_row(', target = "chancellor"', True) if card == "choice" else extra_row(TO_EACH, False)
    if card != "bonus" and "M1" in config.get("modules", ()):
        config = {**config, "bonus_cards": frozenset({"nanobots", "supplies"})}
    if card == "bonus":
        cards = (f'[[card]]\nid = "{bonus.id}"\nimmediate = true\neffects = [{row}]\n' for bonus in CONTENT.bonus_cards)
        (tmp_path / "bonus_actions.toml").write_text("".join(cards))
    else:
        kinds = (
            f'[[card]]\nid = "{card.id}"\nkind = "executive"\neffects = [{row}]\n' for card in CONTENT.political_cards
        )
        (tmp_path / "political.toml").write_text("".join(kinds))
    for seed in range(3 if ALL else 1):
        decided = play_watched(tmp_path, seed, **config)
        assert card != "plain" or "third_card" in decided, "one more card is asked of everybody"


NUMBER_FIELDS = number_fields()
TRIED = NUMBER_FIELDS[:: 4 if COMPILED else 16]
PLAYED = NUMBER_FIELDS[:: 90 if not COMPILED else 9 if ALL else 18]


def test_extremes_of_every_number_make_tables(tmp_path: Path) -> None:
    for case in TRIED:
        for side in range(2):
            number = extreme(tmp_path, case, side)
            assert isinstance(case[1][case[2]], list) or accepts(tmp_path, case, number), name_of(case)
            (tmp_path / case[0].file).unlink()


@pytest.mark.parametrize("case", PLAYED, ids=name_of)
@pytest.mark.parametrize("side", range(2), ids=("least", "greatest"))
def test_games_with_extreme_numbers(tmp_path: Path, case: Case, side: int) -> None:
    number = extreme(tmp_path, case, side)
    (tmp_path / case[0].file).write_text(entry_with(case, number))
    module = case[1].get("module", "")
    if module == EOE:
        play_watched(tmp_path, edge_of_extinction=True)
    else:
        play_watched(tmp_path, modules=frozenset(filter(None, [module])))


@pytest.mark.parametrize("side", range(2), ids=("least", "greatest"))
def test_games_with_every_modifier_at_its_extreme(tmp_path: Path, side: int) -> None:
    ranges = MODIFIER_RANGES.items()
    text = "".join(f'[[modifier]]\nid = "{id}"\nvalue = {bounds[side]}\n' for id, bounds in ranges)
    (tmp_path / "rules.toml").write_text(text)
    play_watched(tmp_path)
    play_watched(tmp_path, modules=frozenset(MODULES))
    play_watched(tmp_path, edge_of_extinction=True)


# -- every card of Event Horizon does something that can be done ---------------------------------------------------

EVENTS = [event.id for event in CONTENT.events]
LEADERS = [leader.id for leader in CONTENT.leaders]
OUTPOST_CARDS = [card.id for card in CONTENT.outpost_cards]
WAYS = range(capacity.OPTIONS)  # which of the legal choices is taken, so that every option is


def decide(p: Position, way: int) -> None:
    """Take a legal choice; another one in another way."""
    legal = np.flatnonzero(p.masks[0])
    p._play(int(legal[way % len(legal)]))


def assert_sane(p: Position) -> None:
    """Nothing is made or lost that must not be, whatever a card does."""
    assert_cubes_kept(p)
    g, t = p.g, p.t
    assert (g.resource[: t.players] >= 0).all() and (g.supply[: t.players] >= 0).all()
    assert (g.population >= 0).all() and (g.counter >= 0).all() and (g.second_counter >= 0).all()
    for player in range(t.players):
        for ship in range(t.ships):
            limit = g.shield[player, t.ship_class[ship]] if g.ship_hex[player, ship] >= 0 else 0
            assert 0 <= g.ship_damage[player, ship] <= limit
            assert g.ship_cargo[player, ship] <= t.class_capacity[t.ship_class[ship]]


def exploration_of(event: str) -> tuple[Position, int]:
    """Two players with a ship each and Population on board in the same face-down hex, and a card on top of the deck."""
    p = Position(1, players=2, modules=("M4",)).until("vote").before_council()
    hexagon = int(np.flatnonzero(p.g.face_down)[0])
    p.remove_ships()
    p.g.resistance[hexagon] = 0
    for player in range(2):
        p.place_ship(player, v.SHIP_CLASSES.index("battle_carrier"), hexagon, cargo=2)
        p.g.resource[player, :3] = 6, 3, 3
    kind, top = p.index("events", event), int(p.g.event_left) - 1
    place = next(i for i in range(top + 1) if p.g.event_deck[i] == kind)
    p.g.event_deck[place], p.g.event_deck[top] = p.g.event_deck[top], kind
    return p, hexagon


@pytest.mark.parametrize("event", EVENTS)
def test_every_event_can_be_carried_out(event: str) -> None:
    """For both players, whatever they choose."""
    outcomes = []
    for way in WAYS:
        p, hexagon = exploration_of(event)
        before = p.g.copy()
        p.jump(frames.EXPLORATION)
        while not p.finished:
            assert p.g.exploring == hexagon and p.rules.content.events[p.g.event].id == event
            assert_sane(p)
            decide(p, way)
        assert_sane(p)
        assert (p.g.exploring, p.g.event, p.g.face_down[hexagon]) == (-1, -1, 0)
        assert p.g.event_left == before.event_left - 1 and p.g.event_seen[p.index("events", event)] == 1
        wrecked = bool(p.g.destroyed[hexagon])
        assert p.g.counter[hexagon] == (0 if wrecked else p.t.planet_amount[p.g.planet[hexagon]])
        outcomes.append(p.g.copy())
    told = ("resource", "supply", "population", "ship_hex", "ship_damage", "ship_cargo", "modifier", "destroyed")
    tokens = ("wormhole", "bounty", "no_combat", "interest", "technology", "solar_wind")
    changed = {name for g in outcomes for name in (*told, *tokens) if (g[name] != before[name]).any()}
    assert changed, "it makes a difference"


@pytest.mark.parametrize("leader", LEADERS)
def test_every_leader_can_be_played(leader: str) -> None:
    """Lasting effects hold from the choice on, and what a Leader does at the start can be done in every way."""
    entry = by_id(CONTENT.leaders, leader)
    for way in WAYS if entry.start else WAYS[:1]:
        p = Position(1, players=2, modules=("M10",), free_leaders=True).until("leader")
        player, number = p.actor, p.index("leaders", leader)
        before = p.g.copy()
        p.do("leader", number)
        for effect in entry.effects:
            now, then = (int(g.modifier[player, effect.a]) for g in (p.g, before))
            assert now == (effect.c if effect.b == 1 else then + effect.c), v.MODIFIER_NAMES[effect.a]
        asked = []
        while p.g.stage == frames.SETUP:
            asked.append((p.decision, p.actor))
            assert_sane(p)
            decide(p, way)
        assert_sane(p)
        assert p.g.leader[player] == number and p.g.leader[1 - player] not in (-1, number)
        open_choices = {"learn", "choose", "build", "act", "equip"}
        chooses = any(effect.do in open_choices for effect in entry.start)
        assert chooses == any(who == player for _, who in asked)
        play_on(p, way)


def play_on(p: Position, seed: int, decisions: int = 40) -> None:
    """A little of the game that follows."""
    rng = np.random.default_rng(seed)
    for _ in range(decisions):
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    assert_sane(p)


@pytest.mark.parametrize("card", OUTPOST_CARDS)
def test_every_outpost_card_can_be_used(card: str) -> None:
    """In a window, once, in every way."""
    changed = False
    for way in WAYS:
        p = Position(1, players=2, modules=("M3",)).until("vote").before_council()
        p.learn(p.actor, "electromagnetic_shield", "ion_cannon")
        player, kind = p.actor, p.index("outpost_cards", card)
        level = int(p.t.outpost_level[kind]) - 1
        p.g.outpost_held[player, kind] = 1
        p.g.outpost_deck[level, p.g.outpost_left[level] - 1] = -1
        p.g.outpost_left[level] -= 1
        p.refresh()
        before = p.g.copy()
        p.do("outpost_card", kind)
        while p.decision not in ("window", "vote"):
            assert p.actor == player
            assert_sane(p)
            decide(p, way)
        assert_sane(p)
        assert p.g.outpost_held[player].sum() == 0
        told = ("resource", "supply", "population", "ship_hex", "blueprint", "technology", "counter", "modifier")
        changed |= any((p.g[name] != before[name]).any() for name in told)
    assert changed, "it makes a difference"


# -- solitaire play ------------------------------------------------------------------------------------------------

NUMBERS_OF_SOLITAIRE = {
    "market_spaces_solitaire": (6,),
    "revealed_cards_solitaire": (3,),
    "choice_price": (0, 2, 3),
    "corrupt_discount": (1,),
    "conquests_solitaire": (1,),
}


def test_numbers_of_solitaire_play_are_printed(content: Content) -> None:
    for id, value in NUMBERS_OF_SOLITAIRE.items():
        entry = by_id(content.numbers, id)
        assert entry.value == value
        assert (entry.provenance, entry.reconstructed) == ("rulebook", ())


def test_where_the_scenarios_come_from(content: Content) -> None:
    assert tuple(mission.id for mission in content.missions) == tuple(SOLITAIRE)
    printed, ours = content.missions
    assert (printed.provenance, printed.reconstructed, printed.module) == ("rulebook", (), "")
    assert ours.provenance == "reconstructed" and ours.module == EOE
    assert {"absolute", "tactical", "entries", "rockets", "raid"} <= set(ours.reconstructed)
    for id in SOLITAIRE:
        layout = LAYOUTS[f"{id}_1"]
        assert layout.provenance == "reconstructed" and "fixed" in layout.reconstructed, "the maps are not public"
    text = content_tables(content, reconstructed=True)
    assert "edge_of_the_void" in text and "secure_the_borders_1" in text


def test_what_the_rulebook_says_of_the_first_scenario(content: Content) -> None:
    mission = content.mission("secure_the_borders")
    assert (mission.cp, mission.axinium, mission.phasium) == (10, 2, 2)
    assert set(mission.technologies) == {"electromagnetic_shield", "fusion_drive", "master_politics"}
    assert {(post.planet, post.population, post.ships) for post in mission.posts} == {
        ("home", 3, ("battle_carrier", "battle_carrier")),
        ("lyra", 1, ("dark_raider",)),
        ("getica", 1, ("dark_raider",)),
    }
    laid = {"electromagnetic_shield", "fusion_drive"}
    assert {ship: set(placed) for ship, placed in mission.upgrades} == {"dark_raider": laid, "battle_carrier": laid}
    assert len(mission.removed) == 6 and mission.closed == ("cloaking",)
    assert not mission.acts and not mission.radar and not mission.hold_home and mission.office_price == 0


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_missions_can_be_told_apart_and_reached(content: Content, scenario: str) -> None:
    """A tactical victory asks for less than an absolute one, and neither for more than there is."""
    mission, layout = content.mission(scenario), LAYOUTS[f"{scenario}_1"]
    absolute, tactical = mission.absolute, mission.tactical
    assert 1 <= absolute.turn <= tactical.turn <= 5
    assert absolute.empty_planets <= tactical.empty_planets < len(layout.fixed) and absolute.ships <= tactical.ships
    for resource in v.RESOURCES[:3]:
        assert getattr(tactical, resource) <= getattr(absolute, resource) <= content.number(f"{resource}_cap")
    assert absolute != replace(tactical, turn=absolute.turn)


def test_the_second_scenario_has_an_npc_that_acts(content: Content) -> None:
    mission, layout = content.mission("edge_of_the_void"), LAYOUTS["edge_of_the_void_1"]
    assert mission.acts and mission.radar and mission.hold_home and mission.office_price == 10
    assert mission.entries and mission.base and any(mission.rockets)
    assert any(mission.enter_1) and any(mission.enter_2) and any(mission.enter_3)
    assert not any(mission.enter_1[5:] + mission.enter_2[5:] + mission.enter_3[5:]), "five turns"
    assert all(spacing(layout.homes[0], hex) > 2 for hex in (*mission.entries, *mission.base)), "far from home"


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_tables_of_solitaire_play(content: Content, scenario: str) -> None:
    config = GameConfig(players=1, scenario=scenario)
    mission, layout = content.mission(scenario), LAYOUTS[f"{scenario}_1"]
    t = build_tables(config, in_play(content, config))[0]
    index = {hex: number for number, hex in enumerate(in_order(layout.hexes))}
    planets = [planet.id for planet in in_play(content, config).planets]
    assert (t.solitaire, t.players, t.conquests, t.revealed_cards, t.market_spaces, t.bonus_cards) == (1, 1, 1, 3, 6, 0)
    assert t.choice_price.tolist() == [0, 2, 3] and t.corrupt_discount == 1
    assert t.first_office == (5 if mission.office_price else -1)
    assert t.foes == mission.together and t.hold_home == mission.hold_home and t.npc == mission.acts
    for planet, hex in layout.fixed:
        assert planets[t.fixed_planet[index[hex]]] == planet
    assert (t.fixed_planet >= 0).sum() == len(layout.fixed)
    for number, victory in enumerate((mission.absolute, mission.tactical)):
        assert t.victory[number].tolist() == [
            *(victory.turn, victory.empty_planets, victory.cp, victory.axinium, victory.phasium, victory.ships)
        ]
    for turn in range(1, 10):
        assert t.npc_ships[turn].tolist() == [getattr(mission, f"enter_{level}")[turn - 1] for level in (1, 2, 3)]
    assert [int(h) for h in t.npc_entry if h >= 0] == [index[hex] for hex in mission.entries]
    assert t.npc_base == (index[mission.base[0]] if mission.base else -1)
    assert t.post_population.sum() == sum(post.population for post in mission.posts)
    assert t.post_ships.sum() == sum(len(post.ships) for post in mission.posts)


def test_other_games_know_nothing_of_solitaire_play(content: Content) -> None:
    for config in (
        GameConfig(),
        GameConfig(edge_of_extinction=True),
        GameConfig(players=1, scenario="stronghold", mode="solo"),
    ):
        t = build_tables(config, in_play(content, config))[0]
        assert (t.solitaire, t.first_office, t.npc, t.npc_base, t.hold_home) == (0, -1, 0, -1, 0)
        assert set(t.fixed_planet) == {-1} and set(t.npc_entry) == {-1}
        assert not t.post_population.any() and not t.post_ships.any() and not t.start_technology.any()


def test_a_folder_changes_a_scenario(tmp_path: Path) -> None:
    (tmp_path / "solitaire.toml").write_text(
        VOID + 'office_price = 7\nraid = 2\nrockets = ["graviton"]\n[scenario.tactical]\n' + GOAL
    )
    own = load_content(tmp_path).mission("edge_of_the_void")
    assert (own.office_price, own.raid, own.rockets) == (7, 2, ("graviton",))
    assert own.provenance == "user"
    assert not {"office_price", "raid", "rockets", "tactical"} & set(own.reconstructed)
    assert "absolute" in own.reconstructed, "the rest is still ours"
    t = ruleset(GameConfig(players=1, scenario="edge_of_the_void", content=str(tmp_path))).t
    assert (t.office_price, t.npc_raid, t.npc_rocket[1]) == (7, 2, 3)
    assert t.victory[1].tolist() == [4, 0, 30, 9, 9, 0]


def test_a_folder_moves_the_planets_of_a_scenario(tmp_path: Path) -> None:
    hexes = dict(LAYOUTS["secure_the_borders_1"].fixed)
    moved = fixed_planets(lyra=str(list(hexes["getica"])), getica=str(list(hexes["lyra"])))
    (tmp_path / "maps.toml").write_text(FIXED_MAP + moved + "\n")
    assert dict(load_content(tmp_path).layout("secure_the_borders", 1).fixed)["lyra"] == hexes["getica"]
    p = Position(1, players=1, scenario="secure_the_borders", content=str(tmp_path))
    lyra = next(h for h in range(p.t.hexes) if p.g.planet[h] == p.index("planets", "lyra"))
    assert hex_coordinates(p.rules.content, p.rules.config)[lyra] == hexes["getica"]
    assert p.g.population[lyra, 0] == 1, "the post follows its planet"


# -- showing -------------------------------------------------------------------------------------------------------


def test_tables_show_every_entry(content: Content) -> None:
    text = content_tables(content, reconstructed=False)
    for deck in DECKS:
        assert deck.file in text
        assert all(entry.id in text for entry in getattr(content, deck.attribute))


def test_what_is_ours_is_listed_and_counted(content: Content) -> None:
    text = content_tables(content, reconstructed=True)
    ours = [entry for deck in DECKS for entry in getattr(content, deck.attribute) if entry.reconstructed]
    assert f"reconstructed values: {sum(len(entry.reconstructed) for entry in ours)}" in text
    assert all(entry.id in text for entry in ours)
    assert "start_population" not in text


def test_a_changed_folder_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    config = GameConfig(content=str(tmp_path))
    for cubes in (30, 28):
        file.write_text(f'[[number]]\nid = "cubes"\nvalue = {cubes}\n# {"x" * cubes}\n')
        assert ruleset(config).t.cubes == cubes
        assert ruleset(config) is ruleset(config)
