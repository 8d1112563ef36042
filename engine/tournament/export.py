"""A tournament as files: its log, which gives the same standings when it is carried out again, and tables of it."""

import csv
from collections.abc import Iterable
from io import StringIO

import msgspec

from engine.core.data import numbers_in
from engine.core.errors import BadFile, Illegal
from engine.tournament.log import AnyEntry
from engine.tournament.standings import standings
from engine.tournament.state import State, heat_name
from engine.tournament.tournament import replayed

FORMAT = 1
"""The format of the file."""

MOST = 10_000_000
"""The greatest number in such a file: minutes, rounds and points all lie far below."""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament in a file."""

    format: int = FORMAT
    log: list[AnyEntry]
    """The events, in order."""


def written(entries: Iterable[AnyEntry]) -> bytes:
    """Return a tournament as JSON, an entry a line."""
    rows = b",\n".join(msgspec.json.encode(entry) for entry in entries)
    return b'{"format":%d,"log":[\n' % FORMAT + rows + b"\n]}\n"


def read(text: bytes) -> tuple[list[AnyEntry], State]:
    """Return the log of a file and where it leads; raises BadFile for a file that no tournament can have written."""
    try:
        found = msgspec.json.decode(text, type=Export)
        if found.format != FORMAT:
            raise BadFile(f"This tournament is written in format {found.format}; this Herald reads format {FORMAT}.")
        if any(abs(number) > MOST for number in numbers_in(msgspec.to_builtins(found))):
            raise BadFile(f"This is no tournament that Herald has written: a number in it is beyond {MOST}.")
        return found.log, replayed(found.log)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as error:
        raise BadFile(f"This is no tournament that Herald has written: {error}") from error
    except Illegal as error:
        raise BadFile(f"This tournament cannot have gone like that: {error}") from error


def as_csv(state: State) -> str:
    """Return the standings as a table: a line a person, the points of every heat, and what the standings go by."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    numbers = [heat.number for heat in state.heats]
    rows.writerow(["place", "name", *map(heat_name, numbers), *state.format.order, "final", "dropped"])
    final = {place.person: place.place for result in state.final.results() for place in result.places}
    for line in standings(state):
        points = [line.by_heat.get(number, "") for number in numbers]
        figures = [f"{line.figures[what]:g}" for what in state.format.order]
        rows.writerow(
            [
                line.place,
                _plain(state.names[line.person]),
                *points,
                *figures,
                final.get(line.person, ""),
                int(line.dropped),
            ]
        )
    return out.getvalue()


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name
