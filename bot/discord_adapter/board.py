"""The pinned panel of a table or a tournament: edited while it is young, and posted anew once it is old."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, NamedTuple

import discord

from bot.delivery.pages import OPEN_S
from bot.discord_adapter.client import HeraldClient
from bot.panels.panel import Panel

DELETED = 10008
"""Discord's code for a message that is no more."""

TOO_OLD = 30046
"""Discord's code for a message that is older than an hour and has been edited too often since then."""

ARCHIVED = 50083
"""Discord's code for a thread that has fallen asleep: a new message wakes it, an edit does not."""

EDITABLE_S = OPEN_S
"""Seconds for which a panel is edited: after an hour Discord refuses that sooner or later, and says nowhere when."""


class Shown(NamedTuple):
    """Where a panel stands."""

    message: int
    pinned: bool
    """Whether it is pinned, as far as Herald had to see to that now."""


async def shown(
    client: HeraldClient, channel: discord.PartialMessageable, old: int | None, panel: Panel, nonce: str
) -> Shown:
    """Let the pinned message of a channel show a panel; return which message does.

    That is the `old` one, if it can be edited or says so already, or else a new one, which takes its place.
    """
    if old is not None and await _goes_on(client, channel.get_partial_message(old), panel):
        return Shown(old, pinned=True)
    posted = await channel.send(nonce=nonce, embed=panel.embed(), view=panel.view())
    if not _says(posted, panel):  # an earlier attempt got through, and the game has moved on since
        await posted.edit(embed=panel.embed(), view=panel.view())
    is_pinned = await pinned(posted)
    if is_pinned:
        await _untold(channel, posted)
    if old is not None:
        await removed(channel.get_partial_message(old))
    return Shown(posted.id, is_pinned)


def nonce_of(*about: object) -> str:
    """Return what every attempt carries to post the panel that takes the place of the present one, if any.

    It is not a message's own nonce: where the game moves on before an attempt is known to have got through, a newer
    message must find the same panel again. At most 25 characters.
    """
    return "panel" + sha256(" ".join(map(str, about)).encode()).hexdigest()[:20]


def is_old(message: int) -> bool:
    """Tell whether a message is so old that Discord limits how often it may be edited."""
    return (datetime.now(UTC) - discord.utils.snowflake_time(message)).total_seconds() >= EDITABLE_S


def too_old(error: discord.HTTPException, message: int) -> bool:
    """Tell whether Discord refuses an edit because a message is old: by a code, or as too many requests."""
    return error.code == TOO_OLD or (error.status == 429 and is_old(message))


async def _goes_on(client: HeraldClient, posted: discord.PartialMessage, panel: Panel) -> bool:
    """Let a message show a panel, and tell whether it does; an old one is not edited."""
    try:
        if is_old(posted.id):
            return _says(await posted.fetch(), panel)
        await _edited(client, posted, panel)
    except discord.Forbidden:
        if is_old(posted.id):  # nobody may look what it says
            return False
        raise
    except discord.HTTPException as error:
        if error.code not in (DELETED, TOO_OLD) and error.status != 429:
            raise
        return False
    return True


async def _edited(client: HeraldClient, posted: discord.PartialMessage, panel: Panel) -> None:
    """Edit a panel in place, and wake its thread for that if need be."""
    try:
        await posted.edit(embed=panel.embed(), view=panel.view())
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        thread = await client.fetch_channel(posted.channel.id)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)
        await posted.edit(embed=panel.embed(), view=panel.view())


async def removed(posted: discord.PartialMessage) -> None:
    """Delete a message that another has taken the place of, unless it is gone already or Herald may not."""
    try:
        await posted.delete()
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise


async def pinned(posted: discord.Message) -> bool:
    """Pin a message where Herald may, and where there is room; tell whether it is pinned."""
    try:
        await posted.pin()
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise
        return False
    return True


async def _untold(channel: discord.PartialMessageable, posted: discord.Message) -> None:
    """Delete the line by which Discord tells that a message was pinned, where Herald may look for it."""
    try:
        async for line in channel.history(limit=5, after=posted):
            told_of = line.reference.message_id if line.reference is not None else None
            if line.type is discord.MessageType.pins_add and told_of == posted.id:
                await line.delete()
    except discord.HTTPException as error:
        if error.status == 429 or error.status >= 500:
            raise


def _says(posted: discord.Message, panel: Panel) -> bool:
    """Tell whether a message shows a panel already, whatever Discord has made of spaces at the ends of its words."""
    below = discord.ui.View.from_message(posted, timeout=None) if posted.components else discord.ui.View(timeout=None)
    words = [[*_words(embed)] for embed in posted.embeds]
    return words == [[*_words(panel.embed())]] and [*_parts(below)] == [*_parts(panel.view())]


def _words(embed: discord.Embed) -> Iterator[str]:
    """Yield the words of an embed."""
    yield from ((text or "").strip() for text in (embed.title, embed.description, embed.footer.text))
    yield from (text.strip() for field in embed.fields for text in (field.name or "", field.value or ""))


def _parts(view: discord.ui.View) -> Iterator[Any]:
    """Yield what stands below a message: buttons and menus with all that they say."""
    for item in view.children:
        data = item.to_component_dict()
        data.pop("id", None)
        yield data
