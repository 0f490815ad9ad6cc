"""Random legal play in every configuration, watched by the state checker.

Whole games over seats, ships, difficulties and orders of play; checked now and then, and after every decision where
everything is to run.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from exodus_env.corruption.capacity import FRAMES, MAX_DECISIONS, TILES
from exodus_env.corruption.check import broken
from exodus_env.corruption.config import ORDERS, SHIP_COUNTS
from exodus_env.corruption.content.vocabulary import DIFFICULTIES
from exodus_env.corruption.record import GAME_DTYPE
from exodus_env.corruption.rules.choices import FAMILY_NAMES
from exodus_env.corruption.rules.result import ALL_DEFEATED, RISEN, WON
from exodus_env.kit.batch import RESET
from exodus_env.kit.kernel import COMPILED
from tests.corruption.maps import equip, grow, late, near_the_end
from tests.corruption.position import DECISION_NAMES, Position
from tests.effort import ALL

# Weights of families; all others have 1. Bold games live longer and come to more of the rules.
BOLD = {"pass": 0.05, "disengage": 0.2, "hide": 0.3, "explore": 4.0, "interact": 4.0, "trade": 2.0, "maintain": 2.0}
TEAM = {**BOLD, "invite": 6.0, "join": 6.0, "share_option": 3.0}
STYLES: dict[str, dict[str, float]] = {"plain": {}, "bold": BOLD, "team": TEAM, "idle": {"pass": 20.0}}
STARTS = ("fresh", "equipped", "known", "end")
OFTEN = 1 if ALL else 4
MOST_GAMES = 800  # within which every kind of decision must have come up

Settings = dict[str, Any]


def settings(seed: int) -> Settings:
    """A configuration, another one for each seed, in which all values of every setting come up."""
    ships = SHIP_COUNTS[seed % 2]
    return {
        "ships": ships,
        "players": 1 + seed // 2 % ships,
        "difficulty": DIFFICULTIES[seed % 3],
        "order": ORDERS[seed // 3 % 2],
        "mats": ("chosen", "dealt")[seed // 5 % 2],
        "nightmare": seed % 7 == 0,
        "hidden_from_avatars": seed % 5 == 0,
        "ask_forced": seed % 11 == 0,
    }


def choose(p: Position, rng: np.random.Generator, style: dict[str, float]) -> int:
    """A random legal choice, by the weights of a style."""
    legal = np.flatnonzero(p.masks[0])
    families = p.rules.actions.decode[legal, 0]
    weights = np.array([style.get(FAMILY_NAMES[family], 1.0) for family in families])
    return int(rng.choice(legal, p=weights / weights.sum()))


def begin(seed: int, start: str = "fresh", **more: Any) -> Position:
    """A game from its first decision on, or with ships that are equipped, in a map that is known, or near its end."""
    p = Position.__new__(Position)
    p.prepare({**settings(seed), **more})
    p._play(RESET, seed)
    rng = np.random.default_rng(seed)
    while start != "fresh" and p.g.phase == 0:
        p._play(int(rng.choice(np.flatnonzero(p.masks[0]))))
    if start in ("equipped", "known", "end"):
        equip(p, rng)
    if start in ("known", "end"):
        grow(p, rng, int(rng.integers(8, 20)) if start == "known" else TILES, in_order=True)
        p.g.slot[: p.t.ships] = rng.integers(p.g.systems, size=int(p.t.ships))
        if start == "end":
            near_the_end(p, rng)
        late(p, rng)
        p.refresh()
    return p


@pytest.mark.bounds
@pytest.mark.parametrize("seed", range(48 if COMPILED else 16))
def test_random_games_are_sound_and_end(seed: int) -> None:
    p = begin(seed, STARTS[seed // 4 % len(STARTS)])
    style = STYLES[list(STYLES)[seed % len(STYLES)]]
    rng = np.random.default_rng(seed)
    before: list[str] = []
    while not p.g.over:
        if int(p.g.decisions) % OFTEN == 0:
            wrong = broken(p.games[0], p.rules.config)
            assert not wrong, f"{wrong} after {before[-6:]}, decision {p.g.decisions} of {settings(seed)}"
        action = choose(p, rng, style)
        before.append(f"{p.decision}: {p.text(action)}")
        p._play(action)
        assert p.g.decisions < MAX_DECISIONS
    assert broken(p.games[0], p.rules.config) == []


@pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
def test_every_kind_of_decision_comes_up_and_games_are_short() -> None:
    met: Counter[str] = Counter()
    lengths, outcomes = [], set()
    deepest = 0
    for seed in range(MOST_GAMES):
        p = begin(seed, STARTS[seed // 4 % len(STARTS)])
        style = STYLES[list(STYLES)[seed % len(STYLES)]]
        rng = np.random.default_rng(seed)
        while not p.g.over:
            met[p.decision] += 1
            deepest = max(deepest, int(p.g.depth))
            p._play(choose(p, rng, style))
        lengths.append(int(p.g.decisions))
        outcomes.add(int(p.g.outcome))
        if set(met) >= set(DECISION_NAMES[1:]) and len(outcomes) == RISEN:
            break
    assert set(DECISION_NAMES[1:]) <= set(met), set(DECISION_NAMES[1:]) - set(met)
    assert outcomes == {WON, ALL_DEFEATED, RISEN}
    assert np.median(lengths) < 900
    assert deepest < FRAMES - 1


def test_a_record_is_smaller_than_8_kilobytes() -> None:
    assert GAME_DTYPE.itemsize < 8192
