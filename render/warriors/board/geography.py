"""Where things lie on the map: areas and borders in pixels, from the true coordinates of `data/warriors/areas.toml`.

France has most of the room, for there most is fought over; the north and the west of the islands are drawn together.
Coasts and borders have a deterministic wobble. An edge that two areas share is one and the same line.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from engine.core.files.catalog import load_toml
from engine.warriors.board.catalog import GAME
from render.kit.coasts import wobbled
from render.kit.pen import Box, Point, box_about

WIDTH, HEIGHT = 1200, 1500

ACROSS: Sequence[Point] = ((-11.0, -20), (-5.8, 118), (8.6, 1206), (13.0, 1540))
"""Longitudes with their pixels from the left; between two of them the scale is even."""

DOWN: Sequence[Point] = ((60.0, -60), (58.7, 14), (55.2, 180), (51.2, 470), (41.6, 1520), (40.0, 1700))
"""Latitudes with their pixels from the top."""

ABROAD: Mapping[str, Sequence[str | Point]] = {
    "germany": (
        "b2", "b3", "b4", "b5", "b6", "lx1", "lx2", "lx3", "lo1", "lo2", "lo3", "lsw", "sw1", "sw2", (12.6, 47.4),
        (12.6, 54.2), (8.8, 54.0), (8.2, 53.6), (7.1, 53.65), (6.1, 53.4), (5.4, 53.2), (4.75, 52.95),
    ),
    "italy": (
        "sw2", "sw3", "sw4", "sw5", "sws", "sv1", "sv2", "spe", "pv1", (8.1, 43.95), (8.8, 44.4), (9.8, 44.05),
        (10.4, 43.2), (12.6, 43.0), (12.6, 47.4),
    ),
    "spain": (
        "nv6", "nv5", "nv4", "nv3", "nv2", "nv1", "nl1", "l5", "l4", (3.2, 41.9), (2.2, 41.4), (1.6, 40.4),
        (-9.6, 40.4), (-9.2, 43.1), (-8.0, 43.7), (-5.8, 43.6), (-3.8, 43.45),
    ),
}  # fmt: skip
"""Land beyond the map that nobody enters, so that it is not taken for the sea."""

LABELS: Mapping[str, Point] = {
    "anjou": (534, 805), "aquitaine": (596, 1174), "auvergne": (794, 1115), "berry": (720, 925),
    "brabant": (942, 474), "brittany": (330, 815), "burgundy": (906, 860), "champagne": (894, 812),
    "dauphine": (986, 1165), "england": (500, 330), "flanders": (810, 555), "gascony": (580, 1255),
    "ile_de_france": (738, 691), "ireland": (62, 340), "languedoc": (768, 1335), "lorraine": (1088, 754),
    "luxembourg": (1017, 585), "navarre": (595, 1440), "normandy": (560, 705), "orleanais": (706, 880),
    "picardy": (746, 635), "poitou": (532, 995), "provence": (988, 1226), "savoy": (1139, 1200),
    "scotland": (254, 96), "switzerland": (1096, 934), "wales": (262, 402),
}  # fmt: skip
"""The middle of what is written on each area, in pixels: where it leaves most room for counters."""


def _scaled(stops: Sequence[Point], value: float) -> float:
    """Return where a coordinate lies between its stops; they rise or fall evenly."""
    for (start, at), (end, to) in pairwise(stops):
        if min(start, end) <= value <= max(start, end):
            return at + (to - at) * (value - start) / (end - start)
    raise ValueError(f"{value} lies beyond the map")


def project(longitude: float, latitude: float) -> Point:
    """Return the pixel of a place on earth."""
    return _scaled(ACROSS, longitude), _scaled(DOWN, latitude)


@cache
def corners() -> Mapping[str, Point]:
    """Return the named corners of all polygons."""
    nodes: Mapping[str, Point] = load_toml(GAME, "areas")["nodes"]
    return {node_id: project(*spot) for node_id, spot in nodes.items()}


@cache
def rings() -> Mapping[str, tuple[str, ...]]:
    """Return the corners of every area in order, by area."""
    return {row["id"]: tuple(row["polygon"]) for row in load_toml(GAME, "areas")["area"]}


def _sides(ring: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from zip(ring, [*ring[1:], ring[0]], strict=True)


@cache
def _users() -> Mapping[frozenset[str], int]:
    """Return how many areas, and lands abroad, have an edge."""
    found: Counter[frozenset[str]] = Counter()
    for ring in [*rings().values(), *([one for one in land if isinstance(one, str)] for land in ABROAD.values())]:
        found.update(frozenset(side) for side in pairwise([*ring, ring[0]]))
    return found


@cache
def edge(one: str, other: str) -> tuple[Point, ...]:
    """Return the line from a corner to another, the same in both directions; coasts are rougher than borders."""
    if one > other:
        return tuple(reversed(edge(other, one)))
    rough = 0.1 if coastal(one, other) else 0.05
    return tuple(wobbled([corners()[one], corners()[other]], random.Random(f"{one} {other}"), rough))


def coastal(one: str, other: str) -> bool:
    """Tell whether the sea lies beyond an edge."""
    return _users()[frozenset((one, other))] < 2


@cache
def outline(area: str) -> tuple[Point, ...]:
    """Return the outline of an area."""
    return tuple(point for one, other in _sides(rings()[area]) for point in edge(one, other)[:-1])


@cache
def abroad(land: str) -> tuple[Point, ...]:
    """Return the outline of a land beyond the map."""
    spots = ABROAD[land]
    found: list[Point] = []
    for one, other in zip(spots, [*spots[1:], spots[0]], strict=True):
        if isinstance(one, str) and isinstance(other, str):
            found += edge(one, other)[:-1]
        else:
            found.append(corners()[one] if isinstance(one, str) else project(*one))
    return tuple(found)


@cache
def frontiers() -> tuple[tuple[Point, ...], ...]:
    """Return the lines between areas and land beyond the map."""
    every = [side for ring in rings().values() for side in _sides(ring)]
    inner = Counter(frozenset(side) for side in every)
    return tuple(edge(*side) for side in every if inner[frozenset(side)] == 1 and not coastal(*side))


@cache
def coasts() -> tuple[tuple[Point, ...], ...]:
    """Return the lines between land and sea."""
    return tuple(_joined([side for ring in rings().values() for side in _sides(ring) if coastal(*side)]))


def _joined(sides: Sequence[tuple[str, str]]) -> Iterator[tuple[Point, ...]]:
    """Join edges that follow one another into lines."""
    after = dict(sides)
    starts = [one for one in after if one not in after.values()]
    while after:
        at = starts.pop() if starts else next(iter(after))
        line = [corners()[at]]
        while at in after:
            to = after.pop(at)
            line += edge(at, to)[1:]
            at = to
        yield tuple(line)


@cache
def border(one: str, other: str) -> tuple[tuple[Point, ...], ...]:
    """Return the lines between two areas that touch."""
    theirs = {frozenset(side) for side in _sides(rings()[other])}
    return tuple(_joined([side for side in _sides(rings()[one]) if frozenset(side) in theirs]))


@cache
def routes() -> Mapping[frozenset[str], tuple[Point, ...]]:
    """Return the lines of the sea connections, by the two areas."""
    rows = load_toml(GAME, "areas")["sea"]
    return {frozenset((row["a"], row["b"])): tuple(project(*spot) for spot in row["path"]) for row in rows}


def bounds(area: str) -> Box:
    """Return the box of an area, as much of it as is on the map."""
    box = box_about(outline(area))
    return Box(max(box.left, 0), max(box.top, 0), min(box.right, WIDTH), min(box.bottom, HEIGHT))
