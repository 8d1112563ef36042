"""The ships of an office that piracy calls (rules 3.4)."""

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import cards
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.places import geography, sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import landfall
from engine.kingmaker.ships import disembarking, harbours, shipping


class SendShips(Action, frozen=True):
    """Say which ships of an office answer the call."""

    ships: list[str]


class CalledShips(KingmakerStep, tag="fleet"):
    """A number of an office's ships go to a port; the holder chooses which (D15) [BASE-EVT-8]."""

    seat: str
    """The holder of the office."""

    ships: list[str]
    """The ships among which he chooses."""

    place: PlaceId
    """The port."""

    number: int
    """The number of ships that go there."""

    def proceed(self, game: Kingmaker) -> bool:
        """Send them all where no choice is left."""
        self.ships = [ship for ship in self.ships if ship in game.state.ships]
        if len(self.ships) > self.number and not game.faction(self.seat).gone:
            return False
        for ship in self.ships[: self.number]:
            # Those aboard land on the way where the port is closed to them [COV-8.6.6, COV-8.6.11].
            barred = shipping.passengers(game, [ship]) and not harbours.may_enter_port(game, ship, self.place)
            if barred and landfall.calls_in(game, locations.aboard(ship)):
                return True
            drive(game, ship, self.place)
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the holder of the office."""
        prompt = f"{self.number} of your ships must go to {names.place(game, self.place)}. Which?"

        def left(draft: Draft) -> list[Choice]:
            picked = draft.get("ships", [])
            return shipping.choices(
                game, [ship for ship in self.ships if ship not in picked and len(picked) < self.number]
            )

        def distance(ship: str) -> tuple[int, str]:
            return geography.sea_distance(game.ship(ship).at, locations.port(self.place)) or 0, ship

        offer = Offer(SendShips, "Send ships", (Field("ships", prompt, left, many=True, least=self.number),))
        nearest = sorted(self.ships, key=distance)[: self.number]
        return [Request(self.seat, "D15", prompt, (offer,), lambda: SendShips(nearest))]

    def act(self, game: Kingmaker, seat: str, action: SendShips) -> None:
        """Send the ships chosen."""
        chosen = set(action.ships)
        if not chosen <= set(self.ships) or not len(chosen) == len(action.ships) == self.number:
            raise Illegal(f"Choose {self.number} of the ships that the card calls.", "BASE-EVT-8")
        self.ships = [ship for ship in self.ships if ship in chosen]


def call(game: Kingmaker, holder: str, office: str, place: PlaceId, number: int, answers: bool) -> None:
    """Send for ships of an office: if its holder `answers` or is aboard, or in any case [BASE-EVT-8, WBC-C01]."""
    fleet, seat = office_ships(game, office), game.noble(holder).faction
    aboard = game.noble(holder).at in [locations.aboard(ship) for ship in fleet]
    if game.option("office_ships_answer_alone"):
        together = _at_sea_with(game, holder, fleet)
        for ship in together:
            drive(game, ship, place)
        fleet, number = [ship for ship in fleet if ship not in together], number - len(together)
    elif not answers and not aboard:
        return
    if number > 0 and fleet:
        game.push(CalledShips(seat, fleet, place, number))


def _at_sea_with(game: Kingmaker, holder: str, fleet: list[str]) -> list[str]:
    """Return the ships of the office that are at sea together with its holder: all of them go [WBC-C01]."""
    at = game.noble(holder).at
    if locations.kind(at) != "aboard" or locations.name(at) not in fleet:
        return []
    square = game.ship(locations.name(at)).at
    return [ship for ship in fleet if locations.kind(square) == "sea" and game.ship(ship).at == square]


def office_ships(game: Kingmaker, office: str) -> list[str]:
    """Return the ships of an office that an event can call: those on the map that besiege nothing [COV-8.6.10]."""
    fleet = [ship for ship in cards.ships_of_card(game, office) if ship in game.state.ships]
    return [ship for ship in fleet if not sites.besieging_ship(game, ship)]


def drive(game: Kingmaker, ship: str, place: PlaceId) -> None:
    """Bring a ship into a port by an event, whoever controls the port [BASE-EVT-8].

    Nobody aboard lands, unless passengers land wherever an event brings them to a friendly port [COV-8.6.11].
    """
    counter = game.ship(ship)
    came_from, counter.at = counter.at, locations.port(place)
    if came_from == counter.at:
        return
    friendly = harbours.open_port(game, place, cards.ship_master(game, ship))
    counter.driven = not friendly
    whose = cards.ship_master(game, ship)
    owner = f"{{{whose}}}'s ship " if whose else ""
    text = f"{owner}{game.catalog.ships[ship].name} is called by the event and lies {locations.say(game, counter.at)}."
    game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule="BASE-EVT-8")
    if friendly and landfall.all_land(game):
        disembarking.land_all(game, ship, "COV-8.6.11")
    shipping.finish_voyage(game, ship)
