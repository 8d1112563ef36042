"""House rules in the middle of a game: options that change and come back, and notes that stand beside the rules."""

import pytest

from engine.core.actions import MASTER, Annotate, DropAnnotation, HouseRule, NewRules
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board.ids import Location
from engine.kingmaker.movement.land import Move
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows

KEY = b"house rules".ljust(32, b".")


def begun(variant: str = "base") -> Table:
    return Table.new(RULES, "g", ["ann", "ben", "cat"], RULES.options(variant, {}), KEY)


def test_an_option_changes_and_everybody_hears_what_it_was() -> None:
    table = begun()
    (told, *_) = table.act(MASTER, HouseRule({"ambush": "classic", "late_join": True})).events
    assert told.seats is None and told.text == (
        "House rules from now on: `ambush` is classic (it was off); `late_join` is true (it was false)."
    )
    assert table.game.option("ambush") == "classic" and table.game.state.options["ambush"] == "off"
    again = Table.restore(RULES, table.snapshot(), KEY)
    assert again.game.option("late_join") is True and again.hash() == table.hash()


def test_going_back_brings_the_old_house_rules_back_and_says_so() -> None:
    table = begun()
    before = table.snapshot()
    table.act(MASTER, HouseRule({"ambush": "classic"}))
    table.act(MASTER, NewRules("99", {}))
    events = table.rewind(before, 0).events
    assert table.game.option("ambush") == "off" and table.game.state.rules_version == "99"
    assert events[-1].text == "House rules from now on: `ambush` is off (it was classic)."


def test_what_is_changed_back_is_as_it_was() -> None:
    table = begun()
    table.act(MASTER, HouseRule({"ambush": "classic"}))
    table.act(MASTER, HouseRule({"ambush": "off"}))
    assert not table.game.state.amended


@rows(
    "changes, why",
    [
        ({}, "Say which option changes"),
        ({"ambsh": "classic"}, "There is no option 'ambsh'"),
        ({"ambush": "always"}, "Option 'ambush' cannot be 'always'; choose from: off, classic, wbc, assassin."),
        ({"ambush": "off"}, "'ambush' is 'off' already; choose from: off, classic, wbc, assassin."),
        (
            {"heir_set": "eight"},
            "'heir_set' cannot change any more: it decides how the game is set up, and the set-up is over.",
        ),
        ({"chancery_visibility": "open"}, "it would reveal cards that only one player knows"),
        ({"battle_rule": "covault_table"}, "make no sense together"),
    ],
)
def test_what_cannot_change_says_why(changes: dict[str, object], why: str) -> None:
    table = begun()
    before = table.hash()
    with pytest.raises(Illegal) as refused:
        table.act(MASTER, HouseRule(changes))
    assert why in str(refused.value) and table.hash() == before


def test_options_that_need_one_another_change_together() -> None:
    table = begun()
    table.act(MASTER, HouseRule({"battle_rule": "covault_table", "noble_combat_death": "covault_percent"}))
    assert table.game.option("battle_rule") == "covault_table"


def test_a_note_stands_below_refusals_of_its_rule_until_it_is_taken_back() -> None:
    table = begun()
    with pytest.raises(Illegal) as plain:
        table.act("ann", Move(["percy"], Location("open:york")))
    rule = plain.value.rule
    assert rule
    (told,) = table.act(MASTER, Annotate("Ships may wait.", rule)).events
    assert told.seats is None and told.text == f"House note 1 on {rule}: Ships may wait."
    for refused in (
        lambda: table.act("ann", Move(["percy"], Location("open:york"))),
        lambda: table.offer("ann", "move"),
    ):
        with pytest.raises(Illegal) as noted:
            refused()
        assert str(noted.value).endswith(f"[{rule}]\nHouse note 1 on {rule}: Ships may wait.")
    table.act(MASTER, DropAnnotation(1))
    with pytest.raises(Illegal) as again:
        table.act("ann", Move(["percy"], Location("open:york")))
    assert str(again.value) == str(plain.value)


def test_going_back_leaves_notes_where_they_are_and_no_number_comes_twice() -> None:
    table = begun()
    before = table.snapshot()
    table.act(MASTER, Annotate("One."))
    table.act(MASTER, Annotate("Two."))
    table.act(MASTER, DropAnnotation(2))
    table.rewind(before, 0)
    table.act(MASTER, Annotate("Three."))
    assert [(note.number, note.text) for note in table.game.state.notes] == [(1, "One."), (3, "Three.")]


@rows(
    "action, why",
    [
        (Annotate("So.", "BASE-XXX-1"), "There is no rule 'BASE-XXX-1' in Kingmaker; look for its id with /rule."),
        (DropAnnotation(7), "There is no house note 7. Notes of this table: none."),
    ],
)
def test_a_note_to_no_rule_is_refused(action: Annotate | DropAnnotation, why: str) -> None:
    with pytest.raises(Illegal) as refused:
        begun().act(MASTER, action)
    assert str(refused.value) == why


def test_a_seat_changes_no_house_rules() -> None:
    for action in (HouseRule({"ambush": "classic"}), Annotate("So.")):
        with pytest.raises(Illegal):
            begun().act("ann", action)
