"""The pending decision is one that the top frame asks, of the right player, and something is legal in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Final

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check import edge
from exodus_env.exodus.check.facts import IN_COMBAT, Facts
from exodus_env.exodus.check.scenarios import next_to_centre
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.rules.cards import effects
from exodus_env.exodus.rules.cards.modifiers import ARG_A, OPCODE, TARGET
from exodus_env.exodus.rules.decision_declarations import (
    CHANCELLOR,
    DECISIONS,
    LAST_PLACE,
    PLACE,
    SPECIAL,
    VICE_CHANCELLOR,
)
from exodus_env.exodus.rules.frame_declarations import FRAMES
from exodus_env.exodus.rules.frames import (
    COMBAT_CARD,
    COMBAT_KIND,
    COMBAT_LONE,
    COMBAT_PLACE,
    CONQUEST_SOURCE,
    COUNCIL_CHOOSER,
    COUNCIL_PLACE,
    EFFECTS_NAMED,
    EFFECTS_ONLY,
    EFFECTS_ROW,
    EFFECTS_ROWS,
    INTERRUPTED_CARD,
    INTERRUPTED_DECISION,
    INTERRUPTED_HEX,
    INTERRUPTED_OTHER,
    INTERRUPTED_PLAYER,
    PERFORM_LEFT,
    PERFORM_SPACE,
    REARRANGE_PLAYER,
    REARRANGE_SOURCE,
    REARRANGE_TARGET,
    REARRANGE_UPGRADE,
    REPLACING_UPGRADE,
    WMD_HITS,
    WMD_ROCKET,
)
from exodus_env.kit.declared_flow import DeclaredFlow
from exodus_env.kit.facts import Problems, pick
from exodus_env.kit.flow import FIRST_COLUMN, KIND

FOR_CENTAURIANS: Final = (choices.D_HIT, choices.D_FOE_CARD, choices.D_CANCEL_HIT)  # somebody else may decide for them
BARRED: Final = v.MODIFIER_NAMES.index("elections_barred")
QUESTIONS: Final = {effects.CHOOSE: choices.D_OPTION, effects.CANCEL_LAW: choices.D_CANCEL_LAW}  # by what a row does
TOKENS: Final = {v.WORMHOLE: choices.D_WORMHOLE, v.BOUNTY: choices.D_BOUNTY}


def decision(s: Facts) -> Problems:
    """The pending decision is one that the top frame asks; so is each decision that was interrupted."""
    for level, frame in enumerate(s.stack):
        if frame[KIND] == frames.INTERRUPTED:
            if frame[INTERRUPTED_DECISION] not in (*choices.ASKED_AGAIN, *choices.RESUMED):
                yield f"decision {frame[INTERRUPTED_DECISION]} is interrupted"
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
        yield from edge.asked(s)


def _before(s: Facts, level: int) -> Facts:
    """The position in which an interrupted decision was asked, as far as frames and the question go."""
    frame = s.stack[level]
    g = SimpleNamespace(**vars(s.g))
    g.depth, g.actor, g.decision = level, frame[INTERRUPTED_PLAYER], frame[INTERRUPTED_DECISION]
    g.focus_hex, g.focus_player = frame[INTERRUPTED_HEX], frame[INTERRUPTED_OTHER]
    g.focus_card = frame[INTERRUPTED_CARD]
    return replace(s, g=g)


def _of_frame(s: Facts) -> Problems:
    """A decision is one that the top frame asks at its step, of the right player, about what it says."""
    yield from FLOW.decision(s)
    if s.g.decision == choices.D_PLANET_SPACE and pick(s.g.given_planet, s.g.actor) < 0:
        yield f"a space is asked of player {s.g.actor}, who has no planet to place"


def _of_effects(s: Facts) -> Problems:
    """Effects ask for what their row leaves open: a player, an option, a law, where a token goes."""
    g, top = s.g, s.top
    if top[KIND] != frames.EFFECTS:
        return
    if not 0 <= top[EFFECTS_ROW] < s.t.effects:
        yield f"{choices.DECISIONS[g.decision][0]} asked by row {top[EFFECTS_ROW]} of {s.t.effects}"
        return
    row = s.t.effect[top[EFFECTS_ROW]].tolist()
    question = QUESTIONS.get(row[OPCODE], choices.D_NONE)
    if row[TARGET] == effects.CHOSEN and not top[EFFECTS_NAMED] and not top[EFFECTS_ONLY]:
        question = choices.D_NAME_PLAYER
    elif row[OPCODE] == effects.TOKEN:
        question = TOKENS.get(row[ARG_A], choices.D_NONE)
    if g.decision != question or top[EFFECTS_ROWS] < 1:
        names = [choices.DECISIONS[number][0] for number in (g.decision, question)]
        yield f"{names[0]} asked by row {top[EFFECTS_ROW]}, should be {names[1]}"


def _of_rockets(s: Facts) -> Problems:
    """A rocket that exists is fired by whoever controls its planet; one that has landed kills somebody at its
    target."""
    g, top = s.g, s.top
    source, space = divmod(top[WMD_ROCKET], c.ROCKET_SPACES)
    if g.decision == choices.D_FIRE:
        cubes = g.population[source].tolist() if 0 <= source < s.t.hexes else [0]
        controls = g.actor >= 0 and cubes.count(max(cubes)) == 1 and cubes[g.actor] == max(cubes)
        rocket = pick(g.rocket, source, space)
        if g.focus_hex != source or rocket < 1 or g.focus_card != rocket - 1 or not controls:
            yield f"fire asked about rocket {g.focus_card} in hex {g.focus_hex}, there is {rocket - 1} in hex {source}"
    elif g.decision == choices.D_STRIKE:
        target = pick(g.rocket_target, source, space)
        if g.focus_hex != target or top[WMD_HITS] < 1 or not g.population[max(0, target)].any():
            yield f"strike asked about hex {g.focus_hex} in frame {top}"


def _of_upgrades(s: Facts) -> Problems:
    """An upgrade that moves is on a blueprint and goes to another; an upgrade that is placed is known."""
    g, top = s.g, s.top
    if g.decision in (choices.D_UPGRADE_FROM, choices.D_EXCHANGE_UPGRADE):
        asked = g.decision == choices.D_UPGRADE_FROM
        player, upgrade = top[REARRANGE_PLAYER], top[REARRANGE_UPGRADE]
        source, target = top[REARRANGE_SOURCE], top[REARRANGE_TARGET]
        classes = [x for x in range(len(s.t.class_slots)) if x != target] if asked else [source]
        if max(pick(g.blueprint, player, x, upgrade) for x in classes) < 1 or pick(g.rearranged, player) < 1:
            yield f"upgrade {upgrade} moved from class {source} of player {player}"
        if not asked and source == target:
            yield f"upgrade {upgrade} exchanged on class {source} itself"
    elif g.decision == choices.D_REPLACE and top[REPLACING_UPGRADE] < 1:
        yield f"something is replaced by nothing in frame {top}"
    elif g.decision == choices.D_TRADE and (not _has_space(s) or top[PERFORM_LEFT] < 1):
        yield f"a Trade in space {top[PERFORM_SPACE]}, with {top[PERFORM_LEFT]} exchanges left"


def _of_civilian_ships(s: Facts) -> Problems:
    """A cube that is shipped leaves a planet where it lives and to which it has not just been shipped."""
    g, source = s.g, s.top[CONQUEST_SOURCE] - 1
    if g.decision == choices.D_CIVILIAN_TO:
        cubes = pick(g.population, source, g.actor)
        if g.focus_hex != source or cubes <= pick(g.arrived, source):
            yield f"a cube is shipped from hex {g.focus_hex}, where {cubes} are"


def _of_who_is_alone(s: Facts) -> Problems:
    """A solitaire player chooses as a Council begins, buys what is left during elections, and never acts for
    enemies."""
    g, top = s.g, s.top
    if g.decision == choices.D_POLITICAL_CHOICE and any(top[FIRST_COLUMN:]):
        yield f"a political card is chosen in frame {top}"
    elif g.decision == choices.D_BUY_OFFICE and (
        g.office < 1 or top[COUNCIL_PLACE] or pick(g.modifier, g.actor, BARRED) > 0
    ):
        yield f"a turn-order card is bought instead of {g.office} in frame {top}"
    elif g.decision in FOR_CENTAURIANS and s.t.solitaire and top[COMBAT_PLACE] < 0:
        yield f"{choices.DECISIONS[g.decision][0]} asked for the Centaurians, in solitaire play"


def _has_space(s: Facts) -> bool:
    """Whether the trading player has a cube on the market space, or needs none on the first one."""
    if pick(s.g.market, s.top[PERFORM_SPACE]) == s.g.actor:
        return True
    return s.top[PERFORM_SPACE] == 0 and pick(s.g.modifier, s.g.actor, v.MODIFIER_NAMES.index("leftmost_space")) > 0


def _of_scenarios(s: Facts) -> Problems:
    """There are VP left to convert, a card to give, or ships beside the Stronghold that have not joined."""
    g, t, top = s.g, s.t, s.top
    if g.decision == choices.D_PAY_VP and not g.resource[g.actor, : len(t.vp_loss_price)].any():
        yield f"player {g.actor} must pay for a VP, and cannot"
    elif g.decision == choices.D_REWARD and (top[COMBAT_KIND] != frames.TOGETHER or not _is_to_be_given(s)):
        yield f"reward asked about a card that is not to be given, in frame {top}"
    elif g.decision == choices.D_JOIN:
        places = zip(g.ship_hex[g.actor].tolist(), g.fighting[g.actor].tolist(), strict=True)
        if not any(hexagon in next_to_centre(s) and not fights for hexagon, fights in places):
            yield f"player {g.actor} may join, and no ship is left to join"


def _is_to_be_given(s: Facts) -> bool:
    """Whether the card a reward is about is still in the combat."""
    card = pick(s.g.foe_card, s.top[COMBAT_CARD])
    return card >= 0 and bool(s.g.resistance_owner[card] == IN_COMBAT)


def _special(s: Facts) -> int:
    """Who must take a decision that belongs neither to the frame's player nor to the one at its place in turn order."""
    g, top = s.g, s.top
    if g.decision == choices.D_STRIKE:
        return pick(g.rocket_owner, *divmod(top[WMD_ROCKET], c.ROCKET_SPACES))
    if g.decision == choices.D_OFFICE:
        return top[COUNCIL_CHOOSER] - 1
    if g.decision == choices.D_START_HEX:
        return edge.next_to_begin(s, top)
    if top[COMBAT_PLACE] < 0:  # for the Centaurians
        return (top[COMBAT_LONE] + 1) % int(s.t.players) if top[COMBAT_LONE] >= 0 else -1
    return pick(g.order, top[COMBAT_PLACE])


def _at_place(behind: int) -> Callable[[Facts], int]:
    """Who is at the place of the frame in turn order, or some places before it."""
    return lambda s: pick(s.g.order, FLOW.column(s.top, "place") - behind)


FLOW: Final = DeclaredFlow(
    "exodus_env.exodus.rules",
    FRAMES,
    DECISIONS,
    {
        PLACE: _at_place(0),
        LAST_PLACE: _at_place(1),
        CHANCELLOR: lambda s: pick(s.g.order, 0),
        VICE_CHANCELLOR: lambda s: pick(s.g.order, min(1, s.t.players - 1)),
        SPECIAL: _special,
    },
)
