"""Extension tiles: one of one's own on its castle space (rules 9.4) [LAN-BASE-55]."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.text import join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.steps import OfSeat

ANOTHER = "You may place another extension in your castle. It works every round, too, without a knight."
"""The question about every extension but the first."""


class Extend(Action, frozen=True):
    """Place an extension tile in one's castle."""

    tile: str


class Extending(OfSeat):
    """A player may place an extension tile (D08, D11)."""

    decision: str = "D08"

    def proceed(self, game: Lancaster) -> bool:
        """Go on by itself where all six tiles are placed."""
        if unplaced(game, self.seat):
            return False
        game.pop(self)
        text = f"{{{self.seat}}} has placed all extension tiles."
        game.emit("no_extension", text, about=[self.seat], rule="LAN-BASE-55")
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask the player."""
        left = unplaced(game, self.seat)
        offers = (
            Offer(Extend, "Place an extension", (tile_field(game, self.seat),)),
            Offer(Pass, "Place none", forgoes=True),
        )
        return [Request(self.seat, self.decision, ANOTHER, offers, lambda: Extend(left[0]))]

    def act(self, game: Lancaster, seat: str, action: Extend | Pass) -> None:
        """Place a tile, or none."""
        if isinstance(action, Extend):
            extend(game, seat, action.tile)
        else:
            game.emit("declined", f"{{{seat}}} places no extension.", about=[seat], rule="LAN-BASE-55")
        game.pop(self)


def unplaced(game: Lancaster, seat: str) -> list[str]:
    """Return the tiles that a player has not placed."""
    return [tile for tile in game.catalog.tiles if tile not in game.player(seat).tiles]


def tile_field(game: Lancaster, seat: str) -> Field:
    """Return the question about the tile."""

    def told(tile: str) -> Choice:
        """Return a tile with what it is good for: 'Counting House', 'brings 2 gold each round'."""
        space = game.catalog.tiles[tile].space
        return Choice(tile, names.tile(game, tile), f"{names.brings(game, space, game.own(seat))} each round")

    return Field("tile", "Which tile?", lambda _: [told(tile) for tile in unplaced(game, seat)])


def extend(game: Lancaster, seat: str, tile: str) -> None:
    """Place a tile; raises Illegal unless the player has not placed it yet."""
    if tile not in unplaced(game, seat):
        left = join_words(names.tile(game, one) for one in unplaced(game, seat))
        raise Illegal(f"Choose one of your tiles that you have not placed: {left}.", "LAN-BASE-55")
    game.player(seat).tiles.append(tile)
    text = f"{{{seat}}} adds the {names.tile(game, tile)} to their castle."
    game.emit("extended", text, about=[seat], rule="LAN-BASE-55")


def covered(game: Lancaster, colour: str, space: str) -> bool:
    """Whether a castle space lies under an extension tile."""
    player = game.player(game.seat_of(colour))
    return not game.is_ally(colour) and any(game.catalog.tiles[tile].space == space for tile in player.tiles)
