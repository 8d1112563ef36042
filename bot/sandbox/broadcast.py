"""Tells everybody concerned what has happened: the bot by the gateway, people by their sockets."""

from __future__ import annotations

from collections.abc import Iterable

from bot.sandbox import permissions
from bot.sandbox.command_access import offered
from bot.sandbox.gateway import Gateway, Intent
from bot.sandbox.model import Channel, ChannelType, Json, Message
from bot.sandbox.payloads import Payloads
from bot.sandbox.sockets import Line
from bot.sandbox.world import World


class PeopleLines:
    """The sockets of the people who are looking on: one person's each, and those of windows, which show everybody."""

    def __init__(self) -> None:
        self._lines: dict[str, set[Line]] = {}
        self._windows: set[Line] = set()

    def add(self, line: Line, person_id: str | None = None) -> None:
        """Let a person begin to look on; without one, open a window on everybody."""
        (self._windows if person_id is None else self._lines.setdefault(person_id, set())).add(line)

    def remove(self, line: Line) -> None:
        """Whoever had this line is gone."""
        for lines in (self._windows, *self._lines.values()):
            lines.discard(line)

    def tell(self, people: Iterable[str], event: str, data: Json) -> None:
        """Tell some people; a window is told once, and for whom."""
        concerned = list(people)
        for person_id in concerned:
            for line in self._lines.get(person_id, ()):
                line.send({"t": event, "d": data})
        for window in self._windows if concerned else ():
            window.send({"t": event, "d": data, "to": concerned})

    def tell_all(self, event: str, data: Json) -> None:
        """Tell everybody."""
        frame = {"t": event, "d": data}
        for line in self.all_lines():
            line.send(frame)

    def show(self, world: Json) -> None:
        """Show the windows everything anew."""
        for window in self._windows:
            window.send({"t": "WORLD", "d": world})

    def all_lines(self) -> list[Line]:
        """Every open socket."""
        return [*self._windows, *(line for lines in self._lines.values() for line in lines)]


class Broadcast:
    """One method for each thing that can happen."""

    def __init__(self, world: World, payloads: Payloads, gateway: Gateway, people: PeopleLines) -> None:
        self._world = world
        self._payloads = payloads
        self._gateway = gateway
        self._people = people

    # Messages

    def message_created(self, message: Message) -> None:
        """Announce a new message."""
        self._message("MESSAGE_CREATE", message)

    def message_updated(self, message: Message) -> None:
        """Announce a changed message."""
        self._message("MESSAGE_UPDATE", message)

    def message_deleted(self, message: Message) -> None:
        """Announce a deleted message."""
        gone: Json = {"id": message.id, "channel_id": message.channel_id}
        self._people.tell(self._readers(message), "MESSAGE_DELETE", gone)
        if message.ephemeral_for is None:
            guild = not self._world.channels[message.channel_id].is_dm
            needs = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
            scope = {"guild_id": self._world.guild.id} if guild else {}
            self._gateway.dispatch("MESSAGE_DELETE", gone | scope, needs, guild=guild)

    def _message(self, event: str, message: Message) -> None:
        payload = self._payloads.message(message)
        self._people.tell(self._readers(message), event, payload)
        if message.ephemeral_for is None:
            channel = self._world.channels[message.channel_id]
            if permissions.bot_sees(self._world, channel):
                full = self._payloads.message_event(message)
                self._gateway.dispatch_message(event, full, guild=not channel.is_dm)

    def _readers(self, message: Message) -> list[str]:
        if message.ephemeral_for is not None:
            return [message.ephemeral_for]
        return self._watchers(self._world.channels[message.channel_id])

    def _watchers(self, channel: Channel) -> list[str]:
        people = self._world.people.values()
        return [p.id for p in people if permissions.sees(self._world, p, channel)]

    # Channels

    def channel_created(self, channel: Channel, *, only: Iterable[str] | None = None) -> None:
        """Announce a channel or thread that is new, or comes into the sight of some people."""
        watchers = self._watchers(channel) if only is None else only
        self._people.tell(watchers, "CHANNEL_CREATE", self._payloads.channel_for_people(channel))
        if only is None:
            event = "THREAD_CREATE" if channel.is_thread else "CHANNEL_CREATE"
            extra = {"newly_created": True} if channel.is_thread else {}
            self._gateway.dispatch(event, self._payloads.channel(channel) | extra, Intent.GUILDS)

    def channel_updated(self, channel: Channel) -> None:
        """Announce a changed channel or thread."""
        self._people.tell(self._watchers(channel), "CHANNEL_UPDATE", self._payloads.channel_for_people(channel))
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self._gateway.dispatch(event, self._payloads.channel(channel), Intent.GUILDS)

    def channel_deleted(self, channel: Channel, *, only: Iterable[str] | None = None) -> None:
        """Announce a channel or thread that is gone, or out of the sight of some people."""
        payload = self._payloads.channel(channel)
        self._people.tell(self._watchers(channel) if only is None else only, "CHANNEL_DELETE", payload)
        if only is None:
            event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
            self._gateway.dispatch(event, payload, Intent.GUILDS)

    def thread_members_changed(self, channel: Channel, added: list[str], removed: list[str]) -> None:
        """People joined a thread or left it; those who see it no longer are told that it is gone."""
        private = channel.type is ChannelType.PRIVATE_THREAD
        people = self._world.people
        if private:
            self.channel_created(channel, only=[p for p in added if p in people])
            left = [people[p] for p in removed if p in people]
            blind = [p.id for p in left if not permissions.sees(self._world, p, channel)]
            self.channel_deleted(channel, only=blind)
        bot_id = self._world.guild.bot_id
        data: Json = {
            "id": channel.id,
            "guild_id": self._world.guild.id,
            "member_count": len(channel.members),
            "added_members": [self._payloads.thread_member(channel, p) for p in added if p == bot_id],
            "removed_member_ids": [p for p in removed if p == bot_id],
        }
        if data["added_members"] or data["removed_member_ids"]:
            self._gateway.dispatch("THREAD_MEMBERS_UPDATE", data, Intent.GUILDS)

    def pins_changed(self, channel: Channel) -> None:
        """Announce that a message was pinned or unpinned."""
        data: Json = {"channel_id": channel.id, "last_pin_timestamp": channel.last_pin_at}
        if channel.is_dm:
            self._gateway.dispatch("CHANNEL_PINS_UPDATE", data, Intent.DIRECT_MESSAGES, guild=False)
        else:
            data["guild_id"] = self._world.guild.id
            self._gateway.dispatch("CHANNEL_PINS_UPDATE", data, Intent.GUILDS)

    # People, commands, interactions

    def people_changed(self) -> None:
        """Somebody new is here."""
        self._people.tell_all("PEOPLE_UPDATE", {"people": self._payloads.people()})

    def commands_changed(self) -> None:
        """Announce that the bot has registered its commands."""
        for person in self._world.people.values():
            commands = offered(self._world, person)
            self._people.tell([person.id], "COMMANDS_UPDATE", {"commands": commands})

    def tell(self, person_id: str, event: str, data: Json) -> None:
        """Tell one person something about their own interaction."""
        self._people.tell([person_id], event, data)

    def interaction(self, payload: Json) -> None:
        """Hand an interaction to the bot."""
        self._gateway.dispatch("INTERACTION_CREATE", payload, guild="guild_id" in payload)
