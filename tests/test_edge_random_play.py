"""Random legal play with Edge of Extinction, watched by the state checker: factions, modules, scenarios, movement."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import FACTIONS, FORBIDDEN, MODULES
from exodus_env.exodus.rules.choices import D_FACTION, D_POLITICAL_CHOICE
from exodus_env.kit.kernel import COMPILED
from tests.effort import ALL, some_uncompiled
from tests.position import DECISION_NAMES
from tests.test_random_play import (
    COUNTS_AND_MODES,
    NOW_AND_THEN,
    SEATS,
    WHOLE_GAMES,
    Policy,
    game_with,
    module_policy_of,
    name_of,
    play,
    some_modules,
)

pytestmark = pytest.mark.bounds
MOST_GAMES = 300  # within which every decision of the expansion must have come up
RESEARCH = ("master_research", "advanced_research", "expert_research", "technological_singularity")
TACTICS = ("basic_tactics", "advanced_tactics", "fringe_tactics", "tachyon_scanner", "advanced_repairs")
SYSTEMS = ("sds", "asds", "clone_factory", "space_port", "interceptors", "target_scanner", "strategic_bombers")
POLITICS = ("corrupt_politics", "visionary_politics", "fringe_politics", "expert_politics")
POLICIES = (
    Policy(
        "warriors",
        ("combat_card", "ship", "move", "mount"),
        0.1,
        inward=True,
        learned=TACTICS,
    ),
    Policy("fleets", ("combat_card", "hit", "ship"), 0.2, rich=True, learned=TACTICS, armed=True),
    Policy("builders", ("planetary", "hex", "ship_class"), 0.1, rich=True, learned=SYSTEMS, crowded=True),
    Policy("politicians", ("political_card", "react", "office"), 0.1, rich=True, learned=POLITICS, crowded=True),
    Policy("scholars", ("technology", "deploy", "mount"), 0.1, rich=True, learned=RESEARCH, inward=True),
    Policy("traders", ("buy_vp", "exchange"), 0.1, rich=True, learned=("master_trading", "expert_trading")),
    Policy("raiders", ("ship", "upgrade"), 0.1, rich=True, technologies=14, crowded=True),
    Policy("landing", ("ship", "deploy", "mount"), 0.1, learned=("commandos",), crowded=True, deployed=True),
)


def edge_game(number: int, **fixed: Any) -> dict[str, Any]:
    """A game of the expansion: any way to get factions, either length, some modules, a scenario now and then."""
    rng = np.random.default_rng([number, 23])
    case: dict[str, Any] = {"players": SEATS[number % len(SEATS)], "edge_of_extinction": True}
    if number % 5 == 4:
        case["players"], case["mode"] = COUNTS_AND_MODES[number // 5 % len(COUNTS_AND_MODES)]
        case["scenario"] = "stronghold"
        if case["mode"] == "solo":
            case["map"] = "standard"
    elif number % 5 == 3:
        case["scenario"] = "event_horizon"
    case["length"] = ("standard", "extended")[number % 2]
    modules = frozenset(some_modules(number) if number % 3 else MODULES if number % 2 else ())
    case = {**game_with(modules - frozenset(FORBIDDEN[case.get("scenario", "none")]), number, **case), **fixed}
    players = case["players"]
    factions = ("dealt", "chosen", tuple(rng.permutation(FACTIONS)[:players].tolist()))
    case.setdefault("factions", factions[number % 7 % 3])
    return case


def edge_policy_of(number: int) -> Policy:
    """The policies for the expansion in turn, and every fourth time one of the others."""
    return module_policy_of(number // 4) if number % 4 == 3 else POLICIES[number % len(POLICIES)]


CASES = [edge_game(number) for number in range(60 if ALL else 30 if COMPILED else 12)]


@pytest.mark.parametrize(
    "number",
    some_uncompiled(range(len(CASES)), (0, 4, 5, 10)),
    ids=[f"{i}-{name_of(case)}" for i, case in enumerate(CASES)],
)
def test_every_position_of_a_short_game_with_the_expansion_is_sound(number: int) -> None:
    play(100 * number + 30, edge_policy_of(number), {**CASES[number], "turns": 1})


@pytest.mark.uncompiled
@pytest.mark.parametrize("policy", POLICIES, ids=[policy.name for policy in POLICIES])
def test_every_policy_for_the_expansion_plays_sound_games(policy: Policy) -> None:
    play(3, policy, {"players": 3, "map": "minimal", "edge_of_extinction": True, "turns": 1})


@WHOLE_GAMES
@pytest.mark.parametrize("number", range(30 if ALL else 15))
def test_whole_games_with_the_expansion_are_sound(number: int) -> None:
    play(100 * number + 31, edge_policy_of(number + 2), edge_game(number + 60), NOW_AND_THEN)


# So rare in random play that positions made by hand show them instead (tests/spread.py).
RARE = {"commando_target", "hyperspace", "hyperspace_to", "sacrifice_target"}


@pytest.mark.slow
@WHOLE_GAMES
def test_every_decision_of_the_expansion_comes_up() -> None:
    missing = set(DECISION_NAMES[D_FACTION:D_POLITICAL_CHOICE]) - RARE
    for game in range(MOST_GAMES):
        missing -= set(play(20_000 + game, edge_policy_of(game), edge_game(game), NOW_AND_THEN))
        if not missing:
            return
    raise AssertionError(f"never asked: {sorted(missing)}")
