"""Moves in words, with the actor's choices spelled out for the position in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.encoding.actions import DIRECTION_NAMES, EXCHANGE_NAMES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.decision_declarations import DECISION_NAMES
from exodus_env.exodus.rules.frames import EFFECTS_ROW, REARRANGE_TARGET
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.names import RESOURCE_NAMES, STOCK_NAMES, Names
from exodus_env.exodus.view.questions import about_cloaked, about_hex, top
from exodus_env.kit.declare import by_number
from exodus_env.kit.text import article, listed, wrapped
from exodus_env.kit.wording import GROUP_FROM, Phrase, Wording, grouped, joined, told_apart

# What identical ships of a class have in common outside combat.
_STATE: Final = ("ship_hex", "ship_damage", "ship_cargo", "moved", "held", "boarded", "stranded", "entered")


def moves(rules: Ruleset, g: Game, mask: np.ndarray[Any, Any]) -> list[str]:
    """The legal moves of the pending decision, in the order of their ids, in words that everybody may know."""
    legal = [int(action) for action in np.flatnonzero(mask)]
    return [joined(parts) for parts in phrases(Names(rules, g), legal).values()]


def are_secret(names: Names) -> bool:
    """Whether the legal moves of the pending decision are the actor's secret."""
    if names.g.decision == c.D_LEADER:
        return not names.t.free_leaders
    return int(names.g.decision) in c.PRIVATE_OPTIONS


def move(rules: Ruleset, g: Game, action: int) -> str:
    """One move of the pending decision."""
    return joined(phrase(Names(rules, g), action))


def phrases(names: Names, legal: Sequence[int]) -> dict[int, Phrase]:
    """The legal moves in two parts by id, no two the same.

    Moves that would read the same, such as those with equal Resistance cards, also carry the words of their ids; so
    does one that reads like the words of another's id.
    """
    plain = {action: phrase(names, action) for action in legal}
    bare = {action: names.rules.actions.action_to_string(action, int(names.g.actor)) for action in legal}
    return told_apart(plain, bare)


def wording(names: Names, legal: Sequence[int]) -> Wording:
    """The legal moves in words and back: as they are shown, in the words of their ids, or by the part that a group
    lists.

    Raises ValueError if the viewer may not know the moves.
    """
    if legal and are_secret(names) and not names.knows(int(names.g.actor)):
        raise ValueError(f"the moves are secret: only {names.player(int(names.g.actor))} knows them")
    bare, actor = names.rules.actions.action_to_string, int(names.g.actor)
    said = phrases(names, legal).items()
    return Wording({a: (joined(parts), bare(a), parts[1], bare(a, actor)) for a, parts in said})


def phrase(names: Names, action: int) -> Phrase:
    """A move in two parts; the first is shared by moves that differ only in the second."""
    row = names.rules.actions.decode[names.t.printed_action[names.g.actor, action]]
    family, factors = int(row[0]), [int(value) for value in row[1:] if value >= 0]
    head, tail = _FAMILIES[family](names, *factors)
    if family in c.ASIDES and names.g.decision != c.D_WINDOW:
        head = f"first {head}"  # the decision has not been taken yet in that case
    return head, tail


def end_of_orders(names: Names, player: int, ship: int) -> int:
    """Where a ship's secret orders lead."""
    hexagon = int(names.g.ship_hex[player, ship])
    for step in names.g.path[player, ship]:
        if step > 0:
            hexagon = names.beside(hexagon, int(step) - 1)
    return hexagon


# The families, one function each --------------------------------------------------------------------------------------

_WORDS: dict[str, Callable[..., Phrase]] = {}
_FOLLOWED: Final = (c.D_MOVE, c.D_HYPERSPACE)


def _family(function: Callable[..., Phrase]) -> Callable[..., Phrase]:
    """Register the words of the family `_name`; the parameters after `names` are its factors."""
    _WORDS[function.__name__.removeprefix("_")] = function
    return function


def _by_decision(words: dict[str, str]) -> dict[int, str]:
    """Words for some decisions, by number."""
    return by_number(words, DECISION_NAMES, "decision", whole=False)


@_family
def _pass(names: Names) -> Phrase:
    if int(names.g.decision) in _FOLLOWED and names.g.focus_hex >= 0:
        return f"let no other ship follow into the debris at {about_hex(names)}", ""
    return c.DECLARED[int(names.g.decision)].decline, ""


_BACKED: Final = _by_decision(
    {
        "vote_tie": "let",
        "corrupt": "move the vote to",
        "vision": "apply to oneself alone",
    }
)


@_family
def _political_card(names: Names, slot: int) -> Phrase:
    card = int(names.g.revealed[slot])
    words = names.political(card) if card >= 0 else "none"
    if names.g.decision == c.D_POLITICAL_CHOICE:
        price = names.choice_price(slot)
        return f"let card {'ABC'[slot]} pass {f'for {price} CP' if price else 'without paying'}:", words
    return f"{_BACKED.get(int(names.g.decision), 'back')} card {'ABC'[slot]}", words


@_family
def _bid_fifties(names: Names, fifties: int) -> Phrase:
    return "bid", f"{fifties * c.BID_STEP} CP and more" if fifties else f"less than {c.BID_STEP} CP"


@_family
def _bid(names: Names, cp: int) -> Phrase:
    return "bid", f"{names.g.bid[names.g.actor] + cp} CP"


@_family
def _player(names: Names, relative: int) -> Phrase:
    player = names.seat(relative)
    if names.g.decision in (c.D_STRIKE, c.D_COMMANDO_TARGET):
        return f"kill one Population on {about_hex(names)} of", player
    if names.g.decision == c.D_ELECTION_TIE:
        if names.t.eoe:
            return "let choose a turn-order card next:", player
        return f"give place {names.g.focus_card + 1} in turn order to", player
    if names.g.decision == c.D_REWARD:
        return "let the card go to", player
    return "name", player


# What a hex is chosen for
_HEXES: Final = _by_decision(
    {
        "fire": "fire at",
        "civilian_from": "ship a cube from",
        "civilian_to": "ship it to",
        "battle": "fight at",
        "start_hex": "also begin on",
        "build_at": "build it at",
        "pay_from": "pay with a cube from",
        "hyperspace_to": "move it to",
        "settle": "settle a cube on",
    }
)


@_family
def _hex(names: Names, hexagon: int) -> Phrase:
    return _HEXES.get(int(names.g.decision), "choose"), names.hexagon(hexagon)


@_family
def _option(names: Names, option: int) -> Phrase:
    if names.g.decision in (c.D_BANK_DICE, c.D_MINING_DICE):
        return "take", ("the safe amount", "the dice")[option % 2]
    words = names.options(top(names, EFFECTS_ROW))
    return f"option {option + 1}:", words[option] if option < len(words) else "nothing"


@_family
def _law(names: Names, which: int) -> Phrase:
    card = int(names.g.law[which])
    return "cancel", names.content.political_cards[card].name if card >= 0 else f"law {which + 1}"


@_family
def _bonus_action(names: Names, card: int) -> Phrase:
    return "propose" if names.g.decision == c.D_PROPOSE_BONUS else "take", names.bonus(card)


@_family
def _action_card(names: Names, card: int) -> Phrase:
    return "play", names.card_in_full(int(names.g.actor), card)


@_family
def _react(names: Names, relative: int) -> Phrase:
    owner = (int(names.g.actor) + relative) % int(names.t.players)
    card = int(names.g.shown[owner])
    if card < 0:
        return "react", f"to {names.player(owner)}"
    words = f"to {names.player(owner)}'s {names.action_card(owner, card)} card with {names.reaction(owner, card)}"
    return "react", words


@_family
def _technology(names: Names, technology: int) -> Phrase:
    entry = names.content.technologies[technology]
    return "learn", f"{entry.name} ({entry.text})" if entry.text else entry.name


@_family
def _ship_class(names: Names, ship_class: int) -> Phrase:
    return "build", f"a {names.ship_class(ship_class)}"


@_family
def _upgrade(names: Names, upgrade: int, ship_class: int) -> Phrase:
    return f"put {names.upgrade(upgrade)} on the", names.ship_class(ship_class)


@_family
def _upgrades(names: Names, upgrade: int, ship_class: int) -> Phrase:
    return f"put as many {names.upgrade(upgrade)} as possible on the", names.ship_class(ship_class)


@_family
def _rocket(names: Names, rocket: int, hexagon: int) -> Phrase:
    return f"put a {names.rocket(rocket)} on", names.hexagon(hexagon)


@_family
def _replace(names: Names, upgrade: int) -> Phrase:
    if names.g.decision == c.D_EXCHANGE_UPGRADE:
        return f"exchange it on the {names.ship_class(top(names, REARRANGE_TARGET))} for", names.upgrade(upgrade)
    return "take off", names.upgrade(upgrade)


@_family
def _mine(names: Names, hexagon: int) -> Phrase:
    return "place", f"{names.resource(hexagon, 0)} on {names.hexagon(hexagon)}"


@_family
def _mine_evenly(names: Names) -> Phrase:
    return "place all of it evenly", ""


@_family
def _exchange(names: Names, exchange: int) -> Phrase:
    return EXCHANGE_NAMES[exchange], ""


@_family
def _exchanges(names: Names, exchange: int) -> Phrase:
    return f"{EXCHANGE_NAMES[exchange]} as often as possible", ""


@_family
def _mineral(names: Names, hexagon: int) -> Phrase:
    return "take one", f"{names.resource(hexagon, 0)} from {names.hexagon(hexagon)}"


@_family
def _move_upgrade(names: Names, upgrade: int, ship_class: int) -> Phrase:
    return f"move {names.upgrade(upgrade)} to the", names.ship_class(ship_class)


@_family
def _upgrade_from(names: Names, ship_class: int) -> Phrase:
    return "take it off the", names.ship_class(ship_class)


@_family
def _resistance_card(names: Names, card: int) -> Phrase:
    return "use Resistance card", names.resistance(card)


@_family
def _mount(names: Names, ship: int, more: int) -> Phrase:
    ships = _together(names, ship)
    return f"mount {_cubes(ships, more + 1)} on", f"{listed(ships)} at {_where(names, ship)}"


@_family
def _move(names: Names, ship: int, direction: int) -> Phrase:
    return _way(names, ship, direction, listed(_together(names, ship)))


@_family
def _fleet(names: Names, ship: int, direction: int) -> Phrase:
    return _way(names, ship, direction, "all ships that can go")


def _way(names: Names, ship: int, direction: int, ships: str) -> Phrase:
    """Ships move, or are ordered to move, from where one of them is or will be."""
    player, ordered = int(names.g.actor), names.g.decision == c.D_ORDER
    source = end_of_orders(names, player, ship) if ordered else int(names.g.ship_hex[player, ship])
    if source < 0:
        return f"move {names.ship(ship)}", DIRECTION_NAMES[direction]
    target = names.beside(source, direction)
    way = f"{DIRECTION_NAMES[direction]} to {names.hexagon(target) if target >= 0 else 'nowhere'}"
    return f"{'order' if ordered else 'move'} {ships} from {names.hexagon(source)}", way


def _together(names: Names, ship: int) -> list[str]:
    """The ships that a choice is about: one, and the identical ones before it."""
    g, player = names.g, int(names.g.actor)
    fields = (*_STATE, "path") if g.decision == c.D_ORDER else _STATE  # only there does anybody have orders
    states = [[np.ravel(getattr(g, field)[player, i]).tolist() for field in fields] for i in range(ship + 1)]
    classes = names.t.ship_class
    return [names.ship(i) for i in range(ship + 1) if states[i] == states[ship] and classes[i] == classes[ship]]


def _cubes(ships: list[str], cubes: int) -> str:
    return ("a cube" if cubes == 1 else f"{cubes} cubes") + (" each" if len(ships) > 1 else "")


@_family
def _uncloak(names: Names) -> Phrase:
    if names.g.decision == c.D_FORCE_UNCLOAK:
        return f"uncloak the ships: {about_cloaked(names)}", ""
    if names.g.decision == c.D_TRAVEL:
        return "travel uncloaked", ""
    return "uncloak", f"at {about_hex(names)}" if names.g.focus_hex >= 0 else ""


@_family
def _hit(names: Names, relative: int, ship: int) -> Phrase:
    if names.g.decision == c.D_DEBRIS:
        return "let debris damage", names.ship(ship)
    return _strikes(names), f"{names.seat(relative)}'s {names.ship(ship)}"


def _strikes(names: Names) -> str:
    return "let the Dark Raider damage" if names.g.decision == c.D_SACRIFICE_TARGET else "hit"


@_family
def _hit_foe(names: Names, foe: int) -> Phrase:
    if names.wave():
        return "hit", f"the {names.wave()}"
    card = int(names.g.foe_card[foe])
    return _strikes(names), f"the {names.foe(card)}" if card >= 0 else f"Centaurian ship {foe + 1}"


@_family
def _deploy(names: Names, ship: int, more: int) -> Phrase:
    ships = _together(names, ship)
    return f"land {_cubes(ships, more + 1)} from", f"{listed(ships)} on {_where(names, ship)}"


@_family
def _outpost_card(names: Names, card: int) -> Phrase:
    return "use Outpost card", names.outpost_card(card)


@_family
def _attack(names: Names, _: int) -> Phrase:
    return "attack the Outpost", f"on {about_hex(names)}" if names.g.focus_hex >= 0 else ""


@_family
def _look(names: Names, hexagon: int) -> Phrase:
    return "look in secret at", names.hexagon(hexagon)


@_family
def _ignore(names: Names, _: int) -> Phrase:
    return "ignore the Event", names.content.events[int(names.g.event)].name if names.g.event >= 0 else ""


@_family
def _wormhole(names: Names, hexagon: int) -> Phrase:
    return "let the wormhole lead to", names.hexagon(hexagon)


@_family
def _planet_type(names: Names, kind: int) -> Phrase:
    return "choose", f"a random {STOCK_NAMES[kind + 1]} planet"


@_family
def _planet_space(names: Names, hexagon: int) -> Phrase:
    return "put it on", f"hex {hexagon}"


@_family
def _mine_second(names: Names, hexagon: int) -> Phrase:
    return "place", f"{names.resource(hexagon, 1)} on {names.hexagon(hexagon)}"


@_family
def _gate(names: Names, hexagon: int) -> Phrase:
    return "build", f"a Jump Gate at {names.hexagon(hexagon)}"


@_family
def _jump(names: Names, slot: int, source: int) -> Phrase:
    gate = int(names.g.gate[names.g.actor, slot])
    where = f"at {names.hexagon(gate)}" if gate >= 0 else "not built yet"
    return f"let ships jump to the Jump Gate {where}", f"from {names.hexagon(source)}"


@_family
def _jump_ship(names: Names, ship: int) -> Phrase:
    return "let jump:", names.ship(ship)


@_family
def _satellite(names: Names, hexagon: int) -> Phrase:
    return "build", f"a Satellite at {names.hexagon(hexagon)}"


@_family
def _barrier(names: Names, edge: int) -> Phrase:
    one, other = names.border(edge)
    return f"put an Energy Barrier between {one} and", other


@_family
def _leader(names: Names, leader: int) -> Phrase:
    return "keep", names.leader(leader)


@_family
def _march(names: Names, hexagon: int) -> Phrase:
    source = f" from {about_hex(names)}" if names.g.focus_hex >= 0 else ""
    return f"let the squadron move{source} to", names.hexagon(hexagon)


@_family
def _join(names: Names, ship: int) -> Phrase:
    return "attack the Stronghold with", names.ship(ship)


@_family
def _convert(names: Names, resource: int) -> Phrase:
    if names.g.decision == c.D_PAY_VP:
        paid = min(int(names.g.resource[names.g.actor, resource]), int(names.t.vp_loss_price[resource]))
        return "pay", f"{paid} {RESOURCE_NAMES[resource]}"
    return "gain", f"{names.t.vp_gain_price[resource]} {RESOURCE_NAMES[resource]}"


# Edge of Extinction


@_family
def _faction(names: Names, faction: int) -> Phrase:
    return "play", names.faction(faction)


@_family
def _office(names: Names, place: int) -> Phrase:
    if names.g.decision == c.D_BUY_OFFICE:
        return "buy", f"{names.turn_order_card(place)} for {names.office_price(place)} CP"
    return "take", f"turn-order card {place + 1} ({names.place(place)})"


@_family
def _combat_card(names: Names, kind: int) -> Phrase:
    verb = "discard" if names.g.decision == c.D_DISCARD else "play"
    return f"{verb} combat card", names.combat_card(0, kind)


@_family
def _foe_card(names: Names, kind: int) -> Phrase:
    return "let the Resistance play", names.combat_card(PLAYERS, kind)


@_family
def _planetary(names: Names, kind: int, hexagon: int) -> Phrase:
    return f"put {article(names.planetary(kind))} on", names.hexagon(hexagon)


@_family
def _buy_vp(names: Names, _: int) -> Phrase:
    return "buy a VP", f"for {names.t.vp_price} CP"


# What a ship is chosen for
_SHIPS: Final = _by_decision(
    {
        "deploy": "attack as Commandos with a cube from",
        "hyperspace": "move through hyperspace:",
        "decoy": "let this ship take the hits first:",
        "sacrifice": "sacrifice",
        "deflect": "take a hit off",
        "deflect_to": "let it hit",
        "cancel_hit": "cancel a hit on",
        "pay_aboard": "pay with a cube from",
    }
)
# Outside a combat, say where the ship is.
_SOMEWHERE: Final = _by_decision({"deploy": "on", "hyperspace": "at"})


@_family
def _ship(names: Names, ship: int) -> Phrase:
    decision, name = int(names.g.decision), names.ship(ship)
    if decision in _SOMEWHERE:
        name = f"{name} {_SOMEWHERE[decision]} {_where(names, ship)}"
    return _SHIPS.get(decision, "choose"), name


@_family
def _mineral_second(names: Names, hexagon: int) -> Phrase:
    return "take one", f"{names.resource(hexagon, 1)} from {names.hexagon(hexagon)}"


@_family
def _take_all(names: Names) -> Phrase:
    return "take all minerals", ""


@_family
def _cancel_foe_hit(names: Names, foe: int) -> Phrase:
    _, ship = _hit_foe(names, foe)
    return "cancel a hit on", ship


def _where(names: Names, ship: int) -> str:
    hexagon = int(names.g.ship_hex[names.g.actor, ship])
    return names.hexagon(hexagon) if hexagon >= 0 else "nowhere"


_FAMILIES: Final = by_number(_WORDS, c.FAMILY_NAMES, "family")


def move_lines(names: Names, legal: Sequence[int], most: int) -> list[str]:
    """Legal moves line by line with their ids, up to a limit; grouped if there are many."""
    shown = list(phrases(names, legal).items())[:most]
    if len(legal) <= GROUP_FROM:
        lines = [line for action, parts in shown for line in wrapped(f"{action:>5}  {joined(parts)}")]
    else:
        lines = grouped(shown, packed=True)
    rest = len(legal) - len(shown)
    return lines if rest <= 0 else [*lines, f"  ... and {rest} more"]
