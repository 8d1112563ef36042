"""England of nine counties: corners by hand, coasts and borders with a deterministic wobble; in pixels of the map.

The counties lie in their true order and neighbourhood, but each is as large as what is written on it needs.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from render.kit.coasts import wobbled
from render.kit.pen import Box, Point, box_about

WIDTH, HEIGHT = 1080, 936

CORNERS: Mapping[str, Point] = {
    # the coast, from the Scottish border clockwise
    "tweed": (604, -20), "tyne": (650, 34), "tees": (716, 92), "whitby": (778, 150), "flamborough": (826, 218),
    "spurn": (800, 262), "humber": (736, 278), "grimsby": (836, 292), "lincoln": (876, 342), "skegness": (894, 400),
    "wash": (822, 446), "lynn": (886, 436), "cromer": (982, 424), "yarmouth": (1054, 476), "lowestoft": (1062, 548),
    "orford": (1052, 604), "harwich": (1010, 640), "thames": (944, 662), "gravesend": (860, 652),
    "thanet": (1060, 676), "dover": (1066, 762), "dungeness": (1020, 822), "beachy": (900, 866), "selsey": (786, 866),
    "wight": (716, 874), "purbeck": (640, 884), "portland": (578, 886), "lyme": (520, 868), "exmouth": (440, 872),
    "torbay": (360, 898), "start": (318, 924), "plymouth": (244, 900), "fowey": (158, 906), "lizard": (84, 926),
    "lands_end": (30, 914), "newquay": (96, 862), "hartland": (160, 800), "lynton": (204, 754), "minehead": (250, 728),
    "weston": (296, 688), "severn": (346, 668), "chepstow": (312, 656), "cardiff": (232, 684), "gower": (150, 690),
    "pembroke": (54, 656), "cardigan": (110, 600), "aberystwyth": (186, 536), "harlech": (190, 462),
    "lleyn": (104, 446), "anglesey": (128, 384), "conwy": (214, 378), "dee": (290, 376), "wirral": (292, 338),
    "mersey": (330, 322), "formby": (318, 286), "lune": (352, 238), "furness": (300, 206), "st_bees": (262, 140),
    "solway": (330, 84), "gretna": (352, -20),
    # inland
    "kendal": (398, 120), "durham": (524, 74), "pennines": (380, 200), "leeds": (430, 284), "doncaster": (594, 286),
    "peak": (602, 380), "cannock": (592, 476), "wrexham": (282, 440), "ludlow": (252, 482), "wyre": (430, 484),
    "hay": (230, 570), "monmouth": (256, 638), "evesham": (532, 478), "cotswolds": (536, 574), "malmesbury": (530, 670),
    "bristol": (450, 680), "leicester": (700, 480), "stamford": (798, 480), "ely": (800, 570), "hertford": (790, 650),
    "oxford": (680, 676), "sarum": (530, 770), "axe": (524, 830), "winchester": (786, 764),
}  # fmt: skip


def _named(corners: str) -> tuple[str, ...]:
    return tuple(corners.split())


COAST = _named(
    "tweed tyne tees whitby flamborough spurn humber grimsby lincoln skegness wash lynn cromer yarmouth lowestoft "
    "orford harwich thames gravesend thanet dover dungeness beachy selsey wight purbeck portland lyme exmouth "
    "torbay start plymouth fowey lizard lands_end newquay hartland lynton minehead weston severn chepstow cardiff "
    "gower pembroke cardigan aberystwyth harlech lleyn anglesey conwy dee wirral mersey formby lune furness "
    "st_bees solway gretna"
)
"""The outline of the land; it ends above the picture, in Scotland."""

MARCH = _named("dee wrexham ludlow hay monmouth chepstow")
"""The border of Wales."""

COUNTIES: Mapping[str, Sequence[str]] = {
    "A": _named("kendal durham tees whitby flamborough spurn humber doncaster leeds pennines"),
    "B": _named("pennines leeds doncaster peak cannock wyre ludlow wrexham dee wirral mersey formby lune"),
    "C": _named("doncaster humber grimsby lincoln skegness wash stamford leicester cannock peak"),
    "D": _named("ludlow wyre evesham cotswolds malmesbury bristol severn chepstow monmouth hay"),
    "E": _named("wash lynn cromer yarmouth lowestoft orford harwich thames gravesend hertford ely stamford"),
    "F": _named("cannock leicester stamford ely hertford oxford malmesbury cotswolds evesham"),
    "G": _named("severn bristol malmesbury sarum axe lyme exmouth hartland lynton minehead weston"),
    "H": _named("malmesbury oxford hertford winchester selsey wight purbeck portland lyme axe sarum"),
    "I": _named("hertford gravesend thanet dover dungeness beachy selsey winchester"),
}
"""The corners of every county, clockwise."""

PLATES: Mapping[str, Point] = {
    "A": (590, 184), "B": (452, 380), "C": (732, 373), "D": (386, 574), "E": (928, 546), "F": (666, 572),
    "G": (408, 776), "H": (658, 768), "I": (918, 772),
}  # fmt: skip
"""The middle of what is written on a county."""

PLATE = (236, 172)
"""Width and height of what is written on a county."""


def plate(county: str) -> Box:
    """Return the box of what is written on a county."""
    (x, y), (width, height) = PLATES[county], PLATE
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


@cache
def edge(one: str, other: str) -> tuple[Point, ...]:
    """Return the line from a corner to another, the same in both directions; coasts are rougher than borders."""
    if one > other:
        return tuple(reversed(edge(other, one)))
    coast = abs(_along(one) - _along(other)) == 1
    return tuple(wobbled([CORNERS[one], CORNERS[other]], random.Random(f"{one} {other}"), 0.13 if coast else 0.06))


def _along(corner: str) -> int:
    return COAST.index(corner) if corner in COAST else -9


def path(corners: Sequence[str]) -> list[Point]:
    """Return the wobbling line through some corners."""
    return [point for one, other in pairwise(corners) for point in edge(one, other)]


@cache
def land() -> tuple[Point, ...]:
    """Return the outline of England and Wales."""
    return tuple(path(COAST))


@cache
def outline(county: str) -> tuple[Point, ...]:
    """Return the outline of a county."""
    corners = COUNTIES[county]
    return tuple(path([*corners, corners[0]]))


def bounds(county: str) -> Box:
    """Return the box of a county."""
    return box_about(outline(county))
