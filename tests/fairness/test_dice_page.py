"""What docs/fairness.md says of dice and record is enough to check a game of every title, in another language."""

import asyncio
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import msgspec
import pytest

from bot.cli import main
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.trials import simulation
from engine.games import GAMES
from tests.fairness.evenings import evening, with_a_die_of_the_table
from tests.fairness.test_chain import CHANGES, hashes, rechained

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "fairness.md"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="the checker needs Node.js")

EVENINGS = [(game, variant) for game, rules in GAMES.items() for variant in rules.variants]


CHECKER = [str(NODE), str(HERE / "verify.mjs")]


@pytest.fixture(scope="module")
def many() -> Iterator[subprocess.Popen[str]]:
    """The checker, at work on one record after another."""
    with subprocess.Popen([*CHECKER, "--many"], stdin=PIPE, stdout=PIPE, text=True, encoding="utf-8") as checker:
        yield checker


Checked = Callable[..., Any]


@pytest.fixture
def checked(many: subprocess.Popen[str], tmp_path: Path) -> Checked:
    """What the checker says of a record, and of the hashes that were posted."""
    file = tmp_path / "export.json"
    assert many.stdin and many.stdout
    given, said = many.stdin, many.stdout

    def check(record: Transcript, *heads: str) -> Any:
        file.write_bytes(transcript.write(record))
        print(json.dumps([str(file), *heads]), file=given, flush=True)
        return json.loads(said.readline())

    return check


def test_the_test_vectors_of_the_page_come_out() -> None:
    section = PAGE.read_text("utf-8").partition("## Test vectors")[2].partition("\n## ")[0]
    (entry,) = re.findall(r"```\n(.*)\n```", section)
    for value in json.loads(subprocess.check_output(CHECKER, input=entry, text=True, encoding="utf-8")):
        assert re.search(rf"\| `?{re.escape(value)}`? \|", section), value


def played(game: str, number: int) -> Transcript:
    """The record of the first actions of a game, in one of its variants after another."""
    rules = GAMES[game]
    variants = list(rules.variants)
    options = rules.options(variants[number % len(variants)], {})
    return simulation.play(rules, options, rules.seats(options)[0], seed=41, number=number, limit=80).transcript


@pytest.mark.parametrize("number", [*range(4), *(pytest.param(n, marks=pytest.mark.nightly) for n in range(4, 10))])
@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_of_a_game_are_found_right(game: str, number: int, checked: Checked) -> None:
    record = played(game, number)
    assert checked(record) == {"draws": transcript.check_draws(record), "head": "", "table": 0, "wrong": []}


@pytest.mark.parametrize("game", GAMES)
def test_a_number_that_was_changed_is_found(game: str, checked: Checked) -> None:
    record = played(game, 0)
    first, *others = record.opening_draws
    changed = msgspec.structs.replace(first, result=first.result % first.sides + 1)
    assert len(checked(msgspec.structs.replace(record, opening_draws=(changed, *others)))["wrong"]) == 1
    endless = msgspec.structs.replace(first, sides=2**64 + 1)
    refused = checked(msgspec.structs.replace(record, opening_draws=(endless, *others)))["wrong"]
    assert refused == ["draw 1: no die has 18446744073709551617 sides"]


@pytest.mark.parametrize(("game", "variant"), EVENINGS)
async def test_the_chain_of_a_game_that_was_exported_is_found_right(
    game: str, variant: str, tmp_path: Path, checked: Checked
) -> None:
    record = await evening(tmp_path, game, variant, 0, 25)
    known = transcript.check_chain(record)
    posted = [known[0], known[9][:32], known[-1]]
    sound = {"draws": transcript.check_draws(record), "head": known[-1], "table": 0, "wrong": []}
    assert checked(record, *posted) == sound


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Transcript:
    """A short game of War Lord, as everybody may export it."""
    return asyncio.run(evening(tmp_path_factory.mktemp("exported"), "warlord", "base", 1, 30))


@pytest.mark.parametrize("what", CHANGES)
def test_whatever_was_changed_is_found_by_both(what: str, exported: Transcript, checked: Checked) -> None:
    forged, head = CHANGES[what][0](exported), hashes(exported)[-1]
    assert checked(forged, head)["wrong"]
    with pytest.raises(transcript.Mismatch):
        transcript.found_head(transcript.check_chain(forged), head)


def test_a_chain_that_was_made_anew_lacks_what_was_posted(exported: Transcript, checked: Checked) -> None:
    forged, head = rechained(exported), hashes(exported)[5]
    assert checked(forged)["wrong"] == []
    assert checked(forged, head)["wrong"] == [f"no entry has the hash {head}"]


async def test_what_was_rolled_at_the_table_is_counted_apart_by_all_and_a_failure_to_none(
    checked: Checked, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its number takes no place in the stream, so a checker that does not know of it finds nothing wrong either."""
    record, said = await with_a_die_of_the_table(tmp_path)
    found = checked(record, hashes(record)[-1])
    assert (found["wrong"], found["table"]) == ([], 1)
    assert [draw.counter for entry in record.entries for draw in entry.draws][-1] == found["draws"]
    assert any("1 number was rolled at the table" in line for line in said) and "❌" not in "".join(said)
    file = tmp_path / "record.json"
    file.write_bytes(transcript.write(record))
    assert main(["replay", str(file), "--head", hashes(record)[-1]]) == 0
    assert "1 number was rolled at the table and reported by the game master" in capsys.readouterr().out


async def test_a_die_of_the_table_that_was_changed_afterwards_is_found_out(checked: Checked, tmp_path: Path) -> None:
    record, _ = await with_a_die_of_the_table(tmp_path)
    (entry,) = [entry for entry in record.entries if entry.action.get("action") == "die_shows"]
    entry.action["shows"] = [1]
    assert checked(record)["wrong"] == [f"entry {entry.number}: action"]
    with pytest.raises(transcript.Mismatch):
        transcript.check_chain(record)
