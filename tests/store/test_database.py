"""The database file: made, opened again, refused when it is not ours to use, brought up to date when it is old."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, text

import bot.store.migrations
from bot.errors import DiskFull, StoreError
from bot.panels.mishaps import sentence
from bot.store import game_log, games, outbox
from bot.store.database import Store, opened
from bot.store.rows import Status
from bot.store.schema import HEAD, metadata
from tests.conftest import Place
from tests.referee.house import ANN, House, housed, until
from tests.referee.relay import Rest

FIRST_RELEASE = Path(__file__).parent / "first_release.sql"


@pytest.mark.both
async def test_the_migrations_make_the_tables_of_the_schema(place: Place, tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "none.db" if isinstance(place, Path) else place)
    async with store.reading() as connection:
        assert await connection.run_sync(_differences) == []
    await store.close()
    scripts = ScriptDirectory(str(Path(bot.store.migrations.__file__).parent))
    assert scripts.get_current_head() == HEAD


def _differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


async def test_an_order_is_on_the_disk_when_it_is_acknowledged(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "herald.db")
    async with store.reading() as connection:
        settings = [(await connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in _PRAGMAS]
    assert settings == ["wal", 2, 1]
    await store.close()


_PRAGMAS = ("journal_mode", "synchronous", "foreign_keys")


@pytest.mark.nightly  # by day the database of a Herald in another process is asked for in tests/ops/test_log_lines.py
async def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f'[database]\npath = "{tmp_path}/herald.db"\n')
    async with opened(tmp_path / "herald.db"):
        second = [sys.executable, "-m", "bot.cli", "run", "--config", str(tmp_path / "config.toml")]
        environment = os.environ | {"HERALD_TOKEN": "unused"}
        done = await asyncio.to_thread(subprocess.run, second, env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Another Herald is running on" in done.stderr and "stop it first" in done.stderr


async def test_players_read_of_a_full_disk_and_of_no_path(tmp_path: Path) -> None:
    async with opened(tmp_path / "herald.db") as store:
        with pytest.raises(DiskFull, match=r"The disk of .*herald.db is full") as full:
            async with store.writing() as connection:
                await connection.execute(text("PRAGMA max_page_count = 1"))
                await connection.execute(text("CREATE TABLE more AS SELECT zeroblob(10000000)"))
    said = sentence(full.value, {})
    assert said == "⚠️ Herald's disk is full, and nothing has changed; tell the person who runs Herald."


async def test_a_file_locked_by_another_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    await (await Store.open(path)).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="locked by another program"):
        await Store.open(path, busy_seconds=0.05)
    other.close()


async def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with pytest.raises(StoreError, match="database of another program"):
        await Store.open(path)
    with sqlite3.connect(path) as other:
        assert [row[0] for row in other.execute("SELECT name FROM sqlite_master")] == ["recipes"]


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy bread. " * 500)
    with pytest.raises(StoreError, match="not a database of Herald"):
        await Store.open(path)
    assert path.read_text().startswith("Buy bread.")


async def test_a_path_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        await Store.open(tmp_path / "file" / "herald.db")


async def test_a_database_of_a_newer_release_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    await (await Store.open(path)).close()
    with sqlite3.connect(path) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.close()
    with pytest.raises(StoreError, match="newer release of Herald; update Herald"):
        await Store.open(path)


async def test_a_game_of_the_first_release_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    with sqlite3.connect(path) as old:
        old.executescript(FIRST_RELEASE.read_text())
    old.close()
    async with housed(path) as house:
        async with house.store.reading() as connection:
            (game,) = await games.all_with(connection, Status.PLAYING)
            log = await game_log.entries(connection, game.id)
        assert game_log.chain_problem(log, game.commitment) is None
        await house.do(game.id, Rest())
        await house.dispatcher.deliver_due()
        assert (await house.game(game.id)).version == game.version + 1 and house.courier.sent


# ---------------------------------------------------------------- what is kept in it


@pytest.mark.both
async def test_a_failed_transaction_leaves_nothing(place: Place) -> None:
    async with housed(place) as house:
        game_id = await house.opened()
        with pytest.raises(ZeroDivisionError):
            async with house.store.writing() as connection:
                await games.change(connection, game_id, panel=2)
                raise ZeroDivisionError
        assert (await house.game(game_id)).panel is None


@pytest.mark.parametrize(
    "meddling",
    [
        'UPDATE actions SET action = \'{"action":"rest"}\' WHERE version = 1',
        "UPDATE actions SET time = time + 1 WHERE version = 1",
        "UPDATE actions SET hash = prev_hash WHERE version = 2",
        "DELETE FROM actions WHERE version = 1",
    ],
)
async def test_a_change_to_the_log_shows(place: Place, meddling: str) -> None:
    async with housed(place) as house:
        game_id = await house.racing()
        async with house.store.writing() as connection:
            await connection.execute(text(meddling.replace(":", r"\:")))
            log = await game_log.entries(connection, game_id)
        assert game_log.chain_problem(log, (await house.game(game_id)).commitment)


def two_sent(house: House) -> bool:
    return len(house.courier.sent) == 2


async def test_closing_waits_for_whoever_is_just_being_cancelled(tmp_path: Path) -> None:
    for turns in range(6):
        async with housed(tmp_path / f"{turns}.db") as house:
            house.referee.on_commit(house.dispatcher.wake)
            task = asyncio.create_task(house.dispatcher.run())
            await house.opened(users=())
            await until(partial(two_sent, house), pause=0.0005)
            for _ in range(turns):
                await asyncio.sleep(0)
            task.cancel()


@pytest.mark.both
async def test_games_are_found_by_thread_and_by_player(place: Place) -> None:
    async with housed(place) as house:
        first, second = await house.opened(thread=71), await house.opened(thread=72, users=())
        async with house.store.reading() as connection:
            assert (await games.in_thread(connection, 72)).id == second
            assert [game.id for game in await games.of_user(connection, ANN)] == [first]
            assert len(await outbox.waiting(connection)) == 2


async def test_postgresql_without_its_driver_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"herald\[postgresql\]"):
        await Store.open("postgresql://localhost/herald")


@pytest.mark.parametrize(("always", "then", "scope"), [(True, "again", "always"), (False, "next", "question")])
def test_a_standing_order_of_an_old_database_becomes_a_plan_that_lasts_as_long(
    always: bool, then: str, scope: str
) -> None:
    script = Config()
    script.set_main_option("script_location", str(Path(bot.store.migrations.__file__).parent))
    with create_engine("sqlite://").begin() as connection:
        script.attributes["connection"] = connection
        command.upgrade(script, "0007")
        told = {"answer": "Rest", "action": '{"action":"rest"}', "always": always}
        columns = {"id": 7, "game": "g", "seat": "s1", "user": 11, "decision": "LEG", "words": "How far?", "created": 5}
        names = ", ".join(f'"{name}"' for name in columns | told)
        values = ", ".join(f":{name}" for name in columns | told)
        connection.execute(text(f"INSERT INTO orders ({names}) VALUES ({values})"), columns | told)
        command.upgrade(script, "0008")
        (plan,) = connection.execute(text("SELECT * FROM plans")).mappings()
    entry = {"answer": "Rest", "action": {"action": "rest"}, "then": then}
    assert json.loads(plan["entries"]) == [entry] and plan["scope"] == scope
    kept = {name: plan[name] for name in columns if name != "id"}
    assert kept == {name: value for name, value in columns.items() if name != "id"}
    assert (plan["otherwise"], plan["rank"], plan["warned"]) == ("ask", 7, 0)
