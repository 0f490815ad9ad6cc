"""Choices as kernels see them: an action id has a family and factors, and a mask says which ids are legal.

The tables say where families begin and what ids mean (`BASE_TABLES` of kit/record.py). Players are counted clockwise
from the actor.
"""

from __future__ import annotations

from typing import Any, Protocol

from exodus_env.kit.kernel import Mask, inlined, kernel


class Tables(Protocol):
    """What kernels of the kit read from the tables of any game."""

    players: int
    family_start: Any
    action_family: Any
    action_factor: Any


@kernel
def allow(t: Tables, mask: Mask, family: int, first: int) -> None:
    """Make a choice of a family with at most one factor legal."""
    mask[t.family_start[family] + first] = 1


@kernel
def allow_pair(t: Tables, mask: Mask, family: int, first: int, second: int, width: int) -> None:
    """Make a choice of a family with two factors legal; `width` is the size of the second factor."""
    mask[t.family_start[family] + first * width + second] = 1


@kernel
def family_of(t: Tables, action: int) -> int:
    """The family of an action id."""
    return int(t.action_family[action])


@kernel
def first_factor(t: Tables, action: int) -> int:
    """The first factor of an action id."""
    return int(t.action_factor[action, 0])


@kernel
def second_factor(t: Tables, action: int) -> int:
    """The second factor of an action id."""
    return int(t.action_factor[action, 1])


@inlined
def seat(t: Tables, actor: int, relative: int) -> int:
    """The player who sits `relative` seats clockwise of the actor: fewer than there are players."""
    player = actor + relative
    return player - int(t.players) if player >= t.players else player


@inlined
def relative_seat(t: Tables, actor: int, player: int) -> int:
    """How many seats clockwise of the actor a player sits."""
    seats = player - actor
    return seats + int(t.players) if seats < 0 else seats
