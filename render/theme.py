"""Themes: the map by day, on parchment, and by night, for people who read it in the dark."""

import colorsys
from collections.abc import Callable
from typing import NamedTuple

from render.lettering import Type
from render.palette import Colour

DARKEST, LIGHTEST = 0.055, 0.93


class Theme(NamedTuple):
    """How the ground, the lines and the words of a map are coloured; counters look the same in all themes."""

    name: str
    tone: Callable[[Colour], Colour]

    def type(self, style: Type) -> Type:
        """Return a type style as it is set in this theme."""
        return style._replace(ink=self.tone(style.ink), halo=self.tone(style.halo))


def _same(colour: Colour) -> Colour:
    return colour


def by_night(colour: Colour) -> Colour:
    """Return a colour of the same hue, dark for light and light for dark."""
    hue, light, strength = colorsys.rgb_to_hls(*(channel / 255 for channel in colour))
    turned = DARKEST + (LIGHTEST - DARKEST) * (1 - light)
    red, green, blue = colorsys.hls_to_rgb(hue, turned, strength * 0.72)
    return round(red * 255), round(green * 255), round(blue * 255)


DAY = Theme("day", _same)
NIGHT = Theme("night", by_night)
