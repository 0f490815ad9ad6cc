"""Invariants 15, 17, 18, 29 and 38: bonus actions, action cards and reactions, secret votes, bids and orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import numpy as np

from exodus_env.exodus.check.derived import lasting_values
from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import Effect, EffectCard
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.frames import (
    ACTION_STAGE_CUBES,
    ACTION_STAGE_OWNER,
    ACTION_STAGE_PLACE,
    ACTION_STAGE_ROUND,
    COUNCIL_PART,
    COUNCIL_PLACE,
    COUNCIL_PROPOSALS,
    MOVEMENT_LAST,
    MOVEMENT_PLACE,
)
from exodus_env.exodus.rules.stages import action_stage, council, movement
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.facts import Array, Problems, empty, filled, pick, unequal
from exodus_env.kit.flow import STEP

SHOWN: Final = (action_stage.PERFORM, action_stage.REACT, action_stage.PAY)
EXTRA: Final = 2  # the rounds in which everybody has an extra action card


def bonus(s: Facts) -> Problems:
    """Proposals are distinct and stay until the Council ends; the bonus action is one of them and stays until it is
    done."""
    g, frame = s.g, s.frame(frames.COUNCIL)
    wanted = 0
    if frame is not None and s.in_council_from(council.PROPOSE):
        wanted = min(s.t.bonus_proposals, int(g.bonus_open.sum()))
        if frame[STEP] == council.PROPOSE:
            wanted = frame[COUNCIL_PROPOSALS]
    yield from filled("proposal", g.proposal, wanted)
    made = g.proposal[g.proposal >= 0]
    if len(set(made)) < len(made):
        yield f"proposal holds {[int(x) for x in made]}"
    if g.bonus >= 0 and not (s.frame(frames.ACTION_STAGE) or s.in_council_from(council.BID)):
        yield f"bonus is {g.bonus} when there can be none"
    if g.bonus >= 0 and frame is not None and g.bonus not in made:
        yield f"bonus {g.bonus} was not proposed"
    if g.bonus >= 0 and (s.t.bonus_immediate[g.bonus] or g.bonus_used[g.bonus] != s.t.bonus_once[g.bonus]):
        yield f"bonus is {g.bonus}, which takes effect at once, or bonus_used[{g.bonus}] does not say it is taken"
    for card in made:
        if not g.bonus_open[card]:
            yield f"proposal holds {int(card)}, which bonus_open does not hold"
    yield from _open(s, made)


def _open(s: Facts, made: Array) -> Problems:
    """Bonus actions are open from the proposals on, all that are left or as many as are drawn; some only once per
    game."""
    g, t = s.g, s.t
    for card in np.flatnonzero(g.bonus_used > t.bonus_once):
        yield f"bonus_used[{card}] is 1, but the bonus action can be taken more than once"
    if not s.in_council_from(council.PROPOSE):
        yield from empty("bonus_open", g.bonus_open, 0, "outside proposals and election")
        return
    just_taken = np.flatnonzero(g.bonus_open & g.bonus_used)
    if len(just_taken) > (1 if s.in_council_from(council.BID) else 0) or not set(just_taken) <= set(made):
        yield f"bonus_open holds {[int(x) for x in just_taken]}, used up and not taken just now"
    for card in just_taken:
        if g.bonus != (-1 if t.bonus_immediate[card] else card):
            yield f"bonus is {g.bonus} where bonus_used says that {int(card)} was taken just now"
    left = t.bonus_cards - int(g.bonus_used.sum()) + len(just_taken)
    wanted = min(t.bonus_draw, left) if t.bonus_draw else left
    if g.bonus_open.sum() != wanted:
        yield f"bonus_open holds {int(g.bonus_open.sum())} bonus actions, should be {wanted}"


def extra_actions(s: Facts) -> Problems:
    """Extra action cards, and turns without reactions, last from the Council until all cards are played."""
    g, frame = s.g, s.frame(frames.ACTION_STAGE)
    rounds = max(0, g.action_round - s.t.action_rounds - 1)
    if g.extra_actions + (rounds if frame else 0) > extra_rounds(s.rules):
        yield f"extra_actions is {g.extra_actions} after {rounds} extra rounds, more than there can be"
    if g.reactions_off == 0:
        if g.extra_actions:
            yield f"extra_actions is {g.extra_actions} when reactions_off is 0"
        if frame is not None and frame[ACTION_STAGE_ROUND] == EXTRA and frame[STEP] <= action_stage.END_ROUND:
            yield f"reactions_off is 0 in extra round {rounds}"
        return
    if not extra_rounds(s.rules):
        yield "reactions_off is 1 in a game without extra actions"
    yield from empty("reaction_cubes", g.reaction_cubes, 0, "when reactions_off is 1")
    if not any(_grants(card) for card in s.rules.content.political_cards):
        yield from _extra_of_bonus(s)
    if frame is None:
        if not s.in_council_from(council.VISION):
            yield f"reactions_off is 1 in stage {g.stage} at step {s.step_of(frames.COUNCIL)}, before a card is enacted"
    elif frame[STEP] > action_stage.END_ROUND or frame[STEP] == action_stage.REACT:
        yield f"reactions_off is 1 at step {frame[STEP]} of the Action Stage"
    elif g.extra_actions == 0 and frame[ACTION_STAGE_ROUND] != EXTRA:
        yield f"reactions_off is 1 in round {g.action_round}, and no extra round is to come"
    if frame is None and g.extra_actions == 0:
        yield "reactions_off is 1 before the Action Stage, and no extra round is to come"


def _extra_of_bonus(s: Facts) -> Problems:
    """If only bonus actions give extra cards, one of them was taken this turn, instead of a bonus step."""
    if s.step_of(frames.COUNCIL) >= 0 and not s.in_council_from(council.BID):
        yield f"reactions_off is 1 at step {s.step_of(frames.COUNCIL)} of the Council, before a bonus action is taken"
    if s.g.bonus >= 0:
        yield f"reactions_off is 1 though the bonus action is {s.g.bonus}"
    cards = enumerate(s.rules.content.bonus_cards)
    if not any(_grants(card) and (not card.once or s.g.bonus_used[i]) for i, card in cards):
        yield "reactions_off is 1, and bonus_used does not say why"


def _grants(card: EffectCard) -> bool:
    """Whether a card adds action cards for everybody."""
    return any(effect.do == "extra_action" for effect in card.effects)


@lru_cache(maxsize=64)
def extra_rounds(rules: Ruleset) -> int:
    """How many action cards for everybody a turn can add: one, if any card in the game adds one."""
    return int(any(_grants(card) for card in (*rules.content.political_cards, *rules.content.bonus_cards)))


def all_effects(rules: Ruleset) -> Iterator[Effect]:
    """The effects of all cards; effects of a faction's card can also occur as its other half."""
    for deck in (*rules.content.effect_decks(), rules.content.faction_cards):
        for card in deck:
            yield from card.effects
    for card in rules.content.faction_cards:
        yield from card.reaction


def action_cards(s: Facts) -> Problems:
    """Cards are chosen in turn order, shown together, spent once shown, and back in hand after the stage."""
    g, frame = s.g, s.frame(frames.ACTION_STAGE)
    step = -1 if frame is None else frame[STEP]
    if step not in SHOWN:
        yield from empty("shown", g.shown, -1, "when no card is shown")
    if step not in (action_stage.REACT, action_stage.PAY):
        yield from empty("card_cubes", g.card_cubes, 0, "outside reactions")
    if frame is not None and step != action_stage.PAY and (frame[ACTION_STAGE_CUBES] or frame[ACTION_STAGE_OWNER]):
        yield f"cubes are to be paid in frame {frame}"
    if frame is None or step == action_stage.WINDOWS:
        yield from empty("spent", g.spent, 0, "outside the choice and play of cards")
        yield from empty("reaction_cubes", g.reaction_cubes, 0, "outside the choice and play of cards")
    if frame is None or step != action_stage.CHOOSE:
        yield from empty("chosen", g.chosen, -1, "when no card is being chosen")
    if frame is not None and step in (action_stage.CHOOSE, *SHOWN):
        for place in s.players:
            yield from _hand(s, frame, place, int(g.order[place]))
        yield from _reaction_cubes(s)


def _hand(s: Facts, frame: list[int], place: int, player: int) -> Problems:
    """One player's cards in a round."""
    g = s.g
    chosen, shown, spent = int(g.chosen[player]), int(g.shown[player]), int(g.spent[player].sum())
    without = spent + int((g.removed[player] > g.spent[player]).sum()) >= s.t.action_cards  # a card in hand
    free = frame[ACTION_STAGE_ROUND] > 0 or without
    if frame[STEP] == action_stage.CHOOSE:
        if (chosen >= 0) != (place < frame[ACTION_STAGE_PLACE]) and not (free and chosen < 0):
            yield f"player {player} at place {place} has chosen {chosen} when place {frame[ACTION_STAGE_PLACE]} chooses"
        if chosen >= 0 and (g.spent[player, chosen] or g.removed[player, chosen]):
            yield f"player {player} has chosen card {chosen}, which is spent or removed"
        played = g.action_round - 1
    else:
        if shown < 0 and not free:
            yield f"player {player} shows no card"
        elif shown >= 0 and (not g.spent[player, shown] or g.removed[player, shown]):
            yield f"player {player} shows card {shown}, which is not spent, or removed"
        played = g.action_round - (1 if shown < 0 else 0)
    returned = 1 if g.action_round > 1 else 0
    declined = max(0, g.action_round - 1 - s.t.action_rounds)  # before this round, if that is allowed
    if without:
        declined = g.action_round
    if not played - declined - returned <= spent <= played:
        yield f"player {player} has spent {spent} cards in round {g.action_round}"


def _reaction_cubes(s: Facts) -> Problems:
    """Cubes on cards were paid by somebody, the price of one reaction on each."""
    on_cards, paid = int(s.g.card_cubes.sum()), int(s.g.reaction_cubes.sum())
    if on_cards > paid or (s.g.action_round == 1 and on_cards < paid):
        yield f"{on_cards} cubes on cards, {paid} paid"
    if paid and s.t.reactions == 0:
        yield f"{paid} cubes paid in a game without reactions"
    if on_cards == 0:
        return
    discount = v.MODIFIER_NAMES.index("reaction_discount")
    dearest = max(s.t.reaction_cost_own, s.t.reaction_cost_other)
    dearest -= min(lasting_values(s, player, learned=False)[discount] for player in s.players)
    if (s.g.card_cubes > dearest).any():
        yield f"card_cubes {[int(x) for x in s.g.card_cubes]}, a reaction costs at most {dearest}"


def secrets(s: Facts) -> Problems:
    """Votes and bids are there only while they are being committed and counted, and players can pay their bids."""
    frame = s.frame(frames.COUNCIL)
    step = -1 if frame is None else frame[STEP]
    if s.t.coop:
        yield from empty("bid", s.g.bid, 0, "where players win together")
        yield from empty("bid_shown", s.g.bid_shown, 0, "where players win together")
        yield from empty("vote_bid", s.g.vote_bid, 0, "where players win together")
        if step == council.VOTE and frame is not None and frame[COUNCIL_PART]:
            yield f"a bid of kind {frame[COUNCIL_PART]} where players win together"
    if frame is not None and step in (council.VOTE, council.BID):
        for place in s.players:
            yield from _commitment(s, frame, place, int(s.g.order[place]))
        return
    if (s.g.vote_bid > s.t.bid_limit).any():
        yield f"vote_bid is {[int(x) for x in s.g.vote_bid]}"
    counted = bool(s.pending & {choices.D_VOTE_TIE, choices.D_CORRUPT})
    if counted:
        for player in s.players:
            if s.g.vote[player] >= 0 and pick(s.g.revealed, int(s.g.vote[player])) < 0:
                yield f"vote[{player}] is {int(s.g.vote[player])}"
        if s.g.decision == choices.D_CORRUPT and s.g.actor >= 0 and s.g.vote[s.g.actor] < 0:
            yield f"player {int(s.g.actor)}, who abstained, is asked to move a vote"
        yield from unequal("vote", s.g.vote, s.g.vote_shown)
    else:
        yield from empty("vote", s.g.vote, -1, "outside the vote")
    if counted or step == council.SEAT:
        yield from unequal("bid", s.g.bid, s.g.bid_shown)
    else:
        yield from empty("bid", s.g.bid, 0, "outside vote and election")
    if (s.g.bid_shown > s.t.bid_limit).any():
        yield f"bid_shown is {[int(x) for x in s.g.bid_shown]}"


def _commitment(s: Facts, frame: list[int], place: int, player: int) -> Problems:
    """What one player has committed by now; a card may take CP from other players."""
    vote, bid = int(s.g.vote[player]), int(s.g.bid[player])
    part = 3 if place < frame[COUNCIL_PLACE] else (frame[COUNCIL_PART] if place == frame[COUNCIL_PLACE] else 0)
    if frame[STEP] == council.BID or part == 0:
        if vote >= 0:
            yield f"vote[{player}] is {vote} before it is cast, or in the election"
    elif vote >= 0 and pick(s.g.revealed, vote) < 0:
        yield f"vote[{player}] is {vote}, which is not a card"
    most = s.t.bid_limit if part == 3 else min(int(s.g.resource[player, v.CP]), s.t.bid_limit)
    if bid > (most if part >= 2 else 0) or (part == 2 and bid % choices.BID_STEP):
        yield f"bid[{player}] is {bid} with {int(s.g.resource[player, v.CP])} CP"


def orders(s: Facts) -> Problems:
    """Movement orders follow the map, as far as drives reach, for players who have given theirs.

    While they are being carried out, the remaining ones are there, and damage from debris is assigned.
    """
    g, frame = s.g, s.frame(frames.MOVEMENT)
    revealed = frame is not None and frame[STEP] == movement.DEBRIS and s.t.movement == movement.SIMULTANEOUS
    revealed &= frame is not None and frame[MOVEMENT_LAST] == 0  # ships that move through hyperspace have no orders
    if frame is None or (frame[STEP] != movement.ORDER and not revealed):
        yield from empty("path", g.path, 0, "outside secret orders")
        return
    for place in s.players:
        player = int(g.order[place])
        due = revealed or place <= frame[MOVEMENT_PLACE]
        for ship in np.flatnonzero(g.path[player].any(axis=1)):
            directions = [int(x) for x in g.path[player, ship]]
            length = sum(1 for x in directions if x)
            ship_class = s.t.ship_class[ship]
            reach = 0 if g.hyperspace[player, ship_class] else g.drive[player, ship_class]
            if not due or length > reach - revealed or not all(directions[:length]):
                yield f"ship {ship} of player {player} has orders {directions}"
            elif not _stays_on_map(s, int(g.ship_hex[player, ship]), directions[:length]):
                yield f"orders {directions} lead ship {ship} of player {player} off the map"


def _stays_on_map(s: Facts, hexagon: int, directions: list[int]) -> bool:
    """Whether a path from a hex never leaves the map."""
    for direction in directions:
        hexagon = s.beside(hexagon, direction - 1)
    return hexagon >= 0
