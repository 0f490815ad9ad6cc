"""The settings of a training run: a TOML file in configs/, changed by options of the command line."""

from __future__ import annotations

import argparse
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.toml_file import FileError, read_toml

CONFIGS: Final = Path(__file__).parent.parent / "configs"
PRESETS: Final = ("small", "standard", "long")
LEARNERS: Final = ("ppo", "sb3")


class SettingsError(ValueError):
    """Settings that make no run."""


def said(default: Any, text: str) -> Any:
    """A setting with its default and what it means."""
    if isinstance(default, dict | list):
        return field(default_factory=lambda: type(default)(default), metadata={"help": text})
    return field(default=default, metadata={"help": text})


@dataclass(frozen=True)
class Settings:
    """Everything a run depends on, besides the versions of libraries."""

    game: dict[str, Any] = said({}, "settings of the game, as KEY=VALUE; may be given several times")
    learner: str = said("ppo", "ppo: our own; sb3: MaskablePPO of sb3-contrib")
    seed: int = said(0, "of everything: weights, games, choices")
    decisions: int = said(1_000_000, "decisions of learning seats to learn from, after the warm start")
    # network
    network: str = said("mlp", "mlp over the flat row; board: hexes hear from neighbours, too; attention")
    width: int = said(256, "of the layers over the flat row")
    layers: int = said(2, "layers of the mlp, or of attention")
    tokens: int = said(64, "width of the token of a hex (board, attention)")
    attention_heads: int = said(4, "heads (attention)")
    head: str = said("factored", "factored: actions share weights by family and factor; linear")
    mask_input: bool = said(True, "whether the network also reads the mask")
    start: str = said("", "a policy to start from, as in policy:<folder>: a folder, or baseline/event_horizon")
    # playing
    num_games: int = said(256, "games played side by side")
    steps: int = said(64, "decisions in each game between two updates")
    self_share: float = said(1.0, "share of games in which all seats learn")
    past_share: float = said(0.0, "share of games of one learning seat against past selves")
    scripted: dict[str, float] = said({}, "shares of games of one learning seat with scripted players, as NAME=SHARE")
    winning: float = said(0.0, "how far only the win counts: 0 the rank, as the game pays it, to 1 the win alone")
    standing: float = said(0.0, "paid at the end for VP ahead of the average, as a part of the most; needs shaping")
    past_slots: int = said(2, "past selves that play at the same time")
    pool_every: int = said(10, "updates between two past selves that are kept")
    pool_recent: int = said(5, "how many of the newest count as recent; half of the draws are among them")
    pool_most: int = said(40, "past selves kept at most")
    # learning
    learning_rate: float = said(3e-4, "of Adam, at the start")
    anneal: bool = said(True, "whether the learning rate falls to 0 in a line")
    minibatch: int = said(2048, "decisions in a step of the optimiser")
    epochs: int = said(3, "how often a decision is learned from")
    gamma: float = said(1.0, "discount from one decision of a seat to its next")
    gae_lambda: float = said(0.95, "of the advantages")
    clip: float = said(0.2, "how far a probability may move in an update, as a ratio")
    entropy: float = said(0.01, "weight of the entropy bonus")
    value_weight: float = said(0.5, "weight of the error of the values")
    max_grad_norm: float = said(0.5, "longest gradient")
    target_kl: float = said(0.03, "end the epochs of an update beyond this divergence; 0: never")
    # warm start
    imitate: str = said("", "a scripted player to imitate first; empty: none")
    imitate_decisions: int = said(0, "decisions to imitate")
    imitate_learning_rate: float = said(1e-3, "of Adam, in the warm start")
    imitate_minibatch: int = said(1024, "decisions in a step of the optimiser, in the warm start")
    imitate_own_share: float = said(0.5, "share of games in which the learner's own choices are played and corrected")
    value_decisions: int = said(0, "decisions after the warm start in which only the values learn")
    # measuring and keeping
    rivals: list[str] = said(["motives"], "scripted players of the evaluation: one name for all other seats, or each")
    evaluate_every: int = said(50, "updates between evaluations")
    evaluate_games: int = said(200, "games of an evaluation")
    evaluate_seed: int = said(777_000_777, "of the held-out games; not one that trains")
    checkpoint_minutes: float = said(5.0, "minutes between checkpoints")
    threads: int = said(1, "threads of PyTorch; with one, a resumed run is exactly the same")
    device: str = said("cpu", "where the network computes, as PyTorch names it")

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            kind = _kind(each)
            if kind is float and isinstance(value, int) and not isinstance(value, bool):
                object.__setattr__(self, each.name, float(value))
            elif type(value) is not kind:
                raise SettingsError(f"{each.name}: must be {kind.__name__}, not {value!r}")
        if self.learner not in LEARNERS:
            raise SettingsError(f"learner: must be one of {', '.join(LEARNERS)}, not {self.learner!r}")
        for name in ("num_games", "steps", "minibatch", "epochs", "evaluate_every", "pool_every", "threads"):
            if getattr(self, name) < 1:
                raise SettingsError(f"{name}: must be at least 1, not {getattr(self, name)}")
        if self.self_share + self.past_share + sum(self.scripted.values()) <= 0:
            raise SettingsError("self_share, past_share, scripted: one of them must be more than 0")
        if not 0.0 <= self.winning <= 1.0:
            raise SettingsError(f"winning: must be from 0 to 1, not {self.winning}")
        if self.standing < 0 or (self.standing > 0 and not self.game.get("shaping")):
            raise SettingsError("standing: not below 0, and only with shaping in the game (--game shaping=1)")

    def config(self, scenario: str) -> GameConfig:
        """The game to be learned."""
        game = dict(self.game)
        if game.get("mode") == "solo":
            game.setdefault("players", 1)
        return GameConfig.from_dict({**game, "scenario": scenario})

    @property
    def warm(self) -> bool:
        """Whether there is a warm start."""
        return bool(self.imitate) and self.imitate_decisions > 0

    def description(self) -> dict[str, Any]:
        """The network, as policies describe it."""
        names = ("width", "layers", "tokens", "attention_heads", "head", "mask_input")
        return {"kind": self.network, **{name: getattr(self, name) for name in names}}

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def _kind(each: Any) -> type:
    return {"str": str, "int": int, "float": float, "bool": bool}.get(each.type) or (
        list if each.type.startswith("list") else dict
    )


def from_table(table: dict[str, Any], where: str) -> Settings:
    """Settings from plain values; unknown names are refused."""
    known = {each.name for each in fields(Settings)}
    if unknown := sorted(set(table) - known):
        raise SettingsError(f"{where}: unknown {', '.join(unknown)}; there are {', '.join(sorted(known))}")
    return Settings(**table)


def read_settings(path: Path) -> Settings:
    """The settings of a TOML file."""
    try:
        return from_table(read_toml(path), str(path))
    except FileError as error:
        raise SettingsError(f"{path}: {error}") from None


def preset_path(scenario: str, preset: str) -> Path:
    """The file of a preset, or a file somebody names."""
    return CONFIGS / f"{scenario}_{preset}.toml" if preset in PRESETS else Path(preset)


# ---- the command line ------------------------------------------------------------------------------------------------


def add_options(parser: argparse.ArgumentParser) -> None:
    """An option for every setting."""
    group = parser.add_argument_group("settings", "each changes what the configuration says")
    for each in fields(Settings):
        kind = _kind(each)
        words = {"help": each.metadata["help"], "default": None, "dest": f"set_{each.name}"}
        flag = f"--{each.name.replace('_', '-')}"
        if kind is bool:
            group.add_argument(flag, action=argparse.BooleanOptionalAction, **words)
        elif kind is dict:
            group.add_argument(flag, action="append", metavar="KEY=VALUE", **words)
        elif kind is list:
            group.add_argument(flag, nargs="+", metavar="NAME", **words)
        else:
            group.add_argument(flag, type=kind, metavar=kind.__name__.upper(), **words)


def changed(settings: Settings, given: argparse.Namespace) -> Settings:
    """Settings with what the command line says."""
    changes: dict[str, Any] = {}
    for each in fields(Settings):
        value = getattr(given, f"set_{each.name}", None)
        if value is None:
            continue
        if _kind(each) is dict:
            before = dict(getattr(settings, each.name))
            value = {**before, **dict(_pair(text) for text in value)}
        changes[each.name] = value
    return replace(settings, **changes)


def _pair(text: str) -> tuple[str, Any]:
    """KEY=VALUE; the value as TOML has it, or else a word."""
    key, equals, value = text.rpartition("=") if text.count("=") == 1 else text.partition("=")
    if not equals or not key:
        raise SettingsError(f"{text!r}: must be KEY=VALUE")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value
