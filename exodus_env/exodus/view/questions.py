"""The pending decision in words: who must decide what, and about what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.combat.sides import ABSORB
from exodus_env.exodus.rules.decision_declarations import DECISION_NAMES
from exodus_env.exodus.rules.frames import (
    ACTION_STAGE_CUBES,
    COMBAT_CARD,
    COMBAT_CUBES,
    COMBAT_DAMAGE,
    COMBAT_DEFLECTED,
    COMBAT_PLACE,
    COMBAT_ROUND,
    CONVERSION_VP,
    EFFECTS_ROW,
    JUMPS_GATE,
    LEARN_FREE_COST,
    MOVEMENT_DAMAGE,
    PERFORM_LEFT,
    REPLACING_UPGRADE,
    SETTLE_CUBES,
)
from exodus_env.exodus.view.names import Names
from exodus_env.kit.declare import by_number
from exodus_env.kit.text import number


def pending(names: Names) -> str:
    """The pending decision: who must decide what, and about what."""
    g = names.g
    about = _ABOUT[int(g.decision)](names) if int(g.decision) in _ABOUT else ""
    more = f" ({about})" if about else ""
    return f"{names.player(int(g.actor))} to decide: {c.DECISIONS[int(g.decision)][2]}{more}"


def top(names: Names, column: int) -> int:
    """A column of the frame that asks."""
    return int(names.g.stack[int(names.g.depth) - 1, column])


def _about_rearranging(names: Names) -> str:
    return names.upgrade(int(names.g.focus_card))


def _about_replacing(names: Names) -> str:
    upgrade = names.upgrade(top(names, REPLACING_UPGRADE) - 1)
    return f"{upgrade} is to go on the {names.ship_class(int(names.g.focus_card))}"


def _about_rocket(names: Names) -> str:
    return f"the {names.rocket(int(names.g.focus_card))} on {names.hexagon(int(names.g.focus_hex))}"


def about_hex(names: Names) -> str:
    """The hex the decision is about."""
    return names.hexagon(int(names.g.focus_hex))


def about_cloaked(names: Names) -> str:
    """The cloaked ships the decision is about."""
    return f"{names.player(int(names.g.focus_player))}'s at {about_hex(names)}"


def _about_hit(names: Names) -> str:
    side = len(names.g.rolled) - 1 if names.g.focus_player < 0 else int(names.g.focus_player)
    return f"{names.g.rolled[side]} left of those {names.player(side)} rolled at {about_hex(names)}"


def _about_trade(names: Names) -> str:
    return f"market space {names.g.focus_card + 1}, {number(top(names, PERFORM_LEFT), 'exchange')} left"


def _about_income(names: Names) -> str:
    return f"{names.tax(int(names.g.actor))} CP of tax for each"


def _about_mining(names: Names) -> str:
    return f"{top(names, PERFORM_LEFT)} left"


def _about_place(names: Names) -> str:
    return "and chooses a turn-order card" if names.t.eoe else f"place {names.g.focus_card + 1}"


def _about_card(names: Names) -> str:
    return names.card_of(top(names, EFFECTS_ROW))


def _about_new_planet(names: Names) -> str:
    return names.printed(int(names.g.given_planet[names.g.actor]))


def _about_debris(names: Names) -> str:
    return f"{top(names, MOVEMENT_DAMAGE)} damage left at {about_hex(names)}"


def _about_following(names: Names) -> str:
    """The debris that others may follow into, if a ship has just entered some."""
    return f"others may follow into the debris at {about_hex(names)}" if names.g.focus_hex >= 0 else ""


def _about_event(names: Names) -> str:
    return f"{names.event(int(names.g.event))}, at {about_hex(names)}"


def _about_wormhole(names: Names) -> str:
    return f"from {about_hex(names)}"


def _about_bounty(names: Names) -> str:
    return f"whoever wins that player's next combat scores {names.t.bounty_vp} VP"


def _about_outpost(names: Names) -> str:
    level = names.outpost_level(int(names.g.focus_hex))
    return f"level {level} on {about_hex(names)}: {number(level, 'hit')} in one roll"


def _about_march(names: Names) -> str:
    return f"at {about_hex(names)}, {number(int(names.g.marching[names.g.focus_hex]), 'squadron')} there to move"


def _about_reward(names: Names) -> str:
    card = int(names.g.foe_card[top(names, COMBAT_CARD)])
    return names.resistance(card) if card >= 0 else ""


def _about_conversion(names: Names) -> str:
    return f"{top(names, CONVERSION_VP)} VP left"


def _about_jump(names: Names) -> str:
    gate = int(names.g.gate[names.g.actor, top(names, JUMPS_GATE) - 1])
    return f"from {about_hex(names)} to {names.hexagon(gate)}"


def _about_vote(names: Names) -> str:
    slot = int(names.g.vote[names.g.actor])
    return f"now on card {'ABC'[slot]}" if slot >= 0 else ""


def _about_hand(names: Names) -> str:
    return f"a hand holds {names.t.combat_limit}"


def _about_payment(names: Names) -> str:
    owner = int(names.g.focus_player)
    card = f"{names.player(owner)}'s card, " if owner >= 0 else ""
    return f"{card}{number(top(names, ACTION_STAGE_CUBES), 'cube')} left to pay"


def _about_new_ship(names: Names) -> str:
    return f"a {names.ship_class(int(names.g.focus_card))}" if names.g.focus_card >= 0 else ""


def _about_settling(names: Names) -> str:
    return f"{number(top(names, SETTLE_CUBES), 'cube')} left"


def _about_battlefield(names: Names) -> str:
    return f"at {about_hex(names)}" if names.g.focus_hex >= 0 else ""


def _about_combat_round(names: Names) -> str:
    where = f"round {top(names, COMBAT_ROUND)} at {about_hex(names)}" if names.g.focus_hex >= 0 else ""
    shown = int(names.g.combat_shown[PLAYERS])  # in solitaire play, before a card is chosen
    return f"{where}; the Resistance plays {names.combat_card(PLAYERS, shown)}" if shown >= 0 else where


def _about_sacrifice(names: Names) -> str:
    return f"{top(names, COMBAT_DAMAGE)} damage"


def _about_deflected(names: Names) -> str:
    return f"off {names.ship(top(names, COMBAT_DEFLECTED) - 1)}" if top(names, COMBAT_DEFLECTED) > 0 else ""


def _about_cancelled(names: Names) -> str:
    side = PLAYERS if top(names, COMBAT_PLACE) < 0 else int(names.g.actor)
    left = f"{number(int(names.g.edge[side, ABSORB]), 'hit')} left to cancel for {names.player(side)}"
    return f"{left} at {about_hex(names)}" if names.g.focus_hex >= 0 else left


def _about_price(names: Names) -> str:
    card = int(names.g.combat_shown[names.g.actor])
    name = f"{names.combat_card(int(names.g.actor), card)}, " if card >= 0 else ""
    return f"{name}{number(top(names, COMBAT_CUBES), 'cube')} left to pay"


def _about_hyperspace(names: Names) -> str:
    return names.ship(int(names.g.focus_card)) if names.g.focus_card >= 0 else ""


def _about_choice(names: Names) -> str:
    slots = [slot for slot, card in enumerate(names.g.revealed) if card >= 0 and names.choice_price(slot) > 0]
    return ", ".join(f"card {'ABC'[slot]} costs {names.choice_price(slot)} CP" for slot in slots)


def _about_office(names: Names) -> str:
    return f"now card {names.g.office + 1}, {names.t.office_price} CP a step"


def _about_copying(names: Names) -> str:
    if names.g.focus_hex >= 0:
        return f"for CP, of those who live on {about_hex(names)}"
    return f"up to {top(names, LEARN_FREE_COST)} CP, without paying"


# What a decision is about, for those that are about something.
_ABOUT: Final[dict[int, Callable[[Names], str]]] = by_number(
    {
        "upgrade_from": _about_rearranging,
        "exchange_upgrade": _about_rearranging,
        "replace": _about_replacing,
        "fire": _about_rocket,
        "strike": about_hex,
        "civilian_to": about_hex,
        "uncloak": about_hex,
        "force_uncloak": about_cloaked,
        "hit": _about_hit,
        "trade": _about_trade,
        "mineral": _about_income,
        "mine": _about_mining,
        "election_tie": _about_place,
        "option": _about_card,
        "planet_space": _about_new_planet,
        "debris": _about_debris,
        "move": _about_following,
        "hyperspace": _about_following,
        "ignore_event": _about_event,
        "wormhole": _about_wormhole,
        "bounty": _about_bounty,
        "outpost": _about_outpost,
        "jump_ship": _about_jump,
        "march": _about_march,
        "reward": _about_reward,
        "pay_vp": _about_conversion,
        "gain_vp": _about_conversion,
        "corrupt": _about_vote,
        "discard": _about_hand,
        "pay_from": _about_payment,
        "build_at": _about_new_ship,
        "settle": _about_settling,
        "hyperspace_to": _about_hyperspace,
        "decoy": _about_battlefield,
        "sacrifice": _about_battlefield,
        "sacrifice_target": _about_sacrifice,
        "foe_card": _about_battlefield,
        "combat_card": _about_combat_round,
        "deflect": _about_battlefield,
        "deflect_to": _about_deflected,
        "copy_technology": _about_copying,
        "commando_target": about_hex,
        "cancel_hit": _about_cancelled,
        "pay_aboard": _about_price,
        "political_choice": _about_choice,
        "buy_office": _about_office,
    },
    DECISION_NAMES,
    "decision",
    whole=False,
)
