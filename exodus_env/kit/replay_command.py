"""`exodus replay`: tell, draw, show, check or continue a recorded game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from exodus_env.kit import play
from exodus_env.kit.batch import Batch, copy_array
from exodus_env.kit.replay import Replay, ReplayError
from exodus_env.kit.story import Teller
from exodus_env.kit.text import number, one_line, printable


def summary(replay: Replay) -> str:
    """What a replay holds, in a few lines."""
    rules, result = replay.rules, replay.result
    lines = [
        f"{rules.name}: {'; '.join(rules.heading())}",
        f"seed {replay.seed}, {number(len(replay), 'decision')}, version {one_line(replay.version)}",
    ]
    for seat, name in enumerate(replay.players):
        reached = "" if result is None else f": rank {result['ranks'][seat]}, {result['score'][seat]} {rules.points}"
        lines.append(f"  {seat}  {printable(name)}{reached}")
    if result is not None and result["won"] is not None:
        lines.append("All have won together." if result["won"] else "All have lost together.")
    if result is None:
        lines.append(f"Not played to its end{f': {one_line(replay.ended)}' if replay.ended else ''}.")
    return "\n".join(lines)


def tell(replay: Replay) -> None:
    """Print the story of the game, and how it ended."""
    story = replay.rules.storyteller()
    teller = Teller(story.is_heading)
    table = replay.table()
    before, action = replay.rules.new_games(1), None
    for position in replay.positions(table):
        game = position.game
        if position.step == 0:
            teller.say(story.opening(game, replay.seed, number(replay.rules.config.players, "player")))
            seated = [(story.player(game, seat), printable(name)) for seat, name in enumerate(replay.players)]
            teller.say([*(f"{who} is played by {name}." for who, name in seated), *story.told(None, None, game)])
        else:
            teller.say(story.told(before[0], action, game))
        copy_array(table.games, before)
        action = position.action
    teller.flush()
    if table.games[0].over:
        print("\n" + "\n".join(story.result(table.games[0])))
    else:
        left = f": {one_line(replay.ended)}" if replay.ended else ""
        print(f"\nThe game was left {story.moment(table.games[0])}".rstrip() + f"{left}.")


def shown(replay: Replay, step: int, viewer: int | None) -> str:
    """One position as text, as a seat sees it; without a seat, as seen by whoever decides there."""
    table = replay.at(step)
    return position_text(table, viewer if viewer is not None else decider(table))


def decider(table: Batch) -> int | None:
    """Who decides in a game; nobody when it is over."""
    return None if table.dones[0] else int(table.actors[0])


def position_text(table: Batch, viewer: int | None) -> str:
    """A position with the legal moves, if the viewer is to decide."""
    mask = table.masks[0] if viewer == decider(table) else table.masks[0] * 0
    return table.rules.render(table.games[0], mask, viewer)


def check(replay: Replay) -> str:
    """Play the game again; says that everything agrees, or raises ReplayError."""
    replay.check()
    hashes = number(len(replay.hashes) + 1, "hash").replace("hashs", "hashes")
    return f"The game plays again as recorded: {number(len(replay), 'decision')}, {hashes} and the result agree."


def go_on(replay: Replay, step: int | None, seated: Sequence[str], save: Path | None) -> None:
    """Play on from a position; without one, from the last."""
    start = replay if step is None else replay.until(step)
    if start.result is not None:
        raise ReplayError("the game is over there; name an earlier position")
    play.main(replay.rules, seated, replay.seed, save, start)


def place(text: str) -> tuple[Path, int | None]:
    """FILE@N: a file and a position; without @N, the last one."""
    name, at, step = text.rpartition("@")
    if at and step.isdecimal() and len(step) <= 9:
        return Path(name), int(step)
    return Path(text), None
