"""The form of an action on one panel: what is answered, and everything that may be answered next."""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

from msgspec import structs

from bot import texts
from bot.panels.filling import choosing, wording
from bot.panels.filling.choosing import Row, Settles
from bot.panels.ids import Press
from bot.panels.modals import QUESTIONS, Question
from bot.panels.panel import BUTTON, MENU, ROW, ROWS, VALUE, Button, Menu, Panel, Shown
from bot.store.payloads import MAP
from bot.texts import clipped
from engine.core import drafts
from engine.core.actions import Choice, Field, Offer
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.table import Table
from render.picture_request import Goal

Names = Mapping[str, str]

CROWDED = 2
"""Menus of places that a map still shows with their numbers; the others are on the next page, with a map of theirs."""

ROOM = ROWS - 1
"""Rows for the questions of a form; the last is for what can be done with it."""


@dataclass(frozen=True)
class Asked:
    """A question of a form that may be answered next, with what may be chosen."""

    field: Field
    draft: Mapping[str, Any]
    prompt: str
    choices: Sequence[Choice]
    settles: Settles = choosing.always
    """Tells whether an answer carries out the whole action at once."""


@dataclass(frozen=True)
class Looking:
    """The part of a list too long for its panel that somebody looks at.

    It is a page, counted from 1; the values that contain a word; or the ways of one thing, whose values begin alike.
    """

    field: str = ""
    page: int = 0
    word: str = ""
    way: str = ""


ALL = Looking()

SEARCH = "Search…"
"""The button that asks for a word to look for."""

MISSING = "Missing something?"
"""The button that lists what a question does not offer, and why."""

TOGETHER = "All in one form…"
"""The button of a form that asks the open questions of a panel together."""


@dataclass(frozen=True)
class Laid:
    """The rows of some questions, and those of them that have not room for all of their choices there, by field."""

    rows: list[Row]
    short: Sequence[str] = ()
    seen: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """How many choices of each question stand there."""


def not_listed(table: Table, one: Asked) -> list[Choice]:
    """Return what a question does not offer of the kind of things that it does, such as the other nobles or squares."""
    offered = {choice.value for choice in one.choices} | set(drafts.gathered(one.draft))
    kinds = [kind for kind in table.rules.things(table.game) if offered & kind.keys()]
    return [Choice(thing, name) for kind in kinds for thing, name in kind.items() if thing not in offered]


def answered(offer: Offer, draft: Mapping[str, Any], names: Names) -> Iterator[Asked]:
    """Yield the questions of an action that are answered, if only because there is one answer."""
    filled, so_far = drafts.autofill(offer, draft), dict[str, Any]()
    for field in drafts.walk(offer, so_far):
        if field.name not in filled:
            break
        choices = field.choices({**so_far, field.name: []} if field.many else so_far)
        yield Asked(field, {**so_far}, name_seats(field.prompt, names), choosing.named(choices, names))
        so_far[field.name] = filled[field.name]


def questions(offer: Offer, draft: Mapping[str, Any], names: Names) -> list[Asked]:
    """Return the questions that may be answered next, in the players' words."""
    return [
        Asked(
            field,
            so_far,
            name_seats(f"{field.prompt} {field.note}".rstrip(), names),
            choosing.named(drafts.choices(field, so_far), names),
            partial(settles, offer, draft, field),
        )
        for field, so_far in drafts.open_questions(offer, draft)
    ]


def settles(offer: Offer, draft: Mapping[str, Any], field: Field, value: str) -> bool:
    """Tell whether an answer to an open question carries out the whole action at once."""
    if not offer.reversible:
        return False
    try:
        return drafts.question(offer, drafts.with_answer(offer, draft, field.name, [value])) is None
    except Illegal:  # it stands for several ways, which are asked for next
        return False


def ended_lists(offer: Offer, draft: Mapping[str, Any], names: Names) -> list[Asked]:
    """Return the lists that have been ended and may still grow, such as what is given in a trade."""
    found = []
    for field, before, picks in drafts.lists(offer, draft):
        more = field.choices({**before, field.name: picks}) if field.name in draft else ()
        if more:
            prompt = name_seats(field.more or f"Anything else? {field.prompt}", names)
            found.append(Asked(field, before, prompt, choosing.named(more, names), choosing.never))
    return found


def form_panel(
    table: Table,
    game: str,
    seat: str,
    offer: Offer,
    draft: Mapping[str, Any],
    names: Names,
    looking: Looking = ALL,
    told: str = "",
) -> Panel:
    """Show an action as far as it is filled in, with everything that may be answered next.

    `told` says what comes of it as it is, and stands in place of the answers.
    """
    press = Press("set", game, table.stamp(seat), offer.tag, detail=wording.stamp(offer.tag, draft))
    out = _out(press, offer, draft, names)
    asked = [*ended_lists(offer, draft, names), *questions(offer, draft, names)]
    if looking.field:
        asked, out = [one for one in asked if one.field.name == looking.field], []
    asked = asked[-(ROOM - len(out)) :]
    missing = any(not_listed(table, one) for one in chain(asked, answered(offer, draft, names)))
    found = shown(asked, looking, numbered=True)
    laid = question_rows(press, found, ROOM - len(out))
    turn = turning(press, asked, laid, looking)
    if looking == ALL and together(offer, draft, names):
        turn = [Button(str(replace(press, verb="fill")), TOGETHER, "primary"), *turn]
    below = _below(press, offer, draft, turn, looking)
    if missing and len(below) < ROW:
        below.insert(-1, Button(str(replace(press, verb="missing")), MISSING))
    rows = [*laid.rows, *out, below]
    return Panel(
        _words(offer, draft, found, names, told) or "Is this what you want?",
        title=name_seats(offer.label, names),
        rows=rows,
        shows=board(found, laid.seen),
    )


def together(offer: Offer, draft: Mapping[str, Any], names: Names) -> list[Question]:
    """Return the open questions that one form of Discord can ask together; none where it cannot ask all of them."""
    found = [
        Question(
            field.name,
            name_seats(field.prompt, names),
            choosing.named(choices, names),
            field.least,
            len(choices) if field.many else 1,
        )
        for field, choices in drafts.together(offer, draft)
    ]
    able = len(found) <= QUESTIONS and all(0 < len(one.choices) <= MENU for one in found)
    return found if able and all(len(one.value) <= VALUE for asked in found for one in asked.choices) else []


def _words(offer: Offer, draft: Mapping[str, Any], asked: Sequence[Asked], names: Names, told: str) -> str:
    """Return a form in words: what is answered or `told` of that, more about it, and what may be answered."""
    about = f"-# {offer.hint}" if offer.hint else ""
    so_far = "" if told else wording.summary(offer, drafts.autofill(offer, draft), _hints(offer, draft))
    said = "\n".join(filter(None, (told, texts.with_plain_names("\n".join(filter(None, (about, so_far))), names))))
    return "\n\n".join(part for part in (said, *(asked_words(one) for one in asked)) if part)


def _hints(offer: Offer, draft: Mapping[str, Any]) -> dict[str, str]:
    """Return what there is to know of the choices that have been made of single things, by question; the same once."""
    hints: dict[str, str] = {}
    so_far: dict[str, Any] = {}
    for field in drafts.walk(offer, so_far):
        if field.name not in draft:
            break
        if not field.many:
            chosen = next((choice.hint for choice in field.choices(so_far) if choice.value == draft[field.name]), "")
            hints |= {field.name: chosen} if chosen not in ("", offer.hint, *hints.values()) else {}
        so_far[field.name] = draft[field.name]
    return hints


def _out(press: Press, offer: Offer, draft: Mapping[str, Any], names: Names) -> list[Row]:
    """Return the menu that takes something out of the lists again, where there is more than one thing in them."""
    lists = list(drafts.lists(offer, draft))
    found = [
        Choice(f"{field.name}={pick}", label, name_seats(field.prompt, names) if len(lists) > 1 else "")
        for field, before, picks in lists
        for pick, label in zip(picks, drafts.labels(field, before, picks), strict=True)
    ]
    if len(found) < 2:
        return []
    menu = Menu(str(replace(press, verb="out")), "Take something out again", choosing.named(found, names))
    return [menu]


def shown(asked: Sequence[Asked], looking: Looking = ALL, rows: int = ROOM, *, numbered: bool = False) -> list[Asked]:
    """Return questions with the choices on the open page, which has this many rows of them.

    If `numbered`, the places among which the first such question asks have numbers, the same on every page.
    """
    first = next((one for one in asked if one.field.places), None) if numbered else None
    found = []
    for one in asked:
        choices = _looked_at(one.choices, looking, _page(one, rows), numbered=one is first)
        found.append(replace(one, choices=choices))
    return found


def _page(one: Asked, rows: int) -> int:
    """Return how many choices of a question a page has."""
    return MENU * (min(rows, CROWDED) if _crowded(one) else rows)


def _crowded(one: Asked) -> bool:
    """Tell whether a question asks for one of more places than a map shows with their numbers."""
    return one.field.places and len(one.choices) > CROWDED * MENU


def question_rows(press: Press, asked: Sequence[Asked], room: int) -> Laid:
    """Return the rows of some questions, at least one for each; what is left goes to the last."""
    found: list[Row] = []
    short: list[str] = []
    seen: dict[str, int] = {}
    for place, one in enumerate(asked):
        left = room - len(found) - (len(asked) - place - 1)
        if one.field.many and len(asked) > 1:
            left = min(left, 1)
        if _crowded(one):
            left = min(left, CROWDED)
        besides = one.field.least == 0 or bool(drafts.gathered(one.draft))
        rows = choosing.rows(press, one.field, one.prompt, one.choices, left, one.settles, besides=besides)
        seen[one.field.name] = choosing.count(rows)
        short += [one.field.name] if seen[one.field.name] < len(one.choices) else []
        _join(found, rows)
    return Laid(found, short, seen)


def _join(rows: list[Row], more: Sequence[Row]) -> None:
    """Add rows; what need not be chosen goes into the row before where that is of the same sort and has room."""
    last, first = rows[-1] if rows else None, more[0] if more else None
    if isinstance(last, list) and isinstance(first, list) and len(last) + len(first) <= ROW:
        alike = all(button.style == "secondary" for button in (*last, *first))
        if alike:
            rows[-1], more = [*last, *first], more[1:]
    rows += more


def _looked_at(choices: Sequence[Choice], looking: Looking, page: int, *, numbered: bool = False) -> Sequence[Choice]:
    if looking.way:
        return [structs.replace(choice, under="") for choice in choosing.ways_of(looking.way, choices)]
    choices = choosing.gathered(choices)
    if numbered:
        choices = [structs.replace(one, label=f"{place}. {one.label}") for place, one in enumerate(choices, 1)]
    if looking.word:
        return [choice for choice in choices if looking.word.casefold() in choice.label.casefold()]
    return choices[max(0, looking.page - 1) * page :]


def asked_words(one: Asked) -> str:
    """Return a question in words, with how much may be chosen where that does not stand on buttons for all to see.

    A list that has begun is not asked for once more above a few buttons that add to it.
    """
    if not one.choices:
        return f"**{one.prompt}** No choice has that word; search again."
    seen = choosing.as_buttons(one.choices, ROOM)
    if drafts.gathered(one.draft):
        return "" if seen else f"**{one.prompt}** You may add more ({len(one.choices)} possible)."
    about = [] if seen else [f"{len(one.choices)} possible"]
    about += ["optional"] if one.field.least == 0 else []
    said = ", ".join(about)
    return f"**{one.prompt}**{f' ({said})' if said else ''}"


def _below(
    press: Press, offer: Offer, draft: Mapping[str, Any], turn: Sequence[Button], looking: Looking
) -> list[Button]:
    """Return the buttons below a form, those that `turn` to other choices among them; a page of a list leads back."""
    row = []
    if drafts.close_list(offer, draft) is not None:
        row.append(Button(str(replace(press, verb="go")), "Do it", "success"))
    if looking != ALL:
        row.append(Button(str(replace(press, verb="page", field_value=looking.field)), "Back"))
    row += turn
    if looking == ALL and draft != drafts.autofill(offer, {}):
        row.append(Button(str(Press("back", press.subject, press.stamp, press.topic)), "Choose again"))
    row.append(Button(str(Press("opts", press.subject, press.stamp)), "All my options"))
    return row


def turning(
    press: Press, asked: Sequence[Asked], laid: Laid, looking: Looking, *, find: str = "find", turn: str = "page"
) -> list[Button]:
    """Return the buttons that look for something in a long list; they say `find` and `turn`.

    It is the list that has no room for all that is in it, or else the last on the panel. Where several have no room
    each has its pages, on which one may search.
    """
    one = next((one for one in asked if one.field.name in laid.short), asked[-1] if asked else None)
    if one is None:
        return []
    begun = _crowded(one) and not looking.page
    on = replace(press, verb=turn, page=looking.page + (2 if begun else 1))
    if len(laid.short) > 1:
        several = [one for one in asked if one.field.name in laid.short]
        return [
            Button(str(replace(on, field_value=one.field.name)), clipped(f"More: {one.prompt}", BUTTON))
            for one in several
        ]
    many = len(choosing.gathered(one.choices)) > MENU
    row = [Button(str(replace(press, verb=find, field_value=one.field.name)), SEARCH)] if many else []
    if laid.short and not looking.word and not looking.way:
        row.append(Button(str(replace(on, field_value=one.field.name)), "More choices"))
    return row


def board(asked: Sequence[Asked], seen: Mapping[str, int]) -> Shown | None:
    """Return the board with the places that are offered, each with its number; None where nobody asks for any."""
    for one in asked:
        if one.field.places and one.choices:
            mover = one.draft.get(one.field.reach) if one.field.reach else None
            who = (mover[0] if isinstance(mover, list) else mover) or ""
            goals = tuple(_goal(choice) for choice in one.choices[: seen.get(one.field.name)])
            return Shown(MAP, who, "reach" if who else "", goals)
    return None


def _goal(choice: Choice) -> Goal:
    """Return a place with its number, which its label begins with."""
    number, _, words = choice.label.partition(". ")
    return Goal(int(number), choice.value, words)
