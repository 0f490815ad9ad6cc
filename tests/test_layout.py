"""Layouts: hashes cover structure and never prose, and the scale of a number is declared in one place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.encoding import places
from exodus_env.exodus.encoding.blocks import BLOCKS, GAIN_UNITS, MODIFIER_NUMBERS
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.layout import ActionLayout, Block, Family, Feature, ObservationLayout

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
    """A layout in which the first block with several features is another."""
    place = next(i for i, block in enumerate(layout.blocks) if len(block.listed) > 1)
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


def reworded_feature(feature: Feature) -> Feature:
    return replace(feature, text=f"Reworded: {feature.text}")


def test_words_of_observations_change_no_hash(rules: Ruleset) -> None:
    layout = rules.observations
    reworded = tuple(
        replace(block, meaning="other words", seen_by="other people", listed=tuple(map(reworded_feature, block.listed)))
        for block in layout.blocks
    )
    assert reworded[-1].meaning != layout.blocks[-1].meaning
    assert replace(layout, blocks=reworded).hash == layout.hash


@pytest.mark.parametrize(
    "change",
    [
        lambda block: replace(block, name="renamed"),
        lambda block: replace(block, shape=(*block.shape[:-1], block.shape[-1] + 1)),
        lambda block: replace(block, low=block.low - 1),
        lambda block: replace(block, high=block.high + 1),
        lambda block: replace(block, unit=block.unit + 1),
        lambda block: replace(block, axes=("moon", *block.axes[1:])),
        lambda block: replace(block, listed=(replace(block.listed[0], name="renamed"), *block.listed[1:])),
        lambda block: replace(block, listed=(replace(block.listed[0], unit=99), *block.listed[1:])),
        lambda block: replace(block, listed=block.listed[::-1]),
    ],
    ids=["name", "shape", "low", "high", "unit", "axis", "feature", "unit of a feature", "order of features"],
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


def declared_texts() -> list[tuple[str, str, float]]:
    """Name, text and unit of every block and feature that every configuration has."""
    found = []
    for one in BLOCKS:
        found.append((one.name, one.meaning, one.unit))
        listed = one.features if isinstance(one.features, tuple) else ()
        found += [(f"{one.name}: {feature.name}", feature.text, feature.unit) for feature in listed]
    return found


def test_no_text_says_a_scale_itself() -> None:
    for name, text, unit in declared_texts():
        assert re.search(r" / \d", text) is None, f"{name}: write {{unit}} instead of a number"
        assert "{unit}" not in text or unit != 1, f"{name} speaks of a unit and declares none"


def test_kernels_multiply_by_what_is_declared() -> None:
    units = {}
    for one in BLOCKS:
        prefix = one.short or one.name.upper()
        units[f"{prefix}_SCALE"] = one.unit
        if one.short and isinstance(one.features, tuple):
            units |= {f"{prefix}_{feature.name.upper()}_SCALE": feature.unit for feature in one.features}
    expected = {name: 1 / unit for name, unit in units.items() if unit != 1}
    assert {name: value for name, value in vars(places).items() if name.endswith("_SCALE")} == expected


def test_no_kernel_has_a_scale_of_its_own() -> None:
    folder = Path(places.__file__).parent
    for name in ("observations.py", "edge.py", "mission.py"):
        for number, line in enumerate((folder / name).read_text().splitlines(), start=1):
            assert re.search(r"1 / \d|/ \d+\.0|amount\(.*, [\d.]+\)", line) is None, f"{name}, line {number}: {line}"


def test_the_meaning_of_a_block_says_its_unit() -> None:
    blocks = {block.name: block for block in ruleset(GameConfig(edge_of_extinction=True)).observations.blocks}
    assert blocks["blueprints"].meaning == "upgrades on the blueprint / 6"
    assert blocks["fleet"].features == ("dice / 16", "shield / 8", "drive / 4")
    assert blocks["own_combat_cards"].meaning == "own combat cards of each kind / 3 (EoE)"
    gains = [feature.unit for feature in blocks["options"].listed if feature.name.startswith("gain_")]
    assert tuple(gains) == GAIN_UNITS
    (first,) = (feature.label for feature in blocks["options"].listed if feature.name == "first")
    assert first == f"first argument of other effects / 10; for a modifier, its number / {MODIFIER_NUMBERS}"
