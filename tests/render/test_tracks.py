"""Every picture of an event can be drawn: every kind of event with every kind of place, and what played games tell."""

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from engine.core.computer.players import RandomPlayer
from engine.core.events import Event
from engine.core.table import Table
from engine.core.trials import proof, simulation
from engine.games import GAMES
from engine.kingmaker.board import locations
from engine.kingmaker.board.catalog import catalog as kingmaker
from engine.lancaster.board import spots
from engine.lancaster.board.catalog import catalog as lancaster
from engine.warlord.board.board import board
from engine.warlord.views import WarlordView
from engine.warriors.board.catalog import catalog as warriors
from render.picture_request import NothingToShow, PictureRequest
from render.registry import crops, draw
from tests.conformance.tables import fitting, livelier, opened
from tests.harness import BOARDS, as_kind

ENGINE = Path(__file__).parents[2] / "engine"
POSITIONS = Path(__file__).parents[2] / "docs" / "positions"


@cache
def emitted(game: str) -> frozenset[str]:
    """Every kind of event that the code of a game names."""
    calls = [
        node
        for path in (ENGINE / game).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "emit"
    ]
    first = [part for call in calls if call.args for part in ast.walk(call.args[0])]
    return frozenset(part.value for part in first if isinstance(part, ast.Constant) and isinstance(part.value, str))


def places(game: str, table: Table) -> Iterator[str]:
    """Every place that an event of a game can name, and "" for who is nowhere."""
    yield ""
    if game == "kingmaker":
        book = kingmaker()
        yield from (locations.open_in(square) for square in book.squares)
        yield from (locations.inside(place.id) for place in book.places.values() if place.kind != "area")
        yield from (locations.port(place) for place in book.ports)
        yield from (locations.sea(sea) for sea in book.seas)
        yield from (locations.aboard(ship) for ship in book.ships)
    elif game == "warlord":
        yield from board(as_kind(WarlordView, table.view("")).board).lie
    elif game == "lancaster":
        yield from (spots.COURT, spots.RESERVE, spots.TOWER)
        yield from (spots.county(letter) for letter in lancaster().counties)
        yield from (spots.castle(space) for space in ("K1", "K2", "K3", "K4", "K5", "K6", "L1", "L2"))
        yield from (spots.conflict(card, place) for card in lancaster().conflicts for place in range(3))
        yield from (spots.office(office) for office in lancaster().offices)
    elif game == "warriors":
        yield from warriors().areas


def by_kind(named: Sequence[str]) -> dict[str, list[str]]:
    """Return places by the word before their colon."""
    found: dict[str, list[str]] = {}
    for place in named:
        found.setdefault(place.partition(":")[0] if ":" in place else "", []).append(place)
    return found


def names(table: Table) -> dict[str, str]:
    return {seat: seat.upper() for seat in table.seats}


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_event_is_drawn_with_every_kind_of_place(game: str) -> None:
    file, kinds = POSITIONS / f"{game}.toml", emitted(game)
    assert kinds, 'the kinds of event are read from the code: emit one by its name, as `game.emit("trick", ...)`'
    rules = GAMES[game]
    table = proof.read(file.read_text(), GAMES).table if file.exists() else opened(rules, rules.usual_variant, 2)
    view = table.view("")
    for there in by_kind(list(places(game, table))).values():
        about = [one for one in there[:3] if one and game == "warriors"]  # its fights are in what an event is about
        changes = [Event(kind, "", track=(one,)) for kind in kinds for one in there[:2]]
        changes += [Event(kind, "", subjects=tuple(about), track=tuple(there[-3:])) for kind in kinds]
        for near in {False, crops(game)}:
            assert draw(game, PictureRequest("map", view, names(table), "", tuple(changes), BOARDS, near=near)).file


def told(table: Table, events: Sequence[Event], seen: set[tuple[object, ...]]) -> None:
    """Draw what the thread or a letter shows of events, as far as nothing of the kind was drawn before.

    The whole map and a part of it take turns; every kind of event is drawn on both above.
    """
    rules = table.rules
    for event in events:
        shows = rules.story.pictures.get(event.kind, "")
        fresh = (
            getattr(table.view(""), "board", ""),
            event.kind,
            event.seats is None,
            bool(event.report),
            *(at.partition(":")[0] for at in event.track[-2:]),
        )
        if fresh in seen:
            continue
        seen.add(fresh)
        wanted = [("map", "")] if event.seats is None else []
        wanted += [(shows, seat) for seat in event.seats or ("",)] if shows else []
        for kind, seat in wanted:
            near = crops(rules.name) and len(seen) % 2 > 0
            drawn(rules.name, PictureRequest(kind, table.view(seat), names(table), "", (event,), BOARDS, near=near))


def drawn(game: str, wish: PictureRequest) -> None:
    with suppress(NothingToShow):
        assert draw(game, wish).file


@pytest.mark.parametrize("count", [1, pytest.param(1000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("game", GAMES)
def test_what_played_games_tell_is_drawn(game: str, count: int) -> None:
    rules, seen = GAMES[game], set[tuple[object, ...]]()

    def look(table: Table) -> None:
        told(table, table.game.events, seen)

    for number, variant in product(range(count), rules.variants):
        options, seats = rules.options(variant, {}), fitting(rules, variant, 2 + number % 6)
        players = [RandomPlayer(), livelier(rules)]
        limit = 250 if count == 1 else 4000
        simulation.play(rules, options, seats, seed=7, number=number, limit=limit, players=players, after=look)
    assert len(seen) >= min(6, len(emitted(game)))
