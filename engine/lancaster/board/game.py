"""A game of Lancaster in play, with the look-ups that every chapter needs."""

from collections.abc import Callable

from engine.core.dice import Dice
from engine.core.game import Game
from engine.lancaster.board import spots
from engine.lancaster.board.catalog import Catalog, Table, catalog
from engine.lancaster.board.state import Colour, House, Knight, Player, Privilege, State


class Lancaster(Game[State]):
    """The state, the dice and the events of a game of Lancaster."""

    def __init__(self, state: State, dice: Dice, always: Callable[["Lancaster"], None] = lambda _: None) -> None:
        super().__init__(state, dice, always)
        self.catalog: Catalog = catalog(state.figures)
        """The printed figures that this table plays with."""

    # ------------------------------------------------------------------ the table

    @property
    def court(self) -> bool:
        """Whether At the King's Court is in play."""
        return bool(self.option("court"))

    @property
    def resentment(self) -> bool:
        """Whether The King's Resentment is in play."""
        return bool(self.option("resentment"))

    @property
    def duel(self) -> bool:
        """Whether two play, with allies (rules 11)."""
        return len(self.state.seats) == 2

    @property
    def screens(self) -> bool:
        """Whether goods are hidden: not with two players [LAN-BASE-66, LAN-BASE-119]."""
        return not self.duel

    @property
    def figures(self) -> Table:
        """The row of the set-up table for this number of players."""
        return self.catalog.tables[len(self.state.seats)]

    @property
    def last_round(self) -> bool:
        """Whether the last round is being played."""
        return self.state.turn.round == self.catalog.rounds

    def playing(self) -> list[str]:
        """Return the seats that are still in the game."""
        return [seat for seat in self.state.seats if seat not in self.state.gone]

    def order(self) -> list[str]:
        """Return the seats in turn order: clockwise from the start player."""
        return self.clockwise(self.state.turn.start)

    def clockwise(self, first: str) -> list[str]:
        """Return the seats clockwise from one of them."""
        at = self.state.seats.index(first)
        return [seat for seat in (*self.state.seats[at:], *self.state.seats[:at]) if seat not in self.state.gone]

    def after(self, seat: str) -> str:
        """Return the seat on the left of another."""
        return next(other for other in [*self.clockwise(seat), seat] if other != seat or len(self.playing()) == 1)

    # ------------------------------------------------------------------ who owns what

    def player(self, seat: str) -> Player:
        """Return what a seat owns."""
        return self.state.players[seat]

    def own(self, seat: str) -> Colour:
        """Return the colour of a seat's own house."""
        return self.player(seat).colour

    def houses_of(self, seat: str) -> list[Colour]:
        """Return a seat's own house, and its ally's if there is one."""
        player = self.player(seat)
        return [player.colour, *([Colour(player.ally)] if player.ally else [])]

    def house(self, colour: str) -> House:
        """Return a house in play; KeyError if there is none of that colour."""
        return self.state.houses[colour]

    def seat_of(self, colour: str) -> str:
        """Return the seat that leads a house."""
        return self.house(colour).seat

    def is_ally(self, colour: str) -> bool:
        """Tell whether a house is an ally's."""
        return self.house(colour).ally

    def bishop_to_take(self, colour: str) -> bool:
        """Whether a house may take a bishop instead of an upgrade; an ally's goes to the box (rules 9.1, 11.2, R41)."""
        if not self.court or not self.state.bishops_left:
            return False
        return self.is_ally(colour) or self.player(self.seat_of(colour)).bishops < self.catalog.most_bishops

    # ------------------------------------------------------------------ knights

    def knight(self, knight: str) -> Knight:
        """Return a knight; KeyError if there is none of that id."""
        return self.state.knights[knight]

    def knights(self, colour: str, at: str = "") -> list[str]:
        """Return the knights of a house, at a spot or at all, the weakest first."""
        return [
            knight_id
            for knight_id, knight in self.state.knights.items()
            if knight.house == colour and at in ("", knight.at)
        ]

    def knights_at(self, at: str) -> list[str]:
        """Return all knights at a spot."""
        return [knight_id for knight_id, knight in self.state.knights.items() if knight.at == at]

    def strength_of(self, knights: list[str]) -> int:
        """Return the sum of the strengths of knights."""
        return sum(self.knight(knight).strength for knight in knights)

    def on(self, colour: str, kind: str) -> list[str]:
        """Return the knights of a house on spaces of a kind: county, castle, conflict, office, tower."""
        return [knight for knight in self.knights(colour) if spots.kind(self.knight(knight).at) == kind]

    def deployed(self, colour: str, strength: int = 0) -> list[str]:
        """Return the deployed knights of a house, of one strength or of all (rules 6.9, R07)."""
        return [
            knight_id
            for knight_id in self.knights(colour)
            if spots.deployed(self.knight(knight_id).at) and strength in (0, self.knight(knight_id).strength)
        ]

    def fought(self, colour: str) -> list[str]:
        """Return the cards on which a house has a knight (rules 6.9)."""
        return list(dict.fromkeys(spots.name(self.knight(knight).at) for knight in self.on(colour, "conflict")))

    def held(self, colour: str) -> list[str]:
        """Return the counties in which a house has a knight, in letter order."""
        return [letter for letter, county in self.state.counties.items() if county.house == colour]

    # ------------------------------------------------------------------ privileges

    def privileges_at(self, at: str) -> list[Privilege]:
        """Return the privileges on a spot."""
        return [piece for piece in self.state.privileges if piece.at == at]

    def usable(self, colour: str) -> list[Privilege]:
        """Return the privileges that a house may use now: granted in the round before, not used yet (rules 6.8)."""
        return [
            piece
            for piece in self.state.privileges
            if piece.house == colour and not piece.at and piece.granted < self.state.turn.round
        ]
