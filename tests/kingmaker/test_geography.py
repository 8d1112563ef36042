"""The lie of the land and of the sea."""

from collections.abc import Mapping
from itertools import pairwise

from engine.core.dice import Dice
from engine.kingmaker.board import locations
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import CornerRuling, catalog
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, sites, way_home
from engine.kingmaker.board.state import Control, Ship
from engine.kingmaker.events import landfall
from engine.kingmaker.rules import RULES
from engine.kingmaker.ships import harbours
from engine.kingmaker.ships.shipping import STEPS_BY_SEA
from tests.harness.rows import rows
from tests.kingmaker import boards

BOOK = catalog()


def game(**changes: object) -> Kingmaker:
    """An empty game with the base options and these changes."""
    return RULES.bare("test", ["ann", "ben"], RULES.options("base", changes), Dice(bytes(32), "test"))


def test_neighbours_are_neighbours_of_each_other() -> None:
    for setting in ({}, {"diagonal_overrides": "wbc"}, {"cheviots_crossing": True}):
        near = geography.touching(game(**setting))
        assert all(here in near[there] for here, found in near.items() for there in found)


def test_corners_count_like_edges() -> None:
    assert "cleveland" in geography.neighbours(game(), SquareId("durham"))
    assert "hexham" in geography.neighbours(game(), SquareId("durham"))


@rows("ruling", BOOK.corner_rulings)
def test_the_tournament_rules_on_corners(ruling: CornerRuling) -> None:
    one, other = ruling.squares
    touch = other in geography.neighbours(game(diagonal_overrides="wbc"), one)
    assert touch == ruling.connected


def test_the_cheviots_are_crossed_only_where_the_table_says_so() -> None:
    gates = {"berwick", "cheviot", "redesdale", "bewcastle", "carlisle"}
    assert geography.neighbours(game(), SquareId("scotland")) == []
    assert set(geography.neighbours(game(cheviots_crossing=True), SquareId("scotland"))) == gates


def test_the_strait_of_menai_is_for_first_steps() -> None:
    assert geography.touching(game())[SquareId("anglesey")] == ["caernarvon"]
    assert geography.touching(game(), underway=True)[SquareId("anglesey")] == []


def test_distances_leave_forest_aside_and_know_no_way_over_the_sea() -> None:
    table = game()
    assert geography.land_distance(table, SquareId("london"), SquareId("london")) == 0
    assert geography.land_distance(table, SquareId("durham"), SquareId("newcastle")) == 1
    assert geography.land_distance(table, SquareId("harlech"), SquareId("eifionydd")) == 2
    assert geography.land_distance(table, SquareId("london"), SquareId("wight")) is None


def test_the_nearest_place_is_the_first_by_id_among_equals() -> None:
    table = game()
    assert (
        geography.nearest(table, SquareId("durham"), [PlaceId("york"), PlaceId("newcastle"), PlaceId("carisbrooke")])
        == "newcastle"
    )
    assert geography.nearest(table, SquareId("rye"), [PlaceId("sandwich"), PlaceId("dover")]) == "dover"
    assert geography.nearest(table, SquareId("durham"), []) == ""


def test_every_port_opens_to_the_sea_that_names_it() -> None:
    for place, port in BOOK.ports.items():
        assert all(place in geography.ports_on(name) for name in port.sea)


def test_a_course_takes_single_steps_and_touches_no_port_on_the_way() -> None:
    for start in ("port:london", "sea:dover_strait", "port:ireland"):
        for end, steps in geography.voyages(start).items():
            track = geography.course(start, end)
            assert len(track) == steps + 1
            assert all(there in geography.sea_steps(here) for here, there in pairwise(track))
            assert all(locations.kind(at) == "sea" for at in track[1:-1])


def test_from_wherever_a_ship_is_it_reaches_a_port_of_the_mainland_that_nobody_can_close() -> None:
    open_to_all = [port for port in BOOK.ports if BOOK.places[port].kind == "unfortified_town"]
    assert all(BOOK.places[port].mainland for port in open_to_all)
    for at in (*map(locations.port, BOOK.ports), *map(locations.sea, BOOK.seas)):
        far = geography.voyages(at)
        assert min(far[locations.port(port)] for port in open_to_all if locations.port(port) != at) <= STEPS_BY_SEA, at


def test_sailing_costs_a_step_from_port_to_sea_and_from_sea_to_port() -> None:
    assert geography.sea_distance(Location("port:dover"), Location("port:calais")) == 2
    assert geography.sea_distance(Location("port:dover"), Location("sea:dover_strait")) == 1
    assert geography.sea_distance(Location("sea:bude_bay"), Location("port:barnstaple")) == 2


def ship_at(table: Kingmaker, at: str, control: Mapping[str, str]) -> str:
    """Put a ship of Ann's on the map, and these places into the hands of seats."""
    cards.enter(table, "percy", "ann", Location("open:york"))
    cards.attach(table, "le_george", "percy")
    table.state.ships["le_george"] = Ship(Location(at))
    table.state.control |= {PlaceId(place): Control(seat, "capture") for place, seat in control.items()}
    return "le_george"


def test_a_storm_leaves_the_choice_between_equally_near_ports() -> None:
    """BASE-EVT-12: Bude Bay is two steps from unfortified Barnstaple and from Swansea."""
    table = game()
    assert landfall.nearest(table, ship_at(table, "sea:bude_bay", {"swansea": "ben"})) == ["barnstaple"]
    table = game()
    own = ship_at(table, "sea:bude_bay", {"swansea": "ann"})
    assert landfall.nearest(table, own) == ["barnstaple", "swansea"]


def test_areas_are_ports_that_let_everybody_in() -> None:
    table = game()
    ship = ship_at(table, "sea:dublin_sea", {})
    assert harbours.may_enter_port(table, ship, PlaceId("ireland"))
    assert not harbours.may_enter_port(table, ship, PlaceId("chester"))
    assert landfall.nearest(table, ship) == ["ireland"]


def test_a_ship_that_nobody_commands_may_enter_only_what_is_open_to_all() -> None:
    table = game()
    ship = ship_at(table, "sea:dover_strait", {"dover": "ben", "calais": "ann"})
    forces.put_back(table, "percy", NOWHERE, 0)
    forces.make_captive(table, "percy", "ben")
    assert harbours.may_enter_port(table, ship, PlaceId("sandwich"))
    assert not harbours.may_enter_port(table, ship, PlaceId("dover"))
    assert not harbours.may_enter_port(table, ship, PlaceId("calais"))


def test_who_is_freed_goes_to_a_home_castle_before_a_nearer_fortress() -> None:
    """Lathom is another's; Chester is nearer to it than Douglas on Man is. [BASE-CAP-5]"""
    table = boards.empty()
    boards.put(table, "stanley", "ann", Location("open:wells"))
    sites.capture(table, PlaceId("lathom"), "ben")
    sites.capture(table, PlaceId("chester"), "ann")
    assert way_home.nearest_fortress(table, "stanley") == "chester"
    assert way_home.return_place(table, "stanley") == "inside:douglas"
    assert way_home.return_place(table, "stanley", but=PlaceId("douglas")) == "inside:chester"
