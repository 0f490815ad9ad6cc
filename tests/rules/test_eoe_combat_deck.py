"""Edge of Extinction: every combat card of the box, those of players and those of the Resistance, in a round of combat.

Each card is played in a position where it counts, and what changes against the same round without it is written down
here from the card's own words; a card that requires something is played once more where that is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.assets import SCORE_COMBAT
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from tests.effort import EVERY_MODE
from tests.position import Position
from tests.rules.eoe_scenes import (
    GUN,
    HIT,
    MISS,
    SHIELD,
    edge_of_space,
    frontier,
    hold,
    put_on_top,
    stack_foe_cards,
    told,
)
from tests.rules.scenes import BATTLE_CARRIER, CENTRE, DARK_RAIDER, FIGHTER, WAR_CRUISER, assert_cubes_kept

pytestmark = EVERY_MODE

FIRST, LAST = 0, 1
ALMOST = HIT - 1  # hits where dice need one less
OTHERS = "decoy_drones", "trophy_hunters"  # cards to have in hand, which nobody plays

Scene = Callable[[], Position]


class Case(NamedTuple):
    """A position, the dice of the round, and what the card changes in it."""

    scene: Scene
    dice: tuple[int, ...]
    changes: dict[str, int]


def clash(
    own: tuple[int, ...] = (WAR_CRUISER,),
    enemies: tuple[int, ...] = (WAR_CRUISER,),
    damage: int = 0,
    enemy_damage: int = 0,
    cargo: int = 0,
    second_round: bool = False,
    enemy_card: str = "",
    unarmed: bool = False,
) -> Position:
    """Two players meet in the centre: War Cruisers with one die and three shields, others with a shield at most.

    Damage is on the first ship of a side, Population on the last of the first player's. The other player has two
    cards more, and may have played one; the first player is to play.
    """
    p = edge_of_space()
    for player in range(2):
        guns = () if unarmed and player == LAST else (GUN,)
        p.equip(player, WAR_CRUISER, *guns, "singularity_shield").equip(player, FIGHTER, SHIELD)
    for i, ship_class in enumerate(own):
        last = i == len(own) - 1
        p.place_ship(FIRST, ship_class, CENTRE, damage * (i == 0), cargo * last)
    for i, ship_class in enumerate(enemies):
        p.place_ship(LAST, ship_class, CENTRE, enemy_damage * (i == 0))
    hold(p, LAST, *(p.index("combat_cards", name) for name in OTHERS))
    hold(p, FIRST, *(p.index("combat_cards", name) for name in OTHERS))
    if enemy_card:
        hold(p, LAST, p.index("combat_cards", enemy_card))
    p.jump(frames.COMBAT, hex=CENTRE, lone=-1)
    if second_round:
        p.decline().dice(*[MISS] * 10).decline()
    assert (p.decision, p.actor) == ("combat_card", LAST)
    if enemy_card:
        return p.do("combat_card", p.index("combat_cards", enemy_card))
    return p.decline()


def siege(cruisers: int = 1, own_card: str = "") -> Position:
    """War Cruisers of the first player meet a Resistance ship with a die and a shield; it has no combat cards."""
    p = edge_of_space()
    hexagon = frontier(p, 2)
    put_on_top(p, 2, 1, 1)
    p.equip(FIRST, WAR_CRUISER, GUN, "singularity_shield")
    for _ in range(cruisers):
        p.place_ship(FIRST, WAR_CRUISER, hexagon)
    hold(p, FIRST, *(p.index("combat_cards", name) for name in (*OTHERS, own_card) if name))
    return stack_foe_cards(p)


def spread_hits(p: Position) -> Position:
    """Hits go where the fewest are, until the next round or the end; those on the weakest shield are cancelled."""
    while p.decision == "hit":
        p.do(*min(p.legal(), key=lambda choice: (hits_on(p, choice), choice)))
    while p.decision == "cancel_hit":
        p.do("ship", min((ship for (ship,) in p.legal("ship")), key=lambda ship: shield_of(p, ship)))
    return p


def shield_of(p: Position, ship: int) -> int:
    """The shield of a ship of the player who must decide."""
    return int(p.g.shield[p.actor, p.t.ship_class[ship]])


def hits_on(p: Position, choice: tuple[Any, ...]) -> int:
    """Hits a ship has been given in the round."""
    if choice[0] == "hit_foe":
        return int(p.g.foe_hits[choice[1]])
    return int(p.g.hits[(p.actor + choice[1]) % 2, choice[2]])


def dice_of(p: Position, side: int) -> tuple[int, int]:
    """Dice and hits a side rolled since the last decision."""
    return next(((row[1], row[2]) for row in told(p, log.E_ROLLED) if row[0] == side), (0, 0))


def seen(p: Position, enemy: int) -> dict[str, int]:
    """What a round did, from the moment the last card is played."""
    rolled, met = dice_of(p, FIRST), dice_of(p, enemy)
    spread_hits(p)
    assert_cubes_kept(p)
    fleet, other = p.g.ship_hex[FIRST] >= 0, p.g.ship_hex[LAST] >= 0
    return {
        "dice": rolled[0],
        "hits": rolled[1],
        "enemy dice": met[0],
        "enemy hits": met[1],
        "ships": int(fleet.sum()),
        "ships at home": int((p.g.ship_hex[FIRST] == p.t.home_hex[FIRST]).sum()),
        "damage": int(p.g.ship_damage[FIRST, fleet].sum()),
        "on board": int(p.g.ship_cargo[FIRST, fleet].sum()),
        "enemy ships": int(other.sum() if enemy == LAST else (p.g.resistance > 0).sum()),
        "enemy damage": int(p.g.ship_damage[LAST, other].sum() if enemy == LAST else p.g.foe_damage[0]),
        "hand": int(p.g.combat_held[FIRST]),
        "enemy hand": int(p.g.combat_held[LAST]),
        "VP": int(p.g.score[FIRST, SCORE_COMBAT]),
    }


def changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Where two rounds differ."""
    return {name: after[name] - before[name] for name in before if after[name] != before[name]}


# Cards of players -----------------------------------------------------------------------------------------------------

PAIR, TRIO = (WAR_CRUISER,) * 2, (WAR_CRUISER,) * 3


def played(name: str, scene: Scene, dice: tuple[int, ...]) -> tuple[Position, int, dict[str, int]]:
    """The position after a round with the card, whether it took effect, and what it changed."""
    without = scene().dice(*dice).decline()
    p = scene()
    kind = p.index("combat_cards", name)
    hold(p, FIRST, kind).refresh().dice(*dice).do("combat_card", kind)
    effect = next(row[2] for row in told(p, log.E_COMBAT_CARD_SHOWN) if row[0] == FIRST)
    return p, effect, changes(seen(without, LAST), seen(p, LAST))


CARDS = {
    "jamming": Case(lambda: clash(enemy_card="lucky_shot"), (MISS,) * 2, {"enemy hits": -1, "damage": -1}),
    "double_agents": Case(
        lambda: clash(enemy_card="lucky_shot"), (MISS,) * 2, {"enemy hits": -1, "damage": -1, "hand": 1}
    ),
    "emergency_jump": Case(clash, (MISS,) * 2, {"dice": -1, "enemy dice": -1, "ships at home": 1}),
    "rear_guard": Case(
        lambda: clash((WAR_CRUISER, DARK_RAIDER)),
        (MISS,) * 2,
        {"dice": -1, "enemy dice": -1, "ships at home": 2, "hand": 1},
    ),
    "damage_control": Case(lambda: clash(damage=3, second_round=True), (MISS,) * 2, {"damage": -2}),
    "repair_bays": Case(lambda: clash((WAR_CRUISER, BATTLE_CARRIER), damage=3), (MISS,) * 2, {"damage": -3}),
    "intercepted_codes": Case(clash, (MISS,) * 2, {"hand": 2}),
    "saboteurs": Case(lambda: clash((WAR_CRUISER, DARK_RAIDER)), (MISS,) * 2, {"enemy hand": -1}),
    "broken_morale": Case(lambda: clash(TRIO), (MISS,) * 4, {"enemy hand": -2}),
    "combat_training": Case(
        lambda: clash((WAR_CRUISER, BATTLE_CARRIER), cargo=1),
        (ALMOST, MISS),
        {"hits": 1, "enemy damage": 1, "on board": -1},
    ),
    "evasion": Case(clash, (MISS, HIT), {"enemy hits": -1, "damage": -1}),
    "target_lock": Case(lambda: clash((WAR_CRUISER, FIGHTER)), (ALMOST, MISS), {"hits": 1, "enemy damage": 1}),
    "concentrated_fire": Case(
        lambda: clash(PAIR, unarmed=True), (MISS, MISS, HIT, HIT), {"dice": 2, "hits": 2, "enemy damage": 2}
    ),
    "broadside": Case(lambda: clash(unarmed=True), (MISS, HIT, HIT, HIT), {"dice": 3, "hits": 3, "enemy damage": 3}),
    "power_drain": Case(
        lambda: clash(enemies=TRIO), (MISS, HIT, HIT, HIT), {"enemy dice": -2, "enemy hits": -2, "damage": -2}
    ),
    "ambush": Case(lambda: clash(unarmed=True), (ALMOST,) * 2, {"dice": 1, "hits": 2, "enemy damage": 2}),
    "fire_control": Case(lambda: clash(unarmed=True), (MISS, HIT), {"hits": 1, "enemy damage": 1}),
    "desperate_stand": Case(
        lambda: clash(enemies=PAIR, unarmed=True),
        (MISS, MISS, MISS, HIT, HIT, HIT),
        {"dice": 2, "hits": 3, "enemy damage": 3},
    ),
    "all_or_nothing": Case(
        lambda: clash((WAR_CRUISER, BATTLE_CARRIER), TRIO, cargo=1, unarmed=True),
        (ALMOST,) * 4,
        {"dice": 3, "hits": 4, "enemy damage": 4, "on board": -1},
    ),
    "boarding_parties": Case(
        lambda: clash((WAR_CRUISER, BATTLE_CARRIER), cargo=2),
        (MISS,) * 2,
        {"hits": 2, "enemy damage": 2, "on board": -2},
    ),
    "lucky_shot": Case(clash, (MISS,) * 2, {"hits": 1, "enemy damage": 1}),
    "decoy_drones": Case(clash, (MISS, HIT), {"damage": -1}),
    "point_defense": Case(lambda: clash((WAR_CRUISER, FIGHTER), TRIO), (MISS, HIT, HIT, HIT), {"ships": 1}),
    "scattered_formation": Case(lambda: clash(enemies=TRIO), (MISS, HIT, HIT, HIT), {"damage": -2}),
    "doomsday_protocol": Case(lambda: clash(TRIO), (MISS,) * 4, {"hits": 3, "enemy damage": 3}),
    "shield_surge": Case(lambda: clash(damage=3, enemies=PAIR), (MISS, HIT, MISS), {"ships": 1, "damage": 3}),
    "shield_breaker": Case(
        lambda: clash(enemies=TRIO, enemy_damage=2, second_round=True),
        (HIT, MISS, MISS, MISS),
        {"enemy ships": -1, "enemy damage": -3},
    ),
    "trophy_hunters": Case(lambda: clash(enemies=PAIR, enemy_damage=3), (HIT, MISS, MISS), {"VP": 1}),
}

# Where the requirement of a card fails, by one.
LACKING: dict[str, Scene] = {
    "double_agents": lambda: clash(enemy_card="lucky_shot", second_round=True),
    "rear_guard": clash,
    "damage_control": lambda: clash(damage=3),
    "repair_bays": lambda: clash(damage=3),
    "saboteurs": clash,
    "broken_morale": lambda: clash(PAIR),
    "combat_training": lambda: clash((WAR_CRUISER, BATTLE_CARRIER)),
    "target_lock": clash,
    "concentrated_fire": clash,
    "broadside": lambda: clash((FIGHTER,)),
    "ambush": lambda: clash(second_round=True),
    "desperate_stand": clash,
    "all_or_nothing": lambda: clash((WAR_CRUISER, BATTLE_CARRIER)),
    "boarding_parties": lambda: clash((WAR_CRUISER, BATTLE_CARRIER), cargo=1),
    "point_defense": clash,
    "scattered_formation": clash,
    "doomsday_protocol": lambda: clash(PAIR),
    "shield_breaker": lambda: clash(enemies=TRIO, enemy_damage=2),
}
ONCE_IN_A_GAME = {"all_or_nothing", "doomsday_protocol"}


@pytest.mark.parametrize("name", CARDS)
def test_every_combat_card_does_what_it_says(name: str) -> None:
    """Ours, but for Combat Training, which is public: what a card changes in a round, and where it goes after it."""
    case = CARDS[name]
    p, effect, changed = played(name, case.scene, case.dice)
    assert effect == 1
    assert changed == case.changes
    kind = p.index("combat_cards", name)
    gone, put_away = p.g.combat_removed[kind], p.g.combat_discard[kind]
    assert (gone, put_away) == ((1, 0) if name in ONCE_IN_A_GAME else (0, 1))


@pytest.mark.parametrize("name", LACKING)
def test_every_combat_card_that_requires_something_does_nothing_without_it(name: str) -> None:
    """Edge of Extinction, lines 374-375, and ours: the card is played, and nothing comes of it."""
    _, effect, changed = played(name, LACKING[name], (HIT, *[MISS] * 9))
    assert (effect, changed) == (0, {})


def test_every_combat_card_of_the_box_is_seen() -> None:
    """Each card has its position here, and each requirement one where it fails."""
    cards = edge_of_space().rules.content.combat_cards
    assert {card.id for card in cards} == set(CARDS)
    assert {card.id for card in cards if card.needs != "none"} == set(LACKING)


# Cards of the Resistance ----------------------------------------------------------------------------------------------


def answered(name: str, scene: Scene, dice: tuple[int, ...], own_card: str = "") -> tuple[int, dict[str, int]]:
    """Whether a card of the Resistance took effect, and what it changed."""
    rounds = []
    for deck in ([], [name]):
        p = scene()
        stack_foe_cards(p, *(p.index("foe_cards", card) for card in deck))
        p.jump(frames.COMBAT, hex=int(p.g.resistance.argmax()), lone=FIRST).dice(*dice)
        if own_card:
            p.do("combat_card", p.index("combat_cards", own_card))
        else:
            p.decline()
        shown = [row[2] for row in told(p, log.E_COMBAT_CARD_SHOWN) if row[0] == CENTAURIANS]
        rounds.append(seen(p, CENTAURIANS))
    return shown[0], changes(*rounds)


FOE_CARDS = {
    "psionic_scream": Case(lambda: siege(own_card="lucky_shot"), (MISS,) * 2, {"hits": -1, "enemy damage": -1}),
    "sensor_ghosts": Case(siege, (HIT, MISS), {"hits": -1, "enemy damage": -1}),
    "linked_targeting": Case(siege, (MISS, ALMOST), {"enemy hits": 1, "damage": 1}),
    "swarm_logic": Case(siege, (MISS, MISS, HIT, HIT), {"enemy dice": 2, "enemy hits": 2, "damage": 2}),
    "gravity_well": Case(lambda: siege(3), (MISS,) * 4, {"dice": -2}),
    "second_volley": Case(siege, (MISS, MISS, HIT), {"enemy hits": 1, "damage": 1}),
    "cornered": Case(lambda: siege(2), (MISS, MISS, ALMOST, ALMOST), {"enemy dice": 1, "enemy hits": 2, "damage": 2}),
    "piercing_beam": Case(siege, (MISS,) * 2, {"enemy hits": 1, "damage": 1}),
    "phase_shift": Case(siege, (HIT, MISS), {"enemy damage": -1}),
    "living_hulls": Case(lambda: siege(2), (HIT, HIT, MISS), {"enemy ships": 1, "enemy damage": 1}),
}


@pytest.mark.parametrize("name", FOE_CARDS)
def test_every_combat_card_of_the_resistance_does_what_it_says(name: str) -> None:
    """Ours: what a card of the Resistance changes in the first round."""
    case = FOE_CARDS[name]
    own_card = "lucky_shot" if name == "psionic_scream" else ""
    assert answered(name, case.scene, case.dice, own_card) == (1, case.changes)


def test_a_cornered_ship_of_the_resistance_needs_more_enemies_than_there_are_of_it() -> None:
    """Ours: against a single ship the card does nothing."""
    assert answered("cornered", siege, (MISS, ALMOST)) == (0, {})


def test_every_combat_card_of_the_resistance_is_seen() -> None:
    """Each card has its position here."""
    cards = edge_of_space().rules.content.foe_cards
    assert {card.id for card in cards} == set(FOE_CARDS)
    assert {card.id for card in cards if card.needs != "none"} == {"cornered"}
