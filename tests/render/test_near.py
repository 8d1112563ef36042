"""The picture of a turn: cut to where something has happened, all of it where that is much."""

from pathlib import Path

import pytest

from engine.core.events import Event
from engine.core.trials import proof
from engine.games import GAMES
from render import registry
from render.picture import Picture
from render.picture_request import PictureRequest
from render.registry import draw
from tests.harness import BOARDS

POSITIONS = Path(__file__).parents[2] / "docs" / "positions"


def picture(game: str, *track: str, near: bool = True) -> Picture:
    table = proof.read((POSITIONS / f"{game}.toml").read_text(), GAMES).table
    changes = (Event("noted", "", track=track),)
    names = {seat: seat.title() for seat in table.seats}
    return draw(game, PictureRequest("map", table.view(""), names, "", changes, BOARDS, near=near))


@pytest.mark.parametrize(
    ("game", "here", "everywhere"),
    [
        ("kingmaker", ("open:york", "inside:helmsley"), ("open:berwick", "inside:plymouth", "inside:calais")),
        ("warlord", ("G9", "H10"), ("A1", "L16")),
    ],
)
def test_a_large_map_is_cut_to_where_something_has_happened(
    game: str, here: tuple[str, ...], everywhere: tuple[str, ...]
) -> None:
    whole, part = picture(game, *here, near=False), picture(game, *here)
    assert part.width * part.height < 0.6 * whole.width * whole.height and part.alt == whole.alt
    assert picture(game, *everywhere).height == whole.height == picture(game).height
    assert registry.crops(game)


def test_a_small_board_is_shown_whole() -> None:
    assert not registry.crops("lancaster")
