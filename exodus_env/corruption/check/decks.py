"""Invariants 18 to 25: the System stack and the decks: every card is in one place, and what is known stays so."""

from __future__ import annotations

import numpy as np

from exodus_env.corruption import capacity as c
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.check.flow import FLOW
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import frames, phases
from exodus_env.corruption.worlds import BLOCK
from exodus_env.kit.facts import Array, Problems, empty, filled
from exodus_env.kit.flow import KIND


def _once(name: str, cards: list[int], wanted: list[int]) -> Problems:
    """Every card is in one place."""
    if sorted(cards) != sorted(wanted):
        twice = sorted({card for card in cards if cards.count(card) > 1})
        missing = sorted(set(wanted) - set(cards))
        strange = sorted(set(cards) - set(wanted))
        yield f"{name}: {twice} in several places, {missing} nowhere, {strange} not in the game"


def systems(s: Facts) -> Problems:
    """Every tile is in the stack, on the map or in a hand; each block holds what it was built of [254-270, 1174]."""
    g, t = s.g, s.t
    yield from filled("tiles", g.tiles, g.tiles_left)
    stack = g.tiles[: g.tiles_left].tolist()
    drawn = [
        FLOW.column(frame, "tile") - 1
        for frame in s.stack
        if frame[KIND] == frames.REVEAL and FLOW.column(frame, "tile")
    ]
    used = np.flatnonzero(t.tile_used).tolist()
    yield from _once("tiles", [*stack, *g.tile[: g.systems].tolist(), *drawn], used)
    for block in range(0, g.tiles_left, BLOCK):
        kinds = t.tile_kind[stack[block : block + BLOCK]]
        odd = v.RIFT if block == 0 else v.CORRUPT
        other = v.CORRUPT if block == 0 else v.RIFT
        count = int((kinds == odd).sum())
        if (kinds == other).any() or count > 1 or (len(kinds) == BLOCK and count != 1):
            yield f"block {block // BLOCK} of the stack holds kinds {kinds.tolist()}"


def enemies(s: Facts) -> Problems:
    """Every Enemy is in the reserve, in the deck, among the discards or in a system; who lies there can be fought."""
    g, t = s.g, s.t
    yield from filled("reserve", g.reserve, g.reserve_left)
    yield from filled("enemy_deck", g.enemy_deck, g.enemy_left)
    reserve, deck = g.reserve[: g.reserve_left], g.enemy_deck[: g.enemy_left]
    discards = np.flatnonzero(g.enemy_discarded)
    lying = np.flatnonzero(g.foe_slot[: c.ENEMIES] >= 0)
    yield from _once("Enemies", [*reserve, *deck, *discards, *lying], list(range(t.enemies)))
    levels = t.foe_level[reserve]
    if (np.diff(levels) > 0).any():
        yield f"the reserve has levels {levels.tolist()}"
    if g.foe_seen[reserve].any():
        yield f"Enemies of the reserve were seen: {reserve[g.foe_seen[reserve] == 1].tolist()}"
    for card in [*discards, *lying]:
        if not g.foe_seen[card]:
            yield f"Enemy {int(card)} was not seen, and is not in a deck"
    for slot in range(g.systems):
        if int((g.foe_slot[: c.ENEMIES] == slot).sum()) > c.ENEMIES_HERE:
            yield f"system {slot} holds more than {c.ENEMIES_HERE} Enemies"
    begun = g.phase == phases.IN_ACTION_PHASE and not g.played.any() and not g.over
    for card in lying if begun else ():
        if not s.ships_in(int(g.foe_slot[card])):
            yield f"Enemy {int(card)} has stayed in system {int(g.foe_slot[card])}, where nobody is"


def foes(s: Facts) -> Problems:
    """Enemies and Avatars on the map have Health; others have nothing."""
    g, t = s.g, s.t
    for card in range(c.FOE_CARDS):
        there, health = g.foe_slot[card] >= 0, int(g.foe_health[card])
        least = 0 if frames.COMBAT in s.kinds or g.over else 1
        if there and not least <= health <= t.foe_health[card]:
            yield f"foe {card} has {health} Health of {int(t.foe_health[card])}"
        if not there and (health or g.foe_roused[card]):
            yield f"foe {card} is not on the map, with {health} Health, roused {int(g.foe_roused[card])}"


def avatars(s: Facts) -> Problems:
    """Avatars of boxes reached are on the map, on the track ahead, or out for good; the others lie face down or are out
    of the game."""
    g, t = s.g, s.t
    opened = [int(avatar) for avatar in g.box_avatar[: g.boxes_open]]
    closed = [int(avatar) for avatar in g.box_avatar[g.boxes_open : t.boxes]]
    if len(set(opened + closed)) < t.boxes or min(opened + closed) < 0:
        yield f"Avatars {opened + closed} on {t.boxes} boxes"
    reached = int((t.box[: t.boxes] <= g.corruption).sum())
    if g.boxes_open != reached:
        yield f"{g.boxes_open} boxes reached on space {g.corruption}, should be {reached}"
    for avatar in range(c.AVATARS):
        card = c.ENEMIES + avatar
        there, back = g.foe_slot[card] >= 0, int(g.returns[avatar]) if avatar < t.avatars else 0
        if (avatar in opened) != (there or back != 0) or (there and back):
            yield f"Avatar {avatar} is in system {int(g.foe_slot[card])} and returns on space {back}"
        if (avatar in opened) != bool(g.foe_seen[card]):
            yield f"Avatar {avatar} was seen: {int(g.foe_seen[card])}"
        if back > 0 and not g.corruption < back <= t.spaces:
            yield f"Avatar {avatar} returns on space {back}, the marker is on {g.corruption}"
        if g.pinned[avatar] and avatar not in opened:
            yield f"Avatar {avatar} cannot move before it has come"


def explorations(s: Facts) -> Problems:
    """Cards that were turned up are gone, or known to lie under the deck; the one being resolved is in no deck."""
    g, t = s.g, s.t
    yield from filled("exploration_deck", g.exploration_deck, g.exploration_left)
    deck = g.exploration_deck[: g.exploration_left]
    if len(set(deck.tolist())) < len(deck):
        yield f"exploration_deck holds {deck.tolist()}"
    if g.exploration_known > g.exploration_left:
        yield f"{g.exploration_known} cards are known in a deck of {g.exploration_left}"
        return
    seen = g.exploration_seen[deck]
    if seen[g.exploration_known :].any() or (seen[: g.exploration_known] != 2).any():
        yield f"of the Explorations {deck.tolist()} {g.exploration_known} are known, seen are {seen.tolist()}"
    gone = int((g.exploration_seen == 1).sum())
    if g.exploration_left + gone != t.explorations:
        yield f"{g.exploration_left} Explorations left and {gone} gone of {t.explorations}"
    if g.card >= 0 and (g.exploration_seen[g.card] != 1 or g.card in deck):
        yield f"Exploration {g.card} is resolved, seen {int(g.exploration_seen[g.card])}"


def modules(s: Facts) -> Problems:
    """No kind of module is there more often than it was printed, and decks hold their own kinds."""
    g, t = s.g, s.t
    yield from filled("module_deck", g.module_deck, g.module_left)
    yield from filled("precursor_deck", g.precursor_deck, g.precursor_left)
    drawn = [FLOW.column(frame, "module") for frame in s.stack if frame[KIND] == frames.EFFECTS]
    held = np.concatenate([g.module.ravel(), g.waiting, g.display.ravel(), np.array(drawn, dtype=np.int64)]) - 1
    decks = [g.module_deck[: g.module_left], c.MODULE_KINDS + g.precursor_deck[: g.precursor_left]]
    counts = np.bincount(np.concatenate([held[held >= 0], *decks]), minlength=c.ALL_MODULES)
    for kind in np.flatnonzero(counts > t.module_copies):
        yield f"{int(counts[kind])} modules of kind {int(kind)}, there are {int(t.module_copies[kind])}"


def damaged(s: Facts) -> Problems:
    """Every Damaged card is in the deck, among those removed, or with a ship."""
    g, t = s.g, s.t
    yield from filled("damaged_deck", g.damaged_deck, g.damaged_left)
    counts: Array = np.bincount(g.damaged_deck[: g.damaged_left], minlength=c.DAMAGED_KINDS)
    counts = counts + g.damaged_discard + g.damaged.sum(axis=0)
    for kind in np.flatnonzero(counts != t.damaged_copies):
        yield f"{int(counts[kind])} Damaged cards of kind {int(kind)}, there are {int(t.damaged_copies[kind])}"


def allies(s: Facts) -> Problems:
    """Every Ally is in the deck or in one system; only those that were met offer modules, of the kinds they sell."""
    g, t = s.g, s.t
    yield from filled("ally_deck", g.ally_deck, g.ally_left)
    met = [int(ally) - 1 for ally in g.ally[g.ally > 0]]
    yield from _once("Allies", [*g.ally_deck[: g.ally_left].tolist(), *met], list(range(t.allies)))
    for ally in range(c.ALLIES):
        if ally not in met:
            yield from empty(f"display[{ally}]", g.display[ally], 0, "before the Ally is met")
            continue
        first = int(t.ally_modules[ally])
        beyond = first + int(t.ally_precursors[ally])
        yield from empty(f"display[{ally}]", g.display[ally, beyond:], 0, "beyond what it offers")
        if (g.display[ally, :first] > c.MODULE_KINDS).any():
            yield f"display[{ally}] holds a Precursor Ship Module among the Ship Modules"
        ordinary = g.display[ally, first:beyond]
        if ((ordinary > 0) & (ordinary <= c.MODULE_KINDS)).any():
            yield f"display[{ally}] holds a Ship Module among the Precursor Ship Modules"
