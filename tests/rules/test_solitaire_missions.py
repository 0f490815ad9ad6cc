"""Solitaire play, the scenarios: how they are set up, when they are won, in part or lost, and what that is worth."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.config import FACTIONS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.load import load_content
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import own, perform
from tests.rules.eoe_scenes import change_tables
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    neighbours,
    ships_on_map,
)
from tests.rules.solitaire_scenes import (
    BORDERS,
    IN_PART,
    LOST,
    SCENARIOS,
    VICTORIES,
    VOID,
    WON,
    as_placed,
    base_hex,
    empty,
    end_turn,
    entry_hexes,
    fleets,
    guard,
    home,
    planet_at,
    planet_hexes,
    solitaire,
)

BOTH = pytest.mark.parametrize("scenario", SCENARIOS)
REMOVED = ("council_defense_law", "martial_law", "tyranny", "tax_exemption", "peacekeeping", "dictatorship")
ABSOLUTE, TACTICAL = 0, 1
TURN, EMPTY, CP, AXINIUM, PHASIUM, SHIPS = range(6)
WORTH = {WON: 1.0, LOST: -1.0, IN_PART: 0.5}


# Setup: Secure the Borders --------------------------------------------------------------------------------------------


def ships_at(p: Position, hexagon: int) -> list[int]:
    """Classes of the ships in a hex."""
    return sorted(int(p.t.ship_class[s]) for s in range(p.t.ships) if p.g.ship_hex[0, s] == hexagon)


def on_blueprint(p: Position, ship_class: int) -> dict[str, int]:
    """Upgrades on a blueprint."""
    rows = enumerate(p.rules.content.upgrades)
    return {entry.id: int(p.g.blueprint[0, ship_class, n]) for n, entry in rows if p.g.blueprint[0, ship_class, n]}


def test_population_at_the_start_of_secure_the_borders() -> None:
    """Edge of Extinction, line 875: three at home, one each on Lyra and Getica."""
    p = as_placed(BORDERS)
    found = {h: int(p.g.population[h, 0]) for h in range(p.t.hexes) if p.g.population[h, 0]}
    assert found == {home(p): 3, planet_at(p, "lyra"): 1, planet_at(p, "getica"): 1}
    assert_cubes_kept(p)


def test_ships_at_the_start_of_secure_the_borders() -> None:
    """Edge of Extinction, lines 877-878: two Battle Carriers at home, a Dark Raider each at Lyra and Getica."""
    p = as_placed(BORDERS)
    assert ships_at(p, home(p)) == [BATTLE_CARRIER, BATTLE_CARRIER]
    assert ships_at(p, planet_at(p, "lyra")) == ships_at(p, planet_at(p, "getica")) == [DARK_RAIDER]
    assert ships_on_map(p, 0) == 4
    assert not p.g.ship_damage[0].any() and not p.g.ship_cargo[0].any()


def test_technologies_at_the_start_of_secure_the_borders() -> None:
    """Edge of Extinction, lines 880-881: three, each marked by a cube."""
    p = as_placed(BORDERS)
    known = {entry.id for n, entry in enumerate(p.rules.content.technologies) if p.g.technology[0, n]}
    assert known == {"electromagnetic_shield", "fusion_drive", "master_politics"}
    assert p.g.supply[0] == p.t.cubes - p.t.marker_cubes - 5 - 3


def test_resources_at_the_start_of_secure_the_borders() -> None:
    """Edge of Extinction, line 883: 10 CP, 2 Axinium, 2 Phasium."""
    assert as_placed(BORDERS).g.resource[0, :3].tolist() == [10, 2, 2]


def test_upgrades_at_the_start_of_secure_the_borders() -> None:
    """Edge of Extinction, lines 885-889: a shield and a drive for Battle Carriers and Dark Raiders, nothing else."""
    p = as_placed(BORDERS)
    laid = {"electromagnetic_shield": 1, "fusion_drive": 1}
    assert on_blueprint(p, BATTLE_CARRIER) == on_blueprint(p, DARK_RAIDER) == laid
    assert on_blueprint(p, FIGHTER) == on_blueprint(p, WAR_CRUISER) == {}
    assert p.g.drive[0, BATTLE_CARRIER] == p.g.drive[0, DARK_RAIDER] == 2
    assert p.g.shield[0, BATTLE_CARRIER] == p.g.shield[0, DARK_RAIDER] == 1


def test_master_politics_is_in_force_from_the_first_turn() -> None:
    """Edge of Extinction, lines 880-881: a third action card."""
    p = solitaire(BORDERS)
    assert p.g.modifier[0, v.MODIFIER_NAMES.index("third_action")] == 1


def test_six_political_cards_are_removed() -> None:
    """Edge of Extinction, lines 891-892: those six, and no other card of the base game."""
    p = as_placed(BORDERS)
    whole = load_content().political_cards
    deck = [p.rules.content.political_cards[int(x)].id for x in p.g.political_deck[: p.g.political_left]]
    assert {card.id for card in whole} >= set(REMOVED)
    assert sorted(deck) == sorted(card.id for card in whole if not card.module and card.id not in REMOVED)


def test_cloaking_cannot_be_researched() -> None:
    """Edge of Extinction, line 854: neither by a Research nor as a gift."""
    for scenario, allowed in ((BORDERS, False), (VOID, True)):
        p = own(empty(scenario), 0, 150)
        cloaking = (p.index("technologies", "cloaking"),)
        perform(p, 0, v.RESEARCH)
        assert (cloaking in p.legal("technology")) == allowed
        p = own(empty(scenario), 0, 150).jump(frames.LEARN_FREE, player=0, cost=99, source=0)
        assert p.legal("technology"), "as dear as one likes"
        assert (cloaking in p.legal("technology")) == allowed


def test_everything_but_cloaking_can_be_researched() -> None:
    """Edge of Extinction, lines 854 and 867-868: all other technologies of the base game, and no others."""
    p = own(empty(BORDERS), 0, 150)
    perform(p, 0, v.RESEARCH)
    open_ids = {p.rules.content.technologies[n].id for (n,) in p.legal("technology")}
    assert open_ids == {entry.id for entry in load_content().technologies if not entry.module} - {"cloaking"}


def test_no_component_of_the_expansion_is_used() -> None:
    """Edge of Extinction, lines 859-861 and 867-868: base game alone."""
    p = as_placed(BORDERS)
    content = p.rules.content
    for deck in ("technologies", "political_cards", "resistance_cards", "upgrades", "bonus_cards", "planets"):
        assert not [entry.id for entry in getattr(content, deck) if entry.module], deck
    assert p.t.eoe == 0 and p.t.factions == 0 and p.t.combat_cards == 0
    assert (p.t.cubes, p.t.ships) == (content.number("cubes"), sum(ship.count for ship in content.ships))
    assert p.g.faction[0] == -1
    assert not p.g.planetary.any()


def test_the_map_of_secure_the_borders() -> None:
    """Edge of Extinction, lines 870-873: Lyra, Getica and the home planet in the place of Nu-Kua; the rest is ours."""
    layouts = set()
    for seed in (1, 2, 3):
        p = as_placed(BORDERS, seed)
        layouts.add(tuple(int(x) for x in p.g.planet[: p.t.hexes]))
        assert p.rules.content.planets[int(p.g.planet[home(p)])].home
        names = [p.rules.content.planets[int(p.g.planet[h])].id for h in planet_hexes(p)]
        assert len(set(names)) == len(names) == p.t.hexes - 1
        assert {"lyra", "getica"} < set(names)
        assert p.g.planet[CENTRE] == -1
    assert len(layouts) == 1, "the map is always the same"


def test_the_planets_have_their_resources() -> None:
    """Edge of Extinction, lines 721-722: counters are placed as in any game."""
    for scenario in SCENARIOS:
        p = solitaire(scenario) if scenario == VOID else as_placed(scenario)
        for hexagon in planet_hexes(p):
            if p.g.population[hexagon, 0] == 0 or scenario == BORDERS:
                assert p.g.counter[hexagon] == p.t.planet_amount[p.g.planet[hexagon]]


def test_the_resistance_of_secure_the_borders() -> None:
    """Edge of Extinction, lines 841 and 863-865: ships stand on the map from the start, one in a hex."""
    p = as_placed(BORDERS)
    found = fleets(p)
    assert found and all(len(levels) == 1 for levels in found.values())
    assert all(p.g.population[h, 0] == 0 and ships_at(p, h) == [] for h in found), "none where the player starts"


def test_no_turn_order_cards_no_combat_cards_no_npc() -> None:
    """Edge of Extinction, lines 856-865: none of it is there."""
    p = as_placed(BORDERS)
    assert p.g.office == -1
    assert p.g.combat_left == p.g.foe_left == 0 and not p.g.combat_hand.any()
    assert (p.t.npc, p.t.npc_radar, p.t.npc_base) == (0, 0, -1)
    assert not p.t.npc_ships.any() and not p.t.npc_rocket.any()


def test_vp_are_not_tracked() -> None:
    """Edge of Extinction, line 852: the score does not change the outcome."""
    for vp in (-5, 0, 99):
        p = standing(BORDERS, TACTICAL)
        p.g.resource[0, v.VP] = vp
        assert outcome(p, 5) == IN_PART


# Setup: Edge of the Void ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction", FACTIONS)
def test_the_start_with_the_expansion_is_that_of_any_game(faction: str) -> None:
    """Edge of Extinction, lines 721-726: the faction's home and resources, its ships, the standard length."""
    p = as_placed(VOID, factions=(faction,))
    number = p.index("factions", faction)
    assert p.g.faction[0] == number
    assert p.g.planet[home(p)] == p.t.faction_home[number]
    assert p.g.resource[0, :3].tolist() == p.t.faction_resource[number].tolist()
    assert ships_at(p, home(p)) == [DARK_RAIDER, BATTLE_CARRIER, BATTLE_CARRIER]
    assert p.g.population[home(p), 0] == 3
    assert (p.rules.config.length, p.t.turns) == ("standard", 5)


def test_a_second_starting_hex_beside_home() -> None:
    """Edge of Extinction, lines 88-89 and 721-722: a Dark Raider and a Population in a hex beside home."""
    p = as_placed(VOID)
    assert p.decision == "start_hex"
    assert p.legal() == {("hex", h) for h in neighbours(p, home(p))}
    target = planet_at(p, "lyra")
    p.do("hex", target)
    assert ships_at(p, target) == [DARK_RAIDER]
    assert p.g.population[target, 0] == 1


def test_five_technologies_of_the_standard_length() -> None:
    """Edge of Extinction, lines 112-116 and 726: exactly five, for up to 19 CP, none dearer than 13."""
    p = as_placed(VOID).until("start_technology")
    while p.decision == "start_technology":
        costs = [int(p.t.technology_cost[n]) for (n,) in p.legal("technology")]
        assert max(costs) <= 13
        p.do("technology", min(p.legal("technology"), key=lambda n: int(p.t.technology_cost[n[0]]))[0])
    assert p.g.technology[0].sum() == 5
    assert p.g.turn == 1


def test_factions_are_dealt_chosen_or_named() -> None:
    """Edge of Extinction, lines 73 and 724: whichever, for the scenario is built for no faction."""
    assert len({int(as_placed(VOID, seed).g.faction[0]) for seed in range(8)}) > 1
    p = as_placed(VOID, factions="chosen")
    assert p.decision == "faction"
    assert p.legal() == {("faction", n) for n in range(len(FACTIONS))}
    p.do("faction", 4)
    assert p.g.planet[home(p)] == p.t.faction_home[4]


def test_the_decks_of_the_expansion_are_there() -> None:
    """Edge of Extinction, lines 98-102 and 721-722: political, Resistance and combat cards of both together."""
    p = as_placed(VOID)
    whole = load_content()
    assert p.g.political_left == len([card for card in whole.political_cards if card.module in ("", "EoE")])
    assert p.g.resistance_left.sum() == len(whole.resistance_cards)
    assert p.g.combat_left == sum(card.copies for card in whole.combat_cards)
    assert p.g.foe_left == sum(card.copies for card in whole.foe_cards)


def test_the_map_of_the_void_is_always_the_same() -> None:
    """Edge of Extinction, line 725: each scenario has a map of its own; entries and base are hexes of it."""
    layouts = set()
    for seed in (1, 2, 3):
        p = as_placed(VOID, seed, factions=("titan",))
        layouts.add((tuple(int(x) for x in p.g.planet[: p.t.hexes]), tuple(sorted(fleets(p)))))
    assert len(layouts) == 1
    assert p.t.hexes != as_placed(BORDERS).t.hexes
    for hexagon in (*entry_hexes(p), base_hex(p)):
        assert 0 < hexagon < p.t.hexes and hexagon != home(p)
        assert p.t.distance[home(p), hexagon] > 2, "far from home"


# Victories ------------------------------------------------------------------------------------------------------------


def standing(scenario: str, which: int, **change: int) -> Position:
    """A position that meets the conditions of a victory and not one more, but for what is changed.

    Changes: empty planets, cp, axinium, phasium, ships.
    """
    goal = VICTORIES[scenario][which]
    p = empty(scenario)
    hexes = [home(p), *(h for h in planet_hexes(p) if h != home(p))]
    settled = len(hexes) - change.get("empty", goal[EMPTY])
    for hexagon in hexes[:settled]:
        p.settle(hexagon, 0, 1)
    own(p, 0, change.get("cp", goal[CP]), change.get("axinium", goal[AXINIUM]), change.get("phasium", goal[PHASIUM]))
    free = [*hexes[settled:], CENTRE]
    for number in range(change.get("ships", goal[SHIPS])):
        hexagon = free[number % len(free)]
        guard(p, hexagon, *[1] * (number // len(free) + 1))
    return quiet(p)


def quiet(p: Position) -> Position:
    """The NPC does nothing."""

    def calm(t: Any) -> None:
        t.npc = 0

    return change_tables(p, calm)


def outcome(p: Position, number: int) -> int:
    """How the mission stands after a turn; rewards are as they should be."""
    end_turn(p, number)
    found = int(p.g.outcome)
    assert p.g.over == (1 if found else 0)
    if found:
        assert p.rewards == [WORTH[found]]
    else:
        assert p.g.turn == number + 1 and p.rewards == [0]
    return found


SHORT = {"empty": 1, "cp": -1, "axinium": -1, "phasium": -1, "ships": 1}  # what misses a condition by one
COLUMN = {"empty": EMPTY, "cp": CP, "axinium": AXINIUM, "phasium": PHASIUM, "ships": SHIPS}


def missed(scenario: str, which: int, name: str) -> Position:
    """A victory that fails by one in one condition."""
    return standing(scenario, which, **{name: VICTORIES[scenario][which][COLUMN[name]] + SHORT[name]})


def test_the_conditions_of_the_rulebook() -> None:
    """Edge of Extinction, lines 837-847: what has to be reached by when."""
    assert [tuple(int(x) for x in row) for row in solitaire(BORDERS).t.victory] == list(VICTORIES[BORDERS])


@BOTH
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_an_absolute_victory_exactly_met(scenario: str, number: int) -> None:
    """Edge of Extinction, lines 837-841: at the end of any turn up to the fourth; in ours up to the fifth."""
    in_time = number <= VICTORIES[scenario][ABSOLUTE][TURN]
    assert outcome(standing(scenario, ABSOLUTE), number) == (WON if in_time else IN_PART)


@BOTH
def test_more_than_needed_is_as_good(scenario: str) -> None:
    """Edge of Extinction, lines 837-841: at least so much."""
    p = standing(scenario, ABSOLUTE, empty=0, cp=99, axinium=10, phasium=10)
    assert outcome(p, 2) == WON


@BOTH
@pytest.mark.parametrize("name", SHORT)
def test_each_condition_of_an_absolute_victory_counts(scenario: str, name: str) -> None:
    """Edge of Extinction, lines 837-841: missed by one, the game goes on, or it is a tactical victory in the end."""
    last = VICTORIES[scenario][ABSOLUTE][TURN]
    for number in range(1, last):
        assert outcome(missed(scenario, ABSOLUTE, name), number) == 0
    assert outcome(missed(scenario, ABSOLUTE, name), last) == IN_PART


@BOTH
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_a_tactical_victory_exactly_met(scenario: str, number: int) -> None:
    """Edge of Extinction, lines 843-847; our ruling: it counts as soon as an absolute one is out of reach."""
    counts = number >= VICTORIES[scenario][ABSOLUTE][TURN]
    assert outcome(standing(scenario, TACTICAL), number) == (IN_PART if counts else 0)


@BOTH
@pytest.mark.parametrize("name", [name for name in SHORT if name != "cp"])
def test_each_condition_of_a_tactical_victory_counts(scenario: str, name: str) -> None:
    """Edge of Extinction, lines 843-850: missed by one, the mission has failed with the fifth turn, and not before."""
    assert outcome(missed(scenario, TACTICAL, name), 4) == 0
    assert outcome(missed(scenario, TACTICAL, name), 5) == LOST


@BOTH
def test_a_tactical_victory_needs_no_cp(scenario: str) -> None:
    """Edge of Extinction, line 846: minerals alone."""
    assert VICTORIES[scenario][TACTICAL][CP] == 0
    assert outcome(standing(scenario, TACTICAL, cp=0), 5) == IN_PART


@BOTH
def test_failure_after_the_last_turn(scenario: str) -> None:
    """Edge of Extinction, lines 849-850: nothing reached is a defeat, worth -1, at the end of the fifth turn."""
    for number in (1, 2, 3, 4):
        p = quiet(empty(scenario))
        p.settle(home(p), 0, 1)
        assert outcome(p, number) == 0
    p = quiet(empty(scenario))
    p.settle(home(p), 0, 1)
    assert outcome(p, 5) == LOST
    assert p.g.turn == 5


def test_the_fourth_turn_of_secure_the_borders() -> None:
    """Edge of Extinction, lines 837 and 843; our ruling: full at its end, in part at its end, or one turn more."""
    assert outcome(standing(BORDERS, ABSOLUTE), 4) == WON
    assert outcome(standing(BORDERS, ABSOLUTE, cp=29), 4) == IN_PART
    assert outcome(standing(BORDERS, TACTICAL, axinium=7), 4) == 0
    assert outcome(standing(BORDERS, ABSOLUTE), 5) == IN_PART


@BOTH
def test_one_cube_is_enough_on_each_planet(scenario: str) -> None:
    """Edge of Extinction, lines 839 and 845: home counts as a planet, the High Council does not."""
    p = standing(scenario, ABSOLUTE, empty=0)
    assert all(p.g.population[h, 0] == 1 for h in planet_hexes(p))
    assert p.g.population[CENTRE, 0] == 0
    assert outcome(p, 1) == WON
    if scenario == BORDERS:
        p = standing(scenario, ABSOLUTE, empty=0)
        p.settle(home(p), 0, 0)
        assert outcome(p, 1) == 0


def test_population_on_ships_settles_nothing() -> None:
    """Edge of Extinction, line 839: it must be on the planet."""
    p = standing(BORDERS, ABSOLUTE)
    p.settle(planet_at(p, "lyra"), 0, 0)
    p.place_ship(0, BATTLE_CARRIER, planet_at(p, "lyra"), cargo=3)
    assert outcome(p, 3) == 0


def test_a_destroyed_planet_need_not_be_settled() -> None:
    """our ruling on Edge of Extinction, line 839: it is no planet any more."""
    p = standing(BORDERS, ABSOLUTE, empty=1)
    (bare,) = [h for h in planet_hexes(p) if p.g.population[h, 0] == 0]
    p.g.destroyed[bare] = 1
    assert outcome(p, 3) == WON


@BOTH
def test_ships_of_the_resistance_are_counted_one_by_one(scenario: str) -> None:
    """Edge of Extinction, lines 793-794, 841 and 847: two in a hex are two."""
    most = VICTORIES[scenario][TACTICAL][SHIPS]
    for levels, expected in (((1,) * most, IN_PART), ((3,) * most, IN_PART), ((1,) * (most + 1), LOST)):
        p = standing(scenario, TACTICAL, ships=0)
        guard(p, CENTRE, *levels)
        assert outcome(p, 5) == expected


@BOTH
def test_cards_that_were_won_do_not_count(scenario: str) -> None:
    """Edge of Extinction, lines 837-847: only what is on the map and in stock."""
    p = standing(scenario, TACTICAL)
    p.g.resistance_owner[0] = 0
    assert outcome(p, 5) == IN_PART


# Holding the home planet ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_without_population_at_home_the_void_is_lost(number: int) -> None:
    """Ours: at the end of any turn, whatever else is reached."""
    p = standing(VOID, ABSOLUTE, empty=0)
    p.settle(home(p), 0, 0)
    assert outcome(p, number) == LOST


@pytest.mark.parametrize("number", [1, 4])
def test_one_cube_holds_the_home_planet(number: int) -> None:
    """Ours: the last one is enough."""
    p = quiet(empty(VOID))
    p.settle(home(p), 0, 1)
    assert outcome(p, number) == 0


def test_a_raid_on_the_last_cube_ends_the_game_at_once() -> None:
    """Ours, with Edge of Extinction, lines 801-804: the NPC acts before the mission is judged."""
    p = empty(VOID)
    p.settle(home(p), 0, 2)
    guard(p, home(p), 1, 1)
    end_turn(p, 1)
    assert (p.g.over, p.g.outcome, p.rewards) == (1, LOST, [-1])
    p = empty(VOID)
    p.settle(home(p), 0, 3)
    guard(p, home(p), 1, 1)
    end_turn(p, 1)
    assert p.g.over == 0


def test_a_destroyed_home_planet_is_lost() -> None:
    """Ours: nobody lives there any more."""
    p = quiet(empty(VOID))
    p.settle(planet_at(p, "lyra"), 0, 5)
    p.g.destroyed[home(p)] = 1
    assert outcome(p, 1) == LOST


def test_secure_the_borders_need_not_hold_its_home() -> None:
    """Edge of Extinction, lines 843-850: only the conditions of a victory count."""
    p = standing(BORDERS, TACTICAL, empty=0)
    p.settle(home(p), 0, 0)
    assert outcome(p, 1) == 0
    p = standing(BORDERS, TACTICAL, empty=0)
    p.settle(home(p), 0, 0)
    assert outcome(p, 5) == IN_PART


def test_ships_that_enter_in_the_same_turn_count() -> None:
    """Ours, with Edge of Extinction, lines 801-804: the map is judged as the NPC leaves it."""
    p = standing(VOID, ABSOLUTE)

    def enter(t: Any) -> None:
        t.npc = 1
        t.npc_rocket[:] = 0

    change_tables(p, enter)
    assert outcome(p, 2) == 0
    assert sum(len(levels) for levels in fleets(p).values()) == 2


# Whole games ----------------------------------------------------------------------------------------------------------


@BOTH
def test_whole_games_end_after_five_turns_at_most(scenario: str) -> None:
    """Edge of Extinction, lines 672-674 and 849-850: each mission has its end."""
    p = solitaire(scenario, 2).play_out(2)
    assert p.g.over == 1 and p.g.outcome in WORTH
    assert p.g.turn <= 5
    assert p.rewards == [WORTH[int(p.g.outcome)]]
    assert_cubes_kept(p)


@BOTH
def test_nobody_else_ever_decides(scenario: str) -> None:
    """Edge of Extinction, lines 670-679: one player, and an NPC that follows its rules."""
    p = solitaire(scenario, 3)
    while p.g.turn < 3 and not p.g.over:
        assert p.actor == 0
        p.default()
    finish(p.jump(frames.CONQUEST))
