"""What Python calls: the compiled entries of Beacon."""

from __future__ import annotations

from typing import Any, TypeAlias

from exodus_env.kit.batch import DERIVE, FINE, LENGTH, RANKS, RESET, TRUNCATED
from exodus_env.kit.chance import WORD, game_seed
from exodus_env.kit.kernel import FloatRows, IntRows, Ints, Mask, Masks, entry, kernel
from exodus_env.kit.stepping import any_legal, first_illegal
from tests.toy.encoding import observe, redeal
from tests.toy.engine import advance, choose
from tests.toy.record import Game
from tests.toy.rules import WON, set_up
from tests.toy.tables import Tables

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any

MOST_DECISIONS = 100  # two an hour, and a few to spare


@kernel
def clear(g: Game) -> None:
    """An empty record."""
    g.depth, g.decision, g.actor, g.over, g.decisions = 0, 0, -1, 0, 0
    g.stack[:] = 0
    g.scripted_count = 0
    g.hour, g.lit, g.storms, g.outcome = 0, 0, 0, 0
    g.spent[:] = 0


@kernel
def keep_end(g: Game, t: Tables, i: int, ends: IntRows, seen: FloatRows) -> None:
    """Keep how game i has ended, where there is room for it: its length, ranks, lamps, and what every seat sees."""
    if ends.shape[1] <= LENGTH:
        return
    ends[i, LENGTH] = g.decisions
    for player in range(t.players):
        ends[i, RANKS + player] = g.over  # all share the first rank, or nobody has one yet
        ends[i, RANKS + int(t.players) + player] = g.lit
        if seen.shape[1] > 0:
            observe(g, t, player, seen[i * int(t.players) + player])


@entry
def play_batch(
    games: GameArray,
    tables: TablesArray,
    actions: Ints,
    seeds: Ints,
    masks: Masks,
    observations: FloatRows,
    actors: Ints,
    rewards: FloatRows,
    dones: Mask,
    episodes: Ints,
    base_seed: int,
    auto_reset: bool,
    ends: IntRows,
    final_observations: FloatRows,
) -> int:
    """Take one action in every game; returns the first game whose action is illegal, and then changes nothing."""
    illegal = first_illegal(games, actions, masks)
    if illegal != FINE:
        return illegal
    t = tables[0]
    for i in range(len(actions)):
        g = games[i]
        dones[i] = 0
        ends[i, TRUNCATED] = 0
        rewards[i, :] = 0.0
        if actions[i] <= DERIVE:  # or WAIT: there is nothing to write
            continue
        begins = actions[i] == RESET
        if actions[i] >= 0:
            g.decisions += 1
            choose(g, t, actions[i])
        elif begins and auto_reset:
            seeds[i] = game_seed(base_seed, i, episodes[i])
        while True:
            if begins:
                clear(g)
                set_up(g, t, seeds[i] >> 32, seeds[i] & WORD)
            advance(g, t, masks[i])
            if g.over == 0 and g.decisions < MOST_DECISIONS:
                break
            dones[i] = 1
            ends[i, TRUNCATED] = 1 - g.over
            if g.over == 1:
                rewards[i, :] = 1.0 if g.outcome == WON else -1.0
            keep_end(g, t, i, ends, final_observations)
            if not auto_reset:
                break
            episodes[i] += 1
            seeds[i] = game_seed(base_seed, i, episodes[i])
            begins = True
        actors[i] = g.actor
        if observations.shape[1] > 0 and g.actor >= 0:
            observe(g, t, g.actor, observations[i])
    return FINE


@entry
def observe_as(games: GameArray, i: int, tables: TablesArray, viewer: int, observations: FloatRows) -> None:
    """What a certain keeper sees of a game."""
    observe(games[i], tables[0], viewer, observations[i])


@entry
def redeal_as(games: GameArray, tables: TablesArray, viewers: Ints, seeds: Ints) -> None:
    """Deal again everything a keeper cannot know of each game, and give it another future."""
    for i in range(len(viewers)):
        redeal(games[i], tables[0], viewers[i], seeds[i] >> 32, seeds[i] & WORD)


@entry
def sample_actions(masks: Masks, seed: int, actions: Ints) -> None:
    """A random legal action for each game; RESET where none is legal."""
    for i in range(len(actions)):
        actions[i] = any_legal(masks[i], seed, i)
