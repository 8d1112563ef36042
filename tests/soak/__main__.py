"""Run a soak: `python -m tests.soak --minutes 10 --tables 300`; exit code 1 if anything was lost."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.soak.report import lines
from tests.soak.run import Plan, soak


def main() -> int:
    """Run it, print the figures, and keep database and log where something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="herald-soak-"))
    print(f"Database, settings and log are in {folder}.", flush=True)
    result = asyncio.run(soak(Plan(options.tables, options.minutes * 60, seed=options.seed), folder))
    print("\n".join(lines(result)))
    return 1 if result.verdict.faults else 0


if __name__ == "__main__":
    sys.exit(main())
