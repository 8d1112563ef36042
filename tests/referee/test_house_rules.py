"""House rules of a running table: who may change them, who is asked, and that the record holds them."""

import pytest

from bot.errors import Refused
from bot.model.interventions import GoBack
from bot.services.moderation import Moderation
from bot.store import game_log, games, tournaments
from bot.store.payloads import Log, MotionCall
from bot.store.rows import MotionKind, TournamentGame, TournamentRecord
from engine.core.actions import Annotate, DropAnnotation
from engine.core.errors import Illegal
from engine.core.record import transcript
from tests.referee.house import ANN, BEN, OWNER, STRANGER, House
from tests.referee.relay import Advance, relay

WALK = Advance("walk")


@pytest.fixture
def moderation(house: House) -> Moderation:
    """Who carries interventions out."""
    return house.moderation


async def goal(house: House, game_id: str) -> object:
    """How far the runners go."""
    async with house.referee.reading(game_id) as live:
        return live.table.game.option("goal")


async def pinged(house: House) -> list[tuple[str, str, tuple[int, ...]]]:
    """What pinged somebody: the heading, the words, and whom."""
    await house.dispatcher.deliver_due()
    logs = [log for log in house.courier.of(Log) if log.heard]
    return [(log.heading, " ".join(event.text for event in log.events), log.heard) for log in logs]


async def test_a_master_who_does_not_play_changes_them_at_once_and_everybody_is_pinged(
    house: House, moderation: Moderation
) -> None:
    game_id = await house.racing()
    await moderation.change_rules(game_id, OWNER, {"goal": 40})
    assert await goal(house, game_id) == 40
    ((heading, words, heard),) = await pinged(house)
    assert heading == "The game master changes the house rules."
    assert words == "House rules from now on: `goal` is 40 (it was 30)." and set(heard) == {ANN, BEN}
    with pytest.raises(Refused, match="Only the game master"):
        await moderation.change_rules(game_id, STRANGER, {"goal": 50})


async def test_a_player_asks_the_others_and_it_is_done_when_all_agree(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    assert "have asked the others" in await moderation.change_rules(game_id, ANN, {"goal": 40})
    await house.dispatcher.deliver_due()
    (call,) = house.courier.of(MotionCall)
    assert call.motive == MotionKind.RULES and call.words == "change the house rules: `goal` to 40"
    assert call.voters == (BEN,) and await goal(house, game_id) == 30
    assert "carried" in await moderation.answer(game_id, call.motion, BEN, True)
    assert await goal(house, game_id) == 40
    assert (await pinged(house))[-1][0] == "The players have agreed on other house rules."


async def test_a_master_who_plays_asks_the_others_too(house: House, moderation: Moderation) -> None:
    game_id = await house.racing(users=(OWNER, BEN))
    assert "have asked the others" in await moderation.change_rules(game_id, OWNER, {"goal": 40})
    assert await goal(house, game_id) == 30


async def test_what_cannot_change_is_refused_with_the_reason(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    with pytest.raises(Illegal, match="'daylight' cannot change any more: the sun has risen"):
        await moderation.change_rules(game_id, OWNER, {"daylight": "none"})


async def test_going_back_takes_them_back_but_not_the_notes_and_the_record_holds_all(
    house: House, moderation: Moderation
) -> None:
    game_id = await house.racing()
    await moderation.change_rules(game_id, OWNER, {"goal": 2})
    await moderation.annotate(game_id, OWNER, Annotate("Nobody runs on Sundays."))
    last = await moderation.last_action(game_id, OWNER)
    assert "house_rule" in last.action
    now = (await house.game(game_id)).version
    await moderation.intervene(game_id, OWNER, GoBack(last.version - 1, now))
    assert await goal(house, game_id) == 30
    async with house.referee.reading(game_id) as live:
        assert [note.text for note in live.table.game.state.notes] == ["Nobody runs on Sundays."]
    await moderation.annotate(game_id, OWNER, DropAnnotation(1))
    await moderation.change_rules(game_id, OWNER, {"goal": 3})
    while (await house.game(game_id)).status == "playing":
        await house.do(game_id, WALK)
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
        assert game_log.chain_problem(log, (await games.get(connection, game_id)).commitment) is None
    record = await house.referee.transcript(game_id)
    transcript.check_chain(record)
    table = transcript.replay(relay(), record)
    assert table.game.option("goal") == 3 and table.result is not None


async def test_only_the_master_notes_and_everybody_is_pinged(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    for user in (ANN, STRANGER):
        with pytest.raises(Refused, match="Only the game master"):
            await moderation.annotate(game_id, user, Annotate("Mine."))
    await moderation.annotate(game_id, OWNER, Annotate("Nobody runs on Sundays."))
    ((heading, words, heard),) = await pinged(house)
    assert heading == "The game master rules."
    assert words == "House note 1: Nobody runs on Sundays." and set(heard) == {ANN, BEN}


async def test_a_table_of_a_tournament_keeps_its_rules(house: House, moderation: Moderation) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        await tournaments.add(connection, TournamentRecord(id="cup", guild=5, channel=6, created=1.0))
        await tournaments.add_game(connection, TournamentGame(tournament="cup", heat=1, number=1, game=game_id))
    for user in (OWNER, ANN):
        with pytest.raises(Refused, match="have the same rules"):
            await moderation.change_rules(game_id, user, {"goal": 40})
