"""What an edit has changed is told in sentences of names, with no path and no id of the state in them."""

import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from engine.core.actions import MASTER
from engine.core.editing import differences
from engine.core.errors import EngineError
from engine.core.rehearsal import rehearse
from engine.core.table import Table
from engine.games import rules_of
from tests.harness.rows import rows

SCENARIOS = Path(__file__).parents[1] / "scenarios"
GAMES = ("kingmaker", "lancaster", "warlord", "warriors")


def table(game: str, *edits: dict[str, Any]) -> Table:
    rules = rules_of(game)
    found: Table = Table.bare(rules, ["ann", "ben"], rules.options(rules.usual_variant, {}), bytes(32))
    for edit in edits:
        found.arrange(rules.codec.decode_action(edit))
    found.begin()
    return found


def told(at: Table, **edit: Any) -> str:
    """What everybody hears of an edit."""
    return next(e.text for e in at.act(MASTER, at.rules.codec.decode_action(edit)).events if e.kind == "edit")


def test_an_heir_who_comes_to_somebody_is_told_of_with_what_it_means() -> None:
    at = table("kingmaker", {"action": "place", "noble": "beaufort", "seat": "ben", "at": "open:corfe"})
    said = told(at, action="heir", heir="henry_vi", noble="beaufort")
    assert said.startswith(
        "The game master: Henry VI: from London (inside) to Corfe (in the open), with Beaufort ({ben}). "
    )
    assert "{ben}'s commons 2 to 32, lords 3 to 13." in said


def test_numbers_are_told_as_they_are_now() -> None:
    assert "Years now 1447 and 1453." in told(table("warriors"), action="round", number=12)


def test_a_piece_that_is_moved_or_killed_is_told_of() -> None:
    assert told(table("warlord"), action="place", piece="red_knight", square="D9").endswith(
        "Red Knight: from G2 to D9."
    )
    assert "Red Knight: gone from G2" in told(table("warlord"), action="kill", piece="red_knight")


def test_of_what_is_hidden_only_the_number_is_told_and_all_of_it_to_whose_it_is() -> None:
    at = table("kingmaker")
    events = at.act(MASTER, at.rules.codec.decode_action({"action": "hand", "seat": "ann", "card": "audley"})).events
    public, own = [event for event in events if event.kind == "edit"]
    assert public.seats is None and "Audley" not in public.text and own.seats == ("ann",) and "Audley" in own.text


def test_ids_in_a_sentence_become_names() -> None:
    known = {"percy": "Percy", "s1|open:york|0": "Ann at York", "inside:york": "inside York"}
    assert differences.named("Percy (percy) is at 'inside:york'", known) == "Percy is at inside York"
    assert differences.named("a knight holds open:nowhere_at_all", known) == "a knight holds open nowhere at all"


def scenario_edits(game: str) -> dict[str, dict[str, Any]]:
    """An edit of every kind that scenarios make, by its kind."""
    found: dict[str, dict[str, Any]] = {}
    for file in sorted((SCENARIOS / game).rglob("*.toml")):
        for edit in tomllib.loads(file.read_text(encoding="utf-8")).get("edit", []):
            found.setdefault(edit["op"], {"action": edit["op"], **{k: v for k, v in edit.items() if k != "op"}})
    return found


@rows("game", GAMES)
def test_no_edit_shows_a_path_or_an_id(game: str) -> None:
    tried = 0
    for edit in scenario_edits(game).values():
        at = table(game)
        try:
            action = at.rules.codec.decode_action(edit)
            shown = rehearse(at, action, "ben")
        except EngineError:
            continue
        tried += 1
        said = [*shown.changes, *shown.problems]
        with suppress(EngineError):  # what breaks an invariant is told of as a problem
            said += [e.text for e in at.act(MASTER, action).events if e.kind == "edit"]
        for line in said:
            plain = re.sub(r"\{\w+\}", "", line)
            assert not re.search(r"\w_\w|\w\|\w|\w:\w|\w\.\w+\.\w|[\[\]{}=]|None", plain), line
    assert tried >= 5


class Look(msgspec.Struct):
    """A view."""

    things: dict[str, dict[str, Any]]
    pile: int = 0


def test_what_is_new_tells_only_what_it_is_and_what_is_gone_only_where_it_was() -> None:
    known = {"box": "The Box", "ben": "{ben}"}
    before = Look({"box": {"at": "", "size": 0, "open": False}}, 3)
    after = Look({"box": {"at": "York", "size": 2, "open": True, "seat": "ben"}}, 2)
    assert differences.words(before, after, known, []) == [
        "The Box: to York ({ben}), size 0 to 2, open.",
        "Pile 3 to 2.",
    ]
    gone = differences.words(after, Look({}, 2), known, [])
    assert gone == ["The Box: gone from York, no longer {ben}'s."]


def test_things_that_are_called_alike_are_counted() -> None:
    known = {"a1": "Saxons", "a2": "Saxons", "b": "Percy", "box": "The Box"}
    before, after = Look({"box": {"cards": ["b"]}}), Look({"box": {"cards": ["a1", "a2"]}})
    assert differences.words(before, after, known, []) == ["The Box: gets 2 Saxons and loses Percy."]


def test_words_that_are_no_ids_stay_as_they_are_written() -> None:
    known = {"percy": "Percy"}
    for said in ("the 'maid' of Kent (seen at 3) is here", "'nobody' knows", "plain words only"):
        assert differences.named(said, known) == said
    assert differences.named("'percy' and 'le_swan'", known) == "Percy and le swan"


def test_lists_of_numbers_are_told_as_they_are_and_an_order_is_never_told() -> None:
    known = {"box": "The Box", "a": "Ann", "b": "Ben"}

    def told(was: object, now: object) -> list[str]:
        return differences.words(Look({"box": {"rows": was}}), Look({"box": {"rows": now}}), known, [])

    assert told([1, 2], [2, 3]) == ["The Box: rows now 2 and 3."]
    assert told(["a", "b"], ["b", "a"]) == ["The Box: rows in another order."]
    assert told(["a"], ["a", "b"]) == ["The Box: gets Ben."]
    assert told(["a", "b"], ["b"]) == ["The Box: loses Ann."]
    assert told([], ["a"]) == ["The Box: gets Ann."] and told(["a"], []) == ["The Box: loses Ann."]


def test_who_holds_what_and_whose_it_is_are_told_as_such() -> None:
    known = {"box": "The Box", "ben": "{ben}", "percy": "Percy"}

    def told(was: dict[str, Any], now: dict[str, Any]) -> list[str]:
        return differences.words(Look({"box": was}), Look({"box": now}), known, [])

    assert told({"holder": ""}, {"holder": "percy"}) == ["The Box: with Percy."]
    assert told({"holder": "percy"}, {"holder": ""}) == ["The Box: no longer with Percy."]
    assert told({"seat": "ben"}, {"seat": ""}) == ["The Box: no longer {ben}'s."]
    assert told({"open": True}, {"open": False}) == ["The Box: open no more."]
    assert told({"at": "inside York"}, {"at": "at sea"}) == ["The Box: from York (inside) to at sea."]
    assert told({"at": "inside York"}, {"at": ""}) == ["The Box: gone from York (inside)."]
    assert told({"id": "x", "size": 1}, {"id": "y", "size": 1}) == []


def test_what_belongs_to_a_seat_is_told_as_its_own() -> None:
    known = {"ben": "{ben}"}
    assert differences.words(Look({"ben": {"gold": 2}}), Look({"ben": {"gold": 0}}), known, []) == [
        "{ben}'s gold 2 to 0."
    ]


def test_what_it_is_about_comes_first_then_what_has_moved() -> None:
    known = {name: name.title() for name in ("ann", "ben", "cat")}
    before = Look({name: {"size": 0, "at": "a"} for name in known})
    after = Look({"ann": {"size": 1, "at": "a"}, "ben": {"size": 0, "at": "b"}, "cat": {"size": 2, "at": "a"}})
    told = differences.words(before, after, known, ["cat"])
    assert [line.split(":")[0] for line in told] == ["Cat", "Ben", "Ann"]
