"""Records and tables of another version of the rules: named, checked as far as can be, and told what has changed."""

import msgspec
import pytest

from engine.core.actions import MASTER, NewRules
from engine.core.files.options import Consequence, Option, Options, Variant
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.table import Table
from engine.core.trials import simulation
from tests.harness.rows import rows
from tests.referee.relay import Carry, RelayRules, newer_relay, relay


def recorded() -> Transcript:
    """A race of the first version."""
    return simulation.play(relay(), {"goal": 30}, 2, seed=5, limit=12).transcript


def test_a_record_of_another_version_that_comes_out_all_the_same_is_replayed() -> None:
    record = recorded()
    table = transcript.replay(newer_relay(), record)
    assert record.rules_version == table.game.state.rules_version == "1" and table.version == len(record.entries)


def test_one_that_does_not_come_out_names_its_version() -> None:
    record = recorded()
    record.opening_hash = "0" * 64
    with pytest.raises(
        transcript.OtherRules, match=r"version 1 of the rules of Relay; this release, Herald .*, plays version 2"
    ):
        transcript.replay(newer_relay(), record)
    with pytest.raises(transcript.Mismatch, match="At the opening the state differs") as same:
        transcript.replay(relay(), record)
    assert not isinstance(same.value, transcript.OtherRules)


def test_one_that_does_not_come_out_says_what_is_played_otherwise_since() -> None:
    record = recorded()
    record.opening_hash = "0" * 64
    with pytest.raises(transcript.OtherRules, match=r"changed since then:\n- Whoever rests loses a lap \[RELAY-2\]\.$"):
        transcript.replay(newer_relay(), record)


def test_its_draws_are_checked_whatever_the_version() -> None:
    record = recorded()
    first, *others = record.opening_draws
    record.opening_draws = (msgspec.structs.replace(first, result=first.result % first.sides + 1), *others)
    with pytest.raises(transcript.Mismatch, match=f"Draw {first.counter} ") as forged:
        transcript.replay(newer_relay(), record)
    assert not isinstance(forged.value, transcript.OtherRules)


@pytest.mark.parametrize(("news", "said"), [(["A.", "B."], "- A.\n- B."), ([], "Nothing changes")])
def test_a_table_that_goes_on_by_newer_rules_tells_everybody_what_changes(news: list[str], said: str) -> None:
    rules = newer_relay()
    rules.changes = lambda game, version: news
    table = Table.new(rules, "g", ["ann", "ben"], {"goal": 30}, b"key", version="1")
    (told,) = table.act(MASTER, NewRules("2")).events
    assert told.seats is None and "version 2 of the rules of Relay" in told.text and said in told.text
    assert table.game.state.rules_version == "2"


def test_going_back_brings_no_older_rules_back() -> None:
    table = Table.new(newer_relay(), "g", ["ann", "ben"], {"goal": 30}, b"key", version="1")
    before = table.snapshot()
    table.act(MASTER, NewRules("2"))
    table.act(MASTER, Carry(seat="ann", to=3))
    table.rewind(before, 0)
    assert table.game.state.rules_version == "2" and table.game.state.places["ann"] == 0


def longer_race() -> RelayRules:
    """The rules of a later release that knows one option more, which the hilly variant has otherwise than usual."""
    rules = newer_relay()
    known = RelayRules.option_book.option
    rules.option_book = Options(
        variant=(Variant("base", "Relay"), Variant("hilly", "Hill race", {"water": "always"})),
        option=(*known, Option("water", "choice", "never", values=("never", "at_rest", "always"))),
        consequence=(Consequence({"goal": [50]}, {"water": "at_rest"}),),
    )
    return rules


@rows(
    "variant, options, added",
    [
        ("base", {"goal": 30, "daylight": "none"}, {}),
        ("hilly", {"goal": 30, "daylight": "none"}, {"water": "always"}),
        ("hilly", {"goal": 30, "daylight": "none", "water": "at_rest"}, {}),
        ("base", {"goal": 50, "daylight": "none"}, {"water": "at_rest"}),
        ("unknown", {"goal": 30, "daylight": "none"}, {}),
    ],
)
def test_an_older_table_gets_what_its_variant_says_of_options_that_it_could_not_choose(
    variant: str, options: dict[str, object], added: dict[str, object]
) -> None:
    assert longer_race().option_book.added(variant, options) == added


def test_newer_rules_bring_their_options_and_going_back_does_not_lose_them() -> None:
    table = Table.new(longer_race(), "g", ["ann", "ben"], {"goal": 30}, b"key", version="1")
    before = table.snapshot()
    table.game.options_cache["looked up"] = "by the old options"
    table.act(MASTER, NewRules("2", {"water": "always"}))
    assert table.game.option("water") == "always" and not table.game.options_cache
    table.rewind(before, 0)
    assert table.game.option("water") == "always" and table.game.option("goal") == 30
