"""Bad weather over Herald and Discord, by chance; every storm ends before the next one comes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from tests.harness.sandbox import Visitors
from tests.soak.guests import Guest
from tests.soak.process import HeraldProcess
from tests.soak.tables import Place

Storm = Callable[[], Awaitable[None]]

WRITING = "(POST|PATCH) /channels"
REFUSALS = (429, 429, 500, 502, 503, 504)


class Weather:
    """Storms about every `gap` seconds, each counted by name in `seen`."""

    def __init__(
        self,
        herald: HeraldProcess,
        visitors: Visitors,
        people: Sequence[Guest],
        places: Sequence[Place],
        chance: Random,
        gap: float,
    ) -> None:
        self._herald = herald
        self._visitors = visitors
        self._people = people
        self._places = places
        self._chance = chance
        self._gap = gap
        self.seen: Counter[str] = Counter()
        self._storms: dict[str, tuple[int, Storm]] = {
            "kill -9": (12, self._kill),
            "stop and start": (4, self._restart),
            "gateway cut": (10, lambda: self._gateway("drop")),
            "gateway asks to reconnect": (6, lambda: self._gateway("reconnect")),
            "gateway session lost": (6, lambda: self._gateway("invalid_session")),
            "writes refused": (14, self._refuse),
            "anything refused": (8, self._refuse_anything),
            "writes taken but not confirmed": (10, self._swallow),
            "Discord down": (4, self._outage),
            "direct messages closed or opened": (10, self._doors),
            "thread archived": (6, self._archive),
            "thread locked for a while": (4, self._lock),
            "permission taken for a while": (4, self._forbid),
            "thrown out for a while": (1, self._kick),
        }

    async def rage(self, seconds: float) -> None:
        """Let storms come for so long, a kill first."""
        end = asyncio.get_running_loop().time() + seconds
        names = ["kill -9"]
        while asyncio.get_running_loop().time() < end:
            await asyncio.sleep(self._chance.uniform(0, 2 * self._gap))
            name = names.pop() if names else self._any()
            await self._storms[name][1]()
            self.seen[name] += 1
        await self._clear()

    async def _clear(self) -> None:
        """Let Discord refuse nothing any more, though fewer requests may have come than it was to refuse."""
        await self._visitors.control("faults", status=503, count=0)

    def _any(self) -> str:
        weights = [weight for weight, _ in self._storms.values()]
        return self._chance.choices(list(self._storms), weights)[0]

    # ------------------------------------------------------------------ Herald

    async def _kill(self) -> None:
        await self._herald.kill()
        await asyncio.sleep(self._chance.choice((0, 0, self._gap)))
        await self._herald.start()

    async def _restart(self) -> None:
        code = await self._herald.stop()
        assert code == 0, f"Herald ended with {code} when it was asked to stop."
        await self._herald.start()

    # ------------------------------------------------------------------ Discord

    async def _gateway(self, action: str) -> None:
        await self._visitors.control("gateway", action=action)

    async def _refuse(self) -> None:
        await self._fault(self._chance.choice(REFUSALS), WRITING)

    async def _refuse_anything(self) -> None:
        await self._fault(self._chance.choice(REFUSALS), "")
        await asyncio.sleep(self._gap)
        await self._clear()

    async def _swallow(self) -> None:
        await self._fault(self._chance.choice((500, 502, 503)), WRITING, after=True)

    async def _fault(self, status: int, match: str, *, after: bool = False) -> None:
        pause = self._chance.uniform(0.1, 2.0)
        count = self._chance.randint(1, 12)
        await self._visitors.control("faults", status=status, match=match, count=count, after=after, retry_after=pause)

    async def _outage(self) -> None:
        await self._visitors.control("faults", status=503, count=100_000)
        await asyncio.sleep(self._chance.uniform(0.5, 2.5) * self._gap)
        await self._clear()

    async def _kick(self) -> None:
        await self._visitors.control("guild", action="kick")
        await asyncio.sleep(self._gap)
        await self._visitors.control("guild", action="invite")

    # ------------------------------------------------------------------ places and people

    async def _doors(self) -> None:
        await self._chance.choice(self._people).set_dms(allowed=self._chance.random() < 0.5)

    def _thread(self) -> str:
        return self._chance.choice([place.thread for place in self._places if place.thread] or [""])

    async def _archive(self) -> None:
        if thread := self._thread():
            await self._visitors.control(f"channels/{thread}", action="archive")

    async def _lock(self) -> None:
        if thread := self._thread():
            await self._visitors.control(f"channels/{thread}", action="lock")
            await asyncio.sleep(self._gap)
            await self._visitors.control(f"channels/{thread}", action="unlock")

    async def _forbid(self) -> None:
        channel = self._people[0].channel_id(self._chance.choice(self._places).channel)
        await self._visitors.control("permissions", channel_id=channel, deny=["SEND_MESSAGES_IN_THREADS"])
        await asyncio.sleep(self._gap)
        await self._visitors.control("permissions", channel_id=channel, deny=[])
