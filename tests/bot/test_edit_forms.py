"""A game master's edits by menus: whatever can be chosen is called by its name, and comes to an edit that is legal."""

import re
from typing import Any, get_origin

import discord
import pytest

from bot.panels import edits
from bot.panels.filling.form import form_panel
from bot.panels.ids import parse
from bot.panels.master.edit_forms import MasterTable, action_of, masterly, offer_of
from bot.panels.panel import Button, Menu, People, flat
from engine.core import drafts
from engine.core.actions import MASTER, Action, Choice, Offer, tag_of
from engine.core.editing.at_the_table import DieShows
from engine.core.errors import EngineError, Illegal
from engine.core.files.catalog import load_toml
from engine.core.files.questions import Question
from engine.core.table import Table
from engine.games import rules_of
from engine.kingmaker.board.game import Kingmaker
from engine.warriors.board.state import Standing
from engine.warriors.edits import SetControl, SetLoose, SetOrders, Station
from tests.core.test_differences import scenario_edits, table
from tests.harness import as_kind
from tests.harness.rows import rows

NAMES = {"ann": "Ann", "ben": "Ben"}
GAMES = ("kingmaker", "lancaster", "warlord", "warriors")


def master(found: Table) -> Table:
    return MasterTable.restore(found.rules, found.snapshot(), b"", careful=False)


def labels(offer: Offer, name: str, draft: dict[str, Any] | None = None) -> dict[str, str]:
    return {choice.value: choice.label for choice in drafts.choices(offer.field(name), draft or {})}


def test_places_are_chosen_with_the_manner_of_being_there() -> None:
    offer = master(table("kingmaker")).offer(MASTER, "place")
    found = labels(offer, "at", {"noble": "percy"})
    assert found["inside:york"] == "York (inside)" and found["open:york"] == "York (in the open)"
    ships = labels(master(table("kingmaker")).offer(MASTER, "ship"), "at")
    assert ships["port:newcastle"] == "Newcastle upon Tyne (in the port)" and not ships.keys() & found.keys()
    order = list(found)
    assert order.index("inside:york") - order.index("open:york") in (1, -1)


@rows(
    "written, troops",
    [
        ("2 infantry, gunner", {"infantry": 2, "gunner": 1}),
        ("English knight 3", {"knight_english": 3}),
        ("none", {}),
        ("infantry, 2 infantry", {"infantry": 3}),
    ],
)
def test_troops_are_written_with_their_numbers(written: str, troops: dict[str, int]) -> None:
    given = {"area": "England", "troops": written}
    assert edits.read(table("warriors"), SetLoose, given, NAMES) == SetLoose("england", troops)


def test_a_side_is_written_by_its_name_and_may_be_left_out() -> None:
    given = {"areas": "England, Wales", "side": "the French"}
    assert edits.read(table("warriors"), SetControl, given, NAMES) == SetControl(["england", "wales"], "french")
    assert edits.read(table("warriors"), SetControl, {"areas": "England"}, NAMES) == SetControl(["england"], None)


def inputs(form: discord.ui.Modal) -> list[dict[str, Any]]:
    """The lines of a form as Discord shows them."""
    return [line for row in form.to_components() for line in row["components"]]


def test_a_form_says_what_is_written_where() -> None:
    shown = edits.form(rules_of("warriors"), "k7f2", Station)
    told = {item["label"]: item["placeholder"] for item in inputs(shown)}
    assert told["With which troops?"] == "Number and kind, separated by commas: 2 infantry, 1 gunner; or none"
    assert told["For which side? (its own, if left out)"] == "One of: english, french"
    assert told["Which leader?"] == "A name"


def test_only_what_is_there_can_be_changed() -> None:
    place = {"action": "place", "noble": "beaufort", "seat": "ben", "at": "open:corfe"}
    offer = master(table("kingmaker", place)).offer(MASTER, "heir")
    assert labels(offer, "noble", {"heir": "henry_vi"}) == {"beaufort": "Beaufort"}


def test_what_menus_say_becomes_an_edit_with_numbers_and_yes_and_no() -> None:
    offer = master(table("kingmaker")).offer(MASTER, "lay_siege")
    edit: Any = action_of(offer, {"place": "york", "seat": "ann", "turn": "2"})
    assert (edit.place, edit.seat, edit.turn) == ("york", "ann", 2)
    place = {"action": "place", "noble": "percy", "seat": "ann", "at": "open:york"}
    bind: Any = action_of(
        master(table("kingmaker", place)).offer(MASTER, "bind"), {"noble": "percy", "ship": "", "free": "true"}
    )
    assert bind.free is True and bind.ship == ""


@rows("game", GAMES)
def test_edits_of_scenarios_can_be_chosen_by_menus_and_no_id_is_shown(game: str) -> None:
    chosen = 0
    for edit in scenario_edits(game).values():
        at = table(game)
        try:
            action = at.rules.codec.decode_action(edit)
        except EngineError:
            continue
        offer = offer_of(master(at), type(action))
        if offer is None:
            continue
        chosen += 1
        for field in offer.fields:
            for choice in drafts.choices(field, {}):
                assert choice.label and not re.search(r"\w[_|:]\w", choice.label), choice
    assert chosen >= 4


def test_the_form_is_a_players_with_the_game_masters_buttons() -> None:
    at = master(table("kingmaker"))
    panel = masterly(form_panel(at, "k7f2", MASTER, at.offer(MASTER, "place"), {"noble": "percy"}, NAMES))
    parts = [part for row in flat(panel.rows) for part in ([row] if isinstance(row, Menu | People) else row)]
    ids = [part.id for part in parts if isinstance(part, Button | Menu | People)]
    verbs = {press.verb for part_id in ids if (press := parse(part_id))}
    assert verbs <= {"gmset", "gmout", "gmpage", "gmfind", "gmback", "gmgo"} and "gmset" in verbs


def test_what_is_left_open_stays_as_the_edit_has_it() -> None:
    at = table("warlord")
    offer = master(at).offer(MASTER, "place")
    at.act(MASTER, action_of(offer, drafts.close_list(offer, {"piece": "red_knight", "square": "D9"}) or {}))
    game: Any = at.game
    assert game.piece("red_knight").square == "D9" and game.piece("red_knight").side == "red"


def test_standing_orders_are_asked_for_part_by_part_and_written_as_well() -> None:
    offer = offer_of(master(table("warriors")), SetOrders)
    assert offer is not None and [field.name for field in offer.fields] == ["seat", "siege", "losses"]
    assert "5" in labels(offer, "siege") and "longbowmen" in labels(offer, "losses")
    chosen = {"seat": "ann", "siege": "5", "losses": ["longbowmen", "knights"]}
    ordered = SetOrders("ann", Standing(siege=5, losses=["longbowmen", "knights"]))
    assert action_of(offer, chosen) == ordered
    assert action_of(offer, {"seat": "ann", "siege": "", "losses": []}) == SetOrders("ann", Standing())
    given = {"seat": "Ann", "siege": "5", "losses": "longbowmen, knights"}
    assert edits.read(table("warriors"), SetOrders, given, NAMES) == ordered
    shown = edits.form(rules_of("warriors"), "k7f2", SetOrders)
    assert [item["label"] for item in inputs(shown)] == [
        "Whose orders?",
        "Besieged from which siege number on?",
        "Which troops are lost first, in order?",
    ]


# ---------------------------------------------------------------- every field of every edit of every game


def fields(game: str) -> list[tuple[type[Action], str]]:
    """Every field of every edit of a game."""
    rules = rules_of(game)
    return [(kind, field.name) for kind in rules.edits for field in edits.asked_fields(rules, kind)]


@rows("game", GAMES)
def test_each_field_is_asked_for_in_words_that_fit(game: str) -> None:
    for kind, name in fields(game):
        ask = edits.asked(rules_of(game), kind, name)
        assert ask != Question(f"{name.replace('_', ' ').capitalize()}?").ask or ask in WORDS_ALREADY, (kind, name)
        assert len(ask) <= 45 and not re.search(r"[`_\"=]", ask), ask


WORDS_ALREADY = {"Disgraced?"}
"""Questions of one word that is also the name of the field."""


@rows("game", GAMES)
def test_what_an_edit_does_is_told_without_code_words(game: str) -> None:
    for kind in rules_of(game).edits:
        said = edits.explained(kind)
        assert not re.search(r"[`_\"=]|\w:\w", said), said
        assert len(said) <= 150, said


@rows("game", GAMES)
def test_no_file_asks_for_what_no_edit_has(game: str) -> None:
    known = {(tag_of(kind), name) for kind, name in fields(game)}
    asked = {(tag, name) for tag, table in load_toml(game, "edits").items() if tag != "words" for name in table}
    assert asked <= known, asked - known


FREE = {("join", "newcomer")}
"""What is a new name, so that nothing can be completed."""


@rows("game", GAMES)
def test_each_field_completes_by_what_it_can_be(game: str) -> None:
    """A field that needs another answer first, or a thing that there is not yet, completes once that is so."""
    at = table(game)
    for kind, name in fields(game):
        if (tag_of(kind), name) in FREE:
            continue
        drafts_ = [{}, *({first: choice.value} for first, choice in begun(at, kind, name))]
        found = [choice for draft in drafts_ for choice in edits.choices(at, kind, name, draft)]
        assert found or (tag_of(kind), name) in NOTHING_YET, (kind, name)
        for choice in found:
            assert choice.label and not re.search(r"\w[_|:]\w", choice.label), choice


NOTHING_YET = {
    *(("uncrown", "heir"), ("support", "heir"), ("sink", "ship"), ("raise", "ship"), ("waver", "noble")),
    *(("bind", "noble"), ("bind", "ship"), ("ship_keeper", "ship"), ("ship_keeper", "noble"), ("control", "noble")),
    *(("give", "noble"), ("remove", "noble"), ("capture", "noble"), ("force", "noble"), ("weary", "noble")),
    *(("heir", "noble"), ("dig", "piece"), ("set_disgraced", "leader"), ("shuffle_anew", "seat")),
}
"""What there is none of on an empty table."""


def begun(at: Table, kind: type[Action], name: str) -> list[tuple[str, Choice]]:
    """What the fields before one can be."""
    names = [field.name for field in edits.asked_fields(at.rules, kind)]
    before = names[: names.index(name)]
    return [(first, choice) for first in before for choice in edits.choices(at, kind, first, {})[:30]]


@rows("game", GAMES)
def test_an_answer_that_is_missing_or_wrong_gets_one_sentence_with_the_question(game: str) -> None:
    at, tried = table(game), 0
    for kind, name in fields(game):
        ask = edits.asked(at.rules, kind, name)
        right = valid(at, kind, but=name)
        others = [one for one in edits.asked_fields(at.rules, kind) if one.name not in {name, *right}]
        if not all(edits.may_be_left(at, kind, one) for one in others):
            continue  # there is nothing on an empty table that could be said before it
        tried += 1
        field = next(one for one in edits.asked_fields(at.rules, kind) if one.name == name)
        if not edits.may_be_left(at, kind, field):
            with pytest.raises(Illegal) as missing:
                edits.read_edit(at, kind, right, NAMES)
            assert missing.value.reason == f"One answer is missing: {ask}"
        if (tag_of(kind), name) in {*FREE, ("place", "piece")} or get_origin(field.type) is dict or name == "at":
            continue  # a new name, numbers of things, and where somebody is are judged by the rules themselves
        with pytest.raises(Illegal) as wrong:
            edits.read_edit(at, kind, {**right, name: "?!"}, NAMES)
        assert ask in wrong.value.reason and wrong.value.reason.endswith("."), (kind, name, wrong.value.reason)
        assert "Object" not in wrong.value.reason and "`" not in wrong.value.reason
    assert tried > 0.8 * len(fields(game))


def names_of(at: Table, kind: type[Action]) -> list[str]:
    return [field.name for field in edits.asked_fields(at.rules, kind)]


def valid(at: Table, kind: type[Action], but: str) -> dict[str, str]:
    """What somebody could write into the fields of an edit, as far as there is anything to choose."""
    said: dict[str, str] = {}
    for name in names_of(at, kind):
        if name != but and (found := edits.choices(at, kind, name, said)):
            said[name] = found[0].value
    return said


def test_no_menu_has_event_cards_where_they_cannot_be_meant() -> None:
    at = table("kingmaker")
    printed = as_kind(Kingmaker, at.game).catalog

    def found(tag: str, name: str, draft: dict[str, Any]) -> set[str]:
        kind = edits.kinds(at.rules.edits)[tag]
        return {choice.value for choice in edits.choices(at, kind, name, draft)}

    for tag in ("give", "hand", "chancery"):
        assert found(tag, "card", {}) and not found(tag, "card", {}) & set(printed.events), tag
    assert found("retain", "card", {}) and not found("retain", "card", {}) & set(printed.cards)
    assert {printed.events[card].kind for card in found("catastrophe", "card", {})} == {"catastrophe"}
    assert not found("pile", "card", {"pile": "event_discard"}) & set(printed.cards)
    assert not found("stack", "cards", {"deck": "crown"}) & set(printed.events)
    assert next(iter(names_of(at, edits.kinds(at.rules.edits)["pile"]))) == "pile"


def test_dice_are_entered_by_menus_as_their_sum_or_one_by_one() -> None:
    at = master(table("kingmaker"))
    offer = at.offer(MASTER, "die_shows")
    assert list(labels(offer, "shows", {"roll": "royal_death"})) == [str(sum_) for sum_ in range(2, 13)]
    assert labels(offer, "shows", {"roll": "royal_death", "": ["9"]}) == {}
    assert action_of(offer, {"roll": "royal_death", "shows": ["9"], "seat": "ann"}) == DieShows(
        "royal_death", [9], "ann"
    )
    fought = master(table("warriors")).offer(MASTER, "die_shows")
    assert list(labels(fought, "shows", {"roll": "english_battle", "": ["4", "4"]})) == list("123456")
    assert edits.read_edit(table("warriors"), DieShows, {"roll": "siege", "shows": "4"}, NAMES) == DieShows(
        "siege", [4]
    )


def test_whose_hand_is_asked_for_a_hand_alone() -> None:
    offer = master(table("kingmaker")).offer(MASTER, "shuffle_anew")
    assert labels(offer, "seat", {"pile": "crown"}) == {} and not offer.field("seat").when({"pile": "crown"})
    assert set(labels(offer, "seat", {"pile": "hand"})) >= {"ann", "ben"}


PERCY = {"action": "place", "noble": "percy", "seat": "ann", "at": "open:york"}


@rows("written, free", [("yes", True), ("No", False), ("true", True), ("off", False)])
def test_yes_and_no_are_written_as_people_write_them(written: str, free: bool) -> None:
    at = table("kingmaker", PERCY)
    found: Any = edits.read_edit(at, edits.kinds(at.rules.edits)["bind"], {"noble": "Percy", "free": written}, NAMES)
    assert found.free is free


def test_what_is_neither_yes_nor_no_is_refused() -> None:
    at = table("kingmaker", PERCY)
    with pytest.raises(Illegal, match="Write yes or no, not 'perhaps'"):
        edits.read_edit(at, edits.kinds(at.rules.edits)["bind"], {"noble": "Percy", "free": "perhaps"}, NAMES)


def test_values_are_called_by_the_words_of_their_question(monkeypatch: pytest.MonkeyPatch) -> None:
    at = table("lancaster")
    kind = edits.kinds(at.rules.edits)["open_conflict"]

    def row() -> dict[str, str]:
        return {choice.value: choice.label for choice in edits.choices(at, kind, "row", {})}

    assert row() == {"upper": "upper row", "lower": "lower row"}
    asked = {("lancaster", "open_conflict", "row"): Question("Where?", {"upper": "above", "lower": "below"})}
    monkeypatch.setattr(edits, "question", lambda *about: asked[about])
    assert row() == {"upper": "above", "lower": "below"}
