"""A knight takes a space of his own castle (rules 6.3, 11.1)."""

from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.lancaster.board import names, spots
from engine.lancaster.board.catalog import CastleSpace
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import building


def spaces(game: Lancaster, house: str) -> dict[str, CastleSpace]:
    """Return the spaces of a house's castle: six, or two of an ally's [LAN-BASE-113]."""
    return game.catalog.ally_castle if game.is_ally(house) else game.catalog.castle


def check_castle(game: Lancaster, house: str, space: str) -> None:
    """Raise Illegal unless a knight of a house may stand on a space of its castle [LAN-BASE-18, LAN-BASE-19]."""
    own = spaces(game, house)
    if space not in own:
        rule = "LAN-BASE-113" if game.is_ally(house) else "LAN-BASE-18"
        raise Illegal(f"This castle has the spaces {join_words(own)}; choose one of them.", rule)
    at = spots.castle(space)
    if game.knights(house, at):
        raise Illegal(f"A knight stands on {names.spot(game, at)} already; choose another space.", "LAN-BASE-18")
    if game.option("extension_closes_space") and building.covered(game, house, space):
        raise Illegal(f"{names.spot(game, at)} is covered by an extension tile; choose another space.", "LAN-BASE-19")
