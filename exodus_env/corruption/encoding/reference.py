"""What the reference pages of this game say besides its layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from exodus_env.corruption.rules.choices import DECISIONS, FAMILY_NAMES
from exodus_env.kit.reference import Offered, Reference

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption


class CorruptionReference(Reference):
    """The reference pages of a configuration of X-ODUS."""

    rules: Corruption

    def decisions(self) -> list[Offered]:
        """Every decision with the families it may offer."""
        asked = (decision for decision in DECISIONS if decision[1])
        return [(name, text, [FAMILY_NAMES[family] for family in families]) for name, families, text in asked]

    def action_numbers(self) -> str:
        """How ships, systems, directions and equipment are numbered."""
        return (
            "Ships are counted from the ship that is asked: 0 is that ship, 1 the next one. Where a seat is asked as "
            "such, ship 0 is its first ship. Systems are numbered in the order they were revealed, from 0, the "
            "Starting System. Directions are those of the map as it lies on the table. Mods are numbered by level, "
            "modules by the slot they are in, Enemies in one system in the order of their cards."
        )

    def observation_numbers(self) -> str:
        """How things are numbered, and who sees what."""
        return f"{self.action_numbers()} Nothing is private in this game."

    def factor_name(self, factor: str) -> str | None:
        """A system is a hex to networks."""
        return "system" if factor == "hex" else factor
