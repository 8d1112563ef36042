"""Writing, editing, removing and pinning messages."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from bot.sandbox import attachments, errors, limits, permissions
from bot.sandbox.broadcast import Broadcast
from bot.sandbox.limits_components import is_empty, numbered
from bot.sandbox.mentions import pinged
from bot.sandbox.model import Attachment, Channel, Json, Message, MessageFlag, MessageType, Upload, flags_of
from bot.sandbox.permissions import Permission
from bot.sandbox.snowflakes import created_at, now
from bot.sandbox.world import World

NONCE_MEMORY = timedelta(minutes=5)
PINS = 250
NEVER_CHANGES = MessageFlag.EPHEMERAL | MessageFlag.COMPONENTS_V2


class Messages:
    """The one place where messages change; everybody concerned is told."""

    def __init__(self, world: World, broadcast: Broadcast) -> None:
        self._world = world
        self._broadcast = broadcast

    # Finding

    def get(self, channel_id: str, message_id: str) -> Message:
        """Return a message that the bot can fetch: not an ephemeral one."""
        message = self._world.message(channel_id, message_id)
        if message is None or message.ephemeral_for is not None:
            raise errors.unknown_message()
        return message

    def visible_to(self, person_id: str, channel_id: str) -> list[Message]:
        """Return a channel's messages as one person sees them, oldest first."""
        return [m for m in self._world.messages(channel_id) if m.ephemeral_for in (None, person_id)]

    def with_nonce(self, channel_id: str, nonce: str | int) -> Message | None:
        """Return the bot's message with this nonce, if it was sent in the last five minutes."""
        oldest = datetime.now(UTC) - NONCE_MEMORY
        for message in self._world.newest_first(channel_id):
            if created_at(message.id) < oldest:
                return None
            if message.nonce is not None and str(message.nonce) == str(nonce):
                return message
        return None

    # Writing

    def say(self, person_id: str, channel: Channel, content: str, files: Sequence[Attachment] = ()) -> Message:
        """Let a person say something, with files that were uploaded before."""
        message = Message(self._world.ids.next(), channel.id, person_id, content=content)
        message.attachments = list(files)
        person = self._world.people[person_id]
        allowed = permissions.of_person(self._world, person, channel)
        self._ping(message, None, Permission.MENTION_EVERYONE in allowed)
        return self.publish(message)

    def compose(self, channel: Channel, body: Json, files: Sequence[Upload]) -> Message:
        """Compose a message of the bot: check it and store its files, but do not publish it yet."""
        limits.check_message(body, files)
        limits.check_not_empty(body, files)
        message = Message(self._world.ids.next(), channel.id, self._world.guild.bot_id)
        self._fill(message, body, files)
        message.attachments = attachments.keep_uploads(self._world, channel.id, body, files)
        message.nonce = body.get("nonce")
        message.tts = bool(body.get("tts"))
        return message

    def publish(self, message: Message) -> Message:
        """Put a message into its channel and tell everybody; an archived thread opens."""
        channel = self._world.channels[message.channel_id]
        self._world.save_message(message)
        if message.ephemeral_for is None:
            newest = max(int(channel.last_message_id or 0), int(message.id))
            channel.last_message_id = str(newest)
            channel.message_count += 1
            reopened, channel.archived = channel.archived, False
            self._world.save_channel(channel)
            if reopened:
                self._broadcast.channel_updated(channel)
        self._broadcast.message_created(message)
        return message

    def edit(self, message: Message, body: Json, files: Sequence[Upload]) -> Message:
        """Change a message; what the body does not name stays as it is."""
        self.fill(message, body, files)
        message.edited_at = now()
        self._world.save_message(message)
        self._broadcast.message_updated(message)
        return message

    def fill(self, message: Message, body: Json, files: Sequence[Upload]) -> None:
        """Check an edit against the whole message that comes of it, then make it."""
        if body.get("flags") is not None:
            body = {**body, "flags": body["flags"] & ~int(MessageFlag.EPHEMERAL)}
        keep = attachments.kept(message.attachments, body)
        limits.check_message(self._merged(message, body), files, [a.filename for a in keep])
        if len(keep) + len(files) > limits.FILES:
            raise errors.invalid_form([limits.too_many(("attachments",), limits.FILES)])
        preview = msgspec.structs.replace(message)
        self._fill(preview, body, files)
        preview.attachments = keep + [attachments.awaited(upload) for upload in files]
        if self._is_empty(preview):
            raise errors.empty_message()
        added = attachments.keep_uploads(self._world, message.channel_id, body, files)
        self._fill(message, body, files)
        message.attachments = keep + added

    def _merged(self, message: Message, body: Json) -> Json:
        """Return the body of an edit with the unchanged parts of the message, so that limits count the whole."""
        before = {"content": message.content, "embeds": message.embeds, "components": message.components}
        flags = flags_of(body) | (message.flags & MessageFlag.COMPONENTS_V2)
        return {**before, **body, "flags": flags}

    def _fill(self, message: Message, body: Json, files: Sequence[Upload]) -> None:
        if "content" in body:
            message.content = (body["content"] or "").strip()
        if "embeds" in body:
            message.embeds = copy.deepcopy(body["embeds"] or [])
        if "components" in body:
            message.components = numbered(body["components"] or [])
        if body.get("flags") is not None:
            message.flags = (message.flags & NEVER_CHANGES) | body["flags"]
        channel = self._world.channels[message.channel_id]
        may_ping_all = Permission.MENTION_EVERYONE in permissions.of_bot(self._world, channel)
        self._ping(message, body.get("allowed_mentions"), may_ping_all)

    def _ping(self, message: Message, allowed: Json | None, may_ping_all: bool) -> None:
        found = pinged(self._world, message, allowed, may_ping_all)
        message.mentions = found.users
        message.mention_roles = found.roles
        message.mention_everyone = found.everyone

    def _is_empty(self, message: Message) -> bool:
        parts = (message.content, message.embeds, message.attachments)
        return not any(parts) and is_empty(message.components)

    # Removing and pinning

    def delete(self, message: Message) -> None:
        """Remove a message."""
        self._world.drop_message(message)
        self._broadcast.message_deleted(message)

    def pins(self, channel_id: str) -> list[Message]:
        """Return the pinned messages of a channel, the one pinned last first."""
        pinned = [m for m in self._world.messages(channel_id) if m.pinned_at is not None]
        return sorted(pinned, key=lambda m: m.pinned_at or "", reverse=True)

    def pin(self, message: Message) -> None:
        """Pin a message, with the notice that Discord writes in the channel."""
        if message.pinned_at is not None:
            return
        if len(self.pins(message.channel_id)) >= PINS:
            raise errors.too_many_pins()
        self._set_pinned(message, now())
        notice = Message(self._world.ids.next(), message.channel_id, self._world.guild.bot_id)
        notice.type = MessageType.PINNED
        notice.reference = {"type": 0, "channel_id": message.channel_id, "message_id": message.id}
        self.publish(notice)

    def unpin(self, message: Message) -> None:
        """Take a pin off."""
        if message.pinned_at is not None:
            self._set_pinned(message, None)

    def _set_pinned(self, message: Message, moment_of_pin: str | None) -> None:
        message.pinned_at = moment_of_pin
        self._world.save_message(message)
        channel = self._world.channels[message.channel_id]
        pins = self.pins(channel.id)
        channel.last_pin_at = pins[0].pinned_at if pins else None
        self._world.save_channel(channel)
        self._broadcast.message_updated(message)
        self._broadcast.pins_changed(channel)
