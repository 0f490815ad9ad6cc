"""Golden playthroughs: whole games as text. A change of the rules shows as a change of these files."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from exodus_env.corruption.config import CorruptionConfig
from exodus_env.corruption.rules.choices import DECISIONS as X_ODUS_DECISIONS
from exodus_env.corruption.ruleset import corruption
from exodus_env.exodus.config import GameConfig
from exodus_env.exodus.rules.assets import SCORE_NAMES
from exodus_env.exodus.rules.choices import DECISIONS
from exodus_env.exodus.ruleset import ruleset
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.definition import Definition
from exodus_env.kit.layout import ActionLayout

NARRATION = ("log", "log_count")
FOLDER = Path(__file__).parent

EXODUS_GAMES: dict[str, dict[str, Any]] = {
    "two_players": {"players": 2},
    "three_players_simultaneous": {"players": 3, "movement": "simultaneous"},
    "four_players": {"players": 4},
    "four_players_blocking": {"players": 4, "ship_blocking": True, "turns": 3},
    "five_players_reverse_turn_order": {"players": 5, "movement": "reverse_turn_order", "turns": 3},
    "six_players_large": {"players": 6, "map": "large", "turns": 2},
    "four_players_minimal_dice": {"players": 4, "map": "minimal", "dice_variant": True, "turns": 3},
    "long": {"players": 3, "variant": "long"},
    "combat": {"players": 4, "variant": "combat"},
    "short": {"players": 4, "variant": "short", "turns": 3},
    "m1_bonus_actions": {"players": 3, "modules": ["M1"], "bonus_draw": True, "turns": 4},
    "m2_resistance_fleets": {"players": 3, "modules": ["M2"], "turns": 4},
    "m3_outposts": {"players": 3, "modules": ["M3"], "turns": 4},
    "m4_exploration": {"players": 3, "modules": ["M4"], "turns": 4},
    "m5_new_planets": {"players": 3, "modules": ["M5"], "turns": 4},
    "m6_proxima_centauri": {"players": 3, "modules": ["M6"], "turns": 4},
    "m7_jump_gates": {"players": 3, "modules": ["M7"], "turns": 4},
    "m8_satellites": {"players": 3, "modules": ["M8"], "turns": 4},
    "m9_barriers": {"players": 3, "modules": ["M9"], "turns": 4},
    "m9_barriers_random": {"players": 4, "modules": ["M9"], "random_barriers": True, "turns": 2},
    "m10_leaders": {"players": 3, "modules": ["M10"], "turns": 4},
    "m10_leaders_free": {"players": 4, "modules": ["M10"], "free_leaders": True, "turns": 2},
    "all_modules": {"players": 4, "modules": [f"M{n}" for n in range(1, 11)]},
    "all_modules_simultaneous": {
        "players": 3,
        "modules": [f"M{n}" for n in range(1, 11)],
        "movement": "simultaneous",
        "turns": 4,
    },
    "stronghold_coop": {"players": 3, "scenario": "stronghold"},
    "stronghold_semi_coop": {"players": 3, "scenario": "stronghold", "mode": "semi_coop", "difficulty": "easy"},
    "stronghold_solo": {"players": 1, "scenario": "stronghold", "mode": "solo", "difficulty": "beginner"},
    "stronghold_all_modules": {
        "players": 4,
        "scenario": "stronghold",
        "modules": ["M1", "M2", "M3", "M4", "M5", "M7", "M8", "M9", "M10"],
    },
    "event_horizon": {"players": 4, "scenario": "event_horizon"},
    "edge_of_extinction": {"players": 4, "edge_of_extinction": True},
    "edge_of_extinction_extended_chosen": {
        "players": 3,
        "edge_of_extinction": True,
        "length": "extended",
        "factions": "chosen",
        "movement": "simultaneous",
    },
    "edge_of_extinction_six_blocking": {
        "players": 6,
        "edge_of_extinction": True,
        "ship_blocking": True,
        "turns": 2,
        "factions": ["sirius", "arctic", "han_xia", "titan", "solaris", "blackwater"],
    },
    "edge_of_extinction_all_modules": {
        "players": 3,
        "edge_of_extinction": True,
        "modules": [f"M{n}" for n in range(1, 11)],
    },
    "edge_of_extinction_stronghold": {"players": 2, "edge_of_extinction": True, "scenario": "stronghold"},
    "secure_the_borders": {"players": 1, "scenario": "secure_the_borders"},
    "edge_of_the_void": {"players": 1, "scenario": "edge_of_the_void", "factions": ["solaris"]},
    "event_horizon_all_modules": {
        "players": 3,
        "scenario": "event_horizon",
        "modules": [f"M{n}" for n in range(1, 11)],
    },
}


X_ODUS_GAMES: dict[str, dict[str, Any]] = {
    "x_odus": {"players": 4},
    "x_odus_hardened_three_ships": {"players": 3, "difficulty": "hardened", "order": "volunteer", "mats": "dealt"},
    "x_odus_heroic_alone": {"players": 1, "difficulty": "heroic", "nightmare": True, "hidden_from_avatars": True},
    "x_odus_two_captains": {
        "players": 2,
        "mats": ["drone_specialist", "pirate_ship", "battlecruiser", "explorer"],
    },
}
GAMES = EXODUS_GAMES | X_ODUS_GAMES


def rules_of(name: str) -> Definition:
    """The game of a recording."""
    if name in X_ODUS_GAMES:
        return corruption(CorruptionConfig(**GAMES[name]))
    return ruleset(GameConfig(**GAMES[name]))


def playthrough(name: str, seed: int = 7) -> str:
    """A game by random legal players, one line a decision: who, what, which choice of how many, state after it."""
    env = GameEnv(rules_of(name))
    env.reset(seed=seed)
    lines = [f"# {name}: {GAMES[name]}, seed {seed}"]
    turn = step = 0
    while not any(env.terminations.values()):
        game = env.game[0]
        if game.turn != turn:
            turn = int(game.turn)
            lines.append(f"## turn {turn}")
        action, legal = choice(env, step)
        decisions = X_ODUS_DECISIONS if name in X_ODUS_GAMES else DECISIONS
        head = f"player {game.actor} {decisions[game.decision][0]}: {chosen(env.rules.actions, action)}"
        env.step(action)
        step += 1
        lines.append(f"{head} ({legal}) {digest(env.game[0])}")
    end = outcome(env) if name in X_ODUS_GAMES else score(env.game[0], env.config.players)
    return "\n".join([*lines, *end, ""])


def chosen(layout: ActionLayout, action: int) -> str:
    """An action by its family and the values of its factors; words would change with every sentence mended."""
    family = layout.family(action)
    return " ".join([family.name, *map(str, layout.decode[action, 1 : 1 + len(family.factors)])])


def digest(game: Any) -> str:
    """A hash of the values of all fields, whatever their names and order. Empty fields do not count.

    So a field that is renamed, moved or added without a value leaves it as it is.
    """
    values = [np.asarray(game[name]) for name in game.dtype.names if name not in NARRATION]
    told = sorted(value.tobytes() for value in values if value.any() and not (value == -1).all())
    return hashlib.sha256(b"".join(told)).hexdigest()[:8]


def choice(env: Any, step: int) -> tuple[int, int]:
    """A random legal action, and of how many, by the project's own generator: the same on every machine."""
    mask = env.last()[0]["action_mask"].reshape(1, -1)
    actions = np.zeros(1, dtype=np.int64)
    env.rules.sample_actions(mask, step, actions)
    return int(actions[0]), int(mask.sum())


def score(game: Any, players: int) -> list[str]:
    """The final score, a line a player."""
    lines = ["## score"]
    for player in range(players):
        parts = " ".join(str(int(x)) for x in game.score[player, : len(SCORE_NAMES)])
        lines.append(f"player {player}: {parts} = {int(game.score[player].sum())}, rank {game.rank[player]}")
    return lines


def outcome(env: GameEnv) -> list[str]:
    """How a game of X-ODUS ended."""
    result = env.rules.result(env.game[0])
    return ["## outcome", f"{'won' if result.won else 'lost'} in turn {result.turn}, {result.score[0]} Keys activated"]
