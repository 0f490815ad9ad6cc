"""The player `policy:<folder>`: plays by a learned network.

`policy:runs/mine/best` takes the likeliest action; `policy:runs/mine/best?sample` draws one, by the seed of the
decision. A folder may hold one policy for each number of players in folders `2`, `3` and so on.
`policy:baseline/NAME` is a policy that comes with the package, where it brings one.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Advice, Advised, Player, View, Views
from exodus_env.kit.text import printable
from exodus_env.policies.checkpoint import DESCRIPTION, EXTRA, PolicyError, load_network, read_policy

BASELINE: Final = "baseline/"
DATA: Final = Path(__file__).parent / "data"
SAMPLE: Final = "?sample"
ROWS: Final = 4096  # most decisions in one call of the network


def policy(argument: str | None) -> PolicyPlayer:
    """The player of `policy:argument`, with one thread: the arena plays in a process for each core."""
    if not argument:
        raise PolicyError("policy needs a folder, as in policy:runs/mine/best")
    need_torch()
    import torch

    torch.set_num_threads(1)
    place, question, _ = argument.partition(SAMPLE)
    if question and place + SAMPLE != argument:
        raise PolicyError(f"policy:{argument}: nothing may follow {SAMPLE}")
    return PolicyPlayer(f"policy:{argument}", folder_of(place), bool(question))


def need_torch() -> None:
    """Say how to get PyTorch where it is not installed."""
    missing = [name for name in ("torch", "safetensors") if find_spec(name) is None]
    if missing:
        raise PolicyError(f"a learned policy needs {' and '.join(missing)}: {EXTRA}")


def folder_of(place: str) -> Path:
    """The folder of a policy; raises PolicyError where there is none."""
    if place.startswith(BASELINE):
        name, known = place.removeprefix(BASELINE), baselines()
        if name not in known:
            raise PolicyError(f"there is no baseline {name!r}; there are: {', '.join(known) or 'none in this version'}")
        return DATA / name
    folder = Path(place)
    if not folder.is_dir():
        raise PolicyError(f"{folder} is not there; policy:<folder> names a folder with {DESCRIPTION}")
    return folder


def baselines() -> list[str]:
    """Names of the policies that come with the package."""
    return sorted(found.name for found in DATA.iterdir() if found.is_dir()) if DATA.is_dir() else []


def baseline_for(rules: Definition) -> str | None:
    """The policy that comes with the package for a game, as the name of a player; None where there is none."""
    for name in baselines():
        player = policy(BASELINE + name)
        try:
            player.start(rules)
        except PolicyError:
            continue
        return player.name
    return None


class PolicyPlayer(Player):
    """Plays by a network: one call for all decisions."""

    def __init__(self, name: str, folder: Path, sample: bool = False) -> None:
        self.name = name
        self.folder = folder
        self.sample = sample
        self._networks: dict[tuple[str, str], Any] = {}

    def start(self, rules: Definition) -> None:
        """Load the policy for a game; refuses one that was made for another."""
        self.network_for(rules)

    def network_for(self, rules: Definition) -> Any:
        """The network for a game, loaded once."""
        key = (rules.observations.hash, rules.actions.hash)
        if key not in self._networks:
            folder = self.folder_for(rules.config.players)
            self._networks[key] = load_network(folder, read_policy(folder), rules)
        return self._networks[key]

    def folder_for(self, players: int) -> Path:
        """The folder itself, or the one in it for this number of players."""
        if (self.folder / DESCRIPTION).is_file():
            return self.folder
        inner = self.folder / str(players)
        if inner.is_dir():
            return inner
        counts = sorted(found.name for found in self.folder.glob("*") if (found / DESCRIPTION).is_file())
        there = printable(f"policies for {', '.join(counts)} players") if counts else "no policy"
        raise PolicyError(f"{self.folder} holds {there}, none for {players} players")

    def choose_all(self, views: Views) -> Array:
        """The likeliest legal action of each game, or one drawn by its seed."""
        seeds = views.seeds if self.sample else None
        return decide(self.network_for(views.rules), views.observations, views.masks, seeds)

    def expects(self, views: Views) -> Array:
        """The value of the network for each game."""
        return values(self.network_for(views.rules), views.observations, views.masks)

    def choose(self, view: View) -> int:
        """The likeliest legal action, or one drawn by the seed."""
        seeds = np.array([view.seed]) if self.sample else None
        return int(decide(self.network_for(view.rules), view.observation[None], view.mask[None], seeds)[0])

    def advise(self, view: View) -> Advice:
        """The legal actions with their probabilities, likeliest first, and what the network thinks of the position."""
        import torch

        from exodus_env.policies.network import masked

        network = self.network_for(view.rules)
        legal = torch.from_numpy(np.ascontiguousarray(view.mask[None]))
        with torch.inference_mode():
            logits, _ = network(torch.from_numpy(np.ascontiguousarray(view.observation[None])), legal)
            shares = torch.softmax(masked(logits, legal)[0], dim=0).numpy()
        choices = [Advised(int(action), float(shares[action])) for action in view.legal]
        choices.sort(key=lambda choice: -(choice.share or 0.0))
        return Advice(tuple(choices), float(self.expects(view.alone())[0]))


def decide(network: Any, observations: Array, masks: Array, seeds: Array | None) -> Array:
    """Actions for rows: the likeliest, or with seeds one drawn with its probability. Always legal ones."""
    import torch

    from exodus_env.policies.network import masked

    chosen = np.empty(len(masks), dtype=np.int64)
    device = next(network.parameters()).device
    with torch.inference_mode():
        for start in range(0, len(masks), ROWS):
            rows = slice(start, start + ROWS)
            legal = torch.from_numpy(np.ascontiguousarray(masks[rows])).to(device)
            logits, _ = network(torch.from_numpy(np.ascontiguousarray(observations[rows])).to(device), legal)
            scores = masked(logits, legal).cpu().numpy()
            if seeds is not None:
                scores = scores + gumbel(np.asarray(seeds[rows]), scores.shape[1])
            best = scores.argmax(axis=1)
            senseless = masks[rows][np.arange(len(best)), best] == 0  # far below any scores that networks learn
            best[senseless] = masks[rows][senseless].argmax(axis=1)
            chosen[rows] = best
    return chosen


def values(network: Any, observations: Array, masks: Array) -> Array:
    """What a network expects of rows."""
    import torch

    device = next(network.parameters()).device
    found = []
    with torch.inference_mode():
        for start in range(0, len(masks), ROWS):
            rows = slice(start, start + ROWS)
            legal = torch.from_numpy(np.ascontiguousarray(masks[rows])).to(device)
            seen = torch.from_numpy(np.ascontiguousarray(observations[rows])).to(device)
            found.append(network(seen, legal)[1].cpu().numpy().reshape(-1))
    return np.concatenate(found)


def gumbel(seeds: Array, columns: int) -> Array:
    """Noise (rows, columns) from seeds alone: the largest of logits plus noise is a draw by their probabilities."""
    word = seeds.astype(np.uint64)[:, None] + np.arange(1, columns + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    even = ((word ^ (word >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    noise: Array = -np.log(-np.log(even + 2.0**-54))
    return noise
