"""`python -m tests.chronicles`: tell everything anew and keep it; with names of games or scenarios, tell those."""

import sys
from itertools import groupby

from engine.games import GAMES as TITLES
from tests.chronicles.faces import face
from tests.chronicles.games import GAMES
from tests.chronicles.kept import keep, keep_scenes, keep_telling
from tests.chronicles.papers import papers
from tests.chronicles.scenes import FILES, scene, telling
from tests.chronicles.telling import told


def main() -> None:
    """Do what is asked for."""
    for name in sys.argv[1:]:
        for moment in told(GAMES[name]) if name in GAMES else scene(name):
            print(moment)
    if not sys.argv[1:]:
        for title in TITLES:
            keep(f"face_of_{title}", face(title))
            keep(f"papers_of_{title}", papers(title))
        for name, game in GAMES.items():
            keep(name, told(game))
        first: list[str] = []
        for title, names in groupby(FILES, lambda name: name.partition("/")[0]):
            scenes = {name: [*scene(name)] for name in names}
            keep_scenes(title, scenes)
            first += telling(scenes)
        keep_telling(first)


if __name__ == "__main__":
    main()
