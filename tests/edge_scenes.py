"""Positions with Edge of Extinction, sound in every respect, by what is going on in them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from tests.position import Position
from tests.rules.early import CARRIER, CRUISER, RAIDER, seat

SETTINGS: dict[str, Any] = {"players": 3, "map": "minimal", "turns": 2, "ask_forced": True, "edge_of_extinction": True}
POLITICS = ("sirius", "solaris", "arctic")
WAR = ("blackwater", "han_xia", "titan")
LANDING = ("solaris", "blackwater", "titan")
PLAYED = ("intercepted_codes", "shield_surge", "concentrated_fire")  # combat cards, by seat
CENTRE = 0


@cache
def scenes() -> dict[str, tuple[Any, GameConfig]]:
    """The records of all scenes, and the configurations they are of."""
    return {name: (p.games.copy(), p.rules.config) for part in PARTS for name, p in part()}


# What happened before -------------------------------------------------------------------------------------------------


def begun(factions: tuple[str, ...], seed: int = 1, asked: int = 0, **config: Any) -> Position:
    """A game after setup and the first income, seats 0, 1, 2 in turn order; ships are at home and beside it.

    A player has a window before the first vote.
    """
    p = Position(seed, factions=factions, **{**SETTINGS, **config})
    while p.g.stage == frames.SETUP or p.decision == "mineral":
        p.do("take_all") if p.decision == "mineral" else p.default()
    return seat(p.before_council(asked), *range(3))


def deal(p: Position, player: int, *cards: str) -> None:
    """Combat cards from the deck into a hand, by id."""
    g = p.g
    for card in cards:
        kind = p.index("combat_cards", card)
        g.combat_left -= 1
        place, top = int(np.flatnonzero(g.combat_deck == kind)[0]), int(g.combat_left)
        g.combat_deck[place] = g.combat_deck[top]
        g.combat_deck[top] = -1
        g.combat_hand[player, kind] += 1
        g.combat_held[player] += 1


def take_back(p: Position) -> None:
    """All combat cards in hands go back to the deck."""
    g = p.g
    for player, kind in np.argwhere(g.combat_hand):
        for _ in range(g.combat_hand[player, kind]):
            g.combat_deck[g.combat_left] = kind
            g.combat_left += 1
    g.combat_hand[:] = g.combat_held[:] = 0


def reveal(p: Position, slot: int, card: int) -> None:
    """A political card lies open in a slot; the one that lay there takes its place in the deck."""
    g = p.g
    if card not in g.revealed:
        g.political_deck[np.flatnonzero(g.political_deck == card)[0]] = g.revealed[slot]
        g.revealed[slot] = card


def with_effect(cards: Any, opcode: str) -> int:
    """The first of some cards with an effect."""
    return next(i for i, card in enumerate(cards) if any(effect.do == opcode for effect in card.effects))


def card_of(p: Position, player: int, action: str) -> int:
    """An action card of a player whose upper half begins with an action, or has it alone."""
    wanted = ("act", v.ACTIONS.index(action))
    return next(i for i, c in enumerate(hand(p, player)) if wanted in [(e.do, e.a) for e in c.effects if not e.option])


def once(p: Position, player: int) -> int:
    """The action card of a player's faction that is played once."""
    return next(i for i, card in enumerate(hand(p, player)) if card.once)


def choose_cards(p: Position, *cards: int) -> None:
    """Everybody chooses the action card of this round, by seat."""
    p.until("action_card")
    while p.decision == "action_card" and p.g.shown.max() < 0 and p.g.chosen[p.actor] < 0:
        p.do("action_card", cards[p.actor])


def colony(p: Position, *cubes: int) -> int:
    """A planet, no home, with Population of players as their number says."""
    hexagon = next(h for h in range(p.t.hexes) if p.g.planet[h] >= 0 and p.t.home_of[h] < 0)
    for player, number in enumerate(cubes):
        p.settle(hexagon, player, number)
    return hexagon


def win(p: Position, player: int, opcode: str) -> int:
    """A Resistance card with an effect was won by a player from a ship that is gone."""
    content, g, t = p.rules.content, p.g, p.t
    card = with_effect(content.resistance_cards, opcode)
    deck = int(t.resistance_level[card]) - 1
    g.resistance_left[deck] -= 1
    place, top = int(np.flatnonzero(g.resistance_deck[deck] == card)[0]), int(g.resistance_left[deck])
    g.resistance_deck[deck, place] = g.resistance_deck[deck, top]
    g.resistance_deck[deck, top] = -1
    g.resistance_owner[card] = player
    ships = [h for h in range(t.hexes) if g.resistance[h] == deck + 1]
    g.resistance[ships[0]] = 0
    return card


def first(p: Position, family: str) -> Position:
    """The first legal choice of a family."""
    return p.do(family, *min(p.legal(family)))


# Scenes ---------------------------------------------------------------------------------------------------------------


def setting_up() -> Iterator[tuple[str, Position]]:
    """What players decide before turn 1, each when somebody has decided already."""
    p = Position(1, factions="chosen", modules=frozenset(("M3", "M4")), **SETTINGS)
    yield "faction", p.do("faction", 0)
    yield "second_look", first(p.until("look"), "look")
    p = first(p, "look").until("start_hex")
    yield "start_hex", first(p, "hex")
    p = Position(1, factions=POLITICS, modules=frozenset(("M4", "M5")), **SETTINGS)
    yield "planet", first(p.do("planet_type", 0).do("planet_type", 1).until("planet_space"), "planet_space")
    p = Position(1, factions=POLITICS, **SETTINGS).until("start_hex")
    yield "start", first(p, "hex")


def in_council() -> Iterator[tuple[str, Position]]:
    """Corrupt and Visionary Politics, offices, and hands that are too large."""
    p = begun(POLITICS)
    p.learn(0, "corrupt_politics", "visionary_politics").refresh()
    yield "window", p
    p.until("vote")
    kinds = p.t.political_kind[: p.t.political_cards].tolist()
    settling = with_effect(p.rules.content.political_cards, "settle")
    for slot, card in enumerate((kinds.index(v.RESOLUTION), kinds.index(v.LAW), settling)):
        reveal(p, slot, card)
    p.refresh()
    while p.decision != "corrupt":
        p.do("political_card", 0) if p.decision == "vote" else p.default()
    yield "corrupt", p
    yield "vision", p.until("vision")
    before = p.games.copy()
    yield "alone", p.do("political_card", 2)
    p.games[:] = before
    yield "seen", p.refresh().do("political_card", 1)
    p.until("office")
    yield "office", p.do("office", 1)
    deal(p, 2, *(card.id for card in p.rules.content.combat_cards[: p.t.combat_limit]))
    yield "discard", p.refresh().until("discard")


def acting() -> Iterator[tuple[str, Position]]:
    """Cards of factions, reactions from anywhere, gifts, the market, cards for once."""
    p = begun(POLITICS, asked=1)
    p.learn(1, "space_port", "clone_factory", "hypersonic_rockets").learn(2, "expert_trading")
    hexagon = colony(p, 1, 3)
    p.g.planetary[hexagon, [v.CLONE_FACTORY, v.SPACE_PORT]] = 2
    p.g.resource[:3, :3] = 20, 5, 5
    card = win(p.refresh(), 1, "fortify")
    yield "fortify", p.refresh().do("resistance_card", card)
    choose_cards(p, card_of(p, 0, "research"), once(p, 1), card_of(p, 2, "trade"))
    yield "arm", p.until("arm")
    yield "trade", p.until("trade", 2)
    yield "pay", p.until("react", 0).do("react", 1)
    yield "removed", p.until("action_card")
    choose_cards(p, card_of(p, 0, "bank"), with_effect(hand(p, 1), "settle"), card_of(p, 2, "bank"))
    yield "settle", p.until("settle")


def building() -> Iterator[tuple[str, Position]]:
    """A ship for a Space Port, and a rocket that may be fired at homes."""
    p = begun(POLITICS, seed=2)
    p.learn(1, "space_port", "hypersonic_rockets")
    hexagon = colony(p, 0, 2)
    p.g.planetary[hexagon, v.SPACE_PORT] = 2
    p.g.rocket[hexagon] = 1
    p.g.resource[:3, :3] = 20, 5, 5
    p.refresh().until("action_card")
    choose_cards(p, card_of(p, 0, "bank"), card_of(p, 1, "build"), card_of(p, 2, "bank"))
    yield "build_at", p.until("build", 1).do("ship_class", RAIDER)
    p.until("fire", 1)
    homes = [target for (target,) in p.legal("hex") if p.t.home_of[target] >= 0]
    yield "fired", p.do("hex", homes[0])


def hand(p: Position, player: int) -> Any:
    """The action cards of a player."""
    content = p.rules.content
    return content.hand(content.factions[p.g.faction[player]].id)


def outfit(p: Position, player: int, ship_class: int, *upgrades: str) -> None:
    """Exactly these upgrades on a blueprint, with the technologies they need."""
    for name in upgrades:
        upgrade = p.rules.content.upgrades[p.index("upgrades", name)]
        p.learn(player, *([upgrade.technology] if upgrade.technology else []))
    p.equip(player, ship_class, *upgrades)


def play_card(p: Position) -> Position:
    """The actor plays the own combat card."""
    return p.do("combat_card", p.index("combat_cards", PLAYED[p.actor]))


def fighting() -> Iterator[tuple[str, Position]]:
    """Hyperspace, and a combat of three with tactics and cards."""
    p = begun(WAR)
    p.learn(0, "basic_tactics").learn(1, "advanced_tactics", "fringe_tactics").learn(2, "advanced_research")
    p.until("mount")
    p.g.ship_hex[:] = -1
    for player in range(3):
        for ship_class in (RAIDER, CRUISER):
            outfit(p, player, ship_class, "laser_cannon", "electromagnetic_shield")
        p.place_ship(player, CARRIER, int(p.t.home_hex[player]))
        for ship_class in (RAIDER, RAIDER, CRUISER):
            p.place_ship(player, ship_class, CENTRE)
    outfit(p, 1, CARRIER, "hyperspace_drive", "t_module")
    take_back(p)
    others = [card.id for card in p.rules.content.combat_cards if card.id not in PLAYED]
    deal(p, 0, PLAYED[0], *others[: p.t.combat_limit - 1])
    deal(p, 1, PLAYED[1])
    deal(p, 2, PLAYED[2])
    seat(p, 0, 1, 2)
    yield "hyperspace", p.refresh().until("hyperspace")
    yield "hyperspace_to", first(p, "ship")
    yield "decoy", p.until("decoy")
    p.do("ship", *max(p.legal("ship")))
    yield "sacrifice", p.until("sacrifice")
    yield "sacrifice_target", first(p, "ship")
    first(p, "hit").until("combat_card")
    yield "combat_card", play_card(p)
    yield "too_many", play_card(play_card(p))
    yield "hit", p.dice(*[6] * 24).until("hit")
    yield "deflect", p.until("deflect")
    yield "deflect_to", first(p, "ship")
    p.g.scripted_count = 0
    yield "copy", p.until("copy_technology")


def resolving_cards() -> Iterator[tuple[str, Position]]:
    """Combat cards that leave something to decide: who pays for one, and what another cancels."""
    p = begun(WAR).until("mount")
    p.g.ship_hex[:] = -1
    for player in range(2):
        outfit(p, player, CRUISER, "laser_cannon", "electromagnetic_shield")
        for _ in range(2):
            p.place_ship(player, CRUISER, CENTRE)
    for cubes in (1, 2):
        p.place_ship(0, CARRIER, CENTRE, cargo=cubes)
    take_back(p)
    deal(p, 0, "combat_training")
    deal(p, 1, "decoy_drones")
    seat(p, 0, 1, 2)
    p.refresh().until("combat_card")
    for card in ("decoy_drones", "combat_training"):
        p.do("combat_card", p.index("combat_cards", card))
    yield "pay_aboard", p
    first(p.dice(*[6] * 4), "ship").until("hit", 0)
    while p.decision == "hit":
        p.do("hit", *max(p.legal("hit"), key=lambda choice: -p.g.hits[1, choice[1]]))
    yield "cancel_hit", p.until("cancel_hit")


def fighting_the_resistance() -> Iterator[tuple[str, Position]]:
    """A combat with the Resistance and its cards."""
    p = begun(WAR, seed=3).until("mount")
    hexagon = int(np.flatnonzero(p.g.resistance)[0])
    for _ in range(2):
        p.place_ship(0, CRUISER, hexagon)
    outfit(p, 0, CRUISER, "laser_cannon")
    take_back(p)
    deal(p, 0, "lucky_shot")
    yield "foe_card", p.refresh().until("foe_card")
    first(p, "foe_card")
    yield "foe_chosen", p.until("combat_card")
    yield "foe_shown", p.do("combat_card", p.index("combat_cards", "lucky_shot")).until("hit")


def landing() -> Iterator[tuple[str, Position]]:
    """Commandos, and what is learned where Population lands."""
    p = begun(LANDING, seed=4)
    p.learn(0, "commandos").learn(1, "radar").learn(2, "expert_research").until("move")
    p.g.resource[:3, 0] = 30
    hexagon = colony(p, 0, 2, 0)
    p.g.ship_hex[1] = -1
    p.g.ship_cargo[1] = 0
    for player in (0, 2):
        p.place_ship(player, CARRIER, hexagon, cargo=2)
    p.g.resistance[hexagon] = 0
    yield "commando_target", first(p.refresh().until("deploy", 0).dice(6), "ship")
    p.until("deploy", 2)
    yield "landed", first(p, "deploy")
    yield "landing", p.decline()


def at_the_end() -> Iterator[tuple[str, Position]]:
    """The score with what technologies and offices are worth."""
    p = begun(("sirius", "titan", "arctic"), turns=1)
    p.learn(0, "fringe_politics").learn(1, "fringe_science", "technological_singularity").refresh()
    while not p.g.over:
        p.default()
    yield "over", p


PARTS = (
    setting_up,
    in_council,
    acting,
    building,
    fighting,
    resolving_cards,
    fighting_the_resistance,
    landing,
    at_the_end,
)
