"""Tables laid out for tests: the Warlords in their Castles, and exactly what the test puts there."""

from collections.abc import Mapping

from engine.core.actions import Prospect
from engine.core.dice import Dice
from engine.core.game import waited_for
from engine.core.table import Table
from engine.warlord import edits
from engine.warlord.board.game import Warlord
from engine.warlord.board.ids import PieceId, Square
from engine.warlord.outlook import Outlook
from engine.warlord.prospects import everything
from engine.warlord.rules import RULES
from engine.warlord.views import view

SEATS = ("ann", "ben", "cat", "dan")


def begun(pieces: Mapping[str, str], options: Mapping[str, object] | None = None, *, seats: int = 0) -> Warlord:
    """A game in which the first side is about to move, with the fewest players there can be or with so many seats."""
    chosen = RULES.options("base", options or {})
    game = RULES.bare("test", SEATS[: seats or RULES.seats(chosen)[0]], chosen, Dice(bytes(32), "test"))
    edits.EDITS.carry_out(game, edits.Remove())
    for piece, square in {"red_warlord": "F1", "blue_warlord": "G16", **pieces}.items():
        edits.EDITS.carry_out(game, edits.Place(PieceId(piece), Square(square)))
    return game


def game_of(table: Table) -> Warlord:
    """Return the game of a table."""
    assert isinstance(table.game, Warlord)
    return table.game


def all_that_can_be_done(game: Warlord) -> list[Prospect]:
    """Return what could be said of each move, recall and shot of whoever moves, of which a panel lists a part."""
    (request,) = waited_for(game)
    offers = {offer.action: offer for offer in request.offers}
    return [one.prospect for one in everything(game, Outlook(view(game, request.seat), game.active), offers)]
