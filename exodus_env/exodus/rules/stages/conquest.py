"""V. Conquest: mount, move, Civilian Ships, detection, Player Combat, Resistance Combat, deploy. Twice a turn.

Modules add steps with frames of their own: Exploration after movement, Outpost Combat and jumps at the end.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import (
    first_alike,
    has_planet,
    is_twin,
    kill_population,
    ships_alike,
    ships_at,
    technologies_known,
    visible_ships,
)
from exodus_env.exodus.rules.begin import BY_LANDING, begin_combat, begin_learning
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.combat.resistance_deck import foe_cards, has_card
from exodus_env.exodus.rules.frames import (
    CONQUEST_DEPLOYED,
    CONQUEST_HEX,
    CONQUEST_KNOWN,
    CONQUEST_OTHER,
    CONQUEST_PLACE,
    CONQUEST_RAIDED,
    CONQUEST_RESISTED,
    CONQUEST_SOURCE,
    LEARN_FREE_HEX,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.outposts import reveal_outpost
from exodus_env.exodus.rules.stages.movement import could_block
from exodus_env.exodus.tables import STRONGHOLD, Tables
from exodus_env.kit.chance import die
from exodus_env.kit.choices import allow, allow_pair, family_of, first_factor, relative_seat, seat, second_factor
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

MOUNT, TRAVEL, MOVE, EXPLORE, CIVILIAN, UNCLOAK, RADAR, LATE_UNCLOAK, LAST_STAND = 1, 2, 3, 4, 5, 6, 7, 8, 9
BATTLES, RESISTANCE, SQUADRONS, DEPLOY, OUTPOSTS, JUMPS, DONE = 10, 11, 12, 13, 14, 15, 16
ANY_COST: Final = 999


@kernel
def run_conquest(g: Game, t: Tables) -> None:
    """A Conquest Stage, step by step."""
    step = get(g, STEP)
    if step == 0:
        begin_conquest(g, t)
        go(g, MOUNT)
    elif step == MOUNT:
        run_mounting(g, t)
    elif step == TRAVEL:
        run_departure(g, t)
    elif step == MOVE:
        go(g, EXPLORE)
        push(g, frames.MOVEMENT)
    elif step == EXPLORE:
        go(g, CIVILIAN)
        if t.exploration == 1:
            push(g, frames.EXPLORATION)
    elif step == CIVILIAN:
        run_civilian_ships(g, t)
    elif step == UNCLOAK or step == LATE_UNCLOAK:
        run_uncloaking(g, t, step)
    elif step == RADAR:
        run_radar(g, t)
    elif step == LAST_STAND:
        if t.npc_radar == 1:
            detect_by_npc(g, t)
        if is_last_conquest(g, t) and t.solitaire == 0:
            uncloak_everything(g, t)
        detect_by_squadrons(g, t)
        go(g, BATTLES if t.coop == 0 else RESISTANCE)
    elif step == BATTLES:
        run_battles(g, t)
    elif step == RESISTANCE:
        run_resistance_battles(g, t)
    elif step == SQUADRONS:
        go(g, DEPLOY)
        if t.scenario == STRONGHOLD:
            push(g, frames.SQUADRONS)
    elif step == DEPLOY:
        run_deployment(g, t)
    elif step == OUTPOSTS:
        go(g, JUMPS)
        if t.outposts == 1:
            push(g, frames.OUTPOSTS)
    elif step == JUMPS:
        go(g, DONE)
        if t.gates > 0:
            push(g, frames.JUMPS)
    else:
        g.fought[:] = 0
        g.arrived[:] = 0
        pop(g)


@kernel
def begin_conquest(g: Game, t: Tables) -> None:
    """The ships of every player with Cloaking are cloaked until they uncloak or are detected."""
    g.stage = frames.CONQUEST_STAGE
    note(g, log.E_STAGE_BEGINS, frames.CONQUEST_STAGE, g.conquest, 0, 0)
    for player in range(t.players):
        g.cloaked[player, : t.hexes] = 1 if modifier(g, player, m.CLOAKING) > 0 else 0


@kernel
def is_last_conquest(g: Game, t: Tables) -> bool:
    """Whether this is the last Conquest Stage of the last turn."""
    return bool(g.turn == t.turns and g.conquest == g.conquests)


# Mount Population ---------------------------------------------------------------------------------------------------


@kernel
def run_mounting(g: Game, t: Tables) -> None:
    """In turn order players may mount Population from planets onto ships in the same hex."""
    while get(g, CONQUEST_PLACE) < t.players:
        player = int(g.order[get(g, CONQUEST_PLACE)])
        for ship in range(t.ships):
            if can_mount(g, t, player, ship):
                ask(g, player, choices.D_MOUNT)
                return
        add(g, CONQUEST_PLACE, 1)
    g.boarded[:, :] = 0
    put(g, CONQUEST_PLACE, 0)
    go(g, TRAVEL)


@kernel
def can_mount(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship has room, the planet in its hex has a cube to give, and the owner has not said how many yet."""
    hexagon = g.ship_hex[player, ship]
    if hexagon < 0 or g.ship_cargo[player, ship] >= g.room[player, t.ship_class[ship]]:
        return False
    return bool(g.population[hexagon, player] > 0 and g.boarded[player, ship] == 0)


@kernel
def legal_mount(g: Game, t: Tables, mask: Mask) -> None:
    """Ships and how many cubes they can take, each together with identical ships before it, or done."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_mount(g, t, g.actor, ship):
            left = int(g.population[g.ship_hex[g.actor, ship], g.actor]) // ships_alike(g, t, g.actor, ship)
            room = int(g.room[g.actor, t.ship_class[ship]]) - int(g.ship_cargo[g.actor, ship])
            legal_cubes(t, mask, choices.MOUNT, ship, min(left, room))


@kernel
def legal_cubes(t: Tables, mask: Mask, family: int, ship: int, most: int) -> None:
    """From one cube of a ship up to the most that can board or land."""
    for cubes in range(min(most, choices.CUBES_AT_ONCE)):
        allow_pair(t, mask, family, ship, cubes, choices.CUBES_AT_ONCE)


@kernel
def choose_mount(g: Game, t: Tables, action: int) -> None:
    """Move cubes onto the ship, and as many onto each identical ship before it; these ships are then settled."""
    if family_of(t, action) == choices.PASS:
        add(g, CONQUEST_PLACE, 1)
        return
    last = first_factor(t, action)
    cubes = second_factor(t, action) + 1
    hexagon = int(g.ship_hex[g.actor, last])
    for _ in range(ships_alike(g, t, g.actor, last)):
        ship = first_alike(g, t, g.actor, last)
        g.population[hexagon, g.actor] -= cubes
        g.ship_cargo[g.actor, ship] += cubes
        g.boarded[g.actor, ship] = 1 if cubes < choices.CUBES_AT_ONCE else 0
        note(g, log.E_MOUNTED, g.actor, ship, hexagon, cubes)


# Cloaked or not -----------------------------------------------------------------------------------------------------


@kernel
def run_departure(g: Game, t: Tables) -> None:
    """In turn order, players with Cloaking may travel uncloaked if their ships could then block others."""
    while get(g, CONQUEST_PLACE) < t.players:
        player = int(g.order[get(g, CONQUEST_PLACE)])
        if modifier(g, player, m.CLOAKING) > 0 and could_block(g, t, player):
            ask(g, player, choices.D_TRAVEL)
            return
        add(g, CONQUEST_PLACE, 1)
    put(g, CONQUEST_PLACE, 0)
    go(g, MOVE)


@kernel
def choose_travel(g: Game, t: Tables, action: int) -> None:
    """All ships of a player, or none, travel uncloaked in this Conquest Stage."""
    add(g, CONQUEST_PLACE, 1)
    if family_of(t, action) == choices.UNCLOAK:
        g.cloaked[g.actor, :] = 0
        note(g, log.E_TRAVELS_UNCLOAKED, g.actor, 0, 0, 0)


# Civilian Ships -----------------------------------------------------------------------------------------------------


@kernel
def run_civilian_ships(g: Game, t: Tables) -> None:
    """After movement, players with Civilian Ships may move cubes between planets that hold their Population."""
    while get(g, CONQUEST_PLACE) < t.players:
        player = int(g.order[get(g, CONQUEST_PLACE)])
        if modifier(g, player, m.CIVILIAN_SHIPS) > 0:
            if get(g, CONQUEST_SOURCE) > 0:
                ask(g, player, choices.D_CIVILIAN_TO)
                focus(g, get(g, CONQUEST_SOURCE) - 1, -1, -1)
                return
            if can_ship_cubes(g, t, player):
                ask(g, player, choices.D_CIVILIAN_FROM)
                return
        end_civilian_ships(g)
    put(g, CONQUEST_PLACE, 0)
    put(g, CONQUEST_HEX, 0)
    go(g, UNCLOAK)


@kernel
def end_civilian_ships(g: Game) -> None:
    """The next player's turn."""
    g.arrived[:] = 0
    add(g, CONQUEST_PLACE, 1)


@kernel
def can_ship_from(g: Game, player: int, hexagon: int) -> bool:
    """Whether a planet has a cube that has not just arrived. Each cube moves once, so shipping ends."""
    return bool(g.population[hexagon, player] > g.arrived[hexagon])


@kernel
def can_ship_cubes(g: Game, t: Tables, player: int) -> bool:
    """Whether there is a cube to move and another planet to move it to."""
    planets = 0
    sources = 0
    for hexagon in range(t.hexes):
        if g.population[hexagon, player] > 0:
            planets += 1
            if can_ship_from(g, player, hexagon):
                sources += 1
    return planets > 1 and sources > 0


@kernel
def legal_civilian_from(g: Game, t: Tables, mask: Mask) -> None:
    """Planets that a cube can leave, or done."""
    allow(t, mask, choices.PASS, 0)
    for hexagon in range(t.hexes):
        if can_ship_from(g, g.actor, hexagon):
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_civilian_from(g: Game, t: Tables, action: int) -> None:
    """Take a cube from the planet, or finish."""
    if family_of(t, action) == choices.PASS:
        end_civilian_ships(g)
    else:
        put(g, CONQUEST_SOURCE, first_factor(t, action) + 1)


@kernel
def legal_civilian_to(g: Game, t: Tables, mask: Mask) -> None:
    """Other planets with the player's Population."""
    for hexagon in range(t.hexes):
        if hexagon != get(g, CONQUEST_SOURCE) - 1 and g.population[hexagon, g.actor] > 0:
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_civilian_to(g: Game, t: Tables, action: int) -> None:
    """Put the cube on the planet."""
    source = get(g, CONQUEST_SOURCE) - 1
    target = first_factor(t, action)
    g.population[source, g.actor] -= 1
    g.population[target, g.actor] += 1
    g.arrived[target] += 1
    put(g, CONQUEST_SOURCE, 0)
    note(g, log.E_CUBE_SHIPPED, g.actor, source, target, 0)


# Detection ----------------------------------------------------------------------------------------------------------


@kernel
def run_uncloaking(g: Game, t: Tables, step: int) -> None:
    """In turn order, hex by hex, cloaked ships may uncloak if there is somebody to fight.

    Players with Advanced Cloaking, whom Radar cannot force, may wait for what it reveals (Edge of Extinction).
    """
    while get(g, CONQUEST_PLACE) < t.players:
        player = int(g.order[get(g, CONQUEST_PLACE)])
        own_time = LATE_UNCLOAK if modifier(g, player, m.RADAR_PROOF) > 0 else UNCLOAK
        while get(g, CONQUEST_HEX) < t.hexes:
            if step == own_time and may_uncloak(g, t, player, get(g, CONQUEST_HEX)):
                ask(g, player, choices.D_UNCLOAK)
                focus(g, get(g, CONQUEST_HEX), -1, -1)
                return
            add(g, CONQUEST_HEX, 1)
        put(g, CONQUEST_HEX, 0)
        add(g, CONQUEST_PLACE, 1)
    put(g, CONQUEST_PLACE, 0)
    go(g, RADAR if step == UNCLOAK else LAST_STAND)


@kernel
def may_uncloak(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a player has cloaked ships in a hex together with visible enemies, and combat is possible there."""
    if g.cloaked[player, hexagon] == 0 or ships_at(g, t, player, hexagon) == 0 or hexagon == g.no_combat:
        return False
    if g.resistance[hexagon] > 0 and g.dormant[hexagon] == 0:
        return True
    for other in range(t.players):
        if t.coop == 0 and other != player and visible_ships(g, t, other, hexagon) > 0:
            return True
    return False


@kernel
def legal_yes_or_no(g: Game, t: Tables, mask: Mask) -> None:
    """To uncloak, or not."""
    allow(t, mask, choices.PASS, 0)
    allow(t, mask, choices.UNCLOAK, 0)


@kernel
def choose_uncloak(g: Game, t: Tables, action: int) -> None:
    """Uncloak all the player's ships in the hex, or none."""
    hexagon = get(g, CONQUEST_HEX)
    add(g, CONQUEST_HEX, 1)
    if family_of(t, action) == choices.UNCLOAK:
        uncloak(g, g.actor, hexagon, g.actor)


@kernel
def uncloak(g: Game, player: int, hexagon: int, by: int) -> None:
    """A player's ships in a hex become visible."""
    g.cloaked[player, hexagon] = 0
    note(g, log.E_UNCLOAKED, player, hexagon, by, 0)


@kernel
def run_radar(g: Game, t: Tables) -> None:
    """In turn order, players with Radar may force cloaked ships in hexes with their own ships to uncloak."""
    while get(g, CONQUEST_PLACE) < t.players:
        player = int(g.order[get(g, CONQUEST_PLACE)])
        while get(g, CONQUEST_HEX) < t.hexes:
            while get(g, CONQUEST_OTHER) < t.players:
                other = int(g.order[get(g, CONQUEST_OTHER)])
                if may_force(g, t, player, other, get(g, CONQUEST_HEX)):
                    ask(g, player, choices.D_FORCE_UNCLOAK)
                    focus(g, get(g, CONQUEST_HEX), other, -1)
                    return
                add(g, CONQUEST_OTHER, 1)
            put(g, CONQUEST_OTHER, 0)
            add(g, CONQUEST_HEX, 1)
        put(g, CONQUEST_HEX, 0)
        add(g, CONQUEST_PLACE, 1)
    put(g, CONQUEST_PLACE, 0)
    go(g, LATE_UNCLOAK if t.eoe == 1 else LAST_STAND)


@kernel
def may_force(g: Game, t: Tables, player: int, other: int, hexagon: int) -> bool:
    """Whether one player's Radar reaches another's cloaked ships in a hex; allies have nothing to find."""
    if t.coop == 1 or player == other or modifier(g, player, m.RADAR) == 0 or g.cloaked[other, hexagon] == 0:
        return False
    if hexagon == g.no_combat or modifier(g, other, m.RADAR_PROOF) > 0:
        return False
    return ships_at(g, t, other, hexagon) > 0 and ships_at(g, t, player, hexagon) > 0


@kernel
def choose_force_uncloak(g: Game, t: Tables, action: int) -> None:
    """Force the other player's ships to uncloak, or not."""
    add(g, CONQUEST_OTHER, 1)
    if family_of(t, action) == choices.UNCLOAK:
        uncloak(g, g.focus_player, g.focus_hex, g.actor)


@kernel
def uncloak_everything(g: Game, t: Tables) -> None:
    """In the last Conquest Stage of the game everything becomes visible."""
    for player in range(t.players):
        g.cloaked[player, :] = 0


@kernel
def detect_by_npc(g: Game, t: Tables) -> None:
    """The NPC's Radar finds all ships, wherever they are, except those with Advanced Cloaking (solitaire)."""
    player = int(g.order[0])
    if modifier(g, player, m.RADAR_PROOF) == 0:
        for hexagon in range(t.hexes):
            detect(g, t, hexagon)
        g.cloaked[player, :] = 0


@kernel
def detect_by_squadrons(g: Game, t: Tables) -> None:
    """Warship Squadrons force every ship in their hex to uncloak (Stronghold)."""
    for hexagon in range(t.hexes):
        if g.squadron[hexagon] > 0:
            detect(g, t, hexagon)


@kernel
def detect(g: Game, t: Tables, hexagon: int) -> None:
    """All cloaked ships in a hex become visible."""
    for player in range(t.players):
        if g.cloaked[player, hexagon] == 1 and ships_at(g, t, player, hexagon) > 0:
            uncloak(g, player, hexagon, -1)


# Player Combat ------------------------------------------------------------------------------------------------------


@kernel
def run_battles(g: Game, t: Tables) -> None:
    """Resolve every hex with visible ships of several players; the Chancellor chooses the order."""
    hexagon = next_battle(g, t, 0)
    if hexagon < 0:
        g.fought[:] = 0
        put(g, CONQUEST_PLACE, 0)
        put(g, CONQUEST_HEX, 0)
        go(g, RESISTANCE)
    elif next_battle(g, t, hexagon + 1) < 0:
        begin_battle(g, hexagon)
    else:
        ask(g, int(g.order[0]), choices.D_BATTLE)


@kernel
def next_battle(g: Game, t: Tables, first: int) -> int:
    """The next hex, from `first` on, with a battle of this step still to be fought, or -1."""
    for hexagon in range(first, t.hexes):
        if g.fought[hexagon] == 0:
            if get(g, STEP) == RESISTANCE:
                if is_resisted(g, t, hexagon):
                    return hexagon
            elif combatants(g, t, hexagon) > 1:
                return hexagon
    return -1


@kernel
def combatants(g: Game, t: Tables, hexagon: int) -> int:
    """Players who fight each other in a hex."""
    count = 0
    for player in range(t.players):
        if fights_players(g, t, player, hexagon):
            count += 1
    return count


@kernel
def fights_players(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a player's ships in a hex take part in Player Combat: they are visible, and no card forbids it."""
    if modifier(g, player, m.COMBAT_BARRED) > 0 or hexagon == g.no_combat:
        return False
    if hexagon == t.council_hex and modifier(g, player, m.COUNCIL_COMBAT_BARRED) > 0:
        return False
    return visible_ships(g, t, player, hexagon) > 0


@kernel
def begin_battle(g: Game, hexagon: int) -> None:
    """Start the battle in a hex."""
    g.fought[hexagon] = 1
    begin_combat(g, hexagon, -1, frames.ORDINARY)


@kernel
def legal_battle(g: Game, t: Tables, mask: Mask) -> None:
    """Hexes with a battle still to be fought."""
    hexagon = next_battle(g, t, 0)
    while hexagon >= 0:
        allow(t, mask, choices.HEX, hexagon)
        hexagon = next_battle(g, t, hexagon + 1)


@kernel
def choose_battle(g: Game, t: Tables, action: int) -> None:
    """The Chancellor chooses the next battle."""
    if get(g, STEP) == RESISTANCE:
        enter_resistance_hex(g, first_factor(t, action))
    else:
        begin_battle(g, first_factor(t, action))


# Resistance Combat --------------------------------------------------------------------------------------------------


@kernel
def run_resistance_battles(g: Game, t: Tables) -> None:
    """Hex by hex, visible ships fight the Resistance; several players one after another in turn order.

    Hexes follow by number. With Edge of Extinction, where one battle can affect the next, the Chancellor chooses.
    """
    while get(g, CONQUEST_HEX) < t.hexes:
        if t.eoe == 1 and get(g, CONQUEST_RESISTED) == 0:
            if not has_next_resistance_hex(g, t):
                return
            continue
        hexagon = get(g, CONQUEST_HEX)
        while get(g, CONQUEST_PLACE) < t.players:
            player = int(g.order[get(g, CONQUEST_PLACE)])
            add(g, CONQUEST_PLACE, 1)
            if meets_resistance(g, t, player, hexagon):
                if t.coop == 1:
                    fight_together(g, t, hexagon)
                else:
                    begin_combat(g, hexagon, player, frames.ORDINARY)
                return
        put(g, CONQUEST_PLACE, 0)
        if t.eoe == 1:
            put(g, CONQUEST_RESISTED, 0)
        else:
            add(g, CONQUEST_HEX, 1)
    put(g, CONQUEST_PLACE, 0)
    go(g, SQUADRONS)


@kernel
def has_next_resistance_hex(g: Game, t: Tables) -> bool:
    """Go to the next hex with a Resistance to fight, or past the last; False while the Chancellor is being asked."""
    hexagon = next_battle(g, t, 0)
    if hexagon < 0:
        g.fought[:] = 0
        put(g, CONQUEST_HEX, int(t.hexes))
    elif next_battle(g, t, hexagon + 1) < 0:
        enter_resistance_hex(g, hexagon)
    else:
        ask(g, int(g.order[0]), choices.D_BATTLE)
        return False
    return True


@kernel
def enter_resistance_hex(g: Game, hexagon: int) -> None:
    """Go to the hex whose Resistance is fought next."""
    g.fought[hexagon] = 1
    put(g, CONQUEST_HEX, hexagon)
    put(g, CONQUEST_RESISTED, 1)


@kernel
def is_resisted(g: Game, t: Tables, hexagon: int) -> bool:
    """Whether anybody will fight the Resistance in a hex."""
    for player in range(t.players):
        if meets_resistance(g, t, player, hexagon):
            return True
    return False


@kernel
def fight_together(g: Game, t: Tables, hexagon: int) -> None:
    """If players win together, all of them in the hex fight the Resistance in one combat."""
    put(g, CONQUEST_PLACE, t.players)
    begin_combat(g, hexagon, -1, frames.TOGETHER)


@kernel
def meets_resistance(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a player's visible ships share a hex with an active Resistance for which there is a card."""
    if g.resistance[hexagon] == 0 or g.dormant[hexagon] == 1 or hexagon == g.no_combat:
        return False
    if visible_ships(g, t, player, hexagon) == 0:
        return False
    for deck in range(len(g.resistance_left)):
        if foe_cards(g, t, hexagon, deck) > 0 and has_card(g, t, deck):
            return True
    return False


# Deploy Population --------------------------------------------------------------------------------------------------


@kernel
def run_deployment(g: Game, t: Tables) -> None:
    """In turn order players may land cubes on planets. `stranded` counts the cubes that failed to land."""
    while get(g, CONQUEST_PLACE) < t.players:
        player = int(g.order[get(g, CONQUEST_PLACE)])
        if get(g, CONQUEST_RAIDED) > 0:
            ask(g, player, choices.D_COMMANDO_TARGET)
            focus(g, get(g, CONQUEST_RAIDED) - 1, -1, -1)
            return
        for ship in range(t.ships):
            if get(g, CONQUEST_DEPLOYED) == 0 and can_deploy(g, t, player, ship):
                ask(g, player, choices.D_DEPLOY)
                return
        if not end_deployment(g, t, player):
            return
    g.stranded[:, :] = 0
    go(g, OUTPOSTS)


@kernel
def can_deploy(g: Game, t: Tables, player: int, ship: int) -> bool:
    """Whether a ship has a cube that has not tried to land yet, and a planet below."""
    hexagon = g.ship_hex[player, ship]
    if hexagon < 0 or g.ship_cargo[player, ship] <= g.stranded[player, ship]:
        return False
    return has_planet(g, hexagon)


@kernel
def legal_deploy(g: Game, t: Tables, mask: Mask) -> None:
    """Ships and how many cubes they can land, each together with identical ships before it; an attack with one cube;
    done."""
    allow(t, mask, choices.PASS, 0)
    for ship in range(t.ships):
        if can_deploy(g, t, g.actor, ship):
            legal_cubes(t, mask, choices.DEPLOY, ship, int(g.ship_cargo[g.actor, ship] - g.stranded[g.actor, ship]))
            if can_raid(g, t, g.actor, g.ship_hex[g.actor, ship]) and not is_twin(g, t, g.actor, ship):
                allow(t, mask, choices.SHIP, ship)


@kernel
def choose_deploy(g: Game, t: Tables, action: int) -> None:
    """Land cubes from each ship, attack with one cube, or finish."""
    if family_of(t, action) == choices.PASS:
        put(g, CONQUEST_DEPLOYED, 1)
        put(g, CONQUEST_KNOWN, technologies_known(g, t, g.actor))
        return
    last = first_factor(t, action)
    hexagon = int(g.ship_hex[g.actor, last])
    if family_of(t, action) == choices.SHIP:
        raid(g, t, last, hexagon)
        return
    for _ in range(ships_alike(g, t, g.actor, last)):
        ship = first_alike(g, t, g.actor, last)
        for _ in range(second_factor(t, action) + 1):
            land(g, t, ship, hexagon)


@kernel
def land(g: Game, t: Tables, ship: int, hexagon: int) -> None:
    """Land a cube. On a planet with moons a die is rolled first; the cube stays on board if the roll fails."""
    landed = 1
    if t.planet_moons[g.planet[hexagon]] > 0 and modifier(g, g.actor, m.DESCEND) > 1:
        landed = 1 if die(g) >= modifier(g, g.actor, m.DESCEND) else 0
    if landed == 1:
        g.ship_cargo[g.actor, ship] -= 1
        g.population[hexagon, g.actor] += 1
    else:
        g.stranded[g.actor, ship] += 1
    note(g, log.E_DEPLOYED, g.actor, hexagon, landed, 0)
    if landed == 1:
        reveal_outpost(g, hexagon)
        if modifier(g, g.actor, m.COPY_LANDING) > 0 and lives_another(g, t, g.actor, hexagon):
            g.landed[hexagon] = 1


@kernel
def lives_another(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether another player has Population on a planet."""
    for other in range(t.players):
        if other != player and g.population[hexagon, other] > 0:
            return True
    return False


# Commandos (Edge of Extinction) -------------------------------------------------------------------------------------


@kernel
def can_raid(g: Game, t: Tables, player: int, hexagon: int) -> bool:
    """Whether a player's Population may attack that of others on a planet; peaceful planets are exempt."""
    if modifier(g, player, m.COMMANDOS) == 0 or t.planet_peaceful[g.planet[hexagon]] == 1:
        return False
    return lives_another(g, t, player, hexagon)


@kernel
def raid(g: Game, t: Tables, ship: int, hexagon: int) -> None:
    """Use up a cube instead of landing it; with a good roll it kills another player's cube."""
    g.ship_cargo[g.actor, ship] -= 1
    g.supply[g.actor] += 1
    killed = 1 if die(g) >= t.commando_roll else 0
    note(g, log.E_COMMANDO, g.actor, hexagon, killed, 0)
    if killed == 1:
        put(g, CONQUEST_RAIDED, hexagon + 1)


@kernel
def legal_commando_target(g: Game, t: Tables, mask: Mask) -> None:
    """Other players with Population on the planet."""
    for player in range(t.players):
        if player != g.actor and g.population[g.focus_hex, player] > 0:
            allow(t, mask, choices.PLAYER, relative_seat(t, g.actor, player))


@kernel
def choose_commando_target(g: Game, t: Tables, action: int) -> None:
    """Kill a cube of the named player."""
    put(g, CONQUEST_RAIDED, 0)
    kill_population(g, g.focus_hex, seat(t, g.actor, first_factor(t, action)), 1)


# Expert Research (Edge of Extinction) -------------------------------------------------------------------------------


@kernel
def end_deployment(g: Game, t: Tables, player: int) -> bool:
    """A player has deployed and may once research what others know where Population landed; False while that lasts."""
    if get(g, CONQUEST_DEPLOYED) == 0:
        put(g, CONQUEST_DEPLOYED, 1)
        put(g, CONQUEST_KNOWN, technologies_known(g, t, player))
    if technologies_known(g, t, player) == get(g, CONQUEST_KNOWN):
        for hexagon in range(t.hexes):
            if g.landed[hexagon] == 1:
                g.landed[hexagon] = 0
                begin_learning(g, player, ANY_COST, BY_LANDING)
                put(g, LEARN_FREE_HEX, hexagon)
                return False
    g.landed[:] = 0
    put(g, CONQUEST_DEPLOYED, 0)
    put(g, CONQUEST_KNOWN, 0)
    add(g, CONQUEST_PLACE, 1)
    return True
