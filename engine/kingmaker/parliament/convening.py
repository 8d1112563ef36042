"""How a Parliament is opened, and the order of its parts (rules 5.10)."""

from collections.abc import Sequence

from engine.core.steps import AnyStep
from engine.core.text import join_words
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
    text = f"Parliament meets at {names.place(game, place)}; {{{caller}}} leads it. "
    text += _who_comes(game, caller, compelled, all_come=all_come)
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
    own = [noble for noble in compelled if game.noble(noble).faction == caller]
    host = own[0] if own and game.option("return_from_parliament") == "home_from_left" else ""
    game.push(
        *_gathering(game, caller, all_come),
        *_distribution(game),
        *_other_business(game),
        *homecoming.steps(game),
        Session(place, caller, list(compelled), host=host),
    )


def _who_comes(game: Kingmaker, caller: str, compelled: Sequence[str], *, all_come: bool) -> str:
    """Say who has to come, and who cannot be excused [BASE-PAR-4, COV-7.1.5, COV-7.1.6, COV-7.1.9]."""
    summoned = [noble for noble in compelled if game.noble(noble).faction != caller]
    if all_come:
        return "All nobles must come."
    if game.option("attendance") == "compulsory":
        by_writ = f", and {_and_whose(game, summoned)} is summoned by Writ" if summoned else ""
        bound = f" {{{caller}}} can excuse nobody{by_writ}." if game.option("excuses") else ""
        return f"All nobles must come, except those who are excused or under siege.{bound}"
    own = [noble for noble in compelled if noble not in summoned]
    must = [_and_whose(game, own), f"{_and_whose(game, summoned)}, summoned by Writ," if summoned else ""]
    bound = f"{' and '.join(filter(None, must))} must come. " if compelled else ""
    return f"{bound}Each player chooses who {'else ' if compelled else ''}comes."


def _and_whose(game: Kingmaker, nobles: Sequence[str]) -> str:
    return join_words(f"{names.card(game, noble)} ({{{game.noble(noble).faction}}})" for noble in nobles)


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
