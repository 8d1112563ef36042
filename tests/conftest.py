"""Where tests keep their games: every kind of database that can be had here."""

import gc
import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from bot.discord_adapter import client
from bot.logs import PACKAGES
from tests.harness import rows
from tests.harness.database import compile_once, with_tables
from tests.harness.fast_retries import TOLD_S, fast_retries
from tests.harness.postgres import Lender, NoServer, Server, server

Place = Path | str

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory; a container may have little room there."""

UNSEEN = 5_000
"""New objects after which garbage is looked for: there is little of it in tests, and most of them make many objects."""

ROOM = 4 * 1024**3
"""Bytes that must be free there: the files of all tests are a part of it, and those that passed leave none."""


@pytest.hookimpl(trylast=True)  # what is not run has no share
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let what takes longest be begun with, so that nobody has to wait for it at the end.

    One process looks at pages, another has what is killed, what waits, and PostgreSQL: a browser takes seconds to
    start, and so do what draws for it, the process from which others are forked, and a server.
    """
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    browser, rest = _parted(items, lambda item: item.get_closest_marker("browser"))
    long, others = _parted(rest, lambda item: item.get_closest_marker("long") or _asks_postgres(item))
    firsts = [browser, long, *[[]] * processes][:processes] if processes > 1 else [browser + long]
    waiting, left = iter(others), len(items)
    items.clear()
    for place, first in enumerate(firsts):
        share = left // (processes - place)  # so many the process is given
        items += [*first, *islice(waiting, max(0, share - len(first)))]
        left -= share
    items += waiting


def _parted(
    items: Iterable[pytest.Item], chosen: Callable[[pytest.Item], object]
) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return the tests that are chosen, and the others."""
    parts: tuple[list[pytest.Item], list[pytest.Item]] = [], []
    for item in items:
        parts[not chosen(item)].append(item)
    return parts


def _asks_postgres(item: pytest.Item) -> bool:
    """Tell whether a test has its place on PostgreSQL, or asks for one there."""
    return _has_place_on_postgres(item) or "postgres" in getattr(item, "fixturenames", ())


def _has_place_on_postgres(item: pytest.Item) -> bool:
    found = getattr(item, "callspec", None)
    return found is not None and found.params.get("place") == "postgresql"


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave to the night on PostgreSQL all but what is `both`: it brings no statement and no lock of its own there.

    A test whose rows would share what each test has for itself is refused.
    """
    rows.refuse_shared(item)
    if _has_place_on_postgres(item) and not item.get_closest_marker("both"):
        item.add_marker(pytest.mark.nightly)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Know of the rows of tables."""
    parser.addoption("--each-row", action="store_true", help="make a test of each row that a test goes through")


def pytest_configure(config: pytest.Config) -> None:
    """Let tests keep their files in memory where there is room: databases that wait for a disk cost a processor more.

    Nothing is asserted of the disk: whoever is killed in a test leaves his files to the same kernel.
    """
    rows.APART = config.getoption("--each-row")
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_sessionstart() -> None:
    """Keep the statements of databases for all tests, and wait no longer than a sandbox needs."""
    compile_once()
    client.ALL_SERVERS_S = client.APART_S = TOLD_S


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected: there is hardly any."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Keep what all tests have in common out of the collections of garbage: it is much, and stays to the end.

    To look for the little garbage in it beforehand takes longer than it is worth.
    """
    gc.freeze()
    gc.set_threshold(UNSEEN)


@pytest.fixture
def logging_kept() -> Iterator[None]:
    """Lets a test begin Herald's logging, and ends it: the stream is gone after the test."""
    handlers, level = logging.root.handlers[:], logging.root.level
    herald = {package: logging.getLogger(package).level for package in PACKAGES}
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    logging.captureWarnings(capture=False)
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    for package, before in herald.items():
        logging.getLogger(package).setLevel(before)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who tries again does so soon."""
    fast_retries(monkeypatch.setattr)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server; tests that need it are skipped where there is none."""
    try:
        with server() as running:
            yield running
    except NoServer as error:
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def postgres_lender(postgres: Server) -> Lender:
    """What lends databases of PostgreSQL's."""
    return Lender(postgres)


@pytest.fixture
def postgres_place(postgres_lender: Lender) -> Iterator[Callable[[], str]]:
    """What gives databases of PostgreSQL's, with Herald's tables in them and nothing else."""
    with postgres_lender.lending() as places:
        yield lambda: next(places)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A fresh database of SQLite's."""
    return with_tables(tmp_path / "herald.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest) -> Place:
    """Where a database is, of either kind."""
    if request.param == "sqlite":
        found: Path = request.getfixturevalue("file")
        return found
    fresh: Callable[[], str] = request.getfixturevalue("postgres_place")
    return fresh()
