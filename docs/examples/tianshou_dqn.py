"""DQN of Tianshou 2 over games that advance together; its masks are arrays.

python docs/examples/tianshou_dqn.py --steps 100000
"""

import argparse
import time

import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.utils.torch_utils import policy_within_training_step
from torch import nn

from exodus_env.bridges.tianshou import GamesVectorEnv

options = argparse.ArgumentParser()
options.add_argument("--id", default="Exodus/EventHorizon-v0")
options.add_argument("--envs", type=int, default=32)
options.add_argument("--steps", type=int, default=50_000)
options.add_argument("--epoch", type=int, default=512, help="decisions between updates")
options.add_argument("--turns", type=int, default=7)


class Network(nn.Module):
    def __init__(self, seen, actions):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(seen, 256), nn.ReLU(), nn.Linear(256, actions))

    def forward(self, obs, state=None, info=None):
        return self.layers(torch.as_tensor(obs, dtype=torch.float32)), state


def main(given=None):
    chosen = options.parse_args(given)
    envs = GamesVectorEnv(chosen.id, chosen.envs, players=2, opponents="random", turns=chosen.turns, illegal="raise")
    envs.seed(1)
    rules = envs.games.rules
    policy = DiscreteQLearningPolicy(
        model=Network(rules.observations.size, rules.actions.size),
        action_space=envs.games.single_action_space,
        eps_training=0.2,
    )
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-4), gamma=1.0, target_update_freq=50)
    buffer = VectorReplayBuffer(20_000, chosen.envs)
    returns, steps, started = [], 0, time.perf_counter()
    rollouts = Collector(algorithm, envs, buffer, exploration_noise=True)
    rollouts.reset()
    while steps < chosen.steps:
        with policy_within_training_step(policy):
            found = rollouts.collect(n_step=chosen.epoch)
            algorithm.update(buffer=buffer, sample_size=256)
        steps += found.n_collected_steps
        returns += found.returns.tolist()
        speed = steps / (time.perf_counter() - started)
        mean = np.mean(returns[-100:]) if returns else float("nan")
        print(f"{steps} decisions, {speed:,.0f} decisions/s, {len(returns)} games, mean return {mean:.2f}")
    envs.close()


if __name__ == "__main__":
    main()
