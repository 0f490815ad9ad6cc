"""The examples run, and are short enough to be read."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
LONGEST = 80  # lines
QUICK = {
    "arena_own_player": "--games 3 --turns 1",
    "gymnasium_vector": "--envs 4 --steps 60 --turns 1",
    "ppo_one_file": "--games 4 --steps 30 --minutes 0 --arena 2 --width 16 --turns 1",
    "sb3_own_network": "--steps 64 --envs 4 --rollout 16 --turns 1 --games 2",
}
BRIDGES = {
    "open_spiel_ismcts",
    "rllib_ppo",
    "tianshou_dqn",
    "torchrl_batched",
}  # run in environments of their own: tests/bridges
ELSEWHERE = {"program"}  # run by the tests of language models
SAID = {
    "arena_own_player": "won ",
    "gymnasium_vector": "decisions/s",
    "ppo_one_file": "learned",
    "sb3_own_network": "?trust=true",
}


def test_every_example_is_run_and_short() -> None:
    found = {path.stem: path for path in EXAMPLES.glob("*.py")}
    assert set(found) == {*QUICK, *BRIDGES, *ELSEWHERE}
    for path in found.values():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST, path.name


@pytest.mark.parametrize("name", QUICK)
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name in ("ppo_one_file", "sb3_own_network"):
        pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
        pytest.importorskip("torch").set_num_threads(1)
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(QUICK[name].split())
    assert SAID[name] in capsys.readouterr().out
