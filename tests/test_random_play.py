"""Random legal play in every configuration, watched by the state checker.

Short games are checked after every third decision, or after each where everything is to run. Where the rules are
compiled, whole games follow, checked now and then. Checks take nearly all the time, and what is broken mostly stays so.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.exodus.check import check
from exodus_env.exodus.config import DIFFICULTIES, FORBIDDEN, MAPS, MODULES, MOVEMENTS, PLAYER_COUNTS, VARIANTS
from exodus_env.exodus.rules import frames, scoring
from exodus_env.exodus.rules.choices import BONUS_ACTION, D_FACTION, FAMILIES, MOVE, PASS, PRIVATE_OPTIONS
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.kit.encode import MOST
from exodus_env.kit.kernel import COMPILED
from tests.effort import ALL, some_uncompiled
from tests.module_scenes import explore
from tests.position import DECISION_NAMES, FIXED_VALUES, Position

MOST_GAMES = 400  # within which every kind of decision must have come up
LOOKS = 4  # somebody looks at every so many positions that are checked
WORLDS = 16  # a possible world is looked at after about every so many positions that are checked
OFTEN = 1 if ALL else 3  # short games are checked after so many decisions, at the start and at the end
NOW_AND_THEN = 5 if ALL else 10  # so whole games
SEATS = PLAYER_COUNTS[1:]  # outside the Stronghold nobody plays alone
WHOLE_GAMES = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")
pytestmark = pytest.mark.bounds


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
    explores: bool = False  # ships make for hexes that are face down
    armed: bool = False  # everybody has all ships, with the best cannons, around the centre


ROCKETS = ("hypersonic_rockets", "biochemical_rockets", "graviton_rockets", "radar")
REFINERIES = ("axinium_refinery", "phasium_refinery")
POLICIES = (
    Policy("plain"),
    Policy("eager", passing=0.05),
    Policy("idle", passing=50.0),
    Policy("rockets", ("rocket", "hex"), 0.2, rich=True, learned=ROCKETS, crowded=True),
    Policy("stealth", ("uncloak", "move"), 0.3, inward=True, rich=True, learned=("cloaking", "radar")),
    Policy("reactions", ("react", "resistance_card"), 0.2, technologies=8, veterans=True),
    Policy("fleet", ("ship_class", "move", "fleet", "mount", "deploy"), 0.1, inward=True, rich=True, technologies=12),
    Policy("tinkerers", ("upgrade", "replace", "move_upgrade"), 0.1, rich=True, technologies=16),
    Policy("settlers", ("hex",), 0.1, learned=("civilian_ships", *REFINERIES), crowded=True),
    Policy("taxed", ("bid_fifties", "bid"), learned=REFINERIES, crowded=True),
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
        ("move_upgrade", "upgrade"),
        0.2,
        rich=True,
        learned=("solar_cannon_booster", "solar_shield_booster", "deflector_shield"),
        technologies=6,
        inward=True,
        deployed=True,
    ),
    Policy("explorers", ("move", "look", "wormhole", "planet_type"), 0.1, rich=True, technologies=6, explores=True),
    Policy("scanners", ("ignore", "mount"), 0.2, learned=("sector_scan", "radar"), technologies=4, explores=True),
    Policy(
        "stormers",
        ("attack", "deploy", "mount", "outpost_card", "move"),
        0.1,
        rich=True,
        learned=("infrastructure", "quantum_targeting", "landing_maneuvers"),
        technologies=4,
        inward=True,
    ),
    Policy(
        "sneaks",
        ("deploy", "mount", "hex"),
        0.5,
        learned=("surface_cloaking", "perimeter_defense_system", "civilian_ships", "cloaking"),
        technologies=4,
        crowded=True,
    ),
    Policy("engineers", ("gate", "satellite", "jump", "jump_ship"), 0.1, rich=True, technologies=8, deployed=True),
    Policy("miners", ("mine_second", "mine", "planet_type"), 0.1, rich=True, learned=REFINERIES, crowded=True),
    Policy("besiegers", ("rocket", "hex"), 0.2, rich=True, learned=ROCKETS, technologies=4, explores=True),
)


# Starting positions ---------------------------------------------------------------------------------------------------


def stands_on_board(p: Position, player: int, technology: str) -> bool:
    """Whether a technology is on the boards of a player, or of all factions while the player has none."""
    ids = [entry.id for entry in p.rules.content.technologies]
    there = p.t.faction_technology[: p.t.factions, ids.index(technology)]
    faction = int(p.g.faction[player])
    return bool(there.all() if faction < 0 else there[faction])


def prepare(p: Position, policy: Policy, rng: np.random.Generator) -> None:
    """Give the players what the policy says, from what they own."""
    technologies = p.rules.content.technologies
    in_game = {technology.id for technology in technologies}
    names = [technology.id for technology, is_open in zip(technologies, p.t.technology_open) if is_open]
    for player in range(p.t.players):
        known = in_game if p.t.scenario == 0 else names
        own = (name for name in policy.learned if name in known or (p.t.scenario == 0 and policy in POLICIES))
        board = names if p.t.eoe == 0 else [name for name in names if stands_on_board(p, player, name)]
        if p.t.eoe == 1:
            own = (name for name in policy.learned if name in board)
        for name in (*own, *rng.choice(board, policy.technologies, replace=False)):
            if p.g.supply[player] > 0:
                p.learn(player, name)
        if policy.rich:
            p.g.resource[player, :3] = (100, 10, 10)
    if policy.crowded:
        crowd(p, rng)
    if policy.veterans:
        decorate(p)
    if policy.deployed:
        deploy(p, rng)
    if policy.armed:
        surround(p, rng)
    p.refresh()


def crowd(p: Position, rng: np.random.Generator) -> None:
    """A cube of two players on every planet, as far as cubes go."""
    for hexagon in rng.permutation(int(p.t.hexes)):
        if p.g.planet[hexagon] >= 0 and p.t.home_of[hexagon] < 0 and not p.g.face_down[hexagon]:
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
    """The ships of everybody stand around the centre and where the Resistance is, as far as that is explored."""
    close = [h for h in range(p.t.hexes) if p.t.distance[p.t.centre_hex, h] == 1 or p.t.garrison[h]]
    explored = [h for h in close if not p.g.face_down[h]]
    for player, ship in np.argwhere(p.g.ship_hex >= 0):
        if explored:
            p.g.ship_hex[player, ship] = rng.choice(explored)


def surround(p: Position, rng: np.random.Generator) -> None:
    """Everybody's ships, armed as well as can be, around the centre."""
    ring = [int(hexagon) for hexagon in p.t.flight[p.t.centre_hex] if hexagon >= 0 and p.t.home_of[hexagon] < 0]
    for hexagon in ring:
        if p.g.face_down[hexagon]:
            explore(p, hexagon)
    for player in range(p.t.players):
        p.learn(player, "antimatter_cannon", "singularity_shield")
        for ship_class in np.flatnonzero(p.t.class_slots):
            cannons = int(p.t.class_slots[ship_class]) - 1
            p.equip(player, int(ship_class), *["antimatter_cannon"] * cannons, "singularity_shield")
        p.g.ship_hex[player, : p.t.ships] = rng.choice(ring, p.t.ships)


# Playing --------------------------------------------------------------------------------------------------------------


@cache
def by_family(policy: Policy) -> Any:
    """How much a policy likes each family of choices."""
    liking = np.array([20.0 if name in policy.prefer else 1.0 for name, _, _ in FAMILIES])
    liking[PASS] = policy.passing
    return liking


def beside(p: Position, source: int, direction: int) -> int:
    """The hex a move leads to, or -1."""
    if direction < len(p.t.neighbour[source]):
        return int(p.t.neighbour[source, direction])
    ends = [int(end) for end in p.g.wormhole]
    return ends[1 - ends.index(source)] if source in ends else -1


def weights(p: Position, policy: Policy, legal: Any) -> Any:
    """How likely each legal choice is."""
    rows = p.rules.actions.decode[p.t.printed_action[p.actor, legal]]
    found = by_family(policy)[rows[:, 0]]
    if policy.inward or policy.explores:
        for i in np.flatnonzero(rows[:, 0] == MOVE):
            source = int(p.g.ship_hex[p.actor, rows[i, 1]])
            target = beside(p, source, int(rows[i, 2]))
            nearer = target >= 0 and p.t.distance[target, p.t.centre_hex] < p.t.distance[source, p.t.centre_hex]
            if (policy.inward and nearer) or (policy.explores and target >= 0 and p.g.face_down[target]):
                found[i] *= 5.0
    if policy.bonus:
        cards = p.rules.content.bonus_cards
        for i in np.flatnonzero(rows[:, 0] == BONUS_ACTION):
            found[i] *= 50.0 if cards[rows[i, 1]].id in policy.bonus else 1.0
    return found / found.sum()


def look_at_world(p: Position, rng: np.random.Generator) -> None:
    """What somebody considers possible must be a position like any other."""
    world = p.games.copy()
    core.ENTRIES.redeal_as(
        world, p.rules.tables, np.array([int(rng.integers(p.t.players))]), np.array([int(rng.integers(2**62))])
    )
    check(world, p.rules.config)


def observe(p: Position, viewer: int) -> None:
    """What somebody sees is numbers that a network can take."""
    row = np.full((1, p.rules.observations.size), np.nan, dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, row)
    assert (np.abs(row) <= MOST).all()


def step(p: Position, policy: Policy, rng: np.random.Generator, every: int) -> None:
    """One decision, and a look at the position before it, every so often."""
    if p.g.decisions % every == 0:
        check(p.games, p.rules.config)
        if p.g.decisions % (LOOKS * every) == 0:
            observe(p, int(p.g.decisions) % int(p.t.players))
        if rng.integers(WORLDS) == 0:
            look_at_world(p, rng)
    legal = np.flatnonzero(p.masks[0])
    forced = p.rules.config.ask_forced or p.g.decision in PRIVATE_OPTIONS  # asked though forced
    assert len(legal) > (0 if forced else 1), f"{p.decision}: {len(legal)} legal choices"
    p._play(int(rng.choice(legal, p=weights(p, policy, legal))))


def play(seed: int, policy: Policy, config: dict[str, Any], every: int = OFTEN) -> Counter[str]:
    """One game, checked after every so many decisions, at the start and at the end; returns what was decided."""
    p = Position(seed, **config)
    rng = np.random.default_rng(seed)
    seen: Counter[str] = Counter()
    while p.g.stage == frames.SETUP:
        seen[p.decision] += 1
        step(p, policy, rng, every)
    prepare(p, policy, rng)
    while not p.g.over:
        seen[p.decision] += 1
        step(p, policy, rng, every)
        assert p.g.decisions < MAX_DECISIONS
    check(p.games, p.rules.config)
    assert not p.masks.any()
    assert sum(p.rewards) == pytest.approx(expected_sum(p), abs=1e-5)
    return seen


def expected_sum(p: Position) -> float:
    """What the rewards of a game that is over come to together."""
    if p.t.scenario != STRONGHOLD:
        return 0.0
    if p.g.outcome == scoring.LOST:
        return -float(p.t.players)
    return float(p.t.players) * (1.0 if p.t.coop else 0.25)


# Configurations and the turns of a short game, so that each value of each setting meets most of the others.
CASES: list[tuple[dict[str, Any], int]] = [
    *(({"players": n, "map": m}, 1) for n in SEATS for m in MAPS),
    *(({"players": n, "movement": m}, 1) for n in (2, 4, 6) for m in MOVEMENTS),
    *(({"players": n, "movement": m, "ship_blocking": True}, 2) for n in (3, 5) for m in MOVEMENTS[1:]),
    *(({"players": n, "variant": "short", "dice_variant": n % 2 == 0}, 1) for n in (2, 3, 6)),
    *(({"players": n, "dice_variant": True, "ask_forced": True}, 2) for n in (2, 5)),
    *(({"players": n, "movement": m, "map": "minimal", "ask_forced": True}, 1) for n in (3, 6) for m in MOVEMENTS),
]
# Variants whose turns are settled.
FIXED_VARIANTS: list[dict[str, Any]] = [
    *({"players": n, "variant": "combat", "ship_blocking": n == 3} for n in (2, 3, 6)),
    *({"players": n, "variant": "long"} for n in (2, 4, 6)),
]
WHOLE: list[dict[str, Any]] = [*(case for case, _ in CASES), *FIXED_VARIANTS]


# Modules of Event Horizon ---------------------------------------------------------------------------------------------

SOME_BONUS = (None, (), ("executive_action",), ("accelerated_cloning", "nanobots"), ("supplies", "executive_action"))


def game_with(modules: Iterable[str], number: int, **fixed: Any) -> dict[str, Any]:
    """A game with modules; what is not said is drawn by number, so that everything meets everything else."""
    rng = np.random.default_rng([number, 7])
    case: dict[str, Any] = {"players": SEATS[number % len(SEATS)], "modules": frozenset(modules)}
    case["variant"] = "standard"
    case["map"] = MAPS[rng.integers(len(MAPS))]
    case["movement"] = MOVEMENTS[rng.integers(len(MOVEMENTS))]
    case.update(fixed)
    if case["variant"] in ("long", "combat"):
        del case["map"]
    if case["variant"] == "short":
        case["movement"] = "reverse_turn_order"
    case["ship_blocking"] = case["movement"] != "simultaneous" and bool(rng.integers(2))
    case["dice_variant"] = bool(rng.integers(4) == 0)
    case["ask_forced"] = bool(rng.integers(4) == 0)
    if "M1" in case["modules"]:
        cards = SOME_BONUS[rng.integers(len(SOME_BONUS))]
        case["bonus_cards"] = None if cards is None else frozenset(cards)
        case["bonus_draw"] = bool(rng.integers(2))
    if "M9" in case["modules"]:
        case["random_barriers"] = bool(rng.integers(2))
    if "M10" in case["modules"]:
        case["free_leaders"] = bool(rng.integers(3) == 0)
    return case


def some_modules(number: int) -> frozenset[str]:
    """One of the 1,024 subsets of modules."""
    rng = np.random.default_rng([number, 11])
    return frozenset(module for module in MODULES if rng.integers(2))


PAIRS = [frozenset(pair) for pair in combinations(MODULES, 2)]
FEW_PLAYERS = (2, 3, 2, 4, 2, 5, 3, 6)  # what is tried often is tried with few players more often
SUBSETS = 24 if ALL else 12 if COMPILED else 5
# Short games, each of one turn.
MODULE_CASES: list[dict[str, Any]] = [
    *(game_with((module,), number) for number, module in enumerate(MODULES)),
    *(
        game_with(PAIRS[number], number + 1, players=FEW_PLAYERS[number % len(FEW_PLAYERS)])
        for number in range(0, len(PAIRS), 1 if ALL else 3 if COMPILED else 9)
    ),
    *(
        game_with(MODULES, n, players=n, map=m)
        for n, m in zip(SEATS, ("large", "minimal", "standard", "minimal", "large"))
    ),
    *(game_with(some_modules(number), number) for number in range(SUBSETS)),
]
# Whole games: each module, all of them for every number of players, every variant and movement, and some subsets.
WHOLE_MODULES: list[dict[str, Any]] = [
    *(game_with((module,), number + 3) for number, module in enumerate(MODULES)),
    *(game_with(MODULES, n + 5, players=n) for n in SEATS),
    *(game_with(MODULES, i, variant=variant) for i, variant in enumerate(VARIANTS[1:])),
    *(game_with(MODULES, i + 1, movement=movement, map="standard") for i, movement in enumerate(MOVEMENTS)),
    *(game_with(some_modules(number), number) for number in range(100, 108)),
]

# Scenarios ------------------------------------------------------------------------------------------------------------

FOLDER = TemporaryDirectory()  # gone with the process
SCENARIO_POLICIES = (
    Policy("assailants", ("join", "hit_foe"), 4.0, rich=True, armed=True),
    Policy("guards", ("uncloak", "join"), 2.0, learned=("cloaking", "radar"), armed=True, veterans=True),
    Policy("outposts", ("attack", "satellite", "join"), 0.5, rich=True, learned=("radar",), technologies=6, armed=True),
)
COUNTS_AND_MODES = (
    *((n, "coop") for n in SEATS),
    *((n, "semi_coop") for n in SEATS),
    (1, "solo"),
)


@cache
def quick() -> str:
    """Content with which the Stronghold activates from the first turn on, and the star may evolve after it.

    Other values are fixed ones, so that what such games reach does not hang on what the values are tuned to.
    """
    text = "".join(
        f'[[number]]\nid = "{name}"\nvalue = {value}\n'
        for name, value in (("activation_turn", [1, 1]), ("star_rolls_from", 1))
    )
    shutil.copytree(FIXED_VALUES, FOLDER.name, dirs_exist_ok=True)
    (Path(FOLDER.name) / "rules.toml").write_text(text)
    return FOLDER.name


def scenario_game(number: int, **fixed: Any) -> dict[str, Any]:
    """A game of the Stronghold, or every fourth time of Event Horizon; with some modules, or without."""
    if number % 4 == 3:
        case: dict[str, Any] = {"players": SEATS[number // 4 % len(SEATS)], "scenario": "event_horizon"}
    else:
        players, mode = COUNTS_AND_MODES[(number - number // 4) % len(COUNTS_AND_MODES)]
        difficulty = DIFFICULTIES[number // 2 % len(DIFFICULTIES)]
        case = {"players": players, "scenario": "stronghold", "mode": mode, "difficulty": difficulty}
        if mode == "solo":
            case["map"] = "standard"
    modules = some_modules(number) if number % 3 else MODULES if number % 2 else ()
    allowed = frozenset(modules) - frozenset(FORBIDDEN[case["scenario"]])
    return game_with(allowed, number, **case, **fixed)


SCENARIO_CASES = [scenario_game(number) for number in range(60 if ALL else 30 if COMPILED else 16)]
SHORTEST: dict[str, dict[str, Any]] = {"combat": {}, "short": {"turns": 1}}
MANY_WHOLE = 40  # further subsets in whole games, where there is time for it


def name_of(case: dict[str, Any]) -> str:
    """A case in words."""
    words = {key: "+".join(sorted(x)) or "none" if isinstance(x, frozenset) else x for key, x in case.items()}
    return "-".join(key if value is True else f"{value}" for key, value in words.items() if value not in (False, None))


def policy_of(number: int) -> Policy:
    """The policies in turn."""
    return POLICIES[number % len(POLICIES)]


@pytest.mark.parametrize(
    "number",
    some_uncompiled(range(len(CASES)), (1, 2, 15, 16, 17, 24, 28, 31, 33)),
    ids=[f"{i}-{name_of(case)}" for i, (case, _) in enumerate(CASES)],
)
def test_every_position_of_a_short_game_is_sound(number: int) -> None:
    case, turns = CASES[number]
    play(100 * number, policy_of(number), {**case, "turns": turns})


def module_policy_of(number: int) -> Policy:
    """The policies for modules in turn, and every fourth time one of the others."""
    return policy_of(number // 4) if number % 4 == 3 else MODULE_POLICIES[number % len(MODULE_POLICIES)]


@pytest.mark.parametrize(
    "number",
    some_uncompiled(range(len(MODULE_CASES)), (0, 5, 10)),
    ids=[f"{i}-{name_of(case)}" for i, case in enumerate(MODULE_CASES)],
)
def test_every_position_of_a_short_game_with_modules_is_sound(number: int) -> None:
    play(100 * number + 50, module_policy_of(number), {**MODULE_CASES[number], "turns": 1})


def scenario_policy_of(number: int) -> Policy:
    """The policies for scenarios in turn, and every third time one of the others."""
    return module_policy_of(number // 3) if number % 3 == 2 else SCENARIO_POLICIES[number % len(SCENARIO_POLICIES)]


@pytest.mark.parametrize(
    "number",
    some_uncompiled(range(len(SCENARIO_CASES)), (0, 3, 6, 13, 14)),
    ids=[f"{i}-{name_of(case)}" for i, case in enumerate(SCENARIO_CASES)],
)
def test_every_position_of_a_short_game_of_a_scenario_is_sound(number: int) -> None:
    play(100 * number + 70, scenario_policy_of(number), {**SCENARIO_CASES[number], "turns": 2, "content": quick()})


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "case",
    [
        *({"players": n, "scenario": "stronghold", "mode": m} for n, m in ((2, "coop"), (2, "semi_coop"), (1, "solo"))),
        {"players": 2, "scenario": "event_horizon"},
    ],
    ids=name_of,
)
def test_every_position_of_a_scenario_for_few_is_sound(case: dict[str, Any]) -> None:
    play(1, POLICIES[0], case)


@WHOLE_GAMES
@pytest.mark.parametrize("number", range(24 if ALL else 12))
def test_whole_games_of_scenarios_are_sound(number: int) -> None:
    play(number, scenario_policy_of(number), scenario_game(number + 60), NOW_AND_THEN)


@pytest.mark.uncompiled
@pytest.mark.parametrize("policy", MODULE_POLICIES, ids=[policy.name for policy in MODULE_POLICIES])
def test_every_policy_for_modules_plays_sound_games(policy: Policy) -> None:
    play(2, policy, {"players": 3, "map": "minimal", "turns": 2, "modules": frozenset(MODULES)})


@pytest.mark.uncompiled
@pytest.mark.parametrize("variant", ["combat", "short"])
def test_every_position_of_a_variant_with_modules_is_sound(variant: str) -> None:
    play(1, MODULE_POLICIES[0], game_with(MODULES, 5, players=2, variant=variant, **SHORTEST[variant]))


@pytest.mark.parametrize("case", FIXED_VARIANTS[::3], ids=name_of)
def test_every_position_of_a_variant_for_two_is_sound(case: dict[str, Any]) -> None:
    play(1, POLICIES[0], case)


@pytest.mark.uncompiled
@pytest.mark.parametrize("policy", POLICIES, ids=[policy.name for policy in POLICIES])
def test_every_policy_plays_sound_games(policy: Policy) -> None:
    play(1, policy, {"players": 4, "map": "minimal", "turns": 2})


@WHOLE_GAMES
@pytest.mark.parametrize("number", range(0, len(WHOLE), 1 if ALL else 2), ids=lambda i: f"{i}-{name_of(WHOLE[i])}")
def test_whole_games_are_sound(number: int) -> None:
    play(100 * number + 1, policy_of(number + 4), WHOLE[number], NOW_AND_THEN)


@WHOLE_GAMES
@pytest.mark.parametrize(
    "number", range(0, len(WHOLE_MODULES), 1 if ALL else 2), ids=lambda i: f"{i}-{name_of(WHOLE_MODULES[i])}"
)
def test_whole_games_with_modules_are_sound(number: int) -> None:
    play(100 * number + 1, module_policy_of(number + 5), WHOLE_MODULES[number], NOW_AND_THEN)


@pytest.mark.slow
@WHOLE_GAMES
@pytest.mark.parametrize("number", range(1000, 1000 + MANY_WHOLE))
def test_many_whole_games_with_modules_are_sound(number: int) -> None:
    """Any of the 1,024 subsets, with any variant."""
    case = game_with(some_modules(number), number, variant=VARIANTS[number // 5 % len(VARIANTS)])
    play(number, module_policy_of(number), case, NOW_AND_THEN)


# So rare in random play that positions made by hand show them instead (tests/spread.py).
RARE = {"join", "travel"}


@pytest.mark.slow
@WHOLE_GAMES
def test_every_decision_comes_up() -> None:
    missing = set(DECISION_NAMES[1:D_FACTION]) - RARE  # those of Edge of Extinction: test_edge_random_play.py
    for game in range(MOST_GAMES):
        case = WHOLE[game % len(WHOLE)] if game % 2 == 0 else game_with(MODULES, game)
        policy = policy_of(game // 2) if game % 2 == 0 else module_policy_of(game // 2)
        if game % 3 == 2:
            case, policy = scenario_game(game), scenario_policy_of(game)
        missing -= set(play(10_000 + game, policy, case, NOW_AND_THEN))
        if not missing:
            return
    raise AssertionError(f"never asked: {sorted(missing)}")


def test_bonus_actions_are_offered_to_everybody() -> None:
    config = {"players": 3, "map": "minimal", "turns": 2}
    games = (play(seed, POLICIES[-1], config, NOW_AND_THEN) for seed in range(20))
    assert any(seen["take_part"] >= 3 for seen in games)
