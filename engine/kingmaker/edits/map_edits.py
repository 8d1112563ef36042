"""The game master's edits of the map: who holds places, sieges, ships, and where the King's Peace holds."""

from collections.abc import Mapping

from engine.core.actions import Action
from engine.core.editing.edits import Handler
from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.catalog import NobleCard
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId
from engine.kingmaker.board.people import forces, peace
from engine.kingmaker.board.places import sites
from engine.kingmaker.board.state import Ship, Siege
from engine.kingmaker.edits import people_edits


class SetControl(Action, frozen=True, tag="control"):
    """Give a fortress to a player as captured, or to nobody; where nobles hold places, to one of them."""

    place: PlaceId
    seat: str = ""
    noble: str = ""


class LaySiege(Action, frozen=True):
    """Put a place under siege by a player, or raise the siege: then leave the player out."""

    place: PlaceId
    seat: str = ""
    turn: int = 1


class SetShip(Action, frozen=True, tag="ship"):
    """Put a ship into a port or onto a sea square, in the same hands as before, with those who are aboard."""

    ship: str
    at: Location
    from_start: bool = False
    aboard: list[str] = []
    seat: str = ""


class SetPeace(Action, frozen=True, tag="peace"):
    """Let the King's Peace of a player's Parliament hold around a place, or end it: then leave the player out."""

    place: PlaceId
    seat: str = ""


class Bind(Action, frozen=True):
    """Bind a noble or a ship to the King's Peace after Parliament, or free them of it."""

    noble: str = ""
    ship: str = ""
    free: bool = False


# ---------------------------------------------------------------------- how each is carried out


def _control(game: Kingmaker, edit: SetControl) -> None:
    if not game.catalog.places[edit.place].fortress:
        raise Illegal(f"{names.place(game, edit.place)} cannot be controlled; only fortresses can.", "BASE-SIT-5")
    if edit.seat:
        _check_keeper(game, edit)
        sites.capture(game, edit.place, edit.seat, edit.noble)
    else:
        sites.lose(game, edit.place)


def _check_keeper(game: Kingmaker, edit: SetControl) -> None:
    """Where nobles hold places, one of the seat's nobles must be there to hold it."""
    if not sites.by_nobles(game):
        return
    mine = forces.nobles_of(game, edit.seat)
    if not mine or (edit.noble and edit.noble not in mine):
        raise Illegal("One noble of the controlling faction holds a fortress; name that noble.", "COV-5.5")


def _siege(game: Kingmaker, edit: LaySiege) -> None:
    if edit.seat:
        game.state.sieges[edit.place] = Siege(edit.seat, turn=edit.turn)
    else:
        game.state.sieges.pop(edit.place, None)


def _ship(game: Kingmaker, edit: SetShip) -> None:
    if locations.kind(edit.at) not in ("port", "sea"):
        raise Illegal("A ship is in port or at sea; name the place, such as 'port:london'.")
    former = game.state.ships.get(edit.ship, Ship(edit.at))
    ship = Ship(edit.at, from_start=edit.from_start)
    ship.keeper, ship.pledged, ship.lent = former.keeper, former.pledged, former.lent
    game.state.ships[edit.ship] = ship
    for noble in edit.aboard:
        _board(game, edit, noble)


def _board(game: Kingmaker, edit: SetShip, noble: str) -> None:
    """Place a noble aboard a ship; one who is not in play comes into play for the seat that is named."""
    printed = game.catalog.cards.get(noble)
    if not isinstance(printed, NobleCard):
        raise Illegal(f"There is no noble called '{noble}' in this game.")
    if noble not in game.state.nobles and not edit.seat:
        raise Illegal(f"{names.card(game, noble)} is not in play; name his player with 'seat', or place him first.")
    people_edits.put(game, noble, locations.aboard(edit.ship), edit.seat)


def _peace(game: Kingmaker, edit: SetPeace) -> None:
    square = game.catalog.places[edit.place].square
    if edit.seat:
        game.state.peace[square] = edit.seat
    elif not game.active:
        raise Illegal("Nobody has had a turn yet; there is no King's Peace to end.")
    else:
        peace.lift(game, square)


def _bind(game: Kingmaker, edit: Bind) -> None:
    if not edit.free and not peace.binds(game):
        raise Illegal("At this table the King's Peace holds in its square and binds nobody elsewhere.", "BASE-PAR-6")
    if not edit.free and not game.state.peace:
        raise Illegal("There is no King's Peace for him to keep; set one first.")
    if edit.noble:
        game.noble(edit.noble).returned = not edit.free
    if edit.ship:
        game.ship(edit.ship).returned = not edit.free


HANDLERS: Mapping[type[Action], Handler] = {
    SetControl: _control,
    LaySiege: _siege,
    SetShip: _ship,
    SetPeace: _peace,
    Bind: _bind,
}
