"""What an action is about in the drawing: the values of `data-at` to light up."""

from __future__ import annotations

from typing import Final

from exodus_env.exodus.capacity import EDGES
from exodus_env.exodus.record import Game
from exodus_env.exodus.rules import choices as c
from exodus_env.exodus.ruleset import Ruleset
from exodus_env.exodus.view.moves import are_secret, end_of_orders
from exodus_env.exodus.view.names import Names
from exodus_env.kit.definition import Viewer

# Names of pieces by the factor that counts them: things on the actor's board, things on the table.
_OWN: Final = {"class": "class", "action_card": "card"}
_CARDS: Final = ("resistance_card", "outpost_card", "combat_card")  # in the hand of the actor
_ON_TABLE: Final = {"slot": "political", "law": "law", "foe": "foe", "foe_eoe": "foe"}


def targets(rules: Ruleset, game: Game, viewer: Viewer, action: int) -> list[str]:
    """The pieces that a legal action is about; none if the viewer may not know the moves."""
    names = Names(rules, game, viewer)
    actor = int(names.g.actor)
    if actor < 0 or (are_secret(names) and not names.knows(actor)):
        return []
    row = rules.actions.decode[names.t.printed_action[actor, action]]
    family = rules.actions.families[int(row[0])]
    values = dict(zip(family.factors, (int(value) for value in row[1:])))
    owner = (actor + values["player"]) % int(names.t.players) if "player" in values else actor
    found = [f"player-{owner}"] if family.factors == ("player",) else []
    for factor, value in values.items():
        found += _pieces(names, factor, value, owner)
    if "direction" in values:
        found += _way(names, actor, values["ship"], values["direction"])
    if not found and int(row[0]) != c.PASS and names.g.focus_hex >= 0:
        return [f"hex-{names.g.focus_hex}"]
    return found


def _pieces(names: Names, factor: str, value: int, owner: int) -> list[str]:
    if factor == "hex" or factor.startswith("hex_"):
        return [f"hex-{value}"]
    if factor == "ship" or factor.startswith("ship_"):
        return [f"ship-{owner}-{value}"]
    if factor in _OWN:
        return [f"{_OWN[factor]}-{owner}-{value}"]
    if factor in _ON_TABLE:
        return [f"{_ON_TABLE[factor]}-{value}"]
    if factor == "technology":
        known = names.g.technology[owner, value]
        return [f"technology-{owner}-{value}" if known else f"player-{owner}"]
    if factor == "bonus":
        shown = value == names.g.bonus or value in names.g.proposal
        return [f"bonus-{value}" if shown else "politics"]
    if factor == "exchange":
        return [f"market-{names.g.focus_card}"]
    if factor == "gate":
        return [f"hex-{names.g.gate[owner, value]}"]
    if factor == "edge":
        hexagon, direction = divmod(value, EDGES)
        return [f"hex-{hexagon}", f"hex-{names.t.flight[hexagon, direction]}"]
    if factor in _CARDS:
        return [f"player-{owner}"]
    return []


def _way(names: Names, player: int, ship: int, direction: int) -> list[str]:
    """The hex that a ship would come to."""
    ordered = names.g.decision == c.D_ORDER
    source = end_of_orders(names, player, ship) if ordered else int(names.g.ship_hex[player, ship])
    target = names.beside(source, direction) if source >= 0 else -1
    return [f"hex-{target}"] if target >= 0 else []
