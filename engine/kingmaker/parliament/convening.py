"""How a Parliament is opened, and the order of its parts (rules 5.10)."""

from collections.abc import Sequence

from engine.core.steps import AnyStep
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import PlaceId
from engine.kingmaker.parliament import (
    awards,
    debates,
    excuses,
    homecoming,
    illegitimacy,
    other_business,
    session,
    support,
)
from engine.kingmaker.parliament.session import Session


def convene(
    game: Kingmaker, caller: str, place: PlaceId, compelled: Sequence[str], rule: str, *, all_come: bool = False
) -> None:
    """Open a Parliament, led by `caller`, to which these nobles must come; to a People's Parliament `all_come`."""
    text = f"Parliament meets at {names.place(game, place)}; {{{caller}}} leads it."
    own = [noble for noble in compelled if game.noble(noble).faction == caller]
    summoned = [noble for noble in compelled if noble not in own]
    text += f" {names.cards(game, own)} must come, for the player who leads it." if own else ""
    text += f" {names.cards(game, summoned)} must come, because a Writ summons them." if summoned else ""
    at = locations.open_in(game.catalog.places[place].square)
    game.emit("parliament", text, about=[place, *compelled], track=[at], rule=rule)
    content = names.cards(game, awards.ordered(game)) if game.state.chancery else "nothing"
    game.emit(
        "chancery",
        f"The Chancery (the cards that Parliament can give out) holds {content}.",
        about=game.state.chancery,
        rule="BASE-PAR-5",
    )
    # The noble who called Parliament may stay behind, where that is his right [COV-7.4.4].
    host = own[0] if own and game.option("return_from_parliament") == "home_from_left" else ""
    game.push(
        *_gathering(game, caller, all_come),
        *_distribution(game),
        *_other_business(game),
        *homecoming.steps(game),
        Session(place, caller, list(compelled), host=host),
    )


def _gathering(game: Kingmaker, caller: str, all_come: bool) -> list[AnyStep]:
    """Return the steps that say who comes: all, all but the excused, or volunteers (option `attendance`)."""
    seats = game.clockwise(caller)
    if all_come:
        return [excuses.AllGather()]
    if game.option("attendance") == "compulsory":
        return [excuses.Excuses(seats[1:]), excuses.Revocations(), excuses.ShipsMayPutIn(seats), excuses.AllGather()]
    return [session.Attendance(seats)]


def _distribution(game: Kingmaker) -> list[AnyStep]:
    """How the Chancery is given out (option `parliament_rule`)."""
    match game.option("parliament_rule"):
        case "covault":
            return debates.rounds()
        case "optional":
            return [awards.Agenda()]
        case _:
            return [awards.CallerGivesOut()]


def _other_business(game: Kingmaker) -> list[AnyStep]:
    """Return the steps of Parliament's other business (rules 5.5, 5.6)."""
    kings = illegitimacy.Accusations() if game.option("two_kings_vote") == "illegitimacy" else support.SupportMotions()
    return [kings, *([other_business.OtherBusiness()] if other_business.is_known(game) else [])]
