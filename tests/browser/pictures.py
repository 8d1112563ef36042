"""Photographs the sandbox in the middle of a game: `python -m tests.browser.pictures FOLDER` writes two PNG files."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser, Page, ViewportSize, async_playwright, expect

from engine.core.actions import Action
from engine.kingmaker.movement.land import Move
from tests.browser.conftest import ARGUMENTS, PHONE, chromium_path, sit_down
from tests.browser.evening import MAX_WAIT_S, NAMES, PLAYERS, TITLE, Evening, evening
from tests.browser.rehearsal import short_game
from tests.browser.window import Window

SEED = 113
MIDDLE = 50
"""Actions before the pictures are taken."""

DESK = ViewportSize(width=1280, height=960)
COLOURS = 256

Deeds = Sequence[tuple[str, Action]]


async def photograph(folder: Path) -> None:
    """Play half a game, and write sandbox.png and phone.png into a folder."""
    with TemporaryDirectory() as room:
        rehearsal = await short_game(Path(room), start=SEED, most=150)
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
            async with evening(browser, Path(room), rehearsal) as table:
                await table.open()
                await _photograph(browser, table, rehearsal.deeds, folder)
            await browser.close()


async def _photograph(browser: Browser, table: Evening, deeds: Deeds, folder: Path) -> None:
    game = await table.table()
    ann = _turn(deeds, "s1", MIDDLE)
    cat = _turn(deeds, "s3", ann)
    for deed in deeds[:ann]:
        await table.take(game, *deed)
    await _save(await _asked(browser, table, "s1", DESK, 2), folder / "sandbox.png")
    for deed in deeds[ann:cat]:
        await table.take(game, *deed)
    page = await _asked(browser, table, "s3", PHONE, 2)
    await page.get_by_role("button", name="End the Movement phase").scroll_into_view_if_needed()
    await _save(page, folder / "phone.png")


def _turn(deeds: Deeds, seat: str, start: int) -> int:
    """Return the place of the next deed with which a seat begins its Movement phase."""
    return next(
        place
        for place in range(start, len(deeds))
        if deeds[place][0] == seat != deeds[place - 1][0] and isinstance(deeds[place][1], Move)
    )


async def _asked(browser: Browser, table: Evening, seat: str, viewport: ViewportSize, scale: float) -> Page:
    """Return a fresh window in which a seat has been asked to move and looks at its options."""
    url = table.windows[seat].page.url.split("/#")[0]
    page = await sit_down(browser, url, PLAYERS[seat][0], viewport, table.errors, scale=scale)
    window = Window(page, NAMES[seat], TITLE, NAMES)
    await window.to_thread()
    await expect(page.locator(".message").last).to_have_class(re.compile("mentions-me"), timeout=MAX_WAIT_S * 1000)
    await window.press("My options")
    await page.locator(".message.ephemeral").last.get_by_text("What can I do now?").wait_for()
    await page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    return page


async def _save(page: Page, path: Path) -> None:
    """Write what a page shows, in few colours, and leave it."""
    picture = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    await page.context.close()


if __name__ == "__main__":
    asyncio.run(photograph(Path(sys.argv[1])))
