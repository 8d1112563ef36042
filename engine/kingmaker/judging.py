"""The evaluation of positions for computer players that look ahead: heirs, Kings, men, and distances to goals."""

from collections.abc import Callable
from random import Random

from engine.core.computer.judge import Judge
from engine.core.computer.learnt import weights_of
from engine.kingmaker import views
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.combat.muster import AdmitAlly, Ally, BringIn, HoldBack
from engine.kingmaker.movement.movement import Regroup, TakeBack
from engine.kingmaker.movement.permissions import Ask
from engine.kingmaker.outlook import Outlook
from engine.kingmaker.sequence import points
from engine.kingmaker.steward import ANY_TIME, Steward, ideas
from engine.kingmaker.trade.trade import DeclineTrade
from engine.kingmaker.trade.transfers import Transfer
from engine.kingmaker.views import HeirView, KingmakerView

SOLE_KING = 30.0
"""The value of having the only King."""

KING = 12.0
"""The value of having one of several Kings."""

SENIOR = 8.0
"""The value of the senior heir of a house, who can be crowned next."""

HEIR = 4.0
"""The value of any other heir."""

FREE = 1.5
"""The cost of each living heir to every player who does not control him."""

MEN = 0.1
"""The value of a man; ten make a point at the end of a tournament game."""

VOTES = 0.3
"""The value of a vote if votes do not count at the end."""

CARD = 1.5
"""The value of a card in hand."""

BESIEGED = 2.0
"""The cost of a besieged noble."""

STEP = 0.15
"""The value of being one square closer to a goal."""

ALTAR = 0.3
"""The same for an heir and the clergy who are to crown him."""


def lead(game: Kingmaker, seat: str) -> float:
    """Return a seat's lead in possessions over its best rival, less what the distances to its goals cost."""
    return traits(game, seat)["lead"]


def traits(game: Kingmaker, seat: str) -> dict[str, float]:
    """Return the features with learned weights: a seat's lead in each possession, some again for late rounds."""
    view = views.view(game, seat)
    assert isinstance(view, KingmakerView)
    counted = game.option("end_rule") == "wbc_points"
    owned = {one.id: _owned(game, view, one.id, counted) for one in view.seats if not one.eliminated}
    worths = {one: sum(_worth(name, number) for name, number in numbers.items()) for one, numbers in owned.items()}
    others = [worth for one, worth in worths.items() if one != seat]
    own, way = owned.get(seat, {}), _on_the_way(Outlook(view, seat, Random(0)))
    ahead = {
        name: own.get(name, 0.0) - max((numbers[name] for one, numbers in owned.items() if one != seat), default=0.0)
        for name in PARTS
    }
    late = min(1.0, view.round / LATE)
    return {
        "lead": worths.get(seat, -50.0) - max(others, default=0.0) + way,
        "way": way,
        "late": late,
        "no_heir": float(not own.get("heirs")),
        **ahead,
        **{f"late_{name}": late * ahead[name] for name in ("sole_king", "force", "heirs")},
        "counted_force": ahead["force"] * counted,
        "counted_late_force": late * ahead["force"] * counted,
    }


LATE = 12
"""The round from which late features count in full."""

PARTS = ("heirs", "sole_king", "free", "force", "men", "captives", "besieged", "nobles", "cards")
"""The kinds of possessions that are counted."""


def _owned(game: Kingmaker, view: KingmakerView, seat: str, counted: bool) -> dict[str, float]:
    """Return a seat's possessions by kind, most of them already as values, the others as numbers (see EACH)."""
    row = next(one for one in view.seats if one.id == seat)
    nobles = [noble for noble in view.nobles if noble.seat == seat and not noble.captor]
    captives = [noble for noble in view.nobles if noble.captor == seat]
    return {
        "heirs": sum(_heir(view, heir) for heir in view.heirs if heir.alive and heir.seat == seat),
        "sole_king": float(any(heir.alive and heir.seat == seat and view.sole_king == heir.id for heir in view.heirs)),
        "free": sum(heir.alive and heir.seat != seat for heir in view.heirs),
        "force": sum(points.count(game, seat)[:3]) if counted else VOTES * (row.commons + row.lords),
        "men": sum(noble.strength for noble in nobles),
        "captives": sum(MEN * noble.strength + 1 for noble in captives),
        "besieged": sum(noble.besieged for noble in nobles),
        "nobles": len(nobles),
        "cards": row.hand_size,
    }


def _worth(name: str, number: float) -> float:
    """Return the value of an amount of one kind of possession."""
    return EACH.get(name, 1.0) * number


EACH = {"sole_king": 0.0, "free": -FREE, "men": MEN, "besieged": -BESIEGED, "cards": CARD}
"""The value of one of each kind that `_owned` counts as a number."""


def _heir(view: KingmakerView, heir: HeirView) -> float:
    if heir.king:
        return SOLE_KING if view.sole_king == heir.id else KING
    return SENIOR if heir.senior else HEIR


def _on_the_way(outlook: Outlook) -> float:
    """Return the cost of distances: to the hunted heir, and of the candidate and the clergy to the cathedral."""
    total = 0.0
    if outlook.quarry and outlook.nobles:
        total -= STEP * min(40, outlook.distance(outlook.nobles[0].at, outlook.quarry))
    if outlook.altar and outlook.candidate is not None:
        total -= ALTAR * min(40, outlook.distance(outlook.candidate.at, outlook.altar))
        total -= ALTAR * sum(min(40, outlook.distance(noble.at, outlook.altar)) for noble in outlook.clergy)
    return total


def turn(game: Kingmaker) -> object:
    """Return the round, the seat whose turn it is, and the phase."""
    return game.state.turn.round, game.state.turn.seat, game.state.turn.phase


def horizon(game: Kingmaker, seat: str) -> Callable[[Kingmaker], bool]:
    """Return a test for the beginning of the seat's next turn, when all others have replied to its last one."""
    begun, own = game.state.turn.round, game.state.turn.seat == seat

    def reached(now: Kingmaker) -> bool:
        turn = now.state.turn
        return turn.round > begun + 1 or (turn.seat == seat and (turn.round > begun or not own))

    return reached


JUDGE = Judge(
    lead=lead,
    turn=turn,
    horizon=horizon,
    habit=Steward(),
    prize=200.0,
    by_habit=frozenset({"D00", "D01", "D02", "D03", "D63"}),
    ignored=(AdmitAlly, Ally, Ask, Regroup, TakeBack, BringIn, HoldBack, Transfer),
    declines=(DeclineTrade,),
    beside=ANY_TIME,
    ideas=ideas,
    traits=traits,
    weights=weights_of("kingmaker"),
)
"""The evaluation of Kingmaker."""
