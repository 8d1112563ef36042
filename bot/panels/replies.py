"""What a press on a decision panel leads to: another panel, a draft to keep, or an action. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.panels import forms, options
from bot.panels.ids import Press
from bot.panels.panel import Panel
from bot.store.rows import Draft, GameRecord
from engine.core import drafts
from engine.core.actions import Action, Offer
from engine.core.table import Table


@dataclass(frozen=True)
class SeatContext:
    """What a person who acts for a seat looks at: the game, the table, the seat, the names of all."""

    record: GameRecord
    table: Table
    seat: str
    names: Mapping[str, str]
    version: int
    """The version of the game at which the person looked."""


@dataclass(frozen=True)
class Reply:
    """What a press leads to: an action to carry out, or a panel to show; `keep` is the draft (tag, fields) to save."""

    panel: Panel | None = None
    action: Action | None = None
    keep: tuple[str, dict[str, Any]] | None = None


MOVED_ON = "The game has moved on since this panel was made; nothing has changed. This is how it stands:"
FILLED_IN = "This form has been filled in elsewhere since then; nothing has changed. Choose again:"


def reply(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Return what a press leads to; one on a panel that no longer tells how things stand only shows how they do."""
    if press.stamp and press.stamp != here.table.stamp(here.seat):
        return _everything(here, MOVED_ON)
    if press.form and press.form != (forms.stamp(kept.tag, kept.fields) if kept else ""):
        return _everything(here, FILLED_IN)
    return PRESSES[press.verb](here, press, values, kept)


def written(here: SeatContext, tag: str, draft: dict[str, Any]) -> Reply:
    """A slash command: the action if everything was said, else the form for the rest."""
    offer = here.table.offer(here.seat, tag)
    if drafts.question(offer, draft) is None:
        return Reply(action=drafts.finished(offer, draft))
    return _ask(here, offer, draft)


def _ask(here: SeatContext, offer: Offer, draft: dict[str, Any]) -> Reply:
    panel = options.form_panel(here.table, here.record.id, here.seat, offer, draft, here.names)
    return Reply(panel, keep=(offer.tag, draft))


def _resumed(offer: Offer, kept: Draft | None) -> dict[str, Any]:
    return drafts.rebuilt(offer, kept.fields) if kept and kept.tag == offer.tag else {}


def do(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Do what needs no answers."""
    return Reply(action=drafts.finished(here.table.offer(here.seat, press.tag), {}))


def pick(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Begin to fill in the action that was chosen from the menu."""
    return _ask(here, here.table.offer(here.seat, values[0]), {})


def answer(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Take the answer to a question, and ask the next; a list too long for one menu is made bit by bit."""
    offer = here.table.offer(here.seat, press.tag)
    draft = _resumed(offer, kept)
    field = drafts.question(offer, draft)
    take = drafts.added if field and field.many and not options.fits(field, draft) else drafts.answered
    return _ask(here, offer, take(offer, draft, values))


def enough(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """End a list with what was picked, be it nothing."""
    offer = here.table.offer(here.seat, press.tag)
    return _ask(here, offer, drafts.answered(offer, _resumed(offer, kept), []))


def turn(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Turn to another page of the choices, or to those that contain a word."""
    offer = here.table.offer(here.seat, press.tag)
    draft = _resumed(offer, kept)
    field = drafts.question(offer, draft)
    if field is None:
        return _ask(here, offer, draft)
    search = values[0] if values else ""
    panel = options.question_panel(
        here.table, here.record.id, here.seat, offer, draft, field, here.names, press.page, search
    )
    return Reply(panel)


def go(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Do what was filled in."""
    offer = here.table.offer(here.seat, press.tag)
    return Reply(action=drafts.finished(offer, _resumed(offer, kept)))


def back(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Begin the form again."""
    return _ask(here, here.table.offer(here.seat, press.tag), {})


def everything(here: SeatContext, press: Press, values: Sequence[str], kept: Draft | None) -> Reply:
    """Show everything that can be done."""
    return _everything(here)


def _everything(here: SeatContext, note: str = "") -> Reply:
    return Reply(options.options_panel(here.table, here.record.id, here.seat, here.names, note))


Handler = Callable[[SeatContext, Press, Sequence[str], Draft | None], Reply]

PRESSES: Mapping[str, Handler] = {
    "do": do,
    "pick": pick,
    "ans": answer,
    "skip": enough,
    "page": turn,
    "found": turn,
    "go": go,
    "back": back,
    "opts": everything,
}
"""What the buttons and menus of decision panels lead to, by verb."""
