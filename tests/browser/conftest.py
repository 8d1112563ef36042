"""A browser, a sandbox and a small bot in it, fresh for every test but the browser."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from bot.sandbox import connect_discord_to
from bot.sandbox.server import Sandbox
from tests.browser.tablebot import TableBot

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""What the browser may be called; the first, which has no address bar, takes a quarter less of the processor."""

OFF = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades", "PaintHolding"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "ThirdPartyStoragePartitioning"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    *("PreconnectToSearch", "SpareRendererForSitePerProcess"),
)
"""What the browser does without: the pages behind its own address bar, which take twice as long to load in each new
window as ours, a process kept ready for a page that never comes, and what Playwright turns off, whose list this one
replaces."""

OPEN = "dialog, .picker, .lightbox, .slash"
"""What may lie open over a page, or in the box below it."""

ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OFF)}",
)


@dataclass
class Table:
    """One sandbox with its bot; `errors` holds what went wrong inside the pages."""

    sandbox: Sandbox
    bot: TableBot
    browser: Browser
    path: Path
    errors: list[str] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    async def sit(self, who: str = "ann", viewport: ViewportSize = DESKTOP) -> Page:
        """A window in which one is `who`."""
        self.pages.append(await sit_down(self.browser, self.sandbox.url, who, viewport, self.errors))
        return self.pages[-1]

    async def sit_apart(self) -> Page:
        """A window that is open already, in a channel named like the first, in which nothing has been said."""
        page = self.pages[0] if self.pages else await self.sit()
        channel = await self.bot.guilds[0].create_text_channel("herald")
        await page.locator(f'[data-key="channel:{channel.id}"]').click()
        await page.get_by_role("heading", name="Welcome to #herald").wait_for()
        self.bot.presses.clear()
        return page

    async def stop(self) -> None:
        """The sandbox goes down; its world stays on disk."""
        await self.sandbox.close()

    async def start(self) -> None:
        """The sandbox comes back at the same address."""
        port = int(self.sandbox.url.rsplit(":", 1)[1])
        self.sandbox = Sandbox(port=port, path=self.path, strict_rate_limits=False)
        await self.sandbox.start()

    async def say(self, who: str, channel_id: str, *contents: str) -> None:
        """Somebody says something outside any window, one thing after the other."""
        place = f"/person/{self.person(who)}/channels/{channel_id}/messages"
        async with aiohttp.ClientSession(self.sandbox.url) as client:
            for content in contents:
                (await client.post(place, json={"content": content})).raise_for_status()

    def person(self, who: str) -> str:
        """The id of one of the people."""
        return next(person.id for person in self.sandbox.world.people.values() if person.username == who)

    async def control(self, path: str, body: object) -> None:
        """Ask the control side for trouble."""
        async with aiohttp.ClientSession(self.sandbox.url) as client:
            (await client.post(f"/control/{path}", json=body)).raise_for_status()


Looks = tuple[Browser, int, int, float]
"""What makes one window like another: its browser, width, height and scale."""

_left: dict[Looks, list[Page]] = {}
"""Windows that somebody has left, and the next may have: a new one costs as much as loading the page does."""

_wrong: dict[Page, list[str]] = {}
"""Where to say what goes wrong inside a page."""


async def sit_down(
    browser: Browser, url: str, who: str, viewport: ViewportSize, errors: list[str], *, scale: float = 1
) -> Page:
    """A window on a sandbox in which one is `who`; what goes wrong inside the page is added to `errors`."""
    left = _left.setdefault((browser, viewport["width"], viewport["height"], scale), [])
    page = left.pop() if left else await _opened(browser, viewport, scale)
    page.set_default_timeout(20_000)
    _wrong[page] = errors
    await page.goto(f"{url}/#{who}")
    await page.get_by_role("heading", name="Welcome to #herald").wait_for()
    return page


async def _opened(browser: Browser, viewport: ViewportSize, scale: float) -> Page:
    touch = viewport["width"] < 600
    context = await browser.new_context(
        viewport=viewport, has_touch=touch, is_mobile=touch, device_scale_factor=scale, reduced_motion="reduce"
    )
    page = await context.new_page()
    page.on("pageerror", lambda error: _wrong[page].append(str(error)))
    return page


async def get_up(browser: Browser, page: Page, *, scale: float = 1) -> None:
    """Leave a window to whoever comes next, with nothing remembered in it."""
    await page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    await page.goto("about:blank")
    size = page.viewport_size
    assert size is not None
    _left[browser, size["width"], size["height"], scale].append(page)


def chromium_path() -> str | None:
    """The system's Chromium."""
    return next(filter(None, map(shutil.which, NAMES)), None)


async def send(page: Page, command: str) -> None:
    """Type a slash command with everything it needs ("show panel", "game new title:x variant:long") and send it."""
    box = page.get_by_role("combobox", name="Message").or_(page.get_by_role("textbox", name="Message"))
    await box.first.fill(f"/{command} ")
    await page.get_by_role("button", name="Send").click()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """The system's Chromium; without one the tests that need it are skipped."""
    path = chromium_path()
    if path is None:
        pytest.skip(f"no Chromium on this machine (looked for {', '.join(NAMES)})")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def table(chromium: Browser, tmp_path: Path) -> AsyncIterator[Table]:
    """A sandbox with a bot that is ready; its pages must end without an error."""
    async with laid(chromium, tmp_path / "sandbox.sqlite") as place:
        yield place


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def common_room(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    """A sandbox for all tests that mind nobody before them."""
    async with laid(chromium, tmp_path_factory.mktemp("common") / "sandbox.sqlite") as place:
        yield place


@pytest_asyncio.fixture(loop_scope="session")
async def desk(common_room: Table) -> AsyncIterator[Table]:
    """A place in the common room, for a test that looks at one channel alone: to load a page costs more than to use it.

    Where a test leaves something open over the page, as those do that fail, the next one loads it anew.
    """
    connect_discord_to(common_room.sandbox.api_url, common_room.sandbox.gateway_url)
    yield common_room
    for page in common_room.pages:
        if await page.locator(OPEN).count() or "#ann/" not in page.url:
            await page.goto("about:blank")
            await page.goto(f"{common_room.sandbox.url}/#ann")
    assert common_room.errors == []


@asynccontextmanager
async def laid(chromium: Browser, path: Path) -> AsyncIterator[Table]:
    """Start a sandbox with its bot; whoever has sat down gets up at the end."""
    sandbox = Sandbox(path=path, strict_rate_limits=False)
    await sandbox.start()
    connect_discord_to(sandbox.api_url, sandbox.gateway_url)
    bot = TableBot()
    running = asyncio.create_task(bot.start(sandbox.token))
    await asyncio.wait_for(bot.ready.wait(), 10)
    place = Table(sandbox, bot, chromium, path)
    yield place
    for page in place.pages:
        await get_up(chromium, page)
    await bot.close()
    running.cancel()  # it may be asleep before it tries to come back
    await asyncio.gather(running, return_exceptions=True)
    await place.sandbox.close()
    assert place.errors == []
