"""Storms at sea (rules 3.8)."""

from engine.core.actions import Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import NOWHERE, Location, PlaceId
from engine.kingmaker.board.places import place_menu
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import landfall
from engine.kingmaker.ships import disembarking, shipping, wrecks
from engine.kingmaker.ships.disembarking import Shelter


def storms(game: Kingmaker, _: EventCard) -> None:
    """Drive every ship at sea to the nearest port that it may enter, clockwise by their masters [BASE-EVT-12]."""
    order = [*game.clockwise(), ""]
    at_sea = wrecks.at_sea(game)
    if at_sea:
        game.push(Storm(sorted(at_sea, key=lambda ship: (order.index(cards.ship_master(game, ship)), ship))))
    else:
        game.emit("no_effect", "No ship is at sea, so the storm does no harm.", rule="BASE-EVT-12")


def perilous(game: Kingmaker) -> bool:
    """Whether ships may be lost in a storm (option `storm_rule`) [COV-5.10]."""
    return game.option("storm_rule") == "shelter_with_loss"


def storm_rule(game: Kingmaker) -> str:
    """Return the rule of storms that this table uses."""
    return "COV-5.10" if perilous(game) else "BASE-EVT-12"


class Storm(KingmakerStep):
    """The ships at sea run for shelter, one after the other (D14).

    Where the storm is perilous [COV-5.10], the controllers of nearer ports are asked whether they let a ship in (D12),
    and each port that it has to pass costs another roll.
    """

    ships: list[str]
    """The ships that are still at sea, the one that runs now first."""

    braved: bool = False
    """Whether it has survived its first roll."""

    closed: list[PlaceId] = []
    """The nearer ports that it had to pass."""

    asked: list[PlaceId] = []
    """The ports whose controllers have been asked."""

    def proceed(self, game: Kingmaker) -> bool:
        """Bring the next ship to port where its master has no choice."""
        self.ships = [ship for ship in self.ships if ship in game.state.ships]
        if not self.ships:
            game.pop(self)
        elif perilous(game) and not self.braved:
            self.braved = True
            self._risk(game, "in the storm")
        elif not (ports := self._ports(game)):
            self._seek(game)
        elif cards.ship_master(game, self.ships[0]) and (len(ports) > 1 or self._may_land(game)):
            return False
        else:
            self._run(game, ports[0], NOWHERE)
        return True

    def _ports(self, game: Kingmaker) -> list[PlaceId]:
        """Return the nearest ports that the first ship may enter; none while nearer ones are closed to it."""
        ship = self.ships[0]
        return landfall.open_ports(game, ship, self._near(game)) if perilous(game) else landfall.nearest(game, ship)

    def _near(self, game: Kingmaker) -> list[PlaceId]:
        """Return the nearest ports of all that the first ship has not had to pass."""
        return landfall.next_ports(game, self.ships[0], self.closed)

    def _may_land(self, game: Kingmaker) -> bool:
        """Whether there are passengers aboard who may land or stay."""
        return bool(shipping.passengers(game, self.ships[:1])) and not landfall.all_land(game)

    # ------------------------------------------------------------------ peril

    def _seek(self, game: Kingmaker) -> None:
        """Ask whether a nearest port is friendly; if none is, roll once more for each of them [COV-5.10, COV-8.2.5]."""
        passed = self._near(game)
        if port := landfall.ask(game, self.ships[0], passed, self.asked):
            self.asked = [*self.asked, port]
            return
        self.closed = [*self.closed, *passed]
        for port in passed:
            if not self._risk(game, f"past {names.place(game, port)}, which is closed to it"):
                return

    def _risk(self, game: Kingmaker, where: str) -> bool:
        """Roll for the first ship; tell whether it is still afloat [COV-5.10]."""
        ship = self.ships[0]
        name, limit = game.catalog.ships[ship].name, game.catalog.storm.lost_from
        roll = game.dice.roll(100, f"{name} {where}; lost from {limit} on")
        if roll < limit:
            game.emit("storm", f"{name} holds out {where} ({roll}).", about=[ship], rule="COV-5.10")
            return True
        wrecks.sink(game, [ship], "drowned in the storm", "COV-5.10")
        self._next()
        return False

    def _next(self) -> None:
        """Turn to the next ship."""
        self.ships, self.braved, self.closed, self.asked = self.ships[1:], False, [], []

    # ------------------------------------------------------------------ shelter

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the ship's master."""
        ship, ports, landing = self.ships[0], self._ports(game), self._may_land(game)
        seat = cards.ship_master(game, ship)
        prompt = f"A storm drives {game.catalog.ships[ship].name} to port. Where"
        prompt += ", and who lands?" if landing else "?"

        def near(_: Draft) -> list[Choice]:
            return [place_menu.of_place(game, seat, port) for port in ports]

        def quays(draft: Draft) -> list[Choice]:
            legal = self._landings(game, draft["port"]) if draft["port"] in ports else []
            return [place_menu.choice(game, seat, at, locations.label(game, at)) for at in legal]

        fields = [Field("port", "To which port?", near, places=True)]
        if landing:
            fields.append(Field("ashore", "Where do its passengers land?", quays, least=0, places=True))
        hint = "Passengers who do not land stay aboard." if landing else ""
        offer = Offer(Shelter, "Run for shelter", tuple(fields), remark=hint)
        return [Request(seat, "D14", prompt, (offer,), lambda: Shelter(ports[0]))]

    def _landings(self, game: Kingmaker, port: PlaceId) -> list[Location]:
        return disembarking.landings(game, shipping.passengers(game, self.ships[:1]), port)

    def act(self, game: Kingmaker, seat: str, action: Shelter) -> None:
        """Bring the ship to the port chosen."""
        ports = self._ports(game)
        if action.port not in ports:
            near = join_words(names.place(game, port) for port in ports)
            raise Illegal(f"The storm drives the ship to the nearest port: {near}.", storm_rule(game))
        if action.ashore and landfall.all_land(game):
            raise Illegal("Everybody aboard lands anyway; name only the port.", "COV-8.6.11")
        if action.ashore and action.ashore not in self._landings(game, action.port):
            reason = f"Nobody can land there; land at {names.place(game, action.port)}, or stay aboard."
            raise Illegal(reason, "BASE-EVT-12")
        self._run(game, action.port, action.ashore)

    def _run(self, game: Kingmaker, port: PlaceId, ashore: Location) -> None:
        ship = self.ships[0]
        counter = game.ship(ship)
        came_from, counter.at, counter.driven = counter.at, locations.port(port), False
        text = f"The storm drives {game.catalog.ships[ship].name} into port; it lies {locations.say(game, counter.at)}."
        game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule=storm_rule(game))
        if landfall.all_land(game):
            disembarking.land_all(game, ship, "COV-8.6.11")
        elif ashore:
            disembarking.go_ashore(game, shipping.passengers(game, [ship]), ashore, "BASE-EVT-12")
        landfall.close(game, ship, self.asked)
        self._next()
        shipping.finish_voyage(game, ship)
