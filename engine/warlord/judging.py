"""How the players that think judge a tourney: by the captain's outlook, where the dust of meetings has settled."""

from collections.abc import Callable

from engine.core.computer.judge import Judge
from engine.warlord import views
from engine.warlord.board.game import Warlord
from engine.warlord.captain import Captain
from engine.warlord.outlook import Chances, Outlook
from engine.warlord.sequence.draws import OfferDraw

TURNS = 2
"""How many of his own turns a plan is followed for."""


def lead(game: Warlord, seat: str) -> float:
    """Return a position's worth to a seat beyond its worth to its enemies, who move next."""
    outlook = Outlook(views.view(game, seat), game.side(seat))
    chances: Chances = [(1.0, outlook.freeing(outlook.now))]
    for mover in game.state.turn.arrived:
        chances = [
            (share * likely, found)
            for share, position in chances
            for likely, found in (
                outlook.met(position, mover, position.where[mover]) if position.where.get(mover) else [(1.0, position)]
            )
        ]
    return outlook.expected(chances)


def turn(game: Warlord) -> tuple[int, str]:
    """Return the round and the side whose turn it is."""
    return game.state.turn.round, game.state.turn.side


def horizon(game: Warlord, seat: str) -> Callable[[Warlord], bool]:
    """Return the end of the seat's own turn after this one."""
    ends = [turn(game)] if game.active == game.side(seat) else []

    def reached(now: Warlord) -> bool:
        if now.active == game.side(seat) and turn(now) not in ends:
            ends.append(turn(now))
        return len(ends) >= TURNS and turn(now) != ends[-1]

    return reached


def settled(game: Warlord) -> bool:
    """Whether a side is to move, and no meeting is under way."""
    return game.state.turn.step == "movement" and game.state.result is None


JUDGE = Judge(
    lead=lead,
    turn=turn,
    horizon=horizon,
    habit=Captain(),
    prize=200.0,
    settled=settled,
    by_habit=frozenset({"W-01", "W-07", "W-11"}),
    ignored=(OfferDraw,),
)
"""How War Lord Tourney is judged."""
