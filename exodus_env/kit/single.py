"""One learner in a game of several players: a Gymnasium environment in which the other seats play by themselves.

A step is one decision of the learner; everything until the learner's next decision belongs to it. `action_masks()` is
what sb3-contrib asks for, and the action space samples legal actions. An illegal one loses the game for the learner, or
is refused with `illegal="raise"`, or replaced by a random legal one with `illegal="random"`, for learners without
masks.

When a game is over the mask allows only `pass`, so that a masked policy that is asked once more before the next reset
gets a distribution without NaN, and `info` carries the result, with the same keys however the game ended:

- won, is_success: whether the learner has won, alone, tied or with the team (the second name is what SB3 logs by)
- rank, score: the learner's final rank, where 1 is the best, and score
- ranks, scores: the same for every seat
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from exodus_env.kit import saves
from exodus_env.kit.batch import LOOK, RESET, Batch, IllegalAction, checked_seed, copy_array, cut_off, whole_number
from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.drawing import RENDER_MODES, draw, notebook, pixels
from exodus_env.kit.players import Player, ask
from exodus_env.kit.replay import NOT_FROM_START, RecordedBatch, Replay, ReplayError
from exodus_env.kit.spaces import flat_space, idle_mask

ILLEGAL: Final = ("lose", "raise", "random")  # what an illegal action does
LOSS: Final = -1.0
LEARNER: Final = "learner"  # its name in replays

Opponents = Sequence[Player] | Callable[[], Sequence[Player]]


class Unsupported(TypeError, ValueError):
    """A keyword argument that is not known here, or a mode that is not offered.

    Libraries try keywords (`render_mode="rgb_array"`, `frameskip=1`) and leave them out after a TypeError.
    """


class LegalDiscrete(spaces.Discrete):
    """All actions; without a mask of its own `sample` gives one that is legal now."""

    def __init__(self, legal: Array) -> None:
        super().__init__(len(legal))
        self.legal = legal

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action among those that the mask allows."""
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask=mask, probability=probability)


class SingleEnv(gymnasium.Env[Any, Any]):
    """A game for one learner at a seat; `opponents` play the others, one for each in the order of the seats.

    A function in the place of `opponents` makes them. It is what is pickled then, instead of the players it made. With
    `record` the game is recorded, and `replay` gives what was played so far.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012
    action_space: LegalDiscrete

    def __init__(
        self,
        rules: Definition,
        opponents: Opponents,
        seat: int = 0,
        render_mode: str | None = None,
        illegal: str = "lose",
        record: bool = False,
    ) -> None:
        check_single(rules, render_mode, self.metadata["render_modes"], illegal)
        self.rules = rules
        self.seat = checked_seat(seat, rules)
        self.render_mode = render_mode
        self.illegal = illegal
        self._given = opponents if callable(opponents) else tuple(opponents)
        self._opponents = seated(opponents() if callable(opponents) else opponents, rules, seat)
        self._batch = RecordedBatch(rules, 1) if record else Batch(rules, 1)
        self._idle = idle_mask(rules)
        self.observation_space = flat_space(rules)
        self.action_space = LegalDiscrete(np.ones(rules.actions.size, dtype=np.int8))
        self._started = False
        self._over = True
        self._left: str | None = None  # why the game was left before its end
        self._earned = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Start a new game, up to the learner's first decision. There are no options."""
        if options:
            raise ValueError(f"reset() takes no options, not {', '.join(map(repr, options))}; settings go to make()")
        super().reset(seed=seed)
        self._batch.seeds[0] = int(self.np_random.integers(2**63))
        self._order(RESET)
        self._started = True
        self._over = False
        self._left = None
        self._earned = 0.0
        self._let_others_play()
        if self._over:
            raise RuntimeError("the game ended before the learner could act: check the content of the game")
        self._show()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and everything up to the next one."""
        if self._over:
            raise RuntimeError("the game is over: call reset()")
        chosen = whole_number(action)
        if chosen is None:
            raise TypeError(f"an action must be a whole number, not {_described(action)}")
        problem = None
        if not 0 <= chosen < self.rules.actions.size or self._batch.masks[0, chosen] == 0:
            problem = self._batch.complaint(0, chosen)
            if self.illegal != "random":
                return self._refuse(problem)
            chosen = legal_instead(self._batch.masks[0], self.np_random)
        self._earned = 0.0
        self._order(chosen)
        self._over = bool(self._batch.dones[0])
        self._let_others_play()
        self._show()
        truncated = bool(self._batch.truncated[0])
        info = self._info() if problem is None else {**self._info(), "illegal_action": problem}
        return self._observation(), self._earned, self._over and not truncated, truncated, info

    def action_masks(self) -> Array:
        """True for each action that is legal now, in the form that sb3-contrib expects; after the end only `pass`."""
        mask: Array = self._mask().astype(bool)
        return mask

    def render(self) -> Any:
        """The game as the learner may see it: a drawing in the modes `svg` (as text) and `rgb_array` (as an array of
        bytes), text otherwise, which reset and step print in mode `human`."""
        if self.render_mode == "svg":
            return self._drawing()
        if self.render_mode == "rgb_array":
            return pixels(self._drawing())
        text = self.rules.render(self._batch.games[0], self._batch.masks[0], self._viewer())
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _repr_html_(self) -> str | None:
        """The drawing, for notebooks; nothing before the first `reset`."""
        return notebook(self._drawing()) if self._started else None

    def _viewer(self) -> int | None:
        """Whose view is shown: the learner's, or None, what everybody may see, once the game is over."""
        return None if self._over else self.seat

    def _drawing(self) -> str:
        return draw(self.rules, self._batch.games[0], self._viewer())

    def replay(self, players: Sequence[str] = ()) -> Replay:
        """The game so far, to be written to a file or played again; `players` names who plays, by seat.

        Raises ReplayError where the game was not recorded from its start.
        """
        if not isinstance(self._batch, RecordedBatch):
            raise ReplayError("the game was not recorded: make the environment with record=True")
        recorder = self._batch.recorders[0]
        if not self._started or recorder.state != self._batch.games[0].tobytes():
            raise ReplayError(NOT_FROM_START)
        seated = {self.seat: LEARNER, **{seat: player.name for seat, player in self._opponents.items()}}
        left = cut_off(self.rules) if self._batch.truncated[0] else self._left
        return recorder.replay(players or [seated[seat] for seat in sorted(seated)], left)

    def parse_action(self, text: str) -> int:
        """The id of a legal move as `render()` shows it; raises ValueError if the text does not match exactly one of
        them."""
        return self.rules.parse_move(self._batch.games[0], self._mask(), self.seat, text)

    def close(self) -> None:
        """End the processes of opponents that have their own."""
        for opponent in self._opponents.values():
            opponent.close()

    def _refuse(self, problem: str) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """An illegal action loses the game or raises; either way the reason is given."""
        if self.illegal == "raise":
            raise IllegalAction(problem)
        self._over = True
        self._left = f"illegal action of the learner: {problem}"
        self._update_action_space()
        self._show()
        return self._observation(), LOSS, True, False, {**self._info(), "illegal_action": problem}

    def _order(self, action: int) -> None:
        """Carry out any seat's action; what it brings the learner belongs to the current step."""
        self._batch.actions[0] = action
        self._batch.play(False)
        self._earned += float(self._batch.rewards[0, self.seat])

    def _let_others_play(self) -> None:
        """The other seats decide until it is the learner's turn, or the game is over."""
        batch = self._batch
        while not self._over and batch.actors[0] != self.seat:
            opponent = self._opponents[int(batch.actors[0])]
            self._order(ask(opponent, batch, int(self.np_random.integers(2**63))))
            self._over = bool(batch.dones[0])
        self._update_action_space()

    def _update_action_space(self) -> None:
        self.action_space.legal[:] = self._mask()

    def _mask(self) -> Array:
        """What is legal now; only `pass` if no game is in progress, as for an agent that is not to act."""
        return self._idle if self._over else self._batch.masks[0]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observation(self) -> Array:
        row = np.empty_like(self._batch.observations)
        self.rules.observe_as(self._batch.games, 0, self.rules.tables, self.seat, row)
        view: Array = row[0]
        return view

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask().copy()}
        if self._batch.truncated[0]:
            info["truncated"] = cut_off(self.rules)
        return {**info, **result_for(self.rules, self._batch, 0, self.seat)} if self._over else info

    # Pickling --------------------------------------------------------------------------------------------------------

    def __getstate__(self) -> dict[str, Any]:
        game = {"seed": int(self._batch.seeds[0]), "over": self._over}
        return {
            "definition": type(self.rules),
            "config": self.rules.config.to_dict(),
            "opponents": self._given,
            "seat": self.seat,
            "render_mode": self.render_mode,
            "illegal": self.illegal,
            "record": isinstance(self._batch, RecordedBatch),
            "spec": self.spec,
            "chance": (self._np_random, self._np_random_seed),
            "chance_of_spaces": (self.observation_space.np_random, self.action_space.np_random),
            "game": saves.pack(self.rules, self._batch.games, game) if self._started else None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        rules = state["definition"].from_dict(state["config"])
        illegal, record = state["illegal"], state.get("record") is True
        SingleEnv.__init__(self, rules, state["opponents"], state["seat"], state["render_mode"], illegal, record)
        self.spec = state["spec"]
        self._np_random, self._np_random_seed = state["chance"]
        self.observation_space._np_random, self.action_space._np_random = state["chance_of_spaces"]
        if state["game"] is not None:
            self._restore(state["game"])

    def _restore(self, data: bytes) -> None:
        """Continue a game from its bytes, which are checked like those of a saved game."""
        games, extra = saves.unpack(self.rules, data)
        try:
            seed, over = self._checked_extra(extra, games[0])
        except (KeyError, TypeError, ValueError) as error:
            raise saves.SaveError(f"the pickled game is damaged: {error}") from None
        copy_array(games, self._batch.games)
        self._batch.seeds[0] = seed
        self._order(LOOK)
        self._started = True
        self._over = over
        self._update_action_space()

    def _checked_extra(self, extra: dict[str, Any], game: Any) -> tuple[int, bool]:
        """The game's seed, and whether it is over for the learner; raises if the record contradicts it."""
        over = extra["over"]
        if type(over) is not bool or (game.over and not over):
            raise ValueError(f"{over!r} does not say whether the game is over")
        if not over and game.actor != self.seat:
            raise ValueError(f"seat {self.seat} is not the one to act")
        return checked_seed(extra["seed"]), over


def result_for(rules: Definition, batch: Batch, i: int, seat: int) -> dict[str, Any]:
    """How game i of a batch ended for the learner at a seat. Whoever loses by an illegal action is last.

    A game that was cut off has no ranks: all are 0, and nobody has won.
    """
    game = batch.games[i]
    result = rules.result(game)
    won = False
    if game.over:
        ranks = np.array(result.ranks)
        won = bool(result.won) if rules.team else bool(ranks[seat] == 1) and not result.lost
    elif batch.truncated[i]:
        ranks = np.zeros(rules.config.players, dtype=np.int64)
    else:
        ranks = np.ones(rules.config.players, dtype=np.int64)
        ranks[seat] = len(ranks)
    scores = np.array(result.score)
    own = {"won": won, "is_success": won, "rank": int(ranks[seat]), "score": int(scores[seat])}
    return {**own, "ranks": ranks, "scores": scores}


def legal_instead(mask: Array, chance: np.random.Generator) -> int:
    """A random legal action in place of one that is not."""
    return int(chance.choice(np.flatnonzero(mask)))


def checked_seat(seat: Any, rules: Definition) -> int:
    """The seat of a learner."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < rules.config.players:
        raise ValueError(f"seat must be a whole number from 0 to {rules.config.players - 1}, not {seat!r}")
    return seat


def check_single(rules: Definition, render_mode: str | None, render_modes: Sequence[str], illegal: str) -> None:
    """Refuse what no environment for a single learner offers."""
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal must be one of {', '.join(ILLEGAL)}, not {illegal!r}")
    if render_mode not in (None, *render_modes):
        raise Unsupported(f"render_mode must be one of {', '.join(render_modes)} or None, not {render_mode!r}")
    if rules.config.encoding != "flat":
        raise ValueError(f"encoding {rules.config.encoding!r} is for PettingZoo; a single learner needs 'flat'")


def _described(action: Any) -> str:
    """The type of what should have been an integer, and what is wrong with it."""
    if not hasattr(action, "dtype"):
        return type(action).__name__
    return f"{type(action).__name__} of shape {tuple(getattr(action, 'shape', ()))} and type {action.dtype}"


def seated(opponents: Sequence[Player], rules: Definition, seat: int) -> dict[int, Player]:
    """Who plays each seat except the learner's, ready for the game."""
    others = [player for player in range(rules.config.players) if player != seat]
    if len(opponents) != len(others):
        raise ValueError(f"{len(opponents)} opponents are named for {len(others)} other seats")
    for opponent in dict.fromkeys(opponents):
        opponent.start(rules)
    return dict(zip(others, opponents, strict=True))
