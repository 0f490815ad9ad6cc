"""An env runner of RLlib whose games advance together: one compiled call a step, and one call of each module for all
its decisions.

    config.env_runners(env_runner_cls=GamesRunner, num_envs_per_env_runner=64)

It plays the games of `SeatsEnv` with the same `env_config`, and returns what each seat did as an episode of its own,
cut as RLlib cuts episodes. A decision stays open until its seat decides again or the game ends, so it is learned from
once, with all that its seat was paid. Decisions of modules that are not trained are not kept. Counted as steps are the
decisions that are returned.

It calls neither connectors between games and modules (observations go to the modules as they are) nor callbacks of
episodes; `on_sample_end` and `on_environment_created` are called.
"""

from __future__ import annotations

import time
import uuid
from collections import defaultdict
from typing import Any, Final, cast

import numpy as np
import torch
from gymnasium import spaces
from ray.rllib.callbacks.utils import make_callback
from ray.rllib.core.columns import Columns
from ray.rllib.env.env_context import EnvContext
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.env.utils.infinite_lookback_buffer import InfiniteLookbackBuffer
from ray.rllib.env.vector.vector_multi_agent_env import VectorMultiAgentEnv
from ray.rllib.utils.metrics import (
    NUM_AGENT_STEPS_SAMPLED,
    NUM_AGENT_STEPS_SAMPLED_LIFETIME,
    NUM_ENV_STEPS_SAMPLED,
    NUM_ENV_STEPS_SAMPLED_LIFETIME,
    NUM_EPISODES,
    NUM_EPISODES_LIFETIME,
    NUM_MODULE_STEPS_SAMPLED,
    NUM_MODULE_STEPS_SAMPLED_LIFETIME,
)

from exodus_env.bridges.rllib import FIRST_SCRIPTED, NetworkModule, Seating, agent_space, rules_of
from exodus_env.kit.advantages import OVER
from exodus_env.kit.batch import fresh_seed
from exodus_env.kit.definition import Array
from exodus_env.kit.players import ask_all
from exodus_env.kit.selfplay import NO_ROW, Decisions
from exodus_env.kit.spaces import idle_mask
from exodus_env.kit.vector import VectorEnv
from exodus_env.policies.network import IMPOSSIBLE

RETURNS: Final = "returns_of_games"  # the metric: what learning seats earned a game, by who else played


class Games(VectorMultiAgentEnv):  # type: ignore[misc]
    """N games, who sits where, and the spaces RLlib asks for."""

    def __init__(self, config: EnvContext, num_envs: int, seed: int) -> None:
        self.rules = rules_of(config)
        self.seating = Seating(self.rules, config.get("opponents", {}))
        self.num_envs = num_envs
        self.table = VectorEnv(self.rules, num_envs, seed)
        self.chance = np.random.default_rng([seed, 1])
        self.seats = self.seating.draw(self.chance, num_envs)
        seen: dict[str, spaces.Space[Any]] = {agent: agent_space(self.rules) for agent in self.seating.agents}
        done: dict[str, spaces.Space[Any]] = dict.fromkeys(seen, spaces.Discrete(self.rules.actions.size))
        self.single_observation_spaces, self.single_action_spaces = seen, done
        self.observation_space = self.single_observation_space = spaces.Dict(seen)
        self.action_space = self.single_action_space = spaces.Dict(done)

    def kind(self, game: int) -> str:
        """Who else plays in a game, for the logs."""
        others = {who for who in self.seats[game].tolist() if who != 0}
        if not others:
            return "self"
        (who,) = others
        return "rival" if who < FIRST_SCRIPTED else str(self.seating.scripted[who].name)

    def close_extras(self, **_: Any) -> None:
        """End the processes of scripted players that have their own."""
        self.seating.close()


class SeatEpisode(SingleAgentEpisode):  # type: ignore[misc]
    """What a seat did. Its pieces are of that seat as well, when it is shared out among learners; those of RLlib's own
    episodes are nobody's."""

    __slots__ = ()

    def slice(self, slice_: slice, *, len_lookback_buffer: int | None = None) -> SeatEpisode:
        """A piece of it."""
        piece = super().slice(slice_, len_lookback_buffer=len_lookback_buffer)
        piece.agent_id, piece.module_id = self.agent_id, self.module_id
        piece.multi_agent_episode_id = self.multi_agent_episode_id
        piece.__class__ = SeatEpisode  # it may be cut again
        return cast(SeatEpisode, piece)


class GamesRunner(MultiAgentEnvRunner):  # type: ignore[misc]
    """Plays the games of an env runner together."""

    env: Games
    _decisions: Decisions

    def make_env(self) -> None:
        """Games that begin with a seed of their own in every env runner."""
        if self.env is not None:
            self.env.close()
        context = EnvContext(self.config.env_config, self.worker_index or 0, num_workers=self.config.num_env_runners)
        self.num_envs = self.config.num_envs_per_env_runner
        self.env = Games(context, self.num_envs, fresh_seed() if self._seed is None else self._seed)
        self._needs_initial_reset = True
        make_callback(
            "on_environment_created",
            callbacks_objects=self._callbacks,
            callbacks_functions=self.config.callbacks_on_environment_created,
            kwargs={
                "env_runner": self,
                "metrics_logger": self.metrics,
                "env": self.env,
                "env_context": context,
            },
        )

    # ---- playing -----------------------------------------------------------------------------------------------------

    def _sample(
        self,
        *,
        num_timesteps: int | None = None,
        num_episodes: int | None = None,
        explore: bool,
        random_actions: bool = False,
        force_reset: bool = False,
    ) -> list[SingleAgentEpisode]:
        """Play until enough decisions have been completed, or enough games; returns the episodes of seats."""
        if self._needs_initial_reset or force_reset or num_episodes is not None:
            self._begin(-(-(num_timesteps or 1) // self.num_envs) + 2)
            self._needs_initial_reset = num_episodes is not None
        self._decisions.take_over()
        # Weights stay as they are meanwhile.
        modules = {name: self.module[name] for name in self.module.keys()}  # noqa: SIM118
        self._playing = {n: m.playing() if isinstance(m, NetworkModule) else None for n, m in modules.items()}
        self._last: dict[int, tuple[Array, bool]] = {}  # by episode that is over: what its seat saw, and if cut off
        self._done, games = 0, 0
        while self._done < num_timesteps if num_timesteps is not None else games < (num_episodes or 0):
            games += self._step(explore, random_actions)
        found = self._episodes()
        self._log_counts(found, games)
        return found

    def _begin(self, steps: int) -> None:
        """New games everywhere."""
        table, n = self.env.table, self.num_envs
        table.reset(int(self.env.chance.integers(2**62)))
        columns = {"log_p": np.float32, "logits": (np.float32, (self.env.rules.actions.size,)), "episode": np.int64}
        self._decisions = Decisions(table, steps, columns)
        self._serial = 0  # of the next game
        self._serials = np.zeros(n, dtype=np.int64)
        self._ids = [""] * n
        self._modules: list[dict[int, str]] = [{} for _ in range(n)]  # of each seat of an agent
        self._earned = np.zeros((n, self.env.seating.players))
        self._taken = np.zeros((n, self.env.seating.players), dtype=np.int64)  # decisions so far
        self._started = np.zeros(n)
        self._names: dict[int, tuple[str, str, str]] = {}  # of episodes: game, agent, module
        self._seat_all(np.arange(n))

    def _seat_all(self, games: Array) -> None:
        """Draw who plays in games that begin, and ask the mapping which modules that are."""
        env = self.env
        env.seats[games] = env.seating.draw(env.chance, len(games))
        for game in games.tolist():
            shown = MultiAgentEpisode(uuid.uuid4().hex, agent_to_module_mapping_fn=self.config.policy_mapping_fn)
            self._ids[game], self._serials[game] = shown.id_, self._serial
            self._serial += 1
            seats = enumerate(env.seats[game].tolist())
            names = {seat: env.seating.name(who, seat) for seat, who in seats if who < FIRST_SCRIPTED}
            self._modules[game] = {seat: shown.module_for(name) for seat, name in names.items()}
            for seat, name in names.items():
                self._names[self._episode(game, seat)] = (shown.id_, name, self._modules[game][seat])
            self._started[game] = time.perf_counter()

    def _episode(self, game: Any, seat: Any) -> Any:
        return self._serials[game] * self.env.seating.players + seat

    def _step(self, explore: bool, random_actions: bool) -> int:
        """One decision in every game; returns how many games ended."""
        env, table = self.env, self.env.table
        actors = table.actors.copy()
        who = env.seats[np.arange(self.num_envs), actors]
        actions = np.zeros(self.num_envs, dtype=np.int64)
        asked: dict[str, list[int]] = defaultdict(list)
        for game in np.flatnonzero(who < FIRST_SCRIPTED).tolist():
            asked[self._modules[game][int(actors[game])]].append(game)
        for module, games in asked.items():
            actions[games] = self._ask(module, np.array(games), explore, random_actions)
        for number, player in env.seating.scripted.items():
            theirs = np.flatnonzero(who == number)
            if len(theirs):
                seeds = env.chance.integers(2**63, size=len(theirs))
                actions[theirs] = ask_all(player, table._batch, theirs, seeds)
        table.step(actions)
        self._decisions.credit(table.rewards)
        self._earned += table.rewards
        ended = np.flatnonzero(table.dones)
        if len(ended):
            self._end(ended)
        return len(ended)

    def _ask(self, module: str, games: Array, explore: bool, random_actions: bool) -> Array:
        """What a module does in some games, kept if the module learns."""
        table = self.env.table
        seats = table.actors[games]
        self._taken[games, seats] += 1
        if random_actions:
            actions, log_p, logits = self._drawn(table.action_masks[games])
        elif (playing := self._playing[module]) is not None:
            draws = self.env.chance.random(len(games)) if explore else None
            actions, log_p, logits = playing.choose(table.observations, table.action_masks, games, draws)
        else:
            actions, log_p, logits = self._asked_of_torch(module, games, explore)
        if self._learns(module):
            self._done += int((self._decisions.last[games, seats] != NO_ROW).sum())
            here = self._decisions.open(games)
            rows = self._decisions.rows
            rows.actions[here] = actions
            rows.columns["log_p"][here], rows.columns["logits"][here] = log_p, logits
            rows.columns["episode"][here] = self._episode(games, seats)
        return actions

    def _drawn(self, masks: Array) -> tuple[Array, Array, Array]:
        """Any legal actions, all as likely, whatever the module would do."""
        log_p = -np.log(masks.sum(axis=1, dtype=np.float32))
        actions = np.where(masks != 0, self.env.chance.random(masks.shape, dtype=np.float32), -1.0).argmax(axis=1)
        return actions, log_p, np.where(masks != 0, log_p[:, None], np.float32(IMPOSSIBLE))

    def _asked_of_torch(self, module: str, games: Array, explore: bool) -> tuple[Array, Array, Array]:
        """Actions, their log-probabilities and all logits, as any module of RLlib gives them."""
        seen, masks = self.env.table.observations[games], self.env.table.action_masks[games]
        given = {"observations": torch.from_numpy(seen), "action_mask": torch.from_numpy(masks)}
        network = self.module[module]
        forward = network.forward_exploration if explore else network.forward_inference
        kind = network.get_exploration_action_dist_cls() if explore else network.get_inference_action_dist_cls()
        with torch.no_grad():
            logits = forward({Columns.OBS: given})[Columns.ACTION_DIST_INPUTS]
            choices = kind.from_logits(logits)
            chosen = (choices if explore else choices.to_deterministic()).sample()
            log_p = choices.logp(chosen)
        return chosen.numpy().astype(np.int64), log_p.numpy(), logits.numpy()

    def _learns(self, module: str) -> bool:
        chosen = self.config.policies_to_train
        return chosen is None or (chosen(module, None) if callable(chosen) else module in chosen)

    def _end(self, ended: Array) -> None:
        """Games are over: close what is open, log what they came to, and draw who plays in the next ones."""
        table, decisions = self.env.table, self._decisions
        for game in ended.tolist():
            for seat in self._modules[game]:
                number = int(self._episode(game, seat))
                if decisions.last[game, seat] == NO_ROW:
                    del self._names[number]  # it does not learn, or never had to decide
                    continue
                self._last[number] = table.final_observations[game, seat].copy(), bool(table.truncated[game])
                self._done += 1
            self._log_game(game)
        decisions.close(ended)
        self._earned[ended] = 0.0
        self._taken[ended] = 0
        self._seat_all(ended)

    # ---- what RLlib is given -----------------------------------------------------------------------------------------

    def _episodes(self) -> list[SingleAgentEpisode]:
        """The completed decisions of each seat, as the next piece of its episode."""
        rows = self._decisions.rows
        known = rows.finished()
        order = known[np.argsort(rows.columns["episode"][known], kind="stable")]
        numbers = rows.columns["episode"][order]
        parts = np.split(order, np.flatnonzero(np.diff(numbers)) + 1) if len(order) else []
        idle = idle_mask(self.env.rules)
        return [self._episode_of(part, idle) for part in parts]

    def _episode_of(self, part: Array, idle: Array) -> SingleAgentEpisode:
        rows = self._decisions.rows
        number, after = int(rows.columns["episode"][part[0]]), int(rows.following[part[-1]])
        over = after == OVER
        last, cut = self._last[number] if over else (rows.observations[after], False)
        mask = idle if over else rows.masks[after]
        seen = {
            "observations": np.concatenate([rows.observations[part], last[None]]),
            "action_mask": np.concatenate([rows.masks[part], mask[None]]),
        }
        told = {
            Columns.ACTION_LOGP: InfiniteLookbackBuffer(rows.columns["log_p"][part]),
            Columns.ACTION_DIST_INPUTS: InfiniteLookbackBuffer(rows.columns["logits"][part]),
        }
        id, agent, module = self._names.pop(number) if over else self._names[number]
        buffer = InfiniteLookbackBuffer(seen)
        return SeatEpisode(
            uuid.uuid4().hex,
            observations=buffer,
            infos=InfiniteLookbackBuffer([{} for _ in range(len(part) + 1)]),
            actions=InfiniteLookbackBuffer(rows.actions[part]),
            rewards=InfiniteLookbackBuffer(rows.rewards[part]),
            terminated=over and not cut,
            truncated=cut,
            extra_model_outputs=told,
            len_lookback_buffer=0,
            agent_id=agent,
            module_id=module,
            multi_agent_episode_id=id,
        )

    def _log_game(self, game: int) -> None:
        """What a game came to."""
        earned, taken = self._earned[game].tolist(), self._taken[game].tolist()
        agents, steps, learning = {}, {}, []
        modules: dict[str, float] = defaultdict(float)
        for seat, module in self._modules[game].items():
            name = self.env.seating.name(int(self.env.seats[game, seat]), seat)
            agents[name], steps[name] = earned[seat], taken[seat]
            modules[module] += earned[seat]
            if self._learns(module):
                learning.append(earned[seat])
        length, took = int(self.env.table.episode_lengths[game]), time.perf_counter() - self._started[game]
        self._log_episode_metrics(length, sum(agents.values()), took, agents, dict(modules), steps)
        if learning:
            self.metrics.log_value((RETURNS, self.env.kind(game)), float(np.mean(learning)), window=200)

    def _log_counts(self, episodes: list[SingleAgentEpisode], games: int) -> None:
        """How much was played, as RLlib counts it."""
        log = self.metrics.log_value
        total = sum(map(len, episodes))
        log(NUM_ENV_STEPS_SAMPLED, total, reduce="sum")
        log(NUM_ENV_STEPS_SAMPLED_LIFETIME, total, reduce="lifetime_sum", with_throughput=True)
        log(NUM_EPISODES, games, reduce="sum")
        log(NUM_EPISODES_LIFETIME, games, reduce="lifetime_sum")
        for name, lifetime, by in (
            (NUM_AGENT_STEPS_SAMPLED, NUM_AGENT_STEPS_SAMPLED_LIFETIME, "agent_id"),
            (NUM_MODULE_STEPS_SAMPLED, NUM_MODULE_STEPS_SAMPLED_LIFETIME, "module_id"),
        ):
            counts: dict[str, int] = defaultdict(int)
            for episode in episodes:
                counts[getattr(episode, by)] += len(episode)
            for who, count in counts.items():
                log((name, who), count, reduce="sum")
                log((lifetime, who), count, reduce="lifetime_sum")
