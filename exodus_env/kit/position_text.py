"""A position as plain text, for games that do not draw it themselves: what the record says, the decision, the moves."""

from __future__ import annotations

from typing import Any

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.record import BASE_FIELDS, Schema
from exodus_env.kit.text import capital, number
from exodus_env.kit.wording import numbered_line


def known_fields(schema: Schema, game: Any, viewer: int | None) -> list[str]:
    """The game's own fields that a viewer may know, each with its meaning."""
    lines = []
    for name, _, _, known, meaning in schema.fields[len(BASE_FIELDS) :]:
        if known == "public":
            lines.append(f"{capital(meaning)}: {game[name].tolist()}")
        elif known == "own" and viewer is not None:
            lines.append(f"{capital(meaning)} (player {viewer}): {game[name][viewer].tolist()}")
    return lines


def decision_lines(rules: Definition, game: Any, mask: Array, viewer: int | None) -> list[str]:
    """Who must decide what, and the legal moves with their ids; nothing when the game is over."""
    if game.over or game.actor < 0:
        return []
    lines = [f"Player {int(game.actor)} must {rules.decision(game)}."]
    moves = rules.wording(game, mask, viewer).texts
    if moves:
        lines.append(f"{capital(number(len(moves), 'legal move'))}:")
    return lines + [line for action, text in moves.items() for line in numbered_line(action, text)]
