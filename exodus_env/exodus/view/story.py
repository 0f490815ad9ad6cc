"""What happened, in sentences: the events of the record, and what they leave unsaid."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

from exodus_env.exodus.capacity import EDGES, PLAYERS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.encoding.actions import EXCHANGE_NAMES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules import events as e
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.effects import SOURCE_BONUS, SOURCE_CARD, SOURCE_EFFECT, SOURCE_REACTION
from exodus_env.exodus.rules.frames import CONQUEST_STAGE, STAGE_NAMES
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.exodus.view.moves import move
from exodus_env.exodus.view.names import LEVELS, RESOURCE_NAMES, Names
from exodus_env.exodus.view.text import article, capital, counted, listed, number, third_person

TURN_MARK: Final = "=== "
STAGE_MARK: Final = "--- "
_END: Final = f"{TURN_MARK}The end ==="

Event = tuple[int, ...]  # kind, then four arguments

# Decisions whose choice leaves no event of its own.
_TOLD_CHOICES: Final = (c.D_VOTE_TIE, c.D_ELECTION_TIE, c.D_NAME_PLAYER, c.D_OPTION)
# Effects that other events tell.
_TOLD_EFFECTS: Final = tuple(
    v.OPCODE_NAMES.index(word) for word in ("act", "learn", "build", "equip", "cancel_law", "shatter", "token")
)
_EXTRA_CONQUEST: Final = v.OPCODE_NAMES.index("extra_conquest")


SOURCES: Final = {
    SOURCE_CARD: "",
    SOURCE_REACTION: " as a Reaction",
    SOURCE_EFFECT: " by a card",
    SOURCE_BONUS: " as the bonus action",
}


def tell(rules: Ruleset, before: Game | None, g: Game) -> list[str]:
    """What happened since the last decision; with the record before it, also what only a comparison shows."""
    names = Names(rules, g)
    happened = [tuple(int(value) for value in row[:5]) for row in g.events[: int(g.event_count)]]
    lines: list[str] = []
    for (kind, _), run in groupby(_without_noise(names, happened), key=_run_key):
        lines += _RUNS.get(kind, _one_by_one)(names, list(run))
        if kind == e.E_OUTPOST_STRIKES and before is not None:
            lines += _killed(names, before)
    return lines if before is None else [*_compared(names, before, happened), *lines, *_lost_bounty(names, before)]


def choice(rules: Ruleset, before: Game, action: int) -> list[str]:
    """A choice that leaves no event of its own, as a sentence; nothing for other choices."""
    kept = before.decision == c.D_GAIN_VP and rules.actions.decode[action][0] == c.PASS
    if before.decision not in _TOLD_CHOICES and not kept:
        return []
    names = Names(rules, before)
    return [f"{names.player(int(before.actor))} decides: {move(rules, before, action)}."]


def sentence(names: Names, event: Event) -> str:
    """One event."""
    return capital(_SENTENCES[event[0]](names, *event[1:5]))


def _without_noise(names: Names, happened: Sequence[Event]) -> Iterator[Event]:
    """Events without those that another one tells, or that everybody shares."""
    extra = False
    for event in happened:
        if event[0] == e.E_EFFECT and (event[2] in _TOLD_EFFECTS or (event[2] == _EXTRA_CONQUEST and extra)):
            continue
        if event[0] in (e.E_NONE, e.E_STAGE_BEGINS) and event[1] == 0:
            continue
        if event[0] == e.E_GROWTH and event[2] == 0:
            continue
        if event[0] == e.E_SCORED and not names.score_counts():
            continue
        extra = extra or (event[0] == e.E_EFFECT and event[2] == _EXTRA_CONQUEST)
        yield event


def _run_key(event: Event) -> tuple[int, int]:
    """Events that are told together: of one kind, and of one player where a sentence has one subject."""
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
    """Hits assigned, Population killed by rockets, proposals, starting technologies."""
    kinds = {event[0] for event in happened}
    lines = _proposals(names, before)
    if before.decision == c.D_START_TECHNOLOGY:
        lines += _start_technologies(names, before)
    if before.decision == c.D_TAKE_BONUS and e.E_BONUS_TAKEN not in kinds:
        lines.append("The Chancellor takes no bonus action.")
    if before.decision == c.D_STRIKE or e.E_ROCKET_HITS in kinds:
        lines += _killed(names, before)
    if before.decision == c.D_HIT or e.E_ROLLED in kinds:
        lines += _damaged(names, before)
        if not kinds & {e.E_COMBAT_BEGINS, e.E_SQUADRON_DESTROYED, e.E_LEVEL_DESTROYED}:
            lines += _foe_damaged(names, before)
    return lines


def _proposals(names: Names, before: Game) -> list[str]:
    new = [int(card) for card in names.g.proposal if card >= 0 and card not in before.proposal]
    return [f"{names.player(int(before.actor))} proposes the bonus action {names.bonus(card)}." for card in new]


def _start_technologies(names: Names, before: Game) -> list[str]:
    player = int(before.actor)
    new = [i for i in range(int(names.t.technologies)) if names.g.technology[player, i] > before.technology[player, i]]
    return [f"{names.player(player)} starts with {names.technology(i)}." for i in new]


def _lost_bounty(names: Names, before: Game) -> list[str]:
    """A combat without a winner; one with a winner is told by its own event."""
    won = any(row[0] == e.E_BOUNTY_WON for row in names.g.events[: int(names.g.event_count)])
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


def _damaged(names: Names, before: Game) -> list[str]:
    g = names.g
    lines = []
    told = _hurt_by_space(names)
    for player in range(int(names.t.players)):
        for ship in range(int(names.t.ships)):
            was = int(before.ship_damage[player, ship]) + int(before.hits[player, ship]) + told.get((player, ship), 0)
            now = int(g.ship_damage[player, ship]) + int(g.hits[player, ship])
            if now > was and g.ship_hex[player, ship] >= 0:
                lines.append(f"{names.ship_of(player, ship)} takes {number(now - was, 'hit')}.")
    return lines


def _foe_damaged(names: Names, before: Game) -> list[str]:
    """Hits on the Centaurian ship, squadron or level of the Stronghold that is fought."""
    g = names.g
    new = int(g.foe_damage[0] + g.foe_hits[0]) - int(before.foe_damage[0] + before.foe_hits[0])
    card = int(g.foe_card[0])
    if new <= 0 or card != before.foe_card[0] or (card < 0 and not names.wave()):
        return []
    return [f"The {names.wave() or names.content.resistance_cards[card].name} takes {number(new, 'hit')}."]


def _hurt_by_space(names: Names) -> dict[tuple[int, int], int]:
    """Damage that events of their own tell: of Energy Barriers, debris and heat."""
    sums: dict[tuple[int, int], int] = {}
    for kind, player, ship, _, amount in names.g.events[: int(names.g.event_count), :5].tolist():
        told = {e.E_BARRIER_CROSSED: int(names.t.barrier_damage), e.E_DEBRIS_DAMAGE: 1, e.E_HEAT_DAMAGE: amount}
        damage = told.get(kind, 0)
        sums[player, ship] = sums.get((player, ship), 0) + damage
    return sums


# One function for each kind of event ----------------------------------------------------------------------------------


def _none(names: Names, *_: int) -> str:
    return "nothing happens."


def _turn_begins(names: Names, turn: int, *_: int) -> str:
    return f"{TURN_MARK}Turn {turn} of {names.t.turns} ==="


def _stage_begins(names: Names, stage: int, conquest: int, *_: int) -> str:
    return f"{STAGE_MARK}{STAGE_NAMES[stage]} Stage{f' {conquest}' if stage == CONQUEST_STAGE else ''} ---"


def _growth(names: Names, player: int, cubes: int, *_: int) -> str:
    return f"{names.player(player)}'s home planet grows by {cubes}."


def _income(names: Names, player: int, hexagon: int, resource: int, amount: int) -> str:
    return f"{names.player(player)} takes {amount} {RESOURCE_NAMES[resource]} from {names.hexagon(hexagon)}."


def _tax(names: Names, player: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} pays {cp} CP of tax."


def _repaired(names: Names, player: int, damage: int, *_: int) -> str:
    return f"{names.player(player)}'s ships are repaired by {damage} in all."


def _cards_revealed(names: Names, *cards: int) -> str:
    there = [f"{'ABC'[slot]} {names.political(card)}" for slot, card in enumerate(cards[:3]) if card >= 0]
    return f"the Council votes on {'; '.join(there)}." if there else "there is nothing left to vote on."


def _vote_shown(names: Names, player: int, slot: int, cp: int, *_: int) -> str:
    bid = "" if names.t.coop else f" and adds {cp} CP"
    return f"{names.player(player)} backs card {'ABC'[slot]}{bid}."


def _card_passes(names: Names, card: int, *_: int) -> str:
    return f"the Council passes {names.political(card)}."


def _resolution_ends(names: Names, card: int, *_: int) -> str:
    return f"the resolution {names.content.political_cards[card].name} is over."


def _law_cancelled(names: Names, card: int, *_: int) -> str:
    return f"the law {names.content.political_cards[card].name} is cancelled."


def _bonus_taken(names: Names, card: int, *_: int) -> str:
    return f"the Chancellor takes the bonus action {names.bonus(card)}."


def _bid_shown(names: Names, player: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} has bid {cp} CP for turn order."


def _office(names: Names, place: int, player: int, *_: int) -> str:
    return f"{names.player(player)} is {names.place(place)}."


def _effect(names: Names, player: int, opcode: int, a: int, b: int) -> str:
    if opcode == _EXTRA_CONQUEST:
        return "there is one more Conquest Stage this turn."
    return f"{names.player(player)} {third_person(names.effect(opcode, a, b))}."


def _card_shown(names: Names, player: int, card: int, *_: int) -> str:
    return f"{names.player(player)} plays {names.action_card(card)}."


def _action(names: Names, player: int, action: int, source: int, *_: int) -> str:
    return f"{names.player(player)} performs {names.action(action)}{SOURCES[source]}."


def _reaction(names: Names, player: int, owner: int, cubes: int, *_: int) -> str:
    whose = "the own" if owner == player else f"{names.player(owner)}'s"
    return f"{names.player(player)} reacts to {whose} card for {cubes} Population."


def _learned(names: Names, player: int, technology: int, cp: int, *_: int) -> str:
    entry = names.content.technologies[technology]
    price = f"for {cp} CP" if cp else "without paying"
    return f"{names.player(player)} researches {entry.name} {price}: {entry.text}."


def _banked(names: Names, player: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} takes {cp} CP from the bank."


def _built(names: Names, player: int, ship_class: int, *_: int) -> str:
    return f"{names.player(player)} builds a {names.ship_class(ship_class)}."


def _upgraded(names: Names, player: int, upgrade: int, ship_class: int, *_: int) -> str:
    return f"{names.player(player)} puts {names.upgrade(upgrade)} on the {names.ship_class(ship_class)}."


def _rocket_placed(names: Names, player: int, rocket: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} puts a {names.rocket(rocket)} on {names.hexagon(hexagon)}."


def _mined(names: Names, player: int, hexagon: int, second: int, *_: int) -> str:
    return f"{names.player(player)} places {names.resource(hexagon, second)} on {names.hexagon(hexagon)}."


def _traded(names: Names, player: int, exchange: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} {third_person(EXCHANGE_NAMES[exchange])} for {cp} CP."


def _moved_upgrade(names: Names, player: int, upgrade: int, source: int, target: int) -> str:
    where = f"from the {names.ship_class(source)} to the {names.ship_class(target)}"
    return f"{names.player(player)} moves {names.upgrade(upgrade)} {where}."


def _card_used(names: Names, player: int, card: int, *_: int) -> str:
    return f"{names.player(player)} gives up the Resistance card {names.resistance(card)}."


def _rocket_fired(names: Names, player: int, rocket: int, hexagon: int, target: int) -> str:
    where = f"from {names.hexagon(hexagon)} at {names.hexagon(target)}"
    return f"{names.player(player)} fires a {names.rocket(rocket)} {where}."


def _rocket_missed(names: Names, player: int, rocket: int, target: int, *_: int) -> str:
    return f"{names.player(player)}'s {names.rocket(rocket)} falls short of {names.hexagon(target)}."


def _rocket_hits(names: Names, player: int, rocket: int, target: int, hits: int) -> str:
    return f"{names.player(player)}'s {names.rocket(rocket)} reaches {names.hexagon(target)}: {number(hits, 'hit')}."


def _planet_destroyed(names: Names, hexagon: int, *_: int) -> str:
    return f"nothing but {names.hexagon(hexagon)} is left of the planet."


def _mounted(names: Names, player: int, ship: int, hexagon: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} takes a cube on board at {names.hexagon(hexagon)}."


def _moved(names: Names, player: int, ship: int, source: int, target: int) -> str:
    return f"{names.ship_of(player, ship)} moves from {names.hexagon(source)} to {names.hexagon(target)}."


def _cube_shipped(names: Names, player: int, source: int, target: int, *_: int) -> str:
    return f"{names.player(player)} ships a cube from {names.hexagon(source)} to {names.hexagon(target)}."


def _uncloaked(names: Names, player: int, hexagon: int, by: int, *_: int) -> str:
    if by == player:
        return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} uncloak."
    if by < 0:
        return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} are uncovered."
    return f"{names.player(by)}'s Radar uncovers {names.player(player)}'s ships at {names.hexagon(hexagon)}."


_COMBATS: Final = {
    frames.ORDINARY: "between players",
    frames.AGAINST_SQUADRONS: "against squadrons",
    frames.AGAINST_STRONGHOLD: "for the Stronghold",
    frames.TOGETHER: "of all ships there against the Resistance",
}


def _combat_begins(names: Names, hexagon: int, level: int, kind: int, *_: int) -> str:
    foe = f"against the Resistance of level {LEVELS[level]}" if level else _COMBATS[kind]
    if kind == frames.AGAINST_STRONGHOLD:
        return f"combat {foe}."
    return f"combat at {names.hexagon(hexagon)} {foe}."


def _foe_revealed(names: Names, hexagon: int, card: int, *_: int) -> str:
    who = "the Centaurians there have" if names.t.scenario == STRONGHOLD else "the Resistance there is"
    return f"{who} {article(names.foe(card))}."


def _rolled(names: Names, side: int, dice: int, hits: int, satellite: int) -> str:
    if dice == 0:
        return f"{names.player(side)}'s Satellite deals {number(hits, 'hit')}."
    verb = "roll" if side == PLAYERS else "rolls"
    more = f", {satellite} of them by the Satellite" if satellite else ""
    return f"{names.player(side)} {verb} {_dice(dice)}: {number(hits, 'hit')}{more}."


def _ship_destroyed(names: Names, player: int, ship: int, hexagon: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} is destroyed at {names.hexagon(hexagon)}."


def _foe_destroyed(names: Names, hexagon: int, card: int, *_: int) -> str:
    return f"the {names.content.resistance_cards[card].name} at {names.hexagon(hexagon)} is destroyed."


def _combat_won(names: Names, player: int, hexagon: int, vp: int, *_: int) -> str:
    return f"{names.player(player)} wins the combat at {names.hexagon(hexagon)}{f' and {vp} VP' if vp else ''}."


def _combat_undecided(names: Names, hexagon: int, *_: int) -> str:
    return f"the combat at {names.hexagon(hexagon)} ends undecided."


def _deployed(names: Names, player: int, hexagon: int, success: int, *_: int) -> str:
    if success:
        return f"{names.player(player)} lands a cube on {names.hexagon(hexagon)}."
    return f"{names.player(player)} fails to land a cube on {names.hexagon(hexagon)}."


def _scored(names: Names, player: int, vp: int, rank: int, *_: int) -> str:
    return f"{names.player(player)} ends with {vp} VP on rank {rank}."


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


# Modules of Event Horizon


def _planet_chosen(names: Names, player: int, hexagon: int, planet: int, *_: int) -> str:
    return f"{names.player(player)} draws {names.printed(planet)} and puts it on hex {hexagon} beside home."


def _barrier_placed(names: Names, player: int, hexagon: int, direction: int, *_: int) -> str:
    where = " and ".join(names.border(hexagon * EDGES + direction))
    if player < 0:
        return f"an Energy Barrier appears between {where}."
    return f"{names.player(player)} puts an Energy Barrier between {where}."


def _looked(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} looks in secret at {names.hexagon(hexagon)}."


def _leader_chosen(names: Names, player: int, leader: int, *_: int) -> str:
    return f"{names.player(player)}'s Leader: {names.leader(leader)}."


def _barren(names: Names, player: int, hexagon: int, success: int, *_: int) -> str:
    found = f"finds {names.resource(hexagon, 0)}" if success else "finds nothing"
    return f"{names.player(player)} {found} on the barren {names.hexagon(hexagon)}."


def _outpost_card_used(names: Names, player: int, card: int, *_: int) -> str:
    return f"{names.player(player)} gives up the Outpost card {names.outpost_card(card)}."


def _gate_built(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} builds a Jump Gate at {names.hexagon(hexagon)}."


def _satellite_built(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} builds a Satellite at {names.hexagon(hexagon)}."


def _barrier_crossed(names: Names, player: int, ship: int, hexagon: int, *_: int) -> str:
    where = f"on the way to {names.hexagon(hexagon)}"
    return f"{names.ship_of(player, ship)} takes {names.t.barrier_damage} damage from the Energy Barrier {where}."


def _debris(names: Names, player: int, hexagon: int, dice: int, hits: int) -> str:
    return f"{names.player(player)} rolls {_dice(dice)} for {names.hexagon(hexagon)}: {number(hits, 'hit')}."


def _debris_damage(names: Names, player: int, ship: int, hexagon: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} takes 1 damage from {names.hexagon(hexagon)}."


def _ship_lost(names: Names, player: int, ship: int, hexagon: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} is lost at {names.hexagon(hexagon)}."


def _explored(names: Names, hexagon: int, event: int, *_: int) -> str:
    words = f"the Event is {names.event(event)}" if event >= 0 else "no Event is left"
    planet = names.planet_at(hexagon)
    found = names.printed(planet) if planet >= 0 else names.planet(hexagon)
    return f"hex {hexagon} is explored: {found}; {words}."


def _event_ignored(names: Names, player: int, event: int, *_: int) -> str:
    return f"{names.player(player)} ignores the Event {names.content.events[event].name} by Sector Scan."


def _token_placed(names: Names, token: int, place: int, other: int, *_: int) -> str:
    if token == v.WORMHOLE:
        return f"a wormhole joins {names.hexagon(place)} and {names.hexagon(other)}."
    if token == v.BOUNTY:
        who = names.player(place)
        return f"there is a Bounty on {who}: whoever wins {who}'s next combat scores {names.t.bounty_vp} VP."
    if token == v.NO_COMBAT:
        return f"nobody fights at {names.hexagon(place)} from now on."
    return f"{names.hexagon(place)} is the Planet of Interest, worth {names.t.interest_vp} VP more."


def _bounty_won(names: Names, player: int, vp: int, *_: int) -> str:
    return f"{names.player(player)} wins the Bounty of {vp} VP."


def _outpost_revealed(names: Names, hexagon: int, level: int, *_: int) -> str:
    found = f"an Outpost of level {level}" if level else "blank"
    return f"the Outpost token on {names.hexagon(hexagon)} is turned up: {found}."


def _outpost_attacked(names: Names, player: int, hexagon: int, dice: int, hits: int) -> str:
    where = names.hexagon(hexagon)
    return f"{names.player(player)} attacks the Outpost on {where} with {_dice(dice)}: {number(hits, 'hit')}."


def _outpost_beaten(names: Names, player: int, hexagon: int, card: int, *_: int) -> str:
    won = f"wins the card {names.outpost_card(card)}" if card >= 0 else "finds that no card is left"
    return f"{names.player(player)} beats the Outpost on {names.hexagon(hexagon)} and {won}."


def _outpost_strikes(names: Names, hexagon: int, dice: int, hits: int, *_: int) -> str:
    return f"the Outpost on {names.hexagon(hexagon)} strikes back with {_dice(dice)}: {number(hits, 'hit')}."


def _jumped(names: Names, player: int, ship: int, source: int, target: int) -> str:
    where = f"from {names.hexagon(source)} to the Jump Gate at {names.hexagon(target)}"
    return f"{names.ship_of(player, ship)} jumps {where}."


# Scenarios


def _squadrons_placed(names: Names, squadrons: int, supply: int, *_: int) -> str:
    verb = "takes" if squadrons == 1 else "take"
    return f"{number(squadrons, 'squadron')} {verb} off from the Stronghold; {supply or 'none'} left in the supply."


def _squadron_moved(names: Names, source: int, target: int, *_: int) -> str:
    return f"a squadron moves from {names.hexagon(source)} to {names.hexagon(target)}."


def _squadron_destroyed(names: Names, hexagon: int, player: int, vp: int, *_: int) -> str:
    scored = f"; {names.player(player)} has hit it most and scores {vp} VP" if player >= 0 else ""
    return f"a squadron at {names.hexagon(hexagon)} is destroyed{scored}."


def _level_destroyed(names: Names, left: int, *_: int) -> str:
    return f"a level of the Stronghold is destroyed; {left or 'none'} left."


def _joined(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} attack the Stronghold."


def _reward_given(names: Names, player: int, card: int, *_: int) -> str:
    return f"{names.player(player)} keeps the Resistance card {names.resistance(card)}."


def _vp_converted(names: Names, player: int, resource: int, amount: int, *_: int) -> str:
    if amount < 0:
        return f"{names.player(player)} pays {-amount} {RESOURCE_NAMES[resource]} for a VP lost."
    return f"{names.player(player)} gains {amount} {RESOURCE_NAMES[resource]} in the place of a VP."


def _scenario_ended(names: Names, outcome: int, *_: int) -> str:
    return f"{names.result(outcome)}."


def _star_token(names: Names, tokens: int, die: int, *_: int) -> str:
    there = f"the star has {number(tokens, 'Star Evolution token')}"
    if not die:
        return f"{there}."
    return f"{there}; the die shows {die}, {'no' if die <= tokens else 'which is'} more than that."


def _star_evolved(names: Names, evolutions: int, *_: int) -> str:
    if evolutions == names.t.star_evolutions:
        return "the star evolves for the last time, and the game ends."
    return "the star evolves: Increased Heat next to it, Solar Wind around that."


def _heat_damage(names: Names, player: int, ship: int, hexagon: int, damage: int) -> str:
    return f"{names.ship_of(player, ship)} takes {damage} damage from the heat at {names.hexagon(hexagon)}."


_SENTENCES: Final[dict[int, Callable[..., str]]] = {
    e.E_NONE: _none,
    e.E_TURN_BEGINS: _turn_begins,
    e.E_STAGE_BEGINS: _stage_begins,
    e.E_GROWTH: _growth,
    e.E_INCOME: _income,
    e.E_TAX: _tax,
    e.E_REPAIRED: _repaired,
    e.E_CARDS_REVEALED: _cards_revealed,
    e.E_VOTE_SHOWN: _vote_shown,
    e.E_CARD_PASSES: _card_passes,
    e.E_RESOLUTION_ENDS: _resolution_ends,
    e.E_LAW_CANCELLED: _law_cancelled,
    e.E_BONUS_TAKEN: _bonus_taken,
    e.E_BID_SHOWN: _bid_shown,
    e.E_OFFICE: _office,
    e.E_EFFECT: _effect,
    e.E_CARD_SHOWN: _card_shown,
    e.E_ACTION: _action,
    e.E_REACTION: _reaction,
    e.E_LEARNED: _learned,
    e.E_BANKED: _banked,
    e.E_BUILT: _built,
    e.E_UPGRADED: _upgraded,
    e.E_ROCKET_PLACED: _rocket_placed,
    e.E_MINED: _mined,
    e.E_TRADED: _traded,
    e.E_MOVED_UPGRADE: _moved_upgrade,
    e.E_CARD_USED: _card_used,
    e.E_ROCKET_FIRED: _rocket_fired,
    e.E_ROCKET_MISSED: _rocket_missed,
    e.E_ROCKET_HITS: _rocket_hits,
    e.E_PLANET_DESTROYED: _planet_destroyed,
    e.E_MOUNTED: _mounted,
    e.E_MOVED: _moved,
    e.E_CUBE_SHIPPED: _cube_shipped,
    e.E_UNCLOAKED: _uncloaked,
    e.E_COMBAT_BEGINS: _combat_begins,
    e.E_FOE_REVEALED: _foe_revealed,
    e.E_ROLLED: _rolled,
    e.E_SHIP_DESTROYED: _ship_destroyed,
    e.E_FOE_DESTROYED: _foe_destroyed,
    e.E_COMBAT_WON: _combat_won,
    e.E_COMBAT_UNDECIDED: _combat_undecided,
    e.E_DEPLOYED: _deployed,
    e.E_SCORED: _scored,
    e.E_PLANET_CHOSEN: _planet_chosen,
    e.E_BARRIER_PLACED: _barrier_placed,
    e.E_LOOKED: _looked,
    e.E_LEADER_CHOSEN: _leader_chosen,
    e.E_BARREN: _barren,
    e.E_OUTPOST_CARD_USED: _outpost_card_used,
    e.E_GATE_BUILT: _gate_built,
    e.E_SATELLITE_BUILT: _satellite_built,
    e.E_BARRIER_CROSSED: _barrier_crossed,
    e.E_DEBRIS: _debris,
    e.E_DEBRIS_DAMAGE: _debris_damage,
    e.E_SHIP_LOST: _ship_lost,
    e.E_EXPLORED: _explored,
    e.E_EVENT_IGNORED: _event_ignored,
    e.E_TOKEN_PLACED: _token_placed,
    e.E_BOUNTY_WON: _bounty_won,
    e.E_OUTPOST_REVEALED: _outpost_revealed,
    e.E_OUTPOST_ATTACKED: _outpost_attacked,
    e.E_OUTPOST_BEATEN: _outpost_beaten,
    e.E_OUTPOST_STRIKES: _outpost_strikes,
    e.E_JUMPED: _jumped,
    e.E_SQUADRONS_PLACED: _squadrons_placed,
    e.E_SQUADRON_MOVED: _squadron_moved,
    e.E_SQUADRON_DESTROYED: _squadron_destroyed,
    e.E_LEVEL_DESTROYED: _level_destroyed,
    e.E_JOINED: _joined,
    e.E_REWARD_GIVEN: _reward_given,
    e.E_VP_CONVERTED: _vp_converted,
    e.E_SCENARIO_ENDED: _scenario_ended,
    e.E_STAR_TOKEN: _star_token,
    e.E_STAR_EVOLVED: _star_evolved,
    e.E_HEAT_DAMAGE: _heat_damage,
}
