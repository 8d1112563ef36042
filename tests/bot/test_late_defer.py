"""A press is answered with one request where that is possible, and with a sign before where it must be."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.panels import late_defer
from bot.panels.deciding import play
from bot.panels.late_defer import LateDefer
from bot.table.referee import Referee
from tests.e2e.players import ButtonPlayer
from tests.e2e.table import Evening, evening
from tests.harness.reading import text_of
from tests.harness.sandbox import InteractionFailed


@dataclass
class Waited:
    """An interaction that notes the signs it is given; `refused` is what Discord says to them."""

    refused: Exception | None = None
    signs: list[dict[str, bool]] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def response(self) -> Any:
        return SimpleNamespace(is_done=lambda: bool(self.signs), defer=self._defer)

    async def _defer(self, **manner: bool) -> None:
        self.begun.set()
        await asyncio.sleep(0)
        if self.refused:
            raise self.refused
        self.signs.append(manner)


def promised(waited: Waited, *, beside: bool = False) -> LateDefer:
    """Return the promise of an answer."""
    return LateDefer(cast("late_defer.Interaction", waited), beside=beside)


async def test_an_answer_that_is_found_at_once_needs_no_sign() -> None:
    waited = Waited()
    async with promised(waited):
        pass
    await asyncio.sleep(0)
    assert waited.signs == []


@pytest.mark.parametrize(("beside", "manner"), [(True, {"ephemeral": True, "thinking": True}), (False, {})])
async def test_one_that_takes_long_is_promised_once(
    beside: bool, manner: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late_defer, "SOON_S", 0.0)
    waited = Waited()
    async with promised(waited, beside=beside) as one:
        await waited.begun.wait()
        await one.give()
    assert waited.signs == [manner]


async def test_a_sign_on_its_way_arrives_before_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(late_defer, "SOON_S", 0.0)
    waited = Waited()
    async with promised(waited) as one:
        await waited.begun.wait()
        assert waited.signs == []
        await one.settled()
        assert waited.signs == [{}]


async def test_that_nobody_could_be_told_to_wait_is_no_reason_to_give_no_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(late_defer, "SOON_S", 0.0)
    waited = Waited(OSError("cut off"))
    async with promised(waited):
        await waited.begun.wait()


# ---------------------------------------------------------------------- over the wire


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no answer take long, and none come without what is likely, however much else the machine has to do."""
    monkeypatch.setattr(late_defer, "SOON_S", 600.0)
    monkeypatch.setattr(play, "PATIENCE_S", 600.0)


@contextmanager
def asked(night: Evening) -> Iterator[list[float]]:
    """Give how many requests to Discord were made within a block, once it has ended."""
    found: list[float] = []
    before = _requests(night)
    yield found
    found.append(_requests(night) - before)


def _requests(night: Evening) -> float:
    counted = night.supervisor.herald.metrics.requests.collect()
    return sum(sample.value for family in counted for sample in family.samples if sample.name.endswith("_total"))


@pytest.mark.usefixtures("patient")
async def test_a_look_and_a_choice_take_one_request_each_and_a_deed_is_claimed_before_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed: list[bool] = []
    submit = Referee.submit

    async def watched(referee: Referee, *arguments: Any, **named: Any) -> Any:
        claimed.append(done[-1].response.is_done())
        return await submit(referee, *arguments, **named)

    done: list[discord.Interaction[Any]] = []
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        client = await night.supervisor.connected()
        route = client.router._route

        async def noted(interaction: discord.Interaction[Any], press: Any) -> None:
            done.append(interaction)
            await route(interaction, press)

        monkeypatch.setattr(client.router, "_route", noted)
        monkeypatch.setattr(Referee, "submit", watched)
        ann = ButtonPlayer(night.people[0], night, Random(1))
        with asked(night) as look:
            options = await ann.options()
        with asked(night) as choice:
            await ann.press(options, "Station a noble")
        ready = await ann.press(await ann.options(), "My faction is ready")
        await night.all_said()
    assert (look, choice) == ([1], [1])
    assert claimed == [True] and ready


@pytest.mark.usefixtures("patient")
async def test_a_press_that_discord_has_given_up_changes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        await night.open()
        await night.start()
        ann = ButtonPlayer(night.people[0], night, Random(1))
        options, before = await ann.options(), await night.state()
        await night.sandbox.control("faults", status=404, count=1, match="POST /interactions")
        with pytest.raises(InteractionFailed):
            await ann.person.press(options, "My faction is ready")
        assert "Station" in text_of(await ann.press(options, "Station a noble"))
        assert await night.state() == before
