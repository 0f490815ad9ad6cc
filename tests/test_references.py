"""The reference pages are up to date and complete."""

from pathlib import Path

import pytest

from exodus_env.exodus.config import MODULES, GameConfig
from exodus_env.exodus.encoding import blocks as observations
from exodus_env.exodus.rules.choices import D_FACTION, D_POLITICAL_CHOICE, DECISIONS, FACTION, FAMILIES
from exodus_env.exodus.ruleset import ruleset

DOCS = Path(__file__).parent.parent / "docs"
EVERYTHING = GameConfig(movement="simultaneous", modules=frozenset(MODULES))
STRONGHOLD = GameConfig(scenario="stronghold", movement="simultaneous", modules=frozenset(MODULES) - {"M6"})
EVENT_HORIZON = EVERYTHING.changed(scenario="event_horizon")
EXTINCTION = EVERYTHING.changed(edge_of_extinction=True, factions="chosen")
ALONE = GameConfig(players=1, scenario="edge_of_the_void")


def actions_page(config: GameConfig) -> str:
    return ruleset(config).reference().actions_page()


def observations_page(config: GameConfig) -> str:
    return ruleset(config).reference().observations_page()


PAGES = {"ACTIONS.md": actions_page, "OBSERVATIONS.md": observations_page}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_in_docs_is_up_to_date(name):
    page = (DOCS / name).read_text(encoding="utf-8")
    assert page == PAGES[name](GameConfig()) + "\n", f"docs/{name} is out of date: run scripts/references"


@pytest.mark.parametrize("players", [2, 4, 6])
def test_pages_are_markdown_with_size_and_hash(players):
    for config in (GameConfig(players=players, movement="simultaneous"), EVERYTHING.changed(players=players)):
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
    blocking = GameConfig(players=3, ship_blocking=True)
    page = "".join(actions_page(config) for config in (STRONGHOLD, EXTINCTION, ALONE, blocking))
    for name, *_ in (*FAMILIES, *DECISIONS[1:]):
        assert f"\n| `{name}` |" in page


def test_what_the_expansion_brings_has_a_row_with_it_alone():
    expanded, without = (actions_page(config) for config in (EXTINCTION, EVERYTHING))
    decisions = DECISIONS[D_FACTION:D_POLITICAL_CHOICE]
    new = {name for name, *_ in decisions} | {name for name, *_ in FAMILIES[FACTION:]}
    for name in new:
        assert f"\n| `{name}` |" in expanded and f"\n| `{name}` |" not in without
    assert "| `buy_vp` | none |" in expanded and "| `planetary` | planetary (4) × hex (" in expanded
    assert "- **action_card**: 0 first, 1 second, " in expanded and "_eoe" not in expanded


def test_what_solitaire_play_brings_has_a_row_with_it_alone():
    alone, expanded = actions_page(ALONE), actions_page(EXTINCTION)
    for name, *_ in DECISIONS[D_POLITICAL_CHOICE:]:
        assert f"\n| `{name}` |" in alone and f"\n| `{name}` |" not in expanded
    assert "| `office` | office (6) |" in alone


def test_what_the_stronghold_brings_has_a_row_with_it_alone():
    together, half, without = (
        actions_page(config)
        for config in (
            STRONGHOLD,
            STRONGHOLD.changed(mode="semi_coop"),
            STRONGHOLD.changed(scenario="none", mode=None, difficulty=None),
        )
    )
    for name in ("march", "join", "reward", "pay_vp", "gain_vp", "convert"):
        row = f"\n| `{name}` |"
        assert row in together and (row in half) == (name == "join") and row not in without


def test_factors_go_by_their_plain_names():
    page = actions_page(STRONGHOLD)
    assert "| `march` | hex (" in page and "| `join` | ship (8) |" in page and "| `convert` | resource (3) |" in page
    assert "- **resource**: 0 CP, 1 Axinium, 2 Phasium" in page
    assert "_coop" not in page.split("## Decisions")[0] and "_stronghold" not in page and "_m7" not in page
    for config, centre in (
        (GameConfig(), "High Council"),
        (GameConfig(modules=frozenset({"M6"})), "Proxima Centauri"),
        (STRONGHOLD, "Stronghold"),
    ):
        assert f"0 at (0, 0) {centre}, " in actions_page(config)


@pytest.mark.parametrize("name", PAGES)
def test_pages_name_scenario_and_modules(name):
    head = {config: PAGES[name](config).split("\n\n")[1] for config in (GameConfig(), STRONGHOLD, EVENT_HORIZON)}
    assert "scenario" not in head[GameConfig()] and "module" not in head[GameConfig()]
    assert "; scenario Centaurian Stronghold (co-operative, standard difficulty); modules" in head[STRONGHOLD]
    assert "; scenario Event Horizon; modules of Event Horizon: M1, M2, " in head[EVENT_HORIZON]
    assert "; Edge of Extinction (standard length, factions chosen); modules" in PAGES[name](EXTINCTION)
    alone = PAGES[name](GameConfig(players=1, scenario="stronghold", mode="solo"))
    assert "for 1 player, the standard variant" in alone


@pytest.mark.parametrize("modules", [(), ("M3",), ("M4", "M9"), ("M5", "M7", "M8", "M10")])
def test_families_have_a_row_where_they_have_room(modules):
    config = GameConfig(modules=frozenset(modules))
    families = ruleset(config).actions.families
    page = actions_page(config)
    assert min(family.size for family in families) == 0
    for family in families:
        assert (f"\n| `{family.name}` | " in page.split("## Decisions")[0]) == (family.size > 0)


@pytest.mark.parametrize(
    ("modules", "brought"),
    [
        (("M3",), {"outpost"}),
        (("M4",), {"look", "ignore_event", "wormhole", "debris", "bounty"}),
        (("M5",), {"planet_type", "planet_space"}),
        (("M7",), {"jump", "jump_ship"}),
        (("M9",), {"barrier"}),
        (("M10",), {"leader"}),
    ],
)
def test_decisions_of_a_module_have_a_row_with_it_alone(modules, brought):
    with_module, without = (
        actions_page(GameConfig(modules=frozenset(some))).split("## Decisions")[1]
        for some in (modules, set(MODULES) - set(modules))
    )
    for name in brought:
        assert f"\n| `{name}` |" in with_module
        assert f"\n| `{name}` |" not in without


def test_every_block_has_a_row_and_its_features_fit_its_last_axis():
    blocks = {}
    for config in (STRONGHOLD, EVENT_HORIZON, EXTINCTION, ALONE, GameConfig(players=3, ship_blocking=True)):
        page = observations_page(config)
        for block in ruleset(config).observations.blocks:
            blocks[block.name] = block
            assert f"\n| `{block.name}` |" in page
            assert (f"### `{block.name}`" in page) == bool(block.features)
            assert not block.features or len(block.features) == block.shape[-1], block.name
            assert all(f": {feature}\n" in page + "\n" for feature in block.features)
    assert set(blocks) == {block.name for block in observations.BLOCKS}


def test_tables_have_as_many_cells_in_every_row():
    for page in (make(config) for make in PAGES.values() for config in (GameConfig(), EXTINCTION, STRONGHOLD)):
        for table in page.split("\n\n"):
            if table.startswith("|"):
                assert len({line.count("|") for line in table.splitlines()}) == 1
