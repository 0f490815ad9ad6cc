"""Invariants 1 and 2: the form of the record, the range of every field, and empty values where nothing is in use."""

from __future__ import annotations

from typing import Any, Final

from exodus_env.exodus import capacity as c
from exodus_env.exodus.check.facts import CENTAURIANS, IN_COMBAT, IN_DECK, Facts, wide_tables
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import SCHEMA
from exodus_env.exodus.rules import choices, frames
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.bounds import MOST, Bound, Bounds, base_bounds
from exodus_env.kit.facts import Problems

DOOMED: Final = 2
MODIFY_TURN: Final = v.OPCODE_NAMES.index("modify_turn")
WAYS: Final = c.DIRECTIONS + 1  # directions out of a hex: to its neighbours, and through a wormhole

# For each field, in the form described in kit/bounds.py
BOUNDS: Final[dict[str, Bound]] = {
    **base_bounds(SCHEMA, decisions=len(choices.DECISIONS), hexes="hexes", cards=c.PLANETS),
    "turn": ((), 0, 1, MOST),
    "stage": ((), 0, frames.SETUP, frames.ACTIVATION_STAGE),
    "conquest": ((), 0, 0, MOST),
    "conquests": ((), 0, 0, MOST),
    "action_round": ((), 0, 0, MOST),
    "order": (("players",), -1, 0, "players"),
    "office": ((), 0, -1, "offices"),
    "resource": (("players", ""), 0, 0, MOST),
    "supply": (("players",), 0, 0, MOST),
    "technology": (("players", "technologies"), 0, 0, 1),
    "blueprint": (("players", "", "upgrades"), 0, 0, MOST),
    "rearranged": (("players",), 0, 0, "moves"),
    "refitted": (("players",), 0, 0, 1),
    "dice": (("players", ""), 0, 0, MOST),
    "shield": (("players", ""), 0, 0, MOST),
    "drive": (("players", ""), 0, -MOST, MOST),
    "emp_dice": (("players", ""), 0, 0, MOST),
    "hyperspace": (("players", ""), 0, 0, 1),
    "room": (("players", ""), 0, 0, MOST),
    "modifier": (("players", ""), 0, -MOST, MOST),
    "ship_hex": (("players", "ships"), -1, -1, "hexes"),
    "ship_damage": (("players", "ships"), 0, 0, MOST),
    "ship_cargo": (("players", "ships"), 0, 0, MOST),
    "cloaked": (("players", "hexes"), 0, 0, 1),
    "planet": (("hexes",), -1, -1, "planets"),
    "destroyed": (("hexes",), 0, 0, DOOMED),
    "counter": (("hexes",), 0, 0, MOST),
    "second_counter": (("hexes",), 0, 0, MOST),
    "population": (("hexes", "players"), 0, 0, MOST),
    "rocket": (("hexes", "rocket_limit"), 0, 0, c.ROCKETS),
    "rocket_target": (("hexes", "rocket_limit"), -1, -1, "hexes"),
    "rocket_owner": (("hexes", "rocket_limit"), -1, -1, "players"),
    "defender": (("hexes",), -1, -1, "players"),
    "resistance": (("hexes",), 0, 0, c.RESISTANCE_LEVELS),
    "resistance_ships": (("hexes", ""), 0, 0, "gathered"),
    "dormant": (("hexes",), 0, 0, 1),
    "solar_wind": (("hexes",), 0, 0, 1),
    "outpost": (("hexes",), 0, 0, c.OUTPOST_LEVELS + 1),
    "outpost_there": (("hexes",), 0, 0, 1),
    "outpost_up": (("hexes",), 0, 0, 1),
    "face_down": (("hexes",), 0, 0, 1),
    "wormhole": (("",), -1, -1, "hexes"),
    "no_combat": ((), 0, -1, "hexes"),
    "interest": ((), 0, -1, "hexes"),
    "barrier": (("players",), -1, -1, "edges"),
    "gate": (("players", "gates"), -1, -1, "hexes"),
    "satellite": (("players", "satellites"), -1, -1, "hexes"),
    "squadron": (("hexes",), 0, 0, MOST),
    "squadron_supply": ((), 0, 0, MOST),
    "stronghold": ((), 0, 0, MOST),
    "activations": ((), 0, 0, MOST),
    "outcome": ((), 0, 0, "outcomes"),
    "star_tokens": ((), 0, 0, MOST),
    "evolutions": ((), 0, 0, MOST),
    "heat": (("hexes",), 0, 0, 1),
    "planetary": (("hexes", ""), 0, 0, "buyers"),
    "leader": (("players",), -1, -1, "leaders"),
    "leader_offer": (("players", ""), -1, -1, "leaders"),
    "leader_refused": (("players",), -1, -1, "leaders"),
    "look": (("players",), -1, -1, "hexes"),
    "look_second": (("players",), -1, -1, "hexes"),
    "bounty": ((), 0, -1, "players"),
    "faction": (("players",), -1, -1, "factions"),
    "second_start": (("players",), -1, -1, "hexes"),
    "given_planet": (("players",), -1, -1, "planets"),
    "removed": (("players", "action_cards"), 0, 0, 1),
    "combat_deck": (("",), -1, -1, "combat_cards"),
    "combat_left": ((), 0, 0, c.COMBAT_CARDS),
    "combat_discard": (("combat_cards",), 0, 0, c.COMBAT_CARDS),
    "combat_removed": (("combat_cards",), 0, 0, c.COMBAT_CARDS),
    "combat_hand": (("players", "combat_cards"), 0, 0, c.COMBAT_CARDS),
    "combat_held": (("players",), 0, 0, c.COMBAT_CARDS),
    "foe_deck": (("",), -1, -1, "foe_cards"),
    "foe_left": ((), 0, 0, c.FOE_CARDS),
    "foe_discard": (("foe_cards",), 0, 0, c.FOE_CARDS),
    "outpost_pile": (("",), 0, 0, c.OUTPOST_LEVELS + 1),
    "outpost_pile_left": ((), 0, 0, c.OUTPOST_TOKENS),
    "outpost_deck": (("", ""), -1, -1, "outpost_cards"),
    "outpost_left": (("",), 0, 0, c.OUTPOST_CARDS),
    "outpost_held": (("players", "outpost_cards"), 0, 0, c.OUTPOST_CARDS),
    "event_deck": (("",), -1, -1, "events"),
    "event_left": ((), 0, 0, c.EVENT_CARDS),
    "event_seen": (("events",), 0, 0, c.EVENT_CARDS),
    "political_deck": (("political_cards",), -1, -1, "political_cards"),
    "political_left": ((), 0, 0, c.POLITICAL_CARDS),
    "revealed": (("revealed_cards",), -1, -1, "political_cards"),
    "law": (("",), -1, -1, "political_cards"),
    "laws": ((), 0, 0, c.LAWS),
    "resolution": (("",), -1, -1, "political_cards"),
    "resolutions": ((), 0, 0, c.REVEALED),
    "lasting": (("", ""), -1, -1, "effects"),
    "lastings": ((), 0, 0, c.LASTING),
    "vision": (("players",), -1, -1, "political_cards"),
    "vote": (("players",), -1, -1, "revealed_cards"),
    "bid": (("players",), 0, 0, MOST),
    "bid_shown": (("players",), 0, 0, MOST),
    "vote_shown": (("players",), -1, -1, "revealed_cards"),
    "vote_bid": (("players",), 0, 0, MOST),
    "proposal": (("bonus_proposals",), -1, -1, "bonus_cards"),
    "bonus": ((), 0, -1, "bonus_cards"),
    "bonus_open": (("bonus_cards",), 0, 0, 1),
    "bonus_used": (("bonus_cards",), 0, 0, 1),
    "extra_actions": ((), 0, 0, c.BONUS_CARDS),
    "reactions_off": ((), 0, 0, 1),
    "spent": (("players", "action_cards"), 0, 0, 1),
    "chosen": (("players",), -1, -1, "action_cards"),
    "shown": (("players",), -1, -1, "action_cards"),
    "card_cubes": (("players",), 0, 0, MOST),
    "reaction_cubes": (("players",), 0, 0, MOST),
    "market": (("market_spaces",), -1, -1, "players"),
    "traders": ((), 0, 0, c.MARKET_SPACES),
    "resistance_deck": (("", "resistance_cards"), -1, -1, "resistance_cards"),
    "resistance_left": (("",), 0, 0, c.RESISTANCE_CARDS),
    "resistance_known": (("",), 0, 0, c.RESISTANCE_CARDS),
    "resistance_owner": (("resistance_cards",), IN_DECK, IN_COMBAT, "players"),
    "taken": (("hexes",), 0, 0, MOST),
    "second_taken": (("hexes",), 0, 0, MOST),
    "measured": (("",), 0, 0, 0),
    "new_place": (("players",), -1, -1, "players"),
    "moved": (("players", "ships"), 0, 0, MOST),
    "held": (("players", "ships"), 0, 0, 2),
    "staying": (("players", "hexes"), 0, 0, MOST),
    "path": (("players", "ships", ""), 0, 0, WAYS),
    "entered": (("players", "ships"), 0, 0, 1),
    "exploring": ((), 0, -1, "hexes"),
    "event": ((), 0, -1, "events"),
    "boarded": (("players", "ships"), 0, 0, 1),
    "stranded": (("players", "ships"), 0, 0, MOST),
    "arrived": (("hexes",), 0, 0, MOST),
    "fought": (("hexes",), 0, 0, 1),
    "marching": (("hexes",), 0, 0, MOST),
    "dealt": (("players",), 0, 0, MOST),
    "fighting": (("players", "ships"), 0, 0, 1),
    "hits": (("players", "ships"), 0, 0, MOST),
    "foe_card": (("",), -1, -1, "resistance_cards"),
    "foe_damage": (("",), 0, 0, MOST),
    "foe_hits": (("",), 0, 0, MOST),
    "rolled": (("",), 0, 0, MOST),
    "combat_chosen": (("players",), -1, -1, "combat_cards"),
    "combat_shown": (("",), -1, -1, "side_cards"),
    "foe_offer": (("",), -1, -1, "foe_cards"),
    "foe_chosen": ((), 0, -1, "foe_cards"),
    "edge": (("", ""), 0, -MOST, MOST),
    "decoy": (("players",), -1, -1, "ships"),
    "landed": (("hexes",), 0, 0, 1),
    "wreck_vp": (("players",), 0, 0, MOST),
    "wrecks": (("players",), 0, 0, MOST),
    "score": (("players", ""), 0, -MOST, MOST),
    "rank": (("players",), 0, 0, c.PLAYERS),
    "log": (("", ""), 0, -MOST, MOST),
    "log_count": ((), 0, 0, c.LOG_ROWS),
}
CHECKED: Final = Bounds(SCHEMA, BOUNDS)


def bounds(s: Facts) -> Problems:
    """Every value is in its range, and everything that is not in use is empty."""
    yield from CHECKED.problems(s)
    yield from _indices(s)


def _indices(s: Facts) -> Problems:
    """What a single range for a field does not cover: both kinds of combat cards, and whose an effect is."""
    # Combat cards of sides: those of players first, then that of the Centaurians, which is from another deck.
    shown, players = s.g.combat_shown, s.t.players
    if (shown[:players] >= s.t.combat_cards).any() or (shown[players:CENTAURIANS] >= 0).any():
        yield f"combat_shown holds {shown.tolist()}, there are {s.t.combat_cards} kinds of combat cards"
    if shown[CENTAURIANS] >= s.t.foe_cards:
        yield f"combat_shown holds {int(shown[CENTAURIANS])}, there are {s.t.foe_cards} kinds of Resistance cards"
    for row, player in s.g.lasting[: s.g.lastings].tolist():
        known = -1 <= row < len(s.t.effect)
        if player >= players or not known or (row >= 0 and s.t.effect[row, 0] != MODIFY_TURN):
            yield f"lasting holds row {row} of player {player}"


def facts_of(record: Any, rules: Ruleset) -> Facts:
    """The facts of one record that has the right form."""
    return CHECKED.read(record, rules, Facts, wide_tables(rules))
