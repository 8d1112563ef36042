"""Ships that an event brings to port, and where those aboard land (rules 3.2.5, 3.4, 3.8) [COV-8.6.11]."""

from collections.abc import Sequence

from engine.core.actions import Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NO_PLACE, Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, place_menu, sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import hospitality
from engine.kingmaker.overseas import heirs_abroad, refuge
from engine.kingmaker.ships import disembarking, harbours, shipping
from engine.kingmaker.ships.disembarking import Shelter


def all_land(game: Kingmaker) -> bool:
    """Whether everybody aboard lands where an event brings a ship to port (option `storm_passengers`)."""
    return game.option("storm_passengers") == "land"


# ---------------------------------------------------------------------- which ports


def ports_for(game: Kingmaker, ship: str) -> list[PlaceId]:
    """Return the ports to which an event can bring a ship.

    With heirs aboard, areas where they may not stay are left out [WBC-C19.1]; where heirs must be brought to the
    mainland, so are all ports elsewhere [COV-8.6.2].
    """
    seat, heirs = cards.ship_master(game, ship), forces.heirs_at(game, locations.aboard(ship))
    found = []
    for port in game.catalog.ports:
        sheltered = any(stay.seat == seat for stay in refuge.under_cards(game, game.catalog.places[port].square))
        area = game.catalog.places[port].kind == "area" and game.option("overseas_areas") == "refuge_card"
        barred = bool(heirs) and area and not sheltered
        if sites.on_map(game, port) and not harbours.closed(game, port) and not barred:
            found.append(port)
    return [port for port in found if heirs_abroad.welcome(game, heirs, port)]


def nearest(game: Kingmaker, ship: str) -> list[PlaceId]:
    """Return the nearest ports that a ship may enter, several if they are equally near [BASE-EVT-12, WBC-C19.1]."""
    able = ports_for(game, ship)
    while able:
        near = _closest(game, ship, able)
        if found := open_ports(game, ship, near):
            return found
        able = [port for port in able if port not in near]
    return []


def next_ports(game: Kingmaker, ship: str, closed: Sequence[PlaceId]) -> list[PlaceId]:
    """Return the nearest ports of all that are not known to be `closed` to a ship."""
    return _closest(game, ship, [port for port in ports_for(game, ship) if port not in closed])


def open_ports(game: Kingmaker, ship: str, ports: Sequence[PlaceId]) -> list[PlaceId]:
    """Those of some ports that a ship may enter."""
    return [port for port in ports if harbours.may_enter_port(game, ship, port)]


def _closest(game: Kingmaker, ship: str, ports: Sequence[PlaceId]) -> list[PlaceId]:
    far = geography.voyages(game.ship(ship).at)
    steps = {port: far[locations.port(port)] for port in ports}
    least = min(steps.values(), default=0)
    return sorted(port for port in ports if steps[port] == least)


def ask(game: Kingmaker, ship: str, ports: Sequence[PlaceId], asked: Sequence[PlaceId]) -> PlaceId:
    """Ask the controller of the first of some ports who can declare it friendly to a ship; return that port (D12)."""
    seat = cards.ship_master(game, ship)
    for port in ports if seat else ():
        owner = hospitality.host(game, port, seat, by_sea=True) if port not in asked else ""
        if owner:
            game.push(hospitality.Reception(owner, seat, port, game.catalog.ships[ship].name, hospitality.BY_SEA))
            return port
    return NO_PLACE


def close(game: Kingmaker, ship: str, asked: Sequence[PlaceId]) -> None:
    """Withdraw the permissions that controllers of ports gave a ship for this event."""
    for port in asked:
        hospitality.close(game, port, cards.ship_master(game, ship), hospitality.BY_SEA)


# ---------------------------------------------------------------------- coming in


class Landfall(KingmakerStep):
    """The ship of a noble who is called comes to the nearest port that admits it, and all aboard land [COV-8.3.1].

    The controllers of nearer ports are asked whether they admit it (D12); among equally near ports its master chooses
    (D14).
    """

    ship: str
    """The ship."""

    closed: list[PlaceId] = []
    """The ports that do not let it in."""

    asked: list[PlaceId] = []
    """The ports whose controllers have been asked."""

    def proceed(self, game: Kingmaker) -> bool:
        """Bring the ship in where its master has no choice; go on when nobody is aboard."""
        aboard = locations.aboard(self.ship)
        if self.ship not in game.state.ships or not (forces.nobles_at(game, aboard) or forces.heirs_at(game, aboard)):
            game.pop(self)
            return True
        ports = self._ports(game)
        if not ports:
            self._seek(game)
        elif len(ports) > 1 and cards.ship_master(game, self.ship):
            return False
        else:
            self._come_in(game, ports[0])
        return True

    def _near(self, game: Kingmaker) -> list[PlaceId]:
        return next_ports(game, self.ship, self.closed)

    def _ports(self, game: Kingmaker) -> list[PlaceId]:
        return open_ports(game, self.ship, self._near(game))

    def _seek(self, game: Kingmaker) -> None:
        """Ask the controller of a nearest port, or look farther."""
        near = self._near(game)
        port = ask(game, self.ship, near, self.asked)
        if port:
            self.asked = [*self.asked, port]
        else:
            self.closed = [*self.closed, *near]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the ship's master."""
        ports, name = self._ports(game), game.catalog.ships[self.ship].name
        prompt = f"{name} must come to port, and everybody aboard lands there. At which port?"
        field = Field(
            "port",
            "To which port?",
            lambda _: [place_menu.of_place(game, cards.ship_master(game, self.ship), port) for port in ports],
            places=True,
        )
        master, offer = cards.ship_master(game, self.ship), Offer(Shelter, "Come to port", (field,))
        return [Request(master, "D14", prompt, (offer,), lambda: Shelter(ports[0]))]

    def act(self, game: Kingmaker, seat: str, action: Shelter) -> None:
        """Bring the ship to the port chosen."""
        ports = self._ports(game)
        if action.port not in ports or action.ashore:
            near = join_words(names.place(game, port) for port in ports)
            raise Illegal(f"The ship comes to the nearest port, and all aboard land: {near}.", "COV-8.6.11")
        self._come_in(game, action.port)

    def _come_in(self, game: Kingmaker, port: PlaceId) -> None:
        _put_into(game, self.ship, port)
        disembarking.land_all(game, self.ship, "COV-8.6.11")
        close(game, self.ship, self.asked)
        game.pop(self)
        shipping.finish_voyage(game, self.ship)


def calls_in(game: Kingmaker, at: Location) -> bool:
    """Bring the ship of somebody at a location to port first, where all aboard land; tell whether there is one."""
    if locations.kind(at) != "aboard" or not all_land(game):
        return False
    game.push(Landfall(locations.name(at)))
    return True


def leave_ship(game: Kingmaker, ship: str) -> None:
    """Bring the ship of somebody who is called to the nearest port, where the others stay aboard (rules 3.2.5)."""
    if locations.kind(game.ship(ship).at) == "sea":
        _put_into(game, ship, nearest(game, ship)[0])


def _put_into(game: Kingmaker, ship: str, port: PlaceId) -> None:
    """Bring a ship to a port, unless it lies there already."""
    counter = game.ship(ship)
    came_from, counter.at = counter.at, locations.port(port)
    if came_from != counter.at:
        counter.driven = False
        name = game.catalog.ships[ship].name
        text = f"{name} brings those aboard to port; it lies {locations.say(game, counter.at)}."
        game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule="COV-8.3.1")
