"""`python -m tests.render`: keep what pictures look like now, and by which of them each sign is seen.

With `--only GAME` it keeps what belongs to one game, or to "tournament"."""

import argparse

from tests.render.likenesses import MAKERS, record
from tests.render.signs import record_witnesses

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--only", choices=MAKERS, help="keep what belongs to this game, and leave the others")
games = [only] if (only := parser.parse_args().only) else list(MAKERS)
record(games)
record_witnesses(games)
