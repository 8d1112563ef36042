"""The chain of a game's log: each entry is sealed by a hash that covers the one before.

Whoever knows the hash of one entry can tell whether anything up to it was changed. The hashes are posted while the game
is played; nobody can try out secrets against them, for every entry has a salt that is shown at the end alone.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

import msgspec

from engine.core.events import Event

SEATED = "seated"
"""The kind of event, told to nobody, that says with whose name a seat is held: its subjects are seat and hash."""


class Link(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What an entry's hash covers: its text is this as a JSON array, the fields in this order."""

    game: str
    """The id of the game."""

    number: int
    """The number of the entry; 0 is the opening."""

    seat: str
    """Its author: a seat, the game master, or "" for the opening."""

    salt: str
    """The salt: for a person's entry a hash of the person with random digits, else random digits.

    "" in entries of other than people that were written before these had any.
    """

    via: str
    """The source of the action, such as the player or a deadline."""

    action: str
    """The action, as JSON."""

    state_hash: str
    """The SHA-256 of the state after it."""

    draws: str
    """The numbers that were drawn, as JSON."""

    events: str
    """The events with their secrets, as JSON."""

    time: float
    """When it was accepted, in Unix seconds."""

    previous: str
    """The hash of the entry before; of the opening, the commitment to the dice."""

    def text(self) -> str:
        """Return what is hashed."""
        return msgspec.json.encode(self).decode()

    def digest(self) -> str:
        """Return the hash of the entry."""
        return digest(self.text())


def digest(text: str) -> str:
    """Return the hash of an entry from its text."""
    return sha256(text.encode()).hexdigest()


def link(text: str) -> Link:
    """Return an entry from its text; raises msgspec.MsgspecError if it is none."""
    return msgspec.json.decode(text, type=Link)


def blinded(salt: str, what: object) -> str:
    """Return the salted hash by which the chain names a person; nobody can identify them without the salt."""
    return sha256(f"{salt} {what}".encode()).hexdigest()


def of_figures(text: str) -> str:
    """Return the hash of an edition's figures, given as the text of a file, for the opening; "" for Herald's."""
    return digest(text) if text else ""


def seated(seat: str, salt: str, name: str) -> Event:
    """Return the event that records the hash of a player's name."""
    return Event(SEATED, "", seats=(), subjects=(seat, blinded(salt, name)))


def names_on_record(links: Iterable[Link]) -> dict[str, str]:
    """Return the hashes of the names under which seats are held at the end of a chain, by seat.

    Raises msgspec.MsgspecError where an entry says no events.
    """
    found: dict[str, str] = {}
    for entry in links:
        if f'"{SEATED}"' in entry.events:
            events = msgspec.json.decode(entry.events, type=Sequence[Event])
            told = [event.subjects for event in events if event.kind == SEATED and len(event.subjects) == 2]
            found |= dict(told)
    return found
