"""The PostgreSQL that the tests run for themselves ends with them, however they end."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.harness import postgres

RUNNING = """
from tests.harness import postgres
with postgres.server() as server:
    print(server.folder, flush=True)
    input()
"""


STARTING = """
from tests.harness import postgres
def began(program, option, data, *more):
    print(data.removesuffix("/data"), flush=True)
    input()
postgres._run = began
with postgres.server():
    pass
"""


@pytest.fixture
def installed() -> None:
    """PostgreSQL is there."""
    try:
        postgres._program("pg_ctl")
    except postgres.NoServer as missing:
        pytest.skip(str(missing))


@pytest.mark.usefixtures("installed")
def test_nothing_is_left_of_a_server_whose_tests_are_killed_before_it_runs() -> None:
    run = [sys.executable, "-c", STARTING]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        folder = Path(tests.stdout.readline().strip())
        assert folder.is_dir()
        tests.send_signal(signal.SIGKILL)
    _gone(folder)


@pytest.mark.usefixtures("installed")
def test_a_server_dies_with_tests_that_are_killed() -> None:
    run = [sys.executable, "-c", RUNNING]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        folder = Path(tests.stdout.readline().strip())
        main = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        tests.send_signal(signal.SIGKILL)
    _gone(folder)
    words = Path(f"/proc/{main}/cmdline")  # a process that nobody has waited for has none any more
    assert not words.exists() or not words.read_bytes()


def _gone(folder: Path) -> None:
    until = time.monotonic() + 30
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not folder.exists()
