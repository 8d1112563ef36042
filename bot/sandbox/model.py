"""What the local Discord remembers: people, channels, messages, attachments, commands."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import Any

import msgspec

Json = dict[str, Any]
"""A JSON object in Discord's own shape."""


class ChannelType(IntEnum):
    """The kinds of channel that this server has."""

    TEXT = 0
    DM = 1
    NEWS = 5
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class MessageFlag(IntFlag):
    """Message flags that change what this server does."""

    SUPPRESS_EMBEDS = 1 << 2
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    COMPONENTS_V2 = 1 << 15


def flags_of(body: Json) -> int:
    """Return the flags that a body asks for."""
    return body.get("flags") or 0


class MessageType(IntEnum):
    """The message types that this server writes."""

    DEFAULT = 0
    PINNED = 6
    THREAD_CREATED = 18
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21


class Person(msgspec.Struct):
    """Somebody with an account, who is in the guild."""

    id: str
    username: str
    global_name: str
    avatar_colour: str
    administrator: bool = False
    dms_open: bool = True


class Overwrite(msgspec.Struct):
    """Permissions that one role or member has or lacks in a channel, as bit sets."""

    id: str
    type: int
    allow: int
    deny: int


class Channel(msgspec.Struct):
    """A text channel, a thread or a DM with one person."""

    id: str
    type: ChannelType
    name: str = ""
    topic: str | None = None
    position: int = 0
    parent_id: str | None = None
    owner_id: str | None = None
    recipient_id: str | None = None
    members: list[str] = []
    overwrites: list[Overwrite] = []
    slow_mode: int = 0
    auto_archive_minutes: int = 4320
    archived: bool = False
    archived_at: str | None = None
    locked: bool = False
    invitable: bool = True
    message_count: int = 0
    last_message_id: str | None = None
    last_pin_at: str | None = None

    @property
    def is_thread(self) -> bool:
        """Whether this is a public or private thread."""
        return self.type in (ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)

    @property
    def is_of_guild(self) -> bool:
        """Whether this is one of the guild's channels, no thread and no DM."""
        return self.type in (ChannelType.TEXT, ChannelType.NEWS)

    @property
    def is_dm(self) -> bool:
        """Whether this is the bot's private channel with one person."""
        return self.type is ChannelType.DM


class Attachment(msgspec.Struct):
    """A file that a message carries; its bytes are in the store under the same id."""

    id: str
    channel_id: str
    filename: str
    size: int
    content_type: str
    description: str | None = None
    width: int | None = None
    height: int | None = None


class Message(msgspec.Struct):
    """A message; `ephemeral_for` names the one person who sees it, if it is for one only."""

    id: str
    channel_id: str
    author_id: str
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = []
    components: list[Json] = []
    attachments: list[Attachment] = []
    flags: int = 0
    mentions: list[str] = []
    mention_roles: list[str] = []
    mention_everyone: bool = False
    tts: bool = False
    pinned_at: str | None = None
    edited_at: str | None = None
    nonce: str | int | None = None
    reference: Json | None = None
    interaction: Json | None = None
    ephemeral_for: str | None = None


class Guild(msgspec.Struct):
    """The one guild of this world, and the bot that lives in it."""

    id: str
    name: str
    owner_id: str
    bot_id: str
    bot_role_id: str
    bot_name: str = "Herald"
    bot_kicked: bool = False


class Upload(msgspec.Struct, frozen=True):
    """A file on its way in."""

    filename: str
    content: bytes
    content_type: str
