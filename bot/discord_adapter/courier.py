"""Sends the messages of the outbox on Discord: into the thread of a game, or to one person."""

from __future__ import annotations

import asyncio
import io
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import discord
import msgspec
from aiohttp import ClientError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import texts
from bot.delivery import pages
from bot.delivery.deliveries import Closed, Delivered, Gone, Item, Page, Rejected, TryLater, problem_of
from bot.delivery.digests import asked_by, digest_nonce
from bot.discord_adapter import board, messages
from bot.discord_adapter.client import HeraldClient, Supervisor
from bot.discord_adapter.messages import Message, Roster
from bot.herald import Herald
from bot.pace import seconds_told
from bot.panels import status_panel
from bot.panels.deciding import openings
from bot.panels.mishaps import lacking
from bot.panels.panel import Panel
from bot.services.computer.thinkers import found
from bot.store import game_log, games, outbox, payloads, tournaments
from bot.store.rows import Telling
from bot.table import effects, story_source, unseen
from engine.core.actions import Proposal
from engine.core.events import Event
from engine.core.table import Table
from engine.games import rules_of
from render.picture import Film, Picture
from render.picture_request import NothingToShow

T = TypeVar("T")

logger = logging.getLogger(__name__)

WORDS_WAIT_S = 2.0
"""Seconds for which words wait for the pictures that belong to them."""

PICTURE_WAIT_S = 120.0
"""Seconds after which a picture is left out that is not drawn yet: the story of a whole game may take half a minute."""


class DiscordCourier:
    """Delivers items through whatever connection to Discord there is."""

    def __init__(self, herald: Herald, supervisor: Supervisor) -> None:
        self.herald = herald
        self.supervisor = supervisor
        self._illustrating: dict[int, asyncio.Task[None]] = {}

    async def deliver(self, item: Item) -> Delivered:
        """Send one message; raises a DeliveryProblem that says what to do with it where it cannot be sent."""
        return await self._explained(item, lambda client: self._deliver(client, item))

    async def is_last(self, item: Item, message: int) -> bool:
        """Tell whether a message is the last that stands in the thread, with no reaction below it.

        One that Herald may not look for is not.
        """
        return await self._explained(item, lambda client: self._is_last(client, item, message))

    async def deliver_page(self, page: Page) -> Delivered:
        """Send a page, or edit the message in which it stands; raises a DeliveryProblem where that cannot be done."""
        return await self._explained(page.items[0], lambda client: self._deliver_page(client, page))

    async def deliver_digest(self, items: Sequence[Item]) -> Delivered:
        """Send direct messages to the same person as one, in as few pieces as Discord allows."""
        return await self._explained(items[0], lambda client: self._deliver_digest(client, items))

    async def _explained(self, item: Item, send: Callable[[HeraldClient], Awaitable[T]]) -> T:
        client = await self.supervisor.connected()
        try:
            return await send(client)
        except discord.HTTPException as error:
            reason = _lacking(client, item) if error.code == FORBIDDEN else ""
            raise problem_of(error.status, error.code, reason or str(error), seconds_told(error)) from error
        except (ClientError, OSError, TimeoutError, RuntimeError) as error:
            raise TryLater(reason=str(error)) from error

    async def _deliver(self, client: HeraldClient, item: Item) -> Delivered:
        if isinstance(item.payload, payloads.Panel):
            return await self._refresh_panel(client, item)
        if isinstance(item.payload, payloads.Answered):
            return await self._close_question(client, item, item.payload)
        if isinstance(item.payload, payloads.Reworded):
            return await self._reword(client, item, item.payload)
        if isinstance(item.payload, payloads.Ending):
            return await self._deliver_page(client, Page([item], fresh=1))
        channel = await self._channel(client, item)
        message = await self.message_of(item)
        drawing = asyncio.create_task(self._picture_of(item))
        try:
            picture = await _soon(drawing, message, item)
            if picture is None and message.empty:
                return Delivered()
            posted = await self._sent(channel, item, replace(message, picture=picture))
        except BaseException:
            drawing.cancel()
            raise
        if posted is not None and not drawing.done():
            self._later(item, posted.id, drawing, partial(_attach_only, posted))
        return Delivered(posted.id if posted else None)

    async def _sent(self, channel: discord.abc.Messageable, item: Item, message: Message) -> discord.Message | None:
        """Send a message; without its picture where Discord does not take that."""
        try:
            return await channel.send(nonce=item.nonce, **_content(message))
        except discord.HTTPException as error:
            if message.picture is None or not _of_pictures(error):
                raise
            self._left_out(item, error)
        words = replace(message, picture=None)
        return None if words.empty else await channel.send(nonce=item.nonce, **_content(words))

    async def _close_question(self, client: HeraldClient, item: Item, over: payloads.Answered) -> Delivered:
        """Edit a question in a direct message to its outcome, and remove the buttons of an offer.

        A question that its player has answered elsewhere is deleted. Another becomes a layout, since a press may have
        made one of it, and Discord takes nothing else from then on. A message that can no longer be edited stays: its
        buttons do no harm, since they show how things stand.
        """
        said: dict[str, Any] = {"view": None}
        if over.call is not None:
            text = messages.answered(over.call, over.how, Roster(item.game, item.seats)).text
            said = {"content": None, "embed": None, "view": Panel(text).layout()}
        channel = await self._channel(client, item)
        assert isinstance(channel, discord.DMChannel)
        there = channel.get_partial_message(over.message)
        if over.call is not None and not over.how:
            await board.removed(there)
            return Delivered()
        try:
            await there.edit(**said)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
        return Delivered()

    async def _reword(self, client: HeraldClient, item: Item, asked: payloads.Reworded) -> Delivered:
        """Edit a message of the thread that asks somebody to what is open of it; one that cannot be edited stays."""
        rows = await self.herald.store.read(partial(outbox.together_with, row_id=asked.row))
        try:
            if rows:
                items = [replace(item, row=row) for row in rows]
                await self._deliver_page(client, Page(items, fresh=0, message=rows[0].message))
        except Closed as error:
            logger.info("a question stays as it was", extra={"game": item.game.id, "row": asked.row}, exc_info=error)
        except discord.HTTPException as error:
            if error.status == 429 or error.status >= 500:
                raise
        return Delivered()

    # ------------------------------------------------------------------ the story

    async def _is_last(self, client: HeraldClient, item: Item, message: int) -> bool:
        channel = await self._channel(client, item)
        try:
            return [found.id async for found in channel.history(limit=1) if not found.reactions] == [message]
        except discord.Forbidden:
            return False

    async def _deliver_page(self, client: HeraldClient, page: Page) -> Delivered:
        """Send the words of a page, with its pictures if they are ready soon; else these follow when they are."""
        channel = await self._channel(client, page.items[0])
        assert isinstance(channel, discord.PartialMessageable)
        message = await self.page_of(page)
        drawing = asyncio.create_task(self._pictures_of(_shown(page)))
        try:
            pictures = {} if page.message in self._illustrating else await _soon(drawing, message, page.items[-1]) or {}
            if message.empty and not pictures:
                return Delivered()
            posted = await self._told(channel, page, message, pictures)
        except BaseException:
            drawing.cancel()
            raise
        if posted is not None and not pictures:
            there = channel.get_partial_message(posted)
            self._later(page.items[-1], posted, drawing, lambda late: self._attach(there, page, late))
        if page.replaces not in (None, posted):
            await board.removed(channel.get_partial_message(page.replaces))
        return Delivered(posted)

    async def _told(
        self, channel: discord.PartialMessageable, page: Page, message: Message, pictures: Mapping[str, Picture | Film]
    ) -> int | None:
        """Send a page, or edit its message, with pictures; without them where Discord does not take these."""
        try:
            return await self._posted(channel, page, message, pictures)
        except discord.HTTPException as error:
            if not pictures or not _of_pictures(error):
                raise
            self._left_out(page.items[-1], error)
        return None if message.empty else await self._posted(channel, page, message, {})

    async def _posted(
        self, channel: discord.PartialMessageable, page: Page, message: Message, pictures: Mapping[str, Picture | Film]
    ) -> int:
        if page.message is not None:
            await self._go_on(channel.get_partial_message(page.message), page, message, pictures)
            return page.message
        files = [_file(picture, name) for name, picture in pictures.items()]
        posted = await channel.send(nonce=page.nonce, files=files, **_content(message))
        there = {file.filename for file in posted.attachments}
        if not pictures.keys() <= there or not _says(posted, message):
            await self._go_on(channel.get_partial_message(posted.id), page, message, pictures)
        return posted.id

    def _later(self, item: Item, posted: int, drawing: asyncio.Task[T], add: Callable[[T], Awaitable[object]]) -> None:
        """Add pictures to a message once they are drawn, those of one message in their order; the game goes on."""
        before = self._illustrating.get(posted)
        adding = asyncio.create_task(self._illustrate(item, drawing, add, before), name=f"pictures of {posted}")
        self._illustrating[posted] = adding

        def forget(done: asyncio.Task[None]) -> None:
            if self._illustrating.get(posted) is done:
                del self._illustrating[posted]

        adding.add_done_callback(forget)

    async def _illustrate(
        self,
        item: Item,
        drawing: asyncio.Task[T],
        add: Callable[[T], Awaitable[object]],
        before: asyncio.Task[None] | None,
    ) -> None:
        """Add pictures to a message whose words stand there already; none is worth another attempt."""
        try:
            drawn = await drawing
            if before is not None:
                await asyncio.wait([before])
            if drawn:
                await add(drawn)
        except discord.NotFound:
            logger.info("a message was posted anew before its picture was drawn", extra={"game": item.game.id})
        except (discord.DiscordException, ClientError, OSError) as error:
            self._left_out(item, error)
        finally:
            drawing.cancel()

    async def rest(self, seconds: float) -> None:
        """Wait this long for pictures that are not drawn yet."""
        if self._illustrating:
            await asyncio.wait(self._illustrating.values(), timeout=seconds)

    def _left_out(self, item: Item, error: Exception) -> None:
        """Note that a picture is missing."""
        logger.error("picture left out", extra={"game": item.game.id, "row": item.row.id}, exc_info=error)
        self.herald.metrics.failures.labels("pictures").inc()

    async def _go_on(
        self, posted: discord.PartialMessage, page: Page, message: Message, pictures: Mapping[str, Picture | Film]
    ) -> None:
        """Edit a message to what the page says now.

        What Discord refuses to change may have been changed by an attempt that nobody heard of.
        """
        content = {"content": None, "embed": None, "view": None, **_content(message)}
        if pictures:
            content["attachments"] = await _attached(posted, page, pictures)
        try:
            await posted.edit(**content)
        except discord.HTTPException as error:
            if error.code == board.ARCHIVED:  # a new message wakes the thread
                raise Closed(str(error)) from error
            if not board.too_old(error, posted.id):
                raise
            if not await _shows(posted, message):
                raise Closed(str(error)) from error

    async def _attach(self, posted: discord.PartialMessage, page: Page, pictures: Mapping[str, Picture | Film]) -> None:
        """Add pictures to a message, and leave its words as they are by now."""
        await posted.edit(attachments=await _attached(posted, page, pictures))

    async def page_of(self, page: Page) -> Message:
        """Return the words and buttons of a page; of its questions those that are open yet."""
        first = page.items[0]
        payloads_ = [item.payload for item in page.items]
        asks = [call for payload in payloads_ if not _closed(payload) for call in asked_by(payload)]
        waiting: list[payloads.Call] = []
        if asks:
            async with self.herald.referee.reading(first.game.id) as live:
                keys = {call.key for call in effects.calls(live.table)} if live.table.result is None else set()
            waiting = [*{call.key: call for call in asks if call.key in keys}.values()]  # of one asked again the last
        told = [(item.version, item.payload) for item in page.items]
        steps = self.herald.web_pages.address(first.game.id, told[-1][0])
        roster = Roster(first.game, first.seats, await self._in_tournament(page.items), steps)
        message = messages.page(told, waiting, roster)
        news = [item.payload for item in page.news]
        asked = {first.users.get(call.seat) for ask in news if isinstance(ask, payloads.Ask) for call in ask.calls}
        asked |= {user for told in news if isinstance(told, payloads.Log) for user in told.heard}
        return replace(message, users=[user for user in message.users if user in asked - page.silent])

    async def _in_tournament(self, items: Sequence[Item]) -> bool:
        """Tell whether messages tell of a ruling or of the end at a table of a tournament; of others, say no."""
        told = [item.payload for item in items]
        if not any(isinstance(one, payloads.Ending) or (isinstance(one, payloads.Log) and one.ruled) for one in told):
            return False
        async with self.herald.store.reading() as connection:
            return await tournaments.game(connection, items[0].game.id) is not None

    async def _pictures_of(self, items: Sequence[Item]) -> dict[str, Picture | Film]:
        """Draw the pictures among messages; a file's name tells for which message it was drawn."""
        found: dict[str, Picture | Film] = {}
        for item, kind in [(one, kind) for one in items for kind in _kinds(one.payload)]:
            if (picture := await self._finished(item, self._shown_by(item, kind))) is not None:
                found[f"{kind}-{item.row.id}.{picture.suffix}"] = picture
        return found

    async def _shown_by(self, item: Item, kind: str) -> Picture | Film:
        """Draw a picture of a message: the table as it stood then, or a whole game."""
        roster = Roster(item.game, item.seats)
        if isinstance(item.payload, payloads.Picture):
            return await self._picture(item, roster, item.payload)
        if kind == payloads.MAP:
            return await self._picture(item, roster, payloads.Picture())
        return await self._story(item, roster, kind)

    async def _deliver_digest(self, client: HeraldClient, items: Sequence[Item]) -> Delivered:
        parts = [(Roster(item.game, item.seats), await self._whole(item)) for item in items]
        channel = await self._channel(client, items[0])
        sent = Delivered()
        for place, message in enumerate(messages.digest(parts)):
            posted = await channel.send(nonce=f"{digest_nonce(items)}-{place}", **_content(message))
            sent = Delivered(posted.id)
        return sent

    async def _channel(self, client: HeraldClient, item: Item) -> discord.abc.Messageable:
        if item.user is not None:
            return await client.create_dm(discord.Object(item.user))
        if item.game.thread is None:
            raise Gone("The game has no thread.")
        return client.get_partial_messageable(item.game.thread, guild_id=item.game.guild)

    # ------------------------------------------------------------------ what it says

    async def message_of(self, item: Item) -> Message:
        """Return the words of an item; they ping nobody who does not want that now."""
        message = await self._message_of(item)
        return replace(message, users=[user for user in message.users if user not in item.silent])

    async def _whole(self, item: Item) -> Message:
        """Return a message with its picture."""
        return replace(await self.message_of(item), picture=await self._picture_of(item))

    async def _secret_ask(self, call: payloads.Call, roster: Roster) -> Message:
        """Return a decision by direct message; what is likely stands there unless the game has gone on meanwhile."""
        async with self.herald.referee.reading(roster.game.id) as live:
            version, look = live.table.version, self.herald.thinkers.likely(roster.game.id, live.table, call.seat)
        likely = await found(look) or ()
        async with self.herald.referee.reading(roster.game.id) as live:
            likely = likely if live.table.version == version else ()
            return await asyncio.to_thread(messages.secret_ask, call, live.table, roster, likely)

    async def _message_of(self, item: Item) -> Message:
        roster = Roster(item.game, item.seats)
        match item.payload:
            case payloads.Commitment():
                return messages.commitment(item.payload, roster)
            case payloads.Keyed():
                return messages.keyed(item.payload, roster)
            case payloads.Log():
                there = replace(roster, in_tournament=await self._in_tournament([item]))
                return messages.log(item.payload, there, item.row.version)
            case payloads.Picture() | payloads.StoryPicture() | payloads.Proposed():
                return Message()
            case payloads.Anchor():
                return messages.anchor(item.payload)
            case payloads.Ask(calls=calls) if item.user is None:
                return messages.ask(calls, roster)
            case payloads.Ask(calls=calls):
                return await self._secret_ask(calls[0], roster)
            case payloads.Reminder():
                return messages.reminder(item.payload, roster, alone=item.user is not None)
            case payloads.HeadsUp():
                return messages.heads_up(item.payload, roster)
            case payloads.Overdue():
                return messages.overdue(item.payload, roster)
            case payloads.StoodIn():
                return messages.stood_in(item.payload, roster)
            case payloads.Notice():
                return messages.notice(item.payload)
            case payloads.Private():
                return messages.private(item.payload, roster)
            case payloads.Letter():
                return messages.letter(await self._proposals(item, item.payload), roster)
            case payloads.Nudge():
                return messages.nudge(item.payload, roster)
            case payloads.Reveal():
                return messages.reveal(item.payload, roster)
            case payloads.MotionCall():
                return messages.motion(item.payload, roster)
            case payloads.AppealCall():
                return messages.appeal(item.payload, roster)
            case payloads.Trouble():
                return messages.trouble(item.payload)
            case _:
                raise Rejected(f"Nobody knows how to say a {type(item.payload).__name__}.")

    async def _picture_of(self, item: Item) -> Picture | Film | None:
        """Draw the picture of a message on its own; None if it has none."""
        roster = Roster(item.game, item.seats)
        match item.payload:
            case payloads.Picture():
                return await self._finished(item, self._picture(item, roster, item.payload))
            case payloads.StoryPicture(shows=kind):
                return await self._finished(item, self._story(item, roster, kind))
            case payloads.Private():
                return await self._finished(item, self._private(item, item.payload, roster))
            case _:
                return None

    async def _picture(self, item: Item, roster: Roster, wanted: payloads.Picture) -> Picture:
        """Draw the table as it stood at the item's version, if there was anything of the kind to be seen."""
        table = await self._table_then(item)
        changes = wanted.about or await self._changes(item, table, chapter=wanted.chapter)
        near = wanted.chapter and item.game.telling is not Telling.EVERYTHING
        return await self._drawn(item, wanted.shows, table.view(""), roster, changes, near=near)

    async def _changes(self, item: Item, table: Table, *, chapter: bool) -> Sequence[Event]:
        """Return what has happened since the last map, or in the chapter that has closed."""
        after = max(item.version - unseen.LOOK_BACK_ACTIONS, -1)
        entries = await self.herald.store.read(partial(game_log.entries, game_id=item.game.id, after=after))
        known = [entry for entry in entries if entry.version <= item.version]
        if chapter:
            computers = {holder.id for holder in item.seats if not holder.human and holder.left is None}
            return unseen.changes_of_last_chapter(known, table.rules.story, computers)
        return unseen.changes_of_last_map(known, table.rules.story.pictures)

    async def _story(self, item: Item, roster: Roster, kind: str) -> Picture | Film:
        """Draw the whole game up to the item's version."""
        moment = rules_of(item.game.rules).story.moment_event
        kept = await story_source.story_snapshots(self.herald.store, item.game.id, item.version, moment)
        return await self.herald.pictures.draw_story(item.game.rules, kind, kept, roster.names)

    async def _private(self, item: Item, news: payloads.Private, roster: Roster) -> Picture | None:
        """Draw what a seat's hidden news call for."""
        called_for = rules_of(item.game.rules).story.pictures
        kind = next((called_for[event.kind] for event in news.events if event.kind in called_for), "")
        if not kind:
            return None
        return await self._drawn(item, kind, (await self._table_then(item)).view(news.seat), roster)

    async def _proposals(self, item: Item, sent: payloads.Letter) -> list[Proposal]:
        """Return the proposals of a letter, as they stood when it was written."""
        table = await self._table_then(item)
        return [one for one in openings.proposals(table, sent.seat) if one.id in sent.proposals]

    async def _drawn(
        self,
        item: Item,
        kind: str,
        view: msgspec.Struct,
        roster: Roster,
        changes: Sequence[Event] = (),
        *,
        near: bool = False,
    ) -> Picture:
        draw = self.herald.pictures.draw
        return await draw(item.game.rules, kind, view, roster.names, changes=changes, near=near, hurried=False)

    async def _finished(self, item: Item, drawing: Awaitable[T]) -> T | None:
        """Return a picture; None where there is nothing to show, or where it cannot be drawn, which is noted."""
        try:
            return await asyncio.wait_for(drawing, PICTURE_WAIT_S)
        except NothingToShow:
            return None
        except Exception as error:
            self._left_out(item, error)
            return None

    async def _table_then(self, item: Item) -> Table:
        """Return the table as it stood at the item's version."""
        snapshot = await self.herald.store.read(partial(game_log.snapshot, game_id=item.game.id, version=item.version))
        return Table.restore(rules_of(item.game.rules), snapshot, b"")

    # ------------------------------------------------------------------ the panel

    async def _refresh_panel(self, client: HeraldClient, item: Item) -> Delivered:
        """Let the pinned panel show how things stand."""
        game = item.game
        panel = await status_panel.current_panel(self.herald, game.id)
        channel = await self._channel(client, item)
        assert isinstance(channel, discord.PartialMessageable)
        nonce = board.nonce_of(game.id, game.thread, game.panel)
        shown = await board.shown(client, channel, game.panel, panel, nonce)
        if shown.message != game.panel:
            async with self.herald.store.writing(game.id) as connection:
                await games.set_panel(connection, game.id, channel.id, shown.message)
                if not shown.pinned:
                    await _note_unpinned(connection, item)
        return Delivered(shown.message)


def _closed(payload: payloads.AnyPayload) -> str:
    """Return what became of what a message asks, "" while it is open."""
    return payload.closed if isinstance(payload, payloads.Ask | payloads.Reminder) else ""


def _shown(page: Page) -> list[Item]:
    """Return what a page shows that its message does not show yet: all of it where the message is new."""
    fresh = {item.row.id for item in page.news}
    return [item for item in pages.shown(page.items) if page.message is None or item.row.id in fresh]


async def _attached(
    posted: discord.PartialMessage, page: Page, pictures: Mapping[str, Picture | Film]
) -> list[discord.Attachment | discord.File]:
    """Return the attachments of a message with new pictures: older ones stay where no new one shows them."""
    stale = _stems(page.items) - _stems(pages.shown(page.items))
    there = [file for file in (await posted.fetch()).attachments if file.filename.rpartition(".")[0] not in stale]
    known = {file.filename for file in there}
    return [*there, *(_file(picture, name) for name, picture in pictures.items() if name not in known)]


async def _attach_only(posted: discord.Message, picture: Picture | Film | None) -> None:
    """Add the only picture of a message."""
    if picture is not None:
        await posted.edit(attachments=[_picture_file(picture)])


async def _soon(drawing: asyncio.Task[T], message: Message, item: Item) -> T | None:
    """Return what is drawn soon, or at all where there are no words; None where words need not wait for it.

    Where sending has failed before, the words go first.
    """
    if not message.empty:
        await asyncio.wait([drawing], timeout=0 if item.row.attempts else WORDS_WAIT_S)
    return await drawing if drawing.done() or message.empty else None


def _of_pictures(error: discord.HTTPException) -> bool:
    """Tell whether the pictures may be why Discord refuses a message: its files, or the permission to attach any."""
    return error.code == FORBIDDEN or type(problem_of(error.status, error.code, str(error))) is Rejected


def _lacking(client: HeraldClient, item: Item) -> str:
    """Name the permissions that Herald lacks in the thread of a game; "" where it cannot tell."""
    thread = client.get_channel(item.game.thread or 0)
    if item.user is not None or not isinstance(thread, discord.Thread) or thread.parent is None:
        return ""
    names = lacking(thread.permissions_for(thread.guild.me))
    return f"Herald lacks permissions in {thread.parent.mention}: {names}" if names else ""


async def _note_unpinned(connection: AsyncConnection, item: Item) -> None:
    """Tell the game master once that the panel of a game is not pinned."""
    trouble = payloads.Trouble(
        f"Herald could not pin the panel in the thread of {item.game.title}. Give it the permission *Pin "
        "Messages* there, or pin the panel yourself; if 250 messages are pinned already, unpin one first. The "
        "game does not wait for this."
    )
    if not await outbox.contains(connection, item.game.id, 0, trouble):
        message = payloads.OutboxMessage(trouble, item.game.owner)
        await outbox.add(connection, item.game.id, 0, [message], time.time())


FORBIDDEN = 50013
"""Discord's code for a permission that is missing."""


def _content(message: Message) -> dict[str, Any]:
    """Return a message as the arguments of discord.py's send."""
    content: dict[str, Any] = {"content": message.text or None}
    if len(message.text) > texts.MESSAGE:  # names full of escaped marks; an embed holds twice as much
        pings = " ".join(f"<@{user}>" for user in message.users)  # which an embed does not
        content = {"content": pings or None, "embed": Panel(message.text).embed()}
    content["allowed_mentions"] = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in message.users]
    )
    if message.panel is not None:
        content["view"] = message.panel.view()
        if message.panel.text or message.panel.title:
            content["embed"] = message.panel.embed()
    if message.picture is not None:
        content["file"] = _picture_file(message.picture)
    return content


def _picture_file(picture: Picture | Film) -> discord.File:
    """Return the only picture of a message as a file."""
    return _file(picture, f"picture.{picture.suffix}")


def _kinds(payload: payloads.AnyPayload) -> tuple[str, ...]:
    """Return the kinds of the pictures that belong to a message."""
    match payload:
        case payloads.Picture(shows=shows):
            return (shows,)
        case payloads.Ending(shows=shows, tales=tales):
            return tuple(kind for kind in (shows, *tales) if kind)
        case _:
            return ()


def _stems(items: Sequence[Item]) -> set[str]:
    """Return what the files of messages are called, each by the message for which it was drawn."""
    return {f"{kind}-{item.row.id}" for item in items for kind in _kinds(item.payload)}


def _file(picture: Picture | Film, name: str) -> discord.File:
    return discord.File(io.BytesIO(picture.file), name, description=picture.alt[:1024])


async def _shows(posted: discord.PartialMessage, message: Message) -> bool:
    """Tell whether a message of the thread says already what it should; not where Herald may not look."""
    try:
        return _says(await posted.fetch(), message)
    except discord.Forbidden:
        return False


def _says(posted: discord.Message, message: Message) -> bool:
    """Tell whether a message says already what it should, whatever Discord has made of spaces at its ends."""
    said = [posted.content, *(embed.description for embed in posted.embeds)]
    return message.text.strip() in [(words or "").strip() for words in said]
