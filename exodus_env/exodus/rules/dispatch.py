"""What runs a frame, what is legal in a decision and what a choice does. Generated; do not edit."""

from __future__ import annotations

from exodus_env.exodus.record_types import Game, Tables
from exodus_env.exodus.rules import choices, frames, turn
from exodus_env.exodus.rules.cards import effects, gifts
from exodus_env.exodus.rules.combat import ending, hits, rounds
from exodus_env.exodus.rules.edge import combat_cards, combat_hands, planetary, tactics
from exodus_env.exodus.rules.modules import barriers, exploration, outposts, structures
from exodus_env.exodus.rules.scenarios import conversion, stronghold
from exodus_env.exodus.rules.setup import opening
from exodus_env.exodus.rules.stages import (
    action_stage,
    actions,
    conquest,
    council,
    movement,
    upgrades,
    upkeep,
    window,
    wmd,
)
from exodus_env.kit.kernel import Mask, kernel


@kernel
def run_1(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step, from GAME to EXPLORATION."""
    if kind < frames.BUILD_FREE:
        if kind < frames.EFFECTS:
            if kind == frames.GAME:
                turn.run_game(g, t)
                return True
            if kind == frames.SETTING_UP:
                opening.run_setting_up(g, t)
                return True
            if kind == frames.UPKEEP:
                upkeep.run_upkeep(g, t)
                return True
            if kind == frames.COUNCIL:
                council.run_council(g, t)
                return True
        else:
            if kind == frames.EFFECTS:
                effects.run_effects(g, t)
                return True
            if kind == frames.ACTION_STAGE:
                action_stage.run_action_stage(g, t)
                return True
            if kind == frames.PERFORM:
                actions.run_perform(g, t)
                return True
            if kind == frames.LEARN_FREE:
                gifts.run_learn_free(g, t)
                return True
    else:
        if kind < frames.ACTIVATION:
            if kind == frames.BUILD_FREE:
                gifts.run_build_free(g, t)
                return True
            if kind == frames.EQUIP_FREE:
                gifts.run_equip_free(g, t)
                return True
            if kind == frames.WINDOW:
                window.run_window(g, t)
                return True
            if kind == frames.WMD:
                wmd.run_wmd(g, t)
                return True
        else:
            if kind == frames.ACTIVATION:
                stronghold.run_activation(g, t)
                return True
            if kind == frames.CONQUEST:
                conquest.run_conquest(g, t)
                return True
            if kind == frames.MOVEMENT:
                movement.run_movement(g, t)
                return True
            if kind == frames.EXPLORATION:
                exploration.run_exploration(g, t)
                return True
    return False


@kernel
def run_2(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step, from COMBAT to INTERRUPTED."""
    if kind < frames.DISCARD:
        if kind < frames.OUTPOSTS:
            if kind == frames.COMBAT:
                rounds.run_combat(g, t)
                return True
            if kind == frames.SQUADRONS:
                stronghold.run_squadrons(g, t)
                return True
            if kind == frames.ASSAULT:
                stronghold.run_assault(g, t)
                return True
        else:
            if kind == frames.OUTPOSTS:
                outposts.run_outposts(g, t)
                return True
            if kind == frames.JUMPS:
                structures.run_jumps(g, t)
                return True
            if kind == frames.CONVERSION:
                conversion.run_conversion(g, t)
                return True
    else:
        if kind < frames.SETTLE:
            if kind == frames.DISCARD:
                combat_hands.run_discard(g, t)
                return True
            if kind == frames.FORTIFY:
                gifts.run_fortify(g, t)
                return True
            if kind == frames.ARM:
                gifts.run_arm(g, t)
                return True
        else:
            if kind == frames.SETTLE:
                gifts.run_settle(g, t)
                return True
            if kind == frames.REARRANGE:
                window.run_rearrange(g, t)
                return True
            if kind == frames.INTERRUPTED:
                window.run_interrupted(g, t)
                return True
    return False


@kernel
def run(g: Game, t: Tables, kind: int) -> bool:
    """Let the top frame do its next step; False if it is unknown."""
    if kind <= frames.EXPLORATION:
        return run_1(g, t, kind)
    if kind <= frames.INTERRUPTED:
        return run_2(g, t, kind)
    return False


@kernel
def legal_1(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_START_TECHNOLOGY to D_OPTION."""
    if decision < choices.D_VOTE_TIE:
        if decision < choices.D_EXCHANGE_UPGRADE:
            if decision == choices.D_START_TECHNOLOGY:
                opening.legal_start_technology(g, t, mask)
                return True
            if decision == choices.D_MINERAL:
                upkeep.legal_mineral(g, t, mask)
                return True
            if decision == choices.D_WINDOW:
                window.legal_window(g, t, mask)
                return True
            if decision == choices.D_UPGRADE_FROM:
                window.legal_upgrade_from(g, t, mask)
                return True
        else:
            if decision == choices.D_EXCHANGE_UPGRADE:
                window.legal_exchange_upgrade(g, t, mask)
                return True
            if decision == choices.D_VOTE:
                council.legal_vote(g, t, mask)
                return True
            if decision == choices.D_VOTE_FIFTIES:
                choices.legal_bid_fifties(g, t, mask)
                return True
            if decision == choices.D_VOTE_BID:
                choices.legal_bid(g, t, mask)
                return True
    else:
        if decision < choices.D_ELECTION_BID:
            if decision == choices.D_VOTE_TIE:
                council.legal_vote_tie(g, t, mask)
                return True
            if decision == choices.D_PROPOSE_BONUS:
                council.legal_propose_bonus(g, t, mask)
                return True
            if decision == choices.D_TAKE_BONUS:
                council.legal_take_bonus(g, t, mask)
                return True
            if decision == choices.D_ELECTION_FIFTIES:
                choices.legal_bid_fifties(g, t, mask)
                return True
        else:
            if decision == choices.D_ELECTION_BID:
                choices.legal_bid(g, t, mask)
                return True
            if decision == choices.D_ELECTION_TIE:
                council.legal_election_tie(g, t, mask)
                return True
            if decision == choices.D_NAME_PLAYER:
                effects.legal_name_player(g, t, mask)
                return True
            if decision == choices.D_OPTION:
                effects.legal_option(g, t, mask)
                return True
    return False


@kernel
def legal_2(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_CANCEL_LAW to D_TRADE."""
    if decision < choices.D_TAKE_PART:
        if decision < choices.D_ACTION_CARD:
            if decision == choices.D_CANCEL_LAW:
                effects.legal_cancel_law(g, t, mask)
                return True
            if decision == choices.D_FREE_TECHNOLOGY:
                gifts.legal_free_technology(g, t, mask)
                return True
            if decision == choices.D_FREE_SHIP:
                gifts.legal_free_ship(g, t, mask)
                return True
            if decision == choices.D_FREE_UPGRADE:
                gifts.legal_free_upgrade(g, t, mask)
                return True
        else:
            if decision == choices.D_ACTION_CARD:
                action_stage.legal_action_card(g, t, mask)
                return True
            if decision == choices.D_THIRD_CARD:
                action_stage.legal_action_card(g, t, mask)
                return True
            if decision == choices.D_REACT:
                action_stage.legal_react(g, t, mask)
                return True
            if decision == choices.D_RESEARCH:
                actions.legal_research(g, t, mask)
                return True
    else:
        if decision < choices.D_REPLACE:
            if decision == choices.D_TAKE_PART:
                actions.legal_take_part(g, t, mask)
                return True
            if decision == choices.D_BANK_DICE:
                actions.legal_dice_option(g, t, mask)
                return True
            if decision == choices.D_BUILD:
                actions.legal_build(g, t, mask)
                return True
            if decision == choices.D_UPGRADE:
                upgrades.legal_upgrade(g, t, mask)
                return True
        else:
            if decision == choices.D_REPLACE:
                upgrades.legal_replace(g, t, mask)
                return True
            if decision == choices.D_MINING_DICE:
                actions.legal_dice_option(g, t, mask)
                return True
            if decision == choices.D_MINE:
                actions.legal_mine(g, t, mask)
                return True
            if decision == choices.D_TRADE:
                actions.legal_trade(g, t, mask)
                return True
    return False


@kernel
def legal_3(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_FIRE to D_BARRIER."""
    if decision < choices.D_UNCLOAK:
        if decision < choices.D_MOVE:
            if decision == choices.D_FIRE:
                wmd.legal_fire(g, t, mask)
                return True
            if decision == choices.D_STRIKE:
                wmd.legal_strike(g, t, mask)
                return True
            if decision == choices.D_MOUNT:
                conquest.legal_mount(g, t, mask)
                return True
            if decision == choices.D_TRAVEL:
                conquest.legal_yes_or_no(g, t, mask)
                return True
        else:
            if decision == choices.D_MOVE:
                movement.legal_move(g, t, mask)
                return True
            if decision == choices.D_ORDER:
                movement.legal_order(g, t, mask)
                return True
            if decision == choices.D_CIVILIAN_FROM:
                conquest.legal_civilian_from(g, t, mask)
                return True
            if decision == choices.D_CIVILIAN_TO:
                conquest.legal_civilian_to(g, t, mask)
                return True
    else:
        if decision < choices.D_DEPLOY:
            if decision == choices.D_UNCLOAK:
                conquest.legal_yes_or_no(g, t, mask)
                return True
            if decision == choices.D_FORCE_UNCLOAK:
                conquest.legal_yes_or_no(g, t, mask)
                return True
            if decision == choices.D_BATTLE:
                conquest.legal_battle(g, t, mask)
                return True
            if decision == choices.D_HIT:
                hits.legal_hit(g, t, mask)
                return True
        else:
            if decision == choices.D_DEPLOY:
                conquest.legal_deploy(g, t, mask)
                return True
            if decision == choices.D_PLANET_TYPE:
                opening.legal_planet_type(g, t, mask)
                return True
            if decision == choices.D_PLANET_SPACE:
                opening.legal_planet_space(g, t, mask)
                return True
            if decision == choices.D_BARRIER:
                barriers.legal_barrier(g, t, mask)
                return True
    return False


@kernel
def legal_4(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_LOOK to D_SECOND_LOOK."""
    if decision < choices.D_JUMP_SHIP:
        if decision < choices.D_WORMHOLE:
            if decision == choices.D_LOOK:
                opening.legal_look(g, t, mask)
                return True
            if decision == choices.D_LEADER:
                opening.legal_leader(g, t, mask)
                return True
            if decision == choices.D_DEBRIS:
                movement.legal_debris(g, t, mask)
                return True
            if decision == choices.D_IGNORE_EVENT:
                exploration.legal_ignore_event(g, t, mask)
                return True
        else:
            if decision == choices.D_WORMHOLE:
                exploration.legal_wormhole(g, t, mask)
                return True
            if decision == choices.D_BOUNTY:
                exploration.legal_bounty(g, t, mask)
                return True
            if decision == choices.D_OUTPOST:
                outposts.legal_outpost(g, t, mask)
                return True
            if decision == choices.D_JUMP:
                structures.legal_jump(g, t, mask)
                return True
    else:
        if decision < choices.D_PAY_VP:
            if decision == choices.D_JUMP_SHIP:
                structures.legal_jump_ship(g, t, mask)
                return True
            if decision == choices.D_MARCH:
                stronghold.legal_march(g, t, mask)
                return True
            if decision == choices.D_JOIN:
                stronghold.legal_join(g, t, mask)
                return True
            if decision == choices.D_REWARD:
                ending.legal_reward(g, t, mask)
                return True
        else:
            if decision == choices.D_PAY_VP:
                conversion.legal_pay_vp(g, t, mask)
                return True
            if decision == choices.D_GAIN_VP:
                conversion.legal_gain_vp(g, t, mask)
                return True
            if decision == choices.D_FACTION:
                opening.legal_faction(g, t, mask)
                return True
            if decision == choices.D_SECOND_LOOK:
                opening.legal_second_look(g, t, mask)
                return True
    return False


@kernel
def legal_5(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_START_HEX to D_FOE_CARD."""
    if decision < choices.D_ARM:
        if decision < choices.D_DISCARD:
            if decision == choices.D_START_HEX:
                opening.legal_start_hex(g, t, mask)
                return True
            if decision == choices.D_CORRUPT:
                council.legal_corrupt(g, t, mask)
                return True
            if decision == choices.D_VISION:
                council.legal_vision(g, t, mask)
                return True
            if decision == choices.D_OFFICE:
                council.legal_office(g, t, mask)
                return True
        else:
            if decision == choices.D_DISCARD:
                combat_hands.legal_discard(g, t, mask)
                return True
            if decision == choices.D_PAY_FROM:
                action_stage.legal_pay_from(g, t, mask)
                return True
            if decision == choices.D_BUILD_AT:
                planetary.legal_build_at(g, t, mask)
                return True
            if decision == choices.D_FORTIFY:
                gifts.legal_fortify(g, t, mask)
                return True
    else:
        if decision < choices.D_DECOY:
            if decision == choices.D_ARM:
                gifts.legal_arm(g, t, mask)
                return True
            if decision == choices.D_SETTLE:
                gifts.legal_settle(g, t, mask)
                return True
            if decision == choices.D_HYPERSPACE:
                movement.legal_hyperspace(g, t, mask)
                return True
            if decision == choices.D_HYPERSPACE_TO:
                movement.legal_hyperspace_to(g, t, mask)
                return True
        else:
            if decision == choices.D_DECOY:
                tactics.legal_decoy(g, t, mask)
                return True
            if decision == choices.D_SACRIFICE:
                tactics.legal_sacrifice(g, t, mask)
                return True
            if decision == choices.D_SACRIFICE_TARGET:
                tactics.legal_sacrifice_target(g, t, mask)
                return True
            if decision == choices.D_FOE_CARD:
                combat_cards.legal_foe_card(g, t, mask)
                return True
    return False


@kernel
def legal_6(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision, from D_COMBAT_CARD to D_BUY_OFFICE."""
    if decision < choices.D_COMMANDO_TARGET:
        if decision == choices.D_COMBAT_CARD:
            combat_cards.legal_combat_card(g, t, mask)
            return True
        if decision == choices.D_DEFLECT:
            tactics.legal_deflect(g, t, mask)
            return True
        if decision == choices.D_DEFLECT_TO:
            tactics.legal_deflect_to(g, t, mask)
            return True
        if decision == choices.D_COPY_TECHNOLOGY:
            gifts.legal_copy_technology(g, t, mask)
            return True
    else:
        if decision < choices.D_PAY_ABOARD:
            if decision == choices.D_COMMANDO_TARGET:
                conquest.legal_commando_target(g, t, mask)
                return True
            if decision == choices.D_CANCEL_HIT:
                hits.legal_cancel_hit(g, t, mask)
                return True
        else:
            if decision == choices.D_PAY_ABOARD:
                combat_cards.legal_pay_aboard(g, t, mask)
                return True
            if decision == choices.D_POLITICAL_CHOICE:
                council.legal_political_choice(g, t, mask)
                return True
            if decision == choices.D_BUY_OFFICE:
                council.legal_buy_office(g, t, mask)
                return True
    return False


@kernel
def legal(g: Game, t: Tables, decision: int, mask: Mask) -> bool:
    """Write what is legal in a decision; False if it is unknown."""
    if decision <= choices.D_OPTION:
        return legal_1(g, t, decision, mask)
    if decision <= choices.D_TRADE:
        return legal_2(g, t, decision, mask)
    if decision <= choices.D_BARRIER:
        return legal_3(g, t, decision, mask)
    if decision <= choices.D_SECOND_LOOK:
        return legal_4(g, t, decision, mask)
    if decision <= choices.D_FOE_CARD:
        return legal_5(g, t, decision, mask)
    if decision <= choices.D_BUY_OFFICE:
        return legal_6(g, t, decision, mask)
    return False


@kernel
def choose_1(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_START_TECHNOLOGY to D_OPTION."""
    if decision < choices.D_VOTE_TIE:
        if decision < choices.D_EXCHANGE_UPGRADE:
            if decision == choices.D_START_TECHNOLOGY:
                opening.choose_start_technology(g, t, action)
                return True
            if decision == choices.D_MINERAL:
                upkeep.choose_mineral(g, t, action)
                return True
            if decision == choices.D_WINDOW:
                window.choose_window(g, t, action)
                return True
            if decision == choices.D_UPGRADE_FROM:
                window.choose_upgrade_from(g, t, action)
                return True
        else:
            if decision == choices.D_EXCHANGE_UPGRADE:
                window.choose_exchange_upgrade(g, t, action)
                return True
            if decision == choices.D_VOTE:
                council.choose_vote(g, t, action)
                return True
            if decision == choices.D_VOTE_FIFTIES:
                council.choose_bid_fifties(g, t, action)
                return True
            if decision == choices.D_VOTE_BID:
                council.choose_bid(g, t, action)
                return True
    else:
        if decision < choices.D_ELECTION_BID:
            if decision == choices.D_VOTE_TIE:
                council.choose_vote_tie(g, t, action)
                return True
            if decision == choices.D_PROPOSE_BONUS:
                council.choose_propose_bonus(g, t, action)
                return True
            if decision == choices.D_TAKE_BONUS:
                council.choose_take_bonus(g, t, action)
                return True
            if decision == choices.D_ELECTION_FIFTIES:
                council.choose_bid_fifties(g, t, action)
                return True
        else:
            if decision == choices.D_ELECTION_BID:
                council.choose_bid(g, t, action)
                return True
            if decision == choices.D_ELECTION_TIE:
                council.choose_election_tie(g, t, action)
                return True
            if decision == choices.D_NAME_PLAYER:
                effects.choose_name_player(g, t, action)
                return True
            if decision == choices.D_OPTION:
                effects.choose_option(g, t, action)
                return True
    return False


@kernel
def choose_2(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_CANCEL_LAW to D_TRADE."""
    if decision < choices.D_TAKE_PART:
        if decision < choices.D_ACTION_CARD:
            if decision == choices.D_CANCEL_LAW:
                effects.choose_cancel_law(g, t, action)
                return True
            if decision == choices.D_FREE_TECHNOLOGY:
                gifts.choose_free_technology(g, t, action)
                return True
            if decision == choices.D_FREE_SHIP:
                gifts.choose_free_ship(g, t, action)
                return True
            if decision == choices.D_FREE_UPGRADE:
                gifts.choose_free_upgrade(g, t, action)
                return True
        else:
            if decision == choices.D_ACTION_CARD:
                action_stage.choose_action_card(g, t, action)
                return True
            if decision == choices.D_THIRD_CARD:
                action_stage.choose_action_card(g, t, action)
                return True
            if decision == choices.D_REACT:
                action_stage.choose_react(g, t, action)
                return True
            if decision == choices.D_RESEARCH:
                actions.choose_research(g, t, action)
                return True
    else:
        if decision < choices.D_REPLACE:
            if decision == choices.D_TAKE_PART:
                actions.choose_take_part(g, t, action)
                return True
            if decision == choices.D_BANK_DICE:
                actions.choose_bank_dice(g, t, action)
                return True
            if decision == choices.D_BUILD:
                actions.choose_build(g, t, action)
                return True
            if decision == choices.D_UPGRADE:
                upgrades.choose_upgrade(g, t, action)
                return True
        else:
            if decision == choices.D_REPLACE:
                upgrades.choose_replace(g, t, action)
                return True
            if decision == choices.D_MINING_DICE:
                actions.choose_mining_dice(g, t, action)
                return True
            if decision == choices.D_MINE:
                actions.choose_mine(g, t, action)
                return True
            if decision == choices.D_TRADE:
                actions.choose_trade(g, t, action)
                return True
    return False


@kernel
def choose_3(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_FIRE to D_BARRIER."""
    if decision < choices.D_UNCLOAK:
        if decision < choices.D_MOVE:
            if decision == choices.D_FIRE:
                wmd.choose_fire(g, t, action)
                return True
            if decision == choices.D_STRIKE:
                wmd.choose_strike(g, t, action)
                return True
            if decision == choices.D_MOUNT:
                conquest.choose_mount(g, t, action)
                return True
            if decision == choices.D_TRAVEL:
                conquest.choose_travel(g, t, action)
                return True
        else:
            if decision == choices.D_MOVE:
                movement.choose_move(g, t, action)
                return True
            if decision == choices.D_ORDER:
                movement.choose_order(g, t, action)
                return True
            if decision == choices.D_CIVILIAN_FROM:
                conquest.choose_civilian_from(g, t, action)
                return True
            if decision == choices.D_CIVILIAN_TO:
                conquest.choose_civilian_to(g, t, action)
                return True
    else:
        if decision < choices.D_DEPLOY:
            if decision == choices.D_UNCLOAK:
                conquest.choose_uncloak(g, t, action)
                return True
            if decision == choices.D_FORCE_UNCLOAK:
                conquest.choose_force_uncloak(g, t, action)
                return True
            if decision == choices.D_BATTLE:
                conquest.choose_battle(g, t, action)
                return True
            if decision == choices.D_HIT:
                hits.choose_hit(g, t, action)
                return True
        else:
            if decision == choices.D_DEPLOY:
                conquest.choose_deploy(g, t, action)
                return True
            if decision == choices.D_PLANET_TYPE:
                opening.choose_planet_type(g, t, action)
                return True
            if decision == choices.D_PLANET_SPACE:
                opening.choose_planet_space(g, t, action)
                return True
            if decision == choices.D_BARRIER:
                barriers.choose_barrier(g, t, action)
                return True
    return False


@kernel
def choose_4(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_LOOK to D_SECOND_LOOK."""
    if decision < choices.D_JUMP_SHIP:
        if decision < choices.D_WORMHOLE:
            if decision == choices.D_LOOK:
                opening.choose_look(g, t, action)
                return True
            if decision == choices.D_LEADER:
                opening.choose_leader(g, t, action)
                return True
            if decision == choices.D_DEBRIS:
                movement.choose_debris(g, t, action)
                return True
            if decision == choices.D_IGNORE_EVENT:
                exploration.choose_ignore_event(g, t, action)
                return True
        else:
            if decision == choices.D_WORMHOLE:
                exploration.choose_wormhole(g, t, action)
                return True
            if decision == choices.D_BOUNTY:
                exploration.choose_bounty(g, t, action)
                return True
            if decision == choices.D_OUTPOST:
                outposts.choose_outpost(g, t, action)
                return True
            if decision == choices.D_JUMP:
                structures.choose_jump(g, t, action)
                return True
    else:
        if decision < choices.D_PAY_VP:
            if decision == choices.D_JUMP_SHIP:
                structures.choose_jump_ship(g, t, action)
                return True
            if decision == choices.D_MARCH:
                stronghold.choose_march(g, t, action)
                return True
            if decision == choices.D_JOIN:
                stronghold.choose_join(g, t, action)
                return True
            if decision == choices.D_REWARD:
                ending.choose_reward(g, t, action)
                return True
        else:
            if decision == choices.D_PAY_VP:
                conversion.choose_pay_vp(g, t, action)
                return True
            if decision == choices.D_GAIN_VP:
                conversion.choose_gain_vp(g, t, action)
                return True
            if decision == choices.D_FACTION:
                opening.choose_faction(g, t, action)
                return True
            if decision == choices.D_SECOND_LOOK:
                opening.choose_second_look(g, t, action)
                return True
    return False


@kernel
def choose_5(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_START_HEX to D_FOE_CARD."""
    if decision < choices.D_ARM:
        if decision < choices.D_DISCARD:
            if decision == choices.D_START_HEX:
                opening.choose_start_hex(g, t, action)
                return True
            if decision == choices.D_CORRUPT:
                council.choose_corrupt(g, t, action)
                return True
            if decision == choices.D_VISION:
                council.choose_vision(g, t, action)
                return True
            if decision == choices.D_OFFICE:
                council.choose_office(g, t, action)
                return True
        else:
            if decision == choices.D_DISCARD:
                combat_hands.choose_discard(g, t, action)
                return True
            if decision == choices.D_PAY_FROM:
                action_stage.choose_pay_from(g, t, action)
                return True
            if decision == choices.D_BUILD_AT:
                planetary.choose_build_at(g, t, action)
                return True
            if decision == choices.D_FORTIFY:
                gifts.choose_fortify(g, t, action)
                return True
    else:
        if decision < choices.D_DECOY:
            if decision == choices.D_ARM:
                gifts.choose_arm(g, t, action)
                return True
            if decision == choices.D_SETTLE:
                gifts.choose_settle(g, t, action)
                return True
            if decision == choices.D_HYPERSPACE:
                movement.choose_hyperspace(g, t, action)
                return True
            if decision == choices.D_HYPERSPACE_TO:
                movement.choose_hyperspace_to(g, t, action)
                return True
        else:
            if decision == choices.D_DECOY:
                tactics.choose_decoy(g, t, action)
                return True
            if decision == choices.D_SACRIFICE:
                tactics.choose_sacrifice(g, t, action)
                return True
            if decision == choices.D_SACRIFICE_TARGET:
                tactics.choose_sacrifice_target(g, t, action)
                return True
            if decision == choices.D_FOE_CARD:
                combat_cards.choose_foe_card(g, t, action)
                return True
    return False


@kernel
def choose_6(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision, from D_COMBAT_CARD to D_BUY_OFFICE."""
    if decision < choices.D_COMMANDO_TARGET:
        if decision == choices.D_COMBAT_CARD:
            combat_cards.choose_combat_card(g, t, action)
            return True
        if decision == choices.D_DEFLECT:
            tactics.choose_deflect(g, t, action)
            return True
        if decision == choices.D_DEFLECT_TO:
            tactics.choose_deflect_to(g, t, action)
            return True
        if decision == choices.D_COPY_TECHNOLOGY:
            gifts.choose_copy_technology(g, t, action)
            return True
    else:
        if decision < choices.D_PAY_ABOARD:
            if decision == choices.D_COMMANDO_TARGET:
                conquest.choose_commando_target(g, t, action)
                return True
            if decision == choices.D_CANCEL_HIT:
                hits.choose_cancel_hit(g, t, action)
                return True
        else:
            if decision == choices.D_PAY_ABOARD:
                combat_cards.choose_pay_aboard(g, t, action)
                return True
            if decision == choices.D_POLITICAL_CHOICE:
                council.choose_political_choice(g, t, action)
                return True
            if decision == choices.D_BUY_OFFICE:
                council.choose_buy_office(g, t, action)
                return True
    return False


@kernel
def choose(g: Game, t: Tables, decision: int, action: int) -> bool:
    """Carry out a choice of a decision; False if it is unknown."""
    if decision <= choices.D_OPTION:
        return choose_1(g, t, decision, action)
    if decision <= choices.D_TRADE:
        return choose_2(g, t, decision, action)
    if decision <= choices.D_BARRIER:
        return choose_3(g, t, decision, action)
    if decision <= choices.D_SECOND_LOOK:
        return choose_4(g, t, decision, action)
    if decision <= choices.D_FOE_CARD:
        return choose_5(g, t, decision, action)
    if decision <= choices.D_BUY_OFFICE:
        return choose_6(g, t, decision, action)
    return False
