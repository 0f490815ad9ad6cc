"""What the record keeps of something under way, cleared when a turn and the Corruption phase end."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.rules.fights import clear_fight
from exodus_env.kit.kernel import kernel


@kernel
def clear_scratch(g: Game) -> None:
    """Nothing under way."""
    clear_fight(g)
    g.used[:] = 0
    g.success = 0
    g.card = -1
    g.option_taken[:] = 0
    g.taker[:] = 0
    g.moved_module[:] = 0
    g.moved_scraps[:] = 0
    g.moved_key[:] = 0
    g.measured[:] = 0
    g.passable[:] = 0
