"""What seats propose to each other, as letters: each with how things stand before and after, and its answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from bot import texts
from bot.panels.ids import Press
from bot.panels.panel import Button, Style, opening
from engine.core.actions import Proposal, Start, tag_of
from engine.core.events import name_seats
from engine.core.table import Table

Names = Mapping[str, str]

HEADING = "**Offers to you (the game does not wait for your answer):**"
"""What stands above what others propose on a panel."""


def proposals(table: Table, seat: str) -> list[Proposal]:
    """Return what a seat has been proposed and has proposed, with those of the answers that it may give now."""
    if table.result is not None or seat not in table.game.state.seats:
        return []
    found = table.rules.offering.proposals(table.game, seat)
    able = _able(table, seat) if found else set()
    return [replace(one, answers=tuple(start for start in one.answers if start.action in able)) for one in found]


def openings(table: Table, seat: str) -> list[Proposal]:
    """Return what others propose to a seat although nobody waits for its answer, the oldest first."""
    return [one for one in proposals(table, seat) if one.answers and not one.own and not one.waits]


def sent(table: Table, seat: str) -> list[tuple[str, Proposal]]:
    """Return what a seat itself has proposed and is still open, each with the seat that it goes to."""
    if table.result is not None:
        return []
    others = [other for other in table.seats if other != seat]
    found = [(to, one) for to in others for one in table.rules.offering.proposals(table.game, to)]
    return [(to, one) for to, one in found if one.by == seat and not one.own]


def key_of(one: Proposal) -> str:
    """Return the name of a proposal in the id of a button."""
    return sha256(one.id.encode()).hexdigest()[:10]


def words_with(game: str, found: Sequence[tuple[str, Proposal]], names: Names) -> list[Button]:
    """Return the buttons that say something with what a seat has proposed."""
    return [
        Button(
            str(Press("word", game, topic=to, field_value=key_of(one))),
            opening(name_seats(f"Add a sentence for {names.get(to, to)}: {_called(one)}", names)),
            emoji="✍️",
        )
        for to, one in found
    ]


def _called(one: Proposal) -> str:
    """Return a proposal in a few words: an offer that has but a number is called an offer."""
    return f"offer {one.short}" if one.short.isdigit() else one.short


def starts(table: Table, seat: str) -> list[Start]:
    """Return the forms that are begun for a seat, of what it may do now."""
    found = table.rules.offering.starts(table.game, seat)
    able = _able(table, seat) if found else set()
    return [start for start in found if start.action in able]


def every_start(table: Table, seat: str) -> list[Start]:
    """Return all forms that are begun for a seat, also those that answer a proposal."""
    return [*starts(table, seat), *(start for one in proposals(table, seat) for start in one.answers)]


def _able(table: Table, seat: str) -> set[type]:
    return {offer.action for offer in table.offers(seat)}


def letter(found: Sequence[Proposal], names: Names) -> str:
    """Return proposals in words, each with what comes of it."""
    parts = [one.words + (f"\n> {one.effect}" if one.effect else "") for one in found]
    return texts.with_names("\n\n".join(parts), names)


def buttons(game: str, one: Proposal, *, alone: bool) -> list[Button]:
    """Return the buttons that answer a proposal, whatever else has happened at the table since."""
    which = "" if alone else f" {one.short}"
    first: Style = "secondary" if one.own else "success"
    return [begun(game, start, which, "secondary" if place else first) for place, start in enumerate(one.answers)]


def begun(game: str, start: Start, which: str = "", style: Style = "primary") -> Button:
    """Return the button of a form that is begun."""
    press = Press("begin", game, topic=tag_of(start.action), field_value=start.id)
    return Button(str(press), opening(f"{start.label}{which}"), style)
