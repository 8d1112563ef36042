"""`python -m tests.mutants`: try a sample of changes of each part of Herald on the tests that come to them."""

import argparse
import os
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from tests.mutants.changes import Change, changes
from tests.mutants.checks import Check, checks, concerned, trial
from tests.mutants.parts import PARTS, Part
from tests.mutants.plugin import ROOT
from tests.mutants.runs import tried

REVIEWED = Path(__file__).parent / "equivalent.toml"
"""Changes that somebody has read and found to mean nothing, with the reason."""

Key = tuple[str, str, str, str]
"""What stands for a change wherever it stands in its function."""


def main() -> int:
    """Try a sample of each part that is asked for, print what nobody notices, and the figures."""
    options = _options()
    end = time.monotonic() + options.minutes * 60
    reviewed = equivalents()
    for name in options.part or PARTS:
        _part(name, PARTS[name], options, reviewed, end)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--part", action="append", choices=PARTS, help="of which part of Herald; of each, if of none")
    parser.add_argument("--number", type=int, default=60, help="how many changes of a part to try")
    parser.add_argument("--seed", type=int, default=1, help="which changes are drawn")
    parser.add_argument("--minutes", type=float, default=60, help="begin no change after so many minutes")
    parser.add_argument(
        "--only", default="", help="only in files whose path begins so; of a game, with its tests alone"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="changes to try at a time")
    return parser.parse_args()


def _part(name: str, part: Part, options: argparse.Namespace, reviewed: set[Key], end: float) -> None:
    every = list(every_change(part))
    for gone in sorted({one for one in reviewed if part.has(one[0])} - {key(change) for change in every}):
        print(f"reviewed, but not there any more: {' / '.join(gone)}")
    sample = _sample(every, options.seed, options.number, options.only)
    meant = [change for change in sample if key(change) not in reviewed]
    print(f"{name}: {len(sample)} of {len(every)} changes, by seed {options.seed}; ", end="")
    print(f"{len(sample) - len(meant)} of them are known to mean nothing.", flush=True)
    known = checks(name, part, _game(options.only))
    figures = Figures(part, {check.name for check in known if check.far})
    for change, noticed in tried(_trials(meant, known, end), options.jobs):
        figures.count(change, noticed)
        print(figures.told(change, noticed, known), end="", flush=True)
    figures.sum_up(len(meant))


def _trials(
    meant: Sequence[Change], known: Sequence[Check], end: float
) -> Iterator[tuple[Change, list[str], float, float]]:
    """Yield what is to be tried of each change, until the time is over."""
    for change in meant:
        if time.monotonic() < end:
            yield trial(change, concerned(change, known))


def _sample(every: Sequence[Change], seed: int, number: int, only: str) -> list[Change]:
    able = [change for change in every if change.file.startswith(only)]
    return Random(seed).sample(able, min(number, len(able)))


def _game(only: str) -> str:
    """The game to whose files all changes are limited; "" for the core, or for several games."""
    games = [package for package in PARTS["engine"].packages if package != "engine/core"]
    return next((package.removeprefix("engine/") for package in games if only.startswith(package)), "")


def every_change(part: Part) -> Iterator[Change]:
    """Yield the changes that can be made to a part."""
    for package in part.packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            if part.has(file := str(path.relative_to(ROOT))):
                found = changes(file, path.read_text("utf-8"))
                yield from (change for change in found if not (part.drawn and change.by_one))


def key(change: Change) -> Key:
    """Return what stands for a change."""
    return change.file, change.place, change.before, change.after


def equivalents() -> set[Key]:
    """Return the changes that mean nothing."""
    rows = tomllib.loads(REVIEWED.read_text("utf-8"))["equivalent"]
    return {(row["file"], row["place"], row["before"], row["after"]) for row in rows}


class Figures:
    """How many changes of a part were tried and noticed, by package, and by tests far away alone."""

    def __init__(self, part: Part, far: set[str]) -> None:
        self.part, self.far = part, far
        self.tried: Counter[str] = Counter()
        self.noticed: Counter[str] = Counter()
        self.far_only = 0

    def count(self, change: Change, noticed: str) -> None:
        """Count a change that was tried, with the test that notices it."""
        package = self.part.package(change)
        self.tried[package] += 1
        self.noticed[package] += bool(noticed)
        self.far_only += noticed in self.far

    def told(self, change: Change, noticed: str, known: Sequence[Check]) -> str:
        """Return what is to be said of a change that was tried: nothing, if a near test notices."""
        if noticed:
            return f"noticed from far: {change} by {noticed}\n" if noticed in self.far else ""
        reached = not change.first or any(check.reaches(change) for check in known)
        return f"{'unnoticed' if reached else 'not covered'}: {change}\n"

    def sum_up(self, asked: int) -> None:
        """Print the figures."""
        for package in self.part.packages:
            if self.tried[package]:
                print(f"{package:18}{self.noticed[package]:5} of {self.tried[package]:4} noticed")
        noticed, done = self.noticed.total(), self.tried.total()
        late = f"; {asked - done} were not tried for want of time" if done < asked else ""
        far = f", {self.far_only} of them from far alone" if self.far_only else ""
        print(
            f"{noticed} of {done} changes were noticed ({100 * noticed / max(1, done):.1f} %){far}{late}.", flush=True
        )


if __name__ == "__main__":
    raise SystemExit(main())
