"""Tables in the middle of play, for the tests that every game must pass."""

from collections.abc import Iterator
from typing import Any

from engine.core.errors import BadOptions
from engine.core.players import RandomPlayer
from engine.core.rules import Rules
from engine.core.table import Table
from engine.games import GAMES

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


def opened(rules: Rules[Any], variant: str, seats: int, game_id: str = "g") -> Table:
    """A table at its first decision."""
    names = [f"s{number}" for number in range(1, seats + 1)]
    return Table.new(rules, game_id, names, rules.options(variant, {}), KEY)


def played(table: Table, actions: int, seed: int = 1) -> Iterator[Table]:
    """The table after each of a number of random legal actions."""
    player = RandomPlayer(seed)
    for number in range(actions):
        waiting = table.requests()
        if not waiting:
            return
        seat = waiting[number % len(waiting)].seat
        table.act(seat, player.choose(table, seat))
        yield table
