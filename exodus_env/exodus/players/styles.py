"""Styles: what a player that weighs motives wants, and which motives count in which decision.

Weights are in data/styles.toml, one table per style; `scripts/tune` finds better ones by tournaments.
data/factions.toml says how factions of Edge of Extinction change them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np

from exodus_env.exodus.config import FACTIONS
from exodus_env.exodus.players.decide import SAMPLES
from exodus_env.exodus.players.terms import LOOKS, MOTIVES, TRAITS
from exodus_env.exodus.rules.decision_declarations import DECISION_NAMES
from exodus_env.kit.content.toml_file import FileError, read_toml
from exodus_env.kit.declare import by_number

MOTIVE_NAMES: Final = tuple(name for name, _ in MOTIVES)
TRAIT_NAMES: Final = tuple(name for name, _ in TRAITS)

# Motives that affect where ships go, what is bought, what is kept in stock, who lives where, and who is harmed.
MOVING: Final = (
    *("fleet", "repairs", "presence", "hunt", "colonise", "escort", "safety", "superiority", "stealth", "cool"),
    *("squadrons", "stronghold", "muster", "readiness"),
)
BUYING: Final = (
    *("points", "planets", "hold", "income", "credit", "axinium", "phasium", "balance", "fleet", "firepower"),
    *("armour", "speed", "repairs", "arsenal", "presence", "trophies", "hunt", "colonise", "safety", "superiority"),
    *("office", "military_science", "civilian_science", "transport_science", "population", "rockets", "structures"),
    *("privilege", "muster", "readiness", "hand", "works", "legacy", "mission"),
)
STOCK: Final = ("credit", "axinium", "phasium", "balance", "mission")
SETTLING: Final = (
    *("points", "planets", "hold", "income", "colonise", "escort", "population", "rivals", "trophies", "mission"),
)
EVERYTHING: Final = MOTIVE_NAMES

# By decision: how far the game is played on to judge a choice, and the motives that count.
TABLE: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "none": ("now", ()),
    "start_technology": ("now", BUYING),
    "mineral": ("now", STOCK),
    "window": ("step", BUYING),
    "upgrade_from": ("now", BUYING),
    "exchange_upgrade": ("now", BUYING),
    "vote": ("vote", EVERYTHING),
    "vote_fifties": ("bid", EVERYTHING),
    "vote_bid": ("bid", EVERYTHING),
    "vote_tie": ("ahead", EVERYTHING),
    "propose_bonus": ("bonus", EVERYTHING),
    "take_bonus": ("bonus", EVERYTHING),
    "election_fifties": ("bid", EVERYTHING),
    "election_bid": ("bid", EVERYTHING),
    "election_tie": ("ahead", EVERYTHING),
    "name_player": ("ahead", EVERYTHING),
    "option": ("step", EVERYTHING),
    "cancel_law": ("ahead", EVERYTHING),
    "free_technology": ("now", BUYING),
    "free_ship": ("now", BUYING),
    "free_upgrade": ("now", BUYING),
    "action_card": ("card", BUYING),
    "third_card": ("card", BUYING),
    "react": ("step", BUYING),
    "research": ("now", BUYING),
    "take_part": ("step", BUYING),
    "bank_dice": ("now", BUYING),
    "build": ("now", BUYING),
    "upgrade": ("now", BUYING),
    "replace": ("now", BUYING),
    "mining_dice": ("step", BUYING),
    "mine": ("plan", BUYING),
    "trade": ("now", BUYING),
    "fire": ("fire", ()),
    "strike": ("now", SETTLING),
    "mount": ("now", SETTLING),
    "move": ("now", MOVING),
    "order": ("now", MOVING),
    "civilian_from": ("step", SETTLING),
    "civilian_to": ("now", SETTLING),
    "uncloak": ("now", MOVING),
    "force_uncloak": ("now", MOVING),
    "battle": ("now", MOVING),
    "hit": ("hit", ()),
    "deploy": ("now", SETTLING),
    "planet_type": ("ahead", EVERYTHING),
    "planet_space": ("ahead", EVERYTHING),
    "barrier": ("now", EVERYTHING),
    "look": ("now", EVERYTHING),
    "leader": ("ahead", EVERYTHING),
    "debris": ("now", EVERYTHING),
    "ignore_event": ("ahead", EVERYTHING),
    "wormhole": ("ahead", EVERYTHING),
    "bounty": ("ahead", EVERYTHING),
    "outpost": ("ahead", EVERYTHING),
    "jump": ("step", MOVING),
    "jump_ship": ("now", MOVING),
    "march": ("now", MOVING),
    "join": ("join", ()),
    "reward": ("ahead", EVERYTHING),
    "pay_vp": ("now", BUYING),
    "gain_vp": ("now", BUYING),
    # Edge of Extinction
    "faction": ("now", EVERYTHING),
    "second_look": ("now", EVERYTHING),
    "start_hex": ("now", EVERYTHING),
    "corrupt": ("ahead", EVERYTHING),
    "vision": ("step", EVERYTHING),
    "office": ("office", ()),
    "discard": ("discard", ()),
    "pay_from": ("now", SETTLING),
    "build_at": ("now", MOVING),
    "fortify": ("now", BUYING),
    "arm": ("now", BUYING),
    "settle": ("now", SETTLING),
    "hyperspace": ("step", MOVING),
    "hyperspace_to": ("now", MOVING),
    "decoy": ("fight", ()),
    "sacrifice": ("fight", ()),
    "sacrifice_target": ("fight", ()),
    "foe_card": ("fight", ()),
    "combat_card": ("fight", ()),
    "deflect": ("deflect", ()),
    "deflect_to": ("deflect", ()),
    "copy_technology": ("now", BUYING),
    "commando_target": ("now", SETTLING),
    "cancel_hit": ("deflect", ()),
    "pay_aboard": ("fight", ()),
    # solitaire
    "political_choice": ("ahead", EVERYTHING),
    "buy_office": ("ahead", EVERYTHING),
    # ship blocking
    "travel": ("now", MOVING),
}
# Decisions whose worth depends on dice: how many extra times the dice are rolled in simulations.
THROWS: Final = {"outpost": 11, "ignore_event": 5, "deploy": 1}
# A player that looks one step ahead and no further; what takes longer to show is left to chance.
SHORT_SIGHTED: Final = {"card": "now", "plan": "now", "vote": "now", "bonus": "now", "step": "ahead"}


@dataclass(frozen=True)
class Style:
    """Weights and traits in the form that kernels take.

    A style that factions change also has the weights of each faction, one after another, below its own.
    """

    name: str
    weights: np.ndarray[Any, Any]  # (decisions, motives), or (decisions * (1 + factions), motives)
    traits: np.ndarray[Any, Any]
    looks: np.ndarray[Any, Any]  # (decisions,)


@cache
def style_tables() -> dict[str, dict[str, float]]:
    """The styles in the file, each completed by the one it is based on."""
    folder = resources.files("exodus_env.exodus.players") / "data"
    with resources.as_file(folder / "styles.toml") as path:
        tables = read_toml(path)
    return {name: completed(name, tables) for name in tables}


def completed(name: str, tables: dict[str, Any]) -> dict[str, float]:
    """A style, completed with the weights of the one it is based on."""
    given = dict(tables[name])
    base = given.pop("based_on", None)
    if base is not None and base not in tables:
        raise FileError(f"style {name}: based_on names {base!r}, and there is no such style")
    weights = completed(base, tables) if base is not None else {}
    for key, value in given.items():
        if key not in (*MOTIVE_NAMES, *TRAIT_NAMES):
            raise FileError(f"style {name}: there is no motive or trait {key!r}")
        weights[key] = float(value)
    return weights


@cache
def faction_slants() -> np.ndarray[Any, Any]:
    """How much more or less each faction wants each motive than others do: (factions, motives)."""
    folder = resources.files("exodus_env.exodus.players") / "data"
    with resources.as_file(folder / "factions.toml") as path:
        return slants_of(read_toml(path))


def slants_of(tables: dict[str, Any]) -> np.ndarray[Any, Any]:
    """Tables of multipliers by faction as an array; missing ones are 1."""
    slants = np.ones((len(FACTIONS), len(MOTIVE_NAMES)))
    for faction, slant in tables.items():
        if faction not in FACTIONS:
            raise FileError(f"there is no faction {faction!r}; there are: {', '.join(FACTIONS)}")
        for motive, factor in slant.items():
            if motive not in MOTIVE_NAMES:
                raise FileError(f"faction {faction}: there is no motive {motive!r}")
            slants[FACTIONS.index(faction), MOTIVE_NAMES.index(motive)] = float(factor)
    return slants


def by_faction(style: Style) -> Style:
    """A style changed by every faction in its own way; without factions, the style itself."""
    blocks = [style.weights, *(style.weights * slant for slant in faction_slants())]
    return replace(style, weights=np.ascontiguousarray(np.concatenate(blocks)))


def style_names() -> list[str]:
    """The names of all styles."""
    return sorted(style_tables())


def make_style(name: str, weights: dict[str, float] | None = None, short_sighted: bool = False) -> Style:
    """A style by name, or from given weights; motives without a weight do not count."""
    if weights is None:
        if name not in style_tables():
            raise ValueError(f"there is no style {name!r}; there are: {', '.join(style_names())}")
        weights = style_tables()[name]
    table = np.zeros((len(DECISION_NAMES), len(MOTIVE_NAMES)))
    looks = np.zeros(len(DECISION_NAMES), dtype=np.int64)
    throws = by_number(THROWS, DECISION_NAMES, "decision", whole=False)
    for number, (look, speakers) in by_number(TABLE, DECISION_NAMES, "decision").items():
        looks[number] = LOOKS.index(SHORT_SIGHTED.get(look, look) if short_sighted else look)
        looks[number] += SAMPLES * (0 if short_sighted else throws.get(number, 0))
        for motive in speakers:
            table[number, MOTIVE_NAMES.index(motive)] = weights.get(motive, 0.0)
    traits = np.array([weights.get(trait, 0.0) for trait in TRAIT_NAMES])
    return Style(name, table, traits, looks)
