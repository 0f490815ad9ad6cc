"""Which kernels a run of tests calls.

A run with EXODUS_JIT=0 and EXODUS_REACH=1 notes every kernel that is called in any of its processes, and fails at its
end if one never was. Kernels of the environment and of the players count, whether or not a test imports them. What a
run never calls, it has not tested.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any

import pytest

from exodus_env.kit import kernel as kernels

COUNTED = ("exodus_env.corruption.", "exodus_env.exodus.", "exodus_env.kit.", "exodus_env.policies.")
RULES = ("exodus_env.corruption.ruleset.Corruption", "exodus_env.exodus.ruleset.Ruleset")
WATCHED = os.environ.get("EXODUS_REACH", "0") == "1" and not kernels.COMPILED

every: set[str] = set()
reached: set[str] = set()


def watch() -> None:
    """From now on every kernel that is defined notes its calls; to be called before the rules are imported."""
    plain = kernels.kernel

    def watched(function: Callable[..., Any]) -> Callable[..., Any]:
        function = plain(function)
        name = f"{function.__module__}.{function.__qualname__}"
        if not name.startswith(COUNTED):
            return function
        every.add(name)

        @wraps(function)
        def call(*arguments: Any) -> Any:
            reached.add(name)
            return function(*arguments)

        return call

    kernels.kernel = watched  # type: ignore[assignment]
    for rules in RULES:
        module, _, name = rules.rpartition(".")
        for lane in getattr(import_module(module), name).entry_modules:
            for lane_module in lane:
                import_module(lane_module)


class Reach:
    """Collects what the processes of a run have reached, and reports what none has."""

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """A worker process has ended."""
        output = getattr(node, "workeroutput", {})  # a process that was killed hands over nothing
        every.update(output.get("every", ()))
        reached.update(output.get("reached", ()))

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Hand over what this process has reached, or judge what all have."""
        output = getattr(session.config, "workeroutput", None)
        if output is not None:
            output["every"], output["reached"] = sorted(every), sorted(reached)
        elif missed() and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Name the kernels that nothing has called."""
        terminalreporter.write_line(f"{len(reached)} of {len(every)} kernels were called")
        for name in missed():
            terminalreporter.write_line(f"never called: {name}")


def missed() -> list[str]:
    """Kernels that nothing has called."""
    return sorted(every - reached)
