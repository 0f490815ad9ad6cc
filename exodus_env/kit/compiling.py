"""Compiling a game in advance: modules of entries, in several processes if there are enough cores."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from exodus_env.kit import kernel_cache
from exodus_env.kit.definition import Lanes
from exodus_env.kit.kernel import group_of

POLL_SECONDS: Final = 0.1


def compile_lanes(lanes: Lanes, processes: int) -> None:
    """Compile and cache every entry of some modules; raises CacheProblem if nothing can be cached.

    Several processes finish sooner; a single one compiles less, since lanes share kernels.
    """
    for module in (module for lane in lanes for module in lane):
        import_module(module)
    missing = [lane for lane in lanes if not all(group_of(module).is_kept() for module in lane)]
    if len(missing) > 1 and processes > 1:
        kernel_cache.writable_folder()  # or every process would complain
        others = [Helper(lane) for lane in missing[1:processes]]
        try:
            compile_here(missing[0])
            for other in others:
                other.wait()
        finally:
            for other in others:
                other.close()
    for lane in lanes:
        compile_here(lane)


def compile_here(modules: Sequence[str]) -> None:
    """Compile and cache the entries of modules in this process, unless they are already cached."""
    for module in modules:
        import_module(module)
        group_of(module).prepare(must_keep=True)


class Helper:
    """A process that compiles a lane. Whoever waits for it compiles what it leaves undone."""

    def __init__(self, lane: Sequence[str]) -> None:
        command = [sys.executable, "-m", __name__, *lane]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace")
        self._line = ""
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._line = line.rstrip()

    def wait(self) -> None:
        """Wait until it has ended, and show its progress."""
        said, terminal = "", sys.stderr.isatty()
        while self._process.poll() is None:
            if self._line != said:
                said = self._line
                print(f"\r{said:<79}" if terminal else said, end="" if terminal else "\n", file=sys.stderr, flush=True)
            time.sleep(POLL_SECONDS)
        if said and terminal:
            print(file=sys.stderr, flush=True)

    def close(self) -> None:
        """End it, if it is still running."""
        if self._process.poll() is None:
            self._process.terminate()
        self._process.wait()


if __name__ == "__main__":
    compile_here(sys.argv[1:])
