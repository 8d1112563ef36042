"""A game up to the crown with every word of it said on Discord: its last rounds, and at night a whole one for three."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from pathlib import Path
from random import Random

import aiohttp
import pytest

from bot.store import game_log
from engine.core.computer.deciding import Player
from engine.core.record import transcript
from engine.games import rules_of
from tests.e2e.players import ButtonPlayer, CommandPlayer, is_refusal
from tests.e2e.rehearsal import Script, rehearsed
from tests.e2e.table import Evening, evening
from tests.harness.endings import LAST_HEIRS
from tests.harness.reading import text_of
from tests.harness.sandbox import Person

SHORT_GAME = 2
"""Dice with which the first computer players that are tried end the game soon."""

WHOLE_STORY = 300.0
"""Seconds that the pictures of the whole game may take on a busy machine."""


async def script(night: Evening, player: Player | None = None, actions: Collection[str] = ()) -> Script:
    """Rehearse the game that is about to be played, with actions of all these kinds in it."""
    async with night.supervisor.herald.store.reading() as connection:
        opening = await game_log.opening(connection, night.game)
    async with night.reading() as live:
        return rehearsed(live, opening, player, actions)


@pytest.mark.parametrize(
    ("names", "position"),
    [
        pytest.param(("ann", "ben"), LAST_HEIRS, id="the last heirs"),
        pytest.param(("ann", "ben", "cat"), "", id="the whole game", marks=pytest.mark.nightly),
    ],
)
async def test_a_game_is_won(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, names: tuple[str, ...], position: str
) -> None:
    """Ann and Cat press buttons; Ben writes commands."""
    async with evening(tmp_path, *names, seed=SHORT_GAME, drawn=True) as night:
        await night.open(**await begun(night.people[0], position))
        await night.start(letters=not position)
        hands = zip(night.people, (ButtonPlayer, CommandPlayer, ButtonPlayer), strict=False)
        people = {f"s{n}": kind(person, night, Random(n)) for n, (person, kind) in enumerate(hands, 1)}
        play = await script(night)
        for scene in play.scenes:
            seen = await people[scene.seat].carry_out(scene.plan)
            assert not is_refusal(seen), (scene, text_of(seen))
        async with night.reading() as live:
            assert live.table.result is not None
            assert live.table.hash() == play.ending
        await night.all_said(WHOLE_STORY)
        await night.check_wire()
        assert await tales(night) == ["poster", "map", "chart", "war"]
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
        said = await night.said(night.people[0])
        assert "The game is over" in said and "`/verify` checks the dice" in said
        assert await exported(night)


async def begun(host: Person, position: str) -> dict[str, str]:
    """Return what `/game new` is given: the file of a position, if the game goes on from one."""
    return {"position": await host.upload("position.toml", position.encode())} if position else {}


async def tales(night: Evening) -> list[str]:
    """Return what the last pictures in the thread are called: the poster, the map, the curves, the animation."""
    shown = await night.people[0].messages(limit=5000)
    names = [file["filename"] for message in shown for file in message["attachments"]]
    return [name.split(".")[0].split("-")[0] for name in names[-4:]]


async def exported(night: Evening) -> bool:
    """Whether the record that a player can take home tells the whole game, draw by draw."""
    ann = night.people[0]
    await ann.slash("/game export")
    file = (await ann.answer())["attachments"][0]
    async with aiohttp.ClientSession() as session, session.get(file["url"]) as response:
        record = transcript.read(await response.read())
    transcript.replay(rules_of(night.rules), record)
    return bool(json.loads(transcript.write(record))["secret"])
