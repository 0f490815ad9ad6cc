"""What every game on the kit must do, whatever its rules: one suite over Exodus, X-ODUS and the toy game."""

from __future__ import annotations

import copy
import hashlib
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test, render_test, seed_test

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.record import SCHEMA as CORRUPTION
from exodus_env.corruption.ruleset import corruption as corruption_rules
from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.record import SCHEMA as EXODUS
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.arena import plan_for
from exodus_env.kit.batch import IllegalAction
from exodus_env.kit.definition import Definition
from exodus_env.kit.kernel import COMPILED, group_of
from exodus_env.kit.players import RandomPlayer
from exodus_env.kit.record import BASE_FIELDS, Schema
from exodus_env.kit.registry import forget, register
from exodus_env.kit.single import SingleEnv
from exodus_env.kit.vector import VectorEnv
from exodus_env.kit.workers import play_plan
from exodus_env.llm import Detail, prompt_for
from tests.toy.config import BeaconConfig
from tests.toy.game import BEACON as BEACON_ENTRY
from tests.toy.numbers import CALLED, CALLED_KEEPER
from tests.toy.record import SCHEMA as BEACON
from tests.toy.ruleset import beacon

ROOT = Path(__file__).parent.parent
DECISIONS = 300 if COMPILED else 25  # played in a test
MIDDLE = 40 if COMPILED else 8  # decisions to go on from there


@dataclass(frozen=True)
class Case:
    """A game in one configuration."""

    make: Callable[[], Definition]
    schema: Schema
    middle: int = 40  # decisions before a position is taken
    rename: Callable[[Any], None] | None = None  # gives every seat the name of the next, where seats are all alike

    @property
    def players(self) -> int:
        """How many seats there are."""
        return int(self.make().config.players)


def exodus(**settings: Any) -> Case:
    """Exodus; its seats are renamed in test_symmetry.py, where the map turns with them."""
    return Case(lambda: ruleset(GameConfig.from_dict(settings)), EXODUS)


def corruption(**settings: Any) -> Case:
    """X-ODUS; ships lie in the order of seats, so that no other name of a seat gives the same game."""
    return Case(lambda: corruption_rules(CorruptionConfig.from_dict(settings)), CORRUPTION)


def rename_keepers(g: Any) -> None:
    """Every keeper of a game of four becomes the next one."""
    g.hand[:] = np.roll(g.hand, 1)
    for name in ("first", "actor"):
        g[name] = (g[name] + 1) % 4
    if g.stack[1, 0] == CALLED:
        g.stack[1, CALLED_KEEPER] = (g.stack[1, CALLED_KEEPER] + 1) % 4


CASES = {
    "exodus": exodus(players=3, turns=2),
    "exodus, simultaneous": exodus(players=2, movement="simultaneous", turns=1, encoding="structured"),
    "exodus, modules and Edge of Extinction": exodus(
        players=4, modules=MODULES, edge_of_extinction=True, turns=1, shaping=0.1
    ),
    "exodus, Stronghold": exodus(players=3, scenario="stronghold"),
    "exodus, alone": exodus(players=1, scenario="stronghold", mode="solo", difficulty="beginner"),
    "X-ODUS": corruption(),
    "X-ODUS, three ships for two": corruption(
        players=2, ships=3, order="volunteer", mats="dealt", difficulty="heroic", encoding="structured", shaping=0.5
    ),
    "X-ODUS, alone": corruption(players=1, difficulty="hardened", nightmare=True),
    "beacon": Case(lambda: beacon(BeaconConfig(players=3)), BEACON, 3),
    "beacon of four": Case(lambda: beacon(BeaconConfig(players=4, hours=40)), BEACON, 3, rename_keepers),
    "beacon, structured": Case(lambda: beacon(BeaconConfig(players=2, encoding="structured")), BEACON, 3),
}


@pytest.fixture(autouse=True, scope="module")
def fixture_registered() -> Iterator[None]:
    """The toy game can be found by its name."""
    register(BEACON_ENTRY)
    yield
    forget(BEACON_ENTRY.name)


@pytest.fixture(params=CASES, scope="module")
def case(request: pytest.FixtureRequest) -> Case:
    """Each game in turn."""
    return CASES[request.param]


@pytest.fixture
def env(case: Case) -> GameEnv:
    """An environment of the game, in the middle of a game."""
    env = GameEnv(case.make(), render_mode="ansi")
    env.reset(seed=4)
    play(env, case.middle if COMPILED else min(case.middle, 8))
    assert not over(env)
    return env


def play(env: GameEnv, decisions: int, seed: int = 0) -> list[int]:
    """Random legal decisions up to the end of the game; returns the actions."""
    rng = np.random.default_rng(seed)
    taken: list[int] = []
    while len(taken) < decisions and not over(env):
        taken.append(int(rng.choice(legal(env))))
        env.step(taken[-1])
    return taken


def over(env: GameEnv) -> bool:
    return not env.agents or any(env.terminations.values()) or any(env.truncations.values())


def legal(env: GameEnv) -> Any:
    return np.flatnonzero(env.last()[0]["action_mask"])  # type: ignore[index]


def same(first: GameEnv, second: GameEnv) -> bool:
    """Whether two environments are in the same state in every respect."""
    return (
        first.game.tobytes() == second.game.tobytes()
        and first.agents == second.agents
        and first.agent_selection == second.agent_selection
        and first.terminations == second.terminations
        and first.truncations == second.truncations
        and first.rewards == second.rewards
        and data_equivalence(first.last(), second.last())
    )


# Records --------------------------------------------------------------------------------------------------------------


def test_a_record_begins_with_the_fields_the_kit_needs(case: Case) -> None:
    names = case.schema.dtype.names or ()
    assert names[: len(BASE_FIELDS)] == BASE_FIELDS
    assert case.make().new_games(2).dtype == case.schema.dtype


def test_entries_belong_to_the_package_of_the_game(case: Case) -> None:
    rules = case.make()
    entries = {rules.play, rules.observe_as, rules.redeal_as, rules.sample_actions}
    first = rules.entry_modules[0][0]
    assert {entry.game for entry in entries} == {first.rpartition(".")[0]}
    assert entries == set(group_of(first).entries.values())


# Play -----------------------------------------------------------------------------------------------------------------


def test_a_seed_repeats_the_game_and_the_games_after_it(case: Case) -> None:
    first, second = GameEnv(case.make()), GameEnv(case.make())
    first.reset(seed=7)
    second.reset(seed=7)
    for again in range(2):
        assert play(first, MIDDLE, again) == play(second, MIDDLE, again)
        assert same(first, second)
        first.reset()
        second.reset()
    third = GameEnv(case.make())
    third.reset(seed=8)
    first.reset(seed=7)
    assert third.game.tobytes() != first.game.tobytes()


def test_random_games_are_sound_ask_somebody_and_end(case: Case) -> None:
    """Every position passes the checker and offers the actor something; no game is cut off by the longest length."""
    rules = case.make()
    env = GameEnv(rules)
    rng = np.random.default_rng(3)
    ended = 0
    for number in range(6 if COMPILED else 1):
        env.reset(seed=number)
        for _ in range(rules.most_decisions if COMPILED else DECISIONS):
            choices = legal(env)
            assert len(choices) > 0
            assert env.game[0].actor == env.agents.index(env.agent_selection)
            if rng.random() < (0.1 if COMPILED else 0.2):
                rules.check(env.game.copy())
            env.step(int(rng.choice(choices)))
            if over(env):
                break
        ended += int(env.game[0].over)
        assert not any(env.truncations.values())
        rules.check(env.game.copy())
    assert ended == (6 if COMPILED else ended)


def test_an_illegal_action_is_refused_and_changes_nothing(env: GameEnv) -> None:
    before = env.game.tobytes()
    mask = env.last()[0]["action_mask"]  # type: ignore[index]
    for wrong in (int(np.flatnonzero(mask == 0)[0]), len(mask)):
        with pytest.raises(IllegalAction, match="must"):
            env.step(wrong)
        assert env.game.tobytes() == before


def test_looking_changes_nothing(env: GameEnv) -> None:
    """Observing, rendering, words, checking and re-dealing leave the game as it is."""
    before = env.game.tobytes()
    for agent in env.agents:
        env.observe(agent)
        env.sample_world(agent, seed=1)
    env.render()
    env.state()
    env.rules.check(env.game)
    assert env.game.tobytes() == before


def test_rewards_come_at_the_end_and_are_those_of_the_result(case: Case) -> None:
    rules = case.make()
    if not COMPILED and case.schema is EXODUS:
        pytest.skip("whole games take too long uncompiled")
    env = GameEnv(rules)
    env.reset(seed=2)
    total = np.zeros(case.players)
    while not over(env):
        env.step(int(legal(env)[0 if len(legal(env)) == 1 else -1]))
        total += list(env.rewards.values())
        assert rules.shaped or over(env) or not any(env.rewards.values())
    result = rules.result(env.game[0])
    assert len(result.ranks) == len(result.score) == case.players
    assert (result.won is None) == (not rules.team)
    if rules.team:
        assert result.won is not result.lost
        assert np.allclose(total, 1.0 if result.won else -1.0)
    elif case.players > 1 and not result.lost:
        assert np.allclose(total.sum(), 0.0, atol=1e-3)


# Copies and saves -----------------------------------------------------------------------------------------------------

COPIES: dict[str, Callable[[GameEnv], GameEnv]] = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_goes_on_exactly_alike(env: GameEnv, way: str) -> None:
    twin = COPIES[way](env)
    assert same(env, twin)
    assert play(env, MIDDLE, 1) == play(twin, MIDDLE, 1)
    assert same(env, twin)
    before = env.game.tobytes()
    twin.reset(seed=99)
    assert env.game.tobytes() == before


def test_a_saved_game_goes_on_exactly_alike(env: GameEnv, tmp_path: Path) -> None:
    env.save(tmp_path / "game.save")
    other = GameEnv(env.rules)
    other.reset(seed=1)
    other.from_bytes((tmp_path / "game.save").read_bytes())
    loaded = GameEnv.load(tmp_path / "game.save")
    assert loaded.config == env.config
    actions = play(env, MIDDLE, 2)
    for twin in (other, loaded):
        assert play(twin, MIDDLE, 2) == actions
        assert same(env, twin)


def test_a_forged_state_is_refused(env: GameEnv) -> None:
    """Random bytes in the place of a position never get as far as a kernel."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        games = env.game.copy()
        data = games.view(np.uint8)
        data[rng.integers(len(data), size=200)] ^= rng.integers(1, 256, size=200, dtype=np.uint8)
        with pytest.raises(ValueError):
            env.rules.check(games)


# Hidden information ---------------------------------------------------------------------------------------------------


def positions(case: Case, every: int) -> Iterator[GameEnv]:
    env = GameEnv(case.make())
    rng = np.random.default_rng(1)
    env.reset(seed=4)
    for step in range(DECISIONS):
        if over(env):
            env.reset()
        if step % every == 0:
            yield env
        env.step(int(rng.choice(legal(env))))


def test_a_world_looks_the_same_to_its_viewer_and_is_a_possible_one(case: Case) -> None:
    hidden = [name for name, _, _, known, _ in case.schema.fields if known == "hidden"]
    public = [name for name, _, _, known, _ in case.schema.fields if known == "public"]
    changed = 0
    for env in positions(case, 7):
        for seat, agent in enumerate(env.possible_agents):
            world = env.sample_world(agent, seed=seat)
            assert world.agent_selection == env.agent_selection
            assert data_equivalence(world.observe(agent), env.observe(agent))
            if agent == env.agent_selection:
                assert data_equivalence(world.last()[0], env.last()[0])
            env.rules.check(world.game.copy())
            for name in public:
                if (case.schema, name) != (EXODUS, "planet"):  # what lies under a hex that is face down
                    assert np.array_equal(world.game[0][name], env.game[0][name]), name
            changed += any(not np.array_equal(world.game[0][name], env.game[0][name]) for name in hidden)
    assert changed > 0


def test_a_world_depends_on_nothing_the_viewer_cannot_know(case: Case) -> None:
    """A world dealt from a world is the one dealt from the game itself."""
    for env in positions(case, 11):
        for agent in env.possible_agents:
            other = env.sample_world(agent, seed=1)
            assert other.sample_world(agent, seed=2).game.tobytes() == env.sample_world(agent, seed=2).game.tobytes()


# Symmetry -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.rename is not None])
def test_renaming_the_seats_renames_the_game(name: str) -> None:
    case = CASES[name]
    assert case.rename is not None
    rules = case.make()
    for seed in range(5):
        env, renamed = GameEnv(rules), GameEnv(rules)
        env.reset(seed=seed)
        renamed.from_bytes(env.to_bytes())
        case.rename(renamed.game[0])
        renamed.refresh()
        rng = np.random.default_rng(seed)
        while not over(env):
            expected = env.game.copy()
            case.rename(expected[0])
            assert renamed.rules.check(renamed.game) is None
            assert expected.tobytes() == renamed.game.tobytes()
            row, other = (
                np.zeros((1, rules.observations.size), np.float32),
                np.zeros((1, rules.observations.size), np.float32),
            )
            for seat in range(case.players):
                rules.observe_as(env.game, 0, rules.tables, seat, row)
                rules.observe_as(renamed.game, 0, rules.tables, (seat + 1) % case.players, other)
                assert np.array_equal(row, other)
            action = int(rng.choice(legal(env)))
            env.step(action)
            renamed._batch.actions[0] = action
            renamed._batch.play(False)


# Environments ---------------------------------------------------------------------------------------------------------


def test_a_batch_is_bit_identical_to_single_games(case: Case) -> None:
    n = 4 if COMPILED else 2
    vector = VectorEnv(case.make(), n, 11)
    singles = [GameEnv(case.make()) for _ in range(n)]
    for i, single in enumerate(singles):
        single.reset(seed=int(vector.seeds[i]))
    for step in range(DECISIONS):
        for i, single in enumerate(singles):
            assert vector.games[i].tobytes() == single.game[0].tobytes()
            assert single.agent_selection == f"player_{vector.actors[i]}"
        actions = vector.sample_actions(step)
        vector.step(actions)
        for i, single in enumerate(singles):
            single.step(int(actions[i]))
            assert bool(vector.dones[i]) == over(single)
            assert vector.rewards[i].tolist() == pytest.approx(list(single.rewards.values()))
            if vector.dones[i]:
                single.reset(seed=int(vector.seeds[i]))


def test_pettingzoos_own_tests(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(GameEnv(case.make()), num_cycles=200 if COMPILED else 20)
        seed_test(lambda: GameEnv(case.make()), num_cycles=50 if COMPILED else 5)
        render_test(lambda **named: GameEnv(case.make(), **named))
    assert capsys.readouterr().out


def test_gymnasiums_own_test(case: Case) -> None:
    rules = case.make()
    if rules.config.encoding != "flat":
        pytest.skip("a single learner gets flat observations")
    opponents = [RandomPlayer() for _ in range(rules.config.players - 1)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SingleEnv(rules, opponents, render_mode="ansi"), skip_render_check=True)


def test_every_legal_move_shown_can_be_given_back(env: GameEnv) -> None:
    for action in legal(env):
        text = env.rules.actions.action_to_string(int(action))
        assert env.rules.actions.string_to_action(text) == action
        assert env.rules.parse_move(env.game[0], env._batch.masks[0], None, str(action)) == action


def test_prompts_tell_every_move_and_nothing_hidden(case: Case) -> None:
    """Those for language models: every legal move is found by its name, and every world of the actor gives the same."""
    env = GameEnv(case.make())
    env.reset(seed=4)
    for step in range(MIDDLE):
        if over(env):
            return
        actor, mask = int(env.game[0].actor), env.last()[0]["action_mask"]  # type: ignore[index]
        asked = prompt_for(env.rules, env.game[0], mask, actor)
        assert [asked.moves.find(name) for name in asked.moves.names.values()] == legal(env).tolist()
        world = env.sample_world(actor, seed=step)
        for detail in Detail:
            told = [prompt_for(env.rules, game, mask, actor, detail).text for game in (env.game[0], world.game[0])]
            assert told[0] == told[1]
        play(env, 1, step)


def test_random_players_meet_in_the_arena(case: Case) -> None:
    if not COMPILED and case.schema is not BEACON:
        pytest.skip("whole games take too long uncompiled")
    rules = case.make()
    plan = plan_for(["random"] * case.players, 4, 1)
    runs = [play_plan(rules, plan, lambda name: RandomPlayer(), 1) for _ in range(2)]
    assert len(runs[0].results) == plan.games and runs[0].stopped is None
    assert runs[0].results == runs[1].results
    assert all((result.won is None) == (not rules.team) for result in runs[0].results)


# Compiled and uncompiled ----------------------------------------------------------------------------------------------


def digests() -> dict[str, str]:
    """What a few decisions of every game come to, to the last bit: records, masks, observations, rewards."""
    found = {}
    for name, case in CASES.items():
        rules = case.make()
        env = GameEnv(rules)
        env.reset(seed=12)
        rng = np.random.default_rng(12)
        digest = hashlib.sha256()
        row = np.zeros((1, rules.observations.size), np.float32)
        for _ in range(15):
            if over(env):
                env.reset()
            for seat in range(case.players):
                rules.observe_as(env.game, 0, rules.tables, seat, row)
                digest.update(row.tobytes())
            digest.update(env.game.tobytes() + env._batch.masks.tobytes())
            env.step(int(rng.choice(legal(env))))
            digest.update(env._batch.rewards.tobytes() + env.sample_world(0, seed=3).game.tobytes())
        found[name] = digest.hexdigest()
    return found


# Takes over ten seconds: every game of the suite is played in plain Python.
def test_compiled_and_uncompiled_games_are_the_same() -> None:
    """Another process plays the other way."""
    code = "import json; from tests.test_conformance import digests; print(json.dumps(digests()))"
    environment = {**os.environ, "EXODUS_JIT": "0" if COMPILED else "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=1800, check=True)
    assert eval(done.stdout) == digests()
