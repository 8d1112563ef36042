"""The player's cards and other leaflets as files to hand on: `python -m tests.cards` writes them into docs/cards.

With `--only GAME` it writes those of one game. A picture that looks as it did stays as it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterator
from io import BytesIO
from pathlib import Path

import msgspec
from PIL import Image

from engine.core.files.leaflets import CARD, Leaflet, leaflet, leaflets, markdown
from engine.games import GAMES
from render.picture_request import PictureRequest
from render.registry import LEAFLET, draw

CARDS = Path(__file__).parents[1] / "docs" / "cards"


def files() -> Iterator[tuple[str, str, Leaflet, str]]:
    """Yield the name of every file, its game, the leaflet that it shows, and what a picture of it is asked for by."""
    for game, rules in GAMES.items():
        for one in leaflets(game):
            for variant in rules.variants if one.id == CARD else [rules.usual_variant]:
                found = leaflet(game, one.id, variant)
                assert found is not None
                name = f"{game}-{variant}" if one.id == CARD else f"{game}-{one.id}"
                yield name, game, found, f"{one.id}/{variant}"


def words(name: str, found: Leaflet) -> str:
    """Return the Markdown of a file: the leaflet, and its picture below."""
    return f"{markdown(found)}\n![{found.title}]({name}.png)\n"


def _hang(file: Path, drawn: bytes) -> None:
    """Write a picture, unless the same is there: other machines pack the same pixels otherwise."""
    if not file.exists() or _pixels(file.read_bytes()) != _pixels(drawn):
        file.write_bytes(drawn)


def _pixels(drawn: bytes) -> tuple[tuple[int, int], bytes]:
    image = Image.open(BytesIO(drawn)).convert("RGBA")
    return image.size, image.tobytes()


def write(games: Collection[str]) -> None:
    """Write those of some games."""
    CARDS.mkdir(exist_ok=True)
    for name, game, found, subject in (file for file in files() if file[1] in games):
        (CARDS / f"{name}.md").write_text(words(name, found), encoding="utf-8")
        picture = draw(game, PictureRequest(LEAFLET, msgspec.Struct(), subject=subject))
        _hang(CARDS / f"{name}.png", picture.file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=GAMES, help="write what belongs to this game, and leave the others")
    only = parser.parse_args().only
    write([only] if only else GAMES)
