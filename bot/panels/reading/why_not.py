"""Why a seat cannot do something now: which rule prevents an action, and what of it a question does not offer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import discord
import msgspec

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model.action_commands import commands_of
from bot.panels import answers, edits
from bot.panels.deciding import aids
from bot.panels.deciding.play import Play
from bot.panels.deciding.replies import SeatContext, resumed
from bot.panels.filling import choosing
from bot.panels.filling.form import MISSING, Asked, answered, not_listed, questions
from bot.panels.ids import UNKNOWN, Press, read_number
from bot.panels.panel import MENU, ROWS, Menu, Panel
from bot.panels.reading import rulebook
from bot.panels.status_panel import Shower
from bot.panels.verbs import Handler
from engine.core import drafts, rehearsal
from engine.core.actions import Action, Choice, Offer, tag_of
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.files.registry import registry
from engine.core.table import Table

Interaction = discord.Interaction[Any]

MOST_TRIED = 20
"""Pieces that are tried where nobody has said which is meant."""

GOALS_SHOWN = 12
"""Places that are named of those within reach."""


# ---------------------------------------------------------------------- an action, with its rule


def objection(here: SeatContext, kind: type[Action], given: Mapping[str, str]) -> tuple[Illegal | None, list[str]]:
    """Return why an action with some of its fields is impossible, None if it is not; and which fields are missing.

    `given` has names or ids. Open fields take any possible value; if none is given, the answer is what prevents every
    action of that kind. It is tried on a table that the seat cannot tell from the true one, so nothing hidden is told.
    """
    known = replace(here, table=rehearsal.known_table(here.table, here.seat))
    for text in given.values():
        drafts.listed(text)  # a list that nobody can mean is refused, also where no action comes of it
    missing = [field.name for field in msgspec.structs.fields(kind) if field.required and field.name not in given]
    found = _closed(known, tag_of(kind)) if missing else None
    if found is None:
        found = _whichever(known, kind, given, missing) if missing else _objection(known, kind, given, {})
    return found, missing


def reason(here: SeatContext, kind: type[Action], given: Mapping[str, str], found: Illegal) -> str:
    """Return an objection in words, with what is within reach instead, and with its rule."""
    known = replace(here, table=rehearsal.known_table(here.table, here.seat))
    said = texts.with_names(" ".join([str(found), *_reach(known, kind, given)]), here.names)
    rule = registry(here.table.rules.name).get(found.rule)
    return f"{said}\n\n{rulebook.rule_line(rule)}" if rule else said


def _whichever(
    here: SeatContext, kind: type[Action], given: Mapping[str, Any], missing: Sequence[str]
) -> Illegal | None:
    """Return why an action is impossible whatever fills its open fields; None if nothing prevents it."""
    objections: list[Illegal] = []
    for usual in _usual(here.table.offer(here.seat, tag_of(kind)), missing) if given else ():
        found = _objection(here, kind, given, {name: usual[name] for name in missing if name in usual})
        if found is None:
            return None
        objections.append(found)
    alike = {found.reason for found in objections}
    if len(alike) < 2:
        return objections[0] if objections else None
    refusal = Illegal(f"None of yours can. For one: {objections[0].reason}", objections[0].rule)
    refusal.notes = objections[0].notes
    return refusal


def _usual(offer: Offer, missing: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield an offered action as it could be done now, for each answer to its first question if that is left open."""
    first = offer.fields[0] if offer.fields and offer.fields[0].name in missing else None
    if first is None:
        yield from islice(drafts.every(offer), 1)
        return
    for choice in drafts.choices(first, {})[:MOST_TRIED]:
        begun = {first.name: [choice.value] if first.many else choice.value}
        yield from islice(drafts.every(offer, begun=begun), 1)


def _reach(here: SeatContext, kind: type[Action], given: Mapping[str, Any]) -> Iterator[str]:
    """Yield the places that the person who asked why not can go to now."""
    said = edits.plain(here.table, kind, given, here.names)
    for offer in here.table.offers(here.seat, kind):
        for field, draft in drafts.open_questions(offer, drafts.revalidate(offer, said)):
            goals = [choice.label for choice in choosing.named(drafts.choices(field, draft), here.names)]
            if field.reach in draft and field.name in said and goals:
                more = f" and {len(goals) - GOALS_SHOWN} more" if len(goals) > GOALS_SHOWN else ""
                yield f"Within reach: {'; '.join(goals[:GOALS_SHOWN])}{more}."


def _objection(
    here: SeatContext, kind: type[Action], given: Mapping[str, Any], usual: Mapping[str, Any]
) -> Illegal | None:
    """Return why an action with some given fields is impossible; the other fields take their usual values."""
    written = {name: ", ".join(value) if isinstance(value, list) else value for name, value in usual.items()}
    return here.table.objection(here.seat, edits.read(here.table, kind, {**written, **given}, here.names))


def _closed(here: SeatContext, tag: str) -> Illegal | None:
    """Return why a seat can do nothing of a kind now; None if it can."""
    try:
        here.table.offer(here.seat, tag)
    except Illegal as refusal:
        return refusal
    return None


# ---------------------------------------------------------------------- kinds of action that are not open

NOTHING_BARRED = "The rules prevent none of your actions now. *My options* shows what you can do."

WHY = (
    "What would you like to do? You cannot do these now; choose one to read which rule prevents it. If one place or "
    "piece is missing, press *Missing something?* below the question that should offer it."
)


LEFT_OUT = "at this table"
"""Words in the reason why something cannot be done where the options of the table leave it out."""


def barred(table: Table, seat: str) -> list[tuple[type[Action], Illegal]]:
    """Return the kinds of action that are not open to a seat, each with what stands in its way, from what it knows.

    Those that people do of themselves or plan ahead come before those that only answer a question. Those that the
    options of the table leave out are none of them.
    """
    known = rehearsal.known_table(table, seat)
    found = _barred(known, seat, {offer.action for offer in known.offers(seat)})
    planned = {kind for one in table.rules.plans.plannable.values() for kind in one.answers}
    asked = {kind for kind in table.rules.actions if kind not in planned and kind not in table.rules.any_time_actions}
    there = [one for one in found if LEFT_OUT not in one[1].reason.lower()]
    return sorted(there, key=lambda one: one[0] in asked)


def _barred(table: Table, seat: str, able: set[type[Action]]) -> Iterator[tuple[type[Action], Illegal]]:
    for kind in table.rules.actions:
        found = None if kind in able else table.rules.offering.objection(table.game, seat, kind, None)
        if found is not None:
            yield kind, found


def why_panel(table: Table, game: str, seat: str, names: dict[str, str], note: str = "") -> Panel:
    """Show what is not open to a seat, as menus that say why: one for each chapter of the rules, of five at most."""
    rows = sorted(commands_of(table.rules.name), key=lambda row: not row.fixed)
    said = {row.tag: row.description for row in rows}
    chapters: dict[str, list[Choice]] = {}
    for kind, reason in barred(table, seat):
        choice = Choice(tag_of(kind), said[tag_of(kind)], name_seats(reason.reason, names))
        chapters.setdefault(_chapter(kind), []).append(choice)
    while len(chapters) > ROWS:
        fewest, few = sorted(chapters, key=lambda name: (len(chapters[name]), name == OTHER))[:2]
        name = (fewest if few == OTHER else few).removesuffix(MORE)
        chapters[f"{name}{MORE}"] = chapters.pop(few) + chapters.pop(fewest)
    menus = [
        Menu(str(Press("whybar", game, page=n)), f"{name}: {_briefly(found)}…", found)
        for n, (name, found) in enumerate(chapters.items())
    ]
    return Panel(note or (WHY if menus else NOTHING_BARRED), title=aids.WHY_NOT, rows=menus)


def _briefly(found: Sequence[Choice]) -> str:
    """Return the first few actions in a word each."""
    return ", ".join(one.value.replace("_", " ") for one in found[:3])


OTHER, MORE = "Other", " and more"
"""The menu of what belongs to no chapter that players know, and the end of the name of one of several chapters."""

GENERAL = ("board", "common", "sequence")
"""The packages of games that are no chapters of their rules."""


def _chapter(kind: type[Action]) -> str:
    """Return the chapter of the rules to which a kind of action belongs: the package of its game that has it."""
    _, home, chapter, *_ = kind.__module__.split(".")
    return OTHER if home == "core" or chapter in GENERAL else chapter.capitalize()


async def show_why(herald: Herald, interaction: Interaction, game: str) -> None:
    """Ask what somebody would like to do that is not open to their seat."""
    await _show_why(herald, interaction, game)


async def answer_why(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say which rule prevents the chosen action."""
    await _show_why(herald, interaction, press.subject, values[0])


async def _show_why(herald: Herald, interaction: Interaction, game: str, tag: str = "") -> None:
    async with herald.referee.reading(game) as live:
        seat, names = live.seat_of(interaction.user.id), dict(live.names)
        note = await asyncio.to_thread(_prevents, live.table, seat, tag, names) if tag else ""
        panel = await asyncio.to_thread(why_panel, live.table, game, seat, names, note)
    await answers.put(interaction, panel)


def _prevents(table: Table, seat: str, tag: str, names: dict[str, str]) -> str:
    """Return what prevents a kind of action, with the rule; or that nothing does any more."""
    for kind, found in barred(table, seat):
        if tag_of(kind) == tag:
            rule = registry(table.rules.name).get(found.rule)
            said = texts.with_names(str(found), names)
            return f"{said}\n\n{rulebook.rule_line(rule)}" if rule else said
    return "Nothing prevents that now; press *My options*."


# ---------------------------------------------------------------------- what a question does not offer

SEVERAL = 3
"""Menus in which all that a question does not offer stands; if it is more, its first letters are chosen first."""

NOT_POSSIBLE = "These are not possible now. Choose one to read which rule prevents it."


async def show_missing(herald: Herald, interaction: Interaction, press: Press) -> None:
    """Show what a question does not offer, as menus that say why."""
    await _show(herald, interaction, press)


async def turn_missing(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show what begins with the letters that were chosen."""
    await _show(herald, interaction, replace(press, page=read_number(values[0])))


async def say_missing(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Say which rule prevents the chosen answer."""
    await _show(herald, interaction, press, values[0])


async def _show(herald: Herald, interaction: Interaction, press: Press, value: str = "") -> None:
    async with Play(herald, interaction, press.subject).with_draft() as here:
        panel = await asyncio.to_thread(missing_panel, here, press, value)
    await answers.put(interaction, panel)


def missing_panel(here: SeatContext, press: Press, value: str = "") -> Panel:
    """Show what the questions of a form do not offer, below why `value` is not among the answers of one of them.

    Raise Refused where that question is not asked.
    """
    offer = here.table.offer(here.seat, press.topic)
    draft = resumed(here, offer)
    asked = [*answered(offer, draft, here.names), *questions(offer, draft, here.names)]
    said = _why(here, offer, _one(asked, press.field), value) if value else ""
    rows = [menu for one in asked for menu in _menus(here, press, one)]
    return Panel("\n\n".join(filter(None, (said, NOT_POSSIBLE))), title=MISSING, rows=rows)


def _one(asked: Sequence[Asked], name: str) -> Asked:
    for one in asked:
        if one.field.name == name:
            return one
    raise Refused(UNKNOWN)


def _why(here: SeatContext, offer: Offer, one: Asked, value: str) -> str:
    """Return why something is no answer to a question of a form, after the answers before it."""
    written = {name: ", ".join(said) if isinstance(said, list) else str(said) for name, said in one.draft.items()}
    name = next((choice.label for choice in _found(here, one) if choice.value == value), value)
    found, _ = objection(here, offer.action, given := {**written, one.field.name: value})
    if found is None:
        return f"**{name}**: nothing prevents that now. Press *My options*, and choose again."
    return f"**{name}**: {reason(here, offer.action, given, found)}"


def _found(here: SeatContext, one: Asked) -> list[Choice]:
    """Return what a question does not offer, in the order of names."""
    return sorted(choosing.named(not_listed(here.table, one), here.names), key=_name)


def _menus(here: SeatContext, press: Press, one: Asked) -> list[Menu]:
    """Return menus of all that a question does not offer; if it is much, of a page, below a menu of first letters."""
    found = _found(here, one)
    pages = [found[start : start + MENU] for start in range(0, len(found), MENU)]
    asked = replace(press, verb="missed", field_value=one.field.name)
    if len(pages) <= SEVERAL:
        return [
            Menu(str(replace(asked, page=n)), f"{one.prompt} – {_span(page)}", page) for n, page in enumerate(pages, 1)
        ]
    letters = [Choice(str(n), _span(page)) for n, page in enumerate(pages[:MENU], 1)]
    menu = Menu(str(replace(asked, verb="misspage", page=0)), f"{one.prompt} – first letters", letters)
    shown = pages[press.page - 1 : press.page] if press.page and press.field == one.field.name else []
    return [*(Menu(str(replace(asked, page=press.page)), _span(page), page) for page in shown), menu]


def _span(page: Sequence[Choice]) -> str:
    return _name(page[0]) if len(page) == 1 else f"{_name(page[0])} to {_name(page[-1])}"


def _name(choice: Choice) -> str:
    """Return a label from its first capital letter on: York, for "in the open at York"."""
    return choice.label[next((n for n, letter in enumerate(choice.label) if letter.isupper()), 0) :]


SHOWERS: dict[str, Shower] = {"whynot": show_why}
"""What opens a private message of its own, by verb."""

PRESSES: dict[str, Handler] = {"whybar": answer_why, "missed": say_missing, "misspage": turn_missing}
"""The menus that change such a message."""
