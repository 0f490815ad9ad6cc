"""III. Action: cards are chosen in secret, performed in turn order and reacted to; then third cards, then the bonus."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, frames, log
from exodus_env.exodus.rules.assets import kill_population
from exodus_env.exodus.rules.begin import begin_action, begin_effects
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.cards.effects import BONUS as BONUS_ACTION
from exodus_env.exodus.rules.cards.effects import PRIMARY, REACTION, SOURCE_CARD, SOURCE_REACTION
from exodus_env.exodus.rules.cards.modifiers import modifier
from exodus_env.exodus.rules.frames import (
    ACTION_STAGE_CUBES,
    ACTION_STAGE_OWNER,
    ACTION_STAGE_PLACE,
    ACTION_STAGE_ROUND,
)
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.rules.stages.window import begin_stage, holds_card, open_next_window
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor, seat
from exodus_env.kit.flow import STEP, add, ask, focus, get, go, pop, put
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.reactions import NOBODY, next_place

MANDATORY, THIRD, EXTRA = 0, 1, 2
CHOOSE, SHOW, PERFORM, REACT, END_ROUND, BONUS, WINDOWS, DONE, PAY = 1, 2, 3, 4, 5, 6, 7, 8, 9


@kernel
def run_action_stage(g: Game, t: Tables) -> None:
    """The Action Stage, step by step."""
    step = get(g, STEP)
    if step == 0:
        begin_stage(g, frames.ACTIONS_STAGE)
        g.action_round = 1
        go(g, CHOOSE)
    elif step == CHOOSE:
        run_choice_of_cards(g, t)
    elif step == SHOW:
        show_cards(g, t)
    elif step == PERFORM:
        run_primary_actions(g, t)
    elif step == REACT:
        run_reactions(g, t)
    elif step == PAY:
        run_payment(g, t)
    elif step == END_ROUND:
        end_round(g, t)
    elif step == BONUS:
        end_cards(g)
        put(g, ACTION_STAGE_PLACE, 0)
        go(g, WINDOWS)
        if g.bonus >= 0:
            begin_effects(g, t.bonus_effect[g.bonus, 0], t.bonus_effect[g.bonus, 1], int(g.order[0]))
            go(g, BONUS_ACTION)
    elif step == WINDOWS:
        # The last chance to rearrange upgrades and use Resistance cards before Conquest.
        if not open_next_window(g, t, ACTION_STAGE_PLACE):
            go(g, DONE)
    else:
        g.bonus = -1
        pop(g)


# Choosing and showing cards -----------------------------------------------------------------------------------------


@kernel
def run_choice_of_cards(g: Game, t: Tables) -> None:
    """Each player chooses a card in secret; the third is for those who may play one."""
    if get(g, ACTION_STAGE_PLACE) == t.players:
        put(g, ACTION_STAGE_PLACE, 0)
        go(g, SHOW)
        return
    player = int(g.order[get(g, ACTION_STAGE_PLACE)])
    if get(g, ACTION_STAGE_ROUND) == MANDATORY:
        ask(g, player, choices.D_ACTION_CARD)
    elif get(g, ACTION_STAGE_ROUND) == EXTRA or modifier(g, player, m.THIRD_ACTION) > 0:
        ask(g, player, choices.D_THIRD_CARD)
    else:
        add(g, ACTION_STAGE_PLACE, 1)


@kernel
def legal_action_card(g: Game, t: Tables, mask: Mask) -> None:
    """Any card in hand that was not played this turn; none if the hand is empty or for the third card."""
    held = 0
    for card in range(t.action_cards):
        if g.spent[g.actor, card] == 0 and g.removed[g.actor, card] == 0:
            allow(t, mask, choices.ACTION_CARD, card)
            held += 1
    if held == 0 or g.decision == choices.D_THIRD_CARD:
        allow(t, mask, choices.PASS, 0)


@kernel
def choose_action_card(g: Game, t: Tables, action: int) -> None:
    """Commit a card, or none."""
    declined = family_of(t, action) == choices.PASS
    g.chosen[g.actor] = -1 if declined else first_factor(t, action)
    add(g, ACTION_STAGE_PLACE, 1)


@kernel
def show_cards(g: Game, t: Tables) -> None:
    """All cards are revealed at once and count as played."""
    for place in range(t.players):
        player = g.order[place]
        card = g.chosen[player]
        g.shown[player] = card
        g.chosen[player] = -1
        g.card_cubes[player] = 0
        if card >= 0:
            g.spent[player, card] = 1
            note(g, log.E_CARD_SHOWN, player, card, 0, 0)
    go(g, PERFORM)


@kernel
def run_primary_actions(g: Game, t: Tables) -> None:
    """The upper half of each card, in turn order."""
    place = next_place(g, t, ACTION_STAGE_PLACE)
    if place == NOBODY:
        put(g, ACTION_STAGE_PLACE, 0)
        reactions = get(g, ACTION_STAGE_ROUND) == MANDATORY and t.reactions == 1 and g.reactions_off == 0
        go(g, REACT if reactions else END_ROUND)
        return
    player = int(g.order[place])
    if g.shown[player] >= 0:
        perform_primary(g, t, player)


@kernel
def perform_primary(g: Game, t: Tables, player: int) -> None:
    """Perform the upper half of a player's card: a standard action, or what a faction's card says."""
    card = int(g.shown[player])
    if t.factions == 0:
        begin_action(g, player, int(t.card_action[card]), SOURCE_CARD)
    else:
        faction = int(g.faction[player])
        first = int(t.faction_card_effect[faction, card, 0])
        begin_effects(g, first, int(t.faction_card_effect[faction, card, 1]), player)
        go(g, PRIMARY)


@kernel
def perform_reaction(g: Game, t: Tables, player: int, owner: int) -> None:
    """Perform the lower half of the owner's card for the player who reacts."""
    card = int(g.shown[owner])
    if t.factions == 0:
        begin_action(g, player, int(t.card_reaction[card]), SOURCE_REACTION)
    else:
        faction = int(g.faction[owner])
        first = int(t.faction_card_reaction[faction, card, 0])
        begin_effects(g, first, int(t.faction_card_reaction[faction, card, 1]), player)
        go(g, REACTION)


# Reactions ----------------------------------------------------------------------------------------------------------


@kernel
def run_reactions(g: Game, t: Tables) -> None:
    """In turn order each player may react once to a card of this round that has no cube on it."""
    place = next_place(g, t, ACTION_STAGE_PLACE)
    if place == NOBODY:
        go(g, END_ROUND)
        return
    player = int(g.order[place])
    if modifier(g, player, m.REACTIONS_BARRED) > 0:
        return
    may_gain = holds_card(g, t, player)  # a card may give the missing Population
    for owner in range(t.players):
        if can_react(g, t, player, owner) or (may_gain and is_open(g, owner)):
            ask(g, player, choices.D_REACT)
            return


@kernel
def reaction_cost(g: Game, t: Tables, player: int, owner: int) -> int:
    """Population that a reaction costs: less for one's own card, and less with Expert Politics."""
    cost = int(t.reaction_cost_own) if player == owner else int(t.reaction_cost_other)
    return max(0, cost - modifier(g, player, m.REACTION_DISCOUNT))


@kernel
def is_open(g: Game, owner: int) -> bool:
    """Whether the owner has played a card this round that has no cube on it."""
    return bool(g.shown[owner] >= 0 and g.card_cubes[owner] == 0)


@kernel
def can_react(g: Game, t: Tables, player: int, owner: int) -> bool:
    """Whether a player can react to the owner's card: no cube on it, and Population to pay."""
    return bool(is_open(g, owner) and payable_cubes(g, t, player) >= reaction_cost(g, t, player, owner))


@kernel
def payable_cubes(g: Game, t: Tables, player: int) -> int:
    """Population with which a player can pay for reactions: at home, or with an ability on any planet (EoE)."""
    if modifier(g, player, m.REACT_ANYWHERE) == 0:
        return int(g.population[t.home_hex[player], player])
    cubes = 0
    for hexagon in range(t.hexes):
        cubes += int(g.population[hexagon, player])
    return cubes


@kernel
def legal_react(g: Game, t: Tables, mask: Mask) -> None:
    """Any open card, or no reaction."""
    allow(t, mask, choices.PASS, 0)
    for relative in range(t.players):
        if can_react(g, t, g.actor, seat(t, g.actor, relative)):
            allow(t, mask, choices.REACT, relative)


@kernel
def choose_react(g: Game, t: Tables, action: int) -> None:
    """Pay cubes onto the card and perform its lower half. A free reaction leaves the card open for others."""
    if family_of(t, action) == choices.PASS:
        return
    player = int(g.actor)
    owner = seat(t, player, first_factor(t, action))
    cost = reaction_cost(g, t, player, owner)
    note(g, log.E_REACTION, player, owner, cost, 0)
    if cost > 0 and modifier(g, player, m.REACT_ANYWHERE) > 0:
        put(g, ACTION_STAGE_CUBES, cost)
        put(g, ACTION_STAGE_OWNER, owner)
        go(g, PAY)
        return
    pay_cubes(g, player, owner, t.home_hex[player], cost)
    perform_reaction(g, t, player, owner)


@kernel
def pay_cubes(g: Game, player: int, owner: int, hexagon: int, cubes: int) -> None:
    """Move Population from a planet onto the owner's card."""
    kill_population(g, hexagon, player, cubes)
    g.supply[player] -= cubes
    g.reaction_cubes[player] += cubes
    g.card_cubes[owner] += cubes


@kernel
def run_payment(g: Game, t: Tables) -> None:
    """Ask for cubes from any planets one by one, then perform the card; the frame already counts the next player."""
    player = int(g.order[get(g, ACTION_STAGE_PLACE) - 1])
    if get(g, ACTION_STAGE_CUBES) > 0:
        ask(g, player, choices.D_PAY_FROM)
        focus(g, -1, get(g, ACTION_STAGE_OWNER), -1)
        return
    owner = get(g, ACTION_STAGE_OWNER)
    put(g, ACTION_STAGE_OWNER, 0)
    go(g, REACT)
    perform_reaction(g, t, player, owner)


@kernel
def legal_pay_from(g: Game, t: Tables, mask: Mask) -> None:
    """Planets with the player's Population."""
    for hexagon in range(t.hexes):
        if g.population[hexagon, g.actor] > 0:
            allow(t, mask, choices.HEX, hexagon)


@kernel
def choose_pay_from(g: Game, t: Tables, action: int) -> None:
    """Move a cube from a planet onto the card."""
    pay_cubes(g, int(g.actor), get(g, ACTION_STAGE_OWNER), first_factor(t, action), 1)
    add(g, ACTION_STAGE_CUBES, -1)


# End of a round, end of the stage -----------------------------------------------------------------------------------


@kernel
def end_round(g: Game, t: Tables) -> None:
    """The first card may return to hand; then comes the next round, the third action, or the bonus action."""
    remove_used_cards(g, t)
    if g.action_round == 1:
        for player in range(t.players):
            if modifier(g, player, m.FIRST_CARD_RETURNS) > 0 and g.shown[player] >= 0:
                g.spent[player, g.shown[player]] = 0
    g.shown[:] = -1
    g.card_cubes[:] = 0
    put(g, ACTION_STAGE_PLACE, 0)
    if g.action_round < t.action_rounds:
        g.action_round += 1
        go(g, CHOOSE)
    elif get(g, ACTION_STAGE_ROUND) == MANDATORY:
        g.action_round += 1
        put(g, ACTION_STAGE_ROUND, THIRD)
        go(g, CHOOSE)
    elif g.extra_actions > 0:
        g.extra_actions -= 1
        g.action_round += 1
        put(g, ACTION_STAGE_ROUND, EXTRA)
        go(g, CHOOSE)
    else:
        g.reactions_off = 0
        go(g, BONUS)


@kernel
def remove_used_cards(g: Game, t: Tables) -> None:
    """Cards that can be played once per game leave it after the round in which they were played (EoE)."""
    if t.factions == 0:
        return
    for player in range(t.players):
        card = int(g.shown[player])
        if card >= 0 and t.faction_card_once[g.faction[player], card] == 1:
            g.removed[player, card] = 1
            note(g, log.E_CARD_REMOVED, player, card, 0, 0)


@kernel
def end_cards(g: Game) -> None:
    """Cards return to hand and the cubes paid for reactions to the supply."""
    g.spent[:, :] = 0
    for player in range(len(g.reaction_cubes)):
        g.supply[player] += g.reaction_cubes[player]
        g.reaction_cubes[player] = 0
