"""Discord's pace: a bucket for each route and channel, and fifty requests a second over all."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

PER_SECOND = 50
MOST_BUCKETS = 1_000
EXEMPT = ("/interactions/", "/webhooks/")
MAJOR = ("channel_id", "guild_id", "webhook_token", "interaction_token")


@dataclass(frozen=True)
class Pace:
    """How many requests a bucket takes in how many seconds."""

    requests: int
    seconds: float


THREADS = ("POST", "/channels/{channel_id}/threads")
"""Opening a thread: windows of minutes have been met with, which no document tells of."""

DEFAULT = Pace(30, 1.0)
PACES = {
    ("POST", "/channels/{channel_id}/messages"): Pace(5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): Pace(5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): Pace(5, 1.0),
    THREADS: Pace(10, 300.0),
    ("PATCH", "/channels/{channel_id}"): Pace(5, 10.0),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"): Pace(5, 2.0),
}


FREE = Pace(1_000_000, 1.0)
"""No limit to speak of."""

IDENTIFYING = Pace(1, 5.0)
"""How often a session may be identified."""

STARTS = Pace(1_000, 86_400.0)
"""How many sessions may be started in a day."""


@dataclass
class Bucket:
    """What is left of a pace until it starts anew."""

    pace: Pace
    name: str
    ends: float = 0.0
    left: int = field(init=False)

    def take(self, now: float) -> float:
        """Use one request; returns how many seconds to wait if there is none, else 0."""
        if now >= self.ends:
            self.ends, self.left = now + self.pace.seconds, self.pace.requests
        if self.left == 0:
            return self.ends - now
        self.left -= 1
        return 0.0

    def remaining(self, now: float) -> int:
        """How many requests are left."""
        return self.left if now < self.ends else self.pace.requests

    def headers(self, now: float) -> dict[str, str]:
        """Discord's headers about this bucket."""
        after = max(self.ends - now, 0.0)
        return {
            "X-RateLimit-Limit": str(self.pace.requests),
            "X-RateLimit-Remaining": str(self.left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": self.name,
        }


LATE_EDITS = Pace(3, 3600.0)
"""How often a message may be edited that is older than an hour: Discord does not say; this is little."""


class Manner(StrEnum):
    """How edits of old messages are refused: it is not published, and each of these has been met with."""

    BAD_REQUEST = "bad_request"
    LONG_WAIT = "long_wait"
    NO_WAIT = "no_wait"
    """A 429 that does not say how long to wait."""


class LateEdits:
    """Counts the edits of old messages."""

    def __init__(self) -> None:
        self._buckets: dict[str, Bucket] = {}
        self.pace = LATE_EDITS
        self.manner = Manner.BAD_REQUEST

    def wait(self, message: str) -> float:
        """Count an edit of an old message; returns how many seconds it has to wait, 0 if it may be made."""
        bucket = self._buckets.setdefault(message, Bucket(self.pace, message))
        return bucket.take(time.monotonic())


class SlowMode:
    """When everybody may write in a slow channel again, or open a thread there: one of each in its time."""

    def __init__(self) -> None:
        self._free: dict[tuple[str, str, str], float] = {}

    def wait(self, channel: str, who: str, what: str, seconds: int) -> float:
        """Count a message or a thread; returns how many seconds it has to wait, 0 if it may be."""
        now, key = time.monotonic(), (channel, who, what)
        if (free := self._free.get(key, 0.0)) > now:
            return free - now
        self._free[key] = now + seconds
        return 0.0


@dataclass(frozen=True)
class Verdict:
    """Whether a request may pass, the headers of its answer, and otherwise how long to wait."""

    headers: dict[str, str]
    wait: float = 0.0
    is_global: bool = False


class RateLimits:
    """The buckets of this life of the server; without `strict` everything passes but for paces that are set."""

    def __init__(self, strict: bool) -> None:
        self._strict = strict
        self._paces = dict(PACES) if strict else {}
        self._buckets: dict[tuple[str, ...], Bucket] = {}
        self._whole = Bucket(Pace(PER_SECOND, 1.0), "global")

    def judge(self, method: str, template: str, params: Mapping[str, str]) -> Verdict:
        """Count one request."""
        if not self._strict and (method, template) not in self._paces:
            return Verdict({})
        now = time.monotonic()
        if self._strict and not template.startswith(EXEMPT):
            wait = self._whole.take(now)
            if wait:
                return Verdict({"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}, wait, True)
        bucket = self._bucket(method, template, params)
        wait = bucket.take(now)
        headers = bucket.headers(now)
        return Verdict(headers | {"X-RateLimit-Scope": "user"}, wait) if wait else Verdict(headers)

    def set_pace(self, method: str, template: str, pace: Pace) -> None:
        """Give a route another pace from now on."""
        self._paces[method, template] = pace
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if key[:2] != (method, template)}

    def _forget_ended(self) -> None:
        """Every interaction has buckets of its own, so those that are over are let go."""
        if len(self._buckets) > MOST_BUCKETS:
            now = time.monotonic()
            self._buckets = {key: b for key, b in self._buckets.items() if b.ends > now}

    def _bucket(self, method: str, template: str, params: Mapping[str, str]) -> Bucket:
        key = (method, template, *(params[name] for name in MAJOR if name in params))
        if key not in self._buckets:
            self._forget_ended()
            name = hashlib.sha256(f"{method} {template}".encode()).hexdigest()[:32]
            self._buckets[key] = Bucket(self._paces.get((method, template), DEFAULT), name)
        return self._buckets[key]
