"""Pictures drawn away from the event loop, by a bounded pool of worker processes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import json

from bot.metrics import Metrics
from bot.priority_gate import PriorityGate
from bot.workers import Hire, Pool
from engine.core.events import Event
from engine.core.files.figures import EditionNumbers
from engine.core.table import Table
from engine.games import GAMES, rules_of
from engine.tournament.state import State
from render.picture import Film, Picture
from render.picture_request import Goal, NothingToShow, PictureRequest
from render.registry import COVER, LEAFLET, draw, draw_kept_story, draw_tournament, kinds, prepare
from render.replay.course import Kept as KeptMoment
from render.replay.page import Subject, kept_page
from render.story import Kept

T = TypeVar("T")

NONE: EditionNumbers = {}
"""No figures but Herald's own."""

WORKERS = 1
"""One worker draws some ten maps a second, more than Discord lets a bot post."""

KEPT = 50
"""Maps with the places of a panel that are kept, for whoever turns back to it."""

STORY_NICENESS = 10
"""How nice whoever tells a whole game is to others that want the processor."""


class Pictures:
    """Draws what views show. A worker that dies is replaced, and its picture drawn again once.

    What somebody who has pressed something waits for is drawn before what belongs to messages in a thread.
    """

    def __init__(self, cache: Path, workers: int = WORKERS, metrics: Metrics | None = None, hire: Hire = Pool) -> None:
        self.cache = cache
        self.metrics = metrics or Metrics()
        self.workers = workers
        self._hire = hire
        self._pool: Executor | None = None
        self._teller: Executor | None = None
        self._turns = PriorityGate(workers)
        self._covers: dict[str, Picture] = {}
        self._panels: dict[bytes, Picture] = {}

    async def warm(self) -> None:
        """Start a worker, prepare it and draw the covers of all games, so that nobody waits for the first pictures."""
        await self._run(prepare, self.cache)
        for game in GAMES:
            await self.cover(game, hurried=False)

    async def draw(
        self,
        game: str,
        kind: str,
        view: msgspec.Struct,
        names: Mapping[str, str],
        *,
        subject: str = "",
        changes: Sequence[Event] = (),
        layer: str = "",
        night: bool = False,
        figures: EditionNumbers = NONE,
        near: bool = False,
        goals: tuple[Goal, ...] = (),
        hurried: bool = True,
    ) -> Picture:
        """Return the picture of a `kind` (such as map or hand) of a view; raises NothingToShow if there is none.

        A picture that shows no table, such as a card, has the `figures` of the edition that is meant. With `near` a
        map is cut to where the changes are; `goals` are numbered on it. What is not `hurried` lets all go before it for
        which somebody waits.
        """
        if kind not in (LEAFLET, COVER, *kinds(game)):
            raise NothingToShow("This game has no picture of that kind; its panel has buttons for those that exist.")
        wish = PictureRequest(kind, view, dict(names), subject, tuple(changes), self.cache, layer, night, figures, near)
        if not goals:
            return await self._drawn(kind, draw, game, wish, hurried=hurried)
        wish = msgspec.structs.replace(wish, goals=goals)
        key = sha256(json.encode([game, kind, view, wish.names, subject, layer, goals])).digest()
        if key not in self._panels:
            self._panels[key] = await self._drawn(kind, draw, game, wish, hurried=hurried)
            if len(self._panels) > KEPT:
                del self._panels[next(iter(self._panels))]
        return self._panels[key]

    async def cover(self, game: str, *, hurried: bool = True) -> Picture:
        """Return the picture by which a game is chosen among the others; it is drawn once."""
        if game not in self._covers:
            view = await asyncio.to_thread(_as_it_begins, game)
            self._covers[game] = await self.draw(game, COVER, view, {}, hurried=hurried)
        return self._covers[game]

    async def draw_tournament(self, kind: str, state: State, page: int = 1) -> Picture:
        """Return a page of the "standings" of a tournament, or its "champion"; NothingToShow while it has none."""
        return await self._drawn(kind, draw_tournament, kind, state, state.names, page)

    async def _drawn(
        self, kind: str, work: Callable[..., Picture], *arguments: object, hurried: bool = True
    ) -> Picture:
        """Draw a picture, and once again where a worker has died of it."""
        with self.metrics.pictures.labels(kind).time():
            async with self._turns.one(hurried=hurried):
                try:
                    return await self._run(work, *arguments)
                except BrokenProcessPool:
                    self.metrics.failures.labels("pictures").inc()
                    return await self._run(work, *arguments)

    async def draw_story(self, game: str, kind: str, kept: Sequence[Kept], names: Mapping[str, str]) -> Picture | Film:
        """Return a picture that tells a whole game: in a worker of its own, for it may take half a minute."""
        with self.metrics.pictures.labels(kind).time():
            return await self._told(draw_kept_story, game, kind, kept, dict(names), self.cache)

    async def make_page(self, subject: Subject, kept: Sequence[KeptMoment]) -> bytes:
        """Return a page with which to step through a whole game, from the same worker."""
        with self.metrics.pictures.labels("page").time():
            return await self._told(kept_page, subject, kept, self.cache)

    async def _told(self, work: Callable[..., T], *arguments: object) -> T:
        if self._teller is None:
            self._teller = self._hire(1, STORY_NICENESS)
        return await asyncio.wrap_future(self._teller.submit(work, *arguments))

    async def _run(self, work: Callable[..., T], *arguments: object) -> T:
        if self._pool is None:
            self._pool = self._hire(self.workers, 0)
        return await asyncio.wrap_future(self._pool.submit(work, *arguments))

    def close(self) -> None:
        """Stop the workers, whatever they are drawing."""
        for workers in (self._pool, self._teller):
            if workers is not None:
                workers.shutdown(wait=False, cancel_futures=True)
        self._pool = self._teller = None


def _as_it_begins(game: str) -> msgspec.Struct:
    """Return what everybody sees of a game of the usual variant that has just begun."""
    rules = rules_of(game)
    options = rules.options(rules.usual_variant, rules.option_book.by_post)
    seats = [f"s{number + 1}" for number in range(rules.seats(options)[0])]
    return Table.new(rules, COVER, seats, options, bytes(32), careful=False).view("")
