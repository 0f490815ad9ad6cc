"""Hidden information: what a player cannot know reaches neither observation nor mask, and is dealt anew by worlds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env import check, exodus_v0
from exodus_env.exodus import core
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import frames
from exodus_env.kit.kernel import COMPILED
from tests.position import Position

CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 2, "variant": "combat"},
    {"players": 3, "movement": "simultaneous", "turns": 2},
    {"players": 6, "movement": "reverse_turn_order", "ship_blocking": True, "turns": 2},
]
HIDDEN = [name for name, _, _, who, _ in FIELDS if who == "hidden"]
OWN = [name for name, _, _, who, _ in FIELDS if who == "own"]
FLOW = [name for name, _, _, who, _ in FIELDS if who == "flow"]
PUBLIC = [name for name, _, _, who, _ in FIELDS if who == "public"]


def positions(settings: dict[str, Any], decisions: int, every: int) -> Any:
    env = exodus_v0.env(**settings)
    rng = np.random.default_rng(1)
    env.reset(seed=4)
    for step in range(decisions):
        if any(env.terminations.values()):
            env.reset()
        if step % every == 0:
            yield env
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_mask_and_observation_are_the_same_in_every_world_the_viewer_holds_possible(settings: dict[str, Any]) -> None:
    for env in positions(settings, 2000 if COMPILED else 120, 7):
        viewer = env.agent_selection
        seen = env.last()[0]
        world = env.sample_world(viewer, seed=env.game[0].decisions)
        assert world.agent_selection == viewer
        assert np.array_equal(world.last()[0]["action_mask"], seen["action_mask"])
        for agent in env.agents:
            other = env.sample_world(agent, seed=env.game[0].decisions + 1)
            assert other.agent_selection == viewer
            assert np.array_equal(other.observe(agent)["observation"], env.observe(agent)["observation"]), agent


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_a_world_keeps_what_is_public_and_own_and_is_a_possible_state(settings: dict[str, Any]) -> None:
    changed = dict.fromkeys([*HIDDEN, *OWN], 0)
    for env in positions(settings, 1200 if COMPILED else 80, 5):
        seat = int(env.game[0].actor)
        before = env.game.tobytes()
        world = env.sample_world(env.agent_selection, seed=9)
        assert env.game.tobytes() == before, "sampling must not touch the true game"
        check(world.game, world.config)
        for name in PUBLIC:
            assert np.array_equal(world.game[0][name], env.game[0][name]), name
        for name in OWN:
            assert np.array_equal(world.game[0][name][seat], env.game[0][name][seat]), name
        for name in changed:
            changed[name] += int(not np.array_equal(world.game[0][name], env.game[0][name]))
    assert changed["rng_key"] > 0
    assert changed["political_deck"] > 0
    assert changed["resistance_deck"] > 0
    if COMPILED:
        assert changed["vote"] > 0
        assert changed["bid"] > 0
        assert changed["chosen"] > 0
        assert (changed["path"] > 0) == (settings.get("movement") == "simultaneous")


def test_worlds_go_on_differently_and_play_to_the_end() -> None:
    env = exodus_v0.env(players=4, turns=2)
    env.reset(seed=4)
    results = set()
    for seed in range(6 if COMPILED else 2):
        world = env.sample_world("player_1", seed=seed)
        rng = np.random.default_rng(0)
        while not any(world.terminations.values()):
            world.step(int(rng.choice(np.flatnonzero(world.last()[0]["action_mask"]))))
        results.add(world.game.tobytes())
    assert len(results) > 1
    again = [env.sample_world(1, seed=5).game.tobytes() for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize("settings", CONFIGURATIONS)
def test_another_players_secret_never_changes_an_observation(settings: dict[str, Any]) -> None:
    """Overwrite every hidden and every foreign field with other values: the viewer sees no difference."""
    for env in positions(settings, 600 if COMPILED else 60, 11):
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)["observation"].copy()
            other = env.clone()
            g = other.game[0]
            for name in HIDDEN:
                other.game[name] = 0
            for name in OWN:
                for player in range(len(g[name])):
                    if player != seat:
                        g[name][player] = 1 if name != "bid" else 37
            assert np.array_equal(other._view(seat), seen), agent


def test_cards_seen_going_under_a_deck_stay_where_they_are() -> None:
    env = exodus_v0.env(players=4)
    env.reset(seed=1)
    g = env.game[0]
    g.resistance_known[1] = 3
    for seed in range(5):
        world = env.sample_world(0, seed=seed).game[0]
        assert world.resistance_deck[1, :3].tolist() == g.resistance_deck[1, :3].tolist()
        assert sorted(world.resistance_deck[1]) == sorted(g.resistance_deck[1])
        assert world.resistance_deck[1].tolist() != g.resistance_deck[1].tolist()


def test_a_third_card_committed_or_declined_is_dealt_anew() -> None:
    """Whether another player plays a third card is as secret as which one."""
    p = Position(players=3)
    p.g.order[:3] = 0, 1, 2
    for player in range(3):
        p.learn(player, "master_politics")
    p.jump(frames.ACTION_STAGE).until("third_card", actor=2)
    for committed in (-1, 3):
        p.g.chosen[0] = committed
        seen = set()
        for seed in range(40):
            world = p.games.copy()
            core.redeal_as(world, 0, p.rules.tables, 2, seed)
            seen.add(int(world[0].chosen[0]))
        assert -1 in seen
        assert len(seen) > 2
