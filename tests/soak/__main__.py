"""`scripts/soak`: attack the project for some time, print a table of tries and outcomes, fail on anything broken."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.soak.campaign import Campaign
from tests.soak.driver import Soak, Worker, cores
from tests.soak.files import Contents, Policies, Results, Saves
from tests.soak.games import Lattice, SameGame
from tests.soak.positions import Edited

CAMPAIGNS: tuple[Campaign, ...] = (Lattice(), SameGame(), Edited(), Saves(), Contents(), Results(), Policies())

EXAMPLES = """examples:
  scripts/soak                                    ten minutes of everything
  scripts/soak --minutes 60 --seed 2              an hour, other cases
  scripts/soak --only saves,positions             some campaigns
  scripts/soak --replay runs/soak/saves-1-7.json  a reproduction again
"""


def options() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/soak", description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = ", ".join(campaign.name.replace(" ", "_") for campaign in CAMPAIGNS)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--seed", type=int, default=1, help="which cases (default: 1); the same seed, the same cases")
    parser.add_argument("--only", metavar="NAME,...", help=f"some campaigns of: {names}")
    parser.add_argument("--workers", type=int, default=cores(), help="processes (default: one for each core)")
    parser.add_argument("--out", type=Path, default=Path("runs/soak"), help="folder for reproductions and the table")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="run a reproduction again, nothing else")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Attack; 1 where anything is broken."""
    parser = options()
    given = parser.parse_args(arguments)
    if given.replay is not None:
        return replay(given.replay)
    if given.minutes <= 0 or given.workers < 1:
        parser.error("--minutes and --workers must be more than 0")
    wanted = given.only.split(",") if given.only else [campaign.name.replace(" ", "_") for campaign in CAMPAIGNS]
    chosen = [campaign for campaign in CAMPAIGNS if campaign.name.replace(" ", "_") in wanted]
    if len(chosen) != len(wanted):
        parser.error(f"--only {given.only}: there is no such campaign")
    given.out.mkdir(parents=True, exist_ok=True)
    print(f"{len(chosen)} campaigns, {given.minutes:g} minutes, seed {given.seed}", file=sys.stderr, flush=True)
    soak = Soak(chosen, given.seed, given.out, given.workers)
    try:
        soak.run(60 * given.minutes)
    except KeyboardInterrupt:
        print("interrupted; this is what was tried:", file=sys.stderr)
    finally:
        soak.close()
    (given.out / "table.md").write_text(soak.table() + "\n", "utf-8")
    print(soak.table())
    for path in soak.broken:
        print(f"broken: {path}")
    return 1 if soak.broken else 0


def replay(path: Path) -> int:
    """Run one reproduction."""
    document = json.loads(path.read_text("utf-8"))
    worker = Worker(CAMPAIGNS)
    try:
        how, words = worker.run_steps(document["steps"])
    finally:
        worker.stop(again=False)
    print(words)
    return 1 if how == "broken" else 0


if __name__ == "__main__":
    sys.exit(main())
