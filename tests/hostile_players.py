"""Players that do all they can to spoil a run, for tests/test_hostile_players.py. Each has a process of its own."""

from __future__ import annotations

import atexit
import builtins
import ctypes
import gc
import itertools
import os
import signal
import stat
import struct
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.kit.players import Player, View, Views
from exodus_env.kit.wire import DONE, HEADER, LOADED, LOADING
from tests.arena_players import Steady


def pipe() -> int:
    """The descriptor of the pipe to the host."""
    for fd in range(3, 1024):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                return fd
        except OSError:
            continue
    raise AssertionError("there is no pipe")


def list_open() -> list[int]:
    """Descriptors that are open."""
    found = []
    for fd in range(1024):
        try:
            os.fstat(fd)
            found.append(fd)
        except OSError:
            continue
    return found


def endless() -> None:
    """A loop of C code that no signal interrupts."""
    sum(itertools.repeat(0))


# ---- at fault: each loses the game it is asked about -----------------------------------------------------------------


class Interrupts(Player):
    def choose(self, view: View) -> int:
        raise KeyboardInterrupt


class Exits(Player):
    def choose(self, view: View) -> int:
        sys.exit("good night")


class Odd(BaseException):
    pass


class RaisesItsOwn(Player):
    def choose(self, view: View) -> int:
        raise Odd("not even an Exception")


class Mute(Exception):
    def __str__(self) -> str:
        raise SystemExit


class RaisesMute(Player):
    def choose(self, view: View) -> int:
        raise Mute


class Traceless(Exception):
    __traceback__ = property(lambda self: None)  # type: ignore[assignment]


class RaisesTraceless(Player):
    def choose(self, view: View) -> int:
        raise Traceless("from nowhere")


class Coloured(Player):
    def choose(self, view: View) -> int:
        raise ValueError("\x1b[2J\x1b]0;gotcha\x07" + "x" * 100_000)


class Stops(Player):
    def choose(self, view: View) -> int:
        raise StopIteration


class Recurses(Player):
    def choose(self, view: View) -> int:
        return self.choose(view)


class RecursesDeeply(Player):
    def choose(self, view: View) -> int:
        sys.setrecursionlimit(2**31 - 1)
        threading.stack_size(64 * 1024)
        thread = threading.Thread(target=self.fall)
        thread.start()
        thread.join()
        raise AssertionError("it fell for ever")

    def fall(self) -> None:
        sorted([1], key=lambda _: self.fall())  # through C, which has no limit of its own


class Index:
    def __index__(self) -> int:
        return 0


class HasAnIndex(Player):
    def choose(self, view: View) -> Any:
        return Index()


class Liar(int):
    """Says it is what everybody wants, and is not."""

    def __index__(self) -> int:
        return 0

    __int__ = __index__

    def __eq__(self, other: object) -> bool:
        return True

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__  # type: ignore[assignment]
    __hash__ = int.__hash__


class Lies(Player):
    def choose(self, view: View) -> int:
        return Liar(10**9)


class LiesAboutItsLength(Player):
    class Many(list[int]):
        def __len__(self) -> int:
            return 1

    def choose_all(self, views: Views) -> Any:
        return self.Many()


class Huge(Player):
    def choose(self, view: View) -> int:
        return -(10**5000)


class NotANumber(Player):
    def choose(self, view: View) -> Any:
        return float("nan")


class WrongShape(Player):
    def choose_all(self, views: Views) -> Any:
        return np.zeros((len(views), 2), dtype=np.int64)


class Generates(Player):
    def choose_all(self, views: Views) -> Any:
        return (0.5 for _ in views)


class Nothing(Player):
    def choose(self, view: View) -> Any:
        return None


class Greedy(Player):
    def choose(self, view: View) -> int:
        return len(np.ones(50 * 2**30, dtype=np.uint8))


class GreedyBitByBit(Player):
    def choose(self, view: View) -> int:
        kept = []
        while True:
            kept.append(np.empty(2**26, dtype=np.uint8))


class Leaves(Player):
    def choose(self, view: View) -> int:
        os._exit(0)


class Aborts(Player):
    def choose(self, view: View) -> int:
        os.abort()


class Crashes(Player):
    def choose(self, view: View) -> int:
        ctypes.string_at(0)
        return 0


class ClosesEverything(Player):
    def choose(self, view: View) -> int:
        os.closerange(0, 1024)
        return 0


class ForksBehindOurBack(Player):
    """Two processes answer, with what is not legal."""

    def choose(self, view: View) -> int:
        ctypes.CDLL(None).fork()
        return -1


class SendsGarbage(Player):
    def choose(self, view: View) -> int:
        os.write(pipe(), os.urandom(1000))
        time.sleep(60)
        return 0


class SendsForEver(Player):
    def choose(self, view: View) -> int:
        for _ in range(100):
            os.write(pipe(), b"\x00" * 2**20)
        return 0


class PromisesMuch(Player):
    """A frame as long as can be, of the right question."""

    def choose(self, view: View) -> int:
        for number in range(1, 10):
            os.write(pipe(), HEADER.pack(DONE, number, 2**32 - 1))
        time.sleep(60)
        return 0


class AnswersForOthers(Player):
    """Answers questions nobody has asked yet."""

    def choose(self, view: View) -> int:
        for number in range(1, 100):
            os.write(pipe(), HEADER.pack(DONE, number, 8) + struct.pack("<q", int(view.legal[0])))
        return int(view.legal[0])


class ClaimsToLoad(Player):
    """Would have time without end, if loading could be over more than once."""

    def choose(self, view: View) -> int:
        for kind in (LOADING, *[LOADED] * 1000):
            os.write(pipe(), HEADER.pack(kind, 3, 0))  # after meeting and starting
            time.sleep(0.01)
        time.sleep(60)
        return 0


class NeverReturns(Player):
    def choose(self, view: View) -> int:
        endless()
        return 0


class Sleeps(Player):
    """Catches whatever it can."""

    def choose(self, view: View) -> int:
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            try:
                time.sleep(600)
            except BaseException:
                continue


class StopsItself(Player):
    def choose(self, view: View) -> int:
        os.kill(os.getpid(), signal.SIGSTOP)
        return 0


class WaitsForItself(Player):
    def choose(self, view: View) -> int:
        lock = threading.Lock()
        lock.acquire()
        lock.acquire()
        return 0


class ReplacesBuiltins(Player):
    def choose(self, view: View) -> int:
        for name in ("len", "int", "isinstance", "range", "min"):
            setattr(builtins, name, None)
        return 0


class ForgetsModules(Player):
    def choose(self, view: View) -> int:
        for module in list(sys.modules.values()):
            if module is not None and hasattr(module, "__dict__"):
                module.__dict__.clear()
        return 0


class PatchesTheReferee(Player):
    """Would win every game, if anybody asked the referee of its own process."""

    def choose(self, view: View) -> Any:
        from exodus_env.kit import arena, faults, guest_process, referee

        faults.misfit = guest_process.misfit = lambda answer: None  # type: ignore[assignment]
        referee.Referee.ask = lambda *_: (np.zeros(1), {})  # type: ignore[method-assign]
        arena.lost_game = lambda *_: None  # type: ignore[assignment,return-value]
        guest_process.whole_numbers = lambda *_: struct.pack("<q", 10**12)  # type: ignore[assignment]
        return 10**12


class BecomesAnother(Player):
    def choose(self, view: View) -> int:
        os.execv("/bin/sleep", ["sleep", "600"])


class LeavesSomebodyBehind(Player):
    """A process in a session of its own goes on; its number is left in a file."""

    def choose(self, view: View) -> int:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                Path(os.environ["LEFT_BEHIND"]).write_text(str(os.getpid()))
                time.sleep(600)
            os._exit(0)
        while not os.path.exists(os.environ["LEFT_BEHIND"]):
            time.sleep(0.01)
        os._exit(3)


class KillsTheHost(Player):
    def choose(self, view: View) -> int:
        os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(600)
        return 0


# ---- strange, and within the rules: each plays its games as Steady would ---------------------------------------------


class Forks(Steady):
    def choose(self, view: View) -> int:
        os.fork()
        return super().choose(view)


class Scribbles(Steady):
    def choose_all(self, views: Views) -> Any:
        chosen = [Steady.choose(self, view) for view in views]
        for array in (views.masks, views.observations, views.seats, views.seeds, views._dealt):
            array[:] = 255 if array.dtype == np.uint8 else 1
        return chosen


class Shouts(Steady):
    def choose(self, view: View) -> int:
        for stream in (sys.stdout, sys.stderr):
            stream.write("\x1b[31mlook at me\n" * 10_000)
        return super().choose(view)


class MovesAway(Steady):
    def choose(self, view: View) -> int:
        os.chdir("/")
        os.environ.clear()
        return super().choose(view)


class NeverRests(Steady):
    def __init__(self) -> None:
        threading.Thread(target=self.run, daemon=True).start()
        threading.Thread(target=time.sleep, args=[600]).start()
        atexit.register(time.sleep, 600)

    def run(self) -> None:
        while True:
            pass


class SignalsTheHost(Steady):
    def choose(self, view: View) -> int:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(os.getppid(), number)
        return super().choose(view)


# ---- not even ready --------------------------------------------------------------------------------------------------


class DiesWhenMade(Steady):
    def __init__(self) -> None:
        os._exit(4)


class NeverMade(Steady):
    def __init__(self) -> None:
        endless()


class ExitsWhenMade(Steady):
    def __init__(self) -> None:
        sys.exit("no")


class NeedsMore(Steady):
    def __init__(self, more: int) -> None:
        self.more = more


class DiesAtTheStart(Steady):
    def start(self, rules: Any) -> None:
        os._exit(5)


class FailsAtTheStart(Steady):
    def start(self, rules: Any) -> None:
        raise KeyError("a file\nthat is missing")


class SleepsAtTheStart(Steady):
    def start(self, rules: Any) -> None:
        time.sleep(600)


class NamedBadly(Steady):
    name = "\x1b[2Jwinner\n" * 100


class TimeIsNoNumber(Steady):
    seconds = float("nan")


class TimeIsNegative(Steady):
    seconds = -1.0


class StartsOnlyOnce(Steady):
    """Where another process has started before, it does not."""

    def start(self, rules: Any) -> None:
        mark = Path(os.environ["STARTED"])
        if mark.exists():
            os._exit(6)
        mark.touch()


# ---- curious ---------------------------------------------------------------------------------------------------------


class Walks(Steady):
    """Writes everything it can reach into a folder: all objects, all frames, all memory, the names of its files."""

    def choose(self, view: View) -> int:
        folder = Path(os.environ["FOUND"])
        view.world(3), view.render(), view.decision
        if not list(folder.iterdir()):
            with (folder / "objects").open("wb") as file:
                for thing in self.objects():
                    file.write(thing)
            with (folder / "memory").open("wb") as file:
                self.write_memory(file)
            files = [os.readlink(f"/proc/self/fd/{fd}") for fd in list_open()]
            (folder / "files").write_text("\n".join(files))
        return super().choose(view)

    def objects(self) -> Any:
        frames = [frame.f_locals for frame in sys._current_frames().values()]
        frame = sys._getframe()
        while frame.f_back is not None:
            frame = frame.f_back
            frames.append(frame.f_locals)
        seen: set[int] = set()
        queue = [*gc.get_objects(), *frames]
        while queue:
            thing = queue.pop()
            if id(thing) in seen:
                continue
            seen.add(id(thing))
            if type(thing) in (np.ndarray, np.recarray):
                yield thing.tobytes()
            elif type(thing) in (bytes, bytearray, memoryview):
                yield bytes(thing)
            else:
                queue.extend(gc.get_referents(thing))

    def write_memory(self, file: Any) -> None:
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", buffering=0) as memory:
            for line in maps.read().splitlines():
                area, rights, *_ = line.split()
                if not rights.startswith("rw") or "[vvar" in line:
                    continue
                start, end = (int(number, 16) for number in area.split("-"))
                try:
                    memory.seek(start)
                    file.write(memory.read(end - start))
                except OSError:
                    continue


# ---- all of them -----------------------------------------------------------------------------------------------------

# What a player does, and what is said about it.
AT_FAULT = {
    "Interrupts": "raised KeyboardInterrupt: (hostile_players.py, line ",
    "Exits": "raised SystemExit: good night (hostile_players.py, line ",
    "RaisesItsOwn": "raised Odd: not even an Exception",
    "RaisesMute": "raised Mute",
    "RaisesTraceless": "raised Traceless: from nowhere",
    "Coloured": r"raised ValueError: \x1b[2J",
    "Stops": "raised StopIteration",
    "Recurses": "raised RecursionError: maximum recursion depth exceeded",
    "RecursesDeeply": "ended its process with SIGSEGV",
    "HasAnIndex": "answered with Index instead of a whole number",
    "Lies": "answered with a number outside 0 to ",
    "LiesAboutItsLength": "raised ValueError: not enough values to unpack",
    "Huge": "answered with a number outside 0 to ",
    "NotANumber": "answered with float instead of a whole number",
    "WrongShape": "answered with ndarray instead of a whole number",
    "Generates": "answered with float instead of a whole number",
    "Nothing": "answered with NoneType instead of a whole number",
    "Greedy": "raised MemoryError: Unable to allocate 50.0 GiB",
    "GreedyBitByBit": "raised MemoryError",
    "Leaves": "ended its process with status 0",
    "Aborts": "ended its process with SIGABRT",
    "Crashes": "ended its process with SIGSEGV",
    "ClosesEverything": "ended its process with status 1",
    "ForksBehindOurBack": "answered with a number outside 0 to ",
    "SendsGarbage": "sent something that is no answer",
    "SendsForEver": "sent something that is no answer",
    "PromisesMuch": "sent something that is no answer",
    "AnswersForOthers": "sent something that is no answer",
    "ClaimsToLoad": "sent something that is no answer",
    "NeverReturns": "took longer than 2 s for a decision",
    "Sleeps": "took longer than 2 s for a decision",
    "StopsItself": "took longer than 2 s for a decision",
    "WaitsForItself": "took longer than 2 s for a decision",
    "ReplacesBuiltins": "ended its process with status 1",
    "ForgetsModules": "",  # it dies one way or another
    "PatchesTheReferee": "answered with a number outside 0 to ",
    "BecomesAnother": "closed its pipe",
    "LeavesSomebodyBehind": "ended its process with status 3",
}
WITHIN_THE_RULES = ("Forks", "Scribbles", "Shouts", "MovesAway", "NeverRests")
