"""The options of a table (rules 12): the thirteen optional rules and the settings, with what excludes what."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.core.catalog import rows
from engine.core.errors import BadOptions
from engine.warlord.board.catalog import GAME, boards

TERRAIN, MORE_PLAYERS = 8, 9

COLOURS = {"two": (2, 2), "free_for_all": (3, 4), "teams": (4, 4)}
"""How many players with a Castle take part, at least and at most, by the value of option 9."""


class Option(msgspec.Struct, frozen=True):
    """One switch of the rules."""

    id: str
    type: Literal["bool", "int", "choice"]
    default: bool | int | str
    text: str
    range: tuple[int, int] = (0, 0)
    choices: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        """Tell whether `value` is one that the option can have."""
        match self.type:
            case "bool":
                return isinstance(value, bool)
            case "int":
                whole = isinstance(value, int) and not isinstance(value, bool)
                return whole and self.range[0] <= int(str(value)) <= self.range[1]
            case "choice":
                return value in self.choices

    @property
    def allowed(self) -> str:
        """The legal values in words."""
        match self.type:
            case "bool":
                return "true, false"
            case "int":
                return f"{self.range[0]} to {self.range[1]}"
            case "choice":
                return ", ".join(self.choices)


class Variant(msgspec.Struct, frozen=True):
    """A set of options under a name."""

    id: str
    name: str
    options: dict[str, bool | int | str] = {}


def catalogue() -> dict[str, Option]:
    """Every option and setting by id."""
    found = [*rows(GAME, "options", "optional_rule", Option), *rows(GAME, "options", "option", Option)]
    return {option.id: option for option in found}


def variants() -> dict[str, Variant]:
    """Every variant by id."""
    return {variant.id: variant for variant in rows(GAME, "options", "variant", Variant)}


VARIANTS = {variant.id: variant.name for variant in variants().values()}


def chosen(variant: str, changes: Mapping[str, object]) -> dict[str, object]:
    """Return the option values of a table: the variant's with `changes`.

    Raises BadOptions for an unknown variant or option, an impossible value, and values that clash.
    """
    if variant not in VARIANTS:
        raise BadOptions(f"There is no variant '{variant}'; choose one of {', '.join(VARIANTS)}.")
    known = catalogue()
    for name in changes:
        if name not in known:
            raise BadOptions(f"There is no option '{name}'; see /game rules for the list.")
    values = {name: option.default for name, option in known.items()} | variants()[variant].options | dict(changes)
    for name, option in known.items():
        if not option.accepts(values[name]):
            raise BadOptions(f"Option '{name}' cannot be '{values[name]}'; choose from: {option.allowed}.")
    _switch(values, changes)
    _check_together(values)
    return values


def has_bowmen(values: Mapping[str, object]) -> bool:
    """Whether Bowmen are in the game."""
    return values["weapons"] in ("chosen_and_bowmen", "bowmen_only")


def _switch(values: dict[str, object], changes: Mapping[str, object]) -> None:
    """Switch on what others need: Bowmen keep wounds, some boards need more terrain or more players."""
    needs = boards()[str(values["board"])].requires_options
    if has_bowmen(values) and "wounds_retained" not in changes:
        values["wounds_retained"] = True
    if TERRAIN in needs and "terrain" not in changes:
        values["terrain"] = True
    if MORE_PLAYERS in needs and "more_players" not in changes:
        values["more_players"] = "free_for_all"
    if "board" not in changes and not _needed(values) <= set(needs):
        values["board"] = next(
            board.id for board in boards().values() if _needed(values) == set(board.requires_options)
        )


def _needed(values: Mapping[str, object]) -> set[int]:
    """The numbers of those options in force that need a board made for them."""
    more = values["more_players"] != "two"
    return {number for number, on in ((TERRAIN, values["terrain"]), (MORE_PLAYERS, more)) if on}


def _check_together(values: Mapping[str, object]) -> None:
    needs = boards()[str(values["board"])].requires_options
    four = values["more_players"] != "two"
    clashes = (
        (values["double_kill_healed"] and values["double_kill_slain"], "3 and 4 exclude each other"),
        (values["bishop"] and values["wizard"] == "off", "6 (bishop) needs 5 (wizard)"),
        (has_bowmen(values) and not values["wounds_retained"], "Bowmen switch 1 (wounds_retained) on"),
        (TERRAIN in needs and not values["terrain"], f"the board {values['board']} needs 8 (terrain)"),
        (MORE_PLAYERS in needs and not four, f"the board {values['board']} needs 9 (more_players)"),
        (four and MORE_PLAYERS not in needs, "9 (more_players) needs a board with four Castles"),
        (values["terrain"] and TERRAIN not in needs, "8 (terrain) needs a board with hills, rivers and bridges"),
    )
    for clash, why in clashes:
        if clash:
            raise BadOptions(f"These options make no sense together: {why}. Change one of them.")


def seats(values: Mapping[str, object]) -> tuple[int, int]:
    """How many players a table with these options takes, at least and at most; one of them may be the Wizard."""
    least, most = COLOURS[str(values["more_players"])]
    wizard = int(values["wizard"] == "player")
    return least + wizard, most + wizard
