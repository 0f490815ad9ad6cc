"""One game between named players in this process, told while it is played; a human decides at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players.human import Human, Left
from exodus_env.exodus.record import new_games
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.ruleset import ruleset
from exodus_env.exodus.view.board import result_lines
from exodus_env.exodus.view.demo import Teller, new_table, opening
from exodus_env.exodus.view.names import Names
from exodus_env.exodus.view.story import choice, tell
from exodus_env.kit.arena import decision_seeds, hashed
from exodus_env.kit.batch import IllegalAction, copy_array
from exodus_env.kit.players import ask
from exodus_env.kit.text import number, printable
from exodus_env.players import PlayerError, make_player


def main(config: GameConfig, seated: Sequence[str], seed: int) -> None:
    """Play one game with a player for each seat and print its story and its end."""
    rules = ruleset(config)
    made = {name: make_player(name, Path.cwd()) for name in dict.fromkeys(seated)}
    for name, player in made.items():
        try:
            player.start(rules)
        except ValueError as error:
            raise PlayerError(f"player {name!r} cannot play this game: {error}") from error
    table = new_table(rules, seed, observe=True)
    g, before, key = table.games[0], new_games(1), np.array([hashed(seed)])
    names = Names(rules, g)
    teller = Teller()
    teller.say(opening(rules, g, seed, number(config.players, "player")))
    teller.say([f"{names.player(seat)} is played by {printable(name)}." for seat, name in enumerate(seated)])
    teller.say(tell(rules, None, g), names)
    decisions = 0
    while not g.over:
        actor = made[seated[int(g.actor)]]
        if isinstance(actor, Human):
            teller.flush()
        try:
            action = ask(actor, table, int(decision_seeds(key, table.actors, np.array([decisions]))[0]))
        except IllegalAction as error:
            raise PlayerError(f"the game ends here: {error}") from error
        except Left:
            print(f"You have left the game in turn {g.turn}.")
            return
        decisions += 1
        copy_array(table.games, before)
        table.actions[0] = action
        table.play(False)
        teller.say([*choice(rules, before[0], action), *tell(rules, before[0], g)], Names(rules, g))
    teller.flush()
    print("\n" + "\n".join(result_lines(rules, g, SCORE_NAMES)))
