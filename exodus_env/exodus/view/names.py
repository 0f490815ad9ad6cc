"""What things are called: players by colour, hexes by planet, ships and cards by name, effects in words."""

from __future__ import annotations

from typing import Any, Final

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import Effect, EffectCard
from exodus_env.exodus.record import Game
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.text import PLAYER_NAMES, listed

RESOURCE_NAMES: Final = ("CP", "Axinium", "Phasium", "VP")
STOCK_NAMES: Final = ("nothing", "CP", "Axinium", "Phasium")  # by what a planet produces
LEVELS: Final = ("", "I", "II", "III")
OFFICES: Final = ("Chancellor", "Vice-Chancellor")


class Fields:
    """The fields of a record, each fetched once, since fetching is slow; the record must not change meanwhile."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        setattr(self, name, value)
        return value


class Names:
    """Words for everything in one game; player numbers are seats, the same for every viewer."""

    def __init__(self, rules: Ruleset, g: Game) -> None:
        self.rules = rules
        self.content = rules.content
        self.t = Fields(rules.t)
        self.g = Fields(g)

    # Players and ships

    def player(self, player: int) -> str:
        """A side by colour; the side after the players is the Centaurians'."""
        return "the Centaurians" if player == PLAYERS else PLAYER_NAMES[player]

    def seat(self, relative: int) -> str:
        """A player counted from the actor."""
        return self.player((int(self.g.actor) + relative) % int(self.t.players))

    def place(self, place: int) -> str:
        """A place in turn order, by its office where it has one."""
        return OFFICES[place] if place < len(OFFICES) else f"{place + 1}{'rd' if place == 2 else 'th'}"

    def ship(self, ship: int) -> str:
        """A ship without its owner."""
        return self.rules.actions.words("ship", ship)

    def ship_of(self, player: int, ship: int) -> str:
        """A ship with its owner."""
        return f"{self.player(player)}'s {self.ship(ship)}"

    def ship_class(self, number: int) -> str:
        """A ship class."""
        return self.content.ships[number].name

    # Hexes

    def planet(self, hexagon: int) -> str:
        """The name of a hex without its number."""
        if hexagon == self.t.centre_hex:
            return "High Council" if hexagon == self.t.council_hex else "Proxima Centauri"
        planet = int(self.g.planet[hexagon])
        if planet < 0:
            return "open space"
        name = self.content.planets[planet].name
        return f"ruins of {name}" if self.g.destroyed[hexagon] else name

    def hexagon(self, hexagon: int) -> str:
        """A hex: its planet and number; the number is left out where everybody knows the place."""
        known = hexagon == self.t.centre_hex or self.t.home_of[hexagon] >= 0
        return self.planet(hexagon) if known else f"{self.planet(hexagon)} (hex {hexagon})"

    def garrison(self, hexagon: int) -> str:
        """The Resistance in a hex: a ship of a level, or a fleet."""
        level = int(self.g.resistance[hexagon])
        if not self.t.fleets:
            return f"Resistance {LEVELS[level]}"
        kind = "strong" if level == len(self.g.resistance_left) else "regular"
        return f"{'beaten' if self.g.dormant[hexagon] else kind} Resistance fleet"

    def stock(self, hexagon: int) -> str:
        """What the counter of a planet holds."""
        planet = int(self.g.planet[hexagon])
        return STOCK_NAMES[int(self.t.planet_resource[planet])] if planet >= 0 else STOCK_NAMES[0]

    # Cards and pieces

    def upgrade(self, upgrade: int) -> str:
        """A ship upgrade."""
        return self.content.upgrades[upgrade].name

    def rocket(self, rocket: int) -> str:
        """A kind of rocket."""
        return self.content.rockets[rocket].name

    def technology(self, technology: int) -> str:
        """A technology."""
        return self.content.technologies[technology].name

    def action_card(self, card: int) -> str:
        """An action card."""
        return self.content.action_cards[card].name

    def action(self, action: int) -> str:
        """A standard action, called after the card that has it on top."""
        word = v.ACTIONS[action]
        return next((card.name for card in self.content.action_cards if card.action == word), word.capitalize())

    def political(self, card: int) -> str:
        """A political card with kind and effect."""
        entry = self.content.political_cards[card]
        return f"{entry.name} ({entry.kind}): {self.card_words(entry)}"

    def bonus(self, card: int) -> str:
        """A bonus action with its effect."""
        entry = self.content.bonus_cards[card]
        return f"{entry.name} ({self.card_words(entry)})"

    def resistance(self, card: int) -> str:
        """A Resistance card with the bonus for giving it up."""
        entry = self.content.resistance_cards[card]
        return f"{entry.name} ({self.card_words(entry)})"

    def foe(self, card: int) -> str:
        """A Centaurian ship with its strength."""
        entry = self.content.resistance_cards[card]
        dice = f"{entry.dice} {'die' if entry.dice == 1 else 'dice'}"
        return f"{entry.name} (level {LEVELS[entry.level]}, {dice}, shield {entry.shield})"

    # Effects

    def card_words(self, card: EffectCard) -> str:
        """What a card does: its text, or its effects where it has none."""
        return card.text or "; ".join(self.effect_row(effect) for effect in card.effects)

    def effect_row(self, effect: Effect) -> str:
        """An effect row as an order to whom it concerns."""
        words = self.effect(v.OPCODE_NAMES.index(effect.do), effect.a, effect.b)
        return words + (f" for each of {v.QUANTITIES[effect.c].replace('_', ' ')}" if _is_counted(effect) else "")

    def effect(self, opcode: int, a: int, b: int) -> str:
        """What an effect does, as an order."""
        name = v.OPCODE_NAMES[opcode]
        if name == "modify":
            return f"play by another value of {v.MODIFIER_NAMES[a].replace('_', ' ')}"
        if name == "modify_turn":
            return f"play by another value of {v.MODIFIER_NAMES[a].replace('_', ' ')} this turn"
        if name in ("gain", "lose"):
            return f"{name} {b} {RESOURCE_NAMES[a]}"
        if name == "tribute":
            return f"receive {b} {RESOURCE_NAMES[a]} from every other player"
        if name == "build":
            return f"get a {self.ship_class(a) if a >= 0 else 'ship of any class'} without paying"
        if name == "act":
            return f"perform {self.action(a)}"
        if name == "damage":
            return f"take {a} damage on each ship {'on the map' if b else 'in the High Council hex'}"
        if name == "cancel_law":
            return "cancel every law" if a else "cancel a law"
        return _SIMPLE_EFFECTS[name].format(a)

    def options(self, row: int) -> list[str]:
        """The options of a card whose `choose` effect is this row of the tables."""
        ranges = (self.t.political_effect, self.t.resistance_effect, self.t.bonus_effect)
        for deck, rows in zip(self.content.effect_decks(), ranges):
            for number, card in enumerate(deck):
                first, count = int(rows[number, 0]), int(rows[number, 1])
                if first <= row < first + count:
                    return self._option_words(card.effects[row - first + 1 :], card.effects[row - first].a)
        return []

    def _option_words(self, effects: tuple[Effect, ...], count: int) -> list[str]:
        groups = ([e for e in effects if e.option == k] for k in range(1, count + 1))
        return [listed([self._option_row(effect) for effect in group]) for group in groups]

    def _option_row(self, effect: Effect) -> str:
        words = self.effect_row(effect)
        return words if effect.target == "owner" else f"{effect.target.replace('_', ' ')}: {words}"


def _is_counted(effect: Effect) -> bool:
    """Whether an effect gives its amount several times."""
    return effect.do in ("gain", "lose", "tribute") and effect.c > 0


_SIMPLE_EFFECTS: Final = {
    "grow": "gain {0} Population at home",
    "shrink": "lose up to {0} Population at home",
    "repair": "repair each ship by {0}",
    "replenish": "add {0} to the counter of each planet with own Population",
    "deplete": "remove {0} from the counter of each planet with own Population",
    "learn": "get a technology of up to {0} CP without paying",
    "equip": "get an upgrade without paying",
    "choose": "choose one of {0} options",
    "extra_conquest": "add a Conquest Stage to this turn",
    "extra_action": "let everybody play one more action card, without Reactions",
    "disarm": "remove {0} of the rockets on each planet under own control",
}
