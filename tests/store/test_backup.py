"""Backups: made while Herald runs, checked, and good for going on."""

import asyncio
import contextlib
import sqlite3
import zlib
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.cli import main
from bot.config import Config, Database
from bot.errors import StoreError
from bot.ops import backup, maintenance
from bot.services.absence import Absences
from bot.store import games, schema
from bot.store.database import Store
from bot.store.rows import Status
from tests.conftest import Place
from tests.referee.house import ANN, House, housed
from tests.referee.relay import Rest


async def made(path: Path) -> None:
    """Make a database that holds nothing."""
    await (await Store.open(path)).close()


def copies(folder: Path) -> list[str]:
    """Return the files that a backup has left."""
    return sorted(path.name for path in folder.glob("copy*"))


@pytest.mark.both
async def test_a_game_goes_on_from_a_backup_made_while_it_was_played(
    house: House, place: Place, tmp_path: Path
) -> None:
    game_id = await house.racing()
    await house.opened(users=())
    assert await backup.create(place, tmp_path / "copy.db") == 2
    await house.do(game_id, Rest())
    assert copies(tmp_path) == ["copy.db"]
    async with housed(tmp_path / "copy.db") as again:
        assert (await again.game(game_id)).version == 2
        await again.do(game_id, Rest())
        await again.dispatcher.deliver_due()
        assert again.courier.sent


@pytest.mark.both
async def test_a_game_comes_back_from_a_backup_after_it_was_deleted(house: House, place: Place, tmp_path: Path) -> None:
    game_id = await house.racing()
    await backup.create(place, tmp_path / "copy.db")
    await house.store.close()
    config = Config(database=Database(url=place) if isinstance(place, str) else Database(path=place))
    await maintenance.delete_game(config, game_id)
    await maintenance.restore_game(config, tmp_path / "copy.db", game_id)
    async with housed(place) as again:
        assert (await again.game(game_id)).status is Status.PLAYING
        await again.do(game_id, Rest())


@pytest.mark.both
async def test_everything_comes_back_in_a_database_of_either_kind(place: Place, tmp_path: Path) -> None:
    async with housed(tmp_path / "old.db") as old:
        game_id = await old.racing()
        await Absences(old.store, old.referee).change(ANN, zone="Europe/Paris")
    await backup.create(tmp_path / "old.db", tmp_path / "copy.db")
    assert await backup.restore(place, tmp_path / "copy.db") == 1
    with pytest.raises(StoreError, match="database is not empty"):
        await backup.restore(place, tmp_path / "copy.db")
    async with housed(place) as again:
        before = [row.id for row in await again.rows(game_id)]
        await again.do(game_id, Rest())
        await again.dispatcher.deliver_due()
        assert again.courier.sent and max(before) < (await again.rows(game_id))[-1].id
        assert (await Absences(again.store, again.referee).person(ANN)).zone == "Europe/Paris"


async def test_a_database_that_is_not_sound_makes_no_backup(house: House, place: Place, tmp_path: Path) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        changed = update(schema.actions).where(schema.actions.c.game == game_id, schema.actions.c.version == 1)
        await connection.execute(changed.values(time=5.0))
    with pytest.raises(StoreError, match=r"damaged, so it is not kept: Somebody has changed action 1"):
        await backup.create(place, tmp_path / "copy.db")
    assert copies(tmp_path) == []


async def test_a_backup_overwrites_nothing(house: House, place: Place, tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        await backup.create(place, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


@pytest.mark.usefixtures("logging_kept")
def test_the_command_line_makes_backups_and_forgets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text('[database]\npath = "games.db"\n')
    assert main(["backup", "--out", "copy.db"]) == 2
    assert "There is no database games.db" in capsys.readouterr().err
    assert main(["forget", "k7f2"]) == 2
    assert "add --yes" in capsys.readouterr().err
    assert main(["forget", "k7f2", "--yes"]) == 2
    assert "There is no database games.db; set database.path" in capsys.readouterr().err
    asyncio.run(made(tmp_path / "games.db"))
    assert main(["forget", "k7f2", "--yes"]) == 2
    assert "There is no game 'k7f2'" in capsys.readouterr().err
    assert main(["forget", "--person", "42", "--yes"]) == 0
    assert "User 42 was removed from 0 games." in capsys.readouterr().out
    assert main(["backup", "--out", "copy.db"]) == 0
    assert "Copied 0 games to copy.db" in capsys.readouterr().out
    assert main(["restore", "--all", "--backup", "copy.db"]) == 0
    assert "Restored 0 games" in capsys.readouterr().out


async def test_the_backup_of_a_newer_release_is_refused_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    await made(path)
    with contextlib.closing(sqlite3.connect(path)) as newer, newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=f"^{path} was written by a newer release"):
        await backup.create(path, tmp_path / "copy.db")
    assert copies(tmp_path) == []
    for bring_back in (backup.restore(tmp_path / "new.db", path), _one_game(tmp_path / "new.db", path)):
        with pytest.raises(StoreError, match=f"^{path} was written by a newer release"):
            await bring_back


async def _one_game(place: Path, copy: Path) -> None:
    await maintenance.restore_game(Config(database=Database(path=place)), copy, "k7f2")


async def test_a_state_that_does_not_match_its_log_makes_no_backup_unless_its_game_is_put_aside(
    house: House, place: Place, tmp_path: Path
) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        other = update(schema.snapshots).where(schema.snapshots.c.game == game_id)
        await connection.execute(other.values(body=zlib.compress(b"{}")))
    with pytest.raises(StoreError, match=f"The last state of game {game_id} does not match its log"):
        await backup.create(place, tmp_path / "copy.db")
    async with house.store.writing() as connection:
        await games.set_status(connection, game_id, Status.BROKEN, "It is torn.")
    assert await backup.create(place, tmp_path / "copy.db") == 1


async def test_a_state_that_cannot_be_unpacked_makes_no_backup(house: House, place: Place, tmp_path: Path) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        other = update(schema.snapshots).where(schema.snapshots.c.game == game_id)
        await connection.execute(other.values(body=b"torn"))
    with pytest.raises(StoreError, match=f"of game {game_id} is damaged; restore a backup"):
        await backup.create(place, tmp_path / "copy.db")


async def test_of_a_game_that_is_put_aside_the_log_is_checked_all_the_same(
    house: House, place: Place, tmp_path: Path
) -> None:
    game_id = await house.racing()
    async with house.store.writing() as connection:
        await games.set_status(connection, game_id, Status.BROKEN, "It is torn.")
        changed = update(schema.actions).where(schema.actions.c.game == game_id, schema.actions.c.version == 1)
        await connection.execute(changed.values(time=5.0))
    with pytest.raises(StoreError, match="Somebody has changed action 1"):
        await backup.create(place, tmp_path / "copy.db")
