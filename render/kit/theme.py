"""Themes: the map by day, on parchment, and by night, for people who read it in the dark."""

import colorsys
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from render.kit.lettering import Type
from render.kit.palette import PARCHMENT, Colour, contrast

DARKEST, LIGHTEST = 0.05, 0.94
BRIGHT = 0.55
READABLE = 4.6


class Theme(NamedTuple):
    """How the ground, the lines and the words of a map are coloured; counters look the same in all themes."""

    name: str
    tone: Callable[[Colour], Colour]

    def type(self, style: Type) -> Type:
        """Return a type style as it is set in this theme."""
        if self.tone is _same:
            return style
        return style._replace(ink=self.tone(style.ink), halo=self.tone(style.halo))


def _same(colour: Colour) -> Colour:
    return colour


@cache
def by_night(colour: Colour) -> Colour:
    """Return a colour of the same hue, dark for light and light for dark; what was dark can be read on parchment."""
    lightness, ground = _turned(colour), _lit(PARCHMENT, _turned(PARCHMENT))
    while BRIGHT < lightness < LIGHTEST and contrast(_lit(colour, lightness), ground) < READABLE:
        lightness += 0.02
    return _lit(colour, lightness)


def _turned(colour: Colour) -> float:
    light = colorsys.rgb_to_hls(*(channel / 255 for channel in colour))[1]
    return DARKEST + (LIGHTEST - DARKEST) * (1 - light)


def _lit(colour: Colour, lightness: float) -> Colour:
    hue, _, strength = colorsys.rgb_to_hls(*(channel / 255 for channel in colour))
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, strength * 0.72)
    return round(red * 255), round(green * 255), round(blue * 255)


DAY = Theme("day", _same)
NIGHT = Theme("night", by_night)
