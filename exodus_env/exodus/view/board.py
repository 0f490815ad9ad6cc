"""A position as text: map, planets, players, politics, market, the pending decision and its moves.

Only public facts are shown, plus the secrets of the viewer; without a viewer, none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.content.vocabulary import COMBAT_EFFECT_NAMES, CP, VP
from exodus_env.exodus.encoding.actions import DIRECTION_NAMES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.assets import SCORE_OUTPOSTS, SCORE_START, SCORE_TECHNOLOGIES
from exodus_env.exodus.rules.frames import ACTIONS_STAGE, COMBAT_HEX, CONQUEST_STAGE, STAGE_NAMES
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.tables import EVENT_HORIZON, STRONGHOLD
from exodus_env.exodus.view.chart import chart, landmarks, legend
from exodus_env.exodus.view.mission import mission_lines, verdict
from exodus_env.exodus.view.moves import are_secret, move_lines, moves
from exodus_env.exodus.view.names import LEVELS, RESOURCE_NAMES, Names
from exodus_env.exodus.view.questions import pending, top
from exodus_env.exodus.view.text import game_words, paint_names
from exodus_env.kit.text import UNKNOWN, aligned, capital, counted, listed, number, wrapped

__all__ = ["map_text", "moves", "render", "result_lines", "score_table"]

MOST_MOVES: Final = 300


def render(
    rules: Ruleset,
    g: Game,
    viewer: int | None = None,
    legal: Sequence[int] | None = None,
    colour: bool = False,
) -> str:
    """The whole position; `legal` are the ids of the legal moves, where they should be listed."""
    names = Names(rules, g, viewer)
    parts = [_planets(names), _players(names), *(_player(names, player) for player in _seats(names))]
    parts += [_scenario(names), _politics(names), _market(names), _exploration(names)]
    parts += [_combat_cards(names), _combat(names)]
    parts += [_secrets(names, viewer), _decision(names, viewer, legal)]
    texts = ["\n".join(part) for part in [_heading(names), *parts] if part]
    if colour:
        texts = [paint_names(text) for text in texts]
    return "\n\n".join([texts[0], map_text(rules, g, colour, viewer), *texts[1:]])


def map_text(rules: Ruleset, g: Game, colour: bool = False, viewer: int | None = None) -> str:
    """The map, how to read it, and what else lies on it apart from planets and pieces."""
    names = Names(rules, g, viewer)
    below = [line for words in (*legend(names), *landmarks(names)) for line in wrapped(words)]
    return "\n".join([chart(names, colour), "", *below])


def score_table(rules: Ruleset, g: Game, lines: Sequence[str]) -> list[str]:
    """The final score: a row a player with the lines of the score, the total and the rank, best first."""
    names = Names(rules, g)
    absent = {
        SCORE_START: not names.t.start_resource[VP],
        SCORE_OUTPOSTS: not names.t.outposts,
        SCORE_TECHNOLOGIES: not names.t.eoe,
    }
    shown = [line for line in range(len(lines)) if not absent.get(line)]
    rows: list[list[object]] = [["player", *(lines[line] for line in shown), "total", "rank"]]
    for player in sorted(_seats(names), key=lambda seat: (int(g.rank[seat]), seat)):
        score = [int(value) for value in g.score[player]]
        rows.append([names.player(player), *(score[line] for line in shown), sum(score), int(g.rank[player])])
    return aligned(rows)


def result_lines(rules: Ruleset, g: Game, lines: Sequence[str]) -> list[str]:
    """How the game ended: the outcome of a scenario, and the score where it counts."""
    names = Names(rules, g)
    if names.t.solitaire:
        return [line for words in verdict(names) for line in wrapped(f"{words}.")]
    outcome = wrapped(f"Result: {names.result(int(g.outcome))}.") if g.outcome else []
    if not names.score_counts():
        return outcome
    return [*outcome, *([""] if outcome else []), *score_table(rules, g, lines)]


def _seats(names: Names) -> range:
    return range(int(names.t.players))


def _heading(names: Names) -> list[str]:
    g = names.g
    stage = f"{STAGE_NAMES[int(g.stage)]} Stage"
    if g.stage == CONQUEST_STAGE:
        stage += f" {g.conquest} of {g.conquests}"
    elif g.stage == ACTIONS_STAGE:
        stage += f", round {g.action_round}"
    if g.over:
        stage = "the game is over" + (f": {names.result(int(g.outcome))}" if g.outcome else "")
    order = [f"{names.player(int(g.order[place]))} ({names.standing(place)})" for place in _seats(names)]
    course = [f"Turn {g.turn} of {names.t.turns}, {stage}", f"Turn order: {', '.join(order)}"]
    return [*(capital(words) for words in game_words(names.rules.config)), *course]


# The map in words -----------------------------------------------------------------------------------------------------


def _planets(names: Names) -> list[str]:
    head = ["hex", "planet", "counter", "VP", "", "Population", "ships", "rockets"]
    structures = names.t.gates or names.t.satellites or names.t.eoe
    rows: list[list[object]] = [[*head, "structures"] if structures else [*head]]
    rows += [_planet(names, hexagon)[: len(rows[0])] for hexagon in range(int(names.t.hexes))]
    return ["PLANETS", *aligned(rows)]


def _planet(names: Names, hexagon: int) -> list[object]:
    g, t = names.g, names.t
    planet = names.planet_at(hexagon)
    alive = planet >= 0 and not g.destroyed[hexagon]
    people = [f"{names.player(p)} {g.population[hexagon, p]}" for p in _seats(names) if g.population[hexagon, p] > 0]
    vp: object = int(t.planet_vp[planet]) if alive else 0
    if planet < 0 and g.face_down[hexagon]:
        vp = UNKNOWN
    notes = (names.badges(planet) if alive else []) + _notes(names, hexagon)
    words = (notes, people, _ships_at(names, hexagon), _rockets(names, hexagon), _structures(names, hexagon))
    return [hexagon, names.planet(hexagon), names.counter_words(hexagon), vp, *(", ".join(cell) for cell in words)]


def _notes(names: Names, hexagon: int) -> list[str]:
    g, t = names.g, names.t
    notes = []
    if t.home_of[hexagon] >= 0:
        notes.append(f"home of {names.player(int(t.home_of[hexagon]))}")
    if t.scenario == STRONGHOLD and hexagon == t.centre_hex:
        notes.append(f"{g.stronghold} of {number(int(t.stronghold_levels), 'level')} left")
    if g.squadron[hexagon] > 0:
        notes.append(number(int(g.squadron[hexagon]), "squadron"))
    if g.resistance[hexagon] > 0:
        notes.append(names.garrison(hexagon))
    if g.outpost_there[hexagon]:
        notes.append(names.outpost(hexagon))
    if g.solar_wind[hexagon]:
        notes.append("Solar Wind")
    if g.heat[hexagon]:
        notes.append("Increased Heat")
    if hexagon in g.wormhole:
        notes.append("wormhole")
    if hexagon == g.no_combat:
        notes.append("No Combat")
    if hexagon == g.interest:
        notes.append(f"Planet of Interest (+{t.interest_vp} VP)")
    looked = [names.player(p) for p in _seats(names) if hexagon in names.looks(p)]
    if g.face_down[hexagon] and looked:
        notes.append(f"{listed(looked)} looked")
    return notes


def _structures(names: Names, hexagon: int) -> list[str]:
    g = names.g
    found = [f"{names.player(p)} Jump Gate" for p in _seats(names) if hexagon in g.gate[p]]
    found += [f"{names.player(p)} Satellite" for p in _seats(names) if hexagon in g.satellite[p]]
    return found + names.planetary_at(hexagon)


def _ships_at(names: Names, hexagon: int) -> list[str]:
    found = []
    for player in _seats(names):
        count = sum(1 for ship in range(int(names.t.ships)) if names.g.ship_hex[player, ship] == hexagon)
        if count:
            found.append(f"{names.player(player)} {count}{' cloaked' if names.g.cloaked[player, hexagon] else ''}")
    return found


def _rockets(names: Names, hexagon: int) -> list[str]:
    g = names.g
    found = []
    for kind, target in zip(g.rocket[hexagon], g.rocket_target[hexagon]):
        if kind > 0:
            aim = f" fired at {names.hexagon(int(target))}" if target >= 0 else ""
            found.append(names.rocket(int(kind) - 1) + aim)
    return found


# Players --------------------------------------------------------------------------------------------------------------


def _players(names: Names) -> list[str]:
    g = names.g
    counted_columns = ["cube supply", "last bid", "reaction cubes"]
    head = ["player", "place", *RESOURCE_NAMES, *counted_columns, "cards played", "card"]
    titles: list[object] = [
        *head,
        *(["faction", "combat cards"] if names.t.eoe else []),
        *(["Leader"] if names.t.leaders else []),
    ]
    rows: list[list[object]] = [titles]
    for place in _seats(names):
        player = int(g.order[place])
        stocks = [int(value) for value in g.resource[player]]
        played = [names.action_card(player, i) for i in range(int(names.t.action_cards)) if g.spent[player, i]]
        counts = [int(g.supply[player]), int(g.bid_shown[player]), int(g.reaction_cubes[player])]
        shown = _shown_card(names, player)
        row: list[object] = [names.player(player), names.standing(place), *stocks, *counts, ", ".join(played), shown]
        if names.t.eoe:
            row += [names.faction_of(player), int(g.combat_held[player])]
        if names.t.leaders:
            row.append(names.content.leaders[int(g.leader[player])].name if g.leader[player] >= 0 else "")
        rows.append(row)
    return ["PLAYERS", *aligned(rows)]


def _shown_card(names: Names, player: int) -> str:
    card = int(names.g.shown[player])
    if names.g.stage != ACTIONS_STAGE or card < 0:
        return ""
    cubes = int(names.g.card_cubes[player])
    return names.action_card(player, card) + (f" ({number(cubes, 'cube')} on it)" if cubes else "")


def _player(names: Names, player: int) -> list[str]:
    g, t = names.g, names.t
    stocks = ", ".join(f"{g.resource[player, i]} {RESOURCE_NAMES[i]}" for i in range(CP, VP + 1))
    known = [names.technology(i) for i in range(int(t.technologies)) if g.technology[player, i]]
    cards = [names.resistance(i) for i in range(int(t.resistance_cards)) if g.resistance_owner[i] == player]
    lines = [f"{names.player(player).upper()}: {stocks}", *wrapped(f"Technologies: {_or_none(known)}", "  ")]
    if cards:
        lines += wrapped(f"Resistance cards: {'; '.join(cards)}", "  ")
    holdings = [*_faction(names, player), *_module_holdings(names, player)]
    lines += [line for words in holdings for line in wrapped(words, "  ")]
    return [*lines, *(f"  {line}" for line in _fleet(names, player))]


def _faction(names: Names, player: int) -> list[str]:
    """What Edge of Extinction gives a player: a faction with its hand, and a card in force for that player alone."""
    g = names.g
    lines = [f"Faction: {names.faction(int(g.faction[player]))}"] if g.faction[player] >= 0 else []
    hand = [i for i in range(len(names.hand(player))) if names.t.eoe and not g.removed[player, i]]
    if hand:
        lines.append(f"Action cards: {', '.join(names.card_in_full(player, card) for card in hand)}")
    gone = [names.action_card(player, i) for i in range(len(g.removed[player])) if g.removed[player, i]]
    if gone:
        lines.append(f"Action cards out of the game: {', '.join(gone)}")
    if names.t.eoe and g.vision[player] >= 0:
        lines.append(f"In force for this player alone: {names.political(int(g.vision[player]))}")
    return lines


def _module_holdings(names: Names, player: int) -> list[str]:
    """What modules give a player: cards of Outposts, a Leader, structures, the Bounty."""
    g, t = names.g, names.t
    held = [(kind, int(g.outpost_held[player, kind])) for kind in range(int(t.outpost_cards))]
    cards = [f"{count} {names.outpost_card(kind)}" for kind, count in held if count > 0]
    lines = [f"Outpost cards: {'; '.join(cards)}"] if cards else []
    if g.leader[player] >= 0:
        lines.append(f"Leader: {names.leader(int(g.leader[player]))}")
    for title, places in (("Jump Gates", g.gate[player]), ("Satellites", g.satellite[player])):
        where = [names.hexagon(int(place)) for place in places if place >= 0]
        lines += [f"{title}: {', '.join(where)}"] if where else []
    if g.bounty == player:
        lines.append(f"Bounty: whoever wins this player's next combat scores {t.bounty_vp} VP")
    return lines


def _or_none(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


def _fleet(names: Names, player: int) -> list[str]:
    g, t = names.g, names.t
    more = ["room"] if t.eoe else []
    rows: list[list[object]] = [["class", "dice", "shield", "drive", *more, "slots", "upgrades", "ships"]]
    for kind, entry in enumerate(names.content.ships):
        upgrades = [f"{g.blueprint[player, kind, u]} {names.upgrade(u)}" for u in range(int(t.upgrades))]
        there = [word for word in upgrades if not word.startswith("0 ")]
        derived = (g.dice, g.shield, g.drive, *([g.room] if t.eoe else []))
        strength: list[object] = [int(values[player, kind]) for values in derived]
        if g.hyperspace[player, kind]:
            strength[2] = "any hex"
        ships = [_ship(names, player, s) for s in range(int(t.ships)) if t.ship_class[s] == kind]
        here = counted([word for word in ships if word])
        rows.append([entry.name, *strength, int(t.class_slots[kind]), ", ".join(there), "; ".join(here)])
    return aligned(rows)


def _ship(names: Names, player: int, ship: int) -> str:
    g = names.g
    hexagon = int(g.ship_hex[player, ship])
    if hexagon < 0:
        return ""
    notes = [f"{g.ship_damage[player, ship]} damage"] if g.ship_damage[player, ship] else []
    if g.ship_cargo[player, ship]:
        notes.append(f"{number(int(g.ship_cargo[player, ship]), 'cube')} on board")
    return f"at {names.hexagon(hexagon)}" + (f" with {listed(notes)}" if notes else "")


# Scenarios ------------------------------------------------------------------------------------------------------------


def _scenario(names: Names) -> list[str]:
    """How the Stronghold, the star or a mission stands."""
    if names.t.scenario == STRONGHOLD:
        return ["STRONGHOLD", *(line for words in _stronghold(names) for line in wrapped(words, "  "))]
    if names.t.scenario == EVENT_HORIZON:
        return ["PROXIMA CENTAURI", *(line for words in _star(names) for line in wrapped(words, "  "))]
    if names.t.solitaire:
        return ["MISSION", *mission_lines(names)]
    return []


def _stronghold(names: Names) -> list[str]:
    g, t = names.g, names.t
    bonus = names.shield_bonus()
    level = f"each with shield {int(t.stronghold_shield) + bonus} this turn, {t.stronghold_dice} dice, hit on"
    lines = [
        f"Levels left: {g.stronghold} of {t.stronghold_levels}, {level} {t.stronghold_hit}+",
        f"Squadrons: {names.squadrons()} on the map, {g.squadron_supply} in the supply of {t.squadrons}; "
        "when the supply is empty all is lost",
        f"Shield bonus of this turn: {bonus} for squadrons and levels",
        f"Activations so far: {g.activations}; the Stronghold activates each turn from turn {t.activation_turn} on",
    ]
    return [*lines, f"Result: {names.result(int(g.outcome))}"] if g.outcome else lines


def _star(names: Names) -> list[str]:
    g, t = names.g, names.t
    return [
        f"Star Evolution tokens: {g.star_tokens}; from {t.star_rolls_from} on a die is rolled at the end of each turn",
        f"Evolutions: {g.evolutions} of {t.star_evolutions}; the last one ends the game",
    ]


# Politics, market, combat ---------------------------------------------------------------------------------------------


def _politics(names: Names) -> list[str]:
    g = names.g
    lines = ["POLITICS"]
    in_force = [*g.law[: int(g.laws)], *g.resolution[: int(g.resolutions)]]
    lines += _cards("In force", [names.political(int(card)) for card in in_force])
    if g.office >= 0:
        more = f"; {names.t.office_price} CP for each step to a better one" if g.office else ""
        lines.append(f"  Held: {names.turn_order_card(int(g.office))}{more}")
    revealed = [f"{'ABC'[slot]} {names.political(int(card))}" for slot, card in enumerate(g.revealed) if card >= 0]
    lines += _cards("To choose from" if names.t.solitaire else "To vote on", revealed) if revealed else []
    proposed = [names.bonus(int(card)) for card in g.proposal if card >= 0]
    lines += _cards("Bonus actions proposed", proposed) if proposed else []
    if g.bonus >= 0:
        lines += _cards("Bonus action of this turn", [names.bonus(int(g.bonus))])
    return [*lines, *wrapped(f"Cards in the decks: {'; '.join(_decks(names))}", "  ")]


def _decks(names: Names) -> list[str]:
    g, t = names.g, names.t
    levels = ", ".join(f"{left} of level {LEVELS[i + 1]}" for i, left in enumerate(g.resistance_left))
    decks = [f"{g.political_left} political", f"Resistance {levels}"]
    if t.outposts:
        levels = ", ".join(f"{left} of level {i + 1}" for i, left in enumerate(g.outpost_left))
        decks += [f"Outpost {levels}", number(int(g.outpost_pile_left), "Outpost token")]
    if t.exploration:
        decks.append(number(int(g.event_left), "Event"))
    if t.eoe:
        decks += [f"{g.combat_left} combat", f"{g.foe_left} Resistance combat"]
    return decks


def _cards(title: str, words: Sequence[str]) -> list[str]:
    if not words:
        return [f"  {title}: nothing"]
    return [f"  {title}:", *(line for word in words for line in wrapped(word, "    "))]


def _market(names: Names) -> list[str]:
    g, t = names.g, names.t
    rows: list[list[object]] = [["space", "trader", "buy Axinium", "Phasium", "sell Axinium", "Phasium"]]
    for space in range(int(t.market_spaces)):
        trader = names.player(int(g.market[space])) if g.market[space] >= 0 else ""
        prices = [t.buy_price[space, 0], t.buy_price[space, 1], t.sell_price[space, 0], t.sell_price[space, 1]]
        rows.append([space + 1, trader, *(f"{ordinary} or {better}" for ordinary, better in prices)])
    return ["MARKET (CP for one mineral; the better price with Advanced Trading)", *aligned(rows)]


def _exploration(names: Names) -> list[str]:
    """The Event being resolved, and those of before."""
    g, t = names.g, names.t
    lines = []
    if g.event >= 0:
        lines += wrapped(f"At {names.hexagon(int(g.exploring))}: {names.event(int(g.event))}", "  ")
    seen = [kind for kind in range(int(t.events)) for _ in range(int(g.event_seen[kind]))]
    if seen:
        words = counted([names.content.events[kind].name for kind in seen])
        lines += wrapped(f"Events drawn so far: {', '.join(words)}", "  ")
    return ["EXPLORATION", *lines] if lines else []


def _combat_cards(names: Names) -> list[str]:
    """Combat cards that everybody has seen go."""
    g, content = names.g, names.content
    piles = (
        ("Discarded", g.combat_discard, content.combat_cards),
        ("Out of the game", g.combat_removed, content.combat_cards),
        ("Discarded by the Resistance", g.foe_discard, content.foe_cards),
    )
    lines = []
    for title, counts, kinds in piles:
        there = [f"{counts[kind]} {entry.name}" for kind, entry in enumerate(kinds) if counts[kind]]
        lines += wrapped(f"{title}: {', '.join(there)}", "  ") if there else []
    return ["COMBAT CARDS", *lines] if lines else []


def _combat(names: Names) -> list[str]:
    g = names.g
    fighting = [(p, s) for p in _seats(names) for s in range(int(names.t.ships)) if g.fighting[p, s]]
    if not fighting:
        return []
    lines = ["COMBAT"]
    for player, ship in fighting:
        shield = int(g.shield[player, names.t.ship_class[ship]])
        lines.append(_fighter(names.ship_of(player, ship), shield, g.ship_damage[player, ship], g.hits[player, ship]))
    if names.wave():
        lines += _wave(names)
    for foe, card in enumerate(g.foe_card):
        if card >= 0 and not names.wave():
            shield = int(names.t.resistance_shield[card])
            if g.foe_damage[foe] > shield:
                lines.append(f"  {names.foe(int(card))}: destroyed")
                continue
            lines.append(_fighter(names.foe(int(card)), shield, g.foe_damage[foe], g.foe_hits[foe]))
    owners = dict.fromkeys(p for p, s in fighting if g.ship_hex[p, s] in g.satellite[p])
    lines += [f"  {names.player(p)}'s Satellite: {names.t.satellite_damage} damage each round" for p in owners]
    return lines + (_tactics(names) if names.t.eoe else [])


def _tactics(names: Names) -> list[str]:
    """Combat cards of this round, what they do to each side, and ships that take the hits first.

    That a card lies face down everybody sees; which it is stands among the secrets.
    """
    g = names.g
    lines = []
    chosen = [*(int(g.combat_chosen[player]) for player in _seats(names)), int(g.foe_chosen)]
    for side, face_down in zip((*_seats(names), PLAYERS), chosen, strict=True):
        if g.combat_shown[side] >= 0:
            card = names.combat_card(side, int(g.combat_shown[side]))
            lines += wrapped(f"Combat card of {names.player(side)}: {card}", "  ")
        elif face_down >= 0:
            lines.append(f"  Combat card of {names.player(side)}: face down")
        there = [f"{word} {g.edge[side, i]:+d}" for i, word in enumerate(COMBAT_EFFECT_NAMES) if g.edge[side, i]]
        lines += [f"  In this round for {names.player(side)}: {', '.join(there)}"] if there else []
    decoys = [names.ship_of(p, int(g.decoy[p])) for p in _seats(names) if g.decoy[p] >= 0]
    return lines + ([f"  Hit first: {listed(decoys)}"] if decoys else [])


def _wave(names: Names) -> list[str]:
    """A squadron or level: all its cannons, one shield, and who has hit it how often."""
    g, t = names.g, names.t
    dice, shield = names.wave_strength()
    if names.wave() == "squadron":
        extra = f"{t.squadron_damage} damage to each player"
        if not t.coop:
            extra = f"{number(int(t.squadron_damage), 'hit')} for each squadron"
        left = f"{number(int(g.squadron[top(names, COMBAT_HEX)]), 'squadron')} in the hex"
    else:
        extra, left = "1 damage to each attacking ship", f"{number(int(g.stronghold), 'level')} left"
    state = _fighter(f"{capital(names.wave())} with {dice} dice", shield, g.foe_damage[0], g.foe_hits[0])
    lines = wrapped(f"{state.strip()}; besides {extra} each round; {left}", "  ")
    cards = [names.foe(int(card)) for card in g.foe_card if card >= 0]
    if cards:
        lines += wrapped(f"Its ships: {', '.join(cards)}; shield bonus {names.shield_bonus()}", "  ")
    dealt = [f"{names.player(p)} {g.dealt[p]}" for p in _seats(names) if g.dealt[p]]
    if dealt and not t.coop and names.wave() == "squadron":
        lines += wrapped(f"Hits rolled against it: {', '.join(dealt)}; the most score {t.squadron_vp} VP", "  ")
    return lines


def _fighter(name: str, shield: int, damage: int, hits: int) -> str:
    return f"  {name}: shield {shield}, {damage} damage, {number(int(hits), 'hit')} this round"


# The viewer's secrets, and the decision -------------------------------------------------------------------------------


def _has_voted(names: Names, player: int) -> bool:
    """Whether a player has committed a vote that is not shown yet, if only by abstaining."""
    g = names.g
    if g.decision not in (c.D_VOTE, c.D_VOTE_FIFTIES, c.D_VOTE_BID):
        return False
    before = [int(x) for x in g.order].index(int(g.actor))
    return player in g.order[:before] or (player == g.actor and g.decision != c.D_VOTE)


def _secrets(names: Names, viewer: int | None) -> list[str]:
    if viewer is None:
        return []
    g = names.g
    lines = []
    if g.vote[viewer] >= 0:
        lines.append(f"  voting token on card {'ABC'[int(g.vote[viewer])]}")
    elif _has_voted(names, viewer):
        lines.append("  no voting token: abstains")
    if g.bid[viewer] > 0:
        lines.append(f"  bid of {g.bid[viewer]} CP")
    if g.chosen[viewer] >= 0:
        lines.append(f"  action card {names.action_card(viewer, int(g.chosen[viewer]))}")
    for ship in range(int(names.t.ships)):
        steps = [DIRECTION_NAMES[int(step) - 1] for step in g.path[viewer, ship] if step > 0]
        if steps:
            lines.append(f"  {names.ship(ship)} is ordered {', then '.join(steps)}")
    offer = [names.leader(int(leader)) for leader in g.leader_offer[viewer] if leader >= 0]
    if offer and g.leader[viewer] < 0:
        lines += wrapped(f"Leaders to choose from: {'; '.join(offer)}", "  ")
    if g.leader_refused[viewer] >= 0:
        lines += wrapped(f"Leader refused: {names.leader(int(g.leader_refused[viewer]))}", "  ")
    for look in names.looks(viewer):
        if g.face_down[look]:
            lines.append(f"  unexplored hex {look} is {names.printed(int(g.planet[look]))}")
    lines += [line for words in _secret_cards(names, viewer) for line in wrapped(words, "  ")]
    return [f"SECRETS OF {names.player(viewer).upper()}", *lines] if lines else []


def _secret_cards(names: Names, viewer: int) -> list[str]:
    """The viewer's combat cards, and those of the Resistance where the viewer acts for it."""
    g = names.g
    hand = [f"{g.combat_hand[viewer, i]} {names.combat_card(0, i)}" for i in _kinds(g.combat_hand[viewer])]
    lines = [f"combat cards: {'; '.join(hand)}"] if hand else []
    if not names.t.eoe:
        return lines
    if g.combat_chosen[viewer] >= 0:
        lines.append(f"combat card chosen: {names.combat_card(0, int(g.combat_chosen[viewer]))}")
    if viewer != names.acting_for_resistance():
        return lines
    offer = [names.combat_card(PLAYERS, int(kind)) for kind in g.foe_offer if kind >= 0]
    if offer:
        lines.append(f"combat cards of the Resistance: {'; '.join(offer)}")
    if g.foe_chosen >= 0:
        lines.append(f"the Resistance will play {names.combat_card(PLAYERS, int(g.foe_chosen))}")
    return lines


def _kinds(counts: Any) -> list[int]:
    return [kind for kind, count in enumerate(counts) if count > 0]


def _decision(names: Names, viewer: int | None, legal: Sequence[int] | None) -> list[str]:
    g = names.g
    if g.over or g.decision == 0 or g.actor < 0:
        return []
    lines = ["DECISION", *wrapped(pending(names), "  ")]
    if legal is None:
        return lines
    if are_secret(names) and viewer != g.actor:
        return [*lines, "  (the moves are secret)"]
    found = move_lines(names, [int(action) for action in legal], MOST_MOVES)
    return [*lines, f"  {number(len(legal), 'legal move')}:", *found]
