"""What the invariants look at: a position as wide integers, and words for what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import SimpleNamespace
from typing import Final

import numpy as np

from exodus_env.exodus import capacity as c
from exodus_env.exodus.rules import frames, scoring
from exodus_env.exodus.rules.frames import INTERRUPTED_DECISION
from exodus_env.exodus.rules.setup import opening
from exodus_env.exodus.rules.stages import council
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit import facts
from exodus_env.kit.facts import Array, Wide, pick
from exodus_env.kit.flow import KIND, STEP

IN_DECK, DISCARDED, IN_COMBAT = -1, -2, -3
CENTAURIANS: Final = c.PLAYERS


@dataclass(frozen=True)
class Facts(Wide):
    """A position, with the content and tables that belong to it."""

    rules: Ruleset

    @property
    def players(self) -> range:
        """The seats in play."""
        return range(self.t.players)

    @property
    def top(self) -> list[int]:
        """The top frame; zeros when there is none."""
        return self.stack[-1] if self.stack else [0] * c.FRAME_WIDTH

    @cached_property
    def pending(self) -> set[int]:
        """The pending decision, and those that will be asked again after an interruption."""
        return {
            self.g.decision,
            *(frame[INTERRUPTED_DECISION] for frame in self.stack if frame[KIND] == frames.INTERRUPTED),
        }

    def frame(self, kind: int) -> list[int] | None:
        """The lowest frame of a kind."""
        return next((frame for frame in self.stack if frame[KIND] == kind), None)

    def step_of(self, kind: int) -> int:
        """The step of the lowest frame of a kind, or -1."""
        frame = self.frame(kind)
        return -1 if frame is None else frame[STEP]

    @cached_property
    def is_dealt(self) -> bool:
        """Whether the map has all its planets."""
        return self.set_up_to(opening.LOOKS)

    def set_up_to(self, step: int) -> bool:
        """Whether setup has come to a step, or is over."""
        now = self.step_of(frames.SETTING_UP)
        return now < 0 or has_come_to(opening.IN_ORDER, now, step)

    def in_council_from(self, step: int) -> bool:
        """Whether there is a Council and it has come to a step."""
        now = self.step_of(frames.COUNCIL)
        return now > 0 and has_come_to(council.IN_ORDER, now, step)

    @cached_property
    def land(self) -> Array:
        """For each hex, whether it has a planet that has been explored and not destroyed."""
        g, hexes = self.g, self.t.hexes
        there: Array = (g.planet[:hexes] >= 0) & (g.destroyed[:hexes] != 1) & (g.face_down[:hexes] == 0)
        return there

    @property
    def before_conquest(self) -> bool:
        """Whether no Conquest Stage has begun yet."""
        return bool(self.g.turn == 1 and self.g.stage not in (frames.CONQUEST_STAGE, frames.SCORING))

    def beside(self, hexagon: int, direction: int) -> int:
        """The hex that a ship reaches in a direction, the last one through the wormhole; -1 if none."""
        if direction < c.DIRECTIONS or not self.t.exploration:
            return pick(self.t.neighbour, hexagon, direction)
        return self.through(hexagon)

    def through(self, hexagon: int) -> int:
        """The hex that a ship reaches through the wormhole in a hex; -1 if none."""
        other = self.other_end(hexagon)
        return -1 if other == self.t.centre_hex and self.t.council_hex < 0 else other

    def other_end(self, hexagon: int) -> int:
        """The other end of the wormhole in a hex; -1 if there is none."""
        ends = self.g.wormhole.tolist()
        return int(ends[1 - ends.index(hexagon)]) if hexagon >= 0 and hexagon in ends else -1


def has_come_to(in_order: tuple[int, ...], now: int, step: int) -> bool:
    """Whether a step is another one in order, or comes after it; an unknown step comes before all."""
    return now in in_order and in_order.index(now) >= in_order.index(step)


def players_of(mask: int) -> set[int]:
    """The players in a mask of one bit each."""
    return {bit for bit in range(mask.bit_length()) if mask >> bit & 1}


@lru_cache(maxsize=64)
def wide_tables(rules: Ruleset) -> SimpleNamespace:
    """The tables of a configuration, how far some fields count in it, and which hexes are dealt a planet."""
    tables = SimpleNamespace(**vars(facts.wide_tables(rules)))
    tables.edges = tables.hexes * c.EDGES if tables.barriers else 0
    tables.buyers = (tables.players if tables.eoe else 0) + 1  # of planetary upgrades, including nobody
    tables.side_cards = max(tables.combat_cards, tables.foe_cards)
    tables.offices = tables.first_office + 1  # turn-order cards of a solitaire player
    tables.gathered = (tables.foes if tables.solitaire else 0) + 1  # Resistance ships in a hex, including none
    tables.moves = tables.rearrangements + 1  # of upgrades in a stage, including none
    tables.outcomes = (scoring.WON_IN_PART if tables.solitaire else scoring.LOST) + 1
    hexes = np.arange(tables.hexes)
    tables.wild = (tables.home_of[: tables.hexes] < 0) & (hexes != tables.centre_hex)
    return tables
