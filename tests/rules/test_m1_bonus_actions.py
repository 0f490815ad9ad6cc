"""Event Horizon, module M1: further bonus actions."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.config import BONUS_CARDS, GameConfig
from exodus_env.exodus.content.vocabulary import SDS
from exodus_env.exodus.rules import frames
from exodus_env.kit.config import ConfigError
from tests.position import Position
from tests.rules.early import FIGHTER, RAIDER, at_home, bury, card, cp, empty_supply, home, modifier, order, upgrade
from tests.rules.scenes import assert_cubes_kept

M1 = ("M1",)


def bonus(p: Position, name: str) -> int:
    """Number of a bonus action."""
    return p.index("bonus_cards", name)


def offered(p: Position) -> set[int]:
    """Bonus actions the Vice-Chancellor can propose now."""
    p.until("propose_bonus")
    return {x for (x,) in p.legal("bonus_action")}


def take(p: Position, name: str) -> Position:
    """Go on to the next Council; this bonus action is proposed, and taken."""
    p.until("propose_bonus").do("bonus_action", bonus(p, name))
    return p.until("take_bonus").do("bonus_action", bonus(p, name))


def game(name: str, players: int = 3, **config: Any) -> Position:
    """A new game in which this bonus action is taken in the first turn; no resolution gives anybody a third card."""
    return take(bury(Position(players=players, modules=M1, **config), "acting_chancellor"), name)


def to_stage_end(p: Position) -> tuple[list[str], list[int]]:
    """Default choices through the Action Stage: decisions asked, and the players asked for a further card."""
    asked, further = [], []
    p.until("action_card")
    turn = int(p.g.turn)
    while p.g.stage == frames.ACTIONS_STAGE and p.g.turn == turn:
        asked.append(p.decision)
        if p.decision == "third_card":
            further.append(p.actor)
        p.default()
    return asked, further


# Which cards there are ------------------------------------------------------------------------------------------------


def test_the_module_adds_four_bonus_actions() -> None:
    """Event Horizon, lines 101-105: four cards come to those of the base game."""
    base = {x.id for x in Position(players=3).rules.content.bonus_cards}
    more = {x.id for x in Position(players=3, modules=M1).rules.content.bonus_cards}
    assert more - base == {"accelerated_cloning", "supplies", "nanobots", "executive_action"}
    assert base < more


@pytest.mark.parametrize("chosen", [("nanobots",), ("supplies", "executive_action"), ()])
def test_any_of_the_cards_can_be_in_the_game(chosen: tuple[str, ...]) -> None:
    """Event Horizon, lines 104-105: the players say which of the cards are in the box."""
    p = Position(players=3, modules=M1, bonus_cards=chosen)
    assert {x.id for x in p.rules.content.bonus_cards if x.module} == set(chosen)
    assert offered(p) == set(range(p.t.bonus_cards))


def test_settings_of_the_module_belong_to_it() -> None:
    """Event Horizon, lines 104-109: without the module there are no cards of it and no draw."""
    for field, value in (("bonus_cards", ["nanobots"]), ("bonus_draw", True)):
        with pytest.raises(ConfigError) as refusal:
            GameConfig.from_dict({field: value})
        assert refusal.value.field == field
        GameConfig.from_dict({field: value, "modules": ["M1"]})
    with pytest.raises(ConfigError, match="bonus_cards"):
        GameConfig.from_dict({"modules": ["M1"], "bonus_cards": ["free_beer"]})
    assert len(BONUS_CARDS) == 4


# Accelerated Cloning --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_accelerated_cloning_brings_two_population_at_once(players: int) -> None:
    """Event Horizon, lines 112-115: two more at home for everybody, in the Council already."""
    p = Position(players=players, modules=M1).until("propose_bonus")
    before = [at_home(p, player) for player in range(players)]
    p.do("bonus_action", bonus(p, "accelerated_cloning")).until("take_bonus")
    assert [at_home(p, player) for player in range(players)] == before, "a proposal does nothing"
    p.do("bonus_action", bonus(p, "accelerated_cloning"))
    assert [at_home(p, player) for player in range(players)] == [n + 2 for n in before]
    assert_cubes_kept(p)


def test_accelerated_cloning_ends_with_the_supply() -> None:
    """Event Horizon, line 112: cubes come from the supply, as far as it goes."""
    p = Position(players=3, modules=M1).until("propose_bonus")
    empty_supply(p, 1, left=1)
    before = at_home(p, 1)
    p.refresh()
    take(p, "accelerated_cloning")
    assert at_home(p, 1) == before + 1
    assert p.g.supply[1] == 0


@pytest.mark.parametrize("name", ["accelerated_cloning", "executive_action"])
def test_a_card_with_effect_at_once_leaves_no_bonus_step(name: str) -> None:
    """Event Horizon, lines 114-115 and 129-130: that turn has no bonus step; the next one has."""
    p = game(name)
    assert p.g.bonus == -1
    before = [at_home(p, player) for player in range(3)]
    asked, _ = to_stage_end(p)
    assert "take_part" not in asked and "free_upgrade" not in asked
    assert [at_home(p, player) for player in range(3)] == before, "and nothing happens twice"
    take(p, "nanobots")
    assert p.g.turn == 2
    assert p.g.bonus == bonus(p, "nanobots")


# Supplies -------------------------------------------------------------------------------------------------------------


def test_supplies_is_an_upgrade_whose_technology_is_known() -> None:
    """Event Horizon, lines 117-120: any one upgrade, free of charge, but not without the technology."""
    p = game("supplies")
    player = order(p)[0]
    p.learn(player, "ion_cannon").equip(player, RAIDER).refresh()
    p.until("free_upgrade", player)
    stock = p.g.resource[player].tolist()
    on_offer = {x for x, _ in p.legal("upgrade")}
    assert on_offer == {upgrade(p, "laser_cannon"), upgrade(p, "ion_cannon")}
    p.do("upgrade", upgrade(p, "ion_cannon"), RAIDER)
    assert p.g.blueprint[player, RAIDER, upgrade(p, "ion_cannon")] == 1
    assert p.g.resource[player].tolist() == stock
    assert (p.decision, p.actor) != ("free_upgrade", player), "one upgrade, not more"


def test_supplies_is_for_everybody_and_may_be_declined() -> None:
    """Event Horizon, lines 117-120: as every bonus action, in turn order and as each likes."""
    p = game("supplies")
    blueprints = p.g.blueprint.copy()
    asked = []
    p.until("free_upgrade")
    while p.decision == "free_upgrade":
        asked.append(p.actor)
        p.decline()
    assert asked == order(p)
    assert (p.g.blueprint == blueprints).all()


def test_supplies_may_be_a_rocket() -> None:
    """Event Horizon, lines 117-120; base rules, line 171: rockets are upgrades, of planets one controls."""
    p = game("supplies")
    player = order(p)[0]
    p.learn(player, "hypersonic_rockets").refresh().until("free_upgrade", player)
    stock = p.g.resource[player].tolist()
    assert p.legal("rocket") == {(0, home(p, player))}, "of the only kind that is known"
    p.do("rocket", 0, home(p, player))
    assert p.g.rocket[home(p, player), 0] == 1
    assert p.g.resource[player].tolist() == stock
    assert (p.decision, p.actor) != ("free_upgrade", player), "one upgrade, not more"


def test_supplies_may_be_a_planetary_upgrade() -> None:
    """Event Horizon, lines 117-120: any upgrade, with Edge of Extinction those of planets among them."""
    p = Position(players=3, modules=M1, edge_of_extinction=True, factions=("sirius", "titan", "arctic"))
    p = take(bury(p, "acting_chancellor"), "supplies")
    player = order(p)[0]
    p.learn(player, "sds").refresh().until("free_upgrade", player)
    stock = p.g.resource[player].tolist()
    offers = {hexagon for kind, hexagon in p.legal("planetary") if kind == SDS}
    assert home(p, player) in offers
    p.do("planetary", SDS, home(p, player))
    assert p.g.planetary[home(p, player), SDS] == player + 1
    assert p.g.resource[player].tolist() == stock
    assert (p.decision, p.actor) != ("free_upgrade", player)


# Nanobots -------------------------------------------------------------------------------------------------------------


def test_nanobots_take_one_damage_off_each_ship() -> None:
    """Event Horizon, lines 122-124: one from each ship of everybody, wherever the ship is.

    Our reading: nobody is asked, for nobody is better off with damage.
    """
    p = game("nanobots").until("action_card")
    shield = "singularity_shield"
    placed = []
    for player in range(3):
        p.equip(player, FIGHTER, shield)
        for hexagon, damage in ((home(p, player), 2), (home(p, (player + 1) % 3), 1)):
            placed.append((player, p.place_ship(player, FIGHTER, hexagon, damage=damage), damage))
    p.refresh()
    to_stage_end(p)
    for player, ship, damage in placed:
        assert p.g.ship_damage[player, ship] == damage - 1


# Executive Action -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 5])
def test_executive_action_is_a_third_card_for_everybody(players: int) -> None:
    """Event Horizon, lines 126-127: each player may play one card more this turn, and may leave it."""
    p = game("executive_action", players=players)
    p.until("third_card")
    for player in order(p):
        assert (p.decision, p.actor) == ("third_card", player)
        assert ("pass",) in p.legal()
        assert len(p.legal("action_card")) == p.t.action_cards - 2, "cards played are played"
        left = min(p.legal("action_card"))
        if player == order(p)[0]:
            before, bank = cp(p, player), card(p, "bank")
            played = bank if (bank,) in p.legal("action_card") else None
            p.do("action_card", *((bank,) if played is not None else left))
        else:
            p.decline()
    if played is not None:
        assert cp(p, order(p)[0]) >= before + 4
    p.until("action_card")
    assert p.g.turn == 2
    _, further = to_stage_end(p)
    assert further == [], "one turn only"


def test_no_reactions_with_executive_action() -> None:
    """Event Horizon, lines 126-127: nobody reacts that turn; in the next everybody may again."""
    p = game("executive_action")
    asked, further = to_stage_end(p)
    assert "react" not in asked
    assert further == order(p)
    asked, _ = to_stage_end(p)
    assert "react" in asked


def test_reactions_without_executive_action() -> None:
    """Event Horizon, lines 126-127: the module alone takes no reaction away."""
    asked, further = to_stage_end(game("nanobots"))
    assert "react" in asked and further == []


def test_four_actions_with_master_politics() -> None:
    """Event Horizon, lines 130-131: who has Master Politics can play four cards."""
    p = game("executive_action")
    player = order(p)[1]
    p.learn(player, "master_politics").refresh()
    assert modifier(p, player, "third_action") == 1
    played = []
    p.until("action_card")
    while p.g.stage == frames.ACTIONS_STAGE and p.g.turn == 1:
        if p.decision in ("action_card", "third_card"):
            choice = min(p.legal("action_card"))
            if p.actor == player:
                assert choice[0] not in played
                played.append(choice[0])
            p.do("action_card", *choice)
        else:
            assert p.decision != "react"
            p.default()
    assert len(played) == 4


def test_executive_action_is_there_once_a_game() -> None:
    """Event Horizon, line 126: taken, it is never proposed again; only proposed, it is."""
    p = Position(players=3, modules=M1)
    number = bonus(p, "executive_action")
    p.until("propose_bonus").do("bonus_action", number).until("take_bonus").decline()
    p.until("action_card")
    assert number in offered(p), "nobody has used it"
    take(p, "executive_action").until("action_card")
    for _ in range(3):
        there = offered(p)
        assert number not in there
        assert len(there) == p.t.bonus_cards - 1
        p.until("action_card")


def test_the_other_cards_come_back() -> None:
    """Event Horizon, lines 112-126: only Executive Action is used up."""
    p = game("accelerated_cloning").until("action_card")
    assert bonus(p, "accelerated_cloning") in offered(p)


# The variant that draws -----------------------------------------------------------------------------------------------


def draws(seed: int, turns: int = 3) -> list[frozenset[int]]:
    """The bonus actions open in the first turns."""
    p = Position(seed, players=3, modules=M1, bonus_draw=True)
    found = []
    for _ in range(turns):
        found.append(frozenset(offered(p)))
        p.until("action_card")
    return found


def test_six_bonus_actions_are_drawn_each_turn() -> None:
    """Event Horizon, lines 108-109: the Vice-Chancellor chooses among six, others every turn."""
    seen: set[int] = set()
    rounds = [drawn for seed in range(8) for drawn in draws(seed)]
    for drawn in rounds:
        assert len(drawn) == 6
        seen |= drawn
    assert len(set(rounds)) > 10, "at random"
    assert seen == set(range(Position(players=3, modules=M1).t.bonus_cards)), "each can come"


def test_the_draw_is_the_same_with_the_same_seed() -> None:
    """Event Horizon, lines 108-109: a seed gives the same cards."""
    assert draws(5) == draws(5) != draws(6)


def test_the_proposals_are_among_the_six() -> None:
    """Event Horizon, lines 108-109: what was proposed first is not there for the second proposal."""
    p = Position(players=3, modules=M1, bonus_draw=True)
    there = offered(p)
    p.do("bonus_action", min(there))
    assert offered(p) == there - {min(there)}


def test_a_used_card_is_not_drawn() -> None:
    """Event Horizon, lines 108-109 and 126, our reading: six of those still in the game."""
    p = Position(players=3, modules=M1, bonus_draw=True)
    number = bonus(p, "executive_action")
    p.g.bonus_used[number] = 1
    for _ in range(3):
        there = offered(p)
        assert number not in there and len(there) == 6
        p.until("action_card")


def test_all_are_there_without_the_draw() -> None:
    """Event Horizon, lines 104-109: drawing is a variant."""
    p = Position(players=3, modules=M1)
    assert offered(p) == set(range(p.t.bonus_cards))


@pytest.mark.parametrize("draw", [False, True])
def test_whole_games_with_the_module(draw: bool) -> None:
    """Event Horizon, lines 94-131: games come to their end and no cube is lost."""
    p = Position(3, players=3, modules=M1, bonus_draw=draw, turns=3).play_out(4)
    assert p.g.over == 1
    assert_cubes_kept(p)
