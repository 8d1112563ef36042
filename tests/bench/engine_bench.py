"""How fast the rules of Kingmaker are."""

import time
from collections.abc import Callable

import msgspec

from engine.core.players import RandomPlayer, Seated
from engine.core.table import Table
from engine.core.trials import simulation
from engine.games import GAMES
from tests.bench.timing import Figures, spread, timed

RULES = GAMES["kingmaker"]
OPTIONS = RULES.options("base", {})
SEATS = 4


def measure() -> Figures:
    """Play at random, with and without invariants and saving, and time the parts on a table in full war."""
    simulation.play(RULES, OPTIONS, SEATS, seed=1, limit=200)
    table = _in_full_war(1_000)
    seat = table.requests()[0].seat
    return [
        ("actions/s: legal options, random choice, act", _pace(careful=False)),
        ("… and every invariant after each", _pace(careful=True)),
        ("… and saved and restored after each", _pace(careful=True, after=_restored)),
        ("legal options of the seat to move", spread(timed(lambda: _options(table, seat), 100))),
        ("view of a seat, encoded", spread(timed(lambda: msgspec.json.encode(table.view(seat)), 100))),
        ("snapshot", spread(timed(lambda: RULES.encode(table.game.state), 300))),
        ("bytes of a snapshot", f"{len(table.snapshot()) / 1000:.1f} kB"),
        ("restored from a snapshot", spread(timed(lambda: _restored(table), 100))),
        ("invariants", spread(timed(table.problems, 100))),
    ]


def _pace(*, careful: bool, after: Callable[[Table], object] | None = None) -> str:
    start = time.perf_counter()
    actions = 0
    for number in range(3):
        played = simulation.play(
            RULES,
            OPTIONS,
            SEATS,
            seed=5,
            number=number,
            limit=600,
            careful=careful,
            after=(lambda table: _discard(after(table))) if after else None,
        )
        actions += played.actions
    return f"{actions / (time.perf_counter() - start):.0f}"


def _discard(_: object) -> None:
    """Take what a measured call returns."""


def _in_full_war(actions: int) -> Table:
    table = Table.new(RULES, "bench", [f"s{n}" for n in range(1, SEATS + 1)], OPTIONS, bytes(32))
    player = Seated(RandomPlayer(), 3)
    for number in range(actions):
        waiting = table.requests()
        seat = waiting[number % len(waiting)].seat
        table.act(seat, player.choose(table, seat))
    return table


def _options(table: Table, seat: str) -> None:
    top = table.game.top
    assert top is not None
    for request in top.requests(table.game):
        for offer in request.offers if request.seat == seat else ():
            if offer.fields:
                offer.fields[0].choices({offer.fields[0].name: []} if offer.fields[0].many else {})


def _restored(table: Table) -> Table:
    return Table.restore(RULES, table.snapshot(), bytes(32))
