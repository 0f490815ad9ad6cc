"""The standard actions: Research, Bank, Build, Buy Upgrades, Mining, Trade.

Performing an action is one frame; it does not care whether a card, a reaction or an effect caused it. Playing the card
is compulsory, spending on it is not: Research, Build, Buy Upgrades and Trade may be declined, and what cannot be
carried out has no effect.
"""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import (
    AXINIUM,
    BANK,
    BUILD,
    CP,
    MINING,
    PHASIUM,
    RESEARCH,
    TRADE,
    TYPES,
    UPGRADE,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, events
from exodus_env.exodus.rules import modifiers as m
from exodus_env.exodus.rules.assets import (
    can_replace,
    controller,
    fits,
    gain,
    has_planet,
    knows_upgrade,
    launch_ship,
    learn,
    room_on_counter,
    ship_in_supply,
    upgrades_on,
)
from exodus_env.exodus.rules.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.rules.modifiers import modifier, refresh_blueprint
from exodus_env.exodus.rules.window import legal_cards, use_card
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import die
from exodus_env.kit.flow import STEP, A, B, C, D, E, F, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

# Frame PERFORM. A: player. B: action. C: source. D: resources or exchanges left. E: upgrade being placed, plus 1; in a
# Trade 1 buying, 2 selling. F: class it goes on; in a Trade the market space.
START, CHOICE, REPLACING, DONE = 0, 1, 2, 3

if TYPES != ("military", "civilian", "transport"):
    raise AssertionError("discounts by type follow the order of the types")


@kernel
def run_perform(g: Game, t: Tables) -> None:
    """Perform an action: what is automatic at once, what is chosen by asking."""
    step = get(g, STEP)
    action = get(g, B)
    if step == START:
        note(g, events.E_ACTION, get(g, A), action, get(g, C), 0)
        go(g, CHOICE)
        if action == BANK:
            start_bank(g, t)
        elif action == MINING:
            start_mining(g, t)
        elif action == TRADE:
            start_trade(g, t)
    elif step == DONE:
        pop(g)
    elif step == REPLACING:
        ask(g, get(g, A), choices.D_REPLACE)
        focus(g, -1, -1, get(g, F))
    elif action == RESEARCH:
        ask(g, get(g, A), choices.D_RESEARCH)
    elif action == BUILD:
        ask(g, get(g, A), choices.D_BUILD)
    elif action == UPGRADE:
        ask(g, get(g, A), choices.D_UPGRADE)
    elif action == MINING:
        run_mining(g, t)
    elif action == TRADE:
        run_trade(g)
    else:
        pop(g)


@kernel
def leave_or_use_card(g: Game, t: Tables, action: int) -> bool:
    """Handle what every action decision offers besides its own choices: being done, and using a Resistance card."""
    family = family_of(t, action)
    if family == choices.PASS:
        go(g, DONE)
        return True
    if family == choices.RESISTANCE_CARD:
        use_card(g, t, g.actor, first_factor(t, action))
        return True
    return False


# Research -----------------------------------------------------------------------------------------------------------


@kernel
def research_discount(g: Game, t: Tables, player: int, technology: int) -> int:
    """CP off a technology: one for each known one of its colour, one for each of its type, and what cards give."""
    discount = modifier(g, player, m.RESEARCH_DISCOUNT)
    discount += modifier(g, player, m.MILITARY_DISCOUNT + int(t.technology_type[technology]))
    for known in range(t.technologies):
        if g.technology[player, known] == 1:
            if t.technology_colour[known] == t.technology_colour[technology]:
                discount += 1
            if t.technology_type[known] == t.technology_type[technology]:
                discount += 1
    return discount


@kernel
def research_cost(g: Game, t: Tables, player: int, technology: int) -> int:
    """CP a technology costs a player now."""
    return max(0, int(t.technology_cost[technology]) - research_discount(g, t, player, technology))


@kernel
def can_learn(g: Game, t: Tables, player: int, technology: int) -> bool:
    """Whether a technology is in this game, unknown, and there is a cube to mark it."""
    return bool(
        t.technology_open[technology] == 1 and g.technology[player, technology] == 0 and g.supply[player] > 0
    )


@kernel
def legal_research(g: Game, t: Tables, mask: Mask) -> None:
    """Technologies the player can pay and mark, or none."""
    allow(t, mask, choices.PASS, 0)
    legal_cards(g, t, mask)
    for technology in range(t.technologies):
        if can_learn(g, t, g.actor, technology):
            if research_cost(g, t, g.actor, technology) <= g.resource[g.actor, CP]:
                allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_research(g: Game, t: Tables, action: int) -> None:
    """Pay for the technology and mark it."""
    if leave_or_use_card(g, t, action):
        return
    technology = first_factor(t, action)
    cost = research_cost(g, t, g.actor, technology)
    g.resource[g.actor, CP] -= cost
    go(g, DONE)
    note(g, events.E_LEARNED, g.actor, technology, cost, 0)
    learn(g, t, g.actor, technology)


# Bank ---------------------------------------------------------------------------------------------------------------


@kernel
def start_bank(g: Game, t: Tables) -> None:
    """Take CP from the bank; in the dice variant the player chooses between a safe amount and dice."""
    if t.dice_variant == 1:
        ask(g, get(g, A), choices.D_BANK_DICE)
    else:
        bank(g, t, get(g, A), max(0, modifier(g, get(g, A), m.BANK)))


@kernel
def bank(g: Game, t: Tables, player: int, amount: int) -> None:
    """CP from the bank end the action."""
    note(g, events.E_BANKED, player, gain(g, t, player, CP, amount), 0, 0)
    go(g, DONE)


@kernel
def legal_dice_option(g: Game, t: Tables, mask: Mask) -> None:
    """The safe amount or the dice."""
    allow(t, mask, choices.OPTION, 0)
    allow(t, mask, choices.OPTION, 1)


@kernel
def choose_bank_dice(g: Game, t: Tables, action: int) -> None:
    """Take what was chosen."""
    dice = modifier(g, g.actor, m.BANK_DICE)
    bank(g, t, g.actor, variant_amount(g, dice, first_factor(t, action), t.bank_variant[0], t.bank_variant[1]))


@kernel
def variant_amount(g: Game, dice: int, rolled: int, safe: int, base: int) -> int:
    """The dice variant: a safe amount or a die; with the technology a base, then one die safe or rolled, one rolled."""
    amount = die(g) if rolled == 1 else int(safe)
    if dice > 1:
        amount += int(base) + die(g)
    return amount


# Build --------------------------------------------------------------------------------------------------------------


@kernel
def ship_cp(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """CP a ship costs; never nothing, so that building always ends."""
    return max(1, int(t.class_cp[ship_class]) + modifier(g, player, m.SHIP_CP))


@kernel
def ship_axinium(g: Game, t: Tables, player: int, ship_class: int) -> int:
    """Axinium a ship costs."""
    return max(0, int(t.class_axinium[ship_class]) + modifier(g, player, m.SHIP_AXINIUM))


@kernel
def legal_build(g: Game, t: Tables, mask: Mask) -> None:
    """Ships the player has in the supply and can pay."""
    allow(t, mask, choices.PASS, 0)
    legal_cards(g, t, mask)
    for ship_class in range(len(t.class_slots)):
        if (
            ship_in_supply(g, t, g.actor, ship_class) >= 0
            and g.resource[g.actor, CP] >= ship_cp(g, t, g.actor, ship_class)
            and g.resource[g.actor, AXINIUM] >= ship_axinium(g, t, g.actor, ship_class)
        ):
            allow(t, mask, choices.SHIP_CLASS, ship_class)


@kernel
def choose_build(g: Game, t: Tables, action: int) -> None:
    """Pay for a ship and put it at home; any number can be built."""
    if leave_or_use_card(g, t, action):
        return
    ship_class = first_factor(t, action)
    g.resource[g.actor, CP] -= ship_cp(g, t, g.actor, ship_class)
    g.resource[g.actor, AXINIUM] -= ship_axinium(g, t, g.actor, ship_class)
    build_ship(g, t, g.actor, ship_class)


@kernel
def build_ship(g: Game, t: Tables, player: int, ship_class: int) -> None:
    """A new ship at the home planet."""
    launch_ship(g, player, ship_in_supply(g, t, player, ship_class), t.home_hex[player])
    note(g, events.E_BUILT, player, ship_class, 0, 0)


# Buy Upgrades -------------------------------------------------------------------------------------------------------


@kernel
def upgrade_cp(g: Game, t: Tables, player: int, upgrade: int) -> int:
    """CP an upgrade costs; never nothing, so that buying always ends."""
    return max(1, int(t.upgrade_cp[upgrade]) + modifier(g, player, m.UPGRADE_CP))


@kernel
def upgrade_phasium(g: Game, t: Tables, player: int, upgrade: int) -> int:
    """Phasium an upgrade costs."""
    return max(0, int(t.upgrade_phasium[upgrade]) + modifier(g, player, m.UPGRADE_PHASIUM))


@kernel
def rocket_cp(g: Game, t: Tables, player: int, rocket: int) -> int:
    """CP a rocket costs; never nothing."""
    return max(1, int(t.rocket_cp[rocket]) + modifier(g, player, m.ROCKET_CP))


@kernel
def rocket_phasium(g: Game, t: Tables, player: int, rocket: int) -> int:
    """Phasium a rocket costs."""
    return max(0, int(t.rocket_phasium[rocket]) + modifier(g, player, m.ROCKET_PHASIUM))


@kernel
def can_equip(g: Game, t: Tables, player: int, upgrade: int, ship_class: int) -> bool:
    """Whether an upgrade can go on a class, into a free slot or in place of another."""
    if upgrades_on(g, t, player, ship_class) < t.class_slots[ship_class]:
        if fits(g, t, player, ship_class, upgrade, -1):
            return True
    return can_replace(g, t, player, ship_class, upgrade)


@kernel
def legal_equipment(g: Game, t: Tables, mask: Mask, paid: bool) -> None:
    """Upgrades with a known technology, that the player can pay where they are paid for."""
    classes = len(t.class_slots)
    for upgrade in range(t.upgrades):
        if not knows_upgrade(g, t, g.actor, upgrade):
            continue
        if paid and (
            g.resource[g.actor, CP] < upgrade_cp(g, t, g.actor, upgrade)
            or g.resource[g.actor, PHASIUM] < upgrade_phasium(g, t, g.actor, upgrade)
        ):
            continue
        for ship_class in range(classes):
            if can_equip(g, t, g.actor, upgrade, ship_class):
                allow_pair(t, mask, choices.UPGRADE, upgrade, ship_class, classes)


@kernel
def legal_rockets(g: Game, t: Tables, mask: Mask) -> None:
    """Rockets with a known technology, onto planets where the player has the majority."""
    for rocket in range(len(t.rocket_dice)):
        if (
            g.technology[g.actor, t.rocket_technology[rocket]] == 0
            or g.resource[g.actor, CP] < rocket_cp(g, t, g.actor, rocket)
            or g.resource[g.actor, PHASIUM] < rocket_phasium(g, t, g.actor, rocket)
        ):
            continue
        for hexagon in range(t.hexes):
            if (
                g.population[hexagon, g.actor] > 0
                and free_rocket_space(g, t, hexagon) >= 0
                and controller(g, t, hexagon) == g.actor
            ):
                allow_pair(t, mask, choices.ROCKET, rocket, hexagon, t.hexes)


@kernel
def free_rocket_space(g: Game, t: Tables, hexagon: int) -> int:
    """A space for a rocket on the planet, or -1."""
    if has_planet(g, hexagon):
        for space in range(t.rocket_limit):
            if g.rocket[hexagon, space] == 0:
                return space
    return -1


@kernel
def legal_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Upgrades and rockets the player can buy, or done."""
    allow(t, mask, choices.PASS, 0)
    legal_cards(g, t, mask)
    legal_equipment(g, t, mask, True)
    legal_rockets(g, t, mask)


@kernel
def choose_upgrade(g: Game, t: Tables, action: int) -> None:
    """Pay for an upgrade or rocket and place it at once."""
    if leave_or_use_card(g, t, action):
        return
    if family_of(t, action) == choices.ROCKET:
        buy_rocket(g, t, first_factor(t, action), second_factor(t, action))
        return
    upgrade = first_factor(t, action)
    g.resource[g.actor, CP] -= upgrade_cp(g, t, g.actor, upgrade)
    g.resource[g.actor, PHASIUM] -= upgrade_phasium(g, t, g.actor, upgrade)
    equip(g, t, upgrade, second_factor(t, action))


@kernel
def buy_rocket(g: Game, t: Tables, rocket: int, hexagon: int) -> None:
    """A rocket onto a planet."""
    g.resource[g.actor, CP] -= rocket_cp(g, t, g.actor, rocket)
    g.resource[g.actor, PHASIUM] -= rocket_phasium(g, t, g.actor, rocket)
    g.rocket[hexagon, free_rocket_space(g, t, hexagon)] = rocket + 1
    note(g, events.E_ROCKET_PLACED, g.actor, rocket, hexagon, 0)


@kernel
def equip(g: Game, t: Tables, upgrade: int, ship_class: int) -> None:
    """Put an upgrade on a blueprint; where there is no room, ask what gives way."""
    if fits(g, t, g.actor, ship_class, upgrade, -1):
        place_upgrade(g, t, g.actor, upgrade, ship_class, -1)
    else:
        put(g, E, upgrade + 1)
        put(g, F, ship_class)
        go(g, REPLACING)


@kernel
def place_upgrade(g: Game, t: Tables, player: int, upgrade: int, ship_class: int, going: int) -> None:
    """Lay an upgrade on a blueprint, taking another (-1: none) off."""
    if going >= 0:
        g.blueprint[player, ship_class, going] -= 1
    g.blueprint[player, ship_class, upgrade] += 1
    refresh_blueprint(g, t, player)
    note(g, events.E_UPGRADED, player, upgrade, ship_class, 0)


@kernel
def legal_replace(g: Game, t: Tables, mask: Mask) -> None:
    """Upgrades on the blueprint that can give way."""
    coming = get(g, E) - 1
    for going in range(t.upgrades):
        if going != coming and fits(g, t, g.actor, get(g, F), coming, going):
            allow(t, mask, choices.REPLACE, going)


@kernel
def choose_replace(g: Game, t: Tables, action: int) -> None:
    """The old upgrade goes back to the stock, the new one takes its slot."""
    place_upgrade(g, t, g.actor, get(g, E) - 1, get(g, F), first_factor(t, action))
    go(g, CHOICE)


# Mining -------------------------------------------------------------------------------------------------------------


@kernel
def start_mining(g: Game, t: Tables) -> None:
    """How many resources to place; in the dice variant the player chooses between a safe amount and dice."""
    if t.dice_variant == 1:
        ask(g, get(g, A), choices.D_MINING_DICE)
    else:
        put(g, D, max(0, modifier(g, get(g, A), m.MINING)))


@kernel
def choose_mining_dice(g: Game, t: Tables, action: int) -> None:
    """Place what was chosen."""
    dice = modifier(g, g.actor, m.MINING_DICE)
    put(g, D, variant_amount(g, dice, first_factor(t, action), t.mining_variant[0], t.mining_variant[1]))


@kernel
def run_mining(g: Game, t: Tables) -> None:
    """One resource after another, while any is left and a planet has room."""
    if get(g, D) > 0:
        for hexagon in range(t.hexes):
            if g.population[hexagon, get(g, A)] > 0 and room_on_counter(g, t, hexagon) > 0:
                ask(g, get(g, A), choices.D_MINE)
                return
    go(g, DONE)


@kernel
def legal_mine(g: Game, t: Tables, mask: Mask) -> None:
    """Planets with the player's Population and room on the counter."""
    for hexagon in range(t.hexes):
        if g.population[hexagon, g.actor] > 0 and room_on_counter(g, t, hexagon) > 0:
            allow(t, mask, choices.MINE, hexagon)


@kernel
def choose_mine(g: Game, t: Tables, action: int) -> None:
    """A resource onto a planet."""
    hexagon = first_factor(t, action)
    g.counter[hexagon] += 1
    add(g, D, -1)
    note(g, events.E_MINED, g.actor, hexagon, 0, 0)


# Trade --------------------------------------------------------------------------------------------------------------


@kernel
def start_trade(g: Game, t: Tables) -> None:
    """A cube on the leftmost free market space; without a cube or a space the action has no effect."""
    player = get(g, A)
    if g.traders >= t.market_spaces or g.supply[player] == 0:
        go(g, DONE)
        return
    g.supply[player] -= 1
    g.market[g.traders] = player
    put(g, F, int(g.traders))
    put(g, D, max(0, modifier(g, player, m.EXCHANGES)))
    g.traders += 1


@kernel
def run_trade(g: Game) -> None:
    """One exchange after another."""
    if get(g, D) > 0:
        ask(g, get(g, A), choices.D_TRADE)
        focus(g, -1, -1, get(g, F))
    else:
        go(g, DONE)


@kernel
def buy_price(g: Game, t: Tables, player: int, space: int, mineral: int) -> int:
    """CP to pay for one mineral; never nothing."""
    better = 1 if modifier(g, player, m.TRADE_BOTH_WAYS) > 0 else 0
    return max(1, int(t.buy_price[space, mineral, better]) - modifier(g, player, m.MARKET_BONUS))


@kernel
def sell_price(g: Game, t: Tables, player: int, space: int, mineral: int) -> int:
    """CP to receive for one mineral; never more than buying it costs, so that trading in circles earns nothing."""
    better = 1 if modifier(g, player, m.TRADE_BOTH_WAYS) > 0 else 0
    price = int(t.sell_price[space, mineral, better]) + modifier(g, player, m.MARKET_BONUS)
    return max(0, min(price, buy_price(g, t, player, space, mineral)))


@kernel
def legal_trade(g: Game, t: Tables, mask: Mask) -> None:
    """Buying or selling a mineral; both in one action only with Advanced Trading."""
    allow(t, mask, choices.PASS, 0)
    legal_cards(g, t, mask)
    player = int(g.actor)
    both = modifier(g, player, m.TRADE_BOTH_WAYS) > 0
    for mineral in range(2):
        stock = g.resource[player, AXINIUM + mineral]
        if both or get(g, E) != 2:
            price = buy_price(g, t, player, get(g, F), mineral)
            if g.resource[player, CP] >= price and stock < t.resource_cap[AXINIUM + mineral]:
                allow(t, mask, choices.EXCHANGE, choices.BUY_AXINIUM + mineral)
        if (both or get(g, E) != 1) and stock > 0:
            allow(t, mask, choices.EXCHANGE, choices.SELL_AXINIUM + mineral)


@kernel
def choose_trade(g: Game, t: Tables, action: int) -> None:
    """Make an exchange; the first one settles the direction."""
    if leave_or_use_card(g, t, action):
        return
    exchange = first_factor(t, action)
    player = int(g.actor)
    buying = exchange < choices.SELL_AXINIUM
    mineral = exchange - (choices.BUY_AXINIUM if buying else choices.SELL_AXINIUM)
    if buying:
        price = buy_price(g, t, player, get(g, F), mineral)
        g.resource[player, CP] -= price
        g.resource[player, AXINIUM + mineral] += 1
    else:
        price = sell_price(g, t, player, get(g, F), mineral)
        g.resource[player, AXINIUM + mineral] -= 1
        gain(g, t, player, CP, price)
    put(g, E, 1 if buying else 2)
    add(g, D, -1)
    note(g, events.E_TRADED, player, exchange, price, 0)


# Without paying: what cards give ------------------------------------------------------------------------------------


@kernel
def run_learn_free(g: Game, t: Tables) -> None:
    """A card lets the player learn a technology. Frame LEARN_FREE: A player, B highest printed cost."""
    if get(g, STEP) == 0:
        go(g, DONE)
        ask(g, get(g, A), choices.D_FREE_TECHNOLOGY)
    else:
        pop(g)


@kernel
def legal_free_technology(g: Game, t: Tables, mask: Mask) -> None:
    """Technologies up to the card's cost that the player can mark, or none."""
    allow(t, mask, choices.PASS, 0)
    for technology in range(t.technologies):
        if can_learn(g, t, g.actor, technology) and t.technology_cost[technology] <= get(g, B):
            allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_free_technology(g: Game, t: Tables, action: int) -> None:
    """Mark the technology."""
    if family_of(t, action) != choices.PASS:
        note(g, events.E_LEARNED, g.actor, first_factor(t, action), 0, 0)
        learn(g, t, g.actor, first_factor(t, action))


@kernel
def run_build_free(g: Game, t: Tables) -> None:
    """A card gives the player a ship. Frame BUILD_FREE: A player, B class or -1 for any."""
    if get(g, STEP) == 0:
        go(g, DONE)
        ask(g, get(g, A), choices.D_FREE_SHIP)
    else:
        pop(g)


@kernel
def legal_free_ship(g: Game, t: Tables, mask: Mask) -> None:
    """Ships of the card's class in the player's supply, or none."""
    allow(t, mask, choices.PASS, 0)
    for ship_class in range(len(t.class_slots)):
        if (get(g, B) < 0 or get(g, B) == ship_class) and ship_in_supply(g, t, g.actor, ship_class) >= 0:
            allow(t, mask, choices.SHIP_CLASS, ship_class)


@kernel
def choose_free_ship(g: Game, t: Tables, action: int) -> None:
    """Put the ship at home."""
    if family_of(t, action) != choices.PASS:
        build_ship(g, t, g.actor, first_factor(t, action))


@kernel
def run_equip_free(g: Game, t: Tables) -> None:
    """A card gives the player an upgrade. Frame EQUIP_FREE: A player; E and F as in PERFORM while replacing."""
    step = get(g, STEP)
    if step == START:
        go(g, CHOICE)
        ask(g, get(g, A), choices.D_FREE_UPGRADE)
    elif step == REPLACING:
        ask(g, get(g, A), choices.D_REPLACE)
        focus(g, -1, -1, get(g, F))
    else:
        pop(g)


@kernel
def legal_free_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Any upgrade with a known technology that fits, or none."""
    allow(t, mask, choices.PASS, 0)
    legal_equipment(g, t, mask, False)


@kernel
def choose_free_upgrade(g: Game, t: Tables, action: int) -> None:
    """Lay the upgrade on a blueprint."""
    if family_of(t, action) != choices.PASS:
        equip(g, t, first_factor(t, action), second_factor(t, action))
