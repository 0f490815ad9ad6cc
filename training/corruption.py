"""Train a policy for X-ODUS: one policy for all captains, who win or lose together.

python -m training.corruption --config small
python training/corruption.py --config standard --seed 3 --out runs/mine
python -m training.corruption --out runs/mine --resume
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))  # so that it runs as a file, too

from training.train import Script, main

SCRIPT: Final = Script("corruption", "X-ODUS: Rise of the Corruption", "corruption", presets=("small", "standard"))

if __name__ == "__main__":
    main(script=SCRIPT)
