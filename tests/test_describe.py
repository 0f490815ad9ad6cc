"""`describe`: plain values, documented, and nothing in them or in the drawing that the viewer may not know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exodus_env import event_horizon_v0, exodus_v0, solitaire_v0, stronghold_v0
from exodus_env.exodus import core
from exodus_env.exodus.view.describe import VERSION
from exodus_env.kit.batch import copy_array
from exodus_env.kit.definition import ALL
from exodus_env.kit.kernel import COMPILED
from tests.module_scenes import SCENES, TEN, config_of, scenes
from tests.position import Position

PAGE = Path(__file__).parent.parent / "docs" / "DESCRIBE.md"
CONFIGURATIONS: dict[str, tuple[Any, dict[str, Any]]] = {
    "base": (exodus_v0, {"players": 4}),
    "secret orders": (exodus_v0, {"players": 3, "movement": "simultaneous", "turns": 3}),
    "everything": (exodus_v0, {"players": 6, "edge_of_extinction": True, "modules": TEN}),
    "stronghold": (stronghold_v0, {"players": 3}),
    "event horizon": (event_horizon_v0, {"players": 2, "modules": TEN}),
    "solitaire": (solitaire_v0, {"scenario": "secure_the_borders"}),
    "solitaire with cards": (solitaire_v0, {"scenario": "edge_of_the_void"}),
}


def positions(name: str, decisions: int, every: int) -> Iterator[Any]:
    """Environments in the course of random games."""
    module, settings = CONFIGURATIONS[name]
    env = module.env(**settings)
    rng = np.random.default_rng(3)
    env.reset(seed=5)
    for step in range(decisions):
        if any(env.terminations.values()):
            yield env
            env.reset()
        elif step % every == 0:
            yield env
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


def dealt_again(env: Any, viewer: int, seed: int) -> Any:
    """The game with everything else that the viewer cannot know."""
    world = env.rules.new_games(1)
    copy_array(env.game, world)
    core.ENTRIES.redeal_as(world, env.rules.tables, np.array([viewer]), np.array([seed]))
    return world[0]


def is_plain(value: Any) -> bool:
    """Whether a value is one that JSON has, of no subclass."""
    if type(value) is dict:
        return all(type(key) is str and is_plain(inner) for key, inner in value.items())
    if type(value) is list:
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, float, bool)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_a_description_is_plain_json(name: str) -> None:
    for env in positions(name, 1200 if COMPILED else 60, 90):
        for viewer in (None, 0, ALL):
            facts = env.rules.describe(env.game[0], viewer)
            assert is_plain(facts)
            assert json.loads(json.dumps(facts)) == facts
            assert (facts["version"], facts["game"], facts["viewer"]) == (VERSION, "exodus", viewer)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nothing_hidden_shows_in_description_or_drawing(name: str) -> None:
    """Whatever a viewer cannot know is dealt again: neither changes. A spectator knows less than any player."""
    changed = 0
    for step, env in enumerate(positions(name, 1200 if COMPILED else 60, 40)):
        rules, game = env.rules, env.game[0]
        spectator = rules.describe(game, None), rules.fragments(game, None)
        for viewer in range(env.config.players):
            other = dealt_again(env, viewer, step)
            assert rules.describe(other, viewer) == rules.describe(game, viewer)
            assert rules.fragments(other, viewer) == rules.fragments(game, viewer)
            assert (rules.describe(other, None), rules.fragments(other, None)) == spectator
            changed += rules.describe(other, ALL) != rules.describe(game, ALL)
    if COMPILED and rules.config.players > 1:
        assert changed > 0, "the players had no secrets, so nothing was tried"


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_nothing_hidden_shows_in_a_scene(scene: str) -> None:
    config = config_of(scene)
    env = Position(1, **config.to_dict())
    games, rules = scenes()[scene], env.rules
    for viewer in range(config.players):
        world = rules.new_games(1)
        copy_array(games, world)
        core.ENTRIES.redeal_as(world, rules.tables, np.array([viewer]), np.array([7]))
        for eyes in (viewer, None):
            assert rules.describe(world[0], eyes) == rules.describe(games[0], eyes)
            assert rules.fragments(world[0], eyes) == rules.fragments(games[0], eyes)


def test_secrets_are_told_to_their_owner_and_to_all_together() -> None:
    p = Position(2, players=3)
    p.until("vote")
    voter = p.actor
    p.do("political_card", 1)
    while p.actor == voter:
        p._play(int(np.flatnonzero(p.masks[0])[-1]))
    other = (voter + 1) % 3

    def secrets(viewer: Any) -> Any:
        return p.rules.describe(p.g, viewer)["players"][voter]["secrets"]

    assert secrets(voter)["vote"] == secrets(ALL)["vote"] == "B"
    assert secrets(other) is None
    assert secrets(None) is None


# The page -------------------------------------------------------------------------------------------------------------


def documented(page: str) -> dict[str, set[str]]:
    """The keys of every table of keys, by the heading above it."""
    found: dict[str, set[str]] = {}
    heading, of_keys = "", False
    for line in page.splitlines():
        if line.startswith("#"):
            heading, of_keys = line.lstrip("# "), False
        elif line.startswith("| key |"):
            of_keys = True
        elif line.startswith("| `") and of_keys:
            found.setdefault(heading, set()).update(re.findall(r"`(\w+)`", line.split("|")[1]))
    return found


def seen_keys(name: str, found: dict[str, set[str]]) -> None:
    """The keys of descriptions of a configuration, added by the heading they stand under."""
    for env in positions(name, 1500, 23):
        facts = env.rules.describe(env.game[0], ALL)
        parts: list[tuple[str, Any]] = [
            ("A position", facts),
            ("Setting and course", {**facts["setting"], **facts["course"]}),
            ("The map", facts["map"]),
            *(("Hexes", hex) for hex in facts["map"]["hexes"]),
            *(("Planets", hex["planet"]) for hex in facts["map"]["hexes"]),
            *(("Ships on the map", ship) for hex in facts["map"]["hexes"] for ship in hex["ships"]),
            *(("Players", player) for player in facts["players"]),
            *(("Blueprints", blueprint) for player in facts["players"] for blueprint in player["blueprints"]),
            *(("Secrets", player["secrets"]) for player in facts["players"]),
            ("Politics", facts["politics"]),
            *(("Market", space) for space in facts["market"]),
            ("Decks", facts["decks"]),
            ("Combat", facts["combat"]),
            ("Scenarios", facts["scenario"]),
            ("Decision", facts["decision"]),
        ]
        for heading, part in parts:
            found.setdefault(heading, set()).update(part or {})


@pytest.mark.skipif(not COMPILED, reason="takes whole games")
def test_every_key_is_documented_and_every_documented_key_exists() -> None:
    found: dict[str, set[str]] = {}
    for name in CONFIGURATIONS:
        seen_keys(name, found)
    assert documented(PAGE.read_text(encoding="utf-8").partition("\n## X-ODUS\n")[0]) == found
