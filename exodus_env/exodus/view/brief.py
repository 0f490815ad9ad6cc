"""A position as compact text, made from its description alone: for language models, who pay for every word.

Three levels: 1 leaves out empty hexes and most of the other players, 2 tells the whole table and what the reader's own
cards do, 3 adds what the cards of the others do and which cards are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from exodus_env.kit.text import capital, counted

Facts = dict[str, Any]

LOW, MIDDLE, HIGH = 1, 2, 3
_SHORT: Final = {"CP": "CP", "Axinium": "Ax", "Phasium": "Ph", "nothing": "-"}


def brief(facts: Facts, detail: int) -> str:
    """The whole position."""
    return _Brief(facts, detail).text()


class _Brief:
    def __init__(self, facts: Facts, detail: int) -> None:
        self.facts = facts
        self.detail = detail
        self.viewer = facts["viewer"]
        self.names = [player["name"] for player in facts["players"]]
        self.hexes = facts["map"]["hexes"]

    def text(self) -> str:
        parts: list[Callable[[], list[str]]] = [
            self._course,
            self._scenario,
            self._map,
            self._players,
            self._politics,
            self._market,
            self._decks,
            self._event,
            self._combat,
            self._secrets,
        ]
        return "\n".join(line for part in parts for line in part())

    # ---- words -------------------------------------------------------------------------------------------------------

    def _name(self, seat: int) -> str:
        return str(self.names[seat])

    def _at(self, hexagon: int) -> str:
        found = self.hexes[hexagon]
        return f"{found['name']} (hex {hexagon})"

    def _by_player(self, counts: Sequence[int]) -> list[str]:
        return [f"{self._name(seat)} {count}" for seat, count in enumerate(counts) if count]

    def _own(self, player: Facts) -> bool:
        return bool(player["player"] == self.viewer)

    # ---- the course of the game --------------------------------------------------------------------------------------

    def _course(self) -> list[str]:
        setting, course = self.facts["setting"], self.facts["course"]
        stage = course["stage"]
        if course["conquest"] is not None:
            stage += f" {course['conquest']} of {course['conquests']}"
        order = ", ".join(map(self._name, course["order"]))
        line = f"Turn {course['turn']} of {setting['turns']}, {stage}. Turn order: {order}."
        if course["over"]:
            line += f" The game is over{': ' + course['outcome'] if course['outcome'] else ''}."
        return [line]

    def _scenario(self) -> list[str]:
        scenario = self.facts["scenario"]
        if scenario is None:
            return []
        if scenario["kind"] == "stronghold":
            return [
                f"Stronghold: {scenario['levels']} of {scenario['levels_at_start']} levels, each with "
                f"{scenario['level_dice']} dice and shield {scenario['level_shield']}, hit on "
                f"{scenario['level_hits_on']}+. Squadrons: {scenario['squadrons_on_map']} on the map, "
                f"{scenario['squadrons_in_supply']} in supply (none left: all lose), shield bonus "
                f"{scenario['shield_bonus']}. Activations: {scenario['activations']}, each turn from turn "
                f"{scenario['activates_from_turn']}."
            ]
        if scenario["kind"] == "event_horizon":
            return [
                f"Star: {scenario['tokens']} Star Evolution tokens (a die is rolled from {scenario['rolls_from']}), "
                f"{scenario['evolutions']} of {scenario['last_evolution']} evolutions; the last ends the game."
            ]
        lines = [f"Mission {scenario['name']}: {scenario['words']}"]
        conditions = scenario["conditions"]
        lines += [
            f"- {c['words']}: now {c['now']}, absolute {c['absolute']}, tactical {c['tactical']}" for c in conditions
        ]
        if scenario["hold_home"]:
            lines.append("The mission fails when nobody lives at home.")
        return [*lines, *scenario["npc"]]

    # ---- the map -----------------------------------------------------------------------------------------------------

    def _map(self) -> list[str]:
        there = [hexagon for hexagon in self.hexes if self._counts(hexagon)]
        place = " (q,r: east, south-east)" if self.detail > LOW else ""
        lines = [f"MAP hex{place} name: resource left/most, VP; Population; ships", *map(self._hex, there)]
        rest = [hexagon for hexagon in self.hexes if hexagon not in there]
        unknown = [str(hexagon["hex"]) for hexagon in rest if hexagon["face_down"]]
        if unknown:
            lines.append(f"Unexplored: {', '.join(unknown)}")
        if self.detail > LOW:
            empty = [str(hexagon["hex"]) for hexagon in rest if not hexagon["face_down"]]
            lines += [f"Open space: {', '.join(empty)}"] if empty else []
        return lines + self._tokens()

    def _counts(self, hexagon: Facts) -> bool:
        """Whether a hex has a line of its own."""
        if self.detail == HIGH:
            return True
        pieces = ("ships", "squadrons", "rockets", "gates", "satellites", "planetary_upgrades", "looked_at_by")
        taken = any(hexagon["population"]) or any(hexagon[name] for name in pieces)
        tokens = hexagon["resistance"] or hexagon["outpost"] or hexagon["heat"] or hexagon["wormhole"]
        if self.detail == LOW:
            return bool(taken or hexagon["stronghold_levels"])
        return bool(taken or tokens or hexagon["planet"] or hexagon["kind"] in ("council", "star", "stronghold"))

    def _hex(self, hexagon: Facts) -> str:
        place = f" ({hexagon['q']},{hexagon['r']})" if self.detail > LOW else ""
        title = f"{hexagon['hex']}{place} {hexagon['name']}"
        if hexagon["home_of"] is not None:
            title += f" (home of {self._name(hexagon['home_of'])})"
        facts = [*self._planet(hexagon), *self._people(hexagon), *self._pieces(hexagon)]
        return f"{title}: {'; '.join(facts)}" if facts else title

    def _planet(self, hexagon: Facts) -> list[str]:
        planet = hexagon["planet"]
        if planet is None or planet["destroyed"]:
            return []
        counters = [f"{one['units']}/{one['maximum']} {_SHORT[one['resource']]}" for one in planet["counters"]]
        words = [*counters, f"{planet['vp']} VP"]
        words += [badge for badge in ("moons", "finite", "barren", "peaceful") if planet[badge]]
        words += [f"advanced {planet['advanced']}"] if planet["advanced"] else []
        return [", ".join(words)]

    def _people(self, hexagon: Facts) -> list[str]:
        people = self._by_player(hexagon["population"])
        return [f"Pop {', '.join(people)}"] if people else []

    def _pieces(self, hexagon: Facts) -> list[str]:
        words = self._ships(hexagon["ships"])
        if hexagon["resistance"]:
            words.append(str(hexagon["resistance"]["words"]))
        if hexagon["squadrons"]:
            words.append(f"{hexagon['squadrons']} squadrons")
        if hexagon["stronghold_levels"]:
            words.append(f"{hexagon['stronghold_levels']} Stronghold levels")
        if hexagon["outpost"]:
            level = hexagon["outpost"]["level"]
            words.append(f"Outpost {level}" if level else "Outpost ?")
        for rocket in hexagon["rockets"]:
            target = rocket["target"]
            words.append(rocket["name"] + ("" if target is None else f" fired at {self._at(target)}"))
        for name, title in (("gates", "Jump Gate"), ("satellites", "Satellite")):
            words += [f"{title} of {self._name(seat)}" for seat in hexagon[name]]
        words += [upgrade["name"] for upgrade in hexagon["planetary_upgrades"]]
        words += [f"looked at by {self._name(seat)}" for seat in hexagon["looked_at_by"] if hexagon["face_down"]]
        words += [word for name, word in (("solar_wind", "Solar Wind"), ("heat", "Heat")) if hexagon[name]]
        return words

    def _ships(self, ships: Sequence[Facts]) -> list[str]:
        """Ships by player: the reader's own by name, since moves name them, those of the others counted."""
        there: dict[int, list[str]] = {}
        for ship in ships:
            name = ship["name"] if ship["player"] == self.viewer else str(ship["class"]).replace("_", " ").title()
            there.setdefault(ship["player"], []).append(name + _notes(ship))
        return [f"{self._name(seat)}: {', '.join(counted(names))}" for seat, names in there.items()]

    def _tokens(self) -> list[str]:
        found = self.facts["map"]
        lines = []
        if found["wormhole"]:
            lines.append(f"Wormhole joins hexes {' and '.join(map(str, found['wormhole']))}.")
        if found["no_combat"] is not None:
            lines.append(f"No Combat in hex {found['no_combat']}.")
        if found["planet_of_interest"] is not None:
            lines.append(f"Planet of Interest: hex {found['planet_of_interest']}.")
        if found["bounty"] is not None:
            lines.append(f"Bounty on {self._name(found['bounty'])}.")
        if found["barriers"] and self.detail > LOW:
            pairs = [f"{border['hex']}|{border['other']}" for border in found["barriers"]]
            lines.append(f"Energy Barriers between {', '.join(pairs)}.")
        if found["npc_base"] is not None:
            entries = ", ".join(map(str, found["npc_entries"]))
            lines.append(f"NPC: base hex {found['npc_base']}" + (f", ships enter at {entries}." if entries else "."))
        return lines

    # ---- players -----------------------------------------------------------------------------------------------------

    def _players(self) -> list[str]:
        lines = ["PLAYERS (ship classes: dice/shield/drive, upgrades of slots, ships on the map and in supply)"]
        order = sorted(self.facts["players"], key=lambda player: (not self._own(player), player["place"]))
        return lines + [line for player in order for line in self._player(player)]

    def _player(self, player: Facts) -> list[str]:
        stocks = player["resources"]
        words = [", ".join(f"{count} {name}" for name, count in stocks.items()), f"{player['vp']} VP"]
        words.append(f"{player['cubes_in_supply']} cubes")
        if player["combat_cards"]:
            words.append(f"{player['combat_cards']} combat cards")
        title = player["name"] + (" (you)" if self._own(player) else "")
        title += f", {player['office']}" if player["office"] else ""
        line = f"{title}: {', '.join(words)}."
        known = [technology["name"] for technology in player["technologies"]]
        line += f" Knows {', '.join(known)}." if known else ""
        rest = self._cards(player)
        if self.detail == LOW and not self._own(player):
            return [line]
        return [line, *rest, *self._blueprints(player)]

    def _blueprints(self, player: Facts) -> list[str]:
        words = []
        for one in player["blueprints"]:
            if not self._own(player) and not one["on_map"] and not one["upgrades"]:
                continue
            there = ", ".join(f"{up['count']} {up['name']}" for up in one["upgrades"]) or "nothing"
            drive = "any hex" if one["hyperspace"] else one["drive"]
            full = f" of {one['slots']}" if self._own(player) or self.detail == HIGH else ""
            room = f", room {one['room']}" if one["room"] and (self._own(player) or self.detail == HIGH) else ""
            count = f"{one['on_map']}+{one['in_supply']}" if self._own(player) or self.detail == HIGH else one["on_map"]
            words.append(f"{one['name']} {one['dice']}/{one['shield']}/{drive}{room} [{there}{full}] x{count}")
        return [f"  {'; '.join(words)}"] if words else []

    def _cards(self, player: Facts) -> list[str]:
        told = self._own(player) or self.detail == HIGH

        def words(card: Facts) -> str:
            return str(card["words"] if told else card["name"])

        lines = [f"{title}: {words(player[key])}" for key, title in _LASTING if player[key]]
        played = [card["name"] for card in player["action_cards"] if card["played"]]
        gone = [card["name"] for card in player["action_cards"] if card["removed"]]
        hand = [card for card in player["action_cards"] if not card["played"] and not card["removed"]]
        if told and any(card["words"] != card["name"] for card in hand):
            lines.append(f"Action cards: {', '.join(words(card) for card in hand)}")
        lines += [f"Played: {', '.join(played)}"] if played else []
        lines += [f"Out of the game: {', '.join(gone)}"] if gone else []
        shown = player["shown_card"]
        if shown:
            lines.append(
                f"Card of this round: {shown['name']}" + (f", {shown['cubes']} cubes on it" if shown["cubes"] else "")
            )
        won = [*player["resistance_cards"], *(card for card in player["outpost_cards"] for _ in range(card["count"]))]
        if won:
            cards = [f"{_named(card) if told else card['name']}, {card['vp']} VP" for card in won]
            lines.append(f"Won cards: {'; '.join(cards)}")
        if player["last_bid"] and self.detail > LOW:
            lines.append(f"Last bid for turn order: {player['last_bid']}")
        if player["reaction_cubes"]:
            lines.append(f"Paid for reactions this turn: {player['reaction_cubes']}")
        return [f"  {'. '.join(lines)}."] if lines else []

    # ---- the table ---------------------------------------------------------------------------------------------------

    def _politics(self) -> list[str]:
        politics = self.facts["politics"]
        lines = []
        if in_force := [*politics["laws"], *politics["resolutions"]]:
            lines.append(f"In force: {'; '.join(map(_political, in_force))}.")
        if politics["revealed"]:
            cards = [f"{card['slot']} {_political(card)}" + _price(card) for card in politics["revealed"]]
            lines.append(f"Before the Council: {'; '.join(cards)}.")
        if politics["proposed"]:
            lines.append(f"Bonus actions proposed: {'; '.join(map(_named, politics['proposed']))}.")
        if politics["bonus_action"]:
            lines.append(f"Bonus action of this turn: {_named(politics['bonus_action'])}.")
        if politics["turn_order_card"]:
            lines.append(f"Turn-order card: {politics['turn_order_card']}.")
        if self.detail > LOW:
            votes = [vote for vote in politics["last_votes"] if vote["slot"] or vote["cp"]]
            words = [f"{self._name(vote['player'])} {vote['slot'] or 'none'}{_bid(vote['cp'])}" for vote in votes]
            lines += [f"Last votes: {', '.join(words)}."] if words else []
        return ["POLITICS", *lines] if lines else []

    def _market(self) -> list[str]:
        if self.detail == LOW:
            return []
        spaces = []
        for space in self.facts["market"]:
            trader = "free" if space["trader"] is None else self._name(space["trader"])
            prices = [f"{_SHORT[name]} {_two(buy)}/{_two(space['sell'][name])}" for name, buy in space["buy"].items()]
            spaces.append(f"{space['space'] + 1} {trader}: {', '.join(prices)}")
        return ["MARKET (CP to buy/CP for selling, in brackets with Advanced Trading)", "; ".join(spaces)]

    def _decks(self) -> list[str]:
        if self.detail == LOW:
            return []
        decks = self.facts["decks"]
        words = [f"{decks['political']} political", f"Resistance {'+'.join(map(str, decks['resistance']))} by level"]
        words += [f"Outpost {'+'.join(map(str, decks['outposts']))} by level"] if decks["outposts"] is not None else []
        words += [f"{decks['outpost_tokens']} Outpost tokens"] if decks["outpost_tokens"] is not None else []
        words += [f"{decks[name]} {title}" for name, title in _DECKS if decks[name] is not None]
        lines = [f"DECKS {', '.join(words)}"]
        if self.detail == HIGH:
            for name, title in _PILES:
                there = ", ".join(f"{card['count']} {card['name']}" for card in decks[name])
                lines += [f"{title}: {there}"] if there else []
        return lines

    def _event(self) -> list[str]:
        event = self.facts["event"]
        if event is None:
            return []
        return [f"EVENT at {self._at(event['hex'])}: {event['name']} ({event['kind']}): {event['words']}"]

    def _combat(self) -> list[str]:
        combat = self.facts["combat"]
        if combat is None:
            return []
        where = "" if combat["hex"] is None else f" at {self._at(combat['hex'])}"
        lines = [f"COMBAT{where} (shield, damage, hits of this round)"]
        lines += [f"{self._name(s['player'])}'s {s['name']}: {_state(s)}" for s in combat["ships"]]
        for foe in combat["foes"]:
            state = "destroyed" if foe["destroyed"] else f"{foe['dice']} dice, {_state(foe)}"
            lines.append(f"Centaurian {foe['foe'] + 1}, {foe['name']}: {state}")
        if combat["wave"]:
            lines.append(self._wave(combat["wave"]))
        if combat["satellites"]:
            seats = ", ".join(map(self._name, combat["satellites"]))
            lines.append(f"Satellites of {seats}: {combat['satellite_damage']} damage each round")
        for card in combat["cards"]:
            side = "the Centaurians" if card["side"] == "centaurians" else self._name(card["side"])
            words = [card["card"]] if card["card"] else ["face down"] if card["face_down"] else []
            words += [f"{word} {amount:+d}" for word, amount in card["effects"].items()]
            lines.append(f"Combat card of {side}: {', '.join(words)}")
        for ship in combat["hit_first"]:
            lines.append(f"Hit first: {self._name(ship['player'])}'s ship {ship['ship'] + 1}")
        return lines

    def _wave(self, wave: Facts) -> str:
        words = f"{capital(wave['kind'])}: {wave['dice']} dice, {_state(wave)}, shield bonus {wave['shield_bonus']}, "
        words += f"{wave['left']} left"
        words += f"; {', '.join(wave['ships'])}" if wave["ships"] else ""
        hits = self._by_player(wave["hits_by_player"])
        return words + (f"; hits rolled against it: {', '.join(hits)}" if hits else "")

    def _secrets(self) -> list[str]:
        return [line for player in self.facts["players"] if player["secrets"] for line in _told(player)]


# Titles of what a player keeps through the game.
_LASTING: Final = (("faction", "Faction"), ("leader", "Leader"), ("own_law", "Law for this player"))
_DECKS: Final = (("events", "Events"), ("combat", "combat"), ("resistance_combat", "Resistance combat"))
_PILES: Final = (
    ("events_drawn", "Events drawn"),
    ("combat_discarded", "Combat cards discarded"),
    ("combat_removed", "Combat cards out of the game"),
    ("resistance_combat_discarded", "Discarded by the Resistance"),
)


def _notes(ship: Facts) -> str:
    notes = [f"{ship['damage']} damage"] if ship["damage"] else []
    notes += [f"{ship['cargo']} Pop on board"] if ship["cargo"] else []
    notes += ["cloaked"] if ship["cloaked"] else []
    return f" ({', '.join(notes)})" if notes else ""


def _state(one: Facts) -> str:
    return f"{one['shield']}, {one['damage']}, {one['hits']}"


def _political(card: Facts) -> str:
    return f"{card['name']} ({card['kind']}): {card['words']}"


def _named(card: Facts) -> str:
    return f"{card['name']} ({card['words']})"


def _price(card: Facts) -> str:
    return f", costs {card['price']} CP" if card["price"] else ""


def _bid(cp: int) -> str:
    return f" with {cp} CP" if cp else ""


def _two(prices: Sequence[int]) -> str:
    ordinary, better = prices
    return f"{ordinary}({better})"


def _told(player: Facts) -> Iterable[str]:
    """The secrets of a player."""
    secrets = player["secrets"]
    lines = [f"voting token on {secrets['vote']}"] if secrets["vote"] else []
    lines += ["no voting token: abstains"] if secrets["abstains"] else []
    lines += [f"bid of {secrets['bid']} CP"] if secrets["bid"] else []
    lines += [f"action card {secrets['action_card']}"] if secrets["action_card"] else []
    lines += [f"{order['name']} ordered {', '.join(order['steps'])}" for order in secrets["orders"]]
    if secrets["leaders_offered"]:
        lines.append(f"Leaders to choose from: {'; '.join(secrets['leaders_offered'])}")
    lines += [f"Leader refused: {secrets['leader_refused']}"] if secrets["leader_refused"] else []
    lines += [f"hex {look} is {words}" for look, words in secrets["unexplored"].items()]
    lines += [f"combat card {card['count']}x {card['words']}" for card in secrets["combat_hand"]]
    lines += [f"combat card chosen: {secrets['combat_card']}"] if secrets["combat_card"] else []
    lines += [f"Resistance combat card: {words}" for words in secrets["resistance_offer"]]
    lines += [f"the Resistance will play {secrets['resistance_card']}"] if secrets["resistance_card"] else []
    return [f"SECRETS OF {player['name'].upper()}", *lines] if lines else []
