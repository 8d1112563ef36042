"""Embassies: the King is called away (rules 3.7)."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.steps import AnyStep, Step
from engine.kingmaker import forces, locations, names, succession, summons, transfers
from engine.kingmaker.catalog import EventCard
from engine.kingmaker.game import Kingmaker


def embassy(game: Kingmaker, card: EventCard) -> None:
    """Call the sole King to the place named; with two Kings nobody goes [BASE-EVT-10, BASE-EVT-11]."""
    king = succession.sole_king(game)
    if not king:
        why = "two Kings claim the realm" if succession.kings(game) else "there is no King"
        game.emit("no_effect", f"The embassy finds that {why}; nobody goes.", rule="BASE-EVT-11")
        return
    why = summons.exempt(game, game.heir(king).at)
    if why:
        text = f"{names.heir(king)} is {why} and does not receive the embassy."
        game.emit("exempt", text, about=[king], rule="BASE-EVT-4")
    elif game.heir(king).noble:
        game.push(Embassy(king, card.place))
    else:
        _go_alone(game, king, card.place)


def _go_alone(game: Kingmaker, king: str, place: str) -> None:
    royal = game.heir(king)
    came_from, royal.at = royal.at, locations.open_in(game.book.places[place].square)
    text = f"{names.heir(king)} goes alone to the embassy and stands {locations.say(royal.at)}."
    game.emit("moved", text, about=[king], track=[came_from, royal.at], rule="BASE-EVT-10")


class Travel(Action, frozen=True):
    """Send the King to the embassy with his noble, and `companions` of the same force with them."""

    companions: list[str] = []


class Embassy(Step):
    """The King's controller says who goes with him; he may hand him to another noble first (D13) [BASE-EVT-10]."""

    king: str
    place: str

    def proceed(self, game: Kingmaker) -> bool:
        """Let King and noble go at once where nobody else could, the King alone if he has lost his noble."""
        if not self._escort(game):
            _go_alone(game, self.king, self.place)
            game.pop(self)
        elif summons.comrades(game, self._escort(game)):
            return False
        else:
            self._travel(game, [])
        return True

    def _escort(self, game: Kingmaker) -> str:
        return game.heir(self.king).noble

    def _able(self, game: Kingmaker) -> list[str]:
        escort = self._escort(game)
        return [noble for noble in forces.force_of(game, escort) if noble != escort]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the King's controller."""
        escort = self._escort(game)
        seat = game.noble(escort).faction
        going = f"{names.heir(self.king)} must go to {names.place(self.place)} with {names.card(escort)}."
        prompt = f"{going} Who goes with them? You may hand the King to another of your nobles there first."
        field = Field("companions", "Who goes along?", lambda d: self._left(game, d["companions"]), many=True, least=0)
        offers = (Offer(Travel, "Set out", (field,)), *transfers.offers(game, seat))
        return [Request(seat, "D13", prompt, offers, Travel)]

    def _left(self, game: Kingmaker, picked: list[str]) -> list[Choice]:
        return [Choice(noble, names.card(noble)) for noble in self._able(game) if noble not in picked]

    def act(self, game: Kingmaker, seat: str, action: Travel | transfers.Transfer) -> None:
        """Hand something over, or set out."""
        if isinstance(action, transfers.Transfer):
            transfers.transfer(game, seat, action)
            return
        chosen = set(action.companions)
        if len(chosen) != len(action.companions) or not chosen <= set(self._able(game)):
            reason = "Only other nobles of the force that has the King can go along, each named once."
            raise Illegal(reason, "BASE-EVT-10")
        self._travel(game, action.companions)

    def _travel(self, game: Kingmaker, companions: list[str]) -> None:
        for noble in (self._escort(game), *companions):
            summons.go(game, noble, self.place, "BASE-EVT-10")
        game.pop(self)


STEPS: tuple[type[AnyStep], ...] = (Embassy,)
ACTIONS: tuple[type[Action], ...] = (Travel,)
