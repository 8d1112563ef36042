"""A tournament over the wire, by a Herald that is killed where it hurts most: nobody sits twice, nothing is lost.

Time is virtual: Herald's clock is put forward, so that heats close, and those who do not play are stood in for.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from engine.tournament import standings, tournament
from engine.tournament.log import FINAL, AnyEntry
from engine.tournament.results import Result
from engine.tournament.state import Heat, State
from tests.crash.host import herald
from tests.e2e.test_tournament import leads
from tests.harness.forked import PROCESSES
from tests.harness.reading import Json, buttons, text_of
from tests.harness.sandbox import DrivenSandbox, Person, checked, running_sandbox

ABSENT = 3
"""How many of those who enter come to no heat."""

PATIENCE_S = 60.0
"""Seconds after which what should have happened has not, on a machine that has much else to do."""

GRACE, STOOD_IN = 6, 11
"""Minutes after which a heat is closed, and after which somebody stands in for whoever does not decide."""


class Killed:
    """Herald in a process of its own, and what it has written down."""

    def __init__(self, folder: Path, sandbox: DrivenSandbox) -> None:
        self.folder = folder
        self.sandbox = sandbox
        self.kills = 0
        self._minutes = 0.0
        self._process: BaseProcess | None = None
        self._read: list[str] = []
        self._state: State | None = None
        self.later(0)

    def later(self, minutes: float) -> None:
        """Put its clock forward."""
        self._minutes += minutes
        (self.folder / "new").write_text(str(60 * self._minutes))
        (self.folder / "new").rename(self.folder / "ahead")

    async def start(self) -> None:
        ours, theirs = PROCESSES.Pipe(duplex=False)
        about = self.folder, self.sandbox.token, self.sandbox.api_url, self.sandbox.gateway_url
        self._process = PROCESSES.Process(target=herald, args=(*about, theirs))
        self._process.start()
        theirs.close()
        assert await asyncio.to_thread(ours.poll, PATIENCE_S), "Herald does not begin"
        assert ours.recv() == "at work"
        ours.close()

    async def end(self, *, kindly: bool = False) -> None:
        """Kill it, or ask it to stop."""
        if self._process is not None:
            self._process.terminate() if kindly else self._process.kill()
            await asyncio.to_thread(self._process.join)

    async def killed_when(self, so: Callable[[], bool]) -> None:
        """Kill it as soon as something is so, and start it again."""
        await until(so, nap=0.005)
        await self.end()
        self.kills += 1
        await self.start()

    # ------------------------------------------------------------------ what it has written

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self.folder}/herald.db?mode=ro", uri=True, timeout=30)) as database:
            return database.execute(query).fetchall()

    def state(self) -> State:
        """Where the log leads, carried out anew from its beginning whenever it reads otherwise than before."""
        rows = [row for (row,) in self.rows("SELECT entry FROM tournament_log ORDER BY number")]
        if self._state is None or rows != self._read:
            self._state = tournament.replayed(msgspec.json.decode(row, type=AnyEntry) for row in rows)
            self._read = rows
        return self._state

    def games(self, heat: int, *status: str) -> int:
        """How many games of a heat stand so."""
        joined = "FROM tournament_games JOIN games ON games.id = tournament_games.game"
        rows = self.rows(f"SELECT status {joined} WHERE heat = {heat}")
        return sum(found in status for (found,) in rows)


async def until(so: Callable[[], bool], nap: float = 0.05) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not so():  # noqa: ASYNC110
            await asyncio.sleep(nap)


class Crowd:
    """People who press what is on the message of the tournament, and look at nothing else."""

    def __init__(self, session: aiohttp.ClientSession, url: str, board: Callable[[], Json]) -> None:
        self._session, self._url, self._board = session, url, board
        self.people: list[str] = []

    async def gather(self, count: int) -> None:
        for number in range(count):
            names = {"username": f"player{number}", "global_name": f"Player {number}"}
            async with self._session.post(f"{self._url}/person", json=names) as response:
                self.people.append(str((await checked(response))["id"]))

    async def press(self, person: str, label: str) -> None:
        board = self._board()
        button = next(found for found in buttons(board) if found["label"] == label)
        data = {"component_type": 2, "custom_id": button["custom_id"]}
        body = {"type": 3, "message_id": board["id"], "channel_id": board["channel_id"], "data": data}
        async with self._session.post(f"{self._url}/person/{person}/interactions", json=body) as response:
            await checked(response)

    async def all_press(self, people: list[str], label: str) -> None:
        await asyncio.gather(*(self.press(person, label) for person in people))


@asynccontextmanager
async def at_work(folder: Path) -> AsyncIterator[tuple[Killed, Person, DrivenSandbox]]:
    async with running_sandbox() as sandbox:
        found = Killed(folder, sandbox)
        try:
            await found.start()
            olga = await sandbox.person("dan")
            await olga.bot_is_ready()
            yield found, olga, sandbox
        finally:
            await found.end()


def check_seats(found: Killed, heat: Heat) -> None:
    """Everybody who came sits once, in the log and at the tables alike."""
    people = Counter(person for game in heat.games for person in game.began)
    assert set(people.values()) == {1}
    assert {*people, *heat.idle} == set(heat.present)
    rows = found.rows(
        "SELECT tournament_games.number, seats.user FROM tournament_games JOIN seats USING (game)"
        f" WHERE heat = {heat.number}"
    )
    sat = [[str(user) for number, user in rows if number == table] for table in range(1, len(heat.games) + 1)]
    assert sorted(map(sorted, sat)) == sorted(sorted(game.began) for game in heat.games)


async def check_threads(found: Killed, olga: Person) -> None:
    """Every table has one thread, and no other has been made."""
    await olga.refresh()
    threads = [name for name in olga.channel_names() if name.startswith("Roses: ")]
    titles = [title for (title,) in found.rows("SELECT title FROM games")]
    assert sorted(threads) == sorted(titles) and len(set(titles)) == len(titles)


def results(state: State) -> dict[tuple[int, int], Result]:
    heats = [*state.heats, state.final]
    return {(heat.number, n): game.result for heat in heats for n, game in enumerate(heat.games, 1) if game.result}


@pytest.mark.long
@pytest.mark.parametrize(("entrants", "heats"), [(21, 1), pytest.param(29, 2, marks=pytest.mark.nightly)])
async def test_a_herald_that_is_killed_seats_nobody_twice_and_loses_no_result(
    tmp_path: Path, entrants: int, heats: int
) -> None:
    """Killed while it opens tables of the first heat, while it takes results of the last, and twice in the Final."""
    async with at_work(tmp_path) as (found, olga, sandbox), aiohttp.ClientSession() as session:
        about: dict[str, Any] = {"title": "Roses", "game": "high_card", "heats": heats, "clock": "live"}
        await olga.slash("/tournament create", channel="herald", **about)
        await olga.answer()
        board = await olga.expect("I play heat 1", channel=olga.channel_id("herald"))
        crowd = Crowd(session, sandbox.url, lambda: olga.current(board))
        await crowd.gather(entrants)
        for heat in range(1, heats + 1):
            await crowd.all_press(crowd.people, f"I play heat {heat}")
        await until(lambda: all(len(heat.entered) == entrants for heat in found.state().heats))

        known: dict[tuple[int, int], Result] = {}
        for number in range(1, heats + 1):
            await open_heat(found, olga, crowd, number)
            await seat(found, number, kill=number == 1)
            check_seats(found, found.state().heat(number))
            await check_threads(found, olga)
            await play(found, number, kill=number == heats, known=known)
            if number == heats:
                await found.end(kindly=True)
                await found.start()
            await leads(olga, f"Sign heat {number}")

        await final(found, olga, crowd, known)
        state = found.state()
        assert results(state).items() >= known.items()
        assert len(state.entrants()) == entrants - ABSENT
        assert [line.place for line in standings.standings(state)] == list(range(1, entrants - ABSENT + 1))
        await until(lambda: found.rows("SELECT ended FROM tournaments") != [(None,)])
        said = [text_of(message) for message in await olga.messages("herald", limit=500)]
        assert sum("Champion: " in text and "is over." in text for text in said) == 1
        assert found.kills == 4


async def open_heat(found: Killed, olga: Person, crowd: Crowd, number: int) -> None:
    """Announce a heat, to which some do not come."""
    await leads(olga, f"Announce heat {number}")
    label = f"Check in: heat {number}"
    await until(lambda: any(one["label"] == label for one in buttons(crowd._board())))
    there = crowd.people[:-ABSENT]
    await crowd.all_press(there, label)
    await until(lambda: len(found.state().heat(number).present) == len(there))


async def seat(found: Killed, number: int, *, kill: bool) -> None:
    """Let the grace be over; Herald may be killed in the middle of opening the tables."""
    found.later(GRACE)
    if kill:
        await found.killed_when(lambda: found.games(number, "lobby", "playing") >= 2)
        opened = found.games(number, "lobby", "playing")
        assert opened < len(found.state().heat(number).games), "it was killed too late"
    await until(lambda: 0 < len(found.state().heat(number).games) == found.games(number, "playing"))


@asynccontextmanager
async def time_flies(found: Killed) -> AsyncIterator[None]:
    """Let half an hour go by in every second, so that whoever does not decide is stood in for."""

    async def fly() -> None:
        while True:
            found.later(3)
            await asyncio.sleep(0.1)

    found.later(STOOD_IN)
    flying = asyncio.create_task(fly())
    try:
        yield
    finally:
        flying.cancel()


async def play(found: Killed, number: int, *, kill: bool, known: dict[tuple[int, int], Result]) -> None:
    """Let computer players stand in for everybody until the games are over; Herald may be killed meanwhile."""
    async with time_flies(found):
        if kill:
            await found.killed_when(lambda: found.games(number, "over") > 1)
            known |= results(found.state())
        await until(lambda: found.state().heat(number).over)
    assert results(found.state()).items() >= known.items(), "a result was lost, or changed"
    known |= results(found.state())


async def final(found: Killed, olga: Person, crowd: Crowd, known: dict[tuple[int, int], Result]) -> None:
    """Confirm, announce and seat the Final, in which Herald is killed twice: while it opens it, and when it is over."""
    await until(lambda: any(one["label"] == "I play the Final" for one in buttons(crowd._board())))
    places = [line.person for line in standings.standings(found.state())]
    await crowd.all_press(places[1:5], "I play the Final")
    await crowd.press(places[0], "I do not play the Final")
    await leads(olga, "Announce the Final")
    await until(lambda: any(one["label"] == "Check in: the Final" for one in buttons(crowd._board())))
    await crowd.all_press(places[1:5], "Check in: the Final")
    await until(lambda: len(found.state().final.present) == 4)
    found.later(GRACE)
    await found.killed_when(lambda: bool(found.rows(f"SELECT 1 FROM tournament_games WHERE heat = {FINAL}")))
    await until(lambda: found.games(FINAL, "playing") == 1)
    check_seats(found, found.state().final)
    await check_threads(found, olga)
    async with time_flies(found):
        await found.killed_when(lambda: found.games(FINAL, "over") == 1)
        await until(lambda: found.state().final.over)
    assert results(found.state()).items() >= known.items()
    await leads(olga, "Sign the Final")
