"""Positions drawn: fragments of SVG made from `describe`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from exodus_env.exodus.record import Game
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.describe import Described
from exodus_env.exodus.view.drawing.boards import draw_board
from exodus_env.exodus.view.drawing.hexes import draw_hex, draw_links
from exodus_env.exodus.view.drawing.layout import Page, page
from exodus_env.exodus.view.drawing.panels import (
    draw_backdrop,
    draw_decks,
    draw_heading,
    draw_market,
    draw_politics,
    draw_question,
    draw_score,
    draw_stage,
)
from exodus_env.kit.definition import Viewer
from exodus_env.kit.redrawing import Facts, Pieces


def canvas(rules: Ruleset) -> tuple[int, int]:
    """Width and height of the page."""
    return page(rules).width, page(rules).height


def fragments(rules: Ruleset, game: Game, viewer: Viewer) -> dict[str, str]:
    """The whole position, by name."""
    return Drawer(rules)(game, viewer)


class Drawer:
    """Draws positions of one game one after another, for any viewers. A piece whose facts have not changed since it
    was drawn is not drawn again."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.place = page(rules)
        self._state = b""
        self._described: Described | None = None
        self._pieces = Pieces()

    def __call__(self, game: Game, viewer: Viewer) -> dict[str, str]:
        """The whole position, by name."""
        facts = self._facts(game, viewer)
        map, decision = facts["map"], facts["decision"]
        drawn = {"backdrop": draw_backdrop(self.rules), "heading": self._panel("heading", draw_heading, facts)}
        for hex in map["hexes"]:
            name = f"hex-{hex['hex']}"
            drawn[name] = self._piece(name, draw_hex, hex, map)
        drawn["links"] = self._panel("links", draw_links, map)
        for player in facts["players"]:
            acts = decision is not None and decision["player"] == player["player"]
            name = f"player-{player['player']}"
            drawn[name] = self._piece(name, draw_board, player, {**facts, "decision": decision if acts else None})
        for name, draw in PANELS.items():
            drawn[name] = self._panel(name, draw, facts)
        return drawn

    def _facts(self, game: Game, viewer: Viewer) -> Facts:
        state = np.asarray(game).tobytes()
        if self._described is None or state != self._state:
            self._state, self._described = state, Described(self.rules, game)
        return self._described.by(viewer)

    def _panel(self, name: str, draw: Callable[[Page, Facts], str], facts: Facts) -> str:
        return self._piece(name, lambda place, _, read: draw(place, read), {}, facts)

    def _piece(self, name: str, draw: Callable[[Page, Facts, Facts], str], own: Facts, facts: Facts) -> str:
        """A piece about some facts of its own, and those that it reads of others."""
        return self._pieces.draw(name, lambda own, read: draw(self.place, own, read), own, facts)


PANELS: Final[dict[str, Callable[[Page, Facts], str]]] = {
    "score": draw_score,
    "politics": draw_politics,
    "market": draw_market,
    "decks": draw_decks,
    "stage": draw_stage,
    "decision": draw_question,
}
