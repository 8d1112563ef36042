"""A commit reads nothing twice: what the referee holds under the lock of a game is not asked of the database again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event

from bot.errors import Stumbled
from bot.model.interventions import GoBack, Pause, Resume
from bot.model.people import Notify
from bot.services.absence import Absences
from bot.store import game_log
from bot.store.rows import Via
from bot.table.live_game import LiveGame
from bot.table.referee import Referee
from bot.table.submission import Submission
from engine.core.actions import Action
from engine.core.errors import Illegal
from tests.referee.house import ANN, BEN, OWNER, House, housed
from tests.referee.relay import Advance, Explode, Rest, Trip, relay


@contextmanager
def written() -> Iterator[list[str]]:
    """Give the statements of writing transactions, as they are executed."""
    found: list[str] = []

    def note(connection: Connection, cursor: object, statement: str, *_: object) -> None:
        if connection.get_execution_options().get("herald_writes") and "advisory" not in statement:
            found.append(" ".join(statement.split()))

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


def reads(statements: list[str], table: str) -> list[str]:
    return [one for one in statements if one.startswith("SELECT") and f"FROM {table}" in one]


async def chain_holds(house: House, game_id: str) -> bool:
    game = await house.game(game_id)
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
    return len(log) == game.version + 1 and game_log.chain_problem(log, game.commitment) is None


async def test_an_action_is_committed_without_looking_at_its_game_again(house: House) -> None:
    game_id = await house.racing()
    with written() as statements:
        await house.do(game_id, Rest())
    assert [reads(statements, table) for table in ("games", "seats", "actions")] == [[], [], []]
    assert len(statements) <= 16, statements
    assert await chain_holds(house, game_id)


async def test_a_table_that_was_just_taken_up_knows_the_end_of_its_log(house: House) -> None:
    game_id = await house.racing()
    again = Referee(house.store, lambda _: relay(), now=lambda: house.time[0])
    user = (await house.waits_for(game_id))[0]
    with written() as statements:
        await again.submit(game_id, user, Rest())
    assert reads(statements, "actions") == []
    assert await chain_holds(house, game_id)


@pytest.mark.both
async def test_two_processes_take_turns_at_one_log(house: House) -> None:
    """Each sees by the version that the other has gone on, and reads afresh what the log ends with."""
    game_id = await house.racing()
    other = Referee(house.store, lambda _: relay(), now=lambda: house.time[0])
    for turn in range(6):
        referee = other if turn % 2 else house.referee
        await referee.submit(game_id, (await house.waits_for(game_id))[0], Rest())
    assert await chain_holds(house, game_id)


def intent(live: LiveGame, action: Action) -> Submission:
    seat = live.table.requests()[0].seat
    return Submission(seat, action, live.user_of(seat), Via.PLAYER)


async def test_several_intents_are_kept_together_and_told_each(house: House) -> None:
    game_id = await house.racing()
    before = (await house.game(game_id)).version
    rest = partial(intent, action=Rest())
    outcome = await house.referee.carry_out(game_id, rest, rest, rest)
    assert outcome.version == (await house.game(game_id)).version == before + 3
    assert await chain_holds(house, game_id)
    await house.dispatcher.deliver_due()
    assert house.said().count(" rests.") == 3
    await house.do(game_id, Rest())
    assert await chain_holds(house, game_id)


async def test_of_several_intents_none_is_kept_where_one_is_refused_or_fails(house: House) -> None:
    game_id = await house.racing()
    before = (await house.game(game_id)).version
    rest = partial(intent, action=Rest())
    for wrong, error in ((Advance("crawl"), Illegal), (Explode(), Stumbled), (Trip(), Stumbled)):
        with pytest.raises(error):
            await house.referee.carry_out(game_id, rest, partial(intent, action=wrong), rest)
        assert (await house.game(game_id)).version == before
    await house.referee.carry_out(game_id, rest)
    assert await chain_holds(house, game_id)


async def test_as_far_as_possible_those_before_a_refusal_are_kept(house: House) -> None:
    game_id = await house.racing()
    before = (await house.game(game_id)).version
    rest, wrong = partial(intent, action=Rest()), partial(intent, action=Advance("crawl"))
    await house.referee.carry_out(game_id, rest, wrong, rest, as_far_as_possible=True)
    assert (await house.game(game_id)).version == before + 1
    with pytest.raises(Illegal):
        await house.referee.carry_out(game_id, wrong, rest, as_far_as_possible=True)
    assert (await house.game(game_id)).version == before + 1
    await house.referee.carry_out(game_id, rest)
    assert await chain_holds(house, game_id)


async def test_a_log_goes_on_after_going_back(house: House) -> None:
    game_id = await house.racing()
    await house.do(game_id, Rest())
    version = (await house.game(game_id)).version
    await house.moderation.intervene(game_id, OWNER, GoBack(version - 1, version))
    await house.do(game_id, Rest())
    assert await chain_holds(house, game_id)


async def test_tables_that_are_let_go_take_the_ends_of_their_logs_along(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", memory=1) as house:
        ids = [await house.racing(thread=thread) for thread in (11, 12)]
        for game_id in ids * 3:
            await house.do(game_id, Rest())
        assert len(house.referee._tables._live) == 1
        assert all([await chain_holds(house, game_id) for game_id in ids])


async def test_tables_at_rest_are_let_go(house: House) -> None:
    ids = [await house.racing(thread=thread) for thread in (11, 12, 13)]
    held = house.referee._tables._live
    assert set(held) == set(ids)
    house.later(0.9)
    await house.do(ids[1], Rest())
    house.later(0.2)
    await house.do(ids[2], Rest())
    assert set(held) == set(ids[1:])
    await house.do(ids[0], Rest())
    assert set(held) == set(ids)
    assert all([await chain_holds(house, game_id) for game_id in ids])


async def test_what_a_submission_brings_along_is_seen_by_what_follows_from_it(house: House) -> None:
    """A pause is written in the transaction of its note: the clocks that follow already stand."""
    game_id = await house.racing()
    with written() as statements:
        await house.moderation.intervene(game_id, OWNER, Pause())
    assert len(reads(statements, "games")) == len(reads(statements, "seats")) == 1
    house.later(5)
    await house.do(game_id, Rest())
    assert all(timer.asked == house.time[0] - 5 * 3600 for timer in await house.timers(game_id))
    await house.moderation.intervene(game_id, OWNER, Resume())
    assert await chain_holds(house, game_id)


async def test_only_somebody_who_waits_for_it_has_his_messages_hurried(house: House) -> None:
    game_id = await house.racing()
    absences = Absences(house.store, house.referee)
    with written() as usual:
        await house.do(game_id, Rest())
    for user in (ANN, BEN):
        await absences.change(user, notify=Notify.BLOCKING)
    with written() as blocking:
        await house.do(game_id, Rest())
    assert [any("next_try >" in one for one in found) for found in (usual, blocking)] == [False, True]
