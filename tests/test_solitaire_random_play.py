"""Random legal play of the solitaire scenarios, watched by the state checker, and what holds of every game of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import solitaire_v0
from exodus_env.exodus.capacity import LOG_ROWS, MAX_DECISIONS
from exodus_env.exodus.check import check
from exodus_env.exodus.config import FACTIONS, SOLITAIRE
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames, log, scoring
from exodus_env.exodus.rules.choices import D_POLITICAL_CHOICE
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import COMPILED
from tests.effort import ALL, some_uncompiled
from tests.position import DECISION_NAMES, Position
from tests.rules.early import RAIDER, all_cubes, cubes
from tests.test_edge_random_play import POLICIES as EDGE_POLICIES
from tests.test_random_play import NOW_AND_THEN, OFTEN, POLICIES, WHOLE_GAMES, Policy, prepare, step
from tests.test_solitaire_check import accomplish, begun

pytestmark = pytest.mark.bounds
ALONE = 0
MOST_GAMES = 100  # within which every decision of solitaire play must have come up
REWARDS = {scoring.WON: 1.0, scoring.WON_IN_PART: 0.5, scoring.LOST: -1.0}
COPIED = 20  # a mission is saved and copied after every so many decisions
NEW_DECISIONS = set(DECISION_NAMES[D_POLITICAL_CHOICE:])
# Besides the policies of other games: some keep Population at home and ships everywhere, so that games go on longer.
ALL_POLICIES = (
    Policy("keepers", ("combat_card", "hit", "office"), 3.0, rich=True, learned=("basic_tactics",)),
    Policy("fighters", ("move", "combat_card", "office"), rich=True, deployed=True, armed=True),
    *POLICIES,
    *EDGE_POLICIES,
)


def solitaire_game(number: int) -> dict[str, Any]:
    """A game of either scenario, with any faction, dealt or chosen, where there are factions."""
    scenario = tuple(SOLITAIRE)[number % len(SOLITAIRE)]
    case: dict[str, Any] = {"players": 1, "scenario": scenario, "ask_forced": number % 3 == 2}
    if SOLITAIRE[scenario]["edge_of_extinction"]:
        ways = (*((faction,) for faction in FACTIONS), "dealt", "chosen")
        case["factions"] = ways[number // len(SOLITAIRE) % len(ways)]
    return case


def policy_of(number: int) -> Policy:
    """The policies in turn, for either scenario."""
    return ALL_POLICIES[number // len(SOLITAIRE) % len(ALL_POLICIES)]


# What holds of every game ---------------------------------------------------------------------------------------------


def battlefields(p: Position) -> set[int]:
    """The hexes where a combat is under way, or began in the last step."""
    rows = p.g.log[: p.g.log_count].tolist()
    under_way = {int(frame[frames.COMBAT_HEX]) for frame in p.g.stack[: p.g.depth] if frame[KIND] == frames.COMBAT}
    return under_way | {row[1] for row in rows if row[0] == log.E_COMBAT_BEGINS}


def moved_by_npc(p: Position, ships: Any) -> Any:
    """The Resistance ships after those moves and entries of the NPC that the last step tells of."""
    ships = ships.copy()
    for kind, first, second, third, *_ in p.g.log[: p.g.log_count].tolist():
        if kind == log.E_NPC_MOVES:
            ships[first, third - 1] -= 1
            ships[second, third - 1] += 1
        elif kind == log.E_NPC_ENTERS:
            ships[first, second - 1] += 1
    return ships


class Watch:
    """A game, looked at before and after every decision."""

    def __init__(self, p: Position) -> None:
        self.p = p
        self.see()

    def see(self) -> None:
        """Note what a step can change."""
        self.ships = self.p.g.resistance_ships.copy()
        self.fields = battlefields(self.p)
        self.turn = int(self.p.g.turn)

    def compare(self) -> None:
        """Ships are lost in combat alone, and move and enter at the end of a turn; cubes stay; rewards wait."""
        p, g = self.p, self.p.g
        assert cubes(p, ALONE) == all_cubes(p)
        assert g.turn in (self.turn, self.turn + 1)
        assert g.turn <= p.t.turns
        if g.log_count < LOG_ROWS:  # else the page was full
            expected = moved_by_npc(p, self.ships)
            if g.turn == self.turn and not g.over:
                assert np.array_equal(expected, self.ships), "the NPC acted in mid turn"
            assert (g.resistance_ships <= expected).all(), "a Resistance ship from nowhere"
            lost = set(np.flatnonzero((g.resistance_ships < expected).any(axis=1)).tolist())
            assert lost <= self.fields | battlefields(p), "a Resistance ship was lost without a combat"
        assert p.rewards == ([REWARDS[int(g.outcome)]] if g.over else [0.0])
        assert (g.over == 1) == (g.outcome != scoring.UNDECIDED)
        self.see()


def play(seed: int, policy: Policy, config: dict[str, Any], every: int = OFTEN) -> set[str]:
    """One game, checked after every so many decisions, at the start and at the end; returns what was decided."""
    p = Position(seed, **config)
    rng = np.random.default_rng(seed)
    seen: set[str] = set()
    while p.g.stage == frames.SETUP:
        seen.add(p.decision)
        step(p, policy, rng, every)
    prepare(p, policy, rng)
    p.g.resistance_ships[p.g.resistance == 0] = 0  # where cards were won from them before
    watch = Watch(p)
    while not p.g.over:
        seen.add(p.decision)
        step(p, policy, rng, every)
        watch.compare()
        assert p.g.decisions < MAX_DECISIONS
    check(p.games, p.rules.config)
    assert not p.masks.any()
    return seen


CASES = range(40 if ALL else 20 if COMPILED else 8)


@pytest.mark.parametrize("number", some_uncompiled(CASES, (0, 1, 4, 7)))
def test_every_position_of_a_mission_is_sound(number: int) -> None:
    play(number, policy_of(number), solitaire_game(number), OFTEN if COMPILED else NOW_AND_THEN)


@pytest.mark.uncompiled
@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_every_position_of_a_mission_that_is_waited_out_is_sound(scenario: str) -> None:
    """Who declines everything keeps all Population at home for long."""
    p = Position(1, players=1, scenario=scenario)
    watch = Watch(p)
    while not p.g.over:
        check(p.games, p.rules.config)
        p.default()
        watch.compare()
    check(p.games, p.rules.config)
    assert p.g.turn == p.t.turns or p.t.hold_home == 1


@pytest.mark.slow
@WHOLE_GAMES
@pytest.mark.parametrize("number", range(100, 200))
def test_many_missions_are_sound(number: int) -> None:
    play(number, policy_of(number), solitaire_game(number), NOW_AND_THEN)


@pytest.mark.slow
@WHOLE_GAMES
def test_every_decision_of_solitaire_play_comes_up() -> None:
    missing = set(NEW_DECISIONS)
    for game in range(MOST_GAMES):
        missing -= play(30_000 + game, policy_of(game), solitaire_game(game), NOW_AND_THEN)
        if not missing:
            return
    raise AssertionError(f"never asked: {sorted(missing)}")


# The end --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SOLITAIRE)
@pytest.mark.parametrize("outcome", REWARDS)
def test_the_reward_is_what_the_outcome_says(scenario: str, outcome: int) -> None:
    settings: dict[str, Any] = {"players": 1, "scenario": scenario}
    absolute = int(Position(1, **settings).t.victory[0, 0])
    p = begun(settings, turn=absolute).until("action_card")
    if outcome != scoring.LOST:
        accomplish(p)
        if p.t.npc:  # a ship that keeps the NPC's rocket on the ground
            p.place_ship(ALONE, RAIDER, int(p.t.npc_base))
    if outcome == scoring.WON_IN_PART:
        p.g.resource[ALONE, v.CP] = 0
    p.refresh()
    while not p.g.over:
        assert p.rewards == [0.0]
        p.default()
    assert p.g.outcome == outcome
    assert p.rewards == [REWARDS[outcome]]


# Copies and saves -----------------------------------------------------------------------------------------------------


def decide(env: Any, rng: np.random.Generator) -> int:
    """A random legal choice."""
    return int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"])))


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_a_mission_is_saved_and_copied_and_goes_on_alike(scenario: str, tmp_path: Path) -> None:
    env = solitaire_v0.env(scenario=scenario)
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    others: list[Any] = []
    while not env.terminations[env.agent_selection]:
        if env.game["decisions"].item() % COPIED == 0:
            env.save(tmp_path / "game.save")
            others = [solitaire_v0.load(tmp_path / "game.save"), env.clone(), solitaire_v0.env(scenario=scenario)]
            others[-1].from_bytes(env.to_bytes())
        action = decide(env, rng)
        for other in (env, *others):
            other.step(action)
        assert len({other.to_bytes() for other in (env, *others)}) == 1
        assert all(other.rewards == env.rewards and other.config == env.config for other in others)
        others = []
    assert env.game["over"].item() == 1
    assert env.clone().to_bytes() == env.to_bytes()
    assert list(env.rewards.values()) == [REWARDS[env.game["outcome"].item()]]
