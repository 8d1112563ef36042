"""The time limit of a Parliament (rules 5.5.5, setting `parliament_deadline`) [WBC-PARL]."""

from engine.core.actions import MASTER, Action, Offer, Request
from engine.core.errors import Illegal
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.parliament.homecoming import Homecoming
from engine.kingmaker.parliament.session import Session, sitting

RULE = "WBC-PARL"


class CloseParliament(Action, frozen=True):
    """End Parliament because its time is over: open business lapses, and the nobles go home."""


def _business(game: Kingmaker) -> int | None:
    """Return the number of steps below the business of an open Parliament; None if there is no business."""
    steps = game.state.steps
    below = next((number for number, step in enumerate(steps) if isinstance(step, Session) and step.tallies), None)
    if below is None:
        return None
    going_home = below + 1 < len(steps) and isinstance(steps[below + 1], Homecoming)
    keep = below + 2 if going_home else below + 1
    return keep if keep < len(steps) else None


def timed_requests(game: Kingmaker) -> list[Request]:
    """Return the request that ends Parliament's business, some hours after the votes were published."""
    limit = game.option("parliament_deadline")
    if limit == "none" or _business(game) is None:
        return []
    hours = float(str(limit)) if limit != "gm" else None
    offer = Offer(CloseParliament, "End the business of Parliament")
    return [Request(MASTER, RULE, "Parliament's time is running out.", (offer,), CloseParliament, hours=hours)]


def close(game: Kingmaker, action: CloseParliament) -> None:
    """Let open proposals lapse and remaining cards stay in the Chancery; everybody goes home."""
    keep = _business(game)
    if keep is None:
        raise Illegal("No Parliament is doing business.", RULE)
    game.drop_steps(keep)
    session = sitting(game)
    session.voting, session.card, session.proposed = False, "", ""
    text = "Parliament's time is over. Open motions lapse, and the remaining cards stay in the Chancery."
    game.emit("parliament_closed", text, about=[session.place], rule=RULE)
