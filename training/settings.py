"""The settings of a training run: a TOML file in configs/, changed by options of the command line."""

from __future__ import annotations

import argparse
import re
import tomllib
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar, Final

from exodus_env.kit.content.toml_file import FileError, read_toml
from exodus_env.kit.definition import Definition
from exodus_env.kit.plain import shown
from exodus_env.kit.registry import DEFAULT, UnknownGame, find
from exodus_env.policies.description import checked_description
from exodus_env.policies.player import BASELINE

CONFIGS: Final = Path(__file__).parent.parent / "configs"
PRESETS: Final = ("small", "standard", "long")  # of each scenario
LEARNERS: Final = ("ppo", "sb3")
# Bounds of settings, which may come from a state written by somebody else. No sensible run comes near them.
MANY: Final = 10**15
MOST_ROWS: Final = 1 << 22  # decisions of an update
LONGEST_WORD: Final = 1000
DEVICE: Final = re.compile(r"(cpu|cuda|mps|xpu)(:[0-9]{1,3})?")


class SettingsError(ValueError):
    """Settings that cannot be run."""


def setting(default: Any, text: str, low: float | None = None, high: float | None = None) -> Any:
    """A setting with its default, its meaning, and for numbers the lowest and the highest value."""
    metadata = {"help": text, "range": (low, high)}
    if isinstance(default, dict | list):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """Everything a run depends on, except the versions of libraries."""

    unused: ClassVar[tuple[str, ...]] = ()  # by a kind of settings derived from these

    game: str = setting(DEFAULT, "which game, by its registered name")
    setup: dict[str, Any] = setting({}, "setting of the game, as KEY=VALUE; can be given several times")
    learner: str = setting("ppo", "ppo: our own; sb3: MaskablePPO of sb3-contrib")
    seed: int = setting(0, "seed for everything: weights, games, choices", 0, 2**62 - 1)
    decisions: int = setting(1_000_000, "decisions of learning seats to learn from, after the warm start", 0, MANY)
    # network
    network: str = setting("mlp", "mlp over the flat row; board: adds messages between neighbouring hexes; attention")
    width: int = setting(256, "width of the layers over the flat row")
    layers: int = setting(2, "layers of the mlp, or of attention")
    tokens: int = setting(64, "width of the token for each hex (board, attention)")
    attention_heads: int = setting(4, "number of heads (attention)")
    head: str = setting("factored", "factored: actions share weights by family and factor; linear")
    mask_input: bool = setting(True, "whether the network also reads the mask")
    card_identity: bool = setting(
        True, "whether the network also identifies cards, not only their effects; false: it can play other content"
    )
    start: str = setting("", "a policy to start from: its folder, as in policy:<folder>")
    # playing
    num_games: int = setting(256, "games played side by side", 1, 65_536)
    steps: int = setting(64, "decisions in each game between two updates", 1, 65_536)
    self_share: float = setting(1.0, "share of games in which all seats learn", 0.0, 1e6)
    past_share: float = setting(0.0, "share of games in which one seat learns, against past selves", 0.0, 1e6)
    scripted: dict[str, float] = setting(
        {}, "shares of games in which one seat learns, with scripted players, as NAME=SHARE"
    )
    winning: float = setting(
        0.0, "how much winning counts: from 0 (rank only, as the game pays) to 1 (winning only)", 0.0, 1.0
    )
    standing: float = setting(
        0.0, "reward at the end for points above the average, as a share of the highest; needs shaping", 0.0, 1e6
    )
    past_slots: int = setting(2, "past selves that play at the same time; none changes during a game", 2, 64)
    pool_every: int = setting(10, "updates between keeping one past self and the next", 1, MANY)
    pool_recent: int = setting(5, "how many of the newest count as recent; half of the draws are from them", 1, 1000)
    pool_most: int = setting(40, "maximum number of past selves", 1, 1000)
    overlap: bool = setting(
        False, "play the next rollout while learning from the last one, with the weights from before; uses two cores"
    )
    # learning
    learning_rate: float = setting(3e-4, "learning rate of Adam, at the start", 0.0, 10.0)
    anneal: bool = setting(True, "whether the learning rate falls linearly to 0")
    minibatch: int = setting(2048, "decisions per step of the optimiser", 1, MOST_ROWS)
    epochs: int = setting(3, "how many times each decision is learned from", 1, 1000)
    gamma: float = setting(1.0, "discount from one decision of a seat to its next", 0.0, 1.0)
    gae_lambda: float = setting(0.95, "lambda of the advantages: lower means less noise and more trust in values", 0, 1)
    value_lambda: float = setting(
        0.99, "lambda of the value targets: 1 is all rewards of the rollout plus the value at its end", 0.0, 1.0
    )
    clip: float = setting(0.2, "how much the probability of an action may change per update, as a ratio", 0.0, 1e6)
    entropy: float = setting(0.01, "weight of the entropy bonus", -1e6, 1e6)
    value_weight: float = setting(0.5, "weight of the value loss", 0.0, 1e6)
    max_grad_norm: float = setting(0.5, "maximum gradient norm", 0.0, 1e9)
    target_kl: float = setting(
        0.03, "end an update once its last few minibatches diverge by more than this; 0: never", 0.0, 1e9
    )
    # warm start
    imitate: str = setting("", "a scripted player to imitate first; empty: none")
    imitate_decisions: int = setting(0, "decisions to imitate", 0, MANY)
    imitate_learning_rate: float = setting(1e-3, "learning rate of Adam, in the warm start", 0.0, 10.0)
    imitate_minibatch: int = setting(1024, "decisions per step of the optimiser, in the warm start", 1, MOST_ROWS)
    imitate_own_share: float = setting(
        0.5, "share of games in which the learner's own choices are played to the end and corrected", 0.0, 1.0
    )
    value_decisions: int = setting(0, "decisions after the warm start in which only the values learn", 0, MANY)
    # measuring and keeping
    rivals: list[str] = setting(
        [], "opponents in evaluations: one name for all seats, or one for each; empty: the player of exodus balance"
    )
    evaluate_every: int = setting(50, "updates between evaluations", 1, MANY)
    evaluate_games: int = setting(200, "games per evaluation", 1, 1_000_000)
    evaluate_replays: int = setting(
        2, "how many games of each evaluation are kept as replays, from the first; 0: none", 0, 1_000_000
    )
    evaluate_seed: int = setting(777_000_777, "seed of all evaluations; each has its own deals", 0, 2**63 - 1)
    finalists: int = setting(
        3, "how many of the best evaluations are measured again at the end, to choose the best policy", 1, 100
    )
    final_games: int = setting(400, "games for measuring each of them again, on new deals", 1, 1_000_000)
    checkpoint_minutes: float = setting(5.0, "minutes between checkpoints", 0.0, 1e6)
    threads: int = setting(1, "threads of PyTorch; with one, a resumed run is exactly the same", 1, 256)
    device: str = setting("cpu", "device for the network, as PyTorch names it")

    def __post_init__(self) -> None:
        for each in fields(self):
            object.__setattr__(self, each.name, _taken(each, getattr(self, each.name)))
        try:
            find(self.game)
        except UnknownGame as error:
            raise SettingsError(f"game: {error}") from None
        self._check_together()

    def _check_together(self) -> None:
        if self.learner not in LEARNERS:
            raise SettingsError(f"learner: must be one of {', '.join(LEARNERS)}, not {shown(self.learner)}")
        if DEVICE.fullmatch(self.device) is None:
            raise SettingsError(f"device: must be cpu, cuda, cuda:1, mps or the like, not {shown(self.device)}")
        if self.num_games * self.steps > MOST_ROWS:
            problem = f"{self.num_games} games of {self.steps} steps are more decisions an update than {MOST_ROWS:,}"
            raise SettingsError(f"num_games, steps: {problem}")
        try:
            checked_description(self.description())
        except ValueError as error:
            raise SettingsError(str(error)) from None
        if self.self_share + self.past_share + sum(self.scripted.values()) <= 0:
            raise SettingsError("self_share, past_share, scripted: one of them must be more than 0")
        if self.standing > 0 and not self.setup.get("shaping"):
            raise SettingsError("standing: needs shaping in the game (--setup shaping=1)")

    def rules(self) -> Definition:
        """The game to learn."""
        entry = find(self.game)
        return entry.definition({**entry.configuration_class().implied_by(self.setup), **self.setup})

    @property
    def against(self) -> list[str]:
        """Who evaluations are against."""
        return self.rivals or [find(self.game).balance_player]

    @property
    def warm(self) -> bool:
        """Whether there is a warm start."""
        return bool(self.imitate) and self.imitate_decisions > 0

    def is_built_in(self, spec: str) -> bool:
        """Whether a player comes with the game, and needs nobody at the terminal."""
        name, _, argument = spec.partition(":")
        known = find(self.game).built_in_players()
        return (
            name in known
            and name not in ("human", "sb3", "rllib")
            and (name != "policy" or argument.startswith(BASELINE))
        )

    def description(self) -> dict[str, Any]:
        """The network, in the form in which policies describe it."""
        names = ("width", "layers", "tokens", "attention_heads", "head", "mask_input", "card_identity")
        return {"kind": self.network, **{name: getattr(self, name) for name in names}}

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)


def _taken(each: Any, value: Any) -> Any:
    """A setting in its own type; raises SettingsError if the type is wrong or the value out of range."""
    kind = _kind(each)
    low, high = each.metadata["range"]
    kinds = (float, int) if kind is float else (kind,)
    if type(value) not in kinds:
        raise SettingsError(f"{each.name}: must be {kind.__name__}, not {shown(value)}")
    if low is not None and not low <= value <= high:  # not in range if it is NaN
        raise SettingsError(f"{each.name}: must be from {low:,} to {high:,}, not {shown(value)}")
    if kind is str and not _is_word(value):
        raise SettingsError(f"{each.name}: must be a short line of text, not {shown(value)}")
    if each.name == "rivals" and not all(map(_is_word, value)):
        raise SettingsError(f"rivals: must be names of players, not {shown(value)}")
    if each.name == "scripted":
        for name, share in value.items():
            if not _is_word(name) or type(share) not in (int, float) or not 0 <= share <= 1e6:
                raise SettingsError(f"scripted: must be NAME=SHARE, not {shown(name)}={shown(share)}")
    return float(value) if kind is float else value


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_WORD and value.isprintable()


def _kind(each: Any) -> type:
    return {"str": str, "int": int, "float": float, "bool": bool}.get(each.type) or (
        list if each.type.startswith("list") else dict
    )


def options_of(kind: type[Settings]) -> list[Any]:
    """The fields of a kind of settings, without those it has no use for."""
    return [each for each in fields(kind) if each.name not in kind.unused]


def from_table(table: dict[str, Any], where: str, kind: type[Settings] = Settings) -> Settings:
    """Settings from plain values; unknown names are refused."""
    known = {each.name for each in options_of(kind)}
    if unknown := sorted(set(table) - known):
        listed = ", ".join(map(shown, unknown[:5]))
        raise SettingsError(f"{where}: unknown {listed}; known settings are {', '.join(sorted(known))}")
    return kind(**table)


def read_settings(path: Path, kind: type[Settings] = Settings) -> Settings:
    """The settings of a TOML file."""
    try:
        return from_table(read_toml(path), str(path), kind)
    except FileError as error:
        raise SettingsError(f"{path}: {error}") from None


def preset_path(name: str) -> Path:
    """The file of a preset in configs/, or the given file."""
    preset = CONFIGS / f"{name}.toml"
    return preset if name.isidentifier() and preset.is_file() else Path(name)


# ---- the command line ------------------------------------------------------------------------------------------------


def add_options(parser: argparse.ArgumentParser, of: type[Settings] = Settings) -> None:
    """An option for every setting."""
    group = parser.add_argument_group("settings", "each changes what the configuration says")
    for each in options_of(of):
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
    """Settings with the changes of the command line."""
    changes: dict[str, Any] = {}
    for each in fields(settings):
        value = getattr(given, f"set_{each.name}", None)
        if value is None:
            continue
        if _kind(each) is dict:
            before = dict(getattr(settings, each.name))
            value = {**before, **dict(_pair(text) for text in value)}
        changes[each.name] = value
    return replace(settings, **changes)


def players_to_name(settings: Settings, given: argparse.Namespace) -> list[str]:
    """Options that name players of a resumed run which are not built in and which the command line does not name.

    A state must never decide which modules are imported, or which folders are read as a policy.
    """
    said_rivals, said_imitate = given.set_rivals or [], given.set_imitate or ""
    said_scripted = [_pair(text)[0] for text in given.set_scripted or []]
    missing = [
        f"--scripted {name}={share:g}"
        for name, share in settings.scripted.items()
        if not settings.is_built_in(name) and name not in said_scripted
    ]
    if any(not settings.is_built_in(name) and name not in said_rivals for name in settings.rivals):
        missing.append(f"--rivals {' '.join(settings.rivals)}")
    if settings.imitate and not settings.is_built_in(settings.imitate) and settings.imitate != said_imitate:
        missing.append(f"--imitate {settings.imitate}")
    return missing


def _pair(text: str) -> tuple[str, Any]:
    """KEY=VALUE; the value is TOML, or else a word."""
    key, equals, value = text.rpartition("=") if text.count("=") == 1 else text.partition("=")
    if not equals or not key:
        raise SettingsError(f"{text!r}: must be KEY=VALUE")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return key, value
