"""One whole game between random legal players, told turn by turn, with the score and the speed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import Game, new_games
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.frames import COUNCIL_STAGE, STAGE_NAMES
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.exodus.view.board import map_text, result_lines
from exodus_env.exodus.view.mission import missing_lines
from exodus_env.exodus.view.names import RESOURCE_NAMES, Names
from exodus_env.exodus.view.sentences import STAGE_MARK, TURN_MARK
from exodus_env.exodus.view.story import choice, tell
from exodus_env.exodus.view.text import game_words
from exodus_env.kit.batch import RESET, Batch, checked_seed, copy_array
from exodus_env.kit.text import number, wrapped

COUNCIL_MARK: Final = f"{STAGE_MARK}{STAGE_NAMES[COUNCIL_STAGE]}"
# While these are pending, everybody stands as at the beginning of the Council Stage.
_AT_COUNCIL: Final = (c.D_VOTE, c.D_VOTE_FIFTIES, c.D_VOTE_BID, c.D_POLITICAL_CHOICE)


def run(config: GameConfig, *, seed: int, quiet: bool) -> None:
    """Play one game and print its story, its end and its speed; `quiet` leaves the story and the map out."""
    seed = checked_seed(seed)
    rules = ruleset(config)
    table = new_table(rules, seed)  # compiles the rules where that is still to do, so it is not measured
    started = time.perf_counter()
    actions = _play_out(table, rules, seed, None if quiet else Teller())
    seconds = time.perf_counter() - started
    g = table.games[0]
    if not quiet:
        print(f"\nThe map at the end\n\n{map_text(rules, g)}\n")
    print("\n".join(result_lines(rules, g, SCORE_NAMES)))
    print(f"\n{len(actions)} decisions.")
    print(f"Speed {'of this game' if quiet else 'with the story'}: {len(actions) / seconds:,.0f} decisions a second.")
    print(f"Speed of stepping alone: {_stepping_speed(rules, seed, actions):,.0f} decisions a second.")


def new_table(rules: Ruleset, seed: int, observe: bool = False) -> Batch:
    """One game, set up."""
    table = Batch(rules, 1, observe)
    table.seeds[0] = seed
    table.actions[0] = RESET
    table.play(False)
    return table


def _play_out(table: Batch, rules: Ruleset, seed: int, teller: Teller | None) -> list[int]:
    """Play the game to its end with random legal choices and tell it on the way; returns the actions."""
    chance = np.random.default_rng(seed)
    before = new_games(1)
    g = table.games[0]
    actions: list[int] = []
    if teller:
        teller.say(opening(rules, g, seed, number(rules.config.players, "random player")))
        teller.say(tell(rules, None, g), Names(rules, g))
    while not g.over:
        legal = np.flatnonzero(table.masks[0])
        actions.append(int(legal[chance.integers(len(legal))]))
        copy_array(table.games, before)
        table.actions[0] = actions[-1]
        table.play(False)
        if teller:
            teller.say([*choice(rules, before[0], actions[-1]), *tell(rules, before[0], g)], Names(rules, g))
    if teller:
        teller.flush()
    return actions


class Teller:
    """Prints lines; a line that comes several times in a row is printed once with its number."""

    def __init__(self) -> None:
        self.line = ""
        self.times = 0

    def say(self, lines: Sequence[str], names: Names | None = None) -> None:
        """Tell lines; headings stand out, and with a Council Stage comes how the players stand."""
        for line in _with_standings(names, lines) if names else lines:
            if line == self.line:
                self.times += 1
                continue
            self.flush()
            self.line, self.times = line, 1

    def flush(self) -> None:
        """Print what is held back."""
        if self.times and _is_heading(self.line):
            print(f"\n{self.line}")
        elif self.times:
            more = f" ({self.times} times)" if self.times > 1 else ""
            print("\n".join(wrapped(self.line + more, "  ")))
        self.line, self.times = "", 0


def opening(rules: Ruleset, g: Game, seed: int, who: str) -> list[str]:
    """What is played: by whom, with which settings, and where everybody starts."""
    names = Names(rules, g)
    config = rules.config
    homes = [_home(names, player) for player in range(config.players)]
    movement = str(config.movement).replace("_", " ")
    expansion = "".join(f"{words}; " for words in game_words(config))
    settings = f"{config.variant} variant, {config.map} map, {config.turns} turns, movement: {movement}"
    if names.t.solitaire:
        settings = f"{config.turns} turns"  # the scenario has the rest
    return [
        f"{who}, {settings}, {expansion}seed {seed}.",
        f"Homes: {', '.join(homes)}.",
    ]


def _home(names: Names, player: int) -> str:
    """Where a player starts, and with which faction."""
    home = int(names.t.home_hex[player])
    where = names.planet(home) if names.g.planet[home] >= 0 else f"hex {home}"  # before a faction is chosen
    faction = names.faction_of(player)
    return f"{names.player(player)} at {where}{f' ({faction})' if faction else ''}"


def _with_standings(names: Names, lines: Sequence[str]) -> list[str]:
    """Lines with how the players stand, below the heading of a Council Stage if it has not changed anything yet.

    The record is that of the pending decision, so else the standings come after what led there; a heading with nothing
    below it yet comes after them.
    """
    places = [place for place, line in enumerate(lines) if line.startswith(COUNCIL_MARK)]
    if not places:
        return list(lines)
    place = places[-1] + 1
    if names.g.decision not in _AT_COUNCIL:
        place = max(i + 1 for i, line in enumerate(lines) if i < place or not _is_heading(line))
    return [*lines[:place], *_standings(names), *lines[place:]]


def _is_heading(line: str) -> bool:
    return line.startswith((TURN_MARK, STAGE_MARK))


def _standings(names: Names) -> list[str]:
    """How the players stand, one line each in turn order; alone, also how the mission does."""
    lines = [_standing(names, int(names.g.order[place])) for place in range(int(names.t.players))]
    return [*lines, *(f"{words}." for words in missing_lines(names))] if names.t.solitaire else lines


def _standing(names: Names, player: int) -> str:
    g = names.g
    words = [f"{g.resource[player, i]} {word}" for i, word in enumerate(RESOURCE_NAMES)]
    words.append(number(int((g.population[:, player] > 0).sum()), "planet"))
    words.append(number(int((g.ship_hex[player] >= 0).sum()), "ship"))
    words.append(f"{int(g.technology[player].sum())} known technologies")
    if names.t.outposts:
        words.append(number(int(g.outpost_held[player].sum()), "Outpost card"))
    if names.t.eoe:
        words.append(number(int(g.combat_held[player]), "combat card"))
    return f"{names.player(player)}: {', '.join(words)}."


def _stepping_speed(rules: Ruleset, seed: int, actions: Sequence[int]) -> float:
    """Decisions a second when the same game is played again and nothing is told."""
    table = new_table(rules, seed)
    started = time.perf_counter()
    for action in actions:
        table.actions[0] = action
        table.play(False)
    return len(actions) / (time.perf_counter() - started)
