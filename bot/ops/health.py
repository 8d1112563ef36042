"""How Herald is, over HTTP: `/metrics` for Prometheus, `/healthz` for whoever restarts it; and how late the loop is."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from ipaddress import ip_address

from aiohttp import web
from msgspec import json
from prometheus_client import generate_latest
from yarl import URL

from bot.errors import ConfigError, HeraldError
from bot.metrics import Metrics
from bot.store import statistics
from bot.store.database import Store
from bot.store.rows import Status

LAG_INTERVAL_S = 0.25
"""Seconds between two looks at how late the event loop is."""

Checks = Mapping[str, Callable[[], bool]]
"""Parts of Herald that are well or not, by name."""


async def measure_lag(metrics: Metrics) -> None:
    """Note how late the event loop wakes its tasks, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LAG_INTERVAL_S
        await asyncio.sleep(LAG_INTERVAL_S)
        metrics.lag.labels("main").observe(max(0.0, loop.time() - due))


class HealthServer:
    """Answers `/metrics` and `/healthz` to whoever calls it localhost, an address, or one of its names.

    A page that somebody opens in a browser on this machine can lead a name of its own here; that name is refused. The
    store is asked when somebody looks.
    """

    def __init__(
        self, store: Store, metrics: Metrics, checks: Checks, now: Callable[[], float], names: Sequence[str] = ()
    ) -> None:
        self._store = store
        self._metrics = metrics
        self._checks = checks
        self._now = now
        self._names = {"localhost", *(name.casefold() for name in names)}

    def application(self) -> web.Application:
        """Return the web application."""
        found = web.Application(middlewares=[self._check_name])
        found.add_routes([web.get("/metrics", self._get_metrics), web.get("/healthz", self._get_health)])
        return found

    @web.middleware
    async def _check_name(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        name = _name_of(request.host)
        if name not in self._names and not _is_address(name):
            raise web.HTTPMisdirectedRequest(
                text="Herald does not answer to this host name; add it to metrics.names.\n"
            )
        return await handler(request)

    async def _get_metrics(self, request: web.Request) -> web.Response:
        try:
            await self._ask_store()
        except HeraldError as error:
            return web.Response(status=503, text=f"{error}\n")
        return web.Response(body=generate_latest(self._metrics.registry), headers={"Content-Type": PROMETHEUS})

    async def _ask_store(self) -> None:
        async with self._store.reading() as connection:
            games = await statistics.games_by_status(connection)
            waiting = await statistics.backlog(connection)
        for status in Status:
            self._metrics.games.labels(status.value).set(games.get(status.value, 0))
        self._metrics.backlog.set(waiting.count)
        self._metrics.homeless.set(waiting.homeless)
        self._metrics.oldest.set(0 if waiting.oldest is None else max(0.0, self._now() - waiting.oldest))

    async def _get_health(self, request: web.Request) -> web.Response:
        found = {name: well() for name, well in self._checks.items()}
        found["database"] = await self._store_answers()
        body = {"well": all(found.values())} | found
        return web.Response(
            status=200 if body["well"] else 503, body=json.encode(body), content_type="application/json"
        )

    async def _store_answers(self) -> bool:
        try:
            async with asyncio.timeout(2), self._store.reading() as connection:
                await statistics.games_by_status(connection)
        except (HeraldError, TimeoutError):
            return False
        return True


def _name_of(host: str) -> str:
    """Return the name in a header `Host`, without the port; "" where it is none."""
    try:
        return (URL(f"http://{host}").host or "").casefold()
    except ValueError:
        return ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


@asynccontextmanager
async def listening(health: HealthServer, host: str, port: int) -> AsyncIterator[int]:
    """Answer on a port for as long as the block runs, 0 for not at all; raises ConfigError where it is taken."""
    if not port:
        yield 0
        return
    runner = web.AppRunner(health.application(), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port)
        try:
            await site.start()
        except OSError as error:
            raise ConfigError(
                f"Port {port} of {host} cannot be used for /metrics ({error.strerror}); set another metrics.port, "
                "or 0 for none."
            ) from error
        yield port
    finally:
        await runner.cleanup()
