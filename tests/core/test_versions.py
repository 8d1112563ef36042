"""Records and tables of another version of the rules: named, checked as far as can be, and told what has changed."""

from collections.abc import Sequence

import msgspec
import pytest

from engine.core import transcript
from engine.core.actions import MASTER, NewRules
from engine.core.table import Table
from engine.core.transcript import Transcript
from engine.core.trials import simulation
from tests.referee.relay import Carry, RelayRules


class NewerRelay(RelayRules):
    """The race by a later release."""

    version = "2"
    news: Sequence[str] = ("Whoever rests loses a lap [RELAY-2].",)


def recorded() -> Transcript:
    """A race of the first version."""
    return simulation.play(RelayRules(), {"goal": 30}, 2, seed=5, limit=12).transcript


def test_a_record_of_another_version_that_comes_out_all_the_same_is_replayed() -> None:
    record = recorded()
    table = transcript.replay(NewerRelay(), record)
    assert record.rules_version == table.game.state.rules_version == "1" and table.version == len(record.entries)


def test_one_that_does_not_come_out_names_its_version() -> None:
    record = recorded()
    record.opening_hash = "0" * 64
    with pytest.raises(transcript.OtherRules, match=r"version 1 of the rules of Relay; this release plays version 2"):
        transcript.replay(NewerRelay(), record)
    with pytest.raises(transcript.Mismatch, match="At the opening the state differs") as same:
        transcript.replay(RelayRules(), record)
    assert not isinstance(same.value, transcript.OtherRules)


def test_its_draws_are_checked_whatever_the_version() -> None:
    record = recorded()
    first, *others = record.opening_draws
    record.opening_draws = (msgspec.structs.replace(first, result=first.result % first.sides + 1), *others)
    with pytest.raises(transcript.Mismatch, match=f"Draw {first.counter} ") as forged:
        transcript.replay(NewerRelay(), record)
    assert not isinstance(forged.value, transcript.OtherRules)


@pytest.mark.parametrize(("news", "said"), [(["A.", "B."], "- A.\n- B."), ([], "nothing changes")])
def test_a_table_that_goes_on_by_newer_rules_tells_everybody_what_changes(news: list[str], said: str) -> None:
    rules = NewerRelay()
    rules.news = news
    table = Table.new(rules, "g", ["ann", "ben"], {"goal": 30}, b"key", version="1")
    (told,) = table.act(MASTER, NewRules("2")).events
    assert told.seats is None and "version 2 of the rules of Relay" in told.text and said in told.text
    assert table.game.state.rules_version == "2"


def test_going_back_brings_no_older_rules_back() -> None:
    table = Table.new(NewerRelay(), "g", ["ann", "ben"], {"goal": 30}, b"key", version="1")
    before = table.snapshot()
    table.act(MASTER, NewRules("2"))
    table.act(MASTER, Carry(seat="ann", to=3))
    table.rewind(before, 0)
    assert table.game.state.rules_version == "2" and table.game.state.places["ann"] == 0
