"""People with a window each, who play a rehearsed game by clicks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from playwright.async_api import Browser, ViewportSize
from playwright.async_api import TimeoutError as TookTooLong

from bot.app import herald_at_work
from bot.config import Config, Database, Pictures
from bot.discord_adapter.client import Supervisor
from bot.sandbox import connect_discord_to
from bot.store import game_log, games
from bot.store.rows import Opening, Status
from bot.table.live_game import LiveGame
from engine.core.actions import Action
from engine.core.table import Table
from tests.browser.conftest import DESKTOP, PHONE, get_up, send, sit_down
from tests.browser.window import Window
from tests.harness import BOARDS
from tests.harness.database import with_tables
from tests.harness.drawing import lasting
from tests.harness.sandbox import DrivenSandbox

TITLE = "The Wars of the Roses"
Players = Mapping[str, tuple[str, ViewportSize]]
"""Who plays, and what he looks at, by seat."""

THREE: Players = {"s1": ("ann", DESKTOP), "s2": ("ben", DESKTOP), "s3": ("cat", PHONE)}
TWO: Players = {"s1": ("ann", DESKTOP), "s2": ("cat", PHONE)}
MAX_WAIT_S = 60.0
"""Seconds after which what was expected has failed; a map may have to be drawn before the next message comes."""


class Evening:
    """A game at which every seat has its window; what goes wrong inside the pages is in `errors`."""

    def __init__(
        self, sandbox: DrivenSandbox, supervisor: Supervisor, windows: dict[str, Window], errors: list[str]
    ) -> None:
        self.sandbox = sandbox
        self.supervisor = supervisor
        self.windows = windows
        self.errors = errors
        self._moved = asyncio.Event()
        supervisor.herald.referee.on_commit(lambda _: self._moved.set())

    async def open(self, position: str = "") -> None:
        """Ann opens the table with the composer, the others take their seats, and Ann starts.

        Where the game goes on from a position, she opens it from outside: a file cannot be written.
        """
        ann, *guests = self.windows.values()
        if position:
            person = await self.sandbox.person("ann")
            file = await person.upload("position.toml", position.encode())
            await person.slash("/game new", channel="herald", title=TITLE, position=file)
        else:
            await send(ann.page, f"game new title:{TITLE}")
        for window in self.windows.values():
            await window.to_thread()
        for guest in guests:
            await guest.press("Take a seat")
            await guest.message("You have a seat.").wait_for()
        await ann.press("Start the game")
        await ann.message("The game begins.").wait_for()

    async def table(self) -> Table:
        """The live table, for looking only."""
        return (await self.live())[0].table

    async def live(self) -> tuple[LiveGame, Opening]:
        """The live game with its opening."""
        async with self.supervisor.herald.store.reading() as connection:
            (game,) = await games.all_with(connection, Status.PLAYING)
            opening = await game_log.opening(connection, game.id)
        async with self.supervisor.herald.referee.reading(game.id) as live:
            return live, opening

    async def take(self, table: Table, seat: str, action: Action) -> None:
        """Let a seat's person take a decision, and wait until it is carried out and shown."""
        window, version = self.windows[seat], table.version
        try:
            panel = await window.decide(table, seat, action)
            async with asyncio.timeout(MAX_WAIT_S):
                while table.version == version:
                    self._moved.clear()
                    await self._moved.wait()
            await window.settled(panel, table, seat)
        except (TimeoutError, TookTooLong) as error:
            error.add_note(f"{seat} wanted {action} at {version}, the table is at {table.version}")
            error.add_note(await window.page.locator("body").inner_text())
            raise


@asynccontextmanager
async def evening(browser: Browser, folder: Path, seed: int, players: Players = THREE) -> AsyncIterator[Evening]:
    """Start a sandbox with a Herald who draws what a rehearsal of this seed drew, and let people look at it."""
    config = Config(database=Database(with_tables(folder / "herald.db")), pictures=Pictures(cache=BOARDS))
    sandbox = DrivenSandbox(path=folder / "sandbox.db")
    await sandbox.start()
    connect_discord_to(sandbox.api_url, sandbox.gateway_url)
    try:
        entropy = Random(seed).randbytes
        async with herald_at_work(config, sandbox.token, entropy=entropy, hire=lasting) as supervisor:
            await supervisor.connected()
            errors: list[str] = []
            windows = {seat: await _window(browser, sandbox.url, seat, players, errors) for seat in players}
            yield Evening(sandbox, supervisor, windows, errors)
            for window in windows.values():
                await get_up(browser, window.page)
    finally:
        await sandbox.close()


async def _window(browser: Browser, url: str, seat: str, players: Players, errors: list[str]) -> Window:
    who, viewport = players[seat]
    page = await sit_down(browser, url, who, viewport, errors)
    page.set_default_timeout(MAX_WAIT_S * 1000)
    names = {seat: name.title() for seat, (name, _) in players.items()}
    return Window(page, names[seat], TITLE, names)
