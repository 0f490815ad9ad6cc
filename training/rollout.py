"""Games played for training: who sits where, what each learning seat decided, and what it earned.

All games advance together, one decision each. The rows of a rollout are the decisions of learning seats, in the order
they were taken. A decision stays open until its seat decides again or the game ends; those still open at the end of a
rollout are carried over into the next one, so that every decision is learned from once, with all that its seat earned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import torch

from exodus_env.kit.arena import decision_seeds
from exodus_env.kit.batch import copied_rows
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.packed import LARGEST, PackedBatch, draw
from exodus_env.kit.players import Player, Views
from exodus_env.kit.selfplay import NO_ROW, PackedDecisions, Rows
from exodus_env.kit.vector import VectorEnv
from exodus_env.policies.learning import LearningNetwork, legal_log_probabilities
from training.forecasts import FIELDS as FORECASTS
from training.forecasts import Forecasts, explained
from training.games import NAMES, games_state, restore_games
from training.store import Impossible, Tensors, array_of, check_names, check_range

LEARNER: Final = 0  # at a seat; others have the numbers of their opponents, from 1
SELF: Final = "self"  # the kind of games in which all seats learn
SENSELESS: Final = "the scores of the network are not numbers, or far too large"
SEAT_FIELDS: Final = ("last", "kind", "seated", "taught", "earned")
FORECAST: Final = "forecast_"  # before the names of forecasts in a state
# What is kept of a decision besides: what a teacher would have done, and of the network's choice.
COLUMNS: Final = {"labels": np.int64, "log_p": np.float32, "values": np.float32}
SEEN: Final = ("observations", "masks")
ROW_FIELDS: Final = ("actions", "rewards", *COLUMNS)

Choose = Callable[[Views], Array]  # an action for each game


@dataclass
class Tally:
    """What happened in a rollout."""

    games: int = 0
    decisions: int = 0  # of learning seats
    utility: dict[str, list[float]] = field(default_factory=dict)  # of learning seats, by the kind of game
    explained: float | None = None  # share of the outcomes of ended games that the values explained

    def mean(self, kind: str) -> float | None:
        """Mean utility of learning seats in games of a kind."""
        values = self.utility.get(kind)
        return float(np.mean(values)) if values else None


class Collector:
    """Plays games and stores the decisions of learning seats.

    `kinds` names the kinds of games with their shares: "self", in which all seats learn, or the name of an opponent,
    who has all seats but one. `opponents` choose for such a name. `pay` is added to the utility of the end. `own_share`
    is the share of games in which the network's choices are played instead of a teacher's. All of this is settled when
    a game begins, and stays so until its end.
    """

    def __init__(
        self,
        rules: Definition,
        num_games: int,
        steps: int,
        seed: int,
        kinds: dict[str, float],
        opponents: dict[str, Choose],
        pay: EndPay | None = None,
        own_share: float = 1.0,
        gamma: float = 1.0,
    ) -> None:
        self.rules = rules
        self.seed = seed
        self.steps = steps
        self.kinds = list(kinds)
        self.shares = shares_of(kinds)
        self.own_share = own_share
        self.gamma = gamma
        self.opponents = opponents
        self.names = list(opponents)
        self.env = VectorEnv(rules, num_games, seed)
        self.pay = pay or EndPay()
        players = rules.config.players
        self.decisions = PackedDecisions(self.env, steps, COLUMNS)
        self.last = self.decisions.last
        self.kind = np.zeros(num_games, dtype=np.int64)
        self.seated = np.zeros((num_games, players), dtype=np.int64)
        self.taught = np.zeros(num_games, dtype=np.bool_)  # whether a teacher's choices are played
        self.earned = np.zeros((num_games, players))
        self.forecasts = Forecasts(num_games, players)
        self.rollouts = 0
        self.chance = np.random.default_rng([seed, 0])
        self._seat(np.arange(num_games))

    @property
    def rows(self) -> Rows:
        """The decisions of the rollout, without what was seen."""
        return self.decisions.rows

    def collect(self, network: LearningNetwork, teacher: Player | None = None) -> Tally:
        """Play one rollout into `rows`, with a network that stays as it is. With a teacher, its choices are stored as
        labels."""
        self.rollouts += 1
        self.chance = np.random.default_rng([self.seed, self.rollouts])
        self.decisions.take_over()
        tally = Tally()
        for step in range(self.steps):
            self.env.step(self._decide(network, step, teacher, tally))
            self._credit(tally)
        tally.explained = explained(*self.forecasts.follow(self.rows, self.gamma))
        return tally

    def set_shares(self, kinds: dict[str, float]) -> None:
        """Set the shares of the kinds of games that begin from now on."""
        self.shares = shares_of({kind: kinds[kind] for kind in self.kinds})

    def under_way(self) -> set[str]:
        """The kinds of the games in progress."""
        return {self.kinds[kind] for kind in self.kind.tolist()}

    # ---- deciding ----------------------------------------------------------------------------------------------------

    def _decide(self, network: LearningNetwork, step: int, teacher: Player | None, tally: Tally) -> Array:
        env = self.env
        actions = np.zeros(env.num_envs, dtype=np.int64)
        acting = self.seated[np.arange(env.num_envs), env.actors]
        mine = np.flatnonzero(acting == LEARNER)
        tally.decisions += len(mine)
        actions[mine] = self._learn(network, mine)
        if teacher is not None and len(mine):
            first, last = self.rows.steps[-1]
            labels = teacher.choose_all(self._views(mine, step))
            self.rows.columns["labels"][first:last] = labels
            actions[mine] = np.where(self.taught[mine], labels, actions[mine])
            self.rows.actions[first:last] = actions[mine]
        for number, name in enumerate(self.names, start=1):
            theirs = np.flatnonzero(acting == number)
            if len(theirs):
                actions[theirs] = self.opponents[name](self._views(theirs, step))
        return actions

    def _learn(self, network: LearningNetwork, games: Array) -> Array:
        """The network's choices in some games, kept as rows."""
        rows = self.rows
        here = self.decisions.open(games)
        if len(games):
            draws = self.chance.random(len(games), dtype=np.float32)
            batch = network.batch(self.decisions.seen, np.arange(here.start, here.stop))
            actions, log_p, values = act(network, batch, draws)
            rows.actions[here], rows.columns["log_p"][here], rows.columns["values"][here] = actions, log_p, values
        return rows.actions[here]

    def _views(self, games: Array, step: int) -> Views:
        env = self.env
        seats = env.actors[games]
        seeds = decision_seeds(env.seeds[games], seats, np.full(len(games), self.rollouts * self.steps + step))
        records = copied_rows(env._batch.games, games)  # `env.games` would look for changes by hand
        return Views(self.rules, seats, env.observations[games], env.action_masks[games], seeds, records)

    # ---- what it earned ---------------------------------------------------------------------------------------------

    def _credit(self, tally: Tally) -> None:
        """What a step paid every seat belongs to its open decision; where the game is over, so is the decision."""
        env = self.env
        ended = np.flatnonzero(env.dones)
        if not self.rules.shaped and len(ended) == 0:
            return
        before = self.earned[ended]
        self.earned += env.rewards
        paid = env.rewards
        if self.pay.changes and len(ended):
            paid = paid.copy()
            paid[ended] += self.pay(before, self.earned[ended], shaping_of(self.rules))
        self.decisions.credit(paid)
        if len(ended) == 0:
            return
        self.decisions.close(ended)
        self._count(ended, tally)
        self._seat(ended)

    def _count(self, ended: Array, tally: Tally) -> None:
        tally.games += len(ended)
        for game in ended.tolist():
            learning = self.seated[game] == LEARNER
            mean = float(self.earned[game][learning].mean())
            tally.utility.setdefault(self.kinds[int(self.kind[game])], []).append(mean)
        self.earned[ended] = 0.0

    def _seat(self, games: Array) -> None:
        """Draw who plays in games that begin, and whether a teacher's choices are played there."""
        players = self.rules.config.players
        self.kind[games] = self.chance.choice(len(self.kinds), size=len(games), p=self.shares)
        chosen = self.chance.integers(players, size=len(games))
        self.taught[games] = self.chance.random(len(games)) >= self.own_share
        for game, seat in zip(games.tolist(), chosen.tolist(), strict=True):
            name = self.kinds[int(self.kind[game])]
            if name == SELF:
                self.seated[game] = LEARNER
            else:
                self.seated[game] = 1 + self.names.index(name)
                self.seated[game, seat] = LEARNER

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> dict[str, Array]:
        """Everything a rollout begins with, as arrays."""
        kept = self.last[self.last != NO_ROW]
        open_rows = dict(zip(SEEN, self.decisions.seen.dense(kept), strict=True))
        open_rows |= {name: self._row(name)[kept] for name in ROW_FIELDS}
        state = {f"open_{name}": row for name, row in open_rows.items()}
        for name in SEAT_FIELDS:
            state[name] = getattr(self, name)
        state |= {f"{FORECAST}{name}": array for name, array in self.forecasts.state().items()}
        return {**state, **games_state(self.env, self.rollouts)}

    def restore(self, tensors: Tensors) -> None:
        """Continue from a state, which is checked before anything is taken from it."""
        rows_and_forecasts = {f"open_{name}" for name in (*SEEN, *ROW_FIELDS)}
        rows_and_forecasts |= {f"{FORECAST}{name}" for name in FORECASTS}
        check_names("collector", tensors, {*rows_and_forecasts, *SEAT_FIELDS, *NAMES})
        found = {name: _like(tensors, name, getattr(self, name)) for name in SEAT_FIELDS}
        self._check_seats(found)
        open_seats = found["last"] != NO_ROW
        count = int(open_seats.sum())
        rows = {name: _like(tensors, f"open_{name}", self._row(name)[:count]) for name in ROW_FIELDS}
        for name, seen in zip(SEEN, (self.env.observations, self.env.action_masks), strict=True):
            rows[name] = array_of(tensors, f"open_{name}", seen.dtype, (count, seen.shape[1]))
        self._check_rows(rows)
        self.forecasts.restore({name: tensors[f"{FORECAST}{name}"] for name in FORECASTS}, found["last"])
        self.rollouts = restore_games(self.env, tensors)
        for name in SEAT_FIELDS:
            getattr(self, name)[:] = found[name]
        for name in ROW_FIELDS:
            self._row(name)[:count] = rows[name]
        self.decisions.seen.clear()
        self.decisions.seen.add(rows["observations"], rows["masks"], np.arange(count))
        self.last[open_seats] = np.arange(count)

    def _row(self, name: str) -> Array:
        """What is kept of decisions, by its name."""
        return self.rows.kept()[name]

    def _check_seats(self, found: dict[str, Array]) -> None:
        """Who sits where must be as `_seat` draws it; only learning seats have open decisions."""
        check_range("last", found["last"], NO_ROW, len(self.rows.games) - 1)
        check_range("kind", found["kind"], 0, len(self.kinds) - 1)
        check_range("earned", found["earned"], -1e9, 1e9)
        others = np.array([LEARNER if kind == SELF else 1 + self.names.index(kind) for kind in self.kinds])
        others = others[found["kind"]]
        learning = found["seated"] == LEARNER
        alone = np.where(others == LEARNER, learning.all(axis=1), learning.sum(axis=1) == 1)
        if not alone.all() or not (learning | (found["seated"] == others[:, None])).all():
            raise Impossible("seated must be as the kinds of the games say")
        if (found["last"][~learning] != NO_ROW).any():
            raise Impossible("last names decisions of seats that do not learn")

    def _check_rows(self, rows: dict[str, Array]) -> None:
        """Open decisions must have been possible, with numbers that can be learned from."""
        check_range("open_observations", rows["observations"], -LARGEST, LARGEST)
        check_range("open_masks", rows["masks"], 0, 1)
        for name in ("actions", "labels"):
            check_range(f"open_{name}", rows[name], 0, rows["masks"].shape[1] - 1)
        check_range("open_log_p", rows["log_p"], -1e10, 1e-3)
        check_range("open_rewards", rows["rewards"], -1e9, 1e9)
        if not rows["masks"][np.arange(len(rows["actions"])), rows["actions"]].all():
            raise Impossible("open_actions names actions that were not legal")


def shaping_of(rules: Definition) -> float:
    """How much rewards before the end count; 0 in a game without any."""
    return float(getattr(rules.config, "shaping", 0.0))


@dataclass(frozen=True)
class EndPay:
    """What training pays at the end of a game in addition to its utility.

    `winning`: how much winning counts instead of the rank, zero-sum like ranks: 1 for a win, shared in a tie.
    `standing`: what being ahead by VP is worth. A narrow win and a close second then differ from others, so that a game
    says more than who won it.
    """

    winning: float = 0.0
    standing: float = 0.0

    @property
    def changes(self) -> bool:
        """Whether anything is paid."""
        return self.winning > 0 or self.standing > 0

    def __call__(self, before: Array, earned: Array, shaping: float) -> Array:
        """(N, players) for games that paid `before` until their last step and `earned` in total.

        What was paid before the end adds up to the last potential, which is how far each player was ahead.
        """
        first = earned >= earned.max(axis=1, keepdims=True) - 1e-4
        players = earned.shape[1]
        share = first / first.sum(axis=1, keepdims=True)
        pay: Array = self.winning * ((players * share - 1.0) / max(1, players - 1) - earned)
        return pay + self.standing * before / shaping if self.standing > 0 else pay


def act(network: LearningNetwork, batch: PackedBatch, draws: Array) -> tuple[Array, Array, Array]:
    """Actions sampled from the policy, their log-probabilities, and values. `draws` are numbers in [0, 1), one per
    row."""
    with torch.inference_mode():
        scores, values = network(batch)
        log_p = legal_log_probabilities(scores, batch).numpy()
    places = np.empty(len(batch), dtype=np.int64)
    draw(log_p, batch.legal_starts, draws, places)
    if not np.isfinite(log_p[places]).all():
        raise FloatingPointError(SENSELESS)
    return batch.legal[places], log_p[places], values.numpy()


def shares_of(kinds: dict[str, float]) -> Array:
    """Shares that sum to 1."""
    shares: Array = np.array(list(kinds.values())) / sum(kinds.values())
    return shares


def _like(tensors: Tensors, name: str, array: Array) -> Array:
    return array_of(tensors, name, array.dtype, array.shape)


def scripted(player: Player) -> Choose:
    """A player as an opponent."""
    return lambda views: np.asarray(player.choose_all(views), dtype=np.int64)
