"""One whole game between random legal players, told turn by turn, with the score and the speed."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import Game, new_games
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.exodus.view.board import map_text, score_table
from exodus_env.exodus.view.names import RESOURCE_NAMES, Names
from exodus_env.exodus.view.story import STAGE_MARK, TURN_MARK, choice, tell
from exodus_env.exodus.view.text import wrapped

SEEDS: Final = 1 << 63


def run(config: GameConfig, *, seed: int, quiet: bool) -> None:
    """Play one game and print its story, its end and its speed; `quiet` leaves the story and the map out."""
    rules = ruleset(config)
    table = _Table(rules, seed)  # the first game set up compiles the rules, which is not part of the measurement
    teller = _Teller()
    started = time.perf_counter()
    if not quiet:
        teller.say(_opening(rules, table.g, seed))
    actions = [action for action in _played(table, seed, None if quiet else teller)]
    seconds = time.perf_counter() - started
    if not quiet:
        print("\nThe map at the end\n")
        print(map_text(rules, table.g), end="\n\n")
    print("\n".join(score_table(rules, table.g, SCORE_NAMES)), end="\n\n")
    print(f"{len(actions)} decisions.")
    print(f"Speed {'of this game' if quiet else 'with the story'}: {len(actions) / seconds:,.0f} decisions a second.")
    print(f"Speed of stepping alone: {_stepping_speed(rules, seed, actions):,.0f} decisions a second.")


class _Table:
    """One game under way."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.games = new_games(1)
        self.masks = np.zeros((1, rules.actions.size), dtype=np.int8)
        self._action = np.zeros(1, dtype=np.int64)
        self._rest: tuple[Any, ...] = (
            np.zeros((1, 0), dtype=np.float32),
            np.zeros(1, dtype=np.int64),
            np.zeros((1, rules.config.players), dtype=np.float32),
            np.zeros(1, dtype=np.int8),
            np.zeros(1, dtype=np.int64),
        )
        self._seed = np.array([seed % SEEDS], dtype=np.int64)
        self.play(core.RESET)

    @property
    def g(self) -> Game:
        """The record of the game."""
        return self.games[0]

    def play(self, action: int) -> None:
        """Take an action."""
        self._action[0] = action
        core.play(self.games, self.rules.tables, self._action, self._seed, self.masks, *self._rest, 0, False)


def _played(table: _Table, seed: int, teller: _Teller | None) -> Iterator[int]:
    """Play the game to its end with random legal choices, telling it on the way; yields the actions."""
    chance = np.random.default_rng(seed % SEEDS)
    if teller:
        teller.say(tell(table.rules, None, table.g), table)
    while not table.g.over:
        legal = np.flatnonzero(table.masks[0])
        action = int(legal[chance.integers(len(legal))])
        before = table.games.copy()[0] if teller else None
        table.play(action)
        if teller and before is not None:
            teller.say([*choice(table.rules, before, action), *tell(table.rules, before, table.g)], table)
        yield action
    if teller:
        teller.flush()


class _Teller:
    """Prints lines; a line that comes several times in a row is printed once with its number."""

    def __init__(self) -> None:
        self.line = ""
        self.times = 0

    def say(self, lines: Sequence[str], table: _Table | None = None) -> None:
        """Tell lines; headings stand out, and a new turn begins with how the players stand."""
        for line in lines:
            if line == self.line:
                self.times += 1
                continue
            self.flush()
            self.line, self.times = line, 1
            if table and line.startswith(TURN_MARK):
                self.flush()
                self.say(_standings(table))

    def flush(self) -> None:
        """Print what is held back."""
        if self.times and self.line.startswith((TURN_MARK, STAGE_MARK)):
            print(f"\n{self.line}")
        elif self.times:
            more = f" ({self.times} times)" if self.times > 1 else ""
            print("\n".join(wrapped(self.line + more, "  ")))
        self.line, self.times = "", 0


def _opening(rules: Ruleset, g: Game, seed: int) -> list[str]:
    names = Names(rules, g)
    config = rules.config
    homes = [f"{names.player(p)} at {names.planet(int(rules.t.home_hex[p]))}" for p in range(config.players)]
    movement = str(config.movement).replace("_", " ")
    return [
        f"{config.players} random players, {config.variant} variant, {config.map} map, {config.turns} turns, "
        f"movement by {movement}, seed {seed}.",
        f"Homes: {', '.join(homes)}.",
    ]


def _standings(table: _Table) -> list[str]:
    """How the players stand, one line each in turn order."""
    names = Names(table.rules, table.g)
    return [_standing(names, place) for place in range(table.rules.config.players)]


def _standing(names: Names, place: int) -> str:
    g = names.g
    player = int(g.order[place])
    stocks = ", ".join(f"{g.resource[player, i]} {word}" for i, word in enumerate(RESOURCE_NAMES))
    ships = int((g.ship_hex[player] >= 0).sum())
    planets = int((g.population[:, player] > 0).sum())
    known = int(g.technology[player].sum())
    return f"{names.player(player)}: {stocks}, {planets} planets, {ships} ships, {known} technologies."


def _stepping_speed(rules: Ruleset, seed: int, actions: Sequence[int]) -> float:
    """Decisions a second when the same game is played again and nothing is told."""
    table = _Table(rules, seed)
    started = time.perf_counter()
    for action in actions:
        table.play(action)
    return len(actions) / (time.perf_counter() - started)
