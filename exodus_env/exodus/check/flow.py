"""Invariants 16 and 21: the stack of frames, and a turn, stage and round that fit it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check import commitments
from exodus_env.exodus.check.decisions import FLOW
from exodus_env.exodus.check.facts import Facts, players_of
from exodus_env.exodus.check.scenarios import is_last_evolution
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import begin, frames, turn
from exodus_env.exodus.rules.cards import effects
from exodus_env.exodus.rules.combat import rounds
from exodus_env.exodus.rules.frames import (
    ACTION_STAGE_PLACE,
    ACTION_STAGE_ROUND,
    COMBAT_HEX,
    COMBAT_KIND,
    COMBAT_LONE,
    COMBAT_PLACE,
    COMBAT_PLAYERS,
    CONQUEST_DEPLOYED,
    CONQUEST_HEX,
    CONQUEST_PLACE,
    COUNCIL_CHOOSER,
    COUNCIL_PART,
    COUNCIL_PLACE,
    EFFECTS_ONLY,
    EFFECTS_OPTION,
    EFFECTS_OWNER,
    EFFECTS_ROW,
    EFFECTS_ROWS,
    EXPLORATION_PLACE,
    EXPLORATION_VISITORS,
    INTERRUPTED_PLAYER,
    LEARN_FREE_COST,
    LEARN_FREE_HEX,
    LEARN_FREE_PLAYER,
    LEARN_FREE_SOURCE,
    PERFORM_ACTION,
    PERFORM_SOURCE,
    PERFORM_VP_BOUGHT,
    SETTING_UP_PLACE,
    SQUADRONS_HEX,
)
from exodus_env.exodus.rules.modules import exploration
from exodus_env.exodus.rules.scenarios import stronghold
from exodus_env.exodus.rules.setup import opening
from exodus_env.exodus.rules.stages import action_stage, conquest, council
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.kit.facts import Problems, pick
from exodus_env.kit.flow import KIND, STEP

COPY_COST: Final = v.MODIFIER_NAMES.index("copy_cost")
# The step of the effects that cause an action, by its source, if action cards belong to factions.
SOURCES: Final = {
    effects.SOURCE_CARD: effects.PRIMARY,
    effects.SOURCE_REACTION: effects.REACTION,
    effects.SOURCE_EFFECT: 0,
    effects.SOURCE_BONUS: effects.BONUS,
}
ELECTION: Final = (council.BID, council.SHOW_BIDS, council.SEAT)
# Steps of a Council of several players, and of a solitaire one.
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
# The step of the game during a stage: the one after it.
GAME_STEPS: Final = {
    frames.SETUP: turn.UPKEEP,
    frames.UPKEEP_STAGE: turn.COUNCIL,
    frames.COUNCIL_STAGE: turn.ACTION,
    frames.ACTIONS_STAGE: turn.WMD,
    frames.WMD_STAGE: turn.ACTIVATION,
    frames.ACTIVATION_STAGE: turn.CONQUEST,
    frames.CONQUEST_STAGE: turn.CONQUEST,
}
# The step of Conquest when it has pushed a frame.
IN_CONQUEST: Final = {
    frames.MOVEMENT: (conquest.EXPLORE,),
    frames.EXPLORATION: (conquest.CIVILIAN,),
    frames.COMBAT: (conquest.BATTLES, conquest.RESISTANCE),
    frames.SQUADRONS: (conquest.DEPLOY,),
    frames.OUTPOSTS: (conquest.JUMPS,),
    frames.JUMPS: (conquest.DONE,),
    frames.LEARN_FREE: (conquest.DEPLOY,),
}
# The step at which frames push one that only exists with Edge of Extinction.
DISCARDING: Final = {frames.COUNCIL: council.DEAL, frames.COMBAT: rounds.RESOLVE}
EXPANSION: Final = (frames.DISCARD, frames.FORTIFY, frames.ARM, frames.SETTLE)

# The step at which other frames of the Stronghold have pushed a frame.
AFTER: Final = {frames.SQUADRONS: stronghold.WINDOWS, frames.ASSAULT: stronghold.FINISHED}


def stack(s: Facts) -> Problems:
    """Frames lie on frames that push them; somebody must decide until the stack is empty and the game is over."""
    g = s.g
    yield from FLOW.stack(s)
    below = [-1] * c.FRAME_WIDTH
    for level, frame in enumerate(s.stack):
        if frame[KIND] == frames.INTERRUPTED:
            if any(other[KIND] == frames.INTERRUPTED for other in s.stack[:level]):
                yield f"a decision is interrupted at level {level}, while another one is put off"
            if g.stage in (frames.SETUP, frames.CONQUEST_STAGE):
                yield f"a decision is interrupted in stage {g.stage}"
        if frame[KIND] == frames.PERFORM and frame[PERFORM_VP_BOUGHT] and frame[PERFORM_ACTION] != v.TRADE:
            yield f"{frame[PERFORM_VP_BOUGHT]} VP bought in action {frame[PERFORM_ACTION]}"
        if not _is_well_caused(s, frame, below):
            yield f"frame {frame} is not caused by {below}, bonus action {g.bonus}"
        below = frame
    for kind in (frames.CONVERSION, frames.DISCARD):
        kept = [FLOW.column(frame, "player") for frame in s.stack if frame[KIND] == kind]
        if len(set(kept)) < len(kept):
            yield f"frames {frames.NAMES[kind]} of players {kept}"


def _is_well_caused(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether an action says what caused it, effects belong to their card, and steps of Conquest come in order."""
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
    """Whether an action is caused by a card of the round or a reaction, by other effects, or by the bonus action."""
    source = frame[PERFORM_SOURCE]
    if s.rules.content.factions:  # cards of factions are effects
        if below[KIND] == frames.ACTION_STAGE or source not in SOURCES:
            return False
        return below[STEP] == SOURCES[source]
    on_stage = below[KIND] == frames.ACTION_STAGE
    if source in (effects.SOURCE_CARD, effects.SOURCE_REACTION):
        return on_stage and below[STEP] == (action_stage.REACT if source else action_stage.PERFORM)
    return not on_stage and (source == effects.SOURCE_BONUS) == (below[STEP] == effects.BONUS)


def _is_effect_of(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects belong to a card that the frame below handles, for the players to whom it applies."""
    kind, step = below[KIND], frame[STEP]
    if kind == frames.EFFECTS:
        return step == below[STEP] and frame[EFFECTS_ONLY] == below[EFFECTS_ONLY] and _is_option(frame, below)
    if kind == frames.COUNCIL and below[STEP] == council.VISION and frame[EFFECTS_ONLY]:
        return step == 0 and frame[EFFECTS_OWNER] == s.g.order[0] and _is_vision(s, frame, below)
    if frame[EFFECTS_ONLY]:
        return False
    if kind == frames.COUNCIL:
        return step == 0 and frame[EFFECTS_OWNER] == s.g.order[0] and _is_of_council(s, frame, below)
    if kind == frames.SETTING_UP:
        leader = pick(s.g.leader, frame[EFFECTS_OWNER])
        rows = s.t.leader_start[leader].tolist() if leader >= 0 else [0, 0]
        turn_of = pick(s.g.order, below[SETTING_UP_PLACE] - 1)
        begun = below[STEP] == opening.LEADER_EFFECTS and frame[EFFECTS_OWNER] == turn_of
        return step == 0 and begun and _is_within(frame, rows)
    if kind == frames.EXPLORATION:
        rows = s.t.event_effect[s.g.event].tolist() if s.g.event >= 0 else [0, 0]
        player = pick(s.g.order, below[EXPLORATION_PLACE] - 1)
        begun = below[STEP] == exploration.RESOLVE and frame[EFFECTS_OWNER] == player
        return step == 0 and begun and player in players_of(below[EXPLORATION_VISITORS]) and _is_within(frame, rows)
    if kind == frames.ACTION_STAGE:
        if below[STEP] == action_stage.WINDOWS:
            rows = s.t.bonus_effect[s.g.bonus].tolist() if s.g.bonus >= 0 else [0, 0]
            return step == effects.BONUS and frame[EFFECTS_OWNER] == s.g.order[0] and _is_within(frame, rows)
        return _is_card_of_round(s, frame, below)
    using = kind == frames.INTERRUPTED
    return step == 0 and using and frame[EFFECTS_OWNER] == below[INTERRUPTED_PLAYER] and _is_of_won_card(s, frame)


def _is_option(frame: list[int], below: list[int]) -> bool:
    """Whether effects belong to an option of the effects below, or to its remaining rows."""
    return (
        below[EFFECTS_OPTION] == 0 < frame[EFFECTS_OPTION]
        and frame[EFFECTS_ROW] > below[EFFECTS_ROW]
        and frame[EFFECTS_ROW] + frame[EFFECTS_ROWS] == below[EFFECTS_ROW] + below[EFFECTS_ROWS]
    )


def _is_of_won_card(s: Facts, frame: list[int]) -> bool:
    """Whether effects belong to a card that players can win."""
    cards = (*s.t.resistance_effect.tolist(), *s.t.outpost_effect.tolist())
    return any(_is_within(frame, rows) for rows in cards if rows[1])


def _is_card_of_round(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects belong to a half of a faction's card, for the player whose turn it is."""
    player = pick(s.g.order, below[ACTION_STAGE_PLACE] - 1)
    reacting = below[STEP] == action_stage.REACT
    half = effects.REACTION if reacting else effects.PRIMARY
    if player < 0 or frame[EFFECTS_OWNER] != player or frame[STEP] != half:
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
    """Whether effects belong to an executive decision that a player has alone, whose turn it was."""
    if frame[EFFECTS_ONLY] - 1 != pick(s.g.order, below[COUNCIL_PLACE] - 1):
        return False
    cards = [card for card in s.g.revealed if card >= 0 and s.t.political_kind[card] == v.EXECUTIVE]
    return any(_is_within(frame, s.t.political_effect[card].tolist()) for card in cards)


def _is_taught(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether a technology is learned by a card, after a combat the player was in, or where the player has landed."""
    player, how = frame[LEARN_FREE_PLAYER], frame[LEARN_FREE_SOURCE]
    if below[KIND] == frames.COMBAT:
        turn_of = pick(s.g.order, below[COMBAT_PLACE] - 1)
        cost = pick(s.g.modifier, player, COPY_COST)
        begun = below[STEP] == rounds.RESEARCH and player == turn_of and player in players_of(below[COMBAT_PLAYERS])
        return how == begin.BY_COMBAT and begun and 0 < cost == frame[LEARN_FREE_COST] and frame[LEARN_FREE_HEX] == 0
    if below[KIND] == frames.CONQUEST:
        begun = player == pick(s.g.order, below[CONQUEST_PLACE]) and below[CONQUEST_DEPLOYED] == 1
        return how == begin.BY_LANDING and begun and frame[LEARN_FREE_HEX] < s.t.hexes and bool(s.t.eoe)
    return how == begin.BY_CARD and frame[LEARN_FREE_HEX] == 0


def _is_fought_there(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether a combat is against those whom the frame below sets against the players, in its hex."""
    kind, hexagon, lone = frame[COMBAT_KIND], frame[COMBAT_HEX], frame[COMBAT_LONE]
    if below[KIND] == frames.SQUADRONS:
        begun = below[STEP] == stronghold.FIGHT and hexagon == below[SQUADRONS_HEX] - 1
        return kind == frames.AGAINST_SQUADRONS and begun and lone < 0
    if below[KIND] == frames.ASSAULT:
        begun = below[STEP] == stronghold.OVER and hexagon == s.t.centre_hex
        return kind == frames.AGAINST_STRONGHOLD and begun and lone < 0
    met = below[STEP] == conquest.RESISTANCE and hexagon == below[CONQUEST_HEX]
    if s.t.coop:
        return kind == frames.TOGETHER and met and lone < 0
    if s.t.solitaire and not (met and lone == pick(s.g.order, below[CONQUEST_PLACE] - 1)):
        return False
    return kind == frames.ORDINARY and (lone < 0) == (below[STEP] == conquest.BATTLES)


def _is_within(frame: list[int], rows: list[int]) -> bool:
    """Whether effects belong to a card, given as its first row and the number of rows, or to its remaining rows."""
    return rows[0] <= frame[EFFECTS_ROW] and frame[EFFECTS_ROW] + frame[EFFECTS_ROWS] == sum(rows)


def _is_of_council(s: Facts, frame: list[int], below: list[int]) -> bool:
    """Whether effects belong to a political card, or to a proposed bonus action that takes effect at once."""
    if below[STEP] not in (council.BID, council.DEAL, council.DONE):
        # With Edge of Extinction, before anybody is asked what to have alone
        after = council.OFFICE if s.t.solitaire else council.LAY_OUT
        passed = below[STEP] == council.VISION and below[COUNCIL_PLACE] == 0 if s.t.eoe else below[STEP] == after
        kinds, rows = s.t.political_kind.tolist(), s.t.political_effect.tolist()
        cards = [own for kind, own in zip(kinds, rows) if kind == v.EXECUTIVE]
        return passed and any(_is_within(frame, own) for own in cards)
    for card in s.g.proposal[s.g.proposal >= 0]:
        if s.t.bonus_immediate[card] and _is_within(frame, s.t.bonus_effect[card].tolist()):
            return bool(s.g.bonus < 0 and below[COUNCIL_PLACE] == 0 and below[COUNCIL_PART] == 1)
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
    """A Council has the steps for its number of players; a solitaire player neither counts bids nor chooses a place."""
    frame = s.frame(frames.COUNCIL)
    if frame is None:
        return
    if frame[COUNCIL_PLACE] > s.t.players:
        yield f"place {frame[COUNCIL_PLACE]} in turn order at step {frame[STEP]} of the Council"
    if frame[STEP] in (OF_SEVERAL if s.t.solitaire else OF_ONE):
        yield f"step {frame[STEP]} of the Council with {s.t.players} players"
    if s.t.solitaire and (frame[COUNCIL_PART] or frame[COUNCIL_CHOOSER]):
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
    elif not 1 <= number <= most or frame[ACTION_STAGE_ROUND] != (number >= last) + (number > last):
        yield f"action_round is {number} of {last}, at most {most}, in rounds of kind {frame[ACTION_STAGE_ROUND]}"
