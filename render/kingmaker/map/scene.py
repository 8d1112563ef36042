"""Where everything on the Kingmaker map lies: counters and names with their boxes, worked out from a view."""

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from engine.kingmaker.board import locations
from engine.kingmaker.views import KingmakerView, NobleView, SiteView
from render.kingmaker.edition import catalog
from render.kingmaker.map.geography import AREA_PANELS, MAP, PANEL_TITLE, geography
from render.kingmaker.map.look import PLAIN, Look
from render.kingmaker.map.muster import Counter, Muster
from render.kingmaker.map.toponyms import Toponym, place_toponym, terrain, toponyms
from render.kit.labels import Field, Job, Spot, Wishes, around, place_jobs
from render.kit.pen import Box, Point

RANK = 4
CARE = 0.08
RINGS = (4, 14, 28, 46, 70, 100)
HOMESICK = 2.4


class Lain(NamedTuple):
    """Where everything lay in a picture, with what tells of each counter whether it is as it was."""

    boxes: Mapping[str, Box]
    counters: Mapping[str, tuple[str, Point, tuple[int, int]]]


class Scene:
    """The contents of one picture of the map.

    `resting` says where names lie on the empty board, `bounds` is the part that will be seen, `marks` are spaces
    that are kept free for the marks of battles and deaths.
    """

    def __init__(
        self,
        view: KingmakerView,
        resting: Mapping[str, Box],
        bounds: Box,
        marks: Sequence[Box] = (),
        look: Look = PLAIN,
        lain: Lain | None = None,
    ) -> None:
        self._before = lain
        self.view, self.resting, self.bounds, self.marks, self.look = view, resting, bounds, marks, look
        self.catalog, self.land = catalog(), geography()
        self.muster = Muster(view, look)
        self.sites: dict[str, SiteView] = {site.id: site for site in view.sites}

    def number(self, seat: str) -> int | None:
        """Return the number of a seat, None for ""."""
        return self.muster.numbers.get(seat)

    @property
    def forces(self) -> list[list[NobleView]]:
        """The nobles on the map by force, the strongest first in each."""
        return self.muster.forces

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """Every counter of the picture by id."""
        return {counter.id: counter for counter in self.muster.counters() if self._seen(counter)}

    def _seen(self, counter: Counter) -> bool:
        return self.bounds.holds(Box(*counter.anchor, *counter.anchor))

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Where all counters and names lie; a name rests where it does on the empty board unless it must give way."""
        seen = self.bounds.grown(-3)
        start = {key: box for key, box in self.resting.items() if self._at_rest(key, box)}
        names = self.names
        if self._before is not None:
            start = self._steady(self._before, start)
            names = {key: name for key, name in names.items() if key in start or key in self._before.boxes}
        jobs = [self._job(counter) for counter in self._by_size()]
        jobs += [name.job for key, name in names.items() if self._in_sight(key, seen)]
        if self._before is None:
            return place_jobs(jobs, seen, start, self.marks)
        return dict(sorted(place_jobs(jobs, seen, start, self.marks, calm=True).items()))

    @property
    def lain(self) -> Lain:
        """Where everything lies, for the next picture in a row."""
        return Lain(self.boxes, {key: _state(counter) for key, counter in self.counters.items()})

    def _steady(self, before: Lain, rest: Mapping[str, Box]) -> dict[str, Box]:
        """Return where things lay of those that are as they were; a name goes home as soon as it can.

        One that found no room does not try again before that: it would push all others about for every picture.
        """
        same = {key for key, counter in self.counters.items() if before.counters.get(key) == _state(counter)}
        sizes = {key: name.size for key, name in self.names.items()}
        same |= {key for key, box in before.boxes.items() if sizes.get(key) == (box.width, box.height)}
        found = {key: box for key, box in before.boxes.items() if key in same and not self._marked(box)}
        field = Field()
        for key, box in found.items():
            field.add(key, box)
        for key, home in rest.items():
            if found.get(key) != home and field.meeting(home) <= {key}:
                if key in found:
                    field.remove(key, found[key])
                field.add(key, home)
                found[key] = home
        return found

    def _marked(self, box: Box) -> bool:
        return any(mark.meets(box) for mark in self.marks)

    @cached_property
    def counter_boxes(self) -> dict[str, Box]:
        """Where each counter lies."""
        return {key: box for key, box in self.boxes.items() if key in self.counters}

    @cached_property
    def name_boxes(self) -> dict[str, Box]:
        """Where each name lies."""
        return {key: box for key, box in self.boxes.items() if key in self.names}

    def _by_size(self) -> list[Counter]:
        return sorted(self.counters.values(), key=lambda one: (-one.piece.width * one.piece.height, one.id))

    def _job(self, counter: Counter) -> Job:
        size, name = counter.piece.size, locations.name(counter.at)
        if name in AREA_PANELS:
            find = partial(_inside, AREA_PANELS[name], *size)
        else:
            find = partial(_beside, counter.at, counter.own, counter.anchor, *size)
        return Job(counter.id, find, RANK, must=True)

    @cached_property
    def names(self) -> dict[str, Toponym]:
        """Every name that the picture may show, with the garrisons of now; larger in a part, for phones."""
        width = 0 if self.bounds == MAP else round(self.bounds.width)
        changed = {
            f"place:{site.id}": place_toponym(self.catalog.places[site.id], site.garrison, width)
            for site in self.view.sites
            if self.catalog.places[site.id].fortress
        }
        return {**toponyms(width), **changed}

    def _in_sight(self, key: str, seen: Box) -> bool:
        kind, _, name = key.partition(":")
        spot = self.land.places[name] if kind == "place" else self.land.labels[name]
        if kind == "sea":
            spot = self.land.waters[name]
        return seen.holds(Box(*spot, *spot))

    def _at_rest(self, key: str, box: Box) -> bool:
        """Tell whether a name may stay: it has its usual size, and no mark is in its way."""
        same = self.names[key].size == (box.width, box.height)
        return same and not self._marked(box)


def _state(counter: Counter) -> tuple[str, Point, tuple[int, int]]:
    return counter.at, counter.anchor, counter.piece.size


@lru_cache(4096)
def _beside(at: str, own: Box, anchor: Point, width: int, height: int) -> Wishes:
    """Return where a counter of this size may stand, with the costs; most counters stay as large as they were."""
    spots = [(spot, HOMESICK * cost) for spot, cost in around(own, width, height, RINGS)]
    if locations.kind(at) in ("open", "sea"):
        spots.insert(0, (anchor, 0.0))
    return terrain().options((width, height), spots, CARE)


def _inside(panel: Box, width: int, height: int) -> Wishes:
    """Return where a counter of this size may stand in a panel, with the costs."""
    return terrain().options((width, height), _spots_in(panel, width, height), 0)


def _spots_in(panel: Box, width: float, height: float) -> list[Spot]:
    """Return centres inside a panel, rows from the top; then beside it."""
    left, top = panel.left + 4 + width / 2, panel.top + PANEL_TITLE + height / 2
    across = max(1, int(panel.width - 8 - width) // 12 + 1)
    down = max(1, int(panel.height - PANEL_TITLE - 4 - height) // 12 + 1)
    inside = [
        ((left + 12 * column, top + 12 * row), row + column * 0.5) for row in range(down) for column in range(across)
    ]
    beside = around(panel, width, height, (4, 60))
    return [*inside, *((spot, cost + 100) for spot, cost in beside)]
