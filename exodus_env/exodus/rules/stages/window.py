"""What players may do at any time outside Conquest: use won cards for their bonus, move upgrades between blueprints.

Players may do so before any decision that can be interrupted (`choices.ASKED_AGAIN`, `RESUMED`). Where no decision is
due, windows open for players with cards or new upgrades. It always ends: a card is used once, and only a few upgrades
can be moved in a stage.
"""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import earn_vp, fits
from exodus_env.exodus.rules.begin import begin_effects
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier, refresh_blueprint
from exodus_env.exodus.rules.choices import PRIVATE_OPTIONS
from exodus_env.exodus.rules.combat.resistance_deck import DISCARDED
from exodus_env.exodus.rules.frames import (
    INTERRUPTED_CARD,
    INTERRUPTED_DECISION,
    INTERRUPTED_HEX,
    INTERRUPTED_OTHER,
    INTERRUPTED_PLAYER,
    REARRANGE_PLAYER,
    REARRANGE_SOURCE,
    REARRANGE_TARGET,
    REARRANGE_UPGRADE,
    WINDOW_PLAYER,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor, second_factor
from exodus_env.kit.flow import KIND, STEP, ask, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.reactions import NOBODY, next_place
from exodus_env.kit.stepping import legal_among


@kernel
def begin_stage(g: Game, stage: int) -> None:
    """A stage begins, in which upgrades may be moved again."""
    g.stage = stage
    g.rearranged[:] = 0
    note(g, log.E_STAGE_BEGINS, stage, 0, 0, 0)


# Windows ------------------------------------------------------------------------------------------------------------

ASKED = 1


@kernel
def open_next_window(g: Game, t: Tables, column: int) -> bool:
    """Open the window of the next player in turn order, counted in a column of the frame; False after the last."""
    place = next_place(g, t, column)
    if place == NOBODY:
        return False
    push(g, frames.WINDOW)
    put(g, WINDOW_PLAYER, int(g.order[place]))
    return True


@kernel
def run_window(g: Game, t: Tables) -> None:
    """Offer the window once, if a card can be used or there are new upgrades; using it interrupts the window."""
    player = get(g, WINDOW_PLAYER)
    refitted = g.refitted[player] == 1 and can_rearrange(g, t, player)
    if get(g, STEP) != ASKED and (refitted or holds_card(g, t, player)):
        go(g, ASKED)
        ask(g, player, choices.D_WINDOW)
    else:
        pop(g)


@kernel
def legal_window(g: Game, t: Tables, mask: Mask) -> None:
    """Only ending the window; everything else interrupts it, as it does other decisions."""
    allow(t, mask, choices.PASS, 0)


@kernel
def choose_window(g: Game, t: Tables, action: int) -> None:
    """End the window and leave everything as it is."""


@kernel
def holds_card(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has a card that can be used for its bonus."""
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == player:
            return True
    for kind in range(t.outpost_cards):
        if g.outpost_held[player, kind] > 0:
            return True
    return False


@kernel
def can_rearrange(g: Game, t: Tables, player: int) -> bool:
    """Whether a player can move an upgrade and has moves left in this stage."""
    if g.rearranged[player] >= t.rearrangements:
        return False
    for source in range(len(t.class_slots)):
        for upgrade in range(t.upgrades):
            if g.blueprint[player, source, upgrade] > 0:
                for target in range(len(t.class_slots)):
                    if can_go(g, t, player, upgrade, source, target):
                        return True
    return False


# Interrupting a decision --------------------------------------------------------------------------------------------


@kernel
def frame_put_off(g: Game) -> int:
    """The stack position of a decision put off while a card is used or an upgrade is moved; -1 if there is none."""
    for i in range(g.depth):
        if g.stack[i, KIND] == frames.INTERRUPTED:
            return i
    return -1


@kernel
def legal_asides(g: Game, t: Tables, mask: Mask, own: int) -> int:
    """What the actor may do before deciding; returns how many choices this adds to the decision's `own`.

    A player with no other choice is still asked because of a card, since its bonus may create one, but not because of
    upgrades. One thing at a time: what a card brings is carried out before the next one is used.
    """
    if t.interruption[g.decision] == 0 or choices.is_rest_of_bid(g, t) or frame_put_off(g) >= 0:
        return 0
    if g.stage == frames.CONQUEST_STAGE or g.stage == frames.SETUP:
        return 0
    added = legal_cards(g, t, mask)
    if own + added > 1 or g.decision == choices.D_WINDOW:
        added += legal_moves(g, t, mask)
    return added


@kernel
def legal_cards(g: Game, t: Tables, mask: Mask) -> int:
    """Every card that the actor has won; returns how many."""
    cards = 0
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == g.actor:
            allow(t, mask, choices.RESISTANCE_CARD, card)
            cards += 1
    for kind in range(t.outpost_cards):
        if g.outpost_held[g.actor, kind] > 0:
            allow(t, mask, choices.OUTPOST_CARD, kind)
            cards += 1
    return cards


@kernel
def legal_moves(g: Game, t: Tables, mask: Mask) -> int:
    """Upgrades that the actor can move, each to a class; returns how many."""
    moves = 0
    if g.rearranged[g.actor] < t.rearrangements:
        for source in range(len(t.class_slots)):
            for upgrade in range(t.upgrades):
                if g.blueprint[g.actor, source, upgrade] > 0:
                    moves += legal_moves_from(g, t, mask, upgrade, source)
    return moves


@kernel
def legal_moves_from(g: Game, t: Tables, mask: Mask, upgrade: int, source: int) -> int:
    """Classes that an upgrade of the actor can move to from one class; returns how many were not known before."""
    moves, classes = 0, len(t.class_slots)
    for target in range(classes):
        move = int(t.family_start[choices.MOVE_UPGRADE]) + upgrade * classes + target
        if mask[move] == 0 and can_go(g, t, g.actor, upgrade, source, target):
            mask[move] = 1
            moves += 1
    return moves


@kernel
def keep_offer(g: Game, t: Tables, mask: Mask) -> None:
    """A player who may move upgrades in this decision needs no window until there are new ones.

    Decisions whose legal choices are secret do not count, because others could infer them from the next window.
    """
    if t.interruption[g.decision] > 0 and g.decision not in PRIVATE_OPTIONS:
        first = int(t.family_start[choices.MOVE_UPGRADE])
        if legal_among(mask, first, first + int(t.upgrades) * len(t.class_slots)) > 0:
            g.refitted[g.actor] = 0


@kernel
def interrupts(t: Tables, decision: int, action: int) -> bool:
    """Whether a choice is made before the decision that it was offered with."""
    if t.interruption[decision] == 0:
        return False
    family = family_of(t, action)
    return bool(family == choices.RESISTANCE_CARD or family == choices.OUTPOST_CARD or family == choices.MOVE_UPGRADE)


@kernel
def interrupt(g: Game, t: Tables, decision: int, action: int) -> None:
    """Put the decision off, and use a card or move an upgrade."""
    push(g, frames.INTERRUPTED)
    put(g, INTERRUPTED_PLAYER, int(g.actor))
    put(g, INTERRUPTED_DECISION, decision)
    put(g, INTERRUPTED_HEX, int(g.focus_hex))
    put(g, INTERRUPTED_OTHER, int(g.focus_player))
    put(g, INTERRUPTED_CARD, int(g.focus_card))
    if family_of(t, action) == choices.MOVE_UPGRADE:
        g.rearranged[g.actor] += 1
        push(g, frames.REARRANGE)
        put(g, REARRANGE_PLAYER, int(g.actor))
        put(g, REARRANGE_UPGRADE, first_factor(t, action))
        put(g, REARRANGE_TARGET, second_factor(t, action))
    else:
        use_won_card(g, t, action)


@kernel
def run_interrupted(g: Game, t: Tables) -> None:
    """The interruption is over: ask the decision again, or let the frame below say what is still to be asked."""
    player, decision = get(g, INTERRUPTED_PLAYER), get(g, INTERRUPTED_DECISION)
    hexagon, other, card = get(g, INTERRUPTED_HEX), get(g, INTERRUPTED_OTHER), get(g, INTERRUPTED_CARD)
    pop(g)
    if t.interruption[decision] == choices.AGAIN:
        ask(g, player, decision)
        focus(g, hexagon, other, card)


@kernel
def use_won_card(g: Game, t: Tables, action: int) -> None:
    """Discard a won card for its one-time bonus."""
    card = first_factor(t, action)
    if family_of(t, action) == choices.RESISTANCE_CARD:
        g.resistance_owner[card] = DISCARDED
        note(g, log.E_CARD_USED, g.actor, card, 0, 0)
        if modifier(g, g.actor, m.QUANTUM_REFLECTION) > 0:
            earn_vp(g, t, g.actor, t.resistance_vp[card])
        begin_effects(g, t.resistance_effect[card, 0], t.resistance_effect[card, 1], g.actor)
    else:
        g.outpost_held[g.actor, card] -= 1
        note(g, log.E_OUTPOST_CARD_USED, g.actor, card, 0, 0)
        begin_effects(g, t.outpost_effect[card, 0], t.outpost_effect[card, 1], g.actor)


# Rearranging --------------------------------------------------------------------------------------------------------

TAKE, EXCHANGE = 0, 1


@kernel
def run_rearrange(g: Game, t: Tables) -> None:
    """Ask where the upgrade comes from, or which one goes back in exchange."""
    ask(g, get(g, REARRANGE_PLAYER), choices.D_UPGRADE_FROM if get(g, STEP) == TAKE else choices.D_EXCHANGE_UPGRADE)
    focus(g, -1, -1, get(g, REARRANGE_UPGRADE))


@kernel
def can_go(g: Game, t: Tables, player: int, upgrade: int, source: int, target: int) -> bool:
    """Whether an upgrade can go from one class to another, alone or in exchange."""
    if source == target or g.blueprint[player, source, upgrade] == 0:
        return False
    if can_swap(g, t, player, upgrade, source, target, -1):
        return True
    for other in range(t.upgrades):
        if g.blueprint[player, target, other] > 0 and other != upgrade:
            if can_swap(g, t, player, upgrade, source, target, other):
                return True
    return False


@kernel
def can_swap(g: Game, t: Tables, player: int, upgrade: int, source: int, target: int, other: int) -> bool:
    """Whether an upgrade can go to a class while another (-1: none) comes back, without destroying any ship."""
    return fits(g, t, player, target, upgrade, other) and fits(g, t, player, source, other, upgrade)


@kernel
def legal_upgrade_from(g: Game, t: Tables, mask: Mask) -> None:
    """Classes that the upgrade can come from."""
    for source in range(len(t.class_slots)):
        if can_go(g, t, g.actor, get(g, REARRANGE_UPGRADE), source, get(g, REARRANGE_TARGET)):
            allow(t, mask, choices.UPGRADE_FROM, source)


@kernel
def choose_upgrade_from(g: Game, t: Tables, action: int) -> None:
    """Move the upgrade at once if there is room, otherwise ask which one goes back in exchange."""
    upgrade, source, target = get(g, REARRANGE_UPGRADE), first_factor(t, action), get(g, REARRANGE_TARGET)
    put(g, REARRANGE_SOURCE, source)
    if can_swap(g, t, g.actor, upgrade, source, target, -1):
        swap_upgrades(g, t, g.actor, upgrade, source, target, -1)
        pop(g)
    else:
        go(g, EXCHANGE)


@kernel
def legal_exchange_upgrade(g: Game, t: Tables, mask: Mask) -> None:
    """Upgrades that can go back in exchange for the chosen one."""
    upgrade, source, target = get(g, REARRANGE_UPGRADE), get(g, REARRANGE_SOURCE), get(g, REARRANGE_TARGET)
    for other in range(t.upgrades):
        if other != upgrade and can_swap(g, t, g.actor, upgrade, source, target, other):
            allow(t, mask, choices.REPLACE, other)


@kernel
def choose_exchange_upgrade(g: Game, t: Tables, action: int) -> None:
    """Exchange the two upgrades."""
    upgrade, source, target = get(g, REARRANGE_UPGRADE), get(g, REARRANGE_SOURCE), get(g, REARRANGE_TARGET)
    swap_upgrades(g, t, g.actor, upgrade, source, target, first_factor(t, action))
    pop(g)


@kernel
def swap_upgrades(g: Game, t: Tables, player: int, upgrade: int, source: int, target: int, other: int) -> None:
    """Move an upgrade, and another one (-1: none) in the opposite direction."""
    g.blueprint[player, source, upgrade] -= 1
    g.blueprint[player, target, upgrade] += 1
    if other >= 0:
        g.blueprint[player, target, other] -= 1
        g.blueprint[player, source, other] += 1
    refresh_blueprint(g, t, player, source)
    refresh_blueprint(g, t, player, target)
    note(g, log.E_MOVED_UPGRADE, player, upgrade, source, target)
