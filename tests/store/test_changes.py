"""Whatever is changed of a row stands there, in databases of either kind, and Discord's longest numbers have room."""

import pytest
from msgspec.structs import asdict, replace

from bot.errors import UnknownGame
from bot.model.people import Person
from bot.model.time_control import TimeControl, WhileAway
from bot.store import games, outbox, people, tournaments
from bot.store.rows import RegentReason, SeatRecord, Status, Telling, TournamentGame, TournamentRecord
from tests.referee.house import ANN, BEN, House

pytestmark = pytest.mark.both

LONG = 2**63 - 1
"""No number of Discord's is longer."""

OF_A_GAME = {
    "rules_version": "9",
    "options": {"goal": 12, "laps": ["one", None]},
    "title": "Ælfgifu's “race”",
    "guild": LONG,
    "channel": LONG,
    "thread": LONG,
    "panel": LONG,
    "owner": LONG,
    "fault": "It broke.",
    "deadline_hours": 0.5,
    "paused": 12.5,
    "assistants": (LONG, ANN),
    "assistant_role": LONG,
    "master_role": LONG,
    "lost": 12.5,
    "aside": 12.5,
    "pace": TimeControl(away=WhileAway.REGENT),
    "figures": "castles = 3",
    "position": "{}",
    "telling": Telling.EVERYTHING,
    "rated": True,
    "again": "k7f2",
}
OF_A_TOURNAMENT = {"channel": LONG, "message": LONG, "secrets": {"1": "ab"}, "ended": 2.5, "told": 5} | {
    "announcement": LONG,
    "proclaimed": 9,
}
OF_ITS_TABLE = {"announced": ("half",), "started": 1.5, "stopped": 2.5, "lost": 3.5, "held": "He judges.", "looked": 7}


async def test_each_column_of_a_game(house: House) -> None:
    game_id = await house.opened(users=())
    for name, value in OF_A_GAME.items():
        before = await house.game(game_id)
        assert getattr(before, name) != value, name
        async with house.store.writing(game_id) as connection:
            await games.change(connection, game_id, **{name: value})
        assert await house.game(game_id) == replace(before, **{name: value})
    never = {"id", "rules", "variant", "commitment", "secret", "created"}
    assert asdict(before).keys() - OF_A_GAME.keys() - never == {"status", "version"}, "which have ways of their own"


async def test_what_of_a_game_has_a_way_of_its_own(house: House) -> None:
    game_id = await house.opened(thread=71)
    before = await house.game(game_id)
    async with house.store.writing(game_id) as connection:
        assert await games.advance(connection, before, 3, Status.PLAYING)
        assert not await games.advance(connection, before, 4, Status.OVER)
        await games.set_status(connection, game_id, Status.BROKEN, "It broke.")
        await games.set_options(connection, game_id, {"goal": 12})
        await games.set_panel(connection, game_id, 71, 8)
        await games.set_panel(connection, game_id, 72, 9)
        await games.change(connection, game_id, lost=1.0)
        assert await games.is_lost(connection, game_id) and await games.lost(connection) == {game_id: before.guild}
        assert await games.has_thread(connection, 71) and not await games.has_thread(connection, 72)
        assert await games.exists(connection, game_id) and not await games.exists(connection, "none")
        with pytest.raises(UnknownGame):
            await games.get(connection, "none")
    found = {
        "version": 3,
        "status": Status.BROKEN,
        "fault": "It broke.",
        "options": {"goal": 12},
        "panel": 8,
        "lost": 1.0,
    }
    assert await house.game(game_id) == replace(before, **found)


async def test_a_seat(house: House) -> None:
    game_id = await house.opened(users=(ANN, BEN))
    new = SeatRecord(game=game_id, id="s1", user=LONG, name="Cæd", word="", joined=6.5)
    async with house.store.writing(game_id) as connection:
        ann, ben = await games.seats_of(connection, game_id)
        await games.set_regent(connection, game_id, "s1", "random", RegentReason.AWAY)
        assert await games.regencies(connection) == {game_id}
        await games.set_away(connection, game_id, "s1", 4.5)
        await games.set_looked(connection, game_id, "s1", 2)
        await games.vacate(connection, game_id, "s1", 5.5)
        await games.seat_one(connection, new)
        left = replace(ann, regent="random", stead=RegentReason.AWAY, away=4.5, looked=2, left=5.5)
        assert await games.holders_of(connection, game_id) == {"s1": [left, new], "s2": [ben]}
        assert await games.seats_of(connection, game_id) == (new, ben)
        assert await games.regencies(connection) == set()
        assert [game.id for game in await games.of_user(connection, LONG)] == [game_id]
        await games.seat_all(connection, game_id, [])
        assert await games.seats_of(connection, game_id) == ()


async def test_each_column_of_a_tournament_and_of_its_table(house: House) -> None:
    game_id = await house.opened(users=())
    event = TournamentRecord(id="fair", guild=LONG, channel=6, created=1.0)
    table = TournamentGame(tournament="fair", heat=1, number=1, game=game_id)
    async with house.store.writing() as connection:
        await tournaments.add(connection, event)
        await tournaments.add_game(connection, table)
        for name, value in OF_A_TOURNAMENT.items():
            event = replace(event, **{name: value})
            await tournaments.change(connection, "fair", **{name: value})
            assert await tournaments.get(connection, "fair") == event
        for name, value in OF_ITS_TABLE.items():
            table = replace(table, **{name: value})
            assert await tournaments.change_game(connection, game_id, **{name: value}) == table
        await tournaments.credit(connection, game_id, 0.5)
        assert await tournaments.games_of(connection, "fair") == [replace(table, lost=table.lost + 0.5)]
    assert asdict(event).keys() - OF_A_TOURNAMENT.keys() == {"id", "guild", "created"}
    assert asdict(table).keys() - OF_ITS_TABLE.keys() == {"tournament", "heat", "number", "game"}


async def test_a_person(house: House) -> None:
    ann, ben = Person(user=LONG, zone="Europe/Paris", change=3.5), Person(user=BEN, away_from=1.5, change=2.5)
    async with house.store.writing() as connection:
        for person in (Person(user=LONG), ann, ben):
            await people.save(connection, person)
        assert await people.among(connection, [LONG, ANN]) == {LONG: ann}
        assert await people.among(connection, []) == {}
        assert await people.absences_due_by(connection, 3.5) == [ben, ann]
        assert await people.next_absence_due(connection) == 2.5
        assert [await people.note_dms_closed(connection, LONG, 1.0) for _ in range(2)] == [True, False]
        await people.note_dms_open(connection, LONG)
        assert await people.note_dms_closed(connection, LONG, 1.0)


async def test_a_message_of_the_outbox(house: House) -> None:
    game_id = await house.started()
    (one, two, *_) = await house.rows(game_id)
    async with house.store.writing(game_id) as connection:
        assert await outbox.first(connection, game_id) == outbox.Head(one.id, one.next_try)
        await outbox.set_page(connection, [one.id, two.id], one.id)
        await outbox.let_go(connection, [two.id])
        await outbox.let_go(connection, [])
        await outbox.postpone(connection, one, 5e9)
        await outbox.try_by(connection, 4e9)
        await outbox.move(connection, [two.id], two.id, LONG)
        await outbox.let_all_go(connection, game_id)
        assert await outbox.contains(connection, game_id, one.version, one.payload)
        assert not await outbox.contains(connection, game_id, one.version + 1, one.payload)
    changed = {row.id: row for row in await house.rows(game_id)}
    assert changed[one.id] == replace(one, attempts=1, next_try=4e9)
    assert changed[two.id] == replace(two, page=two.id, message=LONG), "it waits no more: another took its place"
