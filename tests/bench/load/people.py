"""The people of an evening, as a process of their own: `python -m tests.bench.load.people FOLDER`.

A line `rate seconds warm` on its input is an evening: so many decisions a second, for so long after a while of warming
up. It writes `measured` when that while is over, and at the end a line of JSON with what was seen.

People know what they want: the process looks the table up in Herald's database and lets a player decide at random;
then it finds that on the panels as they come, and presses it. What that costs is its own, not Herald's.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
import time
import zlib
from collections import Counter, OrderedDict, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import aiohttp
import msgspec

from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.games import rules_of
from tests.bench.load.town import Laid
from tests.e2e.players import LONGEST, Purpose, Way, is_done, is_refusal, plan_of
from tests.harness.reading import Json, buttons, select_placed, shown_in
from tests.harness.sandbox import checked

PATIENCE_S = 15.0
"""Seconds after which an answer has not come."""

PAUSE_S = 1.5
"""Seconds between two presses of a person, in the mean, where there are games enough."""

BUSY = 0.15
"""The share of the games that people are busy with at most, if every decision took one pause."""

OVERLOOKED, CONCERNS = '{"t":"MESSAGE_', '"interaction_metadata":{'
STRAY = 300
"""Answers that are kept because they came before it was known to what they belong."""

NOW = """
SELECT games.status, snapshots.body FROM games JOIN snapshots ON snapshots.game = games.id
AND snapshots.version = games.version WHERE games.id = ?
"""


class Unanswered(Exception):
    """No answer has come."""


class Line:
    """One person's line to Discord: what he does, and what comes back to him alone."""

    def __init__(self, session: aiohttp.ClientSession, url: str, person: str) -> None:
        self._session = session
        self._url = f"{url}/person/{person}"
        self._waiting: dict[str, asyncio.Future[Json]] = {}
        self._stray: OrderedDict[str, Json] = OrderedDict()

    async def look(self) -> asyncio.Task[None]:
        """Open the line; the task that reads it ends with it."""
        return asyncio.create_task(self._read(await self._session.ws_connect(f"{self._url}/ws", max_msg_size=0)))

    async def panel(self, thread: str) -> Json:
        """Return the panel of a thread."""
        async with self._session.get(f"{self._url}/channels/{thread}/messages") as response:
            shown: list[Json] = await checked(response)
        return next(message for message in shown if any(b["label"] == "My options" for b in buttons(message)))

    async def press(self, message: Json, custom_id: str, values: tuple[str, ...] = ()) -> Json:
        """Press a button, or choose from a menu; return what comes of it. Raises Unanswered."""
        data: Json = {"component_type": 2, "custom_id": custom_id}
        if values:
            data = {"component_type": select_placed(message, None, custom_id)["type"], "custom_id": custom_id}
            data["values"] = list(values)
        body = {"type": 3, "message_id": message["id"], "channel_id": message["channel_id"], "data": data}
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        own = message["id"] if message["flags"] & 64 else ""
        if own:
            self._waiting[own] = answer
        key = ""
        try:
            async with self._session.post(self._url + "/interactions", json=body) as response:
                key = str((await checked(response))["interaction_id"])
            self._waiting[key] = answer
            if key in self._stray and not answer.done():
                answer.set_result(self._stray.pop(key))
            async with asyncio.timeout(PATIENCE_S):
                return await answer
        except (TimeoutError, AssertionError) as error:
            raise Unanswered(str(error) or "nothing came") from error
        finally:
            self._waiting.pop(own, None)
            self._waiting.pop(key, None)

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for raw in socket:
            if raw.data.startswith(OVERLOOKED) and CONCERNS in raw.data:
                self._came(msgspec.json.decode(raw.data)["d"])

    def _came(self, message: Json) -> None:
        key = str((message.get("interaction_metadata") or {}).get("id"))
        answer = self._waiting.get(message["id"]) or self._waiting.get(key)
        if answer is None:
            self._stray[key] = message
            if len(self._stray) > STRAY:
                self._stray.popitem(last=False)
        elif not answer.done():
            answer.set_result(message)


@dataclass
class Seen:
    """What people have seen in one evening."""

    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """Seconds from a press to its answer, by what it was: a look at one's options, a choice, or the decision itself;
    what brings a picture is counted by itself.
    """

    came: Counter[str] = field(default_factory=Counter)
    """What came of the visits."""


@dataclass
class Game:
    """A game with its panel."""

    laid: Laid
    panel: Json
    busy: bool = False
    over: bool = False


class Evening:
    """The people with their games."""

    def __init__(self, database: Path, lines: dict[str, Line], games: list[Game]) -> None:
        self._database = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30, isolation_level=None)
        self._lines = lines
        self._games = games
        self._chance = Random(1)
        self._player = Seated(RandomPlayer(meddles=0), 7)
        self._pause = PAUSE_S
        self.seen = Seen()

    async def live(self, rate: float, seconds: float, warm: float) -> Seen:
        """Let people come by chance, so many a second; return what they have seen once it was warm."""
        self._pause = min(PAUSE_S, BUSY * len(self._games) / rate)
        loop = asyncio.get_running_loop()
        visits: set[asyncio.Task[None]] = set()
        begins = loop.time() + warm
        ends = begins + seconds
        next_one, measuring = loop.time(), False
        while next_one < ends:
            await asyncio.sleep(next_one - loop.time())
            if not measuring and next_one >= begins:
                self.seen, measuring = Seen(), True
                print("measured", flush=True)
            visit = asyncio.create_task(self._visit(self.seen))
            visits.add(visit)
            visit.add_done_callback(visits.discard)
            next_one += self._chance.expovariate(rate)
        print("measured", flush=True)
        found, self.seen = self.seen, Seen()
        found.came["begun and not yet done"] = len(visits)
        for visit in visits:
            visit.cancel()
        await asyncio.gather(*visits, return_exceptions=True)
        for game in self._games:
            game.busy = False
        return found

    async def _visit(self, seen: Seen) -> None:
        """Let somebody who is asked take a decision."""
        free = [game for game in self._games if not game.busy and not game.over]
        if not free:
            seen.came["nobody free"] += 1
            return
        game = self._chance.choice(free)
        game.busy = True
        try:
            seen.came[await self._decide(game, seen)] += 1
        except (Unanswered, AssertionError) as error:
            seen.came[f"{type(error).__name__}: {str(error)[:60]}"] += 1
        finally:
            game.busy = False

    async def _decide(self, game: Game, seen: Seen) -> str:
        """Take a decision; where the game has moved on since the table was looked up, look again.

        Raises AssertionError where a panel does not lead to what can be done as the table stands.
        """
        while True:
            table = self._table(game)
            asked = [request.seat for request in table.requests() if request.seat != MASTER] if table else []
            if table is None or not asked:
                game.over = True
                return "the game was over"
            try:
                return await self._carry_out(game, table, self._chance.choice(asked), seen)
            except AssertionError:
                now = self._table(game)
                if now is not None and now.version == table.version:
                    raise
                seen.came["looked again: the game had moved on"] += 1

    async def _carry_out(self, game: Game, table: Table, seat: str, seen: Seen) -> str:
        """Decide for a seat, and press what that takes."""
        purpose = Purpose(plan_of(table, seat, self._player.choose(table, seat)))
        line = self._lines[game.laid.people[seat]]
        options = next(button for button in buttons(game.panel) if button["label"] == "My options")
        shown, seconds = await _timed(line, game.panel, Way(options["custom_id"]))
        seen.times[_kind(shown, "looks")].append(seconds)
        for _ in range(LONGEST):
            if is_refusal(shown):
                return "refused"
            await asyncio.sleep(self._chance.expovariate(1 / self._pause))
            shown, seconds = await _timed(line, shown, purpose.way(shown))
            seen.times[_kind(shown, "decisions" if is_done(shown) else "choices")].append(seconds)
            if is_done(shown):
                return "done"
        raise AssertionError("a form without an end")

    def _table(self, game: Game) -> Table | None:
        """Return a table as it stands, for looking at; None if nothing is played any more."""
        status, body = self._database.execute(NOW, (game.laid.id,)).fetchone()
        if status != "playing":
            return None
        table = Table.restore(rules_of(game.laid.rules), zlib.decompress(body), b"")
        return table if table.result is None else None


def _kind(shown: Json, usual: str) -> str:
    """Return what kind of answer it is: one with a picture waits for whoever draws it.

    A picture that stands in a gallery is no attachment of its message any more.
    """
    pictured = shown["attachments"] or shown_in(shown)
    return "with a picture" if pictured else usual


async def _timed(line: Line, message: Json, way: Way) -> tuple[Json, float]:
    """Press something; return what comes of it, and the seconds until it came."""
    began = time.perf_counter()
    shown = await line.press(message, way.custom_id, way.values)
    return shown, time.perf_counter() - began


async def evenings(folder: Path) -> None:
    """Sit down, and live through one evening after the other."""
    laid = msgspec.json.decode((folder / "town.json").read_bytes(), type=list[Laid])
    url = (folder / "url").read_text()
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        people = {person for game in laid for person in game.people.values()}
        lines = {person: Line(session, url, person) for person in people}
        readers = [await line.look() for line in lines.values()]
        games = [Game(each, await lines[next(iter(each.people.values()))].panel(each.thread)) for each in laid]
        here = Evening(folder / "herald.db", lines, games)
        print("ready", flush=True)
        while order := (await asyncio.to_thread(sys.stdin.readline)).split():
            seen = await here.live(*map(float, order))
            print(json.dumps({"times": seen.times, "came": seen.came}), flush=True)
        for reader in readers:
            reader.cancel()


def main(arguments: list[str]) -> None:
    """Run them."""
    asyncio.run(evenings(Path(arguments[0])))


if __name__ == "__main__":
    main(sys.argv[1:])
