"""What everything in a game is called. Nothing is private, so all viewers read the same."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.content.build import modules_by_kind
from exodus_env.corruption.content.entries import Avatar, Effect, Enemy, Module
from exodus_env.kit.text import number

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption

MANOEUVRES = ("nothing", "Offense", "Defense with the first die", "Defense with the second die", "Disengage")


@lru_cache(maxsize=64)
def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """A letter for each name: the initial of one of its words, or any other letter that no name before it has."""
    found: list[str] = []
    for name in names:
        initials = [word[0] for word in name.replace("-", " ").split()]
        free = [letter for letter in (*initials, *name.upper()) if letter.isalpha() and letter not in found]
        found.append(free[0] if free else name[0])
    return tuple(found)


class Names:
    """Names of one position."""

    def __init__(self, rules: Corruption, game: Any) -> None:
        self.rules = rules
        self.g = game
        self.t = rules.t
        self.content = rules.content

    # Ships --------------------------------------------------------------------------------------------------------

    def player(self, seat: int) -> str:
        """A seat."""
        return f"Player {seat}"

    def captain(self, ship: int) -> str:
        """The seat of a ship's captain."""
        return self.player(int(self.g.captain[ship]))

    def mat(self, mat: int) -> str:
        """A ship mat."""
        return self.content.ships[mat].name

    def bare_ship(self, ship: int) -> str:
        """A ship as a title."""
        mat = int(self.g.mat[ship])
        return self.mat(mat) if mat >= 0 else f"ship {ship + 1}"

    def ship(self, ship: int) -> str:
        """A ship in a sentence."""
        return f"the {self.bare_ship(ship)}" if self.g.mat[ship] >= 0 else f"ship {ship + 1}"

    def letter(self, ship: int) -> str:
        """A letter for a ship; each mat has its own."""
        mat = int(self.g.mat[ship])
        return letters(tuple(entry.name for entry in self.content.ships))[mat] if mat >= 0 else str(ship + 1)

    def manoeuvre(self, manoeuvre: int) -> str:
        """A manoeuvre."""
        return MANOEUVRES[manoeuvre]

    def scraps(self, amount: int) -> str:
        """Scraps, with their number."""
        return number(amount, "Scrap")

    # Equipment ----------------------------------------------------------------------------------------------------

    def module_entry(self, kind: int) -> Module:
        """A module by kind."""
        return dict(modules_by_kind(self.content))[kind]

    def module(self, kind: int) -> str:
        """A module by kind."""
        return self.module_entry(kind).name

    def effect_entry(self, effect: int) -> Effect:
        """An effect of equipment by its number."""
        first = c.MODS * c.MOD_EFFECTS
        if effect >= first:
            return self.module_entry(effect - first).effect
        mat, rest = divmod(effect, c.LEVELS * c.MOD_EFFECTS)
        level, choice = divmod(rest, c.MOD_EFFECTS)
        return self.content.mods_of(v.SHIPS[mat])[level].effects[choice]

    def used(self, effect: int) -> str:
        """Equipment that is used, by its effect."""
        first = c.MODS * c.MOD_EFFECTS
        return self.module(effect - first) if effect >= first else self.effect_entry(effect).name

    def mod_effect(self, ship: int, place: int, choice: int) -> Effect:
        """One of the two effects of a ship's Mod."""
        return self.content.mods_of(v.SHIPS[int(self.g.mat[ship])])[place].effects[choice]

    def mod_name(self, ship: int, place: int) -> str:
        """A ship's Mod."""
        return self.content.mods_of(v.SHIPS[int(self.g.mat[ship])])[place].name

    def effect(self, ship: int, place: int, choice: int) -> str:
        """One of the two effects of a ship's Mod."""
        return self.mod_effect(ship, place, choice).name

    def damaged(self, kind: int) -> str:
        """A Damaged card."""
        return self.content.damaged[kind].name if kind < len(self.content.damaged) else f"Damaged card {kind + 1}"

    # The map and the cards ----------------------------------------------------------------------------------------

    def system(self, slot: int) -> str:
        """A system."""
        return self.content.tiles[int(self.g.tile[slot])].name

    def tile(self, tile: int) -> str:
        """A tile."""
        return self.content.tiles[tile].name

    def ally(self, ally: int) -> str:
        """An Ally."""
        return self.content.allies[ally].name

    def exploration(self, card: int) -> str:
        """An Exploration, with its kind."""
        entry = self.content.explorations[card]
        return f"{entry.name} ({entry.kind.capitalize()})"

    def option(self, card: int, option: int) -> str:
        """An option of an Exploration."""
        options = self.content.explorations[card].options
        return options[option].name if option < len(options) else f"option {option + 1}"

    def signal(self, card: int) -> str:
        """A Signal, with its level."""
        entry = self.content.signals[card]
        return f"{entry.name} ({entry.level})"

    def foe_entry(self, card: int) -> Enemy | Avatar:
        """An Enemy or Avatar."""
        if card < c.ENEMIES:
            return self.content.enemies[card]
        return next(avatar for avatar in self.content.avatars if avatar.number == card - c.ENEMIES + 1)

    def foe(self, card: int) -> str:
        """An Enemy or Avatar in a sentence."""
        name = self.foe_entry(card).name
        return name if card >= c.ENEMIES and name.startswith("The ") else f"the {name}"

    def foes_in(self, slot: int) -> list[int]:
        """The cards of Enemies and Avatars in a system, in the order choices name them."""
        return [card for card in range(c.FOE_CARDS) if slot >= 0 and self.g.foe_slot[card] == slot]

    # Dice ---------------------------------------------------------------------------------------------------------

    def symbol(self, face: int) -> str:
        """A symbol."""
        return f"a {v.SYMBOLS[face]}"

    def colour(self, colour: int) -> str:
        """A colour of dice."""
        return v.COLOURS[colour]

    def roll(self, kind: int) -> str:
        """A kind of roll."""
        return f"{v.WINDOW_NAMES[kind].capitalize()} Roll"
