"""From content and configuration to the tables record compiled rules read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from exodus_env.corruption import capacity
from exodus_env.corruption.config import MATS, ORDERS, CorruptionConfig
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.columns import (
    ability_columns,
    effect_columns,
    instruction_columns,
    modifier_columns,
    option_columns,
    row_columns,
)
from exodus_env.corruption.content.entries import Content, Effect, Exploration, Module, Signal
from exodus_env.corruption.content.limits import MODIFIER_RANGES, NUMBERS
from exodus_env.corruption.tables import FIXED, TABLES_DTYPE, Tables

SETTINGS: Final = ("players", "ships", "nightmare", "hidden_from_avatars", "ask_forced", "shaping")


def build_tables(config: CorruptionConfig, content: Content) -> np.ndarray[Any, Any]:
    """The tables of a configuration; layouts are filled in later."""
    tables = np.zeros(1, TABLES_DTYPE)
    t = tables[0]
    for setting in SETTINGS:
        t[setting] = getattr(config, setting)
    t.order = ORDERS.index(config.order)
    t.mats = MATS.index(config.mats) if isinstance(config.mats, str) else FIXED
    if not isinstance(config.mats, str):
        t.fixed_mat[: len(config.mats)] = [v.SHIPS.index(name) for name in config.mats]
    for name in NUMBERS:
        if name in (t.dtype.names or ()):
            value = content.row(name)
            t[name] = value if len(value) > 1 else value[0]
    t.signal_limit[:] = content.row(f"signals_{config.difficulty}")
    _fill_mat(t, content, config)
    _fill_dice(t, content)
    _fill_tiles(t, content, config)
    _fill_ships(t, content)
    rows = _Rows(t)
    _fill_equipment(t, content, rows)
    _fill_allies(t, content, rows)
    _fill_foes(t, content, rows)
    for number, card in enumerate(content.explorations):
        _fill_exploration(t, number, card, rows)
    for number, signal in enumerate(content.signals):
        _fill_signal(t, number, signal, rows)
    t.explorations, t.signals = len(content.explorations), len(content.signals)
    t.rows = rows.count
    return tables


class _Rows:
    """The rows of all decks, one after the other."""

    def __init__(self, t: Tables) -> None:
        self.t = t
        self.count = 0

    def add(self, rows: Sequence[tuple[int, ...]]) -> tuple[int, int]:
        """Rows in columns; returns the first and how many there are."""
        first = self.count
        for row in rows:
            self.t.row[self.count] = row
            self.count += 1
        return first, len(rows)


def _fill_mat(t: Tables, content: Content, config: CorruptionConfig) -> None:
    """The side of the Corruption mat."""
    side = content.side(config.fleet_size)
    t.spaces, t.keys, t.piles, t.box_enemies = side.spaces, side.keys, side.piles, side.enemies
    t.boxes = len(side.boxes)
    t.box[: len(side.boxes)] = side.boxes


def _fill_dice(t: Tables, content: Content) -> None:
    for number, die in enumerate(content.dice):
        t.die_symbol[number] = np.repeat(np.arange(len(v.SYMBOLS)), die.faces)
    t.avatar_steps[:] = [face.moves for face in content.avatar_die]
    t.avatar_wormhole[:] = [face.wormhole for face in content.avatar_die]


def _fill_tiles(t: Tables, content: Content, config: CorruptionConfig) -> None:
    used = content.tiles_with(config.fleet_size)
    for number, tile in enumerate(content.tiles):
        t.tile_kind[number] = v.TILE_KINDS.index(tile.kind)
        t.tile_sides[number] = tile.sides
        t.tile_used[number] = tile in used
        for symbol in ("exploration", "signal", "ally", "wormhole", "enemies", "surveillance", "reserve"):
            t[f"tile_{symbol}"][number] = getattr(tile, symbol)


def _fill_ships(t: Tables, content: Content) -> None:
    for number, ship in enumerate(content.ships):
        t.mat_class[number] = v.CLASSES.index(ship.ship_class)
        t.mat_dice[number] = v.COLOURS.index(ship.dice)
        t.mat_actions[number], t.mat_health[number] = ship.actions, ship.health
        t.mat_energy[number] = 1 + len(ship.energy_costs)
        t.mat_energy_cost[number, 1 : t.mat_energy[number]] = ship.energy_costs
        t.mat_xp[number] = v.XP_EVENT_NAMES.index(ship.xp)
        t.mat_level[number, 1:] = ship.levels


def _fill_equipment(t: Tables, content: Content, rows: _Rows) -> None:
    """Effects of Mods by mat, level and choice, then those of modules by kind; what Damaged cards change."""
    for number, name in enumerate(v.SHIPS):
        for level, mod in enumerate(content.mods_of(name)):
            first = (number * capacity.LEVELS + level) * capacity.MOD_EFFECTS
            for choice, effect in enumerate(mod.effects):
                _fill_effect(t, first + choice, effect, rows)
    for kind, module in modules_by_kind(content):
        _fill_effect(t, capacity.MODS * capacity.MOD_EFFECTS + kind, module.effect, rows)
        t.module_copies[kind], t.module_value[kind] = module.copies, module.value
    for kind, card in enumerate(content.damaged):
        t.damaged_copies[kind] = card.copies
        t.damaged_modifier[kind, : len(v.MODIFIERS)] = modifier_columns(card.modifiers)
    ranges = list(MODIFIER_RANGES.values())
    t.modifier_low[: len(ranges)] = [low for low, _ in ranges]
    t.modifier_high[: len(ranges)] = [high for _, high in ranges]


def modules_by_kind(content: Content) -> list[tuple[int, Module]]:
    """All modules with their kinds: Ship Modules from 0, Precursor Ship Modules from MODULE_KINDS."""
    return [*enumerate(content.modules), *enumerate(content.precursors, start=capacity.MODULE_KINDS)]


def _fill_effect(t: Tables, number: int, effect: Effect, rows: _Rows) -> None:
    t.effect[number] = effect_columns(effect)
    t.effect_rows[number] = rows.add([row_columns(row) for row in effect.rows])
    t.effect_modifier[number, : len(v.MODIFIERS)] = modifier_columns(effect.modifiers)


def _fill_allies(t: Tables, content: Content, rows: _Rows) -> None:
    t.allies = len(content.allies)
    for number, ally in enumerate(content.allies):
        t.ally_modules[number], t.ally_precursors[number] = ally.modules, ally.precursors
        t.ally_price[number], t.ally_cost[number] = ally.price, ally.cost
        t.ally_rows[number] = rows.add([row_columns(row) for row in ally.rows])


def _fill_foes(t: Tables, content: Content, rows: _Rows) -> None:
    t.enemies, t.avatars = len(content.enemies), len(content.avatars)
    for number, enemy in enumerate(content.enemies):
        t.foe_level[number] = enemy.level
        t.foe_health[number], t.foe_shield[number] = enemy.health, enemy.shield
        t.foe_rows[number] = rows.add([ability_columns(ability) for ability in enemy.abilities])
    for avatar in content.avatars:
        number = capacity.ENEMIES + avatar.number - 1
        t.foe_health[number], t.foe_shield[number] = avatar.health, avatar.shield
        t.foe_rows[number] = rows.add([ability_columns(ability) for ability in avatar.abilities])


def _fill_exploration(t: Tables, number: int, card: Exploration, rows: _Rows) -> None:
    t.exploration_kind[number] = v.EXPLORATION_KINDS.index(card.kind)
    t.option[number, :, 1] = v.NOTHING
    for place, option in enumerate(card.options):
        t.option[number, place] = option_columns(option)
        t.option_rows[number, place] = rows.add([row_columns(row) for row in option.rows])
        t.option_failure[number, place] = rows.add([row_columns(row) for row in option.failure])


def _fill_signal(t: Tables, number: int, signal: Signal, rows: _Rows) -> None:
    t.signal_level[number] = v.SIGNAL_LEVELS.index(signal.level)
    t.signal_markers[number], t.signal_ships[number] = signal.markers, signal.ships
    t.instructions[number] = len(signal.instructions)
    for place, instruction in enumerate(signal.instructions):
        t.instruction[number, place] = instruction_columns(instruction)
        t.instruction_failure[number, place] = rows.add([row_columns(row) for row in instruction.failure])
    for field in ("on_reveal", "each_turn", "on_solved"):
        t[field][number] = rows.add([row_columns(row) for row in getattr(signal, field)])
