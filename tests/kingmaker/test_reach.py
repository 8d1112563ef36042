"""How far a noble can march, told from what everybody can see (rules 2.3)."""

import msgspec

from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.reach import _hostile, reach
from tests.render.samples import busy, noble, view


def test_a_march_goes_five_squares_across_country_and_no_farther_than_forest():
    found = reach(busy(), "neville")
    assert {"warwick", "coventry", "oxford"} <= found.country
    assert "york" not in found.country
    assert not found.country & found.road


def test_a_march_by_road_ends_at_a_place_that_is_not_friendly():
    seen = view(nobles=[noble("percy", "ann", "open:york")])
    everything = [site for site in busy().sites if site.seat == "ann"]
    friendly = msgspec.structs.replace(seen, sites=everything)
    assert reach(seen, "percy").road <= reach(friendly, "percy").road | reach(friendly, "percy").country


def test_who_is_overseas_or_aboard_hardly_marches():
    assert len(reach(busy(), "roos").country) <= 1 + len(catalog().squares["ireland"].orthogonal)
    assert not reach(busy(), "stanley").country


def test_an_open_town_stops_a_march_where_strangers_are_inside():
    """By the option that towns stop marches: his own do not stop him, nor does an empty town."""
    town = next(place for place in catalog().places.values() if place.kind == "open_town")
    percy = noble("percy", "ann", "open:york")
    for inside, stopped in (("ann", False), ("ben", True)):
        seen = view(nobles=[percy, noble("scrope", inside, f"inside:{town.id}")], towns_stop=True)
        assert _hostile(seen, percy, town.id) is stopped
    assert not _hostile(view(nobles=[percy], towns_stop=True), percy, town.id)
