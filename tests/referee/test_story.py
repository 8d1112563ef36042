"""The thread reads like a story: what happens stands together in one message, until a new one has to begin."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.delivery.deliveries import Closed, Delivered, Gone, Item, Page, Rejected, TryLater
from bot.delivery.pages import beginning
from bot.model import interventions
from bot.services import rehearsals
from bot.store import games, outbox
from bot.store.payloads import AnyPayload, Ask, Call, Commitment, Keyed, Log, OutboxMessage, Reworded
from bot.store.rows import DeliveryOutcome, OutboxRow, Telling, Via
from bot.table.effects import Past, answered_openly, reopened
from bot.table.submission import Submission
from engine.core.actions import MASTER, Rewind
from engine.core.events import Event
from tests.harness import as_kind
from tests.referee.house import ANN, BEN, CAT, OWNER, House
from tests.referee.relay import Carry, Nightfall, Rest


async def settled(house: House) -> str:
    """Return a race that has begun, with everything said so far."""
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await act(house, game_id)
    house.courier.sent.clear()
    house.courier.pages.clear()
    return game_id


async def act(house: House, game_id: str, times: int = 1) -> None:
    """Let whoever is asked act, and everything be said after each action."""
    for _ in range(times):
        await house.do(game_id, Rest())
        await house.dispatcher.deliver_due()


async def say(house: House, game_id: str, payload: AnyPayload) -> None:
    """Let something be said in the thread beside the game."""
    async with house.store.writing(game_id) as connection:
        await outbox.add(connection, game_id, 1, [OutboxMessage(payload)], house.time[0])
    house.dispatcher.wake(game_id)
    await house.dispatcher.deliver_due()


def kinds(page: Page) -> list[str]:
    """Return what a page says that it has not said before."""
    return [type(item.payload).__name__ for item in page.news]


def posted(pages: Sequence[Page]) -> int:
    """Return how many new messages came of pages."""
    return sum(page.message is None for page in pages)


async def test_what_waits_together_is_one_message(house: House) -> None:
    await house.racing()
    await house.dispatcher.deliver_due()
    assert any(kinds(page).count("Log") > 1 for page in house.courier.pages)
    holding = [item.row.page for item in house.courier.sent if isinstance(item.payload, Commitment | Keyed)]
    assert holding == [None, None]


async def test_the_next_player_is_asked_in_a_new_message_that_takes_the_place_of_the_last(house: House) -> None:
    game_id = await settled(house)
    before = [row.message for row in await house.rows(game_id) if row.page is not None][-1]
    await act(house, game_id)
    (moved,) = house.courier.pages
    assert kinds(moved) == ["Log", "Ask"] and len(moved.items) > 2
    assert moved.message is None and moved.replaces == before
    rows = [row for row in await house.rows(game_id) if row.id in {item.row.id for item in moved.items}]
    assert {row.message for row in rows} == {9000 + rows[-1].id} and {row.page for row in rows} == {-rows[-1].id}
    assert {row.page_nonce for row in rows} == {moved.nonce}


async def test_what_comes_next_is_added_to_the_message_that_was_posted_anew(house: House) -> None:
    game_id = await settled(house)
    await act(house, game_id)
    await say(house, game_id, Log((Event("tea", "Tea is served."),)))
    moved, told = house.courier.pages
    assert told.message == 9000 + moved.items[-1].row.id and kinds(told) == ["Log"]


async def overruled(house: House, game_id: str, *wanted: interventions.AnyIntervention) -> list[Page]:
    """Return the pages on which it stands what a game master, who plays nowhere, has done."""
    for intervention in wanted:
        await house.moderation.carry_out(game_id, OWNER, intervention, Via.MASTER)
    await house.dispatcher.deliver_due()
    return list(house.courier.pages)


def pinged(page: Page) -> set[int]:
    """Return whom the logs of a page ping."""
    return {user for item in page.news if isinstance(item.payload, Log) for user in item.payload.heard}


async def test_what_a_game_master_has_done_is_a_new_message_that_pings_whom_it_concerns(house: House) -> None:
    game_id = await settled(house)
    async with house.referee.reading(game_id) as live:
        first = live.seats[0]
        asked = live.table.requests()[0].seat
        holder = next(seat.user for seat in live.seats if seat.id == asked)
    carried = interventions.Edit(msgspec.to_builtins(Carry(first.id, 2)))
    pages = await overruled(house, game_id, carried, interventions.TakeDefault(asked))
    assert [page.message for page in pages] == [None, None] and [page.replaces for page in pages] == [None, None]
    assert list(map(pinged, pages)) == [{first.user}, {holder}]


async def test_going_back_and_a_look_concern_all_and_a_pause_pings_nobody(house: House) -> None:
    game_id = await settled(house)
    version = (await house.game(game_id)).version
    back, paused = interventions.GoBack(version - 1, version), interventions.Pause()
    pages = await overruled(house, game_id, back, paused)
    assert pages[0].message is None and pinged(pages[0]) == {ANN, BEN, CAT}
    assert set().union(*map(pinged, pages[1:])) == set()
    house.courier.pages.clear()
    await house.moderation.rehearsals.note(game_id, OWNER, rehearsals.LOOKED)
    await house.dispatcher.deliver_due()
    (looked,) = house.courier.pages
    assert looked.message is None and pinged(looked) == {ANN, BEN, CAT}


async def test_what_follows_an_override_is_added_to_its_message_and_pings_nobody_again(house: House) -> None:
    game_id = await settled(house)
    async with house.referee.reading(game_id) as live:
        carried = interventions.Edit(msgspec.to_builtins(Carry(live.seats[0].id, 2)))
    (page,) = await overruled(house, game_id, carried)
    await say(house, game_id, Log((Event("tea", "Tea is served."),)))
    told = house.courier.pages[-1]
    assert told.message == 9000 + page.items[-1].row.id and kinds(told) == ["Log"] and pinged(told) == set()


async def test_no_question_is_taken_away_that_somebody_has_not_answered(house: House) -> None:
    game_id = await settled(house)
    await say(house, game_id, Ask((Call("s2", "D1", "Run or rest?"),), alone=False))
    assert [(page.message, page.replaces) for page in house.courier.pages] == [(None, None)]


async def test_a_message_whose_place_cannot_be_taken_stays_and_another_one_follows(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await settled(house)
    before = {row.id: (row.page, row.message) for row in await house.rows(game_id)}
    deliver = house.courier.deliver_page

    async def deliver_page(page: Page) -> Delivered:
        if page.replaces is not None:
            raise Rejected("Nobody takes this.")
        return await deliver(page)

    monkeypatch.setattr(house.courier, "deliver_page", deliver_page)
    await act(house, game_id)
    (page,) = house.courier.pages
    assert kinds(page) == ["Log", "Ask"] and len(page.items) == 2
    rows = await house.rows(game_id)
    assert {row.id: (row.page, row.message) for row in rows if row.id in before} == before


async def test_a_crash_before_a_message_is_known_to_stand_anew_posts_the_same_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await settled(house)
    tried: list[Page] = []
    deliver = house.courier.deliver_page

    async def deliver_page(page: Page) -> Delivered:
        tried.append(page)
        if len(tried) == 1:
            raise TryLater("connection lost", 30.0)
        return await deliver(page)

    monkeypatch.setattr(house.courier, "deliver_page", deliver_page)
    await act(house, game_id)
    house.courier.quiet = False
    house.later(0.1)
    await house.dispatcher.deliver_due()
    first, again = tried
    assert first.nonce == again.nonce and first.replaces == again.replaces is not None
    assert [item.row.id for item in first.items] == [item.row.id for item in again.items]


async def test_a_new_message_begins_after_an_hour(house: House) -> None:
    game_id = await settled(house)
    house.later(1)
    await act(house, game_id)
    (page,) = house.courier.pages
    assert page.message is None and kinds(page) == ["Log", "Ask"]


async def test_a_new_message_begins_where_somebody_else_has_written(house: House) -> None:
    game_id = await settled(house)
    house.courier.quiet = False
    await act(house, game_id)
    assert [page.message for page in house.courier.pages] == [None]


async def test_a_new_message_begins_after_the_map_that_closes_a_chapter(house: House) -> None:
    game_id = await settled(house)
    await act(house, game_id, 2)
    closing = next(page for page in house.courier.pages if kinds(page)[-1] == "Picture")
    await act(house, game_id)
    later = house.courier.pages[house.courier.pages.index(closing) + 1 :]
    assert all(item.row.page != closing.items[0].row.page for page in later for item in page.items)


async def test_a_message_that_cannot_be_edited_any_more_is_followed_by_a_new_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await settled(house)
    refused: list[Page] = []
    deliver = house.courier.deliver_page

    async def deliver_page(page: Page) -> Delivered:
        if page.message is not None:
            refused.append(page)
            raise Closed("Maximum number of edits to messages older than 1 hour reached")
        return await deliver(page)

    monkeypatch.setattr(house.courier, "deliver_page", deliver_page)
    await say(house, game_id, Log((Event("tea", "Tea is served."),)))
    assert len(refused) == 1 and posted(house.courier.pages) == 1
    assert [item.payload for item in house.courier.pages[0].items] == [item.payload for item in refused[0].news]


async def test_what_a_lost_thread_could_not_take_stands_by_itself_once_it_is_back(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await settled(house)
    deliver = house.courier.deliver_page

    async def archived(page: Page) -> Delivered:
        raise Gone("Thread is archived")

    monkeypatch.setattr(house.courier, "deliver_page", archived)
    await act(house, game_id, 2)
    monkeypatch.setattr(house.courier, "deliver_page", deliver)
    house.later(0.2)
    await house.dispatcher.deliver_due()
    rows = [row for row in await house.rows(game_id) if row.message is not None and row.page is not None]
    last = max(rows, key=lambda row: row.id)
    assert {row.message for row in rows if row.page == last.page} == {last.message}
    assert all(row.message == 9000 + (row.page or 0) for row in rows)


async def test_a_crash_before_discord_has_confirmed_tries_the_same_message_with_the_same_words_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await settled(house)
    tried: list[tuple[str, list[int]]] = []

    def lost(item: Item) -> None:
        if not house.courier.pages:
            raise TryLater("connection lost", 30.0)

    deliver = house.courier.deliver_page

    async def deliver_page(page: Page) -> Delivered:
        tried.append((page.nonce, [item.row.id for item in page.items if not isinstance(item.payload, Ask)]))
        return await deliver(page)

    monkeypatch.setattr(house.courier, "deliver_page", deliver_page)
    house.courier.trouble = lost
    await act(house, game_id)
    house.courier.trouble = lambda item: None
    house.courier.quiet = False
    await house.do(game_id, Rest())
    house.later(2)
    await house.dispatcher.deliver_due()
    assert tried[0] == tried[1]
    rows = [row for row in await house.rows(game_id) if isinstance(row.payload, Log)]
    said = [item.row.id for page in house.courier.pages for item in page.news if isinstance(item.payload, Log)]
    assert said == [row.id for row in rows if row.id in said] and len(set(said)) == len(said)
    assert all(row.outcome is not None for row in rows)


async def test_each_action_has_its_message_where_the_table_wants_everything(house: House) -> None:
    game_id = await settled(house)
    async with house.store.writing() as connection:
        await games.change(connection, game_id, telling=Telling.EVERYTHING)
    await act(house, game_id, 2)
    assert house.courier.pages == [] and len(house.courier.of(Log)) >= 2


def row(number: int, payload: AnyPayload) -> OutboxRow:
    """Return a message that waits."""
    return OutboxRow(id=number, game="g", version=number, user=None, payload=payload, created=0, attempts=0, next_try=0)


def test_who_is_asked_after_a_long_tale_is_asked_in_a_message_that_pings() -> None:
    game: Any = SimpleNamespace(rules="kingmaker", telling=Telling.STORY)
    tale = [row(number, Log((Event("moved", "x" * 900),))) for number in (1, 2, 3)]
    ask = row(4, Ask((Call("s1", "D1", "Move."),)))
    assert [each.id for each in beginning(game, [*tale, ask])] == [1, 2, 3]
    assert [each.id for each in beginning(game, [tale[0], ask])] == [1, 4]


def test_the_title_of_a_turn_stands_at_the_head_of_a_message() -> None:
    game: Any = SimpleNamespace(rules="kingmaker", telling=Telling.STORY)
    rows = [
        row(1, Log((Event("ready", "Ann is ready."),))),
        row(2, Log((Event("turn", "Round 1: it is Ann's turn."),))),
    ]
    assert [each.id for each in beginning(game, rows)] == [1]


# ---------------------------------------------------------------- a question that is over


async def asked(house: House, game_id: str) -> list[tuple[str, str]]:
    """Return the questions of the thread, each with what became of it."""
    rows = [row for row in await house.rows(game_id) if row.user is None and row.outcome == DeliveryOutcome.DELIVERED]
    return [(ask.calls[0].seat, ask.closed) for row in rows if isinstance(ask := row.payload, Ask)]


def edited(house: House) -> list[int]:
    """Return the messages that have been edited because their question is over, or open again."""
    return [edit.row for edit in house.courier.of(Reworded)]


async def first_asked(house: House) -> tuple[str, str]:
    """Return a race with one question in the thread, and its seat."""
    game_id = await settled(house)
    house.courier.quiet = False
    async with house.referee.reading(game_id) as live:
        return game_id, live.table.requests()[0].seat


async def test_a_question_in_the_thread_is_closed_by_one_edit_once_it_is_answered(house: House) -> None:
    game_id, seat = await first_asked(house)
    assert await asked(house, game_id) == [(seat, "")]
    await act(house, game_id)
    closed, still = await asked(house, game_id)
    assert closed == (seat, f"{{{seat}}} has answered.") and still[1] == ""
    (first, *_) = [row for row in await house.rows(game_id) if isinstance(row.payload, Ask) and row.user is None]
    assert edited(house) == [first.id]
    await act(house, game_id)
    assert len(edited(house)) == 2 and edited(house).count(first.id) == 1


async def test_a_question_that_is_edited_away_with_the_story_needs_no_edit_of_its_own(house: House) -> None:
    game_id = await settled(house)
    await act(house, game_id)
    assert edited(house) == []
    assert [closed != "" for _, closed in await asked(house, game_id)] == [True, False]


async def test_a_question_to_several_stays_open_until_the_last_has_answered(house: House) -> None:
    ann, ben = Call("s1", "D", "Yes?"), Call("s2", "D", "No?")
    row = asking(4, ann, ben)
    past = Past(waiting=[ann, ben], asked_openly=[row])
    by_ben = Submission("s2", Rest(), BEN, Via.PLAYER, answers=True)
    assert [*answered_openly(past, by_ben, {ann.key})] == []
    (closed,) = answered_openly(replace(past, waiting=[ben]), by_ben, set())
    assert as_kind(Ask, closed.payload).closed == "All of this is decided."


def asking(number: int, *calls: Call) -> OutboxRow:
    """Return a message of the thread that has gone out."""
    return msgspec.structs.replace(row(number, Ask(calls)), message=number, outcome=DeliveryOutcome.DELIVERED)


@pytest.mark.parametrize(
    ("via", "seat", "said"),
    [
        (Via.PLAYER, "s1", "{s1} has answered."),
        (Via.STANDING, "s1", "{s1} has answered."),
        (Via.DEADLINE, "s1", "The deadline has passed."),
        (Via.MASTER, "s1", "The game master has decided."),
        (Via.REGENT, "s1", "A computer player has decided."),
        (Via.PLAYER, "s2", "This is no longer open."),
    ],
)
def test_a_closed_question_says_what_became_of_it(via: Via, seat: str, said: str) -> None:
    call = Call("s1", "D", "Yes?")
    past = Past(waiting=[call], asked_openly=[asking(4, call), asking(3, call)])
    found = [*answered_openly(past, Submission(seat, Rest(), None, via, answers=True), set())]
    assert {as_kind(Ask, one.payload).closed for one in found} == {said}


async def test_a_question_is_closed_after_a_restart_and_when_a_game_master_has_changed_the_game(house: House) -> None:
    game_id, _ = await first_asked(house)
    again = house.restarted()
    async with again.referee.reading(game_id) as live:
        user = live.user_of(live.table.requests()[0].seat)
    assert user is not None
    await again.referee.submit(game_id, user, Rest())
    await house.dispatcher.deliver_due()
    assert len(edited(house)) == 1
    await again.edit(game_id, Nightfall())
    await house.dispatcher.deliver_due()
    assert len(edited(house)) == 2 and (await asked(house, game_id))[-1][1] == "This is no longer open."


async def test_going_back_by_consent_closes_what_is_not_asked_any_more_and_asks_anew(house: House) -> None:
    game_id, seat = await first_asked(house)
    (user,) = await house.waits_for(game_id)
    await act(house, game_id)
    await house.moderation.take_back(game_id, user)
    motion = await house.motion(game_id)
    for voter in motion.voters[: motion.needed]:
        await house.moderation.answer(game_id, motion.id, voter, aye=True)
    await house.dispatcher.deliver_due()
    first, second, third = await asked(house, game_id)
    assert (first[0], third) == (seat, (seat, "")) and second[1] == "This is no longer open."


def test_a_question_whose_answer_its_player_takes_back_is_open_again_and_pings_nobody() -> None:
    call = Call("s1", "D", "Yes?", due=7.0)
    over = Ask((call,), closed="{s1} has answered.")
    live: Any = SimpleNamespace(
        user_of=lambda seat: {"s1": ANN, "s2": BEN}[seat], table=SimpleNamespace(request=lambda seat: None)
    )
    back = Submission(MASTER, Rewind(4), ANN, Via.PLAYER)

    def found(submission: Submission, *rows: OutboxRow) -> dict[tuple[str, str], OutboxRow]:
        past = Past(waiting=[Call("s1", "E", "And now?")], asked_openly=rows)
        return reopened(live, past, submission, [msgspec.structs.replace(call, due=None)], [])

    there = [msgspec.structs.replace(asking(n, call), payload=over) for n in (4, 3)]
    (again,) = found(back, *there).values()
    assert again.id == 4 and again.payload == Ask((msgspec.structs.replace(call, due=None),))
    assert found(back, *there[1:]).keys() == {("s1", "D")}
    assert found(Submission(MASTER, Rewind(3), ANN, Via.PLAYER), there[0]) == {}
    assert found(Submission(MASTER, Rewind(4), ANN, Via.CONSENT), *there) == {}
    assert found(Submission(MASTER, Rewind(4), BEN, Via.PLAYER), *there) == {}


async def test_a_question_that_is_answered_while_its_message_is_under_way_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    deliver = house.courier.deliver_page

    async def slowly(page: Page) -> Delivered:
        if any(isinstance(item.payload, Ask) for item in page.news):
            monkeypatch.setattr(house.courier, "deliver_page", deliver)
            await house.do(game_id, Rest())
        return await deliver(page)

    monkeypatch.setattr(house.courier, "deliver_page", slowly)
    await act(house, game_id)
    assert [closed for _, closed in await asked(house, game_id)] == ["This is no longer open.", ""]
