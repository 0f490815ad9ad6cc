"""Moves in words, with the choices spelled out in the position they are made in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.encoding.actions import DIRECTION_NAMES
from exodus_env.corruption.rules import choices, frames, words
from exodus_env.corruption.rules.choices import DECLARED, FAMILIES
from exodus_env.corruption.rules.modules import effect_of
from exodus_env.corruption.view.card_words import WINDOWS, effect_words, instruction_words, option_words, rows_words
from exodus_env.corruption.view.names import Names
from exodus_env.kit.flow import KIND
from exodus_env.kit.text import number, wrapped
from exodus_env.kit.wording import GROUP_FROM, Phrase, Wording, grouped, joined, told_apart


def phrases(names: Names, legal: Sequence[int]) -> dict[int, Phrase]:
    """The legal moves in two parts by their ids, no two the same."""
    bare = {action: names.rules.actions.action_to_string(action) for action in legal}
    return told_apart({action: phrase(names, action) for action in legal}, bare)


def wording(names: Names, legal: Sequence[int]) -> Wording:
    """The legal moves in words and back: as shown, in the words of their ids, or by what follows in a group."""
    bare = names.rules.actions.action_to_string
    return Wording({a: (joined(parts), bare(a), parts[1]) for a, parts in phrases(names, legal).items()})


def move_lines(names: Names, legal: Sequence[int]) -> list[str]:
    """Legal moves line by line with their ids; grouped where there are many."""
    shown = list(phrases(names, legal).items())
    if len(legal) <= GROUP_FROM:
        return [line for action, parts in shown for line in wrapped(f"{action:>5}  {joined(parts)}")]
    return grouped(shown, packed=True)


def phrase(names: Names, action: int) -> Phrase:
    """A move in two parts; the first is shared by moves that differ only in the second."""
    family, *factors = (int(value) for value in names.rules.actions.decode[action] if value >= 0)
    return _FAMILIES[family](names, *factors)


def frame_of(names: Names, kind: int) -> Any:
    """The columns of the topmost frame of a kind, None without one."""
    g = names.g
    for i in range(int(g.depth) - 1, -1, -1):
        if g.stack[i, KIND] == kind:
            return g.stack[i]
    return None


def named_ship(names: Names, relative: int) -> int:
    """The ship that a choice names."""
    return (choices.first_ship(names.g) + relative) % int(names.t.ships)


def asked_ship(names: Names) -> int:
    """The ship that is asked."""
    return choices.first_ship(names.g)


def dice_of(names: Names) -> int:
    """The ship whose dice are chosen from."""
    return int(names.g.focus_player) if names.g.focus_player >= 0 else asked_ship(names)


# The families, one function each --------------------------------------------------------------------------------------

_WORDS: dict[str, Callable[..., Phrase]] = {}


def _family(function: Callable[..., Phrase]) -> Callable[..., Phrase]:
    """Mark the words of the family `_name`; what follows `names` are its factors."""
    _WORDS[function.__name__.removeprefix("_")] = function
    return function


@_family
def _pass(names: Names) -> Phrase:
    return DECLARED[int(names.g.decision)].decline or "done", ""


@_family
def _go(names: Names) -> Phrase:
    return "go now", ""


@_family
def _ship(names: Names, relative: int) -> Phrase:
    ship = names.ship(named_ship(names, relative))
    if names.g.decision == choices.D_NEXT_SHIP:
        return f"{ship} goes next", ""
    if names.g.decision == choices.D_CALL:
        return f"call {ship}", ""
    if names.g.decision == choices.D_CARRIER:
        return f"{ship} carries the Key", ""
    return f"for {ship}", ""


@_family
def _mat(names: Names, mat: int) -> Phrase:
    ship = names.content.ships[mat]
    return (
        f"take the {ship.name} ({ship.ship_class}, {ship.dice} dice, {ship.actions} Actions, {ship.health} Health)",
        "",
    )


@_family
def _option(names: Names, option: int) -> Phrase:
    g = names.g
    if g.decision == choices.D_MOD:
        effect = names.mod_effect(int(g.asked), int(g.focus_card), option)
        return f"{effect.name}: {effect_words(effect)}", ""
    if g.card >= 0:
        entry = names.content.explorations[int(g.card)].options[option]
        return f"{entry.name}: {option_words(entry)}", ""
    return f"option {option + 1}", ""


@_family
def _invite(names: Names, relative: int) -> Phrase:
    return f"invite {names.ship(named_ship(names, relative))} into the Fleet", ""


@_family
def _join(names: Names) -> Phrase:
    return DECLARED[int(names.g.decision)].text, ""


@_family
def _roll(names: Names) -> Phrase:
    return "make the Detection Roll", ""


@_family
def _fight(names: Names) -> Phrase:
    return "waive the roll and fight", ""


@_family
def _probe(names: Names, direction: int) -> Phrase:
    return "send a probe", DIRECTION_NAMES[direction]


@_family
def _blind(names: Names, direction: int) -> Phrase:
    return "jump blind", DIRECTION_NAMES[direction]


@_family
def _jump(names: Names, system: int) -> Phrase:
    return "jump to", names.system(system)


@_family
def _rush(names: Names) -> Phrase:
    return f"begin a Hyperspace Rush of {number(int(names.t.rush_jumps), 'jump')}", ""


@_family
def _explore(names: Names) -> Phrase:
    return f"explore {names.system(int(names.g.slot[asked_ship(names)]))}", ""


@_family
def _scavenge(names: Names) -> Phrase:
    return "scavenge for Scraps", ""


@_family
def _gather(names: Names) -> Phrase:
    return "gather the Keys of a wreck", ""


@_family
def _pacify(names: Names) -> Phrase:
    return f"pacify {names.system(int(names.g.slot[asked_ship(names)]))}", ""


@_family
def _trade(names: Names) -> Phrase:
    return "trade", ""


@_family
def _maintain(names: Names) -> Phrase:
    return "maintain the ship", ""


@_family
def _interact(names: Names, instruction: int) -> Phrase:
    slot = int(names.g.slot[asked_ship(names)])
    for key in range(int(names.t.keys)):
        if names.g.key_slot[key] == slot and names.g.signal_state[key] == 1:
            entry = names.content.signals[int(names.g.signal[key])]
            return f"{entry.name}: {instruction_words(entry.instructions[instruction])}", ""
    return f"instruction {instruction + 1} of the Signal", ""


@_family
def _strain(names: Names) -> Phrase:
    return f"strain the engine for {number(int(names.t.strain_actions), 'Action')} more", ""


def _use(names: Names, place: int) -> Phrase:
    effect = effect_of(names.g, asked_ship(names), place)
    if effect < 0:
        return f"use equipment {place + 1}", ""
    return f"use {names.used(effect)}: {effect_words(names.effect_entry(effect))}", ""


@_family
def _use_mod(names: Names, level: int) -> Phrase:
    return _use(names, level)


@_family
def _use_module(names: Names, slot: int) -> Phrase:
    return _use(names, c.LEVELS + slot)


@_family
def _service(names: Names) -> Phrase:
    number_of = int(names.g.ally[int(names.g.slot[asked_ship(names)])]) - 1
    if number_of < 0:
        return "use the service of the Ally", ""
    ally = names.content.allies[number_of]
    return f"ask the {ally.name} for {names.scraps(ally.cost)} to: {rows_words(ally.rows)}", ""


@_family
def _rotate(names: Names, rotation: int) -> Phrase:
    tile = int(names.g.focus_card)
    sides = [side for side in range(c.SIDES) if names.t.tile_sides[tile, (side - rotation) % c.SIDES]]
    lanes = ", ".join(DIRECTION_NAMES[side].removeprefix("to the ") for side in sides)
    return f"turn {names.tile(tile)} with lanes to the", lanes


@_family
def _repair(names: Names, relative: int) -> Phrase:
    return f"repair {names.ship(named_ship(names, relative))}", ""


@_family
def _mend(names: Names, relative: int) -> Phrase:
    return f"remove a Damaged card of {names.ship(named_ship(names, relative))}", ""


@_family
def _damaged(names: Names, kind: int) -> Phrase:
    return "remove", names.damaged(kind)


@_family
def _energy(names: Names) -> Phrase:
    return "buy the next Energy marker", ""


def _module_in(names: Names, slot: int) -> str:
    kind = int(names.g.module[asked_ship(names), slot]) - 1
    return names.module(kind) if kind >= 0 else f"module {slot + 1}"


@_family
def _salvage(names: Names, slot: int) -> Phrase:
    return "salvage", _module_in(names, slot)


@_family
def _buy(names: Names, place: int) -> Phrase:
    ally = int(names.g.ally[int(names.g.slot[asked_ship(names)])]) - 1
    kind = int(names.g.display[ally, place]) - 1 if ally >= 0 else -1
    if kind < 0:
        return "buy", f"module {place + 1} on offer"
    entry = names.module_entry(kind)
    price = max(0, entry.value + int(names.t.ally_price[ally]))
    return "buy", f"{entry.name} (price {price}): {effect_words(entry.effect)}"


@_family
def _give_scrap(names: Names, relative: int) -> Phrase:
    return f"give {names.ship(named_ship(names, relative))} a Scrap", ""


@_family
def _give_module(names: Names, slot: int) -> Phrase:
    return "give away", _module_in(names, slot)


@_family
def _give_key(names: Names, relative: int) -> Phrase:
    return f"give {names.ship(named_ship(names, relative))} a Key", ""


@_family
def _system(names: Names, system: int) -> Phrase:
    verb = {
        choices.D_PACIFY: "pacify",
        choices.D_JUMP_TO: "move to",
        choices.D_REVEAL_FROM: "reveal a system beside",
    }.get(int(names.g.decision), "choose")
    return verb, names.system(system)


@_family
def _direction(names: Names, direction: int) -> Phrase:
    return "the space", DIRECTION_NAMES[direction]


@_family
def _avatar(names: Names, avatar: int) -> Phrase:
    return names.foe(c.ENEMIES + avatar), ""


@_family
def _enemy(names: Names, nth: int) -> Phrase:
    foes = names.foes_in(int(names.g.slot[asked_ship(names)]))
    if nth >= len(foes):
        return f"Enemy {nth + 1}", ""
    return f"{names.foe(foes[nth])} ({int(names.g.foe_health[foes[nth]])} Health)", ""


@_family
def _offense(names: Names) -> Phrase:
    return "Offense: roll all dice", ""


@_family
def _defense(names: Names, die: int) -> Phrase:
    ship = asked_ship(names)
    colour = names.colour(int(names.t.mat_dice[int(names.g.mat[ship])]))
    return f"Defense: roll the {('first', 'second')[die]} {colour} die alone", ""


@_family
def _disengage(names: Names) -> Phrase:
    return "disengage", ""


@_family
def _hide(names: Names) -> Phrase:
    return "hide in the system, which ends the turn", ""


@_family
def _die(names: Names, die: int) -> Phrase:
    ship = dice_of(names)
    face = int(names.g.face[ship, die])
    shows = f" that shows {names.symbol(face)}" if face >= 0 else ""
    return f"die {die + 1} of {names.ship(ship)}{shows}", ""


@_family
def _lose_mod(names: Names, level: int) -> Phrase:
    return "lose", names.mod_name(asked_ship(names), level)


@_family
def _lose_module(names: Names, slot: int) -> Phrase:
    verb = "discard" if names.g.decision in (choices.D_DISCARD, choices.D_REPLACE) else "lose"
    return verb, _module_in(names, slot)


_FAMILIES: Final = tuple(_WORDS[name] for name, _, _ in FAMILIES)

# The pending decision -------------------------------------------------------------------------------------------------


def pending(names: Names) -> str:
    """Who must decide what, and about what."""
    g = names.g
    who = names.player(int(g.actor))
    if g.asked >= 0 and g.mat[g.asked] >= 0:
        who = f"{who} ({names.bare_ship(int(g.asked))})"
    about = _about(names)
    return f"{who} to decide: {DECLARED[int(g.decision)].text}{f' ({about})' if about else ''}"


def _about(names: Names) -> str:
    """What the decision is about, where its words leave that open."""
    g, decision = names.g, int(names.g.decision)
    if decision == choices.D_MENU:
        return f"{number(int(g.actions_left), 'Action')} left"
    if decision == choices.D_MOD:
        return f"{names.mod_name(int(g.asked), int(g.focus_card))}, level {int(g.focus_card) + 1}"
    if decision == choices.D_ROTATE:
        return names.tile(int(g.focus_card))
    if decision == choices.D_REPLACE:
        return names.module(int(g.focus_card))
    if decision == choices.D_JOIN and g.focus_player >= 0:
        return f"led by {names.ship(int(g.focus_player))}"
    if decision in (choices.D_BUYER, choices.D_CONSENT, choices.D_GIVE_TO) and g.focus_card >= 0:
        return names.module(int(g.focus_card))
    if decision in (choices.D_ANALYSIS, choices.D_FURTHER, choices.D_WARNING, choices.D_SHARE_OPTION) and g.card >= 0:
        return names.exploration(int(g.card))
    if decision in (choices.D_MANOEUVRE, choices.D_AGREE):
        combat = frame_of(names, frames.COMBAT)
        if combat is not None and combat[frames.COMBAT_FOE] > 0:
            return f"round {combat[frames.COMBAT_ROUND]} against {names.foe(int(combat[frames.COMBAT_FOE]) - 1)}"
    if decision == choices.D_WINDOW:
        return _window_words(names)
    if decision in (choices.D_DIE, choices.D_TARGET, choices.D_SHARE, choices.D_LOSE):
        effects = frame_of(names, frames.EFFECTS)
        if effects is not None:
            operation = int(names.t.row[int(effects[frames.EFFECTS_ROW]), words.ROW_OPERATION])
            return v.OPERATION_NAMES[operation].replace("_", " ")
    return ""


def _window_words(names: Names) -> str:
    window = frame_of(names, frames.WINDOW)
    return "" if window is None else WINDOWS[v.WINDOW_NAMES[int(window[frames.WINDOW_KIND])]]
