"""Submissions to the referee: an action with its seat, the person behind it, and its side effects."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.rows import Opening, PlanRecord, SeatRecord, Via
from bot.table.live_game import LiveGame
from engine.core.actions import MASTER, Action, Note, Rewind, Word
from engine.core.orders import Plan

SideEffect = Callable[[AsyncConnection, LiveGame], Awaitable[None]]
"""A change of the database beside the rules of a game, such as a pause, made in the transaction of a submission."""


@dataclass(frozen=True)
class Submission:
    """An action to be carried out on a game; the opening of a game is one as well, of no seat."""

    seat: str
    """The seat that acts: MASTER for what is done to the table from outside, "" for the opening."""
    action: Action | Opening
    user: int | None
    """The person who acts, None if nobody did."""
    via: Via
    new_seat: SeatRecord | None = None
    """The seat that a player gets who joins late."""
    seated: SeatRecord | None = None
    """The person who takes a seat by its side effect."""
    answers: bool = False
    """Whether it answers what the seat was asked."""
    answer: str = ""
    """That answer in words, where the question was secret."""
    plan: PlanRecord | None = None
    """The plan that it carries out."""
    left: Plan | None = None
    """The rest of that plan."""
    private_note: str = ""
    """The direct message to the person behind it."""
    side_effect: SideEffect | None = None
    pressed: int | None = None
    """The message whose button was pressed for it, None if there was none."""
    title: str = ""
    """The heading above it in the thread; "" for the usual one."""

    @property
    def own_seat(self) -> str:
        """The seat whose player has just acted in person, "" if somebody else acted."""
        if isinstance(self.action, Word):
            return self.action.by
        return self.seat if self.via is Via.PLAYER else ""

    @property
    def heading(self) -> str:
        """The log's heading for an action that was not a player's own."""
        if self.title or isinstance(self.action, Note | Word):
            return self.title
        if self.via is Via.DEADLINE and self.seat == MASTER:
            return "Its time is over."
        if self.via is Via.DEADLINE:
            return f"The deadline has passed: I choose the default for {{{self.seat}}}."
        if self.via is Via.MASTER:
            return "The game master overrules." if self.seat == MASTER else f"The game master acts for {{{self.seat}}}."
        if self.via is Via.CONSENT:
            return "All players have agreed."
        if isinstance(self.action, Rewind):
            return "One action is undone."
        return f"The computer player decides for {{{self.seat}}}." if self.via is Via.REGENT else ""
