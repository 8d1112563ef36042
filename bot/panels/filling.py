"""The form of an action on one panel: what is answered, and everything that may be answered next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot import texts
from bot.panels import choosing, forms
from bot.panels.choosing import Row
from bot.panels.ids import Press
from bot.panels.panel import MENU, ROWS, Button, Panel, Shown
from bot.store.payloads import MAP
from engine.core import drafts
from engine.core.actions import Choice, Field, Offer
from engine.core.events import name_seats
from engine.core.table import Table

Names = Mapping[str, str]

ROOM = ROWS - 1
"""Rows for the questions of a form; the last is for what can be done with it."""


@dataclass(frozen=True)
class Asked:
    """A question of a form that may be answered next, with what may be chosen."""

    field: Field
    draft: Mapping[str, Any]
    prompt: str
    choices: Sequence[Choice]


@dataclass(frozen=True)
class Looking:
    """What somebody looks at of a list too long for its panel: a page of it, from 1, or what contains a word."""

    field: str = ""
    page: int = 0
    word: str = ""


ALL = Looking()


def questions(offer: Offer, draft: Mapping[str, Any], names: Names) -> list[Asked]:
    """Return the questions that may be answered next, in the players' words."""
    return [
        Asked(field, so_far, name_seats(field.prompt, names), choosing.named(drafts.choices(field, so_far), names))
        for field, so_far in drafts.open_questions(offer, draft)
    ]


def form_panel(
    table: Table,
    game: str,
    seat: str,
    offer: Offer,
    draft: Mapping[str, Any],
    names: Names,
    looking: Looking = ALL,
) -> Panel:
    """Show an action as far as it is filled in, with everything that may be answered next."""
    press = Press("set", game, table.stamp(seat), offer.tag, form=forms.stamp(offer.tag, draft))
    asked = questions(offer, draft, names)[:ROOM]
    if looking.field:
        asked = [one for one in asked if one.field.name == looking.field]
    shown = [replace(one, choices=_looked_at(one.choices, looking)) for one in asked]
    rows = question_rows(press, shown, ROOM)
    rows.append(_below(press, offer, draft, asked, looking))
    so_far = texts.with_plain_names(forms.summary(offer, drafts.foregone(offer, draft)), names)
    text = "\n\n".join(part for part in (so_far, *(_question(one) for one in shown)) if part)
    found = _reach(asked)
    return Panel(
        text or "Is this what you want?",
        title=name_seats(offer.label, names),
        rows=rows,
        picture="reach.png" if found else "",
        shows=found,
    )


def question_rows(press: Press, asked: Sequence[Asked], room: int) -> list[Row]:
    """Return the rows of some questions, at least one for each; what is left goes to the last."""
    found: list[Row] = []
    for place, one in enumerate(asked):
        left = room - len(found) - (len(asked) - place - 1)
        found += choosing.rows(press, one.field, one.prompt, one.choices, left)
    return found


def _looked_at(choices: Sequence[Choice], looking: Looking) -> Sequence[Choice]:
    if looking.word:
        return [choice for choice in choices if looking.word.casefold() in choice.label.casefold()]
    return choices[max(0, looking.page - 1) * ROOM * MENU :]


def _question(one: Asked) -> str:
    if not one.choices:
        return f"**{one.prompt}** Nothing fits; search again."
    left = " This may be left." if one.field.least == 0 else ""
    return f"**{one.prompt}** ({len(one.choices)} possible){left}"


def _below(
    press: Press, offer: Offer, draft: Mapping[str, Any], asked: Sequence[Asked], looking: Looking
) -> list[Button]:
    """Return the buttons below a form."""
    row = []
    if drafts.ended(offer, draft) is not None:
        row.append(Button(str(replace(press, verb="go")), "Do it", "success"))
    if looking != ALL:
        row.append(Button(str(replace(press, verb="page", answer=looking.field)), "Back"))
    last = asked[-1] if asked else None
    room = ROOM - len(asked) + 1
    if last and len(last.choices) > choosing.shown(last.choices, room):
        row.append(Button(str(replace(press, verb="find", answer=last.field.name)), "Search"))
        if looking.page * ROOM * MENU < len(last.choices) and not looking.word:
            more = replace(press, verb="page", page=looking.page + 1, answer=last.field.name)
            row.append(Button(str(more), "More"))
    if draft != drafts.foregone(offer, {}):
        row.append(Button(str(Press("back", press.game, press.stamp, press.tag)), "Start over"))
    row.append(Button(str(Press("opts", press.game, press.stamp)), "Something else"))
    return row


def _reach(asked: Sequence[Asked]) -> Shown | None:
    """Return the picture of how far somebody goes, where the form asks for it."""
    for one in asked:
        mover = one.draft.get(one.field.reach) if one.field.reach else None
        if mover:
            return Shown(MAP, mover[0] if isinstance(mover, list) else mover, "reach")
    return None
