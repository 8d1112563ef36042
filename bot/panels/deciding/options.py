"""The panel of a seat: what it is asked and can do now, each a press away."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot import texts
from bot.panels import leaflets
from bot.panels.deciding import aids, openings, prospects
from bot.panels.deciding.pages import Room, lay_out
from bot.panels.deciding.sorting import favourite_answer, likeliest_tag, sort_offers
from bot.panels.filling import form
from bot.panels.ids import Press
from bot.panels.panel import (
    OPENS,
    AnyRow,
    Button,
    Card,
    Divider,
    Line,
    Menu,
    Panel,
    People,
    Style,
    Unfinished,
    Words,
)
from bot.panels.planning import plans
from engine.core.actions import AWAITED, MASTER, Prospect
from engine.core.events import name_seats
from engine.core.table import Table
from engine.core.text import capital

Names = Mapping[str, str]

LISTED = 24
"""Likely actions that a panel lists at most, in its lines and one menu; the others have their forms."""

LIMIT = 118
"""Characters of the line that says until when there is time, and what comes then."""

ITS_ROOM = "\n\n\n"
"""The room that a page keeps for that line, however long it is: no button moves for it."""

PENDING = AWAITED
"""What stands on a panel for a chance that is still being worked out; it follows in the same place."""


def options_panel(
    table: Table,
    game: str,
    seat: str,
    names: Names,
    likely: Sequence[Prospect],
    note: str = "",
    *,
    page: int = 0,
    letter: bool = False,
    limit: str = "",
    done: str = "",
) -> Panel:
    """Show what a seat is asked and everything that it can do now, in plain words, the most wanted first.

    A `letter` is an ordinary message, with less room. `limit` says until when the seat may decide, and `done` what it
    has done last, if that can be undone at once.
    """
    request = table.request(seat)
    offers = list({offer.tag: offer for offer in reversed(table.offers(seat))}.values())[::-1]
    opened, ahead = openings.openings(table, seat), plans.offered(table, seat, names)
    offers = [offer for offer in offers if not (opened and offer.answers)]
    listed = prospects.able(table, seat, likely)[:LISTED]
    begun = openings.starts(table, seat)
    left = [offer for offer in offers if not prospects.covered(offer, listed, begun)]
    asked_tags = {offer.tag for offer in request.offers} if request else set()
    stands = sort_offers(left, asked_tags, listed, likeliest_tag(likely))
    stands.opened, stands.begun = opened, begun
    stands.all_listed = not any(one.offer in left for one in listed)
    if favourite := favourite_answer(stands):
        stands.favourite, stands.listed = favourite, []
    press = Press("set", game, table.stamp(seat))
    early = any(not offer.undoes for offer in offers)
    asked = texts.with_names(request.prompt, names) if request else waiting_words(table, names, early=early)
    advice = texts.with_names(table.rules.words.advice(table.game, seat), names) if request else ""
    due = f"\n-# {_until(limit)}." if limit and request else ""
    text = "\n\n".join(part for part in (note, asked + due, advice, ahead) if part)
    head = "\n\n".join(part for part in (asked, advice, ahead) if part) + (ITS_ROOM if due else "")
    undo = "" if any(offer.undoes for offer in offers) else aids.undo(name_seats(done, names))
    at_hand = aids.buttons(table, game, seat, undo=undo and aids.BARE, ahead=bool(ahead))
    at_hand += leaflets.button(table.rules.name, "", request.leaflet) if request else []
    room = Room(head, stands.least, letter=letter)
    pages = (
        lay_out(press, stands, names, at_hand, room, alone=len(offers) == 1, brief=brief) for brief in (False, True)
    )
    long = next(pages)
    laid = long if room.fits_a_phone(long.page(0)) else next(pages)
    rows, questions = laid.page(page), laid.questions
    if undo and rows[-1:] == [at_hand]:
        wordings = [_saying(rows, at_hand, words) for words in (undo, aids.undo(name_seats(done, names), aids.BRIEF))]
        rows = next((one for one in wordings if room.fits_a_phone(one)), rows)
    waits = Unfinished(seat, table.version) if prospects.left_open(stands.listed) else None
    colour = table.rules.words.colour(table.game, seat)
    title = f"Your options · you are {capital(colour)}" if colour else "Your options"
    return Panel(
        text, title=title, rows=_looking_right(rows), shows=None if letter else form.board(questions, {}), waits=waits
    )


def _saying(rows: Sequence[AnyRow], at_hand: Sequence[Button], undo: str) -> list[AnyRow]:
    """Return rows whose last ones, the buttons at hand, say what is undone."""
    return [*rows[:-1], [replace(one, label=undo) if one.label == aids.BARE else one for one in at_hand]]


def _until(limit: str) -> str:
    """Return until when there is time and what comes then; cut between words where it is long, its quotation closed."""
    said = texts.clipped_sentence(capital(limit), LIMIT)
    return said + "”" * (said.count("“") - said.count("”"))


def _looking_right(rows: Sequence[AnyRow]) -> list[AnyRow]:
    """Return rows with at most one green button, quiet ones below it, and no two labels alike.

    People who have the panel read aloud hear only the labels.
    """
    seen: Counter[str] = Counter()
    quiet = False

    def looking(button: Button) -> Button:
        nonlocal quiet
        seen[button.label] += 1
        label = _numbered(button.label, seen[button.label])
        style: Style = "secondary" if quiet and button.style in ("primary", "success") else button.style
        quiet = quiet or style == "success"
        return replace(button, label=label, style=style)

    found: list[AnyRow] = []
    for row in rows:
        match row:
            case Line(words=words, button=button) if words == button.label.removesuffix(OPENS):
                found.append([looking(button)])
            case Line(button=button):
                found.append(replace(row, button=looking(button)))
            case Menu() | People() | Card() | Words() | Divider():
                found.append(row)
            case _:
                found.append([looking(button) for button in row])
    return found


def _numbered(label: str, number: int) -> str:
    """Return a label that stands on a panel for the second time or more with its number, its end as it was."""
    end = OPENS if label.endswith(OPENS) else ""
    return f"{label.removesuffix(OPENS)} ({number}){end}" if number > 1 else label


def waiting_words(table: Table, names: Names, *, early: bool = False) -> str:
    """Say whom the game waits for, and whether the reader may do something `early`."""
    if table.result:
        return f"The game is over. {texts.with_names(table.result.reason, names)}"
    seats = [request.seat for request in table.requests()]
    waiting = [texts.safe(names.get(seat, seat)) for seat in seats if seat != MASTER] or ["the clock"]
    below = " Below is what you may do meanwhile." if early else ""
    return f"The game waits for {', '.join(waiting)}. You have nothing to decide now.{below}"
