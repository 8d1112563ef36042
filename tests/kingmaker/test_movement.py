"""Movement, where a scenario cannot say it well: every way against a plain search, every offer against the gate."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from engine.core.actions import Action
from engine.core.drafts import admits
from engine.core.errors import Illegal
from engine.core.table import Table
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.board.state import March
from engine.kingmaker.edits import card_edits, edits, map_edits, people_edits
from engine.kingmaker.movement import (
    embarking,
    goals,
    land,
    landing,
    movement,
    permissions,
    resuming,
    sailing,
    take_charge,
    ways,
)
from engine.kingmaker.rules import RULES
from tests.harness.rows import rows
from tests.kingmaker.boards import empty

BOOK = catalog()
KEY = bytes(range(32))


def table(*laid_out: Action, **changes: object) -> Table:
    """A table with these edits made, at the start of Ann's Movement phase."""
    opened = Table.bare(RULES, ["ann", "ben", "cat"], RULES.options("base", changes), KEY)
    for edit in (*laid_out, edits.Goto("ann", "movement")):
        opened.act("master", edit)
    return opened


def game_of(opened: Table) -> Kingmaker:
    """The game behind a table."""
    assert isinstance(opened.game, Kingmaker)
    return opened.game


# ---------------------------------------------------------------------- ways


def walks(game: Kingmaker, start: str) -> Iterator[str]:
    """Where a plain walk of up to five squares can end: the rule said again, step by step."""
    here = {start}
    for step in range(resuming.STEPS_ACROSS_COUNTRY):
        goes_on = {square for square in here if step == 0 or BOOK.squares[SquareId(square)].terrain != "forest"}
        here = {there for square in goes_on for there in geography.touching(game, underway=step > 0)[SquareId(square)]}
        yield from here


@rows("start", ["copeland", "york", "harlech", "caernarvon", "rye", "cheviot", "anglesey"])
def test_across_country_as_a_plain_walk(start: str) -> None:
    game = game_of(table(people_edits.Place("clifford", Location(f"open:{start}"), "ann")))
    found = set(ways.across_country(game, ["clifford"], frozenset()))
    assert found == {start, *walks(game, start)}


@rows("start", ["london", "york", "bristol", "gloucester", "carlisle"])
def test_a_road_is_followed_step_by_step_until_something_hostile(start: str) -> None:
    friendly = [map_edits.SetControl(PlaceId(place), "ann") for place in ("london", "newark", "york", "bristol")]
    game = game_of(table(people_edits.Place("clifford", Location(f"open:{start}"), "ann"), *friendly))
    hostile = ways.hostile(game, "ann")
    found = ways.by_road(game, ["clifford"], frozenset(), hostile)
    assert len(found) > 2
    for square, several in found.items():
        for way in several:
            assert way.squares[0] == start
            assert way.squares[-1] == square
            for here, there in pairwise(way.squares):
                assert any(there in geography.along(road, here) for road in BOOK.squares[here].roads)
            for passed in way.squares[1:-1]:
                roads = BOOK.squares[passed].roads
                assert any(hostile.isdisjoint(geography.roadside(road, passed)) for road in roads)


def test_roads_are_changed_where_two_meet_unless_a_place_of_either_stops() -> None:
    """RULING 58: from Rochester by the Dover road to London, and on by any other road unless London stops it."""
    game = game_of(table(people_edits.Place("clifford", Location("open:rochester"), "ann")))
    assert "york" in ways.by_road(game, ["clifford"], frozenset(), frozenset())
    stopped = ways.by_road(game, ["clifford"], frozenset(), frozenset({PlaceId("london")}))
    assert [way.halted for way in stopped[SquareId("london")]] == [True]
    assert set(stopped) == {"london", "canterbury", "dover"}


def test_a_move_fetches_several_heirs_by_the_shortest_way_past_all() -> None:
    opened = table(
        people_edits.Place("clifford", Location("open:airedale"), "ann"),
        people_edits.SetHeir("margaret_of_anjou", at=Location("open:whalley")),
        people_edits.SetHeir("george_of_clarence", at=Location("open:wensleydale")),
    )
    outcome = opened.act(
        "ann", land.Move(["clifford"], Location("open:skipton"), ["margaret_of_anjou", "george_of_clarence"])
    )
    moved = next(event for event in outcome.events if event.kind == "moved")
    assert {"open:whalley", "open:wensleydale"} <= set(moved.track)
    assert moved.track[-1] == "open:skipton"
    state = game_of(opened).state
    assert {state.heirs[heir].noble for heir in ("margaret_of_anjou", "george_of_clarence")} == {"clifford"}


def test_a_force_fetches_an_heir_from_a_place_too_small_for_all_of_it() -> None:
    opened = table(
        *(
            people_edits.Place(noble, Location("open:airedale"), "ann")
            for noble in ("percy", "neville", "mowbray", "roos")
        ),
        card_edits.Give("marshal_of_england", "percy"),
        card_edits.Give("chancellor_of_england", "neville"),
        map_edits.SetControl(PlaceId("skipton"), "ann"),
        people_edits.SetHeir("margaret_of_anjou", at=Location("inside:skipton")),
    )
    everybody = ["percy", "neville", "mowbray", "roos"]
    outcome = opened.act("ann", land.Move(everybody, Location("open:skipton"), ["margaret_of_anjou"]))
    moved = next(event for event in outcome.events if event.kind == "moved")
    assert moved.track == ("open:airedale", "inside:skipton", "open:skipton")
    assert game_of(opened).heir("margaret_of_anjou").noble == "percy"


# ---------------------------------------------------------------------- the phase


def test_a_phase_with_nothing_to_order_ends_by_itself() -> None:
    opened = table(
        people_edits.Place("clifford", Location("inside:skipton"), "ann"),
        map_edits.SetControl(PlaceId("skipton"), "ann"),
        people_edits.Place("percy", Location("open:skipton"), "ben"),
        card_edits.Give("marshal_of_england", "percy"),
        map_edits.LaySiege(PlaceId("skipton"), "ben"),
    )
    assert game_of(opened).state.turn.phase != "movement"


def test_an_order_stands_once_something_else_has_happened_to_who_moved() -> None:
    opened = table(people_edits.Place("clifford", Location("open:skipton"), "ann"))
    opened.act("ann", land.Move(["clifford"], Location("open:airedale")))
    assert "take_back" in {offer.tag for offer in opened.offers("ann")}
    opened.act("master", people_edits.Place("clifford", Location("open:whalley")))
    with pytest.raises(Illegal):
        opened.act("ann", movement.TakeBack())
    assert game_of(opened).noble("clifford").at == "open:whalley"


def test_the_undo_button_of_an_older_panel_is_for_its_own_order() -> None:
    opened = table(people_edits.Place("clifford", Location("open:skipton"), "ann"))
    stamps = []
    for goal in ("open:airedale", "open:whalley"):
        opened.act("ann", land.Move(["clifford"], Location(goal)))
        stamps.append(opened.stamp("ann"))
        opened.act("ann", movement.TakeBack())
    assert stamps[0] != stamps[1]


def test_a_phase_is_saved_and_taken_up_with_its_questions_and_orders() -> None:
    opened = table(
        people_edits.Place("clifford", Location("open:richmond"), "ann"),
        people_edits.Place("percy", Location("open:york"), "ben"),
        map_edits.SetControl(PlaceId("durham"), "ben"),
    )
    opened.act("ann", permissions.Ask("durham", "enter"))
    opened.act("ann", land.Move(["clifford"], Location("open:durham")))
    again = Table.restore(RULES, opened.snapshot(), KEY)
    assert {request.seat for request in again.requests()} == {"ann", "ben"}
    again.act("ann", movement.TakeBack())
    again.act("ben", permissions.Allow("durham", "ann", "enter"))
    again.act("ann", land.Move(["clifford"], Location("inside:durham")))
    assert game_of(again).noble("clifford").at == "inside:durham"


def test_no_ship_forces_a_port_in_the_kings_peace() -> None:
    opened = table(
        *(people_edits.Place(noble, Location("open:rye"), "ann") for noble in ("percy", "neville", "mowbray")),
        card_edits.Give("le_george", "percy"),
        card_edits.Give("le_trinity", "neville"),
        *(map_edits.SetShip(ship, Location("port:rye")) for ship in ("le_george", "le_trinity")),
        people_edits.Place("percy", Location("aboard:le_george")),
        *(people_edits.Place(noble, Location("aboard:le_trinity")) for noble in ("neville", "mowbray")),
    )
    game, fleet = game_of(opened), ["le_george", "le_trinity"]
    sailing.check_voyage(game, "ann", fleet, Location("port:calais"))
    game.state.peace[SquareId("calais")] = "ben"
    with pytest.raises(Illegal, match="King's Peace"):
        sailing.check_voyage(game, "ann", fleet, Location("port:calais"))


# ---------------------------------------------------------------------- offers and the gate agree


def crowded() -> list[Action]:
    """Nobles, ships and heirs close together along the coast of Kent and in the north."""
    return [
        map_edits.SetControl(PlaceId("dover"), "ann"),
        map_edits.SetControl(PlaceId("durham"), "ben"),
        map_edits.SetControl(PlaceId("newcastle"), "cat"),
        *(people_edits.Place(noble, Location("open:rye"), "ann") for noble in ("percy", "roos", "neville")),
        *(people_edits.Place(noble, Location("inside:dover"), "ann") for noble in ("hastings", "mowbray")),
        people_edits.Place("scrope", Location("open:durham"), "ann"),
        people_edits.Place("howard", Location("inside:dover"), "ben"),
        people_edits.Place("talbot", Location("inside:durham"), "ben"),
        people_edits.Place("stanley", Location("open:newcastle"), "cat"),
        *(card_edits.Give(card, "roos") for card in ("le_george", "le_gabriel")),
        card_edits.Give("le_swan", "scrope"),
        card_edits.Give("le_trinity", "talbot"),
        map_edits.SetShip("le_george", Location("port:rye")),
        map_edits.SetShip("le_gabriel", Location("port:rye")),
        map_edits.SetShip("le_swan", Location("sea:dover_strait")),
        map_edits.SetShip("le_trinity", Location("port:dover")),
        people_edits.Place("bourchier", Location("open:rye"), "ann"),
        people_edits.Place("bourchier", Location("aboard:le_swan")),
        people_edits.SetHeir("margaret_of_anjou", at=Location("open:rye")),
        people_edits.SetHeir("george_of_clarence", at=Location("inside:dover")),
        people_edits.SetHeir("edward_of_march", at=Location("open:ashford")),
        people_edits.SetHeir("richard_of_york", noble="howard"),
        card_edits.Retain("free_move_1", "ann"),
    ]


def guesses(game: Kingmaker, chance: Random) -> Iterator[Action]:
    """Orders of every kind, most of them nonsense."""
    nobles, ships, heirs = list(game.state.nobles), list(game.state.ships), list(game.state.heirs)
    near = ["open:rye", "open:dover", "inside:dover", "inside:rye", "open:ashford", "open:durham", "inside:durham"]
    near += ["area:continent", "open:calais", "inside:calais", "open:canterbury", "inside:london", "open:york", ""]
    seaward = ["port:dover", "port:sandwich", "port:calais", "port:rye", "port:continent", "sea:rye_bay", "port:london"]

    def some(among: list[str]) -> list[str]:
        return chance.sample(among, min(len(among), chance.choice((0, 1, 1, 1, 2, 3))))

    fellows = [n for n in nobles if game.noble(n).at == game.noble(chance.choice(nobles)).at] or nobles
    yield land.Move(some(fellows), Location(chance.choice(near)), some(heirs) if chance.random() < 0.5 else [])
    yield take_charge.TakeCharge(chance.choice(heirs), chance.choice(nobles))
    yield embarking.Embark(chance.choice(ships), some(nobles))
    yield sailing.Sail(
        some(ships), Location(chance.choice(seaward)), Location(chance.choice(near) if chance.random() < 0.4 else "")
    )
    yield landing.Land(chance.choice(ships), Location(chance.choice(near)), some(nobles))
    yield movement.Regroup(some(fellows))
    yield movement.FreeMove(chance.choice(nobles + ships))
    yield movement.TakeBack()
    site, purpose = chance.choice(["dover", "durham", "newcastle", "york"]), chance.choice(list(permissions.PURPOSES))
    yield permissions.Ask(site, purpose)
    yield permissions.Allow(site, chance.choice(game.state.seats), purpose)
    yield permissions.Refuse(site, purpose)
    yield permissions.PutOut(some(nobles))


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.nightly) for n in (2, 3))])
def test_what_is_offered_is_accepted_and_nothing_else(seed: int) -> None:
    chance, opened = Random(seed), table(*crowded())
    start, accepted = opened.snapshot(), 0
    for _ in range(12):
        for guess in guesses(game_of(opened), chance):
            for seat in opened.seats:
                before = opened.snapshot()
                offered = any(admits(offer, guess) for offer in opened.offers(seat))
                try:
                    opened.act(seat, guess)
                except Illegal as refusal:
                    assert not offered, f"{seat} is offered {guess}, but: {refusal}"
                    assert opened.snapshot() == before
                else:
                    assert offered, f"{seat} is not offered {guess}, but it is accepted"
                    accepted += 1
        if game_of(opened).state.turn.phase != "movement":
            opened = Table.restore(RULES, start, KEY)
    assert accepted > 5


def test_every_destination_offered_is_reached() -> None:
    opened = table(*crowded())
    start = opened.snapshot()
    for noble in ("percy", "hastings", "scrope"):
        places = list(land.destinations(game_of(opened), "ann", [noble]))
        assert places
        for at in places:
            opened.act("ann", land.Move([noble], at))
            game = game_of(opened)
            assert game.noble(noble).at == at
            assert locations.kind(at) != "inside" or sites.friendly(game, PlaceId(locations.name(at)), "ann")
            opened = Table.restore(RULES, start, KEY)


@pytest.mark.rule("BASE-MOV-4")
def test_who_has_begun_by_road_and_who_has_begun_across_country_do_not_go_on_together() -> None:
    opened = table(
        *(people_edits.Place(noble, Location("open:york"), "ann") for noble in ("percy", "neville", "scrope"))
    )
    marches = game_of(opened).state.turn.marches
    marches["percy"] = March("road", 1, over=False, onward=True)
    marches["neville"] = March("country", 1, over=False, onward=True)
    assert {one.value for one in opened.complete("ann", "move", {}, "nobles")} == {"neville", "percy", "scrope"}
    found = opened.complete("ann", "move", {"nobles": ["percy"]}, "nobles")
    assert [one.value for one in found] == ["scrope"]


def test_of_two_fortresses_in_a_square_the_one_of_its_name_comes_first() -> None:
    game = empty()
    (end,) = goals.choices(game, "ann", {Location("open:leicester"): 0}, str)
    assert end.label == "Leicester: neutral garrison of 200, the castle Groby (neutral garrison of 100)"
