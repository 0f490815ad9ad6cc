"""Random legal play in every configuration, with the state checker after every decision."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.check import check
from exodus_env.exodus.config import MAPS, MOVEMENTS, PLAYER_COUNTS
from exodus_env.exodus.rules.choices import FAMILIES, MOVE, PASS
from exodus_env.kit.kernel import COMPILED
from tests.position import DECISION_NAMES, Position

GAMES = 2 if COMPILED else 1  # games of each case
MOST_GAMES = 400  # within which every kind of decision must have come up
WORLDS = 16  # a possible world is looked at after about every so many decisions
MAX_DECISIONS = 8000  # no game takes as many


@dataclass(frozen=True)
class Policy:
    """Which families of choices random play prefers, and what players have from the start."""

    name: str
    prefer: tuple[str, ...] = ()
    passing: float = 1.0  # weight of declining
    inward: bool = False  # ships make for the centre
    rich: bool = False
    learned: tuple[str, ...] = ()  # technologies everybody knows
    technologies: int = 0  # random ones besides
    crowded: bool = False  # Population of several players on planets everywhere
    veterans: bool = False  # everybody has won Resistance cards


ROCKETS = ("hypersonic_rockets", "biochemical_rockets", "graviton_rockets", "radar")
REFINERIES = ("axinium_refinery", "phasium_refinery")
POLICIES = (
    Policy("plain"),
    Policy("eager", passing=0.05),
    Policy("idle", passing=50.0),
    Policy("rockets", ("rocket", "fire_at"), 0.2, rich=True, learned=ROCKETS, crowded=True),
    Policy("stealth", ("uncloak", "move"), 0.3, inward=True, rich=True, learned=("cloaking", "radar")),
    Policy("reactions", ("react", "resistance_card"), 0.2, technologies=8, veterans=True),
    Policy("fleet", ("ship_class", "move", "mount", "deploy"), 0.1, inward=True, rich=True, technologies=12),
    Policy("tinkerers", ("upgrade", "replace", "take_upgrade"), 0.1, rich=True, technologies=16),
    Policy("settlers", ("civilian_from", "civilian_to"), 0.1, learned=("civilian_ships", *REFINERIES), crowded=True),
    Policy("taxed", ("bid_tens", "bid_ones"), learned=REFINERIES, crowded=True),
    Policy("politicians", ("technology", "action_card"), 0.3, rich=True, learned=("basic_politics", "master_politics")),
)


# Starting positions ---------------------------------------------------------------------------------------------------


def prepare(p: Position, policy: Policy, rng: np.random.Generator) -> None:
    """Give the players what the policy says, from what they own."""
    for player in range(p.t.players):
        p.learn(player, *policy.learned)
        names = [t.id for t, is_open in zip(p.rules.content.technologies, p.t.technology_open) if is_open]
        p.learn(player, *rng.choice(names, policy.technologies, replace=False))
        if policy.rich:
            p.g.resource[player, :3] = (100, 10, 10)
    if policy.crowded:
        crowd(p, rng)
    if policy.veterans:
        decorate(p)
    p.refresh()


def crowd(p: Position, rng: np.random.Generator) -> None:
    """A cube of two players on every planet, as far as cubes go."""
    for hexagon in rng.permutation(int(p.t.hexes)):
        if p.g.planet[hexagon] >= 0 and p.t.home_of[hexagon] < 0:
            for player in rng.permutation(int(p.t.players))[:2]:
                if p.g.supply[player] > 6:
                    p.settle(int(hexagon), int(player), 1)


def decorate(p: Position) -> None:
    """The players share the cards of all Resistance ships but two."""
    for i, hexagon in enumerate(np.flatnonzero(p.g.resistance[: p.t.hexes])[2:]):
        level = int(p.g.resistance[hexagon]) - 1
        if p.g.resistance_left[level] > 1:
            p.g.resistance_left[level] -= 1
            top = int(p.g.resistance_left[level])
            p.g.resistance_owner[p.g.resistance_deck[level, top]] = i % p.t.players
            p.g.resistance_deck[level, top] = -1
            p.g.resistance[hexagon] = 0


# Playing --------------------------------------------------------------------------------------------------------------


def weights(p: Position, policy: Policy, legal: Any) -> Any:
    """How likely each legal choice is."""
    rows = p.rules.actions.decode[legal]
    by_family = np.array([20.0 if name in policy.prefer else 1.0 for name, _, _ in FAMILIES])
    by_family[PASS] = policy.passing
    found = by_family[rows[:, 0]]
    if policy.inward:
        for i in np.flatnonzero(rows[:, 0] == MOVE):
            source = int(p.g.ship_hex[p.actor, rows[i, 1]])
            target = int(p.t.neighbour[source, rows[i, 2]])
            if target >= 0 and p.t.distance[target, p.t.council_hex] < p.t.distance[source, p.t.council_hex]:
                found[i] *= 5.0
    return found / found.sum()


def look_at_world(p: Position, rng: np.random.Generator) -> None:
    """What somebody holds possible must be a position like any other."""
    world = p.games.copy()
    core.redeal_as(world, 0, p.rules.tables, int(rng.integers(p.t.players)), int(rng.integers(2**62)))
    check(world, p.rules.config)


def play(seed: int, policy: Policy, seen: Counter[str], **config: Any) -> int:
    """One game, checked after every decision; returns how many decisions it took."""
    p = Position(seed, **config)
    rng = np.random.default_rng(seed)
    prepare(p, policy, rng)
    while not p.g.over:
        check(p.games, p.rules.config)
        seen[p.decision] += 1
        legal = np.flatnonzero(p.masks[0])
        forced = p.rules.config.ask_forced or p.decision in ("vote_ones", "election_ones")  # asked though forced
        assert len(legal) > (0 if forced else 1), f"{p.decision}: {len(legal)} legal choices"
        if rng.integers(WORLDS) == 0:
            look_at_world(p, rng)
        p._play(int(rng.choice(legal, p=weights(p, policy, legal))))
        assert p.g.decisions < MAX_DECISIONS
    check(p.games, p.rules.config)
    assert not p.masks.any()
    assert sum(p.rewards) == pytest.approx(0.0, abs=1e-5)
    return int(p.g.decisions)


def short(turns: int) -> dict[str, int]:
    """Fewer turns where nothing is compiled."""
    return {} if COMPILED else {"turns": turns}


# Configurations and policies, so that each value of each setting meets most of the others.
CASES: list[dict[str, Any]] = [
    *({"players": n, "map": m, **short(1)} for n in PLAYER_COUNTS for m in MAPS),
    *({"players": n, "movement": m, **short(1)} for n in (2, 4, 6) for m in MOVEMENTS),
    *({"players": n, "movement": m, "ship_blocking": True, **short(2)} for n in (3, 5) for m in MOVEMENTS[1:]),
    *({"players": n, "variant": "short", "dice_variant": n % 2 == 0, **short(1)} for n in (2, 3, 6)),
    *({"players": n, "dice_variant": True, "ask_forced": True, **short(2)} for n in (2, 5)),
    *(
        {"players": n, "movement": m, "map": "minimal", "ask_forced": True, **short(1)}
        for n in (3, 6)
        for m in MOVEMENTS
    ),
    *({"players": n, "variant": "combat", "ship_blocking": n == 3} for n in ((2, 3, 6) if COMPILED else (2,))),
    *({"players": n, "variant": "long"} for n in ((2, 4, 6) if COMPILED else (2,))),
]


def name_of(case: dict[str, Any]) -> str:
    """A case in words."""
    return "-".join(key if value is True else f"{value}" for key, value in case.items() if value is not False)


@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{i}-{name_of(case)}" for i, case in enumerate(CASES)])
def test_every_position_of_a_random_game_is_sound(number: int) -> None:
    for game in range(GAMES):
        policy = POLICIES[(number + game * 4) % len(POLICIES)]
        play(100 * number + game, policy, Counter(), **CASES[number])


@pytest.mark.parametrize("policy", POLICIES, ids=[policy.name for policy in POLICIES])
def test_every_policy_plays_sound_games(policy: Policy) -> None:
    for game in range(GAMES):
        play(game, policy, Counter(), players=4, map="minimal", **short(2))


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
def test_every_decision_comes_up() -> None:
    seen: Counter[str] = Counter()
    missing: set[str] = set()
    for game in range(MOST_GAMES):
        case = CASES[game % len(CASES)]
        play(10_000 + game, POLICIES[game % len(POLICIES)], seen, **case)
        missing = set(DECISION_NAMES[1:]) - set(seen)
        if not missing:
            return
    raise AssertionError(f"never asked: {sorted(missing)}")
