"""The phases of a turn by number, as `g.phase` has them; 0 is setup [290-294]."""

from typing import Final

IN_ACTION_PHASE: Final = 1
IN_CORRUPTION_PHASE: Final = 2
IN_END_PHASE: Final = 3
