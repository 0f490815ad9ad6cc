"""What runs a frame, what is legal in a decision and what a choice does. Generated; do not edit."""

from __future__ import annotations

from exodus_env.corruption.record_types import Game, Tables
from exodus_env.corruption.rules import (
    actions,
    avatars,
    choices,
    combat,
    corruption,
    detection,
    effects,
    end_phase,
    exploration,
    fleets,
    frames,
    maintenance,
    modules,
    movement,
    reveal,
    rolls,
    setup,
    signals,
    trade,
    turn,
    windows,
)
from exodus_env.kit.kernel import Mask, kernel


@kernel
def run_1(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step, from GAME to TRADE."""
    if kind < frames.REVEAL:
        if kind < frames.MUSTER:
            if kind == frames.GAME:
                turn.run_game(g, t)
                return True
            if kind == frames.SETTING_UP:
                setup.run_setting_up(g, t)
                return True
            if kind == frames.ACTION_PHASE:
                turn.run_action_phase(g, t)
                return True
            if kind == frames.ACTIVATION:
                turn.run_activation(g, t)
                return True
        else:
            if kind == frames.MUSTER:
                fleets.run_muster(g, t)
                return True
            if kind == frames.ARRIVAL:
                movement.run_arrival(g, t)
                return True
            if kind == frames.DETECTION:
                detection.run_detection(g, t)
                return True
            if kind == frames.RUSH:
                movement.run_rush(g, t)
                return True
    else:
        if kind < frames.EXPLORATION:
            if kind == frames.REVEAL:
                reveal.run_reveal(g, t)
                return True
            if kind == frames.ROLL:
                rolls.run_roll(g, t)
                return True
            if kind == frames.WINDOW:
                windows.run_window(g, t)
                return True
            if kind == frames.EFFECTS:
                effects.run_effects(g, t)
                return True
        else:
            if kind == frames.EXPLORATION:
                exploration.run_exploration(g, t)
                return True
            if kind == frames.SIGNAL:
                signals.run_signal(g, t)
                return True
            if kind == frames.MAINTENANCE:
                maintenance.run_maintenance(g, t)
                return True
            if kind == frames.TRADE:
                trade.run_trade(g, t)
                return True
    return False


@kernel
def run_2(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step, from COMBAT to END_PHASE."""
    if kind < frames.CORRUPTION:
        if kind == frames.COMBAT:
            combat.run_combat(g, t)
            return True
        if kind == frames.INSTALLING:
            modules.run_installing(g, t)
            return True
    else:
        if kind == frames.CORRUPTION:
            corruption.run_corruption(g, t)
            return True
        if kind == frames.AVATARS:
            avatars.run_avatars(g, t)
            return True
        if kind == frames.END_PHASE:
            end_phase.run_end_phase(g, t)
            return True
    return False


@kernel
def run(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step; False if it is unknown."""
    if kind <= frames.TRADE:
        return run_1(g, t, kind)
    if kind <= frames.END_PHASE:
        return run_2(g, t, kind)
    return False


@kernel
def legal_1(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_MAT to D_CONSENT."""
    if decision < choices.D_MENU:
        if decision < choices.D_VOLUNTEER:
            if decision == choices.D_MAT:
                setup.legal_mat(g, t, mask)
                return True
            if decision == choices.D_MOD:
                modules.legal_mod(g, t, mask)
                return True
            if decision == choices.D_REPLACE:
                modules.legal_replace(g, t, mask)
                return True
            if decision == choices.D_NEXT_SHIP:
                turn.legal_next_ship(g, t, mask)
                return True
        else:
            if decision == choices.D_VOLUNTEER:
                turn.legal_volunteer(g, t, mask)
                return True
            if decision == choices.D_INVITE:
                fleets.legal_invite(g, t, mask)
                return True
            if decision == choices.D_JOIN:
                fleets.legal_join(g, t, mask)
                return True
            if decision == choices.D_DETECTION:
                detection.legal_detection(g, t, mask)
                return True
    else:
        if decision < choices.D_DAMAGED:
            if decision == choices.D_MENU:
                actions.legal_menu(g, t, mask)
                return True
            if decision == choices.D_ROTATE:
                reveal.legal_rotate(g, t, mask)
                return True
            if decision == choices.D_RUSH:
                movement.legal_rush(g, t, mask)
                return True
            if decision == choices.D_MAINTENANCE:
                maintenance.legal_maintenance(g, t, mask)
                return True
        else:
            if decision == choices.D_DAMAGED:
                maintenance.legal_damaged(g, t, mask)
                return True
            if decision == choices.D_BUY:
                trade.legal_buy(g, t, mask)
                return True
            if decision == choices.D_BUYER:
                trade.legal_buyer(g, t, mask)
                return True
            if decision == choices.D_CONSENT:
                trade.legal_consent(g, t, mask)
                return True
    return False


@kernel
def legal_2(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_GIVE to D_REVEAL_FROM."""
    if decision < choices.D_CARRIER:
        if decision < choices.D_FURTHER:
            if decision == choices.D_GIVE:
                trade.legal_give(g, t, mask)
                return True
            if decision == choices.D_GIVE_TO:
                trade.legal_give_to(g, t, mask)
                return True
            if decision == choices.D_ANALYSIS:
                exploration.legal_analysis(g, t, mask)
                return True
            if decision == choices.D_SHARE_OPTION:
                exploration.legal_share_option(g, t, mask)
                return True
        else:
            if decision == choices.D_FURTHER:
                exploration.legal_further(g, t, mask)
                return True
            if decision == choices.D_WARNING:
                exploration.legal_warning(g, t, mask)
                return True
            if decision == choices.D_ASSIST:
                signals.legal_assist(g, t, mask)
                return True
            if decision == choices.D_DISCARD:
                signals.legal_discard(g, t, mask)
                return True
    else:
        if decision < choices.D_STRIKE:
            if decision == choices.D_CARRIER:
                signals.legal_carrier(g, t, mask)
                return True
            if decision == choices.D_WINDOW:
                windows.legal_window(g, t, mask)
                return True
            if decision == choices.D_TARGET:
                effects.legal_target(g, t, mask)
                return True
            if decision == choices.D_DIE:
                effects.legal_die(g, t, mask)
                return True
        else:
            if decision == choices.D_STRIKE:
                effects.legal_strike(g, t, mask)
                return True
            if decision == choices.D_MEND:
                effects.legal_mend(g, t, mask)
                return True
            if decision == choices.D_SHARE:
                effects.legal_share(g, t, mask)
                return True
            if decision == choices.D_REVEAL_FROM:
                effects.legal_reveal_from(g, t, mask)
                return True
    return False


@kernel
def legal_3(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_REVEAL_AT to D_ESCAPE."""
    if decision < choices.D_LOSE:
        if decision < choices.D_JUMP_TO:
            if decision == choices.D_REVEAL_AT:
                effects.legal_reveal_at(g, t, mask)
                return True
            if decision == choices.D_PACIFY:
                effects.legal_pacify(g, t, mask)
                return True
        else:
            if decision == choices.D_JUMP_TO:
                effects.legal_jump_to(g, t, mask)
                return True
            if decision == choices.D_CALL:
                effects.legal_call(g, t, mask)
                return True
            if decision == choices.D_PIN:
                effects.legal_pin(g, t, mask)
                return True
    else:
        if decision < choices.D_MANOEUVRE:
            if decision == choices.D_LOSE:
                effects.legal_lose(g, t, mask)
                return True
            if decision == choices.D_ENEMY:
                combat.legal_enemy(g, t, mask)
                return True
        else:
            if decision == choices.D_MANOEUVRE:
                combat.legal_manoeuvre(g, t, mask)
                return True
            if decision == choices.D_AGREE:
                combat.legal_agree(g, t, mask)
                return True
            if decision == choices.D_ESCAPE:
                combat.legal_escape(g, t, mask)
                return True
    return False


@kernel
def legal(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision; False if it is unknown."""
    if decision <= choices.D_CONSENT:
        return legal_1(g, t, decision, mask)
    if decision <= choices.D_REVEAL_FROM:
        return legal_2(g, t, decision, mask)
    if decision <= choices.D_ESCAPE:
        return legal_3(g, t, decision, mask)
    return False


@kernel
def choose_1(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_MAT to D_CONSENT."""
    if decision < choices.D_MENU:
        if decision < choices.D_VOLUNTEER:
            if decision == choices.D_MAT:
                setup.choose_mat(g, t, action)
                return True
            if decision == choices.D_MOD:
                modules.choose_mod(g, t, action)
                return True
            if decision == choices.D_REPLACE:
                modules.choose_replace(g, t, action)
                return True
            if decision == choices.D_NEXT_SHIP:
                turn.choose_next_ship(g, t, action)
                return True
        else:
            if decision == choices.D_VOLUNTEER:
                turn.choose_volunteer(g, t, action)
                return True
            if decision == choices.D_INVITE:
                fleets.choose_invite(g, t, action)
                return True
            if decision == choices.D_JOIN:
                fleets.choose_join(g, t, action)
                return True
            if decision == choices.D_DETECTION:
                detection.choose_detection(g, t, action)
                return True
    else:
        if decision < choices.D_DAMAGED:
            if decision == choices.D_MENU:
                actions.choose_menu(g, t, action)
                return True
            if decision == choices.D_ROTATE:
                reveal.choose_rotate(g, t, action)
                return True
            if decision == choices.D_RUSH:
                movement.choose_rush(g, t, action)
                return True
            if decision == choices.D_MAINTENANCE:
                maintenance.choose_maintenance(g, t, action)
                return True
        else:
            if decision == choices.D_DAMAGED:
                maintenance.choose_damaged(g, t, action)
                return True
            if decision == choices.D_BUY:
                trade.choose_buy(g, t, action)
                return True
            if decision == choices.D_BUYER:
                trade.choose_buyer(g, t, action)
                return True
            if decision == choices.D_CONSENT:
                trade.choose_consent(g, t, action)
                return True
    return False


@kernel
def choose_2(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_GIVE to D_REVEAL_FROM."""
    if decision < choices.D_CARRIER:
        if decision < choices.D_FURTHER:
            if decision == choices.D_GIVE:
                trade.choose_give(g, t, action)
                return True
            if decision == choices.D_GIVE_TO:
                trade.choose_give_to(g, t, action)
                return True
            if decision == choices.D_ANALYSIS:
                exploration.choose_analysis(g, t, action)
                return True
            if decision == choices.D_SHARE_OPTION:
                exploration.choose_share_option(g, t, action)
                return True
        else:
            if decision == choices.D_FURTHER:
                exploration.choose_further(g, t, action)
                return True
            if decision == choices.D_WARNING:
                exploration.choose_warning(g, t, action)
                return True
            if decision == choices.D_ASSIST:
                signals.choose_assist(g, t, action)
                return True
            if decision == choices.D_DISCARD:
                signals.choose_discard(g, t, action)
                return True
    else:
        if decision < choices.D_STRIKE:
            if decision == choices.D_CARRIER:
                signals.choose_carrier(g, t, action)
                return True
            if decision == choices.D_WINDOW:
                windows.choose_window(g, t, action)
                return True
            if decision == choices.D_TARGET:
                effects.choose_target(g, t, action)
                return True
            if decision == choices.D_DIE:
                effects.choose_die(g, t, action)
                return True
        else:
            if decision == choices.D_STRIKE:
                effects.choose_strike(g, t, action)
                return True
            if decision == choices.D_MEND:
                effects.choose_mend(g, t, action)
                return True
            if decision == choices.D_SHARE:
                effects.choose_share(g, t, action)
                return True
            if decision == choices.D_REVEAL_FROM:
                effects.choose_reveal_from(g, t, action)
                return True
    return False


@kernel
def choose_3(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_REVEAL_AT to D_ESCAPE."""
    if decision < choices.D_LOSE:
        if decision < choices.D_JUMP_TO:
            if decision == choices.D_REVEAL_AT:
                effects.choose_reveal_at(g, t, action)
                return True
            if decision == choices.D_PACIFY:
                effects.choose_pacify(g, t, action)
                return True
        else:
            if decision == choices.D_JUMP_TO:
                effects.choose_jump_to(g, t, action)
                return True
            if decision == choices.D_CALL:
                effects.choose_call(g, t, action)
                return True
            if decision == choices.D_PIN:
                effects.choose_pin(g, t, action)
                return True
    else:
        if decision < choices.D_MANOEUVRE:
            if decision == choices.D_LOSE:
                effects.choose_lose(g, t, action)
                return True
            if decision == choices.D_ENEMY:
                combat.choose_enemy(g, t, action)
                return True
        else:
            if decision == choices.D_MANOEUVRE:
                combat.choose_manoeuvre(g, t, action)
                return True
            if decision == choices.D_AGREE:
                combat.choose_agree(g, t, action)
                return True
            if decision == choices.D_ESCAPE:
                combat.choose_escape(g, t, action)
                return True
    return False


@kernel
def choose(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision; False if it is unknown."""
    if decision <= choices.D_CONSENT:
        return choose_1(g, t, decision, action)
    if decision <= choices.D_REVEAL_FROM:
        return choose_2(g, t, decision, action)
    if decision <= choices.D_ESCAPE:
        return choose_3(g, t, decision, action)
    return False
