"""Self-play PPO in one file: one network plays every seat of Event Horizon, then meets `random` in the arena.

python docs/examples/ppo_one_file.py --minutes 20
"""

import argparse
import time

import numpy as np
import torch
from torch import nn

import exodus_env
from exodus_env import event_horizon_v0
from exodus_env.kit.players import Player
from exodus_env.kit.selfplay import SelfPlay

options = argparse.ArgumentParser()
for name, value in (("games", 64), ("steps", 128), ("minutes", 10.0), ("arena", 100), ("width", 256), ("turns", 7)):
    options.add_argument(f"--{name}", type=type(value), default=value)
GAMMA, LAMBDA, CLIP, ENTROPY, BATCH, EPOCHS = 1.0, 0.95, 0.2, 0.01, 1024, 2


class Network(nn.Module):
    def __init__(self, observation, actions, width):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(observation, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.score, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.score.weight, 0.01)

    def forward(self, observations, masks):
        seen = self.body(torch.as_tensor(observations))
        scores = self.score(seen).masked_fill(torch.as_tensor(masks) == 0, -1e9)
        return torch.distributions.Categorical(logits=scores, validate_args=False), self.value(seen)[:, 0]

    @torch.no_grad()
    def choose(self, observations, masks):
        policy, values = self(observations, masks)
        actions = policy.sample()
        return actions.numpy(), {"log_p": policy.log_prob(actions).numpy(), "values": values.numpy()}


class Learned(Player):
    def __init__(self, network):
        self.name, self.network = "learned", network

    def choose_all(self, views):
        with torch.no_grad():
            return self.network(views.observations, views.masks)[0].probs.argmax(1).numpy()


def main(given=None):
    chosen = options.parse_args(given)
    envs = event_horizon_v0.vector_env(chosen.games, players=2, turns=chosen.turns, seed=1)
    network = Network(envs.rules.observations.size, envs.rules.actions.size, chosen.width)
    optimiser = torch.optim.Adam(network.parameters(), lr=3e-4)
    games, started, update = SelfPlay(envs, chosen.steps), time.time(), 0
    while update == 0 or time.time() < started + 60 * chosen.minutes:
        rows, update = games.collect(network.choose), update + 1
        gains, targets = map(torch.from_numpy, rows.estimate(GAMMA, LAMBDA, 1.0))
        for _ in range(EPOCHS):
            for batch in np.array_split(np.random.permutation(rows.finished()), max(1, rows.count // BATCH)):
                policy, values = network(rows.observations[batch], rows.masks[batch])
                before = torch.from_numpy(rows.columns["log_p"][batch])
                ratio = (policy.log_prob(torch.from_numpy(rows.actions[batch])) - before).exp()
                gain = gains[batch] / (gains[batch].std() + 1e-8)
                loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = loss + 0.5 * (values - targets[batch]).pow(2).mean() - ENTROPY * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(network.parameters(), 0.5)
                optimiser.step()
        rate = update * chosen.games * chosen.steps / (time.time() - started)
        print(f"update {update}: {len(games.returns)} games, {rate:,.0f} decisions/s, loss {loss.item():.3f}")
    print(exodus_env.arena([Learned(network), "random"], chosen.arena, config=envs.config))


if __name__ == "__main__":
    main()
