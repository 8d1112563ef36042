"""Kingmaker by clicks, each person in a window, from `/game new` to the replay of the export: the last rounds of two,
and at night a whole game of three.

Stewards have played the same game in memory before, so its end is known. Cat plays on a phone.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from engine.core.record import transcript
from engine.games import rules_of
from tests.browser.conftest import send
from tests.browser.evening import TWO, Evening, evening
from tests.browser.rehearsal import Rehearsal, from_here, short_game
from tests.harness.endings import LAST_HEIRS

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FIRST_SEED = 20717
MOST = 150
"""Actions of a game that is short enough to be clicked."""


LAST, DREAMT = 40, 5
"""Actions of the last rounds, and how many of them are chosen at random, so that forms are filled in."""


async def test_the_last_rounds_are_played_to_victory_with_clicks_alone(chromium: Browser, tmp_path: Path) -> None:
    async with evening(chromium, tmp_path, FIRST_SEED, TWO) as table:
        await table.open(LAST_HEIRS)
        rehearsal = from_here(*await table.live(), most=LAST, dreamt=DREAMT)
        await play(table, rehearsal)
        await everybody_sees_the_end(table, rehearsal)
        await the_export_proves_every_number(table, rehearsal)
        assert table.errors == []


@pytest.mark.nightly
async def test_three_people_play_to_victory_with_clicks_alone(chromium: Browser, tmp_path: Path) -> None:
    rehearsal = await short_game(tmp_path, start=FIRST_SEED, most=MOST)
    async with evening(chromium, tmp_path, rehearsal.seed) as table:
        await table.open()
        await play(table, rehearsal)
        assert any(window.private for window in table.windows.values()), "nobody decided anything in direct messages"
        await everybody_sees_the_end(table, rehearsal)
        await the_export_proves_every_number(table, rehearsal)
        assert table.errors == []


async def play(table: Evening, rehearsal: Rehearsal) -> None:
    game = await table.table()
    for seat, action in rehearsal.deeds:
        await table.take(game, seat, action)
    assert game.hash() == rehearsal.end


async def everybody_sees_the_end(table: Evening, rehearsal: Rehearsal) -> None:
    (winner,) = rehearsal.winners
    for window in table.windows.values():
        await window.to_thread()
        await window.message("/verify checks the").wait_for()
        await expect(window.message("The game is over.")).to_contain_text(f"@{window.names[winner]}")


async def the_export_proves_every_number(table: Evening, rehearsal: Rehearsal) -> None:
    ann = table.windows["s1"]
    await send(ann.page, "game export")
    async with ann.page.expect_download() as download:
        await ann.message("Check it with herald replay.").get_by_role("link").click()
    record = transcript.read(await asyncio.to_thread((await (await download.value).path()).read_bytes))
    await expect(ann.message("The dice are sealed:")).to_contain_text(record.commitment)
    assert len(record.entries) == rehearsal.begins + len(rehearsal.deeds)
    assert transcript.replay(rules_of("kingmaker"), record).hash() == rehearsal.end
