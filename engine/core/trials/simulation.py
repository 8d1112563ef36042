"""Whole games between computer players, under all invariants."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from engine import RELEASE
from engine.core.actions import Action
from engine.core.computer.deciding import Player
from engine.core.computer.players import RandomPlayer, Seated, seed_of
from engine.core.dice import commitment, game_key
from engine.core.errors import DeadEnd
from engine.core.files.figures import for_record
from engine.core.record.transcript import Copy, Transcript, entry
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials.fuzzing import mutated


class Played(msgspec.Struct, frozen=True):
    """A game that was played."""

    transcript: Transcript
    """Its record."""

    actions: int
    """How many actions it took."""

    ending: str
    """How it ended: won or drawn, with the rule, or unfinished at the limit."""

    winners: tuple[str, ...]
    """The winning seats."""

    rules: Mapping[str, int] = {}
    """How often each rule id had an effect or was the reason of a refusal."""

    outcomes: Mapping[str, int] = {}
    """The outcomes of combats and other uncertain events, with their numbers."""


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
    players: Sequence[Player] = (RandomPlayer(),),
    careful: bool = True,
    perturb: float = 0,
    after: Callable[[Table], None] | None = None,
) -> Played:
    """Play one game to its end, or to `limit` actions. `after` looks at the table after every action.

    The seats are taken by `players` in turn. `perturb` is the share of actions before which the same with one word
    changed is tried.
    """
    names = [f"s{place}" for place in range(1, seats + 1)]
    table, record = _opened(rules, options, names, seed, number, careful)
    people = {name: Seated(players[place % len(players)], seed_of(seed, number)) for place, name in enumerate(names)}
    rules_met: Counter[str] = Counter()
    outcomes: Counter[str] = Counter()
    chance = Random(seed)
    while table.result is None and len(record.entries) < limit:
        seat, action = _choice(table, people, len(record.entries))
        if chance.random() < perturb:
            rules_met.update(_refusal(table, seat, mutated(table, action, chance)))
        outcome = table.act(seat, action)
        record.entries.append(entry(outcome, seat, action, table))
        rules_met.update(event.rule for event in outcome.events if event.rule)
        outcomes.update(event.outcome for event in outcome.events if event.outcome)
        if after:
            after(table)
    winners = table.result.winners if table.result else ()
    return Played(record, len(record.entries), _ending(table), winners, rules_met, outcomes)


def _opened(
    rules: Rules[Any], options: dict[str, object], seats: list[str], seed: int, number: int, careful: bool
) -> tuple[Table, Transcript]:
    """Return a new table with the beginning of its record."""
    hidden, game_id = secret(seed, number), f"sim-{seed}-{number}"
    table = Table.new(rules, game_id, seats, options, game_key(hidden, []), careful=careful)
    opening = table.opening()
    return table, Transcript(
        rules=rules.name,
        rules_version=rules.version,
        release=RELEASE,
        copy=Copy.TRIAL,
        game_id=game_id,
        options=options,
        figures=for_record(rules.name, rules.figures),
        seats=seats,
        commitment=commitment(hidden),
        secret=hidden.hex(),
        opening_hash=table.hash(),
        opening_draws=opening.draws,
    )


def _ending(table: Table) -> str:
    if table.result is None:
        return "unfinished"
    return f"{'won' if table.result.winners else 'drawn'} [{table.result.rule}]"


def _choice(table: Table, people: dict[str, Seated], number: int) -> tuple[str, Action]:
    waiting = table.requests()
    if not waiting:
        raise DeadEnd("The game is not over, but nobody has anything to decide.")
    asked = [request for request in waiting if request.seat in people]
    if not asked:
        return waiting[0].seat, waiting[0].default()
    seat = asked[number % len(asked)].seat
    return seat, people[seat].choose(table, seat)


def _refusal(table: Table, seat: str, action: Action) -> list[str]:
    """Return the rule that forbids an action; none if it is legal, or not possible now at all."""
    objection = table.objection(seat, action)
    return [objection.rule] if objection and objection.rule else []


def games(count: int, **how: Any) -> Iterator[Played]:
    """Play `count` games with consecutive numbers; the other arguments are those of `play`."""
    for number in range(count):
        yield play(number=number, **how)
