"""What of the drawing an action is about: the values of `data-at` to light."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exodus_env.corruption import capacity as c
from exodus_env.corruption.rules import choices, frames
from exodus_env.corruption.view.drawing.systems import space_name
from exodus_env.corruption.view.moves import asked_ship, dice_of, frame_of, named_ship
from exodus_env.corruption.view.names import Names
from exodus_env.kit.hexes import DIRECTIONS

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption

HERE = ("explore", "scavenge", "pacify", "hide", "interact", "service", "trade")


def targets(rules: Corruption, game: Any, action: int) -> list[str]:
    """The pieces a legal action is about."""
    names = Names(rules, game)
    if game.actor < 0:
        return []
    family = rules.actions.family(action)
    value = int(rules.actions.decode[action, 1])
    ship = asked_ship(names)
    slot = int(game.slot[ship])
    if not family.factors:
        return [f"system-{slot}"] if family.name in HERE and slot >= 0 else []
    return _pieces(names, family.factors[0], value, ship, slot)


def _pieces(names: Names, factor: str, value: int, ship: int, slot: int) -> list[str]:
    if factor == "ship":
        return [f"ship-{named_ship(names, value)}", f"board-{named_ship(names, value)}"]
    if factor == "hex":
        return [f"system-{value}"]
    if factor == "direction":
        effects = frame_of(names, frames.EFFECTS)
        start = int(effects[frames.EFFECTS_SYSTEM]) - 1 if effects is not None else slot
        return _space(names, start if start >= 0 else slot, value)
    if factor == "option":
        return [f"option-{value}"] if names.g.card >= 0 and names.g.decision != choices.D_MOD else []
    if factor == "die":
        return [f"die-{dice_of(names)}-{value}"]
    if factor == "damaged":
        return [f"damaged-{mended(names)}-{value}"]
    if factor == "level":
        return [f"mod-{ship}-{value}"]
    if factor == "slot":
        return [f"module-{ship}-{value}"]
    if factor == "display":
        return [f"offer-{slot}-{value}"]
    if factor == "avatar":
        return [f"foe-{c.ENEMIES + value}"]
    if factor == "foe":
        foes = names.foes_in(slot)
        return [f"foe-{foes[value]}"] if value < len(foes) else []
    if factor == "instruction":
        return [f"key-{key}" for key in range(int(names.t.keys)) if slot >= 0 and names.g.key_slot[key] == slot]
    return []


def mended(names: Names) -> int:
    """The ship a Damaged card is to be removed from."""
    effects = frame_of(names, frames.EFFECTS)
    if effects is not None:
        return int(effects[frames.EFFECTS_TARGET]) - 1
    return int(frame_of(names, frames.MAINTENANCE)[frames.MAINTENANCE_SHIP]) - 1


def _space(names: Names, slot: int, direction: int) -> list[str]:
    """The empty space in a direction of a system."""
    q, r = DIRECTIONS[direction]
    return [space_name(int(names.g.place[slot, 0]) + q, int(names.g.place[slot, 1]) + r)]
