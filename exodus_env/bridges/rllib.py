"""RLlib on Ray, in its new API stack: seats as agents, and our networks as masked modules.

    config = (
        PPOConfig()
        .environment(SeatsEnv, env_config=game("Exodus/EventHorizon-v0", players=2))
        .env_runners(env_runner_cls=GamesRunner, num_env_runners=2, num_envs_per_env_runner=64)
        .multi_agent(policies={LEARNER}, policy_mapping_fn=shared_policy, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: module_spec(rules)}))
    )

Only the seat that acts is observed: {"observations", "action_mask"}. At the end every seat gets its last observation
and reward. In a share of the games all seats but one may be taken by a scripted player, or by agents of another name
(`rival_0` instead of `player_0`), for which a mapping can name other modules, past selves for example:
`game(..., opponents={"greedy": 0.3, RIVAL: 0.2})`.

RLlib's own env runner steps such environments one by one. `GamesRunner` (rllib_runner.py) advances all games of an
env runner in one compiled call and asks each module once for all its decisions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from gymnasium import spaces
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.core.columns import Columns
from ray.rllib.core.distribution.torch.torch_distribution import TorchCategorical
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from exodus_env.gym_envs import environments, players_named
from exodus_env.kit.batch import RESET, Batch, IllegalAction, checked_seed, fresh_seed
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.packed import PackedBatch, PackedRows, draw
from exodus_env.kit.players import ask
from exodus_env.kit.registry import find
from exodus_env.kit.single import LegalDiscrete
from exodus_env.kit.single_vector import NO_DECISION
from exodus_env.kit.spaces import flat_space, idle_mask
from exodus_env.policies.checkpoint import save_policy
from exodus_env.policies.compiled import is_compiled
from exodus_env.policies.learning import (
    PROCESSOR,
    LearningNetwork,
    favourites,
    learning_network,
    legal_log_probabilities,
)
from exodus_env.policies.network import IMPOSSIBLE, build_network, masked

LEARNER: Final = "learner"  # the module that every seat shares
RIVAL: Final = "rival"  # instead of "player" in the name of an agent, for other modules
PLAYER: Final = "player"
# Who has a seat: an agent of either kind, or a scripted player by its number from FIRST_SCRIPTED on.
AGENT, RIVAL_AGENT, FIRST_SCRIPTED = 0, 1, 2


def game(id: str, opponents: Mapping[str, float] | None = None, **settings: Any) -> dict[str, Any]:
    """The `env_config` of a Gymnasium id and settings of its game. `opponents` are shares of games in which all seats
    but one belong to a scripted player, or to RIVAL agents."""
    fixed = environments()[id]
    entry = find(fixed["game"])
    given = {name: value for name, value in fixed.items() if name != "game"} | settings
    return env_config(entry.definition({**entry.configuration_class().implied_by(given), **given}), opponents)


def env_config(rules: Definition, opponents: Mapping[str, float] | None = None) -> dict[str, Any]:
    """The same for rules. Ray sends it to other processes, so it consists of plain values and a class."""
    shares = dict(opponents or {})
    if any(share < 0 for share in shares.values()) or sum(shares.values()) > 1 + 1e-9:
        raise ValueError(f"opponents: shares of games must be from 0 to 1 together, not {shares}")
    if rules.config.players == 1 and shares:
        raise ValueError("opponents: this game has one player, and no seats for others")
    return {"definition": type(rules), "config": rules.config.to_dict(), "opponents": shares}


def rules_of(config: Mapping[str, Any]) -> Definition:
    """The rules of an `env_config`."""
    found: Definition = config["definition"].from_dict(config["config"])
    return found


def shared_policy(agent: str, episode: Any, **_: Any) -> str:
    """A mapping of agents to modules by which all share one."""
    return LEARNER


class Seating:
    """Who sits where: drawn when a game begins, and unchanged until its end."""

    def __init__(self, rules: Definition, opponents: Mapping[str, float]) -> None:
        self.players: int = rules.config.players
        self.shares = np.array([1.0 - sum(opponents.values()), *opponents.values()]).clip(0.0)
        self.shares /= self.shares.sum()
        names = [name for name in opponents if name != RIVAL]
        self.kinds = np.array(
            [AGENT, *(RIVAL_AGENT if name == RIVAL else FIRST_SCRIPTED + names.index(name) for name in opponents)]
        )
        self.scripted = dict(enumerate(players_named(names, rules.game), start=FIRST_SCRIPTED))
        for player in self.scripted.values():
            player.start(rules)
        named = [PLAYER, RIVAL] if RIVAL in opponents else [PLAYER]
        self.agents = [f"{word}_{seat}" for word in named for seat in range(self.players)]

    def draw(self, chance: np.random.Generator, games: int) -> Array:
        """(games, players) of who has each seat."""
        kinds = self.kinds[chance.choice(len(self.kinds), size=games, p=self.shares)]
        seats = np.repeat(kinds[:, None], self.players, axis=1)
        seats[np.arange(games), chance.integers(self.players, size=games)] = AGENT
        return seats

    def name(self, who: int, seat: int) -> str:
        """Of the agent at a seat."""
        return f"{PLAYER if who == AGENT else RIVAL}_{seat}"

    def close(self) -> None:
        """End the processes of scripted players that have their own."""
        for player in self.scripted.values():
            player.close()


def agent_space(rules: Definition) -> spaces.Dict:
    """What an agent sees."""
    mask = spaces.Box(0, 1, (rules.actions.size,), np.int8)
    return spaces.Dict({"observations": flat_space(rules), "action_mask": mask})


# ---- an environment for RLlib's own env runner -----------------------------------------------------------------------

Told = dict[str, Any]  # by agent


class SeatsEnv(MultiAgentEnv):  # type: ignore[misc]
    """One game whose seats are agents; scripted players decide inside `step`."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        super().__init__()
        self.rules = rules_of(config)
        self.seating = Seating(self.rules, config.get("opponents", {}))
        self.possible_agents = list(self.seating.agents)
        self.agents: list[str] = []
        self._table = Batch(self.rules, 1)
        self.observation_spaces = {agent: agent_space(self.rules) for agent in self.possible_agents}
        self.action_spaces = {agent: LegalDiscrete(self._table.masks[0]) for agent in self.possible_agents}
        self._chance = np.random.default_rng(fresh_seed())
        self._seats = self.seating.draw(self._chance, 1)[0]
        self._idle = idle_mask(self.rules)

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Told, Told]:
        """A new game, up to the first decision of an agent; a seed settles this game and those after it."""
        if seed is not None:
            self._chance = np.random.default_rng(checked_seed(seed))
        self._seats = self.seating.draw(self._chance, 1)[0]
        self.agents = [self.seating.name(who, seat) for seat, who in enumerate(self._seats) if who < FIRST_SCRIPTED]
        self._table.seeds[0] = self._chance.integers(2**63)
        self._table.actions[0] = RESET
        self._table.play(False)
        self._let_others_play()
        if self._table.dones[0]:
            raise RuntimeError(NO_DECISION)
        return self._seen(), {}

    def step(self, actions: Told) -> tuple[Told, Told, Told, Told, Told]:
        """The decision of the agent to act, and everything up to the next one of an agent."""
        table, agent = self._table, self._actor
        if set(actions) != {agent}:
            raise ValueError(f"it is the turn of {agent}: step() takes its action, not those of {sorted(actions)}")
        action = int(actions[agent])
        if not 0 <= action < self.rules.actions.size or table.masks[0, action] == 0:
            raise IllegalAction(table.complaint(0, action))
        table.actions[0] = action
        table.play(False)
        paid = table.rewards[0].astype(np.float64)
        paid += self._let_others_play()
        over, cut = bool(table.dones[0]), bool(table.truncated[0])
        seen = {name: self._last_seen(seat) for name, seat in self._mine()} if over else self._seen()
        rewards = {name: float(paid[seat]) for name, seat in self._mine()}
        ends = dict.fromkeys([*self.agents, "__all__"], over and not cut)
        cuts = dict.fromkeys([*self.agents, "__all__"], over and cut)
        return seen, rewards, ends, cuts, {}

    def close(self) -> None:
        """End the processes of opponents that have their own."""
        self.seating.close()

    @property
    def _actor(self) -> str:
        seat = int(self._table.actors[0])
        return self.seating.name(self._seats[seat], seat)

    def _mine(self) -> list[tuple[str, int]]:
        """Agents and their seats."""
        return [(name, int(name.rpartition("_")[2])) for name in self.agents]

    def _let_others_play(self) -> Array:
        """What scripted players do until an agent must decide; returns what that paid each seat."""
        table, paid = self._table, np.zeros(self.seating.players)
        while not table.dones[0] and (who := int(self._seats[table.actors[0]])) >= FIRST_SCRIPTED:
            table.actions[0] = ask(self.seating.scripted[who], table, int(self._chance.integers(2**63)))
            table.play(False)
            paid += table.rewards[0]
        return paid

    def _seen(self) -> Told:
        table = self._table
        return {self._actor: {"observations": table.observations[0].copy(), "action_mask": table.masks[0].copy()}}

    def _last_seen(self, seat: int) -> dict[str, Array]:
        row = np.empty((1, self.rules.observations.size), dtype=np.float32)
        self.rules.observe_as(self._table.games, 0, self.rules.tables, seat, row)
        return {"observations": row[0], "action_mask": self._idle.copy()}


# ---- modules ---------------------------------------------------------------------------------------------------------


class Normalised(TorchCategorical):  # type: ignore[misc]
    """A choice whose logits are log-probabilities already, which would else be computed again over hundreds of actions
    that are not legal; what is not asked for is not computed."""

    def __init__(self, logits: torch.Tensor) -> None:
        self.logits = logits
        self.probs = self._one_hot = None

    @cached_property
    def _dist(self) -> Any:
        return self._get_torch_distribution(logits=self.logits)

    def logp(self, value: torch.Tensor, **_: Any) -> torch.Tensor:
        """The log-probability of an action for each row."""
        return self.logits.gather(-1, value.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self) -> torch.Tensor:
        """In nats."""
        return -(self.logits.exp() * self.logits).sum(-1)


class NetworkModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """A network of exodus_env.policies.network: factored head, masked logits, and values from the same layers.

    A network of kind `mlp` skips zeros and illegal actions, on a processor (exodus_env/policies/learning.py). Its state
    also says, as JSON in the buffer `about`, for which game and which network its weights are.
    """

    def setup(self) -> None:
        """Build the network."""
        self.rules = rules_of(self.model_config)
        self.network = build_network(self.model_config["network"], self.rules)
        self.action_dist_cls = Normalised
        about = json.dumps(about_network(self.network, self.rules), sort_keys=True).encode()
        self.register_buffer("about", torch.frombuffer(bytearray(about), dtype=torch.uint8))
        description: Any = self.network.description
        self._sparse = learning_network(self.network, self.rules) if is_compiled(description) else None

    def playing(self) -> PackedPolicy | None:
        """The module with its present weights in the form that plays fastest, if there is one for its network."""
        on_processor = next(self.network.parameters()).device.type == PROCESSOR
        return None if self._sparse is None or not on_processor else PackedPolicy(self.rules, self._sparse.as_it_is())

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {Columns.ACTION_DIST_INPUTS: self._scores(batch)[0]}

    def _forward_train(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        log_p, values = self._scores(batch)
        return {Columns.ACTION_DIST_INPUTS: log_p, Columns.EMBEDDINGS: values}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """Values, which `_forward_train` may have computed already."""
        return self._scores(batch)[1] if embeddings is None else embeddings

    def _scores(self, batch: dict[str, Any]) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of all actions as logits, and values."""
        rows, masks = batch[Columns.OBS]["observations"], batch[Columns.OBS]["action_mask"]
        if self._sparse is None or rows.device.type != PROCESSOR:
            logits, values = self.network(rows, masks)
            return torch.log_softmax(masked(logits, masks), dim=-1).clamp_min(IMPOSSIBLE), values
        every = np.arange(len(rows))
        packed = PackedRows(self.rules.observations.size, self.rules.actions.size)
        packed.add(rows.float().contiguous().numpy(), masks.to(torch.int8).contiguous().numpy(), every)
        packed.find_often()
        legal = self._sparse.batch(packed, every)
        scores, values = self._sparse(legal)
        places = torch.from_numpy(places_of(legal, masks.shape[1]))
        log_p = torch.full((masks.numel(),), IMPOSSIBLE).index_copy(0, places, legal_log_probabilities(scores, legal))
        return log_p.view(masks.shape), values


class PackedPolicy:
    """A network that plays many games: zeros and illegal actions are skipped."""

    def __init__(self, rules: Definition, network: LearningNetwork) -> None:
        self.network = network
        self.actions: int = rules.actions.size
        self._rows = PackedRows(rules.observations.size, rules.actions.size)

    def choose(
        self, observations: Array, masks: Array, games: Array, draws: Array | None
    ) -> tuple[Array, Array, Array]:
        """Actions in some games, drawn with numbers in [0, 1) or the likeliest ones, their log-probabilities, and the
        log-probabilities of all actions as logits."""
        self._rows.clear()
        self._rows.add(observations, masks, games)
        batch = self.network.batch(self._rows, np.arange(len(games)))
        with torch.no_grad():
            log_p = legal_log_probabilities(self.network(batch)[0], batch)
        known: Array = log_p.numpy()
        places = favourites(log_p, batch)
        if draws is not None:
            draw(known, batch.legal_starts, draws.astype(np.float32), places)
        logits = np.full(len(games) * self.actions, IMPOSSIBLE, dtype=np.float32)
        logits[places_of(batch, self.actions)] = known
        return batch.legal[places].astype(np.int64), known[places], logits.reshape(len(games), self.actions)


def places_of(batch: PackedBatch, actions: int) -> Array:
    """Where the legal actions of a batch stand in an array (rows, actions) that is laid out flat."""
    return np.repeat(np.arange(len(batch)) * actions, np.diff(batch.legal_starts)) + batch.legal


def module_spec(rules: Definition, **network: Any) -> RLModuleSpec:
    """The spec of a `NetworkModule`; `network` describes it, as `policy.json` does: width=128, layers=2 ..."""
    return RLModuleSpec(
        module_class=NetworkModule,
        observation_space=agent_space(rules),
        action_space=spaces.Discrete(rules.actions.size),
        model_config={"definition": type(rules), "config": rules.config.to_dict(), "network": network},
    )


def about_network(network: Any, rules: Definition) -> dict[str, Any]:
    """For which game, and which network, weights are."""
    return {
        "game": rules.name,
        "config": rules.config.to_dict(),
        "fingerprint": rules.fingerprint(),
        "network": network.description,
    }


def export(module: NetworkModule, folder: str | Path, about: dict[str, Any] | None = None) -> None:
    """Write the policy of a module, so that `policy:<folder>` plays with it."""
    network: Any = module.network
    save_policy(Path(folder), module.rules, network.description, network.state_dict(), about or {})


# ---- past selves -----------------------------------------------------------------------------------------------------


def past_self(slot: int) -> str:
    """The name of a module that holds a past self."""
    return f"past_{slot}"


class PastSelves:
    """A mapping of agents to modules: RIVAL agents are past selves, all those of a game the same one."""

    def __init__(self, slots: int) -> None:
        self.slots = slots

    def __call__(self, agent: str, episode: Any, **_: Any) -> str:
        if agent.startswith(PLAYER):
            return LEARNER
        digest = hashlib.sha256(str(episode.id_).encode()).digest()  # `hash` differs between processes
        return past_self(int.from_bytes(digest[:8], "little") % self.slots)


class SelfPlayLearner(PPOTorchLearner):  # type: ignore[misc]
    """PPO that keeps its module as a past self from time to time, each time in place of the oldest.

    `learner_config_dict={"past_selves": 3, "every": 10}`: three of them, kept every ten updates.
    """

    def after_gradient_based_update(self, *, timesteps: dict[str, Any]) -> None:
        """Copy the weights when it is time to."""
        super().after_gradient_based_update(timesteps=timesteps)
        chosen = self.config.learner_config_dict
        kept, rest = divmod(self._weights_seq_no, chosen["every"])
        if rest == 0 and chosen["past_selves"]:
            slot = past_self(kept % chosen["past_selves"])
            module = self.module[LEARNER].unwrapped()
            self.module[slot].unwrapped().load_state_dict(module.state_dict())
            # RLlib sends weights to env runners for the modules that an update has metrics of.
            self.metrics.log_value((slot, "kept_after_update"), self._weights_seq_no, window=1)
