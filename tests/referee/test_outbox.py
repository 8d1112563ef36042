"""Delivery: in order, again after trouble, and never lost."""

import asyncio
from typing import Any

import pytest
from msgspec import structs

from bot.delivery import pages
from bot.delivery.deliveries import Delivered, Gone, Item, Page, Rejected, TryLater, Unreachable, problem_of
from bot.delivery.dispatcher import Dispatcher
from bot.errors import BrokenGame
from bot.store import outbox
from bot.store.payloads import Answered, Ask, Call, Letter, Log, Notice, Nudge, OutboxMessage, Private, Trouble
from bot.store.rows import DeliveryOutcome, OutboxRow
from engine.core.events import Event
from engine.games import GAMES
from tests.bot.test_messages import GAME
from tests.harness import as_kind
from tests.harness.rows import rows
from tests.referee.house import ANN, BEN, OWNER, THREAD, House, Recorder, until
from tests.referee.relay import Pledge, Rest, Whisper


@pytest.mark.parametrize(
    ("status", "code", "problem"),
    [
        (403, 50007, Unreachable),
        (404, 10003, Gone),
        (403, 50013, Gone),
        (400, 50083, Gone),
        (403, 160005, Gone),
        (429, 0, TryLater),
        (503, 0, TryLater),
        (401, 0, TryLater),
        (400, 50035, Rejected),
    ],
)
def test_what_a_refusal_of_discord_means(status: int, code: int, problem: type) -> None:
    assert type(problem_of(status, code, "said Discord", 3.0)) is problem


async def test_messages_of_a_game_go_out_in_order_and_once(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    await house.dispatcher.deliver_due()
    sent = [item.row.id for item in house.courier.sent]
    promised = [row.id for row in await house.rows(game_id) if row.outcome is DeliveryOutcome.DELIVERED]
    assert len(sent) > 3 and sent == promised and len(set(sent)) == len(sent)
    assert all(len(item.nonce) <= 25 for item in house.courier.sent)


async def test_what_has_not_gone_out_can_be_asked_for_by_kind_or_as_a_whole(house: House) -> None:
    game_id = await house.started()
    async with house.store.reading() as connection:
        everything = await outbox.pending(connection, game_id)
        panels = await outbox.pending(connection, game_id, "panel")
    unsent = [row.id for row in await house.rows(game_id) if row.outcome is None]
    assert [row.id for row in everything] == unsent and len(unsent) > len(panels) == 1


@pytest.mark.both
async def test_a_busy_discord_is_tried_again_and_the_order_kept(house: House) -> None:
    game_id = await house.started()
    tries: list[str] = []

    def busy(item: Item) -> None:
        tries.append(item.nonce)
        if len(tries) == 1:
            raise TryLater("slow down", 30.0)

    house.courier.trouble = busy
    await house.dispatcher.deliver_due()
    assert tries == [f"{game_id}:1"] and house.courier.sent == []
    house.later(31 / 3600)
    await house.dispatcher.deliver_due()
    assert tries[:2] == [f"{game_id}:1"] * 2
    assert [item.row.id for item in house.courier.sent] == sorted(item.row.id for item in house.courier.sent)


async def test_a_game_in_trouble_holds_up_no_other(house: House) -> None:
    first, second = await house.started(), await house.started()

    def busy(item: Item) -> None:
        if item.game.id == first:
            raise TryLater("slow down", 30.0)

    house.courier.trouble = busy
    await house.dispatcher.deliver_due()
    assert {item.game.id for item in house.courier.sent} == {second}


async def test_the_oldest_goes_out_first_and_so_does_again_what_a_crash_caught_on_its_way(house: House) -> None:
    games = [await house.started(thread=THREAD + place) for place in range(3)]
    for game_id in games * 3:
        await house.referee.submit(game_id, ANN, Whisper("s2"))
    await Dispatcher(house.store, house.courier, now=lambda: house.time[0], lanes=1).deliver_due()
    sent = [item.row.id for item in house.courier.sent]
    assert sent == sorted(sent) and {item.game.id for item in house.courier.sent[-6:]} == set(games)


@pytest.mark.both
async def test_a_closed_door_keeps_the_news_for_the_panel_and_says_so_once(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()

    def closed(item: Item) -> None:
        if item.user == BEN:
            raise Unreachable("Cannot send messages to this user")

    house.courier.trouble = closed
    for _ in range(2):
        await house.referee.submit(game_id, ANN, Whisper("s2"))
    await house.dispatcher.deliver_due()
    assert house.courier.of(Nudge) == [Nudge(BEN, "s2", decides=False, explain=True)]

    unread = await house.inbox.unread(game_id, BEN)
    assert [type(payload) for _, payload in unread] == [Private, Private]
    await house.inbox.mark_read([row for row, _ in unread])
    assert await house.inbox.unread(game_id, BEN) == [] == await house.inbox.unread(game_id, ANN)

    await house.referee.submit(game_id, ANN, Whisper("s2"))
    await house.dispatcher.deliver_due()
    assert house.courier.of(Nudge)[1:] == [Nudge(BEN, "s2", decides=False, explain=False)]


async def test_the_thread_hears_of_an_offer_only_behind_a_closed_door_and_once_a_turn(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "relay", house.rules)
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()

    async def offered(letter: Letter, *told: str) -> list[Nudge]:
        async with house.store.writing(game_id) as connection:
            log = [OutboxMessage(Log((Event(kind, "Something happens."),))) for kind in told]
            await outbox.add(connection, game_id, 1, [*log, OutboxMessage(letter, BEN)], house.time[0])
        house.dispatcher.wake(game_id)
        await house.dispatcher.deliver_due()
        found = house.courier.of(Nudge)
        house.courier.sent.clear()
        return found

    def closed(item: Item) -> None:
        if item.user == BEN:
            raise Unreachable("Cannot send messages to this user")

    offer, turn = Letter("s2", ("T1",)), house.rules.story.log_headings[0]
    assert await offered(offer) == [], "whom the letter reaches is not named to all"
    house.courier.trouble = closed
    assert await offered(offer, "tea") == [Nudge(BEN, "s2", decides=False, explain=True)]
    assert await offered(offer, "tea") == [] == await offered(Letter("s2", ("T1",), own=True), turn)
    assert await offered(offer, turn) == [Nudge(BEN, "s2", decides=False, explain=False)]
    assert await offered(Letter("s2", ("T1",), waits=True)) == [Nudge(BEN, "s2", decides=True, explain=False)]


async def test_a_secret_question_behind_a_closed_door_is_mentioned_in_the_thread(house: House) -> None:
    def closed(item: Item) -> None:
        if item.user == ANN and isinstance(item.payload, Ask):
            raise Unreachable("Cannot send messages to this user")

    house.courier.trouble = closed
    await house.started()
    await house.dispatcher.deliver_due()
    (nudge,) = [item for item in house.courier.sent if isinstance(item.payload, Nudge)]
    assert nudge.payload == Nudge(ANN, "s1", decides=True, explain=True) and nudge.user is None


async def test_a_secret_question_answered_elsewhere_is_closed_where_it_was_asked_and_nowhere_else(house: House) -> None:
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    letters = {row.user: row.message for row in await _questions(house, game_id)}

    await house.referee.submit(game_id, ANN, Pledge())
    await house.dispatcher.deliver_due()
    (closed,) = _closed(house)
    assert closed.user == ANN and answered(closed).message == letters[ANN] and answered(closed).how == ""

    await house.referee.submit(game_id, BEN, Pledge(), pressed=letters[BEN])
    await house.dispatcher.deliver_due()
    assert _closed(house) == [closed], "the answer stands in the message that was pressed"


@pytest.mark.both
async def test_a_secret_question_is_closed_once_and_by_whichever_hand_it_is_over(house: House) -> None:
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    house.later(48)
    await house.clock.tick()
    await house.dispatcher.deliver_due()
    assert {item.user for item in _closed(house)} == {ANN, BEN}
    assert all("deadline" in answered(item).how for item in _closed(house))
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    assert len(_closed(house)) == 2


async def test_a_secret_question_that_is_answered_while_its_message_is_under_way_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await house.started()
    deliver = house.courier.deliver

    async def slowly(item: Item) -> Delivered:
        if isinstance(item.payload, Ask) and item.user == ANN:
            monkeypatch.setattr(house.courier, "deliver", deliver)
            await house.referee.submit(game_id, ANN, Pledge())
        return await deliver(item)

    monkeypatch.setattr(house.courier, "deliver", slowly)
    await house.dispatcher.deliver_due()
    (asked,) = [row for row in await house.rows(game_id) if isinstance(row.payload, Ask) and row.user == ANN]
    (closed,) = _closed(house)
    assert closed.user == ANN and answered(closed).message == asked.message
    assert asked.outcome == DeliveryOutcome.ANSWERED


async def test_a_question_in_a_digest_stays_for_that_asks_nothing_itself(house: House) -> None:
    game_id = await house.started()
    rows = await _questions(house, game_id, delivered=False)
    async with house.store.writing(game_id) as connection:
        await outbox.hold_for_digest(connection, rows, house.time[0])
        await outbox.add(connection, game_id, 0, [OutboxMessage(Notice("News."), ANN)], house.time[0])
        await outbox.hold_for_digest(connection, (await outbox.pending(connection, game_id, "notice")), house.time[0])
    await house.dispatcher.deliver_due()
    for user in (ANN, BEN):
        await house.referee.submit(game_id, user, Pledge())
    await house.dispatcher.deliver_due()
    assert [item.user for item in _closed(house)] == [BEN]


async def _questions(house: House, game_id: str, *, delivered: bool = True) -> list[OutboxRow]:
    rows = [row for row in await house.rows(game_id) if isinstance(row.payload, Ask) and row.user is not None]
    assert len(rows) == 2 and all((row.message is not None) == delivered for row in rows)
    return rows


def answered(item: Item) -> Answered:
    """Return what is said below a question that has been answered."""
    return as_kind(Answered, item.payload)


def _closed(house: House) -> list[Item]:
    return [item for item in house.courier.sent if isinstance(item.payload, Answered)]


async def test_a_deleted_thread_keeps_its_messages_for_the_next_one(house: House) -> None:
    game_id = await house.racing()
    house.courier.trouble = lambda item: _deleted(item, THREAD)
    await house.dispatcher.deliver_due()
    assert [item.user for item in house.courier.sent if isinstance(item.payload, Trouble)] == [OWNER]
    assert len(house.courier.of(Trouble)) == 1

    house.courier.sent.clear()
    await house.lobby.move_to_thread(game_id, 5, 6, THREAD + 1)
    await house.dispatcher.deliver_due()
    kinds = house.courier.kinds
    assert kinds[0] == "commitment" and kinds[-1] == "panel" and kinds.count("panel") == 1
    assert DeliveryOutcome.HOMELESS not in {row.outcome for row in await house.rows(game_id)}


def _deleted(item: Item, thread: int) -> None:
    if item.user is None and item.game.thread == thread:
        raise Gone("Unknown Channel")


async def test_a_direct_message_that_has_no_place_loses_no_thread_and_is_not_told_by_another(house: House) -> None:
    game_id = await house.started()
    house.courier.trouble = _unknown
    await house.dispatcher.deliver_due()
    private = [row for row in await house.rows(game_id) if row.user is not None]
    assert private and {row.outcome for row in private} == {DeliveryOutcome.UNREACHABLE}
    assert (await house.game(game_id)).lost is None and not any(isinstance(row.payload, Trouble) for row in private)


def _unknown(item: Item) -> None:
    if item.user is not None:
        raise Gone("Missing Access")


async def test_a_thread_that_can_be_written_to_again_gets_what_was_kept(house: House) -> None:
    game_id = await house.racing()
    tried: list[float] = []

    def locked(item: Item) -> None:
        if item.user is None:
            tried.append(house.time[0])
            raise Gone("Thread is locked")

    house.courier.trouble = locked
    await house.dispatcher.deliver_due()
    for _ in range(4):
        house.later(0.2)
        await house.dispatcher.deliver_due()
    assert len(tried) == 5 and len(house.courier.of(Trouble)) == 1

    house.courier.trouble = lambda item: None
    house.courier.sent.clear()
    house.later(0.2)
    await house.dispatcher.deliver_due()
    sent = [item.row.id for item in house.courier.sent]
    assert house.courier.kinds[0] == "commitment" and house.courier.kinds[-1] == "panel" and sent == sorted(sent)
    assert (await house.game(game_id)).lost is None


async def test_a_rest_lets_what_is_on_its_way_arrive(house: House) -> None:
    await house.started()
    await house.started()
    arrive = asyncio.Event()
    begun: list[str] = []

    class Slow(Recorder):
        async def deliver_page(self, page: Page) -> Delivered:
            begun.append(page.nonce)
            await arrive.wait()
            return await super().deliver_page(page)

    house.dispatcher._courier = slow = Slow()
    task = asyncio.create_task(house.dispatcher.run())
    await until(lambda: len(begun) == 2)
    resting = asyncio.create_task(house.dispatcher.rest(10))
    await asyncio.sleep(0.02)
    arrive.set()
    await resting
    task.cancel()
    assert len(slow.pages) == 2


async def test_a_message_that_discord_never_takes_is_left_out_and_reported(house: House) -> None:
    game_id = await house.started()

    def picky(item: Item) -> None:
        if item.row.id == 1:
            raise Rejected("Invalid Form Body")

    house.courier.trouble = picky
    await house.dispatcher.deliver_due()
    assert (await house.rows(game_id))[0].outcome is DeliveryOutcome.REJECTED
    (trouble,) = house.courier.of(Trouble)
    assert "Invalid Form Body" in trouble.text


async def test_a_failing_courier_is_tried_a_few_times_then_passed_over(house: House) -> None:
    game_id = await house.started()

    def clumsy(item: Item) -> None:
        if item.row.id == 1:
            raise KeyError("no such font")

    house.courier.trouble = clumsy
    for _ in range(6):
        await house.dispatcher.deliver_due()
        house.later(1)
    assert (await house.rows(game_id))[0].outcome is DeliveryOutcome.REJECTED
    assert house.courier.of(Log)


async def test_a_crash_after_sending_repeats_the_nonce(house: House) -> None:
    await house.opened(users=())
    nonces: list[str] = []

    class Dying(Recorder):
        async def deliver(self, item: Item) -> Delivered:
            nonces.append(item.nonce)
            if len(nonces) == 1:
                raise asyncio.CancelledError
            return Delivered(1)

    house.dispatcher._courier = Dying()
    with pytest.raises(asyncio.CancelledError):
        await house.dispatcher.deliver_due()
    await house.dispatcher.deliver_due()
    assert nonces[0] == nonces[1]


async def test_the_running_dispatcher_is_woken_by_a_commit(house: House) -> None:
    house.referee.on_commit(house.dispatcher.wake)
    task = asyncio.create_task(house.dispatcher.run())
    await asyncio.sleep(0.02)
    await house.opened(users=())
    await until(lambda: len(house.courier.sent) == 2)
    task.cancel()
    assert house.courier.kinds == ["commitment", "panel"]


async def test_only_what_is_held_for_somebody_is_released_and_only_what_waits_is_changed(house: House) -> None:
    game_id, other = await house.started(), await house.started()
    before = {row.id: row for row in await house.rows(game_id)}
    ann, ben = ([row for row in before.values() if row.user == user] for user in (ANN, BEN))
    assert ann and ben and any(row.user is None for row in before.values())
    async with house.store.writing() as connection:
        await outbox.hold_for_digest(connection, [*ann, *ben], until=9e9)
        assert [row.id for row in await outbox.digest_of(connection, ANN)] == [row.id for row in ann]
        await outbox.try_by(connection, 5.0)
        await outbox.release(connection, [ANN], 7.0)
        assert not await outbox.digest_of(connection, ANN)
    after = {row.id: row for row in await house.rows(game_id)}
    for row in after.values():
        held = row.user == BEN
        waits = before[row.id].next_try if row.outcome else 5.0
        assert (row.piled, row.next_try) == (held, 9e9 if held else 7.0 if row.user == ANN else waits)
    pages = {row.id: row.id for row in after.values()}
    async with house.store.writing() as connection:
        for key in pages:
            await outbox.move(connection, [key], key, 99)
        await outbox.let_go(connection, [ann[0].id])
        elsewhere = [row.id for row in await outbox.history(connection, other)]
        await outbox.move(connection, elsewhere, 3, 98)
    kept = {row.id: (row.page, row.message) for row in await house.rows(game_id)}
    assert kept == {key: (None if key == ann[0].id else key, 99) for key in pages}
    async with house.store.writing() as connection:
        await outbox.let_all_go(connection, game_id)
    let_go = {row.id for row in await house.rows(game_id) if row.page is None}
    assert let_go == {row.id for row in after.values() if not row.outcome and not row.piled} | {ann[0].id}
    assert {row.page for row in await house.rows(other)} == {3}


# ---------------------------------------------------------------- digests


async def held(house: House) -> str:
    """Two pieces of news wait for Ann's digest."""
    game_id = await house.started()
    await house.dispatcher.deliver_due()
    async with house.store.writing(game_id) as connection:
        news = [OutboxMessage(Notice(text), ANN) for text in ("One.", "Two.")]
        await outbox.add(connection, game_id, 0, news, house.time[0])
        await outbox.hold_for_digest(connection, await outbox.pending(connection, game_id, "notice"), house.time[0])
    house.courier.sent.clear()
    return game_id


async def news(house: House, game_id: str) -> list[OutboxRow]:
    return [row for row in await house.rows(game_id) if isinstance(row.payload, Notice)]


async def test_what_goes_out_together_stands_in_one_message(house: House) -> None:
    game_id = await held(house)
    await house.dispatcher.deliver_due()
    (digest,) = house.courier.digests
    first, second = await news(house, game_id)
    assert [item.row.id for item in digest] == [first.id, second.id]
    assert first.outcome == second.outcome == DeliveryOutcome.DELIVERED
    assert (first.page, second.page, first.message) == (first.id, first.id, second.message)


@pytest.mark.parametrize(
    ("problem", "outcome", "alone", "waits"),
    [
        (TryLater("busy", 60.0), None, 0, 60.0),
        (Unreachable("closed"), DeliveryOutcome.UNREACHABLE, 0, 0.0),
        (Gone("lost"), DeliveryOutcome.DELIVERED, 2, 0.0),
        (Rejected("too long"), DeliveryOutcome.DELIVERED, 2, 0.0),
        (BrokenGame("broken"), DeliveryOutcome.DELIVERED, 2, 0.0),
        (KeyError("nobody foresaw it"), None, 0, 1.0),
    ],
)
async def test_a_digest_that_does_not_go_out_is_tried_again_or_sent_piece_by_piece(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    problem: Exception,
    outcome: DeliveryOutcome | None,
    alone: int,
    waits: float,
) -> None:
    game_id = await held(house)

    async def refused(items: Any) -> None:
        raise problem

    monkeypatch.setattr(house.courier, "deliver_digest", refused)
    await house.dispatcher.deliver_due()
    found = await news(house, game_id)
    assert [row.outcome for row in found] == [outcome] * 2
    assert sum(isinstance(item.payload, Notice) for item in house.courier.sent) == alone
    if outcome is None:
        assert [row.next_try for row in found] == [house.time[0] + waits] * 2


async def test_a_digest_waits_for_the_end_of_somebodys_quiet_hours_and_holds_ten_at_most(house: House) -> None:
    game_id = await held(house)
    async with house.store.writing(game_id) as connection:
        more = [OutboxMessage(Notice(f"{number}."), ANN) for number in range(10)]
        await outbox.add(connection, game_id, 0, more, house.time[0])
        await outbox.hold_for_digest(connection, await outbox.pending(connection, game_id, "notice"), house.time[0])
    await house.dispatcher.deliver_due()
    assert [len(digest) for digest in house.courier.digests] == [10, 2]


# ---------------------------------------------------------------- what begins a page


def row(payload: Any, number: int = 1) -> OutboxRow:
    return OutboxRow(id=number, game="k7f2", version=1, user=None, payload=payload, created=0, attempts=0, next_try=0)


DUELS = structs.replace(GAME, rules="warlord")
QUIET, FOUGHT = (Log((Event(kind, "Red Knight goes to F4."),), computer="s2") for kind in ("moved", "captured"))
ASKED = Ask((Call("s1", "D", "?"),))
TURN = Log((Event("turn", "Round 2."),))


@rows(
    "before, together",
    [
        ([QUIET], 2),
        ([QUIET, QUIET], 3),
        ([FOUGHT], 1),
        ([QUIET, FOUGHT], 2),
        ([FOUGHT, QUIET], 2),
        ([structs.replace(QUIET, computer="")], 1),
        ([structs.replace(QUIET, computer=""), QUIET], 3),
        ([QUIET, ASKED], 2),
    ],
)
def test_a_turn_begins_a_page_unless_nothing_but_quiet_moves_of_computers_stands_there(
    before: list[Log | Ask], together: int
) -> None:
    waiting = [row(one, number) for number, one in enumerate([*before, TURN], 1)]
    assert len(pages.beginning(DUELS, waiting)) == together


def test_a_page_has_room_for_so_many_words_and_a_question_for_itself() -> None:
    def fits(length: int, *others: Log | Ask) -> bool:
        said = [*others, Log((Event("said", "x" * length),))]
        return len(pages.beginning(DUELS, [row(one, number) for number, one in enumerate(said, 1)])) == len(said)

    one = Log((Event("said", "y" * 100),))
    room = pages.MOST_CHARS - 100 - 8 - 8
    assert fits(room, one) and not fits(room + 1, one)
    asked = Ask((structs.replace(ASKED.calls[0], prompt="x" * 100, fallback="y" * 50),))
    room = pages.HEARD_CHARS - 100 - 50 - 80 - 8
    for length, together in ((room, 2), (room + 1, 1)):
        said = [row(Log((Event("said", "x" * length),))), row(asked, 2)]
        assert len(pages.beginning(DUELS, said)) == together
