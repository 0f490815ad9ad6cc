"""The learner `sb3`: MaskablePPO of sb3-contrib on a native vector environment.

Stable-Baselines3 wants an action for every environment in every step, so an environment is one game with one learning
seat; whoever has the other seats decides until that seat must. All games advance in compiled calls, and masks are taken
from the buffer. The network is our `mlp` with a linear head, so both learners leave the same kind of policy.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv

from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.arena import decision_seeds
from exodus_env.kit.batch import LOOK, Batch, copied_rows
from exodus_env.kit.players import Views
from exodus_env.kit.vector import KEPT, VectorEnv
from exodus_env.players import make_player
from exodus_env.policies.network import Mlp, Trunk, build_network
from training.gae import Array
from training.pool import PastSelf, Pool
from training.rollout import Choose, scripted
from training.settings import Settings, SettingsError

SELF = "self"  # seats that play by the weights of the last update


class SeatVecEnv(VecEnv):
    """N games with one learning seat each, as Stable-Baselines3 takes them. Who sits where is drawn for each game."""

    render_mode: str | None = None

    def __init__(
        self, rules: Ruleset, num_games: int, seed: int, kinds: dict[str, float], opponents: dict[str, Choose]
    ) -> None:
        low, high = rules.observations.bounds()
        super().__init__(num_games, spaces.Box(low, high, dtype=np.float32), spaces.Discrete(rules.actions.size))
        self.rules = rules
        self.names = [kind for kind, share in kinds.items() if share > 0]
        self.shares = np.array([kinds[name] for name in self.names]) / sum(kinds.values())
        self.opponents = opponents
        self.games = VectorEnv(rules, num_games, seed)
        self.seat = np.zeros(num_games, dtype=np.int64)  # that learns
        self.kind = np.zeros(num_games, dtype=np.int64)
        self.asked = 0  # calls of opponents, for their seeds
        self.finished = 0
        self.utility: list[float] = []
        self.chance = np.random.default_rng([seed, 0])
        self._given: Array = np.zeros(num_games, dtype=np.int64)

    @property
    def batch(self) -> Batch:
        """The games and their buffers."""
        return self.games._batch

    def reset(self) -> Array:
        """Every game up to the learner's first decision."""
        self._seat(np.arange(self.num_envs))
        self._let_others_play(np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_))
        return self.batch.observations.copy()

    def step_async(self, actions: Array) -> None:
        """Take the learner's actions."""
        self._given = np.asarray(actions, dtype=np.int64)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """The learner's decision in every game, and all that follows up to its next one."""
        batch = self.batch
        rewards, dones = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_)
        batch.actions[:] = self._given
        self._advance(rewards, dones)
        self._let_others_play(rewards, dones)
        return batch.observations.copy(), rewards.astype(np.float32), dones, [{} for _ in range(self.num_envs)]

    def action_masks(self) -> Array:
        """(N, A) of the learner's decisions."""
        return self.batch.masks.astype(np.bool_)

    def _advance(self, rewards: Array, dones: Array) -> None:
        """Carry out the orders of a batch; what they pay the learning seats is added."""
        batch = self.batch
        batch.play(True)
        rewards += batch.rewards[np.arange(self.num_envs), self.seat]
        ended = np.flatnonzero(batch.dones)
        if len(ended):
            dones[ended] = True
            self.finished += len(ended)
            self.utility += rewards[ended].tolist()
            self._seat(ended)

    def _let_others_play(self, rewards: Array, dones: Array) -> None:
        """The other seats decide until the learner must in every game; a game waits once it has ended."""
        batch = self.batch
        while True:
            waiting = np.flatnonzero(batch.actors != self.seat)
            if len(waiting) == 0:
                return
            batch.actions[:] = LOOK
            for number, name in enumerate(self.names):
                theirs = waiting[self.kind[waiting] == number]
                if len(theirs):
                    batch.actions[theirs] = self.opponents[name](self._views(theirs))
            over = dones.copy()  # what a new game pays before the learner's first decision is nobody's
            paid = np.zeros(self.num_envs)
            self._advance(paid, dones)
            rewards += np.where(over, 0.0, paid)

    def _views(self, games: Array) -> Views:
        batch = self.batch
        self.asked += 1
        seats = batch.actors[games]
        seeds = decision_seeds(batch.seeds[games], seats, np.full(len(games), self.asked))
        return Views(
            self.rules, seats, batch.observations[games], batch.masks[games], seeds, copied_rows(batch.games, games)
        )

    def _seat(self, games: Array) -> None:
        self.kind[games] = self.chance.choice(len(self.names), size=len(games), p=self.shares)
        self.seat[games] = self.chance.integers(self.rules.config.players, size=len(games))

    # ---- what Stable-Baselines3 asks of every vector environment -----------------------------------------------------

    def close(self) -> None:
        """Nothing to close."""

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        """The same for every game."""
        return [getattr(self, name)] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        """Games have nothing to set."""
        raise NotImplementedError(f"games have no attribute {name} to set")

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **named: Any) -> list[Any]:
        """What a method gives for each game; masks come from the buffer."""
        if method_name != "action_masks":
            raise NotImplementedError(f"games have no method {method_name}")
        return list(self.action_masks())

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        """Never."""
        return [False] * self.num_envs

    def has_attr(self, name: str) -> bool:
        """Masks are on offer."""
        return name == "action_masks"

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Array]:
        """Everything the next step depends on."""
        frozen = self.games.__getstate__()
        state = {f"env_{name}": np.frombuffer(frozen[name], dtype=np.uint8) for name in KEPT}
        state["numbers"] = np.array([self.asked, frozen["base_seed"]], dtype=np.int64)
        return {**state, "seat": self.seat, "kind": self.kind}

    def restore(self, state: dict[str, Array]) -> None:
        """Go on from a state."""
        self.seat[:], self.kind[:] = state["seat"], state["kind"]
        self.asked = int(state["numbers"][0])
        frozen = {**self.games.__getstate__(), **{name: state[f"env_{name}"].tobytes() for name in KEPT}}
        self.games.__setstate__({**frozen, "base_seed": int(state["numbers"][1])})


class TrunkExtractor(BaseFeaturesExtractor):
    """The layers of our `mlp`, so that both learners compute the same."""

    def __init__(self, space: spaces.Box, width: int, layers: int) -> None:
        super().__init__(space, width)
        self.trunk = Trunk(int(space.shape[0]), width, layers)

    def forward(self, rows: torch.Tensor) -> torch.Tensor:
        """Features."""
        features: torch.Tensor = self.trunk(rows)
        return features


class Silent(BaseCallback):
    """Does nothing; collecting rollouts wants one."""

    def _on_step(self) -> bool:
        return True


class Sb3:
    """MaskablePPO behind the interface of our learners."""

    def __init__(self, rules: Ruleset, settings: Settings, pool: Pool) -> None:
        check_settings(settings)
        self.rules = rules
        self.settings = settings
        self.pool = pool
        self.updates = 0
        self.decisions = 0
        self.imitated = 0
        torch.manual_seed(settings.seed)
        self.network = self._twin()
        self.self_player = PastSelf(self._twin())
        self.past = [PastSelf(self._twin()) for _ in range(settings.past_slots if settings.past_share > 0 else 0)]
        self.env = SeatVecEnv(rules, settings.num_games, 2 * settings.seed + 1, *self._line_up())
        self.model = MaskablePPO(
            MaskableActorCriticPolicy,
            self.env,
            learning_rate=settings.learning_rate,
            n_steps=settings.steps,
            batch_size=settings.minibatch,
            n_epochs=settings.epochs,
            gamma=settings.gamma,
            gae_lambda=settings.gae_lambda,
            clip_range=settings.clip,
            ent_coef=settings.entropy,
            vf_coef=settings.value_weight,
            max_grad_norm=settings.max_grad_norm,
            target_kl=settings.target_kl or None,
            seed=None,
            device=settings.device,
            policy_kwargs={
                "net_arch": [],
                "features_extractor_class": TrunkExtractor,
                "features_extractor_kwargs": {"width": settings.width, "layers": settings.layers},
            },
        )
        _, self.callback = self.model._setup_learn(settings.decisions, Silent())
        self._export()

    @property
    def finished(self) -> bool:
        """Whether all that was asked for is learned."""
        return self.decisions >= self.settings.decisions

    def update(self) -> dict[str, float]:
        """Collect a rollout and learn from it, as `learn` does."""
        chosen = self.settings
        self.updates += 1
        self._seed_everything()
        self._meet()
        self.env.utility.clear()
        before = self.env.finished
        started = time.perf_counter()
        self.model.collect_rollouts(self.env, self.callback, self.model.rollout_buffer, chosen.steps, use_masking=True)
        played = time.perf_counter()
        done = self.decisions / chosen.decisions if chosen.anneal else 0.0
        self.model.lr_schedule = lambda _: chosen.learning_rate * max(0.02, 1.0 - done)
        self.model.train()
        self._export()
        count = chosen.num_games * chosen.steps
        self.decisions += count
        figures = {
            "games": self.env.finished - before,
            "rollout_decisions": count,
            "seconds_playing": played - started,
            "seconds_learning": time.perf_counter() - played,
            "entropy": -float(self.model.logger.name_to_value["train/entropy_loss"]),
            "kl": float(self.model.logger.name_to_value["train/approx_kl"]),
        }
        if self.env.utility:
            figures["utility"] = float(np.mean(self.env.utility))
        return figures

    def _seed_everything(self) -> None:
        """Stable-Baselines3 draws from the global generators: set anew in each update, so that a run can be resumed."""
        torch.manual_seed(1_000_003 * self.settings.seed + self.updates)
        np.random.seed((1_000_003 * self.settings.seed + self.updates) % 2**32)
        self.env.chance = np.random.default_rng([self.settings.seed, self.updates, 2])

    def _line_up(self) -> tuple[dict[str, float], dict[str, Choose]]:
        chosen = self.settings
        kinds: dict[str, float] = {SELF: chosen.self_share}
        opponents: dict[str, Choose] = {SELF: self.self_player}
        for i, past in enumerate(self.past):
            kinds[f"past {i + 1}"], opponents[f"past {i + 1}"] = chosen.past_share / len(self.past), past
        for name, share in chosen.scripted.items():
            player = make_player(name)
            player.start(self.rules)
            kinds[name], opponents[name] = share, scripted(player)
        return kinds, opponents

    def _meet(self) -> None:
        """The other seats' weights for this rollout."""
        self.self_player.become(self.network.state_dict())
        if not self.past:
            return
        chance = np.random.default_rng([self.settings.seed, self.updates, 1])
        if len(self.pool) == 0 or self.updates % self.settings.pool_every == 0:
            self.pool.add(self.updates, self.network, chance)
        for past in self.past:
            past.become(self.pool.draw(chance))

    def _twin(self) -> torch.nn.Module:
        return build_network(self.settings.description(), self.rules)

    def _export(self) -> None:
        """The weights of the model as our network has them."""
        policy: Any = self.model.policy
        network = self.network
        assert isinstance(network, Mlp)
        network.trunk.load_state_dict(policy.features_extractor.trunk.state_dict())
        network.head.load_state_dict(policy.action_net.state_dict())
        network.value.load_state_dict(policy.value_net.state_dict())

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """Everything the next update depends on: tensors, and plain values."""
        # Parameters that are the same tensor under two names are kept once.
        tensors = {f"policy/{name}": tensor.clone() for name, tensor in self.model.policy.state_dict().items()}
        for number, moments in self.model.policy.optimizer.state_dict()["state"].items():
            tensors |= {f"optimiser/{number}/{name}": value for name, value in moments.items()}
        for name, array in self.env.state().items():
            tensors[f"env/{name}"] = torch.from_numpy(np.array(array))
        tensors["starts"] = torch.from_numpy(np.array(self.model._last_episode_starts))
        facts = {name: getattr(self, name) for name in ("updates", "decisions", "imitated")}
        return tensors, {**facts, "pool": self.pool.numbers()}

    def restore(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        """Go on from a state."""
        for name in ("updates", "decisions", "imitated"):
            setattr(self, name, facts[name])
        self.pool.restore(facts["pool"])
        parts: dict[str, dict[str, Any]] = {"policy": {}, "optimiser": {}, "env": {}, "starts": {}}
        for name, tensor in tensors.items():
            part, _, rest = name.partition("/")
            parts[part][rest] = tensor
        self.model.policy.load_state_dict(parts["policy"])
        moments: dict[int, dict[str, Any]] = {}
        for name, tensor in parts["optimiser"].items():
            number, _, moment = name.partition("/")
            moments.setdefault(int(number), {})[moment] = tensor
        optimiser = self.model.policy.optimizer
        optimiser.load_state_dict({**optimiser.state_dict(), "state": moments})
        self.env.restore({name: tensor.numpy() for name, tensor in parts["env"].items()})
        self.model._last_obs = self.env.batch.observations.copy()
        self.model._last_episode_starts = tensors["starts"].numpy()
        self._export()


def check_settings(settings: Settings) -> None:
    """What this learner cannot do is refused."""
    wanted: Sequence[tuple[str, Any]] = (("network", "mlp"), ("head", "linear"), ("mask_input", False), ("imitate", ""))
    for name, value in wanted:
        if getattr(settings, name) != value:
            raise SettingsError(f"learner sb3 needs {name} = {value!r}, not {getattr(settings, name)!r}")

