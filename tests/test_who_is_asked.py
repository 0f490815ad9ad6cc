"""Who is asked what next: nobody can tell by it what they may not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.vocabulary import CP
from exodus_env.exodus.rules import choices
from exodus_env.exodus.rules.choices import ASIDES, D_ORDER, PRIVATE_OPTIONS, TAKEN_IN_SECRET
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.batch import FINE, LOOK, RESET, no_ends
from exodus_env.kit.kernel import COMPILED
from tests.edge_scenes import scenes as edge_scenes
from tests.module_scenes import config_of
from tests.module_scenes import scenes as module_scenes
from tests.position import Position
from tests.test_hidden_information import (
    CONFIGURATIONS,
    EXPANSION_CONFIGURATIONS,
    OWN,
    PUBLIC,
    SCENARIO_CONFIGURATIONS,
    dealt_anew,
    known_planets,
)

ASKED = ("actor", "decision", "focus_hex", "focus_player", "focus_card")
CHANCE = ("rng_key", "rng_counter", "scripted", "scripted_count")
SEEN = [name for name in PUBLIC if name not in ASKED]
ALL = (*CONFIGURATIONS, *SCENARIO_CONFIGURATIONS, *EXPANSION_CONFIGURATIONS)
SEVERAL = [case for case in ALL if case["players"] > 1]
BIDS = ("vote_fifties", "vote_bid", "election_fifties", "election_bid")
PASS = 0


class Table:
    """A game and what is legal in it."""

    def __init__(self, rules: Ruleset, games: Any = None, order: int = LOOK, seed: int = 0) -> None:
        self.rules = rules
        self.games = rules.new_games(1) if games is None else games
        self.masks = np.zeros((1, rules.actions.size), np.int8)
        self.play(order, seed)

    def play(self, action: int, seed: int = 0) -> Table:
        """One action or order."""
        numbers = [np.zeros(1, np.int64) for _ in range(2)]
        rewards, done = np.zeros((1, self.rules.config.players), np.float32), np.zeros(1, np.int8)
        found = core.ENTRIES.play(
            *(self.games, self.rules.tables, np.array([action]), np.array([seed]), self.masks),
            *(np.zeros((1, 0), np.float32), numbers[0], rewards, done, numbers[1], 0, False, *no_ends(1)),
        )
        assert found == FINE
        return self

    def copy(self) -> Table:
        """The same once more."""
        return Table(self.rules, self.games.copy())

    @property
    def g(self) -> Any:
        """The record."""
        return self.games[0]

    @property
    def legal(self) -> Any:
        """Legal actions."""
        return np.flatnonzero(self.masks[0])

    @property
    def kept_secret(self) -> list[int]:
        """Legal actions that nobody else sees; what comes before a secret choice is open to all."""
        if self.g.decision not in TAKEN_IN_SECRET:
            return []
        return [action for action in self.legal if self.rules.actions.decode[action][0] not in ASIDES]

    @property
    def asked(self) -> dict[str, int]:
        """Who is asked what; nobody is when the game is over, and what was asked last says nothing any more."""
        if self.g.over:
            return {"actor": -1}
        return {name: int(self.g[name]) for name in ASKED}

    def decide(self, action: int) -> Table:
        """A decision; orders in secret count as one, for nothing shows how many there are."""
        player, decision = int(self.g.actor), int(self.g.decision)
        self.play(action)
        while decision == D_ORDER and (self.g.actor, self.g.decision) == (player, decision):
            self.play(PASS)
        return self

    def seen_by(self, viewer: int) -> list[bytes]:
        """All that a player may know, apart from who is asked."""
        known = known_planets(self.g, viewer)
        seen = [self.g[name].tobytes() for name in SEEN] + [self.g[name][viewer].tobytes() for name in OWN]
        return [*seen, self.g.planet[known].tobytes()]


def assert_nothing_is_told(table: Table, rng: np.random.Generator, worlds: int) -> Table:
    """Take a decision; in worlds others consider possible the same is asked, before and after what they do not see.

    Chance is the same in all worlds. Where they come to differ for the viewer, as when something is revealed, who is
    asked may differ as well.
    """
    action = int(rng.choice(table.legal))
    actor, decision = int(table.g.actor), int(table.g.decision)
    after = table.copy().decide(action)
    for viewer in set(range(table.rules.config.players)) - {actor}:
        for _ in range(worlds):
            games = dealt_anew(table.games, table.rules, viewer, int(rng.integers(2**40)))
            for name in CHANCE:
                games[0][name] = table.g[name]
            world = Table(table.rules, games)
            name = choices.DECISIONS[decision][0]
            assert world.asked == table.asked, f"player {viewer} can tell by {name} what player {actor} has"
            other = int(rng.choice(world.kept_secret)) if action in table.kept_secret else action
            if world.masks[0, other] == 0:
                continue  # the viewer sees the choice, and it is not that of this world
            world.decide(other)
            if world.seen_by(viewer) == after.seen_by(viewer):
                told = f"player {viewer} can tell by what follows {name} of player {actor}"
                assert world.asked == after.asked, told
    return table.play(action)


@pytest.mark.parametrize("settings", SEVERAL)
def test_who_is_asked_next_tells_nothing(settings: dict[str, Any]) -> None:
    table = Table(ruleset(GameConfig(**settings)), order=RESET, seed=7)
    rng = np.random.default_rng(3)
    for _ in range(1500 if COMPILED else 16):
        if table.g.over:
            table.play(RESET, int(rng.integers(2**40)))
        assert_nothing_is_told(table, rng, 1)


def rich() -> Position:
    """Players with CP enough for bids in two parts."""
    p = Position(2, players=3).until("vote")
    p.g.resource[:3, CP] = choices.BID_STEP + 10
    return p.refresh()


def some_scenes() -> dict[str, tuple[Any, GameConfig]]:
    """Positions of modules and of Edge of Extinction, bids, orders and third cards; forced choices are not asked."""
    third = Position(2, players=3)
    for player in range(3):
        third.learn(player, "master_politics")
    others = {
        "third": third.refresh().until("third_card"),
        "orders": Position(2, players=3, movement="simultaneous").until("order"),
        **{f"{name} bid": rich().until(name) for name in BIDS},
    }
    found = {name: (p.games, p.rules.config) for name, p in others.items()}
    found |= {f"edge {name}": scene for name, scene in edge_scenes().items()}
    found |= {f"module {name}": (games, config_of(name)) for name, games in module_scenes().items()}
    return {name: (games, config.changed(ask_forced=False)) for name, (games, config) in found.items()}


def test_who_is_asked_in_a_scene_tells_nothing() -> None:
    """Decks of combat cards are made of one kind, so that in many worlds the cards somebody has are alike."""
    rng = np.random.default_rng(3)
    asked: dict[int, int] = {}
    for games, config in some_scenes().values():
        table = Table(ruleset(config), games.copy())
        table.g.combat_deck[: table.g.combat_left] = 0
        table.g.foe_deck[: table.g.foe_left] = 0
        while not table.g.over and asked.get(int(table.g.decision), 0) < 2:
            decision = int(table.g.decision)
            asked[decision] = asked.get(decision, 0) + 1
            private = decision in (*TAKEN_IN_SECRET, *PRIVATE_OPTIONS)
            assert_nothing_is_told(table, rng, 8 if private else 1)
    assert set(PRIVATE_OPTIONS) | set(TAKEN_IN_SECRET) <= set(asked)
