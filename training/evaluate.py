"""How strong a network is: arena games against a fixed scripted line-up, on deals that are never used in training.

Every evaluation has its own deals. The best of many evaluations on the same deals would be the one that those deals
suit; and since the best of many is also lucky, finalists are measured again on new deals before one is called best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import torch

from exodus_env.kit.arena import hashed, plan_for
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, Views
from exodus_env.kit.standings import standings
from exodus_env.kit.workers import play_plan
from exodus_env.players import make_player
from exodus_env.policies.network import evaluator_of
from exodus_env.policies.player import decide

LEARNED: Final = "learned"


class NetworkPlayer(Player):
    """A network as a player; takes the likeliest action."""

    name = LEARNED

    def __init__(self, network: torch.nn.Module, rules: Definition) -> None:
        self.network = evaluator_of(network, rules)

    def choose_all(self, views: Views) -> Array:
        """The likeliest legal action of each game."""
        return decide(self.network, views.observations, views.masks, None)


@dataclass(frozen=True)
class Evaluation:
    """How a network did."""

    win_share: float
    low: float
    high: float
    rating: float | None
    mean_points: float
    games: int


def key_of(row: dict[str, Any]) -> tuple[float, float, int]:
    """The sort key of evaluations: the rating (the win share if all win together), then points, then the later one."""
    return (row["win_share"] if row["rating"] is None else row["rating"], row["mean_points"], row["update"])


def deals(seed: int, update: int, final: bool = False) -> int:
    """The seed of the deals for the evaluation after an update, or for finals."""
    return hashed(seed, update, int(final))


def evaluate(
    network: torch.nn.Module,
    rules: Definition,
    rivals: Sequence[str],
    games: int,
    seed: int,
    replays: Path | None = None,
    recorded: int = 0,
) -> Evaluation:
    """Play the learned player against rivals or, if players win together, with itself at every seat.

    The first `recorded` games are kept as replays in the folder `replays`. An interrupt ends the evaluation without a
    result: only some of the games would not be a fair measure.
    """
    names = line_up(rules, rivals)
    player = NetworkPlayer(network, rules)

    def make(name: str) -> Player:
        return player if name == LEARNED else make_player(name, game=rules.game)

    plan = plan_for(names, games, seed)
    if replays is not None and recorded:
        replays.mkdir(parents=True, exist_ok=True)
        plan = replace(plan, replays=replays, recorded=recorded)
    run = play_plan(rules, plan, make, 1)
    if run.interrupted:
        raise KeyboardInterrupt(run.stopped)
    return _of(standings(names, run.results, rules.team))


def line_up(rules: Definition, rivals: Sequence[str]) -> tuple[str, ...]:
    """Who sits at the table: the learned player once, or alone if all win together."""
    players: int = rules.config.players
    if rules.team:
        return (LEARNED,) * players
    if len(rivals) not in (1, players - 1):
        raise ValueError(f"rivals: one name for all, or {players - 1} names, not {len(rivals)}")
    others = tuple(rivals) if len(rivals) == players - 1 else tuple(rivals) * (players - 1)
    return (LEARNED, *others)


def _of(document: dict[str, Any]) -> Evaluation:
    learned = next(player for player in document["players"] if player["name"] == LEARNED)
    return Evaluation(
        learned["win_share"],
        learned["win_low"],
        learned["win_high"],
        learned["rating"],
        learned["mean_points"],
        learned["games"],
    )
