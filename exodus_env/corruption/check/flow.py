"""Invariants 3 to 7: frames, the phase they belong to, the pending decision, and the ship or Fleet whose turn it is."""

from __future__ import annotations

from typing import Any, Final

from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.rules import choices, frames, phases, turn
from exodus_env.corruption.rules.decision_declarations import CAPTAIN, DECISIONS, SEAT
from exodus_env.corruption.rules.frame_declarations import FRAMES
from exodus_env.kit.declared_flow import DeclaredFlow
from exodus_env.kit.facts import Problems, pick
from exodus_env.kit.flow import KIND, STEP

FLOW: Final = DeclaredFlow(
    "exodus_env.corruption.rules",
    FRAMES,
    DECISIONS,
    # a seat that is asked as such follows from the rules of the decision
    {CAPTAIN: lambda s: pick(s.g.captain, s.g.asked), SEAT: lambda s: s.g.actor},
)
# The frame on that of the game in each phase, and the step the game is at: the one after it.
PHASES: Final = {
    0: (frames.SETTING_UP, turn.ACTIONS),
    phases.IN_ACTION_PHASE: (frames.ACTION_PHASE, turn.SEAL),
    phases.IN_CORRUPTION_PHASE: (frames.CORRUPTION, turn.RISE),
    phases.IN_END_PHASE: (frames.END_PHASE, turn.NEXT_TURN),
}
# Decisions that are not only for ships of the active Fleet: for whoever is invited, trades, or is mended by others.
FOR_OTHERS: Final = (choices.D_JOIN, choices.D_GIVE, choices.D_GIVE_TO, choices.D_MEND)


def course(s: Facts) -> Problems:
    """Turn and phase fit the frames."""
    g = s.g
    if (g.turn == 0) != (g.phase == 0):
        yield f"turn {g.turn} in phase {g.phase}"
    if g.over:
        return
    kind = s.stack[1][KIND] if g.depth > 1 else -1
    wanted, step = PHASES[g.phase]
    if kind != wanted or s.stack[0][STEP] != step:
        yield f"phase {g.phase} with frame {kind} on the game at step {s.stack[0][STEP] if s.stack else -1}"


# The pending decision -------------------------------------------------------------------------------------------------


def decision(s: Facts) -> Problems:
    """The pending decision is one that the top frame asks at its step, of the right seat, about what it says."""
    g, asked = s.g, choices.DECLARED[s.g.decision]
    yield from FLOW.decision(s)
    if asked.of == CAPTAIN:
        yield from _of_captain(s)
    elif g.asked != -1:
        yield f"{asked.name} asked of ship {g.asked} instead of a seat"


def _of_captain(s: Facts) -> Problems:
    """Its captain decides for a ship, which is in play and, in a turn, belongs to the active Fleet."""
    g, name = s.g, choices.DECLARED[s.g.decision].name
    if g.asked < 0:
        yield f"{name} asked for no ship"
    elif not g.alive[g.asked] and not s.setting_up:
        yield f"{name} asked for ship {g.asked}, which was defeated"
    elif frames.ACTIVATION in s.kinds and s.top[KIND] != frames.INSTALLING and g.decision not in FOR_OTHERS:
        if g.fleet[g.asked] != g.active and not _rolls_elsewhere(s):
            yield f"{name} asked for ship {g.asked}, which is not in the active Fleet {g.active}"


def _rolls_elsewhere(s: Facts) -> bool:
    """Whether Avatars are moving, so that others may be asked."""
    return frames.AVATARS in s.kinds


# Whose turn it is -----------------------------------------------------------------------------------------------------


def active(s: Facts) -> Problems:
    """In a turn there is a lead in play whose Fleet is active; outside of one nobody is."""
    g = s.g
    if g.over:
        return
    if frames.ACTIVATION not in s.kinds:
        for name in ("active", "lead"):
            if getattr(g, name) != -1:
                yield f"{name} is {getattr(g, name)} outside a turn"
        if g.actions_left or g.turn_over:
            yield f"{g.actions_left} Actions left, turn over {g.turn_over}, outside a turn"
        return
    if g.active < 0 or g.lead < 0:
        yield f"Fleet {g.active} led by {g.lead} has its turn"
        return
    members = [ship for ship in s.living if g.fleet[ship] == g.active]
    if members and g.lead not in members:
        yield f"ship {g.lead} leads Fleet {g.active} of ships {members}"
    if not members and not g.turn_over:
        yield f"the turn of Fleet {g.active} goes on, of which nothing is left"
    for ship in members:
        if not g.played[ship]:
            yield f"ship {ship} has not flipped its Activation marker in its own turn"


def once_a_turn(s: Facts) -> Problems:
    """What ships have done this turn, they did in a turn of their own."""
    g = s.g
    for name in ("strained", "scavenged", "served", "probes"):
        values: Any = getattr(g, name)
        for ship in s.ships:
            if values[ship] and not g.played[ship]:
                yield f"{name}[{ship}] is {int(values[ship])} before the ship has played"
    for ship in s.ships:
        if g.refused[ship] and g.played[ship] and g.fleet[ship] == g.active >= 0:
            yield f"ship {ship} has refused to join, and has played"
