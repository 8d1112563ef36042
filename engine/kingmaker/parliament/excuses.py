"""A Parliament that everybody must attend: excuses, revocations, and how all assemble (rules 5.2, covault)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request, distinct, pass_offer
from engine.core.errors import Illegal, allows
from engine.core.text import join_words
from engine.kingmaker.board import locations, names, sieges
from engine.kingmaker.board.cards import cards, piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.places import geography, place_menu, sites
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import awards, session
from engine.kingmaker.parliament.session import sitting
from engine.kingmaker.ships import convoys
from engine.kingmaker.ships.disembarking import Shelter

# ---------------------------------------------------------------------- excuses


class Excuse(Action, frozen=True):
    """Excuse these nobles from Parliament: free if they would have to cross the sea, for a Writ each otherwise."""

    nobles: list[str] = []


class Excuses(KingmakerStep):
    """Each seat excuses nobles, clockwise from the caller's left (D53) [COV-7.1.7, COV-7.1.8, COV-7.1.9]."""

    seats: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Pass over seats that can excuse nobody."""
        while self.seats and not excusable(game, self.seats[0], []):
            self.seats = self.seats[1:]
        if self.seats:
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the seat whose turn it is."""
        seat, place = self.seats[0], names.place(game, sitting(game).place)
        free = [noble for noble in excusable(game, seat, []) if over_sea(game, noble)]
        prompt = f"Your nobles must come to Parliament at {place}. {self._price(game, seat, free)} Whom do you excuse?"

        def nobles(draft: Draft) -> list[Choice]:
            prices = {True: "free, he would have to cross the sea", False: "for a Writ"}
            able = excusable(game, seat, draft.get("nobles", []))
            return [Choice(noble, forces.words(game, [noble]), prices[over_sea(game, noble)]) for noble in able]

        fields = (Field("nobles", "Who stays away?", nobles, many=True, least=0),)
        offer = Offer(Excuse, "Excuse nobles", fields, says="Excuse {nobles}", says_none="Excuse nobody")
        return [Request(seat, "D53", prompt, (offer,), lambda: Excuse(free))]

    def _price(self, game: Kingmaker, seat: str, free: Sequence[str]) -> str:
        """Say whom a seat can excuse, and what that costs."""
        ways = [f"{names.cards(game, free)} for nothing, because the sea lies between"] if free else []
        if len(excusable(game, seat, [])) > len(free):
            ways.append(f"{'others ' if free else ''}for a Writ each; you have {len(piles.kept(game, seat, 'writ'))}")
        return f"You can excuse {'' if free else 'some of them, '}{', and '.join(ways)}."

    def act(self, game: Kingmaker, seat: str, action: Excuse) -> None:
        """Note the excuses, and take the Writs."""
        for number, noble in enumerate(action.nobles):
            check_excuse(game, seat, noble, action.nobles[:number])
        paid = [noble for noble in action.nobles if not over_sea(game, noble)]
        piles.spend(game, seat, "writ", len(paid))
        sitting(game).excused += action.nobles
        if action.nobles:
            price = f" for {len(paid)} Writ{'s' * (len(paid) > 1)}" if paid else ""
            text = f"{{{seat}}} excuses {names.cards(game, action.nobles)} from Parliament{price}."
            game.emit("excuse", text, about=action.nobles, rule="COV-7.1.7" if paid else "COV-7.1.8")
        self.seats = self.seats[1:]


def over_sea(game: Kingmaker, noble: str) -> bool:
    """Whether a noble cannot reach Parliament by land from where he is [COV-7.1.8]."""
    at = game.shore(game.noble(noble).at)
    goal = game.catalog.places[sitting(game).place].square
    return locations.square_of(at) not in geography.land_distances(game, goal)


def excusable(game: Kingmaker, seat: str, picked: Sequence[str]) -> list[str]:
    """Return the nobles whom a seat may excuse beside those picked."""
    return [noble for noble in forces.nobles_of(game, seat) if allows(check_excuse, game, seat, noble, picked)]


def check_excuse(game: Kingmaker, seat: str, noble: str, picked: Sequence[str]) -> None:
    """Raise Illegal unless a seat may excuse a noble beside those picked."""
    if noble not in forces.nobles_of(game, seat) or noble in picked:
        raise Illegal("Excuse nobles of your own, each once.", "COV-7.1.7")
    if noble in sitting(game).attending:
        raise Illegal(f"{names.card(game, noble)} is summoned by Writ and cannot be excused.", "COV-7.1.5")
    if sites.under_siege(game, game.noble(noble).at):
        raise Illegal(
            f"{names.card(game, noble)} is under siege, so he need not come and needs no excuse.", "COV-7.1.6"
        )
    if not game.option("excuses"):
        raise Illegal("At this table nobody is excused from Parliament.", "COV-7.1.6")
    paid = [other for other in picked if not over_sea(game, other)]
    if not over_sea(game, noble) and len(paid) >= len(piles.kept(game, seat, "writ")):
        raise Illegal(f"An excuse for {names.card(game, noble)} costs a Writ, and you have no more.", "COV-7.1.7")


# ---------------------------------------------------------------------- revocations


class Revoke(Action, frozen=True):
    """Cancel the excuses of these nobles, each with a Writ."""

    nobles: list[str]


class Revocations(KingmakerStep):
    """The caller may cancel excuses (D54) [COV-7.1.10]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Pass by where there is nothing to cancel, or nothing to pay with."""
        if sitting(game).excused and piles.kept(game, sitting(game).caller, "writ"):
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the caller."""
        now = sitting(game)
        most = len(piles.kept(game, now.caller, "writ"))

        def nobles(draft: Draft) -> list[Choice]:
            picks = draft.get("nobles", [])
            left = [noble for noble in now.excused if noble not in picks] if len(picks) < most else []
            return awards.noble_choices(game, left)

        prompt = f"These nobles are excused: {names.cards(game, now.excused)}. "
        prompt += "Do you make any of them come, for one more Writ each?"
        offer = Offer(Revoke, "Cancel excuses", (Field("nobles", "Who must come?", nobles, many=True),))
        return [Request(now.caller, "D54", prompt, (offer, pass_offer("Cancel none")), Pass)]

    def act(self, game: Kingmaker, seat: str, action: Revoke | Pass) -> None:
        """Cancel them, or let them stand."""
        if isinstance(action, Pass):
            game.pop(self)
            return
        now, count = sitting(game), len(action.nobles)
        if not count or len(set(action.nobles)) < count or not set(action.nobles) <= set(now.excused):
            raise Illegal("Name nobles who are excused, each once.", "COV-7.1.10")
        if count > len(piles.kept(game, seat, "writ")):
            raise Illegal("Each excuse that you cancel costs a Writ, and you have too few.", "COV-7.1.10")
        game.pop(self)
        piles.spend(game, seat, "writ", count)
        now.excused = [noble for noble in now.excused if noble not in action.nobles]
        text = f"{{{seat}}} spends {count} Writ{'s' * (count > 1)}: {names.cards(game, action.nobles)} must come."
        game.emit("revoked", text, about=action.nobles, rule="COV-7.1.10")


# ---------------------------------------------------------------------- ships that may stay


class PutIn(Action, frozen=True):
    """Bring these ships into port, though they might stay at sea; everybody aboard lands."""

    ships: list[str] = []


class ShipsMayPutIn(KingmakerStep, tag="anchorage"):
    """Masters of ships with excused nobles alone may bring them into port all the same (D53) [COV-7.1.12]."""

    seats: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Pass over seats without such ships; they stay unless their masters say otherwise."""
        while self.seats and not convoys.may_stay(game, sitting(game), self.seats[0]):
            self.seats = self.seats[1:]
        if self.seats:
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the master whose turn it is."""
        able = convoys.may_stay(game, sitting(game), self.seats[0])

        def ships(draft: Draft) -> list[Choice]:
            left = [ship for ship in able if ship not in draft.get("ships", [])]
            return [
                Choice(ship, game.catalog.ships[ship].name, locations.say(game, game.ship(ship).at)) for ship in left
            ]

        prompt = "Ships that carry only excused nobles may stay where they are. Which of yours put into port?"
        fields = (Field("ships", "Which ships?", ships, many=True, least=0),)
        offer = Offer(PutIn, "Say which put into port", fields, says_none="Let them all stay where they are")
        return [Request(self.seats[0], "D53", prompt, (offer,), PutIn)]

    def act(self, game: Kingmaker, seat: str, action: PutIn) -> None:
        """Note which ships stay."""
        able = convoys.may_stay(game, sitting(game), seat)
        if not distinct(action.ships) or not set(action.ships) <= set(able):
            raise Illegal("Name ships of yours that may stay, each once.", "COV-7.1.12")
        sitting(game).anchored += [ship for ship in able if ship not in action.ships]
        self.seats = self.seats[1:]


class PuttingIn(KingmakerStep):
    """At the call of Parliament ships come to the nearest port; among equally near ones the master chooses (D53).

    Then the votes are counted, and Parliament is open.
    """

    ships: list[str]

    def proceed(self, game: Kingmaker) -> bool:
        """Bring the next ship in where its master has no choice."""
        self.ships = [ship for ship in self.ships if ship in game.state.ships]
        if not self.ships:
            game.pop(self)
            sitting(game).anchored = []
            session.open_houses(game, sitting(game))
            return True
        ports = convoys.open_ports(game, self.ships[0])
        if len(ports) > 1 and self._master(game):
            return False
        self._come_in(game, ports[0])
        return True

    def _master(self, game: Kingmaker) -> str:
        """Return the seat that chooses the next ship's port; "" if nobody does."""
        seat = cards.ship_master(game, self.ships[0])
        return "" if seat and game.faction(seat).gone else seat

    def _come_in(self, game: Kingmaker, port: PlaceId) -> None:
        ship, self.ships = self.ships[0], self.ships[1:]
        convoys.put_in(game, ship, port)

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the next ship's master."""
        ports = convoys.open_ports(game, self.ships[0])
        prompt = f"At the call of Parliament {game.catalog.ships[self.ships[0]].name} puts into port. Where?"
        field = Field(
            "port",
            "To which port?",
            lambda _: [place_menu.of_place(game, self._master(game), port) for port in ports],
            places=True,
        )
        offer = Offer(Shelter, "Come to port", (field,))
        return [Request(self._master(game), "D53", prompt, (offer,), lambda: Shelter(ports[0]))]

    def act(self, game: Kingmaker, seat: str, action: Shelter) -> None:
        """Bring the ship to the port chosen."""
        ports = convoys.open_ports(game, self.ships[0])
        if action.port not in ports or action.ashore:
            near = join_words(names.place(game, port) for port in ports)
            raise Illegal(f"The ship puts into the nearest port, and all aboard land: {near}.", "COV-8.6.12")
        self._come_in(game, action.port)


# ---------------------------------------------------------------------- assembling


class AllGather(KingmakerStep, tag="assembly"):
    """All who are neither excused nor under siege move to Parliament at once [COV-7.1.6, COV-7.1.11]."""

    def proceed(self, game: Kingmaker) -> bool:
        """Bring them, with anybody whom their departure frees from a siege; then bring ships to port."""
        game.pop(self)
        now = sitting(game)
        now.attending, summoned = [], session.present(game, now)
        comers = summoned or self._comers(game)
        while comers:
            now.attending += comers
            session.bring(game, now, comers)
            # Raise the sieges that those who have left were needed for; who lay in ships is spared [COV-8.6.10].
            for place in list(game.state.sieges):
                if why := sieges.failing(game, place):
                    sieges.lift(game, place, why, "COV-7.1.11", spared=True)
            comers = self._comers(game)
        game.push(PuttingIn(convoys.putting_in(game, now)))
        return True

    def _comers(self, game: Kingmaker) -> list[str]:
        """Return the nobles who have yet to come, wherever they are."""
        now = sitting(game)
        return [
            noble
            for noble, person in game.state.nobles.items()
            if not person.captor
            and noble not in (*now.attending, *now.excused)
            and not sites.under_siege(game, person.at)
        ]
