"""Chance: a counter-based generator inside the record, with separate streams.

A draw is a hash of (key of the stream, number of draws before), so there is no generator object to copy, the same
seed gives the same game compiled and uncompiled, and a planner's world gets another key without touching the rest.
The record has `rng_key` (stream, 2), `rng_counter` (stream), `scripted` and `scripted_count` (dice fixed by a test).
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from exodus_env.kit.kernel import kernel

Game: TypeAlias = Any

SETUP: Final = 0
PLAY: Final = 1
REDEAL: Final = 2
STREAMS: Final = 3

WORD: Final = 0xFFFFFFFF


@kernel
def mix(word: int) -> int:
    """Scramble 32 bits. Masking after each product keeps Python's and the machine's integers equal."""
    x = int(word) & WORD
    x ^= x >> 16
    x = (x * 0x7FEB352D) & WORD
    x ^= x >> 15
    x = (x * 0x846CA68B) & WORD
    x ^= x >> 16
    return x


@kernel
def key_word(high: int, low: int, salt: int) -> int:
    """One word of a key, from 64 bits of seed and a salt."""
    return mix(mix(mix(low + salt * 0x1F123BB5) ^ high) + salt)


@kernel
def game_seed(base: int, game: int, episode: int) -> int:
    """The seed of a game of a batch: 63 bits from the batch's seed, the game's number and how often it was played."""
    high = key_word(base >> 32, base, 3 * game + 0x5EED)
    low = key_word(high, episode, 3 * game + 0x5EEE)
    return ((mix(high ^ episode) & 0x7FFFFFFF) << 32) | low


@kernel
def below_word(seed: int, i: int, n: int) -> int:
    """A random integer from 0 to n - 1 that depends only on a seed and a number."""
    return (mix(mix(seed + i * 0x1E3779B1) ^ (seed >> 32)) * int(n)) >> 32


@kernel
def set_key(g: Game, stream: int, high: int, low: int) -> None:
    """Start a stream from 64 bits of seed."""
    g.rng_key[stream, 0] = key_word(high, low, 2 * stream + 1)
    g.rng_key[stream, 1] = key_word(high, low, 2 * stream + 2)
    g.rng_counter[stream] = 0


@kernel
def renew_chance(g: Game, high: int, low: int) -> None:
    """Give a world that somebody imagines a chance of its own: other dice and draws to come, and a stream for dealing
    again what is hidden.

    Scripted dice are part of what nobody knows. The number of decisions may tell what the others have committed in
    secret, so it is forgotten.
    """
    set_key(g, REDEAL, high, low)
    set_key(g, PLAY, high ^ 0x2545F491, low ^ 0x4F6CDD1D)
    set_key(g, SETUP, high ^ 0x3C6EF372, low ^ 0x1B873593)  # some games deal after the first decision
    g.scripted_count = 0
    g.scripted[:] = 0
    g.decisions = 0


@kernel
def draw(g: Game, stream: int) -> int:
    """The next 32 random bits of a stream."""
    counter = int(g.rng_counter[stream])
    g.rng_counter[stream] = counter + 1
    first = mix(int(g.rng_key[stream, 0]) + counter * 0x1E3779B1)
    return mix(first ^ int(g.rng_key[stream, 1]))


@kernel
def below(g: Game, stream: int, n: int) -> int:
    """A random integer from 0 to n - 1."""
    return (draw(g, stream) * int(n)) >> 32


@kernel
def die(g: Game) -> int:
    """Roll one die: a scripted one if a test left any, otherwise a random one."""
    if g.scripted_count > 0:
        value = int(g.scripted[0])
        for i in range(g.scripted_count - 1):
            g.scripted[i] = g.scripted[i + 1]
        g.scripted_count -= 1
        return value
    return 1 + below(g, PLAY, 6)


@kernel
def dice_reaching(g: Game, dice: int, needed: int) -> int:
    """Roll dice and count those that show at least `needed`."""
    hits = 0
    for _ in range(dice):
        if die(g) >= needed:
            hits += 1
    return hits
