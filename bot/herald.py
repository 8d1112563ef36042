"""The parts of a running Herald in one place, for the commands and panels that use them."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from bot.config import Config
from bot.errors import Refused
from bot.metrics import Metrics
from bot.pictures import Pictures
from bot.services.absence import Absences
from bot.services.computer.thinkers import Thinkers
from bot.services.forgetting import Forgetting
from bot.services.lessons import Lessons
from bot.services.lobby import Lobby
from bot.services.moderation import Moderation
from bot.services.plans import Plans
from bot.services.ratings import Ratings
from bot.services.rulings import Rulings
from bot.services.time_control import TimeControls
from bot.services.tournament.events import Tournaments
from bot.services.tournament.mending import TournamentMending
from bot.services.tournament.rulings import TournamentRulings
from bot.services.tournament.tables import TournamentTables
from bot.services.web_pages import WebPages
from bot.store.database import Store
from bot.table.referee import Referee
from bot.waits import LatePanels, LivePanels, wait_until


@dataclass
class Herald:
    """Everything that commands and panels may use. It counts the answers that are being worked on."""

    config: Config
    store: Store
    referee: Referee
    lobby: Lobby
    pictures: Pictures
    registered: Path
    """The file that holds the stamp of the slash commands last registered with Discord."""
    moderation: Moderation
    rulings: Rulings
    metrics: Metrics
    thinkers: Thinkers = field(default_factory=Thinkers)
    late: LatePanels = field(default_factory=LatePanels, init=False)
    """What is still to be added to panels."""
    live: LivePanels = field(default_factory=LivePanels, init=False)
    """The panels on which people decide, each to be removed when a newer one is shown."""
    _opening: set[str] = field(default_factory=set, init=False)
    _busy: int = field(default=0, init=False)
    _closing: asyncio.Event = field(default_factory=asyncio.Event, init=False)

    @cached_property
    def absences(self) -> Absences:
        """Keeps people's own hours and absences."""
        return Absences(self.store, self.referee)

    @cached_property
    def time_controls(self) -> TimeControls:
        """Sets the time control of tables."""
        return TimeControls(self.store, self.referee)

    @cached_property
    def web_pages(self) -> WebPages:
        """Keeps the pages of games that are served on the web."""
        return WebPages(self.config.web, self.store, self.pictures)

    @cached_property
    def plans(self) -> Plans:
        """Keeps plans and answers with them."""
        return Plans(self.store, self.referee)

    @cached_property
    def tournaments(self) -> Tournaments:
        """Keeps tournaments."""
        return Tournaments(self.store, self.referee, self.lobby)

    @cached_property
    def tournament_tables(self) -> TournamentTables:
        """Keeps the tables of tournaments in step with them."""
        return TournamentTables(self.store, self.referee, self.tournaments)

    @cached_property
    def tournament_rulings(self) -> TournamentRulings:
        """Has rulings judged that players of tournaments question."""
        return TournamentRulings(self.store, self.referee, self.tournaments, self.tournament_tables)

    @cached_property
    def tournament_mending(self) -> TournamentMending:
        """Does at the tables what was decided of questioned rulings."""
        return TournamentMending(self.store, self.tournaments, self.tournament_tables)

    @cached_property
    def ratings(self) -> Ratings:
        """Keeps results on record, from which the ladder follows."""
        return Ratings(self.store, self.referee)

    @cached_property
    def lessons(self) -> Lessons:
        """Keeps the lessons that go on."""
        return Lessons()

    @cached_property
    def forgetting(self) -> Forgetting:
        """Deletes what is known of people."""
        return Forgetting(self.store, self.referee)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Count an answer in the making, so that a stop can wait for it; raises Refused once Herald is stopping."""
        if self._closing.is_set():
            raise Refused("Herald is being restarted and nothing has changed; try again in a minute.")
        self._busy += 1
        try:
            yield
        finally:
            self._busy -= 1

    @contextmanager
    def opening(self, what: str) -> Iterator[None]:
        """Open a table from one thing at a time; raises Refused where another press on it is under way."""
        if what in self._opening:
            raise Refused("The table is being opened already; it takes a moment.")
        self._opening.add(what)
        try:
            yield
        finally:
            self._opening.discard(what)

    def close(self) -> None:
        """Begin no more answers, and finish no panel any more."""
        self._closing.set()
        self.late.close()

    async def wait(self, seconds: float) -> None:
        """Wait this many seconds, or until Herald is stopping."""
        await wait_until(self._closing, seconds)

    async def done_before_a_stop(self, work: asyncio.Task[Any]) -> bool:
        """Wait for work that takes long; if Herald is stopping before it is done, give it up and return False."""
        stopping = asyncio.create_task(self._closing.wait())
        try:
            await asyncio.wait((work, stopping), return_when=asyncio.FIRST_COMPLETED)
            return work.done()
        finally:
            stopping.cancel()
            work.cancel()

    async def drained(self, seconds: float) -> bool:
        """Wait until no answer is in the making; False if some still are after `seconds`."""
        for _ in range(round(seconds * 20)):
            if not self._busy:
                return True
            await asyncio.sleep(0.05)
        return not self._busy
