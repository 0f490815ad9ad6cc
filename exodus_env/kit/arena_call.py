"""The arena as a function: `exodus_env.arena(players=[...], games=400, scenario="event_horizon")`."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from exodus_env.kit.arena import ArenaError, GameResult, plan_for
from exodus_env.kit.arena_command import about_run, check_replays, refuse_human, report, write_results
from exodus_env.kit.config import Config
from exodus_env.kit.players import Player
from exodus_env.kit.registry import DEFAULT, find
from exodus_env.kit.standings import standings
from exodus_env.kit.workers import Progress, play_plan
from exodus_env.players import make_player


@dataclass(frozen=True)
class Table:
    """What an arena found: `print` shows it as `exodus arena` does."""

    document: dict[str, Any]  # everything, as `result.json` has it
    results: tuple[GameResult, ...]  # of every game, in order

    def __str__(self) -> str:
        return "\n".join(report(self.document))

    def __getitem__(self, name: str) -> dict[str, Any]:
        """The figures of a player by name: win_share with win_low and win_high, mean_rank, mean_points, rating."""
        for player in self.players:
            if player["name"] == name:
                return player
        raise KeyError(f"no player {name!r}; there are: {', '.join(self.names)}")

    @property
    def players(self) -> list[dict[str, Any]]:
        """The figures of every player."""
        found: list[dict[str, Any]] = self.document["players"]
        return found

    @property
    def names(self) -> list[str]:
        """Of the players, in the order they were given."""
        return [player["name"] for player in self.players]

    def write(self, folder: str | Path) -> None:
        """result.json, games.csv and the plots, as `exodus arena --out` writes them."""
        write_results(Path(folder), self.document, self.results)


@dataclass(frozen=True)
class _Seats:
    """Makes players of names: objects that were given, and others by their spec."""

    given: dict[str, Player]
    game: str

    def __call__(self, name: str) -> Player:
        return self.given.get(name) or make_player(name, directory=Path.cwd(), game=self.game)


def arena(
    players: Sequence[str | Player],
    games: int = 100,
    *,
    seed: int = 0,
    workers: int = 1,
    limit: float = 60.0,
    replays: str | Path | None = None,
    progress: bool = False,
    game: str = DEFAULT,
    config: Config | None = None,
    **settings: Any,
) -> Table:
    """Play at least `games` games, in every rotation of the seats on the same deals, and count.

    A player is a name, as `exodus arena --players` takes it, or an object of a class derived from `Player`; the same
    object may take several seats. An object plays in this process, and in copies of its own with `workers` above 1:
    then it must be one that pickle can copy, and a script needs `if __name__ == "__main__":`. Everything else is as on
    the command line, and the same seed gives the same table.
    """
    names, given = _named(players)
    refuse_human(names)
    entry = find(game)
    rules = entry.definition(_configuration(entry.configuration_class(), config, len(names), settings))
    plan = replace(plan_for(names, games, seed, limit), replays=None if replays is None else Path(replays))
    if plan.replays is not None:
        check_replays(plan.replays)
    make = _Seats(given, game)
    if workers > 1:
        _check_copies(given)
    rules.play.prepare()
    run = play_plan(rules, plan, make, workers, Progress(plan.games, quiet=not progress))
    if run.interrupted:
        raise KeyboardInterrupt
    if run.stopped is not None:
        raise ArenaError(run.stopped)
    document = {**standings(plan.names, run.results, rules.team), "about": about_run(rules, plan, run)}
    return Table(document, tuple(run.results))


def _configuration(made: type[Config], config: Config | None, players: int, settings: dict[str, Any]) -> Config:
    if config is None:
        given = {"players": players, **settings}
        config = made.from_dict({**made.implied_by(given), **given})
    elif settings:
        config = config.changed(**settings)
    if config.players != players:
        raise ArenaError(f"{players} players are named for a game of {config.players}")
    return config


def _named(players: Sequence[str | Player]) -> tuple[list[str], dict[str, Player]]:
    """A name for each seat, and whom the names of objects stand for: two objects never share one."""
    if isinstance(players, str) or not players:
        raise ArenaError("players must be a list with a name or an object for each seat")
    taken = {player for player in players if isinstance(player, str)}
    given: dict[str, Player] = {}
    names = []
    for player in players:
        if isinstance(player, str):
            names.append(player)
            continue
        if not isinstance(player, Player):
            raise ArenaError(f"a player is a name or an object derived from Player, not {type(player).__name__}")
        known = next((name for name, other in given.items() if other is player), None)
        if known is None:
            known, number = player.name, 2
            while known in taken:
                known, number = f"{player.name} {number}", number + 1
            taken.add(known)
            given[known] = player
        names.append(known)
    return names, given


def _check_copies(given: dict[str, Player]) -> None:
    for name, player in given.items():
        try:
            pickle.dumps(player)
        except Exception as error:  # whatever somebody's class says to it
            problem = f"player {name!r} cannot be copied into another process, which workers=1 does not need: {error}"
            raise ArenaError(problem) from error
