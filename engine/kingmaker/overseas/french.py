"""The French foot soldiers: fetched on the Continent, and used once in attack (rules 4.11)."""

from collections.abc import Sequence

from engine.core.errors import Illegal
from engine.kingmaker.board import locations, names
from engine.kingmaker.board.cards import piles
from engine.kingmaker.board.game import Kingmaker
from engine.kingmaker.board.ids import Location, PlaceId, SquareId
from engine.kingmaker.board.people import forces
from engine.kingmaker.ships import shipping

CARD = forces.FRENCH
CONTINENT = SquareId("continent")
CONTINENT_PORT = PlaceId("continent")


def must_be_fetched(game: Kingmaker) -> bool:
    """Whether they come into play on the Continent only [WBC-C24.1]."""
    return game.option("french_foot_soldiers") == "fetch_from_continent"


def can_fetch(game: Kingmaker, seat: str) -> bool:
    """Whether nobles of a seat may go to the Continent to fetch them: their player holds the card [WBC-C24.2].

    Every noble has the ten men that it takes.
    """
    return must_be_fetched(game) and CARD in game.faction(seat).hand


def check_play(game: Kingmaker, card: str, noble: str) -> None:
    """Raise Illegal if they cannot be laid with a noble where he is [WBC-C24.1]."""
    if card != CARD or not must_be_fetched(game):
        return
    if game.noble(noble).at != locations.open_in(CONTINENT):
        raise Illegal(
            lambda: f"{names.card(game, CARD)} are waiting on the Continent; land there with a ship to fetch them.",
            "WBC-C24.1",
        )
    fleet = shipping.ships_of(game, game.noble(noble).faction)
    if not any(shipping.port_of(game, ship) == CONTINENT_PORT for ship in fleet):
        raise Illegal(lambda: f"{names.card(game, CARD)} need a ship of yours in port on the Continent.", "WBC-C24.1")


def joined(game: Kingmaker, card: str) -> None:
    """Note that the French foot soldiers were fetched; aboard, they take no room until they land [WBC-C24.3]."""
    if card == CARD and must_be_fetched(game):
        game.state.french_voyage = True


def put_ashore(game: Kingmaker, nobles: Sequence[str], at: Location) -> None:
    """End their voyage over the sea [WBC-C24.3]."""
    if forces.holder(game, CARD) in nobles and locations.square_of(at) != CONTINENT:
        game.state.french_voyage = False


def spend(game: Kingmaker, attackers: Sequence[str]) -> None:
    """Send them to the Crown discard after an attack that has taken place [WBC-C24.4, COV-5.13]."""
    noble = forces.holder(game, CARD)
    if noble not in attackers or game.option("french_foot_soldiers") == "plain":
        return
    forces.take_from(game, game.noble(noble), CARD)
    piles.lose(game, CARD)
    text = f"{names.card(game, CARD)} have served {names.card(game, noble)} in an attack and go home."
    rule = "WBC-C24.4" if must_be_fetched(game) else "COV-5.13"
    game.emit("mercenaries_left", text, about=[CARD, noble], rule=rule)
