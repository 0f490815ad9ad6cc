"""What is on the table besides map and boards, as plain values: politics, market, decks, a combat, the scenario."""

from __future__ import annotations

from collections.abc import Sequence

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.content.vocabulary import COMBAT_EFFECT_NAMES
from exodus_env.exodus.rules.frames import COMBAT_HEX
from exodus_env.exodus.rules.scenarios.solitaire import ABSOLUTE, BY_TURN, TACTICAL
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD
from exodus_env.exodus.view.describe_position import Plain, Position
from exodus_env.exodus.view.mission import CONDITIONS, VICTORIES, npc_lines
from exodus_env.exodus.view.names import RESOURCE_NAMES
from exodus_env.exodus.view.questions import top
from exodus_env.kit.content.making import Entry

MINERALS = RESOURCE_NAMES[1:3]

# Politics and market --------------------------------------------------------------------------------------------------


def describe_politics(p: Position) -> Plain:
    """Cards in force, cards to vote on, bonus actions."""
    g, t = p.g, p.t
    revealed = [(slot, card) for slot, card in enumerate(g.revealed) if card >= 0]
    return {
        "laws": [_political(p, card) for card in g.law[: g.laws]],
        "resolutions": [_political(p, card) for card in g.resolution[: g.resolutions]],
        "revealed": [
            {"slot": "ABC"[slot], **_political(p, card), "price": p.names.choice_price(slot) if t.solitaire else None}
            for slot, card in revealed
        ],
        "last_votes": [
            {"player": q, "slot": "ABC"[g.vote_shown[q]] if g.vote_shown[q] >= 0 else None, "cp": g.vote_bid[q]}
            for q in p.seats
        ],
        "proposed": [_bonus(p, card) for card in g.proposal if card >= 0],
        "bonus_action": _bonus(p, g.bonus) if g.bonus >= 0 else None,
        "turn_order_card": p.names.turn_order_card(g.office) if g.office >= 0 else None,
    }


def _political(p: Position, card: int) -> Plain:
    entry = p.content.political_cards[card]
    return {"card": card, "name": entry.name, "kind": entry.kind, "words": p.names.card_words(entry)}


def _bonus(p: Position, card: int) -> Plain:
    entry = p.content.bonus_cards[card]
    return {"card": card, "name": entry.name, "words": p.names.card_words(entry)}


def describe_market(p: Position) -> list[Plain]:
    """Every market space with its trader and its prices in CP, ordinary and with Advanced Trading."""
    g, t = p.g, p.t
    return [
        {
            "space": space,
            "trader": g.market[space] if g.market[space] >= 0 else None,
            "buy": dict(zip(MINERALS, t.buy_price[space])),
            "sell": dict(zip(MINERALS, t.sell_price[space])),
        }
        for space in range(t.market_spaces)
    ]


# Decks ----------------------------------------------------------------------------------------------------------------


def describe_decks(p: Position) -> Plain:
    """How many cards are left, and which ones everybody has seen leave; None for decks that the game does not have."""
    g, t, content = p.g, p.t, p.content
    return {
        "political": g.political_left,
        "resistance": g.resistance_left,
        "outposts": g.outpost_left if t.outposts else None,
        "outpost_tokens": g.outpost_pile_left if t.outposts else None,
        "events": g.event_left if t.exploration else None,
        "events_drawn": _counted(g.event_seen, content.events) if t.exploration else [],
        "combat": g.combat_left if t.eoe else None,
        "combat_discarded": _counted(g.combat_discard, content.combat_cards),
        "combat_removed": _counted(g.combat_removed, content.combat_cards),
        "resistance_combat": g.foe_left if t.eoe else None,
        "resistance_combat_discarded": _counted(g.foe_discard, content.foe_cards),
    }


def _counted(counts: list[int], entries: Sequence[Entry]) -> list[Plain]:
    return [{"name": entry.name, "count": n} for n, entry in zip(counts, entries) if n]


def describe_event(p: Position) -> Plain | None:
    """The Event being resolved."""
    if p.g.event < 0:
        return None
    entry = p.content.events[p.g.event]
    words = p.names.card_words(entry)
    return {"hex": p.g.exploring, "card": p.g.event, "name": entry.name, "kind": entry.kind, "words": words}


# Combat ---------------------------------------------------------------------------------------------------------------


def describe_combat(p: Position) -> Plain | None:
    """The ships that fight, their enemies, and combat cards; None if there is no combat."""
    g, t, names = p.g, p.t, p.names
    fighting = [(q, s) for q in p.seats for s in range(t.ships) if g.fighting[q][s]]
    if not fighting:
        return None
    wave = names.wave()
    return {
        "hex": g.focus_hex if g.focus_hex >= 0 else None,
        "ships": [_fighter(p, player, ship) for player, ship in fighting],
        "foes": [] if wave else [_foe(p, i, card) for i, card in enumerate(g.foe_card) if card >= 0],
        "wave": _wave(p) if wave else None,
        "satellites": list(dict.fromkeys(q for q, s in fighting if g.ship_hex[q][s] in g.satellite[q])),
        "satellite_damage": t.satellite_damage,
        "cards": _combat_cards(p) if t.eoe else [],
        "hit_first": [{"player": q, "ship": g.decoy[q]} for q in p.seats if t.eoe and g.decoy[q] >= 0],
    }


def _fighter(p: Position, player: int, ship: int) -> Plain:
    g = p.g
    return {
        "player": player,
        "ship": ship,
        "name": p.names.ship(ship),
        "shield": g.shield[player][p.t.ship_class[ship]],
        "damage": g.ship_damage[player][ship],
        "hits": g.hits[player][ship],
    }


def _foe(p: Position, foe: int, card: int) -> Plain:
    entry = p.content.resistance_cards[card]
    damage = p.g.foe_damage[foe]
    return {
        "foe": foe,
        "name": entry.name,
        "level": entry.level,
        "dice": entry.dice,
        "shield": entry.shield,
        "damage": damage,
        "hits": p.g.foe_hits[foe],
        "destroyed": damage > p.t.resistance_shield[card],
    }


def _wave(p: Position) -> Plain:
    """A squadron or the Stronghold: all its cannons, one shield, and who has hit it how often."""
    g, names = p.g, p.names
    dice, shield = names.wave_strength()
    squadron = names.wave() == "squadron"
    return {
        "kind": names.wave(),
        "dice": dice,
        "shield": shield,
        "shield_bonus": names.shield_bonus(),
        "damage": g.foe_damage[0],
        "hits": g.foe_hits[0],
        "left": g.squadron[top(names, COMBAT_HEX)] if squadron else g.stronghold,
        "ships": [names.foe(card) for card in g.foe_card if card >= 0],
        "hits_by_player": [g.dealt[q] for q in p.seats],
    }


def _combat_cards(p: Position) -> list[Plain]:
    """Each side's combat card of this round and its effects. Everybody sees that a card lies face down."""
    g, names = p.g, p.names
    chosen = [*(g.combat_chosen[q] for q in p.seats), g.foe_chosen]
    found = []
    for side, face_down in zip((*p.seats, PLAYERS), chosen, strict=True):
        shown = g.combat_shown[side]
        effects = {word: g.edge[side][i] for i, word in enumerate(COMBAT_EFFECT_NAMES) if g.edge[side][i]}
        if shown >= 0 or face_down >= 0 or effects:
            found.append(
                {
                    "side": side if side < PLAYERS else "centaurians",
                    "card": names.combat_card(side, shown) if shown >= 0 else None,
                    "face_down": shown < 0 <= face_down,
                    "effects": effects,
                }
            )
    return found


# Scenarios ------------------------------------------------------------------------------------------------------------


def describe_scenario(p: Position) -> Plain | None:
    """The state of the Stronghold, the star or a mission."""
    if p.t.scenario == STRONGHOLD:
        return _stronghold(p)
    if p.t.scenario == EVENT_HORIZON:
        return _star(p)
    return _mission(p) if p.t.solitaire else None


def _stronghold(p: Position) -> Plain:
    g, t, names = p.g, p.t, p.names
    bonus = names.shield_bonus()
    return {
        "kind": "stronghold",
        "levels": g.stronghold,
        "levels_at_start": t.stronghold_levels,
        "level_shield": t.stronghold_shield + bonus,
        "level_dice": t.stronghold_dice,
        "level_hits_on": t.stronghold_hit,
        "squadrons_on_map": names.squadrons(),
        "squadrons_in_supply": g.squadron_supply,
        "squadrons": t.squadrons,
        "shield_bonus": bonus,
        "activations": g.activations,
        "activates_from_turn": t.activation_turn,
    }


def _star(p: Position) -> Plain:
    return {
        "kind": "event_horizon",
        "tokens": p.g.star_tokens,
        "rolls_from": p.t.star_rolls_from,
        "evolutions": p.g.evolutions,
        "last_evolution": p.t.star_evolutions,
    }


def _mission(p: Position) -> Plain:
    t, names = p.t, p.names
    mission = p.content.mission(p.rules.config.scenario)
    now = names.conditions()
    return {
        "kind": "mission",
        "name": mission.name,
        "words": mission.text,
        "conditions": [
            {"words": words, "now": now[i], "absolute": t.victory[ABSOLUTE][i], "tactical": t.victory[TACTICAL][i]}
            for i, words in enumerate(CONDITIONS)
        ],
        "missing": {
            VICTORIES[which].split()[0]: None if p.g.turn > t.victory[which][BY_TURN] else names.missing(which)
            for which in (ABSOLUTE, TACTICAL)
        },
        "hold_home": bool(t.hold_home),
        "npc": [] if p.g.over else npc_lines(names),
    }
