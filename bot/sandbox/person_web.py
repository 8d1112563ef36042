"""What the person and control sides have in common: plain JSON in and out, refusals in one sentence."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from aiohttp import web

from bot.sandbox.errors import Refusal

T = TypeVar("T")
WebHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class PersonError(Exception):
    """What a person cannot do, in one sentence, with the HTTP status that tells it."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.status = status


def answer(value: Any, status: int = 200) -> web.Response:
    """Return a JSON answer."""
    return web.Response(body=msgspec.json.encode(value), status=status, content_type="application/json")


async def body_of(request: web.Request, shape: type[T]) -> T:
    """Return the body of a request, in the shape that is expected."""
    try:
        return msgspec.json.decode(await request.read() or b"{}", type=shape)
    except (msgspec.DecodeError, RecursionError) as error:
        raise PersonError(f"The body does not fit: {error}.") from None


def guarded(handler: WebHandler) -> WebHandler:
    """Return a handler that tells its refusals as {"error": "one sentence"}."""

    async def serve(request: web.Request) -> web.StreamResponse:
        try:
            return await handler(request)
        except PersonError as error:
            return answer({"error": error.sentence}, error.status)
        except Refusal as refusal:
            details = " ".join(problem.message for problem in refusal.problems)
            return answer({"error": f"{refusal.message} {details}".strip()}, refusal.status)

    return serve
