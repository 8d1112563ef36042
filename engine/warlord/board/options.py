"""The consequences of a table's options (rules 12; data/warlord/options.toml has the options themselves)."""

from collections.abc import Mapping

COLOURS = {"two": (2, 2), "free_for_all": (3, 4), "teams": (4, 4)}
"""How many players with a Castle take part, at least and at most, by the value of option 9."""


def has_bowmen(values: Mapping[str, object]) -> bool:
    """Whether Bowmen are in the game."""
    return values["weapons"] in ("chosen_and_bowmen", "bowmen_only")


def seats(values: Mapping[str, object]) -> tuple[int, int]:
    """How many players a table with these options takes, at least and at most; one of them may be the Wizard."""
    least, most = COLOURS[str(values["more_players"])]
    wizard = int(values["wizard"] == "player")
    return least + wizard, most + wizard
