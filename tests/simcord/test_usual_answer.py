"""A decision that somebody has answered alike three times is answered so for good by a press."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.pictures import Pictures
from engine.games import rules_of
from tests.harness.simcord import Player, Seen, hall


async def passes(player: Player) -> Seen:
    """Pass the turn by the panel."""
    shown = await player.press((await player.slash("options")).message, "Pass")
    while "Do it" in shown.labels():
        shown = await player.press(shown.message, "Do it")
    return shown


async def test_the_third_answer_alike_offers_to_give_it_always(
    tmp_path: Path, drawers: Pictures, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    moving = replace(rules_of("warlord").plans.plannable["W-03"], habitual=True)  # as if no situation decided of itself
    monkeypatch.setitem(rules_of("warlord").plans.plannable, "W-03", moving)
    async with hall(tmp_path, drawers, "ann", "ben") as here:
        await here.open("ann", game="warlord")
        ann, ben = here.players["ann"], here.players["ben"]
        await ben.slash("game join")
        await ann.slash("game start")
        await here.all_said()
        first, second = (ann, ben) if "Pass" in (await ann.slash("options")).labels() else (ben, ann)
        label = "Always: Pass"
        for number in range(3):
            shown = await passes(first)
            assert (label in shown.labels()) == (number == 2), shown.text
            assert ("The move of your turn: your last three answers were “Pass”" in shown.text) == (number == 2)
            if number < 2:
                await passes(second)
        plans = await first.press(shown.message, label)
        assert "until you delete it here" in plans.text and "your usual answer" in plans.text
        assert "your usual answer" in (await first.slash("plan")).text
        assert "plan" not in here.said() and "usual answer" not in here.said()
    assert "what is likely could not be worked out" not in caplog.text
