"""The registry of rule ids: what each rule of a game says, and of which variant it is."""

import msgspec

from engine.core.catalog import DATA, rows


class Rule(msgspec.Struct, frozen=True):
    """One rule: its id, the variant whose text it comes from, the chapter, and what it says in our own words."""

    id: str
    variant: str
    where: str
    text: str


def registry(game: str) -> dict[str, Rule]:
    """Return every rule of a game by id."""
    return {rule.id: rule for rule in rows(game, "registry", "rule", Rule)}


def registered() -> list[str]:
    """Return every game that has a registry."""
    return sorted(file.parent.name for file in DATA.glob("*/registry.toml"))
