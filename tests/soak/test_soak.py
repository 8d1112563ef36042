"""A short soak: some tables in some seconds of bad weather, in which Herald is killed. `make soak` is the long one."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.e2e.table import Evening, evening
from tests.harness.reading import Json
from tests.soak.guests import Hands
from tests.soak.report import lines
from tests.soak.run import Plan, soak
from tests.soak.tables import SORTS, Book
from tests.soak.verdict import judged

SHORT = Plan(tables=len(SORTS), seconds=4.0, gap=0.5, haste=6.0)
LONGER = Plan(tables=len(SORTS), seconds=20.0, gap=0.8, seed=2, haste=10.0)
PLAIN = Plan(tables=len(SORTS), seconds=20.0, gap=2.0, seed=3)
"""Herald is started as people start it, and draws."""

NIGHTLY = [pytest.param(plan, marks=pytest.mark.nightly) for plan in (LONGER, PLAIN)]


@pytest.mark.long
@pytest.mark.parametrize("plan", [SHORT, *NIGHTLY], ids=["short", "longer", "plain"])
async def test_nothing_is_lost_in_bad_weather(tmp_path: Path, plan: Plan) -> None:
    result = await soak(plan, tmp_path)
    assert not result.verdict.faults, "\n".join(lines(result))
    assert result.weather.seen["kill -9"] and result.book.acknowledged and result.verdict.standing


Channels = dict[str, list[Json]]
Mishap = Callable[[list[Json], str, Book], object]

MISHAPS: dict[str, Mishap] = {
    "went out, and is not there": lambda said, thread, book: said.pop(),
    "stands behind": lambda said, thread, book: said.append(_sent(said)),
    "nobody promised": lambda said, thread, book: _sent(said).update(nonce="k7f2:5"),
    "pinned are": lambda said, thread, book: said.append({"id": "77", "pinned": True}),
    "was opened, and is not there": lambda said, thread, book: book.opened.add("77"),
    "had a seat": lambda said, thread, book: book.seated.add((thread, 77)),
    "'✅ I have won.', which is not in the record": lambda said, thread, book: _boasted(book),
}
"""What could be lost, changed or said twice, by the words that tell of it."""


def _sent(said: list[Json]) -> Json:
    """Return the first message that was sent of Herald's own accord, and is no answer."""
    return next(message for message in said if message.get("nonce"))


def _boasted(book: Book) -> None:
    for answers in book.done.values():
        answers.append("✅ I have won.")


async def test_what_is_lost_is_found_out(tmp_path: Path) -> None:
    async with evening(tmp_path, "ann", "ben") as night:
        book, channels = await played(night)
        store = night.supervisor.herald.store
        assert (await judged(store, book, channels)).faults == []
        for words, mishap in MISHAPS.items():
            changed, other = copy.deepcopy(book), copy.deepcopy(channels)
            mishap(other[night.thread], night.thread, changed)
            found = (await judged(store, changed, other)).faults
            assert any(words in fault for fault in found), (words, found)


async def played(night: Evening) -> tuple[Book, Channels]:
    """Let both take some decisions; return what they were told, and what stands on Discord."""
    book = Book()
    await night.open()
    await night.start()
    for place, person in enumerate(night.people):
        hands = Hands(person, night, Random(place))
        hands.book = book
        await hands.press(await hands.options(), "My faction is ready")
    await night.all_said()
    assert book.acknowledged == len(night.people)
    letters = {person.dm(): await person.messages(person.dm()) for person in night.people}
    return book, {night.thread: await night.people[0].messages(night.thread, limit=1000)} | letters
