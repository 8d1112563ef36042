"""The flow of play through the panels, over the wire: how often people press something for each kind of decision, how
often a game is handed on, and how much is said and shown in its thread.

Computer players decide; their hands find it on what Discord shows them, and press that.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.store import outbox
from bot.store.payloads import Ask
from bot.store.rows import DeliveryOutcome
from engine.core.actions import AWAITED, MASTER, Action, tag_of
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.games import GAMES
from tests.bench.timing import Figures
from tests.e2e.players import ButtonPlayer, Purpose, is_refusal, plan_of
from tests.e2e.table import WHISPERED, Evening, evening
from tests.harness.reading import Json, text_of

PEOPLE = "ann", "ben", "cat", "dan"

COMING = 1
"""Presses with which somebody comes from the thread to the panel: *My options*."""

VARIANTS = {"kingmaker": "wbc"}
"""The variant of a title whose usual one is not played."""

SECONDS = 300
"""After which a game is left that is not over: long enough to see each kind of decision."""

ENOUGH = 5
"""Decisions of a kind that is listed by itself."""

BUDGET = 40
"""Actions that a computer player may try out for each decision."""

SEEDS: dict[str, Sequence[int]] = {"warlord": (3, 4, 5, 6)}
"""The seeds of the games of a title that are played; of one whose games are short, several."""

USUAL_SEED = 3


@dataclass
class Flow:
    """What was counted in the games of a title."""

    pressed: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    """Presses for each decision, by the tag of what was done: from the panel that shows what can be done, and from the
    thread, where *My options* is one more unless the answer to the last press shows the options already."""

    over: bool = False

    rounds: set[tuple[int, str]] = field(default_factory=set)
    handovers: int = 0
    messages: int = 0
    pings: int = 0
    """Messages, standing or posted anew since, that asked somebody in the thread."""

    pictures: int = 0
    lines: int = 0
    words: int = 0

    def read(self, thread: list[str], pictures: int) -> None:
        """Count what stands in the thread for everybody."""
        self.messages += len(thread)
        self.pictures += pictures
        self.lines += sum(1 for text in thread for line in text.splitlines() if line.strip())
        self.words += sum(len(text.split()) for text in thread)


async def play(night: Evening, flow: Flow, seed: int) -> None:
    """Let computer players take decisions through the panels; who has been asked stays there while it is his turn.

    Nobody acts before everything has been said, as people who read before they act.
    """
    people = {f"s{n}": ButtonPlayer(person, night, Random(n)) for n, person in enumerate(night.people, 1)}
    async with night.reading() as live:
        minds = live.table.rules.players
    player = Seated(next(iter(minds.values()), RandomPlayer()), seed, BUDGET)
    here, seen, clock = "", None, time.monotonic()
    while time.monotonic() < clock + SECONDS:
        await night.all_said(600)
        async with night.reading() as live:
            table = live.table
            asked = [request.seat for request in table.requests() if request.seat != MASTER]
            flow.over = table.result is not None
            if flow.over or not asked:
                break
            flow.rounds.add((seed, table.rules.pace.round(table.game)))
            seat = here if here in asked else asked[0]
            plan = plan_of(table, seat, _in_short(table, seat, player.choose(table, seat)))
            shown = seat == here and seen is not None and table.stamp(seat) in str(people[seat].person.current(seen))
        flow.handovers, here = flow.handovers + (seat != here), seat
        before = people[seat].clicks + COMING
        seen = await people[seat].carry_on(await _with_chances(people[seat]), Purpose(plan))
        assert not is_refusal(seen), (plan, text_of(seen))
        presses = people[seat].clicks - before
        flow.pressed[plan.tag].append((presses, presses if shown else presses + COMING))


def _in_short(table: Table, seat: str, action: Action) -> Action:
    """Return what the panel proposes, where the action is a part of that; people press the proposal."""
    request = table.request(seat)
    assert request is not None
    proposed = request.default()
    if tag_of(proposed) not in {offer.tag for offer in request.offers}:
        return action
    does, proposes = ([event.text for event in table.copy().act(seat, one).events] for one in (action, proposed))
    return proposed if does[:1] and does[0] in proposes else action


async def _with_chances(player: ButtonPlayer) -> Json:
    """Return somebody's options once all chances stand there: the edit that brings them would cross with a press."""

    def complete(message: Json) -> bool:
        return message["id"] == shown["id"] and AWAITED not in str(message)

    shown = await player.options()
    return await player.person.expect(complete) if AWAITED in str(shown) else shown


async def game(title: str, folder: Path, flow: Flow, seed: int) -> None:
    """Play a game over the wire and count."""
    variant = VARIANTS.get(title, GAMES[title].usual_variant)
    least, most = GAMES[title].seats(GAMES[title].options(variant, {}))
    async with evening(folder, *PEOPLE[: min(max(least, len(PEOPLE)), most)], seed=seed) as night:
        await night.open(game=title, variant=variant)
        await night.start(letters=False)
        await play(night, flow, seed)
        await night.all_said(600)
        shown = [m for m in await night.people[0].messages(limit=5000) if not m["flags"] & WHISPERED]
        async with night.supervisor.herald.store.reading() as connection:
            said = await outbox.history(connection, night.game)
        asks = [row for row in said if isinstance(row.payload, Ask) and row.user is None]
        flow.pings += sum(row.outcome is DeliveryOutcome.DELIVERED for row in asks)
        flow.read([text_of(message) for message in shown], sum(len(message["attachments"]) for message in shown))


def measure() -> Figures:
    """Play a game of each title, or several."""
    found: Figures = []
    for title in sorted(GAMES):
        flow = Flow()
        for seed in SEEDS.get(title, (USUAL_SEED,)):
            with TemporaryDirectory() as folder:
                asyncio.run(game(title, Path(folder), flow, seed))
        found += _figures(title, flow)
    return found


def _figures(title: str, flow: Flow) -> Figures:
    rounds = max(1, len(flow.rounds))
    over = "" if flow.over else ", not over"
    rows = [(f"{title}: {len(flow.rounds)} rounds{over}: presses", "from the thread; from the panel")]
    rows += [(f"{title}: … for {tag}, {len(all_)} times", _both(all_)) for tag, all_ in _by_kind(flow)]
    each = {"hand-overs": flow.handovers, "messages": flow.messages, "pings": flow.pings, "pictures": flow.pictures}
    each["lines"] = flow.lines
    rows += [(f"{title}: {what} a round", f"{number / rounds:.1f}") for what, number in each.items()]
    return [*rows, (f"{title}: words a message", f"{flow.words / max(1, flow.messages):.0f}")]


def _by_kind(flow: Flow) -> list[tuple[str, list[tuple[int, int]]]]:
    everything = [counts for each in flow.pressed.values() for counts in each]
    often = [(tag, each) for tag, each in sorted(flow.pressed.items()) if len(each) >= ENOUGH]
    return [("any decision", everything), *often]


def _both(counts: list[tuple[int, int]]) -> str:
    panel, thread = (_spread([each[place] for each in counts]) for place in (0, 1))
    return f"{thread}; {panel}"


def _spread(counts: list[int]) -> str:
    ordered = sorted(counts)
    return f"median {ordered[len(ordered) // 2]}, 90 % within {ordered[min(len(ordered) - 1, len(ordered) * 9 // 10)]}"
