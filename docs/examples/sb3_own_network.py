"""MaskablePPO with a network of your own, and the model in the arena, with what else was in its file left alone.

python docs/examples/sb3_own_network.py --steps 500000
"""

import argparse
import tempfile
from pathlib import Path

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

import exodus_env
from exodus_env.bridges.sb3 import make_vec_env

options = argparse.ArgumentParser()
options.add_argument("--steps", type=int, default=100_000)
options.add_argument("--envs", type=int, default=32)
options.add_argument("--rollout", type=int, default=128)
options.add_argument("--turns", type=int, default=7)
options.add_argument("--games", type=int, default=100)


class Normed(BaseFeaturesExtractor):
    """Any module will do, as long as it says how many features it has."""

    def __init__(self, observation_space, features_dim=256):
        super().__init__(observation_space, features_dim)
        self.layer = torch.nn.Linear(observation_space.shape[0], features_dim)
        self.norm = torch.nn.LayerNorm(features_dim)

    def forward(self, observations):
        return torch.relu(self.norm(self.layer(observations)))


def main(given=None):
    chosen = options.parse_args(given)
    game = {"scenario": "event_horizon", "turns": chosen.turns}
    envs = make_vec_env("Exodus/EventHorizon-v0", chosen.envs, players=2, opponents="greedy", turns=chosen.turns)
    networks = {
        "plain": {"net_arch": [256, 256]},
        "normed": {"features_extractor_class": Normed, "net_arch": [128]},
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, network in networks.items():
            model = MaskablePPO(
                "MlpPolicy",
                envs,
                policy_kwargs=network,
                n_steps=chosen.rollout,
                batch_size=512,
                gamma=1.0,
                device="cpu",
            )
            model.learn(chosen.steps)
            path = Path(folder) / f"{name}.zip"
            model.save(path)
            # Of a plain network the tensors say all. Code comes with one of your own: Stable-Baselines3 runs what is in
            # the file, so say that you trust it.
            player = f"sb3:{path}" if name == "plain" else f"sb3:{path}?trust=true"
            print(name, exodus_env.arena([player, "random"], chosen.games, **game), sep="\n")
    envs.close()


if __name__ == "__main__":
    main()
