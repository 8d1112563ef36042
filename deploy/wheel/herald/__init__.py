"""The folder of an installed Herald: its packages lie here, where no other program meets their names."""

import sys
from pathlib import Path


def main() -> int:
    """Run the command line of `herald`; return the exit code."""
    sys.path.insert(0, str(Path(__file__).parent))
    from bot import cli

    return cli.main()
