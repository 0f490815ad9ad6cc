"""Invariants 39 and 40: Outposts on planets, and the cards won from them (M3)."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import Facts, players_of
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.frames import OUTPOSTS_ATTACKERS, OUTPOSTS_HEX, OUTPOSTS_PLACE
from exodus_env.exodus.rules.setup import opening
from exodus_env.kit.facts import Array, Problems, empty, filled, unequal

BLANK: Final = 1


def tokens(s: Facts) -> Problems:
    """Tokens are on explored planets that are neither homes nor peaceful; a blank one is never face up."""
    g, t = s.g, s.t
    if not t.outposts:
        yield from empty("outposts", np.concatenate([*_places(s), [g.outpost_pile_left]]), 0, "in a game without them")
        return
    token, there, up = (x[: t.hexes] for x in _places(s)[:3])
    yield from unequal("outpost_there", there, (token > 0).astype(np.int64))
    for hexagon in np.flatnonzero((up == 1) & (token <= BLANK)):
        yield f"outpost_up[{hexagon}] is 1 where the token is {int(token[hexagon])}"
    for hexagon in np.flatnonzero((token > 0) & ~_may_hold(s)):
        yield f"outpost[{hexagon}] is {int(token[hexagon])} where there can be none"
    if (g.outpost_pile[: g.outpost_pile_left] == 0).any() or g.outpost_pile[g.outpost_pile_left :].any():
        yield f"outpost_pile does not hold {g.outpost_pile_left} tokens"
    missing = t.outpost_tokens - _counted(s)
    for kind in np.flatnonzero(missing < 0):
        yield f"{-int(missing[kind])} tokens of kind {kind + BLANK} too many"
    if g.turn == 1 and g.stage < frames.WMD_STAGE:
        yield from _first_tokens(s, missing)
    frame = s.frame(frames.OUTPOSTS)
    if frame is not None:
        yield from _attack(s, frame)


def _places(s: Facts) -> tuple[Array, ...]:
    """Where tokens are, which of them are there and face up, and the pile."""
    return s.g.outpost, s.g.outpost_there, s.g.outpost_up, s.g.outpost_pile


def _may_hold(s: Facts) -> Array:
    """For each hex, whether its planet may have an Outpost; none is placed in a hex while its Event is being resolved.

    With Edge of Extinction they wait until it is known where players start, because those hexes get none.
    """
    placed = s.set_up_to(opening.BARRIERS if s.t.eoe else opening.LOOKS)
    may: Array = s.land & s.t.wild & (s.t.planet_peaceful[s.g.planet[: s.t.hexes]] == 0) & placed
    may[s.g.second_start[s.g.second_start >= 0]] = False
    if 0 <= s.g.exploring < s.t.hexes:
        may[s.g.exploring] = False
    return may


def _counted(s: Facts) -> Array:
    """Tokens of each kind on the map and in the pile."""
    kinds = np.concatenate([s.g.outpost, s.g.outpost_pile])
    return np.bincount(kinds, minlength=c.OUTPOST_LEVELS + 2)[BLANK:]


def _first_tokens(s: Facts, missing: Array) -> Problems:
    """Until rockets or ships come, a token is on every planet from the centre outward, as far as they go."""
    may = _may_hold(s)
    wanted = may & (np.cumsum(may) <= s.t.outpost_tokens.sum())
    yield from unequal("outpost_there", s.g.outpost_there[: s.t.hexes], wanted.astype(np.int64))
    yield from empty("outpost_up", s.g.outpost_up, 0, "before anybody has landed")
    if missing.any():
        yield f"{int(missing.sum())} tokens missing before anybody has landed"


def _attack(s: Facts, frame: list[int]) -> Problems:
    """Players who have attacked the Outpost were asked before, and have Population there."""
    g, hexagon = s.g, frame[OUTPOSTS_HEX]
    if not 0 <= hexagon < s.t.hexes or g.outpost_up[hexagon] != 1:
        yield f"an Outpost in hex {hexagon} may be attacked, where none is face up"
        return
    asked = g.order[: min(frame[OUTPOSTS_PLACE], s.t.players)].tolist()
    for player in players_of(frame[OUTPOSTS_ATTACKERS]):
        if player not in asked or g.population[hexagon, player] == 0:
            yield f"player {player} has attacked the Outpost in hex {hexagon}"
    if g.actor >= 0 and g.population[hexagon, g.actor] == 0:
        yield f"player {g.actor} may attack the Outpost in hex {hexagon}, without Population there"


def cards(s: Facts) -> Problems:
    """Cards are in the deck of their level, no kind more often than printed; one is won from each Outpost."""
    g, t = s.g, s.t
    if not t.outposts:  # the bounds leave no room for a card
        yield from empty("outpost_left", g.outpost_left, 0, "in a game without Outposts")
        return
    found = g.outpost_held.sum(axis=0)
    gone = t.outpost_tokens - _counted(s)
    for deck in range(c.OUTPOST_LEVELS):
        left = int(g.outpost_left[deck])
        yield from filled(f"outpost_deck[{deck}]", g.outpost_deck[deck], left)
        kinds = g.outpost_deck[deck][g.outpost_deck[deck] >= 0]
        for kind in kinds[t.outpost_level[kinds] != deck + 1]:
            yield f"outpost_deck[{deck}] holds kind {int(kind)}, which is of another level"
        found = found + np.bincount(kinds, minlength=c.OUTPOST_KINDS)
        printed = int(t.outpost_copies[t.outpost_level == deck + 1].sum())
        if printed - left > max(0, int(gone[deck + 1])):
            yield f"{printed - left} cards won of {int(gone[deck + 1])} Outposts of level {deck + 1}"
    for kind in np.flatnonzero(found > t.outpost_copies):
        yield f"{int(found[kind])} Outpost cards of kind {kind}, of {int(t.outpost_copies[kind])} printed"
