"""A batch of games and the buffers one compiled call fills. Every environment here is thin over a batch."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.kernel import prepare

# Instead of an action.
RESET: Final = -1  # set the game up from its seed
LOOK: Final = -2  # go on to the next decision, if it is not pending already; write mask and observation
DERIVE: Final = -3  # only derive what follows from the rest of a position made by hand

# What the compiled step returns where nothing is wrong.
FINE: Final = -1

SEED_LIMIT: Final = 2**63
WHOLE_NUMBERS: Final = (int, np.integer)


class IllegalAction(ValueError):
    """An action that the pending decision does not allow. The game is unchanged."""


class Batch:
    """N games advanced together, with the mask and the observation of whoever acts next in each."""

    def __init__(self, rules: Definition, n: int, observe: bool = True) -> None:
        prepare()
        self.rules = rules
        self.n = n
        self._play = rules.play.call  # past the first call, the compiled function itself
        self.tables = rules.tables
        self.games = rules.new_games(n)
        self.masks = np.zeros((n, rules.actions.size), dtype=np.int8)
        self.observations = np.zeros((n, rules.observations.size if observe else 0), dtype=np.float32)
        self.actors = np.full(n, -1, dtype=np.int64)
        self.rewards = np.zeros((n, rules.config.players), dtype=np.float32)
        self.dones = np.zeros(n, dtype=np.int8)
        self.actions = np.full(n, RESET, dtype=np.int64)
        self.seeds = np.zeros(n, dtype=np.int64)
        self.episodes = np.zeros(n, dtype=np.int64)
        self.base_seed = 0

    def play(self, auto_reset: bool) -> None:
        """Carry out `actions`; raises IllegalAction, with every game unchanged, where one is not legal."""
        illegal = self._play(
            self.games,
            self.tables,
            self.actions,
            self.seeds,
            self.masks,
            self.observations,
            self.actors,
            self.rewards,
            self.dones,
            self.episodes,
            self.base_seed,
            auto_reset,
        )
        if illegal != FINE:
            raise IllegalAction(self.complaint(illegal, int(self.actions[illegal])))

    def complaint(self, i: int, action: int) -> str:
        """Why an action is not legal in a game, and what would be."""
        legal = np.flatnonzero(self.masks[i])
        layout = self.rules.actions
        game = self.games[i]
        if len(legal) == 0:
            return "the game is over: call reset()"
        if not 0 <= action < layout.size:
            return (
                f"action {action} is out of range: ids go from 0 to {layout.size - 1}; player {int(game.actor)} must "
                f"{self.rules.decision(game)}"
            )
        examples = "; ".join(f"{a} ({layout.action_to_string(int(a))})" for a in legal[:5])
        more = f" and {len(legal) - 5} more" if len(legal) > 5 else ""
        return (
            f"action {action} ({layout.action_to_string(action)}) is not legal: player {int(game.actor)} must "
            f"{self.rules.decision(game)}; legal are {examples}{more}"
        )


def checked_seed(seed: Any) -> int:
    """A seed as the games take it; refuses what is not a whole number in range."""
    if isinstance(seed, bool) or not isinstance(seed, WHOLE_NUMBERS):
        raise TypeError(f"seed must be a whole number, not {type(seed).__name__}")
    if not 0 <= seed < SEED_LIMIT:
        raise ValueError(f"seed must be from 0 to 2**63 - 1, not {seed}")
    return int(seed)


def fresh_seed() -> int:
    """A seed nobody has chosen."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))


def copy_array(source: Array, target: Array) -> None:
    """Copy records byte by byte, which is much faster than field by field."""
    target.view(np.uint8)[:] = source.view(np.uint8)


def copied_rows(games: Array, chosen: Array) -> Array:
    """Some records, copied byte by byte, which is much faster than field by field."""
    rows: Array = games.view(np.uint8).reshape(len(games), -1)[chosen]
    return rows.reshape(-1).view(games.dtype)
