"""Positions for rule tests of X-ODUS: set something up, say what is chosen, look what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from exodus_env.corruption import capacity, core
from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.record import new_games
from exodus_env.corruption.rules import frames, turn
from exodus_env.corruption.rules.choices import DECISIONS, FAMILIES
from exodus_env.corruption.rules.frame_declarations import FRAMES
from exodus_env.corruption.rules.modules import LOCKED, LOST, OPEN
from exodus_env.corruption.rules.phases import IN_ACTION_PHASE
from exodus_env.corruption.rules.result import ON_SHIP, ON_SYSTEM
from exodus_env.corruption.ruleset import Corruption, corruption
from exodus_env.kit.batch import DERIVE, FINE, LOOK, RESET, no_ends
from exodus_env.kit.flow import KIND, STEP, NoLegalChoice

FAMILY_NUMBERS = {name: number for number, (name, _, _) in enumerate(FAMILIES)}
DECISION_NAMES = tuple(name for name, _, _ in DECISIONS)
FIXED_VALUES: Final = str(Path(__file__).parent / "fixed_values")  # which tuning does not change
FIRST_TEAM = ("warship", "proto_ship", "battlecruiser", "explorer")  # [1170]

# Fields that a new system changes.
MAP_FIELDS = (
    *("systems", "tile", "turned", "place", "around", "beside", "exploration", "gate", "rift"),
    *("key_state", "key_slot", "tiles", "tiles_left"),
)

_begun: dict[Any, tuple[Any, Any]] = {}


def write_frame(row: Any, kind: int, step: int, /, **columns: int) -> None:
    """Write a frame into a row of the stack, by the names of its columns."""
    row[:] = 0
    row[KIND], row[STEP] = kind, step
    for name, value in columns.items():
        row[FRAMES[kind].column(name.replace("_", " "))] = value


class Position:
    """One game and its pending decision. It begins in the menu of ship 0, with nothing but the Starting System.

    Ships are those of FIRST_TEAM unless `mats` says otherwise; each has chosen the first effect of its first Mod. All
    that has no default can be given as settings of the configuration.
    """

    def __init__(self, seed: int = 1, **config: Any) -> None:
        ships = config.get("ships", 4 if config.get("players", 4) in (2, 4) else 3)
        self.prepare({"mats": FIRST_TEAM[:ships], "content": FIXED_VALUES, **config})
        self._begin(seed)

    def prepare(self, config: dict[str, Any]) -> None:
        """Room for a game of a configuration."""
        self.rules: Corruption = corruption(CorruptionConfig(**config))
        self.t = self.rules.t
        self.content = self.rules.content
        self.games = new_games(1)
        self.masks = np.zeros((1, self.rules.actions.size), dtype=np.int8)
        self._row = np.zeros((1, 0), dtype=np.float32)
        self._rewards = np.zeros((1, self.rules.config.players), dtype=np.float32)
        self._one = [np.zeros(1, dtype=np.int64) for _ in range(3)]
        self._done = np.zeros(1, dtype=np.int8)

    def _begin(self, seed: int) -> None:
        """A new game; set up once for each configuration and seed, then copied."""
        key = (self.rules.config, seed)
        if key not in _begun:
            self._play(RESET, seed)
            while self.decision == "mod":
                self.do("option", 0)
            self.g.leader = 0
            self.turn_of(0)
            _begun[key] = (self.games.copy(), self.masks.copy())
        self.games[:], self.masks[:] = _begun[key]

    def _play(self, action: int, seed: int = 0) -> None:
        actions, seeds = np.array([action]), np.array([seed])
        actors, episodes, _ = self._one
        try:
            illegal = core.ENTRIES.play(
                self.games, self.rules.tables, actions, seeds, self.masks, self._row, actors, self._rewards, self._done,
                episodes, 0, False, *no_ends(1),
            )  # fmt: skip
        except NoLegalChoice:
            raise NoLegalChoice(f"nothing is legal in {self.decision}, asked of ship {self.asked}") from None
        assert illegal == FINE, f"{self.decision}: {self.text(action)} is not legal; {sorted(self.legal())} are"

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
    def asked(self) -> int:
        """The ship that is asked."""
        return int(self.g.asked)

    @property
    def rewards(self) -> list[float]:
        """Rewards of the last step."""
        return [float(x) for x in self._rewards[0]]

    def text(self, action: int) -> str:
        """An action in words."""
        return self.rules.actions.action_to_string(action)

    def legal(self, family: str | None = None) -> set[tuple[Any, ...]]:
        """Legal choices as (family, factors...), ships by number; with a family only the factors of its choices."""
        found: set[tuple[Any, ...]] = set()
        for action in np.flatnonzero(self.masks[0]):
            number, *rest = (int(x) for x in self.rules.actions.decode[action])
            name, factors, _ = FAMILIES[number]
            values = tuple(self._ship(x) if factor == "ship" else x for factor, x in zip(factors, rest, strict=False))
            if family is None:
                found.add((name, *values))
            elif family == name:
                found.add(values)
        return found

    def index(self, deck: str, entry: str) -> int:
        """The number of an entry of content, for instance index("tiles", "haven")."""
        return next(i for i, e in enumerate(getattr(self.content, deck)) if e.id == entry)

    # Acting ------------------------------------------------------------------------------------------------------

    def _ship(self, relative: int) -> int:
        base = self.asked if self.asked >= 0 else int(self.g.actor)
        return (base + relative) % int(self.t.ships)

    def action(self, family: str, factor: int = 0) -> int:
        """The id of a choice; ships are given by number."""
        declared = self.rules.actions.families[FAMILY_NUMBERS[family]]
        if declared.factors == ("ship",):
            base = self.asked if self.asked >= 0 else int(self.g.actor)
            factor = (factor - base) % int(self.t.ships)
        return int(declared.start + factor)

    def do(self, family: str, factor: int = 0) -> Position:
        """Choose; fails where the choice is not legal."""
        self._play(self.action(family, factor))
        return self

    def decline(self) -> Position:
        """Choose `pass`."""
        return self.do("pass")

    def dice(self, *values: int) -> Position:
        """Fix the next dice by number, from 1 to 6; `roll` fixes them by symbol."""
        self.g.scripted[: len(values)] = values
        self.g.scripted_count = len(values)
        return self

    def roll(self, *rolls: tuple[int, str]) -> Position:
        """Fix the next dice: the ship that rolls, and the symbols of its dice by their first letters ("hm", "s")."""
        return self.dice(
            *(
                self.number(int(self.t.mat_dice[self.g.mat[ship]]), letter)
                for ship, all_of in rolls
                for letter in all_of
            )
        )

    def number(self, colour: int, letter: str) -> int:
        """What a die of a colour must be for a symbol, by its first letter."""
        symbol = next(i for i, name in enumerate(v.SYMBOLS) if name[0] == letter)
        return 1 + int(np.flatnonzero(self.t.die_symbol[colour] == symbol)[0])

    def default(self) -> Position:
        """Pass where that is legal, else take the first legal choice."""
        self._play(int(np.flatnonzero(self.masks[0])[0]))
        return self

    def until(self, decision: str, asked: int | None = None, limit: int = 5000) -> Position:
        """Let everybody take the default choice until a decision (of a ship) is pending."""
        for _ in range(limit):
            if self.decision == decision and asked in (None, self.asked):
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

    def jump(self, frame: int, step: int = 0, /, **columns: int) -> Position:
        """Leave everything that is under way and run one frame (rules/frames.py), then nothing: the game stops there.

        Call it after the position is set up by hand. What the frame keeps is given by the names of its columns.
        """
        g = self.g
        g.stack[:] = 0
        g.depth = 1
        write_frame(g.stack[0], frame, step, **columns)
        g.decision = 0
        g.log_count = 0
        return self.refresh()

    @property
    def finished(self) -> bool:
        """Whether the frame jumped to has ended."""
        return int(self.g.depth) == 0

    # Making positions ----------------------------------------------------------------------------------------------

    def turn_of(self, ship: int, *members: int, actions: int | None = None) -> Position:
        """It is the turn of a ship, or of a Fleet it leads; its menu is pending, unless it is engaged."""
        g = self.g
        g.stack[:] = 0
        write_frame(g.stack[0], frames.GAME, turn.SEAL)
        write_frame(g.stack[1], frames.ACTION_PHASE, 0)
        write_frame(g.stack[2], frames.ACTIVATION, turn.OTHERS)
        g.depth = 3
        g.turn, g.phase = max(1, int(g.turn)), IN_ACTION_PHASE
        g.active = g.lead = ship
        g.turn_over = 0
        for member in (ship, *members):
            g.fleet[member] = ship
            g.played[member] = 1
            g.slot[member] = g.slot[ship]
        own = min(int(self.t.mat_actions[g.mat[member]]) for member in (ship, *members))
        g.actions_left = own if actions is None else actions
        g.decision = 0
        return self.refresh()

    def add(self, tile: str, direction: int, beside: int = 0, turned: int | None = None) -> int:
        """A system joins the map beside another one by a lane, as it would by a probe; returns its slot.

        Nobody gains XP for it, and what was pending stays so; call `refresh` when all is there.
        """
        number, g = self.index("tiles", tile), self.g
        stack = [int(other) for other in g.tiles[: g.tiles_left] if other != number]
        assert len(stack) < g.tiles_left, f"{tile} is not in the stack"
        g.tiles[: g.tiles_left] = [*stack, number]
        before, masks = self.games.copy(), self.masks.copy()
        self.jump(frames.REVEAL, **{"from": beside}, direction=direction)
        if self.decision == "rotate":
            self._play(int(np.flatnonzero(self.masks[0])[0]) if turned is None else self.action("rotate", turned))
        for field in MAP_FIELDS:
            before[field] = self.games[field]
        self.games[:], self.masks[:] = before, masks
        return int(g.systems) - 1

    def open_start(self, tile: str = "crossways") -> Position:
        """Another tile in the middle, so that lanes lead in all directions; it changes places with the one there."""
        number = self.index("tiles", tile)
        self.g.tiles[self.g.tiles == number] = self.g.tile[0]
        self.g.tile[0] = number
        self.g.turned[0] = 0
        self.g.rift[0] = self.t.tile_kind[self.g.tile[0]] == v.CORRUPT
        self.g.gate[0] = self.t.tile_wormhole[self.g.tile[0]]
        return self

    def foe(self, card: str, slot: int, health: int | None = None) -> int:
        """An Enemy or Avatar lies in a system; returns its card."""
        g = self.g
        avatars = [entry.id for entry in self.content.avatars]
        if card in avatars:
            number = capacity.ENEMIES + self.content.avatars[avatars.index(card)].number - 1
            g.box_avatar[: self.t.boxes][g.box_avatar[: self.t.boxes] == number - capacity.ENEMIES] = -1
        else:
            number = self.index("enemies", card)
            for deck in ("enemy_deck", "reserve"):
                left = f"{deck.removesuffix('_deck')}_left"
                kept = [int(other) for other in g[deck][: g[left]] if other != number]
                g[deck][:] = -1
                g[deck][: len(kept)] = kept
                g[left] = len(kept)
            g.enemy_discarded[number] = 0
        g.foe_slot[number] = slot
        g.foe_health[number] = self.t.foe_health[number] if health is None else health
        g.foe_seen[number] = 1
        return number

    def explore(self, card: str, ship: int = 0, members: tuple[int, ...] = ()) -> Position:
        """A ship, or a Fleet it leads, explores where it is, and turns this Exploration up."""
        g, number = self.g, self.index("explorations", card)
        deck = [int(other) for other in g.exploration_deck[: g.exploration_left] if other != number]
        assert len(deck) < g.exploration_left, f"{card} is not in the deck"
        g.exploration_deck[: g.exploration_left] = [*deck, number]
        g.exploration[g.slot[ship]] = 1
        return self.turn_of(ship, *members).do("explore")

    def signal(self, card: str, slot: int = 0, key: int = 0, face_up: bool = True) -> Position:
        """A Key lies in a system, and this is its Signal, with all its markers if it is face up."""
        g, number = self.g, self.index("signals", card)
        for other in range(self.t.keys):
            if other != key and g.signal[other] == number:
                g.signal[other] = g.signal[key]
        g.signal[key] = number
        g.key_state[key], g.key_slot[key] = ON_SYSTEM, slot
        g.exploration[slot] = 0
        if face_up:
            g.signal_state[key], g.signal_markers[key] = 1, self.t.signal_markers[number]
        return self

    def carry(self, ship: int, *keys: int) -> Position:
        """A ship carries these Keys; their Signals are solved."""
        for key in keys:
            self.g.key_state[key], self.g.key_ship[key], self.g.signal_state[key] = ON_SHIP, ship, 2
        return self

    def ally(self, ally: str, *modules: str, slot: int = 0) -> Position:
        """An Ally is met in a system, and offers these modules."""
        g, number = self.g, self.index("allies", ally)
        left = [int(other) for other in g.ally_deck[: g.ally_left] if other != number]
        g.ally_deck[:] = -1
        g.ally_deck[: len(left)] = left
        g.ally_left = len(left)
        g.ally[slot] = number + 1
        g.display[number, : len(modules)] = [1 + self.kind(module) for module in modules]
        return self

    def kind(self, module: str) -> int:
        """The kind of a Ship Module or Precursor Ship Module."""
        kinds = [entry.id for entry in self.content.modules]
        if module in kinds:
            return kinds.index(module)
        return capacity.MODULE_KINDS + [entry.id for entry in self.content.precursors].index(module)

    def fight(self, *cards: str, ship: int = 0, members: tuple[int, ...] = ()) -> Position:
        """A ship, or a Fleet it leads, is engaged with these Enemies and Avatars, and it is its turn."""
        for card in cards:
            self.foe(card, int(self.g.slot[ship]))
        for member in (ship, *members):
            self.g.engaged[member] = 1
        return self.turn_of(ship, *members)

    def plain(self) -> Position:
        """Nobody has a Mod, or can get one."""
        self.g.mod[:] = LOST
        return self.refresh()

    def mod(self, ship: int, level: int, choice: int) -> Position:
        """A Mod of a ship with one of its effects (0 or 1); call `refresh`."""
        self.g.mod[ship, level - 1] = 1 + choice
        self.g.xp[ship] = max(int(self.g.xp[ship]), int(self.t.mat_level[self.g.mat[ship], level - 1]))
        for earlier in range(level - 1):
            if self.g.mod[ship, earlier] in (LOCKED, OPEN):
                self.g.mod[ship, earlier] = 1
        return self

    def equip(self, ship: int, *modules: str) -> Position:
        """These modules in the first slots of a ship; call `refresh`."""
        for name in modules:
            slot = int(np.flatnonzero(self.g.module[ship] == 0)[0])
            self.g.module[ship, slot] = self.kind(name) + 1
        return self

    def damage(self, ship: int, *cards: str) -> Position:
        """Damaged cards of a ship; call `refresh`."""
        for name in cards:
            self.g.damaged[ship, self.index("damaged", name)] += 1
        return self
