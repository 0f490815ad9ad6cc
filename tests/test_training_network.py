"""What training needs of networks: values that see the map, and heads that cost little."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from exodus_env.exodus.config import GameConfig  # noqa: E402
from exodus_env.exodus.ruleset import Ruleset, ruleset  # noqa: E402
from exodus_env.policies.network import FactoredHead, build_network  # noqa: E402


def game() -> Ruleset:
    return ruleset(GameConfig(players=2, scenario="event_horizon"))


@pytest.mark.parametrize("kind", ["board", "attention"])
def test_values_see_the_hexes(kind: str) -> None:
    """In `board` only actions did: a value knew of the map what the layers over the flat row made of it."""
    rules = game()
    torch.manual_seed(1)
    network: Any = build_network({"kind": kind, "width": 8, "layers": 1, "tokens": 8, "attention_heads": 2}, rules)
    rows = torch.rand(3, rules.observations.size)
    hexes, at = network.reader(rows)
    network.reader.forward = lambda rows: (hexes, at)
    before = network(rows, torch.ones(3, rules.actions.size, dtype=torch.int8))[1]
    hexes = hexes.clone()
    hexes[1, 0] += 3.0  # one hex of one row
    after = network(rows, torch.ones(3, rules.actions.size, dtype=torch.int8))[1]
    assert (before != after).tolist() == [False, True, False]


def test_a_factored_head_sums_the_weights_of_its_parts() -> None:
    rules = game()
    torch.manual_seed(2)
    head: Any = FactoredHead(8, rules, identity=True)
    for weights in (head.own, head.bias, head.of_deeds):
        torch.nn.init.normal_(weights)
    features = torch.rand(5, 8)
    expected = features @ (head.own + head.shared[head.parts].sum(1) + head.deeds @ head.of_deeds).T + head.bias
    assert torch.allclose(head(features), expected, atol=1e-6)
    head(features).square().sum().backward()
    found = head.shared.grad.clone()
    head.shared.grad = None
    weight = head.own + head.shared[head.parts].sum(1) + (head.deeds @ head.of_deeds)
    (features @ weight.T + head.bias).square().sum().backward()
    assert torch.allclose(found, head.shared.grad, rtol=1e-4, atol=1e-4)
