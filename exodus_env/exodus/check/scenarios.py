"""Invariants 51 to 53: the Centaurian Stronghold and its squadrons, their movement, and the star of Event Horizon."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.frames import ACTIVATION_HEX
from exodus_env.exodus.rules.scenarios import stronghold
from exodus_env.exodus.rules.scoring import LOST, WON
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD
from exodus_env.kit.facts import Array, Problems, empty, pick, unequal
from exodus_env.kit.flow import STEP

OF_STRONGHOLD: Final = ("squadron", "squadron_supply", "stronghold", "activations")
OF_STAR: Final = ("star_tokens", "evolutions", "heat")
ACTIVATED: Final = (frames.ACTIVATION_STAGE, frames.CONQUEST_STAGE, frames.SCORING)
DIE: Final = 6


# The Stronghold -------------------------------------------------------------------------------------------------------


def squadrons(s: Facts) -> Problems:
    """Every squadron is in the supply or on the map, and no more than were deployed; none is in a home."""
    g, t = s.g, s.t
    if t.scenario != STRONGHOLD:
        for name in OF_STRONGHOLD:
            yield from empty(name, np.atleast_1d(getattr(g, name)), 0, "in a game without the Stronghold")
        if g.outcome and not t.solitaire:
            yield f"outcome is {g.outcome} in a game without a scenario that has one"
        return
    there = int(g.squadron.sum())
    if there + g.squadron_supply != t.squadrons:
        yield f"{there} squadrons on the map and squadron_supply {g.squadron_supply}, should be {t.squadrons} in all"
    for hexagon in np.flatnonzero((g.squadron[: t.hexes] > 0) & (t.home_of[: t.hexes] >= 0)):
        yield f"squadron[{hexagon}] is {int(g.squadron[hexagon])} in a home"
    activations = max(0, g.turn - t.activation_turn + (g.stage in ACTIVATED))
    if g.activations != activations:
        yield f"activations is {g.activations} in turn {g.turn}, stage {g.stage}, should be {activations}"
    if there > t.players * activations:
        yield f"{there} squadrons on the map after {activations} activations"
    if g.stronghold > t.stronghold_levels or (g.stronghold < t.stronghold_levels and not activations):
        yield f"stronghold is {g.stronghold} of {t.stronghold_levels} after {activations} activations"
    if there and s.frame(frames.ASSAULT) is not None:
        yield f"the Stronghold is attacked, with {there} squadrons on the map"
    yield from _outcome(s, there)


def _outcome(s: Facts, there: int) -> Problems:
    """The game is won when the Stronghold falls, lost with the last squadron or the last turn, and over in either
    case."""
    g, t = s.g, s.t
    if (g.outcome != 0) != (g.over == 1):
        yield f"outcome is {g.outcome}, over {g.over}"
    if (g.outcome == WON) != (g.stronghold == 0) or (g.outcome == WON and there):
        yield f"outcome is {g.outcome} with {g.stronghold} levels of the Stronghold and {there} squadrons left"
    if g.squadron_supply == 0 and g.outcome != LOST:
        yield f"outcome is {g.outcome} with no squadron left in the supply"
    if g.outcome == LOST and g.squadron_supply > 0 and g.turn < t.turns:
        yield f"outcome is {g.outcome} in turn {g.turn} of {t.turns}, with squadrons in the supply"


def march(s: Facts) -> Problems:
    """Squadrons that still have to move are where squadrons are, from the moving one outward."""
    g, frame = s.g, s.frame(frames.ACTIVATION)
    if frame is None or frame[STEP] != stronghold.MARCH:
        yield from empty("marching", g.marching, 0, "when no squadron marches")
        return
    for hexagon in np.flatnonzero(g.marching > g.squadron):
        yield f"marching[{hexagon}] is {int(g.marching[hexagon])} of {int(g.squadron[hexagon])} squadrons"
    yield from empty("marching", g.marching[: frame[ACTIVATION_HEX]], 0, "where all have moved")
    if pick(g.marching, frame[ACTIVATION_HEX]) < 1:
        yield f"marching[{frame[ACTIVATION_HEX]}] is {pick(g.marching, frame[ACTIVATION_HEX])} where a squadron moves"


def next_to_centre(s: Facts) -> set[int]:
    """The hexes from which ships can attack the Stronghold: beside it, or at the other end of a wormhole."""
    g, t = s.g, s.t
    found = {*t.flight[t.centre_hex].tolist(), s.other_end(int(t.centre_hex))}
    return {hexagon for hexagon in found if hexagon >= 0 and t.home_of[hexagon] < 0 and hexagon != g.no_combat}


# The star -------------------------------------------------------------------------------------------------------------


def star(s: Facts) -> Problems:
    """One token for each turn, minus one for each evolution but the last; heat beside the star from the first one
    on."""
    g, t = s.g, s.t
    if t.scenario != EVENT_HORIZON:
        for name in OF_STAR:
            yield from empty(name, np.atleast_1d(getattr(g, name)), 0, "in a game without Event Horizon")
        return
    ended = g.turn - 1 + g.over
    tokens = ended - spreads(s)
    if g.star_tokens != tokens:
        yield f"star_tokens is {g.star_tokens} after {ended} turns and {g.evolutions} evolutions, should be {tokens}"
    kept = 0 if is_last_evolution(s) else 1  # tokens that an evolution removes
    if not min(ended, t.star_rolls_from - kept) <= tokens <= DIE - kept:
        yield f"star_tokens is {g.star_tokens}, and the star evolves from {t.star_rolls_from} to {DIE} on"
    if g.evolutions > t.star_evolutions or (is_last_evolution(s) and not g.over):
        yield f"evolutions is {g.evolutions} of {t.star_evolutions}, over {g.over}"
    heat = np.zeros_like(g.heat)
    if spreads(s):
        heat[inner_hexes(s)] = 1
    yield from unequal("heat", g.heat, heat)


def is_last_evolution(s: Facts) -> bool:
    """Whether the star has evolved for the last time, which ends the game."""
    return bool(s.t.scenario == EVENT_HORIZON and s.g.evolutions >= s.t.star_evolutions)


def spreads(s: Facts) -> int:
    """How often the star has evolved without ending the game."""
    return int(s.g.evolutions) - is_last_evolution(s)


def inner_hexes(s: Facts) -> Array:
    """The hexes next to the centre."""
    beside: Array = s.t.flight[s.t.centre_hex]
    return beside[beside >= 0]


def wind(s: Facts) -> Array:
    """Where Solar Wind blows: beside the star, at the other end of a wormhole, and one ring further out once it has
    evolved."""
    blows: Array = s.t.solar_wind.copy()
    if s.t.star and s.g.wormhole[1] == s.t.centre_hex:
        blows[s.g.wormhole[0]] = 1
    if s.t.scenario == EVENT_HORIZON and spreads(s):
        further = s.t.flight[inner_hexes(s)].reshape(-1)
        blows[further[(further >= 0) & (further != s.t.centre_hex)]] = 1
    return blows
