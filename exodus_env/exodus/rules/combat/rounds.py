"""Space combat: a set of ships, each on a side, fighting rounds until one side is left.

A side is a player, or the Centaurians. Every round all sides roll at once, hits are assigned in reverse turn order
(the Centaurians' by the player to the left of the one they fight, or by the targeting rules of the Stronghold), and all
damage is applied together. Against squadrons and the Stronghold the players are one side.

With Edge of Extinction there are nine steps: tactics as the combat starts (1); in every round combat cards are played
(2) and resolved (3), then dice (4), hits (5, one moved by tactics), damage (6, some hits cancelled by cards), and cards
are put away (7); at the end VP (8) and what is learned from the combat (9).
"""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import log
from exodus_env.exodus.rules.assets import visible_ships
from exodus_env.exodus.rules.cards.modifiers import spare_weakened_ships
from exodus_env.exodus.rules.combat.dice import can_do_harm, roll_for_foes, roll_for_player
from exodus_env.exodus.rules.combat.ending import cards_are_given, clear_combat, end_combat, technologies_are_copied
from exodus_env.exodus.rules.combat.hits import (
    apply_hits,
    apply_hits_to_wave,
    hits_are_assigned,
    hits_are_cancelled,
    strike_first,
)
from exodus_env.exodus.rules.combat.resistance_deck import foe_cards, has_card, reveal_foe
from exodus_env.exodus.rules.combat.sides import fights, has_cards, is_wave, sides_left
from exodus_env.exodus.rules.edge import combat_cards, tactics
from exodus_env.exodus.rules.frames import (
    AGAINST_SQUADRONS,
    AGAINST_STRONGHOLD,
    COMBAT_CUBES,
    COMBAT_HEX,
    COMBAT_KIND,
    COMBAT_LONE,
    COMBAT_PLACE,
    COMBAT_PLAYERS,
    COMBAT_ROUND,
    TOGETHER,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.stages.conquest import fights_players
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import STEP, add, get, go, pop, put
from exodus_env.kit.kernel import kernel

BEGIN, ROLL, ASSIGN, APPLY, END, REWARD = 0, 1, 2, 3, 4, 5
DECOYS, SACRIFICES, ROUND, FOE_CARD, CARDS, RESOLVE, DEFLECT, RESEARCH = 6, 7, 8, 9, 10, 11, 12, 13
PAY, CANCEL = 14, 15


@kernel
def run_combat(g: Game, t: Tables) -> None:
    """A combat, round by round."""
    step = get(g, STEP)
    if step == BEGIN or step == DECOYS or step == SACRIFICES:
        start_combat(g, t, step)
    elif step == ROUND:
        begin_round(g, t)
    elif step == FOE_CARD or step == CARDS or step == RESOLVE or step == PAY:
        run_cards(g, t, step)
    elif step == ROLL:
        roll_dice(g, t)
    elif step == ASSIGN:
        if hits_are_assigned(g, t):
            go(g, APPLY)
            if t.eoe == 1:
                put(g, COMBAT_PLACE, t.players - 1)
                go(g, DEFLECT)
    elif step == DEFLECT:
        if tactics.hits_are_deflected(g, t):
            put(g, COMBAT_PLACE, t.players - 1)
            go(g, CANCEL)
    elif step == CANCEL:
        if hits_are_cancelled(g, t):
            go(g, APPLY)
    elif step == APPLY:
        apply_hits(g, t)
        end_round(g, t)
    elif step == END:
        end_combat(g, t)
        go(g, REWARD)
    elif step == REWARD:
        if cards_are_given(g, t):
            leave_combat(g, t)
    elif technologies_are_copied(g, t):
        pop(g)


@kernel
def start_combat(g: Game, t: Tables, step: int) -> None:
    """Gather the ships that fight; then tactics are used, once."""
    if step == BEGIN:
        gather_sides(g, t)
        put(g, COMBAT_PLACE, t.players - 1)
        go(g, DECOYS if t.eoe == 1 else ROUND)
    elif step == DECOYS:
        if tactics.decoys_are_named(g, t):
            put(g, COMBAT_PLACE, t.players - 1)
            go(g, SACRIFICES)
    elif tactics.sacrifices_are_made(g, t):
        if sides_left(g, t) < 2 and is_wave(g):
            apply_hits_to_wave(g, t)
        go(g, ROUND if sides_left(g, t) > 1 else END)


@kernel
def begin_round(g: Game, t: Tables) -> None:
    """Begin the next round: combat cards first, then dice."""
    add(g, COMBAT_ROUND, 1)
    put(g, COMBAT_PLACE, t.players - 1)
    go(g, FOE_CARD if has_cards(g, t) else ROLL)


@kernel
def run_cards(g: Game, t: Tables, step: int) -> None:
    """Combat cards are played in secret, then revealed and resolved; the sides that are left roll dice."""
    if step == FOE_CARD:
        if combat_cards.foe_card_is_chosen(g, t):
            put(g, COMBAT_PLACE, t.players - 1)
            go(g, CARDS)
    elif step == CARDS:
        if combat_cards.cards_are_chosen(g, t):
            combat_cards.show_cards(g, t)
            go(g, RESOLVE)
    elif step == PAY:
        if combat_cards.card_is_paid(g, t):
            go(g, RESOLVE)
            combat_cards.apply_card(g, t, int(g.order[get(g, COMBAT_PLACE)]))
    elif combat_cards.resolve_next_card(g, t):
        if get(g, COMBAT_CUBES) > 0:
            go(g, PAY)
    else:
        if sides_left(g, t) > 1:
            go(g, ROLL)
        else:
            end_round(g, t)


@kernel
def roll_dice(g: Game, t: Tables) -> None:
    """All sides roll; a combat in which nobody can do damage ends undecided."""
    if not is_wave(g) and not can_do_harm(g, t):
        end_round(g, t)
        go(g, END)
        return
    for place in range(t.players):
        roll_for_player(g, t, int(g.order[place]))
    roll_for_foes(g, t)
    if is_wave(g):
        strike_first(g, t)
    put(g, COMBAT_PLACE, t.players - 1)
    go(g, ASSIGN)


@kernel
def end_round(g: Game, t: Tables) -> None:
    """Put away combat cards, and begin the next round while there are sides to fight it."""
    if has_cards(g, t):
        combat_cards.put_away_cards(g, t)
    go(g, END if sides_left(g, t) < 2 else ROUND)


@kernel
def leave_combat(g: Game, t: Tables) -> None:
    """Clean up after the combat, except for what is learned. Damage that only Solar Wind made bearable destroys no
    ship."""
    for player in range(t.players):
        spare_weakened_ships(g, t, player)
    clear_combat(g)
    put(g, COMBAT_PLACE, 0)
    go(g, RESEARCH)


@kernel
def gather_sides(g: Game, t: Tables) -> None:
    """Mark the ships that fight, and reveal the Resistance's card."""
    hexagon = get(g, COMBAT_HEX)
    lone = get(g, COMBAT_LONE)
    note(g, log.E_COMBAT_BEGINS, hexagon, g.resistance[hexagon] if lone >= 0 else 0, get(g, COMBAT_KIND), 0)
    for player in range(t.players):
        if takes_part(g, t, player, lone, hexagon):
            for ship in range(t.ships):
                if g.ship_hex[player, ship] == hexagon:
                    g.fighting[player, ship] = 1
        if t.eoe == 1 and fights(g, t, player):
            put(g, COMBAT_PLAYERS, get(g, COMBAT_PLAYERS) | 1 << player)
    if lone >= 0 or get(g, COMBAT_KIND) == TOGETHER or get(g, COMBAT_KIND) == AGAINST_SQUADRONS:
        for deck in range(len(g.resistance_left)):
            for _ in range(cards_against(g, t, hexagon, deck)):
                if has_card(g, t, deck):
                    reveal_foe(g, t, deck)


@kernel
def takes_part(g: Game, t: Tables, player: int, lone: int, hexagon: int) -> bool:
    """Whether a player's ships in the hex fight; those attacking the Stronghold have already been gathered."""
    kind = get(g, COMBAT_KIND)
    if kind == AGAINST_STRONGHOLD:
        return False
    if kind == AGAINST_SQUADRONS:
        return True
    if kind == TOGETHER:
        return visible_ships(g, t, player, hexagon) > 0
    return player == lone or (lone < 0 and fights_players(g, t, player, hexagon))


@kernel
def cards_against(g: Game, t: Tables, hexagon: int, deck: int) -> int:
    """Cards of a deck that the enemy reveals: those of the Resistance in the hex, or of a squadron in this turn."""
    if get(g, COMBAT_KIND) != AGAINST_SQUADRONS:
        return foe_cards(g, t, hexagon, deck)
    level = int(t.fleet_level[g.turn]) + int(t.squadron_level)
    return int(t.squadron_cards[min(level, len(t.squadron_cards) - 1), deck])
