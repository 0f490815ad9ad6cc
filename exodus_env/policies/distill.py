"""A small network that plays like a larger one: `exodus policy distill FROM TO`.

The small one, the pupil, is always an `mlp`, which is played by compiled code without PyTorch. Games are played in
which the teacher says at every decision how likely it finds each legal action and what it expects; the pupil learns
these shares and values. In half of the games, drawn as each one begins, the pupil's own choices are played, so that it
also learns what to do after its own mistakes.
"""

from __future__ import annotations

import sys
import time
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from exodus_env.kit.arena import hashed, plan_for
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.packed import PackedBatch, PackedRows, draw, likeliest, log_shares
from exodus_env.kit.registry import UnknownGame, find, game_of
from exodus_env.kit.standings import standings
from exodus_env.kit.vector import VectorEnv
from exodus_env.kit.workers import Progress, cores, play_plan
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import (
    DESCRIPTION,
    PolicyError,
    PolicyFile,
    load_evaluator,
    need,
    read_policy,
    save_policy,
)
from exodus_env.policies.compiled import Evaluator
from exodus_env.policies.description import checked_description
from exodus_env.policies.player import BASELINE, folder_of

if TYPE_CHECKING:
    from exodus_env.policies.learning import LearningNetwork

SIDE_BY_SIDE: Final = 128  # games
ROUND: Final = 32  # decisions in each game between two times of learning
KEPT_ROUNDS: Final = 16  # the newest, from which the pupil learns
EPOCHS: Final = 6  # times over as many decisions as a round has
MINIBATCH: Final = 1024
LEARNING_RATE: Final = 1e-3  # at the start; falls to 0
VALUE_WEIGHT: Final = 0.5
OWN_SHARE: Final = 0.5  # of games in which the pupil's choices are played
TEST_GAMES: Final = 64  # in which agreement is measured


@dataclass(frozen=True)
class Options:
    """What was asked for."""

    teacher: str  # a folder, or baseline/NAME
    out: Path
    width: int = 128
    layers: int = 2
    games: int = 2000  # to learn from
    arena: int = 400  # games of each measurement of strength
    seed: int = 7
    workers: int | None = None

    @property
    def command(self) -> str:
        """What makes the same policy."""
        sizes = f"--width {self.width} --layers {self.layers} --games {self.games} --seed {self.seed}"
        return f"exodus policy distill {self.teacher} {self.out} {sizes}"

    def description(self) -> dict[str, Any]:
        """The pupil's network."""
        try:
            return checked_description({"kind": "mlp", "width": self.width, "layers": self.layers})
        except ValueError as error:
            raise PolicyError(str(error)) from None


@dataclass(frozen=True)
class Agreement:
    """How alike pupil and teacher are, at decisions with a choice, in games that were not learned from."""

    same_choice: float  # share of decisions in which both find the same action likeliest
    divergence: float  # of the pupil's shares from the teacher's, in nats
    explained: float  # share of the variance of the teacher's values that the pupil's explain
    decisions: int


def main(options: Options) -> None:
    """Distill a policy, or every policy of a folder with one for each number of players, and report."""
    for folder, one in policies(options):
        distill(folder, one)


def policies(options: Options) -> list[tuple[Path, Options]]:
    """The folder of each policy, and what is asked for it; refuses to replace what is there already."""
    start = folder_of(options.teacher)
    if (start / DESCRIPTION).is_file():
        found = [(start, options)]
    else:
        inner = sorted(file.parent for file in start.glob(f"*/{DESCRIPTION}"))
        found = [(folder, replace(options, out=options.out / folder.name)) for folder in inner]
    if not found:
        raise PolicyError(f"{start} holds no policy: FROM is a folder with {DESCRIPTION}, or {BASELINE}NAME")
    for _, one in found:
        if (one.out / DESCRIPTION).exists():
            raise PolicyError(f"{one.out} already holds a policy: name another folder for TO")
    return found


def rules_for(folder: Path, file: PolicyFile) -> Definition:
    """The game in which a policy was trained."""
    try:
        return game_of(file.game).definition(file.config)
    except UnknownGame as error:
        raise PolicyError(f"{folder / DESCRIPTION}: {error}") from None


def distill(folder: Path, options: Options) -> None:
    """One policy: learn, measure, save."""
    need("torch", "safetensors")
    started = time.monotonic()
    file = read_policy(folder)
    rules = rules_for(folder, file)
    description = options.description()
    pupil = Pupil(rules, description, load_evaluator(folder, file, rules), options.seed)
    _say(f"learning from {options.games} games of {rules.name} with {rules.config.players} players")
    pupil.learn(options.games)
    _say("comparing it with its teacher")
    agreement = pupil.agreement(hashed(options.seed, 1, 0))

    def save(strength: list[dict[str, Any]]) -> None:
        distilled = {
            "from": options.teacher,
            "teacher": {"network": file.network, "sha256": file.sha256},
            "games": options.games,
            "agreement": {name: round(value, 4) for name, value in asdict(agreement).items()},
            "arena": strength,
        }
        about = {"command": options.command, "seed": options.seed, "decisions": pupil.decisions, "distilled": distilled}
        hours = round((time.monotonic() - started) / 3600, 3)
        save_policy(options.out, rules, description, pupil.network.state_dict(), {**about, "hours": hours})

    save([])  # so that it can play, and is kept if measuring is interrupted
    _say(f"measuring its strength in {options.arena} games against each rival")
    strength = measured(rules, options)
    save(strength)
    print(report(agreement, strength))
    print(f"play with it: exodus arena --players policy:{options.out},...", flush=True)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


class Pupil:
    """A network that learns from what a teacher says of the decisions in new games."""

    def __init__(self, rules: Definition, description: dict[str, Any], teacher: Evaluator, seed: int) -> None:
        import torch

        from exodus_env.policies.learning import learning_network
        from exodus_env.policies.network import build_network

        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.rules = rules
        self.teacher = teacher
        self.seed = seed
        self.network = build_network(description, rules)
        self.learning = learning_network(self.network, rules)
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=LEARNING_RATE, fused=True)
        self.chance = np.random.default_rng([seed, 1])
        self.rounds: list[Lesson] = []
        self.decisions = 0

    def learn(self, games: int) -> None:
        """Play games and learn from them, until as many as asked for have ended."""
        env = VectorEnv(self.rules, min(SIDE_BY_SIDE, games), hashed(self.seed, 0, 0))
        own = self.chance.random(env.num_envs) < OWN_SHARE
        show = Progress(games)
        try:
            while show.done < games:
                self.rounds = [*self.rounds, self._round(env, own, games, show)][-KEPT_ROUNDS:]
                self._study(1.0 - show.done / games)
        finally:
            show.close()

    def _round(self, env: VectorEnv, own: Array, games: int, show: Progress) -> Lesson:
        """Play some steps of every game; what the teacher says of them is a lesson."""
        lesson = Lesson(self.rules)
        playing = self.learning.as_it_is()
        for _ in range(ROUND):
            theirs, _ = lesson.hear(self.teacher, env.observations, env.action_masks)
            batch = playing.batch(lesson.rows, np.arange(lesson.rows.count - env.num_envs, lesson.rows.count))
            ours, _ = _said(playing, batch)
            log_p = np.where(np.repeat(own, np.diff(batch.legal_starts)), ours, theirs)
            places = np.empty(env.num_envs, dtype=np.int64)
            draw(log_p, batch.legal_starts, self.chance.random(env.num_envs, dtype=np.float32), places)
            env.step(batch.legal[places].astype(np.int64))
            for game in np.flatnonzero(env.dones):
                own[game] = self.chance.random() < OWN_SHARE
                if show.done < games:
                    show.one_more()
        lesson.close()
        self.decisions += lesson.rows.count
        return lesson

    def _study(self, left: float) -> None:
        """Learn from the newest rounds; `left` is the share of the games that are still to be played."""
        for group in self.optimiser.param_groups:
            group["lr"] = LEARNING_RATE * max(left, 0.02)
        count = EPOCHS * self.rounds[-1].rows.count // MINIBATCH
        for _ in range(max(1, count)):
            lesson = self.rounds[int(self.chance.integers(len(self.rounds)))]
            chosen = self.chance.choice(lesson.rows.count, min(MINIBATCH, lesson.rows.count), replace=False)
            self._step(lesson, chosen)

    def _step(self, lesson: Lesson, chosen: Array) -> None:
        import torch

        from exodus_env.policies.learning import legal_log_probabilities

        batch = self.learning.batch(lesson.rows, chosen)
        scores, values = self.learning(batch)
        log_p = legal_log_probabilities(scores, batch)
        shares, worth = (torch.from_numpy(each) for each in lesson.of(chosen))
        surprise = -(shares.exp() * log_p).sum() / len(batch)
        loss = surprise + VALUE_WEIGHT * (values - worth).square().mean()
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()

    def agreement(self, seed: int) -> Agreement:
        """Compare with the teacher in new games, of which each plays half, choosing what it finds likeliest."""
        env = VectorEnv(self.rules, TEST_GAMES, seed)
        own = np.arange(TEST_GAMES) % 2 == 0
        playing = self.learning.as_it_is()
        under_way = np.ones(TEST_GAMES, dtype=bool)
        found: list[tuple[Array, ...]] = []
        while under_way.any():
            lesson = Lesson(self.rules)
            theirs, worth = lesson.hear(self.teacher, env.observations, env.action_masks)
            batch = playing.batch(lesson.rows, np.arange(TEST_GAMES))
            ours, values = _said(playing, batch)
            mine, taught = np.empty((2, TEST_GAMES), dtype=np.int64)
            likeliest(ours, batch.legal_starts, mine)
            likeliest(theirs, batch.legal_starts, taught)
            distance = np.add.reduceat(np.exp(theirs) * (theirs - ours), batch.legal_starts[:-1])
            counted = under_way & (np.diff(batch.legal_starts) > 1)
            found.append(tuple(each[counted] for each in (mine == taught, distance, values, worth)))
            env.step(batch.legal[np.where(own, mine, taught)].astype(np.int64))
            under_way &= ~env.dones
        same, distance, values, worth = (np.concatenate(each).astype(np.float64) for each in zip(*found, strict=True))
        spread = max(float(worth.var()), 1e-12)
        explained = 1.0 - float(np.square(values - worth).mean()) / spread
        return Agreement(float(same.mean()), float(distance.mean()), explained, len(same))


def _said(playing: LearningNetwork, batch: PackedBatch) -> tuple[Array, Array]:
    """What the pupil says of decisions: log-probabilities of legal actions, and values."""
    import torch

    from exodus_env.policies.learning import legal_log_probabilities

    with torch.inference_mode():
        scores, values = playing(batch)
        return legal_log_probabilities(scores, batch).numpy(), values.numpy()


class Lesson:
    """Decisions, and what the teacher says of each."""

    def __init__(self, rules: Definition) -> None:
        self.rows = PackedRows(rules.observations.size, rules.actions.size)
        self._log_p: list[Array] = []
        self._values: list[Array] = []
        self._counts: list[Array] = []

    def hear(self, teacher: Evaluator, observations: Array, masks: Array) -> tuple[Array, Array]:
        """Ask the teacher about some decisions and keep its answers: log-probabilities of legal actions, and values."""
        self.rows.add(observations, masks, np.arange(len(masks)))
        scores, values = teacher.evaluate(observations, masks)
        legal = masks != 0
        counts = legal.sum(axis=1)
        log_p = np.empty(counts.sum(), dtype=np.float32)
        log_shares(scores[legal], _starts(counts), log_p)
        self._log_p.append(log_p)
        self._values.append(values)
        self._counts.append(counts)
        return log_p, values

    def close(self) -> None:
        """No more decisions are added."""
        self.rows.find_often()
        self.log_p, self.values, self.counts = map(np.concatenate, (self._log_p, self._values, self._counts))
        self.starts = _starts(self.counts)

    def of(self, chosen: Array) -> tuple[Array, Array]:
        """What the teacher said of some decisions: log-probabilities of their legal actions, and values."""
        counts = self.counts[chosen]
        places = np.arange(counts.sum()) + np.repeat(self.starts[chosen] - _starts(counts)[:-1], counts)
        return self.log_p[places], self.values[chosen]


def _starts(counts: Array) -> Array:
    """Where each row of a list begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


# ---- measuring -------------------------------------------------------------------------------------------------------


def measured(rules: Definition, options: Options) -> list[dict[str, Any]]:
    """How strong pupil and teacher are, all on the same deals."""
    pupil, teacher, scripted = f"policy:{options.out}", f"policy:{options.teacher}", find(rules.game).balance_player
    if rules.team:
        meetings = [(pupil, pupil), (teacher, teacher), (scripted, scripted)]
    else:
        meetings = [(pupil, teacher), (pupil, scripted), (teacher, scripted)]
    return [_meeting(rules, name, rival, options) for name, rival in meetings]


def _meeting(rules: Definition, name: str, rival: str, options: Options) -> dict[str, Any]:
    """The win share of a player against others at all other seats, or of a team of its own."""
    names = (name, *[rival] * (rules.config.players - 1))
    plan = plan_for(names, options.arena, hashed(options.seed, 2, 0))
    make = partial(make_player, game=rules.game)
    run = play_plan(rules, plan, make, options.workers or cores(), Progress(plan.games))
    if run.interrupted:
        raise KeyboardInterrupt(run.stopped)
    row = next(each for each in standings(names, run.results, rules.team)["players"] if each["name"] == name)
    figures = {figure: row[figure] for figure in ("win_share", "win_low", "win_high", "games")}
    return {"player": name, "against": None if rules.team else rival, **figures}


def report(agreement: Agreement, strength: list[dict[str, Any]]) -> str:
    """What was measured, in words."""
    lines = [
        f"same likeliest action in {agreement.same_choice:.3f} of {agreement.decisions} decisions with a choice",
        f"divergence of its shares from the teacher's: {agreement.divergence:.3f} nats",
        f"share of the variance of the teacher's values that its own explain: {agreement.explained:.3f}",
    ]
    for row in strength:
        share = f"{row['win_share']:.3f} [{row['win_low']:.3f}, {row['win_high']:.3f}]"
        who = f"a team of {row['player']}" if row["against"] is None else f"{row['player']} against {row['against']}"
        lines.append(f"{who}: won {share} of {row['games']} games")
    return "\n".join(lines)
