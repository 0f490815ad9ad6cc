"""What Python calls of Beacon, made of its rules."""

from __future__ import annotations

from exodus_env.kit.engine import make_engine
from exodus_env.kit.entries import make_entries
from exodus_env.kit.kernel import kernel
from tests.toy import dispatch
from tests.toy.encoding import observe, redeal
from tests.toy.record_types import Game, Tables
from tests.toy.rules import set_up


@kernel
def score(g: Game, t: Tables, player: int) -> int:
    """Lamps that burn."""
    return int(g.lit)


ENTRIES = make_entries(
    __name__,
    engine=make_engine(__name__, run=dispatch.run, legal=dispatch.legal, choose=dispatch.choose),
    set_up=set_up,
    observe=observe,
    redeal=redeal,
    score=score,
    most_decisions=100,  # two an hour, and a few to spare
)
