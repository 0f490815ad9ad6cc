"""Beacon as text."""

from __future__ import annotations

from typing import Any

from exodus_env.kit.layout import ActionLayout
from tests.toy.declarations import DECISIONS
from tests.toy.rules import MOST_STORMS, WON
from tests.toy.tables import LAMPS, Tables


def render(g: Any, t: Tables, layout: ActionLayout, legal: list[int], viewer: int | None) -> str:
    """A position, with the card of the viewer; somebody who looks on sees none."""
    lines = [
        f"Hour {g.hour} of {t.hours}. Lamps: {'*' * int(g.lit)}{'.' * (LAMPS - int(g.lit))}. "
        f"Storm {g.storms} of {MOST_STORMS}. Cards in the deck: {g.left}.",
        "Spent: " + ", ".join(f"{count} of lamp {lamp + 1}" for lamp, count in enumerate(g.spent)) + ".",
    ]
    for keeper in range(t.players):
        card = f"lamp {g.hand[keeper] + 1}" if viewer == keeper else "a card"
        lines.append(f"Player {keeper} holds {card}.")
    if g.over:
        lines.append("All lamps burn." if g.outcome == WON else "The night is lost.")
        return "\n".join(lines)
    lines.append(f"Player {g.actor} must {DECISIONS[g.decision].text}.")
    lines += [f"{action:>3}  {layout.action_to_string(action, int(g.actor))}" for action in legal]
    return "\n".join(lines)
