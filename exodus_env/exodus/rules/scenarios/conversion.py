"""Co-operative Stronghold: VP that a card takes or gives become resources, one by one, as the player chooses."""

from __future__ import annotations

from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, log
from exodus_env.exodus.rules.assets import gain, lose
from exodus_env.exodus.rules.cards.effects import LOSING
from exodus_env.exodus.rules.frames import CONVERSION_CHANGE, CONVERSION_PLAYER, CONVERSION_VP
from exodus_env.exodus.rules.log import note
from exodus_env.exodus.tables import Tables
from exodus_env.kit.choices import allow, family_of, first_factor
from exodus_env.kit.flow import add, ask, get, pop
from exodus_env.kit.kernel import Mask, kernel


@kernel
def run_conversion(g: Game, t: Tables) -> None:
    """Handle one VP after another; a player who has nothing left pays nothing."""
    player = get(g, CONVERSION_PLAYER)
    if get(g, CONVERSION_VP) == 0 or (get(g, CONVERSION_CHANGE) == LOSING and not has_anything(g, t, player)):
        pop(g)
    elif get(g, CONVERSION_CHANGE) == LOSING:
        ask(g, player, choices.D_PAY_VP)
    else:
        ask(g, player, choices.D_GAIN_VP)


@kernel
def has_anything(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has any of the resources with which a VP can be paid for."""
    for resource in range(len(t.vp_loss_price)):
        if g.resource[player, resource] > 0:
            return True
    return False


@kernel
def can_pay_in_full(g: Game, t: Tables, player: int) -> bool:
    """Whether a player has enough of some resource to pay for one VP."""
    for resource in range(len(t.vp_loss_price)):
        if g.resource[player, resource] >= t.vp_loss_price[resource]:
            return True
    return False


@kernel
def legal_pay_vp(g: Game, t: Tables, mask: Mask) -> None:
    """Resources of which the player has enough; if there is none, any that the player has, as far as it goes."""
    in_full = can_pay_in_full(g, t, g.actor)
    for resource in range(len(t.vp_loss_price)):
        if g.resource[g.actor, resource] >= (t.vp_loss_price[resource] if in_full else 1):
            allow(t, mask, choices.CONVERT, resource)


@kernel
def choose_pay_vp(g: Game, t: Tables, action: int) -> None:
    """Pay for a VP as far as possible."""
    resource = first_factor(t, action)
    paid = min(int(g.resource[g.actor, resource]), int(t.vp_loss_price[resource]))
    add(g, CONVERSION_VP, -1)
    lose(g, g.actor, resource, paid)
    note(g, log.E_VP_CONVERTED, g.actor, resource, -paid, 0)


@kernel
def legal_gain_vp(g: Game, t: Tables, mask: Mask) -> None:
    """Any resource, or keeping the VP."""
    allow(t, mask, choices.PASS, 0)
    for resource in range(len(t.vp_gain_price)):
        allow(t, mask, choices.CONVERT, resource)


@kernel
def choose_gain_vp(g: Game, t: Tables, action: int) -> None:
    """Gain resources for a VP, or keep all the remaining VP."""
    if family_of(t, action) == choices.PASS:
        gain(g, t, g.actor, VP, get(g, CONVERSION_VP))
        add(g, CONVERSION_VP, -get(g, CONVERSION_VP))
        return
    resource = first_factor(t, action)
    add(g, CONVERSION_VP, -1)
    gained = gain(g, t, g.actor, resource, t.vp_gain_price[resource])
    note(g, log.E_VP_CONVERTED, g.actor, resource, gained, 0)
