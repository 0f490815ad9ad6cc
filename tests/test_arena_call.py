"""The arena as a function, players with arguments, and models of Stable-Baselines3 as players."""

from __future__ import annotations

import io
import json
import pickle
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import exodus_env
from exodus_env.exodus.config import GameConfig
from exodus_env.kit.arena import ArenaError
from exodus_env.kit.config import ConfigError
from exodus_env.kit.guests import Guest
from exodus_env.kit.players import Player, RandomPlayer, View
from exodus_env.kit.registry import find, forget, register
from exodus_env.players import PlayerError, arguments_of, make_player
from exodus_env.policies.checkpoint import PolicyError
from tests.toy.game import BEACON

EASY = {"game": "beacon", "hours": 8}


@pytest.fixture(autouse=True, scope="module")
def fixture_registered() -> Iterator[None]:
    """The toy game can be found by its name."""
    register(BEACON)
    yield
    forget(BEACON.name)


class Highest(Player):
    """Takes the legal action with the highest id."""

    name = "highest"

    def choose(self, view: View) -> int:
        """The last one."""
        return int(view.legal[-1])


def test_names_and_objects_play_and_the_same_seed_gives_the_same_table() -> None:
    def played(**settings: Any) -> Any:
        return exodus_env.arena(
            ["random", Highest()], 12, seed=4, scenario="event_horizon", turns=1, modules=["M6"], **settings
        )

    table, again = played(), played()
    assert table.names == ["random", "highest"] and len(table.results) == 12 == table["highest"]["games"]
    assert table.document == again.document and table.document != played(limit=5.0).document
    shares = [player["win_share"] for player in table.players]
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)
    assert "win share" in str(table) and "highest" in str(table)
    assert table.document["about"]["configuration"]["scenario"] == "event_horizon"
    with pytest.raises(KeyError, match="there are: random, highest"):
        table["lowest"]


def test_it_is_the_arena_of_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from exodus_env import cli

    line = ["arena", "--players", "random,greedy", "--games", "6", "--seed", "2", "--out", str(tmp_path / "line")]
    assert cli.main([*line, "--turns", "1", "--workers", "1"]) in (0, None)
    exodus_env.arena(["random", "greedy"], 6, seed=2, turns=1).write(tmp_path / "call")
    for name in ("result.json", "games.csv"):
        assert (tmp_path / "line" / name).read_bytes() == (tmp_path / "call" / name).read_bytes()
    capsys.readouterr()


def test_an_object_may_take_several_seats_and_two_objects_never_share_a_name() -> None:
    one, other = RandomPlayer(), RandomPlayer()
    table = exodus_env.arena(["random", one, one, other], 4, **EASY)
    assert table.names == ["random", "random 2", "random 3"]
    assert [player["seats"] for player in table.players] == [1, 2, 1]


def test_objects_are_copied_into_other_processes_or_the_arena_says_why_not() -> None:
    alone = exodus_env.arena([Highest(), "random"], 8, seed=3, turns=1)
    assert exodus_env.arena([Highest(), "random"], 8, seed=3, turns=1, workers=2).document == alone.document
    held = Highest()
    held.choose = lambda view: int(view.legal[0])  # type: ignore[method-assign]
    with pytest.raises(ArenaError, match="'highest' cannot be copied into another process"):
        exodus_env.arena([held, "random"], 4, workers=2, **EASY)


def test_replays_are_kept(tmp_path: Path) -> None:
    exodus_env.arena(["random"] * 2, 2, replays=tmp_path / "games", **EASY)
    assert len(list((tmp_path / "games").iterdir())) == 2


@pytest.mark.parametrize(
    ("players", "settings", "error", "words"),
    [
        ([], {}, ArenaError, "a list with a name or an object for each seat"),
        ("random", {}, ArenaError, "a list with a name"),
        ([RandomPlayer, "random"], {}, ArenaError, "a name or an object derived from Player, not type"),
        (["human", "random"], {}, ArenaError, "a human plays one game"),
        (["random"] * 3, {"config": GameConfig(players=2)}, ArenaError, "3 players are named for a game of 2"),
        (["random"] * 2, {"difficulty": "hard"}, ConfigError, "difficulty"),
        (["nobody", "random"], {}, PlayerError, "no player 'nobody'"),
    ],
)
def test_what_cannot_be_played_is_refused(players: Any, settings: Any, error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        exodus_env.arena(players, 2, **settings)


# ---- arguments -------------------------------------------------------------------------------------------------------


def test_arguments_are_numbers_words_and_text() -> None:
    spec = "mine:Careful?depth=3&share=0.5&bold=true&none=null&style=calm&words=a%2Cb%26c"
    assert arguments_of(spec) == (
        "mine:Careful",
        {"depth": 3, "share": 0.5, "bold": True, "none": None, "style": "calm", "words": "a,b&c"},
    )
    assert arguments_of("mine:Careful") == ("mine:Careful", {})
    for wrong in ("mine:Careful?", "mine:Careful?depth", "mine:Careful?1=2", "mine:Careful?a=1&a=2"):
        with pytest.raises(PlayerError):
            arguments_of(wrong)


def test_a_class_gets_its_arguments_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "picking.py").write_text(
        "from exodus_env.kit.players import Player\n"
        "class Picking(Player):\n"
        "    def __init__(self, which=0, word=''):\n"
        "        self.which, self.name = which, f'picking {which} {word}'\n"
        "    def choose(self, view):\n"
        "        return int(view.legal[self.which])\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    first, last = "picking:Picking?which=0", "picking:Picking?which=-1&word=calm"
    table = exodus_env.arena([first, last], 4, **EASY)
    assert table.names == [first, last] and not table.document["faults"]
    made = make_player(last, tmp_path)
    assert isinstance(made, Guest) and made.name == "picking -1 calm"
    made.close()
    with pytest.raises(PlayerError, match="unexpected keyword argument 'witch'"):
        make_player("picking:Picking?witch=1", tmp_path)


# ---- models of Stable-Baselines3 -------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="models")
def fixture_models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A model of each kind that can be read, hardly trained."""
    pytest.importorskip("sb3_contrib", reason="needs the extra `train`")
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3 import A2C, DQN, PPO

    from exodus_env.bridges.sb3 import LegalDQN, LegalPolicy, make_vec_env

    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("models")
    beside, inside = (make_vec_env("Beacon/Night-v0", 2, flag, hours=8, players=2) for flag in (False, True))
    relu = {"net_arch": [24, 16], "activation_fn": torch.nn.ReLU}
    made: dict[str, Any] = {
        "MaskablePPO": MaskablePPO("MlpPolicy", beside, n_steps=8, device="cpu", seed=1),
        "PPO": PPO(LegalPolicy, inside, policy_kwargs=relu, device="cpu", seed=1),
        "A2C": A2C("MlpPolicy", inside, policy_kwargs={"net_arch": {"pi": [8], "vf": [4, 4]}}, device="cpu", seed=1),
        "DQN": DQN("MlpPolicy", beside, device="cpu", seed=1, buffer_size=10),
        "LegalDQN": LegalDQN("MlpPolicy", inside, device="cpu", seed=1, buffer_size=10),
    }
    for name, model in made.items():
        with torch.no_grad():
            for parameter in model.policy.parameters():  # or all actions would be about as good
                parameter.mul_(1.5)
        model.save(folder / f"{name}.zip")
    return {"folder": folder, "made": made, "inside": inside, "beside": beside}


def decisions(models: dict[str, Any], name: str) -> tuple[Any, Any]:
    """Positions as a model takes them and masks."""
    envs = models["inside"] if name in ("PPO", "A2C", "LegalDQN") else models["beside"]
    envs.seed(3)
    seen, masks = [envs.reset()], [envs.action_masks()]
    chance = np.random.default_rng(1)
    for _ in range(20):
        found = envs.step(np.where(masks[-1], chance.random(masks[-1].shape), -1.0).argmax(axis=1))
        seen.append(found[0])
        masks.append(envs.action_masks())
    return np.concatenate(seen), np.concatenate(masks)


@pytest.mark.parametrize("trust", [False, True], ids=["tensors alone", "trusted"])
@pytest.mark.parametrize("name", ["MaskablePPO", "PPO", "A2C", "DQN", "LegalDQN"])
def test_a_model_plays_as_stable_baselines_plays_it(models: dict[str, Any], name: str, trust: bool) -> None:
    """Scores of the legal actions are the model's own, whichever way it is read."""
    import torch

    spec = f"sb3:{models['folder'] / name}.zip" + (f"?trust=true&algorithm={name}" if trust else "")
    rules = models["beside"].rules
    seen, masks = decisions(models, name)
    rows = torch.from_numpy(seen)
    policy = models["made"][name].policy
    with torch.no_grad():
        network = make_player(spec).network_for(rules)  # type: ignore[attr-defined]
        found = network.evaluate(seen[:, : rules.observations.size], masks.astype(np.int8))
        scores, values = map(torch.from_numpy, found)
        if "DQN" in name:
            expected = policy.q_net(rows)
        else:
            expected = policy.get_distribution(rows).distribution.logits
            assert torch.allclose(values, policy.predict_values(rows)[:, 0], atol=1e-5)
    legal = torch.from_numpy(masks)
    ours, theirs = (torch.where(legal, one, -1e9).log_softmax(1)[legal] for one in (scores, expected))
    assert torch.allclose(ours, theirs, atol=1e-4) and ours.std() > 0.01


def test_a_model_plays_in_the_arena(models: dict[str, Any]) -> None:
    spec = f"sb3:{models['folder'] / 'MaskablePPO.zip'}"
    table = exodus_env.arena([spec, "random"], 6, hours=8, game="beacon")
    assert not table.document["faults"] and table.names == [spec, "random"]
    assert not exodus_env.arena([f"{spec}?sample=true", "random"], 2, hours=8, game="beacon").document["faults"]


def changed(source: Path, target: Path, name: str, data: bytes) -> str:
    """A copy of a model with one of its files replaced; the name of its player."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.namelist():
            new.writestr(part, data if part == name else old.read(part))
    return f"sb3:{target}"


class Trap:
    """What unpickling runs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.write_text, (self.path, "code of the file was run")


def test_a_hostile_model_runs_no_code(models: dict[str, Any], tmp_path: Path) -> None:
    """Neither in the tensors nor in what the file says about itself, in any place that Stable-Baselines3 unpickles."""
    import base64

    import torch

    mark = tmp_path / "mark"
    good = models["folder"] / "MaskablePPO.zip"
    pickled = io.BytesIO()
    torch.save({"action_net.weight": Trap(mark)}, pickled)
    for number, bad in enumerate((pickled.getvalue(), pickle.dumps(Trap(mark)), b"nonsense", b"")):
        spec = changed(good, tmp_path / f"{number}.zip", "policy.pth", bad)
        with pytest.raises(PolicyError, match="whose tensors can be read"):
            make_player(spec).start(models["beside"].rules)
    with zipfile.ZipFile(good) as file:
        told = json.loads(file.read("data"))
    trap = {":type:": "<class 'dict'>", ":serialized:": base64.b64encode(pickle.dumps(Trap(mark))).decode()}
    spec = changed(good, tmp_path / "data.zip", "data", json.dumps(dict.fromkeys(told, trap)).encode())
    make_player(spec).start(models["beside"].rules)
    assert not mark.exists()
    with pytest.raises(Exception):  # noqa: B017  # the trap works: with trust, the code in the file is run
        make_player(spec + "?trust=true").start(models["beside"].rules)
    assert mark.exists()


def test_a_model_that_is_too_large_or_of_another_network_is_refused(
    models: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from exodus_env.bridges import sb3_player

    good = models["folder"] / "MaskablePPO.zip"
    rules = models["beside"].rules
    spec = f"sb3:{good}"
    with zipfile.ZipFile(good) as file:
        tensors = torch.load(io.BytesIO(file.read("policy.pth")), weights_only=True)

    def with_tensors(**others: torch.Tensor) -> Any:
        data = io.BytesIO()
        torch.save({**tensors, **others}, data)
        return make_player(changed(good, tmp_path / "changed.zip", "policy.pth", data.getvalue()))

    with pytest.raises(PolicyError, match=r"also holds features_extractor.*\?trust=true"):
        with_tensors(**{"features_extractor.layer.weight": torch.zeros(2, 2)}).start(rules)
    with pytest.raises(PolicyError, match="no MlpPolicy"):
        with_tensors(**{"mlp_extractor.policy_net.2.weight": torch.zeros(64, 63)}).start(rules)
    with pytest.raises(PolicyError, match=r"takes .* numbers and knows"):
        make_player(spec).start(find("beacon").definition({"players": 4}))
    monkeypatch.setattr(sb3_player, "LARGEST", 1000)
    with pytest.raises(PolicyError, match="larger than 1,000 bytes"):
        make_player(spec).start(rules)
    for wrong in ("?speed=2", "?trust=yes", "?activation=cube", "?algorithm=DQN", "?trust=true&algorithm=os"):
        with pytest.raises(PlayerError):
            make_player(spec + wrong)
    with pytest.raises(PlayerError, match="is not there"):
        make_player("sb3:nothing.zip")


def test_a_model_is_named_again_when_a_run_of_somebody_else_is_resumed(models: dict[str, Any]) -> None:
    """As every player that does not come with the package."""
    from training.settings import Settings

    settings = Settings()
    assert settings.is_built_in("motives") and not settings.is_built_in(f"sb3:{models['folder'] / 'PPO.zip'}")
    assert not settings.is_built_in("sb3:baseline/event_horizon?trust=true")
