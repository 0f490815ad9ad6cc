"""Tuning the weights of a style: a generation or a few, competitive and together."""

from __future__ import annotations

import tomllib
from concurrent.futures import Executor
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players import tune
from exodus_env.exodus.players.styles import style_tables
from exodus_env.kit.kernel import COMPILED


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
@pytest.mark.parametrize(
    ("style", "scenario", "players"), [("balanced", "none", "2"), ("team", "stronghold", "1,2")]
)  # fmt: skip
def test_a_tuned_style_is_written_as_it_is_read(tmp_path: Path, style: str, scenario: str, players: str) -> None:
    out = tmp_path / "tuned.toml"
    arguments = ["--style", style, "--scenario", scenario, "--players", players, "--out", str(out), "--workers", "1"]
    few = ["--generations", "1", "--styles", "4", "--games", "2", "--seed", "3"]
    tune.main([*arguments, *few])
    first = out.read_text()
    weights = tomllib.loads(first)[style]
    assert set(weights) == set(style_tables()[style])
    tune.main([*arguments, *few])
    assert out.read_text() == first, "the same seed gives the same weights"


def test_a_weight_that_no_style_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="courage"):
        tune.main(["--only", "courage", "--out", str(tmp_path / "out.toml"), "--workers", "1"])


@pytest.mark.skipif(not COMPILED, reason="plays whole games")
def test_a_far_worse_style_scores_less() -> None:
    config = GameConfig(players=2, turns=3)
    usual = style_tables()["balanced"]
    spiteful = {name: -value for name, value in usual.items()}
    worse, better = (tune.score(tune.Trial(config, tried, usual, 20, 5)) for tried in (spiteful, usual))
    assert worse < better


class Seen:
    """Workers who play nothing: the nearer a style's `hunt` to 3 and `points` to 0.2, the better."""

    def map(self, _: object, trials: list[tune.Trial]) -> list[float]:
        return [-(np.log(x.weights["hunt"] / 3.0) ** 2) - np.log(x.weights["points"] / 0.2) ** 2 for x in trials]


def test_generations_move_to_where_styles_are_better(tmp_path: Path) -> None:
    config, out = GameConfig(players=2), tmp_path / "out.toml"
    names = ["hunt", "points"]
    tuning = tune.Tuning([config], "balanced", names, 20, 1, 1, out, cast(Executor, Seen()))
    best = tuning.run(minutes=1.0, generations=24)
    before = style_tables()["balanced"]
    assert best["hunt"] == pytest.approx(3.0, rel=0.15) and best["points"] == pytest.approx(0.2, rel=0.15)
    assert all(best[name] == before[name] for name in before if name not in names)
