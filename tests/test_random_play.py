"""Random legal play in every configuration, watched by the state checker.

Short games are checked after every decision. Where the rules are compiled, whole games follow, checked now and then.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.exodus.check import check
from exodus_env.exodus.config import MAPS, MOVEMENTS, PLAYER_COUNTS
from exodus_env.exodus.rules.choices import BONUS_ACTION, FAMILIES, MOVE, PASS
from exodus_env.kit.kernel import COMPILED
from tests.position import DECISION_NAMES, Position

MOST_GAMES = 400  # within which every kind of decision must have come up
WORLDS = 16  # a possible world is looked at after about every so many positions that are checked
NOW_AND_THEN = 5  # whole games are checked after so many decisions, at the start and at the end
WHOLE_GAMES = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


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
    bonus: tuple[str, ...] = ()  # bonus actions that are proposed and taken where they can be
    deployed: bool = False  # ships start where the Resistance is, and around the centre


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
    Policy(
        "politicians", ("technology", "bonus_action"), 0.3, rich=True, learned=("basic_politics", "master_politics")
    ),
)


# For games with modules of Event Horizon; what is not in a game is left out.
MODULE_POLICIES = (
    Policy("executives", ("action_card",), 0.1, bonus=("executive_action",), learned=("master_politics",)),
    Policy("cloners", passing=0.2, bonus=("accelerated_cloning", "supplies"), technologies=8, rich=True, crowded=True),
    Policy("hunters", ("uncloak",), 0.2, bonus=("nanobots",), technologies=20, veterans=True, deployed=True),
    Policy(
        "solar",
        ("take_upgrade", "upgrade"),
        0.2,
        rich=True,
        learned=("solar_cannon_booster", "solar_shield_booster", "deflector_shield"),
        technologies=6,
        inward=True,
        deployed=True,
    ),
)


# Starting positions ---------------------------------------------------------------------------------------------------


def prepare(p: Position, policy: Policy, rng: np.random.Generator) -> None:
    """Give the players what the policy says, from what they own."""
    for player in range(p.t.players):
        known = {technology.id for technology in p.rules.content.technologies}
        p.learn(player, *(name for name in policy.learned if name in known or policy not in MODULE_POLICIES))
        names = [t.id for t, is_open in zip(p.rules.content.technologies, p.t.technology_open) if is_open]
        p.learn(player, *rng.choice(names, policy.technologies, replace=False))
        if policy.rich:
            p.g.resource[player, :3] = (100, 10, 10)
    if policy.crowded:
        crowd(p, rng)
    if policy.veterans:
        decorate(p)
    if policy.deployed:
        deploy(p, rng)
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
            if not p.t.fleets:  # they are there for good
                p.g.resistance[hexagon] = 0


def deploy(p: Position, rng: np.random.Generator) -> None:
    """The ships of everybody stand at the centre and where the Resistance is."""
    close = [h for h in range(p.t.hexes) if p.t.distance[p.t.centre_hex, h] == 1 or p.t.garrison[h]]
    for player, ship in np.argwhere(p.g.ship_hex >= 0):
        p.g.ship_hex[player, ship] = rng.choice(close)


# Playing --------------------------------------------------------------------------------------------------------------


@cache
def by_family(policy: Policy) -> Any:
    """How much a policy likes each family of choices."""
    liking = np.array([20.0 if name in policy.prefer else 1.0 for name, _, _ in FAMILIES])
    liking[PASS] = policy.passing
    return liking


def weights(p: Position, policy: Policy, legal: Any) -> Any:
    """How likely each legal choice is."""
    rows = p.rules.actions.decode[legal]
    found = by_family(policy)[rows[:, 0]]
    if policy.inward:
        for i in np.flatnonzero(rows[:, 0] == MOVE):
            source = int(p.g.ship_hex[p.actor, rows[i, 1]])
            target = int(p.t.neighbour[source, rows[i, 2]])
            if target >= 0 and p.t.distance[target, p.t.centre_hex] < p.t.distance[source, p.t.centre_hex]:
                found[i] *= 5.0
    if policy.bonus:
        cards = p.rules.content.bonus_cards
        for i in np.flatnonzero(rows[:, 0] == BONUS_ACTION):
            found[i] *= 50.0 if cards[rows[i, 1]].id in policy.bonus else 1.0
    return found / found.sum()


def look_at_world(p: Position, rng: np.random.Generator) -> None:
    """What somebody holds possible must be a position like any other."""
    world = p.games.copy()
    core.redeal_as(world, 0, p.rules.tables, int(rng.integers(p.t.players)), int(rng.integers(2**62)))
    check(world, p.rules.config)


def play(seed: int, policy: Policy, config: dict[str, Any], every: int = 1) -> Counter[str]:
    """One game, checked after every so many decisions, at the start and at the end; returns what was decided."""
    p = Position(seed, **config)
    rng = np.random.default_rng(seed)
    prepare(p, policy, rng)
    seen: Counter[str] = Counter()
    while not p.g.over:
        if p.g.decisions % every == 0:
            check(p.games, p.rules.config)
            if rng.integers(WORLDS) == 0:
                look_at_world(p, rng)
        seen[p.decision] += 1
        legal = np.flatnonzero(p.masks[0])
        forced = p.rules.config.ask_forced or p.decision in ("vote_ones", "election_ones")  # asked though forced
        assert len(legal) > (0 if forced else 1), f"{p.decision}: {len(legal)} legal choices"
        p._play(int(rng.choice(legal, p=weights(p, policy, legal))))
        assert p.g.decisions < MAX_DECISIONS
    check(p.games, p.rules.config)
    assert not p.masks.any()
    assert sum(p.rewards) == pytest.approx(0.0, abs=1e-5)
    return seen


# Configurations and the turns of a short game, so that each value of each setting meets most of the others.
CASES: list[tuple[dict[str, Any], int]] = [
    *(({"players": n, "map": m}, 1) for n in PLAYER_COUNTS for m in MAPS),
    *(({"players": n, "movement": m}, 1) for n in (2, 4, 6) for m in MOVEMENTS),
    *(({"players": n, "movement": m, "ship_blocking": True}, 2) for n in (3, 5) for m in MOVEMENTS[1:]),
    *(({"players": n, "variant": "short", "dice_variant": n % 2 == 0}, 1) for n in (2, 3, 6)),
    *(({"players": n, "dice_variant": True, "ask_forced": True}, 2) for n in (2, 5)),
    *(({"players": n, "movement": m, "map": "minimal", "ask_forced": True}, 1) for n in (3, 6) for m in MOVEMENTS),
]
# Variants whose turns are settled.
VARIANTS: list[dict[str, Any]] = [
    *({"players": n, "variant": "combat", "ship_blocking": n == 3} for n in (2, 3, 6)),
    *({"players": n, "variant": "long"} for n in (2, 4, 6)),
]
# Modules of Event Horizon, each alone and together with others, and the settings that belong to them.
MODULES = ("M1", "M2", "M6")
TOGETHER = [frozenset(some) for size in (1, 2, 3) for some in combinations(MODULES, size)]
SOME_BONUS = ((), ("executive_action",), ("accelerated_cloning", "nanobots"), ("supplies", "executive_action"))
MODULE_CASES: list[tuple[dict[str, Any], int]] = [
    *(({"players": n, "modules": m, "map": MAPS[(n + i) % 3]}, 1) for i, m in enumerate(TOGETHER) for n in (2, 4, 5)),
    *(({"players": n, "modules": m, "map": "minimal", "ask_forced": True}, 2) for m in TOGETHER for n in (3, 6)),
    *(({"players": n, "modules": frozenset(("M1",)), "bonus_draw": True}, 1) for n in PLAYER_COUNTS),
    *(
        ({"players": 2 + i, "modules": frozenset(MODULES), "bonus_cards": frozenset(c), "bonus_draw": i % 2 == 1}, 2)
        for i, c in enumerate(SOME_BONUS)
    ),
    *(
        ({"players": n, "modules": frozenset(MODULES), "movement": m, "ship_blocking": m != MOVEMENTS[0]}, 1)
        for n, m in zip((3, 4, 2), MOVEMENTS)
    ),
    ({"players": 4, "modules": frozenset(MODULES), "variant": "short"}, 1),
]
MODULE_VARIANTS: list[dict[str, Any]] = [
    *({"players": n, "variant": v, "modules": frozenset(MODULES)} for n in (2, 5) for v in ("combat", "long")),
]
WHOLE: list[dict[str, Any]] = [*(case for case, _ in CASES), *VARIANTS]
WHOLE_MODULES: list[dict[str, Any]] = [*(case for case, _ in MODULE_CASES), *MODULE_VARIANTS]


def name_of(case: dict[str, Any]) -> str:
    """A case in words."""
    words = {key: "+".join(sorted(x)) or "none" if isinstance(x, frozenset) else x for key, x in case.items()}
    return "-".join(key if value is True else f"{value}" for key, value in words.items() if value is not False)


def policy_of(number: int) -> Policy:
    """The policies in turn."""
    return POLICIES[number % len(POLICIES)]


@pytest.mark.parametrize("number", range(len(CASES)), ids=[f"{i}-{name_of(case)}" for i, (case, _) in enumerate(CASES)])
def test_every_position_of_a_short_game_is_sound(number: int) -> None:
    case, turns = CASES[number]
    play(100 * number, policy_of(number), {**case, "turns": turns})


def module_policy_of(number: int) -> Policy:
    """The policies for modules in turn, and every other time one of the others."""
    return MODULE_POLICIES[number // 2 % len(MODULE_POLICIES)] if number % 2 == 0 else policy_of(number // 2)


@pytest.mark.parametrize(
    "number", range(len(MODULE_CASES)), ids=[f"{i}-{name_of(case)}" for i, (case, _) in enumerate(MODULE_CASES)]
)
def test_every_position_of_a_short_game_with_modules_is_sound(number: int) -> None:
    case, turns = MODULE_CASES[number]
    play(100 * number + 50, module_policy_of(number), {**case, "turns": turns})


@pytest.mark.parametrize("case", MODULE_VARIANTS[:1], ids=name_of)
def test_every_position_of_a_variant_with_modules_is_sound(case: dict[str, Any]) -> None:
    play(1, MODULE_POLICIES[0], case)


@pytest.mark.parametrize("policy", MODULE_POLICIES, ids=[policy.name for policy in MODULE_POLICIES])
def test_every_policy_for_modules_plays_sound_games(policy: Policy) -> None:
    play(2, policy, {"players": 3, "map": "minimal", "turns": 3, "modules": frozenset(MODULES)})


@pytest.mark.parametrize("case", VARIANTS[::3], ids=name_of)
def test_every_position_of_a_variant_for_two_is_sound(case: dict[str, Any]) -> None:
    play(1, POLICIES[0], case)


@pytest.mark.parametrize("policy", POLICIES, ids=[policy.name for policy in POLICIES])
def test_every_policy_plays_sound_games(policy: Policy) -> None:
    play(1, policy, {"players": 4, "map": "minimal", "turns": 2})


@WHOLE_GAMES
@pytest.mark.parametrize("number", range(len(WHOLE)), ids=[f"{i}-{name_of(case)}" for i, case in enumerate(WHOLE)])
def test_whole_games_are_sound(number: int) -> None:
    for game in (1, 2):
        play(100 * number + game, policy_of(number + 4 * game), WHOLE[number], NOW_AND_THEN)


@WHOLE_GAMES
@pytest.mark.parametrize(
    "number", range(len(WHOLE_MODULES)), ids=[f"{i}-{name_of(case)}" for i, case in enumerate(WHOLE_MODULES)]
)
def test_whole_games_with_modules_are_sound(number: int) -> None:
    for game in (1, 2):
        play(100 * number + game, module_policy_of(number + 5 * game), WHOLE_MODULES[number], NOW_AND_THEN)


@pytest.mark.slow
@WHOLE_GAMES
def test_every_decision_comes_up() -> None:
    missing = set(DECISION_NAMES[1:])
    for game in range(MOST_GAMES):
        missing -= set(play(10_000 + game, policy_of(game), WHOLE[game % len(WHOLE)], NOW_AND_THEN))
        if not missing:
            return
    raise AssertionError(f"never asked: {sorted(missing)}")


def test_bonus_actions_are_offered_to_everybody() -> None:
    config = {"players": 3, "map": "minimal", "turns": 2}
    games = (play(seed, POLICIES[-1], config, NOW_AND_THEN) for seed in range(20))
    assert any(seen["take_part"] >= 3 for seen in games)
