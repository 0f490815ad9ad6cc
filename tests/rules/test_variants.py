"""The length of the game, and the official variants."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.content.vocabulary import ACTIONS, AXINIUM, CP, PHASIUM
from exodus_env.exodus.rules import frames
from exodus_env.kit.config import ConfigError
from tests.position import Position
from tests.rules.early import bury, card, enact
from tests.rules.scenes import BATTLE_CARRIER, EVERY_COUNT, assert_cubes_kept, finish, ordinary_planets

BANK, MINING, RESEARCH = (ACTIONS.index(name) for name in ("bank", "mining", "research"))
BASIC_RESEARCH = "basic_research"


def decisions(p: Position) -> Iterator[str]:
    """Default choices to the end of the game; yields each decision before it is taken."""
    while not p.g.over:
        yield p.decision
        p.default()


def stages(p: Position) -> list[tuple[int, int]]:
    """The Conquest Stages of a game played with default choices, as (turn, number)."""
    seen: list[tuple[int, int]] = []
    for _ in decisions(p):
        now = (int(p.g.turn), int(p.g.conquest))
        if p.g.stage == frames.CONQUEST_STAGE and (not seen or seen[-1] != now):
            seen.append(now)
    return seen


# Length ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "why"), [("long", "length sets turns"), ("combat", "length sets turns"), ("short", "half of each")]
)
def test_variants_are_not_for_edge_of_extinction(variant: str, why: str) -> None:
    """Our ruling on Edge of Extinction, lines 105-139, and base rules, lines 410-431: refused, with the reason."""
    with pytest.raises(ConfigError, match=f"variant: '{variant}' is not allowed with edge_of_extinction: .*{why}"):
        GameConfig(edge_of_extinction=True, variant=variant)


@pytest.mark.parametrize(("variant", "turns"), [("standard", 7), ("long", 9), ("combat", 5)])
def test_turns_of_each_variant(variant: str, turns: int) -> None:
    """Base rules, lines 413 and 420, else public: 7 turns, in the long game 9, in the combat game 5."""
    p = Position(1, players=2, variant=variant)
    assert p.rules.config.turns == p.t.turns == turns
    assert sorted({turn for turn, _ in stages(p)}) == list(range(1, turns + 1))
    assert p.g.over == 1


@pytest.mark.parametrize("players", [2, 5])
def test_two_conquest_stages_a_turn(players: int) -> None:
    """Base rules, line 209: the Stage is played twice in every turn."""
    assert stages(Position(1, players=players, turns=2)) == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_the_move_bonus_adds_a_third_conquest_stage() -> None:
    """Base rules, lines 121 and 209: for the turn in which it was taken."""
    p = Position(1, players=3, turns=2)
    seen = set()
    move = p.index("bonus_cards", "move")
    while not p.g.over:
        if p.g.turn == 1 and (move,) in p.legal("bonus_action"):
            p.do("bonus_action", move)
        else:
            p.default()
        if p.g.stage == frames.CONQUEST_STAGE:
            seen.add((int(p.g.turn), int(p.g.conquest)))
    assert seen == {(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)}


# Long -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_long_game_starts_poor_on_a_large_map(players: int) -> None:
    """Base rules, lines 412-414: 2 CP each instead of 5, on the large map, which is larger than the standard one."""
    p, standard = Position(1, players=players, variant="long"), Position(1, players=players)
    assert p.t.start_resource[CP] == 2
    assert (standard.g.resource[:players, CP] - p.g.resource[:players, CP] == 5 - 2).all(), "after the first income"
    assert p.rules.config.map == "large"
    assert p.t.hexes > standard.t.hexes


def test_the_long_game_has_no_basic_research() -> None:
    """Base rules, line 415: nobody can learn it, neither by Research nor for nothing."""
    for variant, there in (("standard", True), ("long", False)):
        p = Position(1, players=2, variant=variant)
        technology = p.index("technologies", BASIC_RESEARCH)
        p.g.resource[0, CP] = 50
        p.jump(frames.PERFORM, player=0, action=RESEARCH, source=0)
        assert p.decision == "research"
        assert ((technology,) in p.legal("technology")) == there
        p.jump(frames.LEARN_FREE, player=0, cost=23)
        assert p.decision == "free_technology"
        assert ((technology,) in p.legal("technology")) == there


@pytest.mark.parametrize(("field", "value"), [("turns", 7), ("map", "standard"), ("map", "minimal")])
def test_the_long_game_fixes_turns_and_map(field: str, value: object) -> None:
    """Base rules, lines 412-413."""
    with pytest.raises(ConfigError, match=field):
        GameConfig(variant="long", **{field: value})


# Combat intensive -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_combat_game_starts_strong_on_a_small_map(players: int) -> None:
    """Base rules, lines 419-423: 10 CP and 2 Battle Carriers each, on the minimal map."""
    p = Position(1, players=players, variant="combat")
    assert p.rules.config.map == "minimal"
    assert p.t.hexes < Position(1, players=players).t.hexes
    for player in range(players):
        assert p.g.resource[player, CP] == 10
        home = [int(p.t.ship_class[s]) for s in range(p.t.ships) if p.g.ship_hex[player, s] == p.t.home_hex[player]]
        assert home.count(BATTLE_CARRIER) == 2
        assert len(home) == 3, "and the Dark Raider"


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_combat_game_gives_three_technologies_of_twenty_cp(players: int) -> None:
    """Base rules, line 422: each player takes three unpaid, worth at most 20 CP together, never Basic Research."""
    p = Position(1, players=players, variant="combat")
    cost = p.t.technology_cost
    chosen: dict[int, list[int]] = {player: [] for player in range(players)}
    while p.decision == "start_technology":
        assert p.g.turn == 1 and p.g.resource[p.actor, CP] == 10, "nothing is paid"
        mine = chosen[p.actor]
        left = 20 - sum(int(cost[i]) for i in mine)
        closed = {p.index("technologies", BASIC_RESEARCH), *mine}
        assert {i for (i,) in p.legal("technology")} == {
            i for i in range(p.t.technologies) if cost[i] <= left and i not in closed
        }
        technology = max(p.legal("technology"), key=lambda i: (cost[i[0]] <= left - 5 + 2 * len(mine), cost[i[0]]))[0]
        mine.append(technology)
        p.do("technology", technology)
    for player in range(players):
        assert len(chosen[player]) == 3
        assert {i for i in range(p.t.technologies) if p.g.technology[player, i]} == set(chosen[player])
    assert_cubes_kept(p)


def test_starting_technologies_cost_their_printed_price() -> None:
    """Base rules, line 422: the 20 CP are those of the prices; no discount for type or colour is named."""
    p = Position(1, players=2, variant="combat")
    cost = p.t.technology_cost
    seventeen = next(i for (i,) in sorted(p.legal("technology")) if cost[i] == 17)
    p.do("technology", seventeen)
    assert {int(cost[i]) for (i,) in p.legal("technology")} == {2, 3}


def test_basic_research_can_still_be_researched_in_the_combat_game() -> None:
    """Base rules, line 422: it is barred from the starting technologies only."""
    p = Position(1, players=2, variant="combat")
    p.jump(frames.PERFORM, player=0, action=RESEARCH, source=0)
    assert (p.index("technologies", BASIC_RESEARCH),) in p.legal("technology")


@pytest.mark.parametrize("variant", ["standard", "long", "short"])
def test_nobody_else_starts_with_technologies(variant: str) -> None:
    """Base rules, lines 15-25: no technology is part of the setup."""
    p = Position(1, players=3, variant=variant)
    assert p.decision != "start_technology"
    assert not p.g.technology.any()


@pytest.mark.parametrize(("field", "value"), [("turns", 7), ("map", "standard"), ("map", "large")])
def test_the_combat_game_fixes_turns_and_map(field: str, value: object) -> None:
    """Base rules, lines 419-420."""
    with pytest.raises(ConfigError, match=field):
        GameConfig(variant="combat", **{field: value})


# Short / simplified ---------------------------------------------------------------------------------------------------


def test_the_short_game_moves_in_reverse_turn_order() -> None:
    """Base rules, line 427: without movement tokens."""
    assert GameConfig(variant="short").movement == "reverse_turn_order"
    for movement in ("simultaneous", "drive_power"):
        with pytest.raises(ConfigError, match="movement"):
            GameConfig(variant="short", movement=movement)


@pytest.mark.parametrize(("variant", "taxed"), [("standard", True), ("short", False)])
def test_the_short_game_has_no_taxes(variant: str, taxed: bool) -> None:
    """Base rules, line 428: minerals come without CP; in the other games they do not come to who has none."""
    p = Position(1, players=2, variant=variant)
    for mineral, resource in ((AXINIUM, 2), (PHASIUM, 3)):
        hexagon = next(h for h in ordinary_planets(p) if p.t.planet_resource[p.g.planet[h]] == resource)
        p.settle(hexagon, 0, 1)
        p.g.counter[hexagon] = 3
        p.g.resource[0, mineral] = 0
    p.g.counter[p.t.home_hex[0]] = 0
    p.g.resource[0, CP] = 0
    finish(p.jump(frames.UPKEEP))
    assert [int(n) for n in p.g.resource[0, [CP, AXINIUM, PHASIUM]]] == [0, *([0, 0] if taxed else [1, 1])]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_short_game_has_three_actions_and_no_reactions(players: int) -> None:
    """Base rules, line 429: each player plays three cards a turn, and nobody is ever asked to react."""
    p = bury(Position(1, players=players, variant="short", turns=1), "acting_chancellor")
    played = [0] * players
    for decision in decisions(p):
        assert decision != "react"
        if decision in ("action_card", "third_card"):
            assert decision == "action_card", "the third card is for everybody, and mandatory"
            played[p.actor] += 1
    assert played == [3] * players


def test_master_politics_gives_a_fourth_card_in_the_short_game() -> None:
    """our ruling on base rules, lines 117 and 429: where three cards are the rule, the technology adds one to them."""
    p = Position(1, players=3, variant="short").learn(1, "master_politics").jump(frames.ACTION_STAGE)
    cards = ("bank", "mining", "trade")
    while p.decision != "third_card":
        p.do("action_card", card(p, cards[p.g.action_round - 1])) if p.decision == "action_card" else p.default()
    assert p.actor == 1
    assert p.legal() == {("pass",), *(("action_card", card(p, name)) for name in ("research", "build", "upgrade"))}
    p.g.resource[1, CP] = 30
    p.do("action_card", card(p, "research"))
    assert (p.decision, p.actor) == ("research", 1)
    p.decline()
    while not p.finished:
        assert p.decision == "window", "nobody else plays a fourth card"
        p.default()


def test_the_standard_game_has_two_actions_with_reactions() -> None:
    """Base rules, lines 105-116: for comparison with the short game."""
    p = Position(1, players=2, turns=1)
    seen = list(decisions(p))
    assert seen.count("action_card") == 4
    assert "react" in seen


@pytest.mark.parametrize("turns", [1, 3])
def test_the_short_game_lasts_as_long_as_the_players_say(turns: int) -> None:
    """Base rules, line 430: the number of turns is set before the game."""
    p = Position(1, players=2, variant="short", turns=turns)
    assert {turn for turn, _ in stages(p)} == set(range(1, turns + 1))


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_the_short_game_starts_like_the_standard_game(players: int) -> None:
    """Base rules, lines 23-25 and 425-431: 5 CP, 1 Axinium, no Phasium, on the standard map."""
    short, standard = Position(1, players=players, variant="short"), Position(1, players=players)
    assert [int(n) for n in short.t.start_resource[:3]] == [5, 1, 0]
    assert (short.g.resource == standard.g.resource).all()
    assert (short.g.ship_hex == standard.g.ship_hex).all()
    assert short.t.hexes == standard.t.hexes


# Banking and mining with dice -----------------------------------------------------------------------------------------

SAFE, ROLL = 0, 1


def amount_of(
    action: int, option: int, *dice: int, advanced: str | None = None, laws: tuple[str, ...] = (), **config: Any
) -> int:
    """CP banked, or resources placed, with an option of the dice variant."""
    p = enact(Position(1, players=2, dice_variant=True, **config), *laws)
    p.g.resource[0, CP] = 0
    if advanced is not None:
        p.learn(0, advanced)
    for hexagon in ordinary_planets(p)[:6]:
        p.settle(hexagon, 0, 1)
        p.g.counter[hexagon] = 0
    before = int(p.g.counter.sum())
    p.jump(frames.PERFORM, player=0, action=action, source=0)
    assert p.decision == ("bank_dice" if action == BANK else "mining_dice")
    p.dice(*dice).do("option", option)
    finish(p)
    assert p.g.scripted_count == 0
    return int(p.g.resource[0, CP]) if action == BANK else int(p.g.counter.sum()) - before


@pytest.mark.parametrize("action", [BANK, MINING])
@pytest.mark.parametrize("roll", [1, 4, 6])
def test_bank_and_mining_with_dice(action: int, roll: int) -> None:
    """Base rules, lines 436-438 and 444-446: three for certain, or what a die shows."""
    assert amount_of(action, SAFE) == 3
    assert amount_of(action, ROLL, roll) == roll


@pytest.mark.parametrize(("action", "advanced"), [(BANK, "advanced_banking"), (MINING, "advanced_mining")])
@pytest.mark.parametrize("roll", [1, 4, 6])
def test_bank_and_mining_with_dice_and_the_advanced_technology(action: int, advanced: str, roll: int) -> None:
    """Base rules, lines 439-441 and 447-449: seven, and either three and a die or two dice."""
    assert amount_of(action, SAFE, roll, advanced=advanced) == 7 + 3 + roll
    assert amount_of(action, ROLL, roll, 2, advanced=advanced) == 7 + roll + 2


@pytest.mark.parametrize(("action", "advanced"), [(BANK, "advanced_banking"), (MINING, "advanced_mining")])
def test_laws_on_bank_and_mining_do_not_reach_the_dice(action: int, advanced: str) -> None:
    """our ruling on base rules, lines 435-449: the variant's amounts replace the ordinary ones that laws change."""
    laws = ("central_bank_charter", "deep_core_licence")
    assert amount_of(action, SAFE, laws=laws) == 3
    assert amount_of(action, ROLL, 4, laws=laws) == 4
    assert amount_of(action, SAFE, 4, advanced=advanced, laws=laws) == 7 + 3 + 4
    assert amount_of(action, ROLL, 4, 2, advanced=advanced, laws=laws) == 7 + 4 + 2


@pytest.mark.parametrize(("action", "advanced"), [(BANK, "advanced_banking"), (MINING, "advanced_mining")])
def test_each_number_of_the_dice_variant_is_its_own(action: int, advanced: str, tmp_path: Path) -> None:
    """Base rules, lines 436-449: safe alone, base with the technology, safe part beside a die: three numbers."""
    numbers = [f'[[number]]\nid = "{name}"\nvalue = [2, 5, 4]\n' for name in ("bank_variant", "mining_variant")]
    (tmp_path / "rules.toml").write_text("\n".join(numbers))
    content = str(tmp_path)
    assert amount_of(action, SAFE, content=content) == 2
    assert amount_of(action, ROLL, 6, content=content) == 6
    assert amount_of(action, SAFE, 6, advanced=advanced, content=content) == 5 + 4 + 6
    assert amount_of(action, ROLL, 6, 1, advanced=advanced, content=content) == 5 + 6 + 1
