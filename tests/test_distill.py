"""Distilling: a small network learns to play like its teacher, and its policy.json says how well it does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from exodus_env import cli  # noqa: E402
from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import ruleset  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.registry import forget, register  # noqa: E402
from exodus_env.policies import distill  # noqa: E402
from exodus_env.policies.checkpoint import DESCRIPTION, PolicyError, load_evaluator, read_policy, save_policy  # noqa: E402
from exodus_env.policies.distill import Options, Pupil  # noqa: E402
from exodus_env.policies.network import build_network  # noqa: E402
from tests.toy.config import BeaconConfig  # noqa: E402
from tests.toy.game import BEACON  # noqa: E402
from tests.toy.ruleset import beacon  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Beacon is a game of the registry while a test lasts."""
    threads = torch.get_num_threads()
    register(BEACON)
    yield
    forget("beacon")
    torch.set_num_threads(threads)


def teacher(folder: Path, players: int = 3) -> Path:
    """A policy with a will of its own."""
    rules = beacon(BeaconConfig(players=players))
    torch.manual_seed(8)
    network = build_network({"width": 48, "layers": 3}, rules)
    torch.nn.init.normal_(network.head.own, std=0.6)  # type: ignore[union-attr, arg-type]
    torch.nn.init.normal_(network.value.weight, std=0.2)  # type: ignore[union-attr, arg-type]
    save_policy(folder, rules, network.description, network.state_dict(), {})  # type: ignore[arg-type]
    return folder


def options(tmp_path: Path, **changes: Any) -> Options:
    given = Options(str(teacher(tmp_path / "teacher")), tmp_path / "small", width=32, games=200, arena=30, workers=1)
    return replace(given, **changes)


def pupil_of(given: Options) -> Pupil:
    folder = Path(given.teacher)
    file = read_policy(folder)
    rules = distill.rules_for(folder, file)
    return Pupil(rules, given.description(), load_evaluator(folder, file, rules), given.seed)


def test_a_pupil_comes_to_choose_and_expect_what_its_teacher_does(tmp_path: Path) -> None:
    pupil = pupil_of(options(tmp_path))
    before = pupil.agreement(5)
    pupil.learn(600)
    after = pupil.agreement(5)
    assert before.decisions > 500 < after.decisions
    assert after.same_choice > 0.75 and after.same_choice > before.same_choice + 0.2
    assert after.divergence < 0.5 * before.divergence
    assert after.explained > 0.5 > before.explained


def test_the_teacher_agrees_with_itself(tmp_path: Path) -> None:
    given = options(tmp_path)
    pupil = pupil_of(replace(given, width=48, layers=3))
    folder = Path(given.teacher)
    from exodus_env.policies.checkpoint import load_network

    pupil.network.load_state_dict(load_network(folder, read_policy(folder), pupil.rules).state_dict())
    found = pupil.agreement(5)
    assert found.same_choice > 0.999 and abs(found.divergence) < 1e-3 and found.explained > 0.999


def test_the_same_seed_gives_the_same_pupil(tmp_path: Path) -> None:
    given = options(tmp_path)
    weights = []
    for seed in (3, 3, 4):
        pupil = pupil_of(replace(given, seed=seed))
        pupil.learn(40)
        weights.append(pupil.network.state_dict())
    same = [all(torch.equal(weights[0][name], each[name]) for name in each) for each in weights]
    assert same == [True, True, False]


def test_a_lesson_gives_back_what_the_teacher_said(tmp_path: Path) -> None:
    pupil = pupil_of(options(tmp_path))
    env = distill.VectorEnv(pupil.rules, 6, 1)
    lesson = distill.Lesson(pupil.rules)
    said = [lesson.hear(pupil.teacher, env.observations, env.action_masks)]
    masks = env.action_masks.copy()
    env.step(env.sample_actions(1))
    said.append(lesson.hear(pupil.teacher, env.observations, env.action_masks))
    lesson.close()
    log_p, values = lesson.of(np.array([8, 2]))
    first, second = (
        np.split(each, np.cumsum(mask.sum(axis=1))[:-1]) for (each, _), mask in zip(said, (masks, env.action_masks))
    )
    assert log_p.tolist() == [*second[2], *first[2]]
    assert values.tolist() == [said[1][1][2], said[0][1][2]]
    assert np.exp(second[2]).sum() == pytest.approx(1.0, abs=1e-5)


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_reports_and_writes_what_it_found(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    given = options(tmp_path)
    line = ["policy", "distill", given.teacher, str(given.out), "--width", "16", "--games", "60", "--arena", "12"]
    assert cli.main([*line, "--workers", "1"]) == 0
    printed = capfd.readouterr()
    policy = read_policy(given.out)
    assert policy.network["kind"] == "mlp" and policy.network["width"] == 16 and policy.game == "beacon_v0"
    found = policy.about["distilled"]
    assert found["from"] == given.teacher and found["teacher"]["sha256"] == read_policy(Path(given.teacher)).sha256
    assert 0 < found["agreement"]["same_choice"] <= 1
    names = [f"policy:{given.out}", f"policy:{given.teacher}", BEACON.balance_player]
    assert [row["player"] for row in found["arena"]] == names  # all players win or lose together
    for row in found["arena"]:
        assert row["win_low"] <= row["win_share"] <= row["win_high"]
        assert f"a team of {row['player']}: won {row['win_share']:.3f}" in printed.out
    assert "same likeliest action in" in printed.out and "learning from 60 games" in printed.err
    assert cli.main(line) == 2
    assert "already holds a policy: name another folder for TO" in capfd.readouterr().err


def test_pupil_and_teacher_meet_each_other_and_a_scripted_player(tmp_path: Path) -> None:
    rules = ruleset(GameConfig(players=2, scenario="event_horizon", turns=1))
    for name in ("teacher", "small"):
        network: Any = build_network({"width": 8, "layers": 1}, rules)
        save_policy(tmp_path / name, rules, network.description, network.state_dict(), {})
    given = Options(str(tmp_path / "teacher"), tmp_path / "small", arena=4, workers=1)
    names = [f"policy:{given.out}", f"policy:{given.teacher}", "motives"]
    found = distill.measured(rules, given)
    meetings = [(names[0], names[1]), (names[0], names[2]), (names[1], names[2])]
    assert [(row["player"], row["against"]) for row in found] == meetings
    told = distill.report(distill.Agreement(0.9, 0.1, 0.8, 100), found)
    assert f"{names[0]} against motives: won {found[1]['win_share']:.3f}" in told


def test_every_policy_of_a_folder_is_distilled(tmp_path: Path) -> None:
    for players in (2, 3):
        teacher(tmp_path / "both" / str(players), players)
    given = Options(str(tmp_path / "both"), tmp_path / "small", width=8, games=4, arena=6, workers=1)
    distill.main(given)
    for players in (2, 3):
        assert read_policy(tmp_path / "small" / str(players)).config["players"] == players


def test_what_cannot_be_distilled_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    out = str(tmp_path / "small")
    refusals = {
        "holds no policy": [str(tmp_path / "empty"), out],
        "does not exist": [str(tmp_path / "nowhere"), out],
        "there is no baseline": ["baseline/nowhere", out],
        "width must be a whole number from 1 to 4096": [str(teacher(tmp_path / "t")), out, "--width", "5000"],
        "--games must be at most": [str(tmp_path / "t"), out, "--games", "10000000"],
    }
    for words, arguments in refusals.items():
        assert cli.main(["policy", "distill", *arguments]) == 2, words
        assert words in capfd.readouterr().err
    assert not (tmp_path / "small").exists()


def test_a_policy_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    folder = teacher(tmp_path / "teacher")
    text = (folder / DESCRIPTION).read_text()
    (folder / DESCRIPTION).write_text(text.replace("beacon_v0", "chess_v0"))
    with pytest.raises(PolicyError, match="no game plays 'chess_v0'"):
        distill.main(Options(str(folder), tmp_path / "small"))
