"""Combat cards (Edge of Extinction): played in secret, revealed, resolved by number, put away after the round.

The Resistance has its own cards and plays one in its first round. None are used against squadrons or the Stronghold.
"""

from __future__ import annotations

from exodus_env.exodus.capacity import COMBAT_ROWS
from exodus_env.exodus.content.vocabulary import OWN
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import is_twin, place_of
from exodus_env.exodus.rules.combat import sides
from exodus_env.exodus.rules.combat.card_numbers import (
    NEEDS_BATTLE_CARRIER,
    NEEDS_DARK_RAIDER,
    NEEDS_FEWER_SHIPS,
    NEEDS_FIRST_ROUND,
    NEEDS_LATER_ROUND,
    NEEDS_POPULATION,
    NEEDS_SHIPS,
)
from exodus_env.exodus.rules.combat.sides import (
    CENTAURIANS,
    combat_shield,
    edge,
    fights,
    foe_beaten,
    foes,
    foes_fight,
    foes_follow_rules,
    foes_left,
    is_enemy_side,
    leave_ranks,
    ships_fighting,
)
from exodus_env.exodus.rules.edge import combat_hands
from exodus_env.exodus.rules.frames import (
    COMBAT_CUBES,
    COMBAT_HEX,
    COMBAT_LONE,
    COMBAT_PLACE,
    COMBAT_RESOLVED,
    COMBAT_ROUND,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import add, ask, focus, get, put
from exodus_env.kit.kernel import Mask, kernel

# Columns of a row of a card
EFFECT, WHOM, AMOUNT = range(3)


# Playing ------------------------------------------------------------------------------------------------------------


@kernel
def foe_card_is_chosen(g: Game, t: Tables) -> bool:
    """In its first round the Resistance draws two cards and the player to the left plays one. True when that is done.

    If nobody acts for it, the first card drawn is played; in solitaire play before the player chooses a card.
    """
    if get(g, COMBAT_ROUND) > 1 or not foes_fight(g, t) or g.foe_chosen >= 0:
        return True
    if g.foe_offer[0] < 0:
        for i in range(1 if foes_follow_rules(g, t) else len(g.foe_offer)):
            g.foe_offer[i] = combat_hands.draw_foe_card(g, t)
        if g.foe_offer[1] < 0:
            g.foe_chosen = g.foe_offer[0]
            g.foe_offer[0] = -1
            if t.solitaire == 1:
                show_foe_card(g)
            return True
    put(g, COMBAT_PLACE, -1)
    ask(g, (get(g, COMBAT_LONE) + 1) % t.players, choices.D_FOE_CARD)
    focus(g, get(g, COMBAT_HEX), -1, -1)
    return False


@kernel
def legal_foe_card(g: Game, t: Tables, mask: Mask) -> None:
    """The two cards drawn."""
    for i in range(len(g.foe_offer)):
        allow(t, mask, choices.FOE_CARD, g.foe_offer[i])


@kernel
def choose_foe_card(g: Game, t: Tables, action: int) -> None:
    """Play one card face down and discard the other."""
    g.foe_chosen = first_factor(t, action)
    other = g.foe_offer[1] if g.foe_offer[0] == g.foe_chosen else g.foe_offer[0]
    g.foe_discard[other] += 1
    g.foe_offer[:] = -1


@kernel
def cards_are_chosen(g: Game, t: Tables) -> bool:
    """In reverse turn order everybody in the combat may play a card face down; True when all have been asked."""
    while get(g, COMBAT_PLACE) >= 0:
        player = int(g.order[get(g, COMBAT_PLACE)])
        if fights(g, t, player) and g.combat_held[player] > 0:
            ask(g, player, choices.D_COMBAT_CARD)
            focus(g, get(g, COMBAT_HEX), -1, -1)
            return False
        add(g, COMBAT_PLACE, -1)
    return True


@kernel
def legal_combat_card(g: Game, t: Tables, mask: Mask) -> None:
    """Any card in hand, or none."""
    allow(t, mask, choices.PASS, 0)
    for kind in range(t.combat_cards):
        if g.combat_hand[g.actor, kind] > 0:
            allow(t, mask, choices.COMBAT_CARD, kind)


@kernel
def choose_combat_card(g: Game, t: Tables, action: int) -> None:
    """Play the card in secret; others still count it in the hand until it is revealed."""
    add(g, COMBAT_PLACE, -1)
    if family_of(t, action) == choices.COMBAT_CARD:
        kind = first_factor(t, action)
        g.combat_hand[g.actor, kind] -= 1
        g.combat_chosen[g.actor] = kind


@kernel
def show_cards(g: Game, t: Tables) -> None:
    """Reveal all cards at once."""
    for player in range(t.players):
        if g.combat_chosen[player] >= 0:
            g.combat_shown[player] = g.combat_chosen[player]
            g.combat_chosen[player] = -1
            g.combat_held[player] -= 1
    if g.foe_chosen >= 0:
        show_foe_card(g)


@kernel
def show_foe_card(g: Game) -> None:
    """Reveal the card of the Resistance."""
    g.combat_shown[CENTAURIANS] = g.foe_chosen
    g.foe_chosen = -1


# Resolving ----------------------------------------------------------------------------------------------------------


@kernel
def resolve_next_card(g: Game, t: Tables) -> bool:
    """Resolve the next card, unless it is silenced or its requirement fails; False when all are resolved.

    A card that costs Population waits for it: the frame stores how much, and whose card it is.
    """
    side = next_card(g, t)
    if side < 0:
        put(g, COMBAT_RESOLVED, 0)
        return False
    put(g, COMBAT_RESOLVED, get(g, COMBAT_RESOLVED) | 1 << side)
    works = takes_effect(g, t, side)
    note(g, log.E_COMBAT_CARD_SHOWN, side, g.combat_shown[side], 1 if works else 0, 0)
    if works and card_cost(g, t, side) > 0:
        put(g, COMBAT_PLACE, place_of(g, t, side))
        put(g, COMBAT_CUBES, card_cost(g, t, side))
    elif works:
        apply_card(g, t, side)
    return True


@kernel
def next_card(g: Game, t: Tables) -> int:
    """The side whose card is resolved next: lowest number first, then turn order, then the Centaurians; -1 if none."""
    best = -1
    lowest = 0
    for place in range(t.players + 1):
        side = int(g.order[place]) if place < t.players else CENTAURIANS
        if g.combat_shown[side] >= 0 and (get(g, COMBAT_RESOLVED) >> side) & 1 == 0:
            number = card_order(g, t, side)
            if best < 0 or number < lowest:
                best = side
                lowest = number
    return best


@kernel
def card_order(g: Game, t: Tables, side: int) -> int:
    """The number of a side's card, by which it is resolved."""
    kind = g.combat_shown[side]
    return int(t.foe_order[kind]) if side == CENTAURIANS else int(t.combat_order[kind])


@kernel
def card_need(g: Game, t: Tables, side: int) -> int:
    """What a side's card requires."""
    kind = g.combat_shown[side]
    return int(t.foe_need[kind]) if side == CENTAURIANS else int(t.combat_need[kind])


@kernel
def card_need_amount(g: Game, t: Tables, side: int) -> int:
    """The amount that a side's card requires."""
    kind = g.combat_shown[side]
    return int(t.foe_need_amount[kind]) if side == CENTAURIANS else int(t.combat_need_amount[kind])


@kernel
def card_cost(g: Game, t: Tables, side: int) -> int:
    """Population that a side's card costs; the Resistance pays nothing."""
    return 0 if side == CENTAURIANS else int(t.combat_cost[g.combat_shown[side]])


@kernel
def card_row(g: Game, t: Tables, side: int, row: int, column: int) -> int:
    """A column of a row of a side's card."""
    kind = g.combat_shown[side]
    return int(t.foe_row[kind, row, column]) if side == CENTAURIANS else int(t.combat_row[kind, row, column])


@kernel
def takes_effect(g: Game, t: Tables, side: int) -> bool:
    """Whether a card takes effect: its side is still fighting and not silenced, and requirement and cost can be met."""
    if edge(g, side, sides.SILENCE) > 0 or ships_of_side(g, t, side) == 0:
        return False
    return meets_requirement(g, t, side) and population_on_board(g, t, side) >= card_cost(g, t, side)


@kernel
def meets_requirement(g: Game, t: Tables, side: int) -> bool:
    """Whether the requirement of a side's card is met."""
    need = card_need(g, t, side)
    if need >= NEEDS_DARK_RAIDER and need <= NEEDS_BATTLE_CARRIER:
        return has_class(g, t, side, need - NEEDS_DARK_RAIDER)
    if need == NEEDS_POPULATION:
        return population_on_board(g, t, side) >= card_need_amount(g, t, side)
    if need == NEEDS_SHIPS:
        return ships_of_side(g, t, side) >= card_need_amount(g, t, side)
    if need == NEEDS_FEWER_SHIPS:
        return ships_of_side(g, t, side) < enemy_ships(g, t, side)
    if need == NEEDS_FIRST_ROUND:
        return get(g, COMBAT_ROUND) == 1
    if need == NEEDS_LATER_ROUND:
        return get(g, COMBAT_ROUND) > 1
    return True


@kernel
def ships_of_side(g: Game, t: Tables, side: int) -> int:
    """A side's ships in the combat."""
    return foes_left(g, t) if side == CENTAURIANS else ships_fighting(g, t, side)


@kernel
def enemy_ships(g: Game, t: Tables, side: int) -> int:
    """The ships of all enemies of a side together."""
    count = 0
    for player in range(t.players):
        if is_enemy_side(g, side, player):
            count += ships_fighting(g, t, player)
    if side != CENTAURIANS:
        count += foes_left(g, t)
    return count


@kernel
def has_class(g: Game, t: Tables, side: int, ship_class: int) -> bool:
    """Whether a player has a ship of a class in the combat; the Resistance has none."""
    if side != CENTAURIANS:
        for ship in range(t.ships):
            if g.fighting[side, ship] == 1 and t.ship_class[ship] == ship_class:
                return True
    return False


@kernel
def population_on_board(g: Game, t: Tables, side: int) -> int:
    """Population on a player's ships in the combat; the Resistance has none."""
    cubes = 0
    if side != CENTAURIANS:
        for ship in range(t.ships):
            if g.fighting[side, ship] == 1:
                cubes += int(g.ship_cargo[side, ship])
    return cubes


@kernel
def card_is_paid(g: Game, t: Tables) -> bool:
    """Ask which ship in the combat pays the next cube for a card, unless all cubes on board are needed; True when
    paid."""
    player = int(g.order[get(g, COMBAT_PLACE)])
    if population_on_board(g, t, player) == get(g, COMBAT_CUBES):
        for ship in range(t.ships):
            if g.fighting[player, ship] == 1:
                pay_cubes(g, player, ship, int(g.ship_cargo[player, ship]))
    if get(g, COMBAT_CUBES) == 0:
        return True
    ask(g, player, choices.D_PAY_ABOARD)
    focus(g, get(g, COMBAT_HEX), -1, -1)
    return False


@kernel
def legal_pay_aboard(g: Game, t: Tables, mask: Mask) -> None:
    """The player's ships in the combat with Population on board."""
    for ship in range(t.ships):
        if g.fighting[g.actor, ship] == 1 and g.ship_cargo[g.actor, ship] > 0 and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_pay_aboard(g: Game, t: Tables, action: int) -> None:
    """Pay a cube from that ship."""
    pay_cubes(g, int(g.actor), first_factor(t, action), 1)


@kernel
def pay_cubes(g: Game, player: int, ship: int, cubes: int) -> None:
    """Move Population from a ship to the supply, to pay for a combat card."""
    if cubes > 0:
        g.ship_cargo[player, ship] -= cubes
        g.supply[player] += cubes
        add(g, COMBAT_CUBES, -cubes)
        note(g, log.E_POPULATION_PAID, player, ship, cubes, 0)


@kernel
def apply_card(g: Game, t: Tables, side: int) -> None:
    """Note a card's effects for the round and carry out immediate ones, drawing last because hands may become too
    large."""
    enemies = 0
    for place in range(t.players + 1):
        other = int(g.order[place]) if place < t.players else CENTAURIANS
        if is_enemy_side(g, side, other) and ships_of_side(g, t, other) > 0:
            enemies |= 1 << other
    for row in range(COMBAT_ROWS):
        effect = card_row(g, t, side, row, EFFECT)
        if effect >= 0:
            whom = 1 << side if card_row(g, t, side, row, WHOM) == OWN else enemies
            apply_effect(g, t, whom, effect, card_row(g, t, side, row, AMOUNT))
    draw_cards(g, t)


@kernel
def apply_effect(g: Game, t: Tables, whom: int, effect: int, amount: int) -> None:
    """Apply an effect to sides, one bit each, in turn order."""
    for place in range(t.players + 1):
        side = int(g.order[place]) if place < t.players else CENTAURIANS
        if (whom >> side) & 1 == 1:
            g.edge[side, effect] += amount
            if effect == sides.REPAIR:
                repair_side(g, t, side, amount)
            elif side != CENTAURIANS and effect == sides.RETREAT:
                retreat(g, t, side)
            elif side != CENTAURIANS and effect == sides.DISCARD:
                for _ in range(min(amount, int(g.combat_held[side]))):
                    combat_hands.discard_at_random(g, t, side)


@kernel
def repair_side(g: Game, t: Tables, side: int, amount: int) -> None:
    """Remove damage from each ship of a side."""
    if side == CENTAURIANS:
        for foe in range(foes(g)):
            if not foe_beaten(g, t, foe):
                g.foe_damage[foe] = max(0, int(g.foe_damage[foe]) - amount)
        return
    for ship in range(t.ships):
        if g.fighting[side, ship] == 1:
            g.ship_damage[side, ship] = max(0, int(g.ship_damage[side, ship]) - amount)


@kernel
def retreat(g: Game, t: Tables, player: int) -> None:
    """A player's ships go home with everything on board; they do not win and are not destroyed. The Resistance never
    retreats."""
    ships = 0
    for ship in range(t.ships):
        if g.fighting[player, ship] == 1:
            leave_ranks(g, player, ship)
            g.ship_hex[player, ship] = t.home_hex[player]
            ships += 1
    note(g, log.E_RETREATED, player, ships, 0, 0)


@kernel
def draw_cards(g: Game, t: Tables) -> None:
    """Players draw the cards they are due, in turn order; a player with too many then discards (a frame on top)."""
    for place in range(t.players):
        player = int(g.order[place])
        amount = edge(g, player, sides.DRAW)
        if amount > 0:
            g.edge[player, sides.DRAW] = 0
            combat_hands.draw_combat_cards(g, t, player, amount)


# The end of the round -----------------------------------------------------------------------------------------------


@kernel
def put_away_cards(g: Game, t: Tables) -> None:
    """Put away the round's cards and end their effects. Damage that only they made bearable destroys no ship."""
    for place in range(t.players):
        player = int(g.order[place])
        if g.combat_shown[player] >= 0:
            combat_hands.put_away_combat_card(g, t, int(g.combat_shown[player]))
    if g.combat_shown[CENTAURIANS] >= 0:
        g.foe_discard[g.combat_shown[CENTAURIANS]] += 1
    g.combat_shown[:] = -1
    g.edge[:, :] = 0
    for player in range(t.players):
        for ship in range(t.ships):
            if g.fighting[player, ship] == 1:
                g.ship_damage[player, ship] = min(int(g.ship_damage[player, ship]), combat_shield(g, t, player, ship))
