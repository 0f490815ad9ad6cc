"""Our own PPO for games with many seats, with a warm start by imitation."""

from __future__ import annotations

import copy
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import torch

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.packed import PackedBatch, PackedRows
from exodus_env.kit.plain import shown
from exodus_env.kit.selfplay import Rows
from exodus_env.players import make_player
from exodus_env.policies.learning import LearningNetwork, learning_network, legal_log_probabilities, mean_entropy
from exodus_env.policies.network import build_network
from training.imitation import imitation_loss
from training.opponents import Opponents
from training.pool import Pool, Weights
from training.rollout import SELF, Collector, EndPay, Tally
from training.settings import Settings
from training.store import (
    Impossible,
    Tensors,
    by_part,
    check_names,
    check_weights,
    optimiser_state,
    restore_network,
    restore_optimiser,
    table,
    whole,
)

Figures = dict[str, float]
PLAY, IMITATE = "play", "imitate"
COUNTS = ("updates", "decisions", "imitated")
RECENT: Final = 4  # minibatches over which divergence is averaged, because a single one is noisy


@dataclass(frozen=True)
class Rollout:
    """What was played: figures, decisions, and what was seen at each."""

    tally: Tally
    rows: Rows
    seen: PackedRows


@dataclass(frozen=True)
class Ahead:
    """The rollout of the next update: played by weights that have not learned from the last one."""

    weights: Weights
    games: dict[str, Array]  # the state of the games before it
    rollout: Callable[[], Rollout]  # waits for it, or plays it


class Ppo:
    """A network that learns. One `update` plays a rollout and learns from it; all chance comes from the seed and the
    number of the update, so a restored learner continues exactly as it would have."""

    def __init__(self, rules: Definition, settings: Settings, pool: Pool) -> None:
        self.rules = rules
        self.settings = settings
        self.pool = pool
        self.device = torch.device(settings.device)
        torch.manual_seed(settings.seed)
        self.network = build_network(settings.description(), rules).to(self.device)
        self.learning = learning_network(self.network, rules)
        self.updates = 0
        self.decisions = 0  # learned from by playing
        self.imitated = 0  # decisions learned from by imitation
        self.phase = IMITATE if settings.warm else PLAY
        self.teacher = make_player(settings.imitate, game=rules.game) if self.phase == IMITATE else None
        self.optimiser = self._new_optimiser()
        self.opponents = Opponents(rules, settings, pool)
        self.collector = self._new_collector()
        self.ahead: Ahead | None = None

    # ---- one update --------------------------------------------------------------------------------------------------

    def update(self) -> Figures:
        """Play a rollout and learn from it; returns the figures to show."""
        self._change_phase()
        self.updates += 1
        started = time.perf_counter()
        rollout = self._play(self._playing(self.updates)) if self.ahead is None else self.ahead.rollout()
        self.ahead = None
        played = time.perf_counter()
        with ThreadPoolExecutor(1) as beside:
            if self.settings.overlap and not self._ends_phase(rollout.tally):
                self.ahead = self._play_ahead(beside)
            figures = self._learn(rollout)
            learned = time.perf_counter()
        waited = time.perf_counter() - learned  # for what is played ahead
        if self.phase == IMITATE:
            self.imitated += rollout.tally.decisions
        else:
            self.decisions += rollout.tally.decisions
        figures |= {"seconds_playing": played - started + waited, "seconds_learning": learned - played}
        return {**figures, **_of(rollout.tally)}

    @property
    def finished(self) -> bool:
        """Whether everything asked for has been learned."""
        return self.phase == PLAY and self.decisions >= self.settings.decisions

    # ---- rollouts ----------------------------------------------------------------------------------------------------

    def _playing(self, update: int) -> LearningNetwork:
        """The network as it is, which plays the rollout of an update; whom it plays with is settled now."""
        if self.phase == PLAY:
            chance = np.random.default_rng([self.settings.seed, update, 1])
            self.opponents.meet(update, self.network, self.collector.under_way(), chance)
            self.collector.set_shares(self.opponents.kinds())
        return self.learning.as_it_is()

    def _play(self, playing: LearningNetwork) -> Rollout:
        tally = self.collector.collect(playing, self.teacher if self.phase == IMITATE else None)
        return Rollout(tally, self.collector.rows, self.collector.decisions.seen)

    def _play_ahead(self, beside: ThreadPoolExecutor) -> Ahead:
        """Play the rollout of the next update with the weights of now, while this update learns."""
        playing, weights = self._playing(self.updates + 1), self.network.state_dict()
        copied = {name: tensor.clone() for name, tensor in weights.items()}
        games = {name: np.array(array) for name, array in self.collector.state().items()}  # before they are played on
        return Ahead(copied, games, beside.submit(self._play, playing).result)

    def _ends_phase(self, tally: Tally) -> bool:
        """Whether nothing is left to learn in this phase after a rollout."""
        if self.phase == IMITATE:
            return self.imitated + tally.decisions >= self.settings.imitate_decisions
        return self.decisions + tally.decisions >= self.settings.decisions

    # ---- learning ----------------------------------------------------------------------------------------------------

    def _learn(self, rollout: Rollout) -> Figures:
        chosen, rows = self.settings, rollout.rows
        # A teacher's policy does not change, so its values can be real outcomes.
        value_lambda = 1.0 if self.phase == IMITATE else chosen.value_lambda
        gains, targets = rows.estimate(chosen.gamma, chosen.gae_lambda, value_lambda)
        known = {"actions": rows.actions, "labels": rows.columns["labels"], "log_p": rows.columns["log_p"]}
        known |= {"gains": gains, "targets": targets}
        chance = np.random.default_rng([chosen.seed, self.updates, 3])
        self._set_learning_rate()
        self._freeze_policy(self.phase == PLAY and self.decisions < chosen.value_decisions)
        sums: dict[str, float] = {}
        recent: deque[float] = deque(maxlen=RECENT)
        batches = 0
        for part in self._parts(rows.finished(), chance):
            batch = self.learning.batch(rollout.seen, part)
            loss, figures = self._loss(batch, {name: column[part] for name, column in known.items()})
            batches += 1
            for name, value in figures.items():
                sums[name] = sums.get(name, 0.0) + value
            recent.append(figures.get("kl", 0.0))
            if chosen.target_kl > 0 and sum(recent) / len(recent) > chosen.target_kl:
                break  # the policy has moved far enough from the one that played
            self._step(loss)
        return {"minibatches": batches, **{name: value / batches for name, value in sums.items()}}

    def _parts(self, known: Array, chance: np.random.Generator) -> Iterator[Array]:
        """The rows of every minibatch of an update: all known ones, in a new order in every epoch."""
        chosen = self.settings
        epochs, size = (1, chosen.imitate_minibatch) if self.phase == IMITATE else (chosen.epochs, chosen.minibatch)
        for _ in range(epochs):
            order = chance.permutation(known)
            for part in (order[first : first + size] for first in range(0, len(order), size)):
                # A small remainder would move the weights as far as a whole batch does.
                if len(part) * 4 >= size or len(known) <= size:
                    yield part

    def _loss(self, batch: PackedBatch, known: dict[str, Array]) -> tuple[torch.Tensor, Figures]:
        """The loss of a minibatch, of which is known what was done and what came of it."""
        scores, values = self.learning(batch)
        log_p = legal_log_probabilities(scores, batch)
        value_error = (values - torch.from_numpy(known["targets"])).square().mean()
        if self.phase == IMITATE:
            return imitation_loss(log_p, batch, known["labels"], value_error, self.settings.value_weight)
        of_actions = log_p[torch.from_numpy(batch.places(known["actions"]))]
        before, gains = torch.from_numpy(known["log_p"]), torch.from_numpy(known["gains"])
        policy_loss, figures = clipped_loss(of_actions, before, gains, self.settings.clip)
        spread = mean_entropy(log_p, batch)
        figures |= {"entropy": spread.item(), "value_error": value_error.item()}
        loss = self.settings.value_weight * value_error
        if self.decisions >= self.settings.value_decisions:
            loss = loss + policy_loss - self.settings.entropy * spread
        return loss, figures

    def _freeze_policy(self, frozen: bool) -> None:
        """While only values are learned nothing else changes, or what was imitated would be lost together with the
        trunk."""
        for name, weights in self.network.named_parameters():
            weights.requires_grad_(not frozen or name.startswith("value."))

    def _step(self, loss: torch.Tensor) -> None:
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.max_grad_norm)
        self.optimiser.step()

    def _set_learning_rate(self) -> None:
        chosen = self.settings
        first, done = chosen.learning_rate, self.decisions / max(1, chosen.decisions)
        if self.phase == IMITATE:
            first, done = chosen.imitate_learning_rate, self.imitated / chosen.imitate_decisions
        rate = first * max(0.0, 1.0 - done) if chosen.anneal else first
        for group in self.optimiser.param_groups:
            group["lr"] = max(rate, first * 0.02)

    # ---- phases and opponents ----------------------------------------------------------------------------------------

    def _change_phase(self) -> None:
        """After the warm start new games begin, with the opponents of the actual training."""
        if self.phase == IMITATE and self.imitated >= self.settings.imitate_decisions:
            self.phase = PLAY
            self.optimiser = self._new_optimiser()
            self.collector = self._new_collector()

    def _new_optimiser(self) -> torch.optim.Adam:
        return torch.optim.Adam(self.network.parameters(), lr=self.settings.learning_rate, eps=1e-5, fused=True)

    def _new_collector(self) -> Collector:
        chosen, playing = self.settings, self.phase == PLAY
        return Collector(
            self.rules,
            chosen.num_games,
            chosen.steps,
            2 * chosen.seed + playing,
            self.opponents.kinds() if playing else {SELF: 1.0},
            self.opponents.players() if playing else {},
            EndPay(chosen.winning, chosen.standing),
            1.0 if playing else chosen.imitate_own_share,
            chosen.gamma,
        )

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """Everything that the next update depends on: tensors, and plain values."""
        tensors = {f"network/{name}": tensor for name, tensor in self.network.state_dict().items()}
        tensors |= optimiser_state(self.optimiser)
        tensors |= {f"past/{name}": tensor for name, tensor in self.opponents.state().items()}
        games = self.collector.state()
        if self.ahead is not None:  # is played again, from where it began
            games = self.ahead.games
            tensors |= {f"ahead/{name}": tensor for name, tensor in self.ahead.weights.items()}
        for name, array in games.items():
            tensors[f"collector/{name}"] = torch.from_numpy(np.array(array))
        facts = {name: getattr(self, name) for name in (*COUNTS, "phase")}
        return tensors, {**facts, "pool": self.pool.table(), "open": self.opponents.open}

    def restore(self, tensors: dict[str, torch.Tensor], facts: dict[str, Any]) -> None:
        """Continue from a state."""
        check_names("learner", facts, {*COUNTS, "phase", "pool", "open"})
        for name in COUNTS:
            setattr(self, name, whole(facts, name))
        self._restore_phase(facts["phase"])
        parts = by_part(tensors, "network", "optimiser", "past", "collector", "ahead")
        ahead = parts["ahead"]
        self.pool.restore(table(facts, "pool"), self.network, self.updates + bool(ahead))
        restore_network(self.network, parts["network"])
        self.opponents.restore(parts["past"], facts, self.network)
        self.optimiser = self._new_optimiser()
        restore_optimiser(self.optimiser, parts["optimiser"])
        self.collector = self._new_collector()
        self.collector.restore(parts["collector"])
        self.ahead = self._restore_ahead(ahead) if ahead else None

    def _restore_ahead(self, weights: Tensors) -> Ahead:
        """A rollout that had been played ahead is played when it is needed."""
        check_weights(self.network, weights)
        network = copy.deepcopy(self.network)
        network.load_state_dict(weights)
        playing = learning_network(network, self.rules).as_it_is()
        return Ahead(weights, self.collector.state(), partial(self._play, playing))

    def _restore_phase(self, phase: Any) -> None:
        over = self.imitated >= self.settings.imitate_decisions  # then the next update ends the warm start
        if phase not in (PLAY, IMITATE) or (phase == IMITATE and self.teacher is None and not over):
            raise Impossible(f"a run with these settings of the warm start has no phase {shown(phase)}")
        self.phase = phase


# ---- losses and figures ----------------------------------------------------------------------------------------------


def clipped_loss(
    log_p: torch.Tensor, before: torch.Tensor, gains: torch.Tensor, clip: float
) -> tuple[torch.Tensor, Figures]:
    """The clipped objective of PPO, from log-probabilities of actions now and when they were chosen; advantages are
    normalised in the batch."""
    gains = (gains - gains.mean()) / (gains.std(correction=0) + 1e-8)
    change = log_p - before
    ratio = change.exp()
    loss = -torch.minimum(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
    with torch.no_grad():
        kl = (ratio - 1 - change).mean().item()
        clipped = ((ratio - 1).abs() > clip).float().mean().item()
    return loss, {"policy_loss": loss.item(), "kl": kl, "clipped": clipped}


def _of(tally: Tally) -> Figures:
    """The figures in a tally."""
    figures: Figures = {"games": tally.games, "rollout_decisions": tally.decisions}
    if tally.explained is not None:
        figures["explained"] = tally.explained
    for kind in tally.utility:
        mean = tally.mean(kind)
        if mean is not None:
            figures[f"utility/{kind}"] = mean
    return figures
