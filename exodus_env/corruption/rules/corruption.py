"""The Corruption [984-998]: the marker, what its spaces bring, and frame CORRUPTION, the Corruption phase."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.capacity import AVATARS, ENEMIES
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import log
from exodus_env.corruption.rules.begin import begin_avatars
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.placing import place_avatar
from exodus_env.corruption.rules.result import RISEN
from exodus_env.corruption.rules.scratch import clear_scratch
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import PLAY
from exodus_env.kit.decks import shuffle, take
from exodus_env.kit.flow import STEP, get, go, pop
from exodus_env.kit.kernel import kernel

# Steps of CORRUPTION.
RISE: Final = 0
MOVED: Final = 1

OUT_FOR_GOOD: Final = -1


@kernel
def run_corruption(g: Game, t: Tables) -> None:
    """The marker advances unless something holds it; then the Avatars move, and what slowed or spurred them is over."""
    if get(g, STEP) == RISE:
        go(g, MOVED)
        if g.hold == 0:
            advance_corruption(g, t, 1)
        g.hold = 0
        begin_avatars(g, -1)
        return
    g.avatar_moves = 0
    g.pinned[:] = 0
    clear_scratch(g)
    pop(g)


@kernel
def advance_corruption(g: Game, t: Tables, spaces: int) -> None:
    """The marker advances; on the Rise of the Corruption it cannot any more, and all is lost [990-998]."""
    for _ in range(spaces):
        if g.corruption >= t.spaces:
            g.outcome = RISEN
            return
        g.corruption += 1
        note(g, log.E_CORRUPTION, int(g.corruption), 0, 0, 0)
        bring_back_avatars(g, t)
        open_box(g, t)


@kernel
def bring_back_avatars(g: Game, t: Tables) -> None:
    """Beaten Avatars return when the marker gets to their space; they bring no Enemies [950]."""
    for avatar in range(AVATARS):
        if g.returns[avatar] > 0 and g.returns[avatar] <= g.corruption:
            g.returns[avatar] = 0
            place_avatar(g, t, avatar)


@kernel
def open_box(g: Game, t: Tables) -> None:
    """On a red box its Avatar comes into play, and Enemies of the reserve join the Enemy deck [994]."""
    if g.boxes_open >= t.boxes or t.box[g.boxes_open] != g.corruption:
        return
    avatar = int(g.box_avatar[g.boxes_open])
    g.boxes_open += 1
    g.foe_seen[ENEMIES + avatar] = 1
    place_avatar(g, t, avatar)
    cards = min(int(t.box_enemies), int(g.reserve_left))
    for _ in range(cards):
        g.reserve_left -= 1
        g.enemy_deck[g.enemy_left] = take(g.reserve, g.reserve_left)
        g.enemy_left += 1
    shuffle(g, g.enemy_deck, g.enemy_left, 0, PLAY)
    note(g, log.E_ENEMIES_JOIN, cards, 0, 0, 0)


@kernel
def send_away(g: Game, t: Tables, avatar: int) -> None:
    """A beaten Avatar waits on the track ahead of the marker; beyond the Rise it is out for good [950-956]."""
    g.foe_slot[ENEMIES + avatar] = -1
    g.foe_health[ENEMIES + avatar] = 0
    g.foe_roused[ENEMIES + avatar] = 0
    space = int(g.corruption) + int(t.avatar_return)
    g.returns[avatar] = space if space <= t.spaces else OUT_FOR_GOOD
