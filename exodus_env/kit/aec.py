"""The PettingZoo AEC environment: thin over a batch of one.

Order, type, bounds and legality are checked inside `step`, since checking wrappers cost more than the rules.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from exodus_env.kit import saves
from exodus_env.kit.batch import (
    LOOK,
    RESET,
    SEED_LIMIT,
    WHOLE_NUMBERS,
    Batch,
    IllegalAction,
    checked_seed,
    copy_array,
    cut_off,
    fresh_seed,
    whole_number,
)
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.drawing import RENDER_MODES, draw, notebook, pixels
from exodus_env.kit.files import write_file
from exodus_env.kit.replay import NOT_FROM_START, RecordedBatch, Replay, ReplayError
from exodus_env.kit.seeds import SeedSource
from exodus_env.kit.spaces import encoded, idle_mask, observation_space, state_space

ILLEGAL: Final = ("raise", "terminate", "random")  # what happens to an illegal action
PENALTY: Final = -1.0  # for one that ends the game, as in PettingZoo's classic environments
KEPT_BY_AGENT = ("rewards", "cumulative", "terminations", "truncations")
KEPT = {"agents", "agent", *KEPT_BY_AGENT, "cycles", "seed", "source"}
KEPT_IF_ANY = {"illegal", "offender", "told"}  # only where there is something unusual to keep
STRIDE: Final = 0x9E3779B97F4A7C15  # an odd number without pattern, to spread seeds
LONGEST_TEXT: Final = 10_000  # characters of a message to an agent
SENT_BY_TESTS: Final = {"options"}  # PettingZoo's own tests reset with options={"options": 1}


class OutOfOrder(RuntimeError):
    """A call that comes too early or too late."""


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game as an AEC environment.

    `max_cycles` truncates the game after that many decisions; by default a game runs to its end. Either way
    `info["truncated"]` says why a game was cut off.

    `illegal` says what happens to an illegal action. "raise": IllegalAction, and the game is unchanged. "terminate":
    the game ends as PettingZoo's TerminateIllegalWrapper ends it, with a reward of -1 for the offender and 0 for the
    others, and every agent terminated and truncated. "random": a random legal action is taken instead, which the seed
    of the game decides. The offender's `info["illegal_action"]` says what was wrong. Anything but a whole number is an
    error in any case.

    With `record` the game is recorded, and `replay` gives what was played so far.
    """

    def __init__(
        self,
        rules: Definition,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str = "raise",
        record: bool = False,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal!r}")
        self.metadata = {
            "name": rules.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.max_cycles = _checked_cycles(max_cycles)
        self.illegal = illegal
        self.rules = rules
        self._names = [f"player_{i}" for i in range(rules.config.players)]
        self._seats = {name: i for i, name in enumerate(self._names)}
        self.possible_agents = list(self._names)
        self.agents: list[str] = []
        self._batch = RecordedBatch(rules, 1) if record else Batch(rules, 1)
        self._mask, self._row = self._batch.masks[0], self._batch.observations[0]
        self._seed_source: SeedSource | None = None
        self._ready = False
        self._refused = False  # a position made by hand was not a possible one
        self._cycles = 0
        self.infos: dict[str, dict[str, Any]] = {}
        self._told: dict[str, str] = {}  # what was wrong with an agent's last action
        self._offender: str | None = None  # whose illegal action has ended the game
        self._idle = idle_mask(rules)  # read-only, so all may share it
        self._flat = rules.config.encoding == "flat"
        self._shaped = rules.shaped
        self._observation: dict[str, Any] | None = None
        self._spaces: dict[Any, spaces.Space[Any]] = {}  # created on demand
        # Python keeps objects with more than 30 attributes in a slower way, and a step reads most of these.

    # The AEC interface -----------------------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation space, equal for every agent."""
        key = ("observation", self._known(agent))
        if key not in self._spaces:
            self._spaces[key] = observation_space(self.rules)
        return self._spaces[key]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The action space, the same for every agent."""
        key = ("action", self._known(agent))
        if key not in self._spaces:
            self._spaces[key] = spaces.Discrete(self.rules.actions.size)
        return self._spaces[key]

    @property
    def state_space(self) -> spaces.Space[Any]:
        """The space of `state()`."""
        if "state" not in self._spaces:
            self._spaces["state"] = state_space(self.rules)
        return self._spaces["state"]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the same seed gives the same game, and the same sequence of games after it."""
        _refuse_options(options)
        if seed is not None:
            chosen = checked_seed(seed)
            self._seed_source = SeedSource(chosen)
        else:
            if self._seed_source is None:
                self._seed_source = SeedSource(fresh_seed())
            chosen = self._seed_source.next()
        self._batch.seeds[0] = chosen
        self._order(RESET)
        self._start_bookkeeping()
        if self.render_mode == "human":
            self.render()

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
        problem = None if self.illegal == "raise" else self._put_right(agent)
        if self._offender is not None:
            return
        batch.play(False)
        self._observation = None
        self.infos[agent] = {"action_mask": self._idle}
        if self._told or problem is not None:
            self._tell(agent, problem)
        self._cycles += 1
        ended = batch.dones.item(0)
        if ended or self._shaped:
            self._cumulative_rewards[agent] = 0.0
            self._collect_rewards()
        if ended:
            self._finish(self.truncations if batch.truncated[0] else self.terminations)
        elif self.max_cycles is not None and self._cycles >= self.max_cycles:
            self._finish(self.truncations)
        else:
            self._select_actor()
        if self.render_mode == "human":
            self.render()

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info of the agent selected."""
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
        self._batch.settle()
        seen = encoded(self.rules, self._view(self._seats[self._known(agent)]))
        if agent != self.agent_selection or not self._running():
            return {"observation": seen, "action_mask": self._idle.copy()}
        self._observation = {"observation": seen, "action_mask": self._batch.masks[0].copy()}
        return self._observation

    def legal_actions(self) -> Array:
        """The ids of the legal actions of the agent selected, in order; none where its game has ended."""
        if not self._ready:
            raise self._out_of_order("legal_actions")
        self._batch.settle()
        legal: Array = np.flatnonzero(self._batch.masks[0] if self._running() else ()).astype(np.int32)
        return legal

    def state(self) -> Array:
        """The observations of all seats as one vector, for centralised training."""
        if not self._ready:
            raise self._out_of_order("state")
        self._batch.settle()
        return np.concatenate([self._view(seat) for seat in range(len(self._names))])

    def render(self) -> Any:
        """The game as the selected agent may see it: a drawing in the modes `svg` (as text) and `rgb_array` (as an
        array of bytes), text otherwise, which mode `human` prints."""
        if not self._ready:
            raise self._out_of_order("render")
        self._batch.settle()
        if self.render_mode == "svg":
            return self._drawing()
        if self.render_mode == "rgb_array":
            return pixels(self._drawing())
        text = self.rules.render(self._batch.games[0], self._batch.masks[0], self._viewer())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _repr_html_(self) -> str | None:
        """The drawing, for notebooks; nothing before the first `reset`."""
        return notebook(self._drawing()) if self._ready else None

    def _viewer(self) -> int | None:
        """Whose view is shown: that of the agent to act or, once the game is over, None for what everybody may see."""
        return self._seats[self.agent_selection] if self._running() else None

    def _drawing(self) -> str:
        return draw(self.rules, self._batch.games[0], self._viewer())

    def parse_action(self, text: str) -> int:
        """The id of a legal move of the agent selected, as `render` or `action_to_string` says it, or an id as text.

        Raises ValueError, with the closest moves, if the text matches no legal move or more than one.
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
        """The state: a numpy structured array of one record. After changing it by hand call `refresh`.

        Without that, a position that is not a possible one, or in which somebody else must decide, raises
        ChangedByHand in the next call that needs it.
        """
        return self._batch.lend()

    def refresh(self) -> None:
        """Continue from a position edited by hand: derived fields, mask, observation and agent follow the record.

        Raises an error if the position is impossible; nothing continues then until `reset`, or `refresh` with a
        possible one.
        """
        self._ready = False
        self._refused = True
        self.agents = []
        self._batch.refresh()
        self._order(LOOK)
        self._start_bookkeeping()

    def replay(self, players: Sequence[str] = ()) -> Replay:
        """The game so far, to be written to a file or played again; `players` names who plays, by seat.

        Raises ReplayError where the game was not recorded from its start, or was changed by hand.
        """
        if not self._ready:
            raise self._out_of_order("replay")
        if not isinstance(self._batch, RecordedBatch):
            raise ReplayError("the game was not recorded: make the environment with record=True")
        recorder = self._batch.recorders[0]
        if recorder.state != self._batch.games[0].tobytes():
            raise ReplayError(NOT_FROM_START)
        return recorder.replay(players, self._left())

    def _left(self) -> str | None:
        """Why the game was cut off before its end, if it was."""
        if self._offender is not None:
            return f"illegal action of {self._offender}: {self._told.get(self._offender, '')}"
        return None if self._running() else f"cut off after {self._cycles} decisions"

    def clone(self) -> GameEnv:
        """An independent copy that continues exactly as this one would, dice included. For planning see
        `sample_world`."""
        if self._refused:
            raise self._out_of_order("clone")
        recorded = isinstance(self._batch, RecordedBatch)
        other = GameEnv(self.rules, self.render_mode, self.max_cycles, self.illegal, recorded)
        if self._ready:
            self._batch.settle()
            self._batch.copy_to(other._batch)
            other._resume(self._course())
            other._seed_source = None if self._seed_source is None else self._seed_source.copy()
        return other

    def sample_world(self, viewer: str | int | np.integer[Any], seed: int | None = None) -> GameEnv:
        """A copy in which everything that a player cannot know is dealt again, with different future dice.

        It is for planning, so it prints nothing by itself: `human` becomes `ansi`.
        """
        if not self._ready:
            raise self._out_of_order("sample_world")
        if isinstance(viewer, bool) or not isinstance(viewer, (str, *WHOLE_NUMBERS)):
            raise TypeError(f"viewer must be the name of an agent or a seat number, not {type(viewer).__name__}")
        seat = self._seats.get(viewer, -1) if isinstance(viewer, str) else int(viewer)
        if not 0 <= seat < len(self._names):
            raise ValueError(f"viewer must be one of {', '.join(self._names)} or a seat number, not {viewer!r}")
        other = self.clone()
        if other.render_mode == "human":
            other.render_mode = "ansi"
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
        self._batch.settle()
        return saves.pack(self.rules, self._batch.games, self._extra())

    def from_bytes(self, data: bytes) -> None:
        """Continue with a saved game of the same configuration. Raises SaveError, with nothing changed, if it is not
        valid."""
        self._go_on(*self._unpacked(data))

    def _unpacked(self, data: bytes) -> tuple[dict[str, Any], Array]:
        """Bookkeeping and record of a saved game, checked."""
        games, extra = saves.unpack(self.rules, data)
        try:
            self._check_extra(extra, games)
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as error:
            raise saves.SaveError(f"the saved game is damaged: {error}") from None
        return extra, games

    def _go_on(self, extra: dict[str, Any], games: Array) -> None:
        """Continue with a saved game that has been checked."""
        self._restore(extra, games)
        source = extra["source"]
        self._seed_source = None if source is None else SeedSource.from_state(source)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the game to a file."""
        write_file(path, self.to_bytes())

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        render_mode: str | None = None,
        max_cycles: int | None = None,
        illegal: str | None = None,
    ) -> GameEnv:
        """A saved game as a new environment; illegal actions are treated as they were unless `illegal` is given."""
        data = saves.read_saved(path)
        env = cls(saves.saved_rules(data), render_mode, max_cycles, "raise" if illegal is None else illegal)
        extra, games = env._unpacked(data)
        if illegal is None:
            env.illegal = extra.get("illegal", "raise")
        env._go_on(extra, games)
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
            "illegal": self.illegal,
            "record": isinstance(self._batch, RecordedBatch),
        }
        return {**state, "game": self.to_bytes() if self._ready else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules = saves.playable(state["definition"], state["config"])
        illegal, record = state.get("illegal", "raise"), state.get("record") is True
        GameEnv.__init__(self, rules, state["render_mode"], state["max_cycles"], illegal, record)
        if state["game"] is not None:
            self.from_bytes(state["game"])

    # Bookkeeping -----------------------------------------------------------------------------------------------------

    def _order(self, order: int) -> None:
        self._batch.actions[0] = order
        self._batch.play(False)

    def _out_of_order(self, call: str) -> OutOfOrder:
        """Why a call cannot be answered now."""
        if self._refused:
            return OutOfOrder(
                f"{call}() is not possible: refresh() refused the position made by hand; correct it and call refresh() "
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
        self.infos = {name: {"action_mask": self._idle} for name in self._names}
        self._told = {}
        self._offender = None
        self._skip_agent_selection = None
        self._cycles = 0
        self._ready = True
        self._refused = False
        self._after_change()

    def _select_actor(self) -> None:
        batch = self._batch
        agent = self._names[batch.actors.item(0)]
        self.agent_selection = agent
        mask = self._mask.copy()
        row = self._row.copy()  # which belongs to whoever asks for it
        self.infos[agent] = {"action_mask": mask.copy()}  # so that observation and info share nothing
        if self._told:
            self._tell(agent, self._told.get(agent))
        self._observation = {"observation": row if self._flat else encoded(self.rules, row), "action_mask": mask}

    def _finish(self, *ends: dict[str, bool]) -> None:
        """End the game, or cut it off, for every agent."""
        self._observation = None
        for end in ends:
            end.update(dict.fromkeys(self._names, True))
        self.agent_selection = self.agents[0]
        self._tell_why_truncated()

    def _tell_why_truncated(self) -> None:
        if self._offender is not None or not any(self.truncations.values()):
            return
        why = f"max_cycles: the game was cut off after {self._cycles} decisions"
        if self._batch.games[0].decisions >= self.rules.most_decisions:
            why = cut_off(self.rules)
        for info in self.infos.values():
            info["truncated"] = why

    def _tell(self, agent: str, problem: str | None) -> None:
        """Note what was wrong with an agent's last action; it stays in the info until the agent acts again."""
        self._told.pop(agent, None)
        if problem is not None:
            self._told[agent] = self.infos[agent]["illegal_action"] = problem

    def _put_right(self, agent: str) -> str | None:
        """Take a random legal action instead of an illegal one, or end the game; returns what was wrong, if
        anything."""
        batch = self._batch
        batch.settle()
        action = batch.actions.item(0)
        if 0 <= action < self.rules.actions.size and batch.masks[0, action]:
            return None
        problem = batch.complaint(0, action)
        if self.illegal == "terminate":
            self._end_by(agent, problem)
        else:  # chance follows from the seed of the game and how far it is
            chance = (batch.seeds.item(0) + (self._cycles + 1) * STRIDE) % SEED_LIMIT
            self.rules.sample_actions(batch.masks, chance, batch.actions)
        return problem

    def _end_by(self, agent: str, problem: str) -> None:
        """End the game by an illegal action."""
        self._offender = agent
        self.rewards = dict.fromkeys(self._names, 0.0)
        self.rewards[agent] = PENALTY
        self._cumulative_rewards[agent] = PENALTY
        self.infos[agent] = {"action_mask": self._idle}
        self._tell(agent, problem)
        self._finish(self.terminations, self.truncations)
        if self.render_mode == "human":
            self.render()

    def _collect_rewards(self) -> None:
        """Add up the last step's rewards for every agent, on top of those each has not received yet."""
        for seat, name in enumerate(self._names):
            self.rewards[name] = float(self._batch.rewards[0, seat])
            self._cumulative_rewards[name] += self.rewards[name]

    def _after_change(self) -> None:
        batch = self._batch
        if batch.dones[0]:
            self._collect_rewards()
            self._finish(self.truncations if batch.truncated[0] else self.terminations)
        else:
            self._select_actor()

    def _checked(self, action: Any) -> int:
        # The usual kinds without a further call: this is what every step does.
        number = int(action) if type(action) is int or isinstance(action, np.integer) else whole_number(action)
        if number is None:
            raise TypeError(
                f"an action must be a whole number, not {type(action).__name__}; "
                f"{self.agent_selection} must {self.rules.decision(self._batch.games[0])}"
            )
        if 0 <= number < self.rules.actions.size:
            return number
        if self.illegal == "raise":
            raise IllegalAction(self._batch.complaint(0, number))
        return min(max(number, -SEED_LIMIT), SEED_LIMIT - 1)  # as the batch can hold it; no such action is legal

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise ValueError(f"there is no agent {agent!r}; agents are {', '.join(self._names)}")
        return agent

    def _view(self, seat: int) -> Array:
        row = np.empty_like(self._batch.observations)
        self.rules.observe_as(self._batch.games, 0, self.rules.tables, seat, row)
        view: Array = row[0]
        return view

    def _extra(self) -> dict[str, Any]:
        """What a save holds besides the record."""
        kept = {**self._course(), "source": None if self._seed_source is None else self._seed_source.state}
        return kept if self.illegal == "raise" else {**kept, "illegal": self.illegal}

    def _course(self) -> dict[str, Any]:
        """What the record does not hold: who still has rewards to collect, and what each agent has been told."""
        kept: dict[str, Any] = {
            "agents": list(self.agents),
            "agent": self.agent_selection,
            "rewards": {name: float(reward) for name, reward in self.rewards.items()},
            "cumulative": {name: float(reward) for name, reward in self._cumulative_rewards.items()},
            "terminations": dict(self.terminations),
            "truncations": dict(self.truncations),
            "cycles": self._cycles,
            "seed": int(self._batch.seeds[0]),
        }
        if self._offender is not None:
            kept["offender"] = self._offender
        told = {name: text for name, text in self._told.items() if name in self.infos}
        return {**kept, "told": told} if told else kept

    def _check_extra(self, extra: dict[str, Any], games: Array) -> None:
        """Raise if the bookkeeping of a save is incomplete, or cannot belong to that record."""
        _require(KEPT <= set(extra) <= KEPT | KEPT_IF_ANY, "its bookkeeping is incomplete")
        left = extra["agents"]
        _require(isinstance(left, list) and len(left) <= len(self._names), "agents is not a list of agents")
        _require(left == self._names[len(self._names) - len(left) :], "agents do not leave in that order")
        for field in KEPT_BY_AGENT:
            values = extra[field]
            _require(
                isinstance(values, dict) and sorted(values) == sorted(left), f"{field} do not belong to the agents"
            )
            wanted = (int, float) if field in ("rewards", "cumulative") else (bool,)
            _require(all(type(value) in wanted for value in values.values()), f"{field} have the wrong type")
        cycles = extra["cycles"]
        _require(type(cycles) is int and 0 <= cycles < 2**63, "cycles is not a count")
        checked_seed(extra["seed"])
        if extra["source"] is not None:
            SeedSource.from_state(extra["source"])
        _require(extra.get("illegal", "raise") in ILLEGAL, "its treatment of illegal actions is unknown")
        told = extra.get("told", {})
        _require(isinstance(told, dict) and set(told) <= set(left), "messages are not listed by agent")
        texts = all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in told.values())
        _require(texts, "a message to an agent is not text")
        self._check_course(extra, games[0])

    def _check_course(self, extra: dict[str, Any], game: Any) -> None:
        """Raise if agents, ends and rewards do not match the progress of the record."""
        left, agent, offender = extra["agents"], extra["agent"], extra.get("offender")
        rewards = [(name, reward) for field in ("rewards", "cumulative") for name, reward in extra[field].items()]
        terminated, truncated = (set(extra[field].values()) for field in ("terminations", "truncations"))
        _require(isinstance(agent, str) and agent in self._seats, "the selected agent does not exist")
        _require(all(math.isfinite(reward) for _, reward in rewards), "a reward is not finite")
        _require(len(truncated) < 2, "the game is truncated for some and not for others")
        if "offender" in extra:
            _require(offender in self._names, "the offender does not exist")
            _require(terminated <= {True} and truncated <= {True}, "the game was ended, but not for every agent")
            _require(not game.over, "the game is over, but is marked as ended by an illegal action")
        elif game.over:
            _require(terminated <= {True} and truncated <= {False}, "the game is over, but not for every agent")
        else:
            _require(terminated <= {False}, "the game is not over, but an agent is terminated")
            too_long = game.decisions >= self.rules.most_decisions
            _require(not too_long or truncated <= {True}, "the game exceeds the maximum length, but is not truncated")
        if not game.over and not self._shaped:
            paid = [reward for name, reward in rewards if reward and (name, reward) != (offender, PENALTY)]
            _require(not paid, "the game is not over, but there are rewards")
        if not game.over and truncated == {False}:
            _require(left == self._names, "the game continues without some of its agents")
            _require(self._seats[agent] == game.actor, "the selected agent is not the one to act")
        else:
            _require(not left or agent == left[0], "the selected agent is not the next to leave")

    def _restore(self, extra: dict[str, Any], games: Array) -> None:
        """Continue from a record and its bookkeeping from `_extra`; both have been checked."""
        copy_array(games, self._batch.games)
        self._batch.accept()
        self._batch.seeds[0] = extra["seed"]
        self._order(LOOK)
        self._resume(extra)

    def _resume(self, course: dict[str, Any]) -> None:
        """Continue with the game in the batch, which has its mask."""
        left, agent = course["agents"], course["agent"]
        self.agents = list(left)
        self.agent_selection = agent
        self.rewards = {name: float(course["rewards"][name]) for name in left}
        self._cumulative_rewards = {name: float(course["cumulative"][name]) for name in left}
        self.terminations = {name: course["terminations"][name] for name in left}
        self.truncations = {name: course["truncations"][name] for name in left}
        self.infos = {name: {"action_mask": self._idle} for name in left}
        self._skip_agent_selection = None
        self._cycles = course["cycles"]
        self._offender = course.get("offender")
        self._observation = None  # created on demand
        self._ready = True
        self._refused = False
        if self._running():
            self.infos[agent] = {"action_mask": self._batch.masks[0].copy()}
        else:
            self._tell_why_truncated()
        self._told = {}
        for name, text in course.get("told", {}).items():
            self._tell(name, text)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def _refuse_options(options: Any) -> None:
    """A reset has no options, so a key means that somebody expects something else."""
    if options is not None and not isinstance(options, dict):
        raise TypeError(f"options must be a dictionary or None, not {type(options).__name__}")
    unknown = set(options or ()) - SENT_BY_TESTS
    if unknown:
        names = ", ".join(sorted(map(repr, unknown)))
        raise ValueError(f"reset() takes no options, but got {names}; settings are keyword arguments of env()")


def _checked_cycles(max_cycles: Any) -> int | None:
    if max_cycles is None:
        return None
    if isinstance(max_cycles, bool) or not isinstance(max_cycles, WHOLE_NUMBERS):
        raise TypeError(f"max_cycles must be a whole number or None, not {type(max_cycles).__name__}")
    if max_cycles < 1:
        raise ValueError(f"max_cycles must be at least 1, not {max_cycles}")
    return int(max_cycles)
