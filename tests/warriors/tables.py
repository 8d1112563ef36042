"""Tables of Warriors of God for tests: an empty map, set up with the game master's edits; ann plays the English."""

from typing import Any

from engine.core.actions import Action
from engine.core.table import Outcome, Table
from engine.warriors.board.game import Warriors
from engine.warriors.rules import RULES

SEATS = ("ann", "ben")
KEY = b"warriors".ljust(32, b".")


def table(*edits: Action, variant: str = "hyw", **options: object) -> Table:
    """A table in Phase Two of turn 1 with these edits made; the English have six impulses against five."""
    opened = Table.bare(RULES, list(SEATS), RULES.options(variant, options), KEY)
    for edit in edits:
        opened.arrange(edit)
    opened.begin()
    return opened


def game(opened: Table) -> Warriors:
    """The game of a table, to look at."""
    found = opened.game
    assert isinstance(found, Warriors)
    return found


def asked(opened: Table) -> dict[str, Any]:
    """The decisions that the game waits for, by seat."""
    return {request.seat: request.decision for request in opened.requests()}


def reports(outcome: Outcome, kind: str) -> list[dict[str, Any]]:
    """What pictures would show of the events of a kind."""
    return [event.report for event in outcome.events if event.kind == kind]
