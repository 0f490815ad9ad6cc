"""Short ways to the situations the tests of Setup, Upkeep, Council and Action need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from exodus_env.exodus.content import vocabulary as v
from exodus_env.exodus.rules import frames
from exodus_env.exodus.rules.choices import BID_STEP
from tests.position import Position

PLAYER_COUNTS = (2, 3, 4, 5, 6)
RAIDER, FIGHTER, CRUISER, CARRIER = range(4)


# Looking --------------------------------------------------------------------------------------------------------------


def cubes(p: Position, player: int) -> int:
    """Every cube of a player wherever it lies, track markers apart."""
    g = p.g
    on_market = sum(int(g.market[space]) == player for space in range(g.traders))
    return int(
        g.supply[player]
        + g.population[:, player].sum()
        + g.ship_cargo[player].sum()
        + g.technology[player].sum()
        + g.reaction_cubes[player]
        + on_market
    )


def all_cubes(p: Position) -> int:
    """Cubes a player has beside the track markers."""
    return int(p.t.cubes - p.t.marker_cubes)


def cp(p: Position, player: int) -> int:
    """A player's CP."""
    return int(p.g.resource[player, v.CP])


def home(p: Position, player: int) -> int:
    """A player's home hex."""
    return int(p.t.home_hex[player])


def at_home(p: Position, player: int) -> int:
    """A player's Population at home."""
    return int(p.g.population[home(p, player), player])


def order(p: Position) -> list[int]:
    """Players in turn order."""
    return [int(x) for x in p.g.order[: p.t.players]]


def planets(p: Position, resource: str) -> list[int]:
    """Hexes of the planets, homes apart, that produce a resource."""
    wanted = v.PLANET_RESOURCES.index(resource)
    return [
        h for h in range(p.t.hexes)
        if p.g.planet[h] >= 0 and p.t.home_of[h] < 0 and p.t.planet_resource[p.g.planet[h]] == wanted
    ]  # fmt: skip


def upgrade(p: Position, name: str) -> int:
    """Number of an upgrade."""
    return p.index("upgrades", name)


def card(p: Position, name: str) -> int:
    """Number of an action card."""
    return p.index("action_cards", name)


def technology(p: Position, name: str) -> int:
    """Number of a technology."""
    return p.index("technologies", name)


def modifier(p: Position, player: int, name: str) -> int:
    """A lasting value of a player."""
    return int(p.g.modifier[player, v.MODIFIER_NAMES.index(name)])


def ship(p: Position, player: int, ship_class: int) -> int:
    """A player's first ship of a class on the map."""
    return next(s for s in range(p.t.ships) if p.t.ship_class[s] == ship_class and p.g.ship_hex[player, s] >= 0)


# Making positions -----------------------------------------------------------------------------------------------------


def seat(p: Position, *players: int) -> Position:
    """Turn order by hand."""
    p.g.order[: len(players)] = players
    return p


def own(p: Position, player: int, cp: int = 0, axinium: int = 0, phasium: int = 0) -> Position:
    """A player's stock."""
    p.g.resource[player, :3] = cp, axinium, phasium
    return p


def barren(p: Position) -> Position:
    """No units on any planet, so that nothing is produced that a test does not ask for."""
    p.g.counter[:] = 0
    return p


def empty_supply(p: Position, player: int, left: int = 0) -> Position:
    """All cubes but a few on the home planet."""
    return p.settle(home(p, player), player, at_home(p, player) + int(p.g.supply[player]) - left)


def enact(p: Position, *cards: str) -> Position:
    """Laws and resolutions in force."""
    for name in cards:
        number = p.index("political_cards", name)
        if p.t.political_kind[number] == v.LAW:
            p.g.law[p.g.laws] = number
            p.g.laws += 1
        else:
            p.g.resolution[p.g.resolutions] = number
            p.g.resolutions += 1
    return p


def stack_deck(p: Position, *cards: str) -> Position:
    """These political cards on top of the deck, the first to be revealed first."""
    left = int(p.g.political_left)
    top = [p.index("political_cards", name) for name in cards]
    rest = [int(x) for x in p.g.political_deck[:left] if int(x) not in top]
    p.g.political_deck[:left] = [*rest, *reversed(top)]
    return p


def bury(p: Position, *cards: str) -> Position:
    """These political cards at the bottom of the deck, where no Council of the test comes to them."""
    left = int(p.g.political_left)
    bottom = [p.index("political_cards", name) for name in cards]
    p.g.political_deck[:left] = [*bottom, *(int(x) for x in p.g.political_deck[:left] if int(x) not in bottom)]
    return p


# Running --------------------------------------------------------------------------------------------------------------


def finish(p: Position) -> Position:
    """Default choices until the frame jumped to has ended."""
    while not p.finished:
        p.default()
    return p


def upkeep(p: Position) -> Position:
    """The Upkeep Stage; whoever can take all minerals does, and it stops where minerals are chosen one by one."""
    p.jump(frames.UPKEEP)
    while not p.finished:
        if p.decision != "mineral":
            p.default()
        elif ("take_all",) in p.legal():
            p.do("take_all")
        else:
            break
    return p


def perform(p: Position, player: int, action: int) -> Position:
    """A standard action."""
    return p.jump(frames.PERFORM, player=player, action=action, source=0)


def bid(p: Position, kind: str, player: int, amount: int) -> Position:
    """A player's CP in a vote or election; who has none is not asked."""
    if (p.decision, p.actor) == (f"{kind}_fifties", player):
        p.do("bid_fifties", amount // BID_STEP)
    if (p.decision, p.actor) == (f"{kind}_bid", player):
        p.do("bid", amount % BID_STEP)
    return p


def vote(p: Position, votes: Mapping[int, tuple[int | None, int]]) -> Position:
    """The political vote: slot and CP by player; who has no slot abstains."""
    for player in order(p):
        slot, amount = votes[player]
        assert (p.decision, p.actor) == ("vote", player)
        p.decline() if slot is None else p.do("political_card", slot)
        bid(p, "vote", player, amount)
    return p


def elect(p: Position, bids: dict[int, int]) -> Position:
    """The bids for turn order."""
    for player in order(p):
        bid(p, "election", player, bids[player])
    return p


def play_cards(p: Position, *cards: str) -> Position:
    """The action cards of a round, by place in turn order."""
    for player, name in zip(order(p), cards, strict=True):
        assert (p.decision, p.actor) == ("action_card", player)
        p.do("action_card", card(p, name))
    return p


def row(
    do: str,
    target: str = "each",
    a: int = 0,
    b: int = 0,
    c: int = 0,
    when: tuple[str, str, int] = ("always", "none", 0),
    option: int = 0,
) -> tuple[int, ...]:
    """A row of a card that is not in the box."""
    condition, quantity, amount = when
    return (
        v.OPCODE_NAMES.index(do),
        v.TARGETS.index(target),
        a, b, c,
        v.CONDITIONS.index(condition),
        v.QUANTITIES.index(quantity),
        amount,
        option,
        0,
    )  # fmt: skip


def resource_row(do: str, target: str, resource: str, amount: int, per: str = "none", **more: Any) -> tuple[int, ...]:
    """A row that gains, loses or pays tribute."""
    return row(do, target, v.RESOURCES.index(resource), amount, v.QUANTITIES.index(per), **more)


def run_effects(p: Position, *rows: tuple[int, ...], owner: int | None = None) -> Position:
    """Execute rows as a card does; a political card belongs to the Chancellor."""
    tables = p.rules.tables.copy()
    tables.flags.writeable = True
    first = int(tables[0].effects)
    for i, values in enumerate(rows):
        tables[0].effect[first + i] = values
    tables.flags.writeable = p.rules.tables.flags.writeable
    p.rules = replace(p.rules, tables=tables)
    p.t = p.rules.t
    return p.jump(frames.EFFECTS, row=first, rows=len(rows), owner=order(p)[0] if owner is None else owner)
