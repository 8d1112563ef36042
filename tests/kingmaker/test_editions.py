"""Figures of one's own edition of Kingmaker: read everywhere, shown in pictures, and what cannot be played refused."""

import re
from functools import partial
from random import Random
from typing import Any

import msgspec

from engine.core import redeal
from engine.core.actions import MASTER
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.files import figures
from engine.core.record import transcript
from engine.core.table import Table
from engine.core.trials import simulation
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import catalog, ours
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.edits.people_edits import Place
from engine.kingmaker.rules import RULES
from engine.kingmaker.views import KingmakerView
from render import registry
from render.picture_request import PictureRequest
from tests.harness import as_kind, own_figures, refused_figures
from tests.harness.rows import rows
from tests.kingmaker.boards import game_of

OURS = figures.written("kingmaker", "Kingmaker")
KEY = b"editions".ljust(32, b".")
SEATS = ["ann", "ben", "cat"]


own, refused = partial(own_figures, RULES), partial(refused_figures, RULES)


def test_the_file_says_how_sure_every_figure_is() -> None:
    lines = [line for line in OURS.splitlines() if " = " in line and not line.startswith(("game", "#"))]
    assert len(lines) > 1600
    assert all(re.search(r"# ours: .+, (not )?certain \(", line) for line in lines)
    assert 'odds = "3:2"  # ours: "3:2", not certain (reconstructed)' in OURS


@rows(
    "lines, says",
    [
        (("[noble.percy]", "strength = 300"), "Line 3: noble.percy.strength is 300; write a whole number from 0"),
        (("[noble.percy]", 'name = "Neville"'), "Something else is also called 'Neville'"),
        (("[place.york]", 'name = "London"'), "Line 3: Something else is also called 'London'"),
        (("[place.york]", 'name = "York @here"'), "a text of at most 24 letters in quotes"),
        (("[office.constable_of_the_tower]", "strengh = 10"), "if you mean office.constable_of_the_tower.strength"),
        (("[office.chancellor_of_england]", "bonus = 10"), "has no area of his own; write 0"),
        (("[event.plague_york]", "places = []"), "Line 3: A plague needs a place to strike"),
        (("[event.plague_york]", 'places = ["rye"]'), "Nobody can be inside Rye"),
        (("[event.plague_york]", 'places = ["camelot"]'), "event.plague_york.places"),
        (("[combat.plague_york]", 'odds = "7:1"'), 'write one of "majority", "5:4"'),
        (("[combat.plague_york]", 'nobles_killed = ["lancelot"]'), "combat.plague_york.nobles_killed"),
        (("[siege]", "lay_percent = 120"), "Nobody needs more men to besiege than to take; write 100 at most."),
        (("[place.rye]", "garrison = 10"), "Rye has no walls, so nobody fits inside; write 0."),
        (("[place.york]", "garrison = 0"), "York has walls, so it has a garrison; write 1 at least."),
        (("[place.york]", "capacity = 0"), "There is room inside York; write 1 at least."),
        (("[battle_result.battle_1_1]", "no_victory = [17, 35]"), "The numbers of 1:1 go on from 16; write [16, 35]."),
        (("[battle_result.battle_1_1]", "total_victory = [87, 99]"), "The numbers of 1:1 end with 100"),
        (("[nobles_killed]", "dies_on = [2, 2]"), "some whole numbers from 2 to 12 in brackets, each once"),
        (("[royal_death]", "results = [{ roll = 2, royal = 'henry_vi' }]"), "a row for each sum from 2 to 12"),
        (("[royal_death]", "results = [{ roll = 'two', royal = 'henry_vi' }]"), "One of its rows cannot be read"),
        (("[royal_death]", "results = 7"), "tables in braces, all of them in brackets"),
        (("[vacillating]", "larger_force_on = [1, 2, 3, 4, 5, 6]"), "some of its numbers, but not all"),
        (("[vacillating]", "chart = [{ own = 1, enemy = 1, returns_home_up_to = 3 }]"), "write own = 0 in it"),
        (
            ("[vacillating]", "chart = [{ own = 0, enemy = 1, returns_home_up_to = 3 },"
             " { own = 1, enemy = 1, returns_home_up_to = 3 }]"),
            "Put the rows in order, from the best odds to the worst",
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_with_its_line_and_the_remedy(lines: tuple[str, ...], says: str) -> None:
    said = refused(*lines)
    assert says in said, said
    assert all(re.match(r"(Line \d+|The file, [\w.-]+): ", line) for line in said.splitlines())


RAID = next(event_id for event_id, event in ours().events.items() if event.kind == "raid")


@rows(
    "calls, says",
    [
        ("[{ place = 'camelot', nobles = ['percy'] }]", "'camelot' is not a place on the map"),
        ("[{ place = 'york', nobles = ['lancelot'] }]", "'lancelot' is not one of the nobles"),
        ("[{ place = 'york' }]", "A call names nobody"),
        ("[{ place = 'york', nobles = ['percy'] }, { place = 'york', nobles = ['roos'] }]", "Two calls go to 'york'"),
        ("[{ place = 'york', nobls = ['percy'] }]", "'nobls' is not something that a row contains"),
        ("[]", "It has no rows"),
    ],
)
def test_a_call_names_who_and_where(calls: str, says: str) -> None:
    assert says in refused(f"[event.{RAID}]", f"calls = {calls}")


EDITION = own(
    "[noble.percy]",
    'name = "Hotspur"',
    "strength = 70",
    "lords = 9",
    "[place.york]",
    'name = "Eboracum"',
    "garrison = 350",
    "[square.durham]",
    'name = "Dunelm"',
    "[office.chancellor_of_england]",
    'name = "Lord Chancellor"',
    "[event.plague_york]",
    'title = "Plague in Eboracum"',
    "[combat.plague_york]",
    'odds = "4:1"',
    'nobles_killed = ["percy"]',
    f"[event.{RAID}]",
    "calls = [{ place = 'york', nobles = ['percy'] }]",
    "[battle_death.attack_fails]",
    "attacking_noble = 33",
    "[royal.henry_vi]",
    'name = "Harry the Sixth"',
)


def edition() -> Any:
    return RULES.with_figures(RULES.read_figures(EDITION))


def test_a_table_plays_and_speaks_with_its_own_figures() -> None:
    table = Table.bare(edition(), SEATS, RULES.options("base", {}), KEY)
    table.arrange(Place(noble="percy", seat="ann", at=locations.inside("york")))
    game = game_of(table)
    assert names.card(game, "percy") == "Hotspur" and forces.strength(game, "percy", "defence") == 70
    assert locations.say(game, game.noble("percy").at) == "inside Eboracum"
    assert locations.say(game, locations.open_in("durham")) == "in the open at Dunelm"
    assert names.heir(game, "henry_vi") == "Harry the Sixth"
    assert game.catalog.events[RAID].calls[0].place == "york"
    assert game.catalog.battle_deaths["attack_fails"].attacking_noble == 33
    assert table.rules.cards()["chancellor_of_england"] == "Lord Chancellor"
    assert table.rules.vocabulary(game)["york"] == "Eboracum"
    view = as_kind(KingmakerView, table.view("ann"))
    assert view.figures == game.state.figures and view.nobles[0].strength == 70
    assert next(site for site in view.sites if site.id == "york").garrison == 350
    assert catalog().places[PlaceId("york")].name == "York" and RULES.cards()["percy"] == "Percy"
    again = Table.restore(RULES, table.snapshot(), KEY)
    assert names.card(game_of(again), "percy") == "Hotspur"
    assert game_of(table.world("ben", 1)).catalog is game.catalog


def test_what_is_hidden_is_dealt_anew_and_never_the_figures() -> None:
    table = Table.new(edition(), "g", SEATS, RULES.options("base", {}), KEY)
    for seed in range(8):
        assert redeal.world(RULES, table.game, "", Random(seed)).figures == table.game.state.figures


def test_two_tables_side_by_side_keep_apart() -> None:
    theirs, plain = (Table.bare(rules, SEATS, RULES.options("base", {}), KEY) for rules in (edition(), RULES))
    for table in (theirs, plain, theirs):
        events = [
            table.act(MASTER, Place(noble="percy", seat="ann", at=Location(f"open:{at}"))) for at in ("york", "durham")
        ]
        told = " ".join(event.text for outcome in events for event in outcome.events)
        assert ("Hotspur" in told) == (table is theirs) and ("Percy" in told) == (table is plain)


@rows("variant", ["base", "wbc", "covault"])
def test_games_with_own_figures_are_played_and_replayed(variant: str) -> None:
    rules = edition()
    options = rules.options(variant, {})
    played = simulation.play(rules, options, 3, seed=5, limit=150, players=[rules.players["fickle"], RandomPlayer()])
    record = played.transcript
    assert record.figures and "Hotspur" in record.figures
    table = transcript.replay(RULES, transcript.read(transcript.write(record)))
    assert table.game.state.figures == rules.figures


# ---------------------------------------------------------------------- every name


HOUSES = {"Lancaster", "York"}
"""Places that are called like a house, of which rules speak."""


def renamed() -> dict[str, str]:
    """Another name for everything that has one, by the address of the figure."""
    places = figures.described("kingmaker").places
    named = [address for address, (_, _, field) in places.items() if field.id in ("name", "title", "style")]
    return {address: f"Zz{number}" for number, address in enumerate(named)}


def said(table: Table) -> list[str]:
    """All that people can read of a table as it stands: what is asked, offered and reported, and every choice."""
    found = [table.rules.words.headline(table.game), *table.rules.vocabulary(table.game).values()]
    found += [report(table.game, seat) for report in table.rules.words.reports.values() for seat in table.seats]
    for request in table.requests():
        found.append(request.prompt)
        for offer in table.offers(request.seat):
            found += [offer.label, offer.hint, *(field.prompt for field in offer.fields)]
            for choice in offer.fields[0].choices({offer.fields[0].name: []}) if offer.fields else ():
                found += [choice.label, choice.hint, choice.group]
    return found


@rows("variant", ["base", "wbc", "covault"])
def test_a_table_whose_names_are_all_others_says_none_of_ours(variant: str) -> None:
    own_names = renamed()
    printed = {str(figures.ours("kingmaker", address)) for address in own_names if not address.startswith("event.")}
    ours_ = sorted(printed - HOUSES, key=len)
    known = re.compile(rf"\b({'|'.join(map(re.escape, ours_))})\b")
    table = Table.new(RULES.with_figures(own_names), "g", SEATS, RULES.options(variant, {}), KEY)
    player, found = Seated(RULES.players["fickle"], 2), set[str]()
    for number in range(160):
        if table.result is not None:
            break
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        action = table.default(seat) if seat == MASTER else player.choose(table, seat)
        told = [event.text for event in table.act(seat, action).events]
        told += said(table) if number % 8 == 0 else []
        found |= {f"{hit[0]}: {text}" for text in told for hit in [known.search(text)] if hit}
    assert not found, "\n".join(sorted(found))


def drawn(kind: str, view: msgspec.Struct, **wish: Any) -> str:
    """What a picture says in words."""
    return registry.draw("kingmaker", PictureRequest(kind, view, {seat: seat for seat in SEATS}, **wish)).alt


def test_pictures_show_the_figures_of_the_edition() -> None:
    theirs, plain = (Table.bare(rules, SEATS, RULES.options("base", {}), KEY) for rules in (edition(), RULES))
    for table in (theirs, plain):
        table.arrange(Place(noble="percy", seat="ann", at=Location("inside:york")))
    for kind, wish in (("map", {}), ("faction", {"subject": "ann"})):
        said, ours_ = (drawn(kind, table.view(""), **wish) for table in (theirs, plain))
        assert "Hotspur" in said and "Percy" not in said and "Percy" in ours_ and "Hotspur" not in ours_
    card = drawn("card", msgspec.Struct(), subject="percy", figures=theirs.game.state.figures)
    assert card.startswith("Hotspur (noble; 70 men") and drawn("card", msgspec.Struct(), subject="percy") != card
    pixels = [registry.draw("kingmaker", PictureRequest("map", t.view(""), {})).png for t in (theirs, plain)]
    assert pixels[0] != pixels[1]
