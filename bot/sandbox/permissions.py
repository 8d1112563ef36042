"""The rights of people by place: a small copy of Discord's permission arithmetic."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag

from bot.sandbox import errors
from bot.sandbox.model import Channel, ChannelType, Overwrite, Person
from bot.sandbox.world import World


class Permission(IntFlag):
    """Discord's permission bits, by Discord's names."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_AUDIT_LOG = 1 << 7
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    PIN_MESSAGES = 1 << 51


EVERYONE = (
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.MENTION_EVERYONE
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
BOT = (
    EVERYONE
    | Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.PIN_MESSAGES
)
ALL = Permission(sum(Permission))
IN_DMS = EVERYONE & ~(Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS)


def named(names: Iterable[str]) -> Permission:
    """Return the bits of Discord's names; raise KeyError for an unknown one."""
    bits = Permission(0)
    for name in names:
        bits |= Permission[name]
    return bits


def of_bot(world: World, channel: Channel) -> Permission:
    """Return the bot's permissions in a channel."""
    if channel.is_dm:
        return IN_DMS
    if world.guild.bot_kicked:
        return Permission(0)
    owners = (world.guild.id, world.guild.bot_role_id, world.guild.bot_id)
    return _overwritten(BOT, world.room(channel).overwrites, owners)


def of_person(world: World, person: Person, channel: Channel) -> Permission:
    """Return a person's permissions in a channel."""
    if channel.is_dm:
        return IN_DMS
    if person.administrator:
        return ALL
    return _overwritten(EVERYONE, world.room(channel).overwrites, (world.guild.id, person.id))


def sees(world: World, person: Person, channel: Channel) -> bool:
    """Whether a person finds this channel in their list."""
    if channel.is_dm:
        return channel.recipient_id == person.id
    allowed = of_person(world, person, channel)
    if (
        channel.type is ChannelType.PRIVATE_THREAD
        and person.id not in channel.members
        and Permission.MANAGE_THREADS not in allowed
    ):
        return False
    return Permission.VIEW_CHANNEL in allowed


def bot_sees(world: World, channel: Channel) -> bool:
    """Whether the bot finds this channel at all."""
    allowed = of_bot(world, channel)
    return Permission.VIEW_CHANNEL in allowed and not _is_stranger(world, channel, allowed)


def require(world: World, channel: Channel, *needed: Permission) -> None:
    """Refuse with 50001 what the bot cannot see, and with 50013 what it may not do."""
    if not bot_sees(world, channel):
        raise errors.missing_access()
    allowed = of_bot(world, channel)
    if any(permission not in allowed for permission in needed):
        raise errors.missing_permissions()


def may_send(channel: Channel) -> Permission:
    """Return the permission that sending a message in this channel takes."""
    return Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES


def _is_stranger(world: World, channel: Channel, allowed: Permission) -> bool:
    private = channel.type is ChannelType.PRIVATE_THREAD
    return private and world.guild.bot_id not in channel.members and Permission.MANAGE_THREADS not in allowed


def _overwritten(base: Permission, overwrites: list[Overwrite], owners: tuple[str, ...]) -> Permission:
    """Apply the overwrites in Discord's order: @everyone, then roles, then the member."""
    for owner in owners:
        for overwrite in overwrites:
            if overwrite.id == owner:
                base = (base & ~Permission(overwrite.deny)) | Permission(overwrite.allow)
    return base
