"""What Python calls: entries over arrays of games. One compiled call advances a whole batch.

There is one entry that contains the whole engine, since every entry that does costs seconds to compile.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from exodus_env.corruption.capacity import MAX_DECISIONS
from exodus_env.corruption.encoding.observations import observe
from exodus_env.corruption.encoding.rewards import enter_position, leave_position
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import engine
from exodus_env.corruption.rules.modules import recompute_modifiers
from exodus_env.corruption.rules.result import activated_keys
from exodus_env.corruption.rules.setup import set_up
from exodus_env.corruption.tables import Tables
from exodus_env.corruption.worlds import redeal
from exodus_env.kit.batch import DERIVE, FINE, LENGTH, RANKS, RESET, TRUNCATED, no_ends
from exodus_env.kit.chance import WORD, game_seed
from exodus_env.kit.kernel import FloatRows, IntRows, Ints, Mask, Masks, entry, kernel
from exodus_env.kit.stepping import any_legal, first_illegal

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any


@kernel
def carry_out(g: Game, t: Tables, action: int, seed: int) -> None:
    """Do what an action or order says, up to where `advance` takes over."""
    if action == RESET:
        set_up(g, t, seed >> 32, seed & WORD)
    elif action == DERIVE:
        for ship in range(t.ships):
            if g.mat[ship] >= 0:
                recompute_modifiers(g, t, ship)
    elif action >= 0:
        g.log_count = 0
        g.decisions += 1
        engine.choose(g, t, action)


@kernel
def keep_end(g: Game, t: Tables, i: int, ends: IntRows, seen: FloatRows) -> None:
    """Keep how game i has ended: how many decisions it took, ranks, activated Keys, and what every seat sees.

    All share the first rank; a game that was cut off has none. Arrays without room keep nothing.
    """
    if ends.shape[1] <= LENGTH:
        return
    ends[i, LENGTH] = g.decisions
    if seen.shape[1] > 0:
        for player in range(t.players):
            observe(g, t, player, seen[i * int(t.players) + player])
    for player in range(t.players):
        ends[i, RANKS + player] = g.over
        ends[i, RANKS + int(t.players) + player] = activated_keys(g, t)


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
    """Take one action in every game; returns the first game whose action is illegal, and then changes nothing.

    Masks and observations are those of the player who acts next; `observations` without columns are not written.
    A game that has taken MAX_DECISIONS without an end is done, too, and marked in `ends`; how it ended is kept there
    and in `final_observations` as far as they have room (see kit/batch.py). With `auto_reset` seeds follow from
    `base_seed`, the game's number and how often it was played, and a game that is done is set up again after its
    rewards are written.
    """
    illegal = first_illegal(games, actions, masks)
    if illegal != FINE:
        return illegal
    t = tables[0]
    for i in range(len(actions)):
        g = games[i]
        action = actions[i]
        dones[i] = 0
        ends[i, TRUNCATED] = 0
        if action >= 0:
            leave_position(g, t, rewards[i])
        else:
            rewards[i, :] = 0.0
        if action == RESET and auto_reset:
            seeds[i] = game_seed(base_seed, i, episodes[i])
        carry_out(g, t, action, seeds[i])
        if action <= DERIVE:  # or WAIT: there is nothing to write
            continue
        engine.advance(g, t, masks[i])
        if action >= 0 or g.over == 1:
            enter_position(g, t, rewards[i])
        if g.over == 0 and g.decisions >= MAX_DECISIONS:
            ends[i, TRUNCATED] = 1
        if g.over == 1 or ends[i, TRUNCATED] == 1:
            dones[i] = 1
            keep_end(g, t, i, ends, final_observations)
            if auto_reset:
                episodes[i] += 1
                seeds[i] = game_seed(base_seed, i, episodes[i])
                carry_out(g, t, RESET, seeds[i])
                engine.advance(g, t, masks[i])
        actors[i] = g.actor
        if observations.shape[1] > 0 and g.actor >= 0:
            observe(g, t, g.actor, observations[i])
    return FINE


def play(
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
) -> int:
    """`play_batch` for callers who keep nothing of how games end."""
    found: int = play_batch(
        *(games, tables, actions, seeds, masks, observations, actors, rewards, dones, episodes, base_seed, auto_reset),
        *no_ends(len(actions)),
    )
    return found


@entry
def observe_as(games: GameArray, i: int, tables: TablesArray, viewer: int, observations: FloatRows) -> None:
    """What a certain player sees of a game."""
    observe(games[i], tables[0], viewer, observations[i])


@entry
def redeal_as(games: GameArray, tables: TablesArray, viewers: Ints, seeds: Ints) -> None:
    """Deal again all a player cannot know of each game, and give it another future."""
    for i in range(len(viewers)):
        redeal(games[i], tables[0], viewers[i], seeds[i] >> 32, seeds[i] & WORD)


@entry
def sample_actions(masks: Masks, seed: int, actions: Ints) -> None:
    """A random legal action for each game; RESET where none is legal."""
    for i in range(len(actions)):
        actions[i] = any_legal(masks[i], seed, i)
