"""Shields are drawn from the blazons of the data."""

from itertools import combinations

from PIL import Image, ImageChops, ImageDraw, ImageOps, ImageStat

from engine.kingmaker.board.catalog import NobleCard, catalog
from render.kingmaker.heraldry.heraldry import ORDINARIES, arms, shield, shield_height
from render.kit.palette import TINCTURES
from render.kit.pen import Pen
from tests.harness.rows import rows
from tests.render.reading import colour_at, near


def test_every_noble_has_a_shield() -> None:
    nobles = {card.id for card in catalog().cards.values() if isinstance(card, NobleCard)}
    assert nobles == set(arms())
    assert all(shield(noble, 34).size == (34, shield_height(34)) for noble in nobles)


def test_no_two_shields_look_alike() -> None:
    for one, other in combinations(sorted(arms()), 2):
        apart = ImageStat.Stat(ImageChops.difference(shield(one, 34).convert("RGB"), shield(other, 34).convert("RGB")))
        assert sum(apart.mean) > 20, (one, other)


def test_percy_bears_a_blue_lion_on_gold() -> None:
    image = shield("percy", 120)
    assert near(colour_at(image, (12, 12))[:3], TINCTURES["or"])
    assert near(colour_at(image, (66, 72))[:3], TINCTURES["azure"])


def test_stafford_bears_a_red_chevron_on_gold() -> None:
    image = shield("stafford", 120)
    assert near(colour_at(image, (60, 58))[:3], TINCTURES["gules"])
    assert near(colour_at(image, (60, 20))[:3], TINCTURES["or"])


@rows("name, apart", [("chevron", 0), ("cross", 0), ("saltire", 0), ("fretty", 100), ("fess", 0), ("chief", 0)])
def test_an_ordinary_is_the_same_from_left_and_right(name: str, apart: int) -> None:
    """The lines of a fret stand a little apart from where they would in a mirror."""
    image = Image.new("RGB", (1000, 1180))
    ORDINARIES[name](Pen(ImageDraw.Draw(image), 10), TINCTURES["argent"], "engrailed")
    painted = image.convert("L").point(lambda grey: 255 * (grey > 0))
    mirrored = ImageChops.offset(ImageOps.mirror(painted), -apart, 0)
    unlike = ImageChops.difference(painted, mirrored).crop((100, 100, 800, 1100))
    assert ImageStat.Stat(unlike).mean[0] < 5 < ImageStat.Stat(painted).mean[0] < 200, "but for the edges of lines"


def test_a_bend_leads_down_from_the_upper_left() -> None:
    image = Image.new("RGB", (100, 118))
    ORDINARIES["bend"](Pen(ImageDraw.Draw(image), 1), TINCTURES["argent"], "")
    painted = image.convert("L")
    assert painted.getpixel((10, 10)) and painted.getpixel((90, 90))
    assert not painted.getpixel((90, 10)) and not painted.getpixel((10, 90))


def test_outside_the_shield_nothing_is_painted() -> None:
    assert colour_at(shield("percy", 60), (1, 68))[3] == 0
