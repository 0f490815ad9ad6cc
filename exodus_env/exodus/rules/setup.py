"""Setup: the map, the players' starting pieces, the decks; then, in the combat variant, starting technologies."""

from __future__ import annotations

from exodus_env.exodus.capacity import HEXES, POLITICAL_CARDS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, events, frames
from exodus_env.exodus.rules.assets import launch_ship, learn, ship_in_supply
from exodus_env.exodus.rules.choices import allow
from exodus_env.exodus.rules.combat import clear_combat
from exodus_env.exodus.rules.decks import shuffle_political, shuffle_resistance
from exodus_env.exodus.rules.events import note
from exodus_env.exodus.rules.modifiers import recompute_modifiers
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, REDEAL, SETUP, below, set_key
from exodus_env.kit.flow import A, B, ask, get, push, put
from exodus_env.kit.kernel import Mask, kernel


@kernel
def clear(g: Game) -> None:
    """An empty record, with -1 for what is absent."""
    g.rng_counter[:] = 0
    g.scripted[:] = 0
    g.scripted_count = 0
    g.depth = 0
    g.stack[:, :] = 0
    g.actor = -1
    g.decision = 0
    g.focus_hex = -1
    g.focus_player = -1
    g.focus_card = -1
    g.decisions = 0
    g.over = 0
    g.turn = 1
    g.stage = frames.SETUP
    g.conquest = 0
    g.conquests = 0
    g.action_round = 0
    g.order[:] = -1
    clear_players(g)
    clear_map(g)
    clear_decks(g)
    clear_scratch(g)
    g.score[:, :] = 0
    g.rank[:] = 0
    g.events[:, :] = 0
    g.event_count = 0


@kernel
def clear_players(g: Game) -> None:
    """No player owns anything."""
    g.resource[:, :] = 0
    g.supply[:] = 0
    g.technology[:, :] = 0
    g.blueprint[:, :, :] = 0
    g.dice[:, :] = 0
    g.shield[:, :] = 0
    g.drive[:, :] = 0
    g.modifier[:, :] = 0
    g.ship_hex[:, :] = -1
    g.ship_damage[:, :] = 0
    g.ship_cargo[:, :] = 0
    g.cloaked[:, :] = 0
    g.vote[:] = -1
    g.bid[:] = 0
    g.bid_shown[:] = 0
    g.spent[:, :] = 0
    g.chosen[:] = -1
    g.shown[:] = -1
    g.card_cubes[:] = 0
    g.reaction_cubes[:] = 0


@kernel
def clear_map(g: Game) -> None:
    """No planet, rocket or Resistance ship on the map."""
    g.planet[:] = -1
    g.destroyed[:] = 0
    g.counter[:] = 0
    g.population[:, :] = 0
    g.rocket[:, :] = 0
    g.rocket_target[:, :] = -1
    g.rocket_owner[:, :] = -1
    g.resistance[:] = 0
    g.dormant[:] = 0
    g.solar_wind[:] = 0


@kernel
def clear_decks(g: Game) -> None:
    """No card anywhere."""
    g.political_deck[:] = -1
    g.political_left = 0
    g.revealed[:] = -1
    g.law[:] = -1
    g.laws = 0
    g.resolution[:] = -1
    g.resolutions = 0
    g.lasting[:, :] = -1
    g.lastings = 0
    g.proposal[:] = -1
    g.bonus = -1
    g.bonus_open[:] = 0
    g.bonus_used[:] = 0
    g.extra_actions = 0
    g.reactions_off = 0
    g.market[:] = -1
    g.traders = 0
    g.resistance_deck[:, :] = -1
    g.resistance_left[:] = 0
    g.resistance_known[:] = 0
    g.resistance_owner[:] = -1


@kernel
def clear_scratch(g: Game) -> None:
    """Nothing left over from a stage."""
    g.taken[:] = 0
    g.new_place[:] = -1
    g.moved[:, :] = 0
    g.stranded[:, :] = 0
    g.held[:, :] = 0
    g.free_drive[:] = 0
    g.path[:, :, :] = 0
    g.arrived[:] = 0
    g.fought[:] = 0
    clear_combat(g)


@kernel
def set_up(g: Game, t: Tables, high: int, low: int) -> None:
    """A new game from 64 bits of seed, ready for its first decision."""
    clear(g)
    set_key(g, SETUP, high, low)
    set_key(g, PLAY, high, low)
    set_key(g, REDEAL, high, low)
    g.conquests = t.conquests
    deal_turn_order(g, t)
    deal_planets(g, t)
    for player in range(t.players):
        place_start_pieces(g, t, player)
    shuffle_decks(g, t)
    recompute_modifiers(g, t)
    push(g, frames.GAME, 0, 0, 0)


@kernel
def deal_turn_order(g: Game, t: Tables) -> None:
    """Turn-order cards 1 to N, dealt at random."""
    for place in range(t.players):
        g.order[place] = place
    for place in range(t.players - 1, 0, -1):
        other = below(g, SETUP, place + 1)
        card = g.order[place]
        g.order[place] = g.order[other]
        g.order[other] = card


@kernel
def deal_planets(g: Game, t: Tables) -> None:
    """Random planets of the layout's resources on every hex that is neither the centre nor a home."""
    free = 0
    for hexagon in range(t.hexes):
        g.resistance[hexagon] = t.garrison[hexagon]
        g.solar_wind[hexagon] = t.solar_wind[hexagon]
        owner = t.home_of[hexagon]
        if owner >= 0:
            put_planet(g, t, hexagon, t.home_planet[owner])
        elif hexagon != t.centre_hex:
            g.taken[free] = hexagon  # the free hexes, in scratch
            free += 1
    for resource in range(len(t.map_planets)):
        free = deal_planets_of(g, t, resource, free)
    g.taken[:] = 0


@kernel
def deal_planets_of(g: Game, t: Tables, resource: int, free: int) -> int:
    """Planets of one resource onto random free hexes; returns how many hexes are still free."""
    pool = 0
    for planet in range(t.planets):
        if t.planet_home[planet] == 0 and t.planet_resource[planet] == resource:
            g.political_deck[pool] = planet  # the pool, in a deck not yet in use
            pool += 1
    for _ in range(t.map_planets[resource]):
        pick = below(g, SETUP, pool)
        spot = below(g, SETUP, free)
        put_planet(g, t, g.taken[spot], g.political_deck[pick])
        pool -= 1
        free -= 1
        g.political_deck[pick] = g.political_deck[pool]
        g.taken[spot] = g.taken[free]
    g.political_deck[:] = -1
    return free


@kernel
def put_planet(g: Game, t: Tables, hexagon: int, planet: int) -> None:
    """A planet with its printed resources."""
    g.planet[hexagon] = planet
    g.counter[hexagon] = t.planet_amount[planet]


@kernel
def place_start_pieces(g: Game, t: Tables, player: int) -> None:
    """Resources, Population, ships and upgrades a player starts with."""
    home = t.home_hex[player]
    for resource in range(4):
        g.resource[player, resource] = t.start_resource[resource]
    g.supply[player] = t.cubes - t.marker_cubes - t.start_population
    g.population[home, player] = t.start_population
    for ship_class in range(len(t.start_ships)):
        for _ in range(t.start_ships[ship_class]):
            launch_ship(g, player, ship_in_supply(g, t, player, ship_class), home)
        for upgrade in range(t.upgrades):
            g.blueprint[player, ship_class, upgrade] = t.start_upgrades[ship_class, upgrade]


@kernel
def shuffle_decks(g: Game, t: Tables) -> None:
    """The political deck and the three Resistance decks, face down."""
    for card in range(t.political_cards):
        g.political_deck[card] = card
    g.political_left = t.political_cards
    shuffle_political(g, SETUP)
    for card in range(t.resistance_cards):
        level = t.resistance_level[card] - 1
        g.resistance_deck[level, g.resistance_left[level]] = card
        g.resistance_left[level] += 1
    for level in range(len(g.resistance_left)):
        shuffle_resistance(g, level, 0, SETUP)


# Starting technologies (combat variant): in turn order, one player after another. Frame GAME, step 0:
# A place in turn order, B technologies chosen by the player, C CP spent.


@kernel
def ask_start_technology(g: Game, t: Tables) -> bool:
    """Ask the next starting technology; False when all are chosen."""
    while get(g, A) < t.players:
        if get(g, B) < t.start_technologies:
            ask(g, int(g.order[get(g, A)]), choices.D_START_TECHNOLOGY)
            return True
        put(g, A, get(g, A) + 1)
        put(g, B, 0)
        put(g, B + 1, 0)
    return False


@kernel
def legal_start_technology(g: Game, t: Tables, mask: Mask) -> None:
    """Any technology of this game within the budget, or none."""
    allow(t, mask, choices.PASS, 0)
    left = t.start_technology_budget - get(g, B + 1)
    for technology in range(t.technologies):
        if (
            t.technology_open[technology] == 1
            and t.technology_start[technology] == 1
            and g.technology[g.actor, technology] == 0
            and t.technology_cost[technology] <= left
        ):
            allow(t, mask, choices.TECHNOLOGY, technology)


@kernel
def choose_start_technology(g: Game, t: Tables, action: int) -> None:
    """Mark the technology; declining ends the player's choice."""
    if choices.family_of(t, action) == choices.PASS:
        put(g, B, int(t.start_technologies))
        return
    technology = choices.first_factor(t, action)
    note(g, events.E_LEARNED, g.actor, technology, 0, 0)
    learn(g, t, g.actor, technology)
    put(g, B, get(g, B) + 1)
    put(g, B + 1, get(g, B + 1) + int(t.technology_cost[technology]))


if POLITICAL_CARDS < HEXES:
    raise AssertionError("deal_planets needs the political deck as scratch for the planet pool")
