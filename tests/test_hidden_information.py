"""Hidden information: what a player cannot know reaches neither observation nor mask, and is dealt anew by worlds."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from exodus_env import check, event_horizon_v0, exodus_v0, stronghold_v0
from exodus_env.exodus import core
from exodus_env.exodus.check import broken
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.choices import BID_STEP, D_CORRUPT
from exodus_env.kit.batch import LOOK, copy_array
from exodus_env.kit.flow import KIND
from exodus_env.kit.kernel import COMPILED
from tests.module_scenes import SCENES, TEN, config_of, scenes, turn_up
from tests.position import Position

CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 4},
    {"players": 2, "variant": "combat"},
    {"players": 3, "movement": "simultaneous", "turns": 2},
    {"players": 6, "movement": "reverse_turn_order", "ship_blocking": True, "turns": 2},
    {"players": 3, "modules": TEN, "map": "minimal", "turns": 2},
    {"players": 5, "modules": TEN, "movement": "simultaneous", "turns": 2},
]
SCENARIO_CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 3, "scenario": "stronghold", "turns": 3},
    {"players": 3, "scenario": "stronghold", "mode": "semi_coop", "modules": TEN - {"M6"}, "turns": 2},
    {"players": 1, "scenario": "stronghold", "mode": "solo", "turns": 3},
    {"players": 2, "scenario": "event_horizon", "modules": TEN, "turns": 2},
]
EXPANSION_CONFIGURATIONS: list[dict[str, Any]] = [
    {"players": 4, "edge_of_extinction": True, "turns": 2},
    {"players": 3, "edge_of_extinction": True, "modules": TEN, "map": "minimal", "turns": 2, "factions": "chosen"},
    {"players": 2, "edge_of_extinction": True, "movement": "simultaneous", "modules": ("M4",), "turns": 2},
    {"players": 3, "edge_of_extinction": True, "scenario": "stronghold", "turns": 2},
]
ENVIRONMENTS: dict[str, Any] = {"none": exodus_v0, "stronghold": stronghold_v0, "event_horizon": event_horizon_v0}
HIDDEN = [name for name, _, _, who, _ in FIELDS if who == "hidden"]
OWN = [name for name, _, _, who, _ in FIELDS if who == "own"]
# Decks of which everybody knows which cards are left, since all others have been seen, and how many.
OPEN_DECKS = {
    "political_deck": "political_left",
    "resistance_deck": "resistance_left",
    "outpost_deck": "outpost_left",
}
FLOW = [name for name, _, _, who, _ in FIELDS if who == "flow"]
PUBLIC = [name for name, _, _, who, _ in FIELDS if who == "public" and name != "planet"]  # see `known_planets`


def known_planets(g: Any, seat: int) -> Any:
    """The hexes of which a player knows what is there."""
    known = g.face_down == 0
    for hexagon in (g.look[seat], g.look_second[seat]):
        if hexagon >= 0:
            known[hexagon] = True
    return known


def positions(settings: dict[str, Any], decisions: int, every: int) -> Any:
    env = ENVIRONMENTS[settings.get("scenario", "none")].env(**settings)
    rng = np.random.default_rng(1)
    env.reset(seed=4)
    for step in range(decisions):
        if any(env.terminations.values()):
            env.reset()
        if step % every == 0:
            yield env
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


@pytest.mark.parametrize("settings", [*CONFIGURATIONS, *SCENARIO_CONFIGURATIONS, *EXPANSION_CONFIGURATIONS])
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
    changed = dict.fromkeys([*HIDDEN, *OWN, "planet"], 0)
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
        known = known_planets(env.game[0], seat)
        assert np.array_equal(world.game[0].planet[known], env.game[0].planet[known])
        up = env.game[0].outpost_up == 1
        assert np.array_equal(world.game[0].outpost[up], env.game[0].outpost[up])
        for name in changed:
            changed[name] += int(not np.array_equal(world.game[0][name], env.game[0][name]))
    assert changed["rng_key"] > 0
    assert changed["political_deck"] > 0
    assert changed["resistance_deck"] > 0
    for name in ("planet", "outpost_pile", "outpost_deck", "event_deck", "leader_offer"):
        assert (changed[name] > 0) == ("modules" in settings), name
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


@pytest.mark.parametrize("settings", [*CONFIGURATIONS, *SCENARIO_CONFIGURATIONS, *EXPANSION_CONFIGURATIONS])
def test_another_players_secret_never_changes_an_observation(settings: dict[str, Any]) -> None:
    """Overwrite every hidden and every foreign field with other values: the viewer sees no difference."""
    for env in positions(settings, 600 if COMPILED else 60, 11):
        for seat, agent in enumerate(env.agents):
            seen = env.observe(agent)["observation"].copy()
            other = env.clone()
            g = other.game[0]
            up = g.outpost_up == 1
            for name in HIDDEN:
                if name in OPEN_DECKS:
                    turn_over(g, name)
                elif name not in ("foe_offer", "foe_chosen") or seat != acting_for_resistance(g, env.rules.t):
                    other.game[name] = np.where(up, g.outpost, 0) if name == "outpost" else 0
            g.planet[~known_planets(g, seat)] = 0
            for name in OWN:
                if name == "vote" and g.decision == D_CORRUPT:
                    continue  # votes are shown
                for player in range(len(g[name])):
                    if player != seat and (name != "combat_chosen" or g.combat_chosen[player] >= 0):
                        g[name][player] = 1 if name != "bid" else 37
            assert np.array_equal(other._view(seat), seen), agent


def turn_over(g: Any, name: str) -> None:
    """Put the cards of a deck that nobody knows the order of into the opposite order."""
    decks, left = np.atleast_2d(g[name]), np.atleast_1d(g[OPEN_DECKS[name]])
    for number, deck in enumerate(decks):
        known = int(g.resistance_known[number]) if name == "resistance_deck" else 0
        deck[known : left[number]] = deck[known : left[number]][::-1].copy()


def acting_for_resistance(g: Any, t: Any) -> int:
    """The player who may know the cards drawn for the Resistance."""
    for frame in g.stack[: int(g.depth)]:
        if (
            frame[KIND] == frames.COMBAT
            and frame[frames.COMBAT_KIND] == frames.ORDINARY
            and frame[frames.COMBAT_LONE] >= 0
            and t.players > 1
        ):
            return int((frame[frames.COMBAT_LONE] + 1) % t.players)
    return -1


def dealt_anew(games: Any, rules: Any, viewer: int, seed: int) -> Any:
    """A world of a viewer."""
    world = rules.new_games(1)
    copy_array(games, world)
    core.ENTRIES.redeal_as(world, rules.tables, np.array([viewer]), np.array([seed]))
    return world


def assert_same_worlds(games: Any, rules: Any, viewers: Iterable[int], seed: int) -> None:
    """The game, and a world that a viewer cannot tell from it, give the same worlds byte by byte."""
    for viewer in viewers:
        other = dealt_anew(games, rules, viewer, seed + 1000)
        other[0].decisions += 5  # others may have given more orders
        for further in (seed, seed + 1, 2**40 + seed):
            ours, theirs = (dealt_anew(source, rules, viewer, further) for source in (games, other))
            if ours.tobytes() != theirs.tobytes():
                differ = [name for name, *_ in FIELDS if not np.array_equal(ours[0][name], theirs[0][name])]
                pytest.fail(f"player {viewer} can tell by {', '.join(differ)}")


@pytest.mark.parametrize("settings", [*CONFIGURATIONS, *SCENARIO_CONFIGURATIONS, *EXPANSION_CONFIGURATIONS])
def test_worlds_depend_on_what_the_viewer_may_know_alone(settings: dict[str, Any]) -> None:
    for step, env in enumerate(positions(settings, 2000 if COMPILED else 60, 11)):
        actor = int(env.game[0].actor)
        assert_same_worlds(env.game, env.rules, {actor, step % env.config.players}, step)


@pytest.mark.parametrize("scene", sorted(SCENES))
def test_worlds_of_a_scene_depend_on_what_the_viewer_may_know_alone(scene: str) -> None:
    config = config_of(scene)
    p = Position(1, **config.to_dict())
    assert_same_worlds(scenes()[scene], p.rules, range(config.players), 3)


@pytest.mark.parametrize(
    ("decisions", "settings"),
    [
        (("vote", "vote_fifties", "vote_bid"), {}),
        (("vote",), {"scenario": "stronghold"}),
        (("election_fifties", "election_bid"), {}),
        (("action_card",), {}),
        (("third_card",), {}),
        (("order",), {"movement": "simultaneous"}),
        (("order",), {"movement": "simultaneous", "modules": TEN}),
        (("leader",), {"modules": ("M10",)}),
        (("look",), {"modules": ("M4",)}),
        (("planet_type", "planet_space"), {"modules": ("M4", "M5", "M10")}),
    ],
)
def test_worlds_with_secrets_pending_depend_on_what_the_viewer_may_know_alone(
    decisions: tuple[str, ...], settings: dict[str, Any]
) -> None:
    """One player after the other commits something: nobody else can tell what."""
    p = Position(2, players=3, **settings)
    if "vote_fifties" in decisions or "election_fifties" in decisions:
        p.until("vote" if "vote" in decisions else "propose_bonus").g.resource[:3, CP] = BID_STEP + 10
        p.refresh()
    if "third_card" in decisions:
        for player in range(3):
            p.learn(player, "master_politics")
        p.refresh()
    rng = np.random.default_rng(1)
    p.until(decisions[0])
    asked = set()
    while p.decision in decisions:
        asked.add((p.decision, p.actor))
        assert_same_worlds(p.games, p.rules, range(3), len(asked))
        p._play(int(rng.choice([action for action in np.flatnonzero(p.masks[0]) if not p.is_aside(action)])))
    assert {decision for decision, _ in asked} == set(decisions)
    assert {player for _, player in asked} == {0, 1, 2}


@pytest.mark.parametrize("settings", [{}, {"scenario": "stronghold"}, {"edge_of_extinction": True}])
def test_nobody_can_tell_who_abstained(settings: dict[str, Any]) -> None:
    """Whatever a player has committed, others see the same, are asked the same, and think of the same worlds."""
    seen: list[list[Any]] = []
    for vote in (None, 0, 1):
        p = Position(2, players=3, **settings).until("vote")
        first = p.actor
        p.decline() if vote is None else p.do("political_card", vote)
        shown: list[Any] = []
        while p.decision in ("vote", "vote_fifties", "vote_bid"):
            shown.append((p.actor, p.decision, p.masks.tobytes()))
            for viewer in {0, 1, 2} - {first}:
                shown.append(seen_by(p, viewer).tobytes())
                shown += [world.tobytes() for world in worlds(p, viewer, 5)]
            p.do("political_card", 0) if p.decision == "vote" else p.default()
        seen.append(shown)
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("decision", ["vote", "vote_bid", "election_bid", "action_card"])
def test_a_card_used_before_a_secret_choice_tells_nothing_of_others(decision: str) -> None:
    """What was committed stays hidden while a card of another player, here with a Mining, comes between."""
    seen: list[list[Any]] = []
    for number in range(2):
        p = Position(2, players=3).until(decision)
        first = p.actor
        second, card = int(p.g.order[1]), p.index("resistance_cards", "watcher")
        p.g.resistance_owner[card] = second
        planets = [h for h in range(p.t.hexes) if p.t.home_of[h] < 0 and p.g.planet[h] >= 0]
        p.settle(next(h for h in planets if p.t.planet_resource[p.g.planet[h]] > 0), second, 1)
        p.g.counter[:] = 0
        p.refresh()
        p._play([int(action) for action in np.flatnonzero(p.masks[0]) if not p.is_aside(action)][-1 - number])
        p.until(decision, second).do("resistance_card", card)
        assert p.decision == "mine" and p.actor == second != first
        seen.append([world.tobytes() for world in worlds(p, p.actor, 5)])
    assert seen[0] == seen[1]


def test_in_some_worlds_others_have_abstained() -> None:
    p = Position(2, players=3).until("vote")
    first = p.actor
    p.do("political_card", 0)
    while p.actor == first:
        p.default()
    assert {int(world[0].vote[first]) for world in worlds(p, p.actor)} == {-1, 0, 1, 2}
    assert {int(world[0].vote[first]) for world in worlds(p, first)} == {0}


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
            core.ENTRIES.redeal_as(world, p.rules.tables, np.array([2]), np.array([seed]))
            seen.add(int(world[0].chosen[0]))
        assert -1 in seen
        assert len(seen) > 2


@pytest.mark.parametrize("decision", ["vote", "election_bid", "action_card"])
def test_what_others_committed_is_dealt_anew_while_an_upgrade_is_moved(decision: str) -> None:
    """A decision put off for an aside is still under way: others' votes, bids and cards stay secret."""
    p = Position(2, players=3, ask_forced=True)
    p.g.order[:3] = 0, 1, 2
    p.g.resource[:3, CP] = 9
    p.refresh()
    stage = frames.ACTION_STAGE if decision == "action_card" else frames.COUNCIL
    p.jump(stage).until(decision, actor=2)
    p.do("move_upgrade", *next(iter(p.legal("move_upgrade"))))
    assert p.decision == "upgrade_from"
    field = {"vote": "vote", "election_bid": "bid", "action_card": "chosen"}[decision]
    assert len({int(world[0][field][0]) for world in worlds(p, 2, 40)}) > 2
    assert len({int(world[0][field][0]) for world in worlds(p, 0, 40)}) == 1


# Modules of Event Horizon ---------------------------------------------------------------------------------------------

WORLDS = 300
SETTINGS: dict[str, Any] = {"players": 3, "map": "minimal", "turns": 2, "modules": TEN}


def worlds(p: Position, viewer: int, count: int = WORLDS) -> list[Any]:
    """Records of worlds a player considers possible."""
    found = []
    for seed in range(count):
        games = p.games.copy()
        core.ENTRIES.redeal_as(games, p.rules.tables, np.array([viewer]), np.array([seed]))
        found.append(games)
    return found


def seen_by(p: Position, viewer: int) -> Any:
    """A player's observation."""
    observation = np.zeros((1, p.rules.observations.size), np.float32)
    core.ENTRIES.observe_as(p.games, 0, p.rules.tables, viewer, observation)
    return observation[0]


def looked(seed: int = 1) -> Position:
    """A game in turn 1, in which the first player in turn order looked at a hex and the others declined."""
    p = Position(seed, **SETTINGS).until("look")
    p.do("look", min(p.legal("look"))[0])
    return p.until("vote")


def share(count: int, part: float) -> tuple[float, float]:
    """Bounds no share of so many worlds leaves by chance."""
    slack = 5 * (part * (1 - part) / count) ** 0.5
    return part - slack, part + slack


@pytest.mark.parametrize("scene", sorted(SCENES - {"over"}))
def test_a_scene_looks_the_same_in_every_world(scene: str) -> None:
    config = config_of(scene)
    p = Position(1, **config.to_dict())
    p.games[:] = scenes()[scene]
    p._play(LOOK)
    mask, views = p.masks.copy(), [seen_by(p, viewer) for viewer in range(config.players)]
    for viewer in range(config.players):
        for games in worlds(p, viewer, 4):
            assert broken(games, config) == []
            world = Position(1, **config.to_dict())
            world.games[:] = games
            world._play(LOOK)
            assert np.array_equal(seen_by(world, viewer), views[viewer]), viewer
            assert viewer != p.actor or np.array_equal(world.masks, mask)


def test_only_who_looked_sees_what_is_under_a_hex() -> None:
    p = looked()
    player, hexagon = int(p.g.order[0]), int(p.g.look.max())
    before = [seen_by(p, viewer) for viewer in range(3)]
    mask = p.masks.copy()
    pool = p.t.planet_pool[p.g.planet[hexagon]]
    others = [int(x) for x in np.flatnonzero(p.t.planet_pool[: p.t.planets] != 0) if x not in p.g.planet]
    different = 0
    for planet in others:
        p.g.planet[hexagon] = planet
        p._play(LOOK)
        assert np.array_equal(p.masks, mask)
        after = [seen_by(p, viewer) for viewer in range(3)]
        different += not np.array_equal(after[player], before[player])
        if p.t.planet_pool[planet] != pool:
            assert not np.array_equal(after[player], before[player])
        for viewer in set(range(3)) - {player}:
            assert np.array_equal(after[viewer], before[viewer]), "another player's look is secret"
    assert different > len(others) // 2
    for hidden in set(np.flatnonzero(p.g.face_down)) - {hexagon}:
        was, p.g.planet[hidden] = int(p.g.planet[hidden]), others[0]
        assert [seen_by(p, viewer).tolist() for viewer in range(3)] == [view.tolist() for view in after]
        p.g.planet[hidden] = was


def test_every_planet_that_could_be_under_a_hex_is_there_in_some_world() -> None:
    p = looked()
    g, t = p.g, p.t
    down = [int(h) for h in np.flatnonzero(g.face_down)]
    assert len(down) == 9
    for viewer in g.order[:2].tolist():  # one who looked, and one who did not
        own = int(g.look[viewer])
        unknown = [h for h in down if h != own]
        fixed = {int(x) for h, x in enumerate(g.planet[: t.hexes]) if h not in unknown}
        left = t.map_planets - np.bincount(t.planet_pool[[x for x in fixed if x >= 0]], minlength=5)
        possible = {x for x in range(t.planets) if left[t.planet_pool[x]] > 0 and t.planet_pool[x] and x not in fixed}
        dealt = np.array([games[0].planet[: t.hexes] for games in worlds(p, viewer)])
        assert own < 0 or (dealt[:, own] == g.planet[own]).all(), "what the viewer has seen stays"
        assert set(dealt[:, unknown].reshape(-1).tolist()) == possible
        wild = (t.home_of[: t.hexes] < 0) & (np.arange(t.hexes) != t.centre_hex)
        for planets in dealt:
            assert len(set(planets.tolist())) == t.hexes
            assert np.array_equal(np.bincount(t.planet_pool[planets[wild]], minlength=5), t.map_planets)
        for hexagon in unknown:  # pools as likely in every hex, and planets within a pool
            found = np.bincount(t.planet_pool[dealt[:, hexagon]], minlength=5) / len(dealt)
            for pool in range(1, 5):
                low, high = share(len(dealt), left[pool] / len(unknown))
                assert low <= found[pool] <= high, (hexagon, pool)
        for pool in range(1, 5):
            kinds = [x for x in possible if t.planet_pool[x] == pool]
            for planet in kinds:
                low, high = share(len(dealt), left[pool] / len(kinds))
                assert low <= (dealt[:, unknown] == planet).any(axis=1).mean() <= high, planet


def test_a_map_that_is_not_dealt_yet_is_another_in_every_world() -> None:
    """With new planets players decide before the map is laid out: nobody can know it then."""
    p = Position(1, **SETTINGS)
    assert p.decision == "planet_type"
    maps = set()
    for games in worlds(p, p.actor, 8):
        world = Position(1, **SETTINGS)
        world.games[:] = games
        world._play(LOOK)
        while world.decision in ("planet_type", "planet_space"):
            world.default()
        maps.add(tuple(world.g.planet.tolist()))
    assert len(maps) == 8


def test_a_map_that_is_half_laid_out_is_another_in_every_world() -> None:
    """While players place their planets what lies face down is unknown; those planets and their spaces stay."""
    p = Position(1, **SETTINGS)
    for kind in (0, 2):
        p.do("planet_type", kind)
    p.until("planet_space")
    p.do("planet_space", int(p.t.start_space[p.actor, 0]))
    assert p.decision == "planet_space"
    g, t = p.g, p.t
    down = g.face_down[: t.hexes] == 1
    free = t.start_space[p.actor]
    maps = set()
    for viewer in range(3):
        for games in worlds(p, viewer, 8):
            planet = games[0].planet[: t.hexes]
            assert np.array_equal(planet[~down], g.planet[: t.hexes][~down])
            assert (planet[free] == -1).all() and (planet[down] >= 0).all()
            assert np.array_equal(games[0].given_planet, g.given_planet)
            assert broken(games, p.rules.config) == []
            maps.add(tuple(planet.tolist()))
    assert len(maps) == 8, "nobody knows more than the others"


def test_face_down_outposts_are_dealt_anew_and_others_stay() -> None:
    p = Position(3, players=3, map="minimal", turns=2, modules=("M3",)).until("move")
    there = [int(h) for h in np.flatnonzero(p.g.outpost_there)]
    turn_up(p.g, there[0], 3)
    views = [seen_by(p, viewer) for viewer in range(3)]
    kinds = np.bincount(np.concatenate([p.g.outpost, p.g.outpost_pile]), minlength=4)
    dealt = []
    for games in worlds(p, 1):
        g = games[0]
        assert g.outpost[there[0]] == 3
        assert np.array_equal(g.outpost > 0, p.g.outpost > 0)
        assert np.array_equal(np.bincount(np.concatenate([g.outpost, g.outpost_pile]), minlength=4), kinds)
        dealt.append(g.outpost[there[1:]].copy())
    for kind in (1, 2, 3):
        low, high = share(WORLDS, (kinds[kind] - (kind == 3)) / (kinds[1:].sum() - 1))
        for column in np.array(dealt).T:
            assert low <= (column == kind).mean() <= high
    for hexagon in there[1:]:
        for kind in (1, 2, 3):
            p.g.outpost[hexagon] = kind
            assert all(np.array_equal(seen_by(p, viewer), views[viewer]) for viewer in range(3))


def test_outpost_cards_and_events_come_in_another_order() -> None:
    p = looked()
    p.g.outpost_left[1] -= 2  # some are won
    p.g.outpost_held[0, p.g.outpost_deck[1, p.g.outpost_left[1] :][:2]] += 1
    p.g.outpost_deck[1, p.g.outpost_left[1] :] = -1
    decks = [p.g.outpost_deck[0], p.g.outpost_deck[1], p.g.event_deck]
    tops: list[set[int]] = [set(), set(), set()]
    for games in worlds(p, 0):
        g = games[0]
        for deck, found, top in zip(decks, (g.outpost_deck[0], g.outpost_deck[1], g.event_deck), tops):
            left = int((deck >= 0).sum())
            assert sorted(found.tolist()) == sorted(deck.tolist())
            assert (found[:left] >= 0).all()
            top.add(int(found[left - 1]))
    for deck, top in zip(decks, tops):
        assert top == {int(x) for x in deck if x >= 0}


def test_leaders_others_choose_from_or_refused_are_dealt_anew() -> None:
    p = Position(1, players=4, modules=("M10",))
    refused = max(p.legal("leader"))[0]
    p.do("leader", min(p.legal("leader"))[0])
    first, actor = int(p.g.order[0]), p.actor
    assert p.decision == "leader"
    assert p.g.leader_refused[first] == refused
    views = [seen_by(p, viewer) for viewer in range(4)]
    for viewer in range(4):
        own = set(p.g.leader_offer[viewer].tolist()) | {int(p.g.leader_refused[viewer])}
        seen: set[int] = set()
        for games in worlds(p, viewer, 150):
            g = games[0]
            assert np.array_equal(g.leader, p.g.leader)
            assert np.array_equal(g.leader_offer[viewer], p.g.leader_offer[viewer])
            assert g.leader_refused[viewer] == p.g.leader_refused[viewer]
            others = {*g.leader_offer.reshape(-1).tolist(), *g.leader_refused.tolist()} - own - {-1}
            assert len(others) == 7 - len(own - {-1}), "two for each who is to choose, and the one that was refused"
            seen |= others
        assert seen == set(range(p.t.leaders)) - own - {int(p.g.leader[first])}
    p.g.leader_refused[first] = p.g.leader_offer[actor, 0] = 0
    p.g.leader_offer[actor, 1] = 1
    for viewer in range(4):
        assert np.array_equal(seen_by(p, viewer), views[viewer]) == (viewer not in (first, actor))


def test_orders_that_are_carried_out_are_not_followed_again() -> None:
    p = Position(1, **config_of("revealed").to_dict())
    p.games[:] = scenes()["revealed"]
    assert not p.g.path.any(), "one hex was ordered, and the ships are there"
    block = next(block for block in p.rules.observations.blocks if block.name == "own_order_hex")
    for viewer in range(3):
        marked = seen_by(p, viewer)[block.start : block.start + block.size].reshape(block.shape)
        turned = p.t.turned_hex[viewer]
        there = [(ship, int(turned[h])) for ship, h in enumerate(p.g.ship_hex[viewer]) if h >= 0]
        assert [tuple(x) for x in np.argwhere(marked).tolist()] == there
