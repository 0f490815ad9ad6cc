"""A position as text: map, planets, players, politics, market, the pending decision and its moves.

The facts are those of describe.py: what is public, plus the secrets of the viewer; without a viewer, none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from exodus_env.exodus.capacity import PLAYERS
from exodus_env.exodus.content.vocabulary import VP
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules.assets import SCORE_OUTPOSTS, SCORE_START, SCORE_TECHNOLOGIES
from exodus_env.exodus.rules.frames import ACTIONS_STAGE, CONQUEST_STAGE, STAGE_NAMES
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.chart import chart, landmarks, legend
from exodus_env.exodus.view.describe import describe
from exodus_env.exodus.view.mission import mission_lines, verdict
from exodus_env.exodus.view.moves import are_secret, move_lines, moves
from exodus_env.exodus.view.names import LEVELS, RESOURCE_NAMES, Names
from exodus_env.exodus.view.questions import pending
from exodus_env.exodus.view.text import game_words, paint_names
from exodus_env.kit.text import UNKNOWN, aligned, capital, counted, listed, number, wrapped

__all__ = ["map_text", "moves", "render", "result_lines", "score_table"]

MOST_MOVES: Final = 300

Facts = dict[str, Any]  # as describe.py gives them


def render(
    rules: Ruleset,
    g: Game,
    viewer: int | None = None,
    legal: Sequence[int] | None = None,
    colour: bool = False,
) -> str:
    """The whole position; `legal` are the ids of the legal moves, if they are to be listed."""
    names = Names(rules, g, viewer)
    facts = describe(rules, g, viewer)
    parts = [_planets(names, facts), _players(names, facts), *(_player(names, player) for player in facts["players"])]
    parts += [_scenario(names, facts), _politics(names, facts), _market(names, facts), _exploration(names, facts)]
    parts += [_combat_cards(facts), _combat(names, facts)]
    parts += [_secrets(facts), _decision(names, viewer, legal)]
    texts = ["\n".join(part) for part in [_heading(names), *parts] if part]
    if colour:
        texts = [paint_names(text) for text in texts]
    return "\n\n".join([texts[0], map_text(rules, g, colour, viewer), *texts[1:]])


def map_text(rules: Ruleset, g: Game, colour: bool = False, viewer: int | None = None) -> str:
    """The map, how to read it, and what lies on it besides planets and pieces."""
    names = Names(rules, g, viewer)
    below = [line for words in (*legend(names), *landmarks(names)) for line in wrapped(words)]
    return "\n".join([chart(names, colour), "", *below])


def score_table(rules: Ruleset, g: Game, lines: Sequence[str]) -> list[str]:
    """The final score: one row per player with the lines of the score, total and rank, best first."""
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
    """How the game ended: the outcome of a scenario, and the score if it counts."""
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


def _planets(names: Names, facts: Facts) -> list[str]:
    head = ["hex", "planet", "counter", "VP", "", "Population", "ships", "rockets"]
    structures = names.t.gates or names.t.satellites or names.t.eoe
    rows: list[list[object]] = [[*head, "structures"] if structures else [*head]]
    rows += [_planet(names, facts, hex)[: len(rows[0])] for hex in facts["map"]["hexes"]]
    return ["PLANETS", *aligned(rows)]


def _planet(names: Names, facts: Facts, hex: Facts) -> list[object]:
    planet, number_here = hex["planet"], hex["hex"]
    people = [f"{names.player(p)} {cubes}" for p, cubes in enumerate(hex["population"]) if cubes > 0]
    vp: object = planet["vp"] if planet else UNKNOWN if hex["face_down"] else 0
    badges = names.badges(names.planet_at(number_here)) if planet and not planet["destroyed"] else []
    notes = badges + _notes(names, facts, hex)
    words = (notes, people, _ships_at(names, hex), _rockets(names, hex), _structures(names, hex))
    cells = (", ".join(cell) for cell in words)
    return [number_here, hex["name"], names.counter_words(number_here), vp, *cells]


def _notes(names: Names, facts: Facts, hex: Facts) -> list[str]:
    t, map = names.t, facts["map"]
    notes = []
    if hex["home_of"] is not None:
        notes.append(f"home of {names.player(hex['home_of'])}")
    if hex["stronghold_levels"] is not None:
        notes.append(f"{hex['stronghold_levels']} of {number(int(t.stronghold_levels), 'level')} left")
    if hex["squadrons"] > 0:
        notes.append(number(hex["squadrons"], "squadron"))
    if hex["resistance"]:
        notes.append(hex["resistance"]["words"])
    if hex["outpost"]:
        notes.append(names.outpost(hex["hex"]))
    if hex["solar_wind"]:
        notes.append("Solar Wind")
    if hex["heat"]:
        notes.append("Increased Heat")
    if hex["wormhole"]:
        notes.append("wormhole")
    if hex["hex"] == map["no_combat"]:
        notes.append("No Combat")
    if hex["hex"] == map["planet_of_interest"]:
        notes.append(f"Planet of Interest (+{t.interest_vp} VP)")
    if hex["face_down"] and hex["looked_at_by"]:
        notes.append(f"{listed([names.player(p) for p in hex['looked_at_by']])} looked")
    return notes


def _structures(names: Names, hex: Facts) -> list[str]:
    found = [f"{names.player(p)} Jump Gate" for p in hex["gates"]]
    found += [f"{names.player(p)} Satellite" for p in hex["satellites"]]
    return found + [upgrade["name"] for upgrade in hex["planetary_upgrades"]]


def _ships_at(names: Names, hex: Facts) -> list[str]:
    found = []
    for player in _seats(names):
        ships = [ship for ship in hex["ships"] if ship["player"] == player]
        if ships:
            found.append(f"{names.player(player)} {len(ships)}{' cloaked' if ships[0]['cloaked'] else ''}")
    return found


def _rockets(names: Names, hex: Facts) -> list[str]:
    return [
        rocket["name"] + ("" if rocket["target"] is None else f" fired at {names.hexagon(rocket['target'])}")
        for rocket in hex["rockets"]
    ]


# Players --------------------------------------------------------------------------------------------------------------


def _players(names: Names, facts: Facts) -> list[str]:
    counted_columns = ["cube supply", "last bid", "reaction cubes"]
    head = ["player", "place", *RESOURCE_NAMES, *counted_columns, "cards played", "card"]
    titles: list[object] = [
        *head,
        *(["faction", "combat cards"] if names.t.eoe else []),
        *(["Leader"] if names.t.leaders else []),
    ]
    rows: list[list[object]] = [titles]
    for place, seat in enumerate(facts["course"]["order"]):
        player = facts["players"][seat]
        counts = [player["cubes_in_supply"], player["last_bid"], player["reaction_cubes"]]
        row: list[object] = [player["name"], names.standing(place), *_stocks(player), *counts]
        row += [", ".join(_played(names, seat)), _shown_card(player)]
        if names.t.eoe:
            row += [player["faction"]["name"] if player["faction"] else "", player["combat_cards"]]
        if names.t.leaders:
            row.append(player["leader"]["name"] if player["leader"] else "")
        rows.append(row)
    return ["PLAYERS", *aligned(rows)]


def _stocks(player: Facts) -> list[int]:
    return [*player["resources"].values(), player["vp"]]


def _played(names: Names, player: int) -> list[str]:
    """Cards played this turn, including any that have left the game since."""
    return [names.action_card(player, i) for i in range(int(names.t.action_cards)) if names.g.spent[player, i]]


def _shown_card(player: Facts) -> str:
    card = player["shown_card"]
    if card is None:
        return ""
    cubes = f" ({number(card['cubes'], 'cube')} on it)" if card["cubes"] else ""
    return f"{card['name']}{cubes}"


def _player(names: Names, player: Facts) -> list[str]:
    stocks = ", ".join(f"{amount} {name}" for amount, name in zip(_stocks(player), RESOURCE_NAMES, strict=True))
    known = [technology["name"] for technology in player["technologies"]]
    cards = [f"{card['name']} ({card['words']})" for card in player["resistance_cards"]]
    lines = [f"{player['name'].upper()}: {stocks}", *wrapped(f"Technologies: {_or_none(known)}", "  ")]
    if cards:
        lines += wrapped(f"Resistance cards: {'; '.join(cards)}", "  ")
    holdings = [*_faction(names, player), *_module_holdings(names, player)]
    lines += [line for words in holdings for line in wrapped(words, "  ")]
    return [*lines, *(f"  {line}" for line in _fleet(names, player))]


def _faction(names: Names, player: Facts) -> list[str]:
    """What Edge of Extinction gives a player: a faction with its hand, and a card in force for that player alone."""
    lines = [f"Faction: {player['faction']['words']}"] if player["faction"] else []
    hand = [card["words"] for card in player["action_cards"] if names.t.eoe and not card["removed"]]
    if hand:
        lines.append(f"Action cards: {', '.join(hand)}")
    gone = [card["name"] for card in player["action_cards"] if card["removed"]]
    if gone:
        lines.append(f"Action cards out of the game: {', '.join(gone)}")
    if player["own_law"]:
        lines.append(f"In force for this player alone: {player['own_law']['words']}")
    return lines


def _module_holdings(names: Names, player: Facts) -> list[str]:
    """What modules give a player: Outpost cards, a Leader, structures, the Bounty."""
    cards = [f"{card['count']} {names.outpost_card(card['card'])}" for card in player["outpost_cards"]]
    lines = [f"Outpost cards: {'; '.join(cards)}"] if cards else []
    if player["leader"]:
        lines.append(f"Leader: {player['leader']['words']}")
    for title, places in (("Jump Gates", player["gates"]), ("Satellites", player["satellites"])):
        lines += [f"{title}: {', '.join(names.hexagon(place) for place in places)}"] if places else []
    if names.g.bounty == player["player"]:
        lines.append(f"Bounty: whoever wins this player's next combat scores {names.t.bounty_vp} VP")
    return lines


def _or_none(words: Sequence[str]) -> str:
    return ", ".join(words) or "none"


def _fleet(names: Names, player: Facts) -> list[str]:
    t = names.t
    more = ["room"] if t.eoe else []
    rows: list[list[object]] = [["class", "dice", "shield", "drive", *more, "slots", "upgrades", "ships"]]
    for kind, blueprint in enumerate(player["blueprints"]):
        there = [f"{upgrade['count']} {upgrade['name']}" for upgrade in blueprint["upgrades"]]
        drive = "any hex" if blueprint["hyperspace"] else blueprint["drive"]
        strength = [blueprint["dice"], blueprint["shield"], drive, *([blueprint["room"]] if t.eoe else [])]
        ships = [_ship(names, player["player"], s) for s in range(int(t.ships)) if t.ship_class[s] == kind]
        here = counted([word for word in ships if word])
        rows.append([blueprint["name"], *strength, blueprint["slots"], ", ".join(there), "; ".join(here)])
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


def _scenario(names: Names, facts: Facts) -> list[str]:
    """The state of the Stronghold, the star or a mission."""
    scenario = facts["scenario"]
    if scenario is None:
        return []
    if scenario["kind"] == "mission":
        return ["MISSION", *mission_lines(names)]
    if scenario["kind"] == "stronghold":
        title, lines = "STRONGHOLD", _stronghold(scenario, facts["course"]["outcome"])
    else:
        title, lines = "PROXIMA CENTAURI", _star(scenario)
    return [title, *(line for words in lines for line in wrapped(words, "  "))]


def _stronghold(scenario: Facts, outcome: str | None) -> list[str]:
    level = f"each with shield {scenario['level_shield']} this turn, {scenario['level_dice']} dice, hit on"
    lines = [
        f"Levels left: {scenario['levels']} of {scenario['levels_at_start']}, {level} {scenario['level_hits_on']}+",
        f"Squadrons: {scenario['squadrons_on_map']} on the map, {scenario['squadrons_in_supply']} in the supply of "
        f"{scenario['squadrons']}; when the supply is empty all is lost",
        f"Shield bonus of this turn: {scenario['shield_bonus']} for squadrons and levels",
        f"Activations so far: {scenario['activations']}; the Stronghold activates each turn from turn "
        f"{scenario['activates_from_turn']} on",
    ]
    return [*lines, f"Result: {outcome}"] if outcome else lines


def _star(scenario: Facts) -> list[str]:
    tokens = f"Star Evolution tokens: {scenario['tokens']}; from {scenario['rolls_from']} on a die is rolled"
    return [
        f"{tokens} at the end of each turn",
        f"Evolutions: {scenario['evolutions']} of {scenario['last_evolution']}; the last one ends the game",
    ]


# Politics, market, combat ---------------------------------------------------------------------------------------------


def _politics(names: Names, facts: Facts) -> list[str]:
    g, politics = names.g, facts["politics"]
    lines = ["POLITICS"]
    lines += _cards("In force", [_political(card) for card in (*politics["laws"], *politics["resolutions"])])
    if politics["turn_order_card"]:
        more = f"; {names.t.office_price} CP for each step to a better one" if g.office else ""
        lines.append(f"  Held: {politics['turn_order_card']}{more}")
    revealed = [f"{card['slot']} {_political(card)}" for card in politics["revealed"]]
    lines += _cards("To choose from" if names.t.solitaire else "To vote on", revealed) if revealed else []
    proposed = [_bonus(card) for card in politics["proposed"]]
    lines += _cards("Bonus actions proposed", proposed) if proposed else []
    if politics["bonus_action"]:
        lines += _cards("Bonus action of this turn", [_bonus(politics["bonus_action"])])
    return [*lines, *wrapped(f"Cards in the decks: {'; '.join(_decks(facts['decks']))}", "  ")]


def _political(card: Facts) -> str:
    return f"{card['name']} ({card['kind']}): {card['words']}"


def _bonus(card: Facts) -> str:
    return f"{card['name']} ({card['words']})"


def _decks(decks: Facts) -> list[str]:
    levels = ", ".join(f"{left} of level {LEVELS[i + 1]}" for i, left in enumerate(decks["resistance"]))
    found = [f"{decks['political']} political", f"Resistance {levels}"]
    if decks["outposts"] is not None:
        levels = ", ".join(f"{left} of level {i + 1}" for i, left in enumerate(decks["outposts"]))
        found += [f"Outpost {levels}", number(decks["outpost_tokens"], "Outpost token")]
    if decks["events"] is not None:
        found.append(number(decks["events"], "Event"))
    if decks["combat"] is not None:
        found += [f"{decks['combat']} combat", f"{decks['resistance_combat']} Resistance combat"]
    return found


def _cards(title: str, words: Sequence[str]) -> list[str]:
    if not words:
        return [f"  {title}: nothing"]
    return [f"  {title}:", *(line for word in words for line in wrapped(word, "    "))]


def _market(names: Names, facts: Facts) -> list[str]:
    rows: list[list[object]] = [["space", "trader", "buy Axinium", "Phasium", "sell Axinium", "Phasium"]]
    for space in facts["market"]:
        trader = "" if space["trader"] is None else names.player(space["trader"])
        prices = (*space["buy"].values(), *space["sell"].values())
        rows.append([space["space"] + 1, trader, *(f"{ordinary} or {better}" for ordinary, better in prices)])
    return ["MARKET (CP for one mineral; the better price with Advanced Trading)", *aligned(rows)]


def _exploration(names: Names, facts: Facts) -> list[str]:
    """The Event being resolved, and earlier ones."""
    event, drawn = facts["event"], facts["decks"]["events_drawn"]
    lines = []
    if event:
        words = f"{event['name']} ({event['kind']}): {event['words']}"
        lines += wrapped(f"At {names.hexagon(event['hex'])}: {words}", "  ")
    if drawn:
        cards = counted([card["name"] for card in drawn for _ in range(card["count"])])
        lines += wrapped(f"Events drawn so far: {', '.join(cards)}", "  ")
    return ["EXPLORATION", *lines] if lines else []


def _combat_cards(facts: Facts) -> list[str]:
    """Combat cards that everybody has seen discarded or removed."""
    piles = (
        ("Discarded", "combat_discarded"),
        ("Out of the game", "combat_removed"),
        ("Discarded by the Resistance", "resistance_combat_discarded"),
    )
    lines = []
    for title, pile in piles:
        there = [f"{card['count']} {card['name']}" for card in facts["decks"][pile]]
        lines += wrapped(f"{title}: {', '.join(there)}", "  ") if there else []
    return ["COMBAT CARDS", *lines] if lines else []


def _combat(names: Names, facts: Facts) -> list[str]:
    combat = facts["combat"]
    if combat is None:
        return []
    lines = ["COMBAT"]
    lines += [_fighter(f"{names.player(ship['player'])}'s {ship['name']}", ship) for ship in combat["ships"]]
    if combat["wave"]:
        lines += _wave(names, combat["wave"])
    for foe in combat["foes"]:
        dice = f"{foe['dice']} {'die' if foe['dice'] == 1 else 'dice'}"
        name = f"{foe['name']} (level {LEVELS[foe['level']]}, {dice}, shield {foe['shield']})"
        lines.append(f"  {name}: destroyed" if foe["destroyed"] else _fighter(name, foe))
    damage = combat["satellite_damage"]
    lines += [f"  {names.player(p)}'s Satellite: {damage} damage each round" for p in combat["satellites"]]
    return lines + _tactics(names, combat)


def _tactics(names: Names, combat: Facts) -> list[str]:
    """Combat cards of this round, what they do to each side, and ships that must be hit first.

    Everybody sees that a card lies face down; which one it is belongs to the secrets.
    """
    lines = []
    for card in combat["cards"]:
        side = names.player(PLAYERS if card["side"] == "centaurians" else card["side"])
        if card["card"]:
            lines += wrapped(f"Combat card of {side}: {card['card']}", "  ")
        elif card["face_down"]:
            lines.append(f"  Combat card of {side}: face down")
        there = [f"{word} {amount:+d}" for word, amount in card["effects"].items()]
        lines += [f"  In this round for {side}: {', '.join(there)}"] if there else []
    decoys = [names.ship_of(ship["player"], ship["ship"]) for ship in combat["hit_first"]]
    return lines + ([f"  Hit first: {listed(decoys)}"] if decoys else [])


def _wave(names: Names, wave: Facts) -> list[str]:
    """A squadron or level: all its cannons, one shield, and who has hit it how often."""
    t, squadron = names.t, wave["kind"] == "squadron"
    if squadron:
        extra = f"{t.squadron_damage} damage to each player"
        if not t.coop:
            extra = f"{number(int(t.squadron_damage), 'hit')} for each squadron"
        left = f"{number(wave['left'], 'squadron')} in the hex"
    else:
        extra, left = "1 damage to each attacking ship", f"{number(wave['left'], 'level')} left"
    state = _fighter(f"{capital(wave['kind'])} with {wave['dice']} dice", wave)
    lines = wrapped(f"{state.strip()}; besides {extra} each round; {left}", "  ")
    if wave["ships"]:
        lines += wrapped(f"Its ships: {', '.join(wave['ships'])}; shield bonus {wave['shield_bonus']}", "  ")
    dealt = [f"{names.player(p)} {hits}" for p, hits in enumerate(wave["hits_by_player"]) if hits]
    if dealt and not t.coop and squadron:
        lines += wrapped(f"Hits rolled against it: {', '.join(dealt)}; the most score {t.squadron_vp} VP", "  ")
    return lines


def _fighter(name: str, one: Facts) -> str:
    return f"  {name}: shield {one['shield']}, {one['damage']} damage, {number(one['hits'], 'hit')} this round"


# The viewer's secrets, and the decision -------------------------------------------------------------------------------


def _secrets(facts: Facts) -> list[str]:
    """The secrets of the viewer."""
    return [line for player in facts["players"] if player["secrets"] for line in _told(player)]


def _told(player: Facts) -> list[str]:
    secrets = player["secrets"]
    lines = []
    if secrets["vote"]:
        lines.append(f"  voting token on card {secrets['vote']}")
    elif secrets["abstains"]:
        lines.append("  no voting token: abstains")
    if secrets["bid"]:
        lines.append(f"  bid of {secrets['bid']} CP")
    if secrets["action_card"]:
        lines.append(f"  action card {secrets['action_card']}")
    for order in secrets["orders"]:
        lines.append(f"  {order['name']} is ordered {', then '.join(order['steps'])}")
    if secrets["leaders_offered"]:
        lines += wrapped(f"Leaders to choose from: {'; '.join(secrets['leaders_offered'])}", "  ")
    if secrets["leader_refused"]:
        lines += wrapped(f"Leader refused: {secrets['leader_refused']}", "  ")
    lines += [f"  unexplored hex {look} is {words}" for look, words in secrets["unexplored"].items()]
    lines += [line for words in _secret_cards(secrets) for line in wrapped(words, "  ")]
    return [f"SECRETS OF {player['name'].upper()}", *lines] if lines else []


def _secret_cards(secrets: Facts) -> list[str]:
    """Combat cards of the player, and those of the Resistance if the player acts for it."""
    hand = [f"{card['count']} {card['words']}" for card in secrets["combat_hand"]]
    lines = [f"combat cards: {'; '.join(hand)}"] if hand else []
    if secrets["combat_card"]:
        lines.append(f"combat card chosen: {secrets['combat_card']}")
    if secrets["resistance_offer"]:
        lines.append(f"combat cards of the Resistance: {'; '.join(secrets['resistance_offer'])}")
    if secrets["resistance_card"]:
        lines.append(f"the Resistance will play {secrets['resistance_card']}")
    return lines


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
