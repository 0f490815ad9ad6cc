"""Players that weigh motives: `motives`, its styles, and the short-sighted `greedy`."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.exodus.players.decide import BRANCH, decide_all
from exodus_env.exodus.players.styles import Style, by_faction, make_style, style_names
from exodus_env.exodus.players.terms import COLUMNS, MOTIVES, ROWS
from exodus_env.exodus.record import new_games
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, View, Views

# The styles of `motives` if none is named: competitive, for a team, for a mission.
COMPETITIVE, CO_OPERATIVE, SOLITAIRE = "balanced", "team", "solitaire"
PLAIN_STYLES = (COMPETITIVE, CO_OPERATIVE, SOLITAIRE)
WORLDS = BRANCH + 1  # that deciding takes


def plain_style(rules: Any) -> int:
    """Which of the plain styles a game calls for."""
    if rules.t.solitaire:
        return PLAIN_STYLES.index(SOLITAIRE)
    return PLAIN_STYLES.index(CO_OPERATIVE if rules.t.coop else COMPETITIVE)


class Room:
    """Scratch buffers, made once."""

    def __init__(self, rules: Definition) -> None:
        self.worlds = new_games(WORLDS)
        self.masks = np.zeros((1, rules.actions.size), dtype=np.int8)
        self.sheet = np.zeros((ROWS, COLUMNS))
        self.motives = np.zeros(len(MOTIVES))
        self.scores = np.zeros(rules.actions.size)


class StyledPlayer(Player):
    """Tries every legal choice in a possible world and takes the one that its style likes best."""

    def __init__(self, name: str, *styles: Style) -> None:
        self.name = name
        self._styles = styles  # one for every game, or one for each of the plain styles
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
        style = self._styles[plain_style(rules) if len(self._styles) > 1 else 0]
        actions = np.zeros(len(worlds), dtype=np.int64)
        decide_all(
            worlds,
            rules.tables,
            np.ascontiguousarray(masks),
            np.ascontiguousarray(seeds, dtype=np.int64),
            style.weights,
            style.traits,
            style.looks,
            room.worlds,
            room.masks,
            room.sheet,
            room.motives,
            room.scores,
            actions,
        )
        return actions


def motives(argument: str | None) -> StyledPlayer:
    """`motives`, or `motives:STYLE` for a certain style.

    Without one it plays for the team, if there is one, and as suits its faction (EoE).
    """
    if argument is None:
        return StyledPlayer("motives", *(by_faction(make_style(name)) for name in PLAIN_STYLES))
    if argument not in style_names():
        raise ValueError(f"motives has no style {argument!r}; it has: {', '.join(style_names())}")
    return StyledPlayer(f"motives:{argument}", make_style(argument))


def greedy(argument: str | None) -> StyledPlayer:
    """Looks one step ahead, at what counts in the score and what is in hand, and no further."""
    if argument is not None:
        raise ValueError(f"greedy takes no argument, not {argument!r}")
    return StyledPlayer("greedy", make_style("greedy", short_sighted=True))
