"""Everything in a War Lord Tourney that has a name: what the arguments of actions can be about."""

from collections.abc import Mapping, Sequence

from engine.warlord.board import arms, names
from engine.warlord.board.catalog import units
from engine.warlord.board.game import Warlord


def things(game: Warlord) -> Sequence[Mapping[str, str]]:
    """Return the words for an action's arguments by id: kinds, weapons, sides, pieces, graves and squares."""
    kinds = {unit.id: unit.name for unit in units().values()}
    weapons = {weapon.id: weapon.name for weapon in arms.weapons().values()}
    sides = {side: names.side(side) for side in game.state.sides}
    pieces = {str(piece_id): names.piece(game, piece_id) for piece_id in game.state.pieces}
    graves = {grave_id: f"the grave on {grave.square}" for grave_id, grave in game.state.graves.items()}
    squares = {str(square): str(square) for square in game.board.lie}
    return [kinds, weapons, sides, pieces, graves, squares]
