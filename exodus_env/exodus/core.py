"""The functions that Python calls, over arrays of games. One compiled call advances a whole batch.

Only one entry contains the whole engine, since every entry that does takes seconds to compile.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.exodus.encoding.observations import observe
from exodus_env.exodus.encoding.rewards import enter_position, leave_position
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import engine
from exodus_env.exodus.rules.cards.modifiers import recompute_modifiers
from exodus_env.exodus.rules.scoring import score_now
from exodus_env.exodus.rules.setup import new_game
from exodus_env.exodus.tables import Tables
from exodus_env.exodus.worlds import redeal
from exodus_env.kit.batch import DERIVE, FINE, LENGTH, RANKS, RESET, TRUNCATED, no_ends
from exodus_env.kit.chance import WORD, game_seed
from exodus_env.kit.kernel import FloatRows, IntRows, Ints, Mask, Masks, entry, kernel
from exodus_env.kit.stepping import any_legal, first_illegal

GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any


@kernel
def carry_out(g: Game, t: Tables, action: int, seed: int) -> None:
    """Carry out an action or order, up to the point where `advance` takes over."""
    if action == RESET:
        new_game.set_up(g, t, seed >> 32, seed & WORD)
    elif action == DERIVE:
        recompute_modifiers(g, t)
    elif action >= 0:
        g.log_count = 0
        g.decisions += 1
        engine.choose(g, t, action)


@kernel
def keep_end(g: Game, t: Tables, i: int, ends: IntRows, seen: FloatRows) -> None:
    """Store how game i has ended: the number of decisions, ranks and VP, and what every seat sees.

    A game that was cut off has no ranks yet, and VP as if it ended now. Arrays without room store nothing.
    """
    if ends.shape[1] <= LENGTH:
        return
    ends[i, LENGTH] = g.decisions
    if seen.shape[1] > 0:
        for player in range(t.players):
            observe(g, t, player, seen[i * int(t.players) + player])
    for player in range(t.players):
        ends[i, RANKS + player] = g.rank[player]
        ends[i, RANKS + int(t.players) + player] = score_now(g, t, player)


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
    """Take one action in every game. If an action is illegal, return the first such game and change nothing.

    Masks and observations are those of the player who acts next; `observations` without columns are not written. A game
    that has taken MAX_DECISIONS without an end is also done, and marked in `ends`; its result is stored there and in
    `final_observations` as far as they have room (see kit/batch.py). With `auto_reset`, seeds follow from `base_seed`,
    the game's number and how often it has been played, and a game that is done is set up again after its rewards are
    written.
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
    """`play_batch` for callers who do not need to know how games end."""
    found: int = play_batch(
        *(games, tables, actions, seeds, masks, observations, actors, rewards, dones, episodes, base_seed, auto_reset),
        *no_ends(len(actions)),
    )
    return found


@entry
def observe_as(games: GameArray, i: int, tables: TablesArray, viewer: int, observations: FloatRows) -> None:
    """What a given player sees of a game."""
    observe(games[i], tables[0], viewer, observations[i])


@entry
def redeal_as(games: GameArray, tables: TablesArray, viewers: Ints, seeds: Ints) -> None:
    """Deal again everything that a player cannot know of each game, and give it a different future."""
    for i in range(len(viewers)):
        redeal(games[i], tables[0], viewers[i], seeds[i] >> 32, seeds[i] & WORD)


@entry
def sample_actions(masks: Masks, seed: int, actions: Ints) -> None:
    """A random legal action for each game; RESET if none is legal."""
    for i in range(len(actions)):
        actions[i] = any_legal(masks[i], seed, i)
