"""What tournaments have left: the champions of the event before Herald, then those of a server, and its records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot import texts
from bot.herald import Herald
from bot.panels.reading.ladder import called
from bot.store import tournaments
from bot.store.rows import TournamentRecord
from engine.core.events import name_seats
from engine.tournament import records, wording
from engine.tournament.records import Event, Year
from engine.tournament.state import State

HANDED_DOWN = ("wbc",)
"""The events whose years before Herald are on record."""


async def history_text(herald: Herald, guild: int, games: Iterable[str]) -> str:
    """Return the history of tournaments of some games: years before Herald first, then those of a server."""
    wanted = set(games)
    lines: list[str] = []
    for event in map(records.handed_down, HANDED_DOWN):
        lines += handed_down(event) if event.game in wanted else []
    async with herald.store.reading() as connection:
        held = await tournaments.of_guild(connection, guild)
    known = [(record, await herald.tournaments.state(record.id)) for record in reversed(held)]
    own = [(record, state) for record, state in known if state.format.game in wanted]
    lines += await _here(herald, own) if own else []
    return "\n".join(lines) or "No tournament of this game has been played here."


def handed_down(event: Event) -> list[str]:
    """Return the years of an event before Herald."""
    return [f"**{event.title}**", *map(wording.year, event.years), ""]


async def _here(herald: Herald, own: Sequence[tuple[TournamentRecord, State]]) -> list[str]:
    lines = ["**On this server**", *(_line(record, state) for record, state in own)]
    bests = records.bests(state for _, state in own)
    names = await called(herald, [person for best in bests for person in best.people])
    return [*lines, *(["", "**Records of this server**"] if bests else []), *(_best(best, names) for best in bests)]


def _line(record: TournamentRecord, state: State) -> str:
    """Return a year of this server, with names that cannot format, and where it was played."""
    found = records.year_of(state)
    safe = Year(
        year=found.year,
        champion=texts.safe(found.champion),
        entrants=found.entrants,
        places=tuple(map(texts.safe, found.places)),
        master=texts.safe(found.master),
        title=texts.safe(found.title),
        unplayed=found.unplayed,
    )
    link = f"https://discord.com/channels/{record.guild}/{record.channel}/{record.message}"
    return wording.year(safe) + (f" [↗]({link})" if record.message else "")


def _best(best: records.Best, names: Mapping[str, str]) -> str:
    return name_seats(wording.best(best), names)
