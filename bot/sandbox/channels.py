"""Making, changing and removing channels and threads, and who belongs to a thread."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox import errors, permissions
from bot.sandbox.broadcast import Broadcast
from bot.sandbox.model import Channel, ChannelType, Json, Message, MessageType, Overwrite
from bot.sandbox.permissions import Permission
from bot.sandbox.ratelimit import SlowMode
from bot.sandbox.snowflakes import now
from bot.sandbox.world import World

MEMBER = 1
ACTIVE_THREADS = 1_000
HURRIED = Permission.MANAGE_MESSAGES | Permission.MANAGE_CHANNELS
"""Permissions that free their holder from slow mode."""


class Channels:
    """The one place where channels change; everybody concerned is told."""

    def __init__(self, world: World, broadcast: Broadcast) -> None:
        self._world = world
        self._broadcast = broadcast
        self._slow = SlowMode()
        self.most_threads = ACTIVE_THREADS
        """How many threads may be active at once."""

    def get(self, channel_id: str) -> Channel:
        """Return a channel that the bot can see; raise 10003 if there is none, 50001 if it is hidden."""
        channel = self._world.channels.get(channel_id)
        if channel is None:
            raise errors.unknown_channel()
        permissions.require(self._world, channel)
        return channel

    # Text channels

    def create(self, body: Json) -> Channel:
        """Create a text channel in the guild."""
        if body.get("type") not in (None, ChannelType.TEXT):
            raise errors.wrong_channel_type()
        new = Channel(self._world.ids.next(), ChannelType.TEXT, _channel_name(body["name"]))
        new.topic = body.get("topic")
        new.position = sum(c.type is ChannelType.TEXT for c in self._world.channels.values())
        new.overwrites = [_overwrite(each) for each in body.get("permission_overwrites") or []]
        self._world.save_channel(new)
        self._broadcast.channel_created(new)
        return new

    def change(self, channel: Channel, body: Json) -> Channel:
        """Change what the body names."""
        if body.get("name") is not None:
            channel.name = body["name"] if channel.is_thread else _channel_name(body["name"])
        if "topic" in body:
            channel.topic = body["topic"]
        if body.get("position") is not None:
            channel.position = body["position"]
        if body.get("rate_limit_per_user") is not None:
            channel.slow_mode = body["rate_limit_per_user"]
        if body.get("permission_overwrites") is not None:
            channel.overwrites = [_overwrite(each) for each in body["permission_overwrites"]]
        self._world.save_channel(channel)
        self._broadcast.channel_updated(channel)
        return channel

    def deny_bot(self, channel: Channel, denied: Iterable[str]) -> None:
        """Take permissions from the bot, by their names; `KeyError` for an unknown one."""
        bot_id = self._world.guild.bot_id
        bits = int(permissions.named(denied))
        rest = [each for each in channel.overwrites if each.id != bot_id]
        self.set_overwrites(channel, [*rest, Overwrite(bot_id, MEMBER, 0, bits)] if bits else rest)

    def set_overwrites(self, channel: Channel, overwrites: list[Overwrite]) -> None:
        """Set who may do what in a channel."""
        channel.overwrites = overwrites
        self._world.save_channel(channel)
        self._broadcast.channel_updated(channel)

    def delete(self, channel: Channel) -> None:
        """Remove a channel with its threads."""
        for gone in [*self._world.threads_of(channel.id), channel]:
            self._broadcast.channel_deleted(gone)
        self._world.drop_channel(channel)

    # Threads

    def start_thread(self, parent: Channel, body: Json, kind: ChannelType, key: str | None = None) -> Channel:
        """Start a thread below a text channel; with `key` it hangs on the message of that id."""
        if parent.type is not ChannelType.TEXT:
            raise errors.wrong_channel_type()
        if sum(c.is_thread and not c.archived for c in self._world.channels.values()) >= self.most_threads:
            raise errors.too_many_threads()
        self.check_pace(parent, "thread")
        owner = self._world.guild.bot_id
        thread = Channel(key or self._world.ids.next(), kind, body["name"], parent_id=parent.id)
        thread.owner_id, thread.members = owner, [owner]
        thread.auto_archive_minutes = body.get("auto_archive_duration") or 4320
        thread.slow_mode = body.get("rate_limit_per_user") or 0
        thread.invitable = body.get("invitable") is not False
        self._world.save_channel(thread)
        self._broadcast.channel_created(thread)
        if kind is ChannelType.PUBLIC_THREAD and key is None:
            self._announce(thread, parent)
        return thread

    def _announce(self, thread: Channel, parent: Channel) -> None:
        notice = Message(self._world.ids.next(), parent.id, self._world.guild.bot_id)
        notice.type = MessageType.THREAD_CREATED
        notice.content = thread.name
        self._world.save_message(notice)
        parent.last_message_id = notice.id
        self._world.save_channel(parent)
        self._broadcast.message_created(notice)

    def change_thread(self, thread: Channel, body: Json) -> Channel:
        """Change a thread; an archived one takes nothing but its reopening."""
        reopened = body.get("archived") is False
        if thread.archived and not reopened:
            raise errors.archived_thread()
        if thread.locked and Permission.MANAGE_THREADS not in permissions.of_bot(self._world, thread):
            raise errors.locked_thread()
        archived = thread.archived if body.get("archived") is None else bool(body["archived"])
        thread.locked = thread.locked if body.get("locked") is None else bool(body["locked"])
        thread.auto_archive_minutes = body.get("auto_archive_duration") or thread.auto_archive_minutes
        if body.get("invitable") is not None:
            thread.invitable = bool(body["invitable"])
        _archive(thread, archived)
        return self.change(thread, body)

    def set_state(self, thread: Channel, *, archived: bool, locked: bool) -> None:
        """Archive or lock a thread, or undo it, as a moderator does."""
        thread.locked = locked
        _archive(thread, archived)
        self._world.save_channel(thread)
        self._broadcast.channel_updated(thread)

    def set_type(self, channel: Channel, kind: ChannelType) -> None:
        """Make an announcement channel of a text channel, or undo it, as an administrator does."""
        channel.type = kind
        self._world.save_channel(channel)
        self._broadcast.channel_updated(channel)

    def check_pace(self, channel: Channel, what: str) -> None:
        """Refuse what comes too soon in a slow channel; Discord spares bots today, and says of no bot that it must."""
        bot = self._world.guild.bot_id
        if wait := self.seconds_left(channel, bot, permissions.of_bot(self._world, channel), what):
            raise errors.slow_mode(wait)

    def seconds_left(self, channel: Channel, who: str, allowed: Permission, what: str) -> float:
        """Return how long somebody must wait in a slow channel; if 0, note that they go on."""
        return 0.0 if allowed & HURRIED else self._slow.wait(channel.id, who, what, channel.slow_mode)

    def check_open(self, channel: Channel) -> None:
        """Refuse to write into a thread that is locked, unless the bot manages threads and it is open."""
        if channel.locked and channel.archived:
            raise errors.archived_thread()
        if channel.locked and Permission.MANAGE_THREADS not in permissions.of_bot(self._world, channel):
            raise errors.locked_thread()

    def check_active(self, channel: Channel) -> None:
        """Refuse to change anything inside an archived thread."""
        if channel.archived:
            raise errors.archived_thread()

    def add_member(self, thread: Channel, user_id: str) -> None:
        """Somebody joins a thread."""
        self._check_thread(thread)
        self.check_active(thread)
        if user_id not in self._world.people and user_id != self._world.guild.bot_id:
            raise errors.unknown_user()
        if user_id not in thread.members:
            thread.members.append(user_id)
            self._world.save_channel(thread)
            self._broadcast.thread_members_changed(thread, [user_id], [])

    def remove_member(self, thread: Channel, user_id: str) -> None:
        """Somebody leaves a thread."""
        self._check_thread(thread)
        self.check_active(thread)
        if user_id in thread.members:
            thread.members.remove(user_id)
            self._world.save_channel(thread)
            self._broadcast.thread_members_changed(thread, [], [user_id])

    def _check_thread(self, channel: Channel) -> None:
        if not channel.is_thread:
            raise errors.wrong_channel_type()


def _archive(thread: Channel, archived: bool) -> None:
    if thread.archived != archived:
        thread.archived = archived
        thread.archived_at = now()


def _channel_name(name: str) -> str:
    """Return a text channel's name as Discord writes it."""
    return name.lower().replace(" ", "-")


def _overwrite(each: Json) -> Overwrite:
    allow, deny = int(each.get("allow") or 0), int(each.get("deny") or 0)
    return Overwrite(str(each["id"]), int(each["type"]), allow, deny)
