"""Results of games and the punctuality of their players, read from logs for ratings and tournaments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import inf

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import clocks, game_log, games
from bot.store.database import Store
from bot.store.rows import ActionRecord, Miss, SeatRecord, Via
from bot.table.referee import Referee
from engine.tournament.ladder import Conduct
from engine.tournament.results import Result, Tenure, of_game
from engine.tournament.state import Game

Span = tuple[str, float, float]
"""Who held a seat, from when and until when in Unix seconds."""


async def result_of(store: Store, referee: Referee, game_id: str, at: Game | None = None) -> Result:
    """Return the result of a game; one that is not over is scored as it stands.

    At a table of a tournament, `at`, its log says who held the seats, and who gave one up.
    """
    async with referee.reading(game_id) as live:
        tallies, result = live.table.rules.competition.tallies(live.table.game), live.table.result
    async with store.reading() as connection:
        holders = await games.holders_of(connection, game_id)
        entries = await game_log.entries(connection, game_id)
    if at is None:
        people = {seat: person_of(held[-1]) for seat, held in holders.items()}
        spans = {seat: list(_spans([person_of(one) for one in held], held, {})) for seat, held in holders.items()}
    else:
        people = {seat_of(place): person for place, person in enumerate(at.people)}
        spans = {
            seat: list(_spans(_succession(at, place), holders[seat], at.vacated)) for place, seat in enumerate(people)
        }
    tenures = {seat: _tenures(entries, seat, spells) for seat, spells in spans.items() if len(spells) > 1}
    return of_game(tallies, result, people, tenures, game_id)


def seat_of(place: int) -> str:
    """Return the seat in its game of the person at a place of a table, from 0."""
    return f"s{place + 1}"


def person_of(seat: SeatRecord) -> str:
    """Return who held a seat, even if they have left it; "" for a computer player."""
    return str(seat.user) if seat.user > 0 else ""


def _tenures(entries: Sequence[ActionRecord], seat: str, spans: Sequence[Span]) -> tuple[Tenure, ...]:
    """Return the holders of a seat that changed hands, each with the number of actions taken for it."""
    times = [entry.time for entry in entries if entry.seat == seat]
    return tuple(Tenure(person, sum(begin < time <= end for time in times)) for person, begin, end in spans)


def _succession(at: Game, place: int) -> list[str]:
    """Return the persons who held a seat one after another."""
    held = [at.began[place]]
    for out, came in at.stand_ins:
        if out == held[-1] and came:
            held.append(came)
    return held


def _spans(people: Sequence[str], holders: Sequence[SeatRecord], vacated: Mapping[str, str]) -> Iterator[Span]:
    """Return the holders of a seat, each with the beginning and the end.

    From the moment at which somebody gives it up until another takes it, or the end, it is a computer player's.
    """
    begin = -inf
    for person, holder, last in zip(people, holders, [*[False] * (len(people) - 1), True], strict=False):
        end = inf if last or holder.left is None else holder.left
        left = datetime.fromisoformat(vacated[person]).timestamp() if person in vacated else end
        yield person, begin, min(left, end)
        if left < end:
            yield "", left, end
        begin = end


async def conduct_of(connection: AsyncConnection, game_id: str) -> dict[str, Conduct]:
    """Return how many decisions each person of a game took in time, and how many were taken for them."""
    entries = await game_log.entries(connection, game_id)
    own = (Via.PLAYER, Via.STANDING)
    taken = Counter(str(entry.user) for entry in entries if entry.user is not None and entry.via in own)
    missed = await clocks.misses(connection, game_id)
    late = Counter(str(miss.user) for miss in missed if miss.what is not Miss.EXCUSED)
    return {person: Conduct(in_time=taken[person], late=late[person]) for person in sorted({*taken, *late})}
