"""Treachery: cards of a hand go back into the Crown deck, chosen blind by the neighbour (rules 3.17)."""

from collections.abc import Sequence

from engine.core.actions import Action, Choice, Draft, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import counted
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import EventCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.steps import KingmakerStep


def treachery(game: Kingmaker, card: EventCard) -> None:
    """Lay the drawer's hand out face down in a random order [WBC-V01.1]."""
    laid = list(game.faction(game.active).hand)
    if not laid:
        text = f"{{{game.active}}} has no Crown card in hand to lose."
        game.emit("no_effect", text, rule="WBC-V01.3")
        return
    game.dice.shuffle(laid, "a hand laid out face down")
    game.push(Treachery(game.active, laid, min(card.cards, len(laid))))


class PickCards(Action, frozen=True):
    """Choose cards of a hand that lies face down, by their positions from the left."""

    positions: list[str]


class Treachery(KingmakerStep):
    """The seat on the left picks cards of a hand that lies face down (D16) [WBC-V01.2]."""

    seat: str
    """The seat whose hand it is."""

    laid: list[str]
    """The cards, in the order in which they lie."""

    number: int
    """How many are picked."""

    def proceed(self, game: Kingmaker) -> bool:
        """Take all cards where all must go."""
        self.laid = [card for card in self.laid if card in game.faction(self.seat).hand]
        if len(self.laid) > self.number and self._neighbour(game) != self.seat:
            return False
        self._return(game, self.laid[: self.number])
        return True

    def _neighbour(self, game: Kingmaker) -> str:
        """Return the seat on the left that is still in the game; the drawer himself if he is alone."""
        return next((seat for seat in game.clockwise(self.seat) if seat != self.seat), self.seat)

    def _positions(self) -> list[str]:
        return [str(number) for number in range(1, len(self.laid) + 1)]

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the seat on the left; the cards lie in a random order, so the first ones are as good as any."""
        many = "one card" if self.number == 1 else f"{self.number} cards"
        prompt = f"Treachery: {{{self.seat}}}'s hand of {len(self.laid)} lies face down. Take away {many} of it."
        field = Field(
            "positions", f"Which {many}? They are numbered from the left.", self._left, many=True, least=self.number
        )
        offer = Offer(PickCards, "Take cards away", (field,))
        default = PickCards(self._positions()[: self.number])
        return [Request(self._neighbour(game), "D16", prompt, (offer,), lambda: default, secret=True)]

    def _left(self, draft: Draft) -> list[Choice]:
        picked = draft.get("positions", [])
        if len(picked) == self.number:
            return []
        return [Choice(place, f"Card {place}") for place in self._positions() if place not in picked]

    def act(self, game: Kingmaker, seat: str, action: PickCards) -> None:
        """Send the cards chosen back."""
        chosen = set(action.positions)
        if not chosen <= set(self._positions()) or not len(chosen) == len(action.positions) == self.number:
            cards = counted(self.number, "card", "different cards")
            raise Illegal(f"Choose {cards} by position from the left.", "WBC-V01.1")
        self._return(game, [self.laid[int(place) - 1] for place in action.positions])

    def _return(self, game: Kingmaker, taken: Sequence[str]) -> None:
        """Shuffle the cards into the Crown deck; only their owner learns which they were (RULING 18) [WBC-V01.2]."""
        game.pop(self)
        hand = game.faction(self.seat).hand
        for card in taken:
            hand.remove(card)
        game.state.crown_deck += taken
        game.dice.shuffle(game.state.crown_deck, "shuffle cards lost by treachery into the Crown deck")
        many = "1 card" if len(taken) == 1 else f"{len(taken)} cards"
        by = self._neighbour(game)
        chosen = "" if by == self.seat else f", chosen unseen by {{{by}}}"
        text = f"Treachery costs {{{self.seat}}} {many} from the hand{chosen} and shuffled back into the Crown deck."
        game.emit("treachery", text, about=[self.seat], rule="WBC-V01.1")
        lost = f"You lost {names.cards(game, taken)} to Treachery."
        game.emit("hand", lost, to=[self.seat], about=taken, rule="WBC-V01.2")
