"""The turn: its stages in order, turn after turn, then the final score."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames, log
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.scenarios.event_horizon import star_ages
from exodus_env.exodus.rules.scenarios.solitaire import act_for_npc, judge_mission
from exodus_env.exodus.rules.scenarios.stronghold import end_scenario
from exodus_env.exodus.rules.scoring import LOST, UNDECIDED, score_game
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD, Tables
from exodus_env.kit.flow import STEP, get, go, pop, push
from exodus_env.kit.kernel import kernel

# Frame GAME.
START, UPKEEP, COUNCIL, ACTION, WMD, ACTIVATION, CONQUEST, NEXT_TURN = 0, 1, 2, 3, 4, 5, 6, 7


@kernel
def run_game(g: Game, t: Tables) -> None:
    """The whole game, stage by stage."""
    step = get(g, STEP)
    if step == START:
        go(g, UPKEEP)
        push(g, frames.SETTING_UP)
    elif step == UPKEEP:
        note(g, log.E_TURN_BEGINS, g.turn, 0, 0, 0)
        go(g, COUNCIL)
        push(g, frames.UPKEEP)
    elif step == COUNCIL:
        go(g, ACTION)
        push(g, frames.COUNCIL)
    elif step == ACTION:
        go(g, WMD)
        push(g, frames.ACTION_STAGE)
    elif step == WMD:
        g.conquest = 0
        go(g, ACTIVATION)
        if t.coop == 0:
            push(g, frames.WMD)
    elif step == ACTIVATION:
        go(g, CONQUEST)
        if t.scenario == STRONGHOLD and g.turn >= t.activation_turn:
            push(g, frames.ACTIVATION)
    elif step == CONQUEST:
        if g.conquest < g.conquests:
            g.conquest += 1
            push(g, frames.CONQUEST)
        else:
            go(g, NEXT_TURN)
    else:
        end_turn(g, t)


@kernel
def end_turn(g: Game, t: Tables) -> None:
    """Go to the next turn or end the game. The star may end it earlier; the Stronghold must have fallen in time.

    In solitaire play the NPC acts first, and the player may have won or lost by then.
    """
    g.conquest = 0
    if t.solitaire == 1:
        act_for_npc(g, t)
        outcome = judge_mission(g, t)
        if outcome != UNDECIDED:
            end_scenario(g, t, outcome)
            return
    if t.scenario == EVENT_HORIZON and star_ages(g, t):
        end_game(g, t)
    elif g.turn < t.turns:
        g.turn += 1
        go(g, UPKEEP)
    elif t.scenario == STRONGHOLD:
        end_scenario(g, t, LOST)
    else:
        end_game(g, t)


@kernel
def end_game(g: Game, t: Tables) -> None:
    """The final score."""
    score_game(g, t)
    pop(g)
