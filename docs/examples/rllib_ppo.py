"""PPO of RLlib on every seat of Event Horizon: games that advance together, a policy that leaves RLlib, the arena.

python docs/examples/rllib_ppo.py --updates 20 --env-runners 2
"""

import argparse
from pathlib import Path

import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec

import exodus_env
from exodus_env.bridges.rllib import LEARNER, SeatsEnv, export, game, module_spec, rules_of, shared_policy
from exodus_env.bridges.rllib_runner import GamesRunner


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--updates", type=int, default=20)
    parser.add_argument("--env-runners", type=int, default=0, help="processes that play; 0: this one plays and learns")
    parser.add_argument("--games", type=int, default=64, help="side by side in each of them")
    parser.add_argument("--batch", type=int, default=4096, help="decisions of an update")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--address", help="of a cluster of Ray; without it one is started here")
    parser.add_argument("--out", type=Path, default=Path("runs/rllib_example"))
    given = parser.parse_args(arguments)

    ours = not ray.is_initialized()
    if ours:
        ray.init(address=given.address, include_dashboard=False, logging_level="ERROR")
    # In 0.7 of the games greedy has the other seat; in the rest all seats learn. `shaping` pays for progress.
    settings = {"players": 2, "turns": given.turns, "shaping": 1.0}
    env = game("Exodus/EventHorizon-v0", opponents={"greedy": 0.7}, **settings)
    rules = rules_of(env)
    algorithm = (
        PPOConfig()
        .environment(SeatsEnv, env_config=env)
        .env_runners(
            env_runner_cls=GamesRunner,
            num_env_runners=given.env_runners,
            num_envs_per_env_runner=given.games,
        )
        .multi_agent(policies={LEARNER}, policy_mapping_fn=shared_policy, policies_to_train=[LEARNER])
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={LEARNER: module_spec(rules, width=128)}))
        .training(
            train_batch_size_per_learner=given.batch,
            minibatch_size=min(1024, given.batch),
            num_epochs=3,
            lr=7e-4,
            gamma=1.0,
            lambda_=0.95,
            clip_param=0.2,
            use_kl_loss=False,
            entropy_coeff=0.005,
            vf_loss_coeff=0.5,
            grad_clip=0.5,
        )
        .debugging(log_level="ERROR")
        .build_algo()
    )
    for update in range(1, given.updates + 1):
        played = algorithm.train()["env_runners"]
        returns = {name: f"{value:+.2f}" for name, value in played.get("returns_of_games", {}).items()}
        print(f"update {update}: {played['num_env_steps_sampled_lifetime']:.0f} decisions, returns {returns}")
    export(algorithm.get_module(LEARNER), given.out)
    algorithm.stop()
    if ours:
        ray.shutdown()
    print(exodus_env.arena([f"policy:{given.out}", "random"], games=20, config=rules.config))


if __name__ == "__main__":
    main()
