"""Keeps what never changes between pictures: in memory, and on disk where the caller names a folder."""

import hashlib
import io
import os
from functools import cache, cached_property
from pathlib import Path

import msgspec
from PIL import Image

from engine.core.files.catalog import DATA
from engine.kingmaker.board.catalog import GAME, ours
from render.kingmaker.edition import catalog, remembered
from render.kingmaker.map.base import draw_base, roads_alone
from render.kingmaker.map.toponyms import resting_boxes
from render.kit.pen import Box
from render.kit.theme import DAY, Theme

DATA_FILES = ("map.toml", "outline.toml", "places.toml", "relief.toml")


class Board:
    """The empty board of a theme: its picture, and where every name rests. Do not change either."""

    def __init__(self, theme: Theme, base: Image.Image, names: dict[str, Box]) -> None:
        self.theme, self.base, self.names = theme, base, names

    @cached_property
    def roads(self) -> Image.Image:
        """Its picture with the roads alone."""
        return roads_alone(self.base, self.theme)


@cache
def version() -> str:
    """Return a hash of everything that the empty board depends on: data, fonts and drawing code."""
    digest = hashlib.sha256()
    sources = [DATA / GAME / name for name in DATA_FILES]
    sources += sorted((DATA / "fonts").glob("*.ttf")) + sorted(Path(__file__).parents[2].rglob("*.py"))
    for source in sources:
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


def board(folder: Path | None = None, theme: Theme = DAY) -> Board:
    """Return the empty board; with a folder it is read from there, or drawn and written there for the next start.

    That of another edition is kept in memory alone: its key, and where its names rest, may be others.
    """
    return kept(folder, theme) if catalog() is ours() else _of_edition(theme)


@remembered
def _of_edition(theme: Theme) -> Board:
    return Board(theme, draw_base(theme), resting_boxes())


@cache
def kept(folder: Path | None, theme: Theme) -> Board:
    """Return the same, however it is asked for."""
    if folder is None:
        return Board(theme, _base(theme), _names())
    image, names = folder / f"board-{version()}-{theme.name}.png", folder / f"board-{version()}.json"
    return _read(theme, image, names) or _written(Board(theme, _base(theme), _names()), image, names)


def _read(theme: Theme, image: Path, names: Path) -> Board | None:
    """Return the empty board that is kept in two files; None where they are not there, or damaged."""
    try:
        with Image.open(image) as base:
            return Board(theme, base.convert("RGB"), msgspec.json.decode(names.read_bytes(), type=dict[str, Box]))
    except (OSError, SyntaxError, ValueError):
        return None


def _written(board: Board, image: Path, names: Path) -> Board:
    image.parent.mkdir(parents=True, exist_ok=True)
    _write_whole(names, msgspec.json.encode(board.names))
    file = io.BytesIO()
    board.base.save(file, "PNG", compress_level=3)
    _write_whole(image, file.getvalue())
    return board


@cache
def _base(theme: Theme) -> Image.Image:
    return draw_base(theme)


@cache
def _names() -> dict[str, Box]:
    return resting_boxes()


def _write_whole(file: Path, content: bytes) -> None:
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(file)
