"""A batch of games and the buffers that one compiled call fills. Every environment here is a thin layer over a
batch."""

from __future__ import annotations

import operator
import sys
from enum import Enum
from itertools import pairwise
from typing import Any, Final

import numpy as np

from exodus_env.kit.crew import Crew
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.encode import ANYTHING, NO_HALVES, NO_LISTS, NO_NUMBERS, room_to_write
from exodus_env.kit.flow import KIND, NO_DECISION, NoLegalChoice, UnknownDecision, UnknownFrame
from exodus_env.kit.kernel import ENTRIES, Bound

# Instead of an action.
RESET: Final = -1  # set the game up from its seed
LOOK: Final = -2  # advance to the next decision unless one is pending; write mask and observation
DERIVE: Final = -3  # only derive what follows from the rest of a position made by hand
WAIT: Final = -4  # as LOOK, where mask, observation and actor stand in the buffers already: they may be left alone

# What the compiled step returns if nothing is wrong.
FINE: Final = -1

SEED_LIMIT: Final = 2**63
WHOLE_NUMBERS: Final = (int, np.integer)
WAY_OUT: Final = "call refresh() after changing a position, or reset()"

# Columns of how games end: whether cut off, number of decisions, then ranks and then the score by seat.
TRUNCATED: Final = 0
LENGTH: Final = 1
RANKS: Final = 2
SPARE: Final = 64  # entries that may be written over
NOTHING: Final = b""  # equal to no record


class Form(Enum):
    """How a batch holds observations."""

    FLAT = "flat"  # float32; what a row held before does not matter
    KEPT = "kept"  # float32; nobody else writes into a row, which is cleared only where the last one was not zero
    HALF = "half"  # float16, kept as well
    SPARSE = "sparse"  # lists of the numbers that are not zero, and of legal actions


class IllegalAction(ValueError):
    """An action that the pending decision does not allow. The game is unchanged."""


class ChangedByHand(ValueError):
    """A position that was changed from outside and cannot be continued."""


class Batch:
    """N games advanced together, with the mask and the observation of whoever acts next in each.

    `form` is how observations are held. With several threads each plays a part of the games, with the same results.
    `dones` is 1 where a game has ended or was cut off because it reached the limit of decisions;
    `truncated` tells which. With `ends` the batch keeps how games end, which `auto_reset` would overwrite: the number
    of decisions, ranks (0 where a game was cut off), the score, and what every seat sees.
    """

    def __init__(
        self,
        rules: Definition,
        n: int,
        observe: bool = True,
        ends: bool = False,
        form: Form = Form.FLAT,
        threads: int = 1,
    ) -> None:
        self.rules = rules
        self.n = n
        self.tables = rules.tables
        players = rules.config.players
        self.games = rules.new_games(n)
        self.masks = np.zeros((n, rules.actions.size), dtype=np.int8)
        self.actors = np.full(n, -1, dtype=np.int64)
        self.rewards = np.zeros((n, players), dtype=np.float32)
        self.dones = np.zeros(n, dtype=np.int8)
        self.actions = np.full(n, RESET, dtype=np.int64)
        self.seeds = np.zeros(n, dtype=np.int64)
        self.episodes = np.zeros(n, dtype=np.int64)
        self.ends, self._halves, self.lists, self.numbers, self.legal, *_ = no_ends(n)
        rows = n  # of observations: one for each game, then one for each game and seat
        if ends:
            self.ends = np.zeros((n, RANKS + 2 * players), dtype=np.int64)
            rows += n * players
        layout = rules.observations
        if layout.size > ENTRIES - SPARE:
            raise ValueError(f"an observation of {layout.size} numbers; kernels can write {ENTRIES - SPARE}")
        width = layout.size if observe else 0
        self._dense = np.zeros((rows, width if form in (Form.FLAT, Form.KEPT) else 0), dtype=np.float32)
        half = np.zeros((rows, width if form is Form.HALF else 0), dtype=np.float16)
        if observe and form is not Form.FLAT:
            self.lists = np.zeros((rows, 1 + layout.capacity), dtype=np.int32)
        if observe and form is Form.SPARSE:
            self.numbers = np.zeros((rows, layout.capacity), dtype=np.float32)
            self.legal = np.zeros((n, 1 + rules.actions.size), dtype=np.int32)
        seen: Array = self._dense
        if form is Form.HALF:
            seen, self._halves = half, half.view(np.uint16)
        self.observations, self.final_observations = seen[:n], seen[n:]
        self._base_seed = 0
        self._auto_reset = False
        bounds = [n * part // min(threads, n) for part in range(min(threads, n) + 1)]
        self._steps = [self._bound(first, beyond) for first, beyond in pairwise(bounds)]
        self._crew = Crew(self._steps) if len(self._steps) > 1 else None
        self._lent: bytes | None = None  # the records as they were when they were handed out
        self._own_references = self._references()

    def _bound(self, first: int, beyond: int) -> Bound:
        """The compiled step of some games, with the arrays of this batch: they stay the same as long as there is a
        batch. Each has a row of its own to write observations in."""
        return self.rules.play.bind(
            self.games,
            self.tables,
            self.actions,
            self.seeds,
            self.masks,
            self._dense,
            self.actors,
            self.rewards,
            self.dones,
            self.episodes,
            self._base_seed,
            self._auto_reset,
            self.ends,
            self._halves,
            self.lists,
            self.numbers,
            self.legal,
            room_to_write(),
            first,
            beyond,
        )

    @property
    def base_seed(self) -> int:
        """The seed that those of games follow from which are set up again by themselves."""
        return self._base_seed

    @base_seed.setter
    def base_seed(self, seed: int) -> None:
        self._base_seed = seed
        for step in self._steps:
            step.set("base_seed", seed)

    def play(self, auto_reset: bool) -> None:
        """Carry out `actions`; raises IllegalAction, with every game unchanged, where one is not legal.

        Raises NoLegalChoice where a game comes to a decision without any: that is a fault of the rules, and the batch
        is left in the middle of the step.
        """
        if auto_reset != self._auto_reset:
            self._auto_reset = auto_reset
            for step in self._steps:
                step.set("auto_reset", auto_reset)
        lent = self._lent is not None
        if lent and (self.actions != RESET).any():  # games that are set up again may hold anything
            self.settle()
        try:
            illegal = self._steps[0]() if self._crew is None else self._play_parts(self._crew)
        except NoLegalChoice:
            raise NoLegalChoice(self._dead_end()) from None
        except UnknownFrame:
            i = next(i for i, game in enumerate(self.games) if game.decision == NO_DECISION and game.depth > 0)
            kind = int(self.games[i].stack[self.games[i].depth - 1, KIND])
            raise UnknownFrame(f"game {i} cannot go on: the rules know no frame of kind {kind}") from None
        except UnknownDecision:
            i = next(i for i in range(self.n) if self._is_stuck(i))
            decision = int(self.games[i].decision)
            raise UnknownDecision(f"game {i} cannot go on: the rules know no decision {decision}") from None
        if illegal != FINE:
            raise IllegalAction(self.complaint(illegal, int(self.actions[illegal])))
        if lent:
            self.accept()

    def _play_parts(self, crew: Crew) -> int:
        """Play a part of the games in each thread; none begins before all actions are known to be legal."""
        taken = np.flatnonzero(self.actions >= 0)
        inside = np.minimum(self.actions[taken], self.masks.shape[1] - 1)
        wrong = (inside != self.actions[taken]) | (self.masks[taken, inside] == 0)
        return int(taken[wrong.argmax()]) if wrong.any() else max(crew.run())

    def forget_final_observations(self) -> None:
        """Somebody else has written what players saw at the end: where rows are kept, they hold anything now."""
        if self._dense.shape[1] + self._halves.shape[1] > 0:
            self.lists[self.n :, :1] = ANYTHING

    @property
    def truncated(self) -> Array:
        """(n,) int64: 1 if the last step cut a game off because it reached the limit of decisions."""
        return self.ends[:, TRUNCATED]

    def copy_to(self, other: Batch) -> None:
        """Copy these games into another batch of the same size, without masks and observations."""
        copy_array(self.games, other.games)
        for name in ("masks", "actors", "rewards", "dones", "ends", "seeds", "episodes"):
            np.copyto(getattr(other, name), getattr(self, name))
        other.base_seed = self.base_seed

    # Records in other hands ------------------------------------------------------------------------------------------

    def lend(self) -> Array:
        """The records, for code that may write into them: as long as it holds them, what was written is checked.

        Kernels trust a record, and a wrong number in it would be an index. Looking at every number of every game costs
        more than a step, so only what is lent out is compared with what it was.
        """
        if self._lent is None:
            self._lent = self.games.tobytes()
        return self.games

    def settle(self) -> None:
        """Raise ChangedByHand if lent records have become something that cannot be continued."""
        lent, size = self._lent, self.games.itemsize
        if lent is None or self.games.tobytes() == lent:
            return
        other = False
        for i in range(self.n):
            before = lent[i * size : (i + 1) * size]
            if self.games[i].tobytes() != before:
                other |= self._check(i, before)
        if other:
            self._look_again(lent)
        self._lent = self.games.tobytes()

    def refresh(self) -> None:
        """Compute derived fields of positions edited by hand, and check the positions; raises if one is impossible."""
        self._lent = NOTHING
        each = [self.games[i : i + 1] for i in range(self.n)]
        for game in each:
            self.rules.guard(game)
        self.actions[:] = DERIVE
        self._lent = None
        self.play(False)
        self._lent = NOTHING
        for game in each:
            self.rules.check(game)
        del each, game
        self.accept()

    def accept(self) -> None:
        """Accept the records as they are; keep checking them as long as they are held outside."""
        self._lent = self.games.tobytes() if self._references() > self._own_references else None

    def _check(self, i: int, before: bytes) -> bool:
        """Whether masks may differ after a change; raises where the game could not continue."""
        game = self.games[i : i + 1]
        try:
            if before and self.rules.only_counts(game, _changed_fields(game, before)):
                return False
            self.rules.check(game)
        except ValueError as error:
            raise ChangedByHand(f"{self._changed(i)} and is not a possible one: {error}; {WAY_OUT}") from None
        return True

    def _look_again(self, lent: bytes) -> None:
        """Recompute the masks of changed positions; whose decision it is must not have changed."""
        given, actors = self.actions.copy(), self.actors.copy()
        self.actions[:] = LOOK
        self._lent = None
        self.play(False)
        self.actions[:] = given
        others = np.flatnonzero((self.actors != actors) | (self.dones != 0))
        if len(others):
            self._lent = lent
            raise ChangedByHand(f"{self._changed(int(others[0]))}, and now others must decide; {WAY_OUT}")

    def _changed(self, i: int) -> str:
        return "the position was changed by hand" if self.n == 1 else f"the position of game {i} was changed by hand"

    def _references(self) -> int:
        """How many references there are to the array of records; every view of it, and every record, holds one."""
        return sys.getrefcount(self.games)

    # Words -----------------------------------------------------------------------------------------------------------

    def _dead_end(self) -> str:
        """Which game has reached a decision without a legal choice, and which decision it is."""
        i = next(i for i in range(self.n) if self._is_stuck(i))
        what = self.rules.decision(self.games[i])
        return f"game {i} cannot go on: player {int(self.games[i].actor)} must {what}, and nothing is legal"

    def _is_stuck(self, i: int) -> bool:
        """Whether a decision is pending in a game and nothing is legal."""
        return bool(self.games[i].actor >= 0 and not self.masks[i].any())

    def complaint(self, i: int, action: int) -> str:
        """Why an action is illegal in a game, and what would be legal."""
        legal = np.flatnonzero(self.masks[i])
        layout = self.rules.actions
        game = self.games[i]
        if self._is_stuck(i):
            return self._dead_end()
        if len(legal) == 0:
            return "the game is over: call reset()"
        if not 0 <= action < layout.size:
            return (
                f"action {action} is out of range: ids are 0 to {layout.size - 1}; player {int(game.actor)} must "
                f"{self.rules.decision(game)}"
            )
        actor = int(game.actor)
        examples = "; ".join(f"{a} ({layout.action_to_string(int(a), actor)})" for a in legal[:5])
        more = f" and {len(legal) - 5} more" if len(legal) > 5 else ""
        return (
            f"action {action} ({layout.action_to_string(action, actor)}) is not legal: player {actor} must "
            f"{self.rules.decision(game)}; legal are {examples}{more}"
        )


def no_ends(n: int) -> tuple[Array, Array, Array, Array, Array, Array, int, int]:
    """The last arguments of `play`, for all of n games, with room for whether games were cut off, but not for how they
    end, nor for any form of observations besides the flat one."""
    return np.zeros((n, 1), dtype=np.int64), NO_HALVES, NO_LISTS, NO_NUMBERS, NO_LISTS, room_to_write(), 0, n


def cut_off(rules: Definition) -> str:
    """Why a game that does not end is truncated."""
    return f"the game was cut off after {rules.most_decisions} decisions, the most that a game may take"


def _changed_fields(game: Array, before: bytes) -> set[str]:
    """Names of the fields in which a record differs from what it was."""
    now, fields = game.tobytes(), game.dtype.fields or {}
    spans = {name: slice(offset, offset + kind.itemsize) for name, (kind, offset, *_) in fields.items()}
    return {name for name, span in spans.items() if now[span] != before[span]}


def checked_seed(seed: Any) -> int:
    """A seed in the form that games take; refuses anything that is not an integer in range."""
    if isinstance(seed, bool) or not isinstance(seed, WHOLE_NUMBERS):
        raise TypeError(f"seed must be a whole number, not {type(seed).__name__}")
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed must be from 0 to 2**63 - 1, not {seed}")
    return int(seed)


def whole_number(value: Any) -> int | None:
    """A value as a whole number, whether from Python, numpy, or an array or tensor without axes; None if it is not one.

    True, 1.0 and an array of one number are not whole numbers.
    """
    if type(value) is int or isinstance(value, np.integer):
        return int(value)
    if isinstance(value, bool) or getattr(value, "ndim", 0) != 0 or "bool" in str(getattr(value, "dtype", "")):
        return None
    try:
        return int(operator.index(value))
    except TypeError:
        return None


def fresh_seed() -> int:
    """A random seed."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))


def copy_array(source: Array, target: Array) -> None:
    """Copy records byte by byte, which is much faster than field by field."""
    target.view(np.uint8)[:] = source.view(np.uint8)


def copied_rows(games: Array, chosen: Array) -> Array:
    """Some records, copied byte by byte, which is much faster than field by field."""
    rows: Array = games.view(np.uint8).reshape(len(games), -1)[chosen]
    return rows.reshape(-1).view(games.dtype)
