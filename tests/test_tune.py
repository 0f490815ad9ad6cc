"""Tuning the weights of a style: a few challengers, competitive and together."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players import tune
from exodus_env.exodus.players.styles import style_tables
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.kernel import COMPILED


def test_challengers_differ_a_little_and_keep_every_weight() -> None:
    before = style_tables()["balanced"]
    after = tune.varied(before, np.random.default_rng(1))
    assert set(after) == set(before)
    changed = [name for name in before if after[name] != before[name]]
    assert 0 < len(changed) < len(before)
    assert all(after[name] * before[name] >= 0 for name in changed), "no weight changes its sign"


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
@pytest.mark.parametrize(("style", "scenario", "players"), [("balanced", "none", 2), ("team", "stronghold", 2)])
def test_a_tuned_style_is_written_as_it_is_read(tmp_path: Path, style: str, scenario: str, players: int) -> None:
    out = tmp_path / "tuned.toml"
    arguments = ["--style", style, "--scenario", scenario, "--players", str(players), "--out", str(out)]
    tune.main([*arguments, "--rounds", "2", "--games", "4", "--seed", "3"])
    first = out.read_text()
    weights = tomllib.loads(first)[style]
    assert set(weights) == set(style_tables()[style])
    tune.main([*arguments, "--rounds", "2", "--games", "4", "--seed", "3"])
    assert out.read_text() == first, "the same seed gives the same weights"


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
def test_a_far_worse_challenger_is_no_better() -> None:
    rules = ruleset(GameConfig(players=2, turns=3))
    champion = style_tables()["balanced"]
    spiteful = {name: -value for name, value in champion.items()}
    assert tune.lone_gain(rules, champion, spiteful, 20, 5) < 0 < tune.lone_gain(rules, spiteful, champion, 20, 5)
