"""A running game as it is held under its lock, and what is to be carried out on it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.model.pace import WhileAway
from bot.store.payloads import Call
from bot.store.rows import GameRecord, Opening, Order, OutboxRow, SeatRecord, Timer, Via
from engine.core.actions import MASTER, Action, Note, Rewind
from engine.core.table import Table

Key = tuple[str, str]

Beside = Callable[[AsyncConnection, "Sitting"], Awaitable[None]]
"""Changes what lies beside the rules of a game, in the transaction of a deed."""


@dataclass(frozen=True)
class Deed:
    """An action with the seat that it is for, the person behind it and how it came about.

    The opening of a game is a deed as well, of no seat. `seated` is the new seat of a player who joins late.
    `answers` says that it answers what the seat was asked. `order` is the standing order that it carries out, `whisper`
    what its owner is told of that. `beside` changes what lies beside the rules, in the same transaction; `title` is
    what the thread is told above it.
    """

    seat: str
    action: Action | Opening
    user: int | None
    via: Via
    seated: SeatRecord | None = None
    answers: bool = False
    order: Order | None = None
    whisper: str = ""
    beside: Beside | None = None
    title: str = ""

    @property
    def own(self) -> str:
        """The seat whose player has just acted in person, "" if it was somebody else's hand."""
        return self.seat if self.via is Via.PLAYER else ""

    @property
    def heading(self) -> str:
        """What the log says of an action that was not a player's own."""
        if self.title or isinstance(self.action, Note):
            return self.title
        if self.via is Via.DEADLINE and self.seat == MASTER:
            return "The time for this is over."
        if self.via is Via.DEADLINE:
            return f"The deadline has passed: the default is taken for {{{self.seat}}}."
        if self.via is Via.MASTER:
            return "The game master overrules." if self.seat == MASTER else f"The game master acts for {{{self.seat}}}."
        if self.via is Via.CONSENT:
            return "The players have agreed on it."
        if isinstance(self.action, Rewind):
            return "An action is taken back."
        return f"The regent decides for {{{self.seat}}}." if self.via is Via.REGENT else ""


@dataclass(frozen=True)
class Sitting:
    """A game with its players and its live table, held under the game's lock."""

    game: GameRecord
    seats: tuple[SeatRecord, ...]
    table: Table

    @property
    def names(self) -> dict[str, str]:
        """Return the players' names by seat."""
        return {holder.id: holder.name for holder in self.seats}

    def seat_of(self, user: int) -> str:
        """Return the seat that a user holds; raises Refused if there is none."""
        for holder in self.seats:
            if holder.user == user and holder.left is None:
                return holder.id
        raise Refused(f"You have no seat in {self.game.title}; only its players can do that.")

    def user_of(self, seat: str) -> int | None:
        """Return the person who holds a seat, None for a vacant one or a computer player's."""
        return next((holder.user for holder in self.seats if holder.id == seat and holder.human), None)

    def regent_of(self, seat: str) -> str:
        """Return the computer player that decides for a seat, "" where its player does."""
        return next((holder.regent for holder in self.seats if holder.id == seat and holder.left is None), "")

    def stands(self, seat: str) -> bool:
        """Whether the clock of a seat stands still because its player is away."""
        return any(stands(self, holder) for holder in self.seats if holder.id == seat and holder.left is None)


def plays(seats: Iterable[SeatRecord], user: int) -> bool:
    """Tell whether a person has a seat, and so may not be told what is hidden."""
    return any(seat.user == user and seat.left is None for seat in seats)


@dataclass(frozen=True)
class Past:
    """What was before an action: the decisions waited for, the seat that was next, undelivered asks, timers running."""

    waiting: Sequence[Call] = ()
    upcoming: str = ""
    pending: Sequence[OutboxRow] = ()
    running: Sequence[Timer] = ()


def regent_name(sitting: Sitting) -> str:
    """Return the computer player that stands in at a table; "" if its game has none."""
    known = sitting.table.rules.players()
    wanted = sitting.game.pace.regent
    return wanted if wanted in known else next(iter(known), "")


def stands(sitting: Sitting, seat: SeatRecord) -> bool:
    """Whether the clock of a seat stands still because its player is away."""
    way = sitting.game.pace.away
    alone = way is WhileAway.REGENT and not regent_name(sitting)
    return seat.away is not None and (way is WhileAway.STOP or alone)
