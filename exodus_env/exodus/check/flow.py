"""Invariants 16 and 21: the stack of frames, and turn, stage and round that fit it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check import commitments
from exodus_env.exodus.check.facts import MOST, Facts, Problems, empty, pick, players_of, wide_tables
from exodus_env.exodus.check.scenarios import is_last_evolution
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
    gifts,
    movement,
    setting_up,
    stronghold,
    structures,
    turn,
    upkeep,
    window,
    wmd,
)
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.kit.flow import KIND, STEP, A, B, C, D, E, F, G, H

# Frame: the highest step, frames that may lie on it, and the highest value of A, B, C, D, E, F, G (absent: always 0).
# A number of the tables stands for itself, a player, hex or class for its index; -1 is allowed where BELOW_ZERO says.
CHILDREN: Final[dict[int, tuple[int, ...]]] = {
    frames.GAME: (
        *(frames.SETTING_UP, frames.UPKEEP, frames.COUNCIL, frames.ACTION_STAGE, frames.WMD, frames.CONQUEST),
        frames.ACTIVATION,
    ),
    frames.SETTING_UP: (frames.EFFECTS,),
    frames.UPKEEP: (frames.WINDOW,),
    frames.COUNCIL: (frames.EFFECTS, frames.DISCARD, frames.INTERRUPTED),
    frames.EFFECTS: (
        *(frames.EFFECTS, frames.PERFORM, frames.LEARN_FREE, frames.BUILD_FREE, frames.EQUIP_FREE, frames.CONVERSION),
        *(frames.DISCARD, frames.FORTIFY, frames.ARM, frames.SETTLE, frames.INTERRUPTED),
    ),
    frames.CONVERSION: (frames.CONVERSION,),
    frames.ACTION_STAGE: (frames.PERFORM, frames.EFFECTS, frames.WINDOW, frames.INTERRUPTED),
    frames.INTERRUPTED: (frames.EFFECTS, frames.REARRANGE),
    frames.PERFORM: (frames.CONVERSION, frames.INTERRUPTED),  # VP for a technology, where players win together
    **dict.fromkeys((frames.WMD, frames.WINDOW, frames.LEARN_FREE), (frames.INTERRUPTED,)),
    **dict.fromkeys((frames.BUILD_FREE, frames.EQUIP_FREE, frames.FORTIFY), (frames.INTERRUPTED,)),
    **dict.fromkeys((frames.ARM, frames.SETTLE), (frames.INTERRUPTED,)),
    frames.ACTIVATION: (frames.SQUADRONS, frames.WINDOW),
    frames.CONQUEST: (
        *(frames.MOVEMENT, frames.EXPLORATION, frames.COMBAT, frames.SQUADRONS, frames.OUTPOSTS, frames.JUMPS),
        frames.LEARN_FREE,
    ),
    frames.COMBAT: (frames.LEARN_FREE, frames.DISCARD),
    frames.DISCARD: (frames.DISCARD,),
    frames.SQUADRONS: (frames.COMBAT, frames.ASSAULT),
    frames.ASSAULT: (frames.COMBAT,),
    frames.EXPLORATION: (frames.EFFECTS,),
}
STEPS: Final[dict[int, int]] = {
    frames.GAME: turn.NEXT_TURN,
    frames.SETTING_UP: max(setting_up.IN_ORDER),
    frames.UPKEEP: upkeep.DONE,
    frames.COUNCIL: max(council.IN_ORDER),
    frames.EFFECTS: effects.REACTION,
    frames.ACTION_STAGE: action_stage.PAY,
    frames.PERFORM: actions.DONE,
    frames.LEARN_FREE: actions.DONE,
    frames.BUILD_FREE: actions.DONE,
    frames.EQUIP_FREE: actions.DONE,
    frames.WINDOW: window.ASKED,
    frames.WMD: wmd.DONE,
    frames.CONQUEST: conquest.DONE,
    frames.MOVEMENT: movement.HYPERSPACE,
    frames.EXPLORATION: exploration.SETTLE,
    frames.COMBAT: combat.CANCEL,
    frames.ACTIVATION: stronghold.DONE,
    frames.SQUADRONS: stronghold.FINISHED,
    frames.ASSAULT: stronghold.OVER,
    frames.CONVERSION: 0,
    frames.OUTPOSTS: 0,
    frames.JUMPS: structures.JUMP,
    frames.DISCARD: 0,
    frames.FORTIFY: actions.DONE,
    frames.ARM: actions.DONE,
    frames.SETTLE: 0,
    frames.REARRANGE: window.EXCHANGE,
    frames.INTERRUPTED: 0,
}
CLASS: Final = c.CLASSES - 1
SPACE: Final = max(c.CLASSES, c.MARKET_SPACES)  # a class, or a space of the market
SIDE: Final = max(c.PLAYERS, c.FOES)  # a place in turn order, or a card of the enemy
EVERYBODY: Final = 2**c.PLAYERS - 1  # a bit for each player
ARGUMENTS: Final[dict[int, tuple[int | str, ...]]] = {
    frames.GAME: (),
    frames.SETTING_UP: ("players", c.TECHNOLOGIES, "start_technology_budget"),
    frames.UPKEEP: ("players", 1, MOST),
    frames.COUNCIL: (max(c.PLAYERS, c.REVEALED), 2, c.REVEALED - 1, "players"),
    frames.EFFECTS: ("effects", "effects", c.PLAYERS - 1, "players", "players", c.OPTIONS, 255, "players"),
    frames.ACTION_STAGE: ("players", commitments.EXTRA, MOST, c.PLAYERS - 1),
    frames.PERFORM: (c.PLAYERS - 1, len(v.ACTIONS) - 1, effects.SOURCE_BONUS, MOST, "upgrades", SPACE, MOST),
    frames.LEARN_FREE: (c.PLAYERS - 1, MOST, gifts.BY_LANDING, c.HEXES - 1),
    frames.BUILD_FREE: (c.PLAYERS - 1, CLASS, 0, 0, 0, CLASS),
    frames.EQUIP_FREE: (c.PLAYERS - 1, 1, 0, 0, "upgrades", CLASS),
    frames.WINDOW: (c.PLAYERS - 1,),
    frames.WMD: (c.PLAYERS - 1, c.HEXES * c.ROCKET_SPACES, MOST),
    frames.CONQUEST: ("players", "hexes", max(c.HEXES, c.PLAYERS), c.TECHNOLOGIES + 1),
    frames.MOVEMENT: ("players", MOST, "ships", "hexes", 1, "ships", 1),
    frames.EXPLORATION: ("hexes", "players", EVERYBODY),
    frames.COMBAT: (c.HEXES - 1, c.PLAYERS - 1, MOST, SIDE, frames.TOGETHER, EVERYBODY, MOST, MOST),
    frames.ACTIVATION: ("hexes",),
    frames.SQUADRONS: ("hexes",),
    frames.ASSAULT: ("players",),
    frames.CONVERSION: (c.PLAYERS - 1, MOST, effects.LOSING),
    frames.OUTPOSTS: ("hexes", "players", EVERYBODY),
    frames.JUMPS: ("players", "gates", "hexes", "ships"),
    frames.DISCARD: (c.PLAYERS - 1,),
    frames.FORTIFY: (c.PLAYERS - 1,),
    frames.ARM: (c.PLAYERS - 1,),
    frames.SETTLE: (c.PLAYERS - 1, MOST),
    frames.REARRANGE: (c.PLAYERS - 1, 0, "upgrades", CLASS, CLASS),
    frames.INTERRUPTED: (c.PLAYERS - 1, len(choices.DECISIONS) - 1, c.HEXES - 1, c.PLAYERS - 1, c.PLANETS),
}
BELOW_ZERO: Final = {
    (frames.BUILD_FREE, B),
    (frames.WMD, A),
    (frames.MOVEMENT, A),
    (frames.COMBAT, B),
    (frames.COMBAT, D),
    *((frames.INTERRUPTED, column) for column in (C, D, E)),
}
COPY_COST: Final = v.MODIFIER_NAMES.index("copy_cost")
# The step of the effects that cause an action, by its source, where action cards are those of factions.
SOURCES: Final = {
    effects.SOURCE_CARD: effects.PRIMARY,
    effects.SOURCE_REACTION: effects.REACTION,
    effects.SOURCE_EFFECT: 0,
    effects.SOURCE_BONUS: effects.BONUS,
}
ELECTION: Final = (council.BID, council.SHOW_BIDS, council.SEAT)
# Steps of a Council of several players, and of one who is alone by the rules of solitaire play.
OF_SEVERAL: Final = (
    *(council.VOTE, council.COUNT, council.CORRUPT, council.LAY_OUT, council.PROPOSE, council.TAKE),
    *ELECTION,
)
OF_ONE: Final = (council.CHOICE, council.OFFICE)
STAGE_FRAMES: Final = {
    frames.SETUP: frames.SETTING_UP,
    frames.UPKEEP_STAGE: frames.UPKEEP,
    frames.COUNCIL_STAGE: frames.COUNCIL,
    frames.ACTIONS_STAGE: frames.ACTION_STAGE,
    frames.WMD_STAGE: frames.WMD,
    frames.ACTIVATION_STAGE: frames.ACTIVATION,
    frames.CONQUEST_STAGE: frames.CONQUEST,
}
# The step the game is at in a stage: the one after it.
GAME_STEPS: Final = {
    frames.SETUP: turn.UPKEEP,
    frames.UPKEEP_STAGE: turn.COUNCIL,
    frames.COUNCIL_STAGE: turn.ACTION,
    frames.ACTIONS_STAGE: turn.WMD,
    frames.WMD_STAGE: turn.ACTIVATION,
    frames.ACTIVATION_STAGE: turn.CONQUEST,
    frames.CONQUEST_STAGE: turn.CONQUEST,
}
# The step Conquest is at when it has pushed a frame.
IN_CONQUEST: Final = {
    frames.MOVEMENT: (conquest.EXPLORE,),
    frames.EXPLORATION: (conquest.CIVILIAN,),
    frames.COMBAT: (conquest.BATTLES, conquest.RESISTANCE),
    frames.SQUADRONS: (conquest.DEPLOY,),
    frames.OUTPOSTS: (conquest.JUMPS,),
    frames.JUMPS: (conquest.DONE,),
    frames.LEARN_FREE: (conquest.DEPLOY,),
}
# The step at which frames push one that only comes then, with Edge of Extinction.
DISCARDING: Final = {frames.COUNCIL: council.DEAL, frames.COMBAT: combat.RESOLVE}
EXPANSION: Final = (frames.DISCARD, frames.FORTIFY, frames.ARM, frames.SETTLE)

# The step at which other frames of the Stronghold have pushed a frame.
AFTER: Final = {frames.SQUADRONS: stronghold.WINDOWS, frames.ASSAULT: stronghold.FINISHED}


def stack(s: Facts) -> Problems:
    """Frames lie on frames that push them; somebody must decide until the stack is empty and the game over."""
    g = s.g
    yield from empty("stack", g.stack[g.depth :], 0, "above the top frame")
    below = [-1] * c.FRAME_WIDTH
    for level, frame in enumerate(s.stack):
        if frame[KIND] not in (CHILDREN.get(below[KIND], ()) if level else (frames.GAME,)):
            yield f"frame {frame[KIND]} on frame {below[KIND]} at level {level}"
        yield from _frame(s, frame)
        if frame[KIND] == frames.INTERRUPTED:
            if level > c.FRAMES - window.NESTED:
                yield f"a decision is interrupted at level {level}, where the stack has no room for a card"
            if g.stage in (frames.SETUP, frames.CONQUEST_STAGE):
                yield f"a decision is interrupted in stage {g.stage}"
        if not _is_well_caused(s, frame, below):
            yield f"frame {frame} is not caused by {below}, bonus action {g.bonus}"
        below = frame
    for kind in (frames.CONVERSION, frames.DISCARD):
        kept = [frame[A] for frame in s.stack if frame[KIND] == kind]
        if len(set(kept)) < len(kept):
            yield f"frames {frames.NAMES[kind]} of players {kept}"
    if (g.depth == 0) != (g.over == 1) or (g.decision == choices.D_NONE) != (g.over == 1):
        yield f"depth {g.depth}, decision {g.decision}, over {g.over}"
    if g.over == 1 and g.actor != -1:
        yield f"player {g.actor} must act when the game is over"


def _frame(s: Facts, frame: list[int]) -> Problems:
    """Step and arguments of one frame."""
    kind = frame[KIND]
    if kind not in STEPS:
        yield f"frame {kind} is unknown"
        return
    if not 0 <= frame[STEP] <= STEPS[kind]:
        yield f"step {frame[STEP]} of frame {frames.NAMES[kind]}"
    for column, (low, high) in enumerate(_ranges(s.rules)[kind], start=A):
        if not low <= frame[column] <= high:
            yield f"{frame[column]} in column {column} of frame {frames.NAMES[kind]}"
    if kind == frames.PERFORM and frame[G] and frame[B] != v.TRADE:
        yield f"{frame[G]} VP bought in action {frame[B]}"


@lru_cache(maxsize=64)
def _ranges(rules: Ruleset) -> dict[int, list[tuple[int, int]]]:
    """The lowest and highest value of every argument of every frame."""
    t = wide_tables(rules)
    ranges = {}
    for kind, highest in ARGUMENTS.items():
        words = [*highest, *[0] * (c.FRAME_WIDTH - A - len(highest))]
        highs = [getattr(t, word) if isinstance(word, str) else word for word in words]
        ranges[kind] = [(-1 if (kind, column) in BELOW_ZERO else 0, high) for column, high in enumerate(highs, start=A)]
    return ranges


def _is_well_caused(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether an action says what caused it, effects are those of their card, and steps of Conquest come in order."""
    kind = frame[KIND]
    if kind in EXPANSION and not s.t.eoe:
        return False
    if kind == frames.PERFORM:
        return _is_performed(s, frame, below)
    if kind == frames.EFFECTS:
        return _is_effect_of(s, frame, below)
    if kind == frames.LEARN_FREE and not _is_taught(s, frame, below):
        return False
    if kind == frames.DISCARD:
        return below[STEP] == DISCARDING.get(below[KIND], below[STEP])
    if kind == frames.COMBAT and not _is_fought_there(s, frame, below):
        return False
    if below[KIND] == frames.CONQUEST:
        return below[STEP] in IN_CONQUEST.get(kind, ())
    return below[STEP] == AFTER.get(kind, below[STEP])


def _is_performed(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether an action is caused by a card of the round or a reaction, by other effects, or the bonus action."""
    source = frame[C]
    if s.rules.content.factions:  # cards of factions are effects
        if below[KIND] == frames.ACTION_STAGE or source not in SOURCES:
            return False
        return below[STEP] == SOURCES[source]
    on_stage = below[KIND] == frames.ACTION_STAGE
    if source in (effects.SOURCE_CARD, effects.SOURCE_REACTION):
        return on_stage and below[STEP] == (action_stage.REACT if source else action_stage.PERFORM)
    return not on_stage and (source == effects.SOURCE_BONUS) == (below[STEP] == effects.BONUS)


def _is_effect_of(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects are those of a card that the frame below has to do with, for those it concerns."""
    kind, step = below[KIND], frame[STEP]
    if kind == frames.EFFECTS:
        return step == below[STEP] and frame[H] == below[H] and _is_option(frame, below)
    if kind == frames.COUNCIL and below[STEP] == council.VISION and frame[H]:
        return step == 0 and frame[C] == s.g.order[0] and _is_vision(s, frame, below)
    if frame[H]:
        return False
    if kind == frames.COUNCIL:
        return step == 0 and frame[C] == s.g.order[0] and _is_of_council(s, frame, below)
    if kind == frames.SETTING_UP:
        leader = pick(s.g.leader, frame[C])
        rows = s.t.leader_start[leader].tolist() if leader >= 0 else [0, 0]
        begun = below[STEP] == setting_up.LEADER_EFFECTS and frame[C] == pick(s.g.order, below[A] - 1)
        return step == 0 and begun and _is_within(frame, rows)
    if kind == frames.EXPLORATION:
        rows = s.t.event_effect[s.g.event].tolist() if s.g.event >= 0 else [0, 0]
        begun = below[STEP] == exploration.RESOLVE and frame[C] == pick(s.g.order, below[B] - 1)
        return step == 0 and begun and frame[C] in players_of(below[C]) and _is_within(frame, rows)
    if kind == frames.ACTION_STAGE:
        if below[STEP] == action_stage.WINDOWS:
            rows = s.t.bonus_effect[s.g.bonus].tolist() if s.g.bonus >= 0 else [0, 0]
            return step == effects.BONUS and frame[C] == s.g.order[0] and _is_within(frame, rows)
        return _is_card_of_round(s, frame, below)
    using = kind == frames.INTERRUPTED
    return step == 0 and using and frame[C] == below[A] and _is_of_won_card(s, frame)


def _is_option(frame: list[int], below: list[int]) -> bool:
    """Whether effects are those of an option of the effects below, or what is left of them."""
    return below[F] == 0 < frame[F] and frame[A] > below[A] and frame[A] + frame[B] == below[A] + below[B]


def _is_of_won_card(s: Facts, frame: list[int]) -> bool:
    """Whether effects are those of a card that players win."""
    cards = (*s.t.resistance_effect.tolist(), *s.t.outpost_effect.tolist())
    return any(_is_within(frame, rows) for rows in cards if rows[1])


def _is_card_of_round(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects are those of a half of a faction's card, for the player whose turn it is."""
    player = pick(s.g.order, below[A] - 1)
    reacting = below[STEP] == action_stage.REACT
    if player < 0 or frame[C] != player or frame[STEP] != (effects.REACTION if reacting else effects.PRIMARY):
        return False
    if not reacting and below[STEP] != action_stage.PERFORM:
        return False
    for owner in s.players if reacting else (player,):
        faction, card = int(s.g.faction[owner]), int(s.g.shown[owner])
        if faction >= 0 and card >= 0:
            rows = (s.t.faction_card_reaction if reacting else s.t.faction_card_effect)[faction, card].tolist()
            if _is_within(frame, rows):
                return True
    return False


def _is_vision(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects are those of an executive decision that a player has alone, whose turn it was."""
    if frame[H] - 1 != pick(s.g.order, below[A] - 1):
        return False
    cards = [card for card in s.g.revealed if card >= 0 and s.t.political_kind[card] == v.EXECUTIVE]
    return any(_is_within(frame, s.t.political_effect[card].tolist()) for card in cards)


def _is_taught(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether a technology is learned by a card, after a combat one was in, or where one has landed."""
    player, how = frame[A], frame[C]
    if below[KIND] == frames.COMBAT:
        turn_of = pick(s.g.order, below[D] - 1)
        cost = pick(s.g.modifier, player, COPY_COST)
        begun = below[STEP] == combat.RESEARCH and player == turn_of and player in players_of(below[F])
        return how == gifts.BY_COMBAT and begun and 0 < cost == frame[B] and frame[D] == 0
    if below[KIND] == frames.CONQUEST:
        begun = player == pick(s.g.order, below[A]) and below[D] > 0
        return how == gifts.BY_LANDING and begun and frame[D] < s.t.hexes and bool(s.t.eoe)
    return how == gifts.BY_CARD and frame[D] == 0


def _is_fought_there(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether a combat is against those whom the frame below sets against the players, in the hex it is at."""
    kind, hexagon, lone = frame[E], frame[A], frame[B]
    if below[KIND] == frames.SQUADRONS:
        begun = below[STEP] == stronghold.FIGHT and hexagon == below[A] - 1
        return kind == frames.AGAINST_SQUADRONS and begun and lone < 0
    if below[KIND] == frames.ASSAULT:
        begun = below[STEP] == stronghold.OVER and hexagon == s.t.centre_hex
        return kind == frames.AGAINST_STRONGHOLD and begun and lone < 0
    met = below[STEP] == conquest.RESISTANCE and hexagon == below[B]
    if s.t.coop:
        return kind == frames.TOGETHER and met and lone < 0
    if s.t.solitaire and not (met and lone == pick(s.g.order, below[A] - 1)):
        return False
    return kind == frames.ORDINARY and (lone < 0) == (below[STEP] == conquest.BATTLES)


def _is_within(frame: list[int], rows: list[int]) -> bool:
    """Whether effects are those of a card, given as its first row and their number, or what is left of them."""
    return rows[0] <= frame[A] and frame[A] + frame[B] == sum(rows)


def _is_of_council(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects are those of a political card, or of a bonus action proposed that takes effect at once."""
    if below[STEP] not in (council.BID, council.DEAL, council.DONE):
        # With Edge of Extinction, before anybody is asked what to have alone.
        after = council.OFFICE if s.t.solitaire else council.LAY_OUT
        passed = below[STEP] == council.VISION and below[A] == 0 if s.t.eoe else below[STEP] == after
        kinds, rows = s.t.political_kind.tolist(), s.t.political_effect.tolist()
        cards = [own for kind, own in zip(kinds, rows) if kind == v.EXECUTIVE]
        return passed and any(_is_within(frame, own) for own in cards)
    for card in s.g.proposal[s.g.proposal >= 0]:
        if s.t.bonus_immediate[card] and _is_within(frame, s.t.bonus_effect[card].tolist()):
            return bool(s.g.bonus < 0 and below[A] == 0 and below[B] == 1)
    return False


def course(s: Facts) -> Problems:
    """Turn, stage, round and Conquest fit each other and the frames."""
    g, t = s.g, s.t
    early = g.over and g.turn < t.turns and not g.outcome and not is_last_evolution(s)
    if g.turn > t.turns or early or (g.stage == frames.SETUP and g.turn > 1):
        yield f"turn {g.turn} of {t.turns} in stage {g.stage}"
    kind = s.stack[1][KIND] if g.depth > 1 else -1
    if kind != STAGE_FRAMES.get(g.stage, -1) or (g.stage == frames.SCORING) != (g.over == 1):
        yield f"stage {g.stage} with frame {kind}, over {g.over}"
    if s.stack and s.stack[0][STEP] != GAME_STEPS.get(g.stage, -1):
        yield f"stage {g.stage} at step {s.stack[0][STEP]} of the game"
    if t.coop and (g.stage == frames.WMD_STAGE or s.step_of(frames.COUNCIL) in ELECTION):
        yield f"stage {g.stage} where players win together, step {s.step_of(frames.COUNCIL)} of the Council"
    yield from _council(s)
    if t.coop and s.step_of(frames.CONQUEST) == conquest.BATTLES:
        yield "players who win together fight each other"
    if g.stage == frames.ACTIVATION_STAGE and (t.scenario != STRONGHOLD or g.turn < t.activation_turn):
        yield f"the Stronghold activates in turn {g.turn} of scenario {t.scenario}"
    if not t.conquests <= g.conquests <= t.conquests + _extra_conquests(s.rules):
        yield f"{g.conquests} Conquest Stages"
    low, high = (1, g.conquests) if g.stage == frames.CONQUEST_STAGE else (0, 0)
    if not low <= g.conquest <= high:
        yield f"Conquest {g.conquest} of {g.conquests} in stage {g.stage}"
    yield from _round(s)


def _council(s: Facts) -> Problems:
    """A Council comes to the steps for as many as play; one who is alone neither counts bids nor chooses a place."""
    frame = s.frame(frames.COUNCIL)
    if frame is None:
        return
    if frame[A] > s.t.players and frame[STEP] not in (council.PROPOSE, council.TAKE):  # where it counts proposals
        yield f"place {frame[A]} in turn order at step {frame[STEP]} of the Council"
    if frame[STEP] in (OF_SEVERAL if s.t.solitaire else OF_ONE):
        yield f"step {frame[STEP]} of the Council with {s.t.players} players"
    if s.t.solitaire and (frame[B] or frame[D]):
        yield f"bids or places in frame {frame}, in solitaire play"


@lru_cache(maxsize=64)
def _extra_conquests(rules: Ruleset) -> int:
    """How many effects of cards add a Conquest Stage."""
    return sum(effect.do == "extra_conquest" for effect in commitments.all_effects(rules))


def _round(s: Facts) -> Problems:
    """The action round."""
    number, last, frame = s.g.action_round, s.t.action_rounds + 1, s.frame(frames.ACTION_STAGE)
    most = last + commitments.extra_rounds(s.rules)
    if frame is None:
        if number != 0 and not last <= number <= most:
            yield f"action_round is {number} outside the Action Stage"
    elif not 1 <= number <= most or frame[B] != (number >= last) + (number > last):
        yield f"action_round is {number} of {last}, at most {most}, in rounds of kind {frame[B]}"
