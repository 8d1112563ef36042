"""Heraldic charges as silhouettes: each draws on a field from -1 to 1 both ways, in one colour."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from render.kit.glyphs import ring, star
from render.kit.palette import Colour
from render.kit.pen import Box, Pen, Point

Bone = tuple[float, float, float]
Charge = Callable[[Pen, Colour], None]


def smooth(points: Sequence[Point], steps: int = 6) -> list[Point]:
    """Return a closed curve through the points (Catmull and Rom)."""
    count, curve = len(points), []
    for index in range(count):
        corners = [points[(index + offset) % count] for offset in (-1, 0, 1, 2)]
        curve += [_between(corners, step / steps) for step in range(steps)]
    return curve


def _between(corners: Sequence[Point], share: float) -> Point:
    weights = (
        -0.5 * share + share**2 - 0.5 * share**3,
        1 - 2.5 * share**2 + 1.5 * share**3,
        0.5 * share + 2 * share**2 - 1.5 * share**3,
        -0.5 * share**2 + 0.5 * share**3,
    )
    x = sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True))
    y = sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True))
    return x, y


def curve(points: Sequence[Point], steps: int = 5) -> list[Point]:
    """Return an open curve through the points, from the first to the last."""
    ends = [points[0], *points, points[-1]]
    fine = [
        _between(ends[index : index + 4], step / steps) for index in range(len(points) - 1) for step in range(steps)
    ]
    return [*fine, points[-1]]


def mirrored(points: Sequence[Point]) -> list[Point]:
    """Return the outline made of points on the right, from top to bottom, and their mirror image."""
    return [*points, *((-x, y) for x, y in reversed(points) if x != 0)]


def limb(pen: Pen, bones: Sequence[Bone], colour: Colour) -> None:
    """Draw a tapering limb through spots given as (x, y, thickness)."""
    fine = _refined(bones)
    for (x0, y0, w0), (x1, y1, w1) in pairwise(fine):
        length = math.hypot(x1 - x0, y1 - y0) or 1.0
        across, along = (y0 - y1) / length / 2, (x1 - x0) / length / 2
        corners = [
            (x0 + across * w0, y0 + along * w0),
            (x1 + across * w1, y1 + along * w1),
            (x1 - across * w1, y1 - along * w1),
            (x0 - across * w0, y0 - along * w0),
        ]
        pen.polygon(corners, colour)
        pen.circle(x1, y1, w1 / 2, colour)
    pen.circle(bones[0][0], bones[0][1], bones[0][2] / 2, colour)


def _refined(bones: Sequence[Bone]) -> list[Bone]:
    """Round the corners of a chain of bones."""
    ends = [bones[0], *bones, bones[-1]]
    fine: list[Bone] = []
    for index in range(len(bones) - 1):
        four = ends[index : index + 4]
        for step in range(5):
            x, y = _between([(bone[0], bone[1]) for bone in four], step / 5)
            fine.append((x, y, four[1][2] + (four[2][2] - four[1][2]) * step / 5))
    return [*fine, bones[-1]]


def _paw(pen: Pen, x: float, y: float, way: float, colour: Colour) -> None:
    for spread in (-38, 0, 38):
        turn = math.radians(way + spread)
        limb(pen, [(x, y, 0.15), (x + 0.15 * math.cos(turn), y + 0.15 * math.sin(turn), 0.07)], colour)


def lion_rampant(pen: Pen, colour: Colour) -> None:
    """Draw a lion rearing to the left."""
    limb(pen, [(0.18, 0.42, 0.46), (0.1, 0.1, 0.34), (-0.1, -0.25, 0.52), (-0.16, -0.48, 0.44)], colour)
    _lion_head(pen.at(-0.26, -0.66, 0.34), colour)
    limb(pen, [(-0.2, -0.36, 0.26), (-0.52, -0.42, 0.17), (-0.74, -0.6, 0.14)], colour)
    _paw(pen, -0.76, -0.62, 215, colour)
    limb(pen, [(-0.2, -0.1, 0.26), (-0.5, 0.02, 0.17), (-0.78, -0.12, 0.14)], colour)
    _paw(pen, -0.8, -0.13, 190, colour)
    limb(pen, [(0.2, 0.45, 0.4), (-0.12, 0.52, 0.26), (-0.34, 0.4, 0.16), (-0.5, 0.56, 0.14)], colour)
    _paw(pen, -0.52, 0.58, 150, colour)
    limb(pen, [(0.26, 0.48, 0.4), (0.34, 0.68, 0.24), (0.1, 0.78, 0.15), (0.16, 0.94, 0.14)], colour)
    _paw(pen, 0.1, 0.95, 170, colour)
    limb(
        pen,
        [(0.34, 0.42, 0.1), (0.66, 0.36, 0.08), (0.62, -0.02, 0.08), (0.5, -0.3, 0.08), (0.72, -0.6, 0.09)],
        colour,
    )
    pen.polygon(smooth([(0.62, -0.5), (0.5, -0.78), (0.68, -0.98), (0.74, -0.84), (0.92, -0.86), (0.88, -0.6)]), colour)


def _lion_head(pen: Pen, colour: Colour) -> None:
    pen.polygon(star(13, 1.12, 0.8, 10), colour)
    pen.polygon(smooth([(-0.2, -0.75), (-0.9, -0.55), (-1.35, -0.3), (-1.2, 0.0), (-0.7, 0.05), (-0.3, 0.3)]), colour)
    pen.polygon(smooth([(-0.5, 0.15), (-1.15, 0.3), (-1.0, 0.55), (-0.2, 0.6)]), colour)
    pen.polygon([(0.0, -0.7), (0.15, -1.4), (0.55, -0.75)], colour)


def lion_passant_guardant(pen: Pen, colour: Colour) -> None:
    """Draw a walking lion that looks at the viewer; it fills the middle 1.2 of the height."""
    limb(pen, [(0.62, -0.02, 0.36), (0.1, -0.04, 0.26), (-0.38, -0.06, 0.4)], colour)
    pen.polygon([(x * 0.3 - 0.58, y * 0.3 - 0.26) for x, y in star(12, 1.12, 0.84)], colour)
    for side in (-1, 1):
        pen.circle(-0.58 + side * 0.2, -0.52, 0.085, colour)
    limb(pen, [(-0.5, 0.02, 0.22), (-0.84, 0.06, 0.13), (-0.92, -0.1, 0.11)], colour)
    _paw(pen, -0.93, -0.12, 230, colour)
    limb(pen, [(-0.32, 0.08, 0.22), (-0.38, 0.3, 0.13), (-0.34, 0.5, 0.12)], colour)
    _paw(pen, -0.38, 0.52, 180, colour)
    limb(pen, [(0.56, 0.05, 0.3), (0.38, 0.26, 0.16), (0.46, 0.5, 0.12)], colour)
    _paw(pen, 0.4, 0.52, 180, colour)
    limb(pen, [(0.68, 0.02, 0.3), (0.82, 0.24, 0.16), (0.84, 0.5, 0.12)], colour)
    _paw(pen, 0.78, 0.52, 180, colour)
    limb(
        pen,
        [(0.76, -0.08, 0.08), (0.96, -0.16, 0.07), (0.8, -0.4, 0.07), (0.4, -0.36, 0.07), (0.28, -0.52, 0.08)],
        colour,
    )
    pen.polygon(smooth([(0.36, -0.48), (0.2, -0.44), (0.08, -0.62), (0.24, -0.6), (0.3, -0.72), (0.4, -0.58)]), colour)


def fleur_de_lis(pen: Pen, colour: Colour) -> None:
    """Draw the lily of France."""
    petal = [(0, -1), (0.2, -0.7), (0.3, -0.42), (0.2, -0.12), (0.11, 0.16)]
    pen.polygon(smooth(mirrored([*petal, (0.11, 0.2)])), colour)
    for side in (-1, 1):
        leaf = [(0.1, 0.18), (0.16, -0.1), (0.36, -0.4), (0.66, -0.46), (0.86, -0.22), (0.8, 0.06), (0.6, 0.12)]
        inner = [(0.66, -0.08), (0.54, -0.18), (0.4, -0.04), (0.32, 0.18)]
        pen.polygon(smooth([(side * x, y) for x, y in [*leaf, *inner]]), colour)
        pen.polygon(smooth([(0, 0.3), (side * 0.12, 0.3), (side * 0.4, 0.62), (side * 0.2, 0.66), (0, 0.5)]), colour)
    pen.polygon(smooth(mirrored([(0, 0.28), (0.12, 0.3), (0.16, 0.62), (0, 0.98)])), colour)
    pen.rect(Box(-0.42, 0.13, 0.42, 0.3), colour, radius=0.06)


def roundel(pen: Pen, colour: Colour) -> None:
    """Draw a disc."""
    pen.circle(0, 0, 0.82, colour)


def chaplet(pen: Pen, colour: Colour) -> None:
    """Draw a wreath of roses."""
    pen.circle(0, 0, 0.72, None, colour, 0.24)
    for x, y in ring(8, 0.7):
        pen.circle(x, y, 0.23, colour)


def cross_paty(pen: Pen, colour: Colour) -> None:
    """Draw a cross with arms that widen."""
    arm = [(0.09, 0.0), (0.16, 0.5), (0.42, 0.95), (-0.42, 0.95), (-0.16, 0.5), (-0.09, 0.0)]
    for turn in range(4):
        sine, cosine = (0, 1, 0, -1)[turn], (1, 0, -1, 0)[turn]
        pen.polygon([(x * cosine - y * sine, x * sine + y * cosine) for x, y in arm], colour)
    pen.rect(Box(-0.16, -0.16, 0.16, 0.16), colour)


def cross_crosslet_fitchy(pen: Pen, colour: Colour) -> None:
    """Draw a small cross with crossed arms and a pointed foot."""
    pen.polygon([(-0.12, -0.95), (0.12, -0.95), (0.12, 0.4), (0, 1), (-0.12, 0.4)], colour)
    pen.rect(Box(-0.75, -0.32, 0.75, -0.08), colour)
    pen.rect(Box(-0.34, -0.8, 0.34, -0.58), colour)
    for side in (-1, 1):
        pen.rect(Box(side * 0.56 - 0.11, -0.54, side * 0.56 + 0.11, 0.14), colour)


def water_bouget(pen: Pen, colour: Colour) -> None:
    """Two water skins on a yoke."""
    for side in (-1, 1):
        skin = [
            (0.12, -0.3),
            (0.5, -0.72),
            (0.78, -0.86),
            (0.86, -0.66),
            (0.62, -0.3),
            (0.82, 0.3),
            (0.62, 0.78),
        ]
        pen.polygon(smooth([(side * x, y) for x, y in [*skin, (0.28, 0.74), (0.2, 0.3), (0.04, -0.06)]]), colour)
    pen.rect(Box(-0.5, -0.42, 0.5, -0.2), colour, radius=0.08)
    pen.polygon(smooth([(-0.14, -0.6), (0.14, -0.6), (0.2, -0.2), (0.1, 0.1), (-0.1, 0.1), (-0.2, -0.2)]), colour)


def maunch(pen: Pen, colour: Colour) -> None:
    """Draw a lady's sleeve: shoulder above, bent at the elbow, the cuff with its long lappet hanging from the wrist."""
    limb(pen, [(-0.66, -0.68, 0.46), (0.1, -0.7, 0.5), (0.56, -0.4, 0.48), (0.24, -0.04, 0.42)], colour)
    limb(pen, [(0.26, -0.06, 0.42), (-0.14, 0.04, 0.34), (-0.5, 0.06, 0.3)], colour)
    pen.polygon([(-0.96, -0.98), (-0.5, -0.97), (-0.5, -0.42), (-0.86, -0.36)], colour)
    cuff = [(-0.68, -0.1), (-0.32, -0.06), (-0.24, 0.28), (-0.3, 0.58), (-0.58, 0.62), (-0.74, 0.26)]
    lappet = [
        (-0.26, 0.1),
        (0.14, -0.1),
        (0.56, 0.1),
        (0.72, 0.46),
        (0.58, 0.82),
        (0.2, 1.16),
        (0.14, 0.8),
        (-0.02, 0.5),
    ]
    for outline in (cuff, lappet):
        pen.polygon(smooth(outline, 5), colour)


def maunch_folds(pen: Pen, shade: Colour) -> None:
    """Draw the armhole of a sleeve, and the fold of its lappet."""
    pen.line(curve([(-0.74, -0.92), (-0.64, -0.68), (-0.7, -0.42)]), shade, 0.06)
    pen.line(curve([(0.06, 0.16), (0.34, 0.34), (0.42, 0.62), (0.28, 0.9)]), shade, 0.06)
    pen.line(curve([(-0.46, 0.14), (-0.44, 0.36), (-0.48, 0.52)]), shade, 0.06)


def leopard_face(pen: Pen, colour: Colour) -> None:
    """Draw a leopard's face, seen from the front."""
    side = [
        (0, -0.62),
        (0.3, -0.66),
        (0.5, -0.92),
        (0.76, -0.72),
        (0.74, -0.3),
        (0.86, 0.0),
        (0.62, 0.34),
        (0.5, 0.72),
    ]
    pen.polygon(smooth(mirrored([*side, (0.22, 0.94), (0, 0.98)]), 4), colour)


def leopard_features(pen: Pen, shade: Colour) -> None:
    """Eyes, nose and mouth of a leopard's face."""
    for side in (-1, 1):
        pen.oval(Box(side * 0.34 - 0.15, -0.24, side * 0.34 + 0.15, -0.02), shade)
    pen.polygon([(-0.16, 0.28), (0.16, 0.28), (0, 0.48)], shade)
    pen.line([(-0.34, 0.62), (0, 0.7), (0.34, 0.62)], shade, 0.09)


def stag_head(pen: Pen, colour: Colour) -> None:
    """Draw a stag's face with its antlers."""
    pen.polygon(
        smooth(mirrored([(0, -0.12), (0.22, -0.1), (0.24, 0.2), (0.14, 0.6), (0.15, 0.85), (0, 0.96)]), 4),
        colour,
    )
    for side in (-1, 1):
        pen.polygon(
            smooth([(side * 0.18, -0.02), (side * 0.52, -0.1), (side * 0.62, 0.06), (side * 0.3, 0.14)]), colour
        )
        limb(pen, [(side * 0.12, -0.1, 0.13), (side * 0.5, -0.4, 0.12), (side * 0.56, -0.96, 0.09)], colour)
        limb(pen, [(side * 0.44, -0.36, 0.12), (side * 0.86, -0.46, 0.1), (side * 0.92, -0.7, 0.08)], colour)
        limb(pen, [(side * 0.3, -0.26, 0.12), (side * 0.22, -0.5, 0.1), (side * 0.26, -0.78, 0.08)], colour)


def harp(pen: Pen, colour: Colour) -> None:
    """Draw the harp of Ireland."""
    limb(pen, [(-0.5, 0.8, 0.2), (-0.62, 0.1, 0.2), (-0.56, -0.72, 0.16)], colour)
    limb(pen, [(-0.56, -0.72, 0.18), (-0.2, -0.5, 0.16), (0.2, -0.74, 0.16), (0.56, -0.5, 0.2)], colour)
    limb(pen, [(-0.5, 0.8, 0.26), (0.1, 0.4, 0.2), (0.6, -0.4, 0.16)], colour)
    for step in range(5):
        x = -0.4 + 0.19 * step
        pen.line([(x, -0.54 + 0.02 * step), (x, 0.66 - 0.2 * step)], colour, 0.05)


CHARGES: dict[str, Charge] = {
    "lion_rampant": lion_rampant,
    "lion_passant_guardant": lion_passant_guardant,
    "fleur_de_lis": fleur_de_lis,
    "roundel": roundel,
    "chaplet": chaplet,
    "cross_paty": cross_paty,
    "cross_crosslet_fitchy": cross_crosslet_fitchy,
    "water_bouget": water_bouget,
    "maunch": maunch,
    "leopard_face": leopard_face,
    "stag_head": stag_head,
}

FEATURES: dict[str, Charge] = {"leopard_face": leopard_features, "maunch": maunch_folds}
