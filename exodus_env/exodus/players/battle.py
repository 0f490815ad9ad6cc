"""Choices in a space combat of Edge of Extinction: combat cards and tactics, by how the fight stands with them.

A choice is made in a scratch copy of the game, without the engine. Then the following round is computed with average
dice, and the rest of the fight from what is left after it.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.exodus.capacity import COMBAT_ROWS, FOES
from exodus_env.exodus.content.vocabulary import OWN
from exodus_env.exodus.players.edge import hand_use
from exodus_env.exodus.players.outlook import worth_of
from exodus_env.exodus.players.terms import CARD_WORTH, chance_to_win, might
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.combat import card_numbers, sides
from exodus_env.exodus.rules.combat.dice import (
    best_to_hit,
    emp_aim,
    emp_dice,
    foe_dice,
    possible_roll,
    satellite_damage,
    side_dice,
)
from exodus_env.exodus.rules.combat.sides import (
    CENTAURIANS,
    combat_shield,
    edge,
    fights,
    foe_beaten,
    foe_shield,
    foes,
    is_enemy,
    is_enemy_side,
    is_open_foe,
    is_open_target,
    is_wave,
    ships_fighting,
    wave_shield,
)
from exodus_env.exodus.rules.edge import combat_cards, tactics
from exodus_env.exodus.rules.frames import COMBAT_DAMAGE, COMBAT_DEFLECTED, COMBAT_LONE, COMBAT_ROUND
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import family_of, first_factor
from exodus_env.kit.flow import get, put
from exodus_env.kit.kernel import kernel

GameArray: TypeAlias = Any

ALMOST_NOTHING: Final = 0.05  # hull of a side that should be beaten
SCATTER: Final = 0.03  # how much a hit counts that destroys nothing
FEINT: Final = 0.1  # an enemy's card without effect is worth this share of what is at stake in an even fight
FLIGHT: Final = 0.3  # VP that a wasted voyage costs
CROWD: Final = 0.1  # how much more readily a cube pays for each further cube on board with it
# How useful a combat card is in general, by its effects (see COMBAT_EFFECTS): amounts are multiplied by this.
USE_OF_EFFECTS: Final = (0.7, 0.9, 0.3, 0.5, 0.3, 0.9, 0.4, 0.9, 1.0, 0.9, 0.9, 0.6)
USE_WITH_A_NEED: Final = 0.7  # the share of it that an uncertain requirement leaves


# Choices ------------------------------------------------------------------------------------------------------------


@kernel
def fight_worth(g: Game, t: Tables, action: int, worlds: GameArray) -> float:
    """What a combat card or a tactic is worth in the fight."""
    family = family_of(t, action)
    player = int(g.actor)
    worlds[0] = g
    w = worlds[0]
    w.log_count = 0
    if family == choices.COMBAT_CARD:
        return card_in_fight(w, t, player, first_factor(t, action))
    if family == choices.FOE_CARD:
        w.combat_shown[CENTAURIANS] = first_factor(t, action)
        apply_shown(w, t, CENTAURIANS)
        return -standing_of(w, t, get(w, COMBAT_LONE))
    if family == choices.SHIP:
        return ship_in_fight(w, t, player, action, worlds)
    if family == choices.HIT or family == choices.HIT_FOE:
        tactics.choose_sacrifice_target(w, t, action)
        return standing_of(w, t, player)
    if g.decision == choices.D_DECOY:
        return without_decoy(w, t, player)
    return standing_of(w, t, player)


@kernel
def ship_in_fight(w: Game, t: Tables, player: int, action: int, worlds: GameArray) -> float:
    """The worth of choosing a ship for the current question: as a decoy, to pay for a card, or as a sacrifice."""
    if w.decision == choices.D_DECOY:
        return decoy_worth(w, t, player, first_factor(t, action))
    if w.decision == choices.D_PAY_ABOARD:
        return pay_worth(w, t, player, first_factor(t, action))
    return sacrifice_worth(w, t, player, action, worlds)


@kernel
def card_in_fight(w: Game, t: Tables, player: int, kind: int) -> float:
    """How the fight stands with a card, minus its worth in hand and the Population it costs."""
    w.combat_hand[player, kind] -= 1
    w.combat_shown[player] = kind
    paid = float(t.combat_cost[kind])
    kept = CARD_WORTH * hand_use(w, t)
    if not combat_cards.takes_effect(w, t, player):
        return standing_of(w, t, player) - kept
    pay_for_card(w, t, player)
    apply_shown(w, t, player)
    drawn = CARD_WORTH * float(edge(w, player, sides.DRAW))
    return standing_of(w, t, player) + drawn - kept - paid


@kernel
def pay_for_card(w: Game, t: Tables, player: int) -> None:
    """Pay for the card that a player would show, each cube from the ship that would pay it."""
    for _ in range(combat_cards.card_cost(w, t, player)):
        best = -1
        for ship in range(t.ships):
            if w.fighting[player, ship] == 1 and w.ship_cargo[player, ship] > 0:
                if best < 0 or pay_worth(w, t, player, ship) > pay_worth(w, t, player, best):
                    best = ship
        w.ship_cargo[player, best] -= 1
        w.supply[player] += 1


@kernel
def pay_worth(g: Game, t: Tables, player: int, ship: int) -> float:
    """How readily a ship's cube pays for a combat card: more if the ship may soon be lost or carries many."""
    return 1.0 / hull_left(g, t, player, ship) + CROWD * float(g.ship_cargo[player, ship])


@kernel
def apply_shown(w: Game, t: Tables, side: int) -> None:
    """Apply a side's card, except for the cards it draws."""
    if not combat_cards.takes_effect(w, t, side):
        return
    enemies = 0
    for other in range(CENTAURIANS + 1):
        if (other < t.players or other == CENTAURIANS) and is_enemy_side(w, side, other):
            if combat_cards.ships_of_side(w, t, other) > 0:
                enemies |= 1 << other
    for row in range(COMBAT_ROWS):
        effect = combat_cards.card_row(w, t, side, row, combat_cards.EFFECT)
        if effect >= 0:
            own = combat_cards.card_row(w, t, side, row, combat_cards.WHOM) == OWN
            amount = combat_cards.card_row(w, t, side, row, combat_cards.AMOUNT)
            combat_cards.apply_effect(w, t, 1 << side if own else enemies, effect, amount)


@kernel
def sacrifice_worth(w: Game, t: Tables, player: int, action: int, worlds: GameArray) -> float:
    """How the fight stands without the Dark Raider and with the best use of its damage, minus the Raider's worth."""
    lost = worth_of(w, t, player, first_factor(t, action))
    tactics.choose_sacrifice(w, t, action)
    damage = get(w, COMBAT_DAMAGE)
    put(w, COMBAT_DAMAGE, 0)
    best = standing_of(w, t, player)
    for other in range(t.players):
        if is_enemy(w, player, other):
            for ship in range(t.ships):
                if is_open_target(w, t, other, ship):
                    worlds[1] = w
                    sides.damage_ship(worlds[1], t, other, ship, damage)
                    best = max(best, standing_of(worlds[1], t, player))
    for foe in range(FOES):
        if is_open_foe(w, t, foe):
            worlds[1] = w
            tactics.strike_foe(worlds[1], t, foe, damage)
            best = max(best, standing_of(worlds[1], t, player))
    return best - lost


@kernel
def hull_left(g: Game, t: Tables, player: int, ship: int) -> float:
    """Damage that destroys a ship."""
    return max(0.3, float(combat_shield(g, t, player, ship)) + 1.0 - float(g.ship_damage[player, ship]))


@kernel
def decoy_worth(g: Game, t: Tables, player: int, ship: int) -> float:
    """How well a ship takes hits for the others: much hull, and little lost with it."""
    hull = hull_left(g, t, player, ship)
    return hull * hull / worth_of(g, t, player, ship)


@kernel
def without_decoy(g: Game, t: Tables, player: int) -> float:
    """Without a decoy, enemies choose the ship that takes hits worst."""
    worst = 1000.0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            worst = min(worst, decoy_worth(g, t, player, ship))
    return worst


# Hits that can be moved ---------------------------------------------------------------------------------------------


@kernel
def deflect_worth(g: Game, t: Tables, action: int, worlds: GameArray) -> float:
    """The loss in the round after a hit is moved off a ship, onto one, or not at all; or the worth of cancelling
    one."""
    player = int(g.actor)
    worlds[0] = g
    w = worlds[0]
    family = family_of(t, action)
    if g.decision == choices.D_DEFLECT_TO:
        move_hit(w, player, get(w, COMBAT_DEFLECTED) - 1, first_factor(t, action))
        return -losses_after_cards(w, t, player, worlds)
    if g.decision == choices.D_CANCEL_HIT:
        side = player if family == choices.SHIP else CENTAURIANS
        return cancel_worth(w, t, side, first_factor(t, action))
    if family == choices.PASS:
        return SCATTER - losses_after_cards(w, t, player, worlds)
    source = first_factor(t, action)
    best = -1000.0
    for ship in range(t.ships):
        if ship != source and w.fighting[player, ship] == 1:
            move_hit(w, player, source, ship)
            best = max(best, -losses_after_cards(w, t, player, worlds))
            move_hit(w, player, ship, source)
    return best


@kernel
def move_hit(w: Game, player: int, source: int, target: int) -> None:
    """Move a hit from one ship to another."""
    w.hits[player, source] -= 1
    w.hits[player, target] += 1


@kernel
def cancel_worth(g: Game, t: Tables, side: int, ship: int) -> float:
    """The worth of cancelling a hit on a ship: the ship divided by the hits needed to save it, or a little damage."""
    left = edge(g, side, sides.ABSORB)
    if side == CENTAURIANS:
        worth = float(t.resistance_vp[g.foe_card[ship]]) + float(t.resistance_dice[g.foe_card[ship]]) + 1.0
        beyond = int(g.foe_damage[ship]) + int(g.foe_hits[ship]) - foe_shield(g, t, ship)
    else:
        worth = worth_of(g, t, side, ship)
        beyond = int(g.ship_damage[side, ship]) + int(g.hits[side, ship]) - combat_shield(g, t, side, ship)
    if beyond > left:
        return 0.0
    return worth / float(beyond) if beyond > 0 else SCATTER * worth / float(2 - beyond)


@kernel
def losses_after_cards(w: Game, t: Tables, player: int, worlds: GameArray) -> float:
    """A player's losses to the hits of the round, without those that the player's own card cancels."""
    if edge(w, player, sides.ABSORB) <= 0:
        return losses_of(w, t, player)
    worlds[1] = w
    v = worlds[1]
    while edge(v, player, sides.ABSORB) > 0:
        best = -1
        for ship in range(t.ships):
            if v.hits[player, ship] > 0:
                if best < 0 or cancel_worth(v, t, player, ship) > cancel_worth(v, t, player, best):
                    best = ship
        if best < 0:
            break
        v.hits[player, best] -= 1
        v.edge[player, sides.ABSORB] -= 1
    return losses_of(v, t, player)


@kernel
def losses_of(g: Game, t: Tables, player: int) -> float:
    """A player's losses to the hits of the round: doomed ships, plus a little for damage on the others."""
    lost = 0.0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1 and g.hits[player, ship] > 0:
            if is_open_target(g, t, player, ship):
                lost += SCATTER * float(g.hits[player, ship]) / hull_left(g, t, player, ship)
            else:
                lost += worth_of(g, t, player, ship)
    return lost


# How a fight stands -------------------------------------------------------------------------------------------------


@kernel
def standing_of(g: Game, t: Tables, player: int) -> float:
    """What a player can expect from a fight, in VP: the enemies' ships if it is won, the player's own if it is lost."""
    if not fights(g, t, player):
        return -FLIGHT
    hull = player_hull(g, t, player, False)
    enemies = enemy_hull(g, t, player, False)
    if enemies <= 0.0:
        return prize_of(g, t, player)
    hits = hits_of(g, t, player, True)
    suffered = max(0.0, enemy_hits(g, t, player, True) - float(edge(g, player, sides.ABSORB)))
    left = min(hull, player_hull(g, t, player, True) - suffered)
    enemies_left = min(enemies, enemy_hull(g, t, player, True) - max(0.0, hits - enemy_absorption(g, t, player)))
    left = max(ALMOST_NOTHING, left)
    enemies_left = max(ALMOST_NOTHING, enemies_left)
    own_ships, foe_ships = float(ships_fighting(g, t, player)), float(enemies_fighting(g, t, player))
    chance = chance_to_win(
        might(hits_of(g, t, player, False) * left / hull, left, own_ships),
        might(enemy_hits(g, t, player, False) * enemies_left / enemies, enemies_left, foe_ships),
    )
    prize = prize_of(g, t, player)
    lost = fleet_worth(g, t, player)
    kills = min(hits, enemies) / max(1.0, enemies) * float(enemies_fighting(g, t, player))
    value = chance * prize - (1.0 - chance) * lost + float(edge(g, player, sides.BOUNTY)) * kills
    return value + FEINT * (prize + lost) * 4.0 * chance * (1.0 - chance) * cards_at_bay(g, t, player)


@kernel
def fleet_worth(g: Game, t: Tables, player: int) -> float:
    """The loss of all the player's ships in the combat."""
    worth = 0.0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            worth += worth_of(g, t, player, ship)
    return worth


@kernel
def prize_of(g: Game, t: Tables, player: int) -> float:
    """VP of the enemies in the combat, including beaten ones."""
    prize = 0.0
    for other in range(t.players):
        if is_enemy(g, player, other):
            prize += float(g.wreck_vp[other])
            for ship in range(t.ships):
                if g.fighting[other, ship] == 1:
                    prize += float(t.class_vp[t.ship_class[ship]])
    if is_wave(g):
        return prize + float(t.squadron_vp)
    for foe in range(foes(g)):
        prize += float(t.resistance_vp[g.foe_card[foe]]) + 0.5
    return prize


@kernel
def cards_at_bay(g: Game, t: Tables, player: int) -> float:
    """How many enemies are kept from playing their cards, minus whether the player is."""
    count = 0.0
    for other in range(t.players):
        if is_enemy(g, player, other) and fights(g, t, other) and g.combat_held[other] > 0:
            count += 1.0 if edge(g, other, sides.SILENCE) > 0 else -0.1 * float(g.combat_held[other])
    if foes(g) > 0 and get(g, COMBAT_ROUND) == 1 and edge(g, CENTAURIANS, sides.SILENCE) > 0:
        count += 1.0
    if edge(g, player, sides.SILENCE) > 0 and g.combat_held[player] > 0:
        count -= 1.0
    return count


# Dice and hulls; `now` with what combat cards do in this round ------------------------------------------------------


@kernel
def player_hull(g: Game, t: Tables, player: int, now: bool) -> float:
    """Damage that destroys all ships of a player in the combat."""
    hull = 0.0
    bonus = 0.0 if now else float(edge(g, player, sides.SHIELD))
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            hull += max(0.3, hull_left(g, t, player, ship) - bonus)
    return hull


@kernel
def foes_hull(g: Game, t: Tables, now: bool) -> float:
    """Damage that destroys all Centaurian ships in the combat, or the squadron or level being fought."""
    if is_wave(g):
        return max(0.3, float(wave_shield(g, t)) + 1.0 - float(g.foe_damage[0]) - float(g.foe_hits[0]))
    hull = 0.0
    for foe in range(foes(g)):
        if not foe_beaten(g, t, foe):
            shield = foe_shield(g, t, foe) if now else int(t.resistance_shield[g.foe_card[foe]])
            hull += max(0.3, float(shield) + 1.0 - float(g.foe_damage[foe]))
    return hull


@kernel
def enemy_hull(g: Game, t: Tables, player: int, now: bool) -> float:
    """Damage that destroys all enemies of a player in the combat."""
    hull = foes_hull(g, t, now)
    for other in range(t.players):
        if is_enemy(g, player, other):
            hull += player_hull(g, t, other, now)
    return hull


@kernel
def enemies_fighting(g: Game, t: Tables, player: int) -> int:
    """Ships of all enemies of a player in the combat."""
    count = sides.foes_left(g, t)
    for other in range(t.players):
        if is_enemy(g, player, other):
            count += ships_fighting(g, t, other)
    return count


@kernel
def success(needed: int, again: bool) -> float:
    """The chance that a die hits, rolled once more if that is allowed."""
    chance = float(7 - possible_roll(needed)) / 6.0
    return 1.0 - (1.0 - chance) * (1.0 - chance) if again else chance


@kernel
def hits_of(g: Game, t: Tables, player: int, now: bool) -> float:
    """Hits a player rolls in a round, on average."""
    if not fights(g, t, player):
        return 0.0
    dice = side_dice(g, t, player)
    extra = float(satellite_damage(g, t, player))
    again = False
    aim = 0
    if now:
        aim = edge(g, player, sides.AIM)
        dice = max(0, dice + edge(g, player, sides.DICE))
        extra += float(edge(g, player, sides.HITS))
        again = edge(g, player, sides.REROLL) > 0 or (get(g, COMBAT_ROUND) <= 1 and modifier(g, player, m.REROLL) > 0)
    better = min(dice, emp_dice(g, t, player))
    hits = float(dice - better) * success(best_to_hit(g, player, 0) - aim, again)
    hits += float(better) * success(best_to_hit(g, player, emp_aim(t)) - aim, again)
    return max(0.0, hits + extra)


@kernel
def foes_hits(g: Game, t: Tables, now: bool) -> float:
    """Hits the Centaurians roll in a round, on average."""
    hits = 0.0
    needed = int(t.modifier_base[m.HIT])
    again = False
    change = 0
    if now:
        needed -= edge(g, CENTAURIANS, sides.AIM)
        again = edge(g, CENTAURIANS, sides.REROLL) > 0
        change = edge(g, CENTAURIANS, sides.DICE)
        hits = float(edge(g, CENTAURIANS, sides.HITS))
    if is_wave(g):
        return float(foe_dice(g, t)) * success(needed, False)
    for foe in range(foes(g)):
        if not foe_beaten(g, t, foe):
            card = int(g.foe_card[foe])
            hits += float(t.resistance_dice[card]) * success(needed - int(t.resistance_aim[card]), again)
    return max(0.0, hits + float(change) * success(needed, again))


@kernel
def enemy_hits(g: Game, t: Tables, player: int, now: bool) -> float:
    """Hits all enemies of a player roll in a round, on average."""
    hits = foes_hits(g, t, now)
    for other in range(t.players):
        if is_enemy(g, player, other):
            hits += hits_of(g, t, other, now)
    return hits


@kernel
def enemy_absorption(g: Game, t: Tables, player: int) -> float:
    """Hits that enemies' cards cancel."""
    hits = float(edge(g, CENTAURIANS, sides.ABSORB))
    for other in range(t.players):
        if is_enemy(g, player, other):
            hits += float(edge(g, other, sides.ABSORB))
    return hits


# Hands --------------------------------------------------------------------------------------------------------------


@kernel
def discard_worth(g: Game, t: Tables, action: int) -> float:
    """The less useful a combat card is, and the more of its kind there are, the better to discard it."""
    kind = first_factor(t, action)
    copies = float(g.combat_hand[g.actor, kind]) - 1.0
    return 0.2 * copies - card_use(g, t, int(g.actor), kind)


@kernel
def card_use(g: Game, t: Tables, player: int, kind: int) -> float:
    """How useful a combat card will be."""
    use = 0.0
    for row in range(COMBAT_ROWS):
        effect = int(t.combat_row[kind, row, combat_cards.EFFECT])
        if effect >= 0:
            use += USE_OF_EFFECTS[effect] * abs(float(t.combat_row[kind, row, combat_cards.AMOUNT]))
    need = int(t.combat_need[kind])
    if need != card_numbers.NEEDS_NONE:
        use *= USE_WITH_A_NEED
    if need >= card_numbers.NEEDS_DARK_RAIDER and need <= card_numbers.NEEDS_BATTLE_CARRIER:
        if not has_ship(g, t, player, need - card_numbers.NEEDS_DARK_RAIDER):
            use *= 0.5
    return use - 0.5 * float(t.combat_cost[kind])


@kernel
def has_ship(g: Game, t: Tables, player: int, ship_class: int) -> bool:
    """Whether a player has a ship of a class on the map."""
    for ship in range(t.ships):
        if g.ship_hex[player, ship] >= 0 and t.ship_class[ship] == ship_class:
            return True
    return False
