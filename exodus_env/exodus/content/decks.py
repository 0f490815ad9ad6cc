"""The decks: where each is stored and how its entries are read. Maps and solitaire scenarios: maps.py, missions.py."""

from typing import Final

from exodus_env.exodus import capacity
from exodus_env.exodus.config import FACTIONS, SOLITAIRE, VARIANTS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.effects import (
    ENACTED,
    EXPLORING,
    GREATEST,
    LASTING,
    LASTING_TARGETS,
    ORDINARY,
    read_effects,
)
from exodus_env.exodus.content.entries import (
    ActionCard,
    BonusCard,
    CombatCard,
    CombatEffect,
    EventCard,
    Faction,
    FactionCard,
    FleetStrength,
    FoeCard,
    Layout,
    Leader,
    MarketSpace,
    Mission,
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
from exodus_env.exodus.content.limits import (
    HAND,
    MODIFIER_RANGES,
    MOST_AIM,
    MOST_BUDGET,
    MOST_CAPACITY,
    MOST_CP,
    MOST_DEALT,
    MOST_DICE,
    MOST_MINERALS,
    MOST_PLANET_VP,
    MOST_RESISTANCE,
    MOST_SLOTS,
    MOST_TOKENS,
    MOST_VP,
    NUMBERS,
    STRENGTHS,
)
from exodus_env.exodus.content.making import make
from exodus_env.exodus.content.maps import LAYOUT_IDS, read_layout
from exodus_env.exodus.content.missions import read_mission
from exodus_env.kit.content.making import Deck, Raw, ids
from exodus_env.kit.content.reader import Reader


def _read_number(reader: Reader, raw: Raw) -> Number:
    length, low, high = NUMBERS[raw["id"]]
    value = (reader.integer("value", low, high),) if length == 1 else reader.integers("value", length, low, high)
    if raw["id"] == "unit_value":
        for place in (1, 2):
            if value[place] != 1:
                raise reader.error(f"value[{place}]", f"{value[place]} is not allowed; a unit of a mineral is worth 1")
    return make(Number, reader, raw, value=value)


def _read_modifier(reader: Reader, raw: Raw) -> ModifierBase:
    return make(ModifierBase, reader, raw, value=reader.integer("value", *MODIFIER_RANGES[raw["id"]]))


def _read_variant(reader: Reader, raw: Raw) -> Variant:
    return make(
        Variant,
        reader,
        raw,
        start_cp=reader.integer("start_cp", 0, MOST_CP),
        start_technologies=reader.integer("start_technologies", 0, 10),
        technology_budget=reader.integer("technology_budget", 0, MOST_BUDGET),
        extra_ships=reader.integers("extra_ships", capacity.CLASSES, 0, capacity.SHIPS),
        closed=ids(reader, "closed", capacity.TECHNOLOGIES),
        taxed=reader.flag("taxed"),
        action_rounds=reader.integer("action_rounds", 1, 4),
        reactions=reader.flag("reactions"),
    )


def _read_technology(reader: Reader, raw: Raw) -> Technology:
    effects = []
    for row in reader.tables("effects", 2):
        modifier = row.word("modifier", v.MODIFIER_NAMES)
        effects.append((modifier, row.integer("value", *MODIFIER_RANGES[modifier])))
        row.finish()
    return make(
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
    return make(
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
        start_upgrades=ids(reader, "start_upgrades", capacity.TECHNOLOGIES),
        count_eoe=reader.integer("count_eoe", 0, capacity.SHIPS, default=count),
        start_eoe=reader.integer("start_eoe", 0, capacity.SHIPS, default=start),
    )


def _read_upgrade(reader: Reader, raw: Raw) -> ShipUpgrade:
    sort = reader.word("sort", v.UPGRADE_SORTS)
    return make(
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
    return make(
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
    return make(
        ActionCard, reader, raw, action=reader.word("action", v.ACTIONS), reaction=reader.word("reaction", v.ACTIONS)
    )


def _read_bonus_card(reader: Reader, raw: Raw) -> BonusCard:
    targets = tuple(target for target in v.TARGETS if target != "owner")
    immediate = reader.flag("immediate", default=False)
    return make(
        BonusCard,
        reader,
        raw,
        effects=read_effects(reader, targets, ENACTED if immediate else ORDINARY),
        immediate=immediate,
        once=reader.flag("once", default=False),
    )


def _read_political_card(reader: Reader, raw: Raw) -> PoliticalCard:
    kind = reader.word("kind", v.POLITICAL_KINDS)
    lasting = kind != "executive"
    targets = LASTING_TARGETS if lasting else tuple(target for target in v.TARGETS if target != "owner")
    effects = read_effects(reader, targets, LASTING if lasting else ENACTED)
    return make(PoliticalCard, reader, raw, kind=kind, effects=effects)


def _read_resistance_card(reader: Reader, raw: Raw) -> ResistanceCard:
    return make(
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
    return make(
        OutpostCard,
        reader,
        raw,
        level=reader.integer("level", 1, capacity.OUTPOST_LEVELS),
        copies=reader.integer("copies", 0, capacity.OUTPOST_CARDS),
        vp=reader.integer("vp", 0, MOST_VP),
        effects=read_effects(reader, ("owner",), ORDINARY),
    )


def _read_event(reader: Reader, raw: Raw) -> EventCard:
    return make(
        EventCard,
        reader,
        raw,
        kind=reader.word("kind", v.EVENT_KINDS),
        copies=reader.integer("copies", 0, capacity.EVENT_CARDS),
        effects=read_effects(reader, ("owner",), EXPLORING),
    )


def _read_leader(reader: Reader, raw: Raw) -> Leader:
    return make(
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
    return make(
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
    return make(MarketSpace, reader, raw, **prices)


def _read_fleet(reader: Reader, raw: Raw) -> FleetStrength:
    charts = {
        field: reader.integers(field, capacity.RESISTANCE_LEVELS, 0, capacity.FOES) for field in ("cards", "squadron")
    }
    for field, cards in charts.items():
        if not 0 < sum(cards) <= capacity.FOES:
            raise reader.error(field, f"1 to {capacity.FOES} cards in all are allowed")
    return make(FleetStrength, reader, raw, **charts)


def _read_faction(reader: Reader, raw: Raw) -> Faction:
    return make(
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
    return make(
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
# Centaurians have no home, hand, VP, ship classes or Population, and only one card, in the first round.
NO_FOES_EFFECTS: Final = {"own": ("retreat", "draw", "discard", "bounty"), "enemies": ("retreat", "draw", "bounty")}
FOE_NEEDS: Final = ("none", "ships", "fewer_ships")


def _read_combat_effects(reader: Reader, timing: str, foes: bool) -> tuple[CombatEffect, ...]:
    """Effects of a combat card, all with its timing."""
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
    return make(CombatCard, reader, raw, **values, cost=cost, once=reader.flag("once", default=False))


def _read_foe_card(reader: Reader, raw: Raw) -> FoeCard:
    return make(FoeCard, reader, raw, **_combat_values(reader, FOE_NEEDS, capacity.FOE_CARDS, foes=True))


def _read_planetary(reader: Reader, raw: Raw) -> PlanetaryUpgrade:
    return make(
        PlanetaryUpgrade,
        reader,
        raw,
        cp=reader.integer("cp", 0, GREATEST),
        phasium=reader.integer("phasium", 0, GREATEST),
        technology=reader.text("technology"),
        limit=reader.integer("limit", 0, MOST_TOKENS),
    )


FLEET_IDS: Final = tuple(f"level_{level}" for level in range(1, capacity.FLEET_LEVELS + 1))
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
    Deck("layouts", "maps.toml", "map", Layout, read_layout, len(LAYOUT_IDS), LAYOUT_IDS),
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
    Deck("missions", "solitaire.toml", "scenario", Mission, read_mission, len(SOLITAIRE), tuple(SOLITAIRE)),
)
