"""From content and configuration to the tables record that compiled rules read."""

from dataclasses import astuple, replace
from typing import Final, TypeVar

import numpy as np

from exodus_env.exodus import capacity
from exodus_env.exodus.config import (
    DIFFICULTIES,
    FACTION_MODES,
    FACTIONS,
    LENGTHS,
    MOVEMENTS,
    SCENARIOS,
    SOLITAIRE,
    GameConfig,
)
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import CombatEffect, Content, Effect, Mission
from exodus_env.exodus.content.limits import EOE_MODIFIERS, HAND, MODIFIER_RANGES
from exodus_env.exodus.content.load import content_of
from exodus_env.exodus.content.making import EOE
from exodus_env.exodus.content.turning import fill_turning
from exodus_env.exodus.tables import TABLES_DTYPE, Tables
from exodus_env.kit.content.making import Entry
from exodus_env.kit.content.reader import ContentError
from exodus_env.kit.hexes import CENTRE, Hex, clockwise, in_order, step, steps_from

# Fields that point into other fields, with -1 for nothing
INDEX_FIELDS: Final = (
    "centre_hex",
    "council_hex",
    "neighbour",
    "flight",
    "march",
    "home_hex",
    "home_of",
    "home_planet",
    "technology_modifier",
    "ship_class",
    "upgrade_technology",
    "rocket_technology",
    "card_action",
    "card_reaction",
    "planet_advanced",
    "start_space",
    "faction_seat",
    "faction_home",
    "planetary_technology",
    "fixed_planet",
    "first_office",
    "npc_entry",
    "npc_base",
)
EFFECT_FIELDS: Final = (
    "political_effect",
    "resistance_effect",
    "bonus_effect",
    "outpost_effect",
    "event_effect",
    "leader_effect",
)
# Numbers of rules.toml that the tables contain as they are, whatever is in the game.
PLAIN_NUMBERS: Final = (
    "marker_cubes",
    "start_population",
    "bid_limit",
    "reaction_cost_own",
    "reaction_cost_other",
    "conquests",
    "rearrangements",
    "basic_drive",
    "rocket_hit",
    "rocket_limit",
    "outpost_base_dice",
    "outpost_fighter_dice",
    "debris_hit",
    "bounty_vp",
    "interest_vp",
    "barren_roll",
    "advanced_discount",
    "gate_cp",
    "gate_axinium",
    "satellite_cp",
    "satellite_axinium",
    "satellite_damage",
    "satellite_range",
    "barrier_damage",
    "barrier_distance",
)
POOLS: Final = ("home", *v.PLANET_RESOURCES[1:], "new")
VP_WITHOUT_LIMIT: Final = 30_000
TWO_PLAYERS: Final = 2
ANY_COST: Final = 99  # starting technologies of any cost
COOP_CLOSED: Final = {"wmd", "player_combat", "end_vp", "competitive"}  # closed if players win together

Kept = TypeVar("Kept", bound=Entry)


def load_for(config: GameConfig) -> Content:
    """The content that a configuration asks for."""
    content = in_play(content_of(config.content), config)
    _check_extra_actions(content)
    return content


def _check_extra_actions(content: Content) -> None:
    """Observations can show one extra action card per turn, given either by bonus actions or by political cards."""
    political, bonus = (
        [card.id for card in deck if any(effect.do == "extra_action" for effect in card.effects)]
        for deck in (content.political_cards, content.bonus_cards)
    )
    if political and bonus:
        problem = f"extra_action stands on bonus action '{bonus[0]}' of this game, too; leave it out on one of the two"
        raise ContentError("political.toml", political[0], "effects", problem)


def in_play(content: Content, config: GameConfig) -> Content:
    """Content without entries of modules that are not in the game, and without cards that would do nothing."""

    present = {"", *config.modules, *((EOE,) if config.edge_of_extinction else ())}

    def kept(entries: tuple[Kept, ...]) -> tuple[Kept, ...]:
        return tuple(entry for entry in entries if entry.module in present)

    bonus = tuple(
        card
        for card in kept(content.bonus_cards)
        if not card.module or config.bonus_cards is None or card.id in config.bonus_cards
    )
    if is_solitaire(config):
        bonus = ()  # a solitaire player has no bonus actions
    removed = content.mission(config.scenario).removed if is_solitaire(config) else ()
    political = tuple(
        card
        for card in kept(content.political_cards)
        if card.id not in removed and not hidden_tags(config) & set(card.tags)
    )
    leaders = tuple(
        leader for leader in kept(content.leaders) if "competitive" not in leader.tags or not is_coop(config)
    )
    return replace(
        content,
        technologies=kept(content.technologies),
        upgrades=kept(content.upgrades),
        bonus_cards=bonus,
        political_cards=political,
        resistance_cards=kept(content.resistance_cards),
        planets=kept(content.planets),
        outpost_cards=kept(content.outpost_cards),
        events=kept(content.events),
        leaders=leaders,
        factions=kept(content.factions),
        faction_cards=kept(content.faction_cards),
        combat_cards=kept(content.combat_cards),
        foe_cards=kept(content.foe_cards),
        planetary=kept(content.planetary),
    )


def has_council(config: GameConfig) -> bool:
    """Whether the centre of the map is the High Council."""
    return "M6" not in config.modules and config.scenario != "stronghold"


def is_coop(config: GameConfig) -> bool:
    """Whether players win or lose together, so that nobody launches rockets, fights another, or counts VP."""
    return config.mode in ("coop", "solo")


def is_solitaire(config: GameConfig) -> bool:
    """Whether the game is played by the rules of solitaire play."""
    return config.scenario in SOLITAIRE


def hidden_tags(config: GameConfig) -> set[str]:
    """Tags that political cards may not have: such a card is replaced when it comes up, as if the deck did not have
    it."""
    return ({"high_council"} if not has_council(config) else set()) | ({"wmd"} if is_coop(config) else set())


def build_tables(config: GameConfig, content: Content) -> np.ndarray:
    """The tables of a game, without the action layout, as an array of one record."""
    tables = np.zeros(1, dtype=TABLES_DTYPE)
    for field in INDEX_FIELDS:
        tables[field] = -1
    record = tables[0]
    _fill_settings(record, config, content)
    _fill_numbers(record, config, content)
    _fill_start(record, config, content)
    _fill_map(record, config, content)
    _fill_planets(record, config, content)
    _fill_technologies(record, config, content)
    _fill_ships(record, config, content)
    _fill_cards(record, config, content)
    _fill_modules(record, config, content)
    _fill_scenario(record, config, content)
    _fill_effects(record, content)
    _fill_market(record, config, content)
    _fill_expansion(record, config, content)
    _fill_solitaire(record, config, content)
    fill_turning(record, hex_coordinates(content, config))
    return tables


def hex_coordinates(content: Content, config: GameConfig) -> list[Hex]:
    """Axial coordinates of the map, in the order of hex indices."""
    return in_order(content.layout(str(config.map), config.players).hexes)


def _fill_settings(record: Tables, config: GameConfig, content: Content) -> None:
    variant = content.variant(config.variant)
    record.players = config.players
    assert config.turns is not None  # a configuration determines it, however it was created
    record.turns = config.turns
    record.movement = MOVEMENTS.index(str(config.movement))
    record.ship_blocking = config.ship_blocking and not is_coop(config)  # allies do not block each other
    record.taxed = variant.taxed
    record.action_rounds = variant.action_rounds
    record.reactions = variant.reactions
    record.dice_variant = config.dice_variant
    record.ask_forced = config.ask_forced
    record.shaping = config.shaping


def _fill_numbers(record: Tables, config: GameConfig, content: Content) -> None:
    for name in PLAIN_NUMBERS:
        record[name] = content.number(name)
    record.cubes = content.number("cubes_eoe" if config.edge_of_extinction else "cubes")
    record.office_vp[:] = content.row("office_vp")
    for name in ("bank_variant", "mining_variant"):
        record[name][:3] = content.row(name)
    crowd = "_two_players" if config.players <= TWO_PLAYERS else ""
    record.revealed_cards = content.number("revealed_cards" + ("_coop" if is_coop(config) else crowd))
    record.bonus_proposals = content.number("bonus_proposals" + crowd)
    caps = (content.number(f"{resource}_cap") for resource in v.RESOURCES[:3])
    record.resource_cap[:] = (*caps, VP_WITHOUT_LIMIT)
    record.unit_value[:] = (0, *content.row("unit_value"))
    for number, (modifier, (_, better, _)) in enumerate(zip(content.modifiers, v.MODIFIERS, strict=True)):
        idle = modifier.id in EOE_MODIFIERS and not config.edge_of_extinction
        record.modifier_base[number] = MODIFIER_RANGES[modifier.id][0] if idle else modifier.value
        record.modifier_low[number] = better == "low"


def _fill_start(record: Tables, config: GameConfig, content: Content) -> None:
    variant = content.variant(config.variant)
    minerals = (content.number("start_axinium"), content.number("start_phasium"))
    vp = content.number("start_vp") if config.modules & {"M3", "M4"} else 0  # so also in the Stronghold
    record.start_resource[:] = (variant.start_cp, *minerals, vp)
    record.start_technologies = variant.start_technologies
    record.start_technology_budget = variant.technology_budget
    record.start_technology_most = ANY_COST
    if config.edge_of_extinction:
        column = list(LENGTHS).index(str(config.length))
        record.start_technologies = content.row("eoe_technologies")[column]
        record.start_technology_budget = content.row("eoe_technology_budget")[column]
        record.start_technology_most = content.number("eoe_technology_most")
    upgrades = [upgrade.id for upgrade in content.upgrades]
    for place, ship in enumerate(content.ships):
        start = ship.start_eoe if config.edge_of_extinction else ship.start
        record.start_ships[place] = start + variant.extra_ships[place]
        for id in ship.start_upgrades:
            record.start_upgrades[place, upgrades.index(id)] += 1


def _fill_map(record: Tables, config: GameConfig, content: Content) -> None:
    layout = content.layout(str(config.map), config.players)
    hexes = in_order(layout.hexes)
    index = {hex: number for number, hex in enumerate(hexes)}
    record.hexes = len(hexes)
    record.centre_hex = index[CENTRE]
    record.council_hex = index[CENTRE] if has_council(config) else -1
    for number, hex in enumerate(hexes):
        for direction in range(capacity.DIRECTIONS):
            record.neighbour[number, direction] = index.get(step(hex, direction), -1)
        record.flight[number] = record.neighbour[number]
        record.hex_place[number] = hex
        for other, steps in steps_from(hex, hexes).items():
            record.distance[number, index[other]] = steps
    if not has_council(config):
        close_centre(record)
    record.star = "M6" in config.modules
    if record.star:
        inner = record.flight[record.centre_hex]
        record.solar_wind[inner[inner >= 0]] = 1
    record.directions = capacity.DIRECTIONS + ("M4" in config.modules)
    starts = dict(zip(layout.homes, layout.starts, strict=True))
    for player, home in enumerate(clockwise(layout.homes)):
        record.home_hex[player] = index[home]
        record.home_of[index[home]] = player
        record.start_space[player] = [index[space] for space in starts[home]]
    entered = (record.flight >= 0) & (record.home_of[record.flight] < 0)
    record.march[:] = np.where(entered, record.flight, -1)
    for level, garrison in enumerate(layout.garrisons(), start=1):
        for hex in garrison:
            record.garrison[index[hex]] = level
    basic = (layout.cp, layout.axinium, layout.phasium, 0)
    record.map_planets[:] = (0, *(layout.new_planets if "M5" in config.modules else basic))


def close_centre(record: Tables) -> None:
    """Close Proxima Centauri or the Stronghold in the centre: no ship enters or leaves it."""
    centre = int(record.centre_hex)
    for direction in range(capacity.DIRECTIONS):
        beside = int(record.neighbour[centre, direction])
        if beside >= 0:
            record.neighbour[beside][record.neighbour[beside] == centre] = -1
    record.neighbour[centre] = -1


def _fill_planets(record: Tables, config: GameConfig, content: Content) -> None:
    record.planets = len(content.planets)
    for number, planet in enumerate(content.planets):
        record.planet_resource[number] = v.PLANET_RESOURCES.index(planet.resource)
        record.planet_amount[number] = planet.amount
        record.planet_maximum[number] = planet.maximum
        record.planet_vp[number] = planet.vp
        record.planet_moons[number] = planet.moons
        record.planet_pool[number] = POOLS.index(planet.pool())
        record.planet_second[number] = v.PLANET_RESOURCES.index(planet.second)
        record.planet_second_amount[number] = planet.second_amount
        record.planet_second_maximum[number] = planet.second_maximum
        record.planet_finite[number] = planet.finite
        record.planet_barren[number] = planet.barren
        record.planet_peaceful[number] = planet.peaceful
        record.planet_advanced[number] = v.TYPES.index(planet.advanced) if planet.advanced else -1
    homes = [number for number, planet in enumerate(content.planets) if planet.home and not planet.module]
    record.home_planet[: config.players] = homes[: config.players]


def _fill_technologies(record: Tables, config: GameConfig, content: Content) -> None:
    closed = set(content.variant(config.variant).closed)
    if is_coop(config):
        closed |= {technology.id for technology in content.technologies if COOP_CLOSED & set(technology.tags)}
    record.technologies = len(content.technologies)
    for number, technology in enumerate(content.technologies):
        record.technology_cost[number] = technology.cost
        record.technology_colour[number] = v.COLOURS.index(technology.colour)
        record.technology_type[number] = v.TYPES.index(technology.type)
        record.technology_open[number] = technology.id not in closed
        at_start = technology.start or config.edge_of_extinction  # which does not close any of them
        record.technology_start[number] = at_start and technology.id not in closed
        for place, (modifier, value) in enumerate(technology.effects):
            record.technology_modifier[number, place] = v.MODIFIER_NAMES.index(modifier)
            record.technology_value[number, place] = value


def _fill_ships(record: Tables, config: GameConfig, content: Content) -> None:
    counts = [ship.count_eoe if config.edge_of_extinction else ship.count for ship in content.ships]
    classes = [place for place, count in enumerate(counts) for _ in range(count)]
    record.ships = len(classes)
    record.ship_class[: len(classes)] = classes
    for place, ship in enumerate(content.ships):
        record.class_cp[place] = ship.cp
        record.class_axinium[place] = ship.axinium
        record.class_slots[place] = ship.slots
        record.class_capacity[place] = ship.capacity
        record.class_vp[place] = ship.vp
    technologies = [technology.id for technology in content.technologies]
    record.upgrades = len(content.upgrades)
    for number, upgrade in enumerate(content.upgrades):
        record.upgrade_sort[number] = v.UPGRADE_SORTS.index(upgrade.sort)
        record.upgrade_strength[number] = upgrade.strength
        record.upgrade_cp[number] = upgrade.cp
        record.upgrade_phasium[number] = upgrade.phasium
        if upgrade.technology:
            record.upgrade_technology[number] = technologies.index(upgrade.technology)
        record.upgrade_limit[number] = upgrade.limit
        record.upgrade_aim[number] = upgrade.aim
    for number, rocket in enumerate(content.rockets):
        record.rocket_dice[number] = rocket.dice
        record.rocket_damage[number] = v.ROCKET_DAMAGES.index(rocket.damage)
        record.rocket_cp[number] = rocket.cp
        record.rocket_phasium[number] = rocket.phasium
        record.rocket_technology[number] = technologies.index(rocket.technology)


def _fill_cards(record: Tables, config: GameConfig, content: Content) -> None:
    record.action_cards = HAND if config.edge_of_extinction else len(content.action_cards)
    for number, card in enumerate(content.action_cards[: record.action_cards]):
        record.card_action[number] = v.ACTIONS.index(card.action)
        record.card_reaction[number] = v.ACTIONS.index(card.reaction)
    record.bonus_cards = len(content.bonus_cards)
    for number, bonus in enumerate(content.bonus_cards):
        record.bonus_immediate[number] = bonus.immediate
        record.bonus_once[number] = bonus.once
    record.political_cards = len(content.political_cards)
    for number, political in enumerate(content.political_cards):
        record.political_kind[number] = v.POLITICAL_KINDS.index(political.kind)
    record.resistance_cards = len(content.resistance_cards)
    for number, resistance in enumerate(content.resistance_cards):
        record.resistance_level[number] = resistance.level
        record.resistance_dice[number] = resistance.dice
        record.resistance_shield[number] = resistance.shield
        record.resistance_vp[number] = resistance.vp
        record.resistance_aim[number] = resistance.aim


def _fill_modules(record: Tables, config: GameConfig, content: Content) -> None:
    """Fill in what the modules of Event Horizon bring."""
    record.bonus_draw = content.number("bonus_draw") if config.bonus_draw else 0
    record.fleets = "M2" in config.modules
    charts = [cards for strength in content.fleets for cards in (strength.cards, strength.squadron)]
    record.foes = max(sum(cards) for cards in charts) if record.fleets else 1
    record.fleet_level[1:] = content.row("fleet_level_eoe" if config.edge_of_extinction else "fleet_level")
    record.fleet_strong = content.number("fleet_strong")
    for level, strength in enumerate(content.fleets, start=1):
        record.fleet_cards[level] = strength.cards
        record.squadron_cards[level] = strength.squadron
    record.outposts = "M3" in config.modules
    record.outpost_tokens[:] = content.row("outpost_tokens")
    record.outpost_growth = content.number("outpost_growth") if record.outposts else 0
    record.outpost_cards = len(content.outpost_cards)
    for number, card in enumerate(content.outpost_cards):
        record.outpost_level[number] = card.level
        record.outpost_copies[number] = card.copies
        record.outpost_vp[number] = card.vp
    record.exploration = "M4" in config.modules
    record.events = len(content.events)
    for number, event in enumerate(content.events):
        record.event_sort[number] = v.EVENT_KINDS.index(event.kind)
        record.event_copies[number] = event.copies
    record.new_planets = "M5" in config.modules
    record.gates = content.number("gates") if "M7" in config.modules else 0
    record.satellites = content.number("satellites") if "M8" in config.modules else 0
    record.barriers = (1 + config.random_barriers) if "M9" in config.modules else 0
    record.leaders = len(content.leaders)
    record.free_leaders = config.free_leaders


def _fill_scenario(record: Tables, config: GameConfig, content: Content) -> None:
    """Fill in what the scenarios bring."""
    record.scenario = SCENARIOS.index(config.scenario)
    record.coop = is_coop(config)
    for name in ("vp_loss_price", "vp_gain_price"):
        record[name] = content.row(name)
    record.star_rolls_from = content.number("star_rolls_from")
    record.star_evolutions = content.number("star_evolutions")
    if config.scenario == "stronghold":
        column = 0 if record.coop else 1
        record.squadrons = content.number("squadrons") * config.players
        record.stronghold_levels = content.number("stronghold_levels") * config.players
        turns = "activation_turn_eoe" if config.edge_of_extinction else "activation_turn"
        record.activation_turn = content.row(turns)[column]
        shift = content.row("difficulty_shield")[DIFFICULTIES.index(str(config.difficulty))]
        shift += content.number("squadron_shield_eoe") if config.edge_of_extinction else 0
        record.squadron_shield = content.row("squadron_shield")[column] + shift
        for name in ("squadron_level", "squadron_damage", "squadron_vp", "stronghold_dice", "stronghold_shield"):
            record[name] = content.number(name)
        record.stronghold_hit = content.number("stronghold_hit")


def _fill_effects(record: Tables, content: Content) -> None:
    """Effect rows of every deck, one after another; the last column is the card's number in its deck."""
    row = 0
    for field, cards in zip(EFFECT_FIELDS, content.effect_decks(), strict=True):
        for number, card in enumerate(cards):
            record[field][number] = (row, len(card.effects))
            for effect in card.effects:
                record.effect[row] = effect_row(effect, number)
                row += 1
    for number, leader in enumerate(content.leaders):
        record.leader_start[number] = (row, len(leader.start))
        for effect in leader.start:
            record.effect[row] = effect_row(effect, number)
            row += 1
    record.effects = row


def effect_row(effect: Effect, card: int) -> tuple[int, ...]:
    """An effect as numbers, in the order of EFFECT_COLUMNS."""
    return (
        v.OPCODE_NAMES.index(effect.do),
        v.TARGETS.index(effect.target),
        effect.a,
        effect.b,
        effect.c,
        v.CONDITIONS.index(effect.condition),
        v.QUANTITIES.index(effect.quantity),
        effect.amount,
        effect.option,
        card,
    )


def _fill_market(record: Tables, config: GameConfig, content: Content) -> None:
    alone = "market_spaces_solitaire" if is_solitaire(config) else "market_spaces_solo"
    spaces = content.number(alone) if config.players == 1 else config.players
    record.market_spaces = min(spaces, len(content.market))
    for number, space in enumerate(content.market):
        record.buy_price[number] = (space.buy_axinium, space.buy_phasium)
        record.sell_price[number] = (space.sell_axinium, space.sell_phasium)


def _fill_expansion(record: Tables, config: GameConfig, content: Content) -> None:
    """Fill in what Edge of Extinction brings."""
    record.combat_row[:, :, 0] = -1
    record.foe_row[:, :, 0] = -1
    record.eoe = config.edge_of_extinction
    if not config.edge_of_extinction:
        return
    for name in ("clone_growth", "sds_roll", "commando_roll", "vp_price", "combat_limit"):
        record[name] = content.number(name)
    dealt = content.row(f"combat_deal_{capacity.PLAYERS if config.players == 1 else config.players}")
    record.combat_deal[: len(dealt)] = dealt
    _fill_planetary(record, content)
    _fill_factions(record, config, content)
    _fill_faction_effects(record, content)
    _fill_combat_cards(record, content)


def _fill_planetary(record: Tables, content: Content) -> None:
    technologies = [technology.id for technology in content.technologies]
    for number, upgrade in enumerate(content.planetary):
        record.planetary_cp[number] = upgrade.cp
        record.planetary_phasium[number] = upgrade.phasium
        record.planetary_technology[number] = technologies.index(upgrade.technology)
        record.planetary_limit[number] = upgrade.limit


def _fill_factions(record: Tables, config: GameConfig, content: Content) -> None:
    record.factions = len(content.factions)
    fixed = isinstance(config.factions, tuple)
    record.faction_mode = len(FACTION_MODES) if fixed else FACTION_MODES.index(str(config.factions))
    if isinstance(config.factions, tuple):
        record.faction_seat[: config.players] = [FACTIONS.index(id) for id in config.factions]
    planets = [planet.id for planet in content.planets]
    for number, faction in enumerate(content.factions):
        record.faction_home[number] = planets.index(faction.home)
        record.faction_resource[number] = (faction.cp, faction.axinium, faction.phasium)
        for place, technology in enumerate(content.technologies):
            on_board = not technology.factions or faction.id in technology.factions
            record.faction_technology[number, place] = on_board


def _fill_faction_effects(record: Tables, content: Content) -> None:
    """Fill in effect rows of factions and their action cards, after those of all other decks."""
    for number, faction in enumerate(content.factions):
        record.faction_effect[number] = _add_rows(record, faction.effects, number)
        for slot, card in enumerate(content.hand(faction.id)):
            record.faction_card_effect[number, slot] = _add_rows(record, card.effects, slot)
            record.faction_card_reaction[number, slot] = _add_rows(record, card.reaction, slot)
            record.faction_card_once[number, slot] = card.once


def _add_rows(record: Tables, effects: tuple[Effect, ...], card: int) -> tuple[int, int]:
    """Append effect rows; returns the first one and their number."""
    first = int(record.effects)
    for row, effect in enumerate(effects, start=first):
        record.effect[row] = effect_row(effect, card)
    record.effects = first + len(effects)
    return first, len(effects)


def _fill_combat_cards(record: Tables, content: Content) -> None:
    for prefix, cards in (("combat", content.combat_cards), ("foe", content.foe_cards)):
        record[f"{prefix}_cards"] = len(cards)
        for number, card in enumerate(cards):
            record[f"{prefix}_copies"][number] = card.copies
            record[f"{prefix}_order"][number] = card.order
            record[f"{prefix}_need"][number] = v.REQUIREMENTS.index(card.needs)
            record[f"{prefix}_need_amount"][number] = card.amount
            for place, effect in enumerate(card.effects):
                record[f"{prefix}_row"][number, place] = combat_row(effect)
    for number, own in enumerate(content.combat_cards):
        record.combat_cost[number] = own.cost
        record.combat_once[number] = own.once


def combat_row(effect: CombatEffect) -> tuple[int, int, int]:
    """What a combat card does, as numbers."""
    return v.COMBAT_EFFECT_NAMES.index(effect.effect), v.WHOM.index(effect.whom), effect.amount


def _fill_solitaire(record: Tables, config: GameConfig, content: Content) -> None:
    """Fill in what a scenario of solitaire play changes, and what the NPC does."""
    if not is_solitaire(config):
        return
    mission = content.mission(config.scenario)
    record.solitaire = 1
    record.conquests = content.number("conquests_solitaire")
    record.revealed_cards = content.number("revealed_cards_solitaire")
    record.choice_price[:] = content.row("choice_price")
    record.corrupt_discount = content.number("corrupt_discount")
    record.office_price = mission.office_price
    record.first_office = capacity.PLAYERS - 1 if mission.office_price else -1
    record.foes = mission.together
    for row, victory in enumerate((mission.absolute, mission.tactical)):
        record.victory[row] = astuple(victory)
    record.hold_home = mission.hold_home
    _fill_mission_start(record, mission, content)
    _fill_npc(record, config, mission, content)


def _fill_mission_start(record: Tables, mission: Mission, content: Content) -> None:
    """Fill in technologies, resources, upgrades, Population and ships of a scenario, instead of the usual ones."""
    record.start_resource[: v.VP] = (mission.cp, mission.axinium, mission.phasium)
    for number, technology in enumerate(content.technologies):
        record.start_technology[number] = technology.id in mission.technologies
        if technology.id in mission.closed:
            record.technology_open[number] = 0
    upgrades = [upgrade.id for upgrade in content.upgrades]
    for ship, placed in mission.upgrades:
        record.start_upgrades[v.SHIP_CLASSES.index(ship)] = 0
        for id in placed:
            record.start_upgrades[v.SHIP_CLASSES.index(ship), upgrades.index(id)] += 1
    planets = [planet.id for planet in content.planets]
    index = {hex: number for number, hex in enumerate(in_order(content.layout(mission.id, 1).hexes))}
    where = {planet: index[hex] for planet, hex in content.layout(mission.id, 1).fixed}
    for planet, hexagon in where.items():
        record.fixed_planet[hexagon] = planets.index(planet)
    if mission.posts:
        record.start_population = 0
        record.start_ships[:] = 0
    for post in mission.posts:
        hexagon = where.get(post.planet, int(record.home_hex[0]))
        record.post_population[hexagon] = post.population
        for ship in post.ships:
            record.post_ships[hexagon, v.SHIP_CLASSES.index(ship)] += 1


def _fill_npc(record: Tables, config: GameConfig, mission: Mission, content: Content) -> None:
    index = {hex: number for number, hex in enumerate(hex_coordinates(content, config))}
    rockets = [rocket.id for rocket in content.rockets]
    record.npc = mission.acts
    record.npc_radar = mission.radar
    if mission.radar:
        radar = next(technology for technology in content.technologies if technology.id == "radar")
        record.npc_distance = dict(radar.effects).get("rocket_distance", 0)
    record.npc_raid = mission.raid
    record.npc_moves = mission.moves
    record.npc_entry[: len(mission.entries)] = [index[hex] for hex in mission.entries]
    for level, ships in enumerate((mission.enter_1, mission.enter_2, mission.enter_3)):
        record.npc_ships[1:, level] = ships
    if mission.base:
        record.npc_base = index[mission.base[0]]
    for turn, rocket in enumerate(mission.rockets, start=1):
        record.npc_rocket[turn] = rockets.index(rocket) + 1 if rocket else 0
