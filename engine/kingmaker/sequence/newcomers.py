"""Seats without nobles that are dealt new cards, and players who join late (rules 9.2, 9.3) [COV-3.5, COV-3.6]."""

from typing import ClassVar

from engine.core.actions import Action, Request
from engine.core.errors import Illegal
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.catalog import Card, NobleCard, OfficeCard, TitleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.state import Faction
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.crown import playing
from engine.kingmaker.sequence import setup, setup_plan

MOST_SEATS = 7

IN_ORDER: tuple[type[Card], ...] = (NobleCard, TitleCard, OfficeCard, Card)
"""Dealt cards are played in this order: a title makes an office possible."""


class Join(Action, frozen=True):
    """Give a player who comes late a new seat."""

    newcomer: str


def join(game: Kingmaker, action: Join) -> None:
    """Put a new seat last in the order; its first turn begins with a deal [COV-3.6]."""
    if not game.option("late_join"):
        raise Illegal("At this table nobody can join once the game has begun.", "COV-3.6")
    if game.state.result or not setup.begun(game.state):
        raise Illegal("A new player can join while the game is played, not before or after.", "COV-3.6")
    if action.newcomer in game.state.seats or not action.newcomer.isidentifier():
        raise Illegal("Give the new seat a name that no other seat of this game has.", "COV-3.6")
    if len(game.state.seats) >= MOST_SEATS:
        raise Illegal(f"Kingmaker is for {MOST_SEATS} seats at most; there is no room for another.", "COV-3.6")
    game.state.seats.append(action.newcomer)
    game.state.factions[action.newcomer] = Faction(newcomer=True)
    text = f"{{{action.newcomer}}} joins the game and is dealt cards when it is their turn."
    game.emit("joined", text, about=[action.newcomer], rule="COV-3.6")


def due(game: Kingmaker, seat: str) -> bool:
    """Whether a seat is dealt new cards at the beginning of its turn: it has no noble, not even a captive."""
    has_noble = any(person.faction == seat for person in game.state.nobles.values())
    entitled = game.faction(seat).newcomer or game.option("elimination") == "redeal"
    return entitled and not has_noble


class Redeal(KingmakerStep):
    """A seat without nobles is dealt cards up to the first noble, and plays all that it can (D80) [COV-3.5]."""

    locked: ClassVar[bool] = True

    seat: str
    """The seat."""

    dealt: list[str] = []
    """The cards that it was dealt."""

    begun: bool = False
    """Whether they have been dealt."""

    def proceed(self, game: Kingmaker) -> bool:
        """Deal; then play one card after the other, asking where there is a choice."""
        if not self.begun:
            self.begun = True
            self._deal(game)
            return True
        ways = self._ways(game)
        if len(ways) > 1:
            return False
        if ways:
            playing.play(game, self.seat, ways[0])
            return True
        game.pop(self)
        setup.leave_over(game, self.seat, self._left(game))
        return True

    def _deal(self, game: Kingmaker) -> None:
        rule = "COV-3.6" if game.faction(self.seat).newcomer else "COV-3.5"
        game.faction(self.seat).newcomer = False
        while not setup_plan.printed(game, self.dealt, NobleCard):
            card = piles.draw_crown(game)
            if not card:
                break
            self.dealt.append(card)
        game.faction(self.seat).hand += self.dealt
        number = f"{len(self.dealt)} Crown card{'s' * (len(self.dealt) != 1)}"
        text = f"{{{self.seat}}} has no noble and is dealt {number}: the last one is a noble."
        game.emit("dealt", text, about=[self.seat], rule=rule)
        game.emit(
            "dealt",
            f"You are dealt {setup_plan.by_kind(game, self.dealt)}.",
            to=[self.seat],
            about=self.dealt,
            rule=rule,
        )
        for card in self.dealt:
            playing.hand_to_keeper(game, self.seat, card)

    def _left(self, game: Kingmaker) -> list[str]:
        """Return the dealt cards that are still to play, without those that lie in a hand until they are used."""
        hand = game.faction(self.seat).hand
        return [card for card in self.dealt if card in hand and not setup_plan.stays_in_hand(game, card)]

    def _ways(self, game: Kingmaker) -> list[playing.Play]:
        """Return the ways to play the next card; several where there is a choice of the card or of where it goes."""
        for kind in IN_ORDER:
            among = setup_plan.printed(game, self._left(game), kind)
            ways = [way for card in among for way in playing.ways(game, self.seat, card)]
            if ways and kind is Card:
                return ways[:1]
            if ways:
                return ways
        return []

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask where the noble appears, or which title or office he takes."""
        ways = self._ways(game)
        among = list(dict.fromkeys(way.card for way in ways))
        question = "Which do you play?" if len(among) > 1 else "Where does he appear?"
        prompt = f"You are dealt {names.cards(game, among)}. {question}"
        offer = playing.play_offer(game, self.seat, among)
        return [Request(self.seat, "D80", prompt, (offer,), lambda: ways[0], secret=True)]

    def act(self, game: Kingmaker, seat: str, action: playing.Play) -> None:
        """Play one of the cards in question."""
        if action.card not in {way.card for way in self._ways(game)}:
            raise Illegal("Play one of the cards in question first.", "COV-3.5")
        playing.play(game, seat, action)
