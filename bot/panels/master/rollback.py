"""The moments to which a game can go back: a list in words, the map of then, and what would be undone."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.model import interventions
from bot.panels import answers, status_panel
from bot.panels.ids import Press, read_number
from bot.panels.master import gm_auth
from bot.panels.panel import MENU, Button, Menu, Panel, buttons
from bot.panels.verbs import Handler
from bot.store import game_log, games
from bot.store.rows import ActionRecord, GameRecord
from bot.table import log_view
from engine.core.actions import Choice
from engine.core.events import name_seats
from engine.core.parts import Story
from engine.core.table import Table
from engine.games import rules_of

Interaction = discord.Interaction[Any]

WHOLE, LAST = "", "last"
"""The moments offered: those of the whole game, or those since the last phase began."""


LINE = 80
"""Characters of what happened in a line of the menu, beside its number."""

NO_SUCH = "No action matches that word; try another."
NO_MOMENT = "There is no action to undo yet."


async def show_moments(
    herald: Herald, interaction: Interaction, game_id: str, *, about: str = "", scope: str = WHOLE, below: int = 0
) -> None:
    """Show moments of a game to which it can go back, the latest first, or those `below` one."""
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
        log = await game_log.entries(connection, game_id)
        names = {seat.id: seat.name for seat in await games.seats_of(connection, game_id)}
    text = "Choose an action: the game goes back to the moment after it. First I show you the map of that moment."
    first, title = 0, "Going back"
    if scope == LAST:
        window = _window(game, log)
        first, title = window.first - 1, "Correct the last phase"
        text += (
            "\n\nThe list holds every action since the last finished phase began. For an earlier action, use /gm goto, "
            "which lists the whole game."
        )
    choices = [
        c
        for c in await asyncio.to_thread(_choices, log, names, about, rules_of(game.rules).story)
        if int(c.value) >= first
    ]
    shown = [choice for choice in choices if not below or int(choice.value) < below][:MENU]
    if not shown:
        raise Refused(NO_SUCH if about else NO_MOMENT)
    rows: list[Menu | Sequence[Button]] = [
        Menu(str(Press("moment", game_id, str(game.version))), "After which action?", shown)
    ]
    if choices[-1] is not shown[-1]:
        more = Press("moments", game_id, shown[-1].value, about.replace(":", " "), detail=scope)
        rows.append([Button(str(more), "Earlier")])
    await answers.put(interaction, Panel(text, title=title, rows=rows))


def _window(game: GameRecord, log: Sequence[ActionRecord]) -> log_view.CorrectionWindow:
    window = log_view.correction_window(log, rules_of(game.rules).story.phase_end_event)
    if window is None:
        raise Refused("No phase is over yet; /gm goto lists every action, /gm undo undoes one.")
    return window


def _choices(log: Sequence[ActionRecord], names: Mapping[str, str], about: str, story: Story) -> list[Choice]:
    """Return the moments whose words have `about` in them; those that were taken back say so."""
    frame = {*story.log_headings, story.phase_end_event, story.turn_end_event}
    holds = {entry.version for entry in log_view.lasting(log)}
    found = []
    for entry in reversed(log[:-1]):
        events = [event for event in entry.happened() if event.seats is None and event.text]
        deeds = [event for event in events if event.kind not in frame] or events
        words = name_seats(" ".join(event.text for event in events), names) or "a hidden decision"
        if about.casefold() in words.casefold() and not log_view.is_note(entry):
            gone = "" if entry.version in holds else "(undone) "
            told = [name_seats(event.text, names) for event in deeds] or [words]
            found.append(Choice(str(entry.version), f"{entry.version}: {gone}{_whole_sentences(told)}"))
    return found


def _whole_sentences(told: Sequence[str]) -> str:
    """Return as many of the sentences as a line of a menu has room for, the first one in any case."""
    words = told[0]
    for sentence in told[1:]:
        if len(words) + len(sentence) >= LINE:
            return f"{words} (…)"
        words += f" {sentence}"
    return words


async def more(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show earlier moments."""
    game = await gm_auth.game_of(herald, interaction, press.subject)
    below = read_number(press.stamp)
    await show_moments(herald, interaction, game.id, about=press.topic, scope=press.detail, below=below)


async def show_moment(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Show the map of a moment, and what going back there would undo."""
    game = await gm_auth.game_of(herald, interaction, press.subject)
    to = read_number(values[0])
    async with herald.store.reading() as connection:
        snapshot = await game_log.snapshot(connection, game.id, to)
        log = await game_log.entries(connection, game.id)
        names = {seat.id: seat.name for seat in await games.seats_of(connection, game.id)}
    table = Table.restore(rules_of(game.rules), snapshot, b"", careful=False)
    picture = await status_panel.drawn(herald, game, "map", table.view(""), names)
    undone = [entry for entry in log_view.lasting(log) if entry.version > to and not log_view.is_note(entry)]
    lines = [texts.log_text([e for e in entry.happened() if e.seats is None], names) for entry in undone]
    said = "\n".join(line for line in lines if line) or "Everybody saw nothing of it."
    text = texts.pages(f"**This would be undone** ({_number(len(undone))}):\n{said}", 3500)[0]
    row = [Button(str(Press("goback", game.id, str(game.version), str(to))), "Go back to here", "danger")]
    file = discord.File(io.BytesIO(picture.png), filename="then.png", description=picture.alt[:1024])
    await answers.put(interaction, Panel(text, title=f"After action {to}", rows=buttons(row)), file)


def _number(actions: int) -> str:
    return "1 action" if actions == 1 else f"{actions} actions"


async def go_back(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Go back to a moment."""
    intervention = interventions.GoBack(read_number(press.topic), read_number(press.stamp))
    said = await gm_auth.intervene(herald, interaction, press.subject, intervention)
    await answers.say(interaction, said)


PRESSES: dict[str, Handler] = {"moments": more, "moment": show_moment, "goback": go_back}
"""The handlers of these buttons and menus, by verb."""
