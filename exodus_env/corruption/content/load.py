"""Reading content: our TOML files, a user's own folder over them, and all checks before a game begins."""

from collections import Counter
from pathlib import Path
from typing import Final

from exodus_env.corruption import capacity
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.decks import DECKS
from exodus_env.corruption.content.entries import Content, Side
from exodus_env.corruption.content.limits import DICE_OF_A_COLOUR, HEALTH_MARKERS, TILES_OF_KIND
from exodus_env.kit.content.load import Library
from exodus_env.kit.content.reader import ContentError

__all__ = ["Content", "ContentError", "content_of", "load_content"]

OURS: Final = Path(__file__).parent / "data"


# -- decks together ------------------------------------------------------------------------------------------------


def _check_together(content: Content) -> None:
    """What no single entry shows: counts over a deck, and what one deck requires of another."""
    _check_tiles(content)
    for side in content.sides:
        _check_side(content, side)
    _check_ships(content)
    _check_mods(content)
    _check_modules(content)
    _check_foes(content)
    _check_explorations(content)
    _check_signals(content)
    _check_rows(content)


def _check_tiles(content: Content) -> None:
    """There are as many tiles of each kind as the text says, every Key once, and a card for every symbol."""
    kinds = Counter(tile.kind for tile in content.tiles)
    for kind, wanted in TILES_OF_KIND.items():
        if kinds[kind] != wanted:
            raise ContentError(
                "tiles.toml", "", "kind", f"{kinds[kind]} tiles of the kind '{kind}'; {wanted} are needed"
            )
    signals = sorted(tile.signal for tile in content.tiles if tile.signal)
    if signals != list(range(1, capacity.KEYS + 1)):
        raise ContentError("tiles.toml", "", "signal", f"{signals}; each of 1 to {capacity.KEYS} is needed once")
    for symbol, cards, file in (
        ("exploration", len(content.explorations), "explorations.toml"),
        ("ally", len(content.allies), "allies.toml"),
    ):
        tiles = sum(getattr(tile, symbol) for tile in content.tiles)
        if tiles > cards:
            raise ContentError("tiles.toml", "", symbol, f"{tiles} tiles, but {file} has {cards} cards")


def _check_side(content: Content, side: Side) -> None:
    """The tiles left for a number of ships make its piles, with its Keys, and there are cards for its boxes."""
    tiles = content.tiles_with(side.ships)
    kinds = Counter(tile.kind for tile in tiles)
    for what, have, need in (
        ("allied and enemy", kinds["allied"] + kinds["enemy"], side.piles * capacity.PILE_TILES),
        ("corrupt", kinds["corrupt"], side.piles),  # one in each pile above the Main Rift's, and the Starting System
    ):
        if have != need:
            problem = f"with {side.ships} ships {have} {what} tiles are left; {side.piles} piles need {need}"
            raise ContentError("tiles.toml", "", "dot", problem)
    signals = sorted(tile.signal for tile in tiles if tile.signal)
    if signals != list(range(1, side.keys + 1)):
        problem = f"with {side.ships} ships the signals {signals} are left; 1 to {side.keys} are needed"
        raise ContentError("tiles.toml", "", "signal", problem)
    if len(side.boxes) > min(len(content.avatars), capacity.AVATARS_IN_PLAY):
        raise ContentError("corruption.toml", side.id, "boxes", f"more boxes than the {len(content.avatars)} Avatars")
    drawn = content.number("enemy_deck") + len(side.boxes) * side.enemies
    if drawn > len(content.enemies):
        problem = f"{drawn} Enemies would be drawn over the game; enemies.toml has {len(content.enemies)}"
        raise ContentError("corruption.toml", side.id, "enemies", problem)
    for difficulty in v.DIFFICULTIES:
        levels = Counter(signal.level for signal in content.signals)
        have = sum(
            min(levels[level], taken) for level, taken in zip(v.SIGNAL_LEVELS, content.row(f"signals_{difficulty}"))
        )
        if have < side.keys:
            problem = f"{have} Signals to draw {side.keys} from"
            raise ContentError("rules.toml", f"signals_{difficulty}", "value", problem)


def _check_ships(content: Content) -> None:
    """Any four ships find enough dice and Health markers, besides those that a Signal may need."""
    colours = Counter(ship.dice for ship in content.ships)
    for colour, ships in colours.items():
        if ships * capacity.OWN_DICE > DICE_OF_A_COLOUR:
            raise ContentError(
                "ships.toml", "", "dice", f"{ships} ships use {colour}; there are {DICE_OF_A_COLOUR} dice"
            )
    largest = sorted((ship.health for ship in content.ships), reverse=True)[: capacity.SHIPS]
    wanted = max((s.markers for s in content.signals for i in s.instructions if i.kind == "repair"), default=0)
    if sum(largest) + wanted > HEALTH_MARKERS:
        problem = f"{sum(largest)} markers for four ships and {wanted} for a Signal; there are {HEALTH_MARKERS}"
        raise ContentError("ships.toml", "", "health", problem)
    for ship in content.ships:
        if content.number("start_energy") > 1 + len(ship.energy_costs):
            problem = f"{content.number('start_energy')} markers at the start; room for {1 + len(ship.energy_costs)}"
            raise ContentError("ships.toml", ship.id, "energy_costs", problem)


def _check_mods(content: Content) -> None:
    """Every ship has one Mod of each level."""
    found = Counter((mod.ship, mod.level) for mod in content.mods)
    for ship in v.SHIPS:
        for level in range(1, capacity.LEVELS + 1):
            if found[ship, level] != 1:
                problem = f"{found[ship, level]} Mods of {ship} with level {level}; exactly 1 is needed"
                raise ContentError("mods.toml", "", "level", problem)


def _check_modules(content: Content) -> None:
    """Decks fit the records, and are enough for everything that Allies lay out."""
    for attribute, file, offered, most in (
        ("modules", "modules.toml", sum(ally.modules for ally in content.allies), capacity.MODULE_CARDS),
        ("precursors", "modules.toml", sum(ally.precursors for ally in content.allies), capacity.PRECURSOR_CARDS),
        ("damaged", "damaged.toml", 1, capacity.DAMAGED_CARDS),
    ):
        cards = sum(card.copies for card in getattr(content, attribute))
        if not offered <= cards <= most:
            raise ContentError(file, "", "copies", f"{cards} cards of {attribute}; {offered} to {most} are allowed")


def _check_foes(content: Content) -> None:
    """Each level has Enemies, the first deck is all of level 1, and Avatars are stronger than any Enemy."""
    levels = Counter(enemy.level for enemy in content.enemies)
    for level in range(1, capacity.ENEMY_LEVELS + 1):
        least = content.number("enemy_deck") if level == 1 else 1
        if levels[level] < least:
            problem = f"{levels[level]} Enemies of level {level}; at least {least} are needed"
            raise ContentError("enemies.toml", "", "level", problem)
    numbers = sorted(avatar.number for avatar in content.avatars)
    if numbers != list(range(1, len(numbers) + 1)):
        problem = f"{numbers}; each of 1 to {len(numbers)} is needed once"
        raise ContentError("avatars.toml", "", "number", problem)
    for field in ("health", "shield"):
        strongest = max(getattr(enemy, field) for enemy in content.enemies)
        for avatar in content.avatars:
            if getattr(avatar, field) <= strongest:
                problem = f"{getattr(avatar, field)} is not allowed; it must be more than the {strongest} of an Enemy"
                raise ContentError("avatars.toml", avatar.id, field, problem)


def _check_explorations(content: Content) -> None:
    """There is a ship of every class that an option requires."""
    ours = {ship.ship_class for ship in content.ships}
    for card in content.explorations:
        for option in card.options:
            if option.ship_class != v.NOTHING and v.CLASSES[option.ship_class] not in ours:
                problem = f"no ship is of the class '{v.CLASSES[option.ship_class]}'"
                raise ContentError("explorations.toml", card.id, "options", problem)


def _check_signals(content: Content) -> None:
    """A Signal can be solved whatever ships and modules there are."""
    for signal in content.signals:
        open_to_all = [i for i in signal.instructions if i.ship_class == v.NOTHING]
        if open_to_all and all(instruction.kind == "discard" for instruction in open_to_all):
            problem = "modules may be out of reach; another instruction open to every class is needed"
            raise ContentError("signals.toml", signal.id, "instructions", problem)


def _check_rows(content: Content) -> None:
    """All rows together fit the tables."""
    rows = sum(len(effect.rows) for effect in content.effects())
    rows += sum(len(ally.rows) for ally in content.allies)
    rows += sum(len(enemy.abilities) for enemy in content.enemies)
    rows += sum(len(avatar.abilities) for avatar in content.avatars)
    rows += sum(len(option.rows) + len(option.failure) for card in content.explorations for option in card.options)
    for signal in content.signals:
        rows += len(signal.on_reveal) + len(signal.each_turn) + len(signal.on_solved)
        rows += sum(len(instruction.failure) for instruction in signal.instructions)
    if rows > capacity.ALL_ROWS:
        raise ContentError("mods.toml", "", "effects", f"{rows} rows over all decks; at most {capacity.ALL_ROWS} fit")


LIBRARY: Final = Library(Content, DECKS, OURS, _check_together)
load_content: Final = LIBRARY.load
content_of: Final = LIBRARY.of
