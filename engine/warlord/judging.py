"""How the players that think judge a tourney: by the captain's outlook, where the dust of meetings has settled."""

from collections.abc import Callable

from engine.core.computer.judge import Judge
from engine.core.computer.learnt import weights_of
from engine.warlord import views
from engine.warlord.board.game import Warlord
from engine.warlord.captain import Captain, ideas
from engine.warlord.outlook import WORTH, Chances, Outlook
from engine.warlord.sequence.draws import OfferDraw

TURNS = 2
"""How many of his own turns a plan is followed for."""


def lead(game: Warlord, seat: str) -> float:
    """Return a position's worth to a seat beyond its worth to its enemies, who move next."""
    return _lead(game, Outlook(views.view(game, seat), game.side(seat)))


def _lead(game: Warlord, outlook: Outlook) -> float:
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


def traits(game: Warlord, seat: str) -> dict[str, float]:
    """Return a seat's lead, and what it is in without a captain's caution: pieces, Castles in danger, prisoners."""
    outlook = Outlook(views.view(game, seat), game.side(seat))
    now = outlook.now
    moves = game.active == game.side(seat)
    able: dict[str, float] = dict.fromkeys(WORTH, 0.0)
    for piece in now.where:
        able[outlook.pieces[piece].kind] += 1 if outlook.friendly[piece] else -1
    held = [piece for piece, holder in now.held.items() if holder]
    danger = outlook.siege(now, outlook.home, by=False) if outlook.home else 0.0
    threat = max((outlook.siege(now, rival, by=True) for rival in outlook.castles.values()), default=0.0)
    menaced = outlook.menaced(now)
    return {
        "lead": _lead(game, outlook),
        "moves": float(moves),
        **able,
        "prisoners": float(sum(-1 if outlook.friendly[piece] else 1 for piece in held)),
        "danger": danger,
        "danger_now": danger * (not moves),
        "threat": threat,
        "threat_now": threat * moves,
        "menaced": menaced,
        "menaced_now": menaced * (not moves),
        "leaders": float(sum(outlook.leaders[p] in outlook.own for p in now.where if p in outlook.leaders)),
        "leaders_against": float(sum(outlook.leaders[p] not in outlook.own for p in now.where if p in outlook.leaders)),
    }


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
    ideas=ideas,
    traits=traits,
    weights=weights_of("warlord"),
)
"""How War Lord Tourney is judged."""
