"""Lines as nature draws them: coasts and borders that wobble, always in the same way."""

import random
from itertools import pairwise

from render.kit.pen import Point

FINENESS = 4
"""How often each part of a line is halved."""


def wobbled(line: list[Point], chance: random.Random, rough: float) -> list[Point]:
    """Displace the middles of a line again and again, ever less."""
    for _ in range(FINENESS):
        finer = [line[0]]
        for (x0, y0), (x1, y1) in pairwise(line):
            sway = chance.uniform(-rough, rough)
            finer += [((x0 + x1) / 2 - (y1 - y0) * sway, (y0 + y1) / 2 + (x1 - x0) * sway), (x1, y1)]
        line = finer
    return line
