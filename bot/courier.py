"""Carries what a commit promised to Discord: into a game's thread, or to one person."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import discord
from aiohttp import ClientError

from bot import letters, texts
from bot.client import HeraldClient, Supervisor
from bot.herald import Herald
from bot.letters import Company, Letter
from bot.outbox import Delivered, Gone, Item, Rejected, TryLater, problem_of
from bot.panels import public
from bot.panels.panel import Panel
from bot.store import games, payloads, record
from bot.store.records import ActionRecord
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from render.picture import Picture

HAND = ("dealt", "hand")
"""Kinds of private events after which the hand is shown."""


class DiscordCourier:
    """Delivers items through whatever connection to Discord there is."""

    def __init__(self, herald: Herald, supervisor: Supervisor) -> None:
        self.herald = herald
        self.supervisor = supervisor

    async def deliver(self, item: Item) -> Delivered:
        """Send one message; raises a DeliveryProblem that says what to do with it where it cannot be sent."""
        client = await self.supervisor.connected()
        try:
            return await self._deliver(client, item)
        except discord.RateLimited as error:
            raise TryLater(reason=str(error), seconds=error.retry_after) from error
        except discord.HTTPException as error:
            raise problem_of(error.status, error.code, str(error)) from error
        except (ClientError, OSError, TimeoutError, RuntimeError) as error:
            raise TryLater(reason=str(error)) from error

    async def _deliver(self, client: HeraldClient, item: Item) -> Delivered:
        if isinstance(item.payload, payloads.Panel):
            return await self._refresh_panel(client, item)
        letter = await self.letter(item)
        if letter.empty:
            return Delivered()
        channel = await self._channel(client, item)
        message = await channel.send(nonce=item.nonce, **_content(letter))
        return Delivered(message.id)

    async def _channel(self, client: HeraldClient, item: Item) -> discord.abc.Messageable:
        if item.user is not None:
            return await client.create_dm(discord.Object(item.user))
        if item.game.thread is None:
            raise Gone("The game has no thread.")
        return client.get_partial_messageable(item.game.thread, guild_id=item.game.guild)

    # ------------------------------------------------------------------ what it says

    async def letter(self, item: Item) -> Letter:
        """Return the message that an item stands for."""
        company = Company(item.game, item.seats)
        match item.payload:
            case payloads.Commitment():
                return letters.commitment(item.payload)
            case payloads.Log():
                return letters.log(item.payload, company)
            case payloads.Picture(moment="parliament"):
                return Letter(picture=await self._parliament(item, company))
            case payloads.Picture():
                return Letter(picture=await self._map(item, company))
            case payloads.Ask(calls=calls) if item.user is None:
                return letters.ask(calls, company)
            case payloads.Ask(calls=calls):
                async with self.herald.referee.reading(item.game.id) as sitting:
                    return letters.secret_ask(calls[0], sitting.table, company)
            case payloads.Reminder():
                return letters.reminder(item.payload, company)
            case payloads.Private():
                return letters.private(item.payload, company, await self._hand(item, item.payload, company))
            case payloads.Nudge():
                return letters.nudge(item.payload, company)
            case payloads.Reveal():
                return letters.reveal(item.payload, company)
            case payloads.Trouble():
                return letters.trouble(item.payload)
            case _:
                raise Rejected(f"Nobody knows how to say {item.payload}.")

    async def _map(self, item: Item, company: Company) -> Picture:
        table, changes = await self._moment(item)
        rules = item.game.rules
        return await self.herald.pictures.draw(rules, "map", table.view(""), company.names, changes)

    async def _parliament(self, item: Item, company: Company) -> Picture | None:
        """Draw the assembly, if it still sat at the item's version."""
        table, _ = await self._moment(item)
        view: Any = table.view("")
        if view.parliament is None:
            return None
        return await self.herald.pictures.draw(item.game.rules, "parliament", view, company.names)

    async def _moment(self, item: Item) -> tuple[Table, list[Event]]:
        """Return the table as it stood at the item's version, and what had happened since the picture before."""
        async with self.herald.store.reading() as connection:
            snapshot = await record.snapshot(connection, item.game.id, item.version)
            entries = await record.log(connection, item.game.id, after=max(item.version - LOOK_BACK, -1))
        table = Table.restore(rules_of(item.game.rules), snapshot, b"")
        return table, changes_before([entry for entry in entries if entry.version <= item.version])

    async def _hand(self, item: Item, news: payloads.Private, company: Company) -> Picture | None:
        if not any(event.kind in HAND for event in news.events):
            return None
        async with self.herald.store.reading() as connection:
            snapshot = await record.snapshot(connection, item.game.id, item.version)
        table = Table.restore(rules_of(item.game.rules), snapshot, b"")
        return await self.herald.pictures.draw(item.game.rules, "hand", table.view(news.seat), company.names)

    # ------------------------------------------------------------------ the panel

    async def _refresh_panel(self, client: HeraldClient, item: Item) -> Delivered:
        """Edit the pinned panel in place, or post and pin it where there is none (any more)."""
        panel = await public.current_panel(self.herald, item.game.id)
        channel = await self._channel(client, item)
        assert isinstance(channel, discord.PartialMessageable)
        if item.game.panel is not None:
            try:
                message = channel.get_partial_message(item.game.panel)
                await message.edit(embed=panel.embed(), view=panel.view())
            except discord.NotFound:
                pass
            else:
                return Delivered(item.game.panel)
        return await self._post_panel(channel, item, panel)

    async def _post_panel(self, channel: discord.PartialMessageable, item: Item, panel: Panel) -> Delivered:
        message = await channel.send(nonce=item.nonce, embed=panel.embed(), view=panel.view())
        async with self.herald.store.writing() as connection:
            await games.place(connection, item.game.id, thread=item.game.thread, panel=message.id)
        try:
            await message.pin()
        except discord.Forbidden:
            return Delivered(message.id)  # without the permission to pin, the panel is simply not pinned
        return Delivered(message.id)


LOOK_BACK = 120
"""Actions among which the last picture is looked for."""


def changes_before(entries: Sequence[ActionRecord]) -> list[Event]:
    """Return the public events since the phase before the last one ended."""
    happened = [event for entry in entries for event in entry.happened() if event.seats is None]
    ends = [place for place, event in enumerate(happened) if event.kind == "phase_end"]
    return happened[ends[-2] + 1 :] if len(ends) > 1 else happened


def _content(letter: Letter) -> dict[str, Any]:
    """Return a letter as the arguments of discord.py's send."""
    content: dict[str, Any] = {"content": letter.text or None}
    if len(letter.text) > texts.MESSAGE:  # names full of escaped marks; an embed holds twice as much
        content = {"embed": Panel(letter.text).embed()}
    content["allowed_mentions"] = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in letter.users]
    )
    if letter.panel is not None:
        content["view"] = letter.panel.view()
        if letter.panel.text or letter.panel.title:
            content["embed"] = letter.panel.embed()
    if letter.picture is not None:
        name = "picture.png"
        content["file"] = discord.File(io.BytesIO(letter.picture.png), name, description=letter.picture.alt[:1024])
    return content
