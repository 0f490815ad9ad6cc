"""The decks: where each is stored and how its entries are read."""

from typing import Final

from exodus_env.corruption import capacity
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.effects import (
    EACH_TURN,
    ON_SIGNALS,
    SERVICES,
    read_abilities,
    read_effect,
    read_instructions,
    read_modifiers,
    read_options,
    read_rows,
)
from exodus_env.corruption.content.entries import (
    Ally,
    Avatar,
    AvatarFace,
    Damaged,
    Die,
    Enemy,
    Exploration,
    Mod,
    Module,
    Number,
    Ship,
    Side,
    Signal,
    Tile,
)
from exodus_env.corruption.content.limits import (
    AVATAR_HEALTH,
    AVATAR_SHIELD,
    ENEMY_HEALTH,
    ENEMY_SHIELD,
    MOST_ACTIONS,
    MOST_COST,
    MOST_HEALTH,
    MOST_MOVES,
    MOST_VALUE,
    NUMBERS,
    TILES_OF_KIND,
)
from exodus_env.corruption.content.making import make
from exodus_env.kit.content.making import Deck, Raw
from exodus_env.kit.content.reader import Reader, shown


def _read_number(reader: Reader, raw: Raw) -> Number:
    length, low, high = NUMBERS[raw["id"]]
    value = (reader.integer("value", low, high),) if length == 1 else reader.integers("value", length, low, high)
    return make(Number, reader, raw, value=value)


def _rising(
    reader: Reader, field: str, length: tuple[int, int], low: int, high: int, strictly: bool
) -> tuple[int, ...]:
    """A list of numbers, each above the one before it, or at least not below."""
    given = reader.sequence(field, reader.take(field), length[1])
    if len(given) < length[0]:
        raise reader.error(field, f"{len(given)} numbers; at least {length[0]} are needed")
    values = reader.integers(field, len(given), low, high)
    for place in range(1, len(values)):
        if values[place] < values[place - 1] + strictly:
            rule = "above" if strictly else "at least"
            raise reader.error(f"{field}[{place}]", f"{values[place]} is not allowed; it must be {rule} the one before")
    return values


def _read_side(reader: Reader, raw: Raw) -> Side:
    spaces = reader.integer("spaces", 2, capacity.SPACES)
    return make(
        Side,
        reader,
        raw,
        ships=int(raw["id"][-1]),
        spaces=spaces,
        boxes=_rising(reader, "boxes", (0, capacity.BOXES), 2, spaces, strictly=True),
        enemies=reader.integer("enemies", 0, capacity.ENEMIES),
        keys=reader.integer("keys", 1, capacity.KEYS),
        piles=reader.integer("piles", 1, capacity.PILES),
    )


def _read_die(reader: Reader, raw: Raw) -> Die:
    faces = reader.integers("faces", len(v.SYMBOLS), 0, capacity.FACES)
    if sum(faces) != capacity.FACES:
        raise reader.error("faces", f"{sum(faces)} faces; a die has {capacity.FACES}")
    return make(Die, reader, raw, faces=faces)


def _read_face(reader: Reader, raw: Raw) -> AvatarFace:
    moves = reader.integer("moves", 0, MOST_MOVES)
    return make(AvatarFace, reader, raw, moves=moves, wormhole=reader.flag("wormhole", default=False))


def _read_sides(reader: Reader) -> tuple[int, ...]:
    sides = reader.text("sides")
    if len(sides) != capacity.SIDES or set(sides) - set("01") or "1" not in sides:
        problem = f"{shown(sides)} is not allowed; {capacity.SIDES} characters are, 1 for a lane and 0 for a wall"
        raise reader.error("sides", problem + ", with at least one lane")
    return tuple(int(side) for side in sides)


# Symbols a kind of tile can have.
SYMBOLS_OF: Final = {
    "allied": ("exploration", "signal", "ally", "wormhole"),
    "enemy": ("exploration", "wormhole", "enemies", "surveillance", "reserve"),
    "corrupt": (),
    "rift": (),
}


def _read_tile(reader: Reader, raw: Raw) -> Tile:
    kind = reader.word("kind", v.TILE_KINDS)
    tile = make(
        Tile,
        reader,
        raw,
        kind=kind,
        sides=_read_sides(reader),
        exploration=reader.flag("exploration", default=False),
        signal=reader.integer("signal", 0, capacity.KEYS, default=0),
        ally=reader.flag("ally", default=False),
        wormhole=reader.flag("wormhole", default=False),
        enemies=reader.integer("enemies", 0, 2, default=0),
        surveillance=reader.flag("surveillance", default=False),
        reserve=reader.flag("reserve", default=False),
        dot=reader.flag("dot", default=False),
    )
    for symbols in SYMBOLS_OF.values():
        for symbol in symbols:
            if symbol not in SYMBOLS_OF[kind] and getattr(tile, symbol):
                raise reader.error(symbol, f"not allowed in a system of the kind '{kind}'")
    if kind == "enemy" and not tile.enemies:
        raise reader.error("enemies", "an Enemy system has 1 or 2")
    if tile.signal and tile.exploration:
        raise reader.error("exploration", "a system has an Exploration or a Signal, not both")
    if kind == "rift" and (sum(tile.sides) < 2 or tile.dot):
        raise reader.error("sides", "the Main Rift has at least two lanes, and is in every game")
    return tile


def _read_ship(reader: Reader, raw: Raw) -> Ship:
    return make(
        Ship,
        reader,
        raw,
        ship_class=reader.word("ship_class", v.CLASSES),
        dice=reader.word("dice", v.COLOURS),
        actions=reader.integer("actions", 1, MOST_ACTIONS),
        health=reader.integer("health", 2, MOST_HEALTH),
        energy_costs=_rising(reader, "energy_costs", (0, capacity.ENERGY - 1), 0, MOST_COST, strictly=False),
        xp=reader.word("xp", v.XP_EVENT_NAMES),
        levels=_rising(reader, "levels", (capacity.LEVELS - 1, capacity.LEVELS - 1), 1, capacity.XP, strictly=True),
    )


def _read_mod(reader: Reader, raw: Raw) -> Mod:
    level = reader.integer("level", 1, capacity.LEVELS)
    activation = "energy" if level % 2 else "passive"
    tables = reader.tables("effects", capacity.MOD_EFFECTS)
    if len(tables) != capacity.MOD_EFFECTS:
        raise reader.error("effects", f"{len(tables)} effects; {capacity.MOD_EFFECTS} are needed to choose from")
    effects = tuple(read_effect(table, activation) for table in tables)
    return make(Mod, reader, raw, ship=reader.word("ship", v.SHIPS), level=level, effects=effects)


def _read_module(reader: Reader, raw: Raw) -> Module:
    activation = reader.word("activation", v.ACTIVATIONS)
    return make(
        Module,
        reader,
        raw,
        activation=activation,
        value=reader.integer("value", 1, MOST_VALUE),
        copies=reader.integer("copies", 1, capacity.MODULE_CARDS, default=1),
        effect=read_effect(reader.table("effect", reader.take("effect")), activation),
    )


def _read_damaged(reader: Reader, raw: Raw) -> Damaged:
    modifiers = read_modifiers(reader, "modifiers")
    if not modifiers:
        raise reader.error("modifiers", "at least one modifier is needed")
    better = {name: way for name, way, _ in v.MODIFIERS}
    for modifier, add in modifiers:
        if (add > 0) == (better[modifier] == "high"):
            raise reader.error("modifiers", f"{modifier} {add:+d} is a change for the better; a Damaged card has none")
    copies = reader.integer("copies", 1, capacity.DAMAGED_CARDS, default=1)
    return make(Damaged, reader, raw, copies=copies, modifiers=modifiers)


def _read_ally(reader: Reader, raw: Raw) -> Ally:
    modules = reader.integer("modules", 0, capacity.DISPLAY)
    rows = read_rows(reader, "rows", SERVICES)
    return make(
        Ally,
        reader,
        raw,
        modules=modules,
        precursors=reader.integer("precursors", 0, capacity.DISPLAY - modules),
        price=reader.integer("price", -3, 3, default=0),
        cost=reader.integer("cost", 0, MOST_COST if rows else 0, default=0),
        rows=rows,
    )


def _read_enemy(reader: Reader, raw: Raw) -> Enemy:
    return make(
        Enemy,
        reader,
        raw,
        level=reader.integer("level", 1, capacity.ENEMY_LEVELS),
        health=reader.integer("health", 1, ENEMY_HEALTH),
        shield=reader.integer("shield", 0, ENEMY_SHIELD),
        abilities=read_abilities(reader, avatar=False),
    )


def _read_avatar(reader: Reader, raw: Raw) -> Avatar:
    return make(
        Avatar,
        reader,
        raw,
        number=reader.integer("number", 1, capacity.AVATARS),
        health=reader.integer("health", 1, AVATAR_HEALTH),
        shield=reader.integer("shield", 0, AVATAR_SHIELD),
        abilities=read_abilities(reader, avatar=True),
    )


def _read_exploration(reader: Reader, raw: Raw) -> Exploration:
    kind = reader.word("kind", v.EXPLORATION_KINDS)
    return make(Exploration, reader, raw, kind=kind, options=read_options(reader, kind))


def _read_signal(reader: Reader, raw: Raw) -> Signal:
    markers = reader.integer("markers", 0, capacity.MARKERS)
    instructions = read_instructions(reader) if markers else ()
    return make(
        Signal,
        reader,
        raw,
        level=reader.word("level", v.SIGNAL_LEVELS),
        markers=markers,
        ships=reader.integer("ships", 1, 3, default=1),
        instructions=instructions,
        on_reveal=read_rows(reader, "on_reveal", ON_SIGNALS),
        each_turn=read_rows(reader, "each_turn", EACH_TURN),
        on_solved=read_rows(reader, "on_solved", ON_SIGNALS),
    )


SIDE_IDS: Final = ("ships_3", "ships_4")
FACE_IDS: Final = tuple(f"face_{face}" for face in range(1, capacity.FACES + 1))

DECKS: Final = (
    Deck("numbers", "rules.toml", "number", Number, _read_number, len(NUMBERS), tuple(NUMBERS)),
    Deck("sides", "corruption.toml", "side", Side, _read_side, len(SIDE_IDS), SIDE_IDS),
    Deck("dice", "dice.toml", "die", Die, _read_die, len(v.COLOURS), v.COLOURS, distinct=True),
    Deck("avatar_die", "dice.toml", "avatar_face", AvatarFace, _read_face, capacity.FACES, FACE_IDS),
    Deck("tiles", "tiles.toml", "tile", Tile, _read_tile, sum(TILES_OF_KIND.values())),
    Deck("ships", "ships.toml", "ship", Ship, _read_ship, capacity.MATS, v.SHIPS, distinct=True),
    Deck("mods", "mods.toml", "mod", Mod, _read_mod, capacity.MODS, distinct=True),
    Deck("modules", "modules.toml", "module", Module, _read_module, capacity.MODULE_KINDS, distinct=True),
    Deck("precursors", "modules.toml", "precursor", Module, _read_module, capacity.PRECURSOR_KINDS, distinct=True),
    Deck("damaged", "damaged.toml", "card", Damaged, _read_damaged, capacity.DAMAGED_KINDS, distinct=True),
    Deck("allies", "allies.toml", "ally", Ally, _read_ally, capacity.ALLIES, distinct=True),
    Deck("enemies", "enemies.toml", "enemy", Enemy, _read_enemy, capacity.ENEMIES, distinct=True),
    Deck("avatars", "avatars.toml", "avatar", Avatar, _read_avatar, capacity.AVATARS, least=1, distinct=True),
    Deck(
        "explorations",
        "explorations.toml",
        "card",
        Exploration,
        _read_exploration,
        capacity.EXPLORATIONS,
        distinct=True,
    ),
    Deck("signals", "signals.toml", "signal", Signal, _read_signal, capacity.SIGNALS, distinct=True),
)
