"""What the dispatcher and a courier say to one another: a message to deliver, and what can become of it on Discord."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.errors import HeraldError
from bot.store.payloads import AnyPayload
from bot.store.rows import GameRecord, OutboxRow, SeatRecord


@dataclass(frozen=True)
class Item:
    """A message to deliver: to a user by direct message or, where there is none, to the thread of its game."""

    row: OutboxRow
    game: GameRecord
    seats: tuple[SeatRecord, ...]
    silent: frozenset[int] = frozenset()
    """The people who are named in it but do not want to be pinged now."""

    @property
    def nonce(self) -> str:
        """The nonce that every attempt to send it carries, so that Discord drops a repetition."""
        return self.row.nonce

    @property
    def payload(self) -> AnyPayload:
        """The content of the message."""
        return self.row.payload

    @property
    def user(self) -> int | None:
        """The user who gets it by direct message, None for the thread."""
        return self.row.user

    @property
    def version(self) -> int:
        """The version of the game that it speaks of."""
        return self.row.version

    @property
    def names(self) -> dict[str, str]:
        """Return the players' names by seat."""
        return {seat.id: seat.name for seat in self.seats}

    @property
    def users(self) -> dict[str, int]:
        """Return the users by seat, without those who have been dropped."""
        return {seat.id: seat.user for seat in self.seats if seat.left is None}


@dataclass(frozen=True)
class Page:
    """Messages that stand together in one on Discord, a turn as a rule: it is edited as the story goes on."""

    items: Sequence[Item]
    """Its texts, in order."""
    fresh: int
    """How many of these it has not said yet: the last ones."""
    message: int | None = None
    """The id of the message that is to be edited, None for a new one."""
    replaces: int | None = None
    """The id of the message that this one replaces; None if it replaces none."""

    @property
    def nonce(self) -> str:
        """The nonce of the message, whatever has come to stand in it."""
        return self.items[0].row.page_nonce

    @property
    def news(self) -> Sequence[Item]:
        """What it has not said yet."""
        return self.items[len(self.items) - self.fresh :]

    @property
    def silent(self) -> frozenset[int]:
        """The people who are named in it but do not want to be pinged now."""
        return frozenset[int]().union(*(item.silent for item in self.items))


@dataclass(frozen=True)
class Delivered:
    """A message has gone out; `message` is the id that Discord gave it, None where nothing had to be sent."""

    message: int | None = None


class Courier(Protocol):
    """Takes messages to Discord; the dispatcher knows no more of it."""

    async def deliver(self, item: Item) -> Delivered:
        """Send or edit a message with the nonce of `item`; raises a DeliveryProblem if that fails."""

    async def is_last(self, item: Item, message: int) -> bool:
        """Tell whether a message is the last in the thread of the item's game, with no reaction below it."""

    async def deliver_page(self, page: Page) -> Delivered:
        """Send a page with its nonce, or edit its message; raises as for one message, and Closed.

        Where a page takes the place of another message, that is deleted once it has been sent.
        """

    async def deliver_digest(self, items: Sequence[Item]) -> Delivered:
        """Send direct messages to the same person as one, with a nonce of them all; raises as for one."""


class DeliveryProblem(HeraldError):
    """A message that did not go out."""


class Unreachable(DeliveryProblem):
    """The user takes no direct messages."""


class TryLater(DeliveryProblem):
    """Discord is busy or down: try again after `seconds`, None for a growing pause."""

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Gone(DeliveryProblem):
    """The thread has been deleted or locked, or Herald may not write there."""


class Rejected(DeliveryProblem):
    """Discord will never take this message as it is."""


class Closed(Rejected):
    """A message that cannot be edited any more, or is no more; what it should have said needs a new one."""


_CLOSED = {50007, 50278, 10013}  # no direct messages to this user; no server in common; no such user
_OVER = {10008, 30046}  # no such message; edited too often since it is more than an hour old
_LOST = {10003, 10004, 50001, 50013}  # no such channel or server; no access; no permission
_SHUT = {50083, 160005}  # the thread is archived for good, or locked


def problem_of(status: int, code: int, reason: str, retry_after: float | None = None) -> DeliveryProblem:
    """Return what Discord's refusal means: HTTP status, Discord's own error code, its words, its Retry-After."""
    if code in _CLOSED:
        return Unreachable(reason)
    if code in _OVER:
        return Closed(reason)
    if code in _LOST | _SHUT:
        return Gone(reason)
    if status == 429 or status == 401 or status >= 500:
        return TryLater(reason, retry_after)
    return Rejected(reason)
