"""The learnt weights of a judge's traits, in `data/<game>/values.toml`.

`python -m tests.matches.learning` learns them again, and writes the file.
"""

from collections.abc import Mapping

import msgspec

from engine.core.files.catalog import folder_of


class Learnt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a file of weights."""

    rules_version: str
    """The version of the rules by which the games were played."""

    seed: int
    """The seed of the games."""

    games: int
    """How many games were played."""

    positions: int
    """How many of their positions were learnt from, and how many were held back for the test."""

    held_back: int

    by_hand: dict[str, float]
    """How well the lead alone predicts the winners of the held-back games."""

    learnt: dict[str, float]
    """How well the weights do."""

    weights: dict[str, float]
    """The weights by trait."""


def weights_of(game: str) -> Mapping[str, float]:
    """Return a game's learnt weights; empty if it has no file."""
    file = folder_of(game) / "values.toml"
    return msgspec.toml.decode(file.read_bytes(), type=Learnt).weights if file.exists() else {}
