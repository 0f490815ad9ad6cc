"""A position as plain JSON values: the one source of facts for text and drawing (docs/DESCRIBE.md).

Nothing is private in this game, so every viewer is told the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.entries import Enemy
from exodus_env.corruption.encoding.blocks import PHASES, systems
from exodus_env.corruption.rules import frames
from exodus_env.corruption.rules.choices import DECISIONS
from exodus_env.corruption.rules.fleets import own_actions
from exodus_env.corruption.rules.modules import LOCKED, LOST, OPEN
from exodus_env.corruption.rules.result import main_rift
from exodus_env.corruption.rules.systems import is_open
from exodus_env.corruption.view.card_words import (
    ability_words,
    effect_words,
    instruction_words,
    lasting_words,
    option_words,
    rows_words,
)
from exodus_env.corruption.view.moves import frame_of, pending
from exodus_env.corruption.view.names import Names
from exodus_env.kit.definition import Viewer

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption

VERSION: Final = 1  # counts up when a key goes or means something else, not when one is added
OUTCOMES: Final = (
    None,
    "the Main Rift is sealed",
    "all ships are defeated",
    "the Corruption has risen",
)
KEY_STATES: Final = ("mat", "system", "ship", "rift")
SIGNAL_STATES: Final = ("face down", "face up", "solved")

Plain = dict[str, Any]  # JSON values


def describe(rules: Corruption, game: Any, viewer: Viewer) -> Plain:
    """The whole position."""
    names = Names(rules, game)
    facts: Plain = {"version": VERSION, "game": rules.game, "viewer": viewer}
    for name, make in PARTS.items():
        facts[name] = make(names)
    return facts


def _or_none(value: int) -> int | None:
    """A number, None where it stands for nothing."""
    return int(value) if value >= 0 else None


def _setting(names: Names) -> Plain:
    config = names.rules.config
    return {
        "environment": names.rules.name,
        "players": config.players,
        "ships": config.fleet_size,
        "difficulty": config.difficulty,
        "nightmare": config.nightmare,
        "order": config.order,
        "together": True,
        "systems": systems(names.t),
        "spaces": int(names.t.spaces),
        "boxes": [int(space) for space in names.t.box[: names.t.boxes]],
        "keys": int(names.t.keys),
        "words": names.rules.heading()[1:],
    }


def _course(names: Names) -> Plain:
    g = names.g
    return {
        "turn": int(g.turn),
        "phase": PHASES[int(g.phase)],
        "leader": int(g.leader),
        "lead": _or_none(g.lead) if g.active >= 0 else None,
        "actions_left": int(g.actions_left) if g.active >= 0 else None,
        "corruption": int(g.corruption),
        "boxes_open": int(g.boxes_open),
        "hold": bool(g.hold),
        "avatar_moves": int(g.avatar_moves),
        "final_rush": bool(g.final_rush),
        "over": bool(g.over),
        "outcome": OUTCOMES[int(g.outcome)],
    }


# The map --------------------------------------------------------------------------------------------------------------


def _map(names: Names) -> Plain:
    g = names.g
    return {
        "systems": [_system(names, slot) for slot in range(int(g.systems))],
        "main_rift": _or_none(main_rift(g, names.t)),
        "tiles_left": int(g.tiles_left),
    }


def _system(names: Names, slot: int) -> Plain:
    g, t = names.g, names.t
    tile = names.content.tiles[int(g.tile[slot])]
    lanes = [bool(is_open(t, int(g.tile[slot]), int(g.turned[slot]), side)) for side in range(c.SIDES)]
    return {
        "system": slot,
        "name": tile.name,
        "kind": tile.kind,
        "q": int(g.place[slot, 0]),
        "r": int(g.place[slot, 1]),
        "lanes": lanes,
        "beside": [_or_none(other) for other in g.beside[slot]],
        "empty": [lane and int(other) < 0 for lane, other in zip(lanes, g.around[slot], strict=True)],
        "exploration": bool(g.exploration[slot]),
        "signal": tile.signal or None,
        "keys": [key for key in range(int(t.keys)) if g.key_ship[key] < 0 and g.key_slot[key] == slot],
        "pacified": int(g.pacified[slot]),
        "wormhole": bool(g.gate[slot]),
        "rift": bool(g.rift[slot]),
        "fled": bool(g.fled[slot]),
        "ally": _ally(names, slot) if tile.ally else None,
        "enemies": tile.enemies,
        "surveillance": tile.surveillance,
        "reserve": tile.reserve,
        "ships": [ship for ship in range(int(t.ships)) if g.slot[ship] == slot],
        "foes": [_foe(names, card) for card in names.foes_in(slot)],
    }


def _ally(names: Names, slot: int) -> Plain:
    """An Ally, by name once it was met."""
    number = int(names.g.ally[slot]) - 1
    if number < 0:
        return {"name": None, "display": [], "service": None}
    ally = names.content.allies[number]
    display = [
        {"place": place, **_module(names, int(kind) - 1, ally.price)}
        for place, kind in enumerate(names.g.display[number])
        if kind > 0
    ]
    service = f"{rows_words(ally.rows)} ({names.scraps(ally.cost)})" if ally.rows else None
    return {"name": ally.name, "display": display, "service": service}


def _module(names: Names, kind: int, added: int = 0) -> Plain:
    entry = names.module_entry(kind)
    return {
        "kind": kind,
        "name": entry.name,
        "precursor": kind >= c.MODULE_KINDS,
        "activation": entry.activation,
        "value": entry.value,
        "price": max(0, entry.value + added),
        "words": effect_words(entry.effect),
    }


def _foe(names: Names, card: int) -> Plain:
    entry = names.foe_entry(card)
    return {
        "card": card,
        "name": entry.name,
        "avatar": card >= c.ENEMIES,
        "level": entry.level if isinstance(entry, Enemy) else None,
        "number": None if isinstance(entry, Enemy) else entry.number,
        "health": int(names.g.foe_health[card]),
        "most": entry.health,
        "shield": entry.shield,
        "words": [ability_words(ability) for ability in entry.abilities],
    }


# Ships ----------------------------------------------------------------------------------------------------------------


def _ships(names: Names) -> list[Plain]:
    return [_ship(names, ship) for ship in range(int(names.t.ships))]


def _ship(names: Names, ship: int) -> Plain:
    g = names.g
    facts = {
        "ship": ship,
        "name": names.bare_ship(ship),
        "letter": names.letter(ship),
        "captain": int(g.captain[ship]),
        "alive": bool(g.alive[ship]),
        "system": _or_none(g.slot[ship]),
        "fleet": [other for other in range(int(names.t.ships)) if g.fleet[other] == g.fleet[ship] and g.alive[other]],
        "active": bool(g.active >= 0 and g.fleet[ship] == g.active and g.alive[ship]),
        "played": bool(g.played[ship]),
        "engaged": bool(g.engaged[ship]),
        "hidden": bool(g.hidden[ship]),
        "strained": bool(g.strained[ship]),
        "scavenged": bool(g.scavenged[ship]),
        "served": bool(g.served[ship]),
        "mat": None,
        "health": int(g.health[ship]),
        "markers": int(g.markers[ship]),
        "health_gone": int(g.health_gone[ship]),
        "energy": int(g.energy[ship]),
        "ready": int(g.ready[ship]),
        "scraps": int(g.scraps[ship]),
        "keys": [key for key in range(int(names.t.keys)) if g.key_ship[key] == ship],
        "xp": int(g.xp[ship]),
        "mods": [],
        "modules": [
            {"slot": slot, "used": bool(g.used[ship, c.LEVELS + slot]), **_module(names, int(kind) - 1)}
            for slot, kind in enumerate(g.module[ship])
            if kind > 0
        ],
        "damaged": [
            {
                "kind": kind,
                "name": card.name,
                "cards": int(g.damaged[ship, kind]),
                "words": lasting_words(card.modifiers),
            }
            for kind, card in enumerate(names.content.damaged)
            if g.damaged[ship, kind] > 0
        ],
    }
    return facts if g.mat[ship] < 0 else {**facts, **_of_mat(names, ship)}


def _of_mat(names: Names, ship: int) -> Plain:
    g = names.g
    entry = names.content.ships[int(g.mat[ship])]
    xp = dict(v.XP_EVENTS)[entry.xp]
    mat = {
        "id": entry.id,
        "class": entry.ship_class,
        "dice": entry.dice,
        "actions": own_actions(g, names.t, ship),
        "energy": 1 + len(entry.energy_costs),
        "levels": [0, *entry.levels],
        "xp": xp,
    }
    return {"mat": mat, "mods": [_mod(names, ship, place) for place in range(c.LEVELS)]}


def _mod(names: Names, ship: int, place: int) -> Plain:
    state = int(names.g.mod[ship, place])
    chosen = names.mod_effect(ship, place, state - 1) if state not in (LOCKED, OPEN, LOST) else None
    return {
        "level": place + 1,
        "state": {LOCKED: "locked", OPEN: "open", LOST: "lost"}.get(state, "chosen"),
        "name": names.mod_name(ship, place) if chosen is None else chosen.name,
        "words": None if chosen is None else effect_words(chosen),
        "energy": 0 if chosen is None else chosen.energy,
        "used": bool(names.g.used[ship, place]),
    }


# Keys, Avatars, decks -------------------------------------------------------------------------------------------------


def _keys(names: Names) -> list[Plain]:
    return [_key(names, key) for key in range(int(names.t.keys))]


def _key(names: Names, key: int) -> Plain:
    g = names.g
    state = int(g.signal_state[key])
    signal = names.content.signals[int(g.signal[key])] if state > 0 else None
    return {
        "key": key,
        "state": KEY_STATES[int(g.key_state[key])],
        "system": _or_none(g.key_slot[key]),
        "ship": _or_none(g.key_ship[key]),
        "signal_state": SIGNAL_STATES[state],
        "signal": None
        if signal is None
        else {
            "name": signal.name,
            "level": signal.level,
            "markers": int(g.signal_markers[key]),
            "most": signal.markers,
            "ships": signal.ships,
            "instructions": [instruction_words(instruction) for instruction in signal.instructions],
            "each_turn": rows_words(signal.each_turn) if signal.each_turn else None,
            "on_solved": rows_words(signal.on_solved) if signal.on_solved else None,
        },
    }


def _avatars(names: Names) -> list[Plain]:
    """The Avatars that have come into play."""
    g = names.g
    return [
        {
            **_foe(names, c.ENEMIES + avatar),
            "system": _or_none(g.foe_slot[c.ENEMIES + avatar]),
            "returns": int(g.returns[avatar]) if g.returns[avatar] > 0 else None,
            "out": bool(g.returns[avatar] < 0),
            "pinned": bool(g.pinned[avatar]),
        }
        for avatar in range(int(names.t.avatars))
        if g.foe_seen[c.ENEMIES + avatar]
    ]


def _decks(names: Names) -> Plain:
    g = names.g
    return {
        "tiles": int(g.tiles_left),
        "explorations": int(g.exploration_left),
        "modules": int(g.module_left),
        "precursors": int(g.precursor_left),
        "damaged": int(g.damaged_left),
        "allies": int(g.ally_left),
        "enemies": int(g.enemy_left),
        "reserve": int(g.reserve_left),
        "discarded": [names.content.enemies[card].name for card in range(c.ENEMIES) if g.enemy_discarded[card]],
    }


# What is under way ----------------------------------------------------------------------------------------------------


def _dice(names: Names) -> list[Plain]:
    """The dice of the roll that lies there."""
    g = names.g
    return [
        {
            "ship": ship,
            "die": die,
            "colour": v.COLOURS[int(g.colour[ship, die])] if g.colour[ship, die] >= 0 else None,
            "shows": v.SYMBOLS[int(g.face[ship, die])],
            "rerolled": bool(g.die_rerolled[ship, die]),
            "spent": bool(g.die_spent[ship, die]),
            "ignored": bool(g.die_ignored[ship, die]),
        }
        for ship in range(int(names.t.ships))
        for die in range(c.DICE)
        if g.face[ship, die] >= 0
    ]


def _roll(names: Names) -> Plain | None:
    frame = frame_of(names, frames.ROLL)
    if frame is None:
        return None
    kind = v.WINDOW_NAMES[int(frame[frames.ROLL_KIND])]
    skill = kind == "skill"
    return {
        "kind": kind,
        "ship": int(frame[frames.ROLL_SHIP]),
        "symbol": v.SYMBOLS[int(frame[frames.ROLL_SYMBOL])] if skill else None,
        "count": int(frame[frames.ROLL_COUNT]) if skill else None,
    }


def _combat(names: Names) -> Plain | None:
    frame = frame_of(names, frames.COMBAT)
    if frame is None:
        return None
    g = names.g
    ships = [ship for ship in range(int(names.t.ships)) if g.fleet[ship] == g.active and g.alive[ship]]
    return {
        "system": _or_none(g.slot[g.lead]),
        "round": int(frame[frames.COMBAT_ROUND]),
        "foe": _or_none(int(frame[frames.COMBAT_FOE]) - 1),
        "ships": [
            {"ship": ship, "manoeuvre": names.manoeuvre(int(g.manoeuvre[ship])) if g.manoeuvre[ship] else None}
            for ship in ships
        ],
        "power": int(g.power),
        "pierce": int(g.pierce),
        "shields": int(g.shield_up),
    }


def _exploration(names: Names) -> Plain | None:
    card = int(names.g.card)
    if card < 0:
        return None
    entry = names.content.explorations[card]
    return {
        "card": card,
        "name": entry.name,
        "kind": entry.kind,
        "options": [
            {"name": option.name, "words": option_words(option), "taken": bool(names.g.option_taken[place])}
            for place, option in enumerate(entry.options)
        ],
    }


def _decision(names: Names) -> Plain | None:
    """Who must decide what, and the system it is about where there is such a thing."""
    g = names.g
    if g.over or g.decision == 0 or g.actor < 0:
        return None
    return {
        "player": int(g.actor),
        "ship": _or_none(g.asked),
        "kind": DECISIONS[int(g.decision)][0],
        "words": pending(names),
        "system": _or_none(g.focus_hex),
    }


PARTS: Final[dict[str, Callable[[Names], Any]]] = {
    "setting": _setting,
    "course": _course,
    "map": _map,
    "ships": _ships,
    "keys": _keys,
    "avatars": _avatars,
    "decks": _decks,
    "dice": _dice,
    "roll": _roll,
    "combat": _combat,
    "exploration": _exploration,
    "decision": _decision,
}
