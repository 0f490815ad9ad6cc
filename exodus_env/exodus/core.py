"""What Python calls of Exodus, made of its rules (kit/entries.py)."""

from __future__ import annotations

from exodus_env.exodus.capacity import MAX_DECISIONS
from exodus_env.exodus.encoding.observations import observe
from exodus_env.exodus.encoding.rewards import REWARDS
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import engine
from exodus_env.exodus.rules.cards.modifiers import recompute_modifiers
from exodus_env.exodus.rules.scoring import score_now
from exodus_env.exodus.rules.setup.new_game import set_up
from exodus_env.exodus.tables import Tables
from exodus_env.exodus.worlds import redeal
from exodus_env.kit.entries import make_entries
from exodus_env.kit.kernel import kernel
from exodus_env.kit.log import begin_log


@kernel
def final_rank(g: Game, t: Tables, player: int) -> int:
    """A player's rank; 0 before the end."""
    return int(g.rank[player])


ENTRIES = make_entries(
    __name__,
    engine=engine.ENGINE,
    set_up=set_up,
    derive=recompute_modifiers,
    begin_step=begin_log,
    observe=observe,
    redeal=redeal,
    rewards=REWARDS,
    rank=final_rank,
    score=score_now,
    most_decisions=MAX_DECISIONS,
)
