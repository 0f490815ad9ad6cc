"""Kinds of event by number, written by scripts/generate from view/sentences.py."""

from typing import Final

# Events
E_TURN: Final = 0
E_MAT: Final = 1
E_BEGINS: Final = 2
E_JOINED: Final = 3
E_REVEALED: Final = 4
E_MOVED: Final = 5
E_STRAINED: Final = 6
E_SCAVENGED: Final = 7
E_PACIFIED: Final = 8
E_ROLLED: Final = 9
E_SUCCEEDED: Final = 10
E_FAILED: Final = 11
E_HURT: Final = 12
E_HEALED: Final = 13
E_DEFEATED: Final = 14
E_SCRAPS: Final = 15
E_GAVE_SCRAP: Final = 16
E_GAVE_MODULE: Final = 17
E_GAVE_KEY: Final = 18
E_DAMAGED: Final = 19
E_MENDED: Final = 20
E_UNLOCKED: Final = 21
E_MOD: Final = 22
E_MODULE: Final = 23
E_LOST_MODULE: Final = 24
E_LOST_MOD: Final = 25
E_SALVAGED: Final = 26
E_BOUGHT: Final = 27
E_BOUGHT_ENERGY: Final = 28
E_USED: Final = 29
E_SERVED: Final = 30
E_ALLY: Final = 31
E_EXPLORATION: Final = 32
E_OPTION: Final = 33
E_SIGNAL: Final = 34
E_MARKERS: Final = 35
E_KEY: Final = 36
E_ACTIVATED: Final = 37
E_FOE: Final = 38
E_ENGAGED: Final = 39
E_MANOEUVRE: Final = 40
E_WOUNDED: Final = 41
E_ABILITY: Final = 42
E_BEATEN: Final = 43
E_DISENGAGED: Final = 44
E_HID: Final = 45
E_CORRUPTION: Final = 46
E_AVATAR_MOVED: Final = 47
E_ENEMIES_JOIN: Final = 48
E_RUSH: Final = 49
E_WON: Final = 50
E_LOST: Final = 51
E_WORMHOLE: Final = 52
E_RIFT_OPENED: Final = 53
E_RIFT_CLOSED: Final = 54
E_SLOWED: Final = 55
E_HASTENED: Final = 56
E_HELD: Final = 57
E_PINNED: Final = 58

EVENT_NAMES: Final = (
    "turn",
    "mat",
    "begins",
    "joined",
    "revealed",
    "moved",
    "strained",
    "scavenged",
    "pacified",
    "rolled",
    "succeeded",
    "failed",
    "hurt",
    "healed",
    "defeated",
    "scraps",
    "gave_scrap",
    "gave_module",
    "gave_key",
    "damaged",
    "mended",
    "unlocked",
    "mod",
    "module",
    "lost_module",
    "lost_mod",
    "salvaged",
    "bought",
    "bought_energy",
    "used",
    "served",
    "ally",
    "exploration",
    "option",
    "signal",
    "markers",
    "key",
    "activated",
    "foe",
    "engaged",
    "manoeuvre",
    "wounded",
    "ability",
    "beaten",
    "disengaged",
    "hid",
    "corruption",
    "avatar_moved",
    "enemies_join",
    "rush",
    "won",
    "lost",
    "wormhole",
    "rift_opened",
    "rift_closed",
    "slowed",
    "hastened",
    "held",
    "pinned",
)
