"""What came of each action of a game, in words that change as soon as anything changes that somebody could notice."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle
from random import Random
from typing import Any

import msgspec

from bot.ops.simulate import computer_players
from engine.core.actions import Action, Request, tag_of
from engine.core.dice import game_key
from engine.core.players import Seated, seed_of
from engine.core.table import Outcome, Table
from engine.core.trials.fuzzing import perturbed
from engine.core.trials.simulation import secret
from engine.games import rules_of
from tests.chronicles.games import Told, options_of

LONGEST = 600
"""Actions after which a game is broken off."""

LOOK = 5
"""Every so many actions everybody looks round, and somebody tries what may not be allowed."""

LETTERS = 8
"""How much is kept of the hash of what came of an action."""


def told(game: Told) -> Iterator[str]:
    """Play a game and tell what came of each action."""
    table, chance = _opened(game), Random(game.seed)
    people = _people(game, table.seats)
    yield _happened(table.opening(), table)
    for number in range(LONGEST):
        if table.result is not None:
            return
        asked = table.requests()
        request = asked[number % len(asked)]
        action = people[request.seat].choose(table, request.seat) if request.seat in people else request.default()
        before = f"{request.seat} {_shown(action)}\n{_asked(request)}"
        around = _around(table, request.seat, action, chance) if number % LOOK == 0 else ""
        outcome = table.act(request.seat, action)
        yield f"{before}\n{around}\n{_happened(outcome, table)}"


def digest(text: str) -> str:
    """Return what is kept of what came of an action."""
    return sha256(text.encode()).hexdigest()[:LETTERS]


def _opened(game: Told) -> Table:
    rules = rules_of(game.title)
    options = rules.options(game.variant, options_of(game, rules.catalogue))
    least, most = rules.seats(options)
    seats = [f"s{place}" for place in range(1, max(least, min(game.seats, most)) + 1)]
    return Table.new(rules, "chronicle", seats, options, game_key(secret(game.seed, 0), []))


def _people(game: Told, seats: Sequence[str]) -> dict[str, Seated]:
    known = computer_players(rules_of(game.title))
    players = zip(seats, cycle(game.players), strict=False)
    return {seat: Seated(known[name], seed_of(game.seed, seat)) for seat, name in players}


def _around(table: Table, seat: str, action: Action, chance: Random) -> str:
    """What everybody sees and may do, and what is said to somebody who tries something else."""
    seen = [_shown(table.view(viewer)) for viewer in (*table.seats, "")]
    offered = [f"{each}: {[offer.label for offer in table.offers(each)]}" for each in table.seats]
    other = perturbed(table, action, chance)
    tried = f"{_shown(other)}: {table.objection(seat, other)}"
    return "\n".join([*seen, *offered, tried])


def _asked(request: Request) -> str:
    offers = [(offer.tag, offer.label, offer.hint, [field.name for field in offer.fields]) for offer in request.offers]
    return f"{request.decision} {request.prompt} {offers} {_shown(request.default())}"


def _happened(outcome: Outcome, table: Table) -> str:
    return "\n".join([*map(_shown, outcome.events), *map(_shown, outcome.draws), table.hash()])


def _shown(what: Any) -> str:
    kind = tag_of(type(what)) if isinstance(what, Action) else ""
    return f"{kind} {msgspec.json.encode(what, order='sorted').decode()}"
