"""Invariants 26 to 30: dice, and what fights, Explorations and Trades keep while they are under way."""

from __future__ import annotations

from typing import Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.check.facts import Facts
from exodus_env.corruption.content import vocabulary as v
from exodus_env.corruption.rules import combat, frames
from exodus_env.kit.facts import Problems, empty

# Fields that are clear while no frame of some kinds is there, with what they hold then.
DICE: Final = {"face": -1, "colour": -1, "die_rerolled": 0, "die_spent": 0, "die_ignored": 0, "guard": 0}
ATTACK: Final = ("manoeuvre", "jammed", "retaliation", "escaped")
ATTACK_NUMBERS: Final = ("power", "pierce", "shield_up", "silenced", "struck", "veiled")
ROLL_NUMBERS: Final = ("counted", "unseen")
ROLLING: Final = {frames.ROLL, frames.COMBAT}  # within these dice lie there
ACTING: Final = {frames.ACTIVATION, frames.AVATARS}  # within these equipment is used
TAKING: Final = {frames.EXPLORATION, frames.SIGNAL, frames.END_PHASE, frames.EFFECTS}  # within these some take part


def dice(s: Facts) -> Problems:
    """Only dice that were taken are rolled, and only rolled ones were changed; an ignored die was a miss."""
    g = s.g
    if not s.kinds & ROLLING and not g.over:
        for name, rest in DICE.items():
            yield from empty(name, getattr(g, name), rest, "while nobody rolls")
        for name in ROLL_NUMBERS:
            if getattr(g, name):
                yield f"{name} is {getattr(g, name)} while nobody rolls"
    if ((g.face >= 0) & (g.colour < 0)).any():
        yield f"dice show {g.face.tolist()} of colours {g.colour.tolist()}"
    for name in ("die_rerolled", "die_spent", "die_ignored"):
        if ((getattr(g, name) != 0) & (g.face < 0)).any():
            yield f"{name} is {getattr(g, name).tolist()} of dice that show {g.face.tolist()}"
    if ((g.die_ignored == 1) & (g.face != v.MISS)).any():
        yield f"die_ignored is {g.die_ignored.tolist()} of dice that show {g.face.tolist()}"
    if ((g.die_ignored == 1) & (g.die_spent != 0)).any():
        yield "a die was spent or turned, and is ignored"
    for ship in s.ships:
        own = {int(x) for x in g.colour[ship, : c.OWN_DICE] if x >= 0}
        if g.mat[ship] >= 0 and not own <= {int(s.t.mat_dice[g.mat[ship]])}:
            yield f"ship {ship} rolls dice of colours {sorted(own)}"


def attack(s: Facts) -> Problems:
    """What an attack adds up is there only in fights, and manoeuvres only of ships that fight."""
    g = s.g
    if frames.COMBAT not in s.kinds and not g.over:
        for name in ATTACK:
            yield from empty(name, getattr(g, name), 0, "while nobody fights")
        for name in ATTACK_NUMBERS:
            if getattr(g, name):
                yield f"{name} is {getattr(g, name)} while nobody fights"
    if frames.COMBAT in s.kinds:
        for ship in s.living:
            if g.manoeuvre[ship] and g.fleet[ship] != g.active:
                yield f"ship {ship} has manoeuvre {int(g.manoeuvre[ship])} in a fight of others"
    if combat.ROLL_DICE < s.step_of(frames.COMBAT) < combat.FALLEN and not g.turn_over:
        yield from _undecided(s)


def _undecided(s: Facts) -> Problems:
    """Once dice have been rolled, every ship of the fight has a manoeuvre."""
    g = s.g
    for ship in s.living:
        if g.fleet[ship] == g.active and not g.manoeuvre[ship]:
            yield f"ship {ship} fights without a manoeuvre"


def used(s: Facts) -> Problems:
    """Equipment is marked as used only while something is under way."""
    if not s.kinds & ACTING and not s.g.over:
        yield from empty("used", s.g.used, 0, "while nothing is under way")


def exploration(s: Facts) -> Problems:
    """A card is resolved, with options taken, only in its frame; ships take part only in something."""
    g = s.g
    if frames.EXPLORATION not in s.kinds and not g.over:
        if g.card != -1:
            yield f"Exploration {g.card} is resolved in no frame"
        yield from empty("option_taken", g.option_taken, 0, "outside an Exploration")
    if not s.kinds & TAKING and not g.over:
        yield from empty("taker", g.taker, 0, "while there is nothing to take part in")


def trade(s: Facts) -> Problems:
    """What has changed hands is remembered only in a Trade."""
    if frames.TRADE not in s.kinds and not s.g.over:
        for name in ("moved_module", "moved_scraps", "moved_key"):
            yield from empty(name, getattr(s.g, name), 0, "outside a Trade")
