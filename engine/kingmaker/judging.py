"""How the players that think judge Kingmaker: heirs, Kings and men, and how near they are to where they are wanted."""

from collections.abc import Callable
from random import Random

from engine.core.computer.judge import Judge
from engine.kingmaker import views
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.combat.muster import BringIn, HoldBack
from engine.kingmaker.movement.movement import Regroup, TakeBack
from engine.kingmaker.movement.permissions import Ask
from engine.kingmaker.sequence import points
from engine.kingmaker.steward import ANY_TIME, Outlook, Steward
from engine.kingmaker.trade.transfers import Transfer
from engine.kingmaker.views import HeirView, KingmakerView

SOLE_KING = 30.0
"""What it is worth to have the only King."""

KING = 12.0
"""What it is worth to have a King beside others."""

SENIOR = 8.0
"""What it is worth to have the senior heir of a house, who can be crowned next."""

HEIR = 4.0
"""What it is worth to have any other heir."""

FREE = 1.5
"""What each heir costs everybody who lives and is not his: he stands between him and victory."""

MEN = 0.1
"""What a man is worth; ten make a point at the end of a tournament game."""

VOTES = 0.3
"""What a vote is worth where votes do not count at the end."""

CARD = 1.5
"""What a card in hand is worth."""

BESIEGED = 2.0
"""What a besieged noble costs."""

STEP = 0.15
"""What it is worth to be a square nearer to where one is wanted."""

ALTAR = 0.3
"""The same for an heir and the clergy who are to crown him."""


def lead(game: Kingmaker, seat: str) -> float:
    """Return a seat's lead over its best rival in possessions, and how far it has come."""
    view = views.view(game, seat)
    assert isinstance(view, KingmakerView)
    counted = game.option("end_rule") == "wbc_points"
    worths = {one.id: _worth(game, view, one.id, counted) for one in view.seats if not one.eliminated}
    others = [worth for one, worth in worths.items() if one != seat]
    return worths.get(seat, -50.0) - max(others, default=0.0) + _on_the_way(Outlook(view, seat, Random(0)))


def _worth(game: Kingmaker, view: KingmakerView, seat: str, counted: bool) -> float:
    """Return the worth of a seat's possessions."""
    row = next(one for one in view.seats if one.id == seat)
    nobles = [noble for noble in view.nobles if noble.seat == seat and not noble.captor]
    heirs = sum(_heir(view, heir, seat) for heir in view.heirs if heir.alive)
    force = sum(points.count(game, seat)[:3]) if counted else VOTES * (row.commons + row.lords)
    men = MEN * sum(noble.strength for noble in nobles)
    captives = sum(MEN * noble.strength + 1 for noble in view.nobles if noble.captor == seat)
    in_need = BESIEGED * sum(noble.besieged for noble in nobles)
    return heirs + force + men + captives + len(nobles) + CARD * row.hand_size - in_need


def _heir(view: KingmakerView, heir: HeirView, seat: str) -> float:
    if heir.seat != seat:
        return -FREE
    if heir.king:
        return SOLE_KING if view.sole_king == heir.id else KING
    return SENIOR if heir.senior else HEIR


def _on_the_way(outlook: Outlook) -> float:
    """How near nobles are to the heir whom they hunt, and the candidate and his clergy to the altar."""
    total = 0.0
    if outlook.quarry and outlook.nobles:
        total -= STEP * min(40, outlook.distance(outlook.nobles[0].at, outlook.quarry))
    if outlook.altar and outlook.candidate is not None:
        total -= ALTAR * min(40, outlook.distance(outlook.candidate.at, outlook.altar))
        total -= ALTAR * sum(min(40, outlook.distance(noble.at, outlook.altar)) for noble in outlook.clergy)
    return total


def turn(game: Kingmaker) -> object:
    """Return the round and the seat whose turn it is."""
    return game.state.turn.round, game.state.turn.seat, game.state.turn.phase


def horizon(game: Kingmaker, seat: str) -> Callable[[Kingmaker], bool]:
    """Return the end of the turn that is played."""
    begun = game.state.turn.round, game.state.turn.seat
    return lambda now: (now.state.turn.round, now.state.turn.seat) != begun


JUDGE = Judge(
    lead=lead,
    turn=turn,
    horizon=horizon,
    habit=Steward(whim=0.0),
    prize=200.0,
    by_habit=frozenset({"D00", "D01", "D02", "D03", "D63"}),
    ignored=(Ask, Regroup, TakeBack, BringIn, HoldBack, Transfer),
    beside=ANY_TIME,
)
"""How Kingmaker is judged."""
