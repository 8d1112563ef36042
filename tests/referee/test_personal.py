"""A person reads what is held of them: all of it, nothing hidden of others, nothing that a running game hides."""

import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from bot import texts
from bot.cli import main
from bot.config import Config, Database
from bot.errors import Refused
from bot.ops import maintenance
from bot.panels import me
from bot.panels.deciding.play import Play
from bot.store import drafts, outcomes, personal, privacy, schema
from bot.store.personal import Shown
from bot.store.rows import DeliveryOutcome, Draft, OutcomeRecord, ahead_of, gm_seat
from engine.tournament import log
from engine.tournament.format import preset
from engine.tournament.ladder import Conduct
from engine.tournament.results import Place, Result
from tests.harness.rows import rows
from tests.referee.house import ANN, START, House
from tests.referee.test_forgetting import ANNA, BENNO, OLGA, game_id

__all__ = ["game_id"]

EVENT = "event1"
FORMAT = preset("wbc", title="Race", year=2026, game="kingmaker", variant="base", seats=(3, 4))


async def held_of(house: House, user: int) -> personal.Export:
    async with house.store.reading() as connection:
        return await personal.export(connection, user, START)


def written(found: personal.Export) -> dict[str, Any]:
    """The export as a person reads it."""
    read: dict[str, Any] = msgspec.json.decode(personal.written(found))
    return read


@pytest.fixture
async def everywhere(house: House, game_id: str) -> str:
    """The race of three, with a tournament, a result on record and a game master's draft of Annabel's beside it."""
    entries = [
        log.Opened(format=FORMAT, master=str(OLGA), name="Olga", assistants={str(ANNA): "Annabel_Lee"}, by=str(OLGA)),
        log.Entered(person=str(ANNA), name="Annabel_Lee", heats=(1,), by=str(ANNA)),
        log.Entered(person=str(BENNO), name="Benno", heats=(1,), by=str(BENNO)),
        log.CalledOff(heat=1, reason="Benno may run, Annabel_Lee not.", by=str(ANNA)),
    ]
    places = (
        Place(seat="s2", person=str(BENNO), place=1, points=62, parts={"legs": 62}),
        Place(seat="s1", person=str(ANNA), place=2, points=49),
    )
    result = Result(places=places, ending="Benno was first.")
    conduct = {str(ANNA): Conduct(3, 1), str(BENNO): Conduct(5, 0)}
    async with house.store.writing() as connection:
        values = {"id": EVENT, "guild": 5, "channel": 6, "secrets": {"1": "ab"}, "created": START}
        await connection.execute(insert(schema.tournaments).values(values))
        for number, entry in enumerate(entries):
            body = msgspec.json.encode(entry).decode()
            await connection.execute(insert(schema.tournament_log).values(tournament=EVENT, number=number, entry=body))
        record = OutcomeRecord(game=game_id, guild=5, rules="relay", ended=START, result=result, conduct=conduct)
        await outcomes.save(connection, record)
        for seat in ("s1", ahead_of("s1"), ahead_of("s2"), gm_seat(ANNA)):
            await drafts.save(connection, Draft(game=game_id, seat=seat, version=1, tag="decree", fields={"a": 1}))
    return game_id


@pytest.mark.both
async def test_a_person_gets_every_record_in_which_they_stand(house: House, everywhere: str) -> None:
    found = await held_of(house, ANNA)
    async with house.store.reading() as connection:
        tables = {
            table.name
            for table in schema.metadata.sorted_tables
            for row in await connection.execute(select(table))
            if table is not schema.snapshots and str(ANNA) in str(row)
        }
    assert {"people", "games", "actions", "motions", "rulings", "tournament_log", "outcomes", "drafts"} <= tables
    assert [name for name in tables if not found.held[name].rows] == []
    assert {row["seat"] for row in found.held["drafts"].rows} == {"s1", ahead_of("s1"), gm_seat(ANNA)}
    assert [row["name"] for row in found.held["seats"].rows] == ["Annabel_Lee"]
    assert [row["action"]["action"] for row in found.held["actions"].rows] == ["whisper"]
    (result,) = found.held["outcomes"].rows
    assert (result["result"]["place"], result["conduct"]) == (2, {"in_time": 3, "late": 1})


@pytest.mark.both
async def test_nothing_tells_of_anybody_else(house: House, everywhere: str) -> None:
    found = await held_of(house, ANNA)
    public = {"motions": "words", "rulings": "appeal"}
    said = {
        name: [{key: value for key, value in row.items() if key != public.get(name)} for row in held.rows]
        for name, held in found.held.items()
    }
    text = str(said)
    assert "Annabel" in text
    assert [word for word in (str(BENNO), "Benno", str(OLGA), "Olga", "62") if word in text] == []
    game = await house.game(everywhere)
    assert game.secret not in personal.written(found).decode()


async def test_a_tournament_names_nobody_else(house: House, everywhere: str) -> None:
    entries = [row["entry"] for row in (await held_of(house, ANNA)).held["tournament_log"].rows]
    assert [entry["what"] for entry in entries] == ["opened", "entered", "called_off"]
    assert entries[0]["name"] == personal.ANOTHER and entries[0]["assistants"] == {str(ANNA): "Annabel_Lee"}
    assert entries[2]["reason"] == f"{personal.ANOTHER} may run, Annabel_Lee not."
    master = [row["entry"] for row in (await held_of(house, OLGA)).held["tournament_log"].rows]
    assert [(entry["what"], entry["name"]) for entry in master] == [("opened", "Olga")]


async def test_what_has_not_been_read_stays_unread(house: House, everywhere: str) -> None:
    outbox = schema.outbox
    async with house.store.writing() as connection:
        await connection.execute(
            update(outbox).where(outbox.c.user == BENNO).values(outcome=DeliveryOutcome.UNREACHABLE.value)
        )
    (unread, *_) = {row["payload"] for row in (await held_of(house, BENNO)).held["outbox"].rows}
    assert unread == "You have not read it yet."
    async with house.store.writing() as connection:
        await connection.execute(update(outbox).where(outbox.c.user == BENNO).values(outcome="delivered"))
    read = [row["payload"] for row in (await held_of(house, BENNO)).held["outbox"].rows]
    assert all(isinstance(payload, dict) and payload["kind"] for payload in read)


async def test_what_somebody_who_left_may_not_know_is_not_theirs(house: House, everywhere: str) -> None:
    async with house.store.writing() as connection:
        seat = (schema.seats.c.game == everywhere) & (schema.seats.c.user == ANNA)
        await connection.execute(update(schema.seats).where(seat).values(left=START))
    found = await held_of(house, ANNA)
    assert {row["seat"] for row in found.held["drafts"].rows} == {gm_seat(ANNA)}
    assert found.held["clocks"].rows == found.held["timers"].rows == []


async def test_who_is_unknown_gets_the_explanation_alone(house: House, everywhere: str) -> None:
    found = written(await held_of(house, 4_000_000_099))
    assert [name for name, held in found["held"].items() if held["rows"]] == []
    assert found["about"] == personal.ABOUT and found["left_out"]["snapshots"] and found["held"]["seats"]["columns"]


def test_every_column_of_the_schema_is_shown_or_withheld_with_a_reason() -> None:
    """Whoever adds a column says in `HOLDINGS` what it holds of people."""
    schema_has = {table.name: {column.name for column in table.columns} for table in schema.metadata.sorted_tables}
    told = {holding.table.name: set(holding.columns) for holding in personal.HOLDINGS}
    assert told == schema_has and len(told) == len(personal.HOLDINGS)


@rows("holding", personal.HOLDINGS)
def test_every_explanation_is_in_words(holding: personal.Holding) -> None:
    words = [column.words if isinstance(column, Shown) else column.reason for column in holding.columns.values()]
    assert all(len(said) > 3 and said[0].isupper() for said in (holding.words, *words))


def test_what_gives_a_person_away_is_shown_to_them() -> None:
    """Columns of users and of lists of users are never withheld from the user."""
    for holding in personal.HOLDINGS:
        for name in {"user", "owner", "assistants", "by", "voters", "ayes", "nays", "judges"} & set(holding.columns):
            assert isinstance(holding.columns[name], Shown), (holding.table.name, name)


@pytest.mark.usefixtures("logging_kept")
async def test_the_admin_exports_a_person_while_herald_runs(
    house: House, everywhere: str, place: Path | str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = {"url": place} if isinstance(place, str) else {"path": place}
    found = await maintenance.export_person(Config(database=Database(**at)), ANNA)
    assert [row["name"] for row in found.held["seats"].rows] == ["Annabel_Lee"]


@pytest.mark.usefixtures("logging_kept")
def test_an_export_of_no_database_makes_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["person", str(ANNA), "--export", "me.json"]) == 2
    assert "There is no database var/herald.db; set database.path" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_names_are_masked_as_threads_write_them() -> None:
    masked = personal._mask({"7"}, {"A_b", texts.safe("A_b")})
    assert masked({"7": [f"{texts.safe('A_b')} and A_b, 77, 7"]}) == {
        personal.ANOTHER: [f"{personal.ANOTHER} and {personal.ANOTHER}, 77, {personal.ANOTHER}"]
    }


async def test_a_game_masters_draft_is_forgotten_too(house: House, everywhere: str) -> None:
    async with house.store.writing() as connection:
        await privacy.vacate(connection, everywhere, ANNA, -(10**15))
        assert not [row for row in await connection.execute(select(schema.drafts)) if str(ANNA) in str(row)]


def test_what_is_too_large_for_discord_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    found = personal.Export("about", "1", "now", {}, {}, [])
    plain = me._file(found)
    assert (plain.filename, plain.fp.read()) == ("herald-holds.json", personal.written(found))
    monkeypatch.setattr(me, "LARGEST_FILE", 10)
    packed = me._file(found)
    with zipfile.ZipFile(packed.fp) as archive:
        assert packed.filename == "herald-holds.zip" and archive.read("herald-holds.json") == personal.written(found)


@pytest.mark.parametrize(("guild", "thread", "meant"), [(5, 800, "here"), (None, 800, "only"), (None, 12, "only")])
async def test_in_a_thread_its_game_is_meant_and_in_a_direct_message_the_only_one(
    house: House, guild: int | None, thread: int, meant: str
) -> None:
    games_of = {"only": await house.racing(), "here": await house.opened(users=(), thread=800)}
    interaction: Any = SimpleNamespace(guild_id=guild, channel_id=thread, user=SimpleNamespace(id=ANN))
    herald: Any = SimpleNamespace(store=house.store)
    assert (await Play(herald, interaction).record()).id == games_of[meant]


async def test_whoever_plays_two_games_has_to_say_in_the_thread_which_one_is_meant(house: House) -> None:
    for _ in range(2):
        await house.racing()
    interaction: Any = SimpleNamespace(guild_id=None, channel_id=12, user=SimpleNamespace(id=ANN))
    herald: Any = SimpleNamespace(store=house.store)
    with pytest.raises(Refused, match="You play 2 games; use this in the thread of one of them"):
        await Play(herald, interaction).record()
