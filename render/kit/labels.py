"""Placing of labels and counters: none overlaps another, none leaves the picture, all stay near their spot."""

import math
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter

import msgspec

from render.kit.pen import Box, Point

CELL = 96
PUSHES = 10
FIXED = 99
SLIDES = (0.5, 1.0)
RESENTMENT = 8.0
STRIDE = 16
FARTHEST = 40

Priced = tuple[float, float, float, float, float]
"""The edges of a box, and what it costs to push it away."""


class Wishes(tuple[tuple[float, Box], ...]):
    """The boxes that a rectangle may take with their costs, cheapest first.

    Most are asked for in one picture after the other: what is worked out about them is kept.
    """

    @cached_property
    def reach(self) -> Box:
        """The box round all of them."""
        boxes = [box for _, box in self]
        lefts, tops = min(box.left for box in boxes), min(box.top for box in boxes)
        return Box(lefts, tops, max(box.right for box in boxes), max(box.bottom for box in boxes))

    @cached_property
    def plain(self) -> list[tuple[float, float, float, float, float, Box]]:
        """The same as plain numbers: cost, left, top, right and bottom, with the box itself."""
        return [(cost, box.left, box.top, box.right, box.bottom, box) for cost, box in self]

    @cached_property
    def cells(self) -> list["Cell"]:
        """The cells of a field over which they lie."""
        return _cells(self.reach)

    def inside(self, bounds: Box) -> "Wishes":
        """Return those that lie wholly inside some bounds."""
        if not self or bounds.holds(self.reach):
            return self
        left, top, right, bottom = bounds.left, bounds.top, bounds.right, bounds.bottom
        plain = [
            wish for wish in self.plain if left <= wish[1] and top <= wish[2] and wish[3] <= right and wish[4] <= bottom
        ]
        found = Wishes((wish[0], wish[5]) for wish in plain)
        found.plain = plain
        return found

    def cheapest(self, near: Sequence[Priced]) -> Box | None:
        """Return the box that costs least, with what is `near` pushed away; None if nothing can be."""
        best, found = math.inf, None
        for cost, left, top, right, bottom, box in self.plain:
            if cost >= best:
                break
            for left_2, top_2, right_2, bottom_2, price in near:
                if left_2 < right and left < right_2 and top_2 < bottom and top < bottom_2:
                    cost += price
                    if cost >= best:
                        break
            else:
                if cost < best:
                    best, found = cost, box
        return found


class Job(msgspec.Struct, frozen=True, dict=True):
    """A rectangle that looks for a place; `find` works out the boxes that it may take, for most rest where they are.

    `rank` tells how much it matters: where room is short, the higher rank is shown. A job that `must` is always placed.
    """

    id: str
    find: Callable[[], Wishes]
    rank: int = 0
    must: bool = False

    @cached_property
    def boxes(self) -> Wishes:
        """The boxes that it may take."""
        return self.find()


def _box_at(spot: Point, width: float, height: float) -> Box:
    x, y = round(spot[0] - width / 2), round(spot[1] - height / 2)
    return Box(x, y, x + width, y + height)


class Block(msgspec.Struct, frozen=True):
    """A part of the picture that labels should avoid; `weight` is the cost of each covered pixel."""

    box: Box
    weight: float


Cell = tuple[int, int]
Spot = tuple[Point, float]
Edges = tuple[float, float, float, float]


class Field:
    """Boxes by cell of a coarse grid, for the quick question which of them another box meets.

    It is asked many thousand times for a picture, so it keeps plain numbers and asks no method of a box.
    """

    def __init__(self) -> None:
        self._cells: dict[Cell, dict[str, Edges]] = defaultdict(dict)

    def add(self, name: str, box: Box) -> None:
        for cell in _cells(box):
            self._cells[cell][name] = (box.left, box.top, box.right, box.bottom)

    def remove(self, name: str, box: Box) -> None:
        for cell in _cells(box):
            self._cells[cell].pop(name, None)

    def meeting(self, box: Box) -> set[str]:
        """Return the names of the boxes that overlap `box`."""
        return {
            name for cell in _cells(box) for name, edges in self._cells.get(cell, EMPTY).items() if _meet(edges, box)
        }

    def priced(self, wishes: Wishes, prices: Mapping[str, float]) -> list[Priced]:
        """Return the placed boxes that overlap a job's wishes, each with its price, the dearest first."""
        near: dict[str, Edges] = {}
        for cell in wishes.cells:
            if cell in self._cells:
                near.update(self._cells[cell])
        box = wishes.reach
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        found = [
            (*edges, prices[name])
            for name, edges in near.items()
            if edges[0] < right and left < edges[2] and edges[1] < bottom and top < edges[3]
        ]
        found.sort(key=_price, reverse=True)
        return found


_price = itemgetter(4)


def _meet(edges: Edges, box: Box) -> bool:
    left, top, right, bottom = edges
    return left < box.right and box.left < right and top < box.bottom and box.top < bottom


EMPTY: dict[str, Edges] = {}


@lru_cache(1 << 15)
def _cells(box: Box) -> list[Cell]:
    columns = range(int(box.left) // CELL, int(box.right) // CELL + 1)
    rows = range(int(box.top) // CELL, int(box.bottom) // CELL + 1)
    return [(column, row) for column in columns for row in rows]


class Terrain:
    """The parts of a picture that labels should avoid, for pricing boxes."""

    def __init__(self, blocks: Iterable[Block]) -> None:
        self._cells: dict[Cell, list[tuple[float, float, float, float, float]]] = defaultdict(list)
        for block in blocks:
            box = block.box
            for cell in _cells(box):
                self._cells[cell].append((box.left, box.top, box.right, box.bottom, block.weight))

    def cost(self, box: Box) -> float:
        """Return the weighted area that `box` would cover; each block counts in the cell where the overlap begins."""
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        total = 0.0
        for cell in _cells(box):
            for left_2, top_2, right_2, bottom_2, weight in self._cells.get(cell, ()):
                x0, y0 = left if left > left_2 else left_2, top if top > top_2 else top_2
                across = (right if right < right_2 else right_2) - x0
                down = (bottom if bottom < bottom_2 else bottom_2) - y0
                if across > 0 and down > 0 and cell == (x0 // CELL, y0 // CELL):
                    total += weight * across * down
        return total

    def options(
        self, size: tuple[float, float], spots: Iterable[Spot], care: float = 1.0, limit: float = math.inf
    ) -> Wishes:
        """Return the boxes of a rectangle centred on any of `spots`, with their costs, cheapest first.

        `care` is how much it minds what it covers; boxes that cost more than `limit` are left out.
        """
        boxes = [(cost, _box_at(spot, *size)) for spot, cost in spots]
        priced = [(cost + care * self.cost(box) if care else cost, box) for cost, box in boxes]
        return Wishes(sorted([pair for pair in priced if pair[0] < limit], key=lambda pair: pair[0]))


def place_jobs(
    jobs: Sequence[Job],
    bounds: Box,
    start: Mapping[str, Box] | None = None,
    fixed: Sequence[Box] = (),
    *,
    calm: bool = False,
) -> dict[str, Box]:
    """Place the jobs inside `bounds`, clear of what is `fixed`; those in `start` stay until another pushes them away.

    A job takes its cheapest spot and may push others away: its betters and equals a few times, lesser ones always.
    When all is `calm` it pushes only lesser ones, so that little moves. A job that finds no spot is left out of the
    answer, unless it must be there.
    """
    return _Placing(bounds, fixed, 0 if calm else PUSHES).run(jobs, start or {})


class _Placing:
    """One run of the placing: a queue of jobs that push each other away until all have a place.

    The price of pushing a job away grows each time, until its equals cannot push it any more: `prices` has the price
    that a job of each rank pays. `patience` is how often a job may be pushed away by its equals.
    """

    def __init__(self, bounds: Box, fixed: Sequence[Box], patience: int) -> None:
        self.bounds, self.patience = bounds, patience
        self.field = Field()
        self.done: dict[str, Box] = {}
        self.pushed: dict[str, int] = defaultdict(int)
        self.rank: dict[str, int] = {}
        self.prices: dict[int, dict[str, float]] = {}
        self.wishes: dict[str, Wishes] = {}
        for number, box in enumerate(fixed):
            self.field.add(f"fixed:{number}", box)
            self.rank[f"fixed:{number}"] = self.pushed[f"fixed:{number}"] = FIXED

    def run(self, jobs: Sequence[Job], start: Mapping[str, Box]) -> dict[str, Box]:
        by_name = {job.id: job for job in jobs}
        self.rank |= {job.id: job.rank for job in jobs}
        self.prices = {rank: {} for rank in {job.rank for job in jobs}}
        for name in self.rank:
            self._set_price(name)
        for name, box in start.items():
            if name in by_name and self.bounds.holds(box):
                self._put(name, box)
        waiting = (job for job in jobs if job.id not in self.done)
        queue = deque(sorted(waiting, key=lambda job: -job.rank))
        while queue:
            job = queue.popleft()
            queue.extend(by_name[name] for name in self._seat(job))
        return self.done

    def _set_price(self, name: str) -> None:
        pushed, rank = self.pushed[name], self.rank[name]
        price = RESENTMENT * (1 + min(pushed, PUSHES)) * (1 + rank)
        for payer, prices in self.prices.items():
            prices[name] = math.inf if pushed >= self.patience and rank >= payer else price

    def _seat(self, job: Job) -> list[str]:
        """Give a job its best spot; return the names of those that it pushed away."""
        spot = self._cheapest(job) or (self._nearest_free(job) if job.must else None)
        if spot is None:
            return []
        prices = self.prices[job.rank]
        out = sorted(other for other in self.field.meeting(spot) if prices[other] < math.inf)
        for other in out:
            self.field.remove(other, self.done.pop(other))
            self.pushed[other] += 1
            self._set_price(other)
        self._put(job.id, spot)
        return out

    def _cheapest(self, job: Job) -> Box | None:
        """Return the best spot of a job's wishes; None if fixed labels block all of them."""
        if job.id not in self.wishes:
            self.wishes[job.id] = job.boxes.inside(self.bounds)
        wishes = self.wishes[job.id]
        return wishes.cheapest(self.field.priced(wishes, self.prices[job.rank])) if wishes else None

    def _nearest_free(self, job: Job) -> Box:
        """Return the nearest spot to a job's first wish that lies on none of its equals, though none of its wishes."""
        start = self._squeezed(job.boxes[0][1])
        for reach in range(1, FARTHEST):
            for x, y in _frame(reach):
                box = start.moved(x * STRIDE, y * STRIDE)
                if self.bounds.holds(box) and all(self.rank[o] < job.rank for o in self.field.meeting(box)):
                    return box
        return start

    def _squeezed(self, box: Box) -> Box:
        """Return the box moved into the picture."""
        x = min(max(box.left, self.bounds.left), self.bounds.right - box.width)
        y = min(max(box.top, self.bounds.top), self.bounds.bottom - box.height)
        return box.moved(x - box.left, y - box.top)

    def _put(self, name: str, box: Box) -> None:
        self.done[name] = box
        self.field.add(name, box)


def _frame(reach: int) -> list[tuple[int, int]]:
    """Return the cells at a distance from the middle one of a square grid, the nearest to it first."""
    sides = [(x, y) for x in range(-reach, reach + 1) for y in (-reach, reach)]
    sides += [(x, y) for x in (-reach, reach) for y in range(1 - reach, reach)]
    return sorted(sides, key=lambda cell: math.hypot(*cell))


def around(box: Box, width: float, height: float, gaps: Sequence[float]) -> list[Spot]:
    """Return centres for a rectangle beside `box`: right, left, below, above, corners; farther off costs more."""
    x, y = box.centre
    spots: list[Spot] = []
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
