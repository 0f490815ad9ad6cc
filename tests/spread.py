"""Positions of every kind that play reaches, over a spread of configurations."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.rules import frames
from exodus_env.kit.flow import KIND
from tests.edge_scenes import scenes as edge_scenes
from tests.module_scenes import TEN
from tests.module_scenes import config_of as module_config
from tests.module_scenes import scenes as module_scenes
from tests.position import Position
from tests.rules.early import FIGHTER
from tests.rules.test_council import pass_card
from tests.test_edge_random_play import POLICIES as EDGE_POLICIES
from tests.test_random_play import MODULE_POLICIES, POLICIES, SCENARIO_POLICIES, Policy, prepare, quick, weights
from tests.test_scenarios import at_conversion, at_join, at_march, at_reward
from tests.test_solitaire_check import scenes as solitaire_scenes

# The configurations, and what their players are like.
GAMES: dict[str, tuple[dict[str, Any], tuple[Policy, ...]]] = {
    "base, 2 players": ({"players": 2, "dice_variant": True, "turns": 4}, POLICIES),
    "base, 4 players": ({"players": 4, "turns": 3}, POLICIES),
    "secret orders": ({"players": 3, "movement": "simultaneous", "variant": "combat"}, POLICIES[4:8]),
    "blocking": ({"players": 3, "ship_blocking": True, "movement": "reverse_turn_order", "turns": 2}, POLICIES[4:8]),
    "Event Horizon": ({"players": 4, "scenario": "event_horizon", "turns": 2, "content": quick()}, POLICIES),
    "Stronghold": ({"players": 3, "scenario": "stronghold", "turns": 5}, (*SCENARIO_POLICIES, POLICIES[1])),
    "all modules": ({"players": 3, "modules": TEN, "turns": 3}, (*MODULE_POLICIES, *POLICIES[1:3])),
    "Edge of Extinction": ({"players": 4, "edge_of_extinction": True, "turns": 3}, EDGE_POLICIES),
    "everything": (
        {"players": 3, "edge_of_extinction": True, "factions": "chosen", "modules": TEN, "turns": 2},
        (*EDGE_POLICIES[::2], *MODULE_POLICIES[4:7]),
    ),
    "solitaire": ({"players": 1, "scenario": "edge_of_the_void"}, (*EDGE_POLICIES[:2], POLICIES[1])),
}


def game(settings: dict[str, Any], policy: Policy, seed: int) -> Iterator[Position]:
    """Every position of a game of random legal choices; the players have what the policy says after set-up."""
    p = Position(seed, **settings)
    rng = np.random.default_rng(seed)
    ready = False
    while not p.g.over:
        if not ready and p.g.stage != frames.SETUP:
            prepare(p, policy, rng)
            ready = True
        yield p
        legal = np.flatnonzero(p.masks[0])
        p._play(int(rng.choice(legal, p=weights(p, policy, legal))))


def by_decision(name: str, games: int, each: int, first: int = 0) -> dict[str, list[Any]]:
    """Positions of some games of a configuration, at most `each` for every kind of decision and combat."""
    settings, policies = GAMES[name]
    rng = np.random.default_rng(first)
    found: dict[str, list[Any]] = {}
    met: dict[str, int] = {}
    for number in range(first, first + games):
        for p in game(settings, policies[number % len(policies)], number):
            frame = p.g.stack[p.g.depth - 1]
            kind = f"{p.decision} {frame[frames.COMBAT_KIND]}" if frame[KIND] == frames.COMBAT else p.decision
            kept = found.setdefault(kind, [])
            met[kind] = met.get(kind, 0) + 1
            if len(kept) < each:
                kept.append(p.games.copy())
            elif (place := int(rng.integers(met[kind]))) < each:
                kept[place] = p.games.copy()
    return found


def at_squadrons() -> Position:
    """In semi-co-operative play two players fight squadrons, and one assigns a hit."""
    p = Position(1, players=2, scenario="stronghold", mode="semi_coop", ask_forced=True)
    p.until("vote").before_council().remove_ships()
    hexagon = 1
    p.g.squadron[hexagon] = 2
    for player in range(2):
        p.place_ship(player, FIGHTER, hexagon)
        p.equip(player, FIGHTER, "laser_cannon", "laser_cannon")
    p.dice(*[6] * 2, *[1] * 20).jump(frames.COMBAT, hex=hexagon, lone=-1, kind=frames.AGAINST_SQUADRONS)
    assert p.decision == "hit"
    return p


def at_travel() -> Position:
    """A player with Cloaking has a ship that could hold a slower one, if it travels uncloaked."""
    p = Position(1, players=2, ship_blocking=True).until("vote").before_council().remove_ships().learn(0, "cloaking")
    p.equip(0, FIGHTER, "fusion_drive")
    for player in range(2):
        p.place_ship(player, FIGHTER, 1)
    p.jump(frames.CONQUEST).until("travel")
    return p


def at_orders() -> Position:
    """A fast ship is ordered to a hex that it could reach by another way as well."""
    p = Position(2, players=3, movement="simultaneous").until("order")
    ship = int(np.flatnonzero(p.g.ship_hex[p.actor] >= 0)[0])
    fastest = max((u for u in p.rules.content.upgrades if u.sort == "drive"), key=lambda u: u.strength)
    p.learn(p.actor, *([fastest.technology] if fastest.technology else []))
    p.equip(p.actor, int(p.t.ship_class[ship]), fastest.id).refresh()
    for one in range(p.t.neighbour.shape[1]):
        other, source = (one + 1) % p.t.neighbour.shape[1], int(p.g.ship_hex[p.actor, ship])
        by = [int(p.t.neighbour[source, step]) for step in (one, other)]
        if min(by) >= 0 and p.t.neighbour[by[0], other] >= 0:
            p.g.path[p.actor, ship, :2] = one + 1, other + 1
            return p
    raise AssertionError("there are no two ways")


@cache
def scenes() -> dict[str, tuple[Any, GameConfig]]:
    """Positions made by hand, for what play seldom reaches; those that are over are left out."""
    found = {f"module {name}": (games, module_config(name)) for name, games in module_scenes().items()}
    found |= {f"edge {name}": scene for name, scene in edge_scenes().items()}
    found |= {f"alone {name}": scene for name, scene in solitaire_scenes().items()}
    made = {"march": at_march(), "join": at_join(), "reward": at_reward()}
    made["repeal"] = pass_card("repeal", laws=("central_bank_charter", "deep_core_licence", "border_patrols"))
    made |= {"squadrons": at_squadrons(), "orders": at_orders(), "travel": at_travel()}
    made |= {"pay": at_conversion(1), "gain": at_conversion(0)}
    found |= {f"scenario {name}": (p.games, p.rules.config) for name, p in made.items()}
    return {name: (games, config) for name, (games, config) in found.items() if not games[0].over}
