"""A whole game of each title on a phone, by buttons and menus alone, against a computer player; the presses count.

That of Kingmaker waits for the night: its last rounds are clicked, on a phone too, in `test_whole_game.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.browser.phone import Title, at_the_table, counted
from tests.browser.titles import TITLES

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MOST = {"place": 5, "attack": 4, "hand_in": 5, "vote": 3}
"""Presses that the median of a kind of decision may take at most, opening the question and every menu among them."""

ANY = 7
"""The same for all other kinds."""

AT_NIGHT = {"kingmaker": pytest.mark.nightly}
"""What is played at night alone."""


@pytest.mark.long
@pytest.mark.parametrize("title", [pytest.param(t, id=t.game, marks=AT_NIGHT.get(t.game, ())) for t in TITLES])
async def test_a_whole_game_on_a_phone_by_buttons_alone(chromium: Browser, tmp_path: Path, title: Title) -> None:
    async with at_the_table(chromium, tmp_path, title) as game:
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
