"""The prizes of a victory at sea: captured ships, and what to do with more people than they hold (rules 4.10.4, 5)."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, distinct, pass_offer
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import place_menu
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.ships import nearest_ports, shipping, wrecks


def fleet_of(game: Kingmaker, sea: Location, seat: str, nobles: Sequence[str]) -> list[str]:
    """Return the ships of one side of a battle: those that its player moves, and those that carry its people."""
    at_sea = [ship for ship, counter in game.state.ships.items() if counter.at == sea]
    carrying = {game.noble(noble).at for noble in nobles}
    return [ship for ship in at_sea if cards.ship_master(game, ship) == seat or locations.aboard(ship) in carrying]


def is_office_ship(game: Kingmaker, ship: str) -> bool:
    """Whether a ship is the Warden's or the Admiral's."""
    return game.catalog.ships[ship].owner.startswith("office:")


def ship_cards(game: Kingmaker, ships: Sequence[str], leader: str, losers: Sequence[str]) -> list[str]:
    """Return the Ship cards of captured ships, without those of captives and the captor's own [WBC-V09.6]."""
    with_cards = [ship for ship in ships if not is_office_ship(game, ship)]
    holders = {ship: forces.holder(game, ship) for ship in with_cards}
    return [
        ship
        for ship, holder in holders.items()
        if holder and holder not in losers and game.noble(holder).faction != leader
    ]


def seize(game: Kingmaker, ships: Sequence[str], leader: str) -> None:
    """Put captured ships under the captor: those of offices, and those without card, until they touch port."""
    for ship in [ship for ship in ships if ship in game.state.ships]:
        counter = game.ship(ship)
        counter.keeper = counter.pledged = counter.lent = counter.voyage = ""
        if is_office_ship(game, ship) or not forces.holder(game, ship):
            counter.voyage = leader
        rule = "WBC-V09.7" if counter.voyage else "WBC-V09.6"
        until = " until it touches port" if counter.voyage else ""
        text = f"{names.thing(game, ship)} is captured and sails for {{{leader}}}{until}."
        game.emit("ship_captured", text, about=[ship], track=[counter.at], rule=rule)


# ---------------------------------------------------------------------- the victor decides


class Scuttle(Action, frozen=True):
    """Sink captured ships of the Warden or the Admiral."""

    ships: list[str]


class MakePort(Action, frozen=True):
    """Choose the port where a victorious fleet lands whom it cannot hold."""

    port: PlaceId


class Prizes(KingmakerStep):
    """The victor scuttles office ships or keeps them; then the fleet lands whom it cannot hold (D46) [WBC-V09.8, 9]."""

    locked: ClassVar[bool] = True

    seat: str
    """The victor."""

    at: Location
    """Where the battle was fought."""

    winners: list[str]
    """The nobles who have won."""

    captives: list[str]
    """The beaten nobles."""

    fleet: list[str]
    """The victors' ships."""

    captured: list[str]
    """The ships that they have taken."""

    stage: Literal["scuttle", "stow", "port"] = "scuttle"
    """The next stage: scuttling, bringing everybody aboard, or the choice of a port for those who find no room."""

    def proceed(self, game: Kingmaker) -> bool:
        """Carry out everything that leaves no choice, and wait if the victor has one."""
        match self.stage:
            case "scuttle":
                if self._office_ships(game):
                    return False
                self.stage = "stow"
            case "stow":
                self.stage = "port"
                stow(game, self._ships(game))
                if self._excess(game) <= 0 and not overladen(game, self._ships(game)):
                    game.pop(self)
            case "port":
                ports = self._ports(game)
                if len(ports) > 1:
                    return False
                self._put_in(game, ports[0])
        return True

    def _ships(self, game: Kingmaker) -> list[str]:
        return [ship for ship in dict.fromkeys([*self.fleet, *self.captured]) if ship in game.state.ships]

    def _office_ships(self, game: Kingmaker) -> list[str]:
        """Return the captured ships that may be scuttled: of an office, and empty now."""
        return [
            ship
            for ship in self.captured
            if ship in game.state.ships and is_office_ship(game, ship) and not shipping.passengers(game, [ship])
        ]

    def _ports(self, game: Kingmaker) -> list[PlaceId]:
        return nearest_ports.from_sea(game, self.at, self.seat, neutral=True)

    def _held(self, game: Kingmaker) -> list[str]:
        """Return the captives aboard, the weakest first."""
        held = [n for n in self.captives if n in game.state.nobles and game.noble(n).captor]
        return sorted(held, key=lambda noble: (shipping.burden(game, noble), noble))

    def _excess(self, game: Kingmaker) -> int:
        """Men aboard, captives too, beyond what all the ships hold together [WBC-V09.9]."""
        free = sum(shipping.free_berths(game, ship) for ship in self._ships(game))
        return sum(shipping.burden(game, noble) for noble in self._held(game)) - free

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the victor what to scuttle, or which port to make for."""
        return [self._ask_port(game) if self.stage == "port" else self._ask_scuttle(game)]

    def _ask_scuttle(self, game: Kingmaker) -> Request:
        able = self._office_ships(game)
        field = Field(
            "ships",
            "Which ships?",
            lambda d: [Choice(ship, names.thing(game, ship)) for ship in able if ship not in d.get("ships", [])],
            many=True,
        )
        listed = join_words(names.thing(game, one) for one in able)
        prompt = f"You have captured {listed}. Scuttle, or keep until you touch port?"
        offers = (Offer(Scuttle, "Scuttle ships", (field,)), pass_offer("Keep them"))
        return Request(self.seat, "D46", prompt, offers, Pass)

    def _ask_port(self, game: Kingmaker) -> Request:
        ports = self._ports(game)
        choices = [place_menu.of_place(game, self.seat, port) for port in ports]
        prompt = "Your ships have no room for everybody. At which port do they land the rest?"
        offer = Offer(MakePort, "Make for a port", (Field("port", "Which port?", lambda _: choices, places=True),))
        return Request(self.seat, "D46", prompt, (offer,), lambda: MakePort(ports[0]))

    def act(self, game: Kingmaker, seat: str, action: Scuttle | MakePort | Pass) -> None:
        """Scuttle ships or keep them; or make for a port."""
        match action:
            case Scuttle(ships):
                if not ships or not distinct(ships) or not set(ships) <= set(self._office_ships(game)):
                    raise Illegal("Name captured ships of the Warden or the Admiral, each once.", "WBC-V09.8")
                self.stage = "stow"
                for ship in ships:
                    wrecks.scuttle(game, ship)
            case Pass():
                self.stage = "stow"
            case MakePort(port):
                if port not in self._ports(game):
                    near = join_words(names.place(game, one) for one in self._ports(game))
                    raise Illegal(f"The fleet makes for the nearest port: {near}.", "WBC-V09.9")
                self._put_in(game, port)

    def _put_in(self, game: Kingmaker, port: PlaceId) -> None:
        """Bring the whole fleet into port, and land the excess there [WBC-V09.9]."""
        game.pop(self)
        ships, ashore = self._ships(game), locations.open_in(game.catalog.places[port].square)
        for ship in ships:
            game.ship(ship).at = locations.port(port)
        track = [self.at, locations.port(port)]
        text = f"{{{self.seat}}}'s fleet has no room for everybody and puts in at {names.place(game, port)}."
        game.emit("moved", text, about=ships, track=track, rule="WBC-V09.9")
        landed = [*self._land_captives(game, ashore), *_land_own(game, ships, ashore)]
        if landed:
            text = f"{names.cards(game, landed)} {names.verb(game, landed, 'is', 'are')} put ashore there."
            game.emit("landed", text, about=landed, track=[ashore], rule="WBC-V09.9")
        for ship in ships:
            shipping.finish_voyage(game, ship)

    def _land_captives(self, game: Kingmaker, ashore: Location) -> list[str]:
        """Put captives ashore, the weakest first, until the ships hold the rest; they stay captives."""
        landed = []
        excess = self._excess(game)
        for noble in self._held(game):
            if excess > 0:
                game.noble(noble).taken_at = ashore
                excess -= shipping.burden(game, noble)
                landed.append(noble)
        return landed


# ---------------------------------------------------------------------- stowing


def overladen(game: Kingmaker, ships: Sequence[str]) -> list[str]:
    """Return those of these ships that carry more men than they have room for [BASE-SEA-3]."""
    return [ship for ship in ships if shipping.free_berths(game, ship) < 0]


def stow(game: Kingmaker, ships: Sequence[str]) -> None:
    """Shift people from ships that carry too many to others of the fleet that have room."""
    for ship in overladen(game, ships):
        for noble in _lightest_first(game, ship):
            room = [other for other in ships if shipping.free_berths(game, other) >= shipping.burden(game, noble)]
            if shipping.free_berths(game, ship) < 0 and room:
                forces.place_at(game, noble, locations.aboard(room[0]))


def _land_own(game: Kingmaker, ships: Sequence[str], ashore: Location) -> list[str]:
    landed = []
    for ship in overladen(game, ships):
        for noble in _lightest_first(game, ship):
            if shipping.free_berths(game, ship) < 0:
                forces.place_at(game, noble, ashore)
                landed.append(noble)
    return landed


def _lightest_first(game: Kingmaker, ship: str) -> list[str]:
    return sorted(shipping.passengers(game, [ship]), key=lambda noble: (shipping.burden(game, noble), noble))
