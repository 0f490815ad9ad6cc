"""Invariants 41 to 45: face-down hexes, Events and their tokens, debris, secret looks (M4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, cast

import numpy as np

from exodus_env.exodus.check.facts import Facts, players_of
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.frames import (
    COMBAT_HEX,
    EFFECTS_ROW,
    EXPLORATION_HEX,
    EXPLORATION_PLACE,
    EXPLORATION_VISITORS,
    MOVEMENT_DAMAGE,
    MOVEMENT_DEBRIS,
    MOVEMENT_LAST,
    MOVEMENT_PLACE,
    MOVEMENT_ROLLED,
    SETTING_UP_PLACE,
    SETTING_UP_SECOND_LOOK,
)
from exodus_env.exodus.rules.modules import exploration
from exodus_env.exodus.rules.setup import opening
from exodus_env.exodus.rules.stages import movement
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.facts import Array, Problems, empty, filled, pick
from exodus_env.kit.flow import STEP

MOVING: Final = (movement.MOVE, movement.HYPERSPACE)
FOLLOWING: Final = (choices.D_MOVE, choices.D_HYPERSPACE)
SECTOR_SCAN: Final = v.MODIFIER_NAMES.index("sector_scan")
TOKEN: Final = v.OPCODE_NAMES.index("token")
ASKED_FOR: Final = {choices.D_WORMHOLE: v.WORMHOLE, choices.D_BOUNTY: v.BOUNTY}


# Face-down hexes ------------------------------------------------------------------------------------------------------


def face_down(s: Facts) -> Problems:
    """Neither homes nor the centre are face down; nothing is in a face-down hex except ships that have just arrived."""
    g, t = s.g, s.t
    if not t.exploration or not s.set_up_to(opening.SPACES):
        yield from empty("face_down", g.face_down, 0, "in a game without Exploration, or before the map is dealt")
        return
    down = g.face_down[: t.hexes] == 1
    for hexagon in np.flatnonzero(down & ~t.wild):
        yield f"face_down[{hexagon}] is 1 at a home or in the centre"
    cubes, rockets = g.population.sum(axis=1), g.rocket.sum(axis=1)
    holds = g.counter + g.second_counter + g.outpost_there + g.destroyed + cubes + rockets
    for hexagon in np.flatnonzero(down & (holds[: t.hexes] > 0)):
        yield f"something is in hex {hexagon}, which is face down"
    yield from _ships_in_the_dark(s)
    if g.stage == frames.SETUP:
        yield from _face_up_at_first(s, t.wild & ~down)


def _face_up_at_first(s: Facts, up: Array) -> Problems:
    """Before turn 1 only planets that players chose (M5) and second starting hexes (EoE) are face up."""
    g, t = s.g, s.t
    up[t.start_space[np.flatnonzero(g.given_planet >= 0)].reshape(-1)] = False
    for player in s.players if not t.eoe else ():
        spaces = t.start_space[player]
        if up[spaces].sum() > t.new_planets:
            yield f"more than one hex beside the home of player {player} is face up"
        up[spaces] = False
    up[g.second_start[g.second_start >= 0]] = False
    for hexagon in np.flatnonzero(up):
        yield f"face_down[{hexagon}] is 0 before turn 1"


def _ships_in_the_dark(s: Facts) -> Problems:
    """Ships pass face-down hexes during movement, and wait there until the hex is explored, hex by hex."""
    if s.frame(frames.MOVEMENT) is not None:
        return
    frame = s.frame(frames.EXPLORATION)
    explored = s.t.hexes if frame is None else frame[EXPLORATION_HEX]
    where = s.g.ship_hex
    for player, ship in np.argwhere((where >= 0) & (s.g.face_down[where] == 1) & (where <= explored)):
        yield f"ship {ship} of player {player} is in hex {int(where[player, ship])}, which is face down"


def looks(s: Facts) -> Problems:
    """Players look beside their home, in turn order, before turn 1: once, or twice if a hex is turned up."""
    g, t = s.g, s.t
    if not t.exploration or not (g.look >= 0).any():
        yield from empty("look", g.look, -1, "in a game without Exploration")
        yield from empty("look_second", g.look_second, -1, "and nobody has looked at all")
        return
    if not flips_looks(s):
        yield from empty("look_second", g.look_second, -1, "where no hex is flipped that was looked at")
    for player in np.flatnonzero((g.look_second >= 0) & ((g.look < 0) | (g.look == g.look_second))):
        yield f"look_second[{player}] is {int(g.look_second[player])}, the first look {int(g.look[player])}"
    frame = s.frame(frames.SETTING_UP)
    for name, asked in (("look", 1), ("look_second", 0)):
        waiting = [] if frame is None else _waiting_to_look(s, frame, asked)
        for player in np.flatnonzero(getattr(g, name) >= 0):
            hexagon = int(getattr(g, name)[player])
            if player in waiting or hexagon not in t.neighbour[t.home_hex[player]] or not t.wild[hexagon]:
                yield f"{name}[{player}] is {hexagon}"
            elif frame is not None and not g.face_down[hexagon] and hexagon not in g.second_start:
                yield f"{name}[{player}] is {hexagon}, which is face up"


def _waiting_to_look(s: Facts, frame: list[int], asked: int) -> list[int]:
    """Players who have yet to look; if a second look is being asked, that player has had `asked` looks of it."""
    if s.set_up_to(opening.LOOKS) and frame[STEP] != opening.LOOKS:
        return []
    first = frame[SETTING_UP_PLACE] + asked * frame[SETTING_UP_SECOND_LOOK] if frame[STEP] == opening.LOOKS else 0
    return cast(list[int], s.g.order[max(0, first) : s.t.players].tolist())


def flips_looks(s: Facts) -> bool:
    """Whether players start on a hex they have looked at."""
    return bool(s.t.eoe and s.t.exploration and not s.t.new_planets)


# Events ---------------------------------------------------------------------------------------------------------------


def events(s: Facts) -> Problems:
    """Each Event is in the deck or has been seen, one for each explored hex; one is resolved while a hex is
    explored."""
    g, t = s.g, s.t
    if (
        not t.exploration
        and g.event_left == 0
        and g.exploring < 0
        and g.event < 0
        and s.frame(frames.EXPLORATION) is None
    ):
        return  # the bounds leave no room for an Event
    yield from filled("event_deck", g.event_deck, g.event_left)
    found = np.bincount(g.event_deck[g.event_deck >= 0], minlength=len(g.event_seen)) + g.event_seen
    for kind in np.flatnonzero(found != t.event_copies):
        yield f"{int(found[kind])} Events of kind {kind}, should be {int(t.event_copies[kind])}"
    frame = s.frame(frames.EXPLORATION)
    if frame is None:
        if g.exploring >= 0 or g.event >= 0:
            yield f"exploring is {g.exploring} and event {g.event} when nothing is explored"
    elif (
        not t.exploration
        or frame[STEP] != exploration.RESOLVE
        or (g.exploring != frame[EXPLORATION_HEX] or g.event < 0)
    ):
        yield f"exploring is {g.exploring} and event {g.event} in frame {frame}"
    else:
        yield from _explored(s, frame)
    if t.exploration and s.is_dealt:
        up, seen = int(t.wild.sum() - g.face_down.sum()), int(g.event_seen.sum())
        cards = int(t.event_copies.sum())
        begun = len(set(g.second_start[g.second_start >= 0].tolist()))
        # The least and the most hexes that are face up from the start
        least, most = (begun, begun) if t.eoe else (0, t.players if t.new_planets else 0)
        if not min(up - most, cards) <= seen <= min(up - least, cards):
            yield f"{seen} Events seen and {up} hexes face up"


def _explored(s: Facts, frame: list[int]) -> Problems:
    """The hex is face up and nothing is on its planet yet; players still to come have ships there."""
    g, t, hexagon = s.g, s.t, s.g.exploring
    if not t.wild[hexagon] or g.face_down[hexagon] or g.counter[hexagon] or g.second_counter[hexagon]:
        yield f"hex {hexagon} is explored, which is face down, or has resources already"
    if not g.event_seen[g.event]:
        yield f"event is {g.event}, which was not seen"
    there = set(np.flatnonzero((g.ship_hex == hexagon).any(axis=1)).tolist())
    came = players_of(frame[EXPLORATION_VISITORS])
    if not came or not came <= set(s.players) or not there <= came:
        yield f"players {sorted(there)} are in hex {hexagon}, which {sorted(came)} explore"
    for place in range(max(0, frame[EXPLORATION_PLACE]), t.players):
        if int(g.order[place]) in came - there:
            yield f"player {int(g.order[place])} has left hex {hexagon} before the Event"
    if g.decision == choices.D_IGNORE_EVENT and g.actor >= 0:
        if t.event_sort[g.event] != v.BANE or g.modifier[g.actor, SECTOR_SCAN] <= 0 or g.actor not in came:
            yield f"player {g.actor} may ignore Event {g.event}"


def tokens(s: Facts) -> Problems:
    """Tokens of Events that were seen are where they may be, and nobody fights where there is no combat."""
    g, t = s.g, s.t
    seen = {token for kind in np.flatnonzero(g.event_seen) for token in _tokens_of(s.rules)[kind]}
    placed = (g.wormhole.max(), g.bounty, g.no_combat, g.interest)
    for token, where in enumerate(placed):
        if where >= 0 and token not in seen:
            yield f"the token {v.TOKENS[token]} lies on {int(where)}, and its Event was not seen"
    first, second = g.wormhole.tolist()
    if (first < 0) != (second < 0) or (first == second >= 0):
        yield f"wormhole is {[first, second]}"
    elif first >= 0 and (not _is_explored(s, first) or t.home_of[second] >= 0):
        yield f"wormhole is {[first, second]}, from an unexplored hex or to a home"
    if g.no_combat >= 0 and not _is_explored(s, g.no_combat):
        yield f"no_combat is {g.no_combat}, which was not explored"
    if g.interest >= 0 and not (_is_explored(s, g.interest) and s.land[g.interest]):
        yield f"interest is {g.interest}, where there is no planet"
    frame = s.frame(frames.COMBAT)
    if frame is not None and g.no_combat >= 0 and frame[COMBAT_HEX] == g.no_combat:
        yield f"a combat in hex {g.no_combat}, where nobody fights"
    if g.decision in ASKED_FOR:
        token = ASKED_FOR[g.decision]
        row = s.top[EFFECTS_ROW] if 0 <= s.top[EFFECTS_ROW] < len(t.effect) else 0
        if t.effect[row, 0] != TOKEN or t.effect[row, 2] != token or placed[token] >= 0:
            yield f"{choices.DECISIONS[g.decision][0]} asked in row {row}, the token lies on {int(placed[token])}"
        if g.exploring < 0 or g.focus_hex != g.exploring:
            yield f"{choices.DECISIONS[g.decision][0]} asked about hex {g.focus_hex}, explored is {g.exploring}"


def _is_explored(s: Facts, hexagon: int) -> bool:
    """Whether a hex was face down at first and is now face up."""
    return bool(s.t.wild[hexagon] and not s.g.face_down[hexagon])


@lru_cache(maxsize=64)
def _tokens_of(rules: Ruleset) -> list[set[int]]:
    """The tokens that each kind of Event places."""
    return [{effect.a for effect in event.effects if effect.do == "token"} for event in rules.content.events]


# Debris ---------------------------------------------------------------------------------------------------------------


def debris(s: Facts) -> Problems:
    """Ships that have just entered debris are noted until their dice are rolled: the mover's, or with orders all."""
    g, t, frame = s.g, s.t, s.frame(frames.MOVEMENT)
    if frame is None or not t.exploration or frame[STEP] not in (*MOVING, movement.DEBRIS):
        yield from empty("entered", g.entered, 0, "outside movement through debris")
        return
    by_orders = t.movement == movement.SIMULTANEOUS and frame[MOVEMENT_LAST] == 0
    now = frame[MOVEMENT_PLACE]
    rolling = {int(g.order[place]) for place in s.players if place == now or (by_orders and place > now)}
    group = set()
    for player, ship in np.argwhere(g.entered).tolist():
        hexagon = int(g.ship_hex[player, ship])
        idle = not by_orders and g.moved[player, ship] == 0
        if player not in rolling or g.modifier[player, SECTOR_SCAN] > 0 or idle or pick(g.destroyed, hexagon) != 1:
            yield f"ship {ship} of player {player} has entered debris in hex {hexagon}"
        if player == g.actor:
            group.add(hexagon)
    if frame[STEP] in MOVING:
        if any(frame[column] for column in (MOVEMENT_DAMAGE, MOVEMENT_DEBRIS, MOVEMENT_ROLLED)):
            yield f"debris is passed in frame {frame}, while ships move"
        if g.decision in FOLLOWING and group != ({g.focus_hex} if g.focus_hex >= 0 else set()):
            yield f"ships follow to hex {g.focus_hex}, others have entered debris in {sorted(group)}"
    elif frame[MOVEMENT_ROLLED] != 1 or frame[MOVEMENT_DAMAGE] < 1 or frame[MOVEMENT_DEBRIS] not in group:
        yield f"damage of debris is assigned in frame {frame}, and no ship entered"
