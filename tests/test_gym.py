"""Gymnasium environments for one learner: registered, checked, masked, reproducible, with the other seats played."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableCategorical
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import SubprocVecEnv

from exodus_env import gym_envs
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.kit import saves
from exodus_env.kit.batch import IllegalAction
from exodus_env.kit.config import ConfigError
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import Player, RandomPlayer, View
from exodus_env.kit.replay import Replay, ReplayError
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
RESULT = {"won", "is_success", "rank", "score", "ranks", "scores"}
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
    sister = {"XOdus/RiseOfTheCorruption-v0", "XOdus/Solo-v0"}
    assert set(gym_envs.environments()) == {BASE, HORIZON, STRONGHOLD, SOLO} | alone | sister
    for id in gym_envs.environments():
        assert id in gymnasium.registry
    gym_envs.register()  # once more does no harm
    assert gymnasium.spec(SOLO).entry_point == "exodus_env.gym_envs:make"


def in_a_new_process(code: str) -> str:
    """What a program prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        "import exodus_env, gymnasium; id = 'Exodus/Base-v0'",
        "import gymnasium, exodus_env; id = 'Exodus/Base-v0'",
        "import gymnasium; id = 'exodus_env:Exodus/Base-v0'",
        # An import of gymnasium that fails half way can be tried again.
        "import exodus_env, sys; sys.modules['gymnasium.core'] = None\n"
        "try: import gymnasium\nexcept ImportError: pass\n"
        "del sys.modules['gymnasium.core']; import gymnasium; id = 'Exodus/Base-v0'",
    ],
    ids=["exodus_env first", "gymnasium first", "module in the id", "second try"],
)
def test_gymnasium_knows_the_ids_once_the_package_is_imported(code: str) -> None:
    """Found, and turned into a specification; made only to the point where a wrong setting is refused."""
    code += """
from gymnasium.envs import registration
for name in exodus_env.gym_envs.environments() if 'exodus_env' in globals() else ():
    assert gymnasium.spec(name).entry_point == "exodus_env.gym_envs:make"
try:
    gymnasium.make(id, nonsense=1)
except TypeError as error:
    print(error)
assert type(gymnasium.__spec__.loader) is type(gymnasium.__loader__) is type(registration.__spec__.loader)
"""
    assert "make() got an unexpected keyword argument 'nonsense'" in in_a_new_process(code)


def test_importing_the_package_loads_nothing_heavy() -> None:
    heavy = "{'numpy', 'numba', 'gymnasium', 'pettingzoo', 'exodus_env.exodus', 'exodus_env.kit'}"
    assert in_a_new_process(f"import exodus_env, sys; print(sorted({heavy} & set(sys.modules)))") == "[]"


def test_the_package_names_no_entry_point_that_nobody_reads() -> None:
    """Gymnasium has read no entry points since 1.0."""
    import tomllib

    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "gymnasium.envs" not in project.get("entry-points", {})


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


# Keywords that libraries try ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keyword", ["frameskip", "continuous", "render_fps"])
def test_an_unknown_keyword_is_refused_as_python_does(keyword: str) -> None:
    """A TypeError in Python's words, which libraries wait for, and a ValueError as every wrong setting."""
    for call in (lambda: gymnasium.make(SOLO, **{keyword: 1}), lambda: gym_envs.make("exodus", **{keyword: 1})):
        with pytest.raises(TypeError, match=rf"unexpected keyword argument '{keyword}'; allowed: .*turns") as found:
            call()
        assert isinstance(found.value, ValueError)


def test_a_wrong_value_of_a_setting_is_no_type_error() -> None:
    """Or a library would leave out a setting that somebody has chosen."""
    with pytest.raises(ConfigError, match="difficulty") as found:
        gymnasium.make(SOLO, difficulty="impossible")
    assert not isinstance(found.value, TypeError)


@pytest.mark.parametrize("mode", ["depth_array", "depth_array_list", 3])
def test_a_render_mode_that_is_not_offered_is_refused_so_that_libraries_do_without(mode: Any) -> None:
    with pytest.raises(TypeError, match="render_mode must be one of ansi, human, svg, rgb_array or None") as found:
        gymnasium.make(SOLO, render_mode=mode)
    assert isinstance(found.value, ValueError)


def test_sb3_makes_several_by_id() -> None:
    envs = make_vec_env(SOLO, 4)
    observations = envs.reset()
    assert observations.shape[0] == 4
    masks = np.stack(envs.env_method("action_masks"))
    envs.step(masks.argmax(axis=1))
    assert make_vec_env(SOLO, 1, env_kwargs={"difficulty": "hard"}).get_attr("rules")[0].config.difficulty == "hard"


def test_sb3_makes_them_in_processes_of_their_own() -> None:
    """There nothing is imported yet, so the id names the package."""
    envs = make_vec_env(f"exodus_env:{SOLO}", 1, vec_env_cls=SubprocVecEnv)
    try:
        assert envs.reset().shape[0] == 1
        assert envs.env_method("action_masks")[0].any()
    finally:
        envs.close()


def test_maskable_ppo_takes_an_id() -> None:
    model = MaskablePPO("MlpPolicy", SOLO, device="cpu")
    assert model.get_env() is not None and model.action_space.n == make(SOLO).action_space.n


def test_torchrl_takes_an_id() -> None:
    """With its own transform for masks it plays through the ends of games."""
    envs = pytest.importorskip("torchrl.envs")
    from torchrl.data import Binary

    env = envs.GymEnv(BASE, players=2, turns=1, categorical_action_encoding=True)
    mask = {"action_mask": Binary(env.action_spec.n, dtype=torch.bool)}
    env.set_info_dict_reader(envs.default_info_dict_reader(["action_mask"], spec=mask))
    played = envs.TransformedEnv(env, envs.ActionMask()).rollout(60, break_when_any_done=False)
    assert played["next", "done"].any() and played["action_mask"].any(-1).all()


def test_keywords_are_left_out_as_torchrl_does_it() -> None:
    """It offers `frameskip`, and leaves it out where the message says so."""
    keywords: dict[str, Any] = {"difficulty": "easy", "frameskip": 1}
    with pytest.raises(TypeError) as found:
        gymnasium.make(SOLO, **keywords)
    assert "unexpected keyword argument 'frameskip'" in str(found.value)
    del keywords["frameskip"]
    assert gymnasium.make(SOLO, **keywords).unwrapped.rules.config.difficulty == "easy"


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


class Index:
    """A whole number by Python's own protocol."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize(
    "kind",
    [int, np.int64, np.int32, np.uint16, np.array, lambda n: np.array(n, np.uint8), torch.tensor, Index],
    ids=["int", "int64", "int32", "uint16", "0-d array", "0-d uint8", "0-d tensor", "__index__"],
)
def test_actions_may_be_any_whole_number_without_axes(kind: Callable[[int], Any]) -> None:
    env, other = make(SOLO), make(SOLO)
    for each in (env, other):
        each.reset(seed=1)
    action = int(legal(env)[0])
    assert action < 256
    assert np.array_equal(env.step(kind(action))[0], other.step(action)[0])


@pytest.mark.parametrize(
    "wrong",
    [
        1.0, "0", None, True, np.True_, np.array(True), np.array([1]), np.array([[1]]), np.array(1.0), np.float32(1),
        np.array("1"), [1], torch.tensor(True), torch.tensor([1]), torch.tensor(1.0),
    ],
    ids=repr,
)  # fmt: skip
def test_an_action_of_the_wrong_type_is_refused(wrong: Any) -> None:
    env = make(SOLO, illegal="lose")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action must be a whole number, not"):
        env.step(wrong)
    play(env, 1)  # nothing has happened


@pytest.mark.parametrize("options", [{"seat": 1}, {"difficulty": "easy", "turns": 3}])
def test_unknown_options_of_reset_are_refused(options: dict[str, Any]) -> None:
    env = make(SOLO)
    with pytest.raises(ValueError, match=rf"reset\(\) takes no options.*{next(iter(options))!r}"):
        env.reset(options=options)
    first = env.reset(seed=1, options={})[0]
    assert np.array_equal(first, env.reset(seed=1, options=None)[0])


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
        with pytest.raises(ValueError, match=r"for 3 other seats"):
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
    assert not capsys.readouterr().out
    human = make(id, render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out.strip() == text.strip(), "reset shows the game by itself"
    human.step(int(legal(human)[0]))
    shown = capsys.readouterr().out
    assert len(shown) > 200 and shown.strip() != text.strip(), "and so does step"
    assert human.render() is None
    assert capsys.readouterr().out == shown
    human.step(-1)
    assert capsys.readouterr().out, "and an end by an illegal action"


@pytest.mark.parametrize("id", SMALL)
def test_a_game_that_is_recorded_can_be_replayed(id: str) -> None:
    env = make(id, record=True, opponents="greedy")
    with pytest.raises(ReplayError, match="not recorded from its start"):
        env.replay()
    plain = make(id, opponents="greedy")
    for each in (env, plain):
        each.reset(seed=3)
        for _ in range(30):
            each.step(int(legal(each)[-1]))
    assert env._batch.games.tobytes() == plain._batch.games.tobytes(), "recording changes nothing"
    replay = Replay.from_bytes(env.replay().to_bytes())
    replay.check()
    assert replay.players == ("learner", *["greedy"] * (len(replay.players) - 1))
    assert replay.seats.count(0) >= 30 and replay.result is None
    env.step(-1)
    assert env.replay().ended is not None and "illegal action" in str(env.replay().ended)
    with pytest.raises(ReplayError, match="record=True"):
        plain.replay()
    twin = pickle.loads(pickle.dumps(env))
    with pytest.raises(ReplayError, match="not recorded from its start"):
        twin.replay()
    twin.reset(seed=3)
    twin.replay(["me", *["you"] * (len(replay.players) - 1)]).check()


# The end of a game ----------------------------------------------------------------------------------------------------


def ended(id: str, seed: int = 0, **settings: Any) -> tuple[SingleEnv, float, dict[str, Any]]:
    """A game played to its end: environment, last reward, last info."""
    env = make(id, **({"turns": 1} if id in (BASE, HORIZON) else {}), **settings)
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    over = False
    while not over:
        _, reward, over, _, info = env.step(int(rng.choice(legal(env))))
        assert over or set(info) == {"action_mask"}
    return env, reward, info


@pytest.mark.parametrize("id", SMALL)
def test_the_last_mask_allows_pass_alone(id: str) -> None:
    env, _, info = ended(id)
    mask = env.action_masks()
    assert np.flatnonzero(mask).tolist() == np.flatnonzero(info["action_mask"]).tolist() == [0]
    assert env.action_space.sample() == 0
    info["action_mask"][:] = 0
    assert env.action_masks().any(), "what is handed out is a copy"
    env.reset()
    env.step(-1)  # loses by an illegal action
    assert np.flatnonzero(env.action_masks()).tolist() == [0]


def test_masked_policies_get_numbers_through_every_end() -> None:
    """With Gymnasium's own automatic reset a policy is asked once more after the end, for an action nobody looks at."""
    makers = [lambda: gymnasium.make(BASE, players=2, turns=1)] * 2
    envs = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.NEXT_STEP)
    _, infos = envs.reset(seed=1)
    ends = 0
    torch.manual_seed(0)
    for _ in range(150 if COMPILED else 60):
        masks = np.stack(infos["action_mask"]).astype(bool)
        assert masks.any(axis=1).all()
        chances = MaskableCategorical(logits=torch.zeros(masks.shape), masks=masks)
        assert torch.isfinite(chances.probs).all() and torch.isfinite(chances.entropy()).all()
        _, _, terminated, _, infos = envs.step(chances.sample().numpy())
        ends += int(terminated.sum())
    assert ends or not COMPILED


def test_the_result_is_what_the_game_says() -> None:
    decided = 0
    for seed in range(6):
        env, reward, info = ended(BASE, seed, players=3, seat=seed % 3)
        result = env.rules.result(env._batch.games[0])
        assert set(info) == {"action_mask"} | RESULT
        assert (info["ranks"].tolist(), info["scores"].tolist()) == (list(result.ranks), list(result.score))
        assert (info["rank"], info["score"]) == (result.ranks[env.seat], result.score[env.seat])
        assert info["won"] is info["is_success"] is (result.ranks[env.seat] == 1)
        assert info["won"] or reward < 1
        decided += len(set(result.ranks)) > 1
    assert decided


@pytest.mark.parametrize(("id", "settings"), [(SOLO, {}), (STRONGHOLD, {}), (STRONGHOLD, {"mode": "semi_coop"})])
def test_players_who_lose_together_have_not_won(id: str, settings: dict[str, Any]) -> None:
    """Whatever their ranks are."""
    for seed in range(3 if COMPILED else 1):
        env, reward, info = ended(id, seed, turns=1, **settings)
        assert env._batch.games[0].outcome == 2, "random play does not take the Stronghold in a turn"
        assert (info["won"], info["is_success"], reward) == (False, False, -1)


@pytest.mark.parametrize("players", [2, 4])
def test_a_loss_by_an_illegal_action_has_a_result_as_well(players: int) -> None:
    env = make(BASE, players=players, seat=1)
    env.reset(seed=1)
    info = env.step(-1)[4]
    assert set(info) == {"action_mask", "illegal_action"} | RESULT
    assert (info["won"], info["rank"]) == (False, players)
    assert info["ranks"].tolist() == [players if seat == 1 else 1 for seat in range(players)]
    assert info["scores"].shape == (players,)


def test_sb3_finds_the_result_in_its_monitor() -> None:
    keys = ("won", "rank", "score")
    envs = make_vec_env(BASE, 1, env_kwargs={"players": 2, "turns": 1}, monitor_kwargs={"info_keywords": keys})
    envs.reset()
    done = [False]
    while not done[0]:
        mask = envs.env_method("action_masks")[0]
        _, _, done, infos = envs.step(np.array([np.flatnonzero(mask)[-1]]))
    assert {"r", "l", *keys} <= set(infos[0]["episode"])


# Pickling -------------------------------------------------------------------------------------------------------------

COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "deepcopy": copy.deepcopy,
}


def course(env: Any, decisions: int) -> list[bytes]:
    """What happens in random play by the chance of the action space, through the ends of games."""
    seen = []
    for _ in range(decisions):
        observation, reward, over, _, info = env.step(env.action_space.sample())
        seen += [observation.tobytes(), np.float64(reward).tobytes(), info["action_mask"].tobytes()]
        if over:
            seen.append(env.reset()[0].tobytes())
    return seen


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("id", SMALL)
def test_a_copy_goes_on_exactly_alike(id: str, copied: Callable[[Any], Any]) -> None:
    """From before the first game, from its first decision and from any later one, the chance of opponents included."""
    env = make(id, opponents="random", **({"turns": 2} if id == BASE else {}))
    env.np_random, env.action_space.np_random  # noqa: B018  both have their chance from now on
    twin = copied(env)
    for each in (env, twin):
        each.reset(seed=None)
    for decisions in (0, 7, 40 if COMPILED else 3):
        assert course(env, decisions) == course(twin, decisions)
        twin = copied(env)
        assert np.array_equal(env.action_masks(), twin.action_masks())
    assert course(env, 60 if COMPILED else 5) == course(twin, 60 if COMPILED else 5)
    assert (twin.seat, twin.illegal, twin.spec) == (env.seat, env.illegal, env.spec)


@pytest.mark.parametrize("id", SMALL)
def test_what_gymnasium_makes_can_be_pickled(id: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(id, **SMALL[id], opponents="greedy" if COMPILED and id == BASE else "random")
        env.reset(seed=1)
        env.action_space.seed(1)
        twin = pickle.loads(pickle.dumps(env))
        assert course(env, 10) == course(twin, 10)
    assert twin.spec == env.spec


@pytest.mark.parametrize("illegal", [False, True])
def test_a_game_that_is_over_can_be_pickled(illegal: bool) -> None:
    env = make(BASE, turns=1) if illegal else ended(BASE)[0]
    if illegal:
        env.reset(seed=1)
        env.step(-1)
    twin = pickle.loads(pickle.dumps(env))
    with pytest.raises(RuntimeError, match="reset"):
        twin.step(0)
    assert np.flatnonzero(twin.action_masks()).tolist() == [0]
    assert twin.render() == env.render()
    assert np.array_equal(env.reset()[0], twin.reset()[0])


def test_players_given_as_objects_are_pickled_with_the_environment() -> None:
    env = SingleEnv(make(BASE, players=3).rules, [RandomPlayer(), RandomPlayer()], seat=1)
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    env.action_space.seed(1), twin.action_space.seed(1)
    assert course(env, 8) == course(twin, 8)


def test_the_player_of_a_name_is_made_again_and_not_pickled() -> None:
    """It may hold what cannot be pickled: a network, a process."""
    env = make(BASE, players=3, opponents=["random", "greedy"])
    assert b"greedy" in pickle.dumps(env)
    assert b"exodus_env.exodus.players.motives" not in pickle.dumps(env)
    twin = pickle.loads(pickle.dumps(env))
    assert [player.name for player in twin._opponents.values()] == ["random", "greedy"]


def with_game(env: SingleEnv, change: Callable[[Any, dict[str, Any]], None]) -> dict[str, Any]:
    """The state of an environment whose record and bookkeeping are changed, with the right checksum."""
    state = env.__getstate__()
    games, extra = saves.unpack(env.rules, state["game"])
    change(games[0], extra)
    return {**state, "game": saves.pack(env.rules, games, extra)}


def unpickled(state: dict[str, Any]) -> SingleEnv:
    env = SingleEnv.__new__(SingleEnv)
    env.__setstate__(state)
    return env


def test_a_damaged_pickle_is_refused() -> None:
    env = make(BASE, players=3, seat=1)
    env.reset(seed=1)
    play(env, 5)
    state = env.__getstate__()
    assert unpickled(state).step(int(legal(env)[0]))[0] is not None
    data = state["game"]
    rng = np.random.default_rng(0)
    for place in rng.integers(len(data), size=20):
        wrong = bytearray(data)
        wrong[place] ^= 1 << int(rng.integers(8))
        with pytest.raises(saves.SaveError):
            unpickled({**state, "game": bytes(wrong)})
    with pytest.raises(saves.SaveError):
        unpickled({**state, "game": data[:-1]})


FORGERIES: dict[str, Callable[[Any, dict[str, Any]], None]] = {
    "another actor": lambda game, extra: game.__setattr__("actor", 0),
    "a count beyond all room": lambda game, extra: game.resource.fill(30000),
    "a stack that is too deep": lambda game, extra: game.__setattr__("depth", 120),
    "over and not over": lambda game, extra: game.__setattr__("over", 1),
    "no answer to whether it is over": lambda game, extra: extra.update(over="no"),
    "nothing on the end": lambda game, extra: extra.pop("over"),
    "no seed": lambda game, extra: extra.update(seed=-1),
    "a seed that is no number": lambda game, extra: extra.update(seed="7"),
}


@pytest.mark.parametrize("change", FORGERIES.values(), ids=FORGERIES)
def test_a_forged_pickle_is_refused_before_any_kernel_sees_it(change: Callable[[Any, dict[str, Any]], None]) -> None:
    env = make(BASE, players=3, seat=1)
    env.reset(seed=1)
    play(env, 5)
    unpickled(with_game(env, lambda game, extra: None))
    with pytest.raises(saves.SaveError):
        unpickled(with_game(env, change))


def test_a_pickle_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    env = make(SOLO)
    env.reset(seed=1)
    state = env.__getstate__()
    monkeypatch.setattr("exodus_env.exodus.ruleset.Ruleset.rules_version", "0")
    with pytest.raises(saves.SaveError, match="different version: rules differ"):
        unpickled(state)


# Wrapped and side by side ---------------------------------------------------------------------------------------------


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


def test_a_game_that_does_not_end_is_truncated_with_the_reason() -> None:
    env = gymnasium.make("Exodus/EventHorizon-v0", players=2).unwrapped
    env.reset(seed=3)
    env._batch.games["decisions"] = env.rules.most_decisions - 1
    _, _, terminated, truncated, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert truncated and not terminated
    assert str(env.rules.most_decisions) in info["truncated"]
    assert not info["won"] and info["ranks"].tolist() == [0, 0]
    assert info["action_mask"].sum() == 1


def test_moves_shown_can_be_parsed_back() -> None:
    env = gymnasium.make("Exodus/EventHorizon-v0", players=2).unwrapped
    env.reset(seed=3)
    legal = np.flatnonzero(env.action_masks()).tolist()
    assert [env.parse_action(env.rules.actions.action_to_string(action)) for action in legal] == legal
