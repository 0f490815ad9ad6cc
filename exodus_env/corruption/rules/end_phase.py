"""The End phase [1034-1054]: open Signals, Pacified markers, Fleets, Energy, Enemies left on the board."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import words
from exodus_env.corruption.rules.begin import END_PHASE, begin_effects
from exodus_env.corruption.rules.detection import put_enemy_back
from exodus_env.corruption.rules.frames import END_PHASE_KEY
from exodus_env.corruption.rules.modules import modifier
from exodus_env.corruption.rules.ships import recover_energy, recover_health
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY
from exodus_env.kit.decks import shuffle
from exodus_env.kit.flow import STEP, get, go, pop, put
from exodus_env.kit.kernel import kernel

# Steps of END_PHASE.
SIGNALS: Final = 0
CLEANED: Final = 1

FACE_UP: Final = 1


@kernel
def run_end_phase(g: Game, t: Tables) -> None:
    """What open Signals do each turn; then the board is cleaned up."""
    if get(g, STEP) == CLEANED:
        pop(g)
        return
    key = get(g, END_PHASE_KEY)
    if key < t.keys:
        put(g, END_PHASE_KEY, key + 1)
        trouble(g, t, key)
        return
    clean_up(g, t)
    go(g, CLEANED)


@kernel
def trouble(g: Game, t: Tables, key: int) -> None:
    """An open Signal does what it does each turn, to all ships in its system."""
    if g.signal_state[key] != FACE_UP:
        return
    for ship in range(t.ships):
        g.taker[ship] = int(g.alive[ship] == 1 and g.slot[ship] == g.key_slot[key])
    begin_effects(g, t.each_turn[g.signal[key]], key, END_PHASE)


@kernel
def clean_up(g: Game, t: Tables) -> None:
    """Pacified markers age, Fleets disband, Energy comes back, Enemies without ships go back to their deck."""
    for slot in range(g.systems):
        g.pacified[slot] = max(0, int(g.pacified[slot]) - 1)
    for ship in range(t.ships):
        g.fleet[ship] = ship
        g.taker[ship] = 0
        if g.alive[ship] == 1:
            recover_energy(g, ship, int(g.energy[ship]))
            recover_health(g, t, ship, modifier(g, ship, words.M_REGROW))
    returned = False
    for card in range(ENEMIES):
        if g.foe_slot[card] >= 0 and not has_ship(g, t, int(g.foe_slot[card])):
            put_enemy_back(g, card)
            returned = True
    if returned:
        shuffle(g, g.enemy_deck, g.enemy_left, 0, PLAY)


@kernel
def has_ship(g: Game, t: Tables, slot: int) -> bool:
    """Whether a ship in play is in a system."""
    for ship in range(t.ships):
        if g.alive[ship] == 1 and g.slot[ship] == slot:
            return True
    return False
