"""Edge of Extinction: what is worth VP at the end."""

from __future__ import annotations

import pytest

from exodus_env.exodus.rules.assets import SCORE_NAMES, SCORE_OFFICE, SCORE_PLANETS, SCORE_TECHNOLOGIES
from tests.position import Position
from tests.rules.early import technology
from tests.rules.eoe_early import expansion, grant, own_tables
from tests.rules.scenes import end_game

SOME = ("radar", "cloaking", "basic_repairs")


def scored(p: Position, line: int = SCORE_TECHNOLOGIES) -> list[int]:
    """A line of the final score, by player."""
    end_game(p)
    return [int(p.g.score[player, line]) for player in range(p.t.players)]


def worth(p: Position, *names: str) -> int:
    """Printed cost of technologies."""
    return sum(int(p.t.technology_cost[technology(p, name)]) for name in names)


def test_the_line_is_the_last_and_empty_without_such_technologies() -> None:
    """base rules, lines 333-347: technologies and laws alone are worth nothing."""
    assert SCORE_NAMES[SCORE_TECHNOLOGIES] == "technologies and laws"
    assert SCORE_TECHNOLOGIES == len(SCORE_NAMES) - 1 > SCORE_PLANETS
    p = expansion().learn(0, *SOME)
    p.g.law[:2], p.g.laws = (0, 1), 2
    assert scored(p) == [0, 0]
    assert scored(Position(players=2).learn(0, *SOME)) == [0, 0]


@pytest.mark.parametrize("laws", [0, 1, 3])
def test_fringe_politics_scores_laws(laws: int) -> None:
    """base rules, line 351: 3 VP for each law in force, for its owner alone."""
    p = grant(expansion(), 1, "law_vp", 3)
    cards = [i for i in range(p.t.political_cards) if p.t.political_kind[i] == 0][:laws]
    p.g.law[:laws] = cards
    p.g.laws = laws
    assert scored(p) == [0, 3 * laws]


def test_a_card_a_player_has_alone_is_no_law_in_force() -> None:
    """our ruling: Visionary Politics lends a card; laws on the table are counted."""
    p = grant(expansion(), 0, "law_vp", 3)
    p.g.vision[0] = next(i for i in range(p.t.political_cards) if p.t.political_kind[i] == 0)
    assert scored(p) == [0, 0]


def test_fringe_science_scores_everybodys_technologies() -> None:
    """base rules, line 353: once somebody knows it, each technology is 1 VP to whoever knows it."""
    p = expansion(players=3).learn(0, *SOME).learn(2, "radar", "fringe_science")
    assert p.t.technology_value[technology(p, "fringe_science"), 0] == 1
    assert scored(p) == [3, 0, 2]


def test_fringe_science_of_two_players_does_not_add_up() -> None:
    """Edge of Extinction, lines 533-536: the better effect applies."""
    p = expansion(players=3).learn(0, *SOME, "fringe_science").learn(2, "fringe_science")
    assert scored(p) == [4, 0, 1]
    q = grant(grant(expansion(players=3).learn(1, *SOME), 0, "technology_vp", 1), 2, "technology_vp", 2)
    assert scored(q) == [0, 6, 0]


def test_technological_singularity_scores_what_own_technologies_cost() -> None:
    """base rules, line 355: 1 VP for every 10 CP of printed cost, for its owner alone."""
    p = expansion().learn(0, *SOME).learn(1, *SOME, "technological_singularity")
    expected = worth(p, *SOME, "technological_singularity") // 10
    assert expected > 0
    assert scored(p) == [0, expected]


@pytest.mark.parametrize(("cost", "vp"), [(9, 0), (10, 1), (19, 1), (20, 2)])
def test_the_singularity_rounds_down(cost: int, vp: int) -> None:
    """base rules, line 355, our ruling: only full tens count."""
    p = grant(expansion().learn(0, "radar"), 0, "singularity", 10)
    own_tables(p).technology_cost[technology(p, "radar")] = cost
    assert scored(p) == [vp, 0]


def test_all_of_them_are_one_line() -> None:
    """our ruling: technologies and laws are told together."""
    p = grant(grant(expansion().learn(0, "radar"), 0, "law_vp", 3), 0, "technology_vp", 1)
    p.g.law[0], p.g.laws = next(i for i in range(p.t.political_cards) if p.t.political_kind[i] == 0), 1
    assert scored(p) == [4, 0]


def test_an_ability_adds_to_an_office_that_is_worth_something() -> None:
    """our ruling: so many VP more for an office with VP, none for a place without."""
    p = expansion(players=6)
    for player in range(6):
        grant(p, player, "office_bonus", 2)
    plain = [int(x) for x in p.t.office_vp]
    order = [int(x) for x in p.g.order]
    vp = scored(p, SCORE_OFFICE)
    assert [vp[player] for player in order] == [x + 2 if x > 0 else 0 for x in plain]
    assert 0 in plain


def test_sirius_has_that_ability() -> None:
    """public: the Sirius Theocracy scores its turn-order card higher."""
    p = expansion("sirius", "arctic")
    vp = scored(p, SCORE_OFFICE)
    assert vp[0] > p.t.office_vp[0]
    assert vp[1] == p.t.office_vp[1]
