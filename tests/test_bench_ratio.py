"""The arithmetic of `scripts/bench-ratio`."""

from __future__ import annotations

import pytest

from tests.bench_ratio import Document, Ratio, as_table, ratios, too_slow


def document(**medians: float) -> Document:
    """A benchmark whose lines are rates, or times where their name says so."""
    units = {name: "s" if name.startswith("time") else "decisions/s" for name in medians}
    return {"lines": [{"name": name, "unit": units[name], "median": value} for name, value in medians.items()]}


def test_the_ratio_of_a_line_is_the_median_over_pairs() -> None:
    pairs = [(document(batch=100.0), document(batch=after)) for after in (90.0, 120.0, 95.0)]
    assert ratios(pairs) == [Ratio("batch", "decisions/s", 0.95, 0.9, 1.2)]


def test_each_run_is_compared_with_the_one_beside_it() -> None:
    pairs = [(document(batch=100.0), document(batch=100.0)), (document(batch=50.0), document(batch=50.0))]
    assert ratios(pairs)[0].lowest == ratios(pairs)[0].highest == 1.0


def test_less_time_is_faster() -> None:
    (found,) = ratios([(document(time=2.0), document(time=1.0))])
    assert found.median == 2.0


def test_lines_that_one_of_them_lacks_are_left_out() -> None:
    found = ratios([(document(batch=1.0, old=1.0), document(batch=1.0, new=1.0))])
    assert [ratio.name for ratio in found] == ["batch"]


@pytest.mark.parametrize(("after", "fails"), [(96.0, True), (97.0, False), (110.0, False)])
def test_a_slower_rate_fails(after: float, fails: bool) -> None:
    found = ratios([(document(batch=100.0), document(batch=after))])
    assert bool(too_slow(found, 0.97)) == fails


def test_a_longer_time_does_not_fail() -> None:
    assert too_slow(ratios([(document(time=1.0), document(time=3.0))]), 0.97) == []


def test_the_table_has_a_row_for_each_line() -> None:
    lines = as_table([Ratio("batch", "decisions/s", 0.95, 0.9, 1.25)]).splitlines()
    assert lines[2:] == ["| batch | 0.950 | 0.900 | 1.250 |"]
