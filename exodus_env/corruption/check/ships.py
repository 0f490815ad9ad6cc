"""Invariants 8 to 13: captains and mats, what ships have, Mods, lasting values, Fleets, engagement."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames, modules, phases
from exodus_env.kit.facts import Array, Problems, unequal
from exodus_env.kit.flow import KIND

HEALTH: Final = v.MODIFIER_NAMES.index("health")
# What a defeated ship has nothing of.
LOST: Final = (
    *("health", "markers", "engaged", "hidden", "energy", "ready", "scraps", "mod", "module", "waiting", "damaged"),
    "modifier",
)


def captains(s: Facts) -> Problems:
    """Ships are dealt to captains in turn; no two have the same mat."""
    g, t = s.g, s.t
    yield from unequal("captain", g.captain[: t.ships], np.arange(t.ships) % t.players)
    mats = [int(mat) for mat in g.mat[: t.ships] if mat >= 0]
    if len(set(mats)) < len(mats):
        yield f"mats {mats}"
    if not s.setting_up and len(mats) < t.ships:
        yield f"mats {mats} for {t.ships} ships"
    for ship in s.ships:
        if (g.mat[ship] >= 0) != (g.slot[ship] >= 0):
            yield f"ship {ship} with mat {int(g.mat[ship])} is in system {int(g.slot[ship])}"
        if g.alive[ship] and g.mat[ship] < 0:
            yield f"ship {ship} is in play without a mat"


def belongings(s: Facts) -> Problems:
    """Health, Energy and modules of ships in play are possible; a defeated ship has nothing."""
    g, t = s.g, s.t
    for ship in s.living:
        if not 1 <= g.health[ship] <= g.markers[ship]:
            yield f"ship {ship} is in play with {int(g.health[ship])} Health of {int(g.markers[ship])}"
        if g.energy[ship] > t.mat_energy[g.mat[ship]] or g.ready[ship] > g.energy[ship]:
            yield f"ship {ship} has {int(g.ready[ship])} ready of {int(g.energy[ship])} Energy markers"
        if g.waiting[ship] and (g.module[ship] == 0).any():
            yield f"a module waits for room in ship {ship}, which has room"
    for ship in s.ships:
        if not g.alive[ship]:
            for name in LOST:
                if np.any(getattr(g, name)[ship]):
                    yield f"ship {ship} is not in play and has {name} {getattr(g, name)[ship].tolist()}"
    for ship in s.ships:
        if g.waiting[ship] and s.top[KIND] != frames.INSTALLING:
            yield f"a module of ship {ship} waits, and nobody is asked for room"


def mods(s: Facts) -> Problems:
    """Mods whose level the XP marker has reached are unlocked, and their effects are chosen before anything else."""
    g, t = s.g, s.t
    for ship in s.living:
        reached = g.xp[ship] >= t.mat_level[g.mat[ship]]
        for place in range(c.LEVELS):
            state = g.mod[ship, place]
            if state != modules.LOST and (state == modules.LOCKED) == reached[place]:
                yield f"mod[{ship}, {place}] is {int(state)} with {int(g.xp[ship])} XP"
            if state == modules.OPEN and s.top[KIND] != frames.INSTALLING:
                yield f"an effect of mod[{ship}, {place}] is to be chosen, and nobody is asked"


def modifiers(s: Facts) -> Problems:
    """Lasting values are the sums over equipment and Damaged cards, within bounds; Health markers follow from them."""
    g, t = s.g, s.t
    for ship in s.living:
        wanted = _modifiers(s, ship)
        yield from unequal(f"modifier[{ship}]", g.modifier[ship], wanted)
        markers = max(1, int(t.mat_health[g.mat[ship]] + wanted[HEALTH] - g.health_gone[ship]))
        if g.markers[ship] != markers:
            yield f"markers[{ship}] is {int(g.markers[ship])}, should be {markers}"


def _modifiers(s: Facts, ship: int) -> Array:
    """The lasting values of a ship, summed up once more."""
    g, t = s.g, s.t
    total: Array = g.damaged[ship] @ t.damaged_modifier
    for place in range(c.LEVELS):
        choice = int(g.mod[ship, place])
        if 1 <= choice <= c.MOD_EFFECTS:
            total = total + t.effect_modifier[(int(g.mat[ship]) * c.LEVELS + place) * c.MOD_EFFECTS + choice - 1]
    for kind in g.module[ship]:
        if kind > 0:
            total = total + t.effect_modifier[c.MODS * c.MOD_EFFECTS + int(kind) - 1]
    values: Array = np.clip(total, t.modifier_low, t.modifier_high)
    return values


def fleets(s: Facts) -> Problems:
    """Ships of a Fleet are in one system and have played; Fleets are formed in the Action phase."""
    g = s.g
    for ship in s.living:
        members = s.fleet_of(ship)
        if len({int(g.slot[other]) for other in members}) > 1:
            yield f"ships {members} of Fleet {int(g.fleet[ship])} are in different systems"
        if len(members) > 1 and not g.played[ship] and not g.over:
            yield f"ship {ship} belongs to Fleet {int(g.fleet[ship])} and has not played"


def engagement(s: Facts) -> Problems:
    """Engaged ships are in play with foes in their system, with all of their Fleet; hidden ones are not engaged."""
    g = s.g
    for ship in s.living:
        if g.engaged[ship] and g.hidden[ship]:
            yield f"ship {ship} hides and is engaged"
        if g.engaged[ship] and not s.foes_in(int(g.slot[ship])) and frames.COMBAT not in s.kinds:
            yield f"ship {ship} is engaged with nobody in system {int(g.slot[ship])}"
        halves = {int(g.engaged[other]) for other in s.fleet_of(ship)}
        if len(halves) > 1 and not _may_be_split(s, ship):
            yield f"only some of the Fleet of ship {ship} are engaged"
        if g.hidden[ship] and not g.played[ship] and g.phase != phases.IN_ACTION_PHASE and not g.over:
            yield f"ship {ship} hides without having played"


def _may_be_split(s: Facts, ship: int) -> bool:
    """Whether others have just joined an engaged ship, before they fight together."""
    return s.g.fleet[ship] == s.g.active and frames.COMBAT not in s.kinds
