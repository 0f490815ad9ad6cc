"""Training runs: settings are what they say, a resumed run is the same run, and what is learned wins."""

from __future__ import annotations

import json
import os
import shutil
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.replay import Replay  # noqa: E402
from exodus_env.players import make_player  # noqa: E402
from exodus_env.policies.checkpoint import load_network, read_policy  # noqa: E402
from training import benchmark, event_horizon, stronghold  # noqa: E402
from training import run as run_module  # noqa: E402
from training.evaluate import Evaluation, evaluate  # noqa: E402
from training.learner import make_learner  # noqa: E402
from training.pool import Pool  # noqa: E402
from training.run import Run  # noqa: E402
from training.settings import (  # noqa: E402
    LEARNERS,
    Settings,
    SettingsError,
    from_table,
    preset_path,
    read_settings,
)
from training.store import STATE, StoreError, read_state, write_state  # noqa: E402
from training.train import claimed, main  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")

TINY: dict[str, Any] = {
    **{"width": 16, "layers": 2, "num_games": 8, "steps": 16, "minibatch": 32, "epochs": 2, "threads": 1},
    **{"decisions": 700, "evaluate_every": 3, "evaluate_games": 4, "pool_every": 2, "value_decisions": 0},
    **{"final_games": 4, "evaluate_replays": 3},
}
SHORT: dict[str, Any] = {"scenario": "event_horizon", "players": 2, "turns": 1}


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def tiny(**changes: Any) -> Settings:
    return Settings(**{**TINY, "setup": SHORT, **changes})


def learned(run: Run) -> dict[str, Any]:
    return {name: tensor.clone() for name, tensor in run.learner.state()[0].items()}


def test_while_values_are_learned_alone_the_policy_stays_as_it_is(tmp_path: Path) -> None:
    """The trunk served both, so a warm start was lost while only the values were to learn."""
    run = Run(tiny(value_decisions=10**6), tmp_path, "a test")
    before = learned(run)
    run.learner.update()
    after = learned(run)
    changed = {name for name in before if name.startswith("network/") and not torch.equal(before[name], after[name])}
    assert changed == {name for name in before if name.startswith("network/value.")}


# ---- resuming --------------------------------------------------------------------------------------------------------

RESUMED = {
    "self-play": tiny(),
    "played ahead": tiny(overlap=True, self_share=0.2, past_share=0.8, pool_every=1),
    "played ahead through the warm start": tiny(overlap=True, imitate="motives", imitate_decisions=300),
    "past selves and scripted": tiny(self_share=0.2, past_share=0.4, scripted={"motives": 0.4}, pool_most=2),
    "through the warm start": tiny(imitate="motives", imitate_decisions=300, imitate_minibatch=32),
    "attention": tiny(network="attention", layers=1, tokens=8, attention_heads=2, num_games=4),
    "sb3": tiny(learner="sb3", self_share=0.3, past_share=0.3, scripted={"random": 0.4}),
    "sb3 through the warm start": tiny(learner="sb3", imitate="motives", imitate_decisions=300, imitate_minibatch=32),
}


def timeless(figures: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in figures.items() if not name.startswith("seconds")}


@pytest.mark.parametrize("name", RESUMED)
def test_a_resumed_run_is_the_same_run(tmp_path: Path, name: str) -> None:
    settings = RESUMED[name]
    for folder in ("whole", "parted"):
        (tmp_path / folder).mkdir()
    whole = Run(settings, tmp_path / "whole", "")
    shown = [whole.learner.update() for _ in range(5)]
    parted = Run(settings, tmp_path / "parted", "")
    for _ in range(2):
        parted.learner.update()
    parted.keep()
    parted.learner.update()  # lost when the run is killed
    again = Run(settings, tmp_path / "parted", "")
    again.resume()
    assert [timeless(again.learner.update()) for _ in range(3)] == [timeless(each) for each in shown[2:]]
    expected, found = learned(whole), learned(again)
    assert expected.keys() == found.keys()
    assert [key for key in expected if not torch.equal(expected[key], found[key])] == []
    assert (again.learner.updates, again.learner.decisions) == (whole.learner.updates, whole.learner.decisions)


def test_a_run_killed_while_it_writes_leaves_the_checkpoint_before(tmp_path: Path) -> None:
    write_state(tmp_path, {"a": torch.ones(3)}, {"learner": 1})
    child = os.fork()
    if child == 0:
        os.replace = lambda *paths: os.kill(os.getpid(), signal.SIGKILL)  # type: ignore[assignment]
        write_state(tmp_path, {"a": torch.zeros(3)}, {"learner": 2})
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert len(list(tmp_path.iterdir())) == 2  # the rest of what was written lies there
    tensors, facts = read_state(tmp_path)
    assert tensors["a"].tolist() == [1, 1, 1] and facts["learner"] == 1
    with claimed(tmp_path, resume=True):
        assert {file.name for file in tmp_path.iterdir()} == {STATE, f"{STATE}.lock"}


def test_a_state_that_is_damaged_is_refused(tmp_path: Path) -> None:
    write_state(tmp_path, {"a": torch.ones(30)}, {"learner": 1})
    data = (tmp_path / STATE).read_bytes()
    for damaged in (b"", data[:-1], data[:40], data[:200] + b"x" + data[201:]):
        (tmp_path / STATE).write_bytes(damaged)
        with pytest.raises(StoreError, match="damaged"):
            read_state(tmp_path)


def test_a_state_of_an_older_format_is_refused_with_the_way_out(tmp_path: Path) -> None:
    write_state(tmp_path, {"a": torch.ones(3)}, {"learner": 1, "format": 3})
    with pytest.raises(
        StoreError, match=r"has format 3; this version reads format 4: start a new run .*--start .*latest"
    ):
        read_state(tmp_path)


def test_a_run_of_another_game_or_layout_is_not_resumed(tmp_path: Path) -> None:
    run = Run(tiny(), tmp_path, "")
    run.keep()
    other = Run(tiny(setup={**SHORT, "modules": ["M4"]}), tmp_path, "")
    with pytest.raises(StoreError, match=r"training\.state cannot be resumed.*configuration must be"):
        other.resume()
    tensors, facts = read_state(tmp_path)
    facts["fingerprint"]["observations"] = "0123456789abcdef"
    write_state(tmp_path, tensors, facts)
    with pytest.raises(StoreError, match=r"observations must be .*, found '0123456789abcdef'"):
        run.resume()


# ---- the command -----------------------------------------------------------------------------------------------------


def options(settings: dict[str, Any]) -> list[str]:
    return [text for name, value in settings.items() for text in (f"--{name.replace('_', '-')}", str(value))]


def test_the_command_trains_keeps_the_best_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path / "run")]
    tiny_options = options({**TINY, "imitate_decisions": 128})
    main([*out, *tiny_options, "--setup", "turns=1", "--evaluate-seed", "9"], event_horizon.SCRIPT)
    folder = tmp_path / "run"
    names = {file.name for file in folder.iterdir()}
    files = {STATE, "settings.json", "evaluations.json", "finals.json"}
    assert names >= {"best", "latest", "pool", "finalists", "logs", *files}
    rows = json.loads((folder / "finals.json").read_text())
    best = json.loads((folder / "best" / "policy.json").read_text())
    assert best["about"]["arena"]["rating"] == max(row["rating"] for row in rows)
    assert best["about"]["updates"] == rows[0]["update"] and best["about"]["arena"]["best_of"] == len(rows)
    assert best["about"]["imitated"].endswith("decisions of motives")
    assert best["config"]["turns"] == 1 and best["about"]["settings"]["width"] == 16
    make_player(f"policy:{folder / 'best'}").start(Run(tiny(), tmp_path, "").rules)
    updates = [row["update"] for row in json.loads((folder / "evaluations.json").read_text())]
    kept = {path.name: list(path.iterdir()) for path in (folder / "replays").iterdir()}
    assert {f"update-{update:07d}" for update in updates} < set(kept)
    assert len(kept) == len(updates) + len(rows)
    assert all(len(replays) == TINY["evaluate_replays"] for replays in kept.values())
    replay = Replay.read(kept[f"update-{updates[0]:07d}"][0])
    replay.check()
    assert "learned" in replay.players and replay.result
    with pytest.raises(SystemExit):
        main([*out, *tiny_options], event_horizon.SCRIPT)
    assert "already holds a run" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*out, "--resume", "--width", "8"], event_horizon.SCRIPT)
    assert "width is 16 in this run and cannot be changed" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main([*out, "--resume"], stronghold.SCRIPT)
    problem = "scenario must be 'stronghold' for training.stronghold, not 'event_horizon'"
    assert f"holds another run: setup: {problem}" in capsys.readouterr().err
    main([*out, "--resume", "--decisions", "900"], event_horizon.SCRIPT)
    assert read_state(folder)[1]["learner"]["decisions"] >= 900


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize(
    ("scenario", "preset"),
    [(one.SCRIPT.name, preset) for one in (event_horizon, stronghold) for preset in one.SCRIPT.presets],
)
def test_every_preset_loads_and_runs(scenario: str, preset: str, learner: str, tmp_path: Path) -> None:
    chosen = read_settings(preset_path(f"{scenario}_{preset}"))
    few = {"num_games": 4, "steps": 24, "minibatch": 32, "width": 16, "imitate_decisions": 16, "value_decisions": 8}
    run = Run(replace(chosen, **few, learner=learner), tmp_path, "")
    phases = []
    for _ in range(3):
        figures = run.learner.update()
        assert all(np.isfinite(value) for value in figures.values())
        phases.append("match" if "match" in figures else "entropy")
    assert set(phases) == {"match", "entropy"}  # the warm start, then the real thing
    run.keep()


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_run_can_start_from_a_policy(learner: str, tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    first = Run(tiny(), tmp_path / "first", "first")
    first.learner.update()
    first.keep()
    settings = tiny(start=str(tmp_path / "first" / "latest"), learner=learner, seed=9)
    second = Run(settings, tmp_path / "second", "second")
    for name, tensor in first.learner.network.state_dict().items():
        assert torch.equal(second.learner.network.state_dict()[name], tensor), name
    second.learner.update()
    (tmp_path / "second").mkdir()
    second.keep()
    shutil.rmtree(tmp_path / "first")  # a run that has started needs it no more
    again = Run(settings, tmp_path / "second", "again", new=False)
    again.resume()
    again.keep()
    about = read_policy(tmp_path / "second" / "latest").about
    assert about["command"] == "second, then again"
    assert about["before"]["command"] == "first" and about["before"]["decisions"] == first.learner.decisions
    (tmp_path / "first").mkdir()
    first.keep()
    with pytest.raises(SettingsError, match=r"start: .* another network"):
        Run(replace(settings, width=8), tmp_path / "third", "third")
    with pytest.raises(SettingsError, match=r"start: .*another layout"):
        Run(replace(settings, setup={**SHORT, "scenario": "stronghold"}), tmp_path / "fourth", "fourth")
    with pytest.raises(SettingsError, match=r"start: .* does not exist"):
        Run(replace(settings, start=str(tmp_path / "none")), tmp_path / "fifth", "fifth")


def test_what_is_no_setting_is_refused() -> None:
    with pytest.raises(SettingsError, match="unknown 'widht'"):
        from_table({"widht": 3}, "mine.toml")
    with pytest.raises(SettingsError, match="width: must be int, not '3'"):
        from_table({"width": "3"}, "mine.toml")
    with pytest.raises(SettingsError, match="learner: must be one of ppo, sb3"):
        Settings(learner="dqn")


# ---- choosing the best -----------------------------------------------------------------------------------------------


class Scripted:
    """Evaluations with given win shares, in the order they are asked for."""

    def __init__(self, *shares: float) -> None:
        self.shares = list(shares)
        self.seeds: list[int] = []
        self.games: list[int] = []
        self.weights: list[Any] = []

    def __call__(self, network: Any, rules: Any, rivals: Any, games: int, seed: int, *replays: Any) -> Evaluation:
        self.seeds.append(seed)
        self.games.append(games)
        self.weights.append({name: tensor.clone() for name, tensor in network.state_dict().items()})
        share = self.shares.pop(0)
        return Evaluation(share, 0.0, 1.0, share, 5.0, games)


def test_the_best_is_the_finalist_that_wins_on_deals_nobody_has_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All evaluations had the same deals, and the one those suited best was called the best."""
    looks, finals = (0.9, 0.2, 0.8, 0.7, 0.1), (0.3, 0.6, 0.4)
    measured = Scripted(*looks, *finals)
    monkeypatch.setattr(run_module, "evaluate", measured)
    run = Run(tiny(decisions=600, evaluate_every=1, final_games=7), tmp_path, "")
    run.go()
    assert measured.shares == [] and run.learner.updates == len(looks)
    assert measured.games == [4] * 5 + [7] * 3
    assert len(set(measured.seeds)) == 6 and len(set(measured.seeds[5:])) == 1  # finalists meet the same deals
    assert [row["update"] for row in run.finals] == [3, 4, 1]
    about = read_policy(tmp_path / "best").about
    assert about["updates"] == 3 and about["arena"]["win_share"] == 0.6
    best = tmp_path / "best"
    found = load_network(best, read_policy(best), run.rules).state_dict()
    assert all(torch.equal(tensor, measured.weights[2][name]) for name, tensor in found.items())
    assert [file.name[:7] for file in sorted((tmp_path / "finalists").iterdir())] == ["0000001", "0000003", "0000004"]
    again = Run(tiny(decisions=600, evaluate_every=1, final_games=7), tmp_path, "", new=False)
    again.resume()
    again.go()  # all is done: nothing is measured once more
    assert again.finals == run.finals


def test_finals_that_were_stopped_are_held_when_the_run_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = tiny(decisions=300, evaluate_every=1)
    run = Run(settings, tmp_path, "")

    class Stopped(Scripted):
        def __call__(self, *arguments: Any) -> Evaluation:
            run.stopping = len(self.seeds) == 3
            return super().__call__(*arguments)

    first = Stopped(0.5, 0.6, 0.7, 0.8)
    monkeypatch.setattr(run_module, "evaluate", first)
    run.go()
    assert run.finals == [] and not (tmp_path / "best").exists()
    next((tmp_path / "finalists").glob("*2.safetensors")).write_bytes(b"spoiled")
    second = Scripted(0.4, 0.3)
    monkeypatch.setattr(run_module, "evaluate", second)
    again = Run(settings, tmp_path, "", new=False)
    again.resume()
    assert "a finalist is left out of the run" in capfd.readouterr().err
    again.go()
    assert second.seeds == [first.seeds[3]] * 2  # the same deals, for those that are left
    assert [row["update"] for row in again.finals] == [1, 3]
    assert read_policy(tmp_path / "best").about["updates"] == 1


# ---- past selves -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("learner", LEARNERS)
def test_a_past_self_is_the_same_from_the_beginning_of_a_game_to_its_end(learner: str) -> None:
    """Its weights changed with every rollout, in the midst of games."""
    settings = tiny(learner=learner, self_share=0.2, past_share=0.8, steps=12, pool_every=1, decisions=10**6)
    student: Any = make_learner(Run(tiny(), Path(), "").rules, settings, Pool(5, 40))
    place = student.env if learner == "sb3" else student.collector
    met: dict[int, set[float]] = {}
    asked: list[Any] = []
    views = place._views

    def viewing(games: Any, *step: Any) -> Any:
        seeds = place.batch.seeds if learner == "sb3" else place.env.seeds
        asked[:] = seeds[games].tolist()
        return views(games, *step)

    def noting(twin: Any) -> Any:
        def choose(seen: Any) -> Any:
            print_of = sum(float(weights.double().sum()) for weights in twin.network.state_dict().values())
            for seed in asked:
                met.setdefault(seed, set()).add(print_of)
            return twin(seen)

        return choose

    place._views = viewing
    for name, twin in student.opponents.past.items():
        place.opponents[name] = noting(twin)
    for _ in range(30):
        student.update()
    assert len(met) > 20
    assert {len(each) for each in met.values()} == {1}
    assert len(set.union(*met.values())) > 4  # and games that begin later have others


def test_half_of_the_past_selves_are_recent_and_half_are_any() -> None:
    pool = Pool(recent=2, most=8)
    network = torch.nn.Linear(1, 1)
    chance = np.random.default_rng(1)
    for number in range(8):
        torch.nn.init.constant_(network.weight, float(number))
        pool.add(number, network, chance)
    drawn = [int(pool.draw(chance)["weight"]) for _ in range(4000)]
    shares = np.bincount(drawn, minlength=8) / 4000
    assert shares == pytest.approx([1 / 16] * 6 + [1 / 4 + 1 / 16] * 2, abs=0.03)
    pool.add(8, network, chance)
    assert len(pool) == 8 and {7, 8} <= set(pool.numbers())


# ---- learning --------------------------------------------------------------------------------------------------------


def test_an_update_ends_where_the_policy_has_moved_too_far(tmp_path: Path) -> None:
    """It was looked at after a whole epoch only."""
    steps = []
    for target in (0.0, 1e-3):
        settings = tiny(target_kl=target, learning_rate=0.05, epochs=1, minibatch=8, anneal=False)
        student: Any = Run(settings, tmp_path, "").learner
        before = student._step
        taken: list[Any] = []

        def step(loss: Any, before: Any = before, taken: list[Any] = taken) -> None:
            taken.append(loss)
            before(loss)

        student._step = step
        student.update()
        steps.append(len(taken))
    assert steps[0] > 10 and 1 <= steps[1] < steps[0] // 2


def test_what_values_learn_has_a_lambda_of_its_own(tmp_path: Path) -> None:
    weights = []
    for value_lambda in (0.5, 1.0):
        run = Run(tiny(value_lambda=value_lambda, value_weight=1.0), tmp_path, "")
        for _ in range(4):
            run.learner.update()
        weights.append(learned(run)["network/value.weight"])
    assert not torch.equal(*weights)


@pytest.mark.parametrize("learner", ["ppo", "sb3"])
def test_a_few_updates_beat_random(learner: str) -> None:
    size = {"width": 64, "num_games": 64, "steps": 32, "minibatch": 256, "epochs": 4, "learning_rate": 1e-3}
    settings = tiny(**size, learner=learner, decisions=10**6, anneal=False, entropy=0.003, target_kl=0.0, seed=1)
    rules = Run(tiny(), Path(), "").rules
    student = make_learner(rules, settings, Pool(1, 1))
    before = evaluate(student.network, rules, ["random"], 200, 5)
    for _ in range(20):
        student.update()
    after = evaluate(student.network, rules, ["random"], 200, 5)
    assert after.low > 0.5 and after.low > before.high


def test_imitation_matches_its_teacher_ever_more_often() -> None:
    settings = tiny(width=64, num_games=64, steps=16, imitate="greedy", imitate_decisions=10**6, imitate_minibatch=128)
    rules = Run(tiny(), Path(), "").rules
    student = make_learner(rules, settings, Pool(1, 1))
    matches = [student.update()["match"] for _ in range(25)]
    assert np.mean(matches[-3:]) > np.mean(matches[:3]) + 0.1
    assert evaluate(student.network, rules, ["random"], 100, 5).low > 0.5


def test_what_is_played_ahead_is_played_by_the_weights_of_the_update_before(tmp_path: Path) -> None:
    students: list[Any] = [Run(tiny(overlap=overlap), tmp_path, "").learner for overlap in (False, True)]
    weights: list[list[Any]] = []
    for student in students:
        play, played = student._play, []

        def playing(network: Any, play: Any = play, played: list[Any] = played) -> Any:
            played.append(network.network.state_dict()["value.weight"].clone())
            return play(network)

        student._play = playing
        before = [student.network.state_dict()["value.weight"].clone()]
        for _ in range(3):
            student.update()
            before.append(student.network.state_dict()["value.weight"].clone())
        weights.append([played, before])
    (at_once, before), (ahead, behind) = weights
    assert [torch.equal(*pair) for pair in zip(at_once, before)] == [True] * 3
    # The first rollout waits for nothing, and the last one is left to the next update.
    assert [torch.equal(*pair) for pair in zip(ahead, [behind[0], *behind[:3]])] == [True] * 4
    assert len(ahead) == 4 and torch.equal(before[1], behind[1]) and not torch.equal(before[2], behind[2])


def test_a_rollout_played_ahead_by_other_weights_is_refused(tmp_path: Path) -> None:
    run = Run(tiny(overlap=True), tmp_path, "")
    run.learner.update()
    run.keep()
    tensors, facts = read_state(tmp_path)
    facts.pop("format")
    for wrong in (torch.zeros(3), torch.full_like(tensors["ahead/value.weight"], float("nan"))):
        write_state(tmp_path, {**tensors, "ahead/value.weight": wrong}, facts)
        with pytest.raises(StoreError, match=r"value\.weight"):
            Run(tiny(overlap=True), tmp_path, "").resume()


def test_two_commits_are_compared_pair_by_pair() -> None:
    pairs = [benchmark.Pair(100.0, 50.0), benchmark.Pair(300.0, 100.0), benchmark.Pair(100.0, 40.0)]
    row = benchmark.comparison({"this": pairs}).splitlines()[-1]
    assert row == "| this | 10,000 | 20,000 | 2.50 | 2.00 to 3.00 |"
    assert benchmark.own_work(Run(tiny(), Path(), "").rules, tiny(target_kl=0.0), 1) > 0


def test_the_benchmark_measures_all_and_prints_a_table() -> None:
    rules = Run(tiny(), Path(), "").rules
    found = benchmark.measure(rules, tiny(target_kl=0.0), 1)
    assert 0 < found.environment < found.own < 3 * found.sb3  # another process may have slowed one of them
    assert benchmark.table({"this": found}).count("|") == 3 * 8
