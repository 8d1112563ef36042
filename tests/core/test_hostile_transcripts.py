"""Files that somebody made to do harm are refused in one sentence, whatever is in them."""

import contextlib
import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.core.errors import BadFile, EngineError
from engine.core.record import transcript
from engine.core.trials import simulation
from engine.games import GAMES, rules_of
from tests.harness.cpu_limit import cpu_limit
from tests.harness.hostile import as_file, changed
from tests.harness.rows import rows


@cache
def sound(game: str) -> Any:
    """The beginning of a game, as plain data."""
    rules = GAMES[game]
    options = rules.options(next(iter(rules.variants)), {})
    record = simulation.play(rules, options, rules.seats(options)[0], seed=5, limit=12).transcript
    return json.loads(transcript.write(record))


def replayed(raw: Any) -> None:
    """Read a transcript from a file's bytes and play it again."""
    record = transcript.read(json.dumps(raw).encode())
    transcript.replay(rules_of(record.rules), record)


def drawn(sides: int, result: int) -> list[dict[str, Any]]:
    """A single number, drawn at the opening."""
    return [{"counter": 1, "sides": sides, "result": result, "purpose": ""}]


@rows(
    "field, value, said",
    [
        ("secret", "no hexadecimal digits", "its secret or its seal is not hexadecimal"),
        ("secret", "abc", "its secret or its seal is not hexadecimal"),
        ("seats", [], "it names no seats, or the same seat twice"),
        ("seats", ["s1", "s1"], "it names no seats, or the same seat twice"),
        ("opening_draws", drawn(0, 1), "one of its rolls is not on its die"),
        ("opening_draws", drawn(6, 7), "one of its rolls is not on its die"),
        ("opening_draws", drawn(2**64 + 1, 1), "one of its rolls is not on its die"),
        ("rules", "chess", "chess"),
        ("options", {"hard": True}, "At the opening"),
    ],
)
def test_what_no_game_says_is_refused(field: str, value: object, said: str) -> None:
    with pytest.raises(EngineError, match=said):
        replayed(sound("kingmaker") | {field: value})


def test_an_army_that_no_table_can_have_is_not_set_up() -> None:
    raw = sound("warlord")
    with cpu_limit(), pytest.raises(EngineError, match="Option 'sergeants' cannot be '1000000000'"):
        replayed(raw | {"options": raw["options"] | {"sergeants": 10**9}})


def test_overrules_within_overrules_are_refused() -> None:
    raw = copy.deepcopy(sound("kingmaker"))
    text = json.dumps({**raw, "entries": []})[:-1].replace('"entries": []', '"entries": [ENTRY]') + "}"
    deep = '{"action":"overrule","edit":' * 1200 + '{"action":"note","text":"deep"}' + "}" * 1200
    first = json.dumps({**raw["entries"][0], "action": "DEEP"}).replace('"DEEP"', deep)
    with pytest.raises(EngineError):
        record = transcript.read(text.replace("ENTRY", first).encode())
        transcript.replay(rules_of(record.rules), record)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.json").open("wb") as file:
        file.truncate(transcript.MOST_BYTES + 1)
    with pytest.raises(BadFile, match="too large"):
        transcript.load(tmp_path / "huge.json")


def walk(game: str, rounds: int) -> None:
    for seed in range(rounds):
        chance = Random(seed)
        text = as_file(changed(sound(game), chance), chance)
        with cpu_limit(), contextlib.suppress(EngineError):
            record = transcript.read(text)
            with contextlib.suppress(EngineError):
                transcript.check_chain(record)
            transcript.replay(rules_of(record.rules), record)


@rows("game", GAMES)
def test_no_damage_breaks_the_reader(game: str) -> None:
    walk(game, 100)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_no_damage_of_thousands_breaks_the_reader(game: str) -> None:
    walk(game, 5000)
