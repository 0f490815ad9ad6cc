"""What Beacon declares once: what keepers can do, frames and decisions. What kernels need of it is generated."""

from __future__ import annotations

from exodus_env.kit.declare import NOTHING, Column, Decision, Frame
from tests.toy.config import PLAYERS

# Family of choices: name, factors, words.
FAMILIES = (
    ("silent", (), "stay silent"),
    ("light", (), "light a lamp"),
    ("change", (), "change the card"),
    ("call", ("keeper",), "call on the keeper {}"),
)

FRAMES = (
    Frame("night", "rules.run_night", pushes=("called",)),
    Frame("called", "rules.run_called", (Column("keeper", PLAYERS - 1, "who was called"),)),
)

HOUR = "hour"  # who decides: the keeper of the hour, or the one whom a column of the frame names

DECISIONS = (
    NOTHING,
    Decision(
        "turn",
        "light a lamp, change the card or call on a keeper",
        ("light", "change", "call"),
        legal="rules.legal_turn",
        choose="rules.choose_turn",
        asked_by=(("night", 0),),
        of=HOUR,
    ),
    Decision(
        "answer",
        "light a lamp or stay silent",
        ("silent", "light"),
        legal="rules.legal_answer",
        choose="rules.choose_answer",
        asked_by=(("called", 0),),
        of="keeper",
    ),
)
