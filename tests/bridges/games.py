"""What tests of bridges share: the games they play, of which the toy game is registered here, and how examples run."""

import importlib.util
from pathlib import Path
from typing import Any

from exodus_env.gym_envs import environments
from exodus_env.kit.registry import register
from tests.toy.game import BEACON

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"

IDS: dict[str, dict[str, Any]] = {
    "Exodus/EventHorizon-v0": {"players": 2, "turns": 1},
    "Beacon/Night-v0": {"players": 3, "hours": 8},
}

if not any(id.startswith("Beacon/") for id in environments()):
    register(BEACON)


def run_example(name: str, arguments: str) -> None:
    """Run an example as its command line would."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.main(arguments.split())
