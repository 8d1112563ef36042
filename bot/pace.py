"""Keeps the pace that Discord sets: waits where that is short, and otherwise says how long it would take."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from discord.http import HTTPClient, Ratelimit, Route
from discord.webhook.async_ import AsyncWebhookAdapter

PATIENCE_S = 30.0
"""Seconds that a request may wait for Discord's limits; one that would wait for longer is refused as Busy."""

UNTOLD = (discord.HTTPException, aiohttp.ClientError, OSError, RuntimeError)
"""What can keep an answer from its person, whatever was done; aiohttp raises RuntimeError once it is closed."""


class Busy(discord.HTTPException):
    """Discord takes a request only after these `seconds`; None if it does not say when.

    Whoever expects that Discord refuses things expects this, too; the library's own RateLimited is no HTTPException.
    """

    def __init__(self, seconds: float | None = None) -> None:
        headers = {} if seconds is None else {"Retry-After": f"{seconds:.3f}"}
        answer: Any = SimpleNamespace(status=429, reason="Too Many Requests", headers=headers)
        super().__init__(answer, "You are being rate limited.")
        self.seconds = seconds

    @property
    def when(self) -> str:
        """When to try again, as the end of a sentence: "in 3 minutes"."""
        if self.seconds is None:
            return "in a while"
        count, unit = (self.seconds, "second") if self.seconds < 60 else (self.seconds / 60, "minute")
        whole = max(1, math.ceil(count))
        return f"in {whole} {unit}{'' if whole == 1 else 's'}"


class Unanswered(Busy):
    """Discord was too busy for an answer; whatever it should have told may have been done."""


SAME_S = 0.05
"""Seconds by which the ends of one window may differ that Discord tells: it rounds them."""


class Bucket(Ratelimit):
    """The requests that Discord takes of one kind in one window.

    The library refuses a request where the window is long though requests are left in it. It also takes the answer to
    one request for news of all that are still under way, and begins a new window once for each who waits for it: so
    Discord has to refuse some.
    """

    remaining: int
    """The fewest requests that Discord has said are left in this window; those under way may not be counted yet."""

    def __init__(self, timeout: float | None) -> None:
        super().__init__(timeout)
        self._ends = 0.0
        """When the window ends, or the last one ended, by Discord's clock."""

    async def acquire(self) -> None:
        """Take one request; raises RateLimited where none is left for longer than anybody waits."""
        while True:
            self._last_request = now = self._loop.time()
            if self.is_expired():
                self.remaining, self.expires = self.limit, None
            if self.remaining > self.outgoing:
                self.outgoing += 1
                return
            seconds = None if self.expires is None else self.expires - now
            if self.remaining <= 0 and (seconds or 0.0) > (self._max_ratelimit_timeout or math.inf):
                raise discord.RateLimited(seconds or 0.0)
            await self._news(seconds)

    async def _news(self, seconds: float | None) -> None:
        """Wait for the next answer, but no longer than these seconds."""
        answered = self._loop.create_future()
        self._pending_requests.append(answered)
        try:
            await asyncio.wait([answered], timeout=seconds)
        finally:
            answered.cancel()

    def update(self, response: aiohttp.ClientResponse, *, use_clock: bool = False) -> None:
        """Note what an answer says of the window; one that was long on its way may be of a window that is over."""
        expires, remaining = self.expires, self.remaining
        ends = float(response.headers.get("X-Ratelimit-Reset", 0.0))
        is_later = ends > self._ends + SAME_S
        if not is_later and (expires is None or ends < self._ends - SAME_S):
            return
        super().update(response, use_clock=use_clock)
        left = int(response.headers["X-Ratelimit-Remaining"])
        self.remaining = left if is_later else min(remaining, left)
        self._ends = ends

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        self.outgoing -= 1
        while self._pending_requests:
            answered = self._pending_requests.popleft()
            if not answered.done():
                answered.set_result(None)


class Requests(HTTPClient):
    """The library's requests, with our buckets; raises Busy where Discord asks for more patience than anybody has."""

    def __init__(self, loop: asyncio.AbstractEventLoop, trace: aiohttp.TraceConfig) -> None:
        super().__init__(loop, http_trace=trace)
        self.max_ratelimit_timeout = PATIENCE_S

    def get_ratelimit(self, key: str) -> Ratelimit:
        """Return the bucket of that name."""
        if key not in self._buckets:
            self._buckets[key] = Bucket(self.max_ratelimit_timeout)
            self._try_clear_expired_ratelimits()
        return self._buckets[key]

    async def request(
        self,
        route: Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Iterable[dict[str, Any]] | None = None,
        **options: Any,
    ) -> Any:
        """Send a request, again where that may help."""
        with _told_as(Busy):
            return await super().request(route, files=files, form=form, **options)


class Answers(AsyncWebhookAdapter):
    """The library's answers to interactions; raises Unanswered where Discord is too busy for one."""

    async def request(self, *arguments: Any, **options: Any) -> Any:
        """Send an answer, again where that may help."""
        with _told_as(Unanswered):
            return await super().request(*arguments, **options)


@contextmanager
def _told_as(kind: type[Busy]) -> Iterator[None]:
    """Raise every refusal of too many requests as of one kind, also where Discord does not say how long to wait."""
    try:
        yield
    except discord.RateLimited as error:
        raise kind(error.retry_after) from error
    except discord.HTTPException as error:
        if error.status != 429:
            raise
        raise kind(seconds_told(error)) from error
    except KeyError as error:
        if error.args != ("retry_after",):
            raise
        raise kind from error


def seconds_told(error: discord.HTTPException) -> float | None:
    """Return how many seconds Discord wants to be left alone, if it says so."""
    told = getattr(error.response, "headers", {}).get("Retry-After", "")
    return float(told) if told.replace(".", "", 1).isdigit() else None
