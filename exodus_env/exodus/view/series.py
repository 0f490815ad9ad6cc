"""Numbers of a position by player, for charts: VP, resources, fleets, planets, technologies. All are public."""

from __future__ import annotations

from typing import Any

import numpy as np

from exodus_env.exodus.encoding import places as b
from exodus_env.exodus.record import Game
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.names import RESOURCE_NAMES


def series(rules: Ruleset, game: Game) -> dict[str, list[float]]:
    """Each number for every player."""
    seats = slice(0, rules.config.players)
    known = {"VP if the game ended now": _score(rules, game)}
    for i, name in enumerate(RESOURCE_NAMES[:3]):  # the fourth are VP scored so far
        known[name] = game.resource[seats, i]
    known["Fleet: combat dice"] = _fleet(rules, game, game.dice)[seats]
    known["Fleet: shields"] = _fleet(rules, game, game.shield)[seats]
    known["Planets with Population"] = (game.population > 0).sum(axis=0)[seats]
    known["Technologies"] = game.technology.sum(axis=1)[seats]
    return {name: [float(value) for value in values] for name, values in known.items()}


def _score(rules: Ruleset, game: Game) -> np.ndarray[Any, Any]:
    """What every player would score if the game ended now; the rules compute it, and observations show it too."""
    games = rules.new_games(1)
    games.view(np.uint8)[:] = np.frombuffer(np.asarray(game).tobytes(), dtype=np.uint8)  # faster than field by field
    row = np.zeros((1, rules.observations.size), dtype=np.float32)
    rules.observe_as(games, 0, rules.tables, 0, row)
    start = int(rules.t.block_start[b.O_PLAYERS]) + b.P_SCORE
    score: np.ndarray[Any, Any] = np.rint(row[0, start :: b.P_WIDTH][: rules.config.players] / b.P_SCORE_SCALE)
    return score


def _fleet(rules: Ruleset, game: Game, worth: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The value of a blueprint, added up over a player's ships on the map."""
    ships = int(rules.t.ships)
    kinds = rules.t.ship_class[:ships]
    on_map = game.ship_hex[:, :ships] >= 0
    total: np.ndarray[Any, Any] = (worth[:, kinds] * on_map).sum(axis=1)
    return total
