"""A game that is registered while Herald runs its tests is played over the wire like any other."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.core.toy import moderated
from tests.e2e.players import ButtonPlayer, CommandPlayer, is_refusal
from tests.e2e.table import evening
from tests.e2e.test_whole_game import script
from tests.harness.reading import text_of

BOTH = ButtonPlayer, CommandPlayer, ButtonPlayer
ALONE = [pytest.param((kind,) * 3, marks=pytest.mark.nightly) for kind in (ButtonPlayer, CommandPlayer)]


@pytest.mark.parametrize("hands", [BOTH, *ALONE], ids=["both", "buttons", "commands"])
async def test_the_smallest_game_is_played_to_its_end(hands: Any, tmp_path: Path) -> None:
    with moderated():
        async with evening(tmp_path, "ann", "ben", "cat", drawn=True) as night:
            await night.open(game="high_card")
            await night.start()
            seated = zip(night.people, hands, strict=True)
            people = {f"s{n}": kind(person, night, Random(n)) for n, (person, kind) in enumerate(seated, 1)}
            for scene in (await script(night)).scenes:
                seen = await people[scene.seat].carry_out(scene.plan)
                assert not is_refusal(seen), (scene, text_of(seen))
            async with night.reading() as live:
                assert live.table.result is not None
            await night.all_said()
            await night.check_wire()
            said = await night.said(night.people[0])
            assert "takes the trick" in said and "The game is over" in said
            shown = [file for message in await night.people[0].messages(limit=5000) for file in message["attachments"]]
            assert any("5 tricks" in file["description"] or "tricks;" in file["description"] for file in shown)
