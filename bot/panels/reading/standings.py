"""The standings of a tournament and its champion: words, picture, links to every game, and the files of its record."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import discord

from bot import texts
from bot.herald import Herald
from bot.panels.panel import Menu
from bot.panels.reading import replay
from bot.panels.tournament.common import correction
from bot.store import tournaments
from bot.store.rows import TournamentRecord
from engine.tournament import export, log, tournament, wording
from engine.tournament.log import AnyEntry
from engine.tournament.state import State, heat_name
from render.picture import Picture
from render.picture_request import NothingToShow
from render.registry import pages_of_standings

MOST_PAGES = 3
"""Messages that the standings may fill."""

MOST_PICTURES = 6
"""Pictures of the standings that are shown, each in a message of its own: beside others it would be a small one."""


RECORD = (
    "I have attached everything that happened, and the standings, as files. For the file of one game, write "
    "`/game export` in its thread."
)
EMPTY_RECORD = "The record is attached: its log."


def lines(state: State) -> list[str]:
    """Return the standings in messages, every line with its reason."""
    text = texts.with_names("\n".join(wording.standing(state)), state.names)
    return texts.pages(text)[:MOST_PAGES] or ["No game is over yet."]


async def pictures(herald: Herald, state: State) -> list[discord.File]:
    """Return the pages of the standings as pictures with their alternative texts; none before there are any."""
    drawn = [await herald.pictures.draw_tournament("standings", state, page) for page in _numbers(state)]
    return [_file(picture, f"standings-{page}") for page, picture in enumerate(drawn, start=1)]


def _numbers(state: State) -> range:
    return range(1, 1 + min(MOST_PICTURES, pages_of_standings(state)))


async def _champion(herald: Herald, state: State) -> list[discord.File]:
    """Return the picture of the champion; none where nobody has won."""
    try:
        return [_file(await herald.pictures.draw_tournament("champion", state), "champion")]
    except NothingToShow:
        return []


def _file(drawn: Picture, name: str) -> discord.File:
    return discord.File(io.BytesIO(drawn.png), f"{name}.png", description=drawn.alt)


async def records_of(herald: Herald, tournament: str) -> list[discord.File]:
    """Return a tournament as files: its log, which leads to the same standings, and the standings as a table."""
    entries = await herald.tournaments.log(tournament)
    state = await herald.tournaments.state(tournament)
    return [
        discord.File(io.BytesIO(export.written(entries)), f"{tournament}.json"),
        discord.File(io.BytesIO(export.as_csv(state).encode()), f"{tournament}.csv"),
    ]


class Announcement(NamedTuple):
    """The announcement of the champion, or that nobody has won; `people` are those whom it mentions.

    `menus` lead to the pages of its tables.
    """

    text: str
    files: list[discord.File]
    people: list[str]
    menus: list[Menu]


async def announcement(herald: Herald, record: TournamentRecord, entries: Sequence[AnyEntry]) -> Announcement:
    """Return how a tournament has come out after these entries, and what was corrected since it was announced."""
    state = tournament.replayed(entries)
    before = announced(record, entries)
    since = _corrections(entries, record.proclaimed) if before else []
    people = wording.honoured(state, before)
    first = f"**{texts.safe(state.format.title)}** {'has another result now' if before else 'is over'}."
    said = [_mentions(people), first, *since, *([wording.succession(before, state)] if before else [])]
    said = [texts.with_names("\n".join([*said, *wording.honours(state)]), state.names)]
    said += ["", *await _games(herald, record, state), EMPTY_RECORD if tournament.unplayed(state) else RECORD]
    crowned = [] if tournament.unplayed(state) else await _champion(herald, state)
    files = [*crowned, *await records_of(herald, record.id)]
    return Announcement(texts.pages("\n".join(said).strip())[0], files, people, await _pages_of_tables(herald, record))


def announced(record: TournamentRecord, entries: Sequence[AnyEntry]) -> State | None:
    """Return how a tournament stood when its champion was announced; None before that."""
    return tournament.replayed(entries[: record.proclaimed]) if record.proclaimed else None


def _corrections(entries: Sequence[AnyEntry], start: int) -> list[str]:
    """Return the results that were corrected from an entry on, a line each."""
    found = [entry for entry in entries[start:] if isinstance(entry, log.Corrected)]
    return [f"The result of {correction(entry)}" for entry in found]


def _mentions(people: Sequence[str]) -> str:
    return " ".join(f"<@{person}>" for person in people if person.isdigit())


def superseded(record: TournamentRecord, entries: Sequence[AnyEntry], link: str) -> str:
    """Return what an announcement says of itself once a result was corrected; no `link` before the next is posted."""
    before = announced(record, entries)
    assert before is not None
    state = tournament.replayed(entries)
    counts = f"That no longer holds. The corrected result: {link}"
    waits = "An official has to sign the results; then I announce the champion again."
    lines = [*_corrections(entries, record.proclaimed), counts if link else waits, "", "Announced here was:"]
    lines = [f"⚠️ **A result was corrected after this was announced.** {lines[0]}", *lines[1:]]
    return texts.clipped(texts.with_names("\n".join([*lines, *wording.honours(before)]), state.names), texts.MESSAGE)


async def _pages_of_tables(herald: Herald, record: TournamentRecord) -> list[Menu]:
    async with herald.store.reading() as connection:
        places = await tournaments.games_of(connection, record.id)
        threads = await tournaments.threads(connection, record.id)
    return replay.menus(record.id, places, threads)


async def _games(herald: Herald, record: TournamentRecord, state: State) -> list[str]:
    """Return the threads of all games, a line a heat."""
    async with herald.store.reading() as connection:
        places = await tournaments.games_of(connection, record.id)
        threads = await tournaments.threads(connection, record.id)

    def of_heats() -> Iterator[str]:
        for heat in [*state.heats, state.final]:
            found = [threads[place.game] for place in places if place.heat == heat.number and place.game in threads]
            if found:
                name = heat_name(heat.number).removeprefix("the ").capitalize()
                yield f"{name}: {' '.join(f'<#{thread}>' for thread in found)}"

    return list(of_heats())
