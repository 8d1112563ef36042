"""The texts of a game for newcomers: its card in the list of games, and the sentences of its lesson."""

from collections.abc import Sequence

import msgspec

from engine.core.files.catalog import folder_of, row, rows

NAME = "welcome"
"""The file of a game's data in which they lie."""


class Card(msgspec.Struct, frozen=True):
    """A game's card in the list of games."""

    pitch: str
    """Its subject, in a sentence or two."""

    time: str
    """How much time a round takes each player."""

    length: str
    """How long a game lasts."""

    variants: dict[str, str] = {}
    """What each variant is, in a sentence."""


class Course(msgspec.Struct, frozen=True):
    """How a lesson goes through a game."""

    seats: int
    """How many sit at its table; the pupil has the first seat, computer players have the others."""

    turns: tuple[tuple[str, ...], ...]
    """The decisions with which each turn after the first begins; with those of the last entry the lesson ends."""

    close: str
    """What is said at its end, before how to begin a real game."""

    by_odds: tuple[str, ...] = ()
    """Decisions in which the pupil is advised by the odds on the panel: what people usually do, else to pass."""


class Hint(msgspec.Struct, frozen=True):
    """A sentence of a lesson: of a decision, or of an action with which it is answered."""

    text: str
    """What is said: of a decision what it is, of an action why it is a good answer."""

    decision: str = ""
    """The decision, "" for every one."""

    action: str = ""
    """The tag of the action, "" where the sentence is of the decision itself."""


def card(game: str) -> Card | None:
    """Return what a game says of itself; None where it has no file for it."""
    return row(game, NAME, "card", Card) if _there(game) else None


def course(game: str) -> Course | None:
    """Return how the lesson of a game goes; None where it has none."""
    return row(game, NAME, "course", Course) if _there(game) else None


def hints(game: str) -> Sequence[Hint]:
    """Return the sentences of a game's lesson."""
    return rows(game, NAME, "hint", Hint) if _there(game) else ()


def hint(game: str, decision: str, action: str = "") -> str:
    """Return what is said of a decision, or of an action that answers it; "" for nothing."""
    found = [one for one in hints(game) if one.action == action and one.decision in (decision, "")]
    found = [one for one in found if one.decision or action]
    return max(found, key=lambda one: bool(one.decision)).text if found else ""


def _there(game: str) -> bool:
    return (folder_of(game) / f"{NAME}.toml").exists()
