"""A tournament by buttons: one person enters and does not come, the others play, one has won.

By day two see the Final in their windows, after a heat over the wire; at night four see the whole of it in theirs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, ViewportSize, expect
from playwright.async_api import TimeoutError as TookTooLong

from bot.discord_adapter.client import Supervisor
from tests.browser.conftest import DESKTOP, PHONE, get_up, send, sit_down
from tests.browser.window import Window
from tests.core.toy import moderated
from tests.e2e import test_tournament as wire
from tests.e2e.table import at_work
from tests.harness.reading import buttons, text_of
from tests.harness.sandbox import DrivenSandbox, Person, running_sandbox

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MAX_WAIT_MS = 60_000
"""Milliseconds after which what was expected has failed, on a machine that has much else to do."""

TRIES = 20
"""So often an official looks whether something is offered by now."""

WHO = {"ann": DESKTOP, "ben": DESKTOP, "cat": PHONE, "dan": DESKTOP}
FINALISTS = {"ann": DESKTOP, "cat": PHONE}

ABOUT: dict[str, Any] = {"title": "Cards", "game": "high_card", "heats": "1", "clock": "live"}
THREADS = ("Cards: Heat 1, table 1", "Cards: Final")

Player = Callable[[str, str], Awaitable[None]]
"""Somebody who presses a button of the tournament, and is told something."""


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
    await ann.page.locator(".message", has_text="Really?").last.get_by_role("button").first.click()
    await ann.message("The game is over").wait_for()
    await ann.go("herald")


@pytest.mark.long
async def test_the_final_of_a_tournament_is_led_and_won_by_buttons(chromium: Browser, tmp_path: Path) -> None:
    with moderated():
        async with running_sandbox() as sandbox, at_work(tmp_path, sandbox, drawn=True) as supervisor:
            people = [await sandbox.person(who) for who in WHO]
            await heat_over_the_wire(supervisor, *people)
            async with windows_of(chromium, sandbox, FINALISTS) as windows:
                ann, cat = windows
                await final(ann, [partial(wire.press, people[1]), partial(press, cat)])
                await everybody_sees_the_champion(windows)


@pytest.mark.nightly
async def test_a_tournament_is_led_and_won_by_buttons_though_somebody_does_not_come(
    chromium: Browser, tmp_path: Path
) -> None:
    with moderated():
        async with running_sandbox() as sandbox, at_work(tmp_path, sandbox, drawn=True) as supervisor:
            await supervisor.connected()
            async with windows_of(chromium, sandbox, WHO) as windows:
                ann, ben, cat, dan = windows
                await heat(ann, [partial(press, player) for player in (ben, cat, dan)])
                await expect(board(dan.page)).not_to_contain_text("Dan")
                await decreed(ann, THREADS[0], "Ben")
                await lead(ann, "Sign heat 1")
                await final(ann, [partial(press, player) for player in (ben, cat)])
                await everybody_sees_the_champion(windows)


@asynccontextmanager
async def windows_of(
    chromium: Browser, sandbox: DrivenSandbox, who: Mapping[str, ViewportSize]
) -> AsyncIterator[list[Window]]:
    """Some people with a window each, in which nothing goes wrong."""
    errors: list[str] = []
    pages = [await sit_down(chromium, sandbox.url, name, view, errors) for name, view in who.items()]
    for page in pages:
        page.set_default_timeout(MAX_WAIT_MS)
    yield [Window(page, name.title(), "herald", {}) for name, page in zip(who, pages, strict=True)]
    for page in pages:
        await get_up(chromium, page)
    assert errors == []


async def heat_over_the_wire(supervisor: Supervisor, ann: Person, ben: Person, cat: Person, dan: Person) -> None:
    """The first heat is led by Ann, entered by three, and won by Ben; Dan does not come."""
    await ann.bot_is_ready()
    await ann.slash("/tournament create", channel="herald", **ABOUT)
    event = text_of(await ann.answer()).split("`")[1]
    for player in (ben, cat, dan):
        await wire.press(player, "I play heat 1", "You play heat 1.")
    await wire.leads(ann, "Announce heat 1")
    for player in (ben, cat):
        await wire.press(player, "Check in: heat 1", "You are in heat 1.")
    await wire.leads(ann, "Seat heat 1…", "Seat them like this")
    (place,) = await wire.seated(supervisor, event, 1)
    await wire.until_started(supervisor, place.game)
    await ann.refresh()
    ann.here = THREADS[0]
    ((_, winner),) = await ann.autocomplete("/gm end", "winner", "Ben", reason="It is late")
    await ann.slash("/gm end", reason="It is late", winner=winner)
    warned = await ann.answer()
    await ann.press(warned, buttons(warned)[0]["label"])
    await ann.expect("The game is over")
    await wire.leads(ann, "Sign heat 1")


async def heat(ann: Window, players: Sequence[Player]) -> None:
    """Ann leads a heat that all enter, and to which the last of them does not come."""
    await send(ann.page, "tournament create title:Cards game:high_card heats:1 clock:live")
    for player in players:
        await player("I play heat 1", "You play heat 1.")
    await lead(ann, "Announce heat 1")
    for player in players[:-1]:
        await player("Check in: heat 1", "You are in heat 1.")
    await lead(ann, "Seat heat 1…", "Seat them like this")
    await expect(board(ann.page)).to_contain_text("Table 1")


async def final(ann: Window, players: Sequence[Player]) -> None:
    """Ann leads the Final, which all play, and ends it for Cat."""
    for player in players:
        await player("I play the Final", "You play the Final;")
    await lead(ann, "Announce the Final")
    for player in players:
        await player("Check in: the Final", "You are in the Final.")
    await lead(ann, "Seat the Final…", "Seat them like this")
    await decreed(ann, THREADS[1], "Cat")
    await lead(ann, "Sign the Final")


async def everybody_sees_the_champion(windows: Sequence[Window]) -> None:
    for window in windows:
        said = window.page.locator(".message", has_text="Champion: Cat").last
        await expect(said).to_contain_text("Second: Ben", timeout=MAX_WAIT_MS)
        picture = said.get_by_role("img").first
        await expect(picture).to_have_attribute("alt", "Cards 2026: 2 entrants. Cat is the champion. Ben is second.")
