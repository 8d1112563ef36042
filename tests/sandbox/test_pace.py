"""Rate limits, failures on order, and what the library does about them."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator
from typing import cast

import aiohttp
import discord
import pytest

from bot.sandbox.faults import Fault, Faults, RequestLog, SeenRequest
from bot.sandbox.ratelimit import THREADS, Bucket, LateEdits, Manner, Pace, RateLimits, SlowMode, Verdict
from bot.sandbox.rest import reply, too_many_requests
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


@rows("wait, told, whole", [(2.34567, 2.346, "3"), (0.0004, 0.0, "1"), (3.0, 3.0, "4")])
def test_a_429_says_how_long_to_wait_and_for_what(wait: float, told: float, whole: str) -> None:
    response = too_many_requests(wait, Verdict({"X-RateLimit-Scope": "user"}, wait, is_global=True))
    assert response.status == 429 and isinstance(response.body, bytes)
    said = {"message": "You are being rate limited.", "retry_after": told, "global": True}
    assert json.loads(response.body) == said
    about = {"Via": "1.1 sandbox", "X-RateLimit-Scope": "user", "Retry-After": whole}
    assert dict(response.headers) == about | {"Content-Type": "application/json"}
    assert dict(reply(None, 204, {"A": "b"}).headers) == {"Via": "1.1 sandbox", "A": "b"}


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


@pytest.mark.usefixtures("hurried")
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


def test_a_bucket_is_full_again_when_its_time_is_over_and_tells_what_is_left() -> None:
    assert Bucket(Pace(2, 10.0), "name").take(0.0) == 0.0
    bucket = Bucket(Pace(2, 10.0), "name")
    assert bucket.remaining(100.0) == 2
    assert [bucket.take(now) for now in (100.0, 104.0, 104.0, 109.5)] == [0.0, 0.0, 6.0, 0.5]
    headers = bucket.headers(104.0)
    assert abs(float(headers.pop("X-RateLimit-Reset")) - time.time() - 6) < 5
    assert headers == {
        "X-RateLimit-Limit": "2", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "6.000",
        "X-RateLimit-Bucket": "name",
    }  # fmt: skip
    assert bucket.headers(200.0)["X-RateLimit-Reset-After"] == "0.000"
    assert (bucket.remaining(109.9), bucket.remaining(110.0)) == (0, 2)
    assert bucket.take(110.0) == 0.0 and bucket.remaining(110.0) == 1


def test_old_messages_and_slow_channels_are_counted_each_for_itself() -> None:
    late, slow = LateEdits(), SlowMode()
    assert (late.pace, late.manner) == (Pace(3, 3600.0), Manner.BAD_REQUEST)
    waits = [late.wait("1") for _ in range(4)]
    assert waits[:3] == [0.0] * 3 and 3590 < waits[3] <= 3600 and late.wait("2") == 0.0
    assert slow.wait("1", "ann", "message", 60) == 0.0
    assert 50 < slow.wait("1", "ann", "message", 60) <= 60
    others = [("2", "ann", "message"), ("1", "ben", "message"), ("1", "ann", "thread")]
    assert [slow.wait(*other, 60) for other in others] == [0.0] * 3
    assert [slow.wait("3", "ann", "message", 0) for _ in range(2)] == [0.0, 0.0]
    assert slow.wait("4", "ann", "message", cast("int", 0.01)) == 0.0 < slow.wait("4", "ann", "message", 60)
    time.sleep(0.02)
    assert slow.wait("4", "ann", "message", 60) == 0.0


def test_fifty_requests_are_taken_in_a_second_but_answers_are_not_counted() -> None:
    limits, answer = RateLimits(strict=True), "/webhooks/{webhook_id}/{webhook_token}"
    for number in range(60):
        assert limits.judge("POST", answer, {"webhook_token": str(number)}).wait == 0.0
    verdicts = [limits.judge("GET", "/channels/{channel_id}", {"channel_id": str(number)}) for number in range(51)]
    assert [verdict.wait for verdict in verdicts[:50]] == [0.0] * 50 and not verdicts[0].is_global
    last = verdicts[-1]
    assert 0 < last.wait <= 1 and last.is_global
    assert last.headers == {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    own = [limits.judge("POST", answer, {"webhook_token": "x"}) for _ in range(6)][-1]
    assert own.wait > 0 and not own.is_global and own.headers["X-RateLimit-Scope"] == "user"
    assert len(own.headers["X-RateLimit-Bucket"]) == 32
    assert own.headers["X-RateLimit-Bucket"] == limits.judge("POST", answer, {}).headers["X-RateLimit-Bucket"]
    assert RateLimits(strict=False).judge("GET", "/channels/{channel_id}", {}).headers == {}


def test_buckets_that_are_over_are_let_go() -> None:
    limits = RateLimits(strict=True)
    for path, many in (("/webhooks/held", 3), ("/webhooks/over", 999)):
        limits.set_pace("GET", path, Pace(1, 60.0 if path.endswith("held") else 0.0))
        for number in range(many):
            limits.judge("GET", path, {"webhook_token": str(number)})
    assert len(limits._buckets) == 4, "those that are held, and the last"
    assert limits.judge("GET", "/webhooks/held", {"webhook_token": "2"}).wait > 0
    limits.set_pace("GET", "/webhooks/held", Pace(1, 60.0))
    assert limits.judge("GET", "/webhooks/held", {"webhook_token": "2"}).wait == 0.0


def test_failures_come_in_their_order_where_they_match_and_as_often_as_they_were_ordered() -> None:
    faults = Faults()
    for fault in (Fault(500, count=2, match="POST"), Fault(502), Fault(504, after=True)):
        faults.order(fault)

    def next_of(request: str, *, before: bool) -> int:
        return response.status if (response := faults.next(request, before=before)) else 0

    assert [next_of("GET /a", before=True), next_of("GET /a", before=True)] == [502, 0]
    assert [next_of("POST /a", before=True) for _ in range(3)] == [500, 500, 0]
    assert [next_of("GET /a", before=False) for _ in range(2)] == [504, 0]
    faults.order(Fault(500))
    faults.order(Fault(500, count=0))
    assert next_of("GET /a", before=True) == 0


def test_the_latest_requests_are_kept_and_all_are_counted() -> None:
    log = RequestLog()
    for number in range(5_001):
        log.add(SeenRequest("GET", str(number)))
    assert (log.total, len(log.requests), log.requests[0].path) == (5_001, 5_000, "1")
    assert (log.requests[0].status, log.requests[0].code) == (0, None)
