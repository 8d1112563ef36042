"""The king's favour: a tile for each knight who enters a conflict while one is face up (rules 6.5)."""

from engine.core.actions import Action, Choice, Field, Offer, Request
from engine.core.errors import Illegal
from engine.core.text import capital, join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.board.steps import OfHouse
from engine.lancaster.common import goods
from engine.lancaster.common.nobles import Inviting, open_counties
from engine.lancaster.common.upgrading import Upgrading, options

USUAL = ("F5", "F6", "F3", "F1", "F2", "F4")
"""The order in which a tile is taken by default (D05)."""

WAIVE = "waive"

UNUSED = "you get nothing, and nobody else gets it this round"
"""What comes of a favour whose effect is left [LAN-BASE-86]."""


class TakeFavour(Action, frozen=True):
    """Take a favour tile; with `effect` "waive" its effect is left."""

    tile: str
    effect: str = ""


class Favour(OfHouse):
    """The choice of a favour after a knight has gone to a conflict (D05) [LAN-BASE-24]."""

    def proceed(self, game: Lancaster) -> bool:
        """Go on by itself where all tiles lie face down."""
        if game.state.favours:
            return False
        game.pop(self)
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask who leads the house."""
        tiles = game.state.favours
        waive = Field(
            "effect",
            "Only to keep it from the others?",
            lambda _: [Choice(WAIVE, "take it unused", UNUSED)],
            least=0,
        )
        which = Field(
            "tile",
            "Which favour?",
            lambda draft: [
                Choice(
                    tile,
                    capital(names.favour(game, tile, self.house)),
                    "" if draft.get("effect") else _comes_of(game, self.house, tile),
                )
                for tile in tiles
            ],
        )
        prompt = "Take a favour of the king. Each can be taken once a round, by one player."
        if game.is_ally(self.house):
            prompt = "Your ally's knight takes a favour of the king; an ally gets no goods."
        offers = (Offer(TakeFavour, "Take a favour", (waive, which)),)
        seat = game.seat_of(self.house)
        return [Request(seat, "D05", prompt, offers, lambda: TakeFavour(_usual(game, self.house)))]

    def act(self, game: Lancaster, seat: str, action: TakeFavour) -> None:
        """Turn the tile face down, and let it work."""
        if action.tile not in game.state.favours:
            shown = join_words(f"{tile} ({names.favour(game, tile)})" for tile in game.state.favours)
            raise Illegal(f"Choose a tile that lies face up: {shown}.", "LAN-BASE-24")
        if action.effect not in ("", WAIVE):
            raise Illegal("Write 'waive' to take the tile without its effect, or nothing to use it.", "LAN-BASE-86")
        game.state.favours.remove(action.tile)
        game.pop(self)
        favour = names.favour(game, action.tile, self.house)
        left = ", but does not use it" if action.effect else ""
        text = f"{names.house(game, self.house)} takes a favour of the king: {favour}{left}."
        game.emit("favour", capital(text), about=[self.house, action.tile], rule="LAN-BASE-24")
        if not action.effect:
            take_effect(game, self.house, action.tile)


def _comes_of(game: Lancaster, house: Colour, tile: str) -> str:
    """Return what follows from taking a tile, in a few words."""
    match game.catalog.favours[tile].kind:
        case "upgrade":
            bishop = "; a bishop adds 1 to your lord, and 1 point to each seal at the end"
            if names.or_a_bishop(game, house):
                return f"then you choose{bishop}"
            return f"then you choose which one{names.no_bishop(game, house)}"
        case "noble":
            return "an ally gets none" if game.is_ally(house) else "1 voting marker every round, and points at the end"
        case _:
            return "an ally gets no goods" if game.is_ally(house) else "yours at once"


def take_effect(game: Lancaster, house: Colour, tile: str) -> None:
    """Give a house the effect of a tile; an ally has no goods [LAN-BASE-115]."""
    favour = game.catalog.favours[tile]
    match favour.kind:
        case "upgrade":
            game.push(Upgrading(house, "D20" if game.is_ally(house) else "D06"))
        case "noble":
            game.push(Inviting(house))
        case good if not game.is_ally(house):
            amount: dict[str, int] = {good: favour.amount}
            goods.gain(game, game.seat_of(house), amount, "LAN-BASE-85", "the king's favour", announced=True)


def _usual(game: Lancaster, house: Colour) -> str:
    """Return the first tile with an effect, in the usual order; else any."""
    works = {"upgrade": bool(options(game, house)), "noble": bool(open_counties(game, house))}
    shown = [tile for tile in USUAL if tile in game.state.favours]
    able = (tile for tile in shown if works.get(game.catalog.favours[tile].kind, not game.is_ally(house)))
    return next(able, game.state.favours[0])
