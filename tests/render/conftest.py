"""Pictures of tests are packed as little as they can be, where nobody asks how large they are."""

from collections.abc import Iterator

import pytest

from render import picture
from render.kingmaker.map import cache
from tests.harness import BOARDS
from tests.render.reading import USUAL


@pytest.fixture(autouse=True, scope="package")
def loosely_packed() -> Iterator[None]:
    """To pack a picture takes as long as half of the drawing."""
    picture.EFFORT = 0
    yield
    picture.EFFORT = USUAL


@pytest.fixture(autouse=True, scope="package")
def boards_at_hand() -> Iterator[None]:
    """To draw the empty board of Kingmaker takes as long as twenty maps; once drawn it is kept from run to run."""
    kept = cache.kept
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "kept", lambda folder, theme: kept(folder or BOARDS, theme))
        yield
