"""The pending decision is one that the top frame asks, of the right player; and something is legal in it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus import core
from exodus_env.exodus.check import expansion
from exodus_env.exodus.check.facts import IN_COMBAT, Facts, Problems, pick
from exodus_env.exodus.check.scenarios import next_to_centre
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import (
    action_stage,
    actions,
    choices,
    combat,
    conquest,
    council,
    effects,
    exploration,
    frames,
    movement,
    setting_up,
    stronghold,
    structures,
    upkeep,
    window,
    wmd,
)
from exodus_env.exodus.rules.modifiers import ARG_A, OPCODE, TARGET
from exodus_env.kit.batch import LOOK
from exodus_env.kit.flow import KIND, STEP, A, B, C, D, E, F, H, NoLegalChoice

# Decision: the frame and step that ask it, and who decides: the player in frame A, the one at that place in turn order,
# the place before, the Chancellor, the Vice-Chancellor, or by a rule of its own.
ANY_STEP: Final = -1  # effects ask alike whatever they are effects of
OWN, PLACE, LAST_PLACE, CHANCELLOR, VICE, SPECIAL = range(6)
ASKED: Final[dict[int, tuple[int, int, int]]] = {
    choices.D_START_TECHNOLOGY: (frames.SETTING_UP, setting_up.TECHNOLOGIES, PLACE),
    choices.D_MINERAL: (frames.UPKEEP, upkeep.INCOME, PLACE),
    choices.D_WINDOW: (frames.WINDOW, window.ASKED, OWN),
    choices.D_UPGRADE_FROM: (frames.REARRANGE, window.TAKE, OWN),
    choices.D_EXCHANGE_UPGRADE: (frames.REARRANGE, window.EXCHANGE, OWN),
    choices.D_VOTE: (frames.COUNCIL, council.VOTE, PLACE),
    choices.D_VOTE_FIFTIES: (frames.COUNCIL, council.VOTE, PLACE),
    choices.D_VOTE_BID: (frames.COUNCIL, council.VOTE, PLACE),
    choices.D_VOTE_TIE: (frames.COUNCIL, council.ENACT, CHANCELLOR),
    choices.D_PROPOSE_BONUS: (frames.COUNCIL, council.PROPOSE, VICE),
    choices.D_TAKE_BONUS: (frames.COUNCIL, council.TAKE, CHANCELLOR),
    choices.D_ELECTION_FIFTIES: (frames.COUNCIL, council.BID, PLACE),
    choices.D_ELECTION_BID: (frames.COUNCIL, council.BID, PLACE),
    choices.D_ELECTION_TIE: (frames.COUNCIL, council.SEAT, CHANCELLOR),
    choices.D_NAME_PLAYER: (frames.EFFECTS, ANY_STEP, CHANCELLOR),
    choices.D_OPTION: (frames.EFFECTS, ANY_STEP, SPECIAL),
    choices.D_CANCEL_LAW: (frames.EFFECTS, ANY_STEP, SPECIAL),
    choices.D_FREE_TECHNOLOGY: (frames.LEARN_FREE, actions.DONE, OWN),
    choices.D_FREE_SHIP: (frames.BUILD_FREE, actions.DONE, OWN),
    choices.D_FREE_UPGRADE: (frames.EQUIP_FREE, actions.CHOICE, OWN),
    choices.D_ACTION_CARD: (frames.ACTION_STAGE, action_stage.CHOOSE, PLACE),
    choices.D_THIRD_CARD: (frames.ACTION_STAGE, action_stage.CHOOSE, PLACE),
    choices.D_REACT: (frames.ACTION_STAGE, action_stage.REACT, LAST_PLACE),
    choices.D_RESEARCH: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_TAKE_PART: (frames.PERFORM, actions.START, OWN),
    choices.D_BANK_DICE: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_BUILD: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_UPGRADE: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_REPLACE: (frames.PERFORM, actions.REPLACING, OWN),
    choices.D_MINING_DICE: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_MINE: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_TRADE: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_FIRE: (frames.WMD, wmd.ASSIGN, PLACE),
    choices.D_STRIKE: (frames.WMD, wmd.STRIKE, SPECIAL),
    choices.D_MOUNT: (frames.CONQUEST, conquest.MOUNT, PLACE),
    choices.D_MOVE: (frames.MOVEMENT, movement.MOVE, PLACE),
    choices.D_ORDER: (frames.MOVEMENT, movement.ORDER, PLACE),
    choices.D_CIVILIAN_FROM: (frames.CONQUEST, conquest.CIVILIAN, PLACE),
    choices.D_CIVILIAN_TO: (frames.CONQUEST, conquest.CIVILIAN, PLACE),
    choices.D_UNCLOAK: (frames.CONQUEST, conquest.UNCLOAK, PLACE),
    choices.D_FORCE_UNCLOAK: (frames.CONQUEST, conquest.RADAR, PLACE),
    choices.D_BATTLE: (frames.CONQUEST, conquest.BATTLES, CHANCELLOR),
    choices.D_HIT: (frames.COMBAT, combat.ASSIGN, SPECIAL),
    choices.D_DEPLOY: (frames.CONQUEST, conquest.DEPLOY, PLACE),
    choices.D_PLANET_TYPE: (frames.SETTING_UP, setting_up.TYPES, PLACE),
    choices.D_PLANET_SPACE: (frames.SETTING_UP, setting_up.SPACES, PLACE),
    choices.D_BARRIER: (frames.SETTING_UP, setting_up.BARRIERS, PLACE),
    choices.D_LOOK: (frames.SETTING_UP, setting_up.LOOKS, PLACE),
    choices.D_LEADER: (frames.SETTING_UP, setting_up.LEADERS, PLACE),
    choices.D_DEBRIS: (frames.MOVEMENT, movement.DEBRIS, PLACE),
    choices.D_IGNORE_EVENT: (frames.EXPLORATION, exploration.RESOLVE, SPECIAL),
    choices.D_WORMHOLE: (frames.EFFECTS, ANY_STEP, SPECIAL),
    choices.D_BOUNTY: (frames.EFFECTS, ANY_STEP, SPECIAL),
    choices.D_OUTPOST: (frames.OUTPOSTS, 0, SPECIAL),
    choices.D_JUMP: (frames.JUMPS, structures.JUMP, PLACE),
    choices.D_JUMP_SHIP: (frames.JUMPS, structures.JUMP, PLACE),
    choices.D_MARCH: (frames.ACTIVATION, stronghold.MARCH, CHANCELLOR),
    choices.D_JOIN: (frames.ASSAULT, stronghold.JOINING, PLACE),
    choices.D_REWARD: (frames.COMBAT, combat.REWARD, CHANCELLOR),
    choices.D_PAY_VP: (frames.CONVERSION, 0, OWN),
    choices.D_GAIN_VP: (frames.CONVERSION, 0, OWN),
    choices.D_FACTION: (frames.SETTING_UP, setting_up.FACTIONS, PLACE),
    choices.D_SECOND_LOOK: (frames.SETTING_UP, setting_up.LOOKS, PLACE),
    choices.D_START_HEX: (frames.SETTING_UP, setting_up.START_HEXES, SPECIAL),
    choices.D_CORRUPT: (frames.COUNCIL, council.CORRUPT, PLACE),
    choices.D_VISION: (frames.COUNCIL, council.VISION, PLACE),
    choices.D_OFFICE: (frames.COUNCIL, council.SEAT, SPECIAL),
    choices.D_DISCARD: (frames.DISCARD, 0, OWN),
    choices.D_PAY_FROM: (frames.ACTION_STAGE, action_stage.PAY, LAST_PLACE),
    choices.D_BUILD_AT: (frames.PERFORM, actions.CHOICE, OWN),
    choices.D_FORTIFY: (frames.FORTIFY, actions.DONE, OWN),
    choices.D_ARM: (frames.ARM, actions.DONE, OWN),
    choices.D_SETTLE: (frames.SETTLE, 0, OWN),
    choices.D_HYPERSPACE: (frames.MOVEMENT, movement.HYPERSPACE, PLACE),
    choices.D_HYPERSPACE_TO: (frames.MOVEMENT, movement.HYPERSPACE, PLACE),
    choices.D_DECOY: (frames.COMBAT, combat.DECOYS, SPECIAL),
    choices.D_SACRIFICE: (frames.COMBAT, combat.SACRIFICES, SPECIAL),
    choices.D_SACRIFICE_TARGET: (frames.COMBAT, combat.SACRIFICES, SPECIAL),
    choices.D_FOE_CARD: (frames.COMBAT, combat.FOE_CARD, SPECIAL),
    choices.D_COMBAT_CARD: (frames.COMBAT, combat.CARDS, SPECIAL),
    choices.D_DEFLECT: (frames.COMBAT, combat.DEFLECT, SPECIAL),
    choices.D_DEFLECT_TO: (frames.COMBAT, combat.DEFLECT, SPECIAL),
    choices.D_COPY_TECHNOLOGY: (frames.LEARN_FREE, actions.DONE, OWN),
    choices.D_COMMANDO_TARGET: (frames.CONQUEST, conquest.DEPLOY, PLACE),
    choices.D_CANCEL_HIT: (frames.COMBAT, combat.CANCEL, SPECIAL),
    choices.D_PAY_ABOARD: (frames.COMBAT, combat.PAY, SPECIAL),
    choices.D_POLITICAL_CHOICE: (frames.COUNCIL, council.CHOICE, CHANCELLOR),
    choices.D_BUY_OFFICE: (frames.COUNCIL, council.OFFICE, CHANCELLOR),
    choices.D_TRAVEL: (frames.CONQUEST, conquest.TRAVEL, PLACE),
}
# Decisions that another frame asks as well, at this step.
ALSO_ASKED: Final = {
    choices.D_REPLACE: (frames.EQUIP_FREE, actions.REPLACING),
    choices.D_BUILD_AT: (frames.BUILD_FREE, actions.DONE),
    choices.D_UNCLOAK: (frames.CONQUEST, conquest.LATE_UNCLOAK),
    choices.D_BATTLE: (frames.CONQUEST, conquest.RESISTANCE),
}
IN_COMBAT_STEPS: Final = {
    *(choices.D_DECOY, choices.D_SACRIFICE, choices.D_SACRIFICE_TARGET, choices.D_FOE_CARD),
    *(choices.D_COMBAT_CARD, choices.D_DEFLECT, choices.D_DEFLECT_TO, choices.D_CANCEL_HIT, choices.D_PAY_ABOARD),
}
FOR_CENTAURIANS: Final = (choices.D_HIT, choices.D_FOE_CARD, choices.D_CANCEL_HIT)  # somebody may decide for them
FOCUSED: Final = {
    "focus_hex": {choices.D_FIRE, choices.D_STRIKE, choices.D_CIVILIAN_TO, choices.D_UNCLOAK}
    | {choices.D_FORCE_UNCLOAK, choices.D_HIT, choices.D_DEBRIS, choices.D_IGNORE_EVENT, choices.D_WORMHOLE}
    | {choices.D_BOUNTY, choices.D_OUTPOST, choices.D_JUMP_SHIP, choices.D_MARCH, choices.D_REWARD}
    | {choices.D_HYPERSPACE_TO, choices.D_COMMANDO_TARGET, *IN_COMBAT_STEPS},
    "focus_player": {choices.D_FORCE_UNCLOAK, choices.D_PAY_FROM},
    "focus_card": {choices.D_UPGRADE_FROM, choices.D_EXCHANGE_UPGRADE, choices.D_REPLACE, choices.D_TRADE}
    | {choices.D_FIRE, choices.D_ELECTION_TIE, choices.D_BUILD_AT, choices.D_HYPERSPACE_TO},
}
PERFORMED: Final = {
    choices.D_RESEARCH: (v.RESEARCH,),
    choices.D_TAKE_PART: (v.BANK, v.MINING, v.TRADE),
    choices.D_BANK_DICE: (v.BANK,),
    choices.D_BUILD: (v.BUILD,),
    choices.D_UPGRADE: (v.UPGRADE,),
    choices.D_MINING_DICE: (v.MINING,),
    choices.D_MINE: (v.MINING,),
    choices.D_TRADE: (v.TRADE,),
}
# Decisions of modules: the number of the tables that says whether the module is in the game.
MODULES: Final = {
    choices.D_PLANET_TYPE: "new_planets",
    choices.D_PLANET_SPACE: "new_planets",
    choices.D_BARRIER: "barriers",
    choices.D_LOOK: "exploration",
    choices.D_LEADER: "leaders",
    choices.D_DEBRIS: "exploration",
    choices.D_IGNORE_EVENT: "exploration",
    choices.D_WORMHOLE: "exploration",
    choices.D_BOUNTY: "exploration",
    choices.D_OUTPOST: "outposts",
    choices.D_JUMP: "gates",
    choices.D_JUMP_SHIP: "gates",
    choices.D_MARCH: "coop",
    choices.D_JOIN: "stronghold_levels",
    choices.D_REWARD: "coop",
    choices.D_PAY_VP: "coop",
    choices.D_GAIN_VP: "coop",
    **dict.fromkeys(range(choices.D_FACTION, choices.D_POLITICAL_CHOICE), "eoe"),
    choices.D_POLITICAL_CHOICE: "solitaire",
    choices.D_BUY_OFFICE: "solitaire",
    choices.D_TRAVEL: "ship_blocking",
}
# Where the frame says which hex a decision is about.
HEX_COLUMN: Final = {
    choices.D_DEBRIS: D,
    choices.D_IGNORE_EVENT: A,
    choices.D_OUTPOST: A,
    choices.D_JUMP_SHIP: C,
    choices.D_HIT: A,
    choices.D_MARCH: A,
    choices.D_REWARD: A,
    **dict.fromkeys(IN_COMBAT_STEPS, A),
}
# Where the frame says which upgrade, class or market space a decision is about.
CARD_COLUMN: Final = {
    choices.D_REPLACE: F,
    choices.D_TRADE: F,
    choices.D_UPGRADE_FROM: C,
    choices.D_EXCHANGE_UPGRADE: C,
    choices.D_BUILD_AT: F,
}
# The Centaurians, who assign hits, are no player; who landed somewhere learns there, who fought learns anywhere; ships
# may follow those that have just entered debris.
SOMETIMES: Final = (
    ("focus_player", choices.D_HIT),
    *(("focus_hex", decision) for decision in (choices.D_COPY_TECHNOLOGY, choices.D_MOVE, choices.D_HYPERSPACE)),
)
CONVERTED: Final = {choices.D_PAY_VP: effects.LOSING, choices.D_GAIN_VP: effects.GAINING}  # C of a conversion
BARRED: Final = v.MODIFIER_NAMES.index("elections_barred")
QUESTIONS: Final = {effects.CHOOSE: choices.D_OPTION, effects.CANCEL_LAW: choices.D_CANCEL_LAW}  # by what a row does
TOKENS: Final = {v.WORMHOLE: choices.D_WORMHOLE, v.BOUNTY: choices.D_BOUNTY}
ROUNDS: Final = {choices.D_ACTION_CARD: (0,), choices.D_THIRD_CARD: (1, 2)}  # B of the Action Stage


def decision(s: Facts) -> Problems:
    """The pending decision is one that the top frame asks; those that something came between are such as well."""
    for level, frame in enumerate(s.stack):
        if frame[KIND] == frames.INTERRUPTED:
            if frame[B] not in (*choices.ASKED_AGAIN, *choices.RESUMED):
                yield f"decision {frame[B]} is interrupted"
            yield from _of_frame(_before(s, level))
    if s.g.decision == choices.D_NONE:
        return
    wrong = list(_of_frame(s))
    yield from wrong
    if not wrong:
        yield from _of_effects(s)
        yield from _of_rockets(s)
        yield from _of_upgrades(s)
        yield from _of_scenarios(s)
        yield from _of_civilian_ships(s)
        yield from _of_who_is_alone(s)
        yield from expansion.asked(s)


def _before(s: Facts, level: int) -> Facts:
    """The position as it was asked in before something came between, as far as frames and the question go."""
    frame = s.stack[level]
    g = SimpleNamespace(**vars(s.g))
    g.depth, g.actor, g.decision = level, frame[A], frame[B]
    g.focus_hex, g.focus_player, g.focus_card = frame[C], frame[D], frame[E]
    return replace(s, g=g)


def _of_frame(s: Facts) -> Problems:
    """A decision is one that the top frame asks at its step, of the player whose turn it is."""
    g, top = s.g, s.top
    name = choices.DECISIONS[g.decision][0]
    if g.decision not in ASKED:
        yield f"{name} asked, which nobody asks"
        return
    kind, step, who = ASKED[g.decision]
    step = top[STEP] if step == ANY_STEP else step
    if (top[KIND], top[STEP]) not in ((kind, step), ALSO_ASKED.get(g.decision)):
        yield f"{name} asked by frame {top[KIND]} at step {top[STEP]}"
        return
    if top[B] not in PERFORMED.get(g.decision, (top[B],)):
        yield f"{name} asked in action {top[B]}"
    if top[B] not in ROUNDS.get(g.decision, (top[B],)):
        yield f"{name} asked in a round of kind {top[B]}"
    if g.decision == choices.D_PLANET_SPACE and pick(g.given_planet, g.actor) < 0:
        yield f"{name} asked of player {g.actor}, who has no planet to place"
    if g.decision == choices.D_PLANET_TYPE and top[B] != 0:
        yield f"{name} asked in frame {top}"
    if g.decision in MODULES and not getattr(s.t, MODULES[g.decision]):
        yield f"{name} asked in a game without its module"
    if g.decision in HEX_COLUMN and g.focus_hex != top[HEX_COLUMN[g.decision]]:
        yield f"focus_hex is {g.focus_hex} in {name}, should be {top[HEX_COLUMN[g.decision]]}"
    if g.decision in CARD_COLUMN and g.focus_card != top[CARD_COLUMN[g.decision]]:
        yield f"focus_card is {g.focus_card} in {name}, should be {top[CARD_COLUMN[g.decision]]}"
    if g.decision == choices.D_TAKE_PART and top[C] != effects.SOURCE_BONUS:
        yield f"{name} asked in an action of source {top[C]}"
    if g.actor < 0 or g.actor != decider(s, who):
        yield f"player {g.actor} must decide {name}, should be {decider(s, who)}"
    for field, decisions in FOCUSED.items():
        free = (field, g.decision) in SOMETIMES
        if (getattr(g, field) >= 0) != (g.decision in decisions) and not free:
            yield f"{field} is {getattr(g, field)} in {name}"


def legal_choices(s: Facts) -> Problems:
    """Something is legal in the pending decision, and in those that follow from it without a choice."""
    if s.g.decision == choices.D_NONE:
        return
    game = s.rules.new_games(1)
    game.view(np.int16)[:] = s.words
    numbers = [np.zeros(1, dtype=np.int64) for _ in range(3)]
    masks, rewards = np.zeros((1, s.rules.actions.size), np.int8), np.zeros((1, s.t.players), np.float32)
    try:
        core.play(
            *(game, s.rules.tables, np.array([LOOK]), numbers[0], masks, np.zeros((1, 0), np.float32), numbers[1]),
            *(rewards, np.zeros(1, np.int8), numbers[2], 0, False),
        )
    except NoLegalChoice:
        yield f"player {int(game[0].actor)} must {s.rules.decision(game[0])}, and nothing is legal"


def _of_effects(s: Facts) -> Problems:
    """Effects ask what their row leaves open: who is chosen, an option, a law, where a token goes."""
    g, top = s.g, s.top
    if top[KIND] != frames.EFFECTS:
        return
    if not 0 <= top[A] < s.t.effects:
        yield f"{choices.DECISIONS[g.decision][0]} asked by row {top[A]} of {s.t.effects}"
        return
    row = s.t.effect[top[A]].tolist()
    question = QUESTIONS.get(row[OPCODE], choices.D_NONE)
    if row[TARGET] == effects.CHOSEN and not top[E] and not top[H]:
        question = choices.D_NAME_PLAYER
    elif row[OPCODE] == effects.TOKEN:
        question = TOKENS.get(row[ARG_A], choices.D_NONE)
    if g.decision != question or top[B] < 1:
        yield f"{choices.DECISIONS[g.decision][0]} asked by row {top[A]}, should be {choices.DECISIONS[question][0]}"


def _of_rockets(s: Facts) -> Problems:
    """A rocket that is there is fired by who controls its planet; one that has landed kills somebody at its target."""
    g, top = s.g, s.top
    source, space = divmod(top[B], c.ROCKET_SPACES)
    if g.decision == choices.D_FIRE:
        cubes = g.population[source].tolist() if 0 <= source < s.t.hexes else [0]
        controls = g.actor >= 0 and cubes.count(max(cubes)) == 1 and cubes[g.actor] == max(cubes)
        rocket = pick(g.rocket, source, space)
        if g.focus_hex != source or rocket < 1 or g.focus_card != rocket - 1 or not controls:
            yield f"fire asked about rocket {g.focus_card} in hex {g.focus_hex}, there is {rocket - 1} in hex {source}"
    elif g.decision == choices.D_STRIKE:
        target = pick(g.rocket_target, source, space)
        if g.focus_hex != target or top[C] < 1 or not g.population[max(0, target)].any():
            yield f"strike asked about hex {g.focus_hex} in frame {top}"


def _of_upgrades(s: Facts) -> Problems:
    """An upgrade that moves lies on a blueprint, and goes to another; one that is placed is known."""
    g, top = s.g, s.top
    if g.decision in (choices.D_UPGRADE_FROM, choices.D_EXCHANGE_UPGRADE):
        asked = g.decision == choices.D_UPGRADE_FROM
        classes = [x for x in range(len(s.t.class_slots)) if x != top[E]] if asked else [top[D]]
        if max(pick(g.blueprint, top[A], x, top[C]) for x in classes) < 1 or pick(g.rearranged, top[A]) < 1:
            yield f"upgrade {top[C]} moved from class {top[D]} of player {top[A]}"
        if g.decision == choices.D_EXCHANGE_UPGRADE and top[D] == top[E]:
            yield f"upgrade {top[C]} exchanged on class {top[D]} itself"
    elif g.decision == choices.D_REPLACE and top[E] < 1:
        yield f"something is replaced by nothing in frame {top}"
    elif g.decision == choices.D_TRADE and (not _has_space(s) or top[D] < 1):
        yield f"a Trade in space {top[F]}, with {top[D]} exchanges left"


def _of_civilian_ships(s: Facts) -> Problems:
    """A cube that is shipped leaves a planet where it lives and to which it has not just come."""
    g, source = s.g, s.top[C] - 1
    if g.decision == choices.D_CIVILIAN_TO:
        cubes = pick(g.population, source, g.actor)
        if g.focus_hex != source or cubes <= pick(g.arrived, source):
            yield f"a cube is shipped from hex {g.focus_hex}, where {cubes} are"


def _of_who_is_alone(s: Facts) -> Problems:
    """Who is alone chooses as a Council begins, buys what is left while elections are held, and never acts for foes."""
    g, top = s.g, s.top
    if g.decision == choices.D_POLITICAL_CHOICE and any(top[A : E + 1]):
        yield f"a political card is chosen in frame {top}"
    elif g.decision == choices.D_BUY_OFFICE and (g.office < 1 or top[A] or pick(g.modifier, g.actor, BARRED) > 0):
        yield f"a turn-order card is bought instead of {g.office} in frame {top}"
    elif g.decision in FOR_CENTAURIANS and s.t.solitaire and top[D] < 0:
        yield f"{choices.DECISIONS[g.decision][0]} asked for the Centaurians, in solitaire play"


def _has_space(s: Facts) -> bool:
    """Whether the player who trades has a cube on the market space, or needs none on the first one."""
    if pick(s.g.market, s.top[F]) == s.g.actor:
        return True
    return s.top[F] == 0 and pick(s.g.modifier, s.g.actor, v.MODIFIER_NAMES.index("leftmost_space")) > 0


def _of_scenarios(s: Facts) -> Problems:
    """VP are left to convert, a card to give, or ships beside the Stronghold that have not joined."""
    g, t, top = s.g, s.t, s.top
    if g.decision in CONVERTED and (top[C] != CONVERTED[g.decision] or top[B] < 1):
        yield f"{choices.DECISIONS[g.decision][0]} asked in frame {top}"
    elif g.decision == choices.D_PAY_VP and not g.resource[g.actor, : len(t.vp_loss_price)].any():
        yield f"player {g.actor} must pay for a VP, and cannot"
    elif g.decision == choices.D_REWARD and (top[E] != frames.TOGETHER or not _is_to_be_given(s)):
        yield f"reward asked about a card that is not to be given, in frame {top}"
    elif g.decision == choices.D_JOIN:
        places = zip(g.ship_hex[g.actor].tolist(), g.fighting[g.actor].tolist(), strict=True)
        if not any(hexagon in next_to_centre(s) and not fights for hexagon, fights in places):
            yield f"player {g.actor} may join, and no ship is left to join"


def _is_to_be_given(s: Facts) -> bool:
    """Whether the card a reward is about is still in the combat."""
    card = pick(s.g.foe_card, s.top[D])
    return card >= 0 and bool(s.g.resistance_owner[card] == IN_COMBAT)


def decider(s: Facts, who: int) -> int:
    """Who must take the pending decision."""
    g, top = s.g, s.top
    if who == SPECIAL:
        if g.decision == choices.D_STRIKE:
            return pick(g.rocket_owner, top[B] // c.ROCKET_SPACES, top[B] % c.ROCKET_SPACES)
        if g.decision in FOR_CENTAURIANS and top[D] < 0:
            return (top[B] + 1) % int(s.t.players) if top[B] >= 0 else -1
        if g.decision in (choices.D_IGNORE_EVENT, choices.D_OUTPOST):
            return pick(g.order, top[B])
        if g.decision == choices.D_OFFICE:
            return top[D] - 1
        if g.decision == choices.D_START_HEX:
            return expansion.next_to_begin(s, top)
        return pick(g.order, top[D])
    places = {PLACE: top[A], LAST_PLACE: top[A] - 1, CHANCELLOR: 0, VICE: min(1, s.t.players - 1)}
    return pick(g.order, places[who]) if who in places else top[A]
