"""Events that strike whoever is in their way: plague, mercenaries who go home, storms (rules 3.5, 3.6, 3.8)."""

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import cards, forces, harbours, locations, names, shipping, sites
from engine.kingmaker.catalog import EventCard, MercenaryCard
from engine.kingmaker.game import Kingmaker

# ---------------------------------------------------------------------- mercenaries go home


def mercenaries_go_home(game: Kingmaker, card: EventCard) -> None:
    """Send the mercenaries of the groups named, from every noble in play, to the Crown discard [BASE-EVT-17]."""
    leaving = [
        (noble, held)
        for noble, person in game.state.nobles.items()
        for held in person.cards
        if _group(game, held) in card.groups
    ]
    for noble, held in leaving:
        game.noble(noble).cards.remove(held)
        cards.lose(game, held)
        text = f"{names.card(held)} leave {names.card(noble)} and go home."
        game.emit("mercenaries_left", text, about=[held, noble], rule="BASE-EVT-17")
    if not leaving:
        game.emit("no_effect", "None of these mercenaries is in play; nothing happens.", rule="BASE-EVT-17")


def _group(game: Kingmaker, card: str) -> str:
    printed = game.book.cards[card]
    return printed.group if isinstance(printed, MercenaryCard) else ""


# ---------------------------------------------------------------------- plague


def plague(game: Kingmaker, card: EventCard) -> None:
    """Let everybody inside the places named, and aboard ships in their ports, die at once [BASE-EVT-9]."""
    stricken = [at for place in card.places for at in _stricken(game, place)]
    nobles = [noble for at in stricken for noble in forces.nobles_at(game, at)]
    heirs = [heir for at in stricken for heir in forces.heirs_at(game, at) if heir not in nobles]
    why = f"of the plague in {names.listed(names.place(place) for place in card.places)}"
    for heir in heirs:
        cards.kill_heir(game, heir, why, "BASE-EVT-9")
    cards.kill_nobles(game, nobles, why, "BASE-EVT-9")
    if not nobles and not heirs:
        game.emit("no_effect", "The plague finds nobody there.", about=card.places, rule="BASE-EVT-9")


def _stricken(game: Kingmaker, place: str) -> list[str]:
    in_port = [ship for ship, counter in game.state.ships.items() if counter.at == locations.port(place)]
    return [locations.inside(place), *(locations.aboard(ship) for ship in in_port)]


# ---------------------------------------------------------------------- storms


def storms(game: Kingmaker, _: EventCard) -> None:
    """Drive every ship at sea to the nearest port that it may enter, clockwise by their masters [BASE-EVT-12]."""
    order = [*game.clockwise(), ""]
    at_sea = [ship for ship, counter in game.state.ships.items() if locations.kind(counter.at) == "sea"]
    if at_sea:
        game.push(Storm(sorted(at_sea, key=lambda ship: (order.index(cards.ship_master(game, ship)), ship))))
    else:
        game.emit("no_effect", "No ship is at sea; the storm does no harm.", rule="BASE-EVT-12")


class Shelter(Action, frozen=True):
    """Bring a ship to a port; its passengers stay aboard, or land at `ashore`."""

    port: str
    ashore: str = ""


class Storm(Step):
    """The ships at sea run for shelter, one after the other (D14)."""

    ships: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Bring the next ship to port where its master has no choice."""
        self.ships = [ship for ship in self.ships if ship in game.state.ships]
        if not self.ships:
            game.pop(self)
            return True
        ship = self.ships[0]
        ports = harbours.nearest_ports(game, ship)
        if cards.ship_master(game, ship) and (len(ports) > 1 or shipping.passengers(game, [ship])):
            return False
        self._run(game, ports[0], "")
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the ship's master."""
        ship = self.ships[0]
        ports = harbours.nearest_ports(game, ship)
        prompt = f"A storm drives {game.book.ships[ship].name} to port. Where, and does anybody land?"
        fields = [Field("port", "To which port?", lambda _: [Choice(port, names.place(port)) for port in ports])]
        if shipping.passengers(game, [ship]):
            ashore = Field("ashore", "Where do its passengers land?", lambda d: self._ashore(game, d), least=0)
            fields.append(ashore)
        offer = Offer(Shelter, "Run for shelter", tuple(fields), hint="Passengers who do not land stay aboard.")
        return [Request(cards.ship_master(game, ship), "D14", prompt, (offer,), lambda: Shelter(ports[0]))]

    def _ashore(self, game: Kingmaker, draft: Draft) -> list[Choice]:
        ports = harbours.nearest_ports(game, self.ships[0])
        legal = landings(game, self.ships[0], draft["port"]) if draft["port"] in ports else []
        return [Choice(at, locations.label(at)) for at in legal]

    def act(self, game: Kingmaker, seat: str, action: Shelter) -> None:
        """Bring the ship to the port chosen."""
        ports = harbours.nearest_ports(game, self.ships[0])
        if action.port not in ports:
            near = names.listed(names.place(port) for port in ports)
            raise Illegal(f"The storm drives the ship to the nearest port: {near}.", "BASE-EVT-12")
        if action.ashore and action.ashore not in landings(game, self.ships[0], action.port):
            reason = f"Nobody can land there; land at {names.place(action.port)}, or stay aboard."
            raise Illegal(reason, "BASE-EVT-12")
        self._run(game, action.port, action.ashore)

    def _run(self, game: Kingmaker, port: str, ashore: str) -> None:
        ship, self.ships = self.ships[0], self.ships[1:]
        counter = game.ship(ship)
        came_from, counter.at, counter.driven = counter.at, locations.port(port), False
        text = f"The storm drives {game.book.ships[ship].name} into port; it lies {locations.say(counter.at)}."
        game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule="BASE-EVT-12")
        passengers = shipping.passengers(game, [ship])
        if ashore:
            for noble in passengers:
                forces.place_at(game, noble, ashore)
            text = f"{forces.words(game, passengers)} land and stand {locations.say(ashore)}."
            game.emit("landed", text, about=passengers, track=[ashore], rule="BASE-EVT-12")
        shipping.finish_voyage(game, ship)


def landings(game: Kingmaker, ship: str, port: str) -> list[str]:
    """Where the passengers of a ship may land in a port: in the open, and inside if they may enter."""
    passengers = shipping.passengers(game, [ship])
    if not passengers:
        return []
    enter = sites.may_enter(game, port, game.noble(passengers[0]).faction, passengers)
    return [*([locations.inside(port)] if enter else []), locations.open_in(game.book.places[port].square)]


STEPS: tuple[type[AnyStep], ...] = (Storm,)
ACTIONS: tuple[type[Action], ...] = (Shelter,)
