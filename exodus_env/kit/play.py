"""`exodus play`: one game between named players in this process, told while it is played; a human decides at the
terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from exodus_env.kit.arena import decision_seeds, hashed
from exodus_env.kit.batch import IllegalAction, copy_array
from exodus_env.kit.definition import Definition
from exodus_env.kit.human import Human, Left
from exodus_env.kit.players import ask
from exodus_env.kit.story import Teller, new_table
from exodus_env.kit.text import number, printable
from exodus_env.players import PlayerError, make_player


def main(rules: Definition, seated: Sequence[str], seed: int) -> None:
    """Play one game with a player for each seat and print its story and its end."""
    made = {name: make_player(name, Path.cwd()) for name in dict.fromkeys(seated)}
    for name, player in made.items():
        try:
            player.start(rules)
        except ValueError as error:
            raise PlayerError(f"player {name!r} cannot play this game: {error}") from error
    table = new_table(rules, seed, observe=True)
    game, before, key = table.games[0], rules.new_games(1), np.array([hashed(seed)])
    story = rules.storyteller()
    teller = Teller(story.is_heading)
    teller.say(story.opening(game, seed, number(rules.config.players, "player")))
    teller.say([f"{story.player(game, seat)} is played by {printable(name)}." for seat, name in enumerate(seated)])
    teller.say(story.told(None, None, game))
    decisions = 0
    while not game.over:
        actor = made[seated[int(game.actor)]]
        if isinstance(actor, Human):
            teller.flush()
        try:
            action = ask(actor, table, int(decision_seeds(key, table.actors, np.array([decisions]))[0]))
        except IllegalAction as error:
            raise PlayerError(f"the game ends here: {error}") from error
        except Left:
            print(f"You have left the game {story.moment(game)}".rstrip() + ".")
            return
        decisions += 1
        copy_array(table.games, before)
        table.actions[0] = action
        table.play(False)
        teller.say(story.told(before[0], action, game))
    teller.flush()
    print("\n" + "\n".join(story.result(game)))
