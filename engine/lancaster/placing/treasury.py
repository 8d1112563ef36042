"""A lord who enters the treasury may claim all goods of one kind (rules 6.6, 11.2) [LAN2-COURT-22, LAN2-2P-06]."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.steps import OfHouse
from engine.lancaster.common import goods

USUAL = ("squires", "gold", "voting_markers")
"""Which of several equal piles is claimed by default (D04, D18)."""


class Claim(Action, frozen=True):
    """Take all of one kind of goods out of the treasury; for an ally they go to the general supply."""

    good: str


class Treasury(OfHouse):
    """A lord has entered the treasury: which goods (D04, D18)."""

    def proceed(self, game: Lancaster) -> bool:
        """Go on by itself where the treasury is empty [LAN2-COURT-60]."""
        if any(game.state.treasury.values()):
            return False
        game.pop(self)
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask who leads the house; an ally has to name a kind, and whomever the table obliges (R50)."""
        seat, ally = game.seat_of(self.house), game.is_ally(self.house)
        bound = ally or game.option("treasury_obliges")
        which = Field("good", "Which goods?", lambda _: [Choice(g, _words(game, g)) for g in claims(game, ally=ally)])
        taken = Offer(Claim, "Remove goods" if ally else "Claim goods", (which,))
        offers = (taken,) if bound else (taken, Offer(Pass, "Take nothing", forgoes=True))
        prompt = "Your lord is in the treasury: take all goods of one kind."
        if ally:
            prompt = "Your ally's lord is in the treasury: all goods of one kind go to the supply."
        usual = max(USUAL, key=lambda good: game.state.treasury.get(good, 0))
        return [Request(seat, "D18" if ally else "D04", prompt, offers, lambda: Claim(usual))]

    def act(self, game: Lancaster, seat: str, action: Claim | Pass) -> None:
        """Empty the treasury of one kind of goods, or take nothing [LAN2-COURT-23]."""
        game.pop(self)
        if isinstance(action, Pass):
            game.emit("declined", f"{{{seat}}} takes nothing.", about=[seat], rule="LAN2-COURT-60")
            return
        good, ally = action.good, game.is_ally(self.house)
        if good not in claims(game, ally=ally):
            shown = join_words(_words(game, one) for one in claims(game, ally=ally))
            raise Illegal(f"Name a good that lies in the treasury: {shown}.", "LAN2-COURT-22")
        number = game.state.treasury.pop(good, 0)
        if ally:
            text = f"{{{seat}}}'s ally removes {names.amount(good, number)} from the treasury."
            game.emit("claimed", text, about=[self.house], rule="LAN2-2P-06")
            return
        goods.receive(game, seat, good, number)
        game.emit("claimed", f"{{{seat}}} claims {names.amount(good, number)}.", about=[seat], rule="LAN2-COURT-22")


def claims(game: Lancaster, *, ally: bool) -> list[str]:
    """Return the kinds that can be named: those that lie there, for an ally every kind unless he is obliged (R50)."""
    every = ally and not game.option("treasury_obliges")
    return [good for good in USUAL if every or game.state.treasury.get(good, 0)]


def claimed(game: Lancaster, house: str) -> str:
    """Say what a lord takes who enters the treasury now: 'at once you take all of one kind: 1 gold or 1 squire'.

    What an ally's takes goes to the supply [LAN2-2P-06], and he may name a kind that does not lie there (R50).
    """
    lying = " or ".join(_words(game, good) for good, number in game.state.treasury.items() if number)
    several = "all of one kind: " if " or " in lying else ""
    removes = "he removes" if game.option("treasury_obliges") else "he may remove"
    takes = f"{removes}, for nobody," if game.is_ally(house) else "you take"
    return f"at once {takes} {several}{lying}" if lying else "nothing lies there"


def _words(game: Lancaster, good: str) -> str:
    return names.amount(good, game.state.treasury.get(good, 0))
