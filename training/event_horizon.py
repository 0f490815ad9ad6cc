"""Train a policy for Event Horizon: self-play against past selves and scripted players.

python -m training.event_horizon --config small
python training/event_horizon.py --config standard --seed 3 --out runs/mine
python -m training.event_horizon --out runs/mine --resume
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))  # so that it runs as a file, too

from training.run import main

if __name__ == "__main__":
    main("event_horizon")
