"""Edge of Extinction: each action card of each faction, as its text says: its own half and its Reaction.

The tables write a half as its text reads: what happens at once is a change (`{"cp": 2}`), an action is what its player
is asked, chooses and pays. Players begin with no more than the half takes, and after each choice the game must have
changed by what was told so far and by nothing else, whoever it belongs to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.choices import SELL_AXINIUM
from exodus_env.exodus.ruleset import ruleset
from tests.position import Position
from tests.rules.early import (
    FIGHTER,
    RAIDER,
    all_cubes,
    at_home,
    barren,
    cubes,
    enact,
    home,
    own,
    perform,
    ship,
    technology,
    upgrade,
    upkeep,
)
from tests.rules.eoe_scenes import GUN, SHIELD, change_tables, edge_of_space
from tests.rules.scenes import CENTRE, finish, movers

FACTIONS = ("sirius", "arctic", "han_xia", "titan", "solaris", "blackwater")
OWNER, NEXT = 0, 1

Change = dict[str, int]  # what a player's things change by, those of the others as "next cp" or "third cp"


class Choice(NamedTuple):
    """What a player is asked, chooses, and has of it."""

    decision: str
    choose: Callable[[Position], Any]
    change: Change


Scene = Callable[[Position], Any]  # what the position is given beside
Half = tuple[Scene | Change | Choice, ...]


# The table ------------------------------------------------------------------------------------------------------------


def hand(faction: str) -> list[str]:
    """Ids of a faction's cards, by their place in the hand."""
    return [card.id for card in ruleset(GameConfig(edge_of_extinction=True)).content.hand(faction)]


def faction_of(card: str) -> str:
    """The faction a card's id begins with."""
    return next(faction for faction in FACTIONS if card.startswith(faction))


def set_prices(t: Any) -> None:
    """Each technology costs 10 CP, a mineral 5 CP, and is sold for 2 CP; homes have room for whatever is mined."""
    t.technology_cost[:], t.buy_price[:], t.sell_price[:] = 10, 5, 2
    t.planet_maximum[t.faction_home[: t.factions]] = 6


def table(card: str) -> Position:
    """The owner of a card and two players who have none left; all know one technology, and planets are bare."""
    faction = faction_of(card)
    others = [x for x in ("blackwater", "han_xia", "solaris") if x != faction]
    p = barren(change_tables(edge_of_space(3, factions=(faction, *others[:2])), set_prices))
    for player in range(3):
        own(p.learn(player, SHIELD), player, 5, 5, 5)
    p.g.removed[NEXT:, :6] = 1
    return p


def play(p: Position, card: str) -> Position:
    """The owner plays a card."""
    assert (p.decision, p.actor) == ("action_card", OWNER)
    return p.do("action_card", hand(faction_of(card)).index(card))


def second(p: Position, player: int) -> int:
    """The planet a player has Population on beside home."""
    return next(h for h in range(p.t.hexes) if p.g.population[h, player] > 0 and h != home(p, player))


def ledger(p: Position, player: int) -> Counter[str]:
    """All that a card can change, of a player and of the two after it."""
    g, found = p.g, Counter[str]()
    for place, whose in enumerate(("", "next ", "third ")):
        x = (player + place) % 3
        for name in ("cp", "axinium", "phasium", "vp"):
            found[whose + name] = int(g.resource[x, v.RESOURCES.index(name)])
        found[whose + "home"] = at_home(p, x)
        found[whose + "colony"] = int(g.population[:, x].sum()) - at_home(p, x)
        found[whose + "paid cubes"] = int(g.reaction_cubes[x])
        found[whose + "units at home"] = int(g.counter[home(p, x)])
        found[whose + "rocket at home"] = int(g.rocket[home(p, x), 0])
        found[whose + "combat cards"] = int(g.combat_hand[x].sum())
        for number, entry in enumerate(p.rules.content.technologies):
            found[whose + "knows " + entry.id] = int(g.technology[x, number])
        for number, name in enumerate(v.SHIP_CLASSES):
            built = g.ship_hex[x, : p.t.ships][p.t.ship_class[: p.t.ships] == number] == home(p, x)
            found[f"{whose}{name} at home"] = int(built.sum())
            found[f"{whose}{name} moves"] = int(g.drive[x, number])
            for part, equipment in enumerate(p.rules.content.upgrades):
                found[f"{whose}{equipment.id} on {name}"] = int(g.blueprint[x, number, part])
    found["planet units"] = int(g.counter.sum())
    found["laws"] = int(g.laws)
    return found


def changed(p: Position, player: int, before: Counter[str]) -> Counter[str]:
    """What is no more as it was before, and by how much."""
    now = ledger(p, player)
    return Counter({name: now[name] - before[name] for name in now if now[name] != before[name]})


def follow(p: Position, player: int, before: Counter[str], half: Half) -> None:
    """Make the choices of a half; at each of them, and after it, the game has changed as told so far."""
    due = Counter[str]()
    for part in half:
        if isinstance(part, Choice):
            assert (p.decision, p.actor) == (part.decision, player)
            assert changed(p, player, before) == due
            part.choose(p)
            due.update(part.change)
        elif isinstance(part, dict):
            due.update(part)
    assert changed(p, player, before) == due
    assert [cubes(p, x) for x in range(3)] == [all_cubes(p)] * 3


def least_stock(half: Half) -> list[int]:
    """The least CP, Axinium and Phasium that a half can be carried out with, in its order."""
    sums, least = Counter[str](), Counter[str]()
    for part in half:
        change = part.change if isinstance(part, Choice) else part if isinstance(part, dict) else {}
        for name, amount in change.items():
            sums[name] += amount
            least[name] = min(least[name], sums[name])
    return [-least[name] for name in ("cp", "axinium", "phasium")]


# Actions --------------------------------------------------------------------------------------------------------------


def then_leave(p: Position, family: str, *factors: int) -> None:
    """Buy one thing, and no more where more can be paid."""
    decision = p.decision
    p.do(family, *factors)
    if p.decision == decision:
        p.decline()


def research(name: str = "landing_maneuvers", price: int = 10, **more: int) -> Half:
    """Learn one technology."""
    learned = {"cp": -price, f"knows {name}": 1, **more}
    return (Choice("research", lambda p: p.do("technology", technology(p, name)), learned),)


def trade(exchanges: int = 4) -> Half:
    """As many exchanges as a Trade has, all of them sales."""
    return (Choice("trade", lambda p: p.do("exchange", SELL_AXINIUM), {"axinium": -1, "cp": 2}),) * exchanges


def option(number: int) -> Choice:
    """One of the two actions of a card."""

    def choose(p: Position) -> None:
        assert p.legal() == {("option", 0), ("option", 1)}
        p.do("option", number)

    return Choice("option", choose, {})


def gift(decision: str, offers: Callable[[Position], Iterable[tuple[Any, ...]]], change: Change) -> Choice:
    """The first of the things a card offers, or nothing; exactly these are offered."""

    def choose(p: Position) -> None:
        offered = list(offers(p))
        assert p.legal() - {("pass",)} == set(offered)
        p.do(*offered[0])

    return Choice(decision, choose, change)


BANK: Half = ({"cp": 4},)
MINING: Half = (Choice("mine", lambda p: p.do("mine", home(p, p.actor)), {"units at home": 1, "planet units": 1}),) * 4
RESEARCH, TRADE = research(), trade()
TITAN_RESEARCH, ARCTIC_TRADE = research(vp=1), trade(7)  # their abilities
RAIDER_BUILT, SHIELD_BOUGHT = {"dark_raider at home": 1}, {f"{SHIELD} on dark_raider": 1}
BUILD: Half = (
    Choice("build", lambda p: then_leave(p, "ship_class", RAIDER), {"cp": -3, "axinium": -1, **RAIDER_BUILT}),
)
UPGRADE: Half = (
    Choice(
        "upgrade",
        lambda p: then_leave(p, "upgrade", upgrade(p, SHIELD), RAIDER),
        {"cp": -3, "phasium": -1, **SHIELD_BOUGHT},
    ),
)
SETTLE = gift("settle", lambda p: [("hex", f(p, OWNER)) for f in (second, home)], {"colony": 1})
ROCKET = gift("arm", lambda p: [("rocket", 0, f(p, OWNER)) for f in (home, second)], {"rocket at home": 1})
EQUIP = gift(
    "free_upgrade",
    lambda p: [("upgrade", upgrade(p, part), ship_class) for part in (SHIELD, GUN) for ship_class in range(4)],
    SHIELD_BOUGHT,
)
FREE_RAIDER = gift("free_ship", lambda p: [("ship_class", RAIDER)], RAIDER_BUILT)
FARTHER = {f"{name} moves": 1 for name in ("dark_raider", "fighter", "war_cruiser", "battle_carrier")}


# Their own halves -----------------------------------------------------------------------------------------------------


def two_laws(p: Position) -> None:
    """Laws that do nothing to a Bank."""
    enact(p, "council_defense_law", "rocket_treaty")


def fighters(count: int) -> Scene:
    """So many own Fighters in the High Council hex, an own ship at home, and one of somebody else in that hex."""

    def place(p: Position) -> None:
        for _ in range(count):
            p.place_ship(OWNER, FIGHTER, CENTRE)
        p.place_ship(OWNER, RAIDER, home(p, OWNER))
        p.place_ship(NEXT, FIGHTER, CENTRE)

    return place


def poor_neighbour(p: Position) -> None:
    """The next player has nothing to pay with."""
    own(p, NEXT)


def rocketry(p: Position) -> None:
    """One of the three rockets is known."""
    p.learn(OWNER, "hypersonic_rockets")


def either(bonus: Change, first: Half, other: Half) -> list[Half]:
    """Something at once, then one of two actions."""
    return [(bonus, option(0), *first), (bonus, option(1), *other)]


PRIMARY: dict[str, list[Half]] = {
    "sirius_research": [(*RESEARCH, {"home": 1})],
    "sirius_bank": [(two_laws, *BANK, {"cp": 2}), BANK],
    "sirius_build": [(*BUILD, {"combat cards": 1})],
    "sirius_upgrade": [(*UPGRADE, {"home": 1})],
    "sirius_estate": either({"cp": 2}, MINING, TRADE),
    "sirius_mandate": [(*BANK, *RESEARCH, {"home": 2})],
    "arctic_research": [(*RESEARCH, {"cp": 2})],
    "arctic_bank": [(*BANK, {"cp": 2})],
    "arctic_yards": either({"cp": 2}, BUILD, UPGRADE),
    "arctic_mining": [(*MINING, {"phasium": 1})],
    "arctic_trade": [({"axinium": 1}, *ARCTIC_TRADE)],
    "arctic_takeover": [
        ({"cp": 2, "next cp": -1, "third cp": -1}, *BANK, *ARCTIC_TRADE),
        (poor_neighbour, {"cp": 1, "third cp": -1}, *BANK, *ARCTIC_TRADE),
    ],
    "han_xia_academy": either({"cp": 2}, RESEARCH, MINING),
    "han_xia_bank": [(*BANK, {"combat cards": 1})],
    "han_xia_build": [({"axinium": 1}, *BUILD)],
    "han_xia_upgrade": [(*UPGRADE, {"combat cards": 1})],
    "han_xia_trade": [({"cp": 2}, *TRADE)],
    "han_xia_blitz": [(FREE_RAIDER, *UPGRADE, FARTHER)],
    "titan_research": [(*TITAN_RESEARCH, {"cp": 1})],
    "titan_bank": [(*BANK, {"cp": 1})],
    "titan_yards": either({"cp": 1}, BUILD, UPGRADE),
    "titan_mining": [(*MINING, {"cp": 1})],
    "titan_trade": [({"cp": 1}, *TRADE)],
    "titan_breakthrough": [(*research(price=8, vp=1), *research("advanced_trading", price=8, vp=1))],
    "solaris_research": [(*RESEARCH, SETTLE)],
    "solaris_bonds": either({"cp": 2}, BANK, TRADE),
    "solaris_build": [(*BUILD, SETTLE)],
    "solaris_upgrade": [({"phasium": 1}, *UPGRADE)],
    "solaris_mining": [(*MINING, {"cp": 2})],
    "solaris_strike": [(rocketry, ROCKET, {"phasium": 2}, *UPGRADE), ({"phasium": 2}, *UPGRADE)],
    "blackwater_salvage": either({"cp": 2}, RESEARCH, MINING),
    "blackwater_bank": [
        (fighters(0), *BANK, {"cp": 1}),
        (fighters(1), *BANK, {"cp": 1 + 3}),
        (fighters(2), *BANK, {"cp": 1 + 3}),
    ],
    "blackwater_build": [({"axinium": 1}, *BUILD)],
    "blackwater_upgrade": [({"phasium": 1}, *UPGRADE)],
    "blackwater_trade": [(*TRADE, {"combat cards": 1})],
    "blackwater_war": [(EQUIP, *BUILD, {"combat cards": 2})],
}


@pytest.mark.parametrize("card", PRIMARY)
def test_a_card_does_what_its_text_says(card: str) -> None:
    """Edge of Extinction, lines 212-213; base rules, lines 107-108 and 124-162: the upper half, for its owner alone."""
    for half in PRIMARY[card]:
        p = own(table(card), OWNER, *least_stock(half))
        for scene in filter(callable, half):
            scene(p)
        p.jump(frames.ACTION_STAGE)
        before = ledger(p, OWNER)
        follow(play(p, card), OWNER, before, half)
        assert (p.decision, p.actor) == ("react", OWNER)


def reach(p: Position) -> int:
    """Hexes the owner's Dark Raider goes in a movement."""
    p.remove_ships().place_ship(OWNER, RAIDER, home(p, OWNER))
    raider, moves = ship(p, OWNER, RAIDER), 0
    p.jump(frames.MOVEMENT)
    while p.decision == "move" and raider in movers(p):
        p.do("move", *min(x for x in p.legal("move") if x[0] == raider))
        moves += 1
    return moves


def price(p: Position) -> int:
    """CP a technology costs the owner."""
    wanted = (technology(p, "landing_maneuvers"),)
    return next(x for x in range(99) if wanted in perform(own(p, OWNER, x), OWNER, v.RESEARCH).legal("technology"))


@pytest.mark.parametrize(
    ("card", "what", "usual", "better"), [("han_xia_blitz", reach, 2, 3), ("titan_breakthrough", price, 10, 8)]
)
def test_what_a_card_says_of_this_turn_ends_with_it(
    card: str, what: Callable[[Position], int], usual: int, better: int
) -> None:
    """Edge of Extinction, lines 212-213, our ruling: farther moves and cheaper technologies until the next Upkeep."""
    p = table(card)
    assert what(p) == usual
    play(p.jump(frames.ACTION_STAGE), card).until("react", OWNER)
    assert what(p) == better
    assert what(upkeep(p)) == usual


# Reactions ------------------------------------------------------------------------------------------------------------

REACTIONS: dict[str, Half] = {
    "sirius_research": BANK,
    "sirius_bank": RESEARCH,
    "sirius_build": MINING,
    "sirius_upgrade": BUILD,
    "sirius_estate": UPGRADE,
    "sirius_mandate": TRADE,
    "arctic_research": TRADE,
    "arctic_bank": MINING,
    "arctic_yards": BANK,
    "arctic_mining": RESEARCH,
    "arctic_trade": BUILD,
    "arctic_takeover": UPGRADE,
    "han_xia_academy": UPGRADE,
    "han_xia_bank": BUILD,
    "han_xia_build": BANK,
    "han_xia_upgrade": TRADE,
    "han_xia_trade": RESEARCH,
    "han_xia_blitz": MINING,
    "titan_research": BANK,
    "titan_bank": RESEARCH,
    "titan_yards": RESEARCH,
    "titan_mining": RESEARCH,
    "titan_trade": RESEARCH,
    "titan_breakthrough": RESEARCH,
    "solaris_research": MINING,
    "solaris_bonds": RESEARCH,
    "solaris_build": TRADE,
    "solaris_upgrade": BANK,
    "solaris_mining": BUILD,
    "solaris_strike": UPGRADE,
    "blackwater_salvage": TRADE,
    "blackwater_bank": UPGRADE,
    "blackwater_build": BANK,
    "blackwater_upgrade": BUILD,
    "blackwater_trade": MINING,
    "blackwater_war": RESEARCH,
}

# Where an ability of the owner, or what the card does until the end of the turn, makes it another one for the owner.
OWN_REACTIONS: dict[str, Half] = {
    "arctic_research": ARCTIC_TRADE,
    "titan_bank": TITAN_RESEARCH,
    "titan_yards": TITAN_RESEARCH,
    "titan_mining": TITAN_RESEARCH,
    "titan_trade": TITAN_RESEARCH,
    "titan_breakthrough": research(price=8, vp=1),
}


def react(card: str, player: int, half: Half, cost: int) -> None:
    """A player answers the card with this half, for so many cubes from home; then nobody else can."""
    p = play(table(card).jump(frames.ACTION_STAGE), card).until("react", player)
    own(p, player, *least_stock(half)).refresh()
    before = ledger(p, player)
    p.do("react", (OWNER - player) % 3)
    while p.decision == "pay_from":  # Sirius
        p.do("hex", home(p, player))
    follow(p, player, before, ({"home": -cost, "paid cubes": cost}, *half))
    assert (p.decision, p.actor) == ("action_card", OWNER)


@pytest.mark.parametrize("card", REACTIONS)
def test_another_player_reacts_to_a_card(card: str) -> None:
    """base rules, lines 109-111 and 124-162: the lower half of the card, for two Population."""
    react(card, NEXT, REACTIONS[card], 2)


@pytest.mark.parametrize("card", REACTIONS)
def test_the_owner_reacts_to_a_card(card: str) -> None:
    """base rules, lines 109-110 and 124-162: the lower half of the own card, for one Population."""
    react(card, OWNER, (REACTIONS | OWN_REACTIONS)[card], 1)


# Cards that leave the game --------------------------------------------------------------------------------------------

ONCE = {
    "sirius_mandate",
    "arctic_takeover",
    "han_xia_blitz",
    "titan_breakthrough",
    "solaris_strike",
    "blackwater_war",
}


@pytest.mark.parametrize("politics", [False, True])
@pytest.mark.parametrize("card", PRIMARY)
def test_a_card_comes_back_unless_it_is_for_once(card: str, politics: bool) -> None:
    """Edge of Extinction, lines 213-214 and 661-667; base rules, line 114: this turn by Basic Politics, or the next."""
    p = table(card)
    if politics:
        p.learn(OWNER, "basic_politics")
    cards = set(hand(faction_of(card)))

    def in_hand() -> set[str]:
        return {hand(faction_of(card))[slot] for (slot,) in p.legal("action_card")}

    play(p.jump(frames.ACTION_STAGE), card).until("action_card", OWNER)
    assert in_hand() == (cards if politics and card not in ONCE else cards - {card})
    finish(p)
    p.jump(frames.ACTION_STAGE)
    assert in_hand() == (cards - {card} if card in ONCE else cards)


# All of them ----------------------------------------------------------------------------------------------------------


def test_no_card_is_left_out() -> None:
    """Edge of Extinction, lines 66-67 and 212: six cards of six factions, both halves of each, and no others."""
    cards = [card.id for card in ruleset(GameConfig(edge_of_extinction=True)).content.faction_cards]
    assert len(cards) == 36
    assert set(PRIMARY) == set(REACTIONS) == set(cards)
    assert ONCE | set(OWN_REACTIONS) <= set(cards)
    assert all(len(hand(faction)) == 6 for faction in FACTIONS)
