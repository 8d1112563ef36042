"""Counters of the map: forces with their shields, heirs alone, ships."""

import math
from functools import cache, lru_cache
from typing import Literal

import msgspec
from PIL import Image

from render.initials import kept_lettered, letter_of
from render.kingmaker.heraldry.heraldry import shield, shield_height
from render.kingmaker.heraldry.signs import SIGNS, Sign
from render.kit import glyphs
from render.kit.lettering import Face, Type, block, block_size, text_width, write
from render.kit.palette import (
    ALARM,
    INK,
    PARCHMENT,
    SEA,
    SEA_INK,
    STONE,
    WHITE,
    WOOD,
    Colour,
    Livery,
    Shape,
    blend,
    livery,
)
from render.kit.pen import Box, Known, Pen, paste, sprite

Stance = Literal["open", "inside", "aboard", "besieged", "area"]

PAD = 5
SHIELD = 34
FAN = 22
MOST_ACROSS = 168
STRIP = 28
LEAST_WIDTH = 68
ROSE = 26
SIGN = 20
MOST_SHIELDS = 6
HEADROOM: dict[Stance, int] = {"open": 12, "inside": 11, "besieged": 11, "aboard": 26, "area": 2}
FOOTROOM: dict[Stance, int] = {"open": 2, "inside": 2, "besieged": 2, "aboard": 24, "area": 2}
OVERHANG: dict[Stance, int] = {"open": 2, "inside": 2, "besieged": 2, "aboard": 14, "area": 2}

NAMES = Type(Face.BOLD, 18, halo_width=3)
SHIP_NAME = Type(Face.ITALIC, 18, SEA_INK, SEA, 3)
BADGE = 11
BREADTH = {Shape.CROSS: 1.9, Shape.STAR: 1.55, Shape.TRIANGLE: 1.45, Shape.DIAMOND: 1.5}
"""How wide the letters on a badge may be, in its radius."""

NAME_LINES = 3
NAMES_WIDTH = 132


class Rose(msgspec.Struct, frozen=True):
    """An heir as the counters show him."""

    house: str
    king: bool


class Troop(msgspec.Struct, frozen=True):
    """One force as its counter shows it. `number` is its seat's in table order, None for one without a master.

    `called` is how many event cards call somebody of the force away; 0 where that is not asked for.
    """

    nobles: tuple[str, ...]
    strength: int
    number: int | None
    roses: tuple[Rose, ...]
    stance: Stance
    signs: tuple[Sign, ...] = ()
    called: int = 0

    @property
    def shown(self) -> tuple[str, ...]:
        """The nobles whose shields are shown; of a great company only the strongest."""
        return self.nobles if len(self.nobles) <= MOST_SHIELDS else self.nobles[: MOST_SHIELDS - 1]

    @property
    def hidden(self) -> int:
        """How many nobles are only counted."""
        return len(self.nobles) - len(self.shown)


def frame_colour(number: int | None) -> Colour:
    """Return the colour of a seat, or of what nobody controls."""
    return livery(number).fill


def letter(image: Image.Image, x: float, y: float, number: int | None, radius: float) -> None:
    """Write the letters of a badge; they must suit the badge of the same radius."""
    coat = livery(number)
    words = letter_of(number, coat.letter)
    low = {"triangle": 0.34 if len(words) > 1 else 0.28, "shield": -0.04}.get(coat.shape.value, 0.02)
    most = round(radius * (1.25 if coat.shape.value in ("cross", "triangle") else 1.5))
    wide = text_width(words, Face.BOLD, most)
    size = min(most, math.floor(most * radius * BREADTH.get(coat.shape, 1.6) / max(1, wide)))
    write(image, x, y + radius * low, words, Type(Face.BOLD, size, coat.ink), "mm")


@kept_lettered
def badge(number: int | None, radius: int) -> Image.Image:
    """Return a seat's badge with its letter."""
    size, coat = round(radius * 3), livery(number)
    image = sprite(size, size, lambda pen: glyphs.badge(pen.at(size / 2, size / 2), coat, radius))
    letter(image, size / 2, size / 2, number, radius)
    return image


@cache
def rose(house: str, king: bool, radius: int) -> Image.Image:
    """Return the rose of an heir, crowned for a King."""
    width, height = radius * 2 + 6, radius * 2 + 6 + (radius if king else 0)
    return sprite(width, height, lambda pen: glyphs.rose(pen.at(width / 2, height - radius - 3), house, king, radius))


def _steps(troop: Troop) -> list[float]:
    """Return where each shield of the fan begins, and at last where the count of the others does, if any."""
    count = len(troop.shown) + (troop.hidden > 0)
    step = min(FAN, (MOST_ACROSS - SHIELD) / max(1, count - 1))
    return [step * place for place in range(count)]


def _content(troop: Troop) -> float:
    """Return the width of shields, roses and signs; signs stand two by two."""
    columns = (len(troop.signs) + 1) // 2
    return _steps(troop)[-1] + SHIELD + len(troop.roses) * ROSE + columns * SIGN


def _inner_width(troop: Troop) -> int:
    return max(LEAST_WIDTH, round(_content(troop)))


def _plate(troop: Troop) -> Box:
    """Return the plate of a force inside its sprite."""
    side, top = OVERHANG[troop.stance], HEADROOM[troop.stance]
    width, height = _inner_width(troop) + 2 * PAD, 2 * PAD + shield_height(SHIELD) + STRIP - 2
    return Box(side, top, side + width, top + height)


@kept_lettered
def plaque(troop: Troop) -> Image.Image:
    """Return the counter of a force: its shields and roses over a strip with badge and strength."""
    plate = _plate(troop)
    width, height = plate.right + OVERHANG[troop.stance], plate.bottom + FOOTROOM[troop.stance]
    coat = livery(troop.number)
    image = sprite(width, height, lambda pen: _draw_plate(pen, troop, plate, coat))
    _fill_plate(image, troop, plate, coat)
    return image


def _draw_plate(pen: Pen, troop: Troop, plate: Box, coat: Livery) -> None:
    BACKS[troop.stance](pen, plate, coat)
    paper = blend(PARCHMENT, WHITE, 0.5)
    rim = ALARM if troop.stance == "besieged" else coat.fill
    pen.rect(plate, INK, radius=7)
    pen.rect(plate.grown(-1.6), rim, radius=6)
    pen.rect(Box(plate.left + 5, plate.top + 5, plate.right - 5, plate.bottom - STRIP), paper, radius=3)
    pen.rect(Box(plate.left + 1.6, plate.bottom - STRIP, plate.right - 1.6, plate.bottom - 1.6), coat.fill, radius=5)


def _fill_plate(image: Image.Image, troop: Troop, plate: Box, coat: Livery) -> None:
    left = plate.left + (plate.width - _content(troop)) / 2
    _fan(image, troop, left, plate.top + PAD - 1)
    x = left + _steps(troop)[-1] + SHIELD + 1
    for heir in troop.roses:
        piece = rose(heir.house, heir.king, 11)
        image.alpha_composite(piece, (round(x), round(plate.top + PAD + 30 - piece.height)))
        x += ROSE
    for place, sign in enumerate(troop.signs):
        column, row = divmod(place, 2)
        piece = _sign(sign)
        image.alpha_composite(piece, (round(x + column * SIGN), round(plate.top + PAD - 1 + row * SIGN)))
    middle = plate.bottom - STRIP / 2 - 1
    mark = badge(troop.number, BADGE)
    image.alpha_composite(mark, (round(plate.left), round(middle - mark.height / 2)))
    ink = Type(Face.BOLD, 24, coat.ink)
    write(image, (plate.left + 30 + plate.right) / 2, middle, str(troop.strength), ink, "mm")


def _fan(image: Image.Image, troop: Troop, left: float, top: float) -> None:
    """Lay the shields over each other, the strongest in front; then how many more there are."""
    steps = _steps(troop)
    if troop.hidden:
        spot = round(left + steps[-1]) + SHIELD / 2 + 6, top + shield_height(SHIELD) / 2
        write(image, *spot, f"+{troop.hidden}", Type(Face.BOLD, 17), "mm")
    for noble, step in zip(reversed(troop.shown), reversed(steps[: len(troop.shown)]), strict=True):
        image.alpha_composite(shield(noble, SHIELD), (round(left + step), round(top)))


@cache
def _sign(sign: Sign) -> Image.Image:
    return sprite(SIGN, SIGN, lambda pen: SIGNS[sign](pen.at(SIGN / 2, SIGN / 2)))


def _tent(pen: Pen, plate: Box, coat: Livery) -> None:
    """In the open: a pennon on a staff."""
    x = plate.left + 10
    pen.line([(x, 1), (x, plate.top + 6)], INK, 3)
    pen.polygon([(x, 1), (x + 24, 5.5), (x, 10)], coat.fill, INK, 1.4)


def _walls(pen: Pen, plate: Box, coat: Livery) -> None:
    """Inside a place: battlements."""
    outline = glyphs.battlements(plate.left + 1, plate.right - 1, 2, plate.top + 8, 6, 7)
    pen.polygon(outline, STONE, INK, 2)


def _stormed_walls(pen: Pen, plate: Box, coat: Livery) -> None:
    """Under siege: battlements in red."""
    outline = glyphs.battlements(plate.left + 1, plate.right - 1, 2, plate.top + 8, 6, 7)
    pen.polygon(outline, ALARM, INK, 2)


def _hull(pen: Pen, plate: Box, coat: Livery) -> None:
    """Aboard: a ship's hull under the plate, a mast above."""
    x, (left, right, base) = plate.centre[0], (plate.left, plate.right, plate.bottom)
    pen.line([(x, 1), (x, plate.top + 4)], INK, 4)
    pen.polygon([(x + 1, 2), (x + 30, 9), (x + 1, 17)], coat.fill, INK, 1.6)
    hull = [(left - 12, base - 14), (right + 12, base - 14), (right, base + 16), (left + 2, base + 16)]
    pen.polygon(hull, WOOD, INK, 2.2)
    pen.line([(left - 4, base + 8), (right + 4, base + 8)], INK, 1.4)
    steps = range(int(left) - 8, int(right) + 6, 12)
    pen.line([spot for x in steps for spot in ((x, base + 21), (x + 6, base + 17))], SEA_INK, 2)


def _nothing(pen: Pen, plate: Box, coat: Livery) -> None:
    """In an overseas area: only the plate."""


BACKS = {"open": _tent, "inside": _walls, "besieged": _stormed_walls, "aboard": _hull, "area": _nothing}


@kept_lettered
def ship(number: int | None, in_port: bool = False, owner: int | None = None) -> Image.Image:
    """Return a ship without passengers: under sail, or with its sail furled in port.

    Its sail and badge show who moves it; a small badge on the stern shows the owner of one that is lent.
    """
    coat = None if number is None else livery(number)
    image = sprite(60, 56, lambda pen: _draw_ship(pen, coat, in_port))
    if coat:
        letter(image, 30, 25, number, 12)
    if owner is not None and owner != number:
        image.alpha_composite(badge(owner, 9), (34, 30))
    return image


def _draw_ship(pen: Pen, coat: Livery | None, in_port: bool) -> None:
    fill = coat.fill if coat else STONE
    if in_port:
        glyphs.ship_in_port(pen.at(30, 29), fill)
    else:
        glyphs.ship(pen.at(30, 29), blend(STONE, fill, 0.78), fill)
    if coat:
        glyphs.badge(pen.at(30, 25), coat, 12)


@kept_lettered
def disc(number: int | None, strength: int) -> Image.Image:
    """Return the men of a seat in a place as a disc: the more men, the larger its area."""
    coat = livery(number)
    radius = round(min(46.0, 13 + strength**0.5 * 1.5))
    size = 2 * radius + 6

    def draw(pen: Pen) -> None:
        pen.circle(size / 2, size / 2, radius, coat.fill, INK, 2)
        pen.circle(size / 2, size / 2, radius - 2.5, None, WHITE, 1.6)

    image = sprite(size, size + 6, draw)
    style = Type(Face.BOLD, round(14 + radius * 0.34), coat.ink)
    write(image, size / 2, size / 2 - 1, str(strength), style, "mm")
    mark = badge(number, 10)
    image.alpha_composite(mark, ((image.width - mark.width) // 2, image.height - mark.height))
    return image


def with_count(piece: Image.Image, count: int) -> Image.Image:
    """Return a counter with a red seal that bears a number in its right upper corner."""
    image = Image.new("RGBA", (piece.width + 10, piece.height), (*PARCHMENT, 0))
    image.alpha_composite(piece, (0, 0))
    seal = sprite(26, 26, lambda pen: pen.circle(13, 13, 11.5, ALARM, WHITE, 1.8))
    write(seal, 13, 13, str(count), Type(Face.BOLD, 17, WHITE), "mm")
    image.alpha_composite(seal, (image.width - seal.width, 0))
    return image


@cache
def lone_heir(house: str, king: bool) -> Image.Image:
    """Return the counter of an heir whom nobody controls: his rose, large, in a white glow."""
    radius = 16
    width, height = 44, 46 + (14 if king else 0)
    middle = height - radius - 6

    def draw(pen: Pen) -> None:
        pen.circle(width / 2, middle, radius + 4, WHITE, INK, 1.4)
        glyphs.rose(pen.at(width / 2, middle), house, king, radius)

    return sprite(width, height, draw)


def caption_lines(names: list[str], width: float) -> tuple[str, ...]:
    """Set names in at most three lines; those that find no room are counted."""
    lines: list[str] = []
    for place, name in enumerate(names):
        longer = f"{lines[-1]}, {name}" if lines else name
        if lines and text_width(longer, NAMES.face, NAMES.size) <= width:
            lines[-1] = longer
        elif len(lines) < NAME_LINES:
            lines.append(name)
        else:
            lines[-1] += f" +{len(names) - place}"
            break
    return tuple(lines)


def captioned(piece: Image.Image, lines: tuple[str, ...], style: Type) -> Image.Image:
    """Return a counter with the names under it."""
    return _captioned(Known(piece), lines, style) if lines else piece


@lru_cache(1024)
def _captioned(counter: Known, lines: tuple[str, ...], style: Type) -> Image.Image:
    piece = counter.image
    width, height = block_size(lines, style)
    image = Image.new("RGBA", (max(width, piece.width), piece.height + height - 4), (*style.halo, 0))
    image.alpha_composite(block(lines, style), ((image.width - width) // 2, piece.height - 4))
    image.alpha_composite(piece, ((image.width - piece.width) // 2, 0))
    return image


def lay(image: Image.Image, piece: Image.Image, box: Box) -> None:
    """Lay a counter into its box."""
    paste(image, piece, box.left, box.top)
