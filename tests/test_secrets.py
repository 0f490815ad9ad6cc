"""Secret choices of others are chosen again for a search: what is taken over is what they have committed there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from exodus_env.exodus.secrets import SECRETS
from exodus_env.kit.batch import copied_rows
from tests.position import Position

COMMITTED = {"vote": "vote", "action_card": "chosen", "order": "path"}  # what each decision writes


def moved_on(p: Position, decision: str, actor: int) -> Any:
    """The games after everybody before a player has committed something at random."""
    rng = np.random.default_rng(4)
    while p.actor != actor or p.decision != decision:
        p._play(int(rng.choice([action for action in np.flatnonzero(p.masks[0]) if not p.is_aside(int(action))])))
    return copied_rows(p.games, np.zeros(1, dtype=np.int64))


@pytest.mark.uncompiled
@pytest.mark.parametrize("decision", COMMITTED)
def test_what_others_have_committed_in_another_game_is_taken_over(decision: str) -> None:
    p = Position(1, players=3, movement="simultaneous").until(decision)
    order = [int(seat) for seat in p.g.order[:3]]
    viewer, viewers = order[-1], np.array([order[-1]])
    games = moved_on(p, decision, viewer)
    again = games.copy()
    assert SECRETS.ask_again(again, p.rules.tables, viewers) == 1
    assert SECRETS.ask_again(again.copy(), p.rules.tables, np.array([order[0]])) == 0  # nobody is before the first
    field = COMMITTED[decision]
    other = games.copy()
    others = [seat for seat in order if seat != viewer]
    if decision == "order":
        other["path"][0, others, 0, 0] = 1 - (other["path"][0, others, 0, 0] > 0)
    elif decision == "vote":
        other["vote"][0, others] = 1 - (other["vote"][0, others] > 0)
    else:
        other["chosen"][0, others] = -1
    changed = games.copy()
    SECRETS.take_over(changed, other, p.rules.tables, viewers)
    assert (changed[field][0, others] == other[field][0, others]).all()
    assert (changed[field][0, viewer] == games[field][0, viewer]).all()
    elsewhere = again.copy()  # there another seat is asked, so nothing is known of what the others commit
    elsewhere["actor"] = others[0]
    same = games.copy()
    SECRETS.take_over(same, elsewhere, p.rules.tables, viewers)
    assert same.tobytes() == games.tobytes()
