"""Motives, traits and looks by number, written by scripts/generate from players/terms.py."""

from typing import Final

# Motives
POINTS: Final = 0
PLANETS: Final = 1
HOLD: Final = 2
INCOME: Final = 3
CREDIT: Final = 4
AXINIUM: Final = 5
PHASIUM: Final = 6
BALANCE: Final = 7
FLEET: Final = 8
FIREPOWER: Final = 9
ARMOUR: Final = 10
SPEED: Final = 11
ARSENAL: Final = 12
REPAIRS: Final = 13
PRESENCE: Final = 14
TROPHIES: Final = 15
HUNT: Final = 16
COLONISE: Final = 17
ESCORT: Final = 18
SAFETY: Final = 19
SUPERIORITY: Final = 20
OFFICE: Final = 21
MILITARY_SCIENCE: Final = 22
CIVILIAN_SCIENCE: Final = 23
TRANSPORT_SCIENCE: Final = 24
POPULATION: Final = 25
ROCKETS: Final = 26
RIVALS: Final = 27
STEALTH: Final = 28
COOL: Final = 29
STRUCTURES: Final = 30
PRIVILEGE: Final = 31
SQUADRONS: Final = 32
STRONGHOLD: Final = 33
MUSTER: Final = 34
READINESS: Final = 35
HAND: Final = 36
WORKS: Final = 37
LEGACY: Final = 38
MISSION: Final = 39

# Traits
RIVALRY: Final = 0
VOTE_BOLDNESS: Final = 1
ELECTION_BOLDNESS: Final = 2
FURY: Final = 3
TROUBLE: Final = 4

# Looks
LOOK_NOW: Final = 0
LOOK_AHEAD: Final = 1
LOOK_STEP: Final = 2
LOOK_CARD: Final = 3
LOOK_VOTE: Final = 4
LOOK_BONUS: Final = 5
LOOK_BID: Final = 6
LOOK_HIT: Final = 7
LOOK_FIRE: Final = 8
LOOK_JOIN: Final = 9
LOOK_FIGHT: Final = 10
LOOK_DEFLECT: Final = 11
LOOK_DISCARD: Final = 12
LOOK_OFFICE: Final = 13
LOOK_PLAN: Final = 14
