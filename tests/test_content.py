"""Content: what the texts fix, what a good game needs, and what the loader refuses."""

import re
import tomllib
from collections import Counter
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env.exodus import capacity, core
from exodus_env.exodus.check import check
from exodus_env.exodus.config import VARIANTS, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.build import INDEX_FIELDS, build_tables, hex_coordinates
from exodus_env.exodus.content.decks import DECKS, MODIFIER_RANGES, Deck
from exodus_env.exodus.content.entries import Content, Hex, Layout
from exodus_env.exodus.content.geometry import CENTRE, DIRECTIONS, clockwise, in_order, ring, spacing, steps_from
from exodus_env.exodus.content.load import OURS, ContentError, load_content
from exodus_env.exodus.content.reader import Reader
from exodus_env.exodus.content.show import content_tables
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.kernel import COMPILED
from tests.position import Position

LADDER = (2, 3, 5, 8, 12, 17, 23)
CONTENT = load_content()
LAYOUTS = {layout.id: layout for layout in CONTENT.layouts}


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
        if entry.module and deck.attribute in ("technologies", "bonus_cards", "political_cards")
    }
    assert brought == {
        ("technologies", "solar_cannon_booster"): "M6",
        ("technologies", "solar_shield_booster"): "M6",
        ("bonus_cards", "accelerated_cloning"): "M1",
        ("bonus_cards", "supplies"): "M1",
        ("bonus_cards", "nanobots"): "M1",
        ("bonus_cards", "executive_action"): "M1",
    }
    boosters = {entry.id: (entry.type, entry.cost) for entry in content.technologies if entry.module}
    assert boosters == {"solar_cannon_booster": ("military", 17), "solar_shield_booster": ("military", 23)}
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
    unlocks = {upgrade.technology for upgrade in content.upgrades} | {rocket.technology for rocket in content.rockets}
    for technology in content.technologies:
        assert technology.effects or technology.id in unlocks, technology.id


def test_strength_of_upgrades(content: Content) -> None:
    strength = {
        sort: [upgrade.strength for upgrade in content.upgrades if upgrade.sort == sort] for sort in v.UPGRADE_SORTS
    }
    assert strength == {"cannon": [1, 2, 3, 4, 6], "shield": [1, 2, 3], "drive": [2, 3]}
    cannons, shields = strength["cannon"], strength["shield"]
    assert 2 * cannons[-1] == 3 * cannons[-2]
    assert shields[-1] == shields[-2] + 1
    assert [upgrade.id for upgrade in content.upgrades if not upgrade.technology] == ["laser_cannon"]
    assert content.number("basic_drive") == 1


def test_stronger_upgrades_cost_more(content: Content) -> None:
    costs = {technology.id: technology.cost for technology in content.technologies}
    for sort in v.UPGRADE_SORTS:
        upgrades = [upgrade for upgrade in content.upgrades if upgrade.sort == sort]
        for weak, strong in pairwise(upgrades):
            assert weak.cp < strong.cp and weak.phasium <= strong.phasium
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
        assert 2 <= ship.slots <= 5 and 1 <= ship.vp <= 4 and ship.axinium >= 1
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


# -- what a good game needs ----------------------------------------------------------------------------------------


def test_bonus_deck(content: Content) -> None:
    rows = [effect for card in content.bonus_cards for effect in card.effects]
    assert sum(effect.do == "extra_conquest" for effect in rows) == 1
    acts = [v.ACTIONS[effect.a] for effect in rows if effect.do == "act"]
    assert sorted(acts) == sorted(v.ACTIONS)
    assert all(effect.target == "each" for effect in rows)


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
    assert {effect.do for effect in rows} == set(v.OPCODE_NAMES) - {"extra_action"}
    assert {effect.condition for effect in rows} == set(v.CONDITIONS)
    assert {effect.target for effect in rows} == set(v.TARGETS)
    changed = {v.MODIFIER_NAMES[effect.a] for effect in rows if effect.do == "modify"}
    assert set(v.MODIFIER_NAMES) - changed == {"bank_dice", "mining_dice", "solar_hit", "solar_shield"}


def test_only_laws_and_resolutions_change_modifiers(content: Content) -> None:
    for deck in content.effect_decks():
        for card in deck:
            lasting = getattr(card, "kind", "executive") != "executive"
            assert all((effect.do == "modify") == lasting for effect in card.effects), card.id


def test_tags_of_cards_about_the_council_hex_and_rockets(content: Content) -> None:
    for card in content.political_cards:
        rows = card.effects
        names = {v.MODIFIER_NAMES[effect.a] for effect in rows if effect.do == "modify"}
        council = bool(names & {"council_vp", "council_combat_barred"})
        council |= any(effect.do == "damage" and effect.b == 0 for effect in rows)
        council |= any(effect.quantity == "council_ships" for effect in rows)
        rockets = any(name.startswith("rocket") for name in names) or any(effect.do == "disarm" for effect in rows)
        assert ("high_council" in card.tags) == council, card.id
        assert ("wmd" in card.tags) == rockets, card.id


@pytest.mark.parametrize(
    ("level", "least", "dice", "shield", "vp"),
    [(1, 14, (1, 2), (0, 1), (1, 2)), (2, 12, (2, 4), (1, 3), (2, 4)), (3, 10, (4, 6), (2, 4), (4, 6))],
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
    homes = [planet for planet in content.planets if planet.home]
    assert len(homes) == 6
    assert {(home.resource, home.amount, home.maximum, home.vp, home.moons) for home in homes} == {("cp", 3, 6, 2, 0)}
    ordinary = [planet for planet in content.planets if not planet.home]
    for planet in ordinary:
        assert 1 <= planet.amount <= planet.maximum and 2 <= planet.maximum <= 6 and 1 <= planet.vp <= 5
    assert len({planet.name for planet in content.planets}) == len(content.planets)
    assert {"Lyra", "Getica"} <= {planet.name for planet in ordinary}


def test_richer_planets_are_worth_more(content: Content) -> None:
    for moons in (0, 1):
        planets = [planet for planet in content.planets if not planet.home and planet.moons == moons]
        for one in planets:
            for other in planets:
                assert one.maximum <= other.maximum or one.vp >= other.vp, (one.id, other.id)


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


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_resistance_grows_towards_the_centre(layout: Layout) -> None:
    garrisons = [garrison for garrison in layout.garrisons() if garrison]
    assert all(spacing(CENTRE, hex) == 1 for hex in layout.resistance_3)
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

    for hexes in (layout.hexes, layout.homes, *layout.garrisons()):
        assert {turn(hex) for hex in hexes} == set(hexes)


@pytest.mark.parametrize("id", ["standard_4", "standard_5", "minimal_4", "large_4", "large_5"])
def test_mirroring_the_map_changes_nothing(id: str) -> None:
    layout = LAYOUTS[id]
    for hexes in (layout.hexes, layout.homes, *layout.garrisons()):
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
    assert all(tables.planet_home[planet] for planet in tables.home_planet[: tables.players])
    for number, upgrade in enumerate(content.upgrades):
        technology = tables.upgrade_technology[number]
        assert (content.technologies[technology].id if technology >= 0 else "") == upgrade.technology


def test_effect_rows_are_consecutive(content: Content) -> None:
    tables = build_tables(GameConfig(), content)[0]
    row = 0
    for field, deck in zip(("political", "resistance", "bonus"), content.effect_decks(), strict=True):
        for number, card in enumerate(deck):
            first, count = tables[f"{field}_effect"][number]
            assert (first, count) == (row, len(card.effects))
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
    for number in range(64 - len(CONTENT.resistance_cards))
)

REFUSED = [
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
            ("start_vp", 0, "unknown"),
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
    ("ships.toml", FIGHTER + "slots = 8\n", ("fighter", "slots", "more than 20")),
    ("ships.toml", FIGHTER + "capacity = 4\n", ("fighter", "capacity", "0 to 3")),
    ("upgrades.toml", '[[upgrade]]\nid = "ion_cannon"\nstrength = 7\n', ("ion_cannon", "strength", "1 to 6")),
    ("upgrades.toml", '[[upgrade]]\nid = "deflector_shield"\nstrength = 4\n', ("strength", "1 to 3")),
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
    with pytest.raises(ContentError, match=r"technologies.toml.*at most 64"):
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
EACH_ENTRY = ("numbers", "modifiers", "variants", "ships", "upgrades", "rockets")  # of other decks one will do
NOW_AND_THEN = 1 if COMPILED else 10  # observations are looked at after so many decisions
EXTREMES = (-(10**6), 10**6)
NO_AMOUNTS = ("effects", "planets", "hexes", "homes", "closed", "resistance_1", "resistance_2", "resistance_3")


def number_fields() -> list[Case]:
    """Every field of our entries that holds whole numbers; of long decks those of the first entry."""
    cases = []
    for deck in DECKS:
        entries = tomllib.loads((OURS / deck.file).read_text())[deck.table]
        for entry in entries if deck.attribute in EACH_ENTRY else entries[:1]:
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


def play_watched(folder: Path, seed: int = 1, **config: Any) -> None:
    """A short random game: every position possible, every observation within its bounds."""
    p = Position(seed, players=2, turns=1, content=str(folder), **config)
    rng = np.random.default_rng(seed)
    low, high = p.rules.observations.bounds()
    seen = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    while True:
        check(p.games, p.rules.config)
        for viewer in range(2) if p.g.decisions % NOW_AND_THEN == 0 else ():
            core.observe_as(p.games, 0, p.rules.tables, viewer, seen)
            outside = np.flatnonzero((seen[0] < low) | (seen[0] > high))
            assert not len(outside), (p.decision, outside[0], seen[0, outside[0]])
        if p.g.over:
            return
        assert p.g.decisions < capacity.MAX_DECISIONS // 4
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))


NUMBER_FIELDS = number_fields()
TRIED = NUMBER_FIELDS[:: 4 if COMPILED else 16]
PLAYED = NUMBER_FIELDS[:: 9 if COMPILED else 90]


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
    play_watched(tmp_path)


@pytest.mark.parametrize("side", range(2), ids=("least", "greatest"))
def test_games_with_every_modifier_at_its_extreme(tmp_path: Path, side: int) -> None:
    ranges = MODIFIER_RANGES.items()
    text = "".join(f'[[modifier]]\nid = "{id}"\nvalue = {bounds[side]}\n' for id, bounds in ranges)
    (tmp_path / "rules.toml").write_text(text)
    play_watched(tmp_path)


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
