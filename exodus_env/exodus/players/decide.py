"""Deciding by motives: every legal choice is tried in a possible world, and the one with the best outlook is taken.

How far the game is played on to judge a choice depends on the decision (`TABLE` in styles.py): some choices show their
worth at once, some only after the rules have moved on, some only with the next choice, or with a whole plan. What is
committed in secret and takes effect much later is tried as if it took effect now. The action cards of factions (Edge of
Extinction) are followed through everything they do, option by option.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.exodus.capacity import FRAMES
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.encoding.rewards import utility
from exodus_env.exodus.players.battle import deflect_worth, discard_worth, fight_worth
from exodus_env.exodus.players.edge import chance_to_land, office_bonus, office_worth
from exodus_env.exodus.players.outlook import learn_means, muster_ships, weigh
from exodus_env.exodus.players.siege import beside_stronghold, levels_within_reach, ships_beside_stronghold
from exodus_env.exodus.players.term_numbers import (
    ELECTION_BOLDNESS,
    FURY,
    LOOK_AHEAD,
    LOOK_BID,
    LOOK_BONUS,
    LOOK_CARD,
    LOOK_DEFLECT,
    LOOK_DISCARD,
    LOOK_FIGHT,
    LOOK_FIRE,
    LOOK_HIT,
    LOOK_JOIN,
    LOOK_NOW,
    LOOK_OFFICE,
    LOOK_PLAN,
    LOOK_STEP,
    LOOK_VOTE,
    RIVALRY,
    TROUBLE,
    VOTE_BOLDNESS,
)
from exodus_env.exodus.players.terms import (
    CP_OF_A_MINERAL,
    CP_OF_A_VP,
    FOE_DICE,
    FOE_HULL,
    MEANS,
    OWN_DICE,
    OWN_HULL,
    lateness,
    turns_left,
)
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices, engine, frames
from exodus_env.exodus.rules.assets import fits, kill_population
from exodus_env.exodus.rules.begin import begin_action, begin_effects
from exodus_env.exodus.rules.cards.effects import PRIMARY, SOURCE_CARD
from exodus_env.exodus.rules.cards.modifiers import ARG_A
from exodus_env.exodus.rules.combat.sides import CENTAURIANS, combat_shield, foe_shield, hits_to_undo, is_wave
from exodus_env.exodus.rules.edge.planetary import build_ship
from exodus_env.exodus.rules.frames import (
    BUILDING_SHIP,
    CONQUEST_RAIDED,
    COUNCIL_SLOT,
    EFFECTS_ROW,
    REPLACING_CLASS,
    REPLACING_UPGRADE,
)
from exodus_env.exodus.rules.stages import council
from exodus_env.exodus.rules.stages.actions import CHOICE, REPLACING, exchanges_at_once
from exodus_env.exodus.rules.stages.conquest import DEPLOY
from exodus_env.exodus.rules.stages.upgrades import place_upgrade, upgrades_at_once
from exodus_env.exodus.rules.stages.window import interrupts
from exodus_env.exodus.tables import Tables
from exodus_env.kit.chance import PLAY, WORD, below_word, set_key
from exodus_env.kit.choices import family_of, first_factor, seat, second_factor
from exodus_env.kit.flow import KIND, NO_DECISION, STEP, get, go, put
from exodus_env.kit.kernel import Ints, Mask, Masks, RealRows, Reals, entry, kernel

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any

END_WORTH: Final = 40.0  # VP that the utility of the end is worth
SPARE_FRAMES: Final = 6  # room on the stack that a simulated effect needs
PURCHASES: Final = 4  # how many further choices are simulated for an action card, or Mining
NOISE: Final = 1e-7  # decides between equals
NEVER: Final = -1000.0  # a choice that is never better than another
THRIFT: Final = 0.1  # VP by which CP must be worth more than a mineral for it to stay on its planet
INERTIA: Final = 0.03  # VP that being done is worth, so that nothing is done and undone again
WORTH_THE_SHIPS: Final = 0.9  # levels of the Stronghold
IGNORED: Final = -1e9  # the worth of a choice that is not considered
SAMPLES: Final = 16  # a look plus this times n: dice are tried n more times
# Edge of Extinction
FOLLOWED: Final = 9  # the same for a faction's action card, which may act twice
BRANCH: Final = 3  # the world in which a card's options begin; a search keeps its own in the one before
RAIDS: Final = 6  # how many times Commandos roll in simulations
PATIENCE: Final = 1.2  # how much less a bought VP is worth for each turn in which the CP could still do something
RESERVE: Final = 0.6  # VP of keeping a card that can be played once, as the game begins


@entry
def decide_all(
    games: GameArray,
    tables: TablesArray,
    masks: Masks,
    seeds: Ints,
    weights: RealRows,
    traits: Reals,
    looks: Ints,
    worlds: GameArray,
    spare: Masks,
    sheet: RealRows,
    motives: Reals,
    scores: Reals,
    actions: Ints,
) -> None:
    """The choice of a style in each game; `worlds` to `scores` are scratch space."""
    learn_means(tables[0], sheet)
    for i in range(len(actions)):
        actions[i] = decide(
            games[i], tables[0], masks[i], seeds[i], weights, traits, looks, worlds, spare, sheet, motives, scores
        )


@kernel
def decide(
    g: Game,
    t: Tables,
    mask: Mask,
    seed: int,
    weights: RealRows,
    traits: Reals,
    looks: Ints,
    worlds: GameArray,
    spare: Masks,
    sheet: RealRows,
    motives: Reals,
    scores: Reals,
) -> int:
    """The legal choice with the best outlook, chosen at random among equals. `scores` stores the worth of each legal
    choice."""
    look = int(looks[g.decision]) % SAMPLES
    samples = 1 + int(looks[g.decision]) // SAMPLES
    row = style_row(g, t, int(g.actor), len(looks), len(weights))
    style = weights[row + int(g.decision)]
    buying = weights[row + choices.D_WINDOW]
    stake = election_stake(g, t)
    best = -1
    best_value = 0.0
    own_best = NEVER  # of the decision's own choices, which come before asides
    for action in range(t.actions):
        if look == LOOK_BID and is_slot(g, t, action) and is_vote(g):
            value = outcome(g, t, action, LOOK_VOTE, seed, style, traits, worlds, spare, sheet, motives)
            stake = add_stake(g, t, action, value, stake)
        if mask[action] == 0:
            continue
        aside = is_aside(g, t, action)
        if aside and not is_worth_a_thought(g, t, action):
            scores[action] = IGNORED
            continue
        if aside:
            ahead = int(looks[choices.D_WINDOW]) % SAMPLES
            value = outcome(g, t, action, ahead, seed, buying, traits, worlds, spare, sheet, motives)
            if g.decision == choices.D_VOTE or family_of(t, action) == choices.MOVE_UPGRADE:
                # It changes little about the decision, which comes after it.
                value += own_best - standing(g, t, buying, traits, worlds, sheet, motives)
        else:
            value = worth_of(g, t, action, look, samples, seed, stake, style, traits, worlds, spare, sheet, motives)
        if g.decision == choices.D_MINERAL and family_of(t, action) == choices.PASS:
            value -= THRIFT
        if family_of(t, action) == choices.MOVE_UPGRADE:
            value -= traits[TROUBLE]
        times = times_at_once(g, t, action)
        if times > 1:  # several at once count as their average, so that better ones come first
            value = scores[t.family_start[choices.PASS]] + (value - scores[t.family_start[choices.PASS]]) / float(times)
        value += NOISE * float(below_word(seed, action, 1000))
        scores[action] = value
        if not aside:
            own_best = max(own_best, value)
        if best < 0 or value > best_value:
            best = action
            best_value = value
    return best


@kernel
def worth_of(
    g: Game,
    t: Tables,
    action: int,
    look: int,
    samples: int,
    seed: int,
    stake: float,
    style: Reals,
    traits: Reals,
    worlds: GameArray,
    spare: Masks,
    sheet: RealRows,
    motives: Reals,
) -> float:
    """What a choice of the pending decision itself is worth to a style, with the motives that count in that
    decision."""
    if g.decision == choices.D_VOTE and family_of(t, action) == choices.PASS:
        return NEVER  # a card passes in any case, and a token costs nothing
    if look == LOOK_BID:
        return bid_worth(g, t, action, stake, traits)
    if look == LOOK_HIT:
        return hit_worth(g, t, action)
    if look == LOOK_FIRE:
        return fire_worth(g, t, action, traits)
    if look == LOOK_JOIN:
        return join_worth(g, t, action, sheet)
    if look == LOOK_FIGHT:
        return fight_worth(g, t, action, worlds)
    if look == LOOK_DEFLECT:
        return deflect_worth(g, t, action, worlds)
    if look == LOOK_DISCARD:
        return discard_worth(g, t, action)
    if look == LOOK_OFFICE:
        return office_worth(g, t, int(g.actor), first_factor(t, action))
    value = 0.0
    throws = RAIDS if is_raid(g, t, action) else samples
    for sample in range(throws):
        value += outcome(g, t, action, look, seed + sample, style, traits, worlds, spare, sheet, motives)
    return value / float(throws)


@kernel
def is_raid(g: Game, t: Tables, action: int) -> bool:
    """Whether Commandos attack (EoE)."""
    return bool(g.decision == choices.D_DEPLOY and family_of(t, action) == choices.SHIP)


@kernel
def times_at_once(g: Game, t: Tables, action: int) -> int:
    """How many purchases or exchanges a choice makes."""
    if family_of(t, action) == choices.UPGRADES:
        return upgrades_at_once(g, t, int(g.actor), first_factor(t, action), second_factor(t, action))
    if family_of(t, action) == choices.EXCHANGES:
        return exchanges_at_once(g, t, int(g.actor), first_factor(t, action))
    return 1


@kernel
def style_row(g: Game, t: Tables, player: int, decisions: int, rows: int) -> int:
    """Where a player's weights begin: those of the faction, if the style has any (EoE)."""
    if t.factions > 0 and g.faction[player] >= 0 and rows > decisions:
        return decisions * (1 + int(g.faction[player]))
    return 0


@kernel
def is_aside(g: Game, t: Tables, action: int) -> bool:
    """Whether a choice comes before the pending decision; in a window, asides are all there is to decide."""
    return interrupts(t, int(g.decision), action) and g.decision != choices.D_WINDOW


@kernel
def is_worth_a_thought(g: Game, t: Tables, action: int) -> bool:
    """The vote is the first chance of a turn; later a card may pay for what is bought. Everything else can wait.

    So can upgrades, unless there are new ones, which may change where others belong.
    """
    d = g.decision
    if d == choices.D_VOTE:
        return bool(family_of(t, action) != choices.MOVE_UPGRADE or g.refitted[g.actor] == 1)
    if family_of(t, action) == choices.MOVE_UPGRADE:
        return bool(d == choices.D_UPGRADE)
    return bool(d == choices.D_RESEARCH or d == choices.D_BUILD or d == choices.D_UPGRADE or d == choices.D_TRADE)


# Trying a choice ----------------------------------------------------------------------------------------------------


@kernel
def outcome(
    g: Game,
    t: Tables,
    action: int,
    look: int,
    seed: int,
    style: Reals,
    traits: Reals,
    worlds: GameArray,
    spare: Masks,
    sheet: RealRows,
    motives: Reals,
) -> float:
    """What a choice is worth to the player who makes it: `look` says how far the game is played on to see that, and
    `seed` determines the chance in it.

    Being done is worth the present position, since others act next: all choices are compared at the same moment.
    """
    player = int(g.actor)
    worlds[0] = g
    w = worlds[0]
    w.log_count = 0
    set_key(w, PLAY, seed >> 32, seed & WORD)
    penalty = early_play_penalty(g, t, action, look)
    if not imagine(w, t, action, look):
        engine.choose(w, t, action)
        give_way(w, t)
    if is_done(t, action, look):
        return judge(w, t, player, style, traits, sheet, motives) + INERTIA
    if look != LOOK_NOW:
        engine.advance(w, t, spare[0])
        pay_for_reaction(w, t, player, spare)
    options = options_of(w, t, player) if is_whole_card(t, look) else 0
    if options == 0:
        return followed(g, t, action, look, penalty, style, traits, worlds, spare, sheet, motives)
    worlds[BRANCH] = w
    best = 0.0
    for option in range(options):
        worlds[0] = worlds[BRANCH]
        engine.choose(w, t, int(t.family_start[choices.OPTION]) + option)
        engine.advance(w, t, spare[0])
        value = followed(g, t, action, look, penalty, style, traits, worlds, spare, sheet, motives)
        if option == 0 or value > best:
            best = value
    return best


@kernel
def is_done(t: Tables, action: int, look: int) -> bool:
    """Whether a choice ends what the player is doing now."""
    family = family_of(t, action)
    return look != LOOK_AHEAD and (family == choices.PASS or family == choices.MINE_EVENLY)


@kernel
def is_whole_card(t: Tables, look: int) -> bool:
    """Whether a faction's action card is played, which is followed through everything it does (EoE)."""
    return bool(look == LOOK_CARD and t.factions > 0)


@kernel
def pay_for_reaction(w: Game, t: Tables, player: int, spare: Masks) -> None:
    """Pay the Population a Reaction costs."""
    while w.decision == choices.D_PAY_FROM and w.actor == player:
        engine.choose(w, t, cheapest_cube(w, t))
        engine.advance(w, t, spare[0])


@kernel
def followed(
    g: Game,
    t: Tables,
    action: int,
    look: int,
    penalty: float,
    style: Reals,
    traits: Reals,
    worlds: GameArray,
    spare: Masks,
    sheet: RealRows,
    motives: Reals,
) -> float:
    """What the position after a choice is worth, given the best choices that the player may make after it."""
    player = int(g.actor)
    w = worlds[0]
    whole = is_whole_card(t, look)
    alone = whole or family_of(t, action) == choices.MOVE_UPGRADE  # not judged by the same decision asked again
    done = int(t.family_start[choices.PASS])
    value = judge(w, t, player, style, traits, sheet, motives) - penalty
    for _ in range(most_followed(t, look)):
        if look < LOOK_STEP or w.over == 1 or w.actor != player or w.decision == NO_DECISION:
            break
        if (alone and w.decision == g.decision) or (look == LOOK_PLAN and w.decision != g.decision):
            break
        best = -1
        for further in range(t.actions):
            if spare[0, further] == 1 and family_of(t, further) != choices.PASS and not is_aside(w, t, further):
                promise = promise_of(w, t, further, penalty, player, style, traits, worlds, sheet, motives)
                if promise > value:
                    value = promise
                    best = further
        if best < 0 and whole and spare[0, done] == 1:
            best = done
        if best < 0:
            break
        penalty += early_play_penalty(w, t, best, LOOK_NOW)
        engine.choose(w, t, best)
        give_way(w, t)
        engine.advance(w, t, spare[0])
        if whole:
            value = max(value, judge(w, t, player, style, traits, sheet, motives) - penalty)
    return value


@kernel
def most_followed(t: Tables, look: int) -> int:
    """How many further choices are followed after a choice."""
    if is_whole_card(t, look):
        return FOLLOWED
    return PURCHASES if look == LOOK_CARD or look == LOOK_PLAN else 1


@kernel
def promise_of(
    w: Game,
    t: Tables,
    further: int,
    penalty: float,
    player: int,
    style: Reals,
    traits: Reals,
    worlds: GameArray,
    sheet: RealRows,
    motives: Reals,
) -> float:
    """What a further choice would lead to at once."""
    worlds[1] = w
    engine.choose(worlds[1], t, further)
    give_way(worlds[1], t)
    worth = judge(worlds[1], t, player, style, traits, sheet, motives)
    return worth - (penalty + early_play_penalty(w, t, further, LOOK_NOW))


@kernel
def standing(
    g: Game, t: Tables, style: Reals, traits: Reals, worlds: GameArray, sheet: RealRows, motives: Reals
) -> float:
    """The worth of the present position, if nothing is done."""
    worlds[0] = g
    return judge(worlds[0], t, int(g.actor), style, traits, sheet, motives) + INERTIA


@kernel
def options_of(w: Game, t: Tables, player: int) -> int:
    """Options of the card a player has played in a simulation, if it asks for one; else 0."""
    if w.over == 1 or w.decision != choices.D_OPTION or w.actor != player:
        return 0
    return int(t.effect[get(w, EFFECTS_ROW), ARG_A])


@kernel
def cheapest_cube(w: Game, t: Tables) -> int:
    """Where a cube for a reaction comes from in a simulation: the planet with the most of the player's Population."""
    most = int(t.home_hex[w.actor])
    for hexagon in range(t.hexes):
        if w.population[hexagon, w.actor] > w.population[most, w.actor]:
            most = hexagon
    return int(t.turned_action[w.actor, t.family_start[choices.HEX] + most])


@kernel
def early_play_penalty(g: Game, t: Tables, action: int, look: int) -> float:
    """What a choice of Edge of Extinction costs if made too early: CP for VP, or a card that can be played once."""
    if t.eoe == 0:
        return 0.0
    if family_of(t, action) == choices.BUY_VP:
        return PATIENCE * turns_left(g, t)
    if look == LOOK_CARD and t.factions > 0 and family_of(t, action) == choices.ACTION_CARD:
        if t.faction_card_once[g.faction[g.actor], first_factor(t, action)] == 1:
            return RESERVE * turns_left(g, t) / float(t.turns)
    return 0.0


@kernel
def give_way(w: Game, t: Tables) -> None:
    """If an upgrade waits for another to make room, remove the weakest of its sort, or else the weakest of all.

    A ship that waits for a place to be built is built at home, and Commandos who have won kill a cube of the player
    with the most there (EoE).
    """
    if w.decision == choices.D_BUILD_AT:
        w.decision = NO_DECISION
        build_ship(w, t, int(w.actor), get(w, BUILDING_SHIP), int(t.home_hex[w.actor]))
        put(w, BUILDING_SHIP, 0)
    if t.eoe == 1 and w.depth > 0 and get(w, KIND) == frames.CONQUEST and get(w, STEP) == DEPLOY:
        finish_raid(w, t)
    if w.decision != NO_DECISION or w.depth == 0 or get(w, STEP) != REPLACING:
        return
    if get(w, KIND) != frames.PERFORM and get(w, KIND) != frames.EQUIP_FREE:
        return
    coming = get(w, REPLACING_UPGRADE) - 1
    going = -1
    least = 0.0
    for upgrade in range(t.upgrades):
        if upgrade != coming and fits(w, t, int(w.actor), get(w, REPLACING_CLASS), coming, upgrade):
            strength = float(t.upgrade_strength[upgrade])
            if t.upgrade_sort[upgrade] != t.upgrade_sort[coming]:
                strength += 2.0
            if going < 0 or strength < least:
                going = upgrade
                least = strength
    if going >= 0:
        place_upgrade(w, t, int(w.actor), coming, get(w, REPLACING_CLASS), going)
        go(w, CHOICE)


@kernel
def finish_raid(w: Game, t: Tables) -> None:
    """Commandos who have won kill a cube of the player with the most Population where they landed."""
    if w.decision != NO_DECISION or get(w, CONQUEST_RAIDED) == 0:
        return
    hexagon = get(w, CONQUEST_RAIDED) - 1
    most = -1
    for other in range(t.players):
        if other != w.actor and w.population[hexagon, other] > 0:
            if most < 0 or w.population[hexagon, other] > w.population[hexagon, most]:
                most = other
    if most >= 0:
        kill_population(w, hexagon, most, 1)
        put(w, CONQUEST_RAIDED, 0)


@kernel
def imagine(w: Game, t: Tables, action: int, look: int) -> bool:
    """Start now what is committed for later; False if the choice is an ordinary one."""
    if family_of(t, action) == choices.PASS or w.depth >= FRAMES - SPARE_FRAMES:
        return False
    if look == LOOK_CARD and t.factions > 0:
        faction = int(w.faction[w.actor])
        card = first_factor(t, action)
        first = int(t.faction_card_effect[faction, card, 0])
        w.decision = NO_DECISION
        begin_effects(w, first, int(t.faction_card_effect[faction, card, 1]), int(w.actor))
        go(w, PRIMARY)
    elif look == LOOK_CARD:
        w.decision = NO_DECISION
        begin_action(w, int(w.actor), int(t.card_action[first_factor(t, action)]), SOURCE_CARD)
    elif look == LOOK_VOTE:
        w.decision = NO_DECISION
        put(w, COUNCIL_SLOT, first_factor(t, action))
        council.clear_bids(w)
        go(w, council.ENACT)
    elif look == LOOK_BONUS:
        card = first_factor(t, action)
        w.decision = NO_DECISION
        begin_effects(w, int(t.bonus_effect[card, 0]), int(t.bonus_effect[card, 1]), int(w.order[0]))
    else:
        return False
    return True


@kernel
def judge(w: Game, t: Tables, player: int, style: Reals, traits: Reals, sheet: RealRows, motives: Reals) -> float:
    """A player's outlook compared with that of the others."""
    if w.over == 1:
        return END_WORTH * utility(w, t, player) + weigh(w, t, player, style, sheet, motives)
    value = weigh(w, t, player, style, sheet, motives)
    if traits[RIVALRY] == 0.0 or t.players == 1:
        return value
    others = 0.0
    for other in range(t.players):
        if other != player:
            others += weigh(w, t, other, style, sheet, motives)
    return float(value - traits[RIVALRY] * others / float(t.players - 1))


# Bids ---------------------------------------------------------------------------------------------------------------


@kernel
def is_vote(g: Game) -> bool:
    """Whether the bid is for a political card."""
    return bool(g.decision == choices.D_VOTE_FIFTIES or g.decision == choices.D_VOTE_BID)


@kernel
def is_slot(g: Game, t: Tables, action: int) -> bool:
    """Whether an action stands for one of the political cards to vote on."""
    return bool(family_of(t, action) == choices.POLITICAL_CARD and g.revealed[first_factor(t, action)] >= 0)


@kernel
def add_stake(g: Game, t: Tables, action: int, value: float, stake: float) -> float:
    """Add the stake of a vote, card by card: how much better the chosen card is than the others on average.

    Abstaining has none.
    """
    if g.vote[g.actor] < 0:
        return 0.0
    cards = 0
    for slot in range(len(g.revealed)):
        cards += 1 if g.revealed[slot] >= 0 else 0
    if first_factor(t, action) == 0:
        stake = 0.0
    if first_factor(t, action) == g.vote[g.actor]:
        return stake + value
    return stake - value / float(max(1, cards - 1))


@kernel
def bid_worth(g: Game, t: Tables, action: int, stake: float, traits: Reals) -> float:
    """How close a choice comes to the bid that the stake is worth; from below, if the bid cannot be reached."""
    purse = float(g.resource[g.actor, CP])
    if is_vote(g):
        wish = min(traits[VOTE_BOLDNESS] * max(0.0, stake), 0.3 * purse)
    else:
        wish = min(traits[ELECTION_BOLDNESS] * stake, (0.3 if turns_left(g, t) > 0.0 else 0.6) * purse)
    # A little more or less, so that nobody can rely on it; the same for both parts of a bid.
    wish *= 0.75 + 0.05 * float(below_word(int(purse) + 1, int(g.turn), 11))
    cp = first_factor(t, action)
    bid = choices.BID_STEP * cp if family_of(t, action) == choices.BID_FIFTIES else int(g.bid[g.actor]) + cp
    return NEVER - float(bid) if float(bid) > wish else float(bid) - wish


@kernel
def election_stake(g: Game, t: Tables) -> float:
    """What the best office is worth now: its powers, and its VP if it is likely to last until the end."""
    late = lateness(g, t)
    stake = 0.8 + float(t.office_vp[0]) * late * late * late
    if t.eoe == 1:
        stake += office_bonus(g, t, int(g.actor), 0) * late * late * late
    return stake


# Fire ---------------------------------------------------------------------------------------------------------------


@kernel
def hit_worth(g: Game, t: Tables, action: int) -> float:
    """The worth of a hit: most if little damage is still needed. If a player's own ships must be hit, the least of
    them.

    A ship is certain to be lost after one more hit than it can bear and its side can undo.
    """
    if family_of(t, action) == choices.HIT_FOE:
        foe = first_factor(t, action)
        if is_wave(g):
            return 1.0
        card = int(g.foe_card[foe])
        left = float(foe_shield(g, t, foe)) + 1.0 - float(g.foe_damage[foe]) - float(g.foe_hits[foe])
        left += float(hits_to_undo(g, t, CENTAURIANS))
        return (float(t.resistance_dice[card]) + 1.0) / max(0.5, left)
    player = seat(t, g.actor, first_factor(t, action))
    ship = second_factor(t, action)
    ship_class = int(t.ship_class[ship])
    price = float(t.class_cp[ship_class]) + CP_OF_A_MINERAL * float(t.class_axinium[ship_class])
    worth = price / CP_OF_A_VP + float(t.class_vp[ship_class]) + float(g.ship_cargo[player, ship])
    worth += float(g.dice[player, ship_class])
    left = float(combat_shield(g, t, player, ship)) + 1.0 - float(g.ship_damage[player, ship])
    left += float(hits_to_undo(g, t, player)) - float(g.hits[player, ship])
    value = worth / max(0.5, left)
    return -value if player == g.actor else value


@kernel
def fire_worth(g: Game, t: Tables, action: int, traits: Reals) -> float:
    """The worth of a rocket at a planet: others' Population and VP there, minus the player's own."""
    if family_of(t, action) == choices.PASS:
        return 0.0
    target = first_factor(t, choices.printed(g, t, action))
    value = -1.0 - 1.5 * float(g.population[target, g.actor])
    for other in range(t.players):
        if other != g.actor and g.population[target, other] > 0:
            value += 0.5 + 0.5 * min(3.0, float(g.population[target, other]))
    value += 0.3 * float(t.planet_vp[g.planet[target]])
    value -= (1.0 - chance_to_land(g, t, int(g.actor), target)) * max(0.0, value + 1.0)
    return float(traits[FURY] * value)


@kernel
def join_worth(g: Game, t: Tables, action: int, sheet: RealRows) -> float:
    """Levels of the Stronghold that an attack by all ships beside it can expect; less than one is only worth it
    late."""
    if family_of(t, action) == choices.PASS:
        return WORTH_THE_SHIPS if turns_left(g, t) > 0.0 else 0.0
    sheet[:MEANS, :] = 0.0
    muster_ships(g, t, int(g.actor), sheet)
    dice = beside_stronghold(g, t, sheet, OWN_DICE) + beside_stronghold(g, t, sheet, FOE_DICE)
    hull = beside_stronghold(g, t, sheet, OWN_HULL) + beside_stronghold(g, t, sheet, FOE_HULL)
    return levels_within_reach(g, t, dice, hull, float(ships_beside_stronghold(g, t)))
