"""The story of a game: what is played, what happens, how it ends, and what a human is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from exodus_env.corruption.rules import choices as d
from exodus_env.corruption.rules import log as e
from exodus_env.corruption.view.board import map_text, render
from exodus_env.corruption.view.describe import OUTCOMES
from exodus_env.corruption.view.moves import pending, phrase, phrases
from exodus_env.corruption.view.names import Names
from exodus_env.corruption.view.sentences import EVENTS
from exodus_env.kit.log import Event, noted
from exodus_env.kit.story import Storyteller
from exodus_env.kit.text import capital, counted, listed, number, wrapped
from exodus_env.kit.wording import Phrase, joined

if TYPE_CHECKING:
    from exodus_env.corruption.ruleset import Corruption

TURN_MARK: Final = "=== Turn "
STAGE_MARK: Final = "--- "
COMBAT_BEGINS: Final = " is engaged."
# Decisions whose choice leaves no event of its own.
TOLD_CHOICES: Final = (d.D_DETECTION, d.D_AGREE, d.D_SHARE_OPTION, d.D_ASSIST, d.D_CONSENT)


class CorruptionStoryteller(Storyteller):
    """Words for a game of X-ODUS."""

    rules: Corruption

    def told(self, before: Any | None, action: int | None, game: Any) -> list[str]:
        """What happened, dice of one ship in one sentence."""
        names = Names(self.rules, game)
        lines: list[str] = []
        if before is not None and action is not None and before.decision in TOLD_CHOICES:
            asked = Names(self.rules, before)
            who = asked.ship(int(before.asked)) if before.asked >= 0 else asked.player(int(before.actor))
            lines.append(f"{capital(who)} decides: {joined(phrase(asked, action))}.")
        events = noted(game)
        place = 0
        while place < len(events):
            run = 1
            while place + run < len(events) and _shares(events[place], events[place + run]):
                run += 1
            lines.append(_sentence(names, events[place : place + run]))
            place += run
        return lines

    def is_heading(self, line: str) -> bool:
        """Whether a line begins a turn or the Corruption phase."""
        return line.startswith((TURN_MARK, STAGE_MARK))

    def mark(self, line: str) -> str | None:
        """Turns and Corruption phases by their headings, fights by their first sentence."""
        if line.startswith(TURN_MARK):
            return "turn"
        if line.startswith(STAGE_MARK):
            return "stage"
        return "combat" if line.endswith(COMBAT_BEGINS) else None

    def moment(self, game: Any) -> str:
        """The turn."""
        return f"in turn {game.turn}"

    def board(self, game: Any, viewer: int | None, colour: bool = False) -> str:
        """The map."""
        return map_text(self.rules, game)

    def position(self, game: Any, viewer: int | None, colour: bool = False) -> str:
        """The whole position, without the decision, which comes last in it."""
        return render(self.rules, game).rpartition("\n\nDECISION\n")[0] or render(self.rules, game)

    def result(self, game: Any) -> list[str]:
        """The outcome, the Keys and what became of the ships."""
        names = Names(self.rules, game)
        result = self.rules.result(game)
        outcome = OUTCOMES[int(game.outcome)] or "the game was cut off"
        lines = [f"{'Won' if result.won else 'Lost'} in turn {result.turn}: {outcome}."]
        lines.append(f"{number(result.score[0], 'Key')} of {names.t.keys} on the Main Rift.")
        fates = [
            f"{names.bare_ship(ship)} {'is in play' if game.alive[ship] else 'was defeated'}"
            for ship in range(int(names.t.ships))
        ]
        return [*lines, *wrapped(f"{capital(listed(fates))}.")]

    def question(self, game: Any, viewer: int | None) -> str:
        """Who must decide what."""
        return "\n".join(wrapped(pending(Names(self.rules, game))))

    def phrases(self, game: Any, legal: Sequence[int], viewer: int | None) -> dict[int, Phrase]:
        """The legal moves, grouped by what they begin with."""
        return phrases(Names(self.rules, game), legal)


def _shares(first: Event, second: Event) -> bool:
    """Whether two events belong in one sentence: dice of one ship."""
    return first[0] == second[0] == e.E_ROLLED and first[1] == second[1]


def _sentence(names: Names, run: Sequence[Event]) -> str:
    kind = run[0][0]
    if kind == e.E_TURN:
        return f"{TURN_MARK}{run[0][1]} ==="
    if kind == e.E_CORRUPTION:
        return f"{STAGE_MARK}The Corruption marker advances to space {run[0][1]} of {names.t.spaces} ---"
    if kind == e.E_ROLLED:
        faces = counted([names.symbol(face).removeprefix("a ") for _, _, face, *_ in run])
        return f"{capital(names.ship(run[0][1]))} rolls {listed([_with_article(face) for face in faces])}."
    return f"{EVENTS.sentence(names, run[0])}."


def _with_article(words: str) -> str:
    """A symbol, or several of it."""
    if not words[0].isdigit():
        return f"a {words}"
    return f"{words}es" if words.endswith("miss") else f"{words}s"
