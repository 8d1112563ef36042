"""The panel of a person's own settings: time zone, quiet hours, when to be written to, absence."""

from __future__ import annotations

import asyncio
import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.errors import Refused
from bot.herald import Herald
from bot.model import people
from bot.model.people import NOTIFY, Notify, Person, clock_words
from bot.panels import answers
from bot.panels.ids import Press, read_one
from bot.panels.panel import Button, Menu, Panel
from bot.panels.verbs import FormHandler, FormOpener, Handler
from bot.store import personal
from engine.core.actions import Choice
from engine.core.text import counted

Interaction = discord.Interaction[Any]

MAX_ABSENCE_S = 366 * people.DAY


def words(person: Person, now: float) -> str:
    """Return a person's own settings."""
    local = people.local(person, now)
    quiet = "none"
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = f"{clock_words(person.quiet_from)} to {clock_words(person.quiet_to)}; I send you nothing then"
    lines = [
        f"**Time zone**: {person.zone}, where it is {local:%H:%M} now",
        f"**Quiet hours**: {quiet}",
        f"**Message me** {NOTIFY[person.notify]}",
        f"**When your turn comes next**: {'I tell you' if person.heads_up else 'I do not tell you'}",
        f"**Away**: {away_words(person)}",
    ]
    return "\n".join(lines)


def away_words(person: Person) -> str:
    """Return an absence in words."""
    if person.away_from is None:
        return "no"
    until = f"until <t:{int(person.away_until)}:f>" if person.away_until else "until you say that you are back"
    return f"from <t:{int(person.away_from)}:f> {until}"


OPEN_END = "back"
"""The answer of somebody who cannot say when they come back."""

SPANS = [
    Choice("tomorrow", "Until tomorrow"),
    Choice("3d", "For three days"),
    Choice("7d", "For a week"),
    Choice("14d", "For two weeks"),
    Choice("28d", "For four weeks"),
    Choice(OPEN_END, "Until I say that I am back"),
]
"""How long somebody may be away from now on, as `read_time` understands it."""


def panel(person: Person, now: float, note: str = "") -> Panel:
    """Show a person's settings with what changes them."""
    choices = [Choice(kind.value, f"Message me {said}"[:100]) for kind, said in NOTIFY.items()]
    text = words(person, now)
    return Panel(
        f"{note}\n\n{text}" if note else text,
        title="Your own settings, for all your tables",
        rows=[
            Menu(str(Press("menotify", "")), "When should Herald message you?", choices),
            Menu(str(Press("meabsent", "")), "Away from now on: until when?", SPANS),
            [
                Button(str(Press("mezone", "")), "Time zone…"),
                Button(str(Press("mequiet", "")), "Quiet hours…"),
                Button(
                    str(Press("menext", "")),
                    "Don't tell me when I'm next" if person.heads_up else "Tell me when I'm next",
                ),
                Button(str(Press("meaway", "")), "Away on other days…"),
                Button(str(Press("meback", "")), "I am back", "secondary" if person.away_from is None else "success"),
            ],
            [
                Button(str(Press("meexport", "")), "What Herald stores about me"),
                Button(str(Press("meforget", "")), "Forget me…", "danger"),
            ],
        ],
    )


async def show(herald: Herald, interaction: Interaction, person: Person, note: str = "") -> None:
    """Show a person's settings as the answer."""
    shown = panel(person, herald.referee.now(), note)
    await answers.put(interaction, shown)


# ---------------------------------------------------------------------- what is changed


async def set_zone(herald: Herald, interaction: Interaction, text: str) -> None:
    """Take a time zone."""
    person = await herald.absences.change(interaction.user.id, zone=people.zone_named(text))
    await show(herald, interaction, person)


async def set_quiet(herald: Herald, interaction: Interaction, text: str) -> None:
    """Take quiet hours."""
    begins, ends = people.read_quiet(text)
    person = await herald.absences.change(interaction.user.id, quiet_from=begins, quiet_to=ends)
    await show(herald, interaction, person)


async def set_notify(herald: Herald, interaction: Interaction, **values: object) -> None:
    """Take when to write to somebody."""
    await show(herald, interaction, await herald.absences.change(interaction.user.id, **values))


async def go_away(herald: Herald, interaction: Interaction, begins: str, until: str) -> None:
    """Note an absence; raises Refused for days that make none."""
    now = herald.referee.now()
    person = await herald.absences.person(interaction.user.id)
    first = max(people.read_time(begins or "now", person, now), now)
    last = people.read_time(until, person, now) if until.strip() else None
    if last is not None and last <= first:
        raise Refused("That absence would end before it begins; choose a later day to come back.")
    if max(first, last or first) > now + MAX_ABSENCE_S:
        raise Refused("That is more than a year away; give your seats to somebody else with /table replace.")
    person = await herald.absences.leave(interaction.user.id, first, last)
    told = "I have told everybody at your tables that you are away"
    if first > now:
        told = "I will tell everybody at your tables when you are away"
    told += (
        ", and whether the clock stands still for you there. To let a computer player decide for you at a table, press "
        "*Help* there."
    )
    await show(herald, interaction, person, told)


async def come_back(herald: Herald, interaction: Interaction) -> None:
    """Note that somebody is back, and dismiss their regents."""
    relieved = await herald.absences.come_back(interaction.user.id)
    note = f"Welcome back. You decide again in {', '.join(relieved)}." if relieved else "Welcome back."
    await show(herald, interaction, await herald.absences.person(interaction.user.id), note)


LARGEST_FILE = 8_000_000
"""Bytes of a file that goes out as it is; a larger one is packed, for Discord takes some ten million."""

EXPORTED = (
    "This file has everything that Herald stores about you, what each part means, and what is left out and why. "
    "Only you see this message, so save the file."
)


async def export(herald: Herald, interaction: Interaction) -> None:
    """Give somebody what is held of them as a file, beside the panel on which they have asked for it."""
    async with herald.store.reading() as connection:
        found = await personal.export(connection, interaction.user.id, herald.referee.now())
    file = await asyncio.to_thread(_file, found)
    await interaction.followup.send(EXPORTED, file=file, ephemeral=True)


def _file(found: personal.Export) -> discord.File:
    content, name = personal.written(found), "herald-holds.json"
    if len(content) > LARGEST_FILE:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, content)
        content, name = packed.getvalue(), "herald-holds.zip"
    return discord.File(io.BytesIO(content), filename=name)


FORGET = (
    "Your seats in all games lose your name and number, and so does everything that you have said and decided there; "
    "what was sent to you and your own settings are deleted. In tournaments and on the ladder your place stays, "
    "without your name. In running games your seats become free, and games that you lead get another game master. The "
    "games themselves stay whole. It cannot be undone, and messages that stand on Discord stay until they are deleted "
    "there."
)


async def ask_to_forget(herald: Herald, interaction: Interaction) -> None:
    """Ask somebody who wants to be forgotten whether that is really meant."""
    rows = [[Button(str(Press("meforgotten", "")), "Forget me", "danger"), Button(str(Press("mekeep", "")), "No")]]
    shown = Panel(FORGET, title="Should Herald forget you?", rows=rows)
    await answers.put(interaction, shown)


# ---------------------------------------------------------------------- what presses do


async def notify(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Take a choice from the menu."""
    await set_notify(herald, interaction, notify=read_one(Notify, values[0]))


async def heads_up(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Switch the word that one is next on or off."""
    person = await herald.absences.person(interaction.user.id)
    await set_notify(herald, interaction, heads_up=not person.heads_up)


async def absent(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Leave at once, for the span that was chosen from the menu."""
    await go_away(herald, interaction, "", values[0] if values[0] != OPEN_END else "")


async def back(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Come back."""
    await come_back(herald, interaction)


async def confirm_forget(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Ask whether to be forgotten is really meant."""
    await ask_to_forget(herald, interaction)


async def give_export(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Give somebody what is held of them."""
    await export(herald, interaction)


async def forget(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Forget somebody."""
    count = await herald.forgetting.person(interaction.user.id)
    shown = Panel(f"You were removed from {counted(count, 'game')}.", title="You are forgotten")
    await answers.put(interaction, shown)


async def show_settings(herald: Herald, interaction: Interaction, press: Press, values: Sequence[str]) -> None:
    """Go back to the settings."""
    await show(herald, interaction, await herald.absences.person(interaction.user.id))


def _form(verb: str, title: str, *inputs: tuple[str, str, str, bool]) -> discord.ui.Modal:
    modal = discord.ui.Modal(title=title, custom_id=str(Press(verb, "")), timeout=None)
    for name, label, hint, required in inputs:
        modal.add_item(
            discord.ui.TextInput(label=label, custom_id=name, placeholder=hint, required=required, max_length=60)
        )
    modal.stop()
    return modal


async def zone_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for the time zone."""
    return _form("mezoned", "Time zone", ("zone", "Your time zone", "Europe/London, or just London", True))


async def quiet_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for quiet hours."""
    return _form(
        "mequieted", "Quiet hours", ("hours", "From when to when, in your own time", "22:00-07:00, or none", True)
    )


async def away_form(herald: Herald, interaction: Interaction, press: Press) -> discord.ui.Modal:
    """Return the form for an absence."""
    return _form(
        "meleave",
        "Away",
        ("from", "From when? Leave it out if you go now", "tomorrow, 2d, 2026-03-28 18:00", False),
        ("until", "Until when? Leave it out if you don't know", "5d, 2026-04-05", False),
    )


async def zoned(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of the time zone."""
    await set_zone(herald, interaction, written["zone"])


async def quieted(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of the quiet hours."""
    await set_quiet(herald, interaction, written["hours"])


async def left(herald: Herald, interaction: Interaction, press: Press, written: Mapping[str, str]) -> None:
    """Take the form of an absence."""
    await go_away(herald, interaction, written.get("from", ""), written.get("until", ""))


PRESSES: dict[str, Handler] = {
    "menotify": notify,
    "menext": heads_up,
    "meabsent": absent,
    "meback": back,
    "meexport": give_export,
    "meforget": confirm_forget,
    "meforgotten": forget,
    "mekeep": show_settings,
}
FORMS: dict[str, FormOpener] = {"mezone": zone_form, "mequiet": quiet_form, "meaway": away_form}
SENT: dict[str, FormHandler] = {"mezoned": zoned, "mequieted": quieted, "meleave": left}
