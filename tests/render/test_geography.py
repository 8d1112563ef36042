"""Everything has its spot on the map."""

import math
from collections.abc import Callable, Mapping
from itertools import combinations

import pytest

from engine.kingmaker.board.ids import Location
from render.kingmaker.map.cache import board
from render.kingmaker.map.geography import AREA_PANELS, GLYPH_SIZES, MAP, geography, inside_polygon, project
from render.kingmaker.map.toponyms import resting_boxes, short_lines, toponyms
from render.kit.pen import Box
from tests.harness import BOARDS

LAND = geography()


def on_map(spot: tuple[float, float]) -> bool:
    return MAP.holds(Box(*spot, *spot))


def test_north_is_up_and_east_is_right() -> None:
    (x0, y0), (x1, y1) = project(-1.08, 53.96), project(1.3, 52.63)
    assert x0 < x1
    assert y0 < y1


def test_every_location_of_a_counter_has_a_spot_on_the_map() -> None:
    locations = [f"open:{square}" for square in LAND.land]
    locations += [f"inside:{place}" for place in LAND.places]
    locations += [f"port:{port}" for port in LAND.catalog.ports] + [f"sea:{sea}" for sea in LAND.sea]
    locations += [f"area:{area}" for area in AREA_PANELS]
    assert not [at for at in locations if not on_map(LAND.spot(Location(at)))]


def test_forces_in_the_open_stand_in_their_square() -> None:
    squares = [square for square in LAND.land if square not in AREA_PANELS]
    assert not [square for square in squares if not inside_polygon(LAND.stand(square), LAND.land[square])]


def test_glyphs_of_places_do_not_lie_on_each_other() -> None:
    places = [place for place in LAND.catalog.places.values() if place.kind != "area"]
    for one, other in combinations(places, 2):
        room = (min(GLYPH_SIZES[one.kind]) + min(GLYPH_SIZES[other.kind])) / 2
        assert math.dist(LAND.places[one.id], LAND.places[other.id]) > 0.8 * room, (one.id, other.id)


def test_places_stay_near_where_they_truly_are() -> None:
    assert math.dist(LAND.places["york"], project(-1.08, 53.96)) < 30


@pytest.mark.parametrize(
    "found", [lambda: board(BOARDS).names, pytest.param(resting_boxes, marks=pytest.mark.nightly)], ids=["kept", "anew"]
)
def test_on_the_empty_board_every_name_is_shown_and_none_overlaps(found: Callable[[], Mapping[str, Box]]) -> None:
    boxes = found()
    assert set(boxes) == set(toponyms())
    assert not [pair for pair in combinations(boxes, 2) if boxes[pair[0]].meets(boxes[pair[1]])]
    assert all(MAP.holds(box) for box in boxes.values())


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("York", ("York",)),
        ("Berwick-upon-Tweed", ("Berwick",)),
        ("Sheriff Hutton", ("Sheriff", "Hutton")),
        ("Newcastle upon Tyne", ("Newcastle", "upon Tyne")),
    ],
)
def test_long_names_are_shortened_or_broken(name: str, lines: tuple[str, ...]) -> None:
    assert short_lines(name) == lines
