"""What stands where on the Kingmaker map: counters and names with their boxes, worked out from a view."""

from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec
from PIL import Image

from engine.kingmaker import locations
from engine.kingmaker.catalog import catalog
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, ShipView, SiteView
from render import counters
from render.counters import NAMES, NAMES_WIDTH, SHIP_NAME, Rose, Stance, Troop
from render.geography import AREA_PANELS, PANEL_TITLE, geography
from render.labels import Job, Spot, around, settle
from render.lettering import Type
from render.picture import Box, Point, box_round
from render.toponyms import Toponym, glyph_box, place_toponym, terrain, toponyms

RANK = 4
CARE = 0.08
RINGS = (4, 14, 28, 46, 70, 100)


class Counter(msgspec.Struct, frozen=True):
    """A counter that wants to stand at an anchor. `number` is its seat's, None for what nobody controls."""

    id: str
    at: str
    number: int | None
    piece: Image.Image
    own: Box
    anchor: Point


class Scene:
    """The contents of one picture of the map.

    `resting` says where names lie on the empty board, `bounds` is the part that will be seen, `marks` are spaces
    that are kept free for the marks of battles and deaths.
    """

    def __init__(self, view: KingmakerView, resting: Mapping[str, Box], bounds: Box, marks: Sequence[Box] = ()) -> None:
        self.view, self.resting, self.bounds, self.marks = view, resting, bounds, marks
        self.book, self.land = catalog(), geography()
        self.numbers = {seat.id: seat.number for seat in view.seats}
        self.sites: dict[str, SiteView] = {site.id: site for site in view.sites}

    def number(self, seat: str) -> int | None:
        """Return the number of a seat, None for ""."""
        return self.numbers.get(seat)

    @cached_property
    def forces(self) -> list[list[NobleView]]:
        """The nobles on the map by force, the strongest first in each."""
        groups: dict[tuple[str, str, int], list[NobleView]] = {}
        for noble in sorted(self.view.nobles, key=lambda noble: (-noble.strength, noble.id)):
            if noble.at:
                groups.setdefault((noble.at, noble.seat, noble.force), []).append(noble)
        return list(groups.values())

    @cached_property
    def counters(self) -> dict[str, Counter]:
        """Every counter of the picture by id."""
        ships = {ship.id: ship for ship in self.view.ships}
        found = [self._force(force, ships) for force in self.forces]
        found += [self._ship(ship) for ship in self.view.ships if not ship.aboard and ship.at]
        found += [self._lone_heir(heir) for heir in self.view.heirs if heir.alive and heir.at and not heir.noble]
        return {counter.id: counter for counter in found if self._seen(counter)}

    def _seen(self, counter: Counter) -> bool:
        return self.bounds.holds(Box(*counter.anchor, *counter.anchor))

    def _force(self, force: Sequence[NobleView], ships: Mapping[str, ShipView]) -> Counter:
        first = force[0]
        heirs = [heir for heir in self.view.heirs if heir.noble in {noble.id for noble in force} and heir.alive]
        troop = Troop(
            tuple(noble.id for noble in force),
            sum(noble.strength for noble in force),
            self.numbers[first.seat],
            tuple(Rose(heir.house, heir.king) for heir in heirs),
            _stance(first),
        )
        at, names = first.at, [self.book.noble(noble.id).name for noble in force]
        names += [self._heir_name(heir) for heir in heirs if heir.id not in names]
        style = NAMES
        if locations.kind(first.at) == "aboard":
            vessel = ships[locations.name(first.at)]
            names[0] = f"{self.book.ships[vessel.id].name}: {names[0]}"
            at, style = vessel.at, SHIP_NAME
        key = f"force:{first.seat}:{first.at}:{first.force}"
        return self._counter(key, at, troop.number, counters.plaque(troop), names, style)

    def _heir_name(self, heir: HeirView) -> str:
        royal = self.book.royals.get(heir.id)
        return royal.name if royal else self.book.cards[heir.id].name

    def _ship(self, ship: ShipView) -> Counter:
        number, name = self.number(ship.seat), self.book.ships[ship.id].name
        return self._counter(f"ship:{ship.id}", ship.at, number, counters.ship(number), [name], SHIP_NAME)

    def _lone_heir(self, heir: HeirView) -> Counter:
        piece = counters.lone_heir(heir.house, heir.king)
        return self._counter(f"heir:{heir.id}", heir.at, None, piece, [self._heir_name(heir)], NAMES)

    def _counter(
        self, key: str, at: str, number: int | None, piece: Image.Image, names: list[str], style: Type
    ) -> Counter:
        lines = counters.caption_lines(names, max(NAMES_WIDTH, piece.width))
        anchor = self.land.spot(at)
        own = box_round(*anchor, 10, 10)
        if locations.kind(at) == "inside":
            own = glyph_box(self.land, self.book.places[locations.name(at)])
        return Counter(key, at, number, counters.captioned(piece, lines, style), own, anchor)

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Where all counters and names lie; a name rests where it does on the empty board unless it must give way."""
        seen = self.bounds.grown(-3)
        jobs = [self._job(counter) for counter in self._by_size()]
        jobs += [name.job for key, name in self.names.items() if self._in_sight(key, seen)]
        start = {key: box for key, box in self.resting.items() if self._at_rest(key, box)}
        return settle(jobs, seen, start, self.marks)

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
            return Job(counter.id, terrain().options(size, _spots_in(AREA_PANELS[name], *size), 0), RANK, must=True)
        spots = around(counter.own, *size, RINGS)
        if locations.kind(counter.at) in ("open", "sea"):
            spots.insert(0, (counter.anchor, 0.0))
        return Job(counter.id, terrain().options(size, spots, CARE), RANK, must=True)

    @cached_property
    def names(self) -> dict[str, Toponym]:
        """Every name that the picture may show, with the garrisons of now."""
        changed = {
            f"place:{site.id}": place_toponym(self.book.places[site.id], site.garrison)
            for site in self.view.sites
            if self.book.places[site.id].fortress
        }
        return {**toponyms(), **changed}

    def _in_sight(self, key: str, seen: Box) -> bool:
        kind, _, name = key.partition(":")
        spot = self.land.places[name] if kind == "place" else self.land.labels[name]
        if kind == "sea":
            spot = self.land.waters[name]
        return seen.holds(Box(*spot, *spot))

    def _at_rest(self, key: str, box: Box) -> bool:
        """Tell whether a name may stay: it has its usual size, and no mark is in its way."""
        same = self.names[key].job.size == (box.width, box.height)
        return same and not any(mark.meets(box) for mark in self.marks)


def _stance(noble: NobleView) -> Stance:
    if noble.besieged:
        return "besieged"
    match locations.kind(noble.at):
        case "inside":
            return "inside"
        case "aboard":
            return "aboard"
        case "area":
            return "area"
        case _:
            return "open"


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
