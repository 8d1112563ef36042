"""Tables in the middle of play, for the tests that every game must pass."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from engine import games as moderated
from engine.core.actions import Action
from engine.core.computer.deciding import Player
from engine.core.computer.players import RandomPlayer, Seated
from engine.core.errors import BadOptions
from engine.core.rules import Rules
from engine.core.table import Table
from tests.core.toy import rules as toy
from tests.harness.rows import rows

GAMES = {**moderated.GAMES, toy.RULES.name: toy.RULES}
"""Every game, and the smallest one there can be."""

KEY = b"conformance".ljust(32, b".")


def _playable() -> Iterator[tuple[str, str]]:
    for name, rules in GAMES.items():
        for variant in rules.variants:
            try:
                rules.options(variant, {})
            except BadOptions:
                continue
            yield name, variant


TITLES = list(_playable())
"""Every game with every variant that can be played."""

every_title = rows("game, variant", TITLES, by=lambda title: title[0])
"""For a test that every game must pass, with every variant."""


def fitting(rules: Rules[Any], variant: str, seats: int) -> int:
    """The number of seats nearest to `seats` that a variant takes."""
    least, most = rules.seats(rules.options(variant, {}))
    return min(max(least, seats), most)


def opened(rules: Rules[Any], variant: str, seats: int, game_id: str = "g") -> Table:
    """A table at its first decision, with as many seats as the variant takes if not just so many."""
    names = [f"s{number}" for number in range(1, fitting(rules, variant, seats) + 1)]
    return Table.new(rules, game_id, names, rules.options(variant, {}), KEY)


def by_day(every: int, at_night: int = 1) -> pytest.MarkDecorator:
    """Look at every so-manieth moment of a game by day, and at more of the same game at night."""
    return pytest.mark.parametrize("every", [every, pytest.param(at_night, marks=pytest.mark.nightly)])


def livelier(rules: Rules[Any]) -> Player:
    """A maker of players who play half at random, half to win, where a game has them."""
    return rules.players.get("fickle", RandomPlayer())


@dataclass(frozen=True)
class Remembering:
    """A player at a table who does what he did when he was asked the same before, without a thought."""

    seated: Seated

    def choose(self, table: Table, seat: str) -> Action:
        asked = table.rules.name, table.hash(), seat, self.seated.seed, type(self.seated.player)
        if asked not in CHOSEN:
            CHOSEN[asked] = self.seated.choose(table, seat)
        return CHOSEN[asked]


CHOSEN: dict[tuple[str, str, str, int, type[Player]], Action] = {}
"""What was chosen in the games that several tests play."""


def played(table: Table, actions: int, seed: int = 1, player: Seated | Remembering | None = None) -> Iterator[Table]:
    """The table after each of a number of random legal actions, as long as the game goes on."""
    player = player or Seated(RandomPlayer(), seed)
    for number in range(actions):
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        table.act(seat, player.choose(table, seat))
        if table.result is not None:
            return
        yield table


def games(rules: Rules[Any], variant: str, seats: int, actions: int, seed: int = 1) -> Iterator[Table]:
    """The table after each of so many random legal actions; when a game ends a livelier one begins."""
    player: Player = RandomPlayer()
    count = 0
    while count < actions:
        table = opened(rules, variant, seats, f"g{count}")
        for moment in played(table, actions - count, player=Remembering(Seated(player, seed + count))):
            count += 1
            yield moment
        count, player = count + 1, livelier(rules)


def moments(game: str, variant: str, every: int) -> Iterator[tuple[int, Table]]:
    """Every so-manieth moment of 250 actions of `games` for three, with its number; each is a table of its own.

    Whoever asks how a table that was played differs from one that was saved plays `games` himself.
    """
    for number, snapshot in list(enumerate(_saved(game, variant)))[::every]:
        yield number, Table.restore(GAMES[game], snapshot, KEY)


@cache
def _saved(game: str, variant: str) -> list[bytes]:
    """The moments of the games that several tests look at, played once."""
    return [table.snapshot() for table in games(GAMES[game], variant, 3, 250)]
