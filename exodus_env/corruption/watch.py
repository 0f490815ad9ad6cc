"""What is noted about ships besides how a game ends: what may make a team win more often.

All win or lose together, so each word is held once in a game: what belongs to a ship by its captain, what belongs to
all by the first seat. A ship that is defeated loses its equipment, so what it has had is kept while the game goes on.
To add a trait: a line in `TraitWatcher.traits`, and where it cannot be read off a finished game, what `look` keeps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.view.names import Names
from exodus_env.kit.definition import Array, Traits, Watcher

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption

SHIP: Final = "ship"
ABSENT: Final = "absent ship"  # its games are those to compare with the games of the ship
EFFECT: Final = "effect of a Mod"
MODULE: Final = "module"
ALLY: Final = "Ally met"
SIGNAL: Final = "Signal solved"
SOLVED: Final = 2  # signal_state


class TraitWatcher(Watcher):
    """Watches many games at once."""

    def __init__(self, rules: Corruption, n: int) -> None:
        self.rules = rules
        self.seats = rules.config.players
        self.ships = int(rules.t.ships)
        self.effects = np.zeros((n, c.SHIPS, c.LEVELS, c.MOD_EFFECTS), dtype=bool)  # chosen for a Mod
        self.modules = np.zeros((n, c.SHIPS, c.ALL_MODULES), dtype=bool)  # had in a slot, by kind

    def look(self, games: Array, fresh: Array) -> None:
        """Keep the effects of Mods and the modules that ships have had."""
        self.effects[fresh] = False
        self.modules[fresh] = False
        for choice in range(c.MOD_EFFECTS):
            self.effects[..., choice] |= games["mod"] == choice + 1
        held = games["module"]
        rows, ships, slots = np.nonzero(held)
        self.modules[rows, ships, held[rows, ships, slots] - 1] = True

    def traits(self, games: Array, i: int) -> Traits:
        """By seat: its ships, the effects of Mods and the modules they had; what the team has met and solved."""
        game = games[i]
        names = Names(self.rules, game)
        mats = [int(mat) for mat in game.mat[: self.ships] if mat >= 0]
        solved = np.flatnonzero(game.signal_state[: self.rules.t.keys] == SOLVED)
        return {
            SHIP: self._by_captain(game, [[names.mat(int(mat))] if mat >= 0 else [] for mat in game.mat]),
            ABSENT: self._of_all([names.mat(mat) for mat in range(len(self.rules.content.ships)) if mat not in mats]),
            EFFECT: self._by_captain(game, [self._effects(names, i, ship) for ship in range(self.ships)]),
            MODULE: self._by_captain(game, [self._modules(names, i, ship) for ship in range(self.ships)]),
            ALLY: self._of_all([names.ally(int(ally) - 1) for ally in game.ally[: game.systems] if ally > 0]),
            SIGNAL: self._of_all([names.signal(int(game.signal[key])) for key in solved]),
        }

    def _by_captain(self, game: Any, held: list[list[str]]) -> tuple[tuple[str, ...], ...]:
        """What ships have, by the seats of their captains; what several ships of one captain have counts once."""
        found: list[dict[str, None]] = [{} for _ in range(self.seats)]
        for ship in range(self.ships):
            found[game.captain[ship]].update(dict.fromkeys(held[ship]))
        return tuple(tuple(words) for words in found)

    def _of_all(self, held: list[str]) -> tuple[tuple[str, ...], ...]:
        """What belongs to all."""
        return (tuple(held), *((),) * (self.seats - 1))

    def _effects(self, names: Names, i: int, ship: int) -> list[str]:
        """The effects chosen for a ship's Mods, each with the Mod."""
        found = np.argwhere(self.effects[i, ship]).tolist()
        return [f"{names.mod_name(ship, level)}: {names.effect(ship, level, choice)}" for level, choice in found]

    def _modules(self, names: Names, i: int, ship: int) -> list[str]:
        """The modules a ship has had."""
        return [names.module(kind) for kind in np.flatnonzero(self.modules[i, ship]).tolist()]
