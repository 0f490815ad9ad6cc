"""Explorations [562-624]: Analyses, Warnings and Dangers."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import OPTIONS
from exodus_env.corruption.content.vocabulary import ANALYSIS, DANGER, NOTHING, WARNING
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules.begin import CARD, begin_effects
from exodus_env.corruption.rules.choices import JOIN, OPTION, PASS, STRAIN, ask_ship
from exodus_env.corruption.rules.fleets import can_strain, strain
from exodus_env.corruption.rules.frames import (
    EXPLORATION,
    EXPLORATION_FREE,
    EXPLORATION_HAD,
    EXPLORATION_OPTION,
    EXPLORATION_PLACE,
    EXPLORATION_SHIP,
)
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.rolls import begin_roll
from exodus_env.corruption.rules.ships import NOBODY, fleet_has_class, is_with, mark_fleet, next_of_fleet
from exodus_env.corruption.rules.windows import open_window
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.decks import put_under, take
from exodus_env.kit.flow import STEP, add, get, go, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# Steps of EXPLORATION.
TURN_UP: Final = 0
BEGUN: Final = 1
ANALYSE: Final = 2
SHARED: Final = 3
FURTHER: Final = 4
WARN: Final = 5
ROLLED: Final = 6
DONE: Final = 7
LAST_STEP: Final = DONE

DANGER_OPTION: Final = 0  # a Danger has no others

# The card -------------------------------------------------------------------------------------------------------------


@kernel
def begin_exploration(g: Game, t: Tables) -> None:
    """The active Fleet explores: a card is turned up; the marker is gone already."""
    push(g, EXPLORATION)


@kernel
def run_exploration(g: Game, t: Tables) -> None:
    """By the kind of the card: options, rolls, rows; at the end `g.card` is -1 again."""
    step = get(g, STEP)
    if g.alive[g.lead] == 0 or step == DONE:
        end(g)
    elif step == TURN_UP:
        go(g, BEGUN)
        turn_up(g)
        open_window(g, t, words.W_EXPLORE, int(g.lead))
    elif step == BEGUN:
        begin_card(g, t)
    elif step == ANALYSE:
        analyse(g, t)
    elif step == SHARED:
        ask_who_shares(g, t)
    elif step == FURTHER:
        ask_further(g, t)
    elif step == WARN:
        ask_ship(g, int(g.lead), choices.D_WARNING)
    else:
        go(g, DONE)
        resolve_roll(g, t)


@kernel
def end(g: Game) -> None:
    """The card is done with."""
    pop(g)
    g.card = -1
    g.option_taken[:] = 0
    g.taker[:] = 0


@kernel
def turn_up(g: Game) -> None:
    """The first card of the deck is turned up."""
    g.exploration_left -= 1
    g.exploration_known = min(int(g.exploration_known), int(g.exploration_left))
    g.card = take(g.exploration_deck, g.exploration_left)
    g.exploration_seen[g.card] = 1
    note(g, log.E_EXPLORATION, int(g.card), 0, 0, 0)


@kernel
def redraw(g: Game) -> None:
    """The card goes under its deck, where everybody knows it, and the next one is turned up."""
    put_under(g.exploration_deck, g.exploration_left, int(g.card))
    g.exploration_seen[g.card] = 2
    g.exploration_left += 1
    g.exploration_known += 1
    turn_up(g)


@kernel
def begin_card(g: Game, t: Tables) -> None:
    """What the kind of the card asks for [566]."""
    kind = int(t.exploration_kind[g.card])
    if kind == ANALYSIS:
        put(g, EXPLORATION_FREE, free_options(g, t))
        go(g, ANALYSE)
    elif kind == WARNING:
        go(g, WARN)
    elif kind == DANGER:
        mark_fleet(g, t, int(g.lead))
        begin_option(g, t, DANGER_OPTION)


@kernel
def is_open_option(g: Game, t: Tables, option: int) -> bool:
    """Whether an option of the card is left, and a ship of its class is there [570-588]."""
    if g.option_taken[option] == 1:
        return False
    return fleet_has_class(g, t, int(g.lead), int(t.option[g.card, option, words.OPTION_SHIP_CLASS]))


@kernel
def has_open_option(g: Game, t: Tables) -> bool:
    """Whether any option of the card can be chosen."""
    for option in range(OPTIONS):
        if is_open_option(g, t, option):
            return True
    return False


@kernel
def allow_options(g: Game, t: Tables, mask: Mask) -> None:
    """All options that can be chosen."""
    for option in range(OPTIONS):
        if is_open_option(g, t, option):
            allow(t, mask, OPTION, option)


@kernel
def take_option(g: Game, t: Tables, ship: int, option: int) -> None:
    """An option is chosen; it can be chosen only once [580]."""
    g.option_taken[option] = 1
    note(g, log.E_OPTION, ship, int(g.card), option, 0)


@kernel
def carry_out(g: Game, t: Tables, ship: int, option: int) -> None:
    """The rows of an option, led by a ship that takes part."""
    begin_effects(g, t.option_rows[g.card, option], ship, CARD)


# Analyses -------------------------------------------------------------------------------------------------------------


@kernel
def free_options(g: Game, t: Tables) -> int:
    """Options without an Action beyond one for each ship."""
    free = 0
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship):
            free += int(t.analysis_options) - 1 + modifier(g, ship, words.M_OPTIONS)
    return free


@kernel
def has_had(g: Game, ship: int) -> bool:
    """Whether a ship has had the option that the Action includes."""
    return bool(get(g, EXPLORATION_HAD) >> ship & 1)


@kernel
def mark_had(g: Game, ship: int) -> None:
    """A ship has had its option, or wants none."""
    put(g, EXPLORATION_HAD, get(g, EXPLORATION_HAD) | 1 << ship)


@kernel
def analyse(g: Game, t: Tables) -> None:
    """The next ship that has not had its option chooses one [578]; then further ones are offered."""
    put(g, EXPLORATION_PLACE, 0)
    g.taker[:] = 0
    ship = next_of_fleet(g, t, int(g.active), EXPLORATION_PLACE)
    while ship != NOBODY and has_had(g, ship):
        ship = next_of_fleet(g, t, int(g.active), EXPLORATION_PLACE)
    put(g, EXPLORATION_PLACE, 0)
    if ship == NOBODY or g.turn_over == 1 or not has_open_option(g, t):
        go(g, FURTHER)
    else:
        ask_ship(g, ship, choices.D_ANALYSIS)


@kernel
def legal_analysis(g: Game, t: Tables, mask: Mask) -> None:
    """Options that are left and whose class is there."""
    allow(t, mask, PASS, 0)
    allow_options(g, t, mask)


@kernel
def choose_analysis(g: Game, t: Tables, action: int) -> None:
    """A ship has its option; others may share it."""
    ship = int(g.asked)
    mark_had(g, ship)
    if family_of(t, action) == PASS:
        return
    option = first_factor(t, action)
    take_option(g, t, ship, option)
    g.taker[ship] = 1
    put(g, EXPLORATION_OPTION, option + 1)
    put(g, EXPLORATION_SHIP, ship)
    go(g, SHARED)


@kernel
def can_be_shared(g: Game, t: Tables, option: int) -> bool:
    """Whether several ships gain by an option together: some row is for each of them, or shared out [694]."""
    first, rows = int(t.option_rows[g.card, option, 0]), int(t.option_rows[g.card, option, 1])
    for row in range(first, first + rows):
        if t.row[row, words.ROW_TARGET] != words.T_NONE:
            return True
    return False


@kernel
def ask_who_shares(g: Game, t: Tables) -> None:
    """Ship by ship, those that have not had their option may share the one chosen; then it is carried out."""
    option = get(g, EXPLORATION_OPTION) - 1
    if can_be_shared(g, t, option):
        ship = next_of_fleet(g, t, int(g.active), EXPLORATION_PLACE)
        while ship != NOBODY and has_had(g, ship):
            ship = next_of_fleet(g, t, int(g.active), EXPLORATION_PLACE)
        if ship != NOBODY:
            ask_ship(g, ship, choices.D_SHARE_OPTION)
            return
    put(g, EXPLORATION_OPTION, 0)
    go(g, ANALYSE)
    carry_out(g, t, get(g, EXPLORATION_SHIP), option)


@kernel
def legal_share_option(g: Game, t: Tables, mask: Mask) -> None:
    """Join, or choose another."""
    allow(t, mask, JOIN, 0)
    allow(t, mask, PASS, 0)


@kernel
def choose_share_option(g: Game, t: Tables, action: int) -> None:
    """A ship takes part in the option, and has had its own with that."""
    if family_of(t, action) == JOIN:
        mark_had(g, int(g.asked))
        g.taker[g.asked] = 1


@kernel
def ask_further(g: Game, t: Tables) -> None:
    """Further options, some of which may be free, the others for an Action each [582]."""
    payable = get(g, EXPLORATION_FREE) > 0 or g.actions_left > 0 or can_strain(g, t)
    if g.turn_over == 0 and payable and has_open_option(g, t):
        ask_ship(g, int(g.lead), choices.D_FURTHER)
    else:
        go(g, DONE)


@kernel
def legal_further(g: Game, t: Tables, mask: Mask) -> None:
    """Options that are left, for an Action each; Strain where none is left."""
    allow(t, mask, PASS, 0)
    if get(g, EXPLORATION_FREE) > 0 or g.actions_left > 0:
        allow_options(g, t, mask)
    elif can_strain(g, t):
        allow(t, mask, STRAIN, 0)


@kernel
def choose_further(g: Game, t: Tables, action: int) -> None:
    """All ships take part in it."""
    family = family_of(t, action)
    if family == PASS:
        go(g, DONE)
    elif family == STRAIN:
        strain(g, t)
    else:
        if get(g, EXPLORATION_FREE) > 0:
            add(g, EXPLORATION_FREE, -1)
        else:
            g.actions_left -= 1
        mark_fleet(g, t, int(g.lead))
        take_option(g, t, int(g.lead), first_factor(t, action))
        carry_out(g, t, int(g.lead), first_factor(t, action))


# Warnings and Dangers -------------------------------------------------------------------------------------------------


@kernel
def legal_warning(g: Game, t: Tables, mask: Mask) -> None:
    """One of the three, if its class is there."""
    allow_options(g, t, mask)


@kernel
def choose_warning(g: Game, t: Tables, action: int) -> None:
    """The whole Fleet takes part in it [594]."""
    mark_fleet(g, t, int(g.lead))
    take_option(g, t, int(g.lead), first_factor(t, action))
    begin_option(g, t, first_factor(t, action))


@kernel
def begin_option(g: Game, t: Tables, option: int) -> None:
    """An option that all share: its Skill Roll first, if it has one [596, 618]."""
    skill = int(t.option[g.card, option, words.OPTION_SKILL])
    if skill == NOTHING:
        go(g, DONE)
        carry_out(g, t, int(g.lead), option)
        return
    put(g, EXPLORATION_OPTION, option + 1)
    go(g, ROLLED)
    begin_roll(g, words.W_SKILL, int(g.lead), skill, int(t.option[g.card, option, words.OPTION_COUNT]))


@kernel
def resolve_roll(g: Game, t: Tables) -> None:
    """The reward, or the red effects for all [596, 618-624]."""
    option = get(g, EXPLORATION_OPTION) - 1
    if g.success == 1:
        carry_out(g, t, int(g.lead), option)
    else:
        begin_effects(g, t.option_failure[g.card, option], int(g.lead), CARD)
