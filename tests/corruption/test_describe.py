"""Every key of a description of X-ODUS is in docs/DESCRIBE.md, and every key there exists."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from exodus_env import corruption_v0
from exodus_env.kit.kernel import COMPILED
from tests.corruption.position import Position
from tests.test_describe import PAGE, documented

GAMES = ({"players": 4}, {"players": 1, "difficulty": "hardened"})


def positions() -> list[dict[str, Any]]:
    """Descriptions of positions in random games, and of a roll, a fight and an Exploration."""
    found = []
    for settings in GAMES:
        env = corruption_v0.env(**settings)
        rng = np.random.default_rng(3)
        for seed in range(8):
            env.reset(seed=seed)
            step = 0
            while not any(env.terminations.values()):
                g = env.game[0]
                if step % 9 == 0 or g.card >= 0 or (g.face >= 0).any() or (g.damaged > 0).any():
                    found.append(env.rules.describe(g, None))
                env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
                step += 1
    at = Position()
    at.g.damaged[0, 2] = 1
    at.g.module[1, 0] = 4
    found.append(at.rules.describe(at.g, None))
    return found


def parts(facts: dict[str, Any]) -> list[tuple[str, Any]]:
    """The parts of a description by the headings they are documented under."""
    systems, ships, avatars = facts["map"]["systems"], facts["ships"], facts["avatars"]
    allies = [system["ally"] for system in systems if system["ally"]]
    foes = [foe for system in systems for foe in system["foes"]]
    return [
        ("Parts", facts),
        ("Setting and course of X-ODUS", {**facts["setting"], **facts["course"]}),
        *(("Systems", part) for part in (facts["map"], *systems, *allies)),
        *(("Enemies and Avatars", foe) for foe in (*foes, *avatars)),
        *(("Ships", part) for ship in ships for part in (ship, *ship["damaged"])),
        *(("Ship mats", ship["mat"]) for ship in ships),
        *(("Mods", mod) for ship in ships for mod in ship["mods"]),
        *(("Modules", module) for ship in ships for module in ship["modules"]),
        *(("Modules", module) for ally in allies for module in ally["display"]),
        *(("Keys and Signals", part) for key in facts["keys"] for part in (key, key["signal"])),
        ("Decks of X-ODUS", facts["decks"]),
        *(("Under way", die) for die in facts["dice"]),
        *(("Under way", facts[name]) for name in ("roll", "combat", "exploration")),
        ("Decision of X-ODUS", facts["decision"]),
    ]


# Keys of lists and dictionaries within a row of the page, which stand in its text.
WITHIN = {
    "Systems": {"name", "display", "service"},
    "Ships": {"slot", "used", "kind", "name", "cards", "words"},
    "Under way": {"manoeuvre", "words", "taken"},
}


@pytest.mark.skipif(not COMPILED, reason="takes whole games")
def test_every_key_of_x_odus_is_documented_and_every_documented_key_exists() -> None:
    told = documented(PAGE.read_text(encoding="utf-8").partition("\n## X-ODUS\n")[2])
    found: dict[str, set[str]] = {}
    for facts in positions():
        json.dumps(facts)
        for heading, part in parts(facts):
            found.setdefault(heading, set()).update(part or {})
    within = {heading: keys - WITHIN.get(heading, set()) for heading, keys in found.items()}
    assert within == {heading: keys - WITHIN.get(heading, set()) for heading, keys in told.items()}
