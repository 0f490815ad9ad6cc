"""`exodus demo`: one whole game between random legal players, told turn by turn, with the score and the speed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from exodus_env.kit.batch import Batch, checked_seed, copy_array
from exodus_env.kit.definition import Definition
from exodus_env.kit.drawing import draw
from exodus_env.kit.files import check_file, write_file
from exodus_env.kit.replay import Recorder, Replay
from exodus_env.kit.story import Storyteller, Teller, new_table
from exodus_env.kit.text import number


def main(rules: Definition, *, seed: int, quiet: bool, save: Path | None = None, svg: Path | None = None) -> None:
    """Play one game and print its story, its end and its speed; `quiet` leaves the story and the map out.

    The game goes to the file `save` as a replay; `svg` is a file to draw the last position to.
    """
    seed = checked_seed(seed)
    for file in (save, svg):
        if file is not None:
            check_file(file)
    story = rules.storyteller()
    table = new_table(rules, seed)  # compiles the rules if necessary, so it is not measured
    started = time.perf_counter()
    actions = _play_out(table, story, seed, None if quiet else Teller(story.is_heading))
    seconds = time.perf_counter() - started
    game = table.games[0]
    if not quiet:
        print(f"\nThe map at the end\n\n{story.board(game, None)}\n")
    print("\n".join(story.result(game)))
    print(f"\n{len(actions)} decisions.")
    print(f"Speed {'of this game' if quiet else 'with the story'}: {len(actions) / seconds:,.0f} decisions a second.")
    if svg is not None:
        write_file(svg, draw(rules, game, None).encode())
    print(f"Speed of stepping alone: {_stepping_speed(rules, seed, actions):,.0f} decisions a second.")
    if save is not None:
        _recorded(rules, seed, actions).write(save)
        print(f"The game is saved in {save}.")


def _play_out(table: Batch, story: Storyteller, seed: int, teller: Teller | None) -> list[int]:
    """Play the game to its end with random legal choices, telling it along the way; returns the actions."""
    rules = story.rules
    chance = np.random.default_rng(seed)
    before = rules.new_games(1)
    game = table.games[0]
    actions: list[int] = []
    if teller:
        teller.say(story.opening(game, seed, number(rules.config.players, "random player")))
        teller.say(story.told(None, None, game))
    while not game.over:
        legal = np.flatnonzero(table.masks[0])
        actions.append(int(legal[chance.integers(len(legal))]))
        copy_array(table.games, before)
        table.actions[0] = actions[-1]
        table.play(False)
        if teller:
            teller.say(story.told(before[0], actions[-1], game))
    if teller:
        teller.flush()
    return actions


def _stepping_speed(rules: Definition, seed: int, actions: Sequence[int]) -> float:
    """Decisions per second when the same game is played again without a story."""
    table = new_table(rules, seed)
    started = time.perf_counter()
    for action in actions:
        table.actions[0] = action
        table.play(False)
    return len(actions) / (time.perf_counter() - started)


def _recorded(rules: Definition, seed: int, actions: Sequence[int]) -> Replay:
    """The game as a replay."""
    table = new_table(rules, seed)
    recorder = Recorder(rules)
    recorder.begin(seed, table.games[0].tobytes())
    for action in actions:
        seat = int(table.actors[0])
        table.actions[0] = action
        table.play(False)
        recorder.add(seat, action, table.games[0].tobytes())
    return recorder.replay(["random"] * rules.config.players)
