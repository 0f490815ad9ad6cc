"""What things are called: players by colour, hexes by planet, ships and cards by name, effects in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from exodus_env.exodus.capacity import DIRECTIONS, EDGES, PLAYERS
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.content.entries import ActionCard, Effect, EffectCard, FactionCard, FoeCard
from exodus_env.exodus.encoding.actions import HAND
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.cards import modifiers as m
from exodus_env.exodus.rules.frames import COMBAT_KIND, COMBAT_LONE
from exodus_env.exodus.rules.scenarios import solitaire
from exodus_env.exodus.rules.scoring import LOST, WON, WON_IN_PART
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.tables import STRONGHOLD
from exodus_env.exodus.view.text import PLAYER_NAMES
from exodus_env.kit.definition import ALL, Viewer
from exodus_env.kit.flow import KIND
from exodus_env.kit.text import listed, number

RESOURCE_NAMES: Final = ("CP", "Axinium", "Phasium", "VP")
STOCK_NAMES: Final = ("nothing", "CP", "Axinium", "Phasium")  # by what a planet produces
LEVELS: Final = ("", "I", "II", "III")
OFFICES: Final = ("Chancellor", "Vice-Chancellor")
BADGES: Final = ("moons", "finite", "barren", "peaceful")
PLACES: Final = ("in the High Council hex", "on the map", "in the explored hex")  # of damage
TOKENS: Final = ("a wormhole", "the Bounty", "the No Combat token", "the Planet of Interest")


Counter = tuple[int, int, int]  # what it holds, units, maximum


class Fields:
    """The fields of a record, each fetched once, because fetching is slow; the record must not change meanwhile."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        setattr(self, name, value)
        return value


class Names:
    """Words for everything in one game; player numbers are seats, the same for every viewer.

    The viewer matters for face-down hexes: their contents are named only to a viewer who has looked.
    """

    def __init__(self, rules: Ruleset, g: Game, viewer: Viewer = None) -> None:
        self.viewer = viewer
        self.asked = False  # whether the viewer made a difference
        self.rules = rules
        self.content = rules.content
        self.t = Fields(rules.t)
        self.g = Fields(g)

    def knows(self, player: int) -> bool:
        """Whether the viewer knows a player's secrets."""
        self.asked = True
        return self.viewer == ALL or self.viewer == player

    # Players and ships

    def player(self, player: int) -> str:
        """A side by colour; the side after the players is the Centaurians, and -1 is the NPC of solitaire play."""
        if player < 0:
            return "the NPC"
        return "the Centaurians" if player == PLAYERS else PLAYER_NAMES[player]

    def seat(self, relative: int) -> str:
        """A player counted from the actor."""
        return self.player((int(self.g.actor) + relative) % int(self.t.players))

    def place(self, place: int) -> str:
        """A place in turn order, with its office if it has one."""
        return OFFICES[place] if place < len(OFFICES) else f"{place + 1}{'rd' if place == 2 else 'th'}"

    def ship(self, ship: int) -> str:
        """A ship without its owner."""
        return self.rules.actions.words("ship", ship, None)

    def ship_of(self, player: int, ship: int) -> str:
        """A ship with its owner."""
        return f"{self.player(player)}'s {self.ship(ship)}"

    def ship_class(self, number: int) -> str:
        """A ship class."""
        return self.content.ships[number].name

    # Hexes

    def planet_at(self, hexagon: int) -> int:
        """The planet that the viewer knows in a hex, destroyed or not; -1 if there is none or it is secret."""
        if self.g.face_down[hexagon]:
            if not any(hexagon in self.looks(player) for player in range(int(self.t.players)) if self.knows(player)):
                return -1
        return int(self.g.planet[hexagon])

    def looks(self, player: int) -> list[int]:
        """The hexes a player has looked at in secret (M4)."""
        return [int(hexagon) for hexagon in (self.g.look[player], self.g.look_second[player]) if hexagon >= 0]

    def planet(self, hexagon: int) -> str:
        """The name of a hex without its number."""
        if hexagon == self.t.centre_hex:
            return self.centre()
        planet = self.planet_at(hexagon)
        name = self.content.planets[planet].name if planet >= 0 else ""
        if self.g.face_down[hexagon]:
            return f"unexplored ({name})" if name else "unexplored"
        if self.g.destroyed[hexagon]:
            return f"{'debris' if self.t.exploration else 'ruins'} of {name}"
        return name or "open space"

    def centre(self) -> str:
        """What is in the centre of the map."""
        if self.t.scenario == STRONGHOLD:
            return "Stronghold"
        return "High Council" if self.t.council_hex >= 0 else "Proxima Centauri"

    def hexagon(self, hexagon: int) -> str:
        """A hex: its planet and number; the number is left out for places that everybody knows."""
        if self.g.face_down[hexagon]:
            return self.planet(hexagon).replace("unexplored", f"unexplored hex {hexagon}", 1)
        known = hexagon == self.t.centre_hex or self.t.home_of[hexagon] >= 0
        return self.planet(hexagon) if known else f"{self.planet(hexagon)} (hex {hexagon})"

    def beside(self, hexagon: int, direction: int) -> int:
        """The hex that a ship comes to; the last direction leads through the wormhole; -1 if there is none."""
        if direction < DIRECTIONS:
            return int(self.t.neighbour[hexagon, direction])
        ends = [int(end) for end in self.g.wormhole]
        if hexagon not in ends:
            return -1
        other = ends[1 - ends.index(hexagon)]
        return -1 if other == self.t.centre_hex and self.t.council_hex < 0 else other

    def barriers(self) -> list[int]:
        """The borders with an Energy Barrier."""
        return [int(edge) for edge in self.g.barrier[: int(self.t.players)] if edge >= 0]

    def border(self, edge: int) -> tuple[str, str]:
        """The two hexes on both sides of a border."""
        hexagon, direction = divmod(edge, EDGES)
        other = int(self.t.flight[hexagon, direction])
        return self.hexagon(hexagon), self.hexagon(other) if other >= 0 else "nowhere"

    def garrison(self, hexagon: int) -> str:
        """The Resistance in a hex: a ship of a level, a fleet, or in solitaire play several ships."""
        level = int(self.g.resistance[hexagon])
        ships = self.resistance_ships(hexagon)
        if sum(ships) > 1:
            there = [f"{count} {LEVELS[i + 1]}" for i, count in enumerate(ships) if count > 0]
            return f"Resistance {' + '.join(there)}"
        if not self.t.fleets:
            return f"Resistance {LEVELS[level]}"
        kind = "strong" if level == len(self.g.resistance_left) else "regular"
        return f"{'beaten' if self.g.dormant[hexagon] else kind} Resistance fleet"

    def resource(self, hexagon: int, second: int) -> str:
        """What the counter of a planet holds, or the second one of a dual planet."""
        planet = self.planet_at(hexagon)
        kinds = self._produced(planet) if planet >= 0 else []
        return STOCK_NAMES[kinds[second] if second < len(kinds) else 0]

    def _produced(self, planet: int) -> list[int]:
        return [int(kind) for kind in (self.t.planet_resource[planet], self.t.planet_second[planet]) if kind > 0]

    def counters(self, hexagon: int) -> list[Counter]:
        """The counters of the planet in a hex; before it is explored, what is printed."""
        g = self.g
        planet = self.planet_at(hexagon)
        if planet < 0 or g.destroyed[hexagon]:
            return []
        units = None if g.face_down[hexagon] else (g.counter[hexagon], g.second_counter[hexagon])
        return self._counters(planet, units)

    def _counters(self, planet: int, units: tuple[int, int] | None) -> list[Counter]:
        t = self.t
        if t.planet_barren[planet]:
            return []
        there = units or (t.planet_amount[planet], t.planet_second_amount[planet])
        most = (t.planet_maximum[planet], t.planet_second_maximum[planet])
        return [(kind, int(there[i]), int(most[i])) for i, kind in enumerate(self._produced(planet))]

    def counter_words(self, hexagon: int) -> str:
        """The counters of the planet in a hex; a barren one has none but may produce something."""
        planet = self.planet_at(hexagon)
        if planet < 0 or self.g.destroyed[hexagon]:
            return ""
        return self._counter_words(planet, self.counters(hexagon))

    def _counter_words(self, planet: int, counters: list[Counter]) -> str:
        if self.t.planet_barren[planet]:
            return f"{STOCK_NAMES[int(self.t.planet_resource[planet])]} on {self.t.barren_roll}+"
        return ", ".join(f"{units} of {most} {STOCK_NAMES[kind]}" for kind, units, most in counters)

    def badges(self, planet: int) -> list[str]:
        """What is special about a planet."""
        t = self.t
        marks = (t.planet_moons, t.planet_finite, t.planet_barren, t.planet_peaceful)
        found = [word for word, values in zip(BADGES, marks) if values[planet]]
        if t.planet_advanced[planet] >= 0:
            found.append(f"advanced ({v.TYPES[int(t.planet_advanced[planet])].capitalize()})")
        return found

    def printed(self, planet: int) -> str:
        """A planet with everything that is printed on it."""
        counters = self._counter_words(planet, self._counters(planet, None))
        facts = [counters, f"{self.t.planet_vp[planet]} VP", *self.badges(planet)]
        return f"{self.content.planets[planet].name} ({', '.join(fact for fact in facts if fact)})"

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

    def action_card(self, player: int, card: int) -> str:
        """An action card of a player's hand."""
        cards = self.hand(player)
        return cards[card].name if card < len(cards) else f"{HAND[card]} card"

    def hand(self, player: int) -> tuple[ActionCard | FactionCard, ...]:
        """A player's action cards: with factions those of the faction, or none before it is chosen."""
        if not self.t.eoe:
            return self.content.action_cards
        faction = int(self.g.faction[player])
        return self.content.hand(self.content.factions[faction].id) if faction >= 0 else ()

    def card_in_full(self, player: int, card: int) -> str:
        """An action card with what its halves do, if that depends on the faction."""
        cards = self.hand(player)
        entry = cards[card] if card < len(cards) else None
        if not isinstance(entry, FactionCard):
            return self.action_card(player, card)
        words = [self.rows(entry.effects), f"Reaction: {self.rows(entry.reaction)}"]
        return f"{entry.name} ({'; '.join([*words, *(['once in a game'] if entry.once else [])])})"

    def reaction(self, player: int, card: int) -> str:
        """What the reaction half of a player's action card does."""
        cards = self.hand(player)
        entry = cards[card] if card < len(cards) else None
        if isinstance(entry, FactionCard):
            return self.rows(entry.reaction)
        return self.action(int(self.t.card_reaction[card]))

    def action(self, action: int) -> str:
        """A standard action, named after the card that has it on top."""
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

    def outpost(self, hexagon: int) -> str:
        """The Outpost in a hex; nobody knows the kind of a face-down token."""
        level = self.outpost_level(hexagon)
        return f"Outpost of level {level}" if level else "face-down Outpost"

    def outpost_level(self, hexagon: int) -> int:
        """The level of an Outpost that is face up, otherwise 0."""
        return int(self.g.outpost[hexagon]) - 1 if self.g.outpost_up[hexagon] else 0

    def outpost_card(self, card: int) -> str:
        """An Outpost card with the bonus for giving it up, and its VP."""
        entry = self.content.outpost_cards[card]
        return f"{entry.name} ({self.card_words(entry)}; {entry.vp} VP)"

    def event(self, card: int) -> str:
        """An Event with kind and effect."""
        entry = self.content.events[card]
        return f"{entry.name} ({entry.kind}): {self.card_words(entry)}"

    def leader(self, leader: int) -> str:
        """A Leader with what it gives the player."""
        entry = self.content.leaders[leader]
        return f"{entry.name} ({self.card_words(entry)})"

    # Edge of Extinction

    def faction(self, faction: int) -> str:
        """A faction with what it gives its player."""
        entry = self.content.factions[faction]
        words = self.card_words(entry)
        return f"{entry.name} ({words})" if words else entry.name

    def faction_of(self, player: int) -> str:
        """The name of a player's faction; an empty string if there is none."""
        return self.content.factions[int(self.g.faction[player])].name if self.g.faction[player] >= 0 else ""

    def combat_card(self, side: int, kind: int) -> str:
        """A combat card of a player, or of the Resistance, with what it requires and does."""
        entry = (self.content.foe_cards if side == PLAYERS else self.content.combat_cards)[kind]
        return f"{entry.name} ({entry.text or _combat_words(entry)})"

    def planetary(self, kind: int) -> str:
        """A planetary upgrade."""
        return self.content.planetary[kind].name

    def planetary_at(self, hexagon: int) -> list[str]:
        """The planetary upgrades of a hex."""
        return [self.planetary(kind) for kind in range(len(self.content.planetary)) if self.g.planetary[hexagon, kind]]

    def acting_for_resistance(self) -> int:
        """Who knows the Resistance's combat cards: the player to the left of the one who fights it; -1 for nobody."""
        players = int(self.t.players)
        for frame in self.g.stack[: int(self.g.depth)]:
            if (
                players > 1
                and frame[KIND] == frames.COMBAT
                and frame[COMBAT_KIND] == frames.ORDINARY
                and frame[COMBAT_LONE] >= 0
            ):
                return (int(frame[COMBAT_LONE]) + 1) % players
        return -1

    # The Stronghold

    def squadrons(self) -> int:
        """Squadrons on the map."""
        return int(self.g.squadron[: int(self.t.hexes)].sum())

    def shield_bonus(self) -> int:
        """What the turn adds to the shields of squadrons and of the Stronghold."""
        return max(0, int(self.t.squadron_shield) + int(self.g.turn))

    def combat_kind(self) -> int:
        """Who is fought in the current combat, as numbered in rules/frames.py; players who join an attack count too."""
        frame = self.g.stack[int(self.g.depth) - 1]
        if frame[KIND] == frames.ASSAULT:
            return frames.AGAINST_STRONGHOLD
        return int(frame[COMBAT_KIND]) if frame[KIND] == frames.COMBAT else frames.ORDINARY

    def wave(self) -> str:
        """The enemy that has one total of cannons and shields; an empty string if every ship fights for itself."""
        words = {frames.AGAINST_SQUADRONS: "squadron", frames.AGAINST_STRONGHOLD: "Stronghold"}
        return words.get(self.combat_kind(), "")

    def wave_strength(self) -> tuple[int, int]:
        """All cannon dice of that enemy, and its shield."""
        t = self.t
        if self.combat_kind() == frames.AGAINST_STRONGHOLD:
            return int(t.stronghold_dice), int(t.stronghold_shield) + self.shield_bonus()
        cards = self.g.foe_card[self.g.foe_card >= 0]
        return int(t.resistance_dice[cards].sum()), int(t.resistance_shield[cards].sum()) + self.shield_bonus()

    def result(self, outcome: int) -> str:
        """How the Stronghold ended for all players together, or a mission of solitaire play."""
        if self.t.solitaire:
            return self._mission_result(outcome)
        levels = f"{number(int(self.g.stronghold), 'level')} of the Stronghold {_is(int(self.g.stronghold))} left"
        if outcome == WON and not self.t.coop:
            return "the Stronghold has fallen; whoever has the most VP has won"
        if outcome == WON:
            return f"the Stronghold has fallen; {self._together('won')}"
        if self.g.squadron_supply == 0:
            return f"the last squadron is on the map; {self._together('lost')} ({levels})"
        return f"time is up; {self._together('lost')} ({levels})"

    def score_counts(self) -> bool:
        """Whether VP decide the game, not what players have achieved together or in a mission."""
        return not self.t.coop and not self.t.solitaire and self.g.outcome != LOST

    def _together(self, done: str) -> str:
        return f"{self.player(0)} has {done}" if self.t.players == 1 else f"the players have {done} together"

    # Solitaire play

    def resistance_ships(self, hexagon: int) -> list[int]:
        """Resistance ships in a hex, by level."""
        return [int(count) for count in self.g.resistance_ships[hexagon]]

    def ships_by_level(self, counts: Sequence[int]) -> str:
        """Resistance ships in words: how many of which level."""
        return listed([f"{count} of level {LEVELS[i + 1]}" for i, count in enumerate(counts) if count > 0])

    def tax(self, player: int) -> int:
        """CP that a player pays for a mineral, as computed in rules/stages/upkeep.py."""
        return max(0, int(self.g.modifier[player, m.TAX])) if self.t.taxed else 0

    def choice_price(self, slot: int) -> int:
        """CP that a political card costs to pass in solitaire play, as computed in rules/stages/council.py."""
        price = int(self.t.choice_price[slot]) * int(self.g.turn)
        if price > 0 and self.g.modifier[solitaire.ALONE, m.CORRUPT_POLITICS] > 0:
            price -= int(self.t.corrupt_discount)
        return max(0, price)

    def office_price(self, place: int) -> int:
        """CP that a better turn-order card costs in solitaire play."""
        return int(self.t.office_price) * (int(self.g.office) - place)

    def turn_order_card(self, place: int) -> str:
        """A turn-order card with its office and the combat cards it brings."""
        office = [OFFICES[place]] if place < len(OFFICES) else []
        cards = number(int(self.t.combat_deal[place]), "combat card")
        return f"turn-order card {place + 1} ({', '.join([*office, f'{cards} a turn'])})"

    def standing(self, place: int) -> str:
        """A place in turn order; in solitaire play the turn-order card or, without one, both offices."""
        if not self.t.solitaire:
            return self.place(place)
        return f"turn-order card {self.g.office + 1}" if self.g.office >= 0 else " and ".join(OFFICES)

    def conditions(self) -> list[int]:
        """The state of a mission, in the order of the conditions of a victory (rules/scenarios/solitaire.py)."""
        g, hexes = self.g, int(self.t.hexes)
        planets = (g.planet[:hexes] >= 0) & (g.destroyed[:hexes] == 0)
        empty = planets & (g.population[:hexes, solitaire.ALONE] == 0)
        stock = [int(amount) for amount in g.resource[solitaire.ALONE, : v.VP]]
        return [int(g.turn), int(empty.sum()), *stock, int(g.resistance_ships[:hexes].sum())]

    def missing(self, victory: int) -> list[str]:
        """What is still missing for an absolute or a tactical victory."""
        now, goal = self.conditions(), [int(value) for value in self.t.victory[victory]]
        words = []
        if now[solitaire.EMPTY_PLANETS] > goal[solitaire.EMPTY_PLANETS]:
            planets = now[solitaire.EMPTY_PLANETS] - goal[solitaire.EMPTY_PLANETS]
            words.append(f"Population on {number(planets, 'more planet')}")
        for resource, column in enumerate(range(solitaire.LEAST_CP, solitaire.LEAST_PHASIUM + 1)):
            if now[column] < goal[column]:
                words.append(f"{goal[column] - now[column]} {RESOURCE_NAMES[resource]}")
        if now[solitaire.SHIPS_LEFT] > goal[solitaire.SHIPS_LEFT]:
            ships = now[solitaire.SHIPS_LEFT] - goal[solitaire.SHIPS_LEFT]
            words.append(f"the destruction of {number(ships, 'Resistance ship')}")
        return words

    def _mission_result(self, outcome: int) -> str:
        if outcome == WON:
            return f"absolute victory; {self.player(solitaire.ALONE)} has accomplished the mission"
        if outcome == WON_IN_PART:
            return f"tactical victory; {self.player(solitaire.ALONE)} has accomplished the mission in part"
        home = int(self.t.home_hex[solitaire.ALONE])
        if self.t.hold_home and self.g.population[home, solitaire.ALONE] == 0:
            return f"mission failed; nobody of {self.player(solitaire.ALONE)}'s lives at home any more"
        return "mission failed; time is up"

    # Effects

    def card_words(self, card: EffectCard) -> str:
        """What a card does: its text, or its effects if it has none."""
        return card.text or "; ".join(self.effect_row(effect) for effect in card.effects)

    def rows(self, effects: Sequence[Effect]) -> str:
        """Effects as imperatives, one after another; a choice with its options."""
        words = []
        for place, effect in enumerate(effects):
            if effect.do == "choose":
                words.append(" or ".join(self._option_words(effects[place + 1 :], effect.a)))
            elif not effect.option:
                words.append(self._option_row(effect))
        return "; ".join(words) or "nothing"

    def effect_row(self, effect: Effect) -> str:
        """An effect row as an imperative for those it affects."""
        if effect.do in ("modify", "modify_turn"):
            value = f"set to {effect.c}" if effect.b else f"{effect.c:+d}"
            words = f"play with {v.MODIFIER_NAMES[effect.a].replace('_', ' ')} {value}"
            return words + (" this turn" if effect.do == "modify_turn" else "")
        words = self.effect(v.OPCODE_NAMES.index(effect.do), effect.a, effect.b)
        return words + (f" for each of {v.QUANTITIES[effect.c].replace('_', ' ')}" if _is_counted(effect) else "")

    def effect(self, opcode: int, a: int, b: int) -> str:
        """What an effect does, as an imperative."""
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
            return f"take {a} damage on each ship {PLACES[b]}"
        if name == "token":
            return f"place {TOKENS[a]}"
        if name == "draw_combat":
            return f"draw {number(a, 'combat card')}"
        if name == "cancel_law":
            return "cancel every law" if a else "cancel a law"
        return _SIMPLE_EFFECTS[name].format(a)

    def options(self, row: int) -> list[str]:
        """The options of a card whose `choose` effect is in this row of the tables."""
        for _, effects, first in self._effect_rows():
            if first <= row < first + len(effects):
                return self._option_words(effects[row - first + 1 :], effects[row - first].a)
        return []

    def card_of(self, row: int) -> str:
        """The name of the card an effect row of the tables belongs to."""
        return next((c.name for c, effects, first in self._effect_rows() if first <= row < first + len(effects)), "")

    def _effect_rows(self) -> Iterator[tuple[EffectCard, tuple[Effect, ...], int]]:
        """Cards with their effects and the row of the first effect in the tables."""
        t = self.t
        rows = (t.political_effect, t.resistance_effect, t.bonus_effect, t.outpost_effect, t.event_effect)
        for deck, where in zip(self.content.effect_decks(), (*rows, t.leader_effect)):
            yield from ((card, card.effects, int(where[i, 0])) for i, card in enumerate(deck))
        yield from ((card, card.start, int(t.leader_start[i, 0])) for i, card in enumerate(self.content.leaders))
        for i, faction in enumerate(self.content.factions):
            for slot, card in enumerate(self.content.hand(faction.id)):
                yield card, card.effects, int(t.faction_card_effect[i, slot, 0])
                yield card, card.reaction, int(t.faction_card_reaction[i, slot, 0])

    def _option_words(self, effects: Sequence[Effect], count: int) -> list[str]:
        groups = ([e for e in effects if e.option == k] for k in range(1, count + 1))
        return [listed([self._option_row(effect) for effect in group]) + _condition(group) for group in groups]

    def _option_row(self, effect: Effect) -> str:
        words = self.effect_row(effect)
        return words if effect.target == "owner" else f"{effect.target.replace('_', ' ')}: {words}"


def _condition(group: Sequence[Effect]) -> str:
    """The condition of an option, if all of its effects have the same."""
    conditions = {(effect.condition, effect.amount, effect.quantity) for effect in group}
    condition, amount, quantity = next(iter(conditions), ("always", 0, "none"))
    if len(conditions) > 1 or condition == "always":
        return ""
    what = quantity.upper() if quantity in ("cp", "vp") else quantity.replace("_", " ")
    return f" (only with {'at least' if condition == 'at_least' else 'fewer than'} {amount} {what})"


def _combat_words(card: FoeCard) -> str:
    """What a combat card requires and does, if it has no text."""
    needs = "" if card.needs == "none" else f"needs {card.amount or ''} {card.needs}".replace("_", " ") + "; "
    return needs + ", ".join(f"{row.effect} {row.whom} {row.amount:+d}" for row in card.effects)


def _is(count: int) -> str:
    return "is" if count == 1 else "are"


def _is_counted(effect: Effect) -> bool:
    """Whether the amount of an effect depends on a count."""
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
    "recall": "bring the ships in the explored hex home",
    "jettison": "lose up to {0} Population on board ships in the explored hex",
    "colonise": "settle {0} Population from the supply on the explored planet",
    "shatter": "break up the explored planet",
    "fortify": "get a planetary upgrade without paying",
    "arm": "get a rocket without paying",
    "settle": "settle {0} Population from the supply on planets with own Population",
}
