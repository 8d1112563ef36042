"""`python -m tests.chronicles`: tell everything anew and keep it, with `--only GAME` what belongs to one game.

With names of games or scenarios, tell those."""

import argparse
import asyncio
from collections.abc import Collection
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.games import GAMES as TITLES
from tests.chronicles.faces import face
from tests.chronicles.games import GAMES
from tests.chronicles.kept import keep, keep_scenes, keep_telling, kept_telling
from tests.chronicles.papers import papers
from tests.chronicles.scenes import FILES, scene, telling
from tests.chronicles.telling import told
from tests.harness import BOARDS
from tests.harness.drawing import Sketches
from tests.simcord.walks import WALKS, Walk, walked


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="games of tests/chronicles/games.py or scenarios, to be told")
    parser.add_argument("--only", choices=TITLES, help="keep what belongs to this game, and leave the others")
    options = parser.parse_args()
    for name in options.names:
        for moment in told(GAMES[name]) if name in GAMES else scene(name):
            print(moment)
    if not options.names:
        _keep([options.only] if options.only else TITLES)


def _keep(titles: Collection[str]) -> None:
    """Keep anew what belongs to some titles."""
    for title in titles:
        keep(f"face_of_{title}", face(title))
        keep(f"papers_of_{title}", papers(title))
    for name, game in GAMES.items():
        if game.title in titles:
            keep(name, told(game))
    for name, given in WALKS.items():
        if given.about in titles:
            keep(f"walk_{name}", asyncio.run(_walked(given)))
    first: list[str] = []
    for title, names in groupby(FILES, lambda name: name.partition("/")[0]):
        if title in titles:
            scenes = {name: [*scene(name)] for name in names}
            keep_scenes(title, scenes)
            first += telling(scenes)
        else:
            first += [name for name in names if name in kept_telling()]
    keep_telling(first)


async def _walked(given: Walk) -> list[str]:
    with TemporaryDirectory() as folder:
        return await walked(given, Path(folder), Sketches(BOARDS))


if __name__ == "__main__":
    main()
