"""Many games for a single learner as one Gymnasium vector environment: the games of `SingleEnv`, advanced together.

Game i of `reset(seed=s)` is the game of a single environment reset with seed s + i, decision by decision, and so are
the games that follow it. A game that ends begins again in the same step (`AutoresetMode.SAME_STEP`): the observation
and the mask are those of the next game, and `final_obs` and `final_info` tell how the last one ended, as Gymnasium's
`SyncVectorEnv` has them in that mode. `final_info["episode"]` holds the return (r) and the learner's decisions (l).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from exodus_env.kit.batch import RESET, WAIT, Batch, IllegalAction, cut_off
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.drawing import draw, pixels
from exodus_env.kit.players import ask_all
from exodus_env.kit.seated import Seated
from exodus_env.kit.single import LOSS, Opponents, check_single, checked_seat, legal_instead, result_for, seated
from exodus_env.kit.spaces import flat_space, idle_mask

RENDER_MODES: Final = ("ansi", "svg", "rgb_array")
NO_DECISION: Final = "the game ended before the learner could act: check the content of the game"


class LegalMultiDiscrete(spaces.MultiDiscrete):
    """An action for each game; without a mask of its own `sample` gives those that are legal now."""

    def __init__(self, masks: Array) -> None:
        super().__init__(np.full(len(masks), masks.shape[1]))
        self.masks = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Array:
        """Random actions of those allowed by the masks."""
        if mask is not None or probability is not None:
            return super().sample(mask=mask, probability=probability)
        noise = self.np_random.random(self.masks.shape, dtype=np.float32)
        chosen: Array = np.where(self.masks, noise, -1.0).argmax(axis=1)
        return chosen


class SingleVectorEnv(Seated, VectorEnv[Any, Any, Any]):
    """N games for one learner at a seat; `opponents` play the others, one for each in the order of the seats."""

    metadata = {"render_modes": list(RENDER_MODES), "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        rules: Definition,
        num_envs: int,
        opponents: Opponents,
        seat: int = 0,
        render_mode: str | None = None,
        illegal: str = "lose",
    ) -> None:
        check_single(rules, render_mode, RENDER_MODES, illegal)
        if isinstance(num_envs, bool) or not isinstance(num_envs, int) or num_envs < 1:
            raise ValueError(f"num_envs must be a positive whole number, not {num_envs!r}")
        self.rules = rules
        self.num_envs = num_envs
        self.seat = np.full(num_envs, checked_seat(seat, rules))
        self.render_mode = render_mode
        self.illegal = illegal
        self._opponents = seated(opponents() if callable(opponents) else opponents, rules, seat)
        self._seats_of = {
            player: np.array([self._opponents.get(seat) is player for seat in range(rules.config.players)])
            for player in self._opponents.values()
        }
        self._batch = Batch(rules, num_envs)
        self._idle = idle_mask(rules)
        self._chance: list[np.random.Generator] = []
        self._seeds: list[int] = []
        self._over = np.ones(num_envs, dtype=np.bool_)  # to be set up again
        self._earned = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, dtype=np.int64)
        self.ends: dict[int, tuple[Array, dict[str, Any]]] = {}  # of the step: what the learner saw and is told
        self.single_observation_space = flat_space(rules)
        self.single_action_space = spaces.Discrete(rules.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = LegalMultiDiscrete(self._batch.masks)

    @property
    def batch(self) -> Batch:
        """The games and their buffers."""
        return self._batch

    @property  # type: ignore[misc]
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """The chance of each game."""
        return tuple(self._chance)

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]
        """The seed of each game's chance."""
        return tuple(self._seeds)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """New games, each up to the learner's first decision. Game i has the seed `seed` + i, or its own of a list.

        The option `reset_mask` (N, bool), as Gymnasium names it, says which games begin again; one that has just begun
        by itself is left as it is.
        """
        chosen = self._to_reset(options, seed)
        self._seed(seed)
        self._over[:] = chosen
        self.ends.clear()
        self._batch.actors[chosen] = -1
        unused = np.zeros(self.num_envs)
        self._let_others_play(unused, np.ones(self.num_envs, dtype=np.bool_))
        return self._batch.observations.copy(), self._infos()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The learner's decision in every game, and everything up to its next one."""
        return self.step_some(actions, np.ones(self.num_envs, dtype=np.bool_))

    def step_some(self, actions: Any, games: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """The same in some games, (N,) bool; the others wait, whatever stands in `actions` for them."""
        given = self._checked(actions)
        batch = self._batch
        given = np.where(games, given, batch.masks.argmax(axis=1))
        inside = np.clip(given, 0, batch.masks.shape[1] - 1)
        illegal = np.flatnonzero((inside != given) | (batch.masks[np.arange(self.num_envs), inside] == 0))
        complaints = {int(i): batch.complaint(int(i), int(given[i])) for i in illegal}
        if complaints and self.illegal == "raise":
            i = int(illegal[0])
            raise IllegalAction(f"game {i}: {complaints[i]}")
        self.ends = {}
        self._lengths += games
        rewards, dones = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_)
        batch.actions[:] = np.where(games, given, WAIT)
        for i, complaint in complaints.items():
            if self.illegal == "random":
                batch.actions[i] = legal_instead(batch.masks[i], self._chance[i])
            else:
                batch.actions[i] = WAIT
                rewards[i], dones[i] = LOSS, True
                self._end(i, {"illegal_action": complaint})
        paid = np.zeros(self.num_envs)
        self._advance(paid, dones)
        rewards += paid
        self._let_others_play(rewards, dones)
        truncations = np.zeros(self.num_envs, dtype=np.bool_)
        for i, (_, info) in self.ends.items():
            truncations[i] = "truncated" in info
            info["episode"]["r"] = float(rewards[i] + info["episode"]["r"])
        self._earned += np.where(dones, 0.0, rewards)
        infos = self._infos()
        if self.illegal == "random":
            for i, complaint in complaints.items():
                infos = self._tell(infos, i, complaint)
        return batch.observations.copy(), rewards, dones & ~truncations, truncations, infos

    def action_masks(self) -> Array:
        """(N, A): True for each action that is legal now, as sb3-contrib asks for it."""
        return self._batch.masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Every game as the learner may see it: text, SVG documents or arrays of bytes, as the mode says."""
        if self.render_mode is None:
            return None
        batch, seat = self._batch, int(self.seat[0])
        if self.render_mode == "ansi":
            return tuple(self.rules.render(batch.games[i], batch.masks[i], seat) for i in range(self.num_envs))
        drawings = tuple(draw(self.rules, batch.games[i], seat) for i in range(self.num_envs))
        return drawings if self.render_mode == "svg" else tuple(map(pixels, drawings))

    def close_extras(self, **_: Any) -> None:
        """End the processes of opponents that have their own."""
        for opponent in self._opponents.values():
            opponent.close()

    # ---- one step ----------------------------------------------------------------------------------------------------

    def _checked(self, actions: Any) -> Array:
        if not self._chance:
            raise RuntimeError("no game has begun: call reset()")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"step() takes one action for each of {self.num_envs} games, not shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {given.dtype}")
        return given

    def _to_reset(self, options: dict[str, Any] | None, seed: Any) -> Array:
        """Which games begin again."""
        if not options:
            return np.ones(self.num_envs, dtype=np.bool_)
        mask = np.asarray(options.get("reset_mask"))
        if set(options) != {"reset_mask"} or mask.shape != (self.num_envs,) or mask.dtype != np.bool_:
            told = ", ".join(map(repr, options))
            raise ValueError(f"reset() takes the option reset_mask, ({self.num_envs},) of bool, not {told}")
        if seed is not None or not self._chance:
            raise ValueError("reset_mask goes with games that have begun, and without a seed")
        chosen: Array = mask & (self._lengths > 0)
        return chosen

    def _advance(self, rewards: Array, dones: Array) -> None:
        batch = self._batch
        fresh = batch.actions == RESET
        batch.play(False)
        self._over &= ~fresh
        self._earned[fresh] = 0.0
        self._lengths[fresh] = 0
        rewards += batch.rewards[np.arange(self.num_envs), self.seat]
        for i in np.flatnonzero((batch.dones == 1) & ~self._over).tolist():
            if dones[i]:
                raise RuntimeError(NO_DECISION)
            dones[i] = True
            self._end(i, {"truncated": cut_off(self.rules)} if batch.truncated[i] else {})
        batch.actors[self._over] = -1

    def _end(self, i: int, told: dict[str, Any]) -> None:
        """A game is over: keep what the learner sees and is told, before another game takes its place."""
        row = np.empty((1, self._batch.observations.shape[1]), dtype=np.float32)
        seat = int(self.seat[i])
        self.rules.observe_as(self._batch.games[i : i + 1], 0, self.rules.tables, seat, row)
        episode = {"r": float(self._earned[i]), "l": int(self._lengths[i])}
        result = result_for(self.rules, self._batch, i, seat)
        self.ends[i] = row[0], {"action_mask": self._idle.copy(), **result, **told, "episode": episode}
        self._over[i] = True

    def _decide(self, waiting: Array) -> None:
        batch = self._batch
        for i in np.flatnonzero(self._over).tolist():
            batch.actions[i] = RESET
            batch.seeds[i] = int(self._chance[i].integers(2**63))
        asked = waiting[~self._over[waiting]]
        acting = batch.actors[asked]
        for opponent, seats in self._seats_of.items():
            games = asked[seats[acting]]
            if len(games):
                seeds = np.array([self._chance[i].integers(2**63) for i in games.tolist()], dtype=np.int64)
                batch.actions[games] = ask_all(opponent, batch, games, seeds)

    def _infos(self) -> dict[str, Any]:
        """The masks, and of games that have ended what there is to say."""
        every = np.ones(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {"action_mask": self._batch.masks.copy(), "_action_mask": every}
        for i, (seen, told) in self.ends.items():
            infos = self._add_info(infos, {"final_obs": seen, "final_info": told}, i)
        return infos

    def _tell(self, infos: dict[str, Any], i: int, complaint: str) -> dict[str, Any]:
        """Say what was wrong with an action that was replaced; of a game that has ended it is part of the end."""
        if i not in self.ends:
            return self._add_info(infos, {"illegal_action": complaint}, i)
        infos["final_info"] = self._add_info(infos["final_info"], {"illegal_action": complaint}, i)
        return infos

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        seeds: Sequence[int | None]
        if seed is None or isinstance(seed, int | np.integer):
            seeds = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed must be a number or {self.num_envs} numbers, not {len(seeds)}")
        made = [None if one is None and self._chance else seeding.np_random(one) for one in seeds]
        self._chance = [self._chance[i] if one is None else one[0] for i, one in enumerate(made)]
        self._seeds = [self._seeds[i] if one is None else int(one[1]) for i, one in enumerate(made)]
