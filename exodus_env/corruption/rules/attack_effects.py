"""What rows do to dice, attacks and rolls, and to whoever flees; the rest of the operations stands in effects.py."""

from __future__ import annotations

from exodus_env.corruption.record import Game
from exodus_env.corruption.tables import Tables
from exodus_env.kit.kernel import kernel


@kernel
def change_attack(g: Game, t: Tables, operation: int, ship: int, amount: int, of: int) -> bool:
    """Carry out an operation that needs no choice of a die, for a ship; whether it is one of these.

    `die`, `hits`, `pierce`, `strike` (of the foe that is fought), `silence`, `guard`, `unseen`, `count`, `escape`,
    `veil`; and of abilities `shield`, `cancel`, `regrow`, `retaliate`, `jam`, `summon`.
    """
    return False


@kernel
def can_change_die(g: Game, t: Tables, operation: int, ship: int, number: int, of: int) -> bool:
    """Whether `reroll`, `ignore` or `turn` can be done to a die of a ship [918-922]; `of`: symbol it must show."""
    return False


@kernel
def change_die(g: Game, t: Tables, operation: int, ship: int, number: int, into: int) -> None:
    """Roll a die again, ignore its miss, or turn it to another symbol."""
