"""What the record keeps of something under way, cleared when a turn and the Corruption phase end."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.kit.kernel import kernel


@kernel
def clear_scratch(g: Game) -> None:
    """Nothing under way."""
    g.used[:] = 0
    g.success, g.counted, g.unseen, g.power, g.pierce, g.shield_up, g.silenced, g.struck = 0, 0, 0, 0, 0, 0, 0, 0
    g.face[:] = -1
    g.colour[:] = -1
    g.die_rerolled[:] = 0
    g.die_spent[:] = 0
    g.die_ignored[:] = 0
    g.moved_module[:] = 0
    g.manoeuvre[:] = 0
    g.jammed[:] = 0
    g.guard[:] = 0
    g.retaliation[:] = 0
    g.escaped[:] = 0
    g.taker[:] = 0
    g.moved_scraps[:] = 0
    g.moved_key[:] = 0
    g.veiled = 0
    g.card = -1
    g.option_taken[:] = 0
    g.measured[:] = 0
    g.passable[:] = 0
