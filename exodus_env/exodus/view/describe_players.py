"""Players as plain values: what everybody sees of each, and the secrets of those whose cards the viewer may know."""

from __future__ import annotations

from typing import Any

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.content.vocabulary import SHIP_CLASSES, VP
from exodus_env.exodus.encoding.actions import DIRECTION_NAMES
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.frames import ACTIONS_STAGE
from exodus_env.exodus.view.describe_position import Plain, Position
from exodus_env.exodus.view.names import OFFICES, RESOURCE_NAMES

VOTES = (c.D_VOTE, c.D_VOTE_FIFTIES, c.D_VOTE_BID)


def describe_players(p: Position) -> list[Plain]:
    """What everybody sees of every player, by seat."""
    return [_player(p, player) for player in p.seats]


def with_secrets(p: Position, players: list[Plain]) -> list[Plain]:
    """Players with the secrets of those whose cards the viewer may know."""
    return [{**player, "secrets": _secrets(p, seat) if p.knows(seat) else None} for seat, player in enumerate(players)]


def _player(p: Position, player: int) -> Plain:
    g, t = p.g, p.t
    stocks = g.resource[player]
    place = g.order.index(player)
    return {
        "player": player,
        "name": p.names.player(player),
        "place": place,
        "office": OFFICES[place] if place < len(OFFICES) and not t.solitaire else None,
        "resources": dict(zip(RESOURCE_NAMES[:VP], stocks)),
        "vp": stocks[VP],
        "cubes_in_supply": g.supply[player],
        "home": t.home_hex[player],
        "faction": _faction(p, player),
        "leader": _leader(p, player),
        "technologies": _technologies(p, player),
        "blueprints": _blueprints(p, player),
        "action_cards": _action_cards(p, player),
        "shown_card": _shown_card(p, player),
        "reaction_cubes": g.reaction_cubes[player],
        "last_bid": g.bid_shown[player],
        "combat_cards": g.combat_held[player],
        "resistance_cards": _resistance_cards(p, player),
        "outpost_cards": _outpost_cards(p, player),
        "gates": [place for place in g.gate[player] if place >= 0],
        "satellites": [place for place in g.satellite[player] if place >= 0],
        "own_law": _vision(p, player),
        "score": dict(zip(SCORE_NAMES, g.score[player])) if g.over else None,
        "rank": g.rank[player] if g.over else None,
    }


def _technologies(p: Position, player: int) -> list[Plain]:
    entries = p.content.technologies
    return [
        {"technology": i, "name": entries[i].name, "colour": entries[i].colour, "type": entries[i].type}
        for i, known in enumerate(p.g.technology[player][: p.t.technologies])
        if known
    ]


def _blueprints(p: Position, player: int) -> list[Plain]:
    return [_blueprint(p, player, kind) for kind in range(len(p.content.ships))]


def _blueprint(p: Position, player: int, kind: int) -> Plain:
    g, t = p.g, p.t
    ships = [ship for ship in range(t.ships) if t.ship_class[ship] == kind]
    upgrades = [
        {"upgrade": u, "name": p.content.upgrades[u].name, "sort": p.content.upgrades[u].sort, "count": count}
        for u, count in enumerate(g.blueprint[player][kind][: t.upgrades])
        if count > 0
    ]
    return {
        "class": SHIP_CLASSES[kind],
        "name": p.content.ships[kind].name,
        "dice": g.dice[player][kind],
        "shield": g.shield[player][kind],
        "drive": g.drive[player][kind],
        "hyperspace": bool(g.hyperspace[player][kind]),
        "room": g.room[player][kind],
        "slots": t.class_slots[kind],
        "upgrades": upgrades,
        "on_map": sum(1 for ship in ships if g.ship_hex[player][ship] >= 0),
        "in_supply": sum(1 for ship in ships if g.ship_hex[player][ship] < 0),
    }


def _action_cards(p: Position, player: int) -> list[Plain]:
    return [
        {
            "card": card,
            "name": entry.name,
            "words": p.names.card_in_full(player, card),
            "played": bool(p.g.spent[player][card]),
            "removed": bool(p.g.removed[player][card]),
        }
        for card, entry in enumerate(p.names.hand(player))
    ]


def _shown_card(p: Position, player: int) -> Plain | None:
    card = p.g.shown[player]
    if p.g.stage != ACTIONS_STAGE or card < 0:
        return None
    return {"card": card, "name": p.names.action_card(player, card), "cubes": p.g.card_cubes[player]}


def _resistance_cards(p: Position, player: int) -> list[Plain]:
    owners = p.g.resistance_owner[: p.t.resistance_cards]
    return [_card(p, p.content.resistance_cards[i], i) for i, owner in enumerate(owners) if owner == player]


def _outpost_cards(p: Position, player: int) -> list[Plain]:
    held = p.g.outpost_held[player][: p.t.outpost_cards]
    return [{**_card(p, p.content.outpost_cards[i], i), "count": n} for i, n in enumerate(held) if n > 0]


def _card(p: Position, entry: Any, card: int) -> Plain:
    return {"card": card, "name": entry.name, "words": p.names.card_words(entry), "vp": entry.vp}


def _faction(p: Position, player: int) -> Plain | None:
    faction = p.g.faction[player]
    return {"name": p.content.factions[faction].name, "words": p.names.faction(faction)} if faction >= 0 else None


def _leader(p: Position, player: int) -> Plain | None:
    leader = p.g.leader[player]
    return {"name": p.content.leaders[leader].name, "words": p.names.leader(leader)} if leader >= 0 else None


def _vision(p: Position, player: int) -> Plain | None:
    card = p.g.vision[player]
    if not p.t.eoe or card < 0:
        return None
    return {"card": card, "name": p.content.political_cards[card].name, "words": p.names.political(card)}


# Secrets --------------------------------------------------------------------------------------------------------------


def _secrets(p: Position, player: int) -> Plain:
    g, names = p.g, p.names
    looked = [look for look in names.looks(player) if g.face_down[look]]
    return {
        "vote": "ABC"[g.vote[player]] if g.vote[player] >= 0 else None,
        "abstains": g.vote[player] < 0 and _has_voted(p, player),
        "bid": g.bid[player] if g.bid[player] > 0 else None,
        "action_card": names.action_card(player, g.chosen[player]) if g.chosen[player] >= 0 else None,
        "orders": _orders(p, player),
        "leaders_offered": _offered(p, player),
        "leader_refused": names.leader(g.leader_refused[player]) if g.leader_refused[player] >= 0 else None,
        "unexplored": {str(look): names.printed(g.planet[look]) for look in looked},
        **_combat_secrets(p, player),
    }


def _orders(p: Position, player: int) -> list[Plain]:
    found = []
    for ship in range(p.t.ships):
        steps = [DIRECTION_NAMES[step - 1] for step in p.g.path[player][ship] if step > 0]
        if steps:
            found.append({"ship": ship, "name": p.names.ship(ship), "steps": steps})
    return found


def _offered(p: Position, player: int) -> list[str]:
    if p.g.leader[player] >= 0:
        return []
    return [p.names.leader(leader) for leader in p.g.leader_offer[player] if leader >= 0]


def _combat_secrets(p: Position, player: int) -> Plain:
    """The player's combat cards, and those of the Resistance if the player acts for it."""
    g, names = p.g, p.names
    found: Plain = {"combat_hand": [], "combat_card": None, "resistance_offer": [], "resistance_card": None}
    if not p.t.eoe:
        return found
    found["combat_hand"] = [
        {"card": kind, "name": p.content.combat_cards[kind].name, "words": names.combat_card(player, kind), "count": n}
        for kind, n in enumerate(g.combat_hand[player])
        if n > 0
    ]
    if g.combat_chosen[player] >= 0:
        found["combat_card"] = names.combat_card(player, g.combat_chosen[player])
    if player == names.acting_for_resistance():
        found["resistance_offer"] = [names.combat_card(PLAYERS, kind) for kind in g.foe_offer if kind >= 0]
        found["resistance_card"] = names.combat_card(PLAYERS, g.foe_chosen) if g.foe_chosen >= 0 else None
    return found


def _has_voted(p: Position, player: int) -> bool:
    """Whether a player has committed a vote that has not been revealed yet, even to abstain."""
    g = p.g
    if g.decision not in VOTES:
        return False
    before = g.order.index(g.actor)
    return player in g.order[:before] or (player == g.actor and g.decision != c.D_VOTE)
