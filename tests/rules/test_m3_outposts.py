"""Event Horizon, module M3: Centaurian Outposts on the planets."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import FAMILY_NUMBERS, Position
from tests.rules.early import at_home, cp, empty_supply, enact, own, perform, seat, technology, upkeep
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    EVERY_COUNT,
    FIGHTER,
    WAR_CRUISER,
    assert_cubes_kept,
    end_game,
    finish,
    neighbours,
    ordinary_planets,
    planet_with,
    ships_on_map,
)

HIT, MISS = 5, 1
NONE, BLANK, ONE, TWO = range(4)  # what lies on a planet
LEVELS = {ONE: 1, TWO: 2}
TOKENS = {BLANK: 10, ONE: 14, TWO: 12}
CARDS = {1: 28, 2: 24}
CLOAKING, DICE, PERIMETER, TARGETING = (
    "surface_cloaking",
    "infrastructure",
    "perimeter_defense_system",
    "quantum_targeting",
)
OURS = ("M3",)
SETUP = {"planet_type", "planet_space", "look", "barrier", "leader", "start_technology"}
MAPS = ("standard", "minimal", "large")
GRAVITON = 2


# Scenes ---------------------------------------------------------------------------------------------------------------


def begun(seed: int = 1, modules: tuple[str, ...] = OURS, **config: Any) -> Position:
    """A game whose setup is over, every choice declined or the first taken."""
    p = Position(seed, modules=modules, **config)
    while p.decision in SETUP:
        p.default()
    return p


def token(p: Position, hexagon: int, kind: int, up: bool = True) -> Position:
    """A token on a planet."""
    p.g.outpost[hexagon] = kind
    p.g.outpost_there[hexagon] = int(kind != NONE)
    p.g.outpost_up[hexagon] = int(kind != NONE and up)
    return p


def no_tokens(p: Position) -> Position:
    """Nothing on any planet."""
    for hexagon in range(p.t.hexes):
        token(p, hexagon, NONE)
    return p


def bare(modules: tuple[str, ...] = OURS, players: int = 2, **config: Any) -> Position:
    """A map without ships and tokens; players sit in the order of their numbers."""
    p = begun(modules=modules, players=players, **config)
    p.remove_ships()
    p.g.resistance[:] = 0
    return no_tokens(seat(p, *range(players)))


def stand(kind: int, *cubes: int, modules: tuple[str, ...] = OURS, **config: Any) -> tuple[Position, int]:
    """A face-up Outpost on a planet with so many cubes of players 0, 1, and so on."""
    p = bare(modules, players=max(2, len(cubes)), **config)
    hexagon = planet_with(p, moons=False)
    for player, count in enumerate(cubes):
        p.settle(hexagon, player, count)
    return token(p, hexagon, kind), hexagon


def combat(p: Position) -> Position:
    """The Outpost Combat step."""
    return p.jump(frames.OUTPOSTS)


def lies(p: Position, hexagon: int) -> tuple[int, int, int]:
    """What lies on a planet: kind, whether there is a token, whether it is face up."""
    return int(p.g.outpost[hexagon]), int(p.g.outpost_there[hexagon]), int(p.g.outpost_up[hexagon])


GONE = (NONE, 0, 0)


def population(p: Position, hexagon: int) -> list[int]:
    """Cubes of each player on a planet."""
    return [int(x) for x in p.g.population[hexagon, : p.t.players]]


def held(p: Position, player: int) -> dict[int, int]:
    """Outpost cards of a player: kind and how many."""
    return {kind: int(n) for kind, n in enumerate(p.g.outpost_held[player]) if n}


def rolled(p: Position, fixed: int) -> int:
    """Dice rolled out of so many fixed ones."""
    return fixed - int(p.g.scripted_count)


def attack_dice(p: Position) -> int:
    """Dice the actor attacks with, told by an attack in which every die hits."""
    p.dice(*[6] * 30).do("attack", 0)
    return rolled(p, 30)


def wins(p: Position, hexagon: int, *dice: int) -> bool:
    """Attack with these dice; a counter-attack misses. Whether the Outpost is gone."""
    assert p.decision == "outpost"
    p.dice(*dice, *[MISS] * 6).do("attack", 0)
    assert (lies(p, hexagon) == GONE) == bool(held(p, 0))
    return lies(p, hexagon) == GONE


def over(p: Position, hexagon: int, *cargo: int) -> list[int]:
    """Loaded Battle Carriers of players 0, 1, and so on over a planet, at the deploy step; tells the ships."""
    ships = [p.place_ship(player, BATTLE_CARRIER, hexagon, cargo=cubes) for player, cubes in enumerate(cargo)]
    p.jump(frames.CONQUEST)
    while not p.finished and p.decision != "deploy":
        p.default()
    return ships


def tokens_on(p: Position) -> Counter[int]:
    """Tokens on the map by kind."""
    return Counter(int(x) for x in p.g.outpost[: p.t.hexes] if x)


def tokens_off(p: Position) -> Counter[int]:
    """Tokens that are not on the map by kind."""
    return Counter(int(x) for x in p.g.outpost_pile[: p.g.outpost_pile_left])


def decks(p: Position) -> list[Counter[int]]:
    """Cards in the two decks by kind."""
    return [Counter(int(x) for x in p.g.outpost_deck[level, : p.g.outpost_left[level]]) for level in range(2)]


def plain_gains(p: Position) -> dict[int, list[int]]:
    """Cards that give nothing but resources to their owner, and what they give: CP, Axinium, Phasium, VP."""
    found = {}
    for kind, card in enumerate(p.rules.content.outpost_cards):
        if all((e.do, e.c, e.condition, e.option) == ("gain", 0, "always", 0) for e in card.effects):
            found[kind] = [sum(e.b for e in card.effects if e.a == resource) for resource in range(4)]
    assert found
    return found


def cp_card(p: Position) -> tuple[int, int]:
    """A card that gives CP, perhaps with minerals, and how many CP."""
    return next((kind, gains[0]) for kind, gains in plain_gains(p).items() if gains[0] and not gains[3])


# Components and setup -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", MAPS)
def test_thirty_six_tokens(players: int, size: str) -> None:
    """Event Horizon, lines 290-293: 10 blank, 14 of level 1, 12 of level 2; each lies on a planet or aside."""
    p = Position(players=players, modules=OURS, map=size)
    assert tokens_on(p) + tokens_off(p) == Counter(TOKENS)
    assert sum(TOKENS.values()) == 36


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_two_decks_of_cards(players: int) -> None:
    """Event Horizon, lines 294-295 and 1758-1760: 28 cards of level 1, 24 of level 2, in decks of their own."""
    p = Position(players=players, modules=OURS)
    cards = p.rules.content.outpost_cards
    for level, count in CARDS.items():
        printed = Counter({kind: card.copies for kind, card in enumerate(cards) if card.level == level})
        assert printed.total() == count
        assert decks(p)[level - 1] == printed
    assert not p.g.outpost_held.any()


def test_the_decks_are_never_empty_where_there_is_a_token() -> None:
    """Event Horizon, lines 292-295: there are more cards of a level than tokens."""
    assert CARDS[1] >= TOKENS[ONE] and CARDS[2] >= TOKENS[TWO]
    p = Position(modules=OURS)
    assert [int(x) for x in p.g.outpost_left] == [CARDS[1], CARDS[2]]


def test_every_card_has_a_bonus_and_vp() -> None:
    """Event Horizon, lines 371-373: each can be discarded for something, or kept for VP."""
    for card in Position(modules=OURS).rules.content.outpost_cards:
        assert card.effects, card.id
        assert card.vp > 0, card.id
        assert card.copies > 0 and card.level in (1, 2), card.id


def test_four_technologies_come_with_the_module() -> None:
    """Event Horizon, lines 298-300, 1617-1621 and 1833-1858: their types and prices; without the module none."""
    base = {x.id for x in Position().rules.content.technologies}
    known = {x.id: (x.type, x.cost) for x in Position(modules=OURS).rules.content.technologies}
    assert {name: known[name] for name in known if name not in base} == {
        CLOAKING: ("transport", 12),
        DICE: ("civilian", 8),
        PERIMETER: ("civilian", 5),
        TARGETING: ("transport", 3),
    }


@pytest.mark.parametrize(("name", "cost"), [(CLOAKING, 12), (DICE, 8), (PERIMETER, 5), (TARGETING, 3)])
def test_the_technologies_are_researched_at_their_price(name: str, cost: int) -> None:
    """Event Horizon, lines 1617-1621: the first technology costs what is printed."""
    p = Position(players=2, modules=OURS)
    for stock in (cost - 1, cost):
        own(p, 0, stock)
        perform(p, 0, v.RESEARCH)
        assert ((technology(p, name),) in p.legal("technology")) == (stock == cost)
    p.do("technology", technology(p, name))
    assert cp(p, 0) == 0


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_everybody_begins_with_five_vp(players: int) -> None:
    """Event Horizon, lines 303 and 1740-1743: 5 VP, no more where M4 gives them as well."""
    for modules in (OURS, ("M3", "M4")):
        p = begun(players=players, modules=modules)
        assert [int(x) for x in p.g.resource[:players, v.VP]] == [5] * players
    assert not Position(players=players).g.resource[:, v.VP].any()


@pytest.mark.parametrize("modules", [OURS, ("M3", "M4")])
def test_the_five_vp_count_at_the_end(modules: tuple[str, ...]) -> None:
    """Event Horizon, line 303: they are part of everybody's total."""
    totals = []
    for present in ((), modules):
        p = begun(players=3, modules=present)
        p.remove_ships()
        for player in range(3):
            p.settle(int(p.t.home_hex[player]), player, 0)
        end_game(seat(p, 0, 1, 2))
        totals.append([int(x) for x in p.g.score[:3].sum(axis=1)])
    assert [b - a for a, b in zip(*totals)] == [5, 5, 5]


@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("size", ["standard", "minimal"])
def test_every_planet_but_the_homes_gets_one_token_face_down(players: int, size: str) -> None:
    """Event Horizon, lines 305-308 and 1709-1713: planets without exception, but no home and not the centre."""
    p = Position(players=players, modules=OURS, map=size)
    covered = [h for h in range(p.t.hexes) if p.g.outpost_there[h]]
    assert covered == ordinary_planets(p)
    assert all(p.g.outpost[h] in TOKENS for h in covered)
    assert not p.g.outpost_up.any()
    assert p.g.outpost_pile_left == 36 - len(covered)
    for player in range(players):
        assert lies(p, int(p.t.home_hex[player])) == GONE
    assert lies(p, CENTRE) == GONE


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_on_large_maps_the_inner_planets_have_the_tokens(players: int) -> None:
    """our ruling on Event Horizon, lines 290-308: 36 tokens from the centre outward, the outermost get none."""
    p = Position(players=players, modules=OURS, map="large")
    planets = ordinary_planets(p)
    assert [h for h in range(p.t.hexes) if p.g.outpost_there[h]] == planets[:36]
    far = [int(p.t.distance[CENTRE, h]) for h in planets[36:]]
    assert not far or min(far) >= max(int(p.t.distance[CENTRE, h]) for h in planets[:36])


def test_tokens_and_cards_are_shuffled() -> None:
    """Event Horizon, lines 307, 1709 and 1758-1760: chance says which token lies where, and which card comes next."""
    games = [Position(seed, players=2, modules=OURS).g for seed in range(12)]
    assert len({tuple(g.outpost) for g in games}) == 12
    for level in range(2):
        assert len({tuple(g.outpost_deck[level]) for g in games}) == 12
    p = Position(players=2, modules=OURS)
    for hexagon in ordinary_planets(p):
        assert len({int(g.outpost[hexagon]) for g in games}) > 1


def test_without_the_module_there_are_no_outposts() -> None:
    """Event Horizon, lines 276-308: nothing of it in other games."""
    g = Position(players=3).g
    assert not g.outpost.any() and not g.outpost_there.any() and not g.outpost_held.any()


# Upkeep ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_home_planets_grow_by_three(players: int) -> None:
    """Event Horizon, lines 328-330: one more than ever."""
    p = Position(players=players, modules=OURS)
    before = [at_home(p, x) for x in range(players)]
    upkeep(p)
    assert [at_home(p, x) - before[x] for x in range(players)] == [3] * players


def test_with_expert_cloning_four() -> None:
    """Event Horizon, lines 329-330: the technology adds to it, for its owner."""
    p = Position(players=3, modules=OURS).learn(1, "expert_cloning")
    before = [at_home(p, x) for x in range(3)]
    upkeep(p)
    assert [at_home(p, x) - before[x] for x in range(3)] == [3, 4, 3]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_growth_ends_with_the_supply(left: int) -> None:
    """Event Horizon, line 329, with the FAQ: cubes come from the supply as far as they go."""
    p = Position(players=2, modules=OURS)
    empty_supply(p, 0, left)
    before = at_home(p, 0)
    upkeep(p)
    assert at_home(p, 0) - before == min(left, 3)


def test_the_further_cube_comes_with_laws_too() -> None:
    """our ruling on Event Horizon, lines 329-330: it comes on top of whatever else lets homes grow."""
    grown = []
    for modules in ((), OURS):
        p = enact(Position(players=2, modules=modules), "family_bonus").learn(0, "expert_cloning")
        before = at_home(p, 0)
        upkeep(p)
        grown.append(at_home(p, 0) - before)
    assert grown[1] - grown[0] == 1


# Deploying ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ONE, TWO])
def test_landing_turns_the_token_up(kind: int) -> None:
    """Event Horizon, lines 344-346: with the first Population on the planet the Outpost shows itself."""
    p = bare()
    hexagon = planet_with(p, moons=False)
    token(p, hexagon, kind, up=False)
    (ship,) = over(p, hexagon, 1)
    assert lies(p, hexagon) == (kind, 1, 0), "a ship overhead sees nothing"
    p.do("deploy", ship)
    assert lies(p, hexagon) == (kind, 1, 1)
    assert (p.decision, p.actor) == ("outpost", 0)
    assert not tokens_off(p) - tokens_off(bare()), "nothing went back to the pile"


def test_a_blank_token_is_removed() -> None:
    """Event Horizon, line 346: it leaves the game, and there is no combat."""
    p = bare()
    hexagon = planet_with(p, moons=False)
    token(p, hexagon, BLANK, up=False)
    aside = int(p.g.outpost_pile_left)
    (ship,) = over(p, hexagon, 2)
    finish(p.do("deploy", ship).dice(*[6] * 9))
    assert lies(p, hexagon) == GONE
    assert population(p, hexagon) == [1, 0]
    assert rolled(p, 9) == 0
    assert p.g.outpost_pile_left == aside
    assert not held(p, 0), "a blank is no victory"


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("kind", [BLANK, ONE])
def test_a_failed_descent_turns_nothing_up(roll: int, kind: int) -> None:
    """Event Horizon, line 345, with base rules, line 317: on a planet with moons the cube must land first."""
    p = bare()
    hexagon = planet_with(p, moons=True)
    token(p, hexagon, kind, up=False)
    (ship,) = over(p, hexagon, 1)
    p.dice(roll).do("deploy", ship)
    if roll < 4:
        assert p.finished
        assert lies(p, hexagon) == (kind, 1, 0)
    else:
        assert lies(p, hexagon) == (GONE if kind == BLANK else (kind, 1, 1))


def test_one_cube_of_several_is_enough() -> None:
    """Event Horizon, line 345: where the first fails and the second lands, the token turns."""
    p = bare()
    hexagon = planet_with(p, moons=True)
    token(p, hexagon, TWO, up=False)
    (ship,) = over(p, hexagon, 2)
    p.dice(3, 4).do("deploy", ship)
    assert lies(p, hexagon) == (TWO, 1, 0)
    p.do("deploy", ship)
    assert lies(p, hexagon) == (TWO, 1, 1)


def test_who_lands_later_sees_the_token() -> None:
    """Event Horizon, lines 345-346: it turns when the earlier player has landed."""
    p = bare()
    hexagon = planet_with(p, moons=False)
    token(p, hexagon, ONE, up=False)
    enact(p, "peacekeeping")
    first, second = over(p, hexagon, 1, 1)
    p.do("deploy", first)
    assert (p.decision, p.actor) == ("deploy", 1)
    assert lies(p, hexagon) == (ONE, 1, 1)
    p.do("deploy", second)
    assert population(p, hexagon) == [1, 1]


def test_without_landing_tokens_stay_face_down() -> None:
    """Event Horizon, line 345: ships, Population that stays aboard and Conquest Stages turn nothing up."""
    p = bare()
    hexagon = planet_with(p, moons=False)
    token(p, hexagon, ONE, up=False)
    over(p, hexagon, 3)
    finish(p)
    assert lies(p, hexagon) == (ONE, 1, 0)


def test_only_deploying_turns_tokens_up() -> None:
    """our ruling on Event Horizon, line 345: cubes of Civilian Ships are not deployed."""
    p = bare().learn(0, "civilian_ships")
    here, there = ordinary_planets(p)[:2]
    p.settle(here, 0, 1).settle(there, 0, 2)
    token(p, here, ONE, up=False)
    p.jump(frames.CONQUEST).do("hex", there)
    if p.decision == "civilian_to":
        p.do("hex", here)
    finish(p.dice(*[6] * 9))
    assert lies(p, here) == (ONE, 1, 0)
    assert rolled(p, 9) == 0


@pytest.mark.parametrize("kind", [BLANK, ONE, TWO])
def test_a_face_down_token_does_not_fight(kind: int) -> None:
    """Event Horizon, line 356: combat is about tokens that are face up."""
    p, hexagon = stand(kind, 3, 2)
    token(p, hexagon, kind, up=False)
    combat(p.dice(*[6] * 9))
    assert p.finished
    assert rolled(p, 9) == 0
    assert population(p, hexagon) == [3, 2]


# The step -------------------------------------------------------------------------------------------------------------


def test_outpost_combat_comes_after_deploying() -> None:
    """Event Horizon, lines 333-342: the last step of the stage, when everybody has landed."""
    p = bare()
    one, two = [h for h in ordinary_planets(p) if not p.t.planet_moons[p.g.planet[h]]][:2]
    for player, hexagon in ((0, one), (1, two)):
        token(p, hexagon, ONE, up=False)
        p.place_ship(player, BATTLE_CARRIER, hexagon, cargo=1)
    p.jump(frames.CONQUEST)
    asked = []
    while not p.finished:
        asked.append((p.decision, p.actor))
        if p.decision == "deploy":
            ((ship, _),) = p.legal("deploy")
            p.do("deploy", ship)
        else:
            p.default()
    found = [x for x in asked if x[0] in ("deploy", "outpost")]
    assert found == [("deploy", 0), ("deploy", 1), ("outpost", 0), ("outpost", 1)]


def test_an_outpost_fights_in_every_conquest_stage() -> None:
    """Event Horizon, lines 348-356: as long as it is there, face up, and Population too."""
    p, hexagon = stand(ONE, 4)
    for _ in range(3):
        p.jump(frames.CONQUEST)
        while p.decision != "outpost":
            p.default()
        assert (p.actor, int(p.g.focus_hex)) == (0, hexagon)
        p.dice(*[MISS] * 8).do("attack", 0)
        assert p.finished
    assert population(p, hexagon) == [4, 0]


def test_where_nobody_lives_there_is_no_combat() -> None:
    """Event Horizon, lines 356-357: it takes Population; the token waits."""
    p, hexagon = stand(TWO, 0, 0)
    p.place_ship(0, FIGHTER, hexagon)
    combat(p.dice(*[6] * 9))
    assert p.finished
    assert lies(p, hexagon) == (TWO, 1, 1)


def test_population_on_board_does_not_fight() -> None:
    """Event Horizon, lines 356-360: cubes on the planet count, not those in its orbit."""
    p, hexagon = stand(ONE, 0, 1)
    p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=3)
    combat(p)
    assert (p.decision, p.actor) == ("outpost", 1)
    p.dice(MISS, MISS, HIT, HIT).do("attack", 0)
    assert p.finished
    assert p.g.ship_cargo[0].sum() == 3


@pytest.mark.parametrize("seats", [(0, 1, 2, 3), (2, 0, 3, 1), (3, 2, 1, 0)])
def test_players_attack_in_turn_order(seats: tuple[int, ...]) -> None:
    """Event Horizon, lines 356-357: each with Population there is asked once, in turn order, and may refuse."""
    p, hexagon = stand(TWO, 2, 2, 0, 2)
    seat(p, *seats)
    combat(p)
    asked = []
    while not p.finished:
        assert p.decision == "outpost"
        assert p.legal() == {("attack", 0), ("pass",)}
        assert p.g.focus_hex == hexagon
        asked.append(p.actor)
        p.dice(*[MISS] * 8).do("attack", 0) if p.actor % 2 else p.dice(*[MISS] * 8).decline()
    assert asked == [x for x in seats if x != 2]


def test_planets_fight_one_after_the_other() -> None:
    """our ruling on Event Horizon, lines 356-381: planets by the number of their hex, each to its end."""
    p = bare(players=3)
    here, there = ordinary_planets(p)[:2]
    for hexagon in (here, there):
        token(p, hexagon, ONE)
        for player in range(3):
            p.settle(hexagon, player, 3)
    combat(p)
    asked = []
    while not p.finished:
        asked.append((int(p.g.focus_hex), p.actor))
        if p.g.focus_hex == there:
            assert population(p, here) == [1, 1, 1], "the first Outpost has struck before"
        p.dice(HIT, HIT, *[MISS] * 8).decline()
    assert asked == [(h, player) for h in (here, there) for player in range(3)]


# Attacking ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cubes", [1, 2, 5, 11])
@pytest.mark.parametrize("known", [(), (DICE,), (TARGETING,), (DICE, TARGETING)])
@pytest.mark.parametrize("fighters", [0, 1, 2])
def test_dice_of_an_attack(cubes: int, known: tuple[str, ...], fighters: int) -> None:
    """Event Horizon, lines 359-361: 1 and the Population there, 1 for Infrastructure, 1 for a Fighter or more."""
    p, hexagon = stand(ONE, cubes, 4)
    p.learn(0, *known)
    for _ in range(fighters):
        p.place_ship(0, FIGHTER, hexagon)
    combat(p)
    assert attack_dice(p) == 1 + cubes + (DICE in known) + (fighters > 0)


@pytest.mark.parametrize("ship_class", [DARK_RAIDER, WAR_CRUISER, BATTLE_CARRIER])
def test_other_ships_give_no_die(ship_class: int) -> None:
    """Event Horizon, lines 310-311 and 360-361: Fighters alone do, whatever cannons others carry."""
    p, hexagon = stand(ONE, 2)
    p.equip(0, ship_class, "antimatter_cannon").place_ship(0, ship_class, hexagon)
    assert attack_dice(combat(p)) == 3


def test_the_cannons_of_a_fighter_give_no_dice() -> None:
    """Event Horizon, lines 310-311 and 361: one die for a Fighter, armed or not."""
    p, hexagon = stand(ONE, 2)
    p.equip(0, FIGHTER, "antimatter_cannon").place_ship(0, FIGHTER, hexagon)
    assert attack_dice(combat(p)) == 4


def test_a_fighter_helps_its_owner_in_its_hex() -> None:
    """Event Horizon, line 361: neither somebody else's nor one next door."""
    p, hexagon = stand(ONE, 2)
    p.place_ship(1, FIGHTER, hexagon)
    p.place_ship(0, FIGHTER, next(h for h in neighbours(p, hexagon) if h != CENTRE))
    assert attack_dice(combat(p)) == 3


def test_a_cloaked_fighter_gives_its_die() -> None:
    """Event Horizon, line 361: it is there, seen or not."""
    p, hexagon = stand(ONE, 2)
    p.learn(0, "cloaking").place_ship(0, FIGHTER, hexagon)
    p.g.cloaked[0, hexagon] = 1
    assert attack_dice(combat(p)) == 4


def test_infrastructure_of_another_player_gives_no_die() -> None:
    """Event Horizon, line 360: who has researched it rolls the die."""
    p, _ = stand(ONE, 2, 2)
    p.learn(1, DICE, TARGETING)
    assert attack_dice(combat(p)) == 3


@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("known", [(), (TARGETING,)])
def test_attacks_hit_on_a_five_or_a_four(roll: int, known: tuple[str, ...]) -> None:
    """Event Horizon, lines 361-362: with Quantum Targeting from 4 on, else from 5 on."""
    p, hexagon = stand(ONE, 1)
    p.learn(0, *known)
    assert wins(combat(p), hexagon, MISS, roll) == (roll >= (4 if known else 5))


@pytest.mark.parametrize("known", ["quantum_scanner", "radar", "neutron_cannon", DICE, CLOAKING, PERIMETER])
def test_no_other_technology_lets_a_four_hit(known: str) -> None:
    """Event Horizon, lines 310-311: what is not named for Outposts does not count there."""
    p, hexagon = stand(ONE, 1)
    p.learn(0, known)
    assert not wins(combat(p), hexagon, 4, 4, *[4] * (known == DICE))
    assert lies(p, hexagon) == (ONE, 1, 1)


def test_laws_on_space_combat_do_not_count() -> None:
    """Event Horizon, lines 310-311: neither for the attack nor for the answer."""
    p, hexagon = stand(ONE, 2)
    enact(p, "live_ammunition", "reinforced_hulls")
    combat(p).dice(4, 4, 4, 4, HIT).do("attack", 0)
    assert p.finished
    assert lies(p, hexagon) == (ONE, 1, 1)
    assert population(p, hexagon) == [1, 0]


def test_solar_boosters_do_not_count() -> None:
    """Event Horizon, lines 310-311 with 752-770: Solar Wind blows for ships."""
    p = bare(("M3", "M6"))
    hexagon = next(h for h in ordinary_planets(p) if p.g.solar_wind[h])
    p.settle(hexagon, 0, 1).learn(0, "solar_cannon_booster", "solar_shield_booster")
    combat(token(p, hexagon, ONE)).dice(4, 4, HIT, MISS).do("attack", 0)
    assert lies(p, hexagon) == (ONE, 1, 1)
    assert population(p, hexagon) == [0, 0]


def test_satellites_do_not_count() -> None:
    """Event Horizon, lines 310-311 with 848-864: their damage is for combat in space."""
    p, hexagon = stand(TWO, 2, modules=("M3", "M8"))
    p.g.satellite[0, 0] = p.t.home_hex[0]
    p.g.satellite[0, 1] = hexagon
    p.place_ship(0, FIGHTER, hexagon)
    assert attack_dice(combat(p)) == 4
    p, hexagon = stand(TWO, 2, modules=("M3", "M8"))
    p.g.satellite[0, 0] = p.t.home_hex[0]
    p.g.satellite[0, 1] = hexagon
    p.place_ship(0, FIGHTER, hexagon)
    assert not wins(combat(p), hexagon, HIT, MISS, MISS, MISS)


@pytest.mark.parametrize("kind", [ONE, TWO])
@pytest.mark.parametrize("hits", range(5))
def test_as_many_hits_as_its_level_defeat_an_outpost(kind: int, hits: int) -> None:
    """Event Horizon, lines 364-366: so many or more, in one roll."""
    p, hexagon = stand(kind, 3)
    assert wins(combat(p), hexagon, *[HIT] * hits, *[MISS] * (4 - hits)) == (hits >= LEVELS[kind])


def test_there_is_one_roll() -> None:
    """Event Horizon, lines 364-366: who failed is not asked again on this planet in this stage."""
    p, hexagon = stand(ONE, 3)
    combat(p).dice(*[MISS] * 6, 6, 6).do("attack", 0)
    assert p.finished
    assert rolled(p, 8) == 4 + 2, "the attack and the answer"
    assert lies(p, hexagon) == (ONE, 1, 1)


def test_hits_of_several_players_do_not_add_up() -> None:
    """Event Horizon, lines 365-366: each roll stands alone."""
    p, hexagon = stand(TWO, 1, 1, 1)
    combat(p)
    for _ in range(3):
        p.dice(HIT, MISS, *[MISS] * 4).do("attack", 0)
    assert p.finished
    assert lies(p, hexagon) == (TWO, 1, 1)
    assert not any(held(p, player) for player in range(3))


def test_hits_do_not_stay_for_the_next_stage() -> None:
    """Event Horizon, lines 365-366: an Outpost is defeated in a single roll or not at all."""
    p, hexagon = stand(TWO, 3)
    for _ in range(2):
        combat(p).dice(HIT, *[MISS] * 8).do("attack", 0)
        assert p.finished
    assert lies(p, hexagon) == (TWO, 1, 1)


# Victory and defeat ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ONE, TWO])
def test_the_winner_takes_the_top_card_of_the_level(kind: int) -> None:
    """Event Horizon, lines 368-373: one card from that level's deck."""
    for seed in range(4):
        p, hexagon = stand(kind, 3, 3, seed=seed)
        level = LEVELS[kind] - 1
        top = int(p.g.outpost_deck[level, p.g.outpost_left[level] - 1])
        before = decks(p)
        assert p.t.outpost_level[top] == LEVELS[kind]
        assert wins(combat(p), hexagon, *[HIT] * 4)
        assert held(p, 0) == {top: 1} and not held(p, 1)
        before[level][top] -= 1
        assert decks(p) == [+deck for deck in before]


def test_victory_removes_the_token_and_ends_the_combat() -> None:
    """Event Horizon, lines 368-383: out of the game; nobody else attacks, nothing strikes back."""
    p, hexagon = stand(ONE, 3, 3, 3)
    aside = int(p.g.outpost_pile_left)
    combat(p).dice(*[HIT] * 30).do("attack", 0)
    assert p.finished
    assert rolled(p, 30) == 4
    assert lies(p, hexagon) == GONE
    assert p.g.outpost_pile_left == aside
    assert population(p, hexagon) == [3, 3, 3]


def test_the_next_conquest_stage_is_quiet_after_a_victory() -> None:
    """Event Horizon, line 375: where the token is gone there is nothing to fight or to turn up."""
    p, hexagon = stand(ONE, 3)
    wins(combat(p), hexagon, *[HIT] * 4)
    p.dice(*[6] * 5).jump(frames.CONQUEST)
    finish(p)
    assert rolled(p, 5) == 0


def test_after_a_defeat_the_next_player_may_attack() -> None:
    """Event Horizon, lines 376-379: the token stays, and a later player can still win it."""
    p, hexagon = stand(ONE, 2, 2, 2)
    combat(p).dice(*[MISS] * 3, HIT, HIT).do("attack", 0)
    assert lies(p, hexagon) == (ONE, 1, 1)
    assert (p.decision, p.actor, p.g.scripted_count) == ("outpost", 1, 2)
    assert population(p, hexagon) == [2, 2, 2], "no answer before all have attacked"
    p.dice(HIT, MISS, MISS, HIT, HIT).do("attack", 0)
    assert p.finished
    assert lies(p, hexagon) == GONE
    assert [len(held(p, player)) for player in range(3)] == [0, 1, 0]
    assert population(p, hexagon) == [2, 2, 2], "the loser is safe as well"


def test_who_declines_wins_nothing() -> None:
    """Event Horizon, lines 356-357: attacking is an option."""
    p, hexagon = stand(ONE, 5)
    combat(p).dice(*[6] * 2, *[6] * 9).decline()
    assert not held(p, 0)
    assert lies(p, hexagon) == (ONE, 1, 1)


# The answer -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [ONE, TWO])
@pytest.mark.parametrize("roll", [1, 2, 3, 4, 5, 6])
def test_dice_of_the_answer(kind: int, roll: int) -> None:
    """Event Horizon, lines 381-385: 1 and the level; each 5 or 6 takes a cube."""
    p, hexagon = stand(kind, 8)
    combat(p).dice(*[roll] * 9).decline()
    assert p.finished
    dice = 1 + LEVELS[kind]
    assert rolled(p, 9) == dice
    assert population(p, hexagon) == [8 - (dice if roll >= 5 else 0), 0]
    assert_cubes_kept(p)


@pytest.mark.parametrize("known", [(TARGETING,), ("quantum_scanner",), (DICE,)])
def test_technologies_of_the_players_do_not_help_the_outpost(known: tuple[str, ...]) -> None:
    """Event Horizon, lines 362 and 382-383: its own hits need a 5, its dice are its own."""
    p, hexagon = stand(ONE, 4, 4)
    p.learn(0, *known).learn(1, *known)
    combat(p).decline().dice(4, 4, HIT).decline()
    assert population(p, hexagon) == [4, 4]
    assert rolled(p, 3) == 2


@pytest.mark.parametrize("hits", range(4))
def test_one_roll_for_all_players(hits: int) -> None:
    """Event Horizon, lines 381-385: everybody with Population there loses a cube a hit, as far as there are cubes."""
    cubes = (5, 1, 0, 2)
    p, hexagon = stand(TWO, *cubes)
    combat(p)
    for player in (0, 1, 3):
        assert p.actor == player
        p.dice(*[HIT] * hits, *[MISS] * (3 - hits), 6, 6).decline()
    assert p.finished
    assert rolled(p, 5) == 3
    assert population(p, hexagon) == [max(0, x - hits) for x in cubes]
    assert_cubes_kept(p)


def test_attackers_suffer_like_those_who_declined() -> None:
    """Event Horizon, lines 381-385: the answer strikes all."""
    p, hexagon = stand(TWO, 3, 3)
    combat(p).dice(*[MISS] * 4).do("attack", 0)
    p.dice(HIT, HIT, MISS).decline()
    assert population(p, hexagon) == [1, 1]


def test_the_outpost_answers_where_nobody_attacked() -> None:
    """Event Horizon, line 381: it remains, so it strikes."""
    p, hexagon = stand(ONE, 2, 2)
    combat(p).decline().dice(HIT, MISS).decline()
    assert population(p, hexagon) == [1, 1]
    assert lies(p, hexagon) == (ONE, 1, 1)


def test_lost_cubes_go_to_the_supply_and_ships_are_safe() -> None:
    """Event Horizon, lines 383-385: Population on the planet is removed, nothing in orbit."""
    p, hexagon = stand(TWO, 2)
    p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=2)
    supply = int(p.g.supply[0])
    combat(p).dice(HIT, HIT, HIT).decline()
    assert population(p, hexagon) == [0, 0]
    assert p.g.supply[0] == supply + 2
    assert ships_on_map(p, 0) == 1 and p.g.ship_cargo[0].sum() == 2 and not p.g.ship_damage[0].any()


def test_other_planets_are_safe() -> None:
    """Event Horizon, line 384: cubes go from the planet of the Outpost."""
    p, hexagon = stand(TWO, 2)
    away = next(h for h in ordinary_planets(p) if h != hexagon)
    p.settle(away, 0, 3)
    homes = at_home(p, 0)
    combat(p).dice(HIT, HIT, HIT).decline()
    assert (population(p, hexagon)[0], population(p, away)[0], at_home(p, 0)) == (0, 3, homes)


@pytest.mark.parametrize("hits", range(4))
def test_perimeter_defense_takes_one_hit_off(hits: int) -> None:
    """Event Horizon, lines 385-386 and 1847-1848: for its owner, never below none."""
    p, hexagon = stand(TWO, 5, 5)
    p.learn(0, PERIMETER)
    combat(p).dice(*[MISS] * 6).do("attack", 0)
    p.dice(*[HIT] * hits, *[MISS] * (3 - hits)).decline()
    assert population(p, hexagon) == [5 - max(0, hits - 1), 5 - hits]


# Surface Cloaking -----------------------------------------------------------------------------------------------------


def test_surface_cloaking_lets_a_player_avoid_the_combat() -> None:
    """Event Horizon, lines 349-352 and 385-387: neither attacking nor attacked; the others suffer as ever."""
    p, hexagon = stand(TWO, 3, 3)
    p.learn(0, CLOAKING)
    combat(p)
    assert p.legal() == {("attack", 0), ("pass",)}
    p.decline().dice(HIT, HIT, HIT).decline()
    assert population(p, hexagon) == [3, 0]


def test_a_cloaked_player_alone_is_safe() -> None:
    """Event Horizon, lines 349-352: whatever is rolled."""
    p, hexagon = stand(TWO, 1)
    p.learn(0, CLOAKING)
    combat(p).dice(HIT, HIT, HIT).decline()
    assert p.finished
    assert population(p, hexagon) == [1, 0]
    assert lies(p, hexagon) == (TWO, 1, 1)


def test_a_cloaked_player_who_attacks_is_found() -> None:
    """Event Horizon, lines 386-387: who chose to attack suffers the answer."""
    p, hexagon = stand(TWO, 3)
    p.learn(0, CLOAKING)
    combat(p).dice(*[MISS] * 4, HIT, HIT, MISS).do("attack", 0)
    assert population(p, hexagon) == [1, 0]


def test_a_cloaked_player_can_win() -> None:
    """Event Horizon, lines 349-354: avoiding is a choice."""
    p, hexagon = stand(ONE, 3)
    p.learn(0, CLOAKING)
    assert wins(combat(p), hexagon, HIT, MISS, MISS, MISS)


def test_cloaking_is_chosen_for_each_planet() -> None:
    """Event Horizon, lines 352-354: here in the combat, there not."""
    p = bare().learn(0, CLOAKING)
    here, there = ordinary_planets(p)[:2]
    for hexagon in (here, there):
        token(p, hexagon, TWO)
        p.settle(hexagon, 0, 3).settle(hexagon, 1, 3)
    combat(p)
    while not p.finished:
        p.dice(*[MISS] * 4) if p.actor == 0 else p.dice(HIT, HIT, MISS)
        p.do("attack", 0) if (p.actor, int(p.g.focus_hex)) == (0, here) else p.decline()
    assert population(p, here) == [1, 1]
    assert population(p, there) == [3, 1]


def test_cloaking_of_ships_is_no_cloaking_of_the_surface() -> None:
    """Event Horizon, lines 310-311: the other Cloaking is for ships."""
    p, hexagon = stand(TWO, 3)
    p.learn(0, "cloaking")
    combat(p).dice(HIT, HIT, HIT).decline()
    assert population(p, hexagon) == [0, 0]


def test_cloaking_does_not_keep_tokens_face_down() -> None:
    """Event Horizon, lines 345 and 1833-1836: whoever lands, the token turns."""
    p = bare().learn(0, CLOAKING)
    hexagon = planet_with(p, moons=False)
    token(p, hexagon, ONE, up=False)
    (ship,) = over(p, hexagon, 1)
    p.do("deploy", ship)
    assert lies(p, hexagon) == (ONE, 1, 1)


def test_civilian_ships_bring_further_dice() -> None:
    """Event Horizon, lines 341-342 and 411: cubes that came in the stage fight like the others."""
    p, hexagon = stand(ONE, 1)
    other = next(h for h in ordinary_planets(p) if h != hexagon)
    p.learn(0, "civilian_ships").settle(other, 0, 2)
    p.settle(int(p.t.home_hex[0]), 0, 0)
    p.jump(frames.CONQUEST)
    for _ in range(2):
        p.do("hex", other)
        if p.decision == "civilian_to":
            p.do("hex", hexagon)
    while p.decision != "outpost":
        p.default()
    assert attack_dice(p) == 1 + 3


# Cards ----------------------------------------------------------------------------------------------------------------


def test_a_card_is_discarded_for_its_bonus() -> None:
    """Event Horizon, lines 371-372: what is written comes in, the card goes, not back to a deck."""
    kinds = plain_gains(Position(players=2, modules=OURS))
    for kind, gains in kinds.items():
        p = own(Position(players=2, modules=OURS), 0)
        p.g.outpost_held[0, kind] = 1
        before, cards = p.g.resource[0].copy(), decks(p)
        p.jump(frames.WINDOW, player=0).do("outpost_card", kind)
        assert (p.g.resource[0] - before).tolist() == gains, p.rules.content.outpost_cards[kind].id
        assert not held(p, 0)
        assert p.legal("outpost_card") == set()
        assert decks(p) == cards


def test_every_card_can_be_used() -> None:
    """Event Horizon, lines 371-372: whatever it gives, the window goes on, and the card is gone."""
    for kind in range(Position(players=3, modules=OURS).t.outpost_cards):
        p = own(Position(players=3, modules=OURS), 0, 5, 1, 1)
        p.g.outpost_held[0, kind] = 1
        p.jump(frames.WINDOW, player=0).do("outpost_card", kind)
        assert not held(p, 0)
        finish(p)
        assert_cubes_kept(p)


def test_like_cards_are_used_one_by_one() -> None:
    """Event Horizon, lines 369-373: each card won is one bonus."""
    p = own(Position(players=2, modules=OURS), 0)
    kind, amount = cp_card(p)
    p.g.outpost_held[0, kind] = 2
    p.jump(frames.WINDOW, player=0).do("outpost_card", kind)
    assert (cp(p, 0), held(p, 0)) == (amount, {kind: 1})
    p.do("outpost_card", kind)
    assert (cp(p, 0), held(p, 0)) == (2 * amount, {})


def test_a_card_may_be_kept() -> None:
    """Event Horizon, lines 371-373: nobody must discard it."""
    p = Position(players=2, modules=OURS)
    p.g.outpost_held[0, 0] = 1
    finish(p.jump(frames.WINDOW, player=0).decline())
    assert held(p, 0) == {0: 1}


def test_only_the_own_cards_can_be_used() -> None:
    """Event Horizon, lines 369-371: they are the winner's reward."""
    p = Position(players=2, modules=OURS)
    p.g.outpost_held[0, 0] = 1
    p.g.outpost_held[1, 1] = 1
    for player in range(2):
        assert p.jump(frames.WINDOW, player=player).legal("outpost_card") == {(player,)}


@pytest.mark.parametrize("action", [v.RESEARCH, v.BUILD, v.UPGRADE, v.TRADE])
def test_a_card_can_be_used_while_spending(action: int) -> None:
    """Event Horizon, lines 371-372: at any time outside Conquest; then the action goes on."""
    p = own(Position(players=2, modules=OURS), 0, 20, 3, 3)
    kind, amount = cp_card(p)
    p.g.outpost_held[0, kind] = 1
    perform(p, 0, action)
    decision = p.decision
    p.do("outpost_card", kind)
    assert (p.decision, p.actor) == (decision, 0)
    assert cp(p, 0) == 20 + amount
    assert p.legal("outpost_card") == set()


def test_a_card_alone_opens_a_window() -> None:
    """Event Horizon, lines 371-372: a player without upgrades is asked for the card's sake."""
    p = Position(players=2, modules=OURS)
    p.g.blueprint[0] = 0
    assert p.jump(frames.WINDOW, player=0).finished
    p.g.outpost_held[0, 0] = 1
    assert p.jump(frames.WINDOW, player=0).decision == "window"


def test_no_card_is_used_in_conquest() -> None:
    """Event Horizon, lines 371-372: whatever is asked in the stage, combat with Outposts included."""
    p = Position(3, players=3, modules=OURS, turns=2)
    rng = np.random.default_rng(0)
    offered = 0
    while not p.g.over:
        p.g.outpost_held[:3, 0] = 1
        p.refresh()
        if p.g.stage == frames.CONQUEST_STAGE:
            assert p.legal("outpost_card") == set()
        else:
            offered += bool(p.legal("outpost_card"))
        legal = [
            a for a in np.flatnonzero(p.masks[0]) if p.rules.actions.decode[a][0] != FAMILY_NUMBERS["outpost_card"]
        ]
        p._play(int(rng.choice(legal)))
    assert offered > 0


@pytest.mark.parametrize("action", [v.RESEARCH, v.BUILD, v.UPGRADE, v.TRADE])
def test_an_action_given_in_conquest_offers_no_card(action: int) -> None:
    """Event Horizon, lines 371-372: whatever lets a player spend in that stage, cards wait until it is over."""
    for stage, offered in ((frames.ACTIONS_STAGE, {(0,)}), (frames.CONQUEST_STAGE, set())):
        p = own(Position(players=2, modules=OURS), 0, 20, 3, 3)
        p.g.outpost_held[0, 0] = 1
        p.g.stage = stage
        assert perform(p, 0, action).legal("outpost_card") == offered


def test_cards_that_were_kept_score_their_vp() -> None:
    """Event Horizon, lines 372-373: printed VP of each card at the end, of used ones nothing."""

    def totals(*cards: tuple[int, int]) -> list[int]:
        p = bare(players=3)
        for player, kind in cards:
            p.g.outpost_held[player, kind] += 1
        end_game(p)
        return [int(x) for x in p.g.score[:3].sum(axis=1)]

    vp = Position(modules=OURS).t.outpost_vp
    last = int(Position(modules=OURS).t.outpost_cards) - 1
    base = totals()
    assert [b - a for a, b in zip(base, totals((0, 0), (0, 0), (2, last), (2, 1)))] == [
        2 * int(vp[0]),
        0,
        int(vp[last] + vp[1]),
    ]


def test_a_used_card_scores_nothing() -> None:
    """Event Horizon, lines 371-373: bonus or VP, not both."""
    kind, _ = cp_card(Position(players=2, modules=OURS))
    totals = []
    for use in (True, False):
        p = bare()
        p.g.outpost_held[0, kind] = 1
        if use:
            finish(p.jump(frames.WINDOW, player=0).do("outpost_card", kind))
        end_game(p)
        totals.append(int(p.g.score[0].sum()))
    assert totals[1] - totals[0] == p.t.outpost_vp[kind] > 0


# With other rules -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("dice", [(MISS, MISS), (MISS, HIT)])
def test_a_destroyed_planet_takes_its_token_along(up: bool, dice: tuple[int, int]) -> None:
    """our ruling on Event Horizon, line 307, with base rules, line 205: the Outpost stands on the planet."""
    p = bare(players=4)
    planets = ordinary_planets(p)
    source, target = next((a, b) for a in planets for b in planets if p.t.distance[a, b] == 1)
    token(p, target, TWO, up)
    p.settle(source, 0, 1).settle(target, 1, 2)
    p.g.rocket[source, 0] = GRAVITON + 1
    aside = int(p.g.outpost_pile_left)
    finish(p.jump(frames.WMD).dice(6, *dice).do("hex", target))
    falls = HIT in dice
    assert p.g.destroyed[target] == int(falls)
    assert lies(p, target) == (GONE if falls else (TWO, 1, int(up)))
    assert p.g.outpost_pile_left == aside


def test_other_rockets_leave_the_token() -> None:
    """Event Horizon, lines 375-378: only defeat removes an Outpost; a planet hit by other rockets stands."""
    for rocket in range(GRAVITON):
        p = bare(players=4)
        planets = ordinary_planets(p)
        source, target = next((a, b) for a in planets for b in planets if p.t.distance[a, b] == 1)
        token(p, target, ONE)
        p.settle(source, 0, 1).settle(target, 1, 1)
        p.g.rocket[source, 0] = rocket + 1
        finish(p.jump(frames.WMD).dice(6, *[HIT] * 5).do("hex", target))
        assert lies(p, target) == (ONE, 1, 1)


def test_income_and_majority_do_not_mind_the_outpost() -> None:
    """Event Horizon, lines 313-319: income is as ever on a planet with an Outpost."""
    p = bare()
    hexagon = next(h for h in ordinary_planets(p) if p.t.planet_resource[p.g.planet[h]] == v.CP_PRODUCED)
    p.g.counter[:] = 0
    p.g.counter[hexagon] = 2
    own(token(p, hexagon, TWO).settle(hexagon, 0, 1), 0)
    upkeep(p)
    assert (cp(p, 0), p.g.counter[hexagon]) == (5, 1)


# M3 with M4 -----------------------------------------------------------------------------------------------------------


def reach(players: int = 3, modules: tuple[str, ...] = ("M3", "M4"), event: str | None = None) -> tuple[Position, int]:
    """A ship of player 0 in a hex not yet explored, with an event on top of the deck or none left."""
    p = begun(players=players, modules=modules)
    p.remove_ships()
    p.g.resistance[:] = 0
    seat(p, *range(players))
    hexagon = next(h for h in ordinary_planets(p) if p.g.face_down[h])
    p.place_ship(0, DARK_RAIDER, hexagon)
    if event is None:
        p.g.event_left = 0
    else:
        p.g.event_deck[p.g.event_left - 1] = p.index("events", event)
    return p, hexagon


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_with_exploration_no_token_lies_on_unknown_planets(players: int) -> None:
    """Event Horizon, lines 452-453 and 1715-1722: all tokens wait beside the board."""
    p = begun(players=players, modules=("M3", "M4"))
    assert not p.g.outpost.any() and not p.g.outpost_there.any()
    assert p.g.outpost_pile_left == 36
    assert tokens_off(p) == Counter(TOKENS)


@pytest.mark.parametrize("event", [None, "planet_of_interest", "electromagnetic_field"])
def test_a_token_comes_with_the_exploration(event: str | None) -> None:
    """Event Horizon, lines 452-453 and 503-506: one random token, face down, also when no event is left to draw."""
    p, hexagon = reach(event=event)
    top = int(p.g.outpost_pile[p.g.outpost_pile_left - 1])
    assert p.g.outpost_there[hexagon] == 0
    finish(p.jump(frames.EXPLORATION))
    assert p.g.face_down[hexagon] == 0
    assert lies(p, hexagon) == (top, 1, 0)
    assert p.g.outpost_pile_left == 35
    assert p.g.outpost_there.sum() == 1, "nowhere else"


def test_the_token_comes_after_the_event() -> None:
    """Event Horizon, lines 503-504: while the event is being resolved there is none."""
    p, hexagon = reach(event="bounty")
    p.jump(frames.EXPLORATION)
    assert p.decision == "bounty"
    assert lies(p, hexagon) == GONE
    p.do("player", 1)
    assert p.finished
    assert p.g.outpost_there[hexagon] == 1


def events_that(p: Position, do: str) -> list[str]:
    """Events that do one thing and nothing else."""
    found = [event.id for event in p.rules.content.events if [effect.do for effect in event.effects] == [do]]
    assert found
    return found


def test_no_token_comes_where_the_event_destroys_the_planet() -> None:
    """our ruling on Event Horizon, lines 503-504: after such an event there is nothing to place it on."""
    for event in events_that(begun(modules=("M3", "M4")), "shatter"):
        p, hexagon = reach(event=event)
        finish(p.jump(frames.EXPLORATION))
        assert p.g.destroyed[hexagon] == 1
        assert lies(p, hexagon) == GONE
        assert p.g.outpost_pile_left == 36


def test_population_an_event_brings_does_not_turn_the_token_up() -> None:
    """our ruling on Event Horizon, lines 345 and 503-504: the token comes later, and deploying turns it up."""
    for event in events_that(begun(modules=("M3", "M4")), "colonise"):
        p, hexagon = reach(event=event)
        p.g.outpost_pile[p.g.outpost_pile_left - 1] = TWO
        finish(p.jump(frames.EXPLORATION))
        assert population(p, hexagon)[0] > 0
        assert lies(p, hexagon) == (TWO, 1, 0)
        assert combat(p).finished


def test_a_new_token_is_met_in_the_same_stage() -> None:
    """Event Horizon, lines 345-346 and 503-504: explored, landed on, turned up, fought, all in one Conquest Stage."""
    p, hexagon = reach()
    p.remove_ships()
    p.g.planet[hexagon] = p.g.planet[planet_with(p, moons=False)]
    ship = p.place_ship(0, BATTLE_CARRIER, hexagon, cargo=1)
    p.g.outpost_pile[p.g.outpost_pile_left - 1] = TWO
    p.jump(frames.CONQUEST)
    while p.decision != "deploy":
        p.default()
    assert lies(p, hexagon) == (TWO, 1, 0)
    p.do("deploy", ship)
    assert (p.decision, p.actor, int(p.g.focus_hex)) == ("outpost", 0, hexagon)
    assert lies(p, hexagon) == (TWO, 1, 1)


@pytest.mark.parametrize("up", [True, False])
def test_outposts_fight_in_a_no_combat_hex(up: bool) -> None:
    """Event Horizon, lines 553-566: ships do not fight there, on the planet everything goes on as ever."""
    p = bare(("M3", "M4"))
    p.g.face_down[:] = 0
    hexagon = planet_with(p, moons=False)
    p.g.no_combat = hexagon
    token(p, hexagon, TWO, up)
    for player in range(2):
        p.equip(player, BATTLE_CARRIER, "antimatter_cannon")
    ships = over(p, hexagon, 3, 3)
    assert [ships_on_map(p, player) for player in range(2)] == [1, 1]
    for player, ship in enumerate(ships):
        for _ in range(3):
            assert (p.decision, p.actor) == ("deploy", player)
            p.do("deploy", ship)
    assert (p.decision, p.actor) == ("outpost", 0)
    p.dice(*[MISS] * 4).do("attack", 0)
    assert (p.decision, p.actor) == ("outpost", 1)
    p.dice(*[MISS] * 4, HIT, HIT, MISS).do("attack", 0)
    assert population(p, hexagon) == [1, 1]
    combat(p).dice(HIT, HIT).do("attack", 0)
    assert lies(p, hexagon) == GONE


# M3 with M5 -----------------------------------------------------------------------------------------------------------


def test_peaceful_planets_have_no_outposts() -> None:
    """Event Horizon, lines 712-713: every planet but homes and peaceful ones."""
    seen = 0
    for seed in range(12):
        p = begun(seed, players=6, modules=("M3", "M5"))
        peaceful = [h for h in ordinary_planets(p) if p.t.planet_peaceful[p.g.planet[h]]]
        seen += len(peaceful)
        covered = [h for h in range(p.t.hexes) if p.g.outpost_there[h]]
        assert covered == [h for h in ordinary_planets(p) if h not in peaceful]
        assert p.g.outpost_pile_left == 36 - len(covered)
        assert not any(p.g.outpost[h] for h in peaceful)
    assert seen > 0


def test_no_token_comes_to_an_explored_peaceful_planet() -> None:
    """Event Horizon, lines 503-504 and 712-713: the token stays in the pile."""
    p, hexagon = reach(modules=("M3", "M4", "M5"))
    p.g.planet[hexagon] = next(i for i in range(p.t.planets) if p.t.planet_peaceful[i])
    aside = int(p.g.outpost_pile_left)
    finish(p.jump(frames.EXPLORATION))
    assert p.g.face_down[hexagon] == 0
    assert lies(p, hexagon) == GONE
    assert p.g.outpost_pile_left == aside


def test_the_chosen_planets_have_tokens() -> None:
    """Event Horizon, lines 305-308, 622 and 1709-1722: face up from the start, so the token lies there already."""
    p = Position(players=3, modules=("M3", "M4", "M5"))
    while p.decision in SETUP:
        if p.decision == "planet_type" and p.actor != 0:
            p.do("planet_type", 0)
        else:
            p.default()
    covered = [h for h in range(p.t.hexes) if p.g.outpost_there[h]]
    assert len(covered) == 2, "player 0 declined"
    assert all(p.g.face_down[h] == 0 and p.t.home_of[h] < 0 for h in covered)
    assert p.g.outpost_pile_left == 34


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [OURS, ("M3", "M4"), ("M3", "M4", "M5"), ("M2", "M3", "M6")])
def test_whole_games_with_outposts(modules: tuple[str, ...]) -> None:
    """Event Horizon, lines 276-413: tokens and cards are where they can be at every decision of a game."""
    p = Position(2, players=3, modules=modules, turns=2)
    copies = [int(p.t.outpost_copies[kind]) for kind in range(p.t.outpost_cards)]
    rng = np.random.default_rng(1)
    left = 36
    while not p.g.over:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
        if p.decision in SETUP:
            continue
        g = p.g
        assert ((g.outpost > 0) == (g.outpost_there == 1)).all()
        assert not (g.outpost_up > g.outpost_there).any()
        assert not ((g.outpost == BLANK) & (g.outpost_up == 1)).any()
        assert all(p.t.home_of[h] < 0 and g.planet[h] >= 0 and not g.destroyed[h] for h in np.flatnonzero(g.outpost))
        now = tokens_on(p) + tokens_off(p)
        assert now.total() <= left and not now - Counter(TOKENS)
        left = now.total()
        for level, deck in enumerate(decks(p), start=1):
            assert all(p.t.outpost_level[kind] == level for kind in deck)
        everywhere = decks(p)[0] + decks(p)[1]
        for kind, count in enumerate(copies):
            assert everywhere[kind] + int(g.outpost_held[:, kind].sum()) <= count
        assert (g.outpost_held >= 0).all()
    assert_cubes_kept(p)


def test_games_of_bold_players_win_outposts() -> None:
    """Event Horizon, lines 344-387: in played games tokens are turned up, fought and won."""
    won = 0
    for seed in range(3):
        p = Position(seed, players=2, modules=OURS, turns=3)
        rng = np.random.default_rng(seed)
        while not p.g.over:
            legal = [int(a) for a in np.flatnonzero(p.masks[0])]
            bold = [a for a in legal if a and p.decision in ("mount", "move", "deploy", "outpost")]
            p._play(int(rng.choice(bold or legal)))
        won += 52 - int(p.g.outpost_left.sum())
        assert_cubes_kept(p)
    assert won > 0
