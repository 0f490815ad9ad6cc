"""Invariants 47 to 50: Jump Gates (M7), Satellites (M8), Energy Barriers (M9) and Leaders (M10)."""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.frames import (
    JUMPS_GATE,
    JUMPS_JUMPED,
    JUMPS_PLACE,
    JUMPS_SOURCE,
    PERFORM_ACTION,
    PERFORM_PLAYER,
    PERFORM_STRUCTURES,
    SETTING_UP_PLACE,
)
from exodus_env.exodus.rules.modules import structures
from exodus_env.exodus.rules.setup import opening
from exodus_env.kit.facts import Problems, empty, filled, pick
from exodus_env.kit.flow import KIND, STEP

BUILT: Final = {structures.GATE_BUILT: "gate", structures.SATELLITE_BUILT: "satellite"}


# Structures -----------------------------------------------------------------------------------------------------------


def gates(s: Facts) -> Problems:
    """A player's Jump Gates are in different explored hexes that ships can enter."""
    g, t = s.g, s.t
    if t.gates:
        for player in s.players:
            yield from _distinct(s, "gate", player)
        for hexagon in set(g.gate[g.gate >= 0].tolist()):
            if g.face_down[hexagon] or _is_closed(s, hexagon):
                yield f"a gate in hex {hexagon}, which is face down or closed"
    frame = s.frame(frames.JUMPS)
    if frame is not None:
        yield from _jump(s, frame)
    yield from _built(s)


def _distinct(s: Facts, field: str, player: int) -> Problems:
    """A player's structures of a kind fill their spaces from the left, each in a different hex."""
    row = getattr(s.g, field)[player]
    built = row[row >= 0].tolist()
    yield from filled(f"{field}[{player}]", row, len(built))
    if len(set(built)) < len(built):
        yield f"{field}[{player}] holds {built}"


def _is_closed(s: Facts, hexagon: int) -> bool:
    """Whether a hex is Proxima Centauri."""
    return bool(hexagon == s.t.centre_hex and s.t.council_hex < 0)


def _built(s: Facts) -> Problems:
    """What a Build action says was built exists."""
    for frame in s.stack:
        if frame[KIND] == frames.PERFORM and frame[PERFORM_ACTION] == v.BUILD and frame[PERFORM_STRUCTURES]:
            there = sum(bit for bit, field in BUILT.items() if pick(getattr(s.g, field), frame[PERFORM_PLAYER], 0) >= 0)
            if frame[PERFORM_STRUCTURES] & ~there:
                yield f"structures {frame[PERFORM_STRUCTURES]:b} of player {frame[PERFORM_PLAYER]} built, and not there"


def _jump(s: Facts, frame: list[int]) -> Problems:
    """The player whose turn it is has a Jump Gate, and ships elsewhere; those that jumped are at the gate."""
    g, player = s.g, pick(s.g.order, frame[JUMPS_PLACE])
    if player < 0 or g.gate[player, 0] < 0:
        yield f"player {player} may jump, without a Jump Gate"
        return
    if frame[JUMPS_GATE] == 0:
        if frame[JUMPS_SOURCE] or frame[JUMPS_JUMPED]:
            yield f"ships have jumped in frame {frame}, and no Jump Gate is chosen"
        return
    target, ships = pick(g.gate, player, frame[JUMPS_GATE] - 1), g.ship_hex[player].tolist()
    if (
        target < 0
        or target == frame[JUMPS_SOURCE]
        or frame[JUMPS_SOURCE] not in ships
        or ships.count(target) < frame[JUMPS_JUMPED]
    ):
        yield f"ships {ships} of player {player} jump to {target} in frame {frame}"


def satellites(s: Facts) -> Problems:
    """A player's first Satellite is at home, every further one beside another of them; none is in Proxima Centauri."""
    g, t = s.g, s.t
    if not t.satellites or not (g.satellite >= 0).any():
        return
    for player in s.players:
        yield from _distinct(s, "satellite", player)
        built = g.satellite[player][g.satellite[player] >= 0].tolist()
        for number, hexagon in enumerate(built):
            near = {*t.neighbour[hexagon].tolist(), s.through(hexagon)}
            if hexagon != t.home_hex[player] if number == 0 else not near & set(built[:number]):
                yield f"satellite[{player}, {number}] is {hexagon}, away from {built[:number]}"
            if _is_closed(s, hexagon):
                yield f"satellite[{player}, {number}] is {hexagon}, which is Proxima Centauri"


# Energy Barriers ------------------------------------------------------------------------------------------------------


def barriers(s: Facts) -> Problems:
    """Barriers stand between two hexes of the map that are not homes, one per hex; nobody is left out needlessly."""
    g, t = s.g, s.t
    frame = s.frame(frames.SETTING_UP)
    step = opening.DONE if frame is None else frame[STEP]
    if not t.barriers or not s.set_up_to(opening.BARRIERS):
        yield from empty("barrier", g.barrier, -1, "in a game without Energy Barriers, or before they are placed")
        return
    beside: set[int] = set()
    for player, edge in enumerate(g.barrier.tolist()):
        if edge >= 0:
            hexes = {edge // c.EDGES, int(t.flight[edge // c.EDGES, edge % c.EDGES])}
            if min(hexes) < 0 or hexes & beside or any(t.home_of[hexagon] >= 0 for hexagon in hexes):
                yield f"barrier[{player}] is {edge}, between the hexes {sorted(hexes)}"
            beside |= hexes
    if (g.barrier[: t.players] >= 0).all():
        return
    if frame is not None and step == opening.BARRIERS:
        for place in range(min(frame[SETTING_UP_PLACE] + 1, t.players)):
            if g.barrier[g.order[place]] >= 0:
                yield f"player {int(g.order[place])} has a barrier before that player's turn"
        late = g.order[max(0, frame[SETTING_UP_PLACE] + 1) : t.players]
    else:
        late = g.order[: t.players]
    if (g.barrier[late] < 0).any() and _has_place(s, beside):
        yield f"barrier is {g.barrier[: t.players].tolist()}, and there is a place for another"


def _has_place(s: Facts, beside: set[int]) -> bool:
    """Whether another barrier could stand somewhere."""
    t = s.t
    taken = [hexagon in beside or t.home_of[hexagon] >= 0 for hexagon in range(t.hexes)]
    for hexagon, direction in product(range(t.hexes), range(c.EDGES)):
        other = int(t.flight[hexagon, direction])
        if other >= 0 and not taken[hexagon] and not taken[other]:
            return True
    return False


# Leaders --------------------------------------------------------------------------------------------------------------


def leaders(s: Facts) -> Problems:
    """Players choose different Leaders, in turn order; those to choose from are dealt until then."""
    g, t = s.g, s.t
    if not t.leaders:
        return  # the bounds leave no room for any
    frame = s.frame(frames.SETTING_UP)
    step = opening.DONE if frame is None else frame[STEP]
    chosen = t.players
    if frame is not None and (step == opening.LEADERS or not s.set_up_to(opening.LEADERS)):
        chosen = frame[SETTING_UP_PLACE] if step == opening.LEADERS else 0
    for place in s.players:
        player = int(g.order[place])
        leader, offer = int(g.leader[player]), g.leader_offer[player].tolist()
        if (leader >= 0) != (place < chosen):
            yield f"leader[{player}] is {leader} when {chosen} players have chosen"
        if (min(offer) >= 0) != (place >= chosen and not t.free_leaders) or min(offer) < 0 <= max(offer):
            yield f"leader_offer[{player}] is {offer} when {chosen} players have chosen"
        if (g.leader_refused[player] >= 0) != (place < chosen and not t.free_leaders):
            yield f"leader_refused[{player}] is {int(g.leader_refused[player])} when {chosen} players have chosen"
    dealt = np.concatenate([g.leader, g.leader_offer.reshape(-1), g.leader_refused])
    if (np.bincount(dealt[dealt >= 0]) > 1).any():
        yield f"a Leader is dealt twice: {sorted(dealt[dealt >= 0].tolist())}"
