"""OpenSpiel: every Gymnasium id of every registered game as a game that `pyspiel.load_game` finds.

Importing this module registers them. "Exodus/EventHorizon-v0" is `exodus_event_horizon`:

    game = pyspiel.load_game("exodus_event_horizon(players=2,settings=turns:3&modules:[%22M4%22])")

`settings` are those of the game as name:value, joined by &, with values as JSON has them and %2C for a comma.

A game begins with a chance node: one of `deals` equally likely deals, each with all the dice to come, so that a history
says all of a game; `seed` chooses other deals. Players see nothing of that. `clone` goes on with the same dice;
`resampled` and `resample_from_infostate` deal everything that a player cannot know once more, for searches that must
not see it. The tensor is what a player sees now, for information states as for observations; the string of an
information state also covers what the player saw and did before.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any, Final

import numpy as np
import pyspiel

from exodus_env.gym_envs import environments
from exodus_env.kit.aec import GameEnv
from exodus_env.kit.arena import hashed
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.registry import find
from exodus_env.players import arguments_of

MOST_PLAYERS: Final = 6
DEALS: Final = 1000


def name_of(id: str) -> str:
    """The name of a Gymnasium id here: Exodus/EventHorizon-v0 is exodus_event_horizon."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|/", "_", id.rpartition("-v")[0]).lower()


def rules_for(id: str, players: int, settings: str) -> Definition:
    """The rules of an id with the parameters of a game here."""
    fixed = environments()[id]
    entry = find(fixed["game"])
    given = {name: value for name, value in fixed.items() if name != "game"}
    if players > 0:
        given["players"] = players
    if settings:
        written = "&".join(part.replace(":", "=", 1) for part in settings.split("&"))  # OpenSpiel keeps "=" for itself
        given |= arguments_of(f"?{written}")[1]
    return entry.definition({**entry.configuration_class().implied_by(given), **given})


def game_type(id: str, rules: Definition | None = None) -> pyspiel.GameType:
    """What OpenSpiel asks about a game; without rules, what holds for any configuration of the id."""
    kind = pyspiel.GameType
    team = rules is not None and rules.team
    return kind(
        short_name=name_of(id),
        long_name=f"{find(environments()[id]['game']).title} ({id})",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.IDENTICAL if team else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL if rules is not None and not rules.shaped else kind.RewardModel.REWARDS,
        max_num_players=MOST_PLAYERS,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 0, "settings": "", "seed": 0, "deals": DEALS},
    )


class ExodusState(pyspiel.State):  # type: ignore[misc]
    """A game under way. Everything it needs is in `env`, so it can be copied and pickled."""

    def __init__(self, game: ExodusGame) -> None:
        super().__init__(game)
        self.env = GameEnv(game.rules)
        self.seed, self.deals = game.seed, game.deals
        self.dealt = False
        self.earned = [0.0] * game.num_players()
        self.paid = [0.0] * game.num_players()
        self.past = [b""] * game.num_players()  # a hash of what each player saw and did

    # ---- what OpenSpiel asks -----------------------------------------------------------------------------------------

    def current_player(self) -> int:
        """Whose turn it is."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        if not self.env.agents or self._over():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.env.possible_agents.index(self.env.agent_selection)

    def _legal_actions(self, player: int) -> list[int]:
        legal: list[int] = np.flatnonzero(self.mask()).tolist() if player == self.current_player() else []
        return legal

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """The mask as a list."""
        if player is not None and player != self.current_player():
            return [0] * self.env.rules.actions.size
        mask: list[int] = self.mask().tolist()
        return mask

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal is as likely."""
        return [(deal, 1.0 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self.env.reset(seed=hashed(self.seed, action))
            self.dealt = True
            return
        player = self.current_player()
        seen = self.env.observe(self.env.agent_selection)["observation"]
        self.past[player] = hashlib.sha256(self.past[player] + seen.tobytes() + b"%d" % action).digest()
        self.env.step(action)
        self.paid = [float(self.env.rewards[name]) for name in self.env.possible_agents]
        self.earned = [before + paid for before, paid in zip(self.earned, self.paid, strict=True)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.env.rules.actions.action_to_string(int(action), int(player))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.dealt and self._over()

    def returns(self) -> list[float]:
        """All that each player has earned."""
        return list(self.earned)

    def rewards(self) -> list[float]:
        """What the last action paid each player."""
        return list(self.paid)

    def __str__(self) -> str:
        """The deal, and what was decided since."""
        return f"deal and actions: {' '.join(map(str, self.history()))}"

    # ---- beyond it ---------------------------------------------------------------------------------------------------

    def mask(self) -> Array:
        """(A,) int8: what the player to move may do."""
        mask: Array = self.env.observe(self.env.agent_selection)["action_mask"]
        return mask

    def seen(self, player: int) -> Array:
        """(D,) float32: what a player sees; zeros before the deal."""
        if not self.dealt:
            return np.zeros(self.env.rules.observations.size, dtype=np.float32)
        row: Array = self.env.observe(self.env.possible_agents[player])["observation"]
        return row

    def resampled(self, player: int, seed: int) -> ExodusState:
        """A state the player holds possible: all that it cannot know is dealt once more, and other dice come."""
        other: ExodusState = self.clone()
        other.env = self.env.sample_world(player, seed)
        return other

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> ExodusState:
        """The same, as OpenSpiel asks for it: `ISMCTSBot` does."""
        return self.resampled(player_id, int(probability_sampler() * 2**53))

    def _over(self) -> bool:
        env = self.env
        return any(env.terminations.values()) or any(env.truncations.values())


class Observer:
    """What players see, as tensors and strings."""

    def __init__(self, rules: Definition, kind: Any) -> None:
        self.tensor = np.zeros(rules.observations.size, dtype=np.float32)
        self.dict = {"observation": self.tensor}
        self._recalls = bool(kind is None or kind.perfect_recall)

    def set_from(self, state: ExodusState, player: int) -> None:
        """Fill the tensor."""
        self.tensor[:] = state.seen(player)

    def string_from(self, state: ExodusState, player: int) -> str:
        """What a player knows, as a hash: equal where it is the same."""
        past = state.past[player] if self._recalls else b""
        now = state.seen(player).tobytes() + (b"mine" if state.current_player() == player else b"")
        return hashlib.sha256(past + now).hexdigest()


class ExodusGame(pyspiel.Game):  # type: ignore[misc]
    """A game of an id, with its parameters."""

    id: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        settings = str(given.get("settings", ""))
        self.rules = rules = rules_for(self.id, int(given.get("players", 0)), settings)
        if rules.config.encoding != "flat":
            raise ValueError(f"encoding {rules.config.encoding!r} has no tensor; use 'flat'")
        self.seed, self.deals = int(given.get("seed", 0)), int(given.get("deals", DEALS))
        if self.deals < 1:
            raise ValueError(f"deals must be at least 1, not {self.deals}")
        most = 1.0 + float(getattr(rules.config, "shaping", 0.0))
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.actions.size,
            max_chance_outcomes=self.deals,
            num_players=rules.config.players,
            min_utility=-most,
            max_utility=most,
            max_game_length=rules.most_decisions,
        )
        super().__init__(game_type(self.id, rules), info, given)

    def new_initial_state(self) -> ExodusState:
        """A game before its deal."""
        return ExodusState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What players see."""
        if params:
            raise ValueError(f"an observation has no parameters, not {params!r}")
        return Observer(self.rules, iig_obs_type)

    def information_state_tensor_shape(self) -> list[int]:
        """One axis."""
        return [self.rules.observations.size]

    def observation_tensor_shape(self) -> list[int]:
        """One axis."""
        return [self.rules.observations.size]


def register() -> list[str]:
    """Make all ids known to OpenSpiel; returns their names. Call it again after registering a game of your own."""
    names = []
    known = set(pyspiel.registered_names())
    for id in environments():
        name = name_of(id)
        names.append(name)
        if name not in known:
            pyspiel.register_game(game_type(id), type(f"Game_{name}", (ExodusGame,), {"id": id}))
    return names


register()
