"""Solitaire play as environments: PettingZoo and Gymnasium, batches, rewards, what is observed, copies and saves."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import exodus_env.gym_envs  # noqa: F401  registers the environments
from exodus_env import exodus_v0, solitaire_v0, stronghold_v0
from exodus_env.exodus import core
from exodus_env.exodus.config import MODULES, SOLITAIRE, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.config import ConfigError
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.saves import SaveError
from exodus_env.kit.single import SingleEnv
from tests.position import Position
from tests.rules.early import own
from tests.rules.solitaire_scenes import BORDERS, VICTORIES, VOID, empty, guard, home, planet_at, planet_hexes

BOTH = pytest.mark.parametrize("scenario", SOLITAIRE)
IDS = {BORDERS: "Exodus/SecureTheBorders-v0", VOID: "Exodus/EdgeOfTheVoid-v0"}
BLOCKS = {"mission", "resistance_ships"}


def legal(env: Any) -> np.ndarray:
    """Actions that are legal now."""
    return np.flatnonzero(env.observe("player_0")["action_mask"])


def play(env: Any, decisions: int = 10**6, seed: int = 0) -> Any:
    """Random legal decisions."""
    rng = np.random.default_rng(seed)
    while decisions and env.agents and not any(env.terminations.values()):
        env.step(int(rng.choice(legal(env))))
        decisions -= 1
    return env


def started(scenario: str, seed: int = 1, decisions: int = 0, **settings: Any) -> Any:
    """An environment with a game under way."""
    env = solitaire_v0.env(scenario=scenario, **settings)
    env.reset(seed=seed)
    return play(env, decisions, seed)


def near_its_end(scenario: str, seed: int = 1, **settings: Any) -> Any:
    """The last turn has begun."""
    env = started(scenario, seed, **settings)
    while env.game[0].stage == 0:
        env.step(int(legal(env)[0]))
    g = env.game[0]
    g.turn = 5
    g.political_left -= 4 * 3  # the cards of four Councils
    g.political_deck[g.political_left :] = -1
    env.refresh()
    return env


# The module -----------------------------------------------------------------------------------------------------------


def test_what_the_module_offers() -> None:
    assert set(solitaire_v0.__all__) == {"GameConfig", "env", "load", "raw_env", "vector_env"}
    assert solitaire_v0.env == solitaire_v0.raw_env
    assert solitaire_v0.GameConfig is GameConfig


def test_secure_the_borders_is_the_default() -> None:
    expected = GameConfig(players=1, scenario=BORDERS)
    assert solitaire_v0.env().config == solitaire_v0.raw_env().config == expected
    assert solitaire_v0.vector_env(1).config == expected


@BOTH
def test_one_player_is_the_default(scenario: str) -> None:
    env = solitaire_v0.env(scenario=scenario)
    assert env.config == GameConfig(players=1, scenario=scenario)
    assert env.possible_agents == ["player_0"]
    assert env.metadata["name"] == "solitaire_v0"
    assert solitaire_v0.env(config=env.config).config == env.config


def test_settings_stand_over_a_ready_configuration() -> None:
    ready = GameConfig(players=1, scenario=BORDERS)
    assert solitaire_v0.env(config=ready, shaping=0.5).config.shaping == 0.5
    assert solitaire_v0.env(config=ready, scenario=VOID).config == GameConfig(players=1, scenario=VOID)
    assert solitaire_v0.env(scenario=VOID, factions=["arctic"]).config.factions == ("arctic",)


def test_other_scenarios_are_refused() -> None:
    for scenario in ("none", "stronghold", "event_horizon"):
        with pytest.raises(ConfigError, match=f"{BORDERS}' or '{VOID}"):
            solitaire_v0.env(scenario=scenario)
    for config in (GameConfig(), GameConfig(scenario="event_horizon")):
        with pytest.raises(ConfigError, match=f"{BORDERS}' or '{VOID}"):
            solitaire_v0.env(config=config)
    for module in (exodus_v0, stronghold_v0):
        for scenario in SOLITAIRE:
            with pytest.raises(ConfigError, match="scenario"):
                module.env(scenario=scenario)
            with pytest.raises(ConfigError, match="scenario"):
                module.env(config=GameConfig(players=1, scenario=scenario))


@BOTH
def test_wrong_settings_are_refused(scenario: str) -> None:
    for settings in ({"players": 2}, {"modules": ["M1"]}, {"turns": 7}, {"map": "large"}, {"movement": "drive_power"}):
        with pytest.raises(ConfigError, match=next(iter(settings))):
            solitaire_v0.env(scenario=scenario, **settings)
    with pytest.raises(TypeError, match="GameConfig"):
        solitaire_v0.env(config={"scenario": scenario})


# PettingZoo -----------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("encoding", ["flat", "structured"])
def test_pettingzoo_api(scenario: str, encoding: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(solitaire_v0.env(scenario=scenario, encoding=encoding), num_cycles=300 if COMPILED else 30)


@BOTH
def test_pettingzoo_seeds_and_rendering(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(lambda: solitaire_v0.env(scenario=scenario), num_cycles=100 if COMPILED else 10)
    render_test(lambda render_mode=None: solitaire_v0.env(scenario=scenario, render_mode=render_mode))
    assert capsys.readouterr().out


@BOTH
def test_observations_lie_in_their_space(scenario: str) -> None:
    env = started(scenario)
    rng = np.random.default_rng(2)
    for _ in range(400 if COMPILED else 60):
        view = env.last()[0]
        assert env.observation_space("player_0").contains(view)
        env.step(int(rng.choice(legal(env))))
        if any(env.terminations.values()):
            break


# Rewards --------------------------------------------------------------------------------------------------------------


@BOTH
def test_rewards_come_once_at_the_end(scenario: str) -> None:
    env = near_its_end(scenario)
    rng = np.random.default_rng(1)
    while not any(env.terminations.values()):
        assert env.rewards == {"player_0": 0}
        assert env.game[0].outcome == 0
        env.step(int(rng.choice(legal(env))))
    assert env.game[0].outcome == 2, "nobody wins by chance in one turn"
    assert env.rewards == {"player_0": -1}
    assert env.last()[1] == -1
    env.step(None)
    assert env.agents == []


@BOTH
def test_shaping_adds_up_to_what_was_there_at_the_start(scenario: str) -> None:
    """The rewards of a game and its end differ by the first position's potential, whatever is played."""
    plain, shaped = near_its_end(scenario), near_its_end(scenario, shaping=0.5)
    assert plain.game[0].tobytes() == shaped.game[0].tobytes()
    goal, g, t = shaped.rules.t.victory[1], shaped.game[0], shaped.rules.t
    planets = [h for h in range(t.hexes) if g.planet[h] >= 0]
    settled = min(1, sum(g.population[h, 0] > 0 for h in planets) / (len(planets) - int(goal[1])))
    beaten = min(1, (1 + int(goal[5])) / (1 + int(g.resistance_ships.sum())))
    stocked = sum(1 if g.resource[0, i] >= goal[2 + i] else g.resource[0, i] / goal[2 + i] for i in range(3)) / 3
    start = (settled + beaten + stocked) / 3
    assert 0 < start < 1
    rng = np.random.default_rng(7)
    total, steps = 0.0, []
    while not any(plain.terminations.values()):
        action = int(rng.choice(legal(plain)))
        plain.step(action)
        shaped.step(action)
        steps.append(shaped.rewards["player_0"])
        total += steps[-1]
    assert any(steps[:-1]), "progress is rewarded on the way"
    assert total == pytest.approx(plain.rewards["player_0"] - 0.5 * start, abs=1e-4)


# Gymnasium ------------------------------------------------------------------------------------------------------------


@BOTH
def test_gymnasium_makes_it(scenario: str) -> None:
    assert IDS[scenario] in gymnasium.registry
    env = gymnasium.make(IDS[scenario]).unwrapped
    assert isinstance(env, SingleEnv)
    assert env.rules.config == GameConfig(players=1, scenario=scenario)


@BOTH
def test_gymnasiums_own_check(scenario: str) -> None:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        check_env(gymnasium.make(IDS[scenario], disable_env_checker=True).unwrapped, skip_render_check=False)
    assert not [str(w.message) for w in found if "not within" in str(w.message) or "not contain" in str(w.message)]


@BOTH
def test_gymnasium_steps(scenario: str) -> None:
    env = gymnasium.make(IDS[scenario], disable_env_checker=True)
    observation, info = env.reset(seed=5)
    for _ in range(40):
        assert env.observation_space.contains(observation)
        action = int(np.flatnonzero(info["action_mask"])[-1])
        observation, reward, over, cut, info = env.step(action)
        assert not cut
        if over:
            assert reward in (-1, 0.5, 1)
            break
        assert reward == 0


@BOTH
def test_gymnasium_takes_settings(scenario: str) -> None:
    env = gymnasium.make(IDS[scenario], disable_env_checker=True, shaping=0.25, dice_variant=True).unwrapped
    assert isinstance(env, SingleEnv)
    assert (env.rules.config.shaping, env.rules.config.dice_variant) == (0.25, True)
    with pytest.raises(ConfigError, match="players"):
        gymnasium.make(IDS[scenario], disable_env_checker=True, players=2)


# The same again -------------------------------------------------------------------------------------------------------


@BOTH
def test_the_same_seed_gives_the_same_record(scenario: str) -> None:
    one, two, other = (started(scenario, seed, 30) for seed in (4, 4, 5))
    assert one.game.tobytes() == two.game.tobytes()
    assert np.array_equal(one.last()[0]["observation"], two.last()[0]["observation"])
    assert one.game.tobytes() != other.game.tobytes()


@BOTH
def test_another_seed_shuffles_the_decks_and_keeps_the_map(scenario: str) -> None:
    decks, maps = set(), set()
    for seed in range(4):
        g = started(scenario, seed, **({"factions": ["titan"]} if scenario == VOID else {})).game[0]
        decks.add(g.political_deck.tobytes())
        maps.add((g.planet.tobytes(), g.resistance.tobytes()))
    assert (len(decks), len(maps)) == (4, 1)


@BOTH
def test_a_batch_is_bit_identical_to_single_games(scenario: str) -> None:
    vector = solitaire_v0.vector_env(2, seed=11, scenario=scenario)
    singles = [solitaire_v0.env(scenario=scenario) for _ in range(2)]
    for i, single in enumerate(singles):
        single.reset(seed=int(vector.seeds[i]))
    for step in range(1000 if COMPILED else 60):
        for i, single in enumerate(singles):
            assert vector.games[i].tobytes() == single.game[0].tobytes()
            view = single.last()[0]
            assert np.array_equal(vector.observations[i], view["observation"])
            assert np.array_equal(vector.action_masks[i], view["action_mask"])
        actions = vector.sample_actions(step)
        vector.step(actions)
        for i, single in enumerate(singles):
            single.step(int(actions[i]))
            assert vector.rewards[i].tolist() == pytest.approx(list(single.rewards.values()))
            if vector.dones[i]:
                single.reset(seed=int(vector.seeds[i]))


@BOTH
def test_a_batch_starts_the_next_game_after_an_end(scenario: str) -> None:
    vector = solitaire_v0.vector_env(1, seed=3, scenario=scenario)
    while vector.games[0].stage == 0:
        vector.step(np.array([np.flatnonzero(vector.action_masks[0])[0]]))
    vector.games[0].turn = 5
    step = 0
    while not vector.dones[0]:
        vector.step(vector.sample_actions(step))
        step += 1
        assert step < 3000
    assert vector.rewards.tolist() == [[-1]]
    assert vector.games[0].turn == 1 and vector.games[0].over == 0
    assert vector.games[0].office == (-1 if scenario == BORDERS else 5)


# Copies and saves -----------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("decisions", [0, 45])
def test_a_saved_game_loads_and_goes_on(scenario: str, decisions: int, tmp_path: Path) -> None:
    env = started(scenario, 7, decisions)
    path = tmp_path / "game.save"
    env.save(path)
    other, again, third = solitaire_v0.load(path), pickle.loads(pickle.dumps(env)), env.clone()
    assert other.config == env.config
    assert other.game.tobytes() == env.game.tobytes()
    play(env, 25, 3)
    for copied in (other, again, third):
        play(copied, 25, 3)
        assert copied.game.tobytes() == env.game.tobytes()
        assert copied.rewards == env.rewards


def test_a_saved_game_of_another_scenario_is_refused() -> None:
    data = started(BORDERS).to_bytes()
    others = (
        solitaire_v0.env(scenario=VOID),
        stronghold_v0.env(mode="solo"),
        exodus_v0.env(players=2),
    )
    for other in others:
        with pytest.raises(SaveError):
            other.from_bytes(data)


@BOTH
def test_a_possible_world_keeps_what_is_seen(scenario: str) -> None:
    env = started(scenario, 3, 50)
    world = env.sample_world("player_0", seed=1)
    assert np.array_equal(world.last()[0]["observation"], env.last()[0]["observation"])
    assert np.array_equal(world.last()[0]["action_mask"], env.last()[0]["action_mask"])
    assert world.game[0].political_deck.tobytes() != env.game[0].political_deck.tobytes()


# What is observed -----------------------------------------------------------------------------------------------------


def seen(p: Position) -> dict[str, np.ndarray]:
    """The blocks of the observation."""
    row = np.zeros((1, p.rules.observations.size), dtype=np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, 0, row)
    return {b.name: row[0, b.start : b.start + b.size].reshape(b.shape) for b in p.rules.observations.blocks}


def mission(p: Position) -> dict[str, float]:
    """The numbers of the mission by their meanings, without their scales."""
    block = next(b for b in p.rules.observations.blocks if b.name == "mission")
    numbers = seen(p)["mission"].ravel()
    found = {}
    for name, number in zip(block.meaning.removesuffix(" (solitaire)").split("; "), numbers, strict=True):
        words, _, scale = name.partition(" / ")
        number_scale = float(scale.split(" ")[0]) if scale else 1.0
        rest = scale.partition(" ")[2] if scale else ""
        found[f"{words} {rest}".strip().replace("included, for", "included for")] = round(
            float(number) * number_scale, 3
        )
    return found


def test_blocks_and_families_belong_to_solitaire_play() -> None:
    def blocks(**config: Any) -> set[str]:
        return {b.name for b in ruleset(GameConfig(**config)).observations.blocks if b.size > 0}

    def office(**config: Any) -> int:
        return next(f.size for f in ruleset(GameConfig(**config)).actions.families if f.name == "office")

    for config in (
        {"modules": frozenset(MODULES)},
        {"edge_of_extinction": True},
        {"players": 1, "scenario": "stronghold", "mode": "solo"},
    ):
        assert not (BLOCKS | {"office"}) & blocks(**config)
    assert blocks(players=1, scenario=BORDERS) & (BLOCKS | {"office"}) == BLOCKS
    assert blocks(players=1, scenario=VOID) >= BLOCKS | {"office"}
    assert office(players=1, scenario=BORDERS) == 0
    assert office(players=1, scenario=VOID) == 6


@BOTH
def test_fleets_are_observed_ship_by_ship(scenario: str) -> None:
    p = empty(scenario)
    guard(p, planet_at(p, "auriga"), 1, 1, 3)
    guard(p, planet_at(p, "borea"), 2)
    board = seen(p)["resistance_ships"] * 3
    expected = np.zeros((p.t.hexes, 3))
    expected[planet_at(p, "auriga")] = 2, 0, 1
    expected[planet_at(p, "borea")] = 0, 1, 0
    assert np.allclose(board, expected)


@pytest.mark.parametrize("office", range(6))
def test_the_turn_order_card_is_observed(office: int) -> None:
    p = empty(VOID)
    p.g.office = office
    assert seen(p)["office"].tolist() == [1 if place == office else 0 for place in range(6)]


@BOTH
def test_what_is_still_needed_is_observed(scenario: str) -> None:
    p = own(empty(scenario), 0, 7, 2, 1)
    p.settle(home(p), 0, 3).settle(planet_at(p, "lyra"), 0, 1)
    guard(p, planet_at(p, "auriga"), 1, 2, 3, 3)
    p.g.turn = 3
    numbers = list(mission(p).values())
    for row, (turn, bare, cp, axinium, phasium, ships) in enumerate(VICTORIES[scenario]):
        planets = len(planet_hexes(p)) - 2 - bare
        needed = [turn + 1 - 3, planets, max(0, cp - 7), max(0, axinium - 2), max(0, phasium - 1), max(0, 4 - ships)]
        assert numbers[6 * row : 6 * row + 6] == pytest.approx(needed, abs=0.01)
    assert numbers[12:14] == pytest.approx([6, 9], abs=0.01), "cards B and C in turn 3"


def test_what_the_npc_does_this_turn_is_observed() -> None:
    for number, (ships, rocket) in enumerate([([1, 0, 0], 0), ([1, 1, 0], 1), ([1, 1, 0], 1), ([0, 1, 1], 1)], start=1):
        p = empty(VOID)
        p.g.turn = number
        numbers = list(mission(p).values())
        assert numbers[14:] == pytest.approx([*ships, rocket])


@BOTH
def test_both_decisions_are_observed(scenario: str) -> None:
    p = own(empty(scenario), 0, 50).until("political_choice")
    own(p, 0, 50)
    names = next(block.features for block in p.rules.observations.blocks if block.name == "decision")
    assert names[int(seen(p)["decision"].argmax())] == "political_choice"
    if scenario == VOID:
        p.do("political_card", 0).until("buy_office")
        assert names[int(seen(p)["decision"].argmax())] == "buy_office"


def test_corrupt_politics_shows_in_the_prices() -> None:
    p = empty(VOID, faction="sirius").learn(0, "corrupt_politics").refresh()
    p.g.turn = 2
    assert list(mission(p).values())[12:14] == pytest.approx([3, 5], abs=0.01)
    assert p.g.resource[0, v.CP] == 0
