"""Games recorded before decisions were joined: the same choices are still possible, and lead to the same end.

Then a bid was made of tens and ones, windows came twice a turn, once before the vote, mined resources were placed one
by one, an upgrade was taken up before it was laid down, and cubes and ships moved one at a time. The recording has
every choice of that protocol, those without an alternative included, and how each game ended; here they are said in
the present one.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from exodus_env.exodus.rules.choices import BID_STEP, CUBES_AT_ONCE
from exodus_env.kit.kernel import COMPILED
from tests.position import FIXED_VALUES, Position

RECORDING = Path(__file__).parent / "recorded" / "digits_and_units.json.gz"
GAMES = {game["name"]: game for game in json.loads(gzip.decompress(RECORDING.read_bytes()))["games"]}
# Families and decisions that have another name now.
NEW_FAMILIES = {
    **dict.fromkeys(("civilian_from", "civilian_to", "fire_at", "battle", "pay_from"), "hex"),
    **dict.fromkeys(("cancel_hit", "pay_aboard"), "ship"),
}
NEW_NAMES = {
    "vote_tens": ("vote_fifties", "vote_bid"),
    "election_tens": ("election_fifties", "election_bid"),
}
ALIKE = ("ship_hex", "ship_damage", "ship_cargo", "moved", "held", "path")


class Choice(NamedTuple):
    """A choice of the old protocol."""

    decision: str
    actor: int
    family: str
    factors: tuple[int, ...]


class Replay:
    """A recorded game, played by the rules of today."""

    def __init__(self, game: dict[str, Any]) -> None:
        self.p = Position(game["seed"], ask_forced=True, content=FIXED_VALUES, **game["config"])
        self.old = [Choice(decision, actor, family, tuple(rest)) for decision, actor, family, *rest in game["choices"]]
        self.before = len(self.old)
        self.at = 0
        self.taken = 0

    def play(self) -> Position:
        """Say everything that was chosen."""
        while self.at < len(self.old):
            self.say(self.old[self.at])
        assert self.p.g.over, f"{self.p.decision} is asked after the last choice"
        return self.p

    def say(self, old: Choice) -> None:
        """Say the next choices of the recording."""
        if old.family == "bid_tens":
            self.bid(old.decision.removesuffix("_tens"), old.actor)
        elif old.decision in ("window", "mount") and old.family == "pass":
            self.at += 1
            if (self.p.decision, self.p.actor) == (old.decision, old.actor):
                self.do("pass")
        elif old.decision == "window" and self.p.decision == "vote" and self.p.actor != old.actor:
            self.postpone(old.actor)
        elif old.family == "take_upgrade":
            self.move_upgrade(old)
        elif self.p.decision == "mine" and not self.p.legal("mine") and not self.p.legal("mine_second"):
            before = self.p.g.counter.sum() + self.p.g.second_counter.sum()
            self.do("mine_evenly")
            self.at += int(self.p.g.counter.sum() + self.p.g.second_counter.sum() - before)
        elif old.family in ("mount", "deploy"):
            self.together(old)
        elif old.family == "move" and self.goes_along(old):
            self.at += 2
            self.do("move", *self.old[self.at - 1].factors)
        else:
            if old.decision == "window" and self.p.decision == "vote":
                old = old._replace(decision="vote")
            assert self.p.decision in NEW_NAMES.get(old.decision, (old.decision,)) and self.p.actor == old.actor
            self.at += 1
            self.do(NEW_FAMILIES.get(old.family, old.family), *old.factors)

    def postpone(self, actor: int) -> None:
        """What was done in a window of the Upkeep Stage is done before the vote of the same player."""
        beyond = next(i for i in range(self.at, len(self.old)) if self.old[i].actor != actor)
        vote = next(i for i in range(beyond, len(self.old)) if self.old[i][:2] == ("vote", actor))
        self.old[self.at : vote] = [*self.old[beyond:vote], *self.old[self.at : beyond]]

    def do(self, family: str, *factors: int) -> None:
        """Choose."""
        self.p.do(family, *factors)
        self.taken += 1

    def bid(self, kind: str, actor: int) -> None:
        """Tens and ones are said together; who had no CP was not asked for ones."""
        amount = 10 * self.old[self.at].factors[0]
        self.at += 1
        if self.old[self.at].family == "bid_ones" and self.old[self.at].actor == actor:
            amount += self.old[self.at].factors[0]
            self.at += 1
        for decision, family, part in (
            (f"{kind}_fifties", "bid_fifties", amount // BID_STEP),
            (f"{kind}_bid", "bid", amount % BID_STEP),
        ):
            if (self.p.decision, self.p.actor) == (decision, actor):
                self.do(family, part)

    def move_upgrade(self, old: Choice) -> None:
        """An upgrade was taken from a class, then laid on another one."""
        upgrade, source = old.factors
        placed = self.old[self.at + 1]
        assert placed.family == "place_upgrade"
        self.at += 2
        self.do("move_upgrade", upgrade, *placed.factors)
        self.do("upgrade_from", source)

    def together(self, old: Choice) -> None:
        """Cubes of a ship, as many at once as were chosen one by one; those that mounted later come first."""
        same = [self.at]
        for i in range(self.at + 1, len(self.old)):
            if self.old[i] == old and len(same) < CUBES_AT_ONCE:
                same.append(i)
            elif self.old[i][:3] != old[:3] or old.family == "deploy":
                break
        for i in reversed(same):
            del self.old[i]
        self.do(old.family, *old.factors, len(same) - 1)

    def goes_along(self, old: Choice) -> bool:
        """Whether the next choice moves a ship that is alike the same way."""
        (one, direction), after, g = old.factors, self.old[self.at + 1], self.p.g
        if after[:3] != old[:3] or after.factors[1] != direction or after.factors[0] <= one:
            return False
        other = after.factors[0]
        if self.p.t.ship_class[one] != self.p.t.ship_class[other] or (other, direction) not in self.p.legal("move"):
            return False
        return all(np.array_equal(g[name][old.actor, one], g[name][old.actor, other]) for name in ALIKE)


@pytest.mark.parametrize("name", GAMES if COMPILED else ["modules"])
def test_a_game_of_the_old_protocol_ends_as_it_did(name: str) -> None:
    replay = Replay(GAMES[name])
    p = replay.play()
    for field, end in GAMES[name]["end"].items():
        assert np.array_equal(p.g[field], end), f"{field} is different"
    assert replay.taken < replay.before
