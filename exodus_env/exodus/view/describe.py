"""A position as plain JSON values: the only source of facts for text and drawing (docs/DESCRIBE.md).

It holds public facts and the viewer's own secrets; for `ALL`, everything that any player knows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.frames import ACTIONS_STAGE, CONQUEST_STAGE, STAGE_NAMES
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.describe_map import describe_map
from exodus_env.exodus.view.describe_players import describe_players, with_secrets
from exodus_env.exodus.view.describe_position import Plain, Position
from exodus_env.exodus.view.describe_table import (
    describe_combat,
    describe_decks,
    describe_event,
    describe_market,
    describe_politics,
    describe_scenario,
)
from exodus_env.exodus.view.moves import are_secret
from exodus_env.exodus.view.questions import pending
from exodus_env.exodus.view.text import game_words
from exodus_env.kit.definition import Viewer

VERSION: Final = 1  # raised when a key is removed or changes its meaning, not when one is added


def describe(rules: Ruleset, game: Game, viewer: Viewer) -> Plain:
    """The whole position."""
    return Described(rules, game).by(viewer)


class Described:
    """A position to be described to several viewers; what is the same for all is computed once."""

    def __init__(self, rules: Ruleset, game: Game) -> None:
        self._position = Position(rules, game, None)
        self._shared: Plain = {}

    def by(self, viewer: Viewer) -> Plain:
        """The whole position as a viewer knows it."""
        p = self._position.seen_by(viewer)
        facts: Plain = {"version": VERSION, "game": p.rules.game, "viewer": viewer}
        for name, make in PARTS.items():
            facts[name] = self._part(p, name, make)
        facts["players"] = with_secrets(p, facts["players"])
        return facts

    def _part(self, p: Position, name: str, make: Callable[[Position], Any]) -> Any:
        if name in self._shared:
            return self._shared[name]
        p.names.asked = False
        made = make(p)
        if not p.names.asked:
            self._shared[name] = made
        return made


def _setting(p: Position) -> Plain:
    config = p.rules.config
    return {
        "environment": p.rules.name,
        "players": config.players,
        "turns": p.t.turns,
        "scenario": config.scenario,
        "modules": sorted(config.modules, key=lambda module: int(module[1:])),
        "edge_of_extinction": bool(p.t.eoe),
        "together": p.rules.team,
        "words": game_words(config),
    }


def _course(p: Position) -> Plain:
    g = p.g
    return {
        "turn": g.turn,
        "stage": STAGE_NAMES[g.stage],
        "conquest": g.conquest if g.stage == CONQUEST_STAGE else None,
        "conquests": g.conquests if g.stage == CONQUEST_STAGE else None,
        "action_round": g.action_round if g.stage == ACTIONS_STAGE else None,
        "order": g.order[: p.t.players],
        "over": bool(g.over),
        "outcome": p.names.result(g.outcome) if g.outcome else None,
    }


def _decision(p: Position) -> Plain | None:
    """Who must decide what, and the hex and player it is about, if any."""
    g = p.g
    if g.over or g.decision == 0 or g.actor < 0:
        return None
    return {
        "player": g.actor,
        "kind": c.DECISIONS[g.decision][0],
        "words": pending(p.names),
        "hex": g.focus_hex if g.focus_hex >= 0 else None,
        "about_player": g.focus_player if g.focus_player >= 0 else None,
        "moves_are_secret": are_secret(p.names),
    }


PARTS: Final[dict[str, Callable[[Position], Any]]] = {
    "setting": _setting,
    "course": _course,
    "map": describe_map,
    "players": describe_players,
    "politics": describe_politics,
    "market": describe_market,
    "decks": describe_decks,
    "event": describe_event,
    "combat": describe_combat,
    "scenario": describe_scenario,
    "decision": _decision,
}
