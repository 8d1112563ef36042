"""Everything in a War Lord Tourney that has a name: pieces that can be asked about, and what actions can be about."""

from collections.abc import Mapping

from engine.warlord import arms, names
from engine.warlord.catalog import units
from engine.warlord.game import Warlord


def cards() -> Mapping[str, str]:
    """The kinds of pieces and the weapons by id."""
    return {unit.id: unit.name for unit in units().values()} | {w.id: w.name for w in arms.weapons().values()}


def things(game: Warlord) -> Mapping[str, str]:
    """What the arguments of an action may name, by id: seats, sides, pieces, graves, weapons and squares."""
    seats = {seat: f"{{{seat}}}" for seat in game.state.seats}
    sides = {side: names.side(side) for side in game.state.sides}
    pieces = {id: names.piece(game, id) for id in game.state.pieces}
    graves = {id: f"the grave on {grave.square}" for id, grave in game.state.graves.items()}
    squares = {square: square for square in game.board.lie}
    return {**seats, **cards(), **sides, **pieces, **graves, **squares}
