"""What a press on a decision panel leads to: another panel, a draft to keep, or an action. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.panels import modals
from bot.panels.deciding import openings, options, prospects
from bot.panels.filling import choosing, wording
from bot.panels.filling.form import ALL, Looking, form_panel, together
from bot.panels.ids import Press
from bot.panels.panel import Panel
from bot.store.rows import Draft, GameRecord
from engine.core import drafts
from engine.core.actions import Action, Choice, Offer, Prospect
from engine.core.events import name_seats
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

    kept: Draft | None = None
    """What the person has filled in of a form, where that matters."""

    likely: Sequence[Prospect] = ()
    """What is likely to be done there."""

    limit: str = ""
    """Until when the seat may decide, and what happens then, in words; "" without a deadline."""

    done: str = ""
    """The person's last action, which they may take back, in a few words; "" if there is none."""


@dataclass(frozen=True)
class Reply:
    """What a press leads to: an action to carry out, or a panel to show; `keep` is the draft (tag, fields) to save."""

    panel: Panel | None = None
    action: Action | None = None
    keep: tuple[str, dict[str, Any]] | None = None


MOVED_ON = "The game has moved on since this panel was made, so nothing was done. Here is what you can do now:"
FILLED_IN = "You have filled in this form elsewhere since, so nothing was done. Choose again:"


def reply(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Return what a press leads to; one on a panel that no longer tells how things stand only shows how they do."""
    if outdated := _outdated(here, press):
        return _everything(here, outdated)
    return PRESSES[press.verb](here, press, values)


def _outdated(here: SeatContext, press: Press) -> str:
    """Say why a press is on a panel that no longer tells how things stand; "" where it is not."""
    if press.stamp and press.stamp != here.table.stamp(here.seat):
        return MOVED_ON
    kept = here.kept
    return FILLED_IN if press.detail and press.detail != (wording.stamp(kept.tag, kept.fields) if kept else "") else ""


def written(here: SeatContext, tag: str, draft: dict[str, Any]) -> Reply:
    """Return a slash command: the action if everything was said, else the form for the rest."""
    offer = here.table.offer(here.seat, tag)
    if drafts.question(offer, draft) is None:
        return Reply(action=drafts.to_action(offer, draft))
    return _ask(here, offer, draft)


def _ask(here: SeatContext, offer: Offer, draft: dict[str, Any], looking: Looking = ALL) -> Reply:
    draft = drafts.autofill(offer, draft)
    told = _comes_of(here, offer, draft)
    panel = form_panel(here.table, here.record.id, here.seat, offer, draft, here.names, looking, told)
    return Reply(panel, keep=(offer.tag, draft))


def _comes_of(here: SeatContext, offer: Offer, draft: dict[str, Any]) -> str:
    """Return an action that could be done as it is filled in, with what comes of it; "" where that is not known."""
    whole = drafts.close_list(offer, draft)
    if whole is None:
        return ""
    action = drafts.to_action(offer, whole)
    likely = prospects.able(here.table, here.seat, here.likely)
    for one in likely:
        if one.key == prospects.key_of_action(action):
            return prospects.confirmed(one, here.names)
    found = here.table.rules.offering.foreseen(here.table.game, here.seat, action)
    return prospects.confirmed(prospects.Open(offer, found), here.names) if found else ""


def resumed(here: SeatContext, offer: Offer) -> dict[str, Any]:
    """Return what has been filled in of an action so far."""
    kept = here.kept
    return drafts.rebuilt(offer, kept.fields) if kept and kept.tag == offer.tag else {}


def do(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Do what needs no answers, or has only one for each of its questions."""
    offer = here.table.offer(here.seat, press.topic)
    return Reply(action=drafts.to_action(offer, drafts.autofill(offer, {})))


def pick(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Begin to fill in an action, of the button or chosen from the menu."""
    return _ask(here, here.table.offer(here.seat, values[0] if values else press.topic), {})


def take(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Take an answer; what can be taken back is done at once when nothing more is asked.

    A panel without a form has only the first questions of its action, and begins it.
    """
    offer = here.table.offer(here.seat, press.topic)
    draft = resumed(here, offer) if press.detail else {}
    made = dict(_made(offer, draft))
    legal = made[press.field] if press.field in made else _legal(offer, draft, press.field)
    values = values or [press.value(legal)]
    if choosing.ways_of(values[0], legal):
        return _ask(here, offer, draft, Looking(press.field, way=values[0]))
    if press.field in made:
        return _ask(here, offer, drafts.changed(offer, draft, press.field, [*draft[press.field], *values]))
    draft = drafts.with_answer(offer, draft, press.field, values)
    if offer.reversible and drafts.question(offer, draft) is None:
        return Reply(action=drafts.to_action(offer, draft))
    return _ask(here, offer, draft)


def _made(offer: Offer, draft: dict[str, Any]) -> Iterator[tuple[str, list[Choice]]]:
    """Yield the lists that have been ended, each with what may still be added."""
    for field, before, picks in drafts.lists(offer, draft):
        if field.name in draft:
            yield field.name, list(field.choices({**before, field.name: picks}))


def _legal(offer: Offer, draft: dict[str, Any], name: str) -> list[Choice]:
    """Return what may be chosen for a question that is open; nothing where it is not."""
    asked = (
        drafts.choices(field, so_far) for field, so_far in drafts.open_questions(offer, draft) if field.name == name
    )
    return next(asked, [])


def leave_out(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Take something out of a list again."""
    offer = here.table.offer(here.seat, press.topic)
    draft = resumed(here, offer)
    for value in values:
        name, _, out = value.partition("=")
        made = {field.name: picks for field, _, picks in drafts.lists(offer, draft)}
        left = [pick for pick in made.get(name, []) if pick != out]
        draft = drafts.changed(offer, draft, name, left)
    return _ask(here, offer, draft)


def begin(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Show a form that is begun already."""
    for begun in openings.every_start(here.table, here.seat):
        if begun.id == press.field_value:
            offer = here.table.offer(here.seat, press.topic)
            return _ask(here, offer, drafts.revalidate(offer, begun.draft))
    return _everything(here, MOVED_ON)


def whole(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Do a whole action that was likely, or ask whether it is meant where it cannot be taken back."""
    key = values[0] if values else press.field_value
    for one in prospects.able(here.table, here.seat, here.likely):
        if one.key == key:
            if one.at_once:
                return Reply(action=one.prospect.action)
            return _ask(here, one.offer, one.draft)
    return _everything(here, MOVED_ON)


def turn(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Turn to another page of the choices, or to those that contain a word."""
    offer = here.table.offer(here.seat, press.topic)
    word = values[0] if values else ""
    looking = Looking(press.field_value, press.page, word) if word or press.page else ALL
    return _ask(here, offer, resumed(here, offer), looking)


def asked_together(here: SeatContext, press: Press) -> discord.ui.Modal | None:
    """Return the form that asks what is open together; None where that cannot be, or the panel is out of date."""
    if _outdated(here, press):
        return None
    offer = here.table.offer(here.seat, press.topic)
    found = together(offer, resumed(here, offer) if press.detail else {}, here.names)
    title = name_seats(offer.label, here.names)
    return modals.questions(replace(press, verb="filled"), title, found) if found else None


def filled(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Take the answers of a form; what can be taken back is done at once when nothing more is asked."""
    offer = here.table.offer(here.seat, press.topic)
    draft = resumed(here, offer) if press.detail else {}
    answers: dict[str, list[str]] = {field.name: [] for field, _ in drafts.together(offer, draft)}
    for value in values:
        name, _, answer = value.partition("=")
        answers.setdefault(name, []).append(answer)
    draft = drafts.with_answers(offer, draft, answers)
    if offer.reversible and drafts.question(offer, draft) is None:
        return Reply(action=drafts.to_action(offer, draft))
    return _ask(here, offer, draft)


def go(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Do what was filled in; what is open stays as it is."""
    offer = here.table.offer(here.seat, press.topic)
    draft = resumed(here, offer)
    return Reply(action=drafts.to_action(offer, drafts.close_list(offer, draft) or draft))


def back(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Ask the last question of a form again that has more than one answer."""
    offer = here.table.offer(here.seat, press.topic)
    filled = resumed(here, offer)
    left = [*filled]
    while left:
        left.pop()
        before = drafts.autofill(offer, {name: filled[name] for name in left})
        if before != filled:
            return _ask(here, offer, before)
    return _ask(here, offer, {})


def everything(here: SeatContext, press: Press, values: Sequence[str]) -> Reply:
    """Show a page of everything that can be done."""
    return _everything(here, page=press.page)


def shown(here: SeatContext, note: str = "", page: int = 0) -> Panel:
    """Return a page of everything that can be done, below what is to be said first."""
    return options.options_panel(
        here.table,
        here.record.id,
        here.seat,
        here.names,
        here.likely,
        note,
        page=page,
        limit=here.limit,
        done=here.done,
    )


def _everything(here: SeatContext, note: str = "", page: int = 0) -> Reply:
    return Reply(shown(here, note, page))


Handler = Callable[[SeatContext, Press, Sequence[str]], Reply]

PRESSES: Mapping[str, Handler] = {
    "do": do,
    "pick": pick,
    "fill": pick,
    "filled": filled,
    "set": take,
    "out": leave_out,
    "begin": begin,
    "whole": whole,
    "page": turn,
    "found": turn,
    "go": go,
    "back": back,
    "opts": everything,
}
"""What the buttons and menus of decision panels lead to, by verb."""
