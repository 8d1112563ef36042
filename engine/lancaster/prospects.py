"""What a seat is likely to do next, with what comes of it: knights that it may place, and ballots (rules 6, 7)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action, Offer, Prospect
from engine.core.text import counted
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.courtier import ideas
from engine.lancaster.outlook import Outlook
from engine.lancaster.parliament.voting import Vote, Voting
from engine.lancaster.placing import conflicts, counties
from engine.lancaster.placing.knights import Place
from engine.lancaster.views import view


def prospects(game: Lancaster, seat: str) -> Sequence[Prospect]:
    """Return what a seat is likely to do, that first which a courtier would do by what the seat sees."""
    asked = [request for request in game.top.requests(game) if request.seat == seat] if game.top else []
    offers = {offer.action: offer for request in asked for offer in request.offers}
    if Place in offers:
        return list(_placements(game, seat, offers[Place]))
    return list(_ballots(game, seat)) if Vote in offers else ()


# ---------------------------------------------------------------------- placing a knight


def _placements(game: Lancaster, seat: str, offer: Offer) -> Iterator[Prospect]:
    """Return the best way to place a knight on each space, without privileges: where they help is another question."""
    thought = ideas(Outlook(view(game, seat), seat), {Place: offer})
    seen: set[str] = set()
    for idea in sorted(thought, key=lambda idea: -idea.worth):
        action = idea.action()
        if isinstance(action, Place) and not action.bring and action.to not in seen:
            seen.add(action.to)
            yield _placement(game, action)


def _placement(game: Lancaster, action: Place) -> Prospect:
    knight = game.knight(action.knight)
    whose = "Your ally's" if game.is_ally(knight.house) else "Your"
    squires = int(action.squires or 0)
    along = f" with {names.amount('squires', squires)}" if squires else ""
    where = names.spot(game, action.to)
    words = f"{whose} strength-{knight.strength} knight{along} to {where}"
    return Prospect(action, words, _comes_of(game, action, knight.strength + squires), where)


def _comes_of(game: Lancaster, action: Place, total: int) -> str:
    name = spots.name(action.to)
    match spots.kind(action.to):
        case "county":
            holder, held = game.state.counties[name].house, counties.total(game, name)
            expelled = f"expels the knight of {names.house(game, holder)}, who has {held}; " if holder else ""
            brings = f"{names.noble(game, name)}, or {names.reward(game, name)}"
            return f"{expelled}brings {brings}; it takes {total + 1} to expel yours"
        case "conflict":
            printed = game.catalog.conflicts[name]
            missing = printed.strength - conflicts.english(game, name) - total
            then = f"then needs {missing} more" if missing > 0 else "then wins as it stands"
            return f"brings a favour of the king; England {then}"
        case "castle":
            return names.pays(game, name)
        case _:
            return ""


# ---------------------------------------------------------------------- ballots


def _ballots(game: Lancaster, seat: str) -> Iterator[Prospect]:
    """Yes and no to each law without markers, with what it takes then; the default of the table comes first."""
    voting = game.top
    if not isinstance(voting, Voting):
        return
    usual = str(game.option("default_ballot"))
    for law in voting.missing(game, seat):
        for side in sorted(("yes", "no"), key=lambda side: side != usual):
            said = f"{'Yes' if side == 'yes' else 'No'} to {names.law(game, law)}"
            action: Action = Vote(law, side, "0")
            yield Prospect(action, f"{said}, without a marker", _needs(game, side), said, likely=False)


def _needs(game: Lancaster, side: str) -> str:
    """Return what puts a ballot without markers on the winning side, if nobody uses any; a tie approves."""
    half = len(game.playing()) // 2
    if side == "yes":
        return f"if nobody uses markers it passes unless {counted(half + 1, 'other')} say no"
    return f"if nobody uses markers it fails if {counted(half, 'other')} {'says' if half == 1 else 'say'} no too"
