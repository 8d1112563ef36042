"""Storms at sea, and ships that must come to port for those whom a card calls (rules 3.8, 3.2.5)."""

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import cards, forces, geography, locations, names, sites
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import hospitality
from engine.kingmaker.overseas import refuge
from engine.kingmaker.ships import harbours, shipping, wrecks


def storms(game: Kingmaker, _: EventCard) -> None:
    """Drive every ship at sea to the nearest port that it may enter, clockwise by their masters [BASE-EVT-12]."""
    order = [*game.clockwise(), ""]
    at_sea = wrecks.at_sea(game)
    if at_sea:
        game.push(Storm(sorted(at_sea, key=lambda ship: (order.index(cards.ship_master(game, ship)), ship))))
    else:
        game.emit("no_effect", "No ship is at sea; the storm does no harm.", rule="BASE-EVT-12")


def perilous(game: Kingmaker) -> bool:
    """Whether ships may be lost in a storm (option `storm_rule`) [COV-5.10]."""
    return game.option("storm_rule") == "shelter_with_loss"


def all_land(game: Kingmaker) -> bool:
    """Whether everybody aboard lands where an event brings a ship to port (option `storm_passengers`)."""
    return game.option("storm_passengers") == "land"


def storm_rule(game: Kingmaker) -> str:
    """The rule by which ships run for shelter."""
    return "COV-5.10" if perilous(game) else "BASE-EVT-12"


class Shelter(Action, frozen=True):
    """Bring a ship to a port; its passengers stay aboard, or land at `ashore`."""

    port: str
    ashore: str = ""


class Storm(KingmakerStep):
    """The ships at sea run for shelter, one after the other (D14).

    Where the storm is perilous: `braved` says that the first ship has survived its first roll, `closed` are nearer
    ports that it had to pass, `asked` those whose controllers have been asked to let it in (D12) [COV-5.10].
    """

    ships: list[str]
    braved: bool = False
    closed: list[str] = []
    asked: list[str] = []

    def proceed(self, game: Kingmaker) -> bool:
        """Bring the next ship to port where its master has no choice."""
        self.ships = [ship for ship in self.ships if ship in game.state.ships]
        if not self.ships:
            game.pop(self)
        elif perilous(game) and not self.braved:
            self.braved = True
            self._risk(game, "in the storm")
        elif not self._ports(game):
            self._seek(game)
        elif self._has_choice(game):
            return False
        else:
            self._run(game, self._ports(game)[0], "")
        return True

    def _ports(self, game: Kingmaker) -> list[str]:
        """The nearest ports that the first ship may enter; none while nearer ones are closed to it."""
        ship = self.ships[0]
        if not perilous(game):
            return nearest(game, ship)
        return [port for port in self._nearest(game) if harbours.may_enter_port(game, ship, port)]

    def _nearest(self, game: Kingmaker) -> list[str]:
        """The nearest ports of all that the first ship has not had to pass."""
        far = geography.voyages(game.ship(self.ships[0]).at)
        ship = self.ships[0]
        left = {port: far[locations.port(port)] for port in ports_for(game, ship) if port not in self.closed}
        return sorted(port for port, steps in left.items() if steps == min(left.values()))

    def _has_choice(self, game: Kingmaker) -> bool:
        ship = self.ships[0]
        stay_or_land = bool(shipping.passengers(game, [ship])) and not all_land(game)
        return bool(cards.ship_master(game, ship)) and (len(self._ports(game)) > 1 or stay_or_land)

    # ------------------------------------------------------------------ peril

    def _seek(self, game: Kingmaker) -> None:
        """Ask whether a nearest port is friendly; if none is, roll once more for each of them [COV-5.10, COV-8.2.5]."""
        seat = cards.ship_master(game, self.ships[0])
        for port in self._nearest(game):
            owner = hospitality.host(game, port, seat) if seat and port not in self.asked else ""
            if owner:
                self.asked = [*self.asked, port]
                who = game.catalog.ships[self.ships[0]].name
                game.push(hospitality.Reception(owner, seat, port, who, hospitality.BY_SEA))
                return
        passed = self._nearest(game)
        self.closed = [*self.closed, *passed]
        for port in passed:
            if not self._risk(game, f"past {names.place(port)}, which is closed to it"):
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
        ship, ports = self.ships[0], self._ports(game)
        landing = bool(shipping.passengers(game, [ship])) and not all_land(game)
        prompt = f"A storm drives {game.catalog.ships[ship].name} to port. Where"
        prompt += ", and does anybody land?" if landing else "?"
        fields = [Field("port", "To which port?", lambda _: [Choice(port, names.place(port)) for port in ports])]
        if landing:
            ashore = Field("ashore", "Where do its passengers land?", lambda d: self._ashore(game, d), least=0)
            fields.append(ashore)
        hint = "Passengers who do not land stay aboard." if landing else ""
        offer = Offer(Shelter, "Run for shelter", tuple(fields), hint=hint)
        return [Request(cards.ship_master(game, ship), "D14", prompt, (offer,), lambda: Shelter(ports[0]))]

    def _ashore(self, game: Kingmaker, draft: Draft) -> list[Choice]:
        legal = landings(game, self.ships[0], draft["port"]) if draft["port"] in self._ports(game) else []
        return [Choice(at, locations.label(at)) for at in legal]

    def act(self, game: Kingmaker, seat: str, action: Shelter) -> None:
        """Bring the ship to the port chosen."""
        ports = self._ports(game)
        if action.port not in ports:
            near = join_words(names.place(port) for port in ports)
            raise Illegal(f"The storm drives the ship to the nearest port: {near}.", storm_rule(game))
        if action.ashore and all_land(game):
            raise Illegal("Everybody aboard lands anyway; name the port only.", "COV-8.6.11")
        if action.ashore and action.ashore not in landings(game, self.ships[0], action.port):
            reason = f"Nobody can land there; land at {names.place(action.port)}, or stay aboard."
            raise Illegal(reason, "BASE-EVT-12")
        self._run(game, action.port, action.ashore)

    def _run(self, game: Kingmaker, port: str, ashore: str) -> None:
        ship = self.ships[0]
        counter = game.ship(ship)
        came_from, counter.at, counter.driven = counter.at, locations.port(port), False
        text = f"The storm drives {game.catalog.ships[ship].name} into port; it lies {locations.say(counter.at)}."
        game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule=storm_rule(game))
        if all_land(game):
            land_all(game, ship)
        elif ashore:
            go_ashore(game, ship, ashore, "BASE-EVT-12")
        for place in self.asked:
            hospitality.close(game, place, cards.ship_master(game, ship), hospitality.BY_SEA)
        self._next()
        shipping.finish_voyage(game, ship)


# ---------------------------------------------------------------------- ports and landings


def ports_for(game: Kingmaker, ship: str) -> list[str]:
    """The ports that count for a ship which an event brings in: no area where heirs aboard may not stay [WBC-C19.1]."""
    seat, deck = cards.ship_master(game, ship), locations.aboard(ship)
    heirs = bool(forces.heirs_at(game, deck)) and game.option("overseas_areas") == "refuge_card"
    found = []
    for port in game.catalog.ports:
        sheltered = any(stay.seat == seat for stay in refuge.under_cards(game, game.catalog.places[port].square))
        barred = heirs and game.catalog.places[port].kind == "area" and not sheltered
        if sites.on_map(game, port) and not harbours.closed(game, port) and not barred:
            found.append(port)
    return found


def nearest(game: Kingmaker, ship: str) -> list[str]:
    """The nearest ports that a ship may enter, several if they are equally near [BASE-EVT-12, WBC-C19.1]."""
    far = geography.voyages(game.ship(ship).at)
    able = [port for port in ports_for(game, ship) if harbours.may_enter_port(game, ship, port)]
    steps = {port: far[locations.port(port)] for port in able}
    return sorted(port for port in able if steps[port] == min(steps.values()))


def landings(game: Kingmaker, ship: str, port: str) -> list[str]:
    """Where the passengers of a ship may land in a port: inside if they may enter, and in the open."""
    passengers = shipping.passengers(game, [ship])
    if not passengers:
        return []
    enter = sites.may_enter(game, port, game.noble(passengers[0]).faction, passengers)
    return [*([locations.inside(port)] if enter else []), locations.open_in(game.catalog.places[port].square)]


def land_all(game: Kingmaker, ship: str) -> None:
    """Put everybody aboard a ship in port ashore, inside a place that is friendly to them [COV-8.6.11]."""
    if shipping.passengers(game, [ship]):
        go_ashore(game, ship, landings(game, ship, shipping.port_of(game, ship))[0], "COV-8.6.11")
    for heir in forces.heirs_at(game, locations.aboard(ship)):
        game.heir(heir).at = locations.open_in(locations.square_of(game.ship(ship).at))


def go_ashore(game: Kingmaker, ship: str, at: str, rule: str) -> None:
    """Put everybody aboard a ship ashore."""
    passengers = shipping.passengers(game, [ship])
    for noble in passengers:
        forces.place_at(game, noble, at)
    text = f"{forces.words(game, passengers)}: ashore, {locations.say(at)}."
    game.emit("landed", text, about=passengers, track=[at], rule=rule)


def leave_ship(game: Kingmaker, ship: str) -> None:
    """Bring the ship of somebody who is called to the nearest port, where everybody lands [COV-8.3.1, COV-8.6.11].

    Where passengers need not land, a ship in port stays there with the others (rules 3.2.5).
    """
    counter = game.ship(ship)
    if locations.kind(counter.at) == "sea" or all_land(game):
        came_from, counter.at = counter.at, locations.port(nearest(game, ship)[0])
        if came_from != counter.at:
            counter.driven = False
            text = f"{game.catalog.ships[ship].name} brings those aboard to port; it lies {locations.say(counter.at)}."
            game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule="COV-8.3.1")
    if all_land(game):
        land_all(game, ship)
