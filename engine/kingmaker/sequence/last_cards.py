"""The last cards: at the end every player may still place cards from their hand (rules 8.3.1) [WBC-VIC.3]."""

from typing import ClassVar

from engine.core.actions import Action, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal
from engine.core.game import cached_while_waiting
from engine.core.sealed import SimultaneousStep
from engine.kingmaker.board import names
from engine.kingmaker.board.catalog import BishopCard, Card, MercenaryCard, NobleCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.state import copied
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.crown import playing

FRENCH = "french"


class PlaceAll(Action, frozen=True):
    """Place all cards that are left in the hand where they bring most points."""


class LastCards(SimultaneousStep, KingmakerStep):
    """Every seat places cards of its hand, in secret until all are in (D86) [WBC-VIC.3]."""

    locked: ClassVar[bool] = True
    plans: dict[str, list[playing.Play]] = {}
    """The planned placements by seat; all are carried out together when all seats are done."""

    done: list[str] = []
    """The seats that are done."""

    def close(self, game: Kingmaker) -> None:
        """Put into play what everybody has placed."""
        for seat in game.clockwise():
            for play in self.plans.get(seat, []):
                playing.play(game, seat, play)

    def waiting(self, game: Kingmaker) -> list[str]:
        """Return the seats that still have something to place."""
        open_ = [seat for seat in game.clockwise() if seat not in self.done]
        return [seat for seat in open_ if _playable(self._board(game, seat), seat)]

    def _board(self, game: Kingmaker, seat: str) -> Kingmaker:
        return _board(game, seat, tuple(self.plans.get(seat, [])))

    def ask(self, game: Kingmaker, seat: str) -> Request:
        """Ask what the seat places."""
        placed = [play.card for play in self.plans.get(seat, [])]
        so_far = f"; played so far: {names.cards(game, placed)}" if placed else ""
        prompt = f"The game is over. Play any cards from your hand before the points are counted{so_far}."
        offers = (playing.play_offer(self._board(game, seat), seat), _ALL, pass_offer("Play no more cards"))
        return Request(seat, "D86", prompt, offers, PlaceAll, secret=True)

    def act(self, game: Kingmaker, seat: str, action: playing.Play | PlaceAll | Pass) -> None:
        """Note what is placed."""
        board = self._board(game, seat)
        placed = [*self.plans.get(seat, [])]
        match action:
            case playing.Play():
                if action.card in game.catalog.cards and _is_french(game.catalog.cards[action.card]):
                    raise Illegal("The French foot soldiers cannot be played at the end.", "WBC-VIC.4")
                playing.play(board, seat, action)
                placed.append(action)
            case PlaceAll():
                placed += best_places(board, seat)
                self.done = [*self.done, seat]
            case Pass():
                self.done = [*self.done, seat]
        self.plans = {**self.plans, seat: placed}
        text = f"You play {names.cards(game, (play.card for play in placed)) if placed else 'nothing'}."
        game.emit("last_cards", text, to=[seat], about=[play.card for play in placed], rule="WBC-VIC.3")


@cached_while_waiting
def _board(game: Kingmaker, seat: str, planned: tuple[playing.Play, ...]) -> Kingmaker:
    """Return the board as it would be with what a seat has planned; the French stay where they are [WBC-VIC.4]."""
    board = Kingmaker(copied(game.state), game.dice)
    for play in planned:
        playing.play(board, seat, play)
    hand = board.faction(seat).hand
    board.faction(seat).hand = [card for card in hand if not _is_french(board.catalog.cards[card])]
    return board


_ALL = Offer(PlaceAll, "Play all cards for the most points")


def _is_french(card: Card) -> bool:
    return isinstance(card, MercenaryCard) and card.group == FRENCH


def _playable(board: Kingmaker, seat: str) -> list[str]:
    return [card for card in board.faction(seat).hand if playing.playable(board, seat, card)]


# ---------------------------------------------------------------------- for most points

ORDER: tuple[type[Card], ...] = (NobleCard, TitleCard, OfficeCard, BishopCard, Card)
"""Nobles come first, then their titles, which let them hold offices; the rest goes anywhere."""


def best_places(board: Kingmaker, seat: str) -> list[playing.Play]:
    """Place everything that can be placed on a board, offices and bishops where they bring most men."""
    plays: list[playing.Play] = []
    while able := _playable(board, seat):
        card = min(able, key=lambda card: _rank(board, card))
        play = _best_place(board, seat, card)
        playing.play(board, seat, play)
        plays.append(play)
    return plays


def _rank(board: Kingmaker, card: str) -> tuple[int, int]:
    printed = board.catalog.cards[card]
    place = next(place for place, kind in enumerate(ORDER) if isinstance(printed, kind))
    return place, -printed.strength


def _best_place(board: Kingmaker, seat: str, card: str) -> playing.Play:
    if isinstance(board.catalog.cards[card], NobleCard):
        return playing.Play(card, at=playing.starting_places(board, seat, card)[0])
    takers = playing.takers(board, seat, card)
    best = max(takers, key=lambda noble: (_worth(board, seat, card, noble), forces.strength(board, noble, "defence")))
    return playing.Play(card, noble=best)


def _worth(board: Kingmaker, seat: str, card: str, noble: str) -> int:
    """Return the men whom a card brings with a noble; with a title, the best office in hand."""
    at = board.noble(noble).at
    hand = board.faction(seat).hand
    if isinstance(board.catalog.cards[card], TitleCard):
        offices = [held for held in hand if isinstance(board.catalog.cards[held], OfficeCard)]
        return max((forces.men_of(board, office, at) for office in offices), default=0)
    return forces.men_of(board, card, at)
