"""What has happened since somebody was last here, turn by turn, each with the map at its end."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import discord

from bot import texts
from bot.errors import Refused
from bot.herald import Herald
from bot.panels.ids import Press, read_number
from bot.panels.panel import Button, Panel
from bot.panels.status_panel import check_begun, drawn
from bot.store import game_log, games
from bot.store.payloads import MAP
from bot.store.rows import ActionRecord
from bot.table import log_view, telling
from bot.table.live_game import seat_held
from engine.core.events import Event
from engine.core.rules import Rules
from engine.core.table import Table
from engine.games import rules_of

Interaction = discord.Interaction[Any]

NOTHING = "Nothing has happened since you were last here."
NOT_SEATED = "You have no seat in {title}, so I do not know when you were last here; /log tells what has happened."
GONE = "The game has gone back since; press the button again on *My options*."
WORDS = 1800
"""Characters of what is told of a turn: Discord allows 2000."""


class Stop(NamedTuple):
    """A turn that has ended, or as much as there is of the last one."""

    version: int
    events: list[Event]


def last_here(log: Sequence[ActionRecord], seat: str, looked: int | None) -> int:
    """Return the version at which a seat last acted, or its player last looked at the map."""
    return max([looked or 0, *(entry.version for entry in log if entry.seat == seat and entry.user)])


def stops(log: Sequence[ActionRecord], after: int, rules: Rules[Any], seat: str) -> list[Stop]:
    """Return the turns since a version, with what a seat has heard of each; what was taken back is left out."""
    halts: list[Stop] = []
    events: list[Event] = []
    last = after
    for entry in log_view.lasting(log):
        if entry.version <= after:
            continue
        happened = entry.happened()
        events += [event for event in happened if event.heard_by(seat)]
        last = entry.version
        if any(event.kind == rules.story.chapter_event for event in happened):
            halts.append(Stop(last, events))
            events = []
    if any(event.text for event in telling.told(events, rules)):
        halts.append(Stop(last, events))
    return halts


async def show(herald: Herald, interaction: Interaction, game_id: str) -> None:
    """Show the first turn since a player was last here."""
    user = interaction.user.id
    async with herald.store.reading() as connection:
        game = await games.get(connection, game_id)
        seats = await games.seats_of(connection, game_id)
        log = await game_log.entries(connection, game_id)
    check_begun(game)
    held = seat_held(seats, user)
    if not held:
        raise Refused(NOT_SEATED.format(title=game.title))
    looked = next(seat.looked for seat in seats if seat.id == held)
    await _tell(herald, interaction, Press("sincego", game_id, topic=str(last_here(log, held, looked))))


async def step(herald: Herald, interaction: Interaction, press: Press, _: Sequence[str]) -> None:
    """Show another of these turns."""
    await _tell(herald, interaction, press)


async def _tell(herald: Herald, interaction: Interaction, press: Press) -> None:
    async with herald.store.reading() as connection:
        game = await games.get(connection, press.subject)
        seats = await games.seats_of(connection, press.subject)
        log = await game_log.entries(connection, press.subject)
        held, rules = seat_held(seats, interaction.user.id), rules_of(game.rules)
        if not held:
            raise Refused(NOT_SEATED.format(title=game.title))
        found = stops(log, read_number(press.topic), rules, held)
        if not found:
            raise Refused(NOTHING)
        if press.page >= len(found):
            raise Refused(GONE)
        stop = found[press.page]
        snapshot = await game_log.snapshot(connection, press.subject, stop.version)
    names = {seat.id: seat.name for seat in seats}
    view = Table.restore(rules, snapshot, b"").view("")
    changes = [event for event in stop.events if event.seats is None]
    picture = await drawn(herald, game, MAP, view, names, changes=changes)
    file = discord.File(io.BytesIO(picture.png), filename=f"{MAP}.png", description=picture.alt[:1024])
    told = texts.log_text(telling.told(stop.events, rules), names)
    panel = Panel("", rows=[_buttons(press, len(found))])
    words = texts.clipped(f"{_head(press.page, len(found))}\n{told}", WORDS)
    await interaction.edit_original_response(content=words, attachments=[file], view=panel.view())


def _head(place: int, count: int) -> str:
    part = f", part {place + 1} of {count}" if count > 1 else ""
    return f"**Since you were last here**{part}, with the map at its end:"


def _buttons(press: Press, count: int) -> list[Button]:
    """Return the buttons that step through the turns."""

    def to(place: int) -> str:
        return str(Press("sincego", press.subject, topic=press.topic, page=place))

    found = [Button(to(press.page - 1), "Turn before", emoji="◀️")] if press.page else []
    if press.page + 1 < count:
        found.append(Button(to(press.page + 1), "Next turn", emoji="▶️"))
    if press.page + 2 < count:
        found.append(Button(to(count - 1), "Last turn", emoji="⏭️"))
    return found


PRESSES = {"sincego": step}
"""What changes the message in which it stands."""
