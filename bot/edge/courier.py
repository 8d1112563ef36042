"""Carries what a commit promised to Discord: into a game's thread, or to one person."""

from __future__ import annotations

import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

import discord
import msgspec
from aiohttp import ClientError

from bot import tales, texts
from bot.delivery.deliveries import Delivered, Gone, Item, Rejected, TryLater, problem_of
from bot.delivery.digests import digest_nonce
from bot.edge import letters
from bot.edge.client import HeraldClient, Supervisor
from bot.edge.letters import Company, Letter
from bot.herald import Herald
from bot.panels import public
from bot.panels.panel import Panel
from bot.store import game_log, games, payloads
from bot.store.rows import GameRecord
from bot.table import glances
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from render.picture import Film, Picture
from render.wish import NothingToShow


class DiscordCourier:
    """Delivers items through whatever connection to Discord there is."""

    def __init__(self, herald: Herald, supervisor: Supervisor) -> None:
        self.herald = herald
        self.supervisor = supervisor

    async def deliver(self, item: Item) -> Delivered:
        """Send one message; raises a DeliveryProblem that says what to do with it where it cannot be sent."""
        return await self._explained(lambda client: self._deliver(client, item))

    async def deliver_digest(self, items: Sequence[Item]) -> Delivered:
        """Send direct messages to the same person as one, in as few pieces as Discord allows."""
        return await self._explained(lambda client: self._deliver_digest(client, items))

    async def _explained(self, send: Callable[[HeraldClient], Awaitable[Delivered]]) -> Delivered:
        client = await self.supervisor.connected()
        try:
            return await send(client)
        except discord.RateLimited as error:
            raise TryLater(reason=str(error), seconds=error.retry_after) from error
        except discord.HTTPException as error:
            raise problem_of(error.status, error.code, str(error), _pause(error)) from error
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

    async def _deliver_digest(self, client: HeraldClient, items: Sequence[Item]) -> Delivered:
        parts = [(Company(item.game, item.seats), await self.letter(item)) for item in items]
        channel = await self._channel(client, items[0])
        sent = Delivered()
        for place, letter in enumerate(letters.digest(parts)):
            message = await channel.send(nonce=f"{digest_nonce(items)}-{place}", **_content(letter))
            sent = Delivered(message.id)
        return sent

    async def _channel(self, client: HeraldClient, item: Item) -> discord.abc.Messageable:
        if item.user is not None:
            return await client.create_dm(discord.Object(item.user))
        if item.game.thread is None:
            raise Gone("The game has no thread.")
        return client.get_partial_messageable(item.game.thread, guild_id=item.game.guild)

    # ------------------------------------------------------------------ what it says

    async def letter(self, item: Item) -> Letter:
        """Return the message that an item stands for; it pings nobody who does not want that now."""
        letter = await self._letter(item)
        return replace(letter, users=[user for user in letter.users if user not in item.silent])

    async def _letter(self, item: Item) -> Letter:
        company = Company(item.game, item.seats)
        match item.payload:
            case payloads.Commitment():
                return letters.commitment(item.payload)
            case payloads.Log():
                return letters.log(item.payload, company)
            case payloads.Picture():
                return Letter(picture=await self._picture(item, company, item.payload))
            case payloads.Tale(shows=kind):
                return Letter(picture=await self._tale(item, company, kind))
            case payloads.Ask(calls=calls) if item.user is None:
                return letters.ask(calls, company)
            case payloads.Ask(calls=calls):
                async with self.herald.referee.reading(item.game.id) as live:
                    return letters.secret_ask(calls[0], live.table, company)
            case payloads.Reminder():
                return letters.reminder(item.payload, company, alone=item.user is not None)
            case payloads.HeadsUp():
                return letters.heads_up(item.payload, company)
            case payloads.Overdue():
                return letters.overdue(item.payload, company)
            case payloads.StoodIn():
                return letters.stood_in(item.payload, company)
            case payloads.Notice():
                return letters.notice(item.payload)
            case payloads.Private():
                return letters.private(item.payload, company, await self._private(item, item.payload, company))
            case payloads.Nudge():
                return letters.nudge(item.payload, company)
            case payloads.Reveal():
                return letters.reveal(item.payload, company)
            case payloads.MotionCall():
                return letters.motion(item.payload, company)
            case payloads.AppealCall():
                return letters.appeal(item.payload, company)
            case payloads.Trouble():
                return letters.trouble(item.payload)
            case _:
                raise Rejected(f"Nobody knows how to say a {type(item.payload).__name__}.")

    async def _picture(self, item: Item, company: Company, wanted: payloads.Picture) -> Picture | None:
        """Draw the table as it stood at the item's version, if there was anything of the kind to be seen."""
        table = await self._moment(item)
        changes = wanted.about or await self._changes(item, table)
        return await self._drawn(item, wanted.shows, table.view(""), company, changes)

    async def _changes(self, item: Item, table: Table) -> Sequence[Event]:
        """Return what has happened since the last map."""
        async with self.herald.store.reading() as connection:
            entries = await game_log.entries(connection, item.game.id, after=max(item.version - glances.LOOK_BACK, -1))
        known = [entry for entry in entries if entry.version <= item.version]
        return glances.of_the_last_map(known, table.rules.pictures)

    async def _tale(self, item: Item, company: Company, kind: str) -> Picture | Film | None:
        """Draw the whole game up to the item's version."""
        rules = rules_of(item.game.rules)
        kept = await tales.kept(self.herald.store, item.game.id, item.version, rules.milestone)
        try:
            return await self.herald.pictures.tell(item.game.rules, kind, kept, company.names)
        except NothingToShow:
            return None

    async def _private(self, item: Item, news: payloads.Private, company: Company) -> Picture | None:
        """Draw what a seat's hidden news call for."""
        called_for = rules_of(item.game.rules).pictures
        kind = next((called_for[event.kind] for event in news.events if event.kind in called_for), "")
        if not kind:
            return None
        return await self._drawn(item, kind, (await self._moment(item)).view(news.seat), company)

    async def _drawn(
        self, item: Item, kind: str, view: msgspec.Struct, company: Company, changes: Sequence[Event] = ()
    ) -> Picture | None:
        try:
            return await self.herald.pictures.draw(item.game.rules, kind, view, company.names, changes=changes)
        except NothingToShow:
            return None

    async def _moment(self, item: Item) -> Table:
        """Return the table as it stood at the item's version."""
        async with self.herald.store.reading() as connection:
            snapshot = await game_log.snapshot(connection, item.game.id, item.version)
        return Table.restore(rules_of(item.game.rules), snapshot, b"")

    # ------------------------------------------------------------------ the panel

    async def _refresh_panel(self, client: HeraldClient, item: Item) -> Delivered:
        """Edit the pinned panel in place, or post and pin it where there is none (any more)."""
        panel = await public.current_panel(self.herald, item.game.id)
        channel = await self._channel(client, item)
        assert isinstance(channel, discord.PartialMessageable)
        if item.game.panel is not None:
            try:
                await _edited(client, channel.get_partial_message(item.game.panel), panel)
            except discord.NotFound as error:
                if error.code != DELETED:
                    raise
            else:
                return Delivered(item.game.panel)
        return await self._post_panel(channel, item, panel)

    async def _post_panel(self, channel: discord.PartialMessageable, item: Item, panel: Panel) -> Delivered:
        """Post and pin a panel, unless an earlier attempt got through; that one is edited."""
        message = await channel.send(nonce=panel_nonce(item.game), embed=panel.embed(), view=panel.view())
        if [embed.description for embed in message.embeds] != [panel.text]:
            await message.edit(embed=panel.embed(), view=panel.view())
        await _pinned(message)
        async with self.herald.store.writing() as connection:
            await games.note_panel(connection, item.game.id, channel.id, message.id)
        return Delivered(message.id)


def panel_nonce(game: GameRecord) -> str:
    """Return what every attempt carries to post the panel that takes the place of a game's present one, if any.

    It is not a promise's own nonce: where the game moves on before an attempt is known to have got through, a newer
    promise must find the same panel again. At most 25 characters.
    """
    return "panel" + sha256(f"{game.id} {game.thread} {game.panel}".encode()).hexdigest()[:20]


async def _pinned(message: discord.Message) -> None:
    """Pin a message where Herald may, and where there is room."""
    try:
        await message.pin()
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise


DELETED = 10008
"""Discord's code for a message that is no more."""

ARCHIVED = 50083
"""Discord's code for a thread that has fallen asleep: a new message wakes it, an edit does not."""


async def _edited(client: HeraldClient, message: discord.PartialMessage, panel: Panel) -> None:
    """Edit a panel in place, and wake its thread for that if need be."""
    try:
        await message.edit(embed=panel.embed(), view=panel.view())
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        thread = await client.fetch_channel(message.channel.id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
        await message.edit(embed=panel.embed(), view=panel.view())


def _pause(error: discord.HTTPException) -> float | None:
    """Return how many seconds Discord wants to be left alone, if it says so."""
    told = getattr(error.response, "headers", {}).get("Retry-After", "")
    return float(told) if told.replace(".", "", 1).isdigit() else None


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
        name = f"picture.{letter.picture.suffix}"
        content["file"] = discord.File(io.BytesIO(letter.picture.file), name, description=letter.picture.alt[:1024])
    return content
