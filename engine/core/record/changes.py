"""Changes of the rules from version to version, for announcements at running tables."""

from typing import Any

import msgspec

from engine.core.files.catalog import rows
from engine.core.game import Game


class Change(msgspec.Struct, frozen=True):
    """A change of play that came with a version of the rules."""

    version: str
    """The first version that plays so."""

    rules: tuple[str, ...]
    """The ids of the rules."""

    text: str
    """The present rules, in one sentence."""

    when: dict[str, list[Any]] = {}
    """Values of options, any of which a table must have for the change to concern it; none: every table."""


def all_changes(name: str) -> list[Change]:
    """Return every change of a game, the oldest first."""
    return rows(name, "changes", "change", Change)


def since(game: Game[Any], version: str) -> list[str]:
    """Return in words the changes for a table since an older version of the rules."""
    return [
        f"{change.text} [{', '.join(change.rules)}]"
        for change in all_changes(game.state.rules)
        if _concerns(game, change, version)
    ]


def _concerns(game: Game[Any], change: Change, version: str) -> bool:
    newer = int(change.version) > int(version)
    return newer and all(_has(game.option(name), values) for name, values in change.when.items())


def _has(value: object, values: list[Any]) -> bool:
    return any(item in values for item in value) if isinstance(value, list) else value in values
