"""A running game as the referee holds it: its row, its players and its live table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.errors import Refused
from bot.model.time_control import WhileAway
from bot.store.rows import GameRecord, Opening, SeatRecord
from engine.core.table import Table


@dataclass(frozen=True)
class LogEnd:
    """The end of a game's log, to which the next entry is chained."""

    version: int
    """The number of the last entry."""
    opening: Opening
    """The entry of version 0, from which the game was set up."""
    hash: str
    """The hash that the next entry is chained to: that of the last entry, or the game's commitment before the first."""


@dataclass(frozen=True)
class LiveGame:
    """A game with its players and its live table, held under the game's lock."""

    game: GameRecord
    seats: tuple[SeatRecord, ...]
    table: Table
    log_end: LogEnd

    @property
    def names(self) -> dict[str, str]:
        """Return the players' names by seat."""
        return {holder.id: holder.name for holder in self.seats}

    def seat_of(self, user: int) -> str:
        """Return the seat that a user holds; raises Refused if there is none."""
        if seat := seat_held(self.seats, user):
            return seat
        raise Refused(f"You have no seat in {self.game.title}; only its players can do that.")

    def user_of(self, seat: str) -> int | None:
        """Return the person who holds a seat, None for a vacant one or a computer player's."""
        return next((holder.user for holder in self.seats if holder.id == seat and holder.human), None)

    def regent_of(self, seat: str) -> str:
        """Return the computer player that decides for a seat, "" where its player does."""
        return next((holder.regent for holder in self.seats if holder.id == seat and holder.left is None), "")

    def computer_of(self, seat: str) -> str:
        """Return the seat itself where a computer player holds it, "" where it is a person's, whoever decides there."""
        held = (holder for holder in self.seats if holder.id == seat and holder.left is None)
        return next((seat for holder in held if not holder.human and holder.regent), "")

    @property
    def usual_regent(self) -> str:
        """The computer player that decides for absent people at this table; "" if its game has none."""
        known = self.table.rules.players
        wanted = self.game.pace.regent
        return wanted if wanted in known else next(iter(known), "")

    def clock_stands(self, seat: str) -> bool:
        """Whether the clock of a seat stands still because its player is away."""
        return any(self.clock_stands_for(holder) for holder in self.seats if holder.id == seat and holder.left is None)

    def clock_stands_for(self, holder: SeatRecord) -> bool:
        """Return whether the clock of a seat stands still for this holder, who may not be saved yet."""
        way = self.game.pace.away
        alone = way is WhileAway.REGENT and not self.usual_regent
        return holder.away is not None and (way is WhileAway.STOP or alone)


def seat_held(seats: Iterable[SeatRecord], user: int) -> str:
    """Return the seat that a person holds, "" if there is none."""
    return next((seat.id for seat in seats if seat.user == user and seat.left is None), "")


def plays(seats: Iterable[SeatRecord], user: int) -> bool:
    """Tell whether a person has a seat, and so may not be told what is hidden."""
    return seat_held(seats, user) != ""
