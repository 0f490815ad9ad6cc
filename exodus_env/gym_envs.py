"""Gymnasium environments for a single learner: `gymnasium.make("Exodus/Stronghold-v0", players=2)`.

Importing `exodus_env` makes the ids known to Gymnasium. Settings are keyword arguments: the fields of `GameConfig`, and
`opponents`, `seat`, `render_mode`, `illegal`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from exodus_env.kit.players import Player
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
    # Everything that imports the package imports this module, so the game is loaded only when it is played.
    from exodus_env.exodus.ruleset import ruleset
    from exodus_env.kit.single import SingleEnv
    from exodus_env.presets import Preset

    _refuse_unknown(settings)
    rules = ruleset(Preset(scenario).configuration(**settings))
    names = [opponents] * (rules.config.players - 1) if isinstance(opponents, str) else list(opponents)
    return SingleEnv(rules, partial(players_named, names), seat, render_mode, illegal)


def players_named(names: Sequence[str]) -> list[Player]:
    """A player for each name; the same one where a name comes again."""
    from exodus_env.players import make_player

    made = {name: make_player(name) for name in dict.fromkeys(names)}
    return [made[name] for name in names]


def _refuse_unknown(settings: dict[str, Any]) -> None:
    """Refuse a keyword that is no setting, in the words Python uses: libraries look for them before they do without."""
    from dataclasses import fields

    from exodus_env.exodus.config import GameConfig
    from exodus_env.kit.single import Unsupported

    known = [*(field.name for field in fields(GameConfig)), "config"]
    for name in settings:
        if name not in known:
            allowed = ", ".join(["opponents", "seat", "render_mode", "illegal", *known])
            raise Unsupported(f"make() got an unexpected keyword argument {name!r}; allowed: {allowed}")


# Registration ---------------------------------------------------------------------------------------------------------


def register() -> None:
    """Make the environments known to Gymnasium now."""
    from gymnasium.envs.registration import register as register_env
    from gymnasium.envs.registration import registry

    for id, (scenario, settings) in ENVIRONMENTS.items():
        if id not in registry:
            register_env(id, entry_point="exodus_env.gym_envs:make", kwargs={"scenario": scenario, **settings})


def register_with_gymnasium() -> None:
    """Make the environments known as soon as Gymnasium is there.

    Gymnasium reads no entry points and takes half a second to import, which the command line and users of PettingZoo
    alone should not wait for. So where it is not loaded yet, its import registers them.
    """
    if "gymnasium" in sys.modules:
        register()
    elif _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


class _GymnasiumFinder:
    """Finds gymnasium as the other finders do, with a loader that also registers the environments."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != "gymnasium":
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _RegisteringLoader(spec.loader)  # type: ignore[assignment]
                return spec
        return None


class _RegisteringLoader:
    """Registers the environments after the module has run, and leaves no other trace in it."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        register()


_FINDER: Final = _GymnasiumFinder()
