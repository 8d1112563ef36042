"""A player leaves for good: the seat is closed, and what is his leaves the board."""

from engine.lancaster.board import spots
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.steps import Question
from engine.lancaster.placing import counties, lords, privileges
from engine.lancaster.placing.placing import Placing


def close(game: Lancaster, seat: str) -> None:
    """Close a seat: its houses leave counties, conflicts and court; the last player who is left wins."""
    game.state.gone.append(seat)
    game.emit("left", f"{{{seat}}} has left the game, and the seat is closed.", about=[seat])
    game.state.steps = [
        step for step in game.state.steps if not (isinstance(step, Question) and step.asked(game) == seat)
    ]
    for colour in game.houses_of(seat):
        _clear(game, colour)
    _hand_over(game, seat)
    if len(game.playing()) == 1:
        winner = game.playing()[0]
        game.state.turn.phase = "over"
        game.finish([winner], f"{{{winner}}} is the last player in the game and wins.")


def _hand_over(game: Lancaster, seat: str) -> None:
    """Let the next player begin, or place, in the stead of one who leaves; what he has placed was his turn."""
    turn = game.state.turn
    heir = next(iter(game.clockwise(seat)), "")
    turn.start = heir if turn.start == seat else turn.start
    turn.named = "" if turn.named == seat else turn.named
    if turn.seat == seat:
        turn.seat = heir
        for step in game.state.steps:
            if isinstance(step, Placing):
                step.placed = False


def _clear(game: Lancaster, colour: str) -> None:
    for letter in game.held(colour):
        counties.leave(game, letter)
    for office in [office for office, stack in game.state.stacks.items() if stack.house == colour]:
        lords.leave(game, office)
    for office in [office for office, holder in game.state.holders.items() if holder == colour]:
        del game.state.holders[office]
    for conflict in game.state.conflicts.values():
        for space in conflict.spaces:
            if space.house == colour:
                space.house, space.archer = "", False
    privileges.to_supply(game, [piece for piece in game.state.privileges if piece.house == colour])
    for knight in game.knights(colour):
        game.knight(knight).at = spots.RESERVE
    game.house(colour).lord = spots.TREASURY if game.court else ""
