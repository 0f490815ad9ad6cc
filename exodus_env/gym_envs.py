"""Gymnasium environments for a single learner: `gymnasium.make("Exodus/Stronghold-v0", players=2)`.

They are found without an import where the package is installed; importing this module registers them as well. Settings
are keyword arguments: the fields of `GameConfig`, and `opponents`, `seat`, `render_mode`, `illegal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from gymnasium.envs.registration import register as register_env
from gymnasium.envs.registration import registry

if TYPE_CHECKING:
    from exodus_env.kit.single import SingleEnv

# Id: scenario, and the settings it comes with.
ENVIRONMENTS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "Exodus/Base-v0": ("none", {}),
    "Exodus/EventHorizon-v0": ("event_horizon", {}),
    "Exodus/Stronghold-v0": ("stronghold", {}),
    "Exodus/StrongholdSolo-v0": ("stronghold", {"mode": "solo"}),
    "Exodus/SecureTheBorders-v0": ("secure_the_borders", {}),
    "Exodus/EdgeOfTheVoid-v0": ("edge_of_the_void", {}),
}


def make(
    scenario: str,
    opponents: str | Sequence[str] = "random",
    seat: int = 0,
    render_mode: str | None = None,
    illegal: str = "lose",
    **settings: Any,
) -> SingleEnv:
    """A game for one learner; players named by `opponents`, one for all or one for each, have the other seats."""
    # Gymnasium reads this module whenever it is imported, so the game is loaded only when it is played.
    from exodus_env.exodus.ruleset import ruleset
    from exodus_env.kit.single import SingleEnv
    from exodus_env.players import make_player
    from exodus_env.presets import Preset

    rules = ruleset(Preset(scenario).configuration(**settings))
    names = [opponents] * (rules.config.players - 1) if isinstance(opponents, str) else list(opponents)
    made = {name: make_player(name) for name in dict.fromkeys(names)}
    return SingleEnv(rules, [made[name] for name in names], seat, render_mode, illegal)


def register() -> None:
    """Make the environments known to Gymnasium."""
    for id, (scenario, settings) in ENVIRONMENTS.items():
        if id not in registry:
            register_env(id, entry_point="exodus_env.gym_envs:make", kwargs={"scenario": scenario, **settings})


register()
