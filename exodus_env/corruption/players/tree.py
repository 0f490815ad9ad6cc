"""Tree search: a tree of choices grown by playing on from worlds that are possible (kit/tree.py, kit/search.py).

Each simulation deals a new world, goes down the tree by what has proved good so far and what a style thinks at first
sight, opens one node more, plays on by habits, and notes how the team stands. All captains choose for the same team.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.corruption.players.decide import decide, step
from exodus_env.corruption.players.habits import habit
from exodus_env.corruption.players.outlook import worth
from exodus_env.corruption.players.terms import CAUTION, END_WORTH
from exodus_env.corruption.rules import engine
from exodus_env.corruption.worlds import redeal
from exodus_env.kit.chance import WORD
from exodus_env.kit.flow import NO_DECISION
from exodus_env.kit.kernel import IntRows, Ints, Masks, RealRows, Reals, entry, kernel
from exodus_env.kit.tree import (
    ACTION,
    DEEPEST,
    PATH,
    PRIORS,
    ROOT,
    VALUES,
    VISITS,
    best_child,
    open_node,
    simulation_seed,
)

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any

# What a search is asked for, as the kernels take it.
ORDER: Final = (
    ("viewer", "the seat that searches"),
    ("seed", "its chance"),
    ("simulations", "how many to run"),
    ("depth", "decisions played on after the tree"),
    ("turns", "game turns played on at least"),
    ("trust", "how long the first sight outweighs what simulations found, in hundredths"),
)
VIEWER, SEED, SIMULATIONS, DEPTH, TURNS, TRUST = range(len(ORDER))

SCALE: Final = 12.0  # worth gained that counts as half a victory
IGNORED: Final = -1e9  # the score of a choice that is left out
PLAYED_WORLD: Final = 1  # where simulations are played; first sights are tried in the one before
WORLDS: Final = 2


@entry
def grow_tree(
    games: GameArray,
    tables: TablesArray,
    order: Ints,
    weights: Reals,
    traits: Reals,
    tree: IntRows,
    worth_of: RealRows,
    counts: Ints,
    way: IntRows,
    worlds: GameArray,
    masks: Masks,
    motives: Reals,
    scores: Reals,
) -> None:
    """Run the simulations of an order; the tree may have been begun before.

    `weights` and `traits` are the style that judges, `tree` to `way` what the search keeps (kit/search.py), and the
    rest is room to think in.
    """
    t = tables[0]
    values, priors = worth_of[VALUES], worth_of[PRIORS]
    path = way[PATH]
    w = worlds[PLAYED_WORLD]
    worlds[PLAYED_WORLD] = games[0]
    now = worth(w, t, weights, motives)
    mask = masks[1]
    for _ in range(order[SIMULATIONS]):
        chance = simulation_seed(order[SEED], tree[ROOT, VISITS])
        worlds[PLAYED_WORLD] = games[0]
        redeal(w, t, order[VIEWER], chance >> 32, chance & WORD)
        engine.legal(w, t, mask)
        length = 0
        node = ROOT
        path[0] = ROOT
        while w.decision != NO_DECISION and length < DEEPEST:
            child = best_child(tree, values, priors, node, mask, order[TRUST])
            if child < 0:
                guess = decide(w, t, mask, chance, weights, traits, worlds, masks[0], motives, scores)
                open_node(tree, values, priors, node, mask, scores, guess, IGNORED, counts)
                if node != ROOT:
                    break
                child = best_child(tree, values, priors, node, mask, order[TRUST])
            length += 1
            path[length] = child
            node = child
            step(w, t, mask, tree[child, ACTION])
        played = 0
        until = games[0].turn + order[TURNS]
        while w.decision != NO_DECISION and (played < order[DEPTH] or w.turn < until):
            step(w, t, mask, habit(w, t, mask, chance + played, traits[CAUTION]))
            played += 1
        counts[1] += played + length
        gained = standing(worth(w, t, weights, motives), now)
        tree[ROOT, VISITS] += 1
        for i in range(length):
            tree[path[i + 1], VISITS] += 1
            values[path[i + 1]] += gained


@kernel
def standing(found: float, now: float) -> float:
    """From -1 to 1: won or lost, else how much a position is worth more than the one the search began with."""
    if abs(found) == END_WORTH:
        return found / END_WORTH
    return 0.95 * (found - now) / (SCALE + abs(found - now))
