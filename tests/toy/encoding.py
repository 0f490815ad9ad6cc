"""Action ids, observations and worlds of Beacon."""

from __future__ import annotations

from exodus_env.kit.chance import REDEAL, renew_chance
from exodus_env.kit.choices import relative_seat
from exodus_env.kit.decks import shuffle
from exodus_env.kit.encode import put
from exodus_env.kit.kernel import Row, kernel
from exodus_env.kit.layout import ActionLayout, DeclaredBlock, lay_out_actions, lay_out_observations
from tests.toy.config import PLAYERS
from tests.toy.declarations import FAMILIES
from tests.toy.numbers import D_ANSWER
from tests.toy.record import CARDS, COPIES, LAMPS
from tests.toy.record_types import Game, Tables
from tests.toy.rules import MOST_STORMS, draw_card

# All numbers are from 0 to 1, in the order `observe` writes them.
BLOCKS = (
    DeclaredBlock("hours_left", (1,), "hours until dawn"),
    DeclaredBlock("lit", ("lamp",), "1 for each lamp that burns"),
    DeclaredBlock("storms", (1,), "how far the storm has grown"),
    DeclaredBlock("own_card", ("lamp",), "the card in the viewer's hand", seen_by="the viewer"),
    DeclaredBlock("spent", ("lamp",), "cards of each lamp that were spent"),
    DeclaredBlock("deck", (1,), "cards in the deck"),
    DeclaredBlock("acting", ("player",), "who decides, counted from the viewer"),
    DeclaredBlock("called", (1,), "1: somebody was called and must answer"),
)
OBSERVATIONS = lay_out_observations(BLOCKS, {"lamp": LAMPS, "player": PLAYERS})


def action_layout(players: int) -> ActionLayout:
    """The ids of a configuration."""

    def words(factor: str, value: int, seat: int | None) -> str:
        return f"{value + 1} to the left" if seat is None else f"player {(seat + 1 + value) % players}"

    return lay_out_actions(FAMILIES, {"keeper": players - 1}, words)


@kernel
def observe(g: Game, t: Tables, viewer: int, out: Row) -> int:
    """What a keeper sees: numbers with their places. Returns how many are not zero."""
    n = put(out, 0, 0, (t.hours - g.hour) / t.hours)
    for lamp in range(g.lit):
        n = put(out, n, 1 + lamp, 1.0)
    at = 1 + LAMPS
    n = put(out, n, at, g.storms / MOST_STORMS)
    n = put(out, n, at + 1 + g.hand[viewer], 1.0)
    at += 1 + LAMPS
    for lamp in range(LAMPS):
        n = put(out, n, at + lamp, g.spent[lamp] / COPIES)
    at += LAMPS
    n = put(out, n, at, g.left / CARDS)
    if g.actor >= 0:
        n = put(out, n, at + 1 + relative_seat(t, viewer, g.actor), 1.0)
    return put(out, n, at + 1 + PLAYERS, 1.0 if g.decision == D_ANSWER else 0.0)


@kernel
def redeal(g: Game, t: Tables, viewer: int, high: int, low: int) -> None:
    """A world the viewer considers possible: all cards the viewer has not seen are dealt again, and chance differs."""
    renew_chance(g, high, low)
    g.left = 0
    for lamp in range(LAMPS):
        seen = g.spent[lamp] + int(lamp < g.lit) + int(lamp == g.hand[viewer])
        for _ in range(COPIES - seen):
            g.deck[g.left] = lamp
            g.left += 1
    shuffle(g, g.deck, g.left, 0, REDEAL)
    for keeper in range(t.players):
        if keeper != viewer:
            draw_card(g, keeper)
