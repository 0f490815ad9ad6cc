"""One registry of games: what finds a game finds it here, and a game of somebody else can join."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import pytest

from exodus_env import cli, exodus_v0, gym_envs, stronghold_v0
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit import registry
from exodus_env.kit.config import Config, whole
from exodus_env.kit.definition import Definition
from exodus_env.kit.players import RandomPlayer
from exodus_env.kit.registry import GameEntry, UnknownGame, find, game_of, games
from exodus_env.kit.saves import SaveError
from exodus_env.players import PlayerError, known_names, make_player

HERE = "tests.test_registry:"


@dataclass(frozen=True)
class DuelConfig(Config):
    """The settings of a small game: Exodus for two, with a length."""

    players: int = 2
    encoding: str = "flat"
    turns: int = 1

    def __post_init__(self) -> None:
        whole("players", self.players, 2, 2)
        whole("turns", self.turns, 1, 3)


ENTRY = GameEntry(
    name="duel",
    title="A duel",
    config=f"{HERE}DuelConfig",
    rules=f"{HERE}duel",
    environments=("duel_v0",),
    gymnasium={"Duel/Short-v0": {"turns": 1}},
    players={"careless": f"{HERE}careless"},
)


class Duel(Ruleset):
    """The rules of that game."""

    entry = ENTRY
    points = "stars"
    heading = Definition.heading
    shaped = False

    @property
    def name(self) -> str:
        """Its only environment."""
        return "duel_v0"


def duel(config: DuelConfig) -> Duel:
    """The rules of a configuration."""
    rules = ruleset(GameConfig(players=config.players, turns=config.turns, map="minimal"))
    parts = (rules.content, rules.tables, rules.actions, rules.observations, rules.coordinates)
    return Duel(config, *parts)  # type: ignore[arg-type]


def careless(argument: str | None) -> RandomPlayer:
    """A player of that game alone."""
    return RandomPlayer()


@pytest.fixture
def joined() -> Iterator[GameEntry]:
    registry.register(ENTRY)
    yield ENTRY
    registry.forget("duel")
    gymnasium.registry.pop("Duel/Short-v0", None)


def test_a_game_is_found_by_its_name_and_by_its_environments() -> None:
    entry = find("exodus")
    assert entry in games()
    for module, name in ((exodus_v0, "exodus_v0"), (stronghold_v0, "stronghold_v0")):
        rules = module.env(players=2).unwrapped.rules
        assert rules.name == name in entry.environments and rules.game == entry.name
        assert game_of(name) is entry


@pytest.mark.parametrize("look", [find, game_of])
def test_an_unknown_game_is_refused_with_the_list(look: Any) -> None:
    with pytest.raises(UnknownGame, match=r"'chess'.*there are: exodus"):
        look("chess")


@pytest.mark.parametrize("command", ["demo", "play", "arena", "balance", "actions", "observations", "content", "bench"])
def test_every_command_takes_a_game(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([command, "--game", "chess"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("exodus: error: there is no game 'chess'; there are: exodus, corruption; EXODUS_GAMES=")
    assert said.count("\n") == 1


def test_a_game_is_registered_once(joined: GameEntry) -> None:
    with pytest.raises(ValueError, match="already a game 'duel'"):
        registry.register(joined)
    twin = GameEntry("twin", "Twin", joined.config, joined.rules, ("exodus_v0",))
    with pytest.raises(ValueError, match="'exodus_v0' is already an environment of the game 'exodus'"):
        registry.register(twin)
    assert [game.name for game in games()] == ["exodus", "corruption", "duel"]


def test_a_game_that_joins_has_its_players(joined: GameEntry) -> None:
    assert isinstance(make_player("careless", game="duel"), RandomPlayer)
    assert "careless" in known_names("duel") and "careless" not in known_names()
    with pytest.raises(PlayerError, match="no player 'motives'; there are: careless, human, llm, policy, random"):
        make_player("motives", game="duel")


def test_a_game_that_joins_has_settings_of_its_own(joined: GameEntry, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main(["demo", "--game", "duel", "--help"])
    shown = capsys.readouterr().out
    assert left.value.code == 0 and "--scenario" not in shown and "--config FILE.toml" in shown
    with pytest.raises(SystemExit):
        cli.main(["demo", "--game", "duel", "--scenario", "stronghold"])
    assert cli.main(["demo", "--game", "duel", "--players", "3"]) == 2
    assert "players: 3 is not allowed" in capsys.readouterr().err
    assert cli.main(["content", "--game", "duel"]) == 2
    assert "the game duel has no content to show" in capsys.readouterr().err


def test_a_game_that_joins_is_played(joined: GameEntry, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["arena", "--game", "duel", "--players", "careless,random", "--games", "2", "--workers", "1"]
    assert cli.main(line) == 0
    told = capsys.readouterr().out
    assert "careless" in told and "stars" in told and "VP" not in told


def test_gymnasium_knows_a_game_that_joins(joined: GameEntry) -> None:
    assert gym_envs.environments()["Duel/Short-v0"] == {"game": "duel", "turns": 1}
    env: Any = gymnasium.make("Duel/Short-v0", opponents="careless", disable_env_checker=True).unwrapped
    assert env.rules.name == "duel_v0" and env.rules.config == DuelConfig()


def test_a_saved_game_is_loaded_by_the_name_in_its_header(tmp_path: Path) -> None:
    env = stronghold_v0.env(players=2)
    env.reset(seed=1)
    env.unwrapped.save(tmp_path / "game.save")
    assert exodus_v0.load(tmp_path / "game.save").unwrapped.rules.name == "stronghold_v0"


def test_a_saved_game_of_no_game_is_refused(tmp_path: Path, joined: GameEntry) -> None:
    from exodus_env.kit.saves import pack

    rules = duel(DuelConfig())
    games = rules.new_games(1)
    (tmp_path / "game.save").write_bytes(pack(rules, games, {}))
    registry.forget("duel")
    try:
        with pytest.raises(SaveError, match=r"no game plays 'duel_v0'; there are: exodus_v0"):
            exodus_v0.load(tmp_path / "game.save")
    finally:
        registry.register(joined)


def test_asking_for_games_loads_none() -> None:
    code = (
        "import sys; from exodus_env.kit.registry import games; games(); "
        "print([name for name in ('numpy', 'numba', 'exodus_env.exodus') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
