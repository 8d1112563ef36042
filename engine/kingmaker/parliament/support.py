"""Parliament's support for one of two Kings (rules 5.6) [BASE-PAR-10]."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request, pass_offer
from engine.core.errors import Illegal, allows
from engine.kingmaker.board import names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces, succession
from engine.kingmaker.board.steps import KingmakerStep
from engine.kingmaker.parliament import ballots, session
from engine.kingmaker.parliament.session import sitting


class MoveSupport(Action, frozen=True):
    """Ask Parliament to support a King whom the seat controls."""

    king: str


class SupportMotions(KingmakerStep, tag="motions"):
    """With two Kings, each one's player at Parliament may ask for support, clockwise from the caller (D60)."""

    done: list[str] = []
    """The Kings whose players have asked for support or passed."""

    moved: str = ""
    """The King voted on last; "" for none."""

    def proceed(self, game: Kingmaker) -> bool:
        """Note how the vote went; end when nobody else may ask or a King is supported."""
        now = sitting(game)
        if self.moved and ballots.passed(now):
            now.supported = self.moved
        self.moved = ""
        if not now.supported and self._kings(game):
            return False
        game.pop(self)
        return True

    def _kings(self, game: Kingmaker) -> list[str]:
        """Return the Kings for whom the seat that is next may ask."""
        for seat in game.clockwise(sitting(game).caller):
            able = [king for king in succession.kings(game) if allows(check_motion, game, seat, king)]
            kings = [king for king in able if king not in self.done]
            if kings:
                return kings
        return []

    def requests(self, game: Kingmaker) -> list[Request]:
        """Ask the seat that is next."""
        kings = self._kings(game)
        seat = forces.seat_of_heir(game, kings[0])
        listed = " or ".join(names.monarch(game, king) for king in kings)
        prompt = f"There are two Kings. Do you ask Parliament to support {listed}?"
        choices = [Choice(king, names.heir(game, king)) for king in kings]
        move = Offer(
            MoveSupport,
            "Ask for support",
            (Field("king", "For which King?", lambda _: choices),),
            says="Ask for support of {king}",
        )
        return [Request(seat, "D60", prompt, (move, pass_offer("Ask for nothing")), Pass)]

    def act(self, game: Kingmaker, seat: str, action: MoveSupport | Pass) -> None:
        """Put the motion to the vote, or go on."""
        kings = self._kings(game)
        if isinstance(action, Pass):
            self.done = [*self.done, *kings]
            return
        check_motion(game, seat, action.king)
        if action.king in self.done:
            reason = f"Parliament has dealt with {names.heir(game, action.king)} already."
            raise Illegal(reason, "BASE-PAR-10")
        self.done, self.moved = [*self.done, action.king], action.king
        text = f"{{{seat}}} asks Parliament to support {names.monarch(game, action.king)} alone."
        game.push(ballots.Vote(text))


def check_motion(game: Kingmaker, seat: str, king: str) -> None:
    """Raise Illegal unless a seat at Parliament may ask for support of a King [BASE-PAR-10]."""
    if game.option("two_kings_vote") != "support":
        raise Illegal("At this table Parliament does not choose between two Kings.", "BASE-PAR-10")
    if not any(game.noble(noble).faction == seat for noble in session.attending(game)):
        raise Illegal("Only a player with a noble at Parliament may ask for support.", "BASE-PAR-10")
    kings = succession.kings(game)
    if len(kings) < 2 or king not in kings:
        raise Illegal("Choose one of two Kings to support.", "BASE-PAR-10")
    if succession.seat_of(game, king) != seat:
        raise Illegal(f"You do not control {names.heir(game, king)}.", "BASE-PAR-10")
    if game.state.support == king:
        raise Illegal(f"Parliament supports {names.heir(game, king)} already.", "BASE-PAR-10")
