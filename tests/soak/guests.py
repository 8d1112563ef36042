"""Scripted people: they open tables, sit down, and play by what they see; whatever fails they simply try again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from tests.e2e.players import ButtonPlayer, Whim, is_refusal
from tests.harness.reading import Json, panel_words, text_of
from tests.harness.sandbox import Person
from tests.soak.tables import Book, Place

MAX_WAIT_S = 12.0
"""Seconds after which somebody gives up on an answer and looks again."""

Step = Callable[[Place], Awaitable[object]]

IDLE = ("You have nothing to decide now", "The game is over")

OVERLOOKED = '{"t":"MESSAGE_'
CONCERNS = '"interaction_metadata":{'


class Guest(Person):
    """Somebody who looks only at what answers him; hundreds of tables would be too much to read."""

    def heeds(self, frame: str) -> bool:
        """Overlook what is said to everybody."""
        return not frame.startswith(OVERLOOKED) or CONCERNS in frame


class Hands(ButtonPlayer):
    """A player's hands at one table; what he is told was done goes into the book."""

    evening: Place
    book: Book

    async def act(self) -> bool:
        """Take one decision at random; False if there is none to be taken."""
        began = time.monotonic()
        panel = await self.options()
        self.book.waits.append(time.monotonic() - began)
        if is_refusal(panel) or any(words in text_of(panel) for words in IDLE):
            self.evening.over = IDLE[1] in text_of(panel)
            return False
        await self.carry_on(panel, Whim(self.chance))
        return True

    async def seen(self, key: str, pressed: Json) -> Json:
        """Note what was done."""
        shown = await super().seen(key, pressed)
        self.book.refused.update([text_of(shown)[:100]] if is_refusal(shown) else [])
        done = (said for said in panel_words(shown) if said.startswith("✅"))
        self.book.done[self.evening.thread, int(self.person.id)].extend(done)
        return shown


class Regular:
    """The life of one person: a step at one of the tables, then a pause of `pause` seconds or so."""

    def __init__(self, person: Guest, places: list[Place], book: Book, chance: Random, pause: float) -> None:
        self.person = person
        self.places = [place for place in places if person.username in place.people]
        self.book = book
        self.chance = chance
        self.pause = pause
        self.awake = False
        """Whether this person now answers also where he used to sleep."""
        self._hands: dict[int, Hands] = {}

    async def live(self) -> None:
        """Go on until cancelled."""
        while True:
            await self._turn(self._step)
            await asyncio.sleep(self.pause * self.chance.uniform(0.5, 1.5))

    async def retire(self) -> None:
        """Stop the clocks of every own table, so that nothing happens there any more."""
        while any(self._pausing(place) for place in self.places):
            await self._turn(self._pausing)

    async def _turn(self, choice: Callable[[Place], Step | None]) -> None:
        """Take one step at a table where there is one to be taken; setting up comes first."""
        found = [(place, step) for place in self.places if (step := choice(place))]
        if not found:
            return
        fresh = [(place, step) for place, step in found if not place.started]
        place, step = self.chance.choice(fresh or found)
        try:
            async with asyncio.timeout(MAX_WAIT_S):
                await step(place)
        except (AssertionError, TimeoutError) as error:
            self.book.unanswered[type(error).__name__] += 1

    def _step(self, place: Place) -> Step | None:
        """Return what is to be done at a table now."""
        me = self.person.username
        if place.started:
            return None if place.over or (place.sleeper == me and not self.awake) else self._play
        if me != place.people[0]:
            return self._join if place.thread and me not in place.joined else None
        if not place.thread:
            return self._open
        if place.filled < len(place.regents):
            return self._fill
        return self._start if len(place.joined) == len(place.people) - 1 else None

    def _pausing(self, place: Place) -> Step | None:
        return self._pause if place.started and not place.paused and self.person.username == place.people[0] else None

    # ------------------------------------------------------------------ steps

    async def _open(self, place: Place) -> None:
        title, hours = f"Table {place.number}", place.hours
        how = {"game": place.game, "variant": place.variant, "title": title, "deadline_hours": hours}
        said = await self._said("/game new", channel=place.channel, **how)
        place.thread = said.partition("<#")[2].partition(">")[0]
        self.book.opened |= {place.thread} - {""}

    async def _fill(self, place: Place) -> None:
        said = await self._said("/table fill", channel=place.thread, player=place.regents[place.filled])
        place.filled += 1
        self.book.filled[place.thread] += "has a seat" in said

    async def _join(self, place: Place) -> None:
        if "You have a seat" in await self._said("/game join", channel=place.thread):
            place.joined.add(self.person.username)
            self.book.seated.add((place.thread, int(self.person.id)))

    async def _start(self, place: Place) -> None:
        said = await self._said("/game start", channel=place.thread)
        place.started = "The game begins" in said or "already" in said
        self.book.started |= {place.thread} if place.started else set()

    async def _pause(self, place: Place) -> None:
        said = await self._said("/gm pause", channel=place.thread)
        place.paused = any(words in said for words in ("The clocks stand still", "stand still already", "any more"))

    async def _said(self, command: str, **options: Any) -> str:
        await self.person.slash(command, **options)
        return text_of(await self.person.answer())

    async def _play(self, place: Place) -> None:
        if place.number not in self._hands:
            self._hands[place.number] = Hands(self.person, place, self.chance)
            self._hands[place.number].book = self.book
        await self._hands[place.number].act()
