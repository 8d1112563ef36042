"""Numbers on a map: those of a panel's buttons, each at its place."""

import math
from collections.abc import Mapping, Sequence

from PIL import Image

from render.kit.lettering import Face, Type, fitted, text_width, write
from render.kit.palette import INK, PARCHMENT, WHITE
from render.kit.pen import Box, Pen, Point, box_round, overdraw

SHOWN, READ = 360, 13
"""The width at which a phone shows a picture, and the size of the numbers there; both in pixels."""

TURNS = 16
"""Directions in which a number may be moved away from its place."""

AWAY = (0.0, 0.8, 1.2, 1.7, 2.3, 3.0, 4.0, 5.2)
"""The distances that it may be moved, in its own heights."""

COVERS = 1.6
"""The cost of covering a counter or a name, in heights of a number."""


def size_for(width: float) -> int:
    """Return the size of numbers that are read well on a picture of a width."""
    return math.ceil(width * READ / SHOWN)


def lay_numbers(
    image: Image.Image, spots: Mapping[int, Point], size: int, taken: Sequence[Box] = (), seen: Box | None = None
) -> None:
    """Lay numbers onto a picture, each as near to its spot as the others leave room, those `taken` last.

    A line leads from a number to its spot where it had to be moved. None leaves the part that is `seen`.
    """
    field = seen or Box(0, 0, *image.size)
    boxes: dict[int, Box] = {}
    for number, spot in spots.items():
        boxes[number] = _clear(spot, _size(number, size), [*boxes.values()], taken, field)
    for number, box in boxes.items():
        _lead(image, box, spots[number], size)
    for number, box in boxes.items():
        _badge(image, box, number, size)


def _size(number: int, size: int) -> Point:
    height = round(size * 1.25)
    return max(height, text_width(str(number), Face.BOLD, size) + size * 0.55), height


def _clear(spot: Point, size: Point, others: Sequence[Box], taken: Sequence[Box], field: Box) -> Box:
    """Return where a number stands: clear of all others, and of counters and names if there is room near by."""
    best, least = box_round(*spot, *size), math.inf
    within = best.grown(AWAY[-1] * size[1] + 2)
    others, taken = ([other for other in there if other.meets(within)] for there in (others, taken))
    for far in AWAY:
        if far >= least:
            break
        for turn in range(TURNS if far else 1):
            angle = 2 * math.pi * turn / TURNS
            x, y = spot[0] + far * size[1] * math.cos(angle), spot[1] + far * size[1] * math.sin(angle)
            box = box_round(x, y, *size)
            cost = far + COVERS * sum(_share(box, other) for other in taken)
            if cost < least and field.holds(box) and not any(box.grown(1).meets(other) for other in others):
                best, least = box, cost
    return best


def _share(box: Box, other: Box) -> float:
    """Return how much of a box another covers."""
    across = min(box.right, other.right) - max(box.left, other.left)
    down = min(box.bottom, other.bottom) - max(box.top, other.top)
    return max(0.0, across) * max(0.0, down) / (box.width * box.height)


def _lead(image: Image.Image, box: Box, spot: Point, size: int) -> None:
    if math.dist(box.centre, spot) < box.height * 0.6:
        return
    line = [box.centre, spot]
    about = Box(*(min(one) for one in zip(*line, strict=True)), *(max(one) for one in zip(*line, strict=True)))

    def draw(pen: Pen) -> None:
        pen.stroke(line, WHITE, size * 0.26)
        pen.stroke(line, INK, size * 0.14)
        pen.circle(*spot, size * 0.2, INK, WHITE, size * 0.06)

    overdraw(image, about.grown(size * 0.4), draw)


def _badge(image: Image.Image, box: Box, number: int, size: int) -> None:
    overdraw(image, box.grown(2), lambda pen: pen.rect(box, INK, WHITE, size * 0.09, box.height / 2))
    write(image, *box.centre, str(number), Type(Face.BOLD, size, WHITE), "mm")


def beside(goals: Mapping[int, str], width: int) -> Image.Image:
    """Return lines below a map with those numbers whose places do not lie on it."""
    size = size_for(width)
    row, margin = round(size * 1.6), round(size * 0.6)
    image = Image.new("RGB", (width, row * len(goals) + margin), PARCHMENT)
    for place, (number, words) in enumerate(goals.items()):
        middle = margin / 2 + row * (place + 0.5)
        across, down = _size(number, size)
        _badge(image, box_round(margin + across / 2, middle, across, down), number, size)
        left = margin + max(across, size * 2) + margin
        words = fitted(words, Face.BOLD, size, width - left - margin)
        write(image, left, middle, words, Type(Face.BOLD, size, INK))
    return image
