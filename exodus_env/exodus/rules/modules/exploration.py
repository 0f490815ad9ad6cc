"""Exploration (M4): face-down hexes are revealed where ships end their movement, each with an Event. Also Event
tokens."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import BANE, BOUNTY, INTEREST, NO_COMBAT, WORMHOLE
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import has_planet, is_closed, ships_at, wreck_planet
from exodus_env.exodus.rules.begin import begin_effects
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.frames import EFFECTS_PLACE, EXPLORATION_HEX, EXPLORATION_PLACE, EXPLORATION_VISITORS
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.outposts import place_outpost
from exodus_env.exodus.rules.setup.planets import place_counters
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor, seat
from exodus_env.kit.decks import take
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

SEARCH, RESOLVE, SETTLE = 0, 1, 2


@kernel
def run_exploration(g: Game, t: Tables) -> None:
    """After movement, hex by hex: an Event for each player there, then resource counters and Outposts."""
    step = get(g, STEP)
    if step == SEARCH:
        search(g, t)
    elif step == RESOLVE:
        resolve_event(g, t)
    else:
        settle_hex(g, t)
        put(g, EXPLORATION_PLACE, 0)
        add(g, EXPLORATION_HEX, 1)
        go(g, SEARCH)


@kernel
def search(g: Game, t: Tables) -> None:
    """Turn up the next face-down hex with ships and draw an Event; if the deck is empty there is none."""
    while get(g, EXPLORATION_HEX) < t.hexes:
        hexagon = get(g, EXPLORATION_HEX)
        found = visitors(g, t, hexagon) if g.face_down[hexagon] == 1 else 0
        if found > 0:
            g.face_down[hexagon] = 0
            g.exploring = hexagon
            g.event = draw_event(g)
            note(g, log.E_EXPLORED, hexagon, g.event, 0, 0)
            put(g, EXPLORATION_VISITORS, found)
            go(g, RESOLVE if g.event >= 0 else SETTLE)
            return
        add(g, EXPLORATION_HEX, 1)
    pop(g)


@kernel
def visitors(g: Game, t: Tables, hexagon: int) -> int:
    """The players with ships in a hex, one bit each."""
    players = 0
    for player in range(t.players):
        if ships_at(g, t, player, hexagon) > 0:
            players |= 1 << player
    return players


@kernel
def draw_event(g: Game) -> int:
    """Draw the top card of the Event deck; -1 if it has run out."""
    if g.event_left == 0:
        return -1
    g.event_left -= 1
    kind = take(g.event_deck, g.event_left)
    g.event_seen[kind] += 1
    return kind


@kernel
def resolve_event(g: Game, t: Tables) -> None:
    """Resolve the Event for each player there in turn order; with Sector Scan a player may ignore a bane."""
    while get(g, EXPLORATION_PLACE) < t.players:
        player = int(g.order[get(g, EXPLORATION_PLACE)])
        if (get(g, EXPLORATION_VISITORS) >> player) & 1 == 1:
            if t.event_sort[g.event] == BANE and modifier(g, player, m.SECTOR_SCAN) > 0:
                ask(g, player, choices.D_IGNORE_EVENT)
                focus(g, g.exploring, -1, -1)
            else:
                suffer_event(g, t, player)
            return
        add(g, EXPLORATION_PLACE, 1)
    go(g, SETTLE)


@kernel
def suffer_event(g: Game, t: Tables, player: int) -> None:
    """Apply the Event to a player."""
    add(g, EXPLORATION_PLACE, 1)
    begin_effects(g, t.event_effect[g.event, 0], t.event_effect[g.event, 1], player)


@kernel
def legal_ignore_event(g: Game, t: Tables, mask: Mask) -> None:
    """To ignore the Event, or not."""
    allow(t, mask, choices.PASS, 0)
    allow(t, mask, choices.IGNORE, 0)


@kernel
def choose_ignore_event(g: Game, t: Tables, action: int) -> None:
    """Ignore the Event, or suffer it after all."""
    if family_of(t, action) == choices.IGNORE:
        note(g, log.E_EVENT_IGNORED, g.actor, g.event, 0, 0)
        add(g, EXPLORATION_PLACE, 1)
    else:
        suffer_event(g, t, int(g.actor))


@kernel
def settle_hex(g: Game, t: Tables) -> None:
    """After the Event, place resource counters and an Outpost, if there still is a planet."""
    hexagon = get(g, EXPLORATION_HEX)
    if has_planet(g, hexagon):
        place_counters(g, t, hexagon)
        place_outpost(g, t, hexagon)
    g.exploring = -1
    g.event = -1


# What Events do in their hex ------------------------------------------------------------------------------------------


@kernel
def recall(g: Game, t: Tables, player: int) -> None:
    """Return a player's ships in the explored hex to the home planet."""
    for ship in range(t.ships):
        if g.ship_hex[player, ship] == g.exploring:
            g.ship_hex[player, ship] = t.home_hex[player]


@kernel
def jettison(g: Game, t: Tables, player: int, amount: int) -> None:
    """Return Population on board ships in the explored hex to the supply, as far as there is any."""
    for ship in range(t.ships):
        if g.ship_hex[player, ship] == g.exploring:
            cubes = min(amount, int(g.ship_cargo[player, ship]))
            g.ship_cargo[player, ship] -= cubes
            g.supply[player] += cubes
            amount -= cubes


@kernel
def colonise(g: Game, player: int, amount: int) -> None:
    """Put Population from the supply on the explored planet."""
    if has_planet(g, g.exploring):
        cubes = min(amount, int(g.supply[player]))
        g.supply[player] -= cubes
        g.population[g.exploring, player] += cubes


@kernel
def shatter(g: Game, t: Tables) -> None:
    """Destroy the explored planet, which becomes debris."""
    if has_planet(g, g.exploring):
        wreck_planet(g, t, g.exploring)


# Tokens -------------------------------------------------------------------------------------------------------------


@kernel
def token_question(g: Game, t: Tables, token: int) -> int:
    """The decision that a token needs before it is placed, or none. A solo player has nobody to put a Bounty on."""
    if token == WORMHOLE and g.wormhole[0] < 0:
        return choices.D_WORMHOLE
    if token == BOUNTY and g.bounty < 0 and t.players > 1:
        return choices.D_BOUNTY
    return choices.D_NONE


@kernel
def place_token(g: Game, token: int) -> None:
    """Place a token in the explored hex, once per game."""
    if token == NO_COMBAT and g.no_combat < 0:
        g.no_combat = g.exploring
        note(g, log.E_TOKEN_PLACED, token, g.exploring, 0, 0)
    elif token == INTEREST and g.interest < 0 and has_planet(g, g.exploring):
        g.interest = g.exploring
        note(g, log.E_TOKEN_PLACED, token, g.exploring, 0, 0)


@kernel
def legal_wormhole(g: Game, t: Tables, mask: Mask) -> None:
    """Any other hex except home planets."""
    for hexagon in range(t.hexes):
        if hexagon != g.exploring and t.home_of[hexagon] < 0:
            allow(t, mask, choices.WORMHOLE, hexagon)


@kernel
def choose_wormhole(g: Game, t: Tables, action: int) -> None:
    """Connect the two hexes, which are now adjacent; from a star at the other end Solar Wind blows through."""
    add(g, EFFECTS_PLACE, 1)
    g.wormhole[0] = g.exploring
    g.wormhole[1] = first_factor(t, action)
    note(g, log.E_TOKEN_PLACED, WORMHOLE, g.wormhole[0], g.wormhole[1], 0)
    if t.star == 1 and is_closed(t, int(g.wormhole[1])):
        g.solar_wind[g.exploring] = 1


@kernel
def legal_bounty(g: Game, t: Tables, mask: Mask) -> None:
    """Any other player."""
    for relative in range(1, t.players):
        allow(t, mask, choices.PLAYER, relative)


@kernel
def choose_bounty(g: Game, t: Tables, action: int) -> None:
    """Put the Bounty on the named player."""
    add(g, EFFECTS_PLACE, 1)
    g.bounty = seat(t, g.actor, first_factor(t, action))
    note(g, log.E_TOKEN_PLACED, BOUNTY, g.bounty, 0, 0)
