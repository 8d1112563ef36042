"""`herald` in haste: `python -m tests.soak.hurried run` tries again at once where it would wait."""

import sys

from bot.cli import main
from bot.edge import client
from tests.harness.hurry import TOLD_S, hurry

if __name__ == "__main__":
    client.ALL_SERVERS_S = TOLD_S
    hurry()
    sys.exit(main())
