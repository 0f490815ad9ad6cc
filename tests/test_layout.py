"""Hashes cover structure: names, factors, shapes, ranges and order. Prose changes none of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.layout import ActionLayout, Block, Family, ObservationLayout

CONFIGURATIONS = [
    GameConfig(players=2),
    GameConfig(players=3, edge_of_extinction=True, modules=frozenset(MODULES)),
    GameConfig(players=2, scenario="stronghold"),
]


@pytest.fixture(params=CONFIGURATIONS, ids=["plain", "everything", "stronghold"])
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset(request.param)


def with_family(layout: ActionLayout, change: Callable[[Family], Family]) -> ActionLayout:
    """A layout in which the first family with factors is another."""
    place = next(i for i, family in enumerate(layout.families) if family.factors and family.size)
    families = list(layout.families)
    families[place] = change(families[place])
    return replace(layout, families=tuple(families))


def with_block(layout: ObservationLayout, change: Callable[[Block], Block]) -> ObservationLayout:
    """A layout in which the first block with features is another."""
    place = next(i for i, block in enumerate(layout.blocks) if block.features)
    blocks = list(layout.blocks)
    blocks[place] = change(blocks[place])
    return replace(layout, blocks=tuple(blocks))


def test_words_of_actions_change_no_hash(rules: Ruleset) -> None:
    layout = rules.actions
    reworded = tuple(replace(family, text=f"Reworded: {family.text}") for family in layout.families)
    other = ActionLayout(reworded, lambda factor, value, seat: f"{factor} no. {value}")
    assert other.action_to_string(0) != layout.action_to_string(0)
    assert other.hash == layout.hash


@pytest.mark.parametrize(
    "change",
    [
        lambda family: replace(family, name="renamed"),
        lambda family: replace(family, factors=("renamed", *family.factors[1:])),
        lambda family: replace(family, sizes=(family.sizes[0] + 1, *family.sizes[1:])),
    ],
    ids=["name", "factor", "size"],
)
def test_structure_of_actions_changes_the_hash(rules: Ruleset, change: Any) -> None:
    assert with_family(rules.actions, change).hash != rules.actions.hash


def test_order_of_families_changes_the_hash(rules: Ruleset) -> None:
    first, second, *others = rules.actions.families
    swapped = (replace(second, start=0), replace(first, start=second.size), *others)
    assert replace(rules.actions, families=swapped).hash != rules.actions.hash


def test_words_of_observations_change_no_hash(rules: Ruleset) -> None:
    layout = rules.observations
    reworded = tuple(
        replace(block, meaning="other words", features=tuple(f"Reworded: {label}" for label in block.features))
        for block in layout.blocks
    )
    assert replace(layout, blocks=reworded).hash == layout.hash


@pytest.mark.parametrize(
    "change",
    [
        lambda block: replace(block, name="renamed"),
        lambda block: replace(block, shape=(*block.shape[:-1], block.shape[-1] + 1)),
        lambda block: replace(block, low=block.low - 1),
        lambda block: replace(block, high=block.high + 1),
    ],
    ids=["name", "shape", "low", "high"],
)
def test_structure_of_observations_changes_the_hash(rules: Ruleset, change: Any) -> None:
    assert with_block(rules.observations, change).hash != rules.observations.hash


def test_order_of_blocks_changes_the_hash(rules: Ruleset) -> None:
    first, second, *others = rules.observations.blocks
    swapped = (replace(second, start=0), replace(first, start=second.size), *others)
    assert replace(rules.observations, blocks=swapped).hash != rules.observations.hash


def test_names_and_texts_of_cards_change_no_hash(tmp_path: Path) -> None:
    (tmp_path / "technologies.toml").write_text('[[technology]]\nid = "radar"\nname = "Wireless"\ntext = "sees far"\n')
    config = GameConfig(players=2)
    ours, theirs = ruleset(config), ruleset(config.changed(content=str(tmp_path)))
    assert any("Wireless" in theirs.actions.action_to_string(action) for action in range(theirs.actions.size))
    assert theirs.fingerprint() == ours.fingerprint()


def test_numbers_of_cards_change_the_hash_of_the_content(tmp_path: Path) -> None:
    (tmp_path / "technologies.toml").write_text('[[technology]]\nid = "radar"\ncost = 3\n')
    config = GameConfig(players=2)
    ours, theirs = (ruleset(one).fingerprint() for one in (config, config.changed(content=str(tmp_path))))
    assert {name for name in ours if ours[name] != theirs[name]} == {"content"}
