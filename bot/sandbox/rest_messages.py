"""REST: messages and pins."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.sandbox import errors, permissions
from bot.sandbox.channels import Channels
from bot.sandbox.interactions import Clock
from bot.sandbox.messages import Messages
from bot.sandbox.model import Channel, Json, Message, MessageFlag, MessageType
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission, may_send
from bot.sandbox.ratelimit import LateEdits
from bot.sandbox.rest import Call, Route
from bot.sandbox.snowflakes import created_at
from bot.sandbox.world import World


class MessageRoutes:
    """What the bot does with messages of channels, threads and DMs."""

    def __init__(
        self,
        world: World,
        payloads: Payloads,
        channels: Channels,
        messages: Messages,
        clock: Clock,
        late: LateEdits,
    ) -> None:
        self._clock = clock
        self._late = late
        self._world = world
        self._payloads = payloads
        self._channels = channels
        self._messages = messages

    def routes(self) -> list[Route]:
        """Return the routes of this part."""
        many = "/channels/{channel_id}/messages"
        one = many + "/{message_id}"
        pins, pin = many + "/pins", many + "/pins/{message_id}"
        return [
            Route("GET", pins, self.pins),
            Route("PUT", pin, self.pin),
            Route("DELETE", pin, self.unpin),
            Route("GET", "/channels/{channel_id}/pins", self.plain_pins),
            Route("PUT", "/channels/{channel_id}/pins/{message_id}", self.pin),
            Route("DELETE", "/channels/{channel_id}/pins/{message_id}", self.unpin),
            Route("POST", many + "/bulk-delete", self.bulk_delete),
            Route("GET", many, self.history),
            Route("POST", many, self.create),
            Route("GET", one, self.fetch),
            Route("PATCH", one, self.edit),
            Route("DELETE", one, self.delete),
            Route("POST", "/channels/{channel_id}/typing", self.type),
        ]

    def history(self, call: Call) -> list[Json]:
        """Messages newest first, before, after or around an id."""
        channel = self._readable(call)
        limit = call.number("limit", 50, 1, 100)
        found = [m for m in self._world.messages(channel.id) if m.ephemeral_for is None]
        if "before" in call.query:
            found = [m for m in found if int(m.id) < int(call.query["before"])]
        if "around" in call.query:
            middle = sum(int(m.id) < int(call.query["around"]) for m in found)
            found = found[max(0, middle - limit // 2) :][:limit]
        elif "after" in call.query:
            found = [m for m in found if int(m.id) > int(call.query["after"])][:limit]
        return [self._payloads.message(m) for m in reversed(found[-limit:])]

    def fetch(self, call: Call) -> Json:
        """One message."""
        channel = self._readable(call)
        return self._payloads.message(self._messages.get(channel.id, call["message_id"]))

    def create(self, call: Call) -> Json:
        """Create a message, unless its nonce says that it is there already."""
        channel = self._channels.get(call["channel_id"])
        self._check_may_write(channel, call)
        nonce = call.body.get("nonce")
        if nonce is not None and call.body.get("enforce_nonce"):
            known = self._messages.with_nonce(channel.id, nonce)
            if known is not None:
                return self._payloads.message(known)
        self._channels.check_pace(channel, "message")
        message = self._messages.compose(channel, self._without_ephemeral(call.body), call.files)
        self._refer(message, call.body.get("message_reference"))
        return self._payloads.message(self._messages.publish(message))

    def _check_may_write(self, channel: Channel, call: Call) -> None:
        if channel.is_dm and self._world.guild.bot_kicked:
            raise errors.no_mutual_guilds()
        if channel.is_dm and not self._world.people[channel.recipient_id or ""].dms_open:
            raise errors.closed_dms()
        needed = [may_send(channel)]
        if call.body.get("embeds"):
            needed.append(Permission.EMBED_LINKS)
        if call.files:
            needed.append(Permission.ATTACH_FILES)
        if call.body.get("message_reference"):
            needed.append(Permission.READ_MESSAGE_HISTORY)
        permissions.require(self._world, channel, *needed)
        self._channels.check_open(channel)

    def _without_ephemeral(self, body: Json) -> Json:
        """Only answers to interactions can be for one person; elsewhere Discord ignores the flag."""
        flags = body.get("flags")
        return body if flags is None else {**body, "flags": flags & ~int(MessageFlag.EPHEMERAL)}

    def _refer(self, message: Message, reference: Json | None) -> None:
        if not reference:
            return
        target = str(reference.get("message_id"))
        found = self._world.message(message.channel_id, target)
        if found is None and reference.get("fail_if_not_exists") is False:
            return
        if found is None:
            problem = errors.Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            raise errors.invalid_form([problem])
        message.type = MessageType.REPLY
        message.reference = {"type": 0, "channel_id": message.channel_id, "message_id": target}

    def edit(self, call: Call) -> Json:
        """Change a message of the bot."""
        channel = self._channels.get(call["channel_id"])
        message = self._messages.get(channel.id, call["message_id"])
        if message.author_id != self._world.guild.bot_id:
            raise errors.edit_of_another()
        self._channels.check_active(channel)
        if call.files:
            permissions.require(self._world, channel, Permission.ATTACH_FILES)
        old = datetime.now(UTC) - created_at(message.id) > timedelta(seconds=self._clock.edit_seconds)
        if old and (wait := self._late.wait(message.id)):
            raise errors.too_many_late_edits(self._late.manner, wait)
        return self._payloads.message(self._messages.edit(message, call.body, call.files))

    def delete(self, call: Call) -> None:
        """Remove a message: an own one, or another with the permission to manage messages."""
        channel = self._channels.get(call["channel_id"])
        message = self._messages.get(channel.id, call["message_id"])
        if message.author_id != self._world.guild.bot_id:
            permissions.require(self._world, channel, Permission.MANAGE_MESSAGES)
        self._channels.check_active(channel)
        self._messages.delete(message)

    def bulk_delete(self, call: Call) -> None:
        """Remove several messages of a guild channel at once."""
        channel = self._channels.get(call["channel_id"])
        if channel.is_dm:
            raise errors.wrong_channel_type()
        permissions.require(self._world, channel, Permission.MANAGE_MESSAGES)
        for message_id in map(str, call.body["messages"]):
            message = self._world.message(channel.id, message_id)
            if message is not None:
                self._messages.delete(message)

    def plain_pins(self, call: Call) -> list[Json]:
        """Return the pinned messages, by the old route."""
        return [self._payloads.message(m) for m in self._messages.pins(self._readable(call).id)]

    def pins(self, call: Call) -> Json:
        """Return the pinned messages with the moments of their pinning."""
        limit = call.number("limit", 50, 1, 50)
        found = self._messages.pins(self._readable(call).id)
        items = [{"pinned_at": m.pinned_at, "message": self._payloads.message(m)} for m in found[:limit]]
        return {"items": items, "has_more": len(found) > limit}

    def pin(self, call: Call) -> None:
        """Pin a message."""
        self._messages.pin(self._pinnable(call))

    def unpin(self, call: Call) -> None:
        """Take a pin off."""
        self._messages.unpin(self._pinnable(call))

    def type(self, call: Call) -> None:
        """Show that the bot is typing; nobody needs to see it here."""
        channel = self._channels.get(call["channel_id"])
        permissions.require(self._world, channel, may_send(channel))

    def _readable(self, call: Call) -> Channel:
        channel = self._channels.get(call["channel_id"])
        permissions.require(self._world, channel, Permission.READ_MESSAGE_HISTORY)
        return channel

    def _pinnable(self, call: Call) -> Message:
        channel = self._channels.get(call["channel_id"])
        if not channel.is_dm:
            permissions.require(self._world, channel, Permission.PIN_MESSAGES)
        self._channels.check_active(channel)
        return self._messages.get(channel.id, call["message_id"])
