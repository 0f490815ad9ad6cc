"""OpenSpiel: its own simulation test, information states that keep secrets, and its algorithms on our games."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="runs in an environment of its own: scripts/test-bridges")

import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

from exodus_env import gym_envs
from exodus_env.bridges import open_spiel
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.arena import hashed
from tests.bridges.games import run_example

open_spiel.register()
GAMES = {
    "event horizon": "exodus_event_horizon(players=2,settings=turns:1)",
    "event horizon, shaped": "exodus_event_horizon(players=3,settings=turns:1&shaping:0.5)",
    "stronghold": "exodus_stronghold(players=2,settings=difficulty:%22beginner%22)",
    "solitaire": "exodus_secure_the_borders",
    "beacon": "beacon_night(players=3,settings=hours:8)",
}


def begun(game: Any, deal: int = 0) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


def test_every_id_is_registered() -> None:
    names = {open_spiel.name_of(id) for id in gym_envs.environments()}
    assert names <= set(pyspiel.registered_names())
    assert {"exodus_event_horizon", "exodus_stronghold_solo", "beacon_night"} <= names


@pytest.mark.parametrize("game", GAMES)
def test_open_spiels_own_simulation(game: str) -> None:
    """Random games with every check it has: legal actions, clones, histories, saving and loading, tensors, returns."""
    pyspiel.random_sim_test(pyspiel.load_game(GAMES[game]), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_game_of_pettingzoo(game: str) -> None:
    loaded = pyspiel.load_game(GAMES[game])
    state = begun(loaded, 3)
    env = GameEnv(loaded.rules)
    env.reset(seed=hashed(0, 3))
    chance = np.random.default_rng(2)
    earned = np.zeros(loaded.num_players())
    observer = loaded.make_py_observer()
    while not state.is_terminal():
        player = state.current_player()
        agent = env.agent_selection
        assert env.possible_agents[player] == agent
        seen = env.observe(agent)
        assert state.legal_actions() == np.flatnonzero(seen["action_mask"]).tolist()
        observer.set_from(state, player)
        assert (observer.tensor == seen["observation"]).all()
        action = int(chance.choice(state.legal_actions()))
        state.apply_action(action)
        env.step(action)
        earned += [env.rewards[name] for name in env.possible_agents]
        assert state.rewards() == pytest.approx([env.rewards[name] for name in env.possible_agents])
    assert state.returns() == pytest.approx(earned.tolist()) and not state.legal_actions()
    assert all(abs(paid) <= loaded.max_utility() for paid in state.returns())
    again = pickle.loads(pickle.dumps(state))
    assert str(again) == str(state) and again.returns() == state.returns()


def test_an_information_state_tells_nothing_hidden() -> None:
    """In a world that the player holds possible it is the same, whatever is hidden there; another player's differs."""
    game = pyspiel.load_game(GAMES["event horizon"])
    chance = np.random.default_rng(1)
    state, different = begun(game), 0
    for _ in range(40):
        if state.is_terminal():
            break
        player = state.current_player()
        for seed in range(3):
            world = state.resampled(player, seed)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)
            assert world.legal_actions() == state.legal_actions()
            different += world.information_state_string(1 - player) != state.information_state_string(1 - player)
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert different


def test_an_information_state_recalls_what_was_done_and_an_observation_does_not() -> None:
    game = pyspiel.load_game(GAMES["beacon"])
    state = begun(game)
    player = state.current_player()
    before = state.information_state_string(player)
    assert before == begun(game).information_state_string(player)
    state.past[player] = b"something else"
    assert state.information_state_string(player) != before
    assert state.observation_string(player) == begun(game).observation_string(player)


def test_parameters_are_checked() -> None:
    with pytest.raises(Exception, match="turns"):
        pyspiel.load_game("exodus_base(settings=turns:99)")
    with pytest.raises(Exception, match="unknown setting"):
        pyspiel.load_game("exodus_base(settings=speed:9)")
    game = pyspiel.load_game("exodus_base(players=4,settings=modules:[%22M4%22%2C%22M10%22],deals=7,seed=5)")
    assert game.rules.config.modules >= {"M4", "M10"} and game.num_players() == 4
    assert len(game.new_initial_state().chance_outcomes()) == 7 == game.max_chance_outcomes()
    assert game.rules.config == pyspiel.load_game(str(game)).rules.config
    other = pyspiel.load_game("exodus_base(players=4,settings=modules:[%22M4%22%2C%22M10%22],deals=7,seed=6)")
    assert begun(game).information_state_tensor(0) != begun(other).information_state_tensor(0)


def test_its_searches_play() -> None:
    """MCTS on perfect copies, and ISMCTS on worlds that the player holds possible."""
    game = pyspiel.load_game(GAMES["beacon"])
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, chance)
    bots = [
        mcts.MCTSBot(game, 1.0, 20, rollouts, random_state=chance),
        ismcts.ISMCTSBot(game, rollouts, 1.0, 20, random_state=chance),
    ]
    state = begun(game)
    for bot in bots * 2:
        if not state.is_terminal():
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_counterfactual_regret_is_minimised() -> None:
    """External sampling over a whole small game."""
    game = pyspiel.load_game("beacon_night(players=2,settings=hours:4,deals=3)")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    state = begun(game)
    shares = policy.action_probabilities(state)
    assert set(shares) == set(state.legal_actions()) and sum(shares.values()) == pytest.approx(1.0)


def test_its_reinforcement_learning_environment() -> None:
    env = rl_environment.Environment(pyspiel.load_game(GAMES["event horizon"]))
    env.seed(1)
    step = env.reset()
    for _ in range(30):
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([step.observations["legal_actions"][player][0]])
        if step.last():
            break


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    run_example("open_spiel_ismcts", "--games 1 --simulations 2 --decisions 6")
    assert "decisions" in capsys.readouterr().out
