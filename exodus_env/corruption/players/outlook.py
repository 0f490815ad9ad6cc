"""How well a position serves each motive. Measures are rough: they rank positions, and add nothing up exactly.

A world is judged, not the game: distances are measured into its scratch.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, FOE_CARDS, LEVELS, MODULE_SLOTS, SIDES
from exodus_env.corruption.content.vocabulary import ENEMY
from exodus_env.corruption.players.chances import nearest_ship, peril, pursuit
from exodus_env.corruption.players.terms import (
    CALM,
    DAMAGE,
    DISTANCE,
    END_WORTH,
    ERRANDS,
    GEAR,
    HEALTH,
    HUNT,
    INITIATIVE,
    KEYS,
    MAP,
    SAFETY,
    SCRAPS,
    SIGNALS,
    TIME,
    TOGETHER,
)
from exodus_env.corruption.players.terms import MOTIVES as DECLARED
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.fleets import own_actions
from exodus_env.corruption.rules.phases import IN_ACTION_PHASE
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, ON_SYSTEM, WON, activated_keys, main_rift
from exodus_env.corruption.rules.ships import carries_key, damaged_cards, fleet_size
from exodus_env.corruption.rules.systems import can_reveal, has_avatar, kind_of, measure
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import Reals, kernel
from exodus_env.kit.ways import FAR

COUNT: Final = len(DECLARED)

# What can be done in a system, by how much it is wanted.
NOTHING: Final = 0.0
A_PROBE: Final = 0.4
AN_EXPLORATION: Final = 1.0
A_SIGNAL: Final = 1.6
A_WRECK: Final = 2.0
A_HUNT: Final = 1.5  # an Avatar that those who are there can beat together
THE_RIFT: Final = 3.0

ALL_BUT_WON: Final = 20.0  # all Keys on the Main Rift, and no Avatar there
BEATABLE: Final = 0.6  # peril at which a fight is looked for


@kernel
def worth(g: Game, t: Tables, weights: Reals, motives: Reals) -> float:
    """What a style thinks of a position."""
    if g.over == 1:
        return END_WORTH if g.outcome == WON else -END_WORTH
    weigh_up(g, t, motives)
    total = 0.0
    for motive in range(COUNT):
        total += weights[motive] * motives[motive]
    return total


@kernel
def weigh_up(g: Game, t: Tables, motives: Reals) -> None:
    """Every motive's measure of a position."""
    motives[:] = 0.0
    rift = main_rift(g, t)
    judge_keys(g, t, rift, motives)
    judge_map(g, t, rift, motives)
    for ship in range(t.ships):
        if g.alive[ship] == 1:
            judge_ship(g, t, ship, motives)
            judge_place(g, t, ship, rift, motives)
            motives[INITIATIVE] += float(actions_of(g, t, ship))
    judge_foes(g, t, motives)
    motives[TIME] = float(t.spaces - g.corruption)
    motives[DISTANCE] = -pursuit(g, t)
    left = motives[TIME] / float(t.spaces)
    motives[GEAR] *= 0.3 + left  # what pays later is worth less the less there is to come
    motives[SCRAPS] *= left


@kernel
def judge_keys(g: Game, t: Tables, rift: int, motives: Reals) -> None:
    """Keys and Signals."""
    if rift >= 0 and activated_keys(g, t) == t.keys:
        motives[KEYS] += 2.0 if has_avatar(g, rift) else ALL_BUT_WON
    for key in range(t.keys):
        if g.key_state[key] == ACTIVATED:
            motives[KEYS] += 10.0
        elif g.key_state[key] == ON_SHIP:
            motives[KEYS] += 6.0 if g.alive[g.key_ship[key]] == 1 else 2.5
            if rift >= 0:
                measure(g, rift, False, True)
                motives[KEYS] += 3.0 * closeness(int(g.measured[g.slot[g.key_ship[key]]]))
        elif g.key_slot[key] >= 0:
            measure(g, int(g.key_slot[key]), False, True)
            ship = nearest_ship(g, t)
            if ship >= 0:
                motives[SIGNALS] += 1.5 * closeness(int(g.measured[g.slot[ship]]))
            if g.signal_state[key] == 1:
                motives[SIGNALS] += 0.3 * company(g, t)
                whole = max(1, int(t.signal_markers[g.signal[key]]))
                motives[SIGNALS] += 0.5 + 3.0 * (1.0 - float(g.signal_markers[key]) / whole)


@kernel
def judge_map(g: Game, t: Tables, rift: int, motives: Reals) -> None:
    """What has been found, and where it is quiet."""
    motives[MAP] = 0.25 * float(g.systems) - 0.6 * float(g.exploration_left)
    if rift >= 0:
        motives[MAP] += 3.0
    for key in range(t.keys):
        if g.key_slot[key] >= 0:
            motives[MAP] += 1.0
    for slot in range(g.systems):
        if g.pacified[slot] > 0:
            motives[CALM] += 1.0


@kernel
def judge_ship(g: Game, t: Tables, ship: int, motives: Reals) -> None:
    """What a ship has."""
    whole = max(1, int(g.markers[ship]))
    left = float(g.health[ship])
    motives[HEALTH] += 4.0 + 2.0 * left / whole - (1.5 if left <= 1 else 0.0)
    motives[DAMAGE] -= float(damaged_cards(g, ship))
    motives[SCRAPS] += min(6.0, float(g.scraps[ship]))
    motives[GEAR] += 0.4 * float(g.energy[ship]) + 0.15 * float(g.ready[ship])
    for level in range(LEVELS):
        if g.mod[ship, level] == 1 or g.mod[ship, level] == 2:
            motives[GEAR] += 1.0
    motives[GEAR] += 0.15 * float(g.xp[ship])
    for place in range(MODULE_SLOTS):
        if g.module[ship, place] > 0:
            motives[GEAR] += 0.3 * float(t.module_value[g.module[ship, place] - 1])


@kernel
def judge_place(g: Game, t: Tables, ship: int, rift: int, motives: Reals) -> None:
    """Where a ship is: near something to do, near others, in a fight."""
    slot = int(g.slot[ship])
    measure(g, slot, False, True)
    best = 0.0
    for other in range(g.systems):
        wanted = errand(g, t, ship, other, rift)
        if wanted > NOTHING and g.measured[other] < FAR:
            best = max(best, wanted * nearness(int(g.measured[other])))
    motives[ERRANDS] += best
    size = fleet_size(g, t, ship)
    near = 0.0
    for other in range(t.ships):
        if other != ship and g.alive[other] == 1:
            near += nearness(int(g.measured[g.slot[other]]))
    motives[TOGETHER] += 0.3 * near + 0.4 * float(size - 1)
    if g.engaged[ship] == 1 or has_avatar(g, slot):
        motives[SAFETY] -= min(2.0, peril(g, t, ship, slot, True))


@kernel
def actions_of(g: Game, t: Tables, ship: int) -> int:
    """The Actions a ship has left in this Action phase; all ships of the active Fleet have the same ones, together."""
    if g.active >= 0 and g.fleet[ship] == g.active:
        return int(g.actions_left) if ship == g.lead else 0
    return own_actions(g, t, ship) if g.played[ship] == 0 and g.phase == IN_ACTION_PHASE else 0


@kernel
def judge_foes(g: Game, t: Tables, motives: Reals) -> None:
    """Avatars that are away for a while or for good, and what has been taken off those that are there."""
    for avatar in range(t.avatars):
        if g.returns[avatar] != 0:
            motives[HUNT] += 4.0 if g.returns[avatar] > 0 else 7.0
    for card in range(FOE_CARDS):
        if g.foe_slot[card] >= 0:
            share = 1.0 - float(g.foe_health[card]) / max(1, int(t.foe_health[card]))
            motives[HUNT] += share * (1.5 if card >= ENEMIES else 0.5)


@kernel
def nearness(steps: int) -> float:
    """1 on the spot, less the farther away; 0 where no way leads."""
    return 0.0 if steps >= FAR else 1.0 / (1.0 + 0.5 * float(steps))


@kernel
def company(g: Game, t: Tables) -> float:
    """How close all ships are to where ways were measured from."""
    total = 0.0
    for ship in range(t.ships):
        if g.alive[ship] == 1:
            total += closeness(int(g.measured[g.slot[ship]]))
    return total


@kernel
def closeness(steps: int) -> float:
    """1 on the spot, the same amount less for each step."""
    return 0.0 if steps >= FAR else max(0.0, 1.0 - 0.12 * float(steps))


@kernel
def errand(g: Game, t: Tables, ship: int, slot: int, rift: int) -> float:
    """How much is to be done in a system by a ship."""
    if slot == rift and carries_key(g, t, ship):
        return THE_RIFT
    if has_avatar(g, slot):
        last = slot == rift and activated_keys(g, t) == t.keys
        return A_HUNT if last or peril(g, t, ship, slot, True) < BEATABLE else NOTHING
    for key in range(t.keys):
        if g.key_slot[key] == slot and g.key_state[key] == ON_SYSTEM:
            return A_SIGNAL
        if g.key_state[key] == ON_SHIP and g.alive[g.key_ship[key]] == 0 and g.slot[g.key_ship[key]] == slot:
            return A_WRECK
    if g.exploration[slot] == 1:
        return AN_EXPLORATION if kind_of(g, t, slot) != ENEMY or g.pacified[slot] > 0 else 0.8 * AN_EXPLORATION
    if rift < 0 or g.key_slot[: t.keys].min() < 0:
        for direction in range(SIDES):
            if can_reveal(g, t, slot, direction):
                return A_PROBE
    return NOTHING
