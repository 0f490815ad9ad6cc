"""Trade [387-399, 484-494]: Allies and what they sell, gifts between ships, services.

Swaps are gifts in turn (ours): each ship here may give, nobody asks and nobody refuses, and nothing moves twice in a
Trade. Engaged ships can do nothing but fight [804], so they take no part.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import DISPLAY, MODULE_SLOTS, SCRAPS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules.begin import SERVICE, begin_effects
from exodus_env.corruption.rules.choices import allow_ship, ask_ship, named_ship
from exodus_env.corruption.rules.frames import (
    TRADE,
    TRADE_AGREED,
    TRADE_BUYER,
    TRADE_ITEM,
    TRADE_OWED,
    TRADE_PLACE,
    TRADE_REFUSED,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import discard_module, draw_module, install, modifier
from exodus_env.corruption.rules.result import ON_SHIP
from exodus_env.corruption.rules.ships import is_with, lose_scraps, mark_fleet
from exodus_env.corruption.rules.useful import row_is_useful
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.decks import take
from exodus_env.kit.flow import STEP, add, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of TRADE.
BUY: Final = 0
BUYER: Final = 1
CONSENT: Final = 2
GIVE: Final = 3
GIVE_TO: Final = 4
LAST_STEP: Final = GIVE_TO

NOBODY: Final = -1
TOO_LITTLE: Final = -2

# Allies ---------------------------------------------------------------------------------------------------------------


@kernel
def meet_ally(g: Game, t: Tables, slot: int) -> None:
    """On the first visit to an Ally's system its card is turned up and its modules are laid out [488]."""
    if t.tile_ally[g.tile[slot]] == 0 or g.ally[slot] > 0 or g.ally_left == 0:
        return
    g.ally_left -= 1
    ally = take(g.ally_deck, g.ally_left)
    g.ally[slot] = ally + 1
    note(g, log.E_ALLY, slot, ally, 0, 0)
    for place in range(t.ally_modules[ally] + t.ally_precursors[ally]):
        g.display[ally, place] = 1 + draw_module(g, place >= t.ally_modules[ally])


@kernel
def ally_here(g: Game) -> int:
    """The Ally in the system of the active Fleet, NOBODY without one."""
    return int(g.ally[g.slot[g.lead]]) - 1


@kernel
def can_serve(g: Game, t: Tables) -> bool:
    """Whether the lead can use the service of the Ally here: once a turn, paid for, and it would do something."""
    ally = ally_here(g)
    if ally == NOBODY or g.served[g.lead] == 1 or g.scraps[g.lead] < t.ally_cost[ally]:
        return False
    first, rows = int(t.ally_rows[ally, 0]), int(t.ally_rows[ally, 1])
    for row in range(first, first + rows):
        if row_is_useful(g, t, row, int(g.lead)):
            return True
    return False


@kernel
def use_service(g: Game, t: Tables) -> None:
    """The lead pays; the Fleet is served, once this turn [494, 1066]."""
    ally, lead = ally_here(g), int(g.lead)
    note(g, log.E_SERVED, lead, ally, 0, 0)
    lose_scraps(g, lead, int(t.ally_cost[ally]))
    mark_fleet(g, t, lead)
    for ship in range(t.ships):
        if g.taker[ship] == 1:
            g.served[ship] = 1
    begin_effects(g, t.ally_rows[ally], lead, SERVICE)


# The Action -----------------------------------------------------------------------------------------------------------


@kernel
def can_trade(g: Game, t: Tables) -> bool:
    """Whether a Trade of the active Fleet could do anything: buy something, or give something to a ship here."""
    for place in range(DISPLAY):
        if can_buy(g, t, place, 0):
            return True
    for ship in range(t.ships):
        if is_here(g, ship) and has_gift(g, t, ship):
            return True
    return False


@kernel
def begin_trade(g: Game, t: Tables) -> None:
    """Push frame TRADE, with nothing moved yet."""
    clear_moved(g)
    push(g, TRADE)


@kernel
def clear_moved(g: Game) -> None:
    """Nothing has moved in a Trade."""
    g.moved_module[:] = 0
    g.moved_scraps[:] = 0
    g.moved_key[:] = 0


@kernel
def run_trade(g: Game, t: Tables) -> None:
    """Buying first, then gifts: the active Fleet, then every other ship here."""
    step = get(g, STEP)
    lead = int(g.lead)
    if step == BUY:
        for place in range(DISPLAY):
            if can_buy(g, t, place, get(g, TRADE_REFUSED)):
                ask_ship(g, lead, choices.D_BUY)
                return
        go(g, GIVE)
    elif step == BUYER:
        ask_ship(g, lead, choices.D_BUYER)
        focus(g, -1, -1, offered(g, get(g, TRADE_ITEM) - 1))
    elif step == CONSENT:
        collect(g, t)
    elif step == GIVE:
        ask_giver(g, t)
    else:
        giver = giver_at(g, t, get(g, TRADE_PLACE))
        ask_ship(g, giver, choices.D_GIVE_TO)
        focus(g, -1, -1, int(g.module[giver, get(g, TRADE_ITEM) - 1]) - 1)


# Buying ---------------------------------------------------------------------------------------------------------------


@kernel
def offered(g: Game, place: int) -> int:
    """The kind of module that the Ally here offers in a place, -1 where there is none."""
    ally = ally_here(g)
    return -1 if ally == NOBODY else int(g.display[ally, place]) - 1


@kernel
def price_of(g: Game, t: Tables, kind: int, buyer: int) -> int:
    """The Scraps a module costs if a ship gets it [490-494]."""
    price = int(t.module_value[kind]) + int(t.ally_price[ally_here(g)])
    return max(0, price + modifier(g, buyer, words.M_PRICE))


@kernel
def can_pay(g: Game, t: Tables, kind: int, buyer: int, refused: int) -> bool:
    """Whether the Fleet has what a module costs for a ship, without the Scraps of those who do not pay for others."""
    purse = 0
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship) and refused >> ship & 1 == 0:
            purse += int(g.scraps[ship])
    return purse >= price_of(g, t, kind, buyer)


@kernel
def can_buy(g: Game, t: Tables, place: int, refused: int) -> bool:
    """Whether what the Ally here offers in a place can be paid for, for some ship of the Fleet."""
    kind = offered(g, place)
    if kind < 0:
        return False
    for buyer in range(t.ships):
        if is_with(g, int(g.lead), buyer) and can_pay(g, t, kind, buyer, refused):
            return True
    return False


@kernel
def legal_buy(g: Game, t: Tables, mask: Mask) -> None:
    """What is on offer and can be paid for by some ship, with the help of the others."""
    allow(t, mask, f.PASS, 0)
    for place in range(DISPLAY):
        if can_buy(g, t, place, get(g, TRADE_REFUSED)):
            allow(t, mask, f.BUY, place)


@kernel
def choose_buy(g: Game, t: Tables, action: int) -> None:
    """Ask who gets it, or go on to gifts."""
    if family_of(t, action) == f.PASS:
        go(g, GIVE)
        return
    put(g, TRADE_ITEM, first_factor(t, action) + 1)
    go(g, BUYER)


@kernel
def legal_buyer(g: Game, t: Tables, mask: Mask) -> None:
    """The ships of the Fleet for which the price can be paid."""
    kind = offered(g, get(g, TRADE_ITEM) - 1)
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship) and can_pay(g, t, kind, ship, get(g, TRADE_REFUSED)):
            allow_ship(g, t, mask, f.SHIP, ship)


@kernel
def choose_buyer(g: Game, t: Tables, action: int) -> None:
    """It pays first, then the richest others; captains of others are asked."""
    buyer = named_ship(g, t, action)
    put(g, TRADE_BUYER, buyer + 1)
    put(g, TRADE_OWED, price_of(g, t, offered(g, get(g, TRADE_ITEM) - 1), buyer))
    put(g, TRADE_AGREED, 0)
    go(g, CONSENT)


@kernel
def next_payer(g: Game, t: Tables, passed: int) -> int:
    """Who pays next: the ship that gets the module, then the richest of the Fleet; not those passed or unwilling."""
    buyer = get(g, TRADE_BUYER) - 1
    without = passed | get(g, TRADE_REFUSED)
    if without >> buyer & 1 == 0 and g.scraps[buyer] > 0:
        return buyer
    richest = NOBODY
    for ship in range(t.ships):
        member = is_with(g, int(g.lead), ship) and without >> ship & 1 == 0
        if member and g.scraps[ship] > 0 and (richest == NOBODY or g.scraps[ship] > g.scraps[richest]):
            richest = ship
    return richest


@kernel
def must_be_asked(g: Game, ship: int) -> bool:
    """Whether the captain of a ship has still to agree: the lead spends the Scraps of its own captain's ships only."""
    return bool(g.captain[ship] != g.captain[g.lead] and get(g, TRADE_AGREED) >> ship & 1 == 0)


@kernel
def whose_consent(g: Game, t: Tables) -> int:
    """The next ship whose captain has to agree; NOBODY if the price is agreed on, TOO_LITTLE if it cannot be paid."""
    owed, passed = get(g, TRADE_OWED), 0
    while owed > 0:
        ship = next_payer(g, t, passed)
        if ship == NOBODY:
            return TOO_LITTLE
        if must_be_asked(g, ship):
            return ship
        owed -= int(g.scraps[ship])
        passed |= 1 << ship
    return NOBODY


@kernel
def collect(g: Game, t: Tables) -> None:
    """Ask for the consent that is missing; with all of it the module is paid for and installed [399, 492]."""
    ship = whose_consent(g, t)
    if ship >= 0:
        ask_ship(g, ship, choices.D_CONSENT)
        focus(g, -1, -1, offered(g, get(g, TRADE_ITEM) - 1))
        return
    if ship == NOBODY:
        buy(g, t)
    put(g, TRADE_ITEM, 0)
    put(g, TRADE_BUYER, 0)
    put(g, TRADE_OWED, 0)
    put(g, TRADE_AGREED, 0)
    go(g, BUY)


@kernel
def buy(g: Game, t: Tables) -> None:
    """The price is paid, and the module changes hands."""
    place, buyer, owed, passed = get(g, TRADE_ITEM) - 1, get(g, TRADE_BUYER) - 1, get(g, TRADE_OWED), 0
    while owed > 0:
        ship = next_payer(g, t, passed)
        paid = min(owed, int(g.scraps[ship]))
        passed |= 1 << ship
        lose_scraps(g, ship, paid)
        owed -= paid
    kind = offered(g, place)
    g.display[ally_here(g), place] = 0
    note(g, log.E_BOUGHT, buyer, kind, get(g, TRADE_OWED), 0)
    install(g, t, buyer, kind)


@kernel
def legal_consent(g: Game, t: Tables, mask: Mask) -> None:
    """Help to pay, or not."""
    allow(t, mask, f.JOIN, 0)
    allow(t, mask, f.PASS, 0)


@kernel
def choose_consent(g: Game, t: Tables, action: int) -> None:
    """The ship pays; or it pays for nothing more in this Trade, and others have to."""
    column = TRADE_AGREED if family_of(t, action) == f.JOIN else TRADE_REFUSED
    put(g, column, get(g, column) | 1 << int(g.asked))


# Gifts ----------------------------------------------------------------------------------------------------------------


@kernel
def is_here(g: Game, ship: int) -> bool:
    """Whether a ship can trade with the active Fleet: it is in its system, and not in a fight."""
    return bool(g.alive[ship] == 1 and g.engaged[ship] == 0 and g.slot[ship] == g.slot[g.lead])


@kernel
def has_room(g: Game, ship: int) -> bool:
    """Whether a ship has a free slot for a module."""
    for place in range(MODULE_SLOTS):
        if g.module[ship, place] == 0:
            return True
    return False


@kernel
def can_give_scrap(g: Game, ship: int, other: int) -> bool:
    """Whether a ship has Scraps that it was not given in this Trade, and another has room for one."""
    return bool(g.scraps[ship] > g.moved_scraps[ship] and g.scraps[other] < SCRAPS)


@kernel
def can_give_module(g: Game, t: Tables, ship: int, place: int) -> bool:
    """Whether a ship has a module in a slot that has not moved in this Trade, and another has room for it."""
    if g.module[ship, place] == 0 or g.moved_module[ship, place] == 1:
        return False
    for other in range(t.ships):
        if other != ship and is_here(g, other) and has_room(g, other):
            return True
    return False


@kernel
def key_to_give(g: Game, t: Tables, ship: int) -> int:
    """The first Key of a ship that has not moved in this Trade, -1 without any."""
    for key in range(t.keys):
        if g.key_state[key] == ON_SHIP and g.key_ship[key] == ship and g.moved_key[key] == 0:
            return key
    return -1


@kernel
def has_gift(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship has something to give to another one here."""
    for other in range(t.ships):
        if other != ship and is_here(g, other):
            if can_give_scrap(g, ship, other) or key_to_give(g, t, ship) >= 0:
                return True
    for place in range(MODULE_SLOTS):
        if can_give_module(g, t, ship, place):
            return True
    return False


@kernel
def giver_at(g: Game, t: Tables, place: int) -> int:
    """The ship that gives at a place of the order: first those of the Fleet, then the others here; NOBODY there."""
    ships = int(t.ships)
    ship = (int(g.active) + place) % ships
    if is_here(g, ship) and is_with(g, int(g.lead), ship) == (place < ships):
        return ship
    return NOBODY


@kernel
def ask_giver(g: Game, t: Tables) -> None:
    """The next ship here that has something to give; at the end the Trade is over."""
    while get(g, TRADE_PLACE) < 2 * t.ships:
        ship = giver_at(g, t, get(g, TRADE_PLACE))
        if ship != NOBODY and has_gift(g, t, ship):
            ask_ship(g, ship, choices.D_GIVE)
            return
        add(g, TRADE_PLACE, 1)
    clear_moved(g)
    pop(g)


@kernel
def legal_give(g: Game, t: Tables, mask: Mask) -> None:
    """What has not moved in this Trade can be given away."""
    allow(t, mask, f.PASS, 0)
    giver = int(g.asked)
    for other in range(t.ships):
        if other != giver and is_here(g, other):
            if can_give_scrap(g, giver, other):
                allow_ship(g, t, mask, f.GIVE_SCRAP, other)
            if key_to_give(g, t, giver) >= 0:
                allow_ship(g, t, mask, f.GIVE_KEY, other)
    for place in range(MODULE_SLOTS):
        if can_give_module(g, t, giver, place):
            allow(t, mask, f.GIVE_MODULE, place)


@kernel
def choose_give(g: Game, t: Tables, action: int) -> None:
    """It changes hands; for a module it is asked whose."""
    giver, family = int(g.asked), family_of(t, action)
    if family == f.PASS:
        add(g, TRADE_PLACE, 1)
    elif family == f.GIVE_MODULE:
        put(g, TRADE_ITEM, first_factor(t, action) + 1)
        go(g, GIVE_TO)
    elif family == f.GIVE_SCRAP:
        give_scrap(g, giver, named_ship(g, t, action))
    else:
        key, other = key_to_give(g, t, giver), named_ship(g, t, action)
        g.key_ship[key] = other
        g.moved_key[key] = 1
        note(g, log.E_GAVE_KEY, giver, other, 0, 0)


@kernel
def give_scrap(g: Game, giver: int, other: int) -> None:
    """A Scrap changes hands."""
    g.scraps[giver] -= 1
    g.scraps[other] += 1
    g.moved_scraps[other] += 1
    note(g, log.E_GAVE_SCRAP, giver, other, 0, 0)


@kernel
def legal_give_to(g: Game, t: Tables, mask: Mask) -> None:
    """Any other ship here that has room."""
    for other in range(t.ships):
        if other != g.asked and is_here(g, other) and has_room(g, other):
            allow_ship(g, t, mask, f.SHIP, other)


@kernel
def choose_give_to(g: Game, t: Tables, action: int) -> None:
    """The module changes hands."""
    giver, other, place = int(g.asked), named_ship(g, t, action), get(g, TRADE_ITEM) - 1
    put(g, TRADE_ITEM, 0)
    go(g, GIVE)
    kind = discard_module(g, t, giver, place)
    note(g, log.E_GAVE_MODULE, giver, other, kind, 0)
    for slot in range(MODULE_SLOTS):
        if g.module[other, slot] == 0:
            g.moved_module[other, slot] = 1
            break
    install(g, t, other, kind)
