"""No two situations that differ for the player who decides look the same to that player.

Games branch: from one position several choices are taken, with the same and with other dice, and played on alike. What
an actor may know of each position (a world dealt from it, which depends on nothing else) must follow from observation
and mask. What does not is listed: MEANINGLESS differences make none for the actor, KNOWN_GAPS do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import FIELDS
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.frame_declarations import FRAMES
from exodus_env.exodus.rules.stages import council
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.flow import KIND, STEP
from exodus_env.kit.kernel import COMPILED
from exodus_env.kit.players import dealt
from tests.branching import Alike, Effort, Found, branched
from tests.position import DECISION_NAMES
from tests.spread import GAMES, by_decision, scenes
from tests.test_complete_observations import EXCEPTIONS
from tests.test_hidden_information import HIDDEN, OWN, known_planets

# What is no part of a situation: dice to come, and what happened since the last decision, for stories.
NO_PART = ("rng_key", "rng_counter", "scripted", "scripted_count", "decisions", "log", "log_count")
IN_ANY_ORDER = ("proposal", "barrier")  # as EXCEPTIONS says
# Columns of frames that hold something of no use any more in a decision.
MEANINGLESS: dict[tuple[str, str], str] = {
    ("battle", "conquest.hex"): "the hex of the battle before",
    ("copy_technology", "combat.round"): "the round of a combat that is over",
    ("window", "upkeep.place"): "whose window it is; scenes change the turn order by hand",
    ("upgrade", "perform.upgrade"): "the upgrade that took the place of another before",
    ("upgrade", "perform.class"): "the class an upgrade went on before",
}
# Steps of a Council that still has the slot of the card that has passed and is done with.
SETTLED = (council.LAY_OUT, council.PROPOSE, council.TAKE, council.BID, council.SHOW_BIDS, council.SEAT)
# What differs for the actor and is not seen yet: fields, columns of frames (frame.column), hidden decks as far as they
# are known. "interrupted": what is put off by a choice that comes between, with all frames below it.
KNOWN_GAPS: dict[str, str] = {}

# Branches -------------------------------------------------------------------------------------------------------------


def every_root(effort: Effort) -> Iterator[tuple[GameConfig, list[Any]]]:
    """Positions to branch, by configuration."""
    for name, (settings, _) in GAMES.items():
        found = by_decision(name, effort.games, effort.each)
        yield GameConfig(**settings), [games for kept in found.values() for games in kept]
    by_hand: dict[GameConfig, list[Any]] = {}
    for games, config in scenes().values():
        by_hand.setdefault(config, []).append(games)
    yield from by_hand.items()


# What an actor may know -----------------------------------------------------------------------------------------------


def contexts(rules: Ruleset, games: Any, actors: Any) -> Any:
    """What the actors may know: a world of each, always of the same seed, without what means nothing to them."""
    worlds = dealt(rules, games, actors, np.zeros(len(games), np.int64))
    for name in (*NO_PART, *(name for name in EXCEPTIONS if name in worlds.dtype.names)):
        worlds[name] = 0
    for name in IN_ANY_ORDER:
        worlds[name].sort(axis=1)
    rows = np.arange(len(games))
    worlds["cloaked"][~with_ships(worlds)] = 0
    for name in OWN:
        own = worlds[name][rows, actors].copy()
        worlds[name] = 0
        worlds[name][rows, actors] = own
    return worlds


def with_ships(worlds: Any) -> Any:
    """By game, player and hex: whether the player has ships there."""
    found = np.zeros((*worlds["cloaked"].shape[:2], worlds["cloaked"].shape[2] + 1), bool)
    places = np.indices(worlds["ship_hex"].shape)
    found[places[0], places[1], worlds["ship_hex"]] = True  # those in the supply in a place beside the map
    return found[:, :, :-1]


def nested(world: Any) -> tuple[bytes, list[Any]]:
    """What is put off by a choice that comes between, if anything, and the frames since then."""
    stack = world.stack[: world.depth].copy()
    for frame in stack:
        if frame[KIND] == frames.COUNCIL and frame[STEP] in SETTLED:
            frame[frames.COUNCIL_SLOT] = 0
    since = max((i + 1 for i, frame in enumerate(stack) if frame[KIND] == frames.INTERRUPTED), default=0)
    return stack[:since].tobytes(), list(stack[since:])


def differences(one: Any, other: Any, actor: int) -> set[str]:
    """What differs for an actor between two contexts."""
    found = set()
    for name, *_ in FIELDS:
        if name in ("stack", "depth", "lastings"):
            continue  # frames are compared below; the length of a list differs with the list
        if name == "planet":
            known = known_planets(one, actor) & known_planets(other, actor)
            if not np.array_equal(one.planet[known], other.planet[known]):
                found.add(name)
        elif not np.array_equal(one[name], other[name]):
            found.add(name)
    decision = DECISION_NAMES[one.decision]
    found |= {name for name in nesting(one, other) if (decision, name) not in MEANINGLESS}
    open_ = found - set(HIDDEN)
    return open_ or found  # decks follow from the rest, unless nothing else differs


def nesting(one: Any, other: Any) -> set[str]:
    """Columns of frames that differ, as frame.column."""
    below, above = zip(nested(one), nested(other))
    found = {"interrupted"} if below[0] != below[1] else set()
    if [frame[KIND] for frame in above[0]] != [frame[KIND] for frame in above[1]]:
        return found | {"frames"}
    for first, second in zip(*above):
        declared = FRAMES[first[KIND]]
        columns = ("kind", "step", *(column.name for column in declared.columns))
        found |= {f"{declared.name.replace(' ', '_')}.{columns[i]}" for i in np.flatnonzero(first != second)}
    return found


def compare(config: GameConfig, roots: list[Any], effort: Effort, found: Found) -> None:
    """Branch the positions of a configuration, and compare what looks the same."""
    rules = ruleset(config)
    alike = Alike()
    for batch in branched(rules, roots, effort):
        alike.add(batch, contexts(rules, batch.games, batch.actors))
    for actor, first, others in alike:
        decision = DECISION_NAMES[first.decision]
        found.met[decision] += 1
        for other in others:
            names = frozenset(differences(first, other, actor))
            found.note(decision, names, f"turn {first.turn} of player {actor}, {config.to_dict()}")


@cache
def branch(effort: Effort) -> Found:
    """All configurations."""
    found = Found()
    for config, roots in every_root(effort):
        compare(config, roots, effort, found)
    return found


# Tests ----------------------------------------------------------------------------------------------------------------

QUICK = Effort(games=6, each=2, choices=6, dice=1, steps=6)
THOROUGH = Effort(games=12, each=4, choices=10, dice=2, steps=8)
COMPILED_ALONE = pytest.mark.skipif(not COMPILED, reason="too slow uncompiled")


# Takes over ten seconds: it looks for pairs among thousands of positions of every kind.
@COMPILED_ALONE
def test_situations_that_differ_for_the_actor_look_different() -> None:
    assert branch(QUICK).unlisted(set(KNOWN_GAPS)) == []


@COMPILED_ALONE
def test_every_kind_of_decision_is_met() -> None:
    assert set(DECISION_NAMES) - {"none"} - set(branch(QUICK).met) == set()


@pytest.mark.slow
@COMPILED_ALONE
def test_situations_look_different_in_many_more_games() -> None:
    assert branch(THOROUGH).unlisted(set(KNOWN_GAPS)) == []


@pytest.mark.slow
@COMPILED_ALONE
def test_a_gap_that_is_closed_leaves_the_list() -> None:
    assert set(KNOWN_GAPS) - branch(THOROUGH).gaps() == set()
