"""Representative pictures of Warriors of God look as they should, and what is changed in them is noticed."""

import msgspec
import pytest

from engine.warriors.views import WarriorsView
from render.picture_request import PictureRequest
from render.registry import draw
from tests.render.test_looks import LIKE, unlike
from tests.render.views import WARRIORS
from tests.render.warriors_samples import NAMES, busy, changed, leader


@pytest.mark.parametrize("name", WARRIORS)
def test_a_picture_looks_as_it_should(name: str) -> None:
    assert unlike(draw("warriors", WARRIORS[name]), name) < LIKE


@pytest.mark.parametrize(
    "other",
    [
        leader("captal_de_buch", where="dead", area=""),
        leader("philippe_vi", side="english"),
        changed(score=20),
        changed(turn=9),
        changed(
            areas=[
                msgspec.structs.replace(area, control="" if area.id == "champagne" else area.control)
                for area in busy().areas
            ]
        ),
    ],
    ids=["a leader gone", "another side", "another score", "another turn", "nobody's area"],
)
def test_something_else_is_not_like_it(other: WarriorsView) -> None:
    wish = msgspec.structs.replace(WARRIORS["warriors"], view=other)
    assert unlike(draw("warriors", wish), "warriors") > LIKE


def test_the_night_is_not_like_the_day() -> None:
    assert unlike(draw("warriors", PictureRequest("map", busy(), NAMES)), "warriors-night") > LIKE
