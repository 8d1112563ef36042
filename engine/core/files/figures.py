"""Figures of a table's own edition of a game, in place of Herald's.

A game says in `data/<game>/figures.toml` what of its data is printed on the things of the game:

    [[source]]  id, words: what the `source` of a row of data means, as said in comments
    [[group]]   id (a heading of the file), title, the `file` and the `key` in it under which its rows or its table are,
                `by` (the field that names a row; "" for a table), `called` (the field with its name for people),
                     `only` (the rows that count, where not all do), `sure` (the field that names the source), and
    [[group.field]]  id (`reward.amount` for a value inside a table), type, and what values there are:
                     integer: `least` to `most`; numbers: `count` of them (0: as many as there are, each once), from
                     `least` to `most`; text: `most` letters;
                     choice: one of `values`; names: any of `values`, or of the rows of the group `of`; flag; amounts: a
                     table of `values` with numbers from `least` to `most`; table, tables: what the game itself checks;
                     `default` where a row may leave it out

From this `written` makes a file that people fill in, `read` checks one, and `Edition` gives the data with its values.
An address such as `county.A.reward.amount` names a figure: group, row and field.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, cached_property
from hashlib import sha256
from itertools import chain, islice
from typing import Any, Literal, NamedTuple, TypeVar

import msgspec

from engine.core.errors import EngineError
from engine.core.files.catalog import folder_of, load_toml
from engine.core.files.given import NotToml, parsed
from engine.core.text import clipped, join_words, nearest, visible

T = TypeVar("T")

EditionNumbers = Mapping[str, Any]
"""Values by address."""

SHOWN = 8
"""The largest number of faults reported for a file."""

MOST_UNKNOWN = 20
"""The number of unknown names after which reading stops, because suggesting a correction takes time."""

QUOTED = 60
"""The largest number of characters of a wrong value that are quoted."""

UNSAFE = re.compile(r"[{}<>@`*_|~\\\x00-\x1f]")
"""Characters that a text may not contain, since it becomes part of sentences on Discord."""


class Fault(NamedTuple):
    """A mistake in a figure: its address, and a sentence that ends with the remedy."""

    address: str
    reason: str


class BadFigures(EngineError):
    """A file of figures that cannot be used; each of `faults` is a sentence with the line and the remedy."""

    def __init__(self, faults: Sequence[str]) -> None:
        more = [f"... and {len(faults) - SHOWN} more."] if len(faults) > SHOWN else []
        super().__init__("\n".join([*faults[:SHOWN], *more]))
        self.faults = list(faults)


# ---------------------------------------------------------------------- what can be changed


class Source(msgspec.Struct, frozen=True):
    """How sure the figures of a source are, in words."""

    id: str
    words: str


class Figure(msgspec.Struct, frozen=True):
    """A field of a group with the values that it can have."""

    id: str
    type: Literal["integer", "numbers", "text", "choice", "names", "flag", "amounts", "table", "tables"]
    least: int = 0
    most: int = 99
    count: int = 0
    values: tuple[str, ...] = ()
    of: str = ""
    default: Any = None


class Group(msgspec.Struct, frozen=True):
    """Rows of a data file, or a table in it, that hold figures."""

    id: str
    title: str
    file: str
    key: str
    field: tuple[Figure, ...]
    by: str = "id"
    called: str = ""
    only: tuple[str, ...] = ()
    sure: str = "source"

    def address(self, row: str, field: str) -> str:
        """Return the address of a figure."""
        return ".".join(part for part in (self.id, row, field) if part)


class Described(msgspec.Struct, frozen=True, dict=True):
    """The figures of a game."""

    game: str
    group: tuple[Group, ...]
    source: tuple[Source, ...] = ()

    @cached_property
    def data(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Our rows of each group by their names; a table is a row without a name."""
        return {group.id: _rows_of(self.game, group) for group in self.group}

    @cached_property
    def places(self) -> dict[str, tuple[Group, str, Figure]]:
        """Every figure by address, in the order of the file: its group, its row and its field."""
        return {
            group.address(name, field.id): (group, name, field)
            for group in self.group
            for name, row in self.data[group.id].items()
            for field in group.field
            if _found(row, field) is not None
        }

    @cached_property
    def headings(self) -> set[str]:
        """The prefixes of the addresses of figures, up to each dot."""
        parts = (address.split(".") for address in self.places)
        return {".".join(above[:end]) for above in parts for end in range(1, len(above))}

    def rows(self, group: str) -> list[str]:
        """Return the names of the rows of a group."""
        return list(self.data.get(group, ()))


def _rows_of(game: str, group: Group) -> dict[str, dict[str, Any]]:
    found = load_toml(game, group.file)[group.key]
    rows = {str(row[group.by]): row for row in found} if group.by else {"": found}
    return {name: row for name, row in rows.items() if not group.only or name in group.only}


@cache
def described(game: str) -> Described:
    """Return the figures of a game; raises EngineError if it declares none."""
    if not (folder_of(game) / "figures.toml").exists():
        told = f"No figures of {game} differ between editions"
        raise EngineError(f"{told}; play it as it is, or name the game that the file is for.")
    return msgspec.convert({**load_toml(game, "figures"), "game": game}, Described)


def ours(game: str, address: str) -> Any:
    """Return our value of a figure."""
    group, row, field = described(game).places[address]
    return _found(described(game).data[group.id][row], field)


def _found(row: Any, field: Figure) -> Any:
    """Return the value of a field in a row, else its default; None where there is neither."""
    for part in field.id.split("."):
        if part not in row:
            return field.default
        row = row[part]
    return row


# ---------------------------------------------------------------------- data with figures of another edition


class Edition:
    """The data files of a game with the figures of an edition in place of ours."""

    def __init__(self, game: str, figures: EditionNumbers) -> None:
        self._game = game
        self._figures = figures
        self._files: dict[str, Mapping[str, Any]] = {}

    def file(self, name: str) -> Mapping[str, Any]:
        """Return a data file; it must not be changed."""
        if name not in self._files:
            self._files[name] = self._with_figures(name)
        return self._files[name]

    def _with_figures(self, name: str) -> Mapping[str, Any]:
        places = described(self._game).places if self._figures else {}
        here = {address: value for address, value in self._figures.items() if places[address][0].file == name}
        if not here:
            return load_toml(self._game, name)
        found = deepcopy(load_toml(self._game, name))
        for address, value in here.items():
            group, row, field = places[address]
            table = _row(found[group.key], group, row)
            *above, last = field.id.split(".")
            for part in above:
                table = table.setdefault(part, {})
            table[last] = value
        return found

    def rows(self, name: str, key: str, kind: type[T]) -> list[T]:
        """Return the `[[key]]` rows of a data file as structs; fields that `kind` does not name are left out."""
        return msgspec.convert(self.file(name)[key], list[kind])  # type: ignore[valid-type]

    def row(self, name: str, key: str, kind: type[T]) -> T:
        """Return the single `[key]` table of a data file as a struct."""
        return msgspec.convert(self.file(name)[key], kind)


def _row(found: Any, group: Group, row: str) -> dict[str, Any]:
    whole: dict[str, Any] = next(one for one in found if str(one[group.by]) == row) if group.by else found
    return whole


# ---------------------------------------------------------------------- writing


HEAD = """\
# The figures of {title}, to be changed for your own edition.
#
# Each line is a figure printed on a card, a piece or the board: Herald's value, and how certain Herald is of it.
# Change the values that differ in your copy. Keep headings and names; a line that you delete keeps Herald's value.
# Give the file to a table before it starts with /game settings figures:, or to all tables in config.toml.
"""


def for_record(game: str, figures: EditionNumbers) -> str:
    """Return the figures of a table as the text of a file that says these alone; "" where all are ours."""
    return written(game, "", figures) if figures else ""


def written(game: str, title: str, figures: EditionNumbers | None = None) -> str:
    """Return a file with all our figures to be filled in; or with these figures alone."""
    lines = [HEAD.format(title=title)] if figures is None else []
    lines.append(f"game = {toml(game)}")
    last: tuple[str, str] = ("", "")
    for address, (group, row, field) in described(game).places.items():
        if figures is not None and address not in figures:
            continue
        if figures is None and group.id != last[0]:
            lines += ["", f"# {'-' * 20} {group.title}"]
        if (group.id, row) != last:
            lines += ["", _heading(game, group, row)]
        last = (group.id, row)
        value = ours(game, address) if figures is None else figures[address]
        sure = _certainty(game, group, row, field)
        lines.append(f"{field.id} = {toml(value)}  # ours: {toml(ours(game, address))}{sure}")
    return "\n".join(lines) + "\n"


def _heading(game: str, group: Group, row: str) -> str:
    name = described(game).data[group.id][row].get(group.called, "")
    return f"[{group.address(row, '')}]" + (f"  # {name}" if name else "")


def _certainty(game: str, group: Group, row: str, field: Figure) -> str:
    """Say how sure a figure of ours is: a row names its source, and fields that are attested otherwise."""
    data, name = described(game).data[group.id][row], field.id.partition(".")[0]
    sources = described(game).source
    found = next((source.id for source in sources if name in data.get(f"{source.id}_fields", ())), data.get(group.sure))
    return next((f", {source.words}" for source in sources if source.id == found), "")


def toml(value: Any) -> str:
    """Return a value as TOML writes it on one line."""
    match value:
        case dict():
            return f"{{ {', '.join(f'{key} = {toml(one)}' for key, one in value.items())} }}" if value else "{}"
        case list() | tuple():
            return f"[{', '.join(toml(one) for one in value)}]"
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def digest(text: str) -> str:
    """Return the hash by which a table's figures are known."""
    return sha256(text.encode()).hexdigest()


# ---------------------------------------------------------------------- reading


Check = Callable[[EditionNumbers], Iterable[Fault]]
"""Finds what is wrong with figures taken together."""


def read(game: str, text: str, check: Check) -> dict[str, Any]:
    """Return those figures of a file that are not ours; raises BadFigures with everything that is wrong."""
    found, faults = _figures(game, _parsed(text))
    lines = _Lines(text)
    faults += [fault for address, value in found.items() for fault in _unfit(game, address, value)]
    own = {address: found[address] for address in described(game).places if address in found}
    own = {address: value for address, value in own.items() if value != ours(game, address)}
    if not faults:
        faults += check(own)
    if faults:
        faults.sort(key=lambda fault: lines.number(fault.address))
        raise BadFigures([f"{lines.place(fault.address)}: {fault.reason}" for fault in faults])
    return own


def recorded(game: str, text: str) -> dict[str, Any]:
    """Return the figures of a text that `written` has made for a record; raises BadFigures if it is none."""
    if not text:
        return {}
    found, faults = _figures(game, _parsed(text))
    if faults:
        raise BadFigures([f"{fault.address}: {fault.reason}" for fault in faults])
    return found


def _parsed(text: str) -> dict[str, Any]:
    try:
        return parsed(text)
    except NotToml as error:
        raise BadFigures([f"{error} Write it as 'herald figures' writes it, one figure a line."]) from error


def _figures(game: str, said: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """Return the values of a parsed file by address, and the faults of unknown names."""
    if said.get("game") != game:
        reason = f"This file is for another game; its first line must be: game = {toml(game)}."
        return {}, [Fault("game", reason)]
    found: dict[str, Any] = {}
    parts = (_collect(game, name, value, found) for name, value in said.items() if name != "game")
    return found, list(islice(chain.from_iterable(parts), MOST_UNKNOWN))


def _collect(game: str, address: str, value: Any, found: dict[str, Any]) -> Iterator[Fault]:
    """Collect the figures below an address and yield a fault for each unknown name."""
    places = described(game).places
    if address in places:
        found[address] = value
    elif isinstance(value, dict) and address in described(game).headings:
        for name, inner in value.items():
            yield from _collect(game, f"{address}.{name}", inner, found)
    else:
        near = nearest(address, places)
        meant = f"if you mean {near}, write that" if near else "take it out"
        yield Fault(address, f"There is no figure {clipped(address, QUOTED)}; {meant}.")


def _unfit(game: str, address: str, value: Any) -> Iterator[Fault]:
    _, _, field = described(game).places[address]
    known = described(game).rows(field.of) if field.of else list(field.values)
    if not ACCEPTED[field.type](field, value, known):
        yield Fault(address, f"{address} is {_quoted(value)}; write {_wanted(field, known)}.")


def _quoted(value: Any) -> str:
    return clipped(visible(toml(value)), QUOTED)


def _is_integer(field: Figure, value: Any, known: Sequence[str]) -> bool:
    return type(value) is int and field.least <= value <= field.most


def _is_numbers(field: Figure, value: Any, known: Sequence[str]) -> bool:
    if not isinstance(value, list) or not all(_is_integer(field, number, ()) for number in value):
        return False
    return len(value) == field.count if field.count else len({*value}) == len(value)


def _is_text(field: Figure, value: Any, known: Sequence[str]) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= field.most and not UNSAFE.search(value)


def _is_names(field: Figure, value: Any, known: Sequence[str]) -> bool:
    return isinstance(value, list) and all(one in known for one in value) and len(set(value)) == len(value)


def _is_amounts(field: Figure, value: Any, known: Sequence[str]) -> bool:
    return isinstance(value, dict) and all(
        good in known and _is_integer(field, number, ()) for good, number in value.items()
    )


ACCEPTED: Mapping[str, Callable[[Figure, Any, Sequence[str]], bool]] = {
    "integer": _is_integer,
    "numbers": _is_numbers,
    "text": _is_text,
    "choice": lambda _, value, known: isinstance(value, str) and value in known,
    "names": _is_names,
    "flag": lambda _, value, known: isinstance(value, bool),
    "amounts": _is_amounts,
    "table": lambda _, value, known: isinstance(value, dict),
    "tables": lambda _, value, known: isinstance(value, list) and all(isinstance(one, dict) for one in value),
}
"""Whether a figure of a type can have a value."""


def _wanted(field: Figure, known: Sequence[str]) -> str:
    """Describe the legal values of a figure."""
    span = f"from {field.least} to {field.most}"
    match field.type:
        case "integer":
            return f"a whole number {span}"
        case "numbers":
            return f"{field.count or 'some'} whole numbers {span} in brackets{'' if field.count else ', each once'}"
        case "text":
            return f"a text of at most {field.most} letters in quotes, without signs such as {{, <, @ or *"
        case "choice":
            return f"one of {', '.join(toml(one) for one in known)}"
        case "names":
            return f"a list of {join_words(toml(one) for one in known)}, or of some of them, each once"
        case "flag":
            return "true or false"
        case "amounts":
            return f"amounts {span} of {join_words(known)}, such as {{ {known[0]} = {max(1, field.least)} }}"
        case "table":
            return "a table in braces, like Herald's"
        case "tables":
            return "tables in braces, all of them in brackets, like Herald's"


class _Lines:
    """Where in a file the figures stand."""

    def __init__(self, text: str) -> None:
        self._lines: dict[str, int] = {}
        heading = ""
        for number, line in enumerate(text.splitlines(), 1):
            if found := HEADING.match(line):
                heading = _plain(found[1])
                self._lines.setdefault(heading, number)
            elif found := KEY.match(line):
                self._lines.setdefault(".".join(filter(None, (heading, _plain(found[1])))), number)

    def number(self, address: str) -> int:
        """Return the line of a figure, or that of the heading above it; 0 where the file says nothing of it."""
        while address not in self._lines and "." in address:
            address = address.rpartition(".")[0]
        return self._lines.get(address, 0)

    def place(self, address: str) -> str:
        """Return the line of a figure in words."""
        return f"Line {self.number(address)}" if self.number(address) else f"The file, {clipped(address, QUOTED)}"


HEADING = re.compile(r"\s*\[([^\[\]]+)\]")
KEY = re.compile(r"\s*([\w\-.\"'][\w\-.\"' \t]*)=")


def _plain(dotted: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in dotted.split("."))
