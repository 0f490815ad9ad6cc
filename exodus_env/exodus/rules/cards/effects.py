"""Card effects: rows of content, executed one after another, for each player they apply to in turn order.

Political cards, won cards, bonus actions, Events, Leaders and the action cards of factions share this file; it knows
opcodes, not cards. An effect with a choice asks a decision, or pushes the frame of the action that has the choice.
"""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.content.vocabulary import (
    AXINIUM,
    CONDITIONS,
    CP,
    EVERYWHERE,
    HERE,
    OPCODE_NAMES,
    PHASIUM,
    QUANTITIES,
    TARGETS,
    VP,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import (
    GAIN,
    controller,
    gain,
    grow,
    has_planet,
    kill_population,
    lose,
    room_on_counter,
    room_on_second_counter,
    ships_at,
    technologies_known,
)
from exodus_env.exodus.rules.begin import BY_CARD, begin_action, begin_conversion, begin_effects, begin_learning
from exodus_env.exodus.rules.cards.modifiers import (
    AMOUNT,
    ARG_A,
    ARG_B,
    ARG_C,
    CHANCELLOR,
    CONDITION,
    EACH,
    IN_OPTION,
    OPCODE,
    OTHERS,
    QUANTITY,
    TARGET,
    VICE_CHANCELLOR,
    holds_office,
    last_this_turn,
    recompute_modifiers,
)
from exodus_env.exodus.rules.edge.combat_hands import draw_combat_cards
from exodus_env.exodus.rules.frames import (
    ARM_PLAYER,
    BUILD_FREE_GIVEN,
    BUILD_FREE_PLAYER,
    EFFECTS_CONCERNED,
    EFFECTS_NAMED,
    EFFECTS_ONLY,
    EFFECTS_OPTION,
    EFFECTS_OWNER,
    EFFECTS_PLACE,
    EFFECTS_ROW,
    EFFECTS_ROWS,
    EQUIP_FREE_ANY_KIND,
    EQUIP_FREE_PLAYER,
    FORTIFY_PLAYER,
    SETTLE_CUBES,
    SETTLE_PLAYER,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.modules.exploration import colonise, jettison, place_token, recall, shatter, token_question
from exodus_env.exodus.rules.stages.upkeep import repair_fleet
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, first_factor, seat
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

LOSE: Final = OPCODE_NAMES.index("lose")
TRIBUTE: Final = OPCODE_NAMES.index("tribute")
GROW: Final = OPCODE_NAMES.index("grow")
SHRINK: Final = OPCODE_NAMES.index("shrink")
REPAIR: Final = OPCODE_NAMES.index("repair")
DAMAGE: Final = OPCODE_NAMES.index("damage")
REPLENISH: Final = OPCODE_NAMES.index("replenish")
DEPLETE: Final = OPCODE_NAMES.index("deplete")
LEARN: Final = OPCODE_NAMES.index("learn")
BUILD: Final = OPCODE_NAMES.index("build")
EQUIP: Final = OPCODE_NAMES.index("equip")
ACT: Final = OPCODE_NAMES.index("act")
CANCEL_LAW: Final = OPCODE_NAMES.index("cancel_law")
CHOOSE: Final = OPCODE_NAMES.index("choose")
EXTRA_CONQUEST: Final = OPCODE_NAMES.index("extra_conquest")
DISARM: Final = OPCODE_NAMES.index("disarm")
EXTRA_ACTION: Final = OPCODE_NAMES.index("extra_action")
MODIFY_TURN: Final = OPCODE_NAMES.index("modify_turn")
RECALL: Final = OPCODE_NAMES.index("recall")
JETTISON: Final = OPCODE_NAMES.index("jettison")
COLONISE: Final = OPCODE_NAMES.index("colonise")
SHATTER: Final = OPCODE_NAMES.index("shatter")
TOKEN: Final = OPCODE_NAMES.index("token")
DRAW_COMBAT: Final = OPCODE_NAMES.index("draw_combat")
FORTIFY: Final = OPCODE_NAMES.index("fortify")
ARM: Final = OPCODE_NAMES.index("arm")
SETTLE: Final = OPCODE_NAMES.index("settle")

OWNER: Final = TARGETS.index("owner")
AHEAD: Final = TARGETS.index("leaders")  # in VP; a Leader is something else (M10)
TRAILING: Final = TARGETS.index("trailing")
RICHEST: Final = TARGETS.index("richest")
POOREST: Final = TARGETS.index("poorest")
CHOSEN: Final = TARGETS.index("chosen")

AT_LEAST: Final = CONDITIONS.index("at_least")
BELOW: Final = CONDITIONS.index("below")

Q_CP: Final = QUANTITIES.index("cp")
Q_AXINIUM: Final = QUANTITIES.index("axinium")
Q_PHASIUM: Final = QUANTITIES.index("phasium")
Q_VP: Final = QUANTITIES.index("vp")
Q_SHIPS: Final = QUANTITIES.index("ships")
Q_PLANETS: Final = QUANTITIES.index("planets")
Q_CONTROLLED: Final = QUANTITIES.index("controlled_planets")
Q_TECHNOLOGIES: Final = QUANTITIES.index("technologies")
Q_HOME_POPULATION: Final = QUANTITIES.index("home_population")
Q_POPULATION: Final = QUANTITIES.index("population")
Q_COUNCIL_SHIPS: Final = QUANTITIES.index("council_ships")
Q_RESISTANCE_CARDS: Final = QUANTITIES.index("resistance_cards")
Q_ROCKETS: Final = QUANTITIES.index("rockets")
Q_LAWS: Final = QUANTITIES.index("laws")

# What happens to VP in a CONVERSION frame.
GAINING, LOSING = 0, 1

# Who caused an action: a card of the round, a reaction, a card effect, or the bonus action of the turn.
SOURCE_CARD, SOURCE_REACTION, SOURCE_EFFECT, SOURCE_BONUS = 0, 1, 2, 3

# Frame EFFECTS, its step BONUS for a bonus action, PRIMARY and REACTION for the halves of a faction's action card.
# Who a row applies to is settled when it begins, so that its effect on one player does not draw in another.
BONUS: Final = 1
PRIMARY: Final = 2
REACTION: Final = 3
SETTLED: Final = 64
ADDED: Final = 128  # this row takes effect only once, however many players it applies to


@kernel
def run_effects(g: Game, t: Tables) -> None:
    """Execute the current row for the next player it applies to, or go to the next row."""
    if get(g, EFFECTS_ROWS) == 0:
        pop(g)
        return
    row = get(g, EFFECTS_ROW)
    if t.effect[row, IN_OPTION] != get(g, EFFECTS_OPTION) or get(g, EFFECTS_PLACE) == t.players:
        add(g, EFFECTS_ROW, 1)
        add(g, EFFECTS_ROWS, -1)
        put(g, EFFECTS_PLACE, 0)
        put(g, EFFECTS_NAMED, 0)
        put(g, EFFECTS_CONCERNED, 0)
        return
    if t.effect[row, TARGET] == CHOSEN and get(g, EFFECTS_NAMED) == 0:
        if get(g, EFFECTS_ONLY) == 0:
            ask(g, int(g.order[0]), choices.D_NAME_PLAYER)
            return
        put(g, EFFECTS_NAMED, get(g, EFFECTS_ONLY))
    if get(g, EFFECTS_CONCERNED) == 0:
        put(g, EFFECTS_CONCERNED, SETTLED | concerned(g, t, row))
    player = int(g.order[get(g, EFFECTS_PLACE)])
    if (get(g, EFFECTS_CONCERNED) >> player) & 1 == 0:
        add(g, EFFECTS_PLACE, 1)
    elif t.effect[row, OPCODE] == CHOOSE:
        ask(g, player, choices.D_OPTION)
    elif t.effect[row, OPCODE] == CANCEL_LAW and t.effect[row, ARG_A] == 0 and g.laws > 0:
        ask(g, player, choices.D_CANCEL_LAW)
    elif t.effect[row, OPCODE] == TOKEN and token_question(g, t, t.effect[row, ARG_A]) != choices.D_NONE:
        ask(g, player, token_question(g, t, t.effect[row, ARG_A]))
        focus(g, g.exploring, -1, -1)
    else:
        add(g, EFFECTS_PLACE, 1)
        execute(g, t, row, player)


@kernel
def concerned(g: Game, t: Tables, row: int) -> int:
    """The players a row is executed for, one bit each, by its target and condition."""
    players = 0
    only = get(g, EFFECTS_ONLY) - 1
    if only >= 0 and concerns_the_table(t.effect[row, OPCODE]):
        return 0
    for player in range(t.players):
        if only >= 0 and player != only:
            continue
        named = is_target(g, t, t.effect[row, TARGET], player) or is_word_of_all(g, t, row)
        if named and condition_holds(g, t, row, player):
            players |= 1 << player
    return players


@kernel
def is_word_of_all(g: Game, t: Tables, row: int) -> bool:
    """Whether an office decides for everybody; in solitaire play the player does so with any turn-order card."""
    target = t.effect[row, TARGET]
    if g.office < 0 or (target != CHANCELLOR and target != VICE_CHANCELLOR):
        return False
    return bool(t.effect[row, OPCODE] == CHOOSE or t.effect[row, OPCODE] == CANCEL_LAW)


@kernel
def concerns_the_table(opcode: int) -> bool:
    """Whether an opcode cannot apply to a single player: it takes from others, or changes the turn or the laws for
    all."""
    return bool(opcode == TRIBUTE or opcode == CANCEL_LAW or opcode == EXTRA_CONQUEST or opcode == EXTRA_ACTION)


@kernel
def is_target(g: Game, t: Tables, target: int, player: int) -> bool:
    """Whether a target word includes a player."""
    if target == EACH:
        return True
    if target == OWNER:
        return bool(player == get(g, EFFECTS_OWNER))
    if target == CHANCELLOR:
        return holds_office(g, t, player, 0)
    if target == VICE_CHANCELLOR:
        return holds_office(g, t, player, 1)
    if target == OTHERS:
        return not holds_office(g, t, player, 0)
    if target == CHOSEN:
        return bool(player == get(g, EFFECTS_NAMED) - 1)
    resource = VP if target == AHEAD or target == TRAILING else CP
    return is_extreme(g, t, player, resource, target == AHEAD or target == RICHEST)


@kernel
def is_extreme(g: Game, t: Tables, player: int, resource: int, most: bool) -> bool:
    """Whether nobody has more (or less) of a resource."""
    for other in range(t.players):
        if most and g.resource[other, resource] > g.resource[player, resource]:
            return False
        if not most and g.resource[other, resource] < g.resource[player, resource]:
            return False
    return True


@kernel
def condition_holds(g: Game, t: Tables, row: int, player: int) -> bool:
    """Whether a row's condition holds for a player."""
    condition = t.effect[row, CONDITION]
    if condition == AT_LEAST:
        return quantity(g, t, player, t.effect[row, QUANTITY]) >= t.effect[row, AMOUNT]
    if condition == BELOW:
        return quantity(g, t, player, t.effect[row, QUANTITY]) < t.effect[row, AMOUNT]
    return True


@kernel
def quantity(g: Game, t: Tables, player: int, what: int) -> int:
    """The value of a quantity word."""
    if what == Q_CP:
        return int(g.resource[player, CP])
    if what == Q_AXINIUM:
        return int(g.resource[player, AXINIUM])
    if what == Q_PHASIUM:
        return int(g.resource[player, PHASIUM])
    if what == Q_VP:
        return int(g.resource[player, VP])
    if what == Q_LAWS:
        return int(g.laws)
    if what == Q_HOME_POPULATION:
        return int(g.population[t.home_hex[player], player])
    if what == Q_COUNCIL_SHIPS:
        return 0 if t.council_hex < 0 else ships_at(g, t, player, t.council_hex)
    if what == Q_TECHNOLOGIES:
        return technologies_known(g, t, player)
    if what == Q_RESISTANCE_CARDS:
        return cards_held(g, t, player)
    if what == Q_SHIPS:
        return int(t.ships) - ships_at(g, t, player, -1)
    return map_quantity(g, t, player, what)


@kernel
def cards_held(g: Game, t: Tables, player: int) -> int:
    """Unused Resistance cards that a player has won."""
    count = 0
    for card in range(t.resistance_cards):
        if g.resistance_owner[card] == player:
            count += 1
    return count


@kernel
def map_quantity(g: Game, t: Tables, player: int, what: int) -> int:
    """Quantities counted over the planets."""
    count = 0
    for hexagon in range(t.hexes):
        cubes = int(g.population[hexagon, player])
        if cubes == 0:
            continue
        if what == Q_PLANETS:
            count += 1
        elif what == Q_POPULATION:
            count += cubes
        elif controller(g, t, hexagon) == player:
            if what == Q_CONTROLLED:
                count += 1
            elif what == Q_ROCKETS:
                count += rockets_on(g, hexagon)
    return count


@kernel
def rockets_on(g: Game, hexagon: int) -> int:
    """Rockets on a planet."""
    count = 0
    for space in range(len(g.rocket[hexagon])):
        if g.rocket[hexagon, space] > 0:
            count += 1
    return count


@kernel
def execute(g: Game, t: Tables, row: int, player: int) -> None:
    """Apply a row to one player."""
    opcode = t.effect[row, OPCODE]
    a = int(t.effect[row, ARG_A])
    b = int(t.effect[row, ARG_B])
    if opcode == GAIN or opcode == LOSE or opcode == TRIBUTE:
        per = int(t.effect[row, ARG_C])
        amount = b if per == 0 else b * quantity(g, t, player, per)
        if a == VP and t.coop == 1:
            convert_vp(g, t, opcode, player, amount)
            return
        note(g, log.E_EFFECT, player, opcode, a, change_resource(g, t, opcode, player, a, amount))
        return
    if opcode == ACT:
        perform(g, player, a)
        return
    note(g, log.E_EFFECT, player, opcode, a, b)
    if opcode == GROW:
        grow(g, t, player, a)
    elif opcode == SHRINK:
        kill_population(g, t.home_hex[player], player, a)
    elif opcode == REPAIR:
        repair_fleet(g, t, player, a)
    elif opcode == DAMAGE:
        damage_fleet(g, t, player, a, b)
    elif opcode == REPLENISH or opcode == DEPLETE:
        change_counters(g, t, player, a if opcode == REPLENISH else -a)
    elif opcode == LEARN:
        begin_learning(g, player, a, BY_CARD)
    elif opcode == BUILD:
        push(g, frames.BUILD_FREE)
        put(g, BUILD_FREE_PLAYER, player)
        put(g, BUILD_FREE_GIVEN, a)
    elif opcode == EQUIP:
        push(g, frames.EQUIP_FREE)
        put(g, EQUIP_FREE_PLAYER, player)
        put(g, EQUIP_FREE_ANY_KIND, a)
    elif opcode == CANCEL_LAW:
        while g.laws > 0:
            cancel_law(g, t, 0)
    elif opcode == EXTRA_CONQUEST:
        if is_first_time(g):
            g.conquests += 1
    elif opcode == EXTRA_ACTION:
        if is_first_time(g):
            g.extra_actions += 1
            g.reactions_off = 1
    elif opcode == DISARM:
        disarm(g, t, player, a)
    elif opcode == MODIFY_TURN:
        last_this_turn(g, t, row, player)
    elif opcode >= DRAW_COMBAT:
        execute_gift(g, t, opcode, player, a)
    else:
        execute_here(g, t, opcode, player, a)


@kernel
def perform(g: Game, player: int, action: int) -> None:
    """Perform a standard action; a half of a faction's card is a source of its own, other effects are noted."""
    step = get(g, STEP)
    if step == PRIMARY:
        begin_action(g, player, action, SOURCE_CARD)
    elif step == REACTION:
        begin_action(g, player, action, SOURCE_REACTION)
    else:
        note(g, log.E_EFFECT, player, ACT, action, 0)
        begin_action(g, player, action, SOURCE_BONUS if step == BONUS else SOURCE_EFFECT)


@kernel
def execute_gift(g: Game, t: Tables, opcode: int, player: int, a: int) -> None:
    """Apply an effect that only cards of Edge of Extinction have."""
    if opcode == DRAW_COMBAT:
        draw_combat_cards(g, t, player, a)
    elif opcode == FORTIFY:
        push(g, frames.FORTIFY)
        put(g, FORTIFY_PLAYER, player)
    elif opcode == ARM:
        push(g, frames.ARM)
        put(g, ARM_PLAYER, player)
    elif opcode == SETTLE:
        push(g, frames.SETTLE)
        put(g, SETTLE_PLAYER, player)
        put(g, SETTLE_CUBES, a)


@kernel
def execute_here(g: Game, t: Tables, opcode: int, player: int, a: int) -> None:
    """Apply an effect of an Event in the hex being explored (M4)."""
    if opcode == RECALL:
        recall(g, t, player)
    elif opcode == JETTISON:
        jettison(g, t, player, a)
    elif opcode == COLONISE:
        colonise(g, player, a)
    elif opcode == SHATTER:
        shatter(g, t)
    elif opcode == TOKEN:
        place_token(g, a)


@kernel
def convert_vp(g: Game, t: Tables, opcode: int, player: int, amount: int) -> None:
    """If players win together, a card's VP are paid for or taken as resources one by one, as each player chooses."""
    if opcode == TRIBUTE:
        for place in range(t.players - 1, -1, -1):
            if g.order[place] != player:
                begin_conversion(g, int(g.order[place]), amount, LOSING)
        amount *= t.players - 1
    begin_conversion(g, player, amount, LOSING if opcode == LOSE else GAINING)


@kernel
def is_first_time(g: Game) -> bool:
    """Whether a row that applies to the whole table is being executed for its first player."""
    first = get(g, EFFECTS_CONCERNED) & ADDED == 0
    put(g, EFFECTS_CONCERNED, get(g, EFFECTS_CONCERNED) | ADDED)
    return bool(first)


@kernel
def change_resource(g: Game, t: Tables, opcode: int, player: int, resource: int, amount: int) -> int:
    """Gain a resource, lose it, or be paid it by everybody else; returns the amount."""
    if opcode == GAIN:
        return gain(g, t, player, resource, amount)
    if opcode == LOSE:
        return lose(g, player, resource, amount)
    paid = 0
    for other in range(t.players):
        if other != player:
            paid += lose(g, other, resource, amount)
    return gain(g, t, player, resource, paid)


@kernel
def damage_fleet(g: Game, t: Tables, player: int, amount: int, place: int) -> None:
    """Damage each ship in the High Council hex, everywhere, or in the explored hex; it never destroys a ship."""
    where = int(g.exploring) if place == HERE else int(t.council_hex)
    for ship in range(t.ships):
        hexagon = g.ship_hex[player, ship]
        if hexagon >= 0 and (place == EVERYWHERE or hexagon == where):
            most = int(g.shield[player, t.ship_class[ship]])
            g.ship_damage[player, ship] = min(most, int(g.ship_damage[player, ship]) + amount)


@kernel
def change_counters(g: Game, t: Tables, player: int, amount: int) -> None:
    """Add resources to, or remove them from, every planet with a player's Population."""
    for hexagon in range(t.hexes):
        if g.population[hexagon, player] > 0 and has_planet(g, hexagon):
            if amount > 0:
                g.counter[hexagon] += min(amount, room_on_counter(g, t, hexagon))
                g.second_counter[hexagon] += min(amount, room_on_second_counter(g, t, hexagon))
            else:
                g.counter[hexagon] -= min(-amount, int(g.counter[hexagon]))
                g.second_counter[hexagon] -= min(-amount, int(g.second_counter[hexagon]))


@kernel
def disarm(g: Game, t: Tables, player: int, amount: int) -> None:
    """Remove rockets from every planet a player controls."""
    for hexagon in range(t.hexes):
        if controller(g, t, hexagon) == player:
            removed = 0
            for space in range(len(g.rocket[hexagon])):
                if g.rocket[hexagon, space] > 0 and removed < amount:
                    g.rocket[hexagon, space] = 0
                    removed += 1


# Choices ------------------------------------------------------------------------------------------------------------


@kernel
def legal_name_player(g: Game, t: Tables, mask: Mask) -> None:
    """Any player, including the Chancellor."""
    for relative in range(t.players):
        allow(t, mask, choices.PLAYER, relative)


@kernel
def choose_name_player(g: Game, t: Tables, action: int) -> None:
    """Apply the effect to the player named."""
    put(g, EFFECTS_NAMED, 1 + seat(t, g.actor, first_factor(t, action)))


@kernel
def legal_option(g: Game, t: Tables, mask: Mask) -> None:
    """Every option on the card."""
    for option in range(t.effect[get(g, EFFECTS_ROW), ARG_A]):
        allow(t, mask, choices.OPTION, option)


@kernel
def choose_option(g: Game, t: Tables, action: int) -> None:
    """Execute the rows of the chosen option for the player."""
    add(g, EFFECTS_PLACE, 1)
    player = int(g.actor)
    row = get(g, EFFECTS_ROW) + 1
    count = get(g, EFFECTS_ROWS) - 1
    step = get(g, STEP)
    only = get(g, EFFECTS_ONLY)
    begin_effects(g, row, count, player)
    go(g, step)
    put(g, EFFECTS_ONLY, only)
    put(g, EFFECTS_OPTION, first_factor(t, action) + 1)


@kernel
def legal_cancel_law(g: Game, t: Tables, mask: Mask) -> None:
    """Any law in force."""
    for i in range(g.laws):
        allow(t, mask, choices.LAW, i)


@kernel
def choose_cancel_law(g: Game, t: Tables, action: int) -> None:
    """Cancel the law, which leaves the game."""
    add(g, EFFECTS_PLACE, 1)
    cancel_law(g, t, first_factor(t, action))


@kernel
def cancel_law(g: Game, t: Tables, which: int) -> None:
    """Take a law out of force."""
    note(g, log.E_LAW_CANCELLED, g.law[which], 0, 0, 0)
    for i in range(which, g.laws - 1):
        g.law[i] = g.law[i + 1]
    g.laws -= 1
    g.law[g.laws] = -1
    recompute_modifiers(g, t)
