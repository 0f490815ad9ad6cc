"""The standard actions: Research, Bank, Build, Buy Upgrades, Mining, Trade.

Performing an action is one frame, whether a card, a reaction or an effect caused it. Playing the card is compulsory,
spending is not: Research, Build, Buy Upgrades and Trade may be declined, and an action that cannot be carried out has
no effect.
"""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import (
    AXINIUM,
    BANK,
    BUILD,
    CP,
    MINING,
    RESEARCH,
    TRADE,
    TYPES,
    UPGRADE,
    VP,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import (
    earn_vp,
    gain,
    has_planet,
    learn,
    on_board,
    room_on_counter,
    room_on_second_counter,
    ship_in_supply,
)
from exodus_env.exodus.rules.begin import begin_conversion
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.effects import GAINING, SOURCE_BONUS
from exodus_env.exodus.rules.cards.modifiers import decreed, modifier
from exodus_env.exodus.rules.edge.planetary import new_ship
from exodus_env.exodus.rules.frames import (
    PERFORM_ACTION,
    PERFORM_LEARNED,
    PERFORM_LEFT,
    PERFORM_PLAYER,
    PERFORM_SOURCE,
    PERFORM_SPACE,
    PERFORM_STRUCTURES,
    PERFORM_TRADED,
    PERFORM_VP_BOUGHT,
    REPLACING_CLASS,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.structures import build_structure, legal_structures
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, Numbers, inlined, kernel

START, CHOICE, REPLACING, DONE = 0, 1, 2, 3

if TYPES != ("military", "civilian", "transport"):
    raise AssertionError("discounts by type follow the order of the types")


@kernel
def run_perform(g: Game, t: Tables) -> None:
    """Perform an action: do the automatic part at once, and ask for what has to be chosen."""
    step = get(g, STEP)
    action = get(g, PERFORM_ACTION)
    if step == START:
        if get(g, PERFORM_SOURCE) == SOURCE_BONUS and (action == BANK or action == MINING or action == TRADE):
            # The other actions can be declined while they are performed.
            ask(g, get(g, PERFORM_PLAYER), choices.D_TAKE_PART)
        else:
            start_action(g, t)
    elif step == DONE:
        pop(g)
    elif step == REPLACING:
        ask(g, get(g, PERFORM_PLAYER), choices.D_REPLACE)
        focus(g, -1, -1, get(g, REPLACING_CLASS))
    elif action == RESEARCH:
        ask(g, get(g, PERFORM_PLAYER), choices.D_RESEARCH)
    elif action == BUILD:
        ask(g, get(g, PERFORM_PLAYER), choices.D_BUILD)
    elif action == UPGRADE:
        ask(g, get(g, PERFORM_PLAYER), choices.D_UPGRADE)
    elif action == MINING:
        run_mining(g, t)
    elif action == TRADE:
        run_trade(g)
    else:
        pop(g)


@kernel
def start_action(g: Game, t: Tables) -> None:
    """Do the part of an action that comes before any choice."""
    action = get(g, PERFORM_ACTION)
    note(g, log.E_ACTION, get(g, PERFORM_PLAYER), action, get(g, PERFORM_SOURCE), 0)
    go(g, CHOICE)
    if action == BANK:
        start_bank(g, t)
    elif action == MINING:
        start_mining(g, t)
    elif action == TRADE:
        start_trade(g, t)


@kernel
def legal_take_part(g: Game, t: Tables, mask: Mask) -> None:
    """To take part in the bonus action, or not."""
    allow(t, mask, choices.PASS, 0)
    allow(t, mask, choices.BONUS_ACTION, int(g.bonus))


@kernel
def choose_take_part(g: Game, t: Tables, action: int) -> None:
    """Start the action, or drop it."""
    if family_of(t, action) == choices.PASS:
        go(g, DONE)
    else:
        start_action(g, t)


@kernel
def is_left(g: Game, t: Tables, action: int) -> bool:
    """Whether the player ends an action that can be ended at any time; if so, end it."""
    if family_of(t, action) != choices.PASS:
        return False
    go(g, DONE)
    return True


# Research -----------------------------------------------------------------------------------------------------------


@kernel
def research_discount(g: Game, t: Tables, player: int, technology: int) -> int:
    """CP off a technology: one for each known technology of its colour or type, plus what cards and planets give."""
    alike = (known_by_colour(g, t, player), known_by_type(g, t, player), advanced_by_type(g, t, player))
    return discount_with(g, t, player, technology, *alike)


@inlined
def discount_with(g: Game, t: Tables, player: int, technology: int, by_colour: int, by_type: int, advanced: int) -> int:
    """The discount on a technology, given what helps with all of them."""
    kind = int(t.technology_type[technology])
    discount = modifier(g, player, m.RESEARCH_DISCOUNT) + modifier(g, player, m.MILITARY_DISCOUNT + kind)
    discount += (by_colour >> 8 * int(t.technology_colour[technology])) & 255
    discount += (by_type >> 8 * kind) & 255
    return discount + ((advanced >> 8 * kind) & 255) * int(t.advanced_discount)


@kernel
def known_by_colour(g: Game, t: Tables, player: int) -> int:
    """How many technologies of each colour a player knows, eight bits for each colour."""
    counts = 0
    for known in range(t.technologies):
        counts += int(g.technology[player, known]) << 8 * int(t.technology_colour[known])
    return counts


@kernel
def known_by_type(g: Game, t: Tables, player: int) -> int:
    """How many technologies of each type a player knows, eight bits for each type."""
    counts = 0
    for known in range(t.technologies):
        counts += int(g.technology[player, known]) << 8 * int(t.technology_type[known])
    return counts


@kernel
def advanced_by_type(g: Game, t: Tables, player: int) -> int:
    """How many advanced planets have the player's Population and help with each type, eight bits for each (M5)."""
    counts = 0
    if t.new_planets == 1:
        for hexagon in range(t.hexes):
            if g.population[hexagon, player] > 0 and has_planet(g, hexagon):
                if t.planet_advanced[g.planet[hexagon]] >= 0:
                    counts += 1 << 8 * int(t.planet_advanced[g.planet[hexagon]])
    return counts


@kernel
def research_cost(g: Game, t: Tables, player: int, technology: int) -> int:
    """CP a technology costs a player now."""
    return max(0, int(t.technology_cost[technology]) - research_discount(g, t, player, technology))


@kernel
def can_learn(g: Game, t: Tables, player: int, technology: int) -> bool:
    """Whether a technology is in this game and on the player's boards, unknown, and there is a cube to mark it."""
    return bool(
        t.technology_open[technology] == 1
        and g.technology[player, technology] == 0
        and g.supply[player] > 0
        and on_board(g, t, player, technology)
    )


@kernel
def price_now(g: Game, t: Tables, player: int, technology: int) -> int:
    """CP that a technology costs in the current Research; the second one gets no discount (EoE)."""
    if get(g, PERFORM_LEARNED) > 0:
        return int(t.technology_cost[technology])
    return research_cost(g, t, player, technology)


@kernel
def legal_research(g: Game, t: Tables, mask: Mask) -> None:
    """Technologies that the player can pay for and mark, or none."""
    allow(t, mask, choices.PASS, 0)
    for technology in range(t.technologies):
        if can_learn(g, t, g.actor, technology):
            if price_now(g, t, g.actor, technology) <= g.resource[g.actor, CP]:
                allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_research(g: Game, t: Tables, action: int) -> None:
    """Pay for the technology and mark it; with Master Research another one may follow (EoE)."""
    if is_left(g, t, action):
        return
    technology = first_factor(t, action)
    cost = price_now(g, t, g.actor, technology)
    g.resource[g.actor, CP] -= cost
    add(g, PERFORM_LEARNED, 1)
    note(g, log.E_LEARNED, g.actor, technology, cost, 0)
    learn(g, t, g.actor, technology)
    earn_vp(g, t, g.actor, modifier(g, g.actor, m.LEARNED_VP))
    if get(g, PERFORM_LEARNED) >= modifier(g, g.actor, m.TECHNOLOGIES_EACH):
        go(g, DONE)
    if t.coop == 1 and decreed(g, t, g.actor, m.LEARNED_VP, 0) > 0:
        begin_conversion(g, g.actor, decreed(g, t, g.actor, m.LEARNED_VP, 0), GAINING)


# Bank ---------------------------------------------------------------------------------------------------------------


@kernel
def start_bank(g: Game, t: Tables) -> None:
    """Take CP from the bank; in the dice variant the player chooses between a safe amount and dice."""
    if t.dice_variant == 1:
        ask(g, get(g, PERFORM_PLAYER), choices.D_BANK_DICE)
    else:
        bank(g, t, get(g, PERFORM_PLAYER), max(0, modifier(g, get(g, PERFORM_PLAYER), m.BANK)))


@kernel
def bank(g: Game, t: Tables, player: int, amount: int) -> None:
    """Gain CP from the bank; this ends the action."""
    note(g, log.E_BANKED, player, gain(g, t, player, CP, amount), 0, 0)
    go(g, DONE)


@kernel
def legal_dice_option(g: Game, t: Tables, mask: Mask) -> None:
    """The safe amount or the dice."""
    allow(t, mask, choices.OPTION, 0)
    allow(t, mask, choices.OPTION, 1)


@kernel
def choose_bank_dice(g: Game, t: Tables, action: int) -> None:
    """Gain the chosen amount."""
    advanced = modifier(g, g.actor, m.BANK_DICE) > 1
    bank(g, t, g.actor, variant_amount(g, advanced, first_factor(t, action) == 1, t.bank_variant))


@kernel
def variant_amount(g: Game, advanced: bool, rolled: bool, numbers: Numbers) -> int:
    """The dice variant: a safe amount or a die; with the technology a base plus a die, and again a safe part or a
    die."""
    if not advanced:
        return die(g) if rolled else int(numbers[0])
    return int(numbers[1]) + die(g) + (die(g) if rolled else int(numbers[2]))


# Build --------------------------------------------------------------------------------------------------------------


@kernel
def ship_cp(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """CP that a ship costs: at least 1, so that building always ends."""
    return max(1, int(t.class_cp[ship_class]) + modifier(g, player, m.SHIP_CP))


@kernel
def ship_axinium(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """Axinium that a ship costs."""
    return max(0, int(t.class_axinium[ship_class]) + modifier(g, player, m.SHIP_AXINIUM))


@kernel
def legal_build(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that the player has in the supply and can pay for."""
    allow(t, mask, choices.PASS, 0)
    for ship_class in range(len(t.class_slots)):
        if (
            ship_in_supply(g, t, g.actor, ship_class) >= 0
            and g.resource[g.actor, CP] >= ship_cp(g, t, g.actor, ship_class)
            and g.resource[g.actor, AXINIUM] >= ship_axinium(g, t, g.actor, ship_class)
        ):
            allow(t, mask, choices.SHIP_CLASS, ship_class)
    legal_structures(g, t, mask, get(g, PERFORM_STRUCTURES), False)


@kernel
def choose_build(g: Game, t: Tables, action: int) -> None:
    """Pay for a ship and put it at home or at a Space Port, or build a structure; any number may follow."""
    if is_left(g, t, action):
        return
    structure = build_structure(g, t, action, False)
    if structure > 0:
        put(g, PERFORM_STRUCTURES, get(g, PERFORM_STRUCTURES) | structure)
        return
    ship_class = first_factor(t, action)
    g.resource[g.actor, CP] -= ship_cp(g, t, g.actor, ship_class)
    g.resource[g.actor, AXINIUM] -= ship_axinium(g, t, g.actor, ship_class)
    new_ship(g, t, g.actor, ship_class)


# Mining -------------------------------------------------------------------------------------------------------------


@kernel
def start_mining(g: Game, t: Tables) -> None:
    """How many resources to place; in the dice variant the player chooses between a safe amount and dice."""
    if t.dice_variant == 1:
        ask(g, get(g, PERFORM_PLAYER), choices.D_MINING_DICE)
    else:
        put(g, PERFORM_LEFT, max(0, modifier(g, get(g, PERFORM_PLAYER), m.MINING)))


@kernel
def choose_mining_dice(g: Game, t: Tables, action: int) -> None:
    """Place the chosen amount."""
    advanced = modifier(g, g.actor, m.MINING_DICE) > 1
    put(g, PERFORM_LEFT, variant_amount(g, advanced, first_factor(t, action) == 1, t.mining_variant))


@kernel
def run_mining(g: Game, t: Tables) -> None:
    """Place resources one by one, while any are left and a planet has room."""
    if get(g, PERFORM_LEFT) > 0:
        for hexagon in range(t.hexes):
            if can_mine(g, t, get(g, PERFORM_PLAYER), hexagon):
                ask(g, get(g, PERFORM_PLAYER), choices.D_MINE)
                return
    go(g, DONE)


@kernel
def is_mined(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether the player may mine a planet: one with the player's Population that is not finite."""
    if g.population[hexagon, player] == 0 or not has_planet(g, hexagon):
        return False
    return bool(t.planet_finite[g.planet[hexagon]] == 0)


@kernel
def can_mine(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a planet can take a resource from Mining."""
    if not is_mined(g, t, player, hexagon):
        return False
    return room_on_counter(g, t, hexagon) > 0 or room_on_second_counter(g, t, hexagon) > 0


@kernel
def counters_open(g: Game, t: Tables, player: int) -> int:
    """Counters that can take a resource from Mining."""
    count = 0
    for hexagon in range(t.hexes):
        if is_mined(g, t, player, hexagon):
            count += 1 if room_on_counter(g, t, hexagon) > 0 else 0
            count += 1 if room_on_second_counter(g, t, hexagon) > 0 else 0
    return count


@kernel
def room_to_mine(g: Game, t: Tables, player: int) -> int:
    """The most resources that Mining can place now."""
    room = 0
    for hexagon in range(t.hexes):
        if is_mined(g, t, player, hexagon):
            room += room_on_counter(g, t, hexagon) + room_on_second_counter(g, t, hexagon)
    return room


@kernel
def legal_mine(g: Game, t: Tables, mask: Mask) -> None:
    """Planets with the player's Population and room on a counter, or all of it at once; only that if it is the same."""
    if get(g, PERFORM_LEFT) > 1:
        allow(t, mask, choices.MINE_EVENLY, 0)
        if counters_open(g, t, g.actor) == 1 or room_to_mine(g, t, g.actor) <= get(g, PERFORM_LEFT):
            return
    for hexagon in range(t.hexes):
        if is_mined(g, t, g.actor, hexagon):
            if room_on_counter(g, t, hexagon) > 0:
                allow(t, mask, choices.MINE, hexagon)
            if room_on_second_counter(g, t, hexagon) > 0:
                allow(t, mask, choices.MINE_SECOND, hexagon)


@kernel
def choose_mine(g: Game, t: Tables, action: int) -> None:
    """Put a resource on a planet, or place all that are left."""
    if family_of(t, action) == choices.MINE_EVENLY:
        while get(g, PERFORM_LEFT) > 0 and mine_lowest(g, t, g.actor):
            pass
    else:
        mine(g, first_factor(t, action), family_of(t, action) == choices.MINE_SECOND)


@kernel
def mine_lowest(g: Game, t: Tables, player: int) -> bool:
    """Put a resource on the emptiest counter, the first of several; False if there is no room anywhere."""
    lowest = -1
    second = False
    least = 0
    for hexagon in range(t.hexes):
        if not is_mined(g, t, player, hexagon):
            continue
        if room_on_counter(g, t, hexagon) > 0 and (lowest < 0 or g.counter[hexagon] < least):
            lowest = hexagon
            second = False
            least = int(g.counter[hexagon])
        if room_on_second_counter(g, t, hexagon) > 0 and (lowest < 0 or g.second_counter[hexagon] < least):
            lowest = hexagon
            second = True
            least = int(g.second_counter[hexagon])
    if lowest >= 0:
        mine(g, lowest, second)
    return lowest >= 0


@kernel
def mine(g: Game, hexagon: int, second: bool) -> None:
    """Put a resource on a counter of a planet."""
    if second:
        g.second_counter[hexagon] += 1
    else:
        g.counter[hexagon] += 1
    add(g, PERFORM_LEFT, -1)
    note(g, log.E_MINED, g.actor, hexagon, 1 if second else 0, 0)


# Trade --------------------------------------------------------------------------------------------------------------


@kernel
def start_trade(g: Game, t: Tables) -> None:
    """Put a cube on the leftmost free market space; without a cube or a space the action has no effect.

    With Expert Trading it is always the first space, and no cube is needed (EoE).
    """
    player = get(g, PERFORM_PLAYER)
    put(g, PERFORM_LEFT, max(0, modifier(g, player, m.EXCHANGES)))
    if modifier(g, player, m.LEFTMOST_SPACE) > 0:
        return
    if g.traders >= t.market_spaces or g.supply[player] == 0:
        go(g, DONE)
        return
    g.supply[player] -= 1
    g.market[g.traders] = player
    put(g, PERFORM_SPACE, int(g.traders))
    g.traders += 1


@kernel
def run_trade(g: Game) -> None:
    """One exchange after another."""
    if get(g, PERFORM_LEFT) > 0:
        ask(g, get(g, PERFORM_PLAYER), choices.D_TRADE)
        focus(g, -1, -1, get(g, PERFORM_SPACE))
    else:
        go(g, DONE)


@kernel
def buy_price(g: Game, t: Tables, player: int, space: int, mineral: int) -> int:
    """CP to pay for one mineral: at least 1."""
    better = 1 if modifier(g, player, m.TRADE_BOTH_WAYS) > 0 else 0
    return max(1, int(t.buy_price[space, mineral, better]) - modifier(g, player, m.MARKET_BONUS))


@kernel
def sell_price(g: Game, t: Tables, player: int, space: int, mineral: int) -> int:
    """CP received for one mineral: never more than buying it costs, so that trading in circles gains nothing."""
    better = 1 if modifier(g, player, m.TRADE_BOTH_WAYS) > 0 else 0
    price = int(t.sell_price[space, mineral, better]) + modifier(g, player, m.MARKET_BONUS)
    return max(0, min(price, buy_price(g, t, player, space, mineral)))


@kernel
def legal_trade(g: Game, t: Tables, mask: Mask) -> None:
    """Buying or selling a mineral; both in one action only with Advanced Trading."""
    allow(t, mask, choices.PASS, 0)
    player = int(g.actor)
    both = modifier(g, player, m.TRADE_BOTH_WAYS) > 0
    for exchange in range(choices.SELL_PHASIUM + 1):
        opposite = 2 if exchange < choices.SELL_AXINIUM else 1
        times = exchanges_at_once(g, t, player, exchange) if both or get(g, PERFORM_TRADED) != opposite else 0
        if times > 0:
            allow(t, mask, choices.EXCHANGE, exchange)
        if times > 1:
            allow(t, mask, choices.EXCHANGES, exchange)
    if can_buy_vp(g, t, player):
        allow(t, mask, choices.BUY_VP, 0)


@kernel
def exchanges_at_once(g: Game, t: Tables, player: int, exchange: int) -> int:
    """How often the player can make this exchange in the current Trade."""
    buying = exchange < choices.SELL_AXINIUM
    mineral = exchange - (choices.BUY_AXINIUM if buying else choices.SELL_AXINIUM)
    stock = int(g.resource[player, AXINIUM + mineral])
    if not buying:
        return min(get(g, PERFORM_LEFT), stock)
    price = buy_price(g, t, player, get(g, PERFORM_SPACE), mineral)
    room = int(t.resource_cap[AXINIUM + mineral]) - stock
    return min(get(g, PERFORM_LEFT), int(g.resource[player, CP]) // price, room)


@kernel
def can_buy_vp(g: Game, t: Tables, player: int) -> bool:
    """Whether the player can buy a VP in the current Trade, with Master Trading (EoE)."""
    left = modifier(g, player, m.VP_TRADES) - get(g, PERFORM_VP_BOUGHT)
    return bool(t.coop == 0 and left > 0 and g.resource[player, CP] >= t.vp_price)


@kernel
def buy_vp(g: Game, t: Tables, player: int) -> None:
    """Pay CP for a VP: an exchange that counts neither as buying nor as selling minerals."""
    g.resource[player, CP] -= t.vp_price
    gain(g, t, player, VP, 1)
    add(g, PERFORM_VP_BOUGHT, 1)
    add(g, PERFORM_LEFT, -1)
    note(g, log.E_VP_BOUGHT, player, t.vp_price, 0, 0)


@kernel
def choose_trade(g: Game, t: Tables, action: int) -> None:
    """Make an exchange once or as often as possible; the first one with minerals fixes the direction."""
    if is_left(g, t, action):
        return
    if family_of(t, action) == choices.BUY_VP:
        buy_vp(g, t, int(g.actor))
        return
    exchange = first_factor(t, action)
    times = 1
    if family_of(t, action) == choices.EXCHANGES:
        times = exchanges_at_once(g, t, g.actor, exchange)
    for _ in range(times):
        trade(g, t, g.actor, exchange)


@kernel
def trade(g: Game, t: Tables, player: int, exchange: int) -> None:
    """Buy or sell one mineral for CP."""
    buying = exchange < choices.SELL_AXINIUM
    mineral = exchange - (choices.BUY_AXINIUM if buying else choices.SELL_AXINIUM)
    if buying:
        price = buy_price(g, t, player, get(g, PERFORM_SPACE), mineral)
        g.resource[player, CP] -= price
        g.resource[player, AXINIUM + mineral] += 1
    else:
        price = sell_price(g, t, player, get(g, PERFORM_SPACE), mineral)
        g.resource[player, AXINIUM + mineral] -= 1
        gain(g, t, player, CP, price)
    put(g, PERFORM_TRADED, 1 if buying else 2)
    add(g, PERFORM_LEFT, -1)
    note(g, log.E_TRADED, player, exchange, price, 0)
