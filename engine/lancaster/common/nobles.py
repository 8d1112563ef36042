"""Nobles: one of each letter at a player's table (rules 9.3) [LAN-BASE-36, LAN-BASE-108]."""

from engine.core.actions import Action, Choice, Field, Offer, Pass, Request
from engine.core.errors import Illegal
from engine.core.text import capital, join_words
from engine.lancaster.board import names
from engine.lancaster.board.game import Lancaster
from engine.lancaster.board.state import Colour
from engine.lancaster.board.steps import OfHouse

ANY_NOBLE = (
    "Choose a noble. All are worth the same, but each player can have only one of each county: choose a county that "
    "you do not expect to win. In brackets: the strength a knight needs there."
)

LEAVES_THE_GAME = "Choose a noble who leaves the game."


class Invite(Action, frozen=True):
    """Take a noble of a county to one's table; for an ally he leaves the game."""

    county: str


class Inviting(OfHouse):
    """The king's favour gives a noble of any county (D07)."""

    def proceed(self, game: Lancaster) -> bool:
        """Go on by itself where no noble can be taken."""
        if open_counties(game, self.house):
            return False
        game.pop(self)
        text = f"There is no noble for {names.house(game, self.house)} to take."
        game.emit("no_noble", text, about=[self.house], rule="LAN-BASE-26")
        return True

    def requests(self, game: Lancaster) -> list[Request]:
        """Ask who leads the house."""
        counties = open_counties(game, self.house)
        ally = game.is_ally(self.house)
        prompt = LEAVES_THE_GAME if ally else ANY_NOBLE
        nobles = [Choice(letter, capital(names.noble(game, letter))) for letter in counties]
        field = Field("county", "Which noble?", lambda _: nobles)
        offers = (Offer(Invite, "Take a noble", (field,)), Offer(Pass, "Take none", forgoes=not ally))
        return [
            Request(
                game.seat_of(self.house),
                "D07",
                prompt,
                offers,
                Pass if ally else lambda: Invite(_usual(game, counties)),
            )
        ]

    def act(self, game: Lancaster, seat: str, action: Invite | Pass) -> None:
        """Take a noble, or none."""
        if isinstance(action, Invite):
            check_noble(game, self.house, action.county, "LAN-BASE-26")
            take(game, self.house, action.county, "LAN-BASE-26")
        else:
            game.emit("declined", f"{{{seat}}} takes no noble.", about=[seat], rule="LAN-BASE-86")
        game.pop(self)


def _usual(game: Lancaster, counties: list[str]) -> str:
    """Return the default: the noble whose county is hardest to win, the first of equals (D07)."""
    return max(counties, key=lambda letter: game.catalog.counties[letter].min_strength)


def open_counties(game: Lancaster, house: Colour) -> list[str]:
    """Return the counties whose noble a house may take."""
    return [letter for letter in game.state.counties if can_take(game, house, letter)]


def can_take(game: Lancaster, house: Colour, letter: str) -> bool:
    """Whether a noble of a county is left, and its player has none of that letter."""
    owned = () if game.is_ally(house) else game.player(game.seat_of(house)).nobles
    return game.state.counties[letter].nobles > 0 and letter not in owned


def check_noble(game: Lancaster, house: Colour, letter: str, rule: str) -> None:
    """Raise Illegal unless a house may take a noble of a county."""
    county = game.state.counties.get(letter)
    if county is None:
        raise Illegal(f"Name a county: {join_words(game.state.counties)}.", rule)
    if not county.nobles:
        raise Illegal(
            f"No noble is left in {names.spot(game, f'county:{letter}')}; choose another county.", "LAN-BASE-36"
        )
    if not can_take(game, house, letter):
        raise Illegal(
            f"{capital(names.noble(game, letter))} sits at your table already; choose another.",
            "LAN-BASE-36",
        )


def take(game: Lancaster, house: Colour, letter: str, rule: str) -> None:
    """Bring a noble to a player's table; for an ally he leaves the game."""
    game.state.counties[letter].nobles -= 1
    seat = game.seat_of(house)
    if game.is_ally(house):
        text = f"{{{seat}}} lets {names.noble(game, letter)} leave the game."
    else:
        game.player(seat).nobles.append(letter)
        text = f"{{{seat}}} takes a noble: {names.noble(game, letter)}."
    game.emit("noble", text, about=[seat, letter], rule=rule)
