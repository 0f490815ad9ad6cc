"""What the reference pages of this game say in addition to its layouts.

Run as a module with the name of a folder, it writes ACTIONS.md and OBSERVATIONS.md of the default game to it.
"""

from __future__ import annotations

import re
import sys
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final

from exodus_env.exodus.capacity import EDGES
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.turning import is_exact, same_roles
from exodus_env.exodus.encoding.actions import DIRECTION_NAMES
from exodus_env.exodus.encoding.blocks import open_decisions
from exodus_env.exodus.record import new_games
from exodus_env.exodus.rules.choices import DECISIONS, FAMILIES, families_of
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.exodus.view.names import Names
from exodus_env.exodus.view.text import game_words
from exodus_env.kit.reference import LISTED, Offered, Reference
from exodus_env.kit.text import number

# Factors that only say whether a module or scenario is in the game.
SWITCHES: Final = ("m3", "m4", "vp_trade")
# What follows the name of a factor that a module or scenario brings.
BROUGHT: Final = re.compile(r"_(m\d+|stronghold|coop|eoe)$")


class ExodusReference(Reference):
    """The reference pages of a configuration of Exodus."""

    rules: Ruleset
    meanings: ClassVar = {
        "decision": f"one-hot: pending decision; 0.5: a decision put off by an interruption; {LISTED}"
    }

    def settings(self) -> str:
        """The configuration in words."""
        config = self.rules.config
        words = f"the {config.variant} variant, the {config.map} map, {config.turns} turns"
        players = f"{number(config.players, 'player')}, {words}, movement `{config.movement}`"
        return "; ".join([players, *game_words(config)])

    def decisions(self) -> list[Offered]:
        """The decisions that can come up, with the families this configuration has."""
        return self._offered

    @cached_property
    def _offered(self) -> list[Offered]:
        families = self.rules.actions.families
        found: list[Offered] = []
        for decision in sorted(open_decisions(self.rules.t, self.rules.actions)):
            offered = [FAMILIES[family][0] for family in families_of(decision) if families[family].size > 0]
            if offered:
                found.append((DECISIONS[decision][0], DECISIONS[decision][2], offered))
        return found

    def action_numbers(self) -> str:
        """How hexes, directions, ships and cards are numbered."""
        return f"{self._turning()} Ships and cards have fixed numbers."

    def observation_numbers(self) -> str:
        """How hexes, directions, ships, cards and technologies are numbered."""
        return f"{self._turning()} Ships, cards and technologies have fixed numbers."

    def factor_name(self, factor: str) -> str | None:
        """The name of a factor without the module or scenario that brings it."""
        return None if factor in SWITCHES else BROUGHT.sub("", factor)

    def factor_values(self, factor: str, size: int) -> str:
        """What the values of a factor mean."""
        name = self.factor_name(factor)
        if name == "edge":
            sides = ", ".join(f"{side} {word}" for side, word in enumerate(DIRECTION_NAMES[:EDGES]))
            return f"the border of a hex with its neighbour, hex * {EDGES} + side: {sides}"
        if name == "direction":
            words = [f"{value} {word}" for value, word in enumerate(DIRECTION_NAMES[:size])]
            return f"as seat 0 sees them, {', '.join(words)}"
        return self._hexes() if name == "hex" else super().factor_values(factor, size)

    def _turning(self) -> str:
        """How hexes and directions are numbered, and how well that fits this map."""
        rules = self.rules
        seats = range(1, rules.config.players)
        if not seats:
            return "Hexes and directions are numbered as they are printed."
        loose = [seat for seat in seats if not is_exact(rules.t, seat)]
        matches = ", ".join(f"{same_roles(rules.t, seat)} of {rules.t.hexes} hexes for seat {seat}" for seat in loose)
        fit = (
            f"This map does not look the same from every home; the best match maps {matches} to a hex of the same kind."
            if loose
            else "This map looks the same from every home."
        )
        return (
            "Hexes and directions are numbered as the player sees the map after turning it so that the player's home "
            f"is where seat 0's home is printed; the tables `turned_hex` and `turned_direction` translate. {fit}"
        )

    def _hexes(self) -> str:
        """The hexes by axial coordinates, with the names of those that are the same in every game."""
        rules = self.rules
        names = Names(rules, new_games(1)[0])
        places = {int(rules.t.centre_hex): f" {names.centre()}"}
        for seat in range(rules.config.players):
            places[int(rules.t.home_hex[seat])] = f" home of seat {seat}"
        words = [f"{number} at ({q}, {r}){places.get(number, '')}" for number, (q, r) in enumerate(rules.coordinates)]
        return f"as seat 0 sees them, in axial coordinates, q to the east, r to the south-east: {', '.join(words)}"


if __name__ == "__main__":
    ExodusReference(ruleset(GameConfig())).write_pages(Path(sys.argv[1]))
