"""Who has the database of SQLite's: real processes that come to one file in different ways, and one that writes."""

import asyncio
import errno
import fcntl
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.errors import StoreError
from bot.store import database
from bot.store.database import Store

ROOT = Path(__file__).parents[2]
NOBODY = 65534

HOLDER = """
import asyncio, os, sys
from pathlib import Path
from bot.errors import StoreError
from bot.store.database import Store

async def hold():
    try:
        store = await Store.open(Path(sys.argv[1]))
    except StoreError as error:
        print(error, flush=True)
        return
    async with store.writing():
        print("open", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
    await store.close()

os.setuid(int(sys.argv[2]))
asyncio.run(hold())
"""


@contextmanager
def herald_on(path: Path, *, temporary: Path | None = None, user: int = os.geteuid()) -> Iterator[str]:
    """Let another process open a database, and hold it in the middle of a transaction; yield what it says."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | ({"TMPDIR": str(temporary)} if temporary else {})
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path), str(user)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert process.stdin and process.stdout
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait(30)
        process.stdout.close()


def written(path: Path) -> str:
    """Let a third process write to a database by SQLite alone; return what stands in its way, "" where nothing does."""
    writes = (
        "import sqlite3, sys; from contextlib import closing\n"
        "with closing(sqlite3.connect(sys.argv[1], timeout=0)) as third: third.execute('BEGIN IMMEDIATE')"
    )
    done = subprocess.run([sys.executable, "-c", writes, str(path)], stderr=subprocess.PIPE, text=True, check=False)
    return done.stderr.strip().rpartition("\n")[2]


REFUSED = "Another Herald is running on"
LOCKED = "sqlite3.OperationalError: database is locked"


def test_whoever_comes_second_is_refused_by_whatever_way(tmp_path: Path) -> None:
    path, elsewhere, temporary = (tmp_path / name for name in ("herald.db", "elsewhere", "temporary"))
    elsewhere.mkdir()
    temporary.mkdir()
    with herald_on(path) as first:
        assert first == "open"
        (elsewhere / "linked.db").hardlink_to(path)
        (elsewhere / "pointed_to.db").symlink_to(path)
        for way in (path, *elsewhere.iterdir()):
            with herald_on(way, temporary=temporary) as second:
                assert second.startswith(REFUSED) and written(path) == LOCKED
            assert written(path) == LOCKED
    assert not written(path)
    with herald_on(path) as later:
        assert later == "open"
    assert {file.name for file in tmp_path.iterdir()} == {"herald.db", "elsewhere", "temporary"}
    assert not [*temporary.iterdir()]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start a process of another user's")
def test_a_file_that_was_given_to_another_user_is_still_held(tmp_path: Path) -> None:
    home = Path("/var/tmp") / f"herald-claims-{os.getpid()}"
    home.mkdir(mode=0o777)
    home.chmod(0o777)
    path = home / "herald.db"
    try:
        with herald_on(path) as first:
            assert first == "open"
            for file in home.glob("herald.db*"):
                os.chown(file, NOBODY, NOBODY)
            with herald_on(path, user=NOBODY) as second:
                assert second.startswith(REFUSED) and written(path) == LOCKED
            assert written(path) == LOCKED
        assert not written(path)
        os.chown(path, 0, 0)
        path.chmod(0o644)
        with herald_on(path, user=NOBODY) as reader:
            assert "Permission denied" in reader and "check the file" in reader
    finally:
        for file in home.iterdir():
            file.unlink()
        home.rmdir()


async def test_locks_of_sqlites_own_outlive_a_second_herald_that_was_refused(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    store = await Store.open(path)
    async with store.writing():
        (tmp_path / "linked.db").hardlink_to(path)
        for way in (path, tmp_path / "linked.db"):
            with pytest.raises(StoreError, match=REFUSED):
                await Store.open(way)
        with herald_on(path) as second:
            assert second.startswith(REFUSED)
        assert await asyncio.to_thread(written, path) == LOCKED
        assert path.with_suffix(".db-wal").exists(), "whoever finds nobody else there takes the log away when he goes"
    await store.close()
    assert not written(path)


def test_a_backup_that_is_put_in_its_place_waits_for_whoever_holds_the_log_beside_it(tmp_path: Path) -> None:
    path, backup = tmp_path / "herald.db", tmp_path / "backup.db"
    with herald_on(backup):
        pass
    with herald_on(path) as first:
        assert first == "open"
        backup.rename(path)
        with herald_on(path) as second:
            assert second.startswith(REFUSED)
    with herald_on(path) as later:
        assert later == "open" and written(path) == LOCKED


@pytest.mark.skipif(not hasattr(fcntl, "F_OFD_SETLK"), reason="only Linux has these locks")
async def test_a_file_on_a_network_drive_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There a lock on the inode is one of SQLite's kind and in its way, like one on an open file here."""

    def emulated(descriptor: int, how: int) -> None:
        fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0))

    path = tmp_path / "herald.db"
    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", emulated)
        with pytest.raises(StoreError, match="On a network drive it locks itself: use a local disk, or PostgreSQL"):
            await Store.open(path, busy_seconds=0)
    await (await Store.open(path)).close()


async def test_a_file_that_cannot_be_locked_at_all_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_locks(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", without_locks)
    with pytest.raises(StoreError, match=r"cannot be used \(No locks available\); check the file, its folder"):
        await Store.open(tmp_path / "herald.db")


async def test_neither_does_a_process_open_two_databases_at_one_place(tmp_path: Path) -> None:
    path, backup = tmp_path / "herald.db", tmp_path / "backup.db"
    await (await Store.open(backup)).close()
    store = await Store.open(path)
    backup.rename(path)
    with pytest.raises(StoreError, match=REFUSED):
        await Store.open(path)
    await store.close()


@pytest.mark.parametrize("put_back", [False, True])
async def test_a_herald_whose_file_was_moved_or_replaced_says_so(
    tmp_path: Path, put_back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOOK_S", 0.0)
    path = tmp_path / "herald.db"
    store = await Store.open(path)
    watch = asyncio.ensure_future(store.until_lost())
    await asyncio.sleep(0)
    assert not watch.done()
    path.rename(tmp_path / "away.db")
    if put_back:
        path.touch()
    with pytest.raises(StoreError, match="was moved, deleted or replaced while Herald was running"):
        await watch
    await store.close()


def test_whoever_only_looks_into_a_database_keeps_no_herald_from_it(tmp_path: Path) -> None:
    path = tmp_path / "herald.db"
    with herald_on(path):
        pass
    looks = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT 1 FROM games'), '.'); input()"
    with subprocess.Popen(
        [sys.executable, "-c", looks, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as looking:
        assert looking.stdout and looking.stdout.readline() == ".\n"
        with herald_on(path) as herald:
            assert herald == "open"
        looking.communicate("\n")


async def test_nobody_else_can_read_what_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "herald.db"
    before = os.umask(0)
    try:
        store = await Store.open(path)
    finally:
        os.umask(before)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == dict.fromkeys(
        ("herald.db", "herald.db-wal", "herald.db-shm"), 0o600
    )
    await store.close()
    path.chmod(0o644)
    await (await Store.open(path)).close()
    assert path.stat().st_mode & 0o777 == 0o600
