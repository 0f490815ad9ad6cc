"""Reading content: our TOML files, a user's own folder over them, and all checks before a game begins."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from exodus_env.exodus import capacity
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.decks import DECKS
from exodus_env.exodus.content.effects import EOE_OPCODES
from exodus_env.exodus.content.entries import (
    Content,
    Effect,
    Layout,
    Mission,
    PlanetaryUpgrade,
    Rocket,
    Ship,
    ShipUpgrade,
)
from exodus_env.exodus.content.limits import EOE_MODIFIERS, HAND
from exodus_env.exodus.content.making import EOE
from exodus_env.kit.content.load import Library
from exodus_env.kit.content.making import Entry
from exodus_env.kit.content.reader import ContentError, shown

__all__ = ["Content", "ContentError", "content_of", "load_content"]

OURS: Final = Path(__file__).parent / "data"
MOST_SHIELD: Final = 23  # of a ship, without laws: damage is scaled by one more
MOST_OF_A_LEVEL: Final = 32  # Resistance cards
# Decks that belong as a whole to a module of Event Horizon or to Edge of Extinction.
MODULE_OF: Final = {
    "outpost_cards": "M3",
    "events": "M4",
    "leaders": "M10",
    "factions": EOE,
    "faction_cards": EOE,
    "combat_cards": EOE,
    "foe_cards": EOE,
    "planetary": EOE,
}


# -- decks together ------------------------------------------------------------------------------------------------


def _check_together(content: Content) -> None:
    """What no single entry shows: ids of other decks, counts over a deck, totals."""
    _check_references(content)
    _check_start(content)
    _check_ships(content)
    _check_cards(content)
    _check_belonging(content)
    _check_planets(content)
    _check_modules(content)
    _check_expansion(content)
    _check_factions(content)
    for mission in content.missions:
        _check_mission(content, mission)


def _check_belonging(content: Content) -> None:
    """Entries that other entries need are in every game, and those of a module's own deck belong to that module."""
    needing: list[ShipUpgrade | Rocket | PlanetaryUpgrade] = [*content.upgrades, *content.rockets, *content.planetary]
    for technology in content.technologies:
        for entry in (entry for entry in needing if entry.technology == technology.id):
            if technology.module and (technology.module, entry.module) != (EOE, EOE):
                problem = "not allowed; an upgrade or rocket needs it in every game"
                raise ContentError("technologies.toml", technology.id, "module", problem)
    for planet in content.planets:
        if planet.module not in ("", EOE if planet.home else "M5"):
            problem = f"allowed: none, '{EOE}' for a home planet and 'M5' for any other"
            raise ContentError("planets.toml", planet.id, "module", problem)
    for deck in DECKS:
        for found in getattr(content, deck.attribute):
            module = MODULE_OF.get(deck.attribute, found.module)
            if found.module != module:
                problem = f"{shown(found.module)} is not allowed; use '{module}'"
                raise ContentError(deck.file, found.id, "module", problem)
            if deck.attribute in ("upgrades", "resistance_cards") and found.module not in ("", EOE):
                problem = f"{shown(found.module)} is not allowed; use none or '{EOE}'"
                raise ContentError(deck.file, found.id, "module", problem)


def _check_references(content: Content) -> None:
    technologies = [entry.id for entry in content.technologies]
    upgrades = [entry.id for entry in content.upgrades if not entry.module]
    for upgrade in content.upgrades:
        if upgrade.technology:
            _known(upgrade.technology, technologies, "upgrades.toml", upgrade.id, "technology")
    for rocket in content.rockets:
        _known(rocket.technology, technologies, "rockets.toml", rocket.id, "technology")
    for planetary in content.planetary:
        _known(planetary.technology, technologies, "planetary.toml", planetary.id, "technology")
    for ship in content.ships:
        for id in ship.start_upgrades:
            _known(id, upgrades, "ships.toml", ship.id, "start_upgrades")
    for variant in content.variants:
        for id in variant.closed:
            _known(id, technologies, "rules.toml", variant.id, "closed")


def _known(id: str, allowed: Iterable[str], file: str, entry: str, field: str) -> None:
    if id not in allowed:
        raise ContentError(file, entry, field, f"{shown(id)} is not allowed; allowed: {', '.join(allowed)}")


def _check_start(content: Content) -> None:
    """Nobody starts with more than can be stocked."""
    for mineral in ("axinium", "phasium"):
        cap = content.number(f"{mineral}_cap")
        if content.number(f"start_{mineral}") > cap:
            raise ContentError("rules.toml", f"start_{mineral}", "value", f"at most {cap} can be stocked")
    for variant in content.variants:
        if variant.start_cp > content.number("cp_cap"):
            problem = f"at most {content.number('cp_cap')} can be stocked"
            raise ContentError("rules.toml", variant.id, "start_cp", problem)
    for faction in content.factions:
        for resource in v.RESOURCES[:3]:
            cap = content.number(f"{resource}_cap")
            if getattr(faction, resource) > cap:
                raise ContentError("factions.toml", faction.id, resource, f"at most {cap} can be stocked")


def _check_ships(content: Content) -> None:
    for field in ("count", "count_eoe"):
        if sum(getattr(ship, field) for ship in content.ships) > capacity.SHIPS:
            raise ContentError("ships.toml", "", field, f"at most {capacity.SHIPS} ships a player are allowed")
    if len([upgrade for upgrade in content.upgrades if upgrade.aim]) > 1:
        raise ContentError("upgrades.toml", "", "aim", "at most one cannon that needs lower rolls is allowed")
    bonus = _best(content, "shield_bonus")
    for place, ship in enumerate(content.ships):
        shield = _strongest_shields(content, ship.slots)
        if shield + bonus > MOST_SHIELD:
            problem = f"shields of {shield} on {ship.slots} slots and a bonus of {bonus} are more than {MOST_SHIELD}"
            raise ContentError("ships.toml", ship.id, "slots", problem)
        _check_start_upgrades(content, ship, ship.start_upgrades, "ships.toml", ship.id, "start_upgrades")
        for variant in content.variants:
            if ship.start + variant.extra_ships[place] > ship.count:
                raise ContentError("ships.toml", ship.id, "start", f"at most {ship.count} exist ({variant.id} variant)")
        if ship.start_eoe > ship.count_eoe:
            raise ContentError("ships.toml", ship.id, "start_eoe", f"at most {ship.count_eoe} exist")


def _strongest_shields(content: Content, slots: int) -> int:
    """The strength of the best shields that fit a number of slots, as far as there are tokens."""
    shields = [upgrade for upgrade in content.upgrades if upgrade.sort == "shield"]
    total = 0
    for upgrade in sorted(shields, key=lambda upgrade: upgrade.strength, reverse=True):
        laid = min(slots, upgrade.limit) if upgrade.limit else slots
        total += laid * upgrade.strength
        slots -= laid
    return total


def _check_start_upgrades(
    content: Content, ship: Ship, placed: tuple[str, ...], file: str, entry: str, field: str
) -> None:
    """A blueprint's starting upgrades fit its slots, with at most one drive and one module."""
    upgrades: dict[str, ShipUpgrade] = {upgrade.id: upgrade for upgrade in content.upgrades}
    if len(placed) > ship.slots:
        raise ContentError(file, entry, field, f"at most {ship.slots} fit its slots ({ship.id})")
    for word, sorts in (("drive", ("drive", "hyperspace")), ("module", ("module",))):
        if sum(upgrades[id].sort in sorts for id in placed) > 1:
            raise ContentError(file, entry, field, f"at most one {word} is allowed")


def _best(content: Content, modifier: str) -> int:
    """The greatest value of a modifier, as its base or set by a technology."""
    values = [entry.value for entry in content.modifiers if entry.id == modifier]
    for technology in content.technologies:
        values.extend(value for name, value in technology.effects if name == modifier)
    return max(values)


def _check_cards(content: Content) -> None:
    rows = sum(len(card.effects) for deck in content.effect_decks() for card in deck)
    rows += sum(len(leader.start) for leader in content.leaders)
    rows += sum(len(faction.effects) for faction in content.factions)
    rows += sum(len(card.effects) + len(card.reaction) for card in content.faction_cards)
    if rows > capacity.EFFECTS:
        problem = f"{rows} effect rows over all decks; at most {capacity.EFFECTS} are allowed"
        raise ContentError("political.toml", "", "effects", problem)
    for cubes in ("cubes", "cubes_eoe"):
        if content.number("marker_cubes") + content.number("start_population") > content.number(cubes):
            raise ContentError("rules.toml", cubes, "value", "too few for the tracks and the starting Population")
    most = max(content.number("bonus_proposals"), content.number("bonus_proposals_two_players"))
    if most > len(content.bonus_cards):
        raise ContentError("bonus_actions.toml", "", "card", f"at least {most} entries are needed")
    for variant in content.variants:
        if len(content.action_cards) < variant.action_rounds + 1:
            problem = f"at least {variant.action_rounds + 1} entries are needed ({variant.id} variant)"
            raise ContentError("actions.toml", "", "card", problem)
    for level in range(capacity.RESISTANCE_LEVELS):
        most = max(len(layout.garrisons()[level]) for layout in content.layouts)
        cards = sum(card.level == level + 1 for card in content.resistance_cards)
        always = sum(card.level == level + 1 and not card.module for card in content.resistance_cards)
        if cards > MOST_OF_A_LEVEL:
            problem = f"{cards} cards of level {level + 1}; at most {MOST_OF_A_LEVEL} are allowed"
            raise ContentError("resistance.toml", "", "level", problem)
        if always < most:
            problem = f"{always} cards of level {level + 1}; the maps need {most}"
            raise ContentError("resistance.toml", "", "level", problem)


def _check_planets(content: Content) -> None:
    homes = sum(planet.home and not planet.module for planet in content.planets)
    if homes < capacity.PLAYERS:
        raise ContentError("planets.toml", "", "home", f"{homes} home planets; {capacity.PLAYERS} are needed")
    for place, pool in enumerate((*v.PLANET_RESOURCES[1:], "new")):
        have = sum(planet.pool() == pool for planet in content.planets)
        for layout in content.layouts:
            for field, need in (("planets", getattr(layout, pool, 0)), ("new_planets", layout.new_planets[place])):
                if need > have:
                    problem = f"{need} planets of {pool}; planets.toml has {have}"
                    raise ContentError("maps.toml", layout.id, f"{field}.{pool}", problem)


def _check_modules(content: Content) -> None:
    """Tokens and cards of Event Horizon fit the records, and there is a card for every Outpost."""
    tokens = content.row("outpost_tokens")
    if sum(tokens) > capacity.OUTPOST_TOKENS:
        problem = f"{sum(tokens)} tokens; at most {capacity.OUTPOST_TOKENS} are allowed"
        raise ContentError("rules.toml", "outpost_tokens", "value", problem)
    for level in range(1, capacity.OUTPOST_LEVELS + 1):
        cards = sum(card.copies for card in content.outpost_cards if card.level == level)
        if not tokens[level] <= cards <= capacity.OUTPOST_CARDS:
            problem = f"{cards} cards of level {level}; {tokens[level]} to {capacity.OUTPOST_CARDS} are allowed"
            raise ContentError("outposts.toml", "", "copies", problem)
    events = sum(event.copies for event in content.events)
    if events > capacity.EVENT_CARDS:
        raise ContentError("events.toml", "", "copies", f"{events} cards; at most {capacity.EVENT_CARDS} are allowed")
    if len(content.leaders) < 2 * capacity.PLAYERS:
        problem = f"{len(content.leaders)} leaders; {2 * capacity.PLAYERS} are needed, two for each player"
        raise ContentError("leaders.toml", "", "leader", problem)


def _check_expansion(content: Content) -> None:
    """What only Edge of Extinction has is only on its own entries, and its cards fit the records."""
    for deck in DECKS:
        for entry in getattr(content, deck.attribute):
            for word in _words_of(entry) if entry.module != EOE else ():
                if word in EOE_OPCODES or word in EOE_MODIFIERS:
                    problem = f"'{word}' belongs to Edge of Extinction; allowed only with module '{EOE}'"
                    raise ContentError(deck.file, entry.id, "effects", problem)
    for table, cards, least, most in (
        ("card", content.combat_cards, 1, capacity.COMBAT_CARDS),
        ("foe_card", content.foe_cards, 2, capacity.FOE_CARDS),
    ):
        copies = sum(card.copies for card in cards)
        if not least <= copies <= most:
            problem = f"{copies} cards in [[{table}]]; {least} to {most} are allowed"
            raise ContentError("combat_cards.toml", "", "copies", problem)


def _words_of(entry: Entry) -> Iterable[str]:
    """What an entry's effects do, and the modifiers they change."""
    for field in ("effects", "start", "reaction"):
        rows = getattr(entry, field, ())
        for row in rows if isinstance(rows, tuple) else ():
            if isinstance(row, Effect):
                yield row.do
                if row.do in ("modify", "modify_turn"):
                    yield v.MODIFIER_NAMES[row.a]
            elif isinstance(row, tuple):
                yield row[0]


def _check_factions(content: Content) -> None:
    """Every faction has a home planet of its own and a full hand of action cards."""
    homes = [planet.id for planet in content.planets if planet.home]
    for faction in content.factions:
        _known(faction.home, homes, "factions.toml", faction.id, "home")
        homes.remove(faction.home)
        cards = len(content.hand(faction.id))
        if cards != HAND:
            raise ContentError("factions.toml", faction.id, "card", f"{cards} action cards; {HAND} are needed")


def _check_mission(content: Content, mission: Mission) -> None:
    """A scenario of solitaire play names existing things, on planets of its map, and its fleets fit."""
    layout = content.layout(mission.id, 1)
    planets = [planet.id for planet in content.planets if not planet.home and not planet.module]
    for planet, _ in layout.fixed:
        _known(planet, planets, "maps.toml", layout.id, "fixed")
    for field, names, deck in (
        ("technologies", mission.technologies, content.technologies),
        ("closed", mission.closed, content.technologies),
        ("removed", mission.removed, content.political_cards),
        ("rockets", [rocket for rocket in mission.rockets if rocket], content.rockets),
    ):
        for name in names:
            _known(name, [entry.id for entry in deck], "solitaire.toml", mission.id, field)
    places = ["home", *(planet for planet, _ in layout.fixed)]
    for post in mission.posts:
        _known(post.planet, places, "solitaire.toml", mission.id, "posts")
    if len({post.planet for post in mission.posts}) < len(mission.posts):
        raise ContentError("solitaire.toml", mission.id, "posts", "a planet appears twice")
    for field, hexes in (("entries", mission.entries), ("base", mission.base)):
        for hex in hexes:
            if hex not in layout.hexes:
                problem = f"{list(hex)} is not one of the hexes of its map"
                raise ContentError("solitaire.toml", mission.id, field, problem)
    _check_fixed_planets(content, layout)
    _check_mission_start(content, mission)


def _check_mission_start(content: Content, mission: Mission) -> None:
    """Nobody starts with more than there is: upgrades on blueprints, ships, cubes, stock."""
    ships = {ship.id: ship for ship in content.ships}
    upgrades = [entry.id for entry in content.upgrades if not entry.module]
    for ship, placed in mission.upgrades:
        for id in placed:
            _known(id, upgrades, "solitaire.toml", mission.id, "upgrades")
        _check_start_upgrades(content, ships[ship], placed, "solitaire.toml", mission.id, f"upgrades.{ship}")
    for ship, entry in ships.items():
        if sum(post.ships.count(ship) for post in mission.posts) > entry.count:
            raise ContentError("solitaire.toml", mission.id, "posts", f"at most {entry.count} ships of {ship} exist")
    used = sum(post.population for post in mission.posts) + len(mission.technologies)
    if used > content.number("cubes") - content.number("marker_cubes"):
        raise ContentError("solitaire.toml", mission.id, "posts", "more cubes than a player has")
    for resource in v.RESOURCES[:3]:
        cap = content.number(f"{resource}_cap")
        for field in ("", "absolute.", "tactical."):
            holder = getattr(mission, field[:-1]) if field else mission
            if getattr(holder, resource) > cap:
                raise ContentError("solitaire.toml", mission.id, f"{field}{resource}", f"at most {cap} can be stocked")


def _check_fixed_planets(content: Content, layout: Layout) -> None:
    """A map of fixed planets counts as many of each resource as it names."""
    pools = {planet.id: planet.pool() for planet in content.planets}
    for pool in v.PLANET_RESOURCES[1:]:
        named = sum(pools[planet] == pool for planet, _ in layout.fixed)
        if named != getattr(layout, pool):
            problem = f"{getattr(layout, pool)} planets of {pool}; {named} are fixed"
            raise ContentError("maps.toml", layout.id, f"planets.{pool}", problem)


LIBRARY: Final = Library(Content, DECKS, OURS, _check_together)
load_content: Final = LIBRARY.load
content_of: Final = LIBRARY.of
