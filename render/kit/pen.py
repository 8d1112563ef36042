"""The drawing tools: boxes, the pen that glyphs are drawn with, smooth sprites, and drawing onto a picture."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import msgspec
from PIL import Image, ImageDraw

from render.kit.palette import WHITE, Colour

Point = tuple[float, float]
Fill = Colour | None
Tone = Callable[[Colour], Colour]

SUPERSAMPLE = 2
SPRITE_SUPERSAMPLE = 4


class Box(msgspec.Struct, frozen=True):
    """An upright rectangle; in pixels, right and bottom exclusive."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def meets(self, other: "Box", margin: float = 0) -> bool:
        """Tell whether the two overlap, or come nearer than `margin`."""
        return (
            self.left < other.right + margin
            and other.left < self.right + margin
            and self.top < other.bottom + margin
            and other.top < self.bottom + margin
        )

    def holds(self, other: "Box") -> bool:
        """Tell whether `other` lies wholly inside."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and other.right <= self.right
            and other.bottom <= self.bottom
        )

    def grown(self, by: float) -> "Box":
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, x: float, y: float) -> "Box":
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)


def box_round(x: float, y: float, width: float, height: float) -> Box:
    """Return the box of this size with its centre at (x, y)."""
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Pen:
    """Draws in a coordinate system of its own, so that a glyph can be drawn at any size and place.

    `tone` says which colour is put down for the one that is asked for.
    """

    def __init__(
        self, draw: ImageDraw.ImageDraw, scale: float = 1, x: float = 0, y: float = 0, tone: Tone | None = None
    ) -> None:
        self.draw, self.scale, self.x, self.y, self.tone = draw, scale, x, y, tone

    def at(self, x: float, y: float, scale: float = 1) -> "Pen":
        """Return a pen whose origin is this pen's (x, y) and whose unit is `scale` of this pen's units."""
        return Pen(self.draw, self.scale * scale, self.x + x * self.scale, self.y + y * self.scale, self.tone)

    def ink(self, colour: Fill) -> Fill:
        """Return the colour that this pen puts down for one that is asked for."""
        return self.tone(colour) if self.tone and colour is not None else colour

    def spot(self, point: Point) -> Point:
        """Return where a point of this pen lies in the image."""
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale

    def spots(self, points: Iterable[Point]) -> list[Point]:
        return [self.spot(point) for point in points]

    def thick(self, width: float) -> int:
        return max(1, round(width * self.scale))

    def polygon(self, points: Sequence[Point], fill: Fill = None, outline: Fill = None, width: float = 1) -> None:
        """Draw a closed shape; the outline is centred on its edge, with round corners."""
        if fill is not None:
            self.draw.polygon(self.spots(points), fill=self.ink(fill))
        if outline is not None:
            self.line([*points, points[0], points[1]], outline, width)

    def line(self, points: Sequence[Point], fill: Colour, width: float = 1) -> None:
        self.draw.line(self.spots(points), fill=self.ink(fill), width=self.thick(width), joint="curve")

    def stroke(self, points: Sequence[Point], fill: Colour, width: float = 1) -> None:
        """Draw a line with round ends."""
        self.line(points, fill, width)
        for x, y in (points[0], points[-1]):
            self.circle(x, y, width / 2, fill)

    def dashes(self, points: Sequence[Point], fill: Colour, width: float, dash: float, gap: float) -> None:
        """Draw a dashed line."""
        for piece in dashed(points, dash, gap):
            self.line(piece, fill, width)

    def circle(self, x: float, y: float, radius: float, fill: Fill, outline: Fill = None, width: float = 1) -> None:
        self.oval(Box(x - radius, y - radius, x + radius, y + radius), fill, outline, width)

    def oval(self, box: Box, fill: Fill, outline: Fill = None, width: float = 1) -> None:
        corners, line = self._corners(box), self.thick(width)
        self.draw.ellipse(corners, fill=self.ink(fill), outline=self.ink(outline), width=line)

    def rect(self, box: Box, fill: Fill, outline: Fill = None, width: float = 1, radius: float = 0) -> None:
        line = self.thick(width) if outline is not None else 0
        self.draw.rounded_rectangle(self._corners(box), radius * self.scale, self.ink(fill), self.ink(outline), line)

    def _corners(self, box: Box) -> tuple[float, float, float, float]:
        left, top = self.spot((box.left, box.top))
        right, bottom = self.spot((box.right, box.bottom))
        return left, top, right, bottom


def dashed(points: Sequence[Point], dash: float, gap: float) -> list[list[Point]]:
    """Cut a line into the pieces of a dashed one."""
    pieces: list[list[Point]] = []
    rest, drawing, piece = dash, True, [points[0]]
    for (x0, y0), (x1, y1) in pairwise(points):
        length, done = math.hypot(x1 - x0, y1 - y0), 0.0
        while length - done > rest:
            done += rest
            spot = (x0 + (x1 - x0) * done / length, y0 + (y1 - y0) * done / length)
            if drawing:
                pieces.append([*piece, spot])
            drawing, piece, rest = not drawing, [spot], (gap if drawing else dash)
        rest -= length - done
        piece.append((x1, y1))
    if drawing and len(piece) > 1:
        pieces.append(piece)
    return pieces


class Known:
    """A picture as a cache key, compared by identity."""

    __slots__ = ("image",)

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def __hash__(self) -> int:
        return id(self.image)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.image is self.image


def sprite(width: float, height: float, draw: Callable[[Pen], None]) -> Image.Image:
    """Return a smooth RGBA image of this size, drawn large by `draw` and reduced."""
    size = (math.ceil(width) * SPRITE_SUPERSAMPLE, math.ceil(height) * SPRITE_SUPERSAMPLE)
    large = Image.new("RGBA", size, (0, 0, 0, 0))
    draw(Pen(ImageDraw.Draw(large), SPRITE_SUPERSAMPLE))
    return large.reduce(SPRITE_SUPERSAMPLE)


def overdraw(image: Image.Image, box: Box, draw: Callable[[Pen], None], tone: Tone | None = None) -> None:
    """Let `draw` add smooth lines to the part of an RGB image inside `box`, in the image's own coordinates."""
    part = box_within(box, image.size)
    region = image.crop((int(part.left), int(part.top), int(part.right), int(part.bottom)))
    large = region.resize((region.width * SUPERSAMPLE, region.height * SUPERSAMPLE), Image.Resampling.NEAREST)
    corner = -part.left * SUPERSAMPLE, -part.top * SUPERSAMPLE
    draw(Pen(ImageDraw.Draw(large), SUPERSAMPLE, *corner, tone))
    image.paste(large.reduce(SUPERSAMPLE), (int(part.left), int(part.top)))


class Stencil(msgspec.Struct, frozen=True):
    """The mask of some smooth lines for pictures of a size: drawn once, and laid on in any colour."""

    box: Box
    """Where it lies, in whole pixels of the picture."""

    bits: bytes
    """The mask at the scale of `overdraw`: a bit for each pixel, rows padded to bytes."""


def cut(box: Box, size: tuple[int, int], draw: Callable[[Pen], None]) -> Stencil:
    """Return the stencil of what `draw` draws inside `box` of a picture of a size, whatever the colour."""
    part = box_within(box, size)
    large = Image.new("RGB", (int(part.width) * SUPERSAMPLE, int(part.height) * SUPERSAMPLE))
    corner = -part.left * SUPERSAMPLE, -part.top * SUPERSAMPLE
    draw(Pen(ImageDraw.Draw(large), SUPERSAMPLE, *corner, lambda _: WHITE))
    return Stencil(part, large.convert("1", dither=Image.Dither.NONE).tobytes())


def lay(image: Image.Image, stencils: Sequence[tuple[Stencil, Colour]]) -> None:
    """Lay stencils of the same box onto an RGB image, the later ones above; the pixels are those of `overdraw`."""
    part = stencils[0][0].box
    region = image.crop((int(part.left), int(part.top), int(part.right), int(part.bottom)))
    large = region.resize((region.width * SUPERSAMPLE, region.height * SUPERSAMPLE), Image.Resampling.NEAREST)
    for stencil, colour in stencils:
        large.paste(colour, (0, 0), Image.frombytes("1", large.size, stencil.bits))
    image.paste(large.reduce(SUPERSAMPLE), (int(part.left), int(part.top)))


def box_within(box: Box, size: tuple[int, int]) -> Box:
    """Return the part of `box`, widened to whole pixels, that lies in a picture of a size."""
    left, top = max(0, math.floor(box.left)), max(0, math.floor(box.top))
    right, bottom = min(size[0], math.ceil(box.right)), min(size[1], math.ceil(box.bottom))
    return Box(left, top, max(right, left + 1), max(bottom, top + 1))


TALL = 1.2
"""The height of a part of a map by its width at most, so that the buttons below it stay on a phone's screen."""


def broadened(box: Box, field: Box) -> Box:
    """Return a part of a field made broader where it would be too tall for a phone."""
    width = min(max(box.width, box.height / TALL), field.width)
    left = min(max(box.centre[0] - width / 2, field.left), field.right - width)
    return Box(left, box.top, left + width, box.bottom)


def box_about(points: Sequence[Point], margin: float = 0) -> Box:
    """Return the smallest box round some points, grown by a margin."""
    across, down = [x for x, _ in points], [y for _, y in points]
    return Box(min(across), min(down), max(across), max(down)).grown(margin)


def paste(image: Image.Image, piece: Image.Image, x: float, y: float) -> None:
    """Lay an RGBA sprite onto `image` with its left upper corner at (x, y), rounded to pixels."""
    image.paste(piece, (round(x), round(y)), piece)
