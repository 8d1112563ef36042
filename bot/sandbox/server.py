"""A local Discord: REST and gateway for the bot, a page for people, a control side for tests."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import yarl
from aiohttp import web

from bot.sandbox.broadcast import Broadcast, PeopleLines
from bot.sandbox.channels import Channels
from bot.sandbox.control import Control
from bot.sandbox.faults import Faults, RequestLog
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Clock, Interactions
from bot.sandbox.messages import Messages
from bot.sandbox.openapi import OpenApi
from bot.sandbox.payloads import Payloads
from bot.sandbox.people import People
from bot.sandbox.person_web import WebHandler
from bot.sandbox.ratelimit import LateEdits, RateLimits
from bot.sandbox.rest import PREFIX, Rest, Route
from bot.sandbox.rest_commands import CommandRoutes
from bot.sandbox.rest_interactions import InteractionRoutes
from bot.sandbox.rest_messages import MessageRoutes
from bot.sandbox.rest_places import ChannelRoutes, GuildRoutes, UserRoutes
from bot.sandbox.world import World

HOST = "127.0.0.1"
LOCAL_NAMES = frozenset({HOST, "localhost"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load, and who may show it in a frame: nobody."""

TOKEN = "sandbox-token"


class Sandbox:
    """The local Discord as a whole; it listens on this machine only.

    `port` 0 takes any free one, `path` None keeps the world in memory, and without
    `strict_rate_limits` the bot may send as fast as it likes.
    """

    def __init__(self, *, port: int = 0, path: Path | None = None, strict_rate_limits: bool = True) -> None:
        self._port = port
        self._path = path
        self._strict = strict_rate_limits
        self._runner: web.AppRunner | None = None
        self._parts: _Parts | None = None

    async def start(self) -> None:
        """Open the world and listen."""
        listening = socket.create_server((HOST, self._port))  # so the port is known before the first request
        self._port = listening.getsockname()[1]
        self._parts = _Parts(World(self._path), self.url, self.gateway_url, self._strict)
        self._runner = web.AppRunner(self._parts.application(), access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()

    async def close(self) -> None:
        """End every connection and close the world; what it knew is on disk."""
        parts, runner = self._parts, self._runner
        self._parts = self._runner = None
        if parts is not None and runner is not None:
            parts.hang_up()
            await runner.cleanup()
            parts.world.close()

    @property
    def url(self) -> str:
        """Where the page is, and the root of everything else."""
        return f"http://{HOST}:{self._port}"

    @property
    def api_url(self) -> str:
        """The root of the REST API, with its version."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return f"ws://{HOST}:{self._port}/gateway"

    @property
    def token(self) -> str:
        """The bot token that this server takes."""
        return TOKEN

    @property
    def application_id(self) -> int:
        """The id of the bot and its application; known once the server has started."""
        return int(self.world.guild.bot_id)

    @property
    def world(self) -> World:
        """Everything that the server knows; there is one once it has started."""
        if self._parts is None:
            raise RuntimeError("The sandbox has not been started.")
        return self._parts.world


@web.middleware
async def refuse_foreign_hosts(request: web.Request, handler: WebHandler) -> web.StreamResponse:
    """Refuse requests that name another host or come from pages that are not this server's own.

    A browser could be made to send them; another port of this machine is another's too.
    """
    own = f"http://{request.host}"
    if yarl.URL(own).host not in LOCAL_NAMES or request.headers.get("Origin", own) != own:
        raise web.HTTPForbidden(text="This server talks to its own machine and its own page only.")
    return await handler(request)


async def protect(request: web.Request, response: web.StreamResponse) -> None:
    """Tell browsers what a page of this server may load, and to take no file for what it does not say it is."""
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"


class _Parts:
    """All parts of one life of the server, put together."""

    def __init__(self, world: World, url: str, gateway_url: str, strict: bool) -> None:
        self.world = world
        self._lines = PeopleLines()
        self._payloads = Payloads(world, url)
        self._gateway = Gateway(world, self._payloads, TOKEN, gateway_url, self._tell_status, strict)
        self._gateway_url = gateway_url
        self._broadcast = Broadcast(world, self._payloads, self._gateway, self._lines)
        self._channels = Channels(world, self._broadcast)
        self._messages = Messages(world, self._broadcast)
        self._clock = Clock()
        self._interactions = Interactions(world, self._payloads, self._broadcast, self._messages, self._clock)
        self._faults = Faults()
        self._log = RequestLog()
        self._pace = RateLimits(strict)
        self._late = LateEdits()

    def application(self) -> web.Application:
        """Return the web application with all three sides."""
        application = web.Application(client_max_size=sys.maxsize, middlewares=[refuse_foreign_hosts])
        application.on_response_prepare.append(protect)
        rest = Rest(TOKEN, OpenApi.shared(), self._pace, self._faults, self._log)
        rest.add(application, self.rest_routes())
        application.router.add_get("/gateway", self._gateway.handle)
        application.router.add_get("/gateway/", self._gateway.handle)
        application.add_routes(self._people_side().routes())
        application.add_routes(self._control_side().routes())
        return application

    def rest_routes(self) -> list[Route]:
        """Every REST route."""
        world, payloads, channels = self.world, self._payloads, self._channels
        return [
            *UserRoutes(world, payloads, lambda: self._gateway_url, self._gateway.start_limit).routes(),
            *GuildRoutes(world, payloads, channels).routes(),
            *MessageRoutes(world, payloads, channels, self._messages, self._clock, self._late).routes(),
            *ChannelRoutes(world, payloads, channels).routes(),
            *CommandRoutes(world, self._broadcast).routes(),
            *InteractionRoutes(world, payloads, self._interactions).routes(),
        ]

    def hang_up(self) -> None:
        """End all sockets and stop all timers."""
        self._interactions.cancel_timers()
        self._gateway.close()
        for line in self._lines.all_lines():
            line.close(1001)

    def _people_side(self) -> People:
        return People(
            self.world,
            self._payloads,
            self._gateway,
            self._broadcast,
            self._lines,
            self._channels,
            self._messages,
            self._interactions,
        )

    def _control_side(self) -> Control:
        return Control(
            self.world, self._channels, self._gateway, self._faults, self._log, self._clock, self._pace, self._late
        )

    def _tell_status(self, online: bool) -> None:
        self._lines.tell_all("BOT_STATUS", {"online": online})
