"""The log of a tournament that somebody has tampered with is refused in one sentence, whatever is in it."""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from bot.ops import tournament
from engine.core.errors import BadFile, EngineError
from engine.tournament import export, log
from engine.tournament.trial import Trial
from tests.harness.cpu_limit import cpu_limit
from tests.harness.hostile import as_file, changed
from tests.harness.rows import rows
from tests.tournament.masses import formats, out_of_a_hat


@cache
def sound(shape: int) -> Any:
    """The log of a whole tournament of one of the ready shapes, as plain data."""
    course = Trial(formats()[shape], 9, 7, out_of_a_hat(7))
    for _ in course.play():
        pass
    return json.loads(export.written(course.log))


def read(text: bytes, path: Path) -> None:
    """Carry a log out as `herald tournament --replay` does, and write the standings."""
    path.write_bytes(text)
    for _ in tournament.replayed(path):
        pass
    export.as_csv(export.read(text)[1])


def test_every_sound_log_is_carried_out(tmp_path: Path) -> None:
    for shape in range(len(formats())):
        read(json.dumps(sound(shape)).encode(), tmp_path / "log.json")


@rows("entry", get_args(log.AnyEntry))
def test_what_an_entry_does_not_say_is_nothing(entry: type[msgspec.Struct]) -> None:
    """A log of an earlier release has not said what later ones add."""
    unsaid = [field for field in msgspec.structs.fields(entry) if not field.required]
    assert [field.name for field in unsaid if field.default is not msgspec.NODEFAULT and field.default] == []


@rows(
    "field, value, says",
    [
        ("heats", 10**9, "beyond 10000000"),
        ("heats", 10**6, "at most 20 heats"),
        ("most", 10**40, "beyond 10000000"),
        ("title", 1, "Expected `str`"),
    ],
)
def test_what_was_agreed_has_bounds(field: str, value: object, says: str, tmp_path: Path) -> None:
    raw = json.loads(json.dumps(sound(0)))
    raw["log"][0]["format"][field] = value
    with cpu_limit(), pytest.raises(BadFile, match=says):
        read(json.dumps(raw).encode(), tmp_path / "log.json")


def test_a_tournament_is_opened_once(tmp_path: Path) -> None:
    raw = sound(0)
    text = json.dumps({**raw, "log": [raw["log"][0], *raw["log"]]}).encode()
    with pytest.raises(BadFile, match="opened once"):
        read(text, tmp_path / "log.json")


def walk(rounds: int, path: Path) -> None:
    for seed in range(rounds):
        chance = Random(seed)
        text = as_file(changed(sound(seed % len(formats())), chance), chance)
        with cpu_limit(), suppress(EngineError):
            read(text, path)


def test_no_change_breaks_the_reader(tmp_path: Path) -> None:
    walk(50, tmp_path / "log.json")


@pytest.mark.nightly
def test_no_change_of_thousands_breaks_the_reader(tmp_path: Path) -> None:
    walk(5000, tmp_path / "log.json")
