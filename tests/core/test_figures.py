"""Figures of an edition of one's own: the file that is filled in, what it may say, and what becomes of a game by it."""

import tomllib

import msgspec
import pytest

from engine.core.dice import commitment, game_key
from engine.core.errors import BadFile, EngineError
from engine.core.files import figures
from engine.core.files.catalog import folder_of
from engine.core.files.figures import BadFigures
from engine.core.record import transcript
from engine.core.record.transcript import Transcript
from engine.core.table import Table
from tests.conformance.tables import GAMES
from tests.core.toy.rules import RULES, Play
from tests.harness.rows import rows
from tests.referee.relay import relay

OURS = figures.written("high_card", "High Card")
KEY = b"figures".ljust(32, b".")


def changed(old: str, new: str) -> str:
    """Our file with a figure changed."""
    assert old in OURS
    return OURS.replace(old, new, 1)


OWN = OURS.replace("tricks = 1 ", "tricks = 3 ")


def refused(text: str) -> str:
    """What is said of a file that cannot be used."""
    with pytest.raises(BadFigures) as refusal:
        RULES.read_figures(text)
    return str(refusal.value)


# ---------------------------------------------------------------------- the file


def test_the_file_says_every_figure_with_ours_and_how_sure_it_is() -> None:
    assert tomllib.loads(OURS) == {
        "game": "high_card",
        "value": {"trick": {"tricks": 1}, "last_trick": {"tricks": 1}},
    }
    assert "tricks = 1  # ours: 1, certain\n" in OURS and "tricks = 1  # ours: 1, a guess\n" in OURS


@rows("game", ["high_card", "kingmaker", "lancaster", "warriors"])
def test_an_unchanged_file_changes_nothing_and_is_sound(game: str) -> None:
    rules = GAMES[game]
    assert rules.read_figures(figures.written(game, rules.title)) == {}
    assert list(rules.faults({})) == []


def test_what_is_changed_is_found_and_what_is_left_out_is_ours() -> None:
    assert RULES.read_figures(OWN) == {"value.trick.tricks": 3, "value.last_trick.tricks": 3}
    assert RULES.read_figures('game = "high_card"\n[value.last_trick]\ntricks = 2') == {"value.last_trick.tricks": 2}


@rows("wrong", ["9", "0", '"two"', "1.5", "true", "[1]"])
def test_each_error_names_the_line_and_the_remedy(wrong: str) -> None:
    line = next(number for number, text in enumerate(OURS.splitlines(), 1) if text.startswith("tricks"))
    said = refused(changed("tricks = 1", f"tricks = {wrong}"))
    assert said == f"Line {line}: value.trick.tricks is {wrong}; write a whole number from 1 to 5."


def test_a_figure_that_is_none_is_named_with_what_may_be_meant() -> None:
    said = refused(changed("tricks = 1", "trick = 1"))
    assert "There is no figure value.trick.trick; if you mean value.trick.tricks, write that." in said
    assert "There is no figure cards; take it out." in refused(OURS.replace("[value.trick]", "[cards]"))


def test_a_file_of_another_game_and_one_that_is_no_file_are_refused() -> None:
    assert "Line 1: This file is for another game" in refused('game = "chess"')
    assert "This is not TOML" in refused("tricks = = 1")


def test_all_errors_are_told_at_once_in_the_order_of_the_lines() -> None:
    said = refused(OURS.replace("tricks = 1 ", "tricks = 9 ")).splitlines()
    assert len(said) == 2 and said == sorted(said)


def test_what_does_not_go_together_is_refused_by_the_game() -> None:
    said = refused(changed("tricks = 1  # ours: 1, certain", "tricks = 2"))
    assert said.startswith("Line ") and said.endswith("The last trick is not worth less; write 2 or more.")


def test_a_game_without_such_figures_says_so() -> None:
    with pytest.raises(EngineError, match="No figures of relay differ"):
        relay().read_figures(OURS)


@pytest.mark.parametrize("game", [name for name in GAMES if (folder_of(name) / "figures.toml").exists()])
def test_the_figures_that_a_game_describes_can_be_written_and_are_its_own(game: str) -> None:
    rules = GAMES[game]
    text = figures.written(game, rules.title)
    assert rules.read_figures(text) == {} and list(rules.faults({})) == []
    assert set(figures.recorded(game, text)) == set(figures.described(game).places)
    assert all(figures.described(game).rows(group.id) for group in figures.described(game).group)


# ---------------------------------------------------------------------- the game


def recorded(text: str) -> tuple[Table, Transcript]:
    """A game with figures, played to its end with every default, and its record."""
    rules = RULES.with_figures(RULES.read_figures(text))
    secret = bytes(32)
    options = RULES.options("high", {"cards": 2})
    table = Table.new(rules, "g", ["ann", "ben"], options, game_key(secret, ()))
    record = Transcript(
        rules=RULES.name,
        rules_version=RULES.version,
        game_id="g",
        options=options,
        figures=figures.written(RULES.name, "", RULES.read_figures(text)) if text != OURS else "",
        seats=["ann", "ben"],
        commitment=commitment(secret),
        secret=secret.hex(),
        opening_hash=table.hash(),
        opening_draws=table.opening().draws,
    )
    while table.result is None:
        seat = table.requests()[0].seat
        action = table.default(seat)
        outcome = table.act(seat, action)
        record.entries.append(transcript.entry(outcome, seat, action, table))
    return table, record


def test_a_table_plays_with_its_own_figures() -> None:
    table, _ = recorded(OWN)
    assert sum(table.game.state.tricks.values()) == 6
    assert sum(recorded(OURS)[0].game.state.tricks.values()) == 2


def test_they_are_part_of_the_state_and_of_no_other_table() -> None:
    rules = RULES.with_figures(RULES.read_figures(OWN))
    table = Table.new(rules, "g", ["ann", "ben"], RULES.options("high", {}), KEY)
    again = Table.restore(RULES, table.snapshot(), KEY)
    assert again.rules.figures == again.game.state.figures == {"value.trick.tricks": 3, "value.last_trick.tricks": 3}
    assert table.world("ann", 1).game.state.figures == again.game.state.figures
    assert RULES.figures == {}
    plain = Table.new(RULES, "g", ["ann", "ben"], RULES.options("high", {}), KEY)
    assert b"figures" not in plain.snapshot()


def test_a_record_holds_them_and_is_replayed_with_them() -> None:
    table, record = recorded(OWN)
    again = transcript.read(transcript.write(record))
    assert again.format == 3 and "tricks = 3  # ours: 1, certain" in again.figures
    assert transcript.replay(RULES, again).hash() == table.hash()
    again.figures = ""
    with pytest.raises(transcript.Mismatch, match="At the opening the state differs"):
        transcript.replay(RULES, again)


def test_a_record_of_the_old_format_stays_readable() -> None:
    table, record = recorded(OURS)
    old = msgspec.json.decode(transcript.write(record))
    old["format"] = 1
    del old["figures"]
    assert transcript.replay(RULES, transcript.read(msgspec.json.encode(old))).hash() == table.hash()
    old["format"] = 4
    with pytest.raises(BadFile, match="reads formats 1 and 2 and 3"):
        transcript.read(msgspec.json.encode(old))


def test_going_back_keeps_them() -> None:
    rules = RULES.with_figures(RULES.read_figures(OWN))
    table = Table.new(rules, "g", ["ann", "ben"], RULES.options("high", {}), KEY)
    before = table.snapshot()
    table.act("ann", Play(table.game.state.hands["ann"][0]))
    table.rewind(before, 0)
    assert table.game.state.figures


def test_a_text_of_figures_that_a_record_cannot_have_is_refused() -> None:
    """What was written for a record is read as it stands, whether or not it is ours."""
    assert figures.recorded("high_card", "") == {}
    address = next(iter(figures.described("high_card").places))
    assert figures.recorded("high_card", 'game = "high_card"\n[value.trick]\ntricks = 1\n') == {address: 1}
    with pytest.raises(BadFigures) as bad:
        figures.recorded("high_card", 'game = "high_card"\n[value.tricks]\ntricks = 2\n')
    assert bad.value.faults and bad.value.faults[0].startswith("value.tricks")
