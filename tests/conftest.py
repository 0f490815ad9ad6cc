"""Shared by all tests."""

import numpy as np
import pytest

from exodus_env.kit.kernel import COMPILED
from tests import reach
from tests.effort import ALL

if not COMPILED:
    # Small integers wrap silently in compiled code; uncompiled runs turn every overflow into an error, so that equal
    # results of both prove there was none.
    np.seterr(over="raise")

if reach.WATCHED:
    reach.watch()


def pytest_configure(config: pytest.Config) -> None:
    """Watch which kernels are called, where that is asked for."""
    if reach.WATCHED:
        config.pluginmanager.register(reach.Reach())


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow tests, unless everything is to run or `-m` says what is."""
    if ALL or config.option.markexpr:
        return
    slow = [item for item in items if "slow" in item.keywords]
    config.hook.pytest_deselected(items=slow)
    items[:] = [item for item in items if "slow" not in item.keywords]
