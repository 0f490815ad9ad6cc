"""The tables of a server, and who may do what: every link holds a token, and a token stands for one role."""

from __future__ import annotations

import hashlib
import hmac
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from exodus_env.kit.serve import form
from exodus_env.kit.serve.refusal import Refusal
from exodus_env.kit.serve.store import HUMAN, SeatKept, Store, TableKept, is_token, new_token
from exodus_env.kit.serve.table import Table

MOST_TABLES: Final = 50


@dataclass(frozen=True)
class Role:
    """The holder of a token: the owner of the server, somebody at a seat, or a spectator."""

    table: Table | None  # None: the owner
    seat: int | None


class Lobby:
    """All tables. The owner makes and removes them, and may give a seat to another player."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.owner = self.store.owner()
        self.tables: dict[str, Table] = {}
        self._lock = threading.RLock()
        self._roles: dict[bytes, tuple[str, Role]] = {}
        self._admit(self.owner, Role(None, None))
        kept, self.problems = self.store.tables()
        for table in kept:
            self._open(table)

    def role(self, token: str) -> Role | None:
        """The role of a token. Tokens are looked up by their hash and compared in constant time."""
        if not is_token(token):
            return None
        with self._lock:
            known, role = self._roles.get(_digest(token), ("", None))
        return role if hmac.compare_digest(known, token) else None

    def create(self, order: Mapping[str, Any]) -> Table:
        """Create a table, as ordered on the start page."""
        game, config, players, seed = form.read_order(order)
        with self._lock:
            if len(self.tables) >= MOST_TABLES:
                raise Refusal(409, f"There are {MOST_TABLES} tables already; remove one first.")
            kept = TableKept(
                name=self.store.new_name(),
                game=game.name,
                config=config.to_dict(),
                seed=seed,
                seats=[SeatKept(player, new_token()) for player in players],
                watch=new_token(),
                created=datetime.now(UTC).isoformat(timespec="seconds"),
            )
            return self._open(kept)

    def remove(self, name: str) -> None:
        """Close a table and forget it."""
        with self._lock:
            table = self.table(name)
            del self.tables[name]
            for token in table.kept.tokens:
                del self._roles[_digest(token)]
        table.close(0.0)
        with table.changed:
            self.store.remove(name)

    def table(self, name: str) -> Table:
        """The table with a name."""
        with self._lock:
            if name not in self.tables:
                raise Refusal(404, "There is no such table.")
            return self.tables[name]

    def listed(self) -> dict[str, Any]:
        """All tables, newest first, with their links; only for the owner."""
        with self._lock:
            tables = list(self.tables.values())
        return {"tables": [_row(table) for table in reversed(tables)], "problems": self.problems}

    def close(self) -> None:
        """Close all tables; they are on disk."""
        with self._lock:
            tables = list(self.tables.values())
        for table in tables:
            table.close(0.0)
        for table in tables:
            table.close(1.0)

    def _open(self, kept: TableKept) -> Table:
        table = Table(kept, self.store, Path.cwd())
        self.tables[kept.name] = table
        self._admit(kept.watch, Role(table, None))
        for seat, found in enumerate(kept.seats):
            self._admit(found.token, Role(table, seat))
        return table

    def _admit(self, token: str, role: Role) -> None:
        self._roles[_digest(token)] = (token, role)


def _row(table: Table) -> dict[str, Any]:
    with table.changed:
        kept, problem = table.kept, table.problem
        return {
            "name": kept.name,
            "title": table.title,
            "words": "; ".join(table.rules.heading()) if table.state in ("playing", "over") else "",
            "state": table.state,
            "trouble": table.trouble,
            "problem": "" if problem is None else problem.message,
            "decisions": len(kept.actions),
            "created": kept.created,
            "watch": f"/{kept.watch}/",
            "seats": [
                {"player": seat.player, "link": f"/{seat.token}/" if seat.player == HUMAN else ""}
                for seat in kept.seats
            ],
        }


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
