"""Ship Maintenance [401-423]: each ship of the Fleet repairs, removes a Damaged card, buys Energy or salvages."""

from __future__ import annotations

from exodus_env.corruption.capacity import MODULE_SLOTS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import choices, log, words
from exodus_env.corruption.rules import choices as f
from exodus_env.corruption.rules.choices import allow_ship, ask_ship, named_ship
from exodus_env.corruption.rules.frames import MAINTENANCE, MAINTENANCE_PLACE, MAINTENANCE_SHIP
from exodus_env.corruption.rules.log import note
from exodus_env.corruption.rules.modules import discard_module, gain_xp, modifier
from exodus_env.corruption.rules.ships import (
    NOBODY,
    damaged_cards,
    fleet_size,
    gain_scraps,
    is_with,
    lose_scraps,
    next_of_fleet,
    recover_health,
    remove_damaged,
)
from exodus_env.corruption.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import get, pop, push, put
from exodus_env.kit.kernel import Mask, kernel

# What it costs and brings ---------------------------------------------------------------------------------------------


@kernel
def repair_cost(g: Game, t: Tables, ship: int) -> int:
    """The Scraps a Repair costs a ship."""
    return max(0, int(t.repair_cost) + modifier(g, ship, words.M_REPAIR_COST))


@kernel
def repaired_by(g: Game, t: Tables, ship: int) -> int:
    """The Health that a Repair by a ship recovers, or the markers it takes off a Signal."""
    return int(t.repair_health) + modifier(g, ship, words.M_REPAIR)


@kernel
def mend_cost(g: Game, t: Tables, ship: int) -> int:
    """The Scraps it costs a ship to remove a Damaged card."""
    return max(0, int(t.mend_cost) + modifier(g, ship, words.M_MEND_COST))


@kernel
def energy_cost(g: Game, t: Tables, ship: int) -> int:
    """The Scraps of the next Energy marker of a ship that has room for one."""
    return max(0, int(t.mat_energy_cost[g.mat[ship], g.energy[ship]]) + modifier(g, ship, words.M_ENERGY_COST))


@kernel
def salvage_value(g: Game, t: Tables, ship: int, place: int) -> int:
    """The Scraps a ship gains by salvaging the module in a slot, 0 where it has none."""
    kind = int(g.module[ship, place]) - 1
    if kind < 0:
        return 0
    return max(0, int(t.module_value[kind]) - int(t.salvage_loss) + modifier(g, ship, words.M_SALVAGE))


# Who can do what ------------------------------------------------------------------------------------------------------


@kernel
def is_beside(g: Game, ship: int, other: int) -> bool:
    """Whether a ship in play is in the system of a ship."""
    return bool(g.alive[other] == 1 and g.slot[other] == g.slot[ship])


@kernel
def can_repair(g: Game, t: Tables, ship: int, other: int) -> bool:
    """Whether a ship can repair another one, or itself."""
    hurt = is_beside(g, ship, other) and g.health[other] < g.markers[other]
    return bool(hurt and g.scraps[ship] >= repair_cost(g, t, ship))


@kernel
def can_mend(g: Game, t: Tables, ship: int, other: int) -> bool:
    """Whether a ship can remove a Damaged card of another one, or its own."""
    damaged = is_beside(g, ship, other) and damaged_cards(g, other) > 0
    return bool(damaged and g.scraps[ship] >= mend_cost(g, t, ship))


@kernel
def can_buy_energy(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship can buy an Energy marker."""
    return bool(g.energy[ship] < t.mat_energy[g.mat[ship]] and g.scraps[ship] >= energy_cost(g, t, ship))


@kernel
def can_do_any(g: Game, t: Tables, ship: int) -> bool:
    """Whether a ship can do any of the four; to salvage for nothing is not offered (ours)."""
    for other in range(t.ships):
        if can_repair(g, t, ship, other) or can_mend(g, t, ship, other):
            return True
    for place in range(MODULE_SLOTS):
        if salvage_value(g, t, ship, place) > 0:
            return True
    return can_buy_energy(g, t, ship)


@kernel
def can_maintain(g: Game, t: Tables) -> bool:
    """Whether a ship of the active Fleet can do any of the four."""
    for ship in range(t.ships):
        if is_with(g, int(g.lead), ship) and can_do_any(g, t, ship):
            return True
    return False


# The Action -----------------------------------------------------------------------------------------------------------


@kernel
def begin_maintenance(g: Game, t: Tables) -> None:
    """Push frame MAINTENANCE: each ship of the active Fleet is asked once."""
    push(g, MAINTENANCE)


@kernel
def run_maintenance(g: Game, t: Tables) -> None:
    """Ask ship by ship; each may do something else [423]."""
    if get(g, MAINTENANCE_SHIP) > 0:
        ask_ship(g, maintainer(g, t), choices.D_DAMAGED)
        return
    ship = next_of_fleet(g, t, int(g.active), MAINTENANCE_PLACE)
    if ship == NOBODY:
        pop(g)
    elif can_do_any(g, t, ship):
        ask_ship(g, ship, choices.D_MAINTENANCE)


@kernel
def maintainer(g: Game, t: Tables) -> int:
    """The ship that was asked last."""
    return (int(g.active) + get(g, MAINTENANCE_PLACE) - 1) % int(t.ships)


@kernel
def legal_maintenance(g: Game, t: Tables, mask: Mask) -> None:
    """What the ship can pay for; a member of a Fleet may leave it to the others."""
    ship = int(g.asked)
    if fleet_size(g, t, ship) > 1:
        allow(t, mask, f.PASS, 0)
    for other in range(t.ships):
        if can_repair(g, t, ship, other):
            allow_ship(g, t, mask, f.REPAIR, other)
        if can_mend(g, t, ship, other):
            allow_ship(g, t, mask, f.MEND, other)
    if can_buy_energy(g, t, ship):
        allow(t, mask, f.ENERGY, 0)
    for place in range(MODULE_SLOTS):
        if salvage_value(g, t, ship, place) > 0:
            allow(t, mask, f.SALVAGE, place)


@kernel
def choose_maintenance(g: Game, t: Tables, action: int) -> None:
    """The option is carried out."""
    ship, family = int(g.asked), family_of(t, action)
    if family == f.REPAIR:
        repair(g, t, ship, named_ship(g, t, action))
    elif family == f.MEND:
        lose_scraps(g, ship, mend_cost(g, t, ship))
        put(g, MAINTENANCE_SHIP, named_ship(g, t, action) + 1)
    elif family == f.ENERGY:
        lose_scraps(g, ship, energy_cost(g, t, ship))
        g.energy[ship] += 1
        g.ready[ship] += 1
        note(g, log.E_BOUGHT_ENERGY, ship, 0, 0, 0)
    elif family == f.SALVAGE:
        place = first_factor(t, action)
        gained = salvage_value(g, t, ship, place)
        note(g, log.E_SALVAGED, ship, discard_module(g, t, ship, place), 0, 0)
        gain_scraps(g, t, ship, gained)


@kernel
def repair(g: Game, t: Tables, ship: int, other: int) -> None:
    """A ship repairs another one, or itself [407]."""
    lose_scraps(g, ship, repair_cost(g, t, ship))
    recover_health(g, t, other, repaired_by(g, t, ship))
    gain_xp(g, t, ship, words.XP_REPAIR)


@kernel
def legal_damaged(g: Game, t: Tables, mask: Mask) -> None:
    """The kinds of Damaged card the ship has."""
    for kind in range(g.damaged.shape[1]):
        if g.damaged[get(g, MAINTENANCE_SHIP) - 1, kind] > 0:
            allow(t, mask, f.DAMAGED, kind)


@kernel
def choose_damaged(g: Game, t: Tables, action: int) -> None:
    """The card is removed."""
    ship = get(g, MAINTENANCE_SHIP) - 1
    put(g, MAINTENANCE_SHIP, 0)
    remove_damaged(g, t, ship, first_factor(t, action))
