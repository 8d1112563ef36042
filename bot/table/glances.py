"""What has changed on the map: since the last one was posted, or since somebody last looked."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import game_log, games
from bot.store.rows import ActionRecord, GameRecord, SeatRecord
from bot.table import chronicle
from bot.table.effects import MAP
from engine.core.events import Event

LOOK_BACK = 120
"""Actions among which changes are looked for."""


class Glance(NamedTuple):
    """What a map is to show as changed, and whether that is since the person last looked."""

    changes: Sequence[Event]
    own: bool


async def glance(connection: AsyncConnection, game: GameRecord, user: int, pictures: Mapping[str, str]) -> Glance:
    """Return what has changed since a user last looked at the map of a game, and note that he looks now.

    Whoever does not play, or has not looked yet, or has seen all, is shown what has happened since the last map.
    """
    seats = await games.seats_of(connection, game.id)
    seat = next((one for one in seats if one.user == user and one.left is None), None)
    entries = await game_log.entries(connection, game.id, after=max(game.version - LOOK_BACK, -1))
    fresh = _unseen(entries, seat)
    if seat is not None and seat.looked != game.version:
        await games.set_looked(connection, game.id, seat.id, game.version)
    return Glance(fresh, own=True) if fresh else Glance(_since_the_last_map(entries, pictures), own=False)


def of_the_last_map(entries: Sequence[ActionRecord], pictures: Mapping[str, str]) -> list[Event]:
    """Return the public events since the last but one that called for the map (`pictures`: see Rules)."""
    happened = _public(entries)
    ends = _maps(happened, pictures)
    return happened[ends[-2] + 1 :] if len(ends) > 1 else happened


def _since_the_last_map(entries: Sequence[ActionRecord], pictures: Mapping[str, str]) -> list[Event]:
    """Return the public events since the last map; those that it showed itself if there are none yet."""
    happened = _public(entries)
    ends = _maps(happened, pictures)
    return happened[ends[-1] + 1 :] if ends and ends[-1] + 1 < len(happened) else of_the_last_map(entries, pictures)


def _unseen(entries: Sequence[ActionRecord], seat: SeatRecord | None) -> list[Event]:
    if seat is None or seat.looked is None:
        return []
    return _public([entry for entry in entries if entry.version > seat.looked])


def _public(entries: Sequence[ActionRecord]) -> list[Event]:
    """What everybody knows to have happened and that no going back has undone."""
    return [event for entry in chronicle.holding(entries) for event in entry.happened() if event.seats is None]


def _maps(happened: Sequence[Event], pictures: Mapping[str, str]) -> list[int]:
    return [place for place, event in enumerate(happened) if pictures.get(event.kind) == MAP]
