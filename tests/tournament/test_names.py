"""People are told apart, and what Herald writes with their names it reads again as the same."""

from itertools import permutations

import pytest

from engine.core.errors import Illegal
from engine.core.text import NAME
from engine.tournament import corrections, log, names
from tests.harness.rows import rows
from tests.tournament.event import opened, result

HOSTILE = (
    "Chris",
    "chris ",
    "Ann, the Bold",
    "x = y",
    "Ann",
    "Ann 40",
    "Ann king",
    "king",
    "40",
    "-7",
    "<@102>",
    'Bob "the Rat"',
    "Bob “the Rat”",
    "a; b",
    '"',
    "Zoë 🦄",
    "N" * NAME,
    "n" * NAME,
)


def called() -> dict[str, str]:
    """People 101, 102, … with these names, as a tournament calls them."""
    found: dict[str, str] = {}
    for number, name in enumerate(HOSTILE, start=101):
        names.call(found, str(number), name)
    return found


def test_the_second_of_a_name_has_a_number_from_the_entry_on() -> None:
    event = opened()
    for person in ("101", "102", "103"):
        event.do(log.Entered(person=person, name="Chris", heats=(1,)))
    assert [event.state.names[person] for person in ("101", "102", "103")] == ["Chris", "Chris (2)", "Chris (3)"]
    event.do(log.Entered(person="102", name="Chris", heats=(1, 2)))
    assert event.state.names["102"] == "Chris (2)"
    assert list(names.alike(event.state.names)) == [["101", "102", "103"]]


def test_an_official_a_substitute_and_a_player_of_one_name_are_told_apart() -> None:
    event = opened(master="1", assistants=(), fewest=2)
    event.do(log.Appointed(master="1", name="Chris", assistants={"2": "Chris"}, by="1"))
    event.enter("ann", "ben")
    event.start(1, ["ann", "ben"])
    event.do(log.Substituted(heat=1, table=1, out="ann", person="3", name="chris"))
    assert [event.state.names[person] for person in "123"] == ["Chris", "Chris (2)", "chris (3)"]


def test_no_two_are_read_as_the_same_and_no_name_grows_too_long() -> None:
    found = called()
    assert len({names.key(name) for name in found.values()}) == len(found)
    assert max(map(len, found.values())) <= NAME


def test_each_is_found_by_the_name_that_is_written_and_by_a_mention() -> None:
    found = called()
    for person, name in found.items():
        assert names.meant(names.written(name), found) == person
        assert names.meant(f"<@{person}>", found) == names.meant(f" <@!{person}> ", found) == person
    assert names.meant("Nobody", found) == ""


def test_a_list_of_all_of_them_is_read_as_it_is_written() -> None:
    found = called()
    text = "; ".join(", ".join(names.written(found[person]) for person in half) for half in (["101"], [*found][1:]))
    read = [[names.meant(name, found) for name in names.split(table, ",")] for table in names.split(text, ";")]
    assert read == [["101"], [*found][1:]]


@pytest.mark.parametrize("three", list(permutations(range(101, 101 + len(HOSTILE)), 3))[::37])
def test_a_result_that_herald_fills_in_is_read_as_the_same(three: tuple[int, ...]) -> None:
    first, second, third = map(str, three)
    for king in ("", first):
        played = result({first: 40, second: 31, third: 31}, king=king)
        assert corrections.read(played, corrections.written(played, called()), called()) == played


@rows(
    "text",
    [
        "<@101> 50, <@!102> 31",
        '"Chris" 50, “Ann 40” 31',
        "Chris 50, Ann 40 31",
    ],
)
def test_who_writes_by_hand_may_mention_or_quote(text: str) -> None:
    played = result({"101": 40, "102": 31})
    found = corrections.read(played, text, {"101": "Chris", "102": "Ann 40"})
    assert [(place.person, place.points) for place in found.places] == [("101", 50), ("102", 31)]


def test_who_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(Illegal, match="nobody at this table"):
        corrections.read(result({"101": 40, "102": 31}), "Chris 40, <@103> 31", {"101": "Chris", "102": "Ann"})


def test_a_numbered_name_is_as_long_as_names_may_be() -> None:
    found: dict[str, str] = {}
    for person in range(11):
        names.call(found, str(person), "N" * NAME)
    assert (found["1"], found["10"]) == (f"{'N' * (NAME - 4)} (2)", f"{'N' * (NAME - 5)} (11)")


def test_alike_are_those_alone_who_share_a_name_but_for_its_number() -> None:
    known = {"1": "Chris", "2": "chris (2)", "3": "Ann", "4": "Ben (7)"}
    assert list(names.alike(known)) == [["1", "2"]]


@rows(
    "text, person",
    [('"Ann"', "1"), ("“ann”", "1"), ("<@2>", "2"), ("2", "2"), (" ann ", "1"), ('"Ann" 4', ""), ("<@9>", "")],
)
def test_who_is_meant_is_named_quoted_or_mentioned_with_nothing_behind(text: str, person: str) -> None:
    assert names.meant(text, {"1": "Ann", "2": "Ben"}) == person
