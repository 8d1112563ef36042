"""The boards of War Lord Tourney by night, in part, and with the reach of a piece."""

import msgspec
import pytest
from PIL import ImageStat

from engine.games import GAMES
from render.kit.palette import PARCHMENT, contrast, luminance
from render.kit.theme import DAY, NIGHT
from render.picture import Picture
from render.picture_request import NothingToShow, PictureRequest
from render.registry import draw
from render.warlord.board.board import draw_board
from render.warlord.board.legend import LABEL, NAME, NOBODY, TITLE
from render.warlord.board.palette import COATS, inks
from render.warlord.location_map import draw_where
from tests.render.reading import pixels, share
from tests.render.test_warlord import corners, spot
from tests.render.warlord_samples import NAMES, busy

BASE = GAMES["warlord"].options("base", {})


def test_by_night_the_board_is_dark_and_the_pieces_are_the_same() -> None:
    light, dark = (draw("warlord", PictureRequest("map", busy(), NAMES, night=night)) for night in (False, True))
    assert mean(dark) < 0.2 < mean(light)
    for square, side in (("F1", "red"), ("G16", "blue"), ("F6", "red")):
        assert share(pixels(dark), corners(spot(square)), COATS[side].fill) > 0.3
    assert dark.alt == light.alt


def mean(picture: Picture) -> float:
    """How light a picture is on the whole, 0 to 1."""
    red, green, blue = ImageStat.Stat(pixels(picture)).mean
    return luminance((round(red), round(green), round(blue)))


def test_the_words_of_a_board_can_be_read_by_night() -> None:
    for style in (TITLE, NAME, LABEL, NOBODY):
        assert contrast(NIGHT.tone(style.ink), NIGHT.tone(PARCHMENT)) >= 4.5


def test_the_part_of_a_map_that_was_asked_for_is_drawn() -> None:
    wish = PictureRequest("map", busy(), NAMES, "red_lady", night=True)
    assert draw("warlord", wish).png == draw_where(busy(), "red_lady", (), NIGHT).png


def test_squares_within_reach_are_marked_and_told() -> None:
    seen = msgspec.structs.replace(busy(), options=BASE)
    picture = draw("warlord", PictureRequest("map", seen, NAMES, "red_footman_1", layer="reach"))
    assert picture.alt.startswith("Red Footman 1 can move to E7, F6, ")
    image, plain = pixels(picture), pixels(draw_board(seen, NAMES))
    for square in ("E7", "G8"):
        assert share(image, corners(spot(square, 8)), COATS["red"].fill) > 0.6
        assert share(plain, corners(spot(square, 8)), COATS["red"].fill) == 0


@pytest.mark.parametrize(
    ("layer", "subject", "said"),
    [
        ("gold", "", "There is no layer 'gold'; choose one of reach."),
        ("reach", "", "Name a piece on the board"),
        ("reach", "E7", "Name a piece on the board"),
        ("reach", "blue_footman_3", "Name a piece on the board"),
        ("reach", "red_footman_2", "Red Footman 2 lies stricken, and cannot move."),
    ],
)
def test_a_layer_that_cannot_be_shown_says_why(layer: str, subject: str, said: str) -> None:
    with pytest.raises(NothingToShow, match=said.replace("?", r"\?")):
        draw("warlord", PictureRequest("map", busy(), NAMES, subject, layer=layer))


def test_the_colours_of_boards_fit_a_palette_in_every_theme() -> None:
    assert max(len(inks(theme)) for theme in (DAY, NIGHT)) <= 256
