"""What a seat sees, and what the steward makes of it: whom to hunt, whom to crown, what is in danger."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import BishopCard, OfficeCard, Place, TitleCard, ours
from engine.kingmaker.board.ids import NOWHERE, ForceId, Location, PlaceId
from engine.kingmaker.board.people.succession import BEAUFORT
from engine.kingmaker.board.places import geography
from engine.kingmaker.views import HeirView, KingmakerView, NobleView, ShipView

FAR = 99
"""How many squares away a place is to which no way leads."""

MAX_SIEGE_TURNS = 3
"""Turns for which he holds a siege."""

ODDS = 1.5
"""How many times as many men as the enemy he wants for an attack; by the battle table as many are enough."""

NEAR = 5
"""How many squares away enemies are reckoned with: as far as nobles come in a turn across country."""

PATIENCE = 12
"""Rounds after which whoever is behind attacks an heir's guards with half as many men fewer."""


@dataclass
class Outlook:
    """The view of a seat, with its judgement."""

    view: KingmakerView
    """Its view."""

    seat: str
    """The seat."""

    chance: Random
    """Decides between what seems equally good."""

    asked: str = ""
    """The question that it is asked; "" where it does not matter."""

    @cached_property
    def nobles(self) -> list[NobleView]:
        """The seat's nobles on the map, the strongest first."""
        mine = [noble for noble in self.view.nobles if noble.seat == self.seat and not noble.captor]
        return sorted(mine, key=lambda noble: (-noble.strength, noble.id))

    @cached_property
    def living(self) -> list[HeirView]:
        """The heirs who live."""
        return [heir for heir in self.view.heirs if heir.alive]

    @cached_property
    def wards(self) -> list[HeirView]:
        """The seat's own heirs, the most promising first: a King, then seniors."""
        mine = [heir for heir in self.living if heir.seat == self.seat]
        return sorted(mine, key=lambda heir: (not heir.king, not heir.senior, heir.id))

    @cached_property
    def clergy(self) -> list[NobleView]:
        """The nobles whose bishops could crown an heir; none if they could not."""
        holders = [noble for noble in self.nobles if _bishops(noble)]
        alone = [noble for noble in holders if any(bishop.crowns_alone for bishop in _bishops(noble))]
        return alone[:1] or (holders if sum(len(_bishops(noble)) for noble in holders) > 1 else [])

    @cached_property
    def candidate(self) -> HeirView | None:
        """The heir whom the seat could crown: his house's senior, with no King of that house alive."""
        crowned = {heir.house for heir in self.living if heir.king}
        return next((heir for heir in self.wards if heir.senior and heir.house not in crowned), None)

    def distance(self, a: str, b: str) -> int:
        """Squares between two locations by land; FAR where there is no way."""
        one, other = locations.square_of(a), locations.square_of(b)
        if not one or not other:
            return FAR
        return geography.distances_on(self.view.ruled_corners, tuple(self.view.crossings), one).get(other, FAR)

    @cached_property
    def beaufort(self) -> NobleView | None:
        """Beaufort, once he may be crowned: no other heir of Lancaster lives."""
        if any(heir.house == "lancaster" for heir in self.living):
            return None
        return next((noble for noble in self.view.nobles if noble.id == BEAUFORT and not noble.captor), None)

    @cached_property
    def claimant(self) -> str:
        """The noble who is to be at a coronation: the candidate's guard, or one's own Beaufort; "" for nobody."""
        if self.candidate is not None:
            return self.candidate.noble
        return BEAUFORT if self.beaufort in self.nobles else ""

    @cached_property
    def ahead(self) -> bool:
        """Whether the last heir is the seat's own King, who has won once he is in England."""
        return [heir.id for heir in self.living] == [heir.id for heir in self.wards if heir.king]

    @cached_property
    def hopeless(self) -> bool:
        """Whether after a long game he can neither crown an heir nor bring his King home: a draw is better."""
        if any(heir.king for heir in self.living):
            return self.ahead and bool(self.exile) and self.view.round > 8 * PATIENCE
        return not self.clergy and self.view.round > 4 * PATIENCE

    @cached_property
    def altar(self) -> Location:
        """Where the claimant is to be crowned: the nearest cathedral that is friendly or has no walls."""
        start = next((noble.at for noble in self.nobles if noble.id == self.claimant), NOWHERE)
        if not start or not self.clergy:
            return NOWHERE
        own = {site.id for site in self.view.sites if site.seat == self.seat}
        cathedrals = [place for place in ours().places.values() if place.cathedral]
        fit = [
            locations.inside(place.id) if place.fortress else locations.open_in(place.square)
            for place in cathedrals
            if place.id in own or place.kind == "unfortified_town"
        ]
        return min(fit, key=lambda at: (self.distance(start, at), at), default=NOWHERE)

    @cached_property
    def captain(self) -> NobleView | None:
        """The strongest noble on the mainland, else the strongest of all."""
        ashore = (noble for noble in self.nobles if locations.on_mainland(noble.at))
        return next(ashore, self.nobles[0] if self.nobles else None)

    @cached_property
    def camp(self) -> Location:
        """Where the captain is; aboard, where his ship lies."""
        if self.captain is None:
            return NOWHERE
        at = self.captain.at
        return self.anchorage(at) if locations.kind(at) == "aboard" else at

    @cached_property
    def prey(self) -> list[tuple[str, Location]]:
        """The seats and locations of the heirs of others; of Beaufort if he alone can still be King."""
        if self.living or self.beaufort is None or self.beaufort.seat == self.seat:
            return [(heir.seat, heir.at) for heir in self.living if heir.seat != self.seat and heir.at]
        return [(self.beaufort.seat, self.beaufort.at)]

    @cached_property
    def quarry(self) -> Location:
        """The location of the prey that is nearest to the seat's captain; "" if there is none."""
        if self.captain is None:
            return NOWHERE
        return min((at for _, at in self.prey), key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    # ------------------------------------------------------------------ what he is strong enough for

    @cached_property
    def host(self) -> int:
        """The men whom he could bring together on the mainland."""
        return sum(noble.strength for noble in self.nobles if locations.on_mainland(noble.at))

    def takes(self, at: Location) -> bool:
        """Whether all his men together are enough for whoever is at a location."""
        return self.host >= self.resistance(at)

    def resistance(self, at: Location) -> float:
        """Return how many men he needs to take a place, or for a battle with the strongest who stand in the open."""
        others = [noble for noble in self.view.nobles if noble.at == at and noble.seat != self.seat]
        if locations.kind(at) == "inside":
            return self.garrison(locations.place_of(at)) + sum(noble.strength for noble in others)
        return ODDS * max((men for stack, men in self.stacks if stack == at), default=0)

    def garrison(self, place: PlaceId) -> int:
        """Return the men of a place besides the nobles inside."""
        site = next((site for site in self.view.sites if site.id == place), None)
        return site.garrison if site else ours().places[place].garrison

    @cached_property
    def spoils(self) -> Location:
        """The nearest enemies or walls with votes that he could take when nobody is left to be hunted; "" for none.

        Who controls places and bishops has more votes, and wins when time is up.
        """
        if self.captain is None or self.quarry or self.ahead:
            return NOWHERE
        found = [at for at in (*self._weak(), *self._walls()) if self.distance(self.camp, at) < FAR]
        return min(found, key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    def _weak(self) -> Iterator[Location]:
        for at, _ in self.stacks:
            if locations.on_mainland(at) and locations.square_of(at) not in self.view.peace and self.takes(at):
                yield at

    def _walls(self) -> Iterator[Location]:
        held = {site.id: site.seat for site in self.view.sites}
        for place in ours().places.values():
            at = locations.inside(place.id)
            if _has_votes(place) and held.get(place.id) != self.seat and self.takes(at):
                yield at

    @cached_property
    def overseas(self) -> bool:
        """Whether the quarry is where nobody comes by land."""
        return bool(self.quarry) and self.distance(self.camp, self.quarry) == FAR

    # ------------------------------------------------------------------ danger

    @cached_property
    def stacks(self) -> list[tuple[Location, int]]:
        """Where others stand on land, each seat's nobles who are together, with their men."""
        found: dict[tuple[str, Location], int] = {}
        for noble in self.view.nobles:
            if noble.seat != self.seat and not noble.captor and locations.square_of(noble.at):
                found[noble.seat, noble.at] = found.get((noble.seat, noble.at), 0) + noble.strength
        return [(at, men) for (_, at), men in found.items()]

    def menace(self, at: Location, within: int = NEAR) -> int:
        """Return the men of the strongest others who stand together and may come to a square."""
        return max((men for stack, men in self.stacks if self.distance(stack, at) <= within), default=0)

    def strength(self, at: Location, without: Sequence[str] = ()) -> int:
        """Return the men of the seat's own nobles on a square, some of them left out."""
        square = locations.square_of(at)
        here = [n for n in self.nobles if locations.square_of(n.at) == square and n.id not in without]
        return sum(noble.strength for noble in here)

    def needed(self, noble: NobleView) -> bool:
        """Whether a noble stands by the most promising heir, whom enemies nearby would win from those who are left."""
        ward = self.wards[0] if self.wards else None
        if ward is None or ward.noble in ("", noble.id) or ward.at != noble.at:
            return False
        return self.strength(ward.at, [noble.id]) < self.menace(ward.at)

    def safe(self, at: Location, group: Sequence[str]) -> bool:
        """Whether a group can go to a square without being a prey of those who stand there already.

        The longer a game lasts, the more he dares: else it never ends.
        """
        men = self.strength(at, group) + sum(noble.strength for noble in self.nobles if noble.id in group)
        bold = ODDS + 0.5 * (self.view.round // PATIENCE)
        return locations.kind(at) == "inside" or self.ahead or self.menace(at, within=0) < bold * max(men, 1)

    @cached_property
    def rally(self) -> Location:
        """The square of the strongest noble, to whom those come who would be a prey alone."""
        square = locations.square_of(self.camp) if self.captain else ""
        return locations.open_in(square) if square and locations.on_mainland(self.camp) else NOWHERE

    def guards(self, noble: str) -> bool:
        """Whether a noble protects an heir."""
        return any(heir.noble == noble for heir in self.wards)

    def goal(self, noble: NobleView) -> Location:
        """Where a noble ought to be; whoever protects an heir does not go to sea with him."""
        if self.altar and (noble in self.clergy or noble.id == self.claimant):
            return self.altar
        if self.overseas:
            return self.altar if self.guards(noble.id) else self.harbour or self.quarry
        return self.quarry or self.altar or self.spoils or self.court

    @cached_property
    def court(self) -> Location:
        """Outside where the most promising own heir is, whom the others come to protect; "" for nobody."""
        square = locations.square_of(self.wards[0].at) if self.wards else ""
        return locations.open_in(square) if square else NOWHERE

    def is_prey(self, force: ForceId) -> bool:
        """Whether a force protects an heir whom the seat hunts, or stands in the way to one whom nobody protects."""
        seat, at, _ = force.split("|")
        return any(where == at and whose in ("", seat) for whose, where in self.prey)

    def wanted(self, target: ForceId) -> float:
        """How many men he wants for each of a force's before he attacks it.

        Whoever is behind asks for less the longer the game lasts, where a force protects an heir: else it never ends.
        """
        odds = 1.0 if self.view.battle_table else ODDS
        return self._dared(odds) if self.is_prey(target) else odds

    def wanted_at_sea(self, sea: Location, seat: str) -> float:
        """How many men he wants for each of a fleet's before he attacks it."""
        hunted = any(whose == seat and at != sea and self.anchorage(at) == sea for whose, at in self.prey)
        return self._dared(ODDS) if hunted else ODDS

    def _dared(self, odds: float) -> float:
        return odds if self.ahead else max(0.0, odds - 0.5 * (self.view.round // PATIENCE))

    def besieges(self, noble: NobleView) -> bool:
        """Whether a noble takes part in a siege of his seat that is not hopeless yet."""
        held = [
            site for site in self.view.sites if site.besieged_by == self.seat and site.siege_turn <= MAX_SIEGE_TURNS
        ]
        return noble.at in [locations.open_in(ours().places[site.id].square) for site in held]

    @cached_property
    def harbour(self) -> Location:
        """The square of the nearest port in which a ship of the seat lies, for voyages; "" if there is none."""
        quays = [ship.at for ship in self.view.ships if ship.seat == self.seat and locations.on_mainland(ship.at)]
        squares = [locations.open_in(locations.square_of(at)) for at in quays]
        return min(squares, key=lambda at: (self.distance(self.camp, at), at), default=NOWHERE)

    # ------------------------------------------------------------------ Parliament

    def gains(self, noble: NobleView) -> bool:
        """Whether a noble could have a title or an office that the Chancery holds; as far as he knows, where shut."""
        chancery = [ours().cards[card] for card in self.view.chancery or ()]
        offices = self.view.chancery is None or any(isinstance(card, OfficeCard) for card in chancery)
        titles = self.view.chancery is None or any(isinstance(card, TitleCard) for card in chancery)
        titled = bool(noble.title) or ours().noble(noble.id).titled
        return offices and not noble.office if titled else titles

    @cached_property
    def leads(self) -> bool:
        """Whether the seat has more votes in the Commons than all others together."""
        commons = {seat.id: seat.commons for seat in self.view.seats}
        return 2 * commons[self.seat] > sum(commons.values())

    @cached_property
    def carries(self) -> bool:
        """Whether the seat carries a vote against all others, or none has been tried yet in this Parliament."""
        session = self.view.parliament
        if session is None or not session.ballots:
            return True
        own = session.votes.get(self.seat, [0, 0])
        return all(2 * own[house] > sum(votes[house] for votes in session.votes.values()) for house in (0, 1))

    def comers(self, able: Sequence[str]) -> list[str]:
        """Return who can be sent to Parliament: nobody who protects an heir or whom such a one needs, or who besieges.

        None are sent where none has anything to gain.
        """
        going: list[str] = []
        court = self.wards[0].at if self.wards else NOWHERE
        for noble in self.nobles:
            free = noble.id in able and not self.guards(noble.id) and not self.besieges(noble)
            if free and self.strength(court, [*going, noble.id]) >= (self.menace(court) if court else 0):
                going.append(noble.id)
        there = self.view.parliament.attending if self.view.parliament else []
        voices = [noble for noble in self.nobles if noble.id in going or noble.id in there]
        return going if any(map(self.gains, voices)) else []

    # ------------------------------------------------------------------ at sea

    @cached_property
    def exile(self) -> Location:
        """The port where own people wait overseas, the most promising heir first; "" if nobody does.

        Nobles are fetched where nobody whom they hunt is overseas.
        """
        heirs = [heir.at for heir in self.wards]
        nobles = [] if self.overseas else [noble.at for noble in self.nobles]
        ashore = (at for at in (*heirs, *nobles) if locations.square_of(at))
        return next((port_of(at) for at in ashore if not locations.on_mainland(at)), NOWHERE)

    def crew(self, ship: ShipView) -> list[str]:
        """Return the seat's nobles aboard a ship."""
        return [noble.id for noble in self.nobles if noble.id in ship.aboard]

    def bound_for(self, ship: ShipView) -> Location:
        """Return the port for which a ship makes; "" if it has nothing to do at sea.

        Heirs are brought home and landed; an heir overseas is fetched; who is aboard besides goes where the quarry is.
        """
        crew = self.crew(ship)
        if any(map(self.guards, crew)):
            return self.haven(ship.at)
        if self.exile:
            return self.exile
        if not crew:
            return NOWHERE
        return self.anchorage(self.quarry) if self.overseas else self.haven(ship.at)

    def anchorage(self, at: Location) -> Location:
        """Where ships come to a location: its port; aboard a ship, where that is."""
        ship = self.ships.get(locations.name(at)) if locations.kind(at) == "aboard" else None
        return ship.at if ship else port_of(at)

    def haven(self, at: Location) -> Location:
        """Return the port of the mainland that is nearest by sea and in nobody else's hands."""
        others = {site.id for site in self.view.sites if site.seat not in ("", self.seat)}
        ports = [locations.port(port.place) for port in ours().ports.values() if port.place not in others]
        home = [port for port in ports if locations.on_mainland(port)]
        return min(home, key=lambda port: (leagues(at, port), port), default=NOWHERE)

    @cached_property
    def ships(self) -> dict[str, ShipView]:
        """The ships by their ids."""
        return {ship.id: ship for ship in self.view.ships}


def _has_votes(place: Place) -> bool:
    return place.fortress and place.mainland and place.commons > 0


def _bishops(noble: NobleView) -> list[BishopCard]:
    cards = [ours().cards[card] for card in noble.cards]
    return [card for card in cards if isinstance(card, BishopCard)]


def port_of(at: Location) -> Location:
    """Return the port of a location's square; London where there is none."""
    square = locations.square_of(at)
    place = next((port.place for port in ours().ports.values() if port.square == square), PlaceId("london"))
    return locations.port(place)


def leagues(a: Location, b: Location) -> int:
    """Return how far it is from one port or sea to another."""
    found = 0 if a == b else geography.sea_distance(a, b)
    return FAR if found is None else found
