"""REST: the bot itself, people, the guild, channels and threads."""

from __future__ import annotations

from collections.abc import Callable

from bot.sandbox import errors, permissions
from bot.sandbox.channels import Channels
from bot.sandbox.model import Channel, ChannelType, Json, Overwrite
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import Call, Route, as_json
from bot.sandbox.world import World


class UserRoutes:
    """The bot, its application, other people, and the way to the gateway."""

    def __init__(
        self, world: World, payloads: Payloads, gateway_url: Callable[[], str], start_limit: Callable[[], Json]
    ) -> None:
        self._world = world
        self._payloads = payloads
        self._gateway_url = gateway_url
        self._start_limit = start_limit

    def routes(self) -> list[Route]:
        """Return the routes of this part."""
        return [
            Route("GET", "/users/@me", lambda call: self._payloads.bot()),
            Route("GET", "/users/@me/guilds", self.guilds),
            Route("POST", "/users/@me/channels", self.open_dm),
            Route("GET", "/users/{user_id}", self.user),
            Route("GET", "/oauth2/applications/@me", lambda call: self._payloads.application()),
            Route("GET", "/applications/@me", lambda call: self._payloads.application()),
            Route("GET", "/gateway", lambda call: {"url": self._gateway_url()}),
            Route("GET", "/gateway/bot", self.gateway_bot),
        ]

    def gateway_bot(self, call: Call) -> Json:
        """Return the gateway's address and how many shards it recommends."""
        return {"url": self._gateway_url(), "shards": 1, "session_start_limit": self._start_limit()}

    def guilds(self, call: Call) -> list[Json]:
        """Return the guilds that the bot is in."""
        guild = self._payloads.guild()
        bits = str(int(permissions.BOT))
        partial = {key: guild[key] for key in ("id", "name", "icon", "features", "banner")}
        return [{**partial, "owner": False, "permissions": bits}]

    def user(self, call: Call) -> Json:
        """Return a person, or the bot."""
        if call["user_id"] not in (*self._world.people, self._world.guild.bot_id):
            raise errors.unknown_user()
        return self._payloads.user(call["user_id"])

    def open_dm(self, call: Call) -> Json:
        """Return the DM channel with a person; closed DMs refuse the message, not the channel."""
        recipient = str(call.body.get("recipient_id"))
        if recipient == self._world.guild.bot_id:
            raise errors.closed_dms()
        if recipient not in self._world.people:
            raise errors.unknown_user()
        return self._payloads.channel(self._world.dm_with(recipient))


class GuildRoutes:
    """The guild, its members, roles, channels and active threads."""

    def __init__(self, world: World, payloads: Payloads, channels: Channels) -> None:
        self._world = world
        self._payloads = payloads
        self._channels = channels

    def routes(self) -> list[Route]:
        """Return the routes of this part."""
        guild = "/guilds/{guild_id}"
        return [
            Route("GET", guild, self.guild),
            Route("GET", guild + "/roles", self.roles),
            Route("GET", guild + "/channels", self.channels),
            Route("POST", guild + "/channels", self.create_channel, 201),
            Route("GET", guild + "/threads/active", self.active_threads),
            Route("GET", guild + "/members/search", self.search),
            Route("GET", guild + "/members", self.members),
            Route("GET", guild + "/members/{user_id}", self.member),
        ]

    def guild(self, call: Call) -> Json:
        """Return the guild."""
        self._check(call)
        return self._payloads.guild()

    def roles(self, call: Call) -> list[Json]:
        """Return the guild's roles."""
        self._check(call)
        return self._payloads.roles()

    def channels(self, call: Call) -> list[Json]:
        """Return the guild's channels, without threads."""
        self._check(call)
        found = [c for c in self._world.channels.values() if c.is_of_guild]
        return [self._payloads.channel(c) for c in found]

    def create_channel(self, call: Call) -> Json:
        """Create a text channel."""
        self._check(call)
        return self._payloads.channel(self._channels.create(call.body))

    def active_threads(self, call: Call) -> Json:
        """Return the threads that are not archived."""
        self._check(call)
        threads = self._payloads.visible_threads()
        bot_id = self._world.guild.bot_id
        own = [self._payloads.thread_member(t, bot_id) for t in threads if bot_id in t.members]
        return {"threads": [self._payloads.channel(t) for t in threads], "members": own, "has_more": False}

    def member(self, call: Call) -> Json:
        """One member."""
        self._check(call)
        if call["user_id"] not in (*self._world.people, self._world.guild.bot_id):
            raise errors.unknown_member()
        return self._payloads.member(call["user_id"])

    def members(self, call: Call) -> list[Json]:
        """Refuse the list of members: it needs a privileged intent, which this bot has not."""
        self._check(call)
        raise errors.missing_access()

    def search(self, call: Call) -> list[Json]:
        """Members whose name begins with the query."""
        self._check(call)
        limit = call.number("limit", 1, 1, 1000)
        query = call.query.get("query", "").lower()
        people = self._world.people.values()
        found = [p for p in people if query in (p.username + "\0" + p.global_name).lower()]
        return [self._payloads.member(p.id) for p in found][:limit]

    def _check(self, call: Call) -> None:
        if call["guild_id"] != self._world.guild.id:
            raise errors.unknown_guild()


class ChannelRoutes:
    """One channel or thread, and the members of a thread."""

    def __init__(self, world: World, payloads: Payloads, channels: Channels) -> None:
        self._world = world
        self._payloads = payloads
        self._channels = channels

    def routes(self) -> list[Route]:
        """Return the routes of this part."""
        one = "/channels/{channel_id}"
        return [
            Route("GET", one, self.fetch),
            Route("PATCH", one, self.change),
            Route("DELETE", one, self.delete),
            Route("PUT", one + "/permissions/{overwrite_id}", self.set_overwrite),
            Route("DELETE", one + "/permissions/{overwrite_id}", self.drop_overwrite),
            Route("POST", one + "/threads", self.start_thread, 201),
            Route("POST", one + "/messages/{message_id}/threads", self.start_thread_on, 201),
            Route("GET", one + "/threads/archived/public", self.archived_public),
            Route("GET", one + "/threads/archived/private", self.archived_private),
            Route("GET", one + "/thread-members", self.members),
            Route("PUT", one + "/thread-members/@me", self.join),
            Route("DELETE", one + "/thread-members/@me", self.leave),
            Route("GET", one + "/thread-members/{user_id}", self.member),
            Route("PUT", one + "/thread-members/{user_id}", self.add_member),
            Route("DELETE", one + "/thread-members/{user_id}", self.remove_member),
        ]

    def fetch(self, call: Call) -> Json:
        """One channel."""
        return self._payloads.channel(self._channels.get(call["channel_id"]))

    def change(self, call: Call) -> Json:
        """Change a channel or thread."""
        channel = self._channels.get(call["channel_id"])
        if not channel.is_thread:
            permissions.require(self._world, channel, Permission.MANAGE_CHANNELS)
            return self._payloads.channel(self._channels.change(channel, call.body))
        if channel.owner_id != self._world.guild.bot_id or call.body.get("locked") is not None:
            permissions.require(self._world, channel, Permission.MANAGE_THREADS)
        return self._payloads.channel(self._channels.change_thread(channel, call.body))

    def delete(self, call: Call) -> Json:
        """Remove a channel or thread; a DM cannot be removed here."""
        channel = self._channels.get(call["channel_id"])
        if channel.is_dm:
            raise errors.wrong_channel_type()
        needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        permissions.require(self._world, channel, needed)
        payload = self._payloads.channel(channel)
        self._channels.delete(channel)
        return payload

    def set_overwrite(self, call: Call) -> None:
        """Set what one role or member may do in a channel."""
        channel = self._manageable(call)
        body, key = as_json(call.body), call["overwrite_id"]
        new = Overwrite(key, int(body["type"]), int(body.get("allow") or 0), int(body.get("deny") or 0))
        self._channels.set_overwrites(channel, [*(o for o in channel.overwrites if o.id != key), new])

    def drop_overwrite(self, call: Call) -> None:
        """Undo what was set for one role or member."""
        channel = self._manageable(call)
        key = call["overwrite_id"]
        self._channels.set_overwrites(channel, [o for o in channel.overwrites if o.id != key])

    def start_thread(self, call: Call) -> Json:
        """Start a thread without a message; it is private unless the body says otherwise."""
        parent = self._channels.get(call["channel_id"])
        public = call.body.get("type") == ChannelType.PUBLIC_THREAD
        kind = ChannelType.PUBLIC_THREAD if public else ChannelType.PRIVATE_THREAD
        needed = Permission.CREATE_PUBLIC_THREADS if public else Permission.CREATE_PRIVATE_THREADS
        permissions.require(self._world, parent, needed)
        return self._payloads.channel(self._channels.start_thread(parent, call.body, kind))

    def start_thread_on(self, call: Call) -> Json:
        """Start a public thread that hangs on a message and has its id."""
        parent = self._channels.get(call["channel_id"])
        permissions.require(self._world, parent, Permission.CREATE_PUBLIC_THREADS)
        message = self._world.message(parent.id, call["message_id"])
        if message is None or message.ephemeral_for is not None:
            raise errors.unknown_message()
        if message.id in self._world.channels:
            raise errors.thread_exists()
        kind = ChannelType.PUBLIC_THREAD
        return self._payloads.channel(self._channels.start_thread(parent, call.body, kind, message.id))

    def archived_public(self, call: Call) -> Json:
        """Return the archived public threads of a channel."""
        return self._archived(call, ChannelType.PUBLIC_THREAD)

    def archived_private(self, call: Call) -> Json:
        """Return the archived private threads of a channel."""
        return self._archived(call, ChannelType.PRIVATE_THREAD)

    def members(self, call: Call) -> list[Json]:
        """Return the members of a thread."""
        thread = self._thread(call)
        return [self._member(thread, user_id, call) for user_id in thread.members]

    def member(self, call: Call) -> Json:
        """One member of a thread."""
        thread = self._thread(call)
        if call["user_id"] not in thread.members:
            raise errors.unknown_member()
        return self._member(thread, call["user_id"], call)

    def join(self, call: Call) -> None:
        """Let the bot join a thread."""
        self._channels.add_member(self._thread(call), self._world.guild.bot_id)

    def leave(self, call: Call) -> None:
        """Let the bot leave a thread."""
        self._channels.remove_member(self._thread(call), self._world.guild.bot_id)

    def add_member(self, call: Call) -> None:
        """Let the bot bring somebody into a thread."""
        thread = self._thread(call)
        permissions.require(self._world, thread, Permission.SEND_MESSAGES_IN_THREADS)
        self._channels.add_member(thread, call["user_id"])

    def remove_member(self, call: Call) -> None:
        """Let the bot remove somebody from a thread: from its own private one, or with the right to it."""
        thread = self._thread(call)
        own = thread.type is ChannelType.PRIVATE_THREAD and thread.owner_id == self._world.guild.bot_id
        if not own:
            permissions.require(self._world, thread, Permission.MANAGE_THREADS)
        self._channels.remove_member(thread, call["user_id"])

    def _archived(self, call: Call, kind: ChannelType) -> Json:
        parent = self._channels.get(call["channel_id"])
        permissions.require(self._world, parent, Permission.READ_MESSAGE_HISTORY)
        found = [t for t in self._world.threads_of(parent.id) if t.archived and t.type is kind]
        found.sort(key=lambda t: t.archived_at or "", reverse=True)
        return {"threads": [self._payloads.channel(t) for t in found], "members": [], "has_more": False}

    def _member(self, thread: Channel, user_id: str, call: Call) -> Json:
        member = self._payloads.thread_member(thread, user_id)
        return member | ({"member": self._payloads.member(user_id)} if call.flag("with_member") else {})

    def _thread(self, call: Call) -> Channel:
        channel = self._channels.get(call["channel_id"])
        if not channel.is_thread:
            raise errors.wrong_channel_type()
        return channel

    def _manageable(self, call: Call) -> Channel:
        channel = self._channels.get(call["channel_id"])
        permissions.require(self._world, channel, Permission.MANAGE_CHANNELS)
        return channel
