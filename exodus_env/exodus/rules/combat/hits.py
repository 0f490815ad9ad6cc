"""The hits of a combat round: assigned in reverse turn order or by the targeting rules, and applied together."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import FOES, PLAYERS, SHIPS
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import SCORE_COMBAT, is_twin, score_vp
from exodus_env.exodus.rules.combat import sides
from exodus_env.exodus.rules.combat.sides import (
    CENTAURIANS,
    combat_shield,
    damage_foe,
    damage_ship,
    edge,
    foe_shield,
    foes,
    foes_follow_rules,
    is_enemy,
    is_enemy_side,
    is_foe_target,
    is_open_target,
    is_target,
    is_wave,
    open_decoy,
    wave_shield,
)
from exodus_env.exodus.rules.frames import AGAINST_STRONGHOLD, COMBAT_HEX, COMBAT_KIND, COMBAT_LONE, COMBAT_PLACE
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.choices import allow, allow_pair, family_of, first_factor, relative_seat, seat, second_factor
from exodus_env.kit.flow import add, ask, focus, get
from exodus_env.kit.kernel import Mask, kernel

STEP_OF_WORTH: Final = 64  # more than any number the targeting rules compare
HOPELESS: Final = 999  # more than any number of hits

# The order of classes in the targeting rules: War Cruisers, Fighters, Battle Carriers, Dark Raiders.
STRUCK_FIRST: Final = tuple(
    ("war_cruiser", "fighter", "battle_carrier", "dark_raider").index(name) for name in SHIP_CLASSES
)

# By choice ----------------------------------------------------------------------------------------------------------


@kernel
def hits_are_assigned(g: Game, t: Tables) -> bool:
    """Ask for the next hit of the side whose turn it is; hits that cannot matter are dropped. True when all are
    assigned."""
    while get(g, COMBAT_PLACE) >= -1:
        side = side_to_act(g)
        if g.rolled[side] > 0 and has_target(g, t, side):
            if side == CENTAURIANS and foes_follow_rules(g, t):
                g.rolled[side] -= 1
                strike_ship(g, t, -1)
                continue
            if side == CENTAURIANS:
                ask(g, (get(g, COMBAT_LONE) + 1) % t.players, choices.D_HIT)
            else:
                ask(g, side, choices.D_HIT)
            focus(g, get(g, COMBAT_HEX), side if side < PLAYERS else -1, -1)
            return False
        g.rolled[side] = 0
        add(g, COMBAT_PLACE, -1)
    return True


@kernel
def side_to_act(g: Game) -> int:
    """The side that assigns or cancels hits; the Centaurians come after the first player, counted down."""
    return CENTAURIANS if get(g, COMBAT_PLACE) < 0 else int(g.order[get(g, COMBAT_PLACE)])


@kernel
def has_target(g: Game, t: Tables, side: int) -> bool:
    """Whether a side has an enemy ship on which a hit can still matter."""
    for player in range(t.players):
        if is_enemy(g, side, player):
            for ship in range(t.ships):
                if is_target(g, t, player, ship):
                    return True
    if side != CENTAURIANS:
        for foe in range(FOES):
            if is_foe_target(g, t, foe):
                return True
    return False


@kernel
def legal_hit(g: Game, t: Tables, mask: Mask) -> None:
    """Enemy ships on which a hit can matter; if a player has a decoy, only the decoy until it is doomed."""
    side = side_to_act(g)
    for player in range(t.players):
        if is_enemy(g, side, player):
            relative = relative_seat(t, g.actor, player)
            decoy = open_decoy(g, t, player)
            if decoy >= 0:
                allow_pair(t, mask, choices.HIT, relative, decoy, t.ships)
                continue
            for ship in range(t.ships):
                if is_target(g, t, player, ship) and not is_twin(g, t, player, ship):
                    allow_pair(t, mask, choices.HIT, relative, ship, t.ships)
    if side != CENTAURIANS:
        for foe in range(FOES):
            if is_foe_target(g, t, foe):
                allow(t, mask, choices.HIT_FOE, foe)


@kernel
def choose_hit(g: Game, t: Tables, action: int) -> None:
    """Assign one hit."""
    g.rolled[side_to_act(g)] -= 1
    if family_of(t, action) == choices.HIT_FOE:
        g.foe_hits[first_factor(t, action)] += 1
    else:
        g.hits[seat(t, g.actor, first_factor(t, action)), second_factor(t, action)] += 1


# By the targeting rules ---------------------------------------------------------------------------------------------


@kernel
def strike_first(g: Game, t: Tables) -> None:
    """Apply the damage that squadrons and the Stronghold deal besides their dice, before any hit is assigned."""
    if get(g, COMBAT_KIND) == AGAINST_STRONGHOLD:
        for player in range(t.players):
            for ship in range(t.ships):
                g.hits[player, ship] += g.fighting[player, ship]
    elif t.coop == 0:
        g.rolled[CENTAURIANS] += t.squadron_damage * g.squadron[get(g, COMBAT_HEX)]
    else:
        for place in range(t.players):
            for _ in range(t.squadron_damage):
                strike_ship(g, t, int(g.order[place]))


@kernel
def strike_ship(g: Game, t: Tables, only: int) -> None:
    """Assign a hit by the targeting rules, to ships of one player or (-1) of all; to a doomed ship if all are
    doomed."""
    chosen = ship_struck(g, t, only, False)
    if chosen < 0:
        chosen = ship_struck(g, t, only, True)
    if chosen >= 0:
        g.hits[chosen // SHIPS, chosen % SHIPS] += 1


@kernel
def ship_struck(g: Game, t: Tables, only: int, doomed: bool) -> int:
    """The ship that the targeting rules pick, as player * SHIPS + ship, among doomed or other ships; -1 if none.

    The most cannon dice; then the least damage still needed; then the most Population; then class; then chance.
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
            possible = is_target(g, t, player, ship) if doomed else is_open_target(g, t, player, ship)
            if possible and (decoy < 0 or ship == decoy):
                worth = target_worth(g, t, player, ship)
                if worth > best:
                    best = worth
                    tied = 0
                if worth == best:
                    tied += 1
                    if tied == 1 or below(g, PLAY, tied) == 0:
                        chosen = player * SHIPS + ship
    return chosen


@kernel
def target_worth(g: Game, t: Tables, player: int, ship: int) -> int:
    """How the targeting rules rank a ship, as one number."""
    ship_class = int(t.ship_class[ship])
    left = combat_shield(g, t, player, ship) - int(g.ship_damage[player, ship]) - int(g.hits[player, ship])
    worth = int(g.dice[player, ship_class])
    worth = worth * STEP_OF_WORTH + (STEP_OF_WORTH - 1 - max(0, left))
    worth = worth * STEP_OF_WORTH + int(g.ship_cargo[player, ship])
    return worth * STEP_OF_WORTH + (STEP_OF_WORTH - 1 - STRUCK_FIRST[ship_class])


# Cancelled by combat cards (Edge of Extinction) -----------------------------------------------------------------------


@kernel
def hits_are_cancelled(g: Game, t: Tables) -> bool:
    """In reverse turn order each side says which hits its card cancels, the Centaurians last; True when all have.

    Nobody is asked if all hits are cancelled, nor for the Centaurians if rules decide for them.
    """
    while get(g, COMBAT_PLACE) >= -1:
        side = side_to_act(g)
        left = edge(g, side, sides.ABSORB)
        if left > 0 and hits_on(g, t, side) > left:
            if side == CENTAURIANS and foes_follow_rules(g, t):
                cancel_hit(g, CENTAURIANS, foe_to_save(g, t, left))
                continue
            ask(g, (get(g, COMBAT_LONE) + 1) % t.players if side == CENTAURIANS else side, choices.D_CANCEL_HIT)
            focus(g, get(g, COMBAT_HEX), -1, -1)
            return False
        if left > 0:
            cancel_all_hits(g, t, side)
        add(g, COMBAT_PLACE, -1)
    return True


@kernel
def hits_on(g: Game, t: Tables, side: int) -> int:
    """Hits assigned to the ships of a side."""
    hits = 0
    if side == CENTAURIANS:
        for foe in range(FOES):
            hits += int(g.foe_hits[foe])
        return hits
    for ship in range(t.ships):
        hits += int(g.hits[side, ship])
    return hits


@kernel
def legal_cancel_hit(g: Game, t: Tables, mask: Mask) -> None:
    """The player's ships with a hit, or those of the Resistance if the player acts for it."""
    if side_to_act(g) == CENTAURIANS:
        for foe in range(FOES):
            if g.foe_hits[foe] > 0:
                allow(t, mask, choices.CANCEL_FOE_HIT, foe)
        return
    for ship in range(t.ships):
        if g.hits[g.actor, ship] > 0 and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.SHIP, ship)


@kernel
def choose_cancel_hit(g: Game, t: Tables, action: int) -> None:
    """Cancel a hit on that ship."""
    cancel_hit(g, side_to_act(g), first_factor(t, action))


@kernel
def cancel_hit(g: Game, side: int, ship: int) -> None:
    """Cancel a hit on a ship of a side; the side's card can then cancel one less."""
    g.edge[side, sides.ABSORB] -= 1
    if side == CENTAURIANS:
        g.foe_hits[ship] -= 1
        note(g, log.E_HIT_CANCELLED, side, g.foe_card[ship], 0, 0)
    else:
        g.hits[side, ship] -= 1
        note(g, log.E_HIT_CANCELLED, side, ship, 0, 0)


@kernel
def cancel_all_hits(g: Game, t: Tables, side: int) -> None:
    """Cancel all hits on a side."""
    for ship in range(FOES if side == CENTAURIANS else int(t.ships)):
        for _ in range(int(g.foe_hits[ship] if side == CENTAURIANS else g.hits[side, ship])):
            cancel_hit(g, side, ship)


@kernel
def foe_to_save(g: Game, t: Tables, left: int) -> int:
    """The Centaurian ship on which cancelling a hit helps most: one that the remaining cancellations can still save.

    Of several, the one with the fewest excess hits, then the one worth the most VP. Otherwise one that survives its
    hits, or any.
    """
    best = -1
    least = 0
    for foe in range(FOES):
        if g.foe_hits[foe] == 0:
            continue
        beyond = int(g.foe_damage[foe]) + int(g.foe_hits[foe]) - foe_shield(g, t, foe)
        rank = HOPELESS if beyond > left else (beyond if beyond > 0 else HOPELESS - 1)
        rank = rank * STEP_OF_WORTH - int(t.resistance_vp[g.foe_card[foe]])
        if best < 0 or rank < least:
            best = foe
            least = rank
    return best


# Damage -------------------------------------------------------------------------------------------------------------


@kernel
def apply_hits(g: Game, t: Tables) -> None:
    """Apply all damage at once; ships with more damage than shield are destroyed."""
    for player in range(t.players):
        for ship in range(t.ships):
            if g.fighting[player, ship] == 0:
                continue
            damage = int(g.hits[player, ship])
            g.hits[player, ship] = 0
            if damage > 0:
                note(g, log.E_SHIP_HIT, player, ship, damage, 0)
            if damage_ship(g, t, player, ship, damage):
                reward_hunters(g, t, player)
    if is_wave(g):
        apply_hits_to_wave(g, t)
        return
    for foe in range(foes(g)):
        damage = int(g.foe_hits[foe])
        g.foe_hits[foe] = 0
        if damage > 0:
            note(g, log.E_FOE_HIT, get(g, COMBAT_HEX), g.foe_card[foe], damage, 0)
        if damage_foe(g, t, foe, damage):
            reward_hunters(g, t, CENTAURIANS)


@kernel
def reward_hunters(g: Game, t: Tables, loser: int) -> None:
    """A ship was destroyed: score VP for enemies whose combat card says so, unless players win together."""
    if t.coop == 1:
        return
    for player in range(t.players):
        if is_enemy_side(g, player, loser):
            score_vp(g, player, SCORE_COMBAT, edge(g, player, sides.BOUNTY))


@kernel
def apply_hits_to_wave(g: Game, t: Tables) -> None:
    """More damage than shield destroys one squadron or one level, and no more than one per round."""
    if g.foe_hits[0] > 0:
        note(g, log.E_FOE_HIT, get(g, COMBAT_HEX), -1, g.foe_hits[0], 0)
    g.foe_damage[0] += g.foe_hits[0]
    g.foe_hits[0] = 0
    if g.foe_damage[0] <= wave_shield(g, t):
        return
    g.foe_damage[0] = 0
    if get(g, COMBAT_KIND) == AGAINST_STRONGHOLD:
        g.stronghold -= 1
        note(g, log.E_LEVEL_DESTROYED, g.stronghold, 0, 0, 0)
    else:
        destroy_squadron(g, t, get(g, COMBAT_HEX))
    g.dealt[:] = 0


@kernel
def destroy_squadron(g: Game, t: Tables, hexagon: int) -> None:
    """Return a squadron to the supply. In a semi-co-operative game, whoever hit it most scores; if tied, the first
    in turn order."""
    g.squadron[hexagon] -= 1
    g.squadron_supply += 1
    best = int(g.order[0])
    for place in range(t.players):
        if g.dealt[g.order[place]] > g.dealt[best]:
            best = int(g.order[place])
    if t.coop == 0:
        score_vp(g, best, SCORE_COMBAT, t.squadron_vp)
    note(g, log.E_SQUADRON_DESTROYED, hexagon, -1 if t.coop == 1 else best, t.squadron_vp, 0)
