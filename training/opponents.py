"""Who learning seats play with: themselves, scripted players, and past selves that do not change during a game."""

from __future__ import annotations

import copy
from typing import Any, Final

import numpy as np
import torch

from exodus_env.kit.definition import Array, Definition
from exodus_env.kit.players import Views
from exodus_env.players import make_player
from exodus_env.policies.compiled import Evaluator
from exodus_env.policies.network import evaluator_of
from exodus_env.policies.player import decide
from training.pool import Pool, Weights
from training.rollout import SELF, Choose, scripted
from training.settings import Settings
from training.store import Tensors, by_part, check_weights, whole

NOT_MET: Final = -1  # no past self has weights yet


class Twin:
    """An opponent that plays with the weights it is given."""

    def __init__(self, rules: Definition) -> None:
        self.rules = rules
        self.network: torch.nn.Module | None = None
        self._playing: Evaluator | None = None

    def become(self, weights: Weights, like: torch.nn.Module) -> None:
        """Play with these weights from now on, in a network like the given one."""
        if self.network is None:
            self.network = copy.deepcopy(like).eval()  # building one would draw from the global generator
        self.network.load_state_dict(weights)
        self._playing = evaluator_of(self.network, self.rules)

    def __call__(self, views: Views) -> Array:
        """An action for each game, sampled with its seed."""
        assert self._playing is not None
        return decide(self._playing, views.observations, views.masks, views.seeds)


class Opponents:
    """The kinds of games in a run, and who else plays in them.

    A few past selves play at the same time (`past_slots`). New games are played against one of them, the open one, so
    the others run out of games; one that has none left becomes another past self and is then the open one. Nobody
    changes during a game, and however long games last, a few networks are enough.
    """

    def __init__(self, rules: Definition, settings: Settings, pool: Pool) -> None:
        self.rules = rules
        self.settings = settings
        self.pool = pool
        self.past = {f"past {i + 1}": Twin(rules) for i in range(settings.past_slots if settings.past_share > 0 else 0)}
        self.open = NOT_MET

    @property
    def names(self) -> list[str]:
        """Of the past selves."""
        return list(self.past)

    def kinds(self) -> dict[str, float]:
        """The kinds of games, with the shares of those that begin now."""
        chosen = self.settings
        kinds = {SELF: chosen.self_share}
        kinds |= {name: chosen.past_share * (i == max(0, self.open)) for i, name in enumerate(self.past)}
        kinds |= chosen.scripted
        return {name: share for name, share in kinds.items() if share > 0 or name in self.past}

    def players(self) -> dict[str, Choose]:
        """Who chooses for the other seats in each kind of game."""
        players: dict[str, Choose] = dict(self.past)
        for name in self.kinds():
            if name != SELF and name not in self.past:
                player = make_player(name, game=self.rules.game)
                player.start(self.rules)
                players[name] = scripted(player)
        return players

    def meet(self, updates: int, network: torch.nn.Module, under_way: set[str], chance: np.random.Generator) -> None:
        """Before an update: from time to time keep the learner as a past self, and replace one that has no games
        left."""
        if not self.past:
            return
        if len(self.pool) == 0 or updates % self.settings.pool_every == 0:
            self.pool.add(updates, network, chance)
        if self.open == NOT_MET:
            changing, self.open = self.names, 0
        else:
            free = [i for i, name in enumerate(self.past) if i != self.open and name not in under_way]
            changing, self.open = ([self.names[free[0]]], free[0]) if free else ([], self.open)
        for name in changing:
            self.past[name].become(self.pool.draw(chance), network)

    # ---- to be saved -------------------------------------------------------------------------------------------------

    def state(self) -> Tensors:
        """The weights of the current past selves, since the pool may have dropped them."""
        networks = {i: each.network for i, each in enumerate(self.past.values()) if each.network is not None}
        return {f"{i}/{name}": tensor for i, each in networks.items() for name, tensor in each.state_dict().items()}

    def restore(self, tensors: Tensors, facts: dict[str, Any], network: torch.nn.Module) -> None:
        """Continue from a state; `facts` says which past self is the open one."""
        self.open = whole(facts, "open", NOT_MET, len(self.past) - 1)
        parts = by_part(tensors, *(str(i) for i in range(len(self.past) if self.open != NOT_MET else 0)))
        for each, part in zip(self.past.values(), parts.values(), strict=False):
            check_weights(network, part)
            each.become(part, network)
