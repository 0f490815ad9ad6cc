"""What cards do, as numbers: cards that differ have rows that differ, and rows fit what counts the cards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.content.vocabulary import POLITICAL_KINDS, UPGRADE_SORTS
from exodus_env.exodus.ruleset import ruleset

CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 3, "modules": frozenset(MODULES)},
    {"players": 2, "edge_of_extinction": True, "modules": frozenset(MODULES)},
    {"players": 3, "scenario": "stronghold"},
    {"players": 1, "scenario": "edge_of_the_void"},
]


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_every_card_has_a_row_of_its_own(settings: dict[str, Any]) -> None:
    for axis, table in ruleset(GameConfig(**settings)).cards.items():
        assert len(np.unique(table.rows, axis=0)) == len(table.rows), axis
        assert np.isfinite(table.rows).all() and np.abs(table.rows).max() <= 4.0, axis
        assert (table.rows != 0).any(axis=0).all(), f"{axis}: a column of zeros tells nothing"


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_tables_fit_the_blocks_and_factors_that_count_cards(settings: dict[str, Any]) -> None:
    rules = ruleset(GameConfig(**settings))
    counted = {block.axes[-1]: block.shape[-1] for block in rules.observations.blocks if block.axes[-1] in rules.cards}
    assert counted == {axis: len(table.rows) for axis, table in rules.cards.items()}
    for family in rules.actions.families:
        for factor, size in zip(family.factors, family.sizes, strict=True):
            assert factor not in rules.cards or size == len(rules.cards[factor].rows)


def test_rows_say_what_the_tables_of_the_rules_hold() -> None:
    rules = ruleset(GameConfig(players=4))
    technology, resistance, political = (rules.cards[axis] for axis in ("technology", "resistance_card", "political"))
    t = rules.t
    costs = technology.rows[:, technology.names.index("cost / 16")] * 16
    assert costs.round().tolist() == t.technology_cost[: t.technologies].tolist()
    dice = resistance.rows[:, resistance.names.index("dice / 6")] * 6
    assert dice.round().tolist() == t.resistance_dice[: t.resistance_cards].tolist()
    for kind, name in enumerate(POLITICAL_KINDS):
        marked = political.rows[:, political.names.index(name)]
        assert marked.tolist() == (t.political_kind[: t.political_cards] == kind).tolist()


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_a_technology_shows_every_upgrade_it_brings(settings: dict[str, Any]) -> None:
    rules = ruleset(GameConfig(**settings))
    t, table = rules.t, rules.cards["technology"]
    for upgrade in np.flatnonzero(t.upgrade_technology[: t.upgrades] >= 0):
        brings = f"brings a {UPGRADE_SORTS[t.upgrade_sort[upgrade]]}"
        row = table.rows[t.upgrade_technology[upgrade]]
        for name, value in (("strength / 6", t.upgrade_strength[upgrade] / 6), ("CP / 8", t.upgrade_cp[upgrade] / 8)):
            assert value == 0 or row[table.names.index(f"{brings}: {name}")] == pytest.approx(value)
