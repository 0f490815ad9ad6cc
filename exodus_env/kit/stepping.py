"""What the entries of all games share: checking actions before they are taken, and choosing a random legal one."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from exodus_env.kit.batch import FINE, RESET, WAIT
from exodus_env.kit.chance import below_word
from exodus_env.kit.kernel import Ints, Mask, Masks, Places, kernel

GameArray: TypeAlias = Any


@kernel
def first_illegal(games: GameArray, actions: Ints, masks: Masks, first: int, beyond: int) -> int:
    """The first of some games whose action is not legal, or FINE."""
    for i in range(first, beyond):
        action = actions[i]
        if action >= 0 and (games[i].over == 1 or action >= masks.shape[1] or masks[i, action] == 0):
            return i
        if action < WAIT:
            return i
    return FINE


@kernel
def legal_among(mask: Mask, first: int, beyond: int) -> int:
    """How many actions of a range are legal: counted in 16 bits and by unsigned places, many at a time."""
    count = np.int16(0)
    for action in range(np.uint64(first), np.uint64(beyond)):
        count = np.int16(count + mask[action])
    return int(count)


@kernel
def nth_legal(mask: Mask, nth: int) -> int:
    """The legal action that has `nth` legal ones before it, found in halves of halves of the mask."""
    first = 0
    beyond = len(mask)
    while beyond - first > 64:
        middle = (first + beyond) // 2
        here = legal_among(mask, first, middle)
        if nth >= here:
            nth -= here
            first = middle
        else:
            beyond = middle
    while first < beyond - 1 and (mask[first] == 0 or nth > 0):
        nth -= int(mask[first])
        first += 1
    return first


@kernel
def any_legal(mask: Mask, seed: int, i: int) -> int:
    """A random legal action that depends on a seed and a number alone; RESET where none is legal."""
    count = legal_among(mask, 0, len(mask))
    return nth_legal(mask, below_word(seed, i, count)) if count > 0 else RESET


@kernel
def list_legal(mask: Mask, legal: Places) -> None:
    """List the legal actions: how many there are, then their ids."""
    count = 0
    first = 0
    while first < len(mask):
        beyond = min(first + 32, len(mask))
        if legal_among(mask, first, beyond) > 0:
            for action in range(first, beyond):
                legal[count + 1] = action
                count += int(mask[action])
        first = beyond
    legal[0] = count
