"""The flow of play through the panels, over the wire: how often people press something for each kind of decision, how
often a game is handed on, and how much is said and shown in its thread.

Computer players decide; their hands find it on what Discord shows them, and press that.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.store import outbox
from bot.store.payloads import Ask
from bot.store.rows import DeliveryOutcome
from engine.core.actions import AWAITED, MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.games import GAMES
from tests.bench.timing import Figures
from tests.e2e.players import ButtonPlayer, Purpose, is_refusal, plan_of
from tests.e2e.table import WHISPERED, Evening, evening
from tests.harness.reading import Json, text_of

PEOPLE = "ann", "ben", "cat", "dan"

COMING = 1
"""Presses with which somebody comes to his panel: *My options*. Whoever goes on has it before him already."""

DECISIONS = 200
"""Decisions of a game at most, which is long enough to see each kind of them."""

BUDGET = 40
"""Actions that a computer player may try out for each decision."""

SEED = 3


@dataclass
class Flow:
    """What was counted in one game."""

    pressed: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    """Presses for each decision, by the tag of what was done, from the panel that shows what can be done."""

    rounds: set[str] = field(default_factory=set)
    handovers: int = 0
    messages: int = 0
    pings: int = 0
    """Messages, standing or posted anew since, that asked somebody in the thread."""

    pictures: int = 0
    lines: int = 0
    words: int = 0

    def read(self, thread: list[str], pictures: int) -> None:
        """Count what stands in the thread for everybody."""
        self.messages, self.pictures = len(thread), pictures
        self.lines = sum(1 for text in thread for line in text.splitlines() if line.strip())
        self.words = sum(len(text.split()) for text in thread)


async def play(night: Evening, flow: Flow) -> None:
    """Let computer players take decisions through the panels; who has been asked stays there while it is his turn.

    Nobody acts before everything has been said, as people who read before they act.
    """
    people = {f"s{n}": ButtonPlayer(person, night, Random(n)) for n, person in enumerate(night.people, 1)}
    async with night.reading() as live:
        minds = live.table.rules.players
    player = Seated(next(iter(minds.values()), RandomPlayer()), SEED, BUDGET)
    here = ""
    for _ in range(DECISIONS):
        await night.all_said(600)
        async with night.reading() as live:
            table = live.table
            asked = [request.seat for request in table.requests() if request.seat != MASTER]
            if table.result is not None or not asked:
                break
            flow.rounds.add(table.rules.pace.round(table.game))
            seat = here if here in asked else asked[0]
            plan = plan_of(table, seat, player.choose(table, seat))
        flow.handovers, here = flow.handovers + (seat != here), seat
        before = people[seat].clicks + COMING
        seen = await people[seat].carry_on(await _with_chances(people[seat]), Purpose(plan))
        assert not is_refusal(seen), (plan, text_of(seen))
        flow.pressed[plan.tag].append(people[seat].clicks - before)


async def _with_chances(player: ButtonPlayer) -> Json:
    """Return somebody's options once all chances stand there: the edit that brings them would cross with a press."""

    def complete(message: Json) -> bool:
        return message["id"] == shown["id"] and AWAITED not in str(message)

    shown = await player.options()
    return await player.person.expect(complete) if AWAITED in str(shown) else shown


async def game(title: str, folder: Path) -> Flow:
    """Play a game over the wire and count."""
    least, most = GAMES[title].seats(GAMES[title].options(GAMES[title].usual_variant, {}))
    flow = Flow()
    async with evening(folder, *PEOPLE[: min(max(least, len(PEOPLE)), most)], seed=SEED) as night:
        await night.open(game=title)
        await night.start(letters=False)
        await play(night, flow)
        await night.all_said(600)
        shown = [m for m in await night.people[0].messages(limit=5000) if not m["flags"] & WHISPERED]
        async with night.supervisor.herald.store.reading() as connection:
            said = await outbox.history(connection, night.game)
        asks = [row for row in said if isinstance(row.payload, Ask) and row.user is None]
        flow.pings = sum(row.outcome is DeliveryOutcome.DELIVERED for row in asks)
        flow.read([text_of(message) for message in shown], sum(len(message["attachments"]) for message in shown))
    return flow


def measure() -> Figures:
    """Play one game of each title."""
    found: Figures = []
    for title in sorted(GAMES):
        with TemporaryDirectory() as folder:
            flow = asyncio.run(game(title, Path(folder)))
        found += _figures(title, flow)
    return found


def _figures(title: str, flow: Flow) -> Figures:
    rounds = max(1, len(flow.rounds))
    rows = [(f"{title}: presses for {tag}, {len(all_)} times", _spread(all_)) for tag, all_ in _by_kind(flow)]
    each = {"hand-overs": flow.handovers, "messages": flow.messages, "pings": flow.pings, "pictures": flow.pictures}
    each["lines"] = flow.lines
    rows += [(f"{title}: {what} a round", f"{number / rounds:.1f}") for what, number in each.items()]
    return [*rows, (f"{title}: words a message", f"{flow.words / max(1, flow.messages):.0f}")]


def _by_kind(flow: Flow) -> list[tuple[str, list[int]]]:
    everything = [count for counts in flow.pressed.values() for count in counts]
    return [*sorted(flow.pressed.items()), ("any decision", everything)]


def _spread(counts: list[int]) -> str:
    ordered = sorted(counts)
    return f"median {ordered[len(ordered) // 2]}, 90 % within {ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]}"
