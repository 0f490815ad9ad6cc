"""The engine: runs the top frame until somebody must decide, says what is legal, and carries out a choice.

The three tables below are the only place that knows every stage.
"""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import (
    action_stage,
    actions,
    barriers,
    choices,
    combat,
    combat_cards,
    combat_end,
    combat_hits,
    conquest,
    conversion,
    council,
    effects,
    exploration,
    frames,
    gifts,
    hand,
    movement,
    outposts,
    planetary,
    setting_up,
    stronghold,
    structures,
    tactics,
    turn,
    upgrades,
    upkeep,
    window,
    wmd,
)
from exodus_env.exodus.tables import Tables
from exodus_env.kit.flow import KIND, NO_DECISION, NoLegalChoice, get
from exodus_env.kit.kernel import Mask, kernel
from exodus_env.kit.stepping import legal_among, nth_legal


@kernel
def run_top_frame(g: Game, t: Tables) -> None:
    """Let the top frame do its next step."""
    kind = get(g, KIND)
    if kind == frames.GAME:
        turn.run_game(g, t)
    elif kind == frames.SETTING_UP:
        setting_up.run_setting_up(g, t)
    elif kind == frames.UPKEEP:
        upkeep.run_upkeep(g, t)
    elif kind == frames.COUNCIL:
        council.run_council(g, t)
    elif kind == frames.EFFECTS:
        effects.run_effects(g, t)
    elif kind == frames.ACTION_STAGE:
        action_stage.run_action_stage(g, t)
    elif kind == frames.PERFORM:
        actions.run_perform(g, t)
    elif kind == frames.LEARN_FREE:
        gifts.run_learn_free(g, t)
    elif kind == frames.BUILD_FREE:
        gifts.offer(g, choices.D_FREE_SHIP)
    elif kind == frames.EQUIP_FREE:
        gifts.run_equip_free(g, t)
    elif kind == frames.WINDOW:
        window.run_window(g, t)
    elif kind == frames.WMD:
        wmd.run_wmd(g, t)
    elif kind == frames.ACTIVATION:
        stronghold.run_activation(g, t)
    elif kind == frames.CONQUEST:
        conquest.run_conquest(g, t)
    elif kind == frames.MOVEMENT:
        movement.run_movement(g, t)
    elif kind == frames.EXPLORATION:
        exploration.run_exploration(g, t)
    elif kind == frames.COMBAT:
        combat.run_combat(g, t)
    elif kind == frames.SQUADRONS:
        stronghold.run_squadrons(g, t)
    elif kind == frames.ASSAULT:
        stronghold.run_assault(g, t)
    elif kind == frames.OUTPOSTS:
        outposts.run_outposts(g, t)
    elif kind == frames.JUMPS:
        structures.run_jumps(g, t)
    elif kind == frames.CONVERSION:
        conversion.run_conversion(g, t)
    elif kind == frames.DISCARD:
        hand.run_discard(g, t)
    elif kind == frames.FORTIFY:
        gifts.offer(g, choices.D_FORTIFY)
    elif kind == frames.ARM:
        gifts.offer(g, choices.D_ARM)
    elif kind == frames.SETTLE:
        gifts.run_settle(g, t)
    elif kind == frames.REARRANGE:
        window.run_rearrange(g)
    else:
        window.run_interrupted(g, t)


@kernel
def legal_early(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices of the decisions from setup to the Council."""
    d = g.decision
    if d == choices.D_START_TECHNOLOGY:
        setting_up.legal_start_technology(g, t, mask)
    elif d == choices.D_MINERAL:
        upkeep.legal_mineral(g, t, mask)
    elif d == choices.D_WINDOW:
        window.legal_window(t, mask)
    elif d == choices.D_UPGRADE_FROM:
        window.legal_upgrade_from(g, t, mask)
    elif d == choices.D_EXCHANGE_UPGRADE:
        window.legal_exchange_upgrade(g, t, mask)
    elif d == choices.D_VOTE:
        council.legal_vote(g, t, mask)
    elif d == choices.D_VOTE_FIFTIES or d == choices.D_ELECTION_FIFTIES:
        choices.legal_bid_fifties(g, t, mask)
    elif d == choices.D_VOTE_BID or d == choices.D_ELECTION_BID:
        choices.legal_bid(g, t, mask)
    elif d == choices.D_VOTE_TIE:
        council.legal_vote_tie(g, t, mask)
    elif d == choices.D_PROPOSE_BONUS:
        council.legal_propose_bonus(g, t, mask)
    elif d == choices.D_TAKE_BONUS:
        council.legal_take_bonus(g, t, mask)
    elif d == choices.D_ELECTION_TIE:
        council.legal_election_tie(g, t, mask)
    elif d == choices.D_NAME_PLAYER:
        effects.legal_name_player(g, t, mask)
    elif d == choices.D_OPTION:
        effects.legal_option(g, t, mask)
    elif d == choices.D_CANCEL_LAW:
        effects.legal_cancel_law(g, t, mask)


@kernel
def legal_actions(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices of the Action Stage."""
    d = g.decision
    if d == choices.D_ACTION_CARD or d == choices.D_THIRD_CARD:
        action_stage.legal_action_card(g, t, mask)
    elif d == choices.D_REACT:
        action_stage.legal_react(g, t, mask)
    elif d == choices.D_FREE_TECHNOLOGY:
        gifts.legal_free_technology(g, t, mask)
    elif d == choices.D_FREE_SHIP:
        gifts.legal_free_ship(g, t, mask)
    elif d == choices.D_FREE_UPGRADE:
        gifts.legal_free_upgrade(g, t, mask)
    elif d == choices.D_RESEARCH:
        actions.legal_research(g, t, mask)
    elif d == choices.D_TAKE_PART:
        actions.legal_take_part(g, t, mask)
    elif d == choices.D_BANK_DICE or d == choices.D_MINING_DICE:
        actions.legal_dice_option(g, t, mask)
    elif d == choices.D_BUILD:
        actions.legal_build(g, t, mask)
    elif d == choices.D_UPGRADE:
        upgrades.legal_upgrade(g, t, mask)
    elif d == choices.D_REPLACE:
        upgrades.legal_replace(g, t, mask)
    elif d == choices.D_MINE:
        actions.legal_mine(g, t, mask)
    elif d == choices.D_TRADE:
        actions.legal_trade(g, t, mask)


@kernel
def legal_late(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices of the WMD and Conquest Stages."""
    d = g.decision
    if d == choices.D_FIRE:
        wmd.legal_fire(g, t, mask)
    elif d == choices.D_STRIKE:
        wmd.legal_strike(g, t, mask)
    elif d == choices.D_MOUNT:
        conquest.legal_mount(g, t, mask)
    elif d == choices.D_MOVE:
        movement.legal_move(g, t, mask)
    elif d == choices.D_ORDER:
        movement.legal_order(g, t, mask)
    elif d == choices.D_CIVILIAN_FROM:
        conquest.legal_civilian_from(g, t, mask)
    elif d == choices.D_CIVILIAN_TO:
        conquest.legal_civilian_to(g, t, mask)
    elif d == choices.D_TRAVEL or d == choices.D_UNCLOAK or d == choices.D_FORCE_UNCLOAK:
        conquest.legal_yes_or_no(g, t, mask)
    elif d == choices.D_BATTLE:
        conquest.legal_battle(g, t, mask)
    elif d == choices.D_HIT:
        combat_hits.legal_hit(g, t, mask)
    elif d == choices.D_DEPLOY:
        conquest.legal_deploy(g, t, mask)


@kernel
def legal_modules(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices of the decisions that modules of Event Horizon bring."""
    d = g.decision
    if d == choices.D_PLANET_TYPE:
        setting_up.legal_planet_type(g, t, mask)
    elif d == choices.D_PLANET_SPACE:
        setting_up.legal_planet_space(g, t, mask)
    elif d == choices.D_BARRIER:
        barriers.legal_barrier(g, t, mask)
    elif d == choices.D_LOOK:
        setting_up.legal_look(g, t, mask)
    elif d == choices.D_LEADER:
        setting_up.legal_leader(g, t, mask)
    elif d == choices.D_DEBRIS:
        movement.legal_debris(g, t, mask)
    elif d == choices.D_IGNORE_EVENT:
        exploration.legal_ignore_event(g, t, mask)
    elif d == choices.D_WORMHOLE:
        exploration.legal_wormhole(g, t, mask)
    elif d == choices.D_BOUNTY:
        exploration.legal_bounty(g, t, mask)
    elif d == choices.D_OUTPOST:
        outposts.legal_outpost(g, t, mask)
    elif d == choices.D_JUMP:
        structures.legal_jump(g, t, mask)
    elif d == choices.D_JUMP_SHIP:
        structures.legal_jump_ship(g, t, mask)


@kernel
def legal_scenarios(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices of the decisions that scenarios bring."""
    d = g.decision
    if d == choices.D_MARCH:
        stronghold.legal_march(g, t, mask)
    elif d == choices.D_JOIN:
        stronghold.legal_join(g, t, mask)
    elif d == choices.D_REWARD:
        combat_end.legal_reward(g, t, mask)
    elif d == choices.D_PAY_VP:
        conversion.legal_pay_vp(g, t, mask)
    elif d == choices.D_GAIN_VP:
        conversion.legal_gain_vp(g, t, mask)


@kernel
def legal_factions(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices that Edge of Extinction brings, from setup to the Action Stage."""
    d = g.decision
    if d == choices.D_FACTION:
        setting_up.legal_faction(g, t, mask)
    elif d == choices.D_SECOND_LOOK:
        setting_up.legal_second_look(g, t, mask)
    elif d == choices.D_START_HEX:
        setting_up.legal_start_hex(g, t, mask)
    elif d == choices.D_CORRUPT:
        council.legal_corrupt(g, t, mask)
    elif d == choices.D_VISION:
        council.legal_vision(g, t, mask)
    elif d == choices.D_OFFICE:
        council.legal_office(g, t, mask)
    elif d == choices.D_DISCARD:
        hand.legal_discard(g, t, mask)
    elif d == choices.D_PAY_FROM:
        action_stage.legal_pay_from(g, t, mask)
    elif d == choices.D_BUILD_AT:
        planetary.legal_build_at(g, t, mask)
    elif d == choices.D_FORTIFY:
        gifts.legal_fortify(g, t, mask)
    elif d == choices.D_ARM:
        gifts.legal_arm(g, t, mask)
    elif d == choices.D_SETTLE:
        gifts.legal_settle(g, t, mask)


@kernel
def legal_fleets(g: Game, t: Tables, mask: Mask) -> None:
    """Legal choices that Edge of Extinction brings in the Conquest Stage."""
    d = g.decision
    if d == choices.D_HYPERSPACE:
        movement.legal_hyperspace(g, t, mask)
    elif d == choices.D_HYPERSPACE_TO:
        movement.legal_hyperspace_to(g, t, mask)
    elif d == choices.D_DECOY:
        tactics.legal_decoy(g, t, mask)
    elif d == choices.D_SACRIFICE:
        tactics.legal_sacrifice(g, t, mask)
    elif d == choices.D_SACRIFICE_TARGET:
        tactics.legal_sacrifice_target(g, t, mask)
    elif d == choices.D_FOE_CARD:
        combat_cards.legal_foe_card(g, t, mask)
    elif d == choices.D_COMBAT_CARD:
        combat_cards.legal_combat_card(g, t, mask)
    elif d == choices.D_DEFLECT:
        tactics.legal_deflect(g, t, mask)
    elif d == choices.D_DEFLECT_TO:
        tactics.legal_deflect_to(g, t, mask)
    elif d == choices.D_COPY_TECHNOLOGY:
        gifts.legal_copy_technology(g, t, mask)
    elif d == choices.D_COMMANDO_TARGET:
        conquest.legal_commando_target(g, t, mask)
    elif d == choices.D_CANCEL_HIT:
        combat_hits.legal_cancel_hit(g, t, mask)
    elif d == choices.D_PAY_ABOARD:
        combat_cards.legal_pay_aboard(g, t, mask)


@kernel
def legal(g: Game, t: Tables, mask: Mask) -> int:
    """Write the mask of the pending decision, with what may come before it; returns how many choices are legal."""
    mask[:] = 0
    d = g.decision
    if d <= choices.D_CANCEL_LAW:
        legal_early(g, t, mask)
    elif d <= choices.D_TRADE:
        legal_actions(g, t, mask)
    elif d <= choices.D_DEPLOY:
        legal_late(g, t, mask)
    elif d <= choices.D_JUMP_SHIP:
        legal_modules(g, t, mask)
    elif d <= choices.D_GAIN_VP:
        legal_scenarios(g, t, mask)
    elif d <= choices.D_SETTLE:
        legal_factions(g, t, mask)
    elif d <= choices.D_PAY_ABOARD:
        legal_fleets(g, t, mask)
    elif d == choices.D_POLITICAL_CHOICE:
        council.legal_political_choice(g, t, mask)
    else:
        council.legal_buy_office(g, t, mask)
    choices.turn_mask(g, t, mask)
    own = legal_among(mask, 0, len(mask))
    return 0 if own == 0 else own + window.legal_asides(g, t, mask, own)


@kernel
def choose_early(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice from setup to the Council."""
    if decision == choices.D_START_TECHNOLOGY:
        setting_up.choose_start_technology(g, t, action)
    elif decision == choices.D_MINERAL:
        upkeep.choose_mineral(g, t, action)
    elif decision == choices.D_UPGRADE_FROM:
        window.choose_upgrade_from(g, t, action)
    elif decision == choices.D_EXCHANGE_UPGRADE:
        window.choose_exchange_upgrade(g, t, action)
    elif decision == choices.D_VOTE:
        council.choose_vote(g, t, action)
    elif decision == choices.D_VOTE_FIFTIES or decision == choices.D_ELECTION_FIFTIES:
        council.choose_bid_fifties(g, t, action)
    elif decision == choices.D_VOTE_BID or decision == choices.D_ELECTION_BID:
        council.choose_bid(g, t, action)
    elif decision == choices.D_VOTE_TIE:
        council.choose_vote_tie(g, t, action)
    elif decision == choices.D_PROPOSE_BONUS:
        council.choose_propose_bonus(g, t, action)
    elif decision == choices.D_TAKE_BONUS:
        council.choose_take_bonus(g, t, action)
    elif decision == choices.D_ELECTION_TIE:
        council.choose_election_tie(g, t, action)
    elif decision == choices.D_NAME_PLAYER:
        effects.choose_name_player(g, t, action)
    elif decision == choices.D_OPTION:
        effects.choose_option(g, t, action)
    elif decision == choices.D_CANCEL_LAW:
        effects.choose_cancel_law(g, t, action)


@kernel
def choose_actions(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice of the Action Stage."""
    if decision == choices.D_ACTION_CARD or decision == choices.D_THIRD_CARD:
        action_stage.choose_action_card(g, t, action)
    elif decision == choices.D_REACT:
        action_stage.choose_react(g, t, action)
    elif decision == choices.D_FREE_TECHNOLOGY:
        gifts.choose_free_technology(g, t, action)
    elif decision == choices.D_FREE_SHIP:
        gifts.choose_free_ship(g, t, action)
    elif decision == choices.D_FREE_UPGRADE:
        gifts.choose_free_upgrade(g, t, action)
    elif decision == choices.D_RESEARCH:
        actions.choose_research(g, t, action)
    elif decision == choices.D_TAKE_PART:
        actions.choose_take_part(g, t, action)
    elif decision == choices.D_BANK_DICE:
        actions.choose_bank_dice(g, t, action)
    elif decision == choices.D_MINING_DICE:
        actions.choose_mining_dice(g, t, action)
    elif decision == choices.D_BUILD:
        actions.choose_build(g, t, action)
    elif decision == choices.D_UPGRADE:
        upgrades.choose_upgrade(g, t, action)
    elif decision == choices.D_REPLACE:
        upgrades.choose_replace(g, t, action)
    elif decision == choices.D_MINE:
        actions.choose_mine(g, t, action)
    elif decision == choices.D_TRADE:
        actions.choose_trade(g, t, action)


@kernel
def choose_late(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice of the WMD and Conquest Stages."""
    if decision == choices.D_FIRE:
        wmd.choose_fire(g, t, action)
    elif decision == choices.D_STRIKE:
        wmd.choose_strike(g, t, action)
    elif decision == choices.D_MOUNT:
        conquest.choose_mount(g, t, action)
    elif decision == choices.D_TRAVEL:
        conquest.choose_travel(g, t, action)
    elif decision == choices.D_MOVE:
        movement.choose_move(g, t, action)
    elif decision == choices.D_ORDER:
        movement.choose_order(g, t, action)
    elif decision == choices.D_CIVILIAN_FROM:
        conquest.choose_civilian_from(g, t, action)
    elif decision == choices.D_CIVILIAN_TO:
        conquest.choose_civilian_to(g, t, action)
    elif decision == choices.D_UNCLOAK:
        conquest.choose_uncloak(g, t, action)
    elif decision == choices.D_FORCE_UNCLOAK:
        conquest.choose_force_uncloak(g, t, action)
    elif decision == choices.D_BATTLE:
        conquest.choose_battle(g, t, action)
    elif decision == choices.D_HIT:
        combat_hits.choose_hit(g, t, action)
    elif decision == choices.D_DEPLOY:
        conquest.choose_deploy(g, t, action)


@kernel
def choose_modules(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice that modules of Event Horizon bring."""
    if decision == choices.D_PLANET_TYPE:
        setting_up.choose_planet_type(g, t, action)
    elif decision == choices.D_PLANET_SPACE:
        setting_up.choose_planet_space(g, t, action)
    elif decision == choices.D_BARRIER:
        barriers.choose_barrier(g, t, action)
    elif decision == choices.D_LOOK:
        setting_up.choose_look(g, t, action)
    elif decision == choices.D_LEADER:
        setting_up.choose_leader(g, t, action)
    elif decision == choices.D_DEBRIS:
        movement.choose_debris(g, t, action)
    elif decision == choices.D_IGNORE_EVENT:
        exploration.choose_ignore_event(g, t, action)
    elif decision == choices.D_WORMHOLE:
        exploration.choose_wormhole(g, t, action)
    elif decision == choices.D_BOUNTY:
        exploration.choose_bounty(g, t, action)
    elif decision == choices.D_OUTPOST:
        outposts.choose_outpost(g, t, action)
    elif decision == choices.D_JUMP:
        structures.choose_jump(g, t, action)
    elif decision == choices.D_JUMP_SHIP:
        structures.choose_jump_ship(g, t, action)


@kernel
def choose_scenarios(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice that scenarios bring."""
    if decision == choices.D_MARCH:
        stronghold.choose_march(g, t, action)
    elif decision == choices.D_JOIN:
        stronghold.choose_join(g, t, action)
    elif decision == choices.D_REWARD:
        combat_end.choose_reward(g, t, action)
    elif decision == choices.D_PAY_VP:
        conversion.choose_pay_vp(g, t, action)
    elif decision == choices.D_GAIN_VP:
        conversion.choose_gain_vp(g, t, action)


@kernel
def choose_factions(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice that Edge of Extinction brings, from setup to the Action Stage."""
    if decision == choices.D_FACTION:
        setting_up.choose_faction(g, t, action)
    elif decision == choices.D_SECOND_LOOK:
        setting_up.choose_second_look(g, t, action)
    elif decision == choices.D_START_HEX:
        setting_up.choose_start_hex(g, t, action)
    elif decision == choices.D_CORRUPT:
        council.choose_corrupt(g, t, action)
    elif decision == choices.D_VISION:
        council.choose_vision(g, t, action)
    elif decision == choices.D_OFFICE:
        council.choose_office(g, t, action)
    elif decision == choices.D_DISCARD:
        hand.choose_discard(g, t, action)
    elif decision == choices.D_PAY_FROM:
        action_stage.choose_pay_from(g, t, action)
    elif decision == choices.D_BUILD_AT:
        planetary.choose_build_at(g, t, action)
    elif decision == choices.D_FORTIFY:
        gifts.choose_fortify(g, t, action)
    elif decision == choices.D_ARM:
        gifts.choose_arm(g, t, action)
    elif decision == choices.D_SETTLE:
        gifts.choose_settle(g, t, action)


@kernel
def choose_fleets(g: Game, t: Tables, decision: int, action: int) -> None:
    """Carry out a choice that Edge of Extinction brings in the Conquest Stage."""
    if decision == choices.D_HYPERSPACE:
        movement.choose_hyperspace(g, t, action)
    elif decision == choices.D_HYPERSPACE_TO:
        movement.choose_hyperspace_to(g, t, action)
    elif decision == choices.D_DECOY:
        tactics.choose_decoy(g, t, action)
    elif decision == choices.D_SACRIFICE:
        tactics.choose_sacrifice(g, t, action)
    elif decision == choices.D_SACRIFICE_TARGET:
        tactics.choose_sacrifice_target(g, t, action)
    elif decision == choices.D_FOE_CARD:
        combat_cards.choose_foe_card(g, t, action)
    elif decision == choices.D_COMBAT_CARD:
        combat_cards.choose_combat_card(g, t, action)
    elif decision == choices.D_DEFLECT:
        tactics.choose_deflect(g, t, action)
    elif decision == choices.D_DEFLECT_TO:
        tactics.choose_deflect_to(g, t, action)
    elif decision == choices.D_COPY_TECHNOLOGY:
        gifts.choose_copy_technology(g, t, action)
    elif decision == choices.D_COMMANDO_TARGET:
        conquest.choose_commando_target(g, t, action)
    elif decision == choices.D_CANCEL_HIT:
        combat_hits.choose_cancel_hit(g, t, action)
    elif decision == choices.D_PAY_ABOARD:
        combat_cards.choose_pay_aboard(g, t, action)


@kernel
def choose(g: Game, t: Tables, action: int) -> None:
    """Carry out a legal choice of the pending decision; `advance` goes on from there."""
    decision = int(g.decision)
    action = choices.printed(g, t, action)
    g.decision = NO_DECISION
    if window.interrupts(t, decision, action):
        window.interrupt(g, t, decision, action)
    elif decision <= choices.D_CANCEL_LAW:
        choose_early(g, t, decision, action)
    elif decision <= choices.D_TRADE:
        choose_actions(g, t, decision, action)
    elif decision <= choices.D_DEPLOY:
        choose_late(g, t, decision, action)
    elif decision <= choices.D_JUMP_SHIP:
        choose_modules(g, t, decision, action)
    elif decision <= choices.D_GAIN_VP:
        choose_scenarios(g, t, decision, action)
    elif decision <= choices.D_SETTLE:
        choose_factions(g, t, decision, action)
    elif decision <= choices.D_PAY_ABOARD:
        choose_fleets(g, t, decision, action)
    elif decision == choices.D_POLITICAL_CHOICE:
        council.choose_political_choice(g, t, action)
    else:
        council.choose_buy_office(g, t, action)


@kernel
def would_tell(g: Game, t: Tables) -> bool:
    """Whether leaving out a forced choice would tell others what they may not know: that there was just one."""
    return bool(t.players > 1 and g.decision in choices.PRIVATE_OPTIONS)


@kernel
def advance(g: Game, t: Tables, mask: Mask) -> None:
    """Run until somebody must decide, and write that decision's mask; at the end of the game the mask is empty.

    A decision with one legal choice is not asked, unless that would tell the others something. One without any is a
    fault of the rules: the game stops there, with the decision pending.
    """
    while True:
        while g.decision == NO_DECISION:
            if g.depth == 0:
                mask[:] = 0
                g.actor = -1
                return
            run_top_frame(g, t)
        count = legal(g, t, mask)
        if count == 0:
            raise NoLegalChoice("a decision is pending in which nothing is legal")
        if count > 1 or t.ask_forced == 1 or would_tell(g, t):
            window.keep_offer(g, t, mask)
            return
        choose(g, t, nth_legal(mask, 0))
