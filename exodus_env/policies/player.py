"""The player `policy:<folder>`: plays with a learned network.

`policy:runs/mine/best` takes the likeliest action; `policy:runs/mine/best?sample` samples one, with the seed of the
decision. A folder may hold one policy for each number of players in subfolders `2`, `3` and so on.
`policy:baseline/NAME` is a policy that comes with the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Advice, Advised, Player, View, Views
from exodus_env.kit.text import printable
from exodus_env.policies.checkpoint import DESCRIPTION, PolicyError, load_evaluator, read_policy
from exodus_env.policies.compiled import Evaluator

BASELINE: Final = "baseline/"
DATA: Final = Path(__file__).parent / "data"
SAMPLE: Final = "?sample"
SHAPING: Final = "shaping"  # the setting of a game that pays before its end


def policy(argument: str | None) -> PolicyPlayer:
    """The player of `policy:argument`."""
    if not argument:
        raise PolicyError("policy needs a folder, as in policy:runs/mine/best")
    place, question, _ = argument.partition(SAMPLE)
    if question and place + SAMPLE != argument:
        raise PolicyError(f"policy:{argument}: {SAMPLE} must come last")
    return PolicyPlayer(f"policy:{argument}", folder_of(place), bool(question))


def folder_of(place: str) -> Path:
    """The folder of a policy; raises PolicyError if there is none."""
    if place.startswith(BASELINE):
        name, known = place.removeprefix(BASELINE), baselines()
        if name not in known:
            raise PolicyError(f"there is no baseline {name!r}; there are: {', '.join(known) or 'none in this version'}")
        return DATA / name
    folder = Path(place)
    if not folder.is_dir():
        raise PolicyError(f"{printable(str(folder))} does not exist; policy:<folder> names a folder with {DESCRIPTION}")
    return folder


def baselines() -> list[str]:
    """Names of the policies that come with the package."""
    return sorted(found.name for found in DATA.iterdir() if found.is_dir()) if DATA.is_dir() else []


def baseline_for(rules: Definition) -> str | None:
    """The policy that comes with the package for a game, as the name of a player; None if there is none."""
    for name in baselines():
        player = policy(BASELINE + name)
        try:
            player.start(rules)
        except PolicyError:
            continue
        return player.name
    return None


class PolicyPlayer(Player):
    """Plays with a network: one call for all decisions."""

    def __init__(self, name: str, folder: Path, sample: bool = False) -> None:
        self.name = name
        self.folder = folder
        self.sample = sample
        self._networks: dict[tuple[str, str], Evaluator] = {}

    def start(self, rules: Definition) -> None:
        """Load the policy for a game; refuse one that was made for another game."""
        self.network_for(rules)

    def network_for(self, rules: Definition) -> Evaluator:
        """The network for a game, loaded once."""
        key = (rules.observations.hash, rules.actions.hash)
        if key not in self._networks:
            folder = self.folder_for(rules.config.players)
            self._networks[key] = load_evaluator(folder, read_policy(folder), rules)
        return self._networks[key]

    def paid_as_learned(self, rules: Definition) -> Definition:
        """The same game with the rewards before its end that the values of the policy were learned with."""
        folder, config = self.folder_for(rules.config.players), rules.config.to_dict()
        learned = read_policy(folder).config.get(SHAPING, 0.0)
        if SHAPING not in config or config[SHAPING] == learned:
            return rules
        try:
            return rules.from_dict({**config, SHAPING: learned})
        except (ValueError, TypeError) as error:
            raise PolicyError(f"{folder / DESCRIPTION} cannot be used: {error}") from None

    def folder_for(self, players: int) -> Path:
        """The folder itself, or its subfolder for this number of players."""
        if (self.folder / DESCRIPTION).is_file():
            return self.folder
        inner = self.folder / str(players)
        if inner.is_dir():
            return inner
        counts = sorted(found.name for found in self.folder.glob("*") if (found / DESCRIPTION).is_file())
        there = printable(f"policies for {', '.join(counts)} players") if counts else "no policy"
        raise PolicyError(f"{self.folder} holds {there}, none for {players} players")

    def choose_all(self, views: Views) -> Array:
        """The likeliest legal action of each game, or one sampled with its seed."""
        seeds = views.seeds if self.sample else None
        return decide(self.network_for(views.rules), views.observations, views.masks, seeds)

    def expects(self, views: Views) -> Array:
        """The value of the network for each game."""
        return self.network_for(views.rules).evaluate(views.observations, views.masks)[1]

    def choose(self, view: View) -> int:
        """The likeliest legal action, or one sampled with the seed."""
        seeds = np.array([view.seed]) if self.sample else None
        return int(decide(self.network_for(view.rules), view.observation[None], view.mask[None], seeds)[0])

    def advise(self, view: View) -> Advice:
        """The legal actions with their probabilities, likeliest first, and the network's value of the position."""
        scores, values = self.network_for(view.rules).evaluate(view.observation[None], view.mask[None])
        shares = np.exp(scores[0] - scores[0].max())
        shares /= shares.sum()
        choices = [Advised(int(action), float(shares[action])) for action in view.legal]
        choices.sort(key=lambda choice: -(choice.share or 0.0))
        return Advice(tuple(choices), float(values[0]))


def decide(network: Evaluator, observations: Array, masks: Array, seeds: Array | None) -> Array:
    """Actions for rows: the likeliest, or with seeds one sampled by its probability. They are always legal."""
    scores, _ = network.evaluate(observations, masks)
    if seeds is not None:
        scores = scores + gumbel(np.asarray(seeds), scores.shape[1])
    best: Array = scores.argmax(axis=1)
    senseless = masks[np.arange(len(best)), best] == 0  # far below any scores that networks learn
    best[senseless] = masks[senseless].argmax(axis=1)
    return best


def gumbel(seeds: Array, columns: int) -> Array:
    """Noise (rows, columns) from seeds alone: the index of the largest logit plus noise is a sample by their
    probabilities."""
    word = seeds.astype(np.uint64)[:, None] + np.arange(1, columns + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    even = ((word ^ (word >> np.uint64(31))) >> np.uint64(11)).astype(np.float64) * 2.0**-53
    noise: Array = -np.log(-np.log(even + 2.0**-54))
    return noise
