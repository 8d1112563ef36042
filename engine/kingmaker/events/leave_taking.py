"""Taking leave: who answers a raid or revolt may first pass cards to comrades, or get some (rules 7.2) [WBC-C20.1]."""

from engine.core.actions import Pass, Request, pass_offer
from engine.kingmaker.board import forces, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.trade import items, terms, transfers


def wanted(game: Kingmaker, noble: str) -> bool:
    """Whether a noble who is called away could leave a card with a comrade in his place, or take one along."""
    if not terms.of(game).answering or noble not in game.state.nobles:
        return False
    person = game.noble(noble)
    comrades = [other for other in forces.nobles_at(game, person.at, person.faction) if other != noble]
    leaves = [(card, other) for card in person.cards for other in comrades]
    takes = [(card, noble) for other in comrades for card in game.noble(other).cards]
    return any(items.can_pass(game, card, taker) for card, taker in (*leaves, *takes))


class LeaveTaking(KingmakerStep):
    """The owner of a noble who is called away may pass things between his nobles before he goes (D10)."""

    noble: str
    place: PlaceId

    def proceed(self, game: Kingmaker) -> bool:
        """Go on when there is nothing left to pass."""
        if wanted(game, self.noble):
            return False
        game.pop(self)
        return True

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the owner."""
        seat = game.noble(self.noble).faction
        going = f"{names.card(self.noble)} is called to {names.place(self.place)}"
        prompt = f"{going}. Do your nobles pass anything to one another before he goes?"
        offers = (*transfers.offers(game, seat), pass_offer("Let him go"))
        return [Request(seat, "D10", prompt, offers, Pass)]

    def act(self, game: Kingmaker, seat: str, action: transfers.Transfer | Pass) -> None:
        """Pass something, or let him go."""
        if isinstance(action, Pass):
            game.pop(self)
        else:
            transfers.transfer(game, seat, action)
