"""Centaurian Stronghold: squadrons are deployed and move, battles with them, the attack on the Stronghold, the end."""

from __future__ import annotations

from exodus_env.exodus.capacity import DIRECTIONS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import is_twin, ships_at
from exodus_env.exodus.rules.begin import begin_combat
from exodus_env.exodus.rules.combat.ending import clear_combat
from exodus_env.exodus.rules.combat.sides import fights
from exodus_env.exodus.rules.frames import ACTIVATION_HEX, ACTIVATION_PLACE, ASSAULT_PLACE, SQUADRONS_HEX
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.scoring import LOST, WON, score_game
from exodus_env.exodus.rules.stages.conquest import detect
from exodus_env.exodus.rules.stages.window import begin_stage, open_next_window
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, below
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Distances, Mask, kernel
from exodus_env.kit.ways import FAR, come_nearer, is_nearer, spread, start_from

DEPLOY, MARCH, BATTLES, WINDOWS, DONE = 0, 1, 2, 3, 4


@kernel
def run_activation(g: Game, t: Tables) -> None:
    """The Stronghold Activation Stage: new squadrons, all squadrons move, battles at once; then the last windows."""
    step = get(g, STEP)
    if step == DEPLOY:
        deploy_squadrons(g, t)
    elif step == MARCH:
        run_march(g, t)
    elif step == BATTLES:
        go(g, WINDOWS)
        push(g, frames.SQUADRONS)
    elif step == WINDOWS:
        # The last windows before Conquest, with what the battles have left or brought.
        if not open_next_window(g, t, ACTIVATION_PLACE):
            go(g, DONE)
    else:
        pop(g)


@kernel
def deploy_squadrons(g: Game, t: Tables) -> None:
    """Deploy a squadron for each player from the supply; when the last one is on the board, the game is lost."""
    begin_stage(g, frames.ACTIVATION_STAGE)
    new = min(int(t.players), int(g.squadron_supply))
    g.squadron_supply -= new
    g.squadron[t.centre_hex] += new
    g.activations += 1
    note(g, log.E_SQUADRONS_PLACED, new, g.squadron_supply, 0, 0)
    if g.squadron_supply == 0:
        end_scenario(g, t, LOST)
        return
    g.marching[:] = g.squadron
    go(g, MARCH)


@kernel
def squadrons_on_board(g: Game, t: Tables) -> int:
    """Squadrons anywhere on the map."""
    count = 0
    for hexagon in range(t.hexes):
        count += int(g.squadron[hexagon])
    return count


# Marching -----------------------------------------------------------------------------------------------------------


@kernel
def run_march(g: Game, t: Tables) -> None:
    """One squadron after another, from the centre outward, moves a hex towards the closest ships."""
    while get(g, ACTIVATION_HEX) < t.hexes:
        source = get(g, ACTIVATION_HEX)
        if g.marching[source] == 0:
            add(g, ACTIVATION_HEX, 1)
            continue
        ways = squadron_ways(g, t, source, g.measured)
        count = count_ways(t, ways)
        if count == 0:
            g.marching[source] = 0
        elif count == 1 or t.coop == 0:
            move_squadron(g, t, source, nth_way(t, ways, 0 if count == 1 else below(g, PLAY, count)))
        else:
            ask(g, int(g.order[0]), choices.D_MARCH)
            focus(g, source, -1, -1)
            return
    put(g, ACTIVATION_HEX, 0)
    go(g, BATTLES)


@kernel
def fleet_size(g: Game, t: Tables, hexagon: int) -> int:
    """Ships of all players in a hex."""
    count = 0
    for player in range(t.players):
        count += ships_at(g, t, player, hexagon)
    return count


@kernel
def squadron_way(g: Game, t: Tables, hexagon: int, direction: int) -> int:
    """Where a squadron can go from a hex: also through the centre and a wormhole, never into a home; -1 if nowhere."""
    if direction < DIRECTIONS:
        return int(t.march[hexagon, direction])
    for end in range(2):
        other = int(g.wormhole[1 - end])
        if g.wormhole[end] == hexagon and t.home_of[other] < 0:
            return other
    return -1


@kernel
def measure_march(g: Game, t: Tables, goal: int, distance: Distances) -> None:
    """Measure how far squadrons are from a hex; a home is reached from the hexes beside it, and not entered."""
    start_from(distance, int(t.hexes), goal)
    nearer = True
    while nearer:
        spread(distance, t.march, int(t.hexes))
        nearer = False
        for end in range(2):
            hexagon = int(g.wormhole[end])
            if hexagon >= 0 and come_nearer(distance, hexagon, squadron_way(g, t, hexagon, DIRECTIONS), 1):
                nearer = True


@kernel
def distance_measured(g: Game, t: Tables, goal: int, distance: Distances) -> int:
    """How far a goal is from the hex that was measured from."""
    if t.home_of[goal] < 0:
        return int(distance[goal])
    nearest = FAR
    for direction in range(DIRECTIONS):
        beside = squadron_way(g, t, goal, direction)
        if beside >= 0:
            nearest = min(nearest, int(distance[beside]) + 1)
    return nearest


@kernel
def squadron_goals(g: Game, t: Tables, source: int, distance: Distances) -> int:
    """What attracts a squadron, one bit per hex: the closest ships, of several the hex with the most; 0 if it stays."""
    measure_march(g, t, source, distance)
    nearest = FAR
    most = 0
    goals = 0
    for goal in range(t.hexes):
        ships = fleet_size(g, t, goal)
        if ships > 0:
            far = distance_measured(g, t, goal, distance)
            if far < nearest or (far == nearest and ships > most):
                nearest = far
                most = ships
                goals = 0
            if far == nearest and ships == most:
                goals |= 1 << goal
    return goals if 0 < nearest < FAR else 0


@kernel
def squadron_ways(g: Game, t: Tables, source: int, distance: Distances) -> int:
    """The hexes that bring a squadron nearer to its goals, one bit each; the caller provides room for distances."""
    goals = squadron_goals(g, t, source, distance)
    ways = 0
    for goal in range(t.hexes):
        if (goals >> goal) & 1 == 1:
            measure_march(g, t, goal, distance)
            for direction in range(DIRECTIONS + 1):
                beside = squadron_way(g, t, source, direction)
                if is_nearer(distance, source, beside):
                    ways |= 1 << beside
    distance[: t.hexes] = 0
    return ways


@kernel
def count_ways(t: Tables, ways: int) -> int:
    """How many hexes bring a squadron nearer."""
    count = 0
    for hexagon in range(t.hexes):
        count += (ways >> hexagon) & 1
    return count


@kernel
def nth_way(t: Tables, ways: int, which: int) -> int:
    """One of the hexes that bring a squadron nearer."""
    for hexagon in range(t.hexes):
        if (ways >> hexagon) & 1 == 1:
            if which == 0:
                return hexagon
            which -= 1
    return -1


@kernel
def legal_march(g: Game, t: Tables, mask: Mask) -> None:
    """Each hex that brings the squadron nearer. While it searches, the mask holds the distances of the hexes."""
    first = int(t.family_start[choices.MARCH])
    ways = squadron_ways(g, t, get(g, ACTIVATION_HEX), mask[first : first + int(t.hexes)])
    for hexagon in range(t.hexes):
        if (ways >> hexagon) & 1 == 1:
            allow(t, mask, choices.MARCH, hexagon)


@kernel
def choose_march(g: Game, t: Tables, action: int) -> None:
    """Move the squadron to the chosen hex."""
    move_squadron(g, t, get(g, ACTIVATION_HEX), first_factor(t, action))


@kernel
def move_squadron(g: Game, t: Tables, source: int, target: int) -> None:
    """Move a squadron one hex; barriers do not affect it, and face-down hexes stay face down."""
    g.marching[source] -= 1
    g.squadron[source] -= 1
    g.squadron[target] += 1
    note(g, log.E_SQUADRON_MOVED, source, target, 0, 0)


# Battles ------------------------------------------------------------------------------------------------------------

FIGHT, ATTACK, FINISHED = 0, 1, 2


@kernel
def run_squadrons(g: Game, t: Tables) -> None:
    """Hex by hex, all ships that share a hex with squadrons fight them together; then the Stronghold may be
    attacked."""
    step = get(g, STEP)
    if step == FIGHT:
        fight_next_squadrons(g, t)
    elif step == ATTACK:
        go(g, FINISHED)
        if can_attack_stronghold(g, t):
            push(g, frames.ASSAULT)
    else:
        pop(g)


@kernel
def fight_next_squadrons(g: Game, t: Tables) -> None:
    """Go to the next hex with squadrons and ships."""
    while get(g, SQUADRONS_HEX) < t.hexes:
        hexagon = get(g, SQUADRONS_HEX)
        add(g, SQUADRONS_HEX, 1)
        if meets_squadrons(g, t, hexagon):
            detect(g, t, hexagon)
            begin_combat(g, hexagon, -1, frames.AGAINST_SQUADRONS)
            return
    go(g, ATTACK)


@kernel
def meets_squadrons(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether a hex has both ships and squadrons, and combat is possible there."""
    return g.squadron[hexagon] > 0 and hexagon != g.no_combat and fleet_size(g, t, hexagon) > 0


@kernel
def can_attack_stronghold(g: Game, t: Tables) -> bool:
    """Whether the Stronghold can be attacked: it has activated, and no squadron is on the board."""
    return g.activations > 0 and g.stronghold > 0 and squadrons_on_board(g, t) == 0


# The attack on the Stronghold -----------------------------------------------------------------------------------------

JOINING, FIGHTING, OVER = 0, 1, 2


@kernel
def assault_hex(g: Game, t: Tables, way: int) -> int:
    """A hex next to the Stronghold, also through a wormhole; -1 if there is none or no combat is possible there."""
    hexagon = squadron_way(g, t, int(t.centre_hex), way)
    return -1 if hexagon == g.no_combat else hexagon


@kernel
def run_assault(g: Game, t: Tables) -> None:
    """In turn order, ship by ship, players say which of their ships join; then those fight together."""
    step = get(g, STEP)
    if step == JOINING:
        while get(g, ASSAULT_PLACE) < t.players:
            player = int(g.order[get(g, ASSAULT_PLACE)])
            for ship in range(t.ships):
                if can_join(g, t, player, ship):
                    ask(g, player, choices.D_JOIN)
                    return
            add(g, ASSAULT_PLACE, 1)
        go(g, FIGHTING)
    elif step == FIGHTING:
        go(g, OVER)
        if anybody_joined(g, t):
            begin_combat(g, int(t.centre_hex), -1, frames.AGAINST_STRONGHOLD)
    else:
        pop(g)
        if g.stronghold == 0:
            end_scenario(g, t, WON)


@kernel
def anybody_joined(g: Game, t: Tables) -> bool:
    """Whether a ship attacks the Stronghold."""
    for player in range(t.players):
        if fights(g, t, player):
            return True
    return False


@kernel
def can_join(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship is next to the Stronghold, also through a wormhole, and has not joined yet."""
    if g.ship_hex[player, ship] < 0 or g.fighting[player, ship] == 1:
        return False
    for way in range(DIRECTIONS + 1):
        if assault_hex(g, t, way) == g.ship_hex[player, ship]:
            return True
    return False


@kernel
def legal_join(g: Game, t: Tables, mask: Mask) -> None:
    """Ships that can join, or done."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_join(g, t, g.actor, ship) and not is_twin(g, t, g.actor, ship):
            allow(t, mask, choices.JOIN, ship)


@kernel
def choose_join(g: Game, t: Tables, action: int) -> None:
    """Join the attack with a ship, or keep the player's other ships out."""
    if family_of(t, action) == choices.PASS:
        add(g, ASSAULT_PLACE, 1)
        return
    ship = first_factor(t, action)
    g.fighting[g.actor, ship] = 1
    note(g, log.E_JOINED, g.actor, ship, g.ship_hex[g.actor, ship], 0)


# The end ------------------------------------------------------------------------------------------------------------


@kernel
def end_scenario(g: Game, t: Tables, outcome: int) -> None:
    """End the game at once, whatever is going on, and score it."""
    g.outcome = outcome
    note(g, log.E_SCENARIO_ENDED, outcome, 0, 0, 0)
    g.depth = 0
    g.stack[:, :] = 0
    g.marching[:] = 0
    g.fought[:] = 0
    g.arrived[:] = 0
    g.conquest = 0
    clear_combat(g)
    score_game(g, t)
