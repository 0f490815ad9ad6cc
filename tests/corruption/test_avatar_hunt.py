"""Targets and ways of Avatars on random maps, against a version in plain Python [1002-1032, 738]."""

from functools import cache

import numpy as np
import pytest

from exodus_env.corruption import capacity as c
from exodus_env.corruption.rules import frames
from exodus_env.corruption.rules.phases import IN_ACTION_PHASE, IN_CORRUPTION_PHASE
from tests.corruption.maps import grow, scatter
from tests.corruption.plain_avatars import Hunt
from tests.corruption.position import Position

AVATARS = ("devourer", "hollow_king", "mirror")
POSITIONS = 36
FUTURES = 3  # each position is played on so often, with other chance


@cache
def random_hunt(seed: int) -> tuple[Position, int, np.random.Generator]:
    """A random map with ships and Avatars, some of them engaged; and the number of an Avatar that is not."""
    rng = np.random.default_rng(seed)
    p = Position(seed, players=4, hidden_from_avatars=bool(seed % 3 == 0), nightmare=bool(seed % 4 == 0))
    grow(p, rng, int(rng.integers(3, 20)))
    scatter(p, rng)
    hunter = len(AVATARS) - 1
    for number, name in enumerate(AVATARS):
        p.foe(name, int(rng.integers(p.g.systems)))
        if number < hunter:
            card = c.ENEMIES + number
            if rng.random() < 0.7:
                p.g.foe_slot[card] = p.g.slot[rng.integers(p.t.ships)]
            for ship in range(p.t.ships):
                p.g.engaged[ship] |= int(p.g.slot[ship] == p.g.foe_slot[card])
    for ship in range(p.t.ships):
        p.g.hidden[ship] = int(p.g.fleet[ship] == 0 and not p.g.engaged[ship] and seed % 6 == 0)
    while any(p.g.engaged[s] and p.g.slot[s] == p.g.foe_slot[c.ENEMIES + hunter] for s in range(p.t.ships)):
        p.g.foe_slot[c.ENEMIES + hunter] = rng.integers(p.g.systems)
    return p, hunter, rng


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_an_avatar_goes_where_the_plain_version_says_1008_1032(seed: int) -> None:
    p, hunter, rng = random_hunt(seed)
    position = p.games.copy()
    card = c.ENEMIES + hunter
    p.g.avatar_moves = rng.integers(-1, 3)
    hunting = bool(rng.random() < 0.7)
    aim = None if hunting else int(rng.integers(p.g.systems))
    face = int(rng.integers(1, 7))
    moves = max(0, int(p.t.avatar_steps[face - 1] + p.g.avatar_moves + p.t.nightmare * p.t.nightmare_moves))
    hunt = Hunt(p.g, p.t, hunter, moves, bool(p.t.avatar_wormhole[face - 1]))
    allowed = hunt.ends(aim)
    before = p.games.copy()
    for future in range(FUTURES):
        p.games[:] = before
        p.g.rng_key[1, 0] += future
        p.g.phase = IN_CORRUPTION_PHASE if seed % 2 else IN_ACTION_PHASE
        p.dice(face).jump(frames.AVATARS, 0, avatar=hunter, aim=0 if aim is None else aim + 1)
        end = int(p.g.foe_slot[card])
        assert end in allowed, f"from {hunt.start} to {end}, {sorted(allowed)} are allowed"
        for ship in range(p.t.ships):
            reached = ship in hunt.seen and p.g.slot[ship] == end
            assert p.g.engaged[ship] == int(reached or before[0].engaged[ship])
    p.games[:] = position


def test_the_random_positions_have_all_that_matters() -> None:
    found = set()
    for seed in range(POSITIONS):
        p, hunter, _ = random_hunt(seed)
        hunt = Hunt(p.g, p.t, hunter, 3, False)
        if hunt.free_entry:
            found.add("engaged Avatars")
        if len(hunt.held) == len(hunt.ships):
            found.add("all engaged")
        if len(hunt.seen) < len(hunt.ships):
            found.add("hidden")
        if any(len(fleet) > 1 for fleet in hunt.fleet.values()):
            found.add("Fleets")
        if len(hunt.targets()) > 1 or len(hunt.ends()) > 1:
            found.add("chance")
        if len({hunt.length(hunt.start, hunt.at[s])[0] for s in hunt.wanted()}) < len(set(hunt.at.values())):
            found.add("equally far")
    assert found >= {"engaged Avatars", "all engaged", "hidden", "Fleets", "equally far"}
