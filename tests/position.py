"""Positions for rule tests: set something up, say what is chosen, look what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.exodus import core
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.record import new_games
from exodus_env.exodus.rules import frames, turn
from exodus_env.exodus.rules.choices import ASIDES, DECISIONS, FAMILIES
from exodus_env.exodus.rules.frame_declarations import FRAMES
from exodus_env.exodus.rules.stages import upkeep, window
from exodus_env.exodus.ruleset import Ruleset, ruleset
from exodus_env.kit.batch import DERIVE, FINE, LOOK, RESET, no_ends
from exodus_env.kit.flow import KIND, STEP, NoLegalChoice

FAMILY_NUMBERS = {name: number for number, (name, _, _) in enumerate(FAMILIES)}
DECISION_NAMES = tuple(name for name, _, _ in DECISIONS)

# Content with values that tests of rules count with, whatever those of the game are tuned to.
FIXED_VALUES = str(Path(__file__).parent / "fixed_values")

_begun: dict[Any, tuple[Any, Any]] = {}


def write_frame(row: Any, kind: int, step: int, /, **columns: int) -> None:
    """Write a frame into a row of the stack, by the names of its columns."""
    row[:] = 0
    row[KIND], row[STEP] = kind, step
    for name, value in columns.items():
        row[FRAMES[kind].column(name.replace("_", " "))] = value


class Position:
    """One game and its pending decision."""

    def __init__(self, seed: int = 1, **config: Any) -> None:
        self.rules: Ruleset = ruleset(GameConfig(**config))
        self.t = self.rules.t
        self.games = new_games(1)
        self.masks = np.zeros((1, self.rules.actions.size), dtype=np.int8)
        self._row = np.zeros((1, 0), dtype=np.float32)
        self._rewards = np.zeros((1, self.rules.config.players), dtype=np.float32)
        self._one = [np.zeros(1, dtype=np.int64) for _ in range(3)]
        self._done = np.zeros(1, dtype=np.int8)
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        """A new game; set up once for each configuration and seed, then copied."""
        key = (self.rules.config, seed)
        if key not in _begun:
            self._play(RESET, seed)
            self.before_council()
            _begun[key] = (self.games.copy(), self.masks.copy())
        self.games[:], self.masks[:] = _begun[key]

    def before_council(self, player: int | None = None) -> Position:
        """From a first vote back to the end of Upkeep: no political card is revealed, and a player has a window."""
        g = self.g
        if self.decision != "vote":
            return self
        shown = int((g.revealed >= 0).sum())
        g.political_deck[g.political_left : g.political_left + shown] = g.revealed[:shown][::-1]
        g.political_left += shown
        g.revealed[:] = -1
        g.stage = frames.UPKEEP_STAGE
        g.stack[g.depth - 1 : g.depth + 1] = 0
        g.stack[g.depth - 2, STEP] = turn.COUNCIL
        g.stack[g.depth - 1, [KIND, STEP, frames.UPKEEP_PLACE]] = frames.UPKEEP, upkeep.WINDOWS, 1
        g.actor = g.order[0] if player is None else player
        g.stack[g.depth, [KIND, STEP, frames.WINDOW_PLAYER]] = frames.WINDOW, window.ASKED, g.actor
        g.depth += 1
        g.decision = DECISION_NAMES.index("window")
        self._play(LOOK)
        return self

    def _play(self, action: int, seed: int = 0) -> None:
        actions, seeds = np.array([action]), np.array([seed])
        actors, episodes, _ = self._one
        try:
            illegal = core.ENTRIES.play(
                self.games, self.rules.tables, actions, seeds, self.masks, self._row, actors, self._rewards, self._done,
                episodes, 0, False, *no_ends(1),
            )  # fmt: skip
        except NoLegalChoice:
            raise NoLegalChoice(f"nothing is legal in {self.decision}, asked of player {self.actor}") from None
        assert illegal == FINE, f"{self.decision}: {self.text(action)} is not legal"

    # Looking -----------------------------------------------------------------------------------------------------

    @property
    def g(self) -> Any:
        """The record; fields can be changed, then call `refresh`."""
        return self.games[0]

    @property
    def decision(self) -> str:
        """Name of the pending decision."""
        return DECISION_NAMES[self.g.decision]

    @property
    def actor(self) -> int:
        """Who must decide."""
        return int(self.g.actor)

    @property
    def rewards(self) -> list[float]:
        """Rewards of the last step."""
        return [float(x) for x in self._rewards[0]]

    def text(self, action: int) -> str:
        """An action in words."""
        return self.rules.actions.action_to_string(action)

    def legal(self, family: str | None = None) -> set[tuple[Any, ...]]:
        """Legal choices as (family, factors...) with printed hexes; with a family only the factors of its choices.

        Without a family, those of the decision itself: not what may be done before it at any time outside Conquest.
        """
        found: set[tuple[Any, ...]] = set()
        for action in np.flatnonzero(self.masks[0]):
            row = self.rules.actions.decode[self.t.printed_action[self.actor, action]]
            name = FAMILIES[row[0]][0]
            factors = tuple(int(x) for x in row[1:] if x >= 0)
            if family is None:
                if not self.is_aside(action):
                    found.add((name, *factors))
            elif family == name:
                found.add(factors)
        return found

    def is_aside(self, action: int) -> bool:
        """Whether a legal choice comes before the pending decision, which is asked again then."""
        return self.decision != "window" and int(self.rules.actions.decode[action][0]) in ASIDES

    def index(self, deck: str, entry: str) -> int:
        """The number of an entry of content, for instance index("technologies", "radar")."""
        return next(i for i, e in enumerate(getattr(self.rules.content, deck)) if e.id == entry)

    # Acting ------------------------------------------------------------------------------------------------------

    def action(self, family: str, *factors: int) -> int:
        """The id that a choice with printed hexes and directions has for who must decide; factors not given are 0."""
        number = FAMILY_NUMBERS[family]
        declared = self.rules.actions.families[number]
        whole = (*factors, *[0] * (len(declared.sizes) - len(factors)))
        offset = int(np.ravel_multi_index(whole, declared.sizes)) if factors else 0
        return int(self.t.turned_action[self.actor, declared.start + offset])

    def do(self, family: str, *factors: int) -> Position:
        """Choose; fails where the choice is not legal."""
        self._play(self.action(family, *factors))
        return self

    def decline(self) -> Position:
        """Choose `pass`."""
        return self.do("pass")

    def dice(self, *values: int) -> Position:
        """Fix the next dice."""
        self.g.scripted[: len(values)] = values
        self.g.scripted_count = len(values)
        return self

    def default(self) -> Position:
        """Pass where that is legal, else take the first legal choice of the decision itself."""
        self._play(next(int(action) for action in np.flatnonzero(self.masks[0]) if not self.is_aside(action)))
        return self

    def until(self, decision: str, actor: int | None = None, limit: int = 5000) -> Position:
        """Let everybody take the default choice until a decision (of a player) is pending."""
        for _ in range(limit):
            if self.decision == decision and actor in (None, self.actor):
                return self
            if self.g.over:
                break
            self.default()
        raise AssertionError(f"{decision} did not come up")

    def play_out(self, seed: int = 0) -> Position:
        """Random legal choices to the end."""
        rng = np.random.default_rng(seed)
        while not self.g.over:
            self._play(int(rng.choice(np.flatnonzero(self.masks[0]))))
        return self

    def refresh(self) -> Position:
        """After changing fields by hand: derive what is derived and go on to the next decision."""
        self._play(DERIVE)
        self._play(LOOK)
        return self

    def jump(self, frame: int, /, **columns: int) -> Position:
        """Leave everything that is under way and run one frame (rules/frames.py), then nothing: the game stops there.

        Call it after the position is set up by hand. What the frame keeps is given by the names of its columns.
        """
        g = self.g
        g.stack[:] = 0
        g.depth = 1
        write_frame(g.stack[0], frame, 0, **columns)
        g.decision = 0
        g.log_count = 0
        return self.refresh()

    @property
    def finished(self) -> bool:
        """Whether the frame jumped to has ended."""
        return int(self.g.depth) == 0

    # Making positions ----------------------------------------------------------------------------------------------

    def learn(self, player: int, *technologies: str) -> Position:
        """Give technologies by id; cubes come from the supply as in the game."""
        for name in technologies:
            number = self.index("technologies", name)
            if self.g.technology[player, number] == 0:
                self.g.technology[player, number] = 1
                self.g.supply[player] -= 1
        return self

    def place_ship(self, player: int, ship_class: int, hexagon: int, damage: int = 0, cargo: int = 0) -> int:
        """A ship of a class from the supply onto a hex; returns its slot. Cargo comes from the cube supply."""
        for ship in range(self.t.ships):
            if self.t.ship_class[ship] == ship_class and self.g.ship_hex[player, ship] < 0:
                self.g.ship_hex[player, ship] = hexagon
                self.g.ship_damage[player, ship] = damage
                self.g.ship_cargo[player, ship] = cargo
                self.g.supply[player] -= cargo
                return ship
        raise AssertionError("no such ship in the supply")

    def remove_ships(self, *players: int) -> Position:
        """All ships of these players (of everybody if none is named) back to the supply."""
        for player in players or range(self.t.players):
            self.g.supply[player] += self.g.ship_cargo[player].sum()
            self.g.ship_hex[player] = -1
            self.g.ship_damage[player] = 0
            self.g.ship_cargo[player] = 0
        return self

    def equip(self, player: int, ship_class: int, *upgrades: str) -> Position:
        """Exactly these upgrades (by id) on a blueprint."""
        self.g.blueprint[player, ship_class] = 0
        for name in upgrades:
            self.g.blueprint[player, ship_class, self.index("upgrades", name)] += 1
        return self

    def settle(self, hexagon: int, player: int, cubes: int) -> Position:
        """Population on a planet, from or to the supply."""
        self.g.supply[player] += self.g.population[hexagon, player] - cubes
        self.g.population[hexagon, player] = cubes
        return self
