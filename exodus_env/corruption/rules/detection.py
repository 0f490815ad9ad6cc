"""Detection [500-550]: who enters a hostile system, or begins a turn in one, rolls to stay unseen, or fights."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import ENEMIES, ENEMIES_HERE
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log
from exodus_env.corruption.rules.choices import FIGHT, ROLL, ask_ship
from exodus_env.corruption.rules.fights import is_engaged
from exodus_env.corruption.rules.frames import DETECTION
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.rolls import begin_roll
from exodus_env.corruption.rules.ships import is_with
from exodus_env.corruption.rules.systems import enemies_in, foes_in, is_hostile
from exodus_env.corruption.rules.words import W_DETECTION
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY
from exodus_env.kit.choices import allow, family_of
from exodus_env.kit.decks import shuffle, take
from exodus_env.kit.flow import STEP, get, go, pop, push
from exodus_env.kit.kernel import Mask, kernel

# Steps of DETECTION.
ASKED: Final = 0
ROLLED: Final = 1


@kernel
def engage(g: Game, t: Tables, ship: int) -> None:
    """A ship and its Fleet are engaged with all Enemies and Avatars in their system."""
    for other in range(t.ships):
        if is_with(g, ship, other) and g.engaged[other] == 0:
            g.engaged[other] = 1
            g.hidden[other] = 0
            note(g, log.E_ENGAGED, other, 0, 0, 0)


@kernel
def begin_detection(g: Game, t: Tables) -> None:
    """Where the system of the active Fleet is hostile, Detection follows; ships in a fight are seen already."""
    lead = int(g.lead)
    slot = int(g.slot[lead])
    if is_hostile(g, t, slot) and not (is_engaged(g, t, lead) and enemies_in(g, slot) > 0):
        push(g, DETECTION)


@kernel
def run_detection(g: Game, t: Tables) -> None:
    """Roll or fight; under surveillance there is no roll [522]."""
    slot = int(g.slot[g.lead])
    if get(g, STEP) == ASKED:
        if t.tile_surveillance[g.tile[slot]] == 0:
            ask_ship(g, int(g.lead), choices.D_DETECTION)
            return
        pop(g)
        meet_enemies(g, t)
        return
    pop(g)
    if g.success == 0:
        meet_enemies(g, t)


@kernel
def legal_detection(g: Game, t: Tables, mask: Mask) -> None:
    """The roll can be waived [504]."""
    allow(t, mask, ROLL, 0)
    allow(t, mask, FIGHT, 0)


@kernel
def choose_detection(g: Game, t: Tables, action: int) -> None:
    """All ships of the Fleet roll together, or are seen on purpose."""
    if family_of(t, action) == ROLL:
        go(g, ROLLED)
        begin_roll(g, W_DETECTION, int(g.lead), 0, 0)
        return
    pop(g)
    meet_enemies(g, t)


@kernel
def meet_enemies(g: Game, t: Tables) -> None:
    """The active Fleet is engaged with the Enemies lying in its system, or those its tile shows [500, 518, 526]."""
    slot = int(g.slot[g.lead])
    tile = int(g.tile[slot])
    if enemies_in(g, slot) == 0:
        for _ in range(t.tile_enemies[tile]):
            draw_enemy(g, t, slot, t.tile_reserve[tile] == 1)
    if foes_in(g, slot) > 0:
        engage(g, t, int(g.lead))


# Cards ----------------------------------------------------------------------------------------------------------------


@kernel
def draw_enemy(g: Game, t: Tables, slot: int, from_reserve: bool) -> int:
    """An Enemy of the deck, or of the reserve, appears in a system; returns its card, -1 without room or cards.

    An empty deck is made of the discards first [502]; where those are gone, too, the reserve gives its next card.
    """
    if enemies_in(g, slot) >= ENEMIES_HERE:
        return -1
    drawn_from_reserve = from_reserve and g.reserve_left > 0
    if g.enemy_left == 0 and not drawn_from_reserve:
        reshuffle_enemies(g, t)
    if g.reserve_left > 0 and (from_reserve or g.enemy_left == 0):
        g.reserve_left -= 1
        card = take(g.reserve, g.reserve_left)
    elif g.enemy_left > 0:
        g.enemy_left -= 1
        card = take(g.enemy_deck, g.enemy_left)
    else:
        return -1
    g.foe_slot[card] = slot
    g.foe_health[card] = t.foe_health[card]
    g.foe_roused[card] = 0
    g.foe_seen[card] = 1
    note(g, log.E_FOE, card, slot, 0, 0)
    return card


@kernel
def reshuffle_enemies(g: Game, t: Tables) -> None:
    """The discards become a new Enemy deck [502]."""
    for card in range(ENEMIES):
        if g.enemy_discarded[card] == 1:
            g.enemy_discarded[card] = 0
            put_enemy_back(g, card)
    shuffle(g, g.enemy_deck, g.enemy_left, 0, PLAY)


@kernel
def put_enemy_back(g: Game, card: int) -> None:
    """An Enemy goes to the Enemy deck, healed; whoever does this shuffles the deck afterwards."""
    g.enemy_deck[g.enemy_left] = card
    g.enemy_left += 1
    g.foe_slot[card] = -1
    g.foe_health[card] = 0
    g.foe_roused[card] = 0
