"""No two situations of X-ODUS that differ look the same to the captain who decides.

Games branch (tests/branching.py): what is known of each position must follow from observation and mask. What does not
is listed in NO_PART and MEANINGLESS, and makes no difference.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.record import FIELDS
from exodus_env.corruption.rules import frames
from exodus_env.corruption.rules.frame_declarations import FRAMES
from exodus_env.corruption.ruleset import Corruption, corruption
from exodus_env.kit.flow import FIRST_COLUMN, KIND
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import dealt
from tests.branching import Alike, Effort, Found, branched
from tests.corruption.position import DECISION_NAMES
from tests.corruption.test_random_play import STARTS, STYLES, begin, choose

CONFIGS: tuple[dict[str, Any], ...] = (
    {"ships": 4, "players": 1, "difficulty": "heroic", "order": "leader", "nightmare": True},
    {"ships": 4, "players": 2, "difficulty": "casual", "order": "volunteer", "hidden_from_avatars": True},
    {"ships": 3, "players": 3, "difficulty": "hardened", "order": "leader", "ask_forced": True, "mats": "chosen"},
)
REST = {"mats": "dealt", "nightmare": False, "hidden_from_avatars": False, "ask_forced": False}

# What is no part of a situation, and why.
NO_PART: dict[str, str] = {
    **dict.fromkeys(("rng_key", "rng_counter", "scripted", "scripted_count"), "dice to come"),
    **dict.fromkeys(("log", "log_count"), "what happened since the last decision, for stories"),
    "decisions": "how many there were",
    "focus_hex": "what the frames say that are compared",
    "focus_card": "what the frames say that are compared",
    "turned": "lanes count, and `beside` and `around` say where they lead",
}
# Columns of frames that hold something of no use any more in a decision.
MEANINGLESS: dict[tuple[str, str], str] = {
    ("analysis", "exploration.ship"): "who has chosen the option before",
    ("further", "exploration.ship"): "who has chosen the option before",
}
MOST = {"scraps": 32, "moved_scraps": 16}  # beyond which numbers are cut off
MOST_ROUNDS = 24


def kind_of(g: Any) -> str:
    """The pending decision, and the window and roll it is asked in."""
    words = [DECISION_NAMES[g.decision]]
    for frame in g.stack[: g.depth]:
        if frame[KIND] in (frames.WINDOW, frames.ROLL, frames.COMBAT, frames.SIGNAL, frames.EXPLORATION):
            words.append(f"{FRAMES[frame[KIND]].name}")
        if frame[KIND] in (frames.WINDOW, frames.ROLL):
            words.append(f"{frame[frames.WINDOW_KIND]}")
    return " ".join(words)


def roots(settings: dict[str, Any], effort: Effort) -> list[Any]:
    """Positions of random games, a limited number for every kind of decision, window and roll."""
    rng = np.random.default_rng(0)
    found: dict[str, list[Any]] = {}
    met: dict[str, int] = {}
    for seed in range(effort.games):
        p = begin(seed, STARTS[seed % len(STARTS)], **REST | settings)
        style = STYLES[("team", "bold")[seed // len(STARTS) % 2]]
        while not p.g.over:
            kind = kind_of(p.g)
            kept = found.setdefault(kind, [])
            met[kind] = met.get(kind, 0) + 1
            if len(kept) < effort.each:
                kept.append(p.games.copy())
            elif (place := int(rng.integers(met[kind]))) < effort.each:
                kept[place] = p.games.copy()
            p._play(choose(p, rng, style))
    return [games for kept in found.values() for games in kept]


def contexts(rules: Corruption, games: Any, actors: Any) -> Any:
    """What is known: a world of each position, always of the same seed, without what is no part of it."""
    worlds = dealt(rules, games, actors, np.zeros(len(games), np.int64))
    for name in NO_PART:
        worlds[name] = 0
    for world in worlds:
        fleets = world.fleet.copy()
        first = [int(np.flatnonzero(fleets == number)[0]) for number in fleets]  # Fleets are named by their first ship
        if world.active >= 0:
            world.active = first[int(np.flatnonzero(fleets == world.active)[0])] if world.active in fleets else -1
        world.fleet[:] = first
        for frame in world.stack[: world.depth]:
            if frame[KIND] == frames.EFFECTS and frame[frames.EFFECTS_ROWS] == 0:
                frame[FIRST_COLUMN:] = 0  # all is done
            elif frame[KIND] == frames.COMBAT:
                frame[frames.COMBAT_ROUND] = min(frame[frames.COMBAT_ROUND], MOST_ROUNDS)
    worlds["display"].sort()  # where the order counts, it is seen
    for name, most in MOST.items():
        worlds[name] = np.minimum(worlds[name], most)
    return worlds


def differences(one: Any, other: Any) -> set[str]:
    """What differs between two contexts: fields, and columns of frames as frame.column."""
    found = set()
    hidden = {name for name, _, _, who, _ in FIELDS if who == "hidden"}
    for name, *_ in FIELDS:
        if name not in ("stack", "depth") and not np.array_equal(one[name], other[name]):
            found.add(name)
    found |= nesting(one, other)
    found = {name for name in found if (DECISION_NAMES[one.decision], name) not in MEANINGLESS}
    return found - hidden or found  # decks follow from the rest, unless nothing else differs


def nesting(one: Any, other: Any) -> set[str]:
    """Columns of frames that differ."""
    stacks = [world.stack[: world.depth] for world in (one, other)]
    if [frame[KIND] for frame in stacks[0]] != [frame[KIND] for frame in stacks[1]]:
        return {"frames"}
    found = set()
    for first, second in zip(*stacks, strict=True):
        declared = FRAMES[first[KIND]]
        columns = ("kind", "step", *(column.name for column in declared.columns))
        found |= {f"{declared.name}.{columns[place]}" for place in np.flatnonzero(first != second)}
    return found


@cache
def branch(effort: Effort) -> Found:
    """All configurations."""
    found = Found()
    for settings in CONFIGS:
        rules = corruption(CorruptionConfig(**REST | settings))
        alike = Alike()
        for batch in branched(rules, roots(settings, effort), effort):
            alike.add(batch, contexts(rules, batch.games, batch.actors))
        for actor, first, others in alike:
            found.met[kind_of(first)] += 1
            for other in others:
                names = frozenset(differences(first, other))
                found.note(kind_of(first), names, f"turn {first.turn} of seat {actor}, {settings}")
    return found


QUICK = Effort(games=24, each=2, choices=6, dice=2, steps=6)
THOROUGH = Effort(games=96, each=4, choices=10, dice=2, steps=8)
COMPILED_ALONE = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


@COMPILED_ALONE
def test_situations_that_differ_look_different() -> None:
    assert branch(QUICK).unlisted(set()) == []


@COMPILED_ALONE
def test_every_decision_and_every_roll_is_met() -> None:
    met = branch(QUICK).met
    assert {kind.split()[0] for kind in met} >= set(DECISION_NAMES[1:])


@pytest.mark.slow
@COMPILED_ALONE
def test_situations_look_different_in_many_more_games() -> None:
    assert branch(THOROUGH).unlisted(set()) == []
