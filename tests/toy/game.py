"""Beacon as the registry knows it."""

from exodus_env.kit.registry import GameEntry

BEACON = GameEntry(
    name="beacon",
    title="Beacon",
    config="tests.toy.config:BeaconConfig",
    rules="tests.toy.ruleset:beacon",
    environments=("beacon_v0",),
    gymnasium={"Beacon/Night-v0": {}},
)
