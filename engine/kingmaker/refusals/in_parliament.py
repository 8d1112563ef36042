"""Reasons why actions of the Parliament and Coronation phases are impossible now."""

from functools import partial

from engine.core.errors import Illegal, caught
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.people import forces
from engine.kingmaker.crown import coronation
from engine.kingmaker.parliament import (
    awards,
    ballots,
    debate,
    excuses,
    homecoming,
    illegitimacy,
    must_meet,
    other_business,
    parliament,
    session,
    support,
)
from engine.kingmaker.refusals.orders import Attempts, Order, Orders
from engine.kingmaker.refusals.reasons import Reason, Reasons, Tried, at_any_time, because

# ---------------------------------------------------------------------- orders


def _calls(game: Kingmaker, seat: str) -> Attempts:
    yield partial(parliament.check_right, game, seat)


def _crownings(game: Kingmaker, seat: str) -> Attempts:
    heirs = [heir for heir in game.state.heirs if forces.seat_of_heir(game, heir) == seat]
    return (partial(coronation.check_coronation, game, seat, heir) for heir in heirs)


NO_RIGHT = ("You cannot call Parliament now.", "BASE-PAR-1")
NO_HEIR = ("None of your nobles controls an heir.", "BASE-COR-1")

ORDERS: Orders = {
    parliament.CallParliament: Order("parliament", "call Parliament", parliament.check_call, _calls, NO_RIGHT),
    coronation.CrownHeir: Order(
        *("coronation", "crown heirs", lambda game, seat, order: coronation.check_coronation(game, seat, order.heir)),
        *(_crownings, NO_HEIR),
    ),
}
"""The actions of the Parliament and Coronation phases that a seat takes of its own accord."""


# ---------------------------------------------------------------------- in session


def _in_parliament(reason: str, rule: str) -> Reason:
    """Return a reason for business of Parliament; check first that one is in session."""

    def found(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
        sits = game.under_way(session.Session) is not None
        return Illegal(reason if sits else "No Parliament sits now.", rule)

    return found


def _excuse(game: Kingmaker, seat: str, tried: Tried) -> Illegal:
    """Return why the nobles named, or any noble, cannot be excused."""
    if game.option("attendance") != "compulsory":
        return Illegal(
            "At this table only a Writ makes a noble come to Parliament, and nobody is excused from one.", "BASE-PAR-4"
        )
    now = game.under_way(session.Session)
    excusing = game.under_way(excuses.Excuses)
    if now is None:
        return Illegal("No Parliament has been called, so there is nobody to excuse.", "COV-7.1.7")
    if seat == now.caller:
        return Illegal("You have called this Parliament; all your nobles come.", "COV-7.1.9")
    if excusing is None:
        return Illegal("The excuses for this Parliament are settled.", "COV-7.1.7")
    named = tried.nobles if isinstance(tried, excuses.Excuse) and tried.nobles else forces.nobles_of(game, seat)
    refusals = [caught(partial(excuses.check_excuse, game, seat, noble, [])) for noble in named]
    if (tried or None not in refusals) and any(refusals):
        return next(filter(None, refusals))
    turn = "comes" if seat in excusing.seats else "is over"
    return Illegal(f"Excuses go round the table, one player at a time; your turn {turn}.", "COV-7.1.7")


NOT_AWARDED = "Parliament is not offering your nobles anything now."
NOT_LEADING = "It is not your turn to propose."
NOT_GOING = "You are not choosing now where your nobles go home."

REASONS: Reasons = {
    must_meet.ChoosePlace: because("You do not choose where Parliament meets.", "BASE-EVT-16"),
    session.Attend: _in_parliament("You are not choosing now who comes to Parliament.", "BASE-PAR-4"),
    excuses.Excuse: _excuse,
    excuses.Revoke: _in_parliament("You cannot cancel excuses now.", "COV-7.1.10"),
    excuses.PutIn: _in_parliament("None of your ships need put into port now.", "COV-7.1.12"),
    awards.AcceptAward: _in_parliament(NOT_AWARDED, "BASE-PAR-9"),
    awards.DeclineAward: _in_parliament(NOT_AWARDED, "BASE-PAR-9"),
    awards.Assign: _in_parliament("You are not giving out cards now.", "BASE-PAR-5"),
    awards.OrderBusiness: _in_parliament("You do not set the order of business now.", "BASE-PAR-8"),
    awards.Propose: _in_parliament(NOT_LEADING, "BASE-PAR-8"),
    ballots.Ballot: at_any_time(_in_parliament("There is no open vote in which you vote.", "BASE-PAR-7")),
    debate.CallVote: at_any_time(_in_parliament("There is no debate in which you could call the vote.", "COV-7.2.4")),
    debate.EndDebate: at_any_time(_in_parliament("There is no debate in which you vote.", "COV-7.2.4")),
    illegitimacy.Accuse: _in_parliament("You have no King at Parliament to set against another.", "COV-7.3.1"),
    illegitimacy.HandKing: _in_parliament("You do not have to give up a King.", "COV-7.3.4"),
    support.MoveSupport: _in_parliament("You have no King at Parliament who needs support.", "BASE-PAR-10"),
    other_business.PassOn: _in_parliament("No title or office of yours can be passed on now.", "COV-7.3.6"),
    other_business.RaiseShips: _in_parliament("No lost ship of an office can be brought back now.", "WBC-V02.5"),
    other_business.Consent: _in_parliament("Nothing is waiting for your consent.", "COV-7.3.7"),
    other_business.Refusal: _in_parliament("Nothing is waiting for your consent.", "COV-7.3.7"),
    homecoming.ReturnHome: _in_parliament(NOT_GOING, "BASE-PAR-11"),
    homecoming.KeepShip: _in_parliament("None of your ships is going home now.", "COV-7.4.4"),
    homecoming.Depart: _in_parliament(NOT_GOING, "BASE-PAR-11"),
}
"""The reason for each kind of answer in Parliament."""
