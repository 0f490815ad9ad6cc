"""One learner in a game of several players: a Gymnasium environment in which the other seats play by themselves.

A step is one decision of the learner; everything until the learner's next decision belongs to it. `action_masks()` is
what sb3-contrib asks for, and the action space samples legal actions. An illegal one loses the game for the learner, or
is refused with `illegal="raise"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from exodus_env.kit.batch import RESET, Batch, IllegalAction
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Player, ask

ILLEGAL: Final = ("lose", "raise")  # what becomes of an illegal action
LOSS: Final = -1.0


class LegalDiscrete(spaces.Discrete):
    """All actions; without a mask of its own `sample` gives one that is legal now."""

    def __init__(self, legal: Array) -> None:
        super().__init__(len(legal))
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action of those allowed by the mask."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class SingleEnv(gymnasium.Env[Any, Any]):
    """A game for one learner at a seat; `opponents` play the others, one for each in the order of the seats."""

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 2}  # noqa: RUF012
    action_space: LegalDiscrete

    def __init__(
        self,
        rules: Definition,
        opponents: Sequence[Player],
        seat: int = 0,
        render_mode: str | None = None,
        illegal: str = "lose",
    ) -> None:
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode must be ansi, human or None, not {render_mode!r}")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.config.players:
            raise ValueError(f"seat must be a whole number from 0 to {rules.config.players - 1}, not {seat!r}")
        if rules.config.encoding != "flat":
            raise ValueError(f"encoding {rules.config.encoding!r} is for PettingZoo; a single learner gets 'flat'")
        self.rules = rules
        self.seat = seat
        self.render_mode = render_mode
        self.illegal = illegal
        self._opponents = _seated(opponents, rules, seat)
        self._batch = Batch(rules, 1)
        low, high = rules.observations.bounds()
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = LegalDiscrete(np.ones(rules.actions.size, dtype=np.int8))
        self._over = True
        self._earned = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """A new game, up to the learner's first decision."""
        super().reset(seed=seed)
        self._batch.seeds[0] = int(self.np_random.integers(2**63))
        self._order(RESET)
        self._over = False
        self._earned = 0.0
        self._let_others_play()
        if self._over:
            raise RuntimeError("the game ended before the learner could act: check the content of the game")
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and all that follows up to the next one."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        chosen = _whole(action)
        if not 0 <= chosen < self.rules.actions.size or self._batch.masks[0, chosen] == 0:
            return self._refuse(chosen)
        self._earned = 0.0
        self._order(chosen)
        self._over = bool(self._batch.dones[0])
        self._let_others_play()
        return self._observation(), self._earned, self._over, False, self._info()

    def action_masks(self) -> Array:
        """True for each action that is legal now, as sb3-contrib asks for it."""
        mask: Array = self._batch.masks[0].astype(bool)
        return mask

    def render(self) -> Any:
        """The game as text, as the learner may see it."""
        text = self.rules.render(self._batch.games[0], self._batch.masks[0], None if self._over else self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _refuse(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """An illegal action is lost, or an error; either way it is said why."""
        problem = self._batch.complaint(0, action)
        if self.illegal == "raise":
            raise IllegalAction(problem)
        self._over = True
        return self._observation(), LOSS, True, False, {**self._info(), "illegal_action": problem}

    def _order(self, action: int) -> None:
        """Carry out an action of anybody; what it brings the learner belongs to the step under way."""
        self._batch.actions[0] = action
        self._batch.play(False)
        self._earned += float(self._batch.rewards[0, self.seat])

    def _let_others_play(self) -> None:
        """The other seats decide until the learner must, or the game is over."""
        batch = self._batch
        while not self._over and batch.actors[0] != self.seat:
            opponent = self._opponents[int(batch.actors[0])]
            self._order(ask(opponent, batch, int(self.np_random.integers(2**63))))
            self._over = bool(batch.dones[0])
        legal = self.action_space.legal
        legal[:] = 1 if self._over else batch.masks[0]

    def _observation(self) -> Array:
        row = np.empty_like(self._batch.observations)
        self.rules.observe_as(self._batch.games, 0, self.rules.tables, self.seat, row)
        view: Array = row[0]
        return view

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.masks[0].copy()}


def _whole(action: Any) -> int:
    """An action as a number."""
    if isinstance(action, bool) or not isinstance(action, int | np.integer | np.ndarray):
        raise TypeError(f"an action is a whole number, not {type(action).__name__}")
    return int(action)


def _seated(opponents: Sequence[Player], rules: Definition, seat: int) -> dict[int, Player]:
    """Who plays each seat but the learner's; all are ready for the game."""
    others = [player for player in range(rules.config.players) if player != seat]
    if len(opponents) != len(others):
        raise ValueError(f"{len(opponents)} opponents are named; the other seats are {len(others)}")
    for opponent in dict.fromkeys(opponents):
        opponent.start(rules)
    return dict(zip(others, opponents, strict=True))
