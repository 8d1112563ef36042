"""The pages of games over HTTP: files that nobody finds without their address, and nothing else."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

from bot.config import Web
from bot.errors import ConfigError
from bot.services.web_pages import WebPages

HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
}
"""What goes with every answer. The policy of scripts, which names them by their hash, stands in the page itself."""

GONE = "There is no such page, or its time is over; ask Herald for it again with /game replay.\n"


class WebServer:
    """Answers with the pages of games."""

    def __init__(self, pages: WebPages) -> None:
        self._pages = pages

    def application(self) -> web.Application:
        """Return the web application."""
        found = web.Application()
        found.on_response_prepare.append(_add_headers)
        found.add_routes([web.get("/game/{name}.html", self._get_game), web.get("/own/{name}.html", self._get_own)])
        return found

    async def _get_game(self, request: web.Request) -> web.StreamResponse:
        return _answer(await self._pages.find_game(request.match_info["name"]), "no-cache")

    async def _get_own(self, request: web.Request) -> web.StreamResponse:
        return _answer(self._pages.find_own(request.match_info["name"]), "no-store")


def _answer(file: Path | None, keeping: str) -> web.StreamResponse:
    if file is None:
        raise web.HTTPNotFound(text=GONE, headers={"Cache-Control": "no-store"})
    headers = {"Cache-Control": keeping, "Content-Type": "text/html; charset=utf-8"}
    return web.FileResponse(file, headers=headers)


async def _add_headers(request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(HEADERS)


@asynccontextmanager
async def serving(pages: WebPages, settings: Web) -> AsyncIterator[int]:
    """Serve the pages for as long as the block runs, on port 0 not at all; raises ConfigError where it is taken."""
    if not pages.on:
        yield 0
        return
    runner = web.AppRunner(WebServer(pages).application(), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            raise ConfigError(
                f"Port {settings.port} of {settings.host} cannot be used for the pages of games ({error.strerror}); "
                "set another web.port, or 0 for none."
            ) from error
        yield settings.port
    finally:
        await runner.cleanup()
