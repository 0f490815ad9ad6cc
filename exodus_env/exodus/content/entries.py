"""What a game is made of: one frozen record for each entry of each deck, and all of them together."""

from dataclasses import dataclass
from typing import ClassVar

from exodus_env.kit.content.making import Entry
from exodus_env.kit.hexes import Hex

GARRISON_FIELDS = ("resistance_1", "resistance_2", "resistance_3")


@dataclass(frozen=True)
class Effect:
    """One effect row. `a`, `b`, `c` mean what vocabulary.py says for the opcode."""

    do: str
    target: str
    a: int = 0
    b: int = 0
    c: int = 0
    condition: str = "always"
    quantity: str = "none"
    amount: int = 0
    option: int = 0  # 0: unconditional; k > 0: part of option k of the `choose` row before it


@dataclass(frozen=True)
class Number(Entry):
    """A number, or a row of numbers, of the rules."""

    labelled: ClassVar[bool] = True

    value: tuple[int, ...]


@dataclass(frozen=True)
class ModifierBase(Entry):
    """The value of a modifier before any technology or law."""

    labelled: ClassVar[bool] = True

    value: int


@dataclass(frozen=True)
class Variant(Entry):
    """What a variant changes at the start and in the turn."""

    labelled: ClassVar[bool] = True

    start_cp: int
    start_technologies: int
    technology_budget: int
    extra_ships: tuple[int, ...]
    closed: tuple[str, ...]
    taxed: bool
    action_rounds: int
    reactions: bool


@dataclass(frozen=True)
class Technology(Entry):
    """A technology of the board."""

    colour: str
    type: str
    cost: int
    start: bool
    effects: tuple[tuple[str, int], ...]  # modifier and the value it is set to
    factions: tuple[str, ...]  # modifier and the value to which it is set


@dataclass(frozen=True)
class Ship(Entry):
    """A blueprint."""

    count: int
    cp: int
    axinium: int
    slots: int
    capacity: int
    vp: int
    start: int
    start_upgrades: tuple[str, ...]
    count_eoe: int  # with Edge of Extinction
    start_eoe: int


@dataclass(frozen=True)
class ShipUpgrade(Entry):
    """A cannon, a shield, a drive or a module."""

    sort: str
    strength: int
    cp: int
    phasium: int
    technology: str  # empty: needs none
    limit: int  # tokens a player has, 0: no limit
    aim: int  # taken off the roll the dice of a cannon need


@dataclass(frozen=True)
class Rocket(Entry):
    """A weapon of mass destruction."""

    dice: int
    damage: str
    cp: int
    phasium: int
    technology: str


@dataclass(frozen=True)
class ActionCard(Entry):
    """A card of a player's hand: primary half and reaction half."""

    action: str
    reaction: str


@dataclass(frozen=True)
class EffectCard(Entry):
    """A card that does what its effect rows say."""

    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class BonusCard(EffectCard):
    """A bonus action the Vice-Chancellor can propose."""

    immediate: bool  # takes effect when it is taken; there is no bonus step then
    once: bool  # once in a game


@dataclass(frozen=True)
class PoliticalCard(EffectCard):
    """A card the Council votes on."""

    kind: str


@dataclass(frozen=True)
class ResistanceCard(EffectCard):
    """A Centaurian ship, and what its conqueror gets."""

    level: int
    dice: int
    shield: int
    vp: int
    aim: int  # taken off the roll its dice need


@dataclass(frozen=True)
class OutpostCard(EffectCard):
    """What the conqueror of an Outpost gets."""

    level: int
    copies: int
    vp: int


@dataclass(frozen=True)
class EventCard(EffectCard):
    """What happens to players who explore a hex."""

    kind: str
    copies: int


@dataclass(frozen=True)
class Leader(EffectCard):
    """A Leader: lasting effects, and what happens once at the end of setup."""

    start: tuple[Effect, ...]


@dataclass(frozen=True)
class Planet(Entry):
    """A planet hex, with the badges of new planets."""

    resource: str
    amount: int
    maximum: int
    vp: int
    moons: int
    home: bool
    second: str  # resource of the second counter, "none" except for dual planets
    second_amount: int
    second_maximum: int
    finite: bool
    barren: bool
    peaceful: bool
    advanced: str  # technology type, empty: none

    def pool(self) -> str:
        """The pile it is dealt from: homes, a basic resource, or new."""
        if self.home:
            return "home"
        return "new" if self.module else self.resource


@dataclass(frozen=True)
class MarketSpace(Entry):
    """Prices of one space: ordinary and better rate of each mineral."""

    labelled: ClassVar[bool] = True

    buy_axinium: tuple[int, ...]
    sell_axinium: tuple[int, ...]
    buy_phasium: tuple[int, ...]
    sell_phasium: tuple[int, ...]


@dataclass(frozen=True)
class FleetStrength(Entry):
    """Cards of one level from decks I, II and III, for a Resistance fleet and for Warship Squadrons."""

    cards: tuple[int, ...]
    squadron: tuple[int, ...]


@dataclass(frozen=True)
class Faction(EffectCard):
    """A faction: its home planet, what it starts with, and lasting effects for its player."""

    home: str  # planet
    cp: int
    axinium: int
    phasium: int


@dataclass(frozen=True)
class FactionCard(EffectCard):
    """An action card of a faction's hand: primary half and reaction half."""

    faction: str
    reaction: tuple[Effect, ...]
    once: bool  # once in a game


@dataclass(frozen=True)
class CombatEffect:
    """What a combat card does in its round to its own side or to the enemies."""

    effect: str
    whom: str
    amount: int


@dataclass(frozen=True)
class FoeCard(Entry):
    """A combat card of the Centaurian Resistance."""

    order: int  # the lowest is resolved first
    timing: str
    needs: str
    amount: int  # of what it needs
    copies: int
    effects: tuple[CombatEffect, ...]


@dataclass(frozen=True)
class CombatCard(FoeCard):
    """A combat card of the players."""

    cost: int  # Population on board it takes
    once: bool  # once in a game


@dataclass(frozen=True)
class PlanetaryUpgrade(Entry):
    """An upgrade of a planet."""

    cp: int
    phasium: int
    technology: str
    limit: int  # tokens a player has


@dataclass(frozen=True)
class Layout(Entry):
    """A map for a number of players."""

    layout: str
    players: int
    hexes: tuple[Hex, ...]
    homes: tuple[Hex, ...]
    resistance_1: tuple[Hex, ...]
    resistance_2: tuple[Hex, ...]
    resistance_3: tuple[Hex, ...]
    cp: int
    axinium: int
    phasium: int
    new_planets: tuple[int, ...]  # CP, Axinium, Phasium and new planets with M5
    starts: tuple[tuple[Hex, ...], ...]  # where a player's chosen planet may go, by home
    fixed: tuple[tuple[str, Hex], ...]  # planets that are not dealt, and where they lie

    @classmethod
    def own_fields(cls) -> tuple[str, ...]:
        """The fields as they are in the file, where counts of planets are one table."""
        return ("hexes", "homes", *GARRISON_FIELDS, "planets", "new_planets", "starts", "fixed")

    def garrisons(self) -> tuple[tuple[Hex, ...], ...]:
        """Where Resistance ships start, by level from I."""
        return self.resistance_1, self.resistance_2, self.resistance_3


@dataclass(frozen=True)
class Victory:
    """What must hold at the end of a turn."""

    turn: int  # the last turn that counts
    empty_planets: int  # at most, without the player's Population
    cp: int  # at least
    axinium: int
    phasium: int
    ships: int  # at most, Resistance ships on the map


@dataclass(frozen=True)
class Post:
    """What a player has on a planet at the start."""

    planet: str
    population: int
    ships: tuple[str, ...]


@dataclass(frozen=True)
class Mission(Entry):
    """A scenario of solitaire play. Rows by turn begin with turn 1."""

    technologies: tuple[str, ...]  # known at the start
    cp: int  # at the start, if no faction determines it
    axinium: int
    phasium: int
    posts: tuple[Post, ...]
    upgrades: tuple[tuple[str, tuple[str, ...]], ...]  # on blueprints at the start, if they are not the usual ones
    removed: tuple[str, ...]  # political cards
    closed: tuple[str, ...]  # technologies
    office_price: int  # CP for each step to a better turn-order card; 0: there are no such cards
    absolute: Victory
    tactical: Victory
    hold_home: bool  # lost as soon as nobody lives at home
    together: int  # most Resistance ships in a hex
    radar: bool  # of the NPC
    raid: int  # Population each Resistance ship kills
    moves: int  # hexes Resistance ships move
    entries: tuple[Hex, ...]  # where ships enter
    enter_1: tuple[int, ...]  # ships of level I that enter, by turn
    enter_2: tuple[int, ...]
    enter_3: tuple[int, ...]
    base: tuple[Hex, ...]  # where rockets are fired from, if anywhere
    rockets: tuple[str, ...]  # by turn, "" none

    @property
    def acts(self) -> bool:
        """Whether the NPC has turns."""
        return bool(self.moves or self.raid or self.entries or self.base)


@dataclass(frozen=True)
class Content:
    """Everything printed on boards and cards, in a fixed order."""

    numbers: tuple[Number, ...]
    modifiers: tuple[ModifierBase, ...]
    variants: tuple[Variant, ...]
    technologies: tuple[Technology, ...]
    ships: tuple[Ship, ...]
    upgrades: tuple[ShipUpgrade, ...]
    rockets: tuple[Rocket, ...]
    action_cards: tuple[ActionCard, ...]
    bonus_cards: tuple[BonusCard, ...]
    political_cards: tuple[PoliticalCard, ...]
    resistance_cards: tuple[ResistanceCard, ...]
    planets: tuple[Planet, ...]
    market: tuple[MarketSpace, ...]
    layouts: tuple[Layout, ...]
    fleets: tuple[FleetStrength, ...]
    outpost_cards: tuple[OutpostCard, ...]
    events: tuple[EventCard, ...]
    leaders: tuple[Leader, ...]
    factions: tuple[Faction, ...]
    faction_cards: tuple[FactionCard, ...]
    combat_cards: tuple[CombatCard, ...]
    foe_cards: tuple[FoeCard, ...]
    planetary: tuple[PlanetaryUpgrade, ...]
    missions: tuple[Mission, ...]
    hash: str

    def effect_decks(self) -> tuple[tuple[EffectCard, ...], ...]:
        """Decks with effect rows: political, Resistance, bonus, Outpost, Event, Leader."""
        return (
            self.political_cards,
            self.resistance_cards,
            self.bonus_cards,
            self.outpost_cards,
            self.events,
            self.leaders,
        )

    def hand(self, faction: str) -> tuple[FactionCard, ...]:
        """The action cards of a faction, by their place in its hand."""
        return tuple(card for card in self.faction_cards if card.faction == faction)

    def number(self, id: str) -> int:
        """A single number of the rules."""
        return self.row(id)[0]

    def row(self, id: str) -> tuple[int, ...]:
        """A row of numbers of the rules."""
        return next(entry.value for entry in self.numbers if entry.id == id)

    def variant(self, id: str) -> Variant:
        """A variant of the game."""
        return next(entry for entry in self.variants if entry.id == id)

    def mission(self, id: str) -> Mission:
        """A scenario of solitaire play."""
        return next(entry for entry in self.missions if entry.id == id)

    def layout(self, layout: str, players: int) -> Layout:
        """The map of a size for a number of players."""
        return next(entry for entry in self.layouts if (entry.layout, entry.players) == (layout, players))
