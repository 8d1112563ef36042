"""Every line of the log is JSON, whoever has something to say: libraries, warnings, tracebacks, Herald as it runs."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.errors import StoreError
from bot.store.database import Store
from tests.harness import BOARDS

TROUBLE = """
import asyncio, gc, logging, threading, warnings
from bot.logs import start_logging

start_logging("info")
warnings.warn("this will be gone in the next release", DeprecationWarning)
logging.getLogger("library").warning("two\\nlines")
logging.getLogger("library").warning("%d apples", "many")
logging.getLogger("library").error("half a letter: \\ud800")
logging.getLogger("bot").info("more", extra={"what": {1, 2}})

class Careless:
    def __del__(self):
        raise RuntimeError("careless")

Careless()

def fail():
    raise RuntimeError("in a thread")

thread = threading.Thread(target=fail)
thread.start()
thread.join()

async def forget():
    asyncio.create_task(late())
    await asyncio.sleep(0.01)

async def late():
    raise RuntimeError("nobody asked")

asyncio.run(forget())
gc.collect()
raise RuntimeError("at the end")
"""


def lines(text: str) -> list[dict[str, Any]]:
    """The lines of a log, each of which is JSON."""
    return [json.loads(line) for line in text.splitlines()]


def test_whatever_goes_wrong_is_one_line_of_json() -> None:
    done = subprocess.run([sys.executable, "-W", "always", "-c", TROUBLE], capture_output=True, text=True)
    assert done.returncode == 1 and not done.stdout
    said = lines(done.stderr)
    errors = " ".join(str(line.get("error")) for line in said)
    assert "this will be gone" in str(said[0]["message"]) and said[0]["logger"] == "py.warnings"
    assert [line["message"] for line in said[1:3]] == ["two\nlines", "unsayable: <string>:8"]
    assert errors.count("RuntimeError") == 4, done.stderr


def settings(folder: Path) -> Path:
    config = folder / "config.toml"
    config.write_text(
        f'[database]\npath = "{folder}/herald.db"\n[pictures]\ncache = "{BOARDS}"\n[sandbox]\nport = 0\n'
        '[log]\nlevel = "debug"\n[metrics]\nport = 0\n'
    )
    return config


def test_a_herald_at_work_writes_lines_of_json_alone_and_has_its_database_alone(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "bot.cli", "sandbox", "--config", str(settings(tmp_path))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as herald:
        assert herald.stdout is not None and herald.stderr is not None
        while "table is set" not in herald.stdout.readline():
            assert herald.poll() is None, herald.stderr.read()
        with pytest.raises(StoreError, match="Another Herald is running on"):
            asyncio.run(Store.open(tmp_path / "herald.db"))
        herald.send_signal(signal.SIGTERM)
        said = herald.stderr.read()
    assert lines(said), "it says something as it starts and stops"


@pytest.mark.usefixtures("logging_kept")
def test_a_herald_that_cannot_run_says_so_in_a_line_of_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = settings(tmp_path)
    (tmp_path / "herald.db").write_text("This is no database. " * 100)
    assert main(["sandbox", "--config", str(config)]) == 2
    (*_, last) = lines(capsys.readouterr().err)
    assert last["level"] == "critical" and "herald.db" in str(last["message"])
