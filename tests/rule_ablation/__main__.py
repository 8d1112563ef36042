"""`python -m tests.rule_ablation`: leave out one rule of a game after the other, and see what nobody notices."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Literal

from engine.core.trials import coverage
from tests.rule_ablation import rows
from tests.rule_ablation.rows import ROOT, LeftOut, Way
from tests.rule_ablation.trial import Verdict, tried


def main() -> int:
    """Try each row, print what is not guarded, and the figure."""
    options = _options()
    every = rows.of_game(options.game)
    wanted = [row for row in every.rule if row.id.startswith(options.only)]
    shown = coverage.of_game(options.game, ROOT / "tests")
    open_ = set[str]()
    for row, way, verdict in all_tried(options.game, wanted, shown, options.jobs):
        if verdict is not Verdict.NOTICED:
            open_.add(row.id)
            print(f"{verdict.value}: {row.id}. {way.left_out}", flush=True)
    nothing = [row for row in every.nothing if row.id.startswith(options.only)]
    beside = f"; {len(nothing)} cannot be left out" if nothing else ""
    ways = sum(len(row.ways()) for row in wanted)
    print(f"{len(wanted) - len(open_)} of {len(wanted)} rules are guarded, tried in {ways} ways{beside}.")
    return int(bool(open_))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.rule_ablation", description=__doc__)
    parser.add_argument("--game", choices=rows.games(), default="lancaster")
    parser.add_argument("--only", default="", help="only rules whose id begins so")
    parser.add_argument("--jobs", type=int, default=1, help="rules to try at a time")
    return parser.parse_args()


def all_tried(
    game: str,
    wanted: Sequence[LeftOut],
    shown: Mapping[str, Sequence[str]],
    jobs: int,
    start: Literal["forkserver", "spawn"] = "forkserver",
) -> Iterator[tuple[LeftOut, Way, Verdict]]:
    """Yield what comes of each way to leave out a rule, each in a process that has imported nothing of the game.

    To spawn them takes longer, and is needed where this process may have a fork server that has imported games.
    """
    context = get_context(start)
    context.set_forkserver_preload(["engine.core.trials.scenario", "pytest"])
    with ProcessPoolExecutor(jobs, context, max_tasks_per_child=1) as pool:
        running = {pool.submit(tried, game, way, shown[row.id]): (row, way) for row in wanted for way in row.ways()}
        for done in as_completed(running):
            yield *running[done], done.result()


if __name__ == "__main__":
    raise SystemExit(main())
