"""Rules of thumb: a quick choice in every decision, by which games are played on while a choice is judged.

An urge is a number for each legal choice; the strongest is followed, and chance decides between those alike.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption.players.chances import peril
from exodus_env.corruption.players.outlook import NOTHING, errand, nearness
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices
from exodus_env.corruption.rules.choices import named_ship
from exodus_env.corruption.rules.result import main_rift
from exodus_env.corruption.rules.ships import carries_key, is_with
from exodus_env.corruption.rules.systems import enemies_in, has_avatar, is_hostile, measure
from exodus_env.corruption.tables import Tables
from exodus_env.kit.chance import below_word
from exodus_env.kit.choices import family_of, first_factor
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.ways import FAR

STRAINED: Final = 4  # Health with which ships strain their engines, and look for fights
LOST: Final = 0.9  # peril at which fights are left
WHIM: Final = 0.002  # of a thousand parts of chance


@kernel
def habit(g: Game, t: Tables, mask: Mask, seed: int, caution: float) -> int:
    """What a captain does without thinking."""
    aim = -1
    if g.decision == choices.D_MENU or g.decision == choices.D_RUSH or g.decision == choices.D_ESCAPE:
        aim = nearest_errand(g, t)
        if aim >= 0:
            measure(g, aim, False, True)
    best = -1
    best_urge = 0.0
    for action in range(len(mask)):
        if mask[action] == 1:
            urge = urge_to(g, t, action, aim, caution) + WHIM * float(below_word(seed, action, 1000))
            if best < 0 or urge > best_urge:
                best = action
                best_urge = urge
    return best


@kernel
def nearest_errand(g: Game, t: Tables) -> int:
    """The system where the active Fleet is wanted most, near ones first; -1 where there is nothing to do."""
    lead = int(g.lead)
    rift = main_rift(g, t)
    measure(g, int(g.slot[lead]), False, True)
    best, most = -1, 0.0
    for slot in range(g.systems):
        wanted = errand(g, t, lead, slot, rift)
        if wanted > NOTHING and is_taken_care_of(g, t, lead, slot):
            wanted *= 0.3
        if wanted > NOTHING and g.measured[slot] < FAR:
            value = wanted * nearness(int(g.measured[slot]))
            if value > most:
                best, most = slot, value
    return best


@kernel
def is_taken_care_of(g: Game, t: Tables, ship: int, slot: int) -> bool:
    """Whether a ship of another Fleet is in a system already."""
    for other in range(t.ships):
        if g.alive[other] == 1 and g.slot[other] == slot and not is_with(g, ship, other):
            return True
    return False


@kernel
def urge_to(g: Game, t: Tables, action: int, aim: int, caution: float) -> float:
    """How strongly a choice draws."""
    family, factor = family_of(t, action), first_factor(t, action)
    decision = int(g.decision)
    if decision == choices.D_MENU:
        return urge_in_menu(g, t, family, factor, aim, caution)
    if decision == choices.D_RUSH or decision == choices.D_ESCAPE:
        return urge_to_flee(g, t, family, factor, aim)
    if decision == choices.D_MANOEUVRE:
        return urge_in_fight(g, t, family, caution)
    if decision == choices.D_MAINTENANCE:
        return urge_to_maintain(g, t, action, family)
    if decision == choices.D_INVITE or decision == choices.D_JOIN:
        return 1.0 if (family == choices.PASS) == is_quiet(g, t) else 0.0
    if decision == choices.D_GIVE:
        return 1.0 if family == choices.PASS else 0.0
    if decision == choices.D_NEXT_SHIP:
        return urge_to_go(g, t, named_ship(g, t, action))
    if family == choices.PASS:
        return -1.0
    if family == choices.ROLL:
        return 1.0
    return 0.0


@kernel
def urge_to_go(g: Game, t: Tables, ship: int) -> float:
    """Who goes next: those with Keys, while Avatars are held; those who are held last, so that others can help."""
    if g.engaged[ship] == 1:
        return 0.0
    return 2.0 if carries_key(g, t, ship) else 1.0


@kernel
def is_quiet(g: Game, t: Tables) -> bool:
    """Whether nothing lies in the lead's system that takes several ships."""
    slot = int(g.slot[g.lead])
    if has_avatar(g, slot) or enemies_in(g, slot) > 0:
        return False
    for key in range(t.keys):
        if g.key_slot[key] == slot and g.signal_state[key] == 1:
            return False
    return True


@kernel
def urge_in_menu(g: Game, t: Tables, family: int, factor: int, aim: int, caution: float) -> float:
    """What the active Fleet does next."""
    lead = int(g.lead)
    slot = int(g.slot[lead])
    weak = g.health[lead] <= caution
    if family == choices.GATHER:
        return 9.0
    if family == choices.EXPLORE:
        return 8.0 if slot == main_rift(g, t) else 3.0 if weak else 6.0
    if family == choices.INTERACT:
        return 3.0 if weak else 7.0
    if family == choices.MAINTAIN:
        if weak and g.scraps[lead] > 0:
            return 6.5
        return 2.0 if g.scraps[lead] >= 3 else 0.5
    if family == choices.USE_MOD or family == choices.USE_MODULE or family == choices.SERVICE:
        return 5.5
    if family == choices.JUMP:
        if has_avatar(g, factor) or aim < 0:
            return -3.0
        closer = g.measured[factor] < g.measured[slot]
        return (5.0 if closer else -2.0) - (1.0 if is_hostile(g, t, factor) else 0.0)
    if family == choices.RUSH:
        return 5.2 if aim >= 0 and FAR > g.measured[slot] >= 3 else -1.0
    if family == choices.STRAIN:
        return 0.5 if g.actions_left == 0 and g.health[lead] >= STRAINED else -1.0
    if family == choices.PROBE:
        return 4.0 if aim == slot or aim < 0 else 1.0
    if family == choices.BLIND:
        return 2.5 if aim == slot or aim < 0 else 0.0
    if family == choices.TRADE:
        return 4.5 if g.scraps[lead] >= 3 and g.ally[slot] > 0 else -1.0
    if family == choices.SCAVENGE:
        return 3.5 if g.scraps[lead] < 3 else 1.5
    if family == choices.PACIFY:
        return 1.0 if g.health[lead] >= STRAINED else -1.0
    return 0.0 if family == choices.PASS else -1.0  # Fleets take thought


@kernel
def urge_to_flee(g: Game, t: Tables, family: int, factor: int, aim: int) -> float:
    """Where to jump next."""
    if family == choices.JUMP:
        near = nearness(int(g.measured[factor])) if aim >= 0 else 0.0
        return 1.0 + near - (2.0 if has_avatar(g, factor) else 0.5 if is_hostile(g, t, factor) else 0.0)
    return 0.5 if family == choices.HIDE else 0.2


@kernel
def urge_in_fight(g: Game, t: Tables, family: int, caution: float) -> float:
    """Attack while that can end well; weak ships of a Fleet stay behind cover; leave a fight that is lost."""
    ship = int(g.asked)
    bad = peril(g, t, ship, int(g.slot[ship]), False)
    if family == choices.OFFENSE:
        return 1.0
    if family == choices.DEFENSE:
        return 1.2 if g.health[ship] <= caution and bad < LOST else 0.5
    return 1.5 if bad >= LOST else 0.2


@kernel
def urge_to_maintain(g: Game, t: Tables, action: int, family: int) -> float:
    """Repairs first, then Damaged cards, then Energy."""
    if family == choices.REPAIR:
        ship = named_ship(g, t, action)
        return 2.0 + 1.0 / max(1.0, float(g.health[ship]))
    if family == choices.MEND:
        return 1.8
    if family == choices.ENERGY:
        return 1.5
    return 1.0 if family == choices.PASS else 0.0
