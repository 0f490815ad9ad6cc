"""Train a policy for Event Horizon: self-play against past selves and scripted players.

python -m training.event_horizon --config small
python training/event_horizon.py --config standard --seed 3 --out runs/mine
python -m training.event_horizon --out runs/mine --resume
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))  # so that it also runs as a file

from training.settings import PRESETS
from training.train import Script, main

SCRIPT: Final = Script("event_horizon", "Event Horizon", "exodus", {"scenario": "event_horizon"}, presets=PRESETS)

if __name__ == "__main__":
    main(script=SCRIPT)
