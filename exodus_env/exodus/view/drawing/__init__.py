"""Positions drawn: fragments of SVG made from `describe`."""

from __future__ import annotations

from exodus_env.exodus.record import Game
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.describe import describe
from exodus_env.exodus.view.drawing.boards import draw_board
from exodus_env.exodus.view.drawing.hexes import draw_hex, draw_links
from exodus_env.exodus.view.drawing.layout import page
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


def canvas(rules: Ruleset) -> tuple[int, int]:
    """Width and height of the page."""
    return page(rules).width, page(rules).height


def fragments(rules: Ruleset, game: Game, viewer: Viewer) -> dict[str, str]:
    """The whole position, by name."""
    facts = describe(rules, game, viewer)
    place, map = page(rules), facts["map"]
    drawn = {"backdrop": draw_backdrop(rules), "heading": draw_heading(place, facts)}
    for hex in map["hexes"]:
        drawn[f"hex-{hex['hex']}"] = draw_hex(place, hex, map)
    drawn["links"] = draw_links(place, map)
    for player in facts["players"]:
        drawn[f"player-{player['player']}"] = draw_board(place, player, facts)
    drawn["score"] = draw_score(place, facts)
    drawn["politics"] = draw_politics(place, facts)
    drawn["market"] = draw_market(place, facts)
    drawn["decks"] = draw_decks(place, facts)
    drawn["stage"] = draw_stage(place, facts)
    drawn["decision"] = draw_question(place, facts)
    return drawn
