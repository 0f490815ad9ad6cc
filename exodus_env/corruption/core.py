"""What Python calls of X-ODUS, made of its rules (kit/entries.py)."""

from __future__ import annotations

from exodus_env.corruption.capacity import MAX_DECISIONS
from exodus_env.corruption.encoding.observations import observe
from exodus_env.corruption.encoding.rewards import REWARDS
from exodus_env.corruption.record import Game
from exodus_env.corruption.rules import engine
from exodus_env.corruption.rules.modules import recompute_modifiers
from exodus_env.corruption.rules.result import activated_keys
from exodus_env.corruption.rules.setup import set_up
from exodus_env.corruption.tables import Tables
from exodus_env.corruption.worlds import redeal
from exodus_env.kit.entries import make_entries
from exodus_env.kit.kernel import kernel
from exodus_env.kit.log import begin_log


@kernel
def derive(g: Game, t: Tables) -> None:
    """The lasting values of every ship in play."""
    for ship in range(t.ships):
        if g.mat[ship] >= 0:
            recompute_modifiers(g, t, ship)


@kernel
def score(g: Game, t: Tables, player: int) -> int:
    """Activated Keys, the same for everybody."""
    return activated_keys(g, t)


ENTRIES = make_entries(
    __name__,
    engine=engine.ENGINE,
    set_up=set_up,
    derive=derive,
    begin_step=begin_log,
    observe=observe,
    redeal=redeal,
    rewards=REWARDS,
    score=score,
    most_decisions=MAX_DECISIONS,
)
