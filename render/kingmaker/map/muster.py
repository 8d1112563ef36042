"""Which counters a picture of the map shows: forces, ships, heirs alone, abandoned Dukes, made from a view."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec
from PIL import Image

from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import BishopCard
from engine.kingmaker.board.ids import Location
from engine.kingmaker.board.names import heir as heir_name
from engine.kingmaker.views import AbandonedView, HeirView, KingmakerView, NobleView, ShipView
from render.kingmaker.edition import SHOWN, catalog
from render.kingmaker.heraldry.signs import Sign
from render.kingmaker.map import counters, event_risk
from render.kingmaker.map.counters import NAMES, NAMES_WIDTH, SHIP_NAME, Rose, Stance, Troop
from render.kingmaker.map.geography import geography
from render.kingmaker.map.look import PLAIN, Look
from render.kingmaker.map.toponyms import glyph_box
from render.kit.lettering import Type
from render.kit.pen import Box, Point, box_round


class Counter(msgspec.Struct, frozen=True):
    """A counter that wants to stand at an anchor. `number` is its seat's, None for what nobody controls.

    `breadth` is that of the counter without the names under it.
    """

    id: str
    at: str
    number: int | None
    piece: Image.Image
    own: Box
    anchor: Point
    breadth: int


class Muster:
    """The counters of one picture."""

    def __init__(self, view: KingmakerView, look: Look = PLAIN) -> None:
        self.view, self.look = view, look
        self.numbers: Mapping[str, int] = {seat.id: seat.number for seat in view.seats}
        self.ships = {ship.id: ship for ship in view.ships}
        self.calls = event_risk.calls(view) if look.layer == "events" else {}

    def counters(self) -> list[Counter]:
        """Return every counter of the map."""
        if self.look.layer == "strength":
            return self._discs()
        found = [self._force(force) for force in self.forces]
        found += [self._ship(ship) for ship in self.view.ships if not ship.aboard and ship.at]
        alone = (heir for heir in self.view.heirs if heir.alive and heir.at and not heir.noble)
        found += [self._lone_heir(heir) for heir in (*alone, *self.view.awaited)]
        return [*found, *(self._duke(duke) for duke in self.view.abandoned)]

    @cached_property
    def forces(self) -> list[list[NobleView]]:
        """The nobles on the map by force, the strongest first in each."""
        groups: dict[tuple[str, str, int], list[NobleView]] = {}
        for noble in sorted(self.view.nobles, key=lambda noble: (-noble.strength, noble.id)):
            if noble.at:
                groups.setdefault((noble.at, noble.seat, noble.force), []).append(noble)
        return list(groups.values())

    # ------------------------------------------------------------------ forces

    def _force(self, force: Sequence[NobleView]) -> Counter:
        first, ids = force[0], {noble.id for noble in force}
        heirs = [heir for heir in self.view.heirs if heir.noble in ids and heir.alive]
        troop = Troop(
            tuple(noble.id for noble in force),
            sum(noble.strength for noble in force),
            self.numbers[first.seat],
            tuple(Rose(heir.house, heir.king) for heir in heirs),
            _stance(first),
            tuple(self._signs(force, heirs)),
            sum(self.calls.get(noble.id, 0) for noble in force),
        )
        names = [catalog().noble(noble.id).name for noble in force]
        names += [name for name in (heir_name(SHOWN, heir.id) for heir in heirs) if name not in names]
        key = f"force:{first.seat}:{first.at}:{first.force}"
        return self._manned(key, first.at, troop, names, self._deadlines(force, heirs))

    def _manned(self, key: str, at: Location, troop: Troop, names: list[str], notes: Iterable[str]) -> Counter:
        """Return the counter of nobles, on their ship where they are aboard one."""
        style, piece = NAMES, counters.plaque(troop)
        if troop.called:
            piece = counters.with_count(piece, troop.called)
        if locations.kind(at) == "aboard":
            vessel = self.ships[locations.name(at)]
            names[0] = f"{catalog().ships[vessel.id].name}: {names[0]}"
            at, style = vessel.at, SHIP_NAME
        return self._counter(key, at, troop.number, piece, names, style, notes)

    def _signs(self, force: Sequence[NobleView], heirs: Sequence[HeirView]) -> Iterable[Sign]:
        cards, ids = catalog().cards, {noble.id for noble in force}
        if any(isinstance(cards.get(card), BishopCard) for noble in force for card in noble.cards):
            yield "bishop"
        if any(noble.office for noble in force):
            yield "office"
        if any(noble.returned for noble in force):
            yield "peace"
        if self._staying(ids) or any(heir.clock for heir in heirs):
            yield "time"
        if self.view.vacillating in ids:
            yield "wavering"

    def _staying(self, nobles: set[str]) -> list[int]:
        """Return the rounds in which nobles must leave from overseas."""
        return [stay.until for stay in self.view.stays if stay.until and nobles & set(stay.nobles)]

    def _deadlines(self, force: Sequence[NobleView], heirs: Sequence[HeirView]) -> list[str]:
        """Return by when who is overseas must leave, or be home, in words."""
        rounds = self._staying({noble.id for noble in force})
        rounds += [heir.clock for heir in heirs if heir.clock]
        return [f"until round {min(rounds)}"] if rounds else []

    def _duke(self, duke: AbandonedView) -> Counter:
        signs: tuple[Sign, ...] = ("office",) if duke.office else ()
        strength = catalog().noble(duke.id).strength
        troop = Troop((duke.id,), strength, None, (), _standing(duke.at), signs)
        return self._manned(f"duke:{duke.id}", duke.at, troop, [catalog().noble(duke.id).name], ["abandoned"])

    # ------------------------------------------------------------------ heirs and ships

    def _ship(self, ship: ShipView) -> Counter:
        number, name = self.numbers.get(ship.seat), catalog().ships[ship.id].name
        piece = counters.ship(number, locations.kind(ship.at) != "sea", self.numbers.get(ship.owner))
        notes = ["in the King's Peace"] if ship.returned else []
        return self._counter(f"ship:{ship.id}", ship.at, number, piece, [name], SHIP_NAME, notes)

    def _lone_heir(self, heir: HeirView) -> Counter:
        piece = counters.lone_heir(heir.house, heir.king)
        notes = [f"until round {heir.clock}"] if heir.clock else []
        return self._counter(f"heir:{heir.id}", heir.at, None, piece, [heir_name(SHOWN, heir.id)], NAMES, notes)

    # ------------------------------------------------------------------ strength alone

    def _discs(self) -> list[Counter]:
        """Return one disc for the men of each seat in each place."""
        men: dict[tuple[str, Location], int] = {}
        for noble in self.view.nobles:
            if noble.at:
                at = self.ships[locations.name(noble.at)].at if locations.kind(noble.at) == "aboard" else noble.at
                men[noble.seat, at] = men.get((noble.seat, at), 0) + noble.strength
        return [self._disc(seat, at, strength) for (seat, at), strength in men.items()]

    def _disc(self, seat: str, at: Location, strength: int) -> Counter:
        number = self.numbers[seat]
        return self._counter(f"men:{seat}:{at}", at, number, counters.disc(number, strength), [], NAMES, ())

    # ------------------------------------------------------------------ any counter

    def _counter(
        self, key: str, at: Location, number: int | None, piece: Image.Image, names: list[str], style: Type,
        notes: Iterable[str],
    ) -> Counter:  # fmt: skip
        lines = (*counters.caption_lines(names, max(NAMES_WIDTH, piece.width)), *notes)
        anchor = geography().spot(at)
        own = box_round(*anchor, 10, 10)
        if locations.kind(at) == "inside":
            own = glyph_box(geography(), catalog().places[locations.place_of(at)])
        whole = counters.captioned(piece, lines, self.look.theme.type(style))
        return Counter(key, at, number, whole, own, anchor, piece.width)


def _stance(noble: NobleView) -> Stance:
    return "besieged" if noble.besieged else _standing(noble.at)


def _standing(at: str) -> Stance:
    match locations.kind(at):
        case "inside":
            return "inside"
        case "aboard":
            return "aboard"
        case "area":
            return "area"
        case _:
            return "open"
