"""The end of a combat: VP for the survivor, the cards of a beaten Resistance, technologies learned, and cleaning up."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import SCORE_COMBAT, score_vp
from exodus_env.exodus.rules.begin import BY_COMBAT, begin_learning
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.combat.resistance_deck import IN_COMBAT, return_cards
from exodus_env.exodus.rules.combat.sides import (
    fights,
    foe_beaten,
    foes,
    foes_fight,
    is_wave,
    show_strongest,
    sides_left,
    took_part,
)
from exodus_env.exodus.rules.frames import COMBAT_CARD, COMBAT_HEX, COMBAT_KIND, COMBAT_LONE, COMBAT_PLACE, TOGETHER
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, first_factor, relative_seat, seat
from exodus_env.kit.flow import add, ask, focus, get, put
from exodus_env.kit.kernel import Mask, kernel


@kernel
def end_combat(g: Game, t: Tables) -> None:
    """The survivor scores. A beaten Resistance ship is gone and its card won; a victorious one loses its damage."""
    if is_wave(g):
        return_cards(g, t)
        return
    if get(g, COMBAT_LONE) >= 0 or get(g, COMBAT_KIND) == TOGETHER:
        end_resistance_combat(g, t, get(g, COMBAT_LONE))
        return
    if sides_left(g, t) > 1:
        note(g, log.E_COMBAT_UNDECIDED, get(g, COMBAT_HEX), 0, 0, 0)
        return
    for player in range(t.players):
        if fights(g, t, player):
            vp = wreck_value(g, t, player)
            score_vp(g, player, SCORE_COMBAT, vp)
            note(g, log.E_COMBAT_WON, player, get(g, COMBAT_HEX), vp, 0)
    if g.bounty >= 0 and took_part(g, t, int(g.bounty)):
        settle_bounty(g, t)


@kernel
def settle_bounty(g: Game, t: Tables) -> None:
    """The winner of the combat scores the Bounty, even if it was on the winner; without a winner it is lost (M4)."""
    g.bounty = -1
    for player in range(t.players):
        if fights(g, t, player):
            score_vp(g, player, SCORE_COMBAT, t.bounty_vp)
            note(g, log.E_BOUNTY_WON, player, t.bounty_vp, 0, 0)


@kernel
def wreck_value(g: Game, t: Tables, survivor: int) -> int:
    """VP for every enemy ship destroyed, whoever destroyed it."""
    vp = 0
    for player in range(t.players):
        if player != survivor:
            vp += int(g.wreck_vp[player]) + int(g.wrecks[player]) * modifier(g, survivor, m.SHIP_VP)
    return max(0, vp)


@kernel
def end_resistance_combat(g: Game, t: Tables, player: int) -> None:
    """A beaten Resistance is gone (a fleet: for now) and survivors keep the cards; otherwise the cards go back."""
    hexagon = get(g, COMBAT_HEX)
    if t.solitaire == 1:
        bury_foes(g, t, hexagon)
    if not foes_fight(g, t):
        if t.fleets == 1:
            g.dormant[hexagon] = 1
        else:
            g.resistance[hexagon] = 0
            g.resistance_ships[hexagon, :] = 0
        if player >= 0 and fights(g, t, player):
            for foe in range(foes(g)):
                g.resistance_owner[g.foe_card[foe]] = player
            note(g, log.E_COMBAT_WON, player, hexagon, 0, 0)
            return
        if player < 0 and sides_left(g, t) > 0:
            put(g, COMBAT_PLACE, 0)
            return
    elif sides_left(g, t) > 1:
        note(g, log.E_COMBAT_UNDECIDED, hexagon, 0, 0, 0)
    return_cards(g, t)


@kernel
def bury_foes(g: Game, t: Tables, hexagon: int) -> None:
    """Of several Resistance ships in a hex, remove those that were destroyed, whoever has won (solitaire)."""
    for foe in range(foes(g)):
        if foe_beaten(g, t, foe):
            g.resistance_ships[hexagon, t.resistance_level[g.foe_card[foe]] - 1] -= 1
    show_strongest(g, hexagon)


@kernel
def cards_are_given(g: Game, t: Tables) -> bool:
    """If players have won together, each card goes to one of the survivors; the Chancellor says to whom."""
    if get(g, COMBAT_KIND) == TOGETHER:
        while get(g, COMBAT_CARD) < foes(g):
            card = int(g.foe_card[get(g, COMBAT_CARD)])
            if g.resistance_owner[card] == IN_COMBAT:
                ask(g, int(g.order[0]), choices.D_REWARD)
                focus(g, get(g, COMBAT_HEX), -1, -1)
                return False
            add(g, COMBAT_CARD, 1)
    return True


@kernel
def legal_reward(g: Game, t: Tables, mask: Mask) -> None:
    """Players with a ship left in the combat."""
    for player in range(t.players):
        if fights(g, t, player):
            allow(t, mask, choices.PLAYER, relative_seat(t, g.actor, player))


@kernel
def choose_reward(g: Game, t: Tables, action: int) -> None:
    """Give the card to a player."""
    player = seat(t, g.actor, first_factor(t, action))
    card = int(g.foe_card[get(g, COMBAT_CARD)])
    g.resistance_owner[card] = player
    note(g, log.E_REWARD_GIVEN, player, card, 0, 0)


@kernel
def technologies_are_copied(g: Game, t: Tables) -> bool:
    """In turn order everybody who took part may copy a technology, with Advanced Research; True when all have been
    asked."""
    while t.eoe == 1 and get(g, COMBAT_PLACE) < t.players:
        player = int(g.order[get(g, COMBAT_PLACE)])
        add(g, COMBAT_PLACE, 1)
        if took_part(g, t, player) and modifier(g, player, m.COPY_COST) > 0:
            begin_learning(g, player, modifier(g, player, m.COPY_COST), BY_COMBAT)
            return False
    return True


@kernel
def clear_combat(g: Game) -> None:
    """Clear everything that belongs to the combat."""
    g.fighting[:, :] = 0
    g.hits[:, :] = 0
    g.foe_card[:] = -1
    g.foe_damage[:] = 0
    g.foe_hits[:] = 0
    g.rolled[:] = 0
    g.wreck_vp[:] = 0
    g.wrecks[:] = 0
    g.dealt[:] = 0
    g.combat_chosen[:] = -1
    g.combat_shown[:] = -1
    g.foe_offer[:] = -1
    g.foe_chosen = -1
    g.edge[:, :] = 0
    g.decoy[:] = -1
