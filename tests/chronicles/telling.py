"""What came of each action of a game, in words that change as soon as anything changes that somebody could notice."""

from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random

from bot.ops.simulate import computer_players
from engine.core.actions import Action
from engine.core.computer.players import Seated, seed_of
from engine.core.dice import game_key
from engine.core.table import Table
from engine.core.trials import proof
from engine.core.trials.fuzzing import mutated
from engine.core.trials.simulation import secret
from engine.games import GAMES, rules_of
from tests.chronicles.around import asked, happened, looked_round, shown, thought, weighed
from tests.chronicles.games import Told, options_of

LONGEST = 400
"""Actions after which a game is broken off."""

LONGEST_BEGUN = 30
"""The same for one that goes on from a position."""

POSITIONS = Path(__file__).parents[2] / "docs" / "positions"

LOOK = 10
"""Every so many actions everybody looks round, and somebody tries what may not be allowed; in a game that goes on from
a position after each, since much is asked there that is asked in no other."""

LOOKS = 4
"""After so many of these looks all is told that anybody could ask for."""


def told(game: Told) -> Iterator[str]:
    """Play a game and tell what came of each action."""
    table, chance = _opened(game), Random(game.seed)
    people = _people(game, table.seats)
    yield happened(table.opening(), table)
    for number in range(LONGEST_BEGUN if game.begun else LONGEST):
        if table.result is not None:
            return
        waiting = table.requests()
        request = waiting[number % len(waiting)]
        action = people[request.seat].choose(table, request.seat) if request.seat in people else request.default()
        before = f"{request.seat} {shown(action)}\n{asked(request)}"
        look, over = divmod(number, 1 if game.begun else LOOK)
        around = "" if over else "\n".join(_around(table, request.seat, action, look, chance))
        if game.begun and number % LOOK == 0:
            around += "\n".join(thought(table))
        outcome = table.act(request.seat, action)
        yield f"{before}\n{around}\n{happened(outcome, table)}"


def _opened(game: Told) -> Table:
    rules, key = rules_of(game.title), game_key(secret(game.seed, 0), [])
    if game.begun:
        found = proof.read((POSITIONS / f"{game.title}.toml").read_text(), GAMES)
        position = found.position
        return Table.new(rules, "chronicle", position.seats, found.table.game.state.options, key, position=position)
    options = rules.options(game.variant, options_of(game, rules.option_book))
    least, most = rules.seats(options)
    seats = [f"s{place}" for place in range(1, max(least, min(game.seats, most)) + 1)]
    return Table.new(rules, "chronicle", seats, options, key)


def _people(game: Told, seats: Sequence[str]) -> dict[str, Seated]:
    known = computer_players(rules_of(game.title))
    players = zip(seats, cycle(game.players), strict=False)
    return {seat: Seated(known[name], seed_of(game.seed, seat)) for seat, name in players}


def _around(table: Table, seat: str, action: Action, look: int, chance: Random) -> Iterator[str]:
    """What everybody sees and may do, and what is said to somebody who tries something else."""
    yield from (shown(table.view(viewer)) for viewer in (*table.seats, ""))
    yield from (f"{each}: {[offer.label for offer in table.offers(each)]}" for each in table.seats)
    other = mutated(table, action, chance)
    yield f"{shown(other)}: {table.objection(seat, other)}"
    yield from weighed(table)
    if look % LOOKS == 0:
        yield from looked_round(table, chance)
