"""A game master's edits by menus: whatever can be chosen is called by its name, and comes to an edit that is legal."""

import re
from typing import Any

import discord

from bot.panels import edits
from bot.panels.filling.form import form_panel
from bot.panels.ids import parse
from bot.panels.master.edit_forms import MasterTable, action_of, masterly, offer_of
from bot.panels.panel import Menu
from engine.core import drafts
from engine.core.actions import MASTER, Offer
from engine.core.errors import EngineError
from engine.core.table import Table
from engine.games import rules_of
from engine.warriors.board.state import Standing
from engine.warriors.edits import SetControl, SetLoose, SetOrders, Station
from tests.core.test_differences import scenario_edits, table
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
    assert found["port:newcastle"] == "Newcastle upon Tyne (in the port)"
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
    assert told["Troops"] == "How many of each, by commas: 2 infantry, 1 gunner; or none"
    assert told["Side"] == "One of: english, french" and told["Leader"] == "A name or an id"


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
    ids = [part.id for row in panel.rows for part in ([row] if isinstance(row, Menu) else row)]
    verbs = {press.verb for id in ids if (press := parse(id))}
    assert verbs <= {"gmset", "gmout", "gmpage", "gmfind", "gmback", "gmgo"} and "gmset" in verbs


def test_what_is_left_open_stays_as_the_edit_has_it() -> None:
    at = table("warlord")
    offer = master(at).offer(MASTER, "place")
    at.act(MASTER, action_of(offer, drafts.ended(offer, {"piece": "red_knight", "square": "D9"}) or {}))
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
    assert [item["label"] for item in inputs(shown)] == ["Seat", "Siege", "Losses"]
