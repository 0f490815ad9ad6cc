"""Solitaire play, from Upkeep to the Action Stage: the market, a political card for CP, turn-order cards, reactions."""

from __future__ import annotations

from typing import Any

import pytest

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log
from tests.position import Position
from tests.rules.early import (
    at_home,
    card,
    cp,
    enact,
    modifier,
    own,
    perform,
    resource_row,
    run_effects,
    stack_deck,
    upkeep,
)
from tests.rules.eoe_scenes import change_tables, hold, told
from tests.rules.scenes import DARK_RAIDER, FIGHTER, WAR_CRUISER, assert_cubes_kept, finish
from tests.rules.solitaire_scenes import (
    ARMOUR,
    BORDERS,
    LAWS,
    SCENARIOS,
    VOID,
    as_placed,
    decisions,
    empty,
    home,
    planet_at,
    solitaire,
)

BOTH = pytest.mark.parametrize("scenario", SCENARIOS)
SPACES = 6
TURNS = (1, 2, 3, 4, 5)
TWICE, THRICE = 2, 3  # the turn's number, for card B and for card C
STEP = 10  # CP for each better turn-order card
LAST_CARD = 5  # turn-order card number 6
DEALT = {0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3}  # combat cards by turn-order card, as with six players
LIMIT = 6
OTHERS = ("weapons_program", "public_science", "shipping_grants")  # for a second Council


def trade_once(p: Position) -> bool:
    """A Trade in which one Axinium is bought; whether there was a space for it."""
    perform(own(p, 0, 100), 0, v.TRADE)
    if p.finished:
        return False
    p.do("exchange", 0)
    finish(p)
    return True


def take_spaces(p: Position, spaces: int) -> Position:
    """Cubes on the first spaces of the market."""
    p.g.market[:spaces] = 0
    p.g.traders = spaces
    p.g.supply[0] -= spaces
    return p


def run_upkeep(p: Position) -> Position:
    """A whole Upkeep: all minerals that can be paid for, and otherwise default choices."""
    return finish(upkeep(p))


def meet(p: Position, number: int = 1, *cards: str) -> Position:
    """The Council of a turn with these political cards on top of the deck."""
    p.g.turn = number
    return stack_deck(p, *(cards or LAWS)).jump(frames.COUNCIL)


def in_force(p: Position) -> list[str]:
    """Laws and resolutions in force."""
    cards = [*p.g.law[: p.g.laws], *p.g.resolution[: p.g.resolutions]]
    return [p.rules.content.political_cards[int(x)].id for x in cards]


def affordable(p: Position) -> set[int]:
    """The cards that can be made to pass."""
    return {slot for (slot,) in p.legal("political_card")}


def at_election(office: int = LAST_CARD, stock: int = 100, *cards: str, number: int = 1) -> Position:
    """The default card has passed and the player, with this turn-order card and CP, may buy a better one."""
    p = own(empty(VOID), 0, stock)
    p.g.office = office
    meet(p, number, *cards)
    while p.decision == "political_choice":
        p.do("political_card", 0)
    return p


def hand(p: Position) -> int:
    """Combat cards in hand."""
    return int(p.g.combat_hand[0].sum())


# Upkeep ---------------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("spaces", range(SPACES))
def test_the_market_is_not_cleared_while_a_space_is_free(scenario: str, spaces: int) -> None:
    """Edge of Extinction, line 686: cubes stay while fewer than six spaces are taken."""
    p = take_spaces(empty(scenario), spaces)
    p.settle(home(p), 0, 1)
    supply, growth = int(p.g.supply[0]), modifier(p.refresh(), 0, "growth")
    run_upkeep(p)
    assert p.g.traders == spaces
    assert p.g.market[:spaces].tolist() == [0] * spaces
    assert p.g.supply[0] == supply - growth, "nothing came back"
    assert_cubes_kept(p)


@BOTH
def test_a_full_market_is_cleared(scenario: str) -> None:
    """Edge of Extinction, line 687: with all six spaces taken every cube goes back to the supply."""
    p = take_spaces(empty(scenario), SPACES)
    supply, growth = int(p.g.supply[0]), modifier(p.refresh(), 0, "growth")
    run_upkeep(p)
    assert p.g.traders == 0
    assert set(p.g.market) == {-1}
    assert p.g.supply[0] == supply + SPACES - growth
    assert_cubes_kept(p)


@BOTH
def test_cubes_of_a_full_market_can_grow_at_once(scenario: str) -> None:
    """Edge of Extinction, lines 684-689: the market comes before growth."""
    p = take_spaces(empty(scenario), SPACES)
    p.settle(planet_at(p, "lyra"), 0, int(p.g.supply[0]))
    assert p.g.supply[0] == 0
    growth = modifier(p.refresh(), 0, "growth")
    run_upkeep(p)
    assert at_home(p, 0) == growth
    assert p.g.supply[0] == SPACES - growth


@BOTH
def test_the_market_has_six_spaces_taken_one_after_the_other(scenario: str) -> None:
    """Edge of Extinction, lines 686-687: six Trades over any number of turns, each at the prices of the next space."""
    p = empty(scenario)
    assert p.t.market_spaces == SPACES
    for space in range(SPACES):
        perform(own(p, 0, 100), 0, v.TRADE)
        p.do("exchange", 0)
        assert 100 - cp(p, 0) == p.t.buy_price[space, 0, 0]
        finish(p)
        assert p.g.traders == space + 1
        if space < SPACES - 1:
            run_upkeep(p)
            assert p.g.traders == space + 1, "still there in the next turn"
    assert not trade_once(p), "no seventh space"
    run_upkeep(p)
    assert p.g.traders == 0
    assert trade_once(p)
    assert p.g.traders == 1


@BOTH
@pytest.mark.parametrize(("technology", "growth"), [("landing_maneuvers", 2), ("expert_cloning", 3)])
def test_population_grows_as_ever(scenario: str, technology: str, growth: int) -> None:
    """Edge of Extinction, line 689: two at home, three with Expert Cloning, as far as there are cubes."""
    p = empty(scenario).learn(0, technology)
    p.settle(home(p), 0, 1).settle(planet_at(p, "lyra"), 0, 1)
    run_upkeep(p)
    assert at_home(p, 0) == 1 + growth
    assert p.g.population[planet_at(p, "lyra"), 0] == 1
    p.settle(planet_at(p, "lyra"), 0, int(p.g.supply[0]))
    run_upkeep(p)
    assert at_home(p, 0) == 1 + growth + min(growth, int(p.g.supply[0]) + 1)


def test_clone_factories_grow_as_ever() -> None:
    """Edge of Extinction, lines 148 and 689: one more on each planet with a factory."""
    p = empty(VOID)
    lyra = planet_at(p, "lyra")
    p.settle(lyra, 0, 1)
    p.g.planetary[lyra, v.CLONE_FACTORY] = 1
    run_upkeep(p)
    assert p.g.population[lyra, 0] == 2


@pytest.mark.parametrize(
    ("scenario", "technologies", "repaired"),
    [
        (BORDERS, (), 0),
        (BORDERS, ("basic_repairs",), 1),
        (VOID, (), 0),
        (VOID, ("basic_repairs",), 1),
        (VOID, ("advanced_repairs",), 3),
        (VOID, ("basic_repairs", "advanced_repairs"), 4),
    ],
)
def test_ships_are_repaired_as_ever(scenario: str, technologies: tuple[str, ...], repaired: int) -> None:
    """Edge of Extinction, lines 150-155 and 691: one damage a ship, three, or both."""
    p = empty(scenario).learn(0, *technologies).equip(0, WAR_CRUISER, ARMOUR, ARMOUR)
    ships = [p.place_ship(0, WAR_CRUISER, home(p), damage=5) for _ in range(2)]
    run_upkeep(p)
    assert [int(p.g.ship_damage[0, ship]) for ship in ships] == [5 - repaired] * 2


@BOTH
def test_income_and_tax_are_as_ever(scenario: str) -> None:
    """Edge of Extinction, line 693: 5 CP from a CP planet, a mineral from another, 1 CP tax for each mineral."""
    p = own(empty(scenario), 0, 3)
    for name, cubes in (("lyra", 2), ("getica", 1), ("borea", 1), ("auriga", 0)):
        p.settle(planet_at(p, name), 0, cubes)
        p.g.counter[planet_at(p, name)] = 2
    run_upkeep(p)
    assert p.g.resource[0, :3].tolist() == [3 + 5 - 2, 1, 1]
    assert [int(p.g.counter[planet_at(p, name)]) for name in ("lyra", "getica", "borea", "auriga")] == [1, 1, 1, 2]


@BOTH
def test_without_cp_there_is_no_mineral(scenario: str) -> None:
    """Edge of Extinction, line 693: tax that cannot be paid leaves the mineral on its planet."""
    p = empty(scenario)
    p.settle(planet_at(p, "getica"), 0, 1)
    p.g.counter[planet_at(p, "getica")] = 2
    run_upkeep(p)
    assert p.g.resource[0, :3].tolist() == [0, 0, 0]
    assert p.g.counter[planet_at(p, "getica")] == 2


# The political decision -----------------------------------------------------------------------------------------------


@BOTH
def test_resolutions_end_before_the_new_cards(scenario: str) -> None:
    """Edge of Extinction, line 696: a resolution lasts until the next Council, a law stays."""
    p = enact(own(empty(scenario), 0, 50), "family_bonus", "mineral_levy").refresh()
    assert modifier(p, 0, "growth") == 3
    meet(p)
    assert p.decision == "political_choice"
    assert in_force(p) == ["mineral_levy"]
    assert modifier(p, 0, "growth") == 2


@BOTH
def test_three_political_cards_are_revealed(scenario: str) -> None:
    """Edge of Extinction, line 699: the top of the deck lies in A, the next in B and C."""
    p = meet(own(empty(scenario), 0, 50))
    left = int(p.g.political_left)
    assert p.decision == "political_choice"
    assert [p.rules.content.political_cards[int(x)].id for x in p.g.revealed] == list(LAWS)
    assert affordable(p) == {0, 1, 2}
    assert left == len(p.rules.content.political_cards) - 3
    finish(p)
    assert p.g.political_left == left, "what did not pass leaves the game"
    assert set(p.g.revealed) == {-1}


@BOTH
@pytest.mark.parametrize("number", TURNS)
@pytest.mark.parametrize(("slot", "times"), [(0, 0), (1, TWICE), (2, THRICE)])
def test_the_default_is_free_and_others_cost_by_the_turn(scenario: str, number: int, slot: int, times: int) -> None:
    """Edge of Extinction, lines 700-701: A for nothing, B for double the turn's number, C for triple."""
    p = meet(own(empty(scenario), 0, 50), number)
    p.do("political_card", slot)
    assert cp(p, 0) == 50 - times * number
    assert in_force(p) == [LAWS[slot]]


@BOTH
@pytest.mark.parametrize("number", TURNS)
def test_a_card_that_cannot_be_paid_cannot_be_chosen(scenario: str, number: int) -> None:
    """Edge of Extinction, lines 700-701: to the last CP, and not with one less."""
    for stock in (0, TWICE * number - 1, TWICE * number, THRICE * number - 1, THRICE * number):
        p = meet(own(empty(scenario), 0, stock), number)
        expected = {slot for slot, times in enumerate((0, TWICE, THRICE)) if stock >= times * number}
        if expected == {0}:
            assert p.decision != "political_choice", "there is nothing to decide"
            assert in_force(p) == [LAWS[0]]
            assert cp(p, 0) == stock
        else:
            assert (p.decision, affordable(p)) == ("political_choice", expected)


@BOTH
def test_all_cp_may_be_spent(scenario: str) -> None:
    """Edge of Extinction, lines 700-701: exactly the price is enough."""
    p = meet(own(empty(scenario), 0, 12), 4).do("political_card", 2)
    assert cp(p, 0) == 0
    assert in_force(p) == [LAWS[2]]


@pytest.mark.parametrize("number", TURNS)
@pytest.mark.parametrize(("slot", "times"), [(1, TWICE), (2, THRICE)])
def test_corrupt_politics_makes_a_change_cheaper(number: int, slot: int, times: int) -> None:
    """Edge of Extinction, line 702: 1 CP less for B or C, and nothing else changes."""
    price = times * number - 1
    p = empty(VOID, faction="sirius").learn(0, "corrupt_politics")
    p = meet(own(p, 0, price), number)
    assert slot in affordable(p)
    p.do("political_card", slot)
    assert cp(p, 0) == 0
    assert in_force(p) == [LAWS[slot]]
    p = empty(VOID, faction="sirius").learn(0, "corrupt_politics")
    p = meet(own(p, 0, price - 1), number)
    assert p.decision != "political_choice" or slot not in affordable(p)


def test_corrupt_politics_pays_nothing_for_the_default() -> None:
    """Edge of Extinction, line 702: card A is free, and no CP comes back."""
    p = meet(own(empty(VOID, faction="sirius").learn(0, "corrupt_politics"), 0, 9), 1)
    assert p.decision == "political_choice"
    p.do("political_card", 0)
    assert cp(p, 0) == 9
    assert p.decision != "corrupt", "there is no vote to move"


@BOTH
def test_nobody_votes_or_bids(scenario: str) -> None:
    """Edge of Extinction, lines 698-705: CP buy the card, and no bonus action is proposed or taken."""
    p = meet(own(empty(scenario), 0, 50))
    asked = decisions(p)
    assert asked == (["political_choice"] if scenario == BORDERS else ["political_choice", "buy_office"])


@BOTH
def test_executive_decisions_are_carried_out(scenario: str) -> None:
    """Edge of Extinction, lines 698-701: the card that passes takes effect, the others do not."""
    p = meet(own(empty(scenario), 0, 50), 1, "mineral_grant", "open_academies", "family_bonus")
    p.do("political_card", 0)
    assert p.decision == "option"
    p.do("option", 0)
    assert p.g.resource[0, :3].tolist() == [50, 1, 0]
    assert in_force(p) == []


@BOTH
def test_a_resolution_lasts_until_the_next_council(scenario: str) -> None:
    """Edge of Extinction, line 696: what passes now ends then."""
    p = meet(own(empty(scenario), 0, 50), 1, "family_bonus", *LAWS[:2])
    finish(p.do("political_card", 0))
    assert in_force(p) == ["family_bonus"]
    meet(p, 2, *OTHERS)
    assert in_force(p) == []


@BOTH
@pytest.mark.parametrize("left", [0, 1, 2])
def test_a_deck_that_runs_out(scenario: str, left: int) -> None:
    """our ruling: only cards that are there can pass, and with none the Council goes on."""
    p = own(empty(scenario), 0, 50)
    p.g.turn = 1
    stack_deck(p, *LAWS)
    total = int(p.g.political_left)
    p.g.political_deck[:left] = p.g.political_deck[total - left : total].copy()
    p.g.political_deck[left:] = -1
    p.g.political_left = left
    p.jump(frames.COUNCIL)
    if left == 2:
        assert affordable(p) == {0, 1}
        p.do("political_card", 1)
        assert (cp(p, 0), in_force(p)) == (48, [LAWS[1]])
    else:
        assert p.decision != "political_choice"
        assert in_force(p) == list(LAWS[:left])
    finish(p)


def test_visionary_politics_works_as_ever() -> None:
    """Edge of Extinction, lines 167 and 730: a card that did not pass may hold for the player until resolutions end."""
    p = own(empty(VOID, faction="sirius").learn(0, "visionary_politics"), 0, 50)
    meet(p, 1, "open_academies", "family_bonus", "common_parts").do("political_card", 0)
    assert p.decision == "vision"
    assert p.legal() == {("pass",), ("political_card", 1), ("political_card", 2)}
    finish(p.do("political_card", 1))
    assert cp(p, 0) == 50, "it costs nothing"
    assert modifier(p, 0, "growth") == 3
    assert in_force(p) == ["open_academies"]
    meet(p, 2, *OTHERS)
    assert modifier(p, 0, "growth") == 2


def test_ships_and_cubes_are_left_alone_by_the_council() -> None:
    """Edge of Extinction, lines 695-718: a Council costs CP and nothing else."""
    p = solitaire(VOID)
    p.place_ship(0, DARK_RAIDER, home(p))
    p.place_ship(0, FIGHTER, home(p))
    before = (p.g.ship_hex.tobytes(), p.g.population.tobytes(), p.g.supply.tobytes())
    finish(meet(p, 1, *LAWS))
    assert (p.g.ship_hex.tobytes(), p.g.population.tobytes(), p.g.supply.tobytes()) == before


# No bonus action ------------------------------------------------------------------------------------------------------


@BOTH
def test_there_are_no_bonus_actions(scenario: str) -> None:
    """Edge of Extinction, lines 704-705 and 739: none in the Council, none after the last action card."""
    p = solitaire(scenario)
    assert p.t.bonus_cards == 0
    finish(meet(own(p, 0, 50)))
    assert p.g.bonus == -1
    p.jump(frames.ACTION_STAGE)
    rounds = 0
    while not p.finished:
        rounds += p.decision in ("action_card", "third_card")
        assert told(p, log.E_BONUS_TAKEN) == []
        p.default()
    assert rounds == p.t.action_rounds + (1 if scenario == BORDERS else 0), "the third card is that of Master Politics"


# Turn-order cards -----------------------------------------------------------------------------------------------------


def test_the_first_turn_order_card_is_number_six() -> None:
    """Edge of Extinction, line 708: the last of six."""
    p = as_placed(VOID)
    assert p.g.office == LAST_CARD
    assert solitaire(VOID).g.office == LAST_CARD


def test_secure_the_borders_has_no_turn_order_cards_and_no_elections() -> None:
    """Edge of Extinction, lines 856-857: there is nothing to buy in any turn."""
    assert solitaire(BORDERS).g.office == -1
    for number in TURNS:
        p = meet(own(empty(BORDERS), 0, 99), number)
        assert decisions(p) == ["political_choice"]
        assert p.g.office == -1
        assert cp(p, 0) == 99


@pytest.mark.parametrize("office", range(1, LAST_CARD + 1))
@pytest.mark.parametrize("steps", range(1, LAST_CARD + 1))
def test_every_step_costs_ten(office: int, steps: int) -> None:
    """Edge of Extinction, lines 708-711: 10 CP for the next card, 20 for the one before it, and so on."""
    if steps > office:
        return
    for short in (0, 1):
        p = at_election(office, STEP * steps - short)
        if short == 1:
            assert p.finished or (office - steps,) not in p.legal("office")
            continue
        p.do("office", office - steps)
        assert p.g.office == office - steps
        assert cp(p, 0) == 0
        assert told(p, log.E_OFFICE_BOUGHT) == [(0, office - steps, STEP * steps, 0)]


@pytest.mark.parametrize("stock", [0, 9, 10, 25, 49, 50, 200])
def test_cards_that_can_be_paid_are_offered(stock: int) -> None:
    """Edge of Extinction, lines 708-711: one after the other as far as CP go."""
    p = at_election(LAST_CARD, stock)
    steps = min(LAST_CARD, stock // STEP)
    if steps == 0:
        assert p.finished, "there is nothing to decide"
    else:
        assert p.decision == "buy_office"
        assert p.legal() == {("pass",)} | {("office", LAST_CARD - step) for step in range(1, steps + 1)}


def test_the_example_of_the_second_turn() -> None:
    """Edge of Extinction, lines 806-809: from card 5, 10 CP for card 4, 20 for 3, 30 for 2, 40 for 1."""
    for target, price in ((3, 10), (2, 20), (1, 30), (0, 40)):
        p = at_election(4, 100, number=2)
        p.do("office", target)
        assert (p.g.office, cp(p, 0)) == (target, 100 - price)


def test_the_card_may_be_kept() -> None:
    """Edge of Extinction, lines 714-715: it stays without any price, turn after turn."""
    p = at_election(3, 100)
    p.decline()
    assert (p.g.office, cp(p, 0)) == (3, 100)
    finish(p)
    for number, cards in ((2, OTHERS), (3, ("mineral_levy", "war_honours", "public_repair_yards"))):
        meet(p, number, *cards).do("political_card", 0)
        assert p.decision == "buy_office"
        finish(p.decline())
        assert (p.g.office, cp(p, 0)) == (3, 100)


@pytest.mark.parametrize("office", range(1, LAST_CARD + 1))
def test_there_is_no_way_back(office: int) -> None:
    """Edge of Extinction, lines 714-715: only better cards are for sale, and the own one is kept for nothing."""
    p = at_election(office, 100)
    assert p.legal("office") == {(place,) for place in range(office)}


def test_with_the_first_card_there_is_nothing_to_buy() -> None:
    """Edge of Extinction, lines 714-715: number 1 is the best."""
    p = at_election(0, 100)
    assert p.finished
    assert (p.g.office, cp(p, 0)) == (0, 100)


def test_one_purchase_in_a_council() -> None:
    """Edge of Extinction, lines 708-711: several steps are bought together; then the Council goes on."""
    p = at_election(LAST_CARD, 100).do("office", 3)
    assert p.decision != "buy_office"
    assert p.g.office == 3


def test_a_scenario_may_have_another_price() -> None:
    """Edge of Extinction, lines 712-713: the price of a step is the scenario's."""

    def dearer(t: Any) -> None:
        t.office_price = 7

    p = own(empty(VOID), 0, 20)
    change_tables(p, dearer)
    meet(p).do("political_card", 0)
    assert p.legal("office") == {(4,), (3,)}
    p.do("office", 3)
    assert cp(p, 0) == 6


def test_what_is_left_of_the_political_card_pays_for_the_election() -> None:
    """Edge of Extinction, lines 698-711: the political decision comes first."""
    p = meet(own(empty(VOID), 0, 12), 1).do("political_card", 2)
    assert p.finished, "9 CP are too few"
    p = meet(own(empty(VOID), 0, 12), 1).do("political_card", 1)
    assert p.legal("office") == {(LAST_CARD - 1,)}


@pytest.mark.parametrize("office", [LAST_CARD, 2, 1])
def test_where_elections_are_barred_nothing_is_sold(office: int) -> None:
    """our ruling: a card by which the turn order stays bars buying; combat cards are dealt all the same."""
    p = at_election(office, 100, "dictatorship", *LAWS[:2])
    assert p.finished
    assert in_force(p) == ["dictatorship"]
    assert (p.g.office, cp(p, 0)) == (office, 100)
    assert hand(p) == DEALT[office]


def test_the_bar_ends_with_its_resolution() -> None:
    """Edge of Extinction, lines 696 and 714-715: in the next turn cards are for sale again."""
    p = at_election(LAST_CARD, 100, "dictatorship", *LAWS[:2])
    p = meet(p, 2, *OTHERS).do("political_card", 0)
    assert p.decision == "buy_office"


# Combat cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("office", range(LAST_CARD + 1))
def test_combat_cards_are_dealt_as_with_six_players(office: int) -> None:
    """Edge of Extinction, lines 206-208 and 717-718: by the turn-order card, 1 1 2 2 3 3."""
    p = at_election(office, 0)
    assert p.finished
    assert hand(p) == p.g.combat_held[0] == DEALT[office]


@pytest.mark.parametrize("office", range(LAST_CARD))
def test_the_card_just_bought_counts(office: int) -> None:
    """Edge of Extinction, lines 707-718: combat cards come after the election."""
    p = at_election(LAST_CARD, 100).do("office", office)
    assert hand(p) == DEALT[office]


def test_the_first_council_deals_three() -> None:
    """Edge of Extinction, lines 708 and 717-718: with card 6."""
    p = meet(solitaire(VOID))
    finish(p)
    assert p.g.office == LAST_CARD
    assert hand(p) == 3


@pytest.mark.parametrize("held", [3, 4, 5, 6])
def test_no_hand_is_larger_than_six(held: int) -> None:
    """Edge of Extinction, lines 187-189 and 717-718: what is too many is discarded at once."""
    p = empty(VOID)
    hold(p, 0, *range(held))
    p.g.office = LAST_CARD
    asked = decisions(meet(p))
    assert asked.count("discard") == held + 3 - LIMIT
    assert hand(p) == LIMIT
    assert p.g.combat_discard.sum() == held + 3 - LIMIT


def test_secure_the_borders_deals_no_combat_cards() -> None:
    """Edge of Extinction, lines 859-861: the step is skipped, for there are none."""
    p = meet(solitaire(BORDERS))
    finish(p)
    assert p.t.combat_cards == p.t.foe_cards == 0
    assert not p.g.combat_hand.any() and p.g.combat_left == 0 and p.g.foe_left == 0


# Offices --------------------------------------------------------------------------------------------------------------

ROWS = (
    resource_row("gain", "chancellor", "cp", 1),
    resource_row("gain", "vice_chancellor", "axinium", 2),
    resource_row("gain", "others", "phasium", 3),
)


@pytest.mark.parametrize("office", range(LAST_CARD + 1))
def test_executive_effects_go_by_the_card(office: int) -> None:
    """our ruling: card 1 is the Chancellor's, card 2 the Vice-Chancellor's; all but card 1 are the others'."""
    p = empty(VOID)
    p.g.office = office
    run_effects(p, *ROWS)
    assert p.finished
    assert p.g.resource[0, :3].tolist() == [1 if office == 0 else 0, 2 if office == 1 else 0, 0 if office == 0 else 3]


def test_without_turn_order_cards_the_player_holds_both_offices() -> None:
    """our ruling: in Secure the Borders the player is Chancellor and Vice-Chancellor, and never among the others."""
    p = run_effects(empty(BORDERS), *ROWS)
    assert p.finished
    assert p.g.resource[0, :3].tolist() == [1, 2, 0]


@pytest.mark.parametrize("office", range(LAST_CARD + 1))
def test_laws_go_by_the_card(office: int) -> None:
    """our ruling: Tyranny makes reactions dearer for everybody but the Chancellor."""
    p = enact(empty(VOID), "tyranny")
    p.g.office = office
    p.refresh()
    assert modifier(p, 0, "votes") == (3 if office == 0 else 1)
    assert modifier(p, 0, "reaction_discount") == (0 if office == 0 else -1)


@pytest.mark.parametrize("office", range(LAST_CARD + 1))
def test_resolutions_go_by_the_card(office: int) -> None:
    """our ruling: an Acting Chancellor is the Vice-Chancellor, and a Dictatorship lets only the Chancellor react."""
    p = enact(empty(VOID), "acting_chancellor", "dictatorship")
    p.g.office = office
    p.refresh()
    assert modifier(p, 0, "third_action") == (1 if office == 1 else 0)
    assert modifier(p, 0, "reactions_barred") == (0 if office == 0 else 1)


def test_the_vice_chancellor_of_secure_the_borders_acts_a_third_time() -> None:
    """our ruling: both offices are the player's there."""
    p = enact(empty(BORDERS), "acting_chancellor").refresh()
    assert modifier(p, 0, "third_action") == 1


def test_an_office_changes_with_the_card_at_once() -> None:
    """our ruling: laws look at the card as soon as it is bought."""
    p = at_election(LAST_CARD, 100, "tyranny", *LAWS[:2])
    assert modifier(p, 0, "reaction_discount") == -1
    p.do("office", 0)
    assert modifier(p, 0, "reaction_discount") == 0


@pytest.mark.parametrize("office", [LAST_CARD, 1, 0])
def test_laws_are_swept_away_whoever_is_chancellor(office: int) -> None:
    """our ruling: Clean Slate cancels all laws; it is about the laws, not about who holds the first card."""
    p = enact(own(empty(VOID), 0, 50), "mineral_levy", "war_honours")
    p.g.office = office
    meet(p, 1, "clean_slate", *LAWS[:2]).do("political_card", 0)
    assert in_force(p) == []


@pytest.mark.parametrize("office", [LAST_CARD, 1, 0])
def test_the_player_decides_where_a_chancellor_would(office: int) -> None:
    """our ruling: whatever the Chancellor decides for all, here what everybody does, the player decides."""
    p = own(empty(VOID), 0, 50)
    p.g.office = office
    meet(p, 1, "extraordinary_session", *LAWS[:2]).do("political_card", 0)
    assert p.decision == "option"
    p.do("option", 0)
    assert cp(p, 0) == 50 + modifier(p, 0, "bank")


@pytest.mark.parametrize("office", [LAST_CARD, 1, 0])
@pytest.mark.parametrize("name", ["repeal", "motion_of_the_deputy"])
def test_the_player_cancels_laws_where_an_office_would(name: str, office: int) -> None:
    """our ruling: which law goes concerns all, so the player decides; what an office gains goes by the card."""
    p = enact(own(empty(VOID), 0, 50), "mineral_levy", "war_honours")
    p.g.office = office
    meet(p, 1, name, *LAWS[:2]).do("political_card", 0)
    assert p.decision == "cancel_law"
    p.do("law", 1)
    assert in_force(p) == ["mineral_levy"]
    assert cp(p, 0) == 50 + (2 if name == "motion_of_the_deputy" and office == 1 else 0)


@BOTH
def test_the_player_names_players(scenario: str) -> None:
    """our ruling: the Chancellor names a player for Censure, and there is one alone."""
    p = meet(own(empty(scenario), 0, 50), 1, "censure", *LAWS[:2]).do("political_card", 0)
    assert cp(p, 0) == 47


# The Action Stage -----------------------------------------------------------------------------------------------------


def begin_actions(scenario: str, *technologies: str, at_home: int = 5, **config: Any) -> Position:
    """The Action Stage with some Population at home."""
    p = own(empty(scenario, **config).learn(0, *technologies), 0, 40, 5, 5)
    p.settle(home(p), 0, at_home)
    return p.jump(frames.ACTION_STAGE)


def to_reaction(p: Position, action_card: int = 0) -> Position:
    """Play an action card and perform it with default choices, up to the reaction or the next card."""
    assert p.decision == "action_card"
    p.do("action_card", action_card)
    while not p.finished and p.decision not in ("react", "action_card", "third_card"):
        p.default()
    return p


@BOTH
def test_two_action_cards_a_turn(scenario: str) -> None:
    """Edge of Extinction, lines 733-734: as with several players."""
    asked = decisions(begin_actions(scenario))
    assert asked.count("action_card") == 2
    assert "third_card" not in asked


@BOTH
@pytest.mark.parametrize(("technologies", "cost"), [((), 1), (("expert_politics",), 0)])
def test_reactions_to_the_own_card_at_its_price(scenario: str, technologies: tuple[str, ...], cost: int) -> None:
    """Edge of Extinction, lines 734-737: one Population from home, none with Expert Politics; once for each card."""
    p = to_reaction(begin_actions(scenario, *technologies))
    assert p.decision == "react"
    assert p.legal() == {("pass",), ("react", 0)}
    before = at_home(p, 0)
    p.do("react", 0)
    assert told(p, log.E_REACTION)[0][:3] == (0, 0, cost)
    assert at_home(p, 0) == before - cost
    assert p.g.reaction_cubes[0] == cost
    while not p.finished and p.decision != "action_card":
        assert p.decision != "react", "one reaction for each card"
        p.default()
    finish(p)
    assert_cubes_kept(p)


@BOTH
def test_no_reaction_without_population_at_home(scenario: str) -> None:
    """Edge of Extinction, lines 734-737: the price is paid from home."""
    p = begin_actions(scenario, at_home=0)
    p.settle(planet_at(p, "lyra"), 0, 5)
    hand = p.rules.content.action_cards if scenario == BORDERS else p.rules.content.hand("titan")
    growing = [slot for slot, half in enumerate(hand) if any(e.do == "grow" for e in getattr(half, "effects", ()))]
    to_reaction(p, next(slot for slot in range(p.t.action_cards) if slot not in growing))
    assert at_home(p, 0) == 0
    assert p.decision == "action_card", "nobody was asked to react"


@BOTH
def test_no_reaction_to_the_third_card(scenario: str) -> None:
    """Edge of Extinction, lines 733-737: Master Politics brings a third card, which nobody reacts to."""
    p = begin_actions(scenario, "master_politics")
    asked = decisions(p)
    assert asked.count("action_card") == 2 and asked.count("third_card") == 1
    assert asked.count("react") == 2
    assert asked.index("third_card") > max(i for i, name in enumerate(asked) if name == "react")


def test_basic_politics_returns_the_first_card() -> None:
    """Edge of Extinction, lines 735-737: technologies for actions work as ever."""
    for technologies, back in (((), False), (("basic_politics",), True)):
        p = begin_actions(BORDERS, *technologies)
        first = card(p, "bank")
        to_reaction(p, first)
        while p.decision == "react":
            p.decline()
        assert p.decision == "action_card"
        assert (("action_card", first) in p.legal()) == back


def test_tyranny_makes_reactions_dearer_by_the_card() -> None:
    """our ruling with Edge of Extinction, lines 735-737: cards that change the price of a reaction work as ever."""
    for office, cost in ((LAST_CARD, 2), (0, 1)):
        p = enact(empty(VOID), "tyranny")
        p.g.office = office
        p.settle(home(p), 0, 5)
        to_reaction(p.jump(frames.ACTION_STAGE))
        p.do("react", 0)
        assert p.g.reaction_cubes[0] == cost
