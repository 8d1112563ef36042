"""How fast the rules are: those of Kingmaker in all their parts, those of the other games in short."""

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.core.computer.players import RandomPlayer, Seated
from engine.core.rules import Rules
from engine.core.table import Table
from engine.core.trials import simulation
from engine.games import GAMES
from engine.warriors import outlook
from engine.warriors.board.game import Warriors
from engine.warriors.edits import Station
from tests.bench.timing import Figures, spread, timed

SEATS = 4
GAMES_PLAYED, ACTIONS = 3, 600
"""Games that are played for a figure, and their actions at most."""
ROUNDS = 100
"""How often each part is timed."""


@dataclass(frozen=True)
class Played:
    """A game that is measured: its rules, its options, and after how many random actions it is in full play."""

    rules: Rules[Any]
    options: dict[str, object]
    middle: int
    seats: int = SEATS

    def opened(self) -> Table:
        """Return a table at its beginning."""
        return Table.new(self.rules, "bench", [f"s{n}" for n in range(1, self.seats + 1)], self.options, bytes(32))

    def table(self) -> Table:
        """Return a table in the middle of a random game."""
        table = self.opened()
        player = Seated(RandomPlayer(), 3)
        for number in range(self.middle):
            waiting = table.requests()
            seat = waiting[number % len(waiting)].seat
            table.act(seat, player.choose(table, seat))
        return table

    def restored(self, table: Table) -> Table:
        """Return a table that is read from the snapshot of another."""
        return Table.restore(self.rules, table.snapshot(), bytes(32))


CROWDED_SEATS, LATE = 7, 1_400
"""The seats of a large game, and after how many actions it is measured."""

KINGMAKER = Played(GAMES["kingmaker"], GAMES["kingmaker"].options("base", {}), 1_000)
COVAULT = Played(GAMES["kingmaker"], GAMES["kingmaker"].options("covault", {}), 300)
WBC = Played(GAMES["kingmaker"], GAMES["kingmaker"].options("wbc", {}), 300)
CROWDED = Played(KINGMAKER.rules, KINGMAKER.options, LATE, CROWDED_SEATS)
WARLORD = Played(GAMES["warlord"], GAMES["warlord"].options(GAMES["warlord"].usual_variant, {}), 60, 2)
LANCASTER = Played(GAMES["lancaster"], GAMES["lancaster"].options("henry", {}), 46)
WARRIORS = Played(GAMES["warriors"], GAMES["warriors"].options("hyw", {}), 60, 2)


def measure() -> Figures:
    """Play at random, with and without invariants and saving, and time the parts on a table in full play."""
    return [*_kingmaker(KINGMAKER), *_warlord(WARLORD), *_lancaster(LANCASTER), *_warriors(WARRIORS)]


def _kingmaker(game: Played) -> Figures:
    simulation.play(game.rules, game.options, game.seats, seed=1, limit=200)
    table = game.table()
    seat = table.requests()[0].seat
    return [
        ("actions/s: legal options, random choice, act", _pace(game, careful=False)),
        ("… and every invariant after each", _pace(game, careful=True)),
        ("… and every state saved: encoded, hashed, kept", _pace(game, careful=False, after=_saved)),
        ("… and every state restored", _pace(game, careful=False, after=game.restored)),
        ("the same of covault", _pace(COVAULT, careful=False)),
        ("the same of wbc", _pace(WBC, careful=False)),
        ("the same of seven seats from action 1,400 on", _late(CROWDED)),
        ("legal options of the seat to move", spread(timed(lambda: _options(table, seat), ROUNDS))),
        ("view of a seat, encoded", spread(timed(lambda: msgspec.json.encode(table.view(seat)), ROUNDS))),
        ("snapshot", spread(timed(lambda: game.rules.codec.encode(table.game.state), ROUNDS))),
        ("bytes of a snapshot", f"{len(table.snapshot()) / 1000:.1f} kB"),
        ("memory of a table that is asked, for each byte of its snapshot", _weight(game, table)),
        ("restored from a snapshot", spread(timed(lambda: game.restored(table), ROUNDS))),
        ("invariants", spread(timed(table.problems, ROUNDS))),
    ]


def _warlord(game: Played) -> Figures:
    return [
        ("War Lord, actions/s: legal options, random choice, act", _pace(game, careful=False)),
        ("memory of a table that is asked, for each byte of its snapshot", _weight(game, game.table())),
    ]


def _saved(table: Table) -> tuple[bytes, str]:
    return table.snapshot(), table.hash()


def _weight(game: Played, table: Table) -> str:
    """Return how much memory a restored table takes that has been asked what it waits for."""
    game.restored(table).requests()
    tracemalloc.start()
    held = [game.restored(table) for _ in range(10)]
    for one in held:
        one.requests()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return f"{taken / len(held) / len(table.snapshot()):.1f} bytes ({taken / len(held) / 1000:.0f} kB)"


def _late(game: Played) -> str:
    """Return how many actions a second a game takes that has been played for long."""
    table, player, actions = game.table(), Seated(RandomPlayer(), 7), 0
    start = time.process_time()
    while table.result is None and actions < 300:
        waiting = table.requests()
        seat = waiting[actions % len(waiting)].seat
        table.act(seat, player.choose(table, seat))
        actions += 1
    return f"{actions / (time.process_time() - start):.0f}"


def _lancaster(game: Played) -> Figures:
    table = game.table()
    seat = table.requests()[0].seat
    return [
        ("Lancaster, actions/s: legal options, random choice, act", _pace(game, careful=False)),
        ("… and every invariant after each", _pace(game, careful=True)),
        ("view of a seat, encoded", spread(timed(lambda: msgspec.json.encode(table.view(seat)), ROUNDS))),
        ("bytes of a snapshot", f"{len(table.snapshot()) / 1000:.1f} kB"),
        ("what four courtiers think in a whole game", f"{_thinking(game, 'courtier'):.2f} s"),
    ]


def _warriors(game: Played) -> Figures:
    table = game.table()
    seat = table.requests()[0].seat
    return [
        ("Warriors of God, actions/s: legal options, random choice, act", _pace(game, careful=False)),
        ("… and every invariant after each", _pace(game, careful=True)),
        ("view of a seat, encoded", spread(timed(lambda: msgspec.json.encode(table.view(seat)), ROUNDS))),
        ("bytes of a snapshot", f"{len(table.snapshot()) / 1000:.1f} kB"),
        ("exact odds of a battle of six leaders with 33 pieces", spread(timed(_large_battle(), min(5, ROUNDS)))),
        ("what two marshals think in a whole game", f"{_thinking(game, 'marshal'):.2f} s"),
    ]


def _large_battle() -> Callable[[], object]:
    """Return what works out how a large battle ends, from scratch."""
    table = WARRIORS.opened()
    for leader, troops in (
        *(("edward_iii", {"longbow_english": 4, "infantry": 5}), ("henry_v", {"infantry": 6})),
        *(("talbot", {"infantry": 3}), ("dunois", {"infantry": 3})),
        *(("philippe_vi", {"knight_french": 3, "infantry": 5}), ("la_hire", {"infantry": 3})),
    ):
        table.arrange(Station(leader, "anjou", troops))
    game = table.game
    assert isinstance(game, Warriors)
    return lambda: outlook.ending(game, "anjou")


def _thinking(game: Played, player: str) -> float:
    """Return the seconds that computer players on all seats take for their decisions in a whole game."""
    table = game.opened()
    seated, spent = Seated(game.rules.players[player]), 0.0
    while table.result is None:
        seat = table.requests()[0].seat
        start = time.perf_counter()
        action = seated.choose(table, seat)
        spent += time.perf_counter() - start
        table.act(seat, action)
    return spent


def _pace(game: Played, *, careful: bool, after: Callable[[Table], object] | None = None) -> str:
    """Return how many actions a second a game takes; what a process works out once of a title is not counted."""

    def actions(number: int) -> int:
        return simulation.play(
            game.rules,
            game.options,
            game.seats,
            seed=5,
            number=number,
            limit=ACTIONS,
            careful=careful,
            after=(lambda table: _discard(after(table))) if after else None,
        ).actions

    for other in range(GAMES_PLAYED, 2 * GAMES_PLAYED):
        actions(other)
    start = time.process_time()
    played = sum(actions(number) for number in range(GAMES_PLAYED))
    return f"{played / (time.process_time() - start):.0f}"


def _discard(_: object) -> None:
    """Take what a measured call returns."""


def _options(table: Table, seat: str) -> None:
    top = table.game.top
    assert top is not None
    for request in top.requests(table.game):
        for offer in request.offers if request.seat == seat else ():
            if offer.fields:
                offer.fields[0].choices({offer.fields[0].name: []} if offer.fields[0].many else {})
