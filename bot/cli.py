"""The command line: `herald run | sandbox | simulate | scenario | replay | render | export | rules`."""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from engine.core import registry, scenario, simulation, transcript
from engine.core.errors import EngineError
from engine.games import GAMES, rules_of

TESTS = Path(__file__).resolve().parents[1] / "tests"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return the exit code. Errors are one sentence on stderr."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options) or 0)
    except (EngineError, OSError) as error:
        print(f"herald: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="herald", description="Moderates medieval board games played by post.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    simulate = commands.add_parser("simulate", help="play whole games with random legal choices")
    simulate.add_argument("--game", choices=sorted(GAMES), default="kingmaker")
    simulate.add_argument("--variant", default="base")
    simulate.add_argument("--seats", type=int, default=4)
    simulate.add_argument("--games", type=int, default=20)
    simulate.add_argument("--seed", type=int, default=1)
    simulate.add_argument("--limit", type=int, default=20_000, help="actions after which a game is broken off")
    simulate.add_argument("--out", type=Path, help="folder for the transcripts")
    simulate.set_defaults(command=_simulate)

    scenarios = commands.add_parser("scenario", help="run scenario files")
    scenarios.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    scenarios.set_defaults(command=_scenario)

    replay = commands.add_parser("replay", help="check every number and state of an exported game")
    replay.add_argument("file", type=Path)
    replay.set_defaults(command=_replay)

    rules = commands.add_parser("rules", help="list the rules and what shows them")
    rules.add_argument("--game", choices=sorted(GAMES), default="kingmaker")
    rules.add_argument("--variant", default="")
    rules.add_argument("--tests", type=Path, default=TESTS, help="folder of the tests")
    rules.set_defaults(command=_rules)
    return parser


# ---------------------------------------------------------------------- simulate


def _simulate(options: argparse.Namespace) -> int:
    rules = rules_of(options.game)
    values = rules.options(options.variant, {})
    if not rules.least_seats <= options.seats <= rules.most_seats:
        raise EngineError(f"{rules.title} is for {rules.least_seats} to {rules.most_seats} seats.")
    endings: Counter[str] = Counter()
    lengths: list[int] = []
    began = time.perf_counter()
    for number in range(options.games):
        played = simulation.play(rules, values, options.seats, seed=options.seed, number=number, limit=options.limit)
        endings[played.ending] += 1
        lengths.append(played.actions)
        if options.out:
            options.out.mkdir(parents=True, exist_ok=True)
            (options.out / f"{played.transcript.game_id}.json").write_bytes(transcript.write(played.transcript))
    _tell(lengths, endings, time.perf_counter() - began)
    return 0


def _tell(lengths: list[int], endings: Counter[str], seconds: float) -> None:
    print(f"games           {len(lengths)}")
    print(
        f"actions         {sum(lengths)} (a game: least {min(lengths)}, median {median(lengths):.0f}, most {max(lengths)})"
    )
    print(f"actions/second  {sum(lengths) / seconds:.0f}")
    for ending, count in endings.most_common():
        print(f"ended           {count:4} x {ending}")


# ---------------------------------------------------------------------- scenario, replay, rules


def _scenario(options: argparse.Namespace) -> int:
    failed = passed = 0
    for path in options.paths:
        for file, trouble in scenario.run_all(path, rules_of):
            print(f"FAILED {file}: {trouble}" if trouble else f"passed {file}")
            failed, passed = failed + bool(trouble), passed + (not trouble)
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


def _replay(options: argparse.Namespace) -> int:
    record = transcript.read(options.file.read_bytes())
    table = transcript.replay(rules_of(record.rules), record)
    numbers = transcript.check_draws(record)
    print(f"{len(record.entries)} actions replayed; {numbers} draws and every state come out as recorded.")
    print(f"The game {'ended: ' + table.result.reason if table.result else 'is not over'}")
    return 0


def _rules(options: argparse.Namespace) -> int:
    shown = registry.coverage(options.game, options.tests, options.variant)
    if not shown:
        raise EngineError(f"The registry of {options.game} has no rules of a variant '{options.variant}'.")
    for rule, places in shown.items():
        print(f"{rule:14} {'; '.join(places) if places else '-'}")
    covered = sum(bool(places) for places in shown.values())
    print(f"{covered} of {len(shown)} rules shown ({100 * covered // len(shown)} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
