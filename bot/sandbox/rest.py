"""The frame of the REST side: token, pace, faults, bodies, Discord's errors, and the record of it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
from aiohttp import BodyPartReader, web

from bot.sandbox import errors
from bot.sandbox.attachments import tidy
from bot.sandbox.errors import Problem, Refusal
from bot.sandbox.faults import Faults, RequestLog, SeenRequest
from bot.sandbox.model import Json, Upload
from bot.sandbox.openapi import OpenApi
from bot.sandbox.ratelimit import RateLimits, Verdict

PREFIX = "/api/v10"
TOKEN_IN_PATH = ("/interactions/", "/webhooks/")
VIA = {"Via": "1.1 sandbox"}


@dataclass(frozen=True)
class Call:
    """One request as a handler sees it: checked, parsed, and with ids from its path."""

    params: Mapping[str, str]
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    files: tuple[Upload, ...] = ()

    def __getitem__(self, name: str) -> str:
        return self.params[name]

    def flag(self, name: str) -> bool:
        """Whether a query parameter says yes."""
        return self.query.get(name, "").lower() in ("1", "true")

    def number(self, name: str, default: int, least: int, most: int) -> int:
        """Return a number of the query within its bounds; raise 50035 otherwise."""
        text = self.query.get(name, str(default))
        if not text.isdigit() or not least <= int(text) <= most:
            path, sentence = (name,), f"int value should be between {least} and {most}."
            raise errors.invalid_form([Problem(path, "NUMBER_TYPE_RANGE", sentence)])
        return int(text)


Handler = Callable[[Call], Any]


@dataclass(frozen=True)
class Route:
    """One of Discord's routes, by the path template of its description; a handler's None is a 204."""

    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
    template: str
    handler: Handler
    status: int = 200


class Rest:
    """Serves routes as Discord does."""

    def __init__(self, token: str, openapi: OpenApi, pace: RateLimits, faults: Faults, log: RequestLog) -> None:
        self._token = token
        self._openapi = openapi
        self._pace = pace
        self._faults = faults
        self._log = log

    def add(self, application: web.Application, routes: list[Route]) -> None:
        """Hang routes into the web application, and a 404 behind them."""
        for route in routes:
            application.router.add_route(route.method, PREFIX + route.template, self._served(route))
        application.router.add_route("*", PREFIX + "/{rest:.*}", self._unknown_route)

    def _served(self, route: Route) -> Callable[[web.Request], Any]:
        async def serve(request: web.Request) -> web.Response:
            seen = SeenRequest(route.method, request.path.removeprefix(PREFIX))
            self._log.add(seen)
            fault = self._faults.next(f"{seen.method} {seen.path}", before=True)
            response = fault or await self._judged(route, request, seen)
            fault = fault or self._faults.next(f"{seen.method} {seen.path}", before=False)
            response = fault or response
            seen.status = response.status
            return response

        return serve

    async def _judged(self, route: Route, request: web.Request, seen: SeenRequest) -> web.Response:
        verdict = self._pace.judge(route.method, route.template, request.match_info)
        if verdict.wait:
            return too_many_requests(verdict.wait, verdict)
        try:
            answer = route.handler(await self._call(route, request))
        except Refusal as refusal:
            seen.problems = [f"{'.'.join(map(str, p.path))}: {p.message}" for p in refusal.problems]
            seen.code = refusal.code
            return reply(refusal.body(), refusal.status, verdict.headers)
        return reply(answer, 204 if answer is None else route.status, verdict.headers)

    async def _call(self, route: Route, request: web.Request) -> Call:
        if not route.template.startswith(TOKEN_IN_PATH):
            self._check_token(request)
        body, files = await read_body(request)
        if body is None and self._openapi.takes_body(route.method, route.template):
            body = {}
        problems = self._openapi.request_problems(route.method, route.template, body)
        if problems:
            raise errors.invalid_form(problems)
        return Call(request.match_info, request.query, body, files)

    def _check_token(self, request: web.Request) -> None:
        if request.headers.get("Authorization") != f"Bot {self._token}":
            raise errors.unauthorised()

    async def _unknown_route(self, request: web.Request) -> web.Response:
        seen = SeenRequest(request.method, request.path.removeprefix(PREFIX), 404)
        seen.problems = ["the sandbox has no such route"]
        self._log.add(seen)
        return reply({"message": "404: Not Found", "code": 0}, 404, {})


def reply(answer: Any, status: int, headers: Mapping[str, str]) -> web.Response:
    """Return an answer with the bare content type that Discord sends."""
    if status == 204:
        return web.Response(status=204, headers={**VIA, **headers})
    body = msgspec.json.encode(answer)
    return web.Response(body=body, status=status, headers={**VIA, **headers, "Content-Type": "application/json"})


def too_many_requests(wait: float, verdict: Verdict) -> web.Response:
    """Return a 429 in Discord's shape."""
    body = {
        "message": "You are being rate limited.",
        "retry_after": round(wait, 3),
        "global": verdict.is_global,
    }
    headers = {**verdict.headers, "Retry-After": str(int(wait) + 1)}
    return reply(body, 429, headers)


async def read_body(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    """Return a request's JSON and files; None if there is no body."""
    if request.content_type == "multipart/form-data":
        return await _multipart(request)
    raw = await request.read()
    return (_decoded(raw), ()) if raw else (None, ())


async def _multipart(request: web.Request) -> tuple[Any, tuple[Upload, ...]]:
    body: Any = {}
    files: dict[int, Upload] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        raw = bytes(await part.read())
        if part.name == "payload_json":
            body = _decoded(raw)
        elif (name := part.name or "").startswith("files["):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            upload = Upload(tidy(part.filename or "file"), raw, _content_type(part.filename or "", kind))
            files[int(name[6:-1])] = upload
    return body, tuple(files[number] for number in sorted(files))


def _content_type(filename: str, sent: str) -> str:
    guessed = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "json": "application/json"}
    return guessed.get(filename.rpartition(".")[2].lower(), sent)


def _decoded(raw: bytes) -> Any:
    try:
        return msgspec.json.decode(raw)
    except msgspec.DecodeError:
        message = "The request body contains invalid JSON."
        raise Refusal(400, 50109, message) from None


def as_json(value: Any) -> Json:
    """Return a body that has to be an object; an absent one is an empty object."""
    return value if isinstance(value, dict) else {}
