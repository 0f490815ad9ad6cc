"""What a player sees of Edge of Extinction: the kernels that write its blocks."""

from __future__ import annotations

from exodus_env.exodus.encoding import places as b
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from exodus_env.exodus.tables import Tables
from exodus_env.exodus.worlds import acting_for_resistance
from exodus_env.kit.choices import relative_seat, seat
from exodus_env.kit.encode import draft, draft_more, mark, put, put_amount, put_row
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import Row, inlined, kernel


@kernel
def write_edge_of_extinction(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write everything that Edge of Extinction adds."""
    n = write_new_pending(g, t, viewer, out, n)
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        n = write_faction(g, t, player, relative, out, n)
        n = write_fleet(g, t, player, relative, out, n)
        write_places(g, t, viewer, relative, out)
        write_vision(g, t, player, relative, out)
        n = put_amount(
            out, n, t.block_start[b.O_COMBAT_HELD] + relative, int(g.combat_held[player]), b.COMBAT_HELD_SCALE
        )
    n = write_hand(g, t, viewer, out, n)
    n = write_planetary(g, t, viewer, out, n)
    n = write_combat_cards(g, t, viewer, out, n)
    n = write_foe_cards(g, t, out, n)
    if in_combat(g):
        n = write_combat(g, t, viewer, out, n)
    return n


@kernel
def write_new_pending(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write a decision of Edge of Extinction, and what it or another decision is about."""
    if g.depth == 0:
        return n
    d = int(g.decision)
    frame = g.stack[g.depth - 1]
    at = int(t.block_start[b.O_PENDING_EOE])
    if d == choices.D_PAY_FROM:
        n = put_amount(out, n, at + b.L_CUBES, int(frame[frames.ACTION_STAGE_CUBES]), b.L_CUBES_SCALE)
    elif d == choices.D_PAY_ABOARD:
        n = put_amount(out, n, at + b.L_CUBES, int(frame[frames.COMBAT_CUBES]), b.L_CUBES_SCALE)
    elif d == choices.D_SETTLE:
        n = put_amount(out, n, at + b.L_CUBES, int(frame[frames.SETTLE_CUBES]), b.L_CUBES_SCALE)
    elif d == choices.D_RESEARCH:
        n = put_amount(out, n, at + b.L_LEARNED, int(frame[frames.PERFORM_LEARNED]), b.L_LEARNED_SCALE)
    elif d == choices.D_TRADE:
        n = put_amount(out, n, at + b.L_BOUGHT, int(frame[frames.PERFORM_VP_BOUGHT]), b.L_BOUGHT_SCALE)
    elif d == choices.D_SACRIFICE_TARGET:
        n = put_amount(out, n, at + b.L_DAMAGE, int(frame[frames.COMBAT_DAMAGE]), b.L_DAMAGE_SCALE)
    elif g.actor == viewer and d == choices.D_DEFLECT_TO:
        n = mark(t, out, n, b.O_FOCUS_SHIP, int(frame[frames.COMBAT_DEFLECTED]) - 1)
    elif g.actor == viewer and d == choices.D_HYPERSPACE_TO:
        n = mark(t, out, n, b.O_FOCUS_SHIP, int(g.focus_card))
    return n


@inlined
def write_faction(g: Game, t: Tables, player: int, relative: int, out: Row, n: int) -> int:
    """Write a player's faction, the action cards it has lost for good, and the reaction half on the table."""
    faction = int(g.faction[player])
    if faction < 0:
        return n
    n = mark(t, out, n, b.O_FACTIONS, relative * t.factions + faction)
    at = int(t.block_start[b.O_REMOVED_CARDS]) + relative * t.action_cards
    n = put_row(out, n, at, g.removed[player], int(t.action_cards), 1.0)
    if g.shown[player] >= 0:
        at = int(t.block_start[b.O_SHOWN_REACTION]) + relative * b.SHOWN_REACTION_WIDTH
        n = put_row(
            out,
            n,
            at,
            t.hand_seen[faction, g.shown[player] * b.OWN_HAND_WIDTH + b.SHOWN_REACTION_WIDTH :],
            b.SHOWN_REACTION_WIDTH,
            1.0,
        )
    return n


@kernel
def write_hand(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the action cards of the viewer's faction."""
    faction = int(g.faction[viewer])
    if faction < 0:
        return n
    n = put_row(
        out, n, int(t.block_start[b.O_OWN_HAND]), t.hand_seen[faction], int(t.action_cards) * b.OWN_HAND_WIDTH, 1.0
    )
    return n


@inlined
def write_fleet(g: Game, t: Tables, player: int, relative: int, out: Row, n: int) -> int:
    """Write which of a player's ships must be hit first, and how much Population a ship of each class can carry."""
    if g.decoy[player] >= 0:
        n = mark(t, out, n, b.O_DECOY, relative * t.ships + int(g.decoy[player]))
    classes = len(t.class_slots)
    for ship_class in range(classes):
        place = int(t.block_start[b.O_ROOM]) + relative * classes + ship_class
        n = put_amount(out, n, place, int(g.room[player, ship_class]), b.ROOM_SCALE)
    return n


@inlined
def write_places(g: Game, t: Tables, viewer: int, relative: int, out: Row) -> None:
    """Write where a player starts besides home, and the second hex the player looked at (M4)."""
    player = seat(t, viewer, relative)
    turned = t.turned_hex[viewer]
    if g.second_start[player] >= 0:
        draft(out, t.block_start[b.O_SECOND_STARTS] + turned[g.second_start[player]], 1.0 / (1 + relative))
    if t.exploration == 1 and g.look_second[player] >= 0:
        draft(out, t.block_start[b.O_LOOKS] + relative * t.hexes + turned[g.look_second[player]], 0.5)


@inlined
def write_vision(g: Game, t: Tables, player: int, relative: int, out: Row) -> None:
    """Write the card that is in force for one player alone."""
    if g.vision[player] >= 0:
        draft_more(out, t.block_start[b.O_VISIONS] + g.vision[player], 0.5 ** (1 + relative))


@inlined
def write_planetary(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write planetary upgrades, who bought how many of them, and where Population has landed."""
    kinds = len(t.planetary_limit)
    for hexagon in range(t.hexes):
        place = int(t.turned_hex[viewer, hexagon])
        n = put(out, n, t.block_start[b.O_LANDED] + place, g.landed[hexagon])
        upgrades = g.planetary[hexagon]
        any_there = 0
        for kind in range(kinds):
            any_there |= int(upgrades[kind])
        if any_there > 0:
            for kind in range(kinds):
                if upgrades[kind] > 0:
                    n = put(out, n, t.block_start[b.O_PLANETARY] + place * kinds + kind, 1.0)
                    buyer = relative_seat(t, viewer, int(upgrades[kind]) - 1)
                    bought = int(t.block_start[b.O_PLANETARY_BOUGHT]) + buyer * kinds + kind
                    draft_more(out, bought, b.PLANETARY_BOUGHT_SCALE)
    return n


@inlined
def write_combat_cards(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the viewer's combat cards, and where the others are that everybody has seen."""
    kinds = int(t.combat_cards)
    n = put_row(
        out, n, int(t.block_start[b.O_OWN_COMBAT_CARDS]), g.combat_hand[viewer], kinds, b.OWN_COMBAT_CARDS_SCALE
    )
    n = put_row(out, n, int(t.block_start[b.O_COMBAT_DISCARDS]), g.combat_discard, kinds, b.COMBAT_DISCARDS_SCALE)
    n = put_row(out, n, int(t.block_start[b.O_COMBAT_REMOVED]), g.combat_removed, kinds, b.COMBAT_REMOVED_SCALE)
    at = int(t.block_start[b.O_COMBAT_LEFT])
    n = put(out, n, at + b.COMBAT_LEFT_CARDS, g.combat_left * b.COMBAT_LEFT_CARDS_SCALE)
    n = put(out, n, at + b.COMBAT_LEFT_FOE_CARDS, g.foe_left * b.COMBAT_LEFT_FOE_CARDS_SCALE)
    return n


@inlined
def write_foe_cards(g: Game, t: Tables, out: Row, n: int) -> int:
    """Write the Resistance combat cards that have been played."""
    n = put_row(out, n, int(t.block_start[b.O_FOE_DISCARDS]), g.foe_discard, int(t.foe_cards), b.FOE_DISCARDS_SCALE)
    return n


# Combat ---------------------------------------------------------------------------------------------------------------


@kernel
def in_combat(g: Game) -> bool:
    """Whether there is a combat; otherwise everything below is empty."""
    for i in range(g.depth):
        if g.stack[i, KIND] == frames.COMBAT:
            return True
    return False


@kernel
def write_combat(g: Game, t: Tables, viewer: int, out: Row, n: int) -> int:
    """Write the combat cards on the table and their effects; for the player who acts for the Resistance, also its
    cards."""
    for relative in range(t.players):
        player = seat(t, viewer, relative)
        if g.combat_chosen[player] >= 0 and g.combat_shown[player] < 0:
            n = mark(t, out, n, b.O_COMBAT_PLACED, relative)
        if g.combat_shown[player] >= 0:
            n = mark(t, out, n, b.O_COMBAT_SHOWN, relative * t.combat_cards + int(g.combat_shown[player]))
        n = write_edge(g, t, player, relative, out, n)
    n = write_edge(g, t, CENTAURIANS, int(t.players), out, n)
    n = mark(t, out, n, b.O_OWN_COMBAT_CARD, int(g.combat_chosen[viewer]))
    n = mark(t, out, n, b.O_FOE_SHOWN, int(g.combat_shown[CENTAURIANS]))
    if viewer == acting_for_resistance(g, t):
        for slot in range(len(g.foe_offer)):
            if g.foe_offer[slot] >= 0:
                draft_more(out, t.block_start[b.O_OWN_FOE_OFFER] + g.foe_offer[slot], b.OWN_FOE_OFFER_SCALE)
        n = mark(t, out, n, b.O_OWN_FOE_CARD, int(g.foe_chosen))
    return n


@kernel
def write_edge(g: Game, t: Tables, side: int, place: int, out: Row, n: int) -> int:
    """Write what combat cards do to a side in this round."""
    edge = g.edge[side]
    at = int(t.block_start[b.O_EDGE]) + place * b.EDGE_WIDTH
    for effect in range(b.EDGE_WIDTH):
        if edge[effect] != 0:
            n = put_amount(out, n, at + effect, int(edge[effect]), b.EDGE_SCALE)
    return n
