"""A program that is killed at any moment loses nothing that it acknowledged and repeats nothing that it promised."""

import asyncio
import time
from collections import defaultdict
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.delivery.dispatcher import Dispatcher
from bot.model import interventions
from bot.services.moderation import Moderation
from bot.store import game_log, games, outbox
from bot.store.database import Store, opened
from bot.store.payloads import Ask, Log, Panel, Reworded
from bot.store.rows import ActionRecord, DeliveryOutcome, GameRecord, OutboxRow, Status
from bot.table import telling
from bot.table.referee import Referee
from engine.core.record.transcript import replay
from engine.core.rules import Rules
from tests.crash.player import OWNER, Ledger, play, rules_named
from tests.harness.forked import PROCESSES

Acknowledged = dict[str, list[int]]


def _kill_again_and_again(folder: Path, game: str, times: int, chance: Random) -> Acknowledged:
    """Let processes play on the same files, each killed at a random moment; return the actions acknowledged."""
    acknowledged: Acknowledged = defaultdict(list)
    for seed in range(times):
        ours, theirs = PROCESSES.Pipe(duplex=False)
        about = folder / "herald.db", folder / "delivered", [game]
        process = PROCESSES.Process(target=play, args=(*about, seed, theirs))
        process.start()
        theirs.close()
        for _ in range(chance.randrange(12)):
            listen(ours, acknowledged)
        time.sleep(chance.random() * 0.02)
        process.kill()
        process.join()
        while ours.poll():
            if not listen(ours, acknowledged):
                break
        ours.close()
    return acknowledged


def listen(ours: Connection, acknowledged: Acknowledged) -> bool:
    """Take note of an acknowledged action; False once the process is gone."""
    assert ours.poll(20), "the player does not play"
    try:
        game_id, version = ours.recv()
    except EOFError:
        return False
    acknowledged[game_id].append(version)
    return True


KILLS = [("relay", 12, 20), ("kingmaker", 6, 20)]
MORE = [pytest.param(game, 40, seed, marks=pytest.mark.nightly) for game in ("relay", "kingmaker") for seed in (21, 22)]


@pytest.mark.long
@pytest.mark.parametrize(("game", "times", "seed"), [*KILLS, *MORE])
def test_kill_at_any_moment(tmp_path: Path, game: str, times: int, seed: int) -> None:
    acknowledged = _kill_again_and_again(tmp_path, game, times, Random(seed))
    assert sum(map(len, acknowledged.values())) > times
    check(tmp_path / "herald.db", tmp_path / "delivered", acknowledged)


def check(place: Path | str, ledger: Path, acknowledged: Acknowledged) -> None:
    """Bring what was played to its end, and find everything acknowledged in the log, and everything promised out."""
    asyncio.run(_finished(place, ledger))
    asyncio.run(_check(place, [line.split(":") for line in ledger.read_text().split()], acknowledged))


async def _finished(place: Path | str, ledger: Path) -> None:
    async with opened(place) as store:
        await _finish(store, ledger)


async def _check(place: Path | str, delivered: list[list[str]], acknowledged: Acknowledged) -> None:
    store = await Store.open(place)
    async with store.reading() as connection:
        for game in await games.all_with(connection, Status.OVER):
            log = await game_log.entries(connection, game.id)
            assert game_log.chain_problem(log, game.commitment) is None
            done = acknowledged.pop(game.id, [])
            assert len(done) == len(set(done)) and {action.version for action in log}.issuperset(done)
            rows = await outbox.history(connection, game.id)
            _check_promises(log, rows)
            _check_messages(rows, [int(row) for name, row in delivered if name == game.id], rules_named(game.rules))
    assert not acknowledged
    await store.close()


def _check_promises(log: list[ActionRecord], rows: list[OutboxRow]) -> None:
    """Everything public that happened was promised to the thread, once."""
    for action in log[1:]:
        told = [row.payload.events for row in rows if isinstance(row.payload, Log) and row.version == action.version]
        public = [event for event in action.happened() if event.seats is None and event.text]
        # Who leads is said besides: it has not happened.
        assert [event for events in told for event in events if event.kind != "lead"] == public


def _check_messages(rows: list[OutboxRow], delivered: list[int], rules: Rules[Any]) -> None:
    """Every promise was kept exactly once, in order; only panels, questions and their edits may have been superseded.

    What the story leaves out needs no message.
    """
    assert delivered == sorted(set(delivered))
    went = {DeliveryOutcome.DELIVERED, DeliveryOutcome.ANSWERED}
    assert {row.outcome for row in rows} <= {*went, DeliveryOutcome.SUPERSEDED}
    superseded = {row.id for row in rows if row.outcome is DeliveryOutcome.SUPERSEDED}
    assert all(isinstance(row.payload, Panel | Ask | Reworded) for row in rows if row.id in superseded)
    silent = {row.id for row in rows if isinstance(row.payload, Log) and not telling.told(row.payload.events, rules)}
    assert {row.id for row in rows} - superseded - silent <= set(delivered)


async def _finish(store: Store, ledger: Path) -> None:
    """Bring every game to an end, deliver what is left, and play each game again from its record."""
    referee = Referee(store, rules_named)
    async with store.reading() as connection:
        playing = await games.all_with(connection, Status.PLAYING)
    for game in playing:
        await _end(referee, game)
    await Dispatcher(store, Ledger(ledger)).deliver_due()
    async with store.reading() as connection:
        over = await games.all_with(connection, Status.OVER)
    assert over
    for game in over:
        transcript = await referee.transcript(game.id)
        assert replay(rules_named(game.rules), transcript).version == game.version


async def _end(referee: Referee, game: GameRecord) -> None:
    async with referee.reading(game.id) as live:
        seats = [seat.id for seat in live.seats]
    moderation = Moderation(referee.store, referee)
    for seat in seats[1:]:
        await moderation.intervene(game.id, OWNER, interventions.Edit({"action": "drop", "seat": seat}))
