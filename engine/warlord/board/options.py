"""What follows from the options of a table (rules 12; data/warlord/options.toml has the options themselves)."""

from collections.abc import Mapping


def has_bowmen(values: Mapping[str, object]) -> bool:
    """Whether Bowmen are in the game."""
    return values["weapons"] in ("chosen_and_bowmen", "bowmen_only")


def seats(values: Mapping[str, object]) -> tuple[int, int]:
    """How many players a table with these options takes, at least and at most."""
    match values["more_players"]:
        case "free_for_all":
            return 3, 4
        case "teams":
            return 4, 4
        case _:
            number = 2 + (values["wizard"] == "player")
            return number, number
