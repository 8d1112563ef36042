"""Answers given ahead: they fire once, only if they are legal then, and look like anybody's."""

from pathlib import Path

import pytest

from bot.errors import Refused
from bot.model import interventions
from bot.model.time_control import TimeControl, WhileAway
from bot.services.absence import Absences
from bot.services.moderation import Moderation
from bot.services.regents import Regents
from bot.services.standing_orders import DECLINE, DEFAULT, MAX_ORDERS, StandingOrders
from bot.services.time_control import TimeControls
from bot.store import game_log, orders
from bot.store.payloads import Log, Notice, Panel
from bot.store.rows import ActionRecord, TimerKind, Via
from bot.table import timekeeping
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House, housed
from tests.referee.relay import Advance, Carry, Drop, Pledge, Rest

DELAY = timekeeping.MAX_ORDER_DELAY_S / 3600


def standing(house: House) -> StandingOrders:
    """Who keeps the orders."""
    return StandingOrders(house.store, house.referee)


async def last(house: House, game_id: str) -> ActionRecord:
    """The last action of a game."""
    async with house.store.reading() as connection:
        return await game_log.entry(connection, game_id, (await house.game(game_id)).version)


async def left(house: House, game_id: str) -> int:
    """How many orders there are."""
    async with house.store.reading() as connection:
        return len(await orders.of_game(connection, game_id))


async def other_one(house: House, game_id: str) -> int:
    """The player who is not asked."""
    return BEN if await house.waits_for(game_id) == [ANN] else ANN


@pytest.mark.parametrize(
    ("answer", "kind"), [(DEFAULT, "rested"), (DECLINE, "rested"), (Advance("run"), "moved"), (Rest(), "rested")]
)
async def test_an_order_answers_when_its_question_comes(answer: object, kind: str, house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", answer)  # type: ignore[arg-type]
    await house.tick(5)
    await house.do(game_id, Rest())
    await house.tick(DELAY)
    done = await last(house, game_id)
    assert (done.via, done.user) == (Via.STANDING, user) and done.happened()[0].kind == kind
    assert await left(house, game_id) == 0
    assert any(
        "standing order has answered" in payload.text for payload in house.to(user) if isinstance(payload, Notice)
    )


async def test_an_order_for_a_question_that_is_open_already_counts(house: House) -> None:
    game_id = await house.racing()
    (user,) = await house.waits_for(game_id)
    await standing(house).give(game_id, user, "LEG", DEFAULT)
    await house.tick(DELAY)
    assert (await last(house, game_id)).via is Via.STANDING


async def test_it_comes_after_a_delay_that_does_not_depend_on_who_answers(house: House) -> None:
    delays = set()
    for _ in range(12):
        game_id = await house.racing()
        user = await other_one(house, game_id)
        await standing(house).give(game_id, user, "LEG", DEFAULT)
        await house.do(game_id, Rest())
        (timer,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
        delays.add(timer.due - house.time[0])
        at = (await house.game(game_id)).version
        await house.clock.tick()
        assert (await house.game(game_id)).version == at
    assert (
        len(delays) == 12
        and timekeeping.MIN_ORDER_DELAY_S <= min(delays) < max(delays) <= timekeeping.MAX_ORDER_DELAY_S
    )


async def test_others_see_the_same_of_an_answer_given_ahead_as_of_any(tmp_path: Path) -> None:
    async def seen(path: Path, ahead: bool) -> list[object]:
        async with housed(path) as house:
            game_id = await house.racing()
            user = await other_one(house, game_id)
            if ahead:
                await standing(house).give(game_id, user, "LEG", Rest())
            await house.do(game_id, Rest())
            await house.dispatcher.deliver_due()
            house.courier.sent.clear()
            if ahead:
                await house.tick(DELAY)
            else:
                house.later(DELAY)
                await house.referee.submit(game_id, user, Rest())
                await house.dispatcher.deliver_due()
            return [p for item in house.courier.sent if (p := item.payload) and item.user is None]

    plain, given = await seen(tmp_path / "a.db", False), await seen(tmp_path / "b.db", True)
    assert [p for p in plain if isinstance(p, Log)] == [p for p in given if isinstance(p, Log)]
    assert [type(p) for p in plain] == [type(p) for p in given]


async def test_giving_an_order_shows_nowhere(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", DEFAULT)
    (order,) = [order for _, order in await standing(house).of(user)]
    await standing(house).cancel(user, order.id)
    await house.dispatcher.deliver_due()
    assert house.courier.sent == [] and not house.courier.of(Panel)


async def test_what_has_become_illegal_is_dropped_and_its_owner_told(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", Advance("fly"))
    await house.do(game_id, Rest())
    at = (await house.game(game_id)).version
    await house.tick(DELAY)
    assert (await house.game(game_id)).version == at and await left(house, game_id) == 0
    assert await house.waits_for(game_id) == [user]
    (notice,) = [payload for payload in house.to(user) if isinstance(payload, Notice)]
    assert "did not fit any more and is gone" in notice.text
    assert not [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]


async def test_words_tell_which_question_is_meant(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", Rest(), words="lap 2")
    await house.do(game_id, Rest())
    await house.tick(1)
    assert await house.waits_for(game_id) == [user] and await left(house, game_id) == 1
    for _ in range(2):
        await house.do(game_id, Rest())
    await house.tick(DELAY)
    assert (await last(house, game_id)).via is Via.STANDING and await left(house, game_id) == 0


async def test_an_order_for_every_time_answers_every_time(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", DEFAULT, always=True)
    for _ in range(3):
        await house.do(game_id, Rest())
        await house.tick(DELAY)
        assert (await last(house, game_id)).via is Via.STANDING
    assert await left(house, game_id) == 1


async def test_it_fires_once_after_a_restart_and_long_downtime_before_the_deadline_does(tmp_path: Path) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        game_id = await house.racing()
        user = await other_one(house, game_id)
        await standing(house).give(game_id, user, "LEG", Advance("walk"))
        await house.do(game_id, Rest())
        due = [timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
    async with housed(path, start=start + 500 * 3600) as house:
        assert [timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER] == due
        at = (await house.game(game_id)).version
        await house.tick()
        await house.tick()
        assert (await house.game(game_id)).version == at + 1
        assert (await last(house, game_id)).via is Via.STANDING


async def test_who_answers_himself_keeps_his_order_for_the_next_time(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", DEFAULT)
    await house.do(game_id, Rest())
    await house.referee.submit(game_id, user, Advance("walk"))
    await house.tick(DELAY)
    assert (await last(house, game_id)).via is Via.PLAYER and await left(house, game_id) == 1


async def test_an_order_counts_for_more_than_a_regent_and_runs_while_its_owner_is_away(house: House) -> None:
    game_id = await house.racing()
    await TimeControls(house.store, house.referee).set(game_id, OWNER, 24.0, TimeControl(away=WhileAway.REGENT))
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", Advance("walk"))
    await Absences(house.store, house.referee).leave(user, house.time[0], None)
    await house.do(game_id, Rest())
    at = (await house.game(game_id)).version
    regents = Regents(house.store, house.referee, pause=0)
    await regents.tick(game_id)
    assert (await house.game(game_id)).version == at
    await house.tick(DELAY)
    assert (await last(house, game_id)).via is Via.STANDING


async def test_a_paused_game_gets_no_answer(house: House) -> None:
    game_id = await house.racing()
    (user,) = await house.waits_for(game_id)
    await standing(house).give(game_id, user, "LEG", DEFAULT)
    moderation = Moderation(house.store, house.referee)
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    at = (await house.game(game_id)).version
    await house.tick(50)
    assert (await house.game(game_id)).version == at
    await moderation.intervene(game_id, OWNER, interventions.Resume())
    await house.tick(DELAY)
    assert (await last(house, game_id)).via is Via.STANDING


async def test_secret_questions_can_be_answered_ahead(house: House) -> None:
    game_id = await house.started()
    await standing(house).give(game_id, ANN, "PLEDGE", Pledge("3"))
    await house.tick(DELAY)
    async with house.referee.reading(game_id) as live:
        assert live.table.game.state.pledges == {live.seat_of(ANN): "3"}


async def test_a_successor_does_not_inherit_orders(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await standing(house).give(game_id, user, "LEG", DEFAULT)
    async with house.referee.reading(game_id) as live:
        seat = live.seat_of(user)
    await Moderation(house.store, house.referee).intervene(game_id, OWNER, interventions.Replace(seat, CAT, "Cat"))
    await house.do(game_id, Rest())
    await house.tick(DELAY)
    assert await house.waits_for(game_id) == [CAT]


async def test_bad_orders_are_refused(house: House) -> None:
    game_id = await house.racing()
    orders_of = standing(house)
    with pytest.raises(Refused, match="no seat"):
        await orders_of.give(game_id, STRANGER, "LEG", DEFAULT)
    with pytest.raises(Refused, match="cannot be answered ahead"):
        await orders_of.give(game_id, ANN, "DINNER", DEFAULT)
    with pytest.raises(Refused, match="does not answer"):
        await orders_of.give(game_id, ANN, "LEG", Carry("s1", 3))
    with pytest.raises(Refused, match="cannot be declined"):
        await orders_of.give(game_id, ANN, "PLEDGE", DECLINE)
    with pytest.raises(Refused, match="no answer"):
        await orders_of.give(game_id, ANN, "LEG", "perhaps")
    with pytest.raises(Refused, match="no standing order 7"):
        await orders_of.cancel(ANN, 7)
    for _ in range(MAX_ORDERS):
        await orders_of.give(game_id, ANN, "LEG", DEFAULT)
    with pytest.raises(Refused, match="already"):
        await orders_of.give(game_id, ANN, "LEG", DEFAULT)
    ((_, order), *_) = await orders_of.of(ANN)
    with pytest.raises(Refused):
        await orders_of.cancel(BEN, order.id)
    assert await left(house, game_id) == MAX_ORDERS


async def test_orders_of_who_has_left_are_forgotten(house: House) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await standing(house).give(game_id, ANN, "LEG", DEFAULT, always=True)
    async with house.referee.reading(game_id) as live:
        seat = live.seat_of(ANN)
    await house.edit(game_id, Drop(seat))
    await house.tick(1)
    assert await left(house, game_id) == 0
    assert not [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
