"""What each of Discord's routes answers, asked without a wire."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from bot.sandbox import permissions
from bot.sandbox.broadcast import Broadcast
from bot.sandbox.errors import Refusal
from bot.sandbox.interactions import Kind
from bot.sandbox.model import Channel, ChannelType, Message, Overwrite, Upload
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission
from bot.sandbox.rest import Call
from bot.sandbox.server import _Parts
from bot.sandbox.world import World
from tests.harness.reading import Json
from tests.harness.rows import rows


class Office:
    """A local Discord that nobody is connected with."""

    def __init__(self) -> None:
        self.world = World(None)
        self.parts = _Parts(self.world, "http://here", "ws://here", strict=False)
        self.told = Payloads(self.world, "http://here")
        self.guild, self.bot = self.world.guild, self.world.guild.bot_id
        self.ann, self.ben = list(self.world.people.values())[:2]
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")
        self._routes = [
            (route, re.compile(route.method + " " + re.sub("{(.*?)}", r"(?P<\1>[^/]+)", route.template)))
            for route in self.parts.rest_routes()
        ]

    def __call__(self, request: str, body: Any = None, files: Sequence[Upload] = (), /, **query: str) -> Any:
        """Return the answer to a request such as "GET /channels/TALK", where names in capitals stand for ids."""
        ids = {"TALK": self.talk.id, "GUILD": self.guild.id, "BOT": self.bot, "ANN": self.ann.id, "BEN": self.ben.id}
        request = re.sub(f"(?<=/)({'|'.join(ids)})(?=/|$)", lambda name: ids[name[0]], request)
        found = ((route, shape.fullmatch(request)) for route, shape in self._routes)
        handler, match = next((route.handler, match) for route, match in found if match)
        return handler(Call(match.groupdict(), query, body, tuple(files)))

    def code(self, request: str, body: Any = None, files: Sequence[Upload] = (), /, **query: str) -> int:
        """Return Discord's number of the refusal of a request, or 0 if it is taken."""
        try:
            self(request, body, files, **query)
        except Refusal as refusal:
            return refusal.code
        return 0

    def said(self, content: str = "Hail", **more: Any) -> Message:
        """A message of the bot in #table-talk."""
        message = Message(self.world.ids.next(), self.talk.id, self.bot, content=content, **more)
        self.world.save_message(message)
        return message

    def thread(self, kind: ChannelType = ChannelType.PUBLIC_THREAD, **more: Any) -> Channel:
        """A thread below #table-talk that the bot has opened."""
        own: Json = {"owner_id": self.bot, "members": [self.bot], "parent_id": self.talk.id, **more}
        thread = Channel(self.world.ids.next(), kind, "Game 1", **own)
        self.world.save_channel(thread)
        return thread

    def deny(self, *names: str) -> None:
        """Take permissions from the bot in #table-talk."""
        self.talk.overwrites = [Overwrite(self.bot, 1, 0, int(permissions.named(names)))]


@pytest.fixture
def office() -> Office:
    return Office()


def test_the_bot_is_told_of_itself_and_of_its_guild(office: Office) -> None:
    told, guild = office.told, office.guild
    bits = str(int(permissions.BOT))
    partial: Json = {"id": guild.id, "name": "The King's Table", "icon": None, "features": [], "banner": None}
    assert office("GET /users/@me") == office("GET /users/BOT") == told.bot()
    assert office("GET /users/@me/guilds") == [partial | {"owner": False, "permissions": bits}]
    assert office("GET /oauth2/applications/@me") == office("GET /applications/@me") == told.application()
    assert office("GET /gateway") == {"url": "ws://here"}
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    assert office("GET /gateway/bot") == {"url": "ws://here", "shards": 1, "session_start_limit": limit}
    assert office("GET /guilds/GUILD") == told.guild()
    assert office("GET /guilds/GUILD/roles") == told.roles()
    assert office("GET /guilds/GUILD/members/BOT") == told.member(office.bot)
    office.thread()
    channels = [told.channel(c) for c in office.world.channels.values() if c.type is ChannelType.TEXT]
    assert office("GET /guilds/GUILD/channels") == channels
    dm = told.channel(office.world.dm_with(office.ben.id))
    assert office("POST /users/@me/channels", {"recipient_id": int(office.ben.id)}) == dm


@rows("query, limit, found", [
    ("AN", "1", ["ann"]), ("an", "", ["ann"]), ("an", "2", ["ann", "dan"]), ("an", "1000", ["ann", "dan"]),
    ("nn", "", ["ann"]),
    ("zed", "5", []), ("na", "5", []),
])  # fmt: skip
def test_members_are_looked_for_by_their_names(query: str, limit: str, found: list[str]) -> None:
    office = Office()
    given = {"limit": limit} if limit else {}
    seen = office("GET /guilds/GUILD/members/search", query=query, **given)
    assert [member["user"]["username"] for member in seen] == found


@rows("limit", ["0", "1001", "-1", "many"])
def test_a_limit_is_a_number_within_its_bounds(limit: str) -> None:
    with pytest.raises(Refusal) as refused:
        Office()("GET /guilds/GUILD/members/search", query="a", limit=limit)
    (problem,) = refused.value.problems
    assert (problem.path, problem.code) == (("limit",), "NUMBER_TYPE_RANGE")
    assert problem.message == "int value should be between 1 and 1000."


def test_open_threads_are_told_with_the_bots_own_membership(office: Office) -> None:
    own, other = office.thread(), office.thread(members=[office.ben.id])
    office.thread(archived=True)
    office.thread(ChannelType.PRIVATE_THREAD, members=[office.ben.id])
    told = office("GET /guilds/GUILD/threads/active")
    assert told["threads"][:2] == [office.told.channel(own), office.told.channel(other)]
    assert told["members"] == [office.told.thread_member(own, office.bot)] and told["has_more"] is False


def test_closed_threads_are_told_by_their_kind_the_last_first(office: Office) -> None:
    first = office.thread(archived=True, archived_at="2026-01-01")
    last = office.thread(archived=True, archived_at="2026-01-02")
    private = office.thread(ChannelType.PRIVATE_THREAD, archived=True)
    office.thread()
    for kind, threads in (("public", [last, first]), ("private", [private])):
        told = office(f"GET /channels/TALK/threads/archived/{kind}")
        assert told == {"threads": [*map(office.told.channel, threads)], "members": [], "has_more": False}


def test_a_member_of_a_thread_is_told_with_who_they_are_if_that_is_asked(office: Office) -> None:
    thread = office.thread(members=[office.bot, office.ben.id])
    one = office.told.thread_member(thread, office.ben.id)
    whole = one | {"member": office.told.member(office.ben.id)}
    for yes, told in (("true", whole), ("1", whole), ("True", whole), ("false", one), ("", one)):
        assert office(f"GET /channels/{thread.id}/thread-members/BEN", with_member=yes) == told
        assert office(f"GET /channels/{thread.id}/thread-members", with_member=yes)[1] == told


@rows("kind, owner, denied, body, code", [
    ("public", "BOT", [], {"name": "New"}, 0), ("public", "BOT", ["MANAGE_THREADS"], {"name": "New"}, 0),
    ("public", "BOT", ["MANAGE_THREADS"], {"locked": False}, 50013),
    ("public", "BEN", ["MANAGE_THREADS"], {"name": "New"}, 50013), ("public", "BEN", [], {"locked": True}, 0),
    ("public", "BEN", ["MANAGE_CHANNELS"], {"name": "New"}, 0), ("channel", "", [], {"name": "New"}, 0),
    ("channel", "", ["MANAGE_CHANNELS"], {"name": "New"}, 50013), ("channel", "", ["MANAGE_THREADS"], {}, 0),
])  # fmt: skip
def test_a_thread_is_changed_by_who_has_opened_it_and_a_channel_by_who_manages_channels(
    kind: str, owner: str, denied: list[str], body: Json, code: int
) -> None:
    office = Office()
    who = {"BOT": office.bot, "BEN": office.ben.id}
    channel = office.talk if kind == "channel" else office.thread(owner_id=who[owner])
    office.deny(*denied)
    assert office.code(f"PATCH /channels/{channel.id}", body) == code
    if not code and "name" in body:
        assert channel.name == ("New" if channel.is_thread else "new")


@rows("kind, owner, denied, code", [
    (11, "BOT", [], 0), (11, "BOT", ["MANAGE_THREADS"], 50013), (12, "BOT", ["MANAGE_THREADS"], 0),
    (12, "BEN", ["MANAGE_THREADS"], 50013), (12, "BEN", [], 0),
])  # fmt: skip
def test_somebody_is_removed_from_a_thread_by_who_may(kind: int, owner: str, denied: list[str], code: int) -> None:
    office = Office()
    who = {"BOT": office.bot, "BEN": office.ben.id}
    thread = office.thread(ChannelType(kind), owner_id=who[owner], members=[office.bot, office.ben.id])
    office.deny(*denied)
    assert office.code(f"DELETE /channels/{thread.id}/thread-members/BEN") == code
    assert (office.ben.id in thread.members) is bool(code)


@rows("body, denied, kind", [
    ({}, "", 12), ({"type": 12}, "", 12), ({"type": 11}, "", 11), ({"type": 12}, "CREATE_PRIVATE_THREADS", None),
    ({"type": 11}, "CREATE_PUBLIC_THREADS", None), ({"type": 12}, "CREATE_PUBLIC_THREADS", 12),
    ({"type": 11}, "CREATE_PRIVATE_THREADS", 11),
])  # fmt: skip
def test_a_thread_is_private_unless_it_is_said_and_opened_by_who_may(body: Json, denied: str, kind: int | None) -> None:
    office = Office()
    office.deny(*[denied] if denied else [])
    if kind is None:
        assert office.code("POST /channels/TALK/threads", {"name": "Game", **body}) == 50013
    else:
        assert office("POST /channels/TALK/threads", {"name": "Game", **body})["type"] == kind


def test_a_thread_hangs_on_a_message_that_all_see(office: Office) -> None:
    said, secret = office.said(), office.said(ephemeral_for=office.ben.id)
    assert office.code(f"POST /channels/TALK/messages/{secret.id}/threads", {"name": "Game"}) == 10008
    office.deny("CREATE_PUBLIC_THREADS")
    assert office.code(f"POST /channels/TALK/messages/{said.id}/threads", {"name": "Game"}) == 50013
    office.deny("CREATE_PRIVATE_THREADS")
    made = office(f"POST /channels/TALK/messages/{said.id}/threads", {"name": "Game"})
    assert (made["id"], made["type"], made["parent_id"], made["name"]) == (said.id, 11, office.talk.id, "Game")
    assert office.code(f"POST /channels/TALK/messages/{said.id}/threads", {"name": "Game"}) == 160004


def test_a_slow_channel_opens_a_thread_and_takes_a_message_in_its_time(office: Office) -> None:
    office.talk.slow_mode = 60
    for request, body in (("/threads", {"name": "Game"}), ("/messages", {"content": "x"})):
        office.deny("MANAGE_MESSAGES", "MANAGE_CHANNELS")
        codes = [office.code(f"POST /channels/TALK{request}", body) for _ in range(2)]
        assert codes == [0, 20016]
        office.deny("MANAGE_MESSAGES")
        assert office.code(f"POST /channels/TALK{request}", body) == 0


def test_a_channel_is_made_with_what_is_said_of_it(office: Office) -> None:
    given = [{"id": office.bot, "type": 1, "allow": "64"}, {"id": office.guild.id, "type": 0, "deny": "1024"}]
    told = office("POST /guilds/GUILD/channels", {"name": "War Room", "permission_overwrites": given})
    made = office.world.channels[told["id"]]
    assert made.overwrites == [Overwrite(office.bot, 1, 64, 0), Overwrite(office.guild.id, 0, 0, 1024)]
    assert told == office.told.channel(made) and (made.topic, made.position) == (None, 2)


def test_a_channel_is_removed_and_told_once_more(office: Office) -> None:
    thread, before = office.thread(), office.told.channel(office.talk)
    office.deny("MANAGE_THREADS")
    assert office.code(f"DELETE /channels/{thread.id}") == 50013
    office.deny()
    assert office("DELETE /channels/TALK") == before | {"permission_overwrites": [{"id": office.bot, "type": 1,
        "allow": "0", "deny": "0"}]}  # fmt: skip
    assert thread.id not in office.world.channels and office.code("GET /channels/TALK") == 10003


@rows("where, found", [
    ({}, "abcde"), ({"limit": "2"}, "de"), ({"before": 2}, "ab"), ({"before": 2, "limit": "1"}, "b"),
    ({"after": 2}, "de"), ({"after": 0, "limit": "2"}, "bc"), ({"around": 2, "limit": "3"}, "bcd"),
    ({"around": 0, "limit": "2"}, "ab"), ({"around": 4, "limit": "2"}, "de"),
])  # fmt: skip
def test_history_is_read_from_where_it_is_asked_for(where: dict[str, Any], found: str) -> None:
    office = Office()
    sent = [office.said(letter) for letter in "abcde"]
    office.said("secret", ephemeral_for=office.ben.id)
    query = {key: sent[value].id if isinstance(value, int) else value for key, value in where.items()}
    told = office("GET /channels/TALK/messages", **query)
    assert [message["content"] for message in told] == [*reversed(found)]
    office.deny("READ_MESSAGE_HISTORY")
    assert office.code("GET /channels/TALK/messages") == 50013


@rows("body, files, denied, code", [
    ({"content": "x"}, 0, "SEND_MESSAGES", 50013), ({"content": "x"}, 0, "EMBED_LINKS", 0),
    ({"embeds": [{"title": "x"}]}, 0, "EMBED_LINKS", 50013), ({"content": "x"}, 1, "ATTACH_FILES", 50013),
    ({"content": "x"}, 0, "ATTACH_FILES", 0), ({"content": "x", "embeds": []}, 0, "EMBED_LINKS", 0),
])  # fmt: skip
def test_a_message_takes_the_right_to_what_is_in_it(body: Json, files: int, denied: str, code: int) -> None:
    office = Office()
    office.deny(denied)
    assert office.code("POST /channels/TALK/messages", body, [Upload("a.txt", b"x", "text/plain")] * files) == code


def test_an_answer_names_its_message(office: Office) -> None:
    said = office.said()
    told = office("POST /channels/TALK/messages", {"content": "x", "message_reference": {"message_id": int(said.id)}})
    about = {"type": 0, "channel_id": office.talk.id, "message_id": said.id}
    assert (told["type"], told["message_reference"], told["referenced_message"]["id"]) == (19, about, said.id)
    with pytest.raises(Refusal) as refused:
        office("POST /channels/TALK/messages", {"content": "x", "message_reference": {"message_id": "1"}})
    (problem,) = refused.value.problems
    assert (problem.path, problem.code) == (("message_reference",), "REPLIES_UNKNOWN_MESSAGE")
    lenient = {"message_id": "1", "fail_if_not_exists": False}
    assert office("POST /channels/TALK/messages", {"content": "x", "message_reference": lenient})["type"] == 0


def test_a_nonce_holds_for_five_minutes_in_its_channel(office: Office) -> None:
    body = {"content": "x", "nonce": 7, "enforce_nonce": True}
    first = office("POST /channels/TALK/messages", body)
    assert office("POST /channels/TALK/messages", body | {"nonce": "7"})["id"] == first["id"]
    assert office("POST /channels/TALK/messages", body | {"enforce_nonce": False})["id"] != first["id"]
    herald = next(c.id for c in office.world.channels.values() if c.name == "herald")
    assert office(f"POST /channels/{herald}/messages", body)["id"] != first["id"]
    for minutes, again in ((4.9, True), (5.1, False)):
        nonce = f"{minutes}"
        key = str(int(office.world.ids.next()) - (int(minutes * 60_000) << 22))
        office.world._messages[office.talk.id] = {key: Message(key, office.talk.id, office.bot, nonce=nonce)}
        assert (office("POST /channels/TALK/messages", body | {"nonce": nonce})["id"] == key) is again


def test_a_message_is_changed_and_removed_where_its_thread_is_open(office: Office) -> None:
    thread = office.thread(archived=True)
    said = Message(office.world.ids.next(), thread.id, office.bot, content="x")
    office.world.save_message(said)
    path = f"/channels/{thread.id}/messages/{said.id}"
    for method, body in (("PATCH", {"content": "y"}), ("DELETE", None)):
        assert office.code(f"{method} {path}", body) == 50083
    for method in ("PUT", "DELETE"):
        assert office.code(f"{method} /channels/{thread.id}/pins/{said.id}") == 50083
    thread.archived = False
    assert office(f"PATCH {path}", {"content": "y"}) == office.told.message(said)
    assert said.content == "y" and office.code(f"DELETE {path}") == 0 and office.code(f"GET {path}") == 10008


def test_a_message_is_changed_with_a_file_by_who_may_attach_one(office: Office) -> None:
    said, files = office.said(), [Upload("a.txt", b"x", "text/plain")]
    office.deny("ATTACH_FILES")
    assert office.code(f"PATCH /channels/TALK/messages/{said.id}", {"content": "y"}, files) == 50013
    assert office.code(f"PATCH /channels/TALK/messages/{said.id}", {"content": "y"}) == 0


def test_an_edit_is_held_against_the_embeds_that_stay(office: Office) -> None:
    file = [Upload("a.png", b"x", "image/png")]
    shown = {"embeds": [{"title": "x", "image": {"url": "attachment://a.png"}}]}
    said = office("POST /channels/TALK/messages", shown, file)["id"]
    path = f"PATCH /channels/TALK/messages/{said}"
    assert office.code(path, {"content": "y"}) == 0 and office.code(path, shown) == 0
    assert office.code(path, {"attachments": []}) == 50035, "the picture of the embed would be gone"
    assert office.code(path, {"attachments": [], "embeds": []}) == 0
    assert office.code(path, shown) == 50035


@rows("minutes, codes", [(59, [0, 0, 0, 0]), (61, [0, 0, 0, 30046])])
def test_a_message_older_than_an_hour_is_changed_three_times_in_an_hour(minutes: int, codes: list[int]) -> None:
    office = Office()
    said = office.said()
    said.id = str(int(said.id) - (minutes * 60_000 << 22))
    office.world.save_message(said)
    path = f"PATCH /channels/TALK/messages/{said.id}"
    assert [office.code(path, {"content": str(number)}) for number in range(4)] == codes


def test_others_messages_and_several_at_once_are_removed_by_who_manages_messages(office: Office) -> None:
    others, more = (Message(office.world.ids.next(), office.talk.id, office.ben.id) for _ in range(2))
    kept = office.said()
    for message in (others, more):
        office.world.save_message(message)
    office.deny("MANAGE_MESSAGES")
    at_once = {"messages": [int(more.id), "1"]}
    assert office.code(f"DELETE /channels/TALK/messages/{others.id}") == 50013
    assert office.code("POST /channels/TALK/messages/bulk-delete", at_once) == 50013
    office.deny()
    assert office.code(f"DELETE /channels/TALK/messages/{others.id}") == 0
    assert office.code("POST /channels/TALK/messages/bulk-delete", at_once) == 0
    assert office.world.messages(office.talk.id) == [kept]


def test_a_pin_is_set_by_who_may_and_in_letters_by_anybody(office: Office) -> None:
    said = office.said()
    office.deny("PIN_MESSAGES")
    for path in ("/channels/TALK/pins", "/channels/TALK/messages/pins"):
        assert office.code(f"PUT {path}/{said.id}") == 50013
        office.deny("MANAGE_MESSAGES")
        assert office.code(f"PUT {path}/{said.id}") == 0
        told = office("GET /channels/TALK/messages/pins")
        item = {"pinned_at": said.pinned_at, "message": office.told.message(said)}
        assert told == {"items": [item], "has_more": False} == office("GET /channels/TALK/messages/pins", limit="1")
        assert office("GET /channels/TALK/pins") == [office.told.message(said)]
        assert office.code(f"DELETE {path}/{said.id}") == 0 and said.pinned_at is None
        office.deny("PIN_MESSAGES")
    dm = office.world.dm_with(office.ben.id)
    letter = Message(office.world.ids.next(), dm.id, office.bot)
    office.world.save_message(letter)
    assert office.code(f"PUT /channels/{dm.id}/pins/{letter.id}") == 0
    assert office.code(f"POST /channels/{dm.id}/typing") == 0


@rows("path", ["", "/messages", "/messages/1", "/messages/pins", "/pins", "/threads/archived/public"])
def test_what_the_bot_does_not_see_it_is_not_told(path: str) -> None:
    office = Office()
    office.deny("VIEW_CHANNEL")
    assert office.code(f"GET /channels/TALK{path}") == 50001
    private = office.thread(ChannelType.PRIVATE_THREAD, members=[office.ben.id])
    office.deny("MANAGE_THREADS")
    assert office.code(f"GET /channels/{private.id}") == 50001
    office.deny()
    assert office.code(f"GET /channels/{private.id}") == 0
    assert Permission.VIEW_CHANNEL in permissions.of_bot(office.world, private)


def test_a_command_is_kept_with_what_is_not_said_of_it(office: Office) -> None:
    for scope, more in (
        ("", {"dm_permission": True, "contexts": None, "integration_types": [0]}),
        ("/guilds/GUILD", {"guild_id": office.guild.id}),
    ):
        many = f"/applications/BOT{scope}/commands"
        (told,) = office(f"PUT {many}", [{"name": "game", "description": "Games", "colour": "red"}])
        plain: Json = {"type": 1, "name_localizations": None, "description_localizations": None, "nsfw": False}
        plain |= {"default_member_permissions": None, "application_id": office.bot, **more}
        about = {"id": told["id"], "version": told["version"], "name": "game", "description": "Games"}
        assert told == about | plain and int(told["version"]) > int(told["id"])
        (again, other) = office(f"PUT {many}", [told, {"type": 2, "name": "game"}])
        assert again["id"] == told["id"] != other["id"] and other["description"] == ""
        assert office(f"GET {many}") == [again, other] and office(f"GET {many}/{told['id']}") == again
        nobody = "GET /applications/BOT/commands" if scope else "GET /applications/BOT/guilds/GUILD/commands"
        assert told["id"] not in [one["id"] for one in office(nobody)]
        assert office.code(nobody + f"/{told['id']}") == 10063
        assert office.code(f"DELETE {many}/{other['id']}") == 0 and office(f"GET {many}") == [again]


@rows("flags, edited, kept", [(32768, 4, 32772), (64, 4, 68), (4, 0, 0), (64, 64, 64), (0, 64, 0), (4, None, 4)])
def test_an_edit_changes_flags_but_not_for_whom_and_of_what_kind_a_message_is(
    flags: int, edited: int | None, kept: int
) -> None:
    office = Office()
    words: Json = {"components": [{"type": 10, "id": 1, "content": "x"}]} if flags == 32768 else {"content": "x"}
    said = Message(office.world.ids.next(), office.talk.id, office.bot, flags=flags, **words)
    office.world.save_message(said)
    office(f"PATCH /channels/TALK/messages/{said.id}", words | {"flags": edited})
    assert said.flags == kept


def test_of_history_and_pins_fifty_are_told_where_no_number_is_asked_for(office: Office) -> None:
    sent = [office.said(str(number), pinned_at=f"{number:03}") for number in range(101)]
    newest = [office.told.message(message) for message in reversed(sent)]
    for limit, told in ({}, 50), ({"limit": "1"}, 1), ({"limit": "100"}, 100):
        assert office("GET /channels/TALK/messages", **limit) == newest[:told]
    for limit, told in ({}, 50), ({"limit": "1"}, 1), ({"limit": "50"}, 50):
        pinned = office("GET /channels/TALK/messages/pins", **limit)
        assert [item["message"] for item in pinned["items"]] == newest[:told] and pinned["has_more"]
    del office.world._messages[office.talk.id][sent[0].id]
    assert len(office("GET /channels/TALK/messages")) == 50


@rows("name, path", [
    ("guild", "GET /guilds/GUILD"), ("roles", "GET /guilds/GUILD/roles"), ("channels", "GET /guilds/GUILD/channels"),
    ("new", "POST /guilds/GUILD/channels"), ("threads", "GET /guilds/GUILD/threads/active"),
    ("search", "GET /guilds/GUILD/members/search"), ("members", "GET /guilds/GUILD/members"),
    ("member", "GET /guilds/GUILD/members/BEN"),
])  # fmt: skip
def test_there_is_no_other_guild(name: str, path: str) -> None:
    office = Office()
    assert office.code(path.replace("GUILD", "1"), {"name": "War Room"}) == 10004
    assert office.code(path, {"name": "War Room"}) == (50001 if name == "members" else 0)
    assert office.code("GET /guilds/GUILD/members/1") == 10007 and office.code("GET /users/1") == 10013


def test_what_is_made_is_answered_with_201(office: Office) -> None:
    made = sorted(route.template for route in office.parts.rest_routes() if route.status != 200)
    assert made == [
        "/applications/{application_id}/commands", "/applications/{application_id}/guilds/{guild_id}/commands",
        "/channels/{channel_id}/messages/{message_id}/threads", "/channels/{channel_id}/threads",
        "/guilds/{guild_id}/channels",
    ]  # fmt: skip
    assert {route.status for route in office.parts.rest_routes()} == {200, 201}


def test_a_member_is_brought_into_a_thread_by_who_may_write_there(office: Office) -> None:
    thread = office.thread()
    for denied, code in ("SEND_MESSAGES_IN_THREADS", 50013), ("SEND_MESSAGES", 0):
        office.deny(denied)
        assert office.code(f"PUT /channels/{thread.id}/thread-members/BEN") == code
        assert (office.ben.id in thread.members) is not bool(code)


def test_people_hear_of_each_change_of_commands(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    monkeypatch.setattr(Broadcast, "commands_changed", lambda _: heard.append(len(office.world.commands)))
    many, game = "/applications/BOT/commands", {"name": "game", "description": "Games"}
    (first,), (again,) = office(f"PUT {many}", [game]), office(f"PUT {many}", [game])
    other = office(f"POST {many}", {"name": "odds", "description": "Odds"})
    assert office(f"PATCH {many}/{other['id']}", {"description": "All odds"})["description"] == "All odds"
    office(f"DELETE {many}/{other['id']}")
    assert (first["id"], heard) == (again["id"], [1, 1, 2, 2, 1])


def test_a_message_is_told_with_what_it_was_sent_with(office: Office) -> None:
    body = {"content": f"<@&{office.guild.bot_role_id}>", "tts": True, "nonce": "n"}
    told = office("POST /channels/TALK/messages", body)
    assert (told["mention_roles"], told["tts"], told["nonce"]) == ([office.guild.bot_role_id], True, "n")
    embed = {"title": "x", "footer": {"text": "y", "icon_url": "attachment://a.png"}}
    told = office("POST /channels/TALK/messages", {"embeds": [embed]}, [Upload("a.png", b"x", "image/png")])
    assert told["embeds"][0]["footer"]["icon_url"].startswith("http://here/attachments/")


def test_an_edit_leaves_something_to_see(office: Office) -> None:
    path = f"PATCH /channels/TALK/messages/{office.said().id}"
    assert office.code(path, {"content": ""}) == 50006
    assert office.code(path, {"content": ""}, [Upload("a.txt", b"x", "text/plain")]) == 0
    assert office.code(path, {"attachments": []}) == 50006


async def test_a_webhook_is_the_bots_own(office: Office) -> None:
    asked = office.parts._interactions.open(Kind.COMMAND, office.ben, office.talk, {})
    answer = {"type": 4, "data": {"content": "x"}}
    assert office(f"POST /interactions/{asked.id}/{asked.token}/callback", answer) is None
    for path in ("", "/messages/@original"):
        method, body = ("GET", None) if path else ("POST", {"content": "y"})
        assert office.code(f"{method} /webhooks/1/{asked.token}{path}", body) == 10015
        assert office.code(f"{method} /webhooks/BOT/{asked.token}{path}", body) == 0
    office.parts._interactions.cancel_timers()
