"""What the masses of whole games of every title have in common: how they are counted together, and run."""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from functools import partial
from multiprocessing import get_context
from typing import Self, TypeVar

from engine.core.record.transcript import Transcript
from engine.games import rules_of
from engine.recount import recount

SHARE = 25
"""Games that a process plays at once."""


@dataclass
class Tally:
    """What many games have come to: numbers and counters, which add up."""

    games: int = 0
    actions: int = 0

    def add(self, other: Self) -> None:
        """Take in what other games have come to."""
        for field in fields(self):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            if isinstance(mine, Counter):
                mine.update(theirs)
            else:
                setattr(self, field.name, mine + theirs)


def judge(record: Transcript) -> None:
    """Let the second arithmetic judge a game; raises AssertionError with every doubt that it has."""
    found = recount.of_record(rules_of(record.rules), record)
    assert not found.doubts, "\n".join((record.game_id, *found.words()))


T = TypeVar("T", bound=Tally)


def main(
    title: str | None, found: T, play: Callable[..., T], tables: Callable[[T], Iterator[str]], player: str
) -> None:
    """Play as the command line asks, and print what came out.

    `play` is called with numbers of games, the seed, the names of the players, and the share of wrong actions; `found`
    is a tally of no games; `player` takes the seats unless others are asked for.
    """
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--players", default=player, help="computer players, by commas; they change seats in turn")
    parser.add_argument("--perturb", type=float, default=0.0, help="share of actions before which a wrong one is tried")
    parser.add_argument("--minutes", type=float, default=0, help="minutes after which no more games are begun")
    asked = parser.parse_args()
    part = partial(play, seed=asked.seed, players=tuple(asked.players.split(",")), perturb=asked.perturb)
    parts = [range(start, min(start + SHARE, asked.games)) for start in range(0, asked.games, SHARE)]
    begun = time.monotonic()
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for one in pool.map(part, parts):
            found.add(one)
            if asked.minutes and time.monotonic() - begun > 60 * asked.minutes:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    print("\n".join(tables(found)))
    print(f"\n{time.monotonic() - begun:.0f} seconds")
