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


def test_a_server_dies_with_tests_that_are_killed() -> None:
    try:
        postgres._program("pg_ctl")
    except postgres.NoServer as missing:
        pytest.skip(str(missing))
    run = [sys.executable, "-c", RUNNING]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as tests:
        assert tests.stdout is not None
        folder = Path(tests.stdout.readline().strip())
        main = int((folder / "data" / "postmaster.pid").read_text().split()[0])
        tests.send_signal(signal.SIGKILL)
    until = time.monotonic() + 30
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not folder.exists()
    words = Path(f"/proc/{main}/cmdline")  # a process that nobody has waited for has none any more
    assert not words.exists() or not words.read_bytes()
