"""Turns at something of which there is little: who is in a hurry goes first, and nobody's turn is lost."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot import pictures
from bot.pictures import Pictures
from bot.priority_gate import PriorityGate


async def settled() -> None:
    """Let everybody go on who can."""
    for _ in range(10):
        await asyncio.sleep(0)


class Crowd:
    """People who want turns and note when they have them; each keeps his until he is told to go."""

    def __init__(self, turns: PriorityGate) -> None:
        self.turns = turns
        self.at_it: list[str] = []
        self.leave: dict[str, asyncio.Event] = {}

    async def come(self, name: str, *, hurried: bool = False) -> asyncio.Task[None]:
        self.leave[name] = asyncio.Event()
        coming = asyncio.create_task(self._turn(name, hurried=hurried))
        await settled()
        return coming

    async def _turn(self, name: str, *, hurried: bool) -> None:
        async with self.turns.one(hurried=hurried):
            self.at_it.append(name)
            await self.leave[name].wait()

    async def go(self, name: str) -> None:
        self.leave[name].set()
        await settled()


async def test_who_is_in_a_hurry_goes_before_those_who_wait_already() -> None:
    crowd = Crowd(PriorityGate(1))
    for name, hurried in (("first", False), ("map", False), ("other map", False), ("answer", True), ("last", True)):
        await crowd.come(name, hurried=hurried)
    for name in ("first", "answer", "last", "map", "other map"):
        assert crowd.at_it[-1] == name
        await crowd.go(name)


async def test_so_many_go_at_a_time() -> None:
    crowd = Crowd(PriorityGate(2))
    for name in ("a", "b", "c"):
        await crowd.come(name)
    assert crowd.at_it == ["a", "b"]
    await crowd.go("b")
    assert crowd.at_it == ["a", "b", "c"]


@pytest.mark.parametrize("given", ["not yet", "in this moment", "just now"])
async def test_a_turn_of_somebody_who_has_left_is_not_lost(given: str) -> None:
    crowd = Crowd(PriorityGate(1))
    first = await crowd.come("a")
    waiting = await crowd.come("b", hurried=True)
    await crowd.come("c")
    if given != "not yet":
        crowd.leave["a"].set()
    if given == "just now":
        await asyncio.sleep(0)  # a goes, and b's turn is on its way
    waiting.cancel()
    await crowd.go("a")
    assert crowd.at_it == ["a", "c"]
    await first  # he has not been disturbed
    await crowd.go("c")
    await crowd.come("d")
    assert crowd.at_it == ["a", "c", "d"]


class Slow(Executor):
    """A worker who begins at once and ends when he is told to."""

    def __init__(self) -> None:
        self.begun: list[tuple[str, Future[Any]]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        self.begun.append((arguments[1].subject, Future()))
        return self.begun[-1][1]


async def test_a_picture_that_somebody_waits_for_is_drawn_before_those_of_the_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = Slow()
    monkeypatch.setattr(pictures, "kinds", lambda game: ["map"])
    drawing = Pictures(tmp_path, hire=lambda workers, niceness: worker)
    wanted = [("now", False), ("thread", False), ("answer", True)]
    tasks = [
        asyncio.create_task(drawing.draw("chess", "map", msgspec.Struct(), {}, subject=subject, hurried=hurried))
        for subject, hurried in wanted
    ]
    for number, subject in enumerate(("now", "answer", "thread")):
        await settled()
        assert [begun for begun, _ in worker.begun][number:] == [subject]
        worker.begun[number][1].set_result(SimpleNamespace())
    await asyncio.gather(*tasks)
