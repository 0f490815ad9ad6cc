"""Invariants 20, 23, 24, 33 and 34: score, seats, cloaking, chance and events."""

from __future__ import annotations

from typing import Final

import numpy as np

from exodus_env.exodus.check.facts import Facts
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import assets, choices, frames, log, scoring
from exodus_env.exodus.rules.frames import COMBAT_HEX, COMBAT_KIND, COUNCIL_CHOOSER, COUNCIL_SEATS
from exodus_env.exodus.rules.stages import conquest, council
from exodus_env.kit.facts import Problems, empty, pick, unequal
from exodus_env.kit.flow import STEP

SCORED_LATER: Final = assets.SCORE_PLANETS  # the first line of the score that is empty until the end
OFFICE_BONUS: Final = v.MODIFIER_NAMES.index("office_bonus")
RADAR_PROOF: Final = v.MODIFIER_NAMES.index("radar_proof")
OF_KNOWLEDGE: Final = ("law_vp", "technology_vp", "singularity")
AT_THE_END: Final = [v.MODIFIER_NAMES.index(name) for name in ("hex_vp", "council_vp", "controlled_vp")]


def score(s: Facts) -> Problems:
    """The VP track is the sum of start, combat and cards; the rest of the score and the ranks appear at the end."""
    g = s.g
    start = np.zeros_like(g.rank)
    start[: s.t.players] = s.t.start_resource[v.VP]
    yield from unequal("VP from the start", g.score[:, assets.SCORE_START], start)
    track = g.score[:, assets.SCORE_COMBAT] + g.score[:, assets.SCORE_CARDS] + start
    yield from unequal("VP", g.resource[:, v.VP], track)
    if (g.score[:, assets.SCORE_COMBAT] < 0).any():
        yield "VP lost in combat"
    later = np.zeros_like(g.score[:, SCORED_LATER:])
    rank = np.zeros_like(g.rank)
    if g.over:
        for player in s.players:
            lines = final_lines(s, player)
            later[player, : len(lines)] = lines
        totals = track + later.sum(axis=1)
        for player in s.players:
            rank[player] = 1 + sum(totals[other] > totals[player] for other in s.players)
    yield from unequal("score after the VP track", g.score[:, SCORED_LATER:], later)
    yield from unequal("rank", g.rank, rank)


def final_lines(s: Facts, player: int) -> tuple[int, ...]:
    """Each line of the score has the VP it should: planets, hexes, High Council, Resistance cards, office, Outposts,
    knowledge."""
    g, t = s.g, s.t
    each, council_hex, controlled = (int(g.modifier[player, number]) for number in AT_THE_END)
    planets = 0
    for hexagon in np.flatnonzero(g.population[:, player]):
        cubes = g.population[hexagon]
        if cubes[player] == cubes.max() and not g.destroyed[hexagon]:
            sharers = int((cubes == cubes.max()).sum())
            worth = int(t.planet_vp[g.planet[hexagon]]) + (t.interest_vp if hexagon == g.interest else 0)
            planets += worth // sharers + (max(0, controlled) if sharers == 1 else 0)
    hexes = {int(x) for x in g.ship_hex[player] if x >= 0 and x != g.no_combat}
    cards = int(t.resistance_vp[: t.resistance_cards][g.resistance_owner[: t.resistance_cards] == player].sum())
    place = [int(x) for x in g.order].index(player) if player in g.order else 0
    seat = max(0, council_hex) if t.council_hex in hexes else 0
    outposts = int((g.outpost_held[player] * t.outpost_vp).sum())
    office = int(t.office_vp[place])
    if office > 0:
        office += max(0, int(g.modifier[player, OFFICE_BONUS]))
    return planets, len(hexes) * max(0, each), seat, cards, office, outposts, _of_knowledge(s, player)


def _of_knowledge(s: Facts, player: int) -> int:
    """VP for laws in force and for technologies: for each one by anybody's technology, by cost with the player's
    own."""
    law, every, cost = (s.g.modifier[:, v.MODIFIER_NAMES.index(name)] for name in OF_KNOWLEDGE)
    known = np.flatnonzero(s.g.technology[player])
    vp = max(0, int(law[player])) * int(s.g.laws) + len(known) * max(0, int(every[: s.t.players].max()))
    printed = sum(s.rules.content.technologies[technology].cost for technology in known)
    return vp + (printed // int(cost[player]) if cost[player] > 0 else 0)


def seats(s: Facts) -> Problems:
    """In an election the first places are given, each to one player; with Edge of Extinction the places that players
    chose."""
    frame = s.frame(frames.COUNCIL)
    if frame is not None and frame[COUNCIL_CHOOSER] and choices.D_OFFICE not in s.pending:
        yield f"player {frame[COUNCIL_CHOOSER] - 1} is to choose a place, and is not asked"
    if frame is None or frame[STEP] != council.SEAT:
        yield from empty("new_place", s.g.new_place, -1, "outside an election")
        return
    given = sorted(int(x) for x in s.g.new_place if x >= 0)
    wanted = sorted(set(given)) if s.t.eoe else list(range(frame[COUNCIL_SEATS]))
    asked = frame[COUNCIL_SEATS] if s.g.decision == choices.D_ELECTION_TIE else -1
    misled = s.top == frame and s.g.focus_card != asked
    if given != wanted or len(given) != frame[COUNCIL_SEATS] or misled:
        yield f"places {given} given and {s.g.focus_card} asked when place {frame[COUNCIL_SEATS]} is next"


def cloaking(s: Facts) -> Problems:
    """Ships are cloaked by Cloaking, from the first Conquest on, and never at the end; the NPC's Radar finds them."""
    g = s.g
    if s.before_conquest or (g.over and _had_its_last_conquest(s)):
        yield from empty("cloaked", g.cloaked, 0, "before the first Conquest or at the end")
    battle = s.frame(frames.COMBAT)
    if battle is not None and battle[COMBAT_KIND] != frames.AGAINST_STRONGHOLD:
        for player in np.flatnonzero(g.fighting.any(axis=1)):
            if pick(g.cloaked, int(player), battle[COMBAT_HEX]) == 1:
                yield f"ships of player {player} fight cloaked"
    battles = s.step_of(frames.CONQUEST) > conquest.LAST_STAND
    if s.t.npc_radar and (battles or g.over) and g.modifier[g.order[0], RADAR_PROOF] == 0:
        yield from empty("cloaked", g.cloaked, 0, "where the NPC has Radar")
    if g.stage != frames.CONQUEST_STAGE:
        return
    able = g.modifier[:, v.MODIFIER_NAMES.index("cloaking")] > 0
    for player in np.flatnonzero(g.cloaked.any(axis=1) & ~able):
        yield f"ships of player {player} are cloaked without Cloaking"
    last = g.turn == s.t.turns and g.conquest == g.conquests and not s.t.solitaire
    if last and battles:
        yield from empty("cloaked", g.cloaked, 0, "in the last battles")
    if conquest.LAST_STAND < s.step_of(frames.CONQUEST) < conquest.DONE:
        for player, ship in np.argwhere(g.ship_hex >= 0):
            hexagon = g.ship_hex[player, ship]
            if g.squadron[hexagon] and g.cloaked[player, hexagon]:
                yield f"ship {ship} of player {player} is cloaked in hex {hexagon}, where a squadron is"


def _had_its_last_conquest(s: Facts) -> bool:
    """Whether the game certainly ended after its last Conquest Stage, and not by a scenario before that.

    In solitaire play the last one is like all others.
    """
    g = s.g
    if s.t.solitaire:
        return False
    won = g.outcome == scoring.WON
    return bool(g.turn == s.t.turns and not won and not (g.outcome and g.squadron_supply == 0))


def chance(s: Facts) -> Problems:
    """Dice fixed in advance are dice."""
    if (s.g.scripted[: s.g.scripted_count] < 1).any():
        yield f"scripted dice {[int(x) for x in s.g.scripted[: s.g.scripted_count]]}"


def known_events(s: Facts) -> Problems:
    """Events are of a known kind."""
    kinds = s.g.log[: s.g.log_count, 0]
    if ((kinds < 1) | (kinds >= len(log.EVENT_NAMES))).any():
        yield f"events of kinds {[int(x) for x in kinds]}"
