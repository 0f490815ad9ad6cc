"""The reference pages are up to date and complete."""

from pathlib import Path

import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.encoding import observations
from exodus_env.exodus.encoding.reference import FEATURES, actions_page, observations_page
from exodus_env.exodus.rules.choices import DECISIONS, FAMILIES
from exodus_env.exodus.ruleset import ruleset

DOCS = Path(__file__).parent.parent / "docs"
PAGES = {"ACTIONS.md": actions_page, "OBSERVATIONS.md": observations_page}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_in_docs_is_up_to_date(name):
    page = (DOCS / name).read_text(encoding="utf-8")
    assert page == PAGES[name](GameConfig()) + "\n", f"docs/{name} is out of date: run scripts/references"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_pages_are_markdown_with_size_and_hash(players):
    config = GameConfig(players=players, movement="simultaneous")
    rules = ruleset(config)
    for page, layout in ((actions_page(config), rules.actions), (observations_page(config), rules.observations)):
        assert page.startswith("# ")
        assert f"{layout.size} " in page
        assert layout.hash in page


def test_every_decision_is_offered_by_some_family():
    for name, families, _ in DECISIONS[1:]:
        assert families, f"{name} offers nothing"
        assert all(0 <= family < len(FAMILIES) for family in families)


def test_every_family_is_used_by_some_decision():
    used = {family for _, families, _ in DECISIONS for family in families}
    assert used == set(range(len(FAMILIES)))


def test_every_family_and_every_decision_has_a_row():
    page = actions_page(GameConfig())
    for name, *_ in (*FAMILIES, *DECISIONS[1:]):
        assert f"\n| `{name}` |" in page


def test_every_block_has_a_row_and_its_features_fit_its_last_axis():
    config = GameConfig(movement="simultaneous", modules={"M1", "M2", "M6"})
    page = observations_page(config)
    blocks = {block.name: block for block in ruleset(config).observations.blocks}
    assert set(blocks) == {block[0] for block in observations.BLOCKS}
    for name in blocks:
        assert f"\n| `{name}` |" in page
    for name, features in FEATURES.items():
        assert len(features) == blocks[name].shape[-1], name


def test_tables_have_as_many_cells_in_every_row():
    for page in (actions_page(GameConfig()), observations_page(GameConfig())):
        for table in page.split("\n\n"):
            if table.startswith("|"):
                assert len({line.count("|") for line in table.splitlines()}) == 1
