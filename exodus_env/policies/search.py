"""The player `search:BUDGET?policy=NAME`: a policy that tries its best choices in possible worlds before it decides.

`search:100?policy=baseline/event_horizon` spends at most 100 trials on a decision (policies/trials.py), with `1s` as
many as a second allows. The budget is spent by sequential halving: the choices the policy thinks likeliest are all
tried in the same worlds, the better half of them in further worlds, and so on until one is left. What counts is the
policy's opinion and what trials were worth together.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Advice, Advised, Player, View
from exodus_env.kit.registry import find
from exodus_env.kit.search import budget
from exodus_env.policies.player import SAMPLE, PolicyPlayer, policy
from exodus_env.policies.trials import Course, Trials

EXAMPLE: Final = "search:100?policy=baseline/event_horizon"
NOBODY: Final = "random"  # plays as no opponent would, so trials are not played against it
TOGETHER: Final = 8  # worlds between two looks at the clock
MOST_WORLDS: Final = 10_000  # in which a choice is tried, however much time there is

Plain = Callable[[str, int | None, float | None], Player]


@dataclass(frozen=True)
class Root:
    """Which choices are tried, and how trials are weighed."""

    candidates: int = 8  # the likeliest choices
    slight: float = 0.02  # choices less likely than this share of the likeliest are left out
    trust: float = 10.0  # how much a difference in worth counts beside one in the logarithm of the probability


@dataclass
class Thought:
    """The choices that are weighed, likeliest first, and what came of trying them."""

    actions: Array
    log_p: Array
    sums: Array = field(init=False)  # of what trials were worth
    counts: Array = field(init=False)  # of trials

    def __post_init__(self) -> None:
        self.sums = np.zeros(len(self.actions))
        self.counts = np.zeros(len(self.actions), dtype=np.int64)

    def add(self, tried: Array, worths: Array) -> None:
        """Note trials of some choices, a row for each."""
        self.sums[tried] += worths.sum(axis=1)
        self.counts[tried] += worths.shape[1]

    def worths(self) -> Array:
        """The mean worth of each choice; not a number where it was never tried."""
        tried = np.where(self.counts > 0, self.counts, np.nan)
        found: Array = self.sums / tried
        return found

    def ranked(self, among: Array, trust: float) -> Array:
        """Some choices that were tried, best first."""
        score = self.log_p[among] + trust * self.worths()[among]
        found: Array = among[np.argsort(-score, kind="stable")]
        return found


class PolicySearcher(Player):
    """Tries what a policy thinks likeliest, and takes what turns out best."""

    def __init__(
        self,
        name: str,
        policy: PolicyPlayer,
        simulations: int | None,
        seconds: float | None,
        root: Root | None = None,
        course: Course | None = None,
    ) -> None:
        self.name = name
        self.policy = policy
        self.seconds = seconds
        self.root = root or Root()
        self.course = course or Course()
        self.simulations = 0  # trials so far
        self._budget = simulations
        self._trials: dict[Definition, Trials] = {}

    def start(self, rules: Definition) -> None:
        """Load the policy for a game, and get those who play the others ready; refuse a policy for another game."""
        trials = self.trials_for(rules)
        if trials.scripted is not None:
            trials.scripted.start(rules)
        if rules.secrets is not None:
            rules.secrets.ask_again.prepare()

    def trials_for(self, rules: Definition) -> Trials:
        """Room for trials in a game, made once."""
        if rules not in self._trials:
            network = self.policy.network_for(rules)
            paid = self.policy.paid_as_learned(rules)
            self._trials[rules] = Trials(paid, network, scripted_player(rules), self.course)
        return self._trials[rules]

    def choose(self, view: View) -> int:
        """The best choice that was tried, or the policy's where nothing else comes near."""
        if len(view.legal) == 1:
            return int(view.legal[0])
        thought, order = self._think(view)
        return int(thought.actions[order[0]])

    def advise(self, view: View) -> Advice:
        """The choices that were tried, best first: their share of the trials, and what they are worth."""
        thought, order = self._think(view)
        if len(order) == 1:
            return self.policy.advise(view)
        worths = np.clip(thought.worths(), -1.0, 1.0)
        total = int(thought.counts.sum())
        choices = tuple(
            Advised(int(thought.actions[i]), int(thought.counts[i]) / total, float(worths[i])) for i in order
        )
        return Advice(choices, choices[0].worth)

    def _think(self, view: View) -> tuple[Thought, Array]:
        """What is weighed in a decision, and the order in which it turned out."""
        thought = self._candidates(view)
        left = np.arange(len(thought.actions))
        order: list[int] = []
        rounds = halvings(len(left))
        began = time.monotonic()
        for number in range(rounds):
            until = None if self.seconds is None else began + self.seconds * (number + 1) / rounds
            self._try(view, thought, left, rounds, until)
            left = thought.ranked(left, self.root.trust)
            kept = (len(left) + 1) // 2 if number < rounds - 1 else 0
            order = [*left[kept:], *order]
            left = np.sort(left[:kept])
        return thought, np.array(order or [0])

    def _candidates(self, view: View) -> Thought:
        """The choices that may be best: no more than each can be tried in every round."""
        scores, _ = self.policy.network_for(view.rules).evaluate(view.observation[None], view.mask[None])
        legal = view.legal
        log_p = log_probabilities(scores[0, legal].astype(np.float64))
        order = np.argsort(-log_p, kind="stable")[: self.root.candidates]
        order = order[log_p[order] >= log_p[order[0]] + math.log(self.root.slight)]
        if self._budget is not None:
            while len(order) > 1 and len(order) * halvings(len(order)) > self._budget:
                order = order[:-1]
        return Thought(legal[order], log_p[order])

    def _try(self, view: View, thought: Thought, left: Array, rounds: int, until: float | None) -> None:
        """Try the choices that are left, all in the same worlds: their share of the budget, or until a time."""
        trials = self.trials_for(view.rules)
        count = TOGETHER if self._budget is None else self._budget // (rounds * len(left))
        while True:
            first = int(thought.counts[left[0]])
            thought.add(left, trials.run(view, thought.actions[left], first, count))
            self.simulations += len(left) * count
            if until is None or time.monotonic() >= until or first >= MOST_WORLDS:
                return


def halvings(choices: int) -> int:
    """In how many rounds the better half of some choices is kept, until one is left."""
    return math.ceil(math.log2(choices)) if choices > 1 else 0


def log_probabilities(scores: Array) -> Array:
    """Logarithms of the probabilities of choices with some scores; scores that are no numbers say nothing."""
    known = np.nan_to_num(scores, nan=0.0, posinf=0.0, neginf=0.0)
    shifted = known - known.max()
    found: Array = shifted - math.log(np.exp(shifted).sum())
    return found


def scripted_player(rules: Definition) -> Player | None:
    """Who plays the others in a share of the worlds; None if a game has nobody who would."""
    from exodus_env.players import make_player

    name = find(rules.game).balance_player
    return None if name == NOBODY else make_player(name, game=rules.game)


def searching(argument: str | None, plain: Plain | None) -> Player:
    """The player of `search:argument`: with a policy if one is named, otherwise the game's own search."""
    given, question, rest = (argument or "").partition("?")
    if not question and plain is not None and not given.startswith("policy="):
        return plain(*budget(given or None))
    key, _, place = rest.partition("=")
    if key != "policy" or not place or "&" in place:
        own = "" if plain is not None else "this game has no search of its own; "
        raise ValueError(f"{own}a search takes a policy after its budget, as in {EXAMPLE}, not {argument!r}")
    if place.endswith(SAMPLE):
        raise ValueError(f"a search weighs all choices of a policy: leave out {SAMPLE}")
    name, simulations, seconds = budget(given or None)
    return PolicySearcher(f"{name}?policy={place}", policy(unquote(place)), simulations, seconds)


def search(argument: str | None) -> Player:
    """`search` in a game without a search of its own."""
    return searching(argument, None)
