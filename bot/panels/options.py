"""The panels of a seat: what it is asked and can do now, and the questions that fill an action in."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot import texts
from bot.panels import forms, plans
from bot.panels.ids import Press
from bot.panels.panel import MENU, Button, Menu, Panel, buttons
from engine.core import drafts
from engine.core.actions import MASTER, Choice, Field, Offer
from engine.core.events import name_seats
from engine.core.table import Table

Names = Mapping[str, str]


def options_panel(table: Table, game: str, seat: str, names: Names, note: str = "") -> Panel:
    """Show what a seat is asked and everything that it can do now, in plain words."""
    request = table.request(seat)
    offers = list({offer.tag: offer for offer in reversed(table.offers(seat))}.values())[::-1]
    plain = [offer for offer in offers if not offer.fields and not offer.drastic]
    forms_ = [offer for offer in offers if offer.fields or offer.drastic]
    rows: list[Menu | list[Button]] = []
    stamp = table.stamp(seat)
    if forms_:
        rows.append(Menu(str(Press("pick", game, stamp)), "What do you want to do?", _menu(forms_, names)))
    rows += buttons([_plain_button(game, stamp, offer, names) for offer in plain])[:3]
    text = texts.with_names(request.prompt, names) if request else waiting_words(table, names)
    if ahead := plans.offered(table, seat, names):
        text = f"{text}\n\n{ahead}"
        rows.append([plans.button(game)])
    details = "\n".join(texts.with_names(offer.hint, names) for offer in offers if offer.hint and not offer.fields)
    return Panel(_noted(note, f"{text}\n\n{details}" if details else text), title="What can I do now?", rows=rows)


def _noted(note: str, text: str) -> str:
    return f"{note}\n\n{text}" if note else text


def _menu(offers: list[Offer], names: Names) -> list[Choice]:
    return [Choice(offer.tag, name_seats(offer.label, names), name_seats(offer.hint, names)) for offer in offers]


def _plain_button(game: str, stamp: str, offer: Offer, names: Names) -> Button:
    return Button(str(Press("do", game, stamp, offer.tag)), name_seats(offer.label, names), "primary")


def waiting_words(table: Table, names: Names) -> str:
    """Say whom the game waits for."""
    if table.result:
        return f"The game is over. {texts.with_names(table.result.reason, names)}"
    seats = [request.seat for request in table.requests()]
    waiting = [texts.safe(names.get(seat, seat)) for seat in seats if seat != MASTER] or ["the clock"]
    return f"The game waits for {', '.join(waiting)}. You are asked for nothing now."


def form_panel(table: Table, game: str, seat: str, offer: Offer, draft: Mapping[str, Any], names: Names) -> Panel:
    """Show the next question of an action, or ask for confirmation when all are answered."""
    field = drafts.question(offer, draft)
    if field is None:
        return _confirm_panel(table, game, seat, offer, draft, names)
    return question_panel(table, game, seat, offer, draft, field, names)


def _confirm_panel(table: Table, game: str, seat: str, offer: Offer, draft: Mapping[str, Any], names: Names) -> Panel:
    stamp, form = table.stamp(seat), forms.stamp(offer.tag, draft)
    row = [
        Button(str(Press("go", game, stamp, offer.tag, form=form)), "Do it", "success"),
        Button(str(Press("back", game, stamp, offer.tag)), "Start over"),
        Button(str(Press("opts", game, stamp)), "Something else"),
    ]
    text = texts.with_plain_names(forms.summary(offer, draft), names)
    return Panel(text, title=name_seats(offer.label, names), rows=[row])


def question_panel(
    table: Table,
    game: str,
    seat: str,
    offer: Offer,
    draft: Mapping[str, Any],
    field: Field,
    names: Names,
    page: int = 0,
    search: str = "",
) -> Panel:
    """Show one question with a page of its choices, or those that contain `search`."""
    press = Press("", game, table.stamp(seat), offer.tag, page, forms.stamp(offer.tag, draft))
    legal = [
        Choice(choice.value, name_seats(choice.label, names), name_seats(choice.hint, names))
        for choice in drafts.choices(field, draft)
    ]
    found = [choice for choice in legal if search.casefold() in choice.label.casefold()] if search else legal
    shown = found[page * MENU : (page + 1) * MENU]
    rows: list[Menu | list[Button]] = []
    if shown:
        most = len(shown) if field.many else 1
        rows.append(Menu(str(replace(press, verb="ans")), name_seats(field.prompt, names), shown, most=most))
    done = field.least == 0 or len(drafts.gathered(draft)) >= field.least
    pages = 0 if search else len(found)
    rows.append(_turning(press, pages, len(legal), _ending(field, draft) if done else ""))
    so_far = forms.summary(offer, draft)
    counted = _counted(field, len(shown), len(found), search)
    text = f"{so_far}\n\n{counted}" if so_far else counted
    return Panel(texts.with_plain_names(text, names), title=name_seats(offer.label, names), rows=rows)


def fits(field: Field, draft: Mapping[str, Any]) -> bool:
    """Tell whether a list is made by one menu: nothing has been picked, and everything is in it."""
    return not drafts.gathered(draft) and len(drafts.choices(field, draft)) <= MENU


def _ending(field: Field, draft: Mapping[str, Any]) -> str:
    return "That is all" if drafts.gathered(draft) else "None"


def _counted(field: Field, shown: int, found: int, search: str) -> str:
    if not found:
        return f"{field.prompt}\nNothing fits; search again."
    if search and shown < found:
        return f"{field.prompt} ({shown} of the {found} that fit; search for more letters to see the others)"
    return f"{field.prompt} ({found} possible)"


def _turning(press: Press, found: int, legal: int, ending: str) -> list[Button]:
    """Return the buttons below a question; `ending` is what ends it without another choice, "" where that cannot be."""
    row = []
    if press.page > 0:
        row.append(Button(str(replace(press, verb="page", page=press.page - 1)), "Back"))
    if (press.page + 1) * MENU < found:
        row.append(Button(str(replace(press, verb="page", page=press.page + 1)), "More"))
    if legal > MENU:
        row.append(Button(str(replace(press, verb="find", page=0)), "Search"))
    if ending:
        row.append(Button(str(replace(press, verb="skip", page=0)), ending))
    row.append(Button(str(Press("opts", press.game, press.stamp)), "Something else"))
    return row
