"""Space combat: a set of ships, each on a side, fighting rounds until one side is left.

A side is a player, or the Centaurians. Every round all sides roll at once, hits are assigned in reverse turn order
(the Centaurians' by the player to the left of the one they fight, or by the targeting rules of the Stronghold), and all
damage is applied together. Against squadrons and the Stronghold the players are one side.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import FOES, PLAYERS, SHIPS
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, events
from exodus_env.exodus.rules import modifiers as m
from exodus_env.exodus.rules.assets import SCORE_COMBAT, is_twin, remove_ship, score_vp, shields_on, visible_ships
from exodus_env.exodus.rules.choices import allow, allow_pair, family_of, first_factor, second_factor
from exodus_env.exodus.rules.conquest import fights_players, foe_cards, has_card
from exodus_env.exodus.rules.decks import shuffle
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.rules.frames import AGAINST_SQUADRONS, AGAINST_STRONGHOLD, ORDINARY, TOGETHER
from exodus_env.exodus.rules.modifiers import modifier, spare_weakened_ships
from exodus_env.exodus.rules.structures import has_satellite
from exodus_env.exodus.rules.window import DISCARDED
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below, dice_reaching
from exodus_env.kit.flow import STEP, A, B, C, D, E, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

CENTAURIANS = PLAYERS  # the side after the players
IN_DECK, IN_COMBAT = -1, -3
STEP_OF_WORTH: Final = 64  # more than any number the targeting rules compare

# Frame COMBAT. A: hex. B: the player who fights the Resistance alone, else -1. C: round, from 1. D: place in turn order
# of the side that assigns hits, counted down; -1 the Centaurians; at the end the card to be given. E: who is fought.
BEGIN, ROLL, ASSIGN, APPLY, END, REWARD = 0, 1, 2, 3, 4, 5

# Whom the targeting rules strike first where all else is equal: War Cruisers, Fighters, Battle Carriers, Dark Raiders.
STRUCK_FIRST: Final = tuple(
    ("war_cruiser", "fighter", "battle_carrier", "dark_raider").index(name) for name in SHIP_CLASSES
)


@kernel
def run_combat(g: Game, t: Tables) -> None:
    """A combat, round by round."""
    step = get(g, STEP)
    if step == BEGIN:
        gather_sides(g, t)
        go(g, ROLL)
    elif step == ROLL:
        roll_dice(g, t)
    elif step == ASSIGN:
        assign_hits(g, t)
    elif step == APPLY:
        apply_hits(g, t)
        go(g, END if sides_left(g, t) < 2 else ROLL)
    elif step == END:
        end_combat(g, t)
        go(g, REWARD)
    else:
        run_rewards(g, t)


@kernel
def leave_combat(g: Game, t: Tables) -> None:
    """Nothing is left over; what only Solar Wind let a ship bear does not destroy it afterwards."""
    for player in range(t.players):
        spare_weakened_ships(g, t, player)
    clear_combat(g)
    pop(g)


@kernel
def is_wave(g: Game) -> bool:
    """Whether the enemy is a squadron or the Stronghold: one total of cannons and shields."""
    return get(g, E) == AGAINST_SQUADRONS or get(g, E) == AGAINST_STRONGHOLD


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
def wave_shield(g: Game, t: Tables) -> int:
    """Shield of a squadron, from its cards, or of a Stronghold level; both with the bonus of the turn."""
    shield = max(0, int(t.squadron_shield) + int(g.turn))
    if get(g, E) == AGAINST_STRONGHOLD:
        return shield + int(t.stronghold_shield)
    for foe in range(foes(g)):
        shield += int(t.resistance_shield[g.foe_card[foe]])
    return shield


@kernel
def foes(g: Game) -> int:
    """Centaurian ships in the combat, beaten ones included."""
    count = 0
    while count < FOES and g.foe_card[count] >= 0:
        count += 1
    return count


@kernel
def foe_beaten(g: Game, t: Tables, foe: int) -> bool:
    """Whether a Centaurian ship has more damage than shield."""
    return bool(g.foe_damage[foe] > t.resistance_shield[g.foe_card[foe]])


@kernel
def reveal_foe(g: Game, t: Tables, level: int) -> None:
    """The top card of a Resistance deck shows what the ship is worth; an empty deck is made from the discards."""
    if g.resistance_left[level] == 0:
        for card in range(t.resistance_cards):
            if t.resistance_level[card] == level + 1 and g.resistance_owner[card] == DISCARDED:
                g.resistance_owner[card] = IN_DECK
                g.resistance_deck[level, g.resistance_left[level]] = card
                g.resistance_left[level] += 1
        shuffle(g, g.resistance_deck[level], g.resistance_left[level], 0, PLAY)
    g.resistance_left[level] -= 1
    top = g.resistance_left[level]
    g.resistance_known[level] = min(g.resistance_known[level], top)
    card = int(g.resistance_deck[level, top])
    g.resistance_deck[level, top] = -1
    g.resistance_owner[card] = IN_COMBAT
    g.foe_card[foes(g)] = card
    note(g, events.E_FOE_REVEALED, get(g, A), card, 0, 0)


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
def to_hit(g: Game, t: Tables, player: int) -> int:
    """The roll a player's dice need in this round."""
    if get(g, E) == AGAINST_STRONGHOLD:
        return int(t.stronghold_hit)
    needed = modifier(g, player, m.HIT)
    if get(g, C) == 1:
        needed = min(needed, modifier(g, player, m.FIRST_ROUND_HIT))
    if g.solar_wind[get(g, A)] == 1:
        needed = min(needed, modifier(g, player, m.SOLAR_HIT))
    return possible_roll(needed)


@kernel
def roll_dice(g: Game, t: Tables) -> None:
    """All sides roll; a combat in which nobody has a cannon ends undecided."""
    add(g, C, 1)
    total = foe_dice(g, t)
    for player in range(t.players):
        total += side_dice(g, t, player) + satellite_damage(g, t, player)
    if total == 0 and not is_wave(g):
        go(g, END)
        return
    for place in range(t.players):
        player = g.order[place]
        dice = side_dice(g, t, player)
        extra = satellite_damage(g, t, player)
        g.rolled[player] = dice_reaching(g, dice, to_hit(g, t, player)) + extra
        if is_wave(g):
            g.dealt[player] += g.rolled[player]
        if dice + extra > 0:
            note(g, events.E_ROLLED, player, dice, g.rolled[player], extra)
    dice = foe_dice(g, t)
    g.rolled[CENTAURIANS] = dice_reaching(g, dice, possible_roll(t.modifier_base[m.HIT]))
    if dice > 0:
        note(g, events.E_ROLLED, CENTAURIANS, dice, g.rolled[CENTAURIANS], 0)
    if is_wave(g):
        strike_first(g, t)
    put(g, D, t.players - 1)
    go(g, ASSIGN)


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
        for ship in range(t.ships):
            if is_open_target(g, t, player, ship):
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
        place = get(g, D)
        side = CENTAURIANS if place < 0 else int(g.order[place])
        if g.rolled[side] > 0 and has_target(g, t, side):
            if side == CENTAURIANS and (t.coop == 1 or is_wave(g)):
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
    go(g, APPLY)


@kernel
def side_to_assign(g: Game) -> int:
    """The side whose hits are being assigned."""
    return CENTAURIANS if get(g, D) < 0 else int(g.order[get(g, D)])


@kernel
def combat_shield(g: Game, t: Tables, player: int, ship: int) -> int:
    """The shield of a ship in this combat: in Solar Wind each of its shields may be stronger."""
    ship_class = int(t.ship_class[ship])
    shield = int(g.shield[player, ship_class])
    if g.solar_wind[get(g, A)] == 1:
        shield += shields_on(g, t, player, ship_class) * modifier(g, player, m.SOLAR_SHIELD)
    return shield


@kernel
def is_open_target(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship fights and would survive the hits assigned to it so far."""
    if g.fighting[player, ship] == 0:
        return False
    return bool(g.ship_damage[player, ship] + g.hits[player, ship] <= combat_shield(g, t, player, ship))


@kernel
def is_open_foe(g: Game, t: Tables, foe: int) -> bool:
    """Whether a Centaurian ship, or the squadron or level that is fought, would survive the hits assigned so far."""
    if is_wave(g):
        return bool(foe == 0 and g.foe_damage[0] + g.foe_hits[0] <= wave_shield(g, t))
    card = g.foe_card[foe]
    return bool(card >= 0 and g.foe_damage[foe] + g.foe_hits[foe] <= t.resistance_shield[card])


@kernel
def is_enemy(g: Game, side: int, player: int) -> bool:
    """Whether a side fights a player: players stand together against squadrons, and where they win together."""
    return player != side and (side == CENTAURIANS or get(g, E) == ORDINARY)


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
    """Enemy ships that are not doomed already."""
    side = side_to_assign(g)
    for player in range(t.players):
        if is_enemy(g, side, player):
            relative = choices.relative_seat(t, g.actor, player)
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
    """All damage counts at once; what has more damage than shield is destroyed."""
    for player in range(t.players):
        for ship in range(t.ships):
            if g.fighting[player, ship] == 0:
                continue
            g.ship_damage[player, ship] += g.hits[player, ship]
            g.hits[player, ship] = 0
            if g.ship_damage[player, ship] > combat_shield(g, t, player, ship):
                destroy_ship(g, t, player, ship)
    if is_wave(g):
        apply_hits_to_wave(g, t)
        return
    for foe in range(foes(g)):
        survived = not foe_beaten(g, t, foe)
        g.foe_damage[foe] += g.foe_hits[foe]
        g.foe_hits[foe] = 0
        if survived and foe_beaten(g, t, foe):
            note(g, events.E_FOE_DESTROYED, get(g, A), g.foe_card[foe], 0, 0)


@kernel
def apply_hits_to_wave(g: Game, t: Tables) -> None:
    """More damage than shield destroys one squadron or one level, and no more in a round."""
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


@kernel
def destroy_ship(g: Game, t: Tables, player: int, ship: int) -> None:
    """A ship is lost; its VP await the survivor."""
    note(g, events.E_SHIP_DESTROYED, player, ship, g.ship_hex[player, ship], 0)
    g.fighting[player, ship] = 0
    g.wreck_vp[player] += t.class_vp[t.ship_class[ship]]
    g.wrecks[player] += 1
    remove_ship(g, player, ship)


# The end of a combat ------------------------------------------------------------------------------------------------


@kernel
def fights(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has a ship left in the combat."""
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            return True
    return False


@kernel
def sides_left(g: Game, t: Tables) -> int:
    """Sides with anything left; players who stand together are one side."""
    count = 0
    for player in range(t.players):
        if fights(g, t, player):
            count += 1
    if get(g, E) != ORDINARY:
        count = min(1, count)
    return count + (1 if foes_fight(g, t) else 0)


@kernel
def foes_fight(g: Game, t: Tables) -> bool:
    """Whether a Centaurian ship is left in the combat; all must be destroyed."""
    if get(g, E) == AGAINST_SQUADRONS:
        return bool(g.squadron[get(g, A)] > 0)
    if get(g, E) == AGAINST_STRONGHOLD:
        return bool(g.stronghold > 0)
    for foe in range(foes(g)):
        if not foe_beaten(g, t, foe):
            return True
    return False


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
def took_part(g: Game, t: Tables, player: int) -> bool:
    """Whether a player fought in the combat, and perhaps was destroyed in it."""
    return bool(g.wrecks[player] > 0) or fights(g, t, player)


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
    if not foes_fight(g, t):
        if t.fleets == 1:
            g.dormant[hexagon] = 1
        else:
            g.resistance[hexagon] = 0
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
