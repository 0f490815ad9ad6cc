"""Whether a run that misses a kernel says so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests import reach


def session(**config: Any) -> Any:
    """A run of tests that has passed."""
    return SimpleNamespace(config=SimpleNamespace(**config), exitstatus=pytest.ExitCode.OK)


@pytest.fixture(autouse=True)
def nothing_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "every", set())
    monkeypatch.setattr(reach, "reached", set())


@pytest.mark.parametrize(("second", "status"), [(["b"], pytest.ExitCode.OK), (["a"], pytest.ExitCode.TESTS_FAILED)])
def test_what_any_process_calls_is_reached(second: list[str], status: int) -> None:
    whole, plugin = session(), reach.Reach()
    for called in (["a"], second):
        plugin.pytest_testnodedown(SimpleNamespace(workeroutput={"every": ["a", "b"], "reached": called}))
    plugin.pytest_sessionfinish(whole)
    assert whole.exitstatus == status
    assert reach.missed() == ([] if status == pytest.ExitCode.OK else ["b"])


def test_a_process_hands_over_what_it_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "every", {"b", "a"})
    monkeypatch.setattr(reach, "reached", {"a"})
    worker = session(workeroutput={})
    reach.Reach().pytest_sessionfinish(worker)
    assert worker.config.workeroutput == {"every": ["a", "b"], "reached": ["a"]}
    assert worker.exitstatus == pytest.ExitCode.OK


def test_missed_kernels_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "every", {"rules.b", "rules.a"})
    said: list[str] = []
    reach.Reach().pytest_terminal_summary(SimpleNamespace(write_line=said.append))
    assert said == ["0 of 2 kernels were called", "never called: rules.a", "never called: rules.b"]
