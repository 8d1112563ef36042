"""Actions through the referee: whose they are, what they promise, what happens when something fails."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event

from bot.delivery.deliveries import Item
from bot.errors import BrokenGame, Refused, Stale, StoreError, Stumbled
from bot.model import interventions
from bot.store import drafts, game_log
from bot.store.payloads import Ask, Ending, Log, Picture, Private, Trouble
from bot.store.rows import DeliveryOutcome, Draft, Status
from bot.table import archive, effects
from bot.table.tables import PUT_ASIDE, TAKEN_UP, cost
from engine.core.actions import Action
from engine.core.editing.edits import Drop
from engine.core.errors import Illegal
from engine.core.record.transcript import check_draws, replay
from tests.conftest import Place
from tests.harness import as_kind
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House, housed
from tests.referee.relay import Advance, Explode, Pledge, Relay, Rest, Trip, Whisper, newer_relay, problems, unsound


async def test_an_accepted_action_is_in_the_log_with_its_snapshot(house: House) -> None:
    game_id = await house.racing()
    outcome = await house.do(game_id, Advance("run"))

    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
        snapshot = await game_log.snapshot(connection, game_id, outcome.version)
    assert [entry.version for entry in log] == [0, 1, 2, 3] and outcome.version == 3
    assert log[-1].action == '{"action":"advance","pace":"run"}' and log[-1].numbers()[0].sides == 6
    async with house.referee.reading(game_id) as live:
        assert live.table.snapshot() == snapshot and live.table.hash() == log[-1].state_hash
    assert game_log.chain_problem(log, (await house.game(game_id)).commitment) is None


async def test_a_stranger_is_refused(house: House) -> None:
    with pytest.raises(Refused, match="no seat in Relay"):
        await house.referee.submit(await house.started(), STRANGER, Pledge())


@pytest.mark.both
async def test_a_table_and_what_somebody_has_filled_in_are_read_in_one_job(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = await house.racing()
    draft = Draft(game=game_id, seat="s1", version=2, tag="advance", fields={"pace": "run"})
    await house.store.write(game_id, lambda connection: drafts.save(connection, draft))
    async with house.referee.reading(game_id) as live:
        assert live.table.version == 2, "and is in memory from now on"
    jobs: list[object] = []
    read = house.store.read

    async def counted(work: Any) -> Any:
        jobs.append(work)
        return await read(work)

    monkeypatch.setattr(house.store, "read", counted)
    for user, kept in ((ANN, draft), (BEN, None), (STRANGER, None)):
        async with house.referee.reading_draft(game_id, user) as (live, found):
            assert found == kept and live.table.version == 2
    assert len(jobs) == 3


async def test_an_illegal_action_changes_nothing(house: House) -> None:
    game_id = await house.racing()
    before = await house.rows(game_id)
    with pytest.raises(Illegal, match="RELAY-1"):
        await house.do(game_id, Advance("fly"))
    assert await house.rows(game_id) == before and (await house.game(game_id)).version == 2


async def test_an_outdated_panel_is_told_the_current_version(house: House) -> None:
    game_id = await house.started()
    await house.referee.submit(game_id, ANN, Pledge(), expected_version=0)
    with pytest.raises(Stale) as refusal:
        await house.referee.submit(game_id, BEN, Pledge(), expected_version=0)
    assert refusal.value.version == 1
    await house.referee.submit(game_id, BEN, Pledge())


async def test_the_answer_tells_only_what_the_seat_may_know(house: House) -> None:
    game_id = await house.racing()
    outcome = await house.referee.submit(game_id, ANN, Whisper("s2"))
    assert outcome.events == () and outcome.draws == ()
    assert [e.kind for _, e in await house.referee.history(game_id, BEN)].count("whispered") == 1
    assert [e.kind for _, e in await house.referee.history(game_id, STRANGER)] == ["opened"]


async def test_events_go_to_their_audiences(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()
    await house.referee.submit(game_id, ANN, Whisper("s2"))
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()

    assert [(item.user, item.payload.seat) for item in house.courier.sent if isinstance(item.payload, Private)] == [
        (BEN, "s2")
    ]
    assert [event.kind for log in house.courier.of(Log) for event in log.events] == ["rested"]


async def test_the_end_of_a_phase_shows_the_map(house: House) -> None:
    game_id = await house.racing()
    await house.do(game_id, Rest())
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    assert house.courier.of(Picture) == [Picture("map"), Picture("map", chapter=True)]


async def test_the_next_player_is_asked_in_the_thread_but_not_the_one_who_has_just_acted(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()
    first = await house.waits_for(game_id)
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    (ask,) = [item for item in house.courier.sent if isinstance(item.payload, Ask)]
    calls = as_kind(Ask, ask.payload).calls
    assert ask.user is None and [ask.users[call.seat] for call in calls] == await house.waits_for(game_id)
    assert await house.waits_for(game_id) != first
    assert calls[0].due == house.time[0] + 48 * 3600


async def test_whoever_has_just_ended_the_turn_is_asked_in_the_thread_for_what_comes_in_the_next(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    runners: Any = Relay.runners
    back_and_forth = property(lambda game: runners.fget(game)[:: -1 if game.state.laps % 2 else 1])
    monkeypatch.setattr(Relay, "runners", back_and_forth)
    game_id = await house.racing()
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    house.courier.sent.clear()
    last = await house.waits_for(game_id)
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    (ask,) = [item for item in house.courier.sent if isinstance(item.payload, Ask)]
    assert [ask.users[call.seat] for call in as_kind(Ask, ask.payload).calls] == last


async def test_an_undelivered_ask_is_dropped_once_it_is_answered(house: House) -> None:
    game_id = await house.started(users=(ANN, BEN, CAT))
    await house.referee.submit(game_id, ANN, Pledge())
    await house.dispatcher.deliver_due()
    asked = [item.user for item in house.courier.sent if isinstance(item.payload, Ask)]
    assert Counter(asked) == Counter([BEN, CAT])


async def test_a_newer_panel_supersedes_an_undelivered_one(house: House) -> None:
    game_id = await house.racing()
    await house.dispatcher.deliver_due()
    assert house.courier.kinds.count("panel") == 1
    outcomes = {row.outcome for row in await house.rows(game_id)}
    assert outcomes == {DeliveryOutcome.DELIVERED, DeliveryOutcome.SUPERSEDED}


async def test_the_game_master_acts_for_a_seat_and_edits_in_the_open(house: House) -> None:
    game_id = await house.started(users=(ANN, BEN, CAT))
    await house.moderation.intervene(game_id, OWNER, interventions.ActFor("s1", msgspec.to_builtins(Pledge("3"))))
    await house.edit(game_id, Drop("s2"))
    await house.dispatcher.deliver_due()
    headings = [log.heading for log in house.courier.of(Log) if log.heading]
    assert headings == ["The game master acts for {s1}.", "The game master overrules."]
    with pytest.raises(Refused, match="Only the game master"):
        await house.edit(game_id, Drop("s1"), ANN)


async def test_leaving_a_running_game_closes_the_seat(house: House) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await house.lobby.leave(game_id, BEN)
    async with house.referee.reading(game_id) as live:
        assert live.user_of("s2") is None and as_kind(Relay, live.table.game).runners.count("s2") == 0
    with pytest.raises(Refused, match="no seat"):
        await house.referee.submit(game_id, BEN, Whisper("s1"))
    with pytest.raises(Refused, match="no seat"):
        await house.lobby.leave(game_id, BEN)
    await house.lobby.leave(game_id, CAT)
    assert (await house.game(game_id)).status is Status.OVER


async def test_a_draft_is_kept_until_its_seat_acts(house: House) -> None:
    game_id = await house.started()
    draft = Draft(game=game_id, seat="s1", version=0, tag="pledge", fields={"laps": "2"})
    async with house.store.writing() as connection:
        await drafts.save(connection, draft)
    await house.referee.submit(game_id, BEN, Pledge())
    async with house.store.reading() as connection:
        assert await drafts.get(connection, game_id, "s1") == draft
    await house.referee.submit(game_id, ANN, Pledge())
    async with house.store.reading() as connection:
        assert await drafts.get(connection, game_id, "s1") is None


# ---------------------------------------------------------------- the end


async def _played_out(house: House) -> str:
    game_id = await house.racing(changes={"goal": 9})
    while (await house.game(game_id)).status is Status.PLAYING:
        await house.do(game_id, Advance("run"))
    return game_id


async def test_the_end_reveals_the_secret_and_every_number_can_be_checked(house: House) -> None:
    game_id = await _played_out(house)
    await house.dispatcher.deliver_due()
    (ending,) = house.courier.of(Ending)
    game = await house.game(game_id)
    assert (ending.secret, ending.commitment) == (game.secret, game.commitment)
    assert ending.words == {"s1": "word of Ann", "s2": "word of Ben"}
    assert ending.tales == ("map",) and await house.timers(game_id) == []

    transcript = await house.referee.transcript(game_id)
    assert check_draws(transcript) > 4
    assert replay(house.rules, transcript).hash() == transcript.entries[-1].hash


async def test_an_ended_game_is_not_edited(house: House) -> None:
    game_id = await _played_out(house)
    with pytest.raises(Refused, match="not being played any more"):
        await house.edit(game_id, Drop("s2"))


@pytest.mark.parametrize("user", [ANN, OWNER, STRANGER])
async def test_during_play_nobody_gets_the_record_and_everybody_what_he_knows(house: House, user: int) -> None:
    game_id = await house.racing()
    with pytest.raises(Refused, match="still played; its record is open to everybody once it is over"):
        await house.referee.transcript(game_id)
    own = await house.referee.own_export(game_id, user)
    async with house.referee.reading(game_id) as live:
        assert own.seat == ("s1" if user == ANN else "")
        assert bytes(own.view) == msgspec.json.encode(live.table.view(own.seat))
    assert all(event.heard_by(own.seat) for _, event in own.heard)


# ---------------------------------------------------------------- failures


@pytest.mark.parametrize("action", [Trip(), Explode()])
async def test_a_stumbling_engine_leaves_the_game_as_it_was_and_tells_the_master_once(
    house: House, action: Action
) -> None:
    game_id = await house.racing()
    for _ in range(2):
        with pytest.raises(Stumbled):
            await house.referee.submit(game_id, ANN, action)
    assert (await house.game(game_id)).status is Status.PLAYING
    await house.do(game_id, Rest())
    await house.dispatcher.deliver_due()
    assert [item.user for item in house.courier.sent if isinstance(item.payload, Trouble)] == [OWNER]


async def test_a_game_that_cannot_be_taken_up_is_broken_until_it_can(house: House) -> None:
    game_id, other = await house.racing(), await house.racing()
    house.rules.problems = unsound
    with pytest.raises(BrokenGame):
        await house.do(game_id, Trip())
    with pytest.raises(BrokenGame, match="is out of order"):
        await house.do(game_id, Rest())
    assert (await house.game(game_id)).status is Status.BROKEN
    assert (await house.game(other)).status is Status.PLAYING
    troubles = [row for row in await house.rows(game_id) if isinstance(row.payload, Trouble)]
    assert len(troubles) == 1 and troubles[0].user == OWNER
    assert [said for said in await public(house, game_id) if "put it aside" in said] == [PUT_ASIDE]

    house.rules.problems = problems
    await house.do(game_id, Rest())
    assert (await house.game(game_id)).status is Status.PLAYING
    assert TAKEN_UP in await public(house, game_id)


async def public(house: House, game_id: str) -> list[str]:
    """Return what was promised to the thread, line by line."""
    logs = [row.payload for row in await house.rows(game_id) if isinstance(row.payload, Log)]
    return [event.text for log in logs for event in log.events]


async def test_a_game_put_aside_loses_no_time_and_is_tried_again_at_the_next_start(house: House) -> None:
    game_id = await house.racing()
    due = [timer.due for timer in await house.timers(game_id)]
    house.rules.problems = unsound
    with pytest.raises(BrokenGame):
        await house.do(game_id, Trip())
    house.later(5)
    await house.referee.mend()
    assert (await house.game(game_id)).status is Status.BROKEN
    house.rules.problems = problems
    await house.referee.mend()
    assert (await house.game(game_id)).status is Status.PLAYING
    assert [timer.due for timer in await house.timers(game_id)] == [when + 5 * 3600 for when in due]


async def test_a_game_begun_by_older_rules_is_told_once_what_has_changed(place: Place) -> None:
    async with housed(place) as house:
        game_id = await house.racing()
        await house.referee.adopt_rules()
        assert (await house.game(game_id)).version == 2
    for _ in range(2):
        async with housed(place, newer_relay()) as house:
            await house.referee.adopt_rules()
            assert (await house.game(game_id)).version == 3
            told = [text for text in await public(house, game_id) if "version 2 of the rules of Relay" in text]
            assert len(told) == 1 and "- Whoever rests loses a lap [RELAY-2]." in told[0]


async def test_at_a_start_games_that_were_put_aside_go_on_by_the_newer_rules(place: Place) -> None:
    async with housed(place) as house:
        game_id, other = await house.racing(), await house.racing()
        house.rules.problems = unsound
        with pytest.raises(BrokenGame):
            await house.do(game_id, Trip())
    async with housed(place, newer_relay()) as house:
        await house.referee.take_up()
        for one in (game_id, other):
            assert (await house.game(one)).status is Status.PLAYING
            assert [text for text in await public(house, one) if "version 2 of the rules of Relay" in text]


async def test_what_a_game_plays_by_is_on_its_record(place: Place) -> None:
    async with housed(place) as house:
        game_id = await house.racing()
    async with housed(place, newer_relay()) as house:
        await house.referee.adopt_rules()
        await house.do(game_id, Rest())
        async with house.store.reading() as connection:
            record = await archive.whole(connection, game_id)
    assert [entry.action["action"] for entry in record.entries[2:]] == ["new_rules", "rest"]
    assert record.rules_version == "1" and replay(newer_relay(), record).game.state.rules_version == "2"


async def test_going_back_brings_no_older_rules_back(place: Place) -> None:
    async with housed(place) as house:
        game_id = await house.racing()
    async with housed(place, newer_relay()) as house:
        await house.referee.adopt_rules()
        await house.moderation.intervene(game_id, OWNER, interventions.GoBack(1, 3))
        async with house.referee.reading(game_id) as live:
            assert live.table.game.state.rules_version == "2"


async def test_messages_of_a_game_put_aside_wait_until_it_is_in_order(house: House) -> None:
    game_id = await house.racing()

    def out_of_order(item: Item) -> None:
        if isinstance(item.payload, Ask):
            raise BrokenGame("It is out of order.")

    house.courier.trouble = out_of_order
    house.rules.problems = unsound
    with pytest.raises(BrokenGame):
        await house.do(game_id, Trip())
    await house.dispatcher.deliver_due()
    assert "ask" not in house.courier.kinds and "trouble" in house.courier.kinds
    house.courier.trouble = lambda item: None
    house.rules.problems = problems
    await house.referee.mend()
    await house.dispatcher.deliver_due()
    assert "ask" in house.courier.kinds


async def test_a_fault_after_the_action_is_taken_back_as_well(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await house.racing()
    monkeypatch.setattr(effects, "outcome_messages", lambda *_: 1 / 0)
    with pytest.raises(Stumbled):
        await house.do(game_id, Rest())
    assert house.referee.metrics.failures.labels("rules")._value.get() == 1
    monkeypatch.undo()
    assert (await house.game(game_id)).version == 2
    await house.do(game_id, Rest())
    assert [row.user for row in await house.rows(game_id) if isinstance(row.payload, Trouble)] == [OWNER]


async def test_a_game_master_who_plays_is_not_told_what_the_fault_was(house: House) -> None:
    game_id = await house.opened()
    await house.lobby.join(game_id, OWNER, "Olga")
    await house.lobby.start(game_id, OWNER)
    with pytest.raises(Stumbled):
        await house.referee.submit(game_id, ANN, Explode())
    (trouble,) = [row.payload.text for row in await house.rows(game_id) if isinstance(row.payload, Trouble)]
    assert "burst" not in trouble


@pytest.mark.both
async def test_a_failed_commit_is_not_acknowledged_and_leaves_nothing(house: House) -> None:
    game_id = await house.racing()

    def full(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT INTO snapshots"):
            raise StoreError("There is no room left on the disk.")

    event.listen(Engine, "before_cursor_execute", full)
    with pytest.raises(StoreError):
        await house.do(game_id, Advance("run"))
    event.remove(Engine, "before_cursor_execute", full)

    assert (await house.game(game_id)).version == 2
    async with house.referee.reading(game_id) as live:
        assert live.table.version == 2 and set(live.table.game.state.places.values()) == {0}
    await house.do(game_id, Advance("run"))


async def test_a_cancelled_caller_does_not_tear_an_action(house: House) -> None:
    game_id = await house.started()
    task = asyncio.create_task(house.referee.submit(game_id, ANN, Pledge()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await house.referee.close()
    await house.referee.submit(game_id, BEN, Pledge())
    assert (await house.game(game_id)).version == 2


@pytest.mark.both
async def test_simultaneous_answers_are_all_taken(house: House) -> None:
    game_id = await house.started(users=(ANN, BEN, CAT))
    await asyncio.gather(*(house.referee.submit(game_id, user, Pledge()) for user in (ANN, BEN, CAT)))
    assert (await house.game(game_id)).version == 3


async def test_more_games_than_fit_into_memory_are_all_playable(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", memory=20_000) as house:
        ids = [await house.racing() for _ in range(4)]
        for game_id in ids * 2:
            await house.do(game_id, Rest())
        held = house.referee._tables._live.values()
        assert len(held) == 2 and sum(cost(table) for table, *_ in held) <= 20_000


async def test_a_restart_is_invisible(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    async with housed(path) as house:
        game_id = await house.racing()
        await house.do(game_id, Advance("walk"))
        async with house.referee.reading(game_id) as live:
            before = live.table.hash()
    async with housed(path) as house:
        async with house.referee.reading(game_id) as live:
            assert live.table.hash() == before
        await house.do(game_id, Advance("walk"))
        await house.dispatcher.deliver_due()
        kinds = [event.kind for log in house.courier.of(Log) for event in log.events]
        assert [kind for kind in kinds if kind == "moved"][-2:] == ["moved", "moved"]


async def test_the_time_out_of_order_is_made_up_for_once_also_where_the_clocks_stood_still(house: House) -> None:
    game_id = await house.racing()
    due = [timer.due for timer in await house.timers(game_id)]
    await house.moderation.intervene(game_id, OWNER, interventions.Pause())
    house.rules.problems = unsound
    with pytest.raises(BrokenGame):
        await house.do(game_id, Trip())
    assert (await house.game(game_id)).aside == house.time[0]
    house.later(5)
    house.rules.problems = problems
    await house.referee.mend()
    assert (await house.game(game_id)).aside is None
    house.later(1)
    await house.moderation.intervene(game_id, OWNER, interventions.Resume())
    assert [timer.due for timer in await house.timers(game_id)] == [when + 6 * 3600 for when in due]
