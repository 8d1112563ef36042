"""Camps: the leaders of a side in an area as a block of counters, near the area, and none over another."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, takewhile
from operator import itemgetter

import msgspec
from PIL import Image

from engine.warriors.views import AreaView, LeaderView, WarriorsView
from render.kit.labels import Job, Wishes, place_jobs
from render.kit.lettering import Face, Type, text_width, write
from render.kit.palette import INK
from render.kit.pen import Box, Pen, paste, sprite
from render.warriors.board import room
from render.warriors.board.base import FRAME
from render.warriors.board.counters import WIDTH, Token, counter, height, token
from render.warriors.board.palette import COATS, VELLUM
from render.warriors.board.signs import sign
from render.warriors.board.words import by_id, by_merit, grouped

GAP = 3
"""Pixels between two counters of a camp."""

ROOM = 4
"""Pixels that are kept free round a camp."""

WEIGHT = 3
"""How much harder it is to push a camp away for each leader in it."""

SWORDS = 40
"""The size of the sign of the aggressor, beside his camp."""

LOOSE = 44
LOOSE_SIGN = 32
NUMBER = Type(Face.BOLD, 28)
MOST = 6
"""The leaders of a camp; a greater host has several."""

MANY = 3
"""The least leaders for which a camp may have three columns."""


class Camp(msgspec.Struct, frozen=True):
    """What a side has in an area: its leaders, or its troops without a leader."""

    area: str
    side: str
    tokens: tuple[Token, ...]
    loose: tuple[tuple[str, int], ...] = ()
    aggressor: bool = False
    part: int = 0
    """Its number where a great host has several camps."""

    @property
    def id(self) -> str:
        """A name that no other camp has."""
        return f"{self.area} {self.side} {'loose' if self.loose else self.part}"

    def shapes(self) -> Sequence[int]:
        """Return in how many columns it may stand, the best first."""
        number = len(self.tokens)
        if number <= 1:
            return (1,)
        if number == 2:
            return (1, 2)
        return (2, 1, 3) if number == MANY else (2, 3, 4)

    def size(self, columns: int) -> tuple[int, int]:
        """Return its width and height with this many columns."""
        if self.loose:
            return _loose_width(self.loose), LOOSE
        down = sum(row + GAP for row in self.rows(columns)) - GAP
        return columns * (WIDTH + GAP) - GAP + SWORDS * self.aggressor, down

    def rows(self, columns: int) -> list[int]:
        """Return how high each row of counters is."""
        heights = [height(one) for one in self.tokens]
        return [max(heights[start : start + columns]) for start in range(0, len(heights), columns)]


def camps(view: WarriorsView, fresh: Collection[str] = ()) -> list[Camp]:
    """Return all camps of a map; `fresh` are leaders that have come or moved since the last picture."""
    leaders = by_id(view)
    found: list[Camp] = []
    for area in view.areas:
        here = [leaders[leader_id] for leader_id in area.leaders]
        found += [camp for side in COATS for camp in _camps(area, side, here, fresh)]
        if area.loose:
            found.append(Camp(area.id, area.control, (), tuple(grouped(area.loose))))
    return found


def _camps(area: AreaView, side: str, here: Sequence[LeaderView], fresh: Collection[str]) -> Iterator[Camp]:
    own = by_merit([leader for leader in here if leader.side == side])
    tokens = [token(leader, fresh=leader.id in fresh) for leader in own]
    parts = math.ceil(len(tokens) / MOST)
    share = math.ceil(len(tokens) / max(1, parts))
    for part in range(parts):
        some = tuple(tokens[part * share : (part + 1) * share])
        yield Camp(area.id, side, some, aggressor=bool(side) and area.aggressor == side and part == 0, part=part)


Stand = Mapping[str, tuple[Camp, int, Box]]
"""Where each camp stands, and in how many columns."""


def placed(found: Sequence[Camp], taken: Sequence[Box], within: Box = FRAME, last: Stand | None = None) -> Stand:
    """Return where each camp stands; none covers another or what is taken. Troops without a leader come last.

    A camp that is no larger or smaller than in the `last` picture stays where it stood, unless a greater one needs the
    room.
    """
    lain = _lain(found, last or {})
    led = [_job(camp, within) for camp in found if camp.tokens]
    boxes = place_jobs(led, within, lain, taken, calm=True) if lain else {}
    if len(boxes) < len(led) or _overlapping([*boxes.values(), *taken]):
        lain = {}
        boxes = place_jobs(led, within, fixed=taken)
        if _overlapping([*boxes.values(), *taken]):
            boxes = {**boxes, **_one_by_one(led, taken)}
    boxes = _settled([job for job in led if boxes[job.id] != lain.get(job.id)], taken, boxes)
    loose = [_job(camp, within) for camp in found if not camp.tokens]
    boxes |= _loose_boxes(loose, lain, [*taken, *boxes.values()])
    return {camp.id: _stand(camp, boxes[camp.id]) for camp in found}


def _lain(found: Sequence[Camp], last: Stand) -> dict[str, Box]:
    """Return the boxes of the camps that stood somewhere in the same size."""
    stood = {camp.id: last[camp.id][2] for camp in found if camp.id in last}
    sizes = {camp.id: {camp.size(columns) for columns in camp.shapes()} for camp in found}
    return {name: box.grown(ROOM) for name, box in stood.items() if (box.width, box.height) in sizes[name]}


def _loose_boxes(jobs: Sequence[Job], lain: Mapping[str, Box], taken: Sequence[Box]) -> dict[str, Box]:
    """Return where troops without a leader stand: where they stood, or else where there is room, or over others."""
    still = {job.id: lain[job.id] for job in jobs if job.id in lain and not _covers(lain[job.id], taken)}
    others = [job for job in jobs if job.id not in still]
    found = {job.id: job.boxes[0][1] for job in others} | _one_by_one(others, [*taken, *still.values()])
    return still | found


def _job(camp: Camp, within: Box) -> Job:
    return Job(camp.id, partial(_wishes, camp, within), WEIGHT * len(camp.tokens), must=True)


def _settled(jobs: Sequence[Job], taken: Sequence[Box], boxes: Mapping[str, Box]) -> dict[str, Box]:
    """Let every camp go once more to the best place that is free."""
    found = dict(boxes)
    for job in sorted(jobs, key=lambda job: -job.rank):
        others = [*taken, *(box for camp_id, box in found.items() if camp_id != job.id)]
        found[job.id] = next((box for box in _better(job, found[job.id]) if not _covers(box, others)), found[job.id])
    return found


def _better(job: Job, place: Box) -> Iterator[Box]:
    """Yield the places that a camp likes better than the one it has."""
    return takewhile(lambda box: box != place, (box for _, box in job.boxes))


def _covers(box: Box, others: Sequence[Box]) -> bool:
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    return any(left < one.right and one.left < right and top < one.bottom and one.top < bottom for one in others)


def _overlapping(boxes: Sequence[Box]) -> bool:
    return any(one.meets(other) for one, other in combinations(boxes, 2))


def placed_in_part(found: Sequence[Camp], taken: Sequence[Box], within: Box) -> Stand | None:
    """Return where each camp stands in a part of the map; None where one finds no room."""
    jobs = [Job(camp.id, partial(_wishes, camp, within), len(camp.tokens)) for camp in found]
    boxes = _one_by_one([job for job in jobs if job.boxes], taken)
    if len(boxes) < len(found):
        return None
    return {camp.id: _stand(camp, boxes[camp.id]) for camp in found}


def _stand(camp: Camp, box: Box) -> tuple[Camp, int, Box]:
    return camp, _columns(camp, box), box.grown(-ROOM)


def _one_by_one(jobs: Sequence[Job], taken: Sequence[Box]) -> dict[str, Box]:
    """Return places of camps, the largest first; those without room are left out."""
    found: dict[str, Box] = {}
    for job in sorted(jobs, key=lambda job: -job.rank):
        others = [*taken, *found.values()]
        free = next((box for _, box in job.boxes if not _covers(box, others)), None)
        if free is not None:
            found[job.id] = free
    return found


def _wishes(camp: Camp, within: Box) -> Wishes:
    """Return where a camp may stand, with what each place costs, the cheapest first."""
    return _places(camp.area, tuple(camp.size(columns) for columns in camp.shapes()), within)


@lru_cache(128)
def _places(area: str, sizes: Sequence[tuple[int, int]], within: Box) -> Wishes:
    found: list[tuple[float, Box]] = []
    for place, (width, down) in enumerate(sizes):
        around = room.places(area, width + 2 * ROOM, down + 2 * ROOM)
        if within.holds(room.INSIDE):
            found += [(cost + 4 * place, box) for cost, box in around] if place else around
        else:
            found += [(cost + 4 * place, box) for cost, box in around if within.holds(box)]
    return Wishes(sorted(found, key=itemgetter(0)) if len(sizes) > 1 else found)


def _columns(camp: Camp, box: Box) -> int:
    return next(columns for columns in camp.shapes() if camp.size(columns)[0] + 2 * ROOM == round(box.width))


@lru_cache(64)
def drawn(camp: Camp, columns: int) -> Image.Image:
    """Return a camp as an RGBA sprite. Do not change it."""
    if camp.loose:
        return _loose(camp)
    image = Image.new("RGBA", camp.size(columns), (0, 0, 0, 0))
    top, left = 0, SWORDS * camp.aggressor
    if camp.aggressor:
        paste(image, sign("swords", SWORDS), 0, 0)
    for row, down in enumerate(camp.rows(columns)):
        for column, one in enumerate(camp.tokens[row * columns : (row + 1) * columns]):
            paste(image, counter(one), left + column * (WIDTH + GAP), top)
        top += down + GAP
    return image


def _loose_width(troops: Sequence[tuple[str, int]]) -> int:
    numbers = [text_width(str(number), NUMBER.face, NUMBER.size) for _, number in troops]
    return math.ceil(sum(LOOSE_SIGN + number + 10 for number in numbers)) + 14


def _loose(camp: Camp) -> Image.Image:
    """Troops without a leader on a pale plate with a broken rim."""
    width = _loose_width(camp.loose)

    def draw(pen: Pen) -> None:
        pen.rect(Box(1, 1, width - 1, LOOSE - 1), VELLUM, INK, 2, 9)
        rim = [(5, 5), (width - 5, 5), (width - 5, LOOSE - 5), (5, LOOSE - 5), (5, 5)]
        pen.dashes(rim, COATS[camp.side].fill, 4, 10, 6)

    image = sprite(width, LOOSE, draw)
    x = 9.0
    for kind, number in camp.loose:
        paste(image, sign(kind, LOOSE_SIGN), x, (LOOSE - LOOSE_SIGN) / 2)
        write(image, x + LOOSE_SIGN, LOOSE / 2, str(number), NUMBER)
        x += LOOSE_SIGN + text_width(str(number), NUMBER.face, NUMBER.size) + 10
    return image
