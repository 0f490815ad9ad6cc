"""The learner `sb3`: MaskablePPO of sb3-contrib, with our networks, on the games of seats.py."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback

from exodus_env.kit.definition import Definition
from exodus_env.kit.packed import PackedBatch, PackedRows, draw
from exodus_env.policies.learning import (
    SparseMlp,
    favourites,
    learning_network,
    legal_log_probabilities,
    mean_entropy,
)
from exodus_env.policies.network import build_network
from training.opponents import Opponents, Twin
from training.pool import Pool
from training.ppo import COUNTS, Ppo
from training.rollout import SELF, SENSELESS, Choose, EndPay
from training.seats import SeatVecEnv
from training.settings import Settings
from training.store import (
    Impossible,
    array_of,
    by_part,
    check_names,
    optimiser_state,
    restore_network,
    restore_optimiser,
    table,
    whole,
)

LARGEST_SCORE = 1e30  # beyond it, sums overflow


class NetworkPolicy(MaskableActorCriticPolicy):
    """One of our networks in the form that Stable-Baselines3 calls. Masks follow the observation if the network
    reads them.

    A network of kind `mlp` skips zeros and illegal actions here as well; the rows come dense, since
    Stable-Baselines3 keeps them so.
    """

    def __init__(self, *arguments: Any, make: Any, rules: Definition, **named: Any) -> None:
        self._make = make
        self._rules = rules
        self._size = rules.observations.size  # of the observation without masks
        super().__init__(*arguments, **named)

    def _build(self, lr_schedule: Any) -> None:
        self.network = self._make()
        self._learning = learning_network(self.network, self._rules)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)  # type: ignore[call-arg]

    def _run(self, rows: torch.Tensor, action_masks: Any) -> tuple[Any, torch.Tensor]:
        logits, values = self.network(rows[:, : self._size], rows[:, self._size :])
        check_senseless(logits, values)
        distribution: Any = self.action_dist.proba_distribution(action_logits=logits)
        if action_masks is not None:
            distribution.apply_masking(action_masks)
        return distribution, values

    def _packed(self, rows: torch.Tensor, action_masks: Any) -> PackedBatch:
        """Rows as the network learns from them; nothing but where the mask is not 0 is legal."""
        masks = np.asarray(action_masks).reshape(len(rows), -1) != 0
        packed, every = PackedRows(self._size, masks.shape[1]), np.arange(len(rows))
        packed.add(rows[:, : self._size].contiguous().numpy(), masks.astype(np.int8), every)
        packed.find_often()
        return self._learning.batch(packed, every)

    def _run_packed(self, batch: PackedBatch) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the legal actions, and values."""
        scores, values = self._learning(batch)
        check_senseless(scores, values)
        return legal_log_probabilities(scores, batch), values

    def forward(
        self, obs: Any, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Actions, values and log-probabilities."""
        if not self._is_packed(action_masks):
            distribution, values = self._run(obs, action_masks)
            actions = distribution.get_actions(deterministic=deterministic)
            return actions, values[:, None], distribution.log_prob(actions)
        batch = self._packed(obs, action_masks)
        log_p, values = self._run_packed(batch)
        places = favourites(log_p, batch)
        if not deterministic:
            draw(log_p.numpy(), batch.legal_starts, torch.rand(len(batch)).numpy(), places)
        return torch.from_numpy(batch.legal[places].astype(np.int64)), values[:, None], log_p[torch.from_numpy(places)]

    def evaluate_actions(
        self, obs: Any, actions: torch.Tensor, action_masks: Any = None
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor | None]:
        """Values, log-probabilities and entropy."""
        if not self._is_packed(action_masks):
            distribution, values = self._run(obs, action_masks)
            return values[:, None], distribution.log_prob(actions), distribution.entropy()
        batch = self._packed(obs, action_masks)
        log_p, values = self._run_packed(batch)
        places = torch.from_numpy(batch.places(actions.long().numpy()))
        return values[:, None], log_p[places], mean_entropy(log_p, batch)

    def _is_packed(self, action_masks: Any) -> bool:
        return isinstance(self._learning, SparseMlp) and action_masks is not None

    def get_distribution(self, obs: Any, action_masks: Any = None) -> Any:
        """Of the actions."""
        return self._run(obs, action_masks)[0]

    def predict_values(self, obs: Any) -> torch.Tensor:
        """Values."""
        return self._run(obs, None)[1][:, None]


def check_senseless(scores: torch.Tensor, values: torch.Tensor) -> None:
    """Raise FloatingPointError where learning has gone wrong."""
    if not bool(values.isfinite().all() & (scores.abs().amax() < LARGEST_SCORE)):
        raise FloatingPointError(SENSELESS)


class TwoLambdas(MaskableRolloutBuffer):
    """Rows of a rollout in which the targets of values have their own lambda."""

    def __init__(self, *arguments: Any, value_lambda: float, **named: Any) -> None:
        self.value_lambda = value_lambda
        super().__init__(*arguments, **named)

    def compute_returns_and_advantage(self, last_values: torch.Tensor, dones: Any) -> None:
        """The targets of the values, then the advantages."""
        own, self.gae_lambda = self.gae_lambda, self.value_lambda
        super().compute_returns_and_advantage(last_values, dones)
        targets, self.gae_lambda = self.returns, own
        super().compute_returns_and_advantage(last_values, dones)
        self.returns = targets


class Silent(BaseCallback):
    """Does nothing; collecting rollouts requires a callback."""

    def _on_step(self) -> bool:
        return True


class Sb3:
    """MaskablePPO behind the interface of our learners; the warm start is that of our own learner."""

    def __init__(self, rules: Definition, settings: Settings, pool: Pool) -> None:
        self.rules = rules
        self.settings = settings
        self.pool = pool
        self.updates = 0
        self.decisions = 0
        self.imitated = 0
        torch.manual_seed(settings.seed)
        self.opponents = Opponents(rules, settings, pool)
        self.partner = Twin(self.rules)  # at the other seats of games with itself: the weights of the last update
        seed = 2 * settings.seed + 1
        pay = EndPay(settings.winning, settings.standing)
        players: dict[str, Choose] = {SELF: self.partner, **self.opponents.players()}
        kinds = self.opponents.kinds()
        self.env = SeatVecEnv(rules, settings.num_games, seed, kinds, players, settings.mask_input, pay)
        self.model = self._new_model()
        self.model._last_obs = self.env.observations()  # no game begins before the first update: nobody has weights
        self.model._last_episode_starts = np.ones(settings.num_games, dtype=np.bool_)
        _, self.callback = self.model._setup_learn(settings.decisions, Silent(), reset_num_timesteps=False)
        policy: Any = self.model.policy
        self.network: torch.nn.Module = policy.network
        self.warm = Ppo(rules, settings, pool) if settings.warm else None

    def _new_model(self) -> MaskablePPO:
        settings = self.settings
        return MaskablePPO(
            NetworkPolicy,
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
            device=settings.device,
            rollout_buffer_class=TwoLambdas,
            rollout_buffer_kwargs={"value_lambda": settings.value_lambda},
            policy_kwargs={"make": self._twin, "rules": self.rules},
        )

    # ---- one update --------------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        """Whether everything asked for has been learned."""
        return self.warm is None and self.decisions >= self.settings.decisions

    def update(self) -> dict[str, float]:
        """Collect a rollout and learn from it, as `learn` does; before that, imitate."""
        self.updates += 1
        if self.warm is not None:
            return self._imitate(self.warm)
        chosen = self.settings
        self._seed_everything()
        self._meet()
        if self.decisions == 0:
            self.model._last_obs = self.env.reset()
        before = self.env.finished
        started = time.perf_counter()
        self.model.collect_rollouts(self.env, self.callback, self.model.rollout_buffer, chosen.steps, use_masking=True)
        played = time.perf_counter()
        done = self.decisions / chosen.decisions if chosen.anneal else 0.0
        self.model.lr_schedule = partial(_constant, chosen.learning_rate * max(0.02, 1.0 - done))
        self.model.train()
        count = chosen.num_games * chosen.steps
        self.decisions += count
        logged = self.model.logger.name_to_value
        figures = {
            "games": self.env.finished - before,
            "rollout_decisions": count,
            "seconds_playing": played - started,
            "seconds_learning": time.perf_counter() - played,
            "entropy": -float(logged["train/entropy_loss"]),
            "kl": float(logged["train/approx_kl"]),
            "value_error": float(logged["train/value_loss"]),
        }
        if self.env.utility:
            figures["utility"] = float(np.mean(self.env.utility))
            self.env.utility.clear()
        return figures

    def _imitate(self, warm: Ppo) -> dict[str, float]:
        figures = warm.update()
        self.imitated = warm.imitated
        self.network.load_state_dict(warm.network.state_dict())
        if self.imitated >= self.settings.imitate_decisions:
            self.warm = None
        return figures

    def _seed_everything(self) -> None:
        """Stable-Baselines3 draws from the global generators. Seed them in each update, so that a run can be
        resumed."""
        seed = (1_000_003 * self.settings.seed + self.updates) % 2**63
        torch.manual_seed(seed)
        np.random.seed(seed % 2**32)
        self.env.chance = np.random.default_rng([self.settings.seed, self.updates, 2])

    def _meet(self) -> None:
        """The other seats' weights for this rollout."""
        self.partner.become(self.network.state_dict(), self.network)
        chance = np.random.default_rng([self.settings.seed, self.updates, 1])
        self.opponents.meet(self.updates, self.network, self.env.under_way(), chance)
        self.env.set_shares(self.opponents.kinds())

    def _twin(self) -> torch.nn.Module:
        return build_network(self.settings.description(), self.rules)

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """Everything that the next update depends on: tensors, and plain values."""
        facts = {name: getattr(self, name) for name in COUNTS}
        if self.warm is not None:
            tensors, inner = self.warm.state()
            return tensors, {**facts, "warm": inner}
        optimiser = self.model.policy.optimizer
        tensors = {f"network/{name}": tensor for name, tensor in self.network.state_dict().items()}
        tensors |= optimiser_state(optimiser)
        tensors |= {f"past/{name}": tensor for name, tensor in self.opponents.state().items()}
        for name, array in self.env.state().items():
            tensors[f"env/{name}"] = torch.from_numpy(np.array(array))
        tensors["starts/"] = torch.from_numpy(np.array(self.model._last_episode_starts))
        return tensors, {**facts, "pool": self.pool.table(), "open": self.opponents.open, "warm": None}

    def restore(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        """Continue from a state."""
        for name in COUNTS:
            setattr(self, name, whole(facts, name))
        if facts.get("warm") is not None:
            self._restore_warm(tensors, facts)
            return
        check_names("learner", facts, {*COUNTS, "pool", "open", "warm"})
        self.warm = None
        self.pool.restore(table(facts, "pool"), self.network, self.updates)
        parts = by_part(tensors, "network", "optimiser", "past", "env", "starts")
        check_names("starts", parts["starts"], {""})
        starts = array_of(parts["starts"], "", np.bool_, (self.settings.num_games,))
        restore_network(self.network, parts["network"])
        self.opponents.restore(parts["past"], facts, self.network)
        optimiser: Any = self.model.policy.optimizer
        restore_optimiser(optimiser, parts["optimiser"])
        self.env.restore(parts["env"])
        self.model._last_obs = self.env.observations()
        self.model._last_episode_starts = starts

    def _restore_warm(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        check_names("learner", facts, {*COUNTS, "warm"})
        if self.warm is None:
            raise Impossible("the run is in its warm start, which these settings do not have (--imitate)")
        self.warm.restore(tensors, table(facts, "warm"))
        self.network.load_state_dict(self.warm.network.state_dict())


def _constant(value: float, progress: float) -> float:
    """A constant schedule."""
    return value
