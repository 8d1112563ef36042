"""Dishonor markers: from the track, then from the box; given back to the box (rules 9.5) [LAN2-RES-14, LAN2-RES-27]."""

from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster


def receive(game: Lancaster, seat: str, number: int, why: str, rule: str) -> None:
    """Let a player take dishonor markers: from the leftmost space that holds one, else from the box."""
    for _ in range(number):
        space = next((place for place, markers in enumerate(game.state.track) if markers), None)
        if space is not None:
            game.state.track[space] -= 1
    game.player(seat).dishonor += number
    text = f"{{{seat}}} receives {names.amount('dishonor', number)}: {why}."
    game.emit("dishonor", text, about=[seat], rule=rule)


def give_back(game: Lancaster, seat: str, number: int, rule: str) -> None:
    """Let a player put dishonor markers into the box, as many as he has at most [LAN2-RES-06]."""
    returned = min(number, game.player(seat).dishonor)
    game.player(seat).dishonor -= returned
    if returned:
        text = f"{{{seat}}} puts {names.amount('dishonor', returned)} back into the supply."
        game.emit("dishonor", text, about=[seat], rule=rule)
