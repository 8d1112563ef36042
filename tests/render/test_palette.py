"""The factions can be told apart by anybody: by colour, by shape and by letter."""

import math
from collections.abc import Mapping
from itertools import combinations

import pytest

from render.kit.palette import (
    INK,
    LIVERIES,
    PARCHMENT,
    ROSES,
    SEA,
    STONE,
    WHITE,
    Colour,
    Livery,
    contrast,
    printing_colours,
)

# Severity 1.0 matrices of Machado, Oliveira and Fernandes (2009), for linear RGB.
SIGHTS = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
NOTICEABLE = 25.0
"""A difference in CIE Lab at which large patches are plainly different."""


def linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def lab(rgb: list[float]) -> tuple[float, float, float]:
    red, green, blue = rgb
    xyz = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def seen(colour: Colour, sight: str) -> tuple[float, float, float]:
    light = [linear(channel) for channel in colour]
    rows = [sum(part * value for part, value in zip(row, light, strict=True)) for row in SIGHTS[sight]]
    return lab([min(1.0, max(0.0, value)) for value in rows])


def difference(one: Colour, other: Colour, sight: str) -> float:
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return math.sqrt(sum((a - b) ** 2 for a, b in pairs))


def alike(colours: Mapping[str, Colour]) -> list[tuple[str, str, str]]:
    """Return those of which somebody cannot tell the colours apart, with his sight."""
    return [
        (one, other, sight)
        for one, other in combinations(colours, 2)
        for sight in SIGHTS
        if difference(colours[one], colours[other], sight) <= NOTICEABLE
    ]


def test_any_two_factions_differ_in_colour() -> None:
    assert not alike({livery.colour_name: livery.fill for livery in LIVERIES})


def test_what_some_cannot_tell_apart_is_named() -> None:
    found = alike({"red": LIVERIES[0].fill, "rose": LIVERIES[0].fill, "white": WHITE})
    assert found == [("red", "rose", sight) for sight in SIGHTS]


def test_shapes_and_letters_are_all_different() -> None:
    assert len({livery.shape for livery in LIVERIES}) == len({livery.letter for livery in LIVERIES}) == 7


@pytest.mark.parametrize("livery", LIVERIES, ids=lambda livery: livery.colour_name)
def test_writing_on_a_faction_colour_can_be_read(livery: Livery) -> None:
    assert contrast(livery.ink, livery.fill) >= 4.5


@pytest.mark.parametrize("ground", [PARCHMENT, SEA, STONE])
def test_ink_can_be_read_on_every_ground(ground: Colour) -> None:
    assert contrast(INK, ground) >= 7


def test_the_roses_are_red_and_white() -> None:
    red, white = ROSES["lancaster"], ROSES["york"]
    assert red[0] > 2 * max(red[1:])
    assert min(white) > 240
    assert all(difference(red, white, sight) > 40 for sight in SIGHTS)
    assert contrast(WHITE, INK) > 7


def test_the_printing_colours_fit_a_palette() -> None:
    tones = printing_colours()
    assert len(tones) == len(set(tones)) <= 256
    assert {livery.fill for livery in LIVERIES} <= set(tones)
