"""A game of Kingmaker in play, with the look-ups that every chapter needs."""

from engine.core.game import Game
from engine.kingmaker.catalog import Catalog, catalog
from engine.kingmaker.state import Faction, Heir, Noble, Ship, State


class Kingmaker(Game[State]):
    """The state, the dice and the events of a game of Kingmaker."""

    @property
    def book(self) -> Catalog:
        """Everything printed."""
        return catalog()

    @property
    def active(self) -> str:
        """The seat whose turn it is."""
        return self.state.turn.seat

    def option(self, name: str) -> object:
        """Return the value of an option of this table; KeyError if there is none of that name."""
        return self.state.options[name]

    def noble(self, noble: str) -> Noble:
        """Return a noble in play; KeyError if he is not."""
        return self.state.nobles[noble]

    def heir(self, heir: str) -> Heir:
        """Return an heir, living or dead; KeyError if he is not in the game."""
        return self.state.heirs[heir]

    def ship(self, ship: str) -> Ship:
        """Return a ship on the map; KeyError if it is not there."""
        return self.state.ships[ship]

    def faction(self, seat: str) -> Faction:
        """Return what a seat has besides what is on the map."""
        return self.state.factions[seat]

    def clockwise(self, start: str = "") -> list[str]:
        """Return the seats that are still in the game, in table order from `start` (the active seat)."""
        seats = self.state.seats
        first = seats.index(start or self.active)
        return [seat for seat in seats[first:] + seats[:first] if not self.state.factions[seat].gone]

    def settle(self) -> None:
        """Keep the rules that are always on (see always.py)."""
        from engine.kingmaker import always

        always.keep(self)
