"""Placing of labels and counters: none overlaps another, none leaves the picture, all stay near their spot."""

import math
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from render.picture import Box, Point

CELL = 64
PUSHES = 6
RESENTMENT = 12.0


class Job(msgspec.Struct, frozen=True):
    """A rectangle that looks for a place: its size, and candidate centres with their costs, best first."""

    id: str
    width: float
    height: float
    spots: tuple[tuple[Point, float], ...]

    def box(self, spot: Point) -> Box:
        """Return where the rectangle would lie."""
        x, y = round(spot[0] - self.width / 2), round(spot[1] - self.height / 2)
        return Box(x, y, x + self.width, y + self.height)


class Block(msgspec.Struct, frozen=True):
    """Something that is better not covered; `weight` is the cost of each covered pixel."""

    box: Box
    weight: float


class Field:
    """Boxes by cell of a coarse grid, for quick questions about what is near."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], dict[str, tuple[Box, float]]] = defaultdict(dict)

    def add(self, name: str, box: Box, weight: float = 0) -> None:
        for cell in _cells(box):
            self._cells[cell][name] = (box, weight)

    def remove(self, name: str, box: Box) -> None:
        for cell in _cells(box):
            self._cells[cell].pop(name, None)

    def meeting(self, box: Box) -> set[str]:
        """Return the names of the boxes that overlap `box`."""
        return {name for cell in _cells(box) for name, (other, _) in self._cells[cell].items() if other.meets(box)}

    def cost(self, box: Box) -> float:
        """Return the weighted area that `box` would cover."""
        found = {name: pair for cell in _cells(box) for name, pair in self._cells[cell].items()}
        return sum(weight * other.shared(box) for other, weight in found.values())


def _cells(box: Box) -> list[tuple[int, int]]:
    columns = range(math.floor(box.left / CELL), math.floor(box.right / CELL) + 1)
    rows = range(math.floor(box.top / CELL), math.floor(box.bottom / CELL) + 1)
    return [(column, row) for column in columns for row in rows]


def settle(
    jobs: Sequence[Job],
    blocks: Iterable[Block],
    bounds: Box,
    start: Mapping[str, Box] | None = None,
    affordable: float = math.inf,
) -> dict[str, Box]:
    """Place the jobs; those in `start` stay where they are until another pushes them away.

    A job takes its cheapest spot and may push others away a few times; a spot that costs more than `affordable`
    is not used, so that a job without a bearable one is left out of the answer.
    """
    terrain = Field()
    for number, block in enumerate(blocks):
        terrain.add(str(number), block.box, block.weight)
    return _Settling(terrain, bounds, affordable).run(jobs, start or {})


class _Option:
    """A spot that a job may take; what it would cover is worked out when it is first asked for."""

    def __init__(self, cost: float, box: Box) -> None:
        self.cost, self.box = cost, box
        self.covered: float | None = None

    def total(self, terrain: Field) -> float:
        if self.covered is None:
            self.covered = terrain.cost(self.box)
        return self.cost + self.covered


class _Settling:
    """One run of the placing: a queue of jobs that push each other about until all rest."""

    def __init__(self, terrain: Field, bounds: Box, affordable: float) -> None:
        self.terrain, self.bounds, self.affordable = terrain, bounds, affordable
        self.field = Field()
        self.done: dict[str, Box] = {}
        self.pushed: dict[str, int] = defaultdict(int)
        self.options: dict[str, list[_Option]] = {}

    def run(self, jobs: Sequence[Job], start: Mapping[str, Box]) -> dict[str, Box]:
        by_name = {job.id: job for job in jobs}
        for name, box in start.items():
            if name in by_name and self.bounds.holds(box):
                self._put(name, box)
        queue = deque(job for job in jobs if job.id not in self.done)
        while queue:
            job = queue.popleft()
            queue.extend(by_name[name] for name in self._seat(job))
        return self.done

    def _options(self, job: Job) -> list[_Option]:
        if job.id not in self.options:
            boxes = [(cost, job.box(spot)) for spot, cost in sorted(job.spots, key=lambda pair: pair[1])]
            self.options[job.id] = [_Option(cost, box) for cost, box in boxes if self.bounds.holds(box)]
        return self.options[job.id]

    def _seat(self, job: Job) -> list[str]:
        """Give a job its best spot; return the names of those that it pushed away."""
        best, spot, out = self.affordable, None, set[str]()
        for option in self._options(job):
            if option.cost >= best:
                break
            cost = option.total(self.terrain)
            if cost >= best:
                continue
            others = self.field.meeting(option.box)
            if any(self.pushed[other] >= PUSHES for other in others):
                continue
            cost += sum(RESENTMENT * (2 + self.pushed[other]) for other in others)
            if cost < best:
                best, spot, out = cost, option.box, others
        if spot is None:
            return []
        for other in out:
            self.field.remove(other, self.done.pop(other))
            self.pushed[other] += 1
        self._put(job.id, spot)
        return sorted(out)

    def _put(self, name: str, box: Box) -> None:
        self.done[name] = box
        self.field.add(name, box)


def around(box: Box, width: float, height: float, gaps: Sequence[float] = (2, 12, 26)) -> list[tuple[Point, float]]:
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
        for share in (0.25, 0.5, 0.75, 1.0):
            lean = far + 1 + 4 * share
            spots += [((x + side * width * share / 2, y + down), lean) for side in (1, -1)]
            spots += [((x + side * width * share / 2, y - down), lean + 1) for side in (1, -1)]
            spots += [((x + across, y + side * (height + box.height) * share / 2), lean) for side in (1, -1)]
            spots += [((x - across, y + side * (height + box.height) * share / 2), lean + 1.5) for side in (1, -1)]
    return spots
