"""Tables of Lancaster for tests: set up with the game master's edits, played by short words."""

from collections.abc import Sequence
from typing import Any

from engine.core.actions import Action
from engine.core.table import Outcome, Table
from engine.lancaster.board.game import Lancaster
from engine.lancaster.rules import RULES

SEATS = ("ann", "ben", "cat", "dan")
COLOURS = {"ann": "blue", "ben": "green", "cat": "yellow", "dan": "red"}
KEY = b"lancaster".ljust(32, b".")


def table(*edits: Action, seats: Sequence[str] = SEATS, variant: str = "henry", **options: object) -> Table:
    """A table in round 1 before the first placing, with these edits made; ann begins."""
    opened = Table.bare(RULES, list(seats), RULES.options(variant, options), KEY)
    for edit in edits:
        opened.arrange(edit)
    opened.begin()
    return opened


def game(opened: Table) -> Lancaster:
    """The game of a table, to look at."""
    found = opened.game
    assert isinstance(found, Lancaster)
    return found


def defaults(opened: Table, until: str, limit: int = 200) -> list[str]:
    """Let everybody take the default until an event of a kind has come; return all sentences said."""
    said: list[str] = []
    for _ in range(limit):
        seat = opened.requests()[0].seat
        outcome = opened.act(seat, opened.default(seat))
        said += [event.text for event in outcome.events]
        if any(event.kind == until for event in outcome.events):
            return said
    raise AssertionError(f"no event {until} within {limit} actions")


def said(outcome: Outcome) -> str:
    """What everybody hears, in one text."""
    return "\n".join(event.text for event in outcome.events if event.seats is None)


def asked(opened: Table) -> dict[str, Any]:
    """The decisions that the game waits for, by seat."""
    return {request.seat: request.decision for request in opened.requests()}
