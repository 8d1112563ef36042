"""Discord's own description is the judge: of the bot's bodies and of the sandbox's answers."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.sandbox.openapi import DESCRIPTION, OpenApi, as_described
from tests.harness.rows import rows
from tests.harness.sandbox import DrivenSandbox, Person
from tests.sandbox.clerk import Clerk, picture
from tests.sandbox.conftest import Bare

OPENAPI = OpenApi.shared()


async def test_a_body_of_the_wrong_shape_is_refused_and_noted(sandbox: DrivenSandbox, bare: Bare) -> None:
    path = f"/channels/{await bare.channel()}/messages"
    reply = await bare("POST", path, {"embeds": [{"title": "x", "color": "red"}]})
    assert (reply.status, reply.code) == (400, 50035)
    assert "color" in reply.body["errors"]["embeds"]["0"]
    noted = (await sandbox.visitors.requests("POST"))[-1]
    assert (noted["status"], noted["code"]) == (400, 50035)
    assert noted["problems"] == ["embeds.0.color: 'red' is not of type 'integer', 'null'"]


async def test_the_fault_is_found_in_the_shape_that_is_meant(bare: Bare) -> None:
    select = {"type": 3, "custom_id": "x", "options": [{"label": "x"}]}
    body = {"content": "x", "components": [{"type": 1, "components": [select]}]}
    reply = await bare("POST", f"/channels/{await bare.channel()}/messages", body)
    errors = reply.body["errors"]["components"]["0"]["components"]["0"]["options"]["0"]["_errors"]
    assert errors[0]["message"] == "'value' is a required property"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/users/@me/channels", {"recipient_id": True}),
        ("POST", "/channels/{channel}/threads", {}),
        ("POST", "/channels/{channel}/threads", {"name": "x" * 101}),
        ("POST", "/channels/{channel}/threads", {"name": "x", "auto_archive_duration": 61}),
        ("PATCH", "/channels/{channel}", {"name": 7}),
        ("POST", "/channels/{channel}/messages", []),
        ("PUT", "/applications/1/commands", [{"name": "x", "description": "x", "type": 99}]),
    ],
)
async def test_other_bodies(bare: Bare, method: str, path: str, body: Any) -> None:
    reply = await bare(method, path.format(channel=await bare.channel()), body)
    assert (reply.status, reply.code) == (400, 50035), reply.body


async def test_invalid_json(bare: Bare) -> None:
    headers = {"Content-Type": "application/json"}
    path = f"/channels/{await bare.channel()}/messages"
    reply = await bare("POST", path, data=b"{content", headers=headers)
    assert (reply.status, reply.code) == (400, 50109)


async def test_every_request_is_noted_with_what_became_of_it(sandbox: DrivenSandbox, bare: Bare) -> None:
    channel = await bare.channel()
    lost = await bare("GET", "/nowhere?a=b")
    assert (lost.status, lost.body, lost.headers["Via"]) == (
        404,
        {"message": "404: Not Found", "code": 0},
        "1.1 sandbox",
    )
    await bare("POST", f"/channels/{channel}/messages", {"content": "x" * 2001})
    await bare("PUT", f"/channels/{channel}/messages/1", {})
    await bare("DELETE", "/users/@me", headers={"Authorization": "none"})
    seen = [(one["method"], one["path"], one["status"], one["code"]) for one in await sandbox.visitors.requests()]
    assert seen[2:] == [
        ("GET", "/nowhere", 404, None), ("POST", f"/channels/{channel}/messages", 400, 50035),
        ("PUT", f"/channels/{channel}/messages/1", 404, None), ("DELETE", "/users/@me", 404, None),
    ]  # fmt: skip
    problems = [one["problems"] for one in await sandbox.visitors.requests()]
    assert problems[2:4] == [["the sandbox has no such route"], ["content: Must be 2000 or fewer in length."]]


def test_every_route_is_one_of_discords(sandbox: DrivenSandbox) -> None:
    assert sandbox._parts is not None
    paths = OPENAPI._document["paths"]
    strangers = [
        route.template
        for route in sandbox._parts.rest_routes()
        if route.method.lower() not in paths.get(route.template, {})
    ]
    assert strangers == []
    assert DESCRIPTION.is_file()


@pytest.mark.parametrize(
    ("path", "schema"),
    [
        ("/users/@me", "UserResponse"),
        ("/applications/@me", "PrivateApplicationResponse"),
        ("/gateway/bot", "GatewayBotResponse"),
        ("/guilds/{guild}", "GuildWithCountsResponse"),
        ("/guilds/{guild}/members/{ann}", "GuildMemberResponse"),
        ("/channels/{channel}", "GuildChannelResponse"),
        ("/channels/{thread}", "ThreadResponse"),
        ("/channels/{dm}", "PrivateChannelResponse"),
        ("/channels/{channel}/messages/{message}", "MessageResponse"),
        ("/channels/{channel}/messages/{layout}", "MessageResponse"),
        ("/channels/{channel}/messages/pins", "PinnedMessagesResponse"),
        ("/guilds/{guild}/threads/active", "ThreadsResponse"),
        ("/applications/{bot}/commands/{command}", "ApplicationCommandResponse"),
    ],
)
async def test_answers_are_as_described(
    ann: Person, sandbox: DrivenSandbox, clerk: Clerk, bare: Bare, path: str, schema: str
) -> None:
    world = await ann.refresh()
    embed = discord.Embed(title="x").add_field(name="Turn", value="3").set_image(url="attachment://map.png")
    sent = await clerk.table_talk.send(f"<@{ann.id}>", embed=embed, file=picture())
    await sent.pin()
    await ann.slash("/game board", channel="table-talk")
    board = await ann.answer()
    thread = await clerk.table_talk.create_thread(name="x")
    names = {
        "guild": world["guild"]["id"],
        "ann": ann.id,
        "channel": sent.channel.id,
        "thread": thread.id,
        "dm": ann.dm(),
        "message": sent.id,
        "layout": board["id"],
        "bot": sandbox.application_id,
        "command": world["commands"][0]["id"],
    }
    reply = await bare("GET", path.format(**names))
    assert reply.status == 200
    assert OPENAPI.response_problems(schema, reply.body) == []


async def test_no_body_at_all_changes_nothing(bare: Bare) -> None:
    path = f"/channels/{await bare.channel()}"
    assert (await bare("PATCH", path)).body == (await bare("GET", path)).body


@rows("sent, described", [
    ({"channel_id": 5}, {"channel_id": "5"}), ({"channel_id": True}, {"channel_id": True}), ({"id": 5}, {"id": 5}),
    ({"allow": "64", "deny": "8"}, {"allow": 64, "deny": 8}), ({"allow": "x"}, {"allow": "x"}),
    ({"position": "64"}, {"position": "64"}), ({"attachments": [{"id": 0}]}, {"attachments": [{"id": "0"}]}),
    ({"attachments": [{"id": "x"}, 5]}, {"attachments": [{"id": "x"}, 5]}), ({"files": [{"id": 0}]}, None),
    *(({name: [5, "6"]}, {name: ["5", "6"]}) for name in ("users", "roles", "messages")), ({"others": [5]}, None),
    ({"a": [{"b": {"guild_id": 5}}]}, {"a": [{"b": {"guild_id": "5"}}]}), ([{"guild_id": 5}], [{"guild_id": "5"}]),
])  # fmt: skip
def test_what_discord_takes_in_another_form_is_written_as_it_is_described(sent: Any, described: Any) -> None:
    assert as_described(sent) == (sent if described is None else described)


MESSAGES = ("POST", "/channels/{channel_id}/messages")


@rows("body, path, code, message", [
    ({"embeds": [{}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."),
    ({"embeds": [{"color": -1}]}, "embeds.0.color", "NUMBER_TYPE_MIN", "Value should be greater than or equal to 0."),
    ({"embeds": [{"color": 2**24}]}, "embeds.0.color", "NUMBER_TYPE_MAX",
     f"Value should be less than or equal to {2**24 - 1}."),
    ({"content": ["x" * 400]}, "content", "OPENAPI_TYPE", "['" + "x" * 298),
    ({"colour": 1}, "colour", "UNKNOWN_FIELD", ""),
    ({"components": [{"type": 1, "components": [{"type": 2, "style": 1, "label": 5, "custom_id": "x"}]}]},
     "components.0.components.0.label", "OPENAPI_TYPE", "5 is not of type 'string', 'null'"),
])  # fmt: skip
def test_a_fault_is_told_by_its_place_in_discords_words(body: Any, path: str, code: str, message: str) -> None:
    (problem,) = OPENAPI.request_problems(*MESSAGES, body)
    assert (".".join(map(str, problem.path)), problem.code) == (path, code)
    assert problem.message == (message or "Discord knows no such field")


def test_a_route_takes_a_body_or_none() -> None:
    assert OPENAPI.takes_body(*MESSAGES) and not OPENAPI.takes_body("GET", MESSAGES[1])
    assert not OPENAPI.takes_body("POST", "/nowhere") and OPENAPI.request_problems("GET", MESSAGES[1], 5) == []
    assert OPENAPI.request_problems(*MESSAGES, {"content": "x", "tts": True, "nonce": 5, "id": "1"}) == []
    for body in ([], ["x"], 5):
        assert [one.code for one in OPENAPI.request_problems(*MESSAGES, body)] == ["OPENAPI_TYPE"]
