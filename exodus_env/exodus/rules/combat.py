"""Space combat: a set of ships, each on a side, fighting rounds until one side is left.

A side is a player, or the Centaurians. Every round all sides roll at once, hits are assigned in reverse turn order
(the Centaurians' by the player to the left of the one they fight, or by the targeting rules of the Stronghold), and all
damage is applied together. Against squadrons and the Stronghold the players are one side.

With Edge of Extinction there are nine steps: tactics as the combat starts (1); in every round combat cards are played
(2) and resolved (3), then dice (4), hits (5), damage (6), and cards are put away (7); at the end VP (8) and what is
learned from the combat (9).
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import FOES, PLAYERS, SHIPS
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, combat_cards, events, frames, sides, tactics
from exodus_env.exodus.rules import modifiers as m
from exodus_env.exodus.rules.assets import SCORE_COMBAT, is_twin, score_vp, visible_ships
from exodus_env.exodus.rules.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.exodus.rules.conquest import fights_players, foe_cards, has_card
from exodus_env.exodus.rules.decks import shuffle
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.rules.frames import AGAINST_SQUADRONS, AGAINST_STRONGHOLD, TOGETHER
from exodus_env.exodus.rules.gifts import BY_COMBAT
from exodus_env.exodus.rules.modifiers import modifier, spare_weakened_ships
from exodus_env.exodus.rules.sides import (
    CENTAURIANS,
    combat_shield,
    damage_foe,
    damage_ship,
    edge,
    fights,
    foe_beaten,
    foe_shield,
    foes,
    foes_fight,
    foes_follow_rules,
    has_cards,
    is_enemy,
    is_enemy_side,
    is_open_foe,
    is_open_target,
    is_wave,
    open_decoy,
    show_strongest,
    sides_left,
    took_part,
    wave_shield,
)
from exodus_env.exodus.rules.structures import has_satellite
from exodus_env.exodus.rules.window import DISCARDED
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below, dice_reaching
from exodus_env.kit.flow import STEP, A, B, C, D, E, F, add, ask, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

IN_DECK, IN_COMBAT = -1, -3
STEP_OF_WORTH: Final = 64  # more than any number the targeting rules compare
HOPELESS: Final = 999  # more than any number of hits

# Frame COMBAT. A: hex. B: the player who fights the Resistance alone, else -1. C: round, from 1. D: place in turn order
# of the side that acts, counted down; -1 the Centaurians; at the end the card to be given, or the place of who learns.
# E: who is fought. F: the players who take part, one bit each (Edge of Extinction). H: damage of a sacrificed Dark
# Raider; the sides whose combat card is resolved, one bit each; the ship a hit comes from, plus 1.
BEGIN, ROLL, ASSIGN, APPLY, END, REWARD = 0, 1, 2, 3, 4, 5
DECOYS, SACRIFICES, ROUND, FOE_CARD, CARDS, RESOLVE, DEFLECT, RESEARCH = 6, 7, 8, 9, 10, 11, 12, 13

# Whom the targeting rules strike first where all else is equal: War Cruisers, Fighters, Battle Carriers, Dark Raiders.
STRUCK_FIRST: Final = tuple(
    ("war_cruiser", "fighter", "battle_carrier", "dark_raider").index(name) for name in SHIP_CLASSES
)


@kernel
def run_combat(g: Game, t: Tables) -> None:
    """A combat, round by round."""
    step = get(g, STEP)
    if step == BEGIN or step == DECOYS or step == SACRIFICES:
        start_combat(g, t, step)
    elif step == ROUND:
        begin_round(g, t)
    elif step == FOE_CARD or step == CARDS or step == RESOLVE:
        run_cards(g, t, step)
    elif step == ROLL:
        roll_dice(g, t)
    elif step == ASSIGN:
        assign_hits(g, t)
    elif step == DEFLECT:
        if tactics.hits_are_deflected(g, t):
            go(g, APPLY)
    elif step == APPLY:
        apply_hits(g, t)
        end_round(g, t)
    elif step == END:
        end_combat(g, t)
        go(g, REWARD)
    elif step == REWARD:
        run_rewards(g, t)
    else:
        run_research(g, t)


@kernel
def start_combat(g: Game, t: Tables, step: int) -> None:
    """Who fights is gathered; then tactics, once."""
    if step == BEGIN:
        gather_sides(g, t)
        put(g, D, t.players - 1)
        go(g, DECOYS if t.eoe == 1 else ROUND)
    elif step == DECOYS:
        if tactics.decoys_are_named(g, t):
            put(g, D, t.players - 1)
            go(g, SACRIFICES)
    elif tactics.sacrifices_are_made(g, t):
        if sides_left(g, t) < 2 and is_wave(g):
            apply_hits_to_wave(g, t)
        go(g, ROUND if sides_left(g, t) > 1 else END)


@kernel
def begin_round(g: Game, t: Tables) -> None:
    """The next round: its combat cards, then its dice."""
    add(g, C, 1)
    put(g, D, t.players - 1)
    go(g, FOE_CARD if has_cards(g, t) else ROLL)


@kernel
def run_cards(g: Game, t: Tables, step: int) -> None:
    """Combat cards are played in secret, then shown and resolved; who is left after that rolls dice."""
    if step == FOE_CARD:
        if combat_cards.foe_card_is_chosen(g, t):
            put(g, D, t.players - 1)
            go(g, CARDS)
    elif step == CARDS:
        if combat_cards.cards_are_chosen(g, t):
            combat_cards.show_cards(g, t)
            go(g, RESOLVE)
    elif not combat_cards.resolve_next_card(g, t):
        if sides_left(g, t) > 1:
            go(g, ROLL)
        else:
            end_round(g, t)


@kernel
def end_round(g: Game, t: Tables) -> None:
    """Combat cards are put away; the next round, while there are sides to fight it."""
    if has_cards(g, t):
        combat_cards.put_away_cards(g, t)
    go(g, END if sides_left(g, t) < 2 else ROUND)


@kernel
def leave_combat(g: Game, t: Tables) -> None:
    """Nothing is left over but what is learned; what only Solar Wind let a ship bear does not destroy it afterwards."""
    for player in range(t.players):
        spare_weakened_ships(g, t, player)
    clear_combat(g)
    put(g, D, 0)
    go(g, RESEARCH)


@kernel
def gather_sides(g: Game, t: Tables) -> None:
    """Mark the ships that fight, and reveal the Resistance's card."""
    hexagon = get(g, A)
    lone = get(g, B)
    note(g, events.E_COMBAT_BEGINS, hexagon, g.resistance[hexagon] if lone >= 0 else 0, get(g, E), 0)
    for player in range(t.players):
        if takes_part(g, t, player, lone, hexagon):
            for ship in range(t.ships):
                if g.ship_hex[player, ship] == hexagon:
                    g.fighting[player, ship] = 1
        if t.eoe == 1 and fights(g, t, player):
            put(g, F, get(g, F) | 1 << player)
    if lone >= 0 or get(g, E) == TOGETHER or get(g, E) == AGAINST_SQUADRONS:
        for deck in range(len(g.resistance_left)):
            for _ in range(cards_against(g, t, hexagon, deck)):
                if has_card(g, t, deck):
                    reveal_foe(g, t, deck)


@kernel
def takes_part(g: Game, t: Tables, player: int, lone: int, hexagon: int) -> bool:
    """Whether a player's ships in the hex fight; those who attack the Stronghold are gathered already."""
    kind = get(g, E)
    if kind == AGAINST_STRONGHOLD:
        return False
    if kind == AGAINST_SQUADRONS:
        return True
    if kind == TOGETHER:
        return visible_ships(g, t, player, hexagon) > 0
    return player == lone or (lone < 0 and fights_players(g, t, player, hexagon))


@kernel
def cards_against(g: Game, t: Tables, hexagon: int, deck: int) -> int:
    """Cards of a deck for the enemy: those of the Resistance in the hex, or of a squadron by the turn."""
    if get(g, E) != AGAINST_SQUADRONS:
        return foe_cards(g, t, hexagon, deck)
    level = int(t.fleet_level[g.turn]) + int(t.squadron_level)
    return int(t.fleet_cards[min(level, len(t.fleet_cards) - 1), deck])


@kernel
def reveal_foe(g: Game, t: Tables, level: int) -> None:
    """The top card of a Resistance deck shows what the ship is worth.

    An empty deck is made from the discards: when the next card is needed, with Edge of Extinction at once.
    """
    if g.resistance_left[level] == 0:
        renew_resistance_deck(g, t, level)
    g.resistance_left[level] -= 1
    top = g.resistance_left[level]
    g.resistance_known[level] = min(g.resistance_known[level], top)
    card = int(g.resistance_deck[level, top])
    g.resistance_deck[level, top] = -1
    g.resistance_owner[card] = IN_COMBAT
    g.foe_card[foes(g)] = card
    note(g, events.E_FOE_REVEALED, get(g, A), card, 0, 0)
    if t.eoe == 1 and g.resistance_left[level] == 0:
        renew_resistance_deck(g, t, level)


@kernel
def renew_resistance_deck(g: Game, t: Tables, level: int) -> None:
    """Used cards of a level are shuffled into a new deck."""
    for card in range(t.resistance_cards):
        if t.resistance_level[card] == level + 1 and g.resistance_owner[card] == DISCARDED:
            g.resistance_owner[card] = IN_DECK
            g.resistance_deck[level, g.resistance_left[level]] = card
            g.resistance_left[level] += 1
    shuffle(g, g.resistance_deck[level], g.resistance_left[level], 0, PLAY)


# Dice ---------------------------------------------------------------------------------------------------------------


@kernel
def side_dice(g: Game, t: Tables, player: int) -> int:
    """Dice of all cannons on a player's ships in the combat."""
    dice = 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            dice += int(g.dice[player, t.ship_class[ship]])
    return dice


@kernel
def satellite_damage(g: Game, t: Tables, player: int) -> int:
    """Damage a player deals besides the dice, by a Satellite in a hex the ships fight from (M8)."""
    if t.satellites == 0 or (is_wave(g) and modifier(g, player, m.RADAR) == 0):
        return 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1 and has_satellite(g, player, g.ship_hex[player, ship]):
            return int(t.satellite_damage)
    return 0


@kernel
def foe_dice(g: Game, t: Tables) -> int:
    """Dice of the Centaurian ships in the combat."""
    if get(g, E) == AGAINST_STRONGHOLD:
        return int(t.stronghold_dice)
    dice = 0
    for foe in range(foes(g)):
        if is_wave(g) or not foe_beaten(g, t, foe):
            dice += int(t.resistance_dice[g.foe_card[foe]])
    return dice


@kernel
def possible_roll(needed: int) -> int:
    """A six always hits and a one never does, whatever cards say, so that every combat ends."""
    return min(6, max(2, int(needed)))


@kernel
def to_hit(g: Game, t: Tables, player: int, aim: int) -> int:
    """The roll a player's dice need in this round; combat cards add to what technologies do."""
    if get(g, E) == AGAINST_STRONGHOLD:
        return int(t.stronghold_hit)
    return possible_roll(best_to_hit(g, player, aim) - edge(g, player, sides.AIM))


@kernel
def best_to_hit(g: Game, player: int, aim: int) -> int:
    """The roll that the best of a player's technologies makes do; `aim` is that of EMP Cannons. They do not add up."""
    needed = modifier(g, player, m.HIT) - aim
    if get(g, C) == 1:
        needed = min(needed, modifier(g, player, m.FIRST_ROUND_HIT))
    if g.solar_wind[get(g, A)] == 1:
        needed = min(needed, modifier(g, player, m.SOLAR_HIT))
    return int(needed)


@kernel
def emp_dice(g: Game, t: Tables, player: int) -> int:
    """Those of a player's dice that are EMP Cannons'."""
    dice = 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            dice += int(g.emp_dice[player, t.ship_class[ship]])
    return dice


@kernel
def emp_aim(t: Tables) -> int:
    """How much better the dice of EMP Cannons are."""
    aim = 0
    for upgrade in range(t.upgrades):
        aim = max(aim, int(t.upgrade_aim[upgrade]))
    return aim


@kernel
def can_do_harm(g: Game, t: Tables) -> bool:
    """Whether any side has a cannon, a Satellite, or a card in their place."""
    total = foe_dice(g, t)
    for player in range(t.players):
        total += side_dice(g, t, player) + satellite_damage(g, t, player)
    for side in range(PLAYERS + 1):
        total += max(0, edge(g, side, sides.DICE)) + max(0, edge(g, side, sides.HITS))
    return total > 0


@kernel
def roll_dice(g: Game, t: Tables) -> None:
    """All sides roll; a combat in which nobody has a cannon ends undecided."""
    if not is_wave(g) and not can_do_harm(g, t):
        end_round(g, t)
        go(g, END)
        return
    for place in range(t.players):
        roll_for_player(g, t, int(g.order[place]))
    roll_for_foes(g, t)
    if is_wave(g):
        strike_first(g, t)
    put(g, D, t.players - 1)
    go(g, ASSIGN)


@kernel
def roll_for_player(g: Game, t: Tables, player: int) -> None:
    """A player's dice, those of EMP Cannons last; dice that a card takes away are ordinary ones first."""
    dice = side_dice(g, t, player)
    extra = satellite_damage(g, t, player)
    bonus = 0
    if fights(g, t, player):
        dice = max(0, dice + edge(g, player, sides.DICE))
        bonus = edge(g, player, sides.HITS)
    better = min(dice, emp_dice(g, t, player))
    again = edge(g, player, sides.REROLL) > 0 or (get(g, C) == 1 and modifier(g, player, m.REROLL) > 0)
    hits = roll(g, dice - better, to_hit(g, t, player, 0), again)
    hits += roll(g, better, to_hit(g, t, player, emp_aim(t)), again)
    g.rolled[player] = max(0, hits + extra + bonus)
    if is_wave(g):
        g.dealt[player] += g.rolled[player]
    if dice + extra > 0 or bonus != 0:
        note(g, events.E_ROLLED, player, dice, g.rolled[player], extra)


@kernel
def roll(g: Game, dice: int, needed: int, again: bool) -> int:
    """Dice that show enough; where a side rolls again, those that do not are rolled once more."""
    hits = dice_reaching(g, dice, needed)
    if again:
        hits += dice_reaching(g, dice - hits, needed)
    return hits


@kernel
def roll_for_foes(g: Game, t: Tables) -> None:
    """The Centaurians' dice, ship by ship, since some aim better; dice that a card adds or takes away are the last."""
    dice = max(0, foe_dice(g, t) + edge(g, CENTAURIANS, sides.DICE))
    needed = int(t.modifier_base[m.HIT]) - edge(g, CENTAURIANS, sides.AIM)
    again = edge(g, CENTAURIANS, sides.REROLL) > 0
    left = dice
    hits = 0
    for foe in range(foes(g)):
        if is_wave(g) or not foe_beaten(g, t, foe):
            card = g.foe_card[foe]
            own = min(left, int(t.resistance_dice[card]))
            hits += roll(g, own, possible_roll(needed - int(t.resistance_aim[card])), again)
            left -= own
    hits += roll(g, left, possible_roll(needed), again)
    bonus = edge(g, CENTAURIANS, sides.HITS)
    g.rolled[CENTAURIANS] = max(0, hits + bonus)
    if dice > 0 or bonus != 0:
        note(g, events.E_ROLLED, CENTAURIANS, dice, g.rolled[CENTAURIANS], 0)


@kernel
def strike_first(g: Game, t: Tables) -> None:
    """What squadrons and the Stronghold do besides their dice, before any hit is assigned."""
    if get(g, E) == AGAINST_STRONGHOLD:
        for player in range(t.players):
            for ship in range(t.ships):
                g.hits[player, ship] += g.fighting[player, ship]
    elif t.coop == 0:
        g.rolled[CENTAURIANS] += t.squadron_damage * g.squadron[get(g, A)]
    else:
        for place in range(t.players):
            for _ in range(t.squadron_damage):
                strike_ship(g, t, int(g.order[place]))


@kernel
def strike_ship(g: Game, t: Tables, only: int) -> None:
    """A hit by the targeting rules, on the ships of one player or (-1) of all.

    The most cannon dice; then the least damage still needed; then the most Population; then the class; then chance.
    """
    chosen = -1
    best = -1
    tied = 0
    for place in range(t.players):
        player = int(g.order[place])
        if only >= 0 and player != only:
            continue
        decoy = open_decoy(g, t, player)
        for ship in range(t.ships):
            if is_open_target(g, t, player, ship) and (decoy < 0 or ship == decoy):
                worth = target_worth(g, t, player, ship)
                if worth > best:
                    best = worth
                    tied = 0
                if worth == best:
                    tied += 1
                    if tied == 1 or below(g, PLAY, tied) == 0:
                        chosen = player * SHIPS + ship
    if chosen >= 0:
        g.hits[chosen // SHIPS, chosen % SHIPS] += 1


@kernel
def target_worth(g: Game, t: Tables, player: int, ship: int) -> int:
    """How much the targeting rules want a ship, as one number."""
    ship_class = int(t.ship_class[ship])
    left = combat_shield(g, t, player, ship) - int(g.ship_damage[player, ship]) - int(g.hits[player, ship])
    worth = int(g.dice[player, ship_class])
    worth = worth * STEP_OF_WORTH + (STEP_OF_WORTH - 1 - left)
    worth = worth * STEP_OF_WORTH + int(g.ship_cargo[player, ship])
    return worth * STEP_OF_WORTH + (STEP_OF_WORTH - 1 - STRUCK_FIRST[ship_class])


# Hits ---------------------------------------------------------------------------------------------------------------


@kernel
def assign_hits(g: Game, t: Tables) -> None:
    """Ask for the next hit of the side whose turn it is; hits that would strike only doomed ships are dropped."""
    while get(g, D) >= -1:
        side = side_to_assign(g)
        if g.rolled[side] > 0 and has_target(g, t, side):
            if side == CENTAURIANS and foes_follow_rules(g, t):
                g.rolled[side] -= 1
                strike_ship(g, t, -1)
                continue
            if side == CENTAURIANS:
                ask(g, (get(g, B) + 1) % t.players, choices.D_HIT)
            else:
                ask(g, side, choices.D_HIT)
            focus(g, get(g, A), side if side < PLAYERS else -1, -1)
            return
        g.rolled[side] = 0
        add(g, D, -1)
    if t.eoe == 1:
        put(g, D, t.players - 1)
        go(g, DEFLECT)
    else:
        go(g, APPLY)


@kernel
def side_to_assign(g: Game) -> int:
    """The side whose hits are being assigned."""
    return side_at(g, get(g, D))


@kernel
def side_at(g: Game, place: int) -> int:
    """The side at a place in turn order; the Centaurians come after the first player, counted down."""
    return CENTAURIANS if place < 0 else int(g.order[place])


@kernel
def has_target(g: Game, t: Tables, side: int) -> bool:
    """Whether a side has an enemy that is not doomed already."""
    for player in range(t.players):
        if is_enemy(g, side, player):
            for ship in range(t.ships):
                if is_open_target(g, t, player, ship):
                    return True
    if side != CENTAURIANS:
        for foe in range(FOES):
            if is_open_foe(g, t, foe):
                return True
    return False


@kernel
def legal_hit(g: Game, t: Tables, mask: Mask) -> None:
    """Enemy ships that are not doomed already; of a player with a decoy only that, while it is such a ship."""
    side = side_to_assign(g)
    for player in range(t.players):
        if is_enemy(g, side, player):
            relative = choices.relative_seat(t, g.actor, player)
            decoy = open_decoy(g, t, player)
            if decoy >= 0:
                allow_pair(t, mask, choices.HIT, relative, decoy, t.ships)
                continue
            for ship in range(t.ships):
                if is_open_target(g, t, player, ship) and not is_twin(g, t, player, ship):
                    allow_pair(t, mask, choices.HIT, relative, ship, t.ships)
    if side != CENTAURIANS:
        for foe in range(FOES):
            if is_open_foe(g, t, foe):
                allow(t, mask, choices.HIT_FOE, foe)


@kernel
def choose_hit(g: Game, t: Tables, action: int) -> None:
    """Assign one hit."""
    g.rolled[side_to_assign(g)] -= 1
    if family_of(t, action) == choices.HIT_FOE:
        g.foe_hits[first_factor(t, action)] += 1
    else:
        g.hits[choices.seat(t, g.actor, first_factor(t, action)), second_factor(t, action)] += 1


@kernel
def apply_hits(g: Game, t: Tables) -> None:
    """All damage counts at once, but for hits that cards cancel; what has more damage than shield is destroyed."""
    for side in range(PLAYERS + 1):
        for left in range(edge(g, side, sides.ABSORB), 0, -1):
            cancel_hit(g, t, side, left)
    for player in range(t.players):
        for ship in range(t.ships):
            if g.fighting[player, ship] == 0:
                continue
            damage = int(g.hits[player, ship])
            g.hits[player, ship] = 0
            if damage > 0:
                note(g, events.E_SHIP_HIT, player, ship, damage, 0)
            if damage_ship(g, t, player, ship, damage):
                reward_hunters(g, t, player)
    if is_wave(g):
        apply_hits_to_wave(g, t)
        return
    for foe in range(foes(g)):
        damage = int(g.foe_hits[foe])
        g.foe_hits[foe] = 0
        if damage > 0:
            note(g, events.E_FOE_HIT, get(g, A), g.foe_card[foe], damage, 0)
        if damage_foe(g, t, foe, damage):
            reward_hunters(g, t, CENTAURIANS)


@kernel
def cancel_hit(g: Game, t: Tables, side: int, left: int) -> None:
    """A hit on a side is lost, where that helps most: on the ship that the cancelled hits left can still save.

    Of several the one with the fewest hits too many, then the one worth most VP; else on a ship that bears its hits,
    else on any.
    """
    best = -1
    least = 0
    for ship in range(FOES if side == CENTAURIANS else int(t.ships)):
        hits = int(g.foe_hits[ship] if side == CENTAURIANS else g.hits[side, ship])
        if hits == 0:
            continue
        beyond = foe_excess(g, t, ship) if side == CENTAURIANS else ship_excess(g, t, side, ship)
        rank = HOPELESS if beyond > left else (beyond if beyond > 0 else HOPELESS - 1)
        rank = rank * STEP_OF_WORTH - vp_of(g, t, side, ship)
        if best < 0 or rank < least:
            best = ship
            least = rank
    if best >= 0 and side == CENTAURIANS:
        g.foe_hits[best] -= 1
    elif best >= 0:
        g.hits[side, best] -= 1


@kernel
def vp_of(g: Game, t: Tables, side: int, ship: int) -> int:
    """VP of a ship of a player, or of a Centaurian one."""
    return int(t.resistance_vp[g.foe_card[ship]] if side == CENTAURIANS else t.class_vp[t.ship_class[ship]])


@kernel
def ship_excess(g: Game, t: Tables, player: int, ship: int) -> int:
    """Damage and hits of a ship beyond its shield."""
    return int(g.ship_damage[player, ship]) + int(g.hits[player, ship]) - combat_shield(g, t, player, ship)


@kernel
def foe_excess(g: Game, t: Tables, foe: int) -> int:
    """Damage and hits of a Centaurian ship beyond its shield."""
    return int(g.foe_damage[foe]) + int(g.foe_hits[foe]) - foe_shield(g, t, foe)


@kernel
def reward_hunters(g: Game, t: Tables, loser: int) -> None:
    """A ship was destroyed: VP for its enemies whose combat card says so, unless the players win together."""
    if t.coop == 1:
        return
    for player in range(t.players):
        if is_enemy_side(g, player, loser):
            score_vp(g, player, SCORE_COMBAT, edge(g, player, sides.BOUNTY))


@kernel
def apply_hits_to_wave(g: Game, t: Tables) -> None:
    """More damage than shield destroys one squadron or one level, and no more in a round."""
    if g.foe_hits[0] > 0:
        note(g, events.E_FOE_HIT, get(g, A), -1, g.foe_hits[0], 0)
    g.foe_damage[0] += g.foe_hits[0]
    g.foe_hits[0] = 0
    if g.foe_damage[0] <= wave_shield(g, t):
        return
    g.foe_damage[0] = 0
    if get(g, E) == AGAINST_STRONGHOLD:
        g.stronghold -= 1
        note(g, events.E_LEVEL_DESTROYED, g.stronghold, 0, 0, 0)
    else:
        destroy_squadron(g, t, get(g, A))
    g.dealt[:] = 0


@kernel
def destroy_squadron(g: Game, t: Tables, hexagon: int) -> None:
    """A squadron goes back to the supply; half together, whoever hit it most scores, of two the first in turn order."""
    g.squadron[hexagon] -= 1
    g.squadron_supply += 1
    best = int(g.order[0])
    for place in range(t.players):
        if g.dealt[g.order[place]] > g.dealt[best]:
            best = int(g.order[place])
    if t.coop == 0:
        score_vp(g, best, SCORE_COMBAT, t.squadron_vp)
    note(g, events.E_SQUADRON_DESTROYED, hexagon, -1 if t.coop == 1 else best, t.squadron_vp, 0)


# The end of a combat ------------------------------------------------------------------------------------------------


@kernel
def end_combat(g: Game, t: Tables) -> None:
    """The survivor scores; a beaten Resistance ship is gone and its card won, a victorious one is as new."""
    if is_wave(g):
        return_cards(g, t)
        return
    if get(g, B) >= 0 or get(g, E) == TOGETHER:
        end_resistance_combat(g, t, get(g, B))
        return
    if sides_left(g, t) > 1:
        note(g, events.E_COMBAT_UNDECIDED, get(g, A), 0, 0, 0)
        return
    for player in range(t.players):
        if fights(g, t, player):
            vp = wreck_value(g, t, player)
            score_vp(g, player, SCORE_COMBAT, vp)
            note(g, events.E_COMBAT_WON, player, get(g, A), vp, 0)
    if g.bounty >= 0 and took_part(g, t, int(g.bounty)):
        settle_bounty(g, t)


@kernel
def settle_bounty(g: Game, t: Tables) -> None:
    """The winner of the combat scores the Bounty, also a winner who had it; without one it is lost (M4)."""
    g.bounty = -1
    for player in range(t.players):
        if fights(g, t, player):
            score_vp(g, player, SCORE_COMBAT, t.bounty_vp)
            note(g, events.E_BOUNTY_WON, player, t.bounty_vp, 0, 0)


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
    """Beaten, the Resistance is gone (a fleet: for now) and survivors keep the cards; else they go back."""
    hexagon = get(g, A)
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
            note(g, events.E_COMBAT_WON, player, hexagon, 0, 0)
            return
        if player < 0 and sides_left(g, t) > 0:
            put(g, D, 0)
            return
    elif sides_left(g, t) > 1:
        note(g, events.E_COMBAT_UNDECIDED, hexagon, 0, 0, 0)
    return_cards(g, t)


@kernel
def bury_foes(g: Game, t: Tables, hexagon: int) -> None:
    """Of several Resistance ships in a hex those that were destroyed are gone, whoever has won (solitaire)."""
    for foe in range(foes(g)):
        if foe_beaten(g, t, foe):
            g.resistance_ships[hexagon, t.resistance_level[g.foe_card[foe]] - 1] -= 1
    show_strongest(g, hexagon)


@kernel
def return_cards(g: Game, t: Tables) -> None:
    """The cards of the combat go under their decks."""
    for foe in range(foes(g)):
        card_under_deck(g, t, int(g.foe_card[foe]))


@kernel
def run_rewards(g: Game, t: Tables) -> None:
    """Where players have won together, each card goes to one of those who are left; the Chancellor says to whom."""
    if get(g, E) == TOGETHER:
        while get(g, D) >= 0 and get(g, D) < foes(g):
            card = int(g.foe_card[get(g, D)])
            if g.resistance_owner[card] == IN_COMBAT:
                ask(g, int(g.order[0]), choices.D_REWARD)
                focus(g, get(g, A), -1, -1)
                return
            add(g, D, 1)
    leave_combat(g, t)


@kernel
def run_research(g: Game, t: Tables) -> None:
    """In turn order everybody who took part may copy a technology, by Advanced Research; then the combat is over."""
    while t.eoe == 1 and get(g, D) < t.players:
        player = int(g.order[get(g, D)])
        add(g, D, 1)
        if took_part(g, t, player) and modifier(g, player, m.COPY_COST) > 0:
            push(g, frames.LEARN_FREE, player, modifier(g, player, m.COPY_COST), BY_COMBAT)
            return
    pop(g)


@kernel
def legal_reward(g: Game, t: Tables, mask: Mask) -> None:
    """Players with a ship left in the combat."""
    for player in range(t.players):
        if fights(g, t, player):
            allow(t, mask, choices.PLAYER, choices.relative_seat(t, g.actor, player))


@kernel
def choose_reward(g: Game, t: Tables, action: int) -> None:
    """A player keeps the card."""
    player = choices.seat(t, g.actor, first_factor(t, action))
    card = int(g.foe_card[get(g, D)])
    g.resistance_owner[card] = player
    note(g, events.E_REWARD_GIVEN, player, card, 0, 0)


@kernel
def card_under_deck(g: Game, t: Tables, card: int) -> None:
    """Everybody sees the card go under its deck."""
    level = int(t.resistance_level[card]) - 1
    for i in range(g.resistance_left[level], 0, -1):
        g.resistance_deck[level, i] = g.resistance_deck[level, i - 1]
    g.resistance_deck[level, 0] = card
    g.resistance_left[level] += 1
    g.resistance_known[level] += 1
    g.resistance_owner[card] = IN_DECK


@kernel
def clear_combat(g: Game) -> None:
    """Nothing of the combat is left over."""
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
