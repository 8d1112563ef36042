"""A game of each title on a phone, by buttons and menus alone, against a computer player; the presses count.

By day those are its last moves, with a dot for every picture, at night its last evening and the whole of it, with its
pictures. Kingmaker's last rounds are clicked by day, on a phone too and with pictures, in `test_whole_game.py`, and a
whole game of it at night.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.phone import Title, at_the_table, counted
from tests.browser.titles import LAST_MOVES, TITLES, WHOLE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST = {"place": 5, "attack": 4, "hand_in": 5, "vote": 3}
"""Presses that the median of a kind of decision may take at most, opening the question and every menu among them."""

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


async def to_the_end(chromium: Browser, folder: Path, title: Title, *, drawn: bool = True) -> None:
    """Play to the end, and count the presses."""
    async with at_the_table(chromium, folder, title, drawn=drawn) as game:
        await game.open()
        table = await game.play()
        assert table.result is not None
        await game.night.all_said()
        await game.window.to_thread()
        await game.window.message("The secret behind the dice:").wait_for()
        assert game.errors == []
    print("\n".join(counted([game.presses])))
    for tag, numbers in game.presses.taken.items():
        assert sorted(numbers)[len(numbers) // 2] <= MOST.get(tag, ANY), (tag, numbers)
