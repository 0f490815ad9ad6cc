"""The vector environment: N games advanced by one compiled call into numpy buffers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from exodus_env.kit.batch import (
    LENGTH,
    LOOK,
    RANKS,
    RESET,
    SEED_LIMIT,
    WHOLE_NUMBERS,
    Batch,
    Form,
    IllegalAction,
    checked_seed,
    fresh_seed,
)
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.replay import RecordedBatch, Replay
from exodus_env.kit.saves import SaveError, playable
from exodus_env.kit.spaces import flat_space, seen_space

# What goes into a copy; masks, observations and actors follow from it.
KEPT = ("games", "seeds", "episodes", "rewards", "dones")
IDENTITY = ("definition", "config", "fingerprint", "num_envs", "observe", "base_seed")


FORMS: Final = {"half": Form.HALF, "sparse": Form.SPARSE}  # by encoding; others are flat


Rows = Any  # observations: an array, or with the encoding "sparse" the dictionary that kit/spaces.py tells of


class VectorEnv:
    """N games, ready to step. A finished game is set up again at once, after its rewards are written.

    Buffers are overwritten by each step: copy what you keep. Writing into them changes nothing about what is legal, but
    do not write into observations: the next step clears only what it set itself.
    - observations (N, D) float32 and action_masks (N, A) int8: of the player who acts next in each game; with the
      encoding "half" they are float16
    - with the encoding "sparse" observations are a dictionary: `count` (N, 1) int32, how many numbers are not zero;
      `indices` (N, capacity) int32, their places in the flat row, in any order; `values` (N, capacity) float32, the
      numbers. What stands behind the first `count` means nothing. `legal_actions` has `count` (N, 1) and `ids` (N, A)
      int32
    - actors (N,) int64: the seat of that player
    - rewards (N, players) float32: of the last step, by seat; without shaping all zero except where a game ended
    - dones (N,) bool: where the last step ended a game (what the other buffers show is the next game)
    - seeds (N,) int64: the seed of each game under way; a single environment reset with it plays the same game

    How games ended, written where `dones` is true and left alone elsewhere:
    - truncated (N,) bool: the game was cut off because it reached the limit of decisions
    - final_observations (N, players, D) float32: what every seat saw at the end
    - final_ranks (N, players) int64: from 1, ties share the better; 0 where the game was cut off
    - final_score (N, players) int64: the score, as it would be counted at that point where the game was cut off
    - episode_lengths (N,) int64: how many decisions the game took

    `record` names the games that are recorded, by their numbers, or True for all; `take_replays` gives those that have
    ended. With several `threads`, each plays a part of the games; the results are the same.
    """

    def __init__(
        self,
        rules: Definition,
        num_envs: int,
        seed: int | None = None,
        observe: bool = True,
        record: bool | Sequence[int] = False,
        threads: int = 1,
    ) -> None:
        for name, value in (("num_envs", num_envs), ("threads", threads)):
            if isinstance(value, bool) or not isinstance(value, WHOLE_NUMBERS) or value < 1:
                raise ValueError(f"{name} must be a positive whole number, not {value!r}")
        self._make(rules, int(num_envs), observe, _chosen(record, int(num_envs)), int(threads))
        self.reset(seed)

    def _make(self, rules: Definition, num_envs: int, observe: bool, recorded: Sequence[int], threads: int) -> None:
        self.rules = rules
        self.num_envs = num_envs
        self.threads = threads
        self._observe = bool(observe)
        self._sparse = self._observe and rules.config.encoding == "sparse"
        how: dict[str, Any] = {"ends": True, "form": FORMS.get(rules.config.encoding, Form.KEPT), "threads": threads}
        if recorded:
            self._batch: Batch = RecordedBatch(rules, num_envs, self._observe, **how, chosen=recorded)
        else:
            self._batch = Batch(rules, num_envs, self._observe, **how)
        self._masks = np.zeros_like(self._batch.masks)  # handed out; legality is decided by the batch's own
        self._dones = self._batch.dones.view(np.bool_)

    def _play(self) -> None:
        self._batch.play(True)
        np.copyto(self._masks, self._batch.masks)

    def reset(self, seed: int | None = None) -> tuple[Rows, Array]:
        """Start all games again; the same seed gives the same games."""
        batch = self._batch
        batch.base_seed = fresh_seed() if seed is None else checked_seed(seed)
        batch.episodes[:] = 0
        batch.actions[:] = RESET
        self._play()
        return self.observations, self._masks

    def step(self, actions: Any) -> tuple[Rows, Array, Array]:
        """Take one action in every game; returns (observations, rewards, dones).

        Raises IllegalAction, with every game unchanged, if an action is not legal.
        """
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"step() takes one action for each of {self.num_envs} games, not shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {given.dtype}")
        batch = self._batch
        size = self.rules.actions.size
        if int(given.min()) < 0 or int(given.max()) >= size:
            # Negative numbers are internal orders, not actions, and large unsigned ones would become negative.
            wrong = int(np.flatnonzero((given < 0) | (given >= size))[0])
            raise IllegalAction(batch.complaint(wrong, int(given[wrong])))
        batch.actions[:] = given
        self._play()
        return self.observations, batch.rewards, self._dones

    def take_replays(self) -> list[tuple[int, Replay]]:
        """The recorded games that have ended since the last call, each with its number; call it from time to time."""
        if not isinstance(self._batch, RecordedBatch):
            raise ValueError("no games are recorded: name them with record=[...], or record=True for all")
        taken, self._batch.finished = self._batch.finished, []
        return taken

    def sample_actions(self, seed: int) -> Array:
        """Random legal actions, one for each game; a function of the masks and the seed."""
        self.rules.sample_actions(self._batch.masks, seed, self._batch.actions)
        return self._batch.actions.copy()

    def refresh(self) -> None:
        """Continue from positions edited by hand in `games`: derived fields, masks, observations and actors are
        updated.

        Raises an error if a position is impossible; no game continues then until `reset`, or `refresh` with a possible
        one.
        """
        self._batch.refresh()
        self._batch.actions[:] = LOOK
        self._play()

    def close(self) -> None:
        """There is nothing to close."""

    def __deepcopy__(self, memo: dict[int, Any]) -> VectorEnv:
        other = type(self).__new__(type(self))
        other._restore(self.rules, self.__getstate__())
        return other

    def __getstate__(self) -> dict[str, Any]:
        batch = self._batch
        batch.settle()
        ended = self._dones
        return {
            "definition": type(self.rules),
            "config": self.rules.config.to_dict(),
            "fingerprint": self.rules.fingerprint(),
            "num_envs": self.num_envs,
            "observe": self._observe,
            "threads": self.threads,
            "base_seed": batch.base_seed,
            "record": list(batch.recorders) if isinstance(batch, RecordedBatch) else [],
            **{name: getattr(batch, name).tobytes() for name in KEPT},
            "ends": {"dones": batch.dones.tobytes(), **{n: rows[ended].tobytes() for n, rows in self._ends().items()}},
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Continue from a pickled state, which passes the same checks as a saved game before any kernel sees it."""
        if not isinstance(state, dict) or any(name not in state for name in (*IDENTITY, *KEPT)):
            raise SaveError("the games are damaged: their state is incomplete")
        rules = playable(state["definition"], state["config"])
        if rules.fingerprint() != state["fingerprint"]:
            raise SaveError("these games were made with a different version of the rules or the content")
        _check_state(rules, state)
        self._restore(rules, state)

    def _restore(self, rules: Definition, state: dict[str, Any]) -> None:
        recorded = _chosen(state.get("record", False), state["num_envs"])
        self._make(rules, state["num_envs"], state["observe"], recorded, state.get("threads", 1))
        batch = self._batch
        batch.base_seed = state["base_seed"]
        for name in ("games", "seeds", "episodes"):
            _fill(getattr(batch, name), state[name])
        batch.actions[:] = LOOK
        self._play()
        for name in ("rewards", "dones"):  # of the last step; looking has cleared them
            _fill(getattr(batch, name), state[name])
        ends = state.get("ends", {})  # the state of a training run has none, or those of other games
        if ends.get("dones") == state["dones"]:
            for name, rows in self._ends().items():
                kept = np.frombuffer(ends[name], dtype=rows.dtype)
                rows[self._dones] = kept.reshape(int(self._dones.sum()), *rows.shape[1:])
            batch.forget_final_observations()

    def _ends(self) -> dict[str, Array]:
        """What is stored about how games ended, by game."""
        seen = self.final_observations
        if isinstance(seen, dict):
            return {"ends": self._batch.ends, **{f"final_{name}": rows for name, rows in seen.items()}}
        return {"ends": self._batch.ends, "final_observations": seen}

    @property
    def config(self) -> Any:
        """The configuration."""
        return self.rules.config

    @property
    def games(self) -> Array:
        """The states: a numpy structured array of N records. After changing them by hand call `refresh`.

        Without that, an impossible position raises ChangedByHand in the next step.
        """
        return self._batch.lend()

    @property
    def observations(self) -> Rows:
        """(N, D) float32: what the next actor of each game sees; float16 or sparse with these encodings."""
        batch = self._batch
        if not self._sparse:
            return batch.observations
        n = self.num_envs
        return {"count": batch.lists[:n, :1], "indices": batch.lists[:n, 1:], "values": batch.numbers[:n]}

    @property
    def legal_actions(self) -> dict[str, Array]:
        """The legal actions of the next actor of each game as ids; only with the encoding "sparse"."""
        if not self._sparse:
            raise ValueError('legal actions are listed with encoding="sparse" only; action_masks has them')
        return {"count": self._batch.legal[:, :1], "ids": self._batch.legal[:, 1:]}

    @property
    def views(self) -> dict[str, Array]:
        """The observations by block, as views; those of sparse observations do not exist."""
        if self._sparse:
            raise ValueError('sparse observations have no views: use another encoding than "sparse"')
        return self.rules.observations.views(self._batch.observations)

    @property
    def action_masks(self) -> Array:
        """(N, A) int8: what the next actor of each game may do."""
        return self._masks

    @property
    def actors(self) -> Array:
        """(N,) int64: the seat that acts next in each game."""
        return self._batch.actors

    @property
    def rewards(self) -> Array:
        """(N, players) float32: rewards of the last step by seat."""
        return self._batch.rewards

    @property
    def dones(self) -> Array:
        """(N,) bool: whether the last step ended the game."""
        return self._dones

    @property
    def truncated(self) -> Array:
        """(N,) bool: whether the last step cut the game off because it reached the limit of decisions."""
        mask: Array = self._batch.truncated != 0
        return mask

    @property
    def final_observations(self) -> Rows:
        """(N, players, D) float32: what every seat saw at the end, where `dones` is true; float16 or sparse with these
        encodings."""
        batch, n, players = self._batch, self.num_envs, self.rules.config.players
        if not self._sparse:
            seen = batch.final_observations
            return seen.reshape(n, players, seen.shape[1])
        lists, numbers = batch.lists[n:].reshape(n, players, -1), batch.numbers[n:].reshape(n, players, -1)
        return {"count": lists[..., :1], "indices": lists[..., 1:], "values": numbers}

    @property
    def final_ranks(self) -> Array:
        """(N, players) int64: the final ranks, where `dones` is true; 0 if the game was cut off."""
        return self._batch.ends[:, RANKS : RANKS + self.rules.config.players]

    @property
    def final_score(self) -> Array:
        """(N, players) int64: the final score, where `dones` is true."""
        return self._batch.ends[:, RANKS + self.rules.config.players :]

    @property
    def episode_lengths(self) -> Array:
        """(N,) int64: how many decisions the game took, where `dones` is true."""
        return self._batch.ends[:, LENGTH]

    @property
    def seeds(self) -> Array:
        """(N,) int64: the seed of each game in progress."""
        return self._batch.seeds

    @cached_property
    def single_observation_space(self) -> spaces.Space[Any]:
        """The space of a row of `observations`."""
        if not self._observe:
            return spaces.Box(0.0, 0.0, (0,), np.float32)
        if self.rules.config.encoding in FORMS:
            return seen_space(self.rules)
        return flat_space(self.rules)

    @cached_property
    def single_action_space(self) -> spaces.Space[Any]:
        """The space of the action in one game."""
        return spaces.Discrete(self.rules.actions.size)

    @cached_property
    def observation_space(self) -> spaces.Space[Any]:
        """The space of `observations`."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> spaces.Space[Any]:
        """The space of the argument of `step`."""
        return batch_space(self.single_action_space, self.num_envs)


def _chosen(record: Any, num_envs: int) -> Sequence[int]:
    """The games to record."""
    if isinstance(record, bool):
        return range(num_envs) if record else ()
    chosen = [number for number in record if type(number) is int and 0 <= number < num_envs]
    if len(chosen) != len(record):
        raise ValueError(f"record must be True, False or numbers of games from 0 to {num_envs - 1}, not {record!r:.60}")
    return chosen


def _check_state(rules: Definition, state: dict[str, Any]) -> None:
    """Raise SaveError if a state does not belong to games of these rules."""
    n, base = state["num_envs"], state["base_seed"]
    _require(type(n) is int and n >= 1, "num_envs is not a count")
    _require(type(state["observe"]) is bool, "observe is not true or false")
    threads = state.get("threads", 1)
    _require(type(threads) is int and threads >= 1, "threads is not a count")
    _require(type(base) is int and 0 <= base < SEED_LIMIT, "base_seed is not a seed")
    record = rules.new_games(1)
    # Sizes before anything is allocated: the bytes that are there bound how many games there can be.
    sizes = {"games": record.itemsize, "seeds": 8, "episodes": 8, "rewards": 4 * rules.config.players, "dones": 1}
    for name in KEPT:
        _require(isinstance(state[name], bytes) and len(state[name]) == n * sizes[name], f"{name} have a wrong size")
    for name in ("seeds", "episodes"):
        _require(bool((np.frombuffer(state[name], dtype=np.int64) >= 0).all()), f"{name} are below 0")
    _require(bool(np.isfinite(np.frombuffer(state["rewards"], dtype=np.float32)).all()), "a reward is not finite")
    _require(set(state["dones"]) <= {0, 1}, "dones are not true or false")
    _check_ends(rules, state)
    for i in range(n):
        record.view(np.uint8)[:] = np.frombuffer(state["games"], np.uint8, record.itemsize, i * record.itemsize)
        try:
            rules.check(record)
        except ValueError as error:
            raise SaveError(f"game {i} is not a possible state: {error}") from None


def _check_ends(rules: Definition, state: dict[str, Any]) -> None:
    """Raise SaveError if the ends of games do not match the games."""
    ends = state.get("ends", {})
    _require(isinstance(ends, dict), "ends are not a table")
    if ends.get("dones") != state["dones"]:  # of other games: left out
        return
    ended, players, layout = sum(state["dones"]), rules.config.players, rules.observations
    seen = {"final_observations": layout.size * (2 if rules.config.encoding == "half" else 4)}
    if rules.config.encoding == "sparse":
        seen = {"final_count": 4, "final_indices": 4 * layout.capacity, "final_values": 4 * layout.capacity}
    if not state["observe"]:
        seen = {"final_observations": 0}
    sizes = {"ends": 8 * (RANKS + 2 * players), **{name: players * size for name, size in seen.items()}}
    for name, size in sizes.items():
        _require(isinstance(ends.get(name), bytes) and len(ends[name]) == ended * size, f"{name} have a wrong size")


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise SaveError(f"the games are damaged: {otherwise}")


def _fill(target: Array, data: bytes) -> None:
    target.reshape(-1).view(np.uint8)[:] = np.frombuffer(data, dtype=np.uint8)
