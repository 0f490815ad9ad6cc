"""The motives by which players judge a position, and the traits of a style."""

from __future__ import annotations

from typing import Final

# What a position is worth to each motive is measured in outlook.py; a style weighs them.
MOTIVES: Final = (
    ("keys", "Keys on the Main Rift, and those taken, more the nearer they are to it"),
    ("signals", "Signals turned up, and how much of them is done"),
    ("map", "where Keys and the Main Rift are, systems revealed"),
    ("errands", "how near ships are to something to do"),
    ("health", "ships in play and their Health"),
    ("gear", "Mods, modules and Energy"),
    ("scraps", "Scraps"),
    ("damage", "being without Damaged cards"),
    ("safety", "being away from Avatars and from fights that are lost"),
    ("hunt", "Avatars beaten, Enemies worn down"),
    ("together", "ships in Fleets, most of all where an Avatar or a strong Enemy is"),
    ("calm", "pacified systems"),
    ("time", "spaces the Corruption marker has still to go"),
    ("initiative", "Actions that can still be taken this turn"),
    ("distance", "being out of the reach of Avatars"),
)
KEYS, SIGNALS, MAP, ERRANDS, HEALTH, GEAR, SCRAPS, DAMAGE, SAFETY, HUNT, TOGETHER, CALM = range(12)
TIME, INITIATIVE, DISTANCE = range(12, len(MOTIVES))

TRAITS: Final = (
    ("worlds", "possible worlds in which each choice is tried"),
    ("depth", "decisions played on in each, at most"),
    ("horizon", "how far: 0 to the next decision, 1 to the end of the Fleet's turn, 2 to the end of the game turn"),
    ("caution", "Health at which ships look for Repairs, hide and leave fights"),
)
WORLDS, DEPTH, HORIZON, CAUTION = range(len(TRAITS))

END_WORTH: Final = 400.0  # of a game that is won; lost: as much below nothing
