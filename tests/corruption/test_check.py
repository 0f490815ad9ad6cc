"""The state checker of X-ODUS: it accepts sound positions, and names what is wrong with corrupted ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from exodus_env import check as public_check
from exodus_env.corruption import capacity as c
from exodus_env.corruption.check import CHECKER, INVARIANTS, broken, check, failures, guard
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.record import FIELDS
from exodus_env.corruption.rules import choices, frames
from exodus_env.corruption.rules.modules import LOST, OPEN
from exodus_env.kit.check import BrokenInvariant
from tests.corruption.position import Position
from tests.corruption.test_random_play import STYLES, begin, choose

SETTINGS: dict[str, Any] = {
    "ships": 4,
    "players": 2,
    "difficulty": "hardened",
    "order": "leader",
    "nightmare": False,
    "hidden_from_avatars": False,
    "ask_forced": True,
}
STARTS = ("fresh", "equipped", "known", "end")
NEEDED = ("mat", "next_ship", "menu", "window", "manoeuvre", "rotate", "give", "analysis", "over")


@cache
def positions() -> dict[str, tuple[Any, Position]]:
    """Sound positions of random games, by pending decision."""
    found: dict[str, tuple[Any, Position]] = {}
    for seed in range(40):
        p = begin(seed, STARTS[seed % len(STARTS)], **SETTINGS)
        rng = np.random.default_rng(seed)
        while not p.g.over:
            if p.decision == "mat" or (p.g.systems >= 4 and p.g.alive.sum() >= 2):
                found[p.decision] = (p.games.copy(), p)
            p._play(choose(p, rng, STYLES["team"]))
        found["over"] = (p.games.copy(), p)
        if set(NEEDED) <= set(found):
            return found
    raise AssertionError(f"not met: {set(NEEDED) - set(found)}")


def rules_of(name: str) -> CorruptionConfig:
    """The configuration of a position."""
    return positions()[name][1].rules.config


def test_every_position_met_is_sound() -> None:
    for name, (games, p) in positions().items():
        assert broken(games[0], p.rules.config) == [], name
        check(games[0], p.rules.config)
        check(games, p.rules.config)
        guard(games[0], p.rules.config)
        public_check(games[0], p.rules.config)


# One corruption at a time ---------------------------------------------------------------------------------------------

Corruption = Callable[[Any, Any], None]


def put(field: str, index: Any, value: Any) -> Corruption:
    """Set one entry."""

    def corrupt(g: Any, t: Any) -> None:
        if index is None:
            g[field] = value
        else:
            g[field][index] = value

    return corrupt


def change(field: str, index: Any, by: int) -> Corruption:
    """Add to one entry."""

    def corrupt(g: Any, t: Any) -> None:
        if index is None:
            g[field] = g[field] + by
        else:
            g[field][index] += by

    return corrupt


def of_lead(field: str, value: int) -> Corruption:
    """Set the entry of the ship that leads the active Fleet."""
    return lambda g, t: put(field, int(g.lead), value)(g, t)


def top(place: int, value: int) -> Corruption:
    """Set a column of the top frame."""
    return lambda g, t: put("stack", (int(g.depth) - 1, place), value)(g, t)


def bystander(g: Any) -> int:
    """A ship in play that has not played this turn."""
    return int(np.flatnonzero((g.alive == 1) & (g.played == 0))[0])


def stranger_leads(g: Any, t: Any) -> None:
    """The lead is of another Fleet than the active one."""
    g.fleet[int(g.lead)] = g.lead
    g.active = (g.lead + 1) % 4
    g.fleet[int(g.active)] = g.active
    g.alive[int(g.active)] = 1


def torn_fleet(g: Any, t: Any) -> None:
    """Two ships of a Fleet in different systems."""
    g.fleet[:] = g.active
    g.played[:] = 1
    g.slot[int(g.lead)] = (g.slot[int(g.lead)] + 1) % g.systems


def swap_blocks(g: Any, t: Any) -> None:
    """The Main Rift lies in a higher block of the stack."""
    rift = int(np.flatnonzero(t.tile_kind[g.tiles[: g.tiles_left]] == v.RIFT)[0])
    g.tiles[rift], g.tiles[5] = int(g.tiles[5]), int(g.tiles[rift])


def level_4_first(g: Any, t: Any) -> None:
    """The strongest Enemies lie on top of the reserve."""
    reserve = g.reserve[: g.reserve_left].copy()
    g.reserve[: g.reserve_left] = reserve[::-1]


def stray_enemy(g: Any, t: Any) -> None:
    """An Enemy of the deck also lies in a system."""
    g.foe_slot[g.enemy_deck[0]], g.foe_health[g.enemy_deck[0]], g.foe_seen[g.enemy_deck[0]] = 0, 1, 1


def engaged_with_nobody(g: Any, t: Any) -> None:
    """A ship is engaged where there are no foes."""
    g.foe_slot[:] = -1
    g.engaged[int(g.lead)] = 1


def unlocked_mod(g: Any, t: Any) -> None:
    """A Mod whose level was not reached."""
    g.xp[g.lead] = 0
    g.mod[g.lead, c.LEVELS - 1] = 1


def double_module(g: Any, t: Any) -> None:
    """A module there are not so many of."""
    g.display[:] = 0
    g.module[np.flatnonzero(g.alive)[0]] = 1 + c.MODULE_KINDS


def open_signal(g: Any, t: Any) -> None:
    """A Signal that lies open before its system was found."""
    key = int(np.flatnonzero(g.key_state == 0)[0])
    g.signal_state[key] = 1


def too_many_lethal(g: Any, t: Any) -> None:
    """More lethal Signals than the difficulty has."""
    g.signal[:] = np.flatnonzero(t.signal_level[: t.signals] == 2)[:4]


def avatar_twice(g: Any, t: Any) -> None:
    """An Avatar on a box that is on the track as well."""
    g.returns[int(g.box_avatar[g.boxes_open])] = t.spaces


def loud_event(g: Any, t: Any) -> None:
    """An event of no kind."""
    g.log_count = 1
    g.log[0, 0] = 999


def wall_in(g: Any, t: Any) -> None:
    """A lane that leads nowhere."""
    slot, side = np.argwhere(g.beside >= 0)[0]
    g.beside[slot, side] = -1


def shown_die(g: Any, t: Any) -> None:
    """A die that nobody took shows something."""
    g.face[0, 2], g.colour[0, 2] = v.HIT, -1


def ignored_hit(g: Any, t: Any) -> None:
    """A hit that is ignored."""
    g.face[0, 0], g.colour[0, 0], g.die_ignored[0, 0] = v.HIT, t.mat_dice[g.mat[0]], 1


CORRUPTIONS: tuple[tuple[int, str, str, Corruption], ...] = (
    (2, "actor out of range", "menu", put("actor", None, 17)),
    (2, "ship off the map", "menu", put("slot", 0, 31)),
    (2, "ship in a system nobody has revealed", "rotate", lambda g, t: put("slot", 0, int(g.systems))(g, t)),
    (2, "negative Scraps", "menu", put("scraps", 0, -1)),
    (2, "card beyond the deck", "menu", put("exploration_deck", 0, 25)),
    (2, "scratch left", "menu", put("measured", 3, 1)),
    (3, "the stack cut", "rotate", change("depth", None, -1)),
    (3, "something above the stack", "menu", put("stack", (12, 3), 1)),
    (3, "a frame of no kind", "menu", put("stack", (1, 0), 40)),
    (3, "a step too far", "menu", put("stack", (1, 1), 40)),
    (3, "a column out of range", "menu", top(2, 9)),
    (3, "over too early", "menu", put("over", None, 1)),
    (3, "nothing to decide", "menu", put("decision", None, 0)),
    (3, "somebody acts after the end", "over", put("actor", None, 0)),
    (4, "the wrong phase", "menu", put("phase", None, 2)),
    (4, "a turn before setup is over", "mat", put("turn", None, 1)),
    (5, "another decision", "menu", put("decision", None, choices.D_ROTATE)),
    (5, "the wrong captain", "menu", lambda g, t: put("actor", None, 1 - int(g.actor))(g, t)),
    (5, "asked of a seat", "menu", put("asked", None, -1)),
    (5, "asked of a ship", "next_ship", put("asked", None, 0)),
    (5, "a focus on nothing", "menu", put("focus_hex", None, 0)),
    (5, "a focus elsewhere", "rotate", lambda g, t: put("focus_hex", None, (int(g.focus_hex) + 1) % 4)(g, t)),
    (6, "nobody leads", "menu", put("lead", None, -1)),
    (6, "a stranger leads", "menu", stranger_leads),
    (6, "Actions outside a turn", "next_ship", put("actions_left", None, 2)),
    (6, "a marker not flipped", "menu", of_lead("played", 0)),
    (7, "strained before its turn", "next_ship", lambda g, t: put("strained", bystander(g), 1)(g, t)),
    (8, "the captain of another", "menu", put("captain", 0, 1)),
    (8, "a mat twice", "menu", lambda g, t: put("mat", 0, int(g.mat[1]))(g, t)),
    (9, "more Health than markers", "menu", lambda g, t: of_lead("health", 1 + int(g.markers[g.lead]))(g, t)),
    (9, "in play without Health", "menu", of_lead("health", 0)),
    (9, "more ready than there are", "menu", lambda g, t: of_lead("energy", 0)(g, t) or of_lead("ready", 1)(g, t)),
    (9, "a wreck with Scraps", "menu", put("alive", slice(None), 0)),
    (9, "a module waits", "menu", of_lead("waiting", 1)),
    (10, "a Mod too early", "menu", unlocked_mod),
    (10, "a Mod without an effect", "menu", lambda g, t: put("mod", (int(g.lead), 0), OPEN)(g, t)),
    (11, "a lasting value changed", "menu", lambda g, t: change("modifier", (int(g.lead), 3), 1)(g, t)),
    (11, "a marker too many", "menu", lambda g, t: change("markers", int(g.lead), 1)(g, t)),
    (11, "a Mod forgotten", "window", lambda g, t: change("health_gone", int(g.lead), 1)(g, t)),
    (12, "a torn Fleet", "menu", torn_fleet),
    (13, "engaged with nobody", "menu", engaged_with_nobody),
    (13, "engaged in hiding", "manoeuvre", of_lead("hidden", 1)),
    (14, "a wall for a lane", "menu", wall_in),
    (14, "two systems in one place", "rotate", lambda g, t: put("place", 1, (0, 0))(g, t)),
    (14, "something beyond the map", "menu", put("around", (30, 0), 0)),
    (15, "pacified where nobody was", "menu", put("pacified", 0, 1)),
    (15, "an Exploration marker on the start", "menu", put("exploration", 0, 1)),
    (15, "an Ally on the start", "menu", put("ally", 0, 1)),
    (16, "a Key on the mat that was found", "over", put("key_state", slice(None), 0)),
    (16, "a Key with nobody", "over", lambda g, t: put("key_state", slice(None), 2)(g, t)),
    (17, "the same Signal twice", "menu", lambda g, t: put("signal", 0, int(g.signal[1]))(g, t)),
    (17, "too many lethal Signals", "menu", too_many_lethal),
    (16, "an open Signal nobody has found", "mat", open_signal),
    (17, "markers on a closed Signal", "mat", put("signal_markers", 0, 1)),
    (18, "a tile twice", "mat", lambda g, t: put("tiles", 0, int(g.tiles[1]))(g, t)),
    (18, "the Main Rift too early", "mat", swap_blocks),
    (18, "fewer tiles than left", "mat", change("tiles_left", None, -1)),
    (19, "an Enemy in two places", "menu", stray_enemy),
    (19, "the strongest on top", "mat", level_4_first),
    (19, "an Enemy of the reserve was seen", "mat", lambda g, t: put("foe_seen", int(g.reserve[0]), 1)(g, t)),
    (20, "Health of an absent foe", "mat", put("foe_health", 3, 1)),
    (21, "an Avatar on box and track", "mat", avatar_twice),
    (21, "a box reached too early", "mat", put("boxes_open", None, 1)),
    (21, "an Avatar seen too early", "mat", put("foe_seen", c.ENEMIES, 1)),
    (22, "a card seen in the deck", "mat", lambda g, t: put("exploration_seen", int(g.exploration_deck[3]), 1)(g, t)),
    (22, "more known than there are", "mat", put("exploration_known", None, 20)),
    (22, "a card gone unseen", "mat", lambda g, t: change("exploration_left", None, -1)(g, t)),
    (23, "modules nobody printed", "menu", double_module),
    (24, "a Damaged card too many", "menu", change("damaged_discard", 0, 1)),
    (25, "an Ally lost", "mat", lambda g, t: put("ally_deck", 0, -1)(g, t) or change("ally_left", None, -1)(g, t)),
    (25, "an Ally sells too early", "mat", put("display", (0, 0), 1)),
    (26, "dice while nobody rolls", "next_ship", put("colour", (0, 0), 0)),
    (26, "a die nobody took", "manoeuvre", shown_die),
    (26, "a hit ignored", "manoeuvre", ignored_hit),
    (27, "power while nobody fights", "next_ship", put("power", None, 2)),
    (28, "equipment used while nobody acts", "next_ship", put("used", (0, 0), 1)),
    (29, "a card nobody explores", "menu", put("card", None, 3)),
    (29, "options nobody took", "menu", put("option_taken", 0, 1)),
    (29, "part in nothing", "menu", put("taker", 0, 1)),
    (30, "Scraps moved outside a Trade", "menu", put("moved_scraps", 0, 1)),
    (31, "lost without a reason", "menu", put("outcome", None, 3)),
    (31, "won without Keys", "over", put("outcome", None, 1)),
    (31, "not lost", "over", put("outcome", None, 0)),
    (32, "a die without eyes", "menu", put("scripted_count", None, 2)),
    (33, "an event of no kind", "menu", loud_event),
    (34, "nobody can go", "next_ship", lambda g, t: put("played", slice(0, 4), 1)(g, t)),
)


@pytest.mark.parametrize(("number", "what", "name", "corrupt"), CORRUPTIONS, ids=[row[1] for row in CORRUPTIONS])
def test_a_corrupted_position_is_refused_with_the_number(
    number: int, what: str, name: str, corrupt: Corruption
) -> None:
    games, p = positions()[name]
    games = games.copy()
    corrupt(games[0], p.t)
    found = {failure.number for failure in failures(games[0], p.rules.config)}
    assert number in found, f"{what}: {found}"
    with pytest.raises(BrokenInvariant):
        check(games[0], p.rules.config)


def test_every_invariant_is_tested_by_a_corruption() -> None:
    numbers = [number for number, _, _ in INVARIANTS]
    assert numbers == list(range(2, 2 + len(INVARIANTS)))
    assert {row[0] for row in CORRUPTIONS} == {*numbers, CHECKER.legal[0]}


def test_a_record_of_another_form_is_invariant_1() -> None:
    config = rules_of("menu")
    for record in (None, np.zeros(3), positions()["menu"][0][[0, 0]]):
        with pytest.raises(BrokenInvariant) as refused:
            check(record, config)
        assert refused.value.number == 1


def test_the_guard_looks_at_form_and_bounds_alone() -> None:
    games, p = positions()["menu"]
    games = games.copy()
    games[0].played[:] = 0
    guard(games[0], p.rules.config)
    games[0].slot[0] = 31
    with pytest.raises(BrokenInvariant):
        guard(games[0], p.rules.config)


@pytest.mark.parametrize("field", [name for name, kind, *_ in FIELDS if kind == "i2"])
def test_a_wild_number_in_any_field_is_refused(field: str) -> None:
    games, p = positions()["menu"]
    games = games.copy()
    games[field][0] = -9999
    assert {failure.number for failure in failures(games[0], p.rules.config)}, field


def test_a_mod_lost_for_good_is_sound() -> None:
    p = Position(1, players=4)
    p.g.mod[0, 0] = LOST
    p.refresh()
    assert not [problem for problem in broken(p.games[0], p.rules.config) if "Mods" in problem]


def test_the_frames_of_the_phases_are_those_of_the_rules() -> None:
    games, p = positions()["next_ship"]
    games = games.copy()
    games[0].stack[1, 0] = frames.END_PHASE
    assert {3, 4} & {failure.number for failure in failures(games[0], p.rules.config)}
