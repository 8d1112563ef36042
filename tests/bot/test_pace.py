"""The pace that Discord sets: requests that are left are used, and what would wait for long is told so."""

from __future__ import annotations

import asyncio
from random import Random
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from multidict import CIMultiDict

from bot import pace
from bot.pace import Busy
from bot.sandbox import ratelimit


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1.0, "in 1 second"),
        (12.2, "in 13 seconds"),
        (60.0, "in 1 minute"),
        (219.05, "in 4 minutes"),
        (None, "in a while"),
    ],
)
def test_when_is_told_in_the_words_of_a_sentence(seconds: float | None, words: str) -> None:
    assert Busy(seconds).when == words


def test_whoever_expects_a_refusal_expects_this_too() -> None:
    assert (Busy(3.0).status, Busy(3.0).code) == (429, 0)
    assert Busy(219.05).response.headers["Retry-After"] == "219.050"


REQUESTS, LIMIT = 12, ratelimit.Pace(2, 0.1)


@pytest.mark.parametrize("patience", [30.0, 0.03])
@pytest.mark.parametrize("longest", [0.01, 0.05])
async def test_discord_refuses_nothing_however_long_requests_and_answers_are_on_their_way(
    patience: float, longest: float
) -> None:
    bucket, window, chance = pace.Bucket(patience), ratelimit.Bucket(LIMIT, "threads"), Random(1)
    taken = [await one for one in [_request(bucket, window, chance, longest) for _ in range(2)]]
    taken += await asyncio.gather(*(_request(bucket, window, chance, longest) for _ in range(REQUESTS)))
    assert taken == [True] * (2 + REQUESTS)
    assert bucket.outgoing == 0 and not any(not waiting.done() for waiting in bucket._pending_requests)


async def _request(bucket: pace.Bucket, window: ratelimit.Bucket, chance: Random, longest: float) -> bool:
    """Send a request, again once there is room where there is none; tell whether Discord took it."""
    now = asyncio.get_running_loop().time
    while True:
        try:
            async with bucket:
                await asyncio.sleep(chance.uniform(0.002, longest))
                wait, headers = window.take(now()), CIMultiDict(window.headers(now()))
                await asyncio.sleep(chance.uniform(0.002, longest))
                answer: Any = SimpleNamespace(headers=headers)
                if not wait:
                    bucket.update(answer)
                return not wait
        except discord.RateLimited as refusal:
            await asyncio.sleep(refusal.retry_after)


def test_seconds_become_minutes_at_the_sixtieth_and_are_never_none() -> None:
    assert [Busy(seconds).when for seconds in (0.0, 59.0, 59.9, 60.0, 60.1)] == [
        "in 1 second",
        "in 59 seconds",
        "in 60 seconds",
        "in 1 minute",
        "in 2 minutes",
    ]
