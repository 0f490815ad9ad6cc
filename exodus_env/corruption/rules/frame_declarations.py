"""The kinds of frame: what runs them, what they keep, what they push. rules/frames.py follows from it.

New kinds go to the end: the numbers are in saved games.
"""

from __future__ import annotations

from typing import Final

from exodus_env.corruption import capacity as c
from exodus_env.corruption.content import vocabulary as v
from exodus_env.kit.declare import Column, Frame

SHIP: Final = c.SHIPS - 1
PLACE: Final = Column("place", c.SHIPS, "how many ships of the Fleet have been asked, from its lead on")
ROW: Final = "rows"

FRAMES: Final = (
    Frame(
        "game",
        "turn.run_game",
        last_step="turn.NEXT_TURN",
        pushes=("setting up", "action phase", "corruption", "end phase", "installing"),
    ),
    Frame(
        "setting up",
        "setup.run_setting_up",
        (Column("ship", c.SHIPS, "the ship whose mat is chosen"),),
        pushes=("installing",),
    ),
    Frame(
        "action phase",
        "turn.run_action_phase",
        (Column("waiting", 2**c.SHIPS - 1, "a bit for each ship that would rather wait (order by volunteers)"),),
        pushes=("activation", "installing"),
    ),
    Frame(
        "activation",
        "turn.run_activation",
        (PLACE,),
        last_step="turn.ENDED",
        pushes=(
            *("muster", "arrival", "detection", "rush", "reveal", "roll", "window", "effects", "exploration"),
            *("signal", "maintenance", "trade", "combat", "installing", "avatars"),
        ),
    ),
    Frame(
        "muster",
        "fleets.run_muster",
        (Column("ship", c.SHIPS, "the ship that is invited, plus 1"),),
        last_step="fleets.JOIN",
        pushes=("installing",),
    ),
    Frame(
        "arrival",
        "movement.run_arrival",
        last_step="movement.ARRIVED",
        pushes=("muster", "detection", "installing"),
    ),
    Frame(
        "detection",
        "detection.run_detection",
        last_step="detection.ROLLED",
        pushes=("roll", "installing"),
    ),
    Frame(
        "rush",
        "movement.run_rush",
        (Column("jumps", 4, "jumps left"),),
        pushes=("arrival",),
    ),
    Frame(
        "reveal",
        "reveal.run_reveal",
        (
            Column("from", c.TILES - 1, "system it must be joined to"),
            Column("direction", c.SIDES - 1, "direction from there"),
            Column("ship", SHIP, "ship that reveals it"),
            Column("jump", 1, "1: its Fleet jumps there at once"),
            Column("tile", c.TILES, "the tile drawn, plus 1"),
        ),
        last_step="reveal.REVEALED",
        pushes=("window", "arrival", "installing"),
    ),
    Frame(
        "roll",
        "rolls.run_roll",
        (
            Column("kind", len(v.WINDOWS) - 1, "the window of the roll: detection, skill or damage"),
            Column("ship", SHIP, "ship that rolls, or whose Fleet does"),
            Column("symbol", len(v.SYMBOLS) - 1, "symbol a Skill Roll asks for"),
            Column("count", 8, "how many of it"),
        ),
        last_step="rolls.COUNTED",
        pushes=("window", "installing"),
    ),
    Frame(
        "window",
        "windows.run_window",
        (
            Column("kind", len(v.WINDOWS) - 1, "place in WINDOWS"),
            Column("lead", SHIP, "ship whose Fleet may use equipment; it is asked first"),
            Column("passed", 2**c.SHIPS - 1, "a bit for each ship that has passed"),
        ),
        pushes=("effects", "installing"),
    ),
    Frame(
        "effects",
        "effects.run_effects",
        (
            Column("row", ROW, "the row of effects"),
            Column("rows", c.ROWS, "rows left"),
            Column("ship", SHIP, "the ship that uses it, or leads those concerned"),
            Column(
                "source", 4, "what the rows are of: equipment, a card, a service, an ability, a Signal in the End phase"
            ),
            Column("left", 99, "of the amount of the row"),
            Column("target", c.SHIPS, "the ship chosen, plus 1"),
            Column("place", c.SHIPS, "how many ships concerned by the row are done"),
            Column("system", c.TILES, "the system chosen, plus 1"),
            Column("module", c.ALL_MODULES, "the module drawn that is to be shared out, plus 1"),
            Column("got", 2**c.SHIPS - 1, "a bit for each ship that has got Scraps shared out"),
        ),
        last_step="effects.LAST_STEP",
        pushes=("effects", "reveal", "arrival", "avatars", "installing"),
    ),
    Frame(
        "exploration",
        "exploration.run_exploration",
        (
            PLACE,
            Column("option", c.OPTIONS, "the option being resolved, plus 1"),
            Column("free", c.SHIPS * (c.OPTIONS + 1), "further options that are left without an Action"),
            Column("had", 2**c.SHIPS - 1, "a bit for each ship that has had its own option"),
            Column("ship", SHIP, "the ship that has chosen the option"),
        ),
        last_step="exploration.LAST_STEP",
        pushes=("window", "roll", "effects", "installing"),
    ),
    Frame(
        "signal",
        "signals.run_signal",
        (
            Column("key", c.KEYS - 1, "Key of the Signal"),
            Column("instruction", c.INSTRUCTIONS, "the instruction carried out, plus 1; 0: it is turned up"),
            PLACE,
        ),
        last_step="signals.LAST_STEP",
        pushes=("roll", "combat", "effects", "installing", "rush", "reveal", "arrival"),
    ),
    Frame(
        "maintenance",
        "maintenance.run_maintenance",
        (PLACE, Column("ship", c.SHIPS, "the ship a Damaged card is taken off, plus 1")),
        pushes=("installing",),
    ),
    Frame(
        "trade",
        "trade.run_trade",
        (
            Column("place", 2 * c.SHIPS, "how many ships have given: those of the Fleet, then the others here"),
            Column("item", max(c.DISPLAY, c.MODULE_SLOTS), "the module bought or given, by place, plus 1"),
            Column("buyer", c.SHIPS, "the ship that gets it, plus 1"),
            Column("owed", c.SCRAPS, "Scraps that are still to be paid"),
            Column("agreed", 2**c.SHIPS - 1, "a bit for each ship whose captain has agreed to pay"),
            Column("refused", 2**c.SHIPS - 1, "a bit for each ship that pays for nothing more in this Trade"),
        ),
        last_step="trade.LAST_STEP",
        pushes=("installing",),
    ),
    Frame(
        "combat",
        "combat.run_combat",
        (
            Column("round", 61, "round of the fight, from 1"),
            Column("foe", c.FOE_CARDS, "card of the Enemy or Avatar that is fought, plus 1"),
            PLACE,
            Column("proposed", 1, "1: disengaging was proposed in this round"),
            Column("rolls", c.FOES, "Damage Rolls that are left to the ship, when disengaging"),
            Column("avatars", 1, "1: an Avatar is among those left behind"),
            Column("ability", c.ABILITIES, "abilities that have been looked at in this step"),
        ),
        last_step="combat.LAST_STEP",
        pushes=("window", "effects", "roll", "rush", "reveal", "arrival", "installing"),
    ),
    Frame("installing", "modules.run_installing"),
    Frame("corruption", "corruption.run_corruption", last_step="corruption.MOVED", pushes=("avatars",)),
    Frame(
        "avatars",
        "avatars.run_avatars",
        (
            Column("avatar", c.AVATARS, "Avatars that have moved or were passed, by number"),
            Column("aim", c.TILES, "the system they all go to, plus 1; 0: they hunt ships"),
            Column("place", c.SHIPS, "ships that have made their Damage Roll"),
        ),
        last_step="avatars.ENGAGED",
        pushes=("roll",),
    ),
    Frame(
        "end phase",
        "end_phase.run_end_phase",
        (Column("key", c.KEYS, "Keys whose Signal has been looked at"),),
        last_step="end_phase.CLEANED",
        pushes=("effects", "installing"),
    ),
)
