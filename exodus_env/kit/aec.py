"""The PettingZoo AEC environment: thin over a batch of one.

Order, type, bounds and legality are checked inside `step`, since checking wrappers cost more than the rules.
"""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from exodus_env.kit import saves
from exodus_env.kit.batch import (
    DERIVE,
    LOOK,
    RESET,
    WHOLE_NUMBERS,
    Batch,
    IllegalAction,
    checked_seed,
    copy_array,
    fresh_seed,
)
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.files import write_file
from exodus_env.kit.spaces import encoded, idle_mask, observation_space

RENDER_MODES = ("ansi", "human")
KEPT_BY_AGENT = ("rewards", "cumulative", "terminations", "truncations")
KEPT = {"agents", "agent", *KEPT_BY_AGENT, "cycles", "seed", "source"}


class OutOfOrder(RuntimeError):
    """A call that comes too early or too late."""


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game as an AEC environment.

    `max_cycles` truncates the game after so many decisions; by default a game runs to its end.
    """

    def __init__(self, rules: Definition, render_mode: str | None = None, max_cycles: int | None = None) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.metadata = {
            "name": rules.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_cycles = _checked_cycles(max_cycles)
        self.rules = rules
        self._names = [f"player_{i}" for i in range(rules.config.players)]
        self._seats = {name: i for i, name in enumerate(self._names)}
        self.possible_agents = list(self._names)
        self.agents: list[str] = []
        self._batch = Batch(rules, 1)
        self._seed_source: np.random.Generator | None = None
        self._ready = False
        self._refused = False  # a position made by hand was not a possible one
        self._cycles = 0
        self._idle = {"action_mask": idle_mask(rules)}
        self._shape = self._batch.observations.shape
        self._flat = rules.config.encoding == "flat"
        self._shaped = rules.shaped
        self._observation: dict[str, Any] | None = None
        self._make_spaces()

    def _make_spaces(self) -> None:
        self._observation_spaces = {name: observation_space(self.rules) for name in self._names}
        self._action_spaces = {name: spaces.Discrete(self.rules.actions.size) for name in self._names}
        size = self.rules.observations.size
        low, high = self.rules.observations.bounds()
        players = len(self._names)
        self.state_space = spaces.Box(np.tile(low, players), np.tile(high, players), (players * size,), np.float32)

    # The AEC interface -----------------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space, equal for every agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space, equal for every agent."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the same seed gives the same game, and the same sequence of games after it."""
        if seed is not None:
            chosen = checked_seed(seed)
            self._seed_source = np.random.default_rng(chosen)
        else:
            if self._seed_source is None:
                self._seed_source = np.random.default_rng(fresh_seed())
            chosen = int(self._seed_source.integers(2**63))
        self._batch.seeds[0] = chosen
        self._order(RESET)
        self._start_bookkeeping()

    def step(self, action: Any) -> None:
        """Take an action for the agent selected; `None` for one whose game has ended."""
        if not self.agents:
            raise self._out_of_order("step")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        batch.actions[0] = self._checked(action)
        batch.observations = np.empty(self._shape, np.float32)  # the last one belongs to whoever asked for it
        batch.play(False)
        self._observation = None
        self.infos[agent] = self._idle
        self._cycles += 1
        ended = batch.dones[0]
        if ended or self._shaped:
            self._cumulative_rewards[agent] = 0.0
            self._collect_rewards()
        if ended:
            self._finish(self.terminations)
        elif self.max_cycles is not None and self._cycles >= self.max_cycles:
            self._finish(self.truncations)
        else:
            self._select_actor()

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since the last own action, termination, truncation and info of the agent selected."""
        if not self.agents:
            raise self._out_of_order("last")
        agent = self.agent_selection
        seen = (self._observation or self.observe(agent)) if observe else None
        rewards = self._cumulative_rewards
        return seen, rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees. The mask of an agent that does not act allows only `pass`, and `step` will refuse it."""
        if not self._ready:
            raise self._out_of_order("observe")
        if agent == self.agent_selection and self._observation is not None:
            return self._observation
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}; agents are {', '.join(self._names)}")
        return {"observation": encoded(self.rules, self._view(self._seats[agent])), **self._idle}

    def state(self) -> Array:
        """Everything anybody sees, in one vector: the observations of all seats, for centralised training."""
        if not self._ready:
            raise self._out_of_order("state")
        return np.concatenate([self._view(seat) for seat in range(len(self._names))])

    def render(self) -> str | None:
        """The game as text; printed in mode `human`."""
        if not self._ready:
            raise self._out_of_order("render")
        viewer = self._seats[self.agent_selection] if self._running() else None
        text = self.rules.render(self._batch.games[0], self._batch.masks[0], viewer)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def parse_action(self, text: str) -> int:
        """The id of a legal move of the agent selected, as `render` or `action_to_string` says it, or an id as text.

        Raises ValueError, with the near ones, where the text is no legal move or not just one.
        """
        if not self._ready or not self.agents:
            raise self._out_of_order("parse_action")
        legal = self._batch.masks[0] * self._running()
        return self.rules.parse_move(self._batch.games[0], legal, self._seats[self.agent_selection], text)

    def close(self) -> None:
        """Nothing needs closing."""

    # Beyond AEC ------------------------------------------------------------------------------------------------------

    @property
    def config(self) -> Any:
        """The configuration."""
        return self.rules.config

    @property
    def game(self) -> Array:
        """The state: a numpy structured array of one record. After changing it by hand call `refresh`."""
        return self._batch.games

    def refresh(self) -> None:
        """Go on from a position made by hand: derived fields, mask, observation and agent follow the record.

        Raises where the position is not a possible one; nothing goes on then until `reset`, or `refresh` of a better
        one.
        """
        self._ready = False
        self._refused = True
        self.agents = []
        self.rules.guard(self._batch.games)
        self._order(DERIVE)
        self.rules.check(self._batch.games)
        self._order(LOOK)
        self._start_bookkeeping()

    def clone(self) -> GameEnv:
        """An independent copy that goes on exactly alike, its dice included. For planning see `sample_world`."""
        if self._refused:
            raise self._out_of_order("clone")
        other = GameEnv(self.rules, self.render_mode, self.max_cycles)
        if self._ready:
            other._restore(self._extra(), self._batch.games)
        return other

    def sample_world(self, viewer: str | int | np.integer[Any], seed: int | None = None) -> GameEnv:
        """A copy in which all that a player cannot know is dealt anew, and with other dice to come."""
        if not self._ready:
            raise self._out_of_order("sample_world")
        if isinstance(viewer, bool) or not isinstance(viewer, (str, *WHOLE_NUMBERS)):
            raise TypeError(f"viewer is the name of an agent or a seat number, not {type(viewer).__name__}")
        seat = self._seats.get(viewer, -1) if isinstance(viewer, str) else int(viewer)
        if not 0 <= seat < len(self._names):
            raise ValueError(f"viewer must be one of {', '.join(self._names)} or a seat number, not {viewer!r}")
        other = self.clone()
        chosen = fresh_seed() if seed is None else checked_seed(seed)
        self.rules.redeal_as(other._batch.games, self.rules.tables, np.array([seat]), np.array([chosen]))
        other._order(LOOK)
        if other._running():
            other._start_bookkeeping()
            other._cycles = self._cycles
        return other

    def to_bytes(self) -> bytes:
        """The game as bytes, to be read with `from_bytes`."""
        if not self._ready:
            raise self._out_of_order("to_bytes")
        return saves.pack(self.rules, self._batch.games, self._extra())

    def from_bytes(self, data: bytes) -> None:
        """Go on with a saved game of the same configuration. Raises SaveError, with nothing changed, if it is bad."""
        games, extra = saves.unpack(self.rules, data)
        try:
            self._check_extra(extra, games)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise saves.SaveError(f"the saved game is damaged: {error}") from None
        self._restore(extra, games)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the game to a file."""
        write_file(path, self.to_bytes())

    @classmethod
    def load(cls, path: str | os.PathLike[str], definition: type[Definition], **options: Any) -> GameEnv:
        """A saved game as a new environment."""
        data = saves.read_saved(path)
        env = cls(saves.saved_rules(data, definition), **options)
        env.from_bytes(data)
        return env

    def __deepcopy__(self, memo: dict[int, Any]) -> GameEnv:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        if self._refused:
            raise self._out_of_order("pickle")
        state = {
            "config": self.rules.config.to_dict(),
            "definition": type(self.rules),
            "render_mode": self.render_mode,
            "max_cycles": self.max_cycles,
        }
        return {**state, "game": self.to_bytes() if self._ready else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules = state["definition"].from_dict(state["config"])
        GameEnv.__init__(self, rules, state["render_mode"], state["max_cycles"])
        if state["game"] is not None:
            self.from_bytes(state["game"])

    # Bookkeeping -----------------------------------------------------------------------------------------------------

    def _order(self, order: int) -> None:
        self._batch.actions[0] = order
        self._batch.observations = np.empty_like(self._batch.observations)
        self._batch.play(False)

    def _out_of_order(self, call: str) -> OutOfOrder:
        """Why a call cannot be answered now."""
        if self._refused:
            return OutOfOrder(
                f"{call}() must wait: refresh() has refused the position made by hand; put it right and call refresh() "
                "again, or call reset()"
            )
        if not self._ready:
            return OutOfOrder(f"reset() must be called before {call}()")
        return OutOfOrder("the game is over and every agent has left: call reset()")

    def _running(self) -> bool:
        return bool(self.agents) and not any(self.terminations.values()) and not any(self.truncations.values())

    def _start_bookkeeping(self) -> None:
        self.agents = list(self._names)
        self.rewards = dict.fromkeys(self._names, 0.0)
        self._cumulative_rewards = dict.fromkeys(self._names, 0.0)
        self.terminations = dict.fromkeys(self._names, False)
        self.truncations = dict.fromkeys(self._names, False)
        self.infos = dict.fromkeys(self._names, self._idle)
        self._skip_agent_selection = None
        self._cycles = 0
        self._ready = True
        self._refused = False
        self._after_change()

    def _select_actor(self) -> None:
        batch = self._batch
        agent = self._names[batch.actors[0]]
        self.agent_selection = agent
        mask = batch.masks[0].copy()
        row = batch.observations[0]
        self.infos[agent] = {"action_mask": mask}
        self._observation = {"observation": row if self._flat else encoded(self.rules, row), "action_mask": mask}

    def _finish(self, ends: dict[str, bool]) -> None:
        self._observation = None
        ends.update(dict.fromkeys(self._names, True))
        self.agent_selection = self.agents[0]

    def _collect_rewards(self) -> None:
        """What the last step has brought every agent, on top of what each has not yet been told of."""
        for seat, name in enumerate(self._names):
            self.rewards[name] = float(self._batch.rewards[0, seat])
            self._cumulative_rewards[name] += self.rewards[name]

    def _after_change(self) -> None:
        if self._batch.games[0].over:
            self._collect_rewards()
            self._finish(self.terminations)
        else:
            self._select_actor()

    def _checked(self, action: Any) -> int:
        if type(action) is int or isinstance(action, np.integer):
            pass
        elif isinstance(action, np.ndarray) and action.ndim == 0 and action.dtype.kind in "iu":
            action = action.item()
        else:
            raise TypeError(
                f"an action is a whole number, not {type(action).__name__}; "
                f"{self.agent_selection} must {self.rules.decision(self._batch.games[0])}"
            )
        if not 0 <= action < self.rules.actions.size:
            raise IllegalAction(self._batch.complaint(0, int(action)))
        return int(action)

    def _view(self, seat: int) -> Array:
        row = np.empty_like(self._batch.observations)
        self.rules.observe_as(self._batch.games, 0, self.rules.tables, seat, row)
        view: Array = row[0]
        return view

    def _extra(self) -> dict[str, Any]:
        """What the record does not hold: who has still to collect rewards, and where the next seeds come from."""
        source = self._seed_source.bit_generator.state if self._seed_source is not None else None
        return {
            "agents": list(self.agents),
            "agent": self.agent_selection,
            "rewards": {name: float(reward) for name, reward in self.rewards.items()},
            "cumulative": {name: float(reward) for name, reward in self._cumulative_rewards.items()},
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
            "cycles": self._cycles,
            "seed": int(self._batch.seeds[0]),
            "source": source,
        }

    def _check_extra(self, extra: dict[str, Any], games: Array) -> None:
        """Raise where what a save says beside the record is not complete, or cannot be true of that record."""
        _require(set(extra) == KEPT, "its bookkeeping is not complete")
        left = extra["agents"]
        _require(isinstance(left, list) and len(left) <= len(self._names), "agents is not a list of agents")
        _require(left == self._names[len(self._names) - len(left) :], "agents do not leave in that order")
        for field in KEPT_BY_AGENT:
            values = extra[field]
            _require(
                isinstance(values, dict) and sorted(values) == sorted(left), f"{field} are not those of the agents"
            )
            wanted = (int, float) if field in ("rewards", "cumulative") else (bool,)
            _require(all(type(value) in wanted for value in values.values()), f"{field} have a wrong type")
        cycles = extra["cycles"]
        _require(type(cycles) is int and 0 <= cycles < 2**63, "cycles is not a count")
        checked_seed(extra["seed"])
        _generator(extra["source"])
        self._check_course(extra, games[0])

    def _check_course(self, extra: dict[str, Any], game: Any) -> None:
        """Raise where agents, ends and rewards do not go with how far the record is."""
        left, agent = extra["agents"], extra["agent"]
        rewards = [*extra["rewards"].values(), *extra["cumulative"].values()]
        terminated, truncated = (set(extra[field].values()) for field in ("terminations", "truncations"))
        _require(isinstance(agent, str) and agent in self._seats, "there is no such agent as the one selected")
        _require(all(math.isfinite(reward) for reward in rewards), "a reward is not finite")
        _require(len(truncated) < 2, "the game is truncated for some and not for others")
        if game.over:
            _require(terminated <= {True} and truncated <= {False}, "the game is over, and not for every agent")
        else:
            _require(terminated <= {False}, "the game is not over, and an agent is terminated")
            _require(self._shaped or not any(rewards), "the game is not over, and there are rewards")
        if not game.over and truncated == {False}:
            _require(left == self._names, "the game goes on without some of its agents")
            _require(self._seats[agent] == game.actor, "the agent selected is not the one to act")
        else:
            _require(not left or agent == left[0], "the agent selected is not the next to leave")

    def _restore(self, extra: dict[str, Any], games: Array) -> None:
        """Go on from a record and what `_extra` gave with it; both are right."""
        copy_array(games, self._batch.games)
        self._batch.seeds[0] = extra["seed"]
        self._order(LOOK)
        self._start_bookkeeping()
        left = extra["agents"]
        self.agents = list(left)
        self.agent_selection = extra["agent"]
        self.rewards = {name: float(extra["rewards"][name]) for name in left}
        self._cumulative_rewards = {name: float(extra["cumulative"][name]) for name in left}
        self.terminations = {name: extra["terminations"][name] for name in left}
        self.truncations = {name: extra["truncations"][name] for name in left}
        self.infos = {name: self.infos[name] for name in left}
        self._cycles = extra["cycles"]
        self._seed_source = _generator(extra["source"])
        if not self._running():
            self._observation = None


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def _generator(state: Any) -> np.random.Generator | None:
    """The source of the next seeds from its saved state; raises where that is none."""
    if state is None:
        return None
    source = np.random.default_rng(0)
    source.bit_generator.state = state
    possible = state["has_uint32"] in (0, 1) and state["state"]["inc"] % 2 == 1
    _require(possible and source.bit_generator.state == state, "source is not the state of a generator")
    return source


def _checked_cycles(max_cycles: Any) -> int | None:
    if max_cycles is None:
        return None
    if isinstance(max_cycles, bool) or not isinstance(max_cycles, WHOLE_NUMBERS):
        raise TypeError(f"max_cycles must be a whole number or None, not {type(max_cycles).__name__}")
    if max_cycles < 1:
        raise ValueError(f"max_cycles must be at least 1, not {max_cycles}")
    return int(max_cycles)
