"""Content of Edge of Extinction: what the texts fix, what a good game needs, and what the loader refuses."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import capacity
from exodus_env.exodus.config import FACTIONS, MODULES, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.build import build_tables, combat_row, effect_row, load_for
from exodus_env.exodus.content.decks import DECKS
from exodus_env.exodus.content.effects import EOE_OPCODES
from exodus_env.exodus.content.entries import Content, Effect
from exodus_env.exodus.content.limits import EOE_MODIFIERS, HAND, MODIFIER_RANGES
from exodus_env.exodus.content.load import OURS, ContentError, load_content
from exodus_env.exodus.content.making import EOE
from exodus_env.exodus.content.show import content_tables
from exodus_env.exodus.ruleset import ruleset

LADDER = (2, 3, 5, 8, 12, 17, 23)
CONTENT = load_content()
OURS_ALONE = ("factions", "faction_cards", "combat_cards", "foe_cards", "planetary")
MIXED = ("technologies", "upgrades", "political_cards", "resistance_cards", "planets")


def new(deck: str) -> list[Any]:
    """Entries a deck has from Edge of Extinction."""
    return [entry for entry in getattr(CONTENT, deck) if entry.module == EOE]


def by_id(entries: Any, id: str) -> Any:
    return next(entry for entry in entries if entry.id == id)


def tables(**settings: Any) -> Any:
    config = GameConfig(edge_of_extinction=True, **settings)
    return build_tables(config, load_for(config))[0]


# -- what the texts fix --------------------------------------------------------------------------------------------


def test_what_the_expansion_brings() -> None:
    assert [len(new(deck)) for deck in MIXED] == [32, 5, 15, 15, 6]
    assert Counter(card.level for card in new("resistance_cards")) == {1: 5, 2: 5, 3: 5}
    assert all({entry.module for entry in getattr(CONTENT, deck)} == {EOE} for deck in OURS_ALONE)
    assert tuple(faction.id for faction in CONTENT.factions) == FACTIONS
    assert tuple(upgrade.id for upgrade in CONTENT.planetary) == v.PLANETARY
    brought = {deck.attribute for deck in DECKS if new(deck.attribute)}
    assert brought == {*OURS_ALONE, *MIXED, "numbers", "modifiers", "missions"}


@pytest.mark.parametrize("deck", MIXED)
def test_entries_of_the_expansion_stand_last(deck: str) -> None:
    """So that every other entry keeps its number."""
    of_expansion = [entry.module == EOE for entry in getattr(CONTENT, deck)]
    assert of_expansion == sorted(of_expansion)


def test_every_entry_says_what_is_ours() -> None:
    for deck in DECKS:
        for entry in new(deck.attribute):
            assert entry.provenance in ("rulebook", "public", "reconstructed")
            if entry.provenance == "reconstructed":
                assert deck.attribute not in ("technologies", "upgrades", "factions", "planetary"), "names are known"
    for technology in new("technologies"):
        assert {"colour", "type", "cost"} <= set(technology.reconstructed), "no price of the expansion is known"
    for faction in CONTENT.factions:
        assert {"cp", "axinium", "phasium"} <= set(faction.reconstructed)
        assert ("home" in faction.reconstructed) == (faction.id not in ("sirius", "arctic"))
    assert by_id(CONTENT.combat_cards, "combat_training").provenance == "public"
    assert all(card.provenance == "reconstructed" for card in (*CONTENT.faction_cards, *CONTENT.foe_cards))


@pytest.mark.parametrize(
    ("technology", "modifier", "value"),
    [
        ("advanced_repairs", "advanced_repair", 3),
        ("target_scanner", "rocket_distance", 2),
        ("fringe_politics", "law_vp", 3),
        ("master_research", "technologies_each", 2),
        ("advanced_research", "copy_cost", 9),
        ("expert_banking", "bank", 12),
        ("expert_mining", "mining", 12),
        ("expert_trading", "leftmost_space", 1),
        ("master_trading", "vp_trades", 5),
        ("advanced_cloaking", "cloaking", 1),
        ("advanced_cloaking", "radar_proof", 1),
        ("fringe_science", "technology_vp", 1),
        ("technological_singularity", "singularity", 10),
        ("tachyon_scanner", "reroll", 1),
    ],
)
def test_technology_effects(technology: str, modifier: str, value: int) -> None:
    assert (modifier, value) in by_id(CONTENT.technologies, technology).effects


def test_technologies_follow_the_price_ladder() -> None:
    for technology in new("technologies"):
        assert any(abs(technology.cost - step) <= 1 for step in LADDER), technology.id
    assert {technology.colour for technology in new("technologies")} == set(v.COLOURS)
    assert {technology.type for technology in new("technologies")} == set(v.TYPES)


KNOWN = {
    "sirius": {"sds", "corrupt_politics", "visionary_politics", "fringe_politics", "tachyon_scanner", "clone_factory"},
    "arctic": {"expert_banking", "expert_mining", "expert_trading", "master_trading", "quantum_reflection"},
    "han_xia": {"advanced_tactics", "fringe_tactics", "hyperspace_drive"},
    "titan": {"master_research"},
    "solaris": {"commandos"},
    "blackwater": {"emp_cannons", "dark_energy_shields"},
}


def boards() -> dict[str, set[str]]:
    return {id: {entry.id for entry in CONTENT.technologies if id in entry.factions} for id in FACTIONS}


def test_boards_of_the_factions() -> None:
    for faction, board in boards().items():
        board -= {"quantum_scanner"}
        assert 7 <= len(board) <= 9 and KNOWN[faction] <= board, faction
    everywhere = {technology.id for technology in CONTENT.technologies if technology.module != EOE}
    assert {id for id in everywhere if by_id(CONTENT.technologies, id).factions} == {"quantum_scanner"}
    assert set().union(*boards().values()) - everywhere == {technology.id for technology in new("technologies")}
    assert not any({"quantum_scanner", "tachyon_scanner"} <= board for board in boards().values())
    assert sum("sds" in board for board in boards().values()) >= 4, "most factions"
    assert 1 <= sum("asds" in board for board in boards().values()) <= 2
    for technology in ("corrupt_politics", "master_trading", "commandos", "advanced_repairs", "master_research"):
        assert sum(technology in board for board in boards().values()) == 1


@pytest.mark.parametrize("length", range(2))
def test_every_faction_can_spend_its_budget_on_its_own_board(length: int) -> None:
    count, budget = CONTENT.row("eoe_technologies")[length], CONTENT.row("eoe_technology_budget")[length]
    for faction in FACTIONS:
        own = [entry for entry in CONTENT.technologies if entry.module == EOE and faction in entry.factions]
        assert min(entry.cost for entry in own) <= CONTENT.number("eoe_technology_most")
        known = [entry.cost for entry in CONTENT.technologies if not entry.module or entry in own]
        assert sum(sorted(known)[:count]) <= budget


def test_technologies_about_what_there_is_not_together_are_closed() -> None:
    config = GameConfig(players=2, scenario="stronghold", edge_of_extinction=True)
    content = load_for(config)
    t = build_tables(config, content)[0]
    closed = {entry.id for number, entry in enumerate(content.technologies) if not t.technology_open[number]}
    about_rockets = {"sds", "asds", "interceptors", "strategic_bombers", "target_scanner"}
    at_the_end = {"fringe_politics", "fringe_science", "technological_singularity", "master_trading"}
    assert closed >= {*about_rockets, *at_the_end, "commandos", "advanced_research", "quantum_reflection"}
    assert not closed & {"emp_cannons", "master_research", "advanced_tactics", "clone_factory", "visionary_politics"}


def test_upgrades() -> None:
    found = {upgrade.id: (upgrade.sort, upgrade.technology) for upgrade in new("upgrades")}
    assert found == {
        "hyperspace_drive": ("hyperspace", "hyperspace_drive"),
        "emp_cannon": ("cannon", "emp_cannons"),
        "dark_energy_shield": ("shield", "dark_energy_shields"),
        "t_module": ("module", "t_modules"),
        "advanced_t_module": ("module", "advanced_t_modules"),
    }
    limited = {upgrade.id for upgrade in CONTENT.upgrades if upgrade.limit}
    assert limited == {"emp_cannon", "dark_energy_shield", "t_module", "advanced_t_module"}
    assert {upgrade.id for upgrade in CONTENT.upgrades if upgrade.aim} == {"emp_cannon"}
    assert by_id(CONTENT.upgrades, "dark_energy_shield").strength == 4
    assert by_id(CONTENT.upgrades, "t_module").strength < by_id(CONTENT.upgrades, "advanced_t_module").strength
    assert all(upgrade.phasium >= 1 for upgrade in (*new("upgrades"), *CONTENT.planetary))
    assert {upgrade.technology for upgrade in CONTENT.planetary} == set(v.PLANETARY)
    assert all(upgrade.limit > 0 for upgrade in CONTENT.planetary), "tokens are limited"


def test_ships_and_numbers() -> None:
    assert [ship.count_eoe for ship in CONTENT.ships] == [4, 4, 3, 4]
    assert [ship.start_eoe for ship in CONTENT.ships] == [1, 0, 0, 2]
    numbers = {"cubes_eoe": 36, "eoe_technology_most": 13, "combat_limit": 6, "sds_roll": 4, "clone_growth": 1}
    assert {id: CONTENT.number(id) for id in numbers} == numbers
    rows = {
        "eoe_technologies": (5, 3),
        "eoe_technology_budget": (19, 12),
        "activation_turn_eoe": (1, 2),
        "combat_deal_2": (1, 1),
        "combat_deal_3": (1, 2, 2),
        "combat_deal_4": (1, 1, 2, 2),
        "combat_deal_5": (1, 1, 2, 2, 3),
        "combat_deal_6": (1, 1, 2, 2, 3, 3),
    }
    assert {id: CONTENT.row(id) for id in rows} == rows
    assert CONTENT.row("fleet_level_eoe")[:7] == (2, 3, 4, 5, 6, 7, 8)


def test_one_strong_centaurian_ship_has_emp_cannons() -> None:
    assert [(card.level, card.aim) for card in CONTENT.resistance_cards if card.aim] == [(3, 1)]


def test_some_political_cards_reward_planets_with_vp() -> None:
    lasting = {v.MODIFIER_NAMES[row.a] for card in new("political_cards") for row in card.effects if row.do == "modify"}
    assert "controlled_vp" in lasting
    gained = [row for card in new("political_cards") for row in card.effects if row.do == "gain" and row.a == v.VP]
    assert "planets" in {row.quantity for row in gained}


def test_political_cards_differ() -> None:
    effects = [(card.kind, card.effects) for card in CONTENT.political_cards]
    assert len(set(effects)) == len(effects) == len({card.name for card in CONTENT.political_cards})
    assert set(Counter(card.kind for card in new("political_cards"))) == set(v.POLITICAL_KINDS)


# -- factions ------------------------------------------------------------------------------------------------------


def test_homes_of_the_factions() -> None:
    homes = {faction.id: by_id(CONTENT.planets, faction.home) for faction in CONTENT.factions}
    assert [homes[id].name for id in ("sirius", "arctic", "han_xia")] == ["Gaia", "Terra Nova", "Nu-Kua"]
    assert sorted(home.id for home in homes.values()) == sorted(home.id for home in new("planets"))
    base = {planet.name for planet in CONTENT.planets if planet.home and not planet.module}
    assert {home.name for home in homes.values()} == base, "the same worlds, which differ only with the expansion"


def test_homes_differ_with_the_expansion_and_are_alike_without() -> None:
    profiles = {
        expansion: [
            (home.resource, home.amount, home.maximum, home.vp, home.moons)
            for home in CONTENT.planets
            if home.home and (home.module == EOE) == expansion
        ]
        for expansion in (False, True)
    }
    assert len(set(profiles[False])) == 1 and len(set(profiles[True])) == len(FACTIONS)
    assert len({home[0] for home in profiles[True]}) > 1, "not all of them bring CP"
    for _, amount, maximum, vp, _ in profiles[True]:
        assert 1 <= amount <= maximum and 1 <= vp <= 5


def test_games_without_the_expansion_know_nothing_of_its_homes() -> None:
    base = load_for(GameConfig(players=6))
    assert not {home.id for home in new("planets")} & {planet.id for planet in base.planets}
    t = tables(players=6)
    with_it = load_for(GameConfig(players=6, edge_of_extinction=True)).planets
    assert [with_it[number].id for number in t.faction_home[:6]] == [faction.home for faction in CONTENT.factions]


def lasting_of(faction: str) -> dict[str, int]:
    return {v.MODIFIER_NAMES[row.a]: row.c for row in by_id(CONTENT.factions, faction).effects}


def test_abilities_of_the_factions() -> None:
    assert all(faction.effects for faction in CONTENT.factions)
    assert lasting_of("sirius")["react_anywhere"] == 1 and lasting_of("sirius")["office_bonus"] > 0
    assert lasting_of("titan") == {"learned_vp": 1}
    base = by_id(CONTENT.modifiers, "exchanges").value
    traded = dict(by_id(CONTENT.technologies, "expert_trading").effects)["exchanges"]
    assert [start + lasting_of("arctic")["exchanges"] for start in (base, traded)] == [7, 8]


def actions_of(rows: tuple[Effect, ...]) -> set[str]:
    return {v.ACTIONS[row.a] for row in rows if row.do == "act"}


@pytest.mark.parametrize("faction", FACTIONS)
def test_hands_of_the_factions(faction: str) -> None:
    hand = CONTENT.hand(faction)
    assert len(hand) == HAND
    assert 1 <= sum(card.once for card in hand) <= 2
    kept = [card for card in hand if not card.once]
    assert set().union(*(actions_of(card.effects) for card in kept)) == set(v.ACTIONS), "also when those are gone"
    for card in hand:
        assert actions_of(card.effects) and actions_of(card.reaction), card.id
        assert all(row.target == "owner" for row in (*card.effects, *card.reaction))
        for rows in (card.effects, card.reaction):
            assert sum(row.do == "choose" for row in rows) <= 1
    if faction == "titan":
        assert all("research" in actions_of((*card.effects, *card.reaction)) for card in hand)
    else:
        assert set().union(*(actions_of(card.reaction) for card in hand)) == set(v.ACTIONS)


def test_names_of_faction_cards_differ() -> None:
    names = [card.name for card in CONTENT.faction_cards]
    assert len(set(names)) == len(names) == HAND * len(FACTIONS)


# -- combat cards --------------------------------------------------------------------------------------------------


def test_deck_of_combat_cards() -> None:
    cards = CONTENT.combat_cards
    assert sum(card.copies for card in cards) == 60 and 24 <= len(cards) <= 28
    assert {row.effect for card in cards for row in card.effects} == set(v.COMBAT_EFFECT_NAMES)
    assert {card.needs for card in cards} == set(v.REQUIREMENTS)
    assert {card.timing for card in cards} == set(v.TIMINGS)
    assert any(card.once for card in cards)
    training = by_id(cards, "combat_training")
    assert (training.needs, training.amount, training.cost) == ("population", 1, 1)
    assert [(row.effect, row.whom, row.amount) for row in training.effects] == [("aim", "own", 1)]


def test_deck_of_resistance_combat_cards() -> None:
    cards = CONTENT.foe_cards
    assert sum(card.copies for card in cards) == 18 and len(cards) == 10
    for card in cards:
        assert not {row.effect for row in card.effects} & {"retreat", "draw", "discard", "bounty"}
        assert card.needs in ("none", "ships", "fewer_ships")


@pytest.mark.parametrize("deck", ["combat_cards", "foe_cards"])
def test_order_of_combat_cards(deck: str) -> None:
    """Silence comes first, then retreat, then the rest in the order of the round."""
    timing = {name: when for name, when, _ in v.COMBAT_EFFECTS}
    cards = getattr(CONTENT, deck)
    for card in cards:
        assert {timing[row.effect] for row in card.effects} == {card.timing}
    stage = sorted((card.order, v.TIMINGS.index(card.timing)) for card in cards)
    assert [when for _, when in stage] == sorted(when for _, when in stage)
    rank = {"silence": 0, "retreat": 1}
    first = [min(rank.get(row.effect, 2) for row in card.effects) for card in sorted(cards, key=lambda c: c.order)]
    assert first == sorted(first)
    assert len({card.order for card in cards}) == len(cards)


# -- tables --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_tables_of_the_expansion(players: int) -> None:
    t = tables(players=players)
    assert (t.eoe, t.factions, t.faction_mode, t.cubes, t.ships, t.action_cards) == (1, 6, 0, 36, 15, HAND)
    assert list(t.ship_class[:15]) == [0] * 4 + [1] * 4 + [2] * 3 + [3] * 4
    assert list(t.start_ships) == [1, 0, 0, 2]
    assert list(t.combat_deal) == [*CONTENT.row(f"combat_deal_{players}"), *[0] * (6 - players)]
    assert (t.start_technologies, t.start_technology_budget, t.start_technology_most) == (5, 19, 13)
    assert (t.upgrades, t.technologies, t.resistance_cards) == (15, 30 + 32, len(CONTENT.resistance_cards))
    assert (t.faction_seat == -1).all()


def test_tables_of_its_settings() -> None:
    t = tables(players=2, length="extended", factions="chosen")
    assert (t.start_technologies, t.start_technology_budget, t.turns, t.faction_mode) == (3, 12, 6, 1)
    t = tables(players=2, factions=("titan", "arctic"))
    assert t.faction_mode == 2 and list(t.faction_seat) == [3, 1, -1, -1, -1, -1]
    fleets = tables(players=2, modules=frozenset({"M2"}))
    assert list(fleets.fleet_level[1:]) == list(CONTENT.row("fleet_level_eoe"))
    half, together = (tables(players=2, scenario="stronghold", mode=mode) for mode in ("semi_coop", "coop"))
    assert (together.activation_turn, half.activation_turn) == (1, 2)
    # The chart: in the first turn of the expansion what holds in the third of the base game.
    assert together.squadron_shield + 1 == 4 and half.squadron_shield + 2 == 2
    assert together.fleet_level[1] + together.squadron_level == 4
    alone = tables(players=1, scenario="stronghold", mode="solo")
    assert list(alone.combat_deal) == list(CONTENT.row("combat_deal_6"))


def test_tables_repeat_the_content() -> None:
    config = GameConfig(players=6, edge_of_extinction=True, modules=frozenset(MODULES))
    content = load_for(config)
    t = build_tables(config, content)[0]
    for number, faction in enumerate(content.factions):
        assert content.planets[t.faction_home[number]].id == faction.home
        assert list(t.faction_resource[number]) == [faction.cp, faction.axinium, faction.phasium]
        for place, technology in enumerate(content.technologies):
            assert t.faction_technology[number, place] == (not technology.factions or faction.id in technology.factions)
        assert rows_at(t, t.faction_effect[number]) == [effect_row(row, number) for row in faction.effects]
        for slot, card in enumerate(content.hand(faction.id)):
            assert rows_at(t, t.faction_card_effect[number, slot]) == [effect_row(row, slot) for row in card.effects]
            assert rows_at(t, t.faction_card_reaction[number, slot]) == [effect_row(row, slot) for row in card.reaction]
            assert t.faction_card_once[number, slot] == card.once
    assert not t.effect[t.effects :].any() and t.effects <= capacity.EFFECTS
    for number, upgrade in enumerate(content.upgrades):
        assert (t.upgrade_limit[number], t.upgrade_aim[number]) == (upgrade.limit, upgrade.aim)
    for number, upgrade in enumerate(content.planetary):
        assert content.technologies[t.planetary_technology[number]].id == upgrade.technology
        assert (t.planetary_cp[number], t.planetary_limit[number]) == (upgrade.cp, upgrade.limit)
    for number, card in enumerate(content.resistance_cards):
        assert t.resistance_aim[number] == card.aim
    assert not t.faction_technology[:, t.technologies :].any()


def rows_at(t: Any, where: Any) -> list[tuple[int, ...]]:
    first, count = (int(number) for number in where)
    return [tuple(int(number) for number in row) for row in t.effect[first : first + count]]


def test_tables_of_combat_cards() -> None:
    t = tables(players=3)
    for prefix, cards in (("combat", CONTENT.combat_cards), ("foe", CONTENT.foe_cards)):
        assert t[f"{prefix}_cards"] == len(cards)
        for number, card in enumerate(cards):
            assert t[f"{prefix}_copies"][number] == card.copies and t[f"{prefix}_order"][number] == card.order
            assert v.REQUIREMENTS[t[f"{prefix}_need"][number]] == card.needs
            assert t[f"{prefix}_need_amount"][number] == card.amount
            rows = [tuple(row) for row in t[f"{prefix}_row"][number]]
            assert rows[: len(card.effects)] == [combat_row(row) for row in card.effects]
            assert all(row == (-1, 0, 0) for row in rows[len(card.effects) :])
        assert (t[f"{prefix}_row"][len(cards) :, :, 0] == -1).all()
    assert [bool(once) for once in t.combat_once[: t.combat_cards]] == [card.once for card in CONTENT.combat_cards]
    assert list(t.combat_cost[: t.combat_cards]) == [card.cost for card in CONTENT.combat_cards]


def without_configs() -> list[GameConfig]:
    every = frozenset(MODULES)
    found = [GameConfig(players=players, modules=modules) for players in (2, 6) for modules in (frozenset(), every)]
    return [
        *found,
        GameConfig(variant="combat"),
        GameConfig(scenario="stronghold"),
        GameConfig(scenario="event_horizon"),
    ]


@pytest.mark.parametrize("config", without_configs(), ids=range(len(without_configs())))
def test_tables_without_the_expansion(config: GameConfig) -> None:
    content = load_for(config)
    assert not any(entry.module == EOE for deck in (*OURS_ALONE, *MIXED) for entry in getattr(content, deck))
    t = build_tables(config, content)[0]
    for field in ("eoe", "factions", "faction_mode", "combat_cards", "foe_cards", "combat_limit", "clone_growth"):
        assert t[field] == 0, field
    assert (t.cubes, t.ships, t.upgrades, t.start_technology_most) == (30, 8, 10, 99)
    for field in ("faction_effect", "faction_card_effect", "upgrade_limit", "upgrade_aim", "resistance_aim"):
        assert not t[field].any(), field
    assert (t.faction_home == -1).all() and (t.planetary_technology == -1).all()
    neutral = [MODIFIER_RANGES[name][0] for name in EOE_MODIFIERS]
    assert list(t.modifier_base[len(v.MODIFIERS) - len(neutral) : len(v.MODIFIERS)]) == neutral


def test_its_modifiers_sleep_without_it_whatever_a_folder_says(tmp_path: Path) -> None:
    ranges = [(id, MODIFIER_RANGES[id][1]) for id in EOE_MODIFIERS]
    text = "".join(f'[[modifier]]\nid = "{id}"\nvalue = {value}\n' for id, value in ranges)
    (tmp_path / "rules.toml").write_text(text)
    bases = []
    for expansion in (False, True):
        config = GameConfig(content=str(tmp_path), edge_of_extinction=expansion)
        bases.append(build_tables(config, load_for(config))[0].modifier_base[: len(v.MODIFIERS)])
    asleep, awake = (base[-len(EOE_MODIFIERS) :] for base in bases)
    assert list(asleep) == [MODIFIER_RANGES[id][0] for id in EOE_MODIFIERS]
    assert list(awake) == [value for _, value in ranges]
    assert (bases[0][: -len(EOE_MODIFIERS)] == bases[1][: -len(EOE_MODIFIERS)]).all()


# Layouts as they were before the expansion: policies and saved games of games without it stay valid.
LAYOUTS = [
    ({"players": 2}, "09ed255d0c8bbf9d", "32c8b46a47dd19b5"),
    ({"players": 4}, "7837258c2655849c", "d1a24f1d9a0d22b6"),
    ({"players": 6}, "51bd68e85651bcc6", "c0b6368acdaae1d1"),
    ({"players": 4, "movement": "simultaneous"}, "7837258c2655849c", "7e8e09e42c05c25e"),
    ({"players": 3, "variant": "long"}, "62960875f5fbdaa0", "11d23d74c1bbb211"),
    ({"players": 3, "variant": "combat"}, "cea324bd6cddbc2f", "7df071b3ff567650"),
    ({"players": 4, "modules": frozenset(MODULES)}, "2c30f598b9d866bd", "4362012604d0206d"),
    ({"players": 4, "modules": frozenset({"M3"})}, "957729a845018359", "c7a8135e9ff7231d"),
    ({"players": 4, "modules": frozenset({"M4"})}, "3f699f5391a6cc75", "9fe1baba17fb30ee"),
    ({"players": 3, "scenario": "stronghold"}, "2af16ba9783d1a59", "5308bdf13ac14086"),
    ({"players": 3, "scenario": "stronghold", "mode": "semi_coop"}, "b9bf455d543e4f43", "40dbf62ddc2a9138"),
    ({"players": 1, "scenario": "stronghold", "mode": "solo"}, "38b6e6b67ef2c379", "5fdaf434e5a853d3"),
    ({"players": 4, "scenario": "event_horizon"}, "4e5444815caad0e2", "cfe5977859f4d9ae"),
]


@pytest.mark.parametrize(("settings", "actions", "observations"), LAYOUTS)
def test_layouts_without_the_expansion_are_what_they_were(settings: Any, actions: str, observations: str) -> None:
    rules = ruleset(GameConfig(**settings))
    assert (rules.actions.hash, rules.observations.hash) == (actions, observations)


@pytest.mark.parametrize("players", [2, 4, 6])
def test_layouts_differ_with_the_expansion(players: int) -> None:
    with_it, without = (ruleset(GameConfig(players=players, edge_of_extinction=word)) for word in (True, False))
    assert with_it.actions.size > without.actions.size and with_it.observations.size > without.observations.size


# -- the user's own folder -----------------------------------------------------------------------------------------

CARD = '[[card]]\nid = "jamming"\n'
FOE = '[[foe_card]]\nid = "gravity_well"\n'
SIRIUS = '[[faction]]\nid = "sirius"\n'
TITHES = '[[card]]\nid = "sirius_bank"\n'
REPEAL = '[[card]]\nid = "repeal"\n'
ACT = '{ do = "act", action = "bank" }'
CHOICE = f'{{ do = "choose", options = [[{ACT}], [{ACT}]] }}'

REFUSED = [
    ("factions.toml", '[[faction]]\nid = "vulcan"\n', ("vulcan", "sirius")),
    ("factions.toml", SIRIUS + 'home = "lyra"\n', ("sirius", "home", "sirius_home")),
    ("factions.toml", SIRIUS + 'home = "blackwater_home"\n', ("blackwater", "home", "gaia")),
    ("factions.toml", SIRIUS + "cp = -1\n", ("sirius", "cp", "0 to 1000")),
    ("factions.toml", SIRIUS + "axinium = 11\n", ("sirius", "axinium", "at most 10")),
    (
        "factions.toml",
        SIRIUS + 'effects = [{ do = "gain", resource = "cp", amount = 1 }]\n',
        ("effects[0].do", "modify"),
    ),
    ("factions.toml", SIRIUS + 'module = "M10"\n', ("sirius", "module", "EoE")),
    ("factions.toml", SIRIUS + 'name = "Blackwater"\n', ("name", "differ")),
    ("factions.toml", TITHES + 'faction = "titan"\n', ("sirius", "5 action cards", "6 are needed")),
    ("factions.toml", TITHES + 'faction = "vulcan"\n', ("sirius_bank", "faction", "titan")),
    ("factions.toml", TITHES + "effects = []\n", ("sirius_bank", "effects", "at least one")),
    ("factions.toml", TITHES + "reaction = []\n", ("sirius_bank", "reaction", "at least one")),
    ("factions.toml", TITHES + f"effects = [{CHOICE}, {CHOICE}]\n", ("sirius_bank", "at most one choice")),
    ("factions.toml", TITHES + 'reaction = [{ do = "equip", target = "each" }]\n', ("reaction[0].target", "owner")),
    ("factions.toml", TITHES + 'once = "yes"\n', ("once", "true or false")),
    ("factions.toml", TITHES + 'name = "Crusade"\n', ("name", "differ")),
    ("combat_cards.toml", CARD + 'timing = "never"\n', ("jamming", "timing", "start")),
    ("combat_cards.toml", CARD + 'timing = "roll"\n', ("jamming", "effects[0].effect", "aim")),
    ("combat_cards.toml", CARD + "effects = []\n", ("jamming", "effects", "at least one")),
    ("combat_cards.toml", CARD + 'effects = [{ effect = "silence", amount = 2 }]\n', ("effects[0].amount", "1 to 1")),
    ("combat_cards.toml", CARD + 'effects = [{ effect = "silence", whom = "all" }]\n', ("effects[0].whom", "enemies")),
    ("combat_cards.toml", CARD + "order = 100\n", ("order", "0 to 99")),
    ("combat_cards.toml", CARD + "cost = 1\n", ("jamming", "cost", "0 to 0")),
    ("combat_cards.toml", CARD + 'needs = "luck"\n', ("jamming", "needs", "population")),
    ("combat_cards.toml", CARD + "copies = 72\n", ("copies", "129 cards", "1 to 72")),
    ("combat_cards.toml", FOE + 'needs = "dark_raider"\n', ("gravity_well", "needs", "fewer_ships")),
    ("combat_cards.toml", FOE + "once = true\n", ("gravity_well", "once", "unknown field")),
    ("combat_cards.toml", FOE + 'effects = [{ effect = "dice", amount = 0 }]\n', ("effects[0].amount", "nothing")),
    (
        "combat_cards.toml",
        FOE + 'timing = "start"\neffects = [{ effect = "retreat" }]\n',
        ("gravity_well", "effects[0].effect", "silence"),
    ),
    ("planetary.toml", '[[planetary]]\nid = "moon_base"\n', ("moon_base", "space_port")),
    ("planetary.toml", '[[planetary]]\nid = "sds"\ntechnology = "steam"\n', ("sds", "technology", "radar")),
    ("planetary.toml", '[[planetary]]\nid = "sds"\nlimit = 21\n', ("sds", "limit", "0 to 20")),
    ("ships.toml", '[[ship]]\nid = "fighter"\ncount_eoe = 5\n', ("count_eoe", "at most 15")),
    ("ships.toml", '[[ship]]\nid = "fighter"\nstart_eoe = 5\n', ("fighter", "start_eoe", "at most 4")),
    ("ships.toml", '[[ship]]\nid = "fighter"\nstart_upgrades = ["t_module"]\n', ("start_upgrades", "laser_cannon")),
    ("upgrades.toml", '[[upgrade]]\nid = "dark_energy_shield"\nlimit = 0\n', ("war_cruiser", "slots", "more than 23")),
    ("upgrades.toml", '[[upgrade]]\nid = "fusion_drive"\naim = 1\n', ("fusion_drive", "aim", "0 to 0")),
    ("upgrades.toml", '[[upgrade]]\nid = "ion_cannon"\naim = 1\n', ("aim", "at most one")),
    ("upgrades.toml", '[[upgrade]]\nid = "t_module"\nstrength = 3\n', ("t_module", "strength", "1 to 2")),
    ("upgrades.toml", '[[upgrade]]\nid = "t_module"\nmodule = "M3"\n', ("module",)),
    ("upgrades.toml", '[[upgrade]]\nid = "laser_cannon"\nmodule = "M3"\n', ("laser_cannon", "module", "EoE")),
    ("resistance.toml", '[[card]]\nid = "scout"\naim = 5\n', ("scout", "aim", "0 to 4")),
    ("resistance.toml", '[[card]]\nid = "scout"\nmodule = "M3"\n', ("scout", "module", "EoE")),
    ("technologies.toml", '[[technology]]\nid = "radar"\nfactions = ["vulcan"]\n', ("radar", "factions[0]", "sirius")),
    ("technologies.toml", '[[technology]]\nid = "fusion_drive"\nmodule = "EoE"\n', ("fusion_drive", "in every game")),
    ("technologies.toml", '[[technology]]\nid = "sds"\nmodule = "M3"\n', ("sds", "module", "in every game")),
    (
        "technologies.toml",
        '[[technology]]\nid = "radar"\neffects = [{ modifier = "commandos", value = 1 }]\n',
        ("radar", "commandos", "Edge of Extinction"),
    ),
    *(
        ("political.toml", REPEAL + f"effects = [{{ do = {row}, target = 'each' }}]\n", ("repeal", word, "EoE"))
        for row, word in (
            ("'draw_combat', amount = 1", "draw_combat"),
            ("'fortify'", "fortify"),
            ("'arm'", "arm"),
            ("'settle', amount = 1", "settle"),
            ("'modify_turn', modifier = 'reroll', set = 1", "reroll"),
        )
    ),
    ("leaders.toml", '[[leader]]\nid = "admiral"\nstart = [{ do = "fortify" }]\n', ("admiral", "fortify", "EoE")),
    ("rules.toml", '[[number]]\nid = "cubes_eoe"\nvalue = 41\n', ("cubes_eoe", "8 to 40")),
    ("rules.toml", '[[number]]\nid = "combat_deal_3"\nvalue = [1, 1]\n', ("combat_deal_3", "list of 3")),
    ("rules.toml", '[[number]]\nid = "sds_roll"\nvalue = 8\n', ("sds_roll", "1 to 7")),
    ("rules.toml", '[[modifier]]\nid = "technologies_each"\nvalue = 0\n', ("technologies_each", "1 to 3")),
]


@pytest.mark.parametrize(("file", "text", "words"), REFUSED)
def test_refusals_name_file_entry_and_field(tmp_path: Path, file: str, text: str, words: tuple[str, ...]) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(ContentError) as refusal:
        load_content(tmp_path)
    message = str(refusal.value)
    for word in words:
        assert word in message, message
    assert len(message) < 2500 and "\n" not in message


def test_a_folder_written_before_the_expansion_still_loads(tmp_path: Path) -> None:
    """A deck given as a whole, without the fields the expansion brought."""
    text = "".join(
        line
        for line in (OURS / "ships.toml").read_text().splitlines(keepends=True)
        if not line.startswith(("count_eoe", "start_eoe"))
    )
    (tmp_path / "ships.toml").write_text("replace_all = true\n" + text.replace(', "count_eoe"', ""))
    upgrades = (OURS / "upgrades.toml").read_text().split("# ---- Edge of Extinction")[0]
    (tmp_path / "upgrades.toml").write_text("replace_all = true\n" + upgrades)
    content = load_content(tmp_path)
    assert [(ship.count_eoe, ship.start_eoe) for ship in content.ships] == [
        (ship.count, ship.start) for ship in content.ships
    ]
    assert len(content.upgrades) == 10
    config = GameConfig(content=str(tmp_path), edge_of_extinction=True)
    assert build_tables(config, load_for(config))[0].ships == 8


def test_a_folder_changes_a_faction_and_a_combat_card(tmp_path: Path) -> None:
    (tmp_path / "factions.toml").write_text(SIRIUS + "cp = 9\n" + TITHES + f"reaction = [{ACT}, {ACT}]\nonce = true\n")
    effects = 'effects = [{ effect = "discard", whom = "enemies", amount = 3 }, { effect = "draw" }]\n'
    (tmp_path / "combat_cards.toml").write_text(CARD + effects + "copies = 1\n")
    config = GameConfig(content=str(tmp_path), edge_of_extinction=True)
    content = load_for(config)
    t = build_tables(config, content)[0]
    assert t.faction_resource[0, 0] == 9 and t.faction_card_once[0, 1] == 1 and t.faction_card_reaction[0, 1, 1] == 2
    assert (t.combat_copies[0], list(t.combat_row[0, 0])) == (1, [v.COMBAT_EFFECT_NAMES.index("discard"), 1, 3])
    assert content.hash != CONTENT.hash and content.factions[0].provenance == "user"


def test_what_only_the_expansion_knows() -> None:
    assert set(EOE_OPCODES) <= set(v.OPCODE_NAMES) and v.MODIFIER_NAMES[-len(EOE_MODIFIERS) :] == EOE_MODIFIERS
    assert [entry.id for entry in CONTENT.modifiers if entry.module == EOE] == list(EOE_MODIFIERS)
    better = {name: sense for name, sense, _ in v.MODIFIERS}
    assert {better[name] for name in EOE_MODIFIERS} == {"high"}, "so that the least of the range changes nothing"


def test_tables_show_rows_of_factions_and_combat_cards() -> None:
    text = content_tables(CONTENT, reconstructed=False)
    assert "dice enemies -2" in text and "modify owner react_anywhere = 1" in text and "draw_combat owner 1" in text
    assert "Effect(" not in text


def test_fixed_values_of_tests_load_with_the_expansion() -> None:
    folder = str(Path(__file__).parent / "fixed_values")
    content: Content = load_for(GameConfig(content=folder, edge_of_extinction=True))
    assert sum(ship.count_eoe for ship in content.ships) == 15
    assert np.array([upgrade.limit for upgrade in content.upgrades]).any()
