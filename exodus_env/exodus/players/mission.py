"""The solitaire mission as players see it: what is still needed for a victory, and how soon."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import AXINIUM, CP, PHASIUM
from exodus_env.exodus.players.term_numbers import MISSION
from exodus_env.exodus.players.terms import FRONTIER, lateness
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules.assets import ships_at
from exodus_env.exodus.rules.scenarios import solitaire as s
from exodus_env.exodus.tables import Tables
from exodus_env.kit.kernel import Reals, kernel

MINERAL_NEED: Final = 1.2  # VP of a mineral that the mission requires in the end
CP_NEED: Final = 0.25
HOME_NEED: Final = 6.0  # VP of the first cube at home, if home must be held
RAID_NEED: Final = 0.6  # VP of a cube that Resistance ships are about to kill


@kernel
def see_mission(g: Game, t: Tables, motives: Reals) -> None:
    """How little is missing for a victory: for the absolute one while it is possible, and for the tactical one."""
    motives[MISSION] = -needs(g, t, s.TACTICAL)
    if g.turn <= t.victory[s.ABSOLUTE, s.BY_TURN]:
        motives[MISSION] -= 0.5 * needs(g, t, s.ABSOLUTE)
    motives[MISSION] -= RAID_NEED * cubes_in_danger(g, t)
    if t.hold_home == 1:
        cubes = float(g.population[t.home_hex[s.ALONE], s.ALONE])
        motives[MISSION] += HOME_NEED * cubes / (1.0 + cubes)


@kernel
def needs(g: Game, t: Tables, which: int) -> float:
    """What is missing for a victory, in VP; stock counts more towards the end, because until then it is there to be
    used."""
    goal = t.victory[which]
    missing = FRONTIER * float(max(0, s.empty_planets(g, t) - int(goal[s.EMPTY_PLANETS])))
    missing += FRONTIER * float(max(0, s.resistance_ships(g, t) - int(goal[s.SHIPS_LEFT])))
    late = lateness(g, t)
    stock = CP_NEED * float(max(0, int(goal[s.LEAST_CP]) - int(g.resource[s.ALONE, CP])))
    stock += MINERAL_NEED * float(max(0, int(goal[s.LEAST_AXINIUM]) - int(g.resource[s.ALONE, AXINIUM])))
    stock += MINERAL_NEED * float(max(0, int(goal[s.LEAST_PHASIUM]) - int(g.resource[s.ALONE, PHASIUM])))
    return missing + stock * late * late


@kernel
def cubes_in_danger(g: Game, t: Tables) -> float:
    """Population that the Resistance will kill in the NPC's turn, as things stand."""
    cubes = 0.0
    if t.npc_raid > 0:
        for hexagon in range(t.hexes):
            if g.resistance[hexagon] > 0 and ships_at(g, t, s.ALONE, hexagon) == 0:
                killed = int(t.npc_raid) * s.ships_there(g, hexagon)
                cubes += float(min(killed, int(g.population[hexagon, s.ALONE])))
    return cubes
