"""What cards do, in words: rows, effects of equipment, options, instructions, abilities."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.entries import Ability, Effect, Instruction, Option, Row
from exodus_env.kit.text import listed, number

# {n} is the amount; {Health} and the like count things; {symbol}, {into}, {colour} are words of dice.
OPERATIONS: Final[dict[str, str]] = {
    "reroll": "reroll {up_to_dice}{showing}",
    "ignore": "ignore {up_to_misses}",
    "turn": "turn {up_to_dice}{showing} to {a_into}",
    "die": "roll {more_dice} more",
    "hits": "{hits} more",
    "pierce": "lower Shields by {n}",
    "strike": "take {n} Health off the Enemy at once",
    "silence": "the Enemy's abilities do nothing this round",
    "guard": "lose {n} Health less",
    "unseen": "the Detection Roll succeeds",
    "count": "count {n} more for the roll",
    "escape": "no Damage Rolls",
    "veil": "the Corruption does not advance",
    "heal": "recover {n} Health",
    "energy": "ready {all_n} Energy",
    "scrap": "gain {scraps}",
    "mend": "remove {damaged}",
    "xp": "gain {n} XP",
    "action": "gain {actions}",
    "module": "gain {modules}",
    "precursor": "gain {precursors}",
    "reveal": "reveal {systems} anywhere",
    "pacify": "pacify {systems} anywhere",
    "jump": "{jump}",
    "call": "call a ship from at most {n} jumps away",
    "wormhole": "open a wormhole here",
    "close_rift": "disable the Rift here",
    "redraw": "put the Exploration under the deck and turn up another",
    "slow": "Avatars move {n} less this turn",
    "hold": "the Corruption does not advance this turn",
    "pin": "{avatars} not move this turn",
    "hurt": "lose {n} Health",
    "damaged": "draw {damaged}",
    "drain": "turn {n} ready Energy",
    "steal": "lose {scraps}",
    "end_turn": "the turn ends",
    "open_rift": "a Rift opens here",
    "hasten": "Avatars move {n} further this turn",
    "advance": "the Corruption advances {n}",
    "rally": "all Avatars move here at once",
    "restore": "put {markers} back on the Signal",
    "shield": "{n} more Shields this round",
    "cancel": "take {n} off the power of the attack",
    "regrow": "it recovers {n} Health",
    "retaliate": "{n} more retaliation",
    "jam": "no effects that take Energy this round",
    "summon": "{enemies} more in the fight",
    "take_module": "lose {equipment} for good",
    "take_energy": "lose {energy} for good",
    "take_health": "lose {health} for good",
}
TARGETS: Final = {
    "none": "",
    "self": "",
    "ship": " (one ship here)",
    "other": " (another ship here)",
    "fleet": " each",
    "shared": "",
}
WINDOWS: Final = {
    "lasting": "always",
    "menu": "between Actions",
    "engage": "as a fight begins",
    "before_attack": "before an attack roll",
    "after_attack": "after an attack roll",
    "retaliation": "before Health is lost to retaliation",
    "defeat": "when an Enemy falls",
    "disengage": "when disengaging",
    "detection": "after a Detection Roll",
    "skill": "after a failed Skill Roll",
    "damage": "after a Damage Roll",
    "reveal": "when a system is revealed",
    "explore": "when an Exploration is turned up",
}
NEEDS: Final = {
    "fleet": "with at least {n} ships together",
    "alone": "alone",
    "avatar": "against an Avatar",
    "offense": "in Offense",
    "defense": "in Defense",
    "first_round": "in the first round",
    "weak": "with at most {n} Health",
    "enemy": "in an Enemy system",
    "corrupt": "in a Corrupt system",
    "key": "carrying a Key",
}
TRIGGERS: Final = {
    "engage": "as the fight begins",
    "round": "each round",
    "miss": "at {misses}",
    "special": "at {specials}",
    "hit": "at {hits}",
    "no_hit": "without a hit",
    "offense": "in Offense",
    "defense": "in Defense",
    "fleet": "against {ships} or more",
    "alone": "against a lone ship",
    "wounded": "when it loses Health",
    "unhurt": "when it loses no Health",
    "disengage": "at whoever disengages",
    "defeated": "when it falls",
}
INSTRUCTIONS: Final = {
    "repair": "Repair it",
    "pay": "pay {scraps}",
    "power": "turn {n} ready Energy",
    "discard": "discard a module worth {n} or more",
    "suffer": "lose {n} Health",
    "skill": "Skill Roll for {symbols}",
    "fight": "fight {enemies}",
    "wait": "end the turn",
    "search": "search",
}
# What is added to each lasting value; those without {n} are rules that hold or do not.
LASTING: Final = {
    "actions": "{n} Actions a turn",
    "health": "{n} Health markers",
    "repair": "{n} Health for each Repair",
    "repair_cost": "{n} Scraps for a Repair",
    "mend_cost": "{n} Scraps for removing a Damaged card",
    "energy_cost": "{n} Scraps for an Energy marker",
    "price": "{n} Scraps for each module bought",
    "salvage": "{n} Scraps for a salvaged module",
    "scavenge": "{n} Scraps for a Scavenge",
    "reward": "{n} Scraps for each Enemy beaten",
    "rush_cost": "{n} Actions for a Hyperspace Rush",
    "stealth": "{n} misses ignored in Detection Rolls",
    "armour": "{n} misses ignored in Damage Rolls",
    "steady": "no Damaged card for a critical miss in combat",
    "skill_hits": "{n} hits in Skill Rolls",
    "skill_specials": "{n} specials in Skill Rolls",
    "hits": "{n} hits in Offense",
    "fleet_hits": "{n} hits in Offense with other ships",
    "avatar_hits": "{n} hits in Offense against an Avatar",
    "pierce": "{n} Shields pierced in each attack",
    "guard": "{n} Health saved from each retaliation",
    "fleet_guard": "{n} Health saved from each retaliation for each other ship of the fight",
    "retaliation": "{n} Health lost to each retaliation that takes any",
    "free_probe": "{n} probes a turn without an Action",
    "options": "{n} options of an Analysis without an Action",
    "regrow": "{n} Health in the End phase",
    "free_energy": "{n} Energy a turn that need not be turned",
    "any_class": "counts as a ship of every class",
    "no_strain": "may not Strain",
    "no_defense": "may not choose Defense",
    "no_specials": "specials cannot be spent and do not count in Skill Rolls",
    "idle_energy": "{n} Energy markers that cannot be used",
}
ALL_ENERGY: Final = c.ENERGY  # as many markers as a ship can have


def _numbers(n: int) -> dict[str, object]:
    """What can be counted, with its number."""
    return {
        "n": n,
        "all_n": "all" if n >= ALL_ENERGY else n,
        "up_to_dice": "1 die" if n == 1 else f"up to {n} dice",
        "up_to_misses": "1 miss" if n == 1 else f"up to {n} misses",
        "misses": f"{n} misses" if n > 1 else "1 miss",
        "hits": number(n, "hit"),
        "specials": number(n, "special"),
        "scraps": number(n, "Scrap"),
        "damaged": number(n, "Damaged card"),
        "actions": number(n, "Action"),
        "modules": number(n, "Ship Module"),
        "precursors": number(n, "Precursor Ship Module"),
        "systems": number(n, "system"),
        "ships": number(n, "ship"),
        "markers": number(n, "marker"),
        "avatars": f"{number(n, 'Avatar')} {'does' if n == 1 else 'do'}",
        "enemies": f"{n} {'Enemy' if n == 1 else 'Enemies'}",
        "equipment": "a Mod or module" if n == 1 else f"{n} Mods or modules",
        "energy": number(n, "Energy marker"),
        "health": number(n, "Health marker"),
    }


def _a(symbol: str) -> str:
    return f"a {symbol}"


def row_words(row: Row) -> str:
    """What a row does."""
    symbol = v.SYMBOLS[row.of] if 0 <= row.of < len(v.SYMBOLS) else ""
    colour = v.COLOURS[row.of] if row.do == "die" and row.of >= 0 else ""
    words = OPERATIONS[row.do].format(
        **_numbers(row.amount),
        showing=f" that {'shows' if row.amount == 1 else 'show'} {_a(symbol)}" if symbol else "",
        a_into=_a(v.SYMBOLS[row.into]) if row.into >= 0 else "",
        more_dice=f"{row.amount} {colour} {'die' if row.amount == 1 else 'dice'}",
        jump=_jump_words(row) if row.do == "jump" else "",
    )
    return words + TARGETS[row.target]


def _jump_words(row: Row) -> str:
    way = v.WAY_NAMES[row.of]
    if way == "lanes":
        return f"move up to {number(row.amount, 'jump')}"
    return "move to any wormhole" if way == "wormholes" else "move to another ship"


def rows_words(rows: tuple[Row, ...]) -> str:
    """What rows do, one after the other."""
    return listed([row_words(row) for row in rows]) if rows else "nothing"


def lasting_words(modifiers: tuple[tuple[str, int], ...]) -> str:
    """What lasting changes do."""
    return "; ".join(LASTING[name].format(n=f"{add:+d}") for name, add in modifiers)


def effect_words(effect: Effect) -> str:
    """When equipment works, what it takes and what it does."""
    if effect.window == "lasting":
        return lasting_words(effect.modifiers)
    when = [WINDOWS[effect.window], *(NEEDS[need].format(n=amount) for need, amount in effect.needs)]
    price = []
    if effect.energy:
        price.append(f"{effect.energy} Energy")
    if effect.spends != v.NOTHING:
        symbol = v.SYMBOLS[effect.spends]
        price.append(f"each {symbol}" if effect.each else number(effect.dice, symbol))
    if effect.activation == "consumable":
        price.append("once")
    cost = f" ({', '.join(price)})" if price else ""
    return f"{', '.join(when)}{cost}: {rows_words(effect.rows)}"


def option_words(option: Option) -> str:
    """What an option of an Exploration brings."""
    words = rows_words(option.rows) if option.rows else "nothing"
    if option.skill != v.NOTHING:
        need = f"Skill Roll for {number(option.count, v.SYMBOLS[option.skill])}"
        words = f"{need}: {words}; failed: {rows_words(option.failure)}"
    return f"[{v.CLASSES[option.ship_class]}] {words}" if option.ship_class != v.NOTHING else words


def instruction_words(instruction: Instruction) -> str:
    """What an instruction of a Signal takes."""
    symbols = number(instruction.amount, v.SYMBOLS[instruction.of]) if instruction.kind == "skill" else ""
    words = INSTRUCTIONS[instruction.kind].format(symbols=symbols, **_numbers(instruction.amount))
    if instruction.kind == "fight":
        words += " of the reserve" if instruction.of == v.RESERVE else ""
    if instruction.failure:
        words += f"; failed: {rows_words(instruction.failure)}"
    if instruction.ship_class != v.NOTHING:
        words = f"[{v.CLASSES[instruction.ship_class]}] {words}"
    return f"{words} ({number(instruction.removes, 'marker')} off)"


def ability_words(ability: Ability) -> str:
    """When an ability of an Enemy or Avatar works, and what it does."""
    when = TRIGGERS[ability.trigger].format(**_numbers(max(1, ability.least)))
    return f"{when}: {row_words(ability.row)}"
