"""A knight goes into the tower, and dishonor goes back into the box (rules 6.7) [LAN2-RES-03 to LAN2-RES-08]."""

from engine.core.errors import Illegal
from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.common import dishonor


def inside(game: Lancaster) -> int:
    """Return the total strength in the tower, the neutral knight included."""
    return game.state.neutral_knight + game.strength_of(game.knights_at(spots.TOWER))


def check_tower(game: Lancaster, knight: str) -> None:
    """Raise Illegal unless there is room for a knight in the tower."""
    if not game.resentment:
        raise Illegal("There is no tower in this game; choose another space.", "LAN2-RES-03")
    room = game.catalog.tower_room - inside(game)
    if game.knight(knight).strength > room:
        raise Illegal(f"The tower has room for a strength of {room} only; choose another space.", "LAN2-RES-04")


def enter(game: Lancaster, house: str, knight: str) -> None:
    """Let a knight into the tower; a player puts as many markers back as the knight is strong [LAN2-RES-05]."""
    game.knight(knight).at = spots.TOWER
    if not game.is_ally(house):
        dishonor.give_back(game, game.seat_of(house), game.knight(knight).strength, "LAN2-RES-05")
