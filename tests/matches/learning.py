"""Learn what a game's traits say about who wins: `python -m tests.matches.learning --game lancaster`.

Players by rules of thumb, who now and then do anything that is legal, play games in all variants. Of each game some
positions are kept with how it ended. Ridge regression finds the weights of the traits, on four games of five; on the
fifth it is measured what they are good for. `data/<game>/values.toml` has what comes out, and the seed.
"""

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any, NamedTuple

from engine.core.computer.deciding import Player
from engine.core.computer.judge import Judge, at_the_table
from engine.core.computer.players import Fickle, RandomPlayer
from engine.core.files.catalog import folder_of
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import simulation
from engine.games import GAMES, rules_of
from tests.matches.match import judge_of

HABIT = 0.92
"""The share of decisions that are taken by rules of thumb, so that games stray from the beaten track."""

EVERY = {"kingmaker": 6, "lancaster": 6, "warlord": 1, "warriors": 2}
"""After how many actions a position is kept, about."""

LONGEST = 900
"""Actions after which a game is broken off, and not learnt from."""

HELD_BACK = 5
"""One game of so many is held back for the test."""

RIDGE = 10.0
"""How much weights near nothing are preferred, in traits of spread 1."""

DIGITS = 5


class Sample(NamedTuple):
    """A position from the view of a seat, with what came of it: 1 for a victory, -1 for a defeat, 0 for a draw."""

    game: int
    traits: dict[str, float]
    outcome: float


def played(rules: Rules[Any], judge: Judge, seed: int, number: int) -> list[Sample]:
    """Play a game, and return some of its positions."""
    chance = Random(f"{seed} {number}")
    options = rules.options(chance.choice(list(rules.variants)), {})
    least, most = rules.seats(options)
    seats = chance.randint(least, min(most, 5))
    player: Player = Fickle(judge.habit, HABIT, RandomPlayer(meddles=0))
    kept: list[tuple[str, dict[str, float]]] = []
    every = EVERY[rules.name]

    def keep(table: Table) -> None:
        game = table.game
        if table.result is None and chance.random() < 1 / every and table.requests() and judge.settled(game):
            seat = chance.choice(_in_play(table))
            assert judge.traits is not None
            kept.append((seat, {**judge.traits(game, seat), **at_the_table(game)}))

    game = simulation.play(
        rules, options, seats, seed=seed, number=number, limit=LONGEST, players=[player], careful=False, after=keep
    )
    if game.ending == "unfinished":
        return []
    return [Sample(number, traits, _outcome(seat, game.winners)) for seat, traits in kept]


def _in_play(table: Table) -> list[str]:
    """Return the seats that may still win: those for which the rules have anything to do."""
    return [seat for seat in table.seats if table.offers(seat) or table.request(seat)] or table.seats


def _outcome(seat: str, winners: Sequence[str]) -> float:
    return 1 / len(winners) if seat in winners else -1.0 if winners else 0.0


def learnt(samples: Sequence[Sample], names: Sequence[str]) -> dict[str, float]:
    """Return the weights of traits that foretell the outcome with the least squares, by ridge regression."""
    means = {name: fmean(sample.traits[name] for sample in samples) for name in names}
    spreads = {name: sqrt(fmean((sample.traits[name] - means[name]) ** 2 for sample in samples)) for name in names}
    used = [name for name in names if spreads[name] > 1e-9]
    rows = [[(sample.traits[name] - means[name]) / spreads[name] for name in used] for sample in samples]
    middle = fmean(sample.outcome for sample in samples)
    size = range(len(used))
    matrix = [[sum(row[i] * row[j] for row in rows) + RIDGE * (i == j) for j in size] for i in size]
    wanted = [sum(row[i] * (sample.outcome - middle) for row, sample in zip(rows, samples, strict=True)) for i in size]
    solved = solution(matrix, wanted)
    weights = {name: found / spreads[name] for name, found in zip(used, solved, strict=True)}
    always = middle - sum(weight * means[name] for name, weight in weights.items())
    return {"always": always, **weights}


def solution(matrix: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Solve linear equations by elimination, the largest pivot first."""
    rows = [[*row, value] for row, value in zip(matrix, wanted, strict=True)]
    size = len(rows)
    for place in range(size):
        pivot = max(range(place, size), key=lambda other: abs(rows[other][place]))
        rows[place], rows[pivot] = rows[pivot], rows[place]
        for other in range(size):
            if other != place:
                part = rows[other][place] / rows[place][place]
                rows[other] = [one - part * two for one, two in zip(rows[other], rows[place], strict=True)]
    return [row[-1] / row[place] for place, row in enumerate(rows)]


class Gain(NamedTuple):
    """How well weights foretell games."""

    explained: float
    """The part of the spread of outcomes that they explain."""

    sorted_right: float
    """How likely a won position is rated higher than a lost one."""


def gain(samples: Sequence[Sample], weights: dict[str, float]) -> Gain:
    """Return how well weights foretell the outcome of positions."""
    said = [sum(weight * sample.traits[name] for name, weight in weights.items()) for sample in samples]
    middle = fmean(sample.outcome for sample in samples)
    missed = sum((sample.outcome - one) ** 2 for sample, one in zip(samples, said, strict=True))
    spread = sum((sample.outcome - middle) ** 2 for sample in samples)
    ranked = sorted(zip(said, (sample.outcome > 0 for sample in samples), strict=True))
    won = sum(is_won for _, is_won in ranked)
    places = sum(place for place, (_, is_won) in enumerate(ranked) if is_won)
    right = (places - won * (won - 1) / 2) / (won * (len(ranked) - won))
    return Gain(1 - missed / spread, right)


def told(samples: Sequence[Sample], version: str, seed: int, games: int) -> Iterator[str]:
    """Yield the lines of the file."""
    held = [sample for sample in samples if sample.game % HELD_BACK == 0]
    known = [sample for sample in samples if sample.game % HELD_BACK]
    names = [name for name in known[0].traits if name != "always"]
    weights = learnt(known, names)
    yield "# What tells who wins, learnt from games: `python -m tests.matches.learning` (docs/computer-players.md)."
    yield f'rules_version = "{version}"'
    yield from (f"seed = {seed}", f"games = {games}", f"positions = {len(known)}", f"held_back = {len(held)}")
    for name, found in (("by_hand", learnt(known, ["lead"])), ("learnt", weights)):
        explained, right = gain(held, found)
        yield from ("", f"[{name}]", f"explained = {explained:.3f}", f"sorted_right = {right:.3f}")
    yield from ("", "[weights]")
    yield from (f"{name} = {weight:.{DIGITS}g}" for name, weight in weights.items())


def main() -> None:
    """Play games until there are positions enough, and write down what is learnt from them."""
    parser = argparse.ArgumentParser(prog="python -m tests.matches.learning", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), required=True)
    parser.add_argument("--positions", type=int, default=25_000, help="of all games, those held back among them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the weights are written; the game's data, if not said")
    options = parser.parse_args()
    rules, judge = rules_of(options.game), judge_of(options.game)
    assert judge is not None
    samples: list[Sample] = []
    games, begun = 0, monotonic()
    while len(samples) < options.positions:
        samples += played(rules, judge, options.seed, games)
        games += 1
        if games % 100 == 0:
            print(f"{games} games, {len(samples)} positions, {monotonic() - begun:.0f} s", flush=True)
    lines = list(told(samples, rules.version, options.seed, games))
    file = options.out or folder_of(options.game) / "values.toml"
    file.write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
