"""Failures on order, and the record of the bot's requests: what tests ask for and look at."""

from __future__ import annotations

import re
import time
from collections import deque
from dataclasses import dataclass, field

import msgspec
from aiohttp import web

from bot.sandbox import errors

REMEMBERED = 5_000
"""How many requests the log holds."""


@dataclass
class SeenRequest:
    """One request of the bot and what became of it."""

    method: str
    path: str
    status: int = 0
    code: int | None = None
    problems: list[str] = field(default_factory=list)
    at: float = field(default_factory=time.time)


class RequestLog:
    """The latest requests of the bot."""

    def __init__(self) -> None:
        self.requests: deque[SeenRequest] = deque(maxlen=REMEMBERED)
        self.total = 0

    def add(self, seen: SeenRequest) -> None:
        """Note a request; its outcome is filled in later."""
        self.requests.append(seen)
        self.total += 1


class Fault(msgspec.Struct):
    """The next `count` requests that match fail; `after` means that they take effect all the same."""

    status: int
    count: int = 1
    match: str = ""
    retry_after: float | None = 1.0
    """Seconds that a 429 tells to wait; None where it does not say."""
    after: bool = False

    def response(self) -> web.Response:
        """Return the failure as Discord, or the proxy before it, would answer it."""
        if self.status == 403:
            refusal = errors.missing_permissions()
            said = msgspec.json.encode(refusal.body())
            return web.Response(body=said, status=403, headers={"Content-Type": "application/json"})
        if self.status != 429:
            return web.Response(status=self.status, text=f"{self.status}: upstream failure")
        body: dict[str, object] = {"message": "You are being rate limited.", "global": False}
        headers = {"Via": "1.1 sandbox", "Content-Type": "application/json"}
        if self.retry_after is not None:
            body["retry_after"] = self.retry_after
            headers["Retry-After"] = str(int(self.retry_after) + 1)
        return web.Response(body=msgspec.json.encode(body), status=429, headers=headers)


class Faults:
    """The failures that are still to come."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []

    def order(self, fault: Fault) -> None:
        """Order a failure; a count of 0 takes all orders back."""
        re.compile(fault.match)
        self._faults = [*self._faults, fault] if fault.count else []

    def next(self, request: str, *, before: bool) -> web.Response | None:
        """Return the failure for this request ("METHOD path"), if one is due."""
        for fault in self._faults:
            if fault.count and fault.after is not before and re.search(fault.match, request):
                fault.count -= 1
                return fault.response()
        return None
