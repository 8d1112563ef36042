"""A knight is placed: where he may go, and what follows there (rules 6.2 to 6.7)."""

from collections.abc import Iterator, Sequence

from engine.core.actions import Action
from engine.core.errors import Illegal, allows
from engine.core.game import cached_while_waiting
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.placing import castles, conflicts, counties, privileges, tower
from engine.lancaster.placing.favours import Favour


class Place(Action, frozen=True):
    """Place a knight from court `to` a county, castle space, conflict or the tower.

    `bring` are privileges that come along, `squires` a number of squires to a county.
    """

    knight: str
    to: str
    bring: list[str] = []
    squires: str = ""


# ---------------------------------------------------------------------- what can be placed


def placeable(game: Lancaster, seat: str) -> Iterator[str]:
    """Yield the knights at court with a legal space, one of each strength and house."""
    for colour in game.houses_of(seat):
        seen: set[int] = set()
        for knight in game.knights(colour, spots.COURT):
            strength = game.knight(knight).strength
            if strength not in seen and any(True for _ in _open(game, knight, None)):
                seen.add(strength)
                yield knight


def open_spots(game: Lancaster, knight: str, bring: Sequence[str] | None) -> list[str]:
    """Return the spaces for a knight with these privileges, squires counted in; with None whatever privileges help."""
    return _open_spots(game, knight, None if bring is None else tuple(bring))


@cached_while_waiting
def _open_spots(game: Lancaster, knight: str, bring: Sequence[str] | None) -> list[str]:
    return list(_open(game, knight, bring))


def _open(game: Lancaster, knight: str, bring: Sequence[str] | None) -> Iterator[str]:
    house = game.knight(knight).house
    found: list[str] = [spots.county(letter) for letter in game.state.counties]
    found += [spots.castle(space) for space in castles.spaces(game, house)]
    found += [f"conflict:{card}" for card in game.state.conflicts]
    found += [spots.TOWER] if game.resentment else []
    sets = [list(bring or ())]
    if bring is None and "tudor_knight" in privileges.kinds(game, house):
        sets.append(["tudor_knight"])  # the one privilege that can open a space
    return (spot for spot in found if any(_reaches(game, house, knight, spot, help_) for help_ in sets))


def _reaches(game: Lancaster, house: Colour, knight: str, spot: str, bring: Sequence[str]) -> bool:
    squires = counties.squires_to_spend(game, house) if spots.kind(spot) == "county" else 0
    return allows(check_place, game, house, Place(knight, spot, list(bring), str(squires)))


# ---------------------------------------------------------------------- placing a knight


def check_place(game: Lancaster, house: Colour, action: Place) -> None:
    """Raise Illegal unless a knight of a house may go there like that."""
    knight = game.state.knights.get(action.knight)
    if knight is None or knight.house != house or knight.at != spots.COURT:
        at = (
            "" if knight is None or knight.house != house else f" This one is not there: {names.spot(game, knight.at)}."
        )
        raise Illegal(f"Name a knight who stands at your court.{at}", "LAN-BASE-08")
    if action.squires and not action.squires.isdecimal():
        raise Illegal("Write the number of squires in digits.", "LAN-BASE-12")
    kind, name = spots.kind(action.to), spots.name(action.to)
    if "/" in action.to:
        raise Illegal(f"Name the card alone, conflict:{name}; the space follows from the rules.", "LAN-BASE-20")
    if kind != "county" and int(action.squires or 0):
        raise Illegal("Squires come only to a county; leave them out.", "LAN-BASE-23")
    if kind not in ("county", "conflict"):
        privileges.check_privileges(game, house, action.bring, kind)
    match kind:
        case "county":
            counties.check_county(game, house, action.knight, name, int(action.squires or 0), action.bring)
        case "conflict":
            conflicts.check_conflict(game, house, name, action.bring)
        case "castle":
            castles.check_castle(game, house, name)
        case "tower":
            tower.check_tower(game, action.knight)
        case _:
            reason = "A knight goes to a county, a castle space, a conflict or the tower; name one."
            raise Illegal(reason, "LAN-BASE-08")


def check_own(game: Lancaster, seat: str, action: Place) -> None:
    """Raise Illegal unless a seat may place that knight of its own, or of its ally, there like that."""
    knight = game.state.knights.get(action.knight)
    if knight is None or knight.house not in game.houses_of(seat):
        raise Illegal("Name a knight who stands at your court.", "LAN-BASE-08")
    check_place(game, knight.house, action)


def place(game: Lancaster, seat: str, action: Place) -> None:
    """Place a knight of a seat, or of its ally."""
    check_own(game, seat, action)
    house, squires = game.knight(action.knight).house, int(action.squires or 0)
    along = [
        *([names.amount("squires", squires)] if squires else []),
        *(names.PRIVILEGES[kind] for kind in action.bring),
    ]
    who = f"{{{game.seat_of(house)}}} places {names.knight(game, action.knight)}"
    text = f"{who}{f' with {join_words(along)}' if along else ''} {names.at(game, action.to)}."
    game.emit("placed", text, about=[house, spots.name(action.to)], track=[action.to], rule="LAN-BASE-08")
    match spots.kind(action.to):
        case "county":
            counties.enter(game, house, action.knight, spots.name(action.to), squires, action.bring)
        case "conflict":
            conflicts.enter(game, house, action.knight, spots.name(action.to), action.bring)
            game.push(Favour(house))
        case "castle":
            game.knight(action.knight).at = spots.castle(spots.name(action.to))
        case _:
            tower.enter(game, house, action.knight)
