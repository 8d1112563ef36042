"""Embassies: the King is called away (rules 3.7)."""

from engine.core.actions import Action, Choice, Draft, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.events import danger, hospitality, landfall, summons
from engine.kingmaker.trade import transfers


def embassy(game: Kingmaker, card: EventCard) -> None:
    """Call the sole King to the place named; option `embassy_two_kings` is for two [BASE-EVT-10, BASE-EVT-11]."""
    kings = _kings_called(game)
    if not kings:
        why = "two Kings claim the realm" if succession.kings(game) else "there is no King"
        game.emit("no_effect", f"The embassy calls the King, but {why}, so nobody goes.", rule="BASE-EVT-11")
    game.push(*(Embassy(king, card.place) for king in kings))


def _kings_called(game: Kingmaker) -> list[str]:
    """Return the sole King, or both of two; their controllers answer clockwise."""
    king = succession.sole_king(game)
    if king or game.option("embassy_two_kings") == "ignored":
        return [king] if king else []
    order = [*game.clockwise(), ""]
    return sorted(succession.kings(game), key=lambda each: order.index(succession.seat_of(game, each)))


class Travel(Action, frozen=True):
    """Send the King to the embassy with his noble, and `companions` of the same force with them."""

    companions: list[str] = []


class Embassy(KingmakerStep):
    """The King's controller says who goes with him; he may hand him to another noble first (D13) [BASE-EVT-10].

    Where nobles stay outside by default, he says next whether they go inside (D10) [WBC-R08.1].
    """

    king: str
    """The King."""

    place: PlaceId
    """Where the embassy is received."""

    party: list[str] = []
    """The nobles who go, once that is known."""

    asked: bool = False
    """Whether the controller of the place has been asked whether it is friendly to them."""

    inside: bool | None = None
    """Whether they end inside the place (option `default_location`); None until their player is asked."""

    def proceed(self, game: Kingmaker) -> bool:
        """Send King and noble at once if nobody else could go along; the King alone if his noble is gone.

        If the King has changed hands, his companions are chosen again.
        """
        if self._escort(game) not in self.party:
            self.party, self.asked, self.inside = [], False, None
        self.party = [noble for noble in forces.living(game, self.party) if not game.noble(noble).captor]
        if self.party:
            return self._travel(game)
        if not game.heir(self.king).alive:
            game.pop(self)
        elif why := summons.exempt(game, game.heir(self.king).at):
            text = f"{names.heir(game, self.king)} is {why}, and so need not go to the embassy."
            game.emit("exempt", text, about=[self.king], rule=summons.exempt_rule(game))
            game.pop(self)
        elif not self._escort(game):
            if not landfall.calls_in(game, game.heir(self.king).at):
                self._go_alone(game)
                game.pop(self)
        elif forces.comrades(game, self._escort(game)):
            return False
        else:
            self.party = [self._escort(game)]
        return True

    def _escort(self, game: Kingmaker) -> str:
        return game.heir(self.king).noble

    def _able(self, game: Kingmaker) -> list[str]:
        escort = self._escort(game)
        return [noble for noble in forces.force_of(game, escort) if noble != escort]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the King's controller who goes, and then whether they go inside."""
        if self.party:
            return [summons.ask_inside(game, self.party, self.place)]
        escort = self._escort(game)
        seat = game.noble(escort).faction
        where = names.place(game, self.place)
        king, noble = names.heir(game, self.king), names.card(game, escort)
        at = summons.usual_end(game, escort, self.place)
        ends = f"inside {where}" if locations.kind(at) == "inside" else f"in the open at {where}"
        prompt = f"{king} must go to the embassy {ends}, and {self._goers(game)} too."
        if peril := danger.words(game, at, [escort], self._able(game)):
            prompt += f" {peril}"
        if self._able(game):
            prompt += " Who else goes along?"
            prompt += f" First you may hand {king} to another of your nobles in the same place, who then goes instead."

        def others(draft: Draft) -> list[Choice]:
            left = [noble for noble in self._able(game) if noble not in draft.get("companions", [])]
            return [Choice(noble, names.card(game, noble)) for noble in left]

        field = Field("companions", "Who goes along?", others, many=True, least=0)
        travel = Offer(Travel, "Set out")
        if self._able(game):
            alone = f"Send only {noble} with {king}"
            travel = Offer(Travel, "Take others along", (field,), says="Take {companions} along", says_none=alone)
        offers = (travel, *transfers.offers(game, seat))
        return [Request(seat, "D13", prompt, offers, lambda: Travel(self._guard(game, at)))]

    def _goers(self, game: Kingmaker) -> str:
        """Return in words who has to go with the King: his noble, with that noble's other heirs."""
        escort = self._escort(game)
        others = [names.heir(game, heir) for heir in forces.heirs_of(game, escort) if heir not in (self.king, escort)]
        return f"{join_words([names.card(game, escort), *others])} {'go' if others else 'goes'}"

    def _guard(self, game: Kingmaker, at: Location) -> list[str]:
        """Return the fewest companions with whom the King is safe from the enemies near, the strongest first.

        Everybody, if even they are too few.
        """
        escort = self._escort(game)
        _, theirs = danger.strongest_near(game, game.noble(escort).faction, at)
        able = sorted(self._able(game), key=lambda noble: -forces.strength(game, noble, "capacity"))
        guard: list[str] = []
        for noble in able:
            if danger.held_against(game, at, [escort, *guard]) >= theirs:
                break
            guard.append(noble)
        return guard

    def act(self, game: Kingmaker, seat: str, action: Travel | transfers.Transfer | summons.EndInside | Pass) -> None:
        """Hand something over, set out, or say where they end."""
        match action:
            case transfers.Transfer():
                transfers.transfer(game, seat, action)
            case summons.EndInside():
                self.inside = True
            case Pass():
                self.inside = False
            case Travel():
                self._set_out(game, action)

    def _set_out(self, game: Kingmaker, action: Travel) -> None:
        chosen = set(action.companions)
        if len(chosen) != len(action.companions) or not chosen <= set(self._able(game)):
            reason = "Only other nobles of the King's force can go along; name each once."
            raise Illegal(reason, "BASE-EVT-10")
        self.party = [self._escort(game), *action.companions]

    def _travel(self, game: Kingmaker) -> bool:
        """Go, once it is known whether the place is friendly for this response [COV-8.2.5], and whether they go in.

        False while their player has to say that.
        """
        if landfall.calls_in(game, game.noble(self.party[0]).at):
            return True
        seat = game.noble(self.party[0]).faction
        owner = "" if self.asked else summons.host(game, self.party, self.place)
        if owner:
            self.asked = True
            who = names.cards(game, self.party)
            game.push(hospitality.Reception(owner, seat, self.place, who, hospitality.BY_LAND))
            return True
        if self.inside is None and summons.may_choose_inside(game, self.party, self.place):
            return False
        for noble in self.party:
            called = noble == self._escort(game)
            summons.go(game, noble, self.place, "BASE-EVT-10", called=called, inside=self.inside is not False)
        if self.asked:
            hospitality.close(game, self.place, seat, hospitality.BY_LAND)
        game.pop(self)
        return True

    def _go_alone(self, game: Kingmaker) -> None:
        royal = game.heir(self.king)
        if locations.kind(royal.at) == "aboard":
            landfall.leave_ship(game, locations.name(royal.at))
        came_from, royal.at = royal.at, locations.open_in(game.catalog.places[self.place].square)
        text = (
            f"{names.heir(game, self.king)} goes alone to meet the embassy and stands {locations.say(game, royal.at)}."
        )
        game.emit("moved", text, about=[self.king], track=[came_from, royal.at], rule="BASE-EVT-10")
