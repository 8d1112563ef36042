"""Whatever is sent to the person's side of the sandbox is taken, or refused in one sentence: never an error."""

from contextlib import suppress
from random import Random

import aiohttp
import pytest

from bot.sandbox.options import STRING
from tests.harness.hostile import as_file, changed
from tests.harness.reading import Json
from tests.harness.sandbox import DrivenSandbox, running_sandbox

COMMAND: Json = {
    "id": "1",
    "name": "game",
    "type": 1,
    "options": [{"name": "new", "type": 1, "options": [{"name": "title", "type": STRING, "value": "Roses"}]}],
}


async def orders(sandbox: DrivenSandbox) -> list[tuple[str, Json]]:
    """One sound request of each kind: the path and the body."""
    ann = await sandbox.person("ann")
    me, here = f"/person/{ann.id}", ann.channel_id("herald")
    about = {"channel_id": here, "message_id": "1", "modal_id": "1"}
    parts = [{"type": 18, "component": {"type": 4, "custom_id": "word", "value": "x"}}]
    data: dict[int, Json] = {
        2: COMMAND,
        3: {"component_type": 2, "custom_id": "h:mine", "values": ["1"]},
        4: COMMAND,
        5: {"custom_id": "form", "components": parts},
    }
    return [
        *((f"{me}/interactions", {"type": kind, "data": filled, **about}) for kind, filled in data.items()),
        (f"{me}/channels/{here}/messages", {"content": "Good evening."}),
        (f"{me}/dms", {"open": True}),
        ("/person", {"username": "zoe", "global_name": "Zoe"}),
    ]


async def walk(rounds: int) -> None:
    async with running_sandbox() as sandbox, aiohttp.ClientSession(sandbox.url) as session:
        sound = await orders(sandbox)
        for seed in range(rounds):
            chance = Random(seed)
            path, body = sound[seed % len(sound)]
            text = as_file(changed(body, chance), chance)
            async with session.post(path, data=text) as response:
                said = await response.json(content_type=None)
                assert response.status < 500, (path, text[:200])
                assert response.status < 400 or said["error"], (path, text[:200])


async def test_nothing_that_is_sent_breaks_the_sandbox() -> None:
    await walk(150)


@pytest.mark.nightly
async def test_nothing_of_thousands_that_is_sent_breaks_the_sandbox() -> None:
    await walk(5000)


@pytest.mark.parametrize(
    "body",
    [
        '{"type": 2, "channel_id": "1", "data": {"a": ' + "[" * 5000,
        '{"type": 2, "channel_id": "1", "data": {"options": 3}}',
        '{"type": 2, "channel_id": "1", "data": {"options": ["title"]}}',
        '{"type": 2, "channel_id": "1", "data": {"options": [{"name": ["title"]}]}}',
        '{"type": 5, "channel_id": "1", "data": {"components": [{"component": 1}]}}',
    ],
)
async def test_a_body_of_another_shape_is_refused(body: str) -> None:
    async with running_sandbox() as sandbox, aiohttp.ClientSession(sandbox.url) as session:
        ann = await sandbox.person("ann")
        async with session.post(f"/person/{ann.id}/interactions", data=body) as response:
            assert response.status == 400 and "does not fit" in (await response.json())["error"]


IDENTITY: Json = {"op": 2, "d": {"token": "", "intents": 513, "shard": [0, 1]}}
FRAMES: list[Json] = [
    IDENTITY,
    {"op": 1, "d": None},
    {"op": 6, "d": {"token": "", "session_id": "x", "seq": 1}},
    {"op": 8, "d": {"guild_id": "1", "query": "", "limit": 0, "user_ids": ["1"], "nonce": "n"}},
]


TOO_BIG = 1009
"""How a socket ends that sends more at once than it may."""


async def speak(rounds: int, caplog: pytest.LogCaptureFixture) -> None:
    """Send frames into the gateway, each conversation on a socket of its own, until it hangs up."""
    async with running_sandbox() as sandbox, aiohttp.ClientSession() as session:
        for frame in FRAMES:
            if "token" in (frame["d"] or {}):
                frame["d"]["token"] = sandbox.token
        for seed in range(rounds):
            chance = Random(seed)
            async with session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket:
                before = [IDENTITY] if seed % 4 == 3 else []
                for raw in (*before, changed(FRAMES[seed % 4], chance), {"op": 99}):
                    with suppress(ConnectionError, aiohttp.ClientError):
                        await socket.send_bytes(as_file(raw, chance))
                async for _ in socket:
                    pass
                assert socket.close_code == TOO_BIG or (socket.close_code or 0) >= 4000, seed
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_nothing_that_is_said_breaks_the_gateway(caplog: pytest.LogCaptureFixture) -> None:
    await speak(100, caplog)


async def test_a_client_whose_session_was_lost_may_try_to_take_up_none() -> None:
    async with (
        running_sandbox() as sandbox,
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.gateway_url}?v=10") as socket,
    ):
        await socket.send_json({"op": 6, "d": {"token": sandbox.token, "session_id": None, "seq": None}})
        assert [(await socket.receive_json())["op"] for _ in range(2)] == [10, 9]
