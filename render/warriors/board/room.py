"""The room on the map: how much of each area, of other land and of the sea a box would cover."""

import math
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import accumulate

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
    width, height = _grid().size
    cells = _grid().tobytes().translate(bytes(found == number or (number < 0 and found > 1) for found in range(256)))
    sums = [[0] * (width + 1)]
    for row in range(height):
        line = accumulate(cells[row * width : (row + 1) * width], initial=0)
        sums.append([above + here for above, here in zip(sums[-1], line, strict=True)])
    return sums


def covered(area: str, box: Box) -> int:
    """Return how many cells of an area a box covers; "" and "abroad" as in `_sums`."""
    return _covered(_sums(area), _in_cells(box))


def _in_cells(box: Box) -> tuple[int, int, int, int]:
    return round(box.left / CELL), round(box.top / CELL), round(box.right / CELL), round(box.bottom / CELL)


def _covered(sums: Sums, edges: tuple[int, int, int, int]) -> int:
    left, top, right, bottom = edges
    above, below = sums[top], sums[bottom]
    return below[right] - above[right] - below[left] + above[left]


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
    sums, centre = [_sums(part) for part in (area, "", "abroad")], middle(area)
    for spot in _spots(centre):
        box = box_at(spot, width, height)
        if not INSIDE.holds(box):
            continue
        edges = _in_cells(box)
        own, land, abroad = (_covered(part, edges) for part in sums)
        cost = FOREIGN * (land - own) + BEYOND * abroad + SEA * (cells - land - abroad)
        found.append((cost + FAR * math.dist(spot, centre), box))
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _spots(centre: Point) -> Iterator[Point]:
    x0, y0 = centre
    for step, least, most in ((NEAR_STEP, 0, NEAR), (COARSE_STEP, NEAR, REACH)):
        number = most // step
        for column in range(-number, number + 1):
            for row in range(-number, number + 1):
                if max(abs(column), abs(row)) * step >= least:
                    yield x0 + column * step, y0 + row * step
