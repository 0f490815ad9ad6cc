"""Solitaire play in words: the mission and the NPC, events and decisions of a player alone, how a mission ended."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.config import SOLITAIRE, GameConfig
from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.record import new_games
from exodus_env.exodus.rules import frames, log, turn
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.combat import sides
from exodus_env.exodus.rules.combat.sides import CENTAURIANS
from exodus_env.exodus.rules.scoring import LOST, WON, WON_IN_PART
from exodus_env.exodus.ruleset import ruleset
from exodus_env.exodus.view import board, story
from exodus_env.exodus.view.mission import CONDITIONS, missing_lines, mission_lines
from exodus_env.exodus.view.names import Names
from exodus_env.exodus.view.questions import pending
from exodus_env.exodus.view.text import PLAYER_NAMES, game_words
from exodus_env.kit import demo
from exodus_env.kit.batch import copy_array
from exodus_env.kit.flow import KIND, STEP
from exodus_env.kit.story import Teller
from exodus_env.kit.text import listed
from tests.position import Position
from tests.rules.eoe_scenes import change_tables
from tests.test_view import legal, scramble, walk

BORDERS, VOID = SOLITAIRE
OTHERS = re.compile(rf"\b({'|'.join(PLAYER_NAMES[1:])})\b")
WAR_CRUISER = 2
HYPERSONIC, BIOCHEMICAL, GRAVITON = range(3)


def alone(scenario: str = VOID, until: str = "political_choice", **config) -> Position:
    """A game of a player alone, in turn 1; the NPC acts as tests count with, whatever it is tuned to."""
    position = Position(players=1, scenario=scenario, **config).until(until)
    return change_tables(position, set_npc) if scenario == VOID else position


def set_npc(t: Any) -> None:
    """A rocket of each kind in turns 2 to 4, and a ship of each level up to then."""
    t.npc_rocket[:6] = (0, 0, HYPERSONIC + 1, BIOCHEMICAL + 1, GRAVITON + 1, 0)
    t.npc_ships[:] = 0
    t.npc_ships[1:4] = ((1, 0, 0), (2, 1, 0), (0, 0, 1))
    t.npc_raid = t.npc_moves = 1
    t.victory[0], t.victory[1] = (5, 3, 20, 5, 5, 0), (5, 5, 0, 3, 3, 3)


def beside_home(position: Position) -> int:
    """A hex with a planet next to home."""
    home = int(position.t.home_hex[0])
    return next(int(h) for h in position.t.neighbour[home] if h >= 0 and position.g.planet[h] >= 0)


def names_of(position: Position) -> Names:
    return Names(position.rules, position.g)


def moves_of(position: Position) -> list[str]:
    """The choices of the decision itself in words, without what may be done before any decision."""
    own = [mask and not position.is_aside(action) for action, mask in enumerate(position.masks[0])]
    return board.moves(position.rules, position.g, np.array(own, dtype=np.int8))


def rendered(position: Position) -> str:
    """A position as text, every run of spaces and line breaks as one space."""
    return " ".join(board.render(position.rules, position.g, 0, legal(position)).split())


def end_of_turn(position: Position) -> list[str]:
    """What happens from the end of the Conquest Stage to the next decision, told."""
    g = position.g
    g.stack[:] = 0
    g.depth, g.stack[0, KIND], g.stack[0, STEP] = 1, frames.GAME, turn.NEXT_TURN
    g.decision = g.log_count = 0
    before = new_games(1)
    copy_array(position.games, before)
    position.refresh()
    return story.tell(position.rules, before[0], g)


def place_foes(position: Position, hexagon: int, *levels: int) -> None:
    """Resistance ships of these levels in a hex, and no others on the map."""
    position.g.resistance[:], position.g.resistance_ships[:] = 0, 0
    for level in levels:
        position.g.resistance_ships[hexagon, level - 1] += 1
    position.g.resistance[hexagon] = max(levels)


# Whole games ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_a_whole_game_is_shown_and_told(scenario):
    before, told = new_games(1), []
    position = Position(seed=3, players=1, scenario=scenario)
    chance = np.random.default_rng(3)
    while not position.g.over:
        action = int(chance.choice(legal(position)))
        if chance.random() < 0.1:
            for viewer in (None, 0):
                text = board.render(position.rules, position.g, viewer, legal(position))
                assert "DECISION" in text and "MISSION" in text
                assert "None" not in text and not OTHERS.search(text)
        copy_array(position.games, before)
        position._play(action)
        told += story.choice(position.rules, before[0], action) + story.tell(position.rules, before[0], position.g)
    assert len(told) > 40
    assert all(line and "None" not in line and not OTHERS.search(line) for line in told)
    assert told[-2] == "=== The end ===" and " VP on rank " not in told[-1]
    assert ("--- NPC Action Stage ---" in told) == (scenario == VOID)
    text = board.render(position.rules, position.g, 0)
    assert f"the game is over: {told[-1][0].lower()}{told[-1][1:-1]}" in text and "DECISION" not in text


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_what_is_secret_changes_neither_positions_nor_stories(scenario):
    chance, before, scrambled = np.random.default_rng(5), new_games(1), None
    for number, position in enumerate(walk({"players": 1, "scenario": scenario}, 120)):
        now = scramble(position, -1, chance)
        if number:
            told = story.tell(position.rules, before[0], position.g)
            assert story.tell(position.rules, scrambled[0], now[0]) == told
        if number % 10 == 0:
            for viewer, other in ((None, now), (0, scramble(position, 0, chance))):
                seen = board.render(position.rules, position.g, viewer, legal(position))
                assert board.render(position.rules, other[0], viewer, legal(position)) == seen
        copy_array(position.games, before)
        scrambled = scramble(position, -1, chance)


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (BORDERS, ["solitaire scenario Secure the Borders"]),
        (VOID, ["solitaire scenario Edge of the Void", "Edge of Extinction (standard length, factions dealt)"]),
    ],
)
def test_the_demo_says_what_is_played_and_how_it_ended(scenario, words, capsys):
    config = GameConfig(players=1, scenario=scenario)
    assert game_words(config) == words
    demo.main(ruleset(config), seed=4, quiet=False)
    text = " ".join(capsys.readouterr().out.split())
    assert text.startswith(f"1 random player, 5 turns, {'; '.join(words)}; seed 4.")
    assert "Missing for the tactical victory: " in text, "so each Council Stage begins"
    assert re.search(r"Result: (absolute victory|tactical victory|mission failed); ", text)
    assert "total rank" not in text


def council_told(capsys: pytest.CaptureFixture[str], cp: int) -> list[str]:
    """What the demo says from the Council Stage to the next decision, which is the first that CP leave open."""
    position = alone(until="window")
    position.g.resource[0, 0] = cp
    position.refresh().decline()
    teller = Teller(position.rules.storyteller().is_heading)
    teller.say(position.rules.storyteller().told(None, None, position.g))
    teller.flush()
    lines = [line.strip() for line in capsys.readouterr().out.splitlines() if line.strip()]
    return lines[lines.index("--- Council Stage ---") :]


def test_standings_of_before_the_council_stand_below_its_heading(capsys):
    told = council_told(capsys, 40)
    assert told[1].startswith("White: ") and told[2].startswith("Missing for the absolute victory: ")
    assert sum(line.startswith("White: ") for line in told) == 1
    assert any(line.startswith("Before the Council lie ") for line in told[3:])


def test_standings_of_after_the_council_do_not_stand_below_its_heading(capsys):
    told = council_told(capsys, 0)
    place = next(i for i, line in enumerate(told) if line.startswith("White: "))
    drawn = next(i for i, line in enumerate(told) if line.startswith("White draws "))
    assert 1 < drawn < place < told.index("--- Action Stage ---")


# Events --------------------------------------------------------------------------------------------------------------


def test_events_of_a_player_alone_have_sentences():
    position = alone()
    names, target, base = names_of(position), beside_home(position), int(position.t.npc_base)
    there, far = names.hexagon(target), names.hexagon(base)
    cards = f"{position.t.combat_deal[4]} combat cards a turn"
    for event, words in (
        ((log.E_CHOICE_PAID, 0, 0, 0, 0), "White lets card A pass without paying."),
        ((log.E_CHOICE_PAID, 0, 2, 9, 0), "White lets card C pass for 9 CP."),
        ((log.E_OFFICE_BOUGHT, 0, 4, 10, 0), f"White buys turn-order card 5 ({cards}) for 10 CP."),
        ((log.E_NPC_RAIDS, target, 1, 0, 0), f"Resistance ships raid {there}: 1 Population dies."),
        ((log.E_NPC_RAIDS, target, 3, 0, 0), f"Resistance ships raid {there}: 3 Population die."),
        ((log.E_NPC_MOVES, base, target, 3, 0), f"A Resistance ship of level III moves from {far} to {there}."),
        ((log.E_NPC_ENTERS, base, 1, 0, 0), f"A Resistance ship of level I enters at {far}."),
        ((log.E_ROCKET_FIRED, -1, 0, base, target), f"The NPC fires a Hypersonic Rocket from {far} at {there}."),
        ((log.E_ROCKET_MISSED, -1, 1, target, 0), f"The NPC's Biochemical Rocket falls short of {there}."),
        (
            (log.E_ROCKET_STOPPED, -1, 2, target, target),
            f"The NPC's Graviton Rocket at {there} is destroyed by the defence of {there}.",
        ),
        ((log.E_ROCKET_HITS, -1, 1, target, 0), f"The NPC's Biochemical Rocket reaches {there}: 0 hits."),
        ((log.E_UNCLOAKED, 0, target, -1, 0), f"The NPC's Radar uncovers White's ships at {there}."),
        ((log.E_ROLLED, 0, 0, 2, 0), "White rolls no dice: 2 hits by combat cards."),
    ):
        assert story.sentence(names, event) == words
    chancellor = story.sentence(names, (log.E_OFFICE_BOUGHT, 0, 0, 50, 0))
    assert chancellor.startswith("White buys turn-order card 1 (Chancellor, ") and chancellor.endswith(" for 50 CP.")


@pytest.mark.parametrize(("player", "whose"), [(-1, "The NPC's"), (0, "White's")])
def test_a_rocket_tells_what_its_hits_do(player, whose):
    position = alone()
    names, target = names_of(position), beside_home(position)
    rocket = names.content.rockets[BIOCHEMICAL]
    told = story.sentence(names, (log.E_ROCKET_HITS, player, BIOCHEMICAL, target, 2))
    assert told == f"{whose} {rocket.name} reaches {names.hexagon(target)}: 2 hits; {rocket.text}."


@pytest.mark.parametrize("scenario", SOLITAIRE)
@pytest.mark.parametrize("player", [-1, 0])
def test_no_event_takes_the_npc_for_a_seat(scenario, player):
    names = names_of(alone(scenario, "window"))
    rockets = (log.E_ROCKET_FIRED, log.E_ROCKET_MISSED, log.E_ROCKET_HITS, log.E_ROCKET_STOPPED)
    for kind in (*rockets, *range(log.E_CHOICE_PAID, len(log.EVENT_NAMES))):
        told = story.sentence(names, (kind, player if kind in rockets else 0, 1, 1, 1))
        assert not OTHERS.search(told)
        assert ("NPC" in told) == (kind in rockets and player < 0)


def test_the_npc_acts_under_a_heading_of_its_own():
    position = alone(until="window").remove_ships()
    names, target = names_of(position), beside_home(position)
    place_foes(position.settle(target, 0, 2), target, 1)
    lines = end_of_turn(position)
    raid = f"Resistance ships raid {names.hexagon(target)}: 1 Population dies."
    assert lines[:2] == ["--- NPC Action Stage ---", raid]
    assert lines.count("--- NPC Action Stage ---") == 1
    enters = f"A Resistance ship of level I enters at {names.hexagon(int(position.t.npc_entry[0]))}."
    assert lines.index(enters) < lines.index("=== Turn 2 of 5 ===")


def test_a_rocket_of_the_npc_is_told_once_and_before_the_next_turn():
    position = alone(until="window")
    position.g.turn = 3
    names = names_of(position)
    home, base = names.hexagon(int(position.t.home_hex[0])), names.hexagon(int(position.t.npc_base))
    lines = end_of_turn(position.dice(6, 6, 6, 1))
    place = lines.index(f"The NPC fires a Biochemical Rocket from {base} at {home}.")
    assert lines[place - 1] == "--- NPC Action Stage ---" and place < lines.index("=== Turn 4 of 5 ===")
    assert lines[place + 1].startswith(f"The NPC's Biochemical Rocket reaches {home}: 2 hits; ")
    assert not any(line.endswith(" die.") for line in lines), "growth hides what a comparison would show"


def test_a_planet_is_called_ruins_when_it_is_destroyed_and_not_before():
    position = alone(until="window")
    position.g.turn = 4
    names = names_of(position)
    home, base = names.hexagon(int(position.t.home_hex[0])), names.hexagon(int(position.t.npc_base))
    lines = end_of_turn(position.dice(6, 6, 6))
    place = lines.index(f"The NPC fires a Graviton Rocket from {base} at {home}.")
    assert lines[place + 1].startswith(f"The NPC's Graviton Rocket reaches {home}: 2 hits; ")
    assert lines[place + 2] == f"Nothing but ruins of {home} is left of the planet."
    assert lines[-1] == "Mission failed; nobody of White's lives at home any more."


def test_nobody_pays_a_player_alone_tribute():
    position = alone()
    for kind, opcode in enumerate(("tribute", "gain")):
        position.g.log[kind, :5] = (log.E_EFFECT, 0, v.OPCODE_NAMES.index(opcode), 0, 1)
    position.g.log_count = 2
    assert story.tell(position.rules, None, position.g) == ["White gains 1 CP."]


def test_cards_of_the_council_are_not_voted_on():
    position = alone()
    cards = [int(card) for card in position.g.revealed[:3]]
    told = story.sentence(names_of(position), (log.E_CARDS_REVEALED, *cards, 0))
    assert told.startswith("Before the Council lie A ") and "; C " in told
    assert "To choose from: A " in rendered(position) and "To vote on" not in rendered(position)


# Decisions -----------------------------------------------------------------------------------------------------------


def test_a_political_choice_says_which_card_and_what_it_costs():
    position = alone()
    g = position.g
    g.turn, g.resource[0, 0] = 3, 20
    position.refresh()
    cards = [names_of(position).political(int(card)) for card in g.revealed]
    assert moves_of(position) == [
        f"let card A pass without paying: {cards[0]}",
        f"let card B pass for 6 CP: {cards[1]}",
        f"let card C pass for 9 CP: {cards[2]}",
    ]
    assert pending(names_of(position)).endswith("(card B costs 6 CP, card C costs 9 CP)")
    position.do("political_card", 2)
    assert "White lets card C pass for 9 CP." in story.tell(position.rules, None, g)


def test_prices_are_told_also_where_they_cannot_be_paid():
    position = alone(ask_forced=True)
    position.g.resource[0, 0] = 0
    position.refresh()
    assert len(moves_of(position)) == 1
    assert pending(names_of(position)).endswith("(card B costs 2 CP, card C costs 3 CP)")


def test_corrupt_politics_makes_a_choice_cheaper():
    position = alone().learn(0, "corrupt_politics")
    position.g.resource[0, 0] = 20
    position.refresh()
    assert [text.partition(":")[0] for text in moves_of(position)] == [
        "let card A pass without paying",
        "let card B pass for 1 CP",
        "let card C pass for 2 CP",
    ]
    position.do("political_card", 1)
    assert position.g.resource[0, 0] == 19


def test_a_turn_order_card_is_bought_by_name_and_price():
    position = alone(until="buy_office")
    g = position.g
    g.resource[0, 0] = 50
    position.refresh()
    told = moves_of(position)
    assert told[0] == "keep the turn-order card" and len(told) == 6
    assert told[1].startswith("buy turn-order card 1 (Chancellor, ") and told[1].endswith(" for 50 CP")
    assert told[2].startswith("buy turn-order card 2 (Vice-Chancellor, ") and told[2].endswith(" for 40 CP")
    assert told[5] == f"buy turn-order card 5 ({position.t.combat_deal[4]} combat cards a turn) for 10 CP"
    assert pending(names_of(position)).endswith("(now card 6, 10 CP a step)")
    position.do("office", 3)
    assert g.resource[0, 0] == 30
    assert any(line.startswith("White buys turn-order card 4 (") for line in story.tell(position.rules, None, g))


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_the_office_of_a_player_alone_is_shown(scenario):
    text = rendered(alone(scenario))
    if scenario == BORDERS:
        assert "Turn order: White (Chancellor and Vice-Chancellor)" in text
        assert "turn-order card" not in text
    else:
        assert "Turn order: White (turn-order card 6)" in text
        assert re.search(r"Held: turn-order card 6 \(\d combat cards? a turn\); 10 CP for each step to a better", text)


def test_the_first_turn_order_card_cannot_be_bettered():
    position = alone()
    position.g.office = 0
    text = rendered(position)
    assert re.search(r"Held: turn-order card 1 \(Chancellor, \d combat cards? a turn\) ", text)
    assert "a better one" not in text


# The map and combats -------------------------------------------------------------------------------------------------


def test_several_resistance_ships_in_a_hex_are_counted_by_level():
    position = alone().remove_ships()
    hexagon = beside_home(position)
    place_foes(position, hexagon, 1, 1, 2, 3)
    lines = board.render(position.rules, position.g).splitlines()
    assert any("!2I+II+III" in line for line in lines)
    assert any("Resistance 2 I + 1 II + 1 III" in line for line in lines)
    assert "!2I+II two ships of level I and one of level II" in rendered(position)
    place_foes(position, hexagon, 2)
    lines = board.render(position.rules, position.g).splitlines()
    assert any(line.split()[:1] == [str(hexagon)] and "Resistance II" in line for line in lines)
    assert any("|!II " in line for line in lines)


@pytest.mark.parametrize("levels", [(3, 3, 3, 3), (1, 1, 3, 3), (1, 2, 3, 3)])
def test_a_hex_full_of_resistance_ships_keeps_its_shape(levels):
    position = alone()
    place_foes(position, beside_home(position), 1)
    before = board.map_text(position.rules, position.g).splitlines()
    place_foes(position, beside_home(position), *levels)
    after = board.map_text(position.rules, position.g).splitlines()
    assert [len(line) for line in before] == [len(line) for line in after]


def test_where_the_npc_comes_from_stands_below_the_map():
    position = alone()
    names, entries = names_of(position), [int(entry) for entry in position.t.npc_entry if entry >= 0]
    below = " ".join(board.map_text(position.rules, position.g).split())
    assert f"Base of the NPC, where its rockets come from: {names.hexagon(int(position.t.npc_base))}." in below
    assert f"Resistance ships enter at {listed([names.hexagon(entry) for entry in entries])}." in below
    position = alone(BORDERS)
    quiet = board.map_text(position.rules, position.g)
    assert "NPC" not in quiet and "enter at" not in quiet and "two ships" not in quiet


def in_combat(*levels: int) -> Position:
    """A War Cruiser with a combat card in hand against Resistance ships beside home; a card is to be chosen."""
    position = alone(until="window").remove_ships()
    hexagon = beside_home(position)
    place_foes(position, hexagon, *levels)
    position.place_ship(0, WAR_CRUISER, hexagon)
    position.equip(0, WAR_CRUISER, *["laser_cannon"] * 3)
    position.g.combat_hand[0] = 0
    position.g.combat_hand[0, position.index("combat_cards", "lucky_shot")] = position.g.combat_held[0] = 1
    return position.jump(frames.COMBAT, hex=hexagon, lone=0)


def test_the_resistance_shows_its_combat_card_before_the_player_chooses():
    position = in_combat(1, 2)
    assert position.decision == "combat_card"
    names = names_of(position)
    where = names.hexagon(beside_home(position))
    card = names.combat_card(CENTAURIANS, int(position.g.combat_shown[CENTAURIANS]))
    assert pending(names).endswith(f"(round 1 at {where}; the Resistance plays {card})")
    for viewer in (None, 0):
        text = " ".join(board.render(position.rules, position.g, viewer).split())
        assert f"Combat card of the Centaurians: {card}" in text
    lines = story.tell(position.rules, None, position.g)
    assert lines[0] == f"Combat at {where} against the Resistance."
    assert len([line for line in lines if line.startswith("The Resistance there has a")]) == 2


def test_hits_on_any_of_several_resistance_ships_are_told():
    position = in_combat(2, 2)
    position.g.combat_shown[CENTAURIANS] = -1
    position.dice(6, 6, 6, *[1] * 12).decline()
    assert position.decision == "hit"
    cards = [names_of(position).content.resistance_cards[int(card)].name for card in position.g.foe_card[:2]]
    for foe in (1, 0, 1):
        assert position.decision == "hit"
        position.do("hit_foe", foe)
    told = [line for line in story.tell(position.rules, None, position.g) if " takes " in line]
    assert told[:2] == [f"The {cards[0]} takes 1 hit.", f"The {cards[1]} takes 2 hits."]


def test_a_roll_is_told_before_the_ships_that_it_hits():
    position = in_combat(1)
    position.g.combat_shown[CENTAURIANS] = -1
    position.g.shield[0, WAR_CRUISER] = 5
    dice = int(position.t.resistance_dice[position.g.foe_card[0]])
    before = new_games(1)
    copy_array(position.games, before)
    position.dice(1, 1, 1, *[6] * dice, *[1] * 8).decline()
    lines = story.tell(position.rules, before[0], position.g)
    rolls = [line for line in lines if " roll" in line]
    assert lines.index(f"White's War Cruiser 1 takes {dice} hit{'s' if dice > 1 else ''}.") > lines.index(rolls[1])


def test_a_roll_is_told_before_the_resistance_ship_that_it_hits():
    position = in_combat(3)
    position.g.combat_shown[CENTAURIANS] = -1
    before = new_games(1)
    copy_array(position.games, before)
    position.dice(6, *[1] * 30).decline()
    card = position.rules.content.resistance_cards[int(position.g.foe_card[0])]
    lines = story.tell(position.rules, before[0], position.g)
    assert lines[0] == "White rolls 3 dice: 1 hit."
    assert lines.index(f"The {card.name} takes 1 hit.") > 0


def test_a_hit_that_only_a_combat_card_lets_a_ship_bear_is_told():
    position = in_combat(1)
    g = position.g
    g.combat_shown[CENTAURIANS], g.edge[CENTAURIANS, sides.SHIELD] = -1, 3
    g.foe_damage[0] = position.t.resistance_shield[g.foe_card[0]]
    before = new_games(1)
    copy_array(position.games, before)
    position.dice(6, *[1] * 30).decline()
    card = position.rules.content.resistance_cards[int(g.foe_card[0])]
    assert g.foe_damage[0] == before[0].foe_damage[0], "the card bears it"
    assert f"The {card.name} takes 1 hit." in story.tell(position.rules, before[0], g)


def test_a_destroyed_resistance_ship_is_called_so():
    position = in_combat(1, 2)
    first = names_of(position).foe(int(position.g.foe_card[0]))
    assert f"{first}: shield " in rendered(position)
    position.g.foe_damage[0] = 9
    assert f"{first}: destroyed" in rendered(position)


# The mission ---------------------------------------------------------------------------------------------------------


def test_the_mission_tells_its_conditions_and_what_is_missing():
    position = alone(BORDERS)
    position.g.resource[0, :3] = (30, 8, 9)
    text = rendered(position)
    mission = position.rules.content.mission(BORDERS)
    assert f"MISSION Secure the Borders: {mission.text} condition now absolute victory tactical victory" in text
    rows = ("1 4 5", "6 0 1", "30 30 0", "8 9 8", "9 9 7", "5 0 2")
    for words, numbers in zip(CONDITIONS, rows, strict=True):
        assert f"{words} {numbers}" in text
    assert missing_lines(names_of(position)) == [
        "Missing for the absolute victory: Population on 6 more planets, 1 Axinium and the destruction of 5 Resistance"
        " ships",
        "Missing for the tactical victory: Population on 5 more planets and the destruction of 3 Resistance ships",
    ]
    assert (
        "Turns left: 5 with this one; an absolute victory counts at once, a tactical one from the end of turn 4" in text
    )
    assert "The NPC does not act: its ships stay where they are" in text and "Radar:" not in text


def fulfil(position: Position) -> None:
    """All conditions of an absolute victory."""
    g = position.g
    for hexagon in np.flatnonzero(g.planet[: int(position.t.hexes)] >= 0):
        position.settle(int(hexagon), 0, max(1, int(g.population[hexagon, 0])))
    g.resistance[:], g.resistance_ships[:] = 0, 0
    g.resource[0, :3] = (40, 10, 10)


def test_a_mission_that_is_fulfilled_lacks_nothing():
    position = alone(BORDERS)
    fulfil(position)
    assert missing_lines(names_of(position)) == [
        f"Missing for the {victory} victory: nothing" for victory in ("absolute", "tactical")
    ]
    position.g.turn = 5
    assert missing_lines(names_of(position))[0] == "Too late for the absolute victory"
    assert "Turns left: 1 with this one" in rendered(position)


def test_the_mission_tells_what_the_npc_is_about_to_do():
    position = alone()
    text = rendered(position)
    assert "a tactical one at the end of turn 5" in text
    assert "The mission fails at the end of any turn in which nobody of White's lives at home" in text
    now = (
        "NPC at the end of this turn: each of its ships kills 1 Population in its hex where White has no ship; "
        "its ships move 1 hex towards the closest ship or Population of White's; new ships (1 of level I)"
    )
    later = (
        "NPC later: turn 2: a Hypersonic Rocket and new ships (2 of level I and 1 of level II); turn 3: a Biochemical"
        " Rocket and new ships (1 of level III); turn 4: a Graviton Rocket"
    )
    assert f"{now} {later} NPC Radar: all ships become visible before combat" in text
    position.g.turn = 4
    text = rendered(position)
    base = names_of(position).hexagon(int(position.t.npc_base))
    rocket = f"a Graviton Rocket at the planet with the most Population, unless White has a ship at {base}; "
    assert rocket in text and "NPC later" not in text and "new ships" not in text


def test_a_rocket_that_a_law_forbids_is_not_announced():
    position = alone(until="window")
    g, treaty = position.g, position.index("political_cards", "rocket_treaty")
    g.turn = 2
    assert "a Hypersonic Rocket at the planet with the most Population" in rendered(position)
    g.law[0], g.laws = treaty, 1
    text = rendered(position)
    assert "rocket: none, by Rocket Treaty; " in text and "a Hypersonic Rocket" not in text
    g.laws, g.vision[0] = 0, treaty
    assert "a Hypersonic Rocket at" in rendered(position), "what holds for the player alone"


def test_a_resolution_that_is_about_to_end_forbids_no_rocket():
    position = alone(until="window")
    g = position.g
    g.turn, g.resolution[0], g.resolutions = 2, position.index("political_cards", "rocket_treaty"), 1
    g.stage = frames.UPKEEP_STAGE
    assert "a Hypersonic Rocket at" in rendered(position)
    g.stage = frames.ACTIONS_STAGE
    assert "rocket: none, by Rocket Treaty" in rendered(position)


@pytest.mark.parametrize(
    ("far", "words"), [(0, " "), (1, "; its rockets fly 1 hex farther"), (2, "; its rockets fly 2 hexes")]
)
def test_the_radar_of_the_npc_is_told_with_what_it_does_for_rockets(far, words):
    def set_radar(t: Any) -> None:
        t.npc_distance = far

    assert f"unless their owner knows Advanced Cloaking{words}" in rendered(change_tables(alone(), set_radar))


def test_the_fleets_are_not_said_to_grow_in_the_last_turn():
    ships = Position(players=1, scenario=VOID).t.npc_ships.sum(axis=1)
    assert ships[5] == 0 and ships[1:5].all()
    assert rendered(alone()).count("that grow from turn to turn until the last") == 1


# The end -------------------------------------------------------------------------------------------------------------


def ended(position: Position) -> list[str]:
    """What is told of the end of the turn, which must be that of the game."""
    lines = end_of_turn(position)
    assert position.g.over and lines[-2] == "=== The end ==="
    return lines


@pytest.mark.parametrize("scenario", SOLITAIRE)
def test_an_absolute_victory_is_told_everywhere(scenario):
    position = alone(scenario, "window")
    fulfil(position)
    if scenario == VOID:
        position.g.turn = 5  # no more ships enter
    words = "absolute victory; White has accomplished the mission"
    assert ended(position.dice(1))[-1] == f"A{words[1:]}."
    assert position.g.outcome == WON
    assert board.result_lines(position.rules, position.g, SCORE_NAMES) == [f"Result: {words}."]
    text = board.render(position.rules, position.g)
    assert f"the game is over: {words}\n" in text and f"  Result: {words}\n" in text and "Turns left" not in text


def test_a_tactical_victory_is_told_with_what_was_missing():
    position = alone(BORDERS, "window")
    fulfil(position)
    position.g.turn, position.g.resource[0, 1] = 4, 8
    words = "tactical victory; White has accomplished the mission in part"
    assert ended(position)[-1] == f"T{words[1:]}."
    assert position.g.outcome == WON_IN_PART
    expected = [f"Result: {words}.", "Missing for the absolute victory: 1 Axinium."]
    assert board.result_lines(position.rules, position.g, SCORE_NAMES) == expected
    assert mission_lines(names_of(position))[-2:] == [f"  {line[:-1]}" for line in expected]


def test_a_mission_fails_when_time_is_up():
    position = alone(BORDERS, "window")
    fulfil(position)
    position.g.turn, position.g.resource[0, 1:3] = 5, (6, 0)
    assert ended(position)[-1] == "Mission failed; time is up."
    assert position.g.outcome == LOST
    assert board.result_lines(position.rules, position.g, SCORE_NAMES) == [
        "Result: mission failed; time is up.",
        "Missing for the tactical victory: 2 Axinium and 7 Phasium.",
    ]


def test_a_mission_fails_when_nobody_lives_at_home():
    position = alone(VOID, "window")
    position.settle(int(position.t.home_hex[0]), 0, 0)
    words = "mission failed; nobody of White's lives at home any more"
    assert ended(position)[-1] == f"M{words[1:]}."
    assert board.result_lines(position.rules, position.g, SCORE_NAMES)[0] == f"Result: {words}."
