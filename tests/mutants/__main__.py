"""`python -m tests.mutants`: try a sample of changes of the engine on the scenarios and the tests of the games."""

import argparse
import os
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from random import Random

from tests.mutants.changes import Change, changes
from tests.mutants.checks import Check, checks, concerned, notices
from tests.mutants.plugin import ROOT

PACKAGES = ("engine/core", "engine/kingmaker", "engine/lancaster", "engine/warlord", "engine/warriors")
REVIEWED = Path(__file__).parent / "equivalent.toml"
"""Changes that somebody has read and found to mean nothing, with the reason."""


def main() -> int:
    """Try a sample, print what nobody notices, and the figure."""
    options = _options()
    every, reviewed = list(_all()), equivalents()
    for gone in sorted(reviewed - {key(change) for change in every}):
        print(f"reviewed, but not there any more: {' / '.join(gone)}")
    sample = _sample(every, options.seed, options.number, options.only)
    meant = [change for change in sample if key(change) not in reviewed]
    same = len(sample) - len(meant)
    print(f"{len(sample)} of {len(every)} changes, by seed {options.seed}; {same} of them are known to mean nothing.")
    noticed: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    for change, seen in _tried(meant, checks(_game(options.only)), options.jobs, options.minutes * 60):
        package = next(package for package in PACKAGES if change.file.startswith(package))
        tried[package] += 1
        noticed[package] += seen
        if not seen:
            print(f"unnoticed: {change}", flush=True)
    _tell(tried, noticed, len(meant))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--number", type=int, default=200, help="how many changes to try")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn")
    parser.add_argument("--minutes", type=float, default=60, help="begin no change after so many minutes")
    parser.add_argument(
        "--only", default="", help="only in files whose path begins so; of a game, with its tests alone"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="changes to try at a time")
    return parser.parse_args()


def _sample(every: Sequence[Change], seed: int, number: int, only: str) -> list[Change]:
    able = [change for change in every if change.file.startswith(only)]
    return Random(seed).sample(able, min(number, len(able)))


def _game(only: str) -> str:
    """The game to whose files all changes are limited; "" for the core, or for several games."""
    inside = next((package for package in PACKAGES if only.startswith(package)), "engine/core")
    return "" if inside == "engine/core" else inside.removeprefix("engine/")


def _all() -> Iterator[Change]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            yield from changes(str(path.relative_to(ROOT)), path.read_text("utf-8"))


def key(change: Change) -> tuple[str, str, str, str]:
    """What stands for a change wherever it stands in its function."""
    return change.file, change.place, change.before, change.after


def equivalents() -> set[tuple[str, str, str, str]]:
    """Return the changes that mean nothing."""
    rows = tomllib.loads(REVIEWED.read_text("utf-8"))["equivalent"]
    return {(row["file"], row["place"], row["before"], row["after"]) for row in rows}


def _tried(meant: Sequence[Change], every: Sequence[Check], jobs: int, seconds: float) -> Iterator[tuple[Change, bool]]:
    """Yield each change with whether it was noticed, until the time is over."""
    end = time.monotonic() + seconds

    def one(change: Change) -> tuple[Change, bool] | None:
        tried = concerned(change, every)
        return None if time.monotonic() > end else (change, bool(tried) and notices(change, tried))

    with ThreadPoolExecutor(jobs) as pool:
        for done in as_completed([pool.submit(one, change) for change in meant]):
            if result := done.result():
                yield result


def _tell(tried: Counter[str], noticed: Counter[str], asked: int) -> None:
    for package in PACKAGES:
        if tried[package]:
            print(f"{package:18}{noticed[package]:5} of {tried[package]:4} noticed")
    share = 100 * noticed.total() / max(1, tried.total())
    late = f"; {asked - tried.total()} were not tried for want of time" if tried.total() < asked else ""
    print(f"{noticed.total()} of {tried.total()} changes were noticed ({share:.1f} %){late}.")


if __name__ == "__main__":
    raise SystemExit(main())
