"""`make bench`: measures, prints, and asserts nothing; `python -m tests.bench server` measures one chapter.

The chapter `load` can be measured with more games: `python -m tests.bench load --games 300 --seconds 60`.
"""

import argparse
from collections.abc import Callable, Iterable
from functools import partial

from tests.bench import (
    commands_bench,
    crowd_bench,
    engine_bench,
    flow_bench,
    heralds_bench,
    load_bench,
    plans_bench,
    render_bench,
    server_bench,
)
from tests.bench.timing import Figure

CHAPTERS: dict[str, Callable[[], Iterable[Figure]]] = {
    "rules": engine_bench.measure,
    "flow": plans_bench.measure,
    "flow over the wire": flow_bench.measure,
    "pictures": render_bench.measure,
    "server": server_bench.measure,
    "commands": commands_bench.measure,
    "crowd": crowd_bench.measure,
    "heralds": heralds_bench.measure,
    "load": load_bench.measure,
}


def main() -> None:
    """Measure the chapters that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("chapters", nargs="*", metavar="chapter", help=", ".join(CHAPTERS))
    load = parser.add_argument_group("load")
    load.add_argument("--games", type=int, default=load_bench.GAMES)
    load.add_argument("--seconds", type=float, default=load_bench.SECONDS, help="of each evening, 150 at most")
    load.add_argument("--rates", type=float, nargs="+", default=load_bench.RATES, help="decisions a second")
    load.add_argument("--no-limits", action="store_true", help="let Discord take messages as fast as they come")
    options = parser.parse_args()
    plan = load_bench.Plan(options.games, min(options.seconds, 150.0), options.rates, not options.no_limits)
    chapters = CHAPTERS | {"load": partial(load_bench.measure, plan)}
    wanted = {name.lower() for name in options.chapters} or chapters.keys()
    for name in (name for name in chapters if name in wanted):
        print(f"\n{name.capitalize()}", flush=True)
        for what, figures in chapters[name]():
            print(f"  {what:64} {figures}", flush=True)


if __name__ == "__main__":
    main()
