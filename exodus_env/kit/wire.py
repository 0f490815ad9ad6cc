"""What goes through the pipe between a host and the process of a guest.

A frame is a kind, the number of a question, a length, and that many bytes. The host sends a question and waits for its
answer; the guest answers with whole numbers, or a text that says what went wrong. Nothing is ever unpickled, on either
side. What the host reads is checked by kit/guests.py: it may come from anybody.
"""

from __future__ import annotations

import struct
from typing import Final

HEADER: Final = struct.Struct("<BQI")
SIZES: Final = struct.Struct("<IIII")  # of a question: games, numbers of an observation, actions, bytes of a world

# From the host
MEET: Final = 1  # make the player and say who it is; JSON
START: Final = 2  # get ready for a configuration; JSON
TOGETHER: Final = 3  # decide in some games at once; sizes and arrays
EACH: Final = 4  # the same, one game after the other

# From the guest
DONE: Final = 5  # the answer: an int64 for each game, or JSON about the player
PROBLEM: Final = 6  # there is none; a text
LOADING: Final = 7  # the rules are being loaded, which is not the player's time
LOADED: Final = 8
BUSY: Final = 9  # one game after the other: those before are decided, the next one begins
BEAT: Final = 0.05  # seconds after which that is said

LONGEST_TOLD: Final = 1000  # characters of a text
