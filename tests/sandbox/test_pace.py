"""Rate limits, failures on order, and what the library does about them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from bot.sandbox.ratelimit import THREADS, Pace, RateLimits
from tests.harness.rows import rows
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox
from tests.sandbox.clerk import Clerk
from tests.sandbox.conftest import Bare


@pytest.fixture
async def strict() -> AsyncIterator[Bare]:
    """A bare client of a sandbox that keeps Discord's pace."""
    async with (
        running_sandbox(strict_rate_limits=True) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        yield Bare(sandbox, session)


async def test_five_messages_in_five_seconds(strict: Bare) -> None:
    path = f"/channels/{await strict.channel()}/messages"
    replies = [await strict("POST", path, {"content": str(n)}) for n in range(6)]
    assert [r.status for r in replies] == [200] * 5 + [429]
    assert [r.headers["X-RateLimit-Remaining"] for r in replies] == ["4", "3", "2", "1", "0", "0"]
    last = replies[-1]
    assert 0 < last.body["retry_after"] <= 5
    assert last.headers["Via"]
    assert last.headers["X-RateLimit-Scope"] == "user"
    other = await strict("POST", f"/channels/{await strict.channel('herald')}/messages", {"content": "x"})
    assert other.status == 200


async def test_fifty_requests_a_second_over_all(strict: Bare) -> None:
    paths = ["/users/@me", "/gateway", "/gateway/bot"]
    replies = [await strict("GET", paths[n % 3]) for n in range(60)]
    limited = [r for r in replies if r.status == 429]
    assert limited
    assert limited[0].body["global"] is True
    assert limited[0].headers["X-RateLimit-Global"] == "true"
    token = await strict("POST", f"/webhooks/{strict.sandbox.application_id}/x", {"content": "exempt"})
    assert token.status == 404


@rows("method, path, requests, seconds", [
    ("POST", "/channels/{channel_id}/messages", 5, 5),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}", 5, 5),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}", 5, 1),
    ("POST", "/channels/{channel_id}/threads", 10, 300), ("PATCH", "/channels/{channel_id}", 5, 10),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}", 5, 2), ("GET", "/channels/{channel_id}", 30, 1),
])  # fmt: skip
def test_a_route_takes_so_many_requests_in_so_many_seconds(
    method: str, path: str, requests: int, seconds: float
) -> None:
    limits, where = RateLimits(strict=True), {"channel_id": "5", "webhook_token": "x"}
    waits = [limits.judge(method, path, where).wait for _ in range(requests + 1)]
    assert waits[:-1] == [0.0] * requests and seconds - 0.5 < waits[-1] <= seconds


def test_another_pace_holds_from_now_on_whatever_was_used_up() -> None:
    limits, where = RateLimits(strict=False), {"channel_id": "5"}
    for requests in (1, 2):
        limits.set_pace(*THREADS, Pace(requests, 60.0))
        waits = [limits.judge(*THREADS, where).wait for _ in range(requests + 1)]
        assert waits[:requests] == [0.0] * requests and waits[requests] > 0


async def test_a_429_is_waited_out(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("faults", status=429, count=1, match="POST /channels", retry_after=0.1)
    await clerk.table_talk.send("Patience")
    await ann.expect("Patience", channel="table-talk")
    seen = await sandbox.visitors.requests("POST /channels")
    assert [r["status"] for r in seen] == [429, 200]


async def test_a_lost_answer_does_not_post_twice(ann: Person, sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("faults", status=502, count=1, match="POST /channels", after=True)
    await clerk.table_talk.send("Only once", nonce="row-17")
    seen = await sandbox.visitors.requests("POST /channels")
    assert [r["status"] for r in seen] == [502, 200]
    assert [m["content"] for m in await ann.messages("table-talk")] == ["Only once"]


async def test_an_own_nonce_is_remembered(ann: Person, clerk: Clerk) -> None:
    first = await clerk.table_talk.send("Once", nonce="row-18")
    second = await clerk.table_talk.send("Once more", nonce="row-18")
    third = await clerk.table_talk.send("Another", nonce="row-19")
    assert first.id == second.id != third.id
    assert [m["content"] for m in await ann.messages("table-talk")] == ["Once", "Another"]


async def test_a_503_is_an_error_at_once(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("faults", status=503, count=1, match="POST /channels")
    with pytest.raises(discord.DiscordServerError):
        await clerk.table_talk.send("Hm")


async def test_what_is_forbidden_on_order_is_forbidden_as_discord_says_it(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("faults", status=403, count=1, match="POST /channels")
    with pytest.raises(discord.Forbidden) as refused:
        await clerk.table_talk.send("Hm")
    assert (refused.value.code, refused.value.text) == (50013, "Missing Permissions")


async def test_orders_can_be_taken_back(sandbox: DrivenSandbox, clerk: Clerk) -> None:
    await sandbox.control("faults", status=503, count=50)
    await sandbox.control("faults", status=503, count=0)
    await clerk.table_talk.send("Fine")
