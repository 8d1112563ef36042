"""Placing of labels and counters: none overlaps another, none leaves the picture, all stay near their spot."""

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from render.picture import Box, Point

CELL = 64
PUSHES = 6
SLIDES = (0.35, 0.7, 1.0)
RESENTMENT = 7.0


class Job(msgspec.Struct, frozen=True):
    """A rectangle that looks for a place: the boxes that it may take with their costs, cheapest first.

    `rank` tells how much it matters: where room is short, the higher rank is shown.
    """

    id: str
    boxes: tuple[tuple[float, Box], ...]
    rank: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in pixels."""
        box = self.boxes[0][1]
        return box.width, box.height


def job(name: str, width: float, height: float, spots: Iterable[tuple[Point, float]], rank: int = 0) -> Job:
    """Return the job of a rectangle that may have its centre at any of `spots`, given with their costs."""
    boxes = [(cost, _box_at(spot, width, height)) for spot, cost in spots]
    return Job(name, tuple(sorted(boxes, key=lambda pair: pair[0])), rank)


def _box_at(spot: Point, width: float, height: float) -> Box:
    x, y = round(spot[0] - width / 2), round(spot[1] - height / 2)
    return Box(x, y, x + width, y + height)


class Block(msgspec.Struct, frozen=True):
    """Something that is better not covered; `weight` is the cost of each covered pixel."""

    box: Box
    weight: float


Cell = tuple[int, int]
Terrain = dict[Cell, list[tuple[float, float, float, float, float]]]


class Field:
    """Boxes by cell of a coarse grid, for the quick question which of them another box meets."""

    def __init__(self) -> None:
        self._cells: dict[Cell, dict[str, Box]] = defaultdict(dict)

    def add(self, name: str, box: Box) -> None:
        for cell in _cells(box):
            self._cells[cell][name] = box

    def remove(self, name: str, box: Box) -> None:
        for cell in _cells(box):
            self._cells[cell].pop(name, None)

    def meeting(self, box: Box) -> set[str]:
        """Return the names of the boxes that overlap `box`."""
        return {name for cell in _cells(box) for name, other in self._cells[cell].items() if other.meets(box)}


def _cells(box: Box) -> list[Cell]:
    columns = range(int(box.left // CELL), int(box.right // CELL) + 1)
    rows = range(int(box.top // CELL), int(box.bottom // CELL) + 1)
    return [(column, row) for column in columns for row in rows]


def _terrain(blocks: Iterable[Block]) -> Terrain:
    terrain: Terrain = defaultdict(list)
    for block in blocks:
        box = block.box
        for cell in _cells(box):
            terrain[cell].append((box.left, box.top, box.right, box.bottom, block.weight))
    return terrain


def _covered(terrain: Terrain, box: Box) -> float:
    """Return the weighted area that `box` would cover; each block counts in the cell where the overlap begins."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    total = 0.0
    for cell in _cells(box):
        for left_2, top_2, right_2, bottom_2, weight in terrain.get(cell, ()):
            x0, y0 = left if left > left_2 else left_2, top if top > top_2 else top_2
            across = (right if right < right_2 else right_2) - x0
            down = (bottom if bottom < bottom_2 else bottom_2) - y0
            if across > 0 and down > 0 and cell == (x0 // CELL, y0 // CELL):
                total += weight * across * down
    return total


def settle(
    jobs: Sequence[Job],
    blocks: Iterable[Block],
    bounds: Box,
    start: Mapping[str, Box] | None = None,
    affordable: float = math.inf,
) -> dict[str, Box]:
    """Place the jobs; those in `start` stay where they are until another pushes them away.

    A job takes its cheapest spot and may push others away: its betters and equals a few times, lesser ones always.
    A spot that costs more than `affordable` is not used; a job without a bearable one is left out of the answer.
    """
    return _Settling(_terrain(blocks), bounds, affordable).run(jobs, start or {})


class _Settling:
    """One run of the placing: a queue of jobs that push each other about until all rest."""

    def __init__(self, terrain: Terrain, bounds: Box, affordable: float) -> None:
        self.terrain, self.bounds, self.affordable = terrain, bounds, affordable
        self.field = Field()
        self.done: dict[str, Box] = {}
        self.pushed: dict[str, int] = defaultdict(int)
        self.covered: dict[str, list[float]] = {}
        self.rank: dict[str, int] = {}

    def run(self, jobs: Sequence[Job], start: Mapping[str, Box]) -> dict[str, Box]:
        by_name = {job.id: job for job in jobs}
        self.rank = {job.id: job.rank for job in jobs}
        for name, box in start.items():
            if name in by_name and self.bounds.holds(box):
                self._put(name, box)
        waiting = (job for job in jobs if job.id not in self.done)
        queue = deque(sorted(waiting, key=lambda job: -job.rank))
        while queue:
            job = queue.popleft()
            queue.extend(by_name[name] for name in self._seat(job))
        return self.done

    def _seat(self, job: Job) -> list[str]:
        """Give a job its best spot; return the names of those that it pushed away."""
        best, spot, out = self.affordable, None, set[str]()
        for place, (cost, box) in enumerate(job.boxes):
            if cost >= best:
                break
            cost += self._cover(job, place)
            if cost >= best:
                continue
            others = self.field.meeting(box)
            cost += self._pushing(job, others)
            if cost < best:
                best, spot, out = cost, box, others
        if spot is None:
            return []
        for other in out:
            self.field.remove(other, self.done.pop(other))
            self.pushed[other] += 1
        self._put(job.id, spot)
        return sorted(out)

    def _cover(self, job: Job, place: int) -> float:
        """Return the cost of what a job's box number `place` covers, infinite outside the picture."""
        known = self.covered.setdefault(job.id, [])
        while len(known) <= place:
            box = job.boxes[len(known)][1]
            known.append(_covered(self.terrain, box) if self.bounds.holds(box) else math.inf)
        return known[place]

    def _pushing(self, job: Job, others: set[str]) -> float:
        """Return what it costs to push others away: more each time, until they stand fast against their like."""
        if any(self.pushed[other] >= PUSHES and self.rank[other] >= job.rank for other in others):
            return math.inf
        return sum(RESENTMENT * (1 + min(self.pushed[other], PUSHES)) * (1 + self.rank[other]) for other in others)

    def _put(self, name: str, box: Box) -> None:
        self.done[name] = box
        self.field.add(name, box)


def around(box: Box, width: float, height: float, gaps: Sequence[float]) -> list[tuple[Point, float]]:
    """Return centres for a rectangle beside `box`: right, left, below, above, corners; farther off costs more."""
    x, y = box.centre
    spots: list[tuple[Point, float]] = []
    for ring, gap in enumerate(gaps):
        far = ring * 14.0
        across, down = (box.width + width) / 2 + gap, (box.height + height) / 2 + gap * 0.6
        spots += [
            ((x + across, y), far),
            ((x - across, y), far + 1.5),
            ((x, y + down), far + 1),
            ((x, y - down), far + 2),
        ]
        for share in SLIDES:
            lean = far + 1 + 4 * share
            spots += [((x + side * width * share / 2, y + down), lean) for side in (1, -1)]
            spots += [((x + side * width * share / 2, y - down), lean + 1) for side in (1, -1)]
            spots += [((x + across, y + side * (height + box.height) * share / 2), lean) for side in (1, -1)]
            spots += [((x - across, y + side * (height + box.height) * share / 2), lean + 1.5) for side in (1, -1)]
    return spots
