"""Discord's objects, as its REST answers and gateway events show them."""

from __future__ import annotations

import copy
from urllib.parse import quote

from bot.sandbox import permissions
from bot.sandbox.model import Attachment, Channel, ChannelType, Json, Message, Overwrite
from bot.sandbox.snowflakes import timestamp
from bot.sandbox.world import World

FILE_SIZE_LIMIT = 10 * 1024 * 1024
REFERENCE = "attachment://"
MENU: Json = {"min_values": 1, "max_values": 1}
UNSAID: dict[int | None, Json] = {
    3: MENU,
    5: MENU,
    6: MENU,
    7: MENU,
    8: MENU,
    11: {"description": None, "spoiler": False},
    13: {"spoiler": False},
    14: {"divider": True, "spacing": 1},
    17: {"accent_color": None, "spoiler": False},
}
"""What Discord shows of a component, by its type, where the bot has said nothing."""
PLAIN_GUILD: Json = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "local",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "preferred_locale": "en-GB",
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "incidents_data": None,
    "emojis": [],
    "stickers": [],
}
"""What all guilds without anything special have in common."""


class Payloads:
    """Draws Discord's objects from the world; `base_url` is where files are served."""

    def __init__(self, world: World, base_url: str) -> None:
        self._world = world
        self._base_url = base_url

    # People

    def bot(self) -> Json:
        """Return the bot's own user object."""
        guild = self._world.guild
        return {**_user(guild.bot_id, guild.bot_name.lower(), guild.bot_name), "bot": True}

    def user(self, user_id: str) -> Json:
        """Anybody's user object, the bot's included."""
        person = self._world.people.get(user_id)
        return _user(person.id, person.username, person.global_name) if person else self.bot()

    def member(self, user_id: str) -> Json:
        """Anybody's guild member object."""
        guild = self._world.guild
        return {
            "user": self.user(user_id),
            "nick": None,
            "avatar": None,
            "banner": None,
            "roles": [guild.bot_role_id] if user_id == guild.bot_id else [],
            "joined_at": timestamp(user_id),
            "premium_since": None,
            "communication_disabled_until": None,
            "deaf": False,
            "mute": False,
            "pending": False,
            "flags": 0,
        }

    def people(self) -> list[Json]:
        """Everybody who can be played, for the person side."""
        return [
            {
                "id": p.id,
                "username": p.username,
                "global_name": p.global_name,
                "avatar_colour": p.avatar_colour,
            }
            for p in self._world.people.values()
        ]

    # Guild and application

    def application(self) -> Json:
        """Return the bot's application object."""
        guild = self._world.guild
        bot = self.bot()
        return {
            "id": guild.bot_id,
            "name": guild.bot_name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": bot,
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "max_participants": None,
            "tags": [],
            "team": None,
            "owner": self.user(guild.owner_id),
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "approximate_guild_count": 1,
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "integration_types_config": {"0": {}, "1": {}},
        }

    def guild(self) -> Json:
        """Return the guild object, without its channels."""
        guild = self._world.guild
        own = {"id": guild.id, "name": guild.name, "owner_id": guild.owner_id, "roles": self.roles()}
        return {**PLAIN_GUILD, **own}

    def guild_create(self) -> Json:
        """Return the guild with its channels, threads and the bot's own member, as the gateway tells it."""
        channels = [c for c in self._world.channels.values() if c.is_of_guild]
        return {
            **self.guild(),
            "joined_at": timestamp(self._world.guild.id),
            "large": False,
            "unavailable": False,
            "member_count": len(self._world.people) + 1,
            "members": [self.member(self._world.guild.bot_id)],
            "channels": [self.channel(c) for c in channels],
            "threads": [self.channel(t) for t in self.visible_threads()],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def visible_threads(self) -> list[Channel]:
        """Return the active threads that the bot can see."""
        threads = [c for c in self._world.channels.values() if c.is_thread and not c.archived]
        return [t for t in threads if permissions.bot_sees(self._world, t)]

    def roles(self) -> list[Json]:
        """@everyone and the bot's managed role."""
        guild = self._world.guild
        everyone = _role(guild.id, "@everyone", 0, int(permissions.EVERYONE))
        own = _role(guild.bot_role_id, guild.bot_name, 1, int(permissions.BOT))
        return [everyone, {**own, "managed": True, "tags": {"bot_id": guild.bot_id}}]

    # Channels

    def channel(self, channel: Channel) -> Json:
        """Return a channel object as the bot sees it."""
        if channel.is_dm:
            return self._dm(channel)
        return self._thread(channel) if channel.is_thread else self._text_channel(channel)

    def channel_for_people(self, channel: Channel) -> Json:
        """Return a channel object as people see it: their DM bears the bot's name."""
        if not channel.is_dm:
            return self.channel(channel)
        return {**self._dm(channel), "name": self._world.guild.bot_name, "recipients": [self.bot()]}

    def _dm(self, channel: Channel) -> Json:
        return {
            "id": channel.id,
            "type": int(channel.type),
            "last_message_id": channel.last_message_id,
            "flags": 0,
            "recipients": [self.user(channel.recipient_id or "")],
        }

    def _text_channel(self, channel: Channel) -> Json:
        return {
            "id": channel.id,
            "type": int(channel.type),
            "guild_id": self._world.guild.id,
            "name": channel.name,
            "position": channel.position,
            "permission_overwrites": [overwrite(each) for each in channel.overwrites],
            "nsfw": False,
            "parent_id": None,
            "topic": channel.topic,
            "rate_limit_per_user": channel.slow_mode,
            "last_message_id": channel.last_message_id,
            "last_pin_timestamp": channel.last_pin_at,
            "flags": 0,
        }

    def _thread(self, channel: Channel) -> Json:
        payload: Json = {
            "id": channel.id,
            "type": int(channel.type),
            "guild_id": self._world.guild.id,
            "parent_id": channel.parent_id,
            "owner_id": channel.owner_id,
            "name": channel.name,
            "last_message_id": channel.last_message_id,
            "last_pin_timestamp": channel.last_pin_at,
            "rate_limit_per_user": channel.slow_mode,
            "message_count": channel.message_count,
            "total_message_sent": channel.message_count,
            "member_count": len(channel.members),
            "flags": 0,
            "thread_metadata": self._thread_metadata(channel),
        }
        if self._world.guild.bot_id in channel.members:
            payload["member"] = self.thread_member(channel, self._world.guild.bot_id)
        return payload

    def _thread_metadata(self, channel: Channel) -> Json:
        created = timestamp(channel.id)
        metadata: Json = {
            "archived": channel.archived,
            "archive_timestamp": channel.archived_at or created,
            "auto_archive_duration": channel.auto_archive_minutes,
            "locked": channel.locked,
            "create_timestamp": created,
        }
        if channel.type is ChannelType.PRIVATE_THREAD:
            metadata["invitable"] = channel.invitable
        return metadata

    def thread_member(self, channel: Channel, user_id: str) -> Json:
        """One member of a thread."""
        return {"id": channel.id, "user_id": user_id, "join_timestamp": timestamp(channel.id), "flags": 0}

    # Messages

    def message(self, message: Message) -> Json:
        """Return a message object, its files resolved to addresses."""
        shown = _Shown(self, message)
        payload: Json = {
            "id": message.id,
            "channel_id": message.channel_id,
            "author": self.user(message.author_id),
            "type": int(message.type),
            "content": message.content,
            "timestamp": timestamp(message.id),
            "edited_timestamp": message.edited_at,
            "tts": message.tts,
            "mention_everyone": message.mention_everyone,
            "mentions": [self.user(user_id) for user_id in message.mentions],
            "mention_roles": message.mention_roles,
            "embeds": shown.embeds(),
            "components": shown.components(),
            "attachments": shown.attachments(),
            "flags": message.flags,
            "pinned": message.pinned_at is not None,
        }
        if message.nonce is not None:
            payload["nonce"] = message.nonce
        return payload | self._origin(message)

    def _origin(self, message: Message) -> Json:
        """Return the object that a message answers: an interaction or another message."""
        origin: Json = {}
        if message.interaction is not None:
            bot_id = self._world.guild.bot_id
            origin |= {"application_id": bot_id, "webhook_id": bot_id}
            origin |= self._interaction(message.interaction)
        if message.reference is not None:
            origin["message_reference"] = message.reference
            target = self._world.message(message.reference["channel_id"], message.reference["message_id"])
            origin["referenced_message"] = self.message(target) if target else None
        return origin

    def _interaction(self, known: Json) -> Json:
        user = self.user(known["user_id"])
        metadata: Json = {
            "id": known["id"],
            "type": known["type"],
            "user": user,
            "authorizing_integration_owners": {"0": self._world.guild.id},
        }
        name = known.get("name")
        if name is None:
            return {"interaction_metadata": metadata}
        metadata |= {"name": name, "command_type": 1}
        interaction = {"id": known["id"], "type": known["type"], "name": name, "user": user}
        return {"interaction_metadata": metadata, "interaction": interaction}

    def message_event(self, message: Message) -> Json:
        """Return a message as gateway events carry it: with its guild and its author's membership."""
        payload = self.message(message)
        if not self._world.channels[message.channel_id].is_dm:
            payload["guild_id"] = self._world.guild.id
            payload["member"] = {k: v for k, v in self.member(message.author_id).items() if k != "user"}
        return payload

    def attachment(self, attachment: Attachment) -> Json:
        """Return a file's object, with its address."""
        url = self.address(attachment)
        payload: Json = {
            "id": attachment.id,
            "filename": attachment.filename,
            "size": attachment.size,
            "url": url,
            "proxy_url": url,
            "content_type": attachment.content_type,
        }
        if attachment.description is not None:
            payload["description"] = attachment.description
        if attachment.width is not None:
            payload |= {"width": attachment.width, "height": attachment.height}
        return payload

    def address(self, attachment: Attachment) -> str:
        """Where a file can be fetched."""
        name = quote(attachment.filename)
        return f"{self._base_url}/attachments/{attachment.channel_id}/{attachment.id}/{name}"


class _Shown:
    """One message's files put in the place of its `attachment://` references."""

    def __init__(self, payloads: Payloads, message: Message) -> None:
        self._payloads = payloads
        self._message = message
        self._files = {a.filename: a for a in message.attachments}
        self._used: set[str] = set()

    def embeds(self) -> list[Json]:
        embeds = copy.deepcopy(self._message.embeds)
        for embed in embeds:
            embed["type"] = "rich"
            embed["fields"] = [{"inline": False, **field} for field in embed.get("fields") or []]
            for place in ("image", "thumbnail"):
                if embed.get(place):
                    embed[place] = self._media(embed[place])
            for place in ("author", "footer"):
                icon = (embed.get(place) or {}).get("icon_url")
                if icon:
                    embed[place]["icon_url"] = self._media({"url": icon})["url"]
        return embeds

    def components(self) -> list[Json]:
        return [self._component(c) for c in copy.deepcopy(self._message.components)]

    def attachments(self) -> list[Json]:
        """Return the files that no embed and no component shows already."""
        rest = [a for a in self._message.attachments if a.id not in self._used]
        return [self._payloads.attachment(a) for a in rest]

    def _component(self, component: Json) -> Json:
        component = UNSAID.get(component.get("type"), {}) | component
        for place in ("media", "file"):
            if isinstance(component.get(place), dict):
                media = self._media(component[place])
                component[place] = {"id": media.get("attachment_id", self._message.id), **media}
        if "items" in component:
            component["items"] = [UNSAID[11] | self._component(item) for item in component["items"]]
        if "components" in component:
            component["components"] = [self._component(c) for c in component["components"]]
        if "accessory" in component:
            component["accessory"] = self._component(component["accessory"])
        if component.get("type") == 13:
            component |= self._file_facts(component["file"])
        return component

    def _file_facts(self, media: Json) -> Json:
        found = [a for a in self._message.attachments if a.id == media.get("attachment_id")]
        return {"name": found[0].filename, "size": found[0].size} if found else {}

    def _media(self, media: Json) -> Json:
        url = str(media["url"])
        if not url.startswith(REFERENCE):
            return {**media, "proxy_url": url}
        attachment = self._files[url.removeprefix(REFERENCE)]
        self._used.add(attachment.id)
        address = self._payloads.address(attachment)
        resolved: Json = {"url": address, "proxy_url": address, "attachment_id": attachment.id}
        resolved |= {"width": attachment.width, "height": attachment.height}
        return {**media, **resolved, "content_type": attachment.content_type}


def overwrite(each: Overwrite) -> Json:
    """Return a permission overwrite object."""
    return {"id": each.id, "type": each.type, "allow": str(each.allow), "deny": str(each.deny)}


def _user(user_id: str, username: str, global_name: str) -> Json:
    return {
        "id": user_id,
        "username": username,
        "discriminator": "0",
        "global_name": global_name,
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }


def _role(role_id: str, name: str, position: int, bits: int) -> Json:
    return {
        "id": role_id,
        "name": name,
        "description": None,
        "permissions": str(bits),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
