"""A tree of choices, as rows of arrays: what a search keeps between simulations, and how it descends.

Nodes are choices, not positions: what is hidden and the dice differ from one simulation to the next, so a node stands
for what a choice is worth on average. A game's own entry plays the simulations (`grow_tree`), for it contains the
engine; what is here needs arrays and numbers alone.
"""

from __future__ import annotations

from typing import Final

from exodus_env.kit.chance import below_word, mix
from exodus_env.kit.kernel import IntRows, Ints, Mask, Reals, kernel
from exodus_env.kit.stepping import legal_among, nth_legal

# Columns of a node.
ACTION, CHILD, SIBLING, VISITS, COLUMNS = range(5)
ROOT: Final = 0
# Rows of what is known of nodes: the sum of what simulations through each were worth, and how likely it is to be best.
VALUES, PRIORS, WORTH = range(3)
# Rows of the way down the tree in a simulation: nodes, and who chose them.
PATH, ACTORS, WAY = range(3)

DOUBT: Final = 0.7  # points by which a choice must score worse to be considered a quarter as likely to be best
SLIGHT: Final = 0.1  # below the root, choices less likely than this share of the best are left out
URGENCY: Final = 0.05  # how much less than its siblings an untried choice promises
DEEPEST: Final = 48  # plies of the tree


@kernel
def open_node(
    tree: IntRows,
    values: Reals,
    priors: Reals,
    node: int,
    mask: Mask,
    scores: Reals,
    guess: int,
    ignored: float,
    counts: Ints,
) -> None:
    """Open a child for each legal choice that may be best, with the likelihood its score gives it, while there is room.

    Choices that score `ignored` or less are left out.
    """
    total = 0.0
    old = int(tree[node, CHILD])
    for action in range(len(mask)):
        if mask[action] == 1 and scores[action] > ignored:
            likely = likelihood(scores[guess] - scores[action])
            if (node == ROOT or likely >= SLIGHT) and counts[0] < len(tree) and not has_child(tree, node, action):
                new = int(counts[0])
                counts[0] += 1
                tree[new, ACTION] = action
                tree[new, CHILD] = 0
                tree[new, VISITS] = 0
                tree[new, SIBLING] = tree[node, CHILD]
                tree[node, CHILD] = new
                values[new] = 0.0
                priors[new] = likely
                total += likely
    child = int(tree[node, CHILD])
    while child != old:
        priors[child] /= total
        child = int(tree[child, SIBLING])


@kernel
def likelihood(worse: float) -> float:
    """How likely a choice is to be best, relative to the favourite, if the style scores it this much worse."""
    share = 1.0 / (1.0 + worse / DOUBT)
    return share * share


@kernel
def has_child(tree: IntRows, node: int, action: int) -> bool:
    """Whether a node has a child for a choice."""
    child = tree[node, CHILD]
    while child > 0:
        if tree[child, ACTION] == action:
            return True
        child = tree[child, SIBLING]
    return False


@kernel
def best_child(tree: IntRows, values: Reals, priors: Reals, node: int, mask: Mask, trust: int) -> int:
    """The most promising legal choice: good so far, or likely and rarely tried; -1 if the node has none."""
    visits = 0.0
    worth = 0.0
    child = int(tree[node, CHILD])
    while child > 0:
        visits += float(tree[child, VISITS])
        worth += values[child]
        child = int(tree[child, SIBLING])
    usual = worth / max(1.0, visits) - URGENCY
    eager = 0.01 * float(trust) * (visits + 1.0) ** 0.5
    best = -1
    best_value = 0.0
    child = int(tree[node, CHILD])
    while child > 0:
        if mask[tree[child, ACTION]] == 1:
            tried = float(tree[child, VISITS])
            value = values[child] / tried if tried > 0.0 else usual
            value += eager * priors[child] / (1.0 + tried)
            if best < 0 or value > best_value:
                best = child
                best_value = value
        child = int(tree[child, SIBLING])
    return best


@kernel
def simulation_seed(seed: int, number: int) -> int:
    """A different seed for each simulation."""
    high = mix((seed >> 32) + 0x9E3779B1 * number)
    return ((high & 0x3FFFFFFF) << 32) | mix(seed ^ high)


@kernel
def random_legal(mask: Mask, seed: int) -> int:
    """Any legal action."""
    return nth_legal(mask, below_word(seed, 11, legal_among(mask, 0, len(mask))))
