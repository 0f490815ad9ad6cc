"""Gymnasium environments for one learner: registered, checked, masked, reproducible, with the other seats played."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from sb3_contrib import MaskablePPO

from exodus_env import gym_envs
from exodus_env.exodus.config import ConfigError
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit.batch import IllegalAction
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Player, RandomPlayer, View
from exodus_env.kit.single import SingleEnv
from exodus_env.players import PlayerError

BASE, HORIZON, STRONGHOLD, SOLO = (
    "Exodus/Base-v0",
    "Exodus/EventHorizon-v0",
    "Exodus/Stronghold-v0",
    "Exodus/StrongholdSolo-v0",
)
SMALL: dict[str, dict[str, Any]] = {
    BASE: {"players": 2},
    HORIZON: {"players": 2},
    STRONGHOLD: {"players": 2},
    SOLO: {},
}
SCENARIOS = {BASE: "none", HORIZON: "event_horizon", STRONGHOLD: "stronghold", SOLO: "stronghold"}


def make(id: str, **settings: Any) -> SingleEnv:
    """A small game, without wrappers."""
    env = gymnasium.make(id, disable_env_checker=True, **{**SMALL[id], **settings}).unwrapped
    assert isinstance(env, SingleEnv)
    return env


def legal(env: SingleEnv) -> np.ndarray:
    """Actions that are legal now."""
    return np.flatnonzero(env.action_masks())


def play(env: SingleEnv, decisions: int = 10**6, seed: int = 0) -> tuple[list[int], float, bool]:
    """Random legal decisions of the learner: actions, last reward, whether the game is over."""
    rng = np.random.default_rng(seed)
    taken: list[int] = []
    reward, over = 0.0, False
    while len(taken) < decisions and not over:
        taken.append(int(rng.choice(legal(env))))
        _, reward, over, truncated, _ = env.step(taken[-1])
        assert not truncated
        assert over or reward == 0
    return taken, reward, over


# Registration ---------------------------------------------------------------------------------------------------------


def test_all_environments_are_registered() -> None:
    alone = {"Exodus/SecureTheBorders-v0", "Exodus/EdgeOfTheVoid-v0"}
    assert set(gym_envs.ENVIRONMENTS) == {BASE, HORIZON, STRONGHOLD, SOLO} | alone
    for id in gym_envs.ENVIRONMENTS:
        assert id in gymnasium.registry
    gym_envs.register()  # once more does no harm
    assert gymnasium.spec(SOLO).entry_point == "exodus_env.gym_envs:make"


def test_the_package_names_its_entry_point() -> None:
    """Where the package is installed gymnasium finds the environments by itself."""
    import tomllib
    from importlib import import_module
    from pathlib import Path

    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["gymnasium.envs"]["Exodus"].partition(":")
    assert getattr(import_module(module), name) is gym_envs.register


@pytest.mark.parametrize("id", SMALL)
def test_each_plays_its_scenario(id: str) -> None:
    env = make(id)
    config = env.rules.config
    assert config.scenario == SCENARIOS[id]
    assert isinstance(env.rules, Ruleset)
    assert config.players == (1 if id == SOLO else 2)
    assert config.mode == {SOLO: "solo", STRONGHOLD: "coop"}.get(id)


def test_settings_are_those_of_the_game() -> None:
    env = make(STRONGHOLD, players=3, mode="semi_coop", difficulty="hard", modules=["M4"], turns=5)
    config = env.rules.config
    assert (config.players, config.mode, config.difficulty, config.turns) == (3, "semi_coop", "hard", 5)
    assert config.modules == {"M2", "M3", "M4"}
    assert make(SOLO, difficulty="extreme").rules.config.difficulty == "extreme"
    with pytest.raises(ConfigError, match="M6"):
        make(STRONGHOLD, modules=["M6"])
    with pytest.raises(ConfigError, match="players"):
        make(SOLO, players=2)
    with pytest.raises(ConfigError, match="difficulty"):
        make(BASE, difficulty="hard")


# The interface --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", SMALL)
def test_gymnasiums_own_check(id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(make(id), skip_render_check=False)


@pytest.mark.parametrize("id", SMALL)
def test_the_check_gives_no_warning_about_the_spaces(id: str) -> None:
    """Whatever gymnasium warns of, it is not about what an environment returns."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        check_env(make(id), skip_render_check=True)
    assert not [str(w.message) for w in found if "not within" in str(w.message) or "not contain" in str(w.message)]


@pytest.mark.parametrize("id", SMALL)
def test_observations_lie_in_their_space(id: str) -> None:
    env = make(id)
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    assert observation.dtype == np.float32
    assert set(info) == {"action_mask"}
    for _ in range(15):
        observation, _, over, _, _ = env.step(int(legal(env)[-1]))
        assert env.observation_space.contains(observation)
        if over:
            break


@pytest.mark.parametrize("id", SMALL)
def test_masks_are_what_sb3_asks_for(id: str) -> None:
    env = make(id)
    _, info = env.reset(seed=1)
    mask = env.action_masks()
    assert mask.dtype == np.bool_ and mask.shape == (env.action_space.n,)
    assert mask.any() and not mask.all()
    assert np.array_equal(mask, info["action_mask"].astype(bool))
    for _ in range(10):
        _, _, over, _, info = env.step(int(legal(env)[0]))
        if over:
            break
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        assert env.action_masks().any()


def test_a_change_of_a_mask_does_not_make_an_action_legal() -> None:
    env = make(SOLO, illegal="raise")
    _, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    env.action_masks()[:] = True
    info["action_mask"][:] = 1
    with pytest.raises(IllegalAction):
        env.step(wrong)


def test_the_action_space_samples_legal_actions() -> None:
    env = make(SOLO)
    env.reset(seed=1)
    env.action_space.seed(4)
    for _ in range(30):
        action = env.action_space.sample()
        assert env.action_masks()[int(action)]
        _, _, over, _, _ = env.step(action)
        if over:
            break
    mask = np.zeros(env.action_space.n, dtype=np.int8)
    mask[5] = 1
    assert env.action_space.sample(mask=mask) == 5


def test_an_observation_kept_is_not_overwritten() -> None:
    env = make(SOLO)
    kept, info = env.reset(seed=1)
    copies = kept.copy(), info["action_mask"].copy()
    play(env, 10)
    assert np.array_equal(kept, copies[0])
    assert np.array_equal(info["action_mask"], copies[1])


@pytest.mark.parametrize("kind", [np.int64, np.int32, int, np.array])
def test_actions_may_be_numpy_numbers(kind: Any) -> None:
    env = make(SOLO)
    env.reset(seed=1)
    first = env.step(kind(int(legal(env)[0])))[0]
    other = make(SOLO)
    other.reset(seed=1)
    assert np.array_equal(first, other.step(int(legal(other)[0]))[0])


@pytest.mark.parametrize("wrong", [1.0, "0", None, True])
def test_an_action_of_the_wrong_type_is_refused(wrong: Any) -> None:
    env = make(SOLO)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="whole number"):
        env.step(wrong)


def test_steps_need_a_game() -> None:
    env = make(SOLO, turns=1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset(seed=1)
    assert play(env)[2]
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    env.reset()
    play(env, 3)


def test_no_setting_is_passed_over_in_silence() -> None:
    """A structured observation is given, or refused."""
    try:
        env = make(SOLO, encoding="structured")
    except (ConfigError, ValueError):
        return
    assert isinstance(env.observation_space, gymnasium.spaces.Dict)
    assert env.observation_space.contains(env.reset(seed=1)[0])


# Illegal actions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", SMALL)
def test_an_illegal_action_loses(id: str) -> None:
    env = make(id)
    env.reset(seed=2)
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    observation, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-1, True, False)
    assert str(wrong) in info["illegal_action"]
    assert env.observation_space.contains(observation)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(wrong)
    env.reset(seed=2)
    assert env.action_masks().any()


@pytest.mark.parametrize("wrong", [-1, 10**6])
def test_an_action_out_of_range_is_illegal(wrong: int) -> None:
    env = make(SOLO)
    env.reset(seed=2)
    assert env.step(wrong)[1:4] == (-1.0, True, False)
    env = make(SOLO, illegal="raise")
    env.reset(seed=2)
    with pytest.raises(IllegalAction, match="out of range"):
        env.step(wrong)


def test_an_illegal_action_raises_and_changes_nothing_by_setting() -> None:
    env = make(STRONGHOLD, illegal="raise")
    env.reset(seed=2)
    before = env.action_masks()
    wrong = int(np.flatnonzero(~before)[0])
    with pytest.raises(IllegalAction, match=rf"action {wrong} \(.*is not legal"):
        env.step(wrong)
    assert np.array_equal(env.action_masks(), before)
    play(env, 3)


def test_other_ways_with_illegal_actions_are_refused() -> None:
    with pytest.raises(ValueError, match="lose, raise"):
        make(SOLO, illegal="ignore")


# Seeds ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", SMALL)
def test_the_same_seed_gives_the_same_game(id: str) -> None:
    courses = []
    for seed in (5, 5, 6):
        env = make(id)
        first, _ = env.reset(seed=seed)
        steps = [first]
        rng = np.random.default_rng(0)
        for _ in range(12):
            observation, _, over, _, _ = env.step(int(rng.choice(legal(env))))
            steps.append(observation)
            if over:
                break
        courses.append(steps)
    assert len(courses[0]) == len(courses[1])
    assert all(np.array_equal(a, b) for a, b in zip(courses[0], courses[1], strict=True))
    assert len(courses[0]) != len(courses[2]) or not all(
        np.array_equal(a, b) for a, b in zip(courses[0], courses[2], strict=True)
    )


def test_games_after_a_seed_differ_and_can_be_repeated() -> None:
    def games() -> list[bytes]:
        env = make(SOLO)
        found = [env.reset(seed=9)[0].tobytes()]
        for _ in range(3):
            play(env, 5)
            found.append(env.reset()[0].tobytes())
        return found

    first = games()
    assert first == games()
    assert len(set(first)) == len(first)


# Seats and opponents --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_decides_for_its_seat_alone(seat: int) -> None:
    env = make(STRONGHOLD, players=3, seat=seat)
    env.reset(seed=4)
    rng = np.random.default_rng(1)
    for _ in range(40 if COMPILED else 15):
        assert env._batch.actors[0] == seat
        _, _, over, _, _ = env.step(int(rng.choice(legal(env))))
        if over:
            break


def test_the_observation_is_that_of_the_seat() -> None:
    env = make(BASE, players=3, seat=2)
    observation, _ = env.reset(seed=4)
    row = np.zeros((1, env.rules.observations.size), dtype=np.float32)
    env.rules.observe_as(env._batch.games, 0, env.rules.tables, 2, row)
    assert np.array_equal(observation, row[0])
    env.rules.observe_as(env._batch.games, 0, env.rules.tables, 0, row)
    assert not np.array_equal(observation, row[0])


@pytest.mark.parametrize("seat", [-1, 2, True, 0.0, "0", None])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    with pytest.raises(ValueError, match="seat must be a whole number from 0 to 1"):
        make(BASE, seat=seat)


def test_opponents_have_names() -> None:
    make(BASE, players=4, opponents="random")
    make(BASE, players=4, opponents=["random"] * 3)
    make(BASE, players=3, opponents=["greedy", "motives:trader"])
    make(SOLO, opponents=[])
    for wrong in (["random"], ["random"] * 4, []):
        with pytest.raises(ValueError, match=r"the other seats are 3"):
            make(BASE, players=4, opponents=wrong)
    with pytest.raises(PlayerError, match=r"no player 'grandmaster'; there are: .*motives"):
        make(BASE, opponents="grandmaster")
    with pytest.raises(PlayerError, match="no player 'grandmaster'"):
        make(BASE, players=3, opponents=["random", "grandmaster"])


class Spy(Player):
    """Takes the last legal action, and keeps what it was given."""

    name = "spy"

    def __init__(self) -> None:
        self.started: list[Any] = []
        self.views: list[View] = []

    def start(self, rules: Any) -> None:
        self.started.append(rules)

    def choose(self, view: View) -> int:
        row = np.zeros((1, view.rules.observations.size), dtype=np.float32)
        view.rules.observe_as(view.world(), 0, view.rules.tables, view.seat, row)
        assert np.array_equal(view.observation, row[0])
        self.views.append(view)
        action = int(view.legal[-1])
        view.mask[:] = 1  # nothing it does to what it is given matters
        view.observation[:] = 9
        view.world()[0].actor = -1
        return action


def spied(**settings: Any) -> tuple[SingleEnv, Spy]:
    """A game for three with a spy at both other seats."""
    spy = Spy()
    return SingleEnv(make(BASE, players=3, **settings).rules, [spy, spy], seat=1), spy


def test_opponents_see_their_own_observation_and_only_legal_actions() -> None:
    env, spy = spied()
    assert spy.started == [env.rules], "once, however many seats it has"
    env.reset(seed=1)
    play(env, 6)
    assert {view.seat for view in spy.views} == {0, 2}
    assert len({view.seed for view in spy.views}) == len(spy.views), "every decision has its own chance"


def test_the_chance_of_opponents_comes_from_the_seed() -> None:
    seeds = []
    for seed in (1, 1, 2):
        env, spy = spied()
        env.reset(seed=seed)
        play(env, 4)
        seeds.append([view.seed for view in spy.views])
    assert seeds[0] == seeds[1]
    assert seeds[0] != seeds[2]


def test_each_seat_has_its_own_opponent() -> None:
    one, two = Spy(), Spy()
    env = SingleEnv(make(BASE, players=3).rules, [one, two], seat=1)
    env.reset(seed=1)
    play(env, 8)
    assert {view.seat for view in one.views} == {0}
    assert {view.seat for view in two.views} == {2}


@pytest.mark.parametrize(
    ("answer", "problem"),
    [(10**6, r"'cheat' at seat 0: .*out of range"), (None, "NoneType instead of a whole number"), (True, "bool")],
)
def test_an_opponent_at_fault_is_named(answer: Any, problem: str) -> None:
    class Cheat(RandomPlayer):
        name = "cheat"

        def choose_all(self, views: Any) -> Any:
            return [answer]

    env = SingleEnv(make(BASE).rules, [Cheat()], seat=1)
    with pytest.raises(IllegalAction, match=problem):
        env.reset(seed=1)
        play(env)


@pytest.mark.parametrize("opponent", ["motives", "greedy", "search:2"])
def test_stronger_opponents_play_and_a_seed_repeats_the_game(opponent: str) -> None:
    courses = []
    for _ in range(2):
        env = make(BASE, opponents=opponent)
        first, _ = env.reset(seed=3)
        courses.append([first.tobytes()])
        for _ in range(6 if COMPILED else 1):
            courses[-1].append(env.step(int(legal(env)[-1]))[0].tobytes())
    assert courses[0] == courses[1]


# Whole games ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", SMALL)
def test_whole_games_end_with_one_reward(id: str) -> None:
    env = make(id, turns=2) if id != SOLO else make(id)
    for seed in range(2):
        env.reset(seed=seed)
        _, reward, over = play(env, seed=seed)
        assert over
        assert -1 <= reward <= 1
        if id in (STRONGHOLD, SOLO):
            assert env._batch.games[0].outcome == (1 if reward == 1 else 2)
            assert reward in (-1, 1)


def test_the_reward_is_that_of_the_seat() -> None:
    decided = 0
    for seed in range(6):
        env = make(BASE, turns=1, seat=seed % 2)
        env.reset(seed=seed)
        _, reward, _ = play(env, seed=seed)
        assert env._batch.rewards[0].sum() == pytest.approx(0)
        assert reward == pytest.approx(float(env._batch.rewards[0, env.seat]))
        decided += reward != 0
    assert decided, "not all are ties, so that a wrong seat would show"


def test_a_game_that_ends_in_an_opponents_decision_ends_for_the_learner() -> None:
    """The learner's last step is told the end, whoever made the last decision."""
    ended = []
    for seed in range(4):
        env = make(BASE, turns=1, players=2, seat=seed % 2)
        env.reset(seed=seed)
        _, _, over = play(env, seed=seed)
        ended.append(over)
        assert env._batch.games[0].over == 1
    assert all(ended)


@pytest.mark.parametrize("id", SMALL)
def test_games_can_be_looked_at(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(id, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str) and len(text) > 200
    human = make(id, render_mode="human")
    human.reset(seed=1)
    assert human.render() is None
    assert capsys.readouterr().out
    with pytest.raises(ValueError, match="render_mode"):
        make(id, render_mode="rgb_array")


def test_wrapped_environments_work() -> None:
    """What gymnasium.make gives by default: its own checks around every call, and the masks one asks for through it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(SOLO)
        _, info = env.reset(seed=1)
        for _ in range(5):
            _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            assert not over
    assert env.get_wrapper_attr("action_masks")().any()


def test_environments_run_side_by_side() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        vector = gymnasium.make_vec(SOLO, num_envs=2, vectorization_mode="sync")
    observations, infos = vector.reset(seed=1)
    assert observations.shape[0] == 2
    masks = infos["action_mask"]
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in masks])
    observations, rewards, _, _, _ = vector.step(actions)
    assert rewards.tolist() == [0, 0]
    assert not np.array_equal(observations[0], observations[1]), "each game has its own seed"


# Learning -------------------------------------------------------------------------------------------------------------


def test_maskable_ppo_learns_a_few_steps() -> None:
    env = gymnasium.make(SOLO)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=32, n_epochs=1, seed=0, device="cpu")
    model.learn(64)
    observation, info = env.reset(seed=1)
    action, _ = model.predict(observation, action_masks=info["action_mask"].astype(bool))
    assert info["action_mask"][int(action)]
    assert model.num_timesteps >= 64
