"""Who plays: the interface of a player, and what a player is given to decide by.

A player gets what its seat may know: observation, mask, the decision in words, and worlds in which everything hidden is
dealt anew. It never gets the game itself. Chance comes from the seed of the decision alone, so the same seat in the
same game decides alike, whatever else is played beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from exodus_env.kit.batch import WHOLE_NUMBERS, Batch, IllegalAction, copy_array
from exodus_env.kit.definition import Array, Definition


@dataclass(frozen=True)
class View:
    """One decision: what the player who must take it may know."""

    rules: Definition
    seat: int
    observation: Array  # flat, float32
    mask: Array  # int8, 1 for each legal action
    seed: int  # the chance of this decision
    decision: str  # in words
    _game: Array

    @property
    def legal(self) -> Array:
        """The legal actions."""
        return np.flatnonzero(self.mask)

    def text(self, action: int) -> str:
        """An action in words."""
        return self.rules.actions.action_to_string(int(action))

    def world(self, seed: int | None = None) -> Array:
        """A game the player holds possible: one record, with all that is hidden dealt anew and other dice to come."""
        return _worlds(self.rules, self._game, np.array([self.seat]), np.array([self.seed if seed is None else seed]))

    def render(self) -> str:
        """The game as text, as the player may see it."""
        return self.rules.render(self._game[0], self.mask, self.seat)


@dataclass(frozen=True)
class Views:
    """The decisions one player must take now, one in each of several games."""

    rules: Definition
    seats: Array  # (M,) int64
    observations: Array  # (M, D) float32
    masks: Array  # (M, A) int8
    seeds: Array  # (M,) int64
    _games: Array  # (M,)

    def __len__(self) -> int:
        return len(self.seats)

    def __iter__(self) -> Iterator[View]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, i: int) -> View:
        game = self._games[i : i + 1]
        decision = self.rules.decision(game[0])
        return View(
            self.rules, int(self.seats[i]), self.observations[i], self.masks[i], int(self.seeds[i]), decision, game
        )

    def worlds(self) -> Array:
        """One possible world for each game, as `View.world` gives it."""
        return _worlds(self.rules, self._games, self.seats, self.seeds)


def _worlds(rules: Definition, games: Array, seats: Array, seeds: Array) -> Array:
    worlds = rules.new_games(len(games))
    copy_array(games, worlds)
    rules.redeal_as(worlds, rules.tables, seats.astype(np.int64), seeds.astype(np.int64))
    return worlds


class Player:
    """Someone who plays any seat. Derive from it and write `choose`; `choose_all` where many at once are faster.

    `seconds` is what the player means to take for a decision at most; None: it does not count time. One player object
    may sit at many tables at once, so it keeps nothing about a game between decisions.
    """

    name: str = "player"
    seconds: float | None = None

    def start(self, rules: Definition) -> None:
        """Get ready for games of a configuration; raises ValueError where the player cannot play it."""

    def choose(self, view: View) -> int:
        """A legal action."""
        raise NotImplementedError(f"{type(self).__name__} has no choose()")

    def choose_all(self, views: Views) -> Any:
        """A legal action for each game: a sequence of whole numbers."""
        return [self.choose(view) for view in views]


def ask(player: Player, table: Batch, seed: int) -> int:
    """What a player does in the one game of a table; raises IllegalAction, with the player's name, where it may not.

    The player gets copies, so that nothing it does to them matters. Nobody looks at the clock; the arena does.
    """
    games = table.rules.new_games(1)
    copy_array(table.games, games)
    views = Views(
        table.rules, table.actors.copy(), table.observations.copy(), table.masks.copy(), np.array([seed]), games
    )
    (answer,) = player.choose_all(views)
    who = f"player {player.name!r} at seat {int(table.actors[0])}"
    if isinstance(answer, bool) or not isinstance(answer, WHOLE_NUMBERS):
        raise IllegalAction(f"{who} answered with {type(answer).__name__} instead of a whole number")
    if not 0 <= answer < table.rules.actions.size or table.masks[0, answer] == 0:
        raise IllegalAction(f"{who}: {table.complaint(0, int(answer))}")
    return int(answer)


class RandomPlayer(Player):
    """Any legal action."""

    name = "random"

    def choose_all(self, views: Views) -> Array:
        """A random legal action for each game, from its own seed."""
        actions = np.zeros(len(views), dtype=np.int64)
        for i, seed in enumerate(views.seeds):
            views.rules.sample_actions(views.masks[i : i + 1], int(seed), actions[i : i + 1])
        return actions

    def choose(self, view: View) -> int:
        """A random legal action."""
        action = np.zeros(1, dtype=np.int64)
        view.rules.sample_actions(view.mask[None], view.seed, action)
        return int(action[0])
