"""How far a noble can march, told from what everybody can see (rules 2.3)."""

import msgspec

from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.reach import reach
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
