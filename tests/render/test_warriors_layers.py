"""Layers over the map of Warriors of God: where a leader can go, and where troops can be deployed (rules 6.2, 6.7)."""

import pytest
from PIL import Image

from render.kit.palette import GOLD, INK
from render.kit.pen import Pen, Point, box_about, overdraw
from render.picture import Picture
from render.picture_request import Goal, NothingToShow, PictureRequest
from render.registry import draw, layers
from render.warriors.board import geography, tracks
from render.warriors.board.base import FRAME
from render.warriors.board.land import ring
from render.warriors.board.page import BAND
from tests.render.reading import pixels, share
from tests.render.warriors_samples import NAMES, busy

TOP = BAND + tracks.SCORE


def drawn(layer: str, subject: str = "") -> Picture:
    return draw("warriors", PictureRequest("map", busy(), NAMES, subject, layer=layer))


def test_who_flees_is_named_before_the_place() -> None:
    wishes = [PictureRequest("map", busy(), NAMES, goals=(Goal(1, at, "1"),)) for at in ("talbot>anjou", "anjou")]
    one, other = (pixels(draw("warriors", wish)).tobytes() for wish in wishes)
    assert one == other


def test_goals_are_ringed_and_told() -> None:
    picture = drawn("reach", "philippe_vi")
    assert picture.alt.startswith("From Ile-de-France Philippe VI can go to Champagne (1 leader), ")
    box = geography.bounds("champagne").moved(0, TOP)
    corners = (box.left, box.top, box.right, box.bottom)
    plain = draw("warriors", PictureRequest("map", busy(), NAMES))
    assert share(pixels(picture), corners, GOLD, 8) > share(pixels(plain), corners, GOLD, 8) + 0.01


def test_a_border_that_was_cut_out_once_looks_as_if_it_were_drawn() -> None:
    plain = Image.linear_gradient("L").resize((int(FRAME.width), int(FRAME.height))).convert("RGB")
    for area in ("champagne", "england"):
        line = geography.outline(area)

        def draw(pen: Pen, line: tuple[Point, ...] = line) -> None:
            pen.polygon(line, None, INK, 11)
            pen.polygon(line, None, GOLD, 7)

        by_hand, laid = plain.copy(), plain.copy()
        overdraw(by_hand, box_about(line, 8), draw)
        ring(laid, area, (INK, 11), (GOLD, 7))
        assert by_hand.tobytes() == laid.tobytes() != plain.tobytes()


def test_who_may_not_leave_is_told() -> None:
    assert drawn("reach", "edward_iii").alt.startswith("No leader of the English may leave Normandy now.")


def test_links_are_told() -> None:
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
def test_a_layer_that_cannot_be_shown_says_why(layer: str, subject: str, said: str) -> None:
    with pytest.raises(NothingToShow, match=said):
        drawn(layer, subject)


def test_the_layers_are_found_by_the_game() -> None:
    assert list(layers("warriors")) == ["reach", "links"]
