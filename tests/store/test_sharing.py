"""PostgreSQL: two processes on one database share the games, and nothing is done twice."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text

from bot.errors import Stale, StoreError
from bot.model.people import Notify
from bot.services.absence import Absences
from bot.store import game_log, outbox
from bot.store.database import Store
from bot.store.payloads import Notice, OutboxMessage
from bot.store.rows import DeliveryOutcome, Status
from engine.core.errors import Illegal
from tests.harness.postgres import Server
from tests.referee.house import ANN, BEN, CAT, House, housed
from tests.referee.relay import Advance, Pledge, Rest, Whisper


@pytest.fixture
async def pair(postgres_place: Callable[[], str]) -> AsyncIterator[tuple[House, House]]:
    """Two Heralds on the same database, each as in a process of its own."""
    place = postgres_place()
    async with housed(place) as one, housed(place) as other:
        other.time = one.time
        yield one, other


async def test_one_takes_up_what_the_other_has_done(pair: tuple[House, House]) -> None:
    one, other = pair
    game_id = await one.started()
    await other.referee.submit(game_id, ANN, Pledge())
    await one.referee.submit(game_id, BEN, Pledge())
    await other.do(game_id, Advance("run"))
    async with one.referee.reading(game_id) as here, other.referee.reading(game_id) as there:
        assert here.table.version == 3 and here.table.hash() == there.table.hash()


async def test_what_both_do_at_the_same_time_is_done_one_after_the_other(pair: tuple[House, House]) -> None:
    game_id = await pair[0].started(users=(ANN, BEN, CAT))
    submissions = [house.referee.submit(game_id, user, Whisper("s1")) for house in pair for user in (BEN, CAT) * 5]
    outcomes = await asyncio.gather(*submissions)
    assert sorted(outcome.version for outcome in outcomes) == list(range(1, 21))
    async with pair[0].store.reading() as connection:
        log = await game_log.entries(connection, game_id)
    assert game_log.chain_problem(log, (await pair[0].game(game_id)).commitment) is None


async def test_of_two_answers_to_one_question_one_is_taken(pair: tuple[House, House]) -> None:
    game_id = await pair[0].started()
    twice = [house.referee.submit(game_id, ANN, Pledge(), expected_version=0) for house in pair]
    outcomes = await asyncio.gather(*twice, return_exceptions=True)
    assert sorted(isinstance(outcome, Stale | Illegal) for outcome in outcomes) == [False, True]


WAITING = text("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")


async def waits(store: Store) -> bool:
    """Tell whether a transaction on the database waits for a lock."""
    async with store.reading() as connection:
        here = text("SELECT oid FROM pg_database WHERE datname = current_database()")
        database = await connection.scalar(here)
        return bool(await connection.scalar(text(f"{WAITING.text} AND database = {database}")))


async def test_who_writes_to_one_game_holds_up_nobody_at_another(pair: tuple[House, House]) -> None:
    one, other = pair
    async with one.store.writing("k7f2"), asyncio.timeout(10), other.store.writing("m3q5"):
        assert not await waits(one.store)


@pytest.mark.parametrize(("first", "second"), [("k7f2", "k7f2"), ("k7f2", ""), ("", "k7f2"), ("", "")])
async def test_of_two_who_write_to_the_same_one_waits(pair: tuple[House, House], first: str, second: str) -> None:
    one, other = pair
    done: list[str] = []

    async def write() -> None:
        async with other.store.writing(second):
            done.append(second)

    async with one.store.writing(first):
        later = asyncio.create_task(write())
        for _ in range(1000):
            if await waits(one.store):
                break
            await asyncio.sleep(0.01)
        assert await waits(one.store) and not done
    await later
    assert done


async def test_a_game_gets_its_messages_in_the_order_of_their_numbers(pair: tuple[House, House]) -> None:
    one, other = pair
    game_id, elsewhere = await one.started(), await one.started(users=(CAT, BEN), thread=701)
    before = len(await one.rows(game_id))
    async with one.store.writing(elsewhere) as slow:
        await outbox.add(slow, elsewhere, 0, [OutboxMessage(Notice("long in the making"), CAT)], 0.0)
        for _ in range(3):
            await other.referee.submit(game_id, ANN, Whisper("s2"))
        numbers = [row.id for row in await one.rows(game_id)]
    assert len(numbers) > before
    assert numbers == [row.id for row in await one.rows(game_id)]
    assert (await one.rows(elsewhere))[-1].payload == Notice("long in the making")
    assert (await one.rows(elsewhere))[-1].id < numbers[-1]


@pytest.mark.parametrize("times", [2, pytest.param(6, marks=pytest.mark.nightly)])
async def test_games_that_hurry_one_anothers_messages_do_not_wait_for_one_another(
    pair: tuple[House, House], times: int
) -> None:
    """Both have messages for the same people, who want to hear at once when a game waits for them."""
    ids = [await pair[0].racing(thread=thread) for thread in (701, 702)]
    for user in (ANN, BEN):
        await Absences(pair[0].store, pair[0].referee).change(user, notify=Notify.BLOCKING)
    for _ in range(times):
        for game_id in ids:
            await pair[0].referee.submit(game_id, ANN, Whisper("s2"))
            await pair[0].referee.submit(game_id, BEN, Whisper("s1"))
        await pair[0].dispatcher.deliver_due()
        async with asyncio.timeout(60):
            await asyncio.gather(*(house.do(game_id, Rest()) for house, game_id in zip(pair, ids, strict=True)))
    assert [(await pair[0].game(game_id)).version for game_id in ids] == [2 + 3 * times] * 2


async def test_a_message_that_another_transaction_has_in_hand_is_not_hurried(pair: tuple[House, House]) -> None:
    one, other = pair
    game_id, elsewhere = await one.started(), await one.started(thread=701)
    row = next(row for row in await one.rows(elsewhere) if row.user == ANN)
    async with one.store.writing(elsewhere) as connection:
        await outbox.hold_for_digest(connection, [row], 5e9)
    async with one.store.writing(elsewhere) as connection:
        await outbox.set_outcome(connection, [row.id], DeliveryOutcome.SUPERSEDED, 0.0)
        async with asyncio.timeout(10), other.store.writing(game_id) as beside:
            await outbox.hurry(beside, [ANN], 1.0)
    (after,) = [found for found in await one.rows(elsewhere) if found.id == row.id]
    assert (after.outcome, after.next_try) == (DeliveryOutcome.SUPERSEDED, 5e9)


@pytest.mark.parametrize("times", [4, pytest.param(10, marks=pytest.mark.nightly)])
async def test_every_message_goes_out_once_and_in_order(pair: tuple[House, House], times: int) -> None:
    one, other = pair
    sent: list[int] = []
    for house in pair:
        house.courier.trouble = lambda item: sent.append(item.row.id)
        house.referee.on_commit(house.dispatcher.wake)
    dispatching = [asyncio.create_task(house.dispatcher.run()) for house in pair]
    game_id = await one.started()
    for _ in range(times):
        await one.referee.submit(game_id, ANN, Whisper("s2"))
        await other.referee.submit(game_id, BEN, Whisper("s1"))
    for _ in range(1000):
        if all(row.outcome for row in await one.rows(game_id)):
            break
        await asyncio.sleep(0.02)
    await asyncio.gather(*(house.dispatcher.rest(10) for house in pair))
    for task in dispatching:
        task.cancel()
    promised = {row.id for row in await one.rows(game_id) if row.outcome is not DeliveryOutcome.SUPERSEDED}
    assert sent == sorted(set(sent)) and promised <= set(sent)  # what is under way may be superseded meanwhile
    assert {row.outcome for row in await one.rows(game_id)} <= {
        DeliveryOutcome.DELIVERED,
        DeliveryOutcome.SUPERSEDED,
        DeliveryOutcome.ANSWERED,  # it was under way while another took its place, and is closed
    }


async def test_both_clocks_take_a_default_once(pair: tuple[House, House]) -> None:
    game_id = await pair[0].racing()
    pair[0].later(48)
    await asyncio.gather(*(house.clock.tick() for house in pair))
    assert (await pair[0].game(game_id)).version == 3
    assert (await pair[0].game(game_id)).status is Status.PLAYING


async def test_a_shard_of_discord_is_served_once(postgres_place: Callable[[], str]) -> None:
    place = postgres_place()
    async with serving(place, (0,)), serving(place, (1,)):
        for shards in ((1, 2), ()):
            with pytest.raises(StoreError, match="Another Herald is running"):
                await Store.open(place, shards=shards)
        await (await Store.open(place)).close()
    async with serving(place, ()):
        with pytest.raises(StoreError, match="Another Herald is running"):
            await Store.open(place, shards=(0,))


@asynccontextmanager
async def serving(place: str, shards: tuple[int, ...]) -> AsyncIterator[Store]:
    """Serve shards for a while."""
    store = await Store.open(place, shards=shards)
    try:
        yield store
    finally:
        await store.close()


async def test_a_restart_of_the_server_is_survived(postgres: Server, postgres_place: Callable[[], str]) -> None:
    async with housed(postgres_place()) as house:
        game_id = await house.racing()
        await asyncio.to_thread(postgres.restart)
        for _ in range(20):
            try:
                await house.do(game_id, Advance("run"))
                break
            except StoreError:
                await asyncio.sleep(0.1)
        assert (await house.game(game_id)).version == 3


async def test_a_database_of_another_program_is_left_alone(postgres: Server) -> None:
    place = await asyncio.to_thread(postgres.fresh)
    connection = await asyncpg.connect(place)
    await connection.execute("CREATE TABLE recipes (name text)")
    with pytest.raises(StoreError, match="database of another program"):
        await Store.open(place)
    assert [
        row[0] for row in await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    ] == ["recipes"]
    await connection.close()


async def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"cannot be used .*database\.url"):
        await Store.open(f"postgresql:///herald?host={tmp_path}")


async def test_a_password_is_not_told(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        await Store.open(f"postgresql://herald:s3cret@/herald?host={tmp_path}")
    assert "s3cret" not in str(caught.value)
