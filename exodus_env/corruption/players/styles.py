"""Styles: how much each motive counts for a player, and how carefully choices are tried (data/styles.toml)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

import numpy as np

from exodus_env.corruption.players.terms import MOTIVES, TRAITS
from exodus_env.kit.content.toml_file import FileError, read_toml

MOTIVE_NAMES: Final = tuple(name for name, _ in MOTIVES)
TRAIT_NAMES: Final = tuple(name for name, _ in TRAITS)


@dataclass(frozen=True)
class Style:
    """Weights and traits as the kernels take them."""

    name: str
    weights: np.ndarray[Any, Any]
    traits: np.ndarray[Any, Any]


@cache
def style_tables() -> dict[str, dict[str, float]]:
    """The styles as they stand in the file, each completed by what it is based on."""
    folder = resources.files("exodus_env.corruption.players") / "data"
    with resources.as_file(folder / "styles.toml") as path:
        tables = read_toml(path)
    return {name: _completed(name, tables) for name in tables}


def _completed(name: str, tables: dict[str, Any]) -> dict[str, float]:
    """A style with the weights of the one it is based on where it says nothing."""
    given = dict(tables[name])
    base = given.pop("based_on", None)
    if base is not None and base not in tables:
        raise FileError(f"style {name}: based_on names {base!r}, and there is no such style")
    weights = _completed(base, tables) if base is not None else {}
    for key, value in given.items():
        if key not in (*MOTIVE_NAMES, *TRAIT_NAMES):
            raise FileError(f"style {name}: there is no motive or trait {key!r}")
        weights[key] = float(value)
    return weights


def make_style(name: str, weights: dict[str, float] | None = None) -> Style:
    """A style by name, or from given weights; motives without a weight do not count."""
    if weights is None:
        if name not in style_tables():
            raise ValueError(f"there is no style {name!r}; there are: {', '.join(sorted(style_tables()))}")
        weights = style_tables()[name]
    return Style(
        name,
        np.array([weights.get(motive, 0.0) for motive in MOTIVE_NAMES]),
        np.array([weights.get(trait, 0.0) for trait in TRAIT_NAMES]),
    )
