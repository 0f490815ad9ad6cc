"""Every kind of event of the log, declared by its sentence.

A function's name is the event, its parameters after `names` are the arguments, and its position in the file is the
number; `scripts/generate` writes the numbers for the rules (rules/log_numbers.py). New ones go to the end.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import EDGES, PLAYERS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.encoding.actions import EXCHANGE_NAMES
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.cards.effects import SOURCE_BONUS, SOURCE_CARD, SOURCE_EFFECT, SOURCE_REACTION
from exodus_env.exodus.rules.frames import CONQUEST_STAGE, STAGE_NAMES
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.exodus.view.names import LEVELS, RESOURCE_NAMES, Names
from exodus_env.kit.log import Events
from exodus_env.kit.text import article, number, third_person

TURN_MARK: Final = "=== "
STAGE_MARK: Final = "--- "

EXTRA_CONQUEST: Final = v.OPCODE_NAMES.index("extra_conquest")

SOURCES: Final = {
    SOURCE_CARD: "",
    SOURCE_REACTION: " as a Reaction",
    SOURCE_EFFECT: " by a card",
    SOURCE_BONUS: " as the bonus action",
}


EVENTS: Final = Events()
sentence: Final = EVENTS.sentence


@EVENTS.declare
def _none(names: Names) -> str:
    return "nothing happens."


@EVENTS.declare
def _turn_begins(names: Names, turn: int) -> str:
    return f"{TURN_MARK}Turn {turn} of {names.t.turns} ==="


@EVENTS.declare
def _stage_begins(names: Names, stage: int, conquest: int) -> str:
    return f"{STAGE_MARK}{STAGE_NAMES[stage]} Stage{f' {conquest}' if stage == CONQUEST_STAGE else ''} ---"


@EVENTS.declare
def _growth(names: Names, player: int, cubes: int) -> str:
    return f"{names.player(player)}'s home planet grows by {cubes}."


@EVENTS.declare
def _income(names: Names, player: int, hexagon: int, resource: int, amount: int) -> str:
    return f"{names.player(player)} takes {amount} {RESOURCE_NAMES[resource]} from {names.hexagon(hexagon)}."


@EVENTS.declare
def _tax(names: Names, player: int, cp: int) -> str:
    return f"{names.player(player)} pays {cp} CP of tax."


@EVENTS.declare
def _repaired(names: Names, player: int, damage: int) -> str:
    return f"{names.player(player)}'s ships are repaired by {damage} in all."


@EVENTS.declare
def _cards_revealed(names: Names, card_a: int, card_b: int, card_c: int) -> str:
    there = [f"{slot} {names.political(card)}" for slot, card in zip("ABC", (card_a, card_b, card_c)) if card >= 0]
    if names.t.solitaire and there:
        return f"before the Council lie {'; '.join(there)}."
    return f"the Council votes on {'; '.join(there)}." if there else "there is nothing left to vote on."


@EVENTS.declare
def _vote_shown(names: Names, player: int, slot: int, cp: int) -> str:
    if slot < 0:
        return f"{names.player(player)} abstains{f' and still pays {cp} CP' if cp else ''}."
    bid = "" if names.t.coop else f" and adds {cp} CP"
    return f"{names.player(player)} backs card {'ABC'[slot]}{bid}."


@EVENTS.declare
def _card_passes(names: Names, card: int) -> str:
    return f"the Council passes {names.political(card)}."


@EVENTS.declare
def _resolution_ends(names: Names, card: int) -> str:
    entry = names.content.political_cards[card]  # a law, if it was in force for one player alone
    return f"the {entry.kind} {entry.name} is over."


@EVENTS.declare
def _law_cancelled(names: Names, card: int) -> str:
    return f"the law {names.content.political_cards[card].name} is cancelled."


@EVENTS.declare
def _bonus_taken(names: Names, card: int) -> str:
    return f"the Chancellor takes the bonus action {names.bonus(card)}."


@EVENTS.declare
def _bid_shown(names: Names, player: int, cp: int) -> str:
    return f"{names.player(player)} has bid {cp} CP for turn order."


@EVENTS.declare
def _office(names: Names, place: int, player: int) -> str:
    return f"{names.player(player)} is {names.place(place)}."


@EVENTS.declare
def _effect(names: Names, player: int, opcode: int, a: int, b: int) -> str:
    if opcode == EXTRA_CONQUEST:
        return "there is one more Conquest Stage this turn."
    return f"{names.player(player)} {third_person(names.effect(opcode, a, b))}."


@EVENTS.declare
def _card_shown(names: Names, player: int, card: int) -> str:
    return f"{names.player(player)} plays {names.action_card(player, card)}."


@EVENTS.declare
def _action(names: Names, player: int, action: int, source: int) -> str:
    return f"{names.player(player)} performs {names.action(action)}{SOURCES[source]}."


@EVENTS.declare
def _reaction(names: Names, player: int, owner: int, cubes: int) -> str:
    whose = "their own" if owner == player else f"{names.player(owner)}'s"
    return f"{names.player(player)} reacts to {whose} card for {cubes} Population."


@EVENTS.declare
def _learned(names: Names, player: int, technology: int, cp: int) -> str:
    entry = names.content.technologies[technology]
    price = f"for {cp} CP" if cp else "without paying"
    return f"{names.player(player)} researches {entry.name} {price}: {entry.text}."


@EVENTS.declare
def _banked(names: Names, player: int, cp: int) -> str:
    return f"{names.player(player)} takes {cp} CP from the bank."


@EVENTS.declare
def _built(names: Names, player: int, ship_class: int, port: int) -> str:
    # port: its hex if it is not home, otherwise 0
    where = f" at the Space Port of {names.hexagon(port)}" if port else ""
    return f"{names.player(player)} builds a {names.ship_class(ship_class)}{where}."


@EVENTS.declare
def _upgraded(names: Names, player: int, upgrade: int, ship_class: int) -> str:
    return f"{names.player(player)} puts {names.upgrade(upgrade)} on the {names.ship_class(ship_class)}."


@EVENTS.declare
def _rocket_placed(names: Names, player: int, rocket: int, hexagon: int) -> str:
    return f"{names.player(player)} puts a {names.rocket(rocket)} on {names.hexagon(hexagon)}."


@EVENTS.declare
def _mined(names: Names, player: int, hexagon: int, second: int) -> str:
    # second: 1 for the second counter
    return f"{names.player(player)} places {names.resource(hexagon, second)} on {names.hexagon(hexagon)}."


@EVENTS.declare
def _traded(names: Names, player: int, exchange: int, cp: int) -> str:
    return f"{names.player(player)} {third_person(EXCHANGE_NAMES[exchange])} for {cp} CP."


@EVENTS.declare
def _moved_upgrade(names: Names, player: int, upgrade: int, source: int, target: int) -> str:
    where = f"from the {names.ship_class(source)} to the {names.ship_class(target)}"
    return f"{names.player(player)} moves {names.upgrade(upgrade)} {where}."


@EVENTS.declare
def _card_used(names: Names, player: int, card: int) -> str:
    return f"{names.player(player)} gives up the Resistance card {names.resistance(card)}."


@EVENTS.declare
def _rocket_fired(names: Names, player: int, rocket: int, hexagon: int, target: int) -> str:
    where = f"from {names.hexagon(hexagon)} at {names.hexagon(target)}"
    return f"{names.player(player)} fires a {names.rocket(rocket)} {where}."


@EVENTS.declare
def _rocket_missed(names: Names, player: int, rocket: int, target: int) -> str:
    return f"{names.player(player)}'s {names.rocket(rocket)} falls short of {names.hexagon(target)}."


@EVENTS.declare
def _rocket_hits(names: Names, player: int, rocket: int, target: int, hits: int) -> str:
    told = f"{names.player(player)}'s {names.rocket(rocket)} reaches {names.hexagon(target)}: {number(hits, 'hit')}"
    # In solitaire play the effect is reported at once: growth may make up for it before the next decision.
    effect = names.content.rockets[rocket].text if names.t.solitaire and hits else ""
    return f"{told}; {effect}." if effect else f"{told}."


@EVENTS.declare
def _planet_destroyed(names: Names, hexagon: int) -> str:
    return f"nothing but {names.hexagon(hexagon)} is left of the planet."


@EVENTS.declare
def _mounted(names: Names, player: int, ship: int, hexagon: int, cubes: int) -> str:
    taken = "a cube" if cubes == 1 else f"{cubes} cubes"
    return f"{names.ship_of(player, ship)} takes {taken} on board at {names.hexagon(hexagon)}."


@EVENTS.declare
def _moved(names: Names, player: int, ship: int, source: int, target: int) -> str:
    return f"{names.ship_of(player, ship)} moves from {names.hexagon(source)} to {names.hexagon(target)}."


@EVENTS.declare
def _cube_shipped(names: Names, player: int, source: int, target: int) -> str:
    return f"{names.player(player)} ships a cube from {names.hexagon(source)} to {names.hexagon(target)}."


@EVENTS.declare
def _uncloaked(names: Names, player: int, hexagon: int, by: int) -> str:
    if by == player:
        return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} uncloak."
    if by < 0 and not names.t.npc_radar:
        return f"{names.player(player)}'s ships at {names.hexagon(hexagon)} are uncovered."
    return f"{names.player(by)}'s Radar uncovers {names.player(player)}'s ships at {names.hexagon(hexagon)}."


_COMBATS: Final = {
    frames.ORDINARY: "between players",
    frames.AGAINST_SQUADRONS: "against squadrons",
    frames.AGAINST_STRONGHOLD: "for the Stronghold",
    frames.TOGETHER: "of all ships there against the Resistance",
}


@EVENTS.declare
def _combat_begins(names: Names, hexagon: int, level: int, kind: int) -> str:
    foe = f"against the Resistance of level {LEVELS[level]}" if level else _COMBATS[kind]
    if names.t.solitaire and names.t.foes > 1:
        foe = "against the Resistance"  # there may be ships of several levels; each is revealed
    if kind == frames.AGAINST_STRONGHOLD:
        return f"combat {foe}."
    return f"combat at {names.hexagon(hexagon)} {foe}."


@EVENTS.declare
def _foe_revealed(names: Names, hexagon: int, card: int) -> str:
    who = "the Centaurians there have" if names.t.scenario == STRONGHOLD else "the Resistance there is"
    if names.t.solitaire and names.t.foes > 1:
        who = "the Resistance there has"
    return f"{who} {article(names.foe(card))}."


@EVENTS.declare
def _rolled(names: Names, side: int, dice: int, hits: int, satellite: int) -> str:
    # satellite: how many of the hits come from a Satellite
    if dice == 0 and satellite:
        return f"{names.player(side)}'s Satellite deals {number(hits, 'hit')}."
    verb = "roll" if side == PLAYERS else "rolls"
    if dice == 0:
        return f"{names.player(side)} {verb} no dice: {number(hits, 'hit')} by combat cards."
    more = f", {satellite} of them by the Satellite" if satellite else ""
    return f"{names.player(side)} {verb} {_dice(dice)}: {number(hits, 'hit')}{more}."


@EVENTS.declare
def _ship_destroyed(names: Names, player: int, ship: int, hexagon: int) -> str:
    return f"{names.ship_of(player, ship)} is destroyed at {names.hexagon(hexagon)}."


@EVENTS.declare
def _foe_destroyed(names: Names, hexagon: int, card: int) -> str:
    return f"the {names.content.resistance_cards[card].name} at {names.hexagon(hexagon)} is destroyed."


@EVENTS.declare
def _combat_won(names: Names, player: int, hexagon: int, vp: int) -> str:
    return f"{names.player(player)} wins the combat at {names.hexagon(hexagon)}{f' and {vp} VP' if vp else ''}."


@EVENTS.declare
def _combat_undecided(names: Names, hexagon: int) -> str:
    return f"the combat at {names.hexagon(hexagon)} ends undecided."


@EVENTS.declare
def _deployed(names: Names, player: int, hexagon: int, success: int) -> str:
    if success:
        return f"{names.player(player)} lands a cube on {names.hexagon(hexagon)}."
    return f"{names.player(player)} fails to land a cube on {names.hexagon(hexagon)}."


@EVENTS.declare
def _scored(names: Names, player: int, vp: int, rank: int) -> str:
    return f"{names.player(player)} ends with {vp} VP on rank {rank}."


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


# Modules of Event Horizon


@EVENTS.declare
def _planet_chosen(names: Names, player: int, hexagon: int, planet: int) -> str:
    return f"{names.player(player)} puts {names.printed(planet)} on hex {hexagon} beside home."


@EVENTS.declare
def _barrier_placed(names: Names, player: int, hexagon: int, direction: int) -> str:
    # player: -1 if placed by chance
    where = " and ".join(names.border(hexagon * EDGES + direction))
    if player < 0:
        return f"an Energy Barrier appears between {where}."
    return f"{names.player(player)} puts an Energy Barrier between {where}."


@EVENTS.declare
def _looked(names: Names, player: int, hexagon: int) -> str:
    return f"{names.player(player)} looks in secret at {names.hexagon(hexagon)}."


@EVENTS.declare
def _leader_chosen(names: Names, player: int, leader: int) -> str:
    return f"{names.player(player)}'s Leader: {names.leader(leader)}."


@EVENTS.declare
def _barren(names: Names, player: int, hexagon: int, success: int) -> str:
    found = f"finds {names.resource(hexagon, 0)}" if success else "finds nothing"
    return f"{names.player(player)} {found} on the barren {names.hexagon(hexagon)}."


@EVENTS.declare
def _outpost_card_used(names: Names, player: int, card: int) -> str:
    return f"{names.player(player)} gives up the Outpost card {names.outpost_card(card)}."


@EVENTS.declare
def _gate_built(names: Names, player: int, hexagon: int) -> str:
    return f"{names.player(player)} builds a Jump Gate at {names.hexagon(hexagon)}."


@EVENTS.declare
def _satellite_built(names: Names, player: int, hexagon: int) -> str:
    return f"{names.player(player)} builds a Satellite at {names.hexagon(hexagon)}."


@EVENTS.declare
def _barrier_crossed(names: Names, player: int, ship: int, hexagon: int) -> str:
    where = f"on the way to {names.hexagon(hexagon)}"
    return f"{names.ship_of(player, ship)} takes {names.t.barrier_damage} damage from the Energy Barrier {where}."


@EVENTS.declare
def _debris(names: Names, player: int, hexagon: int, dice: int, hits: int) -> str:
    return f"{names.player(player)} rolls {_dice(dice)} for {names.hexagon(hexagon)}: {number(hits, 'hit')}."


@EVENTS.declare
def _debris_damage(names: Names, player: int, ship: int, hexagon: int) -> str:
    return f"{names.ship_of(player, ship)} takes 1 damage from {names.hexagon(hexagon)}."


@EVENTS.declare
def _ship_lost(names: Names, player: int, ship: int, hexagon: int) -> str:
    return f"{names.ship_of(player, ship)} is lost at {names.hexagon(hexagon)}."


@EVENTS.declare
def _explored(names: Names, hexagon: int, event: int) -> str:
    # event: -1 if none is left
    words = f"the Event is {names.event(event)}" if event >= 0 else "no Event is left"
    planet = names.planet_at(hexagon)
    found = names.printed(planet) if planet >= 0 else names.planet(hexagon)
    return f"hex {hexagon} is explored: {found}; {words}."


@EVENTS.declare
def _event_ignored(names: Names, player: int, event: int) -> str:
    return f"{names.player(player)} ignores the Event {names.content.events[event].name} by Sector Scan."


@EVENTS.declare
def _token_placed(names: Names, token: int, place: int, other: int) -> str:
    # place: hex or player; other: the second end of a wormhole
    if token == v.WORMHOLE:
        return f"a wormhole joins {names.hexagon(place)} and {names.hexagon(other)}."
    if token == v.BOUNTY:
        who = names.player(place)
        return f"there is a Bounty on {who}: whoever wins {who}'s next combat scores {names.t.bounty_vp} VP."
    if token == v.NO_COMBAT:
        return f"nobody fights at {names.hexagon(place)} from now on."
    return f"{names.hexagon(place)} is the Planet of Interest, worth {names.t.interest_vp} VP more."


@EVENTS.declare
def _bounty_won(names: Names, player: int, vp: int) -> str:
    return f"{names.player(player)} wins the Bounty of {vp} VP."


@EVENTS.declare
def _outpost_revealed(names: Names, hexagon: int, level: int) -> str:
    found = f"an Outpost of level {level}" if level else "blank"
    return f"the Outpost token on {names.hexagon(hexagon)} is turned up: {found}."


@EVENTS.declare
def _outpost_attacked(names: Names, player: int, hexagon: int, dice: int, hits: int) -> str:
    where = names.hexagon(hexagon)
    return f"{names.player(player)} attacks the Outpost on {where} with {_dice(dice)}: {number(hits, 'hit')}."


@EVENTS.declare
def _outpost_beaten(names: Names, player: int, hexagon: int, card: int) -> str:
    won = f"wins the card {names.outpost_card(card)}" if card >= 0 else "finds that no card is left"
    return f"{names.player(player)} beats the Outpost on {names.hexagon(hexagon)} and {won}."


@EVENTS.declare
def _outpost_strikes(names: Names, hexagon: int, dice: int, hits: int) -> str:
    return f"the Outpost on {names.hexagon(hexagon)} strikes back with {_dice(dice)}: {number(hits, 'hit')}."


@EVENTS.declare
def _jumped(names: Names, player: int, ship: int, source: int, target: int) -> str:
    where = f"from {names.hexagon(source)} to the Jump Gate at {names.hexagon(target)}"
    return f"{names.ship_of(player, ship)} jumps {where}."


# Scenarios


@EVENTS.declare
def _squadrons_placed(names: Names, squadrons: int, supply: int) -> str:
    verb = "takes" if squadrons == 1 else "take"
    return f"{number(squadrons, 'squadron')} {verb} off from the Stronghold; {supply or 'none'} left in the supply."


@EVENTS.declare
def _squadron_moved(names: Names, source: int, target: int) -> str:
    return f"a squadron moves from {names.hexagon(source)} to {names.hexagon(target)}."


@EVENTS.declare
def _squadron_destroyed(names: Names, hexagon: int, player: int, vp: int) -> str:
    # player: -1 for nobody
    scored = f"; {names.player(player)} has hit it most and scores {vp} VP" if player >= 0 else ""
    return f"a squadron at {names.hexagon(hexagon)} is destroyed{scored}."


@EVENTS.declare
def _level_destroyed(names: Names, left: int) -> str:
    return f"a level of the Stronghold is destroyed; {left or 'none'} left."


@EVENTS.declare
def _joined(names: Names, player: int, ship: int, hexagon: int) -> str:
    return f"{names.ship_of(player, ship)} attacks the Stronghold from {names.hexagon(hexagon)}."


@EVENTS.declare
def _reward_given(names: Names, player: int, card: int) -> str:
    return f"{names.player(player)} keeps the Resistance card {names.resistance(card)}."


@EVENTS.declare
def _vp_converted(names: Names, player: int, resource: int, amount: int) -> str:
    if amount < 0:
        return f"{names.player(player)} pays {-amount} {RESOURCE_NAMES[resource]} for a VP lost."
    return f"{names.player(player)} gains {amount} {RESOURCE_NAMES[resource]} in the place of a VP."


@EVENTS.declare
def _scenario_ended(names: Names, outcome: int) -> str:
    return f"{names.result(outcome)}."


@EVENTS.declare
def _star_token(names: Names, tokens: int, die: int) -> str:
    there = f"the star has {number(tokens, 'Star Evolution token')}"
    if not die:
        return f"{there}."
    return f"{there}; the die shows {die}, {'no' if die <= tokens else 'which is'} more than that."


@EVENTS.declare
def _star_evolved(names: Names, evolutions: int) -> str:
    if evolutions == names.t.star_evolutions:
        return "the star evolves for the last time, and the game ends."
    return "the star evolves: Increased Heat next to it, Solar Wind around that."


@EVENTS.declare
def _heat_damage(names: Names, player: int, ship: int, hexagon: int, damage: int) -> str:
    return f"{names.ship_of(player, ship)} takes {damage} damage from the heat at {names.hexagon(hexagon)}."


# Edge of Extinction


@EVENTS.declare
def _faction_chosen(names: Names, player: int, faction: int) -> str:
    return f"{names.player(player)} plays the faction {names.faction(faction)}."


@EVENTS.declare
def _second_start(names: Names, player: int, hexagon: int) -> str:
    return f"{names.player(player)} also begins on {names.hexagon(hexagon)}."


@EVENTS.declare
def _vote_moved(names: Names, player: int, slot: int) -> str:
    return f"{names.player(player)} moves the vote to card {'ABC'[slot]} by Corrupt Politics."


@EVENTS.declare
def _vision(names: Names, player: int, card: int) -> str:
    return f"for {names.player(player)} alone by Visionary Politics: {names.political(card)}."


@EVENTS.declare
def _combat_cards_drawn(names: Names, player: int, cards: int) -> str:
    return f"{names.player(player)} draws {number(cards, 'combat card')}."


@EVENTS.declare
def _combat_card_discarded(names: Names, player: int, kind: int) -> str:
    return f"{names.player(player)} discards the combat card {names.content.combat_cards[kind].name}."


@EVENTS.declare
def _planetary_built(names: Names, player: int, kind: int, hexagon: int) -> str:
    return f"{names.player(player)} puts {article(names.planetary(kind))} on {names.hexagon(hexagon)}."


@EVENTS.declare
def _clone_growth(names: Names, player: int, hexagon: int) -> str:
    return f"{names.player(player)}'s Clone Factory on {names.hexagon(hexagon)} adds Population there."


@EVENTS.declare
def _vp_bought(names: Names, player: int, cp: int) -> str:
    return f"{names.player(player)} buys a VP for {cp} CP."


@EVENTS.declare
def _card_removed(names: Names, player: int, card: int) -> str:
    return f"{names.player(player)}'s {names.action_card(player, card)} card is out of the game."


@EVENTS.declare
def _rocket_stopped(names: Names, player: int, rocket: int, target: int, hexagon: int) -> str:
    # player: who fired; hexagon: where the defence is
    defence = f"the defence of {names.hexagon(hexagon)}"
    return f"{names.player(player)}'s {names.rocket(rocket)} at {names.hexagon(target)} is destroyed by {defence}."


@EVENTS.declare
def _hyperspace(names: Names, player: int, ship: int, source: int, target: int) -> str:
    where = f"from {names.hexagon(source)} to {names.hexagon(target)}"
    return f"{names.ship_of(player, ship)} goes through hyperspace {where}."


@EVENTS.declare
def _decoy_named(names: Names, player: int, ship: int) -> str:
    return f"{names.ship_of(player, ship)} takes the hits first."


@EVENTS.declare
def _raider_sacrificed(names: Names, player: int, ship: int, damage: int) -> str:
    return f"{names.ship_of(player, ship)} is sacrificed and deals {damage} damage."


@EVENTS.declare
def _combat_card_shown(names: Names, side: int, kind: int, effective: int) -> str:
    # effective: 1 if it takes effect
    verb = "play" if side == PLAYERS else "plays"
    more = "" if effective else ", without effect"
    return f"{names.player(side)} {verb} the combat card {names.combat_card(side, kind)}{more}."


@EVENTS.declare
def _retreated(names: Names, player: int, ships: int) -> str:
    return f"{names.player(player)} retreats: {number(ships, 'ship')} {'goes' if ships == 1 else 'go'} home."


@EVENTS.declare
def _hit_deflected(names: Names, player: int, source: int, target: int) -> str:
    return f"{names.player(player)} moves a hit from {names.ship(source)} to {names.ship(target)}."


@EVENTS.declare
def _commando(names: Names, player: int, hexagon: int, success: int) -> str:
    end = "kill one Population" if success else "fail"
    return f"{names.player(player)}'s Commandos attack on {names.hexagon(hexagon)} and {end}."


@EVENTS.declare
def _settled(names: Names, player: int, hexagon: int) -> str:
    return f"{names.player(player)} settles a cube on {names.hexagon(hexagon)}."


# Solitaire play


@EVENTS.declare
def _choice_paid(names: Names, player: int, slot: int, cp: int) -> str:
    return f"{names.player(player)} lets card {'ABC'[slot]} pass {f'for {cp} CP' if cp else 'without paying'}."


@EVENTS.declare
def _office_bought(names: Names, player: int, place: int, cp: int) -> str:
    return f"{names.player(player)} buys {names.turn_order_card(place)} for {cp} CP."


@EVENTS.declare
def _npc_raids(names: Names, hexagon: int, cubes: int) -> str:
    return f"Resistance ships raid {names.hexagon(hexagon)}: {cubes} Population {'dies' if cubes == 1 else 'die'}."


@EVENTS.declare
def _npc_moves(names: Names, source: int, target: int, level: int) -> str:
    where = f"from {names.hexagon(source)} to {names.hexagon(target)}"
    return f"a Resistance ship of level {LEVELS[level]} moves {where}."


@EVENTS.declare
def _npc_enters(names: Names, hexagon: int, level: int) -> str:
    return f"a Resistance ship of level {LEVELS[level]} enters at {names.hexagon(hexagon)}."


# Further events of movement and combat


@EVENTS.declare
def _ship_hit(names: Names, player: int, ship: int, hits: int) -> str:
    return f"{names.ship_of(player, ship)} takes {number(hits, 'hit')}."


@EVENTS.declare
def _foe_hit(names: Names, hexagon: int, card: int, hits: int) -> str:
    # card: -1 for a squadron or the Stronghold
    wave = "Stronghold" if names.t.scenario == STRONGHOLD and hexagon == names.t.centre_hex else "squadron"
    return f"the {names.content.resistance_cards[card].name if card >= 0 else wave} takes {number(hits, 'hit')}."


@EVENTS.declare
def _hit_cancelled(names: Names, side: int, ship: int) -> str:
    # ship: the card, if it is a Centaurian ship
    if side == PLAYERS:
        return f"{names.player(side)} cancel a hit on the {names.content.resistance_cards[ship].name}."
    return f"{names.player(side)} cancels a hit on {names.ship(ship)}."


@EVENTS.declare
def _population_paid(names: Names, player: int, ship: int, cubes: int) -> str:
    return f"{names.player(player)} pays with {number(cubes, 'cube')} from {names.ship(ship)}."


@EVENTS.declare
def _travels_uncloaked(names: Names, player: int) -> str:
    return f"{names.player(player)}'s ships travel uncloaked."


@EVENTS.declare
def _planet_given(names: Names, player: int, planet: int) -> str:
    return f"{names.player(player)} draws {names.printed(planet)}, to be placed beside home."
