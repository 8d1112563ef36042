"""The time report of a table for its game master: who has used how much time, missed which deadlines, is away."""

from __future__ import annotations

from collections.abc import Sequence

from bot import texts
from bot.herald import Herald
from bot.store import clocks, games
from bot.store.rows import GameRecord, Miss, Missed, SeatClock, SeatRecord
from engine.core.computer.levels import titled

WORDS = {
    Miss.EXCUSED: "excused",
    Miss.DEFAULT: "default taken",
    Miss.REGENT: "a computer player decided",
    Miss.MASTER: "left to the game master",
}


async def lines(herald: Herald, game: GameRecord) -> list[str]:
    """Return a line for each seat that a person holds."""
    async with herald.store.reading() as connection:
        seats = await games.seats_of(connection, game.id)
        used = await clocks.of_game(connection, game.id)
        missed = await clocks.misses(connection, game.id)
    return [
        _line(seat, used.get(seat.id), [miss for miss in missed if (miss.seat, miss.user) == (seat.id, seat.user)])
        for seat in seats
        if seat.human
    ]


def _line(seat: SeatRecord, clock: SeatClock | None, missed: Sequence[Missed]) -> str:
    parts = []
    if clock and clock.answers:
        mean = clock.used / clock.answers
        parts.append(f"answers: {clock.answers}, {_hours(mean)} on average, {_hours(clock.longest)} at most")
    if clock and clock.left is not None:
        parts.append(f"{_hours(clock.left)} left on the clock")
    counts = {what: sum(miss.what is what for miss in missed) for what in Miss}
    parts += [f"{WORDS[what]} {count} ×" for what, count in counts.items() if count]
    if missed:
        parts.append(f"last missed <t:{int(missed[-1].time)}:R>")
    if seat.away is not None:
        parts.append(f"away since <t:{int(seat.away)}:d>")
    if seat.regent:
        parts.append(f"a {titled(seat.regent)} decides")
    return f"{texts.safe(seat.name)}: {'; '.join(parts) or 'nothing noted yet'}"


def _hours(seconds: float) -> str:
    return f"{seconds / 3600:.1f} h"
