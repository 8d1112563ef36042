"""Phase 1: in turn order each player places one knight or lord, until nobody can (rules 6.1)."""

import msgspec

from engine.core.actions import Request
from engine.core.chapter import Chapter
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.steps import LancasterStep
from engine.lancaster.placing import defaults, knights, lords
from engine.lancaster.placing.favours import Favour, TakeFavour
from engine.lancaster.placing.knights import Place
from engine.lancaster.placing.lords import Court
from engine.lancaster.placing.treasury import Claim, Treasury


class Placing(LancasterStep):
    """The placing of a round; `placed` says that the active player has placed his token."""

    placed: bool = False

    def proceed(self, game: Lancaster) -> bool:
        """Hand over to the next player who can place; end the phase when nobody can [LAN-BASE-09, LAN-BASE-105]."""
        turn = game.state.turn
        if self.placed:
            self.placed = False
            turn.seat = game.after(turn.seat)
        able = next((seat for seat in game.clockwise(turn.seat) if can_place(game, seat)), "")
        if not able:
            game.pop(self)
            game.emit("phase_end", "All knights and lords are placed.", rule="LAN-BASE-105")
            return True
        turn.seat = able
        return False

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the active player (D03)."""
        seat = game.state.turn.seat
        placeable = list(knights.placeable(game, seat))
        able = (*([knights.offer(game, placeable)] if placeable else ()), *lords.offers(game, seat))
        tokens = " or ".join("a knight" if offer.action is Place else "your lord" for offer in able)
        prompt = f"It is your turn: place {tokens}."
        return [Request(seat, "D03", prompt, able, lambda: defaults.placement(game, seat), about=(_board(game),))]

    def act(self, game: Lancaster, seat: str, action: Place | Court) -> None:
        """Place a token, and let what follows be asked."""
        match action:
            case Place():
                knights.place(game, seat, action)
            case Court():
                lords.place(game, seat, action)
        self.placed = True


def _board(game: Lancaster) -> str:
    """Return what stands where: the same button may expel somebody else on another board."""
    now = game.state
    return msgspec.json.encode([now.knights, now.counties, now.conflicts, now.stacks], order="deterministic").decode()


def can_place(game: Lancaster, seat: str) -> bool:
    """Whether a player has a placeable token: a lord always is (rules 6.1)."""
    return bool(lords.at_court(game, seat)) or any(True for _ in knights.placeable(game, seat))


CHAPTER = Chapter(steps=(Placing, Favour, Treasury), actions=(Place, Court, TakeFavour, Claim))
