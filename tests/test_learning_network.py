"""What is learned from packed rows is what PyTorch says of dense ones: scores, values, loss and every gradient."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
from exodus_env.corruption.config import CorruptionConfig  # noqa: E402
from exodus_env.corruption.ruleset import corruption  # noqa: E402
from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import ruleset  # noqa: E402
from exodus_env.kit.definition import Definition  # noqa: E402
from exodus_env.kit.kernel import COMPILED  # noqa: E402
from exodus_env.kit.packed import PackedRows  # noqa: E402
from exodus_env.kit.vector import VectorEnv  # noqa: E402
from exodus_env.policies.learning import (  # noqa: E402
    DenseNetwork,
    SparseMlp,
    favourites,
    learning_network,
    legal_log_probabilities,
    mean_entropy,
    reading,
)
from exodus_env.policies.network import IMPOSSIBLE, build_network, masked  # noqa: E402
from tests.toy.config import BeaconConfig  # noqa: E402
from tests.toy.ruleset import beacon  # noqa: E402
from training.imitation import imitation_loss  # noqa: E402
from training.ppo import clipped_loss  # noqa: E402

GAMES: dict[str, Any] = {
    "base": lambda: ruleset(GameConfig(players=4)),
    "event horizon": lambda: ruleset(GameConfig(players=2, scenario="event_horizon")),
    "everything": lambda: ruleset(
        GameConfig(players=2, edge_of_extinction=True, modules=frozenset({"M1", "M3", "M4", "M10"}))
    ),
    "x-odus": lambda: corruption(CorruptionConfig(players=2, ships=3)),
    "beacon": lambda: beacon(BeaconConfig(players=3)),
}
DESCRIPTIONS: dict[str, dict[str, Any]] = {
    "as a rule": {},
    "one layer": {"layers": 1},
    "three layers, cards by what they do": {"layers": 3, "card_identity": False},
    "linear head, no mask": {"head": "linear", "mask_input": False},
}
WIDTH = 24 if COMPILED else 5  # no multiple of what is added up side by side
ROWS = 48 if COMPILED else 4


@pytest.fixture(autouse=True)
def one_thread() -> Any:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def played(rules: Definition) -> tuple[PackedRows, Any, Any]:
    """Decisions from the middle of games: packed, and as arrays in half precision."""
    env = VectorEnv(rules, ROWS, 7)
    for step in range(30):
        env.step(env.sample_actions(step))
    rows = PackedRows(rules.observations.size, rules.actions.size)
    rows.add(env.observations, env.action_masks, np.arange(ROWS))
    rows.find_often()
    return rows, torch.from_numpy(env.observations.astype(np.float16).astype(np.float32)), env.action_masks.copy()


def network_of(rules: Definition, **description: Any) -> Any:
    """A network whose weights are all different."""
    torch.manual_seed(3)
    network = build_network({"width": WIDTH, **description}, rules)
    for parameter in network.parameters():
        torch.nn.init.normal_(parameter, std=0.2)
    return network


def sparse(network: Any, rules: Definition) -> SparseMlp:
    return SparseMlp(network, reading(rules, network.description))


def gradients(network: Any, loss: Any) -> dict[str, Any]:
    network.zero_grad(set_to_none=True)
    loss.backward()
    return {name: weights.grad for name, weights in network.named_parameters()}


def same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for name, gradient in expected.items():
        if gradient is None:
            assert found[name] is None, name
            continue
        largest = float(gradient.abs().max()) if gradient.numel() else 0.0  # the toy game has no cards
        assert found[name].numpy() == pytest.approx(gradient.numpy(), rel=1e-3, abs=2e-5 * max(1.0, largest)), name


def known_of(masks: Any) -> dict[str, Any]:
    """What else is known of decisions: made up, but possible."""
    chance = np.random.default_rng(5)
    actions = np.where(masks == 1, chance.random(masks.shape), -1.0).argmax(axis=1)
    columns = {name: chance.normal(size=ROWS).astype(np.float32) for name in ("gains", "targets")}
    return {"actions": actions, "log_p": np.log(chance.uniform(0.1, 0.9, size=ROWS)).astype(np.float32), **columns}


def dense_loss(network: Any, observations: Any, masks: Any, known: dict[str, Any]) -> Any:
    """PPO's loss as the definition has it: over all actions, legal or not."""
    logits, values = network(observations, torch.from_numpy(masks))
    log_p = torch.log_softmax(masked(logits, torch.from_numpy(masks)), dim=-1)
    gains = torch.from_numpy(known["gains"])
    gains = (gains - gains.mean()) / (gains.std(correction=0) + 1e-8)
    chosen = log_p.gather(1, torch.from_numpy(known["actions"])[:, None])[:, 0]
    ratio = (chosen - torch.from_numpy(known["log_p"])).exp()
    loss = -torch.minimum(ratio * gains, ratio.clamp(0.8, 1.2) * gains).mean()
    entropy = -(torch.softmax(log_p, dim=-1) * log_p).sum(-1).mean()
    return loss + 0.5 * (values - torch.from_numpy(known["targets"])).square().mean() - 0.03 * entropy


def packed_loss(student: Any, rows: PackedRows, known: dict[str, Any]) -> Any:
    """The same as the learner has it."""
    batch = student.batch(rows, np.arange(ROWS))
    scores, values = student(batch)
    log_p = legal_log_probabilities(scores, batch)
    chosen = log_p[torch.from_numpy(batch.places(known["actions"]))]
    loss, _ = clipped_loss(chosen, torch.from_numpy(known["log_p"]), torch.from_numpy(known["gains"]), 0.2)
    error = (values - torch.from_numpy(known["targets"])).square().mean()
    return loss + 0.5 * error - 0.03 * mean_entropy(log_p, batch)


@pytest.mark.uncompiled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("description", DESCRIPTIONS.values(), ids=DESCRIPTIONS)
def test_loss_and_gradients_are_those_of_dense_rows(game: str, description: dict[str, Any]) -> None:
    rules = GAMES[game]()
    network = network_of(rules, **description)
    rows, observations, masks = played(rules)
    assert COMPILED is False or len(rows.often) > 0
    known = known_of(masks)
    expected = dense_loss(network, observations, masks, known)
    wanted = gradients(network, expected)
    for student in (sparse(network, rules), DenseNetwork(network, rows.numbers, rows.actions)):
        found = packed_loss(student, rows, known)
        assert found.item() == pytest.approx(expected.item(), rel=1e-4, abs=1e-5)
        same(gradients(network, found), wanted)


def test_imitation_is_that_of_dense_rows() -> None:
    rules = GAMES["event horizon"]()
    network = network_of(rules)
    rows, observations, masks = played(rules)
    student = sparse(network, rules)
    batch = student.batch(rows, np.arange(ROWS))
    scores, _ = student(batch)
    labels = known_of(masks)["actions"]
    error = torch.tensor(0.25)
    log_p = legal_log_probabilities(scores, batch)
    loss, figures = imitation_loss(log_p, batch, labels, error, 0.5)
    logits, _ = network(observations, torch.from_numpy(masks))
    illegal = masked(logits, torch.from_numpy(masks))
    expected = torch.nn.functional.cross_entropy(illegal, torch.from_numpy(labels)) + 0.125
    assert loss.item() == pytest.approx(expected.item(), abs=1e-4)
    best = illegal.argmax(1).numpy()
    assert np.array_equal(batch.legal[favourites(log_p, batch)], best)
    assert figures["match"] == pytest.approx((best == labels).mean())
    same(gradients(network, loss), gradients(network, expected))


def test_what_is_not_to_learn_gets_no_gradient() -> None:
    """While values are learned alone, the first layer's gradient need not be known."""
    rules = GAMES["event horizon"]()
    network = network_of(rules)
    rows, _, masks = played(rules)
    for name, weights in network.named_parameters():
        weights.requires_grad_(name.startswith("value."))
    found = gradients(network, packed_loss(sparse(network, rules), rows, known_of(masks)))
    assert {name for name, gradient in found.items() if gradient is not None} == {"value.weight", "value.bias"}


def test_a_copy_plays_on_as_it_is_while_the_network_learns() -> None:
    rules = GAMES["event horizon"]()
    network = network_of(rules)
    rows, _, _ = played(rules)
    student = learning_network(network, rules)
    copy = student.as_it_is()
    with torch.inference_mode():
        before = copy(copy.batch(rows, np.arange(ROWS)))
        expected = student(student.batch(rows, np.arange(ROWS)))
    assert torch.allclose(before[0], expected[0], atol=1e-5) and torch.allclose(before[1], expected[1], atol=1e-5)
    with torch.no_grad():
        for weights in network.parameters():
            weights += 1.0
    with torch.inference_mode():
        after = copy(copy.batch(rows, np.arange(ROWS)))
    assert torch.equal(after[0], before[0]) and torch.equal(after[1], before[1])


def test_only_an_mlp_on_a_processor_is_compiled() -> None:
    rules = GAMES["event horizon"]()
    assert isinstance(learning_network(network_of(rules), rules), SparseMlp if COMPILED else DenseNetwork)
    assert isinstance(learning_network(network_of(rules, kind="board", tokens=4), rules), DenseNetwork)
    assert isinstance(learning_network(network_of(rules).to("meta"), rules), DenseNetwork)


def test_an_illegal_score_is_never_a_number_that_is_drawn() -> None:
    assert masked(torch.zeros(1, 2), torch.tensor([[0, 1]])).tolist() == [[IMPOSSIBLE, 0.0]]
