"""The options of a table (rules 12): variants are rows of data, and a table may mix values freely."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from engine.core.catalog import rows
from engine.core.errors import BadOptions
from engine.kingmaker.board.catalog import GAME

VARIANTS = {"base": "Base game", "wbc": "WBC tournament rules of 2007", "covault": "Covault house rules 2.12"}


class Option(msgspec.Struct, frozen=True):
    """One switch of the rules, with its value in each variant."""

    id: str
    type: Literal["choice", "flag", "integer", "subset"]
    base: Any
    wbc: Any
    covault: Any
    values: tuple[Any, ...] = ()
    or_none: bool = False
    rules: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        """Tell whether `value` is one that the option can have."""
        match self.type:
            case "subset":
                return isinstance(value, list) and all(item in self.values for item in value)
            case "integer":
                whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
                return whole or (self.or_none and value == "none")
            case "flag":
                return isinstance(value, bool)
            case "choice":
                return value in self.values


class Setting(msgspec.Struct, frozen=True):
    """A number of the table that is no rule."""

    id: str
    base: Any
    wbc: Any
    covault: Any


class Incompatible(msgspec.Struct, frozen=True):
    """Values that make no sense together."""

    id: str
    when: dict[str, list[Any]]


def catalogue() -> dict[str, Option]:
    """Return every option by id."""
    return {option.id: option for option in rows(GAME, "variants", "option", Option)}


def settings() -> dict[str, Setting]:
    """Return every setting by id."""
    return {setting.id: setting for setting in rows(GAME, "variants", "setting", Setting)}


@cache
def before(name: str) -> object:
    """Return how a table plays that was begun before there was an option of this name; KeyError if there is none.

    The value of the base game says what was played at every table until then.
    """
    return catalogue()[name].base


def chosen(variant: str, changes: Mapping[str, object]) -> dict[str, object]:
    """Return the option values of a table: the variant's column with `changes`.

    Raises BadOptions for an unknown variant or option, an impossible value, and values that clash (rules 12.3).
    """
    if variant not in VARIANTS:
        raise BadOptions(f"There is no variant '{variant}'; choose one of {', '.join(VARIANTS)}.")
    known: dict[str, Option | Setting] = {**catalogue(), **settings()}
    for name in changes:
        if name not in known:
            raise BadOptions(f"There is no option '{name}'; see /game rules for the list.")
    values = {name: changes.get(name, getattr(item, variant)) for name, item in known.items()}
    for option in catalogue().values():
        _check_value(option, values[option.id])
    _check_together(values)
    return values


def _check_value(option: Option, value: object) -> None:
    if not option.accepts(value):
        allowed = ", ".join(str(item) for item in option.values) or "a whole number"
        raise BadOptions(f"Option '{option.id}' cannot be '{value}'; choose from: {allowed}.")


def _check_together(values: Mapping[str, object]) -> None:
    for clash in rows(GAME, "variants", "incompatible", Incompatible):
        if all(_has(values[name], barred) for name, barred in clash.when.items()):
            named = " with ".join(f"'{name}' = '{values[name]}'" for name in clash.when)
            raise BadOptions(f"These options make no sense together: {named}. Change one of them.")


def _has(value: object, barred: list[Any]) -> bool:
    return any(item in barred for item in value) if isinstance(value, list) else value in barred
