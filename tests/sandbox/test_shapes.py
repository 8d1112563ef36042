"""Discord's objects whole, field by field, and each of its refusals by its numbers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.sandbox import errors, permissions
from bot.sandbox.attachments import keep
from bot.sandbox.errors import Problem, Refusal
from bot.sandbox.faults import Fault
from bot.sandbox.model import Channel, ChannelType, Message, Overwrite, Upload
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission
from bot.sandbox.ratelimit import Manner
from bot.sandbox.snowflakes import Snowflakes, created_at, timestamp
from bot.sandbox.world import World
from tests.harness.reading import Json
from tests.harness.rows import rows

USER = {
    "username": "ann", "discriminator": "0", "global_name": "Ann", "avatar": None, "avatar_decoration_data": None,
    "banner": None, "accent_color": None, "public_flags": 0, "flags": 0, "primary_guild": None,
}  # fmt: skip
MEMBER: Json = {
    "nick": None, "avatar": None, "banner": None, "roles": [], "premium_since": None,
    "communication_disabled_until": None, "deaf": False, "mute": False, "pending": False, "flags": 0,
}  # fmt: skip
ROLE = {
    "description": None, "color": 0, "hoist": False, "managed": False, "mentionable": False, "icon": None,
    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None}, "unicode_emoji": None, "flags": 0,
}  # fmt: skip
GUILD: Json = {
    "icon": None, "description": None, "home_header": None, "splash": None, "discovery_splash": None, "features": [],
    "banner": None, "application_id": None, "region": "local", "afk_channel_id": None, "afk_timeout": 300,
    "system_channel_id": None, "system_channel_flags": 0, "widget_enabled": False, "widget_channel_id": None,
    "verification_level": 0, "default_message_notifications": 0, "mfa_level": 0, "explicit_content_filter": 0,
    "max_presences": None, "max_members": 500_000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
    "vanity_url_code": None, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-GB",
    "rules_channel_id": None, "safety_alerts_channel_id": None, "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False, "nsfw": False, "nsfw_level": 0, "incidents_data": None, "emojis": [],
    "stickers": [],
}  # fmt: skip
APPLICATION: Json = {
    "name": "Herald", "icon": None, "description": "", "type": None, "bot_public": True,
    "bot_require_code_grant": False, "verify_key": "0" * 64, "flags": 0, "flags_new": "0", "max_participants": None,
    "tags": [], "team": None, "redirect_uris": [], "interactions_endpoint_url": None,
    "role_connections_verification_url": None, "approximate_guild_count": 1, "approximate_user_install_count": 0,
    "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": [],
    "integration_types_config": {"0": {}, "1": {}},
}  # fmt: skip


class Place:
    """A world with its objects, and Ann in it."""

    def __init__(self) -> None:
        self.world = World(None)
        self.guild = self.world.guild
        self.told = Payloads(self.world, "http://here")
        self.ann, self.ben = list(self.world.people.values())[:2]
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")

    def message(self, **more: Any) -> Message:
        """A message of Ann that is kept."""
        message = Message(self.world.ids.next(), self.talk.id, self.ann.id, **more)
        self.world.save_message(message)
        return message

    def thread(self, kind: ChannelType, **more: Any) -> Channel:
        """A thread below #table-talk."""
        thread = Channel(self.world.ids.next(), kind, "Game 1", parent_id=self.talk.id, **more)
        self.world.save_channel(thread)
        return thread


@pytest.fixture
def place() -> Place:
    return Place()


def test_people_are_told_whole(place: Place) -> None:
    ann, bot = place.ann, place.guild.bot_id
    user, itself = {"id": ann.id, **USER}, {"id": bot, **USER, "username": "herald", "global_name": "Herald"}
    assert (place.told.user(ann.id), place.told.bot()) == (user, {**itself, "bot": True})
    assert place.told.member(ann.id) == {"user": user, **MEMBER, "joined_at": timestamp(ann.id)}
    own = {"user": {**itself, "bot": True}, **MEMBER, "joined_at": timestamp(bot), "roles": [place.guild.bot_role_id]}
    assert place.told.member(bot) == own
    shown = {"id": ann.id, "username": "ann", "global_name": "Ann", "avatar_colour": "#a8323e"}
    assert place.told.people()[0] == shown
    about = {"id": bot, **APPLICATION, "bot": {**itself, "bot": True}, "owner": user}
    assert place.told.application() == about


def test_a_guild_is_told_whole(place: Place) -> None:
    guild, told = place.guild, place.told
    everyone, own = str(int(permissions.EVERYONE)), str(int(permissions.BOT))
    roles = [
        {"id": guild.id, "name": "@everyone", "permissions": everyone, "position": 0, **ROLE},
        {"id": guild.bot_role_id, "name": "Herald", "permissions": own, "position": 1, **ROLE}
        | {"managed": True, "tags": {"bot_id": guild.bot_id}},
    ]
    plain = {**GUILD, "id": guild.id, "name": "The King's Table", "owner_id": place.ann.id, "roles": roles}
    assert told.guild() == plain
    open_one = place.thread(ChannelType.PUBLIC_THREAD)
    place.thread(ChannelType.PUBLIC_THREAD, archived=True)
    place.thread(ChannelType.PRIVATE_THREAD, members=[place.ann.id])
    place.talk.overwrites = []
    assert told.guild_create() == plain | {
        "joined_at": timestamp(guild.id), "large": False, "unavailable": False, "member_count": 8,
        "members": [told.member(guild.bot_id)],
        "channels": [told.channel(c) for c in place.world.channels.values() if c.type is ChannelType.TEXT],
        "threads": [told.channel(c) for c in place.world.channels.values() if c.is_thread and not c.archived],
        "presences": [], "voice_states": [], "stage_instances": [], "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }  # fmt: skip
    assert open_one.id in [thread["id"] for thread in told.guild_create()["threads"]]


def test_channels_are_told_whole(place: Place) -> None:
    talk, told, bot = place.talk, place.told, place.guild.bot_id
    talk.overwrites, talk.topic, talk.slow_mode = [Overwrite("7", 1, 64, 128)], "Words", 5
    talk.last_message_id, talk.last_pin_at = "8", "then"
    assert told.channel(talk) == {
        "id": talk.id, "type": 0, "guild_id": place.guild.id, "name": "table-talk", "position": 0, "nsfw": False,
        "permission_overwrites": [{"id": "7", "type": 1, "allow": "64", "deny": "128"}], "parent_id": None,
        "topic": "Words", "rate_limit_per_user": 5, "last_message_id": "8", "last_pin_timestamp": "then", "flags": 0,
    }  # fmt: skip
    dm = place.world.dm_with(place.ann.id)
    plain = {"id": dm.id, "type": 1, "last_message_id": None, "flags": 0}
    assert told.channel(dm) == plain | {"recipients": [told.user(place.ann.id)]}
    assert told.channel_for_people(dm) == plain | {"name": "Herald", "recipients": [told.bot()]}
    assert told.channel_for_people(talk) == told.channel(talk)
    thread = place.thread(ChannelType.PRIVATE_THREAD, owner_id=bot, members=[bot, place.ann.id], message_count=3)
    made, member = timestamp(thread.id), {"id": thread.id, "user_id": bot, "flags": 0}
    whole = {
        "id": thread.id, "type": 12, "guild_id": place.guild.id, "parent_id": talk.id, "owner_id": bot,
        "name": "Game 1", "last_message_id": None, "last_pin_timestamp": None, "rate_limit_per_user": 0,
        "message_count": 3, "total_message_sent": 3, "member_count": 2, "flags": 0,
        "thread_metadata": {
            "archived": False, "archive_timestamp": made, "auto_archive_duration": 4320, "locked": False,
            "create_timestamp": made, "invitable": True,
        },
        "member": member | {"join_timestamp": made},
    }  # fmt: skip
    assert told.channel(thread) == whole
    thread.archived_at, thread.type = "then", ChannelType.PUBLIC_THREAD
    thread.members.remove(bot)
    seen = told.channel(thread)
    assert "member" not in seen and "invitable" not in seen["thread_metadata"]
    assert seen["thread_metadata"]["archive_timestamp"] == "then"


def test_messages_are_told_whole(place: Place) -> None:
    said, told = place.message(content="Good morrow", mentions=[place.ben.id]), place.told
    plain = {
        "id": said.id, "channel_id": place.talk.id, "author": told.user(place.ann.id), "type": 0,
        "content": "Good morrow", "timestamp": timestamp(said.id), "edited_timestamp": None, "tts": False,
        "mention_everyone": False, "mentions": [told.user(place.ben.id)], "mention_roles": [], "embeds": [],
        "components": [], "attachments": [], "flags": 0, "pinned": False,
    }  # fmt: skip
    assert told.message(said) == plain
    member = {"joined_at": timestamp(place.ann.id), **MEMBER}
    assert told.message_event(said) == plain | {"guild_id": place.guild.id, "member": member}
    letter = Message(place.world.ids.next(), place.world.dm_with(place.ann.id).id, place.ann.id)
    assert not {"guild_id", "member"} & set(told.message_event(letter))
    said.nonce, said.pinned_at = 5, "then"
    said.reference = {"type": 0, "channel_id": said.channel_id, "message_id": letter.id}
    answer = {"nonce": 5, "pinned": True, "message_reference": said.reference, "referenced_message": None}
    assert told.message(said) == plain | answer


@rows("name, named", [(None, {}), ("game new", {"name": "game new", "command_type": 1})])
def test_an_answer_tells_of_its_interaction(name: str | None, named: Json) -> None:
    place = Place()
    about = {"id": "9", "type": 2, "name": name, "user_id": place.ann.id}
    told, user, bot = place.told.message(place.message(interaction=about)), place.told.user(place.ann.id), place.guild
    owners = {"0": place.guild.id}
    assert (told["application_id"], told["webhook_id"]) == (bot.bot_id, bot.bot_id)
    whole = {"id": "9", "type": 2, "user": user, "authorizing_integration_owners": owners, **named}
    assert told["interaction_metadata"] == whole
    assert told.get("interaction") == ({"id": "9", "type": 2, "user": user, "name": name} if name else None)


def test_a_file_is_told_where_it_is_shown_and_otherwise_beside(place: Place) -> None:
    chart, note, rest = (
        keep(place.world, place.talk.id, Upload(name, b"abc", "text/plain"), why)
        for name, why in (("a chart.txt", "The chart"), ("note.txt", None), ("rest.txt", None))
    )
    chart.width, chart.height = 40, 30
    address = f"http://here/attachments/{place.talk.id}/{chart.id}/a%20chart.txt"
    whole = {
        "id": chart.id, "filename": "a chart.txt", "size": 3, "url": address, "proxy_url": address,
        "content_type": "text/plain", "description": "The chart", "width": 40, "height": 30,
    }  # fmt: skip
    assert place.told.attachment(chart) == whole
    assert not {"description", "width", "height"} & set(place.told.attachment(note))
    embed = {"title": "T", "image": {"url": "attachment://a chart.txt"}, "fields": [{"name": "N", "value": "V"}],
             "author": {"name": "A", "icon_url": "https://x.y/z.png"}}  # fmt: skip
    components = [
        {"type": 13, "id": 1, "file": {"url": "attachment://note.txt"}},
        {"type": 9, "id": 2, "components": [], "accessory": {"type": 11, "id": 3, "media": {"url": "https://x.y/z"}}},
    ]
    message = place.message(embeds=[embed], components=components, attachments=[chart, note, rest])
    told = place.told.message(message)
    media = {"url": address, "proxy_url": address, "attachment_id": chart.id, "width": 40, "height": 30}
    assert told["embeds"] == [
        embed
        | {"type": "rich", "image": media | {"content_type": "text/plain"}}
        | {"fields": [{"name": "N", "value": "V", "inline": False}]}
    ]
    file, section = told["components"]
    assert (file["name"], file["size"], file["spoiler"], file["file"]["id"]) == ("note.txt", 3, False, note.id)
    thumbnail = {"id": message.id, "url": "https://x.y/z", "proxy_url": "https://x.y/z"}
    plain = {"description": None, "spoiler": False}
    assert section["accessory"] == {"type": 11, "id": 3, "media": thumbnail, **plain}
    assert [file["id"] for file in told["attachments"]] == [rest.id]


@rows("kind, unsaid", [
    *((kind, {"min_values": 1, "max_values": 1}) for kind in (3, 5, 6, 7, 8)), (2, {}), (4, {}), (10, {}),
    (14, {"divider": True, "spacing": 1}), (17, {"accent_color": None, "spoiler": False}),
])  # fmt: skip
def test_what_is_not_said_of_a_component_is_told_as_it_is(kind: int, unsaid: Json) -> None:
    place = Place()
    (told,) = place.told.message(place.message(components=[{"type": kind, "id": 1}]))["components"]
    assert told == {"type": kind, "id": 1} | unsaid


@rows("made, status, code", [
    (errors.unknown_channel, 404, 10003), (errors.unknown_guild, 404, 10004), (errors.unknown_member, 404, 10007),
    (errors.unknown_message, 404, 10008), (errors.unknown_user, 404, 10013), (errors.unknown_webhook, 404, 10015),
    (errors.token_expired, 401, 50027), (errors.unknown_interaction, 404, 10062),
    (errors.unknown_command, 404, 10063), (errors.already_acknowledged, 400, 40060), (errors.too_large, 413, 40005),
    (errors.missing_access, 403, 50001), (errors.edit_of_another, 403, 50005), (errors.empty_message, 400, 50006),
    (errors.closed_dms, 403, 50007), (errors.no_mutual_guilds, 403, 50278), (errors.missing_permissions, 403, 50013),
    (errors.too_many_threads, 400, 160006), (errors.wrong_channel_type, 400, 50024),
    (errors.archived_thread, 400, 50083), (errors.locked_thread, 403, 160005), (errors.thread_exists, 400, 160004),
    (errors.too_many_pins, 400, 30003), (errors.too_many_commands, 400, 30032), (errors.unauthorised, 401, 0),
    (lambda: errors.invalid_form([]), 400, 50035), (lambda: errors.slow_mode(2.5), 429, 20016),
    (lambda: errors.too_many_late_edits(Manner.BAD_REQUEST, 2.5), 400, 30046),
    (lambda: errors.too_many_late_edits(Manner.LONG_WAIT, 2.5), 429, 30046),
    (lambda: errors.too_many_late_edits(Manner.NO_WAIT, 2.5), 429, 30046),
])  # fmt: skip
def test_a_refusal_has_the_numbers_that_discord_gives_it(made: Callable[[], Refusal], status: int, code: int) -> None:
    refusal = made()
    assert (refusal.status, refusal.code, refusal.body()["code"]) == (status, code, code)
    assert refusal.body()["message"] == refusal.message


def test_a_refusal_says_how_long_to_wait_and_where_what_is_wrong() -> None:
    waiting = errors.slow_mode(2.5)
    assert waiting.body() == {"message": waiting.message, "code": 20016, "retry_after": 2.5, "global": False}
    waits = {manner: errors.too_many_late_edits(manner, 2.5).wait for manner in Manner}
    assert waits == {Manner.BAD_REQUEST: None, Manner.LONG_WAIT: 2.5, Manner.NO_WAIT: None}
    wrong = errors.invalid_form([Problem(("a", 0), "CODE", "Why"), Problem((), "WHOLE", "All")]).inside("data")
    where = {"data": {"a": {"0": {"_errors": [{"code": "CODE", "message": "Why"}]}}}}
    where["data"]["_errors"] = [{"code": "WHOLE", "message": "All"}]  # type: ignore[assignment]
    assert wrong.body() == {"message": "Invalid Form Body", "code": 50035, "errors": where}


@rows("fault, status, body, headers", [
    (Fault(502), 502, "502: upstream failure", {}),
    (Fault(403), 403, '{"message":"Missing Permissions","code":50013}', {}),
    (Fault(429), 429, '{"message":"You are being rate limited.","global":false,"retry_after":1.0}',
     {"Via": "1.1 sandbox", "Retry-After": "2"}),
    (Fault(429, retry_after=None), 429, '{"message":"You are being rate limited.","global":false}',
     {"Via": "1.1 sandbox"}),
])  # fmt: skip
def test_a_failure_on_order_is_told_as_discord_tells_it(
    fault: Fault, status: int, body: str, headers: dict[str, str]
) -> None:
    response = fault.response()
    assert (response.status, response.text) == (status, body)
    assert {name: response.headers[name] for name in headers} == headers
    assert "Retry-After" in headers or "Retry-After" not in response.headers


def test_an_id_tells_its_time_and_none_comes_twice() -> None:
    assert created_at("175928847299117063") == discord.utils.snowflake_time(175928847299117063)
    ids = Snowflakes()
    first = ids.next()
    assert abs((created_at(first) - datetime.now(UTC)).total_seconds()) < 5
    far = str(int(first) + (10**9 << 22))
    ids.note(far)
    ids.note(first)
    assert [int(ids.next()) - int(far) for _ in range(2)] == [1, 2]


@rows("kind, member, allowed, seen", [
    (ChannelType.PUBLIC_THREAD, False, True, True), (ChannelType.PUBLIC_THREAD, True, False, False),
    (ChannelType.PRIVATE_THREAD, True, True, True), (ChannelType.PRIVATE_THREAD, False, True, False),
    (ChannelType.PRIVATE_THREAD, True, False, False),
])  # fmt: skip
def test_a_thread_is_seen_by_who_sees_its_channel_and_a_private_one_by_its_members(
    kind: ChannelType, *, member: bool, allowed: bool, seen: bool
) -> None:
    place = Place()
    thread = place.thread(kind, members=[place.ben.id] if member else [])
    place.talk.overwrites = [] if allowed else [Overwrite(place.ben.id, 1, 0, int(Permission.VIEW_CHANNEL))]
    assert permissions.sees(place.world, place.ben, thread) is seen
    assert permissions.sees(place.world, place.ann, thread), "an administrator"


def test_everybody_may_what_discord_lets_them_and_the_bot_what_it_was_invited_with() -> None:
    letters = {
        "CREATE_INSTANT_INVITE", "ADD_REACTIONS", "VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS", "ATTACH_FILES",
        "READ_MESSAGE_HISTORY", "MENTION_EVERYONE", "USE_APPLICATION_COMMANDS", "SEND_MESSAGES_IN_THREADS",
    }  # fmt: skip
    threads = {"CREATE_PUBLIC_THREADS", "CREATE_PRIVATE_THREADS"}
    managing = {"MANAGE_CHANNELS", "MANAGE_MESSAGES", "MANAGE_THREADS", "PIN_MESSAGES"}
    for allowed, names in (
        (permissions.IN_DMS, letters), (permissions.EVERYONE, letters | threads),
        (permissions.BOT, letters | threads | managing), (permissions.ALL, {one.name for one in Permission}),
    ):  # fmt: skip
        assert {one.name for one in allowed} == names


def test_what_the_bot_may_is_what_its_channel_leaves_it(place: Place) -> None:
    world, bot, guild = place.world, place.guild.bot_id, place.guild
    talk, send, pin = place.talk, Permission.SEND_MESSAGES, Permission.PIN_MESSAGES
    talk.overwrites = [Overwrite(bot, 1, int(send), 0), Overwrite(guild.id, 0, 0, int(send | pin))]
    assert permissions.of_bot(world, talk) == permissions.BOT & ~pin
    assert permissions.of_person(world, place.ben, talk) == permissions.EVERYONE & ~(send | pin)
    assert permissions.of_person(world, place.ann, talk) == permissions.ALL
    dm = world.dm_with(place.ann.id)
    threads = Permission.CREATE_PUBLIC_THREADS | Permission.CREATE_PRIVATE_THREADS
    own = permissions.EVERYONE & ~threads
    assert permissions.of_bot(world, dm) == permissions.of_person(world, place.ben, dm) == own
    assert permissions.of_person(world, place.ann, dm) == own
    guild.bot_kicked = True
    assert permissions.of_bot(world, talk) == Permission(0) and permissions.of_bot(world, dm) == own
