"""A tournament by buttons, in four windows: one person enters and does not come, the others play, one has won."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import TimeoutError as TookTooLong

from bot.app import herald_at_work
from bot.config import Config, Database, Pictures
from bot.sandbox import Sandbox, connect_discord_to
from tests.browser.conftest import DESKTOP, PHONE, get_up, send, sit_down
from tests.browser.window import Window
from tests.core.toy import moderated
from tests.harness import BOARDS
from tests.harness.drawing import lasting

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MAX_WAIT_MS = 60_000
"""Milliseconds after which what was expected has failed, on a machine that has much else to do."""

TRIES = 20
"""So often an official looks whether something is offered by now."""

WHO = {"ann": DESKTOP, "ben": DESKTOP, "cat": PHONE, "dan": DESKTOP}


def board(page: Page) -> Locator:
    """The message of the tournament."""
    return page.locator(".message", has=page.get_by_role("button", name="For officials")).first


async def press(window: Window, label: str, told: str) -> None:
    """Press a button of the tournament, and be told something."""
    await board(window.page).get_by_role("button", name=label, exact=True).click()
    await window.message(told).wait_for()


async def lead(ann: Window, label: str, *then: str) -> None:
    """Press what officials are offered, as soon as it is, and then something on what comes of it."""
    wanted = ann.page.get_by_role("button", name=label, exact=True)
    for _ in range(TRIES):
        await send(ann.page, "tournament manage")
        try:
            await wanted.last.wait_for(timeout=MAX_WAIT_MS / TRIES)
            break
        except TookTooLong:
            continue
    for one in (label, *then):
        await ann.press(one)


async def decreed(ann: Window, thread: str, winner: str) -> None:
    """Let the game master end a game in its thread, for somebody."""
    await ann.go(thread)
    await send(ann.page, f"gm end reason:It is late winner:{winner}")
    await ann.page.locator(".message", has_text="cannot be taken back").get_by_role("button").first.click()
    await ann.message("The game is over").wait_for()
    await ann.go("herald")


@pytest.mark.long
async def test_a_tournament_is_led_and_won_by_buttons_though_somebody_does_not_come(
    chromium: Browser, tmp_path: Path
) -> None:
    config = Config(database=Database(tmp_path / "herald.db"), pictures=Pictures(cache=BOARDS))
    sandbox = Sandbox(path=tmp_path / "sandbox.db", strict_rate_limits=False)
    await sandbox.start()
    connect_discord_to(sandbox.api_url, sandbox.gateway_url)
    errors: list[str] = []
    try:
        with moderated():
            async with herald_at_work(config, sandbox.token, hire=lasting) as supervisor:
                await supervisor.connected()
                pages = {who: await sit_down(chromium, sandbox.url, who, view, errors) for who, view in WHO.items()}
                for page in pages.values():
                    page.set_default_timeout(MAX_WAIT_MS)
                await played({who: Window(page, who.title(), "herald", {}) for who, page in pages.items()})
                for page in pages.values():
                    await get_up(chromium, page)
    finally:
        await sandbox.close()
    assert errors == []


async def played(windows: dict[str, Window]) -> None:
    ann, ben, cat, dan = windows.values()
    await send(ann.page, "tournament create title:Cards game:high_card heats:1 clock:live")
    for player in (ben, cat, dan):
        await press(player, "I play heat 1 / not this one", "You play heat 1.")
    await lead(ann, "Announce heat 1")
    for player in (ben, cat):
        await press(player, "Check in: heat 1", "You are in heat 1.")
    await lead(ann, "Seat heat 1", "Seat them so")
    await expect(board(ann.page)).to_contain_text("Table 1")
    await expect(board(dan.page)).not_to_contain_text("Dan")
    await decreed(ann, "Cards: Heat 1, table 1", "Ben")
    await lead(ann, "Sign heat 1")
    for player in (ben, cat):
        await press(player, "I play the Final", "You play the Final;")
    await lead(ann, "Announce the Final")
    for player in (ben, cat):
        await press(player, "Check in: the Final", "You are in the Final.")
    await lead(ann, "Seat the Final", "Seat them so")
    await decreed(ann, "Cards: Final", "Cat")
    await lead(ann, "Sign the Final")
    for window in windows.values():
        said = window.page.locator(".message", has_text="Champion: Cat").last
        await expect(said).to_contain_text("Second: Ben", timeout=MAX_WAIT_MS)
        picture = said.get_by_role("img").first
        await expect(picture).to_have_attribute("alt", "Cards 2026: 2 entrants. Champion: Cat. Second: Ben.")
