"""Hostile players in the arena, alone and together, in one process and in several."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.arena import lost_game, plan_for
from exodus_env.kit.workers import play_plan
from exodus_env.players import make_player
from tests.hostile_players import AT_FAULT, WITHIN_THE_RULES
from tests.soak.campaign import Broken, Campaign, Case, any_of, seed_of

THEIRS = "tests.hostile_players:"
BUILT_IN = ("random", "greedy")
SECONDS_A_DECISION = 1.0


class Hostile(Campaign):
    """Games between hostile players, odd but honest ones and built-in ones."""

    name = "players"
    promise = "every game is counted once, and only who is at fault loses by a fault"
    seconds = 300.0
    lists = ("names",)

    def make(self, rng: np.random.Generator) -> Case:
        names = [f"{THEIRS}{any_of(rng, AT_FAULT)}" for _ in range(int(rng.integers(1, 3)))]
        names += [f"{THEIRS}{any_of(rng, WITHIN_THE_RULES)}" for _ in range(int(rng.integers(0, 2)))]
        names += [any_of(rng, BUILT_IN) for _ in range(int(rng.integers(0, 2)))]
        team = len(names) == 1 or rng.random() < 0.2
        return {"names": names, "team": bool(team), "workers": int(rng.integers(1, 3)), "seed": seed_of(rng)}

    def run(self, case: Case) -> str:
        os.environ["EXODUS_GUEST_MEMORY"] = "1"
        settings: dict[str, Any] = {"players": len(case["names"]), "turns": 1}
        if case["team"]:
            settings |= {"scenario": "stronghold", "mode": "solo" if len(case["names"]) == 1 else "coop"}
        elif len(case["names"]) == 1:
            return "passed over"
        rules = ruleset(GameConfig.from_dict(settings))
        plan = plan_for(case["names"], 4, case["seed"], limit=SECONDS_A_DECISION)
        run = play_plan(rules, plan, make_player, case["workers"])
        if run.stopped is not None or [one.game for one in run.results] != list(range(plan.games)):
            raise Broken(f"{len(run.results)} of {plan.games} games: {run.stopped}")
        for one in run.results:
            if one.fault is None:
                continue
            if one.fault.name.removeprefix(THEIRS) not in AT_FAULT:
                raise Broken(f"{one.fault.name} is blamed: {one.fault.message}")
            if not one.fault.message.isprintable():
                raise Broken(f"control characters in {one.fault.message!r}")
            if one != lost_game(rules, plan, one.game, one.fault.seat, one.decisions, one.fault.message):
                raise Broken(f"a game lost by a fault is not counted as one: {one}")
        return "with faults" if any(one.fault for one in run.results) else "without faults"
