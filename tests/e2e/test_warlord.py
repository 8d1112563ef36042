"""A whole tourney for two, from the open table to the captured Castle, by buttons or by commands alone."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.actions import Action
from engine.core.deciding import Budget, Legal, Player, View
from engine.core.players import RandomPlayer
from engine.warlord.captain import Captain
from tests.e2e.players import ButtonPlayer, CommandPlayer, is_refusal
from tests.e2e.table import evening
from tests.e2e.test_whole_game import exported, script
from tests.harness.reading import buttons, text_of


class Duellist:
    """A captain who writes the sheets of his fighters himself, without much thought."""

    def decide(self, view: View, legal: Legal, budget: Budget, seed: int) -> Action:
        """Return a legal action."""
        player: Player = RandomPlayer(meddles=0) if legal.request.secret else Captain()
        return player.decide(view, legal, budget, seed)


@pytest.mark.parametrize("kind", [ButtonPlayer, CommandPlayer])
async def test_a_tourney_is_won(kind: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open(game="warlord")
        await night.start(dealt="")
        people = {f"s{n}": kind(person, night, Random(n)) for n, person in enumerate(night.people, 1)}
        play = await script(night, Duellist())
        assert any(scene.plan.tag == "hand_in" for scene in play.scenes), "no duel is fought"
        for scene in play.scenes:
            seen = await people[scene.seat].carry_out(scene.plan)
            assert not is_refusal(seen), (scene, text_of(seen))
        async with night.reading() as live:
            assert live.table.result is not None
            assert live.table.hash() == play.ending
        await night.all_said()
        await night.check_wire()
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
        said = await night.said(night.people[0])
        assert "The game is over" in said and "moves from" in said and "Exchange 1" in said
        shown = [file for message in await night.people[0].messages(limit=5000) for file in message["attachments"]]
        assert {"Duel", "The"} <= {file["description"].split()[0] for file in shown if file["description"]}
        assert await exported(night)


async def test_the_panel_shows_the_board_and_the_duel(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open(game="warlord")
        await night.start(dealt="")
        player = ButtonPlayer(night.people[0], night, Random(1))
        panel = await night.panel(player.person)
        assert [button["label"] for button in buttons(panel)] == ["My options", "Board", "Duel", "Log", "Seats"]
        shown = await player.press(panel, "Board")
        assert shown["attachments"][0]["description"].startswith("The Tourney Field, round 1")
        assert "No duel has been fought yet." in text_of(await player.press(panel, "Duel"))
        await player.person.slash("/hand")
        assert "There is no such picture" in text_of(await player.person.answer())
