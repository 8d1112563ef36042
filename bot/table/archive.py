"""Exports of a game from its log: the transcript to keep, and the history that a user may read."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.errors import Refused
from bot.store import game_log, games, plans
from bot.store.rows import ActionRecord, GameRecord, Opening, PlanRecord, SeatRecord, Status
from bot.table.live_game import LiveGame, seat_held
from engine.core.events import Event
from engine.core.record.transcript import Entry, Transcript, recorded_entry


async def transcript(connection: AsyncConnection, game_id: str) -> Transcript:
    """Return the record of a game that is over; raise Refused before that, as its draws reveal every hand."""
    game = await games.get(connection, game_id)
    if game.status not in (Status.LOBBY, Status.OVER):
        raise Refused(f"{game.title} is still played; its record is open to everybody once it is over.")
    return await whole(connection, game_id)


async def whole(connection: AsyncConnection, game_id: str) -> Transcript:
    """Return the record of a game with its secret; raises Refused if it has not begun."""
    game = await games.get(connection, game_id)
    if game.status is Status.LOBBY:
        raise Refused(f"{game.title} has not begun; there is nothing to export yet.")
    seats = await games.seats_of(connection, game_id)
    log = await game_log.entries(connection, game_id)
    opening = await game_log.opening(connection, game_id)
    return await asyncio.to_thread(_record, game, seats, log, opening)


def _record(game: GameRecord, seats: Sequence[SeatRecord], log: Sequence[ActionRecord], opening: Opening) -> Transcript:
    return Transcript(
        rules=game.rules,
        rules_version=game.rules_version,
        release=opening.release,
        game_id=game.id,
        options=game.options,
        figures=game.figures,
        position=game.position,
        seats=list(opening.seats),
        names={seat.id: seat.name for seat in seats},
        name_salts={seat.id: seat.salt for seat in seats if seat.salt},
        commitment=game.commitment,
        secret=game.secret,
        words=opening.words,
        opening_hash=log[0].state_hash,
        opening_draws=log[0].numbers(),
        opening_link=log[0].link().text(),
        entries=[_entry(action) for action in log[1:]],
    )


class OwnExport(msgspec.Struct):
    """A person's export of a running game: their `seat`'s view, the events that it knows, and their plans.

    Without a seat (""), as for the game master, it is what is public.
    """

    game: str
    title: str
    seat: str
    names: dict[str, str]
    options: dict[str, Any]
    figures: str
    commitment: str
    view: msgspec.Raw
    heard: list[tuple[float, Event]]
    plans: list[PlanRecord]


async def own_export(connection: AsyncConnection, live: LiveGame, user: int) -> OwnExport:
    """Return a person's export of a running game."""
    game, seat = live.game, seat_held(live.seats, user)
    view = msgspec.Raw(msgspec.json.encode(live.table.view(seat)))
    heard = await history(connection, game.id, user, -1)
    mine = [plan for plan in await plans.of_user(connection, user) if plan.game == game.id]
    figures, sealed = game.figures, game.commitment
    return OwnExport(game.id, game.title, seat, live.names, game.options, figures, sealed, view, heard, mine)


def _entry(action: ActionRecord) -> Entry:
    link = action.link()
    return recorded_entry(link, link.text())


async def history(connection: AsyncConnection, game_id: str, user_id: int, after: int) -> list[tuple[float, Event]]:
    """Return the events since a version that the seat of a user, or else the public, may know of, with their times."""
    seats = await games.seats_of(connection, game_id)
    viewer = seat_held(seats, user_id)
    log = await game_log.entries(connection, game_id, after=after)
    return [(action.time, event) for action in log for event in action.happened() if event.heard_by(viewer)]
