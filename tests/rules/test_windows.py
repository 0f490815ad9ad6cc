"""Windows outside Conquest: rearranging upgrades, using Resistance cards."""

from pathlib import Path

import numpy as np
import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import FIXED_VALUES, Position
from tests.rules.early import (
    CARRIER,
    CRUISER,
    FIGHTER,
    RAIDER,
    cp,
    finish,
    home,
    own,
    perform,
    planets,
    seat,
    ship,
    upgrade,
)

SHIELD = "electromagnetic_shield"


def window(p: Position, player: int = 0) -> Position:
    """The window of a player with new upgrades."""
    p.g.refitted[player] = 1
    return p.jump(frames.WINDOW, player=player)


def card_with(p: Position, name: str) -> int:
    """Number of a Resistance card."""
    return p.index("resistance_cards", name)


def asked(p: Position) -> list[tuple[str, int]]:
    """Windows offered from here to the end of the frame, all closed at once."""
    found = []
    while not p.finished:
        if p.decision == "window":
            found.append((p.decision, p.actor))
        p.default()
    return found


# Rearranging ----------------------------------------------------------------------------------------------------------


def test_an_upgrade_moves_to_another_blueprint_for_nothing() -> None:
    """base rules, line 145: upgrades go from class to class without paying and work there at once."""
    p = Position(players=2)
    stock = p.g.resource.copy()
    window(p)
    p.do("move_upgrade", upgrade(p, SHIELD), FIGHTER)
    assert (p.g.shield[0, CARRIER], p.g.shield[0, FIGHTER]) == (0, 1)
    assert p.g.blueprint[0].sum() == 1
    assert np.array_equal(p.g.resource, stock)


def test_an_upgrade_of_several_classes_moves_from_the_one_that_is_named() -> None:
    """base rules, line 145: where two classes have one to spare, the player says which gives it."""
    p = Position(players=2).equip(0, RAIDER, SHIELD).equip(0, FIGHTER).equip(0, CRUISER)
    window(p).do("move_upgrade", upgrade(p, SHIELD), CRUISER)
    assert p.decision == "upgrade_from" and p.legal() == {("upgrade_from", CARRIER), ("upgrade_from", RAIDER)}
    p.do("upgrade_from", RAIDER)
    assert p.g.shield[0, [RAIDER, FIGHTER, CRUISER, CARRIER]].tolist() == [0, 0, 1, 1]


def test_rearranging_needs_no_technology() -> None:
    """base rules, lines 23 and 145: the shield of the start can be moved though its technology is unknown."""
    p = window(Position(players=2))
    assert not p.g.technology.any()
    assert p.legal("move_upgrade") == {(upgrade(p, SHIELD), x) for x in (RAIDER, FIGHTER, CRUISER)}


def test_full_blueprints_exchange() -> None:
    """base rules, lines 144-145: where there is no room, another upgrade comes back in exchange; none is lost."""
    p = Position(players=2)
    for ship_class, name in ((RAIDER, "laser_cannon"), (FIGHTER, SHIELD), (CRUISER, SHIELD), (CARRIER, SHIELD)):
        p.equip(0, ship_class, *[name] * int(p.t.class_slots[ship_class]))
    before = p.g.blueprint[0].sum(axis=0)
    window(p).do("move_upgrade", upgrade(p, "laser_cannon"), FIGHTER)
    if p.decision == "exchange_upgrade":
        p.do("replace", upgrade(p, SHIELD))
    assert (p.g.dice[0, FIGHTER], p.g.shield[0, RAIDER]) == (1, 1)
    assert p.g.blueprint[0].sum(axis=0).tolist() == before.tolist()


def test_rearranging_keeps_one_drive_a_class() -> None:
    """base rules, line 144: a drive goes to a class with a drive only in exchange for that drive."""
    p = Position(players=2).equip(0, FIGHTER, "fusion_drive").equip(0, CRUISER, "antigravity_drive", "laser_cannon")
    fusion, gravity = upgrade(p, "fusion_drive"), upgrade(p, "antigravity_drive")
    window(p).do("move_upgrade", fusion, CRUISER)
    if p.decision == "exchange_upgrade":
        assert p.legal("replace") == {(gravity,)}
        p.do("replace", gravity)
    assert (p.g.drive[0, FIGHTER], p.g.drive[0, CRUISER]) == (3, 2)


def test_rearranging_never_destroys_a_ship() -> None:
    """movement and combat text, lines 619-621: a shield that damage rests on cannot leave without one as good."""
    p = Position(players=2)
    p.g.ship_damage[0, ship(p, 0, CARRIER)] = 1
    window(p)
    assert p.legal("move_upgrade") == set()
    p.equip(0, FIGHTER, "deflector_shield")
    window(p)
    assert {target for moved, target in p.legal("move_upgrade") if moved == upgrade(p, SHIELD)} == {FIGHTER}
    assert p.g.ship_hex[0, ship(p, 0, CARRIER)] == home(p, 0)


def test_a_moved_shield_may_leave_ships_that_are_not_damaged() -> None:
    """base rules, lines 145 and 277: only damage binds a shield to its class."""
    p = Position(players=2)
    p.g.ship_damage[0, ship(p, 0, CARRIER)] = 1
    p.equip(0, CARRIER, SHIELD, SHIELD)
    window(p).do("move_upgrade", upgrade(p, SHIELD), RAIDER)
    assert p.g.shield[0, [CARRIER, RAIDER]].tolist() == [1, 1]
    p.do("move_upgrade", upgrade(p, SHIELD), FIGHTER)
    assert p.g.shield[0, [CARRIER, RAIDER, FIGHTER]].tolist() == [1, 0, 1], "the other one moved on"


def test_random_rearranging_keeps_every_limit() -> None:
    """base rules, lines 144-145: upgrades are conserved, slots and drives kept, ships alive, and the window closes."""
    for seed in range(12):
        p = Position(players=2)
        p.equip(0, RAIDER, "laser_cannon", "fusion_drive").equip(0, FIGHTER, SHIELD, "ion_cannon", "antigravity_drive")
        p.equip(0, CRUISER, "laser_cannon", "deflector_shield").equip(0, CARRIER, SHIELD, SHIELD, "plasma_cannon")
        p.g.ship_damage[0, ship(p, 0, CARRIER)] = 1
        before = p.g.blueprint[0].sum(axis=0).tolist()
        rng = np.random.default_rng(seed)
        window(p)
        moves = 0
        while not p.finished:
            legal = [x for x in np.flatnonzero(p.masks[0]) if x > 0] or [0]
            moves += p.decision == "window" and legal != [0]
            p._play(int(rng.choice(legal)))
            blueprint = p.g.blueprint[0]
            assert blueprint.sum(axis=0).tolist() == before
            assert (blueprint[:, : p.t.upgrades].sum(axis=1) <= p.t.class_slots[:4]).all()
            drives = [i for i in range(p.t.upgrades) if p.t.upgrade_sort[i] == v.DRIVE]
            assert blueprint[:, drives].sum(axis=1).max() <= 1
            assert p.g.ship_damage[0, ship(p, 0, CARRIER)] == 1
            assert p.g.shield[0, CARRIER] >= 1
        assert moves <= p.t.rearrangements


def test_a_window_has_so_many_moves() -> None:
    """our bound on base rules, line 145: after that the upgrades lie as they lie until the next window."""
    p = window(Position(players=2))
    places = [CARRIER, RAIDER]
    for move in range(p.t.rearrangements):
        p.do("move_upgrade", upgrade(p, SHIELD), places[1 - move % 2])
    assert p.finished


def test_windows_come_before_conquest_in_turn_order() -> None:
    """base rules, line 145: everybody has the chance outside Conquest, in turn order."""
    p = seat(Position(players=3), 2, 0, 1)
    p.g.resistance_owner[:3] = 0, 1, 2
    p.jump(frames.ACTION_STAGE)
    assert asked(p) == [("window", 2), ("window", 0), ("window", 1)]


def test_who_votes_next_needs_no_window_in_upkeep() -> None:
    """our ruling on base rules, line 145: what a window would offer can be done before the vote."""
    p = seat(Position(players=3), 2, 0, 1)
    p.g.resistance_owner[:3] = 0, 1, 2
    assert asked(p.jump(frames.UPKEEP)) == []
    p.jump(frames.COUNCIL)
    for player, card in ((2, 2), (0, 0), (1, 1)):
        assert (p.decision, p.actor) == ("vote", player)
        assert p.legal("resistance_card") == {(card,)} and p.legal("move_upgrade")
        while p.actor == player and not p.finished:
            p.default()


def test_without_a_vote_windows_come_in_upkeep() -> None:
    """our ruling on base rules, lines 65 and 145: when the political deck has run out, nobody is asked to vote."""
    p = seat(Position(players=3), 2, 0, 1)
    p.g.resistance_owner[:3] = 0, 1, 2
    p.g.political_left = 0
    p.jump(frames.UPKEEP)
    assert asked(p) == [("window", 2), ("window", 0), ("window", 1)]


def test_a_window_without_cards_is_for_new_upgrades() -> None:
    """our ruling on base rules, line 145: who has no card is asked once after each upgrade that was laid down."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 2, 0, 0)
    assert p.jump(frames.WINDOW, player=0).decision == "window", "upgrades of the start are new"
    p.decline()
    assert p.jump(frames.WINDOW, player=0).finished
    perform(p, 0, v.UPGRADE).do("upgrade", upgrade(p, "laser_cannon"), CARRIER)
    assert p.finished, "no CP are left, so there was no chance to move anything"
    assert p.jump(frames.WINDOW, player=0).decision == "window"
    p.do("move_upgrade", upgrade(p, SHIELD), FIGHTER)
    assert p.decision == "window", "as often as it is wanted"
    p.decline()
    assert p.jump(frames.WINDOW, player=0).finished, "moving upgrades makes none new"


def test_no_window_follows_where_upgrades_could_be_moved_before() -> None:
    """our ruling on base rules, line 145: who was asked something else after the purchase could move upgrades then."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 20, 5, 5)
    perform(p, 0, v.UPGRADE).do("upgrade", upgrade(p, "laser_cannon"), CARRIER)
    assert p.decision == "upgrade" and p.legal("move_upgrade")
    p.decline()
    assert p.jump(frames.WINDOW, player=0).finished


def test_no_window_opens_where_there_is_nothing_to_do() -> None:
    """base rules, line 145: a player without upgrades and cards is not asked."""
    p = Position(players=2)
    p.g.blueprint[0] = 0
    assert window(p).finished


@pytest.mark.parametrize("players", [2, 4])
def test_there_is_no_rearranging_in_conquest(players: int) -> None:
    """base rules, lines 145 and 299: in the Conquest Stage neither upgrades move nor cards are used."""
    p = Position(seed=players, players=players, turns=2)
    rng = np.random.default_rng(players)
    forbidden = {"window", "upgrade_from", "exchange_upgrade"}
    while not p.g.over:
        if p.g.stage == frames.CONQUEST_STAGE:
            assert p.decision not in forbidden
            assert p.legal("resistance_card") == set()
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))


# Resistance cards -----------------------------------------------------------------------------------------------------


def test_a_won_card_is_discarded_for_its_bonus_once() -> None:
    """base rules, line 299: the bonus is taken, the card is gone and can neither be used again nor scored."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 3)
    number = card_with(p, "scout")
    p.g.resistance_owner[number] = 0
    window(p).do("resistance_card", number)
    assert cp(p, 0) == 3 + 4
    assert p.g.resistance_owner[number] == -2
    assert p.legal("resistance_card") == set()
    finish(p)
    assert window(p).legal("resistance_card") == set()


def test_a_card_may_be_kept() -> None:
    """base rules, line 299: who keeps the card has it for VP or for later."""
    p = Position(players=2)
    number = card_with(p, "scout")
    p.g.resistance_owner[number] = 0
    window(p).decline()
    assert p.finished
    assert p.g.resistance_owner[number] == 0


def test_only_the_own_cards_can_be_used() -> None:
    """base rules, line 299: a card belongs to the player who won it."""
    p = Position(players=2)
    mine, other = card_with(p, "scout"), card_with(p, "courier")
    p.g.resistance_owner[[mine, other]] = 0, 1
    assert window(p).legal("resistance_card") == {(mine,)}


def test_several_cards_can_be_used_in_one_window() -> None:
    """base rules, line 299: each card for its own bonus."""
    p = own(Position(players=2, content=FIXED_VALUES), 0)
    first, second = card_with(p, "scout"), card_with(p, "courier")
    p.g.resistance_owner[[first, second]] = 0
    window(p).do("resistance_card", first).do("resistance_card", second)
    assert p.g.resource[0, :3].tolist() == [4, 0, 2]


@pytest.mark.parametrize("action", [v.RESEARCH, v.BUILD, v.UPGRADE, v.TRADE])
def test_a_card_can_be_used_while_spending(action: int) -> None:
    """base rules, line 299: outside Conquest the bonus may be taken when it is needed, then the action goes on."""
    p = own(Position(players=2, content=FIXED_VALUES), 0, 20, 3, 3)
    number = card_with(p, "scout")
    p.g.resistance_owner[number] = 0
    perform(p, 0, action)
    decision = p.decision
    p.do("resistance_card", number)
    assert (p.decision, p.actor) == (decision, 0)
    assert cp(p, 0) == 24
    assert p.legal("resistance_card") == set()


def test_a_card_pays_for_a_ship() -> None:
    """base rules, lines 137 and 299: Axinium from a card builds a ship in the same action."""
    p = own(Position(players=2).remove_ships(0), 0, 9, 0)
    number = card_with(p, "picket")
    p.g.resistance_owner[number] = 0
    perform(p, 0, v.BUILD)
    assert p.legal("ship_class") == set()
    p.do("resistance_card", number).do("ship_class", FIGHTER)
    assert p.g.ship_hex[0, ship(p, 0, FIGHTER)] == home(p, 0)


def test_a_card_that_gives_an_action_is_carried_out_in_the_window() -> None:
    """base rules, line 299: the bonus may be an action; it is performed in full before the window goes on."""
    p = Position(players=2)
    number = card_with(p, "watcher")
    p.g.resistance_owner[number] = 0
    p.g.counter[:] = 0
    planet = planets(p, "cp")[0]
    p.settle(planet, 0, 1)
    window(p).do("resistance_card", number)
    placed = 0
    while p.decision == "mine":
        p.do("mine", home(p, 0))
        placed += 1
    assert placed == 4
    assert p.decision == "window"


BUILD = '{ do = "act", action = "build" }'


@pytest.mark.parametrize("effect", [BUILD, f'{{ do = "choose", options = [[{BUILD}], [{BUILD}]] }}'])
def test_cards_that_give_actions_are_used_one_after_the_other(effect: str, tmp_path: Path) -> None:
    """our ruling on base rules, line 299: what a card brings is carried out before the next one is used.

    With cards of the user's own that all give Build, none is offered in the Build of another, and all are used in the
    Build that was there first.
    """
    ours = [card for card in Position(players=2).rules.content.resistance_cards if card.level == 1]
    text = "\n".join(f'[[card]]\nid = "{card.id}"\neffects = [{effect}]\n' for card in ours)
    (tmp_path / "resistance.toml").write_text(text)
    p = Position(players=2, content=str(tmp_path))
    cards = [card_with(p, card.id) for card in ours]
    p.g.resistance_owner[cards] = 0
    p.g.resistance_deck[0] = -1
    p.g.resistance_left[0] = 0
    perform(own(p, 0, 20, 5), 0, v.BUILD)
    first = int(p.g.depth)
    waiting = 0
    while not p.finished:
        assert p.actor == 0
        held = {(card,) for card in cards if p.g.resistance_owner[card] == 0}
        if p.decision == "option":
            p.do("option", 1)
        elif p.g.depth == first and held:
            assert p.legal("resistance_card") == held
            p.do("resistance_card", *min(held))
        else:
            assert not p.legal("resistance_card")
            waiting = max(waiting, len(held))
            p.decline()
    assert waiting == len(cards) - 1, "while the first card's Build lasts, all others wait"
    assert set(p.g.resistance_owner[cards]) == {-2}, "all were used in the end"
    assert p.t.resistance_effect[cards[0], 1] == (1 if effect == BUILD else 3)
