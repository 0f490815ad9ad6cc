"""Tree search: a tree of choices, grown by playing on from worlds that the player considers possible.

Each simulation deals a new world, goes down the tree by what has proved good so far and what a style thinks of it,
opens one more node, plays on for a while as the style would (or at random), and notes how everybody stands. Nodes are
choices, not positions: hidden facts and dice differ from one simulation to the next, so a node stands for the average
worth of a choice.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.exodus.encoding.rewards import utility
from exodus_env.exodus.players.decide import IGNORED, decide, style_row
from exodus_env.exodus.players.outlook import learn_means, weigh
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import engine
from exodus_env.exodus.tables import Tables
from exodus_env.exodus.worlds import redeal
from exodus_env.kit.chance import WORD, below_word
from exodus_env.kit.flow import NO_DECISION
from exodus_env.kit.kernel import IntRows, Ints, Mask, Masks, RealRows, Reals, entry, kernel
from exodus_env.kit.tree import (
    ACTION,
    ACTORS,
    DEEPEST,
    PATH,
    PRIORS,
    ROOT,
    VALUES,
    VISITS,
    best_child,
    open_node,
    random_legal,
    simulation_seed,
)

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any

# What a search is asked to do, in the form that kernels take.
ORDER: Final = (
    ("viewer", "the seat that searches"),
    ("seed", "its chance"),
    ("simulations", "how many to run"),
    ("depth", "decisions played on after the tree"),
    ("random", "share of them at random, in hundredths"),
    ("ends", "1: play on to the end of the game instead"),
    ("turns", "play on at least until this many turns have begun"),
    ("trust", "how long the style's opinion outweighs what simulations found, in hundredths"),
)
VIEWER, SEED, SIMULATIONS, DEPTH, RANDOM, ENDS, TURNS, TRUST = range(len(ORDER))

VP_SCALE: Final = 8.0  # VP ahead of the others that count as half a win


@entry
def grow_tree(
    games: GameArray,
    tables: TablesArray,
    order: Ints,
    weights: RealRows,
    traits: Reals,
    looks: Ints,
    tree: IntRows,
    worth: RealRows,
    counts: Ints,
    way: IntRows,
    worlds: GameArray,
    masks: Masks,
    sheet: RealRows,
    motives: Reals,
    scores: Reals,
) -> None:
    """Run the simulations of an order; the tree may have been begun before.

    `weights` to `looks` are the style that plays, `tree` to `way` is what the search keeps (kit/search.py), and the
    rest is scratch space.
    """
    t = tables[0]
    values, priors = worth[VALUES], worth[PRIORS]
    path, actors = way[PATH], way[ACTORS]
    learn_means(t, sheet)
    now = team_outlook(games[0], t, weights, len(looks), sheet, motives)
    w = worlds[2]
    mask = masks[1]
    for _ in range(order[SIMULATIONS]):
        chance = simulation_seed(order[SEED], tree[ROOT, VISITS])
        worlds[2] = games[0]
        redeal(w, t, order[VIEWER], chance >> 32, chance & WORD)
        engine.legal(w, t, mask)
        length = 0
        node = ROOT
        path[0] = ROOT
        # Down the tree
        while w.decision != NO_DECISION and length < DEEPEST:
            child = best_child(tree, values, priors, node, mask, order[TRUST])
            if child < 0:
                guess = decide(w, t, mask, chance, weights, traits, looks, worlds, masks, sheet, motives, scores)
                open_node(tree, values, priors, node, mask, scores, guess, IGNORED, counts)
                if node != ROOT:
                    break
                child = best_child(tree, values, priors, node, mask, order[TRUST])
            actors[length] = w.actor
            length += 1
            path[length] = child
            node = child
            play_on(w, t, mask, tree[child, ACTION])
        # On from there
        played = 0
        until = games[0].turn + order[TURNS]
        while w.decision != NO_DECISION and (played < order[DEPTH] or w.turn < until or order[ENDS] == 1):
            if below_word(chance, 7 * played + 3, 100) < order[RANDOM]:
                action = random_legal(mask, chance + played)
            else:
                action = decide(
                    w, t, mask, chance + played, weights, traits, looks, worlds, masks, sheet, motives, scores
                )
            play_on(w, t, mask, action)
            played += 1
        counts[1] += played + length
        note_result(w, t, tree, values, length, path, actors, now, weights, len(looks), sheet, motives)


@kernel
def play_on(w: Game, t: Tables, mask: Mask, action: int) -> None:
    """One decision in a world."""
    w.log_count = 0
    w.decisions += 1
    engine.choose(w, t, action)
    engine.advance(w, t, mask)


@kernel
def note_result(
    w: Game,
    t: Tables,
    tree: IntRows,
    values: Reals,
    length: int,
    path: Ints,
    actors: Ints,
    now: float,
    weights: RealRows,
    decisions: int,
    sheet: RealRows,
    motives: Reals,
) -> None:
    """Add the worth of the simulation to every node on the way, for the player who chose it."""
    tree[ROOT, VISITS] += 1
    for i in range(length):
        worth = standing(w, t, int(actors[i]), now, weights, decisions, sheet, motives)
        tree[path[i + 1], VISITS] += 1
        values[path[i + 1]] += worth


@kernel
def standing(
    w: Game, t: Tables, player: int, now: float, weights: RealRows, decisions: int, sheet: RealRows, motives: Reals
) -> float:
    """From -1 to 1: the utility of an end, otherwise how far a player is ahead of the others, or a team of its
    start."""
    if w.over == 1:
        return utility(w, t, player)
    if t.coop == 1 or t.solitaire == 1:
        ahead = team_outlook(w, t, weights, decisions, sheet, motives) - now
    else:
        ahead = judged(w, t, player, weights, decisions, sheet, motives)
        most = -1000.0
        for other in range(t.players):
            if other != player:
                worth = judged(w, t, other, weights, decisions, sheet, motives)
                most = max(most, worth)
                ahead -= 0.5 * worth / float(t.players - 1)
        ahead -= 0.5 * most
    return 0.95 * ahead / (VP_SCALE + abs(ahead))


@kernel
def judged(
    w: Game, t: Tables, player: int, weights: RealRows, decisions: int, sheet: RealRows, motives: Reals
) -> float:
    """A player's outlook when nothing is being decided, from the player's faction's point of view."""
    return weigh(w, t, player, weights[style_row(w, t, player, decisions, len(weights))], sheet, motives)


@kernel
def team_outlook(w: Game, t: Tables, weights: RealRows, decisions: int, sheet: RealRows, motives: Reals) -> float:
    """The outlook of all players together, on average."""
    total = 0.0
    for player in range(t.players):
        total += judged(w, t, player, weights, decisions, sheet, motives)
    return total / float(t.players)
