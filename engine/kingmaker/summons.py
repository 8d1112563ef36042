"""Raids, revolts and piracy: nobles who are called away (rules 3.2, 3.4)."""

from collections.abc import Iterator

import msgspec

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import (
    cards,
    forces,
    geography,
    harbours,
    locations,
    names,
    peace,
    shipping,
    sites,
    transfers,
)
from engine.kingmaker.catalog import Call, EventCard
from engine.kingmaker.game import Kingmaker


class Called(msgspec.Struct):
    """A noble called to a place, and how many ships of his `office` come with him."""

    noble: str
    place: str
    office: str = ""
    ships: int = 0


def raid(game: Kingmaker, card: EventCard) -> None:
    """Call everybody whom a raid, revolt or piracy names and who is in play [BASE-EVT-3]."""
    calls = [called for call in card.calls for called in _row(game, call)]
    if calls:
        game.push(Summons(calls))
    else:
        game.emit("no_effect", "Nobody whom the card calls is in play; nothing happens.", rule="BASE-EVT-3")


def _row(game: Kingmaker, call: Call) -> Iterator[Called]:
    """The nobles whom one row of a card calls: by name, title, office, bishopric; captives cannot hear it."""
    for card in (*call.nobles, *call.titles, *call.offices, *call.bishops):
        noble = forces.holder(game, card)
        if noble and not game.noble(noble).captor:
            ships = call.ships.get(card, 0)
            yield Called(noble, call.place, card if ships else "", ships)


# ---------------------------------------------------------------------- who goes, and where to


def exempt(game: Kingmaker, at: str) -> str:
    """Why somebody at a location need not answer a summons, in words; "" if he must [BASE-EVT-4]."""
    if locations.kind(at) == "aboard":
        at = game.ship(locations.name(at)).at
    if locations.kind(at) == "sea":
        return "at sea"
    if sites.under_siege(game, at):
        return "under siege"
    return "" if locations.on_mainland(at) else "off the mainland"


def destination(game: Kingmaker, noble: str, place: str) -> str:
    """Where a noble who is called to a place stands: inside if he may, else in the open there [BASE-EVT-5]."""
    site = game.book.places[place]
    inside = locations.inside(place)
    may_go_in = game.noble(noble).at == inside or sites.may_enter(game, place, game.noble(noble).faction, [noble])
    return inside if may_go_in else locations.open_in(site.square)


def go(game: Kingmaker, noble: str, place: str, rule: str = "BASE-EVT-3") -> None:
    """Move a noble, with his cards and heirs, to the place that calls him."""
    came_from, at = game.noble(noble).at, destination(game, noble, place)
    forces.place_at(game, noble, at)
    text = f"{forces.words(game, [noble])} of {{{game.noble(noble).faction}}} must go and stand {locations.say(at)}."
    game.emit("moved", text, about=[noble], track=[came_from, at], rule=rule)
    if at != came_from:
        peace.excuse(game, noble)


# ---------------------------------------------------------------------- raids, one noble after the other


class StayWith(Action, frozen=True):
    """Leave the heir of a noble who is called away with another of one's nobles there."""

    noble: str


class GoAlong(Action, frozen=True):
    """Let the heir go with the noble who is called away."""


class Summons(Step):
    """The nobles called by a card go, one after the other; their owners may leave heirs behind (D10) [BASE-EVT-7].

    `gone` have been moved by this card, `decided` are heirs of the first noble of `calls` who go with him.
    """

    calls: list[Called]
    gone: list[str] = []
    decided: list[str] = []

    def proceed(self, game: Kingmaker) -> bool:
        """Send the next noble on his way, unless his owner has to decide about an heir."""
        if not self.calls:
            game.pop(self)
            return True
        if self._heir(game):
            return False
        call = self.calls.pop(0)
        self.decided = []
        if call.noble in game.state.nobles:
            self._answer(game, call)
        return True

    def _answer(self, game: Kingmaker, call: Called) -> None:
        why = exempt(game, game.noble(call.noble).at)
        if call.noble in self.gone:
            text = f"{names.card(call.noble)} is called again, but goes only once."
            game.emit("called_again", text, about=[call.noble], rule="BASE-EVT-6")
        elif why:
            text = f"{names.card(call.noble)} is {why} and need not go to {names.place(call.place)}."
            game.emit("exempt", text, about=[call.noble], rule="BASE-EVT-4")
        else:
            self.gone.append(call.noble)
            go(game, call.noble, call.place)
        if call.ships:
            self._call_ships(game, call)

    def _call_ships(self, game: Kingmaker, call: Called) -> None:
        """Send for ships if the holder of their office has gone, or is aboard one of them (rules 3.4)."""
        fleet = office_ships(game, call.office)
        at = game.noble(call.noble).at
        if call.noble in self.gone or at in [locations.aboard(ship) for ship in fleet]:
            game.push(Fleet(game.noble(call.noble).faction, fleet, call.place, call.ships))

    def _heir(self, game: Kingmaker) -> str:
        """The heir about whom the owner of the noble called next has to decide; "" if there is none."""
        noble = self.calls[0].noble
        if noble in self.gone or noble not in game.state.nobles or exempt(game, game.noble(noble).at):
            return ""
        open_ = [heir for heir in forces.heirs_of(game, noble) if heir not in (*self.decided, noble)]
        return open_[0] if open_ and comrades(game, noble) else ""

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whether the heir goes along."""
        call, heir = self.calls[0], self._heir(game)
        seat = game.noble(call.noble).faction
        called = f"{names.card(call.noble)} is called to {names.place(call.place)}."
        prompt = f"{called} Does {names.heir(heir)} go with him?"
        others = [Choice(noble, names.card(noble)) for noble in comrades(game, call.noble)]
        field = Field("noble", f"With whom does {names.heir(heir)} stay?", lambda _: others)
        offers = (
            Offer(StayWith, f"{names.heir(heir)} stays", (field,)),
            Offer(GoAlong, f"{names.heir(heir)} goes along"),
            *transfers.offers(game, seat),
        )
        return [Request(seat, "D10", prompt, offers, lambda: self._default(game))]

    def _default(self, game: Kingmaker) -> Action:
        noble = self.calls[0].noble
        best = forces.guardian(game, [n for n in forces.force_of(game, noble) if n != noble])
        return StayWith(best) if best else GoAlong()

    def act(self, game: Kingmaker, seat: str, action: StayWith | GoAlong | transfers.Transfer) -> None:
        """Note the owner's choice."""
        heir = self._heir(game)
        match action:
            case transfers.Transfer():
                transfers.transfer(game, seat, action)
            case GoAlong():
                self.decided.append(heir)
            case StayWith():
                self._leave(game, heir, action.noble)

    def _leave(self, game: Kingmaker, heir: str, noble: str) -> None:
        if noble not in comrades(game, self.calls[0].noble):
            reason = f"{names.heir(heir)} can only stay with another of your nobles in the same place."
            raise Illegal(reason, "BASE-EVT-7")
        game.heir(heir).noble = noble
        text = f"{names.heir(heir)} stays with {names.card(noble)}."
        game.emit("heir_stays", text, about=[heir, noble], rule="BASE-EVT-7")


def comrades(game: Kingmaker, noble: str) -> list[str]:
    """The other nobles of the same seat in the same location."""
    person = game.noble(noble)
    return [other for other in forces.nobles_at(game, person.at, person.faction) if other != noble]


# ---------------------------------------------------------------------- ships that are called


class SendShips(Action, frozen=True):
    """Say which ships of an office answer the call."""

    ships: list[str]


class Fleet(Step):
    """So many of an office's ships go to a port; the holder says which (D15) [BASE-EVT-8]."""

    seat: str
    ships: list[str]
    place: str
    number: int

    def proceed(self, game: Kingmaker) -> bool:
        """Send them all where no choice is left."""
        if len(self.ships) > self.number and not game.faction(self.seat).gone:
            return False
        for ship in self.ships[: self.number]:
            drive(game, ship, self.place)
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the holder of the office."""
        prompt = f"{self.number} of your ships must go to {names.place(self.place)}. Which?"
        field = Field("ships", prompt, lambda draft: self._left(game, draft["ships"]), many=True, least=self.number)
        offer = Offer(SendShips, "Send ships", (field,))
        nearest = sorted(self.ships, key=lambda ship: (_distance(game, ship, self.place), ship))
        return [Request(self.seat, "D15", prompt, (offer,), lambda: SendShips(nearest[: self.number]))]

    def _left(self, game: Kingmaker, picked: list[str]) -> list[Choice]:
        left = [ship for ship in self.ships if ship not in picked and len(picked) < self.number]
        return [Choice(ship, game.book.ships[ship].name, locations.say(game.ship(ship).at)) for ship in left]

    def act(self, game: Kingmaker, seat: str, action: SendShips) -> None:
        """Narrow the ships down to those that are sent."""
        chosen = set(action.ships)
        if not chosen <= set(self.ships) or not len(chosen) == len(action.ships) == self.number:
            raise Illegal(f"Choose {self.number} of the ships that the card calls.", "BASE-EVT-8")
        self.ships = [ship for ship in self.ships if ship in chosen]


def _distance(game: Kingmaker, ship: str, place: str) -> int:
    """The steps from a ship to a port; every port can be reached by sea."""
    return geography.sea_distance(game.ship(ship).at, locations.port(place)) or 0


def office_ships(game: Kingmaker, office: str) -> list[str]:
    """The ships of an office that are on the map."""
    return [ship for ship in cards.ships_of_card(game, office) if ship in game.state.ships]


def drive(game: Kingmaker, ship: str, place: str) -> None:
    """Bring a ship into a port by an event, whoever holds it; nobody aboard lands [BASE-EVT-8]."""
    counter = game.ship(ship)
    came_from, counter.at = counter.at, locations.port(place)
    if came_from == counter.at:
        return
    counter.driven = not harbours.open_port(game, place, cards.ship_master(game, ship))
    text = f"{game.book.ships[ship].name} is called and lies {locations.say(counter.at)}."
    game.emit("moved", text, about=[ship], track=[came_from, counter.at], rule="BASE-EVT-8")
    shipping.finish_voyage(game, ship)


STEPS: tuple[type[AnyStep], ...] = (Summons, Fleet)
ACTIONS: tuple[type[Action], ...] = (StayWith, GoAlong, SendShips)
