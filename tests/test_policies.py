"""Learned policies: what is saved plays alike, what is damaged or made for another game is refused with a reason."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import Ruleset, ruleset  # noqa: E402
from exodus_env.kit.arena import plan_for  # noqa: E402
from exodus_env.kit.batch import copied_rows  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.layout import Block, Family  # noqa: E402
from exodus_env.kit.players import Views  # noqa: E402
from exodus_env.kit.vector import VectorEnv  # noqa: E402
from exodus_env.kit.workers import play_plan  # noqa: E402
from exodus_env.players import PlayerError, make_player  # noqa: E402
from exodus_env.policies.checkpoint import DESCRIPTION, PolicyError, load_network, read_policy, save_policy  # noqa: E402
from exodus_env.policies.description import checked_description  # noqa: E402
from exodus_env.policies.factors import factor_table  # noqa: E402
from exodus_env.policies.network import build_network, evaluator_of  # noqa: E402
from exodus_env.policies.player import decide, gumbel  # noqa: E402
from training.publish import publish, stamp  # noqa: E402

pytestmark = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")

SMALL: dict[str, Any] = {"kind": "mlp", "width": 16, "layers": 2}
BOARD: dict[str, Any] = {**SMALL, "kind": "board", "tokens": 8}
ATTENTION: dict[str, Any] = {"kind": "attention", "width": 16, "layers": 1, "tokens": 8, "attention_heads": 2}
TEN = frozenset(f"M{number}" for number in range(1, 11))


def rules_for(players: int = 2, **settings: Any) -> Ruleset:
    return ruleset(GameConfig(players=players, scenario="event_horizon", **settings))


def network_of(rules: Ruleset, description: dict[str, Any] = SMALL, seed: int = 1) -> Any:
    torch.manual_seed(seed)
    network = build_network(description, rules)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.3)  # so that no two actions are scored alike
    return network


MADE_BY = "python -m training.x --out /somewhere/else --seed 3"


def saved(folder: Path, rules: Ruleset, description: dict[str, Any] = SMALL, seed: int = 1) -> Any:
    network = network_of(rules, description, seed)
    save_policy(
        folder, rules, checked_description(description), network.state_dict(), {"seed": seed, "command": MADE_BY}
    )
    return network


def views_of(rules: Ruleset, count: int = 32, seed: int = 5) -> Views:
    env = VectorEnv(rules, count, seed)
    for step in range(60):
        env.step(env.sample_actions(step))
    games = copied_rows(env.games, np.arange(count))
    return Views(rules, env.actors.copy(), env.observations, env.action_masks, np.arange(count) + 100, games)


def test_a_policy_for_other_content_is_refused_by_name(tmp_path: Path) -> None:
    rules = rules_for()
    saved(tmp_path, rules)
    table = json.loads((tmp_path / DESCRIPTION).read_text())
    table["fingerprint"]["content"], table["config"]["content"] = "0" * 16, "my cards"
    (tmp_path / DESCRIPTION).write_text(json.dumps(table))
    with pytest.raises(PolicyError, match="other content: it was trained with the content of my cards"):
        make_player(f"policy:{tmp_path}").start(rules)


def test_a_policy_that_knows_cards_by_what_they_do_plays_with_others_and_says_so(tmp_path: Path) -> None:
    rules = rules_for()
    saved(tmp_path, rules, {**SMALL, "card_identity": False})
    table = json.loads((tmp_path / DESCRIPTION).read_text())
    table["fingerprint"]["content"], table["config"]["content"] = "0" * 16, "my cards"
    (tmp_path / DESCRIPTION).write_text(json.dumps(table))
    player = make_player(f"policy:{tmp_path}")
    with pytest.warns(UserWarning, match="other content: it was trained with the content of my cards"):
        player.start(rules)
    views = views_of(rules)
    assert views.masks[np.arange(len(views.masks)), player.choose_all(views)].all()


class Reversed:
    """Rules under which the cards of an axis have the opposite order."""

    def __init__(self, rules: Ruleset, axis: str) -> None:
        self.observations, self.actions = rules.observations, rules.actions
        self.coordinates, self.factor_kinds = rules.coordinates, rules.factor_kinds
        table = rules.cards[axis]
        self.cards = {**rules.cards, axis: replace(table, rows=table.rows[::-1].copy())}


@pytest.mark.parametrize("axis", ["technology", "resistance_card", "bonus", "political"])
@pytest.mark.parametrize("kind", [{}, BOARD, ATTENTION], ids=["mlp", "board", "attention"])
@pytest.mark.parametrize("identity", [False, True])
def test_without_identity_a_card_is_what_it_does(axis: str, kind: dict[str, Any], identity: bool) -> None:
    """Number the cards in another way: all that changes is which number is played."""
    rules = rules_for()
    description = {**SMALL, **kind, "card_identity": identity}
    one, other = network_of(rules, description), network_of(Reversed(rules, axis), description)  # type: ignore[arg-type]
    for weights in one.parameters():
        torch.nn.init.normal_(weights, std=0.1)
    other.load_state_dict(one.state_dict())
    rows, masks = torch.rand(4, rules.observations.size), torch.randint(0, 2, (4, rules.actions.size), dtype=torch.int8)
    turned_rows, turned = rows.clone(), torch.arange(rules.actions.size)
    for block in rules.observations.blocks:
        part = slice(block.start, block.start + block.size)
        if block.axes[-1] == axis:
            turned_rows[:, part] = rows[:, part].reshape(4, -1, block.shape[-1]).flip(2).flatten(1)
        elif block.axes[-1] == "identity":
            turned_rows[:, part] = torch.rand(4, block.size)
    for family in rules.actions.families:
        if family.factors == (axis,) and family.size:
            part = slice(family.start, family.start + family.size)
            turned[part] = turned[part].flip(0)
    (logits, values), (turned_logits, turned_values) = one(rows, masks), other(turned_rows, masks[:, turned])
    alike = [torch.allclose(*pair, atol=1e-4) for pair in ((logits[:, turned], turned_logits), (values, turned_values))]
    assert all(alike) is not identity


# ---- playing ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("description", [SMALL, {**SMALL, "head": "linear", "mask_input": False}, BOARD, ATTENTION])
def test_a_saved_policy_plays_as_its_network_did(tmp_path: Path, description: dict[str, Any]) -> None:
    rules = rules_for()
    network = saved(tmp_path, rules, description)
    views = views_of(rules)
    player = make_player(f"policy:{tmp_path}")
    player.start(rules)
    chosen = player.choose_all(views)
    assert chosen.tolist() == decide(evaluator_of(network, rules), views.observations, views.masks, None).tolist()
    assert views.masks[np.arange(len(views)), chosen].all()
    assert [player.choose(view) for view in views] == chosen.tolist()
    assert len(set(chosen.tolist())) > 3


def test_a_draw_depends_on_the_seed_of_its_decision_alone(tmp_path: Path) -> None:
    rules = rules_for()
    saved(tmp_path, rules)
    views = views_of(rules)
    player = make_player(f"policy:{tmp_path}?sample")
    together = player.choose_all(views)
    assert [player.choose(view) for view in views] == together.tolist()
    assert views.masks[np.arange(len(views)), together].all()
    assert together.tolist() != make_player(f"policy:{tmp_path}").choose_all(views).tolist()


def test_draws_follow_the_probabilities() -> None:
    chances = np.array([0.5, 0.3, 0.15, 0.05])
    draws = (np.log(chances) + gumbel(np.arange(20_000), 4)).argmax(axis=1)
    assert np.bincount(draws, minlength=4) / 20_000 == pytest.approx(chances, abs=0.012)


def test_a_policy_plays_in_the_arena(tmp_path: Path) -> None:
    rules = rules_for(turns=2)
    saved(tmp_path, rules)
    run = play_plan(rules, plan_for((f"policy:{tmp_path}", "random"), 8, 3), make_player, 1)
    assert len(run.results) == 8
    assert all(result.fault is None for result in run.results)


def test_a_folder_may_hold_a_policy_for_each_number_of_players(tmp_path: Path) -> None:
    for players in (2, 4):
        saved(tmp_path / str(players), rules_for(players))
    player = make_player(f"policy:{tmp_path}")
    for players in (2, 4):
        player.start(rules_for(players))
    with pytest.raises(PolicyError, match=r"holds policies for 2, 4 players, none for 3 players"):
        player.start(rules_for(3))


def test_baselines_are_named_where_there_is_none() -> None:
    with pytest.raises(PlayerError, match="there is no baseline 'chess'"):
        make_player("policy:baseline/chess")


def test_without_torch_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saved(tmp_path, rules_for(), BOARD)
    monkeypatch.setattr("exodus_env.policies.checkpoint.find_spec", lambda name: None)
    with pytest.raises(PolicyError, match=r'needs torch and safetensors: pip install "exodus-env\[train\]"'):
        make_player(f"policy:{tmp_path}").start(rules_for())


# ---- what is refused -------------------------------------------------------------------------------------------------


def test_a_policy_for_another_layout_is_refused(tmp_path: Path) -> None:
    saved(tmp_path, rules_for(2))
    other = rules_for(2, modules=frozenset({"M4"}))
    with pytest.raises(PolicyError) as refused:
        make_player(f"policy:{tmp_path}").start(other)
    for part in (str(tmp_path / DESCRIPTION), other.observations.hash, rules_for(2).observations.hash, "M4"):
        assert part in str(refused.value)


def edited(folder: Path, **changes: Any) -> None:
    path = folder / DESCRIPTION
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, r"has format 2; this version reads format 1; a newer version"),
        ({"network": []}, "network must be a table"),
        ({"network": {"kind": "oracle"}}, "kind must be one of mlp, board, attention"),
        ({"network": {**SMALL, "width": 8}}, r"must have shape .*, found"),
        ({"network": {**SMALL, "width": 10**9}}, "from 1 to 4096"),
        ({"weights": "../../elsewhere"}, "outside its folder"),
        ({"weights": "weights-none.safetensors"}, "does not exist"),
        ({"network": {**SMALL, "depth": 3}}, "unknown 'depth'"),
        ({"network": {**SMALL, "width": True}}, "from 1 to 4096, not True"),
        ({"network": {**SMALL, "width": 16.0}}, "from 1 to 4096, not 16.0"),
        ({"network": {**SMALL, "mask_input": 1}}, "mask_input must be true or false"),
        ({"network": {**SMALL, "card_identity": "no"}}, "card_identity must be true or false"),
        ({"network": {**SMALL, "card_identity": False, "head": "linear"}}, "the head must be factored"),
        ({"network": {**SMALL, "head": ["factored"]}}, "head must be one of factored, linear"),
        ({"network": {**ATTENTION, "attention_heads": 3}}, "a multiple of attention_heads; 8 is not one of 3"),
        ({"network": {**ATTENTION, "layers": 65}}, "layers must be a whole number from 1 to 64"),
        ({"weights": "weights\x1b.safetensors"}, "with an unexpected name"),
        ({"weights": "policy.json"}, "with an unexpected name"),
        ({"sha256": "00"}, "sha256 must be 64 hexadecimal digits"),
        ({"sha256": "0" * 64}, "is damaged: its sha256 must be 000000000000..."),
        ({"surprise": 1}, "unknown 'surprise'"),
    ],
)
def test_a_damaged_description_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    saved(tmp_path, rules_for())
    edited(tmp_path, **changes)
    with pytest.raises(PolicyError, match=message) as refused:
        make_player(f"policy:{tmp_path}").start(rules_for())
    assert str(tmp_path) in str(refused.value)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": NaN}', "[" * 5000, '{"about": ' * 500 + "1" + "}" * 500])
def test_what_is_no_description_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / DESCRIPTION).write_text(text)
    with pytest.raises(PolicyError, match="damaged"):
        make_player(f"policy:{tmp_path}").start(rules_for())


HUGE = [
    {"kind": "mlp", "width": 4096, "layers": 64},
    {"kind": "board", "width": 4096, "layers": 64, "tokens": 1024},
    {"kind": "attention", "width": 4096, "layers": 64, "tokens": 1024, "attention_heads": 64},
]


@pytest.mark.parametrize("description", HUGE, ids=lambda description: description["kind"])
def test_a_network_is_built_only_once_the_weights_are_known_to_fit(
    tmp_path: Path, description: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gigabytes of fresh weights were made, for minutes, before anybody looked at those of the file."""
    saved(tmp_path, rules_for())
    edited(tmp_path, network=description)
    real, started = torch.nn.init.orthogonal_, time.monotonic()

    def orthogonal(tensor: Any, gain: float = 1.0) -> Any:
        assert tensor.is_meta, "memory was taken"
        return real(tensor, gain)

    monkeypatch.setattr(torch.nn.init, "orthogonal_", orthogonal)
    with pytest.raises(PolicyError, match="does not fit its network"):
        make_player(f"policy:{tmp_path}").start(rules_for())
    assert time.monotonic() - started < 20


def test_loading_a_policy_leaves_the_random_numbers_of_torch_alone(tmp_path: Path) -> None:
    saved(tmp_path, rules_for(), BOARD)
    before = torch.get_rng_state()
    network = load_network(tmp_path, read_policy(tmp_path), rules_for())
    assert torch.equal(before, torch.get_rng_state())
    assert all(tensor.dtype == torch.float32 and not tensor.is_meta for tensor in network.state_dict().values())
    assert not any(buffer.is_meta for buffer in network.buffers())


def header_edited(folder: Path, change: Any) -> None:
    """Change the header of the weights, and write it so that all hashes agree."""
    path = folder / read_policy(folder).weights
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    header = json.loads(data[8 : 8 + length])
    change(header)
    text = json.dumps(header).encode()
    data = len(text).to_bytes(8, "little") + text + data[8 + length :]
    path.write_bytes(data)
    edited(folder, sha256=hashlib.sha256(data).hexdigest())


HEADERS: dict[str, Any] = {
    "another shape of the same size": lambda h: h["trunk.first.weight"]["shape"].reverse(),
    "a side too many": lambda h: h["value.bias"]["shape"].append(1),
    "a gigantic side": lambda h: h["value.bias"].update(shape=[2**62]),
    "many sides": lambda h: h["value.bias"].update(shape=[1] * 5000),
    "a negative side": lambda h: h["value.bias"].update(shape=[-1]),
    "a side that is no number": lambda h: h["value.bias"].update(shape=[True]),
    "another type": lambda h: h["value.bias"].update(dtype="I32"),
    "a type nobody knows": lambda h: h["value.bias"].update(dtype="F4"),
    "no table": lambda h: h.update({"value.bias": 3}),
    "a weight too few": lambda h: h.pop("value.bias"),
    "a weight under another name": lambda h: h.update({"value.\x1b[2J": h.pop("value.bias")}),
    "bytes beyond the end": lambda h: h["value.bias"].update(data_offsets=[0, 2**60]),
    "a long text": lambda h: h.update(__metadata__={"x": ["y"]}),
}


@pytest.mark.parametrize("change", HEADERS.values(), ids=HEADERS)
def test_a_forged_header_of_the_weights_is_refused(tmp_path: Path, change: Any) -> None:
    saved(tmp_path, rules_for())
    header_edited(tmp_path, change)
    with pytest.raises(PolicyError, match=r"weights-.*cannot be used") as refused:
        make_player(f"policy:{tmp_path}").start(rules_for())
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("value", [3e38, -3e38, 1e30, -1e30])
@pytest.mark.parametrize("question", ["", "?sample"])
def test_weights_without_sense_still_choose_what_is_legal(tmp_path: Path, value: float, question: str) -> None:
    rules, views = rules_for(), views_of(rules_for())
    network = network_of(rules)
    for parameter in network.parameters():
        torch.nn.init.constant_(parameter, value)
    save_policy(tmp_path, rules, checked_description(SMALL), network.state_dict(), {})
    chosen = make_player(f"policy:{tmp_path}{question}").choose_all(views)
    assert views.masks[np.arange(len(views)), chosen].all()


def test_pipes_in_the_place_of_files_are_refused(tmp_path: Path) -> None:
    saved(tmp_path, rules_for())
    for name in (read_policy(tmp_path).weights, DESCRIPTION):
        (tmp_path / name).unlink()
        os.mkfifo(tmp_path / name)
        with pytest.raises(PolicyError, match=r"is not an ordinary file|holds no policy"):
            make_player(f"policy:{tmp_path}").start(rules_for())
    with pytest.raises(PolicyError, match="is not an ordinary file"):
        read_policy(tmp_path)


def test_no_name_in_a_policy_steers_the_terminal(tmp_path: Path) -> None:
    bad = "\x1b]0;title\x07\u202e"
    other = rules_for(2, modules=frozenset({"M4"}))
    for changes in ({"game": bad}, {"config": {"players": bad, "modules": [bad]}}, {"network": {bad: 1}}, {bad: 1}):
        saved(tmp_path, rules_for())
        edited(tmp_path, **changes)
        with pytest.raises(PolicyError) as refused:
            make_player(f"policy:{tmp_path}").start(rules_for() if "network" in changes else other)
        assert str(refused.value).isprintable()


class Trap:
    """Leaves a file behind where it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return (Path.touch, (self.path,))


def test_weights_are_never_unpickled(tmp_path: Path) -> None:
    saved(tmp_path, rules_for())
    weights = tmp_path / read_policy(tmp_path).weights
    trap = pickle.dumps(Trap(tmp_path / "sprung"))
    weights.write_bytes(trap)
    edited(tmp_path, sha256=hashlib.sha256(trap).hexdigest())
    with pytest.raises(PolicyError, match="not a safetensors file"):
        make_player(f"policy:{tmp_path}").start(rules_for())
    assert not (tmp_path / "sprung").exists()


def test_weights_that_are_no_numbers_are_refused(tmp_path: Path) -> None:
    rules = rules_for()
    network = network_of(rules)
    network.value.bias.data[0] = float("nan")
    save_policy(tmp_path, rules, checked_description(SMALL), network.state_dict(), {})
    with pytest.raises(PolicyError, match=r"a value that is not a number, in value\.bias"):
        make_player(f"policy:{tmp_path}").start(rules)


@pytest.mark.parametrize("moment", [1, 2])
def test_a_write_that_is_cut_off_leaves_the_policy_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    rules = rules_for()
    views = views_of(rules)
    expected = decide(evaluator_of(saved(tmp_path, rules), rules), views.observations, views.masks, None)
    real, calls = os.replace, []

    def cut_off(*paths: Any) -> None:
        calls.append(paths)
        if len(calls) == moment:
            raise KeyboardInterrupt
        real(*paths)

    monkeypatch.setattr(os, "replace", cut_off)
    with pytest.raises(KeyboardInterrupt):
        saved(tmp_path, rules, seed=2)
    monkeypatch.setattr(os, "replace", real)
    assert make_player(f"policy:{tmp_path}").choose_all(views).tolist() == expected.tolist()
    saved(tmp_path, rules, seed=2)
    assert len(list(tmp_path.iterdir())) == 2


# ---- networks --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [frozenset(), TEN], ids=["none", "all"])
def test_actions_share_parts_by_family_and_factor(modules: frozenset[str]) -> None:
    rules = rules_for(3, modules=modules)
    layout = rules.actions
    parts, size = factor_table(rules)
    assert parts.shape == layout.decode.shape
    assert parts.max() == size  # no part
    assert len({tuple(row) for row in parts.tolist()}) == layout.size
    mine, fire = (next(f for f in layout.families if f.name == name) for name in ("mine", "hex"))
    assert parts[mine.start + 4, 1] == parts[fire.start + 4, 1]  # the same hex


def test_what_takes_no_room_changes_no_policy() -> None:
    """An expansion that is not in the game may declare families and blocks without making old policies useless."""
    rules = rules_for(2)
    families = rules.actions.families
    empty = Family("conquer", ("player", "moon"), (2, 0), "{0} {1}", families[3].start)
    actions = replace(rules.actions, families=(*families[:3], empty, *families[3:]))
    assert actions.size == rules.actions.size and actions.hash == rules.actions.hash
    (parts, size), (more_parts, more_size) = factor_table(rules), factor_table(replace(rules, actions=actions))
    assert size == more_size and (parts == more_parts).all()
    nothing = Block("moons", (0, 4), 0.0, 1.0, "moons", rules.observations.size)
    observations = replace(rules.observations, blocks=(*rules.observations.blocks, nothing))
    assert observations.size == rules.observations.size and observations.hash == rules.observations.hash


@pytest.mark.parametrize("scenario", ["event_horizon", "stronghold"])
@pytest.mark.parametrize("description", [SMALL, BOARD, ATTENTION], ids=["mlp", "board", "attention"])
def test_every_weight_learns(scenario: str, description: dict[str, Any]) -> None:
    modules = TEN - {"M6"} if scenario == "stronghold" else TEN
    rules = ruleset(GameConfig(players=2, scenario=scenario, modules=modules))
    network = network_of(rules, description)
    views = views_of(rules)
    masks = torch.from_numpy(views.masks)
    logits, values = network(torch.from_numpy(views.observations), masks)
    assert logits.shape == masks.shape and values.shape == (len(views),)
    (logits.square().sum() + values.sum()).backward()
    idle = [name for name, weight in network.named_parameters() if weight.grad is None or not weight.grad.any()]
    assert idle == []


def test_a_published_policy_is_half_as_large_and_plays_alike(tmp_path: Path) -> None:
    rules = rules_for()
    saved(tmp_path / "whole", rules, {**SMALL, "width": 128})
    publish(tmp_path / "whole", tmp_path / "half")
    sizes = {name: sum(f.stat().st_size for f in (tmp_path / name).glob("*.safetensors")) for name in ("whole", "half")}
    assert sizes["half"] < 0.55 * sizes["whole"]
    views = views_of(rules, 128)
    chosen = [make_player(f"policy:{tmp_path / name}").choose_all(views) for name in ("whole", "half")]
    assert (chosen[0] == chosen[1]).mean() > 0.95
    assert read_policy(tmp_path / "half").about["command"] == "python -m training.x --seed 3"


def test_a_stamped_policy_has_the_hashes_of_this_version_and_the_same_weights(tmp_path: Path) -> None:
    rules = rules_for()
    saved(tmp_path / "old", rules)
    described = tmp_path / "old" / DESCRIPTION
    table = json.loads(described.read_text())
    table["fingerprint"] |= {"observations": "0" * 16, "actions": "0" * 16, "content": "0" * 16}
    described.write_text(json.dumps(table))
    views = views_of(rules)
    with pytest.raises(PolicyError, match="another layout"):
        make_player(f"policy:{tmp_path / 'old'}").choose_all(views)
    stamp(tmp_path / "old", tmp_path / "new")
    old, new = (read_policy(tmp_path / name) for name in ("old", "new"))
    assert new.fingerprint == rules.fingerprint()
    assert new == replace(old, fingerprint=rules.fingerprint())
    make_player(f"policy:{tmp_path / 'new'}").choose_all(views)


def test_a_policy_with_other_shapes_is_not_stamped(tmp_path: Path) -> None:
    saved(tmp_path / "old", rules_for(2))
    described = tmp_path / "old" / DESCRIPTION
    table = json.loads(described.read_text())
    table["config"] = rules_for(3).config.to_dict()
    described.write_text(json.dumps(table))
    with pytest.raises(PolicyError, match="does not fit its network"):
        stamp(tmp_path / "old", tmp_path / "new")
    assert not (tmp_path / "new").exists()
