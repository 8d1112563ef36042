"""Everything but Discord, put together for tests, with a recording courier and a hand on the clock."""

import asyncio
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from bot.delivery.deliveries import Delivered, Item, Page
from bot.delivery.dispatcher import Dispatcher
from bot.delivery.inbox import Inbox
from bot.model import interventions
from bot.services.clock import Clock
from bot.services.lobby import Lobby
from bot.services.moderation import Moderation
from bot.store import game_log, games, motions, outbox, timers
from bot.store.database import Store
from bot.store.payloads import Log
from bot.store.rows import GameRecord, Motion, OutboxRow, Timer, TimerKind
from bot.table.referee import Referee
from bot.table.tables import MEGABYTE
from engine.core.actions import Action
from engine.core.rules import Rules
from engine.core.table import Outcome
from engine.games import rules_of
from tests.harness.database import with_tables
from tests.referee.relay import Pledge, problems, relay

T = TypeVar("T")

OWNER, ANN, BEN, CAT, STRANGER = 1, 11, 12, 13, 99
NAMES = {OWNER: "Olga", ANN: "Ann", BEN: "Ben", CAT: "Cat"}
THREAD = 700
START = 1_000_000.0


class Recorder:
    """A courier that keeps what it is given, in order; `trouble(item)` may raise what Discord would.

    While it is not `quiet` somebody else has always written last in the thread.
    """

    def __init__(self) -> None:
        self.sent: list[Item] = []
        self.digests: list[list[Item]] = []
        self.pages: list[Page] = []
        self.quiet = True
        self.trouble: Callable[[Item], None] = lambda item: None

    async def deliver(self, item: Item) -> Delivered:
        self.trouble(item)
        self.sent.append(item)
        return Delivered(9000 + item.row.id)

    async def is_last(self, item: Item, message: int) -> bool:
        return self.quiet

    async def deliver_page(self, page: Page) -> Delivered:
        for item in page.news:
            self.trouble(item)
        self.sent += page.news
        self.pages.append(page)
        return Delivered(page.message or 9000 + abs(page.items[0].row.page or 0))

    async def deliver_digest(self, items: Sequence[Item]) -> Delivered:
        for item in items:
            self.trouble(item)
        self.sent += items
        self.digests.append(list(items))
        return Delivered(9000 + items[0].row.id)

    @property
    def kinds(self) -> list[str]:
        return [outbox.kind_of(item.payload) for item in self.sent]

    def of(self, kind: type[Any]) -> list[Any]:
        return [item.payload for item in self.sent if isinstance(item.payload, kind)]


@dataclass
class House:
    """The parts, and short ways to use them."""

    place: Path | str
    store: Store
    rules: Rules[Any]
    referee: Referee
    lobby: Lobby
    courier: Recorder
    dispatcher: Dispatcher
    clock: Clock
    inbox: Inbox
    chance: Random
    """What its lobby draws from."""
    time: list[float] = field(default_factory=lambda: [START])
    usual: bool = True
    """Whether its game is the race as it is."""

    @property
    def moderation(self) -> Moderation:
        """Who carries interventions out."""
        return Moderation(self.store, self.referee)

    async def edit(self, game_id: str, action: Action, user: int = OWNER) -> None:
        """Let the game master change something."""
        await self.moderation.intervene(game_id, user, interventions.Edit(msgspec.to_builtins(action)))

    def restarted(self) -> "House":
        """Return a house on the same database whose referee remembers nothing."""
        referee = Referee(self.store, self.referee.rules_of, now=lambda: self.time[0])
        return replace(self, referee=referee, lobby=Lobby(self.store, referee))

    def later(self, hours: float) -> None:
        self.time[0] += hours * 3600

    async def opened(self, *, users: tuple[int, ...] = (ANN, BEN), thread: int | None = THREAD, **how: Any) -> str:
        game = await self.lobby.open_game(
            guild=5, channel=6, thread=thread, owner=OWNER, rules=self.rules.name, variant="base", **how
        )
        for user in users:
            await self.lobby.join(game.id, user, NAMES[user], word=f"word of {NAMES[user]}")
        return game.id

    async def started(self, **how: Any) -> str:
        return await begun(self, _started, **how)

    async def racing(self, **how: Any) -> str:
        """Return a game of which the pledges are made."""
        return await begun(self, _racing, **how)

    async def do(self, game_id: str, action: Action) -> Outcome:
        """Act for whoever the game waits for first."""
        async with self.referee.reading(game_id) as live:
            user = live.user_of(live.table.requests()[0].seat)
        assert user is not None
        return await self.referee.submit(game_id, user, action)

    async def waits_for(self, game_id: str) -> list[int]:
        async with self.referee.reading(game_id) as live:
            return [user for r in live.table.requests() if (user := live.user_of(r.seat)) is not None]

    async def game(self, game_id: str) -> GameRecord:
        async with self.store.reading() as connection:
            return await games.get(connection, game_id)

    async def rows(self, game_id: str) -> list[OutboxRow]:
        async with self.store.reading() as connection:
            return await outbox.history(connection, game_id)

    async def motion(self, game_id: str) -> Motion:
        """The only motion that is not decided."""
        async with self.store.reading() as connection:
            (motion,) = await motions.open_ones(connection, game_id)
        return motion

    async def deadline(self, game_id: str) -> float:
        """The hours that are left until the next deadline of a seat."""
        due = [timer.due for timer in await self.timers(game_id) if timer.kind is TimerKind.DEADLINE]
        return (min(due) - self.time[0]) / 3600

    async def tick(self, hours: float = 0.0) -> None:
        """Let hours pass; do what is due, and deliver what may be delivered."""
        self.later(hours)
        await self.clock.tick()
        await self.dispatcher.deliver_due()

    def to(self, user: int) -> list[Any]:
        """What somebody was sent by direct message."""
        return [item.payload for item in self.courier.sent if item.user == user]

    def said(self) -> str:
        """What happened, as the thread was told."""
        return "\n".join(event.text for log in self.courier.of(Log) for event in log.events)

    async def timers(self, game_id: str) -> list[Timer]:
        async with self.store.reading() as connection:
            return await timers.of_game(connection, game_id)


async def _started(house: House, **how: Any) -> str:
    game_id = await house.opened(**how)
    await house.lobby.start(game_id, OWNER)
    return game_id


async def _racing(house: House, **how: Any) -> str:
    game_id = await _started(house, **how)
    async with house.referee.reading(game_id) as live:
        users = [seat.user for seat in live.seats]
    for user in users:
        await house.referee.submit(game_id, user, Pledge())
    return game_id


# ---------------------------------------------------------------- what many tests begin with


@dataclass(frozen=True)
class Beginning:
    """Where something has brought a new house, and what it has returned."""

    content: sqlite3.Connection
    chance: Any
    found: Any


BEGINNINGS: dict[str, Beginning] = {}
"""By what was done."""


USUAL = {"users", "more", "assistants", "heats"}
"""How things are begun in more than one test."""


async def begun(house: House, do: Callable[..., Awaitable[T]], **how: Any) -> T:
    """Bring a house where `do` brings it: one in which nothing has happened yet becomes a copy of another's."""
    if how.keys() - USUAL or not _new(house):
        return await do(house, **how)
    known = f"{do.__module__}.{do.__name__} {how}"
    if known not in BEGINNINGS:
        BEGINNINGS[known] = await _beginning(do, **how)
    beginning = BEGINNINGS[known]
    with closing(sqlite3.connect(house.place)) as here:
        beginning.content.backup(here)
    house.chance.setstate(beginning.chance)
    found: T = beginning.found
    return found


def _new(house: House) -> bool:
    """Tell whether nothing has been written on a file, and nobody has changed anything about the house."""
    if not isinstance(house.place, Path) or house.time != [START] or not house.usual:
        return False
    written = Path(f"{house.place}-wal").stat().st_size
    return house.rules.problems is problems and not written and not house.referee._watchers


async def _beginning(do: Callable[..., Awaitable[Any]], **how: Any) -> Beginning:
    with tempfile.TemporaryDirectory() as folder:
        async with housed(Path(folder) / "herald.db") as house:
            found = await do(house, **how)
            content = sqlite3.connect(":memory:")
            with closing(sqlite3.connect(house.place)) as here:
                here.backup(content)
            return Beginning(content, house.chance.getstate(), found)


class Killed(BaseException):
    """Herald is killed here."""


@contextmanager
def killed_at_entry(number: int) -> Iterator[None]:
    """Kill Herald as it writes an entry of a log, the first, or the second of those from now on, and so on."""
    left = [number]

    async def append(*about: Any) -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed
        await written(*about)

    with pytest.MonkeyPatch.context() as patch:
        written = game_log.append
        patch.setattr(game_log, "append", append)
        with pytest.raises(Killed):
            yield


async def until(holds: Callable[[], object], *, pause: float = 0.005) -> None:
    """Wait until something holds that happens in the background, looking every `pause` seconds."""
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(pause)
    raise AssertionError("it has not happened in 2000 looks")


@asynccontextmanager
async def housed(
    place: Path | str, rules: Rules[Any] | None = None, start: float = START, memory: int = 5 * MEGABYTE
) -> AsyncIterator[House]:
    """Open the store at `place` with everything on it, as after a start of the program.

    It knows the games of the engine beside `rules`, which are those of the small race game unless told otherwise.
    """
    played = rules or relay()
    time = [start]
    store = await Store.open(with_tables(place) if isinstance(place, Path) else place)

    def known(name: str) -> Rules[Any]:
        return played if name == played.name else rules_of(name)

    referee = Referee(store, known, now=lambda: time[0], memory=memory)
    courier = Recorder()
    chance = Random(7)
    lobby = Lobby(store, referee, entropy=chance.randbytes)
    dispatcher = Dispatcher(store, courier, now=lambda: time[0])
    clock, inbox = Clock(store, referee), Inbox(store, now=lambda: time[0])
    try:
        yield House(
            place, store, played, referee, lobby, courier, dispatcher, clock, inbox, chance, time, rules is None
        )
    finally:
        await referee.close()
        await store.close()
