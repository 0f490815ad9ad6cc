"""How much work the tests do, and in which ways of running the rules: compiled, with bounds checks, uncompiled.

`scripts/test` runs every test once compiled, except those marked `slow`. Tests marked `bounds` run with bounds checks,
those marked `uncompiled` as plain Python: games of every kind, and tests of rules that reach the kernels those games
do not (tests/reach.py). With `scripts/test --all` (EXODUS_TEST_ALL=1) everything runs in every way.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from typing import Any

import pytest

ALL = os.environ.get("EXODUS_TEST_ALL", "0") == "1"
EVERY_MODE = [pytest.mark.bounds, pytest.mark.uncompiled]


def some_uncompiled(values: Iterable[Any], chosen: Container[int]) -> list[Any]:
    """Values to parametrize a test with; it runs uncompiled as well with those at the chosen places."""
    return [
        pytest.param(value, marks=pytest.mark.uncompiled) if place in chosen else value
        for place, value in enumerate(values)
    ]
