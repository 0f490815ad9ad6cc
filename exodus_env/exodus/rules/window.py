"""Windows outside Conquest: rearranging upgrades between blueprints, using won cards for their bonus.

A window is one bounded pass: so many moves of upgrades and no more, and each Resistance or Outpost card can be used
only once.
"""

from __future__ import annotations

from exodus_env.exodus.capacity import FRAMES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, events, frames
from exodus_env.exodus.rules import modifiers as m
from exodus_env.exodus.rules.assets import earn_vp, fits
from exodus_env.exodus.rules.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.rules.modifiers import modifier, refresh_blueprint
from exodus_env.exodus.rules.resistance_deck import DISCARDED
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import STEP, A, B, C, D, E, add, ask, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

NESTED = 6  # room one card needs on the stack: its effects, an option's, an action or gift, and some to spare

# Frame WINDOW. A: player. B: upgrades moved. C: upgrade in hand. D: class it comes from. E: class it goes to.
OFFER, PLACE, EXCHANGE = 0, 1, 2


@kernel
def open_next_window(g: Game, t: Tables) -> bool:
    """Open the window of the next player in turn order; the frame's A counts them. False when all have had theirs."""
    if get(g, A) == t.players:
        return False
    add(g, A, 1)
    push(g, frames.WINDOW, int(g.order[get(g, A) - 1]), 0, 0)
    return True


@kernel
def run_window(g: Game, t: Tables) -> None:
    """Offer the window until the player is done."""
    step = get(g, STEP)
    player = get(g, A)
    if step == OFFER:
        if window_has_choice(g, t, player):
            ask(g, player, choices.D_WINDOW)
        else:
            pop(g)
    elif step == PLACE:
        ask(g, player, choices.D_PLACE_UPGRADE)
        focus(g, -1, -1, get(g, C))
    else:
        ask(g, player, choices.D_EXCHANGE_UPGRADE)
        focus(g, -1, -1, get(g, C))


@kernel
def window_has_choice(g: Game, t: Tables, player: int) -> bool:
    """Whether there is anything to do in the window."""
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == player:
            return True
    for kind in range(t.outpost_cards):
        if g.outpost_held[player, kind] > 0:
            return True
    if get(g, B) >= t.rearrangements:
        return False
    for upgrade in range(t.upgrades):
        for ship_class in range(len(t.class_slots)):
            if can_leave(g, t, player, upgrade, ship_class):
                return True
    return False


@kernel
def can_leave(g: Game, t: Tables, player: int, upgrade: int, ship_class: int) -> bool:
    """Whether an upgrade on a class can go to another class, alone or in exchange."""
    if g.blueprint[player, ship_class, upgrade] == 0:
        return False
    for target in range(len(t.class_slots)):
        if target != ship_class and can_go(g, t, player, upgrade, ship_class, target):
            return True
    return False


@kernel
def can_go(g: Game, t: Tables, player: int, upgrade: int, source: int, target: int) -> bool:
    """Whether an upgrade can go from one class to another, alone or in exchange."""
    if can_swap(g, t, player, upgrade, source, target, -1):
        return True
    for other in range(t.upgrades):
        if other != upgrade and can_swap(g, t, player, upgrade, source, target, other):
            return True
    return False


@kernel
def can_swap(g: Game, t: Tables, player: int, upgrade: int, source: int, target: int, other: int) -> bool:
    """Whether an upgrade can go to a class while another (-1: none) comes back, and no ship dies of either."""
    return fits(g, t, player, target, upgrade, other) and fits(g, t, player, source, other, upgrade)


@kernel
def legal_cards(g: Game, t: Tables, mask: Mask) -> None:
    """Every card the actor has won can be used outside Conquest, while the stack has room for what it brings."""
    if g.depth > FRAMES - NESTED or g.stage == frames.CONQUEST_STAGE:
        return
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == g.actor:
            allow(t, mask, choices.RESISTANCE_CARD, card)
    for kind in range(t.outpost_cards):
        if g.outpost_held[g.actor, kind] > 0:
            allow(t, mask, choices.OUTPOST_CARD, kind)


@kernel
def legal_window(g: Game, t: Tables, mask: Mask) -> None:
    """A card that was won, an upgrade to move, or done."""
    allow(t, mask, choices.PASS, 0)
    legal_cards(g, t, mask)
    if get(g, B) < t.rearrangements:
        classes = len(t.class_slots)
        for upgrade in range(t.upgrades):
            for ship_class in range(classes):
                if can_leave(g, t, g.actor, upgrade, ship_class):
                    allow_pair(t, mask, choices.TAKE_UPGRADE, upgrade, ship_class, classes)


@kernel
def choose_window(g: Game, t: Tables, action: int) -> None:
    """Close the window, use a card, or take an upgrade in hand."""
    if family_of(t, action) == choices.PASS:
        pop(g)
    elif not use_won_card(g, t, action):
        put(g, C, first_factor(t, action))
        put(g, D, second_factor(t, action))
        add(g, B, 1)
        go(g, PLACE)


@kernel
def use_won_card(g: Game, t: Tables, action: int) -> bool:
    """Discard a won card for its one-time bonus; False where the action is something else."""
    card = first_factor(t, action)
    if family_of(t, action) == choices.RESISTANCE_CARD:
        g.resistance_owner[card] = DISCARDED
        note(g, events.E_CARD_USED, g.actor, card, 0, 0)
        if modifier(g, g.actor, m.QUANTUM_REFLECTION) > 0:
            earn_vp(g, t, g.actor, t.resistance_vp[card])
        push(g, frames.EFFECTS, t.resistance_effect[card, 0], t.resistance_effect[card, 1], g.actor)
        return True
    if family_of(t, action) == choices.OUTPOST_CARD:
        g.outpost_held[g.actor, card] -= 1
        note(g, events.E_OUTPOST_CARD_USED, g.actor, card, 0, 0)
        push(g, frames.EFFECTS, t.outpost_effect[card, 0], t.outpost_effect[card, 1], g.actor)
        return True
    return False


@kernel
def legal_place_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Classes the upgrade in hand can go to."""
    for target in range(len(t.class_slots)):
        if target != get(g, D) and can_go(g, t, g.actor, get(g, C), get(g, D), target):
            allow(t, mask, choices.PLACE_UPGRADE, target)


@kernel
def choose_place_upgrade(g: Game, t: Tables, action: int) -> None:
    """Move the upgrade at once where there is room, else ask what comes back for it."""
    target = first_factor(t, action)
    put(g, E, target)
    if can_swap(g, t, g.actor, get(g, C), get(g, D), target, -1):
        swap_upgrades(g, t, g.actor, get(g, C), get(g, D), target, -1)
        go(g, OFFER)
    else:
        go(g, EXCHANGE)


@kernel
def legal_exchange_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Upgrades that can come back for the one in hand."""
    for other in range(t.upgrades):
        if other != get(g, C) and can_swap(g, t, g.actor, get(g, C), get(g, D), get(g, E), other):
            allow(t, mask, choices.REPLACE, other)


@kernel
def choose_exchange_upgrade(g: Game, t: Tables, action: int) -> None:
    """Exchange the two upgrades."""
    swap_upgrades(g, t, g.actor, get(g, C), get(g, D), get(g, E), first_factor(t, action))
    go(g, OFFER)


@kernel
def swap_upgrades(g: Game, t: Tables, player: int, upgrade: int, source: int, target: int, other: int) -> None:
    """Move an upgrade, and another one (-1: none) the other way."""
    g.blueprint[player, source, upgrade] -= 1
    g.blueprint[player, target, upgrade] += 1
    if other >= 0:
        g.blueprint[player, target, other] -= 1
        g.blueprint[player, source, other] += 1
    refresh_blueprint(g, t, player, source)
    refresh_blueprint(g, t, player, target)
    note(g, events.E_MOVED_UPGRADE, player, upgrade, source, target)
