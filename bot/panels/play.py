"""Playing: whatever a person does on Discord to act for a seat, by command, button, menu or form."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import discord

from bot import texts
from bot.errors import HeraldError, Refused
from bot.herald import Herald
from bot.panels import desk, forms
from bot.panels.ids import Press
from bot.panels.panel import Panel
from bot.store import games, people
from bot.store.records import Draft, GameRecord, SeatRecord, Status
from engine.core.actions import Action, Offer
from engine.core.errors import EngineError
from engine.core.table import Outcome, Table

Interaction = discord.Interaction[Any]


@dataclass(frozen=True)
class Desk:
    """A seat's place at a table: what a person who acts for it looks at."""

    record: GameRecord
    table: Table
    seat: str
    names: dict[str, str]


class Play:
    """Answers one interaction of a person who plays. Every answer is for that person alone."""

    def __init__(self, herald: Herald, interaction: Interaction, game: str = "") -> None:
        self.herald = herald
        self.interaction = interaction
        self.game = game

    # ------------------------------------------------------------------ finding the desk

    async def record(self) -> GameRecord:
        """Return the game that the interaction belongs to: the button's, the thread's, or the only one of the person.

        Raises Refused where none can be meant.
        """
        async with self.herald.store.reading() as connection:
            if self.game:
                return await games.get(connection, self.game)
            if self.interaction.guild_id is not None and self.interaction.channel_id is not None:
                return await games.in_thread(connection, self.interaction.channel_id)
            mine = await games.of_user(connection, self.interaction.user.id)
        playing = [game for game in mine if game.status == Status.PLAYING]
        if len(playing) != 1:
            raise Refused(f"You play {len(playing)} games; go to the thread of the one that you mean.")
        return playing[0]

    async def seats(self, record: GameRecord) -> tuple[SeatRecord, ...]:
        """Return the seats of a game."""
        async with self.herald.store.reading() as connection:
            return await games.seats_of(connection, record.id)

    @asynccontextmanager
    async def desk(self) -> AsyncIterator[Desk]:
        """Sit down at the person's place; raises Refused for strangers and for games that are not being played."""
        record = await self.record()
        if record.status == Status.LOBBY:
            raise Refused("This game has not started; its owner starts it with /game start when everybody is here.")
        holders = await self.seats(record)
        mine = [holder.id for holder in holders if holder.user == self.interaction.user.id and holder.left is None]
        if not mine:
            raise Refused("You have no seat in this game; watch it in its thread, or open another with /game new.")
        async with self.herald.referee.reading(record.id) as table:
            yield Desk(record, table, mine[0], {holder.id: holder.name for holder in holders})

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[Desk | None]:
        """Sit down, or yield None where that is not possible: for completions, which cannot explain."""
        try:
            record = await self.record()
            holders = await self.seats(record)
        except HeraldError:
            yield None
            return
        mine = [holder.id for holder in holders if holder.user == self.interaction.user.id and holder.left is None]
        if not mine or record.status != Status.PLAYING:
            yield None
            return
        async with self.herald.referee.reading(record.id) as table:
            yield Desk(record, table, mine[0], {holder.id: holder.name for holder in holders})

    # ------------------------------------------------------------------ commands

    async def command(self, tag: str, fill: Callable[[Offer], dict[str, Any]]) -> None:
        """Act by slash command: at once where everything is said, else with a form for what is missing."""
        await self.interaction.response.defer(ephemeral=True, thinking=True)
        async with self.desk() as here:
            offer = here.table.offer(here.seat, tag)
            draft = fill(offer)
            if forms.question(offer, draft) is not None:
                await self._keep(here, tag, draft)
                await self.show(desk.form_panel(here.table, here.record.id, here.seat, offer, draft, here.names))
                return
            action = forms.finished(offer, draft)
        await self._submit(here, action)

    async def options(self, note: str = "") -> None:
        """Show everything that the person can do now."""
        async with self.desk() as here:
            panel = desk.options_panel(here.table, here.record.id, here.seat, here.names, note)
        await self.show(panel)

    # ------------------------------------------------------------------ presses

    async def press(self, press: Press, values: Sequence[str]) -> None:
        """Answer a pressed button or a chosen menu of a decision panel."""
        async with self.desk() as here:
            if press.stamp and press.stamp != here.table.stamp(here.seat):
                note = "The game has moved on since this panel was made; nothing has changed. This is how it stands:"
                panel = desk.options_panel(here.table, here.record.id, here.seat, here.names, note)
                await self.show(panel)
                return
            outcome = await PRESSES[press.verb](self, here, press, values)
        if outcome is not None:
            await self._submit(here, outcome)

    async def do(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Do what needs no answers."""
        return forms.finished(here.table.offer(here.seat, press.tag), {})

    async def pick(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Begin to fill in the action that was chosen from the menu."""
        await self._keep(here, values[0], {})
        await self._ask(here, values[0], {})
        return None

    async def answer(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Take the answer to a question, and ask the next."""
        offer = here.table.offer(here.seat, press.tag)
        draft = forms.answered(offer, await self._draft(here, offer), values)
        await self._keep(here, press.tag, draft)
        await self._ask(here, press.tag, draft)
        return None

    async def turn(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Turn to another page of the choices, or to those that contain a word."""
        offer = here.table.offer(here.seat, press.tag)
        draft = await self._draft(here, offer)
        field = forms.question(offer, draft)
        if field is None:
            await self._ask(here, press.tag, draft)
            return None
        search = values[0] if values else ""
        game, seat, names = here.record.id, here.seat, here.names
        await self.show(desk.question_panel(here.table, game, seat, offer, draft, field, names, press.page, search))
        return None

    async def go(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Do what was filled in."""
        offer = here.table.offer(here.seat, press.tag)
        return forms.finished(offer, await self._draft(here, offer))

    async def back(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Begin the form again."""
        return await self.pick(here, press, [press.tag])

    async def list(self, here: Desk, press: Press, values: Sequence[str]) -> Action | None:
        """Show everything that can be done."""
        await self.show(desk.options_panel(here.table, here.record.id, here.seat, here.names))
        return None

    async def _ask(self, here: Desk, tag: str, draft: Mapping[str, Any]) -> None:
        offer = here.table.offer(here.seat, tag)
        await self.show(desk.form_panel(here.table, here.record.id, here.seat, offer, draft, here.names))

    # ------------------------------------------------------------------ drafts

    async def _draft(self, here: Desk, offer: Offer) -> dict[str, Any]:
        async with self.herald.store.reading() as connection:
            kept = await people.draft(connection, here.record.id, here.seat)
        return forms.rebuilt(offer, kept.fields) if kept and kept.tag == offer.tag else {}

    async def _keep(self, here: Desk, tag: str, draft: Mapping[str, Any]) -> None:
        kept = Draft(game=here.record.id, seat=here.seat, version=here.table.version, tag=tag, fields=dict(draft))
        async with self.herald.store.writing() as connection:
            await people.keep_draft(connection, kept)

    # ------------------------------------------------------------------ acting and answering

    async def _submit(self, here: Desk, action: Action) -> None:
        outcome = await self.herald.referee.submit(here.record.id, self.interaction.user.id, action)
        note = self._told(outcome, here)
        async with self.desk() as after:
            panel = desk.options_panel(after.table, after.record.id, after.seat, after.names, note)
            asked = after.table.request(after.seat) is not None
        await self.show(panel if asked else Panel(note, title="Done"))

    def _told(self, outcome: Outcome, here: Desk) -> str:
        heard = [event for event in outcome.events if event.heard_by(here.seat)]
        told = texts.log_text(heard, here.names) or "It is done."
        return texts.pages(f"✅ {told}", 1500)[0]

    async def show(self, panel: Panel, *, file: discord.File | None = None) -> None:
        """Show a panel as the answer: in place of the panel that was pressed, else as a new private message."""
        files = [file] if file else []
        await self.interaction.edit_original_response(
            content=None, embed=panel.embed(), view=panel.view(), attachments=files
        )


Handler = Callable[[Play, Desk, Press, Sequence[str]], Awaitable[Action | None]]

PRESSES: Mapping[str, Handler] = {
    "do": Play.do,
    "pick": Play.pick,
    "ans": Play.answer,
    "skip": Play.answer,
    "page": Play.turn,
    "found": Play.turn,
    "go": Play.go,
    "back": Play.back,
    "opts": Play.list,
}
"""What the buttons and menus of decision panels do, by verb."""


def sentence(error: Exception, names: Mapping[str, str]) -> str:
    """Return what an error tells a person."""
    if isinstance(error, EngineError):
        return f"⚠️ {texts.said(str(error), names)}"
    return f"⚠️ {error}"
