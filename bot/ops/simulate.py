"""Simulation: many games between computer players, several at a time."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from engine.core.computer.deciding import Players
from engine.core.computer.players import RandomPlayer
from engine.core.errors import EngineError
from engine.core.files.figures import EditionNumbers
from engine.core.record import transcript
from engine.core.rules import Rules
from engine.core.trials import simulation
from engine.core.trials.simulation import Played
from engine.games import adopt, registered, rules_of

SHARE = 8
"""Games that a process takes at once, so that short ones do not spend their time in being handed out."""


@dataclass(frozen=True)
class Simulation:
    """Games of one title that differ in nothing but their dice; the seats, from least to most, take turns.

    `players`, by name, take the seats in turn. Transcripts are written to `folder`, if there is one. The `figures` of
    another edition are played with where there are some.
    """

    game: str
    options: dict[str, object]
    seats: tuple[int, int]
    seed: int
    limit: int
    players: list[str]
    perturb: float
    folder: Path | None = None
    figures: EditionNumbers = field(default_factory=dict)

    def games(self, count: int, jobs: int) -> Iterator[Played]:
        """Play `count` games in `jobs` processes; raises EngineError, with its number, for a game that goes wrong."""
        if jobs == 1:
            yield from map(self.play, range(count))
            return
        with ProcessPoolExecutor(jobs, get_context("spawn"), adopt, (registered(),)) as pool:
            try:
                yield from pool.map(self.play, range(count), chunksize=min(SHARE, 1 + count // (4 * jobs)))
            except EngineError:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def play(self, number: int) -> Played:
        """Play one game, whose number decides its dice and its seats."""
        rules, (least, most) = rules_of(self.game).with_figures(self.figures), self.seats
        known = computer_players(rules)
        try:
            played = simulation.play(
                rules,
                self.options,
                least + number % (most - least + 1),
                seed=self.seed,
                number=number,
                limit=self.limit,
                players=[known[name] for name in self.players],
                perturb=self.perturb,
            )
        except EngineError as error:
            raise EngineError(f"Game {number} of seed {self.seed} failed. {error}") from error
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            (self.folder / f"{played.transcript.game_id}.json").write_bytes(transcript.write(played.transcript))
        return played


def computer_players(rules: Rules[Any]) -> Players:
    """Return the players that can take a seat of a game, by name."""
    return {"random": RandomPlayer(), **rules.players}
