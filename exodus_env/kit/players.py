"""Who plays: the interface of a player, and what a player is given to decide by.

A player gets what its seat may know: observation, mask, the decision in words, and worlds in which everything hidden is
dealt again. It never gets the game itself: views keep a possible world of each game and drop the game when they are
made. Chance comes from the seed of the decision alone, so the same seat in the same game decides the same way, whatever
else is being played.

The process of a guest (kit/guest_process.py) reads this file before every player, so it loads neither the game nor the
compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.faults import PlayerFault, misfit

if TYPE_CHECKING:
    from exodus_env.kit.batch import Batch

GRACE: Final = 2.0
GRACE_SECONDS: Final = 1.0
LIMIT: Final = 60.0  # seconds a decision, for players that do not count their time


class Views:
    """The decisions that one player must take now, one in each of several games."""

    def __init__(
        self, rules: Definition, seats: Array, observations: Array, masks: Array, seeds: Array, games: Array
    ) -> None:
        """Only what the viewers may know of the games is kept: a world of each, dealt with the seed of its decision."""
        self._rules = rules
        self.seats = seats  # (M,) int64
        self.observations = observations  # (M, D) float32
        self.masks = masks  # (M, A) int8
        self.seeds = seeds  # (M,) int64
        self._dealt = dealt(rules, games, seats, seeds).view(np.uint8).reshape(len(seats), -1)

    @property
    def rules(self) -> Definition:
        """The rules of the games."""
        return self._rules

    def __len__(self) -> int:
        return len(self.seats)

    def __iter__(self) -> Iterator[View]:
        return (View(self, i) for i in range(len(self)))

    def __getitem__(self, i: int) -> View:
        return View(self, range(len(self))[i])

    def alone(self, i: int) -> Views:
        """One decision of several."""
        one = copy(self)
        for name in ("seats", "observations", "masks", "seeds", "_dealt"):
            setattr(one, name, getattr(self, name)[i : i + 1])
        return one

    def worlds(self) -> Array:
        """One possible world for each game, like `View.world`."""
        worlds = self.rules.new_games(len(self))
        worlds.view(np.uint8)[:] = self._dealt.reshape(-1)
        return worlds


class View:
    """One decision: what the player who must take it may know."""

    def __init__(self, views: Views, i: int) -> None:
        self._views = views
        self._i = i
        self.seat = int(views.seats[i])
        self.observation: Array = views.observations[i]  # flat, float32
        self.mask: Array = views.masks[i]  # int8, 1 for each legal action
        self.seed = int(views.seeds[i])  # the chance of this decision

    @property
    def rules(self) -> Definition:
        """The rules of the game."""
        return self._views.rules

    @property
    def decision(self) -> str:
        """The decision in words."""
        return self.rules.decision(self.world()[0])

    @property
    def legal(self) -> Array:
        """The legal actions."""
        return np.flatnonzero(self.mask)

    def text(self, action: int) -> str:
        """An action in words."""
        return self.rules.actions.action_to_string(int(action))

    def alone(self) -> Views:
        """The same decision as `Views` of a single game."""
        return self._views.alone(self._i)

    def world(self, seed: int | None = None) -> Array:
        """A game that the player considers possible: one record, with everything hidden dealt again, and different
        future dice."""
        world = self.alone().worlds()
        if seed is None:  # it was dealt by the seed of the decision
            return world
        return dealt(self.rules, world, np.array([self.seat]), np.array([seed]))

    def render(self) -> str:
        """The game as text, as the player may see it."""
        return self.rules.render(self.world()[0], self.mask, self.seat)


def dealt(rules: Definition, games: Array, seats: Array, seeds: Array) -> Array:
    """Possible worlds for the players at some seats, one for each game.

    A world depends on what its viewer may know and on the seed, so one dealt from a world is one dealt from the game.
    """
    worlds = rules.new_games(len(games))
    worlds.view(np.uint8)[:] = games.view(np.uint8)  # byte by byte, which is much faster than field by field
    rules.redeal_as(worlds, rules.tables, seats.astype(np.int64), seeds.astype(np.int64))
    return worlds


@dataclass(frozen=True)
class Advised:
    """A choice as a player judges it."""

    action: int
    share: float | None = None  # how likely the player takes it, or how much of its thinking went there; from 0 to 1
    worth: float | None = None  # what the player expects of it: from -1, the worst end for the seat, to 1, the best


@dataclass(frozen=True)
class Advice:
    """What a player would do, best first, and what it expects of the present position, if it can say."""

    choices: tuple[Advised, ...]
    worth: float | None = None


class Player:
    """Someone who plays any seat. Derive from it and write `choose`, and `choose_all` if many decisions at once are
    faster.

    `seconds` is the most time the player intends to take for a decision; None if it does not watch the clock. One
    player object may sit at many tables at once, so it must not store anything about a game between decisions.
    """

    name: str = "player"
    seconds: float | None = None

    def start(self, rules: Definition) -> None:
        """Get ready for games of a configuration; raises ValueError if the player cannot play it."""

    def choose(self, view: View) -> int:
        """A legal action."""
        raise NotImplementedError(f"{type(self).__name__} has no choose()")

    def choose_all(self, views: Views) -> Any:
        """A legal action for each game: a sequence of integers."""
        return [self.choose(view) for view in views]

    def advise(self, view: View) -> Advice:
        """What the player would do and expects; a player that weighs choices reports more than the choice it takes."""
        return Advice((Advised(int(choose_alone(self, view.alone()))),))

    def expects(self, views: Views) -> Any:
        """What the player expects each game to bring the seat that decides, from -1 (lost) to 1 (won): a sequence of
        numbers. Not every player can say."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it expects")

    def close(self) -> None:
        """Release what the player holds, such as a process. It may be asked again later."""


def time_allowed(seconds: float | None, limit: float = LIMIT) -> float:
    """How long a player may take for a decision: twice its own time plus a second, or the limit if it names none."""
    return limit if seconds is None else GRACE * seconds + GRACE_SECONDS


def answers_together(player: Player) -> bool:
    """Whether a player has its own way to answer many decisions at once."""
    return type(player).choose_all is not Player.choose_all


def choose_alone(player: Player, views: Views) -> Any:
    """A player's answer to the only decision of `views`."""
    if type(player).choose is not Player.choose:
        return player.choose(views[0])
    (answer,) = player.choose_all(views)
    return answer


def ask(player: Player, table: Batch, seed: int) -> int:
    """What a player does in the one game of a table; raises IllegalAction, with the player's name, where it may not."""
    return int(ask_all(player, table, np.zeros(1, dtype=np.int64), np.array([seed]))[0])


def ask_all(player: Player, table: Batch, games: Array, seeds: Array) -> Array:
    """What a player does in some games of a table; raises IllegalAction, with the player's name, where it may not.

    The player gets copies, so that nothing it does to them matters. Nobody looks at the clock; the arena does, and the
    process of a guest has one of its own.
    """
    from exodus_env.kit.batch import IllegalAction

    try:
        answers = player.choose_all(views_of(table, games, seeds))
    except PlayerFault as fault:
        raise IllegalAction(f"{_at_seat(player, table, games[0])} {fault.message}") from fault
    if len(answers) != len(games):
        who = _at_seat(player, table, games[0])
        raise IllegalAction(f"{who} gave {len(answers)} answers to {len(games)} questions")
    chosen = np.zeros(len(games), dtype=np.int64)
    for i, (game, answer) in enumerate(zip(games.tolist(), answers, strict=True)):
        if problem := misfit(answer):
            raise IllegalAction(f"{_at_seat(player, table, game)} {problem}")
        if not 0 <= answer < table.rules.actions.size or table.masks[game, answer] == 0:
            raise IllegalAction(f"{_at_seat(player, table, game)}: {table.complaint(game, int(answer))}")
        chosen[i] = answer
    return chosen


def _at_seat(player: Player, table: Batch, game: int) -> str:
    return f"player {player.name!r} at seat {int(table.actors[game])}"


def ask_advice(player: Player, table: Batch, seed: int) -> Advice:
    """What a player would do in the one game of a table; raises ValueError where it names no legal choice."""
    advice = player.advise(view_of(table, seed))
    for choice in advice.choices:
        if misfit(choice.action) or not 0 <= choice.action < table.masks.shape[1] or not table.masks[0, choice.action]:
            raise ValueError(f"player {player.name!r} advises something that is not legal")
    if not advice.choices:
        raise ValueError(f"player {player.name!r} advises nothing")
    return advice


def views_of(table: Batch, games: Array, seeds: Array) -> Views:
    """The decisions to be taken in some games of a table, in copies."""
    from exodus_env.kit.batch import copied_rows

    seen = (table.actors[games], table.observations[games], table.masks[games])
    return Views(table.rules, *seen, seeds, copied_rows(table.games, games))


def view_of(table: Batch, seed: int) -> View:
    """The decision to be taken in the one game of a table, in a copy."""
    return views_of(table, np.zeros(1, dtype=np.int64), np.array([seed]))[0]


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
