"""RLlib: the seats of a game as agents, games that advance together, masked modules, and policies that leave it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

pytest.importorskip("ray.rllib", reason="runs in an environment of its own: scripts/test-bridges")

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.core.columns import Columns
from ray.rllib.core.distribution.torch.torch_distribution import TorchCategorical
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.single_agent_episode import SingleAgentEpisode
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

import exodus_env
from exodus_env.bridges.rllib import (
    LEARNER,
    RIVAL,
    NetworkModule,
    Normalised,
    PackedPolicy,
    PastSelves,
    SeatsEnv,
    SelfPlayLearner,
    agent_space,
    env_config,
    export,
    game,
    module_spec,
    past_self,
    rules_of,
    shared_policy,
)
from exodus_env.bridges.rllib_runner import GamesRunner
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.batch import IllegalAction
from exodus_env.players import make_player
from exodus_env.policies.checkpoint import read_policy
from exodus_env.policies.compiled import CompiledNetwork
from tests.bridges.games import IDS, run_example

torch.set_num_threads(1)

PAID_EARLY = {"id": "Exodus/EventHorizon-v0", "players": 2, "turns": 1, "shaping": 1.0}
NETWORK = {"width": 16, "layers": 1}


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    """A Ray of our own."""
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield
    ray.shutdown()


def config(env: dict[str, Any], **runners: Any) -> PPOConfig:
    """PPO in this process, with games that advance together unless it is said otherwise."""
    rules = rules_of(env)
    past = [past_self(0), past_self(1)] if RIVAL in env["opponents"] else []
    spec = MultiRLModuleSpec(rl_module_specs={name: module_spec(rules, **NETWORK) for name in (LEARNER, *past)})
    chosen = {"env_runner_cls": GamesRunner, "num_env_runners": 0, "num_envs_per_env_runner": 4, **runners}
    return (
        PPOConfig()
        .environment(SeatsEnv, env_config=env)
        .env_runners(**chosen)
        .multi_agent(policies={LEARNER, *past}, policy_mapping_fn=PastSelves(2), policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=spec)
        .training(
            train_batch_size_per_learner=128,
            minibatch_size=64,
            num_epochs=1,
            use_kl_loss=False,
            learner_class=SelfPlayLearner,
            learner_config_dict={"past_selves": len(past), "every": 2},
        )
        .debugging(seed=3, log_level="ERROR")
    )


# ---- the environment -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("opponents", [{}, {"random": 0.5, RIVAL: 0.4}])
def test_rllibs_own_check(id: str, opponents: dict[str, float]) -> None:
    for _ in range(5):
        check_multiagent_environments(SeatsEnv(game(id, opponents, **IDS[id])))


@pytest.mark.parametrize("settings", [PAID_EARLY, {"id": "Beacon/Night-v0", **IDS["Beacon/Night-v0"]}])
def test_only_the_seat_that_acts_is_observed_and_all_are_paid(settings: dict[str, Any]) -> None:
    env = SeatsEnv(game(**settings))
    for seed in range(3):
        seen, _ = env.reset(seed=seed)
        same = GameEnv(env.rules)
        same.reset(seed=int(env._table.seeds[0]))
        over = False
        while not over:
            ((agent, shown),) = seen.items()
            expected = same.observe(agent)
            assert agent == same.agent_selection and env.observation_spaces[agent].contains(shown)
            assert (shown["observations"] == expected["observation"]).all()
            assert (shown["action_mask"] == expected["action_mask"]).all()
            action = env.action_spaces[agent].sample()
            seen, rewards, ends, cuts, _ = env.step({agent: action})
            same.step(action)
            over = ends["__all__"] or cuts["__all__"]
            assert rewards == pytest.approx(dict(same.rewards)) and set(rewards) == set(env.possible_agents)
        assert set(seen) == set(env.possible_agents)
        for agent, shown in seen.items():
            assert (shown["observations"] == same.observe(agent)["observation"]).all()
            assert shown["action_mask"].sum() == 1


def test_scripted_players_decide_inside_a_step_and_are_no_agents() -> None:
    env = SeatsEnv(game("Exodus/EventHorizon-v0", {"random": 1.0}, players=3, turns=1))
    taken = set()
    for seed in range(8):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            assert list(seen) == env.agents
            seen, rewards, ends, _, _ = env.step({env.agents[0]: env.action_spaces[env.agents[0]].sample()})
            over = ends["__all__"]
        assert set(rewards) == set(env.agents) and len(env.agents) == 1
        taken |= set(env.agents)
    assert taken == {"player_0", "player_1", "player_2"}


def test_what_is_not_legal_is_refused() -> None:
    env = SeatsEnv(game(**PAID_EARLY))
    ((agent, shown),) = env.reset(seed=1)[0].items()
    with pytest.raises(IllegalAction, match="is not legal"):
        env.step({agent: int(shown["action_mask"].argmin())})
    with pytest.raises(ValueError, match="it is the turn of"):
        env.step({"player_7": 0})
    with pytest.raises(ValueError, match="shares of games"):
        game("Exodus/EventHorizon-v0", {"random": 1.5}, players=2)


# ---- games that advance together -------------------------------------------------------------------------------------


class Recorded:
    """What really happened in the games of an env runner."""

    def __init__(self, runner: GamesRunner) -> None:
        self.games: dict[str, tuple[int, list[int]]] = {}  # seed and actions, by the id of a game
        self.over: set[str] = set()
        self.runner = runner
        step = runner.env.table.step

        def recorded(actions: Any) -> Any:
            table = runner.env.table
            before = list(runner._ids)
            for i, id in enumerate(before):
                self.games.setdefault(id, (int(table.seeds[i]), []))[1].append(int(actions[i]))
            told = step(actions)
            self.over |= {before[i] for i in np.flatnonzero(table.dones)}
            return told

        runner.env.table.step = recorded

    def truth(self, id: str) -> dict[str, dict[str, list[Any]]]:
        """Observations, masks, actions and rewards of every seat, by playing a game again."""
        env = GameEnv(self.runner.env.rules)
        seed, actions = self.games[id]
        env.reset(seed=seed)
        found = {agent: {name: [] for name in ("seen", "masks", "actions", "rewards")} for agent in env.agents}
        for action in actions:
            told = found[env.agent_selection]
            shown = env.observe(env.agent_selection)
            told["seen"].append(shown["observation"])
            told["masks"].append(shown["action_mask"])
            told["actions"].append(action)
            told["rewards"].append(0.0)
            env.step(action)
            for agent, each in found.items():
                if each["rewards"]:
                    each["rewards"][-1] += env.rewards[agent]
        return found


@pytest.mark.parametrize(
    "env",
    [
        game(**PAID_EARLY),
        game("Beacon/Night-v0", **IDS["Beacon/Night-v0"]),
        game("Exodus/EventHorizon-v0", {"random": 0.4, RIVAL: 0.4}, players=2, turns=1, shaping=1.0),
    ],
    ids=["event horizon", "toy", "others"],
)
def test_every_decision_is_kept_once_with_all_it_was_paid(env: dict[str, Any]) -> None:
    """Over several calls: the pieces of an episode fit together, and nothing crosses from a game into another."""
    runner = GamesRunner(config=config(env), worker_index=0, num_workers=0)
    runner._begin(8)
    runner._needs_initial_reset = False
    record = Recorded(runner)
    pieces: dict[tuple[str, str], list[SingleAgentEpisode]] = {}
    for _ in range(12):
        episodes = runner.sample(num_timesteps=60)
        assert 60 <= sum(map(len, episodes)) <= 60 + 4 * 4
        for episode in episodes:
            assert episode.module_id == LEARNER
            pieces.setdefault((episode.multi_agent_episode_id, episode.agent_id), []).append(episode)
    whole = 0
    for (id, agent), parts in pieces.items():
        truth = record.truth(id)[agent]
        known = sum(map(len, parts))
        seen = np.concatenate([part.get_observations(slice(0, len(part)))["observations"] for part in parts])
        masks = np.concatenate([part.get_observations(slice(0, len(part)))["action_mask"] for part in parts])
        assert (seen == np.array(truth["seen"][:known])).all() and (masks == np.array(truth["masks"][:known])).all()
        assert np.concatenate([part.get_actions() for part in parts]).tolist() == truth["actions"][:known]
        assert np.concatenate([part.get_rewards() for part in parts]) == pytest.approx(truth["rewards"][:known])
        for part, after in pairwise(parts):
            assert not part.is_done
            assert (part.get_observations(-1)["observations"] == after.get_observations(0)["observations"]).all()
        assert parts[-1].is_terminated == (id in record.over)
        whole += id in record.over
        if id in record.over:
            assert known == len(truth["actions"]) and parts[-1].get_observations(-1)["action_mask"].sum() == 1
    assert whole > 8
    told = runner.get_metrics()
    assert told["num_env_steps_sampled_lifetime"] >= 12 * 60


def test_what_the_module_said_is_kept() -> None:
    runner = GamesRunner(config=config(game(**PAID_EARLY)), worker_index=0, num_workers=0)
    for episode in runner.sample(num_timesteps=100):
        seen = episode.get_observations(slice(0, len(episode)))
        batch = {Columns.OBS: {name: torch.from_numpy(np.array(rows)) for name, rows in seen.items()}}
        logits = runner.module[LEARNER].forward_exploration(batch)[Columns.ACTION_DIST_INPUTS]
        kept = episode.get_extra_model_outputs(Columns.ACTION_DIST_INPUTS)
        assert np.allclose(kept, logits.numpy(), rtol=1e-4, atol=1e-4)
        actions = torch.from_numpy(np.array(episode.get_actions()))
        log_p = torch.log_softmax(logits, dim=1).gather(1, actions[:, None])[:, 0]
        assert np.allclose(episode.get_extra_model_outputs(Columns.ACTION_LOGP), log_p.numpy(), atol=1e-4)
        assert seen["action_mask"][np.arange(len(episode)), episode.get_actions()].all()


def test_a_piece_of_an_episode_is_of_the_same_seat() -> None:
    """Learners share episodes out in pieces, which may be cut again."""
    runner = GamesRunner(config=config(game(**PAID_EARLY)), worker_index=0, num_workers=0)
    whole = max(runner.sample(num_timesteps=100), key=len)
    rest = whole[3:]
    for piece, first in ((whole[:3], 0), (rest[:2], 3), (rest[2:], 5)):
        names = (piece.multi_agent_episode_id, piece.agent_id, piece.module_id)
        assert names == (whole.multi_agent_episode_id, whole.agent_id, whole.module_id)
        assert (piece.get_actions() == whole.get_actions(slice(first, first + len(piece)))).all()
    assert rest.is_done == whole.is_done and not whole[:3].is_done


def test_the_same_seed_gives_the_same_games() -> None:
    def played() -> list[list[int]]:
        runner = GamesRunner(config=config(game(**PAID_EARLY)), worker_index=0, num_workers=0)
        return [episode.get_actions().tolist() for episode in runner.sample(num_timesteps=80)]

    assert played() == played()


def test_whole_games_can_be_asked_for() -> None:
    """As an evaluation does."""
    runner = GamesRunner(config=config(game(**PAID_EARLY)), worker_index=0, num_workers=0)
    runner.sample(num_timesteps=50)
    episodes = runner.sample(num_episodes=6, explore=False)
    assert sum(episode.is_done for episode in episodes) >= 12


# ---- learning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("runner", [GamesRunner, None], ids=["games together", "RLlib's own runner"])
def test_ppo_learns_from_both_runners(runner: Any) -> None:
    env = game(**PAID_EARLY)
    algorithm = config(env, **({} if runner else {"env_runner_cls": None})).build_algo()
    weights = algorithm.get_module(LEARNER).network.value.weight.detach().clone()
    told = [algorithm.train() for _ in range(3)]
    learned = told[-1]["learners"][LEARNER]
    assert np.isfinite([learned["total_loss"], learned["vf_loss"], learned["entropy"]]).all() and learned["entropy"] > 0
    assert not torch.equal(weights, algorithm.get_module(LEARNER).network.value.weight)
    assert told[-1]["env_runners"]["num_env_steps_sampled_lifetime"] >= 3 * 128
    algorithm.stop()


def test_modules_of_others_work() -> None:
    """RLlib's own, which masks."""
    env = game(**PAID_EARLY)
    rules = rules_of(env)
    spec = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=agent_space(rules),
        action_space=gymnasium.spaces.Discrete(rules.actions.size),
        model_config={"fcnet_hiddens": [16], "vf_share_layers": True},
    )
    chosen = config(env).rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: spec}))
    algorithm = chosen.training(learner_class=PPOTorchLearner).build_algo()
    for _ in range(2):
        learned = algorithm.train()["learners"][LEARNER]
    assert np.isfinite(learned["total_loss"])
    runner = algorithm.env_runner
    for episode in runner.sample(num_timesteps=60, random_actions=True):
        masks = episode.get_observations(slice(0, len(episode)))["action_mask"]
        assert masks[np.arange(len(episode)), episode.get_actions()].all()
    algorithm.stop()


def test_rivals_are_past_selves_which_change_only_when_one_is_kept() -> None:
    env = game("Exodus/EventHorizon-v0", {RIVAL: 0.8}, players=2, turns=1)
    algorithm = config(env, num_env_runners=1).build_algo()

    def weights() -> dict[str, np.ndarray[Any, Any]]:
        (state,) = algorithm.env_runner_group.foreach_env_runner(
            lambda runner: runner.get_state(), local_env_runner=False
        )
        return {name: module["network.value.weight"] for name, module in state["rl_module"].items()}

    history = [weights()]
    for _ in range(4):
        algorithm.train()
        ray.get([actor.ping.remote() for actor in algorithm.env_runner_group._worker_manager.actors().values()])
        history.append(weights())
    learned = [each[LEARNER] for each in history]
    assert all((a != b).any() for a, b in pairwise(learned))
    first, second = ([each[past_self(slot)] for each in history] for slot in (0, 1))
    assert (second[1] == second[0]).all() and (second[2] == learned[2]).all() and (second[4] == learned[2]).all()
    assert (first[3] == first[0]).all() and (first[4] == learned[4]).all()
    algorithm.stop()


# ---- modules and policies --------------------------------------------------------------------------------------------


def made_module(id: str, **network: Any) -> NetworkModule:
    rules = rules_of(game(id, **IDS[id]))
    torch.manual_seed(0)
    module: NetworkModule = module_spec(rules, **{**NETWORK, **network}).build()
    for weights in module.network.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    return module


def some_rows(module: NetworkModule, count: int, seed: int = 1) -> dict[str, torch.Tensor]:
    """Observations of which most numbers are zero, as half precision has them, and masks."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(count, module.rules.observations.size)).astype(np.float16).astype(np.float32)
    rows[chance.random(rows.shape) < 0.8] = 0.0
    masks = (chance.random((count, module.rules.actions.size)) < 0.1).astype(np.int8)
    return {"observations": torch.from_numpy(rows), "action_mask": torch.from_numpy(masks)}


@pytest.mark.parametrize("id", IDS)
def test_illegal_actions_are_impossible(id: str) -> None:
    module = made_module(id)
    masks = torch.zeros(5, module.rules.actions.size, dtype=torch.int8)
    masks[:, 3::5] = 1
    seen = {"observations": torch.randn(5, module.rules.observations.size), "action_mask": masks}
    out = module.forward_train({Columns.OBS: seen})
    chances = torch.softmax(out[Columns.ACTION_DIST_INPUTS], dim=1)
    assert (chances[masks == 0] == 0).all() and torch.allclose(chances.sum(1), torch.ones(5))
    assert torch.equal(module.compute_values({Columns.OBS: seen}, out[Columns.EMBEDDINGS]), out[Columns.EMBEDDINGS])
    assert torch.allclose(module.compute_values({Columns.OBS: seen}), out[Columns.EMBEDDINGS])
    entropy = module.get_train_action_dist_cls().from_logits(out[Columns.ACTION_DIST_INPUTS]).entropy()
    assert torch.isfinite(entropy).all() and (entropy <= np.log(masks[0].sum().item()) + 1e-4).all()


def test_a_module_that_is_exported_plays_in_the_arena(tmp_path: Path) -> None:
    module = made_module("Exodus/EventHorizon-v0")
    export(module, tmp_path / "policy", {"seed": 0})
    assert read_policy(tmp_path / "policy").network["width"] == NETWORK["width"]
    player = make_player(f"policy:{tmp_path / 'policy'}")
    player.start(module.rules)
    chance = np.random.default_rng(1)
    rows = chance.normal(size=(40, module.rules.observations.size)).astype(np.float16).astype(np.float32)
    masks = (chance.random((40, module.rules.actions.size)) < 0.1).astype(np.int8)
    evaluator = player.network_for(module.rules)
    assert isinstance(evaluator, CompiledNetwork)
    scores, values = evaluator.evaluate(rows, masks)
    batch = {Columns.OBS: {"observations": torch.from_numpy(rows), "action_mask": torch.from_numpy(masks)}}
    log_p = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS].detach()
    assert torch.allclose(torch.from_numpy(scores).log_softmax(1).exp(), log_p.exp(), atol=1e-3)
    assert np.allclose(values, module.compute_values(batch).detach().numpy(), atol=1e-3, rtol=1e-3)
    table = exodus_env.arena([player.name, "random"], games=4, config=module.rules.config)
    assert table[player.name]["games"] == 4 and not table.document["faults"]


@pytest.mark.parametrize("mask_input", [False, True])
def test_zeros_and_illegal_actions_are_skipped_without_a_difference(mask_input: bool) -> None:
    """Log-probabilities, values and gradients are those that PyTorch computes from dense rows."""
    module = made_module("Exodus/EventHorizon-v0", mask_input=mask_input)
    seen = some_rows(module, 30)
    found = []
    for sparse in (module._sparse, None):
        module._sparse = sparse
        module.zero_grad()
        out = module.forward_train({Columns.OBS: seen})
        choice = module.get_train_action_dist_cls().from_logits(out[Columns.ACTION_DIST_INPUTS])
        picked = seen["action_mask"].argmax(dim=1)
        (choice.logp(picked).sum() + choice.entropy().sum() + out[Columns.EMBEDDINGS].sum()).backward()
        gradients = {name: weights.grad.clone() for name, weights in module.network.named_parameters()}
        found.append((out[Columns.ACTION_DIST_INPUTS].detach(), out[Columns.EMBEDDINGS].detach(), gradients))
    (log_p, values, gradients), (dense_log_p, dense_values, dense_gradients) = found
    assert torch.allclose(log_p.exp(), dense_log_p.exp(), atol=1e-4)
    assert torch.allclose(values, dense_values, atol=1e-3, rtol=1e-3)
    for name, gradient in gradients.items():
        assert torch.allclose(gradient, dense_gradients[name], atol=1e-2, rtol=1e-2), name


def test_log_probabilities_are_a_choice_as_rllib_knows_it() -> None:
    module = made_module("Exodus/EventHorizon-v0")
    first, second = (
        module.forward_train({Columns.OBS: some_rows(module, 20, seed)})[Columns.ACTION_DIST_INPUTS] for seed in (1, 1)
    )
    assert module.get_train_action_dist_cls() is Normalised
    ours, theirs = Normalised.from_logits(first), TorchCategorical.from_logits(second)
    legal = ours.sample()
    assert torch.allclose(ours.logp(legal), theirs.logp(legal), atol=1e-5)
    assert torch.allclose(ours.entropy(), theirs.entropy(), atol=1e-4)
    assert torch.allclose(ours.kl(theirs), torch.zeros(20), atol=1e-4)
    assert torch.equal(ours.to_deterministic().sample(), theirs.to_deterministic().sample())


def test_an_env_runner_plays_with_the_weights_it_has() -> None:
    """In their fast form as well, which is made again when they change."""
    runner = GamesRunner(config=config(game(**PAID_EARLY)), worker_index=0, num_workers=0)
    for scale in (0.0, 1.0):
        state = runner.module.get_state()
        state[LEARNER]["network.head.own"] = np.full_like(state[LEARNER]["network.head.own"], 0.0)
        state[LEARNER]["network.head.own"][::2] = scale
        runner.set_state({"rl_module": state})
        episodes = runner.sample(num_timesteps=60)
        assert isinstance(runner._playing[LEARNER], PackedPolicy)
        for episode in episodes:
            seen = episode.get_observations(slice(0, len(episode)))
            batch = {Columns.OBS: {name: torch.from_numpy(np.array(rows)) for name, rows in seen.items()}}
            with torch.no_grad():
                log_p = runner.module[LEARNER].forward_exploration(batch)[Columns.ACTION_DIST_INPUTS].numpy()
            assert np.allclose(episode.get_extra_model_outputs(Columns.ACTION_DIST_INPUTS), log_p, rtol=1e-4, atol=1e-4)
    for episode in runner.sample(num_episodes=2, explore=False):
        kept = episode.get_extra_model_outputs(Columns.ACTION_DIST_INPUTS)
        assert (episode.get_actions() == np.asarray(kept).argmax(axis=1)).all()


def test_every_network_can_be_a_module() -> None:
    for kind in ("board", "attention"):
        module = made_module("Exodus/EventHorizon-v0", kind=kind, tokens=8, attention_heads=2)
        masks = torch.ones(2, module.rules.actions.size, dtype=torch.int8)
        seen = {"observations": torch.zeros(2, module.rules.observations.size), "action_mask": masks}
        assert module.compute_values({Columns.OBS: seen}).shape == (2,)


def test_spaces_are_those_of_the_game() -> None:
    rules = rules_of(env_config(rules_of(game(**PAID_EARLY))))
    space = agent_space(rules)
    assert set(space.spaces) == {"observations", "action_mask"}
    assert shared_policy("player_0", None) == LEARNER


def test_the_example_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_example("rllib_ppo", f"--updates 2 --games 4 --batch 64 --turns 1 --out {tmp_path / 'policy'}")
    said = capsys.readouterr().out
    assert "update 2: " in said and f"policy:{tmp_path / 'policy'}" in said
