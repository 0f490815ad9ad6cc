"""Setup: the record of a new game, the players' starting pieces, the shuffled decks. Decisions are in opening.py."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.assets import SCORE_START, launch_ship, ship_in_supply
from exodus_env.exodus.rules.cards.modifiers import recompute_modifiers
from exodus_env.exodus.rules.combat.ending import clear_combat
from exodus_env.exodus.rules.setup.planets import place_counters
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import SETUP, below
from exodus_env.kit.decks import fill_copies, shuffle
from exodus_env.kit.flow import push
from exodus_env.kit.kernel import kernel

# How players get their factions (t.faction_mode); the third way is to take those of the configuration.
DEALT, CHOSEN = 0, 1


@kernel
def mark_absent(g: Game) -> None:
    """Mark with -1 what is absent; everything else in an empty record is 0."""
    g.order[:] = -1
    g.office = -1
    mark_absent_of_players(g)
    mark_absent_on_map(g)
    mark_absent_cards(g)
    g.new_place[:] = -1
    g.exploring = -1
    g.event = -1
    clear_combat(g)


@kernel
def mark_absent_of_players(g: Game) -> None:
    """What players do not have or have not chosen."""
    g.ship_hex[:, :] = -1
    g.vote[:] = -1
    g.vote_shown[:] = -1
    g.chosen[:] = -1
    g.shown[:] = -1
    g.gate[:, :] = -1
    g.satellite[:, :] = -1
    g.leader[:] = -1
    g.leader_offer[:, :] = -1
    g.leader_refused[:] = -1
    g.look[:] = -1
    g.look_second[:] = -1
    g.bounty = -1
    g.faction[:] = -1
    g.second_start[:] = -1
    g.given_planet[:] = -1
    g.vision[:] = -1


@kernel
def mark_absent_on_map(g: Game) -> None:
    """What is not on the map."""
    g.planet[:] = -1
    g.rocket_target[:, :] = -1
    g.rocket_owner[:, :] = -1
    g.defender[:] = -1
    g.wormhole[:] = -1
    g.no_combat = -1
    g.interest = -1
    g.barrier[:] = -1


@kernel
def mark_absent_cards(g: Game) -> None:
    """Cards that are not in a deck or in use."""
    g.political_deck[:] = -1
    g.revealed[:] = -1
    g.law[:] = -1
    g.resolution[:] = -1
    g.lasting[:, :] = -1
    g.proposal[:] = -1
    g.bonus = -1
    g.market[:] = -1
    g.resistance_deck[:, :] = -1
    g.resistance_owner[:] = -1
    g.outpost_deck[:, :] = -1
    g.event_deck[:] = -1
    g.combat_deck[:] = -1
    g.foe_deck[:] = -1


@kernel
def set_up(g: Game, t: Tables) -> None:
    """Set up a new game in an empty record, ready for its first decision."""
    mark_absent(g)
    g.turn = 1
    g.stage = frames.SETUP
    g.conquests = t.conquests
    deal_turn_order(g, t)
    deal_factions(g, t)
    lay_map(g, t)
    for player in range(t.players):
        place_start_pieces(g, t, player)
    shuffle_decks(g, t)
    deal_leaders(g, t)
    recompute_modifiers(g, t)
    push(g, frames.GAME)


@kernel
def deal_turn_order(g: Game, t: Tables) -> None:
    """Deal turn-order cards 1 to N at random; if players win together, only the first, and the rest clockwise."""
    if t.coop == 1:
        first = below(g, SETUP, t.players)
        for place in range(t.players):
            g.order[place] = (first + place) % t.players
        return
    for place in range(t.players):
        g.order[place] = place
    for place in range(t.players - 1, 0, -1):
        other = below(g, SETUP, place + 1)
        card = g.order[place]
        g.order[place] = g.order[other]
        g.order[other] = card


@kernel
def deal_factions(g: Game, t: Tables) -> None:
    """Deal a faction to each player (EoE), at random or as configured; opening.py has the choice of factions."""
    if t.factions == 0 or t.faction_mode == CHOSEN:
        return
    for player in range(t.players):
        if t.faction_mode == DEALT:
            g.faction[player] = undealt_faction(g, t)
        else:
            g.faction[player] = t.faction_seat[player]


@kernel
def undealt_faction(g: Game, t: Tables) -> int:
    """A random faction that nobody has."""
    which = below(g, SETUP, free_factions(g, t))
    for faction in range(t.factions):
        if not is_taken(g, t, faction):
            if which == 0:
                return faction
            which -= 1
    return -1


@kernel
def free_factions(g: Game, t: Tables) -> int:
    """How many factions nobody has."""
    count = 0
    for faction in range(t.factions):
        if not is_taken(g, t, faction):
            count += 1
    return count


@kernel
def is_taken(g: Game, t: Tables, faction: int) -> bool:
    """Whether a player already has a faction."""
    for player in range(t.players):
        if g.faction[player] == faction:
            return True
    return False


@kernel
def awaits_faction(g: Game, t: Tables, player: int) -> bool:
    """Whether a player still has to choose a faction."""
    return bool(t.factions > 0 and g.faction[player] < 0)


@kernel
def lay_map(g: Game, t: Tables) -> None:
    """Lay out what every map of the layout has: home planets, Resistance ships, Solar Wind, the Stronghold.

    In solitaire play all planets are where the scenario says, and Resistance ships are counted.
    """
    g.squadron_supply = t.squadrons
    g.stronghold = t.stronghold_levels
    for hexagon in range(t.hexes):
        g.resistance[hexagon] = t.garrison[hexagon]
        g.solar_wind[hexagon] = t.solar_wind[hexagon]
        g.planet[hexagon] = t.fixed_planet[hexagon]
        if t.solitaire == 1 and t.garrison[hexagon] > 0:
            g.resistance_ships[hexagon, t.garrison[hexagon] - 1] = 1
        owner = int(t.home_of[hexagon])
        if owner >= 0 and not awaits_faction(g, t, owner):
            lay_home(g, t, owner)


@kernel
def lay_home(g: Game, t: Tables, player: int) -> None:
    """Lay out a player's home planet, which is that of the faction if there is one."""
    home = int(t.home_hex[player])
    g.planet[home] = t.home_planet[player] if t.factions == 0 else t.faction_home[g.faction[player]]
    place_counters(g, t, home)


@kernel
def place_start_pieces(g: Game, t: Tables, player: int) -> None:
    """Place the resources, Population, ships and upgrades that a player starts with."""
    home = t.home_hex[player]
    g.resource[player, VP] = t.start_resource[VP]
    g.score[player, SCORE_START] = t.start_resource[VP]
    if not awaits_faction(g, t, player):
        stock_resources(g, t, player)
    g.supply[player] = t.cubes - t.marker_cubes - t.start_population
    g.population[home, player] = t.start_population
    for ship_class in range(len(t.start_ships)):
        for _ in range(t.start_ships[ship_class]):
            launch_ship(g, player, ship_in_supply(g, t, player, ship_class), home)
        for upgrade in range(t.upgrades):
            g.blueprint[player, ship_class, upgrade] = t.start_upgrades[ship_class, upgrade]
    g.refitted[player] = 1
    place_posts(g, t, player)


@kernel
def place_posts(g: Game, t: Tables, player: int) -> None:
    """Place what a solitaire player knows at the start and has besides home, as the scenario says."""
    if t.solitaire == 0:
        return
    g.office = t.first_office
    for technology in range(t.technologies):
        if t.start_technology[technology] == 1:
            g.technology[player, technology] = 1
            g.supply[player] -= 1
    for hexagon in range(t.hexes):
        g.population[hexagon, player] += t.post_population[hexagon]
        g.supply[player] -= t.post_population[hexagon]
        for ship_class in range(len(t.start_ships)):
            for _ in range(t.post_ships[hexagon, ship_class]):
                launch_ship(g, player, ship_in_supply(g, t, player, ship_class), hexagon)


@kernel
def stock_resources(g: Game, t: Tables, player: int) -> None:
    """Stock the CP, Axinium and Phasium that a player starts with; a faction determines them."""
    for resource in range(VP):
        if t.factions == 0:
            g.resource[player, resource] = t.start_resource[resource]
        else:
            g.resource[player, resource] = t.faction_resource[g.faction[player], resource]


@kernel
def shuffle_decks(g: Game, t: Tables) -> None:
    """Shuffle the political deck and the three Resistance decks."""
    for card in range(t.political_cards):
        g.political_deck[card] = card
    g.political_left = t.political_cards
    shuffle(g, g.political_deck, g.political_left, 0, SETUP)
    for card in range(t.resistance_cards):
        level = t.resistance_level[card] - 1
        g.resistance_deck[level, g.resistance_left[level]] = card
        g.resistance_left[level] += 1
    for level in range(len(g.resistance_left)):
        shuffle(g, g.resistance_deck[level], g.resistance_left[level], 0, SETUP)
    fill_outposts(g, t)
    fill_events(g, t)
    fill_combat_decks(g, t)


@kernel
def fill_outposts(g: Game, t: Tables) -> None:
    """Shuffle the Outpost tokens and both decks of Outpost cards (M3)."""
    if t.outposts == 0:
        return
    for token in range(len(t.outpost_tokens)):
        for _ in range(t.outpost_tokens[token]):
            g.outpost_pile[g.outpost_pile_left] = token + 1
            g.outpost_pile_left += 1
    shuffle(g, g.outpost_pile, g.outpost_pile_left, 0, SETUP)
    for kind in range(t.outpost_cards):
        level = t.outpost_level[kind] - 1
        for _ in range(t.outpost_copies[kind]):
            g.outpost_deck[level, g.outpost_left[level]] = kind
            g.outpost_left[level] += 1
    for level in range(len(g.outpost_left)):
        shuffle(g, g.outpost_deck[level], g.outpost_left[level], 0, SETUP)


@kernel
def fill_events(g: Game, t: Tables) -> None:
    """Shuffle the Event deck (M4)."""
    g.event_left = fill_copies(g, g.event_deck, t.event_copies[: t.events], SETUP)


@kernel
def fill_combat_decks(g: Game, t: Tables) -> None:
    """Shuffle the decks of combat cards and of Resistance combat cards (EoE)."""
    g.combat_left = fill_copies(g, g.combat_deck, t.combat_copies[: t.combat_cards], SETUP)
    g.foe_left = fill_copies(g, g.foe_deck, t.foe_copies[: t.foe_cards], SETUP)


@kernel
def deal_leaders(g: Game, t: Tables) -> None:
    """Deal two Leaders to each player, unless any can be chosen (M10)."""
    if t.leaders > 0 and t.free_leaders == 0:
        for player in range(t.players):
            for slot in range(len(g.leader_offer[player])):
                g.leader_offer[player, slot] = undealt_leader(g, t, SETUP)


@kernel
def undealt_leader(g: Game, t: Tables, stream: int) -> int:
    """A random Leader that nobody has or has been offered."""
    left = 0
    for leader in range(t.leaders):
        if not is_dealt(g, t, leader):
            left += 1
    which = below(g, stream, left)
    for leader in range(t.leaders):
        if not is_dealt(g, t, leader):
            if which == 0:
                return leader
            which -= 1
    return -1


@kernel
def is_dealt(g: Game, t: Tables, leader: int) -> bool:
    """Whether a player has a Leader, has refused it, or can choose it."""
    for player in range(t.players):
        if g.leader[player] == leader or g.leader_refused[player] == leader:
            return True
        for slot in range(len(g.leader_offer[player])):
            if g.leader_offer[player, slot] == leader:
                return True
    return False
