"""The world of the local Discord: one guild with its people, channels and messages, kept in a store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bot.sandbox.model import Attachment, Channel, ChannelType, Guild, Json, Message, Person
from bot.sandbox.snowflakes import Snowflakes
from bot.sandbox.store import Store

GUILD_NAME = "The King's Table"
CHANNELS = ("table-talk", "herald")
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil")
COLOURS = ("#a8323e", "#2f5d8a", "#3f7d4e", "#b9812f", "#6b4a8c", "#2f7f80", "#8c5a3c", "#57606a")


class World:
    """Everything that outlives a restart; each change is written through to the store."""

    def __init__(self, path: Path | None) -> None:
        self._store = Store(path)
        self.ids = Snowflakes()
        self.people: dict[str, Person] = {p.id: p for p in self._store.load("person", Person)}
        self.channels: dict[str, Channel] = {c.id: c for c in self._store.load("channel", Channel)}
        self.commands: dict[str, Json] = {c["id"]: c for c in self._store.load("command", dict)}
        self._attachments = {a.id: a for a in self._store.load("attachment", Attachment)}
        self._messages: dict[str, dict[str, Message]] = {}
        for message in self._store.load("message", Message):
            self._messages.setdefault(message.channel_id, {})[message.id] = message
        guilds = self._store.load("guild", Guild)
        self.guild = guilds[0] if guilds else self._found()
        known = [*self.people, *self.channels, *self.commands, *self._attachments]
        for key in [*known, *(key for messages in self._messages.values() for key in messages)]:
            self.ids.note(key)

    def _found(self) -> Guild:
        """Lay out the demo guild: two channels, seven people, Ann at their head."""
        guild = Guild(self.ids.next(), GUILD_NAME, "", self.ids.next(), self.ids.next())
        self.guild = guild
        people = [self.welcome(name.lower(), name) for name in NAMES]
        people[0].administrator = True
        self.save_person(people[0])
        guild.owner_id = people[0].id
        for position, name in enumerate(CHANNELS):
            self.save_channel(Channel(self.ids.next(), ChannelType.TEXT, name, position=position))
        self.save_guild()
        return guild

    def save_guild(self) -> None:
        """Write the guild down."""
        self._store.put("guild", self.guild.id, self.guild)

    def close(self) -> None:
        """Close the store."""
        self._store.close()

    # People

    def welcome(self, username: str, global_name: str) -> Person:
        """Let a new person join the guild, with a direct message channel to the bot."""
        colour = COLOURS[len(self.people) % len(COLOURS)]
        person = Person(self.ids.next(), username, global_name, colour)
        self.save_person(person)
        self.save_channel(Channel(self.ids.next(), ChannelType.DM, recipient_id=person.id))
        return person

    def save_person(self, person: Person) -> None:
        """Write a person down."""
        self.people[person.id] = person
        self._store.put("person", person.id, person)

    def dm_with(self, person_id: str) -> Channel:
        """Return the bot's DM channel with a person."""
        return next(c for c in self.channels.values() if c.recipient_id == person_id)

    # Channels

    def save_channel(self, channel: Channel) -> None:
        """Write a channel, thread or DM down."""
        self.channels[channel.id] = channel
        self._store.put("channel", channel.id, channel)

    def drop_channel(self, channel: Channel) -> list[Channel]:
        """Remove a channel with its threads and their messages; returns all that went."""
        gone = [channel, *self.threads_of(channel.id)]
        for each in gone:
            for message in self.messages(each.id):
                self.drop_message(message)
            del self.channels[each.id]
            self._store.drop("channel", each.id)
        return gone

    def room(self, channel: Channel) -> Channel:
        """Return the channel whose overwrites count: a thread's parent, or the channel itself."""
        return self.channels[channel.parent_id] if channel.parent_id else channel

    def threads_of(self, channel_id: str) -> list[Channel]:
        """Return the threads below a channel, oldest first."""
        return [c for c in self.channels.values() if c.parent_id == channel_id]

    # Messages

    def messages(self, channel_id: str) -> list[Message]:
        """Return a channel's messages, oldest first."""
        return sorted(self._messages.get(channel_id, {}).values(), key=lambda m: int(m.id))

    def newest_first(self, channel_id: str) -> Iterator[Message]:
        """Yield the messages that were sent to a channel by themselves, not as answers, newest first."""
        sent = reversed(self._messages.get(channel_id, {}).values())
        return (message for message in sent if message.interaction is None)

    def message(self, channel_id: str, message_id: str) -> Message | None:
        """One message, if it is there."""
        return self._messages.get(channel_id, {}).get(message_id)

    def save_message(self, message: Message) -> None:
        """Write a message down."""
        self._messages.setdefault(message.channel_id, {})[message.id] = message
        self._store.put("message", message.id, message)

    def drop_message(self, message: Message) -> None:
        """Remove a message and its files."""
        self._messages[message.channel_id].pop(message.id, None)
        self._store.drop("message", message.id)
        for attachment in message.attachments:
            self._attachments.pop(attachment.id, None)
            self._store.drop("attachment", attachment.id)
            self._store.drop_file(attachment.id)

    # Files

    def save_file(self, attachment: Attachment, content: bytes) -> None:
        """Write the content of an attachment down."""
        self._attachments[attachment.id] = attachment
        self._store.put_file(attachment.id, content)
        self._store.put("attachment", attachment.id, attachment)

    def attachment(self, attachment_id: str) -> Attachment | None:
        """Return the record of a file, whatever message it belongs to."""
        return self._attachments.get(attachment_id)

    def file(self, attachment_id: str) -> bytes | None:
        """Return the content of an attachment."""
        return self._store.file(attachment_id)

    # Commands

    def save_command(self, command: Json) -> None:
        """Register an application command."""
        self.commands[command["id"]] = command
        self._store.put("command", command["id"], command)

    def drop_command(self, command_id: str) -> None:
        """Withdraw an application command."""
        del self.commands[command_id]
        self._store.drop("command", command_id)
