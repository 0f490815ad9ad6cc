"""Tree search: a tree of choices grown by playing on from worlds the player holds possible.

Each simulation deals a new world, goes down the tree by what has proved good so far, adds one choice, plays on for a
while as a style would (or at random), and notes how everybody stands. Nodes are choices, not positions: what is hidden
and the dice differ from one simulation to the next, so a node stands for what a choice is worth on average.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.exodus.encoding.rewards import utility
from exodus_env.exodus.players.decide import decide
from exodus_env.exodus.players.outlook import learn_means, weigh
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import engine
from exodus_env.exodus.tables import Tables
from exodus_env.exodus.worlds import redeal
from exodus_env.kit.chance import WORD, below_word, mix
from exodus_env.kit.kernel import IntRows, Ints, Mask, Masks, RealRows, Reals, entry, kernel

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any

# Columns of a node. Its value is the sum of what simulations through it were worth to the one who made the choice.
ACTION, CHILD, SIBLING, VISITS, COLUMNS = range(5)
ROOT: Final = 0

# Settings of a search, as the kernels take them.
SETTINGS: Final = (
    ("depth", "decisions played on after the tree"),
    ("random", "share of them at random, in hundredths"),
    ("ends", "1: play on to the end of the game instead"),
)
DEPTH, RANDOM, ENDS = range(len(SETTINGS))

EXPLORATION: Final = 0.35
VP_SCALE: Final = 8.0  # VP ahead of the others that count as half a win
DEEPEST: Final = 48  # plies of the tree


@entry
def grow_tree(
    games: GameArray,
    tables: TablesArray,
    viewer: int,
    seed: int,
    simulations: int,
    settings: Ints,
    weights: RealRows,
    traits: Reals,
    looks: Ints,
    tree: IntRows,
    values: Reals,
    counts: Ints,
    worlds: GameArray,
    masks: Masks,
    sheet: RealRows,
    motives: Reals,
    path: Ints,
    actors: Ints,
) -> None:
    """Run some simulations; the tree may have been begun before. `counts` holds nodes used and decisions played."""
    t = tables[0]
    learn_means(t, sheet)
    now = team_outlook(games[0], t, weights, sheet, motives)
    w = worlds[2]
    mask = masks[1]
    for _ in range(simulations):
        chance = simulation_seed(seed, tree[ROOT, VISITS])
        worlds[2] = games[0]
        redeal(w, t, viewer, chance >> 32, chance & WORD)
        engine.legal(w, t, mask)
        length = 0
        node = ROOT
        path[0] = ROOT
        # Down the tree.
        while w.over == 0 and length < DEEPEST - 1:
            new = counts[0]
            guess = -1
            if tree[node, CHILD] == 0:
                guess = decide(w, t, mask, chance, weights, traits, looks, worlds, masks, sheet, motives)
            elif may_widen(tree, node, mask):
                guess = untried(tree, node, t, mask, chance)
            child = add_child(tree, node, guess, counts) if guess >= 0 else best_child(tree, values, node, mask)
            if child < 0:
                break
            actors[length] = w.actor
            length += 1
            path[length] = child
            node = child
            play_on(w, t, mask, tree[child, ACTION])
            if counts[0] > new:
                break
        # On from there.
        played = 0
        while w.over == 0 and (played < settings[DEPTH] or settings[ENDS] == 1):
            if below_word(chance, 7 * played + 3, 100) < settings[RANDOM]:
                action = random_legal(t, mask, chance + played)
            else:
                action = decide(w, t, mask, chance + played, weights, traits, looks, worlds, masks, sheet, motives)
            play_on(w, t, mask, action)
            played += 1
        counts[1] += played + length
        note_result(w, t, tree, values, length, path, actors, now, weights, sheet, motives)


@kernel
def simulation_seed(seed: int, number: int) -> int:
    """Another seed for each simulation."""
    high = mix((seed >> 32) + 0x9E3779B1 * number)
    return ((high & 0x3FFFFFFF) << 32) | mix(seed ^ high)


@kernel
def play_on(w: Game, t: Tables, mask: Mask, action: int) -> None:
    """One decision in a world."""
    w.event_count = 0
    w.decisions += 1
    engine.choose(w, t, action)
    engine.advance(w, t, mask)


@kernel
def random_legal(t: Tables, mask: Mask, seed: int) -> int:
    """Any legal action."""
    count = 0
    for action in range(t.actions):
        count += mask[action]
    which = below_word(seed, 11, count)
    for action in range(t.actions):
        if mask[action] == 1:
            if which == 0:
                return action
            which -= 1
    return -1


# The tree -------------------------------------------------------------------------------------------------------------


@kernel
def child_of(tree: IntRows, node: int, action: int) -> int:
    """The node of a choice after another, or -1."""
    child = tree[node, CHILD]
    while child > 0:
        if tree[child, ACTION] == action:
            return int(child)
        child = tree[child, SIBLING]
    return -1


@kernel
def may_widen(tree: IntRows, node: int, mask: Mask) -> bool:
    """Whether another choice may be tried here: all of them at the root, below it more as it is visited more."""
    children = 0
    child = tree[node, CHILD]
    while child > 0:
        if mask[tree[child, ACTION]] == 1:
            children += 1
        child = tree[child, SIBLING]
    if node == ROOT:
        return True
    return bool(children * children * 2 <= tree[node, VISITS])


@kernel
def untried(tree: IntRows, node: int, t: Tables, mask: Mask, seed: int) -> int:
    """A legal choice without a node, at random; -1 where every one has a node."""
    count = 0
    for action in range(t.actions):
        if mask[action] == 1 and child_of(tree, node, action) < 0:
            count += 1
    which = below_word(seed, 5, count)
    for action in range(t.actions):
        if mask[action] == 1 and child_of(tree, node, action) < 0:
            if which == 0:
                return action
            which -= 1
    return -1


@kernel
def add_child(tree: IntRows, node: int, action: int, counts: Ints) -> int:
    """A new node, while there is room; else the one node there is none of."""
    if counts[0] >= len(tree):
        return -1
    new = int(counts[0])
    counts[0] += 1
    tree[new, ACTION] = action
    tree[new, CHILD] = 0
    tree[new, VISITS] = 0
    tree[new, SIBLING] = tree[node, CHILD]
    tree[node, CHILD] = new
    return new


@kernel
def best_child(tree: IntRows, values: Reals, node: int, mask: Mask) -> int:
    """The legal choice that promises most: good so far, or tried little."""
    spread = log_of(tree[node, VISITS] + 1)
    best = -1
    best_value = 0.0
    child = int(tree[node, CHILD])
    while child > 0:
        if mask[tree[child, ACTION]] == 1:
            visits = float(tree[child, VISITS]) + 1e-9
            value = values[child] / visits + EXPLORATION * (spread / visits) ** 0.5
            if best < 0 or value > best_value:
                best = child
                best_value = value
        child = int(tree[child, SIBLING])
    return best


@kernel
def log_of(n: int) -> float:
    """The natural logarithm of a count, near enough, without a library that differs from machine to machine."""
    result = 0.0
    while n > 1:
        result += 0.693
        n = n // 2
    return result


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
    sheet: RealRows,
    motives: Reals,
) -> None:
    """Add to every node on the way what the simulation was worth to the one who chose it."""
    tree[ROOT, VISITS] += 1
    for i in range(length):
        worth = standing(w, t, int(actors[i]), now, weights, sheet, motives)
        tree[path[i + 1], VISITS] += 1
        values[path[i + 1]] += worth


@kernel
def standing(w: Game, t: Tables, player: int, now: float, weights: RealRows, sheet: RealRows, motives: Reals) -> float:
    """From -1 to 1: the utility of an end, else how far a player is ahead of the others, or a team of where it was."""
    if w.over == 1:
        return utility(w, t, player)
    if t.coop == 1:
        ahead = team_outlook(w, t, weights, sheet, motives) - now
    else:
        ahead = weigh(w, t, player, weights[0], sheet, motives)
        most = -1000.0
        for other in range(t.players):
            if other != player:
                worth = weigh(w, t, other, weights[0], sheet, motives)
                most = max(most, worth)
                ahead -= 0.5 * worth / float(t.players - 1)
        ahead -= 0.5 * most
    return 0.95 * ahead / (VP_SCALE + abs(ahead))


@kernel
def team_outlook(w: Game, t: Tables, weights: RealRows, sheet: RealRows, motives: Reals) -> float:
    """The outlook of all players together, on average."""
    total = 0.0
    for player in range(t.players):
        total += weigh(w, t, player, weights[0], sheet, motives)
    return total / float(t.players)
