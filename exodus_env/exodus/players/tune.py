"""Tuning a style by tournaments: small changes of its weights play against the style as it is; the better one stays.

Where players compete, a challenger sits alone among champions, with rotated seats and the same deals; it replaces the
champion when it wins clearly more than its fair share, twice, the second time on deals of its own. Where they win
together, both teams play the same deals and the one that gets further stays.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.players.motives import StyledPlayer
from exodus_env.exodus.players.styles import make_style, style_names, style_tables
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.arena import GameResult, Hall, Plan, plan_for
from exodus_env.kit.saves import write_file

CHANGED = 6  # weights changed at once, on average
SPREAD = 0.5  # of the logarithm of a weight
LEAST = 0.05  # a weight of 0 is changed as if it were this


class Progress(Hall):
    """A hall that also tells how far a team came, since at first every game may be lost."""

    def _finished(self, table: int) -> GameResult:
        result = super()._finished(table)
        g, t = self.batch.games[table], self.rules.tables[0]
        placed = self.rules.config.players * int(g.activations)
        beaten = (placed - int(g.squadron.sum())) / float(t.squadrons)
        fallen = 1.0 - float(g.stronghold) / float(t.stronghold_levels)
        ships = np.argwhere(g.ship_hex >= 0)
        classes = t.ship_class[ships[:, 1]]
        strength = (g.dice[ships[:, 0], classes] + g.shield[ships[:, 0], classes] + 1).sum()
        self.reached.append(3.0 * bool(result.won) + fallen + beaten + 0.01 * float(strength))
        return result

    reached: list[float]


def main(argv: Sequence[str] | None = None) -> None:
    """Read the command line and tune."""
    parser = argparse.ArgumentParser(
        prog="scripts/tune",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="example:\n  scripts/tune --style balanced --scenario event_horizon --rounds 200 --out tuned.toml",
    )
    parser.add_argument("--style", default="balanced", help=f"style to begin with: {', '.join(style_names())}")
    parser.add_argument("--scenario", default="event_horizon", help="none, event_horizon or stronghold")
    parser.add_argument("--difficulty", default=None, help="of the Stronghold")
    parser.add_argument("--modules", default="", help="modules, like M2,M3")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=100, help="challengers to try")
    parser.add_argument("--games", type=int, default=160, help="games for each of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="TOML file to write the tuned weights to")
    args = parser.parse_args(argv)
    modules = frozenset(name for name in args.modules.split(",") if name)
    config = GameConfig(
        players=args.players, scenario=args.scenario, difficulty=args.difficulty, modules=modules,
        mode="solo" if args.players == 1 else None,
    )  # fmt: skip
    tune(ruleset(config), args.style, args.rounds, args.games, args.seed, args.out)


def tune(rules: Ruleset, style: str, rounds: int, games: int, seed: int, out: Path) -> dict[str, float]:
    """Try challengers one after another; the champion is written down whenever there is a new one."""
    chance = np.random.default_rng(seed)
    champion = dict(style_tables()[style])
    for number in range(rounds):
        challenger = varied(champion, chance)
        deals = int(chance.integers(2**31)), int(chance.integers(2**31))
        compare = team_gain if rules.team else lone_gain
        gain = compare(rules, champion, challenger, games, deals[0])
        if gain > 0:
            gain = min(gain, compare(rules, champion, challenger, 2 * games, deals[1]))
        print(f"{number + 1}/{rounds}: {gain:+.3f}{' better' if gain > 0 else ''}", file=sys.stderr, flush=True)
        if gain > 0:
            champion = challenger
            write_file(out, as_toml(style, champion).encode())
    write_file(out, as_toml(style, champion).encode())
    return champion


def varied(weights: dict[str, float], chance: np.random.Generator) -> dict[str, float]:
    """Some of the weights a little larger or smaller."""
    changed = dict(weights)
    for name in weights:
        if chance.random() < CHANGED / len(weights):
            sign = -1.0 if weights[name] < 0 else 1.0
            changed[name] = sign * max(abs(weights[name]), LEAST) * float(np.exp(SPREAD * chance.normal()))
    return changed


def lone_gain(rules: Ruleset, champion: dict[str, float], challenger: dict[str, float], games: int, seed: int) -> float:
    """How clearly a challenger among champions wins more than its fair share: above 0 by one standard error."""
    players = {"champion": _player(champion), "challenger": _player(challenger)}
    seats = rules.config.players
    plan = plan_for(("challenger", *["champion"] * (seats - 1)), games, seed)
    results = _played(Hall(rules, plan, players, min(64, plan.games)), plan)
    wins = np.array([result.wins[result.names.index("challenger")] for result in results])
    return float(wins.mean() - 1 / seats - wins.std() / np.sqrt(len(wins)))


def team_gain(rules: Ruleset, champion: dict[str, float], challenger: dict[str, float], games: int, seed: int) -> float:
    """How clearly a team of challengers comes further than one of champions on the same deals."""
    reached = []
    for weights in (champion, challenger):
        plan = plan_for(("player",) * rules.config.players, games, seed)
        hall = Progress(rules, plan, {"player": _player(weights)}, min(64, plan.games))
        hall.reached = []
        _played(hall, plan)
        reached.append(np.array(hall.reached))
    before, after = reached
    error = np.sqrt((before.var() + after.var()) / len(after))
    return float(after.mean() - before.mean() - error)


def _played(hall: Hall, plan: Plan) -> list[GameResult]:
    results: list[GameResult] = []
    numbers = iter(range(plan.games))
    hall.play(lambda: next(numbers, None), results.append)
    return results


def _player(weights: dict[str, float]) -> StyledPlayer:
    return StyledPlayer("tuned", make_style("tuned", weights))


def as_toml(name: str, weights: dict[str, float]) -> str:
    """A style as it stands in styles.toml."""
    lines: list[Any] = [f"[{name}]", *(f"{key} = {value:.3f}" for key, value in weights.items())]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
