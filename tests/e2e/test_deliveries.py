"""Whatever people do that Discord delivers twice is done once, and nothing has failed."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pytest

from tests.e2e.beginnings import evening_after, started
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import Evening
from tests.harness.reading import text_of


def failures(night: Evening) -> float:
    """How many things went wrong, by Herald's own count."""
    samples = [sample for metric in night.supervisor.herald.metrics.failures.collect() for sample in metric.samples]
    return sum(sample.value for sample in samples if sample.name.endswith("_total"))


async def test_a_press_and_a_command_that_are_delivered_twice_count_once_and_nothing_fails(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening_after(started, tmp_path, "ann", "ben") as night:
        await night.sandbox.control("clock", deliveries=2)
        player = ButtonPlayer(night.people[0], night, Random(1))
        before = await night.version()
        panel = await player.options()
        done = await player.press(panel, "My faction is ready")
        assert "Something went wrong" not in text_of(done)
        await player.person.slash("/game list")
        assert "⚠️" not in text_of(await player.person.answer())
        await night.all_said()
        assert await night.version() == before + 1
        assert (await night.said(player.person)).count("**Ann** is ready.") == 1
        refused = [seen for seen in await night.sandbox.visitors.requests("/callback") if seen["code"] == 40060]
        assert refused
        assert failures(night) == 0
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
