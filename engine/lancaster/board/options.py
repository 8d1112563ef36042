"""The options of a table (rules 15): modules, sets of laws and settings, with what gives way to what (R55)."""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from engine.core.catalog import rows
from engine.core.errors import BadOptions
from engine.lancaster.board.catalog import GAME

Value = bool | str


class Option(msgspec.Struct, frozen=True):
    """One option. Where what it `needs` does not hold it has its first value."""

    id: str
    type: Literal["bool", "choice"]
    default: Value
    text: str
    choices: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()

    @property
    def values(self) -> tuple[Value, ...]:
        """The legal values, the first for a table where its needs do not hold."""
        return (False, True) if self.type == "bool" else self.choices


class Variant(msgspec.Struct, frozen=True):
    """A set of options under a name."""

    id: str
    name: str
    options: dict[str, Value] = {}


def catalogue() -> dict[str, Option]:
    """Every option by id."""
    return {option.id: option for option in rows(GAME, "options", "option", Option)}


def variants() -> dict[str, Variant]:
    """Every variant by id."""
    return {variant.id: variant for variant in rows(GAME, "options", "variant", Variant)}


VARIANTS = {variant.id: variant.name for variant in variants().values()}


def chosen(variant: str, changes: Mapping[str, object]) -> dict[str, object]:
    """Return the option values of a table: the variant's with `changes`.

    Raises BadOptions for an unknown variant or option, an impossible value, and one whose needs do not hold.
    """
    if variant not in VARIANTS:
        raise BadOptions(f"There is no variant '{variant}'; choose one of {', '.join(VARIANTS)}.")
    known = catalogue()
    for name in changes:
        if name not in known:
            raise BadOptions(f"There is no option '{name}'; see /game rules for the list.")
    values: dict[str, object] = {name: option.default for name, option in known.items()}
    values |= variants()[variant].options | dict(changes)
    for name, option in known.items():
        if values[name] not in option.values or isinstance(values[name], bool) != (option.type == "bool"):
            allowed = ", ".join(str(value).lower() for value in option.values)
            raise BadOptions(f"Option '{name}' cannot be '{values[name]}'; choose from: {allowed}.")
    for option in known.values():
        _give_way(option, values, changes)
    _choose_preset(values, changes)
    _check_sets(values, changes)
    return values


def _holds(need: str, values: Mapping[str, object]) -> bool:
    name, _, value = need.partition("=")
    return str(values[name]).lower() == value


def _give_way(option: Option, values: dict[str, object], changes: Mapping[str, object]) -> None:
    """A default gives way to modules that are off; a value set by hand is refused [LAN-BASE-101]."""
    missing = [need for need in option.needs if not _holds(need, values)]
    if not missing or values[option.id] == option.values[0]:
        return
    if option.id in changes:
        raise BadOptions(f"Option '{option.id}' needs {' and '.join(missing)}; change one of them.")
    values[option.id] = option.values[0]


def _choose_preset(values: dict[str, object], changes: Mapping[str, object]) -> None:
    """The preset king needs king_laws, new needs new_laws [LAN2-LAW-23, LAN-BASE-102]."""
    needs = {"king": "king_laws", "new": "new_laws"}.get(str(values["law_preset"]), "")
    if not needs or values[needs]:
        return
    if "law_preset" in changes:
        raise BadOptions(f"The law preset '{values['law_preset']}' needs {needs}=true; change one of them.")
    values["law_preset"] = "base"


def _check_sets(values: dict[str, object], changes: Mapping[str, object]) -> None:
    """A group of a mix takes only a set that is in the game; its default gives way."""
    if values["law_preset"] != "mix":
        return
    for group in GROUPS:
        name = f"law_group_{group}"
        if values[name] in allowed_sets(values, group):
            continue
        if name in changes:
            allowed = ", ".join(allowed_sets(values, group))
            raise BadOptions(f"Option '{name}' cannot be '{values[name]}' here; choose from: {allowed}.")
        values[name] = "base"


GROUPS = range(5)
"""The numbers on the backs of the laws."""

KING_GROUPS = (2, 3)
"""The groups that the Laws of the King replace."""


def allowed_sets(values: Mapping[str, object], group: int) -> Sequence[str]:
    """The sets from which a group of laws may come (rules 12.4)."""
    new = ["new"] if values["new_laws"] else []
    king = ["king"] if values["king_laws"] and group in KING_GROUPS else []
    return ["base", *new, *king]


def law_set(values: Mapping[str, object], group: int) -> str:
    """The set from which a group of laws comes; "" where it is drawn (rules 12.4)."""
    match values["law_preset"]:
        case "king":
            return "king" if group in KING_GROUPS else "base"
        case "mix":
            return str(values[f"law_group_{group}"])
        case "random":
            return ""
        case preset:
            return str(preset)
