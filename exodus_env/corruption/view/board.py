"""A position as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exodus_env.corruption.rules.choices import DECISIONS

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption


def render(rules: Corruption, g: Any, legal: list[int]) -> str:
    """The course of the game, the ships, and what is legal."""
    lines = [f"Turn {g.turn}. Corruption {g.corruption} of {rules.t.spaces}. Systems: {g.systems}."]
    for ship in range(rules.t.ships):
        if g.mat[ship] >= 0:
            name = rules.content.ships[int(g.mat[ship])].name
            lines.append(f"{name} (player {g.captain[ship]}): system {g.slot[ship]}, {g.health[ship]} Health")
    if g.over:
        return "\n".join([*lines, "The game is over."])
    lines.append(f"Player {g.actor} must {DECISIONS[int(g.decision)][2]}.")
    lines += [f"{action:>3}  {rules.actions.action_to_string(action)}" for action in legal]
    return "\n".join(lines)
