"""The only door to the data folder: TOML files of cards, maps and tables."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

DATA = Path(__file__).resolve().parents[3] / "data"

T = TypeVar("T")

_ELSEWHERE: dict[str, Path] = {}


def lies_in(game: str, folder: Path) -> None:
    """Say in which folder the data of a game lie, if not in `data/<game>`."""
    _ELSEWHERE[game] = folder


def folder_of(game: str) -> Path:
    """Return the folder of a game's data."""
    return _ELSEWHERE.get(game, DATA / game)


@cache
def load_toml(game: str, name: str) -> dict[str, Any]:
    """Return the parsed file `<name>.toml` of a game's data. Callers must not change it."""
    with (folder_of(game) / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def rows(game: str, name: str, key: str, kind: type[T]) -> list[T]:
    """Return the `[[key]]` rows of a data file as structs; fields that `kind` does not name are left out."""
    return msgspec.convert(load_toml(game, name)[key], list[kind])  # type: ignore[valid-type]


def row(game: str, name: str, key: str, kind: type[T]) -> T:
    """Return the single `[key]` table of a data file as a struct."""
    return msgspec.convert(load_toml(game, name)[key], kind)
