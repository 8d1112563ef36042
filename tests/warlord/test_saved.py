"""Games that were saved under the first version of the rules play on under those of today."""

import json
from pathlib import Path

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.warlord.rules import RULES
from tests.harness.rows import rows
from tests.warlord.tables import game_of

SAVED = json.loads((Path(__file__).parent / "saved_by_version_1.json").read_text("utf-8"))
"""A position in the middle of every kind of question, as release 1 wrote it."""


@rows("state", SAVED)
def test_a_saved_game_plays_on(state: dict[str, object]) -> None:
    table = Table.restore(RULES, json.dumps(state).encode(), bytes(32))
    asked = table.requests()
    assert asked and all(table.view(seat) for seat in table.seats) and RULES.words.headline(game_of(table))
    for number in range(40):
        if table.result is not None:
            return
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        table.act(seat, Seated(RandomPlayer(), number).choose(table, seat))
