"""Players with faults, for the arena. Worker processes import them by name."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from typing import Any

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, RandomPlayer, View, Views


def is_bad(seed: int) -> bool:
    """A few decisions of a game."""
    return seed % 29 == 0


class Steady(Player):
    """Some legal action, by the seed; needs no rules."""

    def choose(self, view: View) -> int:
        return int(view.legal[view.seed % len(view.legal)])


class Broken(Steady):
    """Steady until it fails; asked one by one and all together alike."""

    name = "broken"

    def choose(self, view: View) -> int:
        return self.fail(view) if is_bad(view.seed) else super().choose(view)

    def choose_all(self, views: Views) -> Any:
        return [self.choose(view) for view in views]

    def fail(self, view: View) -> Any:
        raise NotImplementedError


class Raises(Broken):
    def fail(self, view: View) -> Any:
        raise RuntimeError("out\nof ideas")


class Leaves(Broken):
    def fail(self, view: View) -> Any:
        sys.exit(3)


class Illegal(Broken):
    def fail(self, view: View) -> Any:
        return int(np.flatnonzero(view.mask == 0)[0])


class OutOfRange(Broken):
    def fail(self, view: View) -> Any:
        return 10**5000


class WrongType(Broken):
    def fail(self, view: View) -> Any:
        return "pass"


class Truth(Broken):
    def fail(self, view: View) -> Any:
        return True


class Stalls(Broken):
    def fail(self, view: View) -> Any:
        while True:
            with contextlib.suppress(Exception):
                time.sleep(60)


class Endless(RandomPlayer):
    """Names a time that no alarm can be set for."""

    seconds = float("inf")


class SlowByItsOwnClock(RandomPlayer):
    """Means to take no time and takes too much."""

    seconds = 0.01

    def choose_all(self, views: Views) -> Array:
        time.sleep(1.2 * len(views))
        return super().choose_all(views)

    choose = Player.choose


class TooFew(RandomPlayer):
    """One answer, however many are asked for."""

    def choose_all(self, views: Views) -> Array:
        return super().choose_all(views)[:1]

    choose = Player.choose


class Scribbles(RandomPlayer):
    """Random, but leaves a mess in everything it was given."""

    def choose_all(self, views: Views) -> Array:
        actions = super().choose_all(views)
        for array in (views.masks, views.observations, views.seats, views.seeds, views._dealt):
            array[:] = 1
        return actions


class OneByOne(Player):
    """The same as `random`, without a way of its own to answer many at once."""

    def choose(self, view: View) -> int:
        return RandomPlayer().choose(view)


class Refuses(RandomPlayer):
    def start(self, rules: Definition) -> None:
        raise ValueError("needs module M4")


class Dies(Broken):
    """Takes its process with it."""

    def fail(self, view: View) -> Any:
        os._exit(9)


class Hangs(Broken):
    """Never comes back, as compiled code can."""

    def fail(self, view: View) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(600)


class DiesAtOnce(Player):
    """Before there is anything to decide."""

    def start(self, rules: Definition) -> None:
        os._exit(9)


class NotAPlayer:
    pass


def numbered(argument: str | None) -> Player:
    """As a built-in of that name would be made."""
    if argument is None or not argument.isdigit():
        raise ValueError("needs a number, like numbered:5")
    player = RandomPlayer()
    player.seconds = float(argument)
    return player
