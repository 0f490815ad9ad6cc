"""Content of X-ODUS: what the text fixes, what a good game needs, and what the loader refuses."""

import random
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from exodus_env.corruption import capacity
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.columns import (
    ability_columns,
    effect_columns,
    instruction_columns,
    modifier_columns,
    option_columns,
    row_columns,
)
from exodus_env.corruption.content.decks import DECKS
from exodus_env.corruption.content.effects import ABILITIES_IN, OPERATIONS_IN
from exodus_env.corruption.content.entries import Ability, Content, Effect, Instruction, Option, Row
from exodus_env.corruption.content.limits import HEALTH_MARKERS, MODIFIER_RANGES, NUMBERS
from exodus_env.corruption.content.load import OURS, ContentError, content_of, load_content
from exodus_env.corruption.content.show import content_page, content_tables, describe_effect
from exodus_env.kit.content.making import Deck
from exodus_env.kit.content.reader import Reader
from exodus_env.kit.hexes import CENTRE, step

CONTENT = load_content()
FILES = sorted({deck.file for deck in DECKS})
PROSE = ("id", "name", "text", "provenance", "reconstructed", "tags", "module")


@pytest.fixture(name="content")
def fixture_content() -> Content:
    return CONTENT


def by_id(entries: Iterable[Any], id: str) -> Any:
    return next(entry for entry in entries if entry.id == id)


def parts(thing: object, kind: type) -> Iterator[Any]:
    """Everything of a kind within an entry, a deck or all of them."""
    if isinstance(thing, kind):
        yield thing
    if isinstance(thing, tuple):
        for part in thing:
            yield from parts(part, kind)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from parts(getattr(thing, field.name), kind)


def played(thing: object) -> object:
    """What a card does, without what only people read and without where it stands."""
    if isinstance(thing, tuple):
        return tuple(played(part) for part in thing)
    if is_dataclass(thing):
        left_out = (*PROSE, "ship", "level", "number", "copies", "value")
        return tuple((f.name, played(getattr(thing, f.name))) for f in fields(thing) if f.name not in left_out)
    return thing


# -- what the text fixes -----------------------------------------------------------------------------------------------


def test_every_entry_says_where_it_comes_from(content: Content) -> None:
    for deck in DECKS:
        for entry in getattr(content, deck.attribute):
            assert entry.provenance in ("rulebook", "public", "reconstructed"), entry.id
            assert entry.name and entry.text


def test_cards_and_tiles_are_as_many_as_the_text_counts(content: Content) -> None:
    assert Counter(tile.kind for tile in content.tiles) == {"allied": 12, "enemy": 12, "corrupt": 6, "rift": 1}
    assert [len(content.ships), len(content.mods), len(content.avatars), len(content.allies)] == [6, 36, 4, 4]
    assert sum(module.copies for module in content.modules) == 24
    assert sum(module.copies for module in content.precursors) == 8
    assert sum(card.copies for card in content.damaged) == 16
    assert len(content.enemies) == 16
    assert len(content.explorations) == 20
    assert len(content.signals) == 12


@pytest.mark.parametrize(
    ("id", "value"),
    [
        ("start_scraps", 1),
        ("start_energy", 1),
        ("strain_actions", 1),
        ("rush_cost", 2),
        ("rush_jumps", 3),
        ("scavenge_scraps", 1),
        ("repair_cost", 1),
        ("repair_health", 1),
        ("mend_cost", 3),
        ("salvage_loss", 1),
        ("level_scraps", 1),
        ("detection_misses", 1),
        ("damaged_misses", 2),
        ("pacified_turns", 2),
        ("enemy_deck", 4),
        ("avatar_return", 2),
        ("disengage_advance", 1),
    ],
)
def test_numbers_of_the_rules(content: Content, id: str, value: int) -> None:
    assert content.number(id) == value
    assert by_id(content.numbers, id).provenance == "rulebook"


def test_damage_rolls(content: Content) -> None:
    assert content.row("damage_health") == (1, 2)


def test_sides_of_the_corruption_mat(content: Content) -> None:
    three, four = content.side(3), content.side(4)
    assert three.spaces == four.spaces
    assert (len(three.boxes), len(four.boxes)) == (2, 3)
    assert (three.keys, four.keys) == (3, 4)
    assert (three.piles, four.piles) == (5, 6)
    assert three.enemies == four.enemies == 4
    assert content.number("enemy_deck") + len(four.boxes) * four.enemies == len(content.enemies)


@pytest.mark.parametrize("ships", [3, 4])
def test_the_stack_of_systems(content: Content, ships: int) -> None:
    side, kinds = content.side(ships), Counter(tile.kind for tile in content.tiles_with(ships))
    assert kinds["allied"] + kinds["enemy"] == 4 * side.piles
    assert kinds["corrupt"] == side.piles  # one is the Starting System, and the Main Rift's pile has none
    assert kinds["rift"] == 1
    assert sorted(tile.signal for tile in content.tiles_with(ships) if tile.signal) == list(range(1, side.keys + 1))


def test_symbols_on_tiles(content: Content) -> None:
    explored = Counter(tile.kind for tile in content.tiles if tile.exploration)
    assert explored == {"allied": 8, "enemy": 12}
    assert sum(explored.values()) == len(content.explorations)
    assert sorted(tile.signal for tile in content.tiles if tile.signal) == [1, 2, 3, 4]
    assert 3 <= sum(tile.ally for tile in content.tiles) <= len(content.allies)
    assert {tile.kind for tile in content.tiles if tile.wormhole} == {"allied", "enemy"}
    assert {tile.enemies for tile in content.tiles if tile.kind == "enemy"} == {1, 2}
    assert any(tile.surveillance for tile in content.tiles) and any(tile.reserve for tile in content.tiles)
    assert sum(tile.dot for tile in content.tiles if tile.kind in ("allied", "enemy")) == 4
    assert by_id(content.tiles, "last_harbour").dot and by_id(content.tiles, "last_harbour").signal == 4


def test_lanes_by_kind(content: Content) -> None:
    """Allied systems are the most open, Corrupt ones the least."""
    lanes = {
        kind: [sum(tile.sides) for tile in content.tiles if tile.kind == kind]
        for kind in ("allied", "enemy", "corrupt", "rift")
    }
    assert min(lanes["allied"]) >= 4 and min(lanes["enemy"]) >= 3 and min(lanes["corrupt"]) >= 2
    means = [sum(counts) / len(counts) for counts in lanes.values()]
    assert means[0] > means[1] > means[2]
    assert lanes["rift"][0] >= 2


@pytest.mark.parametrize("ships", [3, 4])
def test_the_map_does_not_shut_itself_in(content: Content, ships: int) -> None:
    """Tiles put anywhere, turned any way: there is always a lane into the unknown until the stack is empty."""
    chance = random.Random(ships)
    for _ in range(100):
        tiles = [tile for tile in content.tiles_with(ships) if tile.kind != "corrupt"]
        red = [tile for tile in content.tiles_with(ships) if tile.kind == "corrupt"]
        chance.shuffle(red)
        board = {CENTRE: red.pop().sides}
        stack = tiles + red
        chance.shuffle(stack)
        for tile in stack:
            open_lanes = [
                (hex, side) for hex, sides in board.items() for side in range(6)
                if sides[side] and step(hex, side) not in board
            ]  # fmt: skip
            assert open_lanes
            hex, side = chance.choice(open_lanes)
            turn = chance.choice([turn for turn in range(6) if tile.sides[(side + 3 - turn) % 6]])
            board[step(hex, side)] = tuple(tile.sides[(place - turn) % 6] for place in range(6))


def test_dice(content: Content) -> None:
    assert [die.id for die in content.dice] == ["red", "blue", "yellow"]
    assert all(sum(die.faces) == 6 and all(die.faces) for die in content.dice)
    assert len({die.faces for die in content.dice}) == 3
    assert any(face.wormhole for face in content.avatar_die) and 3 in {face.moves for face in content.avatar_die}


def test_ships(content: Content) -> None:
    assert by_id(content.ships, "warship").actions == 3
    assert by_id(content.ships, "explorer").actions == 4
    assert by_id(content.ships, "battlecruiser").actions >= 3
    assert by_id(content.ships, "explorer").ship_class == "rogue"
    assert "rogue" not in {by_id(content.ships, id).ship_class for id in ("warship", "proto_ship")}
    assert Counter(ship.ship_class for ship in content.ships) == dict.fromkeys(v.CLASSES, 2)
    assert len({(ship.ship_class, ship.dice) for ship in content.ships}) == 3
    assert len({ship.xp for ship in content.ships}) == 6
    four = sorted(ship.health for ship in content.ships)[-4:]
    assert sum(four) + by_id(content.signals, "derelict_ship").markers <= HEALTH_MARKERS
    assert all(len(ship.energy_costs) == capacity.ENERGY - 1 for ship in content.ships)


def test_mods_take_energy_or_are_passive_by_level(content: Content) -> None:
    for ship in v.SHIPS:
        mods = content.mods_of(ship)
        assert [mod.level for mod in mods] == [1, 2, 3, 4, 5, 6]
        for mod in mods:
            activation = "energy" if mod.level in (1, 3, 5) else "passive"
            assert [effect.activation for effect in mod.effects] == [activation] * 2


def test_high_mods_turn_specials_into_something(content: Content) -> None:
    for ship in v.SHIPS:
        effects = [effect for mod in content.mods_of(ship) for effect in mod.effects]
        assert any(effect.spends == v.SPECIAL for effect in effects), ship


def test_system_exodus(content: Content) -> None:
    card = by_id(content.explorations, "system_exodus")
    assert card.kind == "analysis" and card.provenance == "rulebook" and not card.reconstructed
    first, second, third = card.options
    assert first.ship_class == v.ROGUE and first.rows == (Row("reveal", "none", 2),)
    assert second.ship_class == v.NOTHING and second.rows == (Row("module", "shared", 1),)
    assert third.rows == (Row("heal", "fleet", 2), Row("energy", "fleet", capacity.ENERGY))


def test_cultist_factory(content: Content) -> None:
    card = by_id(content.explorations, "cultist_factory")
    assert card.kind == "warning"
    first, second, third = card.options
    assert first.ship_class == v.ROGUE and [row.do for row in first.rows] == ["scrap"]
    assert second.ship_class == v.NOTHING and second.rows == (Row("slow", "none", 1),)
    assert third.skill != v.NOTHING and third.rows == (Row("hold"),) and third.failure == (Row("hasten", "none", 1),)


def test_dormant_swarm(content: Content) -> None:
    card = by_id(content.explorations, "dormant_swarm")
    assert card.kind == "danger" and card.provenance == "rulebook"
    (option,) = card.options
    assert (option.skill, option.count, option.rows) == (v.HIT, 2, ())
    assert option.failure == (Row("hurt", "fleet", 2), Row("damaged", "fleet", 1))


def test_derelict_ship(content: Content) -> None:
    signal = by_id(content.signals, "derelict_ship")
    assert (signal.level, signal.markers, signal.provenance) == ("hazardous", 5, "rulebook")
    assert signal.instructions == (Instruction("repair", v.NOTHING, 0, v.NOTHING, 1, ()),)


def test_kinds_of_cards(content: Content) -> None:
    kinds = Counter(card.kind for card in content.explorations)
    assert kinds == {"analysis": 10, "warning": 6, "danger": 4}
    assert Counter(signal.level for signal in content.signals) == dict.fromkeys(v.SIGNAL_LEVELS, 4)
    assert Counter(enemy.level for enemy in content.enemies) == {1: 4, 2: 4, 3: 4, 4: 4}
    assert {card.copies for card in content.damaged} == {2} and {module.copies for module in content.modules} == {2}
    assert {module.activation for module in content.modules} == set(v.ACTIVATIONS)
    assert {module.activation for module in content.precursors} == set(v.ACTIVATIONS)


@pytest.mark.parametrize(
    ("difficulty", "taken"),
    [
        ("casual", {"hazardous": 4, "perilous": 2}),
        ("hardened", {"hazardous": 2, "perilous": 2, "lethal": 2}),
        ("heroic", {"perilous": 2, "lethal": 4}),
    ],
)
def test_signals_of_a_difficulty(content: Content, difficulty: str, taken: dict[str, int]) -> None:
    levels: dict[str, int] = {}
    for signal, most in content.signals_of(difficulty):
        levels[signal.level] = min(most, sum(other.level == signal.level for other in content.signals))
    assert levels == taken


def test_avatars_are_stronger_than_any_enemy(content: Content) -> None:
    for field in ("health", "shield"):
        strongest = max(getattr(enemy, field) for enemy in content.enemies)
        assert all(getattr(avatar, field) > strongest for avatar in content.avatars)
    taken = {ability.row.do for avatar in content.avatars for ability in avatar.abilities}
    assert {"take_module", "take_energy", "take_health"} <= taken
    assert not {row.do for row in parts(content.enemies, Row)} & {"take_module", "take_energy", "take_health"}


def test_two_enemies_need_no_more_markers_than_there_are(content: Content) -> None:
    assert all(2 * enemy.health <= 8 and 2 * enemy.shield <= 6 for enemy in content.enemies)


# -- what a good game needs --------------------------------------------------------------------------------------------


def words_used(content: Content) -> dict[str, set[str]]:
    """Every word of content, by the list of the vocabulary it belongs to."""
    effects, rows = list(parts(tuple(vars(content).values()), Effect)), list(parts(tuple(vars(content).values()), Row))
    abilities = list(parts((content.enemies, content.avatars), Ability))
    instructions = list(parts(content.signals, Instruction))
    changes = [pair for effect in effects for pair in effect.modifiers]
    changes += [pair for card in content.damaged for pair in card.modifiers]
    options = list(parts(content.explorations, Option))
    return {
        "operations": {row.do for row in rows},
        "targets": {row.target for row in rows},
        "ways": {v.WAY_NAMES[row.of] for row in rows if row.do == "jump"},
        "windows": {effect.window for effect in effects},
        "needs": {need for effect in effects for need, _ in effect.needs or (("none", 0),)},
        "activations": {effect.activation for effect in effects},
        "modifiers": {modifier for modifier, _ in changes},
        "triggers": {ability.trigger for ability in abilities},
        "instructions": {instruction.kind for instruction in instructions},
        "sources": {v.SOURCES[instruction.of] for instruction in instructions if instruction.kind == "fight"},
        "events": {ship.xp for ship in content.ships},
        "kinds": {card.kind for card in content.explorations},
        "levels": {signal.level for signal in content.signals},
        "tiles": {tile.kind for tile in content.tiles},
        "locks": {v.CLASSES[option.ship_class] for option in options if option.ship_class != v.NOTHING},
        "skills": {v.SYMBOLS[option.skill] for option in options if option.skill != v.NOTHING},
    }


VOCABULARY = {
    "operations": v.OPERATION_NAMES,
    "targets": v.TARGET_NAMES,
    "ways": v.WAY_NAMES,
    "windows": v.WINDOW_NAMES,
    "needs": v.NEED_NAMES,
    "activations": v.ACTIVATIONS,
    "modifiers": v.MODIFIER_NAMES,
    "triggers": v.TRIGGER_NAMES,
    "instructions": v.INSTRUCTION_NAMES,
    "sources": v.SOURCES,
    "events": v.XP_EVENT_NAMES,
    "kinds": v.EXPLORATION_KINDS,
    "levels": v.SIGNAL_LEVELS,
    "tiles": v.TILE_KINDS,
    "locks": v.CLASSES,
    "skills": ("hit", "special"),
}


@pytest.mark.parametrize("words", VOCABULARY)
def test_cards_use_the_whole_vocabulary_and_nothing_else(content: Content, words: str) -> None:
    assert words_used(content)[words] == set(VOCABULARY[words])


@pytest.mark.parametrize("words", [words for words in VOCABULARY if words != "skills"])
def test_a_word_stands_for_one_thing(words: str) -> None:
    assert len(set(VOCABULARY[words])) == len(VOCABULARY[words])


def test_every_word_says_what_it_means() -> None:
    for words in (v.OPERATIONS, v.WINDOWS, v.NEEDS, v.TARGETS, v.TRIGGERS, v.INSTRUCTIONS, v.MODIFIERS, v.XP_EVENTS):
        assert all(len(word[-1]) > 4 for word in words)
        assert len({word[-1] for word in words}) == len(words)


@pytest.mark.parametrize(
    "attribute",
    ["tiles", "modules", "precursors", "damaged", "allies", "enemies", "avatars", "explorations", "signals", "ships"],
)
def test_no_two_cards_of_a_deck_do_the_same(content: Content, attribute: str) -> None:
    cards = [played(entry) for entry in getattr(content, attribute)]
    assert len(set(cards)) == len(cards)


def test_no_two_tiles_are_the_same_when_turned(content: Content) -> None:
    def turned(sides: tuple[int, ...]) -> tuple[int, ...]:
        return max(sides[turn:] + sides[:turn] for turn in range(6))

    symbols = ("kind", "exploration", "signal", "ally", "wormhole", "enemies", "surveillance", "reserve")
    faces = [(turned(tile.sides), *(getattr(tile, symbol) for symbol in symbols)) for tile in content.tiles]
    assert len(set(faces)) == len(faces)


def test_no_ship_has_an_effect_twice(content: Content) -> None:
    for ship in v.SHIPS:
        effects = [played(effect) for mod in content.mods_of(ship) for effect in mod.effects]
        assert len(set(effects)) == len(effects)


def test_the_effects_of_a_mod_are_alternatives(content: Content) -> None:
    """Neither does all the other does, and more."""

    def does(effect: Effect) -> set[tuple[object, ...]]:
        rows = {(effect.window, row.do, row.of, row.into) for row in effect.rows}
        return rows | {("lasting", modifier) for modifier, _ in effect.modifiers}

    for mod in content.mods:
        first, second = (does(effect) for effect in mod.effects)
        assert not first <= second and not second <= first, mod.id


def test_names_of_effects_differ(content: Content) -> None:
    names = [effect.name for effect in content.effects()]
    assert len(set(names)) == len(names) == 72 + len(content.modules) + len(content.precursors)


def test_ships_differ_in_role(content: Content) -> None:
    """Each ship alone has what its role is about, or most of it."""

    def weight(ship: str, words: set[str]) -> int:
        effects = [effect for mod in content.mods_of(ship) for effect in mod.effects]
        used = [row.do for effect in effects for row in effect.rows]
        used += [modifier for effect in effects for modifier, _ in effect.modifiers]
        return sum(word in words for word in used)

    fighting = {"hits", "pierce", "strike", "die", "turn", "fleet_hits", "avatar_hits"}
    caring = {"heal", "mend", "repair", "repair_cost", "regrow", "guard", "fleet_guard", "armour"}
    roaming = {"reveal", "jump", "wormhole", "free_probe", "options", "actions", "redraw", "escape", "stealth"}
    for words, best in (
        (fighting, {"warship", "battlecruiser"}),
        (caring, {"drone_specialist", "battlecruiser"}),
        (roaming, {"explorer", "pirate_ship"}),
        ({"energy", "energy_cost", "free_energy"}, {"proto_ship"}),
        ({"scrap", "scavenge", "price", "reward"}, {"pirate_ship"}),
    ):
        ranking = sorted(v.SHIPS, key=lambda ship: -weight(ship, words))
        assert set(ranking[: len(best)]) == best, words


def hits_of(content: Content, ships: tuple[str, ...]) -> Counter[int]:
    """Of all rolls of these ships' dice, how many show each number of hits."""
    faces = {die.id: [0] * (6 - die.faces[v.HIT]) + [1] * die.faces[v.HIT] for die in content.dice}
    dice = [faces[by_id(content.ships, ship).dice] for ship in ships for _ in range(capacity.OWN_DICE)]
    counts = Counter({0: 1})
    for die in dice:
        counts = Counter(
            {
                total: sum(counts[total - face] for face in die if total - face in counts)
                for total in range(max(counts) + 2)
            }
        )
    return counts


def rounds_needed(content: Content, ships: tuple[str, ...], health: int, shield: int, more: int) -> float:
    """Health over the mean loss in a round, with hits added to every roll."""
    counts = hits_of(content, ships)
    loss = sum(max(0, hits + more - shield) * ways for hits, ways in counts.items()) / counts.total()
    return health / loss


def test_level_n_is_a_fair_fight_for_n_ships(content: Content) -> None:
    """With the first team of the text and half a hit more a ship: a few rounds. One ship fewer finds it harder."""
    team = ("warship", "proto_ship", "battlecruiser", "explorer")
    for enemy in content.enemies:
        fair = rounds_needed(content, team[: enemy.level], enemy.health, enemy.shield, (enemy.level + 1) // 2)
        assert 0.7 < fair < 3.5, enemy.id
        if enemy.level > 1:
            fewer = rounds_needed(content, team[: enemy.level - 1], enemy.health, enemy.shield, enemy.level // 2)
            assert fewer > fair


def test_a_lone_ship_cannot_beat_an_avatar_and_a_prepared_fleet_can(content: Content) -> None:
    team = ("warship", "proto_ship", "battlecruiser", "explorer")
    for avatar in content.avatars:
        for ship in v.SHIPS:
            assert max(hits_of(content, (ship,))) < avatar.shield
        assert rounds_needed(content, team, avatar.health, avatar.shield, len(team)) < 4


def test_levels_rise(content: Content) -> None:
    strength = [
        sum(enemy.health + 2 * enemy.shield for enemy in content.enemies if enemy.level == level)
        for level in range(1, 5)
    ]
    assert strength == sorted(set(strength))


def test_precursor_modules_are_dearer(content: Content) -> None:
    assert {module.value for module in content.modules} == {1, 2, 3, 4}
    assert {module.value for module in content.precursors} == {4, 5, 6}


def test_every_class_is_wanted_about_as_often(content: Content) -> None:
    locks = Counter(option.ship_class for option in parts(content.explorations, Option))
    counts = [locks[place] for place in range(len(v.CLASSES))]
    assert max(counts) - min(counts) <= 1
    for card in content.explorations:
        if card.kind != "danger":
            assert sum(option.ship_class != v.NOTHING for option in card.options) == 1, card.id


def test_rows_are_where_the_rules_carry_them_out(content: Content) -> None:
    for effect in content.effects():
        for row in effect.rows:
            assert row.do in OPERATIONS_IN[effect.window]
    for ability in parts((content.enemies, content.avatars), Ability):
        assert ability.row.do in ABILITIES_IN[ability.trigger]
        if ability.row.target != "none":
            assert ability.row.target == ("self" if ability.trigger in v.SHIP_TRIGGERS else "fleet")


def test_effects_of_equipment_in_their_order(content: Content) -> None:
    effects = content.effects()
    assert effects[:2] == content.mods[0].effects
    assert effects[72] == content.modules[0].effect and effects[-1] == content.precursors[-1].effect
    assert len(effects) <= capacity.EFFECTS


def test_modifiers_fit_the_records(content: Content) -> None:
    assert len(v.MODIFIERS) <= capacity.MODIFIERS
    for name, better, _ in v.MODIFIERS:
        low, high = MODIFIER_RANGES[name]
        assert better in ("high", "low") and low <= 0 <= high and low < high


# -- as numbers --------------------------------------------------------------------------------------------------------


def test_rows_as_numbers(content: Content) -> None:
    columns = v.ROW_COLUMNS
    everything = list(parts(tuple(vars(content).values()), Row))
    for row in everything:
        numbers = dict(zip(columns, row_columns(row), strict=True))
        assert v.OPERATION_NAMES[numbers["operation"]] == row.do and v.TARGET_NAMES[numbers["target"]] == row.target
        assert (numbers["amount"], numbers["of"], numbers["into"]) == (row.amount, row.of, row.into)
        assert (numbers["trigger"], numbers["least"]) == (v.NOTHING, 0)
    for ability in parts((content.enemies, content.avatars), Ability):
        numbers = dict(zip(columns, ability_columns(ability), strict=True))
        assert v.TRIGGER_NAMES[numbers["trigger"]] == ability.trigger and numbers["least"] == ability.least
        assert ability_columns(ability)[:5] == row_columns(ability.row)[:5]
    assert len(everything) <= capacity.ALL_ROWS


def test_effects_as_numbers(content: Content) -> None:
    for effect in content.effects():
        numbers = dict(zip(v.EFFECT_COLUMNS, effect_columns(effect), strict=True))
        assert v.WINDOW_NAMES[numbers["window"]] == effect.window
        assert v.ACTIVATIONS[numbers["activation"]] == effect.activation
        assert (numbers["energy"] > 0) == (effect.activation == "energy")
        assert (numbers["spends"], numbers["dice"], numbers["each"]) == (effect.spends, effect.dice, effect.each)
        needs = [(numbers["need"], numbers["need_amount"]), (numbers["second_need"], numbers["second_amount"])]
        assert tuple((v.NEED_NAMES[need], amount) for need, amount in needs if need) == effect.needs
        added = modifier_columns(effect.modifiers)
        assert {v.MODIFIER_NAMES[place]: add for place, add in enumerate(added) if add} == dict(effect.modifiers)
        assert len(added) == len(v.MODIFIERS)


def test_options_and_instructions_as_numbers(content: Content) -> None:
    for option in parts(content.explorations, Option):
        numbers = dict(zip(v.OPTION_COLUMNS, option_columns(option), strict=True))
        assert numbers == {"ship_class": option.ship_class, "skill": option.skill, "count": option.count}
    for instruction in parts(content.signals, Instruction):
        numbers = dict(zip(v.INSTRUCTION_COLUMNS, instruction_columns(instruction), strict=True))
        assert v.INSTRUCTION_NAMES[numbers.pop("kind")] == instruction.kind
        assert all(number == getattr(instruction, name) for name, number in numbers.items())


# -- a folder of one's own ---------------------------------------------------------------------------------------------


def test_loading_twice_gives_the_same(content: Content) -> None:
    assert load_content() == content
    assert content_of(None) is content_of(None)


@pytest.mark.parametrize("file", FILES)
def test_every_file_can_be_overridden_by_itself(content: Content, tmp_path: Path, file: str) -> None:
    """Our own entries given again change values nowhere."""
    (tmp_path / file).write_bytes((OURS / file).read_bytes())
    assert load_content(tmp_path) == content


def test_one_field_of_every_deck_can_be_overridden(content: Content, tmp_path: Path) -> None:
    for deck in DECKS:
        entry = getattr(content, deck.attribute)[0]
        (tmp_path / deck.file).write_text(f'[[{deck.table}]]\nid = "{entry.id}"\nname = "Printed"\n')
        own = load_content(tmp_path)
        changed = getattr(own, deck.attribute)[0]
        assert changed.name == "Printed" and changed.provenance == "user" and "name" not in changed.reconstructed
        assert own.hash == content.hash, "a name changes nothing that is played"
        (tmp_path / deck.file).unlink()


def test_a_folder_changes_what_a_card_does(content: Content, tmp_path: Path) -> None:
    (tmp_path / "mods.toml").write_text(
        '[[mod]]\nid = "explorer_2"\neffects = [{ name = "Cloak", modifiers = [{ modifier = "stealth", add = 2 }] },\n'
        '  { name = "Toll", window = "reveal", rows = [{ do = "scrap", amount = 2 }] }]\n'
    )
    (tmp_path / "enemies.toml").write_text(
        '[[enemy]]\nid = "cult_raider"\nhealth = 1\nabilities = [{ when = "fleet", least = 3, do = "cancel" }]\n'
    )
    (tmp_path / "tiles.toml").write_text('[[tile]]\nid = "ashfall"\nsides = "111111"\nenemies = 2\n')
    own = load_content(tmp_path)
    mod = by_id(own.mods, "explorer_2")
    assert [effect.name for effect in mod.effects] == ["Cloak", "Toll"]
    assert mod.effects[0].modifiers == (("stealth", 2),) and mod.effects[1].rows == (Row("scrap", "self", 2),)
    enemy = by_id(own.enemies, "cult_raider")
    assert (enemy.health, enemy.abilities) == (1, (Ability("fleet", 3, Row("cancel", "none", 1)),))
    assert "abilities" not in enemy.reconstructed and "shield" in enemy.reconstructed
    assert by_id(own.tiles, "ashfall").sides == (1,) * 6
    assert own.hash != content.hash


def test_a_folder_replaces_a_whole_deck(tmp_path: Path) -> None:
    cards = (OURS / "damaged.toml").read_text().split("[[card]]")
    (tmp_path / "damaged.toml").write_text("replace_all = true\n[[card]]" + "[[card]]".join(cards[1:4]))
    assert [card.id for card in load_content(tmp_path).damaged] == ["fried_guns", "breached_hull", "crippled_drive"]


def test_a_folder_appends_a_card(tmp_path: Path) -> None:
    signals = (
        '[[signal]]\nid = "echo"\nname = "Echo"\ntext = "come together"\nlevel = "lethal"\nmarkers = 0\nships = 3\n'
    )
    (tmp_path / "signals.toml").write_text("replace_all = true\n" + signals)
    with pytest.raises(ContentError, match="signals_casual"):
        load_content(tmp_path)
    ours = (OURS / "signals.toml").read_text().split("[[signal]]\n")
    (tmp_path / "signals.toml").write_text("replace_all = true\n[[signal]]\n" + "[[signal]]\n".join(ours[2:]) + signals)
    own = load_content(tmp_path)
    assert len(own.signals) == 12 and own.signals[-1].provenance == "user"
    assert own.signals[-1].instructions == () and own.signals[-1].ships == 3


def test_hash_changes_with_every_kind_of_value(content: Content, tmp_path: Path) -> None:
    changes = {
        "rules.toml": '[[number]]\nid = "mend_cost"\nvalue = 2\n',
        "corruption.toml": '[[side]]\nid = "ships_4"\nboxes = [4, 6, 9]\n',
        "dice.toml": '[[die]]\nid = "red"\nfaces = [4, 1, 1]\n',
        "tiles.toml": '[[tile]]\nid = "haven"\nsides = "111110"\n',
        "ships.toml": '[[ship]]\nid = "warship"\nhealth = 5\n',
        "mods.toml": '[[mod]]\nid = "warship_2"\neffects = ['
        '{ name = "A", modifiers = [{ modifier = "hits", add = 1 }] },'
        ' { name = "B", modifiers = [{ modifier = "guard", add = 1 }] }]\n',
        "modules.toml": '[[precursor]]\nid = "phase_lance"\nvalue = 6\n',
        "damaged.toml": '[[card]]\nid = "fried_guns"\ncopies = 1\n',
        "allies.toml": '[[ally]]\nid = "merchant"\nprice = -2\n',
        "enemies.toml": '[[enemy]]\nid = "leech_pod"\nhealth = 3\n',
        "avatars.toml": '[[avatar]]\nid = "mirror"\nshield = 5\n',
        "explorations.toml": '[[card]]\nid = "gravity_snare"\noptions = [{ name = "Run", skill = "hit", count = 1,'
        ' failure = [{ do = "end_turn" }] }]\n',
        "signals.toml": '[[signal]]\nid = "starving_beacon"\nmarkers = 5\n',
    }
    assert sorted(changes) == FILES
    hashes = {content.hash}
    for file, text in changes.items():
        (tmp_path / file).write_text(text)
        hashes.add(load_content(tmp_path).hash)
    assert len(hashes) == len(changes) + 1


# -- what the loader refuses -------------------------------------------------------------------------------------------

TILE, SHIP, ENEMY = '[[tile]]\nid = "ashfall"\n', '[[ship]]\nid = "warship"\n', '[[enemy]]\nid = "leech_pod"\n'
MOD, MODULE = '[[mod]]\nid = "warship_1"\n', '[[module]]\nid = "deflector"\n'
CARD, SIGNAL = '[[card]]\nid = "open_channel"\n', '[[signal]]\nid = "blood_lock"\n'
OTHER = '{ name = "B", window = "menu", rows = [{ do = "heal" }] }'


def mod(effect: str) -> str:
    return f"{MOD}effects = [{effect}, {OTHER}]\n"


def passive(effect: str) -> str:
    other = '{ name = "B", modifiers = [{ modifier = "hits", add = 1 }] }'
    return f'[[mod]]\nid = "warship_2"\neffects = [{effect}, {other}]\n'


def ability(text: str) -> str:
    return f"{ENEMY}abilities = [{{ {text} }}]\n"


REFUSED: list[tuple[str, str, tuple[str, ...]]] = [
    ("spells.toml", "", ("spells.toml", "unknown file")),
    ("tiles.toml", "[[tile]]\nid = 7\n", ("tile 1", "field 'id'")),
    ("tiles.toml", '[[planet]]\nid = "a"\n', ("planet", "unknown")),
    ("tiles.toml", TILE + 'sides = "11x000"\n', ("ashfall", "sides", "11x000")),
    ("tiles.toml", TILE + 'sides = "000000"\n', ("ashfall", "sides", "at least one lane")),
    ("tiles.toml", TILE + 'sides = "11111"\n', ("ashfall", "sides")),
    ("tiles.toml", TILE + "enemies = 3\n", ("ashfall", "enemies", "0 to 2")),
    ("tiles.toml", TILE + "enemies = 0\n", ("ashfall", "enemies", "1 or 2")),
    ("tiles.toml", TILE + "ally = true\n", ("ashfall", "ally", "'enemy'")),
    ("tiles.toml", TILE + "signal = 2\n", ("ashfall", "signal")),
    ("tiles.toml", '[[tile]]\nid = "haven"\nenemies = 1\n', ("haven", "enemies", "'allied'")),
    ("tiles.toml", '[[tile]]\nid = "sore_1"\nwormhole = true\n', ("sore_1", "wormhole", "'corrupt'")),
    ("tiles.toml", '[[tile]]\nid = "lumen"\nexploration = true\n', ("lumen", "exploration", "not both")),
    ("tiles.toml", '[[tile]]\nid = "main_rift"\nsides = "100000"\n', ("main_rift", "sides", "two lanes")),
    ("tiles.toml", '[[tile]]\nid = "lumen"\nsignal = 2\n', ("tiles.toml", "signal", "1 to 4")),
    ("tiles.toml", '[[tile]]\nid = "lumen"\nkind = "corrupt"\nsignal = 0\n', ("12 are needed",)),
    ("tiles.toml", TILE + "dot = true\n", ("tiles.toml", "dot", "3 ships", "5 piles need 20")),
    ("tiles.toml", '[[tile]]\nid = "sore_1"\ndot = true\n', ("dot", "corrupt")),
    (
        "tiles.toml",
        '[[tile]]\nid = "last_harbour"\ndot = false\n[[tile]]\nid = "lumen"\ndot = true\n',
        ("signal", "3 ships", "[2, 3, 4]"),
    ),
    ("tiles.toml", '[[tile]]\nid = "green_expanse"\nally = true\n', ("ally", "5 tiles", "allies.toml has 4")),
    ("explorations.toml", "replace_all = true\n" + CARD, ("explorations.toml",)),
    ("corruption.toml", '[[side]]\nid = "ships_4"\nboxes = [6, 3]\n', ("ships_4", "boxes[1]", "above")),
    ("corruption.toml", '[[side]]\nid = "ships_4"\nboxes = [3, 20]\n', ("ships_4", "boxes[1]", "2 to 16")),
    ("corruption.toml", '[[side]]\nid = "ships_4"\nboxes = [2, 3, 4, 5]\n', ("ships_4", "boxes", "at most 3")),
    ("corruption.toml", '[[side]]\nid = "ships_4"\nenemies = 5\n', ("ships_4", "enemies", "19")),
    ("corruption.toml", '[[side]]\nid = "ships_4"\nkeys = 3\n', ("signal", "4 ships")),
    ("corruption.toml", '[[side]]\nid = "ships_5"\n', ("ships_5", "unknown")),
    ("rules.toml", '[[number]]\nid = "mend_cost"\nvalue = 10\n', ("mend_cost", "value", "0 to 9")),
    ("rules.toml", '[[number]]\nid = "luck"\nvalue = 1\n', ("luck", "unknown")),
    ("rules.toml", '[[number]]\nid = "damage_health"\nvalue = [1]\n', ("damage_health", "value")),
    ("rules.toml", '[[number]]\nid = "signals_casual"\nvalue = [3, 0, 0]\n', ("signals_casual", "3 Signals to draw 4")),
    ("rules.toml", '[[number]]\nid = "enemy_deck"\nvalue = 5\n', ("ships_4", "enemies", "17")),
    ("dice.toml", '[[die]]\nid = "red"\nfaces = [3, 3, 1]\n', ("red", "faces", "a die has 6")),
    ("dice.toml", '[[avatar_face]]\nid = "face_1"\nmoves = 9\n', ("face_1", "moves", "0 to 4")),
    ("ships.toml", SHIP + 'dice = "blue"\n', ("ships.toml", "dice", "3 ships use blue")),
    ("ships.toml", SHIP + "health = 10\n", ("warship", "health", "2 to 9")),
    (
        "ships.toml",
        "".join(f'[[ship]]\nid = "{ship}"\nhealth = 8\n' for ship in v.SHIPS[:4]),
        ("ships.toml", "health", "32", "36"),
    ),
    ("ships.toml", SHIP + "levels = [1, 2, 2, 4, 5]\n", ("warship", "levels[2]", "above")),
    ("ships.toml", SHIP + "levels = [1, 2]\n", ("warship", "levels", "at least 5")),
    ("ships.toml", SHIP + "energy_costs = [3, 2]\n", ("warship", "energy_costs[1]")),
    ("ships.toml", SHIP + 'xp = "sleep"\n', ("warship", "xp", "defeat")),
    ("ships.toml", '[[ship]]\nid = "ferry"\n', ("ferry", "unknown")),
    ("mods.toml", MOD + "level = 3\n", ("mods.toml", "level", "exactly 1")),
    ("mods.toml", '[[mod]]\nid = "warship_1"\nship = "explorer"\n', ("mods.toml", "level", "exactly 1")),
    ("mods.toml", f"{MOD}effects = [{OTHER}]\n", ("warship_1", "effects", "2 are needed")),
    ("mods.toml", mod('{ name = "A", window = "lunch", rows = [] }'), ("effects[0].window", "menu")),
    ("mods.toml", mod('{ name = "A", window = "menu", rows = [] }'), ("effects[0].rows", "at least one row")),
    ("mods.toml", mod('{ name = "A", window = "menu", rows = [{ do = "strike" }] }'), ("rows[0].do", "'strike'")),
    ("mods.toml", mod('{ name = "A", modifiers = [{ modifier = "hits", add = 1 }] }'), ("window", "passive")),
    (
        "mods.toml",
        mod('{ name = "A", window = "menu", spends = "hit", rows = [{ do = "heal" }] }'),
        ("effects[0].spends", "no dice"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "menu", needs = [{ need = "offense" }], rows = [{ do = "heal" }] }'),
        ("needs[0].need", "before_attack"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "menu", needs = [{ need = "fleet", amount = 1 }], rows = [{ do = "heal" }] }'),
        ("needs[0].amount", "2 to 4"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "menu", rows = [{ do = "jump", amount = 2, way = "ships" }] }'),
        ("rows[0].amount", "lanes"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "after_attack", rows = [{ do = "turn", symbol = "hit", into = "hit" }] }'),
        ("rows[0].into", "another symbol"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "after_attack", rows = [{ do = "reroll", target = "fleet" }] }'),
        ("rows[0].target", "self, ship, other"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "menu", rows = [{ do = "heal", target = "shared" }] }'),
        ("rows[0].target", "fleet"),
    ),
    (
        "mods.toml",
        mod('{ name = "A", window = "menu", rows = [{ do = "reveal", target = "self" }] }'),
        ("rows[0].target", "unknown field"),
    ),
    (
        "mods.toml",
        passive('{ name = "A", window = "after_attack", spends = "special", each = true, rows = [{ do = "ignore" }] }'),
        ("rows[0].do", "choice"),
    ),
    ("mods.toml", passive('{ name = "A", window = "menu", rows = [{ do = "heal" }] }'), ("window", "passive")),
    ("mods.toml", passive('{ name = "A", window = "defeat", energy = 1, rows = [{ do = "heal" }] }'), ("energy",)),
    ("mods.toml", passive('{ name = "A", modifiers = [{ modifier = "luck", add = 1 }] }'), ("modifier", "stealth")),
    ("mods.toml", passive('{ name = "A", modifiers = [{ modifier = "hits", add = 0 }] }'), ("add", "nothing")),
    ("mods.toml", passive('{ name = "A", modifiers = [{ modifier = "steady", add = 2 }] }'), ("add", "0 to 1")),
    ("mods.toml", passive('{ name = "A" }'), ("modifiers", "at least one")),
    (
        "mods.toml",
        passive('{ name = "A", modifiers = [{ modifier = "hits", add = 1 }, { modifier = "hits", add = 2 }] }'),
        ("modifiers[1].modifier", "twice"),
    ),
    ("modules.toml", MODULE + "value = 0\n", ("deflector", "value", "1 to 9")),
    ("modules.toml", MODULE + "copies = 9\n", ("modules.toml", "copies", "31 cards")),
    ("modules.toml", MODULE + 'effect = "strong"\n', ("deflector", "effect", "use a table")),
    ("modules.toml", '[[precursor]]\nid = "phase_lance"\ncopies = 2\n', ("copies", "9 cards of precursors")),
    (
        "damaged.toml",
        '[[card]]\nid = "fried_guns"\nmodifiers = [{ modifier = "hits", add = 1 }]\n',
        ("fried_guns", "for the better"),
    ),
    ("damaged.toml", '[[card]]\nid = "fried_guns"\nmodifiers = []\n', ("fried_guns", "modifiers", "at least one")),
    ("allies.toml", '[[ally]]\nid = "merchant"\nmodules = 5\n', ("merchant", "precursors", "0 to 1")),
    ("allies.toml", '[[ally]]\nid = "merchant"\ncost = 1\n', ("merchant", "cost", "0 to 0")),
    ("allies.toml", '[[ally]]\nid = "mercenary"\nrows = [{ do = "hurt" }]\n', ("rows[0].do", "'hurt'")),
    ("enemies.toml", ENEMY + "health = 6\n", ("leech_pod", "health", "1 to 5")),
    ("enemies.toml", ENEMY + "shield = 4\n", ("leech_pod", "shield", "0 to 3")),
    ("enemies.toml", ENEMY + "level = 2\n", ("enemies.toml", "level", "3 Enemies of level 1")),
    ("enemies.toml", ENEMY + "abilities = []\n", ("leech_pod", "abilities", "at least one")),
    ("enemies.toml", ability('when = "noon", do = "hurt"'), ("abilities[0].when", "engage")),
    ("enemies.toml", ability('when = "miss", do = "take_module"'), ("abilities[0].do", "'take_module'")),
    ("enemies.toml", ability('when = "defeated", do = "regrow"'), ("abilities[0].do", "'regrow'")),
    ("enemies.toml", ability('when = "round", do = "jam", target = "self"'), ("abilities[0].target", "unknown field")),
    ("enemies.toml", ability('when = "fleet", least = 1, do = "cancel"'), ("abilities[0].least", "2 to 4")),
    ("avatars.toml", '[[avatar]]\nid = "mirror"\nshield = 2\n', ("mirror", "shield", "more than the 2")),
    ("avatars.toml", '[[avatar]]\nid = "mirror"\nnumber = 4\n', ("avatars.toml", "number", "1 to 4")),
    ("explorations.toml", CARD + 'kind = "analysis"\n', ("open_channel", "unknown field")),
    ("explorations.toml", CARD + "options = []\n", ("open_channel", "options", "3 needed")),
    (
        "explorations.toml",
        CARD + 'options = [{ name = "A", rows = [{ do = "hold" }] }, { name = "B", rows = [{ do = "hold" }] },'
        ' { name = "C", rows = [{ do = "hold" }] }]\n',
        ("open_channel", "options", "exactly one option with a Skill Roll"),
    ),
    (
        "explorations.toml",
        '[[card]]\nid = "gravity_snare"\noptions = [{ name = "A", skill = "miss", count = 1, failure = [] }]\n',
        ("gravity_snare", "options[0].skill", "hit, special"),
    ),
    (
        "explorations.toml",
        '[[card]]\nid = "gravity_snare"\noptions = [{ name = "A", skill = "hit", count = 1 }]\n',
        ("gravity_snare", "options[0].failure", "at least one row"),
    ),
    (
        "explorations.toml",
        '[[card]]\nid = "sleeping_gate"\noptions = ['
        + ", ".join(f'{{ name = "{c}", ship_class = "{c}", rows = [{{ do = "scrap" }}] }}' for c in v.CLASSES)
        + "]\n",
        ("sleeping_gate", "open to every class"),
    ),
    (
        "explorations.toml",
        '[[card]]\nid = "sleeping_gate"\noptions = [{ name = "A", rows = [{ do = "rally" }] }]\n',
        ("sleeping_gate", "options[0].rows[0].do", "'rally'"),
    ),
    ("signals.toml", SIGNAL + "markers = 10\n", ("blood_lock", "markers", "0 to 9")),
    ("signals.toml", SIGNAL + "markers = 0\n", ("blood_lock", "instructions", "unknown field")),
    ("signals.toml", SIGNAL + "ships = 4\n", ("blood_lock", "ships", "1 to 3")),
    ("signals.toml", SIGNAL + 'each_turn = [{ do = "end_turn" }]\n', ("blood_lock", "each_turn[0].do", "'end_turn'")),
    ("signals.toml", SIGNAL + 'instructions = [{ do = "sing" }]\n', ("instructions[0].do", "repair")),
    ("signals.toml", SIGNAL + 'instructions = [{ do = "pay" }]\n', ("instructions[0].amount", "missing")),
    (
        "signals.toml",
        SIGNAL + 'instructions = [{ do = "discard", amount = 1 }]\n',
        ("blood_lock", "instructions", "out of reach"),
    ),
    (
        "signals.toml",
        SIGNAL + 'instructions = [{ do = "search", ship_class = "rogue" }]\n',
        ("blood_lock", "instructions", "open to every class"),
    ),
    ("signals.toml", SIGNAL + 'instructions = []\n', ("blood_lock", "instructions")),
    ("signals.toml", SIGNAL + 'name = "Bound Minds"\n', ("Bound Minds", "names must differ")),
    ("signals.toml", SIGNAL + 'level = "deadly"\n', ("blood_lock", "level", "lethal")),
    ("signals.toml", SIGNAL + 'provenance = "dream"\n', ("blood_lock", "provenance", "rulebook")),
    ("signals.toml", SIGNAL + 'reconstructed = ["colour"]\n', ("blood_lock", "reconstructed[0]")),
    ("signals.toml", SIGNAL + "text = 7\n", ("blood_lock", "text")),
]  # fmt: skip


@pytest.mark.parametrize(("file", "text", "words"), REFUSED)
def test_refusals_name_file_entry_and_field(tmp_path: Path, file: str, text: str, words: tuple[str, ...]) -> None:
    (tmp_path / file).write_text(text)
    with pytest.raises(ContentError) as refusal:
        load_content(tmp_path)
    message = str(refusal.value)
    assert ".toml" in message
    for word in words:
        assert word in message, message
    assert len(message) < 2500 and "\n" not in message


@pytest.mark.parametrize(("id", "side"), list(product(NUMBERS, (0, 1))))
def test_numbers_within_their_bounds_are_read(tmp_path: Path, id: str, side: int) -> None:
    """One beyond a bound is refused, and the message names the bound."""
    length, low, high = NUMBERS[id]
    beyond = (low - 1, high + 1)[side]
    (tmp_path / "rules.toml").write_text(
        f'[[number]]\nid = "{id}"\nvalue = {beyond if length == 1 else [beyond] * length}\n'
    )
    with pytest.raises(ContentError, match=f"{id}.*from {low} to {high}"):
        load_content(tmp_path)


FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@FUZZ
@given(data=st.data())
def test_damaged_files_never_crash(tmp_path: Path, data: st.DataObject) -> None:
    """Bytes of our own files overwritten, cut or doubled: content or a refusal, nothing else."""
    file = data.draw(st.sampled_from(FILES))
    raw = bytearray((OURS / file).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw)))
        raw[place : place + data.draw(st.integers(0, 8))] = data.draw(st.binary(max_size=8))
    for old in tmp_path.iterdir():
        old.unlink()
    (tmp_path / file).write_bytes(bytes(raw))
    try:
        content_tables(load_content(tmp_path), reconstructed=False)
    except ContentError as error:
        assert file in str(error) or error.file in FILES


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
PLACES = [(deck, field.name) for deck in DECKS for field in fields(deck.made) if field.name != "id"]


@FUZZ
@given(place=st.sampled_from(PLACES), junk=JUNK)
def test_junk_in_any_field_never_crashes(place: tuple[Deck, str], junk: object) -> None:
    """Any value in any field of an entry is either content or refused by name."""
    deck, field = place
    raw = tomllib.loads((OURS / deck.file).read_text())[deck.table][0]
    raw[field] = junk
    reader = Reader(raw, deck.file, raw["id"])
    try:
        deck.read(reader, raw)
        reader.finish()
    except ContentError as error:
        assert field in str(error) or error.entry == raw["id"]


# -- shown -------------------------------------------------------------------------------------------------------------


def test_the_page_shows_every_entry(content: Content) -> None:
    page = content_page(None, reconstructed=False)
    for deck in DECKS:
        for entry in getattr(content, deck.attribute):
            assert f"\n{entry.id} " in page
    ours = content_page(None, reconstructed=True)
    assert "warship_1" in ours and "combat_rounds" in ours and "mend_cost" not in ours


def test_effects_in_words(content: Content) -> None:
    words = {effect.name: describe_effect(effect) for effect in content.effects()}
    assert words["Aimed Salvo"] == "Aimed Salvo (after attack, 1 Energy): turn 1 miss into hit"
    assert words["Thick Hull"] == "Thick Hull: health +1, steady +1"
    assert words["Sunfire"] == "Sunfire (after attack, for each special): hits 4"
    assert words["Alpha Strike"].startswith("Alpha Strike (before attack, 1 Energy, if first round, if offense)")
    assert words["False Trail"] == "False Trail (detection, once, if alone): unseen"
    assert words["Join Up"] == "Join Up (menu, once): jump 1 by ships"
    for one, other in combinations(words.values(), 2):
        assert one != other


def test_cards_in_words(content: Content) -> None:
    page = content_tables(content, reconstructed=False)
    assert "miss 2: take module 1; disengage: steal 2" in page
    assert "fight 1 from the reserve: -1" in page
    assert "[rogue]: reveal 2" in page
    assert "(roll 2 hit, or hurt 2 (fleet), damaged 1 (fleet))" in page
