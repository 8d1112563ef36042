"""`python -m tests.chronicles`: play the games anew and keep what came of each action; with a name, tell that game."""

import sys

from tests.chronicles.games import GAMES
from tests.chronicles.kept import keep
from tests.chronicles.telling import told

if len(sys.argv) > 1:
    for moment in told(GAMES[sys.argv[1]]):
        print(moment)
else:
    for name, game in GAMES.items():
        keep(name, told(game))
