"""A mission of solitaire play in words: its conditions, what is still missing, and what the NPC is about to do."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.entries import Effect
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.frames import UPKEEP_STAGE
from exodus_env.exodus.rules.scenarios.solitaire import ABSOLUTE, ALONE, BY_TURN, TACTICAL
from exodus_env.exodus.rules.scoring import WON, WON_IN_PART
from exodus_env.exodus.view.names import Names
from exodus_env.kit.text import aligned, listed, wrapped

VICTORIES: Final = ("absolute victory", "tactical victory")
# In the order of the columns of t.victory (rules/scenarios/solitaire.py).
CONDITIONS: Final = (
    "by the end of turn",
    "planets without own Population, at most",
    "CP, at least",
    "Axinium, at least",
    "Phasium, at least",
    "Resistance ships on the map, at most",
)


def mission_lines(names: Names) -> list[str]:
    """The mission, how it stands, and what happens at the end of the turn."""
    mission = names.content.mission(names.rules.config.scenario)
    facts = verdict(names) if names.g.over else [*missing_lines(names), *_time(names), *npc_lines(names)]
    lines = [line for words in facts for line in wrapped(words, "  ")]
    return [*wrapped(f"{mission.name}: {mission.text}", "  "), *(f"  {row}" for row in _conditions(names)), *lines]


def missing_lines(names: Names) -> list[str]:
    """What is still missing for either victory."""
    return [_missing(names, victory) for victory in (ABSOLUTE, TACTICAL)]


def verdict(names: Names) -> list[str]:
    """How the mission ended, and what was missing for a better result."""
    outcome = int(names.g.outcome)
    lines = [f"Result: {names.result(outcome)}"]
    return lines if outcome == WON else [*lines, _missing(names, ABSOLUTE if outcome == WON_IN_PART else TACTICAL)]


def _missing(names: Names, victory: int) -> str:
    if names.g.turn > names.t.victory[victory, BY_TURN]:
        return f"Too late for the {VICTORIES[victory]}"
    return f"Missing for the {VICTORIES[victory]}: {listed(names.missing(victory)) or 'nothing'}"


def _conditions(names: Names) -> list[str]:
    """One row per condition: the present state, and what either victory requires."""
    rows: list[list[object]] = [["condition", "now", *VICTORIES]]
    for column, (words, now) in enumerate(zip(CONDITIONS, names.conditions(), strict=True)):
        rows.append([words, now, *(int(goal[column]) for goal in names.t.victory)])
    return aligned(rows)


def _time(names: Names) -> list[str]:
    t = names.t
    first, last = int(t.victory[ABSOLUTE, BY_TURN]), int(t.victory[TACTICAL, BY_TURN])
    when = f"at the end of turn {first}" if first == last else f"from the end of turn {first} on"
    left = int(t.turns) - int(names.g.turn) + 1
    lines = [f"Turns left: {left} with this one; an absolute victory counts at once, a tactical one {when}"]
    if t.hold_home:
        lines.append(
            f"The mission fails at the end of any turn in which nobody of {names.player(ALONE)}'s lives at home"
        )
    return lines


def npc_lines(names: Names) -> list[str]:
    """What the NPC does at the end of this turn, and which rockets and ships follow later."""
    t, turn = names.t, int(names.g.turn)
    if not t.npc:
        return ["The NPC does not act: its ships stay where they are"]
    deeds = [*_raids(names), *_rocket(names), *_moves(names), *_entering(names, turn)]
    lines = [f"NPC at the end of this turn: {'; '.join(deeds) or 'nothing'}"]
    later = [(number, _arms(names, number)) for number in range(turn + 1, int(t.turns) + 1)]
    told = [f"turn {number}: {words}" for number, words in later if words]
    if told:
        lines.append(f"NPC later: {'; '.join(told)}")
    if t.npc_radar:
        lines.append(f"NPC Radar: {'; '.join(_radar(names))}")
    return lines


def _raids(names: Names) -> list[str]:
    each = f"each of its ships kills {names.t.npc_raid} Population in its hex"
    return [f"{each} where {names.player(ALONE)} has no ship"] if names.t.npc_raid else []


def _rocket(names: Names) -> list[str]:
    kind = _fired(names, int(names.g.turn))
    if not kind:
        return []
    if treaty := _treaty(names):
        return [f"rocket: none, by {treaty}"]
    base = names.hexagon(int(names.t.npc_base))
    return [f"a {kind} at the planet with the most Population, unless {names.player(ALONE)} has a ship at {base}"]


def _treaty(names: Names) -> str:
    """The law or resolution that forbids all rockets, including the NPC's (rules/cards/modifiers.py), or an empty
    string."""
    g = names.g
    in_force = [int(card) for card in g.law[: int(g.laws)]]
    if g.stage != UPKEEP_STAGE:  # last turn's resolutions end before the NPC acts
        in_force += [int(card) for card in g.resolution[: int(g.resolutions)]]
    cards = [names.content.political_cards[card] for card in in_force]
    return next((card.name for card in cards if any(_bars_rockets(effect) for effect in card.effects)), "")


def _bars_rockets(effect: Effect) -> bool:
    return (effect.do, effect.target, effect.a) == ("modify", "each", m.ROCKETS_BARRED) and effect.c > 0


def _radar(names: Names) -> list[str]:
    seen = "all ships become visible before combat, unless their owner knows Advanced Cloaking"
    far = int(names.t.npc_distance)
    return [seen, *([f"its rockets fly {_hexes(far)} farther"] if far else [])]


def _moves(names: Names) -> list[str]:
    far = int(names.t.npc_moves)
    way = f"its ships move {_hexes(far)}"
    return [f"{way} towards the closest ship or Population of {names.player(ALONE)}'s"] if far else []


def _hexes(count: int) -> str:
    return f"{count} {'hex' if count == 1 else 'hexes'}"


def _entering(names: Names, turn: int) -> list[str]:
    ships = names.ships_by_level([int(count) for count in names.t.npc_ships[turn]])
    return [f"new ships ({ships})"] if ships else []


def _arms(names: Names, turn: int) -> str:
    """The rocket and the new ships of a turn."""
    kind = _fired(names, turn)
    return listed([*([f"a {kind}"] if kind else []), *_entering(names, turn)])


def _fired(names: Names, turn: int) -> str:
    """The kind of rocket that the NPC fires in a turn; an empty string if it fires none."""
    rocket = int(names.t.npc_rocket[turn])
    return names.rocket(rocket - 1) if rocket > 0 else ""
