"""Whole games between computer players, under all invariants."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from engine.core.dice import commitment, game_key
from engine.core.errors import DeadEnd
from engine.core.players import Player, RandomPlayer
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.transcript import Transcript, entry


class Played(msgspec.Struct, frozen=True):
    """A game that was played: its record, and how it ended: won, drawn, or unfinished past the limit."""

    transcript: Transcript
    actions: int
    ending: str
    winners: tuple[str, ...]


def secret(seed: int, number: int) -> bytes:
    """Return the secret of a simulated game: the same seed gives the same games."""
    return sha256(f"herald simulation {seed} {number}".encode()).digest()


def play(
    rules: Rules[Any],
    options: dict[str, object],
    seats: int,
    *,
    seed: int,
    number: int = 0,
    limit: int = 20_000,
    players: Callable[[int], Player] = RandomPlayer,
    careful: bool = True,
    after: Callable[[Table], None] | None = None,
) -> Played:
    """Play one game to its end, or to `limit` actions. `after` looks at the table after every action."""
    hidden = secret(seed, number)
    names = [f"s{place}" for place in range(1, seats + 1)]
    game_id = f"sim-{seed}-{number}"
    table = Table.new(rules, game_id, names, options, game_key(hidden, []), careful=careful)
    opening = table.opening()
    record = Transcript(
        rules=rules.name,
        rules_version=rules.version,
        game_id=game_id,
        options=options,
        seats=names,
        commitment=commitment(hidden),
        secret=hidden.hex(),
        opening_hash=table.hash(),
        opening_draws=opening.draws,
    )
    people = {name: players(seed * 1_000_003 + number * 101 + place) for place, name in enumerate(names)}
    while table.result is None and len(record.entries) < limit:
        _turn(table, people, record)
        if after:
            after(table)
    return Played(record, len(record.entries), _ending(table), table.result.winners if table.result else ())


def _ending(table: Table) -> str:
    if table.result is None:
        return "unfinished"
    return f"{'won' if table.result.winners else 'drawn'} [{table.result.rule}]"


def _turn(table: Table, people: dict[str, Player], record: Transcript) -> None:
    waiting = table.requests()
    if not waiting:
        raise DeadEnd("The game is not over, but nobody has anything to decide.")
    seat = waiting[len(record.entries) % len(waiting)].seat
    action = people[seat].choose(table, seat)
    outcome = table.act(seat, action)
    record.entries.append(entry(outcome, seat, action, table))


def games(count: int, **how: Any) -> Iterator[Played]:
    """Play `count` games with consecutive numbers; the other arguments are those of `play`."""
    for number in range(count):
        yield play(number=number, **how)
