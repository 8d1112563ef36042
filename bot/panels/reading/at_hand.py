"""What is at hand below every panel of a seat, when it is pressed: the odds, why something is not open, taking back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model.action_commands import commands_of
from bot.panels import answers
from bot.panels.deciding import aids
from bot.panels.deciding.aids import ODDS
from bot.panels.ids import Press, read_number
from bot.panels.panel import ROWS, Button, Menu, Panel
from bot.panels.reading import rulebook
from bot.panels.verbs import Handler
from bot.services.computer import reasons
from bot.store.rows import Status
from bot.table import log_view
from engine.core import rehearsal
from engine.core.actions import Action, Choice, tag_of
from engine.core.errors import Illegal
from engine.core.events import name_seats
from engine.core.files.registry import registry
from engine.core.table import Table

Interaction = discord.Interaction[Any]


# ---------------------------------------------------------------------- help


async def show_help(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show a player all that helps at their table."""
    async with herald.referee.reading(game) as live:
        regent = live.regent_of(live.seat_of(interaction.user.id))
        done = await herald.moderation.last_done(live, interaction.user.id)
        alone = bool(done) and bool(await herald.moderation.undoable(live, interaction.user.id))
        helped = any(live.regent_of(seat) for seat in live.table.seats)
        undo = texts.with_names(done, live.names)
        rows = aids.lines(live.table, game, undo, alone=alone, helped=helped, regent=regent)
    await answers.put(interaction, Panel("", title="Help", rows=rows))


async def show_reasons(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show why computer players did what they did lately."""
    async with herald.referee.reading(game) as live:
        said = await reasons.words(herald.store, live)
    await answers.say(interaction, said)


# ---------------------------------------------------------------------- odds


async def show_report(herald: Herald, interaction: Interaction, game: str, name: str) -> None:
    """Show a report of a game to somebody, from what they may know."""
    async with herald.referee.reading(game) as live:
        if live.game.status == Status.LOBBY:
            raise Refused("This game has not started, so nothing has happened yet.")
        reports = live.table.rules.words.reports
        if name not in reports:
            raise Refused(f"{live.table.rules.title} has no use for /{name}.")
        seat = next((one.id for one in live.seats if one.user == interaction.user.id and one.left is None), "")
        text, names = await asyncio.to_thread(reports[name], live.table.game, seat), live.names
    first, *more = texts.pages(texts.with_names(text, names))
    await interaction.edit_original_response(content=first)
    for page in more:
        await interaction.followup.send(page, ephemeral=True)


async def show_odds(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show how the fights at hand are likely to end."""
    await show_report(herald, interaction, game, ODDS)


# ---------------------------------------------------------------------- why not

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
        note = await asyncio.to_thread(_reason, live.table, seat, tag, names) if tag else ""
        panel = await asyncio.to_thread(why_panel, live.table, game, seat, names, note)
    await answers.put(interaction, panel)


def _reason(table: Table, seat: str, tag: str, names: dict[str, str]) -> str:
    """Return what prevents a kind of action, with the rule; or that nothing does any more."""
    for kind, found in barred(table, seat):
        if tag_of(kind) == tag:
            rule = registry(table.rules.name).get(found.rule)
            said = texts.with_names(str(found), names)
            return f"{said}\n\n{rulebook.rule_line(rule)}" if rule else said
    return "Nothing prevents that now; press *My options*."


# ---------------------------------------------------------------------- take back

AT_ONCE = "I undo it at once: nothing was revealed, and no other person has acted since."
OTHERS_FIRST = "I ask the others first, because something was revealed or another person has acted since."


async def ask_take_back(herald: Herald, interaction: Interaction, game: str) -> None:
    """Show somebody's last action, with the button that takes it back."""
    async with herald.referee.reading(game) as live:
        seat, names = live.seat_of(interaction.user.id), dict(live.names)
        at_once = await herald.moderation.undoable(live, interaction.user.id)
    last = await _last(herald, interaction, game, seat)
    version, said = last
    what = texts.with_names(said, names) or "a hidden decision."
    confirm = Button(str(Press("tookback", game, str(version))), "Take it back", "danger", "↩️")
    text = f"Your last action: {what}\n{AT_ONCE if at_once else OTHERS_FIRST}"
    panel = Panel(text, title="Take it back?", rows=[[confirm]])
    await answers.put(interaction, panel)


async def take_back(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take back the action that was shown, unless its player has acted since."""
    async with herald.referee.reading(press.subject) as live:
        seat = live.seat_of(interaction.user.id)
    version, _ = await _last(herald, interaction, press.subject, seat)
    if version != read_number(press.stamp):
        raise Refused("You have acted since. Press “Undo” again to see your new last action.")
    said = await herald.moderation.take_back(press.subject, interaction.user.id)
    go_on = Button(str(Press("mine", press.subject)), "My options", "primary")
    await answers.put(interaction, Panel(said, title="Take it back?", rows=[[go_on]]))


async def _last(herald: Herald, interaction: Interaction, game: str, seat: str) -> tuple[int, str]:
    """Return the number of somebody's last action for their seat, with what everybody heard of it."""
    moves = await herald.moderation.lasting_actions(game)
    own = [entry for entry in moves if entry.seat == seat and entry.user == interaction.user.id]
    if not own:
        raise Refused("You have no action to take back yet.")
    return own[-1].version, log_view.public_text(own[-1])


Shower = Callable[[Herald, Interaction, str], Awaitable[None]]

SHOWERS: dict[str, Shower] = {
    "aids": show_help,
    "takeback": ask_take_back,
    "whynot": show_why,
    "whydid": show_reasons,
    "odds": show_odds,
}
"""What opens a private message of its own, by verb."""

PRESSES: dict[str, Handler] = {"whybar": answer_why, "tookback": take_back}
"""The buttons that change that message."""
