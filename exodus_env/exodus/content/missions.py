"""Scenarios of solitaire play: what a player starts with, what must be reached, what the NPC does in each turn."""

from typing import Final

from exodus_env.exodus import capacity
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.effects import GREATEST
from exodus_env.exodus.content.entries import Mission, Post, Victory
from exodus_env.exodus.content.limits import MOST_CP, MOST_CUBES, MOST_MINERALS
from exodus_env.exodus.content.making import make
from exodus_env.exodus.content.maps import read_hexes
from exodus_env.kit.content.making import Raw, ids
from exodus_env.kit.content.reader import Reader

ROWS: Final = 9  # turns that a row may cover


def _read_victory(reader: Reader, field: str) -> Victory:
    row = reader.table(field, reader.take(field))
    victory = Victory(
        turn=row.integer("turn", 1, ROWS),
        empty_planets=row.integer("empty_planets", 0, capacity.HEXES),
        cp=row.integer("cp", 0, MOST_CP),
        axinium=row.integer("axinium", 0, MOST_MINERALS),
        phasium=row.integer("phasium", 0, MOST_MINERALS),
        ships=row.integer("ships", 0, capacity.HEXES),
    )
    row.finish()
    return victory


def _read_posts(reader: Reader) -> tuple[Post, ...]:
    posts = []
    for row in reader.tables("posts", capacity.HEXES):
        posts.append(
            Post(row.text("planet"), row.integer("population", 0, MOST_CUBES), row.words("ships", v.SHIP_CLASSES))
        )
        row.finish()
    return tuple(posts)


def _read_start_upgrades(reader: Reader) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Upgrades on blueprints at the start; if none are given, the usual ones."""
    table = reader.table("upgrades", reader.take("upgrades"))
    upgrades = tuple((ship, ids(table, ship, capacity.TECHNOLOGIES)) for ship in v.SHIP_CLASSES if table.has(ship))
    table.finish()
    return upgrades


def read_mission(reader: Reader, raw: Raw) -> Mission:
    base = read_hexes(reader, "base")
    entries = read_hexes(reader, "entries")
    if len(base) > 1 or len(entries) > capacity.NPC_ENTRIES:
        raise reader.error("base", f"at most 1 base and {capacity.NPC_ENTRIES} entries are allowed")
    rockets = tuple(str(word) for word in ids(reader, "rockets", capacity.TECHNOLOGIES))
    if len(rockets) > ROWS or (any(rockets) and not base):
        raise reader.error("rockets", f"at most {ROWS}, one a turn, are allowed, and with a base alone")
    return make(
        Mission,
        reader,
        raw,
        technologies=ids(reader, "technologies", capacity.TECHNOLOGIES),
        cp=reader.integer("cp", 0, MOST_CP),
        axinium=reader.integer("axinium", 0, MOST_MINERALS),
        phasium=reader.integer("phasium", 0, MOST_MINERALS),
        posts=_read_posts(reader),
        upgrades=_read_start_upgrades(reader),
        removed=ids(reader, "removed", capacity.TECHNOLOGIES),
        closed=ids(reader, "closed", capacity.TECHNOLOGIES),
        office_price=reader.integer("office_price", 0, GREATEST),
        absolute=_read_victory(reader, "absolute"),
        tactical=_read_victory(reader, "tactical"),
        hold_home=reader.flag("hold_home"),
        together=reader.integer("together", 1, capacity.FOES),
        radar=reader.flag("radar"),
        raid=reader.integer("raid", 0, 6),
        moves=reader.integer("moves", 0, 4),
        entries=entries,
        **{f"enter_{level}": reader.integers(f"enter_{level}", ROWS, 0, capacity.FOES) for level in range(1, 4)},
        base=base,
        rockets=rockets,
    )
