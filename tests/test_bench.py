"""Every chapter of the benchmarks runs, in its smallest form: nobody else sees that one has been left behind."""

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from render.picture import Picture
from tests.bench import (
    commands_bench,
    crowd_bench,
    engine_bench,
    flow_bench,
    load_bench,
    plans_bench,
    render_bench,
    server_bench,
)
from tests.bench.timing import Figure
from tests.e2e.table import Evening, evening
from tests.harness.drawing import sketching
from tests.harness.reading import Json


def _undrawn(*about: Any, **how: Any) -> AbstractAsyncContextManager[Evening]:
    """An evening on which a dot stands for every picture."""
    return evening(*about, **how | {"drawn": False})


def _rules(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(engine_bench, "GAMES_PLAYED", 1)
    patch.setattr(engine_bench, "ACTIONS", 2)
    patch.setattr(engine_bench, "ROUNDS", 1)
    patch.setattr(engine_bench, "_late", lambda game: "")
    patch.setattr(engine_bench, "_thinking", lambda game, player: 0.0)
    for name in ("KINGMAKER", "COVAULT", "WBC", "CROWDED", "WARLORD", "LANCASTER", "WARRIORS"):
        patch.setattr(engine_bench, name, replace(getattr(engine_bench, name), middle=1))


def _flow(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(plans_bench, "ACTIONS", 2)
    patch.setattr(plans_bench, "VARIANTS", {})


def _flow_over_the_wire(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(flow_bench, "evening", _undrawn)
    patch.setattr(flow_bench, "SECONDS", 0.01)
    patch.setattr(flow_bench, "GAMES", {"warlord": GAMES["warlord"]})


def _pictures(patch: pytest.MonkeyPatch) -> None:
    """What is wished for is told, and not drawn."""
    patch.setattr(render_bench, "prepare", lambda cache: None)
    patch.setattr(render_bench, "draw", lambda game, wish: Picture(b"drawn", wish.kind, 1, 1))
    patch.setattr(render_bench, "_tales", lambda cache: {})


def _server(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(server_bench, "ACTIONS", 2)
    patch.setattr(server_bench, "PRESSES", 1)


def _commands(patch: pytest.MonkeyPatch) -> None:
    """One title with few commands, in this process."""
    everything = commands_bench.commands

    def some(definitions: list[Json], path: str = "") -> list[tuple[str, list[Json]]]:
        found = everything(definitions, path)
        return [each for each in found if path or each[0] in ("/game replay", "/options", "/gm note")]

    patch.setattr(commands_bench, "Pool", sketching)
    patch.setattr(commands_bench, "ACTIONS", 1)
    patch.setattr(commands_bench, "titles", lambda: [("warlord", "base")])
    patch.setattr(commands_bench, "ProcessPoolExecutor", AtOnce)
    patch.setattr(commands_bench, "commands", some)


class AtOnce(Executor):
    """Does everything in this process, as soon as it is asked for."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(work(*arguments, **named))
        return done


def _crowd(patch: pytest.MonkeyPatch) -> None:
    """Here the new process is this one."""
    for name, number in {"FEW": 1, "MANY": 2, "COMMITS": 1, "LOOKS": 1}.items():
        patch.setattr(crowd_bench, name, number)

    def at_once(place: Path, awake: int) -> crowd_bench.Share:
        return asyncio.run(crowd_bench._started(place, awake))

    patch.setattr(crowd_bench, "_in_a_process", at_once)


CHAPTERS: dict[Callable[[pytest.MonkeyPatch], None], Callable[[], Iterable[Figure]]] = {
    _rules: engine_bench.measure,
    _flow: plans_bench.measure,
    _flow_over_the_wire: flow_bench.measure,
    _pictures: render_bench.measure,
    _server: server_bench.measure,
    _crowd: crowd_bench.measure,
}


@pytest.mark.parametrize("small", CHAPTERS, ids=lambda small: small.__name__.strip("_"))
def test_a_chapter_of_the_benchmarks_has_figures(small: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    small(monkeypatch)
    figures = list(CHAPTERS[small]())
    assert figures
    assert all(what and isinstance(figure, str) for what, figure in figures)


def test_what_keeps_others_waiting_is_measured_of_what_a_panel_leads_to(monkeypatch: pytest.MonkeyPatch) -> None:
    _commands(monkeypatch)
    figures = dict(commands_bench.measure())
    assert not {"/game replay", "/gm note", "press My options", "press Help", "press Odds"} & figures.keys()
    assert "no more in time" not in figures["warlord base"]


@pytest.mark.nightly
def test_an_evening_of_two_games_has_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_bench, "WARM_S", 1.0)
    monkeypatch.setattr(load_bench, "QUIET_S", 5.0)
    figures = dict(load_bench.measure(load_bench.Plan(games=2, seconds=5.0, rates=(1.0,))))
    answers = [seen for what, seen in figures.items() if what.startswith("  answers")]  # without pictures, if any
    assert answers and "none" not in answers
    assert all(any(what.startswith(part) for what in figures) for part in ("  … work: ", "  … for: "))
