"""Reading effect rows: readable TOML tables become rows of the effect vocabulary."""

from collections.abc import Callable
from typing import Final

from exodus_env.exodus.capacity import OPTIONS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import Effect
from exodus_env.kit.content.reader import Reader

MOST_ROWS: Final = 8  # effects of one card
MOST_OPTIONS: Final = OPTIONS
GREATEST: Final = 99  # any amount on a card

# A law must apply to the same players whenever modifiers are recomputed, so it names offices, not rankings.
LASTING_TARGETS: Final = ("each", "chancellor", "vice_chancellor", "others")
SINGLE_TARGETS: Final = ("owner", "chancellor", "vice_chancellor", "chosen")
AMOUNT_OF_LAWS: Final = ("one", "all")
UPGRADE_KINDS: Final = ("ship", "any")  # an upgrade of ships, or also a rocket or a planetary one

# What only Edge of Extinction has: allowed only on its own entries.
EOE_OPCODES: Final = ("draw_combat", "fortify", "arm", "settle")

Arguments = tuple[int, int, int]


# What effects may do: lasting ones, those of an ordinary card, those of a card that takes effect in the Council, before
# the Action Stage, and those of an Event, which has a hex.
LASTING: Final = ("modify",)
COUNCIL_OPCODES: Final = ("extra_action",)  # after the Council it would come too late, or be forgotten in Upkeep
ORDINARY: Final = tuple(name for name in v.OPCODE_NAMES if name not in ("modify", *COUNCIL_OPCODES, *v.HERE_OPCODES))
ENACTED: Final = (*ORDINARY, *COUNCIL_OPCODES)
EXPLORING: Final = (*ORDINARY, *v.HERE_OPCODES)

# Where opcodes are allowed that not every card can have
ONLY_ON: Final = {
    **dict.fromkeys(LASTING, "laws, resolutions, and what a Leader or a faction changes"),
    **dict.fromkeys(COUNCIL_OPCODES, "executive decisions among the political cards, and immediate bonus actions"),
    **dict.fromkeys(v.HERE_OPCODES, "Events"),
}


def read_effects(
    reader: Reader, targets: tuple[str, ...], opcodes: tuple[str, ...], field: str = "effects", least: int = 1
) -> tuple[Effect, ...]:
    """The effects of a card: rows with these opcodes, and at least this many."""
    if not reader.has(field):
        if least == 0:
            return ()
        raise reader.error(field, "missing")
    rows: list[Effect] = []
    for row in reader.tables(field, MOST_ROWS):
        rows.extend(_read_row(row, targets, opcodes))
    if len(rows) < least:
        raise reader.error(field, "a card needs at least one effect")
    if sum(row.do == "choose" for row in rows) > 1:
        raise reader.error(field, "at most one choice is allowed, since options are numbered over the card")
    if sum(row.do == "extra_action" for row in rows) > 1:
        raise reader.error(field, "at most one extra_action is allowed on a card")
    return tuple(rows)


def _read_row(row: Reader, targets: tuple[str, ...], opcodes: tuple[str, ...]) -> list[Effect]:
    do = _opcode(row, opcodes)
    target = row.word("target", targets, default="owner" if "owner" in targets else None)
    if do == "choose":
        return _read_choose(row, target, opcodes)
    effect = _plain(row, do, target, option=0)
    _check_place(row, effect, opcodes)
    row.finish()
    return [effect]


def _opcode(row: Reader, opcodes: tuple[str, ...]) -> str:
    """What a row does; a known word in the wrong place is refused with the right one."""
    given = row.take("do")
    if isinstance(given, str) and given in ONLY_ON and given not in opcodes:
        problem = f"'{given}' is not allowed here, only on {ONLY_ON[given]}; allowed: {', '.join(opcodes)}"
        raise row.error("do", problem)
    return row.word("do", opcodes)


def _check_place(row: Reader, effect: Effect, opcodes: tuple[str, ...]) -> None:
    """Only an Event can mean a hex by "here"."""
    if effect.do == "damage" and effect.b == v.PLACES.index("here") and "token" not in opcodes:
        raise row.error("where", "'here' is the hex being explored; allowed only in Events")


def _read_choose(row: Reader, target: str, opcodes: tuple[str, ...]) -> list[Effect]:
    """A choice: its own row, then the rows of each option, numbered from 1."""
    options = row.sequence("options", row.take("options"), MOST_OPTIONS)
    if len(options) < 2:
        raise row.error("options", f"a choice needs 2 to {MOST_OPTIONS} options")
    condition, quantity, amount = _condition(row)
    rows = [Effect("choose", target, len(options), condition=condition, quantity=quantity, amount=amount)]
    for number, option in enumerate(options, start=1):
        place = f"options[{number - 1}]"
        for i, raw in enumerate(row.sequence(place, option, MOST_ROWS)):
            rows.append(_read_option_row(row.table(f"{place}[{i}]", raw), target, number, opcodes))
        if rows[-1].option != number:
            raise row.error(place, "an option needs at least one effect")
    row.finish()
    return rows


def _read_option_row(row: Reader, chooser: str, number: int, opcodes: tuple[str, ...]) -> Effect:
    """An effect of an option: for whoever chose (`owner`), unless one player chooses for others."""
    do = _opcode(row, tuple(name for name in opcodes if name != "choose"))
    if do in COUNCIL_OPCODES and chooser not in SINGLE_TARGETS:
        allowed = ", ".join(target for target in SINGLE_TARGETS if target != "owner")
        raise row.error(
            "do", f"'{do}' in an option is for a choice of one player; the target of such a choice: {allowed}"
        )
    targets = tuple(t for t in v.TARGETS if t != "chosen") if chooser in SINGLE_TARGETS else ("owner",)
    target = row.word("target", targets, default="owner")
    effect = _plain(row, do, target, option=number)
    _check_place(row, effect, opcodes)
    row.finish()
    return effect


def _plain(row: Reader, do: str, target: str, option: int) -> Effect:
    a, b, c = ARGUMENTS[do](row)
    condition, quantity, amount = ("always", "none", 0) if do == "modify" else _condition(row)
    return Effect(do, target, a, b, c, condition, quantity, amount, option)


def _condition(row: Reader) -> tuple[str, str, int]:
    if not row.has("when"):
        return "always", "none", 0
    when = row.table("when", row.raw["when"])
    quantity = when.word("quantity", v.QUANTITIES[1:])
    given = [word for word in v.CONDITIONS[1:] if when.has(word)]
    if len(given) != 1:
        raise row.error("when", f"exactly one of {', '.join(v.CONDITIONS[1:])} is allowed")
    amount = when.integer(given[0], 0, GREATEST)
    when.finish()
    return given[0], quantity, amount


def _modify(row: Reader) -> Arguments:
    modifier = v.MODIFIER_NAMES.index(row.word("modifier", v.MODIFIER_NAMES))
    given = [word for word in ("add", "set") if row.has(word)]
    if len(given) != 1:
        raise row.error("add", "exactly one of add, set is allowed")
    return modifier, int(given[0] == "set"), row.integer(given[0], -GREATEST, GREATEST)


def _resource(row: Reader) -> Arguments:
    resource = v.RESOURCES.index(row.word("resource", v.RESOURCES))
    per = v.QUANTITIES.index(row.word("per", v.QUANTITIES, default="none"))
    return resource, row.integer("amount", 1, GREATEST), per


def _amount(row: Reader) -> Arguments:
    return row.integer("amount", 1, GREATEST), 0, 0


def _damage(row: Reader) -> Arguments:
    return row.integer("amount", 1, GREATEST), v.PLACES.index(row.word("where", v.PLACES)), 0


def _learn(row: Reader) -> Arguments:
    return row.integer("cost", 1, GREATEST), 0, 0


def _build(row: Reader) -> Arguments:
    ship = row.word("ship", (*v.SHIP_CLASSES, "any"))
    return -1 if ship == "any" else v.SHIP_CLASSES.index(ship), 0, 0


def _act(row: Reader) -> Arguments:
    return v.ACTIONS.index(row.word("action", v.ACTIONS)), 0, 0


def _cancel_law(row: Reader) -> Arguments:
    return AMOUNT_OF_LAWS.index(row.word("laws", AMOUNT_OF_LAWS)), 0, 0


def _token(row: Reader) -> Arguments:
    return v.TOKENS.index(row.word("token", v.TOKENS)), 0, 0


def _upgrade(row: Reader) -> Arguments:
    return UPGRADE_KINDS.index(row.word("of", UPGRADE_KINDS, default="ship")), 0, 0


def _nothing(row: Reader) -> Arguments:
    return 0, 0, 0


ARGUMENTS: Final[dict[str, Callable[[Reader], Arguments]]] = {
    "modify": _modify,
    "gain": _resource,
    "lose": _resource,
    "tribute": _resource,
    "grow": _amount,
    "shrink": _amount,
    "repair": _amount,
    "damage": _damage,
    "replenish": _amount,
    "deplete": _amount,
    "learn": _learn,
    "build": _build,
    "equip": _upgrade,
    "act": _act,
    "cancel_law": _cancel_law,
    "modify_turn": _modify,
    "extra_conquest": _nothing,
    "extra_action": _nothing,
    "disarm": _amount,
    "recall": _nothing,
    "jettison": _amount,
    "colonise": _amount,
    "shatter": _nothing,
    "token": _token,
    "draw_combat": _amount,
    "fortify": _nothing,
    "arm": _nothing,
    "settle": _amount,
}
if set(ARGUMENTS) | {"choose"} != set(v.OPCODE_NAMES):
    raise AssertionError("every opcode needs arguments")
