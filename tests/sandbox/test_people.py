"""The person's side, which the page and the tests use: what is shown, and what can be done."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.sandbox.broadcast import Broadcast
from bot.sandbox.model import ChannelType, Message, Overwrite
from bot.sandbox.payloads import Payloads
from bot.sandbox.permissions import Permission
from tests.harness.reading import Json
from tests.harness.sandbox import DrivenSandbox

GAME: Json = {"id": "7", "name": "game", "type": 1, "options": [{"type": 3, "name": "to", "autocomplete": True}]}
BUTTON: Json = {"type": 2, "id": 2, "style": 1, "label": "Press", "custom_id": "b"}
FORM: Json = {"type": 1, "components": [{"type": 4, "custom_id": "t", "style": 1, "label": "Why"}]}


class Screen:
    """Ben's side of a sandbox."""

    def __init__(self, sandbox: DrivenSandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox, self.session, self.world = sandbox, session, sandbox.world
        self.told = Payloads(self.world, sandbox.url)
        self.ann, self.ben = list(self.world.people.values())[:2]
        self.talk = next(c for c in self.world.channels.values() if c.name == "table-talk")
        self.world.save_command(GAME)
        assert sandbox._parts is not None
        self.interactions = sandbox._parts._interactions

    async def __call__(self, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        """The status and the answer; a path that begins with "~" is Ben's own."""
        path = path.replace("~", f"/person/{self.ben.id}").replace("TALK", self.talk.id)
        async with self.session.request(method, path, json=body, **options) as response:
            return response.status, await response.json()

    async def do(self, kind: int, data: Json, **more: Any) -> tuple[int, Any]:
        """The answer to an interaction in #table-talk."""
        return await self("POST", "~/interactions", {"type": kind, "channel_id": self.talk.id, "data": data, **more})

    def setting(self) -> Json:
        """What everybody sees."""
        guild = self.world.guild
        bot = {"id": guild.bot_id, "username": "Herald", "online": False}
        return {"people": self.told.people(), "guild": {"id": guild.id, "name": guild.name}, "bot": bot}

    def said(self, number: int = 0, **more: Any) -> Message:
        """A message of the bot."""
        message = Message(self.world.ids.next(), self.talk.id, self.world.guild.bot_id, content=str(number), **more)
        self.world.save_message(message)
        return message


@pytest.fixture
async def screen(sandbox: DrivenSandbox) -> AsyncIterator[Screen]:
    async with aiohttp.ClientSession(sandbox.url) as session:
        yield Screen(sandbox, session)


async def test_somebody_is_shown_who_they_are_and_what_they_see(screen: Screen) -> None:
    world, told, setting = screen.world, screen.told, screen.setting()
    screen.ben.dms_open = False
    world.save_command(GAME | {"id": "8", "name": "odds", "default_member_permissions": "32"})
    assert await screen("GET", "/person") == (200, {"people": setting["people"], "guild": setting["guild"]})
    seen = [c for c in world.channels.values() if not c.is_dm or c.recipient_id == screen.ben.id]
    channels = [told.channel_for_people(c) for c in seen]
    own = {"me": setting["people"][1], "channels": channels, "commands": [GAME], "dms_open": False}
    assert await screen("GET", "~/world") == (200, setting | own)
    async with screen.session.ws_connect("/window") as window:
        shown = await window.receive_json()
    views = {
        person.id: {
            "channels": [c.id for c in world.channels.values() if not c.is_dm or c.recipient_id == person.id],
            "commands": ["7", "8"] if person is screen.ann else ["7"],
            "dms_open": person is not screen.ben,
        }
        for person in world.people.values()
    }
    every = {c.id: told.channel_for_people(c) for c in world.channels.values()}
    assert shown == {"t": "WORLD", "d": setting | {"channels": every, "commands": world.commands, "views": views}}


async def test_a_channel_is_read_from_its_end_and_from_before_a_message(screen: Screen) -> None:
    sent = [screen.said(number) for number in range(52)]
    screen.said(99, ephemeral_for=screen.ann.id)
    for query, first, last in (
        ("", 2, 51), ("?limit=3", 49, 51), (f"?before={sent[40].id}&limit=2", 38, 39), (f"?before={sent[5].id}", 0, 4),
    ):  # fmt: skip
        told = [screen.told.message(message) for message in sent[first : last + 1]]
        assert await screen("GET", f"~/channels/TALK/messages{query}") == (200, told)


async def test_something_is_said_with_files_that_were_uploaded(screen: Screen) -> None:
    status, file = await screen("POST", "~/files?filename=my map.txt", data=b"York")
    assert (status, file["filename"], file["size"]) == (201, "my_map.txt", 4)
    assert await screen("POST", "/person/1/files", data=b"") == (404, {"error": "There is no such person."})
    status, nameless = await screen("POST", "~/files", data=b"")
    assert (status, nameless["filename"], nameless["content_type"]) == (201, "file", "application/octet-stream")
    body = {"content": f" Look, <@{screen.ann.id}> @everyone ", "attachments": [file["id"]] * 10}
    status, said = await screen("POST", "~/channels/TALK/messages", body)
    assert (status, said["content"], len(said["attachments"])) == (201, body["content"].strip(), 10)  # type: ignore[attr-defined]
    assert [user["id"] for user in said["mentions"]] == [screen.ann.id] and said["mention_everyone"]
    screen.talk.overwrites = [Overwrite(screen.ben.id, 1, 0, int(Permission.MENTION_EVERYONE))]
    assert not (await screen("POST", "~/channels/TALK/messages", body))[1]["mention_everyone"]


async def test_letters_are_taken_or_not(screen: Screen) -> None:
    for taken in (False, True):
        assert await screen("POST", "~/dms", {"open": taken}) == (200, {"open": taken})
        assert screen.ben.dms_open is taken


async def test_a_newcomer_is_told_who_they_are(screen: Screen) -> None:
    status, told = await screen("POST", "/person", {"username": " Hal ", "global_name": " Prince Hal "})
    assert (status, told) == (201, screen.told.people()[-1])
    assert (told["username"], told["global_name"]) == ("hal", "Prince Hal")
    assert screen.world.dm_with(told["id"]).is_dm


async def test_what_somebody_does_is_taken_and_handed_on(screen: Screen) -> None:
    row = {"type": 1, "id": 1, "components": [BUTTON]}
    shown, secret = screen.said(components=[row]), screen.said(components=[row], ephemeral_for=screen.ann.id)
    own = screen.said(components=[row], ephemeral_for=screen.ben.id)
    written = {"id": "7", "name": "game", "options": [{"name": "to", "value": "York"}]}
    keys = []
    for kind, data, source in ((2, written, None), (3, {"custom_id": "b"}, shown), (3, {"custom_id": "b"}, own)):
        status, told = await screen.do(kind, data, **({"message_id": source.id} if source else {}))
        opened = screen.interactions._by_id[told["interaction_id"]]
        assert (status, opened.kind, opened.person_id, opened.source) == (202, kind, screen.ben.id, source)
        assert (opened.channel_id, opened.name) == (screen.talk.id, None if source else "game")
        keys.append(opened)
    assert await screen.do(3, {"custom_id": "b"}, message_id=secret.id) == (404, {"error": "The message is gone."})

    command, pressed, _ = keys
    modals = []
    for opened in (command, pressed):
        data = {"title": "Form", "custom_id": "f", "components": [FORM]}
        screen.interactions.respond(opened.id, opened.token, {"type": 9, "data": data}, [])
        modals.append([*screen.interactions._modals][-1])
    filled = {"custom_id": "f", "components": [{"type": 4, "custom_id": "t", "value": "x"}]}
    gone = (404, {"error": "This form is no longer open."})
    assert await screen.do(5, filled | {"custom_id": "g"}, modal_id=modals[0]) == gone
    for modal, source in zip(modals, (None, shown), strict=True):
        status, told = await screen.do(5, filled, modal_id=modal)
        opened = screen.interactions._by_id[told["interaction_id"]]
        assert (status, opened.kind, opened.source) == (202, 5, source)
        assert await screen.do(5, filled, modal_id=modal) == gone


async def test_options_are_offered_while_one_is_written(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Json] = []

    def interaction(_: Broadcast, payload: Json) -> None:
        asked.append(payload)
        if len(asked) > 1:
            screen.interactions.cancel_timers()
            return
        choices = [{"name": "York", "value": "york"}]
        screen.interactions.respond(payload["id"], payload["token"], {"type": 8, "data": {"choices": choices}}, [])

    monkeypatch.setattr(Broadcast, "interaction", interaction)
    data = {"id": "7", "name": "game", "options": [{"name": "to", "value": "Yo", "focused": True}]}
    assert await screen.do(4, data) == (200, {"choices": [{"name": "York", "value": "york"}]})
    assert asked[0]["data"]["options"] == [{"name": "to", "type": 3, "value": "Yo", "focused": True}]
    assert await screen.do(4, data) == (408, {"error": "Loading options failed"})


@pytest.mark.parametrize(("asked", "seen"), [("archive", (True, False)), ("lock", (False, True))])
async def test_a_thread_is_shut_and_opened_by_the_control_side(
    asked: str, seen: tuple[bool, bool], screen: Screen
) -> None:
    assert screen.sandbox._parts is not None
    thread = screen.sandbox._parts._channels.start_thread(screen.talk, {"name": "Game"}, ChannelType.PUBLIC_THREAD)
    for order, state in ((asked, seen), (f"un{asked}", (False, False))):
        await screen.sandbox.control(f"channels/{thread.id}", action=order)
        assert (thread.archived, thread.locked) == state
    thread.locked = True
    assert await screen("POST", f"~/channels/{thread.id}/messages", {"content": "x"}) == (
        403, {"error": "This thread is locked."},
    )  # fmt: skip
