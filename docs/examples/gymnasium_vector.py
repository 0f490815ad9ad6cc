"""Many games against `motives` as one Gymnasium vector environment, with masks, results and statistics.

python docs/examples/gymnasium_vector.py --steps 2000
"""

import argparse
import time

import gymnasium
import numpy as np
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import exodus_env  # noqa: F401  # registers the ids

options = argparse.ArgumentParser()
options.add_argument("--id", default="Exodus/EventHorizon-v0")
options.add_argument("--envs", type=int, default=64)
options.add_argument("--steps", type=int, default=500)
options.add_argument("--players", type=int, default=2)
options.add_argument("--turns", type=int, default=7)


def main(given=None):
    chosen = options.parse_args(given)
    envs = RecordEpisodeStatistics(
        gymnasium.make_vec(
            chosen.id,
            num_envs=chosen.envs,
            vectorization_mode="vector_entry_point",
            players=chosen.players,
            opponents="motives",
            turns=chosen.turns,
        )
    )
    random = np.random.default_rng(7)
    observations, infos = envs.reset(seed=7)
    won = games = 0
    started = time.perf_counter()
    for _ in range(chosen.steps):
        masks = infos["action_mask"]  # (N, A)
        actions = np.where(masks, random.random(masks.shape), -1.0).argmax(axis=1)  # your policy's choices
        observations, _rewards, ended, cut_off, infos = envs.step(actions)
        over = ended | cut_off
        if over.any():  # the next games have begun; how the last ones ended:
            last_seen = np.stack(infos["final_obs"][over])
            assert last_seen.shape == (over.sum(), observations.shape[1])
            games += int(over.sum())
            won += int(infos["final_info"]["won"][over].sum())
    speed = chosen.envs * chosen.steps / (time.perf_counter() - started)
    length = np.mean(envs.length_queue) if games else float("nan")
    print(f"{games} games, {won} won, {length:.0f} decisions each, {speed:,.0f} decisions/s")
    envs.close()


if __name__ == "__main__":
    main()
