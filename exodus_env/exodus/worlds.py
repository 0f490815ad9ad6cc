"""Worlds a player considers possible: everything the viewer cannot know is dealt again, everything else is kept.

Hidden are: the order of the face-down decks (but not of cards everybody saw go under one), what the others have
committed in secret (votes, bids, action cards, movement orders, combat cards), the combat cards they hold, those played
for the Resistance, face-down Outposts and hexes (but not those the viewer looked at), the Leaders others choose from,
and the dice to come.

A world depends on what the viewer may know and on the seed alone: two games that look the same give the same worlds, so
nothing hidden shows in what a player makes of them.
"""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.cards.modifiers import THIRD_ACTION, modifier
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from exodus_env.exodus.rules.frames import (
    ACTION_STAGE_ROUND,
    COMBAT_KIND,
    COMBAT_LONE,
    INTERRUPTED_DECISION,
    INTERRUPTED_PLAYER,
)
from exodus_env.exodus.rules.setup.new_game import undealt_leader
from exodus_env.exodus.rules.setup.planets import deal_planets
from exodus_env.exodus.rules.stages.action_stage import EXTRA
from exodus_env.exodus.rules.stages.movement import can_be_ordered, end_of_path, hex_beside, hexes_ordered
from exodus_env.exodus.rules.stages.window import frame_put_off
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import REDEAL, below, renew_chance
from exodus_env.kit.decks import reshuffle, take
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import kernel


@kernel
def redeal(g: Game, t: Tables, viewer: int, high: int, low: int) -> None:
    """Deal again everything that the viewer cannot know."""
    renew_chance(g, high, low)
    reshuffle(g, g.political_deck, g.political_left, 0, REDEAL)
    for level in range(len(g.resistance_left)):
        reshuffle(g, g.resistance_deck[level], g.resistance_left[level], g.resistance_known[level], REDEAL)
    for level in range(len(g.outpost_left)):
        reshuffle(g, g.outpost_deck[level], g.outpost_left[level], 0, REDEAL)
    reshuffle(g, g.event_deck, g.event_left, 0, REDEAL)
    redeal_outposts(g, t)
    redeal_planets(g, t, viewer)
    redeal_leaders(g, t, viewer)
    redeal_combat_cards(g, t, viewer)
    redeal_foe_cards(g, t, viewer)
    for player in range(t.players):
        if player != viewer:
            redeal_secrets(g, t, player)


@kernel
def redeal_outposts(g: Game, t: Tables) -> None:
    """Swap face-down Outpost tokens with each other and with the pile (M3)."""
    for hexagon in range(t.hexes):
        if g.outpost_there[hexagon] == 1 and g.outpost_up[hexagon] == 0:
            g.outpost_pile[g.outpost_pile_left] = g.outpost[hexagon]
            g.outpost_pile_left += 1
    reshuffle(g, g.outpost_pile, g.outpost_pile_left, 0, REDEAL)
    for hexagon in range(t.hexes):
        if g.outpost_there[hexagon] == 1 and g.outpost_up[hexagon] == 0:
            g.outpost_pile_left -= 1
            g.outpost[hexagon] = g.outpost_pile[g.outpost_pile_left]
            g.outpost_pile[g.outpost_pile_left] = 0


@kernel
def redeal_planets(g: Game, t: Tables, viewer: int) -> None:
    """Put other planets under face-down hexes, except those the viewer looked at (M4)."""
    unknown = False
    for hexagon in range(t.hexes):
        seen = g.look[viewer] == hexagon or g.look_second[viewer] == hexagon
        if g.face_down[hexagon] == 1 and not seen:
            g.planet[hexagon] = -1
            unknown = True
    if unknown:  # before the map is laid out nothing is face down
        deal_planets(g, t, REDEAL)


@kernel
def redeal_leaders(g: Game, t: Tables, viewer: int) -> None:
    """Deal everybody else other Leaders to choose from, and other refused ones (M10)."""
    if t.leaders == 0 or t.free_leaders == 1:
        return
    for player in range(t.players):
        if player != viewer:
            g.leader_offer[player, :] = -1
            g.leader_refused[player] = -1
    for player in range(t.players):
        if player != viewer and g.leader[player] >= 0:
            g.leader_refused[player] = undealt_leader(g, t, REDEAL)
        elif player != viewer:
            for slot in range(len(g.leader_offer[player])):
                g.leader_offer[player, slot] = undealt_leader(g, t, REDEAL)


@kernel
def redeal_combat_cards(g: Game, t: Tables, viewer: int) -> None:
    """Deal other combat cards to the deck, to the hands of the others and face down before them (EoE)."""
    left = int(g.combat_left)
    for player in range(t.players):
        if player != viewer:
            gather_combat_cards(g, t, player)
    reshuffle(g, g.combat_deck, g.combat_left, 0, REDEAL)
    for player in range(t.players):
        if player != viewer:
            cards = int(g.combat_held[player])
            if has_hidden_card(g, player):
                g.combat_chosen[player] = take_combat_card(g)
                cards -= 1
            for _ in range(cards):
                kind = take_combat_card(g)
                g.combat_hand[player, kind] += 1
    g.combat_left = left


@kernel
def gather_combat_cards(g: Game, t: Tables, player: int) -> None:
    """Return a player's hidden combat cards to the deck; whether one is played stays known."""
    for kind in range(t.combat_cards):
        for _ in range(g.combat_hand[player, kind]):
            put_combat_card(g, kind)
        g.combat_hand[player, kind] = 0
    if has_hidden_card(g, player):
        put_combat_card(g, int(g.combat_chosen[player]))


@kernel
def has_hidden_card(g: Game, player: int) -> bool:
    """Whether a combat card lies face down before a player."""
    return bool(g.combat_chosen[player] >= 0 and g.combat_shown[player] < 0)


@kernel
def put_combat_card(g: Game, kind: int) -> None:
    """Put a combat card on the deck."""
    g.combat_deck[g.combat_left] = kind
    g.combat_left += 1


@kernel
def take_combat_card(g: Game) -> int:
    """The top card of the deck of combat cards."""
    g.combat_left -= 1
    return take(g.combat_deck, g.combat_left)


@kernel
def redeal_foe_cards(g: Game, t: Tables, viewer: int) -> None:
    """Deal other Resistance combat cards to the deck, and to those drawn or played face down by another player
    (EoE)."""
    drawn = 0
    hidden = g.foe_chosen >= 0 and g.combat_shown[CENTAURIANS] < 0
    if viewer != acting_for_resistance(g, t):
        for i in range(len(g.foe_offer)):
            if g.foe_offer[i] >= 0:
                g.foe_deck[g.foe_left + drawn] = g.foe_offer[i]
                drawn += 1
        if hidden:
            g.foe_deck[g.foe_left + drawn] = g.foe_chosen
            drawn += 1
    top = int(g.foe_left) + drawn
    reshuffle(g, g.foe_deck, top, 0, REDEAL)
    if drawn == 0:
        return
    for i in range(len(g.foe_offer)):
        if g.foe_offer[i] >= 0:
            top -= 1
            g.foe_offer[i] = take(g.foe_deck, top)
    if hidden:
        top -= 1
        g.foe_chosen = take(g.foe_deck, top)


@kernel
def acting_for_resistance(g: Game, t: Tables) -> int:
    """The player who plays the Resistance's combat cards, to the left of the one it fights; -1 if nobody does."""
    for i in range(g.depth):
        frame = g.stack[i]
        if frame[KIND] == frames.COMBAT and frame[COMBAT_KIND] == frames.ORDINARY:
            if frame[COMBAT_LONE] >= 0 and t.players > 1:
                return (int(frame[COMBAT_LONE]) + 1) % int(t.players)
    return -1


@kernel
def redeal_secrets(g: Game, t: Tables, player: int) -> None:
    """Choose another legal option for everything a player has committed in secret.

    A decision put off is still the current one: players before its player in turn order have committed.
    """
    decision, actor, below_it = int(g.decision), int(g.actor), int(g.depth) - 1
    put_off = frame_put_off(g)
    if put_off >= 0:
        decision, actor = int(g.stack[put_off, INTERRUPTED_DECISION]), int(g.stack[put_off, INTERRUPTED_PLAYER])
        below_it = put_off - 1
    if decision == choices.D_VOTE or decision == choices.D_VOTE_FIFTIES or decision == choices.D_VOTE_BID:
        redeal_vote(g, t, player, actor, decision)
    elif decision == choices.D_ELECTION_FIFTIES or decision == choices.D_ELECTION_BID:
        redeal_bid(g, t, player, actor, decision)
    elif decision == choices.D_ACTION_CARD or decision == choices.D_THIRD_CARD:
        optional = decision == choices.D_THIRD_CARD
        redeal_card(g, t, player, actor, optional, g.stack[below_it, ACTION_STAGE_ROUND] == EXTRA)
    elif decision == choices.D_ORDER:
        redeal_orders(g, t, player)


@kernel
def redeal_vote(g: Game, t: Tables, player: int, actor: int, decision: int) -> None:
    """Choose another card to back, or none, and another bid."""
    if has_committed(g, t, player, actor) or (player == actor and decision != choices.D_VOTE):
        slots = 0
        for slot in range(len(g.revealed)):
            if g.revealed[slot] >= 0:
                slots += 1
        g.vote[player] = below(g, REDEAL, slots + 1) - 1
        if t.coop == 0:
            redeal_bid(g, t, player, actor, decision)


@kernel
def redeal_bid(g: Game, t: Tables, player: int, actor: int, decision: int) -> None:
    """Choose another bid that the player could have made. An unfinished bid keeps its fifties."""
    if player == actor:
        if decision == choices.D_VOTE_BID or decision == choices.D_ELECTION_BID:
            most = choices.highest_bid(g, t, player)
            g.bid[player] = choices.BID_STEP * below(g, REDEAL, most // choices.BID_STEP + 1)
    elif has_committed(g, t, player, actor):
        g.bid[player] = below(g, REDEAL, choices.highest_bid(g, t, player) + 1)


@kernel
def has_committed(g: Game, t: Tables, player: int, actor: int) -> bool:
    """Whether a player comes before the actor in turn order, and so has already committed."""
    for place in range(t.players):
        if g.order[place] == actor:
            return False
        if g.order[place] == player:
            return True
    return False


@kernel
def redeal_card(g: Game, t: Tables, player: int, actor: int, optional: bool, everybody: bool) -> None:
    """Choose another action card not played this turn; if declining is allowed, perhaps none."""
    if not has_committed(g, t, player, actor):
        return
    if optional and not everybody and modifier(g, player, THIRD_ACTION) == 0:
        return
    cards = 0
    for card in range(t.action_cards):
        if g.spent[player, card] == 0 and g.removed[player, card] == 0:
            cards += 1
    pick = below(g, REDEAL, cards + (1 if optional else 0))
    g.chosen[player] = -1
    for card in range(t.action_cards):
        if g.spent[player, card] == 0 and g.removed[player, card] == 0:
            if pick == 0:
                g.chosen[player] = card
            pick -= 1


@kernel
def redeal_orders(g: Game, t: Tables, player: int) -> None:
    """Choose other movement orders: each ship wanders at random, or stays. A player still giving orders has one left
    to give."""
    if not has_committed(g, t, player, int(g.actor)) and player != g.actor:
        return
    last = -1
    for ship in range(t.ships):
        g.path[player, ship, :] = 0
        while can_be_ordered(g, t, player, ship):
            direction = below(g, REDEAL, t.directions + 1)
            if direction == t.directions:
                break
            if hex_beside(g, t, end_of_path(g, t, player, ship), direction) >= 0:
                g.path[player, ship, hexes_ordered(g, player, ship)] = direction + 1
        if g.ship_hex[player, ship] >= 0:
            last = ship
    if player == g.actor and last >= 0:
        g.path[player, last, :] = 0
