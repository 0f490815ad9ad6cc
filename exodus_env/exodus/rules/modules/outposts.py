"""Centaurian Outposts (M3): tokens on planets that are revealed by deployment, attacked, and strike back."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import has_planet, kill_population, remove_outpost
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.frames import OUTPOSTS_ATTACKERS, OUTPOSTS_HEX, OUTPOSTS_PLACE
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import dice_reaching
from exodus_env.kit.choices import allow, family_of
from exodus_env.kit.decks import take
from exodus_env.kit.flow import add, ask, focus, get, pop, put
from exodus_env.kit.kernel import Mask, kernel

BLANK: Final = 1  # a token; one of level n is BLANK + n
FIGHTER: Final = SHIP_CLASSES.index("fighter")


# Tokens -------------------------------------------------------------------------------------------------------------


@kernel
def place_outpost(g: Game, t: Tables, hexagon: int) -> None:
    """Place a random token face down on a planet that is neither a home nor peaceful, while there are any."""
    if g.outpost_pile_left == 0 or t.home_of[hexagon] >= 0 or not has_planet(g, hexagon):
        return
    if t.planet_peaceful[g.planet[hexagon]] == 1:
        return
    g.outpost_pile_left -= 1
    g.outpost[hexagon] = g.outpost_pile[g.outpost_pile_left]
    g.outpost_pile[g.outpost_pile_left] = 0
    g.outpost_there[hexagon] = 1


@kernel
def reveal_outpost(g: Game, hexagon: int) -> None:
    """Turn up a face-down token where Population has landed; a blank one leaves the game."""
    if g.outpost_there[hexagon] == 0 or g.outpost_up[hexagon] == 1:
        return
    note(g, log.E_OUTPOST_REVEALED, hexagon, int(g.outpost[hexagon]) - BLANK, 0, 0)
    if g.outpost[hexagon] == BLANK:
        remove_outpost(g, hexagon)
    else:
        g.outpost_up[hexagon] = 1


# Outpost Combat -----------------------------------------------------------------------------------------------------


@kernel
def run_outposts(g: Game, t: Tables) -> None:
    """Planet by planet, players with Population there may attack in turn order; then a surviving Outpost strikes
    back."""
    while get(g, OUTPOSTS_HEX) < t.hexes:
        hexagon = get(g, OUTPOSTS_HEX)
        if g.outpost_up[hexagon] == 1:
            while get(g, OUTPOSTS_PLACE) < t.players:
                player = int(g.order[get(g, OUTPOSTS_PLACE)])
                if g.population[hexagon, player] > 0:
                    ask(g, player, choices.D_OUTPOST)
                    focus(g, hexagon, -1, -1)
                    return
                add(g, OUTPOSTS_PLACE, 1)
            strike_back(g, t, hexagon)
        add(g, OUTPOSTS_HEX, 1)
        put(g, OUTPOSTS_PLACE, 0)
        put(g, OUTPOSTS_ATTACKERS, 0)
    pop(g)


@kernel
def legal_outpost(g: Game, t: Tables, mask: Mask) -> None:
    """To attack, or not."""
    allow(t, mask, choices.PASS, 0)
    allow(t, mask, choices.ATTACK, 0)


@kernel
def choose_outpost(g: Game, t: Tables, action: int) -> None:
    """Attack with one roll, or let the next player try."""
    add(g, OUTPOSTS_PLACE, 1)
    if family_of(t, action) == choices.ATTACK:
        put(g, OUTPOSTS_ATTACKERS, get(g, OUTPOSTS_ATTACKERS) | 1 << int(g.actor))
        attack_outpost(g, t, int(g.actor), get(g, OUTPOSTS_HEX))


@kernel
def attack_dice(g: Game, t: Tables, player: int, hexagon: int) -> int:
    """Dice for the Population on the planet, and for a Fighter in the hex."""
    dice = modifier(g, player, m.OUTPOST_DICE) + int(g.population[hexagon, player])
    for ship in range(t.ships):
        if t.ship_class[ship] == FIGHTER and g.ship_hex[player, ship] == hexagon:
            return dice + int(t.outpost_fighter_dice)
    return dice


@kernel
def attack_outpost(g: Game, t: Tables, player: int, hexagon: int) -> None:
    """At least as many hits as the Outpost's level in a single roll beat it; the winner keeps a card of its level."""
    dice = attack_dice(g, t, player, hexagon)
    hits = dice_reaching(g, dice, modifier(g, player, m.OUTPOST_HIT))
    note(g, log.E_OUTPOST_ATTACKED, player, hexagon, dice, hits)
    level = int(g.outpost[hexagon]) - BLANK
    if hits >= level:
        kind = draw_outpost_card(g, level - 1)
        if kind >= 0:
            g.outpost_held[player, kind] += 1
        note(g, log.E_OUTPOST_BEATEN, player, hexagon, kind, 0)
        remove_outpost(g, hexagon)


@kernel
def draw_outpost_card(g: Game, deck: int) -> int:
    """Draw the top card of an Outpost deck; -1 if there is none."""
    if g.outpost_left[deck] == 0:
        return -1
    g.outpost_left[deck] -= 1
    return take(g.outpost_deck[deck], g.outpost_left[deck])


@kernel
def is_struck(g: Game, player: int, hexagon: int) -> bool:
    """Whether an Outpost finds a player's Population: not if Surface Cloaking hides it and it did not attack."""
    if g.population[hexagon, player] == 0:
        return False
    return modifier(g, player, m.SURFACE_CLOAKING) == 0 or (get(g, OUTPOSTS_ATTACKERS) >> player) & 1 == 1


@kernel
def strike_back(g: Game, t: Tables, hexagon: int) -> None:
    """A surviving Outpost attacks everybody on the planet with a single roll."""
    exposed = 0
    for player in range(t.players):
        if is_struck(g, player, hexagon):
            exposed += 1
    if exposed == 0 or g.outpost_up[hexagon] == 0:
        return
    dice = int(t.outpost_base_dice) + int(g.outpost[hexagon]) - BLANK
    hits = dice_reaching(g, dice, t.modifier_base[m.OUTPOST_HIT])
    note(g, log.E_OUTPOST_STRIKES, hexagon, dice, hits, 0)
    for player in range(t.players):
        if is_struck(g, player, hexagon):
            kill_population(g, hexagon, player, hits - modifier(g, player, m.OUTPOST_SHIELD))
