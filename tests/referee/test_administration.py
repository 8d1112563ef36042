"""What is done beside the rules: it is on record, can be put right, and brings seats back or takes them away."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.errors import Refused
from bot.model import interventions
from bot.model.interventions import GoBack
from bot.panels.master import moderation as panels
from bot.services.moderation import Moderation
from bot.services.rulings import Rulings
from bot.store import game_log, games
from bot.store.payloads import AppealCall, Log, MotionCall, Notice, Trouble
from bot.store.rows import ActionRecord, MotionKind, SeatRecord, Via
from bot.table import log_view
from engine.core.actions import MASTER
from engine.core.editing.edits import Drop
from engine.kingmaker.rules import RULES
from tests.referee.house import ANN, BEN, CAT, OWNER, STRANGER, House, housed
from tests.referee.relay import Advance, Rest

WALK = Advance("walk")


@pytest.fixture
def moderation(house: House) -> Moderation:
    """Who carries interventions out."""
    return house.moderation


async def log_of(house: House, game_id: str) -> list[ActionRecord]:
    """The log of a game, which must be whole."""
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
        assert game_log.chain_problem(log, (await games.get(connection, game_id)).commitment) is None
    return log


async def holders(house: House, game_id: str) -> dict[str, int]:
    """Who holds which seat."""
    async with house.store.reading() as connection:
        return {seat.id: seat.user for seat in await games.seats_of(connection, game_id) if seat.left is None}


async def told(house: House) -> str:
    """All that the thread was told, titles included."""
    await house.dispatcher.deliver_due()
    logs = house.courier.of(Log)
    return "\n".join([log.heading for log in logs] + [event.text for log in logs for event in log.events])


# ---------------------------------------------------------------- on record


async def test_what_is_done_beside_the_rules_stands_in_the_sealed_log(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    await moderation.intervene(game_id, OWNER, interventions.Resume())
    await moderation.intervene(game_id, OWNER, interventions.Regency("s1", "random"))
    await moderation.intervene(game_id, OWNER, interventions.Replace("s2", CAT, "Cat"))
    await moderation.intervene(game_id, OWNER, interventions.HandOver(CAT, "Cat"))
    notes = [entry for entry in await log_of(house, game_id) if log_view.is_note(entry)]
    assert [entry.happened()[0].text for entry in notes] == [
        "The clocks stand still.",
        "The clocks run again.",
        "A computer player (random) decides for {s1}.",
        "{s2} plays this seat from now on.",
        "The game has another game master.",
    ]
    assert "Cat takes over the seat of Ben" in await told(house)
    assert all(entry.via is Via.MASTER and entry.user == OWNER and entry.seat == MASTER for entry in notes)


async def test_who_has_looked_at_something_hidden_takes_no_seat(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    record = moderation.administration.put_on_record
    await record(game_id, OWNER, Via.MASTER, "The game master has looked at the hidden cards of {s1}.", looked=True)
    with pytest.raises(Refused, match="Olaf has looked at hidden cards of Relay; name somebody else"):
        await moderation.intervene(game_id, OWNER, interventions.Replace("s2", OWNER, "Olaf"))
    with pytest.raises(Refused, match="You have looked at hidden cards of this game"):
        await house.referee.admit(game_id, OWNER, "Olaf")
    await moderation.intervene(game_id, OWNER, interventions.Replace("s2", CAT, "Cat"))
    assert (await holders(house, game_id))["s2"] == CAT


async def test_a_refused_decree_leaves_no_trace(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    before = await log_of(house, game_id)
    for intervention in (
        interventions.Resume(),
        interventions.Regency("s1", "genius"),
        interventions.Replace("s1", BEN, "Ben"),
    ):
        with pytest.raises(Refused):
            await moderation.intervene(game_id, OWNER, intervention)
    assert await log_of(house, game_id) == before
    await house.do(game_id, WALK)


async def test_what_is_only_on_record_is_in_nobodys_way(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    (mover,) = await house.waits_for(game_id)
    await house.do(game_id, Rest())
    move = await moderation.last_action(game_id, OWNER)
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    assert await moderation.last_action(game_id, OWNER) == move
    await moderation.take_back(game_id, mover)
    await house.dispatcher.deliver_due()
    (call,) = house.courier.of(MotionCall)
    await moderation.intervene(game_id, OWNER, interventions.Resume())
    assert "carried" in await moderation.answer(game_id, call.motion, call.voters[0], aye=True)
    assert await house.waits_for(game_id) == [mover]


async def test_more_time_is_not_given_to_who_is_not_asked(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(deadline_hours=10)
    (mover,) = await house.waits_for(game_id)
    (other,) = [seat for seat, user in (await holders(house, game_id)).items() if user != mover]
    with pytest.raises(Refused, match="No clock runs for that player"):
        await moderation.intervene(game_id, OWNER, interventions.Extend(5, other))


# ---------------------------------------------------------------- seats after going back


async def test_the_log_strikes_out_what_was_taken_back(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    await house.do(game_id, Advance("run"))
    await house.do(game_id, Rest())
    before = (await house.game(game_id)).version
    await moderation.intervene(game_id, OWNER, interventions.Pause())
    await moderation.intervene(game_id, OWNER, GoBack(before - 2, before))
    log = await log_of(house, game_id)
    assert log_view.taken_back(log) == {before - 1, before}
    heard = log_view.visible(log, "", log_view.taken_back(log))
    struck = [event.text for _, event in heard if event.text.startswith("~~") and event.text.endswith("~~")]
    undone = [entry for entry in log if entry.version in (before - 1, before)]
    assert struck == [f"~~{event.text}~~" for entry in undone for event in entry.happened() if event.heard_by("")]
    assert struck and len(struck) < len(heard)


async def test_who_was_dropped_has_the_seat_back_when_that_is_undone(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    seats = await holders(house, game_id)
    await moderation.intervene(game_id, OWNER, interventions.Edit({"action": "drop", "seat": "s3"}))
    assert await holders(house, game_id) == {"s1": ANN, "s2": BEN}
    last = await moderation.last_action(game_id, OWNER)
    await moderation.intervene(game_id, OWNER, GoBack(last.version - 1, (await house.game(game_id)).version))
    assert await holders(house, game_id) == seats
    assert "{s3} has the seat back." in await told(house)
    for _ in range(3):
        await house.do(game_id, Rest())


async def test_who_left_and_sits_elsewhere_does_not_sit_twice(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    before = (await house.game(game_id)).version
    await house.edit(game_id, Drop("s3"))
    await moderation.intervene(game_id, OWNER, interventions.Replace("s2", CAT, "Cat"))
    await moderation.intervene(game_id, OWNER, GoBack(before, (await house.game(game_id)).version))
    assert await holders(house, game_id) == {"s1": ANN, "s2": CAT}


async def test_a_late_player_has_no_seat_in_the_time_before_he_came(tmp_path: Path) -> None:
    async with housed(tmp_path / "herald.db", RULES) as house:
        game = await house.lobby.open_game(
            guild=5, channel=6, thread=700, owner=OWNER, rules=RULES.name, variant="covault", changes={}
        )
        for user, name in ((ANN, "Ann"), (BEN, "Ben")):
            await house.lobby.join(game.id, user, name)
        await house.lobby.start(game.id, OWNER)
        for seat, user in (await holders(house, game.id)).items():
            async with house.referee.reading(game.id) as live:
                ready = live.table.default(seat)
            await house.referee.submit(game.id, user, ready)
        moderation = Moderation(house.store, house.referee)
        before = (await house.game(game.id)).version
        await house.lobby.join(game.id, CAT, "Cat")
        assert (await holders(house, game.id))["s3"] == CAT
        await moderation.intervene(game.id, OWNER, GoBack(before, before + 1))
        assert await holders(house, game.id) == {"s1": ANN, "s2": BEN}
        assert "/game join" in await told(house)
        await moderation.intervene(game.id, OWNER, GoBack(before + 1, before + 2))
        assert (await holders(house, game.id))["s3"] == CAT
        await moderation.intervene(game.id, OWNER, GoBack(before, before + 3))
        joined: SeatRecord = await house.lobby.join(game.id, CAT, "Cat")
        assert joined.id == "s3" and (await holders(house, game.id))["s3"] == CAT
        await log_of(house, game.id)


# ---------------------------------------------------------------- the correction window


async def test_the_last_resolved_phase_can_be_put_right_until_the_next_is_over(
    house: House, moderation: Moderation
) -> None:
    game_id = await house.racing()
    assert log_view.correction_window(await log_of(house, game_id), "phase_end") is None
    with pytest.raises(Refused, match="No phase is over"):
        await moderation.administration.report_mistake(game_id, ANN, "the first lap")
    start = (await house.game(game_id)).version + 1
    for _ in range(2):
        await house.do(game_id, Rest())
    await house.do(game_id, Rest())
    found = log_view.correction_window(await log_of(house, game_id), "phase_end")
    assert found is not None and found.title == "Lap 1 is over." and found.first <= start
    await house.do(game_id, Rest())
    found = log_view.correction_window(await log_of(house, game_id), "phase_end")
    assert found == log_view.CorrectionWindow(start + 2, "Lap 2 is over.")
    await moderation.intervene(game_id, OWNER, GoBack(start + 1, start + 3))
    found = log_view.correction_window(await log_of(house, game_id), "phase_end")
    assert found is not None and found.title == "Lap 1 is over."


async def test_a_mistake_is_reported_to_all_who_can_put_it_right(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistants=[CAT])
    for _ in range(2):
        await house.do(game_id, Rest())
    with pytest.raises(Refused, match="no seat"):
        await moderation.administration.report_mistake(game_id, STRANGER, "all of it")
    await moderation.administration.report_mistake(game_id, ANN, "Ben ran twice.")
    assert "A mistake? Ben ran twice." in await told(house)
    assert all(any(isinstance(p, Trouble) and "/gm correct" in p.text for p in house.to(who)) for who in (OWNER, CAT))


# ---------------------------------------------------------------- motions


async def test_a_motion_lapses_when_the_game_has_moved_on_and_can_be_withdrawn(
    house: House, moderation: Moderation
) -> None:
    game_id = await house.racing()
    for _ in range(2):
        (mover,) = await house.waits_for(game_id)
        await house.do(game_id, WALK)
        assert "asked" in await moderation.take_back(game_id, mover)
    motion = await house.motion(game_id)
    assert "withdrawn" in await moderation.answer(game_id, motion.id, motion.by, aye=False)
    with pytest.raises(Refused, match="withdrawn"):
        await moderation.answer(game_id, motion.id, motion.voters[0], aye=True)


async def test_who_has_taken_a_seat_over_votes_in_its_place(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN))
    await moderation.propose(game_id, ANN, MotionKind.END, interventions.End("it is late"))
    await moderation.intervene(game_id, OWNER, interventions.Replace("s2", CAT, "Cat"))
    motion = await house.motion(game_id)
    with pytest.raises(Refused, match="did not ask"):
        await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert "carried" in await moderation.answer(game_id, motion.id, CAT, aye=True)


async def test_players_choose_another_game_master_by_majority(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(ANN, BEN, CAT))
    await moderation.propose(game_id, ANN, MotionKind.MASTER, interventions.HandOver(ANN, "Ann"))
    motion = await house.motion(game_id)
    await moderation.answer(game_id, motion.id, BEN, aye=True)
    assert (await house.game(game_id)).owner == ANN


# ---------------------------------------------------------------- a game master who plays


async def test_assistants_who_do_not_play_learn_what_they_confirm(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(OWNER, BEN))
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistants=[CAT, BEN])
    await moderation.intervene(game_id, OWNER, interventions.ActFor("s2", {"action": "advance", "pace": "run"}))
    await house.dispatcher.deliver_due()
    assert any(isinstance(told, Notice) and "for **Ben**: advance run" in told.text for told in house.to(CAT))
    assert not any(isinstance(told, Notice) for told in house.to(BEN))
    assert "pace run" not in house.courier.of(MotionCall)[0].words


async def test_who_plays_gives_time_to_others_but_not_to_himself(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(OWNER, BEN), deadline_hours=10)
    with pytest.raises(Refused, match="assistant has to confirm"):
        await moderation.intervene(game_id, OWNER, interventions.Extend(5, "s1"))
    assert "everybody 5 hours more" in await moderation.intervene(game_id, OWNER, interventions.Extend(5))


async def test_who_plays_lets_a_computer_player_decide_for_themselves_as_any_player_does(
    house: House, moderation: Moderation
) -> None:
    game_id = await house.racing(users=(OWNER, BEN))
    assert "decides for you until you" in await moderation.intervene(
        game_id, OWNER, interventions.Regency("s1", "random")
    )
    assert await moderation.intervene(game_id, OWNER, interventions.Regency("s1", "")) == "You decide again."
    with pytest.raises(Refused, match="assistant has to confirm"):
        await moderation.intervene(game_id, OWNER, interventions.Regency("s2", "random"))


# ---------------------------------------------------------------- by role


async def test_a_role_shares_the_office_and_is_blind_where_it_plays(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        await games.change(connection, game_id, master_role=555)
    with pytest.raises(Refused, match="Only the game master"):
        await moderation.intervene(game_id, STRANGER, interventions.Pause(), roles=[1])
    assert "The clocks stand still" in await moderation.intervene(game_id, STRANGER, interventions.Pause(), roles=[555])
    with pytest.raises(Refused, match="assistant has to confirm"):
        await moderation.intervene(game_id, ANN, interventions.End("I win", ("s1",)), roles=[555])


async def test_an_appeal_goes_to_an_assistant_by_role(house: House) -> None:
    rulings = Rulings(house.store, house.referee)
    game_id = await house.racing()
    async with house.store.writing() as connection:
        await games.change(connection, game_id, assistant_role=555)
    number = await rulings.rule(await house.game(game_id), OWNER, "Ties are run again.")
    await rulings.appeal(5, ANN, number, "They never were.")
    await house.dispatcher.deliver_due()
    assert [(call.judges, call.role) for call in house.courier.of(AppealCall)] == [((OWNER,), 555)]
    assert "other judge has to answer" in await rulings.answer(game_id, OWNER, number, uphold=True)
    for user, roles in ((CAT, [1]), (BEN, [555])):
        with pytest.raises(Refused, match="Only the game master and the assistant"):
            await rulings.answer(game_id, user, number, uphold=True, roles=roles)
    assert "upheld" in await rulings.answer(game_id, CAT, number, uphold=True, roles=[555])


async def test_the_games_of_a_server_are_listed_with_the_longest_stand_first_and_the_dead_marked(house: House) -> None:
    oldest, paused = await house.racing(thread=71), await house.racing(thread=72)
    await house.moderation.intervene(paused, OWNER, interventions.Pause())
    house.later(14 * 24)
    await house.racing(thread=73)
    herald = cast(Any, SimpleNamespace(store=house.store, referee=house.referee))
    assert "dead?" not in await panels.board(herald, 5), "two weeks are not more than two weeks"
    house.later(0.01)
    await house.do(oldest, Rest())
    lines = (await panels.board(herald, 5)).splitlines()
    assert [next(thread for thread in ("<#71>", "<#72>", "<#73>") if thread in line) for line in lines] == [
        "<#72>",
        "<#73>",
        "<#71>",
    ]
    assert ["dead?" in line for line in lines] == [True, False, False]
    assert await panels.board(herald, 6) == "No game is played on this server."
