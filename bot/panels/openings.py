"""What is open for a seat although nobody waits for it: what others propose, each with its answers a press away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot import texts
from bot.panels.ids import Press
from bot.panels.panel import Button, Style
from engine.core.actions import Offer, Start, tag_of
from engine.core.events import Event
from engine.core.table import Table

Names = Mapping[str, str]


@dataclass
class Opening:
    """A proposal: its number, its words, how it can be answered, and the forms that set out from it."""

    id: str
    words: str
    answers: list[Offer] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)


def openings(table: Table, seat: str) -> list[Opening]:
    """Return what others propose to a seat, the oldest first."""
    found: dict[str, Opening] = {}
    for offer in table.offers(seat):
        for choice in offer.fields[0].choices({}) if offer.answers else ():
            found.setdefault(choice.value, Opening(choice.value, choice.label)).answers.append(offer)
    for start in starts(table, seat) if found else ():
        if start.answers in found:
            found[start.answers].starts.append(start)
    return list(found.values())


def starts(table: Table, seat: str) -> list[Start]:
    """Return the forms that are begun for a seat, of what it may do now."""
    able = {offer.action for offer in table.offers(seat)}
    return [start for start in table.rules.starts(table.game, seat) if start.action in able] if able else []


def words(found: Sequence[Opening], names: Names) -> str:
    """Return proposals in words; "" where there are none."""
    lines = [f"- {texts.with_names(one.words, names)}" for one in found]
    return "\n".join(["**Open for you, nobody waits:**", *lines]) if lines else ""


def buttons(game: str, one: Opening, *, alone: bool) -> list[Button]:
    """Return the buttons that answer a proposal, whatever else has happened at the table since."""
    number = "" if alone else f" {one.id}"
    found = []
    for place, offer in enumerate(one.answers):
        press = Press("set", game, tag=offer.tag).answering(offer.fields[0].name, one.id)
        style: Style = "success" if place == 0 and len(one.answers) > 1 else "secondary"
        found.append(Button(str(press), f"{offer.answers}{number}", style))
    return found + [begun(game, start, number) for start in one.starts]


def begun(game: str, start: Start, number: str = "") -> Button:
    """Return the button of a form that is begun."""
    press = Press("begin", game, tag=tag_of(start.action), answer=start.id)
    return Button(str(press), f"{start.label}{number}", "primary")


def told_of(events: Sequence[Event], found: Sequence[Opening]) -> list[Opening]:
    """Return the proposals that some events tell of."""
    return [one for one in found if any(one.words.partition(": ")[2] in event.text for event in events)]
