"""Equipment: modules and Mods installed, XP, and the lasting values that follow from equipment and Damaged cards.

What equipment does in a window is told by windows.py and effects.py.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import (
    LEVELS,
    MOD_EFFECTS,
    MODS,
    MODULE_KINDS,
    MODULE_SLOTS,
    XP,
)
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules.choices import LOSE_MODULE, OPTION, PASS, ask_ship
from exodus_env.corruption.rules.frames import INSTALLING
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.decks import take
from exodus_env.kit.flow import KIND, focus, get, pop, push
from exodus_env.kit.kernel import Mask, kernel

# What a Mod of a ship is, besides the effect chosen (1 or 2).
LOCKED: Final = 0
OPEN: Final = 3  # unlocked, its effect is to be chosen
LOST: Final = 4

# Lasting values -------------------------------------------------------------------------------------------------------


@kernel
def modifier(g: Game, ship: int, which: int) -> int:
    """A lasting value of a ship."""
    return int(g.modifier[ship, which])


@kernel
def effect_of(g: Game, ship: int, place: int) -> int:
    """The effect of a ship's equipment (Mods by level, then modules by slot), -1 where it has none there."""
    if place < LEVELS:
        state = int(g.mod[ship, place])
        if state == LOCKED or state > MOD_EFFECTS:
            return -1
        return (int(g.mat[ship]) * LEVELS + place) * MOD_EFFECTS + state - 1
    kind = int(g.module[ship, place - LEVELS]) - 1
    return -1 if kind < 0 else MODS * MOD_EFFECTS + kind


@kernel
def recompute_modifiers(g: Game, t: Tables, ship: int) -> None:
    """The lasting values of a ship from its equipment and Damaged cards, and its Health markers.

    A marker that is new comes with its Health, and one that goes takes its Health along. One Health is always left to
    a ship in play: a card that changes markers does not defeat it.
    """
    values = g.modifier[ship]
    values[:] = 0
    for place in range(LEVELS + MODULE_SLOTS):
        effect = effect_of(g, ship, place)
        if effect >= 0:
            for which in range(len(values)):
                values[which] += t.effect_modifier[effect, which]
    for kind in range(g.damaged.shape[1]):
        if g.damaged[ship, kind] > 0:
            for which in range(len(values)):
                values[which] += g.damaged[ship, kind] * t.damaged_modifier[kind, which]
    for which in range(len(values)):
        values[which] = max(int(t.modifier_low[which]), min(int(t.modifier_high[which]), int(values[which])))
    if g.alive[ship] == 1:
        set_markers(g, t, ship)


@kernel
def set_markers(g: Game, t: Tables, ship: int) -> None:
    """The Health markers of a ship: those printed, those of equipment, less those lost for good."""
    before = int(g.markers[ship])
    printed = int(t.mat_health[g.mat[ship]])
    g.markers[ship] = max(1, printed + modifier(g, ship, words.M_HEALTH) - int(g.health_gone[ship]))
    g.health[ship] = max(1, min(int(g.markers[ship]), int(g.health[ship]) + int(g.markers[ship]) - before))


# XP -------------------------------------------------------------------------------------------------------------------


@kernel
def gain_xp(g: Game, t: Tables, ship: int, event: int) -> None:
    """Something has happened that may be what a ship is for: then its XP marker moves [786]."""
    if g.alive[ship] == 1 and t.mat_xp[g.mat[ship]] == event:
        add_xp(g, t, ship, 1)


@kernel
def add_xp(g: Game, t: Tables, ship: int, spaces: int) -> None:
    """The XP marker of a ship moves; Mods whose level it reaches are unlocked at once [790]."""
    g.xp[ship] = min(XP, int(g.xp[ship]) + spaces)
    for place in range(LEVELS):
        if g.mod[ship, place] == LOCKED and g.xp[ship] >= t.mat_level[g.mat[ship], place]:
            g.mod[ship, place] = OPEN
            note(g, log.E_UNLOCKED, ship, place, 0, 0)


# Modules --------------------------------------------------------------------------------------------------------------


@kernel
def draw_module(g: Game, precursor: bool) -> int:
    """The kind of the next Ship Module or Precursor Ship Module, -1 where its deck is empty."""
    if precursor:
        if g.precursor_left == 0:
            return -1
        g.precursor_left -= 1
        return MODULE_KINDS + take(g.precursor_deck, g.precursor_left)
    if g.module_left == 0:
        return -1
    g.module_left -= 1
    return take(g.module_deck, g.module_left)


@kernel
def install(g: Game, t: Tables, ship: int, kind: int) -> None:
    """A ship has a module from now on; without room for it, it waits until its captain has said what makes room."""
    for place in range(MODULE_SLOTS):
        if g.module[ship, place] == 0:
            g.module[ship, place] = kind + 1
            g.used[ship, LEVELS + place] = 0
            recompute_modifiers(g, t, ship)
            return
    g.waiting[ship] = kind + 1


@kernel
def gain_module(g: Game, t: Tables, ship: int, kind: int) -> None:
    """A ship gets a module for nothing."""
    note(g, log.E_MODULE, ship, kind, 0, 0)
    install(g, t, ship, kind)


@kernel
def discard_module(g: Game, t: Tables, ship: int, place: int) -> int:
    """A ship loses the module in a slot; returns its kind."""
    kind = int(g.module[ship, place]) - 1
    g.module[ship, place] = 0
    recompute_modifiers(g, t, ship)
    return kind


# What has to be settled at once ---------------------------------------------------------------------------------------


@kernel
def begin_installing(g: Game, t: Tables) -> bool:
    """Between two steps of frames: whether equipment has to be settled first; then a frame for it is on top."""
    if get(g, KIND) == INSTALLING:
        return False
    for ship in range(t.ships):
        if is_unsettled(g, ship):
            push(g, INSTALLING)
            return True
    return False


@kernel
def is_unsettled(g: Game, ship: int) -> bool:
    """Whether a ship has a Mod without an effect, or a module without room."""
    if g.waiting[ship] > 0:
        return True
    for place in range(LEVELS):
        if g.mod[ship, place] == OPEN:
            return True
    return False


@kernel
def run_installing(g: Game, t: Tables) -> None:
    """Ask for the effect of each new Mod, and what makes room for each module that has none [790, ours]."""
    for ship in range(t.ships):
        for place in range(LEVELS):
            if g.mod[ship, place] == OPEN:
                ask_ship(g, ship, choices.D_MOD)
                focus(g, -1, ship, place)
                return
        if g.waiting[ship] > 0:
            ask_ship(g, ship, choices.D_REPLACE)
            focus(g, -1, ship, int(g.waiting[ship]) - 1)
            return
    pop(g)


@kernel
def legal_mod(g: Game, t: Tables, mask: Mask) -> None:
    """One of the two effects."""
    for choice in range(MOD_EFFECTS):
        allow(t, mask, OPTION, choice)


@kernel
def choose_mod(g: Game, t: Tables, action: int) -> None:
    """The effect is chosen for good."""
    ship, place, choice = int(g.asked), int(g.focus_card), first_factor(t, action)
    g.mod[ship, place] = 1 + choice
    note(g, log.E_MOD, ship, place, choice, 0)
    recompute_modifiers(g, t, ship)


@kernel
def legal_replace(g: Game, t: Tables, mask: Mask) -> None:
    """Any module makes room, or the new one is left."""
    for place in range(MODULE_SLOTS):
        if g.module[g.asked, place] > 0:
            allow(t, mask, LOSE_MODULE, place)
    allow(t, mask, PASS, 0)


@kernel
def choose_replace(g: Game, t: Tables, action: int) -> None:
    """The module goes, and the new one takes its place."""
    ship = int(g.asked)
    kind = int(g.waiting[ship]) - 1
    g.waiting[ship] = 0
    if family_of(t, action) == LOSE_MODULE:
        discard_module(g, t, ship, first_factor(t, action))
        install(g, t, ship, kind)
