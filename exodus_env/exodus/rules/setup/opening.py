"""Setup decisions: what players decide before turn 1, in the order of the rulebook.

Factions (EoE); planets of choice (M5), then the map, then those planets beside home; secret looks (M4), second starting
hexes (EoE), Energy Barriers (M9), Leaders (M10), starting technologies (combat variant and EoE), and what Leaders do at
the start.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import SHIP_CLASSES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import has_planet, is_closed, launch_ship, learn, on_board, ship_in_supply
from exodus_env.exodus.rules.begin import begin_effects
from exodus_env.exodus.rules.cards.modifiers import recompute_modifiers
from exodus_env.exodus.rules.frames import (
    SETTING_UP_BEGUN,
    SETTING_UP_PLACE,
    SETTING_UP_SECOND_LOOK,
    SETTING_UP_SPENT,
    SETTING_UP_TECHNOLOGIES,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.barriers import PLACED_BY_PLAYERS, can_place_barrier, place_barrier_at_random
from exodus_env.exodus.rules.modules.outposts import place_outpost
from exodus_env.exodus.rules.setup.new_game import awaits_faction, is_dealt, is_taken, lay_home, stock_resources
from exodus_env.exodus.rules.setup.planets import (
    awaits_planet,
    deal_planets,
    draw_planet,
    place_counters,
    planets_in_game,
)
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import SETUP
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, add, ask, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel

DARK_RAIDER: Final = SHIP_CLASSES.index("dark_raider")

TYPES, DEAL, LOOKS, BARRIERS, LEADERS, TECHNOLOGIES, LEADER_EFFECTS, DONE, FACTIONS, START_HEXES, SPACES = range(11)
# In the order they happen. Steps of Edge of Extinction have the highest numbers, so that other games are unchanged.
IN_ORDER: Final = (
    *(FACTIONS, TYPES, DEAL, SPACES, LOOKS, START_HEXES),
    *(BARRIERS, LEADERS, TECHNOLOGIES, LEADER_EFFECTS, DONE),
)
LAST_STEP: Final = max(IN_ORDER)


@kernel
def run_setting_up(g: Game, t: Tables) -> None:
    """Setup, step by step."""
    step = get(g, STEP)
    if step == TYPES:
        run_planet_types(g, t)
    elif step == DEAL:
        lay_out_map(g, t)
        next_step(g, SPACES)
    elif step == SPACES:
        run_planet_spaces(g, t)
    elif step == LOOKS:
        run_looks(g, t)
    elif step == FACTIONS:
        run_factions(g, t)
    elif step == START_HEXES:
        run_start_hexes(g, t)
    elif step == BARRIERS:
        run_barriers(g, t)
    elif step == LEADERS:
        run_leaders(g, t)
    elif step == TECHNOLOGIES:
        run_start_technologies(g, t)
    elif step == LEADER_EFFECTS:
        run_leader_effects(g, t)
    else:
        pop(g)


@kernel
def next_step(g: Game, step: int) -> None:
    """Begin the next step with the Chancellor."""
    put(g, SETTING_UP_PLACE, 0)
    go(g, step)


# Factions (EoE) -----------------------------------------------------------------------------------------------------


@kernel
def run_factions(g: Game, t: Tables) -> None:
    """In turn order each player chooses a faction."""
    if get(g, SETTING_UP_PLACE) == t.players:
        next_step(g, TYPES)
    else:
        ask(g, int(g.order[get(g, SETTING_UP_PLACE)]), choices.D_FACTION)


@kernel
def legal_faction(g: Game, t: Tables, mask: Mask) -> None:
    """Any faction that nobody has."""
    for faction in range(t.factions):
        if not is_taken(g, t, faction):
            allow(t, mask, choices.FACTION, faction)


@kernel
def choose_faction(g: Game, t: Tables, action: int) -> None:
    """Lay out the faction's home planet and resources."""
    player = int(g.actor)
    g.faction[player] = first_factor(t, action)
    note(g, log.E_FACTION_CHOSEN, player, g.faction[player], 0, 0)
    lay_home(g, t, player)
    stock_resources(g, t, player)
    recompute_modifiers(g, t)
    add(g, SETTING_UP_PLACE, 1)


# New planets (M5) ---------------------------------------------------------------------------------------------------


@kernel
def run_planet_types(g: Game, t: Tables) -> None:
    """In turn order each player may choose the type of a planet, and gets a random one of that type."""
    if awaits_faction(g, t, int(g.order[0])):
        go(g, FACTIONS)
        return
    if t.new_planets == 0 or get(g, SETTING_UP_PLACE) == t.players:
        next_step(g, DEAL)
        return
    ask(g, int(g.order[get(g, SETTING_UP_PLACE)]), choices.D_PLANET_TYPE)


@kernel
def legal_planet_type(g: Game, t: Tables, mask: Mask) -> None:
    """The basic types, as long as the layout has planets of them left, or none."""
    allow(t, mask, choices.PASS, 0)
    for kind in range(3):
        if planets_in_game(g, t, kind + 1) < t.map_planets[kind + 1]:
            allow(t, mask, choices.PLANET_TYPE, kind)


@kernel
def choose_planet_type(g: Game, t: Tables, action: int) -> None:
    """Draw a random planet of the type, to be placed when the map is laid out; if none, chance fills the hexes
    beside home."""
    if family_of(t, action) != choices.PASS:
        g.given_planet[g.actor] = draw_planet(g, t, first_factor(t, action) + 1, SETUP)
        note(g, log.E_PLANET_GIVEN, g.actor, g.given_planet[g.actor], 0, 0)
    add(g, SETTING_UP_PLACE, 1)


@kernel
def run_planet_spaces(g: Game, t: Tables) -> None:
    """In turn order each player places the planet drawn before beside home; then the map is complete."""
    while get(g, SETTING_UP_PLACE) < t.players:
        player = int(g.order[get(g, SETTING_UP_PLACE)])
        if g.given_planet[player] >= 0:
            ask(g, player, choices.D_PLANET_SPACE)
            return
        add(g, SETTING_UP_PLACE, 1)
    stock_map(g, t)
    next_step(g, LOOKS)


@kernel
def legal_planet_space(g: Game, t: Tables, mask: Mask) -> None:
    """The two marked hexes beside the player's home."""
    for i in range(2):
        allow(t, mask, choices.PLANET_SPACE, int(t.start_space[g.actor, i]))


@kernel
def choose_planet_space(g: Game, t: Tables, action: int) -> None:
    """Put the planet there face up; the other hex gets one of the remaining planets."""
    hexagon = first_factor(t, action)
    g.planet[hexagon] = g.given_planet[g.actor]
    g.given_planet[g.actor] = -1
    note(g, log.E_PLANET_CHOSEN, g.actor, hexagon, g.planet[hexagon], 0)
    if t.eoe == 1:
        g.second_start[g.actor] = hexagon
    lay_out_map(g, t)
    add(g, SETTING_UP_PLACE, 1)


# The map ------------------------------------------------------------------------------------------------------------


@kernel
def lay_out_map(g: Game, t: Tables) -> None:
    """Lay out all other planets, face down with Exploration, except where players have yet to place one."""
    for hexagon in range(t.hexes):
        if t.exploration == 1 and awaits_planet(g, t, hexagon):
            g.face_down[hexagon] = 1
    deal_planets(g, t, SETUP)


@kernel
def stock_map(g: Game, t: Tables) -> None:
    """Put counters and Outposts on face-up planets.

    Where players have second starting hexes (EoE), Outposts wait until these are known, because they get none.
    """
    for hexagon in range(t.hexes):
        if g.planet[hexagon] >= 0 and g.face_down[hexagon] == 0:
            place_counters(g, t, hexagon)
    if t.eoe == 0:
        place_outposts(g, t)


@kernel
def place_outposts(g: Game, t: Tables) -> None:
    """Put Outposts on all face-up planets, except those where players start (M3)."""
    for hexagon in range(t.hexes):
        if not is_start_hex(g, t, hexagon):
            place_outpost(g, t, hexagon)


# Secret looks (M4) --------------------------------------------------------------------------------------------------


@kernel
def run_looks(g: Game, t: Tables) -> None:
    """In turn order each player may look at a face-down hex beside home, or at two if one will be turned up (EoE)."""
    if t.exploration == 1 and get(g, SETTING_UP_PLACE) < t.players:
        decision = choices.D_SECOND_LOOK if get(g, SETTING_UP_SECOND_LOOK) == 1 else choices.D_LOOK
        ask(g, int(g.order[get(g, SETTING_UP_PLACE)]), decision)
    elif t.eoe == 1:
        next_step(g, START_HEXES)
    else:
        begin_barriers(g, t)


@kernel
def legal_look(g: Game, t: Tables, mask: Mask) -> None:
    """Face-down hexes next to the player's home that the player has not looked at, or none."""
    allow(t, mask, choices.PASS, 0)
    for direction in range(len(t.neighbour[0])):
        hexagon = t.neighbour[t.home_hex[g.actor], direction]
        if hexagon >= 0 and g.face_down[hexagon] == 1 and hexagon != g.look[g.actor]:
            allow(t, mask, choices.LOOK, hexagon)


@kernel
def choose_look(g: Game, t: Tables, action: int) -> None:
    """Everybody sees which hex it is; what is there is the player's secret."""
    if family_of(t, action) == choices.LOOK:
        g.look[g.actor] = first_factor(t, action)
        note(g, log.E_LOOKED, g.actor, g.look[g.actor], 0, 0)
        if flips_looked_at(t):
            put(g, SETTING_UP_SECOND_LOOK, 1)
            return
    add(g, SETTING_UP_PLACE, 1)


@kernel
def flips_looked_at(t: Tables) -> bool:
    """Whether players look at two hexes, one of which becomes the second starting hex (EoE with M4, without M5)."""
    return bool(t.eoe == 1 and t.exploration == 1 and t.new_planets == 0)


@kernel
def legal_second_look(g: Game, t: Tables, mask: Mask) -> None:
    """Another face-down hex next to the player's home, or none."""
    legal_look(g, t, mask)


@kernel
def choose_second_look(g: Game, t: Tables, action: int) -> None:
    """Like the first look."""
    if family_of(t, action) == choices.LOOK:
        g.look_second[g.actor] = first_factor(t, action)
        note(g, log.E_LOOKED, g.actor, g.look_second[g.actor], 0, 0)
    put(g, SETTING_UP_SECOND_LOOK, 0)
    add(g, SETTING_UP_PLACE, 1)


# Second starting hexes (EoE) ----------------------------------------------------------------------------------------


@kernel
def run_start_hexes(g: Game, t: Tables) -> None:
    """Each player starts on a second hex beside home: the chosen planet (M5), one they looked at (M4), or any.

    Players who looked first choose first. Otherwise, because later players know more, it goes in reverse turn order.
    """
    if get(g, SETTING_UP_BEGUN) == t.players:
        place_outposts(g, t)
        begin_barriers(g, t)
        return
    place = get(g, SETTING_UP_BEGUN) if flips_looked_at(t) else t.players - 1 - get(g, SETTING_UP_BEGUN)
    player = int(g.order[place])
    if g.second_start[player] >= 0:
        begin_on_hex(g, t, player, int(g.second_start[player]))
    else:
        ask(g, player, choices.D_START_HEX)


@kernel
def legal_start_hex(g: Game, t: Tables, mask: Mask) -> None:
    """The hexes the player looked at if one of those is turned up, otherwise any hex beside home."""
    player = int(g.actor)
    if flips_looked_at(t) and g.look[player] >= 0:
        allow(t, mask, choices.HEX, int(g.look[player]))
        if g.look_second[player] >= 0:
            allow(t, mask, choices.HEX, int(g.look_second[player]))
        return
    for direction in range(len(t.neighbour[0])):
        hexagon = int(t.neighbour[t.home_hex[player], direction])
        if hexagon >= 0 and t.home_of[hexagon] < 0 and not is_closed(t, hexagon):
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_start_hex(g: Game, t: Tables, action: int) -> None:
    """Turn the hex face up."""
    begin_on_hex(g, t, int(g.actor), first_factor(t, action))


@kernel
def begin_on_hex(g: Game, t: Tables, player: int, hexagon: int) -> None:
    """Put a Dark Raider in the second starting hex, and a cube if it has a planet; turning it up causes no Event."""
    if g.face_down[hexagon] == 1:
        g.face_down[hexagon] = 0
        place_counters(g, t, hexagon)
    g.second_start[player] = hexagon
    note(g, log.E_SECOND_START, player, hexagon, 0, 0)
    launch_ship(g, player, ship_in_supply(g, t, player, DARK_RAIDER), hexagon)
    if has_planet(g, hexagon):
        g.supply[player] -= 1
        g.population[hexagon, player] += 1
    add(g, SETTING_UP_BEGUN, 1)


@kernel
def is_start_hex(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether a hex is a player's second starting hex."""
    for player in range(t.players):
        if g.second_start[player] == hexagon:
            return True
    return False


# Energy Barriers (M9) -----------------------------------------------------------------------------------------------


@kernel
def begin_barriers(g: Game, t: Tables) -> None:
    """Barriers begin with the last player in turn order."""
    put(g, SETTING_UP_PLACE, t.players - 1)
    go(g, BARRIERS)


@kernel
def run_barriers(g: Game, t: Tables) -> None:
    """In reverse turn order each player places a barrier, or dice do; one without a place is left out."""
    while t.barriers > 0 and get(g, SETTING_UP_PLACE) >= 0:
        player = int(g.order[get(g, SETTING_UP_PLACE)])
        if can_place_barrier(g, t):
            if t.barriers == PLACED_BY_PLAYERS:
                ask(g, player, choices.D_BARRIER)
                return
            place_barrier_at_random(g, t, player)
        add(g, SETTING_UP_PLACE, -1)
    next_step(g, LEADERS)


# Leaders (M10) ------------------------------------------------------------------------------------------------------


@kernel
def run_leaders(g: Game, t: Tables) -> None:
    """In turn order each player keeps a Leader."""
    if t.leaders == 0 or get(g, SETTING_UP_PLACE) == t.players:
        next_step(g, TECHNOLOGIES)
    else:
        ask(g, int(g.order[get(g, SETTING_UP_PLACE)]), choices.D_LEADER)


@kernel
def legal_leader(g: Game, t: Tables, mask: Mask) -> None:
    """The Leaders dealt to the player, or any that nobody has."""
    if t.free_leaders == 1:
        for leader in range(t.leaders):
            if not is_dealt(g, t, leader):
                allow(t, mask, choices.LEADER, leader)
    else:
        for slot in range(len(g.leader_offer[g.actor])):
            allow(t, mask, choices.LEADER, int(g.leader_offer[g.actor, slot]))


@kernel
def choose_leader(g: Game, t: Tables, action: int) -> None:
    """Put the Leader face up; the other one goes back to the box unseen."""
    g.leader[g.actor] = first_factor(t, action)
    for slot in range(len(g.leader_offer[g.actor])):
        if g.leader_offer[g.actor, slot] != g.leader[g.actor]:
            g.leader_refused[g.actor] = g.leader_offer[g.actor, slot]
    g.leader_offer[g.actor, :] = -1
    note(g, log.E_LEADER_CHOSEN, g.actor, g.leader[g.actor], 0, 0)
    recompute_modifiers(g, t)
    add(g, SETTING_UP_PLACE, 1)


@kernel
def run_leader_effects(g: Game, t: Tables) -> None:
    """In turn order, carry out what Leaders do before the game begins."""
    if t.leaders == 0 or get(g, SETTING_UP_PLACE) == t.players:
        go(g, DONE)
        return
    player = int(g.order[get(g, SETTING_UP_PLACE)])
    leader = int(g.leader[player])
    add(g, SETTING_UP_PLACE, 1)
    if t.leader_start[leader, 1] > 0:
        begin_effects(g, t.leader_start[leader, 0], t.leader_start[leader, 1], player)


# Starting technologies (combat variant, EoE) --------------------------------------------------------------------------


@kernel
def run_start_technologies(g: Game, t: Tables) -> None:
    """In turn order, each player chooses starting technologies."""
    while get(g, SETTING_UP_PLACE) < t.players:
        if get(g, SETTING_UP_TECHNOLOGIES) < t.start_technologies:
            ask(g, int(g.order[get(g, SETTING_UP_PLACE)]), choices.D_START_TECHNOLOGY)
            return
        add(g, SETTING_UP_PLACE, 1)
        put(g, SETTING_UP_TECHNOLOGIES, 0)
        put(g, SETTING_UP_SPENT, 0)
    next_step(g, LEADER_EFFECTS)


@kernel
def legal_start_technology(g: Game, t: Tables, mask: Mask) -> None:
    """Any technology of this game on the player's boards that fits the budget, or none."""
    allow(t, mask, choices.PASS, 0)
    most = min(int(t.start_technology_budget) - get(g, SETTING_UP_SPENT), int(t.start_technology_most))
    for technology in range(t.technologies):
        if (
            t.technology_open[technology] == 1
            and t.technology_start[technology] == 1
            and g.technology[g.actor, technology] == 0
            and t.technology_cost[technology] <= most
            and on_board(g, t, g.actor, technology)
        ):
            allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_start_technology(g: Game, t: Tables, action: int) -> None:
    """Mark the technology; declining ends the player's choice."""
    if family_of(t, action) == choices.PASS:
        put(g, SETTING_UP_TECHNOLOGIES, int(t.start_technologies))
        return
    technology = first_factor(t, action)
    note(g, log.E_LEARNED, g.actor, technology, 0, 0)
    learn(g, t, g.actor, technology)
    add(g, SETTING_UP_TECHNOLOGIES, 1)
    add(g, SETTING_UP_SPENT, int(t.technology_cost[technology]))
