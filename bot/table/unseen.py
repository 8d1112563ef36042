"""Changes that a player has not seen on the map: since their last look, or since the last map was posted."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import game_log, games
from bot.store.payloads import MAP
from bot.store.rows import ActionRecord, GameRecord, SeatRecord
from bot.table import log_view
from engine.core.events import Event
from engine.core.parts import Story

LOOK_BACK_ACTIONS = 120
"""Actions among which changes are looked for."""


class MapChanges(NamedTuple):
    """The changes to mark on a map."""

    changes: Sequence[Event]
    since_last_look: bool
    """Whether that is since the person last looked, not since the last map was posted."""


async def changes_since_look(
    connection: AsyncConnection, game: GameRecord, user: int, pictures: Mapping[str, str]
) -> MapChanges:
    """Return what has changed since a user last looked at the map of a game, and note that they look now.

    Whoever does not play, or has not looked yet, or has seen all, is shown what has happened since the last map.
    """
    seats = await games.seats_of(connection, game.id)
    seat = next((one for one in seats if one.user == user and one.left is None), None)
    entries = await game_log.entries(connection, game.id, after=max(game.version - LOOK_BACK_ACTIONS, -1))
    fresh = _unseen(entries, seat)
    if seat is not None and seat.looked != game.version:
        await games.set_looked(connection, game.id, seat.id, game.version)
    return (
        MapChanges(fresh, since_last_look=True)
        if fresh
        else MapChanges(_since_the_last_map(entries, pictures), since_last_look=False)
    )


def changes_of_last_map(entries: Sequence[ActionRecord], pictures: Mapping[str, str]) -> list[Event]:
    """Return the public events since the last but one that called for the map (`pictures`: see Rules)."""
    happened = _public(entries)
    ends = _maps(happened, pictures)
    return happened[ends[-2] + 1 :] if len(ends) > 1 else happened


def changes_of_last_chapter(entries: Sequence[ActionRecord], story: Story, computers: Collection[str]) -> list[Event]:
    """Return the public events of the last chapter that has closed.

    The quiet chapters of computer players right before it are among them, for these have no map of their own.
    """
    happened = [(one, event) for one in log_view.lasting(entries) for event in one.happened() if event.seats is None]
    events = [event for _, event in happened]
    ends = [place for place, event in enumerate(events) if event.kind == story.chapter_event]
    if not ends:
        return events
    shown = ends[:-1]
    while shown:
        closing = happened[shown[-1]][0]
        quiet = all(event.kind in story.quiet_events for one, event in happened if one is closing)
        if closing.seat not in computers or not quiet:
            break
        shown.pop()
    return events[shown[-1] + 1 if shown else 0 : ends[-1] + 1]


def _since_the_last_map(entries: Sequence[ActionRecord], pictures: Mapping[str, str]) -> list[Event]:
    """Return the public events since the last map; those that it showed itself if there are none yet."""
    happened = _public(entries)
    ends = _maps(happened, pictures)
    return happened[ends[-1] + 1 :] if ends and ends[-1] + 1 < len(happened) else changes_of_last_map(entries, pictures)


def _unseen(entries: Sequence[ActionRecord], seat: SeatRecord | None) -> list[Event]:
    if seat is None or seat.looked is None:
        return []
    return _public([entry for entry in entries if entry.version > seat.looked])


def _public(entries: Sequence[ActionRecord]) -> list[Event]:
    """Return the public events that no going back has undone."""
    return [event for entry in log_view.lasting(entries) for event in entry.happened() if event.seats is None]


def _maps(happened: Sequence[Event], pictures: Mapping[str, str]) -> list[int]:
    return [place for place, event in enumerate(happened) if pictures.get(event.kind) == MAP]
