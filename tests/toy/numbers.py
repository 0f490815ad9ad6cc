"""Families, frames, columns and decisions by number. Generated; do not edit."""

from typing import Final

# Families
SILENT: Final = 0
LIGHT: Final = 1
CHANGE: Final = 2
CALL: Final = 3

# Decisions
D_NONE: Final = 0
D_TURN: Final = 1
D_ANSWER: Final = 2

# Frames
NIGHT: Final = 0
CALLED: Final = 1

# Columns
CALLED_KEEPER: Final = 2
