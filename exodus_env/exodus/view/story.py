"""What happened, in sentences: the events of the record, and what they do not mention."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules import log as e
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.moves import move
from exodus_env.exodus.view.names import RESOURCE_NAMES, Names
from exodus_env.exodus.view.sentences import EXTRA_CONQUEST, STAGE_MARK, TURN_MARK, sentence
from exodus_env.kit.log import Event, noted
from exodus_env.kit.text import counted, listed

_END: Final = f"{TURN_MARK}The end ==="
_NPC_ACTS: Final = f"{STAGE_MARK}NPC Action Stage ---"

# Decisions whose choice leaves no event of its own.
_TOLD_CHOICES: Final = (
    c.D_VOTE_TIE,
    c.D_ELECTION_TIE,
    c.D_NAME_PLAYER,
    c.D_OPTION,
    c.D_PAY_FROM,
    c.D_SACRIFICE_TARGET,
    c.D_COMMANDO_TARGET,
)
# What the NPC of solitaire play does, apart from its rockets
_NPC_DEEDS: Final = (e.E_NPC_RAIDS, e.E_NPC_MOVES, e.E_NPC_ENTERS)
# Events after which the story says whose Population died
_DEADLY: Final = (e.E_OUTPOST_STRIKES, e.E_COMMANDO)
_TRIBUTE: Final = v.OPCODE_NAMES.index("tribute")
# Effects that other events already report
_TOLD_EFFECTS: Final = tuple(
    v.OPCODE_NAMES.index(word)
    for word in (
        *("act", "learn", "build", "equip", "cancel_law", "shatter", "token"),
        *("draw_combat", "fortify", "arm", "settle"),
    )
)


def tell(rules: Ruleset, before: Game | None, g: Game) -> list[str]:
    """What happened since the last decision; with the record before it, also what only a comparison shows."""
    names = Names(rules, g)
    happened = noted(g)
    if before is not None and before.decision == c.D_START_TECHNOLOGY:
        happened = [event for event in happened if event[0] != e.E_LEARNED]  # reported as a starting technology
    lines: list[str] = []
    groups = [list(run) for _, run in groupby(_without_noise(names, happened), key=_run_key)]
    destroyed = [group for group in groups if group[0][0] == e.E_PLANET_DESTROYED]
    # The planet still existed before that. In solitaire play much happens between two decisions.
    now = Names(rules, before) if before is not None and destroyed and names.t.solitaire else names
    for group in groups:
        kind = group[0][0]
        if kind == e.E_PLANET_DESTROYED:
            now = names
        if _is_npcs(group[0]) and _NPC_ACTS not in lines:
            lines.append(_NPC_ACTS)
        lines += _RUNS.get(kind, _one_by_one)(now, group)
        if kind in _DEADLY and before is not None:
            lines += _killed(names, before)
    return lines if before is None else [*_compared(names, before, happened), *lines, *_lost_bounty(names, before)]


def choice(rules: Ruleset, before: Game, action: int) -> list[str]:
    """A choice that leaves no event of its own, as a sentence; empty for other choices."""
    family = int(rules.actions.decode[action][0])
    kept = before.decision == c.D_GAIN_VP and family == c.PASS
    if (before.decision not in _TOLD_CHOICES and not kept) or family in c.ASIDES:
        return []
    names = Names(rules, before)
    return [f"{names.player(int(before.actor))} decides: {move(rules, before, action)}."]


def _without_noise(names: Names, happened: Sequence[Event]) -> Iterator[Event]:
    """Events without those that another one already reports, or that apply to everybody."""
    extra = False
    for event in happened:
        if event[0] == e.E_EFFECT and (event[2] in _TOLD_EFFECTS or (event[2] == EXTRA_CONQUEST and extra)):
            continue
        if event[0] in (e.E_NONE, e.E_STAGE_BEGINS) and event[1] == 0:
            continue
        if event[0] == e.E_GROWTH and event[2] == 0:
            continue
        if event[0] == e.E_SCORED and not names.score_counts():
            continue
        if event[0] == e.E_EFFECT and event[2] == _TRIBUTE and names.t.solitaire:
            continue  # there is nobody else to pay it
        extra = extra or (event[0] == e.E_EFFECT and event[2] == EXTRA_CONQUEST)
        yield event


def _is_npcs(event: Event) -> bool:
    """Whether the NPC of solitaire play did it."""
    return event[0] in _NPC_DEEDS or (event[0] == e.E_ROCKET_FIRED and event[1] < 0)


def _run_key(event: Event) -> tuple[int, int]:
    """What events that share a sentence have in common: the kind, and if the sentence has one subject, the player."""
    return event[0], event[1] if event[0] in (e.E_INCOME, e.E_MINED) else 0


# Several events in one sentence ---------------------------------------------------------------------------------------


def _one_by_one(names: Names, run: Sequence[Event]) -> list[str]:
    return [sentence(names, event) for event in run]


def _growth_run(names: Names, run: Sequence[Event]) -> list[str]:
    return [f"Population at home grows: {', '.join(f'{names.player(p)} {cubes}' for _, p, cubes, *_ in run)}."]


def _income_run(names: Names, run: Sequence[Event]) -> list[str]:
    sums: dict[tuple[int, int], int] = {}
    for _, _, hexagon, resource, amount in run:
        sums[hexagon, resource] = sums.get((hexagon, resource), 0) + amount
    words = [f"{n} {RESOURCE_NAMES[resource]} from {names.hexagon(hexagon)}" for (hexagon, resource), n in sums.items()]
    return [f"{names.player(run[0][1])}'s income: {listed(words)}."]


def _mined_run(names: Names, run: Sequence[Event]) -> list[str]:
    words = [f"{names.resource(hexagon, second)} on {names.hexagon(hexagon)}" for _, _, hexagon, second, *_ in run]
    return [f"{names.player(run[0][1])} places {listed(counted(words))}."]


def _bid_run(names: Names, run: Sequence[Event]) -> list[str]:
    return [f"Bids for turn order: {', '.join(f'{names.player(p)} {cp} CP' for _, p, cp, *_ in run)}."]


def _office_run(names: Names, run: Sequence[Event]) -> list[str]:
    return [f"New turn order: {', '.join(f'{names.player(p)} ({names.place(place)})' for _, place, p, *_ in run)}."]


def _scored_run(names: Names, run: Sequence[Event]) -> list[str]:
    told = _one_by_one(names, run)
    return told if names.g.outcome else [_END, *told]


def _ended_run(names: Names, run: Sequence[Event]) -> list[str]:
    return [_END, *_one_by_one(names, run)]


_RUNS: Final[dict[int, Callable[[Names, Sequence[Event]], list[str]]]] = {
    e.E_GROWTH: _growth_run,
    e.E_INCOME: _income_run,
    e.E_MINED: _mined_run,
    e.E_BID_SHOWN: _bid_run,
    e.E_OFFICE: _office_run,
    e.E_SCORED: _scored_run,
    e.E_SCENARIO_ENDED: _ended_run,
}


# What only a comparison with the record before shows ------------------------------------------------------------------


def _compared(names: Names, before: Game, happened: Sequence[Event]) -> list[str]:
    """Population killed by rockets, proposals, starting technologies, a bonus action that is not taken."""
    kinds = {event[0] for event in happened}
    lines = _proposals(names, before)
    if before.decision == c.D_START_TECHNOLOGY:
        lines += _start_technologies(names, before)
    if before.decision == c.D_TAKE_BONUS and e.E_BONUS_TAKEN not in kinds and not _is_put_off(names, before):
        lines.append("The Chancellor takes no bonus action.")
    if not names.t.solitaire and (before.decision == c.D_STRIKE or e.E_ROCKET_HITS in kinds):
        lines += _killed(names, before)
    return lines


def _is_put_off(names: Names, before: Game) -> bool:
    """Whether the decision is still to be taken because something else interrupted it."""
    g = names.g
    return bool(g.depth > before.depth or (g.depth, g.decision) == (before.depth, before.decision))


def _proposals(names: Names, before: Game) -> list[str]:
    new = [int(card) for card in names.g.proposal if card >= 0 and card not in before.proposal]
    return [f"{names.player(int(before.actor))} proposes the bonus action {names.bonus(card)}." for card in new]


def _start_technologies(names: Names, before: Game) -> list[str]:
    player = int(before.actor)
    new = [i for i in range(int(names.t.technologies)) if names.g.technology[player, i] > before.technology[player, i]]
    return [f"{names.player(player)} starts with {names.technology(i)}." for i in new]


def _lost_bounty(names: Names, before: Game) -> list[str]:
    """A Bounty lost in a combat without a winner; with a winner there is an event of its own."""
    won = any(event[0] == e.E_BOUNTY_WON for event in noted(names.g))
    gone = before.bounty >= 0 and names.g.bounty < 0 and not won
    return [f"The Bounty on {names.player(int(before.bounty))} is lost: nobody is left to claim it."] if gone else []


def _killed(names: Names, before: Game) -> list[str]:
    lines = []
    for hexagon in range(int(names.t.hexes)):
        for player in range(int(names.t.players)):
            lost = int(before.population[hexagon, player]) - int(names.g.population[hexagon, player])
            if lost > 0 and not names.g.destroyed[hexagon]:
                lines.append(f"{lost} of {names.player(player)}'s Population on {names.hexagon(hexagon)} die.")
    return lines
