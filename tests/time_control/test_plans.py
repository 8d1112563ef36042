"""Answers given ahead: they are given only if they fit then, at once or as late as anybody's, and one hears of them."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.errors import Refused
from bot.model import interventions
from bot.model.time_control import TimeControl, WhileAway
from bot.panels import panel as panels
from bot.panels.planning.entry import answers_panel, next_panel
from bot.panels.planning.making import Making, offer_of
from bot.panels.planning.plans import told
from bot.panels.planning.steps import posed
from bot.services.absence import Absences
from bot.services.computer.regents import Regents
from bot.services.moderation import Moderation
from bot.services.plans import MAX_ENTRIES, MOST_ALIKE, Look, Plans, goes_round, said, what_now
from bot.services.time_control import TimeControls
from bot.store import game_log, plans
from bot.store.payloads import Ask, Log, Notice, Panel
from bot.store.rows import ActionRecord, PlanRecord, TimerKind, Via
from bot.table import timekeeping
from engine.core.actions import Action
from engine.core.editing.edits import Drop
from engine.core.errors import Illegal
from engine.core.orders import Chosen, Entry, IfNothingFits, Scope, Term, Then, Why
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House, housed
from tests.referee.relay import MUD, Advance, Carry, Pledge, Rest

DELAY = timekeeping.MAX_ORDER_DELAY_S / 3600

EVERY_TIME = replace(said("default"), then=Then.AGAIN)


def planner(house: House) -> Plans:
    """Who keeps the plans."""
    return Plans(house.store, house.referee)


async def last(house: House, game_id: str) -> ActionRecord:
    """The last action of a game."""
    async with house.store.reading() as connection:
        return await game_log.entry(connection, game_id, (await house.game(game_id)).version)


async def left(house: House, game_id: str) -> list[PlanRecord]:
    """The plans that there are."""
    async with house.store.reading() as connection:
        return await plans.of_game(connection, game_id)


async def other_one(house: House, game_id: str) -> int:
    """The player who is not asked."""
    return BEN if await house.waits_for(game_id) == [ANN] else ANN


async def act(house: House, game_id: str, action: Action | None = None) -> None:
    """Let whoever is asked act, and what is due at once be done."""
    await house.do(game_id, action or Rest())
    await house.tick()


def notices(house: House, user: int) -> list[str]:
    """What somebody was told of his plans."""
    return [payload.text for payload in house.to(user) if isinstance(payload, Notice)]


# ---------------------------------------------------------------------- answering


@pytest.mark.parametrize(
    ("answer", "kind"), [("default", "rested"), ("decline", "rested"), (Advance("run"), "moved"), (Rest(), "rested")]
)
async def test_a_plan_answers_when_its_question_comes(answer: object, kind: str, house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said(answer))  # type: ignore[arg-type] # words stand for answers here
    await house.tick(5)
    await act(house, game_id)
    done = await last(house, game_id)
    assert (done.via, done.user) == (Via.STANDING, user) and done.happened()[0].kind == kind
    assert await left(house, game_id) == []
    assert any("plan has answered for you" in text for text in notices(house, user))


async def test_a_plan_for_a_question_that_is_open_already_counts(house: House) -> None:
    game_id = await house.racing()
    (user,) = await house.waits_for(game_id)
    await planner(house).give(game_id, user, "LEG", said("default"))
    await house.tick()
    assert (await last(house, game_id)).via is Via.STANDING


async def test_an_answer_in_turn_comes_at_once_and_nobody_is_asked_for_it(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said("default"))
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()
    moment = house.time[0]
    await house.do(game_id, Rest())
    (timer,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
    assert timer.due == moment
    await house.tick()
    asked = [call.seat for item in house.courier.sent if isinstance(item.payload, Ask) for call in item.payload.calls]
    async with house.referee.reading(game_id) as live:
        assert asked == [] or asked == [live.table.requests()[0].seat] != [live.seat_of(user)]


async def test_a_secret_answer_comes_after_a_delay_that_does_not_depend_on_who_answers(house: House) -> None:
    delays = set()
    for _ in range(12):
        game_id = await house.started()
        await planner(house).give(game_id, ANN, "PLEDGE", said(Pledge("3")))
        (timer,) = [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
        delays.add(timer.due - house.time[0])
        at = (await house.game(game_id)).version
        await house.clock.tick()
        assert (await house.game(game_id)).version == at
    assert (
        len(delays) == 12
        and timekeeping.MIN_ORDER_DELAY_S <= min(delays) < max(delays) <= timekeeping.MAX_ORDER_DELAY_S
    )


async def test_with_fast_plans_a_secret_answer_comes_at_once_too(house: House) -> None:
    game_id = await house.started()
    await TimeControls(house.store, house.referee).set(game_id, OWNER, 24.0, TimeControl(fast_plans=True))
    await planner(house).give(game_id, ANN, "PLEDGE", said(Pledge("3")))
    await house.tick()
    async with house.referee.reading(game_id) as live:
        assert live.table.game.state.pledges == {live.seat_of(ANN): "3"}


async def test_others_see_the_same_of_a_secret_answer_given_ahead_as_of_any(tmp_path: Path) -> None:
    async def seen(path: Path, ahead: bool) -> list[object]:
        async with housed(path) as house:
            game_id = await house.started()
            if ahead:
                await planner(house).give(game_id, ANN, "PLEDGE", said(Pledge("2")))
            await house.dispatcher.deliver_due()
            house.courier.sent.clear()
            if ahead:
                await house.tick(DELAY)
            else:
                house.later(DELAY)
                await house.referee.submit(game_id, ANN, Pledge("2"))
                await house.dispatcher.deliver_due()
            return [p for item in house.courier.sent if (p := item.payload) and item.user is None]

    plain, given = await seen(tmp_path / "a.db", False), await seen(tmp_path / "b.db", True)
    assert [p for p in plain if isinstance(p, Log)] == [p for p in given if isinstance(p, Log)]
    assert [type(p) for p in plain] == [type(p) for p in given]


async def test_planning_shows_nowhere(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said("default"))
    ((_, plan),) = await planner(house).of(user)
    await planner(house).take_away(user, plan.id, 0)
    await house.dispatcher.deliver_due()
    assert house.courier.sent == [] and not house.courier.of(Panel)


# ---------------------------------------------------------------------- what does not fit


async def test_what_has_become_illegal_is_dropped_and_its_owner_told_and_asked(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said(Advance("fly")))
    await house.do(game_id, Rest())
    at = (await house.game(game_id)).version
    house.courier.sent.clear()
    await house.tick()
    assert (await house.game(game_id)).version == at and await left(house, game_id) == []
    assert await house.waits_for(game_id) == [user]
    (told,) = notices(house, user)
    assert "no longer fitted, so I have deleted it" in told and "walk or run" in told
    assert not [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
    asks = [item.payload for item in house.courier.sent if isinstance(item.payload, Ask)]
    async with house.referee.reading(game_id) as live:
        assert [[call.seat for call in ask.calls] for ask in asks] == [[live.seat_of(user)]]


async def test_the_first_entry_that_fits_answers(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    unmoved = Entry(action=said(Advance("run")).action, terms=(Term("fresh"),))
    for entry in (said(Advance("fly")), unmoved, said(Advance("walk"))):
        await planner(house).give(game_id, user, "LEG", entry)
    assert len(await left(house, game_id)) == 1
    await act(house, game_id, Advance("walk"))
    done = await last(house, game_id)
    assert done.via is Via.STANDING and '"walk"' in done.action
    assert any("walk or run" in text for text in notices(house, user))


async def test_the_default_is_taken_at_once_if_that_was_said(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    moved = Entry(action=said(Advance("run")).action, terms=(Term("fresh"),))
    await planner(house).give(game_id, user, "LEG", moved, otherwise=IfNothingFits.DEFAULT)
    await act(house, game_id, Advance("walk"))
    done = await last(house, game_id)
    assert (done.via, done.happened()[0].kind) == (Via.STANDING, "rested")


async def test_words_tell_which_question_is_meant(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said(Rest()), words="lap 2")
    await act(house, game_id)
    assert await house.waits_for(game_id) == [user] and len(await left(house, game_id)) == 1
    for _ in range(2):
        await act(house, game_id)
    assert (await last(house, game_id)).via is Via.STANDING and await left(house, game_id) == []


async def test_a_condition_that_does_not_hold_now_may_hold_later(house: House) -> None:
    """A plan that lasts is looked at again whenever something has happened."""
    game_id = await house.racing()
    user = await other_one(house, game_id)
    late = Entry("default", terms=(Term("early", {"laps": "1"}),), then=Then.AGAIN)
    await planner(house).give(game_id, user, "LEG", late, scope=Scope.ALWAYS)
    for _ in range(2):
        await act(house, game_id)
        assert (await last(house, game_id)).via is Via.STANDING
    await act(house, game_id)
    assert await house.waits_for(game_id) == [user] and len(await left(house, game_id)) == 1
    assert len([text for text in notices(house, user) if "gone" in text]) == 0
    await house.referee.submit(game_id, user, Rest())
    assert await house.waits_for(game_id) != [user]


# ---------------------------------------------------------------------- how long a plan lasts


async def test_a_plan_for_every_time_answers_every_time(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", EVERY_TIME, scope=Scope.ALWAYS)
    for _ in range(3):
        await act(house, game_id)
        assert (await last(house, game_id)).via is Via.STANDING
    assert len(await left(house, game_id)) == 1


async def test_entries_answer_one_question_after_the_other(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    for entry in (said(Advance("walk")), said(Advance("run"))):
        await planner(house).give(game_id, user, "LEG", entry, scope=Scope.ALWAYS)
    for pace in ("walk", "run"):
        await act(house, game_id)
        assert f'"{pace}"' in (await last(house, game_id)).action
    await act(house, game_id)
    assert await house.waits_for(game_id) == [user] and await left(house, game_id) == []


async def test_a_plan_for_a_round_is_over_with_it_and_its_owner_is_told(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    for entry in (said(Advance("walk")), said(Advance("run"))):
        await planner(house).give(game_id, user, "LEG", entry, scope=Scope.ROUND)
    await act(house, game_id)
    assert (await last(house, game_id)).via is Via.STANDING
    assert await left(house, game_id) == []
    await house.dispatcher.deliver_due()
    assert any(
        "Lap 1 is over, and your plan ends with it: Your leg of a lap → advance: pace run" in t
        for t in notices(house, user)
    )


async def test_a_plan_may_stop_after_its_answer(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    stop = replace(said("default"), then=Then.STOP)
    for entry in (stop, said(Advance("run"))):
        await planner(house).give(game_id, user, "LEG", entry, scope=Scope.ALWAYS)
    await act(house, game_id)
    assert (await last(house, game_id)).via is Via.STANDING and await left(house, game_id) == []


async def test_it_answers_once_after_a_restart_and_long_downtime_before_the_deadline_does(tmp_path: Path) -> None:
    path, start = tmp_path / "herald.db", 1_000_000.0
    async with housed(path, start=start) as house:
        game_id = await house.racing()
        user = await other_one(house, game_id)
        await planner(house).give(game_id, user, "LEG", said(Advance("walk")))
        await house.do(game_id, Rest())
        due = [timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
    async with housed(path, start=start + 500 * 3600) as house:
        assert [timer.due for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER] == due
        at = (await house.game(game_id)).version
        await house.tick()
        await house.tick()
        assert (await house.game(game_id)).version == at + 1
        assert (await last(house, game_id)).via is Via.STANDING


async def test_who_answers_himself_keeps_his_plan_for_the_next_time(house: House) -> None:
    game_id = await house.started()
    await planner(house).give(game_id, ANN, "PLEDGE", said(Pledge("3")))
    await house.referee.submit(game_id, ANN, Pledge("1"))
    await house.tick(DELAY)
    async with house.referee.reading(game_id) as live:
        assert live.table.game.state.pledges == {live.seat_of(ANN): "1"}
    assert len(await left(house, game_id)) == 1


async def test_a_plan_counts_for_more_than_a_regent_and_runs_while_its_owner_is_away(house: House) -> None:
    game_id = await house.racing()
    await TimeControls(house.store, house.referee).set(game_id, OWNER, 24.0, TimeControl(away=WhileAway.REGENT))
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said(Advance("walk")))
    await Absences(house.store, house.referee).leave(user, house.time[0], None)
    await house.do(game_id, Rest())
    at = (await house.game(game_id)).version
    regents = Regents(house.store, house.referee, pause=0)
    await regents.tick(game_id)
    assert (await house.game(game_id)).version == at
    await house.tick()
    assert (await last(house, game_id)).via is Via.STANDING


async def test_a_paused_game_gets_no_answer(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    moderation = Moderation(house.store, house.referee)
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    await planner(house).give(game_id, user, "LEG", said("default"), scope=Scope.ALWAYS)
    (asked,) = await house.waits_for(game_id)
    await planner(house).give(game_id, asked, "LEG", said("default"))
    at = (await house.game(game_id)).version
    await house.tick(50)
    assert (await house.game(game_id)).version == at
    await moderation.intervene(game_id, OWNER, interventions.Resume())
    await house.tick(DELAY)
    assert (await last(house, game_id)).via is Via.STANDING


async def test_after_going_back_plans_are_looked_at_anew(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    fresh = Entry(action=said(Advance("run")).action, terms=(Term("fresh"),), then=Then.AGAIN)
    await planner(house).give(game_id, user, "LEG", fresh, scope=Scope.ALWAYS)
    before = (await house.game(game_id)).version
    await act(house, game_id, Advance("walk"))
    assert await house.waits_for(game_id) == [user]
    moderation, now = Moderation(house.store, house.referee), (await house.game(game_id)).version
    await moderation.intervene(game_id, OWNER, interventions.GoBack(before, now))
    assert len(await left(house, game_id)) == 1
    await act(house, game_id)
    assert (await last(house, game_id)).via is Via.STANDING


async def test_a_plan_that_would_go_on_for_ever_is_dropped_and_its_owner_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    monkeypatch.setattr("bot.services.plans.goes_round", lambda latest, seat, action: True)
    await planner(house).give(game_id, user, "LEG", EVERY_TIME, scope=Scope.ALWAYS)
    await act(house, game_id)
    assert await house.waits_for(game_id) == [user] and await left(house, game_id) == []
    assert any("times in a row, so I have deleted it" in text for text in notices(house, user))


async def test_the_same_five_times_in_a_row_by_plans_of_one_seat_goes_round(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said("default"))
    await act(house, game_id)
    entry = await last(house, game_id)
    assert goes_round([entry] * MOST_ALIKE, entry.seat, Rest())
    assert not goes_round([entry] * (MOST_ALIKE - 1), entry.seat, Rest())
    assert not goes_round([entry] * MOST_ALIKE, entry.seat, Advance("walk"))
    assert not goes_round([entry] * MOST_ALIKE, "somebody", Rest())


# ---------------------------------------------------------------------- looking and changing


async def test_entries_are_moved_and_taken_away(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    keeper = planner(house)
    for pace in ("walk", "run"):
        plan = await keeper.give(game_id, user, "LEG", said(Advance(pace)))
    pledge = await keeper.give(game_id, user, "PLEDGE", said(Pledge("2")))
    await keeper.move(user, plan.id, 1, -1)
    (first, _) = await left(house, game_id)
    assert [entry.action["pace"] for entry in first.entries] == ["run", "walk"]
    await keeper.move(user, pledge.id, 0, -1)
    assert [one.id for one in await left(house, game_id)] == [pledge.id, plan.id]
    await keeper.move(user, pledge.id, 0, -1)
    await keeper.take_away(user, plan.id, 0)
    await keeper.take_away(user, pledge.id, 0)
    (only,) = await left(house, game_id)
    assert [entry.action["pace"] for entry in only.entries] == ["walk"]


async def test_one_sees_what_would_happen_now(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    keeper = planner(house)
    await keeper.give(game_id, user, "LEG", said(Advance("fly")))
    plan = await keeper.give(game_id, user, "LEG", said(Advance("walk")))
    pledge = await keeper.give(game_id, user, "PLEDGE", said("default"))
    async with house.referee.reading(game_id) as live:
        assert what_now(live, plan) == "Advance: walk (A runner cannot 'fly'; walk or run. [RELAY-1])"
        assert what_now(live, replace(plan, entries=plan.entries[:1])).startswith("I would ask you")
        assert what_now(live, pledge) == ""


async def test_who_has_planned_is_told_when_it_becomes_impossible_before_it_is_asked(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    keeper = planner(house)
    for entry in (said(Advance("run")), said(Rest())):
        plan = await keeper.give(game_id, user, "LEG", entry)
    house.clock.wake(game_id)
    await house.tick()
    assert notices(house, user) == []
    await house.edit(game_id, Carry(plan.seat, MUD))
    for _ in range(2):
        house.clock.wake(game_id)
        await house.tick()
    (told,) = notices(house, user)
    assert "is impossible now: Nobody runs in the mud" in told
    assert "If it were your turn now: Rest (Nobody runs in the mud" in told
    assert [len(one.entries) for one in await left(house, game_id)] == [2]


async def test_a_player_exports_his_own_plans_alone(house: House) -> None:
    game_id = await house.racing()
    await planner(house).give(game_id, ANN, "PLEDGE", said(Pledge("3")))
    assert [plan.user for plan in (await house.referee.own_export(game_id, ANN)).plans] == [ANN]
    assert (await house.referee.own_export(game_id, BEN)).plans == []


async def test_a_successor_does_not_inherit_plans(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", said("default"))
    async with house.referee.reading(game_id) as live:
        seat = live.seat_of(user)
    await Moderation(house.store, house.referee).intervene(game_id, OWNER, interventions.Replace(seat, CAT, "Cat"))
    await act(house, game_id)
    assert await house.waits_for(game_id) == [CAT]


async def test_bad_plans_are_refused(house: House) -> None:
    game_id = await house.racing()
    keeper = planner(house)
    with pytest.raises(Refused, match="no seat"):
        await keeper.give(game_id, STRANGER, "LEG", said("default"))
    with pytest.raises(Refused, match="cannot answer that ahead"):
        await keeper.give(game_id, ANN, "DINNER", said("default"))
    with pytest.raises(Refused, match="does not answer"):
        await keeper.give(game_id, ANN, "LEG", said(Carry("s1", 3)))
    with pytest.raises(Refused, match="cannot be declined"):
        await keeper.give(game_id, ANN, "PLEDGE", said("decline"))
    with pytest.raises(Refused, match="not an answer"):
        said("perhaps")
    with pytest.raises(Refused, match="no such plan"):
        await keeper.take_away(ANN, 7, 0)
    for _ in range(MAX_ENTRIES):
        plan = await keeper.give(game_id, ANN, "PLEDGE", said("default"))
    with pytest.raises(Refused, match="already"):
        await keeper.give(game_id, ANN, "LEG", said("default"))
    with pytest.raises(Refused):
        await keeper.take_away(BEN, plan.id, 0)
    assert len(plan.entries) == MAX_ENTRIES


async def test_plans_of_who_has_left_are_forgotten(house: House) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await planner(house).give(game_id, ANN, "LEG", EVERY_TIME, scope=Scope.ALWAYS)
    async with house.referee.reading(game_id) as live:
        seat = live.seat_of(ANN)
    await house.edit(game_id, Drop(seat))
    await house.tick(1)
    assert await left(house, game_id) == []
    assert not [timer for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]


# ---------------------------------------------------------------------- where no deal fits

FRESH = Entry(action=said(Advance("run")).action, terms=(Term("fresh"),))


@pytest.fixture
def blind(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can look ahead, whatever is dealt anew."""
    sight = dataclasses.replace(house.rules.sight, is_possible=lambda world: False)
    monkeypatch.setattr(house.rules, "sight", sight)


def blind_looks(house: House) -> float:
    """How many of those the metrics have counted."""
    return house.referee.metrics.registry.get_sample_value("herald_failures_total", {"part": "worlds"}) or 0.0


@pytest.mark.usefixtures("blind")
async def test_where_no_deal_fits_the_player_of_a_plan_is_asked(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", FRESH, otherwise=IfNothingFits.DEFAULT)
    await act(house, game_id)
    assert await house.waits_for(game_id) == [user]
    assert (await last(house, game_id)).via is not Via.STANDING
    assert blind_looks(house) > 0


@pytest.mark.usefixtures("blind")
async def test_where_no_deal_fits_a_round_ends_with_its_plans(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await planner(house).give(game_id, user, "LEG", FRESH, scope=Scope.ROUND)
    for _ in range(3):
        await act(house, game_id)
    assert await left(house, game_id) == []
    await house.dispatcher.deliver_due()
    assert any(
        "is over, and your plan ends with it: Your leg of a lap → advance: pace run" in t for t in notices(house, user)
    )


@pytest.mark.usefixtures("blind")
async def test_where_no_deal_fits_plans_are_told_by_names_alone(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    plan = await planner(house).give(game_id, user, "LEG", FRESH)
    async with house.referee.reading(game_id) as live:
        assert told(live, plan).entries == ["advance: pace run, if fresh"] and told(live, plan).now == ""
        gone = Look(plan, Chosen(why=(Why("It is gone.", impossible=True),))).told(live)
        assert gone.endswith("ask you. advance: pace run, if fresh: It is gone.")


@pytest.mark.usefixtures("blind")
async def test_where_no_deal_fits_what_one_would_do_can_be_written(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    async with house.referee.reading(game_id) as live:
        desk = posed(live, live.seat_of(user), "LEG")
        assert desk.world is None and "Advance…" in labels(answers_panel(desk, "LEG"))
        written = Making(decision="LEG", tag="advance", written={"action": "advance", "pace": "run"})
        assert "advance: pace run" in next_panel(desk, written).text
        with pytest.raises(Illegal, match="may not come any more"):
            offer_of(desk.world, desk.seat, Making(decision="LEG", tag="advance"))


def labels(panel: panels.Panel) -> list[str]:
    """What stands on the buttons of a panel."""
    return [button.label for row in panel.rows if isinstance(row, Sequence) for button in row]


# ---------------------------------------------------------------------- the usual answer


async def rests(house: House, game_id: str, user: int, times: int) -> None:
    """Let one player rest so often, and the other walk."""
    while times:
        resting = await house.waits_for(game_id) == [user]
        await act(house, game_id, Rest() if resting else Advance("walk"))
        times -= resting


async def test_three_answers_alike_are_a_usual_one_and_two_or_another_are_not(house: House) -> None:
    game_id = await house.racing()
    user = await other_one(house, game_id)
    for _ in range(3):
        assert await planner(house).usual(game_id, user, "LEG") is None
        await rests(house, game_id, user, 1)
    assert await planner(house).usual(game_id, user, "LEG") == Rest()
    assert await planner(house).usual(game_id, STRANGER, "LEG") is None
    assert await planner(house).usual(game_id, user, "PLEDGE") is None
    while await house.waits_for(game_id) != [user]:
        await act(house, game_id, Advance("walk"))
    await act(house, game_id, Advance("walk"))
    assert await planner(house).usual(game_id, user, "LEG") is None
    with pytest.raises(Refused, match="answered that otherwise since"):
        await planner(house).always(game_id, user, "LEG")


async def test_a_usual_answer_is_a_plan_that_nobody_can_tell_from_a_person(house: House) -> None:
    """The question is asked as ever, where a plan of another kind would have answered before anybody was asked."""
    game_id = await house.racing()
    user = await other_one(house, game_id)
    await rests(house, game_id, user, 3)
    plan = await planner(house).always(game_id, user, "LEG")
    assert plan.usual and (plan.scope, plan.entries[0].then) == (Scope.ALWAYS, Then.AGAIN)
    assert await planner(house).usual(game_id, user, "LEG") is None, "it is planned now"
    async with house.referee.reading(game_id) as live:
        assert "your usual answer" in told(live, plan).question
    for _ in range(2):
        asks = len(house.courier.of(Ask))
        while await house.waits_for(game_id) != [user]:
            await act(house, game_id, Advance("walk"))
        assert len(house.courier.of(Ask)) > asks, "they are asked, as somebody is who decides each time"
        due = [timer.due - timer.asked for timer in await house.timers(game_id) if timer.kind is TimerKind.ORDER]
        assert due and timekeeping.MIN_ORDER_DELAY_S <= due[0] <= timekeeping.MAX_ORDER_DELAY_S
        await house.tick(DELAY)
        assert (await last(house, game_id)).via is Via.STANDING
    await planner(house).take_away(user, plan.id, 0)
    assert await left(house, game_id) == []
