"""Three people play at random, seeing and doing only what Discord shows them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from tests.e2e.players import ButtonPlayer, CommandPlayer
from tests.e2e.table import Evening, evening

MOST_ROUNDS = 400

decisions = pytest.mark.parametrize("decisions", [4, pytest.param(10, marks=pytest.mark.nightly)])
"""How often everybody decides."""


async def play(people: Sequence[ButtonPlayer | CommandPlayer], decisions: int) -> None:
    """Let everybody in turn decide what they are asked, until each has decided often enough."""
    done = [0] * len(people)
    for _ in range(MOST_ROUNDS):
        for place, player in enumerate(people):
            done[place] += await player.act()
        if min(done) >= decisions:
            return
    raise AssertionError(f"The game does not get on: {done} decisions.")


async def check(night: Evening, log: pytest.LogCaptureFixture) -> None:
    """Everything was taken and said, nothing went wrong, and the opening and every turn that is over show a map."""
    await night.all_said()
    await night.check_wire()
    assert [record.getMessage() for record in log.records if record.levelno >= logging.ERROR] == []
    pictures = [file for message in await night.people[0].messages(limit=5000) for file in message["attachments"]]
    assert pictures and all(file["description"] for file in pictures)
    maps = [file for file in pictures if file["filename"].startswith("map-")]
    assert len(maps) >= (await night.said(night.people[0])).count("### Round") > 1


def refusals(people: Sequence[ButtonPlayer | CommandPlayer]) -> list[str]:
    """What people were refused."""
    return [text for player in people for text in player.refusals]


@decisions
async def test_buttons_and_menus_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture, decisions: int) -> None:
    async with evening(tmp_path, "ann", "ben", "cat") as night:
        await night.open(variant="covault")
        await night.start()
        people = [ButtonPlayer(person, night, Random(place + 3)) for place, person in enumerate(night.people)]
        await play(people, decisions)
        await check(night, caplog)
        assert all("cannot be chosen together" in text for text in refusals(people))


@decisions
async def test_slash_commands_and_completion_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, decisions: int
) -> None:
    async with evening(tmp_path, "ann", "ben", "cat") as night:
        await night.open(variant="wbc")
        await night.start()
        people = [CommandPlayer(person, night, Random(place)) for place, person in enumerate(night.people)]
        await play(people, decisions)
        await check(night, caplog)
        assert refusals(people) == []
