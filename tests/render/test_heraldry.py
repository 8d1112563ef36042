"""Shields are drawn from the blazons of the data."""

from itertools import combinations

from PIL import ImageChops, ImageStat

from engine.kingmaker.board.catalog import NobleCard, catalog
from render.kingmaker.heraldry.heraldry import arms, shield, shield_height
from render.kit.palette import TINCTURES
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


def test_outside_the_shield_nothing_is_painted() -> None:
    assert colour_at(shield("percy", 60), (1, 68))[3] == 0
