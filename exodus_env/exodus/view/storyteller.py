"""The story of a game: the opening, what happens and how the players stand, the end, and what a human is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.frames import COUNCIL_STAGE, STAGE_NAMES
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.board import map_text, render, result_lines
from exodus_env.exodus.view.mission import missing_lines
from exodus_env.exodus.view.moves import phrases
from exodus_env.exodus.view.names import RESOURCE_NAMES, Names
from exodus_env.exodus.view.questions import pending
from exodus_env.exodus.view.sentences import STAGE_MARK, TURN_MARK
from exodus_env.exodus.view.story import choice, tell
from exodus_env.exodus.view.text import game_words
from exodus_env.kit.story import Storyteller
from exodus_env.kit.text import number, wrapped
from exodus_env.kit.wording import Phrase

COUNCIL_MARK: Final = f"{STAGE_MARK}{STAGE_NAMES[COUNCIL_STAGE]}"
COMBAT_BEGINS: Final = ("Combat at ", "Combat against ")
# While these are pending, everybody stands as at the beginning of the Council Stage.
_AT_COUNCIL: Final = (c.D_VOTE, c.D_VOTE_FIFTIES, c.D_VOTE_BID, c.D_POLITICAL_CHOICE)


class ExodusStoryteller(Storyteller):
    """Words for a game of Exodus."""

    rules: Ruleset

    def player(self, game: Game, seat: int) -> str:
        """A player by colour."""
        return Names(self.rules, game).player(seat)

    def opening(self, game: Game, seed: int, who: str) -> list[str]:
        """What is played, by whom, with which settings, and where everybody starts."""
        names = Names(self.rules, game)
        config = self.rules.config
        homes = [_home(names, player) for player in range(config.players)]
        movement = str(config.movement).replace("_", " ")
        expansion = "".join(f"{words}; " for words in game_words(config))
        settings = f"{config.variant} variant, {config.map} map, {config.turns} turns, movement: {movement}"
        if names.t.solitaire:
            settings = f"{config.turns} turns"  # the scenario has everything else
        return [
            f"{who}, {settings}, {expansion}seed {seed}.",
            f"Homes: {', '.join(homes)}.",
        ]

    def told(self, before: Game | None, action: int | None, game: Game) -> list[str]:
        """What happened, with how the players stand at each Council Stage."""
        chosen = [] if before is None or action is None else choice(self.rules, before, action)
        return _with_standings(Names(self.rules, game), [*chosen, *tell(self.rules, before, game)])

    def is_heading(self, line: str) -> bool:
        """Whether a line begins a turn or a stage."""
        return _is_heading(line)

    def mark(self, line: str) -> str | None:
        """Mark turns and stages by their headings, and combats by their first sentence."""
        if line.startswith(TURN_MARK):
            return "turn"
        if line.startswith(STAGE_MARK):
            return "stage"
        return "combat" if line.startswith(COMBAT_BEGINS) else None

    def moment(self, game: Game) -> str:
        """The turn."""
        return f"in turn {game.turn}"

    def board(self, game: Game, viewer: int | None, colour: bool = False) -> str:
        """The map."""
        return map_text(self.rules, game, colour, viewer)

    def position(self, game: Game, viewer: int | None, colour: bool = False) -> str:
        """The whole position, without the decision at its end."""
        return render(self.rules, game, viewer, colour=colour).rpartition("\n\nDECISION\n")[0]

    def result(self, game: Game) -> list[str]:
        """The outcome of a scenario, and the score if it counts."""
        return result_lines(self.rules, game, SCORE_NAMES)

    def question(self, game: Game, viewer: int | None) -> str:
        """Who must decide what."""
        return "\n".join(wrapped(pending(Names(self.rules, game, viewer))))

    def phrases(self, game: Game, legal: Sequence[int], viewer: int | None) -> dict[int, Phrase]:
        """The legal moves, grouped by what they begin with."""
        return phrases(Names(self.rules, game, viewer), legal)


def _home(names: Names, player: int) -> str:
    """Where a player starts, and with which faction."""
    home = int(names.t.home_hex[player])
    where = names.planet(home) if names.g.planet[home] >= 0 else f"hex {home}"  # before a faction is chosen
    faction = names.faction_of(player)
    return f"{names.player(player)} at {where}{f' ({faction})' if faction else ''}"


def _with_standings(names: Names, lines: Sequence[str]) -> list[str]:
    """Lines with how the players stand, below the heading of a Council Stage if nothing has changed since.

    The record is that of the pending decision. If something has changed, the standings come after the lines that led
    there; if nothing follows the heading yet, they come after the heading.
    """
    places = [place for place, line in enumerate(lines) if line.startswith(COUNCIL_MARK)]
    if not places:
        return list(lines)
    place = places[-1] + 1
    if names.g.decision not in _AT_COUNCIL:
        place = max(i + 1 for i, line in enumerate(lines) if i < place or not _is_heading(line))
    return [*lines[:place], *_standings(names), *lines[place:]]


def _is_heading(line: str) -> bool:
    return line.startswith((TURN_MARK, STAGE_MARK))


def _standings(names: Names) -> list[str]:
    """How the players stand, one line each in turn order; in solitaire play also the state of the mission."""
    lines = [_standing(names, int(names.g.order[place])) for place in range(int(names.t.players))]
    return [*lines, *(f"{words}." for words in missing_lines(names))] if names.t.solitaire else lines


def _standing(names: Names, player: int) -> str:
    g = names.g
    words = [f"{g.resource[player, i]} {word}" for i, word in enumerate(RESOURCE_NAMES)]
    words.append(number(int((g.population[:, player] > 0).sum()), "planet"))
    words.append(number(int((g.ship_hex[player] >= 0).sum()), "ship"))
    words.append(f"{int(g.technology[player].sum())} known technologies")
    if names.t.outposts:
        words.append(number(int(g.outpost_held[player].sum()), "Outpost card"))
    if names.t.eoe:
        words.append(number(int(g.combat_held[player]), "combat card"))
    return f"{names.player(player)}: {', '.join(words)}."
