"""Positions drawn: fragments of SVG made from `describe`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from exodus_env.corruption.view.describe import describe
from exodus_env.corruption.view.drawing.boards import draw_board
from exodus_env.corruption.view.drawing.layout import chart
from exodus_env.corruption.view.drawing.panels import (
    draw_backdrop,
    draw_heading,
    draw_keys,
    draw_question,
    draw_stage,
    draw_track,
)
from exodus_env.corruption.view.drawing.systems import draw_links, draw_spaces, draw_system
from exodus_env.kit.definition import Viewer
from exodus_env.kit.redrawing import Facts, Pieces

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption


class Drawer:
    """Draws positions of one game one after the other; pieces that show what they showed before are kept.

    There is a fragment for every system the map can have, so that names are the same in all positions; those that are
    not revealed are empty. The map is drawn as large as its area allows: while it grows, systems move and shrink.
    """

    def __init__(self, rules: Corruption) -> None:
        self.rules = rules
        self._pieces = Pieces()

    def __call__(self, game: Any, viewer: Viewer) -> dict[str, str]:
        """The whole position, by name."""
        facts = describe(self.rules, game, viewer)
        systems = facts["map"]["systems"]
        place = {"chart": chart(systems, facts["map"]["tiles_left"] > 0)}
        drawn = {"backdrop": draw_backdrop(), "heading": self._panel("heading", draw_heading, facts)}
        drawn["spaces"] = self._pieces.draw("spaces", draw_spaces, place | {"systems": systems}, facts)
        for slot in range(facts["setting"]["systems"]):
            name = f"system-{slot}"
            own = place | {"system": systems[slot]} if slot < len(systems) else {}
            drawn[name] = self._pieces.draw(name, draw_system, own, facts)
        drawn["links"] = self._pieces.draw("links", draw_links, place | {"systems": systems}, facts)
        for ship in facts["ships"]:
            name = f"ship-{ship['ship']}"
            drawn[name] = self._pieces.draw(name, draw_board, ship, facts)
        for name, draw in PANELS.items():
            drawn[name] = self._panel(name, draw, facts)
        return drawn

    def _panel(self, name: str, draw: Callable[[Facts], str], facts: Facts) -> str:
        return self._pieces.draw(name, lambda _, read: draw(read), {}, facts)


PANELS: Final[dict[str, Callable[[Facts], str]]] = {
    "track": draw_track,
    "keys": draw_keys,
    "stage": draw_stage,
    "decision": draw_question,
}
