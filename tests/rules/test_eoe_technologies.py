"""Edge of Extinction: what each technology does, in one and the same position without it and with it.

Everything is played with the content of the game. A technology is learned by Research, by a faction that has it on its
boards; a scene does not know whether it is there. Prices and costs, of which no text tells, are read from the tables.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import SCORE_CARDS, SCORE_TECHNOLOGIES
from exodus_env.exodus.ruleset import ruleset
from tests.position import Position
from tests.rules.early import (
    at_home,
    barren,
    cp,
    enact,
    finish,
    home,
    own,
    perform,
    planets,
    ship,
    stack_deck,
    technology,
    upgrade,
    upkeep,
    vote,
)
from tests.rules.eoe_early import own_tables
from tests.rules.eoe_scenes import GUN, HIT, MISS, SHIELD, edge_of_space, fight, no_foe_cards, told
from tests.rules.scenes import (
    BATTLE_CARRIER,
    CENTRE,
    DARK_RAIDER,
    FIGHTER,
    WAR_CRUISER,
    end_game,
    ordinary_planets,
    planet_with,
    ships_on_map,
)
from tests.rules.solitaire_scenes import LAWS, VOID, empty
from tests.rules.test_eoe_wmd import BIOCHEMICAL, FAR, GRAVITON, HYPERSONIC, dice_rolled, shoot
from tests.rules.test_wmd import pair_at

ME, RIVAL = 0, 1
DEFLECTOR, ARMOUR = "deflector_shield", "singularity_shield"  # absorb two and three damage


class Case(NamedTuple):
    """A faction with the technology on its boards, a scene, what it tells without and with it; more for the scene."""

    faction: str
    scene: Callable[..., Any]
    without: Any
    known: Any
    more: tuple[Any, ...] = ()


# Positions ------------------------------------------------------------------------------------------------------------


def begin(faction: str, **config: Any) -> Position:
    """The first player plays a faction: Population at home alone, no ships, nothing in stock or on planets."""
    rival = "titan" if faction == "sirius" else "sirius"
    p = edge_of_space(factions=(faction, rival), content=None, **config)
    for player in (ME, RIVAL):
        own(p, player)
        for hexagon in ordinary_planets(p):
            p.settle(hexagon, player, 0)
    return no_foe_cards(barren(p))


def research(p: Position, *names: str) -> Position:
    """The first player learns technologies, each by a Research, and has nothing left in stock."""
    for name in names:
        finish(perform(own(p, ME, 100), ME, v.RESEARCH).do("technology", technology(p, name)))
    assert known(p) == set(names)
    return own(p, ME)


def known(p: Position) -> set[str]:
    """What the first player knows."""
    return {x.id for i, x in enumerate(p.rules.content.technologies) if p.g.technology[ME, i] == 1}


def stock(p: Position) -> list[int]:
    """CP, Axinium and Phasium of the first player."""
    return [int(x) for x in p.g.resource[ME, :3]]


def play_on(p: Position, kind: int, **wanted: tuple[Any, ...]) -> list[tuple[int, ...]]:
    """Play to the end, by decision what is wanted where it is legal, else the default; tells the events of a kind."""
    seen = told(p, kind)
    while not p.finished:
        choice = wanted.get(p.decision)
        if choice in p.legal():
            p.do(*choice)
        else:
            p.default()
        seen += told(p, kind)
    return seen


def buy(p: Position, family: str, *factors: int) -> bool:
    """Buy an upgrade, rocket or planetary upgrade for exactly its price, if it is offered; for less it is not."""
    price = [int(getattr(p.t, f"{family}_{kind}")[factors[0]]) for kind in ("cp", "phasium")]
    assert factors not in perform(own(p, ME, price[0] - 1, 0, price[1]), ME, v.UPGRADE).legal(family)
    perform(own(p, ME, price[0], 0, price[1]), ME, v.UPGRADE)
    if factors not in p.legal(family):
        return False
    p.do(family, *factors)
    assert stock(p) == [0, 0, 0]
    finish(p)
    return True


# Upkeep ---------------------------------------------------------------------------------------------------------------


def income(p: Position, resource: str) -> list[int]:
    """Base rules, lines 51-59: stock after an Upkeep with one planet of a resource and 5 CP to pay tax from."""
    hexagon = planets(p, resource)[0]
    p.settle(hexagon, ME, 1)
    p.g.counter[hexagon] = 3
    upkeep(own(p, ME, 5))
    return stock(p)


def growth(p: Position) -> int:
    """Base rules, line 41: Population that comes home in Upkeep."""
    before = at_home(p, ME)
    return at_home(upkeep(p), ME) - before


def repairs(p: Position) -> int:
    """Edge of Extinction, lines 153-158: what is left of 6 damage on a ship after Upkeep."""
    cruiser = p.equip(ME, WAR_CRUISER, ARMOUR, ARMOUR).place_ship(ME, WAR_CRUISER, home(p, ME), damage=6)
    return int(upkeep(p).g.ship_damage[ME, cruiser])


# Council --------------------------------------------------------------------------------------------------------------


def moved_vote(p: Position) -> list[str]:
    """Edge of Extinction, line 166: the law that passes where the first player would like to move the vote shown."""
    stack_deck(own(own(p, ME, 9), RIVAL, 9), "open_academies", "common_parts").jump(frames.COUNCIL)
    vote(p, {ME: (0, 5), RIVAL: (1, 3)})
    if p.decision == "corrupt":
        p.do("political_card", 1)
    return [p.rules.content.political_cards[int(x)].id for x in p.g.law[: p.g.laws]]


def vision(p: Position) -> list[int]:
    """Edge of Extinction, line 167: what Bank brings both where a law that adds 2 CP to it did not pass."""
    stack_deck(p, "open_academies", "central_bank_charter").jump(frames.COUNCIL)
    vote(p, {ME: (0, 0), RIVAL: (0, 0)})
    if p.decision == "vision":
        p.do("political_card", 1)
    return [cp(perform(own(p, player), player, v.BANK), player) for player in (ME, RIVAL)]


# Action cards ---------------------------------------------------------------------------------------------------------


def returned(p: Position) -> list[bool]:
    """Base rules, line 114: whether the first card is in hand in the second round, and the second one in a third."""
    p.learn(ME, "master_politics").jump(frames.ACTION_STAGE).do("action_card", 0).until("action_card", ME)
    first = (0,) in p.legal("action_card")
    p.do("action_card", 1).until("third_card", ME)
    return [first, (1,) in p.legal("action_card")]


def cards_played(p: Position) -> int:
    """Base rules, lines 105-118: how many action cards the first player can play in a turn."""
    p.jump(frames.ACTION_STAGE)
    count = 0
    while not p.finished:
        if p.actor == ME and p.decision in ("action_card", "third_card"):
            p.do("action_card", *min(p.legal("action_card")))
            count += 1
        else:
            p.default()
    return count


def reactions(p: Position) -> list[int]:
    """Base rules, lines 110-112: Population paid for a reaction to the own card, then for one to another's."""
    p.jump(frames.ACTION_STAGE)
    paid = []
    for owner in (ME, RIVAL):
        before = at_home(p.until("react", ME), ME)
        paid.append(before - at_home(p.do("react", owner), ME))
    return paid


# Actions --------------------------------------------------------------------------------------------------------------


def bank(p: Position) -> int:
    """Base rules, line 133: what Bank brings."""
    return cp(perform(p, ME, v.BANK), ME)


def mining(p: Position) -> int:
    """Base rules, line 150: resources that Mining puts on empty planets."""
    for hexagon in ordinary_planets(p):
        p.settle(hexagon, ME, 1)
    return int(finish(perform(p, ME, v.MINING)).g.counter.sum())


def next_technology(p: Position) -> int:
    """Base rules, line 128: what is left of its cost after learning one alike to others neither in colour nor type."""
    radar = technology(p, "radar")
    perform(own(p, ME, int(p.t.technology_cost[radar])), ME, v.RESEARCH).do("technology", radar)
    return cp(p, ME)


def two_technologies(p: Position) -> tuple[set[str], int]:
    """Base rules, lines 127-129: what one Research brings, and whether the cost of a second, like one is left."""
    first, second = technology(p, "radar"), technology(p, "fusion_drive")
    costs = [int(p.t.technology_cost[x]) for x in (first, second)]
    perform(own(p, ME, sum(costs) + 50), ME, v.RESEARCH).do("technology", first)
    if (second,) in p.legal("technology"):
        p.do("technology", second)
    assert p.finished
    return known(p), (cp(p, ME) - 50) // costs[1]


def both_ways(p: Position) -> list[int]:
    """Base rules, lines 157-160: the rates, 0 or the better 1, at which a Trade sells Axinium and then buys Phasium."""
    perform(own(p, ME, 50, 2), ME, v.TRADE).do("exchange", choices.SELL_AXINIUM)
    rates = [p.t.sell_price[0, 0].tolist().index(cp(p, ME) - 50)]
    if (choices.BUY_PHASIUM,) in p.legal("exchange"):
        before = cp(p, ME)
        rates.append(p.t.buy_price[0, 1].tolist().index(before - cp(p.do("exchange", choices.BUY_PHASIUM), ME)))
    return rates


def market(p: Position) -> list[tuple[int, int, int]]:
    """Base rules, lines 155-162: exchanges, space (or -1) and all cubes in two Trades; one of two spaces is taken."""
    p.g.market[0], p.g.traders = RIVAL, 1
    p.g.supply[RIVAL] -= 1
    trades = []
    for _ in range(2):
        perform(own(p, ME, 100), ME, v.TRADE)
        space, made = int(p.g.focus_card), 0
        while not p.finished:
            p.do("exchange", choices.BUY_AXINIUM)
            made += 1
        trades.append((made, space if made else -1, int(p.g.traders)))
    return trades


def bought_vp(p: Position) -> tuple[int, int]:
    """Base rules, line 161: VP bought in one Trade, and how many prices were paid for them."""
    before = int(p.g.resource[ME, v.VP])
    perform(own(p, ME, 150), ME, v.TRADE)
    while ("buy_vp", 0) in p.legal():
        p.do("buy_vp", 0)
    return int(p.g.resource[ME, v.VP]) - before, (150 - cp(p, ME)) // int(p.t.vp_price)


def used_card(p: Position) -> tuple[bool, int]:
    """Base rules, line 299: whether a Resistance card that is used brings its bonus, and how often its VP."""
    card = p.index("resistance_cards", "scout")
    p.g.resistance_owner[card] = ME
    p.jump(frames.WINDOW, player=ME).do("resistance_card", card)
    return any(stock(p)), int(p.g.score[ME, SCORE_CARDS]) // int(p.t.resistance_vp[card])


# Upgrades: whether one can be bought (base rules, line 143; Edge of Extinction, lines 475-477), and what it does ------


def shield(p: Position, name: str) -> tuple[bool, int]:
    """Base rules, lines 276-277: how many hits destroy a ship that has no other shield."""
    bought = buy(p.equip(ME, WAR_CRUISER), "upgrade", upgrade(p, name), WAR_CRUISER)
    p.place_ship(ME, WAR_CRUISER, CENTRE)
    p.equip(RIVAL, FIGHTER, GUN).place_ship(RIVAL, FIGHTER, CENTRE)
    fight(p, *[HIT] * 9)
    assert p.finished and ships_on_map(p, ME) == 0
    return bought, 9 - int(p.g.scripted_count)


def cannon(p: Position, name: str) -> tuple[bool, int, int]:
    """Base rules, lines 267-268; Edge of Extinction, lines 382-383: dice, and hits where one shows 5, the others 4."""
    bought = buy(p.equip(ME, FIGHTER), "upgrade", upgrade(p, name), FIGHTER)
    p.place_ship(ME, FIGHTER, CENTRE)
    p.equip(RIVAL, WAR_CRUISER).place_ship(RIVAL, WAR_CRUISER, CENTRE)
    fight(p, 5, *[4] * 9)
    _, dice, hits, _ = told(p, log.E_ROLLED)[0] if bought else (ME, 0, 0, 0)
    return bought, dice, hits


def drive(p: Position, name: str) -> tuple[bool, int]:
    """Base rules, lines 223-227: hexes a ship moves."""
    bought = buy(p.equip(ME, FIGHTER), "upgrade", upgrade(p, name), FIGHTER)
    p.place_ship(ME, FIGHTER, home(p, ME))
    p.jump(frames.MOVEMENT)
    hexes = 0
    while p.decision == "move" and not p.finished:
        p.do("move", *min(p.legal("move")))
        hexes += 1
    return bought, hexes


def hyperspace(p: Position) -> tuple[bool, set[int]]:
    """Edge of Extinction, lines 278-280 and 349-350: distances of the hexes a ship reaches in one move."""
    bought = buy(p.equip(ME, FIGHTER), "upgrade", upgrade(p, "hyperspace_drive"), FIGHTER)
    fighter = p.place_ship(ME, FIGHTER, home(p, ME))
    p.jump(frames.MOVEMENT)
    if p.decision == "move":
        return bought, {1}
    p.do("ship", fighter)
    return bought, {int(p.t.distance[home(p, ME), h]) for (h,) in p.legal("hex")}


def module(p: Position, name: str) -> tuple[bool, int]:
    """Base rules, line 217; Edge of Extinction, lines 462-473: Population a Battle Carrier takes on board."""
    bought = buy(p.equip(ME, BATTLE_CARRIER), "upgrade", upgrade(p, name), BATTLE_CARRIER)
    carrier = p.settle(home(p, ME), ME, 9).place_ship(ME, BATTLE_CARRIER, home(p, ME))
    p.jump(frames.CONQUEST)
    while p.decision == "mount":
        p.do("mount", *max(p.legal("mount")))
    return bought, int(p.g.ship_cargo[ME, carrier])


def factory(p: Position) -> tuple[bool, int]:
    """Edge of Extinction, line 151: Population after Upkeep on a planet with 2."""
    hexagon = ordinary_planets(p)[0]
    bought = buy(p.settle(hexagon, ME, 2), "planetary", v.CLONE_FACTORY, hexagon)
    return bought, int(upkeep(p).g.population[hexagon, ME])


def port(p: Position) -> tuple[bool, bool]:
    """Base rules, line 138: whether a ship can be built there."""
    hexagon = ordinary_planets(p)[0]
    bought = buy(p.settle(hexagon, ME, 2), "planetary", v.SPACE_PORT, hexagon)
    perform(own(p, ME, 20, 5), ME, v.BUILD).do("ship_class", FIGHTER)
    if p.decision == "build_at":
        p.do("hex", hexagon)
    return bought, p.g.ship_hex[ME, ship(p, ME, FIGHTER)] == hexagon


def defence(p: Position, kind: int) -> tuple[bool, list[int]]:
    """Edge of Extinction, lines 222-223: who dies of Biochemical Rockets at the planet, and at one beside it.

    Of four dice after the distance the first is 4, then 3, and the others hit; a system rolls first, a rocket three.
    """
    source, site = pair_at(p, 1)
    beside = next(h for h in ordinary_planets(p) if h not in (source, site) and p.t.distance[h, site] == 1)
    bought = buy(p.settle(source, RIVAL, 1).settle(site, ME, 4), "planetary", kind, site)
    killed = []
    for target, roll in ((site, 4), (site, 3), (beside, 4), (beside, 3)):
        shoot(p.settle(target, ME, 4), source, target, BIOCHEMICAL, FAR, roll, HIT, HIT, HIT)
        killed.append(4 - int(p.g.population[target, ME]))
    return bought, killed


def rocket(p: Position, kind: int) -> tuple[bool, int, int, bool]:
    """Base rules, lines 199-205: of 6 resources, 4 Population and a planet, what is left where all its dice hit."""
    source, target = pair_at(p, 1)
    p.settle(source, ME, 1).settle(target, RIVAL, 4)
    p.g.counter[target] = 6
    bought = buy(p, "rocket", kind, source)
    p.dice(FAR, *[HIT] * 9).jump(frames.WMD)
    play_on(p, log.E_ROCKET_HITS, fire=("hex", target))
    return bought, int(p.g.counter[target]), int(p.g.population[target, RIVAL]), p.g.destroyed[target] == 0


# Rockets --------------------------------------------------------------------------------------------------------------


def reach(p: Position) -> list[bool]:
    """Base rules, lines 193-195: whether rockets with a distance roll of 1 reach targets 1, 2 and 3 hexes away."""
    reached = []
    for distance in (1, 2, 3):
        source, target = pair_at(p, distance)
        shoot(p.settle(source, ME, 1), source, target, HYPERSONIC, 1, *[MISS] * 9)
        reached.append(not told(p, log.E_ROCKET_MISSED))
        p.settle(source, ME, 0)
    return reached


def intercepted(p: Position) -> list[int]:
    """Edge of Extinction, lines 222-223: dice of another's Biochemical Rocket at the own planet, and at nobody's."""
    source, target = pair_at(p, 1)
    nobodys = next(h for h in ordinary_planets(p) if h not in (source, target))
    p.settle(source, RIVAL, 1).settle(target, ME, 2)
    return [dice_rolled(p, source, where) for where in (target, nobodys)]


def bombed(p: Position) -> list[int]:
    """Edge of Extinction, lines 222-223: dice of a Biochemical Rocket without and with an own ship at the target."""
    source, target = pair_at(p, 1)
    alone = dice_rolled(p.settle(source, ME, 1).settle(target, RIVAL, 2), source, target)
    p.place_ship(ME, DARK_RAIDER, target)
    return [alone, dice_rolled(p, source, target)]


# Conquest -------------------------------------------------------------------------------------------------------------


def landing(p: Position) -> tuple[int, int]:
    """Base rules, lines 315-317: cubes that land on a planet with moons where the roll is 3, and dice rolled."""
    hexagon = planet_with(p, moons=True)
    carrier = p.place_ship(ME, BATTLE_CARRIER, hexagon, cargo=1)
    p.jump(frames.CONQUEST).until("deploy").dice(3).do("deploy", carrier)
    return int(p.g.population[hexagon, ME]), 1 - int(p.g.scripted_count)


def shipped(p: Position) -> list[int]:
    """Base rules, line 219: Population on two planets where a cube would fly from the first to the second."""
    hexes = ordinary_planets(p)[:2]
    for hexagon in hexes:
        p.settle(hexagon, ME, 2)
    p.jump(frames.CONQUEST)
    if p.decision == "civilian_from":
        p.do("hex", hexes[0]).do("hex", hexes[1]).decline()
    return [int(p.g.population[hexagon, ME]) for hexagon in hexes]


def meeting(p: Position, hunted: int, *rivals: str) -> tuple[bool, bool, int]:
    """Edge of Extinction, lines 243-248: an armed ship meets another; the rival knows more.

    Whether the hunted can show itself, whether Radar can force it to, and its ships after the Conquest Stage.
    """
    p.learn(RIVAL, *rivals).equip(1 - hunted, FIGHTER, GUN).place_ship(1 - hunted, FIGHTER, CENTRE)
    p.equip(hunted, FIGHTER).place_ship(hunted, FIGHTER, CENTRE)
    p.dice(HIT).jump(frames.CONQUEST)
    asked = set()
    while not p.finished:
        asked.add(p.decision)
        p.do("uncloak") if p.decision == "force_uncloak" else p.default()
    return "uncloak" in asked, "force_uncloak" in asked, ships_on_map(p, hunted)


def detection(p: Position) -> tuple[list[bool], tuple[bool, bool, int]]:
    """Base rules, lines 193 and 239: how far rockets fly, and what comes of meeting a ship with Cloaking."""
    return reach(p), meeting(p, RIVAL, "cloaking")


def commando(p: Position) -> list[int]:
    """Edge of Extinction, line 261: two cubes above a planet with two of another player, what is left; dice 6 and 1."""
    hexagon = planet_with(p, moons=False)
    carrier = p.settle(hexagon, RIVAL, 2).place_ship(ME, BATTLE_CARRIER, hexagon, cargo=2)
    p.jump(frames.CONQUEST).until("deploy").dice(6, 1)
    for _ in range(2):
        if ("ship", carrier) in p.legal():
            p.do("ship", carrier)
    return [int(p.g.ship_cargo[ME, carrier]), int(p.g.population[hexagon, RIVAL])]


def taught(p: Position) -> tuple[set[str], int]:
    """Edge of Extinction, line 262: landing with the CP for what an inhabitant knows; what is known, and costs left."""
    hexagon = planet_with(p, moons=False)
    carrier = p.settle(hexagon, RIVAL, 1).place_ship(ME, BATTLE_CARRIER, hexagon, cargo=1)
    lesson = technology(p.learn(RIVAL, "basic_repairs"), "basic_repairs")
    cost = int(p.t.technology_cost[lesson])
    own(p, ME, cost).jump(frames.CONQUEST)
    play_on(p, log.E_LEARNED, deploy=("deploy", carrier, 0), copy_technology=("technology", lesson))
    return known(p), cp(p, ME) // cost


# Combat ---------------------------------------------------------------------------------------------------------------


def rounds(p: Position, dice: tuple[int, ...], guns: int, *shields: str) -> list[int]:
    """Edge of Extinction, lines 382-383, and public: hits by round on an unarmed ship with these shields."""
    p.equip(ME, FIGHTER, *[GUN] * guns).place_ship(ME, FIGHTER, CENTRE)
    p.equip(RIVAL, WAR_CRUISER, *shields).place_ship(RIVAL, WAR_CRUISER, CENTRE)
    fight(p, *dice)
    assert p.finished and ships_on_map(p, RIVAL) == 0
    return [row[2] for row in told(p, log.E_ROLLED) if row[0] == ME]


def losses(p: Position) -> tuple[list[int], int]:
    """Edge of Extinction, lines 387-389: classes of ships in the order lost to a gun aimed at the Fighter; hits moved.

    The War Cruiser beside the Fighter survives three hits, and takes them in any way it can.
    """
    fighter = p.equip(ME, FIGHTER).place_ship(ME, FIGHTER, CENTRE)
    cruiser = p.equip(ME, WAR_CRUISER, ARMOUR).place_ship(ME, WAR_CRUISER, CENTRE)
    p.equip(RIVAL, FIGHTER, GUN).place_ship(RIVAL, FIGHTER, CENTRE)
    wanted = {"hit": ("hit", 1, fighter), "decoy": ("ship", cruiser), "deflect": ("ship", fighter)}
    lost, moved = [], 0
    fight(p, *[HIT] * 9)
    while not p.finished:
        moved += p.decision == "deflect"
        p.do(*wanted[p.decision])
        lost += [int(p.t.ship_class[which]) for _, which, *_ in told(p, log.E_SHIP_DESTROYED)]
    return lost, moved


def sacrifice(p: Position) -> list[int]:
    """Edge of Extinction, lines 299-301: ships left where a Raider behind two shields meets a ship behind one."""
    raider = p.equip(ME, DARK_RAIDER, DEFLECTOR).place_ship(ME, DARK_RAIDER, CENTRE)
    p.equip(ME, FIGHTER).place_ship(ME, FIGHTER, CENTRE)
    p.equip(RIVAL, WAR_CRUISER, SHIELD).place_ship(RIVAL, WAR_CRUISER, CENTRE)
    play_on(fight(p), log.E_SHIP_DESTROYED, sacrifice=("ship", raider))
    return [ships_on_map(p, ME), ships_on_map(p, RIVAL)]


def copied(p: Position) -> tuple[set[str], set[str]]:
    """Edge of Extinction, lines 413-419: what is offered of technologies for 9 and 10 CP, free, and known then."""
    lessons = [technology(p, name) for name in ("advanced_mining", "neutron_cannon")]
    own_tables(p.learn(RIVAL, "advanced_mining", "neutron_cannon")).technology_cost[lessons] = 9, 10
    p.equip(ME, FIGHTER, GUN).place_ship(ME, FIGHTER, CENTRE)
    p.equip(RIVAL, DARK_RAIDER).place_ship(RIVAL, DARK_RAIDER, CENTRE)
    offered = {p.rules.content.technologies[x].id for (x,) in fight(p, HIT).legal("technology")}
    play_on(p, log.E_LEARNED, copy_technology=("technology", lessons[0]))
    assert stock(p) == [0, 0, 0]
    return offered, known(p)


# The end: what technologies and laws are worth to both players -------------------------------------------------------


def final(p: Position) -> list[int]:
    """Base rules, lines 351-355: the line of the score."""
    return [int(x) for x in end_game(p).g.score[:2, SCORE_TECHNOLOGIES]]


def laws(p: Position) -> list[int]:
    """Base rules, line 351: with two laws in force."""
    return final(enact(p, "open_academies", "common_parts"))


def knowledge(p: Position) -> list[int]:
    """Base rules, line 353: with one more technology, and three of the other player."""
    return final(p.learn(ME, "radar").learn(RIVAL, "radar", "cloaking", "basic_repairs"))


def worth(p: Position) -> list[int]:
    """Base rules, line 355: with technologies of 20 and 24 CP, and the one in question of 10."""
    mine = [technology(p, name) for name in ("radar", "cloaking", "technological_singularity")]
    own_tables(p).technology_cost[mine] = 20, 24, 10
    return final(p.learn(ME, "radar", "cloaking").learn(RIVAL, "radar", "cloaking"))


# The technologies -----------------------------------------------------------------------------------------------------

NO_CANNON, NO_ROCKET = (False, 0, 0), (False, 6, 4, True)
FIGHTER_FIRST, CRUISER_FIRST = [FIGHTER, WAR_CRUISER], [WAR_CRUISER, FIGHTER]
CASES = {
    # On the boards of everybody
    "landing_maneuvers": Case("titan", landing, (0, 1), (1, 0)),
    "basic_research": Case("titan", next_technology, 0, 1),
    "axinium_refinery": Case("titan", income, [4, 1, 0], [3, 2, 0], ("axinium",)),
    "advanced_banking": Case("titan", bank, 4, 8),
    "biochemical_rockets": Case("titan", rocket, NO_ROCKET, (True, 6, 1, True), (BIOCHEMICAL,)),
    "expert_cloning": Case("titan", growth, 2, 3),
    "cloaking": Case("titan", meeting, (False, False, 0), (True, False, 1), (ME,)),
    "singularity_shield": Case("titan", shield, (False, 1), (True, 4), ("singularity_shield",)),
    "ion_cannon": Case("titan", cannon, NO_CANNON, (True, 2, 1), ("ion_cannon",)),
    "electromagnetic_shield": Case("titan", shield, (False, 1), (True, 2), ("electromagnetic_shield",)),
    "phasium_refinery": Case("titan", income, [4, 0, 1], [3, 0, 2], ("phasium",)),
    "advanced_mining": Case("titan", mining, 4, 8),
    "deflector_shield": Case("titan", shield, (False, 1), (True, 3), ("deflector_shield",)),
    "antigravity_drive": Case("titan", drive, (False, 1), (True, 3), ("antigravity_drive",)),
    "cp_mining": Case("titan", income, [10, 0, 0], [15, 0, 0], ("cp",)),
    "graviton_rockets": Case("titan", rocket, NO_ROCKET, (True, 0, 0, False), (GRAVITON,)),
    "advanced_trading": Case("titan", both_ways, [0], [1, 1]),
    "fusion_drive": Case("titan", drive, (False, 1), (True, 2), ("fusion_drive",)),
    "radar": Case("titan", detection, ([False] * 3, (True, False, 1)), ([True, False, False], (True, True, 0))),
    "plasma_cannon": Case("titan", cannon, NO_CANNON, (True, 3, 1), ("plasma_cannon",)),
    "civilian_ships": Case("titan", shipped, [2, 2], [1, 3]),
    "quantum_scanner": Case("titan", rounds, [0, 0, 2], [1, 0, 2], ((3, 4, 4, 4, HIT, HIT), 2, SHIELD)),
    "master_politics": Case("titan", cards_played, 2, 3),
    "basic_repairs": Case("titan", repairs, 6, 5),
    "hypersonic_rockets": Case("titan", rocket, NO_ROCKET, (True, 1, 4, True), (HYPERSONIC,)),
    "basic_politics": Case("titan", returned, [False, False], [True, False]),
    "advanced_politics": Case("titan", income, [4, 1, 0], [5, 1, 0], ("axinium",)),
    "expert_politics": Case("titan", reactions, [1, 2], [0, 1]),
    "neutron_cannon": Case("titan", cannon, NO_CANNON, (True, 4, 1), ("neutron_cannon",)),
    "antimatter_cannon": Case("titan", cannon, NO_CANNON, (True, 6, 1), ("antimatter_cannon",)),
    # On the boards of some factions
    "advanced_repairs": Case("blackwater", repairs, 6, 3),
    "clone_factory": Case("sirius", factory, (False, 2), (True, 3)),
    "space_port": Case("blackwater", port, (False, False), (True, True)),
    "sds": Case("titan", defence, (False, [2, 2, 2, 2]), (True, [0, 3, 2, 2]), (v.SDS,)),
    "asds": Case("titan", defence, (False, [2, 2, 2, 2]), (True, [0, 0, 0, 3]), (v.ASDS,)),
    "interceptors": Case("titan", intercepted, [3, 3], [1, 3]),
    "strategic_bombers": Case("solaris", bombed, [4, 4], [4, 6]),  # this faction rolls one die more than others
    "target_scanner": Case("solaris", reach, [False] * 3, [True, True, False]),
    "corrupt_politics": Case("sirius", moved_vote, ["open_academies"], ["common_parts"]),
    "visionary_politics": Case("sirius", vision, [4, 4], [6, 4]),
    "fringe_politics": Case("sirius", laws, [0, 0], [6, 0]),
    "master_research": Case(
        "titan", two_technologies, ({"radar"}, 1), ({"master_research", "radar", "fusion_drive"}, 0)
    ),
    "advanced_research": Case(
        "titan", copied, (set(), set()), ({"advanced_mining"}, {"advanced_research", "advanced_mining"})
    ),
    "expert_research": Case("titan", taught, (set(), 1), ({"expert_research", "basic_repairs"}, 0)),
    "expert_banking": Case("arctic", bank, 4, 12),
    "expert_mining": Case("arctic", mining, 4, 12),
    "expert_trading": Case("arctic", market, [(7, 1, 2), (0, -1, 2)], [(8, 0, 1), (8, 0, 1)]),  # others: 4 exchanges
    "master_trading": Case("arctic", bought_vp, (0, 0), (5, 5)),
    "hyperspace_drive": Case("han_xia", hyperspace, (False, {1}), (True, {1, 2, 3, 4})),
    "advanced_cloaking": Case("han_xia", meeting, (False, False, 0), (True, False, 1), (ME, "radar")),
    "basic_tactics": Case("blackwater", losses, (FIGHTER_FIRST, 0), (CRUISER_FIRST, 0)),
    "advanced_tactics": Case("han_xia", sacrifice, [2, 1], [1, 0]),
    "fringe_tactics": Case("han_xia", losses, (FIGHTER_FIRST, 0), (CRUISER_FIRST, 4)),
    "tachyon_scanner": Case("sirius", rounds, [1, 1, 2], [2, 1, 2], ((HIT, MISS, HIT, MISS, HIT, HIT, HIT), 2, ARMOUR)),
    "quantum_reflection": Case("arctic", used_card, (True, 0), (True, 1)),
    "commandos": Case("solaris", commando, [2, 2], [0, 1]),
    "fringe_science": Case("titan", knowledge, [0, 0], [2, 3]),
    "technological_singularity": Case("titan", worth, [0, 0], [5, 0]),
    "emp_cannons": Case("blackwater", cannon, NO_CANNON, (True, 4, 4), ("emp_cannon",)),
    "dark_energy_shields": Case("blackwater", shield, (False, 1), (True, 5), ("dark_energy_shield",)),
    "t_modules": Case("blackwater", module, (False, 3), (True, 4), ("t_module",)),
    "advanced_t_modules": Case("solaris", module, (False, 3), (True, 5), ("advanced_t_module",)),
}


@pytest.mark.parametrize("name", CASES)
def test_what_a_technology_does(name: str) -> None:
    """Edge of Extinction, lines 521-524, and the lines each scene names: a position without it, then with it."""
    faction, scene, without, with_it, more = CASES[name]
    assert without != with_it
    assert scene(begin(faction), *more) == without
    assert scene(research(begin(faction), name), *more) == with_it


@pytest.mark.parametrize(
    ("faction", "names", "scene", "expected"),
    [
        ("arctic", ("advanced_banking", "expert_banking"), bank, 12),
        ("arctic", ("advanced_mining", "expert_mining"), mining, 12),
        ("solaris", ("radar", "target_scanner"), reach, [True, True, False]),
        ("blackwater", ("basic_repairs", "advanced_repairs"), repairs, 2),
    ],
)
def test_of_two_technologies_the_better_one_holds(
    faction: str, names: tuple[str, str], scene: Callable[..., Any], expected: Any
) -> None:
    """Edge of Extinction, lines 156-158 and 533-536: in either order; only repairs add up."""
    assert scene(research(begin(faction), *names)) == expected
    assert scene(research(begin(faction), *reversed(names))) == expected


def test_radar_finds_ships_with_cloaking_but_not_with_both_kinds() -> None:
    """Edge of Extinction, lines 244-248: it is Advanced Cloaking that Radar is not enough for."""
    assert meeting(research(begin("han_xia"), "cloaking"), ME, "radar") == (True, True, 0)
    assert meeting(research(begin("han_xia"), "cloaking", "advanced_cloaking"), ME, "radar") == (True, False, 1)


@pytest.mark.parametrize("name", ["advanced_banking", "expert_banking", "advanced_mining", "expert_mining"])
def test_banking_and_mining_with_dice(name: str) -> None:
    """Base rules, lines 433-449; ours for the Expert ones, which roll what the Advanced ones do."""
    action = v.BANK if name.endswith("banking") else v.MINING
    for learned, amounts in (((), (3, 6)), ((name,), (7 + 3 + 6, 7 + 6 + 1))):
        for option, amount in enumerate(amounts):
            p = research(begin("arctic", dice_variant=True), *learned)
            for hexagon in ordinary_planets(p):
                p.settle(hexagon, ME, 1)
            finish(perform(p, ME, action).dice(6, 1).do("option", option))
            assert cp(p, ME) + p.g.counter.sum() == amount


@pytest.mark.parametrize(("learned", "prices"), [((), (6, 9)), (("corrupt_politics",), (5, 8))])
def test_corrupt_politics_for_a_player_alone(learned: tuple[str, ...], prices: tuple[int, int]) -> None:
    """Edge of Extinction, lines 700-702: in turn 3 twice and three times 3 CP for another card, or 1 CP less."""
    for slot, price in enumerate(prices, start=1):
        p = research(empty(VOID, faction="sirius", content=None), *learned)
        p.g.turn = 3
        stack_deck(own(p, ME, 9), *LAWS).jump(frames.COUNCIL).do("political_card", slot)
        assert cp(p, ME) == 9 - price


def test_every_technology_has_its_case() -> None:
    """Edge of Extinction, lines 521-531: all technologies there are, and none of them without an effect of its own."""
    config = GameConfig(edge_of_extinction=True, players=2)
    assert set(CASES) == {x.id for x in ruleset(config).content.technologies}
    assert len(CASES) == 62
