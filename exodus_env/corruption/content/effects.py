"""Reading rows: readable TOML tables become rows of the vocabulary, each in a place where the rules can carry it
out."""

from typing import Final

from exodus_env.corruption import capacity
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.entries import Ability, Effect, Instruction, Option, Row
from exodus_env.corruption.content.limits import AMOUNTS, MODIFIER_RANGES, MOST_OPTIONS_COUNT, MOST_VALUE
from exodus_env.kit.content.reader import Reader

ARGUMENTS: Final = {name: arguments for name, arguments, _ in v.OPERATIONS}

# -- which operations can stand where ------------------------------------------------------------------------------

DICE: Final = ("reroll", "ignore", "turn")
CARE: Final = ("heal", "energy", "scrap", "mend", "xp", "action", "module", "precursor")  # for ships
SCENE: Final = ("reveal", "pacify", "jump", "call", "wormhole", "close_rift", "slow", "hold", "pin")  # on the map
OPERATIONS_IN: Final[dict[str, tuple[str, ...]]] = {
    "menu": CARE + SCENE,
    "engage": ("strike", "heal", "energy"),
    "before_attack": ("die", "hits", "pierce", "strike", "silence", "guard", "heal", "energy"),
    "after_attack": (*DICE, "die", "hits", "pierce", "strike", "silence", "guard", "heal", "energy", "scrap", "xp"),
    "retaliation": ("guard", "strike", "energy", "scrap"),
    "defeat": CARE,
    "disengage": ("escape", "veil", "action", "energy"),
    "detection": (*DICE, "unseen"),
    "skill": (*DICE, "die", "count"),
    "damage": (*DICE, "guard"),
    "reveal": CARE,
    "explore": (*CARE, "redraw"),
}
if ("lasting", *OPERATIONS_IN) != v.WINDOW_NAMES:
    raise AssertionError("every window needs its operations")

REWARDS: Final = (*CARE, "reveal", "pacify", "wormhole", "close_rift", "slow", "hold", "pin")
HARM: Final = ("hurt", "damaged", "drain", "steal", "end_turn", "open_rift", "hasten")
ON_EXPLORATIONS: Final = REWARDS + HARM
ON_SIGNALS: Final = (*REWARDS, *HARM, "advance", "rally", "restore")
# In the End phase nobody is asked, and there is no turn to end and none for Actions.
EACH_TURN: Final = ("hurt", "damaged", "drain", "steal", "open_rift", "hasten", "advance", "restore")
SERVICES: Final = ("heal", "energy", "mend", "xp", "reveal", "pacify", "wormhole", "slow", "hold", "pin")

TAKING: Final = ("take_module", "take_energy", "take_health", "advance")  # of Avatars alone
ATTACK_TRIGGERS: Final = ("miss", "special", "hit", "no_hit", "offense", "defense", "fleet", "alone")
ENEMY_HARM: Final = ("hurt", "damaged", "drain", "steal", "hasten", *TAKING)
ABILITIES_IN: Final[dict[str, tuple[str, ...]]] = {
    "engage": (*ENEMY_HARM, "summon"),
    "round": (*ENEMY_HARM, "shield", "regrow", "jam"),
    **dict.fromkeys(ATTACK_TRIGGERS, (*ENEMY_HARM, "shield", "cancel", "regrow", "retaliate")),
    "wounded": (*ENEMY_HARM, "retaliate"),
    "unhurt": (*ENEMY_HARM, "regrow", "retaliate"),
    "disengage": ENEMY_HARM,
    "defeated": ENEMY_HARM,
}
if tuple(ABILITIES_IN) != v.TRIGGER_NAMES:
    raise AssertionError("every trigger needs its operations")

# -- whom they concern ---------------------------------------------------------------------------------------------

# Targets that an effect of equipment can choose from; operations that are not named have no target.
OF_DICE: Final = ("self", "ship", "other")
OF_SHIPS: Final = ("self", "ship", "other", "fleet")
EQUIPMENT_TARGETS: Final[dict[str, tuple[str, ...]]] = {
    **dict.fromkeys(DICE, OF_DICE),
    **dict.fromkeys(("die", "guard", "heal", "energy", "mend"), OF_SHIPS),
    "scrap": ("self", "fleet"),
    **dict.fromkeys(("xp", "module", "precursor"), ("self",)),
}
# What a card does to everybody to whom it applies, and what they share out.
TO_ALL: Final = ("heal", "energy", "mend", "xp", "hurt", "damaged", "drain", "steal")
SHARED: Final = ("scrap", "module", "precursor")
# What an Enemy does to the ship that triggered it, or to all ships of the fight.
TO_SHIPS: Final = ("hurt", "damaged", "drain", "steal", "retaliate", "jam", "take_module", "take_energy", "take_health")

# Conditions that make sense only in a fight.
FIGHT_WINDOWS: Final = ("engage", "before_attack", "after_attack", "retaliation", "defeat", "disengage")
ROUND_WINDOWS: Final = ("before_attack", "after_attack", "retaliation")
NEEDS_IN: Final[dict[str, tuple[str, ...]]] = {
    "avatar": FIGHT_WINDOWS,
    **dict.fromkeys(("offense", "defense", "first_round"), ROUND_WINDOWS),
}


def _row(reader: Reader, do: str, target: str) -> Row:
    """A row whose operation and target are known: its arguments."""
    arguments = ARGUMENTS[do]
    amount = reader.integer("amount", *AMOUNTS[do], default=1) if "amount" in arguments else 0
    of = into = v.NOTHING
    if "symbol" in arguments and (do == "turn" or reader.has("symbol")):
        of = v.SYMBOLS.index(reader.word("symbol", v.SYMBOLS))
    if "into" in arguments:
        into = v.SYMBOLS.index(reader.word("into", v.SYMBOLS))
        if into == of:
            raise reader.error("into", "a die is turned to another symbol")
    if "colour" in arguments:
        of = v.COLOURS.index(reader.word("colour", v.COLOURS))
    if "way" in arguments:
        of = v.WAY_NAMES.index(reader.word("way", v.WAY_NAMES))
        if of and amount > 1:
            raise reader.error("amount", "jumps are counted along lanes alone; 1 is allowed")
    reader.finish()
    return Row(do, target, amount, of, into)


def read_rows(reader: Reader, field: str, operations: tuple[str, ...]) -> tuple[Row, ...]:
    """What a card does, to all to whom it applies or for them to share out; empty if not given."""
    rows = []
    for row in reader.tables(field, capacity.ROWS):
        do = row.word("do", operations)
        target = "fleet" if do in TO_ALL else "shared" if do in SHARED else "none"
        rows.append(_row(row, do, target))
    return tuple(rows)


def read_modifiers(reader: Reader, field: str) -> tuple[tuple[str, int], ...]:
    """Pairs of modifier and change; empty if not given."""
    pairs: list[tuple[str, int]] = []
    for row in reader.tables(field, capacity.EFFECT_MODIFIERS):
        modifier = row.word("modifier", v.MODIFIER_NAMES)
        add = row.integer("add", *MODIFIER_RANGES[modifier])
        if add == 0:
            raise row.error("add", "0 would change nothing")
        if modifier in (name for name, _ in pairs):
            raise row.error("modifier", f"'{modifier}' appears twice")
        pairs.append((modifier, add))
        row.finish()
    return tuple(pairs)


# -- equipment -----------------------------------------------------------------------------------------------------


def read_effect(reader: Reader, activation: str) -> Effect:
    """An effect of a Mod or module; the reader is at its table."""
    name = reader.text("name")
    window = reader.word("window", v.WINDOW_NAMES, default="lasting")
    if window == "lasting":
        return _read_lasting(reader, name, activation)
    if window == "menu" and activation == "passive":
        raise reader.error("window", "'menu' is not allowed for a passive effect: it could be used at any time")
    energy = reader.integer("energy", 1, 3, default=1) if activation == "energy" else 0
    spends, dice, each = _read_spending(reader, window)
    needs = _read_needs(reader, window)
    rows = tuple(_equipment_row(row, window, each) for row in reader.tables("rows", capacity.ROWS))
    if not rows:
        raise reader.error("rows", "an effect with a window needs at least one row")
    reader.finish()
    return Effect(name, activation, energy, window, spends, dice, each, needs, (), rows)


def _read_lasting(reader: Reader, name: str, activation: str) -> Effect:
    if activation != "passive":
        raise reader.error("window", f"missing; a lasting effect must be passive, this one is '{activation}'")
    modifiers = read_modifiers(reader, "modifiers")
    if not modifiers:
        raise reader.error("modifiers", "a lasting effect needs at least one modifier")
    reader.finish()
    return Effect(name, activation, 0, "lasting", v.NOTHING, 0, False, (), modifiers, ())


def _read_spending(reader: Reader, window: str) -> tuple[int, int, bool]:
    """Dice an effect uses up: symbol, number, whether all of them."""
    if not reader.has("spends"):
        return v.NOTHING, 0, False
    if window not in v.ROLL_WINDOWS:
        raise reader.error("spends", f"no dice lie there; allowed with the windows {', '.join(v.ROLL_WINDOWS)}")
    spends = v.SYMBOLS.index(reader.word("spends", v.SYMBOLS))
    each = reader.flag("each", default=False)
    return spends, 1 if each else reader.integer("dice", 1, capacity.DICE, default=1), each


def _read_needs(reader: Reader, window: str) -> tuple[tuple[str, int], ...]:
    needs: list[tuple[str, int]] = []
    for row in reader.tables("needs", capacity.EFFECT_NEEDS):
        need = row.word("need", v.NEED_NAMES[1:])
        if window not in NEEDS_IN.get(need, v.WINDOW_NAMES):
            raise row.error("need", f"'{need}' is allowed with the windows {', '.join(NEEDS_IN[need])}")
        least = 2 if need == "fleet" else 1
        most = capacity.SHIPS if need == "fleet" else capacity.HEALTH
        needs.append((need, row.integer("amount", least, most) if need in v.COUNTED_NEEDS else 0))
        row.finish()
    return tuple(needs)


def _equipment_row(row: Reader, window: str, each: bool) -> Row:
    do = row.word("do", OPERATIONS_IN[window])
    target = "none"
    if do in EQUIPMENT_TARGETS:
        target = row.word("target", EQUIPMENT_TARGETS[do], default="self")
    made = _row(row, do, target)
    if each and (do in DICE or target in ("ship", "other") or do in ("mend", "module", "precursor")):
        raise row.error("do", "asks for a choice, which an effect for each die cannot do")
    return made


# -- Enemies -------------------------------------------------------------------------------------------------------


def read_abilities(reader: Reader, avatar: bool) -> tuple[Ability, ...]:
    """What an Enemy or Avatar can do, and when."""
    abilities = []
    for row in reader.tables("abilities", capacity.ABILITIES):
        trigger = row.word("when", v.TRIGGER_NAMES)
        low, high = (2, capacity.SHIPS) if trigger == "fleet" else (1, capacity.DICE)
        least = row.integer("least", low, high, default=low) if trigger in v.COUNTED_TRIGGERS else 0
        do = row.word("do", tuple(name for name in ABILITIES_IN[trigger] if avatar or name not in TAKING))
        target = "none"
        if do in TO_SHIPS:
            target = "self" if trigger in v.SHIP_TRIGGERS else "fleet"
        abilities.append(Ability(trigger, least, _row(row, do, target)))
    if not abilities:
        raise reader.error("abilities", "at least one ability is needed")
    return tuple(abilities)


# -- Explorations and Signals --------------------------------------------------------------------------------------


def _ship_class(reader: Reader) -> int:
    return v.CLASSES.index(reader.word("ship_class", v.CLASSES)) if reader.has("ship_class") else v.NOTHING


def read_options(reader: Reader, kind: str) -> tuple[Option, ...]:
    """The options of an Exploration: three, or the one roll of a Danger."""
    wanted = 1 if kind == "danger" else capacity.OPTIONS
    options = tuple(_read_option(option, kind) for option in reader.tables("options", capacity.OPTIONS))
    if len(options) != wanted:
        raise reader.error("options", f"{len(options)} options; {wanted} needed for '{kind}'")
    if kind == "warning" and sum(option.skill != v.NOTHING for option in options) != 1:
        raise reader.error("options", "a warning has exactly one option with a Skill Roll")
    if all(option.ship_class != v.NOTHING for option in options):
        raise reader.error("options", "at least one option must be open to every class")
    return options


def _read_option(option: Reader, kind: str) -> Option:
    name, ship_class = option.text("name"), _ship_class(option)
    skill, count = v.NOTHING, 0
    if kind == "danger" or (kind == "warning" and option.has("skill")):
        skill = v.SYMBOLS.index(option.word("skill", ("hit", "special")))
        count = option.integer("count", 1, MOST_OPTIONS_COUNT)
    rows = () if kind == "danger" else read_rows(option, "rows", ON_EXPLORATIONS)
    failure = () if skill == v.NOTHING else read_rows(option, "failure", ON_EXPLORATIONS)
    if kind != "danger" and not rows:
        raise option.error("rows", "an option needs at least one row")
    if skill != v.NOTHING and not failure:
        raise option.error("failure", "a Skill Roll needs at least one row of failure")
    option.finish()
    return Option(name, ship_class, skill, count, rows, failure)


# The least and the greatest amount of an instruction.
INSTRUCTION_AMOUNTS: Final[dict[str, tuple[int, int]]] = {
    "pay": (1, 9),
    "power": (1, 3),
    "discard": (1, MOST_VALUE),
    "suffer": (1, 4),
    "skill": (1, MOST_OPTIONS_COUNT),
    "fight": (1, 2),
}


def read_instructions(reader: Reader) -> tuple[Instruction, ...]:
    """What can be done about a Signal."""
    found = tuple(_read_instruction(row) for row in reader.tables("instructions", capacity.INSTRUCTIONS))
    if all(instruction.ship_class != v.NOTHING for instruction in found):
        raise reader.error("instructions", "at least one instruction must be open to every class")
    return found


def _read_instruction(row: Reader) -> Instruction:
    kind, ship_class = row.word("do", v.INSTRUCTION_NAMES), _ship_class(row)
    amount = row.integer("amount", *INSTRUCTION_AMOUNTS[kind]) if kind in INSTRUCTION_AMOUNTS else 0
    of = v.NOTHING
    failure: tuple[Row, ...] = ()
    if kind == "skill":
        of = v.SYMBOLS.index(row.word("symbol", ("hit", "special")))
        failure = read_rows(row, "failure", ON_SIGNALS)
    elif kind == "fight":
        of = v.SOURCES.index(row.word("source", v.SOURCES))
    removes = 1 if kind == "repair" else row.integer("removes", 1, capacity.MARKERS, default=1)
    row.finish()
    return Instruction(kind, ship_class, amount, of, removes, failure)
