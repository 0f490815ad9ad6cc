"""Games that branch: from one position several choices are taken, with the same and other dice, and played on alike.

Whoever compares the positions that come of it looks for two that differ for the actor and look the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import numpy as np

from exodus_env.kit.batch import LOOK, Batch
from exodus_env.kit.chance import PLAY
from exodus_env.kit.definition import Definition

Situation = tuple[int, bytes, bytes]  # the actor, what the actor sees, what is legal


@dataclass(frozen=True)
class Effort:
    """How far games branch."""

    games: int  # of each configuration, whose positions are branched
    each: int  # positions for each kind of decision
    choices: int  # taken in a position
    dice: int  # of these choices, how many with other dice as well
    steps: int  # decisions played on


def batch_of(rules: Definition, games: Any, masks: Any = None) -> Batch:
    """These games side by side."""
    batch = Batch(rules, len(games))
    batch.games.view(np.uint8)[:] = games.view(np.uint8)
    if masks is None:
        batch.actions[:] = LOOK
        batch.play(False)
    else:
        batch.masks[:] = masks
    return batch


def branched(rules: Definition, roots: list[Any], effort: Effort) -> Iterator[Batch]:
    """The positions, and those that follow from several choices in each, decision after decision."""
    rng = np.random.default_rng(5)
    batch = batch_of(rules, np.concatenate(roots))
    yield batch
    rows, actions, others = [], [], []
    for row, mask in enumerate(batch.masks):
        for place, action in enumerate(rng.permutation(np.flatnonzero(mask))[: effort.choices]):
            for other in range(2 if place < effort.dice else 1):
                rows.append(row)
                actions.append(action)
                others.append(other)
    batch = batch_of(rules, batch.games[rows], batch.masks[rows])
    batch.games["rng_key"][:, PLAY, 0] ^= np.array(others)
    batch.actions[:] = actions
    batch.play(False)
    origin = np.array(rows)
    for step in range(effort.steps):
        open_ = np.flatnonzero(batch.masks.any(axis=1))
        if len(open_) == 0:
            return
        batch = batch_of(rules, batch.games[open_])
        origin = origin[open_]
        yield batch
        luck = np.random.default_rng(step).random(len(roots))[origin]  # branches of a position are played on alike
        for i, mask in enumerate(batch.masks):
            legal = np.flatnonzero(mask)
            batch.actions[i] = legal[max(0, int((2 * luck[i] - 1) * len(legal)))]  # half of the time the first, to pass
        batch.play(False)


class Alike:
    """Contexts by what the actor sees of them: those that differ come together."""

    def __init__(self) -> None:
        self.groups: dict[Situation, dict[bytes, Any]] = {}

    def add(self, batch: Batch, worlds: Any) -> None:
        """What the actors of a batch see, and what they may know."""
        for i, actor in enumerate(batch.actors.tolist()):
            seen = (batch.observations[i].tobytes(), batch.masks[i].tobytes())
            first, second = (blake2b(part, digest_size=16).digest() for part in seen)
            met = self.groups.setdefault((actor, first, second), {})
            met.setdefault(blake2b(worlds[i : i + 1].tobytes(), digest_size=16).digest(), worlds[i])

    def __iter__(self) -> Iterator[tuple[int, Any, list[Any]]]:
        """For all that looks the same: the actor, one context, and those that differ from it."""
        for (actor, _, _), met in self.groups.items():
            first, *others = met.values()
            yield actor, first, others


@dataclass
class Found:
    """Decisions that were met, by kind, and what differs between those that look the same, with an example."""

    met: Counter[str] = field(default_factory=Counter)
    alike: Counter[tuple[str, frozenset[str]]] = field(default_factory=Counter)
    examples: dict[tuple[str, frozenset[str]], str] = field(default_factory=dict)

    def note(self, decision: str, names: frozenset[str], example: str) -> None:
        """Two contexts of a decision look the same, and differ in what is named."""
        if names:
            self.alike[decision, names] += 1
            self.examples.setdefault((decision, names), example)

    def gaps(self) -> set[str]:
        """Everything that differs anywhere without being seen."""
        return {name for _, names in self.alike for name in names}

    def unlisted(self, listed: set[str]) -> list[str]:
        """What differs and is not listed, in words."""
        return [
            f"{decision} looks the same, but differs in {', '.join(sorted(names - listed))}: {example}"
            for (decision, names), example in self.examples.items()
            if not names <= listed
        ]
