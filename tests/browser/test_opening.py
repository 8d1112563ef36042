"""A table is opened, and a lesson is taken, on a phone: by buttons and menus, once `/game new` has been sent."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.conftest import PHONE, get_up, send, sit_down
from tests.browser.window import DRAWN, Window
from tests.e2e.table import at_work
from tests.harness.sandbox import running_sandbox

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WIDTH = "document.documentElement.scrollWidth"


async def photographed(window: Window, folder: Path, name: str) -> None:
    """Look at the page: nothing is wider than the phone, and every picture is there."""
    images = await window.page.query_selector_all("img")
    await window.page.evaluate(DRAWN, images)
    assert await window.page.evaluate(WIDTH) == PHONE["width"]
    await window.page.screenshot(path=folder / f"{name}.png", full_page=True)


@pytest.mark.long
async def test_the_games_are_shown_one_is_learnt_and_one_is_opened(chromium: Browser, tmp_path: Path) -> None:
    errors: list[str] = []
    async with running_sandbox() as sandbox, at_work(tmp_path, sandbox, drawn=True):
        await (await sandbox.person("ann")).bot_is_ready()
        page = await sit_down(chromium, sandbox.url, "ann", PHONE, errors)
        window = Window(page, "Ann", "Ann's Lancaster", {})
        await send(page, "game new")
        cards = window.message("Which game?")
        await expect(cards).to_contain_text("2 to 7", timeout=60_000)
        await photographed(window, tmp_path, "cards")
        await page.get_by_role("button", name="Learn War Lord Tourney").click()
        lesson = window.message("Lesson, turn ")
        await expect(lesson).to_contain_text("turn 1 of 5", timeout=60_000)
        await expect(lesson).to_contain_text("👉")
        await photographed(window, tmp_path, "lesson")
        for _ in range(2):
            before = await lesson.inner_text()
            await window.press("Play it for me")
            await expect(lesson).not_to_have_text(before, timeout=60_000)
        await photographed(window, tmp_path, "lesson-later")
        await window.press("Leave the lesson")
        await window.message("nothing of it is kept").wait_for()
        await send(page, "game new")
        await window.press("Play Lancaster")
        how = window.message("Everything can still be changed at the table")
        await how.wait_for()
        await photographed(window, tmp_path, "how")
        await window.press("Open the table")
        await window.message("opens a table of").wait_for()
        await window.to_thread()
        await window.message("Take a seat").wait_for()
        await photographed(window, tmp_path, "lobby")
        await get_up(chromium, page)
    assert errors == []
