"""Invariants 1, 2, 32 and 33: the form of the record, the range of every field, dice and events."""

from __future__ import annotations

from typing import Any, Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.content.limits import AVATAR_HEALTH, MODIFIER_RANGES, NUMBERS
from exodus_env.corruption.record import SCHEMA
from exodus_env.corruption.rules import choices, dice, log, modules
from exodus_env.corruption.rules.phases import IN_END_PHASE
from exodus_env.corruption.rules.result import ACTIVATED, RISEN
from exodus_env.corruption.ruleset import Corruption
from exodus_env.kit.bounds import MOST, Bound, Bounds, base_bounds
from exodus_env.kit.facts import Problems, wide_tables

SUM: Final = 99  # of changes to an attack or to the movement of Avatars, far more than come together
FAR_OUT: Final = c.TILES  # of coordinates
MOST_PACIFIED: Final = NUMBERS["pacified_turns"][2]
MOST_PROBES: Final = MODIFIER_RANGES["free_probe"][1]
MOST_SAVED: Final = MODIFIER_RANGES["free_energy"][1]
FLAG: Final = ((), 0, 0, 1)
SHIP_FLAG: Final = (("ships",), 0, 0, 1)
DIE: Final = (("ships", ""), 0, 0, 1)
DIE_SHOWN: Final = (("ships", ""), -1, -1, 2)

BOUNDS: Final[dict[str, Bound]] = {
    **base_bounds(SCHEMA, decisions=len(choices.DECISIONS), hexes=c.TILES - 1, cards=MOST),
    "focus_player": ((), 0, -1, "ships"),
    "turn": ((), 0, 0, MOST),
    "phase": ((), 0, 0, IN_END_PHASE),
    "leader": ((), 0, 0, "players"),
    "active": ((), 0, -1, "ships"),
    "lead": ((), 0, -1, "ships"),
    "asked": ((), 0, -1, "ships"),
    "actions_left": ((), 0, 0, c.ACTIONS_LEFT),
    "turn_over": FLAG,
    "outcome": ((), 0, 0, RISEN),
    "captain": (("ships",), -1, 0, "players"),
    "mat": (("ships",), -1, -1, c.MATS - 1),
    "alive": SHIP_FLAG,
    "slot": (("ships",), -1, -1, c.TILES - 1),
    "fleet": (("ships",), -1, 0, "ships"),
    "played": SHIP_FLAG,
    "engaged": SHIP_FLAG,
    "hidden": SHIP_FLAG,
    "health": (("ships",), 0, 0, c.HEALTH),
    "markers": (("ships",), 0, 0, c.HEALTH),
    "health_gone": (("ships",), 0, 0, c.HEALTH),
    "energy": (("ships",), 0, 0, c.ENERGY),
    "ready": (("ships",), 0, 0, c.ENERGY),
    "scraps": (("ships",), 0, 0, c.SCRAPS),
    "xp": (("ships",), 0, 0, c.XP),
    "mod": (("ships", ""), 0, 0, modules.LOST),
    "module": (("ships", ""), 0, 0, c.ALL_MODULES),
    "waiting": (("ships",), 0, 0, c.ALL_MODULES),
    "damaged": (("ships", ""), 0, 0, c.DAMAGED_CARDS),
    "modifier": (("ships", ""), 0, -MOST, MOST),
    "strained": SHIP_FLAG,
    "scavenged": SHIP_FLAG,
    "served": SHIP_FLAG,
    "refused": SHIP_FLAG,
    "probes": (("ships",), 0, 0, MOST_PROBES),
    "energy_saved": (("ships",), 0, 0, MOST_SAVED),
    "used": (("ships", ""), 0, 0, 1),
    "systems": ((), 0, 1, c.TILES),
    "tile": (("",), -1, -1, c.TILES - 1),
    "turned": (("",), 0, 0, c.SIDES - 1),
    "place": (("", ""), 0, -FAR_OUT, FAR_OUT),
    "around": (("", ""), -1, -1, c.TILES - 1),
    "beside": (("", ""), -1, -1, c.TILES - 1),
    "exploration": (("",), 0, 0, 1),
    "pacified": (("",), 0, 0, MOST_PACIFIED),
    "gate": (("",), 0, 0, 1),
    "rift": (("",), 0, 0, 1),
    "fled": (("",), 0, 0, 1),
    "ally": (("",), 0, 0, c.ALLIES),
    "display": (("", ""), 0, 0, c.ALL_MODULES),
    "key_state": (("keys",), 0, 0, ACTIVATED),
    "key_slot": (("keys",), -1, -1, c.TILES - 1),
    "key_ship": (("keys",), -1, -1, "ships"),
    "signal": (("keys",), -1, 0, "signals"),
    "signal_state": (("keys",), 0, 0, 2),
    "signal_markers": (("keys",), 0, 0, c.MARKERS),
    "foe_slot": (("",), -1, -1, c.TILES - 1),
    "foe_health": (("",), 0, 0, AVATAR_HEALTH),
    "foe_roused": (("",), 0, 0, 1),
    "foe_seen": (("",), 0, 0, 1),
    "enemy_discarded": (("enemies",), 0, 0, 1),
    "reserve": (("",), -1, -1, "enemies"),
    "reserve_left": ((), 0, 0, c.ENEMIES),
    "enemy_deck": (("",), -1, -1, "enemies"),
    "enemy_left": ((), 0, 0, c.ENEMIES),
    "corruption": ((), 0, 1, c.SPACES),
    "box_avatar": (("boxes",), -1, -1, "avatars"),
    "boxes_open": ((), 0, 0, c.BOXES),
    "returns": (("avatars",), 0, -1, c.SPACES),
    "avatar_moves": ((), 0, -c.TILES, c.TILES),
    "hold": FLAG,
    "pinned": (("avatars",), 0, 0, 1),
    "final_rush": FLAG,
    "tiles": (("",), -1, -1, c.TILES - 1),
    "tiles_left": ((), 0, 0, c.STACK),
    "exploration_deck": (("",), -1, -1, "explorations"),
    "exploration_left": ((), 0, 0, c.EXPLORATIONS),
    "exploration_known": ((), 0, 0, c.EXPLORATIONS),
    "exploration_seen": (("explorations",), 0, 0, 2),
    "module_deck": (("",), -1, -1, c.MODULE_KINDS - 1),
    "module_left": ((), 0, 0, c.MODULE_CARDS),
    "precursor_deck": (("",), -1, -1, c.PRECURSOR_KINDS - 1),
    "precursor_left": ((), 0, 0, c.PRECURSOR_CARDS),
    "damaged_deck": (("",), -1, -1, c.DAMAGED_KINDS - 1),
    "damaged_left": ((), 0, 0, c.DAMAGED_CARDS),
    "damaged_discard": (("",), 0, 0, c.DAMAGED_CARDS),
    "ally_deck": (("",), -1, -1, "allies"),
    "ally_left": ((), 0, 0, c.ALLIES),
    "success": FLAG,
    "face": DIE_SHOWN,
    "colour": DIE_SHOWN,
    "die_rerolled": DIE,
    "die_spent": (("ships", ""), 0, 0, dice.TURNED),
    "die_ignored": DIE,
    "counted": ((), 0, 0, SUM),
    "unseen": FLAG,
    "manoeuvre": (("ships",), 0, 0, 4),
    "power": ((), 0, -SUM, SUM),
    "pierce": ((), 0, 0, SUM),
    "shield_up": ((), 0, 0, SUM),
    "silenced": FLAG,
    "jammed": SHIP_FLAG,
    "guard": (("ships",), 0, 0, SUM),
    "retaliation": (("ships",), 0, 0, SUM),
    "struck": FLAG,
    "escaped": SHIP_FLAG,
    "veiled": FLAG,
    "card": ((), 0, -1, "explorations"),
    "option_taken": (("",), 0, 0, 1),
    "taker": SHIP_FLAG,
    "moved_module": (("ships", ""), 0, 0, 1),
    "moved_scraps": (("ships",), 0, 0, c.SCRAPS),
    "moved_key": (("keys",), 0, 0, 1),
    "measured": (("",), 0, 0, 0),
    "passable": (("",), 0, 0, 0),
    "log": (("", ""), 0, -MOST, MOST),
    "log_count": ((), 0, 0, c.LOG_ROWS),
}
CHECKED: Final = Bounds(SCHEMA, BOUNDS)


def bounds(s: Facts) -> Problems:
    """Every value lies in its range, and what is not in use is empty."""
    yield from CHECKED.problems(s)
    for name in ("slot", "key_slot", "foe_slot"):
        if getattr(s.g, name).max() >= s.g.systems:
            yield f"{name} holds {int(getattr(s.g, name).max())}, there are {s.g.systems} systems"
    if s.g.corruption > s.t.spaces or s.g.boxes_open > s.t.boxes:
        yield f"space {s.g.corruption} of {s.t.spaces}, box {s.g.boxes_open} of {s.t.boxes}"
    if (s.g.tile[: s.g.systems] < 0).any():
        yield f"{s.g.systems} systems, and some without a tile"


def facts_of(record: Any, rules: Corruption) -> Facts:
    """The facts of one record, which is of the right form."""
    return CHECKED.read(record, rules, Facts, wide_tables(rules))


def chance(s: Facts) -> Problems:
    """Dice fixed in advance are dice."""
    if (s.g.scripted[: s.g.scripted_count] < 1).any():
        yield f"scripted dice {[int(x) for x in s.g.scripted[: s.g.scripted_count]]}"


def events(s: Facts) -> Problems:
    """Events are of a known kind."""
    kinds = s.g.log[: s.g.log_count, 0]
    if (kinds >= len(log.EVENT_NAMES)).any() or (kinds < 0).any():
        yield f"events of kinds {[int(x) for x in kinds]}"
