"""Invariants 54 to 57 of Edge of Extinction: factions, starts, cards for once, planetary upgrades; its decisions."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus.check.exploration import flips_looks
from exodus_env.exodus.check.facts import CENTAURIANS, Facts, players_of
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import begin, choices, frames
from exodus_env.exodus.rules.frames import (
    ACTION_STAGE_CUBES,
    ACTION_STAGE_OWNER,
    BUILDING_SHIP,
    COMBAT_CUBES,
    COMBAT_DEFLECTED,
    COMBAT_KIND,
    COMBAT_LONE,
    COMBAT_PLACE,
    COMBAT_PLAYERS,
    COMBAT_ROUND,
    CONQUEST_RAIDED,
    LEARN_FREE_HEX,
    LEARN_FREE_SOURCE,
    MOVEMENT_SHIP,
    PERFORM_ACTION,
    SETTING_UP_BEGUN,
    SETTING_UP_PLACE,
)
from exodus_env.exodus.rules.setup import new_game, opening
from exodus_env.exodus.rules.stages import conquest
from exodus_env.kit.facts import Problems, empty, pick
from exodus_env.kit.flow import KIND, STEP

AWAY_FROM_HOME: Final = (v.CLONE_FACTORY, v.SPACE_PORT)  # planetary upgrades that may not be where their buyer lives
ABSORB: Final = v.COMBAT_EFFECT_NAMES.index("absorb")
DARK_RAIDER: Final = v.SHIP_CLASSES.index("dark_raider")
MODIFIERS: Final = {name: number for number, name in enumerate(v.MODIFIER_NAMES)}
# The lasting value without which a player is not asked
ABLE: Final = {
    choices.D_CORRUPT: MODIFIERS["corrupt_politics"],
    choices.D_VISION: MODIFIERS["visionary_politics"],
    choices.D_PAY_FROM: MODIFIERS["react_anywhere"],
    choices.D_DECOY: MODIFIERS["basic_tactics"],
    choices.D_SACRIFICE: MODIFIERS["advanced_tactics"],
    choices.D_SACRIFICE_TARGET: MODIFIERS["advanced_tactics"],
    choices.D_DEFLECT: MODIFIERS["fringe_tactics"],
    choices.D_DEFLECT_TO: MODIFIERS["fringe_tactics"],
    choices.D_COMMANDO_TARGET: MODIFIERS["commandos"],
}

# Factions -------------------------------------------------------------------------------------------------------------


def factions(s: Facts) -> Problems:
    """No two players have the same faction; factions are dealt, configured, or chosen in turn order."""
    g, t = s.g, s.t
    if not t.eoe:
        return  # the bounds leave no room for any
    frame = s.frame(frames.SETTING_UP)
    chosen = t.players
    if t.faction_mode == new_game.CHOSEN and frame is not None and not s.set_up_to(opening.TYPES):
        chosen = frame[SETTING_UP_PLACE]
    for place in s.players:
        player = int(g.order[place])
        if (g.faction[player] >= 0) != (place < chosen):
            yield f"faction[{player}] is {int(g.faction[player])} when {chosen} players have chosen"
    taken = g.faction[g.faction >= 0].tolist()
    if len(set(taken)) < len(taken):
        yield f"faction is {g.faction[: t.players].tolist()}"
    for player, faction in enumerate(t.faction_seat[: t.players]):
        if 0 <= faction != g.faction[player]:
            yield f"faction[{player}] is {int(g.faction[player])}, should be {int(faction)}"


def removed_cards(s: Facts) -> Problems:
    """Only action cards that a faction can play once leave the game."""
    g, t = s.g, s.t
    if not t.eoe:
        yield from empty("removed", g.removed, 0, "in a game without Edge of Extinction")
        return
    for player, card in np.argwhere(g.removed == 1):
        faction = int(g.faction[player])
        hand = s.rules.content.hand(s.rules.content.factions[faction].id) if faction >= 0 else ()
        if card >= len(hand) or not hand[card].once:
            yield f"removed[{player}, {card}] is 1, and the card can be played more than once"
    if g.turn == 1 and g.stage < frames.ACTIONS_STAGE:
        yield from empty("removed", g.removed, 0, "before the first action")


# Second starting hexes ------------------------------------------------------------------------------------------------


def second_starts(s: Facts) -> Problems:
    """Everybody starts on a second hex, face up beside home: the chosen planet, or settled one after another."""
    g, t, frame = s.g, s.t, s.frame(frames.SETTING_UP)
    if not t.eoe:
        yield from empty("second_start", g.second_start, -1, "in a game without Edge of Extinction")
        return
    begun = set(s.players)
    if frame is not None and not s.set_up_to(opening.BARRIERS):
        places = frame[SETTING_UP_BEGUN] if frame[STEP] == opening.START_HEXES else 0
        begun = {
            next_to_begin(s, [*frame[:SETTING_UP_BEGUN], place, *frame[SETTING_UP_BEGUN + 1 :]])
            for place in range(places)
        }
    for player in s.players:
        hexagon = int(g.second_start[player])
        raiders = t.ship_class[: t.ships] == DARK_RAIDER
        if player not in begun and (g.supply[player] < 1 or (g.ship_hex[player, : t.ships][raiders] >= 0).all()):
            yield f"player {player} has nothing to begin with on a second hex"
        if hexagon < 0:
            if player in begun:
                yield f"second_start[{player}] is -1 after that player's turn"
            continue
        if hexagon not in t.neighbour[t.home_hex[player]] or not t.wild[hexagon]:
            yield f"second_start[{player}] is {hexagon}, which is not beside home"
        if player in begun:
            if g.face_down[hexagon]:
                yield f"second_start[{player}] is {hexagon}, which is face down"
            if flips_looks(s) and g.look[player] >= 0 and hexagon not in (g.look[player], g.look_second[player]):
                yield f"second_start[{player}] is {hexagon}, at which the player did not look"
        elif not t.new_planets or hexagon not in t.start_space[player] or g.planet[hexagon] < 0:
            yield f"second_start[{player}] is {hexagon} before that player's turn, where no planet was chosen"


def next_to_begin(s: Facts, frame: list[int]) -> int:
    """Who settles the next second starting hex: in turn order if anybody has looked, otherwise in reverse."""
    begun = frame[SETTING_UP_BEGUN]
    return pick(s.g.order, begun if flips_looks(s) else s.t.players - 1 - begun)


# Planetary upgrades ---------------------------------------------------------------------------------------------------


def planetary(s: Facts) -> Problems:
    """Upgrades are on planets, with tokens of players who know the technology, one defence each, and no useless ones
    at home."""
    g, t = s.g, s.t
    upgrades = g.planetary[: t.hexes]
    for hexagon, kind in np.argwhere((upgrades > 0) & ~s.land[:, None]):
        yield f"planetary[{hexagon}, {kind}] is {int(upgrades[hexagon, kind])}, and there is no planet"
    for hexagon in np.flatnonzero((upgrades[:, v.SDS] > 0) & (upgrades[:, v.ASDS] > 0)):
        yield f"an SDS and an ASDS in hex {hexagon}"
    for player in s.players if t.eoe else ():
        tokens = (upgrades == player + 1).sum(axis=0)
        for kind in np.flatnonzero(tokens):
            if tokens[kind] > t.planetary_limit[kind] or not g.technology[player, t.planetary_technology[kind]]:
                what = f"{int(tokens[kind])} of {v.PLANETARY[kind]}"
                yield f"player {player} bought {what}, without the tokens or the technology"
        for kind in AWAY_FROM_HOME:
            if upgrades[t.home_hex[player], kind] == player + 1:
                yield f"player {player} has a {v.PLANETARY[kind]} at home"


# Decisions ------------------------------------------------------------------------------------------------------------


def asked(s: Facts) -> Problems:
    """A decision of Edge of Extinction is asked of a player who can take it, and there is something to choose."""
    g, top, name = s.g, s.top, choices.DECISIONS[s.g.decision][0]
    if g.decision in ABLE and pick(g.modifier, g.actor, ABLE[g.decision]) <= 0:
        yield f"{name} asked of player {g.actor}, who is not able to"
    if not s.t.eoe and top[KIND] == frames.CONQUEST and top[STEP] in (conquest.LATE_UNCLOAK, conquest.RESISTANCE):
        yield f"{name} asked in a game without Edge of Extinction, in frame {top}"
    if g.actor >= 0 and not _can_choose(s):
        yield f"{name} asked of player {g.actor}, who has nothing to choose, in frame {top}"
    if g.decision == choices.D_PAY_FROM and g.focus_player != top[ACTION_STAGE_OWNER]:
        yield f"focus_player is {g.focus_player} in {name}, should be {top[ACTION_STAGE_OWNER]}"
    if g.decision == choices.D_COPY_TECHNOLOGY:
        where = top[LEARN_FREE_HEX] if top[LEARN_FREE_SOURCE] == begin.BY_LANDING else -1
        if top[LEARN_FREE_SOURCE] == begin.BY_CARD or g.focus_hex != where:
            yield f"{name} asked about hex {g.focus_hex} in frame {top}"
    if g.decision == choices.D_FREE_TECHNOLOGY and top[LEARN_FREE_SOURCE] != begin.BY_CARD:
        yield f"{name} asked in frame {top}"


def _can_choose(s: Facts) -> bool:
    """Whether the player who must decide has what the decision is about."""
    g, t, top, actor = s.g, s.t, s.top, s.g.actor
    fighting = g.fighting[actor]
    if g.decision == choices.D_DISCARD:
        return bool(g.combat_hand[actor].sum() > t.combat_limit)
    if g.decision == choices.D_COMBAT_CARD:
        return bool(fighting.any() and g.combat_hand[actor].any() and g.combat_chosen[actor] < 0)
    if g.decision == choices.D_FOE_CARD:
        return bool(top[COMBAT_LONE] >= 0 and top[COMBAT_ROUND] == 1 and g.foe_offer.min() >= 0)
    if g.decision == choices.D_DECOY:
        return bool(fighting.sum() > 1 and g.decoy[actor] < 0)
    if g.decision == choices.D_SACRIFICE:
        return bool((fighting[: t.ships] * (t.ship_class[: t.ships] == DARK_RAIDER)).any())
    if g.decision == choices.D_SACRIFICE_TARGET:
        enemies = g.foe_card.max() >= 0 or np.delete(g.fighting, actor, 0).any()
        enemies |= top[COMBAT_KIND] == frames.AGAINST_STRONGHOLD
        return bool(actor in players_of(top[COMBAT_PLAYERS]) and enemies)
    if g.decision == choices.D_DEFLECT:
        return bool(fighting.sum() > 1 and g.hits[actor].any())
    if g.decision == choices.D_DEFLECT_TO:
        return bool(fighting.sum() > 1 and pick(g.hits, actor, top[COMBAT_DEFLECTED] - 1) > 0)
    if g.decision == choices.D_CANCEL_HIT:
        side, hits = (actor, g.hits[actor]) if top[COMBAT_PLACE] >= 0 else (CENTAURIANS, g.foe_hits)
        return bool(0 < g.edge[side, ABSORB] < hits.sum())
    if g.decision == choices.D_PAY_ABOARD:
        card = int(g.combat_shown[actor])
        aboard = g.ship_cargo[actor][fighting == 1].sum()
        return card >= 0 and bool(top[COMBAT_CUBES] <= t.combat_cost[card] and top[COMBAT_CUBES] < aboard)
    if g.decision == choices.D_SETTLE:
        return bool(g.supply[actor] > 0 and g.population[:, actor].any())
    if g.decision == choices.D_PAY_FROM:
        payable = bool(g.population[:, actor].sum() >= top[ACTION_STAGE_CUBES])
        return payable and pick(g.shown, top[ACTION_STAGE_OWNER]) >= 0
    if g.decision == choices.D_COMMANDO_TARGET:
        return g.focus_hex == top[CONQUEST_RAIDED] - 1 and bool(np.delete(g.population[g.focus_hex], actor).any())
    if g.decision == choices.D_BUILD_AT:
        built = top[KIND] != frames.PERFORM or top[PERFORM_ACTION] == v.BUILD
        return bool(built and (g.ship_hex[actor, : t.ships][t.ship_class[: t.ships] == top[BUILDING_SHIP]] < 0).any())
    if g.decision == choices.D_HYPERSPACE_TO:
        ship = top[MOVEMENT_SHIP] - 1
        return _leaves(s, ship) and g.focus_card == ship and g.focus_hex == g.ship_hex[actor, ship]
    if g.decision == choices.D_HYPERSPACE:
        return any(_leaves(s, ship) for ship in range(t.ships))
    if g.decision == choices.D_OFFICE:
        return bool(g.new_place[actor] < 0)
    return True


def _leaves(s: Facts, ship: int) -> bool:
    """Whether a ship of the player who must decide has an unused Hyperspace Drive."""
    g, actor = s.g, s.g.actor
    if not 0 <= ship < s.t.ships or g.ship_hex[actor, ship] < 0 or g.moved[actor, ship]:
        return False
    return bool(g.hyperspace[actor, s.t.ship_class[ship]])
