"""Draws the house from its imports: `make house` puts the drawing into docs/development.md."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import grimp

from engine.games import GAMES

PAGE = Path(__file__).parents[1] / "docs" / "development.md"
BEGIN, END = "<!-- drawn by `make house` -->\n```\n", "```\n<!-- end of the drawing -->\n"

PARTS: Mapping[str, tuple[str, ...]] = {
    "bot": ("render", "engine"),
    "render": ("engine",),
    **{f"engine.{game}": ("engine.core",) for game in GAMES},
}
"""The parts of the house with what stands below each."""

FRONT, COMMON = "(front)", "(common)"
"""The files of a part that lie in no folder: those that no room imports, and those that import none."""

WIDTH = 120

Arrows = Mapping[tuple[str, str], int]
"""How many imports lead from one room or file to another."""


class Room(NamedTuple):
    """A room of a part of the house: its name, its modules, and what the sign on its door says."""

    name: str
    modules: frozenset[str]
    sign: str


# ---------------------------------------------------------------------- the rooms of a part


def rooms_of(graph: grimp.ImportGraph, part: str) -> list[Room]:
    """Return the rooms of a part of the house, the upper ones first: each imports only those after it."""
    place = {module: _place(part, module) for module in graph.modules if module.startswith(f"{part}.")}
    folders = {name for module, name in place.items() if graph.find_children(module)}
    arrows = _arrows(graph, place)
    grouped = groups({name for name in place.values() if name} - folders, arrows)
    place = {module: grouped.get(name, name) for module, name in place.items()}
    found = {name: frozenset(one for one in place if place[one] == name) for name in place.values() if name}
    ordered = from_top(sorted(found), _arrows(graph, place))
    return [Room(name, found[name], _sign(graph, name, found[name])) for name in ordered]


def _place(part: str, module: str) -> str:
    """Return the folder or file of a part that a module belongs to; the rooms of all games' pictures are the same."""
    first, *rest = module.removeprefix(f"{part}.").split(".")
    if first not in GAMES:
        return first
    return f"<game>/{rest[0]}" if rest else ""


def _arrows(graph: grimp.ImportGraph, place: Mapping[str, str]) -> Arrows:
    imports = ((module, to) for module in place for to in graph.find_modules_directly_imported_by(module))
    found = Counter((place[module], place[to]) for module, to in imports if to in place)
    return {pair: count for pair, count in found.items() if all(pair)}


def groups(loose: Iterable[str], arrows: Arrows) -> dict[str, str]:
    """Return as what a file that lies in no folder is drawn: front, common, or a room of its own."""
    up, down = defaultdict(set), defaultdict(set)
    for start, end in arrows:
        up[end].add(start)
        down[start].add(end)
    common = _closed(loose, down)
    front = _closed(set(loose) - common, up)
    found = dict.fromkeys(common, COMMON) | dict.fromkeys(front, FRONT)
    return {file: file[: file.rfind("/") + 1] + group for file, group in found.items()}


def _closed(files: Iterable[str], beside: Mapping[str, set[str]]) -> set[str]:
    """Return those of some files that have beside them nothing but each other."""
    found = set(files)
    while outside := {file for file in found if beside[file] - found}:
        found -= outside
    return found


def from_top(rooms: Iterable[str], arrows: Arrows) -> list[str]:
    """Put rooms in order, so that arrows lead down; where they run in a circle, the alphabet decides."""
    rest, found = list(rooms), []
    while rest:
        free = [room for room in rest if not any((room, other) in arrows for other in rest if other != room)]
        lowest = (free or rest)[-1]
        rest.remove(lowest)
        found.append(lowest)
    return found[::-1]


def _sign(graph: grimp.ImportGraph, name: str, modules: frozenset[str]) -> str:
    """Return what a room is for: the first words of its docstring; of files without a room, their names."""
    if name.endswith((FRONT, COMMON)):
        return ", ".join(sorted({module.rpartition(".")[2] for module in modules}))
    folders = sorted(module for module in modules if graph.find_children(module))
    if not folders:
        return _first_words(_said_of(min(modules))).partition(",")[0]
    return _first_words(_said_of(min(folders, key=len)))


def _said_of(module: str) -> str:
    return import_module(module).__doc__ or ""


def _first_words(text: str) -> str:
    return re.split(r"[:;]\s|\.\s|\.$", text.strip(), maxsplit=1)[0]


# ---------------------------------------------------------------------- the drawing


def drawing() -> str:
    """Return the whole house, its upper parts first."""
    graph = grimp.build_graph("bot", "render", "engine", cache_dir=None)
    parts = [_drawn(graph, part, below) for part, below in PARTS.items()]
    files = _files(graph, graph.find_descendants("engine.core"))
    return "\n".join(
        [*parts, f"engine.core: {_first_words(import_module('engine.core').__doc__ or '')}, in {files} files\n"]
    )


def _drawn(graph: grimp.ImportGraph, part: str, below: Sequence[str]) -> str:
    """Return a part of the house as a table: how many imports lead from the room of a line to that of a column."""
    rooms = rooms_of(graph, part)
    arrows = _arrows(graph, {module: room.name for room in rooms for module in room.modules})
    numbers = {room.name: number for number, room in enumerate(rooms, start=1)}
    columns = [name for name in numbers if any(to == name != start for start, to in arrows)]
    broad = max(map(len, numbers))
    heads = "".join(f"{numbers[name]:4}" for name in columns)
    lines = [
        f"{part}: {_first_words(_said_of(part))}",
        f"{'':{broad}}    files{heads} |{''.join(f' {one}' for one in below)}",
    ]
    for room in rooms:
        cells = "".join(_cell(arrows, room.name, column) for column in columns)
        down = "".join(f" {_down(graph, room, one) or '':{len(one)}}" for one in below)
        start = f"{numbers[room.name]:2} {room.name:{broad}} {_files(graph, room.modules):5}{cells} |{down}  "
        lines += wrap(room.sign or "?", WIDTH, initial_indent=start, subsequent_indent=" " * len(start))
    return "\n".join(lines) + "\n"


def _files(graph: grimp.ImportGraph, modules: Iterable[str]) -> int:
    """Return how many files modules lie in, without those that only stand for a folder."""
    return sum(not graph.find_children(module) for module in modules)


def _cell(arrows: Arrows, room: str, column: str) -> str:
    return "   ·" if room == column else f"{arrows.get((room, column)) or '':4}"


def _down(graph: grimp.ImportGraph, room: Room, below: str) -> int:
    """Return how many imports lead from a room to a part of the house that stands below."""
    imports = (to for module in room.modules for to in graph.find_modules_directly_imported_by(module))
    return sum(f"{to}.".startswith(f"{below}.") for to in imports)


# ---------------------------------------------------------------------- the page


def hung() -> str:
    """Return the drawing that hangs in the page."""
    return PAGE.read_text().partition(BEGIN)[2].partition(END)[0]


def hang(drawn: str) -> None:
    """Put a drawing into the page in place of the one that hangs there."""
    before, _, rest = PAGE.read_text().partition(BEGIN)
    PAGE.write_text(before + BEGIN + drawn + END + rest.partition(END)[2])


if __name__ == "__main__":
    hang(drawing())
