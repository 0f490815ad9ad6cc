"""How well a position serves each motive. Measures are rough: they rank positions, and add nothing up exactly.

A world is judged, not the game: distances are measured into its scratch.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import AVATARS, ENEMIES, FOE_CARDS, LEVELS, MODULE_SLOTS, SIDES
from exodus_env.corruption.content.vocabulary import ENEMY
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
from exodus_env.corruption.rules.result import ACTIVATED, ON_SHIP, ON_SYSTEM, WON, main_rift
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
THE_RIFT: Final = 3.0

REACH: Final = 3  # systems an Avatar may pass in a Corruption phase, as a rule


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


@kernel
def judge_keys(g: Game, t: Tables, rift: int, motives: Reals) -> None:
    """Keys and Signals."""
    if rift >= 0:
        measure(g, rift, False, True)
    for key in range(t.keys):
        if g.key_state[key] == ACTIVATED:
            motives[KEYS] += 10.0
        elif g.key_state[key] == ON_SHIP:
            motives[KEYS] += 6.0 if g.alive[g.key_ship[key]] == 1 else 2.5
            if rift >= 0:
                motives[KEYS] += 2.5 * nearness(int(g.measured[g.slot[g.key_ship[key]]]))
        elif g.signal_state[key] == 1:
            whole = max(1, int(t.signal_markers[g.signal[key]]))
            motives[SIGNALS] += 1.0 + 3.0 * (1.0 - float(g.signal_markers[key]) / whole)


@kernel
def judge_map(g: Game, t: Tables, rift: int, motives: Reals) -> None:
    """What has been found, and where it is quiet."""
    motives[MAP] = 0.15 * float(g.systems)
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
        wanted = errand(g, t, other, carries_key(g, t, ship), rift)
        if wanted > NOTHING and g.measured[other] < FAR:
            best = max(best, wanted * nearness(int(g.measured[other])))
    motives[ERRANDS] += best
    size = fleet_size(g, t, ship)
    near = 0.0
    for other in range(t.ships):
        if other != ship and g.alive[other] == 1:
            near += nearness(int(g.measured[g.slot[other]]))
    motives[TOGETHER] += 0.3 * near + 0.4 * float(size - 1)
    motives[DISTANCE] -= threat(g, t, ship)
    if g.engaged[ship] == 1:
        motives[SAFETY] -= peril(g, t, slot, size, int(g.health[ship]))
    elif has_avatar(g, slot):
        motives[SAFETY] -= 0.5 * peril(g, t, slot, size, int(g.health[ship]))


@kernel
def threat(g: Game, t: Tables, ship: int) -> float:
    """How many Avatars can come to a ship in the next Corruption phase, near ones for sure."""
    found = 0.0
    measure(g, int(g.slot[ship]), True, False)
    for avatar in range(t.avatars):
        slot = int(g.foe_slot[ENEMIES + avatar])
        if slot >= 0 and g.measured[slot] <= REACH:
            found += 1.0 - float(g.measured[slot]) / float(REACH + 1)
    return found


@kernel
def actions_of(g: Game, t: Tables, ship: int) -> int:
    """The Actions a ship has left in this Action phase; all ships of the active Fleet have the same ones, together."""
    if g.active >= 0 and g.fleet[ship] == g.active:
        return int(g.actions_left) if ship == g.lead else 0
    return own_actions(g, t, ship) if g.played[ship] == 0 and g.phase == IN_ACTION_PHASE else 0


@kernel
def peril(g: Game, t: Tables, slot: int, ships: int, health: int) -> float:
    """How badly a fight in a system may end for a ship of some."""
    strength = 0.0
    for card in range(FOE_CARDS):
        if g.foe_slot[card] == slot:
            strength += float(g.foe_health[card]) + 1.5 * float(t.foe_shield[card])
    return strength / (float(ships) * max(1.0, float(health)))


@kernel
def judge_foes(g: Game, t: Tables, motives: Reals) -> None:
    """Avatars that are away for a while or for good, and what has been taken off those that are there."""
    for avatar in range(t.avatars):
        if g.returns[avatar] != 0:
            motives[HUNT] += 2.0 if g.returns[avatar] > 0 else 4.0
    for card in range(FOE_CARDS):
        if g.foe_slot[card] >= 0:
            share = 1.0 - float(g.foe_health[card]) / max(1, int(t.foe_health[card]))
            motives[HUNT] += share * (1.5 if card >= ENEMIES else 0.5)


@kernel
def nearness(steps: int) -> float:
    """1 on the spot, less the farther away; 0 where no way leads."""
    return 0.0 if steps >= FAR else 1.0 / (1.0 + 0.5 * float(steps))


@kernel
def errand(g: Game, t: Tables, slot: int, has_key: bool, rift: int) -> float:
    """How much is to be done in a system: by a ship with a Key, or one without."""
    if has_key and slot == rift:
        return THE_RIFT
    if has_avatar(g, slot):
        return NOTHING
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


@kernel
def avatars_out(g: Game) -> int:
    """How many Avatars are on the map."""
    out = 0
    for avatar in range(AVATARS):
        out += int(g.foe_slot[ENEMIES + avatar] >= 0)
    return out
