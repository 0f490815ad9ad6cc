"""Train a policy for the Stronghold: one policy for all seats, who win or lose together, or for one alone.

python -m training.stronghold --config small
python training/stronghold.py --config beginner --seed 3
python -m training.stronghold --config standard --start runs/stronghold_beginner/best --imitate '' --out runs/mine
python -m training.stronghold --out runs/mine --resume
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))  # so that it runs as a file, too

from training.train import Script, main

PRESETS: Final = ("small", "beginner", "standard", "long")
SCRIPT: Final = Script("stronghold", "the Centaurian Stronghold", "exodus", {"scenario": "stronghold"}, presets=PRESETS)

if __name__ == "__main__":
    main(script=SCRIPT)
