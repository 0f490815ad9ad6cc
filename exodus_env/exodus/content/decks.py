"""The decks: where each stands, how its entries are read, and what is allowed in them."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Final, TypeVar

from exodus_env.exodus import capacity
from exodus_env.exodus.config import DIFFICULTIES, FACTIONS, LENGTHS, MAPS, VARIANTS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.effects import EXPLORING, GREATEST, LASTING, LASTING_TARGETS, ORDINARY, read_effects
from exodus_env.exodus.content.entries import (
    ActionCard,
    BonusCard,
    CombatCard,
    CombatEffect,
    Entry,
    EventCard,
    Faction,
    FactionCard,
    FleetStrength,
    FoeCard,
    Hex,
    Layout,
    Leader,
    MarketSpace,
    ModifierBase,
    Number,
    OutpostCard,
    Planet,
    PlanetaryUpgrade,
    PoliticalCard,
    ResistanceCard,
    Rocket,
    Ship,
    ShipUpgrade,
    Technology,
    Variant,
)
from exodus_env.exodus.content.geometry import CENTRE, spacing, steps_from
from exodus_env.exodus.content.reader import Reader, shown

FARTHEST: Final = 8  # hexes from the centre

# "user": the value comes from a folder of the user's own.
PROVENANCES: Final = ("rulebook", "public", "reconstructed", "user")
EOE: Final = "EoE"  # entries of Edge of Extinction, which name it as others name a module of Event Horizon
MODULES: Final = (*(f"M{number}" for number in range(1, 11)), EOE)
# A tag says that an entry is about nothing else; "competitive" that it makes no sense where players win together.
TAGS: Final = ("high_council", "wmd", "player_combat", "end_vp", "competitive")
GARRISON_FIELDS: Final = ("resistance_1", "resistance_2", "resistance_3")
LABELLED: Final = (Number, ModifierBase, Variant, MarketSpace)  # their names are labels of ours
COMMON: Final = ("id", "name", "text", "provenance", "reconstructed", "tags", "module")

# Bounds here keep every number within the records and the scales of encoding/observations.py.
MOST_UNITS: Final = 20  # resources to place, exchanges: whatever one action counts down
MOST_VP: Final = 20  # of a ship or a Resistance card
MOST_PLANET_VP: Final = 12
MOST_MINERALS: Final = 50
MOST_CP: Final = 1000
MOST_CUBES: Final = 40  # all of them may be Population on one planet
MOST_SLOTS: Final = 8
MOST_CAPACITY: Final = 3
MOST_RESISTANCE: Final = 12  # dice, shield
MOST_BUDGET: Final = 40  # CP of starting technologies
STRENGTHS: Final = {
    "cannon": 6,
    "shield": 4,
    "drive": capacity.LONGEST_PATH,
    "hyperspace": capacity.LONGEST_PATH,
    "module": 2,
}
HAND: Final = 6  # action cards of a faction
MOST_TOKENS: Final = 20  # of an upgrade
MOST_AIM: Final = 4  # a six always hits and a one never does
MOST_DEALT: Final = 6  # combat cards at a time
MOST_IN_HAND: Final = 12
MOST_DICE: Final = 12

# How many numbers each rule has, the least and the greatest.
NUMBERS: Final[dict[str, tuple[int, int, int]]] = {
    "cubes": (1, 8, MOST_CUBES),
    "marker_cubes": (1, 0, 8),
    "start_axinium": (1, 0, MOST_MINERALS),
    "start_phasium": (1, 0, MOST_MINERALS),
    "start_population": (1, 0, 20),
    "cp_cap": (1, 1, MOST_CP),
    "axinium_cap": (1, 1, MOST_MINERALS),
    "phasium_cap": (1, 1, MOST_MINERALS),
    "bid_limit": (1, 1, 99),
    "unit_value": (3, 1, 50),
    "revealed_cards": (1, 1, capacity.REVEALED),
    "revealed_cards_two_players": (1, 1, capacity.REVEALED),
    "bonus_proposals": (1, 1, capacity.REVEALED),
    "bonus_proposals_two_players": (1, 1, capacity.REVEALED),
    "reaction_cost_own": (1, 0, 5),
    "reaction_cost_other": (1, 0, 5),
    "conquests": (1, 1, 4),
    "rearrangements": (1, 0, 16),
    "office_vp": (capacity.PLAYERS, 0, 50),
    "bank_variant": (3, 0, 50),
    "mining_variant": (3, 0, 7),
    "basic_drive": (1, 0, 4),
    "rocket_hit": (1, 1, 7),
    "rocket_limit": (1, 0, capacity.ROCKET_SPACES),
    "fleet_level": (9, 1, capacity.FLEET_LEVELS),
    "fleet_strong": (1, 0, capacity.FLEET_LEVELS),
    "bonus_draw": (1, 1, capacity.BONUS_CARDS),
    "start_vp": (1, 0, 50),
    "outpost_tokens": (capacity.OUTPOST_LEVELS + 1, 0, capacity.OUTPOST_TOKENS),
    "outpost_growth": (1, 0, 20),
    "outpost_base_dice": (1, 0, 6),
    "outpost_fighter_dice": (1, 0, 6),
    "debris_hit": (1, 1, 7),
    "bounty_vp": (1, 0, MOST_VP),
    "interest_vp": (1, 0, MOST_VP),
    "barren_roll": (1, 1, 7),
    "advanced_discount": (1, 0, 50),
    "gates": (1, 0, capacity.GATES),
    "gate_cp": (1, 1, GREATEST),
    "gate_axinium": (1, 0, GREATEST),
    "satellites": (1, 0, capacity.SATELLITES),
    "satellite_cp": (1, 1, GREATEST),
    "satellite_axinium": (1, 0, GREATEST),
    "satellite_damage": (1, 0, 6),
    "satellite_range": (1, 0, 16),
    "barrier_damage": (1, 0, 6),
    "barrier_distance": (1, 0, 6),
    "market_spaces_solo": (1, 1, capacity.MARKET_SPACES),
    "revealed_cards_coop": (1, 1, capacity.REVEALED),
    "vp_loss_price": (3, 1, 20),
    "vp_gain_price": (3, 1, 20),
    "squadrons": (1, 1, 6),
    "stronghold_levels": (1, 1, 6),
    "activation_turn": (2, 1, 9),
    "squadron_level": (1, 0, capacity.FLEET_LEVELS),
    "squadron_shield": (2, -9, 9),
    "difficulty_shield": (len(DIFFICULTIES), -9, 9),
    "squadron_damage": (1, 1, 6),
    "squadron_vp": (1, 0, MOST_VP),
    "stronghold_dice": (1, 1, 24),
    "stronghold_shield": (1, 0, 24),
    "stronghold_hit": (1, 2, 6),
    "star_rolls_from": (1, 1, 6),
    "star_evolutions": (1, 1, 6),
    "cubes_eoe": (1, 8, MOST_CUBES),
    "eoe_technologies": (len(LENGTHS), 0, 10),
    "eoe_technology_budget": (len(LENGTHS), 0, MOST_BUDGET),
    "eoe_technology_most": (1, 0, GREATEST),
    "fleet_level_eoe": (9, 1, capacity.FLEET_LEVELS),
    "activation_turn_eoe": (2, 1, 9),
    "squadron_shield_eoe": (1, -9, 9),
    "combat_limit": (1, 0, MOST_IN_HAND),
    **{f"combat_deal_{players}": (players, 0, MOST_DEALT) for players in range(2, capacity.PLAYERS + 1)},
    "clone_growth": (1, 0, 20),
    "sds_roll": (1, 1, 7),
    "commando_roll": (1, 1, 7),
    "vp_price": (1, 1, GREATEST),
}

# The least and the greatest value of each modifier, as its base and as a technology sets it.
FLAG: Final = (0, 1)
EXTRA_COST: Final = (-50, 50)
DISCOUNT: Final = (0, 50)
MODIFIER_RANGES: Final[dict[str, tuple[int, int]]] = {
    "tax": (0, 10),
    "growth": (0, 20),
    "repair": (0, 20),
    "cp_extraction": (0, 6),
    "axinium_extraction": (0, 6),
    "phasium_extraction": (0, 6),
    "bank": (0, 50),
    "bank_dice": (1, 2),
    "mining": (0, MOST_UNITS),
    "mining_dice": (1, 2),
    "exchanges": (0, 16),
    "trade_both_ways": FLAG,
    "research_discount": DISCOUNT,
    "military_discount": DISCOUNT,
    "civilian_discount": DISCOUNT,
    "transport_discount": DISCOUNT,
    "first_card_returns": FLAG,
    "third_action": FLAG,
    "reaction_discount": (0, 5),
    "reactions_barred": FLAG,
    "votes": (0, 10),
    "election_bonus": (0, 50),
    "ship_cp": EXTRA_COST,
    "ship_axinium": EXTRA_COST,
    "upgrade_cp": EXTRA_COST,
    "upgrade_phasium": EXTRA_COST,
    "rocket_cp": EXTRA_COST,
    "rocket_phasium": EXTRA_COST,
    "rockets_barred": FLAG,
    "rocket_distance": (-6, 16),
    "rocket_range": (0, 16),
    "radar": FLAG,
    "cloaking": FLAG,
    "civilian_ships": FLAG,
    "descend": (1, 6),
    "hit": (2, 6),
    "first_round_hit": (2, 6),
    "shield_bonus": (0, 3),
    "movement": (0, 4),
    "combat_barred": FLAG,
    "council_combat_barred": FLAG,
    "hex_vp": (0, MOST_VP),
    "council_vp": (0, MOST_VP),
    "ship_vp": (0, MOST_VP),
    "elections_barred": FLAG,
    "market_bonus": (0, 10),
    "planet_cp": (0, 50),
    "solar_hit": (2, 7),
    "solar_shield": (0, 4),
    "outpost_dice": (0, 12),
    "outpost_hit": (2, 6),
    "outpost_shield": (0, 12),
    "surface_cloaking": FLAG,
    "sector_scan": FLAG,
    "bid_double": (0, 99),
    "controlled_vp": (0, MOST_VP),
    "advanced_repair": (0, 20),
    "radar_proof": FLAG,
    "leftmost_space": FLAG,
    "vp_trades": (0, MOST_UNITS),
    "technologies_each": (1, 3),
    "copy_cost": (0, GREATEST),
    "copy_landing": FLAG,
    "law_vp": (0, MOST_VP),
    "technology_vp": (0, MOST_VP),
    "singularity": (0, GREATEST),
    "office_bonus": (0, MOST_VP),
    "corrupt_politics": FLAG,
    "visionary_politics": FLAG,
    "react_anywhere": FLAG,
    "basic_tactics": FLAG,
    "advanced_tactics": FLAG,
    "fringe_tactics": FLAG,
    "reroll": FLAG,
    "quantum_reflection": FLAG,
    "commandos": FLAG,
    "bomber_dice": (0, MOST_DICE),
    "interceptor_dice": (0, MOST_DICE),
    "rocket_dice": (0, MOST_DICE),
    "learned_vp": (0, MOST_VP),
    "combat_draw": (0, MOST_DEALT),
}
# Modifiers of Edge of Extinction: without it they have the least value of their range, which changes nothing.
EOE_MODIFIERS: Final = v.MODIFIER_NAMES[v.MODIFIER_NAMES.index("advanced_repair") :]
if tuple(MODIFIER_RANGES) != v.MODIFIER_NAMES:
    raise AssertionError("every modifier needs a range")

Made = TypeVar("Made", bound=Entry)
Raw = dict[str, Any]


@dataclass(frozen=True)
class Deck:
    """Where a deck stands and how its entries are read."""

    attribute: str  # of Content
    file: str
    table: str
    made: type[Entry]
    read: Callable[[Reader, Raw], Entry]
    most: int
    only: tuple[str, ...] = ()  # exactly these ids, in this order
    least: int = 1
    distinct: bool = False  # names are words of actions


def own_fields(made: type[Entry]) -> tuple[str, ...]:
    """Fields of an entry that can be known or ours; the name only where it is printed on something."""
    if made is Layout:
        return ("hexes", "homes", *GARRISON_FIELDS, "planets", "new_planets", "starts")
    own = tuple(field.name for field in fields(made) if field.name not in COMMON)
    return own if made in LABELLED else ("name", *own)


def _entry(made: type[Made], reader: Reader, raw: Raw, **values: Any) -> Made:
    """An entry of a deck: its own values and what every entry carries."""
    own = own_fields(made)
    provenance = reader.word("provenance", PROVENANCES)
    listed = reader.words("reconstructed", own)
    return made(
        id=raw["id"] if reader.has("id") else "",
        name=reader.text("name"),
        text=reader.text("text"),
        provenance=provenance,
        reconstructed=own if provenance == "reconstructed" else listed,
        tags=reader.words("tags", TAGS),
        module=reader.word("module", MODULES, default=""),
        **values,
    )


def _read_number(reader: Reader, raw: Raw) -> Number:
    length, low, high = NUMBERS[raw["id"]]
    value = (reader.integer("value", low, high),) if length == 1 else reader.integers("value", length, low, high)
    if raw["id"] == "unit_value":
        for place in (1, 2):
            if value[place] != 1:
                raise reader.error(f"value[{place}]", f"{value[place]} is not allowed; a unit of a mineral is worth 1")
    return _entry(Number, reader, raw, value=value)


def _read_modifier(reader: Reader, raw: Raw) -> ModifierBase:
    return _entry(ModifierBase, reader, raw, value=reader.integer("value", *MODIFIER_RANGES[raw["id"]]))


def _read_variant(reader: Reader, raw: Raw) -> Variant:
    return _entry(
        Variant,
        reader,
        raw,
        start_cp=reader.integer("start_cp", 0, MOST_CP),
        start_technologies=reader.integer("start_technologies", 0, 10),
        technology_budget=reader.integer("technology_budget", 0, MOST_BUDGET),
        extra_ships=reader.integers("extra_ships", capacity.CLASSES, 0, capacity.SHIPS),
        closed=_ids(reader, "closed"),
        taxed=reader.flag("taxed"),
        action_rounds=reader.integer("action_rounds", 1, 4),
        reactions=reader.flag("reactions"),
    )


def _ids(reader: Reader, field: str) -> tuple[str, ...]:
    """A list of ids of another deck; whether they exist is checked when every deck is read."""
    values = reader.sequence(field, reader.take(field), capacity.TECHNOLOGIES)
    for value in values:
        if not isinstance(value, str):
            raise reader.error(field, f"{shown(value)} is not allowed; ids are")
    return tuple(str(value) for value in values)


def _read_technology(reader: Reader, raw: Raw) -> Technology:
    effects = []
    for row in reader.tables("effects", 2):
        modifier = row.word("modifier", v.MODIFIER_NAMES)
        effects.append((modifier, row.integer("value", *MODIFIER_RANGES[modifier])))
        row.finish()
    return _entry(
        Technology,
        reader,
        raw,
        colour=reader.word("colour", v.COLOURS),
        type=reader.word("type", v.TYPES),
        cost=reader.integer("cost", 0, GREATEST),
        start=reader.flag("start", default=True),
        effects=tuple(effects),
        factions=reader.words("factions", FACTIONS),
    )


def _read_ship(reader: Reader, raw: Raw) -> Ship:
    count, start = reader.integer("count", 0, capacity.SHIPS), reader.integer("start", 0, capacity.SHIPS)
    return _entry(
        Ship,
        reader,
        raw,
        count=count,
        cp=reader.integer("cp", 0, GREATEST),
        axinium=reader.integer("axinium", 0, GREATEST),
        slots=reader.integer("slots", 0, MOST_SLOTS),
        capacity=reader.integer("capacity", 0, MOST_CAPACITY),
        vp=reader.integer("vp", 0, MOST_VP),
        start=start,
        start_upgrades=_ids(reader, "start_upgrades"),
        count_eoe=reader.integer("count_eoe", 0, capacity.SHIPS, default=count),
        start_eoe=reader.integer("start_eoe", 0, capacity.SHIPS, default=start),
    )


def _read_upgrade(reader: Reader, raw: Raw) -> ShipUpgrade:
    sort = reader.word("sort", v.UPGRADE_SORTS)
    return _entry(
        ShipUpgrade,
        reader,
        raw,
        sort=sort,
        strength=reader.integer("strength", 1, STRENGTHS[sort]),
        cp=reader.integer("cp", 0, GREATEST),
        phasium=reader.integer("phasium", 0, GREATEST),
        technology=reader.text("technology") if reader.has("technology") else "",
        limit=reader.integer("limit", 0, MOST_TOKENS, default=0),
        aim=reader.integer("aim", 0, MOST_AIM if sort == "cannon" else 0, default=0),
    )


def _read_rocket(reader: Reader, raw: Raw) -> Rocket:
    return _entry(
        Rocket,
        reader,
        raw,
        dice=reader.integer("dice", 1, 12),
        damage=reader.word("damage", v.ROCKET_DAMAGES),
        cp=reader.integer("cp", 0, GREATEST),
        phasium=reader.integer("phasium", 0, GREATEST),
        technology=reader.text("technology"),
    )


def _read_action_card(reader: Reader, raw: Raw) -> ActionCard:
    return _entry(
        ActionCard, reader, raw, action=reader.word("action", v.ACTIONS), reaction=reader.word("reaction", v.ACTIONS)
    )


def _read_bonus_card(reader: Reader, raw: Raw) -> BonusCard:
    targets = tuple(target for target in v.TARGETS if target != "owner")
    return _entry(
        BonusCard,
        reader,
        raw,
        effects=read_effects(reader, targets, ORDINARY),
        immediate=reader.flag("immediate", default=False),
        once=reader.flag("once", default=False),
    )


def _read_political_card(reader: Reader, raw: Raw) -> PoliticalCard:
    kind = reader.word("kind", v.POLITICAL_KINDS)
    lasting = kind != "executive"
    targets = LASTING_TARGETS if lasting else tuple(target for target in v.TARGETS if target != "owner")
    effects = read_effects(reader, targets, LASTING if lasting else ORDINARY)
    return _entry(PoliticalCard, reader, raw, kind=kind, effects=effects)


def _read_resistance_card(reader: Reader, raw: Raw) -> ResistanceCard:
    return _entry(
        ResistanceCard,
        reader,
        raw,
        level=reader.integer("level", 1, capacity.RESISTANCE_LEVELS),
        dice=reader.integer("dice", 1, MOST_RESISTANCE),
        shield=reader.integer("shield", 0, MOST_RESISTANCE),
        vp=reader.integer("vp", 0, MOST_VP),
        aim=reader.integer("aim", 0, MOST_AIM, default=0),
        effects=read_effects(reader, ("owner",), ORDINARY),
    )


def _read_outpost_card(reader: Reader, raw: Raw) -> OutpostCard:
    return _entry(
        OutpostCard,
        reader,
        raw,
        level=reader.integer("level", 1, capacity.OUTPOST_LEVELS),
        copies=reader.integer("copies", 0, capacity.OUTPOST_CARDS),
        vp=reader.integer("vp", 0, MOST_VP),
        effects=read_effects(reader, ("owner",), ORDINARY),
    )


def _read_event(reader: Reader, raw: Raw) -> EventCard:
    return _entry(
        EventCard,
        reader,
        raw,
        kind=reader.word("kind", v.EVENT_KINDS),
        copies=reader.integer("copies", 0, capacity.EVENT_CARDS),
        effects=read_effects(reader, ("owner",), EXPLORING),
    )


def _read_leader(reader: Reader, raw: Raw) -> Leader:
    return _entry(
        Leader,
        reader,
        raw,
        effects=read_effects(reader, ("owner",), LASTING, least=0),
        start=read_effects(reader, ("owner",), ORDINARY, field="start", least=0),
    )


def _read_planet(reader: Reader, raw: Raw) -> Planet:
    planet = _planet(reader, raw)
    if planet.second != "none" and planet.second == planet.resource:
        raise reader.error("second", "a dual planet has two different resources")
    if planet.second == "none" and planet.second_maximum > 0:
        raise reader.error("second_maximum", "without a second resource only 0 is allowed")
    if planet.barren and (planet.maximum > 0 or planet.second != "none" or planet.resource == "none"):
        raise reader.error("barren", "a barren planet has one resource and no counter, so maximum is 0")
    if planet.resource == "none" and planet.maximum > 0:
        raise reader.error("maximum", "without a resource only 0 is allowed")
    return planet


def _planet(reader: Reader, raw: Raw) -> Planet:
    maximum = reader.integer("maximum", 0, 6)
    second_maximum = reader.integer("second_maximum", 0, 6, default=0)
    return _entry(
        Planet,
        reader,
        raw,
        resource=reader.word("resource", v.PLANET_RESOURCES),
        amount=reader.integer("amount", 0, maximum),
        maximum=maximum,
        vp=reader.integer("vp", 0, MOST_PLANET_VP),
        moons=reader.integer("moons", 0, 1),
        home=reader.flag("home", default=False),
        second=reader.word("second", v.PLANET_RESOURCES, default="none"),
        second_amount=reader.integer("second_amount", 0, second_maximum, default=0),
        second_maximum=second_maximum,
        finite=reader.flag("finite", default=False),
        barren=reader.flag("barren", default=False),
        peaceful=reader.flag("peaceful", default=False),
        advanced=reader.word("advanced", v.TYPES, default=""),
    )


def _read_space(reader: Reader, raw: Raw) -> MarketSpace:
    prices = {
        field: reader.integers(field, 2, 0, 50)
        for field in ("buy_axinium", "sell_axinium", "buy_phasium", "sell_phasium")
    }
    for mineral in ("axinium", "phasium"):
        for rate in range(2):
            if prices[f"sell_{mineral}"][rate] >= prices[f"buy_{mineral}"][rate]:
                raise reader.error(f"sell_{mineral}[{rate}]", f"must be below buy_{mineral}[{rate}]")
    return _entry(MarketSpace, reader, raw, **prices)


def _read_layout(reader: Reader, raw: Raw) -> Layout:
    counts = _planet_counts(reader, "planets", v.PLANET_RESOURCES[1:])
    new = _planet_counts(reader, "new_planets", (*v.PLANET_RESOURCES[1:], "new"))
    layout = _entry(
        Layout,
        reader,
        raw,
        layout=reader.word("layout", MAPS),
        players=reader.integer("players", 1, capacity.PLAYERS),
        **{field: _hexes(reader, field) for field in ("hexes", "homes", *GARRISON_FIELDS)},
        **counts,
        new_planets=tuple(new.values()),
        starts=_starts(reader),
    )
    _check_layout(reader, layout)
    return layout


def _planet_counts(reader: Reader, field: str, words: tuple[str, ...]) -> dict[str, int]:
    """How many planets of each pile a map takes."""
    table = reader.table(field, reader.take(field))
    counts = {word: table.integer(word, 0, capacity.PLANETS) for word in words}
    table.finish()
    return counts


def _starts(reader: Reader) -> tuple[tuple[Hex, ...], ...]:
    """Two hexes beside each home."""
    pairs = []
    for i, value in enumerate(reader.sequence("starts", reader.take("starts"), capacity.PLAYERS)):
        spaces = reader.sequence(f"starts[{i}]", value, 2)
        pairs.append(tuple(_hex(reader, f"starts[{i}][{j}]", space) for j, space in enumerate(spaces)))
        if len(pairs[-1]) < 2:
            raise reader.error(f"starts[{i}]", "two hexes are needed")
    return tuple(pairs)


def _hexes(reader: Reader, field: str) -> tuple[Hex, ...]:
    """Distinct axial coordinates."""
    hexes: list[Hex] = []
    for i, value in enumerate(reader.sequence(field, reader.take(field), capacity.HEXES)):
        hex = _hex(reader, f"{field}[{i}]", value)
        if hex in hexes:
            raise reader.error(f"{field}[{i}]", f"{shown(value)} stands twice")
        hexes.append(hex)
    return tuple(hexes)


def _hex(reader: Reader, field: str, value: object) -> Hex:
    """One pair of axial coordinates."""
    pair = reader.sequence(field, value, 2)
    good = [number for number in pair if isinstance(number, int) and not isinstance(number, bool)]
    if len(good) != 2 or spacing(CENTRE, (good[0], good[1])) > FARTHEST:
        raise reader.error(field, f"{shown(value)} is not allowed; [q, r] at most {FARTHEST} from the centre is")
    return good[0], good[1]


def _check_layout(reader: Reader, layout: Layout) -> None:
    """Geometry the rules rely on: one connected map, homes apart, garrisons on planets."""
    if layout.id != f"{layout.layout}_{layout.players}":
        raise reader.error("id", f"must be '{layout.layout}_{layout.players}'")
    if CENTRE not in layout.hexes:
        raise reader.error("hexes", "the centre [0, 0] is missing")
    if len(steps_from(CENTRE, layout.hexes)) != len(layout.hexes):
        raise reader.error("hexes", "some hexes cannot be reached from the centre")
    if len(layout.homes) != layout.players:
        raise reader.error("homes", f"{layout.players} homes are needed, one for each player")
    for i, home in enumerate(layout.homes):
        if home not in layout.hexes:
            raise reader.error(f"homes[{i}]", f"{list(home)} is not one of the hexes")
        if any(spacing(home, other) < 2 for other in (CENTRE, *layout.homes[:i])):
            raise reader.error(f"homes[{i}]", f"{list(home)} touches the centre or another home")
    taken = {CENTRE, *layout.homes}
    for field, hexes in zip(GARRISON_FIELDS, layout.garrisons(), strict=True):
        for i, hex in enumerate(hexes):
            if hex not in layout.hexes or hex in taken:
                raise reader.error(f"{field}[{i}]", f"{list(hex)} is no planet hex, or has a Resistance ship already")
            taken.add(hex)
    if layout.cp + layout.axinium + layout.phasium != len(layout.hexes) - 1 - layout.players:
        raise reader.error("planets", f"must add up to {len(layout.hexes) - 1 - layout.players}")
    if sum(layout.new_planets) != len(layout.hexes) - 1 - layout.players:
        raise reader.error("new_planets", f"must add up to {len(layout.hexes) - 1 - layout.players}")
    _check_starts(reader, layout)


def _check_starts(reader: Reader, layout: Layout) -> None:
    """Each home has its own two spaces beside it, on planets."""
    if len(layout.starts) != layout.players:
        raise reader.error("starts", f"{layout.players} pairs of hexes are needed, one for each home")
    taken: set[Hex] = {CENTRE, *layout.homes}
    for i, (home, spaces) in enumerate(zip(layout.homes, layout.starts, strict=True)):
        for j, space in enumerate(spaces):
            if space not in layout.hexes or spacing(home, space) != 1 or space in taken:
                problem = f"{list(space)} is not beside the home, no planet hex, or stands twice"
                raise reader.error(f"starts[{i}][{j}]", problem)
            taken.add(space)


def _read_fleet(reader: Reader, raw: Raw) -> FleetStrength:
    cards = reader.integers("cards", capacity.RESISTANCE_LEVELS, 0, capacity.FOES)
    if not 0 < sum(cards) <= capacity.FOES:
        raise reader.error("cards", f"1 to {capacity.FOES} cards in all are allowed")
    return _entry(FleetStrength, reader, raw, cards=cards)


def _read_faction(reader: Reader, raw: Raw) -> Faction:
    return _entry(
        Faction,
        reader,
        raw,
        home=reader.text("home"),
        cp=reader.integer("cp", 0, MOST_CP),
        axinium=reader.integer("axinium", 0, MOST_MINERALS),
        phasium=reader.integer("phasium", 0, MOST_MINERALS),
        effects=read_effects(reader, ("owner",), LASTING, least=0),
    )


def _read_faction_card(reader: Reader, raw: Raw) -> FactionCard:
    return _entry(
        FactionCard,
        reader,
        raw,
        faction=reader.word("faction", FACTIONS),
        effects=read_effects(reader, ("owner",), ORDINARY),
        reaction=read_effects(reader, ("owner",), ORDINARY, field="reaction"),
        once=reader.flag("once", default=False),
    )


# The least and the greatest amount of each effect of a combat card.
COMBAT_AMOUNTS: Final[dict[str, tuple[int, int]]] = {
    "silence": (1, 1),
    "retreat": (1, 1),
    "repair": (1, 20),
    "draw": (1, MOST_DEALT),
    "discard": (1, MOST_DEALT),
    "aim": (-MOST_AIM, MOST_AIM),
    "dice": (-MOST_DICE, MOST_DICE),
    "reroll": (1, 1),
    "hits": (-MOST_DICE, MOST_DICE),
    "absorb": (1, MOST_DICE),
    "shield": (-4, 4),
    "bounty": (1, MOST_VP),
}
if tuple(COMBAT_AMOUNTS) != v.COMBAT_EFFECT_NAMES:
    raise AssertionError("every effect of combat cards needs a range")
# Centaurians have no home, no hand, no VP, no classes of ships and no Population, and one card in the first round.
NO_FOES_EFFECTS: Final = {"own": ("retreat", "draw", "discard", "bounty"), "enemies": ("retreat", "draw", "bounty")}
FOE_NEEDS: Final = ("none", "ships", "fewer_ships")


def _read_combat_effects(reader: Reader, timing: str, foes: bool) -> tuple[CombatEffect, ...]:
    """Effects of a combat card, all of its timing."""
    rows = []
    for row in reader.tables("effects", capacity.COMBAT_ROWS):
        whom = row.word("whom", v.WHOM, default="own")
        fitting = tuple(name for name, when, _ in v.COMBAT_EFFECTS if when == timing)
        if foes:
            fitting = tuple(name for name in fitting if name not in NO_FOES_EFFECTS[whom])
        effect = row.word("effect", fitting)
        amount = row.integer("amount", *COMBAT_AMOUNTS[effect], default=1)
        if amount == 0:
            raise row.error("amount", "0 would change nothing")
        rows.append(CombatEffect(effect, whom, amount))
        row.finish()
    if not rows:
        raise reader.error("effects", "a card needs at least one effect")
    return tuple(rows)


def _combat_values(reader: Reader, needs: tuple[str, ...], most: int, foes: bool) -> Raw:
    """What combat cards of players and of the Resistance have in common."""
    timing = reader.word("timing", v.TIMINGS)
    return {
        "order": reader.integer("order", 0, GREATEST),
        "timing": timing,
        "needs": reader.word("needs", needs, default="none"),
        "amount": reader.integer("amount", 1, capacity.SHIPS, default=1),
        "copies": reader.integer("copies", 0, most),
        "effects": _read_combat_effects(reader, timing, foes),
    }


def _read_combat_card(reader: Reader, raw: Raw) -> CombatCard:
    values = _combat_values(reader, v.REQUIREMENTS, capacity.COMBAT_CARDS, foes=False)
    most = values["amount"] if values["needs"] == "population" else 0  # it is paid with what the card requires
    cost = reader.integer("cost", 0, most, default=0)
    return _entry(CombatCard, reader, raw, **values, cost=cost, once=reader.flag("once", default=False))


def _read_foe_card(reader: Reader, raw: Raw) -> FoeCard:
    return _entry(FoeCard, reader, raw, **_combat_values(reader, FOE_NEEDS, capacity.FOE_CARDS, foes=True))


def _read_planetary(reader: Reader, raw: Raw) -> PlanetaryUpgrade:
    return _entry(
        PlanetaryUpgrade,
        reader,
        raw,
        cp=reader.integer("cp", 0, GREATEST),
        phasium=reader.integer("phasium", 0, GREATEST),
        technology=reader.text("technology"),
        limit=reader.integer("limit", 0, MOST_TOKENS),
    )


FLEET_IDS: Final = tuple(f"level_{level}" for level in range(1, capacity.FLEET_LEVELS + 1))
LAYOUT_IDS: Final = (
    "standard_1",
    *(f"{layout}_{players}" for layout in MAPS for players in range(2, capacity.PLAYERS + 1)),
)
SPACE_IDS: Final = tuple(f"space_{space}" for space in range(1, capacity.MARKET_SPACES + 1))

DECKS: Final = (
    Deck("numbers", "rules.toml", "number", Number, _read_number, len(NUMBERS), tuple(NUMBERS)),
    Deck("modifiers", "rules.toml", "modifier", ModifierBase, _read_modifier, len(v.MODIFIERS), v.MODIFIER_NAMES),
    Deck("variants", "rules.toml", "variant", Variant, _read_variant, len(VARIANTS), VARIANTS),
    Deck(
        "technologies",
        "technologies.toml",
        "technology",
        Technology,
        _read_technology,
        capacity.TECHNOLOGIES,
        distinct=True,
    ),
    Deck("ships", "ships.toml", "ship", Ship, _read_ship, capacity.CLASSES, v.SHIP_CLASSES, distinct=True),
    Deck("upgrades", "upgrades.toml", "upgrade", ShipUpgrade, _read_upgrade, capacity.UPGRADES, distinct=True),
    Deck(
        "rockets",
        "rockets.toml",
        "rocket",
        Rocket,
        _read_rocket,
        capacity.ROCKETS,
        least=capacity.ROCKETS,
        distinct=True,
    ),
    Deck("action_cards", "actions.toml", "card", ActionCard, _read_action_card, capacity.ACTION_CARDS, distinct=True),
    Deck("bonus_cards", "bonus_actions.toml", "card", BonusCard, _read_bonus_card, capacity.BONUS_CARDS, distinct=True),
    Deck("political_cards", "political.toml", "card", PoliticalCard, _read_political_card, capacity.POLITICAL_CARDS),
    Deck(
        "resistance_cards", "resistance.toml", "card", ResistanceCard, _read_resistance_card, capacity.RESISTANCE_CARDS
    ),
    Deck("planets", "planets.toml", "planet", Planet, _read_planet, capacity.PLANETS),
    Deck("market", "market.toml", "space", MarketSpace, _read_space, capacity.MARKET_SPACES, SPACE_IDS),
    Deck("fleets", "fleets.toml", "strength", FleetStrength, _read_fleet, capacity.FLEET_LEVELS, FLEET_IDS),
    Deck(
        "outpost_cards",
        "outposts.toml",
        "card",
        OutpostCard,
        _read_outpost_card,
        capacity.OUTPOST_KINDS,
        distinct=True,
    ),
    Deck("events", "events.toml", "event", EventCard, _read_event, capacity.EVENT_CARDS, distinct=True),
    Deck("leaders", "leaders.toml", "leader", Leader, _read_leader, capacity.LEADERS, distinct=True),
    Deck("layouts", "maps.toml", "map", Layout, _read_layout, len(LAYOUT_IDS), LAYOUT_IDS),
    Deck("factions", "factions.toml", "faction", Faction, _read_faction, len(FACTIONS), FACTIONS, distinct=True),
    Deck(
        "faction_cards",
        "factions.toml",
        "card",
        FactionCard,
        _read_faction_card,
        len(FACTIONS) * HAND,
        least=len(FACTIONS) * HAND,
        distinct=True,
    ),
    Deck(
        "combat_cards",
        "combat_cards.toml",
        "card",
        CombatCard,
        _read_combat_card,
        capacity.COMBAT_KINDS,
        distinct=True,
    ),
    Deck("foe_cards", "combat_cards.toml", "foe_card", FoeCard, _read_foe_card, capacity.FOE_KINDS, distinct=True),
    Deck(
        "planetary",
        "planetary.toml",
        "planetary",
        PlanetaryUpgrade,
        _read_planetary,
        capacity.PLANETARY,
        v.PLANETARY,
        distinct=True,
    ),
)
