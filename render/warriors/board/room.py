"""Where there is room on the map: what a box would cover of which area, of other land, and of the sea."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from render.kit.pen import Box, Point
from render.warriors.board import geography
from render.warriors.board.base import FRAME

INSIDE = FRAME.grown(-4)
"""Where anything may lie on the map."""

CELL = 10
"""The side of a cell in which room is counted, in pixels."""

FOREIGN, BEYOND, SEA = 0.36, 0.1, 0.08
"""What it costs to cover a cell of another area, of land beyond the map, and of the sea; an area's own is free."""

FAR = 0.34
"""What a pixel of distance from the area costs."""

NEAR, NEAR_STEP, COARSE_STEP = 168, 12, 44
"""How far from the middle of an area every place is tried, in which steps, and those farther away."""

REACH = 760
"""How far away from its area anything may lie, in pixels."""

Sums = list[list[int]]

_NUMBERS = {"": -1, "abroad": 1}
"""What stands for all areas, and for land beyond the map."""


@cache
def _grid() -> Image.Image:
    """Return the map in cells: 0 for the sea, 1 for land beyond, from 2 on the areas in order."""
    image = Image.new("L", (geography.WIDTH // CELL, geography.HEIGHT // CELL), 0)
    draw = ImageDraw.Draw(image)
    for land in geography.ABROAD:
        draw.polygon([(x / CELL, y / CELL) for x, y in geography.abroad(land)], fill=1)
    for number, area in enumerate(geography.rings()):
        draw.polygon([(x / CELL, y / CELL) for x, y in geography.outline(area)], fill=number + 2)
    return image


@cache
def _sums(area: str) -> Sums:
    """Return how many cells of an area lie above and left of each corner; "" for all areas, "abroad" for the rest."""
    number = _NUMBERS.get(area) or 2 + list(geography.rings()).index(area)
    image = _grid()
    cells = image.tobytes()
    sums = [[0] * (image.width + 1)]
    for row in range(image.height):
        line, above, so_far = [0], sums[-1], 0
        for column in range(image.width):
            found = cells[row * image.width + column]
            so_far += found == number or (number < 0 and found > 1)
            line.append(above[column + 1] + so_far)
        sums.append(line)
    return sums


def covered(area: str, box: Box) -> int:
    """Return how many cells of an area a box covers; "" and "abroad" as in `_sums`."""
    sums = _sums(area)
    left, right = round(box.left / CELL), round(box.right / CELL)
    top, bottom = round(box.top / CELL), round(box.bottom / CELL)
    return sums[bottom][right] - sums[top][right] - sums[bottom][left] + sums[top][left]


@cache
def middle(area: str) -> Point:
    """Return the middle of an area, as much of it as is on the map."""
    image, number = _grid(), 2 + list(geography.rings()).index(area)
    cells = image.tobytes()
    spots = [(place % image.width, place // image.width) for place, found in enumerate(cells) if found == number]
    across, down = (sum(spot[axis] + 0.5 for spot in spots) / len(spots) * CELL for axis in (0, 1))
    return across, down


def box_at(spot: Point, width: float, height: float) -> Box:
    """Return the box of whole pixels with its middle near a spot."""
    x, y = round(spot[0] - width / 2), round(spot[1] - height / 2)
    return Box(x, y, x + width, y + height)


@lru_cache(maxsize=4096)
def places(area: str, width: int, height: int) -> tuple[tuple[float, Box], ...]:
    """Return where a box that belongs to an area may lie, with what each place costs, the cheapest first."""
    found = []
    cells = math.ceil(width / CELL) * math.ceil(height / CELL)
    for x, y in _spots(middle(area)):
        box = box_at((x, y), width, height)
        if not INSIDE.holds(box):
            continue
        own, land, abroad = covered(area, box), covered("", box), covered("abroad", box)
        cost = FOREIGN * (land - own) + BEYOND * abroad + SEA * (cells - land - abroad)
        found.append((cost + FAR * math.dist((x, y), middle(area)), box))
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _spots(centre: Point) -> Iterator[Point]:
    x0, y0 = centre
    for step, least, most in ((NEAR_STEP, 0, NEAR), (COARSE_STEP, NEAR, REACH)):
        number = most // step
        for column in range(-number, number + 1):
            for row in range(-number, number + 1):
                if max(abs(column), abs(row)) * step >= least:
                    yield x0 + column * step, y0 + row * step
