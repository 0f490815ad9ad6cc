"""PPO losses of TorchRL over games that advance together, with legal actions only.

python docs/examples/torchrl_batched.py --frames 200000
"""

import argparse
import time

import torch
from tensordict.nn import ProbabilisticTensorDictModule, ProbabilisticTensorDictSequential, TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.modules import MaskedCategorical, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from exodus_env.bridges.torchrl import GamesEnv

options = argparse.ArgumentParser()
options.add_argument("--id", default="Exodus/EventHorizon-v0")
options.add_argument("--envs", type=int, default=64)
options.add_argument("--steps", type=int, default=64)
options.add_argument("--frames", type=int, default=100_000)
options.add_argument("--turns", type=int, default=7)


def main(given=None):
    chosen = options.parse_args(given)
    env = GamesEnv(chosen.id, chosen.envs, seed=1, players=2, opponents="random", turns=chosen.turns)
    seen, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    body = nn.Sequential(nn.Linear(seen, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, actions))
    policy = ProbabilisticTensorDictSequential(
        TensorDictModule(body, ["observation"], ["logits"]),
        ProbabilisticTensorDictModule(
            in_keys={"logits": "logits", "mask": "action_mask"},
            out_keys=["action"],
            distribution_class=MaskedCategorical,
            return_log_prob=True,
        ),
    )
    value = ValueOperator(nn.Sequential(nn.Linear(seen, 256), nn.ReLU(), nn.Linear(256, 1)), ["observation"])
    gains = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(policy, value, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), lr=3e-4)
    size = chosen.envs * chosen.steps
    rollouts = Collector(
        env, policy, frames_per_batch=size, total_frames=chosen.frames, auto_register_policy_transforms=True
    )
    started, frames = time.perf_counter(), 0
    for rollout in rollouts:
        gains(rollout)
        rows = rollout.reshape(-1)
        for batch in torch.randperm(len(rows)).split(1024) if len(rows) > 1024 else [torch.arange(len(rows))]:
            found = loss(rows[batch])
            total = found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]
            optimiser.zero_grad()
            total.backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimiser.step()
        frames += rows.numel()
        over = rollout["next", "done"]
        mean = rollout["next", "reward"][over].mean().item() if over.any() else float("nan")
        speed = frames / (time.perf_counter() - started)
        print(f"{frames} decisions, {speed:,.0f} a second, {int(over.sum())} games, mean reward {mean:.2f}")
    rollouts.shutdown()


if __name__ == "__main__":
    main()
