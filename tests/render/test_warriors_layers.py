"""Layers over the map of Warriors of God: where a leader can go, and where troops can be deployed (rules 6.2, 6.7)."""

import pytest

from engine.warriors.edits import SetAggressor, SetControl, Station
from engine.warriors.reach import links, reach
from engine.warriors.views import WarriorsView
from render.drawers import draw, layers
from render.kit.palette import GOLD
from render.warriors.board import geography, tracks
from render.warriors.board.page import BAND
from render.wish import NothingToShow, Wish
from tests.render.reading import pixels, share
from tests.render.warriors_samples import NAMES, busy
from tests.warriors.tables import table

TOP = BAND + tracks.SCORE


def seen(*edits) -> WarriorsView:
    return table(*edits).view("")


def test_so_many_leaders_cross_a_border_at_once():
    leaders = [Station(id, "champagne") for id in ("philippe_vi", "jean_ii", "charles_v", "louis_dampierre")]
    found = reach(seen(*leaders), "champagne", "french")
    assert found == {
        "burgundy": 2, "ile_de_france": 3, "lorraine": 2, "luxembourg": 1, "orleanais": 2, "picardy": 2,
    }  # fmt: skip


def test_the_sea_is_crossed_by_two_from_england_in_english_hands():
    army = [Station(id, "england") for id in ("edward_iii", "john_chandos")]
    assert reach(seen(*army), "england", "english")["normandy"] == 1
    assert reach(seen(*army, SetControl(["england"], "english")), "england", "english")["normandy"] == 2
    assert reach(seen(*army, SetControl(["normandy"], "english")), "england", "english")["normandy"] == 2


def test_as_many_stay_as_there_are_enemies():
    both = [Station("edward_iii", "anjou"), Station("john_chandos", "anjou"), Station("philippe_vi", "anjou")]
    view = seen(*both, SetAggressor("anjou", "english"))
    assert set(reach(view, "anjou", "english").values()) == {1} and reach(view, "anjou", "french") == {}


def test_troops_go_from_area_to_area_but_over_no_obstructed_border_and_for_the_french_not_by_sea():
    held = ["england", "scotland", "wales", "normandy"]
    english, french = (links(seen(SetControl(held, side)), side) for side in ("english", "french"))
    assert frozenset(("england", "wales")) in english & french
    assert frozenset(("england", "scotland")) not in english | french
    assert frozenset(("england", "normandy")) in english - french
    assert frozenset(("england", "ireland")) in english - french


def drawn(layer: str, subject: str = ""):
    return draw("warriors", Wish("map", busy(), NAMES, subject, layer=layer))


def test_goals_are_ringed_and_told():
    picture = drawn("reach", "philippe_vi")
    assert picture.alt.startswith("From Ile-de-France Philippe VI can go to Champagne (1 leader), ")
    box = geography.bounds("champagne").moved(0, TOP)
    corners = (box.left, box.top, box.right, box.bottom)
    plain = draw("warriors", Wish("map", busy(), NAMES))
    assert share(pixels(picture), corners, GOLD, 8) > share(pixels(plain), corners, GOLD, 8) + 0.01


def test_who_may_not_leave_is_told():
    assert drawn("reach", "edward_iii").alt.startswith("Nobody of the English may leave Normandy now.")


def test_links_are_told():
    alt = drawn("links").alt
    assert "Linked for the English: England and Ireland; England and Wales;" in alt
    assert "Linked for the French: Champagne and Ile-de-France; Ile-de-France and Normandy." in alt


@pytest.mark.parametrize(
    ("layer", "subject", "said"),
    [
        ("gold", "", "There is no layer 'gold'; choose one of reach, links."),
        ("reach", "", "Name a leader or an area"),
        ("reach", "poitou", "Nobody stands in Poitou"),
        ("reach", "jean_ii", "Jean II sits in prison"),
    ],
)
def test_a_layer_that_cannot_be_shown_says_why(layer, subject, said):
    with pytest.raises(NothingToShow, match=said):
        drawn(layer, subject)


def test_the_layers_are_found_by_the_game():
    assert list(layers("warriors")) == ["reach", "links"]
