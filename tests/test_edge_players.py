"""Scripted players with Edge of Extinction: every new decision is taken legally, blindly, and with sense."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from exodus_env.exodus.config import FACTIONS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.players import styles
from exodus_env.exodus.players.term_numbers import HAND, LEGACY, OFFICE, WORKS
from exodus_env.exodus.players.terms import MOTIVES
from exodus_env.exodus.rules import frames
from exodus_env.kit.batch import copy_array
from exodus_env.kit.content.toml_file import FileError
from exodus_env.kit.kernel import COMPILED
from tests.position import DECISION_NAMES, Position
from tests.rules.early import own, perform
from tests.rules.eoe_early import colony, expansion, grant, own_tables
from tests.rules.eoe_scenes import (
    GUN,
    HIT,
    MISS,
    SHIELD,
    change_tables,
    edge_of_space,
    fight,
    frontier,
    hold,
    stack_foe_cards,
    write_card,
    write_foe_card,
)
from tests.rules.scenes import BATTLE_CARRIER, CENTRE, DARK_RAIDER, FIGHTER, WAR_CRUISER, ordinary_planets
from tests.test_players import (
    KERNELS,
    WHOLE_GAMES,
    asked_everywhere,
    assert_blind,
    chosen,
    legal_choices,
    outlook,
    played,
    random_positions,
)
from tests.test_random_play import policy_of

pytestmark = pytest.mark.uncompiled

FIRST, LAST = 0, 1
NEW = DECISION_NAMES[DECISION_NAMES.index("gain_vp") + 1 :]
BASE: list[dict[str, Any]] = [{"players": 2}, {"players": 3, "modules": ("M2", "M5"), "turns": 2}]
EDGE: list[dict[str, Any]] = [
    {"players": 2, "edge_of_extinction": True, "turns": 2},
    {"players": 3, "edge_of_extinction": True, "factions": "chosen", "modules": ("M4",), "turns": 2},
    {"players": 4, "edge_of_extinction": True, "movement": "simultaneous", "turns": 2},
    {"players": 2, "edge_of_extinction": True, "scenario": "stronghold", "turns": 2},
]


def choice(p: Position, name: str = "motives", seed: int = 1) -> tuple[Any, ...]:
    """What a player would choose, in words of families and factors."""
    (action,) = chosen(name, p, seed)
    assert p.masks[0, action] == 1
    family, *factors = p.rules.actions.decode[p.t.printed_action[p.actor, action]]
    return (p.rules.actions.families[family].name, *(int(x) for x in factors if x >= 0))


# Games without the expansion ------------------------------------------------------------------------------------------


@KERNELS
@pytest.mark.parametrize("case", BASE, ids=["base", "modules"])
def test_without_the_expansion_its_motives_are_silent(case: dict[str, Any]) -> None:
    for p in random_positions(case, 60, 9):
        for player in range(p.t.players):
            assert outlook(p, player)[[HAND, WORKS, LEGACY]].tolist() == [0.0, 0.0, 0.0]


def test_factions_slant_the_style_of_motives_and_leave_it_as_it_is_without_them() -> None:
    plain = styles.make_style("balanced")
    slanted = styles.by_faction(plain)
    rows, slants = len(DECISION_NAMES), styles.faction_slants()
    assert slanted.weights.shape == (rows * (1 + len(FACTIONS)), len(MOTIVES))
    assert (slanted.weights[:rows] == plain.weights).all()
    for number in range(len(FACTIONS)):
        block = slanted.weights[rows * (number + 1) : rows * (number + 2)]
        assert (block == plain.weights * slants[number]).all() and (block != plain.weights).any()
    assert len({slant.tobytes() for slant in slants}) == len(FACTIONS)
    assert slants.min() >= 0.5 and slants.max() <= 2.0, "a slant, not another style"


def test_a_slant_that_names_nothing_there_is_is_refused() -> None:
    with pytest.raises(FileError, match="there is no faction 'terrans'"):
        styles.slants_of({"terrans": {}})
    with pytest.raises(FileError, match="faction titan: there is no motive 'greed'"):
        styles.slants_of({"titan": {"greed": 2.0}})


# Combat ---------------------------------------------------------------------------------------------------------------


def duel(own_ships: int, others: int, *rows: tuple[str, str, int], **card: Any) -> Position:
    """The last player holds one combat card in a fight of Fighters with a gun each."""
    p = write_card(edge_of_space(), 0, *rows, **card)
    for player, ships in ((FIRST, others), (LAST, own_ships)):
        p.equip(player, FIGHTER, GUN)
        for _ in range(ships):
            p.place_ship(player, FIGHTER, CENTRE)
    fight(hold(p, LAST, 0))
    assert (p.decision, p.actor) == ("combat_card", LAST)
    return p


@pytest.mark.parametrize(
    ("ships", "others", "rows", "plays"),
    [
        (2, 2, ("dice", "own", 3), True),
        (4, 1, ("dice", "own", 1), False),  # won anyway
        (1, 4, ("dice", "own", 1), False),  # lost anyway
        (1, 4, ("retreat", "own", 1), True),
        (3, 2, ("retreat", "own", 1), False),
        (2, 2, ("repair", "own", 2), False),  # nothing is damaged
        (2, 2, ("aim", "enemies", -2), True),
        (2, 2, ("absorb", "own", 2), True),
        (2, 2, ("discard", "enemies", 1), False),  # the enemy has none
    ],
)
def test_a_combat_card_is_played_where_it_decides_a_fight(
    ships: int, others: int, rows: tuple[str, str, int], plays: bool
) -> None:
    p = duel(ships, others, rows)
    assert choice(p) == (("combat_card", 0) if plays else ("pass",))


def test_a_combat_card_without_effect_is_kept() -> None:
    p = duel(2, 2, ("hits", "own", 3), need="battle_carrier")
    assert choice(p) == ("pass",)


def test_the_better_of_two_combat_cards_is_played() -> None:
    p = write_card(write_card(edge_of_space(), 0, ("dice", "own", 1)), 1, ("hits", "own", 2))
    for player in (FIRST, LAST):
        p.equip(player, FIGHTER, GUN)
        for _ in range(2):
            p.place_ship(player, FIGHTER, CENTRE)
    fight(hold(p, LAST, 0, 1))
    assert choice(p) == ("combat_card", 1)


def test_the_least_useful_combat_card_is_discarded() -> None:
    p = write_card(edge_of_space(), 0, ("hits", "own", 2))
    write_card(p, 1, ("discard", "enemies", 1), need="dark_raider")
    hold(p, 0, *[0] * int(p.t.combat_limit), 1).jump(frames.DISCARD, player=0)
    assert p.decision == "discard"
    assert choice(p) == ("combat_card", 1)


def test_the_resistance_plays_what_hurts_most() -> None:
    p = write_foe_card(edge_of_space(), 0, ("repair", "own", 1))
    write_foe_card(p, 1, ("hits", "own", 3))
    hexagon = frontier(p)
    p.equip(FIRST, FIGHTER, GUN)
    for _ in range(3):
        p.place_ship(FIRST, FIGHTER, hexagon)
    stack_foe_cards(p, 0, 1).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    assert (p.decision, p.actor) == ("foe_card", LAST)
    assert choice(p) == ("foe_card", 1)


def test_the_decoy_is_the_ship_with_the_strongest_shield() -> None:
    p = edge_of_space().learn(LAST, "basic_tactics")
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    p.equip(LAST, FIGHTER, GUN).place_ship(LAST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, "singularity_shield", SHIELD)
    cruiser = p.place_ship(LAST, WAR_CRUISER, CENTRE)
    assert fight(p).decision == "decoy"
    assert choice(p) == ("ship", cruiser)


@pytest.mark.parametrize("pays", [True, False])
def test_a_dark_raider_is_sacrificed_where_that_pays(pays: bool) -> None:
    """For a War Cruiser that would win the fight; not for one of three that cannot harm anybody."""
    p = edge_of_space().learn(FIRST, "advanced_tactics")
    p.equip(FIRST, DARK_RAIDER, *[SHIELD] * 2)
    raider = p.place_ship(FIRST, DARK_RAIDER, CENTRE)
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    if pays:
        p.equip(LAST, WAR_CRUISER, *[GUN] * 3, SHIELD).place_ship(LAST, WAR_CRUISER, CENTRE)
    else:
        p.equip(LAST, WAR_CRUISER, "singularity_shield").place_ship(LAST, WAR_CRUISER, CENTRE)
    assert fight(p).decision == "sacrifice"
    assert choice(p) == (("ship", raider) if pays else ("pass",))


def test_a_sacrifice_strikes_the_ship_it_destroys() -> None:
    p = edge_of_space().learn(FIRST, "advanced_tactics")
    p.equip(FIRST, DARK_RAIDER, *[SHIELD] * 2)
    raider = p.place_ship(FIRST, DARK_RAIDER, CENTRE)
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, GUN, SHIELD)
    cruiser = p.place_ship(LAST, WAR_CRUISER, CENTRE)
    p.equip(LAST, BATTLE_CARRIER, *[SHIELD] * 3).place_ship(LAST, BATTLE_CARRIER, CENTRE)
    fight(p).do("ship", raider)
    assert choice(p) == ("hit", 1, cruiser)


def test_a_hit_is_moved_from_a_ship_that_would_be_lost() -> None:
    p = edge_of_space().learn(LAST, "fringe_tactics")
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    fighter = p.place_ship(LAST, FIGHTER, CENTRE)
    raider = p.place_ship(LAST, DARK_RAIDER, CENTRE)
    p.equip(LAST, FIGHTER, GUN).equip(LAST, WAR_CRUISER, "singularity_shield")
    cruiser = p.place_ship(LAST, WAR_CRUISER, CENTRE)
    fight(p, HIT, MISS).do("hit", 1, fighter)
    assert choice(p) == ("ship", fighter)
    p.do("ship", fighter)
    assert p.legal() == {("ship", raider), ("ship", cruiser)}
    assert choice(p) == ("ship", cruiser)


def test_a_hit_that_destroys_nothing_stays_where_it_is() -> None:
    p = edge_of_space().learn(LAST, "fringe_tactics")
    p.equip(FIRST, FIGHTER, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    p.equip(LAST, FIGHTER, GUN).place_ship(LAST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, "singularity_shield")
    cruiser = p.place_ship(LAST, WAR_CRUISER, CENTRE)
    fight(p, HIT, MISS).do("hit", 1, cruiser)
    assert choice(p) == ("pass",)


def test_a_ship_is_hit_until_no_card_can_save_it() -> None:
    """Two hits on a ship that one destroys, where the enemy can cancel one; none is wasted where nobody can."""
    for absorbed, second in ((1, "same"), (0, "other")):
        p = edge_of_space()
        write_card(p, 0, ("absorb", "own", absorbed))
        p.equip(FIRST, FIGHTER, GUN, GUN).place_ship(FIRST, FIGHTER, CENTRE)
        ships = [p.place_ship(LAST, c, CENTRE) for c in (WAR_CRUISER, DARK_RAIDER)]
        hold(p, LAST, 0)
        fight(p).dice(HIT, HIT).do("combat_card", 0)
        wanted = choice(p)
        assert wanted == ("hit", 1, ships[0]), "the ship worth most"
        p.do(*wanted)
        if second == "same":
            assert choice(p) == wanted
        else:
            assert p.decision != "hit"


def test_hits_are_cancelled_where_that_saves_the_ship_worth_most() -> None:
    p = edge_of_space()
    write_card(p, 0, ("absorb", "own", 2))
    p.equip(FIRST, FIGHTER, *[GUN] * 6).place_ship(FIRST, FIGHTER, CENTRE)
    p.equip(LAST, WAR_CRUISER, SHIELD).equip(LAST, BATTLE_CARRIER, *[SHIELD] * 3)
    raider, cruiser, carrier = (p.place_ship(LAST, c, CENTRE) for c in (DARK_RAIDER, WAR_CRUISER, BATTLE_CARRIER))
    hold(p, LAST, 0)
    fight(p).dice(*[HIT] * 6).do("combat_card", 0)
    for ship in (raider, cruiser, cruiser, cruiser, carrier, carrier):
        p.do("hit", 1, ship)
    assert (p.decision, p.actor) == ("cancel_hit", LAST)
    assert choice(p) == ("ship", cruiser), "which both hits can save"
    assert choice(p.do("ship", cruiser)) == ("ship", cruiser)


def test_a_ship_that_cannot_be_saved_costs_no_cancelled_hit() -> None:
    p = edge_of_space()
    write_card(p, 0, ("absorb", "own", 1))
    p.equip(FIRST, FIGHTER, *[GUN] * 3).place_ship(FIRST, FIGHTER, CENTRE)
    raider, cruiser = (p.place_ship(LAST, c, CENTRE) for c in (DARK_RAIDER, WAR_CRUISER))
    hold(p, LAST, 0)
    fight(p).dice(*[HIT] * 3).do("combat_card", 0)
    for ship in (cruiser, cruiser, raider):
        if p.decision == "hit":
            p.do("hit", 1, ship)
    assert choice(p) == ("ship", raider)


def test_who_acts_for_the_resistance_saves_its_ships() -> None:
    p = edge_of_space(modules=("M2",))
    hexagon = frontier(p)
    write_foe_card(p, 0, ("absorb", "own", 1))
    change_tables(p, lambda t: t.fleet_cards.__setitem__(slice(None), [2, 0, 0]))
    change_tables(p, lambda t: t.resistance_shield.__setitem__(slice(None), 0))
    p.equip(FIRST, WAR_CRUISER, *[GUN] * 3).place_ship(FIRST, WAR_CRUISER, hexagon)
    hold(stack_foe_cards(p, 0), FIRST, 1).jump(frames.COMBAT, hex=hexagon, lone=FIRST)
    p.dice(*[HIT] * 3, *[MISS] * 4).decline()
    p.do("hit_foe", 0).do("hit_foe", 0)
    assert (p.decision, p.actor) == ("cancel_hit", LAST)
    assert choice(p) == ("cancel_foe_hit", 1), "the other ship is lost"


def test_a_cube_on_a_ship_that_may_soon_be_lost_pays_for_a_card() -> None:
    p = edge_of_space()
    write_card(p, 0, ("aim", "own", 1), cost=1)
    for player in (FIRST, LAST):
        p.equip(player, FIGHTER, GUN).place_ship(player, FIGHTER, CENTRE)
    p.equip(FIRST, BATTLE_CARRIER, *[SHIELD] * 3)
    _, hurt = (p.place_ship(FIRST, BATTLE_CARRIER, CENTRE, damage, cargo=1) for damage in (0, 3))
    hold(p, FIRST, 0)
    fight(p).do("combat_card", 0)
    assert choice(p) == ("ship", hurt)


def test_a_hit_is_moved_onto_a_ship_that_is_lost_anyway() -> None:
    p = edge_of_space().learn(LAST, "fringe_tactics")
    p.equip(FIRST, FIGHTER, GUN, GUN).place_ship(FIRST, FIGHTER, CENTRE)
    raider, cruiser = (p.place_ship(LAST, c, CENTRE) for c in (DARK_RAIDER, WAR_CRUISER))
    fight(p, HIT, HIT).do("hit", 1, raider).do("hit", 1, cruiser)
    assert p.decision == "deflect"
    assert choice(p) == ("ship", cruiser)


# Planets, purse and end -----------------------------------------------------------------------------------------------


def in_turn(p: Position, turn: int) -> Position:
    """The same in another turn."""
    p.g.turn = turn
    return p


@pytest.mark.parametrize(("last", "buys"), [(False, False), (True, True)])
def test_vp_are_bought_late(last: bool, buys: bool) -> None:
    p = own(grant(expansion("arctic", "titan"), 0, "vp_trades", 5), 0, 30, 0, 0)
    in_turn(p, int(p.t.turns) if last else 1)
    perform(p, 0, v.TRADE)
    assert ("buy_vp", 0) in p.legal()
    assert (choice(p)[0] == "buy_vp") == buys


@KERNELS
def test_planetary_upgrades_serve_while_there_is_time_and_who_controls_the_planet() -> None:
    p = expansion("sirius", "solaris")
    hexagon = colony(p, 0, 2)
    plain = outlook(p)[WORKS]
    p.g.planetary[hexagon, v.CLONE_FACTORY] = 1
    early = outlook(in_turn(p, 1))[WORKS]
    late = outlook(in_turn(p, int(p.t.turns)))[WORKS]
    assert plain == 0.0 and early > 1.0 and late == 0.0
    in_turn(p, 1)
    p.settle(hexagon, 1, 3)
    assert outlook(p)[WORKS] == 0.0 and outlook(p, 1)[WORKS] > 0.0


@KERNELS
@pytest.mark.parametrize("kind", [v.SDS, v.ASDS])
def test_a_defence_counts_more_where_rockets_threaten(kind: int) -> None:
    p = expansion("sirius", "solaris")
    hexagon, base = colony(p, 0, 3), colony(p, 1, 3, 1)
    p.g.planetary[hexagon, kind] = 1
    safe = outlook(p)[WORKS]
    p.g.rocket[base, 0] = 1
    assert outlook(p)[WORKS] > 2 * safe > 0.0


def test_a_clone_factory_is_bought_early_and_not_in_the_last_turn() -> None:
    for early in (True, False):
        p = own(expansion("sirius", "titan").learn(0, "clone_factory").remove_ships(), 0, 8, 0, 4)
        hexagon = colony(p, 0, 2)
        in_turn(p, 1 if early else int(p.t.turns))
        perform(p, 0, v.UPGRADE)
        assert p.legal("planetary") == {(v.CLONE_FACTORY, hexagon)}
        assert (choice(p) == ("planetary", v.CLONE_FACTORY, hexagon)) == early


def test_ships_are_built_though_a_space_port_asks_where() -> None:
    p = own(expansion("arctic", "titan"), 0, 20, 6, 0)
    hexagon = colony(p, 0, 2)
    p.g.planetary[hexagon, v.SPACE_PORT] = 1
    perform(p, 0, v.BUILD)
    family, *factors = choice(p)
    assert family == "ship_class"
    p.do(family, *factors)
    assert p.decision == "build_at"
    legal_choices(p, ["motives", "greedy"])


@KERNELS
def test_what_scores_at_the_end_is_seen_before() -> None:
    p = expansion("titan", "arctic").learn(0, "fringe_science").refresh()
    in_turn(p, int(p.t.turns))
    before = outlook(p)[LEGACY]
    p.learn(0, "sds")
    assert outlook(p)[LEGACY] == pytest.approx(before + 1.0)
    q = in_turn(expansion("sirius", "arctic"), int(p.t.turns)).refresh()
    bonus = float(q.g.modifier[0, v.MODIFIER_NAMES.index("office_bonus")])
    assert bonus > 0 and q.t.office_vp[0] > 0
    mine = outlook(q)[OFFICE]
    q.g.modifier[0, v.MODIFIER_NAMES.index("office_bonus")] = 0
    assert mine - outlook(q)[OFFICE] == pytest.approx(bonus)


def test_the_best_office_is_taken_at_the_end() -> None:
    p = expansion("sirius", "titan")
    in_turn(p, int(p.t.turns)).jump(frames.COUNCIL).until("office")
    assert choice(p) == ("office", 0)


# Action cards of factions ---------------------------------------------------------------------------------------------


def test_the_card_of_a_faction_is_judged_by_all_it_does() -> None:
    """One card gives what another does, and much more in the end, behind an option nobody wants."""
    p = own(expansion("titan", "arctic"), 0, 0, 0, 0)
    t = own_tables(p)
    gain, choose = (v.OPCODE_NAMES.index(name) for name in ("gain", "choose"))
    owner, first = v.TARGETS.index("owner"), int(t.effects)

    def row(opcode: int, a: int, b: int = 0, option: int = 0) -> list[int]:
        return [opcode, owner, a, b, 0, 0, 0, 0, option, 0]

    t.effect[first] = row(gain, v.CP, 1)
    t.effect[first + 1] = row(choose, 2)
    t.effect[first + 2] = row(gain, v.CP, 1, 1)
    t.effect[first + 3] = row(gain, v.CP, 30, 2)
    t.effects = first + 4
    for card in range(6):
        t.faction_card_effect[p.g.faction[0], card] = (first, 1)
    t.faction_card_effect[p.g.faction[0], 3] = (first, 4)
    t.faction_card_once[:] = 0
    p.jump(frames.ACTION_STAGE)
    assert (p.decision, p.actor) == ("action_card", 0)
    assert choice(p) == ("action_card", 3)


def test_sirius_sees_what_a_reaction_brings_though_it_says_where_cubes_come_from() -> None:
    p = own(grant(expansion("titan", "solaris"), 0, "react_anywhere", 1), 0, 0, 0, 0)
    t = own_tables(p)
    first = int(t.effects)
    gain, owner = v.OPCODE_NAMES.index("gain"), v.TARGETS.index("owner")
    t.effect[first] = [gain, owner, v.CP, 20, 0, 0, 0, 0, 0, 0]
    t.effects = first + 1
    t.faction_card_effect[:, :] = (first, 0)
    t.faction_card_reaction[:, :] = (first, 1)
    p.settle(int(p.t.home_hex[0]), 0, 4)
    colony(p, 0, 4)
    p.jump(frames.ACTION_STAGE).do("action_card", 0).do("action_card", 0)
    assert (p.decision, p.actor) == ("react", 0)
    assert choice(p)[0] == "react"


# Movement and landing -------------------------------------------------------------------------------------------------


def test_a_ship_goes_through_hyperspace_to_where_it_is_of_use() -> None:
    p = edge_of_space()
    p.equip(0, BATTLE_CARRIER, "hyperspace_drive")
    home = int(p.t.home_hex[0])
    carrier = p.place_ship(0, BATTLE_CARRIER, home, cargo=2)
    p.jump(frames.MOVEMENT)
    assert p.decision == "hyperspace"
    assert choice(p) == ("ship", carrier)
    p.do("ship", carrier)
    family, hexagon = choice(p)
    assert (p.decision, family) == ("hyperspace_to", "hex") and hexagon != home
    assert p.g.planet[hexagon] >= 0 and p.g.population[hexagon, 0] == 0, "where its Population can land"


@pytest.mark.parametrize("attack", [True, False])
def test_commandos_attack_where_that_promises_more_than_landing(attack: bool) -> None:
    """Of two players with as many cubes one wins the planet: by a kill where no landing succeeds, or by landing."""
    p = edge_of_space().learn(0, "commandos")
    t = own_tables(p)
    t.commando_roll = 1 if attack else 7
    t.planet_moons[:] = 1
    t.modifier_base[v.MODIFIER_NAMES.index("descend")] = 7 if attack else 1
    hexagon = max(ordinary_planets(p), key=lambda h: int(t.planet_vp[p.g.planet[h]]))
    p.settle(hexagon, 0, 2).settle(hexagon, 1, 2)
    ship = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=1)
    p.jump(frames.CONQUEST).until("deploy")
    assert p.legal() == {("pass",), ("deploy", ship, 0), ("ship", ship)}
    assert choice(p) == (("ship", ship) if attack else ("deploy", ship, 0))


# Everything -----------------------------------------------------------------------------------------------------------


def test_every_new_decision_has_a_row() -> None:
    assert len(NEW) >= 23 and set(NEW) <= set(styles.TABLE)


@pytest.mark.parametrize("case", EDGE if COMPILED else EDGE[:2])
def test_no_choice_with_the_expansion_depends_on_anything_hidden(case: dict[str, Any]) -> None:
    for number, p in enumerate(random_positions(case, 500 if COMPILED else 12, 5)):
        for name in ("motives", "greedy", "search:4") if COMPILED else ("motives",):
            assert_blind(p, name, 1000 + number)


@WHOLE_GAMES
@pytest.mark.parametrize("number", range(len(EDGE)))
@pytest.mark.parametrize("name", ["motives", "greedy", "motives:warlord", "search:4"])
def test_players_play_legal_games_with_the_expansion(name: str, number: int) -> None:
    case = {**EDGE[number], "turns": 1} if name.startswith("search") else EDGE[number]
    played(case, [name, "random"], number + 1)


@WHOLE_GAMES
def test_what_comes_up_in_games_with_the_expansion_is_decided_legally() -> None:
    asked: Counter[str] = Counter()
    for game in range(36):
        asked_everywhere(EDGE[game % len(EDGE)], policy_of(game), 20_000 + game, asked)
    assert set(asked) >= {"faction", "start_hex", "office", "foe_card", "combat_card", "discard", "settle"}


@WHOLE_GAMES
@pytest.mark.parametrize("faction", FACTIONS)
def test_every_faction_plays_a_whole_game_of_motives(faction: str) -> None:
    other = next(name for name in FACTIONS if name != faction)
    played({"players": 2, "edge_of_extinction": True, "factions": (faction, other)}, ["motives"], 3)


def test_thinking_changes_nothing() -> None:
    p = edge_of_space()
    p.equip(0, FIGHTER, GUN).place_ship(0, FIGHTER, CENTRE)
    p.equip(1, FIGHTER, GUN).place_ship(1, FIGHTER, CENTRE)
    fight(hold(p, LAST, 0, 1))
    before = p.rules.new_games(1)
    copy_array(p.games, before)
    legal_choices(p, ["motives", "greedy", "search:2"])
    assert p.games.tobytes() == before.tobytes()
