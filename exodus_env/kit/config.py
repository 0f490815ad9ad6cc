"""What every configuration can do: be read from plain values or a file, written and changed; and checks of settings.

A game derives a frozen dataclass from `Config` and checks its fields when it is made, with the functions below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Final, Self

from exodus_env.kit.content.reader import shown
from exodus_env.kit.content.toml_file import FileError, read_toml

ENCODINGS: Final = ("flat", "structured", "half", "sparse")  # kit/spaces.py


class ConfigError(ValueError):
    """A configuration that cannot be played."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field


class Config:
    """The settings of a game; a game derives a frozen dataclass from it."""

    players: int  # how many seats there are
    encoding: str  # of observations, one of ENCODINGS

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """A configuration from plain values; unknown keys are refused by name."""
        if not isinstance(values, Mapping):
            raise ConfigError("configuration", f"{shown(values)} is not allowed; use a table")
        known = cls.setting_names()
        for key in values:
            if key not in known:
                raise ConfigError(shown(key).strip("'") or "''", f"unknown setting; allowed: {', '.join(known)}")
        return cls(**values)

    @classmethod
    def setting_names(cls) -> list[str]:
        """The names of all settings."""
        return [field.name for field in fields(cls)]  # type: ignore[arg-type]  # those derived from it are dataclasses

    @classmethod
    def from_toml(cls, path: Path | str) -> Self:
        """A configuration from a file; a folder of content is looked for beside the file."""
        try:
            config = cls.from_dict(read_toml(Path(path)))
        except FileError as error:
            raise ConfigError(str(path), str(error)) from None
        content = getattr(config, "content", None)
        if content is None:
            return config
        return replace(config, content=str(Path(path).parent / content))  # type: ignore[type-var]

    def to_dict(self) -> dict[str, Any]:
        """Plain values that `from_dict` turns into an equal configuration."""
        return {name: _plain(getattr(self, name)) for name in self.setting_names()}

    def changed(self, **values: Any) -> Self:
        """The same configuration with other settings."""
        return self.from_dict({**self.to_dict(), **self.reset_by(values), **values})

    @classmethod
    def implied_by(cls, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Settings that follow from others if they are not given; none unless a game says so."""
        return {}

    def reset_by(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Settings that go back to their defaults when `values` change; none unless a game says so."""
        return {}


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def whole(field: str, value: object, low: int, high: int) -> None:
    """Refuse anything but an integer within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ConfigError(field, f"{shown(value)} is not allowed; use a whole number from {low} to {high}")


def word(field: str, value: object, allowed: tuple[str, ...]) -> None:
    """Refuse anything but a word of a list."""
    if not isinstance(value, str) or value not in allowed:
        raise ConfigError(field, f"{shown(value)} is not allowed; allowed: {', '.join(allowed)}")


def weight(field: str, value: object) -> float:
    """Refuse anything but a number from 0 to 1."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ConfigError(field, f"{shown(value)} is not allowed; use a number from 0 to 1")
    return float(value)


def flag(field: str, value: object) -> None:
    """Refuse anything that is neither true nor false."""
    if not isinstance(value, bool):
        raise ConfigError(field, f"{shown(value)} is not allowed; use true or false")


def some_of(field: str, value: object, allowed: tuple[str, ...]) -> frozenset[str]:
    """Refuse anything but words of a list, in any order."""
    if isinstance(value, str | Mapping) or not isinstance(value, Iterable):
        raise ConfigError(field, f"{shown(value)} is not allowed; use a list of these names: {', '.join(allowed)}")
    names = list(value)
    for name in names:
        word(field, name, allowed)
    return frozenset(names)


def folder(field: str, value: object) -> str | None:
    """Refuse anything but the name of a folder, or None."""
    if isinstance(value, Path):
        return str(value)
    if value is not None and (not isinstance(value, str) or not value or "\0" in value):
        raise ConfigError(field, f"{shown(value)} is not allowed; use the name of a folder")
    return value
