"""`exodus play`: one game between named players in this process, told while it is played; a human decides at the
terminal. It can begin from a position of a replay, and be saved as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from exodus_env.kit.arena import decision_seeds, hashed
from exodus_env.kit.batch import Batch, IllegalAction, copy_array
from exodus_env.kit.definition import Definition
from exodus_env.kit.files import check_file
from exodus_env.kit.human import Human, Left
from exodus_env.kit.interrupts import held_back
from exodus_env.kit.players import Player, ask
from exodus_env.kit.replay import Recorder, Replay
from exodus_env.kit.story import Storyteller, Teller, new_table
from exodus_env.kit.text import number, printable
from exodus_env.players import PlayerError, make_player


def main(
    rules: Definition, seated: Sequence[str], seed: int, save: Path | None = None, start: Replay | None = None
) -> Replay:
    """Play one game with a player for each seat and print its story and its end; `start` is a game to go on with.

    What is played goes to the file `save`, before a human is asked and however the game is left.
    """
    if len(seated) != rules.config.players:
        raise PlayerError(f"the game is for {number(rules.config.players, 'player')}, and {len(seated)} are named")
    players = started(rules, seated)
    if save is not None:
        check_file(save)
    game = Game(rules, seated, seed, save, start)
    story, teller = game.story, game.teller
    record = game.table.games[0]
    teller.say(story.opening(record, game.seed, number(rules.config.players, "player")))
    teller.say([f"{story.player(record, seat)} is played by {printable(name)}." for seat, name in enumerate(seated)])
    if start is None:
        teller.say(story.told(None, None, record))
    else:
        teller.say([f"The game goes on after {number(len(start), 'decision')} {story.moment(record)}".rstrip() + "."])
    with game.saved():
        left = game.play(players)
    if left:
        print(f"You have left the game {story.moment(record)}".rstrip() + ".")
    else:
        print("\n" + "\n".join(story.result(record)))
    if save is not None:
        going_on = f"; exodus play --from {save} --players ... goes on with it" if left else ""
        print(f"\nThe game is saved in {save}{going_on}.")
    return game.replay()


def started(rules: Definition, seated: Sequence[str]) -> dict[str, Player]:
    """The players by name, ready to play."""
    made = {name: make_player(name, Path.cwd(), game=rules.game) for name in dict.fromkeys(seated)}
    for name, player in made.items():
        try:
            player.start(rules)
        except ValueError as error:
            raise PlayerError(f"player {name!r} cannot play this game: {error}") from error
    return made


class Game:
    """One game, with its story and its recording."""

    def __init__(
        self, rules: Definition, seated: Sequence[str], seed: int, save: Path | None, start: Replay | None
    ) -> None:
        self.rules = rules
        self.seated = seated
        self.seed = seed if start is None else start.seed
        self.save = save
        self.recorder = Recorder(rules)
        self.table = self._table(start)
        self.story: Storyteller = rules.storyteller()
        self.teller = Teller(self.story.is_heading)

    def _table(self, start: Replay | None) -> Batch:
        if start is None:
            table = new_table(self.rules, self.seed, observe=True)
            self.recorder.begin(self.seed, table.games[0].tobytes())
        else:
            table = start.at(len(start), observe=True)
            self.recorder.resume(start, table.games[0].tobytes())
        return table

    def play(self, players: dict[str, Player]) -> bool:
        """Play to the end; True if a human has left the game before."""
        game, before, key = self.table.games[0], self.rules.new_games(1), np.array([hashed(self.seed)])
        while not game.over:
            seat = int(game.actor)
            player = players[self.seated[seat]]
            if isinstance(player, Human):
                self.teller.flush()
                self.write()
            taken = np.array([len(self.recorder.actions)])
            try:
                action = ask(player, self.table, int(decision_seeds(key, self.table.actors, taken)[0]))
            except IllegalAction as error:
                raise PlayerError(f"the game ends here: {error}") from error
            except Left:
                return True
            copy_array(self.table.games, before)
            self.table.actions[0] = action
            self.table.play(False)
            self.recorder.add(seat, action, game.tobytes())
            self.teller.say(self.story.told(before[0], action, game))
        self.teller.flush()
        return False

    def replay(self) -> Replay:
        """The game so far."""
        return self.recorder.replay(self.seated)

    def write(self) -> None:
        """Write the game so far, if it is to be saved."""
        if self.save is not None:
            with held_back():
                self.replay().write(self.save)

    @contextmanager
    def saved(self) -> Iterator[None]:
        """Write the game when it is over, left or interrupted."""
        try:
            yield
        finally:
            self.write()
