"""What has changed in the rules from version to version, as running tables are told it."""

from typing import Any

import msgspec

from engine.core.catalog import rows
from engine.kingmaker.board.catalog import GAME
from engine.kingmaker.board.game import Kingmaker


class Change(msgspec.Struct, frozen=True):
    """Something that is played otherwise since a version, where options have one of the values of `when`."""

    version: str
    rules: tuple[str, ...]
    text: str
    when: dict[str, list[Any]] = {}


def all_changes() -> list[Change]:
    """Return every change, the oldest first."""
    return rows(GAME, "changes", "change", Change)


def since(game: Kingmaker, version: str) -> list[str]:
    """Return in words what is played otherwise at a table than by an older version of the rules."""
    return [
        f"{change.text} [{', '.join(change.rules)}]" for change in all_changes() if _concerns(game, change, version)
    ]


def _concerns(game: Kingmaker, change: Change, version: str) -> bool:
    newer = int(change.version) > int(version)
    return newer and all(_has(game.option(name), values) for name, values in change.when.items())


def _has(value: object, values: list[Any]) -> bool:
    return any(item in values for item in value) if isinstance(value, list) else value in values
