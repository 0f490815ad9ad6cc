"""Games that a language model plays by calling tools: what each tool does, whatever carries the calls.

A game is a table of `exodus serve` (kit/serve/table.py) at which the caller has one seat and computer players the
others. What is told is made from worlds that the seat holds possible. Everything a caller sends is checked; a Refusal
says what is wrong.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.batch import SEED_LIMIT, fresh_seed
from exodus_env.kit.registry import UnknownGame, find, games
from exodus_env.kit.serve.form import paths, read_order, suggested
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.kit.serve.store import HUMAN, SeatKept, Store, TableKept, new_token
from exodus_env.kit.serve.table import BROKEN, OVER, PREPARING, Table
from exodus_env.llm.answers import NoAnswer
from exodus_env.llm.prompts import Detail, Moves, Prompt, prompt_for

YOU: Final = "you"  # the seat of the caller in a list of players
OPPONENT: Final = "random"  # where the caller names none
MOST_GAMES: Final = 8
MOST_LINES: Final = 400  # of a story at once
MOST_CHOICES: Final = 5  # of an analysis
WAIT: Final = 50.0  # seconds for others to move; calls of tools must not take for ever


class Desk:
    """The games of one caller."""

    def __init__(self, folder: Path, seed: int | None = None, wait: float = WAIT) -> None:
        self._store = Store(folder)
        self._seed = seed
        self._wait = wait
        self._made = 0
        self._tables: dict[str, Table] = {}
        self._seats: dict[str, int] = {}
        self._read: dict[str, int] = {}  # lines of the story that were told already
        self._lock = threading.RLock()

    def new_game(
        self, game: str, players: Sequence[str] | None = None, settings: Mapping[str, Any] | None = None
    ) -> str:
        """Start a game; the answer says its name and, where the caller is to decide, the first decision."""
        kept, seat = self._order(game, [YOU, OPPONENT] if players is None else players, settings or {})
        with self._lock:
            self._make_room()
            self._tables[kept.name] = Table(kept, self._store)
            self._seats[kept.name], self._read[kept.name] = seat, 0
        return f"Game {kept.name}.\n\n{self._after(kept.name)}"

    def observe(self, game: str, detail: int = Detail.MIDDLE) -> str:
        """The position as the caller's seat may know it, with the rules of its decision."""
        table, seat = self._table(game)
        if waiting := self._waiting(table, seat):
            return waiting
        asked = self._prompt(table, seat, _detail(detail))
        return f"{asked.who}\n{asked.goal}\n\n{asked.rules}\n\n{asked.position}"

    def legal_moves(self, game: str) -> list[dict[str, Any]]:
        """The legal moves of the caller: id, name and meaning."""
        return self._moves(game).rows()

    def act(self, game: str, move: int | str, detail: int = Detail.MIDDLE) -> str:
        """Take a decision; the answer tells what happened until the caller must decide again, and that decision."""
        level = _detail(detail)
        if isinstance(move, bool) or not isinstance(move, int | str):
            raise Refusal(400, "A move is an id or the name of a legal move.")
        table, seat = self._table(game)
        try:
            action = self._moves(game).find(move)
        except NoAnswer as error:
            raise Refusal(400, str(error)) from None
        at, _, _ = table.known(seat)
        table.act(seat, at, action)
        return self._after(game, level)

    def analyse(self, game: str, player: str | None = None) -> dict[str, Any]:
        """What a computer player would do in the caller's place, best first, and what it expects."""
        table, seat = self._table(game)
        moves = self._moves(game)
        name = player if player is not None else self._analyst(table)
        if name not in table.suggested:
            raise Refusal(400, f"There is no such adviser; there are: {', '.join(table.suggested)}.")
        at, _, _ = table.known(seat)
        advice = table.hint(seat, at, name)
        choices = [
            {
                "id": one.action,
                "move": moves.names[one.action],
                "words": moves.words[one.action],
                "share": one.share,
                "worth": one.worth,
            }
            for one in advice.choices[:MOST_CHOICES]
        ]
        return {"player": name, "choices": choices, "worth": advice.worth}

    def replay(self, game: str, since: int = 0) -> dict[str, Any]:
        """The story from a line on, as the seat knows it; of a finished game also the result and the whole replay."""
        table, seat = self._table(game)
        if type(since) is not int or since < 0:
            raise Refusal(400, "since is the number of a line, from 0.")
        table.known(seat)  # refuses a table that is not ready
        lines = [text for _, _, text in table.told(seat)]
        told = lines[since : since + MOST_LINES]
        found: dict[str, Any] = {"over": table.state == OVER, "lines": len(lines), "since": since, "story": told}
        if table.state == OVER:
            found["result"] = table.result
            found["replay"] = table.replay().to_bytes().decode()
        return found

    def close(self) -> None:
        """End all games."""
        with self._lock:
            tables = list(self._tables.values())
            self._tables.clear()
        for table in tables:
            table.close(0.0)
        for table in tables:
            table.close()

    # ---- orders ------------------------------------------------------------------------------------------------------

    def _order(self, game: str, players: Sequence[str], settings: Mapping[str, Any]) -> tuple[TableKept, int]:
        """A table as the caller orders it, and the caller's seat."""
        if not isinstance(players, Sequence) or isinstance(players, str) or list(players).count(YOU) != 1:
            raise Refusal(400, f'players is a list with "{YOU}" once, and a computer player for every other seat.')
        if not isinstance(settings, Mapping):
            raise Refusal(400, "settings is an object.")
        if files := sorted(path for path in self._paths(game) if path in settings):
            raise Refusal(400, f"{files[0]} names files of this machine and cannot be set here.")
        seats = [HUMAN if player == YOU else player for player in players]
        order = {"game": game, "seats": seats, "seed": self._next_seed(), "settings": dict(settings)}
        entry, config, seated, seed = read_order(order)
        known = suggested(entry)
        for number, player in enumerate(seated):
            if players[number] != YOU and player not in known:
                raise Refusal(400, f"There is no player {player!r:.60}; there are: {', '.join(known)}.")
        kept = TableKept(
            name=self._store.new_name(),
            game=entry.name,
            config=config.to_dict(),
            seed=seed,
            seats=[SeatKept(player, new_token()) for player in seated],
            watch=new_token(),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            pace=0.0,
        )
        return kept, seats.index(HUMAN)

    @staticmethod
    def _paths(game: str) -> set[str]:
        try:
            return paths(find(game))
        except (UnknownGame, TypeError):
            raise Refusal(
                400, f"There is no such game; there are: {', '.join(entry.name for entry in games())}."
            ) from None

    def _next_seed(self) -> int:
        """The caller neither chooses nor learns seeds: who knows one knows what is hidden."""
        with self._lock:
            self._made += 1
            if self._seed is None:
                return fresh_seed()
            digest = hashlib.sha256(f"{self._seed}:{self._made}".encode()).digest()
            return int.from_bytes(digest[:8], "big") % SEED_LIMIT

    def _make_room(self) -> None:
        """Forget the oldest finished game where there are too many."""
        if len(self._tables) < MOST_GAMES:
            return
        done = next((name for name, table in self._tables.items() if table.state in (OVER, BROKEN)), None)
        if done is None:
            raise Refusal(409, f"{MOST_GAMES} games are going on; finish one first.")
        self._tables.pop(done).close(0.0)

    # ---- games -------------------------------------------------------------------------------------------------------

    def _table(self, game: str) -> tuple[Table, int]:
        with self._lock:
            if not isinstance(game, str) or game not in self._tables:
                raise Refusal(404, f"There is no such game; there are: {', '.join(self._tables) or 'none'}.")
            return self._tables[game], self._seats[game]

    def _waiting(self, table: Table, seat: int) -> str:
        """Wait until the caller must decide; otherwise why not."""
        until = time.monotonic() + self._wait
        with table.changed:
            while True:
                if table.state == BROKEN:
                    return f"The game cannot go on: {table.trouble}"
                if table.state == OVER:
                    return "\n".join(["The game is over.", *table.result])
                if table.problem is not None:
                    return f"The game cannot go on: the player {table.problem.player} at another seat has failed."
                if table.state != PREPARING and table.deciding == seat:
                    return ""
                left = until - time.monotonic()
                if left <= 0:
                    preparing = table.state == PREPARING
                    return (
                        "The rules are being compiled; ask again." if preparing else "Others are thinking; ask again."
                    )
                table.changed.wait(left)

    def _after(self, game: str, detail: Detail = Detail.MIDDLE) -> str:
        """What has happened, and what the caller must decide now."""
        table, seat = self._table(game)
        waiting = self._waiting(table, seat)
        told = [] if table.state in (PREPARING, BROKEN) else [text for _, _, text in table.told(seat)]
        with self._lock:
            new, self._read[game] = told[self._read[game] :], len(told)
        now = waiting or self._prompt(table, seat, detail).text
        return "\n".join([*new[-MOST_LINES:], "", now]).lstrip("\n")

    def _prompt(self, table: Table, seat: int, detail: Detail) -> Prompt:
        _, games, mask = table.known(seat)
        if not mask.any():
            raise Refusal(409, "It is not your turn to decide.")
        return prompt_for(table.rules, games[0], mask, seat, detail)

    def _moves(self, game: str) -> Moves:
        table, seat = self._table(game)
        if waiting := self._waiting(table, seat):
            raise Refusal(409, waiting)
        return self._prompt(table, seat, Detail.LOW).moves

    @staticmethod
    def _analyst(table: Table) -> str:
        """The first player offered that searches, or else the first one."""
        return next((name for name in table.suggested if name.startswith("search")), table.suggested[0])


def _detail(detail: Any) -> Detail:
    if type(detail) not in (int, Detail) or not Detail.LOW <= detail <= Detail.HIGH:
        raise Refusal(400, "detail is 1, 2 or 3.")
    return Detail(detail)


def offers(game: str) -> str:
    """What can be ordered, for those who read descriptions of tools."""
    entry = find(game)
    return f"{entry.title}; players: {', '.join(suggested(entry))}"
