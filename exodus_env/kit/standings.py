"""What the results of an arena say about its players, with 95% intervals.

A name at several seats is one player. Win share, rank and score are those of one of its seats, so a fair share is one
by the number of seats whoever sits there; where all win or lose together, every game counts once. Games lost by a fault
count for wins and ranks, not for score and length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

import numpy as np

from exodus_env.kit.arena import GameResult

Z: Final = 1.959963984540054  # 95% of a normal distribution lie within this many deviations
RESAMPLES: Final = 1000
DIGITS: Final = 6


@dataclass
class Rating:
    """How strong a player is believed to be, and how sure that is."""

    mu: float
    sigma: float
    games: int = 0


def standings(names: Sequence[str], results: Sequence[GameResult], team: bool) -> dict[str, Any]:
    """Everything that is reported, as plain values."""
    ratings = {} if team else rated({}, results)
    figures: dict[str, Any] = {
        "players": [_player(name, names.count(name), results, team, ratings) for name in dict.fromkeys(names)],
        "length": _length(results),
        "faults": _faults(results),
    }
    if team:
        won = [float(result.won is True) for result in results]
        figures["team"] = {"games": len(won), "won": int(sum(won)), **win_share(won)}
    elif any(result.lost for result in results):
        figures["lost_together"] = sum(result.lost for result in results)
    if cut_off := sum(result.cut_off for result in results):
        figures["cut_off"] = cut_off
    return figures


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The Wilson interval of a share; `wins` may be a sum of shares."""
    if games == 0:
        return 0.0, 1.0
    share = wins / games
    scale = 1 + Z * Z / games
    middle = share + Z * Z / (2 * games)
    reach = Z * math.sqrt(max(0.0, share * (1 - share)) / games + Z * Z / (4 * games * games))
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def bootstrap(values: Sequence[float], deals: Sequence[int]) -> tuple[float, float]:
    """The interval of a mean. Whole deals are drawn, since games of one deal are correlated."""
    _, group = np.unique(np.asarray(deals), return_inverse=True)
    sums = np.bincount(group, weights=np.asarray(values, dtype=np.float64))
    counts = np.bincount(group)
    draw = np.random.default_rng(0)
    means = np.empty(RESAMPLES)
    for i in range(RESAMPLES):
        drawn = draw.integers(len(sums), size=len(sums))
        means[i] = sums[drawn].sum() / counts[drawn].sum()
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def rated(ratings: dict[str, Rating], results: Iterable[GameResult]) -> dict[str, Rating]:
    """Plackett-Luce ratings after further games, in order; `ratings` is updated and returned.

    A name at several seats moves by the mean of what its seats move. A game of a name against itself tells nothing.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    fresh = model.rating()
    for result in results:
        for name in result.names:
            ratings.setdefault(name, Rating(fresh.mu, fresh.sigma))
        if len(set(result.names)) > 1:
            _rate_game(model, ratings, result)
        for name in set(result.names):
            ratings[name].games += 1
    return ratings


def _rate_game(model: Any, ratings: dict[str, Rating], result: GameResult) -> None:
    teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in result.names]
    after = [team[0] for team in model.rate(teams, ranks=list(result.ranks))]
    for name in set(result.names):
        seats = [new for new, seated in zip(after, result.names, strict=True) if seated == name]
        ratings[name].mu = fmean(new.mu for new in seats)
        ratings[name].sigma = fmean(new.sigma for new in seats)


def rounded(value: float | None) -> float | None:
    """As results are written, without the last bits of a sum."""
    return None if value is None else round(float(value), DIGITS)


def win_share(wins: Sequence[float]) -> dict[str, float | None]:
    """A share of wins and its interval."""
    low, high = wilson(sum(wins), len(wins))
    share = sum(wins) / len(wins) if wins else None
    return {"win_share": rounded(share), "win_low": rounded(low), "win_high": rounded(high)}


def mean_of(what: str, values: Sequence[float], deals: Sequence[int]) -> dict[str, float | None]:
    """A mean and its interval; None where there is nothing to count."""
    mean, low, high = (fmean(values), *bootstrap(values, deals)) if values else (None, None, None)
    return {f"mean_{what}": rounded(mean), f"{what}_low": rounded(low), f"{what}_high": rounded(high)}


# ---- one player ------------------------------------------------------------------------------------------------------


def _player(
    name: str, seats: int, results: Sequence[GameResult], team: bool, ratings: dict[str, Rating]
) -> dict[str, Any]:
    taken = [(result, seat) for result in results for seat, seated in enumerate(result.names) if seated == name]
    counted = [(result, result.score[seat], seat) for result, seat in taken if result.score is not None]
    games = {result.game: float(result.won is True) for result, _ in taken}
    wins = list(games.values()) if team else [result.wins[seat] for result, seat in taken]
    deals = [result.deal for result, _ in taken]
    rating = ratings.get(name)
    sources = list(counted[0][0].lines) if counted else []
    return {
        "name": name,
        "seats": seats,
        "games": len(games),
        **win_share(wins),
        **mean_of("rank", [] if team else [result.ranks[seat] for result, seat in taken], deals),
        **mean_of("points", [float(score) for _, score, _ in counted], [result.deal for result, _, _ in counted]),
        "rating": rounded(rating.mu if rating else None),
        "rating_sigma": rounded(rating.sigma if rating else None),
        "points_by_source": {
            line: rounded(fmean(result.lines[line][seat] for result, _, seat in counted)) for line in sources
        },
        "faults": sum(result.fault is not None and result.fault.seat == seat for result, seat in taken),
    }


# ---- all games -------------------------------------------------------------------------------------------------------


def _length(results: Sequence[GameResult]) -> dict[str, Any]:
    whole = [result for result in results if result.fault is None and not result.cut_off]
    return {
        "decisions": _spread([result.decisions for result in whole]),
        "turns": _spread([result.turns for result in whole if result.turns is not None]),
    }


def _spread(values: Sequence[int]) -> dict[str, float | None]:
    if not values:
        return {"mean": None, "min": None, "max": None}
    return {"mean": rounded(fmean(values)), "min": min(values), "max": max(values)}


def _faults(results: Sequence[GameResult]) -> list[dict[str, Any]]:
    """Who lost games by a fault, how many, and what was wrong the first time."""
    found: dict[str, dict[str, Any]] = {}
    for result in results:
        if result.fault is not None:
            first = {"name": result.fault.name, "games": 0, "first_game": result.game, "message": result.fault.message}
            found.setdefault(result.fault.name, first)["games"] += 1
    return list(found.values())
