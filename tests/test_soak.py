"""The soak itself: it notices what dies, hangs and raises, and finds the smallest case that does."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.soak import driver
from tests.soak.__main__ import CAMPAIGNS, main
from tests.soak.driver import Soak, Worker
from tests.soak.sample import Numbers


@pytest.mark.parametrize(
    ("number", "words"), [(7, "died with status 3"), (8, "hangs"), (9, "RuntimeError: nine"), (1, "")]
)
def test_what_dies_hangs_or_raises_is_noticed_and_shrunk(
    number: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "STARTING_SECONDS", 10.0)
    worker = Worker([Numbers()])
    try:
        steps = [("numbers", {"numbers": [1, 2]}), ("numbers", {"numbers": [1, 2, number, 4, 5]})]
        how, said = worker.run_steps(steps)
        assert how == ("broken" if words else "fine")
        if not words:
            return
        assert words in said
        if number != 8:  # hanging takes its time
            assert driver.shrunk(worker, steps, said)[0] == [("numbers", {"numbers": [number]})]
    finally:
        worker.stop(again=False)


def test_a_case_is_a_function_of_seed_and_number_and_every_try_is_counted(tmp_path: Path) -> None:
    soak = Soak([Numbers()], 1, tmp_path, 1)
    try:
        assert soak.case(soak.campaigns[0], 5) == soak.case(soak.campaigns[0], 5)
        assert soak.case(soak.campaigns[0], 5) != soak.case(soak.campaigns[0], 6)
        soak.run(4.0)
    finally:
        soak.close()
    tally = soak.tallies["numbers"]
    assert tally.tries == sum(tally.outcomes.values()) > 0
    assert tally.outcomes["BROKEN"] == len(tally.broken) == len(list(tmp_path.glob("*.json")))
    assert f"| {tally.tries:,} |" in soak.table()


def test_every_campaign_makes_cases_that_can_be_written_down() -> None:
    for campaign in CAMPAIGNS:
        case = campaign.make(np.random.default_rng(3))
        assert json.loads(json.dumps(case)) == case
        assert all(isinstance(smaller, dict) for smaller in campaign.smaller(case))


def test_unknown_campaigns_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "nothing"])
    assert "no such campaign" in capsys.readouterr().err
