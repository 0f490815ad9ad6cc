"""Every kind of event as a sentence, one function each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from exodus_env.exodus.capacity import EDGES, PLAYERS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.encoding.actions import EXCHANGE_NAMES
from exodus_env.exodus.rules import events as e
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.effects import SOURCE_BONUS, SOURCE_CARD, SOURCE_EFFECT, SOURCE_REACTION
from exodus_env.exodus.rules.frames import CONQUEST_STAGE, STAGE_NAMES
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.exodus.view.names import LEVELS, RESOURCE_NAMES, Names
from exodus_env.kit.text import article, capital, number, third_person

TURN_MARK: Final = "=== "
STAGE_MARK: Final = "--- "

Event = tuple[int, ...]  # kind, then four arguments

EXTRA_CONQUEST: Final = v.OPCODE_NAMES.index("extra_conquest")

SOURCES: Final = {
    SOURCE_CARD: "",
    SOURCE_REACTION: " as a Reaction",
    SOURCE_EFFECT: " by a card",
    SOURCE_BONUS: " as the bonus action",
}


def sentence(names: Names, event: Event) -> str:
    """One event."""
    return capital(_SENTENCES[event[0]](names, *event[1:5]))


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
    if names.t.solitaire and there:
        return f"before the Council lie {'; '.join(there)}."
    return f"the Council votes on {'; '.join(there)}." if there else "there is nothing left to vote on."


def _vote_shown(names: Names, player: int, slot: int, cp: int, *_: int) -> str:
    if slot < 0:
        return f"{names.player(player)} abstains{f' and pays {cp} CP all the same' if cp else ''}."
    bid = "" if names.t.coop else f" and adds {cp} CP"
    return f"{names.player(player)} backs card {'ABC'[slot]}{bid}."


def _card_passes(names: Names, card: int, *_: int) -> str:
    return f"the Council passes {names.political(card)}."


def _resolution_ends(names: Names, card: int, *_: int) -> str:
    entry = names.content.political_cards[card]  # a law, where it held for one player alone
    return f"the {entry.kind} {entry.name} is over."


def _law_cancelled(names: Names, card: int, *_: int) -> str:
    return f"the law {names.content.political_cards[card].name} is cancelled."


def _bonus_taken(names: Names, card: int, *_: int) -> str:
    return f"the Chancellor takes the bonus action {names.bonus(card)}."


def _bid_shown(names: Names, player: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} has bid {cp} CP for turn order."


def _office(names: Names, place: int, player: int, *_: int) -> str:
    return f"{names.player(player)} is {names.place(place)}."


def _effect(names: Names, player: int, opcode: int, a: int, b: int) -> str:
    if opcode == EXTRA_CONQUEST:
        return "there is one more Conquest Stage this turn."
    return f"{names.player(player)} {third_person(names.effect(opcode, a, b))}."


def _card_shown(names: Names, player: int, card: int, *_: int) -> str:
    return f"{names.player(player)} plays {names.action_card(player, card)}."


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


def _built(names: Names, player: int, ship_class: int, port: int, *_: int) -> str:
    where = f" at the Space Port of {names.hexagon(port)}" if port else ""
    return f"{names.player(player)} builds a {names.ship_class(ship_class)}{where}."


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
    told = f"{names.player(player)}'s {names.rocket(rocket)} reaches {names.hexagon(target)}: {number(hits, 'hit')}"
    # Alone, what a hit does is told at once: before the next decision growth may have made up for it.
    effect = names.content.rockets[rocket].text if names.t.solitaire and hits else ""
    return f"{told}; {effect}." if effect else f"{told}."


def _planet_destroyed(names: Names, hexagon: int, *_: int) -> str:
    return f"nothing but {names.hexagon(hexagon)} is left of the planet."


def _mounted(names: Names, player: int, ship: int, hexagon: int, cubes: int) -> str:
    taken = "a cube" if cubes == 1 else f"{cubes} cubes"
    return f"{names.ship_of(player, ship)} takes {taken} on board at {names.hexagon(hexagon)}."


def _moved(names: Names, player: int, ship: int, source: int, target: int) -> str:
    return f"{names.ship_of(player, ship)} moves from {names.hexagon(source)} to {names.hexagon(target)}."


def _cube_shipped(names: Names, player: int, source: int, target: int, *_: int) -> str:
    return f"{names.player(player)} ships a cube from {names.hexagon(source)} to {names.hexagon(target)}."


def _uncloaked(names: Names, player: int, hexagon: int, by: int, *_: int) -> str:
    if by == player:
        return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} uncloak."
    if by < 0 and not names.t.npc_radar:
        return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} are uncovered."
    return f"{names.player(by)}'s Radar uncovers {names.player(player)}'s ships at {names.hexagon(hexagon)}."


def _travels_uncloaked(names: Names, player: int, *_: int) -> str:
    return f"{names.player(player)}'s ships travel uncloaked."


_COMBATS: Final = {
    frames.ORDINARY: "between players",
    frames.AGAINST_SQUADRONS: "against squadrons",
    frames.AGAINST_STRONGHOLD: "for the Stronghold",
    frames.TOGETHER: "of all ships there against the Resistance",
}


def _combat_begins(names: Names, hexagon: int, level: int, kind: int, *_: int) -> str:
    foe = f"against the Resistance of level {LEVELS[level]}" if level else _COMBATS[kind]
    if names.t.solitaire and names.t.foes > 1:
        foe = "against the Resistance"  # ships of several levels may be there; each is revealed
    if kind == frames.AGAINST_STRONGHOLD:
        return f"combat {foe}."
    return f"combat at {names.hexagon(hexagon)} {foe}."


def _foe_revealed(names: Names, hexagon: int, card: int, *_: int) -> str:
    who = "the Centaurians there have" if names.t.scenario == STRONGHOLD else "the Resistance there is"
    if names.t.solitaire and names.t.foes > 1:
        who = "the Resistance there has"
    return f"{who} {article(names.foe(card))}."


def _rolled(names: Names, side: int, dice: int, hits: int, satellite: int) -> str:
    if dice == 0 and satellite:
        return f"{names.player(side)}'s Satellite deals {number(hits, 'hit')}."
    verb = "roll" if side == PLAYERS else "rolls"
    if dice == 0:
        return f"{names.player(side)} {verb} no dice: {number(hits, 'hit')} by combat cards."
    more = f", {satellite} of them by the Satellite" if satellite else ""
    return f"{names.player(side)} {verb} {_dice(dice)}: {number(hits, 'hit')}{more}."


def _ship_hit(names: Names, player: int, ship: int, hits: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} takes {number(hits, 'hit')}."


def _foe_hit(names: Names, hexagon: int, card: int, hits: int, *_: int) -> str:
    wave = "Stronghold" if names.t.scenario == STRONGHOLD and hexagon == names.t.centre_hex else "squadron"
    return f"the {names.content.resistance_cards[card].name if card >= 0 else wave} takes {number(hits, 'hit')}."


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


def _planet_given(names: Names, player: int, planet: int, *_: int) -> str:
    return f"{names.player(player)} draws {names.printed(planet)}, to be placed beside home."


def _planet_chosen(names: Names, player: int, hexagon: int, planet: int, *_: int) -> str:
    return f"{names.player(player)} puts {names.printed(planet)} on hex {hexagon} beside home."


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


def _joined(names: Names, player: int, ship: int, hexagon: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} attacks the Stronghold from {names.hexagon(hexagon)}."


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


# Edge of Extinction


def _faction_chosen(names: Names, player: int, faction: int, *_: int) -> str:
    return f"{names.player(player)} plays the faction {names.faction(faction)}."


def _second_start(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} begins besides home on {names.hexagon(hexagon)}."


def _vote_moved(names: Names, player: int, slot: int, *_: int) -> str:
    return f"{names.player(player)} moves the vote to card {'ABC'[slot]} by Corrupt Politics."


def _vision(names: Names, player: int, card: int, *_: int) -> str:
    return f"for {names.player(player)} alone by Visionary Politics: {names.political(card)}."


def _combat_cards_drawn(names: Names, player: int, cards: int, *_: int) -> str:
    return f"{names.player(player)} draws {number(cards, 'combat card')}."


def _combat_card_discarded(names: Names, player: int, kind: int, *_: int) -> str:
    return f"{names.player(player)} discards the combat card {names.content.combat_cards[kind].name}."


def _planetary_built(names: Names, player: int, kind: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} puts {article(names.planetary(kind))} on {names.hexagon(hexagon)}."


def _clone_growth(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)}'s Clone Factory on {names.hexagon(hexagon)} adds Population there."


def _vp_bought(names: Names, player: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} buys a VP for {cp} CP."


def _card_removed(names: Names, player: int, card: int, *_: int) -> str:
    return f"{names.player(player)}'s {names.action_card(player, card)} card is out of the game."


def _rocket_stopped(names: Names, player: int, rocket: int, target: int, hexagon: int) -> str:
    defence = f"the defence of {names.hexagon(hexagon)}"
    return f"{names.player(player)}'s {names.rocket(rocket)} at {names.hexagon(target)} is destroyed by {defence}."


def _hyperspace(names: Names, player: int, ship: int, source: int, target: int) -> str:
    where = f"from {names.hexagon(source)} to {names.hexagon(target)}"
    return f"{names.ship_of(player, ship)} goes through hyperspace {where}."


def _decoy_named(names: Names, player: int, ship: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} takes the hits first."


def _raider_sacrificed(names: Names, player: int, ship: int, damage: int, *_: int) -> str:
    return f"{names.ship_of(player, ship)} is sacrificed and deals {damage} damage."


def _combat_card_shown(names: Names, side: int, kind: int, effective: int, *_: int) -> str:
    verb = "play" if side == PLAYERS else "plays"
    more = "" if effective else ", without effect"
    return f"{names.player(side)} {verb} the combat card {names.combat_card(side, kind)}{more}."


def _retreated(names: Names, player: int, ships: int, *_: int) -> str:
    return f"{names.player(player)} retreats: {number(ships, 'ship')} {'goes' if ships == 1 else 'go'} home."


def _hit_deflected(names: Names, player: int, source: int, target: int, *_: int) -> str:
    return f"{names.player(player)} moves a hit from {names.ship(source)} to {names.ship(target)}."


def _hit_cancelled(names: Names, side: int, ship: int, *_: int) -> str:
    if side == PLAYERS:
        return f"{names.player(side)} cancel a hit on the {names.content.resistance_cards[ship].name}."
    return f"{names.player(side)} cancels a hit on {names.ship(ship)}."


def _population_paid(names: Names, player: int, ship: int, cubes: int, *_: int) -> str:
    return f"{names.player(player)} pays with {number(cubes, 'cube')} from {names.ship(ship)}."


def _commando(names: Names, player: int, hexagon: int, success: int, *_: int) -> str:
    end = "kill one Population" if success else "fail"
    return f"{names.player(player)}'s Commandos attack on {names.hexagon(hexagon)} and {end}."


def _settled(names: Names, player: int, hexagon: int, *_: int) -> str:
    return f"{names.player(player)} settles a cube on {names.hexagon(hexagon)}."


# Solitaire play


def _choice_paid(names: Names, player: int, slot: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} lets card {'ABC'[slot]} pass {f'for {cp} CP' if cp else 'without paying'}."


def _office_bought(names: Names, player: int, place: int, cp: int, *_: int) -> str:
    return f"{names.player(player)} buys {names.turn_order_card(place)} for {cp} CP."


def _npc_raids(names: Names, hexagon: int, cubes: int, *_: int) -> str:
    return f"Resistance ships raid {names.hexagon(hexagon)}: {cubes} Population {'dies' if cubes == 1 else 'die'}."


def _npc_moves(names: Names, source: int, target: int, level: int, *_: int) -> str:
    where = f"from {names.hexagon(source)} to {names.hexagon(target)}"
    return f"a Resistance ship of level {LEVELS[level]} moves {where}."


def _npc_enters(names: Names, hexagon: int, level: int, *_: int) -> str:
    return f"a Resistance ship of level {LEVELS[level]} enters at {names.hexagon(hexagon)}."


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
    e.E_FACTION_CHOSEN: _faction_chosen,
    e.E_SECOND_START: _second_start,
    e.E_VOTE_MOVED: _vote_moved,
    e.E_VISION: _vision,
    e.E_COMBAT_CARDS_DRAWN: _combat_cards_drawn,
    e.E_COMBAT_CARD_DISCARDED: _combat_card_discarded,
    e.E_PLANETARY_BUILT: _planetary_built,
    e.E_CLONE_GROWTH: _clone_growth,
    e.E_VP_BOUGHT: _vp_bought,
    e.E_CARD_REMOVED: _card_removed,
    e.E_ROCKET_STOPPED: _rocket_stopped,
    e.E_HYPERSPACE: _hyperspace,
    e.E_DECOY_NAMED: _decoy_named,
    e.E_RAIDER_SACRIFICED: _raider_sacrificed,
    e.E_COMBAT_CARD_SHOWN: _combat_card_shown,
    e.E_RETREATED: _retreated,
    e.E_HIT_DEFLECTED: _hit_deflected,
    e.E_HIT_CANCELLED: _hit_cancelled,
    e.E_POPULATION_PAID: _population_paid,
    e.E_COMMANDO: _commando,
    e.E_SETTLED: _settled,
    e.E_CHOICE_PAID: _choice_paid,
    e.E_OFFICE_BOUGHT: _office_bought,
    e.E_NPC_RAIDS: _npc_raids,
    e.E_NPC_MOVES: _npc_moves,
    e.E_NPC_ENTERS: _npc_enters,
    e.E_SHIP_HIT: _ship_hit,
    e.E_FOE_HIT: _foe_hit,
    e.E_TRAVELS_UNCLOAKED: _travels_uncloaked,
    e.E_PLANET_GIVEN: _planet_given,
}
