"""Deciding by motives: every legal choice is tried in possible worlds, and the one with the best outlook is taken.

In each world the game is played on by habits (habits.py) for as long as the style says. All choices are tried in the
same worlds, with the same dice as far as they are rolled in the same order.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.corruption.players.habits import habit
from exodus_env.corruption.players.outlook import worth
from exodus_env.corruption.players.terms import CAUTION, DEPTH, HORIZON, WORLDS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, engine
from exodus_env.corruption.tables import Tables
from exodus_env.corruption.worlds import redeal
from exodus_env.kit.chance import WORD, below_word
from exodus_env.kit.flow import NO_DECISION
from exodus_env.kit.kernel import Ints, Mask, Masks, Reals, entry, kernel
from exodus_env.kit.tree import simulation_seed

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any

NOISE: Final = 1e-6  # decides between equals
TO_THE_TURN: Final = 2  # horizon: until the next game turn has begun


@entry
def decide_all(
    games: GameArray,
    tables: TablesArray,
    masks: Masks,
    seeds: Ints,
    weights: Reals,
    traits: Reals,
    worlds: GameArray,
    spare: Masks,
    motives: Reals,
    scores: Reals,
    actions: Ints,
) -> None:
    """The choice of a style in each game; `worlds` to `scores` are room to think in."""
    for i in range(len(actions)):
        actions[i] = decide(games[i], tables[0], masks[i], seeds[i], weights, traits, worlds, spare[0], motives, scores)


@kernel
def decide(
    g: Game,
    t: Tables,
    mask: Mask,
    seed: int,
    weights: Reals,
    traits: Reals,
    worlds: GameArray,
    spare: Mask,
    motives: Reals,
    scores: Reals,
) -> int:
    """The legal choice with the best outlook; equals by chance. `scores` keeps what each legal choice is worth."""
    if traits[WORLDS] < 1.0:
        return habit(g, t, mask, seed, traits[CAUTION])
    best = -1
    for action in range(len(mask)):
        if mask[action] == 0:
            continue
        total = 0.0
        for sample in range(int(traits[WORLDS])):
            total += outcome(g, t, action, simulation_seed(seed, sample), weights, traits, worlds, spare, motives)
        scores[action] = total / traits[WORLDS] + NOISE * float(below_word(seed, action, 1000))
        if best < 0 or scores[action] > scores[best]:
            best = action
    return best


@kernel
def outcome(
    g: Game,
    t: Tables,
    action: int,
    seed: int,
    weights: Reals,
    traits: Reals,
    worlds: GameArray,
    mask: Mask,
    motives: Reals,
) -> float:
    """What a choice comes to in a possible world."""
    worlds[0] = g
    w = worlds[0]
    redeal(w, t, int(g.actor), seed >> 32, seed & WORD)
    step(w, t, mask, action)
    played = 0
    while w.decision != NO_DECISION and played < traits[DEPTH] and goes_on(w, g, int(traits[HORIZON])):
        step(w, t, mask, habit(w, t, mask, seed + played, traits[CAUTION]))
        played += 1
    return worth(w, t, weights, motives)


@kernel
def goes_on(w: Game, g: Game, horizon: int) -> bool:
    """Whether a world has not come as far as the style looks."""
    if horizon == TO_THE_TURN:
        return bool(w.turn == g.turn)
    return bool(horizon > 0 and w.turn == g.turn and w.decision != choices.D_NEXT_SHIP and w.active == g.active)


@kernel
def step(w: Game, t: Tables, mask: Mask, action: int) -> None:
    """One decision in a world."""
    w.log_count = 0
    w.decisions += 1
    engine.choose(w, t, action)
    engine.advance(w, t, mask)
