"""What a game is made of: one frozen record for each entry of each deck, and all of them together."""

from dataclasses import dataclass
from typing import ClassVar

from exodus_env.corruption.content import vocabulary as v
from exodus_env.kit.content.making import Entry


@dataclass(frozen=True)
class Row:
    """One operation. vocabulary.py says what `of` and `into` mean for it."""

    do: str
    target: str = "none"
    amount: int = 0
    of: int = v.NOTHING
    into: int = v.NOTHING


@dataclass(frozen=True)
class Ability:
    """An operation of an Enemy or Avatar, and when it happens."""

    trigger: str
    least: int  # what the trigger counts up to; 0 where it counts nothing
    row: Row


@dataclass(frozen=True)
class Effect:
    """What equipment does: lasting modifiers, or rows in a window."""

    name: str
    activation: str
    energy: int  # markers to turn
    window: str
    spends: int  # symbol of dice it uses up, NOTHING: none
    dice: int  # how many of them
    each: bool  # all of them, with the rows carried out once for each
    needs: tuple[tuple[str, int], ...]  # condition and its amount
    modifiers: tuple[tuple[str, int], ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Option:
    """An option of an Exploration; a Danger has one without rows."""

    name: str
    ship_class: int  # a ship of this class must take part; NOTHING: any
    skill: int  # symbol of the Skill Roll; NOTHING: none
    count: int  # how many of it
    rows: tuple[Row, ...]
    failure: tuple[Row, ...]


@dataclass(frozen=True)
class Instruction:
    """What can be done about a Signal for an Action."""

    kind: str
    ship_class: int  # a ship of this class must take part; NOTHING: any
    amount: int
    of: int  # skill: symbol; fight: 0 from the deck, 1 from the reserve; otherwise NOTHING
    removes: int  # markers
    failure: tuple[Row, ...]


@dataclass(frozen=True)
class Number(Entry):
    """A number, or a row of numbers, of the rules."""

    labelled: ClassVar[bool] = True

    value: tuple[int, ...]


@dataclass(frozen=True)
class Side(Entry):
    """A side of the Corruption mat, for a number of ships."""

    labelled: ClassVar[bool] = True

    ships: int
    spaces: int  # the marker starts on the first; the last is the Rise of the Corruption
    boxes: tuple[int, ...]  # spaces that bring an Avatar and Enemies
    enemies: int  # cards of the reserve that join the Enemy deck at a box
    keys: int
    piles: int  # of the system stack


@dataclass(frozen=True)
class Die(Entry):
    """A colour of dice: faces with each symbol."""

    labelled: ClassVar[bool] = True

    faces: tuple[int, ...]


@dataclass(frozen=True)
class AvatarFace(Entry):
    """A face of the Avatar die."""

    labelled: ClassVar[bool] = True

    moves: int
    wormhole: bool


@dataclass(frozen=True)
class Tile(Entry):
    """A system. Side i of `sides` faces direction i of kit/hexes.py before the tile is turned."""

    labelled: ClassVar[bool] = True

    kind: str
    sides: tuple[int, ...]  # 1: a lane, 0: a wall
    exploration: bool
    signal: int  # number of its Key, 0: none
    ally: bool
    wormhole: bool
    enemies: int
    surveillance: bool
    reserve: bool  # Enemies come from the reserve
    dot: bool  # out of the game with three ships


@dataclass(frozen=True)
class Ship(Entry):
    """A ship mat."""

    ship_class: str
    dice: str  # colour
    actions: int
    health: int
    energy_costs: tuple[int, ...]  # of the second marker, the third, ...
    xp: str  # what moves the XP marker
    levels: tuple[int, ...]  # XP that unlock Mods 2 to 6


@dataclass(frozen=True)
class Mod(Entry):
    """A Precursor Mod: one of its two effects is chosen for good."""

    ship: str
    level: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Module(Entry):
    """A Ship Module or Precursor Ship Module."""

    activation: str
    value: int
    copies: int
    effect: Effect


@dataclass(frozen=True)
class Damaged(Entry):
    """A Damaged card: lasting changes for the worse."""

    copies: int
    modifiers: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Ally(Entry):
    """An Ally: what it offers, and a service."""

    modules: int
    precursors: int
    price: int  # added to the value of each module it sells
    cost: int  # of the service, in Scraps
    rows: tuple[Row, ...]  # of the service; empty: there is none


@dataclass(frozen=True)
class Enemy(Entry):
    """An Enemy card."""

    level: int
    health: int
    shield: int
    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class Avatar(Entry):
    """An Avatar."""

    number: int
    health: int
    shield: int
    abilities: tuple[Ability, ...]


@dataclass(frozen=True)
class Exploration(Entry):
    """An Exploration card."""

    kind: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Signal(Entry):
    """A Precursor Signal: solved, and its Key taken, when no marker is left and enough ships are there."""

    level: str
    markers: int
    ships: int  # in the system when the Key is taken, or all that are left if they are fewer
    instructions: tuple[Instruction, ...]
    on_reveal: tuple[Row, ...]
    each_turn: tuple[Row, ...]  # in the End phase while it is not solved
    on_solved: tuple[Row, ...]


@dataclass(frozen=True)
class Content:
    """Everything printed on tiles, mats, dice and cards, in a fixed order."""

    numbers: tuple[Number, ...]
    sides: tuple[Side, ...]
    dice: tuple[Die, ...]
    avatar_die: tuple[AvatarFace, ...]
    tiles: tuple[Tile, ...]
    ships: tuple[Ship, ...]
    mods: tuple[Mod, ...]
    modules: tuple[Module, ...]
    precursors: tuple[Module, ...]
    damaged: tuple[Damaged, ...]
    allies: tuple[Ally, ...]
    enemies: tuple[Enemy, ...]
    avatars: tuple[Avatar, ...]
    explorations: tuple[Exploration, ...]
    signals: tuple[Signal, ...]
    hash: str

    def number(self, id: str) -> int:
        """A single number of the rules."""
        return self.row(id)[0]

    def row(self, id: str) -> tuple[int, ...]:
        """A row of numbers of the rules."""
        return next(entry.value for entry in self.numbers if entry.id == id)

    def side(self, ships: int) -> Side:
        """The side of the Corruption mat for a number of ships."""
        return next(entry for entry in self.sides if entry.ships == ships)

    def mods_of(self, ship: str) -> tuple[Mod, ...]:
        """The six Mods of a ship by level."""
        return tuple(sorted((mod for mod in self.mods if mod.ship == ship), key=lambda mod: mod.level))

    def effects(self) -> tuple[Effect, ...]:
        """Every effect of equipment: of Mods in their order, then Ship Modules, then Precursor Ship Modules."""
        mods = tuple(effect for mod in self.mods for effect in mod.effects)
        return mods + tuple(module.effect for module in self.modules + self.precursors)

    def tiles_with(self, ships: int) -> tuple[Tile, ...]:
        """The tiles in a game of 3 or 4 ships."""
        return tuple(tile for tile in self.tiles if ships > 3 or not tile.dot)

    def signals_of(self, difficulty: str) -> tuple[tuple[Signal, int], ...]:
        """The Signals a difficulty draws from, each with how many of its level are taken."""
        taken = dict(zip(v.SIGNAL_LEVELS, self.row(f"signals_{difficulty}")))
        return tuple((signal, taken[signal.level]) for signal in self.signals if taken[signal.level])
