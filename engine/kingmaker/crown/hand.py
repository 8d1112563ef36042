"""The limit of Crown cards in a hand (rules 2.7.5, option `hand_limit`) [COV-5.1]."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.sealed import SimultaneousStep
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.crown import playing
from engine.kingmaker.crown.crown_phase import CrownPhase


def limit(game: Kingmaker) -> int | None:
    """Return the limit of cards in a hand; None if there is none."""
    most = game.option("hand_limit")
    return most if isinstance(most, int) else None


def over(game: Kingmaker) -> list[str]:
    """Return the seats that hold more cards than they may."""
    most = limit(game)
    if most is None:
        return []
    factions = game.state.factions
    return [seat for seat in game.state.seats if len(factions[seat].hand) > most]


def check_hand(game: Kingmaker, seat: str) -> None:
    """Raise Illegal for a seat with too many cards: it plays or discards before anything else [COV-5.1, COV-8.7.2]."""
    if seat in over(game):
        number = len(game.faction(seat).hand)
        raise Illegal(
            lambda: (
                f"{{{seat}}} holds {number} Crown cards, more than the limit of {limit(game)}, "
                "and must play or discard one first."
            ),
            "COV-5.1",
        )


def enforce_hand_limit(game: Kingmaker) -> None:
    """Ask for discards before anything else, if a hand is over its limit [COV-5.1]."""
    if too_full(game) and not waits(game):
        game.push(TooManyCards())


def too_full(game: Kingmaker) -> list[str]:
    """Return the seats that must play or discard now; a seat decides about a card just drawn first."""
    found = over(game)
    drawing = bool(found) and any(isinstance(step, CrownPhase) and step.undecided(game) for step in game.state.steps)
    return [seat for seat in found if not (drawing and seat == game.active)]


def waits(game: Kingmaker) -> bool:
    """Whether hands are not asked about yet: they are already, or a step under way has to end first."""
    return game.locked or game.under_way(TooManyCards) is not None


class Discard(Action, frozen=True):
    """Put a card from the hand on the Crown discard."""

    card: str


class TooManyCards(SimultaneousStep, KingmakerStep):
    """A seat with too many cards plays or discards some (D81) [COV-5.1]."""

    def waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that hold too many cards."""
        return too_full(game)

    def ask(self, game: Kingmaker, seat: str) -> Request:
        """Ask which card is played or discarded."""
        hand = game.faction(seat).hand
        held = f"{len(hand)} Crown cards and may keep {limit(game)}: {names.cards(game, hand)}"
        prompt = f"You hold {held}. Play one, or discard one."
        choices = [Choice(card, names.card(game, card)) for card in hand]
        which = Field("card", "Which card do you discard?", lambda _: choices)
        discard = Offer(Discard, "Discard a Crown card", (which,), says="Discard {card}")
        offers = (discard, *playing.any_time(game, seat))
        return Request(seat, "D81", prompt, offers, lambda: Discard(hand[-1]), secret=True)

    def act(self, game: Kingmaker, seat: str, action: playing.Play | Discard) -> None:
        """Play or discard."""
        if isinstance(action, playing.Play):
            playing.play(game, seat, action)
            return
        hand = game.faction(seat).hand
        if action.card not in hand:
            raise Illegal("You do not hold that card; choose one from your hand.", "COV-5.1")
        hand.remove(action.card)
        piles.discard_crown(game, action.card)
        text = f"{{{seat}}} discards {names.card(game, action.card)}."
        game.emit("discarded", text, about=[action.card], rule="COV-5.1")
