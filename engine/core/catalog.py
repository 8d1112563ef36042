"""The only door to the data folder: TOML files of cards, maps and tables."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

DATA = Path(__file__).resolve().parents[2] / "data"

T = TypeVar("T")


@cache
def load_toml(game: str, name: str) -> dict[str, Any]:
    """Return the parsed file `data/<game>/<name>.toml`. Callers must not change it."""
    with (DATA / game / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def rows(game: str, name: str, key: str, kind: type[T]) -> list[T]:
    """Return the `[[key]]` rows of a data file as structs; fields that `kind` does not name are left out."""
    return msgspec.convert(load_toml(game, name)[key], list[kind])  # type: ignore[valid-type]


def row(game: str, name: str, key: str, kind: type[T]) -> T:
    """Return the single `[key]` table of a data file as a struct."""
    return msgspec.convert(load_toml(game, name)[key], kind)
