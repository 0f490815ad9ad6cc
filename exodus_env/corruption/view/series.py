"""Numbers of a position by seat, for charts: Keys, Health, Scraps, XP and more of the ships a seat is captain of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exodus_env.corruption.rules.result import activated_keys

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption


def series(rules: Corruption, game: Any) -> dict[str, list[float]]:
    """Each number for every seat; what all share is the same for each."""
    ships, seats = int(rules.t.ships), range(rules.config.players)

    def by_seat(values: Any) -> list[float]:
        return [float(sum(values[ship] for ship in range(ships) if game.captain[ship] == seat)) for seat in seats]

    carried = [int((game.key_ship == ship).sum()) for ship in range(ships)]
    modules = (game.module[:ships] > 0).sum(axis=1)
    mods = ((game.mod[:ships] == 1) | (game.mod[:ships] == 2)).sum(axis=1)
    shared = {
        "Corruption": float(game.corruption),
        "Keys on the Main Rift": float(activated_keys(game, rules.t)),
        "Systems revealed": float(game.systems),
    }
    return {
        "Keys carried": by_seat(carried),
        "Health": by_seat(game.health * game.alive),
        "Scraps": by_seat(game.scraps),
        "Mods and modules": by_seat(mods + modules),
        "Energy markers": by_seat(game.energy),
        **{name: [value for _ in seats] for name, value in shared.items()},
    }
