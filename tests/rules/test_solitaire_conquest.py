"""Solitaire play, rockets and Conquest: the home planet as a target, one stage, movement, detection, the Resistance."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log, turn
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from exodus_env.kit.chance import PLAY
from tests.position import Position
from tests.rules.early import at_home, enact, own, perform, row, run_effects, stack_deck
from tests.rules.eoe_scenes import (
    change_tables,
    hold,
    no_foe_cards,
    stack_foe_cards,
    told,
    write_card,
    write_foe_card,
)
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    finish,
    from_stage,
    go,
    last_conquest,
    movers,
    neighbours,
    ships_on_map,
)
from tests.rules.solitaire_scenes import (
    ARMOUR,
    BIOCHEMICAL,
    BORDERS,
    GRAVITON,
    HIT,
    HYPERSONIC,
    MISS,
    SCENARIOS,
    SHIELD,
    SIX,
    UNUSED,
    VOID,
    deck_of,
    empty,
    guard,
    guards,
    home,
    planet_at,
    planet_hexes,
    stand_still,
    top_cards,
)
from tests.rules.test_stronghold_squadrons import damage, roll, warship
from tests.rules.test_stronghold_targeting import Ship, muster, suffer

BOTH = pytest.mark.parametrize("scenario", SCENARIOS)
FAR = 6  # a rocket's distance roll that reaches everything
ONE, TWO = 0, 1  # kinds of combat card the tests write on
IN_DECK = -1
LEVELS = {1: (1, 0), 2: (2, 1), 3: (4, 2)}  # dice and shield of a card of each level


# Rockets --------------------------------------------------------------------------------------------------------------


def armed(scenario: str, rocket: int) -> tuple[Position, int]:
    """A rocket on Lyra, next to the home planet with its Population and a ship."""
    p = empty(scenario)
    lyra = planet_at(p, "lyra")
    p.settle(lyra, 0, 1).settle(home(p), 0, 4)
    p.place_ship(0, BATTLE_CARRIER, home(p))
    p.g.rocket[lyra, 0] = rocket + 1
    p.g.counter[home(p)] = 3
    return p, lyra


def shatter_home(scenario: str) -> Position:
    """The home planet was destroyed by a Graviton rocket."""
    p, _ = armed(scenario, GRAVITON)
    return finish(p.jump(frames.WMD).dice(FAR, HIT, MISS).do("hex", home(p)))


@BOTH
@pytest.mark.parametrize("rocket", [HYPERSONIC, BIOCHEMICAL, GRAVITON])
def test_the_home_planet_is_a_target_of_every_rocket(scenario: str, rocket: int) -> None:
    """Edge of Extinction, line 744: Graviton Rockets included."""
    p, lyra = armed(scenario, rocket)
    p.jump(frames.WMD)
    assert p.decision == "fire"
    assert {h for (h,) in p.legal("hex")} == set(planet_hexes(p)) - {lyra}
    assert home(p) in {h for (h,) in p.legal("hex")}


@BOTH
def test_other_rockets_harm_the_home_planet_as_any_other(scenario: str) -> None:
    """Edge of Extinction, lines 741-744: resources by Hypersonic, Population by Biochemical Rockets."""
    p, _ = armed(scenario, HYPERSONIC)
    finish(p.jump(frames.WMD).dice(FAR, HIT, HIT, MISS, MISS, MISS).do("hex", home(p)))
    assert (p.g.counter[home(p)], at_home(p, 0)) == (1, 4)
    p, _ = armed(scenario, BIOCHEMICAL)
    finish(p.jump(frames.WMD).dice(FAR, HIT, HIT, MISS).do("hex", home(p)))
    assert (p.g.counter[home(p)], at_home(p, 0)) == (3, 2)
    assert p.g.destroyed[home(p)] == 0
    assert_cubes_kept(p)


@BOTH
def test_a_graviton_rocket_destroys_the_home_planet(scenario: str) -> None:
    """Edge of Extinction, line 744: with its Population and resources; ships in the hex stay."""
    p = shatter_home(scenario)
    assert p.g.destroyed[home(p)] == 1
    assert (at_home(p, 0), p.g.counter[home(p)]) == (0, 0)
    assert ships_on_map(p, 0) == 1
    assert_cubes_kept(p)


@BOTH
def test_a_graviton_rocket_that_misses_does_nothing(scenario: str) -> None:
    """Edge of Extinction, lines 741-744: distance and damage are rolled as ever."""
    for dice in ((1,), (FAR, MISS, MISS)):
        p, _ = armed(scenario, GRAVITON)
        finish(p.jump(frames.WMD).dice(*dice, UNUSED).do("hex", home(p)))
        assert p.g.scripted_count == 1
        assert (p.g.destroyed[home(p)], at_home(p, 0)) == (0, 4)


@BOTH
def test_a_destroyed_home_does_not_grow(scenario: str) -> None:
    """our ruling on Edge of Extinction, line 744: neither in Upkeep nor by a card."""
    p = shatter_home(scenario)
    supply = int(p.g.supply[0])
    finish(p.jump(frames.UPKEEP))
    assert (at_home(p, 0), p.g.supply[0]) == (0, supply)
    run_effects(p, row("grow", "each", 2))
    assert (at_home(p, 0), p.g.supply[0]) == (0, supply)
    assert_cubes_kept(p)


@BOTH
def test_nothing_lands_on_a_destroyed_home(scenario: str) -> None:
    """our ruling on Edge of Extinction, line 744: there is no planet any more."""
    p = shatter_home(scenario)
    p.remove_ships()
    carrier = p.place_ship(0, BATTLE_CARRIER, home(p), cargo=2)
    assert stand_still(p).finished, "nobody is asked to deploy"
    assert (p.g.ship_cargo[0, carrier], at_home(p, 0)) == (2, 0)


@BOTH
def test_ships_are_built_where_home_was(scenario: str) -> None:
    """our ruling on Edge of Extinction, line 744: in the hex, planet or not."""
    p = own(shatter_home(scenario), 0, 50, 9, 9)
    before = ships_on_map(p, 0)
    finish(perform(p, 0, v.BUILD).do("ship_class", FIGHTER))
    assert ships_on_map(p, 0) == before + 1
    assert set(p.g.ship_hex[0, p.g.ship_hex[0] >= 0]) == {home(p)}


# One Conquest Stage ---------------------------------------------------------------------------------------------------


@BOTH
def test_one_conquest_stage_a_turn(scenario: str) -> None:
    """Edge of Extinction, lines 749-751: the next turn follows after a single stage."""
    p = empty(scenario)
    p.settle(home(p), 0, 3)
    raider = p.place_ship(0, DARK_RAIDER, home(p))
    finish(p.jump(frames.UPKEEP))
    assert p.g.conquests == 1
    p.g.turn = 1
    from_stage(p, turn.WMD)
    stages = 0
    while p.g.turn == 1:
        stages += p.decision == "move"
        p.default()
    assert stages == 1
    assert p.g.ship_hex[0, raider] == home(p)


def test_a_card_may_bring_another_stage() -> None:
    """Edge of Extinction, lines 430-432 and 749: what a card says goes before the rule, for its turn alone."""
    p = own(empty(BORDERS), 0, 50)
    finish(p.jump(frames.UPKEEP))
    finish(stack_deck(p, "sudden_offensive", "open_academies", "common_parts").jump(frames.COUNCIL))
    assert p.g.conquests == 2
    finish(p.jump(frames.UPKEEP))
    assert p.g.conquests == 1


# Movement -------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("drive", "hexes"),
    [((), 1), (("fusion_drive",), 2), (("antigravity_drive",), 3)],
    ids=["nuclear", "fusion", "anti"],
)
def test_ships_move_as_far_as_their_drive(scenario: str, drive: tuple[str, ...], hexes: int) -> None:
    """Edge of Extinction, lines 755-757: one hex, two or three, or fewer."""
    p = empty(scenario).equip(0, FIGHTER, *drive)
    ship = p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.MOVEMENT)
    for step in range(hexes):
        assert movers(p) == {ship}
        assert ("pass",) in p.legal(), "up to, not exactly"
        go(p, ship, neighbours(p, CENTRE)[0] if step % 2 == 0 else CENTRE)
    assert p.finished


@BOTH
def test_ships_move_in_any_order_and_take_turns(scenario: str) -> None:
    """Edge of Extinction, lines 755-757: a ship that has begun to move may go on when others have moved."""
    p = empty(scenario).equip(0, FIGHTER, "antigravity_drive").equip(0, DARK_RAIDER, "fusion_drive")
    fighter, raider = p.place_ship(0, FIGHTER, CENTRE), p.place_ship(0, DARK_RAIDER, CENTRE)
    cruiser = p.place_ship(0, WAR_CRUISER, CENTRE)
    away = neighbours(p, CENTRE)[0]
    p.jump(frames.MOVEMENT)
    assert movers(p) == {fighter, raider, cruiser}
    go(p, raider, away)
    go(p, fighter, away)
    go(p, cruiser, away)
    assert movers(p) == {fighter, raider}
    go(p, fighter, CENTRE)
    go(p, raider, CENTRE)
    assert movers(p) == {fighter}
    go(p, fighter, away)
    assert p.finished
    assert [int(p.g.ship_hex[0, s]) for s in (fighter, raider, cruiser)] == [away, CENTRE, away]


@BOTH
def test_ships_need_not_move(scenario: str) -> None:
    """Edge of Extinction, lines 755-758: the player may."""
    p = empty(scenario)
    ship = p.place_ship(0, FIGHTER, home(p))
    assert p.jump(frames.MOVEMENT).decline().finished
    assert p.g.ship_hex[0, ship] == home(p)


def test_hyperspace_leads_anywhere() -> None:
    """Edge of Extinction, lines 757-758: any number of hexes."""
    p = empty(VOID).equip(0, FIGHTER, "hyperspace_drive")
    ship = p.place_ship(0, FIGHTER, home(p))
    p.jump(frames.MOVEMENT).do("ship", ship)
    assert p.legal() == {("hex", h) for h in range(p.t.hexes) if h != home(p)}
    far = max(range(p.t.hexes), key=lambda h: int(p.t.distance[home(p), h]))
    assert p.do("hex", far).finished
    assert p.g.ship_hex[0, ship] == far


# Population -----------------------------------------------------------------------------------------------------------


@BOTH
def test_population_travels_on_ships_as_ever(scenario: str) -> None:
    """Edge of Extinction, lines 753 and 780: mounted at one planet, deployed at another in the same stage."""
    p = empty(scenario)
    p.settle(home(p), 0, 5)
    carrier = p.place_ship(0, BATTLE_CARRIER, home(p))
    target = planet_at(p, "lyra")
    p.jump(frames.CONQUEST)
    assert p.do("mount", carrier, 2).decision == "move"
    go(p, carrier, target)
    while p.decision == "move":
        p.decline()
    for _ in range(2):
        assert p.decision == "deploy"
        p.do("deploy", carrier)
    finish(p.decline())
    assert (at_home(p, 0), p.g.population[target, 0], p.g.ship_cargo[0, carrier]) == (2, 2, 1)
    assert_cubes_kept(p)


@BOTH
@pytest.mark.parametrize(
    ("technologies", "die", "lands"), [((), 1, False), ((), 6, True), (("landing_maneuvers",), 1, True)]
)
def test_moons_are_as_ever(scenario: str, technologies: tuple[str, ...], die: int, lands: bool) -> None:
    """Edge of Extinction, line 780: a cube must descend to a planet with moons, unless Landing Maneuvers are known."""
    p = empty(scenario).learn(0, *technologies)
    lyra = planet_at(p, "lyra")
    p.g.planet[lyra] = p.index("planets", "meridia")
    carrier = p.place_ship(0, BATTLE_CARRIER, lyra, cargo=1)
    p.dice(die)
    stand_still(p).do("deploy", carrier)
    assert p.g.population[lyra, 0] == (1 if lands else 0)


@BOTH
def test_civilian_ships_work_as_ever(scenario: str) -> None:
    """Edge of Extinction, line 760: after movement, between planets with own Population."""
    p = empty(scenario).learn(0, "civilian_ships")
    lyra, getica = planet_at(p, "lyra"), planet_at(p, "getica")
    p.settle(lyra, 0, 2).settle(getica, 0, 1)
    p.place_ship(0, FIGHTER, CENTRE)
    p.jump(frames.CONQUEST)
    assert p.decision == "move"
    p.decline()
    assert p.decision == "civilian_from"
    p.do("hex", lyra)
    finish(p)
    assert (p.g.population[lyra, 0], p.g.population[getica, 0]) == (1, 2)


# Detection ------------------------------------------------------------------------------------------------------------


def hidden(scenario: str, technology: str = "cloaking") -> tuple[Position, int]:
    """A cloaked Fighter that beats the weakest Resistance ship in its hex, and another one elsewhere."""
    p = empty(scenario).learn(0, technology).equip(0, FIGHTER, SIX)
    hexagon = planet_at(p, "auriga")
    guard(p, hexagon, 1)
    top_cards(p, (1, 1, 0))
    if scenario == VOID:
        no_foe_cards(p)
    p.place_ship(0, FIGHTER, hexagon)
    p.place_ship(0, FIGHTER, home(p))
    return p.dice(*[HIT] * 6, MISS), hexagon


def without_radar(p: Position) -> Position:
    """The NPC has no Radar."""

    def forget(t: Any) -> None:
        t.npc_radar = 0

    return change_tables(p, forget)


@BOTH
@pytest.mark.parametrize("uncloaks", [True, False])
def test_the_player_may_uncloak(scenario: str, uncloaks: bool) -> None:
    """Edge of Extinction, line 763: ships that show themselves fight, others do not."""
    p, hexagon = hidden(scenario)
    stand_still(without_radar(p))
    assert (p.decision, p.g.focus_hex) == ("uncloak", hexagon)
    finish(p.do("uncloak") if uncloaks else p.decline())
    assert guards(p, hexagon) == ([] if uncloaks else [1])


def test_radar_of_the_npc_uncloaks_all_ships() -> None:
    """Edge of Extinction, lines 764-765: wherever they are, whatever the player wants."""
    p, hexagon = hidden(VOID)
    stand_still(p)
    assert p.decision == "uncloak"
    assert p.g.cloaked[0, hexagon] == p.g.cloaked[0, home(p)] == 1
    finish(p.decline())
    assert not p.g.cloaked[0].any(), "also where no Resistance is"
    assert guards(p, hexagon) == [], "they have fought"


def test_advanced_cloaking_is_proof_against_it() -> None:
    """Edge of Extinction, lines 766-767: such ships stay cloaked, and may uncloak."""
    p, hexagon = hidden(VOID, "advanced_cloaking")
    finish(stand_still(p).decline())
    assert p.g.cloaked[0, hexagon] == p.g.cloaked[0, home(p)] == 1
    assert guards(p, hexagon) == [1]
    p, hexagon = hidden(VOID, "advanced_cloaking")
    finish(stand_still(p).do("uncloak"))
    assert guards(p, hexagon) == []


def test_both_kinds_of_cloaking_are_as_good_as_the_better() -> None:
    """Edge of Extinction, lines 766-767: Cloaking does not give Advanced Cloaking away."""
    p, hexagon = hidden(VOID, "advanced_cloaking")
    p.learn(0, "cloaking").refresh()
    finish(stand_still(p).decline())
    assert guards(p, hexagon) == [1]


def test_the_npc_of_the_first_scenario_has_no_radar() -> None:
    """Edge of Extinction, lines 764-765: only where the scenario says so; ships that a card cloaks stay so."""
    p, hexagon = hidden(BORDERS, "landing_maneuvers")
    enact(p, "stealth_protocol").refresh()
    p.dice(*[HIT] * 6, MISS)
    stand_still(p)
    assert p.decision == "uncloak"
    finish(p.decline())
    assert guards(p, hexagon) == [1]


@pytest.mark.parametrize(
    ("scenario", "technology"), [(BORDERS, "cloaking"), (VOID, "cloaking"), (VOID, "advanced_cloaking")]
)
def test_ships_stay_cloaked_in_the_last_turn(scenario: str, technology: str) -> None:
    """Edge of Extinction, line 768: nothing uncloaks by itself."""
    p, hexagon = hidden(scenario, technology)
    p.settle(home(p), 0, 2)
    last_conquest(without_radar(p))
    while p.decision in ("mount", "move"):
        p.decline()
    assert p.decision == "uncloak"
    p.decline()
    while not p.g.over:
        p.default()
    assert guards(p, hexagon) == [1]
    assert ships_on_map(p, 0) == 2


def test_radar_works_in_the_last_turn_too() -> None:
    """Edge of Extinction, lines 764-768: what does not happen by itself the NPC still does."""
    p, hexagon = hidden(VOID)
    p.settle(home(p), 0, 2)
    last_conquest(p)
    while not p.g.over:
        p.default()
    assert guards(p, hexagon) == []


# The Resistance's combat card -----------------------------------------------------------------------------------------


def battle(*levels: int, dice: int = 1, shield: int = 3, scenario: str = VOID) -> tuple[Position, int, int]:
    """A War Cruiser meets Resistance ships of these levels, whose cards have the values of LEVELS; no combat cards."""
    p = empty(scenario)
    hexagon = planet_at(p, "auriga")
    guard(p, hexagon, *levels)
    top_cards(p, *((level, *LEVELS[level]) for level in sorted(levels)))
    if scenario == VOID:
        no_foe_cards(p)
    return p, hexagon, warship(p, 0, hexagon, dice, shield)


def fight(p: Position, hexagon: int, *dice: int) -> Position:
    """Begin the combat; the player's dice come first."""
    return p.dice(*dice).jump(frames.COMBAT, hex=hexagon, lone=0)


def resolved(p: Position) -> list[tuple[int, ...]]:
    """Combat cards resolved since the last decision: side, kind, whether it took effect."""
    return [told_card[:3] for told_card in told(p, log.E_COMBAT_CARD_SHOWN)]


def test_the_top_card_is_played_and_seen_before_the_player_chooses() -> None:
    """Edge of Extinction, lines 774-775: one card, from the top, face up at the beginning of the first round."""
    p, hexagon, _ = battle(3)
    stack_foe_cards(p, TWO, ONE, ONE)
    hold(p, 0, ONE)
    fight(p, hexagon)
    assert p.decision == "combat_card"
    assert p.g.combat_shown[CENTAURIANS] == TWO
    assert p.g.foe_left == 2
    assert (p.g.foe_chosen, set(p.g.foe_offer)) == (-1, {-1}), "there is no second card to choose from"


def test_the_card_is_played_in_the_first_round_only() -> None:
    """Edge of Extinction, lines 774-775: later rounds have none; it is put away with its round."""
    p, hexagon, _ = battle(3)
    write_foe_card(p, TWO, ("dice", "own", 0))
    stack_foe_cards(p, TWO, ONE)
    hold(p, 0, ONE, ONE, ONE)
    fight(p, hexagon)
    for number in (1, 2, 3):
        assert p.decision == "combat_card"
        assert p.g.combat_shown[CENTAURIANS] == (TWO if number == 1 else -1)
        p.dice(*[MISS] * 5).decline()
        assert [side for side, *_ in resolved(p)] == ([CENTAURIANS] if number == 1 else [])
        assert p.g.foe_left == 1
    assert p.g.foe_discard[TWO] == 1


def test_the_card_takes_effect() -> None:
    """Edge of Extinction, lines 774-775: two hits without any die."""
    p, hexagon, ship = battle(1)
    write_foe_card(p, ONE, ("hits", "own", 2))
    stack_foe_cards(p, ONE)
    finish(fight(p, hexagon, HIT, MISS))
    assert damage(p, 0, ship) == 2
    assert guards(p, hexagon) == []


def test_a_card_without_its_requirement_is_shown_for_nothing() -> None:
    """Edge of Extinction, lines 374-375 and 774-775: the top card is played, whether it is of use or not."""
    p, hexagon, ship = battle(1)
    write_foe_card(p, ONE, ("hits", "own", 2), need="ships", amount=2)
    stack_foe_cards(p, ONE)
    finish(fight(p, hexagon, HIT, MISS))
    assert damage(p, 0, ship) == 0


def test_the_cards_are_resolved_by_their_numbers() -> None:
    """Edge of Extinction, lines 308-312 and 774: what the player plays is resolved with it, the lower number first."""
    for own_order, first in ((10, 0), (90, CENTAURIANS)):
        p, hexagon, _ = battle(3)
        write_foe_card(p, TWO, ("dice", "own", 0), order=50)
        write_card(p, ONE, ("dice", "own", 0), order=own_order)
        stack_foe_cards(p, TWO)
        hold(p, 0, ONE, ONE)
        fight(p, hexagon)
        p.dice(*[MISS] * 5).do("combat_card", ONE)
        assert next(side for side, *_ in resolved(p)) == first


def test_every_combat_has_a_card_of_its_own() -> None:
    """Edge of Extinction, lines 774-775: the next combat turns up the next card."""
    p, hexagon, _ = battle(1)
    write_foe_card(p, ONE, ("dice", "own", 0))
    write_foe_card(p, TWO, ("dice", "own", 0))
    stack_foe_cards(p, TWO, ONE)
    finish(fight(p, hexagon, HIT, MISS))
    assert p.g.foe_left == 1
    guard(p, hexagon, 1)
    top_cards(p, (1, 1, 0))
    hold(p, 0, ONE)
    fight(p, hexagon)
    assert p.g.combat_shown[CENTAURIANS] == ONE


def test_one_card_for_all_ships_of_the_resistance() -> None:
    """Edge of Extinction, lines 774-775 and 793-796: a Resistance card for each ship, but one combat card."""
    p, hexagon, _ = battle(1, 1, 2)
    stack_foe_cards(p, *[ONE] * 4)
    hold(p, 0, ONE)
    fight(p, hexagon)
    assert p.g.foe_left == 3


def test_nobody_decides_for_the_npc() -> None:
    """Edge of Extinction, lines 774-778: neither its card nor whom it hits is asked."""
    rng = np.random.default_rng(5)
    asked: Counter[str] = Counter()
    for number in range(4):
        p = empty(VOID, seed=1)
        p.g.rng_counter[PLAY] += 100 * number
        hexagon = planet_at(p, "auriga")
        guard(p, hexagon, 1, 2, 2, 3)
        muster(p, rng, hexagon)
        hold(p, 0, 3, 12, 13, 20)
        p.jump(frames.COMBAT, hex=hexagon, lone=0)
        while not p.finished:
            asked[p.decision] += 1
            assert not p.legal("hit"), "own ships are not the player's to hit"
            p.default()
        assert_cubes_kept(p)
    assert set(asked) <= {"combat_card", "hit", "discard"}
    assert asked["combat_card"]


def test_secure_the_borders_is_fought_without_combat_cards() -> None:
    """Edge of Extinction, lines 859-861: dice alone decide."""
    p, hexagon, ship = battle(2, scenario=BORDERS)
    finish(fight(p, hexagon, MISS, HIT, MISS, HIT, MISS, MISS, HIT, HIT, MISS))
    assert damage(p, 0, ship) == 2
    assert guards(p, hexagon) == []


# Whom the NPC hits ----------------------------------------------------------------------------------------------------


def front(scenario: str = BORDERS) -> tuple[Position, int]:
    """A hex for a battle."""
    p = empty(scenario)
    return p, planet_at(p, "auriga")


def fleet(p: Position) -> dict[int, Ship]:
    """All ships on the map by slot, their cannons and shields counted from the blueprints."""
    found = {}
    for slot in range(p.t.ships):
        if p.g.ship_hex[0, slot] >= 0:
            kind = int(p.t.ship_class[slot])
            strength: Counter[str] = Counter()
            for number, upgrade in enumerate(p.rules.content.upgrades):
                strength[upgrade.sort] += int(p.g.blueprint[0, kind, number]) * upgrade.strength
            needs = strength["shield"] - int(p.g.ship_damage[0, slot]) + 1
            found[slot] = Ship(0, strength["cannon"], needs, int(p.g.ship_cargo[0, slot]), v.SHIP_CLASSES[kind])
    return found


def guns(p: Position) -> int:
    """Dice of all ships on the map."""
    return sum(ship.cannon for ship in fleet(p).values())


def struck(p: Position, hexagon: int, hits: int = 1) -> dict[int, int]:
    """The strongest Resistance ship scores hits in one round and is destroyed; what each ship suffered (lost: 99)."""
    guard(p, hexagon, 3)
    top_cards(p, (3, 6, 4))
    if p.t.eoe:
        no_foe_cards(p)
    there = [ship for ship in range(p.t.ships) if p.g.ship_hex[0, ship] >= 0]
    before = p.g.ship_damage[0].copy()
    total = guns(p.refresh())
    assert total > 4
    finish(p.dice(*roll(5, total), *roll(hits, 6)).jump(frames.COMBAT, hex=hexagon, lone=0))
    assert guards(p, hexagon) == [], "one round"
    found = {}
    for ship in there:
        taken = damage(p, 0, ship)
        change = 99 if taken is None else taken - int(before[ship])
        if change:
            found[ship] = change
    return found


@BOTH
def test_the_most_cannon_dice_are_hit_first(scenario: str) -> None:
    """Edge of Extinction, lines 783-784: before damage, Population and class."""
    p, hexagon = front(scenario)
    warship(p, 0, hexagon, 3, 2, damage=2, cargo=1)
    strong = warship(p, 0, hexagon, 4, 1, kind=DARK_RAIDER)
    assert struck(p, hexagon) == {strong: 1}


@BOTH
def test_then_the_ship_that_needs_least_damage(scenario: str) -> None:
    """Edge of Extinction, lines 785-786: what is left counts, not the shield; before Population and class."""
    p, hexagon = front(scenario)
    warship(p, 0, hexagon, 3, 3, damage=1, cargo=1)
    near = warship(p, 0, hexagon, 3, 6, kind=BATTLE_CARRIER, damage=5)
    assert struck(p, hexagon) == {near: 1}


@BOTH
def test_then_the_ship_with_most_population(scenario: str) -> None:
    """Edge of Extinction, lines 787-788: before the class."""
    p, hexagon = front(scenario)
    warship(p, 0, hexagon, 3, 2, cargo=1)
    loaded = warship(p, 0, hexagon, 3, 2, kind=BATTLE_CARRIER, cargo=2)
    assert struck(p, hexagon) == {loaded: 1}


@BOTH
@pytest.mark.parametrize("first", [0, 1, 2])
def test_then_by_class(scenario: str, first: int) -> None:
    """Edge of Extinction, lines 789-790: War Cruisers, Fighters, Battle Carriers, Dark Raiders."""
    p, hexagon = front(scenario)
    order = (WAR_CRUISER, FIGHTER, BATTLE_CARRIER, DARK_RAIDER)[first:]
    ships = [warship(p, 0, hexagon, 3, 1, kind=kind) for kind in order]
    assert struck(p, hexagon) == {ships[0]: 1}


def test_then_by_chance() -> None:
    """Edge of Extinction, line 791: each of two ships that are alike is hit as often as the other."""
    counts: Counter[int] = Counter()
    for number in range(60):
        p, hexagon = front()
        p.g.rng_counter[PLAY] += 500 * number
        for _ in range(2):
            warship(p, 0, hexagon, 3, 1)
        found = struck(p, hexagon)
        assert list(found.values()) == [1]
        counts.update(found.keys())
    assert len(counts) == 2 and all(18 <= times <= 42 for times in counts.values())


@BOTH
def test_each_hit_is_assigned_anew(scenario: str) -> None:
    """Edge of Extinction, lines 782-786: a ship that was hit needs less, and no hit is wasted on a lost one."""
    p, hexagon = front(scenario)
    strong = warship(p, 0, hexagon, 6, 1)
    weak = warship(p, 0, hexagon, 1, 6, kind=BATTLE_CARRIER)
    assert struck(p, hexagon, 5) == {strong: 99, weak: 3}


def test_hits_against_a_plain_version() -> None:
    """Edge of Extinction, lines 782-791: fleets by chance, and the same rules written plainly."""
    rng = np.random.default_rng(3)
    tried = 0
    while tried < 40:
        p, hexagon = front(SCENARIOS[tried % 2])
        muster(p, rng, hexagon)
        if not 5 <= guns(p) <= 24:
            continue
        tried += 1
        p.g.rng_counter[PLAY] += 1000 * tried
        hits = int(rng.integers(7))
        before = fleet(p)
        suffer(list(before.values()), hits)
        struck(p, hexagon, hits)
        after = fleet(p)
        lost = [(ship.cannon, 0, ship.population, ship.name) for slot, ship in before.items() if slot not in after]
        found = Counter([*lost, *(ship.told() for ship in after.values())])
        assert found == Counter(ship.told() for ship in before.values()), "which of two that are tied does not matter"


# Several Resistance ships in a hex ------------------------------------------------------------------------------------


def revealed(p: Position) -> list[int]:
    """Levels of the Resistance cards revealed since the last decision."""
    return [int(p.t.resistance_level[told_card[1]]) for told_card in told(p, log.E_FOE_REVEALED)]


def owned(p: Position) -> list[int]:
    """Resistance cards the player keeps."""
    return [card for card in range(p.t.resistance_cards) if p.g.resistance_owner[card] == 0]


@BOTH
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_ship_alone_has_one_card(scenario: str, level: int) -> None:
    """Edge of Extinction, lines 770 and 793-796: of its own level; the card is kept by who beats it."""
    p, hexagon, _ = battle(level, dice=6, scenario=scenario)
    (card,) = top_cards(p, (level, *LEVELS[level]))
    left = p.g.resistance_left.copy()
    fight(p, hexagon, *[HIT] * 6, *[MISS] * LEVELS[level][0])
    assert revealed(p) == [level]
    finish(p)
    assert owned(p) == [card]
    assert guards(p, hexagon) == []
    left[level - 1] -= 1
    assert p.g.resistance_left.tolist() == left.tolist()


@pytest.mark.parametrize("levels", [(1, 1), (1, 2), (1, 1, 2), (2, 2, 3), (1, 1, 2, 3)])
def test_a_card_for_each_ship(levels: tuple[int, ...]) -> None:
    """Edge of Extinction, lines 794-796: as many cards as ships, each from the deck of its level."""
    p, hexagon, _ = battle(*levels)
    hold(p, 0, ONE)
    fight(p, hexagon)
    assert revealed(p) == list(levels)
    assert [int(p.t.resistance_level[card]) for card in p.g.foe_card if card >= 0] == list(levels)


def test_all_of_them_shoot() -> None:
    """Edge of Extinction, lines 793-796: every ship rolls the dice of its card."""
    p, hexagon, _ = battle(1, 1, 2, 3)
    hold(p, 0, ONE)
    fight(p, hexagon)
    p.dice(*[MISS] * 9, UNUSED).decline()
    assert next(line for line in told(p, log.E_ROLLED) if line[0] == CENTAURIANS)[1] == 1 + 1 + 2 + 4


def test_who_beats_all_keeps_all_cards() -> None:
    """Edge of Extinction, lines 796-799: none is left, and every card is the player's."""
    p, hexagon, ship = battle(1, 1, 2, dice=6)
    cards = top_cards(p, (1, 1, 0), (1, 1, 0), (2, 2, 1))
    fight(p, hexagon, *[HIT] * 4, MISS, MISS, *[MISS] * 4)
    while p.decision == "hit":
        p.do("hit_foe", min(p.legal("hit_foe"))[0])
    assert p.finished
    assert guards(p, hexagon) == []
    assert sorted(owned(p)) == sorted(cards)
    assert damage(p, 0, ship) == 0


def test_ships_destroyed_on_the_way_shoot_no_more() -> None:
    """Edge of Extinction, lines 793-799: all fight in one combat, round by round, until all are beaten."""
    p, hexagon, _ = battle(1, 1, dice=1)
    fight(p, hexagon, HIT, MISS, MISS, HIT, MISS, UNUSED)
    while p.decision == "hit":
        p.do("hit_foe", min(p.legal("hit_foe"))[0])
    assert p.finished and guards(p, hexagon) == []
    assert p.g.scripted_count == 1
    assert len(owned(p)) == 2


def lost_battle() -> tuple[Position, int, list[int]]:
    """The player's ship destroys one of level I, damages one of level II and is lost; another of level I is whole."""
    p, hexagon, _ = battle(1, 1, 2, dice=2, shield=0)
    cards = top_cards(p, (1, 1, 0), (1, 1, 0), (2, 2, 1))
    fight(p, hexagon, HIT, HIT, HIT, MISS, MISS, MISS)
    assert p.decision == "hit"
    p.do("hit_foe", 0).do("hit_foe", 2)
    assert p.finished
    assert ships_on_map(p, 0) == 0
    return p, hexagon, cards


def test_who_is_beaten_keeps_no_card() -> None:
    """Edge of Extinction, lines 796-799: all cards go under their decks, those of destroyed ships as well."""
    p, _, cards = lost_battle()
    assert owned(p) == []
    assert set(deck_of(p, 1)[:2]) == set(cards[:2])
    assert deck_of(p, 2)[0] == cards[2]
    assert all(p.g.resistance_owner[card] == IN_DECK for card in cards)
    whole = [sum(p.t.resistance_level[card] == level for card in range(p.t.resistance_cards)) for level in (1, 2, 3)]
    assert [len(deck_of(p, level)) for level in (1, 2, 3)] == whole


def test_destroyed_ships_are_gone_even_if_the_battle_is_lost() -> None:
    """our ruling on Edge of Extinction, lines 796-799: the others hold the hex."""
    p, hexagon, _ = lost_battle()
    assert guards(p, hexagon) == [1, 2]


def test_survivors_of_the_resistance_are_as_new() -> None:
    """our ruling on Edge of Extinction, lines 796-799: damage is forgotten, and new cards are drawn."""
    p, hexagon, _ = lost_battle()
    assert not p.g.foe_damage.any()
    weak, strong = top_cards(p, (1, 1, 0), (2, 2, 1))
    warship(p, 0, hexagon, 2, 3)
    hold(p, 0, ONE)
    fight(p, hexagon)
    assert revealed(p) == [1, 2]
    p.dice(HIT, HIT, MISS, MISS, MISS).decline().do("hit_foe", 0)
    assert p.decision == "combat_card", "the second round"
    assert [card for _, card, *_ in told(p, log.E_FOE_DESTROYED)] == [weak]
    assert p.g.foe_card[1] == strong and p.g.foe_damage[1] == 1, "one damage is not enough"


def test_a_battle_that_is_broken_off_counts_as_lost() -> None:
    """our ruling on Edge of Extinction, lines 796-799: who retreats has not defeated all."""
    p, hexagon, ship = battle(1, 2, dice=1)
    cards = top_cards(p, (1, 1, 0), (2, 2, 1))
    write_card(p, ONE, ("retreat", "own", 1))
    hold(p, 0, ONE)
    fight(p, hexagon)
    assert p.decision == "combat_card"
    p.dice(HIT, MISS, MISS, MISS).decline()
    p.do("hit_foe", 0)
    assert p.decision == "combat_card"
    finish(p.do("combat_card", ONE))
    assert p.g.ship_hex[0, ship] >= 0
    assert guards(p, hexagon) == [2]
    assert owned(p) == []
    assert (deck_of(p, 1)[0], deck_of(p, 2)[0]) == (cards[0], cards[1])


def test_where_both_sides_fall_nobody_keeps_a_card() -> None:
    """our ruling on Edge of Extinction, lines 796-799: the hex is free, and the cards go under their decks."""
    p, hexagon, _ = battle(1, 1, dice=2, shield=0)
    cards = top_cards(p, (1, 1, 0), (1, 1, 0))
    fight(p, hexagon, HIT, HIT, HIT, MISS)
    p.do("hit_foe", 0)
    finish(p)
    assert ships_on_map(p, 0) == 0
    assert guards(p, hexagon) == []
    assert owned(p) == []
    assert set(deck_of(p, 1)[:2]) == set(cards)


@BOTH
def test_a_lone_ship_that_wins_stays(scenario: str) -> None:
    """Edge of Extinction, lines 770-772 and 796-799: as with several players, its card goes under the deck."""
    p, hexagon, _ = battle(2, dice=1, shield=0, scenario=scenario)
    (card,) = top_cards(p, (2, 2, 1))
    finish(fight(p, hexagon, HIT, HIT, MISS))
    assert ships_on_map(p, 0) == 0
    assert guards(p, hexagon) == [2]
    assert (owned(p), deck_of(p, 2)[0]) == ([], card)


# The stage as a whole -------------------------------------------------------------------------------------------------


@BOTH
def test_every_hex_with_the_resistance_is_fought_for(scenario: str) -> None:
    """Edge of Extinction, line 770: wherever visible ships meet it, and nowhere else."""
    p = empty(scenario).equip(0, FIGHTER, SIX, ARMOUR)
    here, there, nobody = (planet_at(p, name) for name in ("auriga", "borea", "lyra"))
    for hexagon in (here, there, nobody):
        guard(p, hexagon, 1)
    if scenario == VOID:
        no_foe_cards(p)
    p.place_ship(0, FIGHTER, here)
    p.place_ship(0, FIGHTER, there)
    p.place_ship(0, BATTLE_CARRIER, home(p))
    top_cards(p, (1, 1, 0), (1, 1, 0))
    p.dice(*[HIT] * 6, MISS, *[HIT] * 6, MISS)
    finish(stand_still(p))
    assert [guards(p, hexagon) for hexagon in (here, there, nobody)] == [[], [], [1]]
    assert len(owned(p)) == 2


def test_the_player_decides_the_order_of_battles() -> None:
    """Edge of Extinction, line 293: whoever holds the office, alone there is nobody else to decide."""
    for place in (0, 5):
        p = no_foe_cards(empty(VOID)).equip(0, FIGHTER, SIX)
        p.g.office = place
        hexes = sorted((planet_at(p, "lyra"), planet_at(p, "getica")))
        for hexagon in hexes:
            guard(p, hexagon, 1)
            p.place_ship(0, FIGHTER, hexagon)
        stand_still(p)
        assert (p.decision, p.actor) == ("battle", 0)
        assert p.legal() == {("hex", h) for h in hexes}
        p.do("hex", hexes[1])
        begun = [hexagon for hexagon, *_ in told(p, log.E_COMBAT_BEGINS)]
        while not p.finished:
            p.default()
            begun += [hexagon for hexagon, *_ in told(p, log.E_COMBAT_BEGINS)]
        assert begun == hexes[::-1]


def test_a_decoy_is_hit_before_the_targeting_rules_choose() -> None:
    """Edge of Extinction, lines 430-432: Basic Tactics holds alone, too."""
    for named in (False, True):
        p = no_foe_cards(empty(VOID)).learn(0, "basic_tactics").equip(0, FIGHTER, SIX).equip(0, BATTLE_CARRIER)
        lyra = planet_at(p, "lyra")
        guard(p, lyra, 1)
        top_cards(p, (1, 1, 0))
        fighter, carrier = (p.place_ship(0, c, lyra) for c in (FIGHTER, BATTLE_CARRIER))
        p.jump(frames.COMBAT, hex=lyra, lone=0)
        assert (p.decision, p.actor) == ("decoy", 0)
        p.dice(*[MISS] * 6, HIT, *[HIT] * 6, MISS)
        if named:
            p.do("ship", carrier)
        else:
            p.decline()
        lost = [ship for _, ship, *_ in told(p, log.E_SHIP_DESTROYED)]
        assert lost[0] == (carrier if named else fighter)


@pytest.mark.parametrize(("hits", "on"), [(3, (2, 1)), (4, (3, 1)), (5, (3, 2)), (7, (3, 3))])
def test_hits_beyond_what_destroys_all_ships_go_by_the_targeting_rules(hits: int, on: tuple[int, int]) -> None:
    """Edge of Extinction, lines 385-398 and 782-791: first ships that would survive, then the most cannon dice again.

    One hit destroys each ship, and two can be cancelled: three make sure of a ship.
    """
    p = no_foe_cards(empty(VOID)).equip(0, FIGHTER, SIX).equip(0, BATTLE_CARRIER)
    write_card(p, ONE, ("absorb", "own", 2))
    hold(p, 0, ONE)
    lyra = planet_at(p, "lyra")
    guard(p, lyra, 1)
    top_cards(p, (1, 1, 0))
    ships = [p.place_ship(0, c, lyra) for c in (FIGHTER, BATTLE_CARRIER)]
    p.jump(frames.COMBAT, hex=lyra, lone=0)
    change_tables(p, lambda t: t.resistance_dice.__setitem__(slice(None), hits))
    p.dice(*[MISS] * 6, *[HIT] * hits).do("combat_card", ONE)
    assert (p.decision, p.actor) == ("cancel_hit", 0)
    assert tuple(p.g.hits[0, ships]) == on


@pytest.mark.parametrize(
    ("absorbed", "hits", "left"),
    [
        (1, (1, 0, 1), (0, 0, 1)),  # a ship is saved rather than damage on one that bears it
        (1, (1, 2, 2), (-1, -1, 1)),  # the one worth more VP
        (2, (1, 0, 2), (0, 0, 1)),
        (9, (1, 2, 2), (0, 0, 0)),
    ],
)
def test_hits_on_the_npc_are_cancelled_where_that_favours_it(
    absorbed: int, hits: tuple[int, ...], left: tuple[int, ...]
) -> None:
    """Edge of Extinction, lines 774-776: nobody decides for it; damage on three ships, -1 for one that is lost."""
    p, hexagon, _ = battle(1, 1, 2, dice=6)
    top_cards(p, (1, 1, 0), (1, 1, 0), (2, 2, 1))
    write_foe_card(p, ONE, ("absorb", "own", absorbed))
    hold(stack_foe_cards(p, ONE), 0, TWO)
    fight(p, hexagon)
    rolled = [HIT] * sum(hits) + [MISS] * (6 - sum(hits))
    p.dice(*rolled, *[MISS] * 4).decline()
    for foe, count in enumerate(hits):
        for _ in range(count):
            if p.decision == "hit":
                p.do("hit_foe", foe)
    assert p.decision == "combat_card", "the next round"
    shields = [int(p.t.resistance_shield[p.g.foe_card[foe]]) for foe in range(3)]
    found = [int(p.g.foe_damage[foe]) for foe in range(3)]
    assert tuple(-1 if d > s else d for d, s in zip(found, shields, strict=True)) == left


@BOTH
def test_population_lands_where_the_resistance_is_beaten(scenario: str) -> None:
    """Edge of Extinction, lines 770-780: combat comes before deployment."""
    p = empty(scenario).equip(0, BATTLE_CARRIER, SIX, SHIELD)
    hexagon = planet_at(p, "auriga")
    guard(p, hexagon, 1)
    if scenario == VOID:
        no_foe_cards(p)
    carrier = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=1)
    top_cards(p, (1, 1, 0))
    p.dice(*[HIT] * 6, MISS)
    stand_still(p)
    assert p.decision == "deploy"
    assert guards(p, hexagon) == []
    finish(p.do("deploy", carrier))
    assert p.g.population[hexagon, 0] == 1


@BOTH
def test_an_unarmed_ship_is_lost_to_the_resistance(scenario: str) -> None:
    """Edge of Extinction, lines 770-772: a combat lasts until one side is left."""
    p = empty(scenario).equip(0, DARK_RAIDER)
    hexagon = planet_at(p, "auriga")
    guard(p, hexagon, 1)
    if scenario == VOID:
        no_foe_cards(p)
    p.place_ship(0, DARK_RAIDER, hexagon)
    top_cards(p, (1, 1, 0))
    p.dice(MISS, MISS, HIT)
    finish(stand_still(p))
    assert ships_on_map(p, 0) == 0
    assert guards(p, hexagon) == [1]


def test_guns_of_the_player_are_assigned_by_the_player() -> None:
    """Edge of Extinction, lines 387-389 and 770-772: hit by hit, on any Resistance ship not doomed yet."""
    p, hexagon, _ = battle(1, 2, 2, dice=3)
    hold(p, 0, ONE)
    fight(p, hexagon)
    p.dice(HIT, HIT, HIT, *[MISS] * 5).decline()
    assert p.decision == "hit"
    assert p.legal() == {("hit_foe", 0), ("hit_foe", 1), ("hit_foe", 2)}
    p.do("hit_foe", 0)
    assert p.legal() == {("hit_foe", 1), ("hit_foe", 2)}, "one hit dooms the ship of level I"
    p.do("hit_foe", 2).do("hit_foe", 2)
    assert p.decision == "combat_card"
    assert p.g.foe_damage[:3].tolist() == [1, 0, 2]
