"""Finished games are replayed to the letter: a change of the rules that would change them is seen here."""

from pathlib import Path

import pytest

from engine.core.record import transcript
from engine.games import rules_of

GAMES = sorted((Path(__file__).parent / "golden").glob("*.json"))


@pytest.mark.parametrize("file", GAMES, ids=[file.stem for file in GAMES])
def test_a_finished_game_comes_out_as_it_did(file: Path) -> None:
    record = transcript.read(file.read_bytes())
    table = transcript.replay(rules_of(record.rules), record)
    assert table.result is not None
