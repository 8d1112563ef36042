"""The computer player with a plan: what he makes of a position that is laid out for him."""

from random import Random

from engine.core.table import Table
from engine.kingmaker.board import forces, geography
from engine.kingmaker.board.ids import Location
from engine.kingmaker.movement.sailing import Sail
from engine.kingmaker.rules import RULES
from engine.kingmaker.steward import Offers, Outlook, sail
from engine.kingmaker.views import KingmakerView
from tests.kingmaker import boards

SHIP, WHITBY = "le_lucas", Location("port:whitby")


def seen(table: Table, seat: str) -> tuple[Outlook, Offers]:
    """What a seat sees, and what it is offered."""
    view = RULES.view(table.game, seat)
    assert isinstance(view, KingmakerView)
    outlook = Outlook(view, seat, Random(1))
    return outlook, {offer.tag: offer for offer in table.legal(seat).offers}


def at_whitby(*aboard: str) -> Table:
    """Percy and Scrope of one seat at Whitby, where their ship lies; the nearest heir is in Calais."""
    game = boards.empty()
    boards.put(game, "percy", "ann", "open:whitby", SHIP)
    boards.put(game, "scrope", "ann", "open:whitby")
    for noble in aboard:
        forces.place_at(game, noble, Location(f"aboard:{SHIP}"))
    return boards.begin(game, "movement")


def test_he_sails_nearer_to_an_heir_overseas_with_whoever_is_aboard() -> None:
    for aboard in (("percy",), ("percy", "scrope")):
        outlook, offers = seen(at_whitby(*aboard), "ann")
        assert outlook.quarry == "inside:calais"
        order = sail(outlook, offers)
        assert isinstance(order, Sail) and order.ships == [SHIP], aboard
        assert geography.voyages(Location("port:calais"))[order.to] < geography.voyages(Location("port:calais"))[WHITBY]


def test_he_sails_no_empty_ship() -> None:
    outlook, offers = seen(at_whitby(), "ann")
    assert "sail" in offers and sail(outlook, offers) is None
