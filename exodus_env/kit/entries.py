"""What Python calls of a game: entries over arrays of games. One compiled call advances a whole batch.

Every game has the same entries, made of kernels of its own: a kernel can only call what is known when it is compiled.
Only one entry contains the whole engine, since every entry that does takes seconds to compile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from exodus_env.kit.batch import DERIVE, FINE, LENGTH, RANKS, RESET, TRUNCATED
from exodus_env.kit.begin import begin
from exodus_env.kit.chance import WORD, game_seed
from exodus_env.kit.encode import ANYTHING, ObserveEntry, TooManyEntries, half_of
from exodus_env.kit.engine import Engine
from exodus_env.kit.kernel import (
    BoundEntry,
    Entry,
    FloatRows,
    HalfRows,
    IntRows,
    Ints,
    Mask,
    Masks,
    PlaceRows,
    RowArray,
    bound_entry,
    entry,
    kernel,
    made_for,
    registered,
)
from exodus_env.kit.rewards import Rewards, make_rewards, team_utility
from exodus_env.kit.stepping import any_legal, first_illegal, list_legal

TOGETHER: Final = 16  # games that take a step before they are observed: code and records stay in the cache

Game: TypeAlias = Any
Tables: TypeAlias = Any
GameArray: TypeAlias = Any
TablesArray: TypeAlias = Any
Rule: TypeAlias = Callable[..., Any]  # a kernel of the game


class Entries(NamedTuple):
    """The entries of a game, and how long one may last."""

    play: BoundEntry
    observe_as: Entry
    redeal_as: Entry
    sample_actions: Entry
    most_decisions: int


class Secrets(NamedTuple):
    """Entries of a game in which players commit choices in secret, one after the other, before all are revealed.

    They let a search choose again what others have committed: `ask_again` in a copy of a world, where everybody then
    decides until it is the viewer's turn, and `take_over` from there into the world.
    """

    ask_again: Entry  # games, tables, viewers: how many games now begin with others who have to commit again
    take_over: Entry  # games, again, tables, viewers: what others have committed in `again`


@kernel
def derive_nothing(g: Game, t: Tables) -> None:
    """Nothing follows from the rest of a position."""


@kernel
def begin_nothing(g: Game) -> None:
    """Nothing is kept of a step alone."""


@kernel
def shared_rank(g: Game, t: Tables, player: int) -> int:
    """All win or lose together: they share the first rank, and have none before the end."""
    return int(g.over)


def make_entries(
    module: str,
    *,
    engine: Engine,  # kit/engine.py
    set_up: Rule,  # g, t: begin a game, in a record that kit/begin.py has emptied
    observe: Rule,  # g, t, viewer, out: write what a player sees (kit/encode.py); returns how many entries there are
    redeal: Rule,  # g, t, viewer, high, low: deal again what a player cannot know
    score: Rule,  # g, t, player
    most_decisions: int,  # a game that has taken this many is cut off
    rewards: Rewards | None = None,  # kit/rewards.py; without them a team is paid at the end
    rank: Rule = shared_rank,  # g, t, player: 0 before the end
    derive: Rule = derive_nothing,  # g, t: compute what follows from the rest of a position
    begin_step: Rule = begin_nothing,  # g: before a choice is carried out, clear what is only of one step
) -> Entries:
    """The entries of a game, which belong to the module that asks for them."""
    _, choose, advance = engine
    leave_position, enter_position = rewards or make_rewards(module, team_utility)

    @kernel
    @made_for(module)
    def carry_out(g: Game, t: Tables, action: int, seed: int) -> None:
        """Carry out an action or order, up to the point where `advance` takes over."""
        if action == RESET:
            begin(g, seed >> 32, seed & WORD)
            set_up(g, t)
        elif action == DERIVE:
            derive(g, t)
        elif action >= 0:
            g.decisions += 1
            begin_step(g)
            choose(g, t, action)

    @kernel
    @made_for(module)
    def keep_end(g: Game, t: Tables, i: int, ends: IntRows) -> None:
        """Store how game i has ended: the number of decisions, ranks and the score.

        A game that was cut off has no ranks yet, and the score as if it ended now.
        """
        ends[i, LENGTH] = g.decisions
        for player in range(t.players):
            ends[i, RANKS + player] = rank(g, t, player)
            ends[i, RANKS + int(t.players) + player] = score(g, t, player)

    @bound_entry
    @made_for(module)
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
        ends: IntRows,
        halves: HalfRows,
        lists: PlaceRows,
        numbers: FloatRows,
        legal: PlaceRows,
        rows: RowArray,
        first: int,
        beyond: int,
    ) -> int:
        """Take one action in each of some games. If one is illegal, return the first such game and change nothing.

        Masks, legal actions and observations are those of the player who acts next. Observations are written to
        `observations`, `halves`, `lists` and `numbers` as far as they have columns; `rows` has one to write them in. A
        game that has taken the most decisions without an end is also done, and marked in `ends`; its result is stored
        there if it has room, and what every seat sees in rows of the observations that follow those of the games (see
        kit/batch.py). Where there are lists, a dense row is cleared only where the last observation was not zero; a
        list begins with how many entries it has, or ANYTHING. With `auto_reset`, seeds follow from `base_seed`, the
        game's number and how often it has been played, and a game that is done is set up again after its rewards are
        written.
        """
        illegal = first_illegal(games, actions, masks, first, beyond)
        if illegal != FINE:
            return illegal
        t = tables[0]
        out = rows[0]
        dense, half = observations.shape[1] > 0, halves.shape[1] > 0
        listed, sparse = lists.shape[1] > 0, numbers.shape[1] > 0
        for start in range(first, beyond, TOGETHER):
            until = min(start + TOGETHER, beyond)
            for i in range(start, until):
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
                advance(g, t, masks[i])
                if action >= 0 or g.over == 1:
                    enter_position(g, t, rewards[i])
                if g.over == 0 and g.decisions >= most_decisions:
                    ends[i, TRUNCATED] = 1
                dones[i] = 1 if g.over == 1 or ends[i, TRUNCATED] == 1 else 0
            for i in range(start, until):
                if actions[i] <= DERIVE:
                    continue
                g = games[i]
                seats = 0  # that see how the game has ended, before it is set up again
                if dones[i] == 1 and ends.shape[1] > LENGTH:
                    keep_end(g, t, i, ends)
                    seats = int(t.players)
                for k in range(seats + 1):
                    viewer = k
                    row = np.uint64(len(actions) + i * seats + k)
                    if k == seats:
                        if dones[i] == 1 and auto_reset:
                            episodes[i] += 1
                            seeds[i] = game_seed(base_seed, i, episodes[i])
                            carry_out(g, t, RESET, seeds[i])
                            advance(g, t, masks[i])
                        actors[i] = g.actor
                        viewer = int(g.actor)
                        row = np.uint64(i)
                    if viewer < 0 or not (dense or half or listed):
                        continue
                    n = observe(g, t, viewer, out)
                    if listed and n >= lists.shape[1]:
                        raise TooManyEntries("an observation has more entries than its layout has room for")
                    if dense:
                        if listed and lists[row, 0] != ANYTHING:
                            for at in range(np.uint64(1), np.uint64(lists[row, 0] + 1)):
                                observations[row, np.uint64(lists[row, at])] = 0.0
                        else:
                            observations[row, :] = 0.0
                        for at in range(np.uint64(n)):
                            observations[row, np.uint64(out.place[at])] = out.number[at]
                    if half:
                        if lists[row, 0] != ANYTHING:
                            for at in range(np.uint64(1), np.uint64(lists[row, 0] + 1)):
                                halves[row, np.uint64(lists[row, at])] = 0
                        else:
                            halves[row, :] = 0
                        for at in range(np.uint64(n)):
                            halves[row, np.uint64(out.place[at])] = half_of(int(out.bits[at]))
                    if listed:
                        lists[row, 0] = n
                        for at in range(np.uint64(n)):
                            lists[row, at + np.uint64(1)] = out.place[at]
                    if sparse:
                        for at in range(np.uint64(n)):
                            numbers[row, at] = out.number[at]
                if legal.shape[1] > 0:
                    list_legal(masks[i], legal[i])
        return FINE

    @made_for(module)
    def observe_as(
        games: GameArray, i: int, tables: TablesArray, viewer: int, observations: FloatRows, rows: RowArray
    ) -> None:
        """What a given player sees of a game."""
        row, out = observations[i], rows[0]
        row[:] = 0.0
        for k in range(observe(games[i], tables[0], viewer, out)):
            row[out.place[k]] = out.number[k]

    @entry
    @made_for(module)
    def redeal_as(games: GameArray, tables: TablesArray, viewers: Ints, seeds: Ints) -> None:
        """Deal again everything that a player cannot know of each game, and give it a different future."""
        for i in range(len(viewers)):
            redeal(games[i], tables[0], viewers[i], seeds[i] >> 32, seeds[i] & WORD)

    @entry
    @made_for(module)
    def sample_actions(masks: Masks, seed: int, actions: Ints) -> None:
        """A random legal action for each game; RESET if none is legal."""
        for i in range(len(actions)):
            actions[i] = any_legal(masks[i], seed, i)

    return Entries(play, registered(ObserveEntry(observe_as)), redeal_as, sample_actions, most_decisions)


def make_secrets(
    module: str,
    *,
    ask_again: Rule,  # g, t, viewer: take back what others have committed before the viewer; whether anybody has
    take_over: Rule,  # g, again, t, viewer: commit what others have committed in another game
) -> Secrets:
    """The entries about secret choices of a game, which belong to the module that asks for them."""

    @entry
    @made_for(module)
    def ask_again_as(games: GameArray, tables: TablesArray, viewers: Ints) -> int:
        """Take back what others have committed in secret before each viewer; returns in how many games they had."""
        asked = 0
        for i in range(len(viewers)):
            if ask_again(games[i], tables[0], viewers[i]):
                asked += 1
        return asked

    @entry
    @made_for(module)
    def take_over_as(games: GameArray, again: GameArray, tables: TablesArray, viewers: Ints) -> None:
        """Commit what others have committed in other games."""
        for i in range(len(viewers)):
            take_over(games[i], again[i], tables[0], viewers[i])

    return Secrets(ask_again_as, take_over_as)
