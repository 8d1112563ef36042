"""A game of each title on a phone, by buttons and menus alone, against a computer player; the presses count.

By day those are its last moves, with a dot for every picture, at night its last evening and the whole of it, with its
pictures. Kingmaker's last rounds are clicked by day, on a phone too and with pictures, in `test_whole_game.py`, and a
whole game of it at night.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, FilePayload

from bot.texts import MESSAGE
from tests.browser.conftest import PHONE, get_up, sit_down
from tests.browser.phone import Title, at_the_table, counted
from tests.browser.titles import LAST_MOVES, TITLES, WHOLE
from tests.browser.window import Window
from tests.e2e.table import at_work
from tests.harness.sandbox import running_sandbox

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST = {"place": 5, "attack": 4, "hand_in": 5, "vote": 3}
"""Presses that the median of a kind of decision may take at most, opening the question and every menu among them."""

POSITION = Path(__file__).parents[2] / "docs" / "positions" / "kingmaker.toml"

ANY = 7
"""The same for all other kinds."""


@pytest.mark.long
@pytest.mark.parametrize("title", [pytest.param(title, id=title.game) for title in LAST_MOVES])
async def test_a_game_is_ended_on_a_phone_by_buttons_alone(chromium: Browser, tmp_path: Path, title: Title) -> None:
    await to_the_end(chromium, tmp_path, title, drawn=False)


@pytest.mark.nightly
@pytest.mark.parametrize(
    "title",
    [
        *(pytest.param(title, id=f"{title.game}-last-evening") for title in TITLES),
        *(pytest.param(title, id=f"{title.game}-whole") for title in WHOLE),
    ],
)
async def test_a_long_game_is_played_on_a_phone_by_buttons_alone(
    chromium: Browser, tmp_path: Path, title: Title
) -> None:
    await to_the_end(chromium, tmp_path, title)


@pytest.mark.long
async def test_a_table_is_opened_on_a_phone_from_the_file_of_a_position(chromium: Browser, tmp_path: Path) -> None:
    """The file is chosen in the box of the command; the thread tells the position back in messages that fit."""
    file = FilePayload(name="our evening.toml", mimeType="", buffer=POSITION.read_bytes())
    errors: list[str] = []
    async with running_sandbox() as sandbox, at_work(tmp_path, sandbox):
        await (await sandbox.person("ann")).bot_is_ready()
        page = await sit_down(chromium, sandbox.url, "ann", PHONE, errors)
        await page.get_by_label("Message #herald").fill("/game new title:Our evening ")
        await page.get_by_role("button", name="+ position").click()
        await page.get_by_label(
            "position: The position of a game begun elsewhere, as a file; 'herald position' checks it"
        ).set_input_files([file])
        await page.get_by_role("button", name="Send").click()
        window = Window(page, "Ann", "Our evening", {})
        await window.message(
            "This game began elsewhere; it continues here from a position that was written down."
        ).wait_for()
        await window.to_thread()
        await window.message("is asked: In the position from which this game continues").wait_for()
        told = window.message("This is how the position stands.")
        await window.message("Henry VI (Lancaster, King): with Stafford").wait_for()
        assert len(await told.inner_text()) < MESSAGE and "is asked:" not in await told.inner_text()
        assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
        await get_up(chromium, page)
    assert errors == []


async def to_the_end(chromium: Browser, folder: Path, title: Title, *, drawn: bool = True) -> None:
    """Play to the end, and count the presses."""
    async with at_the_table(chromium, folder, title, drawn=drawn) as game:
        await game.open()
        table = await game.play()
        assert table.result is not None
        await game.night.all_said()
        await game.window.to_thread()
        await game.window.message("/verify checks the").wait_for()
        assert game.errors == []
    print("\n".join(counted([game.presses])))
    for tag, numbers in game.presses.taken.items():
        assert sorted(numbers)[len(numbers) // 2] <= MOST.get(tag, ANY), (tag, numbers)
