"""Pictures of every kind look as they should, and each sign that is gone from one is missed."""

from importlib import import_module

import msgspec
import pytest

from engine.games import GAMES, PACKAGES
from render.picture_request import PictureRequest
from render.registry import draw
from tests.harness.rows import rows
from tests.render import warriors_samples
from tests.render.likenesses import FOLDER, LIKE, LIKENESSES, unlike
from tests.render.signs import missed, signs, witnesses
from tests.render.warriors_samples import busy, changed, leader

UNSEEN = {
    "render.kingmaker.map.counters._nothing": "An overseas area has nothing behind its counters.",
    "render.kingmaker.map.relief.draw_waves": "Fine lines in nearly the colour of the sea.",
    "render.kingmaker.map.strongholds.area": "An overseas area has no glyph.",
}
"""Signs that no likeness is without, with the reason."""

SOME = 12
"""By day one sign in so many is taken out of its picture, at night each."""


@rows("name", LIKENESSES)
def test_a_picture_looks_as_it_should(name: str) -> None:
    far = unlike(LIKENESSES[name].draw(), name)
    assert far <= LIKE, f"{name} is off its likeness by {far}. If it should be, run python -m tests.render."


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_picture_has_a_likeness(game: str) -> None:
    pictures = import_module(PACKAGES[game].pictures)
    known = {one.kind for one in LIKENESSES.values() if one.game == game}
    lacking = {*pictures.PICTURES, *getattr(pictures, "STORIES", ())} - known
    assert not lacking, "Give each a likeness: MAKERS of tests/render/likenesses.py, then python -m tests.render."


def test_no_likeness_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.webp")} == set(LIKENESSES)


def test_every_sign_has_a_picture_that_would_miss_it() -> None:
    found = witnesses()
    assert set(found) == set(signs()), "Run python -m tests.render."
    assert {sign for sign, name in found.items() if not name} == set(UNSEEN)


@pytest.mark.parametrize("every", [SOME, pytest.param(1, marks=pytest.mark.nightly)], ids=["by day", "at night"])
def test_a_sign_that_is_gone_is_missed(every: int) -> None:
    seen = [(sign, name) for sign, name in witnesses().items() if (name and name != "kingmaker-board") or every == 1]
    assert [sign for sign, name in seen[::every] if name and not missed(sign, name)] == []


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
def test_another_view_is_not_like_it(other: msgspec.Struct) -> None:
    wish = PictureRequest("map", other, warriors_samples.NAMES, changes=tuple(warriors_samples.CHANGES))
    assert unlike(draw("warriors", wish), "warriors-map") > LIKE
