"""How far a noble can march, told from what everybody can see (rules 2.3)."""

import msgspec
import pytest

from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import catalog
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.state import Control
from engine.kingmaker.reach import Reach, _hostile, reach
from engine.kingmaker.rules import RULES
from engine.kingmaker.views import KingmakerView
from tests.harness import as_kind
from tests.kingmaker.boards import begin, empty, put
from tests.render.samples import busy, noble, view


def test_a_march_goes_five_squares_across_country_and_no_farther_than_forest() -> None:
    found = reach(busy(), "neville")
    assert {"warwick", "coventry", "oxford"} <= found.country
    assert "york" not in found.country
    assert not found.country & found.road


def test_a_march_by_road_ends_at_a_place_that_is_not_friendly() -> None:
    seen = view(nobles=[noble("percy", "ann", Location("open:york"))])
    everything = [site for site in busy().sites if site.seat == "ann"]
    friendly = msgspec.structs.replace(seen, sites=everything)
    assert reach(seen, "percy").road <= reach(friendly, "percy").road | reach(friendly, "percy").country


def test_who_is_overseas_or_aboard_hardly_marches() -> None:
    assert len(reach(busy(), "roos").country) <= 1 + len(catalog().squares[SquareId("ireland")].orthogonal)
    assert not reach(busy(), "stanley").country


def test_an_open_town_stops_a_march_where_strangers_are_inside() -> None:
    """By the option that towns stop marches: his own do not stop him, nor does an empty town."""
    town = next(place for place in catalog().places.values() if place.kind == "open_town")
    percy = noble("percy", "ann", Location("open:york"))
    for inside, stopped in (("ann", False), ("ben", True)):
        seen = view(nobles=[percy, noble("scrope", inside, Location(f"inside:{town.id}"))], towns_stop=True)
        assert _hostile(seen, percy, town.id) is stopped
    assert not _hostile(view(nobles=[percy], towns_stop=True), percy, town.id)


@pytest.mark.parametrize("variant", ["base", "wbc", "covault"])
def test_a_noble_may_march_where_his_reach_says(variant: str) -> None:
    """From every fourth square; an area overseas takes more than a march, such as a card."""
    for start in [*catalog().squares][::4]:
        game = empty(variant=variant)
        put(game, "percy", "ann", f"open:{start}")
        put(game, "grey", "ben", "inside:hereford")
        put(game, "roos", "ann", "inside:kingston")
        for place, seat, holder in (("york", "ann", "percy"), ("coventry", "ben", "grey"), ("london", "ann", "roos")):
            game.state.control[PlaceId(place)] = Control(seat, "capture", holder if variant == "covault" else "")
        offer = next(offer for offer in begin(game, "movement").offers("ann") if offer.tag == "move")
        choices = offer.field("to").choices({"nobles": ["percy"], "pick_up": []})
        offered = {locations.square_of(choice.value) for choice in choices}
        found = reach(as_kind(KingmakerView, RULES.sight.view(game, "ann")), "percy")
        areas = {square.id for square in catalog().squares.values() if square.kind == "area"}
        assert offered - {start} - areas == (found.country | found.road) - {start} - areas, start


def test_at_sea_nobody_marches() -> None:
    game = empty()
    put(game, "percy", "ann", "open:york", "le_george")
    put(game, "grey", "ann", "aboard:le_george")
    assert reach(as_kind(KingmakerView, RULES.sight.view(game, "ann")), "grey") == Reach(frozenset(), frozenset())
