"""Players who weigh motives: `motives`, its styles, and the short-sighted `greedy`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from exodus_env.corruption.players.decide import decide_all
from exodus_env.corruption.players.styles import Style, make_style, style_tables
from exodus_env.corruption.players.terms import MOTIVES
from exodus_env.corruption.record import new_games
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, View, Views

PLAIN: Final = "team"  # the style `motives` plays where none is named
GREEDY: Final = "greedy"


class Room:
    """Buffers to think in, made once."""

    def __init__(self, rules: Definition) -> None:
        self.worlds = new_games(1)
        self.masks = np.zeros((1, rules.actions.size), dtype=np.int8)
        self.motives = np.zeros(len(MOTIVES))
        self.scores = np.zeros(rules.actions.size)


class StyledPlayer(Player):
    """Tries every legal choice in worlds it considers possible and takes the one its style likes best."""

    def __init__(self, name: str, style: Style) -> None:
        self.name = name
        self._style = style
        self._rooms: dict[int, Room] = {}

    def start(self, rules: Definition) -> None:
        """Compile what is not compiled yet, before the first game."""
        decide_all.prepare()

    def choose_all(self, views: Views) -> Array:
        """The best choice in each game."""
        return self._decide(views.rules, views.worlds(), views.masks, views.seeds)

    def choose(self, view: View) -> int:
        """The best choice."""
        return int(self._decide(view.rules, view.world(), view.mask[None], np.array([view.seed]))[0])

    def _decide(self, rules: Any, worlds: Array, masks: Array, seeds: Array) -> Array:
        room = self._rooms.setdefault(rules.actions.size, Room(rules))
        actions = np.zeros(len(worlds), dtype=np.int64)
        decide_all(
            worlds,
            rules.tables,
            np.ascontiguousarray(masks),
            np.ascontiguousarray(seeds, dtype=np.int64),
            self._style.weights,
            self._style.traits,
            room.worlds,
            room.masks,
            room.motives,
            room.scores,
            actions,
        )
        return actions


def motives(argument: str | None) -> StyledPlayer:
    """`motives`, or `motives:STYLE` for a certain style."""
    styles = sorted(name for name in style_tables() if name != GREEDY)
    if argument is not None and argument not in styles:
        raise ValueError(f"motives has no style {argument!r}; it has: {', '.join(styles)}")
    return StyledPlayer(f"motives:{argument}" if argument else "motives", make_style(argument or PLAIN))


def greedy(argument: str | None) -> StyledPlayer:
    """Looks at the position after the next decision in one possible world, and no further."""
    if argument is not None:
        raise ValueError(f"greedy takes no argument, not {argument!r}")
    return StyledPlayer(GREEDY, make_style(GREEDY))
