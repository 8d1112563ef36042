"""The registry of rule ids: what each rule of a game says, and of which variant it is."""

import msgspec

from engine.core.files.catalog import DATA, load_toml, rows


class Rule(msgspec.Struct, frozen=True):
    """One rule."""

    id: str
    """Its id, such as BASE-MOV-12."""

    variant: str
    """The variant whose text it comes from."""

    where: str
    """Its chapter."""

    text: str
    """Its content, in our own words."""


def registry(game: str) -> dict[str, Rule]:
    """Return every rule of a game by id."""
    return {rule.id: rule for rule in rows(game, "registry", "rule", Rule)}


class Clarification(msgspec.Struct, frozen=True):
    """A ruling of ours where the rules of a game say nothing."""

    id: str
    text: str


def clarifications(game: str) -> list[Rule]:
    """Return our rulings where the rules of a game say nothing, each as a rule of its own."""
    found = msgspec.convert(load_toml(game, "registry").get("ruling", []), list[Clarification])
    return [Rule(one.id, "", "Ruling", one.text) for one in found]


def registered() -> list[str]:
    """Return every game that has a registry."""
    return sorted(file.parent.name for file in DATA.glob("*/registry.toml"))
