"""Dice that anyone can check afterwards.

Every draw is a number of a counter-based stream: HMAC-SHA256 over the game's id and a counter, keyed by a secret
of the server combined with a word from each player. The SHA-256 of the secret is posted when the game starts and
the secret is revealed when it ends, so that every roll and shuffle can be recomputed.
"""

import hmac
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from hashlib import sha256
from typing import TypeVar

import msgspec

T = TypeVar("T")

WORD = 2**64
"""The number of values of a word of the stream, and so the most sides of a die."""


class Draw(msgspec.Struct, frozen=True):
    """One number drawn."""

    counter: int
    """Its place in the stream of the game, from 1."""

    sides: int
    """The result lies in 1..`sides`."""

    result: int
    """The number."""

    purpose: str
    """The purpose of the draw, in words."""

    hidden: bool = False
    """Whether it is part of a secret, such as a shuffle, and is logged without its number."""


class Thrown(msgspec.Struct):
    """Dice that were rolled at the table and wait for the next draw of their kind."""

    roll: str
    """The roll that they are for, by its name in the game."""

    purpose: str
    """The purpose of the draws that use it; `*` stands for any words."""

    sides: int
    """The sides of each die."""

    faces: list[int]
    """Their unused faces, in order."""

    by: str = ""
    """The seat whose player has rolled them; "" for somebody else."""


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of the server's secret, which is posted before the first draw.

    >>> commitment(b"the secret")[:16]
    '368a693d784c7d19'
    """
    return sha256(secret).hexdigest()


def game_key(secret: bytes, words: Iterable[tuple[str, str]]) -> bytes:
    """Combine the server's secret with the players' words, as (seat, word), given after the commitment.

    >>> words = [("s1", "rose"), ("s2", "lily")]
    >>> game_key(b"the secret", words) == game_key(b"the secret", reversed(words))
    True
    >>> game_key(b"the secret", words) == game_key(b"the secret", [("s1", "thorn"), ("s2", "lily")])
    False
    """
    mixed = "\n".join(f"{seat}={word}" for seat, word in sorted(words))
    return hmac.digest(secret, mixed.encode(), "sha256")


def number(key: bytes, game_id: str, counter: int, sides: int) -> int:
    """Return the number at `counter`, uniform in 1..`sides`: words past the last full multiple are rejected.

    `sides` is at most `WORD`; with more no word would ever do.

    >>> [number(b"the key", "k7f2", counter, 6) for counter in (1, 2, 3)]
    [1, 6, 3]
    """
    limit = WORD - WORD % sides
    attempt = 0
    while True:
        digest = hmac.digest(key, f"{game_id}:{counter}:{attempt}".encode(), "sha256")
        for start in range(0, 32, 8):
            word = int.from_bytes(digest[start : start + 8], "big")
            if word < limit:
                return word % sides + 1
        attempt += 1


class Dice:
    """The stream of one game, standing at `counter`; `drawn` logs the draws since it was last cleared.

    `force` queues results for scenarios, by the purpose's die; a live game has none. Dice that were `thrown` at the
    table are no draws and move nothing in the stream; `used` logs them, and `fallen` has both in order.
    """

    def __init__(self, key: bytes, game_id: str, counter: int = 0) -> None:
        self.key = key
        self.game_id = game_id
        self.counter = counter
        self.drawn: list[Draw] = []
        self.fallen: list[Draw] = []
        self.thrown: list[Thrown] = []
        self.used: list[tuple[Thrown, Draw]] = []
        self.forced: dict[int, list[int]] = {}

    def force(self, sides: int, results: Iterable[int]) -> None:
        """Let the next draws of a die with `sides` sides show `results`.

        >>> dice = Dice(b"the key", "k7f2")
        >>> dice.force(6, [5])
        >>> dice.roll(6, "event"), dice.roll(20, "battle"), dice.counter
        (5, 16, 2)
        """
        self.forced.setdefault(sides, []).extend(results)

    def roll(self, sides: int, purpose: str, *, hidden: bool = False) -> int:
        """Return a number in 1..`sides` and log it under `purpose`; `hidden` ones are logged without a face."""
        thrown = None if hidden or not self.thrown else self._thrown_for(sides, purpose)
        if thrown is not None:
            draw = Draw(0, sides, thrown.faces.pop(0), purpose)
            self.used.append((thrown, draw))
        else:
            self.counter += 1
            queue = self.forced.get(sides)
            result = queue.pop(0) if queue else number(self.key, self.game_id, self.counter, sides)
            draw = Draw(self.counter, sides, result, purpose, hidden)
            self.drawn.append(draw)
        self.fallen.append(draw)
        return draw.result

    def _thrown_for(self, sides: int, purpose: str) -> Thrown | None:
        """Return the first dice rolled at the table that stand for a draw; None where Herald draws."""
        fits = (one for one in self.thrown if one.sides == sides and one.faces and fnmatchcase(purpose, one.purpose))
        return next(fits, None)

    def begin(self, thrown: list[Thrown]) -> None:
        """Clear the log before an action and take over the dice `thrown` at the table."""
        self.drawn, self.fallen, self.used, self.thrown = [], [], [], thrown

    def put_away(self) -> list[tuple[Thrown, list[int]]]:
        """Remove the table's dice that were used; return them with the faces that counted."""
        found = [(one, [draw.result for by, draw in self.used if by is one]) for one in self.thrown]
        touched = [(one, faces) for one, faces in found if faces]
        self.thrown[:] = [one for one, faces in found if not faces]
        return touched

    def pick(self, items: Sequence[T], purpose: str, *, hidden: bool = False) -> T:
        """Return one of `items`, each equally likely."""
        return items[self.roll(len(items), purpose, hidden=hidden) - 1]

    def shuffle(self, items: list[T], purpose: str) -> None:
        """Put `items` in random order in place (Fisher-Yates); the draws are hidden."""
        for last in range(len(items) - 1, 0, -1):
            other = self.roll(last + 1, purpose, hidden=True) - 1
            items[last], items[other] = items[other], items[last]
