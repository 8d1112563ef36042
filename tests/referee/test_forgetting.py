"""A person is forgotten: nothing in the database tells of him or her, and the games and their proofs stand."""

import pytest
from sqlalchemy import select, update

from bot.config import Config, Database
from bot.errors import Refused, UnknownGame
from bot.model import interventions
from bot.ops import maintenance
from bot.services.absence import Absences
from bot.services.forgetting import Forgetting
from bot.services.moderation import Moderation
from bot.services.rulings import Rulings
from bot.store import clocks, drafts, game_log, games, people, plans, schema
from bot.store.database import opened
from bot.store.rows import Draft, GameRecord, Miss, Missed, MotionKind, PlanRecord, Status, Via
from engine.core.orders import Entry
from tests.conftest import Place
from tests.referee.house import House
from tests.referee.relay import Rest, Whisper

OLGA, ANNA, BENNO, CARLA = 4_000_000_001, 4_000_000_011, 4_000_000_012, 4_000_000_013
NAMED = {ANNA: "Annabel_Lee", BENNO: "Benno", CARLA: "Carla"}


@pytest.fixture
async def game_id(house: House) -> str:
    """A race of three in which Annabel has left all the traces that a person can leave."""
    game = await house.lobby.open_game(
        guild=5, channel=6, thread=700, owner=OLGA, rules="relay", variant="base", title="Race of Annabel_Lee"
    )
    for user, name in NAMED.items():
        await house.lobby.join(game.id, user, name)
    await house.lobby.start(game.id, OLGA)
    async with house.store.writing() as connection:
        await games.change(connection, game.id, assistants=[ANNA, CARLA])
        draft = Draft(game=game.id, seat="s1", version=0, tag="pledge", fields={})
        await drafts.save(connection, draft)
        await people.note_dms_closed(connection, ANNA, 1.0)
    await house.referee.submit(game.id, ANNA, Whisper("s2"))
    await house.dispatcher.deliver_due()
    await house.referee.submit(game.id, BENNO, Whisper("s1"))
    moderation = Moderation(house.store, house.referee)
    await moderation.propose(game.id, ANNA, MotionKind.PAUSE, interventions.Pause())
    await moderation.propose(game.id, BENNO, MotionKind.REPLACE, interventions.Replace("s1", CARLA + 9, "Dora"))
    rulings = Rulings(house.store, house.referee)
    await rulings.rule(await house.game(game.id), ANNA, "Annabel_Lee may run.")
    await Absences(house.store, house.referee).change(ANNA, zone="Europe/Paris")
    async with house.store.writing() as connection:
        await clocks.add_miss(
            connection, Missed(game=game.id, seat="s1", user=ANNA, decision="LEG", what=Miss.DEFAULT, time=1)
        )
        entries = (Entry("default"),)
        plan = PlanRecord(game=game.id, seat="s1", user=ANNA, decision="LEG", entries=entries, created=1.0)
        await plans.add(connection, plan)
    await rulings.appeal(5, BENNO, 1, "No, Annabel_Lee may not.")
    return game.id


async def everything(house: House) -> str:
    """Return all rows of all tables."""
    async with house.store.reading() as connection:
        rows = [
            f"{table.name} {dict(row)}"
            for table in schema.metadata.sorted_tables
            for row in (await connection.execute(select(table))).mappings()
            if table is not schema.snapshots
        ]
    return "\n".join(rows)


@pytest.mark.both
async def test_nothing_tells_of_a_person_who_was_forgotten(house: House, game_id: str) -> None:
    before = await everything(house)
    assert str(ANNA) in before and "Annabel" in before
    house.courier.sent.clear()
    assert await Forgetting(house.store, house.referee).person(ANNA) == 1
    after = await everything(house)
    assert not [line for line in after.splitlines() if str(ANNA) in line or "Annabel" in line]
    assert str(BENNO) in after and "Benno" in after
    await house.dispatcher.deliver_due()
    assert ANNA not in {item.user for item in house.courier.sent}


async def test_the_proof_of_the_game_stands(house: House, game_id: str) -> None:
    await Forgetting(house.store, house.referee).person(ANNA)
    async with house.store.reading() as connection:
        log = await game_log.entries(connection, game_id)
    assert game_log.chain_problem(log, (await house.game(game_id)).commitment) is None
    assert [entry.user for entry in log if entry.seat == "s1"] == [None]
    assert next(entry.who for entry in log if entry.seat == "s1")


@pytest.mark.both
async def test_a_name_put_under_an_action_afterwards_shows(house: House, game_id: str) -> None:
    async with house.store.writing() as connection:
        actions = schema.actions
        signed = (actions.c.game == game_id) & actions.c.user.is_not(None)
        await connection.execute(update(actions).where(signed).values(user=CARLA))
        log = await game_log.entries(connection, game_id)
    assert "has changed action 0" in (game_log.chain_problem(log, (await house.game(game_id)).commitment) or "")


async def test_the_game_goes_on_without_whoever_was_forgotten(house: House, game_id: str) -> None:
    await Forgetting(house.store, house.referee).person(ANNA)
    for _ in range(2):
        house.later(49)
        await house.clock.tick()
    async with house.referee.reading(game_id) as live, house.store.reading() as connection:
        assert live.names["s1"] == "Former player 1" and live.user_of("s1") is None
        log = await game_log.entries(connection, game_id)
    assert ("s1", Via.DEADLINE) in {(entry.seat, entry.via) for entry in log}
    dora = interventions.Replace("s1", CARLA + 9, "Dora")
    await Moderation(house.store, house.referee).carry_out(game_id, OLGA, dora, Via.MASTER)
    async with house.referee.reading(game_id) as live:
        assert live.user_of("s1") == CARLA + 9


async def test_a_game_master_who_is_forgotten_has_a_successor(house: House, game_id: str) -> None:
    await Forgetting(house.store, house.referee).person(OLGA)
    assert (await house.game(game_id)).owner == ANNA
    await Forgetting(house.store, house.referee).person(ANNA)
    assert (await house.game(game_id)).owner == CARLA
    assert (await house.game(game_id)).assistants == (CARLA,)


@pytest.mark.parametrize("status", [Status.PLAYING, Status.OVER])
async def test_only_a_table_that_goes_on_is_told_who_has_left_for_good(
    house: House, game_id: str, status: Status
) -> None:
    async with house.store.writing() as connection:
        await games.change(connection, game_id, status=status)
    house.courier.sent.clear()
    await Forgetting(house.store, house.referee).person(ANNA)
    await house.dispatcher.deliver_due()
    assert ("has left for good" in house.said()) is (status is Status.PLAYING)


@pytest.mark.both
async def test_at_a_table_that_has_not_started_the_others_move_up(house: House) -> None:
    game_id = await house.opened(users=())
    for user, name in NAMED.items():
        await house.lobby.join(game_id, user, name)
    await Forgetting(house.store, house.referee).person(BENNO)
    async with house.store.reading() as connection:
        assert [(seat.id, seat.user) for seat in await games.seats_of(connection, game_id)] == [
            ("s1", ANNA),
            ("s2", CARLA),
        ]


async def test_a_game_is_deleted_with_all_that_belongs_to_it(house: House, game_id: str, place: Place) -> None:
    other = await house.racing()
    await house.store.close()
    at = {"url": place} if isinstance(place, str) else {"path": place}
    forgotten: GameRecord = await maintenance.delete_game(Config(database=Database(**at)), game_id)
    assert forgotten.status is Status.PLAYING
    async with opened(place) as store, store.reading() as connection:
        left = {
            row.game if "game" in table.c else row.id
            for table in schema.metadata.sorted_tables
            if "game" in table.c or table is schema.games
            for row in await connection.execute(select(table))
        }
        assert left == {other}
        with pytest.raises(UnknownGame):
            await games.get(connection, game_id)


async def test_an_interrupted_game_goes_on_after_all_players_were_forgotten(house: House) -> None:
    game_id = await house.racing()
    async with house.referee.reading(game_id) as live:
        users = [seat.user for seat in live.seats]
    for user in users:
        await Forgetting(house.store, house.referee).person(user)
    house.later(49)
    await house.clock.tick()
    async with house.referee.reading(game_id) as live:
        assert live.table.version >= 3
    with pytest.raises(Refused, match="no seat"):
        await house.referee.submit(game_id, users[0], Rest())
