"""The Crown phase: a card is drawn, and played or kept (rules 2.7)."""

from engine.core.actions import Action, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import capital
from engine.kingmaker.board import names
from engine.kingmaker.board.cards import cards, piles
from engine.kingmaker.board.catalog import NobleCard, TownCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.crown import playing
from engine.kingmaker.crown.playing import Play


class Keep(Action, frozen=True):
    """Keep the card just drawn in the hand."""


class CrownPhase(KingmakerStep):
    """The active seat draws one Crown card and plays or keeps it [BASE-CRN-1].

    With the option `forced_play` a noble or a Town card has to be put into play at once [COV-5.2].
    """

    drawn: bool = False
    """Whether the active seat has drawn."""

    card: str = ""
    """The card that it has drawn; "" for none."""

    def proceed(self, game: Kingmaker) -> bool:
        """Draw; the phase ends when there was no card or it has left the hand.

        The seat is asked even about a card that it cannot play, so that the others learn nothing about the card.
        """
        if not self.drawn:
            self._draw(game)
        if self.undecided(game) and not self._only_way(game):
            return False
        if not self.undecided(game):
            game.pop(self)
        return True

    def undecided(self, game: Kingmaker) -> bool:
        """Whether the card just drawn waits in the hand."""
        return self.card in game.faction(game.active).hand

    def _only_way(self, game: Kingmaker) -> bool:
        """Play a card that must be played, if there is one way only; keep it if there is no way [COV-5.2]."""
        found = playing.ways(game, game.active, self.card) if must_play(game, self.card) else []
        if len(found) == 1:
            playing.play(game, game.active, found[0])
        return len(found) == 1

    def _draw(self, game: Kingmaker) -> None:
        self.drawn = True
        faction = game.faction(game.active)
        if faction.forfeits_draw:
            faction.forfeits_draw = False
            text = f"{{{game.active}}} draws no Crown card, having lost a noble in an ambush."
            game.emit("forfeited", text, about=[game.active], rule="WBC-R06.1")
            return
        self.card = piles.draw_crown(game)
        if not self.card:
            game.emit("crown_empty", "There is no Crown card left to draw.", rule="BASE-CRN-4")
            return
        game.faction(game.active).hand.append(self.card)
        game.emit("crown_draw", f"{{{game.active}}} draws a Crown card.", rule="BASE-CRN-1")
        private = f"You drew {playing.in_full(game, self.card)}."
        game.emit("hand", private, to=[game.active], about=[self.card], rule="BASE-CRN-1")
        playing.hand_to_keeper(game, game.active, self.card)

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask whether the drawn card is played or kept, or where it is played if it must be (D80)."""
        if self._forced(game):
            prompt = f"You drew {playing.in_full(game, self.card)}. It must come into play immediately. Where?"
            offer = playing.play_offer(game, game.active, [self.card])
            ways = playing.ways(game, game.active, self.card)
            return [Request(game.active, "D80", prompt, (offer,), lambda: ways[0], secret=True)]
        prompt = f"You drew {playing.in_full(game, self.card)}. Play it now, or keep it in your hand?"
        if not playing.playable(game, game.active, self.card):
            why = _why_kept(game, self.card)
            prompt = f"You drew {playing.in_full(game, self.card)}. {why}, so you keep it."
            prompt += " You are asked all the same, so that nobody learns what you drew."
        keep = Offer(Keep, f"Keep {names.card(game, self.card)} in hand")
        offers = (*playing.any_time(game, game.active), keep)
        return [Request(game.active, "D80", prompt, offers, Keep, secret=True)]

    def _forced(self, game: Kingmaker) -> bool:
        return must_play(game, self.card) and playing.playable(game, game.active, self.card)

    def act(self, game: Kingmaker, seat: str, action: Play | Keep) -> None:
        """Play or keep."""
        if isinstance(action, Keep):
            game.pop(self)
            return
        if self._forced(game) and action.card != self.card:
            raise Illegal(f"{names.card(game, self.card)} must come into play first.", "COV-5.2")
        playing.play(game, seat, action)


def _why_kept(game: Kingmaker, card: str) -> str:
    """Say why no noble of the active seat can have the card just drawn."""
    if forces.nobles_of(game, game.active):
        needed = cards.needs(game, [card])
        return f"{capital(needed)}, and you have no such noble now" if needed else "No noble of yours can have it now"
    return "You have no noble now, and go on drawing cards until one comes"


def must_play(game: Kingmaker, card: str) -> bool:
    """Whether a card has to be put into play as soon as it is drawn [COV-5.2]."""
    place_or_noble = isinstance(game.catalog.cards[card], NobleCard | TownCard)
    return place_or_noble and game.option("forced_play") == "nobles_and_places"
